"""Unit 13: the question before going out, what its answer binds, and what else may be said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import Action
from canasta.judge import judge
from canasta.position import PLAY, Position
from canasta.profile import PROFILES
from canasta.tutor.compared import Tables
from canasta.tutor.drills.contract import ANY, Draft, Drawn, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, elsewhere, fillers, here, scene, tables
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge
from canasta.wayout import can_go_out, way_out
from canasta.why import decisive
from canasta.words import N_, _

ASK = "ask"
TRIES = 5
# The moments of a turn, each with how its line says it.
TURNS = {
    "draw": "N.draw",
    "play": "N.play",
    "fresh": "N.play new={other}",
    "yes": "N.play ans=yes",
    "no": "N.play ans=no",
    "open": "N.answer drew",
    "first": "N.play first",
}
MATES = {"draw": ("play",), "play": ("fresh",), "fresh": ("play",), "yes": ("no",), "no": ("yes",)}
BEFORE = ("draw", "play", "fresh")  # nobody has been asked
TOLD = {
    "draw": N_("Your turn begins; you have not drawn yet."),
    "play": N_("You have drawn, and not melded in this turn."),
    "fresh": N_("You have drawn, and melded in this turn."),
    "yes": N_("You have asked, and your partner has said yes."),
    "no": N_("You have asked, and your partner has said no."),
    "open": N_("You have asked, and South, your partner, has not answered yet."),
    "first": N_("You have drawn; it is your first turn in this deal."),
}
QUESTION = "question"  # about going out
TALK = "talk"
TALKS = ("play", "first", "open")
SAID = (
    "say minimum",
    "say score E",
    "say hand E",
    "say stock",
    "say pile",
    "say last-card",
    "say sixth {long}",
    "say advice",
    "say hand-cards E",
    "say stock-cards",
    "S: say advice",
    "S: say hand W",
    "S: say red-three",
    "E: say stock",
    "E: say last-card",
    "S: say sixth {long}",
)
ANSWERS = ("S: answer yes", "S: answer no", "S: answer if", "E: answer yes")
AMONG = ("out.ask", "out.ask-late", "out.ask-binding", "out.ask-info")


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard, kind = int(knobs["hard"]), str(knobs["kind"])
    talked = {Judge.kind: 0.25, Choose.kind: 0.6}.get(kind, 0)
    about = TALK if random.random() < talked else QUESTION
    ranks = random.sample(RANKS, 6)
    moments = {DO: BEFORE, Tables.kind: ("draw", "draw", "play")}.get(kind, tuple(TURNS)[:-1])
    size = {"there": 7, "lacking": 6}.get(str(knobs["canasta"]), random.choice((6, 7, 7)))
    return {
        "profile": str(knobs["profile"]),
        "about": about,
        "moment": random.choice(TALKS if about == TALK else moments),
        "ranks": "/".join(ranks),
        "size": size,
        "fit": random.choice((0, 1)) if size == 7 else 1,
        "group": random.choice((0, 3, 3, 4) if hard > 1 else (3,)),
        "second": random.choice((0, 3)) if hard > 2 else 0,
        "wilds": random.choice(("", "", "2", "*")) if hard > 1 else "",
        "loose": fillers(random, random.choice((0, 1, 1)), without="".join(ranks), most=1),
        "east": random.choice((1, 3, 5)),
        "pile": fillers(random, 2 * hard, without="".join(ranks)),
        "act": random.randrange(12),
        "mix": random.randrange(10**6),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    if len("".join(_held(facts).values())) < 2:
        return None  # with one card a no could not be kept
    position = _position(facts)
    if position.problems():
        return None
    if facts["about"] == TALK:
        return _talk(facts, position) if kind == Choose.kind else _one(facts, position, kind)
    if facts["moment"] not in BEFORE and way_out(position._replace(answer="", phase=PLAY)) is None:
        return None  # the question could not have been put
    return _question(facts, position, kind)


def _position(facts: Facts) -> Position:
    long, other, _group, _second, theirs, more = _ranks(facts)
    talk = facts["about"] == TALK
    return scene(
        "".join(_held(facts).values()),
        others=f"/?{facts['east']}/?9/?7" if talk else "",
        own=(long * int(facts["size"]), other * 3),
        theirs=(theirs * 3,),
        pile=str(facts["pile"]),
        stock="" if talk else f"{more}?40",
        turn=TURNS[str(facts["moment"])].format(other=other),
        profile=str(facts["profile"]),
    )


def _ranks(facts: Facts) -> list[str]:
    return str(facts["ranks"]).split("/")


def _held(facts: Facts) -> dict[str, str]:
    long, _other, group, second, _theirs, _more = _ranks(facts)
    return {
        "fit": long * int(facts["fit"]),
        "group": group * int(facts["group"]),
        "second": second * int(facts["second"]),
        "wilds": str(facts["wilds"]),
        "loose": str(facts["loose"]),
    }


def _acts(facts: Facts) -> tuple[str, ...]:
    """What is judged at such a moment, as far as the hand has the cards."""
    held = _held(facts)
    group = held["group"] or held["second"]
    meld = (f"meld {group}",) if group else ()
    throw = (f"discard {(held['loose'] or group or held['fit'])[0]}",)
    match facts["moment"]:
        case "yes" | "no":
            return (*meld, *throw, *((f"meld {held['fit']}",) if held["fit"] else ()), ASK)
        case "open":
            return (*throw, *ANSWERS, "S: say hand E", "say stock")
    return (ASK,)


def _question(facts: Facts, position: Position, kind: str) -> Draft | None:
    moment, profile = str(facts["moment"]), str(facts["profile"])
    acts = _acts(facts)
    action = Action.parse(acts[int(facts["act"]) % len(acts)])
    told = _(TOLD[moment])
    match kind:
        case Judge.kind:
            asked = _("May you ask whether you may go out?") if acts == (ASK,) else _("May this be done now?")
            return Draft(position, here(profile, f"{told} {asked}"), _hints(facts, position), Judge(action, AMONG))
        case Tables.kind:
            if moment == "draw" and facts["loose"]:
                return None  # with a card that fits nothing no table lets him ask: whatever is drawn is one more
            task = Tables(Action.parse(ASK), tables(position.profile.players))
            agreed = len(task.answer(position)) if moment in BEFORE else 0
            if not agreed or (agreed == len(PROFILES) and int(facts["mix"]) % 3):
                return None
            say = f"{told} {_('At which of these tables may you ask whether you may go out?')}"
            return Draft(position, say, _hints(facts, position), task, ("out.ask", "out.ask-late"))
        case Choose.kind:
            texts = acts if acts != (ASK,) else (ASK, "answer yes", f"discard {str(facts['loose'])[:1]}")
            choose = _chosen([text for text in texts if not text.endswith(" ")], facts, position)
            say = here(profile, f"{told} {_('Which of these may be done now?')}")
            about = ("out.ask", "out.ask-binding", "out.ask-info")
            return Draft(position, say, _hints(facts, position), choose, about) if choose else None
    if moment not in BEFORE:
        return None
    ask = judge(position, Action.parse(ASK))
    goal = read_goal({"all": ["asked" if ask else "drawn" if moment == "draw" else "discarded"]})
    otherwise = _("If you may not, draw.") if moment == "draw" else _("If you may not, discard.")
    say = here(profile, f"{told} {_('Ask whether you may go out, if you may ask.')} {otherwise}")
    return Draft(position, say, _hints(facts, position), goal, decisive(ask), yes=bool(ask))


def _hints(facts: Facts, position: Position) -> Hints:
    free = position._replace(answer="", phase=PLAY if facts["moment"] == "open" else position.phase)
    sure = can_go_out(free).certain
    held = _held(facts)
    return Hints(
        _("When may the question be put, and what does its answer bind?"),
        (held["group"] + held["fit"] + held["loose"] + held["wilds"] + held["second"], f"meld:{_ranks(facts)[0]}"),
        _("What you hold, and the longest meld of your side."),
        _("Can you surely go out in this turn, whatever comes?"),
        _("Yes, that is sure.") if sure else _("No, that is not sure."),
    )


def _chosen(texts: list[str], facts: Facts, position: Position) -> Choose | None:
    """Some of these to choose from, in an order that tells nothing."""
    some = Random(int(facts["mix"])).sample(texts, min(TRIES, len(texts)))
    choose = Choose(tuple(Action.parse(text) for text in texts if text in some))
    if len(some) < 3 or not 0 < len(choose.answer(position)) < len(some):
        return None
    return choose


def _talk(facts: Facts, position: Position) -> Draft | None:
    """What may be said at such a moment."""
    moment = str(facts["moment"])
    texts = [text.format(long=_ranks(facts)[0]) for text in (*SAID, *(ANSWERS if moment == "open" else ()))]
    choose = _chosen(texts, facts, position)
    if choose is None:
        return None
    say = here(str(facts["profile"]), f"{_(TOLD[moment])} {_('Which of these may be said or done now?')}")
    return Draft(position, say, _hints_of_talk(facts), choose, ("info.on-turn", "out.ask-info"))


def _one(facts: Facts, position: Position, kind: str) -> Draft | None:
    """Whether one thing may be said."""
    if kind != Judge.kind:
        return None
    moment = str(facts["moment"])
    texts = (*SAID, *(ANSWERS if moment == "open" else ()))
    action = Action.parse(texts[(int(facts["mix"]) + int(facts["act"])) % len(texts)].format(long=_ranks(facts)[0]))
    say = here(str(facts["profile"]), f"{_(TOLD[moment])} {_('May this be said or done now?')}")
    among = ("info.on-turn", "info.first-turn-pile", "info.sixth-card", "info.last-card")
    return Draft(position, say, _hints_of_talk(facts), Judge(action, among))


def _hints_of_talk(facts: Facts) -> Hints:
    return Hints(
        _("Whose turn is it to ask? And is it a number, or the cards themselves, or a plan?"),
        ("pile", f"meld:{_ranks(facts)[0]}"),
        _("What lies open may be seen by all, and how long this is."),
        _("May anybody be told which cards are held, or what to do?"),
        _("Never. Numbers may be asked for by the player in turn, or by the partner who owes an answer."),
    )


def _near(facts: Facts) -> Iterator[Facts]:
    for moment in TALKS if facts["about"] == TALK else MATES.get(str(facts["moment"]), ()):
        if moment != facts["moment"]:
            yield {**facts, "moment": moment}
    for name, values in {"size": (6, 7), "fit": (0, 1), "group": (2, 3, 4), "east": (1, 3, 5)}.items():
        for value in values:
            if facts[name] in values and value != facts[name] and abs(value - int(facts[name])) < 3:
                yield {**facts, name: value}
    loose = str(facts["loose"])
    used = loose + str(facts["ranks"]) + str(facts["pile"])
    if free := next((rank for rank in RANKS if rank not in used), ""):
        yield {**facts, "loose": loose + free}
    if loose:
        yield {**facts, "loose": loose[1:]}
    yield {**facts, "act": int(facts["act"]) + 1}
    yield from elsewhere(facts)


def _canasta(drawn: Drawn) -> str:
    return "there" if drawn.item.position.canastas() else "lacking"


ASKING = Generator(
    "asking",
    unit="13-asking-your-partner",
    title=N_("May I go out?"),
    clauses=("out.ask", "out.ask-late", "out.ask-binding", "out.ask-info", "info.on-turn"),
    kinds=(Judge.kind, DO, Choose.kind, Tables.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("canasta", (ANY, "there", "lacking"), ANY, _canasta),),
)
