"""What somebody says at the table has to say of itself: the facts of a question or a remark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta import cards as c
from canasta.actions import A_RANK, A_SEAT, MAYBE_SEAT, SAY, TOPICS, Action
from canasta.facts import SayFacts
from canasta.position import ANSWER, Position
from canasta.table import has_melds, meld_of

if TYPE_CHECKING:
    from canasta.case import Case


def sayings(position: Position) -> list[Action]:
    """What the player in turn can try to say or ask, allowed or not: each topic with all that it can be about here.

    The minimum and the score of another side are those of the next of its seats.
    """
    profile, seat = position.profile, position.seat
    others = [(seat + step) % profile.players for step in range(1, profile.players)]
    sides = {profile.side_of(other): other for other in reversed(others) if profile.side_of(other) != position.side}
    names = profile.seat_names
    about = {
        MAYBE_SEAT: ["", *(f" {names[other]}" for other in others if other in sides.values())],
        A_SEAT: [f" {names[other]}" for other in others],
        A_RANK: [f" {c.LETTERS[meld.rank]}" for meld in position.melds()],
    }
    return [Action(SAY, reply=topic + each) for topic, wanted in TOPICS.items() for each in about.get(wanted, [""])]


def saying(case: Case) -> SayFacts:
    """What is said, by whom, and who may ask now: the player in turn, or the partner who owes him an answer."""
    position, action = case.position, case.action
    names = case.profile.seat_names
    in_turn = names[position.seat]
    seat = action.seat or in_turn
    there = seat in names
    partners = case.book["seats.opposite"].value
    mates = partners(case.profile, names.index(seat)) if there else ()
    answers = [names[mate] for mate in partners(case.profile, position.seat)]
    named = action.about if action.topic != "sixth" else ""
    rank = c.KIND[action.about] if action.topic == "sixth" else 0
    meld = meld_of(position.tables[case.side_at(seat)], rank) if rank and there else None
    return SayFacts(
        topic=action.topic,
        seat=seat,
        in_turn=in_turn,
        asker=answers[0] if position.phase == ANSWER and answers else in_turn,
        about=named,
        phase=position.phase,
        first=position.first,
        there=there and (not named or named in names),
        ours=there and (not named or (named in names and case.side_at(named) == case.side_at(seat))),
        mates=len(mates),
        mate=position.seat in mates,
        melded=has_melds(case.table),
        cards=position.hand_size(names.index(seat)) if there else None,
        rank=rank,
        size=meld.size if meld else 0,
        last=meld is not None
        and not position.is_canasta(meld)
        and position.is_canasta(meld._replace(naturals=meld.naturals + 1)),
    )
