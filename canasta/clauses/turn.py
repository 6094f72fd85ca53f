"""The turn and the discard: who acts, when, and how a turn ends."""

from __future__ import annotations

from canasta.clauses.register import clause
from canasta.facts import DiscardFacts, HeldFacts, TurnFacts
from canasta.profile import Profile
from canasta.words import N_


@clause(
    "out.ends-deal",
    law=N_("The deal ends at once when a player goes out, and both sides score."),
    fact=N_("The deal is over."),
    source="classic: Going out, 1",
    no=("K4/44/55/66 444 Q . N.over | draw",),
    silent=("K4/44/55/66 444 Q | draw",),
)
def ends_deal(profile: Profile, turn: TurnFacts) -> bool | None:
    return False if turn.phase == "over" else None


@clause(
    "turn.order",
    law=N_("The player at the dealer's left plays first; turns pass clockwise, and only the player in turn acts."),
    fact=N_("{seat:seat} is in turn."),
    objection=N_("{in_turn:seat} is in turn, not {seat:seat}."),
    source="classic: The play, 1; spruce: The play, 1",
    yes=("K4 - Q | draw",),
    no=("K4/Q4 - Q | E: draw", "K4/Q4 - Q . N.play | E: discard 4"),
    silent=("K4/Q4 - Q . N.over | draw", "K4/Q4/J4 - Q . N.play | S: say minimum"),
)
def order(profile: Profile, turn: TurnFacts) -> bool | None:
    if turn.phase == "over" or turn.verb in ("answer", "back", "move", "say"):
        return None
    return turn.own


@clause(
    "red-three.hand",
    law=N_(
        "A red three dealt to a hand is laid face up {red_three_laid:laid} and replaced from the stock; "
        "one in the hand is laid before anything else is done."
    ),
    fact=N_("{laying:red_threes} laid face up."),
    objection=N_(
        "The hand holds {reds:red_threes}. Red threes, and no other cards, are laid before anything else is done."
    ),
    source="classic: Red threes, 1; spruce: The deal, 3",
    yes=("rK4 - Q ?9 N.draw first | lay r", "?4 - Q ?9 N.draw first | lay r", ". - Q ?9 N.draw first | lay r"),
    no=("rK4 - Q ?9 N.draw first | draw", "K44 - Q ?9 | lay r", "rrK4 - Q ?9 | lay rrr"),
    silent=("K4 - Q | draw", "rK4 - Q ?9 N.draw first | say stock"),
    gives=("K4 - Q => first-turn", "K4 - Q . N.draw spruce => before-play", "K4 - Q . N.draw pagat => before-play"),
    value=lambda profile: profile.red_three_laid,
    example=lambda value, position, action: value(position.profile),
)
def red_three_in_hand(profile: Profile, turn: TurnFacts) -> bool | None:
    if turn.verb == "say":
        return None
    if turn.verb == "lay":
        return turn.own and 0 < turn.laying <= turn.reds
    return False if turn.own and turn.reds and turn.phase != "over" else None


@clause(
    "red-three.unlaid",
    law=N_(
        "A red three that came with a draw or a take and still lies in the hand is laid first; nothing else is done."
    ),
    fact=N_("{reds:red_threes} came to the hand in this turn and must be laid."),
    source="ruling: it is laid at once, by the player where a lesson asks him, else without being asked",
    no=("rK4 - Q ?9 N.play | discard 4", "rK44 444 - ?9 N.play took | discard K"),
    silent=("rK4 - Q ?9 N.draw first | draw", "rK4 - Q ?9 N.play | lay r", "rK4 - Q ?9 N.play | say stock"),
)
def unlaid(profile: Profile, turn: TurnFacts) -> bool | None:
    waits = turn.own and turn.reds and turn.phase == "play" and turn.verb not in ("lay", "say")
    return False if waits else None


@clause(
    "turn.draw-first",
    law=N_("A turn: draw from the stock or take the pile; meld if wished; discard one card, which ends it."),
    fact=N_("{origin:begun}; {verb:verb} may come next."),
    objection=N_("{origin:begun}, so {verb:verb} {origin:untimely}."),
    source="classic: The play, 1; classic: The play, 2; spruce: The play, 1",
    yes=("K4 - Q | draw", "K4 - Q . N.play | discard K"),
    no=(
        "KKK4 444 Q | meld KKK",
        "K4 - Q | discard 4",
        "K4 - Q . N.play | draw",
        "KK4 444 K . N.play took | take KK",
        "K4 - Q | pass",
    ),
    silent=("KK4 444 K . N.play | take KK",),
)
def draw_first(profile: Profile, turn: TurnFacts) -> bool | None:
    if turn.phase not in ("draw", "play") or not turn.own:
        return None
    match turn.verb:
        case "draw":
            return turn.phase == "draw"
        case "take" | "pick":
            if turn.phase == "play":
                return False if turn.origin == "took" else None
            return True
        case "meld" | "discard" | "pass":
            return turn.phase == "play"
    return None


@clause(
    "meld.no-second-thought",
    law=N_("After drawing from the stock a player cannot change to taking the pile."),
    fact=N_("A card was drawn from the stock in this turn."),
    source="spruce: The play, 2; inferred: classic lets a player take the pile instead of drawing",
    no=("KK4 444 K . N.play | take KK",),
    silent=("KK4 444 K | take KK",),
)
def no_second_thought(profile: Profile, turn: TurnFacts) -> bool | None:
    drawn = turn.verb in ("take", "pick") and turn.phase == "play" and turn.origin in ("drew", "last")
    return False if drawn and turn.own else None


@clause(
    "meld.on-turn",
    law=N_("A player melds only in his own turn, after the draw and before the discard."),
    fact=N_("{seat:seat} is in turn, after the draw."),
    objection=N_("{seat:seat} would meld {phase:phase} of {in_turn:seat}'s turn."),
    source="classic: Melding, 2; classic: The play, 1",
    yes=("KKK44 444 Q . N.play | meld KKK",),
    no=("KKK4 444 Q | meld KKK", "K4/KKK4 444 Q . N.play | E: meld KKK"),
    silent=("K4 - Q | draw",),
)
def on_turn(profile: Profile, turn: TurnFacts) -> bool | None:
    if turn.verb != "meld" or turn.phase == "over":
        return None
    return turn.own and turn.phase == "play"


@clause(
    "meld.any-number",
    law=N_("In a turn, after drawing, a player may make as many melds and additions as he wishes."),
    fact=N_("There is no limit to the melds of a turn; this lays {lays:melds}."),
    source="classic: Melding, 3; spruce: The play, 2",
    yes=("KKK77744 444 Q . N.play | meld KKK 777", "KKK44 777 Q . N.play new=7 | meld KKK"),
    silent=("KKK44 777 Q . N.play | meld KKK",),
)
def any_number(profile: Profile, turn: TurnFacts) -> bool | None:
    many = turn.lays > 1 or (turn.lays == 1 and turn.fresh)
    return True if turn.verb == "meld" and turn.own and turn.phase == "play" and many else None


def may_undo(profile: Profile) -> bool:
    """Whether practice at the table may take a play back until the discard."""
    return profile.take_back == "practice"


@clause(
    "meld.final",
    law=N_("What has been melded or laid off stays: no taking back and no rearranging."),
    fact=N_("Cards on the table stay where they lie."),
    source="spruce: The play, 2; ruling: classic does not say, and practice may undo until the discard",
    no=("K4 KKK2 Q . N.play | back K", "K4 QQQ2,888 Q . N.play | move Q:2 8:2"),
    silent=("K4 KKK2 Q . N.play | meld K",),
    gives=("K4 KKK Q . N.play => yes", "K4 KKK Q . N.play spruce => no"),
    value=may_undo,
    example=lambda value, position, action: value(position.profile),
)
def final(profile: Profile, turn: TurnFacts) -> bool | None:
    return False if turn.verb in ("back", "move") and turn.phase != "over" else None


@clause(
    "cards.held",
    law=N_("A player puts down cards from his own hand."),
    fact=N_("{place:place} does not hold {lacks}."),
    source="ruling: every text takes it for granted, and classic says so of the discard",
    no=(
        "KK4 444 Q . N.play | meld KKK",
        "KsKhKd4 444 Q . N.play | discard Kc",
        "K4 444 Q ?9 | draw 9K",
        "KKKKKKKK4 444 Q ?9 | draw K",
    ),
    silent=(
        "KKK4 444 Q . N.play | meld KKK",
        "K?9 444 Q . N.play | meld KKK",
        "KsKhK4 444 Q . N.play | discard Kc",
        "K4 444 Q 9?8 | draw 9",
        "K4 444 Q 9?8 | draw K",
        "K4 444 Q ?9 | draw r9",
        "K4 444 Q ?9 N.draw classic/2 | draw 9K",
    ),
)
def held(profile: Profile, held: HeldFacts) -> bool | None:
    return False if held.missing else None


@clause(
    "discard.one",
    law=N_("A discard is exactly one card from the hand, never from a meld; it goes on top of the pile."),
    fact=N_("One card goes from the hand to the pile."),
    objection=N_("{cards:cards} would be discarded, {trouble:amiss}."),
    source="classic: The play, 3; spruce: The play, 2",
    yes=("K4 - Q . N.play | discard K",),
    no=(
        "K44 - Q . N.play | discard 44",
        "K4 - Q . N.play | discard",
        "K4 - Q . N.play | discard 7",
        "K4 KKK Q . N.play | discard K:K",
        "K4 - Q . N.play | pass",
    ),
)
def one(profile: Profile, discard: DiscardFacts) -> bool | None:
    return discard.cards == 1 and discard.held == 1 and not discard.from_meld


@clause(
    "discard.red-three",
    law=N_("A red three is never discarded: it is laid face up before its owner."),
    fact=N_("{reds:red_threes} would be discarded."),
    source="ruling: a red three must be laid, so it can never be discarded",
    no=("rK4 - Q ?9 N.play | discard r",),
    silent=("K4 - Q . N.play | discard K",),
)
def no_red_three(profile: Profile, discard: DiscardFacts) -> bool | None:
    return False if discard.reds else None


@clause(
    "freeze.card",
    law=N_("The pile is frozen against both sides when a wild card or a black three is discarded."),
    wordings={
        "black_three_freezes=no": N_(
            "The pile is frozen against both sides when a wild card is discarded; "
            "a black three stops only the next player."
        ),
    },
    fact=N_("A {kind:rank} freezes the pile until it is taken."),
    source="classic: Freezing the pile, 2",
    yes=("K2 - Q . N.play | discard 2", "K* - Q . N.play | discard *", "Kb - Q . N.play | discard b"),
    silent=("K4 - Q . N.play | discard 4", "Kb - Q . N.play pagat | discard b", "K22 - Q . N.play | discard 22"),
)
def freezes(profile: Profile, discard: DiscardFacts) -> bool | None:
    if discard.cards != 1 or discard.from_meld or discard.reds:
        return None
    black = discard.kind == 3 and profile.black_three_freezes
    return True if discard.kind in (0, 2) or black else None
