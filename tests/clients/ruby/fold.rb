# A client that keeps a game by its events alone, as proto/FOLDING.md says: it knows the contract, but no rule.
#
#     client = Client.new(game_id, viewer)
#     events.each { |recorded| client.apply(recorded) }
#     client.view  # the same GameView that the service gives this viewer at that version, but for DERIVED

require 'settlers/v1/game_pb'
require_relative 'parts'

# One viewer's copy of a game.
class Client
  include Parts

  # What no event says: part of the view => field.
  DERIVED = { 'harbors' => 'uses', 'pyramid' => 'ways', 'march' => 'protected' }.freeze
  ADVISORS = [nil, 'first', 'second', 'third'].freeze

  attr_reader :view, :viewer

  def initialize(game_id, viewer)
    @view = S::GameView.new(game_id: game_id)
    @viewer = viewer
    @shown = []
  end

  # Fold the next event.
  def apply(recorded)
    raise 'an event is missing' unless recorded.version == view.version + 1

    kind = recorded.event.event
    raise Unknown, "version #{recorded.version}" unless FOLDS.key?(kind)

    view.version = recorded.version
    instance_exec(recorded.event.public_send(kind), &FOLDS[kind])
  end

  # What is done with each event.
  FOLDS = {
    # The table
    game_created: ->(e) { create(e) },
    nonce_given: ->(e) { view.table.nonces[e.seat - 1] = e.nonce },
    board_laid: lambda { |e|
      lay_board(e)
      look_ahead if view.march
      lay_face_down if view.unknown
    },
    prompts_changed: lambda { |e|
      view.turn.phase = e.phase
      view.turn.prompts.replace(e.prompts.to_a)
      bid = e.prompts.find { |prompt| prompt.kind == 'bid' }
      view.bidding.seat = bid ? bid.demands[0].seat : 0 if view.bidding
    },
    points_changed: lambda { |e|
      score = view.scores.scores[e.seat - 1]
      score.total = e.total
      found = score.causes.find { |each| each.cause == e.cause }
      found ? found.points = e.points : score.causes.push(S::CauseView.new(cause: e.cause, points: e.points))
    },
    game_ended: lambda { |e|
      view.turn.prompts.clear
      view.turn.over = true
      view.turn.winners.replace(e.winners.to_a)
      no_offer
    },
    seed_revealed: ->(_) {},
    hand_shown: lambda { |e|
      @shown.push(e)
      show_hands if @shown.size == view.table.seats
    },

    # Turns and resource cards
    supplies_laid_out: lambda { |e|
      view.hands.bank = e.bank.dup
      view.development.deck = total(e.development_deck)
    },
    turn_started: lambda { |e|
      view.turn.seat = e.seat
      view.turn.turn = e.turn
      view.turn.dice.clear
    },
    turn_ended: ->(_) {},
    dice_rolled: ->(e) { view.turn.dice.replace(e.dice.to_a) },
    resources_produced: ->(e) { e.gains.each { |gain| from_bank(gain.seat, gain.cards) } },
    resources_received: ->(e) { from_bank(e.seat, e.cards) },
    resources_paid: ->(e) { from_bank(e.seat, e.cards, -1) },
    resources_discarded: ->(e) { from_bank(e.seat, e.cards, -1) },
    resources_handed_over: ->(e) { pass_on(e.giver, e.taker, e.cards) },
    bank_trade_made: lambda { |e|
      from_bank(e.seat, e.given, -1)
      from_bank(e.seat, e.taken)
    },
    card_stolen: ->(e) { take_one(e.thief, e.victim, e) },

    # Pieces
    robber_moved: ->(e) { view.robber.hex = e.hex },
    road_built: ->(e) { put(view.roads.roads, S::RoadView.new(seat: e.seat, path: e.path)) },
    ship_built: ->(e) { put(view.ships.ships, S::ShipView.new(seat: e.seat, path: e.path)) },
    ship_moved: lambda { |e|
      take_out(view.ships.ships, S::ShipView.new(seat: e.seat, path: e.origin))
      put(view.ships.ships, S::ShipView.new(seat: e.seat, path: e.path))
    },
    settlement_built: ->(e) { put(view.buildings.settlements, building(e)) },
    city_built: lambda { |e|
      take_out(view.buildings.settlements, building(e))
      put(view.buildings.cities, building(e))
    },
    route_changed: ->(e) { view.routes.lengths[e.seat - 1] = e.length },
    longest_route_awarded: ->(e) { view.routes.owner = e.seat },
    largest_army_awarded: ->(e) { view.army.owner = e.seat },

    # Development cards
    development_card_bought: lambda { |e|
      view.development.deck -= 1
      development(e.seat).count += 1
      add(development(e.seat).cards, one_card(e.card), 1) if e.has_card?
    },
    development_card_played: lambda { |e|
      hand = development(e.seat)
      hand.count -= 1
      add(hand.played, one_card(e.card), 1)
      add(hand.cards, one_card(e.card), -1)
    },
    monopoly_declared: ->(_) {},

    # Trade
    trade_offered: lambda { |e|
      view.trading.offer = S::Offer.new(number: e.offer, seat: e.seat, give: e.give, take: e.take, to: e.to.to_a)
    },
    trade_accepted: lambda { |e|
      no_answer(e.seat)
      view.trading.offer.accepted.push(e.seat)
    },
    trade_declined: ->(e) { no_answer(e.seat) },
    trade_answer_fell: ->(e) { no_answer(e.seat) },
    trade_countered: lambda { |e|
      no_answer(e.seat)
      counter = S::Counter.new(number: e.counter, seat: e.seat, give: e.give, take: e.take)
      view.trading.offer.counters.push(counter)
    },
    trade_made: lambda { |e|
      pass_on(e.seat, e.partner, e.given)
      pass_on(e.partner, e.seat, e.taken)
      no_offer
    },
    trade_withdrawn: ->(_) { no_offer },
    trade_fell: ->(_) { no_offer },

    # Coins, and the pyramid
    coins_received: ->(e) { coins(e.seat, e.coins) },
    coins_produced: ->(e) { e.gains.each { |gain| coins(gain.seat, gain.coins) } },
    fee_paid: lambda { |e|
      coins(e.seat, -e.coins)
      coins(e.owner, e.coins)
    },
    pyramid_laid_out: lambda { |e|
      view.pyramid.levels.replace(e.levels.to_a)
      view.pyramid.left.replace([e.blocks] * view.table.seats)
      view.pyramid.pharaoh_left = e.pharaoh_blocks
    },
    pyramid_begun: ->(_) { view.pyramid.begun = true },
    pyramid_block_placed: lambda { |e|
      view.pyramid.blocks.push(e.seat)
      e.seat.zero? ? view.pyramid.pharaoh_left -= 1 : view.pyramid.left[e.seat - 1] -= 1
    },
    blessing_given: ->(e) { view.favor.blessed = e.seat },
    curse_laid: ->(e) { view.favor.cursed.replace([*view.favor.cursed, e.seat].sort) },
    curse_lifted: ->(e) { take_out(view.favor.cursed, e.seat) },

    # Alexander's march
    supply_stack_laid_out: ->(e) { view.supply.left = total(e.cards) },
    supply_cards_drawn: lambda { |e|
      view.supply.left -= e.count
      hand(e.seat).count += e.count
      add(hand(e.seat).cards, e.cards, 1) if e.has_cards?
    },
    supply_ended: lambda { |e|
      view.supply.left = 0
      add(view.hands.bank, e.cards, 1)
    },
    alexander_moved: lambda { |e|
      view.march.arrow = e.arrow
      look_ahead
      await_event(:MARCH_EVENT_SETTLEMENT) if view.board.route.stops[e.arrow - 1] == 'temple'
    },
    event_chip_revealed: lambda { |e|
      await_event(e.chip)
      view.bidding.knights.replace(e.knights.to_a)
    },
    event_resolved: lambda { |_|
      view.march.clear_event
      view.bidding.clear_event
      view.bidding.knights.clear
    },
    temple_forgone: ->(_) {},
    bidding_opened: ->(_) { no_bids(true) },
    bid_made: lambda { |e|
      view.bidding.highest = e.amount
      view.bidding.bidder = e.seat
    },
    bid_passed: ->(e) { view.bidding.passed.push(e.seat) },
    bidding_ended: ->(_) { view.bidding.open = false },
    bid_defaulted: ->(_) { no_bids(false) },
    bid_paid: lambda { |e|
      from_bank(e.seat, e.cards, -1)
      development(e.seat).played.knight -= e.knights
      view.development.deck += e.knights
    },
    event_chip_won: lambda { |e|
      chips = view.chips.hands[e.seat - 1]
      name = e.chip.to_s.delete_prefix('MARCH_EVENT_').downcase
      chips[name] += 1
    },
    advisor_card_taken: lambda { |e|
      view.advisors[ADVISORS[e.given]] = e.loser unless e.given.zero?
      view.advisors[ADVISORS[e.advisor]] = e.seat
    },

    # The Great Race
    hex_revealed: lambda { |e|
      hex = view.board.hexes[e.hex]
      hex.terrain = e.terrain
      hex.number = e.number
      view.unknown.hexes -= 1
      take_out(view.unknown.terrains, e.terrain)
      take_out(view.unknown.numbers, e.number) unless e.number.zero?
    },
    landing_card_drawn: ->(e) { take_one(e.owner, e.seat, e) }
  }.freeze
end
