"""The lessons as a web app: nothing from outside, nothing left behind, nothing shown that should not be."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from conftest import Watched
from pages import kernel, process_of, ready, until
from playwright.sync_api import Page, expect
from servers import LOCAL, TOKEN, Server, command, environment, serving

HOME = "voila/render/index.ipynb"
LESSON = "voila/render/02-melds.ipynb"
LEAVE_SECONDS = 15

Pages = Callable[..., Page]


def is_gone(voila: Server, name: str, seconds: float = LEAVE_SECONDS) -> bool:
    """Whether a kernel ends within that time."""
    end = time.monotonic() + seconds
    while voila.ask(f"api/kernels/{name}").status != 404:
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def test_home(voila: Server, page: Pages) -> None:
    """`/` leads to the index notebook, which leads to the lesson, and the lesson leads home."""
    tab = page()
    tab.goto(voila.url)
    assert tab.url == voila.url + HOME
    ready(tab)
    tab.get_by_role("link", name="Melds", exact=True).click()
    ready(tab)
    assert tab.url == voila.url + LESSON
    tab.get_by_role("link", name="Canasta tutor").click()
    ready(tab)
    assert tab.url == voila.url + HOME


def test_nothing_from_outside(voila: Server, watched: Callable[..., Watched]) -> None:
    """Index and lesson ask this machine for everything, counted in the browser, and raise no error in it."""
    for path in (HOME, LESSON):
        seen = watched(fresh=True)
        seen.page.goto(voila.url + path)
        ready(seen.page)
        seen.page.wait_for_load_state("networkidle")
        assert len(seen.requests) > 10
        assert any(url.startswith("ws://") for url in seen.requests)
        assert seen.outside == []
        assert seen.errors == []


def test_a_page_reaches_nothing_outside(voila: Server, page: Pages) -> None:
    """What a page may not load the browser refuses it, whoever asks: pictures, requests, frames, forms, modules."""
    tab = page()
    tab.goto(voila.url + LESSON)
    ready(tab)
    wanted = {
        "img-src": "new Image().src = at",
        "connect-src": "fetch(at).catch(() => null)",
        "frame-src": "document.body.append(Object.assign(document.createElement('iframe'), { src: at }))",
        "form-action": "const form = document.createElement('form'); document.body.append(form); form.action = at; "
        "form.submit()",
        "script-src-elem": "import(at).catch(() => null)",
    }
    for directive, code in wanted.items():
        heard = (
            "document.addEventListener('securitypolicyviolation', (e) => done(e.effectiveDirective), { once: true });"
        )
        said = tab.evaluate(f"new Promise((done) => {{ const at = 'http://192.0.2.1/x'; {heard} {code}; }})")
        assert said == directive


@pytest.mark.parametrize("path", ["", HOME, "nowhere", "voila/render/nowhere.ipynb", "api/kernels/x-x-x-x-x", "enter"])
def test_what_every_answer_carries(voila: Server, path: str) -> None:
    """Every answer says what a page may load and guesses no types; none says what the server is made of."""
    headers = voila.ask(path).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Server" not in headers


@pytest.mark.parametrize("query", ["template=lab", "template=nonexist", "template=../../x", "theme=dark"])
def test_template_stays(voila: Server, query: str) -> None:
    """An address cannot choose another template or theme; the answer is ours and comes at once."""
    begin = time.monotonic()
    answer = voila.ask(f"{HOME}?{query}")
    assert time.monotonic() - begin < 10
    assert answer.status == 200
    assert 'id="canasta-page"' in answer.text
    assert '"jupyterLabTheme": "light"' in answer.text


@pytest.mark.parametrize("way", ["follows a link", "loads it again", "closes it"])
def test_kernels_end(voila: Server, page: Pages, way: str) -> None:
    """When a page is left its kernel ends, even if no page has been seen before that could have set a cookie."""
    tab = page(fresh=True)
    tab.goto(voila.url + LESSON)
    ready(tab)
    name = kernel(tab)
    assert voila.ask(f"api/kernels/{name}").status == 200
    if way == "follows a link":
        tab.get_by_role("link", name="Canasta tutor").click()
    elif way == "loads it again":
        tab.reload()
    else:
        tab.close(run_before_unload=True)
    assert is_gone(voila, name)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("voila/files/index.ipynb", 404),
        ("voila/files/02-melds.ipynb", 404),
        ("voila/files/levels/02-melds.toml", 404),
        ("voila/files/../pyproject.toml", 404),
        ("voila/files/..%2Fpyproject.toml", 404),
        ("voila/files/levels/..%2f..%2fpyproject.toml", 404),
        ("voila/render/levels/02-melds.toml", 302),
        ("voila/render/../pyproject.toml", 404),
        ("voila/render/%2e%2e/pyproject.toml", 404),
        ("voila/render/..%2fpyproject.toml", 404),
        ("voila/render/..%2f..%2fnowhere.ipynb", 404),
        ("voila/tree", 302),
        ("voila/tree/levels", 302),
        ("api/contents", 404),
        ("api/contents/index.ipynb", 404),
        ("api/kernels", 404),
        ("api/sessions", 404),
        ("api/terminals", 404),
        ("files/index.ipynb", 404),
        ("lab", 404),
    ],
)
def test_files_are_not_served(voila: Server, path: str, status: int) -> None:
    """Neither sources of notebooks nor level files nor a list of them can be had; a redirect leads home."""
    answer = voila.ask(path)
    assert answer.status == status
    if status == 302:
        assert answer.headers["Location"] == "/" + HOME
    assert "[[level]]" not in answer.text
    assert "nbformat" not in answer.text
    assert "build-system" not in answer.text


@pytest.mark.parametrize("way", ["shut down", "killed"])
def test_lost_kernel(voila: Server, page: Pages, way: str) -> None:
    """When the kernel of a page is shut down, or its process dies, the page says so and offers to start it again."""
    tab = page()
    tab.goto(voila.url + LESSON)
    ready(tab)
    alert = tab.locator("#canasta-lost")
    tab.evaluate("window.canastaAsk()")
    expect(alert).to_be_hidden()
    name = kernel(tab)
    if way == "killed":
        process_of(voila, name).kill()
    else:
        tab.evaluate(f"fetch('/voila/api/shutdown/{name}', {{method: 'POST'}}).then(() => null)")
    assert is_gone(voila, name)
    tab.evaluate("window.canastaAsk()")
    expect(alert).to_be_visible()
    expect(alert).to_contain_text("put to sleep")
    # The table says it too, in its place.
    expect(tab.locator(".cnt-lost")).to_contain_text("No answer")
    alert.get_by_role("button").click()
    until(tab, f"document.querySelector('#jupyter-config-data')?.textContent.includes('{name}') === false")
    ready(tab)
    expect(alert).to_be_hidden()


def test_under_the_hood(voila: Server, page: Pages) -> None:
    """An "under the hood" cell is folded at first; opened, by the keyboard too, it shows its source and its output."""
    tab = page()
    tab.goto(voila.url + LESSON)
    ready(tab)
    hoods = tab.locator("details.canasta-hood")
    expect(hoods).to_have_count(2)
    for hood in hoods.all():
        expect(hood).not_to_have_attribute("open", "")
        expect(hood.locator(".canasta-source")).to_be_hidden()
    first = hoods.first
    first.locator("summary").focus()
    tab.keyboard.press("Enter")
    expect(first.locator(".canasta-source")).to_be_visible()
    expect(first.locator(".canasta-source")).to_contain_text("from canasta import")
    expect(first.locator(".jp-OutputArea-output")).to_be_visible()
    expect(first.locator(".jp-OutputArea-output")).to_contain_text("meld.same-rank")


def test_only_hood_sources(voila: Server) -> None:
    """The source of a cell that only shows a widget is not on the page."""
    answer = voila.ask(LESSON)
    assert "from canasta import" in answer.text
    assert "import Lesson" not in answer.text


def test_compressed(voila: Server) -> None:
    """Pages, scripts and styles travel compressed to whoever can read that, and plain to others."""
    for path in (HOME, "voila/templates/canasta/static/page.js", "voila/templates/canasta/static/page.css"):
        packed = voila.ask(path, **{"Accept-Encoding": "gzip"})
        assert packed.status == 200
        assert packed.headers.get("Content-Encoding") == "gzip"
        assert "Content-Encoding" not in voila.ask(path).headers


def test_port_in_use(tmp_path: Path) -> None:
    """A port that is in use gives one plain sentence that says what to try, and exit status 1."""
    with socket.socket() as other:
        other.bind((LOCAL, 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run(
            command("serve", "--no-browser", "--port", str(port)),
            env=environment(),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert f"port {port}" in done.stderr
    assert f"--port {port + 1}" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows sends Ctrl+C to a whole console, not to one process")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_end(tmp_path: Path, number: int) -> None:
    """Asked to end, by Ctrl+C or otherwise, the server ends with all its kernels, and without a traceback."""
    with serving(tmp_path / "log.txt", "--pool", "0") as server:  # a kernel that still starts would cry out loud
        assert server.ask(HOME).status == 200
        process = psutil.Process(server.pid)
        kernels = process.children(recursive=True)
        assert kernels
        process.send_signal(number)
        _gone, alive = psutil.wait_procs([process, *kernels], timeout=20)
        assert alive == []
        assert "Traceback" not in server.log.read_text()


def test_lab(lab: Server) -> None:
    """`canasta-tutor lab` serves the lessons in JupyterLab, from whatever folder it is called."""
    for path in (
        "api/contents/index.ipynb?content=0&",
        "api/contents/levels/02-melds.toml?content=0&",
        "lab/tree/index.ipynb?",
    ):
        assert lab.ask(f"{path}token={TOKEN}").status == 200


def test_a_word_is_linked_to(voila: Server, page: Pages) -> None:
    """An address with a word opens the glossary at it; from a lesson a word is one tap away, in its place."""
    tab = page(viewport={"width": 360, "height": 740})
    tab.goto(voila.url + "voila/render/glossary.ipynb#word-wild")
    expect(tab.locator("#word-wild")).to_be_in_viewport()
    expect(tab.locator("#word-wild")).to_contain_text("joker")
    tab.goto(voila.url + LESSON)
    ready(tab)
    words = tab.locator("details.canasta-rules", has_text="The words of the game")
    expect(words.locator("dl")).to_be_hidden()
    words.locator("summary").click()
    expect(words.locator("dd").first).to_be_visible()
    with tab.expect_popup() as popup:
        words.get_by_role("link").click()
    assert popup.value.url == voila.url + "voila/render/glossary.ipynb"
    expect(words.locator("dd").first).to_be_visible()
