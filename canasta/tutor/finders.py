"""What is looked for in deals that were played: one row for each sort of position in which a rule decides.

A row says what a player may think of there (``canasta.tutor.trying``), which clauses are to decide it, and which small
changes turn the answer: ``eases`` a no into a yes, ``spoils`` a yes into a no. Only what one such change turns is a
find, so that every find is a near miss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta import changes, examples
from canasta.actions import Action
from canasta.case import Case
from canasta.changes import Maker
from canasta.filling import fill, render
from canasta.judge import judge
from canasta.position import Position
from canasta.table import meld_of
from canasta.tries import Change, Try
from canasta.tutor import trying, undoing
from canasta.tutor.hints import Hints
from canasta.tutor.questions import LEGAL
from canasta.words import N_, _

YES, NO = "yes", "no"


class Doing(NamedTuple):
    """The same asked on the table: what is said, the verb that is to be played if it can be, and the goals."""

    say: str
    verb: str
    yes: str
    no: str


class Told(NamedTuple):
    """The messages of a sort's hints, rung by rung; see ``canasta.tutor.hints``. The last may have values."""

    gate: str
    words: str
    ask: str
    answer: str


@dataclass(frozen=True)
class Finder:
    """A sort of find.

    ``clauses`` are those that refuse what is tried; with ``value`` set, the question is not whether something is legal
    but what that clause says of it. ``among`` are clauses to choose from beside the answer.
    """

    name: str
    clauses: tuple[str, ...]
    say: str
    told: Told
    tries: Callable[[Position], Iterator[Action]]
    eases: tuple[Maker, ...]
    spoils: tuple[Maker, ...]
    among: tuple[str, ...]
    doing: Doing | None = None
    value: str = ""

    def answer(self, position: Position, action: Action) -> str:
        """LEGAL or the clause that leads the refusal; for a value "yes" or "no"."""
        if self.value:
            line = f"{position} | {action} => ?"
            return examples.answer(examples.Example(self.value, "gives", line)).says
        lead = judge(position, action).lead
        return lead.clause if lead else LEGAL

    def twin(self, position: Position, action: Action, answer: str) -> Change | None:
        """The same with one fact changed, so that the answer turns; None if no change of this sort turns it."""
        tried = Try(position._replace(paint=None), action.plain())
        yes = is_yes(answer)
        for maker in self.spoils if yes else self.eases:
            for change in maker(tried):
                turned = self.answer(change.position, change.action)
                if is_yes(turned) != yes and (not yes or self.decides(turned)) and not change.position.problems():
                    return change
        return None

    def decides(self, answer: str) -> bool:
        """Whether a no is one of this sort."""
        return answer in self.clauses or answer == NO

    def hints(self, position: Position, action: Action) -> Hints:
        """The hints for an item of this sort."""
        told = self.told
        answer = render(told.answer, values(position, action))
        return Hints(_(told.gate), points_at(position, action), _(told.words), _(told.ask), answer)


def is_yes(answer: str) -> bool:
    """Whether an answer says that it may be done, or is so."""
    return answer in (LEGAL, YES)


def asked(finder: Finder, view: Position) -> Iterator[tuple[Action, str]]:
    """The tries of a sort in what a player sees, each with its answer, where a clause of the sort decides.

    Whether it is a near miss the twin tells.
    """
    for action in dict.fromkeys(finder.tries(view)):
        answer = finder.answer(view, action)
        if is_yes(answer) or finder.decides(answer):
            yield action, answer


def turning(finder: Finder, position: Position, action: Action) -> str:
    """What would turn the answer, in a sentence."""
    answer = finder.answer(position, action)
    change = finder.twin(position, action, answer)
    if change is None:
        return ""
    condition = fill(change.message, change.values)
    message = N_("It would be legal if {condition}.")
    if is_yes(answer):
        message = N_("It would be refused if {condition}.")
    if finder.value:
        message = N_("It would be otherwise if {condition}.")
    return render(message, {"condition": condition})


def values(position: Position, action: Action) -> Mapping[str, Any]:
    """The numbers that hints tell of a try."""
    case = Case(position, action)
    lay, leave, opening = next(iter(case.lays), None), case.leave(), case.opening()
    return {
        "shown": action.lays[0].naturals if action.lays else 0,
        "naturals": lay.all_naturals if lay else 0,
        "wilds": lay.all_wilds if lay else 0,
        "total": opening.total,
        "minimum": opening.minimum,
        "left": leave.left if leave else c.size(position.hand or 0),
        "canastas": leave.canastas if leave else position.canastas(),
        "needed": position.profile.canastas_out,
    }


def points_at(position: Position, action: Action) -> tuple[str, ...]:
    """The places that a hint points at: the cards that are played, the pile, and the melds that are added to."""
    cards = "".join(c.LETTERS[kind] for kind in c.kinds_in(action.spends))
    joins = [lay.rank for lay in action.lays if lay.rank and meld_of(position.tables[position.side], lay.rank)]
    pile = ["pile"] if action.verb in (a.DRAW, a.TAKE) and position.pile else []
    places = [*pile, *([cards] if cards else []), *(f"meld:{c.LETTERS[rank]}" for rank in joins)]
    return tuple(places) or ("".join(c.LETTERS[kind] for kind in c.kinds_in(position.hand or 0)),)


PILE: Final = Doing(N_("Take the pile if you may. If you may not, draw."), a.TAKE, "pile_taken", "drawn")
OPENS: Final = Doing(
    N_("Your side has not melded yet. Lay its first meld if your cards reach the minimum. If they do not, discard."),
    a.MELD,
    "melds:1",
    "discarded",
)
MAY_TAKE: Final = N_("May you take the pile like this?")
MAY_LAY: Final = N_("May you lay this?")
MAY_DO: Final = N_("You are down to a few cards. May you do this?")
_FROZEN: Final = Told(
    N_("Is the pile frozen? That decides what the card on top asks of you."),
    N_("The pile, and what might take it."),
    N_("How many natural cards of your hand do you show for the top card?"),
    N_("{shown:naturals}."),
)
_COVERED: Final = Told(
    N_("Look at the card on top of the pile, and at the one below it."),
    N_("The pile, and what might take it."),
    N_("Which cards on top of a pile keep everybody from taking it?"),
    N_("Wild cards and threes, until a natural card covers them."),
)
_COUNT: Final = Told(
    N_("What must the first meld of your side count, at its score? The number stands beside its place."),
    N_("Add up the points of these, wild cards with their own."),
    N_("What do they count together?"),
    N_("{total:points}, and your side needs {minimum:points}."),
)
_WILDS: Final = Told(
    N_("Some of the cards are natural, and some stand for others. Each sort has its own limit."),
    N_("Count the natural cards of the meld, and then its wild cards."),
    N_("How many natural cards would lie there in all, and how many wild ones?"),
    N_("{naturals:naturals} and {wilds:wilds}."),
)
_OUT: Final = Told(
    N_("How many cards would you keep? That matters until your side may go out."),
    N_("These would leave your hand."),
    N_("How many cards would be left, and how many canastas would your side have?"),
    N_("{left:cards} left and {canastas:canastas}; going out needs {needed}."),
)
_PILE_CLAUSES: Final = ("freeze.natural-pair", "take.pair", "freeze.before-initial", "take.cover", "initial.minimum")
_MELD_CLAUSES: Final = ("meld.two-naturals", "meld.wild-limit", "meld.no-wild-meld", "meld.same-rank")
_OUT_CLAUSES: Final = ("out.canasta", "out.keep-one", "out.ask-binding", "out.no-discard")

FINDERS: Final[dict[str, Finder]] = {
    each.name: each
    for each in (
        Finder(
            "freeze",
            clauses=("freeze.natural-pair",),
            say=MAY_TAKE,
            told=_FROZEN,
            tries=trying.frozen_takes,
            eases=(changes.thawed,),
            spoils=(undoing.frozen, undoing.wild_for_natural),
            among=_PILE_CLAUSES,
            doing=PILE,
        ),
        Finder(
            "freeze-before-initial",
            clauses=("freeze.before-initial",),
            say=MAY_TAKE,
            told=_FROZEN,
            tries=trying.first_takes,
            eases=(changes.melded,),
            spoils=(undoing.wild_for_natural,),
            among=_PILE_CLAUSES,
            doing=PILE,
        ),
        Finder(
            "open-pile",
            clauses=("take.pair",),
            say=MAY_TAKE,
            told=_FROZEN,
            tries=trying.open_takes,
            eases=(changes.natural, changes.wild, changes.meld_there),
            spoils=(changes.fewer,),
            among=_PILE_CLAUSES,
            doing=PILE,
        ),
        Finder(
            "opening-with-the-pile",
            clauses=("initial.minimum", "take.initial"),
            say=N_("Your side has not melded yet. May you take the pile with this?"),
            told=_COUNT,
            tries=trying.close_first_takes,
            eases=(changes.more, changes.natural, changes.wild, changes.lower_score),
            spoils=(changes.fewer, undoing.higher_score),
            among=(*_PILE_CLAUSES, "initial.top-card-only"),
            doing=PILE,
        ),
        Finder(
            "opening",
            clauses=("initial.minimum",),
            say=N_("Your side has not melded yet. May it begin with this?"),
            told=_COUNT,
            tries=trying.openings,
            eases=(changes.natural, changes.wild, changes.lower_score),
            spoils=(changes.fewer, undoing.higher_score),
            among=("initial.minimum", "initial.no-bonus", "meld.two-naturals", "out.keep-one"),
            doing=OPENS,
        ),
        Finder(
            "black-three",
            clauses=("take.black-three-top",),
            say=MAY_TAKE,
            told=_COVERED,
            tries=trying.blocked_by_black,
            eases=(changes.top_card,),
            spoils=(undoing.uncovered,),
            among=("take.black-three-top", "freeze.natural-pair", "take.pair", "take.wild-top"),
            doing=PILE,
        ),
        Finder(
            "wild-on-top",
            clauses=("take.wild-top",),
            say=MAY_TAKE,
            told=_COVERED,
            tries=trying.blocked_by_wild,
            eases=(changes.top_card,),
            spoils=(undoing.uncovered,),
            among=("take.wild-top", "freeze.natural-pair", "take.pair", "take.black-three-top"),
            doing=PILE,
        ),
        Finder(
            "forced-take",
            clauses=("stock.forced-take",),
            say=N_("The stock is gone. May you leave the pile, and so end the deal?"),
            told=Told(
                N_("With the stock gone, the top card of the pile is what matters."),
                N_("Look at the pile and at the melds of your side."),
                N_("Would the top card join a meld of your side, and is the pile open to it?"),
                N_("If both are so, it must be taken."),
            ),
            tries=trying.last_draws,
            eases=(undoing.frozen, changes.stock_there),
            spoils=(undoing.thawed_for_a_draw, undoing.meld_for_top, undoing.top_for_meld),
            among=("stock.forced-take", "stock.one-card", "turn.draw-first", "out.keep-one"),
        ),
        Finder(
            "wild-limit",
            clauses=("meld.wild-limit",),
            say=MAY_LAY,
            told=_WILDS,
            tries=trying.at_the_limit,
            eases=(changes.fewer,),
            spoils=(changes.more, changes.wild),
            among=_MELD_CLAUSES,
        ),
        Finder(
            "wild-majority",
            clauses=("meld.wild-majority",),
            say=MAY_LAY,
            told=_WILDS,
            tries=trying.at_the_majority,
            eases=(changes.natural, changes.natural_for_wild, changes.fewer),
            spoils=(undoing.wild_for_natural, changes.more, changes.wild),
            among=("meld.wild-majority", *_MELD_CLAUSES),
        ),
        Finder(
            "two-naturals",
            clauses=("meld.two-naturals",),
            say=MAY_LAY,
            told=_WILDS,
            tries=trying.small_melds,
            eases=(changes.natural_for_wild, changes.natural),
            spoils=(undoing.wild_for_natural,),
            among=_MELD_CLAUSES,
        ),
        Finder(
            "black-meld",
            clauses=("meld.black-threes",),
            say=MAY_LAY,
            told=Told(
                N_("Threes are melded seldom, and only by somebody who is about to finish."),
                N_("These would be laid."),
                _OUT.ask,
                _OUT.answer,
            ),
            tries=trying.black_melds,
            eases=(changes.canasta, changes.one_less),
            spoils=(undoing.no_canasta, changes.kept),
            among=("meld.black-threes", "meld.threes", "out.keep-one", "meld.same-rank"),
        ),
        Finder(
            "going-out",
            clauses=("out.canasta", "out.keep-one"),
            say=MAY_DO,
            told=_OUT,
            tries=trying.going_out,
            eases=(changes.canasta, changes.kept),
            spoils=(undoing.no_canasta, undoing.answered_no),
            among=_OUT_CLAUSES,
        ),
        Finder(
            "keep-one",
            clauses=("out.keep-one",),
            say=MAY_DO,
            told=_OUT,
            tries=trying.keeping,
            eases=(changes.canasta, changes.kept),
            spoils=(undoing.no_canasta, changes.one_less),
            among=_OUT_CLAUSES,
        ),
        Finder(
            "answered",
            clauses=("out.ask-binding",),
            say=N_("Your partner has answered. May you do this?"),
            told=Told(
                N_("You asked, and what your partner said holds for this turn."),
                N_("These would leave your hand."),
                _OUT.ask,
                N_("{left:cards} left and {canastas:canastas}; after a no they count as lacking."),
            ),
            tries=trying.answered,
            eases=(changes.partner_silent,),
            spoils=(undoing.answered_no,),
            among=_OUT_CLAUSES,
        ),
        Finder(
            "asking",
            clauses=("out.ask", "out.ask-late"),
            say=N_("May you ask your partner now whether you may go out?"),
            told=Told(
                N_("One asks only what one can surely do, and before it is too late in the turn."),
                N_("Think of all these cards, and of the melds of your side."),
                N_("Could you go out in this turn? How many canastas has your side?"),
                N_("It has {canastas:canastas} of {needed} needed."),
            ),
            tries=trying.asking,
            eases=(undoing.canasta_there, changes.one_less),
            spoils=(undoing.melded_first, undoing.no_canasta),
            among=("out.ask", "out.ask-late", "out.canasta", "out.ask-binding"),
        ),
        Finder(
            "concealed",
            clauses=("out.concealed",),
            say=N_("This goes out. Is the hand concealed?"),
            told=Told(
                N_("A concealed hand is laid whole in one turn."),
                N_("These leave your hand last."),
                N_("Have you melded in an earlier turn, or added to a meld that lay there?"),
                N_("If you have, it is not concealed."),
            ),
            tries=trying.concealing,
            eases=(undoing.melded_earlier, undoing.nothing_added),
            spoils=(undoing.melded_earlier,),
            among=(),
            value="out.concealed",
        ),
    )
}
