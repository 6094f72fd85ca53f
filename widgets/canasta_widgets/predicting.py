"""A guess first, then a simulation that runs while one looks on, and a picture of both."""

from __future__ import annotations

import time
from typing import Any

import traitlets

from canasta import BOOK, CLASSIC
from canasta.clauses.register import law
from canasta.filling import render
from canasta.tutor.predictions import PERCENT, PREDICTIONS, Tally, shipped, simulated
from canasta.words import N_, _
from canasta_widgets import charts
from canasta_widgets.heard import whole
from canasta_widgets.shown import Shown, joined

AT_ONCE = 0.04  # seconds of simulation between two answers, so that the page stays quick
MOST_GUESS = 100_000


class Predict(Shown):
    """A prediction, such as ``Predict("opening")``: guess, watch it run, compare.

    The simulation goes on as long as the page asks for more, a little at a time. What takes long is shown as it was
    shipped, and runs on request. Raises ValueError for an unknown name.
    """

    _esm = joined("dom.js", "there.js", "beside.js", "predict.js")
    _css = joined("lesson.css", "review.css", "predict.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, name: str) -> None:
        if name not in PREDICTIONS:
            message = N_("{name!r} is no prediction; there are {known}")
            raise ValueError(render(message, {"name": name, "known": ", ".join(PREDICTIONS)}))
        self.prediction = PREDICTIONS[name]
        self.guess: int | None = None
        self.tally = Tally()
        self.running = False
        self._runs = iter(())
        self._drawn = ""
        self._problem = ""
        super().__init__(words=_texts())
        self.on_msg(self._heard)
        self._show()

    def try_guess(self, guess: int) -> None:
        """Take a guess, and simulate; or show what was shipped."""
        self.guess = guess
        if (known := shipped(self.prediction)) is not None:
            self.tally, self.running = known, False
            self._draw()
            self._show()
        else:
            self.run()

    def run(self) -> None:
        """Simulate from the first seed; it goes on with ``more``."""
        self.tally, self.running, self._drawn, self._problem = Tally(), True, "", ""
        self._runs = simulated(self.prediction)
        self._show()

    def more(self, seconds: float = AT_ONCE) -> None:
        """Simulate on for that long, one seed at least."""
        end = time.monotonic() + seconds
        while self.running:
            self.tally = next(self._runs, self.tally)
            self.running = self.tally.seeds < self.prediction.seeds
            if time.monotonic() > end:
                break
        if not self.running and not self._drawn:
            self._draw()
        self._show()

    def _draw(self) -> None:
        assert self.guess is not None
        found = self.prediction
        keys = [key for key, _label in found.bars]
        place = (keys.index(found.wanted), float(self.guess))
        self._problem = ""
        try:
            values = self.tally.values(found)
            percent = found.unit == PERCENT
            self._drawn = charts.bars_chart(found.labels(), values, place, self._outcome(), percent=percent)
        except ImportError:
            self._problem = _("It cannot be drawn here: matplotlib is not installed. The table has it.")
        except Exception:  # whatever a plotting library trips over, the numbers stay
            self._problem = _("It could not be drawn. The table has it.")

    def _outcome(self) -> str:
        found = self.prediction
        answer = self.tally.answer(found)
        values = {"guess": self.guess, "answer": f"{answer:,.0f}", "seeds": self.tally.seeds}
        message = N_("You guessed {guess}; it came out as {answer} in a hundred.")
        if found.unit != PERCENT:
            message = N_("You guessed {guess}; it came out as {answer} on average.")
        return render(message, values)

    def _show(self) -> None:
        found = self.prediction
        over = self.guess is not None and not self.running
        values = self.tally.values(found)
        self.view = {
            "question": found.question,
            "guess": self.guess,
            "running": self.running,
            "done": self.tally.seeds,
            "of": found.seeds,
            "outcome": self._outcome() if over else "",
            "law": law(BOOK[found.clause], CLASSIC) if over else "",
            "clause": found.clause,
            "chart": self._drawn if over else "",
            "problem": self._problem if over else "",
            "rows": [[label, f"{value:,.1f}"] for label, value in zip(found.labels(), values)] if over else [],
            "again": over,
        }

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "guess", "guess": guess} if whole(guess, MOST_GUESS) and not self.running:
                self.try_guess(guess)
            case {"kind": "more", "done": done} if self.running and done == self.tally.seeds:
                self.more()
            case {"kind": "run"} if self.guess is not None and not self.running:
                self.run()


def _texts() -> dict[str, str]:
    return {
        "predict": _("Predict"),
        "guess": _("Your guess"),
        "go": _("Guess"),
        "running": _("Simulating …"),
        "again": _("Simulate it again"),
        "table": _("The numbers"),
        "number": _("A whole number, please."),
    }
