# Stůl a pravidla základní hry. Text se jmenuje po své události a bere její políčka podle jmen; o čem čtenář vědět
# nesmí, za to dostane "unknown". Text ".short" vynechává, co příběh nepotřebuje; ".after" navazuje na větu před ním.

game-created =
    je založena hra „{ $scenario }“{ $options ->
        [none] {""}
       *[other] {" "}(volby: { $options })
    } pro { $seats ->
        [one] { $seats } hráče
        [few] { $seats } hráče
       *[other] { $seats } hráčů
    } na plánu { $board_name }{ $seed_chosen ->
        [yes] , semínko náhody zvolil zakladatel
       *[no] {""}
    }
nonce-given = { seat } přidává svou nonci k náhodě hry
board-laid =
    plán je rozložen: { $tiles_count ->
        [one] { $tiles_count } pole
        [few] { $tiles_count } pole
       *[other] { $tiles_count } polí
    }, { $harbors_count ->
        [one] { $harbors_count } přístav
        [few] { $harbors_count } přístavy
       *[other] { $harbors_count } přístavů
    }
prompts-changed =
    { $prompts ->
        [none] hra na nikoho nečeká
       *[other] hra čeká na { $prompts }
    }
points-changed =
    { seat } má { $total ->
        [one] { $total } bod
        [few] { $total } body
       *[other] { $total } bodů
    } ({ $cause }: { $points })
    .short =
        { seat } má nyní { $total ->
            [one] { $total } bod
            [few] { $total } body
           *[other] { $total } bodů
        }
game-ended =
    { $winners_count ->
        [0] hra končí
        [one] hráč { $winners } vyhrává; rozhoduje { $cause }
       *[other] hráči { $winners } vyhrávají; rozhoduje { $cause }
    }
seed-revealed = je odhaleno semínko náhody: { $seed }

supplies-laid-out =
    každý hráč má { $roads ->
        [one] { $roads } silnici
        [few] { $roads } silnice
       *[other] { $roads } silnic
    }, { $settlements ->
        [one] { $settlements } vesnici
        [few] { $settlements } vesnice
       *[other] { $settlements } vesnic
    }, { $cities ->
        [one] { $cities } město
        [few] { $cities } města
       *[other] { $cities } měst
    }{ $ships ->
        [0] {""}
        [one] {" "}a { $ships } loď
        [few] {" "}a { $ships } lodě
       *[other] {" "}a { $ships } lodí
    }; { $bank_count ->
        [0] bank je prázdný
       *[other] bank má { $bank_accusative }
    }, v balíčku { $development_deck_count ->
        [one] je { $development_deck_count } akční karta
        [few] jsou { $development_deck_count } akční karty
       *[other] je { $development_deck_count } akčních karet
    }
turn-started = tah { NUMBER($turn, useGrouping: 0) }: { seat }
turn-ended = { seat } končí tah
dice-rolled = { seat } hází { $dice }
resources-produced =
    { $gains ->
        [none] { $short ->
            [none] nikdo nic nedostává
           *[other] v banku došly karty: { $short }
        }
       *[other] { $short ->
            [none] { $gains }
           *[other] { $gains }, v banku došly karty: { $short }
        }
    }
gain = { seat } dostává { $cards_accusative }
resources-received = { seat } dostává { $cards_accusative }
resources-paid = { seat } platí { $cards_accusative }
resources-discarded = { seat } odhazuje { $cards_accusative }
resources-handed-over = hráč { $giver } odevzdává { $cards_accusative } hráči { $taker }
robber-moved = { seat } přesouvá zloděje na { $hex_accusative }
card-stolen =
    hráč { $thief } krade { $resource_accusative ->
        [unknown] kartu
       *[other] { $resource_accusative }
    } hráči { $victim }
road-built = { seat } staví silnici na hraně { $path }
    .short = { seat } staví silnici
settlement-built = { seat } staví vesnici ({ $intersection })
city-built = { seat } staví město ({ $intersection })
bank-trade-made = { seat } mění { $given_accusative } za { $taken_accusative } s bankem

trade-offered =
    { seat } nabízí { $give_accusative } za { $take_accusative } { $to_count ->
        [one] hráči { $to }
       *[other] hráčům { $to }
    }
    .short = { seat } marně nabízí { $give_accusative } za { $take_accusative }
trade-accepted = { seat } přijímá
trade-declined = { seat } odmítá
trade-countered = { seat } by dal { $give_accusative } za { $take_accusative }
trade-answer-fell = { seat } přišel o kartu, a tak jeho odpověď neplatí
trade-made = { seat } mění { $given_accusative } za { $taken_accusative } s hráčem { $partner }
trade-withdrawn = nabídka { $offer } je stažena
trade-fell = nabídka { $offer } padá

development-card-bought =
    { seat } kupuje akční kartu{ $card ->
        [unknown] {""}
       *[other] : { $card }
    }
development-card-played = { seat } hraje kartu { $card }
monopoly-declared = { seat } žádá { $resource_accusative }
route-changed = { seat } má obchodní stezku délky { $length }
longest-route-awarded =
    { $seat ->
        [0] Nejdelší obchodní stezku už nemá nikdo
       *[other] { seat } má nyní Nejdelší obchodní stezku (délka { $length })
    }
largest-army-awarded =
    { $seat ->
        [0] Největší rytířstvo už nemá nikdo
       *[other] { seat } má nyní Největší rytířstvo ({ $knights ->
            [one] { $knights } rytíř
            [few] { $knights } rytíři
           *[other] { $knights } rytířů
        })
    }
hand-shown =
    { seat } ukazuje { $cards_count ->
        [0] { $development_cards_count ->
            [0] prázdnou ruku
           *[other] { $development_cards_accusative }
        }
       *[other] { $development_cards_count ->
            [0] { $cards_accusative }
           *[other] { $cards_accusative }; { $development_cards_accusative }
        }
    }{ $points ->
        [0] {""}
        [one] ; celkem { $points } bod
        [few] ; celkem { $points } body
       *[other] ; celkem { $points } bodů
    }
event-unknown = stalo se něco, co tato verze nezná

## Slova

seat = hráč { $seat }
seats = hráče { $seats }
list-more = { $before }, { $next }
list-last = { $before } a { $next }

bag-nothing = nic
bag-brick =
    { $count ->
        [one] { $count } hlína
        [few] { $count } hlíny
       *[other] { $count } hlín
    }
    .accusative =
        { $count ->
            [one] { $count } hlínu
            [few] { $count } hlíny
           *[other] { $count } hlín
        }
bag-lumber =
    { $count ->
        [one] { $count } dřevo
        [few] { $count } dřeva
       *[other] { $count } dřev
    }
bag-wool =
    { $count ->
        [one] { $count } ovce
        [few] { $count } ovce
       *[other] { $count } ovcí
    }
    .accusative =
        { $count ->
            [one] { $count } ovci
            [few] { $count } ovce
           *[other] { $count } ovcí
        }
bag-grain = { $count } obilí
bag-ore =
    { $count ->
        [one] { $count } ruda
        [few] { $count } rudy
       *[other] { $count } rud
    }
    .accusative =
        { $count ->
            [one] { $count } rudu
            [few] { $count } rudy
           *[other] { $count } rud
        }
bag-knight =
    { $count ->
        [one] { $count } rytíř
        [few] { $count } rytíři
       *[other] { $count } rytířů
    }
    .accusative =
        { $count ->
            [one] { $count } rytíře
            [few] { $count } rytíře
           *[other] { $count } rytířů
        }
bag-victory-point =
    { $count ->
        [one] { $count } vítězný bod
        [few] { $count } vítězné body
       *[other] { $count } vítězných bodů
    }
bag-road-building =
    { $count ->
        [one] { $count } stavba silnic
        [few] { $count } stavby silnic
       *[other] { $count } staveb silnic
    }
    .accusative =
        { $count ->
            [one] { $count } stavbu silnic
            [few] { $count } stavby silnic
           *[other] { $count } staveb silnic
        }
bag-year-of-plenty =
    { $count ->
        [one] { $count } vynález
        [few] { $count } vynálezy
       *[other] { $count } vynálezů
    }
bag-monopoly =
    { $count ->
        [one] { $count } monopol
        [few] { $count } monopoly
       *[other] { $count } monopolů
    }

resource-brick = hlína
    .accusative = hlínu
resource-lumber = dřevo
    .accusative = dřevo
resource-wool = ovce
    .accusative = ovci
resource-grain = obilí
    .accusative = obilí
resource-ore = ruda
    .accusative = rudu

development-card-knight = Rytíř
development-card-victory-point = Vítězný bod
development-card-road-building = Stavba silnic
development-card-year-of-plenty = Vynález
development-card-monopoly = Monopol

piece-road = silnice
piece-settlement = vesnice
piece-city = město

cause-points = počet bodů
cause-buildings = stavby
cause-longest-route = Nejdelší obchodní stezka
cause-largest-army = Největší rytířstvo

prompt = { seats } ({ $kind })
prompt-more = { $before }, pak na { $next }
prompt-nonce = nonce
prompt-setup-settlement = první vesnice
prompt-setup-road = první silnice
prompt-roll = hod kostkami
prompt-act = tah
prompt-discard = odhození karet
prompt-robber = zloděj
prompt-trade = odpověď na nabídku
prompt-road-building = stavba silnic
prompt-build = stavění navíc

## Místa

place-hex =
    { $number ->
        [0] { $word }
       *[other] { $word } { $number }
    }
place-unknown-hex = pole { $hex }
place-unknown-intersection = křižovatka { $intersection }
place-harbor = { $harbor }

terrain-hills = pahorkatina
    .accusative = pahorkatinu
    .drawn = pahorkat.
terrain-forest = les
    .accusative = les
terrain-pasture = pastvina
    .accusative = pastvinu
terrain-fields = obilné pole
    .accusative = obilné pole
    .drawn = obil. pole
terrain-mountains = hory
    .accusative = hory
terrain-desert = poušť
    .accusative = poušť
terrain-sea = moře
    .accusative = moře

harbor-brick = přístav na hlínu
harbor-lumber = přístav na dřevo
harbor-wool = přístav na ovce
harbor-grain = přístav na obilí
harbor-ore = přístav na rudu
harbor-general = přístav 3:1
