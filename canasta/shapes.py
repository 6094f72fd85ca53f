"""Every shape of play that a book allows under one profile, asked once and remembered.

A shape is what clauses read and nothing more: how many naturals, deuces and jokers are held and lie there, not which
hand they come from. So the lister weighs a hand by looking shapes up, and the clauses stay the one place that decides.
Bounds that let it skip work (how many cards may surely be left, how many points surely open) are found by asking too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import BLACK_THREE, DEUCE, JOKER, ONE, Kind
from canasta.clauses.register import Book
from canasta.facts import DiscardFacts, LayFacts, LeaveFacts, OpeningFacts, TakeFacts, TurnFacts
from canasta.options import Listed, Option, Options
from canasta.position import DRAW, DREW, NOT_YET, PLAY
from canasta.profile import Profile
from canasta.table import BYTES, DEUCES_AT, JOKERS_AT, NATURAL_LANE, Meld, Table, laid

PROBED = 6  # cards left, beyond which a clause on going out has never anything to say
DEAREST, STEP = 2000, 5  # points that open for any side, and what all card points are multiples of


NONE = (0, 0, 0)  # no meld of the rank
HIGH = sum(0x80 * ONE[kind] for kind in range(c.UNSEEN))
ONES = HIGH >> 7  # one card of each kind
MELDED = sum(ONE[rank] for rank in c.NATURALS)
Last = Callable[[], bool]
Way = tuple[tuple[Kind, int, int, int], tuple[int, int, int], bool, "Kind | None", bool]


class Shapes:
    """What one book says of every shape under one profile."""

    MEMO = 200_000  # shapes of real play are a few thousand; a table is remembered too

    # Bounds, once they are asked for: whether a card may be drawn or the pile taken before the draw, melds laid and a
    # card thrown after it, as far as the turn is concerned; which top cards can be taken by one who has neither such a
    # card nor a meld of them; from how many cards left on no clause objects to what a verb leaves; the most cards left
    # when black threes are laid (-1 if they never are); the discards that are allowed at all; and, by deuces and jokers
    # held, what, added to a hand, sets the high bit of each kind that it can meld anew.
    draws: bool
    takes: bool
    melds: bool
    throws: bool
    bare: tuple[bool, ...]
    safe: dict[str, int]
    safe_meld: int
    safe_discard: int
    black_left: int
    discards: dict[Kind, Listed]
    enough: tuple[tuple[int, ...], ...]

    def __init__(self, book: Book, profile: Profile) -> None:
        self.book, self.profile = book, profile
        self.prepared = False
        self.cap = profile.wild_limit
        self.sides = tuple(profile.side_of(seat) for seat in range(profile.players))
        self.must_ask = profile.partner_of(0) is not None and profile.ask == "required"
        self.worth = tuple(int(book["value.points"].value(one)) for one in ONE)
        self.seven = book["canasta.seven"].value
        self.thrown: dict[int, tuple[Action, ...]] = {}
        self.known_lays: dict[tuple[int, ...], Options] = {}
        self.known_ways: dict[Way, Options] = {}
        self._leaves: dict[LeaveFacts, bool] = {}
        self._low: dict[tuple[str, int], bool] = {}
        self._stays: dict[tuple[Any, ...], bool | None] = {}
        self._reds: dict[tuple[str, str, int], list[Action]] = {}
        self._asked: dict[tuple[Any, ...], list[tuple[int, int, int]]] = {}
        self._layable: dict[tuple[Kind, ...], int] = {}
        self._options: dict[tuple[str, Kind, int, int, int], Option] = {}
        self._canastas: dict[Table, int] = {}
        self._opens: dict[tuple[int, bool], int] = {}

    # -- bounds, found by asking --------------------------------------------------------------------------------------

    def prepare(self) -> Shapes:
        """Ask for all bounds, which only listing needs: a book that judges one action never does."""
        if self.prepared:
            return self
        self.safe = {verb: self._safe(verb) for verb in (a.MELD, a.TAKE, a.DISCARD)}
        self.safe_meld, self.safe_discard = self.safe[a.MELD], self.safe[a.DISCARD]
        self.draws, self.takes = self._timely(DRAW, a.DRAW), self._timely(DRAW, a.TAKE)
        self.melds, self.throws = self._timely(PLAY, a.MELD), self._timely(PLAY, a.DISCARD)
        self.black_left = self._black_left()
        self.enough = self._enough()
        self.bare = tuple(bool(self.ways((top, 0, self.cap, self.cap)).all) for top in range(c.UNSEEN))
        self.discards = self._discards()
        self.prepared = True
        return self

    def _timely(self, phase: str, verb: str) -> bool:
        """Whether the player in turn may do what a verb says in a phase, as far as the turn is concerned."""
        origin = DREW if phase == PLAY else NOT_YET
        return self.book.allows(self.profile, TurnFacts(verb, phase, "N", "N", origin))

    def _discards(self) -> dict[Kind, Listed]:
        facts = ((kind, DiscardFacts(1, 1, False, int(kind == c.RED_THREE), kind)) for kind in c.DISPLAY[:-1])
        return {
            kind: Listed.made(a.DISCARD, cards=ONE[kind])
            for kind, each in facts
            if self.book.allows(self.profile, each)
        }

    def _safe(self, verb: str) -> int:
        safe = PROBED
        while safe and all(
            self.leaves(LeaveFacts(verb, safe - 1, 0, self.profile.canastas_out, others=True, barred=barred))
            for barred in (False, True)
        ):
            safe -= 1
        return safe

    def _black_left(self) -> int:
        needed = self.profile.canastas_out
        allowed = (
            left
            for left in range(PROBED, -1, -1)
            for black in range(1, 2 * self.profile.packs + 1)
            if self.leaves(LeaveFacts(a.MELD, left, needed, needed, black=black, black_laid=True))
        )
        return next(allowed, -1)

    def _enough(self) -> tuple[tuple[int, ...], ...]:
        held = range(self.cap + 1)
        known = (1 << 8 * c.UNSEEN) - 1
        return tuple(tuple((0x80 - self._least_new(d, j)) * ONES & known for j in held) for d in held)

    def _least_new(self, deuces: int, jokers: int) -> int:
        """The fewest naturals that make a new meld with so many wild cards at hand."""
        fours = (n for n in range(1, 8) if self.lays(4, n, deuces, jokers).all)
        return next(fours, 8)

    def opens_at(self, score: int, taking: bool = False) -> int:
        """From how many points on the initial meld of a side with this score is never refused for its count."""
        known = self._opens.get((score, taking))
        if known is None:
            allows, profile = self.book.allows, self.profile
            minimum = self.book["initial.minimum"].value(profile, score)
            known = DEAREST
            while known and allows(profile, OpeningFacts(False, known - STEP, minimum, score, take=taking)):
                known -= STEP
            self._opens[score, taking] = known
        return known

    # -- shapes -------------------------------------------------------------------------------------------------------

    def leaves(self, facts: LeaveFacts) -> bool:
        """Whether no clause objects to what an action leaves."""
        known = self._leaves.get(facts)
        if known is None:
            known = self._leaves[facts] = self.book.allows(self.profile, facts)
        return known

    def stays(
        self, verb: str, left: int, canastas: int, last: Last, threes: tuple[int, int], laid: bool, others: bool
    ) -> bool:
        """Whether an action may leave so many cards; ``last`` tells of the one card left, should that decide.

        ``threes`` are the naturals and wild cards of a meld of black threes, ``laid`` that this action lays them,
        ``others`` that it lays others too.
        """
        key = (verb, left, canastas, threes, laid, others)
        known = self._stays.get(key)
        if known is None:
            plain, saved = (
                self.leaves(
                    LeaveFacts(verb, left, canastas, self.profile.canastas_out, completes, *threes, laid, others=others)
                )
                for completes in (False, True)
            )
            known = self._stays[key] = plain or (None if saved and left == 1 else False)
        return last() if known is None else known

    def may_run_low(self, verb: str, canastas: int) -> bool:
        """Whether, with so many canastas, fewer cards may be left than a player must keep who does not go out."""
        key = (verb, canastas)
        known = self._low.get(key)
        if known is None:
            needed = self.profile.canastas_out
            known = self._low[key] = any(
                self.leaves(LeaveFacts(verb, left, canastas, needed, completes, others=True))
                for left in range(self.safe[verb])
                for completes in (False, True)
            )
        return known

    @cached_property
    def opens_waived(self) -> bool:
        """Whether a concealed hand that is waived its minimum opens, whatever it counts."""
        minimum = self.book["initial.minimum"].value(self.profile, 0)
        return self.book.allows(self.profile, OpeningFacts(False, 0, minimum, 0, waived=True))

    def canastas(self, table: Table) -> int:
        """How many canastas lie on a table."""
        known = self._canastas.get(table)
        if known is None:
            if len(self._canastas) >= self.MEMO:
                self._canastas.clear()
            sizes = (table & NATURAL_LANE) + (table >> DEUCES_AT & NATURAL_LANE) + (table >> JOKERS_AT & NATURAL_LANE)
            large = sizes + self._canasta_sized >> 7 & MELDED
            known = 0
            if large:
                there = table.to_bytes(BYTES, "little")
                for rank in c.NATURALS:
                    if large >> 8 * rank & 1:
                        known += self.seven(self.profile, Meld(rank, there[rank], there[rank + 16], there[rank + 32]))
            self._canastas[table] = known
        return known

    @cached_property
    def _canasta_sized(self) -> int:
        """What, added to counts, sets the high bit of each that a canasta needs at least."""
        least = next((n for n in range(1, 100) if self.seven(self.profile, Meld(4, n))), 100)
        return (0x80 - least) * ONES

    def red_threes(self, phase: str, origin: str, held: int) -> list[Action]:
        """The ways to lay so many red threes that a hand holds."""
        key = (phase, origin, held)
        known = self._reds.get(key)
        if known is None:
            facts = ((n, TurnFacts(a.LAY, phase, "N", "N", origin, held, n)) for n in range(1, held + 1))
            known = self._reds[key] = [
                Action(a.LAY, cards=n * ONE[c.RED_THREE]) for n, each in facts if self.book.allows(self.profile, each)
            ]
        return known

    def layable(self, ranks: tuple[Kind, ...]) -> int:
        """A mask of the cards that lays of these ranks can hold, wild cards and black threes among them."""
        known = self._layable.get(ranks)
        if known is None:
            # A rank may be named twice, the top card's among them.
            kinds = {*ranks, DEUCE, JOKER, BLACK_THREE}
            known = self._layable[ranks] = sum(0xFF * ONE[kind] for kind in kinds)
        return known

    def lays(self, rank: Kind, naturals: int, deuces: int, jokers: int, *had: int) -> Options:
        """The lays of a rank with at most so many cards; ``had`` are the naturals, deuces and jokers that lie there."""
        key = (rank, naturals, deuces, jokers, *(had or NONE))
        return self.known_lays.get(key) or self.new_lays(key)

    def new_lays(self, key: tuple[int, ...]) -> Options:
        """The lays of a shape that nobody has asked for yet."""
        if len(self.known_lays) >= self.MEMO:
            self.known_lays.clear()
        found = self.known_lays[key] = self._found(a.MELD, *key)
        return found

    def ways(
        self,
        hand: tuple[Kind, int, int, int],
        had: tuple[int, int, int] = NONE,
        unopened: bool = False,
        freezer: Kind | None = None,
        single: bool = False,
    ) -> Options:
        """The lays that take a pile by its top card: ``hand`` is that card and the naturals, deuces and jokers held.

        ``freezer`` is the card that freezes the pile, ``single`` says that one card in hand faces a pile of one.
        """
        key = (hand, had, unopened, freezer, single)
        return self.known_ways.get(key) or self.new_ways(key)

    def new_ways(self, key: Way) -> Options:
        """The ways to take of a shape that nobody has asked for yet."""
        hand, had, unopened, freezer, single = key
        top = hand[0]
        if len(self.known_ways) >= self.MEMO:
            self.known_ways.clear()
        take = TakeFacts(
            top=top,
            pile=1 if single else 2,
            naturals=0,
            wilds=0,
            fits=True,
            meld=any(had),
            canasta=self.seven(self.profile, Meld(top, *had)),
            by_card=freezer,
            covered=1,
            unopened=unopened,
            hand=1 if single else 2,
        )
        found = self.known_ways[key] = self._found(a.TAKE, *hand, *had, take=take)
        return found

    def _found(
        self, verb: str, rank: Kind, naturals: int, deuces: int, jokers: int, *had: int, take: TakeFacts | None = None
    ) -> Options:
        """The options of a shape for one rank. No clause tells the natural ranks apart, so the book is asked once."""
        like = min(rank, 4)
        deuces, jokers = min(deuces, self.cap), min(jokers, self.cap)
        top = take and take._replace(top=like)
        options: list[Option] = []
        gains: list[int] = []
        for n in range(naturals, -1, -1):
            key = (like, n, deuces, jokers, had, top)
            row = self._asked.get(key)
            if row is None:
                row = self._asked[key] = self._ask(n, deuces, jokers, Meld(rank, had[0], had[1], had[2]), take)
            for d, j, gain in row:
                options.append(self._option(verb, rank, n, d, j))
                gains.append(gain)
        return Options(
            tuple(options),
            tuple(gains),
            tuple(option.action for option in options),
            max((option.size for option in options), default=0),
        )

    def _ask(self, n: int, deuces: int, jokers: int, had: Meld, take: TakeFacts | None) -> list[tuple[int, int, int]]:
        """Asks the book about lays with ``n`` naturals from the hand: deuces and jokers, and canastas completed."""
        allows, profile = self.book.allows, self.profile
        rank = had.rank
        was = int(self.seven(profile, had))
        naturals = n + (take is not None)
        found = []
        for d in range(deuces + 1):
            for j in range(jokers + 1):
                facts = LayFacts(rank, naturals, d, j, had.naturals, had.deuces, had.jokers)
                if not facts.laid or not allows(profile, facts):
                    continue
                if take is None or allows(profile, take._replace(naturals=n, wilds=d + j)):
                    now = Meld(rank, had.naturals + naturals, had.deuces + d, had.jokers + j)
                    found.append((d, j, int(self.seven(profile, now)) - was))
        return found

    def _option(self, verb: str, rank: Kind, naturals: int, deuces: int, jokers: int) -> Option:
        key = (verb, rank, naturals, deuces, jokers)
        known = self._options.get(key)
        if known is None:
            cards = naturals * ONE[rank] + deuces * ONE[DEUCE] + jokers * ONE[JOKER]
            put = laid(rank, naturals + (verb == a.TAKE), deuces, jokers)
            points = naturals * self.worth[rank] + deuces * self.worth[DEUCE] + jokers * self.worth[JOKER]
            lay = Lay(rank, cards)
            action = Listed.made(verb, (lay,), laid=put)
            size = naturals + deuces + jokers
            known = self._options[key] = Option(rank, cards, put, size, points, deuces, jokers, lay, action)
        return known

    def completes(self, table: Table, kind: Kind) -> bool:
        """Whether one card of a kind can join a meld of this table and make the canastas needed (``out.keep-one``)."""
        missing = self.profile.canastas_out - self.canastas(table)
        there = table.to_bytes(BYTES, "little")
        ranks = [kind] if kind > BLACK_THREE else [*c.NATURALS] if kind in c.WILDS else []
        for rank in ranks:
            had = (there[rank], there[rank + 16], there[rank + 32])
            shape = (int(kind == rank), int(kind == DEUCE), int(kind == JOKER))
            if any(had) and any(gain >= missing for gain in self.lays(rank, *shape, *had).gains):
                return True
        return False


def shapes_of(book: Book, profile: Profile) -> Shapes:
    """The shapes of a profile, remembered with the book. A long-lived kernel keeps those of a few profiles."""
    # By identity, the last one first: a profile's own hash and comparison cost more than all that follows.
    shapes: Shapes | None = book.shapes
    if shapes is not None and shapes.profile is profile:
        return shapes
    known: dict[int, Shapes] = book.all_shapes
    shapes = known.get(id(profile))
    if shapes is None or shapes.profile is not profile:
        if len(known) >= PROFILES_KEPT:
            known.clear()
        shapes = known[id(profile)] = Shapes(book, profile)
    return shapes


def prepared_shapes(book: Book, profile: Profile) -> Shapes:
    """The same with all bounds, as listing needs them."""
    shapes: Shapes | None = book.shapes
    if shapes is None or shapes.profile is not profile:
        shapes = book.shapes = shapes_of(book, profile).prepare()
    return shapes


PROFILES_KEPT = 64
