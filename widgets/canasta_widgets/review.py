"""A finished deal looked at again, on the screen: what was missed, each to be tried again, and how the points stood."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import traitlets

from canasta import BOOK, Step
from canasta.clauses.register import law
from canasta.filling import fill, render
from canasta.position import OVER, Position
from canasta.profile import Profile
from canasta.tutor.bots import club
from canasta.tutor.missed import Reviewer
from canasta.tutor.review import Missed, counts_hands, review, standings
from canasta.words import N_, _, listed, seat_name
from canasta_widgets import charts, telling
from canasta_widgets.heard import whole
from canasta_widgets.host import unanswered
from canasta_widgets.phrases import in_words
from canasta_widgets.shown import Shown, joined
from canasta_widgets.walk import walked
from canasta_widgets.zones import named

FEW = 3  # of the worst that are shown at first
PAGE = "play-a-deal.ipynb"  # opens a position given as ?position=

Open = Callable[[int], None]


def address(position: Position) -> str:
    """Where the page to play a deal opens a position, from a page beside it."""
    return f"{PAGE}?position={quote(str(position), safe='')}"


class Review(Shown):
    """What was missed in a deal, the worst first. It shows nothing until ``show``.

    The whole deal is open to whoever sees it: it is for a deal that is over. ``bot`` is who says what would be better.
    """

    _esm = joined("dom.js", "there.js", "review.js")
    _css = joined("lesson.css", "review.css")

    view = traitlets.Dict().tag(sync=True)
    chart = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, bot: Reviewer = club) -> None:
        self.bot = bot
        self.steps: tuple[Step, ...] = ()
        self.missed: tuple[Missed, ...] = ()
        self._names: dict[str, str] = {}
        self._opened: list[Open] = []
        super().__init__(words=_texts())
        self.on_msg(self._heard)

    def show(
        self,
        steps: Sequence[Step],
        seats: Collection[int] | None = None,
        names: Mapping[str, str] | None = None,
        *,
        chart: bool = False,
    ) -> None:
        """Show the review of one deal's steps, for these seats (all by default); without steps nothing is shown.

        ``names`` is what players call themselves, such as {"N": "Dana"}; ``chart`` draws the points at once. Raises
        ValueError for a name of what is no seat.
        """
        self._names = named(names or {})
        self.steps = tuple(steps)
        self.missed = review(self.steps, seats, self.bot)
        with self.hold_sync():
            self.words = _texts()
            self.chart = {}
            self.view = self._view(seats) if self.steps else {}
        if chart:
            self.draw()

    def clear(self) -> None:
        """Show nothing."""
        self.show(())

    def on_open(self, opened: Open) -> None:
        """Call this with the place of a step when the learner wants to see what was missed there."""
        self._opened.append(opened)
        if self.view:
            self.view = {**self.view, "opens": True}

    def draw(self) -> None:
        """Draw the points over the deal; where they cannot be drawn a sentence says so, and the table is there."""
        if not self.steps:
            return
        points, marks, sides = standings(self.steps), self._marks(), self._sides()
        told: dict[str, Any] = {
            "table": charts.points_table(points, marks, sides),
            "key": charts.key(),
            "note": ""
            if counts_hands(self.steps)
            else _("Not all hands are known, so cards left in hand do not count."),
            "drawn": {},
            "problem": "",
        }
        try:
            told["drawn"] = {width: charts.points_chart(points, marks, sides, width) for width in charts.INCHES}
        except ImportError:
            told["problem"] = _("The points cannot be drawn here: matplotlib is not installed. The table has them.")
        except Exception:  # whatever a plotting library trips over, the review stays
            told["problem"] = _("The points could not be drawn. The table has them.")
        self.chart = told

    # -- what is shown ----------------------------------------------------------------------------------------------

    def _view(self, seats: Collection[int] | None) -> dict[str, Any]:
        profile = self.steps[0].before.profile
        worst = sorted(self.missed, key=lambda each: -each.points)
        asked = range(profile.players) if seats is None else sorted(seats)
        return {
            "ended": self._ended(),
            "found": self._found(),
            "items": [self._item(each, worst.index(each)) for each in self.missed],
            "seats": [[seat, self._name(profile, seat)] for seat in asked] if len(asked) > 1 else [],
            "few": FEW,
            "opens": bool(self._opened),
        }

    def _ended(self) -> str:
        """How the deal ended and who is ahead by what it scored."""
        last = self.steps[-1]
        if last.after.phase != OVER:
            return _("The deal is not over yet.")
        over = telling.MARKS["over"]
        how = " ".join(event.text for event in last.events if event.clause in over) or _("The deal is over.")
        points = standings(self.steps)[-1]
        best = max(points)
        said = [
            render(N_("{side}: {n:points}."), {"side": name, "n": each}) for name, each in zip(self._sides(), points)
        ]
        if points.count(best) == 1:
            ahead = {"side": self._sides()[points.index(best)], "n": best - sorted(points)[-2]}
            said.append(render(N_("{side} came out ahead, by {n:points}."), ahead))
        return " ".join([how, *said])

    def _found(self) -> str:
        if not self.missed:
            return _("Nothing was missed: no rule passed up, and no play that a club player would call costly.")
        return render(N_("Missed: {n}. The most telling come first."), {"n": len(self.missed)})

    def _item(self, missed: Missed, rank: int) -> dict[str, Any]:
        step = self.steps[missed.at]
        profile = step.before.profile
        values = {"at": missed.at + 1, "n": len(self.steps), "who": self._name(profile, missed.seat)}
        return {
            "at": missed.at,
            "rank": rank,
            "seat": missed.seat,
            "kind": missed.kind,
            "where": render(N_("{who}, step {at} of {n}"), values),
            "sort": _("A rule") if missed.kind == "rule" else _("A better play"),
            "weight": fill(N_("about {n:points}"), {"n": round(missed.points / 10) * 10 or round(missed.points)}),
            "text": missed.text,
            "played": in_words(missed.action, spelled=True),
            "better": in_words(missed.better, spelled=True),
            "rules": [{"clause": clause, "law": law(BOOK[clause], profile)} for clause in missed.clauses],
            "href": address(step.before),
        }

    def _name(self, profile: Profile, seat: int) -> str:
        letters = profile.seat_names[seat]
        return self._names.get(letters) or seat_name(letters)

    def _sides(self) -> list[str]:
        """The sides by the names of their players."""
        profile = self.steps[0].before.profile
        seats = range(profile.players)
        return [
            listed([self._name(profile, seat) for seat in seats if profile.side_of(seat) == side])
            for side in range(profile.sides)
        ]

    def _marks(self) -> list[charts.Mark]:
        """Canastas, takes, the end of the deal, and what was missed, each after its step on the line of its side."""
        profile = self.steps[0].before.profile
        shown = {charts.CANASTA, charts.TAKEN, charts.OVER}
        marks = [
            charts.Mark(at, self.steps[at - 1].before.side, kind, words)
            for at, kind, words in telling.marks(walked(self.steps))
            if kind in shown and at
        ]
        missed = [
            charts.Mark(
                each.at + 1, profile.side_of(each.seat), charts.MISSED, f"{self._name(profile, each.seat)}: {each.text}"
            )
            for each in self.missed
        ]
        return sorted(marks + missed)

    # -- what the browser says --------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "open", "at": at} if whole(at) and any(each.at == at for each in self.missed):
                for opened in self._opened:
                    opened(at)
            case {"kind": "chart"} if not self.chart:
                self.draw()


def _texts() -> dict[str, str]:
    """The words that the browser shows."""
    return {
        "title": _("The deal looked at again"),
        "who": _("Whose turns"),
        "everyone": _("Everyone's"),
        "played": _("Played"),
        "better": _("Better"),
        "rule": _("The rule"),
        "open": _("Show it here"),
        "again": _("Try it again"),
        "tab": _("opens in a new tab"),
        "all": _("Show all"),
        "few": _("Show only the most telling"),
        "none": _("Nothing was missed in these turns."),
        "chart": _("Show the points over the deal"),
        "points": _("The points over the deal"),
        "table": _("The same as a table"),
        "lost": _("No answer. {help}").format(help=unanswered()),
    }
