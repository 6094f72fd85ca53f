"""House rules near the end of a deal, each of which changes what may be left in the hand or laid."""

ENDGAME = (
    "",
    "spruce",
    "pagat",
    "classic/2",
    *(
        f"classic+{rule}"
        for rule in """
    discard_to_go_out=yes one_card_take=yes take_onto_canasta=no meld_limit=7 canastas_out=2 black_threes=last
    black_threes=never wild_on_natural=no wild_majority=fewer take_ways=pair upcard_freezes=-
""".split()
    ),
)
