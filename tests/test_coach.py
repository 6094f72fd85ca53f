"""The coach: consequences in the rules' terms, warnings of what costs, and what a club player would do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest
from dealt import a_deal
from pseudo import OPEN, Pseudo, spoken
from test_leaks import exchanged, moments
from test_words import escaped

from canasta import BOOK, Action, IllegalAction, Position, Profile, deal, legal, play, questions
from canasta import cards as c
from canasta.tutor import coach
from canasta.tutor.bots import Choice, club
from canasta.tutor.coach import advice, consequences, in_words, opinion, warnings
from canasta.tutor.remarks import READERS


class Case(NamedTuple):
    """A line of tests/cases/coach.txt; ``sign`` is "!" for a warning, "=" for a fact, "-" for what is not told."""

    line: str
    action: str
    sign: str
    clause: str
    words: str
    why: str


def read(text: str) -> Case:
    """The case of a line."""
    line, action, clause, words, why = text.split(" | ")
    return Case(line, action, clause[0], clause[1:], words, why)


LINES = (Path(__file__).parent / "cases" / "coach.txt").read_text("utf-8").splitlines()
CASES = [read(text) for text in LINES if text and text[0] != "#"]


def told(line: str, text: str) -> list[tuple[str, str, bool]]:
    """The remarks on an action, as clause, sentence and whether it costs."""
    found = consequences(Position.parse(line), Action.parse(text))
    return [(remark.clause, remark.text, remark.costs) for remark in found]


@pytest.mark.parametrize("case", CASES, ids=[" | ".join((case.line, case.action, case.words)) for case in CASES])
def test_each_consequence_is_told_where_it_holds_and_not_beside(case: Case) -> None:
    """A remark stands under its clause, as a warning or not, in its positions; in near misses it is not made."""
    found = [("=!"[costs], clause) for clause, said, costs in told(case.line, case.action) if case.words in said]
    assert found == ([] if case.sign == "-" else [(case.sign, case.clause)]), case.why


def test_every_remark_has_a_near_miss() -> None:
    """The cases have each clause both told and not told, all three signs, and each case once."""
    told_of = {case.clause for case in CASES if case.sign != "-"}
    missed = {case.clause for case in CASES if case.sign == "-"}
    assert told_of == missed
    assert len({case[:2] + case[4:5] for case in CASES}) == len(CASES) > 90


def test_every_reader_is_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """No reader can be taken away without a case failing, and warnings are the consequences that cost."""
    lines = {(case.line, case.action) for case in CASES}
    whole = {each: told(*each) for each in lines}
    for reader in READERS:
        monkeypatch.setattr(coach, "READERS", [other for other in READERS if other is not reader])
        assert any(told(*each) != whole[each] for each in lines), reader.__name__
    monkeypatch.undo()
    warned = 0
    for line, text in lines:
        found = warnings(Position.parse(line), Action.parse(text))
        assert [each.text for each in found] == [said for _, said, costs in whole[line, text] if costs]
        warned += len(found)
    assert warned > 20


def tried(name: str, seed: int = 3) -> Iterator[tuple[Position, Action]]:
    """Views from all over a random deal, and some of the actions that are legal there."""
    chance = random.Random(f"{name} {seed}")
    for position in (step.before for step in a_deal(name, seed)[::3]):
        view = position.seen_by(position.acting)
        plays = list(islice(legal(view), 200))
        yield from ((view, play) for play in chance.sample(plays, min(3, len(plays))) + questions(view))


@pytest.mark.parametrize("name", ["classic", "spruce/2", "pagat/3", "classic/6"])
def test_remarks_of_whole_deals(name: str) -> None:
    """Every remark stands under a clause of the book and renders in full, in a language nobody speaks too."""
    remarks = 0
    with spoken(Pseudo()):
        for view, action in tried(name):
            for remark in consequences(view, action):
                assert remark.clause in BOOK
                assert remark.text.startswith(OPEN)
                assert escaped(remark.text) == []
                remarks += 1
            choice = advice(view)
            assert escaped(in_words(choice)) == []
            assert escaped(opinion(view, action).text) == []
    assert remarks > 50


@pytest.mark.parametrize("name", ["classic", "spruce/2", "pagat/6"])
def test_nothing_leaks(name: str) -> None:
    """Even of a whole position nothing is told but what the player who is to act sees."""
    chance = random.Random(name)
    told = 0
    for position in moments(name, 3):
        if position.phase == "over":
            continue
        other = exchanged(position, position.acting, chance)
        plays = list(islice(legal(position.seen_by(position.acting)), 200))
        for action in chance.sample(plays, min(6, len(plays))):
            assert consequences(position, action) == consequences(other, action)
            assert opinion(position, action) == opinion(other, action)
            told += other != position
        assert advice(position) == advice(other)
    assert told > 2


def takes(position: Position) -> bool:
    """Whether the player in turn can take the pile, once his red threes are laid."""
    if (first := legal(position)[0]).verb == "lay":
        return takes(play(position, first).after)
    return any(play.verb == "take" for play in islice(legal(position), 20))


def ends(position: Position) -> list[bool]:
    """For each legal play, whether it goes out."""
    return [play(position, each).after.out is not None for each in islice(legal(position), 20)]


# Words of a remark, and what they say of the whole position before and after, other hands and all.
TRUE: dict[str, Callable[[Position, Position], bool]] = {
    "could add it to the": lambda before, after: takes(after),
    "on top": lambda before, after: not takes(after),
    "nobody can hold a pair": lambda before, after: all(
        c.count(hand or 0, after.pile[-1]) < 2 for seat, hand in enumerate(after.hands) if seat != before.seat
    ),
    "passes up": lambda before, after: takes(before),
    "only by going out": lambda before, after: all(ends(after)),
    "one to discard and one to keep": lambda before, after: not any(ends(after)),
    "freezes the pile for everybody": lambda before, after: all(after.is_frozen(side) for side in range(2)),
    "thaws nothing": lambda before, after: before.is_frozen() and after.freezing_index() is not None,
    "ends its freeze": lambda before, after: before.is_frozen() and after.freezing_index() is None,
    "no longer frozen": lambda before, after: before.is_frozen() and not after.is_frozen(),
    "You go out": lambda before, after: after.out == before.seat,
    "No natural pair": lambda before, after: all(
        c.count(after.hands[before.seat] or 0, kind) < 2 for kind in c.NATURALS
    ),
    "You keep one card": lambda before, after: after.hand_size(before.seat) == 1,
}


def test_what_is_told_is_true() -> None:
    """In whole deals, what is told to one who sees his own hand holds of the position with all its hands."""
    met = set()
    for seed, name in enumerate(["classic", "classic", "classic", "spruce", "pagat", "pagat"]):
        position, chance = deal(seed, Profile.parse(name)), random.Random(seed)
        while position.phase != "over":
            view = position.seen_by(position.acting)
            plays = list(islice(legal(view), 100))
            # Largest melds first: they leave few cards.
            melds = sorted((each for each in plays if each.verb == "meld"), key=lambda each: -c.size(each.spends))
            for action in [chance.choice(plays), *melds[:1], *(each for each in plays if each.verb == "discard")]:
                after = play(position, action).after
                for remark in consequences(view, action):
                    for words, holds in TRUE.items():
                        if words in remark.text:
                            assert holds(position, after), f"{position} | {action}: {remark.text}"
                            met.add(words)
            chosen = club(view).action if chance.random() < 0.8 else (*melds, chance.choice(plays))[0]
            position = play(position, chosen).after
    assert met == set(TRUE)


def test_a_refused_action_has_no_consequences() -> None:
    """What the rule book refuses is refused here too, with the verdict; what is only said leads to nothing."""
    position = Position.parse("K24 444 42K")
    with pytest.raises(IllegalAction) as refused:
        consequences(position, Action.parse("take K2"))
    assert refused.value.verdict.lead.clause == "freeze.natural-pair"
    assert consequences(position, Action.parse("say minimum")) == []


def test_a_hand_that_is_not_known_is_looked_at_as_far_as_it_goes() -> None:
    """Where hands are unstated or face down, what hangs on them is not told, and nothing fails."""
    for line in (". KKK 94 . N.play", "?5 KKK 94 . N.play"):
        found = told(line, "discard K")
        assert [clause for clause, *_ in found] == ["meld.any-number"]


# -- what a club player would do --------------------------------------------------------------------------------------


def test_the_same_is_told_as_the_same() -> None:
    """Who plays what a club player plays hears so, with the reason and its clauses."""
    view = Position.parse("KQ95J/?11/?11/?11 444/888 49 ?40 N.play")
    choice = club(view)
    found = opinion(view, choice.action)
    assert found.same
    assert found.good
    assert found.text == f"A club player would do the same. {choice.reason}"
    assert found.clauses == choice.clauses
    assert found.choice == choice


def test_another_play_is_told_with_what_would_have_been_done() -> None:
    """Who plays otherwise hears what a club player would have done, and why."""
    view = Position.parse("7KQ8J/?11/?11/?11 777777/888 4 ?40 N.play")
    found = opinion(view, Action.parse("discard 8"))
    assert not found.same
    assert not found.good
    assert found.text == f"A club player would meld 1 seven. {club(view).reason}"


def test_suits_make_no_other_play() -> None:
    """A card named with its suit is the same play as the card."""
    view = Position.parse("KsQh9d5cJd/?11/?11/?11 444/888 49 ?40 N.play")
    (kind,) = (str(club(view).action).split()[1],)
    suited = next(card for card in view.cards_in_hand() if str(card)[0] == kind)
    assert opinion(view, Action.parse(f"discard {suited}")).same


CHOICES = [
    ("draw", "would draw from the stock."),
    ("take KK", "would take the pile with 2 kings."),
    ("take K:", "would take the pile onto the meld there."),
    ("meld KKK 777", "would meld 3 kings plus 3 sevens."),
    ("meld KK2* 7:2", "would meld 2 kings, 1 deuce and 1 joker plus 1 deuce onto the sevens."),
    ("take KK 777", "would take the pile with 2 kings plus 3 sevens."),
    ("discard 4", "would discard the four."),
    ("ask", "would ask: may I go out?"),
    ("lay r", "would lay the red threes."),
    ("pass", "would end the turn."),
    ("answer yes", "would answer yes."),
    ("answer no", "would answer no."),
]


@pytest.mark.parametrize(("text", "words"), CHOICES)
def test_every_choice_has_words(text: str, words: str) -> None:
    """Whatever a bot may choose is said in a sentence."""
    said = in_words(Choice(Action.parse(text), "Nothing can be discarded."))
    assert said == f"A club player {words} Nothing can be discarded."
