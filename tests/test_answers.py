"""What the panel is told: plain data with every word of a verdict, and the parts that are looked for when asked."""

from __future__ import annotations

import json
from typing import Any

import pytest
from canasta_widgets import answers
from canasta_widgets.table import Table
from hypothesis import given
from strategies import actions, positions

from canasta import Action, Counterfactual, NotationError, Position, compare, judge, play
from canasta.why import LENGTHS

FROZEN = "K24 444 42K"
DISPUTED = "6*45 KKK/QQQ b6"
OPEN = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"


class Heard(Table):
    """A table whose messages to the browser are kept."""

    def __init__(self, position: str, **options: Any) -> None:
        self.said: list[dict[str, Any]] = []
        super().__init__(position, **options)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Keep what would go to the browser."""
        self.said.append(content)

    def hear(self, **message: Any) -> list[dict[str, Any]]:
        """What the table answers to a message of the browser."""
        before = len(self.said)
        self._heard(self, message, None)
        return self.said[before:]


def verdict(line: str, words: str) -> dict[str, Any]:
    """A verdict as the panel is told it."""
    position, action = Position.parse(line), Action.parse(words)
    return answers.verdict(position, judge(position, action))


def test_refusal_begins_with_what_objects_first() -> None:
    """The sentence and the lead are the first objection's; its source and provenance are in words."""
    told = verdict(FROZEN, "take K2")
    assert told["sentence"] == "The pile is frozen; you show 1 natural card to match the king."
    assert told["lead"]["clause"] == "freeze.natural-pair"
    assert told["lead"]["source"] == "the classic text, section “Unfreezing the pile”, paragraph 1"
    assert told["lead"]["provenance"] == "stated"
    assert {each["clause"] for each in told["findings"] if not each["holds"]} == {
        "freeze.natural-pair",
        "freeze.until-taken",
    }


def test_legal_play_says_why_and_what_followed() -> None:
    """A legal play has its reasons, the law of the first of them, and events that each name their clause."""
    table = Table("KK24 444 42K")
    table.commit("take KK")
    told = table.verdict
    assert told["sentence"].startswith("The pile is frozen; you show 2 natural cards to match the king.")
    assert told["lead"]["clause"] == "freeze.natural-pair"
    assert told["events"] == [{"text": "The pile is taken: 3 cards.", "clause": "take.whole"}]
    assert told["near"] == []


@given(positions(), actions())
def test_every_verdict_can_be_told(position: Position, action: Action) -> None:
    """Whatever is tried, the panel gets a sentence and a lead, every finding once, all in plain JSON."""
    said = judge(position, action)
    told = answers.verdict(position, said)
    assert told["sentence"]
    assert told["lead"] in told["findings"]
    assert [each["clause"] for each in told["findings"]] == [each.clause for each in said.findings]
    assert told["lead"]["holds"] == said.legal == told["legal"]
    assert json.loads(json.dumps(told)) == told


# -- what cannot be read ---------------------------------------------------------------------------------------------

UNREAD = [
    ("mild KKK", "mild"),
    ("E: mild KKK", "mild"),
    ("meld KKX", "X"),
    ("meld  KK  7d7dd", "d"),
    ("meld K2K:X", "X"),
    ("discard 4 X", "X"),
    ("discard Kd d", "d"),
    ("meld KzK", "z"),
    ("meld *s*", "*s"),
    ("meld +KKX", "X"),
    ("meld 🂮 KX", "🂮"),
    ("meld K@X:K", "X"),
    ("meld", "meld"),
    ("move Q:2", "move Q:2"),
    ("answer maybe", "maybe"),
    ("answer", ""),
    ("say weather", "weather"),
    ("say hand E E2", "E2"),
    ("say sixth 3", "3"),
    ("pass now", "now"),
    ("draw ?11", "?"),
    ("", ""),
    ("\x00\ud800", "\x00\ud800"),
]


def units(text: str) -> bytes:
    """Text as the browser counts it, two bytes a unit."""
    return text.encode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize(("typed", "part"), UNREAD, ids=[ascii(case[0]) for case in UNREAD])
def test_faulty_part_of_a_typed_line(typed: str, part: str) -> None:
    """What cannot be read is named, and its place in the line is given as a browser counts."""
    with pytest.raises(NotationError) as raised:
        Action.parse(typed)
    told = answers.unread(typed, raised.value)
    start, end = told["span"]
    assert units(typed)[2 * start : 2 * end] == units(part)
    assert told["sentence"]
    assert not told["legal"]


def test_second_of_two_equal_letters() -> None:
    """The letter that stands in the wrong place is the one that is meant, not one like it before."""
    with pytest.raises(NotationError) as raised:
        Action.parse("meld KdKdd")
    assert answers.unread("meld KdKdd", raised.value)["span"] == [9, 10]


# -- what is looked for when it is asked -------------------------------------------------------------------------------


def test_other_tables_and_the_rule_that_decides() -> None:
    """Each named table says yes or no and by which clauses; what alone makes the difference is named."""
    table = Heard(DISPUTED)
    assert table.hear(kind="others") == []
    table.commit("take 6*")
    assert "rows" not in table.verdict
    (told,) = table.hear(kind="others")
    assert told["n"] == table.verdict["n"]
    assert not told["agree"]
    assert [(row["table"], row["legal"], row["own"]) for row in told["rows"]] == [
        ("classic", False, True),
        ("spruce", False, False),
        ("pagat", True, False),
    ]
    assert told["rows"][0]["clauses"] == ["freeze.natural-pair", "freeze.until-taken"]
    (rule,) = told["rules"]
    assert rule["name"] == "black_three_freezes"
    assert [value["value"] for value in rule["values"]] == ["yes", "yes", "no"]
    assert rule["meaning"].endswith(".")


def test_a_table_where_it_cannot_lie_so_says_why() -> None:
    """Where the position cannot exist there is no verdict, but what is wrong with it."""
    told = answers.elsewhere(Position.parse("245 99222 Q N.play"), Action.parse("discard 4"))
    row = next(row for row in told["rows"] if row["table"] == "spruce")
    assert row["legal"] is None
    assert "99222" in row["says"]
    assert told["agree"]


def test_other_tables_learn_nothing_hidden() -> None:
    """What the tables say is the same whatever the others hold, and the same as the engine's comparison."""
    one = Position.parse("6*45/KKQQQ555/4466/7788 KKK/QQQ b6 ?60")
    other = Position.parse("6*45/99988877/TT66/5566 KKK/QQQ b6 ?60")
    action = Action.parse("take 6*")
    assert answers.elsewhere(one, action) == answers.elsewhere(other, action)
    found = compare(one, action)
    assert [row["legal"] for row in answers.elsewhere(one, action)["rows"]] == [row.legal for row in found.rows]


def test_what_would_make_it_legal_can_be_opened() -> None:
    """The owner of the table gets the changed try that was asked for, and nothing for any other number."""
    opened: list[Counterfactual] = []
    table = Heard(FROZEN, on_open=opened.append)
    table.commit("take K2")
    n = table.verdict["n"]
    table.hear(kind="open", n=n, at=0)
    assert opened == []  # it was not looked for yet
    (told,) = table.hear(kind="why")
    assert told["opens"]
    for at in (-1, len(told["texts"]), 1.0, "0", None):
        table.hear(kind="open", n=n, at=at)
    table.hear(kind="open", n=n - 1, at=0)
    assert opened == []
    table.hear(kind="open", n=n, at=0)
    assert [each.text for each in opened] == told["texts"][:1]
    assert judge(opened[0].position, opened[0].action)
    table.commit("take K2")
    table.hear(kind="open", n=table.verdict["n"], at=0)
    table.reset(FROZEN)
    table.hear(kind="open", at=0)
    assert len(opened) == 1


def test_judged_and_not_played() -> None:
    """Asked beforehand, the table says what the judge would say; nothing is played and nobody hears of a refusal."""
    refused = []
    table = Heard(OPEN, on_refused=refused.append)
    for words, title in (("meld KKK", "It would be legal"), ("discard Q", "It would be refused")):
        table.hear(kind="judge", text=words)
        assert (table.verdict["title"], table.verdict["asked"]) == (title, True)
    assert table.position == Position.parse(OPEN)
    assert (refused, table.steps) == ([], [])
    table.hear(kind="why")
    assert table.said[-1]["texts"]
    before = table.verdict
    for text in ("mild", None, 3, ["draw"]):
        table.hear(kind="judge", text=text)
    assert table.verdict == before


def test_a_task_is_not_judged_beforehand() -> None:
    """Where a task wants to be tried, or the open hand is not to act, nobody tells beforehand."""
    for table in (Heard(OPEN, preview=False), Heard(OPEN, seat=1)):
        table.hear(kind="judge", text="meld KKK")
        assert table.verdict == {}


# -- lengths ---------------------------------------------------------------------------------------------------------


def test_length_is_the_readers() -> None:
    """The browser may set the length to one of three, and to nothing else; there are words for each."""
    table = Table(OPEN)
    assert table.length == "full"
    assert [key.partition(".")[2] for key in table.words if key.startswith("length.")] == list(LENGTHS)
    for length in LENGTHS:
        table.set_state({"length": length})
        assert table.length == length
    for bad in ("long", "", None, 2, ["short"], {}):
        table.set_state({"length": bad})
        assert table.length == LENGTHS[-1]


def test_an_answer_of_the_table_names_its_clause() -> None:
    """What is asked of the table is answered in sentences, each with its clause."""
    step = play(Position.parse("4449/?11/?11/?11 7777777 Q ?63 N.draw first"), Action.parse("say pile"))
    told = answers.followed(step)
    assert [each["text"] for each in told] == ["North looks through the pile.", "From bottom to top: queen."]
    assert len({each["clause"] for each in told}) == 1
