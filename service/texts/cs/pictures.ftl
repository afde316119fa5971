# Obrázky: co je na nich napsáno, a co říkají o každé věci, na kterou někdo ukáže.

picture-title = { $scenario }, { picture-subtitle }
picture-subtitle =
    { $board ->
        [none] verze { NUMBER($version, useGrouping: 0) }
       *[other] plán { $board }, verze { NUMBER($version, useGrouping: 0) }
    }
picture-seat-stands = { seat }: { $standing }
picture-waits = Čeká se na { $prompts }
picture-offer = { seat } nabízí { $give } za { $take }

## Plán

picture-hex =
    pole { $hex }: { $what }{ $land ->
        [none] {""}
       *[other] , { $land }
    }{ $hidden ->
        [yes] , lícem dolů
       *[no] {""}
    }{ $robber ->
        [yes] ; stojí tu zloděj
       *[no] {""}
    }
picture-at-intersection =
    { $what }, křižovatka { $intersection }{ $around ->
        [none] {""}
       *[other] {" "}({ $around })
    }
picture-on-path = { $what }, hrana { $path }
picture-piece = { $piece } hráče { $seat }
picture-on-red = { $what } na červeném bodu
picture-harbor =
    přístav na hraně { $path }: { $rate ->
        [3] 3 stejné suroviny
       *[other] 2× { $good }
    } za 1 jinou
picture-arrow = { $arrow }. šipka trasy
picture-alexander =
    Alexandr, za ním { $arrow ->
        [one] { $arrow } křižovatka
        [few] { $arrow } křižovatky
       *[other] { $arrow } křižovatek
    } z { $stops }
picture-next = příště: { $stop }
picture-event = nevyřešená událost: { $event }
picture-crossed = Alexandr už tudy prošel
picture-protected = chráněno, zatím bez vesnic
land-home = domovský ostrov
land-strip = pobřežní pruh
land-gold = zlatý ostrov
edge-storm = okraj bouře
edge-forbidden = okraj zakázané země
march-begin = Makedonie
march-end = Persepole

## Panel

picture-seat =
    { $name }{ $turn ->
        [yes] , na tahu
       *[no] {""}
    }{ $won ->
        [yes] , vítěz
       *[no] {""}
    }
picture-knights =
    { $count ->
        [0] žádný zahraný Rytíř
        [one] { $count } zahraný Rytíř
        [few] { $count } zahraní Rytíři
       *[other] { $count } zahraných Rytířů
    }
picture-route =
    nejdelší stezka: { $count ->
        [0] žádná hrana
        [one] { $count } hrana
        [few] { $count } hrany
       *[other] { $count } hran
    }
picture-award = { $what }; { $award }
picture-block =
    { $level }. úroveň: kamenný blok { $seat ->
        [0] faraónův
       *[other] hráče { $seat }
    }
picture-pharaoh = F
picture-whose = { picture-pharaoh }: faraón
picture-chips = žetony událostí
picture-march = Alexandrovo tažení
picture-face-down = lícem dolů

## Vysvětlivky

ground-yields = { $terrain }: { $resource }
ground-pyramid = { region-pyramid }
ground-storm = bouře: na okraj nesmí loď
ground-forbidden = zakázáno: nic tu nesmí stát
mark-start = místo pro první vesnici
mark-site = křižovatka u staveniště
mark-red = červený bod: město tu vyhrává
stop-temple = chrám: stavba vesnice
stop-chip = žeton události, rubem nahoru
stop-empty = křižovatka, kde nic není
stop-seven = projde, jen když padne 7
picture-harbor-general = přístav, 3 stejné za 1
picture-harbor-special = přístav, 2 takové za 1
legend-alexander = Alexandr
legend-crossed = už překročeno
legend-protected = zatím bez vesnic
