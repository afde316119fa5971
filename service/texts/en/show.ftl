# What the command line says of a game: how it stands, and the story that bots play.

## How it stands

show-game = game { $game }, version { NUMBER($version, useGrouping: 0) }: { $scenario }, board { $board }
show-over =
    The game is over: { $winners_count ->
        [0] nobody won
        [one] seat { $winners } won
       *[other] seats { $winners } won
    } in turn { NUMBER($turn, useGrouping: 0) }.
show-turn =
    { show-turn-and-seat }{ $dice ->
        [none] {""}
       *[other] , rolled { $dice }
    }. The game waits for { $prompts ->
        [none] nobody
       *[other] { $prompts }
    }.
show-turn-and-seat =
    { $turn ->
        [0] Before the first turn
       *[other] Turn { NUMBER($turn, useGrouping: 0) }, { seat }
    }
show-points =
    { $total ->
        [one] { $padded } point
       *[other] { $padded } points
    }
show-causes = { $points }: { $causes }
show-cause = { $cause } { $points }
show-hidden-points = victory point cards
show-won = won
show-buildings =
    { $settlements ->
        [0] no settlements
        [one] { $settlements } settlement
       *[other] { $settlements } settlements
    }, { $cities ->
        [0] no cities
        [one] { $cities } city
       *[other] { $cities } cities
    }
show-resource-cards =
    { $count ->
        [0] no resource cards
        [one] { $count } resource card
       *[other] { $count } resource cards
    }{ in-brackets }
show-development-cards =
    { $count ->
        [0] no development cards
        [one] { $count } development card
       *[other] { $count } development cards
    }{ in-brackets }
show-played = played { $cards }
show-ships =
    { $ships ->
        [0] no ships
        [one] { $ships } ship
       *[other] { $ships } ships
    }
show-blocks =
    { $blocks ->
        [0] no blocks
        [one] { $blocks } block
       *[other] { $blocks } blocks
    } in the pyramid
show-blessed = has the Pharaoh’s Blessing
show-cursed = has the Pharaoh’s Curse
show-chips =
    { $count ->
        [0] no event chips
        [one] { $count } event chip
       *[other] { $count } event chips
    }{ in-brackets }
show-advisor = is { advisor }
show-label-pyramid = pyramid
show-pyramid = { $placed } of { $room } blocks; the Pharaoh has { $left } left
show-pyramid-not-begun = not begun
show-label-march = march
show-march-begins = Alexander is in Macedonia; { show-ahead }
show-march = Alexander has crossed { $crossed } of { $stops } intersections, the last at { $last }; { show-ahead }
show-march-ended = Alexander is in Persepolis
show-ahead =
    { $chips ->
        [0] no chips
        [one] { $chips } chip
       *[other] { $chips } chips
    } ahead
show-label-event = event
show-event =
    { $event }: { $highest ->
        [0] { $open ->
            [yes] no bid yet
           *[no] nobody bid
        }
       *[other] highest bid { $highest }, of { seat }
    }{ $passed_count ->
        [0] {""}
        [one] ; seat { $passed } bids no more
       *[other] ; seats { $passed } bid no more
    }{ $knights ->
        [none] {""}
       *[other] ; { knights-count }
    }
show-label-supply = supply
show-supply =
    { $left ->
        [0] no cards
        [one] { $left } card
       *[other] { $left } cards
    } left in the stack
show-label-unknown = unknown
show-unknown =
    { $hexes ->
        [0] nothing lies face down
        [one] { $hexes } hex face down: { $terrains }
       *[other] { $hexes } hexes face down: { $terrains }
    }{ $numbers ->
        [none] {""}
       *[other] ; numbers { $numbers }
    }
show-hidden-terrain = { $count } { $terrain }
show-label-bank = bank
show-bank =
    { $cards }; { $deck ->
        [0] no development cards
        [one] { $deck } development card
       *[other] { $deck } development cards
    } in the deck
in-brackets =
    { $cards ->
        [unknown] {""}
       *[other] {" "}({ $cards })
    }

## The story

story-game =
    game { $game }: { $scenario }{ $options ->
        [none] {""}
       *[other] {" "}with { $options }
    } on board { $board }; { $players }
story-player = { seat } { $bot }
story-turn = turn { NUMBER($turn, useGrouping: 0) }
story-setup = setup
story-times =
    { $count ->
        [2] { $clause } twice
       *[other] { $clause } { $count } times
    }
story-sentence = { $sentence }.
story-again = Look at it again: { $command }
