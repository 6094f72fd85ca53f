"""Card faces: every card has one, what stands on it is on the card, and colour is never the only sign."""

from __future__ import annotations

import json
import re

import pytest
from canasta_widgets.faces import FACES, HEIGHT, INDEX, MIDDLE, RANK_SIGNS, SHAPES, WIDTH, card, script, top
from canasta_widgets.shown import FRONT
from canasta_widgets.table import Table
from canasta_widgets.zones import zones
from hypothesis import given
from strategies import positions

from canasta import Card, Position
from canasta.cards import LETTERS, UNSEEN, read_cards, suits_of

CARDS = [Card(kind, suit) for kind in range(16) for suit in ("", *suits_of(kind))]
NAMES = [str(each) for each in CARDS]
SHEETS = "".join((FRONT / "table" / name).read_text("utf-8") for name in ("base.css", "card.css"))


def pieces(key: str) -> list[tuple[float, list[object]]]:
    """What stands on a face: the middle of its column and the piece."""
    return [(at, piece) for at, column in FACES[key]["columns"] for piece in column]


def shown(key: str) -> list[str]:
    """The ranks and shapes of a face, as they stand there."""
    return [str(piece[1] if piece[0] == "rank" else piece[0]) for _at, piece in pieces(key)]


@pytest.mark.parametrize("each", CARDS, ids=NAMES)
def test_every_card_has_a_face(each: Card) -> None:
    """A card's face shows its rank first and its suit in the corner and large, nothing of another suit or rank."""
    key = card(each)["face"]
    if each.kind == UNSEEN:
        assert FACES[key]["columns"] == []
        return
    found = shown(key)
    letter = LETTERS[each.kind]
    assert found[0] == ("star" if letter == "*" else RANK_SIGNS[letter])
    if each.suit:
        assert found.count(each.suit) == 2
    assert {sign for sign in found if sign in "shdc"} <= set(each.suit or suits_of(each.kind))


def test_faces_differ() -> None:
    """No two cards look alike, be they painted or not, and without their colours either."""
    looks = [tuple(shown(card(each)["face"])) for each in CARDS]
    assert len(set(looks)) == len(CARDS) == 68


def test_wild_cards_have_a_sign() -> None:
    """Jokers and deuces have a star, which no natural card has, the threes not either."""
    for each in CARDS:
        assert ("star" in shown(card(each)["face"])) == each.is_wild
        assert (FACES[card(each)["face"]]["look"] == "wild") == each.is_wild


@pytest.mark.parametrize("key", FACES)
def test_everything_stands_on_the_card(key: str) -> None:
    """No piece reaches over the edge, nor the corner into what the next card covers, whichever way the page runs."""
    for at, (what, *more) in pieces(key):
        if what == "rank":
            _sign, x, y, size, width = more
            half, low, high = (width or 0.8 * size) / 2, y - 0.8 * size, y + 0.25 * size
        else:
            x, y, size = more
            half, low, high = size / 2, y - size / 2, y + size / 2
        assert low >= 0
        assert high <= HEIGHT
        for column in (at, WIDTH - at):
            assert column + x - half >= 0
            assert column + x + half <= WIDTH
        if at == INDEX:
            assert INDEX + x + half <= WIDTH / 2
        assert at in (INDEX, MIDDLE)


@pytest.mark.parametrize(
    ("cards", "natural", "face", "look"),
    [
        ("7s7h7d7c7s7h7s", True, "7h", "red"),
        ("7s7c7s7c7s7c7d", True, "7d", "red"),
        ("7777777", True, "7hd", "red"),
        ("7s7c7s7c7s7c7s", True, "7hd", "red"),
        ("7h7d7c7h2s2c*", False, "7c", "black"),
        ("7h7d7h7d2s2c*", False, "7sc", "black"),
        ("77772**", False, "7sc", "black"),
    ],
)
def test_top_of_a_canasta(cards: str, natural: bool, face: str, look: str) -> None:
    """A natural canasta has a red card of its rank on top, a mixed one a black card, if it can one of its own."""
    shown = top(7, read_cards(cards), natural=natural)
    assert (shown["face"], shown["look"], shown["sign"]) == (face, look, "7")
    assert shown["face"] in FACES


@given(positions())
def test_zones_have_faces(position: Position) -> None:
    """Every card of a table can be drawn, and every canasta has its top card."""
    table = zones(position, position.seat)
    melds = [meld for side in table["sides"] for meld in side["melds"]]
    lying = [*table["hand"], *table["pile"]["cards"], *(each for meld in melds for each in meld["cards"])]
    for meld in melds:
        assert bool(meld["canasta"]) == (meld["top"] is not None)
        if meld["top"]:
            lying.append(meld["top"])
            assert meld["top"]["look"] == {"natural": "red", "mixed": "black"}[meld["canasta"]]
            assert meld["top"]["sign"] == meld["rank"]
    assert all(each["face"] in FACES for each in lying)


def test_browser_gets_the_same_data() -> None:
    """The constant before the table's module is the faces, and the module itself holds no shape."""
    constant, rest = script(), (FRONT / "card.js").read_text("utf-8")
    assert str(Table._esm).startswith(constant)
    data = json.loads(constant.removeprefix("const FACES = ").rstrip(";\n"))
    assert set(data["faces"]) == set(FACES)
    assert data["shapes"] == SHAPES
    assert not re.search(r"M-?\d+[ -]\d", rest)
    assert len(constant) < 20_000


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_inks_can_be_read() -> None:
    """Every ink has a contrast of 4.5:1 on every paper that a card has, light and dark, with two colours and four."""
    found = re.findall(r"--cnt-(card|red|black|wild|ink-d|ink-c): (#\w{6});", SHEETS)
    papers = {colour for name, colour in found if name == "card"}
    papers |= set(re.findall(r"\.cnt-wild \{\s*background: (#\w{6});", SHEETS))
    inks = {colour for name, colour in found if name != "card"}
    assert len(papers) == 3
    assert len(inks) == 5
    for paper in papers:
        for ink in inks:
            assert (luminance(paper) + 0.05) / (luminance(ink) + 0.05) >= 4.5, (ink, paper)
