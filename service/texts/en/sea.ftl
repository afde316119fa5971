# The sea: ships, coins and gold rivers.

ship-built = { seat } builds a ship on path { $path }
    .short = { seat } builds a ship
ship-moved = { seat } moves a ship from path { $origin } to path { $path }
    .short = { seat } moves a ship
coins-received = { seat } gets { coins }
coins-produced =
    { $gains ->
        [none] nobody gets a coin
       *[other] { $gains }
    }
coin-gain = { seat } gets { coins }
fee-paid = { seat } pays { coins } to seat { $owner }

## Words

coins =
    { $coins ->
        [0] no coins
        [one] { $coins } coin
       *[other] { $coins } coins
    }
bag-coin =
    { $count ->
        [one] { $count } coin
       *[other] { $count } coins
    }
resource-coin = coins
piece-ship = ship
prompt-gold = gold
terrain-gold-river = gold river
harbor-coin = coin
