"""Everything that Python says lies on the table is drawn, with its words, and drawn anew when it changes."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.table import Table
from playwright.sync_api import expect

from mocked import Showing, Shows

FULL = "KsKhQ4/?11/?9/?7 7777777,5552;r/QQQQ222,KKKKK2 4*98 ?48 N.draw 1500:955"
BARE = "KsQ4 - - ?104"


def label(seen: Showing, place: str) -> str | None:
    """What a screen reader calls a place."""
    return seen.page.locator(f'[data-place="{place}"]').get_attribute("aria-label")


def test_every_place_has_its_words(shown: Shows) -> None:
    """Each meld, the stock and the pile are there once, under the words that Python gives them."""
    seen = shown(FULL)
    zones = seen.widget.zones
    said = {meld["id"]: meld["words"] for side in zones["sides"] for meld in side["melds"]}
    said |= {"stock": zones["stock"]["words"], "pile": zones["pile"]["words"]}
    assert len(said) == 6
    drawn = seen.page.locator("button[data-place]").evaluate_all(
        "all => Object.fromEntries(all.map(place => [place.dataset.place, place.getAttribute('aria-label')]))"
    )
    assert drawn == said
    assert seen.page.locator("button[data-place]").count() == len(said)


def test_melds_lie_with_their_side(shown: Shows) -> None:
    """A meld lies in its side's zone, ours nearer to the hand than theirs, and red threes are told."""
    seen = shown(FULL)
    for zone, side in (("theirs", seen.widget.zones["sides"][0]), ("own", seen.widget.zones["sides"][1])):
        inside = seen.page.locator(f'[data-zone="{zone}"]')
        places = inside.locator("[data-place]").evaluate_all("all => all.map(place => place.dataset.place)")
        assert places == [meld["id"] for meld in side["melds"]]
        expect(inside).to_contain_text(side["name"])
        if side["reds"]:
            assert side["reds"] in inside.inner_text() or inside.get_by_label(side["reds"]).count()
    top = [seen.page.locator(f'[data-zone="{zone}"]').bounding_box() for zone in ("theirs", "own", "hand")]
    heights = [box["y"] for box in top if box]
    assert heights == sorted(heights)
    assert len(heights) == 3


def test_the_hand_lies_in_order(shown: Shows) -> None:
    """The cards of the hand are buttons in the order that Python gives, named by their words, with rank and suit."""
    seen = shown(FULL)
    held = seen.widget.zones["hand"]
    cards = seen.page.locator('[data-zone="hand"] [data-card]')
    drawn = cards.evaluate_all("all => all.map(card => [card.dataset.card, card.getAttribute('aria-label')])")
    assert drawn == [[card["id"], card["words"]] for card in held]
    assert cards.evaluate_all("all => all.every(card => card.tagName === 'BUTTON')")


def test_the_others_and_the_state_of_play(shown: Shows) -> None:
    """Whose turn it is, the phase, the score, the minimum, and each other player with his count are told."""
    seen = shown(FULL)
    zones = seen.widget.zones
    status = seen.page.locator('[data-zone="status"]')
    for name in ("turn", "phase"):
        assert zones["status"][name]
        expect(status).to_contain_text(zones["status"][name])
    expect(seen.page.locator("main")).to_contain_text("1,500")
    assert len(zones["others"]) == 3
    for other in zones["others"]:
        expect(seen.page.locator("main")).to_contain_text(other["words"])
    bare = shown(BARE)
    assert "50" in bare.widget.zones["status"]["minimum"]
    expect(bare.page.locator("main")).to_contain_text(bare.widget.zones["status"]["minimum"])


def test_the_bare_table(shown: Shows) -> None:
    """Where nothing lies the zones are there and say so."""
    seen = shown(BARE)
    for zone in ("own", "theirs"):
        expect(seen.page.locator(f'[data-zone="{zone}"]')).to_contain_text("no meld yet")
    assert label(seen, "pile") == "The discard pile is empty"
    assert label(seen, "stock") == "The stock: 104 cards"


@pytest.mark.parametrize("name", ["FULL", "BARE"])
def test_a_new_position_is_drawn_and_the_old_choice_forgotten(shown: Shows, name: str) -> None:
    """When the zones change nothing of the old table is left, no card stays chosen, and the selection is asked anew."""
    first, then = (FULL, BARE) if name == "FULL" else (BARE, FULL)
    seen = shown(first)
    seen.page.locator('[data-card="hand-0"]').click()
    seen.settle()
    seen.widget.reset(then)
    seen.flush()
    seen.settle()
    assert seen.page.locator(".cnt [aria-pressed=true]").count() == 0
    assert seen.page.locator("[data-card]").count() == len(seen.widget.zones["hand"])
    asked = seen.contents("select")[-1]
    assert (asked["serial"], asked["cards"], asked["target"]) == (seen.widget.zones["serial"], [], "")
    fresh = shown(then)
    fresh.settle()
    board = 'main [data-zone="own"], main [data-zone="theirs"], main [data-zone="hand"], main [data-zone="status"]'
    assert seen.page.locator(board).all_inner_texts() == fresh.page.locator(board).all_inner_texts()


def test_buttons_come_and_go_with_what_can_be_done(shown: Shows) -> None:
    """Undo is there once there is something to take back; at the end of a deal no play can be listed."""
    seen = shown("KKK4 - 9 ?53 N.play")
    undo = seen.page.locator('[data-action="undo"]')
    expect(undo).to_have_count(0)
    seen.widget.commit("meld KKK")
    seen.flush()
    expect(undo).to_have_count(0 if not seen.widget.can_undo else 1)
    seen.set(can_undo=True)
    expect(undo).to_have_count(1)
    seen.set(can_undo=False)
    expect(undo).to_have_count(0)
    zones: dict[str, Any] = {**seen.widget.zones, "over": True}
    expect(seen.page.locator('[data-action="plays"]')).to_have_count(1)
    seen.set(zones=zones)
    seen.page.locator('[data-card="hand-0"]').click()
    seen.settle()
    expect(seen.page.locator('[data-action="plays"]')).to_have_count(0)


def test_the_panel_says_what_the_rule_book_says(shown: Shows) -> None:
    """A refused try shows its sentence, its clause with the law and the source, and what would be legal instead."""
    table = Table("KsKhQ4/?11/?9/?7 7777777,5552;r/QQQQ222,KKKKK2 4*98 ?48 N.play")
    table.commit("meld KsKh")
    verdict = table.verdict
    seen = shown(table)
    panel = seen.page.locator("[data-verdict]")
    expect(panel).to_have_attribute("data-verdict", "refused")
    lead = verdict["lead"]
    for text in (verdict["title"], verdict["action"], verdict["sentence"], lead["law"], lead["source"]):
        expect(panel).to_contain_text(text)
    assert panel.locator(f'[data-clause="{lead["clause"]}"]').count() >= 1
    assert {each["clause"] for each in verdict["findings"]} == set(
        panel.locator("li[data-clause]").evaluate_all("all => all.map(each => each.dataset.clause)")
    )
    assert verdict["near"]
    near = panel.locator("[data-near]").evaluate_all("all => all.map(each => each.dataset.near)")
    assert near == [each["text"] for each in verdict["near"]]
    panel.locator("[data-near]").first.click()
    expect(panel).to_have_attribute("data-verdict", "legal")
    assert [str(step.verdict.action) for step in table.steps] == near[:1]


def test_two_tables_keep_their_own_settings(shown: Shows) -> None:
    """Each table on a page loads a module of its own; what is chosen in one stays shown in the other."""
    seen = shown(FULL)
    seen.page.evaluate(
        "async code => shown.show(await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))))",
        seen.widget._esm,
    )
    settings = seen.page.locator("[data-setting]")
    expect(settings).to_have_count(8)
    for setting in settings.all():
        expect(setting.locator("input:checked")).to_have_count(1)
