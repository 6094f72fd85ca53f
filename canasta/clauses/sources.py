"""The texts that clauses cite: their sections, and how many paragraphs each has.

A citation reads ``classic: Melding, 1``; several stand by semicolons. ``inferred: …`` and ``ruling: …`` give a reason
where the texts say nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from canasta.words import N_, _

# The full four-player game (Hebrew), by its own headings, and the article of The Spruce, which has none.
SECTIONS: Final[dict[str, dict[str, int]]] = {
    "classic": {
        N_("Partners"): 1,
        N_("Shuffle and cut"): 1,
        N_("The deal"): 2,
        N_("Red threes"): 2,
        N_("Object"): 1,
        N_("The play"): 3,
        N_("Melding"): 4,
        N_("Canastas"): 2,
        N_("Minimum count"): 4,
        N_("Freezing the pile"): 2,
        N_("Unfreezing the pile"): 1,
        N_("Taking the pile"): 3,
        N_("Information"): 1,
        N_("Going out"): 3,
        N_("Permission to go out"): 2,
        N_("Concealed hand"): 1,
        N_("Exhausting the stock"): 2,
        N_("Keeping score"): 4,
    },
    "spruce": {
        N_("Players and pack"): 3,
        N_("Point values"): 1,
        N_("The deal"): 3,
        N_("The play"): 2,
        N_("Melds"): 2,
        N_("Canastas"): 2,
    },
}
TEXTS: Final = {"classic": N_("the classic text"), "spruce": N_("the article of The Spruce")}
REASONS: Final = {"inferred": N_("inferred: {why}"), "ruling": N_("ruling: {why}")}


class Citation(NamedTuple):
    """One place: a text with section and paragraph, or a reason. Its ``str`` says it in words."""

    text: str
    section: str
    paragraph: int = 0

    def __str__(self) -> str:
        if self.text in REASONS:
            return _(REASONS[self.text]).format(why=_(self.section))
        place = _("{text}, section “{section}”, paragraph {paragraph}")
        return place.format(text=_(TEXTS[self.text]), section=_(self.section), paragraph=self.paragraph)


def citations(source: str) -> list[Citation]:
    """The places that a source names. Raises ValueError for one that does not exist."""
    places = []
    for part in source.split("; "):
        text, colon, rest = part.partition(": ")
        if colon and text in REASONS and rest:
            places.append(Citation(text, rest))
            continue
        section, _, paragraph = rest.rpartition(", ")
        if section not in SECTIONS.get(text, {}) or not 1 <= int(paragraph) <= SECTIONS[text][section]:
            raise ValueError(f"{part!r} names no paragraph of a source")
        places.append(Citation(text, section, int(paragraph)))
    return places


def provenance(source: str, base: str) -> str:
    """How a profile comes to a clause with this source: stated, reported, inherited, inferred or ruling."""
    texts = {place.text for place in citations(source)}
    if base in texts:
        return "stated"
    if base == "pagat" and "classic" in texts:
        return "reported"
    if "inferred" in texts:
        return "inferred"
    if "classic" in texts:
        return "inherited"  # the article takes the classic clause, and a ruling on it
    return "ruling" if "ruling" in texts else "reported" if base == "pagat" else "inferred"
