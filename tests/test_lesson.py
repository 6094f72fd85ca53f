"""The lesson: levels, stars, hints, and a plain sentence where a level is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets import knowing
from canasta_widgets.datafile import DataFile
from canasta_widgets.lesson import Lesson
from test_levels import GOOD, SECOND, UNITS
from test_progress import ENTRY

from canasta.tutor.hints import RUNGS
from canasta.tutor.levels import Level, Question, worked
from canasta.tutor.progress import Entry, Progress, read_entries

UNIT = "02-melds"


def solve(lesson: Lesson) -> None:
    """Play the level on the table by the engine's own way, its asked-for refusals first; or answer the question."""
    level = lesson.level
    if isinstance(level, Question):
        lesson.answer(level.task.answer(level.position))
        return
    assert isinstance(level, Level)
    for action in worked(level):
        lesson.table.commit(str(action))


def see(lesson: Lesson) -> int:
    """Let everything play that goes by itself, as the page asks for it; gives how often it asked."""
    asked = 0
    while lesson.guide.view["waits"]:
        lesson._heard(None, {"kind": "go", "n": lesson.guide.view["n"]}, None)
        asked += 1
    return asked


@pytest.mark.parametrize("part", ["try", "exit"])
@pytest.mark.parametrize("unit", [path.stem for path in UNITS])
def test_whole_lesson_earns_all_stars(unit: str, part: str) -> None:
    """Played right at the first try, every level gives three stars, and the last one says that all is done."""
    lesson = Lesson(unit, part=part)
    assert lesson.unit.levels
    for number in range(len(lesson.unit.levels)):
        lesson.go_to(number)
        assert lesson.guide.view["outcome"] == {}
        solve(lesson)
        assert lesson.guide.view["outcome"]["state"] == "done"
    assert set(lesson.stars.values()) == {3}
    assert len(lesson.stars) == len(lesson.unit.levels)
    assert "the unit is yours" in lesson.guide.view["outcome"]["text"]
    assert not lesson.guide.view["can"]["next"]


def test_the_end_of_a_level_says_its_law() -> None:
    """Where a level is done, the law that it teaches most is said, with the numbers of the profile in force."""
    lesson = Lesson("12-going-out")
    for number, said in ((0, "Going out needs no discard"), (1, "has 1 canasta"), (7, "has 2 canastas")):
        lesson.go_to(number)
        solve(lesson)
        assert said in lesson.guide.view["outcome"]["text"]


def test_a_refusal_costs_a_star_and_stars_never_fall() -> None:
    """One refused try leaves two stars; a worse try later takes none away, a better one adds."""
    lesson = Lesson(UNIT)
    lesson.table.commit("meld 77")
    assert lesson.table.verdict["lead"]["clause"] == "meld.same-rank"
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 2
    lesson.retry()
    for _ in range(3):
        lesson.table.commit("meld 77")
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 2
    lesson.retry()
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 3


def test_asked_for_refusal_costs_nothing() -> None:
    """Where the task is to try what is refused, that refusal is no miss, and it alone does not reach the goal."""
    lesson = Lesson(UNIT)
    lesson.go_to(1)
    lesson.table.commit("meld 6s5s4s")
    assert not lesson.done
    lesson.table.commit("meld 999")
    assert lesson.stars["a-run-is-no-meld"] == 3


def test_hints_climb_four_rungs() -> None:
    """The gate, then pointing with words, then a question with its answer, then the engine's own way is shown."""
    lesson = Lesson(UNIT)
    level = lesson.level
    assert isinstance(level, Level)
    seen, offers = [], [lesson.guide.view["offer"]]
    for rung in range(1, 6):
        lesson.hint()
        offers.append(lesson.guide.view["offer"])
        assert lesson.rung == min(rung, 4)
        seen.append(lesson.guide.view["hint"])
    assert offers[:5] == ["Hint", "Hint 2 of 4", "Hint 3 of 4", "Show me", "Show me again"]
    assert seen[:2] == [level.hints.gate, level.hints.words]
    assert level.hints.answer in seen[2]
    assert "Meld 7 7 7" in seen[3]
    assert seen[4] == seen[3]
    assert not lesson.guide.view["can"]["hint"]
    see(lesson)
    assert lesson.table.marks == {"places": ["hand-3", "hand-4", "hand-5"], "words": level.hints.words}
    solve(lesson)
    assert lesson.stars[level.id] == 1
    assert not lesson.guide.view["can"]["hint"]


def to_the_last_rung(lesson: Lesson) -> None:
    """Ask for hints until the table begins to show the way."""
    for _ in range(RUNGS):
        lesson.hint()


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_the_table_shows_the_way(path: Path) -> None:
    """On the last rung the table plays what is to be done, tells each play, goes back to the start, and counts none."""
    for part in ("try", "exit"):
        lesson = Lesson(path.stem, part=part)
        for number, level in enumerate(lesson.unit.levels):
            if not isinstance(level, Level):
                continue
            lesson.go_to(number)
            to_the_last_rung(lesson)
            spoken = []
            while len(lesson.film) > 1:
                lesson._heard(None, {"kind": "go", "n": lesson.guide.view["n"]}, None)
                spoken.append(lesson.table.verdict["told"])
                assert lesson.table.commit("draw") is None
                assert lesson.guide.view["outcome"] == {}
            assert len(spoken) == len(worked(level))
            assert all(spoken)
            assert "Watch it" in lesson.guide.view["hint"]
            assert see(lesson) == 1
            assert lesson.table.position == level.position
            assert lesson.table.steps == []
            assert "yourself" in lesson.guide.view["hint"]
            assert not lesson.done
            solve(lesson)
            assert lesson.stars[level.id] == 1


def test_the_way_may_be_seen_again_and_left() -> None:
    """Whoever asks sees it once more, from the start whatever was played since; to begin again ends it."""
    lesson = Lesson("12-going-out")
    to_the_last_rung(lesson)
    assert lesson.guide.view["offer"] == "Show me again"
    first = see(lesson)
    lesson.table.commit("discard 8")
    see(lesson)
    assert lesson.came is not None
    lesson.hint()
    assert lesson.came is None
    assert lesson.table.steps == []
    assert see(lesson) == first > 1
    lesson.hint()
    lesson.go_on()
    lesson.retry()
    assert lesson.guide.view["waits"] == 0
    assert lesson.table.steps == []
    assert lesson.table.commit("meld QQQ") is not None


def test_a_try_that_is_to_be_refused_is_shown_too() -> None:
    """Where the task is to hear a refusal, that is part of the way, and it is said that it is refused."""
    lesson = Lesson(UNIT)
    lesson.go_to(1)
    to_the_last_rung(lesson)
    assert lesson.guide.view["hint"].count("(refused)") == 1
    lesson.go_on()
    assert not lesson.table.verdict["legal"]
    assert lesson.table.verdict["told"].startswith("Refused")
    see(lesson)
    lesson.table.commit("meld 999")
    assert not lesson.done


def test_of_a_question_the_answer_is_said() -> None:
    """A question's last rung says the answer, once."""
    lesson = Lesson("09-frozen-pile", part="exit")
    assert isinstance(lesson.level, Question)
    to_the_last_rung(lesson)
    assert lesson.guide.view["waits"] == 0
    assert lesson.guide.view["offer"] == "Hint 4 of 4"
    assert not lesson.guide.view["can"]["hint"]


def test_pointing_reaches_melds_on_the_table() -> None:
    """A hint may point at a meld as well as at cards of the hand."""
    lesson = Lesson(UNIT)
    lesson.go_to(3)
    lesson.hint()
    lesson.hint()
    assert lesson.table.marks["places"] == ["hand-1", "hand-2", "meld-0-11"]


def test_legal_play_that_misses_the_goal() -> None:
    """A legal play that is not the task leaves it open and costs nothing; after a discard one begins again."""
    lesson = Lesson(UNIT)
    lesson.table.commit("discard 4")
    assert lesson.guide.view["outcome"]["state"] == "open"
    assert "turn is over" in lesson.guide.view["outcome"]["text"]
    lesson.retry()
    assert lesson.guide.view["outcome"] == {}
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 3


def test_a_play_that_misses_the_goal_can_be_undone(tmp_path: Path) -> None:
    """Within the turn a play that is not the task can be taken back, unless the profile never takes back."""
    texts = []
    for profile in ("classic", "spruce"):
        text = GOOD.replace("777KQ54 AAA Q N.play", f"777KK2Q54 AAA Q . N.play {profile}")
        (tmp_path / "09-trial.toml").write_text(text, "utf-8")
        lesson = Lesson("09-trial", folder=tmp_path)
        lesson.table.commit("meld KK2")
        texts.append(lesson.guide.view["outcome"]["text"])
        lesson.table.undo()
        assert bool(lesson.table.steps) == (profile == "spruce")
    assert [text.rpartition(" ")[2] for text in texts] == ["undo.", "again."]


def test_asking_is_offered_where_it_is_taught() -> None:
    """The question to the partner is a button in a level about asking, and in no other."""
    lesson = Lesson("12-going-out")
    offered = []
    for number in range(len(lesson.unit.levels)):
        lesson.go_to(number)
        if lesson.table.zones["question"]:
            offered.append(lesson.level.id if lesson.level else "")
    assert offered == ["too-late-to-ask"]


def test_remarks_are_offered_where_they_are_taught() -> None:
    """What can be said or asked is a list in a level about it, right or wrong, and in no other."""
    lesson = Lesson("13-asking-your-partner")
    offered = {}
    for number, level in enumerate(lesson.unit.levels):
        lesson.go_to(number)
        if lesson.table.zones["remarks"]:
            offered[level.id] = {each["text"] for each in lesson.table.zones["remarks"]}
    assert set(offered) == {"ask-for-a-number", "ask-say-the-last-card"}
    assert {"say hand E", "say hand-cards E", "say minimum", "say score E", "say advice"} <= offered["ask-for-a-number"]
    assert {"say last-card", "say sixth 7", "say sixth K"} <= offered["ask-say-the-last-card"]


def test_a_remark_reaches_the_goal() -> None:
    """Something said is answered as any try: a refusal counts, what is allowed is told, and the right one ends it."""
    lesson = Lesson("13-asking-your-partner")
    lesson.go_to([level.id for level in lesson.unit.levels].index("ask-for-a-number"))
    lesson.table.commit("say stock")
    assert lesson.guide.view["outcome"]["text"].startswith("That may be said.")
    assert lesson.guide.view["can"]["retry"]
    lesson.table.commit("say hand-cards E")
    assert lesson.table.verdict["lead"]["clause"] == "info.on-turn"
    lesson.table.commit("say sixth 4")
    assert not lesson.done
    lesson.table.commit("say hand E")
    assert lesson.done
    assert lesson.table.verdict["told"] == "East holds 3 cards."
    assert lesson.stars == {"ask-for-a-number": 2}
    lesson.retry()
    lesson.table.commit("say hand-cards E")
    assert not lesson.done


def test_what_is_said_has_its_time() -> None:
    """After the draw the hand has two cards, and what was true before is refused; taken back, it may be said."""
    lesson = Lesson("13-asking-your-partner")
    lesson.go_to([level.id for level in lesson.unit.levels].index("ask-say-the-last-card"))
    lesson.table.commit("draw")
    lesson.table.commit("say last-card")
    assert lesson.table.verdict["lead"]["clause"] == "info.last-card"
    lesson.table.undo()
    lesson.table.commit("say last-card")
    assert not lesson.done
    lesson.table.commit("draw")
    assert lesson.done


def test_messages_drive_the_lesson() -> None:
    """Hint, retry, next and a level's number come as messages."""
    lesson = Lesson(UNIT)
    lesson._heard(None, {"kind": "hint"}, None)
    assert lesson.rung == 1
    lesson._heard(None, {"kind": "retry"}, None)
    assert lesson.rung == 0
    lesson._heard(None, {"kind": "next"}, None)
    lesson._heard(None, {"kind": "level", "number": 4}, None)
    assert lesson.at == 4


@pytest.mark.parametrize(
    "message", [None, [], {}, {"kind": "level"}, {"kind": "level", "number": "4"}, {"kind": "quit"}]
)
def test_malformed_messages_are_dropped(message: Any) -> None:
    """Whatever else comes changes nothing."""
    lesson = Lesson(UNIT)
    lesson._heard(None, message, None)
    assert lesson.at == 0


@pytest.mark.parametrize("number", [-5, 10**9])
def test_levels_that_are_not_there(number: int) -> None:
    """A level's number beyond the ends stays at the end."""
    lesson = Lesson(UNIT)
    lesson._heard(None, {"kind": "level", "number": number}, None)
    assert lesson.at in (0, len(lesson.unit.levels) - 1)


def test_faulty_level_is_a_plain_sentence(tmp_path: Path) -> None:
    """A broken level is said to be so in its place, and the other levels work."""
    (tmp_path / "09-trial.toml").write_text(GOOD.replace("777KQ54", "777KX54") + SECOND, "utf-8")
    lesson = Lesson("09-trial", folder=tmp_path)
    assert lesson.guide.view["faulty"]
    assert "cannot be shown" in lesson.guide.view["task"]
    assert "'X'" in lesson.guide.view["task"]
    assert lesson.table.layout.display == "none"
    lesson.hint()
    lesson.go_to(1)
    assert not lesson.guide.view["faulty"]
    assert lesson.table.layout.display is None
    solve(lesson)
    assert lesson.stars == {"another": 3}


def test_a_level_is_proved_when_it_comes_up(tmp_path: Path) -> None:
    """A goal out of reach is said in the level's place once one goes there, and stays said; the first level works."""
    (tmp_path / "09-trial.toml").write_text(GOOD + SECOND.replace("melded:7", "melded:9"), "utf-8")
    lesson = Lesson("09-trial", folder=tmp_path)
    solve(lesson)
    assert lesson.stars == {"lay-sevens": 3}
    lesson.go_to(1)
    assert "cannot be reached" in lesson.guide.view["task"]
    lesson.go_to(0)
    assert [entry["title"] for entry in lesson.guide.view["levels"]] == ["Sevens", "Cannot be shown"]
    assert [entry["heading"] for entry in lesson.guide.view["levels"]] == ["Sevens.", ""]


def test_missing_unit_is_a_plain_sentence(tmp_path: Path) -> None:
    """A unit that is not there says so and shows no table."""
    lesson = Lesson("nowhere", folder=tmp_path)
    assert "There are no levels here" in lesson.guide.view["task"]
    for kind in ("hint", "retry", "next"):
        lesson._heard(None, {"kind": kind}, None)
    assert lesson.table.layout.display == "none"


# -- progress ---------------------------------------------------------------------------------------------------------


def trial(tmp_path: Path, text: str = GOOD + SECOND, own: DataFile | None = None) -> Lesson:
    """A lesson of two levels."""
    (tmp_path / "09-trial.toml").write_text(text, "utf-8")
    return Lesson("09-trial", folder=tmp_path, own=own)


def made(lesson: Lesson) -> list[Entry]:
    """What the lesson asks the browser to keep."""
    entries, faults = read_entries([each["entry"] for each in lesson.guide.made])
    assert faults == []
    return entries


def tell(lesson: Lesson, *entries: Entry, label: str = "", arrival: bool = True) -> list[Any]:
    """The browser says what it keeps; what it is told to keep besides."""
    sent: list[Any] = []
    lesson.guide.send = lambda content, buffers=None: sent.append(content)
    values = [entry.as_json() for entry in entries]
    lesson._heard(None, {"kind": "known", "label": label, "entries": values, "arrival": arrival}, None)
    return read_entries([value for message in sent for value in message["entries"]])[0]


def test_what_is_done_and_what_is_given_up_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An item that ends makes one entry with all that it took, and so does one that is left after a try."""
    clock = iter(range(0, 10_000, 60))
    monkeypatch.setattr(knowing, "monotonic", lambda: float(next(clock)))
    lesson = trial(tmp_path)
    lesson.go_to(1)
    lesson.go_to(0)
    assert lesson.guide.made == []
    lesson.table.commit("meld 77")
    lesson.hint()
    lesson.hint()
    lesson.retry()
    lesson.table.commit("meld KQ5")
    solve(lesson)
    lesson.retry()
    lesson.go_to(1)
    lesson.table.commit("discard 4")
    lesson.go_to(0)
    version = lesson.unit.good()[0].version
    common = {"unit": "09-trial", "item": "lay-sevens", "version": version, "part": "try", "seconds": 60}
    first, second, third = made(lesson)
    assert first == Entry(**common, findings=("meld.same-rank",), wrong=1, hint=2, stars=0, at=first.at)
    assert second == Entry(**common, findings=("meld.same-rank",), wrong=1, hint=0, stars=2, at=second.at)
    assert (third.item, third.wrong, third.stars) == ("another", 0, 0)
    assert [each["n"] for each in lesson.guide.made] == [1, 2, 3]
    assert lesson.stars == {"lay-sevens": 2}


def test_a_refusal_that_was_asked_for_is_no_finding() -> None:
    """Only wrong tries are recorded as such."""
    lesson = Lesson(UNIT)
    lesson.go_to(1)
    lesson.table.commit("meld 6s5s4s")
    lesson.table.commit("meld 999")
    (entry,) = made(lesson)
    assert (entry.findings, entry.wrong, entry.stars) == ((), 0, 3)


def test_answers_are_recorded(tmp_path: Path) -> None:
    """A question's wrong answers count as tries, each with its clause, and the right one ends it."""
    text = """
    [[level]]
    id = "may-one"
    kind = "judge"
    title = "May one?"
    clauses = ["meld.same-rank"]
    say = "Is that legal?"
    position = "777KQ54 AAA Q N.play"
    try = "meld 77"
    among = ["meld.threes"]
    [level.hints]
    gate = "Look at the ranks."
    point = "777"
    words = "These belong together."
    ask = "How many sevens are there?"
    answer = "Three."
    """
    lesson = trial(tmp_path, text)
    for answer in ("legal", "nonsense", "meld.threes", "meld.same-rank"):
        lesson.answer(answer)
    (entry,) = made(lesson)
    assert (entry.item, entry.wrong, entry.stars, entry.findings) == ("may-one", 2, 1, ("meld.same-rank",) * 2)


def test_what_the_browser_kept_waits_no_longer(tmp_path: Path) -> None:
    """An entry is told until the browser says that it keeps it, and no message takes away what is still to come."""
    lesson = trial(tmp_path)
    for _ in range(3):
        solve(lesson)
        lesson.retry()
    assert [each["n"] for each in lesson.guide.made] == [1, 2, 3]
    for bad in (None, -1, True, "2", 1.5):
        lesson._heard(None, {"kind": "kept", "n": bad}, None)
    lesson._heard(None, {"kind": "kept", "n": 2}, None)
    assert [each["n"] for each in lesson.guide.made] == [3]
    lesson._heard(None, {"kind": "kept", "n": 9}, None)
    assert lesson.guide.made == []
    assert lesson.stars == {"lay-sevens": 3}


def test_a_fresh_kernel_is_told_what_is_kept(tmp_path: Path) -> None:
    """After a reload or a restart the browser tells what it keeps, and the stars are there at once, for who it is."""
    lesson = trial(tmp_path)
    solve(lesson)
    kept = made(lesson)
    again = trial(tmp_path)
    assert [each["stars"] for each in again.guide.view["levels"]] == [0, 0]
    tell(again, *kept)
    assert [each["stars"] for each in again.guide.view["levels"]] == [3, 0]
    assert again.stars == {"lay-sevens": 3}
    again.go_to(0)
    again.table.commit("meld 77")
    solve(again)
    assert again.stars == {"lay-sevens": 3}
    tell(again, label="Anna")
    assert again.stars == {"lay-sevens": 2}  # what no browser has kept yet is not lost
    again._heard(None, {"kind": "kept", "n": 1}, None)
    tell(again, label="Anna")
    assert again.stars == {}
    assert "Done, with 2 stars of 3" in again.guide.view["outcome"]["text"]


def test_it_opens_where_stars_are_missing(tmp_path: Path) -> None:
    """The first level without stars is on the table once it is known what was done, at the first when all is done."""
    lesson = trial(tmp_path)
    assert lesson.at == 0
    solve(lesson)
    lesson.go_to(1)
    solve(lesson)
    one, two = made(lesson)
    for entries, at in (((), 0), ((one,), 1), ((two,), 0), ((one, two), 0)):
        again = trial(tmp_path)
        tell(again, *entries)
        assert again.at == at
        assert [each["current"] for each in again.guide.view["levels"]].index(True) == at
        assert again.level is not None
        assert again.guide.view["id"] == again.level.id
        assert again.guide.view["outcome"] == {}
        assert again.table.news == {}


def test_it_opens_by_the_file_too(tmp_path: Path) -> None:
    """In a Jupyter of the learner's own the file tells at once, and a level with a fault is passed over."""
    own = DataFile(tmp_path / "own")
    solve(trial(tmp_path, own=own))
    assert trial(tmp_path, own=own).at == 1
    faulty = SECOND.replace("another", "faulty").replace("777KQ54", "777KX54")
    assert trial(tmp_path, GOOD + faulty + SECOND, own=own).at == 2


BEGUN = {
    "chose another level": lambda lesson: lesson._heard(None, {"kind": "level", "number": 0}, None),
    "asked for a hint": lambda lesson: lesson.hint(),
    "tried": lambda lesson: lesson.table.commit("meld 77"),
    "chose a card": lambda lesson: lesson._touched(None, {"kind": "select", "cards": ["hand-0"]}, None),
    "asked what can be done": lambda lesson: lesson._touched(None, {"kind": "plays"}, None),
}


@pytest.mark.parametrize("began", BEGUN)
def test_nothing_jumps_once_it_has_begun(tmp_path: Path, began: str) -> None:
    """After the learner has done anything no progress that comes puts another level on the table."""
    lesson = trial(tmp_path)
    solve(lesson)
    again = trial(tmp_path)
    BEGUN[began](again)
    tell(again, *made(lesson))
    assert again.at == 0
    assert again.stars == {"lay-sevens": 3}


def test_a_page_that_waits_does_not_jump(tmp_path: Path) -> None:
    """What is done in another tab moves nothing here, and neither does what the table asks by itself."""
    lesson = trial(tmp_path)
    solve(lesson)
    again = trial(tmp_path)
    again._touched(None, {"kind": "select", "cards": [], "target": "", "laid": []}, None)
    tell(again)
    tell(again, *made(lesson), arrival=False)
    assert again.at == 0
    tell(again, *made(lesson))
    assert again.at == 1


def test_levels_may_change_between(tmp_path: Path) -> None:
    """A changed level keeps its stars and says that it has changed; one that is put in takes nobody's stars."""
    lesson = trial(tmp_path)
    solve(lesson)
    kept = made(lesson)
    inserted = SECOND.replace("another", "quite-new") + GOOD.replace('title = "Trial"', "").replace("Q54", "Q55")
    again = trial(tmp_path, inserted + SECOND)
    tell(again, *kept)
    assert [each["stars"] for each in again.guide.view["levels"]] == [0, 3, 0]
    labels = [each["label"] for each in again.guide.view["levels"]]
    assert [label.endswith("(it has changed since)") for label in labels] == [False, True, False]
    again.go_to(1)
    solve(again)
    assert "changed" not in again.guide.view["levels"][1]["label"]


def test_entries_of_others_are_nothing_here(tmp_path: Path) -> None:
    """What belongs to another unit, or is no entry, is passed over; what is no such message changes nothing."""
    lesson = trial(tmp_path)
    tell(lesson, Entry(**{**vars(ENTRY), "unit": "10-other"}))
    assert lesson.stars == {}
    good = ENTRY.as_json()
    message = {"kind": "known", "label": "", "entries": [3, {**good, "stars": 9}, good], "arrival": True}
    lesson._heard(None, message, None)
    assert lesson.stars == {"lay-sevens": 2}
    for bad in ({"label": "x" * 99}, {"entries": {}}, {"arrival": 1}, {"entries": [3] * 20_001}):
        lesson._heard(None, {**message, **bad, "entries": bad.get("entries", [])}, None)
    assert lesson.stars == {"lay-sevens": 2}


def test_the_clock_starts_when_the_learner_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson that was made ready an hour ahead does not count that hour."""
    now = 0.0
    monkeypatch.setattr(knowing, "monotonic", lambda: now)
    lesson = trial(tmp_path)
    now = 3600.0
    tell(lesson)
    now = 3620.0
    lesson.table.commit("meld 77")
    tell(lesson)  # another view of it
    solve(lesson)
    assert [entry.seconds for entry in made(lesson)] == [20]


def test_the_learners_own_file(tmp_path: Path) -> None:
    """It is read at the start, added to, and brought together with what the browser keeps, for each label its own."""
    own = DataFile(tmp_path / "data")
    own.add("", [ENTRY])
    lesson = trial(tmp_path, own=DataFile(tmp_path / "data"))
    assert lesson.stars == {"lay-sevens": 2}
    lesson.go_to(0)
    solve(lesson)
    assert lesson.stars == {"lay-sevens": 3}
    assert set(own.read().entries) == {ENTRY, *made(lesson)}
    elsewhere = Entry(**{**vars(ENTRY), "item": "another", "stars": 1})
    again = trial(tmp_path, own=own)
    assert set(tell(again, elsewhere)) == {ENTRY, *made(lesson)}
    assert again.stars == {"lay-sevens": 3, "another": 1}
    assert elsewhere in own.read().entries
    assert tell(again, elsewhere, label="Anna") == []
    assert own.read("Anna") == Progress((elsewhere,), "Anna")
    solve(again)
    assert len(own.read("Anna").entries) == 2
    assert tell(again, arrival=False) == []  # what was just forgotten does not come back


def test_a_broken_file_is_said_and_the_lesson_goes_on(tmp_path: Path) -> None:
    """The learner reads that his file was put aside, and plays."""
    own = DataFile(tmp_path / "data")
    own.add("", [ENTRY])
    (tmp_path / "data" / "progress.json").write_text("{")
    lesson = trial(tmp_path, own=own)
    assert "was put aside as" in lesson.guide.view["notice"]
    solve(lesson)
    assert lesson.stars == {"lay-sevens": 3}
    assert "was put aside as" in lesson.guide.view["notice"]
    assert (tmp_path / "data" / "progress.broken.json").read_text() == "{"
    assert own.read().entries == tuple(made(lesson))


def test_all_hands_count_when_the_deal_is_over() -> None:
    """A question on a deal that is over lays all hands open, for its score needs them; before that none lies open."""
    lesson = Lesson("16-scoring")
    seen: dict[str, set[bool]] = {}
    for number, level in enumerate(lesson.unit.levels):
        assert isinstance(level, Level | Question)
        lesson.go_to(number)
        lie_open = {"cards" in other for other in lesson.table.zones["others"]}
        seen[level.position.phase] = seen.get(level.position.phase, set()) | lie_open
    assert seen == {"play": {False}, "over": {True}}
