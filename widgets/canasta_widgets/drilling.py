"""A drill on its page: items that are dealt, one after another, until enough of them went well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from canasta.tutor.drills.session import LAST, RIGHT, Session
from canasta.tutor.levels import Faulty, Item, Unit
from canasta.words import N_, _, render
from canasta_widgets.datafile import DataFile
from canasta_widgets.lesson import Lesson

IN_VIEW = 6  # of the items that were dealt; all would fill a phone


class Drill(Lesson):
    """A session of drills, such as ``Drill(Session(read_plan("frozen-pile; seed=4")))``.

    It is a lesson that never runs out: the next item is dealt when it is wanted. What was done is kept like that of a
    lesson, each under its own unit, with the seed and the knobs that deal it again.
    """

    def __init__(self, session: Session, *, own: DataFile | None = None) -> None:
        self.session = session
        self._earned: dict[str, int] = {}
        self._noted: set[int] = set()
        units = {generator.unit for generator in session.plan.generators}
        first = self._dealt()
        super().__init__(Unit(units.pop() if len(units) == 1 else "", "", (first,)), part=first.part, own=own)

    def _dealt(self) -> Item:
        """The next item of the session, told from others by its number."""
        drawn = self.session.next()
        return replace(drawn.item, id=f"{drawn.generator.name}-{len(self.session.dealt)}")

    @property
    def stars(self) -> dict[str, int]:
        """What each item of this session has earned."""
        return self._earned

    def go_to(self, number: int) -> None:
        """Put an item on the table; the place behind the last one deals another."""
        if number == len(self.unit.levels) and self._has_next():
            self._leave()
            self.unit = replace(self.unit, levels=(*self.unit.levels, self._dealt()))
            self.at = number
            self._begin()
        else:
            super().go_to(number)

    def _begin(self) -> None:
        self._proved.add(self.at)  # by the tests of the generators, on many seeds
        super()._begin()

    def _record(self, item: Item, missed: list[str], earned: int) -> None:
        if self.at in self._noted:
            return  # gone back to: only the first go tells how it went
        self._noted.add(self.at)
        self._earned[item.id] = earned
        self.session.note(right=earned > 0 and not missed and not self.rung)
        dealt = self.session.dealt[self.at]
        findings = [clause for clause in missed if clause]
        self.record.add(item, findings=findings, wrong=len(missed), hint=self.rung, stars=earned, dealt=dealt)
        self.guide.made = self.record.told()

    def _in_view(self) -> Iterable[tuple[int, Item | Faulty]]:
        every = list(enumerate(self.unit.levels))
        return every[max(0, min(self.at, len(every) - IN_VIEW)) :][:IN_VIEW]

    def _has_next(self) -> bool:
        return self.at + 1 < len(self.unit.levels) or not self.session.over

    def _end(self) -> str:
        right = sum(self.session.results[-LAST:])
        if self.session.over:
            return render(N_("That was the last one: {n} of {of} at the first try."), self._score())
        if self.session.mastered:
            return _("You have got it. Go on if you like.")
        if len(self.session.results) < LAST:
            return ""
        return render(
            N_("{n} of the last {of} at the first try; {most} are enough."), {"n": right, "of": LAST, "most": RIGHT}
        )

    def _score(self) -> dict[str, int]:
        return {"n": sum(self.session.results), "of": len(self.session.results)}

    def _words(self) -> dict[str, str]:
        return {**super()._words(), "levels": _("Tasks"), "next": _("Next task")}
