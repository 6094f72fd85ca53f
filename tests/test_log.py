"""Logs: text and value are inverse, replays are exact, and a log stops where it cannot go on, saying why."""

from __future__ import annotations

import pytest
from dealt import NAMES, a_deal, a_game
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions

from canasta import Action, ImpossiblePosition, Log, NotationError, Position, Profile, deal, record, replay
from canasta.log import Entry, log_of

SMALL = """\
# A small deal.
title: Going out # with a canasta

position: K5/44/55/66 KKKKKK Q . N.play

meld K  # makes the canasta
discard 5
# over
score: 660:-20
total: 660:-20
"""


def stopped(text: str) -> tuple[int, str, str]:
    """Line, clause and text of the refusal at which a log stops."""
    refused = replay(Log.parse(text)).refused
    assert refused is not None
    return refused.line, refused.clause, refused.text


def test_canonical_text_round_trips() -> None:
    """A log in canonical form is read and written without a change, comments and blank lines too."""
    assert str(Log.parse(SMALL)) == SMALL


def test_small_log_replays() -> None:
    """Steps, sheet and last position of a log are there."""
    played = replay(Log.parse(SMALL))
    assert played.refused is None
    assert [str(step.verdict.action) for step in played.steps] == ["meld K", "discard 5"]
    assert played.sheets[0].deal == (660, -20)
    assert played.position.phase == "over"
    assert played.position == played.steps[-1].after


def test_the_starts_of_all_deals_are_there() -> None:
    """Each deal's first position is there with the steps before it, also where nothing was played in it."""
    begun = [f"position: {line}" for line in ("K5/44/55/66 KKKKKK Q . N.play", "AA4/44/55/66 - Q", "K44/44/55/66 - Q")]
    played = replay(Log.parse("\n".join([begun[0], "meld K", begun[1], begun[2], "discard K"])))
    assert [at for at, _ in played.starts] == [0, 1, 1]
    assert [f"position: {position}" for _, position in played.starts] == begun
    assert played.refused is not None
    assert played.refused.words == "discard K"


@pytest.mark.parametrize("name", NAMES)
def test_recorded_deals_replay(name: str) -> None:
    """A played deal survives being written down: the same steps, the same score, the same text."""
    steps = a_deal(name, 1)
    log = record(steps, title="At random")
    read = Log.parse(str(log))
    assert read == log
    played = replay(read)
    assert played.refused is None, played.refused
    assert played.steps == steps
    assert len(played.sheets) == 1
    assert record(played.steps, title="At random") == log


@pytest.mark.parametrize("name", NAMES)
def test_recorded_games_replay(name: str) -> None:
    """A game written by its seed replays to the same sheets, totals going on from deal to deal."""
    game, steps = a_game(name)
    log = record(steps, seed=game.seed)
    text = str(log)
    assert text.count("\ndeal:\n") == len(game.sheets) == 2
    assert f"\ndealer: {game.profile.seat_names[1]}\n" in text or game.profile.players == 2
    played = replay(Log.parse(text))
    assert played.refused is None, played.refused
    assert played.sheets == game.sheets
    assert played.steps == steps
    assert replay(record(steps)).sheets == game.sheets


def test_a_seed_that_did_not_deal_these_is_named() -> None:
    """Steps are not written under a seed that gives other cards."""
    with pytest.raises(NotationError) as caught:
        record(a_deal("classic/4", 1), seed="other")
    assert caught.value.part == "other"
    with pytest.raises(NotationError):
        record([])


def test_deal_with_headers() -> None:
    """A deal's seed, with profile, dealer and scores from the headers, gives the position that ``deal`` gives."""
    played = replay(Log.parse("profile: pagat/3\ndealer: E\nscores: 5:-10:1500\ndeal: abc 1\n"))
    assert played.position == deal("abc 1", Profile.parse("pagat/3"), dealer=1, scores=(5, -10, 1500))
    assert replay(Log.parse("deal: 7")).position == deal(7)
    assert replay(Log.parse("deal: 007")).position == deal("007")
    assert replay(Log.parse("seed: 7\ndeal:")).position == deal("7/1")


def test_a_later_deal_goes_on_from_the_one_before() -> None:
    """The second deal begins with the first one's totals, and its dealer is the next player."""
    text = SMALL.replace("N.play", "N.play 1000:-20") + "deal: 7\n"
    played = replay(Log.parse(text.replace("total: 660:-20", "total: 1660:-40")))
    assert played.refused is None
    assert (played.position.scores, played.position.dealer) == ((1660, -40), 0)
    assert len(played.sheets) == 1


def test_a_refused_action_stops_the_replay() -> None:
    """The first refused action is named by line, words and clause, with all before it in hand."""
    played = replay(Log.parse("position: KK24 444 42K\n\n# now\ndraw\nmeld 999  # no\ndraw\n"))
    refused = played.refused
    assert refused is not None
    assert [str(step.verdict.action) for step in played.steps] == ["draw"]
    assert (refused.line, refused.words, refused.position) == (5, "meld 999", played.position)
    assert refused.verdict is not None
    assert refused.clause == refused.verdict.refusals[0].clause
    assert refused.text.startswith("Line 5, meld 999: ")
    assert refused.text.endswith(f"[{refused.clause}]")


def test_said_cards_must_be_the_ones_drawn() -> None:
    """Where the stock is known, a said card that does not lie there stops the replay; the right one does not."""
    assert stopped("position: K4 - Q 9J?20\ndraw J\n") == (
        2,
        "turn.draw-first",
        "Line 2, draw J: J is said to be drawn; on the stock lies 9. [turn.draw-first]",
    )
    assert replay(Log.parse("position: K4 - Q 9J?20\ndraw 9\n")).refused is None
    assert replay(Log.parse("position: K4 - Q r9?20\ndraw r9\n")).refused is None
    assert stopped("position: K4 - Q 9r?20\ndraw r\n")[2].endswith("on the stock lies 9. [turn.draw-first]")


def test_cards_are_said_where_the_stock_is_unseen() -> None:
    """A said card of an unseen stock reaches the hand."""
    played = replay(Log.parse("position: K4 - Q ?20\ndraw 9\n"))
    assert played.position.hand == Position.parse("K94").hand


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        (SMALL.replace("score: 660:-20", "score: 655:-20"), 9, "The deal scores 660:-20. [score.sheet]"),
        (SMALL.replace("total: 660:-20", "total: 660:20"), 10, "The totals are 660:-20. [score.sheet]"),
        ("position: K4/44/55/66 777 Q\nscore: 1:2", 2, "The deal is not over; it is scored when it is. [score.base]"),
        ("deal: 1\ndeal: 2", 2, "The deal is not over; it is scored when it is. [score.base]"),
        (
            "position: -/44/./66 7777777 Q . N.over out=N\ntotal: 1:2",
            2,
            "What South holds is not known, and cards left in a hand count. [score.hand-minus]",
        ),
    ],
)
def test_stated_results_are_checked(text: str, line: int, found: str) -> None:
    """A stated score or total that is not the deal's, or cannot be known, stops the replay."""
    at, _, said = stopped(text)
    assert at == line
    assert said.endswith(found)


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 1, ""),
        ("# nothing\n", 2, ""),
        ("position: KK24\nmild KKK", 2, "mild"),
        ("position: KKx4", 1, "x"),
        ("profile: clasic\ndeal: 1", 1, "clasic"),
        ("draw\ndeal: 1", 1, "draw"),
        ("score: 1:2\ndeal: 1", 1, "score: 1:2"),
        ("deal: 1\ntitle: late", 2, "title: late"),
        ("title: a\ntitle: b\ndeal: 1", 2, "title: b"),
        ("title:\ndeal: 1", 1, "title"),
        ("tittle: a\ndeal: 1", 1, "tittle"),
        ("deal:", 1, "deal:"),
        ("deal: sécond", 1, "sécond"),
        ("dealer: NE\ndeal: 1", 1, "dealer: NE"),
        ("dealer: N\nposition: K4", 2, "position: K4"),
        ("scores: 1:2:3\ndeal: 1", 1, "scores: 1:2:3"),
        ("scores: 1.5:2\ndeal: 1", 1, "1.5:2"),
        ("deal: 1\nscore: 1:2:3", 2, "score: 1:2:3"),
        ("deal: 1\nscore: 1:2\nscore: 1:2", 3, "score: 1:2"),
        ("deal: 1\nscore: 1:2\ndraw", 3, "draw"),
        ("profile: pagat\nposition: K4", 2, "position: K4"),
        ("position: K4\nposition: K4 - Q . N.draw pagat", 2, "position: K4 - Q . N.draw pagat"),
    ],
)
def test_unreadable_line_is_named(text: str, line: int, part: str) -> None:
    """What cannot be read is named by its line and its faulty part."""
    with pytest.raises(NotationError, match=f"^Line {line}: ") as caught:
        Log.parse(text)
    assert caught.value.part == part


def test_a_start_that_cannot_exist() -> None:
    """A log from an impossible position is not read."""
    with pytest.raises(ImpossiblePosition):
        Log.parse("position: KKKKKKKKK4\ndraw\n")


def test_results_start_anew_with_each_deal() -> None:
    """Each deal may state its own result."""
    over = "position: -/44/55/66 7777777 Q . N.over out=N\nscore: 625:-20\n"
    played = replay(Log.parse(over + over))
    assert played.refused is None
    assert len(played.sheets) == 2


@given(st.lists(actions(), max_size=6), st.sampled_from(["", "# x", "#", "#  ü"]))
def test_any_actions_round_trip(tried: list[Action], comment: str) -> None:
    """Whatever a learner can try can be written in a log, with a comment."""
    start = Position.parse("KK24 444 42K")
    log = log_of(start, tried, title="Tries")
    log = Log((*log.entries, Entry(comment=comment), Entry("action", Action.parse("draw"), comment)))
    assert Log.parse(str(log)) == log


STARTS = ["deal: ", "position: ", "score: ", "total: ", "seed: ", "dealer: ", "profile: ", "title: ", "scores: "]
WORDS = ["draw", "discard K", "meld KKK", "KK24 444 42K", "classic/2", "7", "1:2", "-0:0", "N", "é", "\x85", "\0"]
PIECES = st.sampled_from([*STARTS, *WORDS, "#", "\n", " ", ":"])


@given(st.text() | st.lists(PIECES, max_size=14).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader fall over; what it reads it writes and reads again alike, and it replays to some end."""
    try:
        log = Log.parse(text)
    except (NotationError, ImpossiblePosition):
        return
    assert Log.parse(str(log)) == log
    assert str(Log.parse(str(log))) == str(log)
    played = replay(log)
    assert len(played.steps) <= len(log.entries)
