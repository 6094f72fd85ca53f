"""What the browser says to a table: every message is checked here, answered, or handed to what the table does."""

from __future__ import annotations

from typing import Any

from canasta import Action, Counterfactual, NotationError, judge, would_be_legal_if
from canasta.words import _
from canasta_widgets import answers, plays, selection, told
from canasta_widgets.heard import whole
from canasta_widgets.kept import LONGEST, read_kept

OTHERWISE = 3  # changes that are said to make a refused action legal


class Listening:
    """The part of ``Table`` that listens; it plays nothing itself and shows nothing but through the table's methods."""

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        if not isinstance(message, dict):
            return
        if whole(serial := message.get("serial"), self._serial - 1):
            # Asked of what lay there before. Had what lies there now got lost, the page would ask so for good.
            self.send_state("zones")
            return
        match message.get("kind"):
            case "select" if serial == self._serial and whole(message.get("n")):
                self._selected(message)
            case "commit" if isinstance(text := message.get("text"), str):
                self.commit(text[:LONGEST])
            case "undo":
                self.undo()
            case "judge" if isinstance(text := message.get("text"), str):
                self._judge(text[:LONGEST])
            case "held" if self.on_held is not None and isinstance(text := message.get("text"), str):
                self.on_held(text[:LONGEST])
            case "hint" if self.on_hint is not None:
                self.on_hint()
            case "why":
                self._changes = self._otherwise()
                texts = [each.text for each in self._changes]
                opens = self.on_open is not None
                self.send({"kind": "why", "n": self.verdict.get("n"), "texts": texts, "opens": opens})
            case "others" if self._tried is not None:
                found = answers.elsewhere(self._tried[0], self._tried[1].action)
                self.send({"kind": "others", "n": self.verdict["n"], **found})
            case "open" if whole(at := message.get("at"), len(self._changes) - 1) and message.get(
                "n"
            ) == self.verdict.get("n"):
                if self.on_open is not None:
                    self.on_open(self._changes[at])
            case "plays" if serial == self._serial and self.tells:
                if found := plays.answer(self.view, self._actor(), message):
                    self.send({"kind": "plays", "serial": self._serial, **found})
            case "told" if serial == self._serial and isinstance(message.get("which"), str):
                which = message["which"]
                if part := told.looking if which == "can" and not self.tells else told.PARTS.get(which):
                    sections = part(self.view, self._actor() if which == "can" else self.seat, self.steps)
                    self.send({"kind": "told", "serial": self._serial, "which": which, "sections": sections})
            case "resume" if not self._tries and (tries := read_kept(message.get("tries"))):
                self.resume(tries)

    def _selected(self, message: dict[str, Any]) -> None:
        chosen = selection.read(message, self.position, self.seat)
        if chosen is None:
            return
        view = self.view
        meant = selection.meant(view, chosen, preview=self.preview) if self._acts() else selection.NOTHING
        self.send({"kind": "candidates", "n": message["n"], "serial": self._serial, "count": chosen.count, **meant})
        if self.on_consider is not None:
            # Once the browser has its answer, so that nothing waits for it.
            legal = next((option["text"] for option in meant["options"] if option["legal"]), None)
            self.on_consider(view, None if legal is None else Action.parse(legal))

    def _judge(self, text: str) -> None:
        """Show what the rule book would say of an action that is not played, where the table tells that beforehand."""
        if not self.preview or not self._acts():
            return
        try:
            verdict = judge(self.view, Action.parse(text))
        except NotationError:
            return
        title = _("It would be legal") if verdict else _("It would be refused")
        self.tell(self.position, verdict, title=title, asked=True, told=told.judged(title, verdict))

    def _otherwise(self) -> list[Counterfactual]:
        """What would have made the refused action on the panel legal, the simplest first."""
        if self._tried is None or self._tried[1].legal:
            return []
        position, verdict = self._tried
        return list(would_be_legal_if(position, verdict.action)[:OTHERWISE])
