"""Clauses of the rules that the book leaves out, each with the reason."""

from __future__ import annotations

from typing import Final

NOT_MODELLED: Final[dict[str, str]] = {}
