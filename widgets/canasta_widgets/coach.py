"""The coach beside a table: what an action would lead to before it is played, what a club player would do, and why.

It tells only what the player who is to act sees, warns only of what costs something, and never takes a play away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from canasta import BOOK, Action, Position
from canasta import cards as c
from canasta.actions import SAY
from canasta.clauses.register import law
from canasta.filling import render
from canasta.position import OVER
from canasta.tutor import coach as tutor
from canasta.tutor.bots.club import Club, club
from canasta.words import N_, _, ngettext
from canasta_widgets.phrases import in_words
from canasta_widgets.shown import Shown, joined

OFF, REQUEST, ALWAYS = MODES = ("off", "request", "always")
EFFECTS, ADVICE, LAST = "effects", "advice", "last"  # what can be asked for


class Coach(Shown):
    """A coach for the table beside it, which is told what happens there.

    ``mode`` is "off", "request" (it speaks when it is asked) or "always"; the reader may change it, and the browser
    remembers it. ``bot`` is the player whose choice is told. Whoever leads the play calls ``consider`` with each turn
    and each choice on the table, ``after`` with each play of the learner's own, and ``clear`` between deals::

        coach = Coach()
        table = Table(position, on_consider=coach.consider,
                      on_step=lambda step: coach.after(step.before, step.verdict.action))
    """

    _esm = joined("dom.js", "there.js", "beside.js", "table/settings.js", "coach.js")
    _css = joined("lesson.css", "coach.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    mode = traitlets.Enum(MODES, default_value=REQUEST).tag(sync=True)

    settable = frozenset({"mode"})

    def __init__(self, *, bot: Club = club, **settings: str) -> None:
        super().__init__(**settings)
        self.bot = bot
        self.words = _texts()
        self._now: Position | None = None  # what the player who is to act sees
        self._action: Action | None = None  # what he has chosen
        self._played: tuple[Position, Action] | None = None  # what he saw before his last play, and the play
        self._opinion: dict[str, Any] = {}  # what was told of it
        self._asked: set[str] = set()  # what he wants to hear, where the coach speaks when it is asked
        self._said: tuple[int, str, bool] = (0, "", False)  # numbered; whether it is about his last play
        self._show()
        self.observe(self._turned, "mode")
        self.on_msg(self._heard)

    def consider(self, view: Position, action: Action | None) -> None:
        """What is on the table now, as the player who is to act sees it, and the legal action he has chosen, if any."""
        chosen = action if action is None or action.verb != SAY else None
        if view == self._now and chosen == self._action:
            return
        self._now, self._action = view, chosen
        if self._played is not None and view.seen_by(view.acting) == self._played[0]:
            self._played, self._said = None, (*self._said[:2], False)  # it was taken back
        self._asked -= {EFFECTS, ADVICE}
        if not self._said[2]:
            self._say("")
        self._show(speak=EFFECTS)

    def after(self, view: Position, action: Action) -> None:
        """The learner has played: ``view`` is what he saw before, ``action`` what he did."""
        if action.verb == SAY:
            return
        self._now = self._action = None
        self._played, self._opinion = (view.seen_by(view.acting), action), {}
        self._asked.clear()
        self._show(speak=LAST)

    def clear(self) -> None:
        """Forget what was told, as between two deals."""
        self._now = self._action = self._played = None
        self._asked.clear()
        self._say("")
        self._show()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show(self, speak: str = "") -> None:
        """Tell what is wanted; aloud only of what changed, or was asked for."""
        can = {
            ADVICE: self._now is not None and _acts(self._now),
            EFFECTS: self._now is not None and self._action is not None,
            LAST: self._played is not None,
        }
        wanted = {REQUEST: self._asked, ALWAYS: {EFFECTS, LAST}}.get(self.mode, set())
        told = {what: self._told(what) for what in (EFFECTS, ADVICE, LAST) if what in wanted and can[what]}
        if speak in told and (said := told[speak]["said"]):
            self._say(said, last=speak == LAST)
        n, text, _last = self._said
        self.view = {
            "parts": [{"what": what, **part} for what, part in told.items()],
            "said": {"n": n, "text": text},
            "can": can if self.mode == REQUEST else {},
        }

    def _say(self, text: str, *, last: bool = False) -> None:
        if text or self._said[1]:
            self._said = (self._said[0] + 1, text, last)

    def _told(self, what: str) -> dict[str, Any]:
        try:
            return self._part(what)
        except Exception:  # whatever the coach trips over, the play goes on
            text = _("The coach cannot tell here.")
            return {
                "title": _("Coach"),
                "text": text,
                "laws": [],
                "remarks": [],
                "brief": text,
                "warns": 0,
                "said": text,
            }

    def _part(self, what: str) -> dict[str, Any]:
        if what == EFFECTS:
            assert self._now is not None
            assert self._action is not None
            return _effects(self._now, self._action, asked=self.mode == REQUEST)
        if what == ADVICE:
            assert self._now is not None
            choice = tutor.advice(self._now, self.bot)
            return _told(self._now, _("In your place"), tutor.in_words(choice), choice.clauses)
        assert self._played is not None
        if not self._opinion:
            view, action = self._played
            found = tutor.opinion(view, action, self.bot)
            title = render(N_("Your last play: {action}"), {"action": in_words(action)})
            self._opinion = _told(view, title, found.text, found.clauses)
        return self._opinion

    # -- what the browser says ----------------------------------------------------------------------------------------

    def _turned(self, _change: Any) -> None:
        self._asked.clear()
        self._say("")
        self._show()

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "ask", "what": str(what)} if self.view["can"].get(what):
                self._asked.add(what)
                self._show(speak=what)


def _acts(view: Position) -> bool:
    """Whether it is the view of the player who is to act: his hand is known."""
    hand = view.hands[view.acting]
    return view.phase != OVER and hand is not None and not c.count(hand, c.UNSEEN)


def _told(view: Position, title: str, text: str, clauses: Sequence[str]) -> dict[str, Any]:
    """A sentence as the browser shows it, with the rules that mattered."""
    laws = [{"clause": clause, "law": law(BOOK[clause], view.profile)} for clause in clauses]
    return {"title": title, "text": text, "laws": laws, "remarks": [], "brief": text, "warns": 0, "said": text}


def _effects(view: Position, action: Action, *, asked: bool) -> dict[str, Any]:
    """Consequences as the browser shows them, warnings first; unasked only a warning is said aloud."""
    remarks = sorted(tutor.consequences(view, action), key=lambda remark: not remark.costs)
    warned = [remark.text for remark in remarks if remark.costs]
    brief = said = warned[0] if warned else _("Nothing is surely lost by it.")
    if more := len(warned[1:]):
        said += " " + ngettext("And {n} more warning.", "And {n} more warnings.", more).format(n=more)
    return {
        "title": in_words(action),
        "text": "" if warned else brief,
        "laws": [],
        "remarks": [
            {
                "text": remark.text,
                "costs": remark.costs,
                "clause": remark.clause,
                "law": law(BOOK[remark.clause], view.profile),
            }
            for remark in remarks
        ],
        "brief": brief,
        "warns": len(warned),
        "said": said if warned or asked else "",
    }


def _texts() -> dict[str, str]:
    return {
        "coach": _("Coach"),
        "careful": _("Careful:"),
        "law": _("The rule"),
        "advice": _("What would you do?"),
        "effects": _("What would this do?"),
        "last": _("Was that good?"),
        "idle.off": _("The coach is off."),
        "idle.request": _("Ask when you like."),
        "idle.always": _("Choose cards, and what would come of it is told here."),
        "mode": _("It speaks"),
        "mode.off": _("Never"),
        "mode.request": _("When asked"),
        "mode.always": _("Always"),
    }
