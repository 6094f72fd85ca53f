"""A unit on its page: every part from one data file, made when it is wanted; and two turns against the computer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets import units
from canasta_widgets.later import Later
from canasta_widgets.predicting import Predict
from canasta_widgets.shown import Column
from canasta_widgets.turning import Turns
from canasta_widgets.unit import EXIT, WARM_UP, Unit
from canasta_widgets.watching import Watch
from test_levels import GOOD, UNITS

from canasta.tutor import levels
from canasta.tutor.bots import club

NAMES = [path.stem for path in UNITS]
MADE = {"watch": Watch, "predict": Predict, "play": Turns, "exit": Column}


@pytest.mark.parametrize("name", NAMES)
def test_every_unit_has_all_its_parts(name: str) -> None:
    """Each unit is watched, tried, guessed, played and left; a part is made once it is wanted."""
    unit = Unit(name)
    assert unit.lesson().unit.good()
    assert unit.lesson().guide.words["part"] == "Try"
    assert unit.rules().clauses
    for part, kind in MADE.items():
        later = getattr(unit, part)()
        assert isinstance(later, Later)
        assert later.made is None
        later._heard(later.opener, {"kind": "open"}, None)
        assert isinstance(later.made, kind)
        assert later.children[-1] is later.made
        assert later.opener.view["open"]
        made = later.made
        later._heard(later.opener, {"kind": "open"}, None)
        assert later.made is made


def test_the_card_at_the_end() -> None:
    """It has the unit's own two tasks, and where cards can be dealt for it two more, without hints."""
    later = Unit("09-frozen-pile").exit()
    assert later is not None
    card, fresh = later.reveal().children
    assert [item.part for item in card.unit.good()] == ["exit", "exit"]
    dealt = fresh.reveal()
    assert (dealt.session.count, dealt.session.plan.hints) == (EXIT, False)
    assert dealt.unit.name == "09-frozen-pile"


def test_what_is_warmed_up_was_learned_before() -> None:
    """The warm-up has three tasks of earlier units; before the first drill there is none."""
    later = Unit("09-frozen-pile").warm_up()
    assert later is not None
    session = later.reveal().session
    assert session.count == WARM_UP
    units = {session.generators[name].unit for name in session.plan.drills}
    assert units
    assert max(units) < "09-frozen-pile"
    assert Unit("00-a-turn").warm_up() is None


def test_a_part_that_is_not_there_shows_nothing(tmp_path: Path) -> None:
    """Of a unit with levels alone the other parts show nothing, and nothing is raised."""
    (tmp_path / "09-trial.toml").write_text(GOOD, "utf-8")
    unit = Unit("09-trial", folder=tmp_path)
    assert [getattr(unit, part)() for part in MADE] == [None] * 4
    assert unit.lesson().unit.good()


def test_a_page_reads_its_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All parts of a page are made from one reading of the unit's file, and none of them proves more than it shows."""
    read, proved = [], []
    monkeypatch.setattr(units, "read_unit", lambda path, **how: read.append(path) or levels.read_unit(path, **how))
    prove = levels.prove
    monkeypatch.setattr(levels, "prove", lambda item: proved.append(item.id) or prove(item))
    unit = Unit("09-frozen-pile")
    lesson = unit.lesson()
    unit.rules()
    for part in MADE:
        getattr(unit, part)().reveal()
    assert [path.stem for path in read] == ["09-frozen-pile"]
    assert proved == [unit.unit.only(part).levels[0].id for part in ("try", "exit")]
    lesson.go_to(1)
    lesson.retry()
    assert proved[2:] == [lesson.unit.levels[1].id]


def test_a_part_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    """A prediction that is none is said plainly below its button, and a deal that is over in the game's own place."""
    text = 'predict = "weather"\n[play]\nposition = "KK24 444 42K . N.over"\n'
    (tmp_path / "09-trial.toml").write_text(text + GOOD.replace('title = "Trial"\n', ""), "utf-8")
    unit = Unit("09-trial", folder=tmp_path)
    assert unit.lesson().unit.good()
    guess, play = unit.predict(), unit.play()
    assert isinstance(guess, Later)
    assert isinstance(play, Later)
    guess._heard(guess.opener, {"kind": "open"}, None)
    assert guess.made is None
    assert guess.opener.view["problem"].startswith("It cannot be shown: 'weather' is no prediction")
    assert not guess.opener.view["open"]
    turns = play.reveal()
    assert isinstance(turns, Turns)
    assert "The deal is over here" in turns.desk.view["setup"]["problem"]


def test_junk_opens_nothing() -> None:
    """Only the one message opens a part."""
    later = Unit(NAMES[0]).watch()
    assert isinstance(later, Later)
    for message in (None, 1, {}, {"kind": "close"}, {"kind": ["open"]}):
        later._heard(later.opener, message, None)
    assert later.made is None


def test_matplotlib_waits_for_a_guess() -> None:
    """A unit's page with all its parts opened has not imported matplotlib, if nothing before it had."""
    if "matplotlib" in sys.modules:
        pytest.skip("another test has drawn already")
    for part in MADE:
        getattr(Unit("06-initial-meld"), part)().reveal()
    assert "matplotlib" not in sys.modules


def hear(turns: Turns, **message: Any) -> None:
    """What the browser would send to the desk."""
    turns._heard(turns.desk, message, None)


def test_two_turns_are_played_and_said() -> None:
    """After two turns of one's own that is said; one may go on, or begin again with the same cards."""
    turns = Turns("KQJ95/?11/?11/?11 444/QQQ 5 . N.draw")
    assert turns.sitting is not None
    first = turns.sitting.starts[0]
    for _each in range(200):
        view = turns.desk.view
        if turns._played() >= turns.turns and not view["waits"]:
            break
        if view["waits"]:
            hear(turns, kind="go", n=view["n"])
        else:
            assert turns.table.commit(str(club(turns.table.view).action))
    assert "2 turns" in turns.desk.view["said"]
    assert turns.desk.view["can"]["again"]
    assert not turns.desk.view["can"]["new"]
    assert turns.desk.kept == {}
    hear(turns, kind="again")
    assert turns.sitting.steps == []
    assert turns.sitting.starts[0].hands[0] == first.hands[0]


def test_two_turns_have_no_log() -> None:
    """The log of a deal from a position has the cards of all hands, so that of a lesson's turns is not to be had."""
    turns = Turns("KQJ95 444/QQQ 5 . N.draw")
    assert turns.desk.view["can"]["log"] is False
    sent: list[Any] = []
    turns.desk.send = lambda content, buffers=None: sent.append(content)
    before = turns.sitting
    hear(turns, kind="log")
    hear(turns, kind="load", text="position: KK 444 5\ndraw\n")
    assert sent == []
    assert turns.sitting is before


def test_asking_is_offered_where_it_is_taught() -> None:
    """Who plays two turns of a lesson that does not speak of asking the partner is not offered it."""
    for name, offered in (("00-a-turn", False), ("13-asking-your-partner", True)):
        turns = Unit(name).play().reveal()
        while turns.desk.view["waits"]:
            hear(turns, kind="go", n=turns.desk.view["n"])
        assert bool(turns.table.zones["question"]) is offered


def test_a_page_cannot_make_another_game_of_it() -> None:
    """Leaving, beginning another game, or one that was kept are none of what this takes."""
    turns = Turns("KQJ95 444/QQQ 5 . N.draw")
    before = turns.sitting
    for kind in ("new", "arrived", "resume", "begin"):
        hear(turns, kind=kind, form={}, search="?seed=3", setup={}, deals=[], log="")
    assert turns.sitting is before
