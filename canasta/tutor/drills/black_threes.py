"""Unit 10: black threes, thrown on the pile or melded at the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import TAKE, Action
from canasta.cards import KIND
from canasta.filling import render
from canasta.judge import judge
from canasta.lister import legal
from canasta.position import Position
from canasta.profile import PROFILES
from canasta.tutor.compared import Tables
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, elsewhere, fillers, here, one_off, scene, tables
from canasta.tutor.drills.taking import takes
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge
from canasta.wayout import way_out
from canasta.why import decisive
from canasta.words import N_, _

BLACK = "b"
PILE, MELDS = "pile", "melds"
HELD = {"blacks": 4, "fit": 2, "size": 8, "naturals": 4}  # the most of what can be one more or one less
STEPS = 3
AMONG = {
    PILE: ("take.black-three-top", "freeze.natural-pair", "take.pair", "meld.same-rank"),
    MELDS: ("meld.black-threes", "out.keep-one", "out.canasta", "meld.same-rank"),
}


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    about = random.choice((PILE, MELDS)) if knobs["about"] == ANY else str(knobs["about"])
    facts: Facts = {"profile": str(knobs["profile"]), "about": about, "mix": random.randrange(10**6)}
    return facts | (_pile_facts if about == PILE else _meld_facts)(random, int(knobs["hard"]))


def _pile_facts(random: Random, hard: int) -> Facts:
    top, own, theirs, drawn = random.sample(RANKS, 4)
    how = random.choice(("pair", "wild", "wild", "meld", "blacks"))
    place = random.choices(("top", "under", "buried", "none"), (3 if how == "blacks" else 1, 1, 3, 1))[0]
    above = fillers(random, random.randint(1, 2 * hard), without=top) if place == "buried" else ""
    return {
        "how": how,
        "top": top,
        "below": fillers(random, hard, without=top),
        "cover": BLACK if place in ("under", "buried") else fillers(random, 1, without=top),
        "above": above,
        "over": BLACK if place == "top" else "",
        "naturals": random.randint(2, 3) if how == "pair" else random.randint(1, 2),
        "wilds": random.choice(("2", "*")) if how == "wild" else random.choice(("", "2", "*")),
        "blacks": 2 if how == "blacks" else random.randint(0, 1),
        "meld": int(how == "meld" or random.random() < 0.2),
        "rest": fillers(random, 3 + 2 * hard, without=top),
        "own": own,
        "theirs": theirs,
        "drawn": drawn,
    }


def _meld_facts(random: Random, hard: int) -> Facts:
    long, other, theirs = random.sample(RANKS, 3)
    how = random.choice(("plain", "plain", "wild", "with"))
    used = long + other
    return {
        "how": how,
        "blacks": random.choice((2, 3, 3, 3, 4)),
        "wilds": random.choice(("2", "*")) if how == "wild" else random.choice(("", "", "2")) if hard > 1 else "",
        "fit": 1 if how == "with" else random.choice((0, 0, 1)),
        "loose": fillers(random, random.randint(0, 2), without=used, most=1),
        "size": random.choice((6, 7, 7) if hard > 1 else (5, 7)),
        "long": long,
        "other": other,
        "theirs": theirs,
        "pile": fillers(random, 3 * hard, without=used + theirs),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    return (_of_pile if facts["about"] == PILE else _of_melds)(facts, kind)


def _of_pile(facts: Facts, kind: str) -> Draft | None:
    top, wilds, profile = str(facts["top"]), str(facts["wilds"]), str(facts["profile"])
    naturals, blacks = top * int(facts["naturals"]), BLACK * int(facts["blacks"])
    position = scene(
        naturals + wilds + blacks + str(facts["rest"]),
        own=(str(facts["own"]) * 3, *([top * 3] if facts["meld"] else ())),
        theirs=(str(facts["theirs"]) * 3,),
        pile="".join(str(facts[name]) for name in ("below", "cover", "above", "top", "over")),
        stock=f"{facts['drawn']}?40",
        turn="N.draw",
        profile=profile,
    )
    ways = _takes(facts)
    hints = Hints(
        _("A card lies in the pile, or on top of it, that has a power of its own. What is it at this table?"),
        tuple(filter(None, ("pile", naturals + wilds, f"meld:{top}" if facts["meld"] else ""))),
        _("The pile, and what might take it. Look at its top first, then deeper."),
        _("Does anything bar the pile: on its top, or frozen by what lies in it?"),
        _bars(position),
    )
    about = ("take.black-three-top", "take.cover") if facts["over"] else ("freeze.card", "freeze.natural-pair")
    match kind:
        case Judge.kind:
            if facts["how"] not in ways:
                return None
            say = here(profile, _("Your side has melded. May you take the pile like this?"))
            return Draft(position, say, hints, Judge(ways[str(facts["how"])], AMONG[PILE]))
        case Tables.kind:
            if facts["how"] not in ways:
                return None
            say = _("The same cards lie at several tables. At which of them may you take the pile like this?")
            return _compared(facts, position, say, hints, ways[str(facts["how"])], about)
        case Choose.kind:
            say = here(profile, _("How may you begin your turn? Choose all that is legal."))
            return _chosen(position, say, hints, (Action.parse("draw"), *ways.values()), about)
    plays = [action for action in legal(position) if action.verb == TAKE]
    goal = read_goal({"all": ["pile_taken" if plays else "drawn"]})
    say = here(profile, _("Take the pile if you may. If you may not, draw."))
    deciding = (plays or list(ways.values()))[:1]
    clauses = decisive(judge(position, deciding[0])) if deciding else about
    return Draft(position, say, hints, goal, clauses, yes=bool(plays))


def _bars(position: Position) -> str:
    """What bars the pile, or that nothing does."""
    if position.pile[-1] == KIND[BLACK]:
        return _("Yes: nothing takes a pile with a black three on top.")
    if position.is_frozen():
        return _("Yes: it is frozen, and only a natural pair takes it.")
    return _("No: it is open to your side.")


def _takes(facts: Facts) -> dict[str, Action]:
    """What one may think of for taking the pile, as far as the hand has the cards."""
    ways = takes(str(facts["top"]), int(facts["naturals"]), str(facts["wilds"]), meld=bool(facts["meld"]))
    if int(facts["blacks"]) > 1 and facts["over"]:
        ways["blacks"] = Action.parse(f"take {BLACK * 2}")
    return ways


def _of_melds(facts: Facts, kind: str) -> Draft | None:
    profile, long, loose = str(facts["profile"]), str(facts["long"]), str(facts["loose"])
    blacks, wilds, fit = BLACK * int(facts["blacks"]), str(facts["wilds"]), long * int(facts["fit"])
    position = scene(
        blacks + wilds + fit + loose,
        own=(long * int(facts["size"]), str(facts["other"]) * 3),
        theirs=(str(facts["theirs"]) * 3,),
        pile=str(facts["pile"]),
        profile=profile,
    )
    lays = _lays(facts)
    left = render(N_("{n:cards}."), {"n": len(wilds + fit + loose)})
    hints = Hints(
        _("These are melded by a player who goes out in that very turn, and with nothing else among them."),
        (blacks, *filter(None, (wilds + fit + loose,)), f"meld:{long}"),
        _("Three alike or more, what else you hold, and the meld that may be what your side needs."),
        _("How many cards would be left if the black threes alone went down?"),
        left,
    )
    about = ("meld.black-threes",)
    match kind:
        case Judge.kind:
            if facts["how"] not in lays:
                return None
            say = here(profile, _("May you lay this now?"))
            return Draft(position, say, hints, Judge(lays[str(facts["how"])], AMONG[MELDS]))
        case Tables.kind:
            if facts["how"] not in lays:
                return None
            say = _("The same cards lie at several tables. At which of them may you lay this now?")
            return _compared(facts, position, say, hints, lays[str(facts["how"])], about)
        case Choose.kind:
            say = here(profile, _("It is your turn, and you have drawn. Which of these may you do?"))
            return _chosen(position, say, hints, tuple(lays.values()), about)
    way = way_out(position)
    if way and sum(max(1, len(action.lays)) for action in way) > STEPS:
        return None
    goal = read_goal({"all": ["gone_out" if way else "discarded"]})
    say = here(profile, _("Go out in this turn if you can. If you cannot, discard."))
    deciding = way[0] if way else Action.parse(f"meld {blacks}")
    clauses = tuple(dict.fromkeys((*about, *decisive(judge(position, deciding)))))
    return Draft(position, say, hints, goal, clauses, yes=bool(way), steps=STEPS)


def _lays(facts: Facts) -> dict[str, Action]:
    """What one may think of for laying black threes, or beside them, as far as the hand has the cards."""
    blacks, wilds, long = BLACK * int(facts["blacks"]), str(facts["wilds"]), str(facts["long"])
    fit = long * int(facts["fit"])
    texts = {
        "plain": f"meld {blacks}",
        "wild": f"meld {blacks}{wilds}" if wilds else "",
        "with": f"meld {fit} {blacks}" if fit else "",
        "fewer": f"meld {blacks[:-1]}" if len(blacks) > 2 else "",
        "long": f"meld {long}:{fit}{wilds}" if wilds or fit else "",
        "thrown": f"discard {BLACK}",
    }
    return {how: Action.parse(text) for how, text in texts.items() if text}


def _compared(
    facts: Facts, position: Position, say: str, hints: Hints, action: Action, clauses: tuple[str, ...]
) -> Draft | None:
    task = Tables(action, tables(position.profile.players))
    agreed = len(task.answer(position))
    # All tables agree on most throws; half of those are enough.
    if not agreed or (agreed == len(PROFILES) and int(facts["mix"]) % 2):
        return None
    return Draft(position, say, hints, task, clauses)


def _chosen(
    position: Position, say: str, hints: Hints, tries: tuple[Action, ...], clauses: tuple[str, ...]
) -> Draft | None:
    choose = Choose(tries)
    if len(tries) < 3 or not 0 < len(choose.answer(position)) < len(tries):
        return None
    return Draft(position, say, hints, choose, clauses)


def _near(facts: Facts) -> Iterator[Facts]:
    for name, most in HELD.items():
        if name in facts:
            yield from one_off(facts, name, 0, most)
    yield from elsewhere(facts)
    if facts["about"] == PILE:
        free = next(rank for rank in RANKS if rank != facts["top"])
        yield {**facts, "cover": free if facts["cover"] == BLACK else BLACK}
        yield {**facts, "over": "" if facts["over"] else BLACK}
        return
    for how in ("plain", "wild", "with"):
        if how != facts["how"]:
            yield {**facts, "how": how}
    loose = str(facts["loose"])
    used = loose + str(facts["long"]) + str(facts["other"])
    yield {**facts, "loose": loose + next(rank for rank in RANKS if rank not in used)}
    if loose:
        yield {**facts, "loose": loose[1:]}


BLACK_THREES = Generator(
    "black-threes",
    unit="10-black-threes",
    title=N_("Black threes"),
    clauses=("meld.black-threes", "freeze.card", "take.black-three-top", "freeze.natural-pair"),
    beside=("freeze.natural-pair", "meld.black-threes"),
    kinds=(Judge.kind, DO, Choose.kind, Tables.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("about", (ANY, PILE, MELDS), ANY, lambda drawn: drawn.facts["about"]),),
)
