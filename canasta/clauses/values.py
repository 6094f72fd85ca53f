"""The pack and what each card is worth."""

from __future__ import annotations

from canasta.cards import WILD_MASK, Bag, counts, size
from canasta.clauses.register import after_play, gives
from canasta.profile import Profile
from canasta.words import N_

# By kind: joker, red three (a bonus, no meld's points), deuce, black three, four to ace, unseen.
POINTS = (50, 0, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20, 0)


@gives(
    "pack.cards",
    law=N_("{packs:decks} of 52 cards and two jokers each are shuffled together."),
    source="spruce: Players and pack, 3; inferred: classic does not count them",
    gives=("K4 => 108", "K4 - 4 . N.draw classic/6 => 162"),
    example=lambda value, position, action: value(position.profile),
)
def pack_size(profile: Profile) -> int:
    return 54 * profile.packs


@gives(
    "pack.wild",
    law=N_("Jokers and deuces are wild. Aces to fours are natural. Threes are neither."),
    source="spruce: Players and pack, 3; classic: Melding, 1",
    gives=("*24 => 2", "AKQ4b => 0", "*22r => 3"),
    example=lambda value, position, action: value(position.hand),
)
def wild_cards(bag: Bag) -> int:
    return size(bag & WILD_MASK)


@gives(
    "value.points",
    law=N_("A joker counts 50; a deuce or an ace 20; king to eight 10; seven to four and a black three 5."),
    source="classic: Minimum count, 1; spruce: Point values, 1",
    gives=(
        *("* => 50", "2 => 20", "A => 20", "K => 10", "Q => 10", "J => 10", "T => 10", "9 => 10", "8 => 10"),
        *("7 => 5", "6 => 5", "5 => 5", "4 => 5", "b => 5", "*2AK4b => 110"),
    ),
    example=lambda value, position, action: value(position.hand),
)
def points(bag: Bag) -> int:
    return sum(n * each for n, each in zip(counts(bag), POINTS))


@gives(
    "value.red-three",
    law=N_("One red three is a bonus of {red_threes:first} points; it never counts towards a meld."),
    source="classic: Red threes, 2",
    gives=(
        ". ;r => 100",
        ". ;rr => 200",
        ". KKK;rrr => 300",
        ". ;rrrr => 800",
        ". KKK => 0",
        ". ;rrrr 4 . N.draw classic/6 => 400",
    ),
    example=lambda value, position, action: value(position.profile, position.red_threes()),
)
def red_threes(profile: Profile, n: int) -> int:
    # More red threes than the packs hold can stand in a position that cannot exist; it must still be judged.
    return profile.red_threes[min(n, len(profile.red_threes)) - 1] if n else 0


@gives(
    "red-three.drawn",
    law=N_("A red three drawn from the stock is laid face up at once and replaced."),
    source="classic: Red threes, 1; spruce: The play, 1",
    gives=(
        "K4 - Q r9?5 | draw => K94 play",
        "K4 - Q rr9 | draw => K94 play",
        "K4 - Q r9J N.draw classic/2 | draw => KJ94 play",
    ),
    example=after_play("red-three.drawn"),
)
def drawn_replaced() -> int:
    return 1


@gives(
    "red-three.pile",
    law=N_("A red three found in a pile that was taken is laid face up and not replaced."),
    source="classic: Red threes, 1; spruce: The deal, 2",
    gives=("KK4 444 r8K 99 N.draw upcards=2 | take KK => 84 play",),
    example=after_play("red-three.pile"),
)
def pile_replaced() -> int:
    return 0


@gives(
    "red-three.no-replacement",
    law=N_(
        "With the stock gone a red three is laid and not replaced, and play goes on; one that is still in a hand when "
        "the deal ends counts as laid."
    ),
    source="ruling: the texts let only the last stock card end the deal",
    gives=(
        "rK4 - Q - N.draw first | lay r => K4 draw",
        "rrK4 - Q 9 N.draw first | lay rr => K94 draw",
        "rK4 444 - - N.play took | lay r => K4 play",
    ),
    example=after_play("red-three.no-replacement"),
)
def goes_on_without_replacement() -> bool:
    return True
