"""Tests of the Great Race, by its rulebook."""
