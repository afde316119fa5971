# Co říká příkazová řádka o hře: jak stojí, a příběh, který hrají boti.

## Jak hra stojí

show-game = hra { $game }, verze { NUMBER($version, useGrouping: 0) }: { $scenario }, plán { $board }
show-over =
    Hra skončila v tahu { NUMBER($turn, useGrouping: 0) }: { $winners_count ->
        [0] nevyhrál nikdo
        [one] vyhrál hráč { $winners }
       *[other] vyhráli hráči { $winners }
    }.
show-turn =
    { show-turn-and-seat }{ $dice ->
        [none] {""}
       *[other] , padlo { $dice }
    }. { $prompts ->
        [none] Hra na nikoho nečeká
       *[other] Hra čeká na { $prompts }
    }.
show-turn-and-seat =
    { $turn ->
        [0] Před prvním tahem
       *[other] Tah { NUMBER($turn, useGrouping: 0) }, { seat }
    }
show-points =
    { $total ->
        [one] { $padded } bod
        [few] { $padded } body
       *[other] { $padded } bodů
    }
show-causes = { $points }: { $causes }
show-cause = { $cause } { $points }
show-hidden-points = karty vítězných bodů
show-won = vítěz
show-buildings =
    { $settlements ->
        [0] žádná vesnice
        [one] { $settlements } vesnice
        [few] { $settlements } vesnice
       *[other] { $settlements } vesnic
    }, { $cities ->
        [0] žádné město
        [one] { $cities } město
        [few] { $cities } města
       *[other] { $cities } měst
    }
show-resource-cards =
    { $count ->
        [0] žádné karty surovin
        [one] { $count } karta suroviny
        [few] { $count } karty surovin
       *[other] { $count } karet surovin
    }{ in-brackets }
show-development-cards =
    { $count ->
        [0] žádné akční karty
        [one] { $count } akční karta
        [few] { $count } akční karty
       *[other] { $count } akčních karet
    }{ in-brackets }
show-played = zahráno: { $cards }
show-ships =
    { $ships ->
        [0] žádná loď
        [one] { $ships } loď
        [few] { $ships } lodě
       *[other] { $ships } lodí
    }
show-blocks =
    { $blocks ->
        [0] žádný kamenný blok
        [one] { $blocks } kamenný blok
        [few] { $blocks } kamenné bloky
       *[other] { $blocks } kamenných bloků
    } v pyramidě
show-blessed = má Faraónovo požehnání
show-cursed = má Faraónovu kletbu
show-chips =
    { $count ->
        [0] žádný žeton události
        [one] { $count } žeton události
        [few] { $count } žetony událostí
       *[other] { $count } žetonů událostí
    }{ in-brackets }
show-advisor = { advisor }
show-label-pyramid = pyramida
show-pyramid =
    { $placed ->
        [one] { $placed } kamenný blok
        [few] { $placed } kamenné bloky
       *[other] { $placed } kamenných bloků
    } z { $room }; faraónovi jich zbývá { $left }
show-pyramid-not-begun = stavba nezačala
show-label-march = tažení
show-march-begins = Alexandr je v Makedonii; { show-ahead }
show-march = Alexandr překročil { $crossed } z { $stops } křižovatek, poslední: { $last }; { show-ahead }
show-march-ended = Alexandr je v Persepoli
show-ahead =
    { $chips ->
        [0] žádný žeton
        [one] { $chips } žeton
        [few] { $chips } žetony
       *[other] { $chips } žetonů
    } před ním
show-label-event = událost
show-event =
    { $event }: { $highest ->
        [0] { $open ->
            [yes] zatím bez nabídky
           *[no] nikdo nenabídl
        }
       *[other] nejvyšší nabídka { $highest }, { seat }
    }{ $passed_count ->
        [0] {""}
        [one] ; odstoupil hráč { $passed }
       *[other] ; odstoupili hráči { $passed }
    }{ $knights ->
        [none] {""}
       *[other] ; { knights-count }
    }
show-label-supply = zásoby
show-supply =
    v balíčku { $left ->
        [0] už není žádná karta
        [one] zbývá { $left } karta
        [few] zbývají { $left } karty
       *[other] zbývá { $left } karet
    }
show-label-unknown = neznámo
show-unknown =
    { $hexes ->
        [0] lícem dolů neleží nic
        [one] { $hexes } pole lícem dolů: { $terrains }
        [few] { $hexes } pole lícem dolů: { $terrains }
       *[other] { $hexes } polí lícem dolů: { $terrains }
    }{ $numbers ->
        [none] {""}
       *[other] ; čísla { $numbers }
    }
show-hidden-terrain = { $count }× { $terrain }
show-label-bank = bank
show-bank =
    { $cards }; v balíčku { $deck ->
        [0] už není žádná akční karta
        [one] je { $deck } akční karta
        [few] jsou { $deck } akční karty
       *[other] je { $deck } akčních karet
    }
in-brackets =
    { $cards ->
        [unknown] {""}
       *[other] {" "}({ $cards })
    }

## Příběh

story-game =
    hra { $game }: { $scenario }{ $options ->
        [none] {""}
       *[other] {" "}(volby: { $options })
    } na plánu { $board }; { $players }
story-player = { seat } { $bot }
story-turn = tah { NUMBER($turn, useGrouping: 0) }
story-setup = zakládání
story-times =
    { $count ->
        [2] { $clause } (dvakrát)
       *[other] { $clause } ({ $count }×)
    }
story-sentence = { $sentence }.
story-again = Znovu se podívat: { $command }
