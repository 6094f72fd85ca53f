"""The draw for seats and partners, before the first deal.

Each player draws a card from the spread pack, and a draw is written ``seats Ks Qh * 4d``: one word a player, in the
order in which they drew. ``Ks+4d`` is two cards drawn at once, ``Ks@end`` one of the four cards at either end of the
pack. Threes are ``r`` and ``b`` as everywhere (``rh``, ``bs``). A profile may follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from canasta.cards import JOKER, Card, read_cards
from canasta.errors import NotationError
from canasta.filling import render
from canasta.problems import in_pack
from canasta.profile import CLASSIC, PROFILES, SEATS, Profile
from canasta.words import N_

if TYPE_CHECKING:
    from canasta.clauses.register import Book

WORD, END = "seats", "@end"
MOST = 6  # cards that one player can draw by mistake


class Drawn(NamedTuple):
    """What one player drew; ``end`` if a card of it was one of those at either end of the pack."""

    cards: tuple[Card, ...]
    end: bool = False

    def __str__(self) -> str:
        return "+".join(map(str, self.cards)) + END * self.end

    @property
    def card(self) -> Card:
        """His card, the first that he drew."""
        return self.cards[0]


class SeatCards(NamedTuple):
    """A draw for seats as it is written: each player's cards, and the profile."""

    draws: tuple[Drawn, ...]
    profile: Profile

    def __str__(self) -> str:
        words = [WORD, *map(str, self.draws)]
        if self.profile != CLASSIC.for_players(len(self.draws)):
            words.append(str(self.profile))
        return " ".join(words)


class Again(NamedTuple):
    """A player, numbered from 1, who must draw again: the clause, and the reason as a message."""

    player: int
    clause: str
    message: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def reason(self) -> str:
        """Why, in a sentence."""
        return render(self.message, self.values)


class SeatDraw(NamedTuple):
    """What a draw for seats comes to. Players are numbered from 1 in the order in which they drew.

    ``again`` are those who must draw again, and then nothing else is settled. Else ``order`` ranks the players from the
    highest card down, ``seating`` gives the player at each seat clockwise, ``sides`` the players of each side,
    ``first`` who chooses his seat and plays first, ``dealer`` who deals first (None if any may).
    """

    again: tuple[Again, ...] = ()
    order: tuple[int, ...] = ()
    seating: tuple[int, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    first: int = 0
    dealer: int | None = None

    def __str__(self) -> str:
        if self.again:
            return f"redraw {' '.join(map(str, self.again))}"
        seats = " ".join(f"{seat}:{player}" for seat, player in zip(SEATS[len(self.seating)], self.seating))
        sides = "/".join("+".join(map(str, side)) for side in self.sides)
        return f"{seats} sides={sides} first={self.first} deal={'any' if self.dealer is None else self.dealer}"


def draw_for_seats(draws: Sequence[Drawn], profile: Profile | None = None, book: Book | None = None) -> SeatDraw:
    """Who must draw again, or who sits where, plays first, is whose partner and deals.

    ``draws`` has one entry a player. The highest chooses his seat; he is put at the first one, his partners opposite
    or alternately, and the others follow him clockwise by rank (a ruling: the texts leave their seats open). Raises
    NotationError for draws that no table can show.
    """
    from canasta.clauses import BOOK

    book = book or BOOK
    cards = _checked(draws, profile)
    profile = cards.profile
    if again := book["seats.redraw"].value(cards.draws):
        return SeatDraw(again=again)
    order = book["seats.draw"].value(cards.draws)
    own = (0, *book["seats.opposite"].value(profile, 0))
    places = [*own, *(seat for seat in range(profile.players) if seat not in own)]
    seating = tuple(player for _, player in sorted(zip(places, order, strict=False)))
    dealer = book["deal.first-dealer"].value(profile, 0)
    return SeatDraw(
        order=order,
        seating=seating,
        sides=tuple(
            tuple(player for seat, player in enumerate(seating) if profile.side_of(seat) == side)
            for side in range(profile.sides)
        ),
        first=seating[0],
        dealer=seating[dealer] if isinstance(dealer, int) else None,
    )


def read_seat_draw(text: str) -> SeatCards:
    """Read a draw such as ``seats Ks Qh * 4d``. Raises NotationError naming the faulty part."""
    words = text.split()
    if not words or words[0] != WORD:
        message = N_("seats: {text!r} does not begin with {word}")
        raise NotationError(message, part=words[0] if words else "", text=text, word=WORD)
    profile = None
    if len(words) > 1 and words[-1].partition("/")[0].partition("+")[0] in PROFILES:
        profile = Profile.parse(words.pop())
    return _checked([_read_drawn(word) for word in words[1:]], profile, text)


def _read_drawn(word: str) -> Drawn:
    pieces = word.removesuffix(END).split("+")
    cards = []
    for piece in pieces:
        read = read_cards(piece, where="seats")
        if len(read) != 1:
            message = N_("seats: {word!r} needs one card, or several by +, such as Ks+4d")
            raise NotationError(message, part=word, word=word)
        cards += read
    return Drawn(tuple(cards), word.endswith(END))


def _checked(draws: Sequence[Drawn], profile: Profile | None, text: str = "") -> SeatCards:
    """The draws and their profile. Raises NotationError for what no spread pack can give."""
    if len(draws) not in SEATS:
        message = N_("seats: {n} players drew; {numbers} can play")
        raise NotationError(message, part=text, n=len(draws), numbers=", ".join(map(str, SEATS)))
    profile = profile or CLASSIC.for_players(len(draws))
    if profile.players != len(draws):
        message = N_("seats: {n} players drew, and {profile} has {players}")
        raise NotationError(message, part=text, n=len(draws), profile=profile, players=profile.players)
    for drawn in draws:
        if not 1 <= len(drawn.cards) <= MOST:
            message = N_("seats: a player draws one card, not {n}")
            raise NotationError(message, part=str(drawn), n=len(drawn.cards))
        if bare := next((card for card in drawn.cards if not card.suit and card.kind != JOKER), None):
            message = N_("seats: {card!r} needs its suit, such as {card}s")
            raise NotationError(message, part=str(bare), card=str(bare))
    for card, n in Counter(card for drawn in draws for card in drawn.cards).items():
        if n > (most := in_pack(JOKER, profile.packs) if card.kind == JOKER else profile.packs):
            message = N_("seats: {n} of {card!r}; the packs hold {most}")
            raise NotationError(message, part=str(card), n=n, card=str(card), most=most)
    return SeatCards(tuple(draws), profile)
