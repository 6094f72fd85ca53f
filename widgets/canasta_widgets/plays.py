"""Every legal play, by kind, with exact counts, a page at a time: a large hand has billions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from canasta import Action, Position, legal, questions
from canasta.actions import ANSWER, ASK, DISCARD, DRAW, LAY, MELD, PASS, TAKE
from canasta.filling import render
from canasta.lazy import by_verb
from canasta.words import N_, _
from canasta_widgets.heard import whole
from canasta_widgets.phrases import in_words
from canasta_widgets.zones import acts

LONGEST = 100  # characters of a search
PAGE = 40  # plays sent at once
SEARCHED = 5000  # plays of a kind that are searched for letters; where there are more the search would take too long


def groups(position: Position, seat: int) -> dict[str, Sequence[Action]]:
    """The legal plays of the player in that seat, and what he may ask, by verb; none unless he is to act."""
    if not acts(position, seat) or position.problems():
        return {}
    seen = position.seen_by(seat)
    found = by_verb(legal(seen))
    return {**found, **by_verb(questions(seen))}


def listed(position: Position, seat: int, *, find: str = "") -> dict[str, Any]:
    """What the browser lists: the number of all plays, and each kind with its number and its first page.

    ``find`` keeps the plays whose words have all of its words in them, such as "KK".
    """
    found = groups(position, seat)
    searched = {verb: _matching(plays, find) for verb, plays in found.items()} if find else found
    n = sum(map(len, searched.values()))
    return {
        "title": render(N_("{n:plays}"), {"n": n}),
        "note": "" if found else _("There is nothing to play for this hand now."),
        "find": find,
        "groups": [page(verb, plays) for verb, plays in searched.items() if len(plays)],
    }


def answer(position: Position, seat: int, message: dict[str, Any]) -> dict[str, Any] | None:
    """What the browser asked for: all plays, or a further page of one group; None if there is no such thing."""
    find = message.get("find", "")
    find = find[:LONGEST] if isinstance(find, str) else ""
    if "group" not in message:
        return listed(position, seat, find=find)
    page = more(position, seat, message["group"], message.get("from"), find=find)
    return {"page": page, "find": find} if page else None


def more(position: Position, seat: int, verb: object, start: object, *, find: str = "") -> dict[str, Any] | None:
    """A further page of one kind, from the play numbered ``start``; None if there is no such page."""
    plays = groups(position, seat).get(verb) if isinstance(verb, str) else None
    if plays is None:
        return None
    plays = _matching(plays, find) if find else plays
    return page(str(verb), plays, start) if whole(start, len(plays) - 1) else None


def page(verb: str, plays: Sequence[Action], start: int = 0) -> dict[str, Any]:
    """Some plays of one kind, in the words and as the text that plays them."""
    n = len(plays)
    end = min(start + PAGE, n)
    rest = {"n": min(PAGE, n - end), "left": n - end}
    return {
        "verb": verb,
        "title": render(N_("{kind}: {n:ways}"), {"kind": title(verb), "n": n}),
        "count": n,
        "from": start,
        "plays": [{"text": str(play), "label": in_words(play)} for play in plays[start:end]],
        "next": end if end < n else None,
        "more": render(N_("Show {n} more of {left}"), rest) if end < n else "",
    }


def title(verb: str) -> str:
    """The heading of a kind of play."""
    return {
        DRAW: _("Draw"),
        TAKE: _("Take the pile"),
        MELD: _("Meld"),
        DISCARD: _("Discard"),
        PASS: _("End the turn"),
        LAY: _("Lay red threes"),
        ASK: _("Ask your partner"),
        ANSWER: _("Answer your partner"),
    }[verb]


def _matching(plays: Sequence[Action], find: str) -> list[Action]:
    """The plays that a search finds; of a kind that has too many, none."""
    if len(plays) > SEARCHED:
        return []
    wanted = find.casefold().split()
    return [play for play in plays if all(word in str(play).casefold() for word in wanted)]
