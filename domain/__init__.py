"""The rules of the game: pure, without I/O, clock, randomness or ids of its own.

Read it from the bottom up. ``components``, ``errors``, ``chance`` and ``board`` are the vocabulary. ``engine`` plays a
command (``execute``), folds an event (``evolve``) and lists what is allowed (``legal``); ``visibility`` says who sees
what. ``rules`` holds the classic rules, one room a rulebook heading. ``scenarios`` are the chapters that put rooms
together. ``catalogue`` and ``notation`` name every command and event, and write them as one line of text.
"""
