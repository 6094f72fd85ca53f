"""What each parameter of a profile means, in one sentence, and which values tables use for it."""

from __future__ import annotations

from typing import Any, Final

from canasta.profile import PARAMETERS, PROFILES, SHAPES
from canasta.words import N_

MEANINGS: Final[dict[str, str]] = {
    "packs": N_("How many packs of 52 cards and two jokers are shuffled together."),
    "dealt": N_("How many cards each player is dealt."),
    "draws": N_("How many cards a player draws from the stock in a turn."),
    "canastas_out": N_("How many canastas a side needs before one of its players may go out."),
    "target": N_("The score at which a game is won, in points."),
    "tiers": N_("The scores from which the next higher minimum holds."),
    "minimums": N_("What a side's first meld of a deal must count: below the first tier, then from each tier on."),
    "top_card_counts": N_("Whether the top card of a pile that is taken counts towards the minimum."),
    "first_dealer": N_(
        "Who deals first: the player to the right of the one who plays first, or any player, however chosen."
    ),
    "shuffled_by": N_("Who shuffles: anyone who wishes, the dealer last, or the dealer alone."),
    "cut_by": N_("Who cuts the pack: the player at the dealer's left or right."),
    "upcard_covered": N_(
        "Turned cards on which another is turned at the deal: * joker, 2 deuce, r red three, b black three."
    ),
    "upcard_freezes": N_(
        "Turned cards that freeze the pile from the deal: * joker, 2 deuce, r red three, b black three."
    ),
    "red_three_laid": N_(
        "When red threes of a dealt hand are laid: at that player's first turn, or before play begins."
    ),
    "black_three_freezes": N_(
        "Whether a discarded black three freezes the pile until it is taken; else it only stops the next player."
    ),
    "meld_size": N_("How many cards a meld has at least."),
    "naturals": N_("How many natural cards a meld has at least."),
    "wild_limit": N_("How many wild cards a meld holds at most."),
    "wild_majority": N_("How many wild cards a meld may hold beside its natural cards: any, equal to them, or fewer."),
    "meld_limit": N_("How many cards a meld may grow to; 0 sets no limit."),
    "canasta_size": N_("How many cards make a canasta."),
    "natural_bonus": N_("What a canasta without wild cards earns, in points."),
    "mixed_bonus": N_("What a canasta with wild cards earns, in points."),
    "wild_on_natural": N_("Whether a wild card may be added to a natural canasta, which makes it mixed."),
    "concealed_canasta_bonus": N_("What a canasta laid down whole from the hand earns more, in points."),
    "out_bonus": N_("What going out earns, in points."),
    "concealed_bonus": N_("What going out with a concealed hand earns on top of going out, in points."),
    "concealed_after_take": N_("Whether a hand still counts as concealed after its player took the pile in that turn."),
    "frozen_before_initial": N_("Whether the pile is frozen against a side that has not melded."),
    "take_ways": N_("What takes a pile that is not frozen: any lawful way, or a natural pair only."),
    "take_onto_canasta": N_("Whether the pile may be taken by adding its top card to a completed canasta."),
    "one_card_take": N_("Whether a player with one card in hand may take a pile of one card."),
    "black_threes": N_("When black threes may be melded: when going out, then as the last meld, or never."),
    "discard_to_go_out": N_("Whether going out needs a last card to discard."),
    "ask": N_("Whether a player must ask his partner before going out, or may go out without asking."),
    "ask_when": N_("When he may ask: before or after the draw, or only after it."),
    "last_red_three": N_(
        "What follows when the last card of the stock is a red three: the deal ends, or the player may still meld."
    ),
    "stock_gone": N_(
        "What follows when the stock is gone: play goes on with the pile, the deal ends at once, or after that turn."
    ),
    "red_threes": N_("What one, two, three … red threes earn a side that has melded, in points."),
    "red_threes_unmelded": N_("What they cost a side that has not melded, in points."),
    "equal_totals": N_("What follows when the highest totals past the target are equal: another deal, or a tie."),
    "take_back": N_("Whether practice may take back what was done in a turn until the discard, or nothing ever."),
}

# Values that some tables use and no named profile has for any number of players.
ELSEWHERE: Final[dict[str, tuple[Any, ...]]] = {
    "meld_limit": (7,),
    "concealed_bonus": (200,),
    "target": (7500,),
    "red_threes_unmelded": ((100, 200, 300, 400),),
}


def values_in_use(name: str) -> list[Any]:
    """The values of a parameter that are in use: the named profiles' first, with every number of players."""
    field = PARAMETERS[name]
    named = [getattr(profile.for_players(n), name) for n in (4, *SHAPES) for profile in PROFILES.values()]
    switched = [not field.default] if isinstance(field.default, bool) else []
    return list(dict.fromkeys([*named, *switched, *field.metadata.get("choices", ()), *ELSEWHERE.get(name, ())]))
