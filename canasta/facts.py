"""The small facts that clauses judge, each a value of its own.

``canasta.case`` takes them from a position and an action; the lister builds the same ones for every play it weighs. A
clause sees nothing else, so its answer can be remembered by its facts.
"""

from __future__ import annotations

from typing import NamedTuple

from canasta.cards import Bag, Kind, text_of


class TurnFacts(NamedTuple):
    """Who acts and when. ``reds`` are the red threes in his hand; ``laying`` those he lays.

    With the stock gone, ``matches`` is the rank of the pile's top card where it may join a meld of his,
    ``forced`` where he can and must take it so, ``optional`` where he can take it and need not.
    """

    verb: str
    phase: str
    seat: str
    in_turn: str
    origin: str = ""
    reds: int = 0
    laying: int = 0
    lays: int = 0
    fresh: bool = False
    stock_gone: bool = False
    forced: Kind = 0
    matches: Kind = 0
    optional: Kind = 0

    @property
    def own(self) -> bool:
        """Whether the player in turn acts."""
        return self.seat == self.in_turn


class HeldFacts(NamedTuple):
    """Cards that are played: ``missing`` ones are not in the ``place`` they should come from, hand or stock."""

    missing: Bag = 0
    place: str = "hand"

    @property
    def lacks(self) -> str:
        """The missing cards, as letters."""
        return text_of(self.missing)


class DiscardFacts(NamedTuple):
    """A discard: how many cards, whether from a meld, how many of them are held, and what the card is."""

    cards: int
    held: int
    from_meld: bool = False
    reds: int = 0
    kind: Kind = 0

    @property
    def trouble(self) -> str:
        """What is wrong with it: the number of cards, that it comes from a meld, or that it is not held."""
        if self.from_meld:
            return "meld"
        return "held" if self.cards == 1 else "number"


class TakeFacts(NamedTuple):
    """A take: the top card, what keeps the pile frozen, and what is shown for it from the hand."""

    top: Kind | None
    pile: int
    naturals: int
    wilds: int
    fits: bool
    meld: bool = False
    canasta: bool = False
    by_card: Kind | None = None
    covered: int = 0
    unopened: bool = False
    below: Kind | None = None
    hand: int | None = None
    whole: bool = True
    buried: bool = False

    @property
    def frozen(self) -> bool:
        """Whether the pile is frozen against the player's side."""
        return self.unopened or self.by_card is not None

    @property
    def takable(self) -> bool:
        """Whether its top card is one that can be taken at all."""
        return self.top is not None and self.top > 3


class LayFacts(NamedTuple):
    """Cards put down together: their rank (None if they name no single one) and what lies there already.

    ``others`` counts cards of other ranks among them, ``threes`` the threes.
    """

    rank: Kind | None
    naturals: int
    deuces: int = 0
    jokers: int = 0
    had_naturals: int = 0
    had_deuces: int = 0
    had_jokers: int = 0
    others: int = 0
    threes: int = 0
    kinds: int = 1
    theirs: str = ""
    apart: bool = False

    @property
    def wilds_laid(self) -> int:
        """The wild cards put down."""
        return self.deuces + self.jokers

    @property
    def had(self) -> int:
        """The size of the meld before."""
        return self.had_naturals + self.had_deuces + self.had_jokers

    @property
    def all_naturals(self) -> int:
        """The natural cards of the meld after."""
        return self.naturals + self.had_naturals

    @property
    def all_wilds(self) -> int:
        """The wild cards of the meld after."""
        return self.deuces + self.jokers + self.had_deuces + self.had_jokers

    @property
    def laid(self) -> int:
        """The cards put down."""
        return self.naturals + self.deuces + self.jokers + self.others

    @property
    def together(self) -> int:
        """All cards that would lie there, whatever their rank."""
        return self.had + self.laid

    @property
    def size(self) -> int:
        """The size of the meld after."""
        return self.all_naturals + self.all_wilds


class OpeningFacts(NamedTuple):
    """What a side lays, against its minimum. ``total`` counts the cards put down in this action.

    ``single`` is the dearest of the melds, ``top`` the points of the pile's top card, ``buried`` what the pile's other
    cards of the same ranks would add, ``dug`` that the melds already hold some of them, ``bonus`` the side's bonuses,
    ``waived`` that a concealed hand needs no count.
    """

    melded: bool
    total: int
    minimum: int
    score: int
    lays: int = 1
    single: int = 0
    take: bool = False
    top: int = 0
    buried: int = 0
    dug: bool = False
    bonus: int = 0
    waived: bool = False

    @property
    def short(self) -> int:
        """How many points are missing."""
        return max(0, self.minimum - self.total)


class LeaveFacts(NamedTuple):
    """What an action leaves: cards in the hand, canastas of the side, and whether going out is possible.

    ``completes`` says that the one card left can at once be added to a meld and make the canastas needed; ``black`` and
    ``black_wilds`` are the black threes that then lie there, and wild cards with them; ``black_laid`` that cards are
    put to them now, ``black_before`` that they lie since earlier in the turn, ``others`` that other melds are laid.
    ``left`` is None where the hand is not known; ``ends_turn`` that no discard is to come.
    """

    verb: str
    left: int | None
    canastas: int
    needed: int
    completes: bool = False
    black: int = 0
    black_wilds: int = 0
    black_laid: bool = False
    black_before: bool = False
    others: bool = False
    barred: bool = False
    ends_turn: bool = False

    @property
    def may_go_out(self) -> bool:
        """Whether the side has the canastas it needs."""
        return self.canastas >= self.needed and not self.barred

    @property
    def lacking(self) -> int:
        """How many canastas are missing."""
        return max(0, self.needed - self.canastas)


class ConcealedFacts(NamedTuple):
    """How a player goes out: whether he melded in an earlier turn, added to an older meld, or took the pile.

    ``canastas`` counts those among the melds he laid new in this turn.
    """

    earlier: bool = False
    added: bool = False
    took: bool = False
    canastas: int = 0


class AskFacts(NamedTuple):
    """The question "may I go out?", its answer, and what they mean for an action.

    ``partner`` is who must answer ("" if there is none), ``answer`` what he said in this turn. ``certain`` is whether
    going out is sure from what the player sees, after the action if it is no question (None: not looked at), ``risk``
    a draw that would leave no way. ``goes_out`` says that the action gets rid of the last card, ``hindered`` that it
    fails only for want of a yes.
    """

    verb: str
    phase: str
    seat: str
    in_turn: str
    partner: str = ""
    answer: str = ""
    reply: str = ""
    origin: str = ""
    melded: bool = False
    more: bool = False
    hand: int | None = None
    canastas: int = 0
    needed: int = 0
    certain: bool | None = None
    risk: Bag = 0
    goes_out: bool = False
    hindered: bool = False

    @property
    def asks(self) -> bool:
        """Whether the player in turn asks, in the middle of his turn or before it."""
        return self.verb == "ask" and self.seat == self.in_turn and self.phase in ("draw", "play")

    @property
    def trouble(self) -> str:
        """What is wrong with a question or an answer, in a word; "" for what only the profile tells."""
        if self.verb == "answer":
            if self.phase != "answer":
                return "unasked"
            return "other" if self.seat != self.partner else "plain" if self.reply not in ("yes", "no") else ""
        if not self.partner:
            return "alone"
        if self.answer:
            return "twice"
        if self.phase == "play" and self.hand == 1:
            return "last"
        return "uncertain" if self.certain is False else ""

    @property
    def gap(self) -> int:
        """How many canastas are missing on the table, where going out is not certain."""
        return max(0, self.needed - self.canastas) if self.trouble == "uncertain" else 0


class SayFacts(NamedTuple):
    """What somebody says or asks: the ``topic``, who speaks, and who may ask now (``asker``).

    ``about`` is the seat spoken of, ``ours`` that it is of the speaker's side (or that none is named), ``there`` that
    both sit at this table. ``mates`` counts the speaker's partners, ``mate`` says that one of them is in turn, and
    ``melded`` that the side in turn has melded. ``cards`` are those in the speaker's hand, None if it is unstated;
    ``rank`` and ``size`` tell of the meld spoken of, ``last`` that one more card makes it a canasta.
    """

    topic: str
    seat: str
    in_turn: str
    asker: str
    about: str = ""
    phase: str = ""
    first: bool = False
    there: bool = True
    ours: bool = True
    mates: int = 0
    mate: bool = False
    melded: bool = False
    cards: int | None = None
    rank: Kind = 0
    size: int = 0
    last: bool = False

    @property
    def own(self) -> bool:
        """Whether the player in turn speaks."""
        return self.seat == self.in_turn

    @property
    def answering(self) -> bool:
        """Whether his partner's question waits for an answer; then only who answers may speak."""
        return self.phase == "answer"

    @property
    def reminds(self) -> bool:
        """Whether a player tells his partner, who is in turn, the minimum of their side."""
        return self.topic == "minimum" and self.mate and self.ours and not self.answering


Facts = (
    TurnFacts
    | HeldFacts
    | DiscardFacts
    | TakeFacts
    | LayFacts
    | OpeningFacts
    | LeaveFacts
    | ConcealedFacts
    | AskFacts
    | SayFacts
)

# In the order in which a learner hears of them.
GROUPS: dict[type, str] = {
    TurnFacts: "turn",
    HeldFacts: "hand",
    DiscardFacts: "hand",
    TakeFacts: "pile",
    LayFacts: "meld",
    OpeningFacts: "initial",
    LeaveFacts: "out",
    ConcealedFacts: "out",
    AskFacts: "out",
    SayFacts: "say",
}
