"""Unit 4: what is a canasta, of which kind, and what it earns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from canasta.actions import MELD, Action
from canasta.cards import KIND, LETTERS, Kind, size
from canasta.filling import render
from canasta.lister import legal
from canasta.play import play
from canasta.position import Position
from canasta.profile import PROFILES, Profile
from canasta.table import Meld
from canasta.tutor.drills.contract import ANY, Draft, Facts, Generator, Knob, Knobs
from canasta.tutor.drills.scenes import RANKS, WILDS, elsewhere, fillers, here, scene, swapped
from canasta.tutor.goals import read_goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import DO
from canasta.tutor.questions import Ask, Count, Judge, Option, Which
from canasta.words import N_, _

SEVEN, NATURAL, MIXED, CONCEALED = "canasta.seven", "canasta.natural", "canasta.mixed", "canasta.concealed"
LABELS: Final = (SEVEN, NATURAL, MIXED)
STRICT: Final = "classic+wild_on_natural=no"  # the table of the unit's lesson that protects its natural canastas
MELDS: Final = ("first", "second", "third")
WHOLE: Final = "!"


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    n = random.randint(1, hard) if knobs["melds"] == ANY else int(knobs["melds"])
    *ranks, theirs = random.sample(RANKS, len(MELDS) + 1)
    melds = [_meld(random, rank, hard) if at < n else "" for at, rank in enumerate(ranks)]
    adds = random.choice((ranks[0], ranks[0], *WILDS))
    return {
        "profile": str(knobs["profile"]),
        **dict(zip(MELDS, melds)),
        "adds": adds + (random.choice(WILDS) if random.random() < 0.2 * hard else ""),
        "rest": fillers(random, 2 + 2 * hard, without="".join(ranks)),
        "theirs": theirs,
        "ask": random.choice(LABELS),
        "whole": int(random.random() < 0.3),
    }


def _meld(random: Random, rank: str, hard: int) -> str:
    """A meld that is a canasta, nearly one, or a little more than one."""
    wilds = random.choices(range(4), (3, 2, 2, hard))[0]
    naturals = random.choice((6, 7, 7, 8)) - wilds
    return rank * naturals + "".join(random.choices(WILDS, k=wilds))


def _draft(facts: Facts, kind: str) -> Draft | None:
    melds = [str(facts[name]) for name in MELDS if facts[name]]
    position = scene(
        str(facts["adds"]) + str(facts["rest"]),
        own=[meld + (WHOLE if facts["whole"] and at == 0 else "") for at, meld in enumerate(melds)],
        theirs=(str(facts["theirs"]) * 3,),
        pile="9",
        profile=str(facts["profile"]),
    )
    match kind:
        case Count.kind:
            return _bonus(position)
        case Which.kind:
            return _label(position, _rank(facts), str(facts["ask"]))
        case Judge.kind:
            return _adding(position, _rank(facts), str(facts["adds"])[0])
    return _completing(position, str(facts["adds"]))


def _rank(facts: Facts) -> Kind:
    return KIND[str(facts["first"])[0]]


def _at(position: Position, say: str) -> str:
    """What is said, after a word on the table where it may matter; the strict one has words of its own."""
    table = str(position.profile)
    return say if table == STRICT else here(table, say)


def _first(position: Position, rank: Kind) -> Meld:
    """The learner's meld of a rank."""
    return next(meld for meld in position.melds() if meld.rank == rank)


def _asks(meld: Meld, profile: Profile, *clauses: str) -> Iterator[Ask]:
    """These clauses, asked of a meld alone."""
    line = f". {meld} 4 . N.play {profile}"
    yield from (Ask(clause, line) for clause in clauses if clause != CONCEALED or meld.concealed)


def _bonus(position: Position) -> Draft:
    melds = position.melds()
    whole = any(meld.concealed for meld in melds)
    say = _("What bonus does your side earn for canastas? Do not add the points of its cards.")
    if whole:
        say = _("One of your side's melds was laid whole from one hand. What bonus does your side earn for canastas?")
        say = _at(position, say)
    hints = Hints(
        _("Is each meld long enough? And one wild card is enough to make a canasta a mixed one."),
        tuple(f"meld:{LETTERS[meld.rank]}" for meld in melds),
        _("Count the cards of each of these, and look for wild ones."),
        _("How many canastas are there?"),
        render(N_("{n:canastas}."), {"n": position.canastas()}),
    )
    clauses = (NATURAL, MIXED, CONCEALED) if whole else (NATURAL, MIXED)
    asks = (ask for meld in melds for ask in _asks(meld, position.profile, *clauses))
    return Draft(position, say, hints, Count(tuple(asks)), clauses)


def _label(position: Position, rank: Kind, clause: str) -> Draft:
    """Is the meld a canasta, or one of that kind?"""
    meld, profile = _first(position, rank), position.profile
    say = {
        SEVEN: N_("Is your side's meld of {rank:ranks} a canasta?"),
        NATURAL: N_("Is your side's meld of {rank:ranks} a natural canasta?"),
        MIXED: N_("Is your side's meld of {rank:ranks} a mixed canasta?"),
    }[clause]
    # What a clause gives for a canasta of its kind, and for any other meld.
    yes, no = {
        SEVEN: ("yes", "no"),
        NATURAL: (str(profile.natural_bonus), "0"),
        MIXED: (str(profile.mixed_bonus), "0"),
    }[clause]
    count = {"naturals": meld.naturals, "wilds": meld.wilds, "rank": meld.rank}
    hints = Hints(
        _("Count all cards of the meld, wild or not. Then look for wild ones."),
        (f"meld:{LETTERS[meld.rank]}",),
        _("Is this meld long enough, and is any of its cards wild?"),
        _("How many natural cards lie there, and how many wild ones?"),
        render(N_("{naturals:naturals} and {wilds:wilds}."), count),
    )
    options = (Option(yes, _("Yes")), Option(no, _("No")))
    return Draft(position, render(say, count), hints, Which(tuple(_asks(meld, profile, clause)), options), (clause,))


def _adding(position: Position, rank: Kind, card: str) -> Draft:
    """May this card join the meld?"""
    meld = _first(position, rank)
    letter, count = LETTERS[meld.rank], {"rank": meld.rank, "naturals": meld.naturals, "wilds": meld.wilds}
    say = _at(position, render(N_("May you add this card to the {rank:ranks} of your side?"), count))
    if not position.profile.wild_on_natural:
        message = N_(
            "At this table no wild card may spoil a natural canasta. May you add this one to your {rank:ranks}?"
        )
        say = render(message, count)
    hints = Hints(
        _("What kind of card is it, and what would the meld be with it?"),
        (card, f"meld:{letter}"),
        _("This card would lie there."),
        _("How many natural cards does the meld hold now, and how many wild ones?"),
        render(N_("{naturals:naturals} and {wilds:wilds}."), count),
    )
    return Draft(position, say, hints, Judge(Action.parse(f"meld {letter}:{card}"), ()))


def _completing(position: Position, adds: str) -> Draft:
    """To make a canasta if one can be made now; else to discard."""
    least = position.profile.canasta_size
    long = (action for action in legal(position) if action.verb == MELD and _length(position, action) >= least)
    made = any(play(position, action).after.canastas(position.side) > position.canastas() for action in long)
    goal = read_goal({"all": ["canasta" if made else "discarded"]})
    say = _at(position, _("Complete a canasta if one can be completed now. If none can, discard."))
    longest = max(position.melds(), key=lambda meld: (meld.size < least, meld.size))
    count = {"naturals": longest.naturals, "wilds": longest.wilds}
    hints = Hints(
        _("Which meld lacks least, and may it take what you hold?"),
        (adds, f"meld:{LETTERS[longest.rank]}"),
        _("Look at these cards, and at this meld."),
        _("How many natural cards does it hold, and how many wild ones?"),
        render(N_("{naturals:naturals} and {wilds:wilds}."), count),
    )
    return Draft(position, say, hints, goal, (SEVEN, NATURAL, MIXED), yes=made)


def _length(position: Position, action: Action) -> int:
    """How long a lay makes a meld that is no canasta yet; 0 for one that is, for which the rules are not asked."""
    lay = action.lays[0]
    there = next((meld.size for meld in position.melds() if meld.rank == lay.rank), 0)
    return there + size(lay.cards) if there < position.profile.canasta_size else 0


def _near(facts: Facts) -> Iterator[Facts]:
    adds = str(facts["adds"])
    for name in MELDS:
        if meld := str(facts[name]):
            rank = meld[0]
            for out, into in (
                ("", rank),
                (rank, ""),
                (rank, WILDS[0]),
                *((wild, rank) for wild in WILDS if wild in meld),
            ):
                yield {**facts, name: swapped(meld, out, into)}
    for into in (str(facts["first"])[0], *WILDS):
        yield {**facts, "adds": into + adds[1:]}
    yield {**facts, "whole": 1 - int(facts["whole"])}
    yield from elsewhere(facts, (*PROFILES, STRICT))


CANASTAS = Generator(
    "canastas",
    unit="04-canastas",
    title=N_("Canastas and their bonus"),
    clauses=(SEVEN, NATURAL, MIXED, "canasta.extend", CONCEALED),
    beside=("canasta.extend", "meld.wild-limit", "meld.same-rank"),
    kinds=(Count.kind, DO, Judge.kind, Which.kind),
    profiles=(*PROFILES, STRICT),
    sample=_sample,
    draft=_draft,
    near=_near,
    own=(Knob("melds", (ANY, 1, 2, 3), ANY, lambda drawn: sum(bool(drawn.facts[name]) for name in MELDS)),),
)
