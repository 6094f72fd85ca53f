"""The end of the stock: short draws, the last card, and play with the pile alone."""

from __future__ import annotations

from canasta.clauses.register import after_play, clause, gives
from canasta.facts import TurnFacts
from canasta.profile import Profile
from canasta.words import N_


@gives(
    "stock.short-draw",
    law=N_(
        "Where fewer cards are left than a player draws, they are a full draw; if none of them reaches the hand, red "
        "threes being laid, the deal ends."
    ),
    source="ruling: the texts have one card drawn a turn",
    gives=(
        "K4 - Q 6 N.draw classic/2 | draw => K64 play",
        "K4 - Q r6 N.draw classic/2 | draw => K64 play",
        "K4 - Q 6r N.draw classic/2 | draw => K64 play",
        "K4 - Q rr N.draw classic/2 | draw => K4 over",
    ),
    example=after_play("stock.short-draw"),
)
def enough(drawn: int) -> bool:
    return drawn > 0


@clause(
    "stock.last-red-three",
    law=N_(
        "If the last card of the stock is drawn and is a red three, it is laid; the player neither melds nor discards, "
        "and the deal ends."
    ),
    wordings={
        "last_red_three=melds": N_(
            "If the last card of the stock is drawn and is a red three, it is laid; the player may meld and does not "
            "discard, and the deal ends."
        )
    },
    fact=N_("The last card of the stock was a red three; {verb:verb} without a discard ends the deal."),
    objection=N_("The last card of the stock was a red three, and nothing is discarded after it."),
    source="classic: Exhausting the stock, 1; ruling: also where it replaces another",
    yes=("KKK44 444 Q - N.play last classic+last_red_three=melds | pass",),
    no=("KKK44 444 Q - N.play last classic+last_red_three=melds | discard 4",),
    silent=(
        "KKK44 444 Q - N.play last classic+last_red_three=melds | meld KKK",
        "KKK44 444 Q - N.play | discard 4",
    ),
    gives=(
        "K4 - Q r | draw => K4 over",
        "K4 - Q rr | draw => K4 over",
        "rK4 - Q r N.draw first | lay r => K4 over",
        "K4 - Q r N.draw classic+last_red_three=melds | draw => K4 play",
        "K4 - Q r6 N.draw classic/2 | draw => K64 play",
    ),
    value=lambda profile: profile.last_red_three == "ends",
    example=after_play("stock.last-red-three"),
)
def last_red_three(profile: Profile, turn: TurnFacts) -> bool | None:
    if turn.origin != "last" or not turn.own or turn.phase != "play" or turn.verb not in ("discard", "pass"):
        return None
    return turn.verb == "pass"


@clause(
    "stock.forced-take",
    law=N_("With the stock gone, a discard that matches a meld of one's side must be taken if the pile is not frozen."),
    fact=N_("The stock is gone, and {forced:ranks} on the pile can join your meld."),
    source="classic: Exhausting the stock, 2",
    no=("K44 777,KKK 4K - N.draw | draw",),
    silent=("K44 777 4K - N.draw | draw", "K44 777,KKK 2K - N.draw | draw", "K44 777,KKK 4K ?9 N.draw | draw"),
)
def forced_take(profile: Profile, turn: TurnFacts) -> bool | None:
    return False if turn.verb == "draw" and turn.own and turn.phase == "draw" and turn.forced else None


def _declines(turn: TurnFacts) -> bool:
    return turn.verb == "draw" and turn.own and turn.phase == "draw" and turn.stock_gone


@clause(
    "stock.one-card",
    law=N_(
        "Nobody is forced into a take that is refused: a one-card hand facing a one-card pile may not take it, and a "
        "take that leaves too few cards is none."
    ),
    fact=N_("{matches:ranks} on the pile would join your meld, but no way to take it is allowed."),
    source="classic: Exhausting the stock, 2; ruling: nor into a take that leaves too few cards",
    yes=("4 KKK K - N.draw | draw", "5 555 r5 - N.draw upcards=1 spruce | draw"),
    silent=("K44 777 4K - N.draw | draw", "K44 777,KKK 4K - N.draw | draw", "4 KKK K ?9 N.draw | draw"),
)
def one_card(profile: Profile, turn: TurnFacts) -> bool | None:
    return True if _declines(turn) and turn.matches and not turn.forced else None


@clause(
    "stock.may-refuse",
    law=N_("With the stock gone, a player need not take the discard to make a new meld; he may."),
    fact=N_("{optional:ranks} on the pile could be taken; nothing forces it."),
    source="classic: Exhausting the stock, 2; ruling: any lawful way of taking satisfies a forced take",
    yes=("KK44 777 4K - N.draw | draw", "KK44 777,KKK 2K - N.draw | draw"),
    silent=("K44 777 4K - N.draw | draw", "KK44 777,KKK 4K - N.draw | draw", "KK44 777 4K ?9 N.draw | draw"),
)
def may_refuse(profile: Profile, turn: TurnFacts) -> bool | None:
    return True if _declines(turn) and turn.optional else None


@clause(
    "stock.end",
    law=N_(
        "With the stock gone, the deal ends when the player in turn cannot or, lawfully, will not take the discard."
    ),
    wordings={
        "stock_gone=ends": N_("The deal ends at once when the stock is gone; the pile is not played on."),
        "stock_gone=turn": N_("When the stock is gone, the turn is played to its discard, and the deal ends."),
    },
    fact=N_("The stock is gone: not taking the discard ends the deal."),
    objection=N_("The stock is gone, and this table does not play on with the pile."),
    source="classic: Exhausting the stock, 2; ruling: the player says so by drawing",
    yes=("K44 777 4K - N.draw | draw", "K44 777,KKK 4K - N.draw classic+stock_gone=ends | draw"),
    no=(
        "KK44 777 4K - N.draw classic+stock_gone=ends | take KK",
        "KK44 777 4K - N.draw classic+stock_gone=turn | take KK",
    ),
    silent=("K44 777 4K ?9 N.draw | draw", "K44 777,KKK 4K - N.draw | draw", "KK44 777 4K - N.draw | take KK"),
    gives=(
        "K4 - Q 9 N.draw classic+stock_gone=ends | draw => K94 over",
        "K4 - Q 9 N.draw classic+stock_gone=turn | draw => K94 play",
        "K4 - Q 9 | draw => K94 play",
        "K94 - Q - N.play | discard 9 => K4 draw",
        "K94 - Q - N.play classic+stock_gone=turn | discard 9 => K4 over",
    ),
    value=lambda profile, verb: profile.stock_gone == ("ends" if verb == "draw" else "turn"),
    example=after_play("stock.end"),
)
def stock_end(profile: Profile, turn: TurnFacts) -> bool | None:
    if turn.verb in ("take", "pick") and turn.own and turn.phase == "draw" and turn.stock_gone:
        return None if profile.stock_gone == "play" else False
    return True if _declines(turn) and not turn.forced else None
