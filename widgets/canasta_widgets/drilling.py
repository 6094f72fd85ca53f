"""A drill on its page: items that are dealt, one after another, until enough of them went well."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from canasta import BOOK
from canasta.clauses.register import law
from canasta.filling import render
from canasta.tutor.drills.session import LAST, RIGHT, Session
from canasta.tutor.levels import Faulty, Item, Unit
from canasta.tutor.marking import Marked
from canasta.words import N_, _
from canasta_widgets import questions
from canasta_widgets.datafile import DataFile
from canasta_widgets.lesson import Lesson

IN_VIEW = 6  # of the items that were dealt; all would fill a phone


class Row(NamedTuple):
    """How one item went, as it is told at the end: its number, what was asked, and what the rule book says of it."""

    number: int
    title: str
    asked: str
    right: bool
    told: str
    unit: str


class Drill(Lesson):
    """A session of drills, such as ``Drill(Session(read_plan("frozen-pile; seed=4")))``.

    It is a lesson that never runs out: the next item is dealt when it is wanted. What was done is kept like that of a
    lesson, each under its own unit, with the seed and the knobs that deal it again. ``on_end`` is called
    when the last item of a session has had its go.
    """

    def __init__(
        self, session: Session, *, own: DataFile | None = None, on_end: Callable[[], object] = lambda: None
    ) -> None:
        self.session = session
        self._earned: dict[str, int] = {}
        self._noted: set[int] = set()
        self.report: list[Row] = []
        self.closed = False  # before its end
        self._on_end = on_end
        units = {session.generators[name].unit for name in session.plan.drills}
        first = self._dealt()
        super().__init__(Unit(units.pop() if len(units) == 1 else "", "", (first,)), part=first.part, own=own)

    @property
    def _withheld(self) -> bool:
        """Whether nothing is told yet of how it goes."""
        return self.session.plan.reveal == "end" and not self.finished and not self.closed

    @property
    def finished(self) -> bool:
        """Whether the last item has had its go."""
        return self.session.over and len(self._noted) == len(self.session.dealt)

    def close(self) -> None:
        """It is the end, whatever is open: what was tried counts, and how it went may be told."""
        self.closed = True
        self._leave()
        self._show()

    def _dealt(self) -> Item:
        """The next item of the session, told from others by its number."""
        drawn = self.session.next()
        return replace(drawn.item, id=f"{drawn.generator.name}-{len(self.session.dealt)}")

    @property
    def stars(self) -> dict[str, int]:
        """What each item of this session has earned."""
        return {} if self._withheld else self._earned

    def go_to(self, number: int) -> None:
        """Put an item on the table; the place behind the last one deals another, or is what was passed over."""
        if number == len(self.unit.levels) and self.session.over:
            open_one = self._passed_over()
            super().go_to(number if open_one is None else open_one)
        elif number == len(self.unit.levels):
            self._leave()
            self.unit = replace(self.unit, levels=(*self.unit.levels, self._dealt()))
            self.at = number
            self._begin()
        else:
            super().go_to(number)

    def _begin(self) -> None:
        self._proved.add(self.at)  # by the tests of the generators, on many seeds
        self.table.mute = not self.session.plan.hints
        super()._begin()

    def answer(self, answer: Any) -> Marked | None:
        """As in a lesson; where nothing is told before the end, the first answer stands."""
        marked = super().answer(answer)
        if marked is not None and not self.done and self._withheld:
            assert self.level is not None
            assert not isinstance(self.level, Faulty)
            self._finish(self.level)
            self._show()
        return marked

    def _may_hint(self, level: Item) -> bool:
        plan = self.session.plan
        return plan.hints and plan.reveal == "once" and super()._may_hint(level)

    def _outcome(self, level: Item) -> dict[str, Any]:
        if self.done and self._withheld:
            return {"state": "noted", "stars": 0, "text": _("Noted. How it went is told at the end.")}
        return super()._outcome(level)

    def _record(self, item: Item, missed: list[str], earned: int) -> None:
        if self.at in self._noted:
            return  # gone back to: only the first go tells how it went
        self._noted.add(self.at)
        if missed and self._withheld:
            earned = 0  # it was not mended
        right = earned > 0 and not missed and not self.rung
        self._earned[item.id] = earned
        self.session.note(right)
        dealt = self.session.dealt[self.at]
        told = questions.said(self.marked[-1]) if self.marked else law(BOOK[item.clauses[0]], item.position.profile)
        self.report.append(Row(self.at + 1, _(item.title), item.say, right, told, dealt.generator.unit))
        findings = [clause for clause in missed if clause]
        self.record.add(item, findings=findings, wrong=len(missed), hint=self.rung, stars=earned, dealt=dealt)
        self.guide.made = self.record.told()
        if self.finished:
            self._on_end()

    def _in_view(self) -> Iterable[tuple[int, Item | Faulty]]:
        every = list(enumerate(self.unit.levels))
        # One stands before the one that is due, so that there is a way back.
        return every[max(0, min(self.at - 1, len(every) - IN_VIEW)) :][:IN_VIEW]

    def _has_next(self) -> bool:
        return self.at + 1 < len(self.unit.levels) or not self.session.over or self._passed_over() is not None

    def _passed_over(self) -> int | None:
        """The place of the first item that has not had its go, beside the one that is due."""
        return next((at for at in range(len(self.unit.levels)) if at not in self._noted and at != self.at), None)

    def _end(self) -> str:
        results = self.session.results
        if self.finished:
            score = {"n": sum(results), "of": len(results)}
            return render(N_("That was the last one: {n} of {of} at the first try."), score)
        if self.session.over:
            return _("What you passed over is still open, and comes now.")
        if self.session.mastered:
            return _("You have got it. Go on if you like.")
        if len(results) < LAST:
            return ""
        return render(
            N_("{n} of the last {of} at the first try; {most} are enough."),
            {"n": sum(results[-LAST:]), "of": LAST, "most": RIGHT},
        )

    def _words(self) -> dict[str, str]:
        return {**super()._words(), "levels": _("Tasks"), "next": _("Next task")}
