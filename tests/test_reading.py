"""What is read beside a lesson: the rules of a unit, and the words of the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from canasta_widgets.reading import Glossary, Rules
from test_levels import GOOD

from canasta import BOOK, CLASSIC
from canasta.clauses.register import law
from canasta.tutor.glossary import TERMS, terms


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


@pytest.mark.parametrize("term", TERMS, ids=[term.word for term in TERMS])
def test_a_term_is_explained(term: object) -> None:
    """Each word is explained in a sentence or two without a number, and its clause is in the book."""
    word, meaning, clause = term  # type: ignore[misc]
    assert meaning[-1] == "."
    assert not re.search(r"\d", word + meaning)
    assert clause in BOOK.ids()


def test_the_glossary_is_in_order() -> None:
    """All words stand there, by the alphabet, each once."""
    words = [word for word, _meaning, _clause in terms()]
    assert words == sorted(words)
    assert len(words) == len(set(words)) == len(TERMS) > 15
    page = Glossary()._repr_html_()
    assert page.count("<dt>") == page.count("<dd>") == len(TERMS)
    assert "frozen" in repr(Glossary())
