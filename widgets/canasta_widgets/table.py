"""The table: one widget that shows a position, lets a learner try a play, and shows what the rule book says of it.

Python owns the zones and the verdict; the browser owns what is half done. A changed selection comes as card ids with a
running number, and goes back as candidate actions that the judge has weighed. Only a commit plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import traitlets

from canasta import (
    BOOK,
    Action,
    Card,
    Counterfactual,
    NotationError,
    Position,
    Step,
    Verdict,
    judge,
    play,
)
from canasta.actions import ANSWER, SAY
from canasta.filling import render
from canasta.position import OVER
from canasta.why import FULL, LENGTHS
from canasta.words import N_, _
from canasta_widgets import answers, faces, told, typed
from canasta_widgets import zones as z
from canasta_widgets.drops import drops
from canasta_widgets.kept import MOST_KEPT, Kept, undone, within
from canasta_widgets.listening import Listening
from canasta_widgets.moved import moved, taken_back
from canasta_widgets.picture import drawn, pictured
from canasta_widgets.remarks import remarks
from canasta_widgets.shown import Shown, joined
from canasta_widgets.texts import texts

# The parts of the browser's style and of its module, in a row.
SHEETS = (
    *("base", "card", "board", "actions", "plays", "told", "panel", "motion", "lost", "looks", "projector"),
    *("settings", "paper"),
)
PARTS = (
    *("settings", "motion", "board", "choosing", "drag", "actions", "plays", "typed", "remarks", "told", "checks"),
    "panel",
    *("keys", "lost", "kept", "table"),
)
EMPTY = "."  # the line of a table on which nothing lies
SIZES = ("small", "medium", "large")  # of the cards


class Table(Listening, Shown):
    """A card table that asks the rule book.

    ``position`` is a Position or its line; ``seat`` whose hand lies open, by default that of the player in turn.
    ``on_step(step)`` is called after a legal play, ``on_said(step)`` after something said or asked that is allowed,
    ``on_refused(verdict)`` after what is refused, ``on_undo()`` after a play was taken back, ``on_hint()`` when a hint
    is asked for. ``on_open(counterfactual)`` opens what would make a refused action legal; without it that is told in
    words alone. ``on_consider(view, action)`` is called when something is chosen, or let go: with what the seat shown
    sees, and the likeliest legal action that is meant, None if there is none. With ``practice`` a play may be taken
    back as far as the profile lets practice do so (``meld.final``); ``own(step)`` is whether it is of whoever sits
    there, by default all are. Without ``preview`` the candidates do not say what the judge would: a task may want to be
    tried. ``asks`` is whether the question to the partner is offered as a button, ``says`` whether there is a list of
    all that can be said or asked; typed, it always can. How it looks and how much it tells are ``settings``: ``length``
    (one of ``LENGTHS``), ``size`` (one of ``SIZES``), ``colours`` ("two" or "four") and ``projector`` ("on" for a
    class: large, with names hidden and answers held back); the reader may change them, and the browser remembers it.

    With ``open_hands`` all hands lie open, or those of some seats; for demonstrations, as else no other hand reaches
    the browser. ``names`` is what the players call themselves, such as {"N": "Dana"}. What was tried is kept in the
    browser, to go on with it, but where ``keeps`` says that somebody else does. A position that cannot exist is
    shown with what is wrong with it, and nothing can be played there. Raises NotationError or ImpossiblePosition for a
    line that no table can hold, ValueError for a seat that is not there.

    Everything that the browser is told is made of ``view``, what the seat shown may see. So one acts here for the hands
    that lie open alone; a table that follows the play shows, and acts for, whoever is to act.
    """

    _esm = faces.script() + joined("dom.js", "there.js", "card.js", *(f"table/{part}.js" for part in PARTS))
    _css = joined(*(f"table/{part}.css" for part in SHEETS))

    zones = traitlets.Dict().tag(sync=True)
    verdict = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    marks = traitlets.Dict().tag(sync=True)
    news = traitlets.Dict().tag(sync=True)  # what the live region says beside the verdicts
    can_undo = traitlets.Bool(False).tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)  # where it began and what was tried, for the browser to keep
    length = traitlets.Enum(LENGTHS, default_value=FULL).tag(sync=True)
    size = traitlets.Enum(SIZES, default_value=SIZES[1]).tag(sync=True)
    colours = traitlets.Enum(("two", "four"), default_value="two").tag(sync=True)
    projector = traitlets.Enum(("off", "on"), default_value="off").tag(sync=True)

    settable = frozenset({"length", "size", "colours", "projector"})

    def __init__(
        self,
        position: Position | str,
        *,
        seat: int | None = None,
        on_step: Callable[[Step], None] | None = None,
        on_refused: Callable[[Verdict], None] | None = None,
        on_said: Callable[[Step], None] | None = None,
        on_undo: Callable[[], None] | None = None,
        on_hint: Callable[[], None] | None = None,
        practice: bool = True,
        preview: bool = True,
        open_hands: bool | Iterable[int] = False,
        names: Mapping[str, str] | None = None,
        keeps: bool = True,
        on_open: Callable[[Counterfactual], None] | None = None,
        on_consider: Callable[[Position, Action | None], None] | None = None,
        own: Callable[[Step], bool] | None = None,
        **settings: str,
    ) -> None:
        super().__init__(**settings)
        self.on_step = on_step
        self.on_refused = on_refused
        self.on_said = on_said
        self.on_undo = on_undo
        self.on_open = on_open
        self.on_hint = on_hint
        self.on_consider = on_consider
        self.own = own
        self.practice = practice
        self.preview = preview
        self.steps: list[Step] = []
        self.words = texts()
        self.asks = True
        self.says = False
        self.follow = False
        self.keeps = keeps
        self.on_held: Callable[[str], None] | None = None  # called with a try that waits to be revealed to a class
        self.still = False  # whether it only shows what lies there
        self.mute = False  # whether it tells nobody what is legal before it is tried
        self.open_hands = open_hands if isinstance(open_hands, bool) else frozenset(open_hands)
        self.names = z.named(names or {})
        self._tried: tuple[Position, Verdict] | None = None
        self._changes: list[Counterfactual] = []
        self._tries: list[Kept] = []
        self._verdicts = 0
        self._news = 0
        self._serial = 0
        self._opened = 0  # whose hand lies open on the screen
        self.reset(position, seat=seat)
        self.on_msg(self._heard)

    def reset(self, position: Position | str, *, seat: int | None = None, came: Step | None = None) -> None:
        """Show another position and forget what was played; ``came`` is the step that led there, shown as motion."""
        if isinstance(position, str):
            position = Position.parse(position)
        # Nothing is changed yet where a seat is not there.
        seat = position.seat if seat is None else z.seated(position, seat)
        self.start = self.position = position
        self.seat = seat
        self.steps = []
        self.marks = {}
        self._tried, self.verdict, self.news = None, {}, {}
        self._show(came)
        self._begin = self.zones["line"]
        self._keep([])

    def follow_step(self, step: Step, *, seat: int | None = None, moves: bool = True) -> None:
        """Show where a step of a deal led and what the rule book says of it; who walks through the deal tells it.

        ``moves`` if it goes on from what lies there, so that it is shown as motion.
        """
        with self.hold_sync():
            self.reset(step.after, seat=seat, came=step if moves else None)
            self.tell(step.before, step.verdict)

    def look(self, seat: int | None) -> None:
        """Open the hand of a seat, or from now on always that of the player who is to act."""
        opens = self.position.seat if seat is None else z.seated(self.position, seat)
        before, self.follow = self.seat, seat is None
        self.seat = opens
        self._show()
        if self.seat != before:
            self.tell_now()

    def tell_now(self) -> None:
        """Let the live region say whose hand lies open and what is due."""
        self._say(" ".join(told.now(self.position, self.seat, opened=True)))

    @property
    def view(self) -> Position:
        """The position as the seat shown sees it; nothing else may be told in the browser."""
        return self._seen(self.position)

    def tell(self, position: Position, verdict: Verdict, events: Sequence[Mapping[str, str]] = (), **more: Any) -> None:
        """Show what the rule book says of an action in a position.

        ``events`` are what followed; ``more`` goes to the panel as it is, but for ``told``, which the live region says.
        """
        seen = self._seen(position)
        self._tried = (seen, verdict)
        # Who is not to act has nothing to do instead.
        near = {} if self._may_act() else {"near": []}
        self._panel({**answers.verdict(seen, verdict, events), **near, **more})

    def _refuse(self, shown: dict[str, Any]) -> None:
        """Say in the panel what is no verdict of the rule book."""
        self._tried = None
        self._panel(shown)

    def _panel(self, shown: dict[str, Any]) -> None:
        self._changes = []
        self._verdicts += 1
        # Numbered, so that the same refusal heard twice is told twice.
        self.verdict = {**shown, "n": self._verdicts}

    def commit(self, text: str) -> Verdict | None:
        """Try an action's words: a legal one is played, of any other the verdict is shown.

        It is a try of the seat shown: out of turn while another is to act whose cards lie face down. What is said or
        asked of the table is answered and changes nothing. None if the words cannot be read, are a play for such a
        hand, or if the position cannot exist; then the panel says so, and nothing changes.
        """
        action = self._read(text)
        if action is None:
            return None
        before = self.position
        # A try can find out no more than this seat sees.
        verdict = judge(self.view, action)
        if not verdict:
            self.tell(before, verdict, told=told.refused(verdict))
            self._keep([*self._tries, Kept(str(action), False)])
            if self.on_refused is not None:
                self.on_refused(verdict)
            return verdict
        step = play(before, action)
        if action.verb == SAY:
            self.tell_said(step)
            if self.on_said is not None:
                self.on_said(step)
            return step.verdict
        self._played(step)
        self._keep([*self._tries, Kept(str(action), True)])
        if self.on_step is not None:
            self.on_step(step)
        return step.verdict

    def tell_said(self, step: Step) -> None:
        """Show the answer to something that was said or asked; nothing on the table changes."""
        said = " ".join(event["text"] for event in answers.followed(step))
        self.tell(step.before, step.verdict, sentence=said, told=said)

    def play_for(self, action: Action) -> Step:
        """Play for a hand that nobody at this screen holds, as one that the computer plays.

        Raises IllegalAction, carrying the verdict, for what is refused.
        """
        step = play(self.position, action)
        self._played(step, brief=True)
        return step

    def _played(self, step: Step, *, brief: bool = False) -> None:
        self.steps.append(step)
        self.position = step.after
        seat = step.after.acting if self.follow else self.seat
        changed = told.changed(step, seat, opened=seat != self.seat, brief=brief)
        self.tell(step.before, step.verdict, answers.followed(step), told=changed)
        self.marks = {}
        self._show(step)

    def resume(self, tries: Sequence[Kept]) -> int:
        """Try again what was tried before a kernel was lost, as long as it comes out as it did; gives how many were.

        ``on_step`` and ``on_refused`` are called as at first. At the first try that comes out otherwise it stops, and
        the panel says why.
        """
        with self.hold_sync():
            for done, (text, legal) in enumerate(tries):
                if (action := self._read(text)) is None:
                    return done
                verdict = judge(self.view, action)
                if verdict.legal != legal:
                    message = N_("Made again: {done} of {n}; the next try comes out otherwise")
                    title = render(message, {"done": done, "n": len(tries)})
                    self.tell(self.position, verdict, title=title, told=told.judged(title, verdict))
                    return done
                self.commit(text)
        return len(tries)

    def _read(self, text: str) -> Action | None:
        """The action of these words as one of the seat shown; None, and said in the panel, if there is none."""
        try:
            action = typed.read(text)
        except NotationError as fault:
            return self._refuse(answers.unread(text, fault))
        if self.problems:
            return self._refuse(answers.plainly(_("Not played"), _(z.IMPOSSIBLE)))
        if self.still:
            return self._refuse(answers.plainly(_("Not played"), _(told.LOOKING)))
        position = self.position
        names = position.profile.seat_names
        due = position.acting if action.verb == ANSWER else position.seat
        if action.verb != SAY and action.seat == names[due] and not self._may_act() and position.phase != OVER:
            words = N_("The cards of {seat:seat} lie face down here; nothing is played or judged for that hand.")
            return self._refuse(answers.plainly(_("Not yours to play"), render(words, {"seat": names[due]})))
        # At one screen whoever sits there answers for the partner who is asked.
        mine = position.seat in self._open() or (action.verb == ANSWER and due in self._open())
        return action if action.seat or mine else action._replace(seat=names[self.seat])

    def _open(self) -> set[int]:
        """The seats whose cards lie open."""
        if isinstance(self.open_hands, bool):
            return set(range(self.position.profile.players)) if self.open_hands else {self.seat}
        return {self.seat, *self.open_hands}

    def _seen(self, position: Position) -> Position:
        return z.opened(position, self.seat, self._open())

    @property
    def tells(self) -> bool:
        """Whether it tells what is legal before it is tried."""
        return not self.still and not self.mute

    def _may_act(self) -> bool:
        """Whether one may act here: for an open hand that is in turn, or asked by the partner in turn."""
        return not self.still and not self.problems and any(z.acts(self.position, seat) for seat in self._open())

    def _actor(self) -> int:
        """For whom one acts here: whoever is to act, if that hand lies open."""
        due = self.position.acting
        return due if due in self._open() else self.seat

    def _acts(self) -> bool:
        """Whether it is for the hand in front to act, whose cards can be chosen."""
        return not self.still and not self.problems and z.acts(self.position, self.seat)

    def _keep(self, tries: list[Kept]) -> None:
        self._tries = within(tries)
        if self.keeps:
            self.kept = {"start": self._begin, "tries": [list(each) for each in self._tries[:MOST_KEPT]]}

    def undo(self) -> None:
        """Take the last play of a turn back, the cards drawn or taken with it, where practice may.

        A question to a partner is taken back with the answer that he gave.
        """
        if self.can_undo:
            seat, back = self.seat, self._undoes()
            step = self.steps[-back]
            del self.steps[-back:]
            self.position = step.before
            self._tried, self.verdict = None, {}
            self._show(back=step)
            self._say(told.taken_back(step, self.seat, opened=self.seat != seat))
            self._keep(undone(self._tries))
            if self.on_undo is not None:
                self.on_undo()

    def mark(self, places: list[str], words: str, *, quiet: bool = False) -> None:
        """Point at places, as ``hand-0``, ``meld-0-13``, ``pile`` or ``stock``, and say in words what is pointed at.

        ``quiet`` if somebody else on the page says it.
        """
        self.marks = {"places": list(places), "words": words}
        if not quiet:
            self._say(_("Look here: {words}").format(words=words))

    def _say(self, text: str) -> None:
        """Let the live region say it; numbered, so that the same words are said again."""
        self._news += 1
        self.news = {"n": self._news, "text": text}

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

    def show_hands(self, hands: bool | Iterable[int]) -> None:
        """Lay the hands of some seats open, or all, or none; for demonstrations."""
        self.open_hands = hands if isinstance(hands, bool) else frozenset(hands)
        self._show()

    def _show(self, step: Step | None = None, *, back: Step | None = None) -> None:
        """Show what lies there, after a step or after one that was taken ``back``."""
        opened = self._opened
        if self.follow:
            self.seat = self.position.acting
        self._serial += 1
        view = self.view
        self.problems = z.problems(view)
        if not self.problems and self.position.problems():
            self.problems = [_("What lies face down cannot be as it is.")]
        self.can_undo = self._may_undo()
        self.zones = {
            **z.zones(self.position, self.seat, open_hands=self._open(), names=self.names, came=self._came()),
            "problems": self.problems,
            "still": self.still,
            "tells": self.tells,
            "serial": self._serial,
            "hints": self.on_hint is not None,
            "holds": self.on_held is not None,
            "question": z.question(view, self.seat) if self.asks and not self.problems else "",
            "moved": moved(step, opened, self.seat) if step else taken_back(moved(back, opened)) if back else [],
            "remarks": remarks(view) if self.says and self._acts() else [],
            "drops": {} if self.problems else drops(view, self.seat),
        }
        self._opened = self.seat

    def _came(self) -> Counter[Card]:
        """The cards that came to the open hand in this turn, as far as it was played here, and are still there."""
        turn: list[Step] = []
        for step in reversed(self.steps):
            if step.before.seat != self.seat or self.position.seat != self.seat:
                break
            turn.insert(0, step)
        came: Counter[Card] = Counter()
        for step in turn:
            before, after = (Counter(each.cards_in_hand(self.seat)) for each in (step.before, step.after))
            came = (came + (after - before)) & after
        return came

    def _may_undo(self) -> bool:
        if not self.practice or not self.steps or not BOOK["meld.final"].value(self.position.profile):
            return False
        return self._may_act() and self._undoes() > 0

    def _undoes(self) -> int:
        """How many steps go back at once: the last one played here, with what others did in answer."""
        for count, step in enumerate(reversed(self.steps), 1):
            # Practice may undo up to the end of the turn.
            if step.before.seat != self.position.seat:
                break
            if self.own is None or self.own(step):
                return count
        return 0

    def picture(self, title: str | None = None) -> str:
        """What lies there now as a static picture, the text of an SVG."""
        return drawn(self.zones, title=title, four_colours=self.colours == "four")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if isinstance(data, dict):
            # Where no browser runs, in an export or a test, the line says what lies there.
            data["text/plain"] = f"Table({self.zones['line']!r})"
        return pictured(bundle, self.picture())
