"""Every legal play of a position.

The lister proposes, the book decides: it builds the same small facts as the judge does and asks ``Book.allows``, which
remembers. A melded side is listed one lay at a time; a side that has not melded by every set of lays that the book
accepts as its initial meld.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.asking import is_barred
from canasta.cards import BLACK_THREE, DEUCE, JOKER, ONE, RED_THREE, Bag, Kind, count
from canasta.case import WAIVED_LEFT, Case
from canasta.clauses.register import Book
from canasta.facts import LayFacts, LeaveFacts, OpeningFacts
from canasta.position import ANSWER, DRAW, PLAY, Position
from canasta.table import Meld, has_melds, meld_of, melds_on

MELD_RANKS = (*range(14, 3, -1), BLACK_THREE)


class Option(NamedTuple):
    """One way to lay cards of a rank: the cards from the hand, and the facts of it."""

    rank: Kind
    cards: Bag
    facts: LayFacts


def plays(position: Position, book: Book) -> Iterator[Action]:
    """The legal plays one by one; cards of one kind count once, whatever their suits."""
    found = _plays(position, book)
    # After a yes each play must leave a way to go out, which the quick ways of listing do not look at.
    yield from _checked(position, found, book) if position.answer == "yes" else found
    yield from asking(position, book)


def asking(position: Position, book: Book) -> Iterator[Action]:
    """The question whether one may go out, where it is allowed, and its answers, where one is due."""
    if position.phase == ANSWER:
        yield from _checked(position, [Action(a.ANSWER, reply=reply) for reply in ("yes", "no")], book)
    elif position.phase in (DRAW, PLAY) and not position.answer and not count(position.hand or 0, RED_THREE):
        yield from _checked(position, [Action(a.ASK)], book)


def _plays(position: Position, book: Book) -> Iterator[Action]:
    if (reds := count(position.hand or 0, RED_THREE)) and position.phase in (DRAW, PLAY):
        yield from _checked(position, (Action(a.LAY, cards=n * ONE[RED_THREE]) for n in range(1, reds + 1)), book)
    elif position.phase == DRAW:
        yield from _checked(position, [Action(a.DRAW)], book)
        yield from takes(position, book)
    elif position.phase == PLAY:
        yield from _melds(position, book)
        kinds = [kind for kind in c.DISPLAY if kind != c.UNSEEN and count(position.hand or 0, kind)]
        yield from _checked(position, (Action(a.DISCARD, cards=ONE[kind]) for kind in kinds), book)


def takes(position: Position, book: Book) -> Iterator[Action]:
    """The legal ways to take the pile."""
    if not position.pile or position.hand is None:
        return
    top = position.pile[-1]
    for option in _options(position, top, ONE[top], book):
        first = Lay(top, option.cards)
        if not book.allows(position.profile, Case(position, Action(a.TAKE, (first,)), book).take()):
            continue
        if has_melds(position.tables[position.side]):
            yield from _checked(position, [Action(a.TAKE, (first,))], book)
            continue
        others = [rank for rank in _held_ranks(position) if rank != top]
        yield from _openings(position, book, a.TAKE, others, [option], ONE[top])


def forced_rank(position: Position, book: Book) -> Kind:
    """The rank of the top card if the player must take the pile rather than end the deal, else 0."""
    if not position.pile or position.is_frozen() or meld_of(position.tables[position.side], position.pile[-1]) is None:
        return 0
    return position.pile[-1] if any(takes(position, book)) else 0


def allowed(position: Position, action: Action, book: Book) -> bool:
    """Whether no clause objects; the judge's verdict without its words."""
    return all(book.allows(position.profile, facts) for facts in Case(position, action, book).facts())


def _checked(position: Position, actions: Iterator[Action] | list[Action], book: Book) -> Iterator[Action]:
    return (action for action in actions if allowed(position, action, book))


def _options(
    position: Position, rank: Kind, top: Bag, book: Book, deuces: int | None = None, jokers: int | None = None
) -> Iterator[Option]:
    """The lays of one rank that no clause on melds objects to; ``top`` is the pile's card that joins, if any."""
    hand = position.hand or 0
    had = meld_of(position.tables[position.side], rank)
    deuces = count(hand, DEUCE) if deuces is None else deuces
    jokers = count(hand, JOKER) if jokers is None else jokers
    for naturals in range(count(hand, rank), -1, -1):
        for d in range(deuces + 1):
            for j in range(jokers + 1):
                facts = LayFacts(
                    rank,
                    naturals + (top == ONE[rank]),
                    d,
                    j,
                    had.naturals if had else 0,
                    had.deuces if had else 0,
                    had.jokers if had else 0,
                )
                if facts.laid and (naturals or d or j or top) and book.allows(position.profile, facts):
                    yield Option(rank, naturals * ONE[rank] + d * ONE[DEUCE] + j * ONE[JOKER], facts)


def _melds(position: Position, book: Book) -> Iterator[Action]:
    if position.hand is None:
        return
    table = position.tables[position.side]
    if not has_melds(table):
        yield from _openings(position, book, a.MELD, _held_ranks(position), [], 0)
        return
    profile = position.profile
    seven = book["canasta.seven"].value
    canastas = sum(seven(profile, meld) for meld in melds_on(table))
    size = c.size(position.hand)
    black_before = bool(position.fresh >> BLACK_THREE & 1)
    threes = meld_of(table, BLACK_THREE) or Meld(BLACK_THREE, 0)
    black, black_wilds = threes.naturals, threes.wilds
    barred = is_barred(position)
    for rank in MELD_RANKS:
        had = meld_of(table, rank)
        was = bool(had and seven(profile, had))
        for option in _options(position, rank, 0, book):
            action = Action(a.MELD, (Lay(rank, option.cards),))
            left = size - c.size(option.cards)
            if left < 2 or rank == BLACK_THREE:
                if allowed(position, action, book):
                    yield action
                continue
            facts = option.facts
            now = seven(profile, _meld_after(facts))
            leave = LeaveFacts(
                a.MELD,
                left,
                canastas - was + now,
                profile.canastas_out,
                black=black,
                black_wilds=black_wilds,
                black_before=black_before,
                others=True,
                barred=barred,
            )
            if book.allows(profile, leave):
                yield action


def _meld_after(facts: LayFacts) -> Meld:
    return Meld(facts.rank or 0, facts.all_naturals, facts.had_deuces + facts.deuces, facts.had_jokers + facts.jokers)


def _openings(
    position: Position, book: Book, verb: str, ranks: list[Kind], chosen: list[Option], top: Bag
) -> Iterator[Action]:
    """Every set of lays that may open, ranks falling; ``chosen`` begins it.

    A branch is left when all cards still to come could not reach the minimum, unless a concealed hand could be waived.
    """
    profile = position.profile
    worth = book["value.points"].value
    seven = book["canasta.seven"].value
    minimum, score = position.minimum(), position.scores[position.side]
    taking = verb == a.TAKE
    held = position.hand or 0
    # What a take adds to the hand, and to the count, whatever is laid.
    picked = sum(kind != RED_THREE for kind in position.pile[:-1]) if taking else 0
    counted = worth(top) if profile.top_card_counts else 0
    waivable = not taking and _could_go_out(position, book)
    to_come = [c.WILD_MASK + sum(0xFF * ONE[rank] for rank in ranks[at:]) for at in range(len(ranks) + 1)]
    known: dict[tuple[Kind, int, int], list[Option]] = {}

    def options(rank: Kind, deuces: int, jokers: int) -> list[Option]:
        key = (rank, deuces, jokers)
        if key not in known:
            known[key] = list(_options(position, rank, 0, book, deuces, jokers))
        return known[key]

    def reaches(points: int) -> bool:
        return book.allows(profile, OpeningFacts(False, points, minimum, score, take=taking))

    def fits(action: Action, chosen: list[Option], points: int, rest: Bag) -> bool:
        left = c.size(rest) + picked
        if left < 2 or waivable or any(option.rank == BLACK_THREE for option in chosen):
            return allowed(position, action, book)
        canastas = sum(seven(profile, _meld_after(option.facts)) for option in chosen)
        leave = LeaveFacts(verb, left, canastas, profile.canastas_out, others=True, barred=is_barred(position))
        return reaches(points) and book.allows(profile, leave)

    def extend(at: int, chosen: list[Option], points: int, rest: Bag) -> Iterator[Action]:
        hopeless = not reaches(points + worth(rest & to_come[at]))
        if hopeless and not (waivable and c.size(rest & ~to_come[at]) <= WAIVED_LEFT):
            return
        if at == len(ranks):
            action = Action(verb, a.in_canonical_order(verb, tuple(Lay(each.rank, each.cards) for each in chosen)))
            if chosen and fits(action, chosen, points, rest):
                yield action
            return
        yield from extend(at + 1, chosen, points, rest)
        for option in options(ranks[at], count(rest, DEUCE), count(rest, JOKER)):
            yield from extend(at + 1, [*chosen, option], points + worth(option.cards), rest - option.cards)

    laid = sum(option.cards for option in chosen)
    yield from extend(0, chosen, counted + worth(laid), held - laid)


def _held_ranks(position: Position) -> list[Kind]:
    return [rank for rank in MELD_RANKS if count(position.hand or 0, rank)]


def _could_go_out(position: Position, book: Book) -> bool:
    """Whether the hand could hold a canasta, so that a concealed hand might need no minimum."""
    hand = position.hand or 0
    deuces, jokers = count(hand, DEUCE), count(hand, JOKER)
    seven = book["canasta.seven"].value
    return any(seven(position.profile, Meld(rank, count(hand, rank), deuces, jokers)) for rank in c.NATURALS)
