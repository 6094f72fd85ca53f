"""The static picture: well made, complete, and telling no more than the live table."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from canasta_widgets import app
from canasta_widgets.faces import FACES
from canasta_widgets.lesson import Lesson
from canasta_widgets.picture import BACKS, COLOURS, FOUR, WILD_PAPER, picture
from canasta_widgets.shown import FRONT
from canasta_widgets.stepper import Stepper
from canasta_widgets.table import Table
from canasta_widgets.zones import zones
from hypothesis import given
from strategies import positions

from canasta import Position, deal

SVG = "{http://www.w3.org/2000/svg}"
FULL = (
    "KsKhKd5TsTd8d7c6h6QdJc2h2s2*b/?11/?9/?7 7h7d7c7s7h7s7d,TTT22,555*;rr/QsQcQhQd222,JJJJJJJ,KKK;r "
    "4s*9h8dT ?23 N.play 1500:955"
)
VIEW = "application/vnd.jupyter.widget-view+json"


def tree(svg: str) -> ElementTree.Element:
    """The picture as a tree, which proves that it is well-formed."""
    return ElementTree.fromstring(svg)


def lying(svg: str) -> Counter[str]:
    """How often each face lies on the picture."""
    ids = {f"face-{key}".replace("*", "joker").replace("?", "back"): key for key in FACES}
    return Counter(ids[id] for id in re.findall(r'<use href="#(face-[^"]+)"', svg))


def text(svg: str) -> str:
    """Everything that is written on the picture."""
    return " ".join(filter(None, (each.text for each in tree(svg).iter(f"{SVG}text"))))


def bundle(widget: Any) -> dict[str, Any]:
    """What a widget's display holds, by type."""
    made = widget._repr_mimebundle_()
    return dict(made[0] if isinstance(made, tuple) else made)


@given(positions())
def test_whole_and_alone(position: Position) -> None:
    """Any position gives a small picture that is well-formed, has a name, and asks for nothing outside itself."""
    svg = picture(position, position.seat)
    root = tree(svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert {each.get("href") for each in root.iter(f"{SVG}use")} <= {f"#{id}" for id in ids}
    assert svg.count("//") == svg.count("http://www.w3.org/2000/svg") == 1
    assert not re.search(r"url\(|@import|<image|<script|<foreignObject", svg)
    assert len(svg) < 40_000


@given(positions())
def test_every_card_is_there(position: Position) -> None:
    """Each card that the zones show lies on the picture once, a canasta as its top card, hands of others as backs."""
    table = zones(position, position.seat)
    reds = [each for side in table["sides"] for each in side["red_cards"]]
    faces = [each["face"] for each in (*table["hand"], *table["pile"]["cards"], *reds)]
    melds = [meld for side in table["sides"] for meld in side["melds"]]
    for meld in melds:
        faces += [meld["top"]["face"]] if meld["canasta"] else [each["face"] for each in meld["cards"]]
    wanted = Counter(face for face in faces if face != "?")
    found = lying(picture(position, position.seat))
    assert {face: n for face, n in found.items() if face != "?"} == wanted
    backs = faces.count("?") + (table["stock"]["count"] != 0)
    assert found["?"] == backs + sum(min(other["count"] or 0, BACKS) for other in table["others"])


@given(positions())
def test_tells_no_more_than_the_player_sees(position: Position) -> None:
    """The picture is made from the seat's view alone."""
    assert picture(position, position.seat) == picture(position.seen_by(position.seat), position.seat)


def test_unseen_cards_are_never_named() -> None:
    """Other hands and the stock may hold whatever they like: the picture is the same."""
    position = deal(7)
    hidden = position._replace(hands=tuple(position.hands[at] if at == 0 else 11 << 8 * 14 for at in range(4)))
    assert hidden != position
    assert picture(hidden, 0) == picture(position, 0)
    assert picture(position, 1) != picture(position, 0)


def test_everything_is_told() -> None:
    """Turn, phase, scores, counts, the freeze and every meld are written, and the description has it all in words."""
    svg = picture(Position.parse(FULL), 0)
    table = zones(Position.parse(FULL), 0)
    written, words = text(svg), tree(svg).findtext(f"{SVG}desc") or ""
    status = table["status"]
    for said in (
        status["turn"],
        status["phase"],
        status["score"],
        "K × 3",
        "10 × 5",
        "mixed canasta",
        "natural canasta",
    ):
        assert said in written
    for other in table["others"]:
        assert str(other["count"]) in written
        assert other["words"] in words
    for side in table["sides"]:
        assert side["reds"]
        assert side["reds"] in written
        assert all(meld["words"] in words for meld in side["melds"])
    assert "Stock 23" in written
    assert "frozen" in written
    assert table["pile"]["words"] in words
    assert all(held["words"] in words for held in table["hand"])
    first = picture(Position.parse("KKQ4 - 9 ?30 N.draw 1500:955"), 0)
    assert "First meld: 90 points" in text(first)


def test_the_freezing_card_lies_sideways() -> None:
    """The card that freezes the pile is turned, and no other; without it none is."""
    frozen = picture(Position.parse("KK24 444 42K"), 0)
    assert re.findall(r'href="#face-(\w+)"[^>]*rotate\(-90', frozen) == ["2"]
    assert "rotate" not in picture(Position.parse("KK24 444 45K"), 0)


def test_the_sixth_card_lies_crosswise() -> None:
    """The last card of a meld that lacks one card to a canasta is turned, as on the live table."""
    short = picture(Position.parse("KK24 QQQQQ2 45K"), 0)
    assert re.findall(r'href="#face-(\w+)"[^>]*rotate\(-90', short) == ["2"]


def test_what_the_live_table_shows() -> None:
    """Hands that lie open, the players' names and the problems of a position stand on the picture of a table too."""
    table = Table(deal(7), open_hands=[1], names={"E": "Dana <3"})
    svg = table.picture()
    closed = picture(deal(7), 0)
    assert lying(svg)["?"] == lying(closed)["?"] - 11
    assert sum(lying(svg).values()) == sum(lying(closed).values())
    assert "Dana <3" in text(svg)
    assert table.zones["others"][0]["open"] in (tree(svg).findtext(f"{SVG}desc") or "")
    wrong = Table("KKKKKKKKK").picture()
    assert "Too many kings" in text(wrong)


def test_text_is_escaped() -> None:
    """Whatever a title holds, it is text: no mark-up, and no sign that XML may not hold."""
    title = 'Q & A <script>"x"</script> ]]> \x00\x1b \ud800 ♠'
    svg = picture(Position.parse("KK24 444 42K"), 0, title=title)
    assert "<script" not in svg
    assert tree(svg).findtext(f"{SVG}title") == 'Q & A <script>"x"</script> ]]>      ♠'
    assert 'Q & A <script>"x"</script>' in text(svg)
    svg.encode("utf-8")


def test_cards_stay_inside() -> None:
    """The largest hand and the fullest table stand within the picture, a long title too."""
    every = "".join(rank + suit for rank in "AKQJT987654" for suit in "shdc" * 2) + "2s2h2d2c" * 2 + "****"
    for line in (every, FULL):
        root = tree(picture(Position.parse(line), 0, title="A long title " * 20))
        width, height = (float(root.get(name, "0")) for name in ("width", "height"))
        assert width <= 960
        seen = 0
        for x, y, scale in _places(root, 0, 0, 1):
            seen += 1
            assert 0 <= x <= x + 100 * scale <= width
            assert 0 <= y <= y + 140 * scale <= height
        assert seen > 30


def _places(node: ElementTree.Element, x: float, y: float, scale: float) -> list[tuple[float, float, float]]:
    """Where the cards of a picture stand, and how large."""
    places = []
    for each in node:
        if each.tag == f"{SVG}defs":
            continue
        moved = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", each.get("transform", ""))
        sized = re.fullmatch(r"scale\(([\d.]+)\)", each.get("transform", ""))
        at = (x + float(moved[1]), y + float(moved[2]), scale) if moved else (x, y, scale)
        at = (at[0], at[1], at[2] * float(sized[1])) if sized else at
        if each.get("href", "").startswith("#face"):
            places.append((x + float(each.get("x", "0")) * scale, y + float(each.get("y", "0")) * scale, scale))
        places += _places(each, *at)
    return places


def test_four_colours() -> None:
    """With four colours diamonds and clubs have inks of their own, else those of hearts and spades."""
    position = Position.parse("KsKhKdKc")
    two, four = (picture(position, 0, four_colours=which) for which in (False, True))
    inks = [dict(re.findall(r'<g id="face-K(\w)" fill="([^"]+)"', svg)) for svg in (two, four)]
    assert inks[0] == {"s": COLOURS["black"], "h": COLOURS["red"], "d": COLOURS["red"], "c": COLOURS["black"]}
    assert inks[1] == inks[0] | FOUR
    assert Table(position, colours="four").picture() == four
    assert Table(position).picture() == two


def test_colours_are_the_tables() -> None:
    """The picture has the live table's light colours; each stands in the sheets under its name."""
    base, cards = ((FRONT / "table" / name).read_text("utf-8") for name in ("base.css", "card.css"))
    light = dict(re.findall(r"--cnt-(\w+): (#\w{6});", base.partition(".canasta-dark")[0]))
    ours = {name: ink for name, ink in COLOURS.items() if name != "felt"}  # the live table lies on the page itself
    assert {name: light[name] for name in ours} == ours
    four = dict(re.findall(r"--cnt-ink-(\w): (#\w{6});", cards))
    assert four == FOUR
    assert f"background: {WILD_PAPER};" in cards


def test_a_seat_that_is_not_there() -> None:
    """Nobody's picture cannot be asked for."""
    with pytest.raises(ValueError, match="There is no seat 4; they are 0 to 3"):
        picture(deal(7), 4)


def test_widgets_show_a_picture_beside() -> None:
    """A table, a lesson and a deal give their picture beside the live view, whose text stays what it was."""
    table, lesson = Table("KK24 444 42K"), Lesson("02-melds")
    stepper = Stepper([])
    for widget in (table, lesson, stepper):
        made = bundle(widget)
        assert tree(made["image/svg+xml"]).tag == f"{SVG}svg"
        assert made[VIEW]["model_id"] == widget.model_id
    assert bundle(table)["text/plain"] == "Table('KK42 444 42K')"
    assert bundle(table)["image/svg+xml"] == picture(table.position, 0)
    assert bundle(lesson)["text/plain"].startswith("Lesson(")


def test_the_picture_is_of_now() -> None:
    """After a play the picture shows what lies there then; a lesson's has the task for a title, a deal's the step."""
    table = Table("KK24 444 42K")
    before = text(bundle(table)["image/svg+xml"])
    assert table.commit("take KK")
    assert text(bundle(table)["image/svg+xml"]) == text(picture(table.position, 0)) != before
    lesson = Lesson("02-melds")
    level = lesson.level
    assert level is not None
    assert level.say in (tree(bundle(lesson)["image/svg+xml"]).findtext(f"{SVG}title") or "")
    stepper = Stepper(table.steps)
    stepper.step()
    title = tree(bundle(stepper)["image/svg+xml"]).findtext(f"{SVG}title") or ""
    assert title.startswith("Step 1 of 1: North: Take the pile")


def test_a_faulty_level_has_no_picture(tmp_path: Path) -> None:
    """Where a lesson has no table to show, its display is what it was."""
    (tmp_path / "odd.toml").write_text("title = 'Odd'\n[[level]]\nid = 'x'\n")
    lesson = Lesson("odd", folder=tmp_path)
    assert "image/svg+xml" not in bundle(lesson)
    assert VIEW in bundle(lesson)


def test_picture_from_a_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`picture` prints the SVG of a position, or writes it to a file; a seat may be named."""
    position = Position.parse(FULL)
    assert app.main(["picture", FULL]) == 0
    assert capsys.readouterr().out == picture(position, 0) + "\n"
    file = tmp_path / "east.svg"
    assert app.main(["picture", FULL, "--seat", "E", "--title", "East", "--four-colours", "--to", str(file)]) == 0
    assert file.read_text("utf-8") == picture(position, 1, title="East", four_colours=True) + "\n"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["KKX"], "'X'"),
        (["KKKKKKKKK"], "Too many kings"),
        (["KK", "--seat", "NE"], "the seats are N E S W"),
        (["KK", "--to", "table.png"], "must end in .svg"),
        (["KK", "--to", "nowhere/table.svg"], "there is no folder nowhere"),
    ],
)
def test_picture_of_what_cannot_be(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A faulty line, seat or file is named in one sentence, and nothing is drawn."""
    assert app.main(["picture", *arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert says in said.err
