"""Random and club players: only legal plays, no look at hidden cards, sensible play, and true reasons in words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import pytest
from pseudo import OPEN, Pseudo, spoken
from test_leaks import exchanged
from test_words import escaped

from canasta import BOOK, Action, Game, ImpossiblePosition, Position, Profile, Step, deal, judge, legal, new_game
from canasta import cards as c
from canasta.cards import ONE, UNSEEN
from canasta.position import ANSWER, OVER, PLAY
from canasta.tutor.bots import BOTS, Bot, Choice, chance, club, played
from canasta.tutor.bots.club import Club
from canasta.tutor.bots.sight import Sight
from canasta.tutor.bots.tastes import CLUB

SHAPES = [f"{base}/{players}" for base in ("classic", "spruce", "pagat") for players in (2, 3, 4, 6)]
HOUSES = [
    "classic+ask=required",
    "classic+canastas_out=2+discard_to_go_out=yes",
    "pagat+ask=required+last_red_three=melds+stock_gone=turn",
    "spruce/6+canastas_out=3+ask=required",
    "classic/2+wild_limit=6+black_threes=never",
    "classic+canasta_size=5+take_ways=pair+one_card_take=yes",
    "pagat/3+stock_gone=ends+take_onto_canasta=no",
    "classic+wild_limit=0+frozen_before_initial=no+meld_size=4",
]


class Deal(NamedTuple):
    """A deal that was played: what was seen and chosen, in order, and the steps."""

    chosen: tuple[tuple[Position, Choice], ...]
    steps: tuple[Step, ...]


@cache
def a_deal(name: str, seed: int, seated: tuple[str, ...]) -> Deal:
    """A deal of these bots, one seat after another by turns."""
    profile = Profile.parse(name)
    chosen: list[tuple[Position, Choice]] = []

    def kept(bot: Bot) -> Bot:
        def choose(view: Position) -> Choice:
            choice = bot(view)
            chosen.append((view, choice))
            return choice

        return choose

    bots = [kept(BOTS[seated[seat % len(seated)]]) for seat in range(profile.players)]
    scores = (3000,) * profile.sides if seed % 2 else ()
    steps = tuple(played(deal(f"bots {seed}", profile, scores=scores), bots))
    return Deal(tuple(chosen), steps)


@pytest.mark.parametrize("seated", [("club",), ("club", "random")], ids="+".join)
@pytest.mark.parametrize("name", SHAPES + HOUSES)
def test_deals_end(name: str, seated: tuple[str, ...]) -> None:
    """Bots play any deal to its end with legal plays alone, in every shape and with house rules."""
    for seed in (1, 2):
        last = a_deal(name, seed, seated).steps[-1].after
        assert last.phase == OVER


def test_random_plays_anything() -> None:
    """In the same position the random player plays the same, in others now this, now that, and every verb."""
    verbs, places = set(), set()
    for view, choice in a_deal("classic/2", 1, ("random",)).chosen + a_deal("classic", 2, ("random",)).chosen:
        assert chance(view) == choice
        verbs.add(choice.action.verb)
        if len(plays := legal(view)) > 5:
            places.add(list(plays).index(choice.action))
    assert {"draw", "take", "meld", "discard"} <= verbs
    assert len(places) > 8


BIG = [
    "AAKKKQQQJJJTTT99988877766655544422**/?11/?11/?11 - 9 ?50 N.play drew",
    "AAKKKQQQJJJTTT99988877766655544422**/?11/?11/?11 - K ?50 N.draw",
    "AAKKKQQQJJJTTT99988877766655544422**/?11/?11/?11 - K ?50 N.draw 3000:0 classic+ask=required",
    "AAKKKQQQJJJTTT99988877766655544422**/?11/?11/?11 - 9 ?50 N.play drew 3000:0 classic+ask=required",
    "AAKKKQQQJJJTTT99988877766655544422**/?11/?11/?11 - 9 ?50 N.play drew ans=no",
    "AAKKKQQQJJJTTT99988877766655544422**/?9/?9/?9 - 9 - N.play last classic+last_red_three=melds",
    "AAQQQJ888222*bb/?11/?11/?11 - A ?58 N.play drew ans=no 3000:0",
    "AAAAKKKKQQQQJJJJTTTT9999888877772222**/?15 -/444 K ?20 N.draw classic/2",
]


@pytest.mark.parametrize("line", BIG)
@pytest.mark.parametrize("name", ["club", "random"])
def test_large_hands(name: str, line: str) -> None:
    """Hands that could open in millions of ways are played too, and legally."""
    view = Position.parse(line)
    assert judge(view, BOTS[name](view).action).legal


@pytest.mark.parametrize("name", ["classic+ask=required", "pagat+ask=required+last_red_three=melds+stock_gone=turn"])
def test_what_is_thought_of_is_what_is_legal(name: str) -> None:
    """Where an answer binds or is lacking the players list the legal plays in a faster way, and the same ones."""
    looked = 0
    for view, _ in a_deal(name, 1, ("club", "random")).chosen[::3]:
        if view.phase == PLAY:
            for answer in ("", "no"):
                asked = view._replace(answer=answer)
                assert set(Sight(asked).plays) == set(legal(asked))
                looked += 1
    assert looked > 20


@pytest.mark.parametrize("name", ["club", "random"])
@pytest.mark.parametrize("line", ["?4 444/777 K . N.play drew", "-/K4/K4/K4 777 Q - N.over out=N"])
def test_nothing_to_play(name: str, line: str) -> None:
    """Where there is nothing to choose a bot says so, as a position that cannot be played from."""
    with pytest.raises(ImpossiblePosition, match="nothing that North can play"):
        BOTS[name](Position.parse(line))


# -- no look at what is hidden --------------------------------------------------------------------------------------


def hidden(view: Position, seat: int) -> bool:
    """Whether a view shows no card that the seat may not see."""
    others = (hand or 0 for at, hand in enumerate(view.hands) if at != seat)
    return set(view.stock or b"") <= {UNSEEN} and all(c.size(hand) == c.count(hand, UNSEEN) for hand in others)


@pytest.mark.parametrize("name", [*SHAPES, "classic+ask=required"])
def test_bots_are_told_what_their_seat_sees(name: str) -> None:
    """No bot is ever handed a card of another hand or of the stock."""
    told = a_deal(name, 1, ("club",)).chosen
    assert len(told) > 20
    assert all(hidden(view, view.acting) for view, _ in told)


def different(bot: Bot, steps: Sequence[Step], shuffles: random.Random) -> Iterator[Position]:
    """The positions in which a bot answers otherwise when cards that it does not see are exchanged."""
    for step in steps:
        seat = step.before.acting
        other = exchanged(step.before, seat, shuffles)
        if bot(step.before.seen_by(seat)) != bot(other.seen_by(seat)._replace(paint=None)):
            yield step.before


@pytest.mark.parametrize("bot", ["club", "random"])
@pytest.mark.parametrize("name", ["classic", "spruce/2", "pagat/3", "classic/6"])
def test_hidden_cards_make_no_difference(name: str, bot: str) -> None:
    """A bot answers the same, reason and all, however the cards lie that its seat does not see."""
    shuffles = random.Random(name)
    steps = shuffles.sample(a_deal(name, 2, ("club",)).steps, 30)
    assert list(different(BOTS[bot], steps, shuffles)) == []


def test_a_look_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were bots handed the whole position, the exchange would tell of one that looks."""

    def looks(view: Position) -> Choice:
        hands = sum(hand or 0 for at, hand in enumerate(view.hands) if at != view.acting)
        return Choice(Action("discard", cards=ONE[next(c.kinds_in(hands))]), "", {"hands": hands})

    steps = a_deal("classic", 2, ("club",)).steps[:20]
    assert list(different(looks, steps, random.Random(1))) == []
    monkeypatch.setattr(Position, "seen_by", lambda self, _seat: self)
    assert len(list(different(looks, steps, random.Random(1)))) > 10


# -- sensible play --------------------------------------------------------------------------------------------------
# A position, what the club player does there (or, after "not", what it does not), and a clause among its reason's.

SENSIBLE = """
keeps pairs | KKQQ885574J/?11/?11/?11 - 9 ?60 N.play drew | discard 4 | freeze.natural-pair
keeps three of a kind | KKK4987/?9/?9/?9 JJJJ/TTT 8 ?60 N.play drew | discard 8 | meld.same-rank
breaks no pair for a pile | KK98754JT/?9/?9/?9 QQQ/TTT K ?40 N.draw | draw | take.whole
opens cheaply | AAA2KQJT974/?11/?11/?11 - 9 ?60 N.play drew | meld AAA | initial.minimum
opens not with half the hand | KKK44QQQ77J/?11/?11/?11 - 9 ?60 N.play drew | discard J | initial.minimum
opens not with all its wilds | QQ**JT8976/?11/?11/?11 - 9 ?60 N.play drew 1500:0 | discard 9 | freeze.natural-pair
opens for a large pile | KK*2754JT98/?11/?11/?11 -/TTT 47JAQ99A56K ?40 N.draw | take KK2 | take.initial
opens not for one card | KK*2754JT98/?11/?11/?11 -/- K ?60 N.draw | draw | take.whole
opens in time | QQ2*J887654/?5/?9/?5 ;rr/KKKKKK,AAA - ?3 N.play drew 1500:0 | not discard | initial.minimum
freezes when behind | KQJT9874425/?9/?11/?9 -/QQQQ,TTTT,555,JJJ,999 KKA47488A ?40 N.play drew | discard 2 | freeze.card
freezes nothing when ahead | KQJT982/?9/?7/?9 QQQQQQQ,555/TTT 7 ?40 N.play drew | not discard 2 | -
freezes no small pile | KQJT9874425/?9/?11/?9 -/- KA ?60 N.play drew | not discard 2 | -
feeds no pile | KKJJ98/?9/?9/?9 QQQQ,555/9999,666 745TJAK4 ?40 N.play drew | not discard 9 | take.add
throws what the next threw | KKK44QQ9/?9/?9/?9 TTT,555/AAA,666 9KA ?40 N.play drew | discard 9 | take.pair
throws a black three | KKJJb9/?9/?9/?9 QQQQ,555/9999,666 9K8TJAK4 ?40 N.play pagat | discard b | take.black-three-top
keeps it while the pile is small | KKJJb7/?9/?9/?9 QQQQ,555/9999,666 - ?40 N.play drew pagat | discard 7 | discard.one
counts what is out | KQJT982/?9/?7/?9 QQQQQQQ,555/TTT 7 ?40 N.play drew | discard Q | pack.cards
takes a large pile | KK98754JT/?9/?9/?9 QQQ/TTT 75J88AQ4TAK ?40 N.draw | take KK | take.pair
takes with a wild card | K278JQ/?9/?9/?9 444/555 4QAAJTK ?30 N.draw | take K2 | take.one-and-wild
spends no wild card on little | K298754JT/?9/?9/?9 QQQ/TTT K ?40 N.draw | draw | turn.draw-first
takes onto a meld | K298754JT/?9/?9/?9 QQQ/TTT 47JQ ?40 N.draw | take Q: | take.add
sees what it cannot take | KK87/?9/?9/?9 444/555 Q2 ?30 N.draw | draw | take.wild-top
completes a natural canasta | K244798/?9/?9/?9 KKKKKK,JJJ/TTT 4 ?40 N.play drew | meld K | canasta.natural
spends wild cards on canastas | 24798855/?9/?9/?9 KKKKK2,JJJ/TTT 4 ?40 N.play drew | meld K:2 | canasta.mixed
and not on small melds | 24798855/?9/?9/?9 JJJ/TTT 4 ?40 N.play drew | discard 4 | take.pair
nor on what may stay natural | 2479885/?9/?9/?9 KKKKK,JJJ/TTT 4 ?40 N.play drew | not meld K:2 | -
adds to its partner's melds | J4798855Q/?9/?9/?9 JJJJ/TTT 4 ?40 N.play drew melded=S | meld J | canasta.seven
asks before it goes out | 4449/?9/?5/?9 7777777/TTT 8 ?40 N.play drew | ask | out.ask
asks where it must | 4449/?9/?5/?9 7777777/TTT 8 ?40 N.play drew classic+ask=required | ask | out.ask-optional
goes out after a yes | 4449/?9/?5/?9 7777777/TTT 8 ?40 N.play drew ans=yes | meld 444 | out.ask-binding
stays after a no | 4449/?9/?5/?9 7777777/TTT 8 ?40 N.play drew ans=no | discard 9 | discard.one
keeps its word | 444/?9/?9/?9 7777777 Q ?9 N.draw ans=yes | draw | out.ask-binding
goes out alone | 4449/?9/?9 7777777/TTT/- 8 ?40 N.play drew classic/3 | meld 444 | score.base
waits for its partner | 4449/?4/?11/?4 7777777,KKKKKK,QQQQQQ,AAAAAA/TTT 8 ?60 N.play drew | discard 9 | out.canasta
lays black threes going out | bbb4/?9/?9 7777777/TTT/- 8 ?40 N.play drew classic/3 | meld bbb | score.base
goes out concealed | 7777777KKK2J/?11/?11 -/-/- 8 ?40 N.play drew classic/3 | meld KKK2 7777777 | score.base
empties its hand in time | KK44499/?2/?7/?9 7777777/TTTTTTT 8 ?40 N.play drew | meld 444 | score.hand-minus
lets its partner go out | ?4/?9/K4/?9 7777777/TTT 8 ?40 N.answer drew | answer yes | out.ask
not with a dear hand | ?4/?3/AAAKKK**22QQ/?3 7777777,QQQQQQ/TTT 8 ?60 N.answer drew | answer no | score.hand-minus
but when the end is near | ?4/?1/AAAKKKQQ/?9 7777777/TTTTTTT 8 ?40 N.answer drew | answer yes | out.ask
asks to lay the seventh | ?3/?4/?6/54 KKKKK2*,TTTT2*;rr/AAAAAA,QQQQQ,JJJ2**,9999999222,8882,666666,555,\
444444;rr b87QK479Kb ?20 W.play drew melded=N,E,S,W | ask | out.ask
lays the seventh | ?3/?4/54 KKKKK2*/TTT/AAAAAA,QQQQQ,9999999222,8882,666666,555,444444 9Kb ?20 S.play drew \
melded=N,E,S classic/3 | meld 4 | canasta.natural
keeps the seventh after a no | ?3/?4/?6/54 KKKKK2*,TTTT2*;rr/AAAAAA,QQQQQ,JJJ2**,9999999222,8882,666666,555,444444;rr \
b87QK479Kb ?20 W.play drew melded=N,E,S,W ans=no | discard 5 | -
lays red threes | rKK98754J/?9/?9/?9 QQQ/TTT 7 ?40 N.draw first | lay r | red-three.hand
takes when it must | K44/?5/?5/?5 777,KKK/TTT 4K - N.draw | take | stock.forced-take
ends the deal when it must | K445/?5/?5/?5 777,JJJ/TTT 444Q4444K - N.draw | draw | stock.end
melds before the end | KKK44/?4/?4/?4 444/- Q - N.play last classic+last_red_three=melds | meld | stock.last-red-three
"""
TABLE = [tuple(part.strip() for part in row.split("|")) for row in SENSIBLE.strip().splitlines()]


@pytest.mark.parametrize(("what", "line", "wanted", "clause"), TABLE, ids=[row[0] for row in TABLE])
def test_sensible(what: str, line: str, wanted: str, clause: str) -> None:
    """The club player does what a sensible player does there, and its reason names the clause that matters."""
    view = Position.parse(line)
    choice = club(view.seen_by(view.acting))
    said, unwanted = str(choice.action), wanted.removeprefix("not ")
    alike = said == unwanted or said.split()[0] == unwanted
    assert alike == (wanted == unwanted), f"{what}: {choice.action}, {choice.reason}"
    assert clause == "-" or clause in choice.clauses, f"{choice.clauses}: {choice.reason}"


# -- reasons --------------------------------------------------------------------------------------------------------


def choices() -> Iterator[tuple[Position, Choice]]:
    """What was chosen in all the deals of this file."""
    for name in SHAPES + HOUSES:
        for seated in (("club",), ("club", "random")):
            for seed in (1, 2):
                yield from a_deal(name, seed, seated).chosen


def test_reasons() -> None:
    """Every reason is a whole sentence, translated, and its clauses stand in the book."""
    seen: dict[str, Choice] = {}
    for _, choice in choices():
        seen[choice.message] = choice
        assert choice.clauses or choice.message.startswith("Chosen by chance")
        assert all(clause in BOOK.ids() for clause in choice.clauses)
    assert len(seen) > 40
    for choice in seen.values():
        assert choice.reason.endswith(".")
        assert not set(choice.reason) & set("{}")
    with spoken(Pseudo()):
        for choice in seen.values():
            assert choice.reason.startswith(OPEN)
            assert escaped(choice.reason) == []


def test_reasons_tell_the_truth() -> None:
    """The numbers in a reason are those of the table: the pile's cards, its points, the stock, the hands."""
    told = set()
    for view, choice in choices():
        values = choice.values
        if choice.action.verb == "take" and "worth" in values:
            assert values["n"] == len(view.pile)
            assert values["worth"] == BOOK["value.points"].value(c.bag_of(view.pile))
            told.add("pile")
        if "of the {most}" in choice.message:
            kind = values["kind"]
            lying = view.pile.count(kind) + c.count(view.hand or 0, kind)
            lying += sum(
                meld.naturals for side in range(view.profile.sides) for meld in view.melds(side) if meld.rank == kind
            )
            assert values["n"] == lying <= values["most"]
            told.add("counted")
        if "keeps the pair" in choice.message:
            assert c.count(view.hand or 0, values["kept"]) == 2
            assert values["kept"] != values["kind"]
            told.add("pair")
        if "one of them holds" in choice.message:
            ours = view.profile.side_of(view.acting)
            out = [side for side in range(view.profile.sides) if view.canastas(side) >= view.profile.canastas_out]
            theirs = [at for at in range(view.profile.players) if view.profile.side_of(at) in {*out} - {ours}]
            assert values["cards"] == min(view.hand_size(at) or 0 for at in theirs)
            told.add("threat")
    assert told == {"pile", "counted", "pair", "threat"}


# A position, a clause of the reason and words of it; each of these reasons once was another, which was not true there.
TRUE = """
6/?9 666,KKKKKKK/KKK 6 ?5 N.draw classic/2 | take.one-card | A hand of one card may not take a pile of one card.
K45/?9/?9/?9 QQQQQQQ/- 9Q ?9 N.draw pagat+take_onto_canasta=no | take.add | here no pile is taken onto one
K45/?9/?9/?9 QQQ/- 9Q ?9 N.draw classic+take_ways=pair | take.pair | Here only a natural pair takes the pile
QQK/?9/?9/?9 444/- Q ?9 N.draw | out.keep-one | Taking the pile would leave too few cards
QQK45/?9/?9/?9 444/- 7Q ?9 N.draw classic+meld_size=4 | meld.same-rank | With the queen the hand makes no meld.
QQK45/?9/?9/?9 -/- 7Q ?9 N.draw | take.initial | With the queens alone the first meld would not count 50 points.
Q45/?9/?9/?9 444/- 7Q ?9 N.draw | take.pair | Nothing here takes the queen.
2*/?9/?9/?9 444/- 955 ?40 N.play drew | take.wild-top | With a deuce on top East cannot take the pile of 3 cards.
2*/?9/?9/?9 444/- - ?40 N.play drew | freeze.card | It freezes the pile, and every other card costs more.
KQ9/?9/?9/?9 444/TTT 87 ?40 N.play drew classic+take_ways=pair | take.pair | East needs a natural pair of
4449 7777777/TTT/- 8 . N.play drew classic/3 | score.base | and what the others hold counts against them
4449/?9/?9 7777777/TTT/- 8 . N.play drew classic/3 | score.base | while the others hold 18 cards
4449/?9/./?9 7777777/TTT 8 . N.play drew | out.ask | who is asked may know better
./?9/K4/. 7777777/TTT 8 ?40 N.answer drew | out.ask | The hand costs 15 points, and what the others hold
AQQQJJJT762*/?11/?11/?11 ;r/;rr K44bbK8KK8548524T528K52KT ?35 N.play upcards=1 | take.wild-top | With a deuce on top
AKKKQQTT9442/?11/?11/?11 ;r/;rr *56b56778b78678567 ?42 N.play upcards=2 3000:3000 | pack.cards | is needed less, but
"""
TOLD = [tuple(part.strip() for part in row.split("|")) for row in TRUE.strip().splitlines()]


@pytest.mark.parametrize(("line", "clause", "words"), TOLD)
def test_a_reason_fits_its_position(line: str, clause: str, words: str) -> None:
    """What a reason says holds where cards are few, hands not stated, or a house plays by rules of its own."""
    view = Position.parse(line)
    choice = club(view.seen_by(view.acting))
    assert words in choice.reason
    assert clause in choice.clauses


# -- regret ---------------------------------------------------------------------------------------------------------

WORSE = """
KK98754JT/?9/?9/?9 QQQ/TTT 75J88AQ4TAK ?40 N.draw | take KK | draw
K298754JT/?9/?9/?9 QQQ/TTT K ?40 N.draw | draw | take K2
KK4798/?9/?9/?9 KKKKK/TTT 4 ?40 N.play drew | meld KK | discard 4
KK4798/?9/?9/?9 KKKKK/TTT 4 ?40 N.play drew | meld KK | discard K
24798855/?9/?9/?9 KKKKK2,JJJ/TTT 4 ?40 N.play drew | meld K:2 | meld J:2
KKQQ885574J/?11/?11/?11 - 9 ?60 N.play drew | discard 4 | discard K
KKJJ98/?9/?9/?9 QQQQ,555/9999,666 745TJAK4 ?40 N.play drew | discard J | discard 9
4449/?9/?5/?9 7777777/TTT 8 ?40 N.play drew | ask | discard 9
4449/?9/?5/?9 7777777/TTT 8 ?40 N.play drew classic+ask=required | ask | discard 9
4449/?4/?11/?4 7777777,KKKKKK,QQQQQQ,AAAAAA/TTT 8 ?60 N.play drew | discard 9 | meld 444
4449/?4/?11/?4 7777777,KKKKKK,QQQQQQ,AAAAAA/TTT 8 ?60 N.play drew | discard 9 | ask
7777777KKK2J/?11/?11 -/-/- 8 ?40 N.play drew classic/3 | meld KKK2 7777777 | meld 7777772
?4/?9/K4/?9 7777777/TTT 8 ?40 N.answer drew | answer yes | answer no
"""
BLUNDERS = [tuple(part.strip() for part in row.split("|")) for row in WORSE.strip().splitlines()]


@pytest.mark.parametrize(("line", "best", "worse"), BLUNDERS)
def test_regret_of_a_worse_play(line: str, best: str, worse: str) -> None:
    """What a club player would not do costs something by its estimates, and its own choice nothing."""
    view = Position.parse(line)
    view = view.seen_by(view.acting)
    assert str(club(view).action) == best
    assert Club().regret(view, Action.parse(best)) == 0
    assert Club().regret(view, Action.parse(worse)) > 5


def test_asking_or_not_is_a_small_matter() -> None:
    """To go out without asking costs a little, and to lay in two steps what one could lay nothing."""
    view = Position.parse("4449/?9/?5/?9 7777777/TTT 8 ?40 N.play drew")
    assert 0 < Club().regret(view, Action.parse("meld 444")) < 10
    view = Position.parse("KK4798/?9/?9/?9 KKKKK/TTT 4 ?40 N.play drew")
    assert Club().regret(view, Action.parse("meld K")) == 0


def test_regret_where_the_hand_is_known_in_part() -> None:
    """A meld after which no known card is left to go on with is weighed as far as that."""
    view = Position.parse("2?3/?5/?8/?4 KKKK22*,8888/77**,666 T ?35 N.play melded=N")
    assert Club().regret(view, Action.parse("meld 8:2")) >= 0


@pytest.mark.parametrize("name", ["classic", "spruce/2", "pagat/3", "classic/6+ask=required"])
def test_regret_of_every_verb(name: str) -> None:
    """Every legal action can be weighed, none comes out below nought, and the own one costs nothing."""
    chances = random.Random(name)
    verbs = set()
    for view, choice in a_deal(name, 1, ("club", "random")).chosen[::2]:
        own = club(view).action
        assert Club().regret(view, own) == 0
        tried = chances.choice([*legal(view)[:50], choice.action])
        assert Club().regret(view, tried) >= 0
        verbs.add(tried.verb)
    assert {"draw", "meld", "discard"} <= verbs


def test_ranked() -> None:
    """What the club player would think of is legal, few of each verb, and its own choice is among it."""
    looked = 0
    for view, choice in a_deal("classic", 1, ("club",)).chosen:
        if view.phase == ANSWER or choice.action.verb in ("ask", "lay") or view.answer:
            continue
        found = club.ranked(view, 3)
        assert choice.action in found or len(legal(view)) == 1 or view.canastas() >= view.profile.canastas_out
        assert all(judge(view, play).legal for play in found)
        assert all(sum(play.verb == verb for play in found) <= 3 for verb in ("take", "meld", "discard"))
        looked += len(found) > 1
    assert looked > 20


def test_other_tastes_play_otherwise() -> None:
    """Tastes are all that sets two club players apart: one who does not care for pairs breaks them."""
    view = Position.parse("KKQQ885574J/?11/?11/?11 - 9 ?60 N.play drew")
    careless = Club(CLUB._replace(pair=-20))
    assert str(careless(view).action) != str(club(view).action) == "discard 4"


def test_club_beats_random() -> None:
    """Club players win a short game against random ones, whoever sits first."""
    for seed, seated in ((1, ("club", "random")), (2, ("random", "club"))):
        game: Game = new_game(f"match {seed}", Profile.parse("classic+target=2000"))
        while not game.over:
            *_, last = played(game.next_deal(), [BOTS[seated[seat % 2]] for seat in range(4)])
            game = game.after(last.after)
        assert game.winner is not None
        assert seated[game.winner] == "club"
