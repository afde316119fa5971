"""The clients in other languages: what each is made with, and how it is made.

Each language has a folder here with a ``build.sh``, which makes one program that does the same as ``player.py``. It
lies in ``build/clients`` of the clone, and is made anew when its sources or the contract change.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build/clients"
PACKAGES = {
    language: packages
    for language, *packages in map(
        str.split, ROOT.joinpath("deploy/clients.txt").read_text(encoding="utf-8").splitlines()
    )
    if language != "#"
}
"""For each language Debian's packages that it needs."""
IN_EVERY_RUN = ("python", "typescript")
"""The languages that are tried in every run of the tests; the others are when all are asked for."""
ALL_CLIENTS = "ALL_CLIENTS"
"""The variable of the environment that asks for all, as ``sh tests/run.sh --all-clients`` does."""


def is_there(package: str) -> bool:
    """Whether a package is installed, or, however it came, its command is there."""
    if shutil.which(package):
        return True
    if not shutil.which("dpkg-query"):
        return False
    asked = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout == "installed"


def lacking(language: str, packages: list[str]) -> str:
    """A line that says what is missing for a language; empty where nothing is."""
    missing = [package for package in packages if not is_there(package)]
    return f"NOT RUN: the client in {language}, for want of: apt-get install {' '.join(missing)}" if missing else ""


def program(language: str) -> list[str]:
    """The command that runs a client, which is made first if need be."""
    if language == "python":
        return [sys.executable, "-m", "tests.clients.player"]
    out, stamp = BUILD / language, BUILD / f"{language}.stamp"
    out.mkdir(parents=True, exist_ok=True)
    wanted = fingerprint(language)
    with BUILD.joinpath(f"{language}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the tests may run side by side
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
            make(language, out)
            stamp.write_text(wanted, encoding="utf-8")
    return [str(out / "client")]


def make(language: str, out: Path) -> None:
    """Run a build script, and show what it says if it fails."""
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    made = subprocess.run(
        ["sh", str(HERE / language / "build.sh"), str(ROOT / "proto"), str(out)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, f"the client in {language} could not be made:\n{made.stdout}{made.stderr}"


def fingerprint(language: str) -> str:
    """What a program is made of, as a hash."""
    sources = [*sorted(HERE.joinpath(language).iterdir()), *sorted(ROOT.glob("proto/settlers/v1/*.proto"))]
    contents = (source.read_bytes() for source in sources)
    return hashlib.sha256(b"\0".join([str(BUILD).encode(), *contents])).hexdigest()


def main() -> None:
    """Say what is missing for any language, and fail if anything is."""
    lines = [line for language, packages in PACKAGES.items() if (line := lacking(language, packages))]
    sys.exit("\n".join(lines) or None)


if __name__ == "__main__":
    main()
