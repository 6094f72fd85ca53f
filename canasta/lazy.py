"""Sequences of legal plays that are found when they are asked for: counted, numbered and walked, not listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import overload

from canasta.actions import Action
from canasta.position import Position
from canasta.shapes import Shapes


class Lazy(Sequence[Action]):
    """A sequence of legal plays that are found when asked for. ``verb`` is that of each; "" if they differ."""

    verb = ""

    def __init__(self, position: Position, shapes: Shapes) -> None:
        self.position, self.shapes = position, shapes

    def item(self, at: int) -> Action:
        """The play with this number, from 0."""
        raise NotImplementedError

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> list[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | list[Action]:
        if at == 0 and (first := next(iter(self), None)) is not None:
            return first  # nobody need count for that
        n = len(self)
        if isinstance(at, slice):
            return [self.item(place) for place in range(*at.indices(n))]
        place = at + n if at < 0 else at
        if not 0 <= place < n:
            raise IndexError(f"there are {n} plays, numbered from 0; {at} is none of them")
        return self.item(place)

    def __contains__(self, action: object) -> bool:
        from canasta.lister import allowed

        return isinstance(action, Action) and allowed(self.position, action, self.shapes.book)

    def __repr__(self) -> str:
        return f"<{len(self):,} legal plays>"


class Joined(Lazy):
    """Sequences of plays one after another."""

    def __init__(self, position: Position, shapes: Shapes, *parts: Sequence[Action]) -> None:
        super().__init__(position, shapes)
        self.parts = [part for part in parts if part]

    @cached_property
    def _sizes(self) -> list[int]:
        return [len(part) for part in self.parts]

    def __len__(self) -> int:
        return sum(self._sizes)

    def __bool__(self) -> bool:
        return bool(self.parts)  # none is empty, and none need be counted for that

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self.parts)

    def item(self, at: int) -> Action:
        for part, n in zip(self.parts, self._sizes):
            if at < n:
                return part[at]
            at -= n
        raise IndexError(at)


def by_verb(plays: Sequence[Action]) -> dict[str, Sequence[Action]]:
    """Legal plays apart by their verbs, each in their order; what is only found when asked for stays so."""
    found: dict[str, list[Sequence[Action]]] = {}
    for part in plays.parts if isinstance(plays, Joined) else [plays]:
        if isinstance(part, Joined):
            apart = by_verb(part)
        elif isinstance(part, Lazy):
            apart = {part.verb: part}
        else:
            apart = {}
            for verb in dict.fromkeys(action.verb for action in part):
                apart[verb] = [action for action in part if action.verb == verb]
        for verb, some in apart.items():
            found.setdefault(verb, []).append(some)
    if not isinstance(plays, Joined):
        return {verb: parts[0] for verb, parts in found.items()}
    return {
        verb: parts[0] if len(parts) == 1 else Joined(plays.position, plays.shapes, *parts)
        for verb, parts in found.items()
    }
