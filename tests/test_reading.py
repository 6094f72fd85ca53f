"""What is read beside a lesson: the rules of a unit, and the words of the game."""

from __future__ import annotations

import gettext
import json
import re
from html import escape
from pathlib import Path

import pytest
from canasta_widgets.reading import GLOSSARY, Glossary, Rules
from pseudo import spoken
from test_levels import GOOD
from test_taught import NOT_TAUGHT

from canasta import BOOK, CLASSIC
from canasta.clauses.register import law
from canasta.tutor.glossary import TERMS, Term, terms

LESSONS = Path(__file__).parents[1] / "lessons"


def test_rules_of_a_unit(tmp_path: Path) -> None:
    """Every clause that a unit teaches stands there once, with its law and source."""
    (tmp_path / "09-trial.toml").write_text(GOOD.replace('["meld.same-rank"]', '["meld.same-rank", "meld.threes"]'))
    rules = Rules("09-trial", folder=tmp_path)
    assert rules.clauses == ["meld.same-rank", "meld.threes"]
    page = rules._repr_html_()
    for clause in rules.clauses:
        assert page.count(f">{clause}<") == 1
        assert law(BOOK[clause], CLASSIC) in page
        assert BOOK[clause].source.partition(";")[0] in page
    assert "meld.threes" in repr(rules)


def test_a_unit_that_is_not_there_has_no_rules(tmp_path: Path) -> None:
    """A missing unit shows an empty list and raises nothing."""
    assert Rules("none", folder=tmp_path).clauses == []
    assert "<dl></dl>" in Rules("none", folder=tmp_path)._repr_html_()


def test_the_words_lie_beside_the_rules() -> None:
    """A unit's panel holds every word with its meaning, folded, and leads to the page of words in a new tab."""
    rules, words = Rules("02-melds")._repr_html_().split("</details>")[:2]
    assert "meld.same-rank" in rules
    assert [escape(term.meaning) in words for term in terms()] == [True] * len(TERMS)
    assert (LESSONS / GLOSSARY).is_file()
    assert f'<a href="{GLOSSARY}" target="_blank" data-tab="yes">' in words
    assert "<details open" not in rules + words


@pytest.mark.parametrize("term", TERMS, ids=[term.word for term in TERMS])
def test_a_term_is_explained(term: Term) -> None:
    """Each word is explained in a sentence or two without a number; its clause, if it cites one, is in the book."""
    assert term.meaning[-1] == "."
    assert not re.search(r"\d", term.word + term.meaning)
    assert not term.clause or term.clause in BOOK.ids()


def test_most_terms_cite_a_clause() -> None:
    """Words without a clause are the few that no rule is about."""
    assert {term.word for term in TERMS if not term.clause} == {"classic, pagat, spruce", "legal", "top card"}


def test_the_glossary_is_in_order() -> None:
    """All words stand there, by the alphabet, each once, with a name of its own to link to."""
    words = [term.word for term in terms()]
    assert words == sorted(words)
    assert len(words) == len(set(words)) == len(TERMS) > 40
    page = Glossary()._repr_html_()
    assert page.count("<dt>") == len(TERMS)
    names = re.findall(r'id="word-([a-z-]+)"', page)
    assert len(names) == len(set(names)) == len(TERMS)
    assert "frozen" in repr(Glossary())


def test_each_clause_of_the_glossary_leads_to_a_lesson() -> None:
    """The law of every cited clause is said, with the lesson that teaches it, which is there."""
    page = Glossary()._repr_html_()
    entries = dict(re.findall(r'<div id="word-([a-z-]+)">(.*?)</div>', page))
    cited = [term for term in TERMS if term.clause and term.clause not in NOT_TAUGHT]
    assert len(cited) > 30
    for term in cited:
        assert escape(law(BOOK[term.clause], CLASSIC)) in entries[term.id]
        (lesson,) = re.findall(r'href="([^"]+)"', entries[term.id])
        assert (LESSONS / lesson).is_file()
    assert 'href="09-frozen-pile.ipynb"' in entries["frozen"]


class _Swapped(gettext.NullTranslations):
    """A language whose alphabet runs otherwise."""

    def gettext(self, message: str) -> str:
        """Two words that change places, and one with an accent."""
        return {"add": "zusammen", "wild": "Änderbar"}.get(message, message)


def test_the_alphabet_is_the_readers() -> None:
    """In another language words stand by its words; capitals and accents do not move one to an end."""
    with spoken(_Swapped()):
        words = [term.word for term in terms()]
    assert words[0] == "Änderbar"
    assert words[-1] == "zusammen"


# The terms that a lesson cannot do without, each with the words of lessons that it explains.
JARGON = {
    "add": "add added",
    "ask": "ask asked",
    "bonus": "bonus bonuses",
    "buried": "buried",
    "canasta": "canasta canastas",
    "classic, pagat, spruce": "classic pagat spruce",
    "concealed": "concealed",
    "cut": "cut cuts",
    "deal": "deal deals",
    "dealer": "dealer",
    "deuce": "deuce deuces",
    "discard": "discard discards",
    "discard pile": "pile",
    "draw": "draw drawn",
    "frozen": "freeze freezes frozen",
    "going out": "out",
    "hand": "hand hands",
    "joker": "joker jokers",
    "legal": "legal",
    "meld": "meld melds melded",
    "minimum": "minimum",
    "mixed": "mixed",
    "natural": "natural",
    "open": "open opened opening",
    "pack": "pack packs",
    "pair": "pair pairs",
    "partner": "partner partners",
    "rank": "rank ranks",
    "red three": "three threes",
    "replacement": "replacement replaced",
    "run": "run",
    "score": "score",
    "side": "side sides",
    "sideways": "sideways",
    "stock": "stock",
    "suit": "suit suits",
    "take the pile": "take takes taken",
    "thaw": "thaws",
    "throw": "throw thrown",
    "top card": "top tops",
    "turn": "turn turns",
    "upcard": "upcard",
    "wild": "wild",
}


def lesson_words() -> set[str]:
    """Every word of all level files and of the notebooks' own text."""
    texts = [path.read_text("utf-8") for path in (LESSONS / "levels").glob("*.toml")]
    for path in LESSONS.glob("*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        texts += ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    return set(re.findall(r"[a-z]+", " ".join(texts).lower()))


@pytest.mark.parametrize(("term", "words"), JARGON.items())
def test_what_lessons_say_is_in_the_glossary(term: str, words: str) -> None:
    """A word that a beginner does not know, and that a lesson uses, is explained."""
    assert set(words.split()) <= lesson_words()
    assert term in {each.word for each in TERMS}


def test_nothing_idle_is_explained() -> None:
    """Every word of the glossary is met in some lesson, or in the laws that it hears there."""
    laws = " ".join(law(clause, CLASSIC) for clause in BOOK).lower()
    met = lesson_words() | set(re.findall(r"[a-z]+", laws))
    assert [term.word for term in TERMS if not set(re.findall(r"[a-z]+", term.word)) <= met] == []
