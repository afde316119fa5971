"""A house to play in: a real server on a port of its own, a client, and players that know no rules.

    with House(store) as house:
        game_id = house.create(seats=3)
        house.play(game_id, random.Random(1), until=100)
        house.view(game_id, seat(2))

Players pick at random from what is listed for them, a piece before a trade and a trade before a pass, so that games
come to an end. They play over gRPC (``House.play``) or straight on the games of a store (``play_games``).
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, Self
from uuid import UUID

import grpc
import pytest
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from domain.chance import SeededChance
from domain.engine import Prompts, choices, evolve_all, legal
from domain.notation import read_event
from service.codec import pack_command, to_message, unpack_command
from service.config import IN_MEMORY, Settings, store_environment
from service.server import Server
from service.store.games import Games
from service.store.mapper import Recorded as Row
from service.store.records import seal_events
from settlers.v1 import game_pb2, game_service_pb2, game_service_pb2_grpc, record_pb2, table_pb2, views_pb2

Command = game_pb2.Command
Viewer = game_pb2.Viewer
Recorded = game_pb2.RecordedEvent

SPECTATOR = Viewer(role=game_pb2.VIEWER_ROLE_SPECTATOR)
AUDITOR = Viewer(role=game_pb2.VIEWER_ROLE_AUDITOR)

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")

PATIENCE = 20.0
"""Seconds after which a call is given up, so that a test that would hang fails."""

SEED = bytes(range(32))
"""A seed for games that should go the same way each time."""

QUICK = 130
"""With this luck players of three seats come to the end of a game with that seed soon."""

_FIELDS = {field.message_type.name: field.name for field in Command.DESCRIPTOR.fields}

_WEIGHTS = {
    "build_city": 60,
    "build_settlement": 60,
    "buy_development_card": 40,
    **dict.fromkeys(("play_knight", "play_monopoly", "play_road_building", "play_year_of_plenty"), 6),
    **dict.fromkeys(("trade_with_bank", "accept_trade"), 6),
    "close_trade": 12,
    "build_road": 3,
    "offer_trade": 1,
    "bid": 1,
    "pass": 1,
}
"""How likely a kind of command is; what is not named weighs 2."""


def seat(number: int) -> Viewer:
    """The eyes of a seat."""
    return Viewer(role=game_pb2.VIEWER_ROLE_SEAT, seat=number)


def everyone(seats: int) -> list[Viewer]:
    """All who may look at a game of so many seats."""
    return [*map(seat, range(1, seats + 1)), SPECTATOR, AUDITOR]


def command(field: str, **fields: Any) -> Command:
    """Make a command by the name of its field: ``command("build_road", path=3)``."""
    made = Command()
    body = getattr(made, field)
    body.SetInParent()
    body.MergeFrom(type(body)(**fields))
    return made


def kind_of(event: Recorded) -> str:
    """The name of the case of an event."""
    return event.event.WhichOneof("event") or ""


class Legal(NamedTuple):
    """What a seat may do."""

    commands: Sequence[Command]
    choices: Sequence[views_pb2.Choice]


class Refusal:
    """A call that failed: what its caller got."""

    def __init__(self, error: grpc.RpcError) -> None:
        self.code: grpc.StatusCode = error.code()
        found = rpc_status.from_call(error)
        self.status: status_pb2.Status = found if found is not None else status_pb2.Status()
        self.text: str = error.details()
        self.reason = self.domain = ""
        self.metadata: dict[str, str] = {}
        self.fields: list[str] = []
        self.retry = False
        for detail in self.status.details:
            if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
                info = error_details_pb2.ErrorInfo.FromString(detail.value)
                self.reason, self.domain, self.metadata = info.reason, info.domain, dict(info.metadata)
            elif detail.Is(error_details_pb2.BadRequest.DESCRIPTOR):
                bad = error_details_pb2.BadRequest.FromString(detail.value)
                self.fields += [violation.field for violation in bad.field_violations]
            elif detail.Is(error_details_pb2.RetryInfo.DESCRIPTOR):
                self.retry = True

    def __repr__(self) -> str:
        return f"<{self.code.name} {self.reason} {self.metadata} {self.fields}: {self.text}>"


def refused(call: Callable[[], Any]) -> Refusal:
    """Make a call that must fail, to the end of its stream if it is one."""

    def whole() -> None:
        answer = call()
        if not isinstance(answer, Message | bytes):
            list(answer)

    with pytest.raises(grpc.RpcError) as failure:
        whole()
    return Refusal(failure.value)


class House:
    """A server with its store, and a client."""

    def __init__(
        self,
        store: str = IN_MEMORY,
        *,
        most_live: int = 10_000,
        most_watchers: int = 100,
        allow_seeds: bool = True,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.games = Games(store_environment(store), most_live=most_live, now=now)
        settings = Settings(
            address="127.0.0.1:0", store=store, most_watchers=most_watchers, allow_seeds=allow_seeds, reflection=True
        )
        self.server = Server(settings, self.games)
        self.server.start()
        self.channel = grpc.insecure_channel(f"127.0.0.1:{self.server.port}")
        self.stub = game_service_pb2_grpc.GameServiceStub(self.channel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.channel.close()
        self.server.stop(0.1)

    def create(self, seats: int = 4, **fields: Any) -> str:
        """Create a classic game, if nothing else is said, and give its id."""
        request = game_service_pb2.CreateGameRequest(**{"scenario": "classic", "seats": seats, **fields})
        created: str = self.stub.CreateGame(request, timeout=PATIENCE).game_id
        return created

    def execute(
        self, game_id: str, by: int, what: Command, expected_version: int | None = None, request_id: str = ""
    ) -> game_service_pb2.ExecuteCommandResponse:
        """Play a command."""
        return self.stub.ExecuteCommand(
            game_service_pb2.ExecuteCommandRequest(
                game_id=game_id, seat=by, command=what, expected_version=expected_version, request_id=request_id
            ),
            timeout=PATIENCE,
        )

    def legal(self, game_id: str, of: int) -> game_service_pb2.ListLegalCommandsResponse:
        """List what a seat may do."""
        request = game_service_pb2.ListLegalCommandsRequest(game_id=game_id, seat=of)
        return self.stub.ListLegalCommands(request, timeout=PATIENCE)

    def view(
        self, game_id: str, viewer: Viewer = SPECTATOR, version: int | None = None, *, reveal: bool = False
    ) -> game_pb2.GameView:
        """Look at a game."""
        request = game_service_pb2.GetGameRequest(game_id=game_id, viewer=viewer, version=version, reveal=reveal)
        return self.stub.GetGame(request, timeout=PATIENCE).view

    def page(
        self, game_id: str, viewer: Viewer = SPECTATOR, after: int = 0, size: int = 0, *, proof: bool = False
    ) -> game_service_pb2.ListEventsResponse:
        """Read a page of events."""
        request = game_service_pb2.ListEventsRequest(
            game_id=game_id, viewer=viewer, after_version=after, page_size=size, with_proof=proof
        )
        return self.stub.ListEvents(request, timeout=PATIENCE)

    def events(
        self, game_id: str, viewer: Viewer = SPECTATOR, after: int = 0, size: int = 0, *, proof: bool = False
    ) -> list[Recorded]:
        """Read all events, page by page."""
        found: list[Recorded] = []
        more = True
        while more:
            page = self.page(game_id, viewer, after, size, proof=proof)
            found += page.events
            more = page.more
            assert page.events or not more, "an empty page cannot have more after it"
            after = found[-1].version if found else after
        return found

    def watch(
        self,
        game_id: str,
        viewer: Viewer = SPECTATOR,
        after: int = 0,
        *,
        proof: bool = False,
        views: bool = False,
        timeout: float = PATIENCE,
    ) -> Any:
        """Open a stream of frames; cancel it when it is not needed any more."""
        request = game_service_pb2.WatchGameRequest(
            game_id=game_id, viewer=viewer, after_version=after, with_proof=proof, with_views=views
        )
        return self.stub.WatchGame(request, timeout=timeout)

    def play(
        self,
        game_id: str,
        rng: random.Random,
        *,
        until: int | None = None,
        stop: Callable[[list[table_pb2.Prompt]], bool] = lambda prompts: False,
    ) -> list[int]:
        """Let players play to the end, or until a version at least, or some prompts, are reached.

        Gives the version after each command.
        """
        view = self.view(game_id)
        prompts, over = list(view.turn.prompts), view.turn.over
        versions: list[int] = []

        def legal_for(number: int) -> Legal:
            listed = self.legal(game_id, number)
            return Legal(listed.commands, listed.choices)

        while not over and not stop(prompts) and (until is None or [view.version, *versions][-1] < until):
            by, what = pick(prompts, legal_for, rng)
            response = self.execute(game_id, by, what)
            versions.append(response.version)
            for event in response.events:
                if kind_of(event) == "prompts_changed":
                    prompts = list(event.event.prompts_changed.prompts)
                over = over or kind_of(event) == "game_ended"
        return versions


def wait_until(come_about: Callable[[], bool]) -> None:
    """Wait until something has come about, so that what follows depends on that, and not on how fast the machine is."""
    deadline = time.monotonic() + PATIENCE
    while not come_about():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def until_version(stream: Any, version: int) -> list[Any]:
    """Read frames until one has the event of a version."""
    frames = []
    for frame in stream:
        frames.append(frame)
        if frame.WhichOneof("frame") == "events" and frame.events.events[-1].version >= version:
            return frames
    raise AssertionError(f"the stream ended before version {version}")


def until_caught_up(stream: Any) -> list[Any]:
    """Read frames until one says that the caller has all there is."""
    frames = []
    for frame in stream:
        frames.append(frame)
        if frame.WhichOneof("frame") == "caught_up":
            return frames
    raise AssertionError("the stream ended before it was caught up")


def events_in(frames: Iterable[Any]) -> list[Recorded]:
    """All events in frames."""
    return [event for frame in frames for event in frame.events.events]


def happen(games: Games, game_id: str, *lines: str, at: datetime | None = None) -> None:
    """Let events happen that nobody commanded, lines of the domain's notation: so a position is made."""
    table = games.table(UUID(game_id))
    events = [read_event(line) for line in lines]
    game = evolve_all(table.game, events)
    cause = record_pb2.Cause(events=len(events)).SerializeToString()
    records, seal = seal_events(table.seal, table.game.version + 1, events, cause, at or datetime.now(UTC))
    games.events.put([Row(table.game_id, record.version, record) for record in records])
    with table.turn:
        table.move_on(game, seal, records)


class Loaded:
    """Chance as a test wants it: the values set for a purpose come first, then those of the seed."""

    def __init__(self) -> None:
        self.values: dict[str, list[int]] = {}
        self._seeded = SeededChance()

    def draw(self, key: bytes, purpose: str, version: int, index: int, bound: int) -> int:
        """Draw a value."""
        row = self.values.get(purpose)
        return row.pop(0) if row else self._seeded.draw(key, purpose, version, index, bound)

    def dice(self, first: int, second: int) -> None:
        """Load the next roll."""
        self.values.setdefault("dice", []).append(6 * (first - 1) + second - 1)


def play_games(
    games: Games, game_id: UUID, rng: random.Random, *, until: int | None = None
) -> Iterator[tuple[int, Command]]:
    """Let players play on the games of a store; gives each command just before it is played."""

    def legal_for(number: int) -> Legal:
        game = games.table(game_id).game
        return Legal(
            [pack_command(each) for each in legal(game, number)],
            [to_message(each) for each in choices(game, number)],  # type: ignore[misc]
        )

    while True:
        game = games.table(game_id).game
        if game.over or (until is not None and game.version >= until):
            return
        prompts = [to_message(prompt) for prompt in game[Prompts].stack]
        by, what = pick(prompts, legal_for, rng)  # type: ignore[arg-type]
        yield by, what
        games.execute_command(game_id, unpack_command(what, by))


def asked(prompts: Sequence[table_pb2.Prompt]) -> list[int]:
    """The seats that may act now, each once."""
    seats: list[int] = []
    for prompt in reversed(prompts):
        seats += [demand.seat for demand in prompt.demands if demand.seat not in seats]
        if prompt.kind != "trade":
            break
    return seats


def pick(
    prompts: Sequence[table_pb2.Prompt], legal_for: Callable[[int], Legal], rng: random.Random
) -> tuple[int, Command]:
    """Pick a seat that is asked, and one of the commands that it may give."""
    seats = asked(prompts)
    rng.shuffle(seats)
    for by in seats:
        listed = legal_for(by)
        kinds: dict[str, list[Any]] = {}
        for each in listed.commands:
            kinds.setdefault(each.WhichOneof("command") or "", []).append(each)
        for choice in listed.choices:
            kinds.setdefault(_FIELDS[choice.command], []).append(choice)
        if not kinds:
            continue
        names = sorted(kinds)
        (name,) = rng.choices(names, [_WEIGHTS.get(name, 2) for name in names])
        # In an order of their own: how they are listed is nobody's promise.
        picked = rng.choice(sorted(kinds[name], key=lambda each: each.SerializeToString(deterministic=True)))
        return by, picked if isinstance(picked, Command) else fill(picked, rng)
    raise AssertionError(f"nobody can do anything: {prompts}")


def fill(choice: views_pb2.Choice, rng: random.Random) -> Command:
    """Make a command of a choice, within its bounds."""
    field = _FIELDS[choice.command]
    if field == "give_nonce":
        return command(field, nonce=rng.randbytes(32))
    made = command(field)
    body = getattr(made, field)
    used: set[str] = set()
    for bounds in choice.cards:
        held = [field.name for field, n in bounds.each.ListFields() if field.name not in used for _ in range(n)]
        most = bounds.most if len(choice.cards) == 1 else min(bounds.most, 2)
        picked = rng.sample(held, rng.randint(bounds.least, min(most, len(held))))
        used |= set(picked)
        bag = getattr(body, bounds.field)
        bag.SetInParent()
        for name in set(picked):
            setattr(bag, name, picked.count(name))
    for number in choice.numbers:  # a bid goes up by little
        setattr(body, number.field, rng.randint(number.least, min(number.most, number.least + 2)))
    if "to" in body.DESCRIPTOR.fields_by_name:
        body.to.extend(rng.sample(list(choice.to), rng.randint(0, len(choice.to))))
    if choice.offer:
        body.offer = choice.offer
    return made
