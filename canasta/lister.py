"""Every legal play of a position.

The lister proposes, the book decides: it looks up the shapes that the book allows (``canasta.shapes``) and what they
leave. A melded side is listed one lay at a time; a side that has not melded by every set of lays that opens
(``canasta.openings``). Where something rare is in force (an answer that binds, black threes on the table, the stock
gone) each proposal is put to the whole book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.asking import is_barred
from canasta.cards import BLACK_THREE, DEUCE, JOKER, ONE, RED_THREE, UNSEEN, Bag, Kind
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.facts import LeaveFacts
from canasta.lazy import Joined
from canasta.openings import Openings, listed, wide
from canasta.options import Option, Options
from canasta.position import ANSWER, DRAW, LAST, PLAY, Position
from canasta.shapes import HIGH, MELDED, NONE, ONES, Shapes, prepared_shapes
from canasta.table import BYTES, DEUCES_AT, JOKERS_AT, NATURAL_LANE, Table, has_melds, meld_of

DRAWS = Action(a.DRAW)
ONLY_DRAW = (DRAWS,)
ASKS = Action(a.ASK)
PASSES = Action(a.PASS)
REPLIES = tuple(Action(a.ANSWER, reply=reply) for reply in ("yes", "no"))
KNOWN = ONE[UNSEEN] - 1  # every byte but that of the unseen cards
ANY = ONES * 0x7F  # added to counts, it sets the high bit of every kind that is there
LARGE = 15  # cards beyond which the ways to open are counted and not listed

_ranks: dict[int, tuple[Kind, ...]] = {}


def legal(position: Position, book: Book = BOOK) -> Sequence[Action]:
    """Every legal play that the known cards of the hand allow, or the answers that are due; none when it is over.

    What may be asked moves no card and is listed apart (``questions``).

    A list, or for a large hand that could open in very many ways a sequence that counts them at once and finds them
    when they are asked for. Cards of one kind count once, whatever their suits.
    """
    # fmt: off
    (profile, hands, tables, pile, stock, seat, phase, origin, answer, _first, fresh, _melded, _dealer, _upcards, _out,
     _concealed, _scores, _paint) = position
    # fmt: on
    hand = hands[seat]
    shapes: Shapes | None = book.shapes
    if shapes is None or shapes.profile is not profile:
        shapes = prepared_shapes(book, profile)
    if hand is None or answer or origin == LAST or shapes.must_ask:
        return _rare(position, book)
    if reds := hand >> 8 * RED_THREE & 0xFF:
        return shapes.red_threes(phase, origin, reds) if phase in (DRAW, PLAY) else _rare(position, book)
    if phase == DRAW:
        takes = _takes(position, hand, shapes, tables[shapes.sides[seat]], pile)
        if not stock and stock is not None:
            return _at_the_end(position, shapes, takes)
        if not takes:
            return ONLY_DRAW if shapes.draws else []
        found = [DRAWS] if shapes.draws else []
        return Joined(position, shapes, found, takes) if isinstance(takes, Joined) else found + takes
    if phase == PLAY and not fresh >> BLACK_THREE & 1:
        return _after(position, hand, shapes, tables[shapes.sides[seat]])
    return _rare(position, book)


def questions(position: Position, book: Book = BOOK) -> list[Action]:
    """What the player in turn may ask that bears on his play: whether he may go out, if that is allowed now."""
    return [ASKS] if position.phase in (DRAW, PLAY) and allowed(position, ASKS, book) else []


def rank_to_take(position: Position, book: Book) -> tuple[Kind, Kind]:
    """The rank of the top card if it matches a meld of the side and the pile is not frozen, and if it can be taken."""
    pile, hand = position.pile, position.hand
    if not pile or hand is None:
        return 0, 0
    matches = not position.is_frozen() and meld_of(position.tables[position.side], pile[-1]) is not None
    takable = bool(
        _takes(position, hand, prepared_shapes(book, position.profile), position.tables[position.side], pile)
    )
    return matches * pile[-1], takable * pile[-1]


def allowed(position: Position, action: Action, book: Book) -> bool:
    """Whether no clause objects; the judge's verdict without its words."""
    from canasta.case import Case

    return all(book.allows(position.profile, facts) for facts in Case(position, action, book).facts())


def _rare(position: Position, book: Book) -> Sequence[Action]:
    """The plays where each proposal is put to the whole book."""
    if (found := _rare_of_many(position, book)) is not None:
        return found
    return [action for action in _proposals(position, book) if allowed(position, action, book)]


def _rare_of_many(position: Position, book: Book) -> Sequence[Action] | None:
    """The plays of a large hand that could open in very many ways, while an answer binds or after the last red three.

    None where it is no such hand.
    """
    hand = position.hand
    if hand is None or hand % 255 <= LARGE:
        return None
    if position.phase not in (DRAW, PLAY) or hand >> 8 * RED_THREE & 0xFF:
        return None
    if position.answer == "yes":
        from canasta.wayout import way_out

        # Of all that keeps the yes, the way that is found; with the draw, where it keeps it too.
        way = way_out(position, book)
        draw = [DRAWS] if position.phase == DRAW and allowed(position, DRAWS, book) else []
        return [*draw, *(way or ())[:1]]
    if has_melds(position.tables[position.side]):
        return None
    last = position.origin == LAST
    if not is_barred(position) and not last:
        return None
    shapes = prepared_shapes(book, position.profile)
    table = position.tables[position.side]
    if position.phase == DRAW:
        sets: Sequence[Action] = _takes(position, hand, shapes, table, position.pile)
        rest: Sequence[Action] = ONLY_DRAW
    else:
        sets = _openings(position, hand, shapes)
        # Nothing is discarded after the last red three; what could be laid to leave nothing for it is not looked for.
        rest = (PASSES,) if last else _thrown(hand, shapes)
    return Joined(position, shapes, sets, [action for action in rest if allowed(position, action, book)])


def _proposals(position: Position, book: Book) -> Iterator[Action]:
    hand = position.hand
    shapes = prepared_shapes(book, position.profile)
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
            yield from _takes(position, hand, shapes, position.tables[position.side], position.pile)
    elif hand is not None:
        table = position.tables[position.side]
        if has_melds(table):
            for rank in (*reversed(c.NATURALS), BLACK_THREE):
                yield from _of_rank(shapes, hand, table, rank).actions
        elif position.origin == LAST and hand % 255 <= LARGE:
            # No discard is to come, so any set may stay short of what is kept otherwise.
            ranks = (*_meldable(hand, shapes), *[BLACK_THREE] * bool(hand >> 8 * BLACK_THREE & 0xFF))
            held = [c.count(hand, rank) for rank in ranks]
            yield from wide(shapes, a.MELD, ranks, held, c.count(hand, DEUCE), c.count(hand, JOKER), 0, 0, 0, ())
        else:
            yield from _openings(position, hand, shapes)
        yield from _thrown(hand, shapes)
    if position.phase == PLAY and position.origin == LAST:
        yield PASSES


def _of_rank(shapes: Shapes, hand: Bag, table: Table, rank: Kind) -> Options:
    deuces, jokers = c.count(hand, DEUCE), c.count(hand, JOKER)
    there = table.to_bytes(BYTES, "little")
    return shapes.lays(rank, c.count(hand, rank), deuces, jokers, there[rank], there[rank + 16], there[rank + 32])


# -- before the draw ------------------------------------------------------------------------------------------------


def _at_the_end(position: Position, shapes: Shapes, takes: list[Action] | Joined) -> Sequence[Action]:
    """With the stock gone a draw ends the deal, and is refused where the take is forced."""
    if shapes.profile.stock_gone != "play":
        return _rare(position, shapes.book)
    found = [DRAWS] if allowed(position, DRAWS, shapes.book) else []
    return Joined(position, shapes, found, takes) if isinstance(takes, Joined) else found + takes


def _takes(position: Position, hand: Bag, shapes: Shapes, table: Table, pile: bytes) -> list[Action] | Joined:
    """The legal ways to take the pile."""
    if not pile or not shapes.takes:
        return []
    top = pile[-1]
    naturals = hand >> 8 * top & 0xFF
    if not naturals and not table >> 8 * top & 0xFF and not shapes.bare[top]:
        return []
    # A freeze allows nothing more; mostly nothing fits, and nobody need ask what lies below.
    held = (top, naturals, min(hand >> 16 & 0xFF, shapes.cap), min(hand & 0xFF, shapes.cap))
    single = len(pile) == 1 and hand % 255 == 1
    unopened = not table >> 8 * BLACK_THREE
    if unopened:
        had = NONE
    else:
        there = table.to_bytes(BYTES, "little")
        had = (there[top], there[top + 16], there[top + 32])
    free = (held, had, False, None, single)
    if not (shapes.known_ways.get(free) or shapes.new_ways(free)).all:
        return []
    at = position.freezing_index()
    before = unopened and shapes.profile.frozen_before_initial
    frozen = (held, had, before, None if at is None else pile[at], single)
    ways = shapes.known_ways.get(frozen) or shapes.new_ways(frozen)
    if not ways.all:
        return []
    picked = len(pile) - 1 - pile.count(RED_THREE)
    if unopened:
        return _opening_takes(position, hand, shapes, ways.all, picked)
    if position.answer:
        return [option.action for option in ways.all if allowed(position, option.action, shapes.book)]
    room = hand % 255 + picked - shapes.safe[a.TAKE]
    if ways.most <= room:
        return list(ways.actions)
    rest = position.brought()
    return [
        option.action
        for option, gain in zip(ways.all, ways.gains)
        if option.size <= room or _stays(shapes, a.TAKE, hand + rest, table, option, gain)
    ]


def _opening_takes(
    position: Position, hand: Bag, shapes: Shapes, ways: Sequence[Option], picked: int
) -> list[Action] | Joined:
    top = position.pile[-1]
    ranks = _meldable(hand, shapes)
    most = hand & shapes.layable((*ranks, top))
    if _falls_short(position, hand, shapes, most, a.TAKE, picked, shapes.worth[top]):
        return []
    others = tuple(rank for rank in ranks if rank != top)
    if hand % 255 > LARGE:
        sets = [Openings(position, shapes, hand - first.cards, others, first, picked) for first in ways]
        return Joined(position, shapes, *sets)
    found: list[Action] = []
    for first in ways:
        found += listed(position, shapes, hand - first.cards, others, first, picked)
    return found


def _falls_short(
    position: Position, hand: Bag, shapes: Shapes, most: Bag, verb: str, picked: int = 0, top: int = 0
) -> bool:
    """Whether all that could ever be laid is too little, and leaves too much for a concealed hand."""
    if hand % 255 - most % 255 + picked < shapes.safe[verb]:
        return False
    points: int = top + sum(map(mul, most.to_bytes(15, "little"), shapes.worth))
    return points < shapes.opens_at(position.scores[shapes.sides[position.seat]], verb == a.TAKE)


# -- after the draw -------------------------------------------------------------------------------------------------


def _after(position: Position, hand: Bag, shapes: Shapes, table: Table) -> Sequence[Action]:
    size = hand % 255
    if not table >> 8 * BLACK_THREE:
        found = _openings(position, hand, shapes)
        thrown = _discards(position, hand, shapes, size)
        if isinstance(found, Openings):
            return Joined(position, shapes, found, thrown)
        return [*found, *thrown]
    if not shapes.melds:
        return _rare(position, shapes.book)
    melds: list[Action] = []
    held = hand.to_bytes(16, "little")
    # More wild cards than a meld may hold make no other shapes.
    cap = shapes.cap
    deuces = held[DEUCE] if held[DEUCE] < cap else cap
    jokers = held[JOKER] if held[JOKER] < cap else cap
    known = hand & KNOWN
    there = table.to_bytes(BYTES, "little")
    new = known + shapes.enough[deuces][jokers]
    # Without wild cards a meld grows by its own rank only; with them, any.
    grows = (table & NATURAL_LANE) + ANY
    mask = (new | grows if deuces or jokers else new | grows & known + ANY) >> 7 & MELDED
    room = size - shapes.safe_meld
    lays = shapes.known_lays
    for rank in _ranks.get(mask) or _in(mask):
        key = (rank, held[rank], deuces, jokers, there[rank], there[rank + 16], there[rank + 32])
        options = lays.get(key) or shapes.new_lays(key)
        if options.most <= room:
            melds += options.actions
        else:
            melds += [
                option.action
                for option, gain in zip(options.all, options.gains)
                if option.size <= room or _stays(shapes, a.MELD, hand, table, option, gain)
            ]
    black = held[BLACK_THREE]
    if black and size - black - deuces - jokers <= shapes.black_left:
        options = shapes.lays(BLACK_THREE, black, deuces, jokers, there[3], there[19], there[35])
        melds += [option.action for option in options.all if _stays(shapes, a.MELD, hand, table, option, 0)]
    discards: Sequence[Action] | None = shapes.thrown.get(known + ANY & HIGH)
    if discards is None or size <= shapes.safe_discard:
        discards = _discards(position, hand, shapes, size)
    melds += discards
    return melds


def _stays(shapes: Shapes, verb: str, hand: Bag, table: Table, option: Option, gain: int) -> bool:
    """Whether what this lay leaves of the hand is enough."""
    last = hand - option.cards
    after = table + option.laid
    threes = after >> 8 * BLACK_THREE
    return shapes.stays(
        verb,
        last % 255,
        shapes.canastas(table) + gain,
        lambda: shapes.completes(after, (last.bit_length() - 1) // 8),
        (threes & 0xFF, (threes >> DEUCES_AT & 0xFF) + (threes >> JOKERS_AT & 0xFF)),
        option.rank == BLACK_THREE,
        option.rank != BLACK_THREE,
    )


def _thrown(hand: Bag, shapes: Shapes) -> tuple[Action, ...]:
    """The discards of each kind that a hand holds."""
    held = (hand & KNOWN) + ANY & HIGH
    known = shapes.thrown.get(held)
    if known is None:
        known = shapes.thrown[held] = tuple(
            shapes.discards[kind] for kind in c.DISPLAY if kind in shapes.discards and held >> 8 * kind & 0xFF
        )
    return known


def _discards(position: Position, hand: Bag, shapes: Shapes, size: int) -> Sequence[Action]:
    if not shapes.throws:
        return []
    known = _thrown(hand, shapes)
    if size > shapes.safe_discard:
        return known
    table = position.tables[shapes.sides[position.seat]]
    leave = LeaveFacts(a.DISCARD, size - 1, shapes.canastas(table), shapes.profile.canastas_out)
    return known if shapes.leaves(leave) else []


def _openings(position: Position, hand: Bag, shapes: Shapes) -> list[Action] | Openings:
    ranks = _meldable(hand, shapes)
    if not ranks or _falls_short(position, hand, shapes, hand & shapes.layable(ranks), a.MELD):
        return []
    return Openings(position, shapes, hand, ranks) if hand % 255 > LARGE else listed(position, shapes, hand, ranks)


# -- ranks as bits --------------------------------------------------------------------------------------------------


def _meldable(hand: Bag, shapes: Shapes) -> tuple[Kind, ...]:
    """The ranks that a hand has enough of for a new meld, black threes apart."""
    cap, deuces, jokers = shapes.cap, hand >> 16 & 0xFF, hand & 0xFF
    enough = shapes.enough[deuces if deuces < cap else cap][jokers if jokers < cap else cap]
    mask = (hand & KNOWN) + enough >> 7 & MELDED
    return _ranks.get(mask) or _in(mask)


def _in(mask: int) -> tuple[Kind, ...]:
    """The ranks whose lowest bit is set, high ones first."""
    known = _ranks.get(mask)
    if known is None:
        known = _ranks[mask] = tuple(rank for rank in range(14, BLACK_THREE - 1, -1) if mask >> 8 * rank & 1)
    return known
