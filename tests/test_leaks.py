"""What a seat may not see never reaches the browser: deals that differ only in that are told word for word alike."""

from __future__ import annotations

import ast
import contextlib
import inspect
import json
import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest
from canasta_widgets import zones as z
from canasta_widgets.lesson import Lesson
from canasta_widgets.phrases import in_words
from canasta_widgets.questions import shown
from canasta_widgets.table import Table
from dealt import a_deal
from full import FULL
from test_levels import UNITS

from canasta import Action, NotationError, Position
from canasta.cards import RED_THREE, UNSEEN, Card, bag_of, kinds_in, suits_of
from canasta.paint import BARE, Paint, suits_in_row
from canasta.tutor.levels import Level, Question, solution

PROFILES = [f"{name}{players}" for name in ("classic", "spruce", "pagat") for players in ("", "/2", "/3", "/6")]
MOMENTS = 24 if FULL else 2  # looked at in each deal, its beginning and its end apart
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


def exchanged(position: Position, seat: int, chance: random.Random, top: int = 0) -> Position:
    """The same to the eyes of a seat: the other hands and the stock hold other cards, as many as before.

    Red threes stay where they are: elsewhere they would have to be laid. So do the ``top`` cards of the stock.
    """
    hands = [list(kinds_in(hand or 0)) for hand in position.hands]
    stock = list(position.stock or b"")
    places = [(hand, at) for owner, hand in enumerate(hands) if owner != seat for at in range(len(hand))]
    places += [(stock, at) for at in range(top, len(stock))]
    places = [(row, at) for row, at in places if row[at] not in (RED_THREE, UNSEEN)]
    cards = [row[at] for row, at in places]
    chance.shuffle(cards)
    for (row, at), card in zip(places, cards, strict=True):
        row[at] = card
    assert position.paint is None  # the deals of our tests have no suits
    suits = {kind: list(suits_of(kind)) * position.profile.packs for kind in range(UNSEEN)}
    for left in suits.values():
        chance.shuffle(left)
    paint = [
        [Card(kind, suits[kind].pop() if suits[kind] else "") for kind in row]
        for row in (*(() if owner == seat else hand for owner, hand in enumerate(hands)), stock[top:])
    ]
    return position._replace(
        hands=tuple(
            old if old is None or owner == seat else bag_of(hand)
            for owner, (hand, old) in enumerate(zip(hands, position.hands, strict=True))
        ),
        stock=None if position.stock is None else bytes(stock),
        paint=Paint.made(
            paint[:-1], [()] * len(position.tables), "", BARE * len(stock[:top]) + suits_in_row(paint[-1])
        ),
    ).check()


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
    tree = ast.parse(inspect.getsource(inspect.getmodule(Table._heard)))  # type: ignore[arg-type]
    heard = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "_heard")
    values = [
        case.pattern.value
        for case in ast.walk(heard)
        if isinstance(case, ast.match_case) and isinstance(case.pattern, ast.MatchValue)
    ]
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
    yield from ({"kind": "told", "which": which} for which in ("table", "can", "past"))
    for verb in ("draw", "take", "meld", "discard", "answer"):
        yield {"kind": "plays", "find": "K"}
        yield {"kind": "plays", "group": verb, "from": 0}
    names = position.profile.seat_names
    tries = ["draw", "draw K", "take KK", "take", "pick KK", "meld KKK", "meld 777 2", "discard 4", "discard K", "pass"]
    tries += ["ask", "answer yes", "answer if", "lay r", "back K", "move K:2 7:2", "nonsense", "discard *", "meld K:2"]
    tries += ["say stock", "say minimum", "say pile", "say last-card", "say hand-cards E", "say stock-cards"]
    tries += [f"say hand {name}" for name in names]
    # What others hold, as one would guess it.
    tries += [f"discard {card}" for at in range(len(names)) if at != seat for card in position.cards_in_hand(at)[:2]]
    named = [f"{name}: {text}" for name in names for text in chance.sample(tries, len(tries) if FULL else 6)]
    whys = chance.sample(tries + named, len(tries + named) if FULL else 5)
    for text in dict.fromkeys(tries + named):
        yield {"kind": "judge", "text": text}
        yield {"kind": "commit", "text": text}
        if text in whys:  # slow
            yield from ({"kind": "why"}, {"kind": "open", "at": 0}, {"kind": "others"})


def drew(table: Table) -> bool:
    """Whether the last play took cards from the stock."""
    return bool(table.steps) and table.steps[-1].after.stock != table.steps[-1].before.stock


def differences(
    position: Position, other: Position, seat: int, messages: Iterable[dict[str, Any]], *, draws: bool = False
) -> list[dict[str, Any]]:
    """The messages whose answers tell two positions apart, each position on a table for that seat.

    A legal draw of the seat itself is left out unless ``draws`` says so: then he may see his new card.
    """
    one, two = Wired(position, seat=seat), Wired(other, seat=seat)
    found = [] if one.told() == two.told() else [{"kind": "nothing"}]
    for message in messages:
        for table in (one, two):
            table.hear({**message, "serial": table.zones["serial"]})
        # That both have drawn is told alike; what they drew need not be.
        alike = drew(one) == drew(two) if drew(one) and not draws else one.told() == two.told()
        if not alike:
            found.append(message)
        if one.steps or two.steps:
            one.reset(position, seat=seat)
            two.reset(other, seat=seat)
        one.said, two.said = [], []
    return found


def seats(position: Position, chance: random.Random) -> Iterable[int]:
    """Who looks on: the player to act, who is in turn, and another."""
    players = position.profile.players
    return range(players) if FULL else sorted({position.seat, position.acting, chance.randrange(players)})


@pytest.mark.parametrize("name", PROFILES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    """Whatever is sent to a table, all that comes back is the same however the unseen cards lie."""
    chance = random.Random(name)
    looked = 0
    for position in moments(name, 3):
        for seat in seats(position, chance):
            other = exchanged(position, seat, chance)
            assert z.zones(position, seat) == z.zones(other, seat)
            assert differences(position, other, seat, probes(position, seat, chance)) == []
            looked += other.seen_by(position.seat) != position.seen_by(position.seat) or other.stock != position.stock
    assert looked > 2


@pytest.mark.parametrize("name", PROFILES)
def test_a_draw_tells_of_the_drawn_cards_alone(name: str) -> None:
    """Who draws sees what he drew and nothing else of the stock; he may take it back, and draws the same again."""
    chance = random.Random(name)
    messages = [{"kind": "commit", "text": "draw"}]
    drawn = 0
    draws = [step.before for step in a_deal(name, 3) if step.verdict.action.verb == "draw"]
    for position in chance.sample(draws, len(draws) if FULL else 5):
        other = exchanged(position, position.seat, chance, top=8)
        assert differences(position, other, position.seat, messages, draws=True) == []
        table = Wired(position)
        table.commit("draw")
        hand = table.zones["hand"]
        if table.can_undo:
            table.undo()
            assert len(table.zones["hand"]) < len(hand) or drew(table)
            table.commit("draw")
            assert table.zones["hand"] == hand
        drawn += other != position
    assert drawn


def read(text: str) -> Action | None:
    """The action of these words."""
    with contextlib.suppress(NotationError):
        return Action.parse(text)
    return None


MUTANTS = {
    "zones are made of the whole position": ("canasta_widgets.table.Position.seen_by", lambda self, _seat: self),
    "words are tries of whoever they name": ("canasta_widgets.table.Table._read", lambda _self, text: read(text)),
    "everybody may act": ("canasta_widgets.table.Table._may_act", lambda self: True),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_check_can_fail(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a table tells of what its seat does not see, the comparison finds it."""
    chance = random.Random(1)
    found = []
    places = [(position, position.seat) for position in moments("classic", 3)]
    places += [(position, (position.seat + 1) % 4) for position, _ in places]
    pairs = [(position, exchanged(position, seat, chance), seat) for position, seat in places]
    monkeypatch.setattr(*MUTANTS[mutant])
    for position, other, seat in pairs:
        found += differences(position, other, seat, probes(position, seat, chance))
        if found:
            break
    assert found


@pytest.mark.parametrize("part", ["try", "exit"])
@pytest.mark.parametrize("unit", [path.stem for path in UNITS])
def test_no_answer_before_its_time(unit: str, part: str) -> None:
    """Neither hints that are not yet climbed to, nor the way or the answer, nor the wrong tries are on the page."""
    lesson = Lesson(unit, part=part)
    looked = 0
    for number, level in enumerate(lesson.unit.levels):
        assert isinstance(level, Level | Question)
        lesson.go_to(number)
        hints = level.hints
        if isinstance(level, Question):
            way = shown(level)
        else:
            way = "; ".join(in_words(action) for action in solution(level) or ())
        rungs = [hints.gate, hints.words, f"{hints.ask} {hints.answer}", way]
        for climbed in range(len(rungs)):
            page = list(strings([widget.get_state() for widget in (lesson, lesson.guide, lesson.table)]))
            for hint in filter(None, rungs[climbed:]):
                assert not [text for text in page if hint in text], f"{level.id} after {climbed} hints"
                looked += 1
            if isinstance(level, Level):
                # All that can be said is offered, right or wrong.
                offered = {each["text"] for each in lesson.table.zones["remarks"]}
                assert not ({str(each.action) for each in level.wrong} - offered) & set(page)
            lesson.hint()
    assert looked


def strings(state: Any) -> Iterator[str]:
    """Every text in a state, the names of its parts apart."""
    if isinstance(state, str):
        yield state
    elif isinstance(state, dict | list | tuple):
        for part in state.values() if isinstance(state, dict) else state:
            yield from strings(part)


def test_the_probes_are_answered() -> None:
    """Every kind of message that the table listens to is sent, and all that it can answer is answered."""
    asked, answered = set(), set()
    for position in moments("classic", 3):
        table = Wired(position)
        for message in probes(position, position.seat, random.Random(1)):
            asked.add(message["kind"])
            table.hear({**message, "serial": table.zones["serial"]})
            if table.steps:
                table.reset(position)
        answered |= {said["kind"] for said in table.said}
    # What takes plays back or makes them again has tests of its own.
    assert asked == kinds_heard() - {"undo", "resume"}
    assert answered == {"candidates", "why", "others", "plays", "told"}
