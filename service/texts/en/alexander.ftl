# Alexander the Great.

supply-stack-laid-out = the supply stack has { $cards }
supply-cards-drawn =
    { seat } draws { $count ->
        [one] { $count } card
       *[other] { $count } cards
    } from the supply stack{ $cards ->
        [unknown] {""}
       *[other] : { $cards }
    }
supply-ended =
    the supply stack is at its end{ $cards_count ->
        [0] {""}
        [one] ; { $cards } goes to the bank
       *[other] ; { $cards } go to the bank
    }
alexander-moved = Alexander comes to { $intersection }
event-chip-revealed = the chip at { $intersection } is a { $chip }{ counted-knights }
    .after = { $before }: a { $chip }{ counted-knights }
bidding-opened = the bidding for the { $event } begins
    .again = the bidding for the { $event } begins anew
    .after = { $before }: a temple
bid-made = { seat } bids { $amount }
bid-passed = { seat } bids no more
bidding-ended =
    { $seat ->
        [0] nobody bids
       *[other] { seat } has the highest bid, { $amount }
    }
bid-defaulted =
    { seat } cannot pay what it bid and must discard { $amount ->
        [one] { $amount } card
       *[other] { $amount } cards
    }
bid-paid = { bid-paid.short } for its bid
    .short =
        { seat } pays { $cards_count ->
            [0] { $knights ->
                [0] nothing
               *[other] { paid-knights }
            }
           *[other] { $knights ->
                [0] { $cards }
               *[other] { $cards } and { paid-knights }
            }
        }
event-chip-won = { seat } takes the { $chip } chip
    .after = { $before } and takes the chip
temple-forgone = { seat } leaves the temple at { $intersection } unbuilt
    .after = { $before } and builds nothing there
event-resolved = { seat } resolves the event, a { $event }
advisor-card-taken =
    { seat } becomes { advisor }{ $loser ->
        [0] {""}
       *[other] {" "}in place of seat { $loser }{ $given ->
            [0] {""}
            [1] , which becomes first advisor
            [2] , which becomes second advisor
           *[3] , which becomes third advisor
        }
    }

## Words

story-temple-built = { $before } and builds a settlement there
advisor =
    { $advisor ->
        [1] first advisor
        [2] second advisor
       *[3] third advisor
    }
knights-of-seat =
    { $count ->
        [one] { $count } knight of { seat }
       *[other] { $count } knights of { seat }
    }
knights-count =
    { $knights_count ->
        [one] { $knights } counts
       *[other] { $knights } count
    }
counted-knights =
    { $knights ->
        [none] {""}
       *[other] , in which { knights-count }
    }
paid-knights =
    { $knights ->
        [one] { $knights } knight
       *[other] { $knights } knights
    }
bag-famine =
    { $count ->
        [one] { $count } famine
       *[other] { $count } famines
    }
bag-bridge =
    { $count ->
        [one] { $count } bridge
       *[other] { $count } bridges
    }
bag-battle =
    { $count ->
        [one] { $count } battle
       *[other] { $count } battles
    }
bag-statue =
    { $count ->
        [one] { $count } statue
       *[other] { $count } statues
    }
march-event-settlement = settlement
march-event-famine = famine
march-event-bridge = bridge
march-event-battle = battle
march-event-statue = statue
cause-advisor = advisor
cause-persepolis = Alexander’s arrival in Persepolis
prompt-bid = bid
prompt-pay = pay
prompt-forfeit = forfeit
prompt-found = found
