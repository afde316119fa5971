"""The check that every rule has a test is itself tested: on small rulebooks, in a pytest within this one."""

import pytest

RULEBOOK = """
# A rulebook
- X1.1 Roads cost wood.
- X1.2 **Ruling:** nothing else does.
- Y1 Ships float.
- Y2 Ships sink.
"""
WAITING = "<!-- untested until: Y1 Y2 (the sea) -->\n"
BOTH = '@pytest.mark.rule("X1.1", "X1.2")'
SUITE = """
import pytest

{first}
def test_first(): pass

{second}
def test_second(): pass
"""


@pytest.fixture
def check(pytester, monkeypatch):
    """Runs a suite of two tests, so marked, against a rulebook."""
    # Else each run would import all installed plugins again, most of a second's work.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def check(*arguments, first=BOTH, second="", rulebook=RULEBOOK + WAITING):
        pytester.makepyfile(test_suite=SUITE.format(first=first, second=second))
        pytester.mkdir("domain").joinpath("rules.md").write_text(rulebook, encoding="utf-8")
        return pytester.runpytest_inprocess("-p", "tests.rule_coverage", *arguments)

    return check


@pytest.mark.parametrize("arguments", [[], ["."], ["-pxdist", "-n1"]], ids=str)
def test_all_rules_named_passes_and_says_what_waits(check, arguments):
    result = check(*arguments)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["rules: 2 of 2 tested (Y1-Y2 wait for the sea)"])


def test_a_rule_without_a_test_fails_the_run(check):
    result = check(first='@pytest.mark.rule("X1.2")')
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["X1.1 has no test", "rules: 1 of 2 tested*"])


def test_a_tested_rule_may_wait_no_more(check):
    result = check(second='@pytest.mark.rule("Y2")')
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["Y2 has a test: let it off no more"])


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ('@pytest.mark.rule("X9")', "*::test_second: no rulebook has a rule 'X9'"),
        ("@pytest.mark.rule", "*::test_second: no rulebook has a rule ''"),
        ('@pytest.mark.rule("Y1")\n' + BOTH, "*::test_second: names 3 rules*"),
    ],
)
def test_a_wrong_mark_is_an_error_in_any_part_of_the_suite(check, mark, complaint):
    result = check("-k", "first", second=mark)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([complaint])


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("- X1.1 Again.", "rules.md: X1.1 stands in rules.md already"),
        ("<!-- untested until: Y7 (the sea) -->", "Y7 is let off and stands in no rulebook"),
        ("<!-- untested until: Y1 -->", "rules.md: write *"),
    ],
)
def test_a_wrong_rulebook_is_an_error(check, line, complaint):
    result = check(rulebook=RULEBOOK + line + "\n")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([complaint])


@pytest.mark.parametrize(
    "selection",
    [
        "-k second",
        "-m not(rule)",
        "--lf",
        "--ignore=other",
        "--deselect=test_suite.py::test_first",
        "test_suite.py",
        "-pxdist -n1 -k second",
    ],
)
def test_a_part_of_the_suite_is_not_counted(check, selection):
    result = check(*selection.split(), first='@pytest.mark.rule("X1.2")')
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["rules: not counted, *"])
