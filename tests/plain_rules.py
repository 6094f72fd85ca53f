"""The rules of play once more, plain and slow, from the rules' text alone: an opinion the engine can be held to.

Cards are letters, a meld is (naturals, deuces, jokers). Nothing of the engine decides here; a position only says what
lies where. The turn that begins with a red three as the last card of the stock is left out, and unseen cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from canasta import Position, Profile
from canasta.cards import LETTERS, NATURALS, kinds_in

Meld = tuple[int, int, int]
Lays = tuple[tuple[str, Counter[str]], ...]
RANKS = [LETTERS[kind] for kind in NATURALS]
POINTS = {"*": 50, "2": 20, "A": 20, **dict.fromkeys("89TJQK", 10), **dict.fromkeys("4567b", 5)}


class Table:
    """What the player in turn has before him."""

    def __init__(self, position: Position) -> None:
        side, profile = position.side, position.profile
        self.rules: Profile = profile
        self.hand = Counter(LETTERS[kind] for kind in kinds_in(position.hand or 0))
        self.melds = {LETTERS[each.rank]: (each.naturals, each.deuces, each.jokers) for each in position.melds()}
        self.pile = [LETTERS[kind] for kind in position.pile]
        self.upcards, self.phase, self.origin = position.upcards, position.phase, position.origin
        self.gone = position.stock == b""
        self.no = position.answer == "no"
        self.must_ask = profile.ask == "required" and profile.players > 3
        self.least = profile.minimums[sum(position.scores[side] >= tier for tier in profile.tiers)]

    # -- melds and canastas --------------------------------------------------------------------------------------------

    def stands(self, rank: str, meld: Meld) -> bool:
        """Whether this may lie there."""
        naturals, wilds, rules = meld[0], meld[1] + meld[2], self.rules
        if rank == "b":
            return not wilds and naturals >= rules.meld_size and rules.black_threes != "never"
        if rules.wild_majority != "any" and wilds and wilds + (rules.wild_majority == "fewer") > naturals:
            return False
        size = naturals + wilds
        limits = wilds <= rules.wild_limit and (not rules.meld_limit or size <= rules.meld_limit)
        return size >= rules.meld_size and naturals >= rules.naturals and limits

    def canasta(self, rank: str, meld: Meld) -> bool:
        """Whether a meld is a canasta."""
        return rank != "b" and sum(meld) >= self.rules.canasta_size

    def goes_out(self, melds: dict[str, Meld]) -> bool:
        """Whether with these melds he may get rid of his last card."""
        enough = sum(self.canasta(rank, meld) for rank, meld in melds.items()) >= self.rules.canastas_out
        return enough and not self.barred

    @property
    def barred(self) -> bool:
        """Whether he counts as lacking canastas, whatever lies there."""
        return self.no or self.must_ask

    def joined(self, melds: dict[str, Meld], rank: str, cards: Counter[str], top: int = 0) -> Meld | None:
        """A meld with these cards added, or None if they may not lie there."""
        had = melds.get(rank, (0, 0, 0))
        new = (had[0] + cards[rank] + top, had[1] + cards["2"], had[2] + cards["*"])
        spoils = had[1] + had[2] == 0 and new[1] + new[2] > 0 and self.canasta(rank, had)
        fits = set(+cards) <= {rank, "2", "*"} and sum(new) > sum(had) and self.stands(rank, new)
        return new if fits and (self.rules.wild_on_natural or not spoils) else None

    def laid(self, lays: Lays, top: bool = False) -> dict[str, Meld] | None:
        """His side's melds after these lays, the top card in the first; None if something may not lie there."""
        melds = dict(self.melds)
        for place, (rank, cards) in enumerate(lays):
            meld = self.joined(melds, rank, cards, int(top and place == 0))
            if meld is None:
                return None
            melds[rank] = meld
        return melds

    # -- what is left ----------------------------------------------------------------------------------------------

    def stays(self, lays: Lays, melds: dict[str, Meld], hand: Counter[str]) -> bool:
        """Whether these cards may be left in the hand."""
        left, out = hand.total(), self.goes_out(melds)
        black = any(rank == "b" for rank, _ in lays)
        if self.rules.black_threes == "last" and "b" in self.melds and any(rank != "b" for rank, _ in lays):
            return False
        if left == 0:
            return out and not self.rules.discard_to_go_out
        out = out or (left == 1 and self.completes(melds, next(iter(hand))))
        return out if left == 1 else not black

    def completes(self, melds: dict[str, Meld], card: str) -> bool:
        """Whether the one card left can at once join a meld and complete the canastas."""
        if self.barred or self.rules.discard_to_go_out:
            return False
        closed = self.rules.black_threes == "last" and "b" in melds
        for rank in () if closed else melds:
            meld = self.joined(melds, rank, Counter(card)) if card in (rank, "2", "*") else None
            if meld is not None and self.goes_out({**melds, rank: meld}):
                return True
        return False

    # -- actions -----------------------------------------------------------------------------------------------------

    def may_meld(self, lays: Lays) -> bool:
        """Whether these lays are a legal meld."""
        hand, melds = self.hand - spent(lays), self.laid(lays)
        if self.phase != "play" or not spent(lays) <= self.hand or melds is None:
            return False
        short = not self.melds and points(lays) < self.least
        waived = self.origin == "drew" and hand.total() <= 1 and self.goes_out(melds)
        return (not short or waived) and self.stays(lays, melds, hand)

    def frozen(self) -> bool:
        """Whether the pile is frozen against his side."""
        freezing = {"2", "*", *"b" * self.rules.black_three_freezes}
        for place, card in enumerate(self.pile):
            if card in (self.rules.upcard_freezes if place < self.upcards else freezing):
                return True
        return self.rules.frozen_before_initial and not self.melds

    def may_take(self, lays: Lays) -> bool:
        """Whether the pile may be taken so."""
        if self.phase != "draw" or not self.pile or not spent(lays) <= self.hand:
            return False
        (rank, cards), top, melds = lays[0], self.pile[-1], self.laid(lays, top=True)
        if top not in RANKS or rank != top or melds is None or not self.way(cards, top):
            return False
        count = points(lays) + POINTS[top] * self.rules.top_card_counts
        rest = Counter(card for card in self.pile[:-1] if card != "r")
        return (bool(self.melds) or count >= self.least) and self.stays(lays, melds, self.hand - spent(lays) + rest)

    def way(self, cards: Counter[str], top: str) -> bool:
        """Whether these cards of the hand take the pile by its top card."""
        if self.hand.total() == len(self.pile) == 1 and not self.rules.one_card_take:
            return False
        if cards[top] >= 2:
            return True
        if self.frozen() or self.rules.take_ways == "pair":
            return False
        if top in self.melds:
            return self.rules.take_onto_canasta or not self.canasta(top, self.melds[top])
        return cards[top] == 1 and cards["2"] + cards["*"] > 0

    def may_draw(self) -> bool:
        """Whether he may draw, or with the stock gone end the deal."""
        forced = self.gone and bool(self.pile) and self.pile[-1] in self.melds and not self.frozen()
        return self.phase == "draw" and not (forced and any(map(self.may_take, self.takes())))

    def may_discard(self, card: str) -> bool:
        """Whether he may discard this card."""
        last = self.hand.total() == 1
        return self.phase == "play" and self.hand[card] > 0 and (not last or self.goes_out(self.melds))

    # -- what may be tried -----------------------------------------------------------------------------------------

    def single(self, rank: str, least: int = 1) -> Iterator[tuple[str, Counter[str]]]:
        """Every lay onto a rank that the hand has the cards for."""
        kinds = [rank, "2", "*"]
        for numbers in product(*(range(self.hand[kind] + 1) for kind in kinds)):
            if sum(numbers) >= least:
                yield rank, Counter(dict(zip(kinds, numbers)))

    def lays(self) -> Iterator[tuple[str, Counter[str]]]:
        """Every single lay."""
        for rank in dict.fromkeys([*RANKS, "b"]):
            if self.hand[rank] or rank in self.melds:
                yield from self.single(rank)

    def takes(self) -> Iterator[Lays]:
        """Every take with the first lay alone, and with one more."""
        for first in self.single(self.pile[-1], least=0):
            yield (first,)
            yield from ((first, lay) for lay in self.lays() if lay[0] != first[0])


def spent(lays: Lays) -> Counter[str]:
    """The cards that leave the hand."""
    return sum((cards for _, cards in lays), Counter())


def points(lays: Lays) -> int:
    """What the cards from the hand count."""
    return sum(POINTS[card] * n for card, n in spent(lays).items())


def words(verb: str, lays: Lays) -> str:
    """Lays as an action's words."""
    parts = ((rank, "".join(cards.elements())) for rank, cards in lays)
    return " ".join([verb, *(cards if rank in cards else f"{rank}:{cards}" for rank, cards in parts)])
