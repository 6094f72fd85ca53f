"""One play at several tables: what each says, which rule decides, and what the browser may ask."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.comparing import EXAMPLES, LONGEST, Compare, Example
from pseudo import Pseudo, spoken
from test_words_shown import english, foreign_texts, state

from canasta import Action, Position, compare
from canasta.clauses import BOOK

WILD = "KsJs9h9d2s2d*7c4h QQQ/888 Jd N.play"
LAID = "meld 992*2"


def heard(shown: Compare, message: Any) -> None:
    """What the browser would send, over the wire."""
    shown.panel._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})


def asked(line: str, play: str) -> dict[str, Any]:
    """What is shown of a position and a play that the browser asked about."""
    shown = Compare()
    heard(shown, {"kind": "compare", "line": line, "play": play})
    view: dict[str, Any] = shown.panel.view
    return view


@pytest.mark.parametrize("example", EXAMPLES, ids=[each.title for each in EXAMPLES])
def test_an_example_divides_the_tables(example: Example) -> None:
    """On every example tables disagree, and one rule alone decides."""
    view = asked(example.line, example.play)
    assert view["problem"] == ""
    assert {row["legal"] for row in view["rows"]} == {True, False}
    assert len(view["rules"]) == 1
    assert view["note"] == ""


def test_the_examples_are_of_many_kinds() -> None:
    """There are half a dozen, and they turn on as many rules but one; a house with a rule of its own is among them."""
    views = [asked(each.line, each.play) for each in EXAMPLES]
    assert len(views) >= 6
    assert len({view["rules"][0]["name"] for view in views}) >= len(views) - 1
    assert [len(view["rows"]) for view in views].count(4) == 1


def test_every_table_says_it_by_a_clause() -> None:
    """Each row is what the engine's comparison has: the answer, the clause that decides, its law at that table."""
    view = asked(WILD, LAID)
    found = compare(Position.parse(WILD), Action.parse(LAID))
    assert [row["table"] for row in view["rows"]] == [str(row.profile) for row in found.rows]
    assert [row["legal"] for row in view["rows"]] == [True, False, True] == [row.legal for row in found.rows]
    refused = view["rows"][1]
    assert (refused["word"], refused["clause"]) == ("refused", "meld.wild-majority")
    assert refused["law"] == "A meld never holds more wild cards than natural ones."
    assert all(row["clause"] in BOOK and row["law"] and row["says"] for row in view["rows"])
    assert [row["own"] for row in view["rows"]] == [True, False, False]
    (rule,) = view["rules"]
    assert rule["meaning"].startswith("How many wild cards a meld may hold beside its natural cards")
    assert {each["table"]: each["value"] for each in rule["values"]} == {
        "classic": "any",
        "spruce": "equal",
        "pagat": "any",
    }
    assert view["about"] == "North: Meld 9 9 2 2 ★"
    assert view["said"] == "classic: legal. spruce: refused. pagat: legal."


def test_other_clauses_that_object_are_named() -> None:
    """Beside the clause that leads a refusal the others stand by their ids."""
    row = asked("KsQc2d4c JJJJ/888 7s6cbsJdKh . N.draw", "take K2")["rows"][0]
    assert (row["clause"], row["also"]) == ("freeze.natural-pair", ["freeze.until-taken"])


def test_a_house_is_compared_with_the_named_tables() -> None:
    """A position with rules of its own house has its row first, and the named tables after it."""
    view = asked("99J4 AAAA/KKK 6J9 - N.draw classic+stock_gone=ends", "take 99")
    assert [row["own"] for row in view["rows"]] == [True, False, False, False]
    assert [row["legal"] for row in view["rows"]] == [False, True, True, True]


def test_a_position_that_one_table_does_not_know() -> None:
    """Where the position cannot exist, the row says why in place of a clause; the others agree."""
    view = asked("245 99222 Q N.play", "discard 4")
    row = view["rows"][1]
    assert (row["legal"], row["word"], row["clause"]) == (None, "cannot exist there", "")
    assert "99222" in row["says"]
    assert view["note"] == "Every table on which this can lie says the same."


def test_several_rules_may_each_decide() -> None:
    """Where two rules would each turn the answer, both stand there."""
    view = asked("KsQcTd9s2d4c JJJJ/888 bs7s6cbcKh . N.draw upcards=2", "take K2")
    assert [row["legal"] for row in view["rows"]] == [False, False, True]
    assert {rule["name"] for rule in view["rules"]} == {"black_three_freezes", "upcard_freezes"}


def test_it_is_said_when_no_rule_decides_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where tables differ and no rule turns the answer alone, no single one is blamed."""
    alone = compare(Position.parse(WILD), Action.parse(LAID))._replace(parameters=())
    monkeypatch.setattr("canasta_widgets.comparing.compare", lambda *_given: alone)
    view = asked(WILD, LAID)
    assert view["rules"] == []
    assert view["note"] == "No rule makes the difference alone; several do together."


def test_what_others_hold_does_not_matter() -> None:
    """The tables say the same whatever the hands that the player does not see hold."""
    lines = ("6*45/KKQQQ555/4466/7788 KKK/QQQ b6 ?60", "6*45/99988877/TT66/5566 KKK/QQQ b6 ?60")
    one, other = (asked(line, "take 6*") for line in lines)
    assert {**one, "line": ""} == {**other, "line": ""}


@pytest.mark.parametrize(
    ("line", "play", "says"),
    [
        ("", "take KK", "This position cannot be shown: position: there is no text"),
        ("KKX4", "take KK", "'X' in 'KKX4' is no card"),
        ("KKKK24 KKKKKKK", "draw", "Too many kings"),
        ("KK4 444 K", "", "There is no play to ask about"),
        ("KK4 444 K", "   ", "There is no play to ask about"),
        ("KK4 444 K", "grab it", "This play cannot be read: action: 'grab' is no verb"),
        ("KK4 444 K", "take KQ Z", "'Z' in 'Z' is no card"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(line: str, play: str, says: str) -> None:
    """Bad input is answered plainly; what was typed and what was found before stay."""
    shown = Compare(WILD, LAID)
    before, table = shown.panel.view, shown.table.position
    heard(shown, {"kind": "compare", "line": line, "play": play})
    after = shown.panel.view
    assert says in after["problem"]
    assert (after["line"], after["play"]) == (line, play)
    assert {**after, **{key: before[key] for key in ("n", "line", "play", "problem")}} == before
    assert shown.table.position == table
    heard(shown, {"kind": "compare", "line": WILD, "play": LAID})
    assert shown.panel.view["problem"] == ""


def test_bad_input_at_the_start() -> None:
    """What a cell says that cannot be read is shown to be mended, without a table or an answer."""
    shown = Compare("KKX4", "take KK")
    assert "is no card" in shown.panel.view["problem"]
    assert (shown.panel.view["rows"], shown.panel.view["about"]) == ([], "")
    assert shown.table.layout.display == "none"
    assert "image/svg+xml" not in shown._repr_mimebundle_()
    heard(shown, {"kind": "compare", "line": WILD, "play": LAID})
    assert shown.table.layout.display is None
    assert shown.table.position == Position.parse(WILD)


def test_it_begins_with_an_example() -> None:
    """Without a position the first example stands there, answered; without any example nothing does."""
    shown = Compare()
    assert (shown.panel.view["line"], shown.panel.view["play"]) == EXAMPLES[0][1:]
    assert shown.panel.view["about"]
    assert [each["title"] for each in shown.panel.examples] == [each.title for each in EXAMPLES]
    assert Compare(examples=()).panel.view["problem"].startswith("This position cannot be shown")


def test_the_table_only_shows() -> None:
    """Nothing can be played on the table of a comparison."""
    shown = Compare("KK24 444 42K", "take KK")
    shown.table.commit("take KK")
    assert shown.table.steps == []


def test_asking_again_is_heard() -> None:
    """Asked the same twice, the view is a new one, so that the browser hears an answer."""
    shown = Compare(WILD, LAID)
    numbers = []
    for _ in range(3):
        heard(shown, {"kind": "compare", "line": WILD, "play": LAID})
        numbers.append(shown.panel.view["n"])
    assert len(set(numbers)) == 3


@pytest.mark.parametrize(
    "message",
    [
        *(None, [], "compare", 3, {}, {"kind": "compare"}, {"kind": "compare", "line": WILD}),
        *({"kind": "compare", "line": wrong, "play": LAID} for wrong in (None, 7, ["KK"], {"line": WILD}, True)),
        *({"kind": "compare", "line": WILD, "play": wrong} for wrong in (None, 7, ["draw"], {}, 1.5)),
        {"kind": "other", "line": WILD, "play": LAID},
    ],
    ids=repr,
)
def test_what_is_no_message_changes_nothing(message: Any) -> None:
    """Whatever else comes is dropped."""
    shown = Compare("KK24 444 42K", "take KK")
    before = shown.panel.view
    heard(shown, message)
    assert shown.panel.view == before


def test_what_is_too_long_is_cut() -> None:
    """Of a text that no position needs only so much is read."""
    view = asked("K" * 10 * LONGEST, "draw " * LONGEST)
    assert view["problem"]
    assert len(view["line"]) == len(view["play"]) == LONGEST


def test_all_of_it_is_translated() -> None:
    """In a language that nobody speaks no English word is left."""
    with spoken(Pseudo()):
        seen = 0
        for example in EXAMPLES:
            panel = Compare(example.line, example.play).panel
            told = state(panel)
            view = {key: each for key, each in told["view"].items() if key not in ("line", "play")}
            # Names of tables, values, clauses and rules are letters of ours.
            rows = [{**row, "table": "", "clause": "", "also": []} for row in view.pop("rows")]
            rules = [
                {**rule, "name": "", "values": [each["provenance"] for each in rule["values"]]}
                for rule in view.pop("rules")
            ]
            view.pop("said")
            titles = [each["title"] for each in told["examples"]]
            assert english(view, rows, rules, titles, told["words"]) == set()
            seen += foreign_texts(view, rows, rules)
        assert seen > 50
