"""A whole deal, all hands from one seat, is played by keys alone by somebody who sees nothing.

The player here is a program that knows the page as a screen reader does: what the live region says, the parts of the
table in words, and the names of the cards and of what has the focus. It knows nothing of the rules; what may be done it
reads. Only when all is over is the deal looked at as Python played it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from canasta_widgets import told
from conftest import Server, Watched, serving
from listener import PATIENCE, WILD, Listener, ask_why, counted, open_too_low
from playwright.sync_api import expect

from canasta import Log, deal, deal_totals, replay, score_deal
from canasta.words import seat_name

SEED = 10  # a deal in which hands are melded, piles taken, and somebody goes out
CELL = """import ipywidgets
from canasta import deal, record
from canasta_widgets.table import Table

table = Table(deal({seed}))
table.look(None)
log = ipywidgets.Textarea(description="Log")
def write(*_):
    log.value = str(record(table.steps)) if table.steps else ""
table.on_step = table.on_undo = write
ipywidgets.VBox([table, log])"""
MOST_TURNS = 150


def notebook(seed: int) -> str:
    """A page on which a deal is played."""
    cells = [
        {"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# A deal from one seat"},
        {
            "cell_type": "code",
            "id": "deal",
            "metadata": {},
            "source": CELL.format(seed=seed),
            "outputs": [],
            "execution_count": None,
        },
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def hot_seat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of that page."""
    folder = tmp_path_factory.mktemp("seat")
    for name in ("index", "deal"):
        (folder / f"{name}.ipynb").write_text(notebook(SEED), "utf-8")
    with serving(Path(folder) / "log.txt", "--pool", "0", "--lessons", str(folder)) as server:
        yield server


def ways(lines: list[str], verb: str) -> list[str]:
    """The ways to do something that are read out, but those that need a wild card."""
    found = [
        line.partition(": ")[2].rstrip(".").split("; ") for line in lines if line.startswith(f"You may {verb} in ")
    ]
    return [way for each in found for way in each if way != "and more" and not any(wild in way for wild in WILD)]


def play(listener: Listener) -> dict[str, int]:
    """Play the deal to its end by what is heard; how often each thing was done."""
    done = dict.fromkeys(("meld", "take", "refused", "undo", "opening", "turns"), 0)
    owner = whose(listener)
    for _ in range(MOST_TURNS):
        done["turns"] += 1
        lines = listener.can()
        if not any(line.startswith("You may") for line in lines):
            return done
        if ways(lines, "lay red threes"):
            listener.choose(["red three"])
            listener.do("Enter", "You lay 1 red three")
            continue
        if taking := [way for way in ways(lines, "take the pile") if way.startswith("with ")]:
            listener.choose(counted(taking[0]))
            listener.do("t", "You take the pile of")
            done["take"] += 1
        else:
            assert "You may draw from the stock." in lines
            said = listener.do("s", ("You draw", "The stock is gone"))
            if not done["undo"]:
                assert listener.press("u") == "Taken back: Draw from the stock. Your turn: draw, or take the pile."
                listener.heard.pop()
                done["undo"] += 1
                said = listener.do("s", "You draw")
            if "the deal is over" in said:
                return done
        lines = listener.can()
        if not done["opening"]:
            done["opening"] += open_too_low(listener)
        if melds := [way for way in ways(lines, "meld") if "onto" not in way]:
            listener.choose(counted(melds[0]))
            said = listener.do("m", "You meld ")
            done["meld"] += 1
            if "the deal is over" in said:
                return done
            lines = listener.can()
        if not done["refused"]:
            done["refused"] += ask_why(listener)
        thrown = next(line for line in lines if line.startswith("You may discard in"))
        cards = thrown.partition(": ")[2].rstrip(".").split("; ")
        card = next((card for card in reversed(cards) if card not in WILD), cards[-1])
        listener.choose([card])
        said = listener.do("d", (f"{owner} discards the {card}.", f"You discard the {card}."))
        if "the deal is over" in said:
            return done
        assert said.startswith(owner)
        opened = re.search(r"Now (\w+)'s hand is open\. Your turn: draw, or take the pile\.$", said)
        assert opened is not None, said
        assert opened[1] != owner
        owner = opened[1]
    pytest.fail("the deal does not end")


def whose(listener: Listener) -> str:
    """Whose hand is open, as the table in words says."""
    return (
        next(
            line
            for lines in listener.read("w", "What is on the table").values()
            for line in lines
            if line.startswith("You are ")
        )
        .removeprefix("You are ")
        .partition(",")[0]
        .rstrip(".")
    )


@pytest.fixture
def at_table(hot_seat: Server, watched: Callable[..., Watched]) -> Callable[..., Watched]:
    """Opens the page."""

    def open(**options: object) -> Watched:
        seen = watched(**options)
        seen.page.goto(f"{hot_seat.url}voila/render/deal.ipynb")
        cards = seen.page.get_by_role("group", name="Your hand").get_by_role("button")
        expect(cards.first).to_be_visible(timeout=PATIENCE)
        return seen

    return open


def test_a_whole_deal_is_played_by_keys_and_ears(at_table: Callable[..., Watched]) -> None:
    """From the first draw to the end all is found and done without eyes or mouse, and told as Python played it."""
    seen = at_table()
    listener = Listener(seen.page)
    listener.to_the_hand()
    done = play(listener)
    assert min(done["meld"], done["take"], done["refused"], done["undo"], done["opening"]) >= 1, done
    assert "the deal is over" in listener.heard[-1]
    assert listener.can() == []
    assert next(iter(listener.read("c", "What can I do"))) == "The deal is over. Nothing more is played."

    log = seen.page.get_by_label("Log").input_value()
    run = replay(Log.parse(log))
    assert run.refused is None
    assert run.steps[0].before == deal(SEED)
    assert run.position.phase == "over"
    scored = deal_totals(score_deal(run.position), run.position.profile.sides)
    assert f"score: {':'.join(map(str, scored))}" in log
    # What was heard of each step is what it changed, for the seat whose hand lay open after it.
    for step, said in zip(run.steps, listener.heard, strict=True):
        moved = step.after.seat != step.before.seat
        assert said == told.changed(step, step.after.seat, opened=moved)
        if moved:
            assert f"Now {seat_name(step.after.profile.seat_names[step.after.seat])}'s hand is open." in said
    words = listener.read("w", "What is on the table")
    assert words == {each["title"]: each["lines"] for each in told.on_the_table(run.position, run.position.seat)}
    past = listener.read("l", "What happened")
    assert next(iter(past.values())) == told.happened(run.steps, run.position.seat)[0]["lines"]
    assert seen.errors == []
