"""Unit 2: what may lie together in a meld, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from canasta.actions import MELD, Action
from canasta.cards import KIND, LETTERS
from canasta.filling import render
from canasta.lister import legal
from canasta.position import Position
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, fillers, longest, scene
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Ask, Choose, Judge, Option, Which
from canasta.words import N_, _

BLACK: Final = "b"
NEW, APART, THEIRS = "new", "apart", "theirs"
PARTNER, OPPONENT = "S", "W"
TRIES: Final = 5
# What is tried, by how often: cards of the rank, whether each is one rank lower, one that is strange, where it goes.
SHAPES: Final[dict[str, tuple[int, dict[str, tuple[int, ...]]]]] = {
    "set": (3, {"n": (3, 4), "mine": (0,)}),
    "pair": (2, {"n": (2,), "mine": (0,)}),
    "run": (2, {"n": (3, 3, 4), "step": (1,), "mine": (0,), "theirs": (0,)}),
    "odd": (2, {"n": (2, 3), "odd": (1,), "mine": (0, 0, 1)}),
    "onto": (2, {"n": (1, 2), "mine": (1,)}),
    "theirs": (2, {"n": (1, 2, 3), "theirs": (1,), "mine": (0, 1)}),
    "apart": (1, {"n": (3,), "mine": (0, 1), "theirs": (0,)}),
}


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    rank, own, other = random.sample(RANKS, 3)
    shape = random.choices(list(SHAPES), [often for often, _ranges in SHAPES.values()])[0]
    thrown = {name: random.choice(values) for name, values in SHAPES[shape][1].items()}
    odd = random.choice((BLACK, BLACK, _lower(rank, 1))) if thrown.get("odd") else ""
    mine = {"new": 0, "there": 1}.get(str(knobs["meld"]), thrown["mine"])
    return {
        "profile": str(knobs["profile"]),
        "rank": rank,
        "n": thrown["n"],
        "step": thrown.get("step", 0),
        "odd": odd,
        "place": shape if shape in (THEIRS, APART) else NEW,
        "mine": mine,
        "theirs": thrown.get("theirs", int(hard > 1 and random.random() < 0.4)),
        "own": own,
        "other": other,
        "rest": fillers(random, 2 + 2 * hard, without=rank + own + other),
        "who": random.choice((PARTNER, OPPONENT)),
        "mix": random.randrange(10**6),
    }


def _lower(rank: str, by: int) -> str:
    """The rank so many below it, and below the lowest again the highest."""
    return RANKS[RANKS.index(rank) - by]


def _draft(facts: Facts, kind: str) -> Draft | None:
    rank, own, other = (str(facts[name]) for name in ("rank", "own", "other"))
    cards = _cards(facts)
    if (facts["place"] == THEIRS and not facts["theirs"]) or RANKS.index(rank) < int(facts["step"]) * int(facts["n"]):
        return None
    position = scene(
        cards + own + other + str(facts["rest"]),
        own=(own * 3, *([rank * 3] if facts["mine"] else ())),
        theirs=(other * 3, *([rank * 3] if facts["theirs"] else ())),
        pile="9",
        profile=str(facts["profile"]),
    )
    action = _try(facts, cards)
    hints = Hints(
        _("A meld looks at ranks only. Suits and rows mean nothing here."),
        (cards, *([f"meld:{rank}"] if facts["mine"] else ()), *([f"theirs:{rank}"] if facts["theirs"] else ())),
        _("Look at the corners of these, and at whose melds lie there."),
        _("Are they of one rank, and how many are there?"),
        _answer(facts),
    )
    match kind:
        case Judge.kind:
            return Draft(position, _said(facts), hints, Judge(action, ()))
        case Choose.kind:
            tries = _tries(facts)
            if len(tries) < TRIES or not 0 < len(Choose(tries).answer(position)) < TRIES:
                return None
            say = _("Which of these may you lay?")
            return Draft(position, say, _at_large(position), Choose(tries), ("meld.same-rank", "meld.own-side"))
        case Which.kind:
            return _where(facts, position)
    return _doing(facts, position, hints)


def _cards(facts: Facts) -> str:
    rank, n = str(facts["rank"]), int(facts["n"])
    return "".join(_lower(rank, at * int(facts["step"])) for at in range(n)) + str(facts["odd"])


def _try(facts: Facts, cards: str) -> Action:
    rank = facts["rank"]
    if facts["place"] == THEIRS:
        return Action.parse(f"meld {rank}@E:{cards}")
    if facts["place"] == APART:
        return Action.parse(f"meld +{cards}")
    return Action.parse(f"meld {rank}:{cards}" if facts["mine"] else f"meld {cards}")


def _said(facts: Facts) -> str:
    if facts["place"] == THEIRS:
        return _("May you add these to the meld of the other side?")
    if facts["place"] == APART:
        return _("May you lay these as a meld of their own?")
    return _("May you add these to the meld of your side?") if facts["mine"] else _("May you lay these as one meld?")


def _answer(facts: Facts) -> str:
    values = {"rank": KIND[str(facts["rank"])], "n": int(facts["n"])}
    if facts["step"]:
        return _("No, they follow one another. That is a row, and no rank.")
    if facts["odd"]:
        return render(N_("Not all of them: one is no part of the {rank:ranks}."), values)
    if facts["mine"]:
        return render(N_("All are {rank:ranks}, and your side has a meld of them: one card more is enough."), values)
    return render(N_("All are {rank:ranks}, and they are {n:cards}."), values)


def _at_large(position: Position) -> Hints:
    """Hints on all that the hand may lay."""
    hand = position.cards_in_hand()
    most = max(RANKS, key=lambda rank: sum(card.kind == KIND[rank] for card in hand))
    places = (f"meld:{LETTERS[meld.rank]}" for meld in position.melds())
    return Hints(
        _("Look at the corners of your cards: which rank comes most often, and which lies before your side already?"),
        (most * sum(card.kind == KIND[most] for card in hand), *places),
        _("Here is what comes most often, and what lies there."),
        _("How many cards does a new meld need, and how many one that lies there already?"),
        render(
            N_("{n:cards} of one rank, or one card where your side has a meld of it."),
            {"n": position.profile.meld_size},
        ),
    )


def _doing(facts: Facts, position: Position, hints: Hints) -> Draft | None:
    """To lay a new meld if there is one, else to discard; or to add all that belongs to a meld of the side."""
    if facts["mine"]:
        rank = KIND[str(facts["rank"])]
        most = longest(position, rank)
        say = render(N_("Put all your {rank:ranks} where they belong."), {"rank": rank})
        goal = read_goal({"all": [f"meld_size:{facts['rank']}={most}"]})
        return Draft(position, say, hints, goal, ("meld.own-side",)) if most else None
    fresh = [each for each in legal(position) if each.verb == MELD and _is_new(position, each)]
    goal = read_goal({"all": ["melds:1" if fresh else "discarded"]})
    say = _("Lay a new meld if you hold one. If you do not, discard.")
    return Draft(position, say, _at_large(position), goal, ("meld.same-rank",), yes=bool(fresh))


def _is_new(position: Position, action: Action) -> bool:
    there = {meld.rank for meld in position.melds()}
    return not any(lay.rank in there for lay in action.lays)


def _tries(facts: Facts) -> tuple[Action, ...]:
    """What one may think of laying, in an order that tells nothing."""
    rank, own, other = (str(facts[name]) for name in ("rank", "own", "other"))
    hand = _cards(facts) + own + other + str(facts["rest"])
    runs = [run for at in range(len(RANKS) - 2) if set(run := RANKS[at : at + 3]) <= set(hand)]
    pairs = [each for each in RANKS if hand.count(each) == 2 and each not in (rank, own, other)]
    same = rank * hand.count(rank)
    texts = [
        f"meld {own}",
        f"meld {other}@E:{other}",
        f"meld {same}",
        f"meld {rank}:{same[:1]}" if facts["mine"] else f"meld {same[:2]}",
        *(f"meld {run[::-1]}" for run in runs[:1]),
        *(f"meld {pair * 2}" for pair in pairs[:1]),
        *([f"meld {same}{BLACK}"] if BLACK in hand else []),
        *([f"meld +{same}"] if facts["mine"] else []),
        *([f"meld {rank}@E:{same[:1]}"] if facts["theirs"] else []),
    ]
    found = tuple(dict.fromkeys(map(Action.parse, texts)))
    return tuple(Random(int(facts["mix"])).sample(found, min(TRIES, len(found))))


def _where(facts: Facts, position: Position) -> Draft | None:
    """Where a meld goes that another player lays; the learner looks on from his own seat."""
    own, other, who = str(facts["own"]), str(facts["other"]), str(facts["who"])
    values = {"seat": who, "rank": KIND[str(facts["rest"])[0]], "own": KIND[own], "other": KIND[other]}
    profile = str(facts["profile"])
    line = str(scene(".", own=(own * 3,), theirs=(other * 3,), pile="9", turn=f"{who}.play", profile=profile))
    options = (
        Option("N", render(N_("Beside the {own:ranks} of your side"), values)),
        Option("E", render(N_("Beside the {other:ranks} of the other side"), values)),
        Option(who, render(N_("Before {seat:seat} alone: each player keeps his own melds"), values)),
    )
    hints = Hints(
        _("Melds belong to a side, not to a player."),
        (f"meld:{own}", f"theirs:{other}"),
        _("Each of these belongs to two players, whoever laid it."),
        render(N_("With whom does {seat:seat} play?"), values),
        _("With you.") if who == PARTNER else _("Against you."),
    )
    say = render(N_("Later in the round {seat:seat} melds {rank:ranks}. Where do they go?"), values)
    return Draft(position, say, hints, Which((Ask("meld.where", line),), options), ("meld.where",))


def _near(facts: Facts) -> Iterator[Facts]:
    n, place = int(facts["n"]), facts["place"]
    for other in (n - 1, n + 1):
        if other > 0:
            yield {**facts, "n": other}
    yield {**facts, "step": 1 - int(facts["step"])}
    for odd in ("",) if facts["odd"] else (BLACK, _lower(str(facts["rank"]), 1)):
        yield {**facts, "odd": odd}
    for elsewhere in (NEW, APART, THEIRS):
        if elsewhere != place:
            yield {**facts, "place": elsewhere}
    yield {**facts, "mine": 1 - int(facts["mine"])}
    yield {**facts, "theirs": 1 - int(facts["theirs"])}
    yield {**facts, "who": OPPONENT if facts["who"] == PARTNER else PARTNER}


MELDS = Generator(
    "melds",
    unit="02-melds",
    title=N_("A meld or not?"),
    clauses=("meld.same-rank", "meld.threes", "meld.own-side", "meld.one-per-rank", "meld.where"),
    beside=("meld.same-rank", "meld.own-side", "meld.threes"),
    kinds=(Judge.kind, DO, Choose.kind, Which.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("meld", (ANY, "new", "there"), ANY, lambda drawn: "there" if drawn.facts["mine"] else "new"),),
)
