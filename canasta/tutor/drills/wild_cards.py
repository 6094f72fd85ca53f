"""Unit 3: how many natural cards a meld needs, and how many wild ones it takes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import Action
from canasta.cards import KIND
from canasta.filling import render
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, elsewhere, fillers, longest, one_off, scene
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge
from canasta.words import N_, _

MOST = {"naturals": 5, "deuces": 4, "jokers": 3}
TRIES = 5


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    rank = random.choice(RANKS)
    own, theirs = random.sample([each for each in RANKS if each != rank], 2)
    wilds = random.randint(hard - 1, min(2 + hard, 4))
    jokers = random.randint(0, min(wilds, 2))
    joins = {"new": False, "there": True}.get(str(knobs["meld"]), hard > 1 and random.random() < 0.2 * hard)
    there = rank * random.randint(2, 4) + random.choice(["", "2", "*", "22"]) if joins else ""
    return {
        "profile": str(knobs["profile"]),
        "rank": rank,
        "naturals": random.randint(0 if joins else 1, 4 if hard < 3 else 3),
        "deuces": wilds - jokers,
        "jokers": jokers,
        "there": there if len(there) > 2 else "",
        "rest": fillers(random, 3 + 2 * hard, without=rank),
        "own": own,
        "theirs": theirs,
        "mix": random.randrange(10**6),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    rank, there = str(facts["rank"]), str(facts["there"])
    naturals = rank * int(facts["naturals"])
    wilds = "2" * int(facts["deuces"]) + "*" * int(facts["jokers"])
    melds = [str(facts["own"]) * 3, *([there] if there else [])]
    hand = naturals + wilds + str(facts["rest"])
    if not naturals + wilds:
        return None
    theirs = [str(facts["theirs"]) * 3]
    position = scene(hand, own=melds, theirs=theirs, pile="9", profile=str(facts["profile"]))
    action = _lay(facts, naturals + wilds)
    count = {"naturals": len(naturals) + there.count(rank), "wilds": len(wilds) + len(there) - there.count(rank)}
    hints = Hints(
        _("Some of the cards are natural, and some stand for others. Each sort has its own limit."),
        (naturals + wilds, *([f"meld:{rank}"] if there else [])),
        _("Count the natural cards of the meld, and then its wild cards."),
        _("How many natural cards are there in all, and how many wild ones?"),
        render(N_("{naturals:naturals} and {wilds:wilds}."), count),
    )
    match kind:
        case Judge.kind:
            say = _("May you add these to the meld of your side?") if there else _("May you lay these as one meld?")
            return Draft(position, say, hints, Judge(action, ()))
        case Choose.kind:
            tries = _tries(facts)
            legal_ones = Choose(tries).answer(position)
            if len(tries) < TRIES or not 0 < len(legal_ones) < TRIES:
                return None
            return Draft(position, _("Which of these may you lay?"), hints, Choose(tries))
    # The goal is to lay as much of the rank as the rules allow, with a wild card among it.
    most = longest(position, KIND[rank], wild=True)
    if not most:
        return None
    goal = read_goal({"all": [f"meld_size:{rank}={most}"]})
    say = render(N_("Lay your {rank:ranks} with as many wild cards as you may, in one meld."), {"rank": KIND[rank]})
    if there:
        say = render(N_("Put as many wild cards as you may into your meld of {rank:ranks}."), {"rank": KIND[rank]})
    return Draft(position, say, hints, goal)


def _lay(facts: Facts, cards: str) -> Action:
    return Action.parse(f"meld {facts['rank']}:{cards}" if facts["there"] else f"meld {cards}")


def _tries(facts: Facts) -> tuple[Action, ...]:
    """Some ways to lay some of the cards, in an order that tells nothing."""
    rank = str(facts["rank"])
    counts = [range(int(facts[name]) + 1) for name in MOST]
    mixed = [
        rank * n + "2" * d + "*" * j
        for n in counts[0]
        for d in counts[1]
        for j in counts[2]
        if n + d + j > (0 if facts["there"] else 2) and d + j
    ]
    some = Random(int(facts["mix"])).sample(mixed, min(TRIES, len(mixed)))
    return tuple(_lay(facts, cards) for cards in sorted(some, key=lambda cards: (len(cards), cards)))


def _near(facts: Facts) -> Iterator[Facts]:
    for name, most in MOST.items():
        yield from one_off(facts, name, 0, most)
    yield from elsewhere(facts)


WILD_CARDS = Generator(
    "wild-cards",
    unit="03-wild-cards",
    title=N_("Wild cards in a meld"),
    clauses=("meld.two-naturals", "meld.wild-limit", "meld.wild-majority", "meld.no-wild-meld", "pack.wild"),
    kinds=(Judge.kind, DO, Choose.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("meld", (ANY, "new", "there"), ANY, lambda drawn: "there" if drawn.facts["there"] else "new"),),
)
