"""A whole client: it folds recorded games, and plays games of its own by what is listed, folding what it is sent.

    python -m tests.clients.player fold FILE...                                       # files that recording.py made
    python -m tests.clients.player play ADDRESS LUCK COMMANDS SCENARIO/SEATS...       # on a server

It prints a line for each file or game, and fails at the first view that is not the one that the service gives.
"""

import gzip
import json
import random
import sys
from typing import Any

import grpc
from google.protobuf.json_format import ParseDict

from settlers.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, views_pb2
from tests.clients.fold import Client, without_derived

PARTS = [field.name for field in game_pb2.GameView.DESCRIPTOR.fields if field.message_type]


class Different(Exception):
    """A folded view that is not the one that the service gives."""


def compare(folded: game_pb2.GameView, shown: game_pb2.GameView, where: str) -> None:
    """Hold a folded view against the service's, part by part."""
    bare = without_derived(shown)
    for name in PARTS:
        if folded.HasField(name) != bare.HasField(name) or getattr(folded, name) != getattr(bare, name):
            raise Different(f"{where}, {name}: folded\n{getattr(folded, name)}shown\n{getattr(bare, name)}")


def fold(file: str) -> int:
    """Fold a recorded game, and hold each view against the recorded one, if there is one; gives how many events."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        client = Client("", ParseDict(json.loads(next(lines))["viewer"], game_pb2.Viewer()))
        shown = game_pb2.GameView()
        for line in map(json.loads, lines):
            client.apply(ParseDict(line["event"], game_pb2.RecordedEvent()))
            if "view" in line:
                changed = ParseDict(line["view"], game_pb2.GameView())
                for part, _ in changed.ListFields():
                    shown.ClearField(part.name)
                shown.MergeFrom(changed)
                compare(client.view, shown, f"{file}, version {client.view.version}")
    return client.view.version


class Game:
    """A game that all seats play by luck; the client sees it with the eyes of seat 1."""

    def __init__(self, address: str, scenario: str, seats: int, luck: int) -> None:
        self.luck = random.Random(luck)
        self.service = game_service_pb2_grpc.GameServiceStub(grpc.insecure_channel(address))
        created = self.service.CreateGame(
            game_service_pb2.CreateGameRequest(scenario=scenario, seats=seats, seed=bytes([luck] * 32))
        )
        viewer = game_pb2.Viewer(role=game_pb2.VIEWER_ROLE_SEAT, seat=1)
        self.client = Client(created.game_id, viewer)
        watch = game_service_pb2.WatchGameRequest(game_id=created.game_id, viewer=viewer)
        self.stream = self.service.WatchGame(watch)
        self.keep_up(created.version)

    def keep_up(self, version: int) -> None:
        """Fold what comes until a version is reached."""
        while self.client.view.version < version:
            for event in next(self.stream).events.events:
                self.client.apply(event)

    def move(self) -> None:
        """Let a seat that is asked do one of the things that it may do."""
        view = self.client.view
        seat = self.luck.choice(view.turn.prompts[-1].demands).seat
        asked = game_service_pb2.ListLegalCommandsRequest(game_id=view.game_id, seat=seat)
        legal = self.service.ListLegalCommands(asked)
        # Offers of trade concern other seats; this client makes none, and only answers them.
        free = [fill(choice) for choice in legal.choices if not choice.to and not choice.offer]
        command = self.luck.choice([*legal.commands, *free])
        request = game_service_pb2.ExecuteCommandRequest(
            game_id=view.game_id, seat=seat, command=command, expected_version=view.version
        )
        self.keep_up(self.service.ExecuteCommand(request).version)

    def check(self) -> None:
        """Hold the folded view against the one that the service gives."""
        view = self.client.view
        asked = game_service_pb2.GetGameRequest(game_id=view.game_id, viewer=self.client.viewer, version=view.version)
        compare(view, self.service.GetGame(asked).view, view.game_id)


def fill(choice: views_pb2.Choice) -> game_pb2.Command:
    """The least that is within the bounds of a choice."""
    body: dict[str, Any] = {number.field: number.least for number in choice.numbers}
    for bounds in choice.cards:
        body[bounds.field], left = {}, bounds.least
        for good, most in bounds.each.ListFields():
            taken = min(left, most)
            body[bounds.field][good.name], left = taken, left - taken
    return ParseDict({choice.command[0].lower() + choice.command[1:]: body}, game_pb2.Command())


def play(address: str, luck: int, commands: int, asked: str) -> tuple[str, int]:
    """Play a game, to its end or so many commands; gives its id and the version that was reached."""
    scenario, _, seats = asked.partition("/")
    game = Game(address, scenario, int(seats), luck)
    view = game.client.view
    for _ in range(commands):
        if view.turn.over:
            break
        game.move()
    game.check()
    return view.game_id, view.version


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["fold", *files]:
            for file in files:
                print(f"folded {fold(file)} events of {file}")
        case ["play", address, luck, commands, *games]:
            for asked in games:
                game_id, version = play(address, int(luck), int(commands), asked)
                print(f"played {asked} to version {version}, game {game_id}")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
