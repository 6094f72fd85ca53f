"""Canastas: what makes one, what it earns, and what may still be added."""

from __future__ import annotations

from typing import Any

from canasta.actions import Action
from canasta.cards import BLACK_THREE
from canasta.clauses.register import Value, clause, gives
from canasta.facts import LayFacts
from canasta.position import Position
from canasta.profile import Profile
from canasta.table import Meld
from canasta.words import N_


def _completes(profile: Profile, lay: LayFacts) -> bool:
    """Whether this lay turns a meld into a canasta."""
    before = Meld(lay.rank or 0, lay.had_naturals, lay.had_deuces, lay.had_jokers)
    after = Meld(lay.rank or 0, lay.all_naturals, lay.had_deuces + lay.deuces, lay.had_jokers + lay.jokers)
    return not lay.others and is_canasta(profile, after) and not is_canasta(profile, before)


def _meld_in_turn(value: Value, position: Position, action: Action | None) -> Any:
    return value(position.profile, position.melds()[0])


@gives(
    "canasta.seven",
    law=N_(
        "A meld of {canasta_size} or more cards is a canasta. At most {wild_limit} of them are wild, the rest natural."
    ),
    source="classic: Canastas, 1; spruce: Canastas, 1",
    gives=(
        ". 7777777 => yes",
        ". 7777222 => yes",
        ". 77777777 => yes",
        ". 666666 => no",
        ". 666222 => no",
    ),
    example=_meld_in_turn,
)
def is_canasta(profile: Profile, meld: Meld) -> bool:
    enough = meld.naturals >= profile.canasta_size - profile.wild_limit
    return meld.rank != BLACK_THREE and meld.size >= profile.canasta_size and enough


def bonus(profile: Profile, meld: Meld) -> int:
    """A canasta's bonus without what a concealed one adds; 0 for a meld that is no canasta."""
    if not is_canasta(profile, meld):
        return 0
    return profile.natural_bonus if meld.is_natural else profile.mixed_bonus


@clause(
    "canasta.natural",
    law=N_("A canasta without a wild card is natural: {natural_bonus:points}. A red card on top shows it."),
    fact=N_("A natural canasta of {rank:ranks}: {natural_bonus:points}."),
    source="classic: Canastas, 1; classic: Canastas, 2; spruce: Canastas, 1",
    yes=("7K4 777777 Q . N.play | meld 7",),
    silent=("7K4 77777 Q . N.play | meld 7", "7K4 777772 Q . N.play | meld 7", "7K4 7777777 Q . N.play | meld 7"),
    gives=(". 7777777 => 500", ". 77777772 => 0", ". 666666 => 0"),
    value=lambda profile, meld: bonus(profile, meld) if meld.is_natural else 0,
    example=_meld_in_turn,
)
def natural(profile: Profile, lay: LayFacts) -> bool | None:
    return True if _completes(profile, lay) and not lay.all_wilds else None


@clause(
    "canasta.mixed",
    law=N_("A canasta with up to {wild_limit:wilds} is mixed: {mixed_bonus:points}. A black card on top shows it."),
    fact=N_("A mixed canasta of {rank:ranks} with {all_wilds:wilds}: {mixed_bonus:points}."),
    source="classic: Canastas, 1; classic: Canastas, 2; spruce: Canastas, 1",
    yes=("7K4 777772 Q . N.play | meld 7", "27K4 777777 Q . N.play | meld 7:2"),
    silent=("7K4 777777 Q . N.play | meld 7", "2K44 7777777 Q . N.play | meld 7:2"),
    gives=(". 9999992 => 300", ". 9999999 => 0", ". 999222 => 0", ". 9999999* => 300"),
    value=lambda profile, meld: 0 if meld.is_natural else bonus(profile, meld),
    example=_meld_in_turn,
)
def mixed(profile: Profile, lay: LayFacts) -> bool | None:
    return True if _completes(profile, lay) and lay.all_wilds else None


@clause(
    "canasta.extend",
    law=N_(
        "More cards may be added to a canasta; they score their points and change no bonus, "
        "except that a wild card added to a natural canasta makes it mixed."
    ),
    wordings={
        "meld_limit+wild_on_natural=no": N_(
            "No meld grows beyond {meld_limit:cards}, and no wild card is added to a natural canasta."
        ),
        "meld_limit": N_("No meld grows beyond {meld_limit:cards}."),
        "wild_on_natural=no": N_(
            "More cards may be added to a canasta, but no wild card to a natural one; they score their points and "
            "change no bonus."
        ),
    },
    fact=N_("The canasta of {had:cards} grows to {size}, with {all_wilds:wilds}."),
    objection=N_("This table does not allow it: the meld would hold {size:cards}, with {all_wilds:wilds}."),
    source="classic: Canastas, 2",
    yes=(
        "JK4 JJJJJJJ Q . N.play | meld J",
        "2K4 KKKKKKK Q . N.play | meld K:2",
        "7K4 7777777 Q . N.play classic+meld_limit=8 | meld 7",
    ),
    no=(
        "2K4 7777777 Q . N.play classic+wild_on_natural=no | meld 7:2",
        "7K4 7777777 Q . N.play classic+meld_limit=7 | meld 7",
    ),
    silent=("7K4 77777 Q . N.play | meld 7", "7K4 777777 Q . N.play classic+meld_limit=7 | meld 7"),
)
def extend(profile: Profile, lay: LayFacts) -> bool | None:
    if profile.meld_limit and lay.size > profile.meld_limit:
        return False
    before = Meld(lay.rank or 0, lay.had_naturals, lay.had_deuces, lay.had_jokers)
    if not is_canasta(profile, before) or lay.others:
        return None
    spoils = before.is_natural and bool(lay.wilds_laid)
    return profile.wild_on_natural or not spoils


@gives(
    "canasta.concealed",
    law=N_(
        "A canasta laid down whole from the hand, or with the pile's top card alone, earns "
        "{concealed_canasta_bonus:points} more."
    ),
    wordings={"concealed_canasta_bonus=0": N_("A canasta laid down whole from the hand earns nothing more.")},
    source="spruce: Canastas, 2",
    gives=(
        ". QQQQQQQ! 4 . N.play spruce => 100",
        ". QQQQQQQ! 4 . N.play => 0",
        ". QQQQQQQ 4 . N.play spruce => 0",
        ". QQQQQQQ2! 4 . N.play spruce => 100",
    ),
    example=_meld_in_turn,
)
def concealed(profile: Profile, meld: Meld) -> int:
    return profile.concealed_canasta_bonus if meld.concealed and is_canasta(profile, meld) else 0
