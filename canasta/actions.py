"""What a player can try, as values and as words. An action has no opinion: the judge has.

    draw            draw 9            take KK           take KK 777       take K:
    meld KK2 777    meld K:2          discard 4         pass              ask
    answer yes      answer no         lay r

what a player says, ``say minimum``, ``say minimum E``, ``say score W``, ``say hand E`` (how many cards), ``say stock``,
``say pile`` (looking through it), ``say red-three`` (to the partner), ``say sixth K`` (the sixth king is turned),
``say last-card``, each by another player with his seat before it, such as ``S: say minimum``;

and the tries that are never right: ``E: draw`` (out of turn), ``meld K@E:K`` (on East's side's kings), ``meld +777`` (a
second meld apart), ``take`` (nothing melded), ``pick KK`` (the top card alone), ``back KK`` (taking cards back),
``move Q:2 8:2``, ``discard`` or ``discard 44``, ``discard K:K`` (from a meld), ``answer if`` (a conditional yes),
``say advice``, ``say hand-cards E`` (which cards East holds), ``say stock-cards``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from canasta import cards as c
from canasta.cards import Bag, Card, Kind, bag_of, in_order, read_cards
from canasta.errors import NotationError
from canasta.profile import SEATS
from canasta.words import N_

DRAW, TAKE, PICK, MELD, DISCARD, PASS = "draw", "take", "pick", "meld", "discard", "pass"
ASK, ANSWER, LAY, BACK, MOVE, SAY = "ask", "answer", "lay", "back", "move", "say"
VERBS: Final = (DRAW, TAKE, PICK, MELD, DISCARD, PASS, ASK, ANSWER, LAY, BACK, MOVE, SAY)
LAYING: Final = frozenset((TAKE, PICK, MELD))
SPOKEN: Final = frozenset((ASK, ANSWER, SAY))
REPLIES: Final = ("yes", "no", "if")
# What may be said, and what it is about: nothing, maybe a seat, a seat, or a rank. The last three are never right.
NOTHING, MAYBE_SEAT, A_SEAT, A_RANK = "", "seat?", "seat", "rank"
TOPICS: Final = {
    "minimum": MAYBE_SEAT,
    "score": MAYBE_SEAT,
    "hand": A_SEAT,
    "stock": NOTHING,
    "pile": NOTHING,
    "red-three": NOTHING,
    "sixth": A_RANK,
    "last-card": NOTHING,
    "advice": NOTHING,
    "hand-cards": A_SEAT,
    "stock-cards": NOTHING,
}
ALL_SEATS: Final = frozenset(seat for seats in SEATS.values() for seat in seats)
LIMIT = 60  # cards and lays in one action; no hand is larger


class Lay(NamedTuple):
    """Cards put down together: ``rank`` of the meld they are meant for, or None if the cards name no single one.

    ``seat`` is set when the meld of another side is meant, ``apart`` when a second meld of the rank is. In a take the
    first lay holds the hand's part; the top card joins it.
    """

    rank: Kind | None
    cards: Bag
    seat: str = ""
    apart: bool = False
    painted: tuple[Card, ...] = ()

    @classmethod
    def of(cls, cards: list[Card], rank: Kind | None = None, seat: str = "", apart: bool = False) -> Lay:
        """A lay of these cards; the rank is that of its natural cards (or threes) unless given."""
        kinds = {card.kind for card in cards if card.kind not in c.WILDS}
        if rank is None and len(kinds) == 1:
            (rank,) = kinds
        painted = in_order(card for card in cards if card.suit)
        return cls(rank, bag_of(card.kind for card in cards), seat, apart, painted)

    def __str__(self) -> str:
        return self.text()

    def text(self, *, place: bool = False) -> str:
        """Its words; with ``place`` the meld's rank is said even where the cards imply it."""
        kinds = {kind for kind in c.kinds_in(self.cards) if kind not in c.WILDS}
        implied = kinds == {self.rank} if self.rank is not None else len(kinds) != 1
        # There is no meld of red threes to be named.
        letter = c.LETTERS[self.rank] if self.rank is not None and self.rank != c.RED_THREE else ""
        where = ""
        if not implied or self.seat or (place and letter):
            where = letter + (f"@{self.seat}" if self.seat else "") + ":"
        return "+" * self.apart + where + _painted_text(self.cards, self.painted)

    @classmethod
    def parse(cls, text: str) -> Lay:
        """Read one lay, such as ``KK2``, ``K:2`` or ``K@E:K``. Raises NotationError naming the faulty part."""
        body = text.removeprefix("+")
        where, colon, letters = body.rpartition(":")
        cards = _cards(letters, text)
        if not colon:
            if not cards:
                raise NotationError(N_("lay: {text!r} has no cards"), part=text, text=text)
            return cls.of(cards, apart=text != body)
        letter, at, seat = where.partition("@")
        rank = c.KIND.get(letter)
        if (letter or not at) and (rank is None or rank < c.BLACK_THREE or rank == c.UNSEEN):
            message = N_("lay: {where!r} in {text!r} is no rank; write it as K: or K@E:")
            raise NotationError(message, part=where, where=where, text=text)
        if at and seat not in ALL_SEATS:
            raise NotationError(N_("lay: {seat!r} in {text!r} is no seat"), part=seat, seat=seat, text=text)
        return cls.of(cards, rank, seat, apart=text != body)

    @property
    def naturals(self) -> int:
        """How many of its cards are of the meld's rank."""
        return 0 if self.rank is None else c.count(self.cards, self.rank)

    @property
    def wilds(self) -> int:
        """How many of its cards are wild."""
        return c.count(self.cards, c.DEUCE) + c.count(self.cards, c.JOKER)


class Action(NamedTuple):
    """One try. ``lays`` for verbs that move melds, ``cards`` for the others, ``reply`` for an answer or what is said.

    ``seat`` is set where another player than the one in turn acts.
    """

    verb: str
    lays: tuple[Lay, ...] = ()
    cards: Bag = 0
    seat: str = ""
    reply: str = ""
    painted: tuple[Card, ...] = ()

    def __str__(self) -> str:
        words = [f"{self.seat}:"] * bool(self.seat) + [self.verb]
        words += [lay.text(place=self.verb == DISCARD) for lay in self.lays]
        if self.cards:
            words.append(_painted_text(self.cards, self.painted))
        if self.reply:
            words.append(self.reply)
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Action.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read an action's words. Raises NotationError naming the faulty part."""
        words = text.split()
        seat = ""
        if words and words[0].endswith(":") and words[0][:-1] in ALL_SEATS:
            seat = words.pop(0)[:-1]
        if not words or words[0] not in VERBS:
            part = words[0] if words else ""
            none, unknown = (
                N_("action: none is given; the verbs are {verbs}"),
                N_("action: {verb!r} is no verb; the verbs are {verbs}"),
            )
            message = unknown if part else none
            raise NotationError(message, part=part, verb=part, verbs=", ".join(VERBS))
        verb, rest = words[0], words[1:]
        if len(rest) > LIMIT:
            raise NotationError(N_("action: {n} lays are more than a hand can make"), part=text, n=len(rest))
        if verb in (MELD, TAKE, PICK, BACK, MOVE) or (verb == DISCARD and any(":" in word for word in rest)):
            lays = tuple(Lay.parse(word) for word in rest)
            if not lays and verb in (MELD, BACK, MOVE):
                raise NotationError(N_("action: {verb} needs cards, such as {verb} KKK"), part=verb, verb=verb)
            if verb == MOVE and len(lays) != 2:
                raise NotationError(N_("action: {verb} needs two melds, such as {verb} Q:2 8:2"), part=text, verb=verb)
            return cls(verb, in_canonical_order(verb, lays), seat=seat)
        if verb == ANSWER:
            if len(rest) != 1 or rest[0] not in REPLIES:
                raise NotationError(
                    N_("action: {verb} needs a reply, {replies}"),
                    part=next((word for word in rest if word not in REPLIES), rest[-1] if rest else ""),
                    verb=verb,
                    replies="/".join(REPLIES[:2]),
                )
            return cls(verb, seat=seat, reply=rest[0])
        if verb == SAY:
            return cls(verb, seat=seat, reply=_said(rest))
        if verb in (PASS, ASK) and rest:
            message = N_("action: {verb} stands alone, without {rest!r}")
            raise NotationError(message, part=rest[0], verb=verb, rest=" ".join(rest))
        cards = _cards("".join(rest), text)
        if verb == LAY and not cards:
            raise NotationError(N_("action: {verb} needs red threes, such as {verb} r"), part=verb, verb=verb)
        painted = in_order(card for card in cards if card.suit)
        return cls(verb, cards=bag_of(card.kind for card in cards), seat=seat, painted=painted)

    @property
    def spends(self) -> Bag:
        """The cards that leave the hand."""
        return self.cards if self.verb in (DISCARD, LAY) else sum(lay.cards for lay in self.lays)

    @property
    def topic(self) -> str:
        """What is said or asked, a word of ``TOPICS``; "" for any other verb."""
        return self.reply.partition(" ")[0] if self.verb == SAY else ""

    @property
    def about(self) -> str:
        """The seat, or the letter of the rank, that is spoken of; "" if none is named."""
        return self.reply.partition(" ")[2] if self.verb == SAY else ""

    def plain(self) -> Action:
        """The same action without suits."""
        if not self.painted and not any(lay.painted for lay in self.lays):
            return self
        return self._replace(painted=(), lays=tuple(lay._replace(painted=()) for lay in self.lays))


def in_canonical_order(verb: str, lays: tuple[Lay, ...]) -> tuple[Lay, ...]:
    """Lays as they are spelled: high ranks first, but a take's first lay and a move's two keep their places."""
    fixed = {TAKE: 1, PICK: 1, MOVE: 2}.get(verb, 0)
    if len(lays) - fixed < 2:
        return lays
    return lays[:fixed] + tuple(sorted(lays[fixed:], key=lambda lay: (-(lay.rank or 0), str(lay))))


def _said(words: list[str]) -> str:
    """What is said, such as ``hand E``. Raises NotationError naming the faulty word."""
    topic, *about = words or [""]
    if topic not in TOPICS:
        message = N_("action: {topic!r} cannot be said; what can is {topics}")
        raise NotationError(message, part=topic, topic=topic, topics=", ".join(TOPICS))
    wanted = TOPICS[topic]
    if len(about) > (wanted != NOTHING):
        message = N_("action: {word!r} is one word too many for {verb} {topic}")
        raise NotationError(message, part=about[-1], word=about[-1], verb=SAY, topic=topic)
    if not about and wanted in (A_SEAT, A_RANK):
        rank = N_("action: {verb} {topic} needs a rank, such as {verb} {topic} K")
        seat = N_("action: {verb} {topic} needs a seat, such as {verb} {topic} E")
        raise NotationError(rank if wanted == A_RANK else seat, part=topic, verb=SAY, topic=topic)
    for word in about:
        if wanted == A_RANK and c.KIND.get(word, c.UNSEEN) not in (c.BLACK_THREE, *c.NATURALS):
            raise NotationError(N_("action: {word!r} is no rank that can be melded, such as K"), part=word, word=word)
        if wanted != A_RANK and word not in ALL_SEATS:
            raise NotationError(N_("action: {word!r} is no seat, such as E"), part=word, word=word)
    return " ".join(words)


def _cards(text: str, whole: str) -> list[Card]:
    cards = read_cards(text, where="action")
    if len(cards) > LIMIT:
        message = N_("action: {n:cards} in {start!r}… are more than a hand holds")
        raise NotationError(message, part=text, n=len(cards), start=whole[:20])
    return cards


def _painted_text(bag: Bag, painted: tuple[Card, ...]) -> str:
    from canasta.paint import painted_bag

    return "".join(map(str, painted_bag(bag, painted)))
