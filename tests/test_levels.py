"""Levels prove themselves, and a faulty one is named with its file, its id and its fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from canasta_widgets.table import Table

from canasta import judge, play
from canasta.tutor.goals import Attempt
from canasta.tutor.hints import KEYS
from canasta.tutor.levels import Faulty, Level, LevelError, Question, load, read_unit, solution

FOLDER = Path(__file__).parents[1] / "lessons" / "levels"
UNITS = sorted(FOLDER.glob("*.toml"))
ITEMS = [item for path in UNITS for item in read_unit(path).good()]
LEVELS = [item for item in ITEMS if isinstance(item, Level)]
QUESTIONS = [item for item in ITEMS if isinstance(item, Question)]
NAMES = [level.id for level in LEVELS]

GOOD = """
title = "Trial"
[[level]]
id = "lay-sevens"
title = "Sevens"
clauses = ["meld.same-rank"]
say = "Lay your meld."
position = "777KQ54 AAA Q N.play"
goal = { all = ["melded:7"] }
wrong = [{ try = "meld 77", clause = "meld.same-rank" }]
[level.hints]
gate = "Look at the ranks."
point = "777"
words = "These belong together."
ask = "How many sevens are there?"
answer = "Three."
"""
SECOND = GOOD.replace('title = "Trial"\n', "").replace("lay-sevens", "another")


def written(tmp_path: Path, text: str) -> Path:
    """A unit's file with this text."""
    path = tmp_path / "09-trial.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_have_no_faults(path: Path) -> None:
    """Every unit that we ship is without a fault, with at least five items, and two wrong tries where one plays."""
    unit = load(path)
    assert len(unit.only("try").good()) >= 5
    assert all(len(level.wrong) >= 2 for level in unit.done())


def test_there_are_units() -> None:
    """The checks here look at something."""
    assert {path.stem for path in UNITS} >= set(REFUSING)
    assert len(LEVELS) >= 5 * len(REFUSING)


def test_ids_are_unique() -> None:
    """No two levels of any units share an id."""
    names = [item.id for item in ITEMS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_goal_is_open_and_reachable(level: Level) -> None:
    """A level's goal is not reached at the start, and the engine's own way reaches it within the stated actions."""
    refused = tuple(judge(level.position, wrong.action) for wrong in level.wrong)
    assert not level.goal.reached(Attempt(level.position))
    way = solution(level)
    assert way is not None
    assert 1 <= len(way) <= level.steps
    attempt = Attempt(level.position, refused=refused)
    for action in way:
        attempt = attempt.after(play(attempt.now, action))
    assert level.goal.reached(attempt)


@pytest.mark.parametrize("level", LEVELS, ids=NAMES)
def test_wrong_tries_are_refused_by_their_clause(level: Level) -> None:
    """Each wrong try is refused, led by the clause that is stated, and the others that object are listed."""
    for wrong in level.wrong:
        refusals = [finding.clause for finding in judge(level.position, wrong.action).refusals]
        assert refusals == [wrong.clause, *wrong.also]


@pytest.mark.parametrize("level", ITEMS, ids=[item.id for item in ITEMS])
def test_texts_and_hints_are_complete(level: Level | Question) -> None:
    """A task is short, and has four hints whose pointing has words."""
    assert len(level.say.split()) <= 40
    hints = level.hints
    assert all(getattr(hints, key) for key in KEYS if key != "point")
    for text in (level.say, hints.gate, hints.words, hints.ask, hints.answer):
        assert text[-1] in ".?!"
    assert hints.ask.endswith("?")


ON_A_TABLE = [item for item in ITEMS if isinstance(item, Level) or not item.bare]


@pytest.mark.parametrize("question", QUESTIONS, ids=[item.id for item in QUESTIONS])
def test_a_question_has_one_answer_of_the_engine(question: Question) -> None:
    """The engine's answer is marked right and says why; an answer of no shape is none."""
    marked = question.task.mark(question.position, question.task.answer(question.position))
    assert marked is not None
    assert marked.right
    assert marked.text
    assert question.task.mark(question.position, {"x": 1}) is None
    assert question.task.mark(question.position, "no such answer") is None


@pytest.mark.parametrize("level", ON_A_TABLE, ids=[item.id for item in ON_A_TABLE])
def test_pointing_finds_its_places(level: Level | Question) -> None:
    """Everything that the second rung points at lies on the table and can be marked there."""
    hints = level.hints
    assert list(hints.faults(level.position)) == []
    table = Table(level.position)
    places = [*table.choose(hints.cards()), *hints.places(level.position)]
    pointed = sum(place in ("pile", "stock") or ":" in place for place in hints.point)
    assert len(places) == len(hints.cards()) + pointed > 0
    shown = {card["id"] for card in table.zones["hand"]} | {"pile", "stock"}
    shown |= {meld["id"] for side in table.zones["sides"] for meld in side["melds"]}
    assert set(places) <= shown


# The clauses of a unit that can refuse; each is met by a wrong try of that unit, as its lead or beside it.
REFUSING = {
    "02-melds": {"meld.same-rank", "meld.threes", "meld.one-per-rank", "meld.own-side"},
    "09-frozen-pile": {"freeze.before-initial", "freeze.natural-pair", "freeze.until-taken", "take.cover"},
    "10-black-threes": {"meld.black-threes", "take.black-three-top"},
    "11-opening-with-the-pile": {"freeze.before-initial", "initial.top-card-only", "take.initial"},
    "12-going-out": {"out.canasta", "out.keep-one", "meld.black-threes"},
    "13-asking-your-partner": {"out.ask", "out.ask-binding", "out.ask-optional"},
}


@pytest.mark.parametrize("unit", REFUSING)
def test_clauses_of_the_unit_are_drilled(unit: str) -> None:
    """The clauses of a unit that can refuse are each met by one of its wrong tries, and taught by one of its levels."""
    levels = load(FOLDER / f"{unit}.toml").done()
    tried = {clause for level in levels for wrong in level.wrong for clause in (wrong.clause, *wrong.also)}
    taught = {clause for level in levels for clause in level.clauses}
    assert REFUSING[unit] <= tried & taught


FAULTS = [
    ("unknown key", 'title = "Sevens"', 'title = "Sevens"\ncolour = "red"', "unknown key 'colour'"),
    ("missing key", 'say = "Lay your meld."\n', "", "'say' is missing"),
    ("unreadable position", "777KQ54 AAA", "777KX54 AAA", "'X'"),
    ("impossible position", "777KQ54 AAA", "777KQ54 AA,222", "the position cannot exist"),
    ("all problems", "777KQ54 AAA", "777KQ54 AA,222", "(meld.same-rank)"),
    ("goal at the start", 'all = ["melded:7"]', 'all = ["meld_size:A=3"]', "reached at the start already"),
    ("goal out of reach", 'all = ["melded:7"]', 'all = ["melded:9"]', "cannot be reached within 1 action"),
    ("unknown condition", "melded:7", "meldet:7", "did you mean 'melded'"),
    ("condition without a word", "melded:7", "melded", "needs a word"),
    ("condition with a bad word", "melded:7", "melded:x", "is not what melded needs, which is a rank, such as K or 7"),
    ("empty goal", '{ all = ["melded:7"] }', "{ }", "a goal is a table"),
    ("unknown clause", 'clauses = ["meld.same-rank"]', 'clauses = ["meld.same-ranks"]', "near are meld.same-rank"),
    ("legal wrong", "meld 77", "meld 777", "meld 777 is legal"),
    ("unreadable wrong", "meld 77", "mild 77", "'mild'"),
    ("wrong led by another", 'clause = "meld.same-rank"', 'clause = "meld.threes"', "refused first by meld.same-rank"),
    (
        "wrong also",
        '"meld.same-rank" }',
        '"meld.same-rank", also = ["meld.threes"] }',
        "nothing else objects; leave out also",
    ),
    ("wrong without a clause", ', clause = "meld.same-rank"', "", "must have try and clause"),
    (
        "wrong also missing",
        '"meld 77", clause = "meld.same-rank"',
        '"meld A@E:7", clause = "meld.own-side"',
        'also = ["meld.same-rank"]',
    ),
    ("wrong also no list", '"meld.same-rank" }', '"meld.same-rank", also = 5 }', "wrong: it must be a list"),
    ("unknown clause of a wrong", 'clause = "meld.same-rank"', 'clause = "meld.same-bank"', "wrong: "),
    ("bad slug", "lay-sevens", "Lay Sevens!", "is no slug"),
    ("missing rung", 'ask = "How many sevens are there?"\n', "", "'ask' is missing"),
    ("unknown rung", 'ask = "How', 'tell = "x"\nask = "How', "unknown key 'tell'"),
    ("card named early", "Look at the ranks.", "Look at the sevens.", "rung 1 names a card (sevens)"),
    ("card named in pointing", "These belong", "These kings belong", "rung 2 names a card"),
    ("pointing at nothing", 'point = "777"', 'point = "999"', "the hand holds no 9"),
    ("pointing at no meld", 'point = "777"', 'point = "meld:K"', "no meld 'meld:K'"),
    ("pointing at a word", 'point = "777"', 'point = "heap"', "no place; write cards of the hand"),
    ("unknown profile", "AAA Q N.play", "AAA Q N.play clasic", "no flag and no profile"),
    ("pointing nowhere", 'point = "777"', 'point = "nowhere:K"', "is no place"),
    ("too many steps", 'say = "Lay', 'steps = 99\nsay = "Lay', "a number from 1 to 4"),
    ("steps no number", 'say = "Lay', 'steps = true\nsay = "Lay', "a number from 1 to 4"),
    ("clauses no list", '["meld.same-rank"]', '"meld.same-rank"', "it must be a list of clause ids"),
    ("empty text", 'say = "Lay your meld."', 'say = " "', "must be a text"),
    ("wrong type", 'say = "Lay your meld."', "say = 7", "must be a text"),
]


@pytest.mark.parametrize(("old", "new", "says"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_fault_is_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    """Each kind of fault names file, level and fault; the other level of the unit still works."""
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new) + SECOND)
    unit = read_unit(path)
    assert [type(level) for level in unit.levels] == [Faulty, Level]
    fault = next(fault for fault in unit.faults if says in fault)
    assert fault.startswith("09-trial.toml, level '")
    with pytest.raises(LevelError) as error:
        load(path)
    assert fault in str(error.value)
    assert not re.search(r"Traceback|Error\b|<class|object at|NoneType", str(error.value))


def test_all_faults_of_a_level_are_told_at_once(tmp_path: Path) -> None:
    """A level with three things wrong says all three, and an impossible position all its problems."""
    text = GOOD.replace("777KQ54", "777KX54").replace('say = "Lay your meld."\n', "").replace("melded", "meldet")
    assert len(read_unit(written(tmp_path, text)).faults) == 3
    faults = read_unit(written(tmp_path, GOOD.replace("AAA Q", "AAAAAAAAA/999999999 Q"))).faults
    assert [fault.count("(pack.cards)") for fault in faults] == [1, 1]


def test_good_unit_has_no_faults(tmp_path: Path) -> None:
    """The unit that the faults above are made from is right, so that each fault is the only one."""
    assert read_unit(written(tmp_path, GOOD + SECOND)).faults == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("this is no toml", "cannot be read"),
        ('title = "x"', "there is no [[level]]"),
        (GOOD + GOOD.replace('title = "Trial"\n', ""), "another level has this id"),
        ("extra = 1\n" + GOOD, "unknown key 'extra'"),
        ("level = [3]", "it is no table"),
        ("", "there is no [[level]]"),
        (GOOD.replace('id = "lay-sevens"\n', ""), "level 'number 1': 'id' is missing"),
    ],
    ids=["no toml", "no levels", "same id", "unknown unit key", "level that is no table", "empty", "no id"],
)
def test_fault_of_the_file_is_named(tmp_path: Path, text: str, says: str) -> None:
    """A file that is broken as a whole says so and raises nothing when read for the app."""
    unit = read_unit(written(tmp_path, text))
    assert any(says in fault and fault.startswith("09-trial.toml") for fault in unit.faults)


def test_missing_file_is_a_fault(tmp_path: Path) -> None:
    """A unit whose file is not there, or is no text, is a fault like any other."""
    assert "cannot be read" in read_unit(tmp_path / "none.toml").faults[0]
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert read_unit(path).faults == ("bytes.toml: the file cannot be read: it is no text in UTF-8; save it as that",)


def test_a_mark_before_the_text_is_no_fault(tmp_path: Path) -> None:
    """Some editors begin a file with a byte order mark; it is read all the same."""
    path = tmp_path / "09-trial.toml"
    path.write_text(GOOD, "utf-8-sig")
    assert read_unit(path).faults == ()


def test_a_fault_is_told_once(tmp_path: Path) -> None:
    """Two cards that cannot be pointed at make one fault, not two alike."""
    faults = read_unit(written(tmp_path, GOOD.replace('point = "777"', 'point = "99"'))).faults
    assert len(faults) == 1


def test_unseen_draws_are_no_way(tmp_path: Path) -> None:
    """A goal that only a lucky draw could reach counts as out of reach."""
    text = GOOD.replace("777KQ54 AAA Q N.play", "77KQ54 AAA Q ?9").replace("melded:7", "drawn")
    text = text.replace('point = "777"', 'point = "stock"').replace("meld 77", "discard 44")
    text = text.replace('"meld.same-rank" }]', '"turn.draw-first", also = ["discard.one"] }]')
    assert any("cannot be reached" in fault for fault in read_unit(written(tmp_path, text)).faults)
    assert not any(
        "cannot be reached" in fault for fault in read_unit(written(tmp_path, text.replace("?9", "9?8"))).faults
    )
