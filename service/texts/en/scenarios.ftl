# What can be played: the list of scenarios, the options, and where our boards are from, as the boards say it themselves.

scenarios-scenario = { $name }: { $title }, for { $seats }
scenarios-seats =
    { $last ->
        [one] { $seats } seat
       *[other] { $seats } seats
    }
scenarios-range = { $first } to { $last }
scenarios-boards = boards
scenarios-options = options
scenarios-board = For { $seats }. { $source }
scenarios-rules = Rules version { $version }. When no board is named, the first for the number of seats is used.
list-or = { $before } or { $next }

## Options

option-seat-nonces = nonces of the seats
option-two-seats = two seats
option-starting-gold = starting gold
option-seafarers-ships = ships of Seafarers
option-largest-army = largest army
option-open-map = open map

## Boards

board-source-beginner = The beginner's layout as printed in the rules of the game.
board-source-spiral = The variable set-up of the printed rules: shuffled terrain and harbors, lettered tokens in a spiral.
board-source-spiral-6 = For five or six seats: shuffled terrain and harbors, lettered tokens in a spiral.
board-source-free = Everything shuffled, with no red numbers (6, 8) beside each other.
board-source-free-6 = For five or six seats: everything shuffled, with no red numbers (6, 8) beside each other.
board-source-egypt = { reconstruction }
board-source-empire = { reconstruction }
board-source-three = { reconstruction }
board-source-four = { reconstruction }
board-source-five = { reconstruction }
board-source-six = { reconstruction }
reconstruction = A reconstruction: made up to fit all that the rules say of the printed board, of which we have no picture.
