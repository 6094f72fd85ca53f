"""Going out, and the card that must be kept until it is possible."""

from __future__ import annotations

from typing import Any

from canasta.actions import Action
from canasta.clauses.register import Value, clause
from canasta.facts import ConcealedFacts, LeaveFacts
from canasta.position import Position
from canasta.profile import Profile
from canasta.words import N_


@clause(
    "out.canasta",
    law=N_(
        "A player may get rid of his last card only if his side has {canastas_out:canastas} or makes what is missing."
    ),
    fact=N_("The last card would go; your side has {canastas:canastas} of {needed} needed."),
    source="classic: Going out, 1",
    yes=("4 7777777 Q . N.play | discard 4", "77 77777 Q . N.play | meld 77", "444 7777777 Q . N.play | meld 444"),
    no=(
        "4 777 Q . N.play | discard 4",
        "444 777 Q . N.play | meld 444",
        "4 7777777 Q . N.play classic/2 | discard 4",
    ),
    silent=("44 777 Q . N.play | discard 4",),
)
def canasta(profile: Profile, leave: LeaveFacts) -> bool | None:
    return leave.may_go_out if leave.left == 0 else None


@clause(
    "out.keep-one",
    law=N_("Without the canastas needed a player keeps at least one card after the discard that ends his turn."),
    fact=N_("{left:cards} would be left; your side has {canastas:canastas} of {needed} needed to go out."),
    source="classic: Going out, 1; inferred: every turn ends with a discard",
    yes=("44477 KKK Q . N.play | meld 444", "K555 KKKKKK Q . N.play | meld 555"),
    no=(
        "6669 KKK Q . N.play | meld 666",
        "K555 KKKKK Q . N.play | meld 555",
        "QQ 444 Q | take QQ",
        "4 KKK Q . N.play | discard 4",
        "4 KKK K . N.draw classic+one_card_take=yes | take K:",
    ),
    silent=("6669 7777777 Q . N.play | meld 666", "66699944 KKK Q . N.play | meld 666"),
)
def keep_one(profile: Profile, leave: LeaveFacts) -> bool | None:
    if leave.may_go_out or leave.left is None or leave.left > 2 or (leave.ends_turn and leave.left):
        return None
    if leave.verb == "discard":
        return leave.left > 0
    return leave.left == 2 or (leave.left == 1 and leave.completes and not profile.discard_to_go_out)


@clause(
    "out.no-discard",
    law=N_("Going out needs no discard; all cards may be melded."),
    wordings={"discard_to_go_out": N_("Going out needs a discard: the last card may not be melded.")},
    fact=N_("All cards would be melded, and no card is left to discard."),
    source="classic: Going out, 2",
    yes=("444 7777777 Q . N.play | meld 444",),
    no=("444 7777777 Q . N.play classic+discard_to_go_out=yes | meld 444",),
    silent=("4445 7777777 Q . N.play | meld 444", "444 777 Q . N.play | meld 444", "4 7777777 Q . N.play | discard 4"),
)
def no_discard(profile: Profile, leave: LeaveFacts) -> bool | None:
    if leave.left != 0 or leave.verb == "discard" or not leave.may_go_out:
        return None
    return not profile.discard_to_go_out


def _of_case(value: Value, position: Position, action: Action | None) -> Any:
    from canasta.case import Case

    assert action is not None
    return value(position.profile, Case(position, action).concealed())


def is_concealed(profile: Profile, out: ConcealedFacts) -> bool:
    """Whether a player who goes out so goes out concealed."""
    in_one_turn = not out.earlier and not out.added and out.canastas > 0
    return in_one_turn and (profile.concealed_after_take or not out.took)


@clause(
    "out.concealed",
    law=N_(
        "A hand is concealed if it is melded whole in one turn, with a canasta among its melds, by a player who has "
        "not melded or added to a meld before; what his partner did does not matter. A last discard is allowed."
    ),
    fact=N_("The hand goes out concealed: {canastas:canastas} in it, and nothing melded before."),
    source="classic: Concealed hand, 1; ruling: a card put on a meld of an earlier turn breaks it",
    yes=(
        "777777744444 - Q . N.play | meld 7777777 44444",
        "K KKKKKKK,7777777,444 Q . N.play new=74 | discard K",
    ),
    silent=(
        "777777744444 - Q . N.play | meld 7777777",
        "444 7777777 Q . N.play | meld 444",
        "77777774444K KKK Q . N.play melded=S | meld 7777777 4444 K",
    ),
    gives=(
        "777777744444 - Q . N.play | meld 7777777 44444 => yes",
        "4444 7777777 Q . N.play new=7 | meld 4444 => yes",
        "4444 7777777 Q . N.play | meld 4444 => no",
        "777777744444 KKK Q . N.play melded=S | meld 7777777 44444 => yes",
        "777777744444 KKK Q . N.play melded=N | meld 7777777 44444 => no",
        "77777774444K KKK Q . N.play melded=S | meld 7777777 4444 K => no",
        "4 7777777,KKKK Q . N.play new=7 added | discard 4 => no",
        "77777774444 KKK 4 . N.draw melded=S | take 44 44 7777777 => yes",
        "7777777444 KKK,444 4 . N.draw melded=S | take 4: 444 7777777 => no",
        "4 7777777,555 - . N.play took new=75 | discard 4 => yes",
        "4 7777777,555 - . N.play took new=75 classic+concealed_after_take=no | discard 4 => no",
        "4444 777777 Q . N.play new=7 | meld 4444 => no",
    ),
    value=is_concealed,
    example=_of_case,
)
def concealed(profile: Profile, out: ConcealedFacts) -> bool | None:
    return is_concealed(profile, out) or None
