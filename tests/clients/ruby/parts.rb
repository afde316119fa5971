# How a client keeps the parts of a view: what the folding of an event is made of.

require 'settlers/v1/game_pb'
require_relative 'lattice'

S = Settlers::V1

# An event that this client does not know: it must stop, not skip.
class Unknown < StandardError; end

# The parts of a view.
module Parts
  ALWAYS = %w[table board turn scores hands buildings roads robber trading development].freeze
  PLAYED_WITH = {
    'classic' => %w[routes army],
    'cheops' => %w[army ships coins harbors pyramid favor],
    'alexander' => %w[routes army coins march bidding chips supply advisors],
    'great-race' => %w[ships unknown]
  }.freeze
  BY_OPTION = { 'largest_army' => 'army' }.freeze

  def create(event)
    raise Unknown, event.scenario unless PLAYED_WITH.key?(event.scenario)

    options = event.options.to_a
    @plan = event.board
    everyone = (1..event.seats).to_a
    (ALWAYS + PLAYED_WITH[event.scenario] + BY_OPTION.values_at(*options).compact).each do |part|
      view[part] = S::GameView.descriptor.lookup(part).subtype.msgclass.new
    end
    view.table = S::TableView.new(
      scenario: event.scenario, options: options, seats: event.seats, players: event.players.to_a,
      commitment: event.commitment, seed_chosen: event.seed_chosen, nonces: [''.b] * event.seats
    )
    view.board = S::BoardView.new(
      name: @plan.name, source: @plan.source, sea_frame: @plan.sea_frame, marks: @plan.marks.to_a, route: @plan.route
    )
    view.scores.scores.replace(everyone.map { |seat| S::ScoreView.new(seat: seat) })
    view.hands.bank = S::Resources.new
    view.hands.hands.replace(everyone.map { |seat| S::HandView.new(seat: seat, cards: seen(seat, S::Resources)) })
    view.development.hands.replace(
      everyone.map do |seat|
        cards = seen(seat, S::DevelopmentCards)
        S::DevelopmentHandView.new(seat: seat, played: S::DevelopmentCards.new, cards: cards)
      end
    )
    view.routes&.lengths&.replace([0] * event.seats)
    view.coins&.coins&.replace([0] * event.seats)
    view.pyramid&.left&.replace([0] * event.seats)
    view.chips&.hands&.replace(everyone.map { |seat| S::ChipHand.new(seat: seat) })
  end

  # An empty bag where the viewer may see a seat's cards.
  def seen(seat, bag)
    bag.new if viewer.role == :VIEWER_ROLE_AUDITOR || viewer.seat == seat
  end

  def lay_board(event)
    board = view.board
    intersections, paths = lattice(event.tiles)
    board.sea_frame = event.sea_frame
    board.harbors.replace(event.harbors.to_a)
    board.hexes.replace(event.tiles.each_with_index.map { |tile, n| S::HexView.new(hex: n, **tile.to_h) })
    board.intersections.replace(
      intersections.each_with_index.map { |(x, y), n| S::IntersectionView.new(intersection: n, x: x, y: y) }
    )
    board.paths.replace(paths.each_with_index.map { |(a, b), n| S::PathView.new(path: n, a: a, b: b) })
    view.robber.hex = event.robber if event.has_robber?
  end

  def lay_face_down
    view.unknown.hexes = @plan.hidden_terrains.size
    view.unknown.terrains.replace(@plan.hidden_terrains.to_a.sort)
    view.unknown.numbers.replace(@plan.hidden_numbers.to_a.sort)
  end

  def show_hands
    @shown.each do |event|
      hand(event.seat).cards = event.cards
      development(event.seat).cards = event.development_cards
    end
  end

  def hand(seat)
    view.hands.hands[seat - 1]
  end

  def development(seat)
    view.development.hands[seat - 1]
  end

  def coins(seat, coins)
    view.coins.coins[seat - 1] += coins unless coins.zero?
  end

  def total(bag)
    bag.to_h.values.sum
  end

  # Put cards into a bag, or take them out; a bag that the viewer may not see stays absent, and coins lie elsewhere.
  def add(bag, more, sign)
    more.to_h.except(:coin).each { |name, n| bag[name.to_s] += sign * n } if bag && more
  end

  def one_card(card)
    S::DevelopmentCards.new(card.to_s.delete_prefix('DEVELOPMENT_CARD_').downcase => 1)
  end

  # A seat gets cards and coins, or (sign -1) gives them.
  def change(seat, cards, sign)
    bag = cards.to_h
    coins(seat, sign * bag.fetch(:coin, 0))
    hand(seat).count += sign * bag.except(:coin).values.sum
    add(hand(seat).cards, cards, sign)
  end

  def from_bank(seat, cards, sign = 1)
    change(seat, cards, sign)
    add(view.hands.bank, cards, -sign)
  end

  def pass_on(giver, taker, cards)
    change(giver, cards, -1)
    change(taker, cards, 1)
  end

  # One card goes from hand to hand; which, some viewers may not see.
  def take_one(taker, giver, event)
    if event.has_resource?
      return pass_on(giver, taker, S::Resources.new(event.resource.to_s.delete_prefix('RESOURCE_').downcase => 1))
    end

    hand(giver).count -= 1
    hand(taker).count += 1
  end

  def building(event)
    S::BuildingView.new(seat: event.seat, intersection: event.intersection)
  end

  # Put a piece into a row that lists them seat by seat, place by place.
  def put(row, piece)
    row.replace([*row, piece].sort_by { |each| each.to_h.values_at(:seat, :path, :intersection).compact })
  end

  # Take one that is alike out of a row.
  def take_out(row, one)
    rest = row.to_a
    rest.delete_at(rest.index(one))
    row.replace(rest)
  end

  def no_offer
    view.trading.clear_offer
  end

  def no_answer(seat)
    offer = view.trading.offer
    offer.accepted.replace(offer.accepted.reject { |each| each == seat })
    offer.counters.replace(offer.counters.reject { |each| each.seat == seat })
  end

  def look_ahead
    march = view.march
    route = view.board.route
    march.clear_next
    march.next = route.intersections[march.arrow + 1] if march.arrow < route.stops.size
    march.chips_left = route.stops.to_a.drop(march.arrow).count('chip')
  end

  def await_event(kind)
    view.march.event = kind
    view.bidding.event = kind
  end

  def no_bids(opened)
    view.bidding.open = opened
    view.bidding.highest = 0
    view.bidding.bidder = 0
    view.bidding.passed.clear
  end
end
