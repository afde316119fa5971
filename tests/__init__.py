"""The gates' last one: what the rulebook, the contract and the service promise, held against the code."""
