"""Questions: items that are answered beside the table. Every right answer is the engine's; a file only asks.

kind = "judge"    try = "take K2"   among = ["take.pair"]      legal, or refused by which clause?
kind = "count"    ask = ["value.points"]                       a number: what the clause gives, several are added
kind = "which"    ask = ["deal.rotation"]   options = [...]    which of these does the clause give?
kind = "choose"   tries = ["take KK", "take K2"]               which of these are legal? also of what may be said
kind = "order"    order = ["draw", "meld 777", "discard 4"]    put them in an order that can be played
kind = "broken"   log = ["draw", "meld 77", "discard 4"]       one of these steps is refused: which?
kind = "sheet"                                                 fill in the lines of a deal's score
kind = "tables"   try = "take K2"   tables = ["classic", ...]  at which tables is it legal?
kind = "error"    line = 2          shows = 600                a line of the score shows wrong points: which?
kind = "allowed"  try = "take KK"   among = ["take.add"]       it is legal: by which clause?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, ClassVar, NamedTuple, TypeAlias

from canasta import examples as asked
from canasta.actions import Action
from canasta.clauses import BOOK
from canasta.clauses.register import law
from canasta.errors import IllegalAction, ImpossiblePosition, NotationError
from canasta.judge import Verdict, judge
from canasta.play import play
from canasta.position import Position
from canasta.profile import Profile
from canasta.score import Line, score_deal
from canasta.tutor.allowed import Allowed
from canasta.tutor.broken import Broken
from canasta.tutor.compared import Tables
from canasta.tutor.marking import Marked, judged, places
from canasta.tutor.planted import Error
from canasta.words import N_

LEGAL = "legal"
FEWEST, MOST = 2, 8  # of what one chooses from
MOST_ORDERED = 6


class Option(NamedTuple):
    """A value that may be what a clause gives, and how it is said."""

    value: str
    say: str


@dataclass(frozen=True)
class Judge:
    """Is an action legal, and if not, which clause refuses it first? ``among`` are clauses to choose from."""

    kind: ClassVar[str] = "judge"
    action: Action
    among: tuple[str, ...]

    def answer(self, position: Position) -> str:
        """LEGAL, or the clause that leads the refusal."""
        lead = self._verdict(position).lead
        return lead.clause if lead else LEGAL

    def choices(self, position: Position) -> list[str]:
        """What one chooses from, in an order that tells nothing: LEGAL, then clauses by their id."""
        right = self.answer(position)
        return [LEGAL, *sorted({*self.among, *([] if right == LEGAL else [right])})]

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark one of the choices; None for what is none of them."""
        if answer not in self.choices(position):
            return None
        return judged(self._verdict(position), answer == self.answer(position))

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        right = self.answer(position)
        if right in self.among:
            yield f"among: {right} is the answer; only others stand there"
        if len(self.choices(position)) < FEWEST + 1:
            yield "among: name at least one clause beside the answer, so that there is something to choose from"

    def _verdict(self, position: Position) -> Verdict:
        return judge(position, self.action)


class Ask(NamedTuple):
    """A clause, and the line of what it is asked about."""

    clause: str
    line: str

    def value(self) -> str:
        """What the clause gives. Raises ValueError if it gives nothing for such a line."""
        if BOOK[self.clause].example is None:
            raise ValueError(f"{self.clause} gives no value that could be asked for")
        return asked.answer(asked.Example(self.clause, "gives", f"{self.line} => ?")).says


@dataclass(frozen=True)
class Count:
    """How many? What clauses give, added up."""

    kind: ClassVar[str] = "count"
    asks: tuple[Ask, ...]

    def answer(self, position: Position) -> int:
        """The number. Raises ValueError where a clause gives none."""
        return sum(int(ask.value()) for ask in self.asks)

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark a whole number; None for anything else."""
        if type(answer) is not int:
            return None
        right, clause = self.answer(position), self.asks[0].clause
        laws = dict.fromkeys(law(BOOK[ask.clause], position.profile) for ask in self.asks)
        values = {"law": " ".join(laws), "n": f"{right:,}"}
        if answer == right:
            return Marked(True, N_("{n} it is. {law}"), values, clause)
        message = N_("It is more than that. {law}") if answer < right else N_("It is less than that. {law}")
        return Marked(False, message, values, clause)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        yield from _unasked(self.asks)
        for ask in self.asks:
            try:
                int(ask.value())
            except ValueError:
                yield f"ask: {ask.clause} gives no number for {ask.line!r}"
                return


@dataclass(frozen=True)
class Which:
    """Which of these does a clause give?"""

    kind: ClassVar[str] = "which"
    asks: tuple[Ask, ...]
    options: tuple[Option, ...]

    def answer(self, position: Position) -> str:
        """The value of the right option."""
        return self.asks[0].value()

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark the value of an option; None for what is none."""
        if answer not in [option.value for option in self.options]:
            return None
        clause = self.asks[0].clause
        values = {"law": law(BOOK[clause], position.profile)}
        right = answer == self.answer(position)
        return Marked(right, "{law}" if right else N_("Not so. {law}"), values, clause)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        if faults := list(_unasked(self.asks)):
            yield from faults
            return
        values = [option.value for option in self.options]
        if len(set(values)) != len(values) or not FEWEST <= len(values) <= MOST:
            yield f"options: there are {FEWEST} to {MOST} of them, each with another value"
        if len(self.asks) != 1:
            yield "ask: one clause is asked here"
        elif self.answer(position) not in values:
            yield f"options: none has the value {self.answer(position)!r}, which is the answer"


@dataclass(frozen=True)
class Choose:
    """Which of these actions are legal? With things to say: which may be said?"""

    kind: ClassVar[str] = "choose"
    tries: tuple[Action, ...]

    def answer(self, position: Position) -> list[int]:
        """The places of the legal ones."""
        return [at for at, action in enumerate(self.tries) if judge(position, action)]

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark a list of places; None for anything else."""
        if not places(answer, len(self.tries)):
            return None
        right = set(self.answer(position))
        wrong = sorted(right ^ set(answer))
        if not wrong:
            parts = tuple(judged(judge(position, action), True) for action in self.tries)
            return Marked(True, "", {}, parts[min(right)].clause, parts=parts)
        return judged(judge(position, self.tries[wrong[0]]), False)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        if not FEWEST <= len(self.tries) <= MOST or len(set(self.tries)) != len(self.tries):
            yield f"tries: there are {FEWEST} to {MOST} of them, each another"
        elif not 0 < len(self.answer(position)) < len(self.tries):
            yield "tries: at least one is legal, and at least one is not"


@dataclass(frozen=True)
class Order:
    """In which order can these be played?"""

    kind: ClassVar[str] = "order"
    actions: tuple[Action, ...]

    def answer(self, position: Position) -> list[int]:
        """Places of the actions in an order that can be played. Raises ValueError if there is none."""
        for order in permutations(range(len(self.actions))):
            if self._refused(position, order) is None:
                return list(order)
        raise ValueError("they can be played in no order")

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark an order of all places; None for anything else. Every order that can be played is right."""
        if not places(answer, len(self.actions)) or len(answer) != len(self.actions):
            return None
        refused = self._refused(position, answer)
        if refused is not None:
            return judged(refused, False)
        last = self._verdicts(position, answer)[-1]
        return judged(last, True)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        if not FEWEST <= len(self.actions) <= MOST_ORDERED:
            yield f"order: there are {FEWEST} to {MOST_ORDERED} steps"
            return
        orders = list(permutations(range(len(self.actions))))
        playable = sum(self._refused(position, order) is None for order in orders)
        if not playable:
            yield "order: they can be played in no order"
        elif playable == len(orders):
            yield "order: every order can be played, so nothing is asked"

    def _verdicts(self, position: Position, order: Sequence[int]) -> list[Verdict]:
        verdicts: list[Verdict] = []
        seat, name = position.seat, position.profile.seat_names[position.seat]
        for at in order:
            action = self.actions[at]
            # They are the steps of one player; what he would do after his turn is out of turn, not another's play.
            mine = action._replace(seat=action.seat or name) if position.seat != seat else action
            try:
                step = play(position, mine)
            except IllegalAction as fault:
                return [*verdicts, fault.verdict]
            verdicts.append(step.verdict)
            position = step.after
        return verdicts

    def _refused(self, position: Position, order: Sequence[int]) -> Verdict | None:
        last = self._verdicts(position, order)[-1]
        return None if last else last


@dataclass(frozen=True)
class Sheet:
    """What does each line of a deal's score bring?"""

    kind: ClassVar[str] = "sheet"

    def lines(self, position: Position) -> tuple[Line, ...]:
        """The lines to fill in. Raises ImpossiblePosition for a deal that cannot be scored."""
        return score_deal(position)

    def answer(self, position: Position) -> list[int]:
        """The points of each line."""
        return [line.points for line in self.lines(position)]

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark the points of all lines; None for anything else. The first wrong line is named."""
        lines = self.lines(position)
        if not isinstance(answer, list) or len(answer) != len(lines) or any(type(n) is not int for n in answer):
            return None
        for line, points in zip(lines, answer, strict=True):
            if points != line.points:
                return Marked(False, N_("{line}: {law}"), {"line": line.text, "law": line.law}, line.clause)
        rule = BOOK["score.sheet"]
        return Marked(True, "{law}", {"law": law(rule, position.profile)}, rule.id)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        try:
            if len(self.lines(position)) < FEWEST:
                yield f"position: its score has fewer than {FEWEST} lines"
        except ImpossiblePosition as fault:
            yield from (f"position: {problem}" for problem in fault.problems)


Task: TypeAlias = Judge | Count | Which | Choose | Order | Broken | Sheet | Tables | Error | Allowed
KEYS: dict[str, tuple[str, ...]] = {
    "judge": ("try", "among"),
    "count": ("ask",),
    "which": ("ask", "options"),
    "choose": ("tries",),
    "order": ("order",),
    "broken": ("log",),
    "sheet": (),
    "tables": ("try", "tables"),
    "error": ("line", "shows"),
    "allowed": ("try", "among"),
}


def read_task(kind: str, table: dict[str, Any], line: str) -> Task:
    """The task of a question from its table; ``line`` is its position's, of which clauses are asked.

    Raises ValueError, saying what is wrong and what would be right.
    """
    for key in KEYS[kind]:
        if key not in table:
            raise ValueError(f"{key!r} is missing; kind {kind} has {', '.join(KEYS[kind])}")
    match kind:
        case "judge":
            return Judge(_action(table["try"]), tuple(map(_clause, _list(table, "among"))))
        case "count":
            return Count(_asks(table, line))
        case "which":
            return Which(_asks(table, line), tuple(map(_option, _list(table, "options"))))
        case "choose":
            return Choose(tuple(map(_action, _list(table, "tries"))))
        case "order":
            return Order(tuple(map(_action, _list(table, "order"))))
        case "broken":
            return Broken(tuple(map(_action, _list(table, "log"))))
        case "tables":
            return Tables(_action(table["try"]), tuple(map(_profile, _list(table, "tables"))))
        case "error":
            return Error(_whole(table, "line") - 1, _whole(table, "shows"))
        case "allowed":
            return Allowed(_action(table["try"]), tuple(map(_clause, _list(table, "among"))))
    return Sheet()


def _unasked(asks: tuple[Ask, ...]) -> Iterator[str]:
    """Asks that the book cannot answer."""
    if not asks:
        yield "ask: name at least one clause"
    for ask in asks:
        try:
            ask.value()
        except (ValueError, LookupError, AssertionError, TypeError, AttributeError) as fault:
            yield f"ask: {ask.clause} cannot be asked of {ask.line!r}: {fault}"


def _list(table: dict[str, Any], key: str) -> list[Any]:
    if not isinstance(table[key], list) or not table[key]:
        raise ValueError(f"{key}: it must be a list")
    return list(table[key])


def _action(value: Any) -> Action:
    if not isinstance(value, str):
        raise ValueError(f'{value!r} is no action in words, such as "take KK"')
    try:
        return Action.parse(value)
    except NotationError as fault:
        raise ValueError(f"{value!r} cannot be read: {fault}") from None


def _profile(value: Any) -> Profile:
    try:
        return Profile.parse(str(value))
    except NotationError as fault:
        raise ValueError(f"tables: {value!r} is no table: {fault}") from None


def _whole(table: dict[str, Any], key: str) -> int:
    if type(table[key]) is not int:
        raise ValueError(f"{key}: it must be a whole number")
    return int(table[key])


def _clause(value: Any) -> str:
    try:
        return BOOK[str(value)].id
    except KeyError as fault:
        raise ValueError(str(fault.args[0])) from None


def _asks(table: dict[str, Any], line: str) -> tuple[Ask, ...]:
    """Each is a clause's id, asked of the position, or id and line with a colon: "deal.upcard: . - - K79"."""
    asks = []
    for text in _list(table, "ask"):
        clause, colon, own = str(text).partition(":")
        asks.append(Ask(_clause(clause.strip()), own.strip() if colon else line))
    return tuple(asks)


def _option(value: Any) -> Option:
    if (
        not isinstance(value, dict)
        or set(value) != {"value", "say"}
        or not all(isinstance(v, str) for v in value.values())
    ):
        raise ValueError(f'options: {value!r} must be like {{ value = "N", say = "North" }}')
    return Option(value["value"], value["say"])
