"""An auditor that trusts nobody: it knows the contract, and none of the service's code."""
