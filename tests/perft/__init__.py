"""Perft: the number of legal sequences of commands from given positions, to find rules that list too much or little."""
