"""Unit 7: red threes, laid and replaced, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from canasta.actions import LAY, Action
from canasta.cards import KIND, bag_of, text_of
from canasta.filling import render
from canasta.lister import legal
from canasta.position import OVER, PLAY, Position
from canasta.tutor.drills.contract import ANY, HARD, Draft, Drawn, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import CANASTA, NOTHING, RANKS, fillers, scene
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Ask, Count, Judge, Option, Which
from canasta.words import N_, _

RED: Final = "r"
SCORE, DRAWN, PILE, GONE = "red-three.score", "red-three.drawn", "red-three.pile", "red-three.no-replacement"
HAND: Final = "red-three.hand"
COMES: Final = ("draw", "take", "lay")  # where a red three comes from, or what is done with it
ACTS: Final = ("draw", "take", "meld", "discard", "lay")


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    rank, own, theirs, top, first, *_rest = random.sample(RANKS, 6)
    reds = random.randint(0, 1 + hard) if knobs["reds"] == ANY else int(knobs["reds"])
    return {
        "profile": str(knobs["profile"]),
        "reds": reds,
        "held": int(random.random() < 0.5),
        "melded": int(random.random() < 0.6),
        "own": own,
        "theirs": theirs,
        "rank": rank,
        "top": top,
        "drawn": first,
        "begun": int(random.random() < 0.4),
        "act": random.choice(ACTS),
        "comes": random.choice(COMES),
        "took": random.randint(0, 1),
        "gone": random.randint(0, 1),
        "rest": fillers(random, 2 + 2 * hard, without=rank + own + top),
        "below": fillers(random, hard, without=rank + own + top),
        "partner": fillers(random, random.randint(0, hard), without=own),
        "unlaid": int(hard == HARD[-1] and random.random() < 0.5),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    match kind:
        case Count.kind:
            return _score(facts)
        case Which.kind:
            return _what_happens(facts)
    begun = int(facts["begun"])
    position = _table(facts, RED * int(facts["held"]), turn="N.play" if begun else "N.draw first")
    hints = Hints(
        _("Is there a card in your hand that does not belong in a hand at all?"),
        (RED, "stock") if facts["held"] else (str(facts["rest"]), "stock"),
        _("Is the one to be laid before anything else among these?"),
        _("What comes first where a bonus card is still in the hand?"),
        _("It is laid, and a new card comes for it. Without one the turn goes on."),
    )
    if kind == Judge.kind:
        action = _act(facts)
        if action is None:
            return None
        say = _("You have drawn. May you do this now?") if begun else _("Your first turn begins. May you do this now?")
        return Draft(position, say, hints, Judge(action, ()))
    lays = any(action.verb == LAY for action in legal(position))
    goal = read_goal({"all": ["laid:1" if lays else "discarded" if begun else "drawn"]})
    say = _("Your first turn begins. Draw if you may; if something has to be done first, do that.")
    if begun:
        say = _("You have drawn. Discard if you may; if something has to be done first, do that.")
    return Draft(position, say, hints, goal, (HAND,), yes=lays)


def _table(facts: Facts, red: str, *, turn: str, stock: str = "", pile: str = "") -> Position:
    """The table of a side that has melded, with a hand that can take the pile, and that has a meld."""
    rank, top = str(facts["rank"]), str(facts["top"])
    return scene(
        rank * 3 + top * 2 + str(facts["rest"]) + red,
        own=(str(facts["own"]) * 3,),
        theirs=(str(facts["theirs"]) * 3,),
        pile=pile or str(facts["below"]) + top,
        stock=stock or f"{facts['drawn']}?40",
        turn=turn,
        reds=(int(facts["reds"]), 0),
        profile=str(facts["profile"]),
    )


def _act(facts: Facts) -> Action | None:
    """What is tried; None for what has no place in that part of a turn, or cards that are not there."""
    top, rank = str(facts["top"]), str(facts["rank"])
    acts = {"meld": f"meld {rank * 3}", "discard": f"discard {str(facts['rest'])[0]}"}
    if not facts["begun"]:
        acts = {"draw": "draw", "take": f"take {top * 2}"}
    if facts["held"]:
        acts["lay"] = f"lay {RED}"
    text = acts.get(str(facts["act"]))
    return None if text is None else Action.parse(text)


def _score(facts: Facts) -> Draft | None:
    """A deal is over: what do the red threes of the side bring?"""
    own, theirs = str(facts["own"]), str(facts["theirs"])
    partner = str(facts["partner"]) + RED * int(facts["unlaid"])
    hands = "/".join((str(facts["rest"]), NOTHING, partner or NOTHING, str(facts["below"])))
    position = scene(
        hands,
        own=(own * 3,) if facts["melded"] else (),
        theirs=(theirs * CANASTA,),
        pile="9",
        stock=".",
        turn="N.over out=E",
        reds=(int(facts["reds"]), 0),
        profile=str(facts["profile"]),
    )
    over = _("The deal is over.")
    if facts["unlaid"]:
        over = _("The deal is over, and your partner still holds a red three.")
    say = " ".join([over, _("What do the red threes of your side bring? Write a loss with a minus sign.")])
    count = {"n": int(facts["reds"]) + int(facts["unlaid"])}
    hints = Hints(
        _("How many are there, and has your side melded anything at all?"),
        (f"meld:{own}" if facts["melded"] else f"theirs:{theirs}",),
        _("One side has melded at least this."),
        _("How many red threes are your side's, and are they added or taken away?"),
        render(
            N_("{n:red_threes}, added to the score.") if facts["melded"] else N_("{n:red_threes}, taken away."), count
        ),
    )
    clauses = (SCORE, GONE) if facts["unlaid"] else (SCORE,)
    return Draft(position, say, hints, Count((Ask(SCORE, str(position)),)), clauses)


def _what_happens(facts: Facts) -> Draft | None:
    """What becomes of a red three that is drawn, that lies in the pile, or that is laid when the stock may be gone."""
    top, below, drawn = (str(facts[name]) for name in ("top", "below", "drawn"))
    after = str(facts["rank"]) * 3 + str(facts["rest"])
    match facts["comes"]:
        case "draw":
            position = _table(facts, "", turn="N.draw", stock=f"{RED}{drawn}?40")
            clause, action, after = DRAWN, "draw", after + top * 2
            say = _("You draw, and the card is a red three. What becomes of it?")
        case "take":
            position = _table(facts, "", turn="N.draw upcards=2", pile=RED + below + top)
            clause, action, after = PILE, f"take {top * 2}", after + below
            say = _("You take the pile, and a red three lies in it. What becomes of it?")
        case _:
            clause, action, after = PILE if facts["took"] else DRAWN, f"lay {RED}", after + top * 2
            turn, pile = ("N.play took", NOTHING) if facts["took"] else ("N.play", "")
            say = _("You have drawn a red three, and you lay it. What then?")
            if facts["took"]:
                say = _("You have taken the pile. A red three came with it, and you lay it. What then?")
            if facts["gone"]:
                clause, say = GONE, " ".join([_("The stock is used up."), say])
            position = _table(facts, RED, turn=turn, stock=NOTHING if facts["gone"] else "", pile=pile)
    outcomes = (
        (after + drawn, PLAY, _("It lies before your side, and the next card of the stock comes for it.")),
        (after, PLAY, _("It lies before your side, and nothing comes for it.")),
        (after + RED, PLAY, _("It stays in your hand until a better moment.")),
        (after, OVER, _("It lies before your side, and the deal is over.")),
    )
    options = tuple(Option(f"{_in_order(cards)} {phase}", text) for cards, phase, text in outcomes)
    hints = Hints(
        _("Where does it come from, and is there a card that could come for it?"),
        ("stock", "pile"),
        _("It came from one of these two, and only one of them gives another card."),
        _("Is a red three from the pile replaced?"),
        _("No: whoever takes the pile has cards enough. One from the stock is, as long as there is a stock."),
    )
    return Draft(position, say, hints, Which((Ask(clause, f"{position} | {action}"),), options), (clause,))


def _in_order(letters: str) -> str:
    return text_of(bag_of(KIND[letter] for letter in letters))


def _near(facts: Facts) -> Iterator[Facts]:
    for name in ("held", "melded", "took", "gone"):
        yield {**facts, name: 1 - int(facts[name])}
    for reds in (int(facts["reds"]) - 1, int(facts["reds"]) + 1):
        if reds >= 0:
            yield {**facts, "reds": reds}
    for comes in COMES:
        if comes != facts["comes"]:
            yield {**facts, "comes": comes}


def _reds(drawn: Drawn) -> int:
    return drawn.item.position.red_threes()


RED_THREES = Generator(
    "red-threes",
    unit="07-red-threes",
    title=N_("Red threes"),
    clauses=(HAND, "red-three.unlaid", DRAWN, PILE, GONE, SCORE),
    beside=("turn.draw-first", "discard.red-three"),
    kinds=(Count.kind, Which.kind, Judge.kind, DO),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("reds", (ANY, 0, 1, 2, 3), ANY, _reds),),
)
