# The drawing of a board: words that fit into it, and its legend.

board-not-laid = (the board is not laid yet)
board-robber = robber
board-home = home
board-strip = strip
board-pieces = (1) settlement, [1] city, /1/ road of seat 1
board-pieces-and-ships = (1) settlement, [1] city, /1/ road, ~1~ ship of seat 1
board-harbors = o harbor: 3:1 takes any resource, the others take 2:1 what they are named after
board-starts = * starting place, @ one at a harbor
board-site = ^ intersection of the pyramid’s site; the numbers on the site: blocks that stand, of all
board-red = R red point: a city there wins; R behind a settlement: it stands on one
board-unknown = ? face down, turned up by a piece on one of its sides
board-storm = ! storm: no ship on its sides
board-forbidden = X forbidden: nothing on its sides and corners
board-shared = /12~3 on one path: roads of seats 1 and 2, a ship of seat 3 (upright: |12 above ~3)
board-route = A Alexander on his route from M, Macedonia, to P, Persepolis: > < v ^ before him, ::: behind him
board-stops = T temple, ? event chip, = nothing, 7 crossed on a 7 only; ! event not resolved yet, + crossed
board-protected = x protected, X at a harbor: no settlement yet, as on the route before him
board-chips =
    event chips: { $chips }{ $left ->
        [0] {""}
        [one] ; { $left } of them is out of the game
       *[other] ; { $left } of them are out of the game
    }
board-source = The board: { $source }
