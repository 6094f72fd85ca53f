"""Positions, actions and profiles as text: exact both ways, and clear about what cannot be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from examples import SHOWN
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import actions, positions, profiles

from canasta import CLASSIC, Action, ImpossiblePosition, NotationError, Position, Profile, deal

LINES = [e.text.partition(" => ")[0].partition(" | ")[0] for e in SHOWN]
WORDS = [words for e in SHOWN if (words := e.text.partition(" | ")[2].partition(" => ")[0])]
ALPHABET = st.characters(codec="utf-8") | st.sampled_from("KQJT9842*rb?/.,;!|:@+- NESWdrawplay=0123456789shc")


@given(positions())
def test_position_round_trip(position: Position) -> None:
    """Every position can be written and read back as the very same."""
    assert Position.parse(str(position)) == position


@given(actions())
def test_action_round_trip(action: Action) -> None:
    """Every action can be written and read back as the very same."""
    assert Action.parse(str(action)) == action


@given(profiles())
def test_profile_round_trip(profile: Profile) -> None:
    """Every profile, a house's changes included, can be written and read back."""
    assert Profile.parse(str(profile)) == profile


@given(positions())
def test_position_text_is_canonical(position: Position) -> None:
    """There is one spelling of a position."""
    assert str(Position.parse(str(position))) == str(position)


@pytest.mark.parametrize("line", LINES)
def test_example_lines_settle(line: str) -> None:
    """A line written by hand settles to one spelling that means the same."""
    position = Position.parse(line)
    assert Position.parse(str(position)) == position


@given(positions())
def test_problems_and_views_never_fail(position: Position) -> None:
    """Any position, however impossible, can be examined and seen from every seat."""
    for problem in position.problems():
        assert str(problem).endswith(")")
    for seat in range(position.profile.players):
        seen = position.seen_by(seat)
        assert Position.parse(str(seen)) == seen


@pytest.mark.parametrize("parse", [Position.parse, Action.parse, Profile.parse])
@given(text=st.text(ALPHABET, max_size=60))
@example(text="K?99999999999999999999")
@example(text="K4 - Q . N.draw upcards=²")
@example(text="KK@E:K")
def test_random_text_raises_only_notation_errors(parse: Callable[[str], object], text: str) -> None:
    """Any text is read, or refused as unreadable with the faulty part; nothing else happens."""
    try:
        parse(text)
    except NotationError as fault:
        assert str(fault)
        assert fault.part == "" or fault.part in text
    except ImpossiblePosition as fault:
        assert fault.problems


@given(st.sampled_from(LINES), st.integers(0, 60), st.integers(0, 3), st.text(ALPHABET, max_size=3))
def test_damaged_lines_raise_only_our_errors(line: str, at: int, cut: int, insert: str) -> None:
    """A line with a few characters changed is read, unreadable or impossible; nothing else happens."""
    damaged = line[:at] + insert + line[at + cut :]
    try:
        position = Position.parse(damaged)
    except NotationError as fault:
        assert fault.part in damaged
        return
    except ImpossiblePosition as fault:
        assert fault.problems
        return
    assert Position.parse(str(position)) == position


@given(st.sampled_from(WORDS), st.integers(0, 30), st.integers(0, 3), st.text(ALPHABET, max_size=3))
def test_damaged_words_raise_only_our_errors(words: str, at: int, cut: int, insert: str) -> None:
    """An action with a few characters changed is read or unreadable; nothing else happens."""
    damaged = words[:at] + insert + words[at + cut :]
    try:
        action = Action.parse(damaged)
    except NotationError as fault:
        assert fault.part in damaged
        return
    assert Action.parse(str(action)) == action


@given(
    st.sampled_from(
        ["classic", "spruce/2", "pagat+canastas_out=2", "classic/6+upcard_freezes=-", "spruce+ask=required"]
    ),
    st.integers(0, 30),
    st.integers(0, 3),
    st.text(ALPHABET, max_size=3),
)
def test_damaged_profiles_raise_only_our_errors(text: str, at: int, cut: int, insert: str) -> None:
    """A profile with a few characters changed is read or unreadable, and the fault named is a piece of the text."""
    damaged = text[:at] + insert + text[at + cut :]
    try:
        profile = Profile.parse(damaged)
    except NotationError as fault:
        assert fault.part in damaged
        return
    assert Profile.parse(str(profile)) == profile


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("KX4", "X"),
        ("Kx4", "x"),
        ("K4 44Z", "Z"),
        ("K4 444 4?", "?"),
        ("*s4", "*s"),
        ("rs4", "rs"),
        ("?4K", "?4K"),
        ("K4 444 Q . N.play drew drew", "drew"),
        ("K4 444 Q . N.play tired", "tired"),
        ("K4 444 Q . N.play ans=maybe", "maybe"),
        ("K4 444 Q . NE.play", "NE"),
        ("K4 444 Q . N.play 50:60:70", "50:60:70"),
        ("K4 444 Q . N.play clasic", "clasic"),
        ("K4 444 Q . N.play classic+canasta_out=2", "canasta_out"),
        ("K4 444 Q . N.play classic/5", "5"),
        ("K4 444 Q . N.play classic+canastas_out=many", "many"),
        ("K/K/K/K/K", "K/K/K/K/K"),
        ("K4 444/555/666", "444/555/666"),
        ("K4 444;k Q", "k"),
        ("K4 444 Q K|4", "K|4"),
        ("K4 444 Q . N.play upcards=9", "9"),
    ],
)
def test_faulty_part_of_a_position_is_named(text: str, part: str) -> None:
    """An unreadable position names the piece that is wrong."""
    with pytest.raises(NotationError) as fault:
        Position.parse(text)
    assert part in fault.value.part or fault.value.part in part
    assert fault.value.part in str(fault.value)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("mild KKK", "mild"),
        ("meld", "meld"),
        ("meld KXK", "X"),
        ("meld K@X:K", "X"),
        ("meld Z:2", "Z"),
        ("draw 4x", "x"),
        ("answer perhaps", "perhaps"),
        ("pass 4", "4"),
        ("move Q:2", "move Q:2"),
        ("lay", "lay"),
    ],
)
def test_faulty_part_of_an_action_is_named(text: str, part: str) -> None:
    """An unreadable action names the piece that is wrong."""
    with pytest.raises(NotationError) as fault:
        Action.parse(text)
    assert fault.value.part == part


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("KKKKKKKKK4", ["pack.cards"]),
        ("K4 222", ["meld.no-wild-meld"]),
        ("K4 456", ["meld.same-rank"]),
        ("K4 444,444", ["meld.one-per-rank"]),
        ("K4 44", ["meld.same-rank"]),
        ("K4 422", ["meld.two-naturals"]),
        ("K4 QQQ2222", ["meld.wild-limit"]),
        ("K4 QQ22* N.play spruce", ["meld.wild-majority"]),
        ("K4 bbb", ["meld.black-threes"]),
        ("K4 444!", ["canasta.concealed"]),
        ("-/K4 444", ["out.ends-deal"]),
        ("K4 - rQ N.draw upcards=0", ["discard.red-three"]),
        ("K4 - Q N.draw melded=N", ["meld.final"]),
        ("K4 444 Q N.play new=7", ["meld.final"]),
        ("K4 444 Q N.play out=N", ["out.ends-deal"]),
        ("K4/?11/?11/?11 - Q ?63", ["pack.cards"]),
        ("KKKKKKKKK4 44,222 Q", ["meld.no-wild-meld", "pack.cards", "meld.same-rank"]),
    ],
)
def test_all_problems_are_listed(line: str, clauses: list[str]) -> None:
    """An impossible position lists everything that is wrong with it, each under its clause."""
    with pytest.raises(ImpossiblePosition) as fault:
        Position.parse(line).check()
    assert [problem.clause for problem in fault.value.problems] == clauses


def test_defaults_are_those_of_the_grammar() -> None:
    """Fields left out mean: first seat to draw, no score, classic for four, all else unstated."""
    position = Position.parse("KK24 444 42K")
    assert (position.seat, position.phase, position.scores, position.profile) == (0, "draw", (0, 0), CLASSIC)
    assert position.hands[1:] == (None, None, None)
    assert position.stock is None


def test_whole_line_of_the_grammar() -> None:
    """A line with every field reads as the grammar says."""
    line = "AAKKQQJ542*/?11/?11/?11 KKKK2,777;rr/- 94Q ?46|4 N.draw deal=E 1500:955 pagat"
    position = Position.parse(line)
    assert [position.hand_size(seat) for seat in range(4)] == [11, 11, 11, 11]
    assert [str(meld) for meld in position.melds(0)] == ["KKKK2", "777"]
    assert (position.red_threes(0), position.dealer, position.scores, position.profile.base) == (
        2,
        1,
        (1500, 955),
        "pagat",
    )
    assert position.stock_size() == 47
    assert position.stock is not None
    assert position.stock[-1] == 4


@pytest.mark.parametrize(
    "text", ["meld KK2 777", "take K:", "take KK AAA", "meld K:2", "discard Ks", "discard K:K", "E: draw", "draw 94"]
)
def test_canonical_words_stay_as_they_are(text: str) -> None:
    """What is written canonically is written back the same."""
    assert str(Action.parse(text)) == text


def test_one_spelling() -> None:
    """Different spellings of one action are one value."""
    assert Action.parse("meld 777 2KK") == Action.parse("meld  K:KK2   777")
    assert str(Action.parse("take 777 KK")) == "take 777 KK"


def test_view_hides_hands_and_stock() -> None:
    """A player's view holds his own hand and nothing of the others' or of the stock."""
    position = deal(3)
    seen = position.seen_by(2)
    assert seen.hands[2] == position.hands[2]
    assert all(set(str(Position.parse(str(seen)).cards_in_hand(seat)[0])) == {"?"} for seat in (0, 1, 3))
    assert set(seen.stock or b"") == {15}
    assert seen.pile == position.pile


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("canastas_out", 0, "not within 1 to 5"),
        ("canastas_out", "two", "not a whole number"),
        ("minimums", (50, 90), "one more than the tiers"),
        ("ask", "never", "not one of"),
        ("upcard_freezes", "K", "may name only"),
        ("canasta_out", 2, "did you mean 'canastas_out'"),
        ("packs", True, "not a whole number"),
    ],
)
def test_impossible_parameters_are_refused_with_advice(name: str, value: object, says: str) -> None:
    """A house rule that makes no sense is refused, saying what would."""
    with pytest.raises(ValueError, match=says):
        CLASSIC.replace(**{name: value})
