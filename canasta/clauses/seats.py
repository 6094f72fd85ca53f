"""Seats and partners: the draw before the first deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from canasta.cards import JOKER, RED_THREE, SUITS, Card
from canasta.clauses.register import Value, gives
from canasta.position import Position
from canasta.profile import Profile
from canasta.seats import Again, Drawn, SeatCards, SeatDraw, draw_for_seats
from canasta.words import N_

THREE = 3
REDRAW = "seats.redraw"


def _draw_with(id: str) -> Value:
    """Asks for what a draw comes to, by the clause's own word."""

    def example(value: Value, cards: SeatCards, action: None) -> SeatDraw:
        from canasta.clauses import BOOK

        return draw_for_seats(cards.draws, cards.profile, BOOK.with_clause(id, value=value))

    return example


@gives(
    "seats.draw",
    law=N_(
        "Each player draws one card. The highest chooses his seat and plays first, and the second is his partner. "
        "Aces are high, deuces low; equal ranks go by suit: spades, hearts, diamonds, clubs."
    ),
    source="classic: Partners, 1; ruling: the others follow clockwise by rank, and six play with the three highest "
    "on one side",
    gives=(
        "seats Ks Qh 9c 4d => N:1 E:3 S:2 W:4 sides=1+2/3+4 first=1 deal=4",
        "seats 2s 4d As Kc => N:3 E:2 S:4 W:1 sides=3+4/2+1 first=3 deal=1",
        "seats bs 4d 2s rh => N:2 E:4 S:1 W:3 sides=2+1/4+3 first=2 deal=3",
        "seats 7c 7d 7h 7s => N:4 E:2 S:3 W:1 sides=4+3/2+1 first=4 deal=1",
        "seats 2s Jh => N:2 S:1 sides=2/1 first=2 deal=1",
        "seats Th 9h Ah => N:3 E:1 S:2 sides=3/1/2 first=3 deal=2",
        "seats 4s 5s 6s 7s 8s 9s => N:6 NE:3 SE:5 S:2 SW:4 NW:1 sides=6+5+4/3+2+1 first=6 deal=1",
        "seats Ks Qh 9c 4d spruce => N:1 E:3 S:2 W:4 sides=1+2/3+4 first=1 deal=any",
    ),
    example=_draw_with("seats.draw"),
)
def order(draws: Sequence[Drawn]) -> tuple[int, ...]:
    """The players, numbered from 1, from the highest card down."""
    return tuple(sorted(range(1, len(draws) + 1), key=lambda player: _height(draws[player - 1].card), reverse=True))


def _height(card: Card) -> tuple[int, int]:
    """How high a card is in the draw: its rank, then its suit. A three is a three, red or black."""
    return (THREE if card.kind == RED_THREE else card.kind, -SUITS.index(card.suit))


@gives(
    REDRAW,
    law=N_(
        "Who draws a joker, a card equal to another player's, more than one card, or one of the four cards at either "
        "end of the pack, draws again; all who are equal do."
    ),
    source="classic: Partners, 1; ruling: all who are equal draw again, and a draw that is void is equal to none",
    gives=(
        "seats Ks Qh * 4d => redraw 3",
        "seats Ks Qh Ks 4d => redraw 1 3",
        "seats Ks Qh Kh 4d => N:1 E:2 S:3 W:4 sides=1+3/2+4 first=1 deal=4",
        "seats Ks Qh+9c 9c 4d => redraw 2",
        "seats Ks Qh 9c 4d@end => redraw 4",
        "seats * * 9c 4d@end => redraw 1 2 4",
        "seats Ks Ks@end 9c 4d => redraw 2",
        "seats Ks Ks+9c 9c 4d => redraw 2",
        "seats rh rh bs bc => redraw 1 2",
        "seats rh rd => N:1 S:2 sides=1/2 first=1 deal=2",
        "seats As As Kd Kd As 4c => redraw 1 2 3 4 5",
    ),
    example=_draw_with(REDRAW),
)
def redraw(draws: Sequence[Drawn]) -> tuple[Again, ...]:
    """Who must draw again, and why; each player once, for the first reason that fits."""
    valid = Counter(drawn.card for drawn in draws if not any(_void(drawn)))
    found = []
    for player, drawn in enumerate(draws, 1):
        messages = [*_void(drawn)]
        if not messages and valid[drawn.card] > 1:
            messages.append(N_("Player {player} drew the {card}, and so did another."))
        found += [
            Again(player, REDRAW, message, {"player": player, "card": drawn.card.name, "n": len(drawn.cards)})
            for message in messages[:1]
        ]
    return tuple(found)


def _void(drawn: Drawn) -> Iterator[str]:
    """What makes a draw void by itself, whatever the others drew."""
    if len(drawn.cards) > 1:
        yield N_("Player {player} drew {n:cards} instead of one.")
    if drawn.end:
        yield N_("Player {player} drew one of the four cards at an end of the pack.")
    if drawn.card.kind == JOKER:
        yield N_("Player {player} drew a joker, which does not count.")


@gives(
    "seats.opposite",
    law=N_("Partners sit opposite each other; two sides of three sit alternately."),
    source="classic: Partners, 1; spruce: Players and pack, 2; ruling: six players alternate",
    gives=(
        "K4 => S",
        ". - - . W.draw => E",
        "K4 - - . N.draw classic/2 => none",
        "K4 - - . N.draw classic/3 => none",
        "K4 - - . N.draw classic/6 => SE SW",
        ". - - . S.draw classic/6 => NW NE",
    ),
    example=lambda value, position, action: _names(position, value(position.profile, position.seat)),
)
def partners(profile: Profile, seat: int) -> tuple[int, ...]:
    """The seats of a player's partners, clockwise from him; none where each plays alone."""
    around = ((seat + step) % profile.players for step in range(1, profile.players))
    return tuple(other for other in around if profile.side_of(other) == profile.side_of(seat))


def _names(position: Position, seats: Sequence[int] | str) -> str:
    if isinstance(seats, str):
        return seats
    return " ".join(position.profile.seat_names[seat] for seat in seats) or "none"
