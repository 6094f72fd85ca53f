"""The list of plays is exactly what the judge allows, and playing does what the rules say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest
from full import FULL
from houses import ENDGAME
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions, positions

from canasta import (
    BOOK,
    Action,
    IllegalAction,
    ImpossiblePosition,
    Position,
    Profile,
    Step,
    deal,
    judge,
    legal,
    nearest,
    play,
    questions,
)
from canasta.problems import all_cards

NAMES = [f"{base}/{players}" for base in ("classic", "spruce", "pagat") for players in (2, 3, 4, 6)]


def walk(profile: Profile, seed: int) -> Iterator[Step]:
    """A random deal, step by step."""
    chance = random.Random(seed)
    position = deal(seed, profile, scores=(3000,) * profile.sides if seed % 2 else ())
    while position.phase != "over":
        step = play(position, choose(position, chance))
        yield step
        position = step.after


def choose(position: Position, chance: random.Random) -> Action:
    """A random one of all legal plays, however many they are."""
    found = legal(position)
    assert found, f"nothing to play in {position}"
    return chance.choice(found)


def universe(position: Position) -> Iterator[Action]:
    """Every single lay, take with one lay, discard and laying of red threes that the hand's cards can make."""
    held = "".join(str(card) for card in position.cards_in_hand())
    hand = "".join(dict.fromkeys(held))
    ranks = [letter for letter in hand if letter not in "*2r"] + [str(meld)[0] for meld in position.melds()]
    if position.pile and (top := str(position.pile_cards()[-1])) not in "*2r":
        ranks.append(top)
    for rank in dict.fromkeys(ranks):
        # One card more than is held, so that lacking cards are tried too.
        for naturals, deuces, jokers in product(*(range(held.count(letter) + 2) for letter in (rank, "2", "*"))):
            cards = rank * naturals + "2" * deuces + "*" * jokers
            if cards:
                yield Action.parse(f"meld {rank}:{cards}")
            yield Action.parse(f"take {rank}:{cards}")
    for n in range(1, 3):
        for cards in combinations_with_replacement(hand, n):
            yield Action.parse("discard " + "".join(cards))
    yield from map(
        Action.parse, ("draw", "pass", "take", "discard", "ask", "answer yes", "answer no", "lay r", "lay rr")
    )


SMALL = [
    "A2 AAAAAA - - N.play last classic+last_red_three=melds",
    "KK44 KKK K - N.play last classic+last_red_three=melds",
    "JJ4 JJJJJ J N.draw classic+take_onto_canasta=no+canasta_size=5",
    "J24 JJJJJ J N.draw classic+take_onto_canasta=no+canasta_size=5",
    "KK24 444 42K",
    "KK24 444,KK* 4K",
    "K2*4 444,KKK 4K",
    "K555 KKKKKK Q N.play",
    "K555 KKKKK Q N.play",
    "777K 777222 Q N.play",
    "bbb 7777777 Q N.play",
    "bbbK 7777777,bb Q N.play",
    "4 KKK K",
    "44 KKKKKK 4K -",
    "5 KKK 4K -",
    "2*45 55*,777777 5 N.play spruce",
    "224 KKKKKKK,444 4 N.play classic+wild_on_natural=no",
    "rrK4 444 Q 99 N.draw first",
    "44455 7777777 Q N.play classic+discard_to_go_out=yes",
    "K24 QQQ QK N.draw classic+take_ways=pair",
    "7 7777777,bbb Q N.play new=b spruce",
    "77 777777,55555 Q N.play classic/2",
]


@pytest.mark.parametrize("line", SMALL)
def test_list_is_what_the_judge_allows(line: str) -> None:
    """Filtering every proposal of a small universe by the judge gives the listed plays, no more and no fewer."""
    position = Position.parse(line)
    allowed = {action for action in universe(position) if judge(position, action)}
    listed = [*legal(position), *questions(position)]
    assert len(listed) == len(set(listed)) > 0
    assert set(listed) == allowed


@pytest.mark.parametrize(
    "line",
    [
        "AAKK2*44 - Q N.play",
        "AAKK2*44 - 4K 1500:0",
        "QQ88825 - Q",
        "KKKQQQJJ2 - Q N.play -5:0",
        "7777777444K - Q N.play 3200:0",
        "7777777444 - 4 N.draw 3200:0",
        "777777442K - 4 N.draw",
        "7777772bbb - Q N.play",
        "777777bbb7 - 7 N.draw",
        "777722244 - Q N.play 3200:0 spruce",
        "777777K2 - Q N.play 0:0 classic+discard_to_go_out=yes",
        "KKKAA*4 - 9K 3000:0",
        "AAA99 - A",
        "66622 - 6 - N.play last -5:0 classic+last_red_three=melds",
        "7777777444 - 7 - N.play last 1500:0 classic+last_red_three=melds",
    ],
)
def test_openings_are_what_the_judge_allows(line: str) -> None:
    """For a side that has not melded, every set of lays that the judge accepts is listed, and no other."""
    position = Position.parse(line)
    verb = "take" if position.phase == "draw" else "meld"
    listed = {action for action in legal(position) if action.verb == verb}
    assert listed == {action for action in sets_of_lays(position, verb) if judge(position, action)}


def sets_of_lays(position: Position, verb: str) -> Iterator[Action]:
    """Every way to share the hand's cards among lays of its ranks, a take's first lay being the top card's."""
    ranks = [str(card) for card in dict.fromkeys(position.cards_in_hand()) if str(card) not in "*2"]
    held = "".join(map(str, position.cards_in_hand()))
    top = str(position.pile_cards()[-1])
    for naturals in product(*(range(held.count(rank) + 1) for rank in ranks)):
        for deuces in product(range(held.count("2") + 1), repeat=len(ranks)):
            for jokers in product(range(held.count("*") + 1), repeat=len(ranks)):
                lays = {
                    rank: rank * n + "2" * d + "*" * j
                    for rank, n, d, j in zip(ranks, naturals, deuces, jokers, strict=True)
                    if n + d + j
                }
                if verb == "take" and top not in lays:
                    continue
                order = sorted(lays, key=lambda rank: rank != top) if verb == "take" else list(lays)
                if order:
                    yield Action.parse(" ".join([verb, *(f"{rank}:{lays[rank]}" for rank in order)]))


def test_dealt_hands_are_listed_like_the_judge() -> None:
    """On positions of real play, too, listed single plays and judged ones are the same."""
    compared = 0
    for seed in range(40 if FULL else 4):
        for step in walk(Profile.parse("classic"), seed):
            if step.before.has_melded() and compared % 23 == 0:
                listed = {*legal(step.before), *questions(step.before)}
                assert listed == {a for a in universe(step.before) if judge(step.before, a)}
            compared += 1
    assert compared > 100


@given(positions(), actions())
def test_any_action_in_any_position_gets_a_verdict(position: Position, action: Action) -> None:
    """Nothing that can be said makes the judge fail, refuse without a clause, or change the position."""
    before = str(position)
    verdict = judge(position, action)
    assert verdict.findings
    assert all(finding.fact and finding.law for finding in verdict.findings)
    assert verdict.legal == (not verdict.refusals)
    assert str(position) == before


@given(positions(), actions())
def test_play_raises_only_for_refused_actions(position: Position, action: Action) -> None:
    """A refused action raises IllegalAction with its verdict; a legal one in a possible position keeps every card."""
    if position.problems():
        return
    if not judge(position, action):
        with pytest.raises(IllegalAction) as fault:
            play(position, action)
        assert fault.value.verdict.lead is not None
        return
    after = play(position, action).after
    # An unstated hand or stock gives and takes cards that nobody has counted.
    if position.hand is not None and position.stock is not None:
        assert sum(all_cards(after)) == sum(all_cards(position))


def small_position(chance: random.Random) -> str:
    """A line near the end of a deal: few cards in hand, melds near a canasta, a short pile."""

    def some(letters: str, *sizes: int) -> str:
        return "".join(chance.choice(letters) for _ in range(chance.choice(sizes)))

    melds = [rank * chance.choice((2, 3, 5, 6, 7)) + some("2*", 0, 0, 1, 2) for rank in chance.sample("AKQ74", 2)]
    table = ",".join(melds[: chance.choice((1, 2))])
    turn = chance.choice(("N.play", "N.draw", "N.draw", "N.play took"))
    house = chance.choice(ENDGAME)
    return f"{some('AKQ7742*b', 2, 3, 4)} {table} {some('AKQ742*b', 1, 2, 3)} {chance.choice('.-')} {turn} {house}"


def test_endgames_list_what_the_judge_allows_and_leave_nobody_stuck() -> None:
    """Under many house rules, near going out, list and judge agree and no listed play leaves a player without one."""
    chance = random.Random(2)
    tried = 0
    while tried < (5000 if FULL else 150):
        try:
            position = Position.parse(small_position(chance)).check()
        except ImpossiblePosition:
            continue
        tried += 1
        listed = [*legal(position), *questions(position)]
        assert set(listed) == {action for action in universe(position) if judge(position, action)}, str(position)
        for action in listed:
            after = play(position, action).after
            assert after.problems() == [], f"{action} in {position}"
            assert after.phase == "over" or after.hand is None or legal(after), f"{action} in {position}"


@pytest.mark.parametrize(
    ("line", "words", "concealed"),
    [
        ("777777744444 - Q N.play", ["meld 7777777 44444"], True),
        ("77777774444K KKK Q N.play", ["meld 7777777 4444", "discard K"], True),
        ("77777774444K KKK Q N.play", ["meld 7777777", "meld 4444", "discard K"], True),
        ("77777774444K KKK Q N.play", ["meld 7777777 4444", "meld K"], False),
        ("77777774444K KKK Q N.play melded=N", ["meld 7777777 4444", "discard K"], False),
        ("4444 7777777 Q N.play", ["meld 4444"], False),
    ],
)
def test_concealed_hands(line: str, words: list[str], concealed: bool) -> None:
    """Going out is concealed when a whole hand with a canasta is laid in one turn and nothing before it."""
    position = Position.parse(line)
    for action in words:
        position = play(position, Action.parse(action)).after
    assert (position.phase, position.out, position.out_concealed) == ("over", 0, concealed)


@pytest.mark.parametrize("letter", "AKQJT9876542*r")
def test_a_said_draw_tells_nothing_hidden(letter: str) -> None:
    """Naming the card of a draw is no way to learn what lies on the stock or in another hand."""
    said = Action.parse(f"draw {letter}")
    for position in (deal(7), Position.parse("Q4/KKKKKKKK5/?11/?11 444 J ?68")):
        seen = position.seen_by(position.seat)
        assert [(f.clause, f.holds) for f in judge(position, said).findings] == [
            (f.clause, f.holds) for f in judge(seen, said).findings
        ]


@given(st.integers(0, 10**6), st.sampled_from(NAMES))
def test_deal_is_right_and_repeatable(seed: int, name: str) -> None:
    """A deal has the right hands, a natural upcard and every card, and the same seed gives the same."""
    profile = Profile.parse(name)
    position = deal(seed, profile)
    assert position == deal(seed, profile)
    assert sum(all_cards(position)) == 54 * profile.packs
    assert position.problems() == []
    assert all(position.hand_size(seat) == profile.dealt for seat in range(profile.players))
    assert position.pile[-1] >= 4 or (name.startswith("pagat") and position.pile[-1] == 3)
    assert (position.seat, position.first, position.upcards) == (0, True, len(position.pile))


def test_deal_does_not_change_with_the_python() -> None:
    """The shuffle uses only the stream that Python promises to keep, so a seed's cards are known for ever."""
    assert str(deal(1)).split()[0].split("/")[0] == "AKJ86655422"


def test_book_answers_do_not_leak_between_profiles() -> None:
    """What one profile refuses another may allow, whatever was asked before."""
    line = "99222*45 KKK Q N.play"
    action = Action.parse("meld 99222")
    assert judge(Position.parse(line), action)
    assert not judge(Position.parse(f"{line} spruce"), action)
    assert action in legal(Position.parse(line))
    assert action not in legal(Position.parse(f"{line} spruce"))


def test_nearest_are_legal_and_close() -> None:
    """What would be legal is legal, and of the kind that was tried where there is one."""
    position = Position.parse("4567KQQ KKK 9 N.play")
    close = nearest(position, Action.parse("meld 456"))
    assert [str(action) for action in close][:1] == ["meld K"]
    assert all(judge(position, action) for action in close)


def test_painted_cards_move_with_their_suits() -> None:
    """The suits that a player names go where he puts them, and those he keeps stay."""
    position = Position.parse("KsKhKdKc45 QsQhQc 9h N.play")
    after = play(position, Action.parse("meld KsKdKc")).after
    assert str(after).split()[:2] == ["Kh54", "KsKdKc,QsQhQc"]
    after = play(after, Action.parse("discard Kh")).after
    assert str(after).split()[2] == "9hKh"


def test_unseen_cards_can_be_said_or_stay_unseen() -> None:
    """A draw from an unseen stock gives the card that is said, or one that nobody has seen."""
    position = Position.parse("K4/?11/?11/?11 444 Q ?9")
    assert str(play(position, Action.parse("draw 9")).after).split("/")[0] == "K94"
    assert str(play(position, Action.parse("draw")).after).split("/")[0] == "K4?1"
    assert sum(all_cards(position)) == sum(all_cards(play(position, Action.parse("draw r9")).after))


def test_events_cite_clauses_of_the_book() -> None:
    """Whatever follows from a play is told in a sentence under a clause that is in the book."""
    told = 0
    for step in walk(Profile.parse("spruce"), 4):
        for event in step.events:
            assert event.clause in BOOK
            assert event.text.endswith((".", "?"))
            told += 1
    assert told > 50
