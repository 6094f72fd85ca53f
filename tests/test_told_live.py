"""What the table says of itself: its live region tells each outcome, and the browser gets what it asks for."""

from __future__ import annotations

from typing import Any

from canasta_widgets import told
from canasta_widgets.table import Table
from heard_words import RICH, lines, part
from tables import Heard

from canasta import Action, Position, deal, judge


def ears(table: Table) -> list[str]:
    """All that the live region says from now on."""
    heard: list[str] = []
    table.observe(lambda change: heard.append(change["new"].get("text", "")), "news")
    table.observe(lambda change: heard.extend(filter(None, [change["new"].get("told")])), "verdict")
    return heard


def test_the_live_region_tells_each_outcome() -> None:
    """A play, a refusal, an unreadable line, an undo, an answer and a pointer are told; a new position clears it."""
    table = Table("KsKhKd762*4/?9/?9/?9 QQQ,777/KKKK2 9sTh9 ?59 N.play")
    heard = ears(table)
    table.commit("meld KKK")
    table.undo()
    table.commit("meld K76")
    table.commit("mild")
    table.commit("say stock")
    table.mark(["pile"], "The pile.")
    table.mark(["pile"], "Said by somebody else.", quiet=True)
    assert table.marks["words"] == "Said by somebody else."
    table._heard(table, {"kind": "judge", "text": "meld K76"}, None)
    table.reset("K4 - Q ?9")
    why = judge(Position.parse("K76 QQQ,777 9 . N.play"), Action.parse("meld K76")).lead
    assert why is not None
    assert heard[0] == "You meld 3 kings. Your turn: meld if you like, then discard."
    assert heard[1] == "Taken back: Meld 3 kings. Your turn: meld if you like, then discard."
    assert heard[2] == f"Refused: Meld 1 king, 1 seven and 1 six. {why.fact}"
    assert heard[3].startswith("Not understood: action: 'mild'")
    assert heard[4] == "59 cards left in the stock."
    assert heard[5] == "Look here: The pile."
    assert heard[6] == f"It would be refused: Meld 1 king, 1 seven and 1 six. {why.fact}"
    assert heard[7:] == [""]


def test_the_same_words_are_told_again() -> None:
    """A refusal that is heard twice is told twice."""
    table = Table("K4 444 42K")
    heard = ears(table)
    for _ in range(2):
        table.commit("meld K4")
        table.mark(["pile"], "The pile.")
    assert len(heard) == 4
    assert heard[:2] == heard[2:]


def test_a_position_that_cannot_exist_is_told() -> None:
    """What lies there is told all the same; nothing can be done, and a try is told to be in vain."""
    table = Table("KKKKKKKKKK4 444/KK22 9")
    heard = ears(table)
    table.commit("draw")
    why = "This position cannot exist, so nothing can be played in it."
    assert heard == [f"Not played: {why}"]
    assert why in lines(told.can_do(table.position, 0))
    assert part(told.on_the_table(table.position, 0), "Your hand") == ["10 kings", "1 four"]


def test_from_one_seat_it_is_told_whose_hand_is_open() -> None:
    """At a table that follows the play a new hand is told with its owner; as long as the hand stays nothing is."""
    table = Table(deal(7))
    heard = ears(table)
    table.look(None)
    assert heard == []
    table.commit("draw")
    assert "hand is open" not in heard[-1]
    table.commit("discard 4")
    assert table.seat == 1
    assert heard[-1] == "North discards the four. Now East's hand is open. Your turn: draw, or take the pile."
    table.look(0)
    assert heard[-1] == "Now North's hand is open. East: draw, or take the pile."


def test_what_happened_is_for_the_eyes_that_look() -> None:
    """The list of what happened names a drawn card to its player only, whoever sat there when it was drawn."""
    table = Heard(deal(7))
    table.look(None)
    for words in ("draw", "discard 4"):
        table.commit(words)
    found = ask(table, "past")
    assert found["sections"][0]["lines"] == ["North discards the four.", "North draws 1 card from the stock."]
    table.look(0)
    assert ask(table, "past")["sections"][0]["lines"][1] == "You draw 1 card: jack."
    table.reset(deal(7))
    assert ask(table, "past")["sections"][0]["lines"] == ["Nothing has been played yet."]


def ask(table: Heard, which: Any) -> dict[str, Any]:
    """What the browser is answered that asks for a part of the words; {} if it is not."""
    before = len(table.said)
    table.hear({"kind": "told", "which": which, "serial": table.zones["serial"]})
    return table.said[-1] if len(table.said) > before else {}


def test_the_browser_gets_the_words_that_it_asks_for() -> None:
    """Each part is sent when it is asked for, and for the position that lies there; anything else has no answer."""
    table = Heard(RICH)
    assert table.said == []
    assert ask(table, "table")["sections"] == told.on_the_table(table.position, 0)
    assert ask(table, "can")["sections"] == told.can_do(table.position, 0)
    assert ask(table, "past")["which"] == "past"
    for which in (None, [], {}, "hands", 3):
        assert ask(table, which) == {}
    heard = len(table.said)
    table.hear({"kind": "told", "which": "table", "serial": table.zones["serial"] - 1})
    table.hear({"kind": "told", "which": "table"})
    assert len(table.said) == heard


def test_a_selection_is_counted_in_full_words() -> None:
    """What a selection could mean is said with the names of cards, which signs do not have."""
    table = Heard("KK*4/?9/?9/?9 444 Q ?73 N.play")
    answer = table.select(["hand-0", "hand-1", "hand-3"])
    assert answer is not None
    assert answer["options"][0]["label"] == "Meld K K ★"
    assert answer["options"][0]["spoken"] == "Meld 2 kings and 1 joker"
