"""A lesson: the levels of a unit, one after another, on one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets

from canasta import BOOK, Action, Step, Verdict, judge, play
from canasta.actions import SAY
from canasta.clauses.register import law
from canasta.filling import render
from canasta.position import OVER
from canasta.tutor.goals import Attempt
from canasta.tutor.hints import RUNGS
from canasta.tutor.levels import Faulty, Item, Level, Question, Unit, worked
from canasta.tutor.marking import Marked
from canasta.tutor.stars import MOST, stars
from canasta.words import N_, _, ended
from canasta_widgets import questions, told
from canasta_widgets.datafile import DataFile, own_file
from canasta_widgets.heard import whole
from canasta_widgets.kept import MOST_KEPT
from canasta_widgets.knowing import Known, Record, more, read_known, troubles
from canasta_widgets.phrases import in_words
from canasta_widgets.picture import pictured
from canasta_widgets.shown import Column, Shown, joined
from canasta_widgets.table import EMPTY, Table
from canasta_widgets.units import the_unit

if TYPE_CHECKING:
    from canasta.tutor.aftermath import Aftermath

ASKING = "out.ask"  # the clauses on asking the partner begin so
SAYING = "info."  # and those on what may be said
PAUSE = 1100  # milliseconds for each play that goes by itself


def teaches(items: Iterable[Item], about: str) -> bool:
    """Whether any of the items teaches a clause that begins so."""
    return any(clause.startswith(about) for item in items for clause in item.clauses)


class Guide(Shown):
    """What stands above the table: the levels with their stars, the task, hints, and what came of it."""

    _esm = joined("dom.js", "there.js", "beside.js", "shelf.js", "questions.js", "lesson.js")
    _css = joined("lesson.css", "questions.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    made = traitlets.List().tag(sync=True)  # entries of progress that the browser is to keep, numbered


class Lesson(Column):
    """The lesson of a unit, such as ``Lesson("02-melds")``.

    Levels come from ``levels/<unit>.toml`` beside the notebook, else from the installed lessons, or from ``folder``. A
    faulty level is shown as a plain sentence in its place; the others work. Each is proved as it comes up, since all of
    them at once would keep the page waiting. What was done is kept by the browser, and in a Jupyter of the learner's
    own also in a file; ``own`` is that file, by default found by itself. It opens at the first level that has no stars
    yet, also if the browser tells of stars a moment later. ``title`` is the heading above it, if it shall have one.
    """

    def __init__(
        self,
        unit: str | Unit,
        *,
        part: str = "try",
        title: str = "",
        folder: Path | None = None,
        own: DataFile | None = None,
    ) -> None:
        self.unit = the_unit(unit, folder).only(part)
        self._proved: set[int] = set()
        self.record = Record(self.unit.name, own_file() if own is None else own)
        self.at = 0
        self.begun = False  # whether the learner has done anything here
        self.rung = 0
        self.refused: list[Verdict] = []
        self.said: list[Step] = []  # what was said or asked
        self.marked: list[Marked] = []  # the answers to a question
        self.came: Aftermath | None = None  # of a turn that missed the task
        self.film: list[Callable[[], object]] = []  # what goes by itself on the table, one thing after the other
        self.way: tuple[Action, ...] = ()  # that the last rung shows
        self._ticket = 0
        self.done = False
        self.earned = 0
        self.guide = Guide(words={**self._words(), "part": title})
        self.table = Table(
            EMPTY,
            on_step=self._stepped,
            on_refused=self._heard_no,
            on_said=self._remarked,
            on_undo=self._taken_back,
            on_hint=self.hint,
            preview=False,
        )
        self.guide.on_msg(self._heard)
        self.table.on_msg(self._touched)
        super().__init__([self.guide, self.table])
        self.add_class("canasta-lesson")
        self.at = self._first_open()
        self._begin()

    @property
    def level(self) -> Level | Question | Faulty | None:
        """The item that is due; None if the unit has none."""
        return self.unit.levels[self.at] if self.unit.levels else None

    @property
    def stars(self) -> dict[str, int]:
        """The best that each item has earned."""
        return self.record.stars

    def go_to(self, number: int) -> None:
        """Put a level on the table, by its place from 0; places beyond the last stay where they are."""
        self._leave()
        self.begun = True
        if self.unit.levels:
            self.at = max(0, min(number, len(self.unit.levels) - 1))
        self._begin()

    def retry(self) -> None:
        """Begin the level again: the table as at first, no hint seen, no try counted."""
        self._leave()
        self._begin()

    def _first_open(self) -> int:
        """The place of the first level that has no stars yet; where none or all have some, the very first."""
        starred = self.stars
        open_ones = [
            at
            for at, level in enumerate(self.unit.levels)
            if not isinstance(level, Faulty) and not starred.get(level.id)
        ]
        return open_ones[0] if starred and open_ones else 0

    def _begin(self) -> None:
        self.record.begin()
        self.rung = 0
        self.refused = []
        self.said = []
        self.marked = []
        self.came = None
        self.film = []
        self.way = ()
        self.done = False
        if self.unit.levels and self.at not in self._proved:
            self.unit = self.unit.proved(self.at)
            self._proved.add(self.at)
        level = self.level
        playable = isinstance(level, Level) or (isinstance(level, Question) and not level.bare)
        # A learner who has not heard of asking, or of what may be said, is not offered it.
        played = [level] if isinstance(level, Level) else []
        self.table.asks = teaches(played, ASKING)
        self.table.says = teaches(played, SAYING)
        self.table.still = isinstance(level, Question)
        # When a deal is over all hands are laid open, for they count.
        self.table.open_hands = isinstance(level, Question) and level.position.phase == OVER
        self.table.reset(EMPTY if level is None or isinstance(level, Faulty) else level.position)
        self.table.layout.display = None if playable else "none"
        self._show()

    def hint(self) -> None:
        """Climb one rung: name the gate, point, ask a smaller question, show the way; the last as often as wanted."""
        level = self.level
        if level is None or isinstance(level, Faulty) or not self._may_hint(level):
            return
        self.rung = min(self.rung + 1, RUNGS)
        if self.rung == RUNGS and isinstance(level, Level):
            self._show_way(level)
        elif self.rung >= 2:
            self._point(level)
        self._show()

    def _point(self, level: Item) -> None:
        hints = level.hints
        places = [*self.table.choose(hints.cards()), *hints.places(level.position)]
        self.table.mark(places, _(hints.words), quiet=True)  # the hint's own text is read out

    def _show_way(self, level: Level) -> None:
        """Let the table play the way to the goal from the start, and then go back there."""
        self.way = self.way or worked(level)
        self.came = None
        self.table.still = True
        self.table.reset(level.position)
        self.film = [*(partial(self._show_action, action) for action in self.way), self._back_to_start]

    def _show_action(self, action: Action) -> None:
        verdict = judge(self.table.position, action)
        if verdict and action.verb == SAY:
            self.table.tell_said(play(self.table.position, action))
        elif verdict:
            self.table.play_for(action)
        else:  # it is to be heard why not
            self.table.tell(self.table.position, verdict, told=told.refused(verdict))

    def _back_to_start(self) -> None:
        level = self.level
        assert isinstance(level, Level)
        self.table.still = False
        self.table.reset(level.position)
        self._point(level)

    def _may_hint(self, level: Item) -> bool:
        if self.done or self.film:
            return False
        return self.rung < RUNGS or isinstance(level, Level)

    def answer(self, answer: Any) -> Marked | None:
        """Answer the question that is due; None, and nothing changes, for what is no answer to it."""
        question = self.level
        if not isinstance(question, Question) or self.done:
            return None
        marked = question.task.mark(question.position, answer)
        if marked is not None:
            self.marked = [*self.marked[1 - MOST_KEPT :], marked]
            if marked.right:
                self._finish(question)
            self._show()
        return marked

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle, level = super()._repr_mimebundle_(**options), self.level
        if level is None or isinstance(level, Faulty):
            return bundle
        return pictured(bundle, self.table.picture(f"{ended(self._title(level))} {_(level.say)}"))

    # -- what happens on the table ----------------------------------------------------------------------------------

    def _attempt(self, level: Level) -> Attempt:
        return Attempt(level.position, tuple(self.table.steps), tuple(self.refused), tuple(self.said))

    def _stepped(self, step: Step) -> None:
        self._look()
        level = self.level
        if isinstance(level, Level) and not self.done and self._turn_over(level):
            self._what_comes(level)

    def _remarked(self, step: Step) -> None:
        self.said = [*self.said[1 - MOST_KEPT :], step]
        self._look()

    def _heard_no(self, verdict: Verdict) -> None:
        self.refused = [*self.refused[1 - MOST_KEPT :], verdict]
        self._look()

    def _taken_back(self) -> None:
        self._show()

    def _look(self) -> None:
        level = self.level
        if isinstance(level, Level) and not self.done and level.goal.reached(self._attempt(level)):
            self._finish(level)
        self._show()

    def _turn_over(self, level: Level) -> bool:
        """Whether the turn in which the task was to be done is over."""
        return self.table.position.seat != level.position.seat or self.table.position.phase == OVER

    def _what_comes(self, level: Level) -> None:
        """After a turn that missed the task: what bad comes of it is played, and told."""
        from canasta.tutor.aftermath import aftermath

        try:
            self.came = aftermath(self.table.position, level.position.seat)
        except Exception:  # a player's fault must not end the lesson
            self.came = None
        if self.came is not None:
            self.table.still = True
            self.film = [partial(self.table.play_for, step.verdict.action) for step in self.came.steps]
            self._show()

    def go_on(self) -> None:
        """The next thing that goes by itself on the table, if there is one."""
        if self.film:
            self.film.pop(0)()
            self._show()

    def _finish(self, item: Item) -> None:
        self.done = True
        missed = self._missed(item)
        self.earned = stars(len(missed), self.rung)
        self._record(item, missed, self.earned)

    def _leave(self) -> None:
        """What was tried and is given up is recorded too."""
        item = self.level
        if self._tried() and not self.done and not isinstance(item, Faulty | None):
            self._record(item, self._missed(item), 0)

    def _record(self, item: Item, missed: list[str], earned: int) -> None:
        findings = [clause for clause in missed if clause]
        self.record.add(item, findings=findings, wrong=len(missed), hint=self.rung, stars=earned)
        self.guide.made = self.record.told()

    def _tried(self) -> bool:
        return bool(self.table.steps or self.refused or self.said or self.marked or self.rung)

    def _missed(self, item: Item) -> list[str]:
        """The clause that each wrong answer met, and each refused try that the goal did not ask for."""
        if isinstance(item, Question):
            return [each.clause for each in self.marked if not each.right]
        asked = {c.value for c in (*item.goal.all, *item.goal.any) if c.text.startswith("refused:")}
        missed = (v for v in self.refused if not asked & {finding.clause for finding in v.refusals})
        return [verdict.refusals[0].clause for verdict in missed]

    # -- what is shown --------------------------------------------------------------------------------------------

    def _show(self) -> None:
        level = self.level
        self._ticket += 1
        changed = self.record.progress.changed(self.unit)
        self.guide.view = {
            "unit": self.record.unit or None,
            "n": self._ticket,
            "waits": PAUSE if self.film else 0,
            "notice": self.record.notice,
            "levels": [self._entry(at, each, each.id in changed) for at, each in self._in_view()],
            "most": MOST,
            "id": "" if isinstance(level, Faulty | None) else level.id,
            "task": self._fault(level) if isinstance(level, Faulty | None) else _(level.say),
            "faulty": isinstance(level, Faulty | None),
            "form": questions.form(level) | {"done": self.done} if isinstance(level, Question) else {},
            "hint": "" if isinstance(level, Faulty | None) else self._hint_text(level),
            "offer": self._offer(),
            "outcome": {} if isinstance(level, Faulty | None) else self._outcome(level),
            "can": {
                "hint": not isinstance(level, Faulty | None) and self._may_hint(level),
                "retry": self._tried(),
                "next": self._has_next(),
            },
        }

    def _in_view(self) -> Iterable[tuple[int, Item | Faulty]]:
        """The items that one can go to, with their places."""
        return enumerate(self.unit.levels)

    def _entry(self, at: int, level: Item | Faulty, changed: bool) -> dict[str, Any]:
        title, earned = self._title(level), self.stars.get(level.id, 0)
        values = {"number": at + 1, "title": title, "n": earned, "most": MOST}
        label = render(N_("{number}. {title}: {n} of {most:stars}"), values)
        if changed:
            label = render(N_("{label} (it has changed since)"), {"label": label})
        heading = "" if isinstance(level, Faulty) else ended(title)  # its sentence says it all
        current = at == self.at
        return {"at": at, "title": title, "heading": heading, "label": label, "stars": earned, "current": current}

    def _offer(self) -> str:
        """What the button for hints says: which one it gives."""
        if isinstance(self.level, Level) and self.rung >= RUNGS - 1:
            return _("Show me") if self.rung < RUNGS else _("Show me again")
        return (
            render(N_("Hint {n} of {most}"), {"n": min(self.rung + 1, RUNGS), "most": RUNGS})
            if self.rung
            else _("Hint")
        )

    @staticmethod
    def _title(level: Item | Faulty) -> str:
        return _("Cannot be shown") if isinstance(level, Faulty) else _(level.title)

    def _fault(self, level: Faulty | None) -> str:
        if level is None:
            return _("There are no levels here. {why}").format(why=" ".join(self.unit.faults))
        why = "; ".join(level.faults)
        return _("Level {id} cannot be shown: {why}. The other levels work.").format(id=level.id, why=why)

    def _hint_text(self, level: Item) -> str:
        hints = level.hints
        match self.rung:
            case 1:
                return _(hints.gate)
            case 2:
                return _(hints.words)
            case 3:
                return f"{_(hints.ask)} {_(hints.answer)}"
            case 4 if isinstance(level, Question):
                return questions.shown(level)
            case 4:
                shown = N_("This would do: {way}. Watch it on the table.")
                message = shown if self.film else N_("This would do: {way}. Now do it yourself.")
                return render(message, {"way": "; ".join(self._way_in_words(level))})
        return ""

    def _way_in_words(self, level: Item) -> Iterator[str]:
        """What is to be done, play by play; what is tried for its refusal is said to be that."""
        refused = {wrong.action for wrong in level.wrong} if isinstance(level, Level) else set()
        for action in self.way:
            message = N_("{action} (refused)") if action in refused else N_("{action}")
            yield render(message, {"action": in_words(action)})

    def _outcome(self, level: Item) -> dict[str, Any]:
        if self.done:
            n = max(self.earned, self.stars.get(level.id, 0))  # he may have asked to forget all since
            taught = law(BOOK[level.clauses[0]], level.position.profile)
            if self.marked:
                taught = questions.said(self.marked[-1])
            text = render(N_("Done, with {n:stars} of {most}."), {"n": n, "most": MOST})
            return {"state": "done", "stars": n, "text": " ".join(filter(None, [text, taught, self._end()]))}
        if self.marked:
            return {"state": "wrong", "stars": 0, "text": questions.said(self.marked[-1])}
        if self.film and self.came is None:
            return {}  # the way is shown
        if self.came is not None:
            return {"state": "open" if self.film else "missed", "stars": 0, "text": self._came_text(self.came)}
        if self.table.steps and isinstance(level, Level):
            over = self._turn_over(level)
            text = _("That was legal, but your turn is over and the task is still open. Begin again.")
            go_on = _("That was legal. The task is still open: go on, or begin again.")
            if self.table.can_undo:
                go_on = _("That was legal. The task is still open: go on, or undo.")
            return {"state": "open", "stars": 0, "text": text if over else go_on}
        if self.said:
            return {"state": "open", "stars": 0, "text": _("That may be said. The task is still open.")}
        return {}

    def _end(self) -> str:
        """What is said besides when an item is done."""
        everything = all(self.stars.get(each.id) for each in self.unit.good())
        return _("That was the last open level: the unit is yours.") if everything else ""

    def _has_next(self) -> bool:
        return self.at + 1 < len(self.unit.levels)

    def _came_text(self, came: Aftermath) -> str:
        if self.film:
            seat = self.table.position.profile.seat_names[came.steps[0].before.seat]
            return render(N_("That was legal, but your turn is over. Now {seat:seat} plays."), {"seat": seat})
        return render(N_("{came} The task is still open. Begin again."), {"came": came.text})

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        if not isinstance(message, dict):
            return
        if known := read_known(message):
            self._knows(known)
            return
        match message:
            case {"kind": "kept", "n": number} if whole(number):
                self.record.kept(number)
                self.guide.made = self.record.told()
            case {"kind": "go", "n": n} if n == self._ticket:
                self.go_on()
            case {"kind": "hint"}:
                self.hint()
            case {"kind": "retry"}:
                self.retry()
            case {"kind": "next"}:
                self.go_to(self.at + 1)
            case {"kind": "level", "number": number} if whole(number):
                self.go_to(number)
            case {"kind": "answer", "id": str(id), "answer": answer}:
                if not isinstance(self.level, Faulty | None) and id == self.level.id:
                    self.answer(answer)

    def _knows(self, known: Known) -> None:
        """The browser has come, or keeps something else now, or for somebody else."""
        if besides := self.record.knows(known):
            self.guide.send(more(besides))
        if known.arrival and not self.begun and not self._tried():
            self._arrived()
        self._show()

    def _arrived(self) -> None:
        """Somebody has come, and it is known what he did before; the lesson may have been ready long since."""
        if (at := self._first_open()) != self.at:
            self.at = at
            self._begin()
        self.record.begin()

    def _touched(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whoever does something on the table has begun with what lies there."""
        if isinstance(message, dict):
            # A new position on the table asks of itself what could be done, with nothing chosen.
            chosen = any(message.get(part) for part in ("cards", "target", "laid"))
            self.begun = self.begun or chosen or message.get("kind") != "select"

    def _words(self) -> dict[str, str]:
        return {
            **troubles(),
            "levels": _("Levels"),
            "retry": _("Begin again"),
            "next": _("Next level"),
            "answer": _("Answer"),
            "many": _("Choose all that are legal"),
            "number": _("A number"),
            "order": _("What comes first, stands on top"),
            "up": _("Up"),
            "down": _("Down"),
        }
