"""Benchmarks: one command, ``python -m tests.benchmarks``, measures ours beside a reference in the same run."""
