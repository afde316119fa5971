"""A game of the engine and one of the naive model side by side: judged, played and compared command by command."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from domain.chance import SeededChance
from domain.engine import Command, Event, before_creation, evolve, evolve_all, execute, legal
from domain.errors import Illegal, Reason
from domain.notation import read_command, read_event, write_command, write_event
from domain.rules.ending import HandShown
from domain.rules.opening import BoardLaid
from tests.golden.games import GoldenGame, start
from tests.naive.alexander import Alexander
from tests.naive.beside import act_of, picture_of_game, picture_of_model
from tests.naive.cheops import Cheops
from tests.naive.given import give
from tests.naive.great_race import GreatRace
from tests.naive.layout import Layout
from tests.naive.luck import SharedLuck
from tests.naive.model import Model
from tests.properties.scenarios import KEEPERS

BOARDS = Path(__file__).parents[2] / "domain" / "scenarios"

MODELS: dict[str, type[Model]] = {
    "classic": Model,
    "cheops": Cheops,
    "alexander": Alexander,
    "great-race": GreatRace,
}
"""The naive model of each scenario."""

NOT_ASKED = {Reason.NOT_NOW, Reason.NOT_YOUR_TURN, Reason.NOT_IN_THIS_SCENARIO}
"""The engine names the rule of what is asked instead, where the model knows but one."""


class Difference(AssertionError):
    """The engine and the model do not say the same; ``kept`` is what `play_kept` plays to come to it again."""

    def __init__(self, what: str, kept: str) -> None:
        super().__init__(f"{what}\n{kept}")
        self.kept = kept


class Setting(msgspec.Struct, frozen=True):
    """What is played."""

    scenario: str
    seats: int
    board: str
    options: tuple[str, ...] = ()
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.scenario} {self.seats} {self.board} {','.join(self.options) or '-'} {self.seed}"


def read_setting(line: str) -> Setting:
    """A setting from its line."""
    scenario, seats, board, options, seed = line.split()
    return Setting(scenario, int(seats), board, chosen_options(options), int(seed))


def chosen_options(text: str) -> tuple[str, ...]:
    """Options from their text."""
    return () if text == "-" else tuple(text.split(","))


class Pair:
    """A game of the engine and one of the model, kept side by side."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.lines: list[str] = []
        self.rules: Counter[tuple[str, str, str]] = Counter()
        """Where both refuse: the command, the engine's reason and rule, and the model's rule."""
        luck = SharedLuck()
        head = GoldenGame(
            setting.scenario, setting.seats, setting.board, setting.options, setting.seed.to_bytes(32, "big")
        )
        self.game, events = start(head, luck)
        self.model = model_of(setting, events)
        self.model.open(luck)
        luck.check_used()
        self.keeper = KEEPERS[setting.scenario](self.game)
        self.history: list[Event] = list(events)
        self.compare()

    # Judging.

    def judge(self, command: Command) -> bool:
        """Both must take a command, or both refuse it."""
        broken, before = self.model.verdict(act_of(command)), dict(self.game)
        try:
            execute(self.game, command, SeededChance())
        except Illegal as refusal:
            if broken is None:
                self.fail(f"{write_command(command)}: the engine refuses it, {refusal}; the model takes it")
            if refusal.rule != broken and refusal.reason not in NOT_ASKED:
                self.rules[type(command).__name__, f"{refusal.reason} {refusal.rule}", broken] += 1
            if before != dict(self.game):
                self.fail(f"{write_command(command)} is refused, and leaves something behind")
            return False
        if broken is not None:
            self.fail(f"{write_command(command)}: the engine takes it; by the model it breaks {broken}")
        return True

    def compare_lists(self) -> None:
        """All that each seat may do."""
        for seat in self.game.everyone:
            listed = {act_of(command) for command in legal(self.game, seat)}
            imagined = self.model.legal(seat)
            if listed != imagined:
                more, less = sorted(map(str, listed - imagined)), sorted(map(str, imagined - listed))
                self.fail(f"seat {seat} may do by the engine alone {more[:5]}, by the model alone {less[:5]}")

    # Playing.

    def play(self, command: Command) -> None:
        """A command that both take is played by both, and what lies on their tables is compared."""
        self.lines.append(write_command(command))
        before = self.game
        luck = SharedLuck()
        self.game, events = execute(before, command, luck)
        try:
            self.model.play(act_of(command), luck)
            luck.check_used()
        except (AssertionError, LookupError, TypeError, ValueError) as fault:
            raise Difference(f"the model cannot follow: {fault!r}", self.told()) from fault
        if self.game.version != before.version + len(events):
            self.fail("versions do not rise by one an event")
        self.history += events
        self.compare()
        folded = before
        for event in events:
            folded = evolve(folded, event)
        if folded != self.game:
            self.fail("the events do not fold to the game")
        self.keeper.check_events(self.game, events)
        if self.game.over:
            self.keeper.check_end(self.game, self.history)
            if evolve_all(before_creation(self.game.scenario, self.game.seats), self.history) != self.game:
                self.fail("the whole history does not fold to the game")

    def give(self, gift: Event) -> None:
        """Something comes to a seat out of turn. The keeper's ledger alone is told of it, for no rule knows it."""
        self.lines.append(write_event(gift))
        self.game = evolve(self.game, gift)
        self.history.append(gift)
        if self.keeper.seen:
            self.keeper.hands.see(gift)
            self.keeper.seen += 1
        give(self.model, gift)
        self.compare()

    def compare(self) -> None:
        """All that lies on the tables, and what every game keeps."""
        engine, model = picture_of_game(self.game), picture_of_model(self.model)
        if engine != model:
            parts = [part for part in engine if engine[part] != model.get(part)]
            self.fail("\n".join(f"{part}: engine {engine[part]}, model {model.get(part)}" for part in parts))
        self.keeper.follow(self.history)
        self.keeper.check(self.game)
        if self.game.over:
            shown = {event.seat: event.points for event in self.history if isinstance(event, HandShown)}
            counted = {seat: self.model.points(seat) + self.model.hidden_points(seat) for seat in self.model.seats}
            if shown != counted:
                self.fail(f"points in the end: engine {shown}, model {counted}")

    def fail(self, what: str) -> None:
        """The two differ."""
        raise Difference(what, self.told())

    def told(self) -> str:
        """What is played, and all that was done."""
        return "\n".join([str(self.setting), *self.lines])


def model_of(setting: Setting, events: Sequence[Event]) -> Model:
    """The model on the board as it was laid."""
    (laid,) = [event for event in events if isinstance(event, BoardLaid)]
    folder = setting.scenario.replace("-", "_")
    layout = Layout.read(BOARDS / folder / "boards" / f"{setting.board}.toml", setting.seats)
    layout.lay(
        {n: str(tile.terrain) for n, tile in enumerate(laid.tiles)},
        {n: tile.number for n, tile in enumerate(laid.tiles)},
        [(*layout.ends[harbor.path], harbor.kind.name.lower()) for harbor in laid.harbors],
        laid.robber,
    )
    return MODELS[setting.scenario](layout, setting.seats, frozenset(setting.options))


def play_kept(text: str) -> Pair:
    """Play what a difference showed once more: a setting, and what was done."""
    head, *lines = text.strip().splitlines()
    pair = Pair(read_setting(head))
    for line in map(str.strip, lines):
        if line[0].isdecimal():
            command = read_command(line)
            if pair.judge(command):
                pair.play(command)
        else:
            pair.give(read_event(line))
        pair.compare_lists()
    return pair
