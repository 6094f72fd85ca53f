"""The initial meld: what a side's first meld of a deal must count, and what counts."""

from __future__ import annotations

from typing import Any

from canasta.actions import Action
from canasta.clauses.register import Value, clause
from canasta.facts import OpeningFacts
from canasta.position import Position
from canasta.profile import Profile
from canasta.words import N_


def _of_case(value: Value, position: Position, action: Action | None) -> Any:
    from canasta.case import Case

    assert action is not None
    return value(Case(position, action).opening())


def minimum(profile: Profile, score: int) -> int:
    """What a side with this score at the start of the deal must lay first, in points."""
    tier = sum(score >= start for start in profile.tiers)
    return profile.minimums[tier]


@clause(
    "initial.minimum",
    law=N_("A side's first meld of a deal must count at least its minimum, which rises with its score: {scale:scale}."),
    fact=N_("The melds count {total:points}; with a score of {score} the minimum is {minimum}."),
    source="classic: Minimum count, 2",
    yes=("AAA44 - Q . N.play | meld AAA", "44477 - Q . N.play -5:0 | meld 444"),
    no=("KKK44 - Q . N.play | meld KKK", "AAA44 - Q . N.play 1500:0 | meld AAA"),
    silent=("KKK44 444 Q . N.play | meld KKK", "777777744444 - Q . N.play 3200:0 | meld 7777777 44444"),
    gives=(
        "K4 - Q . N.play -5:0 => 15",
        "K4 - Q => 50",
        "K4 - Q . N.play 1495:0 => 50",
        "K4 - Q . N.play 1499:0 => 50",
        "K4 - Q . N.play 1500:0 => 90",
        "K4 - Q . N.play 2995:0 => 90",
        "K4 - Q . N.play 3000:0 => 120",
        "K4 - Q . N.play 7500:0 classic/6 => 150",
    ),
    value=minimum,
    example=lambda value, position, action: value(position.profile, position.scores[position.side]),
)
def meets_minimum(profile: Profile, opening: OpeningFacts) -> bool | None:
    return None if opening.melded or opening.waived else opening.total >= opening.minimum


@clause(
    "initial.count",
    law=N_("A meld counts what its cards are worth. Several melds may be laid together to reach the minimum."),
    fact=N_("What is laid counts {total:points}."),
    source="classic: Minimum count, 3",
    yes=("AAA44 - Q . N.play | meld AAA",),
    silent=("KKK44 444 Q . N.play | meld KKK",),
    gives=(
        "55*44 - Q . N.play | meld 55* => 60",
        "AAAKKK4 - Q . N.play | meld AAA KKK => 90",
        "AAA224 - Q . N.play | meld AAA22 => 100",
        "88A4 - 8 | take 88 => 30",
    ),
    value=lambda opening: opening.total,
    example=_of_case,
)
def counts(profile: Profile, opening: OpeningFacts) -> bool | None:
    return True if not opening.melded and opening.total else None


@clause(
    "initial.top-card-only",
    law=N_("When the pile is taken for the initial meld its top card counts; no other card of the pile does."),
    wordings={
        "top_card_counts=no": N_("When the pile is taken for the initial meld no card of it counts, nor its top card."),
    },
    fact=N_(
        "The melds count {total:points}, {top} of them the top card's; buried cards would have brought {buried} more."
    ),
    source="classic: Minimum count, 3; classic: Taking the pile, 1",
    yes=("AA444 - KA | take AA",),
    no=(
        "88A44 - AA8 | take 88",
        "88A44 - AA8 | take 88 AAA",
        "QQ984 - 2Q | take QQ",
        "QQ984 - QQQ | take QQ",
    ),
    silent=(
        "QQA94 - AQ | take QQ",
        "4422295 - *4 . N.draw 1500:0 | take 44222",
        "888AAA4 - 8 . N.play | meld 888 AAA",
        "KK4444 - K | take KK",
    ),
)
def top_card_only(profile: Profile, opening: OpeningFacts) -> bool | None:
    if opening.melded or not opening.take:
        return None
    if opening.dug or opening.total < opening.minimum <= opening.total + opening.buried:
        return False
    return True if opening.total - opening.top < opening.minimum <= opening.total else None


@clause(
    "initial.no-bonus",
    law=N_("Bonuses of red threes and canastas do not count towards the minimum."),
    fact=N_("The cards count {total:points}; bonuses of {bonus} stay out of it."),
    source="classic: Minimum count, 3",
    no=("KKK4477 ;rr Q . N.play | meld KKK", "444444477J - 4 . N.play 3000:0 | meld 4444444"),
    silent=("AAA4477 ;rr Q . N.play | meld AAA", "KKK4477 - Q . N.play | meld KKK"),
)
def no_bonus(profile: Profile, opening: OpeningFacts) -> bool | None:
    if opening.melded or opening.waived:
        return None
    return False if opening.total < opening.minimum <= opening.total + opening.bonus else None


@clause(
    "initial.partner-free",
    law=N_("Once a side has melded, both partners may meld without a minimum for the rest of the deal."),
    fact=N_("The side has melded: {total:points} need reach no minimum."),
    source="classic: Minimum count, 4",
    yes=("44477 KKK Q . N.play | meld 444",),
    silent=("AAA77 KKK Q . N.play | meld AAA", "44477 - Q . N.play | meld 444"),
)
def partner_free(profile: Profile, opening: OpeningFacts) -> bool | None:
    return True if opening.melded and opening.total < opening.minimum else None


@clause(
    "take.initial",
    law=N_(
        "A side that has not melded must meet its minimum with the top card and its hand before it picks up the rest."
    ),
    wordings={
        "top_card_counts=no": N_(
            "A side that has not melded must meet its minimum with cards of its hand before it picks up the pile."
        ),
    },
    fact=N_("Before the rest is picked up the melds count {total:points} of {minimum} needed."),
    source="classic: Unfreezing the pile, 1; classic: Minimum count, 3",
    yes=("AA444 - KA | take AA", "TTAA24 - 4T . N.draw 1600:0 | take TT AA2"),
    no=("88A44 - 48 | take 88", "TTKK24 - 4T . N.draw 1600:0 | take TT KK2"),
    silent=("88A44 444 48 | take 88",),
)
def take_initial(profile: Profile, opening: OpeningFacts) -> bool | None:
    return None if opening.melded or not opening.take else opening.total >= opening.minimum


@clause(
    "out.concealed-minimum",
    law=N_("A concealed hand drawn from the stock and laid down in one action needs no minimum."),
    fact=N_("The whole hand is laid with the canastas needed: {total:points} need reach no minimum."),
    source="classic: Concealed hand, 1; ruling: in one action that leaves at most one card",
    yes=(
        "777777744444 - Q . N.play 3200:0 | meld 7777777 44444",
        "77777774444K - Q . N.play 3200:0 | meld 7777777 4444",
    ),
    silent=(
        "777777744444 - Q . N.play 3200:0 | meld 7777777",
        "77777774444 - 4 . N.draw 3200:0 | take 44 7777777",
    ),
)
def concealed_minimum(profile: Profile, opening: OpeningFacts) -> bool | None:
    return True if opening.waived and not opening.melded else None
