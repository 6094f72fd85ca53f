"""What is guessed is simulated: every number comes from deals, and what is shipped is what the code gives."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import islice

import pytest
from full import FULL

from canasta import BOOK
from canasta.tutor.predictions import (
    FIRST,
    MEAN,
    PERCENT,
    PREDICTIONS,
    SHIPPED,
    Prediction,
    Tally,
    shipped,
    shipped_first,
    simulated,
)

ALL = list(PREDICTIONS.values())
each = pytest.mark.parametrize("prediction", ALL, ids=list(PREDICTIONS))
SLOW = [prediction for prediction in ALL if prediction.slow]


@each
def test_a_prediction_is_complete(prediction: Prediction) -> None:
    """Each asks one question with no number typed in it, about one of its bars, under a clause that is there."""
    assert prediction.question.endswith("?")
    assert not re.search(r"\d", prediction.ask)
    assert prediction.wanted in [key for key, _label in prediction.bars]
    assert prediction.clause in BOOK.ids()
    assert prediction.unit in (PERCENT, MEAN)
    assert len(set(prediction.labels())) == len(prediction.bars)


@each
def test_seeds_give_the_same_and_not_all_alike(prediction: Prediction) -> None:
    """A seed brings the same each time, the bars get what the samples have, and a percentage is one."""
    few = 3 if prediction.slow else 40
    first, again = (list(islice(simulated(prediction), few)) for _time in range(2))
    assert first == again
    assert first[-1].seeds == few
    values = first[-1].values(prediction)
    assert set(first[-1].counts) == {key for key, _label in prediction.bars}
    if prediction.unit == PERCENT:
        assert all(0 <= value <= 100 for value in values)
    else:
        assert max(values) > 0


@pytest.mark.parametrize("prediction", SLOW, ids=[prediction.id for prediction in SLOW])
def test_what_is_shipped_is_what_the_code_gives(prediction: Prediction) -> None:
    """The shipped results have all seeds; the first are simulated again and are the same, with the long proofs all are.

    If this fails the players have changed: `make predictions` simulates anew.
    """
    found = shipped(prediction)
    assert found is not None
    assert found.seeds == prediction.seeds
    assert found.n > 0
    *_before, first = islice(simulated(prediction), FIRST)
    assert first == shipped_first(prediction)
    if FULL:
        *_before, last = simulated(prediction)
        assert (last.n, dict(last.counts)) == (found.n, dict(found.counts))


def test_only_what_is_slow_is_shipped() -> None:
    """The file holds the slow ones and nothing else."""
    assert set(json.loads(SHIPPED.read_text("utf-8"))) == {prediction.id for prediction in SLOW}
    assert all(shipped(prediction) is None for prediction in ALL if not prediction.slow)


def test_a_simulation_goes_on_where_it_stopped() -> None:
    """From a tally of the first seeds the rest gives what all seeds give."""
    prediction = PREDICTIONS["wilds"]
    whole = list(islice(simulated(prediction), 30))
    rest = list(islice(simulated(prediction, whole[9]), 20))
    assert rest[-1] == whole[-1]
    assert Tally().values(prediction) == [0.0] * len(prediction.bars)


def test_minimums_fall_off() -> None:
    """The higher the minimum, the fewer hands can open; and a freeze never makes the pile easier to take."""
    *_before, last = islice(simulated(PREDICTIONS["opening"]), 120)
    values = last.values(PREDICTIONS["opening"])
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]
    free, frozen = shipped(PREDICTIONS["freeze"]).values(PREDICTIONS["freeze"])  # type: ignore[union-attr]
    assert free > frozen


def test_nothing_is_drawn_before_it_is_wanted() -> None:
    """A prediction that has not been guessed does not import matplotlib."""
    code = "import sys; from canasta_widgets.predicting import Predict; Predict('opening')\n"
    code += "print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
