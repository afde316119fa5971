"""`settlers demo`: bots play a whole game, as ordinary clients of a server."""

import hashlib
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path

import click

from domain.scenarios import SCENARIOS
from service.bots import BOTS, Bot, Client, Refused, ServerAway, play_match
from service.bots.messages import SPECTATOR
from service.cli.board_text import draw_board
from service.cli.failures import notice
from service.cli.narrator import Narrator
from service.cli.own_server import OwnServer
from service.cli.standing_text import standing_lines, turn_line
from service.texts import DEFAULT_LANGUAGE, LANGUAGES, Places, catalogue, say_event
from service.texts.scenarios import options_text, scenario_title
from service.texts.words import capitalized, in_row
from settlers.v1 import game_pb2

FIRST_PATIENCE, PATIENCE = 5.0, 300.0
"""Seconds to wait for a server that was never there, and for one that was."""

USUAL_SEATS = 4

AFTER_THE_END = 2
"""Events that tell of the end, besides each seat's cards: the end itself, and the seed."""


class Stage:
    """The server on which a demo plays, and the way to it; ``own`` is its own server, where none was named."""

    def __init__(self, client: Client, own: OwnServer | None) -> None:
        self.client = client
        self.own = own
        self._away = False
        client.on_away = self._go_without
        client.on_back = self._go_on

    @property
    def where(self) -> str:
        """The options that lead to the same games again."""
        return f"--store {self.own.store}" if self.own else f"--server {self.client.address}"

    def create_game(
        self, scenario: str, seats: int | None, board: str, options: Sequence[str], seed: int | None
    ) -> str:
        """Create a game, with the chosen dice where the server lets them be chosen."""
        known = {found.key: found.seats for found in self.client.scenarios().scenarios}
        usual = known.get(scenario, [USUAL_SEATS])
        seats = seats or (USUAL_SEATS if USUAL_SEATS in usual else max(usual))
        try:
            return self._create(scenario, seats, board, options, seed)
        except Refused as refusal:
            option = _option_for(scenario, seats)
            if refusal.reason != "WRONG_NUMBER_OF_SEATS" or not option or option in options:
                raise
            message = f"{refusal.message}; by {seats} with --option {option}"
            raise Refused(refusal.code, refusal.reason, message, refusal.facts) from None

    def _create(self, scenario: str, seats: int, board: str, options: Sequence[str], seed: int | None) -> str:
        if seed is not None:
            try:
                return self.client.create(scenario, seats, board=board, options=options, seed=_seed_of(seed))
            except Refused as refusal:
                if refusal.reason != "SEED_NOT_ALLOWED":
                    raise
                notice("this server draws its own dice; the seed holds for the bots alone")
        return self.client.create(scenario, seats, board=board, options=options)

    def _go_without(self) -> None:
        if not self._away:
            wait = self.client.patience
            patience = f"{wait / 60:.0f} minutes" if wait > 60 else f"{wait:.0f} seconds"
            notice(f"the server on {self.client.address} does not answer; waiting for it, up to {patience}")
            self._away = True
        if self.own and self.own.start_again_if_dead():
            notice(f"the server had died; it is started again on {self.own.store}")

    def _go_on(self) -> None:
        notice("the server answers again; the game goes on")
        self._away = False


@click.command()
@click.argument("scenario", default="classic")
@click.option("--seats", metavar="N", type=click.IntRange(min=1), help="How many seats.  [default: 4, or the most]")
@click.option("--board", metavar="NAME", default="", help="One of the scenario's boards.  [default: the first]")
@click.option("--option", "options", metavar="KEY", multiple=True, help="One of the scenario's options; repeat it.")
@click.option(
    "--bot",
    "bots",
    type=click.Choice(list(BOTS)),
    multiple=True,
    default=("greedy",),
    help="Who plays; repeat it to seat them in turn.  [default: greedy]",
)
@click.option("--seed", metavar="N", type=int, help="Play the same game again: dice, cards and bots.")
@click.option("--pace", metavar="SECONDS", type=click.FloatRange(min=0), default=0.0, help="Rest after each turn.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=DEFAULT_LANGUAGE,
    show_default=True,
    help="In which language the game is told.",
)
@click.option("--server", metavar="ADDRESS", help="Play on this server; else on one of the demo's own.")
@click.option("--store", metavar="FILE", help="Where the demo's own server keeps the game.  [default: a new file]")
@click.option("--game", "game_id", metavar="ID", help="Go on with this game.")
@click.pass_context
def demo(
    context: click.Context,
    scenario: str,
    seats: int | None,
    board: str,
    options: Sequence[str],
    bots: Sequence[str],
    seed: int | None,
    pace: float,
    language: str,
    server: str | None,
    store: str | None,
    game_id: str | None,
) -> None:
    """Watch bots play a whole game.

    They are ordinary gRPC clients. Without --server the demo starts a server of its own. Kill a server while they play
    (kill -9), start it again on the same store: the game goes on.

    \b
    Examples:
      settlers demo
      settlers demo classic --board spiral --seed 7 --pace 0.5
      settlers demo cheops --seats 3 --option seafarers_ships
      settlers demo great-race --language cs
      settlers demo --bot greedy --bot random --server 127.0.0.1:50051
    """
    if server and store:
        raise click.UsageError("name a --server or a --store, not both")
    with ExitStack() as stack:
        own = None
        if server is None:
            own = stack.enter_context(OwnServer(store or _new_file(), allow_seeds=seed is not None))
        address = own.address if own else server or ""
        client = stack.enter_context(Client(address, patience=FIRST_PATIENCE))
        stage = Stage(client, own)
        new = game_id is None
        if game_id is None:
            game_id = stage.create_game(scenario, seats, board, options, seed)
        client.patience = PATIENCE
        try:
            _play(stage, game_id, bots, seed, pace, language, new=new)
        except (KeyboardInterrupt, ServerAway) as end:
            again = f" --seed {seed}" if seed is not None else ""
            notice(f"game {game_id} is not over; go on with: settlers demo --game {game_id} {stage.where}{again}")
            if isinstance(end, ServerAway):
                raise
            context.exit(1)


def _play(
    stage: Stage, game_id: str, bots: Sequence[str], seed: int | None, pace: float, language: str, *, new: bool
) -> None:
    """Play a game from where it stands to its end, and tell it; from its beginning on if it has hardly begun."""
    client, texts = stage.client, catalogue(language)
    view = client.view(game_id)
    names = list(islice(cycle(bots), view.table.seats))
    players = (texts.say("story-player", seat=seat, bot=name) for seat, name in enumerate(names, start=1))
    heading = texts.say(
        "story-game",
        game=game_id,
        scenario=scenario_title(view.table.scenario, language),
        options=options_text(texts, view.table.options),
        board=view.board.name,
        players=in_row(texts, players),
    )
    click.echo(heading)
    click.echo()

    def say(lines: list[str]) -> None:
        for line in lines:
            click.echo(line)
        time.sleep(pace)

    # Without a setup phase a new game is in its first turn at once.
    told = 0 if new or not view.turn.turn else view.version
    narrator = Narrator(view if told else client.view(game_id, version=1), say, language)
    narrator.places = Places(view.board, language)

    def tell(recorded: game_pb2.RecordedEvent) -> None:
        if recorded.event.WhichOneof("event") == "board_laid":
            narrator.places = Places(client.view(game_id).board, language)
        narrator.tell(recorded)

    seated: dict[int, Bot] = {seat: BOTS[name]() for seat, name in enumerate(names, start=1)}
    luck = secrets.token_hex(8) if seed is None else str(seed)
    play_match(client, game_id, seated, seed=luck, told=told, tell=tell)
    narrator.finish_turn()

    view = client.view(game_id, SPECTATOR, reveal=True)
    click.echo()
    for line in (
        *draw_board(view, language),
        "",
        *standing_lines(view, language),
        "",
        *_ending(client, view, language),
    ):
        click.echo(line)
    spoken = f" --language {language}" if language != DEFAULT_LANGUAGE else ""
    click.echo(texts.say("story-again", command=f"settlers show {game_id}{spoken} {stage.where}"))


def _ending(client: Client, view: game_pb2.GameView, language: str) -> Iterator[str]:
    """Say who won, and by what, where it was not simply by points."""
    yield turn_line(view, language)
    for recorded in client.events(view.game_id, after=max(0, view.version - AFTER_THE_END - view.table.seats)):
        if recorded.event.game_ended.cause not in ("", "points"):
            text = say_event(recorded.event, language)
            yield catalogue(language).say("story-sentence", sentence=capitalized(text))


def _new_file() -> str:
    """Make a folder of its own for a store that can be looked at afterwards."""
    return str(Path(tempfile.mkdtemp(prefix="settlers-demo-")) / "games.db")


def _option_for(scenario: str, seats: int) -> str:
    """Find the option by which a scenario can be played by so many seats; nothing where there is none."""
    known = SCENARIOS.get(scenario)
    keys = [option.key for option in known.options] if known else []
    return next((key for key in keys if known and seats in known.with_options([key]).seats), "")


def _seed_of(number: int) -> bytes:
    return hashlib.sha256(f"settlers demo {number}".encode()).digest()
