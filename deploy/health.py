"""Asks a server whether it serves: exit code 0 if it does, else 1 and a line that says what came instead.

usage: python deploy/health.py [ADDRESS]
"""

import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

ADDRESS = "127.0.0.1:50051"
PATIENCE = 3.0
"""Seconds; fewer than the engine waits, so that the line is written."""


def main() -> None:
    address = sys.argv[1] if len(sys.argv) > 1 else ADDRESS
    # A proxy named in the environment is not for a server beside us.
    with grpc.insecure_channel(address, options=[("grpc.enable_http_proxy", 0)]) as channel:
        try:
            health = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
        except grpc.RpcError as error:
            sys.exit(f"{address}: {error.code().name}")
    if health.status != health_pb2.HealthCheckResponse.SERVING:
        sys.exit(f"{address}: {health_pb2.HealthCheckResponse.ServingStatus.Name(health.status)}")


main()
