"""A browser that the tests drive: Chromium, by a script in Node, whose playwright-core npm brings into `build/web`."""

import fcntl
import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests.clients.programs import ROOT, is_there

HERE = Path(__file__).parent
BUILD = ROOT / "build/web"
PACKAGES = [
    package
    for line in ROOT.joinpath("deploy/browser.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for package in line.split()
]
"""Debian's packages that it needs."""

PATIENCE = 20.0
"""Seconds after which a wait is given up."""

PAUSE = 0.02


def lacking(packages: list[str]) -> str:
    """A line that says what is missing; empty where nothing is."""
    missing = [package for package in packages if not is_there(package)]
    return f"NOT RUN: the page in a browser, for want of: apt-get install {' '.join(missing)}" if missing else ""


def drive_script() -> Path:
    """Bring the script and what it needs to one place, if they are not there yet."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with BUILD.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the tests may run side by side
        for name in ("package.json", "package-lock.json", "drive.mjs"):
            shutil.copy(HERE / name, BUILD / name)
        installed, wanted = BUILD / "node_modules/installed", BUILD / "package-lock.json"
        if not installed.exists() or installed.read_bytes() != wanted.read_bytes():
            npm = ["npm", "ci", "--no-audit", "--no-fund", "--silent"]
            made = subprocess.run(npm, cwd=BUILD, capture_output=True, text=True, check=False)
            assert made.returncode == 0, made.stdout + made.stderr
            shutil.copy(wanted, installed)
    return BUILD / "drive.mjs"


class Heard(NamedTuple):
    """What a window got from the network, addresses and bodies, and what it complained of."""

    traffic: list[tuple[str, str]]
    complaints: list[str]


class Browser:
    """A browser with one window at a time."""

    def __init__(self) -> None:
        chromium = shutil.which("chromium")
        assert chromium is not None
        command = ["node", str(drive_script()), chromium]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._process.communicate(timeout=PATIENCE)  # it ends when its input does
        finally:
            self._process.kill()

    def call(self, call: str, **given: Any) -> Any:
        """Have something done."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"call": call, **given}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["came"]

    def open(self, url: str, **options: Any) -> None:
        """Open a page in a new, empty window."""
        self.call("open", url=url, **options)

    def see(self, code: str) -> Any:
        """Evaluate an expression in the page."""
        return self.call("evaluate", code=code)

    def wait(self, code: str, wanted: Any = True) -> None:
        """Wait until an expression in the page has a value."""
        give_up_at = time.monotonic() + PATIENCE
        while (found := self.see(code)) != wanted:
            assert time.monotonic() < give_up_at, f"{code} is {found!r}, and not {wanted!r}; {self.heard().complaints}"
            time.sleep(PAUSE)

    def text(self, what: str) -> str:
        """The text of an element."""
        return str(self.see(f"document.querySelector({json.dumps(what)}).textContent"))

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for each in keys:
            self.call("press", keys=each)

    def click(self, what: str) -> None:
        """Click an element."""
        self.call("click", what=what)

    def heard(self) -> Heard:
        """What the window has heard so far."""
        heard = self.call("heard")
        return Heard([(url, body) for url, body in heard["traffic"]], heard["complaints"])
