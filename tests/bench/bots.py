"""Prints how strong the players are and how long they think: club against random, expert against club.

``python tests/bench/bots.py --games 200 --pairs 100``; ``--only club`` or ``--only expert`` plays that part alone.
Deals and games have seeds of their own, so all but the times is the same wherever it runs, but for an expert that
thinks for so long as its budget lasts.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import platform
import statistics
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from measure import line

from canasta import Position, Profile, deal, new_game
from canasta.advance import advance
from canasta.position import OVER
from canasta.score import deal_totals, score_deal
from canasta.simulate import simulate
from canasta.tutor.bots import BOTS

MOST = 60  # deals of a game, lest it never end

Thought = dict[str, list[float]]  # seconds of the wall clock that each decision of a bot took


class Played(NamedTuple):
    """What was played between two bots: what each made, and how long they thought."""

    made: tuple[int, int]
    deals: int
    thought: Thought


def played(position: Position, seated: Sequence[str], thought: Thought) -> Position:
    """A deal played to its end by bots of these names, one seat after another by turns."""
    while position.phase != OVER:
        seat = position.acting
        name = seated[seat % len(seated)]
        view = position.seen_by(seat)
        begun = time.perf_counter()
        choice = BOTS[name](view)
        thought.setdefault(name, []).append(time.perf_counter() - begun)
        position = advance(position, choice.action)
    return position


def a_game(seed: int, profile: Profile, names: tuple[str, str]) -> Played:
    """A whole game of two sides: 1 for the bot that wins it, nothing for a tie or a game of too many deals."""
    game, thought = new_game(f"bench {seed}", profile), Thought()
    # Who sits first may have the better of it, so that goes by turns.
    seated = names if seed % 2 else names[::-1]
    while not game.over and len(game.sheets) < MOST:
        game = game.after(played(game.next_deal(), seated, thought))
    winner = None if game.winner is None else seated[game.winner]
    first, second = (int(name == winner) for name in names)
    return Played((first, second), len(game.sheets), thought)


def a_pair(seed: int, profile: Profile, names: tuple[str, str], score: int = 0) -> Played:
    """A deal played twice, the seats exchanged: the points that each bot made in both together.

    Both sides begin with that score, which sets the minimum of the first meld.
    """
    position, thought = deal(f"bench {seed}", profile, scores=(score, score)), Thought()
    made = [0, 0]
    for turned in (0, 1):
        last = played(position, names[::-1] if turned else names, thought)
        totals = deal_totals(score_deal(last), profile.sides)
        for side in (0, 1):
            made[side ^ turned] += totals[side]
    return Played((made[0], made[1]), 2, thought)


def milliseconds(taken: Iterable[float]) -> str:
    """Median, 95th percentile and the longest."""
    times = sorted(1000 * each for each in taken)
    late = times[math.ceil(len(times) * 0.95) - 1]
    return f"median {statistics.median(times):.2f}, 95 % {late:.2f}, longest {times[-1]:.1f}, of {len(times):,}"


def times(names: tuple[str, str], results: Sequence[Played]) -> None:
    """Print how long both bots thought."""
    for name in names:
        line(f"{name}, ms a decision", milliseconds(took for each in results for took in each.thought.get(name, ())))


def games(profile: Profile, names: tuple[str, str], n: int, executor: Executor | None) -> None:
    """Play whole games and print who won them."""
    results = list(simulate(range(n), partial(a_game, profile=profile, names=names), executor=executor, chunk=1))
    wins, losses = (sum(each.made[at] for each in results) for at in (0, 1))
    deals = sum(each.deals for each in results)
    line(f"{names[0]} against {names[1]}, {profile}: games won", f"{wins} of {n} ({wins / n:.1%}), {losses} lost")
    line("deals in them", f"{deals:,}")
    times(names, results)


def pairs(profile: Profile, names: tuple[str, str], n: int, score: int, executor: Executor | None) -> None:
    """Play pairs of deals and print who made more of them."""
    one = partial(a_pair, profile=profile, names=names, score=score)
    results = list(simulate(range(n), one, executor=executor, chunk=1))
    ahead = [first - second for first, second in (each.made for each in results)]
    won, even = sum(each > 0 for each in ahead), ahead.count(0)
    line(
        f"{names[0]} against {names[1]}, {profile}, at {score}: pairs of deals won",
        f"{won} of {n} ({won / n:.1%}), {even} even",
    )
    error = statistics.stdev(ahead) / math.sqrt(n) if n > 1 else 0.0
    line("points ahead in a pair, and the standard error", f"{statistics.mean(ahead):,.0f} ± {error:,.0f}")
    times(names, results)


def main() -> None:
    """Read what is asked for, play and print."""
    reads = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reads.add_argument("--games", type=int, default=200, help="games of club against random")
    reads.add_argument("--pairs", type=int, default=100, help="pairs of deals of expert against club")
    reads.add_argument("--score", type=int, default=0, help="of both sides when a pair begins; it sets the minimum")
    reads.add_argument("--only", choices=("club", "expert"), help="the part to play")
    reads.add_argument("--profile", default="classic", help="how they play, two sides, such as pagat or classic/2")
    reads.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="processes; 1 for this one alone")
    asked = reads.parse_args()
    profile = Profile.parse(asked.profile)
    if profile.sides != 2:
        reads.error(f"{profile} has {profile.sides} sides; two can be compared")
    print(f"Python {platform.python_version()} on {platform.machine()}, {asked.cores} cores", flush=True)
    pool = ProcessPoolExecutor(asked.cores) if asked.cores > 1 else contextlib.nullcontext()
    with pool as executor:
        if asked.only != "expert" and asked.games > 0:
            games(profile, ("club", "random"), asked.games, executor)
        if asked.only != "club" and asked.pairs > 0:
            pairs(profile, ("expert", "club"), asked.pairs, asked.score, executor)


if __name__ == "__main__":
    main()
