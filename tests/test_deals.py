"""Whole random deals in every profile and number of players: what must hold at every node, and at the end."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from full import FULL

from canasta import (
    Action,
    Position,
    Profile,
    advance,
    deal,
    deal_totals,
    judge,
    legal,
    play,
    record,
    replay,
    score_deal,
)
from canasta.problems import all_cards
from canasta.table import meld_of

NAMES = [f"{base}/{players}" for base in ("classic", "spruce", "pagat") for players in (2, 3, 4, 6)]
DEALS = 1000 if FULL else 6
SOME = 60  # of a long list of plays, so many are applied


def nodes(name: str, seed: int) -> Iterator[tuple[Position, Sequence[Action], Action, Position]]:
    """A random deal: each position, its legal plays, the one that is chosen, and the position after."""
    profile = Profile.parse(name)
    chance = random.Random(f"{name} {seed}")
    scores = tuple(chance.choice((-200, 0, 1495, 1500, 3000, 7500)) for _ in range(profile.sides))
    position = deal(seed, profile, scores=scores)
    while position.phase != "over":
        plays = legal(position)
        assert plays, f"nothing to play in {position}"
        chosen = plays[chance.randrange(len(plays))]
        after = advance(position, chosen)
        yield position, plays, chosen, after
        position = after


@pytest.mark.parametrize("name", NAMES)
def test_every_node_of_random_deals(name: str) -> None:
    """All cards are there, somebody can play, listing changes nothing, what is listed applies, and the rules hold."""
    cards = 54 * Profile.parse(name).packs
    looked = opened = taken = gone_out = 0
    for seed in range(DEALS):
        for number, (position, plays, chosen, after) in enumerate(nodes(name, seed)):
            looked += 1
            assert sum(all_cards(after)) == cards, f"{chosen} in {position}"
            side = position.side
            if number % 7 == 0:
                assert list(legal(position)[:SOME]) == list(plays[:SOME])
                for action in plays[:SOME]:
                    assert sum(all_cards(advance(position, action))) == cards, f"{action} in {position}"
            if number % 5 == 0 or chosen.verb in ("take", "meld"):
                assert judge(position, chosen), f"{chosen} in {position}"
            if chosen.verb == "take":
                taken += 1
                top, had = position.pile[-1], meld_of(position.tables[side], position.pile[-1])
                melded = meld_of(after.tables[side], top)
                assert melded is not None
                assert melded.naturals > (had.naturals if had else 0)
            if not position.has_melded(side) and after.has_melded(side):
                opened += 1
                assert opens(position, chosen), f"{chosen} in {position}"
            if after.out is not None:
                gone_out += 1
                assert after.hands[after.out] == 0
                assert after.canastas(side) >= position.profile.canastas_out, f"{chosen} in {position}"
    assert looked > 20 * DEALS
    assert min(opened, taken) > 0
    # With two or three players a random one seldom has the canastas before the stock ends.
    assert gone_out > 0 or not (FULL or name.endswith("/4"))


def opens(position: Position, action: Action) -> bool:
    """Whether a first meld meets the minimum, or is a concealed hand that needs none."""
    found = {finding.clause: finding for finding in judge(position, action).findings}
    if "out.concealed-minimum" in found:
        return True
    return bool(found["initial.minimum"].numbers["total"] >= position.minimum())


@pytest.mark.parametrize("name", NAMES)
def test_random_deals_are_scored_and_replayed(name: str) -> None:
    """Lines of the sheet sum to the totals, a recorded deal replays to the same end, and telling changes nothing."""
    for seed in range(DEALS // 10 if FULL else 2):
        steps = []
        for position, _, chosen, after in nodes(name, seed):
            steps.append(play(position, chosen))
            assert steps[-1].after == after
        end = steps[-1].after
        assert end.problems() == []
        lines = score_deal(end)
        totals = deal_totals(lines, end.profile.sides)
        for side, total in enumerate(totals):
            assert total == sum(line.points for line in lines if line.side == side)
        again = replay(record(steps))
        assert again.refused is None
        assert again.position == end
        assert again.sheets[-1].deal == totals
        assert again.sheets[-1].lines == lines


@pytest.mark.parametrize("name", NAMES)
def test_nobody_can_tell_what_is_hidden(name: str) -> None:
    """At nodes of real play a verdict, and the list of plays, depend only on what the player in turn sees."""
    looked = 0
    for seed in range(20 if FULL else 1):
        for number, (position, plays, chosen, _) in enumerate(nodes(name, seed)):
            if number % 11:
                continue
            seen = position.seen_by(position.seat)
            assert Position.parse(str(position)) == position
            assert list(legal(seen)[:SOME]) == list(plays[:SOME])
            for action in (chosen, *map(Action.parse, ("draw", "ask", "take QQ", "discard 4", "meld KKK"))):
                ours, theirs = judge(position, action), judge(seen, action)
                assert ours.findings == theirs.findings, f"{action} in {position}"
                looked += 1
    assert looked > 20
