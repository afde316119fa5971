# Kresba plánu: slova, která se do ní vejdou, a vysvětlivky.

board-not-laid = (plán ještě není rozložen)
board-robber = zloděj
board-home = domov
board-strip = pruh
board-pieces = (1) vesnice, [1] město, /1/ silnice hráče 1
board-pieces-and-ships = (1) vesnice, [1] město, /1/ silnice, ~1~ loď hráče 1
board-harbors = o přístav: 3:1 bere jakoukoli surovinu, ostatní berou 2:1 tu, po které se jmenují
board-starts = * místo pro první vesnici, @ takové místo u přístavu
board-site = ^ křižovatka u staveniště pyramidy; čísla na staveništi: kamenné bloky, které stojí, ze všech
board-red = R červený bod: město na něm vyhrává; R za vesnicí: stojí na něm
board-unknown = ? leží lícem dolů, otočí ho silnice nebo loď na jeho okraji
board-storm = ! bouře: na jejím okraji nesmí být loď
board-forbidden = X zakázaná země: na jejím okraji nesmí být nic
board-shared = /12~3 na jedné hraně: silnice hráčů 1 a 2, loď hráče 3 (svisle: |12 nad ~3)
board-route = A Alexandr na cestě z M, Makedonie, do P, Persepole: > < v ^ před ním, ::: za ním
board-stops = T chrám, ? žeton události, = nic, 7 jen když padne 7; ! nevyřešená událost, + překročeno
board-protected = x chráněno, X u přístavu: zatím bez vesnic, stejně jako cesta před ním
board-chips =
    žetony událostí: { $chips }{ $left ->
        [0] {""}
        [one] ; { $left } z nich je mimo hru
        [few] ; { $left } z nich jsou mimo hru
       *[other] ; { $left } z nich je mimo hru
    }
board-source = Plán: { $source }
