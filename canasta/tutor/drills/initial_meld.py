"""Unit 6: whether cards reach the minimum of a side's initial meld, and which do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from canasta.actions import MELD, Action
from canasta.cards import LETTERS, kinds_in, lacking, size
from canasta.clauses import BOOK
from canasta.filling import render
from canasta.judge import judge
from canasta.lister import legal
from canasta.position import Position
from canasta.profile import Profile
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, WILDS, elsewhere, fillers, scene
from canasta.tutor.drills.standing import STEP, TOP, across, score_by
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge
from canasta.why import decisive
from canasta.words import N_, _

TRIES = 5
WITHIN = {1: 60, 2: 25, 3: 10}  # points between what is laid and the minimum, by how hard it is
GROUPS = {1: 2, 2: 3, 3: 3}  # ranks of which the hand holds enough for a meld


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard, profile = int(knobs["hard"]), str(knobs["profile"])
    mine = score_by(random, profile, hard)
    ranks = random.sample(RANKS, GROUPS[hard])
    groups = "".join(rank * random.choice((2, 3, 3, 4)) for rank in ranks)
    wilds = "".join(random.choices(("2", "*"), k=random.randint(0, 2)))
    hand = groups + wilds + fillers(random, 4, without=groups, most=1)
    reds = random.choice((0, 0, 1, 2)) if knobs["reds"] == ANY else int(knobs["reds"])
    facts: Facts = {"profile": profile, "mine": mine, "hand": hand, "lay": "", "reds": reds}
    facts |= {"theirs": STEP * random.randrange(TOP // STEP), "mix": random.randrange(10**6)}
    minimum = BOOK["initial.minimum"].value(Profile.parse(profile), mine)
    close = [lay for lay, points in _lays(hand, profile).items() if abs(points - minimum) <= WITHIN[hard]]
    if not close:
        return None
    return {**facts, "lay": random.choice(close)}


@lru_cache(maxsize=64)
def _lays(hand: str, profile: str) -> dict[str, int]:
    """All melds that could be laid from a hand if there were no minimum to speak of, with what they count."""
    position = scene(hand, pile="9", scores=(-STEP, 0), profile=profile)
    plays = [action for action in legal(position) if action.verb == MELD]
    count = BOOK["value.points"].value
    return {str(action): int(count(action.spends)) for action in plays}


def _draft(facts: Facts, kind: str) -> Draft | None:
    profile, hand = str(facts["profile"]), str(facts["hand"])
    scores = (int(facts["mine"]), int(facts["theirs"]))
    position = scene(hand, pile="9", reds=(int(facts["reds"]), 0), scores=scores, profile=profile)
    lay = Action.parse(str(facts["lay"]))
    if kind == DO:
        return _opening(position, lay)
    hints = _hints(position, lay)
    match kind:
        case Judge.kind:
            say = _("Your side has not melded yet. May it begin with this?")
            return Draft(position, say, hints, Judge(lay, ()))
        case Choose.kind:
            tries = _tries(facts)
            choose = Choose(tries)
            if len(tries) < TRIES or not 0 < len(choose.answer(position)) < TRIES:
                return None
            say = _("Your side has not melded yet. With which of these may it begin?")
            return Draft(position, say, hints, choose, ("initial.minimum", "initial.count"))
    return None


def _opening(position: Position, lay: Action) -> Draft:
    """To begin if the cards reach the minimum; the first of the ways is what hints point at, else ``lay``."""
    plays = [action for action in legal(position) if action.verb == MELD]
    deciding = plays[0] if plays else lay
    goal = read_goal({"all": ["melds:1" if plays else "discarded"]})
    say = _(
        "Your side has not melded yet. Lay its first meld if your cards reach the minimum. If they do not, discard."
    )
    clauses = decisive(judge(position, deciding))
    return Draft(position, say, _hints(position, deciding), goal, clauses, yes=bool(plays))


def _hints(position: Position, lay: Action) -> Hints:
    worth = {"n": int(BOOK["value.points"].value(lay.spends)), "most": position.minimum()}
    return Hints(
        _("What must the first meld of your side count, at its score? The number stands beside its place."),
        ("".join(LETTERS[kind] for kind in kinds_in(lay.spends)),),
        _("Add up the points of these, wild cards with their own."),
        _("What do they count together?"),
        render(N_("{n:points}, and your side needs {most:points}."), worth),
    )


def _tries(facts: Facts) -> tuple[Action, ...]:
    """The lay in question and some that count nearly as much, in an order that tells nothing."""
    lays = _lays(str(facts["hand"]), str(facts["profile"]))
    own = lays[str(facts["lay"])]
    others = sorted((lay for lay in lays if lay != facts["lay"]), key=lambda lay: (abs(lays[lay] - own), lay))
    some = [
        str(facts["lay"]),
        *Random(int(facts["mix"])).sample(others[: 3 * TRIES], min(TRIES - 1, len(others[: 3 * TRIES]))),
    ]
    return tuple(map(Action.parse, sorted(some, key=lambda lay: (len(lay), lay))))


def _near(facts: Facts) -> Iterator[Facts]:
    mine, profile = int(facts["mine"]), str(facts["profile"])
    for score in across(profile, mine):
        yield {**facts, "mine": score}
    lays = _lays(str(facts["hand"]), profile)
    own = Action.parse(str(facts["lay"])).spends
    for lay in lays:
        other = Action.parse(lay).spends
        if size(lacking(own, other)) + size(lacking(other, own)) == 1:
            yield {**facts, "lay": lay}
    yield from elsewhere(facts)
    yield from _other_hands(facts)


def _other_hands(facts: Facts) -> Iterator[Facts]:
    """The hand with a card that is not laid exchanged for one that might be."""
    hand = str(facts["hand"])
    loose = hand
    for letter in (LETTERS[kind] for kind in kinds_in(Action.parse(str(facts["lay"])).spends)):
        loose = loose.replace(letter, "", 1)
    singles = [letter for letter in loose if hand.count(letter) == 1 and letter not in WILDS]
    pairs = sorted({letter for letter in hand if hand.count(letter) > 1 and letter not in WILDS})
    for letter in singles[:1]:
        for new in (*pairs, WILDS[0]):
            yield {**facts, "hand": hand.replace(letter, new, 1)}


INITIAL_MELD = Generator(
    "initial-meld",
    unit="06-initial-meld",
    title=N_("Enough to begin with?"),
    clauses=("initial.minimum", "initial.count", "initial.no-bonus", "meld.together"),
    beside=("initial.no-bonus", "meld.two-naturals"),
    kinds=(Judge.kind, DO, Choose.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("reds", (ANY, 0, 2), ANY, lambda drawn: drawn.facts["reds"]),),
)
