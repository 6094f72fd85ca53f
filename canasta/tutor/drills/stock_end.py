"""Unit 15: what is forced, what is free and what ends the deal when the stock is gone, or nearly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.actions import DRAW, TAKE, Action
from canasta.cards import KIND, text_of
from canasta.filling import render
from canasta.judge import judge
from canasta.lister import legal
from canasta.position import Position
from canasta.profile import PROFILES
from canasta.tutor.compared import Tables
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import NOTHING, RANKS, elsewhere, fillers, here, scene, tables
from canasta.tutor.drills.taking import lies
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Ask, Choose, Judge, Option, Which
from canasta.why import decisive
from canasta.words import N_, _, card_name, listed

COVERS = ("2", "*", "b", "b")
RED, NATURAL = "r", "n"  # of what is left in the stock: a red three, or the natural card that the facts name
LEFT = ("r", "rr", "rn", "n", "nr")
AMONG = ("stock.forced-take", "take.one-card", "freeze.natural-pair", "take.pair")
HOW = ("draw", "draw", "draw", "meld", "pair")


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    top, own, theirs, drawn = random.sample(RANKS, 4)
    frozen = {"frozen": True, "open": False}.get(str(knobs["pile"]), random.random() < 0.4)
    alone = not frozen and random.random() < 0.25  # a hand of one card
    used = top + own + theirs + drawn
    return {
        "profile": str(knobs["profile"]),
        "how": random.choice(("draw", "meld") if alone else HOW),
        "top": top,
        "cover": random.choice(COVERS) if frozen else "",
        "below": "" if alone and random.random() < 0.7 else fillers(random, 2 * hard, without=used),
        "above": fillers(random, random.randint(0, 1), without=used) if frozen else "",
        "naturals": 0 if alone else random.choice((0, 1, 2)),
        "wilds": "" if alone else random.choice(("", "", "2")),
        "size": 3 if alone else random.choice((0, 3, 3, 4, 6)),
        "rest": fillers(random, 1 if alone else 1 + 2 * hard, without=used, most=1),
        "keep": fillers(random, 2 + 2 * hard, without=used),
        "own": own,
        "theirs": theirs,
        "drawn": drawn,
        "stock": random.choice(LEFT),
        "left": int(random.random() < 0.1),
        "mix": random.randrange(10**6),
    }


def _draft(facts: Facts, kind: str) -> Draft | None:
    if kind == Which.kind:
        return _last_cards(facts)
    profile = str(facts["profile"])
    gone = not facts["left"]
    position = _position(facts, NOTHING if gone else str(facts["drawn"]))
    tries = _tries(facts)
    how = str(facts["how"])
    hints = _hints(facts, position)
    about = ("stock.forced-take", "stock.end")
    match kind:
        case Judge.kind | Tables.kind:
            if how not in tries or (how != "draw" and not gone):
                return None
            if kind == Tables.kind:
                return _compared(facts, position, hints, tries[how]) if gone else None
            say = _say(how, gone)
            return Draft(position, here(profile, say), hints, Judge(tries[how], AMONG))
        case Choose.kind:
            choose = Choose(tuple(tries.values()))
            if not gone or len(tries) < 3 or not 0 < len(choose.answer(position)) < len(tries):
                return None
            say = here(profile, _("The stock is gone. What may you do? Drawing says that you leave the pile."))
            return Draft(position, say, hints, choose, (*about, "stock.may-refuse"))
    draw = tries["draw"]
    free = bool(judge(position, draw))
    takes = [action for action in legal(position) if action.verb == TAKE]
    if not gone or not (free or takes):
        return None
    goal = read_goal({"all": ["drawn" if free else "pile_taken"]})
    say = _("The stock is gone. Let the deal end if you may, by drawing. If you must take the pile, take it.")
    clauses = decisive(judge(position, draw))
    return Draft(position, here(profile, say), hints, goal, clauses, yes=free)


def _position(facts: Facts, stock: str, hand: str = "") -> Position:
    top, size = str(facts["top"]), int(facts["size"])
    melds = (str(facts["own"]) * 3, *([top * size] if size else ()))
    return scene(
        hand or top * int(facts["naturals"]) + str(facts["wilds"]) + str(facts["rest"]),
        own=melds,
        theirs=(str(facts["theirs"]) * 3,),
        pile="".join(str(facts[name]) for name in ("below", "cover", "above", "top")),
        stock=stock,
        turn="N.draw",
        profile=str(facts["profile"]),
    )


def _say(how: str, gone: bool) -> str:
    if how != "draw":
        return _("The stock is gone. May you take the pile like this?")
    if gone:
        return _("The stock is gone. May you leave the pile, and so end the deal?")
    return _("One card is left in the stock. May you draw it, and leave the pile?")


def _tries(facts: Facts) -> dict[str, Action]:
    """What one may think of at the beginning of such a turn, as far as the hand has the cards."""
    top, wilds, size = str(facts["top"]), str(facts["wilds"]), int(facts["size"])
    texts = {
        "draw": DRAW,
        "meld": f"take {top}:" if size else "",
        "pair": f"take {top * 2}" if int(facts["naturals"]) > 1 else "",
        "discard": f"discard {str(facts['rest'])[:1]}",
        "wild": f"take {top}{wilds}" if facts["naturals"] and wilds and not size else "",
    }
    return {how: Action.parse(text) for how, text in texts.items() if text}


def _compared(facts: Facts, position: Position, hints: Hints, action: Action) -> Draft | None:
    task = Tables(action, tables(position.profile.players))
    agreed = len(task.answer(position))
    # All tables agree on most throws; some of those are enough.
    if not agreed or (agreed == len(PROFILES) and int(facts["mix"]) % 4):
        return None
    say = _(
        "The stock is gone at several tables, with the same cards. At which of them may you take the pile like this?"
    )
    if action.verb == DRAW:
        say = _("The stock is gone at several tables, with the same cards. At which of them may you leave the pile?")
    return Draft(position, say, hints, task, ("stock.forced-take", "freeze.card", "stock.end"))


def _hints(facts: Facts, position: Position) -> Hints:
    top = {"rank": KIND[str(facts["top"])]}
    fits = N_("Yes: there is a meld of {rank:ranks}.") if facts["size"] else N_("No: there is no meld of {rank:ranks}.")
    return Hints(
        _("Nobody need take a pile that is frozen, nor for a new meld. What of this one?"),
        ("pile", f"meld:{facts['top'] if facts['size'] else facts['own']}"),
        _("Look at the top of the heap, what lies in it, and what lies before your side."),
        _("Does the card on top match a meld of your side?"),
        render(fits, top),
    )


def _last_cards(facts: Facts) -> Draft | None:
    """What comes of a draw when these are the last cards of the stock."""
    card = str(facts["drawn"])
    stock = str(facts["stock"]).replace(NATURAL, card)
    position = _position(facts, stock, str(facts["keep"]))
    hand = position.hand or 0
    more = hand + Action.parse(f"discard {card}").cards
    values = (f"{text_of(hand)} over", f"{text_of(more)} play", f"{text_of(hand)} play", f"{text_of(hand)} draw")
    says = (
        _("No card reaches your hand: the deal is over, without a meld or a discard."),
        _("A card reaches your hand; then you meld and discard as ever."),
        _("No card reaches your hand; but you meld and discard as ever."),
        _("No card reaches your hand; the next player goes on."),
    )
    which = Which((Ask("stock.last-red-three", f"{position} | draw"),), tuple(map(Option, values, says)))
    names = listed([card_name(KIND[each]) for each in stock])
    say = render(N_("These are left in the stock, from the top: {cards}. You draw. What follows?"), {"cards": names})
    hints = Hints(
        _("What is red and laid face up is replaced, as long as there is something to replace it with."),
        ("stock",),
        _("Nothing but what was told is left here."),
        _("What is the very last card of the stock?"),
        render(N_("{kind:rank}."), {"kind": KIND[stock[-1]]}),
    )
    short = position.profile.draws > 1
    if short:
        say = render(N_("{n:cards} are drawn in a turn here. {say}"), {"n": position.profile.draws, "say": say})
    clauses = ("stock.short-draw", "stock.last-red-three") if short else ("stock.last-red-three", "stock.end")
    return Draft(position, here(str(facts["profile"]), say), hints, which, clauses)


def _near(facts: Facts) -> Iterator[Facts]:
    used = "".join(str(facts[name]) for name in ("top", "own", "theirs", "drawn", "rest", "below"))
    free = next((rank for rank in RANKS if rank not in used), "")
    yield {**facts, "cover": "" if facts["cover"] else COVERS[RANKS.index(str(facts["top"])) % len(COVERS)]}
    yield {**facts, "size": 0 if facts["size"] else 3}
    yield {**facts, "left": 1 - int(facts["left"])}
    for naturals in (0, 1, 2):
        if abs(naturals - int(facts["naturals"])) == 1:
            yield {**facts, "naturals": naturals}
    for name in ("below", "rest"):
        if free:
            yield {**facts, name: free + str(facts[name])}
        if len(str(facts[name])) == (1 if name == "below" else 2):
            yield {**facts, name: str(facts[name])[1:]}
    for stock in LEFT:
        if stock != facts["stock"]:
            yield {**facts, "stock": stock}
    yield from elsewhere(facts)


STOCK_END = Generator(
    "stock-end",
    unit="15-the-end-of-the-stock",
    title=N_("When the stock is gone"),
    clauses=("stock.forced-take", "stock.end", "stock.may-refuse", "stock.last-red-three", "stock.short-draw"),
    kinds=(Judge.kind, DO, Choose.kind, Which.kind, Tables.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    profiles=(*PROFILES, "classic/2"),
    own=(Knob("pile", (ANY, "open", "frozen"), ANY, lies),),
)
