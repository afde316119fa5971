# Why a request is refused. A text is named after its reason and takes the facts of the metadata by their names.

refusal = { $sentence }.
refusal-by-rule = { $sentence } (rule { $rule }).
error-unknown = The request is refused: { $reason }

## The service's own reasons

error-malformed =
    The request cannot be understood{ $field ->
        [unknown] {""}
       *[other] ; the fault is in “{ $field }”
    }
error-too-large = The request has { $size } bytes; { $most } are allowed
error-viewer-required = The request does not say who looks
error-version-out-of-range =
    The game has not come to version { $asked }; it is at { $version }
error-unknown-game = There is no such game
error-unknown-scenario = There is no scenario “{ $scenario }”
error-unknown-board = The scenario has no board “{ $board }”
error-unknown-option = The scenario has no option “{ $option }”
error-wrong-number-of-seats =
    This cannot be played by { $seats ->
        [one] { $seats } seat
       *[other] { $seats } seats
    }; allowed: { $allowed }
error-seed-not-allowed = This server draws its own seeds
error-not-over = Hidden cards are shown once the game is over
error-not-your-seat =
    { $seat ->
        [unknown] That is not for you to see or do
       *[other] Seat { $seat } is not yours
    }
error-request-id-reused = The request id “{ $request_id }” was used for something else
error-version-conflict = The game has moved on to version { $version } meanwhile
error-too-busy = The server is too busy for that just now; try again in a moment
error-shutting-down = The server goes down; try again in a moment
error-data-damaged =
    { $version ->
        [unknown] The store cannot be read
       *[other] The stored game is damaged from version { $version } on
    }

## The classic rules

error-game-over = The game is over
error-not-your-turn =
    It is not seat { $seat }’s turn to act{ $awaited ->
        [unknown] {""}
       *[other] ; awaited: { $awaited }
    }
error-not-now =
    That cannot be done now{ $awaited ->
        [unknown] {""}
       *[other] ; awaited: { $awaited }
    }
error-not-in-this-scenario = There is no such move in this scenario
error-no-such-seat = The game has no seat { $seat }
error-no-such-place = The board has no such place
error-not-enough-cards = Seat { $seat } does not have the cards for that
error-bank-too-short = The bank does not have the cards for that
error-wrong-number-of-cards =
    It must be { $owed ->
        [one] { $owed } card
       *[other] { $owed } cards
    }, not { $given }
error-out-of-pieces = No { $piece } is left in stock
error-occupied = Something stands there already
error-not-land = No land touches that place
error-not-connected = No road, ship or building of your own leads there
error-not-at-new-settlement = That does not begin at the settlement just built
error-too-close = Another building is too close
error-no-own-settlement = No settlement of your own stands there
error-robber-must-move = The robber must move to another hex
error-robber-not-allowed = The robber may not stand there
error-victim-required = Say whom to rob there; possible seats: { $victims }
error-no-such-victim = Seat { $victim } cannot be robbed there
error-no-such-rate = You have no rate of { $rate }:1 for that
error-too-many-cards = There are only { $most } such cards in the game, not { $given }
error-same-resource = Both sides of the trade name the same thing: { $resource }
error-nothing-offered = Each side must give something
error-too-many-offers =
    No more than { $most ->
        [one] { $most } offer
       *[other] { $most } offers
    } may be made in a turn
error-offer-already-open = Offer { $offer } is still open
error-no-such-offer = Offer { $offer } is not open
error-not-agreed = Seat { $partner } has not agreed to that deal
error-nobody-asked = Seat { $seat } cannot be asked
error-deck-empty = No development card is left
error-card-not-held = You hold no such card: { $card }
error-card-too-new = The card was bought in this turn: { $card }
error-card-already-played = A development card was played in this turn already
error-nothing-to-gain = The card would do nothing now: { $card }
error-must-place-first = The first piece must be placed before the second can be given up
error-nonce-wrong-size = A nonce has { $needed } bytes, not { $size }

## The sea

error-not-sea = No sea touches that path
error-no-own-ship = No ship of your own lies there
error-ship-too-new = The ship was built in this turn
error-ship-not-open = The ship lies on a closed route and cannot be moved
error-ship-already-moved = A ship was moved in this turn already
error-not-enough-coins =
    Seat { $seat } has { $coins ->
        [0] no coin
        [one] { $coins } coin
       *[other] { $coins } coins
    }{ $fee ->
        [unknown] , and that is not enough
       *[other] ; the fee is { $fee }
    }
error-fee-not-due = You need not pay anybody for that

## Cheops

error-no-trade-route = No trade route leads there
error-harbor-unused = Nobody has a building at that harbor
error-no-such-harbor = There is no harbor there
error-not-a-starting-place = The first settlements may not stand there
error-pyramid-not-begun = The pyramid is not begun yet
error-no-site-access = Seat { $seat } has no building at the site of the pyramid

## Alexander the Great

error-bid-too-low = A bid of { $amount } is too low; the highest is { $highest }
error-bid-too-high = A bid of { $amount } is too high; the most is { $most }
error-nothing-to-lose = Without resource cards you can bid no more than { $most }
error-wrong-goods = That is not what the event takes: { $event }
error-knight-too-late =
    Only { $counted ->
        [one] { $counted } knight counts
       *[other] { $counted } knights count
    } in this battle
error-bid-not-covered = You would pay { $paid } of the { $bid } that you bid
error-overpaid = You would pay { $paid }, more than is needed for { $bid }
error-not-at-temple = The settlement must stand at the temple
error-route-protected = Alexander has yet to come there

## The Great Race

error-unknown-hexes = All that the path touches still lies face down
error-forbidden-land = Nothing may stand at a forbidden land
error-storm = No ship may come to a storm
error-no-card-for-landing = No card would be left to pay for the landing
error-already-on-gold = You are on the gold islands already
error-kept-for-gold = The last one must be kept for the gold islands
