"""The store: how events are sealed into records, kept, and read back into games; all of `eventsourcing` is in here."""
