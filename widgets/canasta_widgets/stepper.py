"""A deal, step by step: what happened and by which clause, on a table where every step can be played otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from canasta import Position, Step, record
from canasta.filling import render
from canasta.log import log_of
from canasta.position import OVER
from canasta.words import N_, _, seat_name
from canasta_widgets import telling
from canasta_widgets.heard import whole
from canasta_widgets.picture import pictured
from canasta_widgets.rail import MOST_TEXT, SECONDS, USUAL, Rail, paces, texts
from canasta_widgets.sheet import ScoreSheet
from canasta_widgets.shown import Column
from canasta_widgets.table import EMPTY, Table
from canasta_widgets.walk import Walk, checked, walk, walked
from canasta_widgets.zones import seated

LONGEST = 1000  # characters of a typed position; all cards with their suits are far fewer


class Stepper(Column):
    """A table that walks through the deals of a log, given as its text or as steps.

    ``at`` counts the stops: each deal as it begins, and each step. A line of the log that is wrong is said with its
    clause, and all before it can be walked; a comment on a line is shown at its stop, the score sheet where a deal is
    over. At every stop the learner may try an action of his own, or set up a position or a log of his own; ``back``
    returns to the deal. ``seat`` is whose hand lies open, that of the player in turn by default; ``all_open`` shows all
    hands; ``seconds`` are the times for a step from which one chooses while it plays. Raises ValueError for a seat that
    is not there and for a time that is none.

    A log is open to whoever opens the page: its text, with all cards that it tells of, is given to the browser on
    request, and each step says in words what was played. ``seat`` and ``all_open`` choose what lies open on the
    table and hide nothing; a deal that is still being played belongs on a ``Table``.
    """

    def __init__(
        self,
        deal: str | Sequence[Step],
        *,
        at: int = 0,
        seat: int | None = None,
        all_open: bool = False,
        seconds: Sequence[float] = SECONDS,
    ) -> None:
        self.walk = walk(deal) if isinstance(deal, str) else walked(tuple(deal))
        self.at = 0
        self.seat = None if seat is None else seated(self.position, seat)
        self.own = False  # a position of the learner's own lies there
        self.problem = ""  # with a typed position
        self.unread = ""  # what is wrong with a log of which nothing can be walked
        self._number = 0  # of the last wish of the browser that was heard
        self._walks = 1  # how many logs were opened
        speeds = paces(seconds)
        self.rail = Rail(words=texts(), speeds=speeds, usual=USUAL if USUAL in seconds else speeds[0][0])
        self.sheet = ScoreSheet()
        self.table = Table(EMPTY, on_step=lambda _step: self._show(), on_undo=self._show, open_hands=all_open)
        self.table.follow = seat is None
        self.rail.on_msg(self._heard)
        self.table.on_msg(self._touched)
        super().__init__([self.rail, self.table, self.sheet])
        self.add_class("canasta-lesson")
        self._enter(at)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all deals."""
        return self.walk.steps

    @property
    def aside(self) -> bool:
        """Whether what lies there is no longer the deal's: the learner played on or set up a position."""
        return self.own or bool(self.table.steps)

    @property
    def position(self) -> Position:
        """The deal's position at the stop."""
        return self.walk.stops[self.at].position if self.walk.stops else Position.parse(EMPTY)

    @property
    def text(self) -> str:
        """The log as text; where the learner played on, up to there and on with what he played."""
        played = self.table.steps
        if not self.aside:
            return self.walk.text
        if self.own:
            return str(log_of(self.table.start, [step.verdict.action for step in played]))
        return str(record([*(stop.step for stop in self.walk.stops[: self.at + 1] if stop.step), *played]))

    def load(self, text: str) -> None:
        """Walk through another log instead. One of which nothing can be walked changes nothing; a sentence says why."""
        if len(text) > MOST_TEXT:
            self.unread = render(N_("A log has up to {n} characters; this text is longer."), {"n": MOST_TEXT})
        else:
            new = walk(text)
            if new.stops:
                self.walk = new
                self._walks += 1
                self._enter(0)
                return
            self.unread = new.fault or _("There is no text.")
        self._show()

    def go_to(self, at: int) -> None:
        """Show a stop; beyond the ends it stays there."""
        before, self.at = self.at, max(0, min(at, len(self.walk.stops) - 1))
        on = self.at == before + 1 and not self.aside
        self.own = False
        step = self.walk.stops[self.at].step if self.walk.stops else None
        if step is None:
            self._set(self.position)
        else:
            self._set(step, on=on)

    def first(self) -> None:
        """Show the first stop."""
        self.go_to(0)

    def back(self) -> None:
        """Return to the deal if the learner left it, else go one stop back."""
        self.go_to(self.at if self.aside else self.at - 1)

    def step(self) -> None:
        """Go one stop on."""
        self.go_to(self.at + 1)

    def last(self) -> None:
        """Show the last stop."""
        self.go_to(len(self.walk.stops) - 1)

    def look(self, seat: int | None) -> None:
        """Open the hand of a seat, or always that of the player who is to act."""
        self.seat = seat
        self.table.look(seat)
        self._show()

    def show_hands(self, shown: bool) -> None:
        """Lay all hands open, or only the one that is looked at."""
        self.table.show_hands(shown)
        self._show()

    def set_up(self, line: str) -> None:
        """Show a position of the learner's own; a line that is none is answered by a plain sentence."""
        try:
            position = checked(line)
        except ValueError as fault:
            self.problem = str(fault)
            self._show()
            return
        self.own = True
        self._set(position)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return pictured(super()._repr_mimebundle_(**options), self.table.picture(self._heading()))

    def _enter(self, at: int) -> None:
        """Show a walk that is new, at a stop."""
        with self.rail.hold_sync():
            self.rail.stops, self.rail.marks = telling.places(self.walk), telling.marks(self.walk)
            self.at = at
            self.go_to(at)

    def _set(self, shown: Position | Step, *, on: bool = False) -> None:
        """Lay a position, or what a step led to; ``on`` if it goes on from what lies there."""
        self.problem = self.unread = ""
        position = shown.after if isinstance(shown, Step) else shown
        if self.seat is not None and self.seat >= position.profile.players:
            self.seat = None
            self.table.look(None)
        if isinstance(shown, Step):
            self.table.follow_step(shown, seat=self.seat, moves=on)
        else:
            with self.table.hold_sync():
                self.table.reset(shown, seat=self.seat)
        self._show()

    # -- what is shown ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        position = self.table.position
        self.sheet.show(self._ends())
        names = [seat_name(name) for name in position.profile.seat_names]
        seen = position if self.seat is None else position.seen_by(self.seat)
        on = self.at < len(self.walk.stops) - 1
        where, what, notes = self._where(), self._what(), self._notes()
        told = [self._heading(), *(note["text"] for note in notes if note["kind"] != "why")]
        self.rail.view = {
            "n": self._number,
            "walk": self._walks,
            "at": self.at,
            "where": where,
            "what": what,
            "notes": notes,
            # What is played on the table the table tells.
            "told": "" if self.table.steps else " ".join(told),
            "aside": self.aside,
            "open": bool(self.table.open_hands),
            "seats": names,
            "seat": self.seat,
            "line": str(seen),
            "problem": self.problem,
            "unread": self.unread,
            "fault": self.walk.fault,
            "can": {"first": self.at > 0 or self.aside, "back": self.at > 0 or self.aside, "step": on, "last": on},
        }

    def _ends(self) -> list[Position]:
        """Where a deal is over, its end and those of the deals before it."""
        if self.table.position.phase != OVER:
            return []
        before = [] if self.own or not self.walk.stops else self.walk.ends(self.at)
        return [*before, self.table.position]

    def _heading(self) -> str:
        where, what = self._where(), self._what()
        return _("{where}: {what}").format(where=where, what=what) if what else where

    def _where(self) -> str:
        if self.own:
            return _("A position of your own")
        if not self.walk.stops:
            return _("There is no deal to step through")
        return telling.where(self.walk, self.walk.stops[self.at])

    def _what(self) -> str:
        if played := self.table.steps:
            last = telling.said(played[-1])
            return last if self.own else _("You left the deal. {last}").format(last=last)
        if self.own:
            return _("Try on the table what you like; the rule book answers.")
        return telling.what(self.walk.stops[self.at]) if self.walk.stops else ""

    def _notes(self) -> list[telling.Note]:
        if self.aside or not self.walk.stops:
            return []
        notes = telling.notes(self.walk, self.walk.stops[self.at])
        if self.sheet.view:
            notes.append({"text": _("The score sheet is under the table."), "clause": "", "kind": "sheet"})
        return notes

    # -- what the browser says ---------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        if not isinstance(message, dict):
            return
        if whole(number := message.get("n")):
            self._number = number
        match message:
            case {"kind": "first"}:
                self.first()
            case {"kind": "back"}:
                self.back()
            case {"kind": "step"}:
                self.step()
            case {"kind": "last"}:
                self.last()
            case {"kind": "go", "at": at} if whole(at):
                self.go_to(at)
            case {"kind": "look", "seat": None}:
                self.look(None)
            case {"kind": "look", "seat": seat} if whole(seat, self.table.position.profile.players - 1):
                self.look(seat)
            case {"kind": "hands", "open": bool(shown)}:
                self.show_hands(shown)
            case {"kind": "set_up", "line": str(line)}:
                self.set_up(line[:LONGEST])
            case {"kind": "load", "text": str(text)}:
                self.load(text[: MOST_TEXT + 1])
            case {"kind": "log"}:
                self.rail.send({"kind": "log", "text": self.text, "name": _file_name(self.walk)})

    def _touched(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whoever does something on the table wants it to stay as it is."""
        if not isinstance(message, dict):
            return
        # A new position on the table asks of itself what could be done, with nothing chosen.
        if message.get("kind") != "select" or any(message.get(part) for part in ("cards", "target", "laid")):
            self.rail.send({"kind": "halt"})


def _file_name(walk: Walk) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", walk.title.lower()).strip("-")[:60]
    return f"{name or 'canasta'}.log"
