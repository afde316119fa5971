"""All that a picture says, in the words of a language: the titles of things, the panel and the legend."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from google.protobuf.message import Message

from service.texts import Places, catalogue
from service.texts.catalogue import NONE
from service.texts.places import harbor_mark, hex_text, hex_word
from service.texts.scenarios import scenario_title, source_text
from service.texts.standing import (
    buildings_text,
    cards_text,
    event_text,
    march_text,
    over_text,
    pyramid_text,
    turn_text,
    unknown_text,
)
from service.texts.words import bag_text, capitalized, enum_word, key_of, prompts_text, seat_name, word
from settlers.v1 import alexander_pb2, board_pb2, game_pb2, views_pb2

_YIELDS: Mapping[int, str] = MappingProxyType(
    {
        board_pb2.TERRAIN_HILLS: "brick",
        board_pb2.TERRAIN_FOREST: "lumber",
        board_pb2.TERRAIN_PASTURE: "wool",
        board_pb2.TERRAIN_FIELDS: "grain",
        board_pb2.TERRAIN_MOUNTAINS: "ore",
    }
)

_EVENT = alexander_pb2.MarchEvent.DESCRIPTOR
_TERRAIN = board_pb2.Terrain.DESCRIPTOR


class Words:
    """The words of the picture of a view, out of the catalogue of a language."""

    def __init__(self, view: game_pb2.GameView, language: str) -> None:
        self.texts = catalogue(language)
        self._view = view
        self._places = Places(view.board, language)

    def say(self, key: str, **arguments: str | int) -> str:
        """Say a text of the catalogue."""
        return self.texts.say(key, **arguments)

    def title(self, key: str, **arguments: str | int) -> str:
        """Say a text of the catalogue as one that stands alone."""
        return capitalized(self.texts.say(key, **arguments))

    def scenario(self) -> str:
        """Name the scenario."""
        return scenario_title(self._view.table.scenario, self.texts.language)

    def subtitle(self) -> str:
        """Say which board it is, and when."""
        return self.say("picture-subtitle", **self._moment())

    def document(self) -> str:
        """Name the picture."""
        return self.say("picture-title", scenario=self.scenario(), **self._moment())

    def _moment(self) -> dict[str, str | int]:
        return {"board": self._view.board.name or NONE, "version": self._view.version}

    def description(self) -> str:
        """Say in words how the game stands."""
        return " ".join([turn_text(self.texts, self._view.turn), *self._standings()])

    def _standings(self) -> Iterator[str]:
        race = self._view.HasField("unknown")
        for seat in range(1, self._view.table.seats + 1):
            standing = buildings_text(self.texts, self._view, seat)
            for score in self._view.scores.scores:
                if score.seat == seat and not race:
                    points = self.say("show-points", total=score.total, padded=score.total)
                    standing = self.say("list-more", before=points, next=standing)
            yield f"{self.title('picture-seat-stands', seat=seat, standing=standing)}."

    def hex(self, tile: views_pb2.HexView, *, robber: bool) -> str:
        """Say all that is known of a hex."""
        return self.title(
            "picture-hex",
            hex=tile.hex,
            what=hex_text(self.texts, tile),
            land=self.word("land", tile.region) if key_of("land", tile.region) in self.texts else NONE,
            hidden=_yes(tile.terrain == board_pb2.TERRAIN_UNKNOWN),
            robber=_yes(robber),
        )

    def water(self, region: str) -> str:
        """Give the name that is written on a water."""
        return self.word("region", region)

    def at_spot(self, what: str, spot: int) -> str:
        """Say what is at an intersection, and where that is."""
        around = self._places.around(spot) or NONE
        return self.title("picture-at-intersection", what=what, intersection=spot, around=around)

    def on_path(self, what: str, path: int) -> str:
        """Say what lies on a path."""
        return self.title("picture-on-path", what=what, path=path)

    def piece(self, kind: str, seat: int) -> str:
        """Name a piece: "settlement of seat 2"."""
        return self.say("picture-piece", piece=self.word("piece", kind), seat=seat)

    def harbor(self, kind: int, path: int) -> str:
        """Say what a harbor trades, and where."""
        rate = 3 if kind == board_pb2.HARBOR_GENERAL else 2
        return self.title("picture-harbor", path=path, rate=rate, good=harbor_mark(kind, self.texts))

    def edge(self, region: str, path: int) -> str:
        """Say what bars a path."""
        return self.on_path(self.word("edge", region), path)

    def arrow(self, arrow: int, path: int) -> str:
        """Say which arrow of the route lies on a path."""
        return self.on_path(self.say("picture-arrow", arrow=arrow), path)

    def alexander(self, arrow: int, stops: int, path: int) -> str:
        """Say where Alexander is."""
        return self.on_path(self.say("picture-alexander", arrow=arrow, stops=stops), path)

    def stop(self, stop: str, *, following: bool) -> str:
        """Say what waits on an intersection of the route."""
        waits = self.word("stop", stop)
        return self.say("picture-next", stop=waits) if following else waits

    def event(self) -> str:
        """Say which event is not over."""
        return self.say("picture-event", event=enum_word(self.texts, _EVENT, self._view.march.event))

    def pyramid(self) -> str:
        """Say how far the pyramid is."""
        return pyramid_text(self.texts, self._view.pyramid)

    def block(self, level: int, seat: int) -> str:
        """Say whose a block is."""
        return self.title("picture-block", level=level, seat=seat)

    def turn(self) -> str:
        """Say which turn it is, or who won."""
        turn = self._view.turn
        if turn.over:
            return over_text(self.texts, turn)
        return self.say("show-turn-and-seat", turn=turn.turn, seat=turn.seat)

    def waiting(self) -> str:
        """Say who is asked for what; nothing where nobody is."""
        prompts = self._view.turn.prompts
        return self.say("picture-waits", prompts=prompts_text(self.texts, prompts)) if prompts else ""

    def offer(self) -> str:
        """Say what is offered."""
        offer = self._view.trading.offer
        give, take = (bag_text(self.texts, bag, "accusative") for bag in (offer.give, offer.take))
        return self.title("picture-offer", seat=offer.seat, give=give, take=take)

    def seat(self, seat: int) -> str:
        """Name a seat and who sits there."""
        name, players = capitalized(seat_name(self.texts, seat)), self._view.table.players
        return f"{name} · {players[seat - 1]}" if seat <= len(players) and players[seat - 1] else name

    def seat_card(self, seat: int, *, acting: bool, won: bool) -> str:
        """Say who sits there, and whether it is his turn, or his game."""
        return self.say("picture-seat", name=self.seat(seat), turn=_yes(acting), won=_yes(won))

    def standing(self, seat: int) -> tuple[str, float]:
        """Say how far a seat is, and how big to write it: its public points, and those in its hand for who sees them;
        or what it has built, where points do not count.
        """
        view = self._view
        if view.HasField("unknown"):
            return buildings_text(self.texts, view, seat), 12.5
        hidden = sum(held.cards.victory_point for held in view.development.hands if held.seat == seat)
        points = "".join(str(each.total) for each in view.scores.scores if each.seat == seat)
        return f"{points}+{hidden}" if hidden else points, 26

    def cards(self, key: str, count: int, seen: Message | None = None) -> str:
        """Count cards or chips."""
        return cards_text(self.texts, key, count, seen)

    def in_whole(self, label: str, part: str) -> str:
        """Say a part of something that has a label: "Bank: 19 brick"."""
        return f"{self.title(label)}: {part}"

    def award(self, what: str, cause: str, *, owned: bool) -> str:
        """Say by what a seat may have an award, and the award if it has it."""
        return self.say("picture-award", what=what, award=self.word("cause", cause)) if owned else what

    def march(self) -> str:
        """Say how far Alexander has come."""
        return march_text(self.texts, self._view)

    def bidding(self) -> str:
        """Say which event is not over, and how the bidding for it stands."""
        return capitalized(event_text(self.texts, self._view))

    def unknown(self) -> str:
        """Say what lies face down, and nobody knows where."""
        return unknown_text(self.texts, self._view.unknown)

    def ground(self, tile: views_pb2.HexView) -> str:
        """Say what a kind of hex is, and what it yields."""
        if key_of("ground", tile.region) in self.texts:
            return self.word("ground", tile.region)
        if tile.terrain in _YIELDS:
            terrain = enum_word(self.texts, _TERRAIN, tile.terrain)
            return self.say("ground-yields", terrain=terrain, resource=self.word("resource", _YIELDS[tile.terrain]))
        return hex_word(tile, self.texts)

    def source(self) -> str:
        """Say where the board is from."""
        board = self._view.board
        return self.say("board-source", source=source_text(self.texts, board.name, board.source))

    def bag(self, name: str, count: int) -> str:
        """Count things of a kind: "2 battles"."""
        return self.say(key_of("bag", name), count=count)

    def word(self, kind: str, value: str) -> str:
        """Say a word of a kind; the value itself where the language has none."""
        return word(self.texts, kind, value)


def _yes(condition: bool) -> str:
    return "yes" if condition else "no"
