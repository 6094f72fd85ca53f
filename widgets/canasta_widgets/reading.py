"""What one may want to read beside a lesson: the rules of a unit with their sources, and the words of the game."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from canasta import BOOK, CLASSIC
from canasta.clauses.register import law, origin
from canasta.tutor.glossary import terms
from canasta.tutor.levels import Unit
from canasta.words import _, provenance_name
from canasta_widgets.units import the_unit


class Rules:
    """The rules that a unit teaches, such as ``Rules("09-frozen-pile")``, folded away until they are wanted."""

    def __init__(self, unit: str | Unit, *, folder: Path | None = None) -> None:
        found = the_unit(unit, folder).good()
        self.clauses = list(dict.fromkeys(clause for item in found for clause in item.clauses))

    def _repr_html_(self) -> str:
        title = escape(_("The rules of this unit, as the book has them"))
        rules = "".join(map(_rule, self.clauses))
        return f'<details class="canasta-rules"><summary>{title}</summary><dl>{rules}</dl></details>'

    def __repr__(self) -> str:
        return "\n".join(f"{clause}: {law(BOOK[clause], CLASSIC)}" for clause in self.clauses)


class Glossary:
    """The words of the game, each with the clause that says more."""

    def _repr_html_(self) -> str:
        return f'<dl class="canasta-glossary">{"".join(_entries())}</dl>'

    def __repr__(self) -> str:
        return "\n".join(f"{word}: {meaning}" for word, meaning, _clause in terms())


def _rule(clause: str) -> str:
    rule = BOOK[clause]
    source = _("{source} ({provenance})").format(source=rule.source, provenance=provenance_name(origin(rule, CLASSIC)))
    said = escape(law(rule, CLASSIC))
    return f'<dt><code dir="ltr">{clause}</code></dt><dd>{said} <small>{escape(source)}</small></dd>'


def _entries() -> Iterable[str]:
    for word, meaning, clause in terms():
        cited = f' <code dir="ltr">{clause}</code>' if clause else ""
        yield f"<dt>{escape(word)}</dt><dd>{escape(meaning)}{cited}</dd>"
