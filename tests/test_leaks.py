"""What a seat may not see never reaches the browser: two deals that differ only in that are told word for word alike."""

from __future__ import annotations

import ast
import inspect
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from canasta_widgets.lesson import Lesson
from canasta_widgets.table import Table
from dealt import a_deal
from full import FULL
from test_levels import UNITS

from canasta import Action, Position, Profile, nearest, questions
from canasta.cards import RED_THREE, UNSEEN, Card, bag_of, kinds_in, suits_of
from canasta.paint import Paint, suits_in_row
from canasta.tutor.levels import Level, solution
from canasta_widgets import zones as z

PROFILES = [f"{name}{players}" for name in ("classic", "spruce", "pagat") for players in ("", "/2", "/3", "/6")]
MOMENTS = 24 if FULL else 5  # looked at in each deal
HIDDEN = ("layout", "_esm", "_css", "tooltip", "tabbable")  # not ours, or the same in every table


class Wired(Table):
    """A table whose whole traffic to the browser is kept."""

    def __init__(self, position: Position, **options: Any) -> None:
        self.said: list[Any] = []
        super().__init__(position, **options)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Keep what would go to the browser."""
        self.said.append(content)

    def told(self) -> str:
        """All that has reached the browser since this was last asked, and all it could ask for now."""
        state = {name: value for name, value in self.get_state().items() if name not in HIDDEN}
        said, self.said = self.said, []
        return json.dumps([said, state], ensure_ascii=False, sort_keys=True)

    def hear(self, message: dict[str, Any]) -> None:
        """What the browser would send, over the wire."""
        self._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})


def exchanged(position: Position, seat: int, chance: random.Random) -> Position:
    """The same to the eyes of a seat: the other hands and the stock hold other cards, as many as before.

    Red threes stay where they are: elsewhere they would have to be laid.
    """
    hands = [list(kinds_in(hand or 0)) for hand in position.hands]
    stock = list(position.stock or b"")
    places = [(hand, at) for owner, hand in enumerate(hands) if owner != seat for at in range(len(hand))]
    places += [(stock, at) for at in range(len(stock))]
    places = [(row, at) for row, at in places if row[at] not in (RED_THREE, UNSEEN)]
    cards = [row[at] for row, at in places]
    chance.shuffle(cards)
    for (row, at), card in zip(places, cards, strict=True):
        row[at] = card
    paint = position.paint
    return position._replace(
        hands=tuple(
            old if old is None or owner == seat else bag_of(hand)
            for owner, (hand, old) in enumerate(zip(hands, position.hands, strict=True))
        ),
        stock=None if position.stock is None else bytes(stock),
        paint=Paint.made(
            (
                (paint.hands[seat] if paint else ()) if owner == seat else painted(hand, chance)
                for owner, hand in enumerate(hands)
            ),
            paint.tables if paint else [()] * len(position.tables),
            paint.pile if paint else "",
            suits_in_row(painted(stock, chance)),
        ),
    )


def painted(kinds: list[int], chance: random.Random) -> list[Card]:
    """These cards, each with a suit if it has one."""
    return [Card(kind, chance.choice(suits_of(kind)) if suits_of(kind) else "") for kind in kinds]


@cache
def moments(name: str, seed: int) -> tuple[Position, ...]:
    """Positions from all over a random deal, the question to the partner and the end among them if they come."""
    steps = a_deal(name, seed)
    chance = random.Random(f"{name} {seed}")
    found = [steps[0].before, *(step.after for step in chance.sample(steps, min(MOMENTS, len(steps)))), steps[-1].after]
    found += [step.after for step in steps if step.after.phase == "answer"][:1]
    return tuple(found)


def kinds_heard() -> set[str]:
    """Every kind of message that the table listens to, read off its code."""
    tree = ast.parse(inspect.getsource(inspect.getmodule(Table)))  # type: ignore[arg-type]
    heard = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "_heard")
    values = [case.pattern.value for case in ast.walk(heard) if isinstance(case, ast.match_case) and isinstance(case.pattern, ast.MatchValue)]
    return {value.value for value in values if isinstance(value, ast.Constant)}


def probes(position: Position, seat: int, chance: random.Random) -> Iterator[dict[str, Any]]:
    """What a curious visitor sends: every kind of message, selections, and tries in his own name and in others'."""
    hand = [f"hand-{at}" for at in range(position.hand_size(seat) or 0)]
    melds = [f"meld-{side}-{meld.rank}" for side in range(position.profile.sides) for meld in position.melds(side)]
    for cards in ([], *([card] for card in hand), chance.sample(hand, min(2, len(hand))), hand[:3]):
        yield {"kind": "select", "n": 1, "cards": cards}
    for place in ("stock", "pile", *melds):
        yield {"kind": "select", "n": 1, "cards": hand[:1], "target": place}
        yield {"kind": "select", "n": 1, "cards": [], "target": place}
    for kind in sorted(kinds_heard() - {"select", "commit", "resume", "undo"}):
        yield {"kind": kind}
    names = position.profile.seat_names
    tries = ["draw", "draw K", "take KK", "take", "pick KK", "meld KKK", "meld 777 2", "discard 4", "discard K", "pass"]
    tries += ["ask", "answer yes", "answer if", "lay r", "back K", "move K:2 7:2", "nonsense", "discard *", "meld K:2"]
    tries += ["say stock", "say minimum", "say pile", "say last-card", "say hand-cards E", "say stock-cards"]
    tries += [f"say hand {name}" for name in names]
    # What others hold, as one would guess it.
    tries += [f"discard {card}" for at in range(len(names)) if at != seat for card in position.cards_in_hand(at)[:2]]
    for text in dict.fromkeys(tries):
        for name in ("", *(f"{name}: " for name in names)):
            yield {"kind": "commit", "text": name + text}
            yield {"kind": "why"}


def reveals(table: Table, message: dict[str, Any]) -> bool:
    """Whether a message is a legal try of the seat shown that draws from the stock: then he may see his card."""
    if message["kind"] != "commit":
        return False
    before = len(table.steps)
    table.hear(message)  # type: ignore[attr-defined]
    return len(table.steps) > before and table.steps[-1].after.stock != table.steps[-1].before.stock


def differences(position: Position, other: Position, seat: int) -> list[str]:
    """The probes whose answers tell two positions apart, each position on a table for that seat."""
    one, two = Wired(position, seat=seat), Wired(other, seat=seat)
    found = [] if one.told() == two.told() else ["the table as it is first shown"]
    for message in probes(position, seat, random.Random(str(position))):
        drawn = [reveals(table, message) if message["kind"] == "commit" else table.hear(sent(table, message)) for table in (one, two)]
        if any(drawn):
            # That both may draw must be alike; what they draw need not.
            found += [] if all(drawn) else [str(message)]
        elif one.told() != two.told():
            found.append(str(message))
        if one.steps or two.steps:
            for table, start in ((one, position), (two, other)):
                table.undo()
                table.reset(start, seat=seat)
        one.said, two.said = [], []
    return found


def sent(table: Table, message: dict[str, Any]) -> dict[str, Any]:
    """The message as a browser sends it that is up to date."""
    return {**message, "serial": table.zones["serial"]}


@pytest.mark.parametrize("name", PROFILES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    """Whatever is sent to a table, all that comes back is the same however the unseen cards lie."""
    chance = random.Random(name)
    looked = 0
    for position in moments(name, 3):
        for seat in range(position.profile.players):
            other = exchanged(position, seat, chance)
            if other == position:
                continue
            assert z.zones(position, seat) == z.zones(other, seat)
            assert differences(position, other, seat) == []
            looked += 1
    assert looked > position.profile.players
