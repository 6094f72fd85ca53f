"""Points over a deal, drawn by matplotlib, with the same told in words and as a table for who cannot see it.

The drawing is an SVG for the page itself: its text is the page's own, and its colours are variables of the page's style
(``--cnv-side-0`` and so on), so that one drawing serves light and dark. matplotlib is imported when one is drawn.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

from canasta.filling import render
from canasta.words import N_, _

CANASTA, TAKEN, OVER, MISSED = "canasta", "taken", "over", "missed"
# The shape of each mark, and the sign for it that stands in the key.
SHAPES = {CANASTA: "s", TAKEN: "v", OVER: "*", MISSED: "o"}
SIGNS = {CANASTA: "■", TAKEN: "▼", OVER: "★", MISSED: "○"}
SIZES = {CANASTA: 8, TAKEN: 8, OVER: 14, MISSED: 11}
LINES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)))  # by side: solid, dashed, dotted
INCHES = {"wide": (9.0, 4.4), "narrow": (4.5, 4.2)}
GAP = 0.06  # of the height, for a line of a name at the end of its line
LONG = 24  # letters that stand there in one line

# What matplotlib is told to draw in, and what stands for it on the page.
INK, RULE, PAPER = "#010203", "#040506", "#070809"
SIDES = ("#0a0b0c", "#0d0e0f", "#101112")
ON_PAGE = {
    INK: "currentColor",
    RULE: "var(--cnv-line, #888)",
    PAPER: "var(--cnv-paper, #fff)",
    **{colour: f"var(--cnv-side-{side}, currentColor)" for side, colour in enumerate(SIDES)},
}


class Mark(NamedTuple):
    """Something that is pointed out: the entry of the standings it stands at, whose side, its kind, and its words."""

    at: int
    side: int
    kind: str
    words: str


def points_chart(
    standings: Sequence[Sequence[int]], marks: Sequence[Mark], names: Sequence[str], width: str = "wide"
) -> str:
    """The points of each side over a deal as an SVG; ``width`` is "wide" or, for a phone, "narrow".

    ``standings`` are points by side, an entry for the start and one for each step; ``names`` are the sides'. Raises
    ImportError where matplotlib is not installed, and ValueError for no standings.
    """
    if not standings:
        raise ValueError("there are no standings to draw")
    from matplotlib import style
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    # Fonts are the page's, so what those of matplotlib lack is nobody's concern.
    with warnings.catch_warnings(action="ignore"), style.context(["default", plain(width)]):
        figure = Figure(figsize=INCHES[width], layout="constrained")
        axes = figure.add_subplot()
        last = len(standings) - 1
        for side in range(len(standings[0])):
            points = [each[side] for each in standings]
            look = {"color": SIDES[side], "linestyle": LINES[side], "linewidth": 2.4}
            axes.plot(range(last + 1), points, drawstyle="steps-post", solid_capstyle="round", **look)
        for mark in marks:
            _mark(axes, mark, standings[mark.at][mark.side])
        low, high = min(map(min, standings)), max(map(max, standings))
        room = max(high - low, 100)
        axes.set_xlim(-0.01 * max(last, 1), max(last, 1))
        axes.set_ylim(low - 0.08 * room, high + 0.1 * room)
        labels = [_label(name, standings[-1][side], width) for side, name in enumerate(names)]
        gap = GAP * max(label.count("\n") + 1 for label in labels)
        heights = _apart([each / (1.18 * room) for each in standings[-1]], gap)
        for side, (label, height) in enumerate(zip(labels, heights)):
            axes.annotate(
                label,
                (max(last, 1), height * 1.18 * room),
                xytext=(10, 0),
                textcoords="offset points",
                va="center",
                color=SIDES[side],
                fontweight="bold",
                annotation_clip=False,
            )
        _frame(axes)
        axes.yaxis.set_major_formatter(lambda value, _at: f"{value:,.0f}")
        axes.yaxis.set_major_locator(MaxNLocator(6 if width == "wide" else 5, integer=True))
        axes.xaxis.set_major_locator(MaxNLocator(8 if width == "wide" else 4, integer=True))
        axes.set_xlabel(_("Steps of the deal"), color=INK)
        axes.set_ylabel(_("Points"), color=INK)
        return for_page(figure, points_words(standings, marks, names))


def bars_chart(
    labels: Sequence[str], values: Sequence[float], guess: tuple[int, float], words: str, *, percent: bool
) -> str:
    """Values as bars that lie, with a guess as a line across its bar, as an SVG; ``words`` say what it shows.

    ``guess`` is the number of the bar and the guess. Raises ImportError where matplotlib is not installed.
    """
    from matplotlib import style
    from matplotlib.figure import Figure

    with warnings.catch_warnings(action="ignore"), style.context(["default", plain("bars")]):
        figure = Figure(figsize=(4.5, 0.9 + 0.75 * len(labels)), layout="constrained")
        axes = figure.add_subplot()
        places = range(len(labels))
        axes.barh(places, values, height=0.6, color=[SIDES[at != guess[0]] for at in places])
        at, guessed = guess
        axes.plot([guessed, guessed], [at - 0.42, at + 0.42], color=INK, linewidth=2.4, linestyle=(0, (3, 1.5)))
        for place, value in zip(places, values):
            axes.annotate(
                f"{value:,.0f}" + "\u2009%" * percent,
                # Beyond the guess, where that stands just behind the bar.
                (max(value, guessed) if place == at else value, place),
                xytext=(6, 0),
                textcoords="offset points",
                va="center",
                color=INK,
                fontweight="bold",
            )
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.set_yticks(places, labels)
        axes.set_xticks([])
        axes.set_xlim(0, 100 if percent else 1.2 * max([*values, guessed, 1]))
        axes.invert_yaxis()
        axes.tick_params(colors=INK, length=0, pad=6)
        return for_page(figure, words)


def plain(salt: str) -> dict[str, Any]:
    """How matplotlib draws here: text stays text, and the same picture has the same ids."""
    return {"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 12, "text.parse_math": False}


def _mark(axes: Any, mark: Mark, y: int) -> None:
    colour = SIDES[mark.side]
    filled = mark.kind != MISSED
    axes.plot(
        [mark.at],
        [y],
        linestyle="none",
        marker=SHAPES[mark.kind],
        markersize=SIZES[mark.kind],
        markerfacecolor=colour if filled else "none",
        markeredgecolor=PAPER if filled else INK,
        markeredgewidth=1 if filled else 1.8,
        zorder=4 if filled else 5,
        clip_on=False,
    )


def _frame(axes: Any) -> None:
    """Only lines across, and a stronger one at nought."""
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.grid(axis="y", color=RULE, linewidth=0.8)
    axes.axhline(0, color=INK, linewidth=1)
    axes.tick_params(colors=INK, length=0, pad=6)
    axes.set_axisbelow(True)


def _label(name: str, points: int, width: str) -> str:
    """A side's name with its points, on lines of its own where there is little room for it."""
    text = _("{name} {points}").format(name=name, points=f"{points:,}")
    return text.replace(" ", "\n") if width == "narrow" or len(text) > LONG else text


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """The heights, moved so that no two are nearer than that."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = [heights[at] for at in order]
    for _round in placed:
        for at in range(1, len(placed)):
            if (lack := gap - (placed[at] - placed[at - 1])) > 0:
                placed[at - 1] -= lack / 2
                placed[at] += lack / 2
    moved = list(heights)
    for at, place in zip(order, placed):
        moved[at] = place
    return moved


def for_page(figure: Any, words: str) -> str:
    """The drawing as a part of a page: no heading, no fonts and sizes of its own, and the page's colours."""
    written = io.StringIO()
    figure.savefig(written, format="svg", transparent=True)
    svg = written.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # A style inside would hold for the whole page, and so would ids that only name a part.
    svg = re.sub(r"<style.*?</style>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[a-zA-Z0-9.]+_\d+"', "", svg)
    svg = re.sub(r"font-family: [^;\"]*;? ?|font: (?=[^;\"]*px)", "", svg)
    for colour, ours in ON_PAGE.items():
        svg = svg.replace(colour, ours)
    head, rest = svg.split(">", 1)
    box = re.search(r'viewBox="[^"]*"', head)
    assert box is not None
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    look = 'direction="ltr" stroke-linejoin="round"'
    return f'<svg {spaces} role="img" aria-label={quoteattr(words)} {box[0]} {look}>{rest.strip()}'


# -- the same in words ----------------------------------------------------------------------------------------------


def points_words(standings: Sequence[Sequence[int]], marks: Sequence[Mark], names: Sequence[str]) -> str:
    """What the drawing shows, in a few sentences."""
    said = [render(N_("Points over {n:steps} of the deal."), {"n": len(standings) - 1})]
    for side, name in enumerate(names):
        points = [each[side] for each in standings]
        values = {"side": name, "first": points[0], "last": points[-1], "low": min(points), "high": max(points)}
        said.append(render(N_("{side}: {first} at the start, between {low} and {high}, {last} at the end."), values))
    if marks:
        said.append(_("What is marked stands in the table."))
    return " ".join(said)


def points_table(
    standings: Sequence[Sequence[int]], marks: Sequence[Mark], names: Sequence[str]
) -> dict[str, list[Any]]:
    """What the drawing shows as a table: the start, what is marked, and the end, each with the points of all sides."""
    rows = [(0, _("The start")), *((mark.at, mark.words) for mark in sorted(marks)), (len(standings) - 1, _("The end"))]
    return {
        "columns": [_("Step"), _("What happened"), *names],
        "rows": [[f"{at:,}", words, *(f"{points:,}" for points in standings[at])] for at, words in rows],
    }


def key() -> list[tuple[str, str]]:
    """The signs of the drawing with what they mean."""
    words = {
        CANASTA: _("a canasta"),
        TAKEN: _("the pile taken"),
        OVER: _("the end of the deal"),
        MISSED: _("something missed"),
    }
    return [(SIGNS[kind], words[kind]) for kind in SIGNS]
