"""What is replaced in Voilà is still where it looks for it, and does what it is for."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import Any

import jinja2
import pytest
from canasta_widgets.serve import rendering
from canasta_widgets.serve.ready import PromptClient
from loops import ran
from voila import handler, notebook_renderer, voila_kernel_manager


def test_voila_looks_these_names_up() -> None:
    """Voilà renders by the names that are replaced; were one renamed, nothing would be faster, and nobody told."""
    renderer = notebook_renderer.NotebookRenderer
    assert "VoilaExporter" in renderer.initialize.__code__.co_names
    assert "get_page_config" in handler.VoilaHandler.get_generator.__code__.co_names
    made = voila_kernel_manager.voila_kernel_manager_factory(object, True, 1)
    assert "get_page_config" in made._notebook_renderer_factory.__code__.co_names


def test_templates_are_compiled_once() -> None:
    """A second environment takes what the first has compiled, and a template that was changed is compiled anew."""
    texts = {"page": "{{ 6 * seven }}"}
    kept = rendering.Compiled()

    def said() -> str:
        environment = jinja2.Environment(loader=jinja2.DictLoader(texts), bytecode_cache=kept)
        return environment.get_template("page").render(seven=7)

    assert said() == "42"
    (code,) = kept.found.values()
    assert said() == "42"
    assert list(kept.found.values()) == [code]
    texts["page"] = "{{ 2 * seven }}"
    assert said() == "14"


def test_an_exporter_keeps_what_it_compiles() -> None:
    """Each page has an exporter of its own, and all of them one place for compiled templates."""
    one, other = rendering.Exporter(), rendering.Exporter()
    assert one.environment is not other.environment
    assert one.environment.bytecode_cache is other.environment.bytecode_cache is rendering.COMPILED


def test_a_page_is_told_the_same_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The descriptions of extensions are read once; what one page adds does not reach the next."""
    asked = []

    def get(base_url: str, **_more: Any) -> dict[str, Any]:
        asked.append(base_url)
        return {"baseUrl": base_url, "appVersion": "1", "federated_extensions": []}

    monkeypatch.setattr(rendering, "get_page_config", get)
    monkeypatch.setattr(rendering, "_told", {})
    rendering.page_config("/x/")["kernelId"] = "one"
    assert "kernelId" not in rendering.page_config("/x/")
    assert rendering.page_config("/y/")["baseUrl"] == "/y/"
    assert asked == ["/x/", "/y/"]


class Channel:
    """A channel with messages that come in order, None for a time in which none does."""

    def __init__(self, *messages: str | None) -> None:
        self.messages = list(messages)

    async def get_msg(self, timeout: float) -> dict[str, Any]:
        if not self.messages or (kind := self.messages.pop(0)) is None:
            await asyncio.sleep(0)
            raise __import__("queue").Empty
        return {"msg_type": kind, "content": {"protocol_version": "5.3"}}


def client(shell: Channel, iopub: Channel, *, alive: bool = True) -> Any:
    """A client that hears these."""

    class Heard(PromptClient):
        shell_channel, iopub_channel = shell, iopub  # type: ignore[assignment]
        asked = 0

        def kernel_info(self) -> str:
            Heard.asked += 1
            return ""

        async def is_alive(self) -> bool:
            return alive

    return Heard()


@pytest.mark.parametrize(
    ("shell", "iopub", "asked"),
    [
        (["kernel_info_reply"], ["status"], 1),
        ([None, "kernel_info_reply"], ["iopub_welcome"], 2),
        (["kernel_info_reply", "kernel_info_reply"], [None, "status"], 2),
        (["execute_reply", "kernel_info_reply"], ["status", "status"], 2),
    ],
)
def test_a_kernel_is_ready(shell: list[str | None], iopub: list[str | None], asked: int) -> None:
    """A kernel is ready when it has answered and is heard to publish; until then it is asked again."""
    made = client(Channel(*shell), Channel(*iopub))
    ran(made.wait_for_ready(timeout=5))
    assert made.asked == asked


@pytest.mark.parametrize(("alive", "said"), [(False, "ended"), (True, "not ready after 0 seconds")])
def test_a_kernel_is_never_ready(alive: bool, said: str) -> None:
    """One that has ended, or does not answer in time, is reported as such."""
    with pytest.raises(RuntimeError, match=said):
        ran(client(Channel(), Channel(), alive=alive).wait_for_ready(timeout=0))


def test_the_server_imports_no_grammars() -> None:
    """What serves is imported without a checker of addresses that takes longer than all the rest."""
    code = "import sys; from canasta_widgets.app import _serving; _serving(); print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    assert "voila.app" in modules
    assert not {"lark", "rfc3987_syntax"} & modules
