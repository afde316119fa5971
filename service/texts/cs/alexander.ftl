# Alexandr Veliký.

supply-stack-laid-out = zásobovací balíček má { $cards_accusative }
supply-cards-drawn =
    { seat } si bere ze zásobovacího balíčku { $count ->
        [one] { $count } kartu
        [few] { $count } karty
       *[other] { $count } karet
    }{ $cards ->
        [unknown] {""}
       *[other] : { $cards_accusative }
    }
supply-ended =
    zásobovací balíček končí{ $cards_count ->
        [0] {""}
       *[other] ; bank dostává { $cards_accusative }
    }
alexander-moved = Alexandr postupuje ({ $intersection })
event-chip-revealed = obrací se žeton události ({ $intersection }): { $chip }{ counted-knights }
    .after = { $before }: { $chip }{ counted-knights }
bidding-opened = začíná nabízení: { $event }
    .again = znovu začíná nabízení: { $event }
    .after = { $before }: chrám
bid-made = { seat } nabízí { $amount }
bid-passed = { seat } odstupuje
bidding-ended =
    { $seat ->
        [0] nikdo nenabízí
       *[other] { seat } má nejvyšší nabídku, { $amount }
    }
bid-defaulted =
    { seat } nemůže svou nabídku zaplatit a musí odhodit { $amount ->
        [one] { $amount } kartu
        [few] { $amount } karty
       *[other] { $amount } karet
    }
bid-paid = { bid-paid.short } za svou nabídku
    .short =
        { seat } platí { $cards_count ->
            [0] { $knights ->
                [0] nic
               *[other] { paid-knights }
            }
           *[other] { $knights ->
                [0] { $cards_accusative }
               *[other] { $cards_accusative } a { paid-knights }
            }
        }
event-chip-won = { seat } bere žeton události: { $chip }
    .after = { $before } a bere žeton
temple-forgone = { seat } nechává chrám ({ $intersection }) nezastavěný
    .after = { $before } a nic tam nestaví
event-resolved = { seat } řeší událost: { $event }
advisor-card-taken =
    { seat } se stává { $advisor ->
        [1] prvním rádcem
        [2] druhým rádcem
       *[3] třetím rádcem
    }{ $loser ->
        [0] {""}
       *[other] {" "}místo hráče { $loser }{ $given ->
            [0] {""}
            [1] , který je nyní prvním rádcem
            [2] , který je nyní druhým rádcem
           *[3] , který je nyní třetím rádcem
        }
    }

## Slova

story-temple-built = { $before } a staví tam vesnici
advisor =
    { $advisor ->
        [1] první rádce
        [2] druhý rádce
       *[3] třetí rádce
    }
knights-of-seat =
    { $count ->
        [one] { $count } rytíř hráče { $seat }
        [few] { $count } rytíři hráče { $seat }
       *[other] { $count } rytířů hráče { $seat }
    }
knights-count =
    { $knights_count ->
        [one] platí { $knights }
        [few] platí { $knights }
       *[other] platí { $knights }
    }
counted-knights =
    { $knights ->
        [none] {""}
       *[other] , { knights-count }
    }
paid-knights =
    { $knights ->
        [one] { $knights } rytíře
        [few] { $knights } rytíře
       *[other] { $knights } rytířů
    }
bag-famine = { $count }× hlad
bag-bridge = { $count }× most
bag-battle = { $count }× bitva
bag-statue = { $count }× socha
march-event-settlement = stavba vesnice
march-event-famine = hlad
march-event-bridge = most
march-event-battle = bitva
march-event-statue = socha
cause-advisor = rádce
cause-persepolis = Alexandrův příchod do Persepole
prompt-bid = nabídka
prompt-pay = placení
prompt-forfeit = odhození karet
prompt-found = stavba vesnice
