"""Unit 12: whether there is a way out, how few cards one may keep, and in which order one goes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import Action
from canasta.cards import size
from canasta.filling import render
from canasta.judge import judge
from canasta.position import Position
from canasta.profile import PROFILES
from canasta.tutor.drills.contract import ANY, Draft, Drawn, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, fillers, here, scene
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Choose, Judge, Order
from canasta.wayout import way_out
from canasta.why import decisive
from canasta.words import N_, _

FEW = 5  # cards in a small hand
MOST = 8  # cards in a hand here
CLOSE = 2  # more cards left than these decide nothing
BLACK = "b"
STEPS = 3  # on the table, one after the other
ORDERED = 4  # steps to put in an order
TRIES = 5
# The least and the most of each; what is not held at all is not added.
NUMBERS = {"size": (4, 7), "second": (4, 7), "fit": (0, 2), "joins": (0, 2), "group": (3, 4), "other": (3, 4)}
WAYS = ("group", "groups", "fit", "joins", "blacks", "all", "loose", "thrown")


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard, profile = int(knobs["hard"]), str(knobs["profile"])
    ranks = random.sample(RANKS, 6)
    blacks = random.choice((0, 0, 3))
    small = knobs["cards"] == "few" or (hard == 1 and random.random() < 0.5)
    wanted = random.choice((0, 1, 1, 2)) if knobs["canastas"] == ANY else int(knobs["canastas"])
    return {
        "profile": profile,
        "ranks": "/".join(ranks),
        "size": 7 if wanted else random.choice((5, 6)),
        "second": 7 if wanted > 1 else random.choice((4, 5, 6)),
        "fit": random.choice((0, 1, 1, 2)),
        "joins": random.choice((0, 0, 1)),
        "group": random.choice((0, 0 if blacks else 3) if small else (0, 3, 3, 4)),
        "other": random.choice((0, 3) if hard > 1 and not small else (0,)),
        "wilds": random.choice(("", "", "2", "*")) if hard > 1 else "",
        "blacks": blacks,
        "loose": fillers(random, random.choice((0, 1, 1, 2)), without="".join(ranks), most=1),
        "how": random.choice(WAYS),
        "pile": fillers(random, 2 * hard, without="".join(ranks)),
        "mix": random.randrange(10**6),
    }


def _ranks(facts: Facts) -> list[str]:
    return str(facts["ranks"]).split("/")


def _held(facts: Facts) -> dict[str, str]:
    """What the hand holds, by what it is good for."""
    long, _second, third, group, other, _theirs = _ranks(facts)
    return {
        "fit": long * int(facts["fit"]),
        "joins": third * int(facts["joins"]),
        "group": group * int(facts["group"]),
        "other": other * int(facts["other"]),
        "wilds": str(facts["wilds"]),
        "blacks": BLACK * int(facts["blacks"]),
        "loose": str(facts["loose"]),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    long, second, third, _group, _other, theirs = _ranks(facts)
    profile, hand = str(facts["profile"]), "".join(_held(facts).values())
    if not 0 < len(hand) <= MOST:
        return None
    position = scene(
        hand,
        own=(long * int(facts["size"]), second * int(facts["second"]), third * 3),
        theirs=(theirs * 3,),
        pile=str(facts["pile"]),
        profile=profile,
    )
    if len(hand) == 1 and way_out(position) is None:
        return None  # nobody gets there: a card was to be kept
    lays = _lays(facts)
    held = _held(facts)
    some = held["fit"] + held["joins"] + held["wilds"] or held["group"] + held["blacks"] or hand
    hints = _hints(position, some, f"meld:{long}")
    about = ("out.canasta", "out.keep-one")
    match kind:
        case Judge.kind:
            action = lays.get(str(facts["how"]))
            if action is None or len(hand) - size(action.spends) > CLOSE:
                return None
            return Draft(position, here(profile, _("You have drawn. May you do this now?")), hints, Judge(action, ()))
        case Choose.kind:
            drawn = Random(int(facts["mix"])).sample(list(lays.values()), min(TRIES, len(lays)))
            choose = Choose(tuple(action for action in lays.values() if action in drawn))
            if len(drawn) < 3 or not 0 < len(choose.answer(position)) < len(drawn):
                return None
            say = here(profile, _("You have drawn. Which of these may you do now?"))
            return Draft(position, say, hints, choose, about)
        case Order.kind:
            order = _order(facts, position)
            say = here(profile, _("You can go out in this turn. In which order do you play?"))
            return None if order is None else Draft(position, say, hints, order, (*about, "meld.black-threes"))
    way = way_out(position)
    if way and sum(max(1, len(action.lays)) for action in way) > STEPS:
        return None
    goal = read_goal({"all": ["gone_out" if way else "discarded"]})
    say = here(profile, _("Go out in this turn if you can. If you cannot, discard."))
    deciding = way[-1] if way else next(iter(lays.values()))
    clauses = tuple(dict.fromkeys((*about, *decisive(judge(position, deciding))))) if way else about[::-1]
    return Draft(position, say, hints, goal, clauses, yes=bool(way), steps=STEPS)


def _hints(position: Position, cards: str, place: str) -> Hints:
    counts = {"n": position.canastas(), "needed": position.profile.canastas_out}
    return Hints(
        _("Count the canastas of your side, and then the cards that would be left in your hand."),
        (cards, place),
        _("Cards of yours that may find a place, and a meld of your side."),
        _("How many canastas has your side now?"),
        render(N_("It has {n:canastas}; to go out it needs {needed:canastas}."), counts),
    )


def _lays(facts: Facts) -> dict[str, Action]:
    """What one may think of doing, as far as the hand has the cards."""
    held = _held(facts)
    parts = {name: held[name] for name in ("fit", "group", "other", "joins", "blacks") if held[name]}
    fit = parts.get("fit", "")
    wild = f"{_ranks(facts)[0]}:{fit}{held['wilds']}" if held["wilds"] else fit
    loose = held["loose"] or fit or held["group"]
    texts = {
        "group": f"meld {held['group']}" if held["group"] else "",
        "groups": f"meld {held['group']} {held['other']}" if held["group"] and held["other"] else "",
        "fit": f"meld {wild}" if wild else "",
        "joins": f"meld {held['joins']}" if held["joins"] else "",
        "blacks": f"meld {held['blacks']}" if held["blacks"] else "",
        "all": " ".join(("meld", *({**parts, "fit": wild} if wild else parts).values())) if parts or wild else "",
        "loose": f"discard {loose[:1]}" if loose else "",
        "thrown": f"discard {held['wilds'][:1]}" if held["wilds"] else "",
    }
    found = {how: Action.parse(text) for how, text in texts.items() if text}
    # Two words may name one action; then the first does.
    once = {action: how for how, action in reversed(found.items())}
    return {how: action for how, action in found.items() if once[action] == how}


def _order(facts: Facts, position: Position) -> Order | None:
    """Steps that go out, if they do in some order and not in all; each meld is a step."""
    held = _held(facts)
    wild = f"{_ranks(facts)[0]}:{held['fit']}{held['wilds']}" if held["wilds"] else held["fit"]
    melds = [f"meld {cards}" for cards in (wild, held["group"], held["joins"], held["other"]) if cards]
    # Black threes and a discard come last, so that not every order will do.
    if not held["blacks"] or len(held["loose"]) > 1 or not 1 < len(melds) + len(held["loose"]) < ORDERED:
        return None
    if way_out(position) is None:
        return None
    last = [f"meld {held['blacks']}", *(f"discard {card}" for card in held["loose"])]
    order = Order(tuple(map(Action.parse, (*melds, *last))))
    try:
        order.answer(position)
    except ValueError:
        return None
    return order


def _near(facts: Facts) -> Iterator[Facts]:
    for name, (least, most) in NUMBERS.items():
        n = int(facts[name])
        for other in (n - 1, n + 1):
            if least <= n and least <= other <= most:
                yield {**facts, name: other}
    for how in WAYS:
        if how != facts["how"]:
            yield {**facts, "how": how}
    loose = str(facts["loose"])
    used = loose + str(facts["ranks"])
    yield {**facts, "loose": loose + next(rank for rank in RANKS if rank not in used)}
    if loose:
        yield {**facts, "loose": loose[1:]}
    yield {**facts, "blacks": 0 if facts["blacks"] else 3}
    yield {**facts, "wilds": "" if facts["wilds"] else "2"}


def _cards(drawn: Drawn) -> str:
    return "few" if (drawn.item.position.hand_size() or 0) <= FEW else "many"


GOING_OUT = Generator(
    "going-out",
    unit="12-going-out",
    title=N_("Is there a way out?"),
    clauses=("out.canasta", "out.keep-one", "out.no-discard", "meld.black-threes"),
    beside=("out.canasta", "out.keep-one", "meld.black-threes"),
    kinds=(Judge.kind, DO, Choose.kind, Order.kind),
    profiles=(*PROFILES, "classic/2"),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(
        Knob("canastas", (ANY, 0, 1, 2), ANY, lambda drawn: drawn.item.position.canastas()),
        Knob("cards", (ANY, "few", "many"), ANY, _cards),
    ),
)
