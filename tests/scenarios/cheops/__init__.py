"""Tests of Cheops, by its rulebook."""
