"""The judge against a second, plain reading of the rules, and what a turn leaves on record, in random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from plain_rules import RANKS, Lays, Table, spent, words

from canasta import Action, ImpossiblePosition, NotationError, Position, Profile, judge, legal, play
from canasta.cards import BLACK_THREE, size

HOUSES = {
    "ask": ("required",),
    "black_three_freezes": ("yes", "no"),
    "black_threes": ("out", "last", "never"),
    "canasta_size": ("5", "6", "8"),
    "canastas_out": ("1", "2"),
    "discard_to_go_out": ("yes",),
    "frozen_before_initial": ("no",),
    "meld_limit": ("8", "9"),
    "meld_size": ("4",),
    "naturals": ("1", "3"),
    "one_card_take": ("yes",),
    "take_onto_canasta": ("no",),
    "take_ways": ("pair",),
    "top_card_counts": ("no",),
    "upcard_freezes": ("-", "r", "*2rb"),
    "wild_limit": ("0", "1", "2", "4", "6"),
    "wild_majority": ("any", "equal", "fewer"),
    "wild_on_natural": ("no",),
}
TABLES = [f"{base}/{players}" for base in ("classic", "spruce", "pagat") for players in (2, 3, 4, 6)]
TRIES = 12  # of the meldings and takings of a position, so many are put to both


def profile(chance: random.Random, name: str) -> Profile:
    """A table, often one with up to four rules of its own."""
    while True:
        rules = chance.sample(sorted(HOUSES), chance.choice((0, 0, 1, 2, 4)))
        try:
            return Profile.parse(name + "".join(f"+{rule}={chance.choice(HOUSES[rule])}" for rule in rules))
        except NotationError:
            continue  # a limit to melds that allows no canasta


def endgame(chance: random.Random, rules: Profile) -> Position | None:
    """A small hand beside melds that are near canastas, or None if that cannot be."""
    ranks = chance.sample(RANKS, chance.choice((2, 3)))
    wilds = ("", "", "2", "*", "22", "22*")
    melds = [rank * chance.choice((2, 3, 5, 6, 7)) + chance.choice(wilds) for rank in ranks]
    table = ",".join(chance.sample(melds, chance.choice((0, 1, 1, 2)))) or "-"
    top, phase = chance.choice(ranks), chance.choice(("draw", "play"))
    hand = "".join(chance.choices([*ranks * 2, top, "2", "*", "b"], k=chance.choice((1, 2, 3, 4, 5, 6))))
    hand += chance.choice(("", "", "", "bbb"))
    pile = "".join(chance.choices([*ranks, "2", "b", "r"], k=chance.choice((0, 0, 1, 2)))) + top
    turn = [f"N.{phase}"]
    if phase == "play" and chance.random() < 0.3:
        turn, pile = [*turn, "took"], "-"
    if chance.random() < 0.1 and rules.partner_of(0) is not None:
        turn.append("ans=no")
    if "r" in pile:
        turn.append(f"upcards={chance.randint(pile.rfind('r') + 1, len(pile))}")
    scores = ":".join([chance.choice(("0", "-5", "1500", "3000")), *["0"] * (rules.sides - 1)])
    line = f"{hand} {table} {pile} {chance.choice(('.', '-', '?9'))} {' '.join(turn)} {scores} {rules}"
    position = Position.parse(line)
    return None if position.problems() else position


def tried(chance: random.Random, table: Table) -> Iterator[tuple[str, bool]]:
    """Action words, each with what the plain reading says."""
    yield "draw", table.may_draw()
    for card in table.hand:
        yield f"discard {card}", table.may_discard(card)
    lays = list(table.lays())
    melds: list[Lays] = [(lay,) for lay in lays]
    melds += [pair for pair in combinations(lays, 2) if pair[0][0] != pair[1][0] and spent(pair) <= table.hand]
    for chosen in chance.sample(melds, min(TRIES, len(melds))):
        yield words("meld", chosen), table.may_meld(chosen)
    takes = list(table.takes()) if table.pile and table.pile[-1] in RANKS else []
    for chosen in chance.sample(takes, min(TRIES, len(takes))):
        yield words("take", chosen), table.may_take(chosen)


@pytest.mark.parametrize("name", TABLES)
def test_judge_agrees_with_a_plain_reading_of_the_rules(name: str) -> None:
    """Near the end of a hand, at any table, the judge says what the rules' text says when it is read anew."""
    chance = random.Random(f"plain {name}")
    said = {True: 0, False: 0}
    positions = 0
    while positions < 30:
        try:
            position = endgame(chance, profile(chance, name))
        except ImpossiblePosition:
            continue
        if position is None:
            continue
        positions += 1
        for text, expected in tried(chance, Table(position)):
            verdict = judge(position, Action.parse(text))
            assert bool(verdict) == expected, f"{position} | {text}: {verdict}"
            said[expected] += 1
    assert min(said.values()) > 20


def rich(chance: random.Random, rules: Profile) -> Position | None:
    """A hand that may go out at once, or None if that cannot be."""
    ranks = chance.sample(RANKS, 4)
    hand = "".join(rank * chance.choice((3, 5, 6, 7)) for rank in ranks[:2])
    hand += "".join(rank * chance.choice((1, 2, 3)) for rank in ranks[2:]) + chance.choice(("", "2", "2*", "b"))
    meld = chance.choice(ranks) * chance.choice((3, 6, 7))
    pile = "".join(chance.choices(ranks, k=chance.choice((1, 1, 2, 3))))
    melded = chance.choice(("", "melded=N")) if (table := chance.choice(("-", meld))) != "-" else ""
    turn = chance.choice(("N.draw", "N.play"))
    scores = ":".join(["-5", *["0"] * (rules.sides - 1)])
    position = Position.parse(f"{hand} {table} {pile} . {turn} {melded} {scores} {rules}")
    return None if position.problems() else position


def test_a_turn_remembers_what_was_concealed() -> None:
    """Concealed canastas and hands are those that the story of the turn makes, however it was played."""
    chance = random.Random("concealed")
    gone_out = {True: 0, False: 0}
    marked = 0
    while min(gone_out.values()) < 40 or marked < 40:
        rules = Profile.parse(chance.choice(("classic", "spruce", "spruce/2", "spruce+concealed_after_take=no")))
        start = rich(chance, rules)
        if start is None:
            continue
        position, dug, joined = start, False, False
        old = {meld.rank for meld in start.melds()}
        whole: set[int] = set()
        while position.phase != "over" and position.seat == start.seat:
            plays = [action for action in legal(position) if action.verb in ("take", "meld")]
            if not plays:
                plays = [action for action in legal(position) if action.verb == "discard" and position.hand_size() == 1]
            if not plays:
                break
            action = max(chance.choices(plays, k=5), key=lambda action: sum(size(lay.cards) for lay in action.lays))
            there = {meld.rank for meld in position.melds()}
            for place, lay in enumerate(action.lays):
                assert lay.rank is not None
                joined |= lay.rank in old
                cards = size(lay.cards) + (action.verb == "take" and place == 0)
                if lay.rank not in there and lay.rank != BLACK_THREE and cards >= rules.canasta_size and not dug:
                    whole.add(lay.rank)
            dug |= action.verb == "take" and len(position.pile) > 1
            position = play(position, action).after
        marks = {meld.rank for meld in position.melds(start.side) if meld.concealed}
        assert marks == (whole if rules.concealed_canasta_bonus else set()), f"{start} became {position}"
        marked += bool(marks)
        if position.out is not None:
            new = any(position.is_canasta(meld) for meld in position.melds(start.side) if meld.rank not in old)
            took = start.phase == "draw" and not rules.concealed_after_take
            expected = new and not joined and not start.melded and not took
            assert position.out_concealed == expected, f"{start} became {position}"
            gone_out[expected] += 1
