"""Melds: what may lie together."""

from __future__ import annotations

from canasta.cards import BLACK_THREE, RED_THREE
from canasta.clauses.register import clause, gives
from canasta.facts import LayFacts, LeaveFacts, OpeningFacts
from canasta.position import Position
from canasta.profile import Profile
from canasta.words import N_


@clause(
    "meld.own-side",
    law=N_("Cards may be added to any meld of one's own side, never to the other side's."),
    fact=N_("The cards join your side's meld of {had:cards}."),
    objection=N_("The meld belongs to another side."),
    source="classic: Melding, 4; spruce: Melds, 1",
    yes=("K44 KKK Q . N.play | meld K", "K244 KKK Q . N.play | meld K:2"),
    no=("K44 777/KKK Q . N.play | meld K@E:K",),
    silent=("KKK44 777 Q . N.play | meld KKK",),
)
def own_side(profile: Profile, lay: LayFacts) -> bool | None:
    if lay.theirs:
        return False
    return True if lay.had else None


@clause(
    "meld.threes",
    law=N_("Threes are never melded, but for three or four black threes by a player who goes out."),
    wordings={
        "black_threes=never": N_("Threes are never melded."),
        "packs=3": N_("Threes are never melded, but for three or more black threes by a player who goes out."),
    },
    fact=N_("The meld would hold {threes:threes}."),
    source="classic: Melding, 1; spruce: The play, 2",
    no=(
        "44b77 KKK Q . N.play | meld 44b",
        "44r77 KKK Q . N.play | meld 44r",
        "2b4477 KKK Q . N.play | meld K:2b",
        "rrr44 KKK Q . N.play | meld rrr",
    ),
    silent=("44477 KKK Q . N.play | meld 444", "bbb 7777777 Q . N.play | meld bbb"),
)
def no_threes(profile: Profile, lay: LayFacts) -> bool | None:
    return False if lay.threes else None


@clause(
    "meld.no-wild-meld",
    law=N_("Wild cards are never melded apart from natural cards."),
    fact=N_("{wilds_laid:wilds} and no natural card to lie with."),
    source="classic: Melding, 1",
    no=("222*4 KKK Q . N.play | meld 222", "22244 777 Q . N.play | meld K:222"),
    silent=("2K44 KKK Q . N.play | meld K:2", "KK244 777 Q . N.play | meld KK2"),
)
def no_wild_meld(profile: Profile, lay: LayFacts) -> bool | None:
    return False if lay.wilds_laid and not lay.all_naturals and not lay.others else None


@clause(
    "meld.same-rank",
    law=N_("A meld is {meld_size} or more cards of one rank. Sequences are not melds; suits do not matter."),
    fact=N_("{size:cards} of one rank, {rank:ranks}."),
    objection=N_("{together:cards} of {kinds:different}; a meld is {meld_size} or more of one rank."),
    source="classic: Object, 1; classic: Melding, 1; spruce: Melds, 1",
    yes=("444K7 KKK Q . N.play | meld 444", "4427K KKK Q . N.play | meld 442", "K44 KKK Q . N.play | meld K"),
    no=("4567K KKK Q . N.play | meld 456", "44K77 777 Q . N.play | meld 44", "K4477 KKK Q . N.play | meld K:4"),
    silent=("222*4 KKK Q . N.play | meld 222", "bbb 7777777 Q . N.play | meld bbb", "rrr44 KKK Q . N.play | meld rrr"),
)
def same_rank(profile: Profile, lay: LayFacts) -> bool | None:
    if lay.rank in (BLACK_THREE, RED_THREE) or (lay.rank is None and not lay.others):
        return None
    return not lay.others and lay.size >= profile.meld_size


@clause(
    "meld.one-per-rank",
    law=N_("A side has at most one meld of a rank; more cards of that rank join it. The other side may meld it too."),
    fact=N_("This would be a second meld of {rank:ranks} on your side."),
    source="classic: Melding, 3",
    no=("KKKKKK44 777 Q . N.play | meld KKK KKK", "77744 777 Q . N.play | meld +777"),
    silent=(
        "77744 777 Q . N.play | meld 777",
        "KK44 KKK Q . N.play | meld K K",
        "KKK44 444 4K | take KK K",
        "KKK7 444 7 . N.play | meld KK K",
        "77744 -/777 Q . N.play | meld 777",
        "77744 KKK Q . N.play | meld +777",
    ),
)
def one_per_rank(profile: Profile, lay: LayFacts) -> bool | None:
    return False if lay.apart and lay.rank is not None else None


@clause(
    "meld.two-naturals",
    law=N_("A meld has at least {naturals:naturals}."),
    fact=N_("{all_naturals:naturals} of {rank:ranks} with {all_wilds:wilds}."),
    source="classic: Melding, 1; spruce: Melds, 2",
    yes=("44277 KKK Q . N.play | meld 442", "2K44 KKK Q . N.play | meld K:2"),
    no=("42277 KKK Q . N.play | meld 422", "*2477 KKK Q . N.play | meld 42*"),
    silent=("44477 KKK Q . N.play | meld 444", "bb277 KKK Q . N.play | meld bb2"),
)
def two_naturals(profile: Profile, lay: LayFacts) -> bool | None:
    if lay.rank is None or lay.rank == BLACK_THREE or lay.others or not lay.all_wilds:
        return None
    return lay.all_naturals >= profile.naturals


@clause(
    "meld.wild-limit",
    law=N_("A meld holds at most {wild_limit:wilds}."),
    fact=N_("The meld would hold {all_wilds:wilds}; at most {wild_limit} are allowed."),
    source="classic: Melding, 1; inferred: the article concludes it from the majority of naturals",
    yes=("99222K4 KKK Q . N.play | meld 99222",),
    no=("9992222K4 KKK Q . N.play | meld 9992222", "2K44 QQ222 Q . N.play | meld Q:2"),
    silent=("44477 KKK Q . N.play | meld 444", "222*4 KKK Q . N.play | meld 222"),
)
def wild_limit(profile: Profile, lay: LayFacts) -> bool | None:
    if not lay.all_wilds or not lay.all_naturals or lay.rank == BLACK_THREE:
        return None
    return lay.all_wilds <= profile.wild_limit


@clause(
    "meld.wild-majority",
    law=N_("A meld never holds more wild cards than natural ones."),
    wordings={
        "wild_majority=any": N_("A meld may hold more wild cards than natural ones."),
        "wild_majority=fewer": N_("A meld always holds fewer wild cards than natural ones."),
    },
    fact=N_("{all_naturals:naturals} of {rank:ranks} with {all_wilds:wilds}."),
    source="spruce: Melds, 2",
    yes=(
        "55277 KKK Q . N.play spruce | meld 552",
        "99922*4K KKK Q . N.play spruce | meld 99922*",
        "2K44 66* Q . N.play spruce | meld 6:2",
        "66627K KKK Q . N.play classic+wild_majority=fewer | meld 6662",
    ),
    no=(
        "99222*4K KKK Q . N.play spruce | meld 99222*",
        "2K44 66*2 Q . N.play spruce | meld 6:2",
        "66227K KKK Q . N.play classic+wild_majority=fewer | meld 6622",
    ),
    silent=("992224K KKK Q . N.play | meld 99222", "99977 KKK Q . N.play spruce | meld 999"),
)
def wild_majority(profile: Profile, lay: LayFacts) -> bool | None:
    if profile.wild_majority == "any" or not lay.all_wilds or not lay.all_naturals:
        return None
    return lay.all_wilds + (profile.wild_majority == "fewer") <= lay.all_naturals


@clause(
    "meld.together",
    law=N_("An initial meld is one action, maybe of several melds, judged by its total."),
    fact=N_("{lays:melds} laid together count {total:points}; none alone reaches {minimum}."),
    source="ruling: so that nothing has to be taken back when a meld falls short",
    yes=("AA2KKK77 - 4 . N.play 1500:0 | meld AA2 KKK",),
    silent=(
        "AAA24 - Q . N.play | meld AAA",
        "AAAKKK7 777 Q . N.play | meld AAA KKK",
        "KKK444J - Q . N.play | meld KKK 444",
    ),
)
def together(profile: Profile, opening: OpeningFacts) -> bool | None:
    needs = not opening.melded and opening.single < opening.minimum <= opening.total
    return True if needs and opening.lays > 1 else None


@clause(
    "meld.black-threes",
    law=N_(
        "Three or four black threes, without a wild card, may be melded only in the turn in which that player goes out."
    ),
    wordings={
        "black_threes=never": N_("Black threes are never melded."),
        "packs=3+black_threes=last": N_(
            "Three or more black threes, without a wild card, may be melded only as the last meld of a player who "
            "goes out."
        ),
        "packs=3": N_(
            "Three or more black threes, without a wild card, may be melded only in the turn in which that player "
            "goes out."
        ),
        "black_threes=last": N_(
            "Three or four black threes, without a wild card, may be melded only as the last meld of a player who "
            "goes out."
        ),
    },
    fact=N_(
        "{black:black_threes} with {black_wilds:wilds}; {left:cards} would be left, and your side has "
        "{canastas:canastas} of {needed} needed{black_before:black}."
    ),
    source="classic: Melding, 1; spruce: The play, 2; ruling: at most one card may be left",
    yes=(
        "bbb 7777777 Q . N.play | meld bbb",
        "bbbK 7777777 Q . N.play | meld bbb",
        "bbbb 7777777 Q . N.play | meld bbbb",
        "b 7777777,bbb Q . N.play new=b | meld b",
        "b 7777777,bbb Q . N.play new=b spruce | meld b",
        ". 7777777 Q . N.play | meld bbb",
        "bbbb 7777777 Q . N.play spruce | meld bbbb",
        "bbbK KKKKKK Q . N.play | meld bbb",
    ),
    no=(
        "bbbK9 7777777 Q . N.play | meld bbb",
        "bb* 7777777 Q . N.play | meld bb*",
        "bb2 7777777 Q . N.play | meld bb2",
        "2 7777777,bbb Q . N.play new=b | meld b:2",
        "bbbb* 7777777 Q . N.play | meld bbbb*",
        "bb 7777777 Q . N.play | meld bb",
        "bbb 777 Q . N.play | meld bbb",
        "bbbK KKKKKK Q . N.play spruce | meld bbb",
        "bbbK KKKKKK Q . N.play classic+discard_to_go_out=yes | meld bbb",
        "bbbK 7777777 Q . N.play classic+black_threes=never | meld bbb",
        "7 7777777,bbb Q . N.play new=b spruce | meld 7",
    ),
    silent=("7 7777777,bbb Q . N.play new=b | meld 7", "444K9 7777777 Q . N.play | meld 444"),
)
def black_threes(profile: Profile, leave: LeaveFacts) -> bool | None:
    if leave.black_before and profile.black_threes == "last" and leave.others:
        return False
    if not leave.black_laid:
        return None
    pure = leave.black >= profile.meld_size and not leave.black_wilds
    # One card left that completes the canastas needed goes out too, unless black threes are to be the last.
    saved = leave.completes and profile.black_threes == "out" and not profile.discard_to_go_out
    return profile.black_threes != "never" and pure and (leave.left or 0) <= 1 and (leave.may_go_out or saved)


@gives(
    "meld.where",
    law=N_("A side's melds all lie before one of the partners."),
    source="classic: Melding, 3",
    gives=("K4 KKK => N", "./././K4 KKK/777 Q . W.play => E", "././K4 KKK Q . S.play => N"),
    example=lambda value, position, action: value(position),
)
def where(position: Position) -> str:
    # Which of the partners is a matter of the seating; the first of the side's seats is as good as the other.
    return position.profile.seat_names[position.side]
