# Pictures: what is written on them, and what they say of each thing at which somebody points.

picture-title = { $scenario }, { picture-subtitle }
picture-subtitle =
    { $board ->
        [none] version { NUMBER($version, useGrouping: 0) }
       *[other] board { $board }, version { NUMBER($version, useGrouping: 0) }
    }
picture-seat-stands = { seat }: { $standing }
picture-waits = Waits for { $prompts }
picture-offer = { seat } offers { $give } for { $take }

## The board

picture-hex =
    hex { $hex }: { $what }{ $land ->
        [none] {""}
       *[other] , { $land }
    }{ $hidden ->
        [yes] , face down
       *[no] {""}
    }{ $robber ->
        [yes] ; the robber
       *[no] {""}
    }
picture-at-intersection =
    { $what } at intersection { $intersection }{ $around ->
        [none] {""}
       *[other] , by { $around }
    }
picture-on-path = { $what } on path { $path }
picture-piece = { $piece } of { seat }
picture-on-red = { $what } on a red point
picture-harbor =
    harbor on path { $path }: { $rate ->
        [3] 3 of any one good
       *[other] 2 of { $good }
    } for 1 of another
picture-arrow = arrow { $arrow } of the route
picture-alexander = Alexander, after { $arrow } of { $stops } intersections,
picture-next = next: { $stop }
picture-event = event not over: { $event },
picture-crossed = crossed by Alexander,
picture-protected = no settlement yet: protected,
land-home = home island
land-strip = coastal strip
land-gold = gold island
edge-storm = side of a storm
edge-forbidden = side of forbidden land
march-begin = Macedonia
march-end = Persepolis

## The panel

picture-seat =
    { $name }{ $turn ->
        [yes] , in turn
       *[no] {""}
    }{ $won ->
        [yes] , won
       *[no] {""}
    }
picture-knights =
    { $count ->
        [0] no played knights
        [one] { $count } played knight
       *[other] { $count } played knights
    }
picture-route =
    longest route of { $count ->
        [0] no paths
        [one] { $count } path
       *[other] { $count } paths
    }
picture-award = { $what }; { $award }
picture-block =
    level { $level }: block of { $seat ->
        [0] the Pharaoh
       *[other] { seat }
    }
picture-pharaoh = P
picture-whose = { picture-pharaoh }: the Pharaoh
picture-chips = event chips
picture-march = Alexander’s march
picture-face-down = face down

## The legend

ground-yields = { $terrain }: { $resource }
ground-pyramid = site of the pyramid
ground-storm = storm: no ship on its sides
ground-forbidden = forbidden: no pieces there
mark-start = starting place
mark-site = place at the pyramid’s site
mark-red = red point: a city here wins
stop-temple = temple: bid for a settlement
stop-chip = event chip, face down
stop-empty = stop where nothing waits
stop-seven = crossed only on a 7
picture-harbor-general = harbor, 3 of any for 1
picture-harbor-special = harbor, 2 of this for 1
legend-alexander = Alexander
legend-crossed = crossed
legend-protected = no settlement yet
