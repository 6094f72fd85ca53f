"""The benchmark measures what it says: fair turns, whole deals, possible hands, and no peer that is not there."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The benchmark's files can be imported, and what it froze is thawed in the end."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "bench"))
    yield monkeypatch
    gc.unfreeze()


def test_runs_take_turns(bench: pytest.MonkeyPatch) -> None:
    """After a warm-up every player has five runs, one after the other's, each of other deals and of an even number."""
    import measure

    bench.setattr(measure, "SECONDS", 1e-9)
    bench.setattr(measure, "WARM_UP", 1e-9)
    played: list[tuple[str, int]] = []

    def player(name: str) -> object:
        return lambda number: played.append((name, number)) or 7

    results = measure.race({"a": player("a"), "b": player("b")})
    turns = list(dict.fromkeys((name, number // 10**6) for name, number in played))
    assert turns == [(name, number) for number in range(6) for name in "ab"]
    for runs in results.values():
        assert len(runs) == 5
        assert all(each.deals % 2 == 0 and each.decisions == 7 * each.deals > 0 < each.seconds for each in runs)


def test_figures(bench: pytest.MonkeyPatch) -> None:
    """A spread has median, lowest and highest; late values have mean and worst, and a percentile if they are many."""
    import measure

    assert measure.spread([3.0, 1.0, 1000.0]) == "3 (1 to 1,000)"
    assert measure.late([1.0, 2.0, 6.0]) == "mean 3, worst 6"
    assert measure.late([float(n) for n in range(1, 201)]) == "mean 100, 99th percentile 198, worst 200"


def test_all_ways_of_play_play_the_same_deal(bench: pytest.MonkeyPatch) -> None:
    """The fast and the full random play of a number are the same deal, with the same decisions."""
    import canasta_play

    for number in (3, 4):
        decisions = len(list(canasta_play.positions(number))) - 1
        assert canasta_play.player()(number) == canasta_play.recorder()(number) == decisions > 20


@pytest.mark.parametrize("size", [24, 30])
def test_big_hands_are_possible(bench: pytest.MonkeyPatch, size: int) -> None:
    """A big hand has the cards that it says, and lies in a position that can exist, of a side that has not melded."""
    import big_hands

    for seed in range(10):
        position = big_hands.big_hand(seed, size, 3000)
        assert position.problems() == []
        assert (position.hand_size(), position.has_melded(), position.minimum()) == (size, False, 120)


def test_missing_peers_are_told(bench: pytest.MonkeyPatch) -> None:
    """Without OpenSpiel and RLCard the benchmark says how to get them, and goes on."""
    import peers

    for name in ("pyspiel", "rlcard"):
        bench.setitem(sys.modules, name, None)
    found, missing = peers.peers()
    assert found == {}
    assert ["pip install open-spiel" in missing[0], "pip install rlcard" in missing[1]] == [True, True]


def test_peers_count_choices_of_players_only(bench: pytest.MonkeyPatch) -> None:
    """With a game of one chance node and two choices, a deal of OpenSpiel is two decisions."""
    import peers

    class State:
        left = 3

        def is_terminal(self) -> bool:
            return not self.left

        def is_chance_node(self) -> bool:
            return self.left == 3

        def legal_actions(self) -> list[int]:
            return [self.left]

        def apply_action(self, action: int) -> None:
            assert action == self.left
            self.left -= 1

    game = SimpleNamespace(new_initial_state=State)
    bench.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=lambda name: game))
    bench.setattr(peers, "version", lambda name: "2.0")
    assert [(name, play_deal(1)) for name, play_deal in peers.openspiel()] == [("OpenSpiel 2.0 gin_rummy", 2)]


def test_bots_change_seats(bench: pytest.MonkeyPatch) -> None:
    """A pair is one deal twice with seats exchanged, so a bot against itself makes as much; games have a winner."""
    import bots

    from canasta import Profile

    short = Profile.parse("classic+target=1000")
    even = bots.a_pair(4, short, ("club", "club"))
    assert even.made[0] == even.made[1]
    assert even.deals == 2
    for seed in (1, 2):
        game = bots.a_game(seed, short, ("club", "random"))
        assert game.made == (1, 0)
        assert len(game.thought["club"]) > 10 < len(game.thought["random"])
