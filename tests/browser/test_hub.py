"""The worked configuration for JupyterHub: a real hub and its proxy, on this machine, without containers.

`make try-hub` installs what it needs, and runs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from pages import ready
from playwright.sync_api import Browser, Page, expect
from processes import free_port, stop
from servers import LOCAL, ROOT, environment

from canasta.tutor.drills.plan import read_plan
from canasta.tutor.results import Results

HUB = ROOT / "build" / "hub" / "node_modules" / ".bin"
PROXY = shutil.which("configurable-http-proxy", path=os.pathsep.join([str(HUB), os.environ.get("PATH", "")]))
CONFIGURATION = ROOT / "docs" / "deploy" / "jupyterhub_config.py"
PATIENCE = 90_000  # ms: a server of one's own starts within seconds, but not on every machine

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROXY is None, reason="there is no configurable-http-proxy; `make try-hub` gets one"),
]


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A hub as the configuration makes it; its address."""
    pytest.importorskip("jupyterhub", reason="`make try-hub` installs it")
    assert PROXY is not None
    folder = tmp_path_factory.mktemp("hub")
    address = f"http://{LOCAL}:{free_port()}/"
    told = {
        "CANASTA_HUB": address,
        "CANASTA_HUB_INSIDE": f"http://{LOCAL}:{free_port()}",
        "CANASTA_HOMES": str(folder / "homes"),
        "CONFIGPROXY_AUTH_TOKEN": "for-the-test",
        "PATH": os.pathsep.join([str(Path(PROXY).parent), str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    options = [f"--ConfigurableHTTPProxy.api_url=http://{LOCAL}:{free_port()}", "-f", str(CONFIGURATION)]
    log = folder / "log.txt"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", *options],
            cwd=folder,
            env={**environment(), **told},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        end = monotonic() + PATIENCE / 1000
        while not _answers(f"{address}hub/health"):
            assert process.poll() is None, log.read_text()
            assert monotonic() < end, log.read_text()
            sleep(0.3)
        yield address
    finally:
        stop(process)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


class People:
    """Those who have come to the hub, each in a browser of his own."""

    def __init__(self, hub: str, browser: Browser) -> None:
        self.hub = hub
        self._browser = browser
        self._pages: dict[str, Page] = {}

    def __getitem__(self, name: str) -> Page:
        """Somebody's page; whoever was not there yet signs in and finds the lessons."""
        if name not in self._pages:
            page = self._browser.new_context().new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(self.hub)
            page.fill("#username_input", name)
            page.click("#login_submit")
            page.wait_for_url(f"**/user/{name}/voila/render/canasta/index.ipynb*")
            ready(page)
            self._pages[name] = page
        return self._pages[name]

    def close(self) -> None:
        """All leave."""
        for page in self._pages.values():
            page.context.close()


@pytest.fixture(scope="module")
def people(hub: str, browser: Browser) -> Iterator[People]:
    """Nobody is there at first."""
    people = People(hub, browser)
    yield people
    people.close()


def test_a_learner_plays(people: People) -> None:
    """Whoever signs in finds the lessons in Voilà, from a server of his own, and the table answers there."""
    page = people["ann"]
    page.goto(f"{people.hub}user/ann/voila/render/canasta/02-melds.ipynb")
    ready(page)
    line = page.locator("[data-command] input:visible").first
    line.fill("meld K76")
    line.press("Enter")
    expect(page.locator('[data-verdict="refused"]')).to_be_visible()


def test_each_has_his_own(people: People) -> None:
    """Nobody gets into another's server, and learners have no page that is for teachers."""
    assert people["ann"].request.get(f"{people.hub}user/ben/voila/render/canasta/index.ipynb").status in (403, 404)
    people["ben"].bring_to_front()
    assert people["ann"].request.get(f"{people.hub}user/ben/voila/render/canasta/index.ipynb").status == 403
    assert people["ann"].request.get(f"{people.hub}user/ann/voila/render/canasta/present.ipynb").status == 404


def test_the_class_is_asked(people: People) -> None:
    """A teacher asks on a server of her own, learners answer on theirs, and one database counts them."""
    teacher = people["teacher"]
    teacher.goto(f"{people.hub}user/teacher/voila/render/canasta/present.ipynb")
    ready(teacher)
    teacher.get_by_label("Ask the class about a play").fill("draw")
    teacher.get_by_role("button", name="Make a question of it").click()
    teacher.get_by_role("button", name="Ask the class", exact=True).click()
    for number, name in enumerate(("ann", "ben"), 1):
        page = people[name]
        page.goto(f"{people.hub}hub/user-redirect/class/")
        assert page.url == f"{people.hub}user/{name}/class/"
        page.get_by_role("radio").first.check()
        expect(page.get_by_text("Your answer is kept")).to_be_visible()
        expect(teacher.get_by_role("paragraph").filter(has_text=f"{number} ha")).to_be_visible()
    teacher.get_by_role("button", name="Reveal the answer").click()
    expect(people["ann"].locator(".canasta-own")).to_contain_text("You answered")


def test_the_class_hands_in(people: People) -> None:
    """What a learner hands in on a server of his own is read on the teacher's, and on no learner's."""
    results = Results(read_plan("wild-cards; seed=b; count=1"), "Ann", ()).text()
    said = people["ann"].evaluate(
        """async ([href, body]) => {
            const answer = await canastaFetch(href, { method: "POST", body });
            return [answer.status, (await answer.json()).message];
        }""",
        [f"{people.hub}user/ann/class/results", results],
    )
    assert said == [200, "Handed in. Your teacher can read it."]
    assert people["ann"].request.get(f"{people.hub}user/ann/class/results").status == 403
    teacher = people["teacher"]
    teacher.goto(f"{people.hub}user/teacher/voila/render/canasta/class-results.ipynb")
    teacher.get_by_role("button", name="Read what was handed in (1)").click()
    expect(teacher.locator(".cng tbody th")).to_have_text(["Ann"])
    teacher.locator("[data-do=sure]").click()
    teacher.locator("[data-do=yes]").click()
    expect(teacher.get_by_text("Nothing has been handed in.")).to_be_visible()


def test_lessons_from_a_repository(people: People, tmp_path: Path) -> None:
    """A link of nbgitpuller brings a teacher's repository into a learner's home, and opens its lesson in Voilà."""
    pytest.importorskip("nbgitpuller", reason="`make try-hub` installs it")
    repository = tmp_path / "our-lessons"
    shutil.copytree(ROOT / "lessons", repository, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    git = ["git", "-c", "user.name=A teacher", "-c", "user.email=teacher@example.org", "-C", str(repository)]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "Our lessons"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    page = people["ann"]
    wanted = "voila/render/our-lessons/02-melds.ipynb"
    page.goto(f"{people.hub}hub/user-redirect/git-pull?repo=file://{repository}&branch=main&urlpath={wanted}")
    page.wait_for_url(f"**/user/ann/{wanted}*")
    ready(page)
