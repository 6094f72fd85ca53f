"""Who sits, deals, shuffles and cuts where, and what is turned at the deal: once more from the rules' text alone."""

from __future__ import annotations

from collections import Counter

from canasta import Action, Position
from canasta.cards import LETTERS

HEIGHT = "2b3456789TJQKA"  # from the lowest
SUITS = "cdhs"
SEATS = {2: "N S", 3: "N E S", 4: "N E S W", 6: "N NE SE S SW NW"}
# The seats of the highest, the second, and so on: partners sit opposite, or every second seat.
PLACED = {2: (0, 1), 3: (0, 1, 2), 4: (0, 2, 1, 3), 6: (0, 2, 4, 1, 3, 5)}
COVERED = {"classic": "*2rb", "spruce": "*2rb", "pagat": "*2r"}


def seats(line: str) -> str:
    """What a draw for seats comes to."""
    words = line.split()[1:]
    base, _, players = words.pop().partition("/")
    n = int(players)
    again = [at for at, card in enumerate(words) if card == "*" or Counter(words)[card] > 1]
    if again:
        return "redraw " + " ".join(str(at + 1) for at in again)
    order = sorted(range(n), key=lambda at: (HEIGHT.index(words[at][0]), SUITS.index(words[at][1])), reverse=True)
    sitting = {place: player + 1 for place, player in zip(PLACED[n], order, strict=True)}
    sides = n if n < 4 else 2
    table = "/".join("+".join(str(sitting[at]) for at in range(side, n, sides)) for side in range(sides))
    names = SEATS[n].split()
    dealer = "any" if base == "spruce" else sitting[n - 1]
    taken = " ".join(f"{name}:{sitting[at]}" for at, name in enumerate(names))
    return f"{taken} sides={table} first={order[0] + 1} deal={dealer}"


def around(position: Position, step: int, start: int | None = None) -> str:
    """The seat so many places clockwise from the dealer, or from another."""
    names = SEATS[position.profile.players].split()
    return names[((position.dealer if start is None else start) + step) % len(names)]


def cut(position: Position, action: Action) -> str:
    """Who shuffles and who cuts."""
    base, players = position.profile.base, position.profile.players
    shuffle = [around(position, step) for step in range(1, players + 1)]
    who = " ".join(shuffle if base != "spruce" else shuffle[-1:])
    return f"{who} shuffle, {around(position, 1 if base == 'classic' else -1)} cuts"


def partners(position: Position, action: Action) -> str:
    """The partners of the player in turn, clockwise from him."""
    steps = {4: (2,), 6: (2, 4)}.get(position.profile.players, ())
    return " ".join(around(position, step, position.seat) for step in steps) or "none"


def turned(position: Position, action: Action) -> int:
    """How many cards are turned until one can stay."""
    stock = [LETTERS[kind] for kind in position.stock or b""]
    return next(n for n, card in enumerate(stock, 1) if card not in COVERED[position.profile.base])


VALUES = {
    "deal.rotation": lambda position, action: around(position, 1),
    "deal.shuffle-cut": cut,
    "seats.opposite": partners,
    "deal.upcard": turned,
}
