"""Which card to discard: what it is worth in the hand, against what the next player may make of the pile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from canasta import cards as c
from canasta.actions import Action
from canasta.cards import BLACK_THREE, DEUCE, JOKER, NATURALS, WILDS, Kind
from canasta.table import has_melds, meld_of
from canasta.tutor.bots.bot import Choice
from canasta.tutor.bots.sight import COUNTED, FITS, FROZEN, LUCK, PASSED, THROWN, Sight
from canasta.tutor.bots.tastes import Tastes
from canasta.tutor.bots.worth import COUNTS, holding_worth, meld_worth, points
from canasta.words import N_

RISKY = 0.3  # the chance that a pile is taken from which on it is said to be in danger
MATTERS = 2  # points that a card is worth more than another, from which on it is kept for that
SMALL = 3  # cards of a pile that is nothing to speak of


class Throw(NamedTuple):
    """A discard weighed: its cost, the chance that the pile is taken then, what speaks for that, what is given away."""

    cost: float
    kind: Kind
    play: Action
    risk: float
    why: str
    kept: float


class Throwing:
    """One decision's estimates of discards."""

    def __init__(self, sight: Sight, tastes: Tastes) -> None:
        self.sight, self.tastes = sight, tastes

    @cached_property
    def stake(self) -> float:
        """What the pile is worth to who takes it."""
        pile, tastes = self.sight.view.pile, self.tastes
        return tastes.stake * len(pile) + tastes.stake_points * points(c.bag_of(pile)) + tastes.stake_base

    @cached_property
    def freezing(self) -> float:
        """What freezing the pile brings: it hurts the side that could take it more easily."""
        sight = self.sight
        if sight.frozen_by_card or not sight.profile.frozen_before_initial:
            return 0.0
        theirs = has_melds(sight.view.tables[sight.theirs])
        if sight.opened == theirs:
            ahead = sight.canastas - sight.shapes.canastas(sight.view.tables[sight.theirs])
            return 0.0 if not theirs or not ahead else -0.3 * ahead * self.tastes.freeze * self.stake
        return (1 if theirs else -0.5) * self.tastes.freeze * self.stake

    def weigh(self, play: Action) -> Throw:
        """What a discard costs, by this player's estimates."""
        kind = next(c.kinds_in(play.cards))
        risk, why = self.sight.risk(kind)
        kept = self.kept(kind)
        cost = risk * self.stake + kept
        if kind in WILDS or (kind == BLACK_THREE and self.sight.profile.black_three_freezes):
            cost -= self.freezing
        return Throw(cost, kind, play, risk, why, kept)

    def kept(self, kind: Kind) -> float:
        """What a card is worth where it is."""
        sight, tastes = self.sight, self.tastes
        counted = COUNTS[kind] * sight.end
        if kind == BLACK_THREE:
            return tastes.black - counted
        if kind == DEUCE:
            return tastes.deuce - counted
        if kind == JOKER:
            return tastes.joker - counted
        held, meld = c.count(sight.hand, kind), meld_of(sight.table, kind)
        kept = holding_worth(tastes, held, meld, sight.profile)
        kept -= holding_worth(tastes, held - 1, meld, sight.profile)
        if meld is not None and meld.size == sight.profile.canasta_size - 1:
            # It would complete a canasta; where that is not laid now it may be in the next turn.
            whole = meld._replace(naturals=meld.naturals + 1)
            gain = meld_worth(tastes, whole, sight.profile) - meld_worth(tastes, meld, sight.profile)
            kept += (1 - sight.end) * gain
        high = -tastes.high if sight.opened else tastes.high
        return kept + high * COUNTS[kind] - counted

    def best(self, plays: Sequence[Action]) -> list[Throw]:
        """All discards, the cheapest first."""
        return sorted((self.weigh(play) for play in plays), key=lambda throw: (throw.cost, throw.kind))

    def choice(self, throws: Sequence[Throw]) -> Choice:
        """The cheapest discard and the reason for it."""
        best = throws[0]
        message, values, clauses = self._why(best, throws)
        return Choice(best.play, message, values, clauses)

    def _why(self, best: Throw, throws: Sequence[Throw]) -> tuple[str, dict[str, Any], tuple[str, ...]]:
        sight, kind = self.sight, best.kind
        names, pile = sight.profile.seat_names, len(sight.view.pile)
        values: dict[str, Any] = {"kind": kind, "seat": names[sight.next], "pile": pile}
        if len(throws) == 1:
            return N_("It is the only card that can be discarded."), values, ("discard.one",)
        if kind == BLACK_THREE:
            freezes = sight.profile.black_three_freezes and not sight.frozen_by_card
            clauses = ("take.black-three-top", "freeze.card") if freezes else ("take.black-three-top",)
            return N_("On a black three {seat:seat} cannot take the pile."), values, clauses
        if kind in WILDS:
            return self._freezes(values)
        others = [throw for throw in throws[1:] if throw.kind in NATURALS]
        worst = max(others, key=lambda throw: throw.risk, default=None)
        if best.risk >= RISKY and pile < SMALL:
            return N_("It may be taken, but the pile is small and little is lost."), values, ("discard.one",)
        if best.risk >= RISKY:
            if best.why == FITS:
                message = N_("{seat:seat} can take the pile with it, but every other card costs more.")
                return message, values, ("take.add",)
            return N_("It may be taken, but every other card costs more."), values, ("discard.one",)
        # What is needed less may be riskier; else a card that is as safe is not thrown, for what it is worth here.
        least = min((throw for throw in others), key=lambda throw: throw.kept, default=None)
        spare = least if least is not None and least.kept < best.kept - MATTERS else None
        for throw in others if spare is None else ():
            if throw.risk <= best.risk + 0.02 and throw.kept > best.kept + MATTERS:
                kept = throw.kind
                values = {**values, "kept": kept, "n": c.count(sight.hand, kept)}
                if values["n"] == 2:
                    message = N_("It keeps the pair of {kept:ranks}, with which a pile can be taken.")
                    return message, values, ("freeze.natural-pair" if self._pairs_needed() else "take.pair",)
                if values["n"] > 2:
                    message = N_("It keeps the {n} {kept:ranks} together; the {kind:rank} is needed least.")
                    return message, values, ("meld.same-rank",)
                break
        if worst is not None and worst.risk >= RISKY and pile >= SMALL:
            values = {**values, "other": worst.kind}
            if worst.why == FITS:
                message = N_("One of the {other:ranks} would let {seat:seat} take the pile of {pile:cards} at once.")
                return message, values, ("take.add",)
        return self._safe(best, values, spare)

    def _pairs_needed(self) -> bool:
        return self.sight.view.is_frozen(self.sight.side)

    def _safe(
        self, best: Throw, values: dict[str, Any], spare: Throw | None
    ) -> tuple[str, dict[str, Any], tuple[str, ...]]:
        """Why a card is hardly taken; ``spare`` is one that is needed less, and was not thrown all the same."""
        sight, kind = self.sight, best.kind
        if best.why == THROWN:
            return N_("{seat:seat} has thrown {kind:ranks} too, and hardly wants them."), values, ("take.pair",)
        if best.why == PASSED:
            return N_("{seat:seat} has let {kind:ranks} lie before, and hardly takes them."), values, ("take.pair",)
        values = {**values, "n": sight.unseen.seen[kind], "most": 4 * sight.profile.packs}
        if best.why == COUNTED:
            message = N_("{n} of the {most} {kind:ranks} are in sight, so it is hardly taken.")
            return message, values, ("pack.cards",)
        if spare is not None:
            values["other"] = spare.kind
            message = N_("The {other:rank} is needed less, but {seat:seat} is likelier to take the pile with it.")
            return message, values, ("pack.cards",)
        if best.why == FROZEN and sight.frozen:
            message = N_("The pile is frozen against {seat:seat}, who needs a pair of {kind:ranks} to take it.")
            return message, values, ("freeze.natural-pair",)
        if best.why == FROZEN:
            message = N_("{seat:seat} needs a natural pair of {kind:ranks} to take the pile.")
            return message, values, ("take.pair",)
        assert best.why in (LUCK, FITS)
        return N_("It is needed least, and is hardly taken."), values, ("discard.one",)

    def _freezes(self, values: dict[str, Any]) -> tuple[str, dict[str, Any], tuple[str, ...]]:
        sight = self.sight
        if not values["pile"]:
            return N_("It freezes the pile, and every other card costs more."), values, ("freeze.card",)
        if sight.frozen:
            message = N_("With a {kind:rank} on top {seat:seat} cannot take the pile of {pile:cards}.")
            return message, values, ("take.wild-top",)
        if sight.view.is_frozen(sight.side):
            message = N_("{seat:seat} could take the pile of {pile:cards} easily; it is frozen for that side now too.")
            return message, values, ("freeze.card", "freeze.before-initial")
        message = N_("It freezes the pile of {pile:cards}, which {seat:seat} could use.")
        return message, values, ("freeze.card", "take.wild-top")
