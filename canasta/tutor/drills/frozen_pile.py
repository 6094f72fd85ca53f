"""Unit 9: what takes the pile, frozen or not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import TAKE, Action
from canasta.cards import LETTERS, NATURALS
from canasta.judge import judge
from canasta.lister import legal
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, WILDS, elsewhere, fillers, scene
from canasta.tutor.drills.taking import MELD, PAIR, WILD, lies, takes
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge
from canasta.why import decisive
from canasta.words import N_, _

FREEZING = WILDS  # what a discard freezes the pile with at every table
HOW = (PAIR, WILD, MELD)
OVER = ("2", "*", "b")
LOW = (-100, 200)  # scores at which any meld opens, for it is not the minimum that is asked here


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    top, own, theirs, first = random.sample(RANKS, 4)
    frozen = {"frozen": True, "open": False}.get(str(knobs["pile"]), random.random() < 0.6)
    how = random.choices(HOW, (2, 4, 3))[0]
    melded = random.random() < 0.85
    return {
        "profile": str(knobs["profile"]),
        "top": top,
        "cover": random.choice(FREEZING) if frozen else fillers(random, 1, without=top),
        "below": fillers(random, hard, without=top),
        "above": fillers(random, random.randint(0, hard), without=top),
        "over": random.choice(OVER) if frozen and hard > 1 and random.random() < 0.1 else "",
        "naturals": random.randint(2, 3) if how == PAIR else random.randint(0, 2),
        "wilds": random.choice(("2", "*", "2*")) if how == WILD else random.choice(("", "2", "*")),
        "meld": int(melded and (how == MELD or random.random() < 0.2)),
        "melded": int(melded),
        "how": how,
        "rest": fillers(random, 4 + 2 * hard, without=top),
        "own": own,
        "theirs": theirs,
        "drawn": first,
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    top, wilds = str(facts["top"]), str(facts["wilds"])
    naturals = top * int(facts["naturals"])
    if facts["meld"] and not facts["melded"]:
        return None
    position = scene(
        naturals + wilds + str(facts["rest"]),
        own=(str(facts["own"]) * 3, *([top * 3] if facts["meld"] else ())) if facts["melded"] else (),
        theirs=(str(facts["theirs"]) * 3,),
        pile="".join(str(facts[name]) for name in ("below", "cover", "above", "top", "over")),
        stock=f"{facts['drawn']}?40",
        turn="N.draw",
        scores=None if facts["melded"] else LOW,
        profile=str(facts["profile"]),
    )
    ways = takes(top, len(naturals), wilds, meld=bool(facts["meld"]))
    hints = Hints(
        _("Is the pile frozen? That decides what the card on top asks of you."),
        tuple(filter(None, ("pile", naturals + wilds, f"meld:{top}" if facts["meld"] else ""))),
        _("The pile, and what might take it."),
        _("Does a card lie sideways in it, or has your side not melded yet?"),
        _("Yes: it is frozen for your side.") if position.is_frozen() else _("No: it is open to your side."),
    )
    match kind:
        case Judge.kind:
            if facts["how"] not in ways:
                return None
            return Draft(position, _("May you take the pile like this?"), hints, Judge(ways[str(facts["how"])], ()))
        case Choose.kind:
            tries = (Action.parse("draw"), *ways.values())
            choose = Choose(tries)
            if len(tries) < 3 or len(choose.answer(position)) == len(tries):
                return None
            return Draft(position, _("How may you begin your turn? Choose all that is legal."), hints, choose)
    plays = [action for action in legal(position) if action.verb == TAKE]
    goal = read_goal({"all": ["pile_taken" if plays else "drawn"]})
    say = _("Take the pile if you may. If you may not, draw.")
    deciding = (plays or list(ways.values()))[:1]
    clauses = decisive(judge(position, deciding[0])) if deciding else ()
    return Draft(position, say, hints, goal, clauses, yes=bool(plays))


def _near(facts: Facts) -> Iterator[Facts]:
    frozen = str(facts["cover"]) in FREEZING
    for cover in (LETTERS[NATURALS[0]], LETTERS[NATURALS[-1]]) if frozen else FREEZING:
        if cover != facts["top"]:
            yield {**facts, "cover": cover}
    yield {**facts, "over": "" if facts["over"] else OVER[RANKS.index(str(facts["top"])) % len(OVER)]}
    if not facts["meld"]:
        yield {**facts, "melded": 1 - int(facts["melded"])}
    for naturals in (int(facts["naturals"]) - 1, int(facts["naturals"]) + 1):
        if naturals >= 0:
            yield {**facts, "naturals": naturals}
    yield from elsewhere(facts)


FROZEN_PILE = Generator(
    "frozen-pile",
    unit="09-frozen-pile",
    title=N_("Frozen or not"),
    clauses=("freeze.natural-pair", "freeze.until-taken", "freeze.before-initial", "freeze.card", "take.cover"),
    kinds=(Judge.kind, DO, Choose.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("pile", (ANY, "frozen", "open"), ANY, lies),),
)
