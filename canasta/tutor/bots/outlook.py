"""How a deal stands: the points that each side may expect in the end, by numbers fitted to played deals."""

from __future__ import annotations

from canasta.cards import DEUCE, JOKER, NATURALS, Bag
from canasta.clauses import BOOK
from canasta.position import OVER, Position
from canasta.problems import table_bag
from canasta.profile import Profile
from canasta.score import deal_totals, score_deal
from canasta.table import Table, melds_on, red_threes_on

KEPT = 20_000


class Outlook:
    """The outlook of deals by the rules of a profile. All cards must be known."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.sides = tuple(profile.side_of(seat) for seat in range(profile.players))
        self.points = BOOK["value.points"].value
        self._tables: dict[Table, tuple[float, ...]] = {}
        self._states: dict[Table, bytes] = {}
        self.full = 54.0 * profile.packs - profile.players * profile.dealt

    def table(self, table: Table) -> tuple[float, ...]:
        found = self._tables.get(table)
        if found is None:
            if len(self._tables) > KEPT:
                self._tables.clear()
                self._states.clear()
            size = self.profile.canasta_size
            states = bytearray(16)
            natural = mixed = 0
            open_mixed, open_pure = [0.0] * 4, [0.0] * 4
            for meld in melds_on(table):
                if meld.size >= size:
                    states[meld.rank] = 2
                    natural += meld.is_natural
                    mixed += not meld.is_natural
                else:
                    states[meld.rank] = 1
                    at = max(0, 4 - (size - meld.size))
                    (open_pure if meld.is_natural else open_mixed)[at] += 1
            bag = table_bag(table)
            melded = float(bool(table >> 24))
            reds = red_threes_on(table)
            found = (
                float(self.points(bag)),
                reds * melded,
                reds * (1 - melded),
                natural,
                mixed,
                *open_mixed,
                *open_pure,
                melded,
                float(natural + mixed >= self.profile.canastas_out),
                float(natural + mixed >= 2),
            )
            self._tables[table] = found
            self._states[table] = bytes(states)
        return found

    def features(self, position: Position, side: int) -> list[float]:
        profile, sides = self.profile, self.sides
        table = position.tables[side]
        row = list(self.table(table))
        states = self._states[table]
        points = cards = wilds = pairs = more = fits = late = near = singles = 0.0
        fewest = 99
        f = (len(position.stock or b"")) / self.full
        for seat, hand in enumerate(position.hands):
            if sides[seat] != side or not hand:
                continue
            held = hand.to_bytes(16, "little")
            n = hand % 255
            if n < fewest:
                fewest = n
            cards += n
            points += self.points(hand)
            wilds += held[DEUCE] + held[JOKER]
            for kind in NATURALS:
                k = held[kind]
                if not k:
                    continue
                state = states[kind]
                if state == 1:
                    fits += k
                elif state:
                    late += k
                elif k == 1:
                    singles += 1
                else:
                    pairs += 1
                    more += k - 2
        can = row[14]
        melded = row[13]
        canastas = row[3] + row[4]
        near = can * max(0, 6 - fewest)
        opened = sum(row[5:13])
        row += [points, cards, wilds, pairs, more, fits, late, singles, near,
                f, melded * f, can * f, cards * f, wilds * f, points * f, pairs*f, fits*f, opened * f, row[2]*f,
                points*can, wilds*melded, cards*melded, pairs*melded, canastas * f, near*f]  # fmt: skip
        # the turn
        seat = position.seat
        if sides[seat] == side:
            pile = position.pile
            top = pile[-1] if pile else 0
            hand = position.hands[seat] or 0
            can_take = can_fit = 0.0
            if top >= 4:
                n = hand >> 8 * top & 0xFF
                if n >= 2:
                    can_take = 1.0
                elif not position.is_frozen(side) and states[top]:
                    can_take = 1.0
                elif n and (hand & 0xFF or hand >> 16 & 0xFF) and not position.is_frozen(side):
                    can_fit = 1.0
            size = float(len(pile))
            row += [1.0, melded, can_take * size, can_take*melded*size, can_fit * size, can * max(0, 6 - hand % 255), f]
        else:
            row += [0.0] * 7
        return row

    def result(self, position: Position, side: int) -> float:
        totals = deal_totals(score_deal(position), self.profile.sides)
        return totals[side] - max(totals[at] for at in range(len(totals)) if at != side)
