"""Known faults of other engines: the table of them all, and the tests of those that have no other room."""
