"""The clause book: every clause stands by its own examples, cites a place that exists, and can be read."""

from __future__ import annotations

import pytest
from examples import ALL, SHOWN, Example, expected, outcome

from canasta import BOOK, PROFILES, Action, Clause, Position, judge
from canasta.clauses.register import Book, clause, law
from canasta.clauses.sources import SECTIONS, citations, provenance

CORE = """
pack.cards pack.wild value.points value.red-three
meld.same-rank meld.two-naturals meld.wild-limit meld.wild-majority meld.no-wild-meld meld.threes meld.black-threes
meld.one-per-rank meld.own-side meld.any-number meld.on-turn meld.where meld.final meld.no-second-thought meld.together
canasta.seven canasta.natural canasta.mixed canasta.extend canasta.concealed
initial.minimum initial.count initial.top-card-only initial.no-bonus initial.partner-free
turn.order turn.draw-first discard.one discard.red-three
take.pair take.one-and-wild take.add take.wild-top take.black-three-top take.red-three-top take.cover take.whole
take.one-card take.initial freeze.before-initial freeze.card freeze.until-taken freeze.natural-pair
out.canasta out.keep-one out.no-discard
""".split()


@pytest.mark.parametrize("example", ALL, ids=lambda example: f"{example.clause}: {example.text}")
def test_example(example: Example) -> None:
    """An example of a clause comes out as it says."""
    assert outcome(example) == expected(example)


@pytest.mark.parametrize("example", [e for e in ALL if e.kind == "yes"], ids=lambda e: f"{e.clause}: {e.text}")
def test_yes_examples_are_legal_plays(example: Example) -> None:
    """What a clause shows as right is right by every other clause too."""
    line, _, words = example.text.partition(" | ")
    assert judge(Position.parse(line), Action.parse(words)).legal


@pytest.mark.parametrize("example", SHOWN, ids=lambda example: f"{example.clause}: {example.text}")
def test_examples_are_possible_positions(example: Example) -> None:
    """No example shows cards that could not lie there."""
    line = example.text.partition(" => ")[0].partition(" | ")[0]
    assert Position.parse(line).problems() == []


@pytest.mark.parametrize("id", CORE)
def test_core_is_in_the_book(id: str) -> None:
    """The clauses that the first lessons stand on are written down."""
    assert id in BOOK


@pytest.mark.parametrize("clause", list(BOOK), ids=lambda clause: clause.id)
def test_clause_is_complete(clause: Clause) -> None:
    """A clause has a law, a source that exists, examples, and a fact if it judges anything."""
    assert citations(clause.source)
    assert clause.yes or clause.no or clause.gives
    assert bool(clause.check) == bool(clause.fact)
    assert bool(clause.gives) == bool(clause.example)
    for profile in PROFILES.values():
        assert law(clause, profile).strip()
        assert provenance(clause.source, profile.base) in {"stated", "reported", "inherited", "inferred", "ruling"}


def test_findings_speak_in_whole_sentences() -> None:
    """Every fact of every example can be said, and no placeholder is left in it."""
    said = 0
    for example in ALL:
        line, _, words = example.text.partition(" | ")
        if example.kind == "gives":
            continue
        for finding in judge(Position.parse(line), Action.parse(words)).findings:
            assert finding.fact[0].isupper() or finding.fact[0].isdigit()
            assert finding.fact.endswith(".")
            assert "{" not in finding.fact + finding.law
            said += 1
    assert said > 500


def test_unknown_source_is_refused() -> None:
    """A citation of a paragraph that no text has is an error."""
    with pytest.raises(ValueError, match="names no paragraph"):
        citations("classic: Melding, 99")
    assert all(count > 0 for sections in SECTIONS.values() for count in sections.values())


def test_unknown_clause_is_named_with_its_neighbours() -> None:
    """Asking for a clause that is not there names near ids."""
    with pytest.raises(KeyError, match=r"freeze\.natural-pair"):
        BOOK["freeze.natural-pairs"]


def test_a_clause_stands_once() -> None:
    """Writing a second clause under the same id is an error."""
    with pytest.raises(ValueError, match="stands in the book already"):
        clause("meld.threes", law="x", source="ruling: x")(BOOK["meld.threes"].check)  # type: ignore[arg-type]


def test_memo_is_bounded_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that forgets answers gives the same ones again."""
    monkeypatch.setattr(Book, "MEMO", 2)
    book = BOOK.with_clause("meld.threes")
    for example in ALL[:200]:
        assert outcome(example, book) == expected(example)
