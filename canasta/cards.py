"""Cards: the fifteen kinds that the rules can tell apart, and *unseen*, the sixteenth. Suits are paint.

A bag of cards is one int, a byte a kind, so that adding and removing cards is integer arithmetic. A kind's number is
its rank where it has one: 4 to 14 (the ace), and 3 for the black three.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from canasta.errors import NotationError
from canasta.words import N_, _, card_name, suit_name

Kind: TypeAlias = int
Bag: TypeAlias = int

JOKER, RED_THREE, DEUCE, BLACK_THREE = 0, 1, 2, 3
UNSEEN = 15
NATURALS = range(4, 15)
WILDS = (JOKER, DEUCE)

LETTERS = "*r2b456789TJQKA?"
CARD_LETTERS = "*2456789TJQKArb"
MOST_UNSEEN = 200  # unseen cards in one zone; three packs have fewer
KIND = {letter: kind for kind, letter in enumerate(LETTERS)}
SUITS = "shdc"

# How a hand is held: high to low, then deuces and jokers, then the threes; cards nobody has named come last.
DISPLAY = (*range(14, 3, -1), DEUCE, JOKER, BLACK_THREE, RED_THREE, UNSEEN)
_ORDER = {kind: place for place, kind in enumerate(DISPLAY)}

ONE: tuple[Bag, ...] = tuple(1 << 8 * kind for kind in range(16))
WILD_MASK: Bag = 0xFF * (ONE[JOKER] | ONE[DEUCE])


class Card(NamedTuple):
    """One card: its kind, and the letter of its suit or "" if nobody has looked."""

    kind: Kind
    suit: str = ""

    def __str__(self) -> str:
        return LETTERS[self.kind] + self.suit

    @property
    def name(self) -> str:
        """The card in words, e.g. "king of spades"."""
        if not self.suit:
            return card_name(self.kind)
        # TRANSLATORS: a card with its suit, "king of spades"
        return _("{card} of {suit}").format(card=card_name(self.kind), suit=suit_name(self.suit))

    @property
    def is_wild(self) -> bool:
        """Whether it is a joker or a deuce (``pack.wild``)."""
        return self.kind in WILDS


def bag_of(kinds: Iterable[Kind]) -> Bag:
    """The bag that holds these cards."""
    bag = 0
    for kind in kinds:
        bag += ONE[kind]
    return bag


def size(bag: Bag) -> int:
    """How many cards a bag holds (fewer than 255)."""
    return bag % 255


def count(bag: Bag, kind: Kind) -> int:
    """How many cards of one kind a bag holds."""
    return bag >> 8 * kind & 0xFF


def counts(bag: Bag) -> bytes:
    """Sixteen counts, indexed by kind."""
    return bag.to_bytes(16, "little")


def kinds_in(bag: Bag) -> Iterator[Kind]:
    """The cards of a bag one by one, as a hand is held."""
    held = counts(bag)
    for kind in DISPLAY:
        yield from (kind,) * held[kind]


def without(bag: Bag, cards: Bag) -> Bag | None:
    """The bag less these cards, or None if it lacks one. Unseen cards may turn out to be any that are missing."""
    have, want = counts(bag), counts(cards)
    missing = 0
    rest = bag
    for kind in range(15):
        lack = want[kind] - have[kind]
        if lack > 0:
            missing += lack
        rest -= ONE[kind] * min(want[kind], have[kind])
    unseen = missing + want[UNSEEN]
    return None if unseen > have[UNSEEN] else rest - unseen * ONE[UNSEEN]


def lacking(bag: Bag, cards: Bag) -> Bag:
    """The cards that are asked for and not in the bag, unseen ones aside."""
    have, want = counts(bag), counts(cards)
    return sum(ONE[kind] * max(0, want[kind] - have[kind]) for kind in range(15))


def text_of(bag: Bag) -> str:
    """The letters of a bag, as a hand is held."""
    return "".join(LETTERS[kind] for kind in kinds_in(bag))


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a hand is held; within a kind by suit, unpainted cards last."""
    return tuple(sorted(cards, key=lambda card: (_ORDER[card.kind], SUITS.find(card.suit or "~") % 5, card.suit)))


def read_cards(text: str, *, unseen: bool = False, where: str = "") -> list[Card]:
    """Read card letters such as ``KsK2*``; with ``unseen`` also ``?11``.

    Raises NotationError naming the first piece that is no card; its value ``at`` is where that stands.
    """
    cards: list[Card] = []
    at = 0
    while at < len(text):
        letter = text[at]
        kind = KIND.get(letter)
        if kind is None or (kind == UNSEEN and not unseen):
            raise NotationError(
                N_("{where:field}: {letter!r} in {text!r} is no card; the cards are {wanted}"),
                part=letter,
                wanted=" ".join(CARD_LETTERS),
                where=where,
                letter=letter,
                text=text,
                at=at,
            )
        at += 1
        if kind == UNSEEN:
            end = at
            while end < len(text) and text[end] in "0123456789":
                end += 1
            if end == at or end - at > 3 or int(text[at:end]) > MOST_UNSEEN:
                raise NotationError(
                    N_("{where:field}: '?' in {text!r} needs a count of at most {most}, such as ?11"),
                    part="?",
                    where=where,
                    text=text,
                    most=MOST_UNSEEN,
                )
            cards.extend([Card(UNSEEN)] * int(text[at:end]))
            at = end
            continue
        suit = ""
        if at < len(text) and text[at] in SUITS:
            suit = text[at]
            at += 1
            allowed = suits_of(kind)
            if suit not in allowed:
                message = (
                    N_("{where:field}: {card!r} in {text!r}: a {kind:rank} takes a suit of {wanted}")
                    if allowed
                    else N_("{where:field}: {card!r} in {text!r}: a {kind:rank} takes no suit")
                )
                raise NotationError(
                    message,
                    part=letter + suit,
                    wanted=", ".join(allowed),
                    where=where,
                    card=letter + suit,
                    text=text,
                    at=at - len(letter + suit),
                    kind=kind,
                )
        cards.append(Card(kind, suit))
    return cards


def suits_of(kind: Kind) -> str:
    """The suits that a kind of card comes in: all four, two for the threes, none for jokers and unseen cards."""
    match kind:
        case 0 | 15:
            return ""
        case 1:
            return "hd"
        case 3:
            return "sc"
    return SUITS
