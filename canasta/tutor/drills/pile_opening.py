"""Unit 11: a first meld that takes the pile."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import TAKE, Action
from canasta.clauses import BOOK
from canasta.filling import fill, render
from canasta.judge import judge
from canasta.lister import legal
from canasta.position import Position
from canasta.profile import Profile
from canasta.tutor.drills.contract import ANY, HARD, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, WILDS, fillers, scene
from canasta.tutor.drills.standing import STEP, TOP, across, edges
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Ask, Choose, Count, Judge
from canasta.why import decisive
from canasta.words import N_, _

WITHIN = {1: 60, 2: 25, 3: 10}  # points between what is laid and the minimum, by how hard it is
TIERS = (0, 1, 2, 3)
FREE = 200  # points below zero, or above the last step, within which a score is thrown
TRIES = 5
BESIDE = ("", "one", "two", "both")  # which groups of the hand are laid beside the top card


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard, profile = int(knobs["hard"]), str(knobs["profile"])
    tier = random.choice(TIERS) if knobs["tier"] == ANY else int(knobs["tier"])
    top, one, two, own, theirs, drawn = random.sample(RANKS, 6)
    first = one * random.choice((2, 3, 3))
    facts: Facts = {
        "profile": profile,
        "mine": _score(random, profile, tier, hard),
        "theirs": STEP * random.randrange(TOP // STEP),
        "top": top,
        "naturals": random.choice((1, 2, 2, 2, 3)),
        "one": first + (random.choice(WILDS) if len(first) < 3 or random.random() < 0.3 else ""),
        "two": two * 3 if random.random() < hard / 3 else "",
        "dug": int(random.random() < 0.25) if len(first) > 2 else 0,
        "wild": random.choice(("", "2", "*")),
        "with": int(random.random() < 0.3),
        "beside": random.choice(BESIDE),
        "melded": int(random.random() < 0.15),
        "pile": fillers(random, 2 * hard, without=top + one + two),
        "rest": fillers(random, 2 + hard, without=top + one + two, most=1),
        "mix": random.randrange(10**6),
        "own": own,
        "their": theirs,
        "drawn": drawn,
    }
    take = _take(facts)
    if take is None or abs(_points(facts, take) - _position(facts).minimum()) > WITHIN[hard]:
        return None
    return facts


def _score(random: Random, profile: str, tier: int, hard: int) -> int:
    """A score between two steps of the minimum; the hardest lie at the very step."""
    steps = edges(profile)
    low = steps[tier - 1] if tier else steps[0] - FREE
    high = steps[tier] if tier < len(steps) else steps[-1] + FREE
    if hard == HARD[-1]:
        return random.choice((low, high - STEP))
    return low + STEP * random.randrange((high - low) // STEP)


def _position(facts: Facts) -> Position:
    top, one = str(facts["top"]), str(facts["one"])
    dug = int(facts["dug"])
    return scene(
        top * int(facts["naturals"]) + one[dug:] + str(facts["two"]) + str(facts["wild"]) + str(facts["rest"]),
        own=(str(facts["own"]) * 3,) if facts["melded"] else (),
        theirs=(str(facts["their"]) * 3,),
        pile=one[:dug] + str(facts["pile"]) + top,
        stock=f"{facts['drawn']}?40",
        turn="N.draw",
        scores=(int(facts["mine"]), int(facts["theirs"])),
        profile=str(facts["profile"]),
    )


def _take(facts: Facts, beside: str | None = None, *, wild: bool | None = None) -> Action | None:
    """The take that is looked at, or another of the same hand; None if there are no cards for it."""
    beside = str(facts["beside"]) if beside is None else beside
    wild = bool(facts["with"]) if wild is None else wild
    top, naturals = str(facts["top"]), int(facts["naturals"])
    if (wild and not facts["wild"]) or (not wild and naturals < 2):
        return None
    groups = {"one": str(facts["one"]), "two": str(facts["two"])}
    laid = [group for name, group in groups.items() if beside in (name, "both")]
    if not all(laid):
        return None
    own = top * min(naturals, 1) + str(facts["wild"]) if wild else top * naturals
    return Action.parse(" ".join(("take", own, *laid)))


def _points(facts: Facts, take: Action) -> int:
    """What it counts, with the top card as far as it counts at this table."""
    points = BOOK["value.points"].value
    counts = Profile.parse(str(facts["profile"])).top_card_counts
    return int(points(take.spends) + counts * points(Action.parse(f"discard {facts['top']}").cards))


def _draft(facts: Facts, kind: str) -> Draft | None:
    position, take = _position(facts), _take(facts)
    if take is None:
        return None
    hints = _hints(facts, position, take if kind in (Judge.kind, Count.kind) else _most(facts) or take)
    about = ("initial.top-card-only", "take.initial", "freeze.before-initial")
    match kind:
        case Judge.kind:
            say = _("Your side has melded.") if facts["melded"] else _("Your side has not melded yet.")
            return Draft(position, f"{say} {_('May it take the pile like this?')}", hints, Judge(take, ()))
        case Count.kind:
            if facts["melded"] or facts["dug"] or facts["with"]:
                return None
            count = Count((Ask("initial.count", f"{position} | {take}"),))
            laid = "; ".join(fill(N_("{cards:held}"), {"cards": lay.cards}) for lay in take.lays)
            say = N_(
                "You would take the pile, and lay of your hand: {laid}. What does that count towards your first meld?"
            )
            return Draft(position, render(say, {"laid": laid}), _hint_of_top(facts, hints), count, about[:2])
        case Choose.kind:
            tries = _tries(facts)
            choose = Choose(tries)
            if len(tries) < 3 or not 0 < len(choose.answer(position)) < len(tries):
                return None
            say = _("Which of these take the pile?")
            return Draft(position, say, hints, choose, about)
    plays = [action for action in legal(position) if action.verb == TAKE]
    goal = read_goal({"all": ["pile_taken" if plays else "drawn"]})
    say = _("Take the pile if you may. If you may not, draw.")
    return Draft(position, say, hints, goal, decisive(judge(position, (plays or [take])[0])), yes=bool(plays))


def _most(facts: Facts) -> Action | None:
    """The take that lays most beside its pair."""
    ways = (_take(facts, beside, wild=False) for beside in reversed(BESIDE))
    return next((way for way in ways if way is not None), None)


def _hints(facts: Facts, position: Position, take: Action) -> Hints:
    shown = "".join(str(facts[name]) for name in ("one", "two"))[int(facts["dug"]) :]
    worth = {"n": _points(facts, take), "most": position.minimum()}
    answer = N_("{n:points}, and your side needs {most:points}.")
    if facts["melded"]:
        answer = N_("{n:points}; but your side has melded, and needs no count.")
    return Hints(
        _("Two gates: what may take the pile, and what a first meld must count at your score."),
        (str(facts["top"]) * int(facts["naturals"]) + shown + str(facts["wild"]), "pile"),
        _("These, and of the heap the card on top alone."),
        _("What does all that is laid count, with the top card?"),
        render(answer, worth),
    )


def _hint_of_top(facts: Facts, hints: Hints) -> Hints:
    """The hints of a sum, which do not tell it."""
    top = BOOK["value.points"].value(Action.parse(f"discard {facts['top']}").cards)
    return hints._replace(
        ask=_("What does the top card alone count?"), answer=render(N_("{n:points}."), {"n": int(top)})
    )


def _tries(facts: Facts) -> tuple[Action, ...]:
    """Some of the ways that one may think of with these cards, in an order that tells nothing."""
    found = {_take(facts, beside, wild=wild) for beside in BESIDE for wild in (False, True)}
    ways = sorted((way for way in found if way is not None), key=lambda way: (len(str(way)), str(way)))
    some = Random(int(facts["mix"])).sample(ways, min(TRIES, len(ways)))
    return tuple(way for way in ways if way in some)


def _near(facts: Facts) -> Iterator[Facts]:
    profile = str(facts["profile"])
    for score in across(profile, int(facts["mine"])):
        yield {**facts, "mine": score}
    if facts["with"]:
        yield {**facts, "melded": 1 - int(facts["melded"])}
    yield {**facts, "dug": 1 - int(facts["dug"])}
    yield {**facts, "with": 1 - int(facts["with"])}
    for beside in BESIDE:
        if beside != facts["beside"]:
            yield {**facts, "beside": beside}
    for name in ("one", "two"):
        letters = str(facts[name])
        if letters:
            yield {**facts, name: letters + letters[0]}
            yield {**facts, name: letters[1:]}
    for naturals in (1, 2, 3):
        if abs(naturals - int(facts["naturals"])) == 1:
            yield {**facts, "naturals": naturals}


PILE_OPENING = Generator(
    "pile-opening",
    unit="11-opening-with-the-pile",
    title=N_("Opening with the pile"),
    clauses=("take.initial", "initial.top-card-only", "freeze.before-initial", "initial.minimum"),
    beside=("initial.minimum", "freeze.before-initial", "initial.top-card-only", "take.add", "initial.no-bonus"),
    kinds=(Judge.kind, DO, Choose.kind, Count.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(
        Knob(
            "tier",
            (ANY, *TIERS),
            ANY,
            lambda drawn: sum(drawn.item.position.scores[0] >= start for start in drawn.item.position.profile.tiers),
        ),
    ),
)
