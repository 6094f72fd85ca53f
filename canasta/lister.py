"""Every legal play of a position.

The lister proposes, the book decides: it looks up the shapes that the book allows (``canasta.shapes``) and what they
leave. A melded side is listed one lay at a time; a side that has not melded by every set of lays that opens
(``canasta.openings``). Where something rare is in force (an answer that binds, black threes on the table, the stock
gone) each proposal is put to the whole book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mul

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.cards import BLACK_THREE, DEUCE, ONE, RED_THREE, UNSEEN, Bag, Kind
from canasta.clauses.register import Book
from canasta.facts import LeaveFacts
from canasta.openings import Joined, Openings
from canasta.position import ANSWER, DRAW, PLAY, Position
from canasta.shapes import WORD, Option, Shapes, shapes_of
from canasta.table import SLOT, Table, has_melds

DRAWS = Action(a.DRAW)
ASKS = Action(a.ASK)
REPLIES = tuple(Action(a.ANSWER, reply=reply) for reply in ("yes", "no"))
KNOWN = ONE[UNSEEN] - 1  # every byte but that of the unseen cards
HIGH = sum(0x80 * ONE[kind] for kind in range(UNSEEN))
ONES = HIGH >> 7
MELDED = sum(ONE[rank] for rank in c.NATURALS)
LARGE = 15  # cards beyond which the ways to open are counted and not listed

_ranks: dict[int, tuple[Kind, ...]] = {}


def plays(position: Position, book: Book) -> Sequence[Action]:
    """The legal plays, in a list or, where a large hand could open in very many ways, in a sequence that finds them
    when they are asked for. Cards of one kind count once, whatever their suits.
    """
    phase, hand = position.phase, position.hands[position.seat]
    if phase == DRAW:
        if hand is None or hand >> 8 * RED_THREE & 0xFF or not (position.stock is None or position.stock):
            return _rare(position, book)
        return _before(position, hand, shapes_of(book, position.profile))
    if phase == PLAY:
        if hand is None or hand >> 8 * RED_THREE & 0xFF or position.answer or position.fresh >> BLACK_THREE & 1:
            return _rare(position, book)
        return _after(position, hand, shapes_of(book, position.profile))
    return _rare(position, book)


def forced_rank(position: Position, book: Book) -> Kind:
    """The rank of the top card if the player must take the pile rather than end the deal, else 0."""
    pile, hand = position.pile, position.hand
    if not pile or hand is None or position.is_frozen():
        return 0
    shapes = shapes_of(book, position.profile)
    if not position.tables[position.side] >> SLOT * pile[-1] & WORD:
        return 0
    return pile[-1] if _takes(position, hand, shapes) else 0


def allowed(position: Position, action: Action, book: Book) -> bool:
    """Whether no clause objects; the judge's verdict without its words."""
    from canasta.case import Case

    return all(book.allows(position.profile, facts) for facts in Case(position, action, book).facts())


def _rare(position: Position, book: Book) -> Sequence[Action]:
    """The plays where each proposal is put to the whole book."""
    return [action for action in _proposals(position, book) if allowed(position, action, book)]


def _proposals(position: Position, book: Book) -> Iterator[Action]:
    hand = position.hand
    shapes = shapes_of(book, position.profile)
    if position.phase == ANSWER:
        yield from REPLIES
    if position.phase not in (DRAW, PLAY):
        return
    if reds := c.count(hand or 0, RED_THREE):
        yield from (Action(a.LAY, cards=n * ONE[RED_THREE]) for n in range(1, reds + 1))
        return
    if position.phase == DRAW:
        yield DRAWS
        if hand is not None:
            yield from _takes(position, hand, shapes)
        return
    if hand is not None:
        table = position.tables[position.side]
        if has_melds(table):
            for rank in (*reversed(c.NATURALS), BLACK_THREE):
                yield from _of_rank(shapes, hand, table, rank).actions
        else:
            yield from _openings(position, hand, shapes)
        yield from (shapes.discards[kind] for kind in c.DISPLAY if kind in shapes.discards and c.count(hand, kind))


def _of_rank(shapes: Shapes, hand: Bag, table: Table, rank: Kind):  # type: ignore[no-untyped-def]
    return shapes.lays(
        rank, hand >> 8 * rank & 0xFF, hand >> 16 & 0xFF, hand & 0xFF, table >> SLOT * rank & WORD
    )


# -- before the draw ------------------------------------------------------------------------------------------------


def _before(position: Position, hand: Bag, shapes: Shapes) -> Sequence[Action]:
    found: list[Action] = [DRAWS] if shapes.turns[DRAW, a.DRAW] else []
    if not position.pile:
        return found
    takes = _takes(position, hand, shapes)
    return Joined(position, shapes, found, takes) if isinstance(takes, Joined) else found + takes


def _takes(position: Position, hand: Bag, shapes: Shapes):  # type: ignore[no-untyped-def]
    """The legal ways to take the pile."""
    pile = position.pile
    if not pile or not shapes.turns[DRAW, a.TAKE]:
        return []
    top = pile[-1]
    table = position.tables[shapes.sides[position.seat]]
    word = table >> SLOT * top & WORD
    naturals, deuces, jokers = hand >> 8 * top & 0xFF, hand >> 16 & 0xFF, hand & 0xFF
    size = hand % 255
    single = size == 1 and len(pile) == 1
    # A freeze allows nothing more; mostly nothing fits, and nobody need ask what lies below.
    if not shapes.ways(top, naturals, deuces, jokers, word, False, None, single).all:
        return []
    unopened = not table >> SLOT * BLACK_THREE
    at = position.freezing_index()
    ways = shapes.ways(
        top,
        naturals,
        deuces,
        jokers,
        word,
        unopened and shapes.profile.frozen_before_initial,
        None if at is None else pile[at],
        single,
    )
    if not ways.all:
        return []
    rest = pile[:-1]
    picked = len(rest) - rest.count(RED_THREE)
    if unopened:
        return _opening_takes(position, hand, shapes, ways.all, picked)
    if size + picked - ways.most >= shapes.safe[a.TAKE] and not position.answer:
        return list(ways.actions)
    return [option.action for option in ways.all if allowed(position, option.action, shapes.book)]


def _opening_takes(position: Position, hand: Bag, shapes: Shapes, ways: Sequence[Option], picked: int):  # type: ignore[no-untyped-def]
    top = position.pile[-1]
    sets = [
        Openings(
            position,
            shapes,
            hand - first.cards,
            tuple(rank for rank in _held(hand) if rank != top),
            first,
            picked,
        )
        for first in ways
    ]
    if hand % 255 > LARGE:
        return Joined(position, shapes, *sets)
    return [action for each in sets for action in each.eager()]


# -- after the draw -------------------------------------------------------------------------------------------------


def _after(position: Position, hand: Bag, shapes: Shapes) -> Sequence[Action]:
    table = position.tables[shapes.sides[position.seat]]
    size = hand % 255
    if not table >> SLOT * BLACK_THREE:
        found = _openings(position, hand, shapes)
        thrown = _discards(position, hand, shapes, table, size)
        if isinstance(found, Openings):
            return Joined(position, shapes, found, thrown)
        return [*found, *thrown]
    melds: list[Action] = []
    deuces, jokers = hand >> 16 & 0xFF, hand & 0xFF
    known = hand & KNOWN
    least = shapes.least_new(deuces, jokers)
    there = _ranks_on(table)
    new = known + ONES * (0x80 - least)
    # Without wild cards a meld grows by its own rank only; with them, any.
    grows = there if deuces or jokers else there & (known + ONES * 0x7F) >> 7
    ranks = _in((new >> 7 & ONES | grows) & MELDED)
    safe = shapes.safe[a.MELD]
    for rank in ranks:
        options = shapes.lays(rank, hand >> 8 * rank & 0xFF, deuces, jokers, table >> SLOT * rank & WORD)
        if size - options.most >= safe:
            melds += options.actions
        else:
            melds += [option.action for option in options.all if _stays(shapes, position, hand, table, option)]
    black = hand >> 8 * BLACK_THREE & 0xFF
    if black and size - black - deuces - jokers <= shapes.black_left:
        options = shapes.lays(BLACK_THREE, black, deuces, jokers, table >> SLOT * BLACK_THREE & WORD)
        melds += [action for action in options.actions if allowed(position, action, shapes.book)]
    melds += _discards(position, hand, shapes, table, size)
    return melds


def _stays(shapes: Shapes, position: Position, hand: Bag, table: Table, option: Option) -> bool:
    """Whether what this lay leaves is enough."""
    left = hand % 255 - option.size
    if left >= shapes.safe[a.MELD]:
        return True
    after = table + option.laid
    canastas = shapes.canastas(table) + option.gain
    last = hand - option.cards
    completes = left == 1 and shapes.completes(after, (last.bit_length() - 1) // 8)
    return shapes.leaves(
        LeaveFacts(
            a.MELD,
            left,
            canastas,
            shapes.profile.canastas_out,
            completes,
            table >> SLOT * BLACK_THREE & 0xFF,
            (table >> SLOT * BLACK_THREE + 8 & 0xFF) + (table >> SLOT * BLACK_THREE + 16 & 0xFF),
            others=True,
        )
    )


def _discards(position: Position, hand: Bag, shapes: Shapes, table: Table, size: int) -> Iterable[Action]:
    if size - 1 < shapes.safe[a.DISCARD] or not shapes.turns[PLAY, a.DISCARD]:
        found = (shapes.discards[kind] for kind in c.DISPLAY if kind in shapes.discards and hand >> 8 * kind & 0xFF)
        return [action for action in found if allowed(position, action, shapes.book)]
    held = (hand & KNOWN) + ONES * 0x7F & HIGH
    known = shapes.thrown.get(held)
    if known is None:
        known = shapes.thrown[held] = tuple(
            shapes.discards[kind] for kind in c.DISPLAY if kind in shapes.discards and held >> 8 * kind & 0xFF
        )
    return known


def _openings(position: Position, hand: Bag, shapes: Shapes):  # type: ignore[no-untyped-def]
    known = hand & KNOWN
    points = sum(map(mul, known.to_bytes(16, "little"), shapes.worth))
    if points < shapes.opens_at(position.scores[shapes.sides[position.seat]]):
        # Without the points only a concealed hand could open, and hardly any hand can be laid down whole.
        held = (known + ONES * 0x7F & HIGH) >> 7
        enough = (known + ONES * (0x80 - shapes.least_new(hand >> 16 & 0xFF, hand & 0xFF)) & HIGH) >> 7
        if (held & ~enough & MELDED).bit_count() >= shapes.safe[a.MELD]:
            return []
    sets = Openings(position, shapes, hand, _held(hand))
    return sets if hand % 255 > LARGE else sets.eager()


# -- ranks as bits --------------------------------------------------------------------------------------------------


def _held(hand: Bag) -> tuple[Kind, ...]:
    """The ranks of a hand that can be melded, black threes last."""
    return _in(((hand & KNOWN) + ONES * 0x7F) >> 7 & (MELDED | ONE[BLACK_THREE]))


def _in(mask: int) -> tuple[Kind, ...]:
    """The ranks whose lowest bit is set, high ones first."""
    known = _ranks.get(mask)
    if known is None:
        known = _ranks[mask] = tuple(rank for rank in range(14, BLACK_THREE - 1, -1) if mask >> 8 * rank & 1)
    return known


_there: dict[Table, int] = {}


def _ranks_on(table: Table) -> int:
    """The ranks that lie on a table, as a mask."""
    known = _there.get(table)
    if known is None:
        if len(_there) > 100_000:
            _there.clear()
        known = _there[table] = sum(ONE[rank] for rank in c.NATURALS if table >> SLOT * rank & WORD)
    return known
