"""`settlers games` and `settlers rebuild`: the list of games, and how it is made again."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import click

from service.bots import Client
from service.cli.canvas import FAINT, styled
from service.cli.failures import notice
from service.cli.sources import StoredGames, check_one_source, source_options
from service.config import Settings
from service.lists import GameList
from service.texts.scenarios import points_count
from settlers.v1 import game_service_pb2

STATES = {
    "running": game_service_pb2.GAME_STATE_RUNNING,
    "over": game_service_pb2.GAME_STATE_OVER,
    "damaged": game_service_pb2.GAME_STATE_DAMAGED,
}

Summary = game_service_pb2.GameSummary


@click.command(short_help="List the games, the newest first.")
@click.option("--state", type=click.Choice(list(STATES)), help="Only games in this state.")
@click.option("--scenario", metavar="KEY", default="", help="Only games of this scenario.")
@click.option("--player", metavar="REFERENCE", default="", help="Only games at which this player has a seat.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many to list at most.")
@source_options
def games(state: str | None, scenario: str, player: str, limit: int, server: str | None, store: Path | None) -> None:
    """List games as everyone may see them: whose turn it is, the public points of each seat, who won.

    \b
    Examples:
      settlers games
      settlers games --state running --scenario cheops
      settlers games --player p-4711 --store settlers.db
    """
    check_one_source(server, store)
    wanted = STATES[state] if state else game_service_pb2.GAME_STATE_UNSPECIFIED
    if store:
        request = game_service_pb2.ListGamesRequest(state=wanted, scenario=scenario, player_ref=player)
        with closing(StoredGames(store, write=True)) as stored, stored.game_list() as listed:
            _print(_all_pages(listed, request), limit)
    else:
        with Client(server or Settings().address) as client:
            _print(client.games(state=wanted, scenario=scenario, player=player), limit)


@click.command(short_help="Make the list of a store's games again.")
@click.option("--store", metavar="FILE", type=click.Path(path_type=Path), required=True, help="The store.")
def rebuild(store: Path) -> None:
    """Throw the list of a store's games away, and make it again from the events. Servers may go on meanwhile.

    \b
    Example:
      settlers rebuild --store settlers.db
    """
    with closing(StoredGames(store, write=True)) as stored, stored.game_list() as listed:
        with click.progressbar(length=stored.events_stored(), label="Reading events") as bar:
            count = listed.rebuild(lambda position: bar.update(position - bar.pos))
        listed_games = sum(1 for _ in _all_pages(listed, game_service_pb2.ListGamesRequest()))
        click.echo(f"{count} events, {listed_games} games listed.")
        for line in stored.stray_lines():
            notice(line)


def _all_pages(listed: GameList, request: game_service_pb2.ListGamesRequest) -> Iterator[Summary]:
    more = True
    while more:
        page = listed.page(request)
        yield from page.games
        request.page_token = page.next_page_token
        more = bool(page.next_page_token)


def _print(found: Iterator[Summary], limit: int) -> None:
    shown = list(islice(found, limit + 1))
    for game in shown[:limit]:
        known = game.HasField("last_event_at")  # of a damaged game it may not be
        moved = f"{game.last_event_at.ToDatetime().isoformat(' ', 'minutes')} UTC" if known else ""
        scores = " ".join(map(str, game.scores)) if points_count(game.scenario) else ""
        click.echo(f"{game.game_id}  {game.scenario:<10}  {_standing(game):<24}  {scores:<17}  {styled(moved, FAINT)}")
    if not shown:
        click.echo("There are no such games.")
    elif len(shown) > limit:
        click.echo("There are more: --limit says how many to list.")


def _standing(game: Summary) -> str:
    if game.state == game_service_pb2.GAME_STATE_DAMAGED:
        return "damaged"
    if game.state == game_service_pb2.GAME_STATE_OVER:
        return f"won by seat {' and '.join(map(str, game.winners))}"
    asked = sorted({demand.seat for prompt in game.prompts for demand in prompt.demands})
    waits = f"waits for {', '.join(map(str, asked))}"
    return f"turn {game.turn}, {waits}" if game.turn else f"setup, {waits}"
