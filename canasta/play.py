"""Playing: a legal action makes a step, a value with before and after and what followed. No card is ever lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.cards import DEUCE, JOKER, ONE, RED_THREE, Bag, Card, Kind, bag_of, count
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.errors import IllegalAction
from canasta.info import tell
from canasta.judge import Verdict, judge
from canasta.paint import Painter
from canasta.position import ADDED, DRAW, DREW, NOT_YET, OVER, PLAY, TOOK, Position
from canasta.table import CONCEALED, RED_THREE_ON_TABLE, SLOT, meld_of
from canasta.words import N_, render


class Event(NamedTuple):
    """Something that followed from an action, under its clause."""

    clause: str
    message: str
    values: Mapping[str, Any] = {}

    @property
    def text(self) -> str:
        """The event in a sentence."""
        return render(self.message, self.values)


class Step(NamedTuple):
    """One action played: the position before, the verdict that allowed it, what followed, and the position after."""

    before: Position
    verdict: Verdict
    events: tuple[Event, ...]
    after: Position


def play(position: Position, action: Action, book: Book = BOOK) -> Step:
    """Play a legal action. Raises IllegalAction with the verdict for any other; the position never changes."""
    verdict = judge(position, action, book)
    if not verdict:
        raise IllegalAction(verdict)
    hand = _Play(position, action, book)
    match action.verb:
        case a.DRAW:
            hand.draw()
        case a.LAY:
            hand.lay(c.size(action.cards))
        case a.MELD | a.TAKE:
            hand.meld()
        case a.DISCARD:
            hand.discard()
        case a.SAY:
            tell(position, action, hand.note)
    return Step(position, verdict, tuple(hand.events), hand.finish())


class _Play:
    """The moving parts of one action while it is carried out."""

    def __init__(self, position: Position, action: Action, book: Book) -> None:
        self.before = position
        self.action = action
        self.book = book
        self.profile = position.profile
        self.seat, self.side = position.seat, position.side
        self.hands = list(position.hands)
        self.tables = list(position.tables)
        self.pile = position.pile
        self.stock = position.stock
        self.changes: dict[str, Any] = {}
        self.events: list[Event] = []
        paint = position.paint
        self.painter = paint and Painter(paint, len(position.pile), len(position.stock or b""))

    def finish(self) -> Position:
        return self.before._replace(
            hands=tuple(self.hands),
            tables=tuple(self.tables),
            pile=self.pile,
            stock=self.stock,
            paint=self.painter.finish() if self.painter else None,
            **self.changes,
        )

    def note(self, clause: str, message: str, **values: Any) -> None:
        assert clause in self.book, f"an event cites {clause}, which is not in the book"
        self.events.append(Event(clause, message, values))

    def gain(self, seat: int, cards: Bag) -> None:
        """Cards reach a hand; an unstated hand stays unstated."""
        hand = self.hands[seat]
        if hand is not None:
            self.hands[seat] = hand + cards

    def spend(self, cards: Bag) -> None:
        hand = self.hands[self.seat]
        if hand is not None:
            self.hands[self.seat] = c.without(hand, cards)

    # -- drawing ------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        if self.stock is not None and not self.stock:
            self.note("stock.end", N_("The stock is gone and the discard is not taken: the deal is over."))
            self.changes.update(phase=OVER)
            return
        self.changes.update(phase=PLAY, origin=DREW)
        if drawn := self._fill(self.profile.draws):
            self.note("turn.draw-first", N_("{n:cards} drawn from the stock."), n=drawn)

    def _fill(self, due: int) -> int:
        """Draw so many cards; red threes among them are laid and replaced. How many reached the hand.

        The deal ends if the last card of the stock is a red three and no card reached the hand.
        """
        # Said red threes came first: each was replaced by what is said after it.
        drawing = self.action.verb == a.DRAW
        said = sorted(c.kinds_in(self.action.cards), key=lambda kind: kind != RED_THREE) if drawing else []
        drawn = reds = 0
        while due and (card := self._next(said)) is not None:
            due -= 1
            if card.kind != RED_THREE:
                self._to_hand(self.seat, card)
                drawn += 1
                continue
            reds += 1
            self._lay_drawn(card)
            due += self.book["red-three.drawn"].value()
        if reds and not drawn and self.stock == b"" and self.book["stock.last-red-three"].value():
            self.note("stock.last-red-three", N_("The last card of the stock is a red three: the deal is over."))
            self.changes.update(phase=OVER)
        return drawn

    def _next(self, said: list[Kind]) -> Card | None:
        """The top card of the stock; one that was said where it could not be seen, else unseen. None if it is gone."""
        kind = c.UNSEEN
        if self.stock is not None:
            if not self.stock:
                return None
            kind, self.stock = self.stock[0], self.stock[1:]
        suit = self.painter.stock.pop(0).strip(".") if self.painter and self.painter.stock else ""
        if kind == c.UNSEEN and said:
            kind = said.pop(0)
        elif kind in said:
            said.remove(kind)
        return Card(kind, suit)

    def _to_hand(self, seat: int, card: Card) -> None:
        self.gain(seat, ONE[card.kind])
        if self.painter and card.suit:
            self.painter.hands[seat].append(card)

    def _lay_drawn(self, card: Card) -> None:
        self.tables[self.side] += RED_THREE_ON_TABLE
        if self.painter and card.suit:
            self.painter.tables[self.side].append((RED_THREE, card))
        self.note("red-three.drawn", N_("A red three is drawn and laid face up."))

    def lay(self, n: int) -> None:
        """Red threes go from the hand to the table and are replaced while the stock lasts, but for those of a pile."""
        self.spend(ONE[RED_THREE] * n)
        self.tables[self.side] += RED_THREE_ON_TABLE * n
        if self.painter:
            for card in self.painter.from_hand(self.seat, self.before.hand, ONE[RED_THREE] * n, self.action.painted):
                self.painter.tables[self.side].append((RED_THREE, card))
        self.note("red-three.hand", N_("{n:red_threes} laid face up."), n=n)
        if self.before.origin != TOOK:
            self._fill(n)

    # -- melding and taking ---------------------------------------------------------------------------------------

    def meld(self) -> None:
        taking = self.action.verb == a.TAKE
        top = self.pile[-1] if taking else None
        fresh = self.before.fresh
        new: dict[Kind, bool] = {}
        for place, lay in enumerate(self.action.lays):
            assert lay.rank is not None
            had = meld_of(self.tables[self.side], lay.rank)
            cards = lay.cards + (ONE[top] if top is not None and place == 0 else 0)
            amount = count(cards, lay.rank) + (count(cards, DEUCE) << 8) + (count(cards, JOKER) << 16)
            self.tables[self.side] += amount << SLOT * lay.rank
            fresh |= ADDED if had and not fresh >> lay.rank & 1 else 1 << lay.rank if not had else 0
            new[lay.rank] = new.get(lay.rank, had is None)
            if self.painter:
                gone = self.painter.from_hand(self.seat, self.hands[self.seat], lay.cards, lay.painted)
                self.painter.tables[self.side] += [(lay.rank, card) for card in gone if card.suit]
            self.spend(lay.cards)
        for rank, fresh_meld in new.items():
            self._celebrate(rank, fresh_meld)
        if taking:
            self._pick_up()
        self.changes.update(fresh=fresh, phase=PLAY)
        if self.hands[self.seat] == 0:
            self._go_out()

    def _celebrate(self, rank: Kind, new: bool) -> None:
        """A canasta made by this lay, and whether it was laid down whole."""
        before, after = meld_of(self.before.tables[self.side], rank), meld_of(self.tables[self.side], rank)
        seven = self.book["canasta.seven"].value
        assert after is not None
        if not seven(self.profile, after) or (before and seven(self.profile, before)):
            return
        kind = "natural" if after.is_natural else "mixed"
        earned = self.book[f"canasta.{kind}"].value(self.profile, after)
        message = (
            N_("A natural canasta of {rank:ranks}: {n:points}.")
            if after.is_natural
            else N_("A mixed canasta of {rank:ranks}: {n:points}.")
        )
        self.note(f"canasta.{kind}", message, rank=rank, n=earned)
        if new and self.profile.concealed_canasta_bonus and self.before.origin != TOOK:
            self.tables[self.side] += CONCEALED << SLOT * rank
            self.note(
                "canasta.concealed", N_("It is concealed: {n:points} more."), n=self.profile.concealed_canasta_bonus
            )

    def _pick_up(self) -> None:
        rest = self.pile[:-1]
        reds = rest.count(RED_THREE)
        self.gain(self.seat, bag_of(kind for kind in rest if kind != RED_THREE))
        self.tables[self.side] += RED_THREE_ON_TABLE * reds
        if self.painter:
            suits = self.painter.pile or ["."] * len(self.pile)
            cards = [Card(kind, suit.strip(".")) for kind, suit in zip(self.pile, suits)]
            if cards[-1].suit:
                self.painter.tables[self.side].append((self.pile[-1], cards[-1]))
            for card in cards[:-1]:
                if card.suit and card.kind == RED_THREE:
                    self.painter.tables[self.side].append((RED_THREE, card))
                elif card.suit:
                    self.painter.hands[self.seat].append(card)
            self.painter.pile = []
        self.note("take.whole", N_("The pile is taken: {n:cards}."), n=len(self.pile))
        if reds:
            self.note("red-three.pile", N_("{n:red_threes} of the pile laid face up, not replaced."), n=reds)
            self._fill(reds * self.book["red-three.pile"].value())
        self.pile = b""
        self.changes.update(origin=TOOK, upcards=0)

    # -- ending -------------------------------------------------------------------------------------------------

    def discard(self) -> None:
        (kind,) = c.kinds_in(self.action.cards)
        before = self.hands[self.seat]
        self.spend(self.action.cards)
        if self.painter:
            (card,) = self.painter.from_hand(self.seat, before, self.action.cards, self.action.painted)
            self.painter.pile.append(card.suit or ".")
        self.pile += bytes([kind])
        # A freeze is the clause's word, not ours: what froze is what the new pile says.
        if self.before.freezing_index() is None and self.before._replace(pile=self.pile).freezing_index() is not None:
            self.note("freeze.card", N_("The {kind:rank} freezes the pile."), kind=kind)
        if self.hands[self.seat] == 0:
            self._go_out()
            return
        self._pass_on()

    def _go_out(self) -> None:
        melded_before = self.before.melded >> self.seat & 1 or self.changes.get("fresh", self.before.fresh) & ADDED
        made = any(
            self.changes.get("fresh", self.before.fresh) >> rank & 1
            and self.book["canasta.seven"].value(self.profile, meld)
            for rank in c.NATURALS
            if (meld := meld_of(self.tables[self.side], rank))
        )
        self.changes.update(phase=OVER, out=self.seat, out_concealed=bool(made and not melded_before))
        self.note(
            "out.ends-deal", N_("{seat:seat} goes out, and the deal is over."), seat=self.profile.seat_names[self.seat]
        )

    def _pass_on(self) -> None:
        seat = (self.seat + 1) % self.profile.players
        first = self.before.first and self.seat != self.before.dealer
        melded = self.before.melded | (1 << self.seat if self.before.fresh else 0)
        self.changes.update(seat=seat, phase=DRAW, origin=NOT_YET, answer="", fresh=0, melded=melded, first=first)
        self.note("turn.order", N_("{seat:seat} is in turn."), seat=self.profile.seat_names[seat])
