"""Every shape of play that a book allows under one profile, asked once and remembered.

A shape is what clauses read and nothing more: how many naturals, deuces and jokers are held and lie there, not which
hand they come from. So the lister weighs a hand by looking shapes up, and the clauses stay the one place that decides.
Bounds that let it skip work (how many cards may surely be left, how many points surely open) are found by asking too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import BLACK_THREE, DEUCE, JOKER, ONE, Bag, Kind
from canasta.clauses.register import Book
from canasta.facts import DiscardFacts, LayFacts, LeaveFacts, OpeningFacts, TakeFacts, TurnFacts
from canasta.profile import Profile
from canasta.table import SLOT, Meld, Table

WORD = 0xFFFFFF  # the three counts of a meld in its slot of a table
PROBED = 6  # cards left, beyond which a clause on going out has never anything to say
DEAREST, STEP = 2000, 5  # points that open for any side, and what all card points are multiples of


class Listed(Action):
    """An action with what it spends from the hand and adds to the table worked out once."""

    spent: Bag
    laid: Table

    @classmethod
    def made(cls, verb: str, lays: tuple[Lay, ...] = (), cards: Bag = 0, laid: Table = 0) -> Listed:
        """The action, carrying its effect."""
        action = cls(verb, lays, cards)
        action.spent, action.laid = action.spends, laid
        return action


class Option(NamedTuple):
    """One way to lay cards of a rank from the hand, in a take together with the top card.

    ``laid`` is what it adds to the table, ``size`` and ``points`` count the cards from the hand, ``deuces`` and
    ``jokers`` the wild ones, ``action`` plays it alone.
    """

    rank: Kind
    cards: Bag
    laid: Table
    size: int
    points: int
    deuces: int
    jokers: int
    lay: Lay
    action: Listed


class Options(NamedTuple):
    """The options of one shape, the canastas that each completes, their actions, and the most cards one spends."""

    all: tuple[Option, ...]
    gains: tuple[int, ...]
    actions: tuple[Listed, ...]
    most: int


class Shapes:
    """What one book says of every shape under one profile."""

    MEMO = 200_000  # shapes of real play are a few thousand; a table is remembered too

    def __init__(self, book: Book, profile: Profile) -> None:
        self.book, self.profile = book, profile
        self.cap = profile.wild_limit
        self.sides = tuple(profile.side_of(seat) for seat in range(profile.players))
        self.worth = tuple(int(book["value.points"].value(one)) for one in ONE)
        self.seven = book["canasta.seven"].value
        self.turns = {
            (phase, verb): book.allows(profile, TurnFacts(verb, phase, "N", "N", "drew" if phase == "play" else ""))
            for phase in ("draw", "play")
            for verb in (a.DRAW, a.TAKE, a.MELD, a.DISCARD)
        }
        self._leaves: dict[LeaveFacts, bool] = {}
        self.safe = {verb: self._safe(verb) for verb in (a.MELD, a.TAKE, a.DISCARD)}
        self.black_left = self._black_left()
        self.discards = {
            kind: Listed.made(a.DISCARD, cards=ONE[kind])
            for kind in c.DISPLAY
            if kind != c.UNSEEN and book.allows(profile, DiscardFacts(1, 1, False, int(kind == c.RED_THREE), kind))
        }
        self.thrown: dict[int, tuple[Action, ...]] = {}
        self.known_lays: dict[tuple[Kind, int, int, int, int], Options] = {}
        self.known_ways: dict[tuple[Any, ...], Options] = {}
        self._asked: dict[tuple[Any, ...], list[tuple[int, int, int, int]]] = {}
        self._layable: dict[tuple[Kind, ...], int] = {}
        self._options: dict[tuple[str, Kind, int, int, int], Option] = {}
        self._canastas: dict[Table, int] = {}
        self._opens: dict[tuple[int, bool], int] = {}
        self._enough = {
            (deuces, jokers): sum((0x80 - self._least_new(deuces, jokers)) * one for one in ONE[: c.UNSEEN])
            for deuces in range(self.cap + 1)
            for jokers in range(self.cap + 1)
        }

    # -- bounds, found by asking --------------------------------------------------------------------------------------

    def _safe(self, verb: str) -> int:
        """From how many cards left on no clause ever objects to what is left."""
        safe = PROBED
        while safe and all(
            self.leaves(LeaveFacts(verb, safe - 1, 0, self.profile.canastas_out, others=True, barred=barred))
            for barred in (False, True)
        ):
            safe -= 1
        return safe

    def _black_left(self) -> int:
        """The most cards that may be left when black threes are laid; -1 if they never are."""
        needed = self.profile.canastas_out
        allowed = (
            left
            for left in range(PROBED, -1, -1)
            for black in range(1, 2 * self.profile.packs + 1)
            if self.leaves(LeaveFacts(a.MELD, left, needed, needed, black=black, black_laid=True))
        )
        return next(allowed, -1)

    def _least_new(self, deuces: int, jokers: int) -> int:
        """The fewest naturals that make a new meld with so many wild cards at hand."""
        fours = (n for n in range(1, 8) if self.lays(4, n, deuces, jokers, 0).all)
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

    def canastas(self, table: Table) -> int:
        """How many canastas lie on a table."""
        known = self._canastas.get(table)
        if known is None:
            if len(self._canastas) >= self.MEMO:
                self._canastas.clear()
            words = ((rank, table >> SLOT * rank & WORD) for rank in c.NATURALS)
            known = self._canastas[table] = sum(self.seven(self.profile, _meld(*each)) for each in words if each[1])
        return known

    def enough(self, deuces: int, jokers: int) -> int:
        """What, added to a hand, sets the high bit of each kind that it has enough of for a new meld."""
        cap = self.cap
        return self._enough[deuces if deuces < cap else cap, jokers if jokers < cap else cap]

    def layable(self, ranks: tuple[Kind, ...]) -> int:
        """A mask of the cards that lays of these ranks can hold, wild ones among them."""
        known = self._layable.get(ranks)
        if known is None:
            known = self._layable[ranks] = sum(0xFF * ONE[kind] for kind in (*ranks, DEUCE, JOKER))
        return known

    def lays(self, rank: Kind, naturals: int, deuces: int, jokers: int, word: int) -> Options:
        """The lays of a rank with at most so many cards; ``word`` is the meld that lies there, 0 for none."""
        key = (rank, naturals, deuces, jokers, word)
        return self.known_lays.get(key) or self.new_lays(key)

    def new_lays(self, key: tuple[Kind, int, int, int, int]) -> Options:
        """The lays of a shape that nobody has asked for yet."""
        if len(self.known_lays) >= self.MEMO:
            self.known_lays.clear()
        found = self.known_lays[key] = self._found(a.MELD, *key)
        return found

    def ways(
        self,
        top: Kind,
        naturals: int,
        deuces: int,
        jokers: int,
        word: int,
        unopened: bool = False,
        freezer: Kind | None = None,
        single: bool = False,
    ) -> Options:
        """The lays that take a pile by its top card; ``single`` says that one card in hand faces a pile of one."""
        key = (top, naturals, deuces, jokers, word, unopened, freezer, single)
        return self.known_ways.get(key) or self.new_ways(key)

    def new_ways(self, key: tuple[Kind, int, int, int, int, bool, Kind | None, bool]) -> Options:
        """The ways to take of a shape that nobody has asked for yet."""
        top, naturals, deuces, jokers, word, unopened, freezer, single = key
        if len(self.known_ways) >= self.MEMO:
            self.known_ways.clear()
        take = self._taking(top, word, unopened, freezer, single)
        found = self.known_ways[key] = self._found(a.TAKE, top, naturals, deuces, jokers, word, take)
        return found

    def _taking(self, top: Kind, word: int, unopened: bool, freezer: Kind | None, single: bool) -> TakeFacts:
        return TakeFacts(
            top=top,
            pile=1 if single else 2,
            naturals=0,
            wilds=0,
            fits=True,
            meld=bool(word),
            canasta=self.seven(self.profile, _meld(top, word)),
            by_card=freezer,
            covered=1,
            unopened=unopened,
            hand=1 if single else 2,
        )

    def _found(
        self, verb: str, rank: Kind, naturals: int, deuces: int, jokers: int, word: int, take: TakeFacts | None = None
    ) -> Options:
        """The options of a shape for one rank. No clause tells the natural ranks apart, so the book is asked once."""
        like = min(rank, 4)
        deuces, jokers = min(deuces, self.cap), min(jokers, self.cap)
        key = (like, naturals, deuces, jokers, word, take and take._replace(top=like))
        shapes = self._asked.get(key)
        if shapes is None:
            shapes = self._asked[key] = self._ask(rank, naturals, deuces, jokers, word, take)
        found = tuple(self._option(verb, rank, n, d, j) for n, d, j, _ in shapes)
        return Options(
            found,
            tuple(gain for _, _, _, gain in shapes),
            tuple(option.action for option in found),
            max((option.size for option in found), default=0),
        )

    def _ask(
        self, rank: Kind, naturals: int, deuces: int, jokers: int, word: int, take: TakeFacts | None
    ) -> list[tuple[int, int, int, int]]:
        """Asks the book about every lay of a shape: naturals, deuces and jokers from the hand, canastas completed."""
        allows, profile = self.book.allows, self.profile
        had = _meld(rank, word)
        was = int(self.seven(profile, had))
        top = int(take is not None)
        found = []
        for n in range(naturals, -1, -1):
            for d in range(deuces + 1):
                for j in range(jokers + 1):
                    facts = LayFacts(rank, n + top, d, j, had.naturals, had.deuces, had.jokers)
                    if not facts.laid or not allows(profile, facts):
                        continue
                    if take is None or allows(profile, take._replace(naturals=n, wilds=d + j)):
                        now = Meld(rank, facts.all_naturals, had.deuces + d, had.jokers + j)
                        found.append((n, d, j, int(self.seven(profile, now)) - was))
        return found

    def _option(self, verb: str, rank: Kind, naturals: int, deuces: int, jokers: int) -> Option:
        key = (verb, rank, naturals, deuces, jokers)
        known = self._options.get(key)
        if known is None:
            cards = naturals * ONE[rank] + deuces * ONE[DEUCE] + jokers * ONE[JOKER]
            laid = naturals + (verb == a.TAKE) + (deuces << 8) + (jokers << 16) << SLOT * rank
            points = naturals * self.worth[rank] + deuces * self.worth[DEUCE] + jokers * self.worth[JOKER]
            lay = Lay(rank, cards)
            action = Listed.made(verb, (lay,), laid=laid)
            size = naturals + deuces + jokers
            known = self._options[key] = Option(rank, cards, laid, size, points, deuces, jokers, lay, action)
        return known

    def completes(self, table: Table, kind: Kind) -> bool:
        """Whether one card of a kind can join a meld of this table and make the canastas needed (``out.keep-one``)."""
        missing = self.profile.canastas_out - self.canastas(table)
        ranks = [kind] if kind > BLACK_THREE else [*c.NATURALS] if kind in c.WILDS else []
        for rank in ranks:
            word = table >> SLOT * rank & WORD
            shape = (int(kind == rank), int(kind == DEUCE), int(kind == JOKER))
            if word and any(gain >= missing for gain in self.lays(rank, *shape, word).gains):
                return True
        return False


def _meld(rank: Kind, word: int) -> Meld:
    return Meld(rank, word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF)


def shapes_of(book: Book, profile: Profile) -> Shapes:
    """The shapes of a profile, remembered with the book. A long-lived kernel keeps those of a few profiles."""
    # By identity first: a profile's own hash and comparison cost more than all that follows.
    known: dict[int, Shapes] = book.shapes
    shapes = known.get(id(profile))
    if shapes is None or shapes.profile is not profile:
        if len(known) >= PROFILES_KEPT:
            known.clear()
        shapes = known[id(profile)] = Shapes(book, profile)
    return shapes


PROFILES_KEPT = 64
