"""The table: one widget that shows a position, lets a learner try a play, and shows what the rule book says of it.

Python owns the zones and the verdict; the browser owns what is half done. A changed selection comes as card ids with a
running number, and goes back as candidate actions that the judge has weighed. Only a commit plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets

from canasta import (
    BOOK,
    Action,
    Card,
    IllegalAction,
    ImpossiblePosition,
    NotationError,
    Position,
    Step,
    Verdict,
    play,
    would_be_legal_if,
)
from canasta.actions import SAY
from canasta.position import ANSWER, OVER
from canasta.words import _
from canasta_widgets import answers
from canasta_widgets import zones as z
from canasta_widgets.propose import MOST, candidates
from canasta_widgets.shown import Shown, joined

SHEETS = ("base", "card", "board", "actions", "panel", "looks")
PARTS = ("board", "choosing", "actions", "panel", "keys", "table")  # of the browser's module, in a row
LONGEST = 400  # characters of a typed line; no action is longer
OTHERWISE = 3  # changes that are said to make a refused action legal


class Table(Shown):
    """A card table that asks the rule book.

    ``position`` is a Position or its line; ``seat`` whose hand lies open, by default that of the player in turn.
    ``on_step(step)`` is called after a legal play, ``on_refused(verdict)`` after a refused one, ``on_undo()`` after a
    play was taken back. With ``practice`` a play may be taken back as far as the profile lets practice do so
    (``meld.final``). Without ``preview`` the candidates do not say what the judge would: a task may want to be tried.
    ``asks`` is whether the question to the partner is offered as a button; typed, it can always be asked. Raises
    NotationError or ImpossiblePosition for a line that is no position.
    """

    _esm = joined("dom.js", "card.js", *(f"table/{part}.js" for part in PARTS))
    _css = joined(*(f"table/{part}.css" for part in SHEETS))

    zones = traitlets.Dict().tag(sync=True)
    verdict = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    can_undo = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        position: Position | str,
        *,
        seat: int | None = None,
        on_step: Callable[[Step], None] | None = None,
        on_refused: Callable[[Verdict], None] | None = None,
        on_undo: Callable[[], None] | None = None,
        practice: bool = True,
        preview: bool = True,
    ) -> None:
        super().__init__()
        self.on_step = on_step
        self.on_refused = on_refused
        self.on_undo = on_undo
        self.practice = practice
        self.preview = preview
        self.steps: list[Step] = []
        self.words = texts()
        self.asks = True
        self.follow = False
        self._tried: tuple[Position, Verdict] | None = None
        self._verdicts = 0
        self._serial = 0
        self.reset(position, seat=seat)
        self.on_msg(self._heard)

    def reset(self, position: Position | str, *, seat: int | None = None) -> None:
        """Show another position and forget what was played."""
        if isinstance(position, str):
            position = Position.parse(position).check()
        self.start = self.position = position
        self.seat = position.seat if seat is None else seat
        self.steps = []
        self.marks = {}
        self._tried, self.verdict = None, {}
        self._show()

    def follow_step(self, step: Step, *, seat: int | None = None) -> None:
        """Show where a step of a deal led and what the rule book says of it; who walks through the deal tells it."""
        with self.hold_sync():
            self.reset(step.after, seat=seat)
            self.tell(step.before, step.verdict, quiet=True)

    def look(self, seat: int | None) -> None:
        """Open the hand of a seat, or from now on always that of the player who is to act."""
        self.follow = seat is None
        self.seat = self.position.seat if seat is None else seat
        self._show()

    def tell(self, position: Position, verdict: Verdict, **more: Any) -> None:
        """Show what the rule book says of an action in a position; ``more`` goes to the panel as it is."""
        self._tried = (position, verdict)
        self._verdicts += 1
        # Numbered, so that the same refusal heard twice is told twice.
        self.verdict = {**answers.verdict(position, verdict), "n": self._verdicts, **more}

    def commit(self, text: str) -> Verdict | None:
        """Try an action's words: a legal one is played, of any other the verdict is shown.

        What is said or asked of the table is answered and changes nothing. None if the words cannot be read; then the
        panel says which part, and nothing changes.
        """
        try:
            action = Action.parse(text)
        except NotationError as fault:
            self._tried = None
            self._verdicts += 1
            self.verdict = {
                "n": self._verdicts,
                "legal": False,
                "title": _("Not understood"),
                "sentence": str(fault),
                "findings": [],
                "near": [],
            }
            return None
        before = self.position
        try:
            step = play(before, action)
        except IllegalAction as fault:
            self.tell(before, fault.verdict)
            if self.on_refused is not None:
                self.on_refused(fault.verdict)
            return fault.verdict
        if action.verb == SAY:
            self.tell(before, step.verdict, sentence=" ".join(answers.followed(step)))
            return step.verdict
        self.steps.append(step)
        self.position = step.after
        self.tell(before, step.verdict, events=answers.followed(step))
        self.marks = {}
        self._show()
        if self.on_step is not None:
            self.on_step(step)
        return step.verdict

    def undo(self) -> None:
        """Take the last play of a turn back, the cards drawn or taken with it, where practice may."""
        if self.can_undo:
            self.position = self.steps.pop().before
            self._tried, self.verdict = None, {}
            self._show()
            if self.on_undo is not None:
                self.on_undo()

    def mark(self, places: list[str], words: str) -> None:
        """Point at places, as ``hand-0``, ``meld-0-13``, ``pile`` or ``stock``, and say in words what is pointed at."""
        self.marks = {"places": list(places), "words": words}

    def choose(self, cards: list[Card]) -> list[str]:
        """The ids of such cards in the open hand, for ``mark``; each card of the hand at most once."""
        held = list(enumerate(self.position.cards_in_hand(self.seat)))
        ids = []
        for wanted in cards:
            place = next((at for at, card in held if card.kind == wanted.kind and wanted.suit in ("", card.suit)), None)
            if place is not None:
                held = [pair for pair in held if pair[0] != place]
                ids.append(f"hand-{place}")
        return ids

    def _show(self) -> None:
        if self.follow:
            self.seat = z.acting(self.position)
        self._serial += 1
        self.can_undo = self._may_undo()
        question = z.question(self.position, self.seat) if self.asks else ""
        self.zones = {**z.zones(self.position, self.seat), "serial": self._serial, "question": question}

    def _may_undo(self) -> bool:
        if not self.practice or not self.steps or not BOOK["meld.final"].value(self.position.profile):
            return False
        # Practice may undo up to the end of the turn.
        return self.position.phase != OVER and self.position.seat == self.steps[-1].before.seat

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if isinstance(data, dict):
            # Where no browser runs, in an export or a test, the line says what lies there.
            data["text/plain"] = f"Table({self.zones['line']!r})"
        return bundle

    # -- what the browser says ----------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        if not isinstance(message, dict):
            return
        match message.get("kind"):
            case "select":
                self._selected(message)
            case "commit" if isinstance(text := message.get("text"), str):
                self.commit(text[:LONGEST])
            case "undo":
                self.undo()
            case "why":
                self.send({"kind": "why", "n": self.verdict.get("n"), "texts": self._otherwise()})
            case "plays":
                self.send({"kind": "plays", "serial": self._serial, "plays": answers.every_play(self.position)})

    def _selected(self, message: dict[str, Any]) -> None:
        cards = self._cards(message.get("cards"))
        target = message.get("target") or ""
        if message.get("serial") != self._serial or cards is None or not self._is_place(target):
            return
        options = []
        # At one screen whoever sits there answers for the partner who is asked.
        if self.position.phase != OVER and (self.seat == self.position.seat or self.position.phase == ANSWER):
            options = [answers.option(self.position, action) for action in candidates(self.position, cards, target)]
        if not cards and not target:
            options = [option for option in options if option["legal"]]
        # Legal ones first; then those that fail for a reason other than the time of the turn.
        if self.preview:
            options.sort(key=lambda option: (not option["legal"], option["group"] == "turn"))
        else:
            options = [
                option | {"legal": None, "says": ""} for option in options if option["group"] != "turn"
            ] or options
        self.send(
            {
                "kind": "candidates",
                "n": message.get("n"),
                "serial": self._serial,
                "options": options[:MOST],
                "count": answers.points(cards) if cards else "",
            }
        )

    def _otherwise(self) -> list[str]:
        """What would have made the refused action on the panel legal, the simplest first."""
        if self._tried is None or self._tried[1].legal:
            return []
        position, verdict = self._tried
        return [each.text for each in would_be_legal_if(position, verdict.action)[:OTHERWISE]]

    def _cards(self, ids: Any) -> list[Card] | None:
        hand = {f"hand-{place}": card for place, card in enumerate(self.position.cards_in_hand(self.seat))}
        if (
            not isinstance(ids, list)
            or len(ids) > len(hand)
            or not all(isinstance(id, str) and id in hand for id in ids)
        ):
            return None
        return [hand[id] for id in dict.fromkeys(ids)]

    def _is_place(self, target: Any) -> bool:
        melds = {
            f"meld-{side}-{m.rank}" for side in range(self.position.profile.sides) for m in self.position.melds(side)
        }
        return isinstance(target, str) and (target in ("", "pile", "stock") or target in melds)


def checked(line: str) -> Position:
    """The position of a line. Raises ValueError with one plain sentence where it is none."""
    try:
        return Position.parse(line).check()
    except (NotationError, ImpossiblePosition) as fault:
        raise ValueError(_("This position cannot be shown: {why}").format(why=fault)) from None


def texts() -> dict[str, str]:
    """The words that the browser shows."""
    return {
        "hand": _("Your hand"),
        "stock": _("Stock"),
        "pile": _("Discard pile"),
        "do": _("What would you like to do?"),
        "pick": _("Choose cards, then what to do with them."),
        "command": _("Or type it, for example: meld KKK"),
        "try": _("Try it"),
        "undo": _("Undo"),
        "all": _("Show every legal play"),
        "law": _("The rule"),
        "source": _("Source"),
        "checks": _("Everything that was looked at"),
        "near": _("Legal would be"),
        "if": _("What would make it legal"),
        "never": _("No change of one fact, or of two, would."),
        "wait": _("Looking …"),
        "legal": _("legal"),
        "refused": _("refused"),
        "ok": _("holds"),
        "objects": _("objects"),
        "ask": _("Ask the rule book"),
        "then": _("Then"),
        "others": _("The other players"),
        "plays": _("Legal plays"),
        "keys": _(
            "Keys: arrows move, space chooses, Enter does the first, ? asks why, A asks your partner, U takes back, "
            "Escape lets go."
        ),
        "lookedup": _("Look here"),
    }
