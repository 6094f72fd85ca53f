"""A game of several deals: totals run, set the next minimum, and end it as the rule book says."""

from __future__ import annotations

from itertools import pairwise

import pytest
from dealt import NAMES, a_game

from canasta import CLASSIC, Game, ImpossiblePosition, NotationError, Position, Profile, Sheet, new_game
from canasta.words import use_language


def after(*totals: tuple[int, ...], profile: Profile = CLASSIC) -> Game:
    """A game whose deals brought it to these totals, without their lines."""
    return Game(profile, 7, 3, tuple(Sheet((), (0,) * len(each), each) for each in totals))


@pytest.mark.parametrize("name", NAMES)
def test_totals_run(name: str) -> None:
    """Each deal of a played game begins with the totals of those before, and the deal passes clockwise."""
    game, steps = a_game(name)
    profile = game.profile
    starts = [steps[0].before, *(b.before for a, b in pairwise(steps) if a.after.phase == "over")]
    assert len(starts) == len(game.sheets) == 2
    running = (0,) * profile.sides
    for number, (start, sheet) in enumerate(zip(starts, game.sheets)):
        assert start.scores == running
        assert start.dealer == (1 + number) % profile.players
        assert start.seat == (start.dealer + 1) % profile.players
        running = tuple(map(sum, zip(running, sheet.deal)))
        assert sheet.totals == running
        for side, brought in enumerate(sheet.deal):
            assert brought == sum(line.points for line in sheet.lines if line.side == side)
    assert game.totals == running


def test_totals_set_the_next_minimum() -> None:
    """Each side's next minimum follows from its own total, in the game and in the deal that comes."""
    game = after((1500, -5))
    assert game.minimums == (90, 15)
    position = game.next_deal()
    assert (position.minimum(0), position.minimum(1)) == (90, 15)


def test_the_same_seed_gives_the_same_deals() -> None:
    """A game's deals depend on its seed and their number only, and differ from each other."""
    first, second = new_game(7).next_deal(), after((10, 20)).next_deal()
    assert new_game("7").next_deal() == first
    assert first.hands != second.hands
    assert new_game(8).next_deal().hands != first.hands


def test_dealer() -> None:
    """The last seat deals first unless another is said."""
    assert new_game(1).next_deal().dealer == 3
    assert new_game(1, dealer=0).next_deal().dealer == 0
    assert new_game(1, CLASSIC.for_players(2)).next_deal().dealer == 1


@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_dealer_who_does_not_sit_there(dealer: int) -> None:
    """A dealer that is no seat is refused by its number."""
    with pytest.raises(NotationError) as caught:
        new_game(1, dealer=dealer)
    assert caught.value.part == str(dealer)


@pytest.mark.parametrize("seed", ["", "a\nb", "a#b", " a", "x" * 81, "\ud800"])
def test_seeds_can_stand_in_a_log(seed: str) -> None:
    """A seed that could not be written in a log is refused."""
    with pytest.raises(NotationError):
        new_game(seed)


@pytest.mark.parametrize(
    ("totals", "profile", "over", "winner", "margin"),
    [
        ((4995, 4990), "classic", False, None, 5),
        ((5000, 4990), "classic", True, 0, 10),
        ((5005, 6100), "classic", True, 1, 1095),
        ((5100, 5100), "classic", False, None, 0),
        ((5100, 5100), "classic+equal_totals=tie", True, None, 0),
        ((5100, 400, 5600), "classic/3", True, 2, 500),
        ((5600, 400, 5600), "classic/3", False, None, 0),
        ((9995, -300), "classic/6", False, None, 10295),
        ((400, 10000), "classic/6", True, 1, 9600),
    ],
)
def test_the_end(totals: tuple[int, ...], profile: str, over: bool, winner: int | None, margin: int) -> None:
    """A game is over, and won by so much, as the totals and the profile say."""
    game = after(totals, profile=Profile.parse(profile))
    assert (game.over, game.winner, game.margin) == (over, winner, margin)


def test_no_deal_follows_the_last() -> None:
    """A game that is over has no next deal."""
    with pytest.raises(ImpossiblePosition, match=r"The game is over.*score\.game"):
        after((5000, 0)).next_deal()


@pytest.mark.parametrize(
    "line",
    [
        "-/44/55/66 7777777 Q . N.over out=N 10:0",
        "-/44/55/66 7777777 Q . N.over out=N pagat",
        "K4/44/55/66 7777777 Q . N.play",
        "-/44/./66 7777777 Q . N.over out=N",
    ],
)
def test_only_the_game_s_own_finished_deal_is_added(line: str) -> None:
    """A deal from other totals, by other rules, unfinished or not wholly known does not go on the sheet."""
    with pytest.raises(ImpossiblePosition):
        new_game(1).after(Position.parse(line))


def test_sheet() -> None:
    """The sheet has a column for each side, a cited line for each item, the deal's score, totals and next minimums."""
    game = new_game(1).after(Position.parse("-/4K/5*/6r 7777777 Q . N.over out=N"))
    assert str(game) == "\n".join(
        [
            "                                                   We  They",
            "Deal 1",
            "  Natural canasta of sevens                       500        [canasta.natural]",
            "  North went out                                  100        [score.base]",
            "  Points of the melded cards                       35        [score.cards]",
            "  Left in the hand of South: 1 five and 1 joker   -55        [score.hand-minus]",
            "  1 red three, charged to a side without a meld        -100  [red-three.score]",
            "  Left in the hand of East: 1 king and 1 four           -15  [score.hand-minus]",
            "  Left in the hand of West: 1 six                        -5  [score.hand-minus]",
            "Score of the deal                                 580  -120",
            "Total                                             580  -120  [score.sheet]",
            "Next minimum                                       50    15  [initial.minimum]",
        ]
    )


@pytest.mark.parametrize(
    ("totals", "profile", "last"),
    [
        ((5000, 4990), "classic", "We: the game, by 10 points.  [score.margin]"),
        ((400, 10000), "classic/6", "They: the game, by 9,600 points.  [score.margin]"),
        ((100, 400, 5600), "classic/3", "South: the game, by 5,200 points.  [score.margin]"),
        ((5100, 5100), "classic/2+equal_totals=tie", "The game is a tie.  [score.both]"),
    ],
)
def test_sheet_says_who_has_won(totals: tuple[int, ...], profile: str, last: str) -> None:
    """The last row of a finished game names the winner and the margin."""
    assert str(after(totals, profile=Profile.parse(profile))).splitlines()[-1] == last


@pytest.mark.parametrize(
    ("name", "columns"),
    [("classic", "We They"), ("classic/6", "We They"), ("pagat/2", "North South"), ("pagat/3", "North East South")],
)
def test_columns(name: str, columns: str) -> None:
    """Partners have two columns, We and They; who plays alone has one with the name of his seat."""
    assert " ".join(str(new_game(1, Profile.parse(name))).splitlines()[0].split()) == columns


def test_sheet_without_a_catalogue_is_english() -> None:
    """A language that is not there leaves the sheet in English."""
    use_language("xx")
    assert "Next minimum" in str(new_game(1))
