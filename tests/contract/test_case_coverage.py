"""The check that every known fault has a test or a reason is itself tested: on small tables, in a pytest within."""

import pytest

TABLE = """
[roads]
X01.fault = "roads cost nothing"
X02.fault = "roads cost twice"
[ships]
Y01.fault = "ships sink"
Y01.not_here = "there are no ships"
"""
BOTH = '@pytest.mark.case("X01", "X02")'
SUITE = """
import pytest

{first}
def test_first(): pass

{second}
def test_second(): pass
"""


@pytest.fixture
def check(pytester, monkeypatch):
    """Runs a suite of two tests, so marked, against a table."""
    # Else each run would import all installed plugins again, most of a second's work.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def check(*arguments, first=BOTH, second="", table=TABLE):
        pytester.makepyfile(test_suite=SUITE.format(first=first, second=second))
        folder = pytester.mkdir("tests").joinpath("cases")
        folder.mkdir()
        folder.joinpath("cases.toml").write_text(table, encoding="utf-8")
        return pytester.runpytest_inprocess("-p", "tests.case_coverage", *arguments)

    return check


@pytest.mark.parametrize("arguments", [[], ["."], ["-pxdist", "-n1"]], ids=str)
def test_all_cases_tested_or_not_here_pass_and_are_counted(check, arguments):
    result = check(*arguments)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["cases: 2 tested, 1 not here"])


@pytest.mark.parametrize("arguments", [[], ["-pxdist", "-n1"]], ids=str)
def test_a_case_without_a_test_and_a_reason_fails_the_run(check, arguments):
    result = check(*arguments, first='@pytest.mark.case("X02")')
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["X01 has no test", "cases: 1 tested, 1 not here"])


def test_a_case_with_both_fails_the_run(check):
    result = check(second='@pytest.mark.case("Y01")')
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["Y01 has a test: let it off no more"])


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ('@pytest.mark.case("X03")', "*::test_second: cases.toml has no case 'X03'"),
        ("@pytest.mark.case", "*::test_second: cases.toml has no case ''"),
        ('@pytest.mark.case("Y01", "Y02")\n' + BOTH, "*::test_second: names 4 cases; the most is 3"),
    ],
)
def test_a_wrong_mark_is_an_error_in_any_part_of_the_suite(check, mark, complaint):
    result = check("-k", "first", second=mark)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([complaint])


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ('X01.fault = "again"', "cases.toml: X01 stands there twice"),
        ('Z01.not_here = "no fault is told"', "cases.toml: write Z01.fault = *"),
        ('Z01.fault = " "', "cases.toml: write Z01.fault = *"),
        ('Z01.fault = "f"\nZ01.not_here = ""', "cases.toml: write Z01.fault = *"),
        ('Z01.fault = "f"\nZ01.nothere = "misspelt"', "cases.toml: write Z01.fault = *"),
    ],
)
def test_a_wrong_table_is_an_error(check, lines, complaint):
    result = check(table=TABLE + lines + "\n")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([complaint])


@pytest.mark.parametrize("selection", ["-k second", "-m not(case)", "--lf", "test_suite.py", "-pxdist -n1 -k second"])
def test_a_part_of_the_suite_is_not_counted(check, selection):
    result = check(*selection.split(), first='@pytest.mark.case("X02")')
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["cases: not counted, *"])


def test_rules_and_cases_are_counted_side_by_side(check, pytester):
    """Each by its own marks, with workers too."""
    pytester.mkdir("domain").joinpath("rules.md").write_text("- X1.1 Roads cost wood.\n", encoding="utf-8")
    both = BOTH + '\n@pytest.mark.rule("X1.1")'
    result = check("-p", "tests.rule_coverage", "-pxdist", "-n1", first=both)
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines_random(["rules: 1 of 1 tested", "cases: 2 tested, 1 not here"])
