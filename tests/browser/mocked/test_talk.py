"""What the table's module says to Python and hears from it, message by message."""

from __future__ import annotations

import pytest
from canasta_widgets.plays import listed
from canasta_widgets.table import Table
from playwright.sync_api import expect

from mocked import Showing, Shows

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"
DRAWING = "KKQ4 - 9sTh9 ?53"

# Clicks a card and says at once, before anything else can happen, how it is drawn.
CLICKED = """id => {
    const card = document.querySelector(`[data-card="${id}"]`);
    card.click();
    return card.getAttribute("aria-pressed");
}"""


def options(seen: Showing, *labels: str, n: int, serial: int | None = None) -> dict[str, object]:
    """An answer to the selection with that number: candidates that are named so."""
    return {
        "kind": "candidates",
        "n": n,
        "serial": seen.widget.zones["serial"] if serial is None else serial,
        "count": "",
        "options": [
            {"text": label, "verb": "meld", "label": label, "spoken": label, "legal": True, "says": "", "group": ""}
            for label in labels
        ],
    }


def labels(seen: Showing) -> list[str]:
    """The candidates that are shown."""
    return [str(text) for text in seen.page.locator("[data-text]").evaluate_all("all => all.map(a => a.dataset.text)")]


def test_it_asks_what_the_selection_could_mean(shown: Shows) -> None:
    """Opened it asks once about nothing; each choice asks again, numbered on, with the serial of what lies there."""
    seen = shown(LINE, live=False)
    for card in ("hand-0", "hand-2", "hand-0"):
        seen.page.locator(f'[data-card="{card}"]').click()
    seen.page.locator('[data-place="meld-0-7"]').click()
    serial = seen.widget.zones["serial"]
    asked = seen.contents("select")
    assert [(each["serial"], each["cards"], each["target"]) for each in asked] == [
        (serial, [], ""),
        (serial, ["hand-0"], ""),
        (serial, ["hand-0", "hand-2"], ""),
        (serial, ["hand-2"], ""),
        (serial, ["hand-2"], "meld-0-7"),
    ]
    numbers = [each["n"] for each in asked]
    assert numbers == sorted(set(numbers))
    assert len(seen.sent) == 5


def test_a_choice_shows_before_python_answers(shown: Shows) -> None:
    """A clicked card is drawn as chosen in the same moment, and as let go when clicked again."""
    seen = shown(LINE, live=False)
    assert [seen.page.evaluate(CLICKED, "hand-1") for _ in range(3)] == ["true", "false", "true"]


def test_stale_answers_are_dropped(shown: Shows) -> None:
    """Only the answer to the latest selection, from what lies there now, is drawn; in whatever order answers come."""
    seen = shown(LINE, live=False)
    for card in ("hand-0", "hand-1"):
        seen.page.locator(f'[data-card="{card}"]').click()
    first, second = (each["n"] for each in seen.contents("select")[-2:])
    seen.tell(options(seen, "stale", n=first))
    assert labels(seen) == []
    seen.tell(options(seen, "elsewhere", n=second, serial=seen.widget.zones["serial"] - 1))
    assert labels(seen) == []
    seen.tell(options(seen, "good", n=second))
    assert labels(seen) == ["good"]
    seen.tell(options(seen, "late", n=first))
    assert labels(seen) == ["good"]


def test_no_list_of_plays_of_another_position(shown: Shows) -> None:
    """A list of plays that belongs to what lay there before is not opened."""
    seen = shown(LINE, live=False)
    seen.page.locator('[data-action="plays"]').click()
    plays = {"kind": "plays", "serial": seen.widget.zones["serial"], **listed(seen.widget.position, 0)}
    seen.tell({**plays, "serial": plays["serial"] - 1})
    assert seen.page.locator("[data-play]").count() == 0
    seen.tell({**plays, "groups": [{**plays["groups"][0], "plays": [{"text": "draw", "label": "Draw"}]}]})
    assert seen.page.locator("[data-play]").count() == 1


def test_two_views_of_one_model_keep_apart(shown: Shows) -> None:
    """Each view has its own selection, and is shown the candidates, and the list of plays, that it asked for alone."""
    seen = shown(LINE)
    seen.show_again()
    seen.settle()
    upper, lower = (seen.page.locator("main > div").nth(at) for at in (0, 1))
    upper.locator('[data-card="hand-0"]').click()
    lower.locator('[data-card="hand-4"]').click()
    expect(upper.locator('[data-text="discard Ks"]')).to_be_visible()
    expect(lower.locator('[data-text="discard 6"]')).to_be_visible()
    seen.settle()
    assert upper.locator('[data-text="discard 6"]').count() == lower.locator('[data-text="discard Ks"]').count() == 0
    upper.locator('[data-action="plays"]').click()
    expect(upper.locator("[data-play]").first).to_be_visible()
    assert lower.locator("[data-play]").count() == 0


def test_a_list_of_plays_opens_plays_and_closes(shown: Shows) -> None:
    """The list opens when asked for and closes again; a play on it is played as it stands, and the list goes."""
    seen = shown(LINE)
    page = seen.page
    for count in (1, 0, 1):
        page.locator('[data-action="plays"]').click()
        expect(page.locator('[data-play="meld KKK"]')).to_have_count(count)
    assert len(seen.contents("plays")) == 2
    page.locator('[data-play="meld KKK"]').click()
    expect(page.locator("[data-card]")).to_have_count(5)
    expect(page.locator("[data-play]")).to_have_count(0)
    assert [each["text"] for each in seen.contents("commit")] == ["meld KKK"]


def test_a_play_from_end_to_end(shown: Shows) -> None:
    """Cards are chosen, the candidate is played by Python's engine, and what lies there then is drawn."""
    seen = shown(LINE)
    for card in ("hand-0", "hand-1", "hand-2"):
        seen.page.locator(f'[data-card="{card}"]').click()
    seen.page.locator('[data-text="meld KsKhKd"]').click()
    expect(seen.page.locator("[data-card]")).to_have_count(5)
    expect(seen.page.locator('[data-verdict="legal"]')).to_be_visible()
    assert [str(step.verdict.action) for step in seen.widget.steps] == ["meld KsKhKd"]


def test_the_same_refusal_twice_is_told_twice(shown: Shows) -> None:
    """A second refusal like the first changes what the live region says, or a screen reader would be silent."""
    seen = shown(LINE)
    seen.settle()
    typed = seen.page.locator("[data-command] input")
    heard = []
    for _ in range(2):
        seen.page.evaluate(
            """() => {
                window.told = 0;
                const look = new MutationObserver(() => (window.told += 1));
                const live = document.querySelector("[data-live]");
                look.observe(live, { childList: true, characterData: true, subtree: true });
            }"""
        )
        typed.fill("meld Ks7")
        typed.press("Enter")
        expect(seen.page.locator('[data-verdict="refused"]')).to_be_visible()
        seen.settle()
        heard.append(seen.page.evaluate("window.told > 0"))
    assert heard == [True, True]


def test_typed_words_are_sent_as_they_are(shown: Shows) -> None:
    """Enter in the typed line sends its text; while one types no letter acts, and an empty line sends nothing."""
    seen = shown(LINE)
    typed = seen.page.locator("[data-command] input")
    typed.press("Enter")
    typed.fill("  ")
    typed.press("Enter")
    typed.fill("")
    typed.press_sequentially("mdtsau?x ")
    assert seen.contents("commit") == seen.contents("undo") == []
    typed.fill("meld KKK")
    typed.press("Enter")
    expect(seen.page.locator("[data-card]")).to_have_count(5)
    assert [each["text"] for each in seen.contents("commit")] == ["meld KKK"]


@pytest.mark.parametrize(
    ("line", "cards", "key", "text"),
    [
        (LINE, ["hand-0", "hand-1", "hand-2"], "m", "meld KsKhKd"),
        (LINE, ["hand-0", "hand-1", "hand-2"], "Enter", "meld KsKhKd"),
        (LINE, ["hand-5"], "d", "discard 4"),
        ("99Q4 - 9sTh9 ?53", ["hand-1", "hand-2"], "t", "take 99"),
        (DRAWING, [], "s", "draw"),
        (DRAWING, [], "Enter", "draw"),
        (DRAWING, [], "a", "ask"),
    ],
)
def test_letters_act(shown: Shows, line: str, cards: list[str], key: str, text: str) -> None:
    """Each letter, and Enter, does the candidate of its kind, sent as the words of the notation."""
    seen = shown(line)
    seen.settle()
    for card in cards:
        seen.page.locator(f'[data-card="{card}"]').click()
    seen.settle()
    seen.page.locator('[data-card="hand-0"]').focus()
    seen.page.keyboard.press(key)
    seen.settle()
    (sent,) = seen.contents("commit")
    assert sent["text"] == text


def test_u_takes_back_and_escape_lets_go(shown: Shows) -> None:
    """`u` undoes the last play where that may be done and is nothing else; Escape lets go of cards and place."""
    seen = shown(LINE)
    seen.page.locator('[data-card="hand-0"]').focus()
    seen.page.keyboard.press("u")
    assert seen.contents("undo") == []
    for place in ("[data-card=hand-0]", "[data-place=pile]"):
        seen.page.locator(place).click()
    expect(seen.page.locator(".cnt [aria-pressed=true]")).to_have_count(2)
    seen.page.keyboard.press("Escape")
    expect(seen.page.locator(".cnt [aria-pressed=true]")).to_have_count(0)
    assert (seen.contents("select")[-1]["cards"], seen.contents("select")[-1]["target"]) == ([], "")
    seen.widget.commit("meld KKK")
    seen.flush()
    seen.page.locator('[data-card="hand-0"]').focus()
    seen.page.keyboard.press("u")
    expect(seen.page.locator("[data-card]")).to_have_count(8)
    assert len(seen.contents("undo")) == 1


def test_arrows_walk_the_whole_table(shown: Shows) -> None:
    """From the hand, arrows reach every card and place there is; Home and End the ends of a row; one stop for Tab."""
    seen = shown(LINE)
    page = seen.page
    page.locator('[data-card="hand-0"]').focus()
    where = "document.activeElement.dataset.card || document.activeElement.dataset.place"

    def press(key: str) -> str:
        page.keyboard.press(key)
        assert page.locator("[data-stop][tabindex='0']").count() == 1
        return str(page.evaluate(where))

    assert press("End") == "hand-7"
    assert press("ArrowRight") == "hand-7"
    assert press("Home") == "hand-0"
    met = {press("ArrowRight") for _ in range(7)} | {press("Home")}
    for _ in range(6):
        before = page.evaluate(where)
        met.add(press("ArrowUp"))
        if page.evaluate(where) == before:
            break
        met.add(press("Home"))
        for _ in range(12):
            met.add(press("ArrowRight"))
        press("Home")
    stops = page.locator("[data-stop]").evaluate_all("all => all.map(stop => stop.dataset.card || stop.dataset.place)")
    assert met == set(stops)
    assert len(stops) == 8 + 3 + 2
    assert page.evaluate(where) != "hand-0"
    for _ in range(6):
        press("ArrowDown")
    assert str(page.evaluate(where)).startswith("hand-")


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_the_browsers_own_keys_stay_its_own(shown: Shows, modifier: str) -> None:
    """A letter with Control, Alt or the like is no action of ours and goes on to the page."""
    seen = shown(LINE)
    seen.page.locator('[data-card="hand-0"]').focus()
    seen.page.evaluate("addEventListener('keydown', (event) => (window.passed = !event.defaultPrevented))")
    seen.page.keyboard.press(f"{modifier}+m")
    assert seen.page.evaluate("window.passed")
    assert seen.contents("commit") == []


def test_why_is_asked_for_once(shown: Shows) -> None:
    """What would make a refused try legal is looked for when its line is opened, and not again when opened again."""
    table = Table(LINE)
    table.commit("meld Ks7")
    seen = shown(table)
    why = seen.page.locator("[data-why]")
    assert seen.contents("why") == []
    for _ in range(3):
        why.locator("summary").click()
    seen.settle()
    expect(why.locator("li").first).to_be_visible()
    assert len(seen.contents("why")) == 1


def test_cards_to_look_at_are_marked_and_named(shown: Shows) -> None:
    """What Python points at is marked and said in the live region; when it points elsewhere the old marks go."""
    seen = shown(LINE)
    for places, words in ((["hand-0", "meld-0-7"], "a king and the sevens"), (["stock"], "the stock")):
        seen.widget.mark(places, words)
        seen.flush()
        marked = seen.page.locator("[data-marked]").evaluate_all(
            "all => all.map(a => a.dataset.card || a.dataset.place)"
        )
        assert sorted(marked) == sorted(places)
        expect(seen.page.locator("[data-live]")).to_contain_text(words)
