"""Pages are rendered without doing again what came out the same for the page before."""

from __future__ import annotations

import copy
from typing import Any

import jinja2
from jinja2.bccache import Bucket
from voila import handler, notebook_renderer, voila_kernel_manager
from voila.exporter import VoilaExporter
from voila.utils import get_page_config

from canasta_widgets.serve.files import addressed


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


_told: dict[str, dict[str, Any]] = {}


def page_config(base_url: str, **more: Any) -> dict[str, Any]:
    """What a page tells its scripts; Voilà reads the descriptions of all extensions anew for each."""
    if base_url not in _told:
        _told[base_url] = addressed(get_page_config(base_url, **more))
    return copy.copy(_told[base_url])


def use() -> None:
    """Let Voilà render by ours. It has no settings for these, so the names it looks up are replaced."""
    notebook_renderer.VoilaExporter = Exporter
    handler.get_page_config = voila_kernel_manager.get_page_config = page_config
