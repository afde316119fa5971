"""Clients that know nothing but the contract, held against what the server says."""
