"""What a player may know and say: questions of the player in turn, and what partners may point out."""

from __future__ import annotations

from canasta.clauses.register import clause
from canasta.facts import SayFacts
from canasta.profile import Profile
from canasta.words import N_

ASKED = ("minimum", "score", "hand", "stock")  # what may be asked
NEVER = ("advice", "hand-cards", "stock-cards")  # what nobody may say or ask


@clause(
    "info.on-turn",
    law=N_(
        "The player in turn may ask the minimum or the score of a side, how many cards a hand holds, "
        "and how many are left in the stock; nothing else about the hands or the stock."
    ),
    fact=N_("{seat:seat} may ask that now."),
    objection=N_(
        "Only {asker:seat} may ask now, and only for minimum, score and numbers of cards; this is {topic:topic}."
    ),
    source="classic: Information, 1",
    yes=(
        "K4/?9/?9/?9 - Q . N.draw | say minimum",
        "K4/?9/?9/?9 444 Q . N.play | say minimum E",
        "K4 - Q ?9 | say score W",
        "K4/?9/?9/?9 - Q . N.play | say hand E",
        "K4 - Q ?9 | say stock",
        "rK4 - Q ?9 N.draw first | say stock",
        "K4 - Q ?9 N.draw classic/6 | say hand NE",
        # Before he answers, the partner may ask.
        "KK4/?9/J4/?9 444 Q . N.answer | S: say stock",
        "KK4/?9/J4/?9 - Q . N.answer | S: say minimum",
        "KK4 444 Q . N.answer classic/6 | SE: say score",
    ),
    no=(
        "K4/Q4 - Q ?9 | E: say stock",
        "K4/Q4/J4 - Q ?9 N.play | S: say score",
        "K4/Q4/J4 - Q ?9 N.play | S: say minimum E",
        "K4 - Q ?9 | say hand NE",
        "K4 - Q ?9 | NE: say stock",
        "K4/Q4/J4 - Q ?9 N.play | S: say advice",
        "K4 - Q ?9 | say advice",
        "K4/?9/?9/?9 - Q | say hand-cards E",
        "K4 - Q ?9 | say stock-cards",
        "K4 - Q ?9 N.play classic/2 | S: say minimum",
        "KK4 444 Q . N.answer classic/6 | SW: say score",
        # While an answer is due, who asked for it has nothing to ask, and nobody anything else to say.
        "KK4/?9/J4/?9 444 Q . N.answer | say stock",
        "KK4/?9/J4/?9 444 Q . N.answer | E: say stock",
        "KK4/?9/J4/?9 444 Q . N.answer | S: say red-three",
        "KK4/?9/J/?9 444 Q . N.answer | S: say last-card",
    ),
    silent=(
        "K4/Q4/J4 - Q ?9 N.play | S: say minimum",
        "K4/Q4/J4 - Q ?9 N.play | S: say red-three",
        "K4/Q4 - Q ?9 N.play | E: say pile",
    ),
)
def on_turn(profile: Profile, say: SayFacts) -> bool | None:
    if say.answering and say.topic not in ASKED:
        return False
    if say.topic in NEVER:
        return False
    if say.topic not in ASKED or say.reminds:
        return None
    return say.there and say.seat == say.asker


@clause(
    "info.first-turn-pile",
    law=N_("In his first turn of a deal, from its start to its discard, a player may look through the pile."),
    fact=N_("This is the first turn of {in_turn:seat}."),
    objection=N_("{seat:seat} would look through the pile, and this is no first turn of his."),
    source="classic: Information, 1",
    yes=(
        "K4 - 4Q . N.draw first | say pile",
        "K4 - 4Q . N.play first | say pile",
        "rK4 - 4Q ?9 N.draw first | say pile",
    ),
    no=(
        "K4 - 4Q | say pile",
        "K4/Q4 - 4Q . N.play first | E: say pile",
        "K4/Q4/J4 - 4Q . N.play first | S: say pile",
    ),
    silent=("K4 - 4Q . N.draw first | say stock",),
)
def first_turn_pile(profile: Profile, say: SayFacts) -> bool | None:
    return say.own and say.first if say.topic == "pile" else None


@clause(
    "info.remind-minimum",
    law=N_("A player may point out the right minimum when his partner makes the initial meld."),
    fact=N_("{in_turn:seat} is {seat:seat}'s partner, and their side has not melded."),
    objection=N_("The side of {seat:seat} has melded, so there is no minimum to point out."),
    source="classic: Information, 1",
    yes=(
        "K4/Q4/J4 - Q . N.play | S: say minimum",
        "K4/Q4/J4 - Q . N.draw | S: say minimum N",
        "K4 - Q . N.play classic/6 | SW: say minimum",
    ),
    no=("K4/Q4/J4 444 Q . N.play | S: say minimum",),
    silent=(
        "K4 - Q . N.play | say minimum",
        "K4/Q4/J4 - Q . N.play | S: say minimum E",
        "K4/Q4/J4 - Q . N.play | S: say red-three",
        "KK4/?9/J4/?9 444 Q . N.answer | S: say minimum",
    ),
)
def remind_minimum(profile: Profile, say: SayFacts) -> bool | None:
    return not say.melded if say.reminds else None


@clause(
    "info.remind-red-three",
    law=N_("A player may remind his partner to lay red threes or to draw replacements."),
    fact=N_("{seat:seat} has a partner to remind."),
    objection=N_("{seat:seat} has no partner to remind."),
    source="classic: Information, 1",
    yes=("K4/Q4/J4 - Q . N.play | S: say red-three", "K4/Q4 - Q . N.draw | E: say red-three"),
    no=("K4/Q4 - Q . N.play classic/2 | S: say red-three", "K4 - Q . N.draw | NE: say red-three"),
    silent=("K4/Q4/J4 - Q . N.play | S: say minimum",),
)
def remind_red_three(profile: Profile, say: SayFacts) -> bool | None:
    return say.mates > 0 if say.topic == "red-three" else None


@clause(
    "info.sixth-card",
    law=N_("A player may turn the last card of a meld of his side crosswise when one more makes a canasta."),
    fact=N_("{seat:seat}'s side has {size:cards} in its meld of {rank:ranks}."),
    source="classic: Information, 1",
    yes=(
        "K4 777777 Q . N.play | say sixth 7",
        "K4/Q4/J4 777222 Q . N.play | S: say sixth 7",
        "K4/Q4 -/JJJJ22 Q . N.draw | E: say sixth J",
    ),
    no=(
        "K4 77777 Q . N.play | say sixth 7",
        "K4 7777777 Q . N.play | say sixth 7",
        "K4 777777 Q . N.play | say sixth K",
        "K4 -/777777 Q . N.play | say sixth 7",
        "K4 777777 Q . N.play | NE: say sixth 7",
    ),
    silent=("K4 777777 Q . N.play | say stock",),
)
def sixth_card(profile: Profile, say: SayFacts) -> bool | None:
    return say.last if say.topic == "sixth" else None


@clause(
    "info.last-card",
    law=N_("A player whose hand is down to one card may say so."),
    fact=N_("{seat:seat} holds {cards:cards}."),
    source="classic: Information, 1",
    yes=(
        "4 777 Q . N.draw | say last-card",
        "K4/4 -/777 Q . N.draw | E: say last-card",
        "K4 - Q . N.draw | E: say last-card",
    ),
    no=(
        "44 777 Q . N.draw | say last-card",
        "K4/44 -/777 Q . N.draw | E: say last-card",
        "K4 - Q . N.draw | NE: say last-card",
    ),
    silent=("4 777 Q . N.draw | say stock",),
)
def last_card(profile: Profile, say: SayFacts) -> bool | None:
    if say.topic != "last-card":
        return None
    # Where a hand is unstated, its owner knows.
    return say.there and (say.cards is None or say.cards == 1)
