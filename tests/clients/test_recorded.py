"""The recorded games are what the server gives now, and show every event."""

import json

import pytest

from settlers.v1 import game_pb2
from tests.clients.recording import GAMES, RECORDED, read, write

FILES = sorted(RECORDED.rglob("*.jsonl.gz"))


@pytest.mark.parametrize("name", GAMES)
def test_the_recorded_games_are_as_the_server_gives_them(name: str):
    files = dict(write(name))
    assert {file for file in FILES if file.parent.name == name} == set(files)
    stale = [file.name for file, text in files.items() if read(file) != text]
    assert not stale, "record them anew: python -m tests.clients.recording"


def test_only_these_games_are_recorded():
    assert {file.parent.name for file in FILES} == set(GAMES)


def test_every_event_and_every_part_of_a_view_is_recorded():
    lines = [json.loads(line) for file in FILES for line in read(file).splitlines()[1:]]
    events = {kind for line in lines for kind in line["event"]["event"]}
    assert events == {field.json_name for field in game_pb2.Event.DESCRIPTOR.fields}
    parts = {part for line in lines for part in line.get("view", ())}
    assert parts == {field.json_name for field in game_pb2.GameView.DESCRIPTOR.fields if field.message_type}
