"""Unit 14: the whole hand laid in one turn, what breaks that, and what it is spared or earns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import Action
from canasta.cards import LETTERS, NATURALS, size
from canasta.filling import fill
from canasta.judge import judge
from canasta.play import play
from canasta.position import DRAW, Position
from canasta.profile import PROFILES
from canasta.tutor.drills.contract import ANY, Draft, Drawn, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import CONCEALED, RANKS, elsewhere, fillers, here, one_off, scene
from canasta.tutor.drills.standing import STEP, across, score_by
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Ask, Count, Judge, Option, Which
from canasta.words import N_, _

STOCK, PILE = "stock", "pile"
LENGTHS = (5, 8)  # natural cards of the long group, at least and at most
STEPS = 3
AMONG = ("initial.minimum", "take.initial", "out.canasta", "out.keep-one")
BONUS = ("canasta.concealed", "canasta.natural", "canasta.mixed")


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard, kind, profile = int(knobs["hard"]), str(knobs["kind"]), str(knobs["profile"])
    ranks = random.sample(RANKS, 5)
    judged = kind == Judge.kind
    who = random.choice(("", "", "S") if judged else ("", "S", "S", "N", "N"))
    begun = random.choice((STOCK, STOCK, PILE)) if knobs["begun"] == ANY else str(knobs["begun"])
    naturals = random.choice((6, 7, 7, 7, 8)) if kind != Count.kind else random.choice((5, 6, 7, 7, 8))
    return {
        "profile": profile,
        "ranks": "/".join(ranks),
        "naturals": naturals,
        "wilds": random.choice(("", "", "2", "*")) if hard > 1 else "2" if naturals < 7 else "",
        "group": random.choice((3, 4) if hard > 1 else (3,)),
        "who": who,  # has melded before: nobody of the side, the partner, or the player himself
        "spare": random.choice((3, 3, 7)),
        "tempt": int(kind == DO or (bool(who) and random.random() < 0.7)),
        "add": int(random.random() < 0.5),
        "odd": fillers(random, random.choice((0, 1, 1) if judged else (0, 0, 1)), without="".join(ranks)),
        "begun": begun,
        "whole": int(random.random() < 0.6),
        "lay": random.choice(("all", "all", "long")) if judged else "all",
        "mine": score_by(random, profile, hard) if judged else -STEP,
        "rest": fillers(random, 1 + 2 * hard, without="".join(ranks)),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    if kind == Count.kind:
        return _bonus(facts)
    if facts["tempt"] and (not facts["who"] or facts["odd"]):
        return None
    position = _position(facts)
    action = _action(facts)
    if position.problems():
        return None
    match kind:
        case Judge.kind:
            if facts["who"] == "N":
                return None
            say = _("You have drawn, and have melded nothing yet.")
            if facts["begun"] == PILE:
                say = _("It is your turn, and you have melded nothing yet.")
            say = f"{say} {_('May you lay this, in one play?')}"
            return Draft(position, here(str(facts["profile"]), say), _hints(facts), Judge(action, AMONG))
        case Which.kind:
            return _whole(facts, position, action)
    return _done(facts, position, action)


def _ranks(facts: Facts) -> list[str]:
    return str(facts["ranks"]).split("/")


def _position(facts: Facts) -> Position:
    long, group, partners, theirs, drawn = _ranks(facts)
    took = facts["begun"] == PILE
    who = str(facts["who"])
    hand = long * int(facts["naturals"]) + str(facts["wilds"]) + group * (int(facts["group"]) - took)
    return scene(
        hand + partners * int(facts["tempt"]) + str(facts["odd"]),
        own=(partners * int(facts["spare"]),) if who else (),
        theirs=(theirs * 3,),
        pile=group if took else str(facts["rest"]),
        stock=f"{drawn}?40",
        turn=("N.draw" if took else "N.play") + (f" melded={who}" if who else ""),
        scores=(int(facts["mine"]), 0),
        profile=str(facts["profile"]),
    )


def _action(facts: Facts) -> Action:
    """The play that is looked at: all that can go down, or the long group alone."""
    long, group, partners, _theirs, _drawn = _ranks(facts)
    took = facts["begun"] == PILE
    lays = [long * int(facts["naturals"]) + str(facts["wilds"])]
    if facts["lay"] == "all" or took:
        lays.insert(0, group * (int(facts["group"]) - took))
    if took and facts["lay"] != "all":
        lays = lays[:1]
    if facts["tempt"] and facts["add"]:
        lays.append(partners)
    return Action.parse(" ".join(("take" if took else "meld", *lays)))


def _whole(facts: Facts, position: Position, action: Action) -> Draft | None:
    """Whether to go out so is to go out concealed; asked of what is legal and leaves at most a card to throw."""
    left = (position.hand_size() or 0) - size(action.spends)
    if left > 1 or not judge(position, action):
        return None
    after = play(position, action).after
    if left and not judge(after, Action.parse(f"discard {LETTERS[_last(after)]}")):
        return None
    told = {
        "": _("Nobody of your side has melded in this deal."),
        "S": _("Your partner has melded in this deal; you have not."),
        "N": _("It was you who melded before in this deal."),
    }[str(facts["who"])]
    ends = _("You throw the card that is left.") if left else _("No card is left.")
    say = " ".join([told, _lays_in_words(action), ends, _("Is that going out concealed?")])
    which = Which(
        (Ask("out.concealed", f"{position} | {action}"),),
        (
            Option("yes", _("Yes: the whole hand goes down in this turn.")),
            Option("no", _("No: it is going out, and not concealed.")),
        ),
    )
    return Draft(position, here(str(facts["profile"]), say), _hints(facts), which, ("out.concealed",))


def _lays_in_words(action: Action) -> str:
    """What is laid, with the pile where it is taken."""
    laid = "; ".join(fill(N_("{cards:held}"), {"cards": lay.cards}) for lay in action.lays)
    message = N_("With the top card of the pile: {laid}.") if action.verb == "take" else N_("From your hand: {laid}.")
    return fill(message, {"laid": laid})


def _last(position: Position) -> int:
    return next(kind for kind in NATURALS if (position.hand or 0) >> 8 * kind & 0xFF)


def _done(facts: Facts, position: Position, action: Action) -> Draft | None:
    """To find the concealed one among the ways to go out."""
    if facts["who"] == "N" or facts["add"] or facts["lay"] != "all" or not judge(position, action):
        return None
    now = play(position, action).after
    if now.out is None and (now.hand_size() or 0) == 1:
        last = Action.parse(f"discard {LETTERS[_last(now)]}")
        if not judge(now, last):
            return None
        now = play(now, last).after
    if now.out != position.seat or not now.out_concealed:
        return None
    say = _("You have not melded in this deal. Go out in this turn, and see that it is concealed.")
    goal = read_goal({"all": ["gone_out_concealed"]})
    return Draft(position, here(str(facts["profile"]), say), _hints(facts), goal, ("out.concealed",), steps=STEPS)


def _hints(facts: Facts) -> Hints:
    long, group, partners, theirs, _drawn = _ranks(facts)
    took = facts["begun"] == PILE
    held = long * int(facts["naturals"]) + str(facts["wilds"]) + group * (int(facts["group"]) - took)
    return Hints(
        _("What has been laid before this turn, and by whom? And does anything go onto it now?"),
        (held, f"meld:{partners}" if facts["who"] else f"theirs:{theirs}", *(("pile",) if took else ())),
        _("What you may lay at once, and what lies there already."),
        _("Is there a canasta among the melds of your own hand?"),
        _canasta_there(facts),
    )


def _canasta_there(facts: Facts) -> str:
    profile = PROFILES[str(facts["profile"])]
    there = int(facts["naturals"]) + len(str(facts["wilds"])) >= profile.canasta_size
    return _("Yes, one of them is long enough.") if there else _("No, none of them is long enough.")


def _bonus(facts: Facts) -> Draft | None:
    """What a canasta earns, all told, by how it was laid and what lies in it."""
    long, _group, _partners, theirs, _drawn = _ranks(facts)
    profile, wilds = str(facts["profile"]), str(facts["wilds"])
    naturals = int(facts["naturals"])
    if naturals + len(wilds) < PROFILES[profile].canasta_size:
        return None
    position = scene(
        str(facts["rest"]),
        own=(long * naturals + wilds + CONCEALED * int(facts["whole"]),),
        theirs=(theirs * 3,),
        pile=str(facts["odd"]) or long,
        turn="N.draw" if facts["begun"] == PILE else "N.play",
        profile=profile,
    )
    if position.problems():
        return None
    count = Count(tuple(Ask(clause, str(position)) for clause in BONUS))
    told = _("This canasta grew card by card.")
    if facts["whole"]:
        told = _("Your partner laid this canasta whole from the hand.")
    say = here(profile, f"{told} {_('What bonus does it earn, all told?')}")
    hints = Hints(
        _("Is there a wild card in it? And does this table pay for how it was laid?"),
        (f"meld:{long}",),
        _("Look what lies in it, not how long it is."),
        _("Is it a natural one, or a mixed one?"),
        _("A mixed one: a wild card lies in it.") if wilds else _("A natural one: there is no wild card in it."),
    )
    return Draft(position, say, hints, count, ("canasta.concealed", "canasta.mixed" if wilds else "canasta.natural"))


def _near(facts: Facts) -> Iterator[Facts]:
    yield from one_off(facts, "naturals", *LENGTHS)
    if facts["who"]:
        yield {**facts, "who": "N" if facts["who"] == "S" else "S"}
    yield {**facts, "add": 1 - int(facts["add"])}
    yield {**facts, "whole": 1 - int(facts["whole"])}
    yield {**facts, "begun": STOCK if facts["begun"] == PILE else PILE}
    yield {**facts, "lay": "long" if facts["lay"] == "all" else "all"}
    yield {**facts, "wilds": "" if facts["wilds"] else "2"}
    for score in across(str(facts["profile"]), int(facts["mine"])):
        yield {**facts, "mine": score}
    odd = str(facts["odd"])
    yield {**facts, "odd": odd + next(rank for rank in RANKS if rank not in odd + str(facts["ranks"]))}
    if odd:
        yield {**facts, "odd": odd[1:]}
    yield from elsewhere(facts)


def _begun(drawn: Drawn) -> str:
    return PILE if drawn.item.position.phase == DRAW else STOCK


CONCEALED_HAND = Generator(
    "concealed-hand",
    unit="14-the-concealed-hand",
    title=N_("The whole hand at once"),
    clauses=("out.concealed", "out.concealed-minimum", "canasta.concealed", "take.initial"),
    beside=("initial.minimum", "take.initial"),
    kinds=(Which.kind, DO, Judge.kind, Count.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("begun", (ANY, STOCK, PILE), ANY, _begun),),
)
