"""What makes a position impossible, each problem under the clause it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from canasta import cards as c
from canasta.filling import render
from canasta.paint import painted_row
from canasta.table import Table, has_melds, meld_of, melds_on, red_threes_on
from canasta.words import N_

if TYPE_CHECKING:
    from canasta.position import Position


class Problem(NamedTuple):
    """One thing wrong with a position: the clause it breaks, and a message with its values."""

    clause: str
    message: str
    values: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return f"{render(self.message, self.values)} ({self.clause})"


def problems(position: Position) -> list[Problem]:
    """Everything that makes a position impossible; empty for one that can exist."""
    return [
        *_cards(position),
        *_melds(position),
        *_red_threes(position),
        *_turn(position),
    ]


def table_bag(table: Table) -> c.Bag:
    """All cards of a side's table, its red threes too."""
    bag = red_threes_on(table) * c.ONE[c.RED_THREE]
    for meld in melds_on(table):
        bag += meld.naturals * c.ONE[meld.rank] + meld.deuces * c.ONE[c.DEUCE] + meld.jokers * c.ONE[c.JOKER]
    return bag


def all_cards(position: Position) -> tuple[int, ...]:
    """How many cards of each kind lie anywhere that is stated, unseen ones last."""
    bags = [hand for hand in position.hands if hand is not None]
    bags += map(table_bag, position.tables)
    bags += [c.bag_of(position.pile), c.bag_of(position.stock or b"")]
    return tuple(map(sum, zip(*map(c.counts, bags))))


def _painted(position: Position) -> Counter[c.Card]:
    """How many cards of each kind and suit are known to lie anywhere."""
    if (paint := position.paint) is None:
        return Counter()
    found = Counter(card for hand in paint.hands for card in hand)
    found.update(card for table in paint.tables for _, card in table)
    for kinds, suits in ((position.pile, paint.pile), (position.stock or b"", paint.stock)):
        found.update(card for card in painted_row(kinds, suits) if card.suit)
    return found


def in_pack(kind: c.Kind, packs: int) -> int:
    """How many cards of a kind the packs hold (``pack.cards``)."""
    return 0 if kind == c.UNSEEN else packs * (4 if kind in c.NATURALS or kind == c.DEUCE else 2)


def _cards(position: Position) -> Iterator[Problem]:
    held = all_cards(position)
    packs = position.profile.packs
    for kind in c.DISPLAY[:-1]:
        if held[kind] > in_pack(kind, packs):
            values = {"n": held[kind], "kind": kind, "most": in_pack(kind, packs), "packs": packs}
            message = N_("Too many {kind:ranks}: {n}, and {packs:decks} hold {most}.")
            yield Problem("pack.cards", message, values)
    for card, n in _painted(position).items():
        if n > packs:
            values = {"n": n, "card": card.name, "packs": packs}
            yield Problem(
                "pack.cards", N_("Too many of one card, {card}: {n}, and {packs:decks} hold {packs}."), values
            )
    if position.stock is not None and None not in position.hands and sum(held) != 54 * packs:
        values = {"n": sum(held), "packs": packs, "most": 54 * packs}
        yield Problem("pack.cards", N_("All cards together: {n}; in {packs:decks}: {most}."), values)


def _melds(position: Position) -> Iterator[Problem]:
    from canasta.clauses import BOOK
    from canasta.facts import LayFacts

    for side, table in enumerate(position.tables):
        for meld in melds_on(table):
            facts = LayFacts(meld.rank, meld.naturals, meld.deuces, meld.jokers)
            for finding in BOOK.findings(position.profile, facts):
                if not finding.holds:
                    yield Problem(
                        finding.clause,
                        N_("The meld {meld} cannot lie there: {fact}"),
                        {"meld": meld, "fact": finding.fact},
                    )
            if meld.concealed and not position.is_canasta(meld):
                yield Problem("canasta.concealed", N_("{meld} is marked concealed and is no canasta."), {"meld": meld})
            if meld.rank == c.BLACK_THREE and not _going_out(position, side, meld.wilds, meld.size):
                message = N_("Black threes lie on the table and nobody is going out there.")
                yield Problem("meld.black-threes", message)


def _going_out(position: Position, side: int, wilds: int, size: int) -> bool:
    if wilds or size < position.profile.meld_size:
        return False
    if position.phase == "over":
        return position.out is not None and position.profile.side_of(position.out) == side
    hand = position.hand_size()
    return position.side == side and position.phase == "play" and (hand is None or hand <= 1)


def _red_threes(position: Position) -> Iterator[Problem]:
    for seat, hand in enumerate(position.hands):
        if hand and c.size(hand) == c.count(hand, c.RED_THREE):
            message = N_("{seat:seat} holds red threes only; another card always stays in a hand.")
            yield Problem("red-three.hand", message, {"seat": position.profile.seat_names[seat]})
    for place, kind in enumerate(position.pile):
        if kind == c.RED_THREE and place >= position.upcards:
            yield Problem("discard.red-three", N_("A red three lies in the pile and was not turned at the deal."))
            return


def _turn(position: Position) -> Iterator[Problem]:
    profile = position.profile
    names = profile.seat_names
    if position.phase == "draw" and (position.origin or position.fresh):
        message = N_("{seat:seat} is said to have drawn, taken or melded in this turn, and is still to draw.")
        yield Problem("turn.draw-first", message, {"seat": names[position.seat]})
    if (position.phase == "answer" or position.answer) and profile.partner_of(position.seat) is None:
        message = N_("{seat:seat} is said to have asked, and has no partner.")
        yield Problem("out.ask", message, {"seat": names[position.seat]})
    if position.phase != "over":
        for seat, hand in enumerate(position.hands):
            if hand == 0:
                message = N_("{seat:seat} holds no card and the deal is not over.")
                yield Problem("out.ends-deal", message, {"seat": names[seat]})
    for seat, name in enumerate(names):
        if position.melded >> seat & 1 and not has_melds(position.tables[profile.side_of(seat)]):
            message = N_("{seat:seat} is said to have melded and the side has no meld.")
            yield Problem("meld.final", message, {"seat": name})
    for rank in range(c.BLACK_THREE, 15):
        if position.fresh >> rank & 1 and not meld_of(position.tables[position.side], rank):
            message = N_("{rank:ranks} are said to be melded in this turn and are not there.")
            yield Problem("meld.final", message, {"rank": rank})
    if position.out is not None and (position.phase != "over" or position.hands[position.out]):
        message = N_("{seat:seat} is said to have gone out and still plays.")
        yield Problem("out.ends-deal", message, {"seat": names[position.out]})
