"""Where a learner stands, drawn: rules as bars that lie, chapters over time as a heat map, tasks as bars that stand.

Drawn for the page as the points of a deal are (``charts.py``); nothing is told by colour alone.
"""

from __future__ import annotations

import textwrap
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from canasta.tutor import history
from canasta.tutor.history import MOST, Span, Tally
from canasta.words import _
from canasta_widgets.charts import INK, PAPER, RULE, SIDES, for_page, plain
from canasta_widgets.standing_tables import MONTH, NONE, WEEK, Found, number, percent

NARROW = 4.5  # inches
WIDTHS = {"wide": 9.0, "narrow": NARROW}
SPANS = {"wide": MOST, "narrow": 4}
LETTERS = {"wide": 40, "narrow": 14}  # of a chapter's title in one line
STRONGEST = 0.5  # how much a cell of the heat map is filled where all was right; numbers on it stay legible


def all_charts(found: Found, words: Mapping[str, str]) -> dict[str, str]:
    """Everything that is drawn, by name; what has nothing to show is left out. ``words`` say what each shows.

    Raises ImportError where matplotlib is not installed.
    """
    rows = found.drawn()
    names = [row.clause for row in rows]
    drawn = {
        "tries": rules_chart(names, [row.tries for row in rows], words["tries"], shown=number),
        "right": rules_chart(names, [row.share for row in rows], words["right"], shown=percent, most=1),
        "time": rules_chart(names, [row.seconds for row in rows], words["time"], shown=number),
    }
    week, month = ([found.chance(name, days) for name in names] for days in (WEEK, MONTH))
    if any(chance is not None for chance in week):
        drawn["forecast"] = rules_chart(names, week, words["forecast"], shown=percent, most=1, marks=month)
    for width, most in SPANS.items() if found.days else ():
        spans = found.spans(most)
        drawn[f"past-{width}"] = history_chart(spans, found.past(spans), words["past"], width)
        if chapters := found.chapters(spans):
            drawn[f"heat-{width}"] = heat_chart(chapters, spans, words["heat"], width)
    return drawn


def rules_chart(
    rules: Sequence[str],
    values: Sequence[float | None],
    words: str,
    *,
    shown: Callable[[float], str],
    most: float | None = None,
    marks: Sequence[float | None] = (),
) -> str:
    """A bar for each rule as an SVG; ``words`` say what it shows, ``shown`` how a value is written at its bar.

    ``most`` is the end of the scale, by default that of the longest bar. ``marks`` are second values, each a line
    across its bar. Raises ImportError where matplotlib is not installed.
    """
    with _drawing(f"rules {words}") as figure_of:
        figure = figure_of(NARROW, 0.3 + 0.34 * len(rules))
        axes = figure.add_subplot()
        places = range(len(rules))
        lengths = [value or 0 for value in values]
        end = most or max([*lengths, 1])
        axes.barh(places, lengths, height=0.62, color=SIDES[0])
        ends = list(lengths)
        for place, mark in enumerate(marks):
            if mark is not None:
                for ink, width in ((PAPER, 4.8), (INK, 2)):
                    axes.plot([mark, mark], [place - 0.42, place + 0.42], color=ink, linewidth=width)
                ends[place] = max(ends[place], mark)
        for place, value in enumerate(values):
            _write(axes, NONE if value is None else shown(value), (ends[place], place), (6, 0), va="center")
        axes.set_yticks(places, rules)
        axes.set_xticks([])
        axes.set_xlim(0, 1.3 * end)
        axes.set_ylim(len(rules) - 0.5, -0.5)
        _bare(axes)
        return for_page(figure, words)


def heat_chart(chapters: Mapping[str, Sequence[Tally]], spans: Sequence[Span], words: str, width: str) -> str:
    """How much was right at once, by chapter and time, as an SVG; a cell says it in a number and is filled as much.

    ``chapters`` are tallies by title, one for each span. Raises ImportError where matplotlib is not installed.
    """
    from matplotlib.patches import Rectangle

    labels = [textwrap.fill(chapter, LETTERS[width]) for chapter in chapters]
    heights = [max(0.36, 0.2 * (label.count("\n") + 1)) for label in labels]
    with _drawing(f"heat {width}") as figure_of:
        figure = figure_of(WIDTHS[width], 0.6 + sum(heights))
        axes = figure.add_subplot()
        tops = [sum(heights[:at]) for at in range(len(heights))]
        middles = [top + height / 2 for top, height in zip(tops, heights)]
        for row, top, height, middle in zip(chapters.values(), tops, heights, middles):
            for at, tally in enumerate(row):
                share = tally.right / tally.tries if tally.tries else 0
                corner = (at + 0.03, top + 0.02)
                cell = Rectangle(corner, 0.94, height - 0.04, facecolor=SIDES[0], alpha=STRONGEST * share, linewidth=0)
                edge = Rectangle(corner, 0.94, height - 0.04, fill=False, edgecolor=RULE, linewidth=0.8)
                axes.add_patch(cell)
                axes.add_patch(edge)
                text = f"{100 * share:.0f}" if tally.tries else NONE
                _write(axes, text, (at + 0.5, middle), (0, 0), va="center", ha="center")
        axes.set_xlim(0, len(spans))
        axes.set_ylim(sum(heights), 0)
        axes.set_yticks(middles, labels)
        axes.set_xticks([at + 0.5 for at in range(len(spans))], [span.short for span in spans])
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xlabel(_unit(spans), color=INK)
        _bare(axes)
        return for_page(figure, words)


def history_chart(spans: Sequence[Span], tallies: Sequence[Tally], words: str, width: str) -> str:
    """How many items were tried in each span, and how many of them were right at once, as an SVG.

    Raises ImportError where matplotlib is not installed.
    """
    from matplotlib.ticker import MaxNLocator

    with _drawing(f"history {width}") as figure_of:
        figure = figure_of(WIDTHS[width], 3.2)
        axes = figure.add_subplot()
        places = range(len(spans))
        right = [tally.right for tally in tallies]
        others = [tally.tries - tally.right for tally in tallies]
        axes.bar(places, right, width=0.6, color=SIDES[0], edgecolor=INK, linewidth=1)
        axes.bar(places, others, bottom=right, width=0.6, color=PAPER, edgecolor=INK, linewidth=1)
        for place, tally in enumerate(tallies):
            if tally.tries:
                _write(axes, f"{tally.tries:,}", (place, tally.tries), (0, 4), va="bottom", ha="center")
        axes.set_xticks(places, [span.short for span in spans])
        axes.set_xlabel(_unit(spans), color=INK)
        axes.set_xlim(-0.6, max(len(spans), 4) - 0.4)
        axes.set_ylim(0, 1.15 * max(tally.tries for tally in tallies))
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.set_ylabel(_("Tasks"), color=INK)
        _bare(axes)
        axes.grid(axis="y", color=RULE, linewidth=0.8)
        axes.set_axisbelow(True)
        return for_page(figure, words)


def _unit(spans: Sequence[Span]) -> str:
    """What the spans are, for all of them are alike."""
    match spans[0].unit:
        case history.DAY:
            return _("Days, by month and day")
        case history.WEEK:
            return _("Weeks, by the month and day of their Monday")
        case history.MONTH:
            return _("Months")
    return _("Years")


@contextmanager
def _drawing(salt: str) -> Iterator[Callable[[float, float], Any]]:
    """A context in which figures of ours are made, from their width and height in inches."""
    from matplotlib import style
    from matplotlib.figure import Figure

    # Fonts are the page's, so what those of matplotlib lack is nobody's concern.
    with warnings.catch_warnings(action="ignore"), style.context(["default", plain(salt)]):
        yield lambda width, height: Figure(figsize=(width, height), layout="constrained")


def _write(axes: Any, text: str, at: tuple[float, float], shift: tuple[float, float], **more: str) -> None:
    axes.annotate(text, at, xytext=shift, textcoords="offset points", color=INK, annotation_clip=False, **more)


def _bare(axes: Any) -> None:
    """No frame and no ticks, only what they name."""
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(colors=INK, length=0, pad=6)
