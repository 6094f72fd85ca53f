"""A position: one immutable value with everything about a deal that cannot be derived, and its derived properties.

The rules read kinds, held as packed bags (``canasta.cards``) and tables (``canasta.table``). Cards that may not be seen
are *unseen* cards, so what a player may know is a Position too. A hand or stock of None is *unstated*: nothing is
known of it, its size included, as in a lesson that shows one hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from canasta import cards as c
from canasta.cards import Bag, Card
from canasta.errors import ImpossiblePosition
from canasta.paint import Paint, painted_bag, painted_kinds, painted_row
from canasta.profile import CLASSIC, Profile, letters
from canasta.table import Meld, Table, has_melds, meld_of, melds_on, red_threes_on

if TYPE_CHECKING:
    from typing import Self

    from canasta.problems import Problem

DRAW, PLAY, ANSWER, OVER = "draw", "play", "answer", "over"
PHASES = (DRAW, PLAY, ANSWER, OVER)
NOT_YET, DREW, TOOK = "", "drew", "took"
LAST = "last"  # drew the last card of the stock, a red three, where one may still meld (stock.last-red-three)
ADDED = 1  # the bit of ``fresh`` that says a meld of an earlier turn was added to
MORE = 2  # the bit that says more was melded after the pile was taken
ALONE = 4  # the bit that says the pile that was taken was its top card alone, so that none of it reached the hand


class Position(NamedTuple):
    """One moment of a deal.

    ``hands`` by seat, ``tables`` by side, ``pile`` from bottom to top, ``stock`` from the top. ``origin`` says how this
    turn began (drew, took, last, or not yet), ``answer`` what the partner replied ("yes", "no" or ""), ``first`` that
    the player in turn is in his first turn, ``fresh`` has a bit for each rank melded new in this turn (and ADDED for an
    addition to an older meld, MORE for melding after the take, ALONE for a pile of one card), ``melded`` a bit for each
    seat that has melded in an earlier turn, ``upcards`` how many cards at the bottom of the pile were turned at the
    deal, ``out`` who went out, ``out_concealed`` whether concealed.
    """

    profile: Profile = CLASSIC
    hands: tuple[Bag | None, ...] = (None, None, None, None)
    tables: tuple[Table, ...] = (0, 0)
    pile: bytes = b""
    stock: bytes | None = None
    seat: int = 0
    phase: str = DRAW
    origin: str = NOT_YET
    answer: str = ""
    first: bool = False
    fresh: int = 0
    melded: int = 0
    dealer: int = 3
    upcards: int = 0
    out: int | None = None
    out_concealed: bool = False
    scores: tuple[int, ...] = (0, 0)
    paint: Paint | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a position's line.

        Raises NotationError naming the faulty part, or ImpossiblePosition where the text is readable but no table can
        hold it (two melds of one rank, a meld of wild cards alone). Other problems are for ``check``.
        """
        from canasta.notation import read_position

        return cls(*read_position(text))

    def __str__(self) -> str:
        from canasta.notation import position_text

        return position_text(self)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def problems(self) -> list[Problem]:
        """Everything that makes this position impossible; empty for one that can exist."""
        from canasta.problems import problems

        return problems(self)

    def check(self) -> Self:
        """The position itself. Raises ImpossiblePosition with all its problems if it cannot exist."""
        if problems := self.problems():
            raise ImpossiblePosition(problems)
        return self

    @property
    def side(self) -> int:
        """The side of the player in turn."""
        return self.profile.side_of(self.seat)

    @property
    def acting(self) -> int:
        """The seat that is to act: that of the player in turn, or of the partner whose answer is due (``out.ask``)."""
        partner = self.profile.partner_of(self.seat) if self.phase == ANSWER else None
        return self.seat if partner is None else partner

    @property
    def hand(self) -> Bag | None:
        """The hand of the player in turn."""
        return self.hands[self.seat]

    def hand_size(self, seat: int | None = None) -> int | None:
        """How many cards a hand holds, or None if it is unstated."""
        hand = self.hands[self.seat if seat is None else seat]
        return None if hand is None else c.size(hand)

    def stock_size(self) -> int | None:
        """How many cards the stock holds, or None if it is unstated."""
        return None if self.stock is None else len(self.stock)

    def cards_in_hand(self, seat: int | None = None) -> list[Card]:
        """A hand's cards as it is held; empty for an unstated hand."""
        seat = self.seat if seat is None else seat
        return painted_bag(self.hands[seat] or 0, self.paint.hands[seat] if self.paint else ())

    def pile_cards(self) -> list[Card]:
        """The discard pile from bottom to top."""
        return painted_row(self.pile, self.paint.pile if self.paint else "")

    def brought(self) -> Bag:
        """What taking the pile brings to the hand: all but its top card, and the red threes, which are laid."""
        return c.bag_of(self.pile[:-1].replace(bytes([c.RED_THREE]), b""))

    def melds(self, side: int | None = None) -> tuple[Meld, ...]:
        """A side's melds, high ranks first."""
        return tuple(melds_on(self.tables[self.side if side is None else side]))

    def meld_cards(self, side: int, rank: int) -> list[Card]:
        """The cards of one meld with their suits: naturals, deuces, jokers. Empty if there is none."""
        meld = meld_of(self.tables[side], rank)
        painted = (card for at, card in self.paint.tables[side] if at == rank) if self.paint else ()
        return painted_kinds(meld.kinds, painted) if meld else []

    def red_threes(self, side: int | None = None) -> int:
        """How many red threes a side has laid."""
        return red_threes_on(self.tables[self.side if side is None else side])

    def has_melded(self, side: int | None = None) -> bool:
        """Whether a side has made its initial meld (``initial.partner-free``)."""
        return has_melds(self.tables[self.side if side is None else side])

    def canastas(self, side: int | None = None) -> int:
        """How many canastas a side has."""
        return sum(self.is_canasta(meld) for meld in self.melds(side))

    def is_canasta(self, meld: Meld) -> bool:
        """Whether a meld is a canasta here (``canasta.seven``)."""
        from canasta.clauses import BOOK

        return bool(BOOK["canasta.seven"].value(self.profile, meld))

    def minimum(self, side: int | None = None) -> int:
        """What a side's initial meld must count (``initial.minimum``)."""
        from canasta.clauses import BOOK

        return int(BOOK["initial.minimum"].value(self.profile, self.scores[self.side if side is None else side]))

    def freezing_index(self) -> int | None:
        """Where in the pile its lowest freezing card lies, or None if no card freezes it (``freeze.card``)."""
        pile, upcards = self.pile, self.upcards
        if upcards:
            turned = letters(self.profile.upcard_freezes)
            for place in range(min(upcards, len(pile))):
                if pile[place] in turned:
                    return place
        first = pile.find(c.JOKER, upcards)
        deuce = pile.find(c.DEUCE, upcards)
        if deuce >= 0 and not 0 <= first < deuce:
            first = deuce
        if self.profile.black_three_freezes:
            black = pile.find(c.BLACK_THREE, upcards)
            if black >= 0 and not 0 <= first < black:
                first = black
        return None if first < 0 else first

    def is_frozen(self, side: int | None = None) -> bool:
        """Whether the pile is frozen against a side, by a card or because it has not melded."""
        unopened = self.profile.frozen_before_initial and not self.has_melded(side)
        return unopened or self.freezing_index() is not None

    def seen_by(self, seat: int) -> Position:
        """What a player may see: the other hands and the stock face down, all else as it is."""
        unseen = tuple(
            hand if at == seat or hand is None else c.size(hand) * c.ONE[c.UNSEEN] for at, hand in enumerate(self.hands)
        )
        stock = None if self.stock is None else bytes([c.UNSEEN]) * len(self.stock)
        paint = self.paint and Paint.made(
            (hand if at == seat else () for at, hand in enumerate(self.paint.hands)),
            self.paint.tables,
            self.paint.pile,
            "",
        )
        return self._replace(hands=unseen, stock=stock, paint=paint)
