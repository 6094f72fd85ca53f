"""Unit 1: what cards are worth, and which of them are wild."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Final

from canasta.cards import KIND, LETTERS, bag_of
from canasta.clauses import BOOK
from canasta.filling import render
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, WILDS, scene, swapped
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Ask, Count, Option, Which
from canasta.words import N_, _

POINTS, WILD, REDS = "value.points", "pack.wild", "value.red-three"
ASKED: Final = (POINTS, WILD, REDS)
ALIKE: Final = ("2b", "AK", "87", "*2", "b4", "A2")  # pairs that learners take for one another
BLACK: Final = "b"
CARDS: Final = {1: (3, 4), 2: (5, 6), 3: (7, 8)}
OPTIONS: Final = 4


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    n = random.choice(CARDS[hard]) if knobs["cards"] == ANY else int(knobs["cards"])
    tempting = [random.choice(pair) for pair in ALIKE[:3] if random.random() < 0.6]
    ask = random.choices(ASKED, (6, 2, 1))[0]
    # Without a wild card and an ace the step between the high and the low ones decides.
    low = ask == POINTS and random.random() < 0.4
    others = RANKS.replace("A", "") + BLACK if low else RANKS + BLACK + WILDS
    kept = [letter for letter in tempting if letter in others]
    cards = (kept + random.choices(others, k=n))[:n]
    own, theirs = random.sample(RANKS, 2)
    return {
        "profile": str(knobs["profile"]),
        "cards": "".join(random.sample(cards, n)),
        "ask": ask,
        "reds": random.randint(0, 4),
        "own": own,
        "theirs": theirs,
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    cards, ask = str(facts["cards"]), str(facts["ask"])
    own, theirs = (str(facts[name]) * 3 for name in ("own", "theirs"))
    reds = int(facts["reds"]) if ask == REDS else 0
    profile = str(facts["profile"])
    position = scene(cards, own=(own,), theirs=(theirs,), pile="9", reds=(reds, 0), profile=profile)
    count = Count((Ask(ask, str(position)),))
    match kind:
        case Count.kind if ask == REDS:
            return Draft(position, *_reds(own, reds), count, (REDS,)) if reds else None
        case Count.kind if ask == WILD:
            say = _("How many of the cards in your hand are wild?")
            return Draft(position, say, _hints_on_wild(cards), count, (WILD,))
        case Count.kind:
            say = _("The deal is over, and you hold these cards. How many points do they count together?")
            return Draft(position, say, _hints(cards), count, (POINTS,))
    if ask != POINTS:
        return None
    if kind == DO:
        goal = read_goal({"any": [f"thrown:{letter}" for letter in _dearest(cards)]})
        say = _("What stays in your hand counts against you. End your turn: throw the card that counts most.")
        return Draft(position, say, _hints(cards), goal, (POINTS,))
    options = _options(cards)
    if len(options) < OPTIONS:
        return None
    say = _("How much do the cards in your hand count together?")
    return Draft(position, say, _hints(cards), Which(count.asks, options), (POINTS,))


def _worth(cards: str) -> int:
    return int(BOOK[POINTS].value(bag_of(KIND[letter] for letter in cards)))


def _dearest(cards: str) -> str:
    """The kinds of these cards that count most, in an order that tells nothing."""
    most = max(map(_worth, cards))
    return "".join(letter for letter in LETTERS if letter in cards and _worth(letter) == most)


def _options(cards: str) -> tuple[Option, ...]:
    """The sum, and what one comes to who takes a card for another."""
    sums = list(dict.fromkeys([_worth(cards), *map(_worth, _changed(cards, (*ALIKE, *pairwise(RANKS))))]))
    return tuple(Option(str(n), render(N_("{n:points}"), {"n": n})) for n in sorted(sums[:OPTIONS]))


def _hints(cards: str) -> Hints:
    dearest = _dearest(cards)
    each = {"rank": KIND[dearest[0]], "n": _worth(dearest[0])}
    return Hints(
        _("Count card by card, the costly ones first, and look twice at the low ones."),
        (dearest[0],),
        _("None of your cards counts more than this one."),
        _("How much does it count alone?"),
        render(N_("{rank:ranks}: {n:points} each."), each),
    )


def _hints_on_wild(cards: str) -> Hints:
    wild = "".join(letter for letter in cards if letter in WILDS)
    return Hints(
        _("Two kinds of cards are wild, and no others. A card worth much need not be wild."),
        (wild or cards,),
        _("These can stand for others.") if wild else _("Not one of these can stand for another."),
        _("Are aces and threes wild?"),
        _("No. Jokers are, and deuces."),
    )


def _reds(own: str, reds: int) -> tuple[str, Hints]:
    """What is asked of the red threes before a side that has melded, and the hints."""
    say = _("The deal is over. What do the red threes before your side bring, without anything else?")
    return say, Hints(
        _("Do not look at your hand, but at what lies before your side."),
        (f"meld:{own[0]}",),
        _("The red cards lie beside this meld."),
        _("How many are there?"),
        render(N_("{n:red_threes}. Only all of them together bring more than each for itself."), {"n": reds}),
    )


def _changed(cards: str, pairs: Iterable[Iterable[str]]) -> Iterator[str]:
    """The cards with one of them taken for the other of its pair."""
    for one, other in pairs:
        for was, now in ((one, other), (other, one)):
            if was in cards:
                yield swapped(cards, was, now)


def _near(facts: Facts) -> Iterator[Facts]:
    cards = str(facts["cards"])
    alike = [pair for pair in ALIKE if set(pair) & set(cards)]
    for other in _changed(cards, alike or pairwise(RANKS)):
        yield {**facts, "cards": other}
    for reds in (int(facts["reds"]) - 1, int(facts["reds"]) + 1):
        if reds > 0:
            yield {**facts, "reds": reds}


CARD_VALUES = Generator(
    "card-values",
    unit="01-card-values",
    title=N_("What are they worth?"),
    clauses=(POINTS, WILD, REDS),
    kinds=(Count.kind, Which.kind, DO),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("cards", (ANY, *range(3, 9)), ANY, lambda drawn: len(str(drawn.facts["cards"]))),),
)
