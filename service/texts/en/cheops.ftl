# Cheops.

pyramid-laid-out =
    the pyramid will have levels of { $levels } blocks; each seat has { $blocks } blocks, the Pharaoh { $pharaoh_blocks }
pyramid-begun = { seat } is the first at the site, so the pyramid is begun
pyramid-block-placed =
    { $seat ->
        [0] the Pharaoh
       *[other] { seat }
    } places block { $number } of the pyramid, on level { $level }
blessing-given = { seat } has the Pharaoh’s Blessing now
curse-lifted = { seat } is free of the Pharaoh’s Curse
curse-laid = { seat } has the Pharaoh’s Curse now

## Words

piece-block = block
cause-blessing = blessing
cause-curse = curse
cause-pharaoh = the Pharaoh’s last block
cause-pyramid = the last block of the pyramid
region-nile = Nile
region-red-sea = Red Sea
region-pyramid = pyramid
