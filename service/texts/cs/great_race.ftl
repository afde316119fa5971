# Velký závod.

hex-revealed =
    { $seat ->
        [0] pole leží lícem nahoru: { revealed }
       *[other] { seat } otáčí pole: { revealed }
    }
landing-card-drawn =
    hráč { $owner } bere hráči { $seat } { $resource_accusative ->
        [unknown] kartu
       *[other] { $resource_accusative }
    } za přistání u své stavby

## Slova

revealed =
    { $number ->
        [0] { $terrain }
       *[other] { $terrain } { $number }
    }
cause-gold = město na červeném bodu zlatých ostrovů
prompt-free-piece = silnice nebo loď zdarma
terrain-unknown = neznámé pole
    .accusative = neznámé pole
region-storm = bouře
    .accusative = bouři
region-forbidden = zakázaná země
    .accusative = zakázanou zemi
    .drawn = zakázaná
