// How a client keeps the parts of a view: what the folding of an event is made of.
package main

import (
	"fmt"
	"sort"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	pb "settlers/v1"
)

func (c *Client) create(e *pb.GameCreated) error {
	brought, known := playedWith[e.Scenario]
	if !known {
		return fmt.Errorf("unknown scenario %q", e.Scenario)
	}
	c.plan = e.Board
	parts := append(append([]string{}, always...), brought...)
	for _, option := range e.Options {
		if part, found := byOption[option]; found {
			parts = append(parts, part)
		}
	}
	v := c.View.ProtoReflect()
	for _, part := range parts {
		v.Mutable(v.Descriptor().Fields().ByName(protoreflect.Name(part)))
	}
	view, zeros := c.View, func() []uint32 { return make([]uint32, e.Seats) }
	view.Table = &pb.TableView{Scenario: e.Scenario, Options: e.Options, Seats: e.Seats, Players: e.Players,
		Commitment: e.Commitment, SeedChosen: e.SeedChosen, Nonces: make([][]byte, e.Seats)}
	view.Board = &pb.BoardView{Name: c.plan.Name, Source: c.plan.Source, SeaFrame: c.plan.SeaFrame, Marks: c.plan.Marks,
		Route: c.plan.Route}
	view.Hands.Bank = &pb.Resources{}
	if view.Routes != nil {
		view.Routes.Lengths = zeros()
	}
	if view.Coins != nil {
		view.Coins.Coins = zeros()
	}
	if view.Pyramid != nil {
		view.Pyramid.Left = zeros()
	}
	for seat := uint32(1); seat <= e.Seats; seat++ {
		hand := &pb.HandView{Seat: seat}
		development := &pb.DevelopmentHandView{Seat: seat, Played: &pb.DevelopmentCards{}}
		if c.viewer.Role == pb.ViewerRole_VIEWER_ROLE_AUDITOR || c.viewer.Seat == seat {
			hand.Cards, development.Cards = &pb.Resources{}, &pb.DevelopmentCards{}
		}
		view.Scores.Scores = append(view.Scores.Scores, &pb.ScoreView{Seat: seat})
		view.Hands.Hands = append(view.Hands.Hands, hand)
		view.Development.Hands = append(view.Development.Hands, development)
		if view.Chips != nil {
			view.Chips.Hands = append(view.Chips.Hands, &pb.ChipHand{Seat: seat})
		}
	}
	return nil
}

func (c *Client) layBoard(e *pb.BoardLaid) {
	board := c.View.Board
	board.SeaFrame, board.Harbors = e.SeaFrame, e.Harbors
	intersections, paths := lattice(e.Tiles)
	for n, tile := range e.Tiles {
		board.Hexes = append(board.Hexes, &pb.HexView{Hex: uint32(n), X: tile.X, Y: tile.Y, Terrain: tile.Terrain,
			Number: tile.Number, Region: tile.Region})
	}
	for n, place := range intersections {
		at := &pb.IntersectionView{Intersection: uint32(n), X: int32(place[0]), Y: int32(place[1])}
		board.Intersections = append(board.Intersections, at)
	}
	for n, ends := range paths {
		board.Paths = append(board.Paths, &pb.PathView{Path: uint32(n), A: uint32(ends[0]), B: uint32(ends[1])})
	}
	c.View.Robber.Hex = e.Robber
	if c.View.March != nil {
		c.lookAhead()
	}
	if unknown := c.View.Unknown; unknown != nil {
		unknown.Hexes = uint32(len(c.plan.HiddenTerrains))
		unknown.Terrains = append(unknown.Terrains, c.plan.HiddenTerrains...)
		sort.Slice(unknown.Terrains, func(i, j int) bool {
			return unknown.Terrains[i].String() < unknown.Terrains[j].String()
		})
		unknown.Numbers = sorted(append(unknown.Numbers, c.plan.HiddenNumbers...))
	}
}

func (c *Client) ask(e *pb.PromptsChanged) {
	c.View.Turn.Phase, c.View.Turn.Prompts = e.Phase, e.Prompts
	if c.View.Bidding == nil {
		return
	}
	c.View.Bidding.Seat = 0
	for _, prompt := range e.Prompts {
		if prompt.Kind == "bid" {
			c.View.Bidding.Seat = prompt.Demands[0].Seat
		}
	}
}

func (c *Client) score(e *pb.PointsChanged) {
	score := c.View.Scores.Scores[e.Seat-1]
	score.Total = e.Total
	for _, cause := range score.Causes {
		if cause.Cause == e.Cause {
			cause.Points = e.Points
			return
		}
	}
	score.Causes = append(score.Causes, &pb.CauseView{Cause: e.Cause, Points: e.Points})
}

func (c *Client) show(e *pb.HandShown) {
	c.shown = append(c.shown, e)
	if len(c.shown) < int(c.View.Table.Seats) {
		return
	}
	for _, shown := range c.shown {
		c.hand(shown.Seat).Cards = shown.Cards
		c.development(shown.Seat).Cards = shown.DevelopmentCards
	}
}

func (c *Client) hand(seat uint32) *pb.HandView { return c.View.Hands.Hands[seat-1] }

func (c *Client) development(seat uint32) *pb.DevelopmentHandView {
	return c.View.Development.Hands[seat-1]
}

func (c *Client) coins(seat uint32, coins int) {
	if coins != 0 {
		c.View.Coins.Coins[seat-1] += uint32(coins)
	}
}

// A bag counts cards, and may count coins, which lie elsewhere.
type bag interface{ ProtoReflect() protoreflect.Message }

func (c *Client) change(seat uint32, cards bag, sign int) {
	hand := c.hand(seat)
	hand.Count += uint32(sign * int(total(cards)))
	if goods, mixed := cards.(*pb.Goods); mixed {
		c.coins(seat, sign*int(goods.GetCoin()))
	}
	add(hand.Cards, cards, sign)
}

func (c *Client) fromBank(seat uint32, cards bag, sign int) {
	c.change(seat, cards, sign)
	add(c.View.Hands.Bank, cards, -sign)
}

func (c *Client) passOn(giver, taker uint32, cards bag) {
	c.change(giver, cards, -1)
	c.change(taker, cards, 1)
}

// takeOne passes one card from hand to hand; which, some viewers may not see.
func (c *Client) takeOne(taker, giver uint32, resource *pb.Resource) {
	c.hand(giver).Count--
	c.hand(taker).Count++
	if resource != nil {
		one := &pb.Resources{}
		count(one, protoreflect.FieldNumber(*resource), 1)
		add(c.hand(giver).Cards, one, -1)
		add(c.hand(taker).Cards, one, 1)
	}
}

// add puts cards into a bag, or takes them out; a bag that the viewer may not see stays absent.
func add(into, more bag, sign int) {
	if !into.ProtoReflect().IsValid() {
		return
	}
	more.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, n protoreflect.Value) bool {
		if field.Name() != "coin" {
			count(into, field.Number(), sign*int(n.Uint()))
		}
		return true
	})
}

// addCard puts a development card into a bag, or takes it out.
func addCard(into *pb.DevelopmentCards, card pb.DevelopmentCard, sign int) {
	if into != nil {
		count(into, protoreflect.FieldNumber(card), sign)
	}
}

// count changes how many there are of a kind: its number in the enum is that of its field.
func count(cards bag, kind protoreflect.FieldNumber, by int) {
	m := cards.ProtoReflect()
	field := m.Descriptor().Fields().ByNumber(kind)
	m.Set(field, protoreflect.ValueOfUint32(uint32(int(m.Get(field).Uint())+by)))
}

func total(cards bag) (sum uint32) {
	cards.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, n protoreflect.Value) bool {
		if field.Name() != "coin" {
			sum += uint32(n.Uint())
		}
		return true
	})
	return sum
}

// A piece lies on a path.
type piece interface {
	GetSeat() uint32
	GetPath() uint32
}

func bySeat(a, b piece) bool {
	return a.GetSeat() < b.GetSeat() || a.GetSeat() == b.GetSeat() && a.GetPath() < b.GetPath()
}

func (c *Client) putShip(seat, path uint32) {
	ships := append(c.View.Ships.Ships, &pb.ShipView{Seat: seat, Path: path})
	sort.Slice(ships, func(i, j int) bool { return bySeat(ships[i], ships[j]) })
	c.View.Ships.Ships = ships
}

func (c *Client) moveShip(e *pb.ShipMoved) {
	ships := c.View.Ships.Ships
	for n, ship := range ships {
		if ship.Seat == e.Seat && ship.Path == e.Origin {
			c.View.Ships.Ships = append(ships[:n], ships[n+1:]...)
			break
		}
	}
	c.putShip(e.Seat, e.Path)
}

func putBuilding(row []*pb.BuildingView, built *pb.BuildingView) []*pb.BuildingView {
	row = append(row, built)
	sort.Slice(row, func(i, j int) bool {
		return row[i].Seat < row[j].Seat || row[i].Seat == row[j].Seat && row[i].Intersection < row[j].Intersection
	})
	return row
}

func (c *Client) buildCity(e *pb.CityBuilt) {
	buildings := c.View.Buildings
	for n, each := range buildings.Settlements {
		if each.Intersection == e.Intersection {
			buildings.Settlements = append(buildings.Settlements[:n], buildings.Settlements[n+1:]...)
			break
		}
	}
	buildings.Cities = putBuilding(buildings.Cities, &pb.BuildingView{Seat: e.Seat, Intersection: e.Intersection})
}

func (c *Client) noAnswer(seat uint32) {
	offer := c.View.Trading.Offer
	offer.Accepted = without(offer.Accepted, seat)
	var counters []*pb.Counter
	for _, counter := range offer.Counters {
		if counter.Seat != seat {
			counters = append(counters, counter)
		}
	}
	offer.Counters = counters
}

func (c *Client) lookAhead() {
	march, route := c.View.March, c.View.Board.Route
	march.Next, march.ChipsLeft = nil, 0
	if int(march.Arrow) < len(route.Stops) {
		march.Next = proto.Uint32(route.Intersections[march.Arrow+1])
	}
	for _, stop := range route.Stops[march.Arrow:] {
		if stop == "chip" {
			march.ChipsLeft++
		}
	}
}

func (c *Client) awaitEvent(kind *pb.MarchEvent) {
	c.View.March.Event, c.View.Bidding.Event = kind, kind
}

func (c *Client) noBids(open bool) {
	bidding := c.View.Bidding
	bidding.Open, bidding.Highest, bidding.Bidder, bidding.Passed = open, 0, 0, nil
}

func (c *Client) winChip(e *pb.EventChipWon) {
	chips := c.View.Chips.Hands[e.Seat-1]
	*map[pb.MarchEvent]*uint32{
		pb.MarchEvent_MARCH_EVENT_FAMINE: &chips.Famine,
		pb.MarchEvent_MARCH_EVENT_BRIDGE: &chips.Bridge,
		pb.MarchEvent_MARCH_EVENT_BATTLE: &chips.Battle,
		pb.MarchEvent_MARCH_EVENT_STATUE: &chips.Statue,
	}[e.Chip]++
}

func (c *Client) turnUp(e *pb.HexRevealed) {
	hex, unknown := c.View.Board.Hexes[e.Hex], c.View.Unknown
	hex.Terrain, hex.Number = e.Terrain, e.Number
	unknown.Hexes--
	unknown.Numbers = withoutOne(unknown.Numbers, e.Number)
	for n, terrain := range unknown.Terrains {
		if terrain == e.Terrain {
			unknown.Terrains = append(unknown.Terrains[:n], unknown.Terrains[n+1:]...)
			break
		}
	}
}

func sorted(row []uint32) []uint32 {
	sort.Slice(row, func(i, j int) bool { return row[i] < row[j] })
	return row
}

// without leaves out a number wherever it stands.
func without(row []uint32, number uint32) (rest []uint32) {
	for _, each := range row {
		if each != number {
			rest = append(rest, each)
		}
	}
	return rest
}

// withoutOne leaves out a number once; 0 stands nowhere.
func withoutOne(row []uint32, number uint32) []uint32 {
	for n, each := range row {
		if each == number {
			return append(row[:n], row[n+1:]...)
		}
	}
	return row
}
