"""A game told turn by turn, and its standing in lines, in both languages."""

import pytest
from click import unstyle

from service.cli.narrator import Narrator
from service.cli.standing_text import standing_lines
from settlers.v1 import alexander_pb2, game_pb2, sea_pb2, views_pb2

MARCH = """\
turn 8    seat 2 rolls 2+5
          moves the robber to hex 4; steals a card from seat 1
          Alexander comes to intersection 9: a battle, in which 1 knight of seat 3 counts; seat 2
            bids 1, seat 3 bids 3, seat 2 bids 4; seat 2 cannot pay what it bid and must discard 2
            cards; seat 2 discards 2 wool; the bidding for the battle begins anew; seat 3 bids 3;
            seat 3 pays 1 knight and takes the chip; seat 3 becomes first advisor
          builds a road; now has 1 point; seat 3 now has 4 points
turn 9    seat 3 rolls 1+1
          Alexander comes to intersection 10: a temple; nobody bids
          buys a development card
turn 10   seat 1 rolls 1+2
          the bidding for the settlement begins anew; seat 1 bids 2; seat 1 pays 1 grain and 1 coin
            and builds a settlement there
"""


MARCH_IN_CZECH = """\
tah 8     hráč 2 hází 2+5
          přesouvá zloděje na pole 4; krade kartu hráči 1
          Alexandr postupuje (křižovatka 9): bitva, platí 1 rytíř hráče 3; hráč 2 nabízí 1, hráč 3
            nabízí 3, hráč 2 nabízí 4; hráč 2 nemůže svou nabídku zaplatit a musí odhodit 2 karty;
            hráč 2 odhazuje 2 ovce; znovu začíná nabízení: bitva; hráč 3 nabízí 3; hráč 3 platí 1
            rytíře a bere žeton; hráč 3 se stává prvním rádcem
          staví silnici; má nyní 1 bod; hráč 3 má nyní 4 body
tah 9     hráč 3 hází 1+1
          Alexandr postupuje (křižovatka 10): chrám; nikdo nenabízí
          kupuje akční kartu
tah 10    hráč 1 hází 1+2
          znovu začíná nabízení: stavba vesnice; hráč 1 nabízí 2; hráč 1 platí 1 obilí a 1 zlatý a
            staví tam vesnici
"""


@pytest.mark.parametrize(("language", "told"), [("en", MARCH), ("cs", MARCH_IN_CZECH)])
def test_alexander_is_followed_turn_by_turn(language, told):
    battle, temple = alexander_pb2.MARCH_EVENT_BATTLE, alexander_pb2.MARCH_EVENT_SETTLEMENT
    story: list[tuple[str, dict[str, object]]] = [
        ("turn_started", {"turn": 8, "seat": 2}),
        ("dice_rolled", {"seat": 2, "dice": [2, 5]}),
        ("robber_moved", {"seat": 2, "hex": 4}),
        ("card_stolen", {"thief": 2, "victim": 1}),
        ("alexander_moved", {"arrow": 9, "intersection": 9}),
        ("event_chip_revealed", {"chip": battle, "intersection": 9, "knights": [0, 0, 1]}),
        ("bidding_opened", {"event": battle}),
        ("bid_made", {"seat": 2, "amount": 1}),
        ("bid_made", {"seat": 3, "amount": 3}),
        ("bid_passed", {"seat": 1}),
        ("bid_made", {"seat": 2, "amount": 4}),
        ("bid_passed", {"seat": 3}),
        ("bidding_ended", {"seat": 2, "amount": 4}),
        ("bid_defaulted", {"seat": 2, "amount": 2}),
        ("resources_discarded", {"seat": 2, "cards": {"wool": 2}}),
        ("bidding_opened", {"event": battle}),
        ("bid_passed", {"seat": 2}),
        ("bid_made", {"seat": 3, "amount": 3}),
        ("bid_passed", {"seat": 1}),
        ("bidding_ended", {"seat": 3, "amount": 3}),
        ("bid_paid", {"seat": 3, "knights": 1}),
        ("event_chip_won", {"seat": 3, "chip": battle}),
        ("event_resolved", {"seat": 3, "event": battle}),
        ("advisor_card_taken", {"seat": 3, "advisor": 1}),
        ("points_changed", {"seat": 3, "cause": "advisor", "points": 4, "total": 4}),
        ("road_built", {"seat": 2, "path": 7}),
        ("points_changed", {"seat": 2, "cause": "buildings", "points": 1, "total": 1}),
        ("turn_started", {"turn": 9, "seat": 3}),
        ("dice_rolled", {"seat": 3, "dice": [1, 1]}),
        ("alexander_moved", {"arrow": 10, "intersection": 10}),
        ("bidding_opened", {"event": temple}),
        ("bidding_ended", {}),
        ("development_card_bought", {"seat": 3}),
        ("turn_started", {"turn": 10, "seat": 1}),
        ("dice_rolled", {"seat": 1, "dice": [1, 2]}),
        ("bidding_opened", {"event": temple}),
        ("bid_made", {"seat": 1, "amount": 2}),
        ("bidding_ended", {"seat": 1, "amount": 2}),
        ("bid_paid", {"seat": 1, "cards": {"grain": 1, "coin": 1}}),
        ("settlement_built", {"seat": 1, "intersection": 10}),
        ("event_resolved", {"seat": 1, "event": temple}),
    ]
    view = game_pb2.GameView()
    view.scores.scores.extend(views_pb2.ScoreView(seat=seat) for seat in (2, 3))
    lines: list[str] = []
    narrator = Narrator(view, lines.extend, language)
    for kind, body in story:
        narrator.tell(game_pb2.RecordedEvent(event=game_pb2.Event(**{kind: body})))
    narrator.finish_turn()
    assert unstyle("\n".join([*lines, ""])) == told


def test_a_standing_is_no_wider_than_a_terminal_and_counts_as_people_do():
    view = game_pb2.GameView(coins=sea_pb2.CoinsView(coins=[0, 1]))
    for seat in (1, 2):
        view.scores.scores.add(seat=seat, total=seat)
        view.hands.hands.add(seat=seat, count=1)
        view.development.hands.add(seat=seat, played={"knight": 2, "monopoly": 1, "road_building": 1})
        view.chips.hands.add(seat=seat, famine=3, bridge=1, battle=2, statue=2)
    lines = [unstyle(line) for line in standing_lines(view)]
    assert lines[0].endswith(" 1 point")
    assert max(map(len, lines)) <= 100
    assert lines[4:] == [
        "        1 resource card; no development cards; played 2 knights, 1 road building and 1 monopoly;",
        "          1 coin; 8 event chips (3 famines, 1 bridge, 2 battles and 2 statues)",
    ]
    assert lines[2].startswith("          no coins; ")
    assert [unstyle(line) for line in standing_lines(view, "cs")][3:] == [
        "hráč 2   2 body",
        "        1 karta suroviny; žádné akční karty; zahráno: 2 rytíři, 1 stavba silnic a 1 monopol;",
        "          1 zlatý; 8 žetonů událostí (3× hlad, 1× most, 2× bitva a 2× socha)",
    ]
