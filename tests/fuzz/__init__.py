"""Fuzzing: bytes that nobody would send, and what the service makes of them.

No crash, no INTERNAL, no change on refusal. A target is a plain function that takes any bytes and raises for a fault
only (``targets`` lists them). The tests run each over the inputs that are kept in ``corpus``, and over changes of them
whose luck is fixed. By hand a coverage-guided fuzzer, Atheris, looks for more; it is in the extra ``fuzz`` (``pip
install --constraint deploy/constraints.txt --editable .[test,fuzz]``)::

    python -m tests.fuzz commands --seconds 300   # or requests, notation, boards, storage, exports
    python -m tests.fuzz commands FILE            # run one input again
    python -m tests.fuzz.distil commands          # write the corpus anew: few inputs that reach all that any reaches

It begins with inputs made of the golden games and with the corpus, and keeps what it finds in ``.fuzz_cache/TARGET``:
``inputs`` reach new code, ``faults`` raise. Each fault is kept once, as the smallest input that raised it, and is told
with its traceback. When it is mended, copy the file to ``corpus/TARGET``, so that it stays mended.
"""
