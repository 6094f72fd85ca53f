"""A game against the computer, or against others at one screen, played to the last sheet."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from canasta import Position, Step, Verdict
from canasta.errors import NotationError
from canasta.filling import fill, render
from canasta.position import ANSWER
from canasta.tutor.bots import Choice
from canasta.tutor.sitting import MOST_DEALS, PERSON, UNDECIDED, YOU, Setup, Sitting
from canasta.words import N_, _
from canasta_widgets import desk as d
from canasta_widgets import zones as z
from canasta_widgets.coach import Coach
from canasta_widgets.heard import whole
from canasta_widgets.picture import pictured
from canasta_widgets.rail import MOST_TEXT
from canasta_widgets.review import Review
from canasta_widgets.sheet import ScoreSheet
from canasta_widgets.shown import Column
from canasta_widgets.stepper import Stepper
from canasta_widgets.table import Table
from canasta_widgets.walk import Walk, walk

COVERED = "- N.over"  # what lies on the table while nobody may see it: nothing can be played there
SEEDS = 1_000_000
SHORT_WAIT = 0.5  # of the usual one, before what goes by itself for somebody at this screen


class Playing(Column):
    """A game, played on one table to the end of the deal and of the game.

    ``setup`` says how; without it the learner chooses first. ``begin`` starts at once. ``sitters`` and the rest of
    ``settings`` are ``Setup``'s: ``Playing(position="KK24 444 42K")``, ``Playing(seed="7", sitters=("you", "club"))``.
    ``pace`` is how the others play ("quick", "calm", "slow", "hand"), ``coach`` when the coach speaks ("off",
    "request", "always"); both can be changed while one plays. ``asks`` is whether the question to the
    partner is offered.
    Raises NotationError for a setup that is none; a position nobody can play from is said on the page.

    Cards of other hands reach the browser only once the deal is over; what is kept there to go on with is the seed and
    what was played. The log of a deal from a position has all its cards: whoever keeps it in mid-deal can read them.
    """

    def __init__(
        self,
        setup: Setup | None = None,
        *,
        begin: bool = False,
        pace: str = "calm",
        coach: str = "request",
        asks: bool = True,
        **settings: Any,
    ) -> None:
        self.setup = setup or Setup.read(_plain(settings))
        self.sitting: Sitting | None = None
        self.viewer = 0  # whose hand lies open
        self.curtained: int | None = None  # who is to sit down before the table shows
        self.problem = ""
        self.fault = ""  # of a log that was opened
        self.said = ""
        self._ticket = 0
        self._sought = 0  # how often the steps of a deal were to come into view
        self._held = False  # nothing flows right after something was taken back
        self.desk = d.Desk(words=d.texts(), paces=dict(d.PACES), pace=pace)
        self.strip = d.Strip()
        self.coach = Coach(mode=coach)
        self.table = Table(
            COVERED,
            on_step=self._stepped,
            on_refused=self._refused,
            on_undo=self._undone,
            on_consider=self.coach.consider,
            own=self._own,
            keeps=False,
        )
        self.table.asks = asks
        self.sheet = ScoreSheet()
        self.review = Review()
        self.review.on_open(self.step_through)
        self.stepper: Stepper | None = None
        self.desk.on_msg(self._heard)
        super().__init__([self.desk, self.strip, self.coach, self.table, self.sheet, self.review])
        self.add_class("canasta-lesson")
        self.strip.add_class("canasta-strip")
        if begin:
            self.begin(self.setup)
        else:
            self._show()

    # -- the game -----------------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Begin a game. What nobody can play is said above the table, and nothing else changes."""
        try:
            sitting = Sitting(setup if setup.seed else replace(setup, seed=_new_seed()))
        except ValueError as fault:
            self.problem = str(fault)
            self.setup = setup
            self._show()
            return
        self.setup, self.fault = setup, ""
        self._sit(sitting)
        self._deal()

    def leave(self) -> None:
        """Go back to the choice of a game; what was played so far stays kept in the browser."""
        self.sitting = None
        self.curtained = None
        self.problem = self.fault = self.said = ""
        self.coach.clear()
        self.review.clear()
        self.table.reset(COVERED)
        self._put_away()
        self._show()

    def next_deal(self) -> None:
        """Deal the next deal of the game, if this one is over and the game is not."""
        if self.sitting is not None and self._may_deal():
            self.sitting.next_deal()
            self._put_away()
            self._deal()

    def load(self, text: str) -> None:
        """Go on where a log ends. Of a faulty one all before the fault is taken up, and the fault is said.

        A log of which nothing can be played changes nothing. One whose last deal has cards that nobody knows cannot be
        played on; it can be stepped through.
        """
        if sitting := self._taken_up(text, self.setup):
            self._sit(sitting, text)
            self._deal()

    def resume(self, setup: Setup, deals: Sequence[Sequence[str]], log: str = "") -> None:
        """Go on with a game of which the browser kept what was played, after the ``log`` that it began from, if any."""
        try:
            sitting = self._taken_up(log, setup) if log else Sitting(setup)
        except ValueError as fault:
            return self._fault(str(fault))
        if sitting is not None:
            if not sitting.resume(deals):
                self.fault = _("What was kept could be played again only up to here.")
            self._sit(sitting, log)
            self._deal()
        return None

    def _taken_up(self, text: str, setup: Setup) -> Sitting | None:
        """The game that a log leaves off in, its fault said; None if it is none that can be played on."""
        self.fault = ""
        if len(text) > MOST_TEXT:
            return self._fault(fill(N_("A log has up to {n} characters; this text is longer."), {"n": MOST_TEXT}))
        found = walk(text)
        self.fault = found.fault
        if not found.stops:
            return self._fault(found.fault or _("There is no text."))
        sitting = Sitting(replace(setup, seed=setup.seed or _new_seed(), position=""))
        try:
            sitting.take_up(*_dealt(found))
        except ValueError as fault:
            # What can be shown of it can be stepped through.
            self._walk(Stepper(text, at=len(found.stops) - 1))
            return self._fault(" ".join(filter(None, [found.fault, str(fault)])))
        return sitting

    def _sit(self, sitting: Sitting, log: str = "") -> None:
        self.sitting = sitting
        self.problem = self.said = ""
        self.desk.opened = log
        self.viewer = next((at for at in range(len(sitting.setup.sitters)) if sitting.setup.at_screen(at)), 0)
        self.table.practice = sitting.setup.practice
        seats = sitting.setup.profile.seat_names
        self.table.names = z.named(
            {seat: d.player_name(sitter) for seat, sitter in zip(seats, sitting.setup.sitters) if d.player_name(sitter)}
        )
        self._put_away()

    def _deal(self) -> None:
        """Lay the deal on the table, with what was played of it."""
        assert self.sitting is not None
        self.said = self.sitting.note
        self._held = False
        self.curtained = None
        self.coach.clear()
        self.review.clear()
        self.desk.past = self.sitting.past
        self._lay()
        self._settle()

    def _lay(self) -> None:
        """Lay on the table what the viewer may see."""
        assert self.sitting is not None
        with self.table.hold_sync():
            self.table.open_hands = self._open()
            self.table.reset(self.sitting.position, seat=self.viewer)
            self.table.steps = list(self.sitting.steps)
            self.table.show_hands(self._open())

    def _cover(self, due: int) -> None:
        """Clear the table for the next person: neither cards nor what was told to one are for another."""
        self.curtained = due
        self.coach.clear()
        self.table.reset(COVERED)

    def _uncover(self) -> None:
        assert self.curtained is not None
        self.viewer, self.curtained = self.curtained, None
        self._lay()
        self.table.tell_now()
        self._settle()

    def _open(self) -> bool | frozenset[int]:
        """The hands that lie open: all once the deal is over, or where nobody plays here; else one person's own."""
        sitting = self.sitting
        assert sitting is not None
        sitters = sitting.setup.sitters
        if sitting.over or not any(map(sitting.setup.at_screen, range(len(sitters)))):
            return True
        return frozenset(at for at, sitter in enumerate(sitters) if sitter == sitters[self.viewer])

    def _settle(self) -> None:
        """After something was played: turn the table to who is to act, hide it for the next person, show the rest."""
        sitting = self.sitting
        assert sitting is not None
        due = sitting.position.acting
        if sitting.over:
            self.table.show_hands(True)
            self.coach.clear()
        elif sitting.setup.at_screen(due) and due != self.viewer:
            if sitting.setup.sitters[due] == sitting.setup.sitters[self.viewer]:
                self._look(due)
            else:
                self._cover(due)
        # A partner of the computer answers before anyone else could for him.
        while sitting.position.phase == ANSWER and self._asked_here() and (choice := sitting.choice()) is not None:
            self._bot(choice)
        if self._may_play():
            self.coach.consider(self.table.view, None)
        self._show()
        if sitting.over and not self.review.steps:
            # Last, as it takes a moment, and the sheet is to be seen first.
            here = [at for at in range(sitting.setup.profile.players) if sitting.setup.at_screen(at)]
            try:
                self.review.show(sitting.steps, here or None)
            except Exception:  # whatever a player trips over in a deal, the game goes on
                self.said = _("This deal could not be looked at again.")
                self._show()

    def _may_play(self) -> bool:
        """Whether somebody at this screen is to play and sees his hand."""
        sitting = self.sitting
        if sitting is None or sitting.over or self.curtained is not None:
            return False
        return sitting.setup.at_screen(sitting.position.acting)

    def _asked_here(self) -> bool:
        assert self.sitting is not None
        return self.sitting.setup.at_screen(self.sitting.position.seat)

    def _own(self, step: Step) -> bool:
        """Whether a step was played by the person who sees the table."""
        assert self.sitting is not None
        setup, seat = self.sitting.setup, step.before.acting
        return setup.at_screen(seat) and setup.sitters[seat] == setup.sitters[self.viewer]

    def _look(self, seat: int) -> None:
        self.viewer = seat
        self.table.open_hands = self._open()
        self.table.look(seat)

    def _bot(self, choice: Choice) -> None:
        assert self.sitting is not None
        seat = self.sitting.position.acting
        step = self.table.play_for(choice.action)
        self.sitting.add(step, choice.reason)
        self.said = ""
        if self.sitting.setup.says or choice.message == UNDECIDED:
            values = {"seat": self.sitting.setup.profile.seat_names[seat], "why": choice.reason}
            self.said = render(N_("{seat:seat}: {why}"), values)

    def _tick(self) -> None:
        """One play that goes by itself: a bot's, or what flows for somebody at this screen."""
        sitting = self.sitting
        if sitting is None or sitting.over or self.curtained is not None:
            return
        if (choice := sitting.choice()) is not None:
            self._bot(choice)
        elif not self._held and (action := sitting.flows()) is not None:
            sitting.add(self.table.play_for(action))
            self.said = ""
        else:
            return
        self._settle()

    def _stepped(self, step: Step) -> None:
        assert self.sitting is not None
        self._held = False
        self.said = self.fault = ""
        self.sitting.add(step)
        self.coach.after(step.before.seen_by(step.before.acting), step.verdict.action)
        self._settle()

    def _refused(self, _verdict: Verdict) -> None:
        self._show()

    def _undone(self) -> None:
        assert self.sitting is not None
        self._held = True
        self.said = ""
        while len(self.sitting.steps) > len(self.table.steps):
            self.sitting.take_back()
        self._settle()

    def _put_away(self) -> None:
        """Close the steps of a deal that was stepped through."""
        if self.stepper is not None:
            self.stepper.close()
            self.stepper = None
            self.children = self.children[:-1]

    def step_through(self, at: int = 0) -> None:
        """Open the deal that is over step by step, under the sheet, at a stop."""
        if self.sitting is None or not self.sitting.over or not self.sitting.steps:
            return
        self._walk(Stepper(str(self.sitting.log()), at=self._stop(at), all_open=True))
        self._sought += 1
        self._show()

    def _walk(self, stepper: Stepper) -> None:
        self._put_away()
        self.stepper = stepper
        self.children = [*self.children, stepper]

    def _stop(self, at: int) -> int:
        """The stop of the log that a step of the last deal has: each deal before has one more, where it begins."""
        assert self.sitting is not None
        return sum(len(steps) + 1 for steps in self.sitting.deals[:-1]) + at

    # -- what is shown ----------------------------------------------------------------------------------------------

    def _fault(self, text: str) -> None:
        """Say what is wrong with a log, and change nothing."""
        self.fault = text
        self._show()

    def _may_deal(self) -> bool:
        sitting = self.sitting
        return (
            sitting is not None
            and sitting.over
            and len(sitting.game.sheets) == len(sitting.deals)
            and not sitting.game.over
            and len(sitting.deals) < MOST_DEALS
        )

    def _show(self) -> None:
        sitting = self.sitting
        self._ticket += 1
        shows = sitting is not None and self.curtained is None
        self.table.layout.display = None if shows else "none"
        self.coach.layout.display = None if shows and sitting is not None and not sitting.over else "none"
        if sitting is None:
            self.strip.view = {}
            self.sheet.show([])
            self.desk.view = {
                "n": self._ticket,
                "stage": "setup",
                "setup": d.choices(self.setup, self.problem),
                "fault": self.fault,
            }
            return
        self.strip.view = d.scores(sitting)
        self.sheet.show(sitting.ends if sitting.over else [])
        self.desk.kept = self._kept(sitting)
        self.desk.view = {
            "n": self._ticket,
            "stage": "curtain" if self.curtained is not None else "over" if sitting.over else "play",
            "where": d.deal_name(sitting),
            "said": self.said,
            "fault": self.fault,
            "curtain": {} if self.curtained is None else d.curtain(sitting.setup, self.curtained),
            "waits": self._waits(),
            "sought": self._sought,
            "can": self._can(sitting),
        }

    def _kept(self, sitting: Sitting) -> d.Data:
        """What the browser keeps, to go on with."""
        return {"setup": sitting.setup.as_json(), "actions": sitting.played}

    def _can(self, sitting: Sitting) -> dict[str, bool]:
        """Which buttons lead on."""
        walks = sitting.over and bool(sitting.steps)
        return {"next": self._may_deal(), "walk": walks, "away": self.stepper is not None}

    def _waits(self) -> float:
        """How long the page waits before what goes by itself, against the pace; 0 if nothing does."""
        sitting = self.sitting
        if sitting is None or sitting.over or self.curtained is not None:
            return 0
        if not sitting.setup.at_screen(sitting.position.acting):
            return 1
        return SHORT_WAIT if not self._held and sitting.flows() is not None else 0

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return pictured(super()._repr_mimebundle_(**options), self.table.picture())

    # -- what the browser says --------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "begin", "form": dict(form)}:
                self._asked_for(lambda: d.read_form(form))
            case {"kind": "arrived", "search": str(search)} if self.sitting is None:
                self._asked_for(lambda: d.read_address(search))
            case {"kind": "go", "n": n} if n == self._ticket:
                self._tick()
            case {"kind": "show"} if self.curtained is not None:
                self._uncover()
            case {"kind": "next"}:
                self.next_deal()
            case {"kind": "new"}:
                self.leave()
            case {"kind": "walk", **rest}:
                at = rest.get("at", 0)
                self.step_through(at if whole(at) else 0)
            case {"kind": "away"} if self.stepper is not None:
                self._put_away()
                self._show()
            case {"kind": "log"}:
                if self._log_shows_hands():
                    self._fault(_("The log of this deal has the cards of all hands. You get it once the deal is over."))
                log = None if self._log_shows_hands() or self.sitting is None else self.sitting.log()
                self.desk.send({"kind": "log", "text": "" if log is None else str(log), "name": "game.log"})
            case {"kind": "load", "text": str(text)}:
                self.load(text[: MOST_TEXT + 1])
            case {"kind": "resume", **kept} if self.sitting is None:
                self._resumed(kept)

    def _log_shows_hands(self) -> bool:
        """Whether the log would show one person at this screen what another holds: it begins from a position."""
        sitting = self.sitting
        if sitting is None or sitting.over or sitting.seeded:
            return False
        return {YOU, PERSON} <= set(sitting.setup.sitters)

    def _asked_for(self, read: Callable[[], Setup | None]) -> None:
        """Begin the game that the form or the address asks for, if it asks for any."""
        try:
            setup = read()
        except NotationError as fault:
            self.problem = str(fault)
            self._show()
            return
        if setup is not None:
            self.begin(setup)

    def _resumed(self, kept: d.Data) -> None:
        match kept:
            case {"setup": dict(setup), "deals": list(deals), "log": str(log)} if all(map(_are_texts, deals)):
                try:
                    self.resume(Setup.read(setup), deals, log)
                except NotationError as fault:
                    self._fault(str(fault))
            case _:
                self._fault(_("What was kept cannot be read, so nobody can go on with it."))


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _new_seed() -> str:
    return str(secrets.randbelow(SEEDS))


def _plain(settings: dict[str, Any]) -> d.Data:
    """Settings as plain data, as a cell of a notebook would give them."""
    plain = dict(settings)
    if "sitters" in plain and not isinstance(plain["sitters"], str):
        plain["sitters"] = list(plain["sitters"])
    for name in ("profile", "seed", "position"):
        if isinstance(plain.get(name), int | Position) or (name == "profile" and name in plain):
            plain[name] = str(plain[name])
    return plain


def _dealt(found: Walk) -> tuple[list[Position], list[list[Step]], list[str]]:
    """A walk's deals: where each begins, its steps, and the comments on all steps."""
    starts = [stop.position for stop in found.stops if stop.step is None]
    deals: list[list[Step]] = [[] for _start in starts]
    comments = []
    for stop in found.stops:
        if stop.step is not None:
            deals[stop.deal - 1].append(stop.step)
            comments.append(stop.comment)
    return starts, deals, comments
