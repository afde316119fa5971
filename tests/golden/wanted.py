"""What the golden games of a scenario show between them, as patterns over their text."""

import re
from collections.abc import Iterable, Mapping

CLASSIC: Mapping[str, str] = {
    "bank trade at 4:1": r"^\d TradeWithBank .*rate=4",
    "bank trade at 3:1": r"^\d TradeWithBank .*rate=3",
    "bank trade at 2:1": r"^\d TradeWithBank .*rate=2",
    "an offer that is closed": r"TradeOffered offer=(\d+) .*(?:\n.*)*?\n\d CloseTrade offer=\1 ",
    "a counter-offer that is closed": r"TradeCountered offer=\d+ counter=(\d+) .*(?:\n.*)*?\n\d CloseTrade offer=\1 ",
    "an offer that falls when its maker pays": r"(?:ResourcesPaid|BankTradeMade) .*\n.* TradeFell ",
    "an offer that falls at the end of the turn": r"TurnEnded .*\n.* TradeFell ",
    "an answer that falls": r" TradeAnswerFell ",
    "a knight before the roll": r"^\d PlayKnight(?:\n .*)*PromptsChanged phase=roll",
    "a knight after the roll": r"^\d PlayKnight(?:\n .*)*PromptsChanged phase=act",
    "a robber with a theft": r"^\d MoveRobber .*victim=",
    "a robber that finds nobody": r"^\d MoveRobber hex=\d+$",
    "two seats that discard": r"\{discard \[\{discard \d \d+\} \{discard",
    "a free road given up": r"\{road_building \[\{road_building \d 1\}.*\n\d Pass",
    "two free roads": r"\{road_building \[\{road_building \d 1\}.*\n\d BuildRoad",
    "year of plenty, alike": r"^\d PlayYearOfPlenty cards=2",
    "year of plenty, two kinds": r"^\d PlayYearOfPlenty cards=1\w+\+1",
    "monopoly that takes": r" ResourcesHandedOver ",
    "a settlement that cuts a route": r"^\d BuildSettlement .*(?:\n .*)*? RouteChanged ",
    "longest route passes on": r" LongestRouteAwarded seat=(\d) (?:.*\n)+?.* LongestRouteAwarded seat=(?!\1)[1-9]",
    "largest army passes on": r" LargestArmyAwarded seat=(\d) (?:.*\n)+?.* LargestArmyAwarded seat=(?!\1)\d",
    "a bank that cannot pay": r" ResourcesProduced .*short=\[\w",
    "a win by a card that others do not see": r"card=victory_point\n.*\n.* ResourcesPaid .*\n.* GameEnded ",
    "a hidden victory point shown": r" HandShown .*victory_point",
    "something built in special building": r"phase=special_building .*\n(?:\d Pass\n.*\n)*\d Build\w+ ",
    "a card bought in special building": r"phase=special_building .*\n(?:\d Pass\n.*\n)*\d BuyDevelopmentCard",
}

CHEOPS: Mapping[str, str] = {
    "a starting ship": r"phase=setup prompts=\[\{setup_road .*\n\d BuildShip",
    "a starting coin": r" SettlementBuilt .*\n(?:.* ResourcesReceived .*\n)?.* CoinsReceived seat=\d coins=1$",
    "coins produced": r" CoinsProduced ",
    "a city at the gold": r" CoinsProduced .*\{\d 2\}",
    "coins for cards at the bank": r" BankTradeMade .*given=\dcoin",
    "a coin from the bank": r" BankTradeMade .*taken=1coin",
    "coins for cards between seats": r" TradeMade .*coin",
    "another's general harbor": r" FeePaid .*\n.* BankTradeMade .*given=3",
    "another's special harbor": r" FeePaid .*\n.* BankTradeMade .*given=2",
    "an offer that falls when its maker pays a fee": r" FeePaid (?:.*\n){2,3}.* TradeFell ",
    "a free road and a free ship": r"\d PlayRoadBuilding(?:\n .*)*\n\d BuildRoad .*(?:\n .*)*\n\d BuildShip"
    r"|\d PlayRoadBuilding(?:\n .*)*\n\d BuildShip .*(?:\n .*)*\n\d BuildRoad",
    "two free ships": r"\d PlayRoadBuilding(?:\n .*)*\n\d BuildShip .*(?:\n .*)*\n\d BuildShip",
    "the pyramid begun": r" PyramidBegun ",
    "a block through the own building": r"^\d PlacePyramidBlock$",
    "a block through another's": r"^\d PlacePyramidBlock owner=\d$",
    "two blocks in a turn": r"^(\d) PlacePyramidBlock.*\n(?: .*\n|\1 (?!Pass).*\n)*\1 PlacePyramidBlock",
    "the Pharaoh's block after a theft": r" CardStolen thief=\d victim=\d$\n.* PyramidBlockPlaced seat=0",
    "the Pharaoh's block where nobody is robbed": r" RobberMoved .*\n.* PyramidBlockPlaced seat=0",
    "a second level": r" PyramidBlockPlaced .* level=2 number=17",
    "the Blessing passes on": r" BlessingGiven seat=(\d)\n(?:.*\n)+?.* BlessingGiven seat=(?!\1)\d",
    "a Curse lifted": r" CurseLifted ",
    "a Curse that comes back": r" CurseLifted seat=(\d)\n(?:.*\n)+?.* CurseLaid seat=\1$",
    "a ship that moves": r" ShipMoved ",
    "an end by points": r" GameEnded .*cause=points",
    "an end by the Pharaoh": r" GameEnded .*cause=pharaoh",
    "an end by the pyramid": r" GameEnded .*cause=pyramid",
}

ALEXANDER: Mapping[str, str] = {
    "a first turn without a roll": r" TurnStarted seat=1 turn=1\n(?:.* SupplyCardsDrawn .*\n)+"
    r".* AlexanderMoved arrow=1 ",
    "supply that ends with cards left": r" SupplyEnded cards=\d\w",
    "supply that ends with none left": r" SupplyEnded cards=0$",
    "coins at the start": r" SuppliesLaidOut .*\n(?:.*\n)?.* CoinsReceived seat=1 coins=8$",
    "coins produced": r" CoinsProduced ",
    "coins for cards at the bank": r" BankTradeMade .*given=\dcoin",
    "a settlement": r" EventResolved event=settlement ",
    "a famine": r" EventResolved event=famine ",
    "a bridge": r" EventResolved event=bridge ",
    "a battle": r" EventResolved event=battle ",
    "a statue": r" EventResolved event=statue ",
    "a first word that is a pass": r" BiddingOpened .*\n(?:.*\n)?\d Pass(?:\n .*)*\n\d Bid ",
    "an event that nobody wants": r" BiddingEnded seat=0 amount=0$",
    "an event that stays": r" BiddingEnded seat=0 (?:(?! AlexanderMoved)[\s\S])* DiceRolled "
    r"(?:(?! AlexanderMoved)[\s\S])* BidPaid ",
    "a default": r" BidDefaulted .*\n.* PromptsChanged .*forfeit.*\n\d DiscardCards .*\n"
    r".* ResourcesDiscarded .*\n.* BiddingOpened ",
    "a bid paid in cards and coins": r" BidPaid .*cards=\d[a-z].*\+\d+coin",
    "a bid paid with coins alone": r" BidPaid .*cards=\d+coin",
    "a battle paid with knights and cards": r" BidPaid .*cards=\d+[a-z].* knights=[1-9]",
    "a battle paid with knights alone": r" BidPaid .*cards=0 knights=[1-9]",
    "a bid overpaid by a knight": r" BiddingEnded seat=(\d) amount=(?:1|2|4|5)\n(?:.*\n)?.* PayBid cards=0 knights=",
    "largest army lost": r" BidPaid .* knights=[1-9]\n.* EventChipWon .*\n.* EventResolved .*\n"
    r".* LargestArmyAwarded seat=0",
    "an advisor card from the table": r" AdvisorCardTaken .*loser=0 given=0$",
    "an advisor card from another": r" AdvisorCardTaken .*loser=[1-9] given=0$",
    "advisor cards exchanged": r" AdvisorCardTaken .*loser=[1-9] given=[1-9]$",
    "a town founded": r"^\d BuildSettlement .*\n.* SettlementBuilt .*\n.* EventResolved event=settlement",
    "a temple left": r" TempleForgone ",
    "a winner who cannot found": r" BidPaid .*\n.* EventResolved event=settlement ",
    "a settlement by roads where Alexander was": r" AlexanderMoved arrow=\d+ intersection=(\d+)\n(?:.*\n)+?"
    r"\d BuildSettlement intersection=\1\n.*\n.* ResourcesPaid ",
    "a city": r" CityBuilt ",
    "a discard above eleven": r"\{discard \[",
    "longest route": r" LongestRouteAwarded seat=[1-9]",
    "a bank that cannot pay": r" ResourcesProduced .*short=\[\w",
    "a seven waited for": r" AlexanderMoved arrow=4[789] (?:(?! AlexanderMoved)[\s\S])*? DiceRolled "
    r"(?:(?! AlexanderMoved)[\s\S])*? TurnEnded ",
    "a seven crossed by a seven": r" AlexanderMoved arrow=48 ",
    "an end in Persepolis": r" AlexanderMoved arrow=50 .*\n.* GameEnded .*cause=persepolis",
    "an end by points": r" GameEnded .*cause=points",
}

GREAT_RACE: Mapping[str, str] = {
    "a hex found by a ship": r"^\d BuildShip .*\n.* ShipBuilt .*\n(?:.* ResourcesPaid .*\n)?.* HexRevealed seat=[1-9]",
    "a hex found by a road": r"^\d BuildRoad .*\n.* RoadBuilt .*\n(?:.* ResourcesPaid .*\n)?.* HexRevealed seat=[1-9]",
    "a hex found by a moved ship": r" ShipMoved .*\n.* HexRevealed seat=[1-9]",
    "a hex found in the setup": r"\A(?:(?!.* TurnStarted ).*\n)*?.* HexRevealed seat=[1-9]",
    "a knight before the robber is in": r"^\d PlayKnight\n.* DevelopmentCardPlayed .*\n(?!.*(?:robber|LargestArmy))",
    "a finder's card": r" HexRevealed .*\n.* ResourcesReceived ",
    "a found sea": r" HexRevealed .*terrain=sea",
    "gold chosen": r"^\d ChooseGold ",
    "a free piece by a victory point": r"^\d PlayVictoryPoint",
    "a landing": r" LandingCardDrawn ",
    "a ship moved": r" ShipMoved ",
    "the robber comes in": r" RobberMoved seat=\d origin=- ",
    "a robber that takes from two": r"^\d MoveRobber .*second=",
    "special building": r"phase=special_building prompts=\[\{build ",
    "an open map": r" HexRevealed seat=0 ",
    "a win on a red point": r" GameEnded .*cause=gold",
}

WANTED: Mapping[str, Mapping[str, str]] = {
    "classic": CLASSIC,
    "cheops": CHEOPS,
    "alexander": ALEXANDER,
    "great-race": GREAT_RACE,
}


def missing(scenario: str, texts: Iterable[str]) -> list[str]:
    """List what no text of a scenario's golden games shows, of what they should."""
    patterns = WANTED.get(scenario, {})
    games = list(texts)
    return [what for what, pattern in patterns.items() if not any(re.search(pattern, t, re.MULTILINE) for t in games)]
