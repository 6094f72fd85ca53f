"""What one may want to read beside a lesson: the rules of a unit with their sources, and the words of the game."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from urllib.parse import quote

from canasta import BOOK, CLASSIC
from canasta.clauses.register import law, origin
from canasta.tutor.glossary import Explained, terms
from canasta.tutor.levels import Unit, read_unit
from canasta.words import _, provenance_name
from canasta_widgets import paths
from canasta_widgets.units import the_unit

GLOSSARY = "glossary.ipynb"


class Rules:
    """The rules that a unit teaches, such as ``Rules("09-frozen-pile")``, and below them the words of the game.

    Both are folded away until they are wanted, so that a learner reads them without leaving his place.
    """

    def __init__(self, unit: str | Unit, *, folder: Path | None = None) -> None:
        found = the_unit(unit, folder).good()
        self.clauses = list(dict.fromkeys(clause for item in found for clause in item.clauses))

    def _repr_html_(self) -> str:
        rules = f"<dl>{''.join(map(_rule, self.clauses))}</dl>"
        words = f"<dl>{''.join(map(_word, terms()))}</dl>{_to_glossary()}"
        return _folded(_("The rules of this unit, as the book has them"), rules) + _folded(
            _("The words of the game"), words
        )

    def __repr__(self) -> str:
        return "\n".join(f"{clause}: {law(BOOK[clause], CLASSIC)}" for clause in self.clauses)


class Glossary:
    """The words of the game, each with the rule that says more and the lesson that teaches it.

    Lessons are looked for beside the notebook, else among the installed ones, or in ``folder``. Each word can be linked
    to, as ``#word-initial-meld``.
    """

    def __init__(self, *, folder: Path | None = None) -> None:
        self.taught = _taught(folder or paths.levels())

    def _repr_html_(self) -> str:
        return f'<dl class="canasta-glossary">{"".join(self._entries())}</dl>'

    def __repr__(self) -> str:
        return "\n".join(f"{term.word}: {term.meaning}" for term in terms())

    def _entries(self) -> Iterable[str]:
        for term in terms():
            more = _cited(term.clause) + self._lesson(term.clause)
            yield f'<div id="word-{term.id}">{_word(term)}{more}</div>'

    def _lesson(self, clause: str) -> str:
        if clause not in self.taught:
            return ""
        name, title = self.taught[clause]
        link = f'<a href="{quote(name)}.ipynb">{escape(title)}</a>'
        return f"<dd>{escape(_('Lesson:'))} {link}</dd>"


def _taught(folder: Path) -> dict[str, tuple[str, str]]:
    """For each clause the unit that teaches it first, before others if it is what an item is most about."""
    most: dict[str, tuple[str, str]] = {}
    besides: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("*.toml")):
        unit = read_unit(path, proved=False)
        for item in unit.good():
            most.setdefault(item.clauses[0], (unit.name, _(unit.title)))
            for clause in item.clauses:
                besides.setdefault(clause, (unit.name, _(unit.title)))
    return besides | most


def _folded(title: str, inside: str) -> str:
    return f'<details class="canasta-rules"><summary>{escape(title)}</summary>{inside}</details>'


def _rule(clause: str) -> str:
    rule = BOOK[clause]
    source = _("{source} ({provenance})").format(source=rule.source, provenance=provenance_name(origin(rule, CLASSIC)))
    said = escape(law(rule, CLASSIC))
    return f'<dt><code dir="ltr">{clause}</code></dt><dd>{said} <small>{escape(source)}</small></dd>'


def _cited(clause: str) -> str:
    if not clause:
        return ""
    return f'<dd>{escape(law(BOOK[clause], CLASSIC))} <code dir="ltr">{clause}</code></dd>'


def _word(term: Explained) -> str:
    return f"<dt>{escape(term.word)}</dt><dd>{escape(term.meaning)}</dd>"


def _to_glossary() -> str:
    title = escape(_("All words on a page, each with its rule and its lesson"))
    # A new tab, so that what was tried on this page stays.
    return f'<p><a href="{GLOSSARY}" target="_blank" data-tab="yes">{title}</a></p>'
