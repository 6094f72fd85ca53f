"""A table whose talk with the browser is kept, shared by the tests of what is selected, tried and told."""

from __future__ import annotations

from typing import Any

from canasta_widgets.table import Table

from canasta import Position

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"


class Heard(Table):
    """A table whose messages to the browser are kept."""

    def __init__(self, position: Position | str, **options: Any) -> None:
        self.said: list[dict[str, Any]] = []
        super().__init__(position, **options)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Keep what would go to the browser."""
        self.said.append(content)

    def hear(self, message: Any) -> None:
        """What the browser would send."""
        self._heard(self, message, None)

    def select(
        self, cards: list[str], target: str = "", *, laid: Any = (), serial: int | None = None, n: int = 1
    ) -> dict[str, Any] | None:
        """Select cards and give back the answer, None if there is none."""
        before = len(self.said)
        serial = self.zones["serial"] if serial is None else serial
        laid = list(laid) if isinstance(laid, tuple) else laid
        self.hear({"kind": "select", "n": n, "serial": serial, "cards": cards, "laid": laid, "target": target})
        return self.said[-1] if len(self.said) > before else None
