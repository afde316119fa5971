"""The house rules that no linter knows."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"proto", "service", "domain", "tests", "deploy"}
MADE_BY_TOOLS = {"dist", "build", "__pycache__"}
LONGEST_FILE = 400
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "shared"}


def sources(*folders: str) -> Iterator[Path]:
    return (path for folder in folders for path in sorted(ROOT.joinpath(folder).rglob("*.py")))


def named(paths: Iterator[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports."""
    nodes = list(ast.walk(parsed(path)))
    modules = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    modules += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {module.partition(".")[0] for module in modules}


def test_the_list_of_folders_is_closed():
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert folders - MADE_BY_TOOLS <= FOLDERS


def test_every_file_opens_by_saying_what_it_is_for():
    assert not named(path for path in sources("domain", "service", "tests") if not ast.get_docstring(parsed(path)))


def test_no_file_is_longer_than_a_person_reads():
    files = sources("domain", "service")
    assert not named(path for path in files if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST_FILE)


def test_no_module_is_a_drawer_for_the_rest():
    files = sources("domain", "service", "tests")
    assert not named(path for path in files if NAMES_THAT_SAY_NOTHING & {path.stem, path.parent.name})


def test_the_domain_stands_on_the_standard_library_and_msgspec():
    allowed = sys.stdlib_module_names | {"domain", "msgspec"}
    assert not {name for path in sources("domain") for name in imported(path)} - allowed
