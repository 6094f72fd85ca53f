"""The words of the game, as a learner needs them. No number of the rules stands here; those are the profile's."""

from __future__ import annotations

from typing import NamedTuple

from canasta.words import N_, _


class Term(NamedTuple):
    """A word, what it means, and the clause that says more, "" if there is none."""

    word: str
    meaning: str
    clause: str = ""


TERMS = (
    Term(N_("ask"), N_("To ask one's partner before going out; his answer binds."), "out.ask"),
    Term(
        N_("black three"),
        N_("A three of spades or clubs. On top of the discard pile it blocks the next player."),
        "take.black-three-top",
    ),
    Term(
        N_("canasta"),
        N_("A meld that has grown to its full size; natural, or mixed where wild cards lie in it."),
        "canasta.seven",
    ),
    Term(
        N_("concealed"), N_("Going out in one turn, with a hand of which nothing was melded before."), "out.concealed"
    ),
    Term(N_("deuce"), N_("A two. It is wild, as a joker is."), "meld.two-naturals"),
    Term(N_("discard"), N_("The card that ends a turn, laid face up on the discard pile."), "discard.one"),
    Term(
        N_("discard pile"), N_("The cards that were discarded. Who takes its top card takes all of it."), "take.whole"
    ),
    Term(
        N_("frozen"),
        N_("A pile that is taken only with two natural cards of the hand that match its top card."),
        "freeze.natural-pair",
    ),
    Term(N_("going out"), N_("To get rid of the last card. It ends the deal, and needs a canasta."), "out.canasta"),
    Term(N_("initial meld"), N_("The first meld of a side in a deal; it must count a minimum."), "initial.minimum"),
    Term(N_("joker"), N_("A wild card."), "meld.two-naturals"),
    Term(N_("meld"), N_("Cards of one rank, laid face up before one's side."), "meld.same-rank"),
    Term(N_("minimum"), N_("What the initial meld must count; it rises with the score."), "initial.minimum"),
    Term(N_("mixed"), N_("Of a canasta: with wild cards in it."), "canasta.mixed"),
    Term(N_("natural"), N_("Of a card: not wild. Of a canasta: without wild cards."), "canasta.natural"),
    Term(
        N_("partner"),
        N_("Who sits opposite and plays for the same side; both add to the same melds."),
        "seats.opposite",
    ),
    Term(
        N_("red three"),
        N_("A three of hearts or diamonds. It is laid face up, brings a bonus, and another card is drawn."),
        "red-three.hand",
    ),
    Term(N_("side"), N_("Partners together, or one player where each plays alone."), "meld.own-side"),
    Term(N_("stock"), N_("The cards that lie face down, from which one draws."), "turn.draw-first"),
    Term(
        N_("upcard"),
        N_("The card that is turned up when the cards are dealt; it begins the discard pile."),
        "deal.upcard",
    ),
    Term(N_("wild"), N_("A joker or a deuce: it may stand for any rank of a meld, within limits."), "meld.wild-limit"),
)


def terms() -> list[tuple[str, str, str]]:
    """Every term with its meaning and clause, in the learner's language, by the alphabet."""
    return sorted((_(term.word), _(term.meaning), term.clause) for term in TERMS)
