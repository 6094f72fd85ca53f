"""A deal, step by step: what happened and by which clause, on a table where every step can be played otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from canasta import Position, Step
from canasta.actions import ANSWER
from canasta.asking import partner_name
from canasta.words import N_, _, render, seat_name
from canasta_widgets.faces import card
from canasta_widgets.phrases import in_words
from canasta_widgets.sheet import ScoreSheet
from canasta_widgets.shown import Column, Shown, joined
from canasta_widgets.table import Table, checked
from canasta_widgets.walk import Walk, walk

EMPTY_TABLE = "."
LONGEST = 1000  # characters of a typed position; all cards with their suits are far fewer
REASONS = 2  # findings shown with a step; the table's panel lists the rest
TELLING = ("say", "pile", "initial", "out", "meld")  # groups of findings that say something, the most telling first


class Rail(Shown):
    """What stands above the table: where one is in the deal, the buttons, and whose cards lie open."""

    _esm = joined("dom.js", "there.js", "stepper.js")
    _css = joined("lesson.css", "stepper.css")

    view = traitlets.Dict().tag(sync=True)
    stops = traitlets.List().tag(sync=True)  # where one can go to: the beginning and every step, in words
    words = traitlets.Dict().tag(sync=True)


class Stepper(Column):
    """A table that walks through a deal, given as the text of a log or as steps.

    A line of the log that is wrong is said with its clause, and all before it can be walked; a comment on an action is
    shown at its step, the score sheet where a deal is over. At every step the learner may try an action of his own, or
    set up a position of his own; ``back`` returns to the deal. ``at`` is how many steps have been played, 0 to all.
    """

    def __init__(self, deal: str | Sequence[Step]) -> None:
        self.walk = walk(deal) if isinstance(deal, str) else _walked(tuple(deal))
        self.at = 0
        self.seat: int | None = None  # whose hand lies open; None for that of the player in turn
        self.all_open = False
        self.own = False  # a position of the learner's own lies there
        self.problem = ""
        self.rail = Rail(words=_texts(), stops=self._stops())
        self.sheet = ScoreSheet()
        self.table = Table(EMPTY_TABLE, on_step=lambda _step: self._show(), on_undo=self._show)
        self.table.look(None)
        self.rail.on_msg(self._heard)
        super().__init__([self.rail, self.table, self.sheet])
        self.add_class("canasta-lesson")
        self.go_to(0)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the deal."""
        return self.walk.steps

    @property
    def aside(self) -> bool:
        """Whether what lies there is no longer the deal's: the learner played on or set up a position."""
        return self.own or bool(self.table.steps)

    @property
    def position(self) -> Position:
        """The deal's position after ``at`` steps."""
        return self.steps[self.at - 1].after if self.at else self.walk.start

    def go_to(self, at: int) -> None:
        """Show the deal after so many steps; beyond its ends it stays there."""
        self.at = max(0, min(at, len(self.steps)))
        self.own = False
        self._set(self.position)
        if self.at:
            step = self.steps[self.at - 1]
            self.table.tell(step.before, step.verdict)

    def first(self) -> None:
        """Show the position before the first step."""
        self.go_to(0)

    def back(self) -> None:
        """Return to the deal if the learner left it, else go one step back."""
        self.go_to(self.at if self.aside else self.at - 1)

    def step(self) -> None:
        """Go one step on."""
        self.go_to(self.at + 1)

    def last(self) -> None:
        """Show the position after the last step."""
        self.go_to(len(self.steps))

    def look(self, seat: int | None) -> None:
        """Open the hand of a seat, or always that of the player who is to act."""
        self.seat = seat
        self.table.look(seat)
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

    def _set(self, position: Position) -> None:
        self.problem = ""
        if self.seat is not None and self.seat >= position.profile.players:
            self.look(None)
        self.table.reset(position, seat=self.seat)
        self._show()

    # -- what is shown ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        position = self.table.position
        self.sheet.show(self._ends())
        names = [seat_name(name) for name in position.profile.seat_names]
        seen = position if self.seat is None else position.seen_by(self.seat)
        self.rail.view = {
            "where": self._where(),
            "what": self._what(),
            "notes": [] if self.aside else self._notes(),
            "aside": self.aside,
            "hands": _hands(position, names) if self.all_open else [],
            "open": self.all_open,
            "seats": names,
            "seat": self.seat,
            "line": str(seen),
            "problem": self.problem,
            "fault": self.walk.fault,
            "at": self.at,
            "can": {
                "first": self.at > 0 or self.aside,
                "back": self.at > 0 or self.aside,
                "step": self.at < len(self.steps),
                "last": self.at < len(self.steps),
            },
        }

    def _ends(self) -> list[Position]:
        """The positions that lie behind, with which deals may have ended."""
        played = [step.after for step in self.table.steps]
        if self.own:
            return [self.table.start, *played]
        return [self.walk.start, *(step.after for step in self.steps[: self.at]), *played]

    def _stops(self) -> list[str]:
        if not self.steps:
            return []
        return [_("The beginning"), *(f"{number}. {_said(step)}" for number, step in enumerate(self.steps, 1))]

    def _where(self) -> str:
        if self.own:
            return _("A position of your own.")
        if not self.steps:
            return _("There is no deal to step through.")
        if not self.at:
            return render(N_("The beginning, {n} steps to go."), {"n": len(self.steps)})
        return render(N_("Step {at} of {n}."), {"at": self.at, "n": len(self.steps)})

    def _what(self) -> str:
        played = len(self.table.steps)
        if played:
            last = _said(self.table.steps[-1])
            return _("You left the deal. {last}").format(last=last) if not self.own else last
        if self.own:
            return _("Try on the table what you like; the rule book answers.")
        if not self.at:
            return _("Go step by step, or try something else on the table.") if self.steps else ""
        return _said(self.steps[self.at - 1])

    def _notes(self) -> list[dict[str, str]]:
        """Why the step was allowed, then what followed, each with its clause."""
        if not self.at:
            return []
        step = self.steps[self.at - 1]
        followed = {event.clause for event in step.events}
        telling = [each for each in step.verdict.findings if each.group in TELLING and each.clause not in followed]
        telling.sort(key=lambda finding: TELLING.index(finding.group))
        # Of a draw or a discard there is mostly nothing to say but that it was in order.
        reasons = telling or ([] if step.events else list(step.verdict.findings))
        notes = [{"text": each.fact, "clause": each.clause, "kind": "why"} for each in reasons[:REASONS]]
        notes += [{"text": event.text, "clause": event.clause, "kind": "then"} for event in step.events]
        if self.sheet.view:
            notes.append({"text": _("The score sheet is under the table."), "clause": "", "kind": "sheet"})
        comment = self.walk.comments[self.at - 1]
        return [{"text": comment, "clause": "", "kind": "comment"}, *notes] if comment else notes

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        if not isinstance(message, dict):
            return
        match message:
            case {"kind": "first"}:
                self.first()
            case {"kind": "back"}:
                self.back()
            case {"kind": "step"}:
                self.step()
            case {"kind": "last"}:
                self.last()
            case {"kind": "go", "at": int(at)} if self.steps:
                self.go_to(at)
            case {"kind": "look", "seat": None}:
                self.look(None)
            case {"kind": "look", "seat": int(seat)} if 0 <= seat < self.table.position.profile.players:
                self.look(seat)
            case {"kind": "hands", "open": bool(shown)}:
                self.all_open = shown
                self._show()
            case {"kind": "set_up", "line": str(line)}:
                self.set_up(line[:LONGEST])


def _walked(steps: tuple[Step, ...]) -> Walk:
    start = steps[0].before if steps else Position.parse(EMPTY_TABLE)
    return Walk(start, steps, ("",) * len(steps))


def _said(step: Step) -> str:
    """A step in words, e.g. "East: Discard 4"."""
    action, before = step.verdict.action, step.before
    in_turn = partner_name(before) if action.verb == ANSWER else before.profile.seat_names[before.seat]
    seat = action.seat or in_turn
    words = in_words(action)
    return f"{seat_name(seat)}: {words}" + "." * (not words.endswith("?"))


def _hands(position: Position, names: list[str]) -> list[dict[str, Any]]:
    """Every hand, the cards as the table draws them; unseen ones are counted."""
    shown = []
    for seat, name in enumerate(names):
        cards = [card(held) for held in position.cards_in_hand(seat)]
        known = [card for card in cards if card["look"] != "unseen"]
        unseen = len(cards) - len(known)
        rest = render(N_("{n:cards} unseen"), {"n": unseen}) if unseen else ""
        if position.hands[seat] is None:
            rest = _("not stated")
        elif not cards:
            rest = _("no card")
        shown.append({"name": name, "cards": known, "rest": rest, "turn": seat == position.seat})
    return shown


def _texts() -> dict[str, str]:
    return {
        "deal": _("Through the deal"),
        "first": _("First"),
        "back": _("Back"),
        "step": _("Step"),
        "last": _("Last"),
        "return": _("Back to the deal"),
        "go": _("Go to"),
        "look": _("Open hand"),
        "turn": _("whose turn it is"),
        "hands": _("Show all hands"),
        "every": _("All hands"),
        "own": _("Set up a position of your own"),
        "line": _("The position as a line: hands, tables, pile, stock, turn"),
        "set": _("Set it up"),
    }
