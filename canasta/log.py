"""A deal or a whole game as text, and replaying it.

    title: Two deals          headers: title, profile, seed, dealer, scores
    profile: classic/2
    seed: 7
    deal:                     the next deal of the seed's game; or ``deal: SEED``, or ``position: LINE``
    draw                      then one action a line
    discard 4  # safe         comments are kept
    score: 785:-120           what the deal scores, and the totals after it: replay checks them
    total: 785:-120

Blank lines may stand anywhere. Without headers a deal is one of ``classic``, dealt by the last seat, from scores of 0;
each later one goes on from the totals of the deal before, and the deal passes clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from canasta import cards as c
from canasta.actions import DRAW, Action
from canasta.deal import deal, next_dealer
from canasta.errors import IllegalAction, ImpossiblePosition, NotationError
from canasta.filling import fill, render
from canasta.game import SEED, Sheet, sheet_of
from canasta.judge import Verdict
from canasta.play import Step, play
from canasta.position import Position
from canasta.profile import CLASSIC, Profile
from canasta.score import scorable
from canasta.words import N_

TITLE, PROFILE, GAME_SEED, DEALER, SCORES = "title", "profile", "seed", "dealer", "scores"
POSITION, DEAL, ACTION, SCORE, TOTAL = "position", "deal", "action", "score", "total"
HEADERS = (TITLE, PROFILE, GAME_SEED, DEALER, SCORES)
STARTS = (POSITION, DEAL)
RESULTS = (SCORE, TOTAL)

_NAMED = re.compile(r"([a-z]+)\s*:\s*(.*)")
_NUMBERS = re.compile(r"-?[0-9]{1,7}(:-?[0-9]{1,7})+")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")


class Entry(NamedTuple):
    """One line of a log: its name ("action", a header's, a start's, a result's, or "" for none), value and comment."""

    name: str = ""
    value: Any = None
    comment: str = ""

    def __str__(self) -> str:
        value = ":".join(map(str, self.value)) if isinstance(self.value, tuple) and _are_numbers(self) else self.value
        text = "" if value is None else str(value)
        if self.name and self.name != ACTION:
            text = f"{self.name}: {text}".rstrip()
        return "  ".join(part for part in (text, self.comment) if part)


def _are_numbers(entry: Entry) -> bool:
    return entry.name in (SCORES, *RESULTS)


class Log(NamedTuple):
    """A log, line by line; ``str`` and ``parse`` are inverse."""

    entries: tuple[Entry, ...]

    @classmethod
    def parse(cls, text: str) -> Log:
        """Read a log.

        Raises NotationError naming the faulty part and the line (``values["line"]``, from 1), or ImpossiblePosition
        for a start that cannot exist.
        """
        entries = []
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            try:
                entries.append(_read(line))
            except NotationError as fault:
                raise _fault(number, str(fault), fault.part) from None
        log = cls(tuple(entries))
        log._check(lines)
        return log

    def __str__(self) -> str:
        return "".join(f"{entry}\n" for entry in self.entries)

    def header(self, name: str, default: Any = None) -> Any:
        """The value of a header, or the default if it is not there."""
        return next((entry.value for entry in self.entries if entry.name == name), default)

    @property
    def profile(self) -> Profile:
        """How this is played: the header's profile, else that of the first start."""
        start = next((entry for entry in self.entries if entry.name in STARTS), None)
        found = start.value.profile if start is not None and start.name == POSITION else CLASSIC
        profile: Profile = self.header(PROFILE, found)
        return profile

    def _check(self, lines: Sequence[str]) -> None:
        """Whether every line stands where it may. Raises NotationError for the first that does not, as written."""
        profile = self.profile
        deals = 0
        seen: set[str] = set()
        for number, entry in enumerate(self.entries, 1):
            if fault := _misplaced(entry, deals, seen, profile) or self._unfit(entry, deals, profile):
                raise _fault(number, fault, lines[number - 1].strip())
            if entry.name in STARTS:
                deals += 1
                seen -= set(RESULTS)
            elif entry.name not in ("", ACTION):
                seen.add(entry.name)
        if not deals:
            raise _fault(len(self.entries) + 1, fill(N_("a log has a deal: or position: line"), {}), "")

    def _unfit(self, entry: Entry, deals: int, profile: Profile) -> str:
        """Why a line does not go with the profile or the headers, or ""."""
        values = {"profile": str(profile), "value": str(entry)}
        if entry.name == POSITION:
            if entry.value.profile != profile:
                return fill(N_("the position is not one of {profile}, as this log is"), values)
            if not deals and (self.header(DEALER) or self.header(SCORES)):
                return fill(N_("dealer and scores stand in the position itself, not in headers"), {})
        if entry.name == DEAL and entry.value is None and self.header(GAME_SEED) is None:
            return fill(N_("deal: needs a seed, here or in a header"), {})
        if entry.name == DEALER and entry.value not in profile.seat_names:
            return fill(N_("{value} is no seat of {profile}"), values)
        if _are_numbers(entry) and len(entry.value) != profile.sides:
            return fill(N_("{value} does not have one number for each side of {profile}"), values)
        return ""


def _misplaced(entry: Entry, deals: int, seen: set[str], profile: Profile) -> str:
    """Why a line may not stand where it does, or ""."""
    if entry.name in HEADERS and deals:
        return fill(N_("headers stand before the first deal"), {})
    if entry.name in (ACTION, *RESULTS) and not deals:
        return fill(N_("a deal: or position: line comes first"), {})
    if entry.name == ACTION and seen & set(RESULTS):
        return fill(N_("the deal's result is stated above, nothing is played after it"), {})
    if entry.name in seen:
        return fill(N_("{name}: is given twice"), {"name": entry.name})
    return ""


def _fault(line: int, message: str, part: str) -> NotationError:
    return NotationError(N_("Line {line}: {why}"), part=part, line=line, why=message)


def _read(line: str) -> Entry:
    """One line. Raises NotationError naming its faulty part."""
    if (titled := _NAMED.fullmatch(line.strip())) and titled[1] == TITLE and titled[2]:
        return Entry(TITLE, titled[2])
    body, mark, rest = line.partition("#")
    body, comment = body.strip(), (mark + rest).rstrip()
    if not body:
        return Entry(comment=comment)
    named = _NAMED.fullmatch(body)
    if not named:
        return Entry(ACTION, Action.parse(body), comment)
    return Entry(named[1], _read_value(named[1], named[2]), comment)


def _read_value(name: str, text: str) -> Any:
    match name:
        case "position":
            return Position.parse(text).check()
        case "profile":
            return Profile.parse(text)
        case "deal" if not text:
            return None
        case "deal" | "seed":
            if not SEED.fullmatch(text):
                wanted = N_("{name}: a seed is one to 80 plain characters, not {text}")
                raise NotationError(fill(wanted, {"name": name, "text": repr(text)}), part=text)
            return int(text) if _WHOLE.fullmatch(text) else text
        case "dealer":
            return text
        case "title":
            raise NotationError(fill(N_("title: has no text"), {}), part=name)
        case "scores" | "score" | "total":
            if not _NUMBERS.fullmatch(text):
                wanted = N_("{name}: {text} is not a number for each side, such as 785:-120")
                raise NotationError(fill(wanted, {"name": name, "text": repr(text)}), part=text)
            return tuple(map(int, text.split(":")))
    known = ", ".join((*HEADERS, *STARTS, *RESULTS))
    wanted = N_("{name}: is no line of a log; they are {known}, and actions")
    raise NotationError(fill(wanted, {"name": name, "known": known}), part=name)


class Refusal(NamedTuple):
    """Where a replay stopped: the line, its words, the position it met, and what is wrong under its clause.

    ``verdict`` is the judge's where an action was refused; otherwise ``message`` and ``values`` say what was found.
    """

    line: int
    words: str
    position: Position
    clause: str
    message: str = ""
    values: Mapping[str, Any] = {}
    verdict: Verdict | None = None

    @property
    def text(self) -> str:
        """Line, words, what is wrong and the clause, in one sentence or two."""
        lead = self.verdict.lead if self.verdict is not None else None
        found = f"{lead.fact} {lead.law}" if lead else render(self.message, self.values)
        message = N_("line {line}, {words}: {found} [{clause}]")
        return render(message, {"line": self.line, "words": self.words, "found": found, "clause": self.clause})


class Replay(NamedTuple):
    """A log played: every step up to the end or to what was refused, and the sheets of the deals that are finished.

    A deal whose hands are not all known at its end has no sheet. ``starts`` has the first position of each deal, with
    how many steps were played before it.
    """

    steps: tuple[Step, ...]
    position: Position
    sheets: tuple[Sheet, ...] = ()
    refused: Refusal | None = None
    starts: tuple[tuple[int, Position], ...] = ()


def replay(log: Log) -> Replay:
    """Play a log up to its end, or to the first line that cannot be."""
    run = _Run(log)
    for number, entry in enumerate(log.entries, 1):
        if entry.name not in (*STARTS, ACTION, *RESULTS):
            continue
        try:
            stop = run.line(entry)
        except IllegalAction as fault:
            stop = _Stop(fault.verdict.refusals[0].clause, verdict=fault.verdict)
        except ImpossiblePosition as fault:
            problem = fault.problems[0]
            stop = _Stop(problem.clause, problem.message, problem.values)
        if stop is not None:
            words = str(entry._replace(comment=""))
            refused = Refusal(number, words, run.position, *stop)
            return run.so_far(refused)
    return run.so_far()


class _Stop(NamedTuple):
    """Why a line cannot be."""

    clause: str
    message: str = ""
    values: Mapping[str, Any] = {}
    verdict: Verdict | None = None


class _Run:
    """The moving parts of a replay."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.steps: list[Step] = []
        self.sheets: list[Sheet] = []
        self.position = Position()
        self.starts: list[tuple[int, Position]] = []

    def so_far(self, refused: Refusal | None = None) -> Replay:
        """What was played up to here."""
        return Replay(tuple(self.steps), self.position, tuple(self.sheets), refused, tuple(self.starts))

    def line(self, entry: Entry) -> _Stop | None:
        """Play one line; what is wrong with it, or None. May raise IllegalAction or ImpossiblePosition."""
        match entry.name:
            case "position":
                self._begin(entry.value)
            case "deal":
                self._begin(self._dealt(entry.value))
            case "action":
                return self._play(entry.value)
            case "score" | "total":
                return self._result(entry.name, entry.value)
        return None

    def _begin(self, position: Position) -> None:
        self.position = position
        self.starts.append((len(self.steps), position))
        self._settle()

    def _dealt(self, seed: int | str | None) -> Position:
        """The next deal; it goes on from the one before. Raises ImpossiblePosition if that cannot be scored."""
        profile = self.log.profile
        if seed is None:
            seed = f"{self.log.header(GAME_SEED)}/{len(self.starts) + 1}"
        if self.starts:
            scores = sheet_of(self.position).totals
            return deal(seed, profile, dealer=next_dealer(self.position), scores=scores)
        dealer = self.log.header(DEALER)
        return deal(
            seed,
            profile,
            dealer=None if dealer is None else profile.seat_names.index(dealer),
            scores=self.log.header(SCORES, ()),
        )

    def _play(self, action: Action) -> _Stop | None:
        step = play(self.position, action)
        if stop := _misdrawn(step):
            return stop
        self.steps.append(step)
        self.position = step.after
        self._settle()
        return None

    def _settle(self) -> None:
        """Write the sheet of a deal that is over, if all hands are known."""
        if scorable(self.position):
            self.sheets.append(sheet_of(self.position))

    def _result(self, name: str, stated: tuple[int, ...]) -> _Stop | None:
        sheet = sheet_of(self.position)
        message = N_("The deal scores {found}.") if name == SCORE else N_("The totals are {found}.")
        found = sheet.deal if name == SCORE else sheet.totals
        return None if found == stated else _Stop("score.sheet", message, {"found": ":".join(map(str, found))})


def _misdrawn(step: Step) -> _Stop | None:
    """What is wrong with the cards that are said to be drawn, where the stock is known to hold others."""
    said, stock = step.verdict.action.cards, step.before.stock
    if step.verdict.action.verb != DRAW or not said or stock is None or step.after.stock is None:
        return None
    drawn = c.bag_of(stock[: len(stock) - len(step.after.stock)])
    if c.without(drawn, said) is not None:
        return None
    values = {"said": c.text_of(said), "there": c.text_of(drawn)}
    return _Stop("turn.draw-first", N_("{said} is said to be drawn; on the stock lies {there}."), values)


def log_of(start: Position, actions: Iterable[Action], title: str = "") -> Log:
    """The log of actions from a position. Nothing is judged here; ``replay`` does."""
    head = [Entry(TITLE, title)] if title else []
    return Log((*head, Entry(POSITION, start), *(Entry(ACTION, action) for action in actions)))


def deals(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Steps deal by deal: where one does not go on from the one before, a deal begins."""
    starts = [at for at, step in enumerate(steps) if not at or step.before != steps[at - 1].after]
    return [tuple(steps[start:end]) for start, end in pairwise((*starts, len(steps)))]


def record(steps: Sequence[Step], seed: int | str | None = None, title: str = "") -> Log:
    """The log of steps that were played, of one deal or several, with the scores of those that are finished.

    ``seed`` is the game's whose deals these are (``canasta.game``): they are then written as ``deal:`` instead of by
    every card. Raises NotationError for no steps, or for a seed that does not give these deals.
    """
    if not steps:
        raise NotationError(fill(N_("there are no steps to record"), {}), part="")
    entries = list(_recorded(steps, seed))
    start = steps[0].before
    head = [Entry(TITLE, title)] if title else []
    if seed is not None:
        head += [Entry(PROFILE, start.profile), Entry(GAME_SEED, seed)]
        if start.dealer != start.profile.players - 1:
            head.append(Entry(DEALER, start.profile.seat_names[start.dealer]))
        if any(start.scores):
            head.append(Entry(SCORES, start.scores))
    return Log((*head, *entries))


def _recorded(steps: Sequence[Step], seed: int | str | None) -> Iterator[Entry]:
    deals = 0
    before: Position | None = None
    for step in steps:
        if step.before != before:
            deals += 1
            start = step.before
            if seed is None:
                yield Entry(POSITION, start)
            elif deal(f"{seed}/{deals}", start.profile, dealer=start.dealer, scores=start.scores) == start:
                yield Entry(DEAL)
            else:
                message = N_("deal {number} is not one of the game with the seed {seed}")
                raise NotationError(fill(message, {"number": deals, "seed": str(seed)}), part=str(seed))
        yield Entry(ACTION, step.verdict.action)
        before = step.after
        if scorable(before):
            sheet = sheet_of(before)
            yield Entry(SCORE, sheet.deal)
            yield Entry(TOTAL, sheet.totals)
