"""Guesses that a simulation answers: how often, or how much? Every number comes from deals that are dealt or played.

A prediction is asked before it is simulated. What takes longer than a moment is shipped as it came out
(``predicted.json``, written by ``python -m canasta.tutor.predictions``), and can be run again, seed by seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from canasta import cards as c
from canasta.actions import DRAW, LAY, MELD, TAKE
from canasta.advance import advance
from canasta.cards import BLACK_THREE, DEUCE, JOKER, NATURALS, RED_THREE, Bag
from canasta.clauses import BOOK
from canasta.deal import deal
from canasta.filling import render
from canasta.lister import legal
from canasta.play import Step
from canasta.position import DRAW as TO_DRAW
from canasta.position import Position
from canasta.profile import CLASSIC, SHAPES
from canasta.score import deal_totals, score_deal
from canasta.tutor.bots import club, played
from canasta.words import N_

SHIPPED = Path(__file__).with_name("predicted.json")
FIRST = 3  # seeds that are shipped by themselves
PERCENT, MEAN = "percent", "mean"


class Sample(NamedTuple):
    """What one seed brings: how many cases, and for each bar how many of them, or how much."""

    n: int
    counts: dict[str, float]


class Prediction(NamedTuple):
    """One thing to guess: a share in percent, or a mean.

    ``bars`` are its bars, each a key of the samples with a message for it; the guess is about the bar ``wanted``.
    ``seeds`` is how many are simulated; ``slow`` says that this takes so long that the result is shipped.
    """

    id: str
    clause: str
    ask: str
    unit: str
    sample: Callable[[int], Sample]
    bars: tuple[tuple[str, str], ...]
    wanted: str
    seeds: int = 400
    slow: bool = False
    values: Mapping[str, Any] = {}

    @property
    def question(self) -> str:
        """What is asked, in a sentence."""
        return render(self.ask, self.values)

    def labels(self) -> list[str]:
        """The bars in words."""
        return [render(message, {"key": key}) for key, message in self.bars]


class Tally(NamedTuple):
    """What a number of seeds brought."""

    seeds: int = 0
    n: int = 0
    counts: Mapping[str, float] = {}

    def and_one(self, sample: Sample) -> Tally:
        """With one seed more."""
        keys = self.counts.keys() | sample.counts.keys()
        counts = {key: self.counts.get(key, 0) + sample.counts.get(key, 0) for key in sorted(keys)}
        return Tally(self.seeds + 1, self.n + sample.n, counts)

    def values(self, prediction: Prediction) -> list[float]:
        """The height of each bar: percent, or a mean."""
        scale = 100 if prediction.unit == PERCENT else 1
        return [scale * self.counts.get(key, 0) / self.n if self.n else 0.0 for key, _label in prediction.bars]

    def answer(self, prediction: Prediction) -> float:
        """What the guess is held against."""
        keys = [key for key, _label in prediction.bars]
        return self.values(prediction)[keys.index(prediction.wanted)]


def simulated(prediction: Prediction, start: Tally | None = None) -> Iterator[Tally]:
    """The tally after each further seed, up to all of them."""
    tally = Tally() if start is None else start
    for seed in range(tally.seeds, prediction.seeds):
        tally = tally.and_one(prediction.sample(seed))
        yield tally


def shipped(prediction: Prediction) -> Tally | None:
    """The result that came with the program; None for what is quick to simulate."""
    found = _shipped().get(prediction.id)
    return None if found is None else Tally(found["seeds"], found["n"], found["counts"])


def shipped_first(prediction: Prediction) -> Tally:
    """What the first seeds of a shipped result brought."""
    found = _shipped()[prediction.id]["first"]
    return Tally(found["seeds"], found["n"], found["counts"])


@cache
def _shipped() -> dict[str, Any]:
    return dict(json.loads(SHIPPED.read_text("utf-8"))) if SHIPPED.is_file() else {}


# -- what is dealt ------------------------------------------------------------------------------------------------


def _dealt(seed: int) -> Bag:
    """The first player's hand as it is dealt."""
    return deal(f"predicted {seed}").hands[0] or 0


def _first_turn(seed: int) -> Position:
    """The first player's hand after laying red threes and drawing."""
    position = deal(f"predicted {seed}")
    while position.phase == TO_DRAW:
        plays = legal(position)
        lays = [play for play in plays if play.verb == LAY]
        position = advance(position, lays[-1] if lays else next(play for play in plays if play.verb == DRAW))
    return position


def _points(seed: int) -> Sample:
    return Sample(1, {"hand": float(BOOK["value.points"].value(_dealt(seed)))})


def _melds(seed: int) -> Sample:
    hand = _dealt(seed)
    most = max(c.count(hand, rank) for rank in NATURALS)
    return Sample(1, {"pair": most >= 2, "three": most >= CLASSIC.meld_size})


def _wilds(seed: int) -> Sample:
    wilds = c.count(_dealt(seed), DEUCE) + c.count(_dealt(seed), JOKER)
    return Sample(1, {"none": wilds == 0, "one": wilds == 1, "two": wilds == 2, "more": wilds > 2})


def _red_threes(seed: int) -> Sample:
    return Sample(1, {"some": c.count(_dealt(seed), RED_THREE) > 0})


def _black_threes(seed: int) -> Sample:
    held = c.count(_dealt(seed), BLACK_THREE)
    return Sample(1, {"some": held > 0, "more": held > 1})


def _opening(seed: int) -> Sample:
    position = _first_turn(seed)
    return Sample(1, {str(minimum): _opens(position, score) for minimum, score in _minimums()})


def _minimums() -> list[tuple[int, int]]:
    """Each minimum with a score at which it holds."""
    return list(zip(CLASSIC.minimums, (CLASSIC.tiers[0] - 5, *CLASSIC.tiers)))


def _opens(position: Position, score: int) -> bool:
    scored = position._replace(scores=(score, *position.scores[1:]))
    return any(play.verb == MELD for play in legal(scored))


def _pairs(seed: int) -> Sample:
    position = deal(f"predicted {seed}")
    top = position.pile[-1]
    held = c.count(position.hands[0] or 0, top)
    wild = any(c.count(position.hands[0] or 0, kind) for kind in (DEUCE, JOKER))
    return Sample(1, {"pair": held >= 2, "wild": held == 1 and wild})


# -- what is played -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _played(seed: int, players: int = 4) -> tuple[Step, ...]:
    return tuple(played(deal(f"predicted {seed}", CLASSIC.for_players(players)), [club] * players))


def _freeze(seed: int) -> Sample:
    n, free, frozen = 0, 0, 0
    for step in _played(seed):
        position = step.before
        ordinary = position.pile and position.pile[-1] in NATURALS and position.freezing_index() is None
        if position.phase == TO_DRAW and ordinary and position.has_melded():
            n += 1
            free += _takes(position)
            frozen += _takes(position._replace(pile=bytes([DEUCE]) + position.pile, upcards=0))
    return Sample(n, {"free": free, "frozen": frozen})


def _takes(position: Position) -> bool:
    return any(play.verb == TAKE for play in legal(position))


def _turns(seed: int) -> Sample:
    return Sample(1, {"turns": sum(step.verdict.action.verb in (DRAW, TAKE) for step in _played(seed))})


def _quiet(seed: int) -> Sample:
    n, quiet, laid = 0, 0, False
    for step in _played(seed):
        laid = laid or step.verdict.action.verb in (MELD, TAKE)
        if step.after.seat != step.before.seat and step.after.phase == TO_DRAW:
            n, quiet, laid = n + 1, quiet + (not laid), False
    return Sample(n, {"quiet": quiet, "laid": n - quiet})


def _ends(seed: int) -> Sample:
    last = _played(seed)[-1].after
    return Sample(1, {"out": last.out is not None, "stock": last.out is None})


def _left(seed: int) -> Sample:
    last = _played(seed)[-1].after
    left = [BOOK["value.points"].value(hand or 0) for seat, hand in enumerate(last.hands) if seat != last.out]
    return Sample(len(left), {"left": float(sum(left))})


def _canastas(seed: int) -> Sample:
    last = _played(seed)[-1].after
    made = [meld for side in range(2) for meld in last.melds(side) if last.is_canasta(meld)]
    natural = sum(meld.is_natural for meld in made)
    return Sample(len(made), {"natural": natural, "mixed": len(made) - natural})


def _openings(seed: int) -> Sample:
    first = [
        step for step in _played(seed) if not step.before.has_melded() and step.verdict.action.verb in (MELD, TAKE)
    ]
    taken = sum(step.verdict.action.verb == TAKE for step in first)
    return Sample(len(first), {"pile": taken, "hand": len(first) - taken})


def _asked(seed: int) -> Sample:
    replies = [step.verdict.action.reply for step in _played(seed) if step.verdict.action.verb == "answer"]
    return Sample(len(replies), {"yes": replies.count("yes"), "no": replies.count("no")})


def _concealed(seed: int) -> Sample:
    last = _played(seed)[-1].after
    return Sample(1, {"concealed": last.out_concealed, "out": last.out is not None and not last.out_concealed})


def _margin(seed: int) -> Sample:
    last = _played(seed)[-1].after
    points = deal_totals(score_deal(last), last.profile.sides)
    return Sample(1, {"better": float(max(points)), "worse": float(min(points))})


def _seats(seed: int) -> Sample:
    turns = {
        str(players): float(sum(step.verdict.action.verb in (DRAW, TAKE) for step in _played(seed, players))) / players
        for players in SHAPES
    }
    return Sample(1, turns)


def _made() -> Iterator[Prediction]:
    of_hands = N_("Of a hundred hands as they are dealt, how many hold a red three?")
    yield Prediction(
        "red-threes", "red-three.hand", of_hands, PERCENT, _red_threes, (("some", N_("A red three")),), "some"
    )
    yield Prediction(
        "points",
        "value.points",
        N_("What do the cards of a hand count, as it is dealt, on average?"),
        MEAN,
        _points,
        (("hand", N_("Points of a hand")),),
        "hand",
    )
    yield Prediction(
        "melds",
        "meld.same-rank",
        N_("Of a hundred hands as they are dealt, how many hold a meld without a wild card?"),
        PERCENT,
        _melds,
        (("pair", N_("A pair")), ("three", N_("A meld"))),
        "three",
    )
    yield Prediction(
        "wilds",
        "meld.wild-limit",
        N_("Of a hundred hands as they are dealt, how many have no wild card?"),
        PERCENT,
        _wilds,
        (("none", N_("None")), ("one", N_("One")), ("two", N_("Two")), ("more", N_("More"))),
        "none",
    )
    yield Prediction(
        "black-threes",
        "meld.black-threes",
        N_("Of a hundred hands as they are dealt, how many hold a black three or more?"),
        PERCENT,
        _black_threes,
        (("some", N_("One or more")), ("more", N_("Two or more"))),
        "some",
    )
    minimums = tuple((str(minimum), N_("{key} points")) for minimum in CLASSIC.minimums)
    yield Prediction(
        "opening",
        "initial.minimum",
        N_("Of a hundred first turns, in how many can one open if the meld must count {n:points}?"),
        PERCENT,
        _opening,
        minimums,
        str(CLASSIC.minimums[2]),
        values={"n": CLASSIC.minimums[2]},
    )
    yield Prediction(
        "pairs",
        "take.pair",
        N_("Of a hundred hands as they are dealt, how many hold a natural pair for the card that is turned up?"),
        PERCENT,
        _pairs,
        (("pair", N_("A natural pair")), ("wild", N_("One and a wild card"))),
        "pair",
    )
    yield from _of_deals()


def _of_deals() -> Iterator[Prediction]:
    """Those for which club players play whole deals."""

    def of(id: str, clause: str, ask: str, unit: str, sample: Any, bars: Any, wanted: str) -> Prediction:
        return Prediction(id, clause, ask, unit, sample, bars, wanted, seeds=200, slow=True)

    yield of(
        "freeze",
        "freeze.natural-pair",
        N_("Of a hundred turns of a side that has melded, in how many could it take the pile if that were frozen?"),
        PERCENT,
        _freeze,
        (("free", N_("Not frozen")), ("frozen", N_("Frozen"))),
        "frozen",
    )
    yield of(
        "turns",
        "turn.order",
        N_("How many turns does a deal of club players take, on average?"),
        MEAN,
        _turns,
        (("turns", N_("Turns")),),
        "turns",
    )
    yield of(
        "quiet",
        "meld.any-number",
        N_("Of a hundred turns of club players, in how many is nothing melded?"),
        PERCENT,
        _quiet,
        (("quiet", N_("Nothing melded")), ("laid", N_("Something melded"))),
        "quiet",
    )
    yield of(
        "ends",
        "stock.end",
        N_("Of a hundred deals of club players, how many end because the stock is gone?"),
        PERCENT,
        _ends,
        (("out", N_("Somebody goes out")), ("stock", N_("The stock is gone"))),
        "stock",
    )
    yield of(
        "left",
        "score.hand-minus",
        N_("When a deal ends, what do the cards left in a hand cost, on average?"),
        MEAN,
        _left,
        (("left", N_("Points left")),),
        "left",
    )
    yield of(
        "canastas",
        "canasta.natural",
        N_("Of a hundred canastas that club players make, how many are natural?"),
        PERCENT,
        _canastas,
        (("natural", N_("Natural")), ("mixed", N_("Mixed"))),
        "natural",
    )
    yield of(
        "openings",
        "take.initial",
        N_("Of a hundred first melds of club players, how many take the pile with them?"),
        PERCENT,
        _openings,
        (("pile", N_("With the pile")), ("hand", N_("From the hand"))),
        "pile",
    )
    yield of(
        "asked",
        "out.ask",
        N_("Of a hundred club players who are asked, how many say yes?"),
        PERCENT,
        _asked,
        (("yes", N_("Yes")), ("no", N_("No"))),
        "yes",
    )
    yield of(
        "concealed",
        "out.concealed",
        N_("Of a hundred deals of club players, in how many does somebody go out concealed?"),
        PERCENT,
        _concealed,
        (("concealed", N_("Concealed")), ("out", N_("Out, not concealed"))),
        "concealed",
    )
    yield of(
        "margin",
        "score.base",
        N_("What does a deal bring the better side, on average?"),
        MEAN,
        _margin,
        (("better", N_("The better side")), ("worse", N_("The other side"))),
        "better",
    )
    yield of(
        "seats",
        "seats.opposite",
        N_("How many turns does each player have in a deal for two, on average?"),
        MEAN,
        _seats,
        tuple((str(players), N_("{key} players")) for players in SHAPES),
        "2",
    )


PREDICTIONS: dict[str, Prediction] = {each.id: each for each in _made()}


def _kept(tally: Tally, prediction: Prediction) -> dict[str, Any]:
    """A tally as it is shipped, with that of the first seeds, which tell whether it still is what the code gives."""
    first = Tally()
    for seed in range(FIRST):
        first = first.and_one(prediction.sample(seed))
    return {**tally._asdict(), "first": first._asdict()}


def main() -> None:
    """Simulate what is shipped, and write it."""
    slow = [prediction for prediction in PREDICTIONS.values() if prediction.slow]
    tallies = dict.fromkeys((prediction.id for prediction in slow), Tally())
    # Seed by seed, so that each deal is played once for all of them.
    for seed in range(max(prediction.seeds for prediction in slow)):
        for prediction in slow:
            if seed < prediction.seeds:
                tallies[prediction.id] = tallies[prediction.id].and_one(prediction.sample(seed))
    for prediction in slow:
        print(prediction.id, [round(value, 1) for value in tallies[prediction.id].values(prediction)])
    found = {prediction.id: _kept(tallies[prediction.id], prediction) for prediction in slow}
    SHIPPED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
