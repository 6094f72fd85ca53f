"""What was asked is answered in the end: whatever got lost on its way, came late, or came in another order.

The page's clock is put forward by `wait`, over the seconds after which the table doubts that it was heard.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from canasta_widgets.table import Table
from playwright.sync_api import Locator, expect
from wire import Message

from canasta import deal
from mocked import Showing, Shows

SEED = 1  # a deal in which nobody holds a red three
DOUBTS = 4_100  # milliseconds until the table asks whether Python is there
LOSES = 3_100  # and then until it says that nothing answers

Opens = Callable[..., Showing]


@pytest.fixture
def at_table(shown: Shows) -> Opens:
    """Shows a deal that begins with a draw, to whoever is to act; Python hears what `carry` hands over."""

    def open() -> Showing:
        table = Table(deal(SEED))
        table.look(None)
        seen = shown(table, live=False, clock=True)
        carry(seen)
        return seen

    return open


def wait(seen: Showing, milliseconds: int) -> None:
    """Let time pass on the page."""
    seen.page.clock.run_for(milliseconds)


def lose(seen: Showing) -> list[Message]:
    """What the browser sent and Python has not heard gets lost."""
    seen.settle()
    lost, seen.waiting = seen.waiting, []
    return lost


def carry(seen: Showing) -> None:
    """Carry everything to and fro until nobody has anything to say."""
    for _ in range(20):
        seen.settle()
        if not seen.waiting:
            return
        seen.deliver()
    pytest.fail("the browser asks without end")


def heard(seen: Showing) -> list[Message]:
    """Python hears all that was sent; what it says to that, for the test to hand over."""
    for message in lose(seen):
        seen.wire.hear(message)
    return seen.wire.taken()


def asked_now(seen: Showing, which: str) -> list[Message]:
    """What Python answers to who asks for words of what lies there now."""
    assert isinstance(seen.widget, Table)
    serial = seen.widget.zones["serial"]
    seen.wire.hear({"method": "custom", "content": {"kind": "told", "which": which, "serial": serial}})
    return seen.wire.taken()


def lines(seen: Showing, which: str) -> Locator:
    """What stands in a part of the words."""
    return seen.page.locator(f'[data-told="{which}"] li')


def zones_of(message: Message) -> bool:
    """Whether it sets what lies on the table."""
    return "zones" in message.get("state", {})


def press(seen: Showing, *keys: str) -> None:
    """Press keys on the first card."""
    for key in keys:
        seen.page.locator("[data-card]").first.focus()
        seen.page.keyboard.press(key)


def test_words_that_got_lost_are_asked_for_again(at_table: Opens) -> None:
    """A question or its answer that a cut line lost comes again, though Python was never seen to be gone."""
    seen = at_table()
    press(seen, "c")
    assert len(lose(seen)) == 1
    assert lines(seen, "can").count() == 0
    wait(seen, DOUBTS)
    carry(seen)
    expect(lines(seen, "can").first).to_have_text("You may draw from the stock.")
    assert seen.page.locator(".cnt-lost").inner_text() == ""


def test_a_lost_question_is_no_less_lost_for_other_answers(at_table: Opens) -> None:
    """Signs of life beside it do not make the table forget what it waits for."""
    seen = at_table()
    press(seen, "w")
    assert len(lose(seen)) == 1
    seen.page.locator("[data-card]").first.click()
    carry(seen)
    assert lines(seen, "table").count() == 0
    wait(seen, DOUBTS)
    carry(seen)
    expect(lines(seen, "table").first).to_be_visible()
    wait(seen, 10 * DOUBTS)
    assert lose(seen) == []


def test_what_was_opened_while_nothing_answered_is_filled(at_table: Opens) -> None:
    """Words, plays and choices that were asked for while Python was gone are there once it is found."""
    seen = at_table()
    press(seen, "s")
    lose(seen)
    wait(seen, DOUBTS + LOSES)
    lose(seen)
    expect(seen.page.locator(".cnt-lost")).not_to_have_text("")
    press(seen, "c", "l")
    seen.page.locator("[data-card]").first.click()
    assert lose(seen) == []
    wait(seen, DOUBTS)
    carry(seen)
    expect(seen.page.locator(".cnt-lost")).to_have_text("")
    for which in ("can", "past"):
        expect(lines(seen, which).first).to_be_visible()
    expect(seen.page.locator("[data-count]")).to_contain_text("Selected: 1 card")


def test_the_answer_is_said_after_that_there_is_one(at_table: Opens) -> None:
    """A slow answer to a try makes the table found again, and what is heard in the end is the answer."""
    seen = at_table()
    press(seen, "s")
    wait(seen, DOUBTS + LOSES)
    expect(seen.page.locator(".cnt-lost")).not_to_have_text("")
    carry(seen)
    expect(seen.page.locator(".cnt-lost")).to_have_text("")
    expect(seen.page.locator("[data-live]")).to_contain_text("You draw")


def test_a_try_that_got_lost_can_be_made_again(at_table: Opens) -> None:
    """It is not played late by itself; that Python is there is said, and the same key works again."""
    seen = at_table()
    press(seen, "s")
    assert len(lose(seen)) == 1
    wait(seen, DOUBTS)
    carry(seen)
    assert isinstance(seen.widget, Table)
    assert seen.widget.steps == []
    expect(seen.page.locator("[data-live]")).to_contain_text(seen.widget.words["found"])
    press(seen, "s")
    carry(seen)
    assert len(seen.widget.steps) == 1


@pytest.mark.parametrize("when", ["the answer before the zones", "the question before the zones", "the zones got lost"])
def test_words_are_those_of_what_lies_there(at_table: Opens, when: str) -> None:
    """Whatever order a play's messages come in, and whether they come, an open part ends up with the new words."""
    seen = at_table()
    press(seen, "s")
    news = heard(seen)
    assert any(map(zones_of, news))
    late = [message for message in news if zones_of(message)]
    for message in news:
        if message not in late:
            seen.hear(message)
    press(seen, "c")
    if when == "the answer before the zones":
        lose(seen)
        for message in asked_now(seen, "can"):
            seen.hear(message)
        assert lines(seen, "can").count() == 0
    elif when == "the question before the zones":
        assert [message for message in heard(seen) if message["method"] == "custom"] == []
    if when != "the zones got lost":
        for message in late:
            seen.hear(message)
    carry(seen)
    expect(lines(seen, "can").filter(has_text="You may discard in")).to_have_count(1)
    expect(lines(seen, "can").filter(has_text="You may draw")).to_have_count(0)


def test_an_old_state_that_comes_late_is_mended(at_table: Opens) -> None:
    """A page that shows what lay there before, as a new line may do, learns by its next question what lies there."""
    seen = at_table()
    old = seen.page.evaluate("shown.model.get('zones')")
    press(seen, "s")
    carry(seen)
    cards = seen.page.locator("[data-card]").count()
    seen.set(zones=old)
    lose(seen)
    expect(seen.page.locator("[data-card]")).to_have_count(cards - 1)
    press(seen, "c")
    carry(seen)
    expect(seen.page.locator("[data-card]")).to_have_count(cards)
    expect(lines(seen, "can").filter(has_text="You may discard in")).to_have_count(1)


def test_plays_asked_for_before_the_zones_come(at_table: Opens) -> None:
    """The list is asked for anew when what lies there comes, and the focus goes from its button into it."""
    seen = at_table()
    press(seen, "s")
    news = heard(seen)
    seen.page.locator('[data-action="plays"]').focus()
    seen.page.keyboard.press("Enter")
    assert [message for message in heard(seen) if message["method"] == "custom"] == []
    for message in news:
        seen.hear(message)
    carry(seen)
    expect(seen.page.locator("[data-play]").first).to_be_focused()
    expect(seen.page.locator('[data-play^="discard"]').first).to_be_visible()


def test_a_list_that_got_lost_comes_again(at_table: Opens) -> None:
    """The list of plays, and what it was narrowed to, are asked for again as they were wanted."""
    seen = at_table()
    press(seen, "s")
    carry(seen)
    seen.page.locator('[data-action="plays"]').click()
    lose(seen)
    wait(seen, DOUBTS)
    carry(seen)
    expect(seen.page.locator("[data-play]").first).to_be_focused()
    seen.page.locator(".cnt-listing input").fill("discard")
    lose(seen)
    wait(seen, DOUBTS)
    carry(seen)
    expect(seen.page.locator("[data-play]").first).to_contain_text("Discard")


@pytest.mark.parametrize("moves", [False, True])
def test_a_late_list_takes_no_focus_that_has_gone_elsewhere(at_table: Opens, moves: bool) -> None:
    """Who waits at the button is led into the list; who has gone on stays where he is and hears that it is there."""
    seen = at_table()
    press(seen, "s")
    carry(seen)
    seen.page.locator('[data-action="plays"]').click()
    card = seen.page.locator("[data-card]").nth(3)
    if moves:
        card.focus()
    carry(seen)
    first = seen.page.locator("[data-play]").first
    expect(card if moves else first).to_be_focused()
    if moves:
        expect(seen.page.locator("[data-live]")).to_contain_text("legal play")
    assert seen.page.locator("[data-play][tabindex='0'], [data-more][tabindex='0']").count() == 1


@pytest.mark.parametrize("moves", [False, True])
def test_a_late_explanation_takes_no_focus_that_has_gone_elsewhere(at_table: Opens, moves: bool) -> None:
    """`?` leads to what was said as soon as that is settled, but not from where the learner has gone meanwhile."""
    seen = at_table()
    seen.page.locator(".cnt-command input").fill("discard 4")
    seen.page.keyboard.press("Enter")
    carry(seen)
    seen.page.locator("[data-card]").first.focus()
    seen.page.keyboard.press("Escape")
    seen.page.keyboard.press("?")
    if moves:
        seen.page.keyboard.press("ArrowRight")
    carry(seen)
    expect(seen.page.locator("[data-card]").nth(1) if moves else seen.page.locator(".cnt-asked h2")).to_be_focused()


def test_what_has_no_answer_is_not_asked_for_ever(at_table: Opens) -> None:
    """A question to which Python says nothing is asked again some times, and then the page is quiet."""
    seen = at_table()
    press(seen, "c")
    for _ in range(20):
        wait(seen, DOUBTS)
        for message in lose(seen):
            if message["content"]["kind"] == "there":
                seen.tell({"kind": "there"})
    asked = len(seen.contents("told"))
    assert 3 < asked < 10
    wait(seen, 20 * DOUBTS)
    assert lose(seen) == []
    assert len(seen.contents("told")) == asked
