"""Unit 5: what comes first in a turn, what ends it, and what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from canasta.actions import Action
from canasta.cards import KIND
from canasta.filling import render
from canasta.play import play
from canasta.position import Position
from canasta.tutor.broken import Broken
from canasta.tutor.drills.contract import ANY, HARD, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, fillers, scene
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge, Order
from canasta.words import N_, _

DRAW, TAKE = "draw", "take"
TRIES: Final = 5
WRONGS: Final = ("early", "before", "again", "thought", "two", "back", "pass", "late", "partner")
ACTS: Final = ("draw", "take", "add", "meld", "discard", "two", "back", "pass")
NEAR: Final = {
    "discard": ("two", "pass"),
    "two": ("discard",),
    "pass": ("discard",),
    "add": ("back",),
    "back": ("add",),
}


class Turn(NamedTuple):
    """A turn's parts as actions in words: how it begins, what is melded, and how it ends."""

    begin: str
    melds: tuple[str, ...]
    end: str

    @property
    def steps(self) -> tuple[str, ...]:
        """All of it in its order."""
        return (self.begin, *self.melds, self.end)


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    rank, own, theirs, top, thrown = random.sample(RANKS, 5)
    begin = random.choice((DRAW, TAKE)) if knobs["begin"] == ANY else str(knobs["begin"])
    return {
        "profile": str(knobs["profile"]),
        "begin": begin,
        "rank": rank,
        "own": own,
        "theirs": theirs,
        "top": top,
        "thrown": thrown,
        "comes": int(random.random() < 0.5),
        "adds": random.randint(0, 1) if hard < HARD[-1] else 1,
        "rest": fillers(random, 1 + 2 * hard, without=rank + own + top + thrown),
        "below": fillers(random, hard, without=rank + own + top),
        "next": random.choice(RANKS) if hard > 1 and random.random() < 0.5 else "",
        "wrong": random.choice(WRONGS),
        "act": random.choice(ACTS),
        "begun": int(random.random() < 0.6),
        "mix": random.randrange(10**6),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    rank, own, top = (str(facts[name]) for name in ("rank", "own", "top"))
    held, comes = (rank * 2, rank) if facts["comes"] else (rank * 3, str(facts["thrown"]))
    position = scene(
        held + own + top * 2 + str(facts["thrown"]) + str(facts["rest"]),
        own=(own * 3,),
        theirs=(str(facts["theirs"]) * 3,),
        pile=str(facts["below"]) + (comes if facts["begin"] == TAKE else "") + top,
        stock=f"{comes}?40",
        turn="N.draw",
        profile=str(facts["profile"]),
    )
    turn = Turn(
        DRAW if facts["begin"] == DRAW else f"take {top * 2}",
        (f"meld {rank * 3}", *([f"meld {own}"] if facts["adds"] else ())),
        f"discard {facts['thrown']}",
    )
    hints = Hints(
        _("A card comes in at the start of a turn, one goes out at its end, and melds lie between."),
        ("stock", "pile", held),
        _("The turn begins at one of the heaps. These go down when they are enough, and when it is time."),
        _("What has to come before a meld, and what ends a turn?"),
        _("The draw, or the whole pile instead; and one discard."),
    )
    match kind:
        case Order.kind:
            say = _("Here are the steps of one turn, shuffled. Put them in an order that can be played.")
            return Draft(position, say, hints, Order(_actions(turn.steps)), ("turn.draw-first", "meld.any-number"))
        case Broken.kind:
            return _broken(facts, position, turn, hints)
        case Judge.kind | Choose.kind:
            return _now(facts, position, turn, hints, kind)
    return _whole(facts, position, hints)


def _actions(texts: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(map(Action.parse, texts))


def _broken(facts: Facts, position: Position, turn: Turn, hints: Hints) -> Draft | None:
    """A turn with one step too many, or one in the wrong place; maybe the next player's turn follows."""
    steps = _spoilt(facts, turn)
    named = (step if ":" in step.split()[0] else f"N: {step}" for step in steps)
    further = (f"E: {DRAW}", f"E: discard {facts['next']}") if facts["next"] else ()
    task = Broken(_actions((*named, *further)))
    if steps == turn.steps or list(task.faults(position)):
        return None
    say = _("These steps were tried one after the other, and one of them was refused. Which?")
    return Draft(position, say, hints, task, _leading(task, position))


def _leading(task: Broken, position: Position) -> tuple[str, ...]:
    marked = task.mark(position, task.answer(position))
    return (marked.clause,) if marked else ()


def _spoilt(facts: Facts, turn: Turn) -> tuple[str, ...]:
    """The steps of a turn in which something is out of order."""
    begin, melds, end = turn
    thrown, other, own, top = (str(facts[name]) for name in ("thrown", "rest", "own", "top"))
    match facts["wrong"]:
        case "early":
            return (f"discard {other[0]}", begin, *melds, end)
        case "before":
            return (melds[-1], begin, *melds[:-1], end)
        case "again":
            return (begin, *melds[:-1], DRAW, *melds[-1:], end)
        case "thought" if begin == DRAW:
            return (begin, f"take {top * 2}", *melds, end)
        case "two":
            return (begin, *melds, f"discard {thrown}{other[0]}", *([end] if facts["next"] else ()))
        case "back" if facts["adds"]:
            return (begin, *melds, f"back {own}", end)
        case "pass":
            return (begin, *melds, "pass", *([end] if facts["next"] else ()))
        case "late":
            return (begin, *melds[:-1], end, melds[-1])
        case "partner":
            return (begin, *melds[:-1], f"S: meld {other[0] * 3}", *melds[-1:], end)
    return turn.steps


def _now(facts: Facts, position: Position, turn: Turn, hints: Hints, kind: str) -> Draft | None:
    """What may be done before the turn has begun, or after it has."""
    if facts["begun"]:
        position = play(position, Action.parse(turn.begin)).after
        say = _("You have drawn from the stock.") if turn.begin == DRAW else _("You have taken the pile.")
    else:
        say = _("Your turn has not begun yet.")
    tries = _tries(facts, turn)
    hints = hints._replace(point=("stock", "pile", str(facts["own"])))
    if kind == Choose.kind:
        some = Random(int(facts["mix"])).sample(list(tries.values()), TRIES)
        choose = Choose(_actions(tuple(some)))
        if not 0 < len(choose.answer(position)) < TRIES:
            return None
        say = " ".join([say, _("Which of these may you do now?")])
        return Draft(position, say, hints, choose, ("turn.draw-first", "discard.one", "meld.final"))
    if facts["act"] not in tries:
        return None
    say = " ".join([say, _("May you do this now?")])
    return Draft(position, say, hints, Judge(Action.parse(tries[str(facts["act"])]), ()))


def _tries(facts: Facts, turn: Turn) -> dict[str, str]:
    """What one may think of doing, by name."""
    thrown, other, own, top = (str(facts[name]) for name in ("thrown", "rest", "own", "top"))
    tries = {
        "draw": DRAW,
        "add": f"meld {own}",
        "discard": turn.end,
        "two": f"discard {thrown}{other[0]}",
        "back": f"back {own * 3}",
        "pass": "pass",
    }
    # Cards that have been laid, or have not come yet, cannot be tried.
    if not (facts["begun"] and facts["begin"] == TAKE):
        tries["take"] = f"take {top * 2}"
    if facts["begun"] or not facts["comes"]:
        tries["meld"] = turn.melds[0]
    return tries


def _whole(facts: Facts, position: Position, hints: Hints) -> Draft:
    """To play a whole turn on the table."""
    rank = {"rank": KIND[str(facts["rank"])]}
    say = render(N_("Play a whole turn: draw, lay your {rank:ranks}, and end it."), rank)
    begun = "drawn"
    if facts["begin"] == TAKE:
        say = render(N_("Play a whole turn: begin with the pile, lay your {rank:ranks} as well, and end it."), rank)
        begun = "pile_taken"
    goal = read_goal({"all": [begun, f"melded:{facts['rank']}", "discarded"]})
    return Draft(position, say, hints, goal, ("turn.draw-first", "discard.one"), steps=3)


def _near(facts: Facts) -> Iterator[Facts]:
    yield {**facts, "begun": 1 - int(facts["begun"])}
    for name, values in (("wrong", WRONGS), ("act", NEAR.get(str(facts["act"]), ()))):
        for value in values:
            if value != facts[name]:
                yield {**facts, name: value}
    for name in ("comes", "adds"):
        yield {**facts, name: 1 - int(facts[name])}
    yield {**facts, "begin": TAKE if facts["begin"] == DRAW else DRAW}


YOUR_TURN = Generator(
    "your-turn",
    unit="05-your-turn",
    title=N_("In its order"),
    clauses=("turn.draw-first", "turn.order", "discard.one", "meld.on-turn", "meld.no-second-thought", "meld.final"),
    beside=("turn.draw-first", "discard.one", "meld.final"),
    kinds=(Broken.kind, Order.kind, Judge.kind, Choose.kind, DO),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("begin", (ANY, DRAW, TAKE), ANY, lambda drawn: drawn.facts["begin"]),),
)
