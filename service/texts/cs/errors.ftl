# Proč je požadavek odmítnut. Text se jmenuje po svém důvodu a bere údaje z metadat podle jmen.

refusal = { $sentence }.
refusal-by-rule = { $sentence } (pravidlo { $rule }).
error-unknown = Požadavek je odmítnut: { $reason }

## Důvody samotné služby

error-malformed =
    Požadavku nelze rozumět{ $field ->
        [unknown] {""}
       *[other] ; chyba je v „{ $field }“
    }
error-too-large = Požadavek má { $size } bajtů; smí mít nejvýše { $most }
error-viewer-required = Požadavek neříká, kdo se dívá
error-version-out-of-range =
    Hra ještě nedospěla k verzi { $asked }; je u verze { $version }
error-unknown-game = Taková hra není
error-unknown-scenario = Scénář „{ $scenario }“ není
error-unknown-board = Scénář nemá plán „{ $board }“
error-unknown-option = Scénář nemá volbu „{ $option }“
error-wrong-number-of-seats =
    Tuto hru nelze hrát v { $seats ->
        [one] { $seats } hráči
        [few] { $seats } hráčích
       *[other] { $seats } hráčích
    }; povolené počty: { $allowed }
error-seed-not-allowed = Tento server si semínko náhody losuje sám
error-not-over = Skryté karty se ukážou, až hra skončí
error-not-your-seat =
    { $seat ->
        [unknown] To není pro vás
       *[other] Hráč { $seat } nejste vy
    }
error-request-id-reused = Označení požadavku „{ $request_id }“ už bylo použito k něčemu jinému
error-version-conflict = Hra mezitím pokročila k verzi { $version }
error-too-busy = Server je teď příliš vytížen; zkuste to za chvíli
error-shutting-down = Server se vypíná; zkuste to za chvíli
error-data-damaged =
    { $version ->
        [unknown] Úložiště nelze přečíst
       *[other] Uložená hra je poškozená od verze { $version }
    }

## Základní hra

error-game-over = Hra už skončila
error-not-your-turn =
    Hráč { $seat } teď není na řadě{ $awaited ->
        [unknown] {""}
       *[other] ; čeká se na: { $awaited }
    }
error-not-now =
    To teď nejde{ $awaited ->
        [unknown] {""}
       *[other] ; čeká se na: { $awaited }
    }
error-not-in-this-scenario = Takový tah v tomto scénáři není
error-no-such-seat = Hráč { $seat } v této hře není
error-no-such-place = Takové místo na plánu není
error-not-enough-cards = Hráč { $seat } na to nemá karty
error-bank-too-short = Bank na to nemá karty
error-wrong-number-of-cards =
    { $owed ->
        [one] Musí to být { $owed } karta, ne { $given }
        [few] Musí to být { $owed } karty, ne { $given }
       *[other] Musí to být { $owed } karet, ne { $given }
    }
error-out-of-pieces = V zásobě už není: { $piece }
error-occupied = Už tam něco stojí
error-not-land = To místo se nedotýká země
error-not-connected = Nenavazuje to na žádnou vaši silnici, loď ani stavbu
error-not-at-new-settlement = Nezačíná to u právě postavené vesnice
error-too-close = Jiná stavba je příliš blízko
error-no-own-settlement = Nestojí tam vaše vesnice
error-robber-must-move = Zloděj se musí přesunout na jiné pole
error-robber-not-allowed = Tam zloděj stát nesmí
error-victim-required = Je nutné říci, komu vzít kartu; možní hráči: { $victims }
error-no-such-victim = Hráči { $victim } tam kartu vzít nelze
error-no-such-rate = V poměru { $rate }:1 to vyměnit nemůžete
error-too-many-cards = Tolik takových karet ve hře není: nejvýše { $most }, ne { $given }
error-same-resource = Na obou stranách výměny je totéž: { $resource }
error-nothing-offered = Každá strana musí něco dát
error-too-many-offers =
    V jednom tahu { $most ->
        [one] smí být nejvýše { $most } nabídka
        [few] smějí být nejvýše { $most } nabídky
       *[other] smí být nejvýše { $most } nabídek
    }
error-offer-already-open = Nabídka { $offer } je ještě otevřená
error-no-such-offer = Nabídka { $offer } není otevřená
error-not-agreed = Hráč { $partner } s takovou výměnou nesouhlasil
error-nobody-asked = Hráči { $seat } nabízet nelze
error-deck-empty = Akční karty došly
error-card-not-held = Takovou kartu nemáte: { $card }
error-card-too-new = Tato karta byla koupena v tomto tahu: { $card }
error-card-already-played = V tomto tahu už byla akční karta zahrána
error-nothing-to-gain = Karta by teď nic nepřinesla: { $card }
error-must-place-first = Nejdřív je třeba postavit první kus, teprve druhého se lze vzdát
error-nonce-wrong-size =
    Nonce má mít { $needed ->
        [one] { $needed } bajt
        [few] { $needed } bajty
       *[other] { $needed } bajtů
    }, ne { $size }

## Moře

error-not-sea = Ta hrana se nedotýká moře
error-no-own-ship = Vaše loď tam není
error-ship-too-new = Loď byla postavena v tomto tahu
error-ship-not-open = Loď je na uzavřené obchodní stezce a přesunout ji nelze
error-ship-already-moved = V tomto tahu už byla loď přesunuta
error-not-enough-coins =
    Hráč { $seat } { $coins ->
        [0] nemá žádné zlato
        [one] má { $coins } zlatý
        [few] má { $coins } zlaté
       *[other] má { $coins } zlatých
    }{ $fee ->
        [unknown] , a to nestačí
       *[other] ; poplatek je { $fee }
    }
error-fee-not-due = Za to nikomu platit nemusíte

## Cheops

error-no-trade-route = Nevede tam žádná obchodní stezka
error-harbor-unused = U toho přístavu nestojí žádná stavba
error-no-such-harbor = Tam přístav není
error-not-a-starting-place = První vesnice tam stát nesmějí
error-pyramid-not-begun = Stavba pyramidy ještě nezačala
error-no-site-access = Hráč { $seat } nemá u staveniště pyramidy žádnou stavbu

## Alexandr Veliký

error-bid-too-low = Nabídka { $amount } je příliš nízká; nejvyšší je { $highest }
error-bid-too-high = Nabídka { $amount } je příliš vysoká; nejvýše lze nabídnout { $most }
error-nothing-to-lose = Bez karet surovin můžete nabídnout nejvýše { $most }
error-wrong-goods = To tato událost nepřijímá: { $event }
error-knight-too-late =
    V této bitvě { $counted ->
        [one] platí jen { $counted } rytíř
        [few] platí jen { $counted } rytíři
       *[other] platí jen { $counted } rytířů
    }
error-bid-not-covered = Platíte { $paid }, nabídka byla { $bid }
error-overpaid = Platíte { $paid }, i když na nabídku { $bid } stačí méně
error-not-at-temple = Vesnice musí stát u chrámu
error-route-protected = Alexandr tam teprve přijde

## Velký závod

error-unknown-hexes = Vše, čeho se hrana dotýká, leží ještě lícem dolů
error-forbidden-land = U zakázané země nesmí stát nic
error-storm = K bouři žádná loď nesmí
error-no-card-for-landing = Na zaplacení přistání by nezbyla karta
error-already-on-gold = Na zlatých ostrovech už stavbu máte
error-kept-for-gold = Poslední kus je nutné ponechat pro zlaté ostrovy
