"""Hypothesis strategies for positions and actions of every shape, possible or not."""

from __future__ import annotations

from hypothesis import strategies as st

from canasta import Action, Card, Lay, Position, Profile
from canasta.actions import (
    A_RANK,
    ALL_SEATS,
    ANSWER,
    BACK,
    DISCARD,
    DRAW,
    LAY,
    MAYBE_SEAT,
    MELD,
    MOVE,
    NOTHING,
    PICK,
    REPLIES,
    SAY,
    TAKE,
    TOPICS,
    VERBS,
)
from canasta.actions import in_canonical_order as ordered
from canasta.cards import BLACK_THREE, LETTERS, NATURALS, UNSEEN, bag_of, in_order, suits_of
from canasta.paint import Paint, suits_in_row
from canasta.position import ADDED, ALONE, DREW, LAST, MORE, NOT_YET, PHASES, PLAY, TOOK
from canasta.table import RED_THREE_ON_TABLE, Meld, pack

KNOWN = st.integers(0, 14)


@st.composite
def cards(
    draw: st.DrawFn, most: int = 12, kinds: st.SearchStrategy[int] = KNOWN, painted: bool | None = None
) -> list[Card]:
    """Some cards, with suits if the draw says so."""
    paint = draw(st.booleans()) if painted is None else painted
    drawn = draw(st.lists(kinds, max_size=most))
    suits = [draw(st.sampled_from(["", *suits_of(kind)])) if paint and suits_of(kind) else "" for kind in drawn]
    return [Card(kind, suit) for kind, suit in zip(drawn, suits, strict=True)]


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    """A named profile for some number of players, maybe with a house's changes."""
    profile = Profile.parse(draw(st.sampled_from(["classic", "spruce", "pagat"])))
    profile = profile.for_players(draw(st.sampled_from([2, 3, 4, 6])))
    changes = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "canastas_out": st.integers(1, 3),
                "black_three_freezes": st.booleans(),
                "upcard_freezes": st.sampled_from(["", "*2", "*2rb"]),
                "wild_majority": st.sampled_from(["any", "equal", "fewer"]),
                "red_threes": st.just(tuple(range(100, 100 + 200 * profile.packs, 100))),
            },
        )
    )
    return profile.replace(**changes)


@st.composite
def tables(draw: st.DrawFn, painted: bool) -> tuple[int, list[tuple[int, Card]]]:
    """One side's table and its painted cards."""
    table, paint = 0, []
    for rank in draw(st.sets(st.sampled_from([*NATURALS, BLACK_THREE]), max_size=4)):
        naturals = draw(st.integers(1, 8))
        deuces, jokers = draw(st.integers(0, 3)), draw(st.integers(0, 3))
        table += pack(Meld(rank, naturals, deuces, jokers, draw(st.booleans())))
        suits = draw(st.lists(st.sampled_from(["", *suits_of(rank)]), max_size=naturals)) if painted else []
        paint += [(rank, Card(rank, suit)) for suit in suits]
    return table + RED_THREE_ON_TABLE * draw(st.integers(0, 4)), paint


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position, most of them impossible; whatever the text can say."""
    profile = draw(profiles())
    painted = draw(st.booleans())
    seats, sides = profile.players, profile.sides
    hands = [draw(st.none() | cards(painted=painted)) for _ in range(seats)]
    unseen = [draw(st.integers(0, 12)) if hand is not None else 0 for hand in hands]
    laid = [draw(tables(painted)) for _ in range(sides)]
    pile = draw(cards(painted=painted))
    stock = draw(st.none() | stocks(painted))
    phase = draw(st.sampled_from(PHASES))
    ranks = draw(st.sets(st.sampled_from([BLACK_THREE, *NATURALS]), max_size=3))
    out = draw(st.none() | st.integers(0, seats - 1))
    return Position(
        profile=profile,
        hands=tuple(
            None if hand is None else bag_of([card.kind for card in hand] + [UNSEEN] * n)
            for hand, n in zip(hands, unseen, strict=True)
        ),
        tables=tuple(table for table, _ in laid),
        pile=bytes(card.kind for card in pile),
        stock=None if stock is None else bytes(card.kind for card in stock),
        seat=draw(st.integers(0, seats - 1)),
        phase=phase,
        origin=draw(st.sampled_from([DREW, TOOK, LAST] if phase == PLAY else [NOT_YET, DREW, TOOK])),
        answer=draw(st.sampled_from(["", "yes", "no"])),
        first=draw(st.booleans()),
        fresh=sum(1 << rank for rank in ranks) | draw(st.integers(0, ADDED | MORE | ALONE)),
        melded=draw(st.integers(0, 2**seats - 1)),
        dealer=draw(st.integers(0, seats - 1)),
        upcards=draw(st.integers(0, len(pile))),
        out=out,
        out_concealed=out is not None and draw(st.booleans()),
        scores=tuple(draw(st.integers(-2000, 9000)) * 5 for _ in range(sides)),
        paint=Paint.made(
            [hand or [] for hand in hands],
            [paint for _, paint in laid],
            suits_in_row(pile),
            suits_in_row(stock or []),
        ),
    )


@st.composite
def stocks(draw: st.DrawFn, painted: bool) -> list[Card]:
    """A stock: known cards, then unseen ones, then known ones at the bottom."""
    top, unseen = draw(cards(painted=painted)), draw(st.integers(0, 60))
    bottom = draw(cards(most=3, painted=painted)) if unseen else []
    return [*top, *[Card(UNSEEN)] * unseen, *bottom]


@st.composite
def lays(draw: st.DrawFn) -> Lay:
    """Cards put down together, as text can say it."""
    seat = draw(st.sampled_from(["", "", "", *sorted(ALL_SEATS)]))
    rank = draw(st.none() | st.sampled_from([BLACK_THREE, *NATURALS]))
    held = draw(cards(most=6).filter(lambda some: rank is not None or bool(some)))
    return Lay.of(held, rank, seat, draw(st.booleans()))


@st.composite
def remarks(draw: st.DrawFn) -> str:
    """Anything that can be said or asked."""
    topic = draw(st.sampled_from(list(TOPICS)))
    if TOPICS[topic] == NOTHING or (TOPICS[topic] == MAYBE_SEAT and draw(st.booleans())):
        return topic
    if TOPICS[topic] == A_RANK:
        return f"{topic} {LETTERS[draw(st.sampled_from([BLACK_THREE, *NATURALS]))]}"
    return f"{topic} {draw(st.sampled_from(sorted(ALL_SEATS)))}"


@st.composite
def actions(draw: st.DrawFn) -> Action:
    """Anything a learner can try."""
    verb = draw(st.sampled_from(VERBS))
    seat = draw(st.sampled_from(["", "", *sorted(ALL_SEATS)]))
    if verb == DISCARD and draw(st.booleans()):
        # From a meld: only a lay that names its place makes it one.
        named = draw(lays().filter(lambda lay: bool(lay.seat) or (lay.rank or 0) > 2))
        return Action(verb, ordered(verb, (named, *draw(st.lists(lays(), max_size=2)))), seat=seat)
    if verb in (MELD, TAKE, PICK, BACK, MOVE):
        least, most = {TAKE: (0, 3), PICK: (0, 3), MOVE: (2, 2)}.get(verb, (1, 3))
        chosen = tuple(draw(st.lists(lays(), min_size=least, max_size=most)))
        return Action(verb, ordered(verb, chosen), seat=seat)
    if verb == ANSWER:
        return Action(verb, seat=seat, reply=draw(st.sampled_from(REPLIES)))
    if verb == SAY:
        return Action(verb, seat=seat, reply=draw(remarks()))
    if verb in (DRAW, DISCARD, LAY):
        held = draw(cards(most=4).filter(lambda some: verb != LAY or bool(some)))
        painted = in_order(card for card in held if card.suit)
        return Action(verb, cards=bag_of(card.kind for card in held), seat=seat, painted=painted)
    return Action(verb, seat=seat)
