# The table and the classic rules. A text is named after its event and takes the event's fields by their names; of what
# the reader may not see it gets "unknown". The text ".short" leaves out what a story does not need; ".after" goes on
# from the clause before it.

game-created =
    a game of { $scenario }{ $options ->
        [none] {""}
       *[other] {" "}with { $options }
    } is created for { $seats } seats on board { $board_name }{ $seed_chosen ->
        [yes] , its seed chosen by its creator
       *[no] {""}
    }
nonce-given = { seat } adds a nonce to the chance of the game
board-laid = the board is laid: { $tiles_count } hexes, { $harbors_count } harbors
prompts-changed =
    the game waits for { $prompts ->
        [none] nobody
       *[other] { $prompts }
    }
points-changed =
    { seat } has { $total ->
        [one] { $total } point
       *[other] { $total } points
    } ({ $points } by { $cause })
    .short =
        { seat } now has { $total ->
            [one] { $total } point
           *[other] { $total } points
        }
game-ended =
    { $winners_count ->
        [0] the game is over
        [one] seat { $winners } wins the game by { $cause }
       *[other] seats { $winners } win the game by { $cause }
    }
seed-revealed = the seed is revealed: { $seed }

supplies-laid-out =
    each seat has { $roads } roads, { $settlements } settlements, { $cities } cities{ $ships ->
        [0] {""}
       *[other] {" "}and { $ships } ships
    }; the bank has { $bank }, the deck { $development_deck_count } cards
turn-started = turn { NUMBER($turn, useGrouping: 0) }: { seat }
turn-ended = { seat } ends its turn
dice-rolled = { seat } rolls { $dice }
resources-produced =
    { $gains ->
        [none] { $short ->
            [none] nobody gets anything
           *[other] the bank is short of { $short }
        }
       *[other] { $short ->
            [none] { $gains }
           *[other] { $gains }, the bank is short of { $short }
        }
    }
gain = { seat } gets { $cards }
resources-received = { seat } gets { $cards }
resources-paid = { seat } pays { $cards }
resources-discarded = { seat } discards { $cards }
resources-handed-over = seat { $giver } hands { $cards } over to seat { $taker }
robber-moved = { seat } moves the robber to { $hex }
card-stolen =
    seat { $thief } steals { $resource ->
        [unknown] a card
       *[other] { $resource }
    } from seat { $victim }
road-built = { seat } builds a road on path { $path }
    .short = { seat } builds a road
settlement-built = { seat } builds a settlement at { $intersection }
city-built = { seat } builds a city at { $intersection }
bank-trade-made = { seat } trades { $given } for { $taken } with the bank

trade-offered =
    { seat } offers { $give } for { $take } to { $to_count ->
        [one] seat { $to }
       *[other] seats { $to }
    }
    .short = { seat } offers { $give } for { $take } in vain
trade-accepted = { seat } accepts
trade-declined = { seat } declines
trade-countered = { seat } would give { $give } for { $take }
trade-answer-fell = { seat } lost a card, so its answer stands no more
trade-made = { seat } trades { $given } for { $taken } with seat { $partner }
trade-withdrawn = offer { $offer } is withdrawn
trade-fell = offer { $offer } falls

development-card-bought =
    { seat } buys a development card{ $card ->
        [unknown] {""}
       *[other] : { $card }
    }
development-card-played = { seat } plays the { $card } card
monopoly-declared = { seat } names { $resource }
route-changed = { seat } has a route of { $length }
longest-route-awarded =
    { $seat ->
        [0] nobody has the longest route any more
       *[other] { seat } has the longest route now, { $length } long
    }
largest-army-awarded =
    { $seat ->
        [0] nobody has the largest army any more
       *[other] { seat } has the largest army now, { $knights } knights
    }
hand-shown =
    { seat } shows { $cards_count ->
        [0] { $development_cards_count ->
            [0] an empty hand
           *[other] { $development_cards }
        }
       *[other] { $development_cards_count ->
            [0] { $cards }
           *[other] { $cards }; { $development_cards }
        }
    }{ $points ->
        [0] {""}
        [one] ; { $points } point in all
       *[other] ; { $points } points in all
    }
event-unknown = something happened that this version does not know

## Words

seat = seat { $seat }
seats =
    { $count ->
        [one] seat { $seats }
       *[other] seats { $seats }
    }
list-more = { $before }, { $next }
list-last = { $before } and { $next }

bag-nothing = nothing
bag-brick = { $count } brick
bag-lumber = { $count } lumber
bag-wool = { $count } wool
bag-grain = { $count } grain
bag-ore = { $count } ore
bag-knight =
    { $count ->
        [one] { $count } knight
       *[other] { $count } knights
    }
bag-victory-point =
    { $count ->
        [one] { $count } victory point
       *[other] { $count } victory points
    }
bag-road-building = { $count } road building
bag-year-of-plenty =
    { $count ->
        [one] { $count } year of plenty
       *[other] { $count } years of plenty
    }
bag-monopoly =
    { $count ->
        [one] { $count } monopoly
       *[other] { $count } monopolies
    }

resource-brick = brick
resource-lumber = lumber
resource-wool = wool
resource-grain = grain
resource-ore = ore

development-card-knight = knight
development-card-victory-point = victory point
development-card-road-building = road building
development-card-year-of-plenty = year of plenty
development-card-monopoly = monopoly

piece-road = road
piece-settlement = settlement
piece-city = city

cause-points = points
cause-buildings = buildings
cause-longest-route = longest route
cause-largest-army = largest army

prompt = { seats } ({ $kind })
prompt-more = { $before }, then { $next }
prompt-nonce = nonce
prompt-setup-settlement = first settlements
prompt-setup-road = first roads
prompt-roll = roll
prompt-act = act
prompt-discard = discard
prompt-robber = robber
prompt-trade = trade
prompt-road-building = road building
prompt-build = build

## Places

place-hex =
    { $number ->
        [0] { $word }
       *[other] { $word } { $number }
    }
place-unknown-hex = hex { $hex }
place-unknown-intersection = intersection { $intersection }
place-harbor = { $harbor } harbor

terrain-hills = hills
terrain-forest = forest
terrain-pasture = pasture
terrain-fields = fields
terrain-mountains = mountains
terrain-desert = desert
terrain-sea = sea

harbor-brick = brick
harbor-lumber = lumber
harbor-wool = wool
harbor-grain = grain
harbor-ore = ore
harbor-general = 3:1
