# The Great Race.

hex-revealed =
    { $seat ->
        [0] a hex lies open: { revealed }
       *[other] { seat } turns up a hex: { revealed }
    }
landing-card-drawn =
    seat { $owner } draws { $resource ->
        [unknown] a card
       *[other] { $resource }
    } from { seat }, which lands at its town

## Words

revealed =
    { $number ->
        [0] { $terrain }
       *[other] { $terrain } { $number }
    }
cause-gold = a city on a red point of the gold islands
prompt-free-piece = free piece
terrain-unknown = unknown hex
region-storm = storm
region-forbidden = forbidden land
    .drawn = forbidden
