"""Asking for a game: what was asked is checked, and becomes the event that creates the game."""

import secrets
from collections.abc import Sequence

import msgspec

from domain.board.plan import Plan
from domain.chance import SEED_SIZE, commitment
from domain.components import Terrain
from domain.engine import RULES_VERSION, GameCreated
from domain.scenarios import SCENARIOS
from service.faults import Fault, Trouble

LONGEST_REFERENCE = 128
"""Characters of a player's reference at most."""


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked for: a scenario for a number of seats, and what of it is chosen."""

    scenario: str
    seats: int
    options: Sequence[str] = ()
    board: str = ""
    players: Sequence[str] = ()
    seed: bytes | None = None
    robber: int | None = None
    """The hex where the robber starts; none: where the scenario puts it."""


def creation(asked: NewGame) -> GameCreated:
    """Make the first event of a game.

    Raises ``Fault`` for an unknown scenario, option or board, a number of seats that it is not played by or that the
    board is not for, references that are not one for each seat, or a hex where the robber may not start.
    """
    scenario_key, seats, board, players = asked.scenario, asked.seats, asked.board, asked.players
    scenario = SCENARIOS.get(scenario_key)
    if scenario is None:
        known = ", ".join(SCENARIOS)
        raise Fault(Trouble.UNKNOWN_SCENARIO, f"the scenarios are: {known}", field="scenario", scenario=scenario_key)
    try:
        scenario = scenario.with_options(asked.options)
    except KeyError as error:
        known = ", ".join(option.key for option in scenario.options)
        message = f"the options of {scenario_key} are: {known}"
        raise Fault(
            Trouble.UNKNOWN_OPTION, message, field="options", scenario=scenario_key, option=error.args[0]
        ) from None
    if seats not in scenario.seats:
        message = f"{scenario_key} is played by {_or(scenario.seats)}"
        raise Fault(Trouble.WRONG_NUMBER_OF_SEATS, message, field="seats", seats=seats, allowed=scenario.seats)
    if players and len(players) != seats:
        message = f"{len(players)} player_refs for {seats} seats"
        raise Fault(Trouble.MALFORMED, message, field="player_refs")
    if any(len(reference) > LONGEST_REFERENCE for reference in players):
        message = f"a player's reference has at most {LONGEST_REFERENCE} characters"
        raise Fault(Trouble.MALFORMED, message, field="player_refs")
    name = board or scenario.boards_for(seats)[0]
    plan = scenario.boards.get(name)
    if plan is None:
        known = ", ".join(scenario.boards)
        raise Fault(
            Trouble.UNKNOWN_BOARD,
            f"the boards of {scenario_key} are: {known}",
            field="board",
            scenario=scenario_key,
            board=board,
        )
    if name not in scenario.boards_for(seats):
        allowed = tuple(n for n in scenario.seats if name in scenario.boards_for(n))
        message = f"board {name} of {scenario_key} is for {_or(allowed)}"
        raise Fault(Trouble.WRONG_NUMBER_OF_SEATS, message, field="board", seats=seats, allowed=allowed)
    secret = asked.seed if asked.seed is not None else secrets.token_bytes(SEED_SIZE)
    return GameCreated(
        scenario=scenario_key,
        options=scenario.chosen,
        seats=seats,
        players=tuple(players) or ("",) * seats,
        board=_with_robber(plan(), asked.robber),
        rules_version=RULES_VERSION,
        commitment=commitment(secret),
        seed_chosen=asked.seed is not None,
        seed=secret,
    )


def created_anew(created: GameCreated) -> GameCreated:
    """Make the first event of a game once more from what it says was asked for; the seed is taken as it is.

    Raises ``Fault`` as ``creation`` does: such a game cannot be asked for.
    """
    asked = NewGame(
        scenario=created.scenario,
        seats=created.seats,
        options=created.options,
        board=created.board.name,
        players=created.players,
        seed=created.seed,
        robber=created.board.robber,
    )
    return msgspec.structs.replace(creation(asked), commitment=created.commitment, seed_chosen=created.seed_chosen)


def _or(seats: Sequence[int]) -> str:
    return " or ".join(map(str, seats))


def _with_robber(plan: Plan, robber: int | None) -> Plan:
    """Put the robber where the creator wants it: on a desert that chance does not move, outside all regions (C1.3)."""
    if robber is None:
        return plan
    allowed = [n for n, spot in enumerate(plan.hexes) if spot.terrain is Terrain.DESERT and not spot.region]
    if robber not in allowed:
        known = ", ".join(map(str, allowed)) or "none"
        message = f"the hexes of board {plan.name} where the robber may start are: {known}"
        raise Fault(Trouble.MALFORMED, message, field="robber_hex")
    return msgspec.structs.replace(plan, robber=robber)
