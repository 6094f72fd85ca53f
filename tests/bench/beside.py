"""Imported first, it lets the benchmark use what the tests share: servers, a browser, a mock model."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "browser")]
