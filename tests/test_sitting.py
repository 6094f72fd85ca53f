"""A sitting: who plays from where, what goes by itself, and the game that comes of it."""

from __future__ import annotations

import dataclasses
import json

import pytest

from canasta import PROFILES, Action, ImpossiblePosition, Log, NotationError, Position, play, replay
from canasta.cards import UNSEEN
from canasta.position import OVER
from canasta.problems import all_cards
from canasta.tutor.sitting import PERSON, SITTERS, YOU, Setup, Sitting, playable

BOTS_ONLY = ("club", "random", "club", "random")


def to_the_end(sitting: Sitting) -> None:
    """Let the bots play a deal to its end."""
    while (choice := sitting.choice()) is not None:
        sitting.add(play(sitting.position, choice.action), choice.reason)


def game_of(seed: str, deals: int) -> Sitting:
    """Some deals of a game of bots."""
    sitting = Sitting(Setup(sitters=BOTS_ONLY, seed=seed))
    to_the_end(sitting)
    for _deal in range(deals - 1):
        sitting.next_deal()
        to_the_end(sitting)
    return sitting


def test_a_setup_is_plain_data_and_back() -> None:
    """What a setup writes as plain data makes the same setup, through JSON as the browser keeps it."""
    setup = Setup(sitters=(YOU, "expert", PERSON), seed="a b", lays=False, says=True, position="KK24 444 42K")
    assert Setup.read(json.loads(json.dumps(setup.as_json()))) == setup
    assert setup.sitters == (YOU, "expert", PERSON, "club")
    assert Setup.read({}) == Setup()


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({"sitters": ["you", "cat"]}, "cat"),
        ({"sitters": "you"}, "sitters"),
        ({"profile": "bridge"}, "bridge"),
        ({"profile": 4}, "profile"),
        ({"seed": "x#y"}, "x#y"),
        ({"seed": "x" * 81}, "x" * 81),
        ({"seed": 7}, "seed"),
        ({"lays": "yes"}, "lays"),
    ],
)
def test_a_setup_names_its_faulty_part(data: dict[str, object], part: str) -> None:
    """A setup that is none is refused, and the fault names the part that is wrong."""
    with pytest.raises(NotationError) as fault:
        Setup.read(data)
    assert fault.value.part == part
    assert part in str(fault.value)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("name", PROFILES)
def test_every_seat_has_somebody(name: str, players: int) -> None:
    """In every shape each seat has a sitter, and those left out are club players."""
    setup = Setup(profile=PROFILES[name].for_players(players), seed="1")
    assert setup.sitters == (YOU, *["club"] * (players - 1))
    assert Sitting(setup).position.phase == "draw"


def test_a_seed_deals_the_game_of_that_seed() -> None:
    """The log of a game from a seed names the seed, and replays to the same score."""
    sitting = game_of("winter 7", 3)
    log = sitting.log()
    assert log is not None
    assert log.header("seed") == "winter 7"
    run = replay(Log.parse(str(log)))
    assert run.refused is None
    assert [sheet.totals for sheet in run.sheets] == [sheet.totals for sheet in sitting.game.sheets]
    assert run.sheets[-1].totals == sitting.totals
    assert len(run.sheets) == 3


def test_scores_and_the_deal_pass_on() -> None:
    """Each deal begins with the totals before it, and the next player deals."""
    sitting = game_of("7", 3)
    assert [start.dealer for start in sitting.starts] == [3, 0, 1]
    assert sitting.starts[1].scores == sitting.game.sheets[0].totals
    assert sitting.starts[2].scores == sitting.game.sheets[1].totals
    assert len(sitting.ends) == 3


def test_no_deal_follows_an_unfinished_one_or_a_won_game() -> None:
    """The next deal is dealt only when this one has its score and nobody has won."""
    sitting = Sitting(Setup(sitters=BOTS_ONLY, seed="7"))
    with pytest.raises(ImpossiblePosition, match="no score yet"):
        sitting.next_deal()
    to_the_end(sitting)
    won = sitting.game.sheets[0]._replace(totals=(9000, 0))
    sitting.game = dataclasses.replace(sitting.game, sheets=(won,))
    with pytest.raises(ImpossiblePosition, match="game is over"):
        sitting.next_deal()


def test_reasons_stand_in_the_log_once_the_deal_is_over() -> None:
    """A deal that goes on keeps its players' reasons to itself; the log of one that is over has them as comments."""
    sitting = Sitting(Setup(sitters=BOTS_ONLY, seed="7"))
    for _turn in range(20):
        choice = sitting.choice()
        assert choice is not None
        sitting.add(play(sitting.position, choice.action), choice.reason)
    assert "# " not in str(sitting.log())
    to_the_end(sitting)
    log = sitting.log()
    assert log is not None
    played = [entry for entry in log.entries if entry.name == "action"]
    assert len(played) == len(sitting.steps)
    assert [entry.comment for entry in played] == [f"# {reason}" for _at, reason in sorted(sitting.reasons[0].items())]


def test_what_flows() -> None:
    """Red threes are laid and a lone draw is drawn by themselves where that is set, for those at this screen alone."""
    lone = Position.parse("KKJ65/?11/?11/?11 - 4 . N.draw first")
    sitting = Sitting(Setup(position=str(lone), seed="2"))
    assert sitting.flows() == Action.parse("draw")
    assert sitting.choice() is None
    by_hand = Sitting(Setup(position=str(lone), seed="2", draws=False))
    assert by_hand.flows() is None
    threes = "KKJ65rr/?11/?11/?11 - 4 . N.draw first"
    assert str(Sitting(Setup(position=threes, seed="2")).flows()) == "lay rr"
    assert Sitting(Setup(position=threes, seed="2", lays=False)).flows() is None
    may_take = Sitting(Setup(position="KKJ65/?11/?11/?11 444 K . N.draw", seed="2"))
    assert may_take.flows() is None
    other = Sitting(Setup(position="KKJ65/?11/?11/?11 - 4 . E.draw", seed="2", sitters=("random", YOU, PERSON)))
    assert other.position.acting == 1
    assert Sitting(Setup(sitters=BOTS_ONLY, seed="2")).flows() is None


def test_whoever_learns_alone_gets_the_hand_that_is_to_act() -> None:
    """From a position the one learner sits where the turn is; where two people sit they stay where they are."""
    line = "KKJ65/?11/?11/?11 - 4 . S.draw"
    assert Sitting(Setup(position=line, seed="1")).setup.sitters == ("club", "club", YOU, "club")
    two = Sitting(Setup(position=line, seed="1", sitters=(YOU, PERSON)))
    assert two.setup.sitters == (YOU, PERSON, "club", "club")


@pytest.mark.parametrize(
    "line",
    [
        "KK24 444 42K",
        "KK24/?11/?9/?7 444 42K",
        "KK24/?1/?9/?7 444 42K .",
        "AA55 - K pagat/2",
        "KKJ65/?11/?11/?11 - 4 . N.draw first",
        "K66 QQQ/777 K ?4 N.play spruce",
        "?15/KKQQ765 - 4 S.draw classic/2",
    ],
)
def test_what_is_not_known_is_dealt(line: str) -> None:
    """A position with unseen or unstated cards becomes one that can exist; what was seen lies where it lay."""
    position = Position.parse(line)
    full = playable(position, "3")
    assert full.problems() == []
    assert all_cards(full)[UNSEEN] == 0
    assert None not in full.hands
    assert sum(all_cards(full)) == 54 * full.profile.packs
    for before, after in zip(position.hands, full.hands, strict=True):
        if before is not None and not before >> 8 * UNSEEN:
            assert after == before
    assert (full.pile, full.tables, full.seat, full.phase) == (
        position.pile,
        position.tables,
        position.seat,
        position.phase,
    )
    assert playable(position, "3") == full
    assert len({playable(position, str(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("-/KKK4 77777772/QQQ - N.over", "The deal is over here"),
        ("KKKK KKKKKK KKK", "Too many kings"),
        ("?30/?30/?30/?30 - 4 ?0", "All cards together"),
        ("KK/?50/./. - 4 ?54 N.draw", "No card is left for South"),
    ],
)
def test_a_position_nobody_can_play_from_says_why(line: str, why: str) -> None:
    """A position that is over, cannot exist, or leaves a hand without cards is refused with the reason."""
    with pytest.raises(ImpossiblePosition, match=why):
        Sitting(Setup(position=line, seed="1"))


def test_a_game_from_a_position_replays() -> None:
    """A game that began from a position is logged by its cards, and replays to the same score."""
    sitting = Sitting(Setup(position="KK24 444 42K", seed="5", sitters=BOTS_ONLY))
    to_the_end(sitting)
    sitting.next_deal()
    to_the_end(sitting)
    run = replay(Log.parse(str(sitting.log())))
    assert run.refused is None
    assert [sheet.totals for sheet in run.sheets] == [sheet.totals for sheet in sitting.game.sheets]
    assert len(run.sheets) == 2


def test_what_was_kept_is_played_again() -> None:
    """Setup and words of what was played give back the same game, up to the first that does not go."""
    sitting = game_of("7", 2)
    words = [[str(step.verdict.action) for step in steps] for steps in sitting.deals]
    again = Sitting(Setup.read(sitting.setup.as_json()))
    assert again.resume(words)
    assert (again.position, again.totals) == (sitting.position, sitting.totals)
    broken = Sitting(sitting.setup)
    assert not broken.resume([[*words[0][:10], "discard r"], words[1]])
    assert len(broken.steps) == 10
    assert not Sitting(sitting.setup).resume([words[0][:5], words[1]])
    assert not Sitting(sitting.setup).resume([["sing"]])


def test_a_log_is_taken_up_where_it_ends() -> None:
    """Of a log in mid-deal the game goes on there, with the sheets before it; what is played since is told apart."""
    sitting = game_of("7", 1)
    sitting.next_deal()
    for _turn in range(9):
        choice = sitting.choice()
        assert choice is not None
        sitting.add(play(sitting.position, choice.action))
    run = replay(Log.parse(str(sitting.log())))
    other = Sitting(Setup(seed="9", sitters=BOTS_ONLY))
    at = len(sitting.deals[0])
    other.take_up([start for _at, start in run.starts], [run.steps[:at], run.steps[at:]], ["because"])
    assert other.position == sitting.position
    assert [sheet.totals for sheet in other.game.sheets] == [sheet.totals for sheet in sitting.game.sheets]
    assert other.played == []
    to_the_end(other)
    assert len(other.played) == len(other.steps) - 9 > 0
    assert "# because" in str(other.log())
    assert other.next_deal().dealer == 1
    assert other.played == []


def test_a_log_with_unknown_cards_is_not_played_on() -> None:
    """Where a log leaves off with cards that nobody knows, it says so instead of playing with them."""
    view = Position.parse("KKJ65/?11/?11/?11 - 4 . N.draw")
    step = play(view, Action.parse("draw"))
    sitting = Sitting(Setup(seed="1"))
    with pytest.raises(ImpossiblePosition, match="Not every card"):
        sitting.take_up([view], [[step]])


def test_taking_back() -> None:
    """A step that is taken back is gone from the log with its reason."""
    sitting = Sitting(Setup(sitters=BOTS_ONLY, seed="7"))
    before = sitting.position
    choice = sitting.choice()
    assert choice is not None
    sitting.add(play(before, choice.action), choice.reason)
    sitting.take_back()
    assert sitting.position == before
    assert sitting.log() is None
    assert sitting.reasons == [{}]


def test_every_sitter_is_known() -> None:
    """Whoever can sit there is somebody at this screen or a bot that plays."""
    for sitter in SITTERS:
        sitting = Sitting(Setup(sitters=(sitter,) * 4, seed="7"))
        assert sitting.setup.at_screen(0) == (sitter in (YOU, PERSON))
        assert (sitting.choice() is None) == sitting.setup.at_screen(0)
    assert sitting.position.phase != OVER
