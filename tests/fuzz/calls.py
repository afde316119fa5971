"""Targets ``commands`` and ``requests``: calls on a game that stands somewhere between its creation and its end.

An input is two bytes for the position (the high half of the second is for the language), then calls: a byte for the
method, two for the length, and the request as it is sent. A request whose game is empty asks for the game of the
position, one whose game is ``new`` for the game that a call before has created. A page token or a cursor that is
``new`` is the one that came last.
"""

from collections.abc import Mapping, Sequence

from tests.fuzz.desk import METHODS, Desk, read_request
from tests.fuzz.judges import judged, rows_in
from tests.fuzz.positions import MOMENTS, Begun, Position, position_at

WRITING = ("ExecuteCommand", "CreateGame")
AUDITING = ("VerifyGame", "ExportGame")
READING = tuple(name for name in METHODS if name not in WRITING)
NEW = "new"

LANGUAGES = ("", "en", "cs", "cs-CZ,cs;q=0.9,en;q=0.8", "*", "de, q=;,;=")
"""What a caller may say about the languages that it reads."""

MOST_VIEWS = 24
"""Streams of more events give no views, which take the longest."""

LONGEST_AUDIT = 250
"""A game of a position with more events is not verified or exported, which takes long."""

MOST_CALLS = 8
"""Calls of one input at most."""

Sent = tuple[str, bytes]
"""The name of a method and the bytes that it gets."""


def commands(data: bytes) -> None:
    """Play commands, in sense or nonsense, and create games."""
    play(data, WRITING)


def requests(data: bytes) -> None:
    """Call whatever the service offers."""
    play(data, (*WRITING, *READING))


def read_calls(data: bytes, methods: Sequence[str]) -> tuple[int, int, list[Sent]]:
    """Read an input: the two numbers of its position, and its calls. Any bytes are one."""
    head, rest = data[:2].ljust(2, b"\0"), data[2:]
    sent: list[Sent] = []
    while len(rest) > 2 and len(sent) < MOST_CALLS:
        size = int.from_bytes(rest[1:3], "big")
        sent.append((methods[rest[0] % len(methods)], rest[3 : 3 + size]))
        rest = rest[3 + size :]
    return head[0], head[1], sent


def write_calls(game: int, moment: int, sent: Sequence[Sent], methods: Sequence[str]) -> bytes:
    """Write an input."""
    frames = (bytes([methods.index(name)]) + len(data).to_bytes(2, "big") + data for name, data in sent)
    return bytes([game, moment]) + b"".join(frames)


_desks: dict[tuple[int, int], Desk] = {}
"""The desks on which nothing has changed yet."""


def play(data: bytes, methods: Sequence[str]) -> None:
    """Make the calls of an input, each judged."""
    game, moment, sent = read_calls(data, methods)
    position = position_at(game, moment)
    key = position.game_id.int, moment % MOMENTS
    desk = _desks.pop(key, None) or Desk(Begun(position))
    desk.languages = LANGUAGES[moment // MOMENTS % len(LANGUAGES)]
    news = {"game_id": str(position.game_id), "page_token": "", "cursor": ""}
    for name, payload in sent:
        payload = _filled_in(name, payload, position, news)
        answer = judged(desk, name, payload)
        if answer and name == "CreateGame":
            news["game_id"] = answer[0].game_id
        elif answer and name in ("ListGames", "WatchAllGames"):
            news["page_token"] = getattr(answer[-1], "next_page_token", news["page_token"])
            news["cursor"] = answer[-1].cursor
    if rows_in(desk):
        desk.close()
    else:
        _desks[key] = desk


def _filled_in(name: str, payload: bytes, position: Position, news: Mapping[str, str]) -> bytes:
    """Put in what an input cannot know: the id of a game, where to read on, and the seed of a game to be created."""
    request = read_request(name, payload)
    if request is None:
        return payload
    if name == "CreateGame":
        if not request.HasField("seed"):
            request.seed = bytes(32)
    elif name in ("ListGames", "WatchAllGames"):
        field = "page_token" if name == "ListGames" else "cursor"
        if getattr(request, field) == NEW:
            setattr(request, field, news[field])
    elif "game_id" in request.DESCRIPTOR.fields_by_name and request.game_id in ("", NEW):
        if name in AUDITING and position.moment.game.version > LONGEST_AUDIT:
            return payload
        request.game_id = news["game_id"] if request.game_id else str(position.game_id)
        if name == "WatchGame" and request.after_version < position.moment.game.version - MOST_VIEWS:
            request.with_views = False
    else:
        return payload
    filled: bytes = request.SerializeToString()
    return filled
