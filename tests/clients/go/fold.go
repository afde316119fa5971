// A client that keeps a game by its events alone, as proto/FOLDING.md says: it knows the contract, but no rule.
package main

import (
	"fmt"
	"sort"

	"google.golang.org/protobuf/proto"

	pb "settlers/v1"
)

var always = []string{
	"table", "board", "turn", "scores", "hands", "buildings", "roads", "robber", "trading", "development",
}

var playedWith = map[string][]string{
	"classic":    {"routes", "army"},
	"cheops":     {"army", "ships", "coins", "harbors", "pyramid", "favor"},
	"alexander":  {"routes", "army", "coins", "march", "bidding", "chips", "supply", "advisors"},
	"great-race": {"ships", "unknown"},
}

var byOption = map[string]string{"largest_army": "army"}

// A Client is one viewer's copy of a game.
type Client struct {
	View   *pb.GameView
	viewer *pb.Viewer
	plan   *pb.Plan
	shown  []*pb.HandShown
}

// NewClient begins with the empty view.
func NewClient(gameID string, viewer *pb.Viewer) *Client {
	return &Client{View: &pb.GameView{GameId: gameID}, viewer: viewer}
}

// Apply folds the next event. It fails at an event that this client does not know: it must stop, not skip.
func (c *Client) Apply(recorded *pb.RecordedEvent) error {
	if recorded.Version != c.View.Version+1 {
		return fmt.Errorf("an event is missing before version %d", recorded.Version)
	}
	c.View.Version = recorded.Version
	v := c.View
	switch e := recorded.GetEvent().GetEvent().(type) {
	// The table
	case *pb.Event_GameCreated:
		return c.create(e.GameCreated)
	case *pb.Event_NonceGiven:
		v.Table.Nonces[e.NonceGiven.Seat-1] = e.NonceGiven.Nonce
	case *pb.Event_BoardLaid:
		c.layBoard(e.BoardLaid)
	case *pb.Event_PromptsChanged:
		c.ask(e.PromptsChanged)
	case *pb.Event_PointsChanged:
		c.score(e.PointsChanged)
	case *pb.Event_GameEnded:
		v.Turn.Prompts, v.Turn.Over, v.Turn.Winners = nil, true, e.GameEnded.Winners
		v.Trading.Offer = nil
	case *pb.Event_SeedRevealed:
	case *pb.Event_HandShown:
		c.show(e.HandShown)

	// Turns and resource cards
	case *pb.Event_SuppliesLaidOut:
		v.Hands.Bank = proto.Clone(e.SuppliesLaidOut.Bank).(*pb.Resources)
		v.Development.Deck = total(e.SuppliesLaidOut.DevelopmentDeck)
	case *pb.Event_TurnStarted:
		v.Turn.Seat, v.Turn.Turn, v.Turn.Dice = e.TurnStarted.Seat, e.TurnStarted.Turn, nil
	case *pb.Event_TurnEnded:
	case *pb.Event_DiceRolled:
		v.Turn.Dice = e.DiceRolled.Dice
	case *pb.Event_ResourcesProduced:
		for _, gain := range e.ResourcesProduced.Gains {
			c.fromBank(gain.Seat, gain.Cards, 1)
		}
	case *pb.Event_ResourcesReceived:
		c.fromBank(e.ResourcesReceived.Seat, e.ResourcesReceived.Cards, 1)
	case *pb.Event_ResourcesPaid:
		c.fromBank(e.ResourcesPaid.Seat, e.ResourcesPaid.Cards, -1)
	case *pb.Event_ResourcesDiscarded:
		c.fromBank(e.ResourcesDiscarded.Seat, e.ResourcesDiscarded.Cards, -1)
	case *pb.Event_ResourcesHandedOver:
		c.passOn(e.ResourcesHandedOver.Giver, e.ResourcesHandedOver.Taker, e.ResourcesHandedOver.Cards)
	case *pb.Event_BankTradeMade:
		c.fromBank(e.BankTradeMade.Seat, e.BankTradeMade.Given, -1)
		c.fromBank(e.BankTradeMade.Seat, e.BankTradeMade.Taken, 1)
	case *pb.Event_CardStolen:
		c.takeOne(e.CardStolen.Thief, e.CardStolen.Victim, e.CardStolen.Resource)

	// Pieces
	case *pb.Event_RobberMoved:
		v.Robber.Hex = proto.Uint32(e.RobberMoved.Hex)
	case *pb.Event_RoadBuilt:
		v.Roads.Roads = append(v.Roads.Roads, &pb.RoadView{Seat: e.RoadBuilt.Seat, Path: e.RoadBuilt.Path})
		sort.Slice(v.Roads.Roads, func(i, j int) bool { return bySeat(v.Roads.Roads[i], v.Roads.Roads[j]) })
	case *pb.Event_ShipBuilt:
		c.putShip(e.ShipBuilt.Seat, e.ShipBuilt.Path)
	case *pb.Event_ShipMoved:
		c.moveShip(e.ShipMoved)
	case *pb.Event_SettlementBuilt:
		built := &pb.BuildingView{Seat: e.SettlementBuilt.Seat, Intersection: e.SettlementBuilt.Intersection}
		v.Buildings.Settlements = putBuilding(v.Buildings.Settlements, built)
	case *pb.Event_CityBuilt:
		c.buildCity(e.CityBuilt)
	case *pb.Event_RouteChanged:
		v.Routes.Lengths[e.RouteChanged.Seat-1] = e.RouteChanged.Length
	case *pb.Event_LongestRouteAwarded:
		v.Routes.Owner = e.LongestRouteAwarded.Seat
	case *pb.Event_LargestArmyAwarded:
		v.Army.Owner = e.LargestArmyAwarded.Seat

	// Development cards
	case *pb.Event_DevelopmentCardBought:
		hand := c.development(e.DevelopmentCardBought.Seat)
		v.Development.Deck--
		hand.Count++
		if e.DevelopmentCardBought.Card != nil {
			addCard(hand.Cards, e.DevelopmentCardBought.GetCard(), 1)
		}
	case *pb.Event_DevelopmentCardPlayed:
		hand := c.development(e.DevelopmentCardPlayed.Seat)
		hand.Count--
		addCard(hand.Played, e.DevelopmentCardPlayed.Card, 1)
		addCard(hand.Cards, e.DevelopmentCardPlayed.Card, -1)
	case *pb.Event_MonopolyDeclared:

	// Trade
	case *pb.Event_TradeOffered:
		o := e.TradeOffered
		v.Trading.Offer = &pb.Offer{Number: o.Offer, Seat: o.Seat, Give: o.Give, Take: o.Take, To: o.To}
	case *pb.Event_TradeAccepted:
		c.noAnswer(e.TradeAccepted.Seat)
		v.Trading.Offer.Accepted = append(v.Trading.Offer.Accepted, e.TradeAccepted.Seat)
	case *pb.Event_TradeDeclined:
		c.noAnswer(e.TradeDeclined.Seat)
	case *pb.Event_TradeAnswerFell:
		c.noAnswer(e.TradeAnswerFell.Seat)
	case *pb.Event_TradeCountered:
		o := e.TradeCountered
		c.noAnswer(o.Seat)
		counter := &pb.Counter{Number: o.Counter, Seat: o.Seat, Give: o.Give, Take: o.Take}
		v.Trading.Offer.Counters = append(v.Trading.Offer.Counters, counter)
	case *pb.Event_TradeMade:
		c.passOn(e.TradeMade.Seat, e.TradeMade.Partner, e.TradeMade.Given)
		c.passOn(e.TradeMade.Partner, e.TradeMade.Seat, e.TradeMade.Taken)
		v.Trading.Offer = nil
	case *pb.Event_TradeWithdrawn, *pb.Event_TradeFell:
		v.Trading.Offer = nil

	// Coins, and the pyramid
	case *pb.Event_CoinsReceived:
		c.coins(e.CoinsReceived.Seat, int(e.CoinsReceived.Coins))
	case *pb.Event_CoinsProduced:
		for _, gain := range e.CoinsProduced.Gains {
			c.coins(gain.Seat, int(gain.Coins))
		}
	case *pb.Event_FeePaid:
		c.coins(e.FeePaid.Seat, -int(e.FeePaid.Coins))
		c.coins(e.FeePaid.Owner, int(e.FeePaid.Coins))
	case *pb.Event_PyramidLaidOut:
		v.Pyramid.Levels, v.Pyramid.PharaohLeft = e.PyramidLaidOut.Levels, e.PyramidLaidOut.PharaohBlocks
		for n := range v.Pyramid.Left {
			v.Pyramid.Left[n] = e.PyramidLaidOut.Blocks
		}
	case *pb.Event_PyramidBegun:
		v.Pyramid.Begun = true
	case *pb.Event_PyramidBlockPlaced:
		seat := e.PyramidBlockPlaced.Seat
		v.Pyramid.Blocks = append(v.Pyramid.Blocks, seat)
		if seat > 0 {
			v.Pyramid.Left[seat-1]--
		} else {
			v.Pyramid.PharaohLeft--
		}
	case *pb.Event_BlessingGiven:
		v.Favor.Blessed = e.BlessingGiven.Seat
	case *pb.Event_CurseLaid:
		v.Favor.Cursed = sorted(append(v.Favor.Cursed, e.CurseLaid.Seat))
	case *pb.Event_CurseLifted:
		v.Favor.Cursed = without(v.Favor.Cursed, e.CurseLifted.Seat)

	// Alexander's march
	case *pb.Event_SupplyStackLaidOut:
		v.Supply.Left = total(e.SupplyStackLaidOut.Cards)
	case *pb.Event_SupplyCardsDrawn:
		hand := c.hand(e.SupplyCardsDrawn.Seat)
		v.Supply.Left -= e.SupplyCardsDrawn.Count
		hand.Count += e.SupplyCardsDrawn.Count
		if e.SupplyCardsDrawn.Cards != nil {
			add(hand.Cards, e.SupplyCardsDrawn.Cards, 1)
		}
	case *pb.Event_SupplyEnded:
		v.Supply.Left = 0
		add(v.Hands.Bank, e.SupplyEnded.Cards, 1)
	case *pb.Event_AlexanderMoved:
		v.March.Arrow = e.AlexanderMoved.Arrow
		c.lookAhead()
		if v.Board.Route.Stops[v.March.Arrow-1] == "temple" {
			c.awaitEvent(pb.MarchEvent_MARCH_EVENT_SETTLEMENT.Enum())
		}
	case *pb.Event_EventChipRevealed:
		c.awaitEvent(e.EventChipRevealed.Chip.Enum())
		v.Bidding.Knights = e.EventChipRevealed.Knights
	case *pb.Event_EventResolved:
		c.awaitEvent(nil)
		v.Bidding.Knights = nil
	case *pb.Event_TempleForgone:
	case *pb.Event_BiddingOpened:
		c.noBids(true)
	case *pb.Event_BidMade:
		v.Bidding.Highest, v.Bidding.Bidder = e.BidMade.Amount, e.BidMade.Seat
	case *pb.Event_BidPassed:
		v.Bidding.Passed = append(v.Bidding.Passed, e.BidPassed.Seat)
	case *pb.Event_BiddingEnded:
		v.Bidding.Open = false
	case *pb.Event_BidDefaulted:
		c.noBids(false)
	case *pb.Event_BidPaid:
		c.fromBank(e.BidPaid.Seat, e.BidPaid.Cards, -1)
		c.development(e.BidPaid.Seat).Played.Knight -= e.BidPaid.Knights
		v.Development.Deck += e.BidPaid.Knights
	case *pb.Event_EventChipWon:
		c.winChip(e.EventChipWon)
	case *pb.Event_AdvisorCardTaken:
		card := map[uint32]*uint32{1: &v.Advisors.First, 2: &v.Advisors.Second, 3: &v.Advisors.Third}
		if given := e.AdvisorCardTaken.Given; given > 0 {
			*card[given] = e.AdvisorCardTaken.Loser
		}
		*card[e.AdvisorCardTaken.Advisor] = e.AdvisorCardTaken.Seat

	// The Great Race
	case *pb.Event_HexRevealed:
		c.turnUp(e.HexRevealed)
	case *pb.Event_LandingCardDrawn:
		c.takeOne(e.LandingCardDrawn.Owner, e.LandingCardDrawn.Seat, e.LandingCardDrawn.Resource)
	default:
		return fmt.Errorf("unknown event at version %d", recorded.Version)
	}
	return nil
}
