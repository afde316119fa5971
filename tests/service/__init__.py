"""Tests of the service: a real server, a real client, a real store."""
