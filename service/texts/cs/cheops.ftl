# Cheops.

pyramid-laid-out =
    pyramida bude mít { $levels_count ->
        [one] { $levels_count } úroveň
        [few] { $levels_count } úrovně
       *[other] { $levels_count } úrovní
    } o { $levels } kamenných blocích; každý hráč má { $blocks ->
        [one] { $blocks } kamenný blok
        [few] { $blocks } kamenné bloky
       *[other] { $blocks } kamenných bloků
    }, faraón { $pharaoh_blocks }
pyramid-begun = { seat } staví u staveniště jako první, stavba pyramidy začíná
pyramid-block-placed =
    { $seat ->
        [0] faraón
       *[other] { seat }
    } staví { $number }. kamenný blok pyramidy, na { $level }. úrovni
blessing-given = { seat } má nyní Faraónovo požehnání
curse-lifted = { seat } odkládá Faraónovu kletbu
curse-laid = { seat } má nyní Faraónovu kletbu

## Slova

piece-block = kamenný blok
cause-blessing = Faraónovo požehnání
cause-curse = Faraónova kletba
cause-pharaoh = poslední faraónův kamenný blok
cause-pyramid = poslední kamenný blok pyramidy
region-nile = Nil
    .accusative = Nil
region-red-sea = Rudé moře
    .accusative = Rudé moře
region-pyramid = staveniště pyramidy
    .accusative = staveniště pyramidy
    .drawn = staveniště
