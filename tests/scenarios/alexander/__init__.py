"""Tests of Alexander, by its rulebook."""
