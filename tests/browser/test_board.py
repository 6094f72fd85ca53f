"""The board in a real browser: everything fits and no corner is hidden, whichever way the page runs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from canasta_widgets.table import Table
from drawn import draw
from pages import objections, sideways
from playwright.sync_api import Page, expect

from canasta import deal

MID = (
    "AsAhKdKcQsThTd8s7h4d2s/?11/?9/?4 KsKhKdKc2,7777777,QsQhQd2,5s5h5d,6666;rr"
    "/AAAA,JsJhJdJcJs22,TTT,888888,999;r 4s2h9s8hQd ?19 N.draw 1500:955"
)
LONG = "Mr. Featherstonehaugh the Third"
POSITIONS = {
    "start": deal(7),
    "mid": MID,
    "lesson": "KsKh24 4s4h4d/- 4s2hKd",
    "two": "AAKKKQQQJJTTT99887766554442222*/?28 KKK,QQQ2/777,5555;r 4s2hb9 ?30 N.draw 500:0 classic/2",
    "three": "AsAhKKQJT984*2b/?13/?10 KKK/QQQ2,555;r/777 4s9h ?56 E.draw 500:955:1200 classic/3",
    "six": "AAKKQJT984*2b/?13/?12/?9/?10/?11 KKK,TTTTTTT/QQQ2;rr 4s2h9s ?72 SE.draw 500:955 classic/6",
    "many": "AAKKQ4/?12/?4/?9 AAA,KKKK,QQQQQQ,JJJJJJJ2,TTT,999,8888,77777772,666,555,444;rr/AAA,KKKK,QQQ2,JJJ*,TTT,999,"
    "888,777,666,555,444;rr 4s5s9s8hQd ?4 N.play 3200:2955 classic/6",
    "impossible": "KKKKKKKKKK4b/?11/-/?11 KK22,555/QQ 2s4 ?3 S.play",
}
CUT_OFF = """() => {
    const board = document.querySelector(".cnt-board").getBoundingClientRect();
    return [...document.querySelectorAll(".cnt-face, .cnt-caption, .cnt-who, .cnt-number")].filter((node) => {
        const box = node.getBoundingClientRect();
        return box.width && (box.left < board.left - 1 || box.right > board.right + 1);
    }).length;
}"""
# Cards, on which the middle of the rank is not what one sees there; of cards pushed together only one must show it.
HIDDEN = """() => {
    const faces = [...document.querySelectorAll(".cnt-card .cnt-face, .cnt-heap .cnt-face, .cnt-fan .cnt-face")];
    const shown = faces.filter((face) => getComputedStyle(face.querySelector("svg")).visibility === "visible");
    if (shown.length < 8) throw new Error("no cards are drawn");
    return shown.filter((face) => {
        face.scrollIntoView({ block: "center" });
        const box = face.querySelector("g > *").getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return !top || (top !== face && !face.contains(top) && top.querySelector(".cnt-face") !== face);
    }).map((face) => face.closest("[aria-label]").getAttribute("aria-label"));
}"""
# Two small suits together say the colour of a card whose suit nobody has named; they are no suit of their own.
HEIGHTS = """() => [...document.querySelectorAll(".cnt-hand g > *, .cnt-melds g > *, .cnt-heap g > *")]
    .filter((node) => node.getClientRects().length && getComputedStyle(node).visibility === "visible")
    .filter((node) => node.matches("text") || node.parentNode.querySelectorAll('path:not(.cnt-shape-star)').length < 2)
    .map((node) => {
        const box = node.getBoundingClientRect();
        if (node.tagName !== "text") return node.closest(".cnt-sideways") ? box.width : box.height;
        // Of a letter the box is that of its line; what is drawn is measured on a canvas.
        const pen = document.createElement("canvas").getContext("2d");
        const style = getComputedStyle(node);
        pen.font = `${style.fontWeight} 100px ${style.fontFamily}`;
        const ink = pen.measureText(node.textContent);
        const height = (ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent) / 100;
        const matrix = node.getScreenCTM();
        return height * Number.parseFloat(style.fontSize) * Math.hypot(matrix.c, matrix.d);
    })"""


@pytest.fixture
def board(page: Callable[..., Page]) -> Callable[..., Page]:
    """Draws a position by its name."""

    def open(name: str, *, width: int = 1280, height: int = 900, rtl: bool = False, **attributes: str) -> Page:
        tab = page(viewport={"width": width, "height": height})
        table = Table(POSITIONS[name], names={"E": LONG, "S": LONG}, open_hands=attributes.pop("open", "") == "all")
        return draw(tab, table, rtl=rtl, **attributes)

    return open


@pytest.mark.parametrize("name", POSITIONS)
def test_nothing_scrolls_sideways(board: Callable[..., Page], name: str) -> None:
    """At 360 and at 700 pixels, with cards of any size, the page is no wider than the screen and nothing is cut off."""
    for width in (360, 700):
        page = board(name, width=width, height=640)
        for size in ("small", "medium", "large"):
            page.evaluate("size => { document.querySelector('.cnt').dataset.size = size; }", size)
            assert sideways(page) <= 0
            assert page.evaluate(CUT_OFF) == 0


def test_open_hands_fit(board: Callable[..., Page]) -> None:
    """With all hands open, the table still fits a phone and a desktop."""
    for width in (360, 1280):
        page = board("start", width=width, open="all")
        expect(page.locator(".cnt-open")).to_have_count(3)
        assert sideways(page) <= 0
        assert page.evaluate(CUT_OFF) == 0


@pytest.mark.parametrize("rtl", [False, True], ids=["ltr", "rtl"])
@pytest.mark.parametrize("name", ["mid", "two", "many"])
def test_every_rank_can_be_read(board: Callable[..., Page], name: str, rtl: bool) -> None:
    """No card hides the rank of another: in the hand, in the melds and in the pile, on a desktop and on a phone."""
    for width in (1280, 360):
        page = board(name, width=width, rtl=rtl)
        if width == 360:
            page.add_style_tag(content=".cnt-actions { position: static !important; }")
        assert page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("rtl", [False, True], ids=["ltr", "rtl"])
def test_seats_stand_clockwise(board: Callable[..., Page], rtl: bool) -> None:
    """The next player sits at one's left hand, the partner opposite, the last at the right hand, also in Hebrew."""
    for width in (1280, 360):
        page = board("mid", width=width, rtl=rtl)
        boxes = {seat: page.locator(f'.cnt-seat[data-seat="{seat}"]').bounding_box() for seat in "ESW"}
        hand = page.locator(".cnt-cards").bounding_box()
        assert hand
        assert all(boxes.values())
        assert boxes["E"]["x"] < boxes["S"]["x"] < boxes["W"]["x"]  # type: ignore[index]
        assert boxes["S"]["y"] <= boxes["E"]["y"] < hand["y"]  # type: ignore[index]


def test_projector_is_read_from_the_last_row(board: Callable[..., Page]) -> None:
    """At 1280 by 720 every rank and suit is a twentieth of the screen high, the whole table in view, no name shown."""
    page = board("mid", height=720, projector="on")
    heights = page.evaluate(HEIGHTS)
    assert len(heights) > 40
    assert min(heights) >= 36
    box = page.locator(".cnt-board").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 720
    assert sideways(page) <= 0
    assert page.evaluate(CUT_OFF) == 0
    assert LONG[:6] not in page.locator(".cnt-board").inner_text()
    assert page.evaluate(HIDDEN) == []
    assert LONG[:6] in board("mid").locator(".cnt-board").inner_text()


def test_a_projector_has_a_hand_after_a_draw_in_one_row(page: Callable[..., Page]) -> None:
    """Twelve cards stand in a row at 1280 pixels."""
    table = Table("KQJJTT9776*5/?11/?11/?11 - 8 . N.play")
    tab = draw(page(viewport={"width": 1280, "height": 720}), table, projector="on")
    cards = tab.locator(".cnt-hand [data-card]")
    tops = cards.evaluate_all("cards => cards.map(card => card.getBoundingClientRect().top)")
    assert len(tops) == 12
    assert len(set(tops)) == 1


@pytest.mark.parametrize("name", ["start", "mid", "two"])
def test_a_phone_may_be_the_projector(board: Callable[..., Page], name: str) -> None:
    """On a phone, and on a small tablet, nothing is cut off and no card hides the rank of another."""
    for width in (360, 700):
        page = board(name, width=width, projector="on")
        page.add_style_tag(content=".cnt-actions { position: static !important; }")
        assert sideways(page) <= 0
        assert page.evaluate(CUT_OFF) == 0
        assert page.evaluate(HIDDEN) == []


def test_size_of_cards_is_a_setting(board: Callable[..., Page]) -> None:
    """Small, medium and large cards differ, in the hand and on the felt."""
    widths = {}
    for size in ("small", "medium", "large"):
        page = board("mid", size=size)
        found = [page.locator(f"{place} .cnt-face").first.bounding_box() for place in (".cnt-hand", ".cnt-melds")]
        widths[size] = [box["width"] for box in found if box]
    assert [sorted(each) for each in zip(*widths.values(), strict=True)] == [
        list(each) for each in zip(*widths.values(), strict=True)
    ]
    assert len({width[0] for width in widths.values()}) == len({width[1] for width in widths.values()}) == 3


def test_actions_stay_under_the_thumb(board: Callable[..., Page]) -> None:
    """On a phone what can be done stays at the lower edge while the table is in view."""
    page = board("mid", width=360, height=640)
    actions = page.locator(".cnt-actions").bounding_box()
    assert actions
    assert actions["y"] + actions["height"] == pytest.approx(640, abs=1)
    assert actions["height"] < 640 * 0.46


def test_problems_are_told_above_the_board(board: Callable[..., Page]) -> None:
    """A position that cannot exist says so as an alert before all else, and its cards still lie there."""
    page = board("impossible")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This position cannot exist")
    expect(alert.locator("li")).to_have_count(3)
    assert page.evaluate("document.querySelector('.cnt-board').firstElementChild.getAttribute('role')") == "alert"
    expect(page.locator(".cnt-meld")).to_have_count(3)


def test_print_has_the_board_and_no_buttons(board: Callable[..., Page]) -> None:
    """On paper the board stands dark on white, whole, without what only a screen can do."""
    page = board("mid", width=794)
    page.emulate_media(media="print")
    controls = page.locator(".cnt :is(button, input, summary):not([data-card], [data-place])")
    assert controls.count() > 0
    assert not any(control.is_visible() for control in controls.all())
    for part in (".cnt-actions", ".cnt-command", ".cnt-live"):
        assert page.locator(part).count() > 0
        expect(page.locator(f"{part}:visible")).to_have_count(0)
    expect(page.locator("[data-card]")).to_have_count(11)
    look = page.locator(".cnt-board").evaluate(
        "node => [getComputedStyle(node).backgroundColor, getComputedStyle(node).color]"
    )
    assert look == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    assert sideways(page) <= 0
    assert page.evaluate(CUT_OFF) == 0


@pytest.mark.parametrize("look", ["", "canasta-dark"], ids=["light", "dark"])
def test_axe_finds_nothing(board: Callable[..., Page], page: Callable[..., Page], look: str) -> None:
    """No accessibility violation on a full table, in light and dark, with hands open or not, on a projector or not."""
    for options in ({}, {"open_hands": True}):
        for attributes in ({}, {"projector": "on"}):
            tab = draw(page(), Table(MID, **options), look=look, **attributes)
            assert objections(tab) == []
