"""The service: gRPC, identity, store, projections and command line round the domain."""
