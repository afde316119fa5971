"""Version 1 of the contract; its modules are generated, and git does not know them."""
