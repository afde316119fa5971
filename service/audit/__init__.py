"""Audits: games are verified, exported with a signed head, and taken in again."""
