"""Tests of the scenarios, a folder for each."""
