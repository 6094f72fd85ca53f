"""For whoever stands before a class: a deal or a position, large, step by step, and a question to everybody."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import traitlets

from canasta import Action, NotationError, Position, Step, Verdict
from canasta.clauses import BOOK
from canasta.clauses.register import law
from canasta.position import OVER
from canasta.tutor.offers import USUAL, offers
from canasta.words import _, ngettext
from canasta_widgets import typed
from canasta_widgets.host import by_voila, unanswered
from canasta_widgets.phrases import by_whom
from canasta_widgets.polling import Poll, asked, heading
from canasta_widgets.serve.room import ADDRESS, DATABASE
from canasta_widgets.shown import Column, Shown, joined
from canasta_widgets.stepper import LONGEST, Stepper

if TYPE_CHECKING:
    from canasta_widgets.serve.store import Asked, Store

COMMAND = "canasta-tutor class"
ASKING = ("asked", "shown")  # while the class sees the table and the question, and nothing else


class Asks(Shown):
    """The panel of the question. It only draws and says what was pressed; ``Presenter`` knows the rest."""

    _esm = joined("dom.js", "there.js", "present.js")
    _css = joined("lesson.css", "present.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)


class Presenter(Column):
    """A stepper for a projector, with a question to the class: is an action legal, and why?

    ``deal`` is a log or steps, as a ``Stepper`` takes them. What is asked lies on the table; the action is typed, or
    what was tried there last. The rules to choose from come from the engine, and the teacher may choose others.
    ``store`` keeps the answers: by default that of the class this page is served to or, in a teacher's own Jupyter, the
    same file that ``canasta-tutor class`` takes.
    """

    def __init__(self, deal: str | Sequence[Step], *, store: Store | None = None) -> None:
        self.store = own_store() if store is None else store
        self.stepper = Stepper(deal)
        self.table = self.stepper.table
        self.table.projector = "on"
        self.asked: Asked | None = None
        self.poll: Poll | None = None  # that is prepared, or asked
        self._lay = self.table.position  # what lay there when it was looked at last
        self.telling = False  # whether the tally is shown before the answer
        self.counts: dict[str, int] = {}
        self.problem = ""
        self._offers: tuple[str, ...] = ()
        self._offered: set[str] = set()
        self._unread = ""  # why the database could not be read when it was looked at
        self._last: tuple[Position, Position, Action] | None = None  # where the table began, what lay there, the try
        self.panel = Asks(words=_texts(), view={})
        self.panel.on_msg(self._heard)
        self._listen()
        self.stepper.go_to(0)  # so that the browser hears that tries are wanted
        super().__init__([*self.stepper.children, self.panel])
        self.add_class("canasta-lesson")
        self._look()
        self._show()

    def prepare(self, text: str) -> None:
        """Make a question of an action's words and what lies on the table; a sentence says what is wrong with them."""
        try:
            self._prepare(self.table.position, typed.asked(text))
        except ValueError as fault:
            self.problem = str(fault)
        self._show()

    def prepare_last(self) -> None:
        """Make a question of what was tried last."""
        if self._last is not None:
            self._prepare(*self._last[1:])
        self._show()

    def offer(self, clauses: Sequence[str]) -> None:
        """Choose which rules stand beside the answer; of those that are no choice nothing is heard."""
        self._offered = set(self._offers) & set(clauses)
        self._show()

    def ask(self) -> None:
        """Ask the class what is prepared."""
        if self.poll is None or self.asked is not None or self.store is None:
            return
        poll = Poll.made(self.poll.position, self.poll.action, self._beside())
        store = self.store
        if asked := self._tried(lambda: store.ask(str(poll.position), str(poll.action), poll.choices)):
            self.asked, self.poll, self.telling, self.counts = asked, poll, False, {}
        self._show()

    def count(self) -> None:
        """Look how many have answered."""
        store = self.store
        if self.asked is not None and store is not None:
            poll = self.asked.id
            if found := self._tried(lambda: (store.asked(), store.tally(poll)), looks=True):
                now, self.counts = found
                if now is None or now.id != poll:
                    self._gone(now)
                else:
                    self.asked = now  # another page of the presenter's may have revealed it
        elif self._unread and self.poll is None:
            self._look()
        self._show()

    def show_tally(self, shown: bool) -> None:
        """Show how many chose what before the answer is shown, or no more."""
        self.telling = shown
        self.count()

    def reveal(self) -> None:
        """Show the answer, here and on every device; from then on no answer is taken."""
        if self.asked is not None and self.store is not None:
            store, poll = self.store, self.asked.id
            if self._tried(lambda: store.reveal(poll) or True):
                self.asked = self.asked._replace(revealed=True)
        self.count()

    def another(self) -> None:
        """Have done with the question, whether it was asked or only prepared."""
        store, asked = self.store, self.asked
        if asked is None or (store is not None and self._tried(lambda: store.end(asked.id) or True)):
            self.asked, self.poll, self.counts = None, None, {}
        self._show()

    def forget(self) -> None:
        """Delete all that was asked and answered."""
        store = self.store
        if store is not None and self._tried(lambda: store.forget() or True):
            self.asked, self.poll, self.counts = None, None, {}
        self._show()

    # -- what stands behind it --------------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Hear of what is tried on the table, and of another position on it."""
        played = self.table.on_step

        def step(step: Step) -> None:
            self._try(step.before, step.verdict)
            if played is not None:
                played(step)

        self.table.on_step = step
        self.table.on_said = lambda step: self._try(step.before, step.verdict)
        self.table.on_refused = lambda verdict: self._try(self.table.position, verdict)
        self.table.on_held = self._held
        self.stepper.rail.observe(lambda _change: self._walked(), "view")

    def _walked(self) -> None:
        """What was wrong with a play is no matter where something else lies on the table."""
        if self.table.position != self._lay and self.asked is None:
            self.problem = ""
        self._lay = self.table.position
        self._show()

    def _try(self, before: Position, verdict: Verdict) -> None:
        self._last = (self.table.start, before, verdict.action)
        self._show()

    def _held(self, text: str) -> None:
        """Hear of a try that the table holds back until it is revealed."""
        try:
            self._last = (self.table.start, self.table.position, typed.read(text))
        except NotationError:
            return
        self._show()

    def _prepare(self, position: Position, action: Action) -> None:
        self.problem = ""
        if self.asked is not None:
            return
        if position.problems():
            self.problem = _("A position that cannot exist cannot be asked about.")
        elif position.phase == OVER:
            self.problem = _("The deal is over; go back to where it is still played.")
        elif action.seat and action.seat not in position.profile.seat_names:
            self.problem = _("Nobody sits in that seat here.")
        else:
            view = position.seen_by(asked(position, action))
            self._offers = offers(view, action)
            self._offered = set(self._offers[:USUAL])
            self.poll = Poll.made(view, action, self._beside())

    def _beside(self) -> list[str]:
        return [clause for clause in self._offers if clause in self._offered]

    def _look(self) -> None:
        """Go on with what is asked already, when this page is loaded again."""
        store = self.store
        found = None if store is None else self._tried(store.asked, looks=True)
        if found is None:
            return
        try:
            self.poll = Poll.read(found.line, found.action, found.choices)
        except ValueError:
            return
        self.asked = found
        self.stepper.set_up(found.line)
        self.count()

    def _gone(self, now: Asked | None) -> None:
        """What was asked is not asked any more, and not because this page said so.

        After the reveal nothing is lost, and the page goes on with what is asked now; before, it can be asked again.
        """
        assert self.poll is not None
        if self.asked is not None and self.asked.revealed:
            self.asked, self.poll, self.counts = None, None, {}
            if now is not None:
                self._look()
            return
        self._offers = offers(self.poll.position, self.poll.action)
        self._offered = set(self._offers) & set(self.poll.choices)
        self.asked, self.counts = None, {}
        self.problem = _("This is not asked any more: the database was made anew, or another page asks. Ask it again.")

    def _tried(self, work: Callable[[], Any], *, looks: bool = False) -> Any:
        """What the database gives; None, and the reason said, if it cannot be used.

        What came of an act is said until the next one, whatever is seen meanwhile by whoever only ``looks``.
        """
        from canasta_widgets.serve.store import StoreError

        try:
            found, said = work(), ""
        except StoreError as fault:
            found, said = None, str(fault)
        if not looks or (self._unread and not said):
            self.problem = said
        if looks or not said:
            self._unread = said
        return found

    # -- what is shown ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        if self._last is not None and self.table.start is not self._last[0]:
            self._last = None
        revealed = self.asked is not None and self.asked.revealed
        phase = "shown" if revealed else "asked" if self.asked else "ready" if self.poll else "form"
        # Before the view, so that what it scrolls to is in its place.
        (self.add_class if phase in ASKING else self.remove_class)("is-asking")
        self.panel.view = {
            "phase": phase if self.store is not None else "none",
            "problem": self.problem or self._unread,
            "last": "" if self._last is None else by_whom(*self._last[1:]),
            "about": self.poll.about if self.poll else "",
            "offers": self._shown_offers() if phase == "ready" else [],
            "options": self._options(revealed) if self.asked else [],
            "answered": _answered(sum(self.counts.values())),
            "open": self.telling or revealed,
            "why": self.poll.why if self.poll and revealed else {},
            "place": _place(),
            "looks": phase in ASKING or (self._unread != "" and self.poll is None),
        }

    def _shown_offers(self) -> list[dict[str, Any]]:
        assert self.poll is not None
        profile = self.poll.position.profile
        return [
            {"clause": each, "law": law(BOOK[each], profile), "on": each in self._offered}
            for each in sorted(self._offers)
        ]

    def _options(self, revealed: bool) -> list[dict[str, Any]]:
        """The choices; how many chose each, and which is right, only when that is shown."""
        assert self.poll is not None
        every = max(sum(self.counts.values()), 1)
        shown = []
        for option in self.poll.options:
            count = self.counts.get(option["value"], 0)
            bar = {"count": count, "share": round(100 * count / every)} if self.telling or revealed else {}
            shown.append({**option, **bar, "right": revealed and option["value"] == self.poll.right})
        return shown

    # -- what the browser says ---------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "prepare", "play": str(play)}:
                self.prepare(play[:LONGEST])
            case {"kind": "last"}:
                self.prepare_last()
            case {"kind": "offer", "clauses": list(clauses)} if all(isinstance(each, str) for each in clauses):
                self.offer(clauses)
            case {"kind": "ask"}:
                self.ask()
            case {"kind": "tally"}:
                self.count()
                self.panel.send({"kind": "tally"})
            case {"kind": "open", "open": bool(shown)}:
                self.show_tally(shown)
            case {"kind": "reveal"}:
                self.reveal()
            case {"kind": "another"}:
                self.another()
            case {"kind": "forget"}:
                self.forget()


def own_store() -> Store | None:
    """Where the answers of this page's class are kept; None for lessons that are served to no class."""
    address = os.environ.get(DATABASE, "")
    if not address and by_voila():
        return None
    from canasta_widgets.serve.store import Store

    return Store(address)


def _place() -> dict[str, str]:
    """What learners open, as the server knows it; the presenter's own browser may know better how it is reached."""
    address = os.environ.get(ADDRESS, "")
    return {"address": f"{address}class/", "path": f"{urlsplit(address).path}class/"} if address else {}


def _answered(n: int) -> str:
    return ngettext("{n} has answered", "{n} have answered", n).format(n=n)


def _texts() -> dict[str, str]:
    """The words that the browser shows."""
    start = _("To ask a class, start the lessons for it: {command}. It prints the addresses.")
    return {
        "title": _("Ask the class"),
        "heading": heading(),
        "play": _("Ask the class about a play, such as: take KK"),
        "prepare": _("Make a question of it"),
        # TRANSLATORS: a button; what was tried follows, "Ask about the last try: North: Draw from the stock"
        "last": _("Ask about the last try:"),
        "offers": _("Rules to choose from, beside the answer"),
        "ask": _("Ask the class"),
        "cancel": _("Do not ask it"),
        "where": _("Answer at"),
        "results": _("Results of the class (opens a new tab)"),
        "open": _("Show how many chose what"),
        "hide": _("Hide how many chose what"),
        "reveal": _("Reveal the answer"),
        "right": _("the answer"),
        "stop": _("Stop asking"),
        "another": _("Ask another"),
        "forget": _("Forget all answers"),
        "really": _("Really forget all that was asked and answered?"),
        "yes": _("Forget it"),
        "no": _("Keep it"),
        "start": start.format(command=COMMAND),
        "lost": _("No answer. {help}").format(help=unanswered()),
    }
