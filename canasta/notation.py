"""A position as one line of text, both ways.

    hands  tables  pile  stock  turn and its flags  scores  profile

Fields left out take defaults. Turn, scores and profile are told apart by their shape, so any of the fields before them
may be left out too. ``.`` is an unstated hand or stock, ``-`` is nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from canasta import cards as c
from canasta.cards import Card, Kind, bag_of, read_cards
from canasta.errors import ImpossiblePosition, NotationError
from canasta.paint import Paint, painted_bag, painted_kinds, painted_row, suits_in_row
from canasta.position import ADDED, ALONE, DRAW, DREW, MORE, NOT_YET, PHASES, PLAY, Position
from canasta.problems import Problem
from canasta.profile import CLASSIC, PROFILES, Profile
from canasta.table import RED_THREE_ON_TABLE, Meld, Table, meld_of, melds_on, pack, red_threes_on
from canasta.words import N_

UNSTATED, NONE = ".", "-"
LIMIT = 170  # cards in one zone; a byte counts each kind
FLAGS = ("first", "took", "drew", "last", "added", "more", "alone", "new", "melded", "ans", "deal", "upcards", "out")

_TURN = re.compile(rf"[A-Z]{{1,2}}\.({'|'.join(PHASES)})")
_SCORES = re.compile(r"-?[0-9]{1,7}(:-?[0-9]{1,7})+")


def natural_upcards(pile: bytes) -> int:
    """How many cards at the bottom of a pile were surely turned at the deal, unless more is said.

    A red three is never discarded, so all up to the last one were, and what was turned to cover it.
    """
    last = pile.rfind(bytes([c.RED_THREE]))
    if last < 0:
        return 0
    cover = last + 1
    while cover < len(pile) and pile[cover] not in c.NATURALS:
        cover += 1
    return min(cover + 1, len(pile))


def read_position(text: str) -> tuple[Any, ...]:
    """The values of a Position, in order.

    Raises NotationError naming the faulty part, or ImpossiblePosition for melds that no table can hold.
    """
    fields = text.split()
    if not fields:
        raise NotationError(N_("position: there is no text; a hand such as KK24 is the least"), part="")
    profile = CLASSIC
    if fields[-1].partition("/")[0].partition("+")[0] in PROFILES:
        profile = Profile.parse(fields.pop())
    scores: tuple[int, ...] = (0,) * profile.sides
    if fields and _SCORES.fullmatch(fields[-1]):
        scores = _read_scores(fields.pop(), profile)
    turn = next((place for place, field in enumerate(fields) if _TURN.fullmatch(field)), len(fields))
    cards, flags = fields[:turn], fields[turn:]
    if not flags and len(cards) > 1 and (cards[-1].partition("=")[0] in FLAGS):
        message = N_("turn: {flag!r} needs the turn before it, such as N.play")
        raise NotationError(message, part=cards[-1], flag=cards[-1])
    if not 1 <= len(cards) <= 4:
        extra = cards[4] if len(cards) > 4 else text
        raise NotationError(
            N_("position: {extra!r} is too much; the order is hands, tables, pile, stock, turn, scores, profile")
            if len(cards) > 4
            else N_("position: {extra!r} has no hands; it begins with them, such as KK24 or . for unstated"),
            part=extra,
            extra=extra,
        )
    cards += [NONE, NONE, UNSTATED][len(cards) - 1 :]
    hands = _read_hands(cards[0], profile)
    too_many = N_("tables: {text!r} has {parts} parts; this profile has {most} sides")
    sides = [_read_table(part) for part in _split(cards[1], profile.sides, too_many, NONE)]
    pile = [] if cards[2] == NONE else _read_cards(cards[2], "pile")
    stock = None if cards[3] == UNSTATED else _read_stock(cards[3])
    kinds = bytes(card.kind for card in pile)
    values = Position(
        profile=profile,
        hands=tuple(None if hand is None else bag_of(card.kind for card in hand) for hand in hands),
        tables=tuple(table for table, _, _ in sides),
        pile=kinds,
        stock=None if stock is None else bytes(card.kind for card in stock),
        scores=scores,
        paint=Paint.made(
            (hand or () for hand in hands),
            (painted for _, painted, _ in sides),
            suits_in_row(pile),
            suits_in_row(stock or ()),
        ),
        **_read_turn(flags, profile, kinds),
    )
    if misfits := [problem for _, _, problems in sides for problem in problems]:
        raise ImpossiblePosition(misfits + values.problems())
    return tuple(values)


def _split(text: str, most: int, too_many: str, filler: str) -> list[str]:
    parts = text.split("/")
    if len(parts) > most:
        raise NotationError(too_many, part=text, text=text, parts=len(parts), most=most)
    return parts + [filler] * (most - len(parts))


def _read_cards(text: str, where: str, *, unseen: bool = False) -> list[Card]:
    cards = read_cards(text, unseen=unseen, where=where)
    if len(cards) > LIMIT:
        message = N_("{where:field}: {n:cards} are more than any pack holds")
        raise NotationError(message, part=text, where=where, n=len(cards))
    return cards


def _read_hands(text: str, profile: Profile) -> list[list[Card] | None]:
    hands: list[list[Card] | None] = []
    too_many = N_("hands: {text!r} has {parts} parts; this profile has {most} players")
    for part in _split(text, profile.players, too_many, UNSTATED):
        where = f"hands, {profile.seat_names[len(hands)]}"
        if not part:
            message = N_("{where:field}: nothing stands there; write - for no cards or . for unstated")
            raise NotationError(message, part=text, where=where)
        if "?" in part and not re.fullmatch(r"[^?]*\?[0-9]+", part):
            message = N_("{where:field}: {text!r}: unseen cards stand once, last, such as K4?9")
            raise NotationError(message, part=part, where=where, text=part)
        hands.append(None if part == UNSTATED else [] if part == NONE else _read_cards(part, where, unseen=True))
    return hands


def _read_stock(text: str) -> list[Card]:
    if text == NONE:
        return []
    top, bar, bottom = text.partition("|")
    if "?" in bottom or not re.fullmatch(r"[^?]*(\?[0-9]+)?", top) or (bar and ("?" not in top or not bottom)):
        raise NotationError(
            N_("stock: {text!r}: known cards from the top, then ?n, then known bottom cards after |, such as 9K?49|4"),
            part=text,
            text=text,
        )
    return _read_cards(top, "stock", unseen=True) + _read_cards(bottom, "stock")


def _read_table(text: str) -> tuple[Table, list[tuple[Kind, Card]], list[Problem]]:
    """One side's table, its painted cards, and what no table can hold."""
    table: Table = 0
    painted: list[tuple[Kind, Card]] = []
    problems: list[Problem] = []
    melds, _, reds = text.partition(";")
    if text == NONE:
        return table, painted, problems
    for part in melds.split(",") if melds else []:
        cards = _read_cards(part.removesuffix("!"), "tables")
        ranks = {card.kind for card in cards if card.kind not in c.WILDS}
        if not cards:
            raise NotationError(
                N_("tables: {text!r} has an empty meld; melds stand by commas, such as 444,KK2"), part=part, text=text
            )
        if len(ranks) != 1 or c.RED_THREE in ranks:
            clause = "meld.threes" if c.RED_THREE in ranks else "meld.same-rank" if ranks else "meld.no-wild-meld"
            problems.append(Problem(clause, N_("{meld} cannot be a meld."), {"meld": part}))
            continue
        (rank,) = ranks
        if meld_of(table, rank):
            problems.append(
                Problem("meld.one-per-rank", N_("Two melds of {rank:ranks} lie on one side."), {"rank": rank})
            )
            continue
        naturals, deuces, jokers = (sum(card.kind == kind for card in cards) for kind in (rank, c.DEUCE, c.JOKER))
        table += pack(Meld(rank, naturals, deuces, jokers, part.endswith("!")))
        painted += [(rank, card) for card in cards if card.suit]
    laid = _read_cards(reds, "tables")
    if any(card.kind != c.RED_THREE for card in laid):
        message = N_("tables: {reds!r} after the semicolon may hold red threes only, such as ;rr")
        raise NotationError(message, part=reds, reds=reds)
    painted += [(c.RED_THREE, card) for card in laid if card.suit]
    return table + RED_THREE_ON_TABLE * len(laid), painted, problems


def _read_scores(text: str, profile: Profile) -> tuple[int, ...]:
    scores = tuple(int(part) for part in text.split(":"))
    if len(scores) != profile.sides:
        message = N_("scores: {text!r} has {n} numbers; there are {sides} sides")
        raise NotationError(message, part=text, text=text, n=len(scores), sides=profile.sides)
    return scores


def _seat(text: str, profile: Profile, where: str) -> int:
    if text not in profile.seat_names:
        message = N_("{where:field}: {text!r} is no seat; the seats are {seats}")
        raise NotationError(message, part=text, where=where, text=text, seats=" ".join(profile.seat_names))
    return profile.seat_names.index(text)


def _read_turn(fields: Sequence[str], profile: Profile, pile: bytes) -> dict[str, Any]:
    state: dict[str, Any] = {"dealer": profile.players - 1, "upcards": natural_upcards(pile)}
    if not fields:
        return state
    seat, _, state["phase"] = fields[0].partition(".")
    state["seat"] = _seat(seat, profile, "turn")
    state["origin"] = DREW if state["phase"] == PLAY else NOT_YET
    seen = set()
    for field in fields[1:]:
        name, equals, value = field.partition("=")
        if name not in FLAGS:
            message = N_("turn: {flag!r} is no flag and no profile; the flags are {flags}, the profiles {profiles}")
            raise NotationError(message, part=field, flag=field, flags=" ".join(FLAGS), profiles=" ".join(PROFILES))
        if name in seen:
            raise NotationError(N_("turn: {flag!r} is given twice"), part=field, flag=field)
        seen.add(name)
        if bool(equals) == (name in ("first", "took", "drew", "last", "added", "more", "alone")) or (
            equals and not value
        ):
            message = N_("turn: {flag!r} takes no value") if equals and value else N_("turn: {flag!r} needs a value")
            raise NotationError(message, part=field, flag=field)
        _read_flag(state, name, value, profile, pile)
    return state


def _read_flag(state: dict[str, Any], name: str, value: str, profile: Profile, pile: bytes) -> None:
    match name:
        case "first":
            state["first"] = True
        case "took" | "drew" | "last":
            state["origin"] = name
        case "added":
            state["fresh"] = state.get("fresh", 0) | ADDED
        case "more":
            state["fresh"] = state.get("fresh", 0) | MORE
        case "alone":
            state["fresh"] = state.get("fresh", 0) | ALONE
        case "new":
            for card in _read_cards(value, "turn, new"):
                if card.kind < c.BLACK_THREE or card.suit:
                    raise NotationError(N_("turn: new={value!r} names ranks, such as new=7K"), part=value, value=value)
                state["fresh"] = state.get("fresh", 0) | 1 << card.kind
        case "melded":
            state["melded"] = sum({1 << _seat(seat, profile, "turn, melded") for seat in value.split(",")})
        case "ans":
            if value not in ("yes", "no"):
                raise NotationError(N_("turn: ans={value!r} is not {wanted}"), part=value, value=value, wanted="yes/no")
            state["answer"] = value
        case "deal":
            state["dealer"] = _seat(value, profile, "turn, deal")
        case "upcards":
            if not re.fullmatch("[0-9]{1,3}", value) or int(value) > len(pile):
                message = N_("turn: upcards={value!r} is not a number up to the pile's {most}")
                raise NotationError(message, part=value, value=value, most=len(pile))
            state["upcards"] = int(value)
        case "out":
            state["out_concealed"] = value.endswith("!")
            state["out"] = _seat(value.removesuffix("!"), profile, "turn, out")


def cards_text(cards: Iterable[Card], nothing: str = NONE) -> str:
    """Cards as letters, unseen ones as ``?n`` at the end; ``nothing`` if there are none."""
    cards = list(cards)
    unseen = sum(card.kind == c.UNSEEN for card in cards)
    known = "".join(str(card) for card in cards if card.kind != c.UNSEEN)
    return (known + (f"?{unseen}" if unseen else "")) or nothing


def position_text(position: Position) -> str:
    """The one canonical line of a position."""
    fields = [
        _hands_text(position),
        "/".join(_trimmed([_table_text(position, side) for side in range(len(position.tables))], NONE)),
        cards_text(position.pile_cards()),
        _stock_text(position),
    ]
    tail = _turn_text(position)
    if any(position.scores):
        tail.append(":".join(map(str, position.scores)))
    if position.profile != CLASSIC:
        tail.append(str(position.profile))
    if not tail:
        for default in (UNSTATED, NONE, NONE):
            if fields[-1] != default:
                break
            fields.pop()
    return " ".join(fields + tail)


def _trimmed(parts: list[str], default: str) -> list[str]:
    while len(parts) > 1 and parts[-1] == default:
        parts.pop()
    return parts


def _hands_text(position: Position) -> str:
    hands = []
    for seat, hand in enumerate(position.hands):
        painted = position.paint.hands[seat] if position.paint else ()
        hands.append(UNSTATED if hand is None else cards_text(painted_bag(hand, painted)))
    return "/".join(_trimmed(hands, UNSTATED))


def _table_text(position: Position, side: int) -> str:
    melds = ",".join(
        cards_text(position.meld_cards(side, meld.rank)) + "!" * meld.concealed
        for meld in melds_on(position.tables[side])
    )
    reds = red_threes_on(position.tables[side])
    painted = (card for rank, card in position.paint.tables[side] if rank == c.RED_THREE) if position.paint else ()
    laid = cards_text(painted_kinds((c.RED_THREE,) * reds, painted), "")
    return f"{melds};{laid}" if laid else melds or NONE


def _stock_text(position: Position) -> str:
    if position.stock is None:
        return UNSTATED
    cards = painted_row(position.stock, position.paint.stock if position.paint else "")
    unseen = [place for place, card in enumerate(cards) if card.kind == c.UNSEEN]
    if not unseen:
        return cards_text(cards)
    bottom = cards_text(cards[unseen[-1] + 1 :], "")
    return cards_text(cards[: unseen[-1] + 1]) + (f"|{bottom}" if bottom else "")


def _turn_text(position: Position) -> list[str]:
    names = position.profile.seat_names
    flags = []
    if position.first:
        flags.append("first")
    if position.origin != (DREW if position.phase == PLAY else NOT_YET):
        flags.append(position.origin)
    if position.fresh & ADDED:
        flags.append("added")
    if position.fresh & MORE:
        flags.append("more")
    if position.fresh & ALONE:
        flags.append("alone")
    if ranks := [rank for rank in range(14, c.BLACK_THREE - 1, -1) if position.fresh >> rank & 1]:
        flags.append("new=" + "".join(c.LETTERS[rank] for rank in ranks))
    if position.melded:
        flags.append("melded=" + ",".join(name for seat, name in enumerate(names) if position.melded >> seat & 1))
    if position.answer:
        flags.append(f"ans={position.answer}")
    if position.dealer != position.profile.players - 1:
        flags.append(f"deal={names[position.dealer]}")
    if position.upcards != natural_upcards(position.pile):
        flags.append(f"upcards={position.upcards}")
    if position.out is not None:
        flags.append(f"out={names[position.out]}" + "!" * position.out_concealed)
    if not flags and position.seat == 0 and position.phase == DRAW:
        return []
    return [f"{names[position.seat]}.{position.phase}", *flags]
