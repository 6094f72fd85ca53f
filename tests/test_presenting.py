"""Whoever stands before a class: what he asks, what he sees of the answers and when, and what his browser may send."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets import presenting
from canasta_widgets.presenting import Presenter
from canasta_widgets.serve.room import ADDRESS, DATABASE
from canasta_widgets.serve.store import Store
from canasta_widgets.stepper import Stepper
from disks import held
from pseudo import Pseudo, spoken
from test_words_shown import english, foreign_texts, state

from canasta.tutor.offers import USUAL
from canasta.tutor.questions import LEGAL

DEAL = "position: KK24Q 444/555 42K\ntake KK\ndiscard 4\n"
Message = dict[str, Any]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Where the class answers."""
    made = Store(f"sqlite:///{tmp_path}/class.sqlite")
    yield made
    made.close()


@pytest.fixture
def shown(store: Store) -> Presenter:
    """A presenter's page."""
    return Presenter(DEAL, store=store)


def hear(shown: Presenter, kind: str, **more: Any) -> Message:
    """What the browser would send, over the wire; gives what is shown then."""
    content = {"kind": kind, **more}
    shown.panel._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    view: Message = shown.panel.view
    return view


def asked(shown: Presenter, play: str = "take K2") -> int:
    """Ask about a play; gives the number of the question."""
    hear(shown, "prepare", play=play)
    hear(shown, "ask")
    assert shown.asked is not None
    return shown.asked.id


def counts(view: Message) -> dict[str, int]:
    """The tally as it is shown."""
    return {option["value"]: option["count"] for option in view["options"]}


def test_it_is_large(shown: Presenter) -> None:
    """The table is that of a projector, which holds its answers back, and steps through the deal."""
    assert shown.table.projector == "on"
    assert len(shown.stepper.walk.stops) == 3
    shown.stepper.step()
    assert shown.stepper.at == 1
    assert shown.panel.view["phase"] == "form"


def test_a_question_is_made(shown: Presenter, store: Store) -> None:
    """From typed words and what lies there: first the rules to choose from, then it is asked, as the player sees it."""
    view = hear(shown, "prepare", play="take K2")
    assert (view["phase"], view["about"]) == ("ready", "North: Take the pile with K 2")
    assert sum(offer["on"] for offer in view["offers"]) == USUAL
    assert store.asked() is None
    view = hear(shown, "ask")
    found = store.asked()
    assert found is not None
    assert view["phase"] == "asked"
    assert list(found.choices) == [option["value"] for option in view["options"]]
    assert found.choices[0] == LEGAL
    assert (found.action, found.line) == ("take K2", str(shown.stepper.position.seen_by(0)))


def test_the_teacher_chooses_the_rules(shown: Presenter, store: Store) -> None:
    """What is ticked stands beside the answer; the answer is always among the choices, whatever is ticked."""
    view = hear(shown, "prepare", play="take K2")
    wanted = [offer["clause"] for offer in view["offers"]][-2:]
    view = hear(shown, "offer", clauses=[*wanted, "no.clause", "stock.end"])
    assert [offer["clause"] for offer in view["offers"] if offer["on"]] == wanted
    hear(shown, "ask")
    found = store.asked()
    assert found is not None
    assert shown.poll is not None
    assert {*found.choices} == {LEGAL, shown.poll.right, *wanted}
    hear(shown, "another")
    hear(shown, "prepare", play="draw")
    hear(shown, "offer", clauses=[])
    hear(shown, "ask")
    assert store.asked()._replace(id=0).choices == (LEGAL,)  # type: ignore[union-attr]


def test_the_last_try_is_asked_about(shown: Presenter) -> None:
    """What was tried on the table, refused or legal, is offered with what lay there before; elsewhere no more."""
    assert hear(shown, "last")["phase"] == "form"
    shown.table.commit("take K2")
    assert shown.panel.view["last"] == "North: Take the pile with K 2"
    before = shown.table.position
    shown.table.commit("draw")
    assert shown.panel.view["last"] == "North: Draw from the stock"
    assert hear(shown, "last")["phase"] == "ready"
    assert shown.poll is not None
    assert shown.poll.position == before.seen_by(0)
    hear(shown, "another")
    shown.stepper.step()
    assert shown.panel.view["last"] == ""


def test_what_is_held_back_is_asked_about(shown: Presenter, store: Store) -> None:
    """Before a class a try waits to be revealed; it is offered at once, and is not played by that."""
    assert shown.table.zones["holds"]
    before = shown.table.position
    for text, last in (("take K2", "North: Take the pile with K 2"), ("nonsense", "North: Take the pile with K 2")):
        shown.table._handle_msg({"content": {"data": {"method": "custom", "content": {"kind": "held", "text": text}}}})
        assert shown.panel.view["last"] == last
    assert shown.table.position == before
    hear(shown, "last")
    hear(shown, "ask")
    found = store.asked()
    assert found is not None
    assert found.action == "take K2"
    assert not Stepper(DEAL).table.zones["holds"]


@pytest.mark.parametrize(
    ("line", "play", "word"),
    [
        ("", "melt 44", "melt"),
        ("", "", "write one such as"),
        ("", "NE: draw", "Nobody sits"),
        ("KKKKKKKKK 444 42K", "draw", "cannot exist"),
        ("- KKKKKKK/444 - - N.over", "draw", "over"),
    ],
)
def test_what_cannot_be_asked(shown: Presenter, line: str, play: str, word: str) -> None:
    """A plain sentence says why, and nothing is prepared."""
    if line:
        shown.table.reset(line)
    view = hear(shown, "prepare", play=play)
    assert word in view["problem"]
    assert view["phase"] == "form"


def test_after_the_reveal_another_page_asks(shown: Presenter, store: Store) -> None:
    """A page that shows an answer goes on with what another page asks, and does not end it; or with nothing."""
    first = asked(shown)
    other = Presenter(DEAL, store=store)
    hear(other, "reveal")
    view = hear(shown, "tally")
    assert (view["phase"], view["looks"]) == ("shown", True)
    store.end(first)
    second = store.ask("KK24 444 42K", "draw", ["legal"]).id
    hear(shown, "another")
    found = store.asked()
    assert found is not None
    assert found.id == second
    view = hear(other, "tally")
    assert (view["phase"], view["problem"], view["about"]) == ("asked", "", "North: Draw from the stock")
    hear(other, "reveal")
    store.end(second)
    assert hear(other, "tally")["phase"] == "form"


def test_while_it_is_asked_nothing_else_stands_there(shown: Presenter) -> None:
    """From the question to its end the page is marked for it, also one that is loaded again."""
    assert "is-asking" not in shown._dom_classes
    asked(shown)
    assert "is-asking" in shown._dom_classes
    assert "is-asking" in Presenter(DEAL, store=shown.store)._dom_classes
    hear(shown, "reveal")
    assert "is-asking" in shown._dom_classes
    hear(shown, "another")
    assert "is-asking" not in shown._dom_classes


def test_a_play_as_the_page_shows_it(shown: Presenter) -> None:
    """Words that stand on the page can be typed again; what was wrong before goes with what lay there."""
    assert "melt" in hear(shown, "prepare", play="melt 44")["problem"]
    shown.stepper.go_to(1)
    assert shown.panel.view["problem"] == ""
    view = hear(shown, "prepare", play="North: Draw from the stock")
    assert (view["phase"], view["problem"]) == ("ready", "")
    assert view["about"] == hear(shown, "prepare", play="North: draw")["about"]


def test_the_tally_is_for_later(shown: Presenter, store: Store) -> None:
    """While it is open only how many have answered is told; the tally when it is wanted; the answer at the reveal."""
    poll = asked(shown)
    assert shown.poll is not None
    right = shown.poll.right
    for name, choice in (("a", LEGAL), ("b", right), ("c", right)):
        store.vote(poll, name, choice)
    view = hear(shown, "tally")
    assert view["answered"] == "3 have answered"
    assert not any("count" in option or option["right"] for option in view["options"])
    assert view["why"] == {}
    view = hear(shown, "open", open=True)
    assert counts(view) == {**dict.fromkeys(shown.poll.choices, 0), LEGAL: 1, right: 2}
    assert not any(option["right"] for option in view["options"])
    store.vote(poll, "a", right)
    assert counts(hear(shown, "tally"))[right] == 3
    assert not any("count" in option for option in hear(shown, "open", open=False)["options"])
    view = hear(shown, "reveal")
    assert view["phase"] == "shown"
    assert counts(view)[right] == 3 == sum(counts(view).values())
    assert [option["value"] for option in view["options"] if option["right"]] == [right]
    assert [option["share"] for option in view["options"] if option["right"]] == [100]
    assert view["why"]["clause"] == right
    found = store.asked()
    assert found is not None
    assert found.revealed


def test_another_and_none(shown: Presenter, store: Store) -> None:
    """After the reveal another question begins where the first did; what was asked is over for the learners."""
    poll = asked(shown)
    hear(shown, "reveal")
    assert hear(shown, "another")["phase"] == "form"
    assert store.asked() is None
    assert asked(shown) != poll
    assert hear(shown, "forget")["phase"] == "form"
    assert store.asked() is None
    assert store.tally(poll) == {}


def test_the_page_is_loaded_again(shown: Presenter, store: Store) -> None:
    """What is asked is gone on with, with the answers that came meanwhile, on the table it is about."""
    shown.stepper.step()
    poll = asked(shown, "discard K")
    store.vote(poll, "a", LEGAL)
    again = Presenter(DEAL, store=store)
    assert again.panel.view["phase"] == "asked"
    assert again.panel.view["answered"] == "1 has answered"
    assert again.panel.view["about"] == "North: Discard K"
    assert again.poll is not None
    assert again.table.position == again.poll.position
    hear(again, "reveal")
    assert hear(shown, "tally")["answered"] == "1 has answered"


def test_the_database_fails(shown: Presenter, store: Store, tmp_path: Path) -> None:
    """A plain sentence says what is wrong; nothing is said to be asked that was not, and it can be tried again."""
    hear(shown, "prepare", play="take K2")
    path = tmp_path / "class.sqlite"
    store.close()
    for each in tmp_path.glob("class.sqlite*"):
        each.unlink()
    path.mkdir()
    view = hear(shown, "ask")
    assert str(path) in view["problem"]
    assert view["phase"] == "ready"
    path.rmdir()
    view = hear(shown, "ask")
    assert (view["problem"], view["phase"]) == ("", "asked")


def test_the_database_fails_during_a_poll(shown: Presenter, store: Store, tmp_path: Path) -> None:
    """What was counted stays, nothing is revealed that was not, and when the database is back so is all of it."""
    poll = asked(shown)
    store.vote(poll, "a", LEGAL)
    assert hear(shown, "tally")["answered"] == "1 has answered"
    store.close()
    (tmp_path / "class.sqlite").rename(tmp_path / "kept")
    (tmp_path / "class.sqlite").mkdir()
    for kind in ("tally", "reveal", "another", "forget"):
        view = hear(shown, kind)
        assert "cannot be used now" in view["problem"]
        assert (view["phase"], view["answered"], view["looks"]) == ("asked", "1 has answered", True)
    (tmp_path / "class.sqlite").rmdir()
    (tmp_path / "kept").rename(tmp_path / "class.sqlite")
    store.vote(poll, "b", LEGAL)
    view = hear(shown, "tally")
    assert (view["problem"], view["answered"]) == ("", "2 have answered")
    assert hear(shown, "reveal")["phase"] == "shown"


def test_an_act_that_failed_is_told_until_the_next(shown: Presenter, store: Store, tmp_path: Path) -> None:
    """While another program holds the database it can be read; that nothing was revealed is said all the same."""
    asked(shown)
    hasty = Store(store.full_address, patience=0.1)
    shown.store = hasty
    with held(tmp_path / "class.sqlite"):
        assert "another program holds it" in hear(shown, "reveal")["problem"]
        assert "another program holds it" in hear(shown, "tally")["problem"]
    assert hear(shown, "tally")["phase"] == "asked"
    view = hear(shown, "reveal")
    assert (view["problem"], view["phase"]) == ("", "shown")
    hasty.close()


def test_the_page_is_opened_while_the_database_fails(shown: Presenter, store: Store, tmp_path: Path) -> None:
    """It goes on looking, and finds what is asked when the database is back."""
    asked(shown)
    store.close()
    (tmp_path / "class.sqlite").rename(tmp_path / "kept")
    (tmp_path / "class.sqlite").mkdir()
    again = Presenter(DEAL, store=store)
    view = again.panel.view
    assert "cannot be used now" in view["problem"]
    assert (view["phase"], view["looks"]) == ("form", True)
    assert hear(again, "tally") == view
    (tmp_path / "class.sqlite").rmdir()
    (tmp_path / "kept").rename(tmp_path / "class.sqlite")
    view = hear(again, "tally")
    assert (view["problem"], view["phase"], view["about"]) == ("", "asked", "North: Take the pile with K 2")
    found = store.asked()
    assert found is not None
    store.end(found.id)
    assert not Presenter(DEAL, store=store).panel.view["looks"]


@pytest.mark.parametrize("way", ["the file is taken away", "another page asks", "another page ends it"])
def test_what_is_not_asked_any_more(shown: Presenter, store: Store, tmp_path: Path, way: str) -> None:
    """The page says so, and has the question ready to be asked again with the same choices, also when loaded again."""
    poll = asked(shown)
    again = Presenter(DEAL, store=store)
    assert again.poll is not None
    choices = again.poll.choices
    if way == "the file is taken away":
        for each in tmp_path.glob("class.sqlite*"):
            each.unlink()
    elif way == "another page asks":
        store.ask("KK24 444 42K", "draw", ["legal"])
    else:
        store.end(poll)
    for page in (again, shown):
        view = hear(page, "tally")
        assert "not asked any more" in view["problem"]
        assert (view["phase"], view["looks"]) == ("ready", False)
    assert hear(again, "ask")["phase"] == "asked"
    found = store.asked()
    assert found is not None
    assert found.choices == choices


def test_where_there_is_no_class(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A learner's kernel knows no database, so nobody asks a class from there; the page says how to start one."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv(DATABASE, raising=False)
    monkeypatch.setenv("VOILA_KERNEL_ID", "7")
    served = Presenter(DEAL)
    assert served.panel.view["phase"] == "none"
    for kind in ("ask", "reveal", "another", "forget", "tally", "last"):
        assert hear(served, kind)["phase"] == "none"
    assert "canasta-tutor class" in served.panel.words["start"]
    assert list(tmp_path.iterdir()) == []


def test_where_the_class_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The server of a class tells the page's kernel where answers are kept and what learners open."""
    monkeypatch.setenv("VOILA_KERNEL_ID", "7")
    monkeypatch.setenv(DATABASE, f"sqlite:///{tmp_path}/x.sqlite")
    monkeypatch.setenv(ADDRESS, "http://192.0.2.7:8866/school/")
    served = Presenter(DEAL)
    assert served.panel.view["place"] == {"address": "http://192.0.2.7:8866/school/class/", "path": "/school/class/"}
    assert asked(served)
    own = presenting.own_store()
    assert own is not None
    assert own.asked() == served.asked


def test_in_ones_own_jupyter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There it is the file that a class on this machine takes."""
    for name in ("VOILA_KERNEL_ID", DATABASE, ADDRESS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path))
    assert asked(Presenter(DEAL))
    found = Store("").asked()
    assert found is not None
    assert found.action == "take K2"


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "prepare"},
        {"kind": "prepare", "play": 7},
        {"kind": "offer", "clauses": "take.pair"},
        {"kind": "offer", "clauses": [7]},
        {"kind": "open", "open": 1},
        {"kind": "open"},
        {"kind": "reveal", "poll": 1},
        {"kind": "nonsense"},
        {},
    ],
)
def test_what_does_not_fit_is_dropped(shown: Presenter, message: Message) -> None:
    """A message without its parts, or out of its time, changes nothing."""
    before = json.dumps(shown.panel.view)
    shown.panel._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})
    assert json.dumps(shown.panel.view) == before


def test_all_of_it_is_translated(store: Store) -> None:
    """In every phase all that is told is in the language of the lessons."""
    with spoken(Pseudo()):
        shown = Presenter(DEAL, store=store)
        told = 0
        for kind, more in (
            ("prepare", {"play": "nonsense"}),
            ("prepare", {"play": "take K2"}),
            ("ask", {}),
            ("open", {"open": True}),
            ("reveal", {}),
            ("another", {}),
        ):
            hear(shown, kind, **more)
            view = {
                **shown.panel.view,
                "phase": "",
                "options": [{**option, "value": ""} for option in shown.panel.view["options"]],
            }
            assert english(view, shown.panel.words) - {("start", shown.panel.words["start"])} == set(), kind
            told += foreign_texts(view)
        assert told > 10
        assert foreign_texts(state(shown.panel)) > 10
