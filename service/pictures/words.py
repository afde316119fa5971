"""All words of a picture: what things are called, and what the titles, the panel and the legend say."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from settlers.v1 import alexander_pb2, board_pb2, cards_pb2, cheops_pb2, game_pb2, great_race_pb2, table_pb2, views_pb2


def _named(enum: Any) -> Mapping[int, str]:
    names = {number: name for name, number in enum.items()}
    prefix = len(names[0]) - len("UNSPECIFIED")
    return {number: name[prefix:].replace("_", " ").lower() for number, name in names.items() if number}


TERRAINS = _named(board_pb2.Terrain)
HARBORS = {**_named(board_pb2.Harbor), board_pb2.HARBOR_GENERAL: "any one good"}
EVENTS = _named(alexander_pb2.MarchEvent)
SCENARIOS = {
    "classic": "Classic",
    "cheops": "Cheops",
    "alexander": "Alexander the Great",
    "great-race": "The Great Race",
}
REGIONS = {
    "nile": "the Nile",
    "red_sea": "the Red Sea",
    "pyramid": "the site of the pyramid",
    "storm": "sea with a storm",
    "forbidden": "forbidden land",
}
"""Regions that say more of a hex than its terrain does."""
LANDS = {"home": "home island", "strip": "coastal strip", "gold": "gold island"}
"""Regions that are told besides the terrain."""
WATERS = {"nile": "Nile", "red_sea": "Red Sea"}
"""What is written on the board for a region of water."""
MARKS = {
    "start": "starting place",
    "site": "place at the pyramid's site",
    "red": "red point: a city here wins",
}
STOPS = {
    "temple": "temple: bid for a settlement",
    "chip": "event chip, face down",
    "empty": "stop where nothing waits",
    "seven": "crossed only on a 7",
}
ADVISORS = {1: "1st advisor", 2: "2nd advisor", 3: "3rd advisor"}
RESOURCES = tuple(field.name for field in cards_pb2.Resources.DESCRIPTOR.fields)

MACEDONIA, PERSEPOLIS = "Macedonia", "Persepolis"
PYRAMID, PHARAOH = "The pyramid", "the Pharaoh"
BANK, FACE_DOWN, MARCH = "Bank", "Face down", "Alexander's march"
NOT_LAID = "The board is not laid yet."
BLESSING, BLESSED = "Blessing", "has the Pharaoh's Blessing"
CURSE, CURSED = "Curse", "has the Pharaoh's Curse"
SETTLEMENT, CITY, ROAD, SHIP = "settlement", "city", "road", "ship"
GENERAL_HARBOR, SPECIAL_HARBOR = "harbor, 3 of any for 1", "harbor, 2 of this for 1"
ROBBER, ALEXANDER = "robber", "Alexander"
CROSSED, PROTECTED = "crossed", "no settlement yet"
CROSSED_HERE, PROTECTED_HERE = "Crossed by Alexander,", "No settlement yet: protected,"

_YIELDS = {
    board_pb2.TERRAIN_HILLS: "hills: brick",
    board_pb2.TERRAIN_FOREST: "forest: lumber",
    board_pb2.TERRAIN_PASTURE: "pasture: wool",
    board_pb2.TERRAIN_FIELDS: "fields: grain",
    board_pb2.TERRAIN_MOUNTAINS: "mountains: ore",
    board_pb2.TERRAIN_GOLD_RIVER: "gold river",
    board_pb2.TERRAIN_UNKNOWN: "face down",
}

_GROUNDS = {
    "nile": "Nile",
    "red_sea": "Red Sea",
    "pyramid": "site of the pyramid",
    "storm": "storm: no ship on its sides",
    "forbidden": "forbidden: no pieces there",
}

_TIE = "\N{NO-BREAK SPACE}"


def counted(count: int, name: str, plural: str = "") -> str:
    """Count things: "no cards", "1 card", "3 cards"."""
    return f"{count or 'no'} {name if count == 1 else plural or name + 's'}"


def listed(parts: Iterable[str]) -> str:
    """Put words together: "a, b and c"."""
    *most, last = [*parts] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def hex_words(tile: views_pb2.HexView) -> str:
    """Say what a hex is, like "fields 8" or "sea with a storm"."""
    word = REGIONS.get(tile.region) or TERRAINS.get(tile.terrain, "?")
    return f"{word} {tile.number}" if tile.number else word


def hex_title(tile: views_pb2.HexView, *, robber: bool) -> str:
    """Say all that is known of a hex."""
    land = f", {LANDS[tile.region]}" if tile.region in LANDS else ""
    unknown = ", face down" if tile.terrain == board_pb2.TERRAIN_UNKNOWN else ""
    return f"Hex {tile.hex}: {hex_words(tile)}{land}{unknown}{'; the robber' if robber else ''}"


def spot_title(what: str, spot: int, around: Iterable[views_pb2.HexView]) -> str:
    """Say what is at an intersection, and where that is."""
    where = listed(dict.fromkeys(hex_words(tile) for tile in around))
    return f"{what} at intersection {spot}{f', by {where}' if where else ''}"


def path_title(what: str, path: int) -> str:
    """Say what lies on a path."""
    return f"{what} on path {path}"


def piece(kind: str, seat: int) -> str:
    """Name a piece: "settlement of seat 2"."""
    return f"{kind} of seat {seat}"


def harbor_title(kind: int, path: int) -> str:
    """Say what a harbor trades, and where."""
    rate = 3 if kind == board_pb2.HARBOR_GENERAL else 2
    return f"Harbor on path {path}: {rate} of {HARBORS.get(kind, '?')} for 1 of another"


def bag_words(bag: cards_pb2.Goods) -> str:
    """Write cards out: "2 brick and 1 ore"."""
    return listed(f"{count} {field.name.replace('_', ' ')}" for field, count in bag.ListFields()) or "nothing"


def seats_words(seats: Sequence[int]) -> str:
    """Name seats: "seats 1 and 3"."""
    return f"seat{'s' if len(seats) > 1 else ''} {listed(map(str, seats))}"


def turn_words(turn: views_pb2.TurnView) -> str:
    """Say which turn it is, or who won."""
    if turn.over:
        return f"{seats_words(turn.winners).capitalize()} won in turn {turn.turn}" if turn.winners else "Nobody won"
    return f"Turn {turn.turn}, seat {turn.seat}" if turn.turn else "Before the first turn"


def waiting_words(prompts: Sequence[table_pb2.Prompt]) -> str:
    """Say who is asked for what, the topmost prompt first."""
    asked = [
        f"{seats_words([demand.seat for demand in prompt.demands])} ({prompt.kind.replace('_', ' ')})".replace(
            " ", _TIE
        )
        for prompt in reversed(prompts)
    ]
    return f"Waits for {', then '.join(asked)}" if asked else ""


def subtitle(view: game_pb2.GameView) -> str:
    """Say which board it is, and when."""
    return f"board {view.board.name}, version {view.version}" if view.board.name else f"version {view.version}"


def points_words(points: int) -> str:
    """Count victory points."""
    return f"{points} point{'' if points == 1 else 's'}"


def march_words(view: game_pb2.GameView) -> str:
    """Say how far Alexander has come."""
    march, stops = view.march, len(view.board.route.stops)
    if not march.arrow:
        return f"{MACEDONIA}; {counted(march.chips_left, 'chip')} ahead"
    if not march.HasField("next"):
        return f"he is in {PERSEPOLIS}"
    return f"crossed {march.arrow} of {stops}; {counted(march.chips_left, 'chip')} ahead"


def bidding_words(bidding: alexander_pb2.BiddingView) -> str:
    """Say how the bidding for an event stands."""
    if bidding.bidder:
        return f"highest bid {bidding.highest}, of seat {bidding.bidder}"
    return "no bid yet" if bidding.open else "nobody bid"


def description(view: game_pb2.GameView) -> str:
    """Say in words how the game stands."""
    told = [turn_words(view.turn)]
    if waiting := waiting_words(view.turn.prompts):
        told.append(waiting)
    race = view.HasField("unknown")
    for seat in range(1, view.table.seats + 1):
        settlements = sum(each.seat == seat for each in view.buildings.settlements)
        cities = sum(each.seat == seat for each in view.buildings.cities)
        built = f"{counted(settlements, 'settlement')}, {counted(cities, 'city', 'cities')}"
        points = [points_words(each.total) for each in view.scores.scores if each.seat == seat and not race]
        told.append(f"Seat {seat}: {', '.join([*points, built])}")
    return ". ".join(told) + "."


def standing_words(view: game_pb2.GameView, seat: int) -> tuple[str, float]:
    """Say how far a seat is, and how big to write it: its public points, and those in its hand for who sees them; or
    what it has built, where points do not count.
    """
    if view.HasField("unknown"):
        settlements = sum(each.seat == seat for each in view.buildings.settlements)
        cities = sum(each.seat == seat for each in view.buildings.cities)
        return f"{counted(settlements, 'settlement')}, {counted(cities, 'city', 'cities')}", 12.5
    hidden = sum(held.cards.victory_point for held in view.development.hands if held.seat == seat)
    points = "".join(str(each.total) for each in view.scores.scores if each.seat == seat)
    return f"{points}+{hidden}" if hidden else points, 26


def seat_name(seat: int, player: str) -> str:
    """Name a seat and who sits there."""
    return f"Seat {seat} · {player}" if player else f"Seat {seat}"


def seat_title(seat: int, player: str, *, acting: bool, won: bool) -> str:
    """Say who sits there."""
    return f"Seat {seat}{f', {player}' if player else ''}{', in turn' if acting else ''}{', won' if won else ''}"


def knights_title(count: int, *, largest: bool) -> str:
    """Count played knights."""
    return f"{counted(count, 'played knight')}{'; the largest army' if largest else ''}"


def route_title(length: int, *, longest: bool) -> str:
    """Say how long a seat's longest route is."""
    return f"longest route of {counted(length, 'path')}{'; the longest trade route' if longest else ''}"


def blocks_title(count: int) -> str:
    """Count a seat's blocks."""
    return f"{counted(count, 'block')} in the pyramid"


def block_title(level: int, seat: int) -> str:
    """Say whose a block is."""
    return f"Level {level}: block of {f'seat {seat}' if seat else PHARAOH}"


def chips_title(count: int, kind: str) -> str:
    """Count a seat's event chips of a kind."""
    return f"{counted(count, 'event chip')}: {kind}"


def alexander_title(arrow: int, stops: int, path: int) -> str:
    """Say where Alexander is."""
    return path_title(f"{ALEXANDER}, after {arrow} of {stops} intersections,", path)


def arrow_title(arrow: int, path: int) -> str:
    """Say which arrow of the route lies on a path."""
    return path_title(f"Arrow {arrow} of the route", path)


def stop_words(stop: str, *, following: bool) -> str:
    """Say what waits on an intersection of the route."""
    return f"{'Next: ' if following else ''}{STOPS.get(stop, stop)},"


def event_words(event: int) -> str:
    """Say which event is not over."""
    return f"Event not over: {EVENTS.get(event, '?')},"


def edge_title(region: str, path: int) -> str:
    """Say what bars a path."""
    return path_title(f"Edge of {REGIONS[region]}", path)


def pyramid_words(pyramid: cheops_pb2.PyramidView) -> str:
    """Say how far the pyramid is."""
    if not pyramid.begun:
        return f"not begun; P: {PHARAOH}"
    return f"{len(pyramid.blocks)} of {sum(pyramid.levels)} blocks; P: {PHARAOH}"


def unknown_words(unknown: great_race_pb2.UnknownView) -> Iterator[str]:
    """Say what lies face down, and nobody knows where: the terrains, and the numbers."""
    kinds = {TERRAINS.get(each, "?"): list(unknown.terrains).count(each) for each in unknown.terrains}
    yield listed(f"{count}{_TIE}{word}" for word, count in kinds.items())
    if unknown.numbers:
        yield f"numbers {listed(map(str, unknown.numbers))}"


def supply_words(supply: alexander_pb2.SupplyView) -> str:
    """Say how much is left in the supply stack."""
    return f"{counted(supply.left, 'card')} left in the supply stack"


def offer_words(offer: views_pb2.Offer) -> str:
    """Say what is offered."""
    return f"Seat {offer.seat} offers {bag_words(offer.give)} for {bag_words(offer.take)}"


def ground_words(tile: views_pb2.HexView) -> str:
    """Say what a kind of hex is, and what it yields."""
    return _GROUNDS.get(tile.region) or _YIELDS.get(tile.terrain) or TERRAINS.get(tile.terrain, "?")


def chip_words(chip: board_pb2.ChipCount) -> str:
    """Say how many chips of a kind there are."""
    return f"{chip.kind} ({chip.count})"


def source_words(source: str) -> str:
    """Say where the board is from."""
    return f"The board: {source}"
