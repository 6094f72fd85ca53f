"""Unit 16: what a deal brings, line by line, and whether the game is won with it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from canasta.cards import KIND, LETTERS, ONE
from canasta.clauses import BOOK
from canasta.filling import render
from canasta.position import Position
from canasta.profile import Profile
from canasta.score import Line, deal_totals, score_deal
from canasta.tutor.drills.contract import ANY, Draft, Drawn, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import CONCEALED, NOTHING, RANKS, Suits, fillers, here
from canasta.tutor.drills.standing import STEP
from canasta.tutor.hints import Hints
from canasta.tutor.planted import Error
from canasta.tutor.questions import Ask, Count, Option, Sheet, Which
from canasta.words import N_, _

SIDES = ("our", "their")
SEATS = ("N", "E", "S", "W")
NOBODY: Final = -1
ENDINGS = ("stock", "out", "concealed")
REDS = 4
CANASTAS = (5, 8)  # the fewest and the most natural cards in the long meld of a side
FAR = 900  # points that a side may be from the target

# What a tired scorer does to a line.
TWICE, SIGN, CARD, OTHER = "twice", "sign", "card", "other"
SLIPS = {
    "canasta.natural": (TWICE, OTHER),
    "canasta.mixed": (TWICE, OTHER),
    "canasta.concealed": (TWICE,),
    "red-three.score": (TWICE, SIGN),
    "score.base": (TWICE,),
    "score.cards": (CARD,),
    "score.hand-minus": (SIGN, CARD),
}
ASKED = {
    "score.cards": N_("What do cards bring your side: those that lie there, less those in its hands?"),
    "red-three.score": N_("What do the red threes bring your side?"),
    "score.base": N_("What is your side's base score: all its bonuses, cards left aside?"),
    "score.hand-minus": N_("What do the cards left in the hands of your side cost it? A loss has a minus sign."),
}


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    ending = random.choice(ENDINGS) if knobs["ending"] == ANY else str(knobs["ending"])
    ranks = random.sample(RANKS, 4)
    facts: Facts = {
        "profile": str(knobs["profile"]),
        "ending": ending,
        "out": random.randrange(len(SEATS)),
        "pile": fillers(random, 2 * hard, without="".join(ranks), most=1),
        "ask": random.choice(list(ASKED)),
        "line": random.randrange(12),
        "slip": random.randrange(2),
        "card": random.choice(RANKS),
        "mine": 0,
        "theirs": 0,
    }
    reds = random.choice((0, 1, 1, 2, 4))
    for place, side in enumerate(SIDES):
        melded = place == 0 or random.random() < 0.75
        facts |= {
            f"{side}_long": ranks[2 * place],
            f"{side}_naturals": random.randint(*CANASTAS) if melded else 0,
            f"{side}_wilds": random.choice(("", "2", "22", "*")) if melded else "",
            f"{side}_rank": ranks[2 * place + 1],
            f"{side}_more": random.choice((0, 3, 4)) if melded and hard > 1 else 0,
            f"{side}_whole": int(random.random() < 0.4),
            f"{side}_reds": (reds if place == 0 else REDS - reds) if random.random() < 0.6 else random.randint(0, 1),
        }
    # Cards that are held are none of those that lie there.
    for seat in SEATS:
        kept = fillers(random, random.randint(1, hard + 1), without="".join(ranks), most=1)
        facts[seat] = kept + random.choice(("", "", "2", "*", "b"))
    deal = deal_totals(score_deal(_position(facts)), len(SIDES))
    target = Profile.parse(str(facts["profile"])).target
    far = (random.choice((-2, -1, 0, 1, 2)), random.choice((-FAR // STEP, 0, 1, random.randint(-9, 40))))
    # Whichever side is close to the target, the other is somewhere.
    first, second = far if random.random() < 0.7 else far[::-1]
    return {**facts, "mine": target - deal[0] + STEP * first, "theirs": target - deal[1] + STEP * second}


def _position(facts: Facts) -> Position:
    out = NOBODY if facts["ending"] == "stock" else int(facts["out"])
    suits = Suits()
    hands = "/".join(NOTHING if seat == out else suits.on(str(facts[name])) for seat, name in enumerate(SEATS))
    tables = "/".join(_side(facts, side, suits) for side in SIDES)
    ended = f" out={SEATS[out]}{'!' * (facts['ending'] == 'concealed')}" if out != NOBODY else ""
    scores = f"{facts['mine']}:{facts['theirs']}"
    return Position.parse(
        f"{hands} {tables} {suits.on(str(facts['pile']))} . N.over{ended} {scores} {facts['profile']}"
    )


def _side(facts: Facts, side: str, suits: Suits) -> str:
    """What lies before a side, as notation has it."""
    naturals, wilds = int(facts[f"{side}_naturals"]), str(facts[f"{side}_wilds"])
    profile = Profile.parse(str(facts["profile"]))
    canasta = naturals + len(wilds) >= profile.canasta_size
    whole = canasta and facts[f"{side}_whole"] and profile.concealed_canasta_bonus
    long = str(facts[f"{side}_long"]) * naturals + wilds + CONCEALED * bool(whole)
    melds = [suits.on(long)] if naturals else []
    if facts[f"{side}_more"]:
        melds.append(suits.on(str(facts[f"{side}_rank"]) * int(facts[f"{side}_more"])))
    reds = suits.on("r" * int(facts[f"{side}_reds"]))
    return (",".join(melds) + (f";{reds}" if reds else "")) or NOTHING


def _draft(facts: Facts, kind: str) -> Draft | None:
    position = _position(facts)
    if position.problems() or (position.out is not None and not position.canastas(position.out % len(SIDES))):
        return None
    lines = score_deal(position)
    profile = str(facts["profile"])
    hints = _hints(facts, position)
    match kind:
        case Sheet.kind:
            say = _("The deal is over. Write down what each line brings; what is lost has a minus sign before it.")
            return Draft(position, here(profile, say), hints, Sheet(), ("score.sheet", "score.base", "score.cards"))
        case Error.kind:
            place = int(facts["line"]) % len(lines)
            error = Error(place, _slip(facts, lines[place]))
            say = _("The deal is over, and somebody has written the score. One line is wrong. Which?")
            return (
                None
                if any(error.faults(position))
                else Draft(position, here(profile, say), hints, error, (lines[place].clause, "score.sheet"))
            )
        case Count.kind:
            ask = str(facts["ask"])
            if not any(line.side == 0 and line.clause == ask for line in lines):
                return None
            say = f"{_ended(position)} {_(ASKED[ask])}"
            count = Count((Ask(ask, str(position)),))
            return Draft(position, here(profile, say), _smaller(ask, position, hints), count, (ask, "score.sheet"))
    return _won(facts, position, lines)


def _slip(facts: Facts, line: Line) -> int:
    """The points that a tired scorer would write for a line."""
    slips = SLIPS[line.clause]
    match slips[int(facts["slip"]) % len(slips)]:
        case "twice":
            return 2 * line.points
        case "sign":
            return -line.points
        case "other":
            bonuses = (line.profile.natural_bonus, line.profile.mixed_bonus)
            return bonuses[bonuses.index(line.points) - 1]
    return line.points + int(BOOK["value.points"].value(ONE[KIND[str(facts["card"])]]))


def _ended(position: Position) -> str:
    """How the deal ended."""
    if position.out is None:
        return _("The stock ended the deal.")
    values = {"seat": position.profile.seat_names[position.out]}
    if position.out_concealed:
        return render(N_("{seat:seat} went out concealed."), values)
    return render(N_("{seat:seat} went out."), values)


def _won(facts: Facts, position: Position, lines: tuple[Line, ...]) -> Draft:
    """Who has won, with what the deal brought told: it is the totals that are looked at."""
    deal = deal_totals(lines, len(SIDES))
    which = Which(
        (Ask("score.both", str(position)),),
        (
            Option("N", _("Your side has won.")),
            Option("E", _("The others have won.")),
            Option("another deal", _("Nobody yet: another deal is played.")),
        ),
    )
    say = N_(
        "Before this deal you had {mine:points}, the others {theirs:points}. "
        "It brings you {ours}, and them {others}. Who has won?"
    )
    values = {"mine": facts["mine"], "theirs": facts["theirs"], "ours": deal[0], "others": deal[1]}
    hints = Hints(
        _("What counts is each side's total after the deal, and the target."),
        _points_at(position),
        _("What lies here has been counted already; add it to what there was."),
        _("Which total has a side to reach?"),
        render(N_("{target:points}; and of two that reach it the higher wins."), {"target": position.profile.target}),
    )
    return Draft(position, here(str(facts["profile"]), render(say, values)), hints, which, ("score.both", "score.game"))


def _points_at(position: Position) -> tuple[str, ...]:
    places = [f"meld:{LETTERS[meld.rank]}" for meld in position.melds(0)]
    return (*places, *(f"theirs:{LETTERS[meld.rank]}" for meld in position.melds(1))) or ("pile",)


def _hints(facts: Facts, position: Position) -> Hints:
    return Hints(
        _("Bonuses first, then the cards on the table, then what is left in the hands."),
        _points_at(position),
        _("Count the cards here one by one, and mind what a side without a meld is charged."),
        _("What do the cards that your side has melded count?"),
        render(N_("{n:points}."), {"n": int(BOOK["score.cards"].value(position.tables[0]))}),
    )


def _smaller(ask: str, position: Position, hints: Hints) -> Hints:
    """The hints with a smaller question for what is asked."""
    match ask:
        case "red-three.score":
            melded = (
                _("Yes, so they are given to it.") if position.has_melded(0) else _("No, so it is charged for them.")
            )
            return hints._replace(ask=_("Has your side melded?"), answer=melded)
        case "score.base":
            n = {"n": position.canastas(0)}
            return hints._replace(ask=_("How many canastas has your side?"), answer=render(N_("{n:canastas}."), n))
        case "score.hand-minus":
            own = {"n": int(BOOK["value.points"].value(position.hand or 0))}
            return hints._replace(
                ask=_("What do the cards in your own hand count?"), answer=render(N_("{n:points}."), own)
            )
    return hints


def _near(facts: Facts) -> Iterator[Facts]:
    for side in SIDES:
        naturals = int(facts[f"{side}_naturals"])
        for n in (naturals - 1, naturals + 1):
            if naturals and CANASTAS[0] <= n <= CANASTAS[1]:
                yield {**facts, f"{side}_naturals": n}
        if naturals:
            wilds = str(facts[f"{side}_wilds"])
            yield {**facts, f"{side}_wilds": "" if len(wilds) == 1 else wilds + "2"}
        yield {**facts, f"{side}_whole": 1 - int(facts[f"{side}_whole"])}
        for reds in (int(facts[f"{side}_reds"]) - 1, int(facts[f"{side}_reds"]) + 1):
            if 0 <= reds <= REDS:
                yield {**facts, f"{side}_reds": reds}
    for score in ("mine", "theirs"):
        yield {**facts, score: int(facts[score]) - STEP}
        yield {**facts, score: int(facts[score]) + STEP}
    for ending in ENDINGS:
        if ending != facts["ending"]:
            yield {**facts, "ending": ending}
    for seat in SEATS:
        yield {**facts, seat: f"{facts[seat]}2" if len(str(facts[seat])) < 2 else str(facts[seat])[1:]}
    yield {**facts, "line": int(facts["line"]) + 1}


def _ending(drawn: Drawn) -> str:
    position = drawn.item.position
    return ENDINGS[0 if position.out is None else 1 + position.out_concealed]


SCORING = Generator(
    "scoring",
    unit="16-scoring",
    title=N_("The score"),
    clauses=("score.sheet", "score.base", "score.cards", "score.hand-minus", "red-three.score", "score.both"),
    kinds=(Sheet.kind, Error.kind, Count.kind, Which.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("ending", (ANY, *ENDINGS), ANY, _ending),),
)
