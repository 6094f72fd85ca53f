"""A table as one static picture: an SVG made from the same zones as the live table, for exports, paper and pages.

It asks for no font and no other file, and has a background of its own. Its parts are blocks that know their size, set
beside or under each other; a face that is drawn several times is defined once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from canasta import Position
from canasta.words import _
from canasta_widgets.faces import BACK, FACES, HEIGHT, SHAPES, STACK, WIDTH
from canasta_widgets.zones import seated, zones

# As in base.css and card.css, where they have their names; the picture is always a light one.
COLOURS = {
    "felt": "#e4ece2",
    "line": "#b9c3b8",
    "ink": "#1d2521",
    "quiet": "#55605a",
    "card": "#fffefb",
    "back": "#2f5d57",
    "red": "#b3141f",
    "black": "#16201b",
    "wild": "#6a2a8c",
}
WILD_PAPER, EDGE = "#f4e9fa", "#6d766f"
FOUR = {"d": "#1450a8", "c": "#0a6636"}
NAMESPACE = "{http://www.w3.org/2000/svg}"
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"

MOST, NARROW = 920, 340  # width inside the margin, and on a phone
LEAST = 420
MARGIN = 20
LEFT = 330  # what stock and pile may take beside the melds
HAND, TABLE, SMALL, MINI = 0.72, 0.54, 0.34, 0.22  # how large cards are drawn, of 100 by 140
BACKS = 15  # of a hand that lies face down; how many it really holds is written beside them
CORNER = 50  # how much of a card that lies under another shows: its rank and suit
TURNED = (HEIGHT - WIDTH) / 2  # a card that lies crosswise is that much wider on each side


class Block(NamedTuple):
    """A piece of the picture, drawn from 0, 0, with the room it takes."""

    width: float
    height: float
    markup: str


def picture(
    position: Position, seat: int, *, title: str | None = None, four_colours: bool = False, room: int = MOST
) -> str:
    """The table as the player in ``seat`` may see it, as the text of an SVG.

    ``title`` names the picture, by default by whose turn it is; what lies on the table is said in its description.
    With ``four_colours`` diamonds are blue and clubs green. ``room`` is the width it may take: ``NARROW`` is for a
    phone. Raises ValueError if nobody sits in that seat.
    """
    return drawn(zones(position, seated(position, seat)), title=title, four_colours=four_colours, room=room)


def drawn(table: dict[str, Any], *, title: str | None = None, four_colours: bool = False, room: int = MOST) -> str:
    """The same from zones, such as a live table shows."""
    status = table["status"]
    heads = [_text(status["turn"], 16, bold=True)]
    heads += [_text(status[name], 16, bold=name != "phase") for name in ("phase", "minimum", "score") if status[name]]
    middle = [_flow([_stock(table["stock"]), _pile(table["pile"], room)], 24, LEFT)]
    beside = room - middle[0].width - 40
    sides = beside if beside >= NARROW else room
    middle.append(_under([_side(side, sides) for side in table["sides"]], 14))
    parts = [_flow(heads, 14, room), _flow([_other(other, room) for other in table["others"]], 28, room)]
    parts += [_flow(middle, 40, room), _hand(table["hand"], room)]
    whole = _under([part for part in parts if part.height], 16)
    least = min(LEAST, room)
    above = [_text(title, 19, bold=True, room=max(whole.width, least))] if title else []
    above += [_text(problem, 15, bold=True, room=max(whole.width, least)) for problem in table.get("problems", ())]
    words = _words(table)
    block = _under([*above, whole], 14)
    block = block._replace(width=max(block.width, least))
    return _svg(block, title or words[0], " ".join(words if title else words[1:]), four_colours)


def pictured(bundle: Any, drawn: str, kind: str = "image/svg+xml") -> Any:
    """A widget's display with its picture, or text of another kind, beside the live view, for pages without a kernel.

    ``bundle`` is what ``_repr_mimebundle_`` gives: the data by type, perhaps with metadata beside it, or None where
    there is nothing to show; then nothing is added.
    """
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    if isinstance(data, dict):
        data[kind] = drawn
    return bundle


def svg_words(svg: str) -> str:
    """What a picture says of itself: its title and description."""
    root = ElementTree.fromstring(svg)
    told = [root.findtext(NAMESPACE + name, "").strip() for name in ("title", "desc")]
    return " ".join(f"{text.rstrip('.')}." for text in told if text)


# -- what lies there --------------------------------------------------------------------------------------------------


def _words(table: dict[str, Any]) -> list[str]:
    """The whole table in sentences, whose turn it is first."""
    status = table["status"]
    told = [", ".join(filter(None, (status["turn"], status["phase"]))), status["minimum"], status["score"]]
    told += table.get("problems", ())
    for other in table["others"]:
        told.append(f"{other['words']}: {other['open']}" if "open" in other else other["words"])
    for side in table["sides"]:
        told += [meld["words"] for meld in side["melds"]] or [f"{side['name']}: {side['empty']}"]
        told += [f"{side['name']}: {side['reds']}"] * bool(side["reds"])
    told += [table["stock"]["words"], table["pile"]["words"]]
    told.append(
        _("Your hand: {cards}").format(cards=", ".join(held["words"] for held in table["hand"]) or _("no card"))
    )
    return [f"{sentence.rstrip('.')}." for sentence in told if sentence]


def _other(other: dict[str, Any], room: float) -> Block:
    """Another player's hand: its backs, or its cards where they lie open, and how many there are."""
    cards = [each["face"] for each in other.get("cards", ())]
    lies = (
        _row(cards, SMALL, room=room)
        if cards
        else _row(["?"] * min(other["count"] or 0, BACKS), MINI, step=26, room=room)
    )
    partner = f"({other['partner']})" if other["partner"] else ""
    count = "" if other["count"] is None else str(other["count"])
    return _flow([lies, _text(" ".join(filter(None, (other["name"], other["player"], partner, count))), 15)], 8, room)


def _side(side: dict[str, Any], room: float) -> Block:
    name = [_text(side["name"], 14, bold=True, ink="quiet")]
    name += [_text(side[about], 14, ink="quiet") for about in ("score", "minimum", "canastas") if side[about]]
    melds = [_meld(meld, room) for meld in side["melds"]] or [_text(side["empty"], 14, ink="quiet")]
    red_cards = [each["face"] for each in side["red_cards"]]
    reds = [_captioned(_row(red_cards, TABLE, room=room), side["reds"])] if side["reds"] else []
    return _under([_flow(name, 12, room), _flow(melds + reds, 16, room)], 4)


def _meld(meld: dict[str, Any], room: float) -> Block:
    if meld["canasta"]:
        return _captioned(_squared(meld), meld["label"])
    lying = [each["face"] for each in meld["cards"]]
    return _captioned(_row(lying, TABLE, turned=meld["crosswise"], room=room), f"{meld['rank']} × {meld['count']}")


def _squared(meld: dict[str, Any]) -> Block:
    """A canasta: the cards under its top one show at two edges, and how many there are stands on it."""
    right, down = STACK[0]
    ink = COLOURS["red" if meld["canasta"] == "natural" else "black"]
    under = "".join(f'<use href="#paper" x="{x}" y="{y}"/>' for x, y in STACK)
    edge = f'<rect x="1" y="1" width="98" height="138" rx="11" fill="none" stroke="{ink}" stroke-width="3"/>'
    tally = f'<rect x="6" y="97" width="38" height="36" rx="18" fill="{ink}"/>'
    count = (
        f'<text x="25" y="124" font-size="28" font-weight="700" text-anchor="middle" fill="#fff">{meld["count"]}</text>'
    )
    inside = f"{under}{_use(meld['top']['face'])}{edge}{tally}{count}"
    return Block((WIDTH + right) * TABLE, (HEIGHT + down) * TABLE, f'<g transform="scale({TABLE})">{inside}</g>')


def _stock(stock: dict[str, Any]) -> Block:
    count = "" if stock["count"] is None else f" {stock['count']}"
    lies = _row(["?"], TABLE, room=WIDTH) if stock["count"] != 0 else _hole()
    return _captioned(lies, _("Stock") + count)


def _pile(pile: dict[str, Any], room: float) -> Block:
    cards = [each["face"] for each in pile["cards"]]
    lies = _row(cards, TABLE, turned=pile["sideways"], room=room) if cards else _hole()
    frozen = f" ❄ {pile['frozen']}" if pile["frozen"] else ""
    return _captioned(lies, f"{_('Discard pile')} {pile['count']}{frozen}")


def _hand(hand: Sequence[dict[str, Any]], room: float) -> Block:
    name = _text(_("Your hand"), 14, bold=True, ink="quiet")
    return _under([name, _row([held["face"] for held in hand], HAND, step=62, room=room)], 6) if hand else _nothing()


# -- cards --------------------------------------------------------------------------------------------------------


def _row(faces: Sequence[str], scale: float, *, step: float = CORNER, turned: int | None = None, room: float) -> Block:
    """Cards that overlap, each showing its corner; the one in place ``turned`` lies crosswise and is not covered."""
    wide = room / scale
    x = y = width = 0.0
    placed = []
    for place, face in enumerate(faces):
        lies = place == turned
        if x + WIDTH + 2 * TURNED * lies > wide:
            x, y = 0.0, y + HEIGHT + 14
        if lies:
            middle = f"rotate(-90 {_n(x + TURNED + WIDTH / 2)} {_n(y + HEIGHT / 2)})"
            placed.append(_use(face, x + TURNED, y, middle))
            width, x = max(width, x + HEIGHT), x + HEIGHT + 4
        else:
            placed.append(_use(face, x, y))
            width, x = max(width, x + WIDTH), x + step
    return Block(width * scale, (y + HEIGHT) * scale, f'<g transform="scale({scale})">{"".join(placed)}</g>')


def _use(face: str, x: float = 0, y: float = 0, transform: str = "") -> str:
    where = "".join(f' {name}="{_n(value)}"' for name, value in (("x", x), ("y", y)) if value)
    return f'<use href="#{_id(face)}"{where}' + (f' transform="{transform}"' if transform else "") + "/>"


def _hole() -> Block:
    line = f'fill="none" stroke="{COLOURS["line"]}" stroke-width="3" stroke-dasharray="9 7"'
    markup = f'<rect x="1.5" y="1.5" width="97" height="137" rx="11" {line} transform="scale({TABLE})"/>'
    return Block(WIDTH * TABLE, HEIGHT * TABLE, markup)


def _id(face: str) -> str:
    return "face-" + face.replace("*", "joker").replace("?", "back")


def _face(key: str, inks: dict[str, str]) -> str:
    face = FACES[key]
    if not face["columns"]:
        paper = f'<rect x="1" y="1" width="98" height="138" rx="11" fill="{COLOURS["back"]}" stroke="{EDGE}"/>'
        lattice = f'<path d="{BACK}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="2.5"/>'
        return f'<g id="{_id(key)}">{paper}{lattice}</g>'
    wild = face["look"] == "wild"
    parts = [f'<use href="#{"wild" if wild else "paper"}"/>']
    for at, pieces in face["columns"]:
        parts += [_piece(at, *piece) for piece in pieces]
    return f'<g id="{_id(key)}" fill="{inks[face["ink"]]}">{"".join(parts)}</g>'


def _piece(at: float, what: str, *more: Any) -> str:
    if what != "rank":
        x, y, size = more
        return f'<use href="#shape-{what}" transform="translate({at + x} {y}) scale({_n(size / 100)})"/>'
    sign, x, y, size, width = more
    squeezed = f' textLength="{width}" lengthAdjust="spacingAndGlyphs"' if width else ""
    return f'<text x="{at + x}" y="{y}" font-size="{size}"{squeezed} class="r">{sign}</text>'


def _definitions(markup: str, inks: dict[str, str]) -> str:
    """What the markup uses: faces, the shapes on them, and the paper under them."""
    faces = "".join(_face(key, inks) for key in FACES if f'"#{_id(key)}"' in markup)
    fills = {"star": f' fill="{COLOURS["wild"]}"', "fool": f' fill="{COLOURS["wild"]}"'}
    shapes = "".join(
        f'<path id="shape-{name}" d="{path}"{fills.get(name, "")}/>'
        for name, path in SHAPES.items()
        if f'"#shape-{name}"' in faces
    )
    paper = (
        '<rect id="{id}" x="1" y="1" width="98" height="138" rx="11" fill="{fill}" stroke="{edge}" stroke-width="2"/>'
    )
    frame = (
        f'<rect x="4" y="4" width="92" height="132" rx="7" fill="none" stroke="{COLOURS["wild"]}" stroke-width="3"/>'
    )
    papers = paper.format(id="paper", fill=COLOURS["card"], edge=EDGE)
    wild = paper.format(id="wild-paper", fill=WILD_PAPER, edge=EDGE)
    return f'<defs>{papers}<g id="wild">{wild}{frame}</g>{shapes}{faces}</defs>'


# -- blocks -------------------------------------------------------------------------------------------------------


def _nothing() -> Block:
    return Block(0, 0, "")


def _text(text: str, size: float, *, bold: bool = False, ink: str = "ink", room: float = MOST) -> Block:
    """Lines of text; as no font is known here, their width is taken rather too large."""
    letter = size * (0.6 if bold else 0.55)
    lines: list[str] = []
    for word in text.split():
        if lines and (len(lines[-1]) + 1 + len(word)) * letter <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    most = max((len(line) for line in lines), default=0) * letter
    weight = ' font-weight="700"' if bold else ""
    rows = (
        f'<text y="{_n(size * (1 + 1.35 * at))}" font-size="{size}"{weight} fill="{COLOURS[ink]}">{_safe(line)}</text>'
        for at, line in enumerate(lines)
    )
    return Block(min(most, room), len(lines) * size * 1.35, "".join(rows))


def _captioned(block: Block, caption: str) -> Block:
    return _under([block, _text(caption, 13, ink="quiet")], 3)


def _under(blocks: Iterable[Block], gap: float) -> Block:
    """Blocks under each other."""
    y = width = 0.0
    placed = []
    for block in blocks:
        y += gap if placed else 0
        placed.append(_at(0, y, block))
        y, width = y + block.height, max(width, block.width)
    return Block(width, y, "".join(placed))


def _flow(blocks: Iterable[Block], gap: float, room: float) -> Block:
    """Blocks beside each other, in as many rows as they need."""
    x = y = width = high = 0.0
    placed = []
    for block in blocks:
        if x and x + block.width > room:
            x, y, high = 0.0, y + high + gap / 2, 0.0
        placed.append(_at(x, y, block))
        width, high, x = max(width, x + block.width), max(high, block.height), x + block.width + gap
    return Block(width, y + high, "".join(placed))


def _at(x: float, y: float, block: Block) -> str:
    return f'<g transform="translate({_n(x)} {_n(y)})">{block.markup}</g>' if x or y else block.markup


def _safe(text: str) -> str:
    """Text as XML takes it: signs that no XML may hold become blanks."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text))


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _svg(block: Block, title: str, words: str, four_colours: bool) -> str:
    inks = COLOURS | {suit: COLOURS["red" if suit in "hd" else "black"] for suit in "shdc"}
    inks |= FOUR if four_colours else {}
    width, height = round(block.width + 2 * MARGIN), round(block.height + 2 * MARGIN)
    inside = (
        f"<title>{_safe(title)}</title><desc>{_safe(words)}</desc>"
        "<style>.r{font-weight:700;text-anchor:middle}</style>"
        f"{_definitions(block.markup, inks)}"
        f'<rect width="{width}" height="{height}" rx="14" fill="{COLOURS["felt"]}"/>{_at(MARGIN, MARGIN, block)}'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{FONT}" style="max-width:100%;height:auto" direction="ltr">{inside}</svg>'
    )
