"""The picture and the faces in a real browser: what is drawn can be seen, and nothing outside is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from canasta_widgets import app
from canasta_widgets.picture import picture
from conftest import Server, Watched
from playwright.sync_api import Page, expect

from canasta import Position

LINE = "KsKhKdTsTd7c2h*b/?11/?9/?7 7h7d7c7s7h7s7d,555*;r/QsQcQhQd222 4s*9h8dT ?30 N.play 1500:955"
LESSON = "voila/render/02-melds.ipynb"


def test_an_exported_lesson_shows_its_table(watched: Callable[..., Watched], tmp_path: Path) -> None:
    """Opened as a file, the page shows the picture at its size, and neither asks for nor runs anything."""
    file = tmp_path / "lesson.html"
    assert app.main(["export", "02-melds", "--to", str(file)]) == 0
    tab = watched()
    said: list[str] = []
    tab.page.on("console", lambda message: said.append(message.text))
    tab.page.goto(file.as_uri())
    image = tab.page.locator("img")
    expect(image).to_be_visible()
    assert image.evaluate("node => node.complete && node.naturalWidth > 400")
    assert [url for url in tab.requests if not url.startswith("data:")] == [file.as_uri()]
    assert said == tab.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_is_drawn(page: Callable[..., Page], tmp_path: Path, scheme: str) -> None:
    """Every card that the picture uses covers a part of it, whatever the system's colours are."""
    file = tmp_path / "table.svg"
    file.write_text(picture(Position.parse(LINE), 0), "utf-8")
    tab = page(color_scheme=scheme)
    tab.goto(file.as_uri())
    boxes = tab.evaluate(
        """() => [...document.querySelectorAll("svg > :not(defs) use[href^='#face']")].map((card) => {
            const { width, height } = card.getBoundingClientRect();
            return [width, height];
        })"""
    )
    assert len(boxes) > 40
    assert all(width > 15 and height > 15 for width, height in boxes)


def test_faces_grow_with_the_card(voila: Server, page: Callable[..., Page]) -> None:
    """Rank and suit of a card stay on it and keep their share of it, from the smallest card to the largest."""
    tab = page()
    tab.goto(voila.url + LESSON)
    expect(tab.locator("[data-card]").first).to_be_visible()
    shares = []
    for width in ("2.2rem", "8rem"):
        tab.locator(".cnt-hand").evaluate("(node, width) => node.style.setProperty('--cnt-w', width)", width)
        shares.append(
            tab.locator("[data-card] .cnt-face").first.evaluate(
                """face => {
                    const card = face.getBoundingClientRect();
                    return [...face.querySelectorAll("text, path")].flatMap((node) => {
                        const box = node.getBoundingClientRect();
                        const [start, end] = [box.left, box.right].map((x) => (x - card.left) / card.width);
                        return [start, end, box.height / card.height];
                    });
                }"""
            )
        )
    small, large = shares
    assert len(small) == len(large) == 9
    assert all(0 <= share <= 1 for share in small + large)
    assert small == pytest.approx(large, abs=0.04)


def test_four_colours_change_two_suits(voila: Server, page: Callable[..., Page]) -> None:
    """A four-colour pack gives diamonds and clubs colours of their own, and leaves hearts and spades alone."""
    tab = page()
    tab.goto(voila.url + LESSON)
    expect(tab.locator("[data-card]").first).to_be_visible()
    colours = """() => Object.fromEntries(["s", "h", "d", "c"].map((suit) => {
        const card = document.querySelector(`[data-card] .cnt-ink-${suit}`);
        return [suit, getComputedStyle(card).color];
    }))"""
    two = tab.evaluate(colours)
    tab.locator(".cnt").evaluate("node => (node.dataset.colours = 'four')")
    four = tab.evaluate(colours)
    assert two["d"] == two["h"]
    assert two["c"] == two["s"]
    assert (four["h"], four["s"]) == (two["h"], two["s"])
    assert len(set(four.values())) == 4
