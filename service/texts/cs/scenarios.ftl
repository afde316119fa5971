# Co lze hrát: seznam scénářů, volby, a odkud jsou naše plány.

scenarios-scenario = { $name }: { $title }, pro { $seats }
scenarios-seats =
    { $last ->
        [one] { $seats } hráče
        [few] { $seats } hráče
       *[other] { $seats } hráčů
    }
scenarios-range = { $first } až { $last }
scenarios-boards = plány
scenarios-options = volby
scenarios-board = Pro { $seats }. { $source }
scenarios-rules = Verze pravidel { $version }. Není-li žádný plán jmenován, hraje se na prvním pro daný počet hráčů.
list-or = { $before } nebo { $next }

## Volby

option-seat-nonces = nonce hráčů
option-two-seats = dva hráči
option-starting-gold = zlato do začátku
option-seafarers-ships = lodě podle Námořníků
option-largest-army = Největší rytířstvo
option-open-map = odkrytá mapa

## Plány

board-source-beginner = Rozložení pro začátečníky, jak je vytištěno v pravidlech hry.
board-source-spiral = Volitelné rozložení z pravidel hry: krajina a přístavy zamíchány, žetony s písmeny ve spirále.
board-source-spiral-6 = Pro pět nebo šest hráčů: krajina a přístavy zamíchány, žetony s písmeny ve spirále.
board-source-free = Vše zamícháno, žádná dvě červená čísla (6, 8) vedle sebe.
board-source-free-6 = Pro pět nebo šest hráčů: vše zamícháno, žádná dvě červená čísla (6, 8) vedle sebe.
board-source-egypt = { reconstruction }
board-source-empire = { reconstruction }
board-source-three = { reconstruction }
board-source-four = { reconstruction }
board-source-five = { reconstruction }
board-source-six = { reconstruction }
reconstruction = Rekonstrukce: vymyšlena tak, aby odpovídala všemu, co pravidla říkají o tištěném plánu, jehož obrázek nemáme.
