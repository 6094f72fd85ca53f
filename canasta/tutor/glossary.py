"""The words of the game, as a learner needs them. No number of the rules stands here; those are the profile's."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from canasta.words import N_, _


class Term(NamedTuple):
    """A word, what it means, and the clause that says more, "" if there is none."""

    word: str
    meaning: str
    clause: str = ""

    @property
    def id(self) -> str:
        """A name to link to that is the same in every language, such as "initial-meld"."""
        return re.sub(r"[^a-z]+", "-", self.word)


TERMS = (
    Term(N_("add"), N_("To lay a card on a meld of one's side that lies there already."), "meld.own-side"),
    Term(N_("ask"), N_("To ask one's partner before going out; his answer binds."), "out.ask"),
    Term(
        N_("black three"),
        N_("A three of spades or clubs. On top of the discard pile it blocks the next player."),
        "take.black-three-top",
    ),
    Term(N_("bonus"), N_("Points beside those of the cards, as for a canasta or a red three."), "score.base"),
    Term(N_("buried"), N_("Of a card in the discard pile: with others on top of it."), "initial.top-card-only"),
    Term(
        N_("canasta"),
        N_("A meld that has grown to its full size; natural, or mixed where wild cards lie in it."),
        "canasta.seven",
    ),
    Term(
        N_("classic, pagat, spruce"),
        N_("Three printed sets of rules. They agree in most things; lessons follow the first unless they say so."),
    ),
    Term(
        N_("concealed"), N_("Going out in one turn, with a hand of which nothing was melded before."), "out.concealed"
    ),
    Term(N_("cut"), N_("To lift part of the shuffled cards and put it under the rest."), "deal.shuffle-cut"),
    Term(
        N_("deal"),
        N_("The game from handing out the cards until they are scored. A game is won over several deals."),
        "deal.rotation",
    ),
    Term(N_("dealer"), N_("Who hands out the cards. Another player does so in each deal."), "deal.first-dealer"),
    Term(N_("deuce"), N_("A two. It is wild, as a joker is."), "meld.two-naturals"),
    Term(N_("discard"), N_("The card that ends a turn, laid face up on the discard pile; to throw it."), "discard.one"),
    Term(
        N_("discard pile"),
        N_("The cards that were discarded, also called the pile. Who takes its top card takes all of it."),
        "take.whole",
    ),
    Term(N_("draw"), N_("To take the top card of the stock into one's hand."), "turn.draw-first"),
    Term(
        N_("frozen"),
        N_("A pile that is taken only with two natural cards of the hand that match its top card."),
        "freeze.natural-pair",
    ),
    Term(N_("going out"), N_("To get rid of the last card. It ends the deal, and needs a canasta."), "out.canasta"),
    Term(N_("hand"), N_("The cards that a player holds. What is left there at the end costs points."), "cards.held"),
    Term(N_("initial meld"), N_("The first meld of a side in a deal; it must count a minimum."), "initial.minimum"),
    Term(N_("joker"), N_("A wild card, and the one that counts most."), "pack.wild"),
    Term(N_("legal"), N_("Allowed by the rules; what is not allowed is refused.")),
    Term(N_("meld"), N_("Cards of one rank, laid face up before one's side; to lay them."), "meld.same-rank"),
    Term(N_("minimum"), N_("What the initial meld must count; it rises with the score."), "initial.minimum"),
    Term(N_("mixed"), N_("Of a canasta: with wild cards in it."), "canasta.mixed"),
    Term(N_("natural"), N_("Of a card: not wild. Of a canasta: without wild cards."), "canasta.natural"),
    Term(N_("open"), N_("To make the initial meld of one's side."), "initial.minimum"),
    Term(N_("open pile"), N_("A pile that is not frozen: there are several ways to take it."), "take.one-and-wild"),
    Term(N_("pack"), N_("A full set of cards, with its jokers."), "pack.cards"),
    Term(N_("pair"), N_("Two cards of one rank."), "take.pair"),
    Term(
        N_("partner"),
        N_("Who sits opposite and plays for the same side; both add to the same melds."),
        "seats.opposite",
    ),
    Term(
        N_("rank"), N_("What is printed in a card's corner, such as king or nine, whatever its suit."), "meld.same-rank"
    ),
    Term(
        N_("red three"),
        N_("A three of hearts or diamonds. It is laid face up, brings a bonus, and another card is drawn."),
        "red-three.hand",
    ),
    Term(N_("replacement"), N_("The card that is drawn for a red three."), "red-three.drawn"),
    Term(N_("run"), N_("Cards in a row, such as five, six and seven. In canasta it is no meld."), "meld.same-rank"),
    Term(N_("score"), N_("The points that a side has won in all deals so far."), "score.sheet"),
    Term(N_("side"), N_("Partners together, or one player where each plays alone."), "meld.own-side"),
    Term(
        N_("sideways"),
        N_("How a card that freezes lies in the pile, so that everybody sees it when it is covered."),
        "freeze.until-taken",
    ),
    Term(N_("stock"), N_("The cards that lie face down, from which one draws."), "turn.draw-first"),
    Term(N_("suit"), N_("Spades, hearts, diamonds or clubs. For melds it does not matter."), "meld.same-rank"),
    Term(
        N_("take the pile"),
        N_("To meld the top card of the discard pile, and to take the rest into one's hand."),
        "take.whole",
    ),
    Term(N_("thaw"), N_("To end a freeze. If a card made it, only taking the pile does that."), "freeze.until-taken"),
    Term(N_("throw"), N_("To discard."), "discard.one"),
    Term(N_("top card"), N_("The card of the discard pile that was thrown last. It decides who may take the pile.")),
    Term(
        N_("turn"),
        N_("What one player does before the next: draw or take the pile, meld if he likes, discard."),
        "turn.draw-first",
    ),
    Term(
        N_("upcard"),
        N_("The card that is turned up when the cards are dealt; it begins the discard pile."),
        "deal.upcard",
    ),
    Term(N_("wild"), N_("A joker or a deuce: it may stand for any rank of a meld, within limits."), "meld.wild-limit"),
)


class Explained(NamedTuple):
    """A term in the learner's language."""

    word: str
    meaning: str
    clause: str
    id: str


def terms() -> list[Explained]:
    """Every term in the learner's language, by its alphabet; an accent does not move a word."""
    found = (Explained(_(term.word), _(term.meaning), term.clause, term.id) for term in TERMS)
    return sorted(found, key=lambda term: (_bare(term.word), term.word))


def _bare(word: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(letter)
    )
