"""Pages are rendered without doing again what came out the same for the page before."""

from __future__ import annotations

from typing import Any

import jinja2
from jinja2.bccache import Bucket
from voila import notebook_renderer
from voila.exporter import VoilaExporter


class Compiled(jinja2.BytecodeCache):
    """Templates as they were compiled, by a key that takes in their text."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a template in."""
        if code := self.found.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self.found[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


COMPILED = Compiled()


class Exporter(VoilaExporter):
    """Voilà's, which makes an environment of templates for each page, and would compile all of them each time."""

    @property
    def environment(self) -> Any:
        """The environment, with what is compiled shared."""
        found = super().environment
        found.bytecode_cache = COMPILED
        return found


def use() -> None:
    """Let Voilà render by ours. It has no setting for that, so the name it looks up is replaced."""
    notebook_renderer.VoilaExporter = Exporter
