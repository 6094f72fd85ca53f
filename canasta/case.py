"""A position and an action, taken apart into the small facts that clauses judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.asking import WAIVED_LEFT, asking, bound, is_barred, is_waived, partner_name
from canasta.cards import BLACK_THREE, DEUCE, JOKER, RED_THREE, Bag, Kind
from canasta.clauses.register import Book
from canasta.facts import (
    ConcealedFacts,
    DiscardFacts,
    Facts,
    HeldFacts,
    LayFacts,
    LeaveFacts,
    OpeningFacts,
    TakeFacts,
    TurnFacts,
)
from canasta.position import ADDED, ALONE, ANSWER, DRAW, LAST, MORE, OVER, TOOK, Position
from canasta.problems import all_cards, in_pack
from canasta.profile import Profile
from canasta.saying import saying
from canasta.table import Meld, Table, has_melds, laid, meld_of, melds_on, red_threes_on


class Case:
    """One try in one position. It looks at nothing that the player who acts may not see."""

    def __init__(self, position: Position, action: Action, book: Book | None = None) -> None:
        from canasta.clauses import BOOK

        self.position = position
        self.action = action
        self.book = book or BOOK
        self.profile = position.profile
        self.table = position.tables[position.side]

    def facts(self) -> Iterator[Facts]:
        """All facts there are, in the order in which a learner hears of them."""
        turn = self.turn()
        yield turn
        if self.position.phase == OVER:
            return
        if self.action.verb in (a.ASK, a.ANSWER) or self.position.phase == ANSWER:
            yield asking(self)
        if self.action.verb == a.SAY:
            yield saying(self)
        if not turn.own or self.action.verb in a.SPOKEN or self.position.phase == ANSWER:
            return
        verb = self.action.verb
        if verb in a.LAYING:
            yield HeldFacts(self.missing)
        if verb == a.DRAW and self.action.cards:
            yield HeldFacts(self._unsaid(), "stock")
        if verb == a.DISCARD and not self.action.lays:
            yield HeldFacts(self._unheld_suits())
        if verb == a.DISCARD or (verb == a.PASS and self.position.origin != LAST):
            yield self.discard()
        if verb in (a.TAKE, a.PICK):
            yield self.take()
        if verb in a.LAYING:
            yield from self.lays
            if self.action.lays:
                yield self.opening()
        leave = self.leave()
        # What an answer binds is why so much must be kept, so it is heard first.
        yield from bound(self, leave)
        if leave is not None:
            yield leave
            if leave.left == 0:
                yield self.concealed()

    @cached_property
    def hand(self) -> Bag | None:
        """The hand of the player in turn, None if unstated."""
        return self.position.hand

    @cached_property
    def lacking(self) -> Bag:
        """What the action needs from the hand and is surely not there."""
        hand = self.hand
        if hand is None:
            return 0
        if c.without(hand, self.action.spends) is None:
            return c.lacking(hand, self.action.spends)
        return self._unheld_suits()

    def _unheld_suits(self) -> Bag:
        """Cards named with a suit that no such card of the hand can have; bare cards may have any."""
        paint = self.position.paint
        wanted = Counter([*self.action.painted, *(card for lay in self.action.lays for card in lay.painted)])
        if paint is None or not wanted or self.hand is None:
            return 0
        held = Counter(paint.hands[self.position.seat])
        missing = 0
        for kind in {card.kind for card in wanted}:
            bare = c.count(self.hand, kind) - sum(n for card, n in held.items() if card.kind == kind)
            bare += c.count(self.hand, c.UNSEEN)
            short = sum(max(0, n - held[card]) for card, n in wanted.items() if card.kind == kind)
            missing += c.ONE[kind] * max(0, short - bare)
        return missing

    def _unsaid(self) -> Bag:
        """Cards that are said to be drawn and cannot be: more than are due, or more than the packs can still hold.

        Only what the player sees counts, else naming cards would find out what lies on the stock.
        """
        said = self.action.cards
        seen = self.position.seen_by(self.position.seat)
        reds = c.count(said, RED_THREE)
        if c.size(said) - reds > self.profile.draws or (seen.stock is not None and c.size(said) > len(seen.stock)):
            return said
        there = all_cards(seen)
        over = ((kind, there[kind] + c.count(said, kind) - in_pack(kind, self.profile.packs)) for kind in range(15))
        return sum(c.ONE[kind] * min(n, c.count(said, kind)) for kind, n in over if n > 0 and c.count(said, kind))

    @cached_property
    def missing(self) -> Bag:
        """Lacking cards, but for those that a take would bring up."""
        return self.lacking - self.buried

    @cached_property
    def buried(self) -> Bag:
        """Lacking cards that lie in the pile under its top card, in a take."""
        if self.action.verb not in (a.TAKE, a.PICK):
            return 0
        below = c.bag_of(self.position.pile[:-1])
        # As many as the pile has, or none of the kind: a card that is nowhere stays missing.
        return sum(
            c.ONE[kind] * c.count(self.lacking, kind)
            for kind in range(15)
            if 0 < c.count(self.lacking, kind) <= c.count(below, kind)
        )

    def turn(self) -> TurnFacts:
        """Who acts, and when."""
        position, action = self.position, self.action
        seat = position.profile.seat_names[position.seat]
        gone = position.stock is not None and not position.stock
        matches = forced = optional = 0
        if gone and action.verb == a.DRAW and position.phase == DRAW and self.profile.stock_gone == "play":
            from canasta.lister import rank_to_take

            matches, takable = rank_to_take(position, self.book)
            forced, optional = (matches, 0) if matches and takable else (0, takable)
        return TurnFacts(
            verb=action.verb,
            phase=position.phase,
            seat=action.seat or (partner_name(position) if action.verb == a.ANSWER else seat),
            in_turn=seat,
            origin=position.origin,
            reds=self._reds(),
            laying=c.count(action.cards, RED_THREE) if c.size(action.cards) == c.count(action.cards, RED_THREE) else 0,
            lays=len(action.lays),
            fresh=bool(position.fresh),
            stock_gone=gone,
            forced=forced,
            matches=matches,
            optional=optional,
        )

    def _reds(self) -> int:
        """The red threes in the hand; where they are to be laid, cards that nobody has seen may be some."""
        if self.action.verb != a.LAY:
            return c.count(self.hand or 0, RED_THREE)
        if self.hand is None:
            return c.size(self.action.cards)
        return c.count(self.hand, RED_THREE) + c.count(self.hand, c.UNSEEN)

    def discard(self) -> DiscardFacts:
        """The discard, none for a pass."""
        spent = self.action.spends
        from_meld = bool(self.action.lays)
        bag = sum(lay.cards for lay in self.action.lays) if from_meld else spent
        kinds = list(c.kinds_in(bag))
        lacks = 0 if from_meld else c.size(self.lacking)
        held = 0 if from_meld else len(kinds) - lacks
        return DiscardFacts(len(kinds), held, from_meld, c.count(bag, RED_THREE), kinds[0] if kinds else 0)

    def take(self) -> TakeFacts:
        """The take: what lies there and what is shown for it."""
        position, action = self.position, self.action
        pile = position.pile
        top = pile[-1] if pile else None
        first = action.lays[0] if action.lays else None
        frozen_at = position.freezing_index()
        meld = meld_of(self.table, top) if top is not None else None
        return TakeFacts(
            top=top,
            pile=len(pile),
            naturals=self._shown(first, top) if first is not None and top is not None else 0,
            wilds=max(0, first.wilds - c.size(self.lacking & c.WILD_MASK)) if first is not None else 0,
            fits=first is not None and first.rank == top and not self._theirs(first.seat),
            meld=meld is not None,
            canasta=meld is not None and position.is_canasta(meld),
            by_card=None if frozen_at is None else pile[frozen_at],
            covered=0 if frozen_at is None else len(pile) - 1 - frozen_at,
            unopened=self.profile.frozen_before_initial and not has_melds(self.table),
            below=pile[-2] if len(pile) > 1 else None,
            hand=None if self.hand is None else c.size(self.hand),
            whole=action.verb == a.TAKE,
            buried=bool(self.buried),
        )

    @cached_property
    def lays(self) -> list[LayFacts]:
        """Each lay with what lies there already; a take's first lay with the top card."""
        taken = self.position.pile[-1] if self.action.verb in (a.TAKE, a.PICK) and self.position.pile else None
        tops = [taken, *[None] * len(self.action.lays)]
        # Cards of a rank join one meld, in one action too, but for what is plainly meant as a second meld.
        joined: list[tuple[Lay, Kind | None]] = []
        for lay, top in zip(self.action.lays, tops, strict=False):
            place = next((at for at, (first, _) in enumerate(joined) if _meet(first, lay)), None)
            if place is None:
                joined.append((lay, top))
            elif self._is_second(joined[place][0], lay, joined[place][1]):
                joined.append((lay._replace(apart=True), top))
            else:
                first, its_top = joined[place]
                joined[place] = (first._replace(cards=first.cards + lay.cards), its_top)
        return [self._lay(lay, top) for lay, top in joined]

    def _is_second(self, first: Lay, lay: Lay, top: Kind | None) -> bool:
        """Whether two lays of a rank that is not on the table are each as large as a meld."""
        if top is not None:
            return False  # the top card's meld is made first, and cards of its rank join it
        had = lay.rank is not None and meld_of(self.table, lay.rank) is not None
        least = self.profile.meld_size
        return not had and c.size(lay.cards) >= least and c.size(first.cards) >= least

    def _lay(self, lay: Lay, top: Kind | None) -> LayFacts:
        cards = lay.cards + (c.ONE[top] if top is not None else 0)
        deuces, jokers = c.count(cards, DEUCE), c.count(cards, JOKER)
        naturals = 0 if lay.rank is None else c.count(cards, lay.rank)
        others = c.size(cards) - naturals - deuces - jokers
        threes = c.count(cards, RED_THREE) + (0 if lay.rank == BLACK_THREE else c.count(cards, BLACK_THREE))
        side = self.side_at(lay.seat)
        had = meld_of(self.position.tables[side], lay.rank) if lay.rank is not None else None
        kinds = {kind for kind in c.kinds_in(cards) if kind not in c.WILDS} | (
            {lay.rank} if lay.rank is not None else set()
        )
        return LayFacts(
            rank=lay.rank,
            naturals=naturals,
            deuces=deuces,
            jokers=jokers,
            had_naturals=had.naturals if had else 0,
            had_deuces=had.deuces if had else 0,
            had_jokers=had.jokers if had else 0,
            others=others,
            threes=threes,
            kinds=len(kinds),
            theirs=lay.seat if self._theirs(lay.seat) else "",
            apart=lay.apart and (had is not None or self._repeats(lay)),
        )

    def _repeats(self, lay: Lay) -> bool:
        return sum(other.rank == lay.rank for other in self.action.lays) > 1

    def _shown(self, first: Lay, top: Kind) -> int:
        """The cards of the top card's rank that the hand itself can show."""
        return c.count(first.cards, top) - c.count(self.lacking, top)

    def _theirs(self, seat: str) -> bool:
        """Whether a meld before that seat is another side's, or nobody's."""
        return bool(seat) and (seat not in self.profile.seat_names or self.side_at(seat) != self.position.side)

    def side_at(self, seat: str) -> int:
        names = self.profile.seat_names
        return self.profile.side_of(names.index(seat)) if seat in names else self.position.side

    @cached_property
    def after(self) -> Table:
        """The side's table after the action, as far as the cards can lie there."""
        table = self.table
        for facts in self.lays:
            if facts.rank is not None and not facts.theirs:
                table += laid(facts.rank, facts.naturals, facts.deuces, facts.jokers)
        return table

    @cached_property
    def fresh_after(self) -> int:
        """What has been melded in the turn once the action is done; see ``Position.fresh``."""
        position = self.position
        fresh = position.fresh
        if self.action.verb == a.MELD and position.origin == TOOK:
            fresh |= MORE
        if self.action.verb == a.TAKE:
            fresh |= lone_pile(self.profile, position.pile)
        for facts in self.lays:
            if facts.rank is not None and not facts.theirs and not position.fresh >> facts.rank & 1:
                fresh |= ADDED if facts.had else 1 << facts.rank
        return fresh

    @cached_property
    def left(self) -> int | None:
        """How many cards the hand holds after the action, red threes of the pile not counted; None if unknown."""
        if self.hand is None:
            return None
        left = c.size(self.hand) - c.size(self.action.spends) + c.size(self.lacking)
        if self.action.verb == a.TAKE and self.position.pile:
            rest = self.position.pile[:-1]
            left += len(rest) - rest.count(RED_THREE)
        return left

    def opening(self) -> OpeningFacts:
        """What is laid, against the minimum of the side."""
        position, profile = self.position, self.profile
        worth = self.book["value.points"].value
        take = self.action.verb in (a.TAKE, a.PICK)
        top = worth(c.ONE[position.pile[-1]]) if take and position.pile and profile.top_card_counts else 0
        counted = [worth(lay.cards) for lay in self.action.lays]
        if take and counted:
            counted[0] += top
        total = sum(counted) - worth(self.buried)
        score = position.scores[position.side]
        return OpeningFacts(
            melded=has_melds(self.table),
            total=total,
            minimum=self.book["initial.minimum"].value(profile, score),
            score=score,
            lays=len(counted),
            single=max(counted, default=0),
            take=take,
            top=top,
            buried=self._buried_points() if take else 0,
            dug=bool(self.buried),
            bonus=self._bonus(),
            waived=self._waived(),
        )

    def _buried_points(self) -> int:
        """What the pile's other cards would add to the melds that are laid, or as melds with what stays in the hand."""
        rest = c.bag_of(self.position.pile[:-1])
        kept = c.without(self.hand or 0, self.action.spends) or 0
        laid = {lay.rank for lay in self.action.lays}
        useful = sum(
            n * c.ONE[kind]
            for kind in c.NATURALS
            if (n := c.count(rest, kind)) and (kind in laid or n + c.count(kept, kind) >= self.profile.meld_size)
        )
        room = sum(self._room(lay) for lay in self.lays)
        for kind in (JOKER, DEUCE):
            n = min(room, c.count(rest, kind))
            useful, room = useful + n * c.ONE[kind], room - n
        return int(self.book["value.points"].value(useful))

    def _room(self, lay: LayFacts) -> int:
        """How many more wild cards a lay could hold."""
        room = 0
        while room < self.profile.wild_limit and self.book.allows(
            self.profile, lay._replace(deuces=lay.deuces + room + 1)
        ):
            room += 1
        return room

    def _bonus(self) -> int:
        reds = self.book["value.red-three"].value(self.profile, red_threes_on(self.table))
        canastas = sum(
            self.book[f"canasta.{kind}"].value(self.profile, meld)
            for meld in melds_on(self.after)
            for kind in ("natural", "mixed")
        )
        return int(reds + canastas)

    def _waived(self) -> bool:
        """Whether a concealed hand is laid that needs no count (``out.concealed-minimum``)."""
        small = self.left is not None and self.left <= WAIVED_LEFT and self.action.verb == a.MELD
        return small and is_waived(self.position) and self.canastas(self.after) >= self.profile.canastas_out

    def canastas(self, table: Table) -> int:
        """How many canastas lie on a table of the side."""
        seven = self.book["canasta.seven"].value
        return sum(seven(self.profile, meld) for meld in melds_on(table))

    def leave(self) -> LeaveFacts | None:
        """What the action leaves; None if it takes nothing from a hand that is known."""
        verb = self.action.verb
        if verb not in (a.MELD, a.TAKE, a.DISCARD):
            return None
        black = [lay for lay in self.action.lays if lay.rank == BLACK_THREE]
        there = meld_of(self.table, BLACK_THREE) or Meld(BLACK_THREE, 0)
        barred = is_barred(self.position)
        return LeaveFacts(
            verb=verb,
            left=None if self.left is None else max(0, self.left),
            canastas=self.canastas(self.after),
            needed=self.profile.canastas_out,
            completes=self.left == 1 and not barred and self.last_completes,
            black=there.naturals + sum(lay.naturals for lay in black),
            black_wilds=there.wilds + sum(lay.wilds for lay in black),
            black_laid=bool(black),
            black_before=bool(self.position.fresh >> BLACK_THREE & 1),
            others=len(black) < len(self.action.lays),
            barred=barred,
            ends_turn=self.position.origin == LAST,
        )

    def concealed(self) -> ConcealedFacts:
        """How the last cards go: what the player melded before, and in this turn."""
        took = self.position.origin == TOOK or self.action.verb == a.TAKE
        return going_out(self.position, self.fresh_after, self.after, took, self.book)

    @cached_property
    def last_completes(self) -> bool:
        """Whether the one card left can at once join a meld and complete the canastas needed."""
        from canasta.shapes import shapes_of

        after = self.hand_after
        if after is None or c.size(after) != 1:
            return False
        (kind,) = c.kinds_in(after)
        return shapes_of(self.book, self.profile).completes(self.after, kind)

    @cached_property
    def hand_after(self) -> Bag | None:
        """The hand after the action, red threes of the pile not counted; None if it is not known."""
        if self.hand is None:
            return None
        after = c.without(self.hand, self.action.spends)
        if after is not None and self.action.verb == a.TAKE:
            after += self.position.brought()
        return after


def lone_pile(profile: Profile, pile: bytes) -> int:
    """The mark of a taken pile that brings no card to the hand, where a concealed canasta may depend on it."""
    lone = profile.concealed_canasta_bonus and len(pile) - pile.count(RED_THREE) == 1
    return ALONE if lone else 0


def going_out(before: Position, fresh: int, table: Table, took: bool, book: Book) -> ConcealedFacts:
    """How the player in turn goes out, with what is ``fresh`` in this turn and lies on his side's ``table``."""
    seven = book["canasta.seven"].value
    new = (meld for rank in c.NATURALS if fresh >> rank & 1 and (meld := meld_of(table, rank)))
    return ConcealedFacts(
        earlier=bool(before.melded >> before.seat & 1),
        added=bool(fresh & ADDED),
        took=took,
        canastas=sum(seven(before.profile, meld) for meld in new),
    )


def _meet(first: Lay, lay: Lay) -> bool:
    """Whether two lays are meant for one meld."""
    return (
        lay.rank is not None and not lay.apart and not first.apart and (first.rank, first.seat) == (lay.rank, lay.seat)
    )
