"""The panel that answers "why": its lengths, what is looked for when asked, a line to be mended, and the reveal."""

from __future__ import annotations

import pytest
from canasta_widgets.table import Table
from mocked import Showing, Shows
from pages import objections, sideways
from playwright.sync_api import Locator, Page, expect

from canasta import Counterfactual

FROZEN = "K24 444 42K"
DISPUTED = "6*45 KKK/QQQ b6"
OPEN = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"


def type_in(page: Page, words: str) -> Locator:
    """Type an action's words and try them."""
    field = page.locator("[data-command] input")
    field.fill(words)
    field.press("Enter")
    return field


def kinds(seen: Showing) -> list[str]:
    """The messages that the browser sent, but for those about the selection."""
    found = [each["content"]["kind"] for each in seen.sent if "content" in each]
    return [kind for kind in found if kind != "select"]


def set_length(page: Page, name: str) -> None:
    """Choose a length by its words."""
    page.get_by_role("radio", name=name).check()


def test_sentence_first_and_largest(shown: Shows) -> None:
    """In any length the sentence is there, and no other text of the answer is as large."""
    seen = shown(FROZEN)
    type_in(seen.page, "take K2")
    sizes: dict[str, float] = {}
    for length in ("Short", "Full", "With sources"):
        set_length(seen.page, length)
        expect(seen.page.locator(".cnt-sentence")).to_have_text(
            "The pile is frozen; you show 1 natural card to match the king."
        )
        sizes = seen.page.locator(".cnt-said").evaluate(
            """said => Object.fromEntries([...said.querySelectorAll("p, li, h3, summary")]
                .filter(each => each.offsetHeight)
                .map(each => [each.className || each.tagName, parseFloat(getComputedStyle(each).fontSize)]))"""
        )
        assert [name for name, size in sizes.items() if size == max(sizes.values())] == ["cnt-sentence"]
    assert len(sizes) > 3


def test_each_length_shows_more(shown: Shows) -> None:
    """Short is the sentence and what is legal; full has law and check-list; with sources come clause and other tables.

    What is there is shown without asking Python; what is not is asked for once it is to be shown, and only once.
    """
    seen = shown(FROZEN, live=False)
    page = seen.page
    seen.deliver()
    type_in(page, "take K2")
    seen.deliver()
    law, checks, near = page.locator(".cnt-law"), page.locator(".cnt-checks"), page.locator("[data-near]")
    others, changes = page.locator("[data-tables]"), page.locator("[data-why]")
    expect(page.locator(".cnt")).to_have_attribute("data-length", "full")
    expect(law).to_be_visible()
    expect(checks).to_have_attribute("open", "")
    expect(law.locator("code")).to_be_hidden()
    assert changes.get_attribute("open") is None
    set_length(page, "Short")
    for part in (law, checks, others, changes):
        expect(part).to_be_hidden()
    expect(near.first).to_be_visible()
    assert kinds(seen) == ["commit"]
    set_length(page, "With sources")
    expect(law.locator("code")).to_have_text("freeze.natural-pair")
    expect(law).to_contain_text("“Unfreezing the pile”")
    expect(changes.locator("li")).to_have_count(0)
    page.wait_for_function("shown.sent.some(each => each.content?.kind === 'others')")
    seen.deliver()
    expect(changes.locator("li").first).to_contain_text("It would be legal if the pile were not frozen.")
    expect(others.locator("[data-table]")).to_have_count(3)
    set_length(page, "Full")
    set_length(page, "With sources")
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    assert sorted(kinds(seen)) == ["commit", "others", "why"]


def test_length_is_kept(shown: Shows) -> None:
    """The length that the reader chose is kept: a fresh table of the same browser begins with it; Python hears it."""
    seen = shown(FROZEN)
    page = seen.page
    page.get_by_role("radio", name="Full").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cnt")).to_have_attribute("data-length", "short")
    seen.settle()
    assert seen.widget.length == "short"
    seen.set(length="source")
    expect(page.get_by_role("radio", name="With sources")).to_be_checked()
    seen.set(length="full")
    page.evaluate("shown.leave(0)")
    seen.show_again()
    expect(page.locator(".cnt")).to_have_attribute("data-length", "short")
    expect(page.get_by_role("radio", name="Short")).to_be_checked()


@pytest.mark.parametrize("kept", ["long", "", "constructor", "source.", None])
def test_what_is_no_length_is_not_taken(shown: Shows, kept: str | None) -> None:
    """Something else that lies in the browser's storage is no length, and storage that fails is none at all."""
    seen = shown(FROZEN)
    page = seen.page
    page.evaluate("shown.leave(0)")
    if kept is None:
        page.evaluate(
            """() => Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } })"""
        )
    else:
        page.evaluate("kept => localStorage.setItem('canasta-tutor.length', kept)", kept)
    seen.show_again()
    expect(page.locator(".cnt")).to_have_attribute("data-length", "full")
    set_length(page, "Short")
    expect(page.locator(".cnt")).to_have_attribute("data-length", "short")


def test_one_kind_of_trouble_first(shown: Shows) -> None:
    """The check-list is open at the trouble that leads, what objects before what holds; the others can be opened."""
    page = shown(DISPUTED).page
    type_in(page, "take 6*")
    groups = page.locator(".cnt-checks details")
    expect(groups.first).to_be_visible()
    opened = [group for group in groups.all() if group.get_attribute("open") is not None]
    assert [group.locator("summary").inner_text().split("\n")[-1] for group in opened] == ["Discard pile"]
    marks = opened[0].locator("li .cnt-sign").all_inner_texts()
    assert marks == sorted(marks, key="×✓".index)
    assert set(marks) == {"×", "✓"}
    page.locator("summary", has_text="Turn").click()
    expect(page.locator('.cnt-checks [data-clause="turn.order"]')).to_be_visible()


def test_the_rule_that_decides(shown: Shows) -> None:
    """Other tables say legal or refused in words and signs; the rule that decides has each table's value."""
    page = shown(DISPUTED).page
    type_in(page, "take 6*")
    tables = page.locator("[data-tables]")
    tables.locator("summary").click()
    expect(tables.locator('[data-table="pagat"]')).to_have_text("✓legal: pagat")
    expect(tables.locator('[data-table="classic"]')).to_contain_text("refused: classic (this table)")
    rule = tables.locator('[data-rule="black_three_freezes"]')
    expect(rule).to_contain_text("Whether a discarded black three freezes the pile")
    expect(rule.locator("li")).to_have_text(["classic yes stated", "spruce yes inherited", "pagat no reported"])


def test_what_would_make_it_legal_is_opened(shown: Shows) -> None:
    """Where the owner of the table can open a changed try there is a button for each; else there is none."""
    opened: list[Counterfactual] = []
    for table in (Table(FROZEN, on_open=opened.append), Table(FROZEN)):
        seen = shown(table)
        type_in(seen.page, "take K2")
        why = seen.page.locator("[data-why]")
        why.locator("summary").click()
        expect(why.locator("li").first).to_be_visible()
        buttons = why.get_by_role("button", name="Show it")
        assert buttons.count() == (why.locator("li").count() if table.on_open else 0)
        if table.on_open:
            buttons.nth(1).click()
            seen.settle()
    assert [each.text for each in opened] == ["It would be legal if you held one more king and laid it too: take KK2."]


def test_events_name_their_clause_with_sources(shown: Shows) -> None:
    """What followed from a legal play is told, with the clause of each event in the longest answer."""
    page = shown("KK24 444 42K").page
    type_in(page, "take KK")
    then = page.locator(".cnt-then")
    expect(then).to_contain_text("The pile is taken: 3 cards.")
    expect(then.locator("code")).to_be_hidden()
    set_length(page, "With sources")
    expect(then.locator("code")).to_have_text("take.whole")
    set_length(page, "Short")
    expect(then).to_be_hidden()


# -- the question mark --------------------------------------------------------------------------------------------


def test_why_of_a_verdict(shown: Shows) -> None:
    """The question mark goes to the answer in full, even where it is told in short, and the setting stays."""
    page = shown(FROZEN).page
    type_in(page, "take K2")
    set_length(page, "Short")
    page.locator("[data-card]").first.focus()
    page.keyboard.press("?")
    expect(page.locator(".cnt-law")).to_be_visible()
    expect(page.locator(".cnt-asked h2")).to_be_focused()
    expect(page.locator("[data-why] li").first).to_contain_text("would")
    expect(page.locator(".cnt-asked h2")).to_be_focused()
    expect(page.get_by_role("radio", name="Short")).to_be_checked()
    type_in(page, "take K2")
    expect(page.locator(".cnt-law")).to_be_hidden()


def test_why_of_a_choice(shown: Shows) -> None:
    """With a choice that nobody has judged, the question mark asks what the judge would say, and plays nothing."""
    seen = shown(OPEN)
    page = seen.page
    for place in (0, 1, 2):
        page.locator(f'[data-card="hand-{place}"]').click()
    page.keyboard.press("?")
    expect(page.locator(".cnt-asked h2")).to_have_text("✓ It would be legal")
    expect(page.locator(".cnt-tried")).to_have_text("Meld K K K")
    expect(page.locator("[data-card]")).to_have_count(8)
    assert page.evaluate("document.activeElement.dataset.card") == "hand-2"
    page.keyboard.press("?")
    expect(page.locator(".cnt-asked h2")).to_be_focused()
    page.locator('[data-card="hand-3"]').click()
    page.keyboard.press("?")
    expect(page.locator(".cnt-tried")).not_to_have_text("Meld K K K")
    assert kinds(seen) == ["judge", "judge"]


def test_why_where_nothing_is_told_beforehand(shown: Shows) -> None:
    """Where a task wants to be tried, the question mark says so in words; with nothing chosen, what to choose."""
    seen = shown(Table(OPEN, preview=False))
    page = seen.page
    page.locator("[data-card]").first.focus()
    page.keyboard.press("?")
    expect(page.locator("[data-live]")).to_have_text("Choose cards or a place first, then ask why.")
    page.keyboard.press("Space")
    page.keyboard.press("?")
    expect(page.locator("[data-live]")).to_contain_text("try it")
    assert kinds(seen) == []


# -- a line that cannot be read -----------------------------------------------------------------------------------


def test_unreadable_line_is_kept_to_be_mended(shown: Shows) -> None:
    """The line stays, its faulty part selected, and marked in the panel; once mended and legal, the field is empty."""
    seen = shown(OPEN)
    page = seen.page
    field = type_in(page, "meld KsKXKd")
    chosen = "input => input.value.slice(input.selectionStart, input.selectionEnd)"
    expect(page.locator(".cnt-tried mark")).to_have_text("X")
    expect(field).to_have_value("meld KsKXKd")
    expect(field).to_be_focused()
    assert field.evaluate(chosen) == "X"
    assert field.get_attribute("aria-invalid") == "true"
    described = field.get_attribute("aria-describedby")
    expect(page.locator(f'[id="{described}"]')).to_contain_text("'X' in 'KsKXKd' is no card")
    page.keyboard.type("h")
    expect(field).to_have_value("meld KsKhKd")
    page.keyboard.press("Enter")
    expect(page.locator('[data-verdict="legal"]')).to_be_visible()
    expect(field).to_have_value("")
    assert field.get_attribute("aria-invalid") is None
    assert field.get_attribute("aria-describedby") is None


def test_refused_line_is_kept_and_nothing_typed_is_lost(shown: Shows) -> None:
    """A refused line stays to be changed; what is typed while an answer is on its way is not touched by it."""
    seen = shown(OPEN, live=False)
    page = seen.page
    seen.deliver()
    field = type_in(page, "meld K76")
    seen.deliver()
    expect(page.locator('[data-verdict="refused"]')).to_be_visible()
    expect(field).to_have_value("meld K76")
    field.fill("meld KKK")
    field.press("Enter")
    field.fill("discard")
    seen.deliver()
    expect(page.locator('[data-verdict="legal"]')).to_be_visible()
    expect(field).to_have_value("discard")


# -- before a class -----------------------------------------------------------------------------------------------


def project(seen: Showing) -> Page:
    """Set the page up as before a class."""
    seen.page.evaluate("document.querySelector('.cnt').dataset.projector = 'on'")
    return seen.page


def test_the_class_decides_first(shown: Shows) -> None:
    """Before a class nothing tells the answer, not even a played card, until it is revealed; then it is large."""
    seen = shown(OPEN)
    page = project(seen)
    for place in (0, 1, 2):
        page.locator(f'[data-card="hand-{place}"]').click()
    option = page.locator('[data-text="meld KsKhKd"]')
    expect(option).to_be_visible()
    expect(page.locator("[data-text] small, [data-text] .cnt-sign")).to_have_count(0)
    option.click()
    expect(page.locator(".cnt-asked h2")).to_have_text("Legal, or not?")
    expect(page.locator(".cnt-tried")).to_have_text("Meld K K K")
    expect(page.locator(".cnt-panel")).to_have_attribute("data-verdict", "")
    expect(page.locator("[data-live]")).not_to_contain_text("Legal:")
    seen.settle()
    expect(page.locator("[data-card]")).to_have_count(8)
    assert kinds(seen) == []
    page.keyboard.press("r")
    expect(page.locator('[data-verdict="legal"] .cnt-sentence')).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(5)
    size = page.locator(".cnt-sentence").evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
    assert size >= 28
    for place in (0, 1):
        page.locator(f'[data-card="hand-{place}"]').click()
    page.locator('[data-text="meld 76"]').click()
    expect(page.locator(".cnt-sentence")).to_have_count(0)
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator('[data-verdict="refused"] .cnt-sentence')).to_be_visible()
    expect(page.locator(".cnt-asked h2")).to_be_focused()


def test_an_answer_from_elsewhere_waits_too(shown: Shows) -> None:
    """A verdict that comes with a step of a deal is withheld before a class as well, and revealed on the spot."""
    seen = shown(OPEN)
    page = project(seen)
    seen.widget.commit("discard 4")
    seen.flush()
    expect(page.locator(".cnt-asked h2")).to_have_text("Legal, or not?")
    expect(page.locator(".cnt-sentence")).to_have_count(0)
    page.get_by_role("button", name="Reveal").click()
    expect(page.locator('[data-verdict="legal"] .cnt-sentence')).to_be_visible()
    assert kinds(seen) == []


# -- for every eye ------------------------------------------------------------------------------------------------

TRIES = [(FROZEN, "take K2"), (DISPUTED, "take 6*"), ("KK24 444 42K", "take KK"), (OPEN, "meld KX")]


@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 1280)])
def test_axe_and_width(shown: Shows, theme: str, width: int) -> None:
    """In every length axe finds nothing in the panel, and it does not make a phone scroll sideways."""
    for line, words in TRIES:
        seen = shown(Table(line, on_open=lambda _: None), theme=theme, viewport={"width": width, "height": 740})
        page = seen.page
        type_in(page, words)
        for length in ("Short", "Full", "With sources"):
            set_length(page, length)
            seen.settle()
            assert objections(page, ".cnt-panel") == []
            assert sideways(page) <= 0
