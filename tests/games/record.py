"""Plays the recorded logs of this directory: ``python tests/games/record.py`` writes them again.

The player has the habits of a sensible beginner, no chance in them, and looks at nothing that it may not see. It
proposes and the judge disposes: the logs prove the engine, not the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from canasta import (
    Action,
    Lay,
    Log,
    Position,
    Profile,
    Step,
    can_go_out,
    judge,
    legal,
    new_game,
    play,
    questions,
    record,
)
from canasta import cards as c
from canasta.actions import MELD, TAKE, in_canonical_order
from canasta.clauses.values import points
from canasta.log import ACTION, Entry
from canasta.table import meld_of

HERE = Path(__file__).parent
DRAW, ASK, YES, NO = map(Action.parse, ("draw", "ask", "answer yes", "answer no"))
LOW = 3  # cards that are kept until the side can go out
MANY = 9  # cards in hand with which a partner says no
FULL = 6  # cards in the pile that are worth a wild card


class Recorded(NamedTuple):
    """A log that is played, not written: ``deals`` of the game with this seed, or the whole game for 0."""

    pair: str
    seed: int
    deals: int = 1

    @property
    def path(self) -> Path:
        """Where it is kept; its name says the profile, the players and what it holds."""
        profile = Profile.parse(self.pair)
        return HERE / f"{profile.base}-{profile.players}-{'deal' if self.deals else 'game'}.log"

    def log(self) -> Log:
        """The log, played anew, with comments where something happens that a learner looks for."""
        game = new_game(self.seed, Profile.parse(self.pair))
        steps: list[Step] = []
        while not game.over and (not self.deals or len(game.sheets) < self.deals):
            position = game.next_deal()
            while position.phase != "over":
                steps.append(play(position, choose(position)))
                position = steps[-1].after
            game = game.after(position)
        what = "A whole deal" if self.deals else "A whole game"
        log = record(steps, seed=self.seed, title=f"{what} of {self.pair}")
        played = iter(steps)
        return Log(tuple(_told(entry, next(played)) if entry.name == ACTION else entry for entry in log.entries))


def _told(entry: Entry, step: Step) -> Entry:
    """An action's line with the clauses of what followed, but for what follows every time."""
    told = [event.clause for event in step.events if event.clause not in ("turn.draw-first", "turn.order")]
    return entry._replace(comment="# " + ", ".join(dict.fromkeys(told))) if told else entry


# -- the player -------------------------------------------------------------------------------------------------------


def choose(position: Position) -> Action:
    """What the player in turn does, or his partner if he has been asked. He sees no more than ``seen_by`` shows."""
    if position.phase == "answer":
        partner = position.profile.partner_of(position.seat)
        return NO if (position.hand_size(partner) or 0) >= MANY else YES
    seen = position.seen_by(position.seat)
    if reds := c.count(seen.hand or 0, c.RED_THREE):
        return Action("lay", cards=reds * c.ONE[c.RED_THREE])
    if ASK in questions(seen):
        return ASK
    if seen.answer != "no" and (way := can_go_out(seen).actions):
        return way[0]
    return _begin(seen) if seen.phase == "draw" else _go_on(seen)


def _begin(seen: Position) -> Action:
    """Take the pile if it is worth it or must be taken, else draw."""
    takes = [take for take in (_plays(seen, TAKE) if seen.pile else ()) if _is_kept(seen, take)]
    best = _best(seen, takes)
    if best is not None and (len(seen.pile) > LOW or _worth(seen, best) > 0):
        return best
    forced = None if judge(seen, DRAW) else _best(seen, _plays(seen, TAKE))
    return forced or DRAW


def _go_on(seen: Position) -> Action:
    """Meld what pays, then discard what helps the others least."""
    melds = (meld for meld in _plays(seen, MELD) if _worth(seen, meld) > 0 and _is_kept(seen, meld))
    if (best := _best(seen, melds)) is not None:
        return best
    thrown = [play for play in legal(seen) if play.verb == "discard"]
    return min(thrown, key=lambda play: (_dearness(seen, play.cards), str(play)))


def _best(seen: Position, plays: Iterable[Action]) -> Action | None:
    """The play that brings most, whatever order they come in."""
    return max(plays, key=lambda play: (_worth(seen, play), str(play)), default=None)


def _plays(seen: Position, verb: str) -> Iterable[Action]:
    """The melds or takes to think about: all of them, but for the initial meld, which has too many."""
    if seen.has_melded():
        return [play for play in legal(seen) if play.verb == verb]
    return [play for play in _openings(seen, verb) if judge(seen, play)]


def _openings(seen: Position, verb: str) -> Iterator[Action]:
    """Initial melds: more and more of natural cards alone, then with wild cards on pairs too."""
    hand, first = seen.hand or 0, ()
    if verb == TAKE:
        top = seen.pile[-1]
        first = (_lay(top, c.count(hand, top)),)
        hand -= first[0].cards
    ranks = [rank for rank in reversed(c.NATURALS) if c.count(hand, rank) > 1]
    natural = [_lay(rank, c.count(hand, rank)) for rank in ranks if c.count(hand, rank) > 2]
    wilds = [kind for kind in c.WILDS for _ in range(c.count(hand, kind))]
    mixed = [_lay(rank, 2, wild) for rank, wild in zip((r for r in ranks if c.count(hand, r) == 2), reversed(wilds))]
    for lays in accumulate([*natural, *mixed], lambda lays, lay: (*lays, lay), initial=first):
        if lays:
            yield Action(verb, in_canonical_order(verb, lays))


def _lay(rank: int, naturals: int, *wilds: int) -> Lay:
    return Lay(rank, naturals * c.ONE[rank] + c.bag_of(wilds))


def _worth(seen: Position, action: Action) -> int:
    """What laying these cards brings: points and canastas, less what wild cards are worth in the hand."""
    taking = action.verb == TAKE
    worth = 8 * (len(seen.pile) - 1) if taking else 0
    dear = 0 if _is_late(seen) else 60
    for place, lay in enumerate(action.lays):
        had = meld_of(seen.tables[seen.side], lay.rank or 0)
        size = had.size if had else 0
        after = size + c.size(lay.cards) + (taking and not place)
        worth += points(lay.cards) - dear * lay.wilds
        if size < seen.profile.canasta_size <= after:
            worth += 300
        elif had and had.is_natural and size > LOW + 1 and lay.wilds:
            worth -= 300
    return worth if seen.has_melded() else worth + 200


def _is_kept(seen: Position, action: Action) -> bool:
    """Whether enough cards stay in the hand of a side that cannot go out yet."""
    gained = len(seen.pile) - 1 if action.verb == TAKE else 0
    left = (seen.hand_size() or 0) - c.size(action.spends) + gained
    return left > LOW or seen.canastas() >= seen.profile.canastas_out or _is_late(seen)


def _is_late(seen: Position) -> bool:
    """Whether the stock will not last for long: what is not melded soon counts against its side."""
    return (seen.stock_size() or 0) < 2 * seen.profile.players


def _dearness(seen: Position, card: c.Bag) -> float:
    """What a discard costs: its use to the hand and to the sides that are in turn next."""
    (kind,) = c.kinds_in(card)
    hand, profile = seen.hand or 0, seen.profile
    others = [side for side in range(profile.sides) if side != seen.side]
    frozen = seen.freezing_index() is not None
    if kind in c.WILDS:
        freezes = len(seen.pile) >= FULL and not frozen and any(map(seen.has_melded, others))
        return -1 if kind == c.DEUCE and freezes and c.count(hand, kind) > seen.has_melded() else 100
    if kind == c.BLACK_THREE:
        return 2 if len(seen.pile) > LOW else 6
    dear = points(card) / 5 + {1: 0, 2: 6}.get(c.count(hand, kind), 9)
    if not frozen and any(meld_of(seen.tables[side], kind) for side in others):
        dear += 6 + len(seen.pile)
    return dear + 8 * bool(meld_of(seen.tables[seen.side], kind))


# The seeds give short deals in which the pile is frozen and taken, canastas are made and a player goes out, asking
# first where he has a partner; the games reach minimums of 15 and 150, and totals past the target on both sides.
DEALS = [
    Recorded(pair, seed)
    for base, seeds in {"classic": (8, 17, 2, 26), "spruce": (40, 6, 1, 6), "pagat": (17, 12, 1, 21)}.items()
    for pair, seed in zip((f"{base}/{players}" for players in (2, 3, 4, 6)), seeds)
]
GAMES = [
    Recorded(pair, seed, 0)
    for base, seeds in {"classic": (2, 5, 3, 6), "spruce": (6, 5, 1, 3), "pagat": (3, 5, 6, 4)}.items()
    for pair, seed in zip((f"{base}/{players}" for players in (2, 3, 4, 6)), seeds)
]

if __name__ == "__main__":
    for each in (*DEALS, *GAMES):
        each.path.write_text(str(each.log()), "utf-8")
