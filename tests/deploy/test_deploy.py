"""The image and its compose file say what they must, without an engine; hadolint, a gate of its own, reads the rest."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import yaml
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from service.cli.commands import main
from service.server import GRACE
from tests.deploy.running import ROOT, RunningServer


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each on one line."""
    text = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    return [(word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in lines if line.strip())]


def last_stage() -> dict[str, str]:
    """The last stage of the Dockerfile, the one that is run; of repeated instructions the last."""
    found = instructions()
    starts = [n for n, (word, _) in enumerate(found) if word == "FROM"]
    return dict(found[starts[-1] :])


def copied() -> list[str]:
    """What the Dockerfile copies out of the clone."""
    copies = [rest.split() for word, rest in instructions() if word in ("COPY", "ADD")]
    return [source for words in copies if not words[0].startswith("--from=") for source in words[:-1]]


def health_check() -> list[str]:
    """The health check of the image."""
    command: list[str] = json.loads(last_stage()["HEALTHCHECK"].partition("CMD ")[2])
    return command


@pytest.fixture(scope="module")
def composed() -> Any:
    """The one service of the compose file."""
    content = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    assert set(content) == {"services", "volumes"}
    assert set(content["services"]) == {"settlers"}
    assert set(content["volumes"]) == {"games"}
    return content["services"]["settlers"]


def test_bases_are_named_in_short_and_with_a_version_that_we_support():
    bases = [rest.split()[0] for word, rest in instructions() if word == "FROM"]
    assert len(bases) == 2
    (base,) = set(bases)
    found = re.fullmatch(r"python:3\.(\d+)-slim", base)
    assert found is not None, base
    assert int(found[1]) >= 11


def test_the_image_does_not_run_as_root():
    user = last_stage()["USER"]
    assert user.isdecimal(), "an orchestrator cannot look a name up"
    assert int(user) > 0


def test_the_image_writes_nowhere_but_in_its_volume():
    assert last_stage()["VOLUME"] == "/data"
    entry = json.loads(last_stage()["ENTRYPOINT"])
    assert entry == ["settlers", "serve", "--address", "0.0.0.0:50051", "--store", "/data/settlers.db"]


def test_the_entry_point_is_a_command_line_that_we_take():
    _, *arguments = json.loads(last_stage()["ENTRYPOINT"])
    name, *options = arguments
    context = main.commands[name].make_context(name, options)
    assert context.params["store"] == "/data/settlers.db"


def test_the_image_says_where_it_listens_and_how_it_ends():
    assert last_stage()["EXPOSE"] == "50051"
    assert last_stage()["STOPSIGNAL"] == "SIGTERM"


def test_what_is_copied_exists_and_reaches_the_engine():
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert "*" in ignore, "nothing goes in unless it is named"
    assert copied()
    for source in copied():
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignore, source


def test_everything_that_is_named_for_the_engine_is_copied():
    ignore = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert sorted(line[1:] for line in ignore if line.startswith("!")) == sorted(copied())


def test_what_the_image_installs_is_held_to_the_constraints():
    installs = [rest for word, rest in instructions() if word == "RUN" and "pip" in rest]
    assert installs
    for command in (part for rest in installs for part in rest.split("&&")):
        if " install " in command:
            assert "--constraint deploy/constraints.txt" in command
        elif "pip wheel" in command:
            assert "--no-build-isolation --no-deps" in command


def test_the_health_check_runs_a_file_of_the_image():
    program, script = health_check()
    assert program == "python"
    assert ("COPY", f"deploy/health.py {script}") in instructions()


def test_compose_builds_this_image(composed: Any):
    context = (ROOT / "deploy" / composed["build"]["context"]).resolve()
    assert context == ROOT
    assert (context / composed["build"]["dockerfile"]).is_file()


def test_compose_gives_no_privileges(composed: Any):
    assert composed["read_only"] is True
    assert composed["cap_drop"] == ["ALL"]
    assert composed["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "devices", "network_mode", "pid", "ipc", "user"} & set(composed)


def test_compose_keeps_the_games_in_a_volume(composed: Any):
    assert composed["volumes"] == ["games:/data"]


def test_compose_lets_only_this_machine_in(composed: Any):
    assert composed["ports"] == ["127.0.0.1:50051:50051"]


def test_compose_checks_the_health_like_the_image(composed: Any):
    assert composed["healthcheck"]["test"] == ["CMD", *health_check()]
    flags = dict(re.findall(r"--([a-z-]+)=(\S+)", last_stage()["HEALTHCHECK"]))
    assert {key.replace("-", "_"): value for key, value in flags.items()} == {
        key: str(value) for key, value in composed["healthcheck"].items() if key != "test"
    }


def test_compose_waits_longer_for_the_end_than_the_server_does(composed: Any):
    assert float(composed["stop_grace_period"].removesuffix("s")) > GRACE


@contextmanager
def another_server(*, health_service: bool) -> Iterator[str]:
    """A server that does not serve, or does not even have a health service."""
    server = grpc.server(ThreadPoolExecutor(2))
    if health_service:
        servicer = health.HealthServicer()
        servicer.set("", health_pb2.HealthCheckResponse.NOT_SERVING)
        health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(0).wait()


def ask_health(address: str) -> tuple[int, str]:
    """Run the script of the health check."""
    command = [sys.executable, ROOT / "deploy" / "health.py", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    return done.returncode, done.stderr


def test_a_server_that_serves_is_healthy(tmp_path: Path):
    with RunningServer(tmp_path / "games.db") as server:
        assert ask_health(server.address) == (0, "")


def test_a_server_that_does_not_serve_is_not_healthy():
    with another_server(health_service=True) as address:
        assert ask_health(address) == (1, f"{address}: NOT_SERVING\n")


def test_a_server_that_does_not_say_is_not_healthy():
    with another_server(health_service=False) as address:
        assert ask_health(address) == (1, f"{address}: UNIMPLEMENTED\n")


def test_nobody_is_not_healthy():
    with another_server(health_service=False) as address:
        pass
    assert ask_health(address) == (1, f"{address}: UNAVAILABLE\n")
