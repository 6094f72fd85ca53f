"""The discard pile: when it is frozen, what takes it, and what comes with it."""

from __future__ import annotations

from canasta.cards import BLACK_THREE, RED_THREE, WILDS
from canasta.clauses.register import clause
from canasta.facts import TakeFacts
from canasta.profile import Profile
from canasta.words import N_


@clause(
    "take.wild-top",
    law=N_("The pile is never taken when its top card is a wild card."),
    fact=N_("The top card is a {top:rank}."),
    source="classic: Taking the pile, 3",
    no=("KK224 444 K2 | take 22", "KK4 444 K* | take KK"),
    silent=("KK4 444 4K | take KK",),
)
def wild_top(profile: Profile, take: TakeFacts) -> bool | None:
    return False if take.top in WILDS else None


@clause(
    "take.black-three-top",
    law=N_("The pile is never taken when its top card is a black three."),
    fact=N_("The top card is a black three."),
    source="classic: Taking the pile, 3",
    no=("bbK4 444 4b | take bb",),
    silent=("KK4 444 4K | take KK",),
)
def black_three_top(profile: Profile, take: TakeFacts) -> bool | None:
    return False if take.top == BLACK_THREE else None


@clause(
    "take.red-three-top",
    law=N_("The pile is never taken when its top card is a red three."),
    fact=N_("The top card is a red three."),
    source="classic: Taking the pile, 3",
    no=("KK4 444 4r | take KK",),
    silent=("KK4 444 4K | take KK",),
)
def red_three_top(profile: Profile, take: TakeFacts) -> bool | None:
    return False if take.top == RED_THREE else None


@clause(
    "take.cover",
    law=N_(
        "A pile topped by a wild card or a black three needs a natural card discarded on top before it can be taken."
    ),
    fact=N_("The {top:rank} covers a {below:rank}."),
    objection=N_("A {top:rank} lies on top, and no natural card covers it."),
    source="classic: Unfreezing the pile, 1",
    yes=("KK4 444 2K | take KK", "KK4 444 bK | take KK"),
    no=("KK4 444 K2 | take KK", "KK4 444 Kb | take KK"),
    silent=("KK4 444 4K | take KK",),
)
def cover(profile: Profile, take: TakeFacts) -> bool | None:
    if take.top in WILDS or take.top == BLACK_THREE:
        return False
    return True if take.takable and (take.below in WILDS or take.below == BLACK_THREE) else None


@clause(
    "freeze.before-initial",
    law=N_("The pile is frozen against a side until its initial meld."),
    wordings={"frozen_before_initial=no": N_("The pile is not frozen against a side that has not melded.")},
    fact=N_("Your side has not melded, so the pile is frozen against it; you show {naturals:naturals} and need two."),
    source="classic: Freezing the pile, 1",
    yes=("AA444 - KA | take AA",),
    no=("AK*4444 - 4K | take K*",),
    silent=(
        "K*4 444 4K | take K*",
        "TT4 444 2T | take TT",
        "K*AAA4 - 4K . N.draw classic+frozen_before_initial=no | take K* AAA",
    ),
)
def before_initial(profile: Profile, take: TakeFacts) -> bool | None:
    return take.naturals >= 2 and take.fits if take.unopened and take.takable else None


@clause(
    "freeze.natural-pair",
    law=N_("A frozen pile is taken only with two natural cards from the hand that match its top card, shown first."),
    fact=N_("The pile is frozen; you show {naturals:naturals} to match the {top:rank}."),
    source="classic: Unfreezing the pile, 1",
    yes=("KK24 444 42K | take KK", "AA444 - KA | take AA", "99J KKK,999 29 . N.draw pagat | take 99"),
    no=(
        "K24 444 42K | take K2",
        "K4 444 2KK | take KK",
        "944 999 29 | take 9:",
        "AK*4444 - 4K | take K*",
        "6*4 444 r56 N.draw upcards=2 | take 6*",
        "6*4 444 b56 N.draw upcards=2 | take 6*",
        "6*4 444 256 N.draw upcards=2 | take 6*",
        "6*4 444 *56 N.draw upcards=2 | take 6*",
    ),
    silent=(
        "KK4 444 4K | take KK",
        "6*4 444 r56 N.draw upcards=2 spruce | take 6*",
        "6*4 444 b56 N.draw upcards=2 spruce | take 6*",
    ),
)
def natural_pair(profile: Profile, take: TakeFacts) -> bool | None:
    return take.naturals >= 2 and take.fits if take.frozen and take.takable else None


@clause(
    "freeze.until-taken",
    law=N_("A freeze by a card ends only when the pile is taken. An ordinary discard thaws nothing."),
    fact=N_("The pile is frozen by the {by_card:rank} that lies under {covered:cards}."),
    source="classic: Unfreezing the pile, 1; spruce: The deal, 2",
    yes=("KK24 444 42K | take KK",),
    no=("6*4 444 b6 | take 6*", "K24 444 *49K | take K2"),
    silent=("K24 444 49K | take K2", "6*4 444 b6 . N.draw pagat | take 6*"),
)
def until_taken(profile: Profile, take: TakeFacts) -> bool | None:
    return take.naturals >= 2 and take.fits if take.by_card is not None and take.takable else None


@clause(
    "take.pair",
    law=N_("A pile that is not frozen may be taken with a natural pair from the hand that matches its top card."),
    wordings={
        "take_ways=pair": N_("The pile is taken only with a natural pair from the hand that matches its top card."),
    },
    fact=N_("You show {naturals:naturals} that match the {top:rank}."),
    objection=N_("You show {naturals:naturals} and {wilds:wilds} for the {top:rank}."),
    source="classic: Taking the pile, 1",
    yes=("QQ4 444 4Q | take QQ",),
    no=(
        "Q44 444 4Q | take Q",
        "2*44 444 4Q | take Q:2*",
        "Q4 444 QQ | take QQ",
        "Q24 444 4Q . N.draw classic+take_ways=pair | take Q2",
    ),
    silent=("QQ4 444 2Q | take QQ", "Q24 444 4Q | take Q2", "Q44 QQQ 4Q | take Q:"),
)
def pair(profile: Profile, take: TakeFacts) -> bool | None:
    if take.frozen or not take.takable or not take.whole or not take.fits:
        return None
    if take.naturals >= 2:
        return True
    if profile.take_ways == "pair":
        return False
    other = take.meld or (take.naturals == 1 and take.wilds)
    return None if other or not take.naturals + take.wilds else False


@clause(
    "take.one-and-wild",
    law=N_("A pile that is not frozen may be taken with one matching natural card and one wild card from the hand."),
    wordings={"take_ways=pair": N_("A matching natural card and a wild card do not take the pile.")},
    fact=N_("You show {naturals:naturals} and {wilds:wilds} for the {top:rank}."),
    source="classic: Taking the pile, 1",
    yes=("Q24 444 4Q | take Q2", "Q*4 444 4Q | take Q*"),
    no=("2*44 444 4Q | take Q:2*", "Q44 444 4Q | take Q"),
    silent=("QQ4 444 4Q | take QQ", "Q24 444 2Q | take Q2", "Q24 444 4Q . N.draw classic+take_ways=pair | take Q2"),
)
def one_and_wild(profile: Profile, take: TakeFacts) -> bool | None:
    if take.frozen or not take.takable or not take.whole or not take.fits or profile.take_ways == "pair":
        return None
    if take.naturals >= 2 or take.meld or not take.naturals + take.wilds:
        return None
    return take.naturals == 1 and take.wilds >= 1


@clause(
    "take.add",
    law=N_("A pile that is not frozen may be taken by adding its top card to a meld of one's side."),
    wordings={
        "take_ways=pair": N_("The pile is not taken by adding its top card to a meld."),
        "take_onto_canasta=no": N_(
            "A pile that is not frozen may be taken by adding its top card to a meld of one's side that is no canasta."
        ),
    },
    fact=N_("The {top:rank} joins your side's meld."),
    objection=N_("Your side has no meld of {top:ranks} that the top card may join."),
    source="classic: Taking the pile, 1",
    yes=("J44 JJJ 4J | take J:", "644 5555555 45 | take 5:", "Q444 QQQ 4Q | take Q"),
    no=("J44 444 4J | take J:", "644 5555555 45 . N.draw classic+take_onto_canasta=no | take 5:"),
    silent=("J44 JJJ 2J | take J:", "JJ4 JJJ 4J | take JJ"),
)
def add(profile: Profile, take: TakeFacts) -> bool | None:
    if take.frozen or not take.takable or not take.whole or not take.fits or profile.take_ways == "pair":
        return None
    if take.naturals >= 2:
        return None
    if not take.meld:
        return None if take.naturals + take.wilds else False
    if take.canasta and take.naturals and take.wilds:
        return None  # one natural and one wild take it by their own right, as a pair does
    return profile.take_onto_canasta or not take.canasta


@clause(
    "take.whole",
    law=N_("The whole pile is taken: its top card is melded first; then the rest goes to the hand."),
    fact=N_("The top card is melded first; then the whole pile is taken, {pile:cards}."),
    objection=N_("The pile holds {pile:cards}: its top card is melded first, then the rest goes to the hand."),
    source="classic: The play, 2; classic: Taking the pile, 2; spruce: The play, 1",
    yes=("QQ4 444 47Q | take QQ",),
    no=(
        "QQ4 444 47Q | pick QQ",
        "QQ4 444 47Q | take",
        "QQ777 444 47Q | take 777",
        "QQ7 444 477Q | take QQ 777",
        "KK4 444 - | take KK",
    ),
)
def whole(profile: Profile, take: TakeFacts) -> bool | None:
    return take.whole and take.fits and not take.buried if take.pile else False


@clause(
    "take.one-card",
    law=N_("A player with one card in hand may not take a pile of one card."),
    wordings={"one_card_take": N_("A player with one card in hand may take a pile of one card.")},
    fact=N_("One card in the hand faces a pile of one card."),
    source="classic: Going out, 3",
    no=("4 KKK K | take K:",),
    silent=("4 KKK 7K | take K:", "44 KKK K | take K:", "4 KKK K . N.draw classic+one_card_take=yes | take K:"),
)
def one_card(profile: Profile, take: TakeFacts) -> bool | None:
    return False if take.hand == 1 and take.pile == 1 and not profile.one_card_take else None
