"""Unit 8: what takes the open pile: a pair, one card and a wild one, or a meld of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from canasta.actions import TAKE, Action
from canasta.filling import render
from canasta.judge import judge
from canasta.lister import legal
from canasta.position import Position
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import CANASTA, RANKS, fillers, one_off, scene
from canasta.tutor.drills.taking import MELD, PAIR, WILD, takes
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge
from canasta.why import decisive
from canasta.words import N_, _

ONE, WILDS_ALONE, TOP_ALONE = "one", "wilds", "top"  # what does not take it, though it looks so
OVER: Final = ("2", "*", "b")
HELD: Final = ("", "2", "*", "2*")
# How often each is tried, and with what in the hand: natural cards that match the top, wild cards.
TRIED: Final[dict[str, tuple[int, tuple[int, ...], tuple[str, ...]]]] = {
    PAIR: (3, (1, 2, 2, 3), ("", "", "2")),
    WILD: (3, (0, 1, 1), ("", "2", "*")),
    MELD: (3, (0, 0, 1), ("", "", "*")),
    ONE: (2, (1,), ("",)),
    WILDS_ALONE: (2, (0, 1), ("2*", "2", "*")),
    TOP_ALONE: (1, (2,), ("",)),
}


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    top, own, theirs = random.sample(RANKS, 3)
    how = random.choices(list(TRIED), [often for often, _naturals, _wilds in TRIED.values()])[0]
    _often, naturals, wilds = TRIED[how]
    meld = {"there": 1, "none": 0}.get(str(knobs["meld"]), int(how == MELD or random.random() < 0.15))
    last = int(how == MELD and bool(meld) and random.random() < 0.3)
    return {
        "profile": str(knobs["profile"]),
        "top": top,
        "over": random.choice(OVER) if random.random() < 0.1 * hard else "",
        "below": "" if last and random.random() < 0.5 else fillers(random, 1 if last else hard + 1, without=top),
        "naturals": random.choice(naturals),
        "wilds": random.choice(wilds),
        "meld": meld,
        "last": last,
        "how": how,
        "rest": fillers(random, 4 + 2 * hard, without=top),
        "own": own,
        "theirs": theirs,
        "tempting": int(hard > 1 and not meld and random.random() < 0.4),
        "mix": random.randrange(10**6),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    top, wilds, rest, own = (str(facts[name]) for name in ("top", "wilds", "rest", "own"))
    naturals = top * int(facts["naturals"])
    if facts["last"]:  # one card in the hand, and a canasta, so that nothing else bars the way
        naturals, wilds, rest = "", "", rest[:1]
    position = scene(
        naturals + wilds + rest,
        own=(own * (CANASTA if facts["last"] else 3), *([top * 3] if facts["meld"] else ())),
        theirs=(str(facts["theirs"]) * 3, *([top * 3] if facts["tempting"] else ())),
        pile="".join(str(facts[name]) for name in ("below", "top", "over")),
        stock=f"{rest[0]}?40",
        turn="N.draw",
        profile=str(facts["profile"]),
    )
    tries = _tries(top, len(naturals), wilds, meld=bool(facts["meld"]))
    hints = _hints(facts, position, naturals, wilds, tries)
    match kind:
        case Judge.kind:
            if facts["how"] not in tries:
                return None
            return Draft(position, _("May you take the pile like this?"), hints, Judge(tries[str(facts["how"])], ()))
        case Choose.kind:
            every = [*tries.values(), Action.parse("draw")]
            choose = Choose(tuple(Random(int(facts["mix"])).sample(every, len(every))))
            if len(tries) < 2 or len(choose.answer(position)) > len(tries):
                return None
            say = _("How may you begin your turn? Choose all that is legal.")
            return Draft(position, say, hints, choose, ("take.pair", "take.one-and-wild", "take.add", "take.whole"))
    plays = [action for action in legal(position) if action.verb == TAKE]
    goal = read_goal({"all": ["pile_taken" if plays else "drawn"]})
    say = _("Take the pile if you may. If you may not, draw.")
    deciding = (plays or list(tries.values()))[:1]
    clauses = decisive(judge(position, deciding[0])) if deciding else ("take.pair", "take.add")
    return Draft(position, say, hints, goal, clauses, yes=bool(plays))


def _tries(top: str, naturals: int, wilds: str, *, meld: bool) -> dict[str, Action]:
    """All that one may think of: the ways, and what looks like one."""
    texts = {
        ONE: f"take {top}" if naturals else "",
        WILDS_ALONE: f"take {top}:{wilds}" if wilds else "",
        TOP_ALONE: f"pick {top * 2}" if naturals > 1 else "",
    }
    others = {how: Action.parse(text) for how, text in texts.items() if text}
    return takes(top, naturals, wilds, meld=meld) | others


def _hints(facts: Facts, position: Position, naturals: str, wilds: str, tries: dict[str, Action]) -> Hints:
    count = {"naturals": len(naturals), "wilds": len(wilds)}
    ask = _("How many natural cards of your own match the top card, and how many wild ones do you hold?")
    answer = render(N_("{naturals:naturals} and {wilds:wilds}."), count)
    if facts["meld"]:
        answer = " ".join([answer, _("And your side has a meld that the top card fits.")])
    if facts["over"] and tries:
        lead = judge(position, next(iter(tries.values()))).lead
        ask, answer = _("Which card lies on top?"), lead.fact if lead else answer
    return Hints(
        _("Look at the card on top: what in your hand, or before your own side, goes with it?"),
        tuple(filter(None, ("pile", naturals + wilds, f"meld:{facts['top']}" if facts["meld"] else ""))),
        _("The pile, and what might take it."),
        ask,
        answer,
    )


def _near(facts: Facts) -> Iterator[Facts]:
    if facts["over"] or int(facts["mix"]) % 4 == 0:  # a card over it turns any yes, so it comes now and then only
        yield {**facts, "over": "" if facts["over"] else OVER[RANKS.index(str(facts["top"])) % len(OVER)]}
    yield from one_off(facts, "naturals", 0, 3)
    for wilds in HELD:
        if abs(len(wilds) - len(str(facts["wilds"]))) == 1:
            yield {**facts, "wilds": wilds}
    yield {**facts, "meld": 1 - int(facts["meld"])}
    if facts["last"]:
        below = str(facts["below"])
        yield {**facts, "below": "" if below else str(facts["rest"])[1]}
    for how in TRIED:
        if how != facts["how"]:
            yield {**facts, "how": how}


OPEN_PILE = Generator(
    "open-pile",
    unit="08-taking-the-pile",
    title=N_("Does it take the pile?"),
    clauses=(
        "take.pair",
        "take.one-and-wild",
        "take.add",
        "take.whole",
        "take.wild-top",
        "take.black-three-top",
        "take.one-card",
    ),
    kinds=(Judge.kind, DO, Choose.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("meld", (ANY, "there", "none"), ANY, lambda drawn: "there" if drawn.facts["meld"] else "none"),),
)
