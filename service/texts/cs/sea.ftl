# Moře: lodě, zlaté mince a zlatonosné řeky.

ship-built = { seat } staví loď na hraně { $path }
    .short = { seat } staví loď
ship-moved = { seat } přesouvá loď z hrany { $origin } na hranu { $path }
    .short = { seat } přesouvá loď
coins-received = { seat } dostává { coins }
coins-produced =
    { $gains ->
        [none] nikdo nedostává zlato
       *[other] { $gains }
    }
coin-gain = { seat } dostává { coins }
fee-paid = { seat } platí { coins } hráči { $owner }

## Slova

coins =
    { $coins ->
        [0] žádné zlato
        [one] { $coins } zlatý
        [few] { $coins } zlaté
       *[other] { $coins } zlatých
    }
bag-coin =
    { $count ->
        [one] { $count } zlatý
        [few] { $count } zlaté
       *[other] { $count } zlatých
    }
resource-coin = zlato
piece-ship = loď
prompt-gold = karty za zlatonosnou řeku
terrain-gold-river = zlatonosná řeka
    .accusative = zlatonosnou řeku
    .drawn = zlatonosná
harbor-coin = přístav na zlato
