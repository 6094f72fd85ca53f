"""What the golden logs must show, each found from the replay itself, so that the list cannot rot.

``SPECIALS`` says for each special where it is to be seen: in a profile (``classic``), or in one with so many players
(``classic-4``), wherever it reads differently there.
"""

from __future__ import annotations

from collections.abc import Callable

from canasta import Action, Position, Step, judge
from canasta.cards import BLACK_THREE, RED_THREE
from canasta.facts import LeaveFacts
from canasta.table import meld_of
from games.golden import Golden, Try

Shows = Callable[[Golden], bool]


def happens(clause: str) -> Shows:
    """Something follows under this clause."""
    return lambda log: any(event.clause == clause for step in log.played.steps for event in step.events)


def holds(clause: str) -> Shows:
    """The clause holds for something that is played."""
    return lambda log: any(each.clause == clause for step in log.played.steps for each in step.verdict.findings)


def refuses(clause: str) -> Shows:
    """A try is refused under this clause."""
    return lambda log: any(each.clause == clause for each in log.tries)


def both(*shows: Shows) -> Shows:
    """All of these in one log."""
    return lambda log: all(each(log) for each in shows)


def ends(fits: Callable[[Position], bool]) -> Shows:
    """A deal ends in such a position."""
    return lambda log: any(fits(end.after) for end in log.ends)


def some_step(fits: Callable[[Step], bool]) -> Shows:
    """Such a step is played."""
    return lambda log: any(map(fits, log.played.steps))


def some_try(fits: Callable[[Try], bool]) -> Shows:
    """Such a try is made, and refused."""
    return lambda log: any(each.refused is not None and fits(each) for each in log.tries)


def plays(words: str) -> Shows:
    """This is played, word by word."""
    return some_step(lambda step: str(step.verdict.action) == words)


def asks(origin: str) -> Shows:
    """A player asks after beginning his turn so."""
    return some_step(lambda step: step.verdict.action.verb == "ask" and step.before.origin == origin)


def black_threes(least: int, packs: int) -> Shows:
    """A player goes out with so many black threes melded."""

    def fits(over: Position) -> bool:
        if over.out is None or over.profile.packs != packs:
            return False
        meld = meld_of(over.tables[over.profile.side_of(over.out)], BLACK_THREE)
        return meld is not None and meld.naturals >= least

    return ends(fits)


def red_threes(n: int, points: int) -> Shows:
    """A side has so many red threes at the end of a deal, and they bring these points."""

    def fits(log: Golden) -> bool:
        return any(
            line.clause == "red-three.score" and line.points == points and line.values["n"] == n
            for sheet in log.played.sheets
            for line in sheet.lines
        )

    return fits


def is_forced_take(step: Step) -> bool:
    """Whether a pile is taken that must be."""
    if step.verdict.action.verb != "take" or step.before.stock != b"":
        return False
    return "stock.forced-take" in {each.clause for each in judge(step.before, Action.parse("draw")).refusals}


def goes_on_after_a_last_red_three(step: Step) -> bool:
    """Whether a red three ends the stock, another card having reached the hand."""
    stock = step.before.stock or b""
    return RED_THREE in stock and step.after.stock == b"" and step.after.phase == "play"


def is_full_draw_of_one(step: Step) -> bool:
    """Whether the one card that is left is drawn where two are due."""
    drawn = step.verdict.action.verb == "draw" and len(step.before.stock or b"")
    return drawn == 1 < step.before.profile.draws and step.after.phase == "play"


def takes_over_a_black_three(step: Step) -> bool:
    """Whether a pile with a discarded black three in it is taken without a natural pair."""
    ways = {"take.one-and-wild", "take.add"} & {each.clause for each in step.verdict.findings}
    return BLACK_THREE in step.before.pile[step.before.upcards :] and bool(ways)


def lacks_one_canasta(tried: Try) -> bool:
    """Whether a side with one canasta of two is kept from going out."""
    # A verdict that refuses is falsy itself.
    verdict = tried.refused and tried.refused.verdict
    facts = [] if verdict is None else [each.facts for each in verdict.refusals]
    return any(isinstance(each, LeaveFacts) and (each.canastas, each.needed) == (1, 2) for each in facts)


def lays_before_play(log: Golden) -> bool:
    """Whether a red three of a dealt hand lies on a table before the first turn."""
    starts = [deal[0].before for deal in log.deals]
    return any(start.first and any(map(start.red_threes, range(start.profile.sides))) for start in starts)


def first_melds_at(minimum: int) -> Shows:
    """A side makes its first meld of a deal under this minimum."""

    def fits(step: Step) -> bool:
        opens = not step.before.has_melded() and step.after.has_melded(step.before.side)
        return opens and step.before.minimum() == minimum

    return some_step(fits)


def several_past_the_target(log: Golden) -> bool:
    """Whether several sides reach the target in one deal."""
    return sum(total >= log.log.profile.target for total in log.played.sheets[-1].totals) > 1


def equal_past_the_target(log: Golden) -> bool:
    """Whether all sides reach the target with the same total, and another deal follows."""
    totals = [end.before.scores for end in log.ends[1:]] + [log.played.position.scores]
    return any(len(set(each)) == 1 and each[0] >= log.log.profile.target for each in totals)


SPECIALS: dict[str, tuple[str, Shows]] = {
    "a concealed hand drawn from the stock": (
        "classic-4 classic-6 spruce-4 pagat-2",
        ends(lambda over: over.out_concealed and over.origin == "drew"),
    ),
    "a concealed hand after taking the pile": (
        "classic-4 spruce-4 spruce-6 pagat-4",
        ends(lambda over: over.out_concealed and over.origin == "took"),
    ),
    "a concealed hand whose partner has melded": (
        "classic-6 spruce-6",
        ends(lambda over: over.out_concealed and over.melded > 0),
    ),
    "a concealed hand below the minimum": ("classic-4 spruce-4 pagat-2", holds("out.concealed-minimum")),
    "a concealed canasta": ("spruce-2 spruce-4 spruce-6", happens("canasta.concealed")),
    "a forced take at the end of the stock": ("classic-4 spruce-4 pagat-4", some_step(is_forced_take)),
    "a take that is not forced": (
        "classic-3",
        both(holds("take.pair"), some_step(lambda step: step.before.stock == b"")),
    ),
    "a one-card hand before a one-card pile": ("pagat-4", both(refuses("take.one-card"), holds("stock.one-card"))),
    "a frozen pile at the end of the stock": ("classic-4", both(refuses("freeze.natural-pair"), happens("stock.end"))),
    "the last card of the stock a red three": ("classic-4 spruce-2 pagat-4", happens("stock.last-red-three")),
    "a last red three after another card": ("classic-3", some_step(goes_on_after_a_last_red_three)),
    "one card left where two are due": ("pagat-3", some_step(is_full_draw_of_one)),
    "black threes melded going out": ("classic-4 spruce-4", black_threes(3, packs=2)),
    "black threes of three packs": ("pagat-6", black_threes(5, packs=3)),
    "black threes too early": ("classic-4 spruce-4 pagat-6", refuses("meld.black-threes")),
    "may I go out? no": ("classic-4 spruce-6 pagat-4", plays("answer no")),
    "may I go out? yes": ("classic spruce pagat", plays("answer yes")),
    "a no that binds": (
        "classic-4 spruce-6 pagat-4",
        some_try(lambda tried: tried.refused.position.answer == "no"),
    ),
    "a yes that binds": ("classic-4 pagat-4", refuses("out.ask-binding")),
    "a question before the draw": ("classic-4 spruce-6", asks("")),
    "a question after the draw": ("classic-4 pagat-4", asks("drew")),
    "a question after the take": ("pagat-4", asks("took")),
    "a question too early": (
        "pagat-4",
        some_try(lambda tried: tried.refused.words == "ask" and not tried.refused.position.origin),
    ),
    "an answer of the wrong partner": (
        "spruce-6",
        some_try(lambda tried: tried.refused.words.startswith("SW: answer")),
    ),
    "four red threes of a side that has melded": ("classic-4 spruce-3 pagat-3", red_threes(4, 800)),
    "four red threes of a side that has not": ("classic-4 spruce-3 pagat-2", red_threes(4, -800)),
    "six red threes": ("classic-6", red_threes(6, 1200)),
    "five red threes without a meld": ("pagat-6", red_threes(5, -1000)),
    "a red three laid before play": (
        "spruce-2 spruce-3 spruce-4 spruce-6 pagat-2 pagat-3 pagat-4 pagat-6",
        lays_before_play,
    ),
    "a red three laid at the first turn": (
        "classic-2 classic-3 classic-4 classic-6",
        some_step(lambda step: step.before.first and step.verdict.action.verb == "lay"),
    ),
    "a red three found in the pile": ("classic-4 spruce-4 pagat-3", happens("red-three.pile")),
    "a red three under the upcard that freezes": (
        "classic-4",
        some_try(lambda tried: tried.clause == "freeze.natural-pair" and RED_THREE in tried.refused.position.pile),
    ),
    "a red three under the upcard that does not": (
        "spruce-4",
        both(holds("take.one-and-wild"), happens("red-three.pile")),
    ),
    "a black three that freezes": ("classic-4", both(plays("discard b"), happens("freeze.card"))),
    "a black three that only blocks": (
        "pagat-4",
        both(refuses("take.black-three-top"), some_step(takes_over_a_black_three)),
    ),
    "wild cards in the majority": ("spruce-4", refuses("meld.wild-majority")),
    "four wild cards": ("classic-4", refuses("meld.wild-limit")),
    "two canastas to go out": (
        "classic-2 classic-6 pagat-6",
        both(some_try(lacks_one_canasta), ends(lambda over: over.out is not None)),
    ),
    "the last card without a canasta": ("classic-4 classic-6", refuses("out.canasta")),
    "a first meld below zero": ("classic-4", first_melds_at(15)),
    "a first meld beyond 7,500": ("classic-6 spruce-6 pagat-6", first_melds_at(150)),
    "several sides past the target": ("classic-2 spruce-3", several_past_the_target),
    "equal totals past the target": ("classic-2", equal_past_the_target),
}
