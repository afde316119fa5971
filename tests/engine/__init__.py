"""Tests of the engine and of the notation, whatever is played."""
