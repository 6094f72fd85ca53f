"""A class is asked: the presenter's page behind its secret, the learner's page, and what both see of each other."""

from __future__ import annotations

import http.client
import json
import math
import re
import shutil
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from canasta_widgets.serve.handed import Handed
from canasta_widgets.serve.store import Store
from conftest import Watched
from playwright.sync_api import Browser, Page, expect
from pseudo import catalogue
from servers import ROOT, Answer, Server, serving

from canasta import BOOK
from canasta.tutor.drills.plan import read_plan
from canasta.tutor.results import MOST_HANDED, Results, read_results
from canasta.words import LOCALE

BASE = "/school/"
PAGES = ("index.ipynb", "02-melds.ipynb", "present.ipynb", "practice.ipynb", "class-results.ipynb")
CHOICES = ("legal", "freeze.natural-pair", "take.pair")
LINE = "KsQcTd9s7h2d4c JJJJ/888 7s6cbsJd9hKh ?40 N.draw"
PRESENT = "voila/render/present.ipynb"
HEBREW = {"English": "Ivrit", "Legal": "Huki", "Legal or not, and why?": "Huki o lo, velama?"}
PLAN = "wild-cards; seed=b; count=1"  # a question with boxes to tick
Pages = Callable[..., Page]


@dataclass
class Class:
    """A class that is served: the server, where it keeps what is answered, and the address with the secret."""

    server: Server
    store: Store
    file: Path
    secret: str

    def ask(self, path: str, **headers: str) -> Answer:
        """Ask for a path of the class."""
        return self.server.ask(path, **headers)

    def cookies(self, path: str) -> str:
        """What cookies a path gives, one a line."""
        parts = urlsplit(self.server.url)
        line = http.client.HTTPConnection(parts.netloc, timeout=20)
        line.request("GET", parts.path + path)
        found = line.getresponse().headers.get_all("Set-Cookie") or []
        line.close()
        return "\n".join(found)

    def vote(self, body: Any, cookie: str = "", **headers: str) -> tuple[int, str]:
        """Send an answer, as a browser with this cookie; gives the status and what is said."""
        more = {"Cookie": f"canasta-browser={cookie}"} if cookie else {}
        return self.send("vote", body, **{**more, **headers})

    def send(self, path: str, body: Any = b"", method: str = "POST", **headers: str) -> tuple[int, str]:
        """Send something to an address of the class; gives the status and what is said."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        more = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(f"{self.server.url}class/{path}", data, more, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=20) as answer:
                return answer.status, str(json.load(answer)["message"])
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, str(json.load(answer)["message"])

    @property
    def presenter(self) -> str:
        """The cookie of a browser in which the presenter's page was opened."""
        found = re.search(r"canasta-presenter=\w+", self.cookies(f"{PRESENT}?secret={self.secret}"))
        assert found is not None
        return found[0]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """A class with a few pages, under a path, in a server that knows a second language."""
    folder = tmp_path_factory.mktemp("class")
    lessons, file = folder / "lessons", folder / "class.sqlite"
    (lessons / "levels").mkdir(parents=True)
    for name in PAGES:
        shutil.copy(ROOT / "lessons" / name, lessons / name)
    shutil.copy(ROOT / "lessons" / "levels" / "02-melds.toml", lessons / "levels")
    catalogue(folder / "locale", "he", HEBREW)
    arguments = ("--learners", "1", "--lessons", str(lessons), "--database", f"sqlite:///{file}")
    told = {LOCALE: str(folder / "locale")}
    with serving(folder / "log.txt", *arguments, verb="class", base_url=BASE, **told) as server:
        end = time.monotonic() + 30
        while not (found := re.search(rf"{re.escape(server.url)}{PRESENT}\?secret=(\S+)", server.log.read_text())):
            assert time.monotonic() < end, server.log.read_text()
            time.sleep(0.1)
        store = Store(f"sqlite:///{file}")
        yield Class(server, store, file, found[1])
        store.close()


@pytest.fixture
def room(whole: Class) -> Class:
    """The class, of which nothing is asked."""
    whole.store.forget()
    time.sleep(0.6)  # for which the server tells all devices the same
    return whole


@pytest.fixture
def devices(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes pages of browsers of their own, as different learners have them."""
    contexts = []

    def device(**options: Any) -> Page:
        contexts.append(browser.new_context(**{"viewport": {"width": 360, "height": 740}, **options}))
        return contexts[-1].new_page()

    yield device
    for context in contexts:
        context.close()


def cookie_of(room: Class) -> str:
    """What tells a new browser from others."""
    found = re.search(r"canasta-browser=([\w-]+)", room.cookies("class/"))
    assert found is not None
    return found[1]


# -- over the wire ----------------------------------------------------------------------------------------------------


def test_nothing_is_asked(room: Class) -> None:
    """The page says so and leads to the lessons; whoever types the address without a slash gets there too."""
    page = room.ask("class/")
    assert page.status == 200
    assert "Nothing is asked just now." in page.text
    assert f'href="{BASE}voila/render/index.ipynb"' in page.text
    assert room.ask("class").headers["Location"] == f"{BASE}class/"
    assert json.loads(room.ask("class/state").text) == {"at": "", "open": False}


def test_a_vote_over_the_wire(room: Class) -> None:
    """A browser gets a cookie that no script reads; its answer is kept, shown to it again, changed, told to nobody."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    cookie = cookie_of(room)
    assert len(cookie) == 22
    said = room.cookies("class/")
    assert re.search(rf"canasta-browser=[\w-]{{22}}; expires=[^;]+; HttpOnly; Path={BASE}; SameSite=Lax", said)
    assert room.vote({"poll": poll, "choice": "legal"}, cookie)[0] == 200
    assert room.vote({"poll": poll, "choice": "take.pair"}, cookie) == (
        200,
        "Your answer is kept; you can change it until the answer is shown.",
    )
    assert room.store.tally(poll) == {"take.pair": 1}
    mine = room.ask("class/question", Cookie=f"canasta-browser={cookie}").text
    assert re.search(r'value="take\.pair" checked', mine)
    other = room.ask("class/question").text
    assert "checked" not in other
    assert 'value="take.pair"' in other


def test_the_answer_comes_with_the_reveal(room: Class) -> None:
    """Before it nothing on the page or in what it asks for tells the answer; then it does, with the clause."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    before = [room.ask(f"class/{path}").text for path in ("", "question", "state", f"table/{poll}/wide.svg")]
    assert "North: Take the pile with K 2" in before[1]
    for text in before:
        assert "canasta-answer" not in text
        assert "canasta-source" not in text
        assert BOOK["freeze.natural-pair"].source not in text
    state = room.ask("class/state")
    assert json.loads(state.text) == {"at": f"{poll}-open", "open": True}
    tag = {"If-None-Match": state.headers["Etag"]}
    assert room.ask("class/state", **tag).status == 304
    room.store.reveal(poll)
    time.sleep(0.6)
    assert json.loads(room.ask("class/state", **tag).text) == {"at": f"{poll}-shown", "open": False}
    after = room.ask("class/question")
    assert "freeze.natural-pair" in after.text
    assert "You did not answer this one." in after.text
    assert after.headers["Canasta-At"] == f"{poll}-shown"


def test_the_picture(room: Class) -> None:
    """The table comes as a picture, wide or narrow, of the question that is asked and of no other."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    for size in ("wide", "narrow"):
        picture = room.ask(f"class/table/{poll}/{size}.svg")
        assert (picture.status, picture.headers["Content-Type"]) == (200, "image/svg+xml")
        assert picture.text.startswith("<svg ")
    assert room.ask(f"class/table/{poll + 1}/wide.svg").status == 404
    assert room.ask(f"class/table/{poll}/huge.svg").status == 404


def test_what_is_no_answer(room: Class) -> None:
    """What is no vote, comes from elsewhere or too late is refused with a sentence, and nothing is kept."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    good, cookie = {"poll": poll, "choice": "legal"}, cookie_of(room)
    assert room.vote(good)[0] == 403
    assert room.vote(good, "short")[0] == 403
    assert room.vote(good, cookie, Origin="http://elsewhere.example")[0] == 403
    assert room.vote(good, cookie, Origin="null")[0] == 403
    bad: list[Any] = [b"", b"no json", b"[" * 100_000, b"\xff", [], 7, None, {}, {"poll": poll}, {"choice": "legal"}]
    bad += [{"poll": True, "choice": "legal"}, {"poll": str(poll), "choice": "legal"}, {"poll": poll, "choice": 1}]
    bad += [
        {"poll": poll, "choice": "meld.threes"},
        {"poll": 1e400, "choice": "legal"},
        {"poll": 2**70, "choice": "legal"},
    ]
    bad += [{"poll": poll, "choice": "legal", "more": "x" * 2000}, {"poll": poll, "choice": "\ud800"}]
    for body in bad:
        status, said = room.vote(body, cookie)
        assert (status, said) == (400, "That is none of the choices."), body
    room.store.reveal(poll)
    status, said = room.vote(good, cookie)
    assert status == 409
    assert "too late" in said
    assert room.vote({"poll": poll + 1, "choice": "legal"}, cookie)[0] == 409
    assert room.store.tally(poll) == {}
    origin = room.server.url.removesuffix(BASE)
    again = room.store.ask(LINE, "take K2", CHOICES).id
    assert room.vote({"poll": again, "choice": "legal"}, cookie, Origin=origin)[0] == 200


def test_only_with_the_secret(room: Class) -> None:
    """However the presenter's page is spelled, without the secret there is a plain page; with it a cookie, and the
    address without the secret."""
    for path in ("levels/../present.ipynb", "./present.ipynb", "levels%2f..%2fpresent.ipynb"):
        assert room.ask(f"voila/render/{path}").status == 404
    spelled = (PRESENT, "voila/render/%70resent.ipynb", "voila/render//present.ipynb", "voila/render/PRESENT.ipynb")
    for path in (*spelled, f"{PRESENT}?secret=", f"{PRESENT}?secret=wrong", f"{PRESENT}?secret=%ff"):
        answer = room.ask(path)
        assert answer.status == 403, path
        assert "printed where the lessons were started" in answer.text
        assert "canasta-presenter" not in room.cookies(path)
    for cookie in ("", "wrong", room.secret):
        assert room.ask(PRESENT, Cookie=f"canasta-presenter={cookie}").status == 403
    admitted = room.ask(f"{PRESENT}?secret={room.secret}")
    assert (admitted.status, admitted.headers["Location"]) == (302, BASE + PRESENT)
    assert admitted.headers["Referrer-Policy"] == "no-referrer"
    given = room.cookies(f"{PRESENT}?secret={room.secret}")
    assert re.search(rf"canasta-presenter=\w+; HttpOnly; Path={BASE}; SameSite=Lax", given)
    assert room.secret not in given
    assert "present.ipynb" not in room.ask("voila/render/index.ipynb").text


def test_the_database_is_held(room: Class) -> None:
    """While another program holds the database an answer is not said to be kept, and the server says so plainly."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    cookie = cookie_of(room)
    other = sqlite3.connect(room.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    status, said = room.vote({"poll": poll, "choice": "legal"}, cookie)
    other.execute("ROLLBACK")
    other.close()
    assert (status, said) == (503, "Your answer is not kept yet; this page tries again by itself.")
    assert room.store.tally(poll) == {}
    assert room.vote({"poll": poll, "choice": "legal"}, cookie)[0] == 200


def test_results_over_the_wire(room: Class) -> None:
    """What is whole and bears a name is handed in, and replaced by the same browser; only whoever presents is told."""
    Handed(room.store).forget(math.inf)
    done = Results(read_plan(PLAN), "Ann", ())
    cookie = {"Cookie": f"canasta-browser={cookie_of(room)}"}
    assert room.send("results", done.text().encode(), **cookie)[0] == 200
    status, said = room.send("results", done.text().encode(), **cookie)
    assert status == 200
    assert "in place of" in said
    assert room.send("results", replace(done, label="Ben").text().encode())[0] == 200
    refused = {
        done.text().replace("seed=b", "seed=c").encode(): (400, "checksum"),
        replace(done, label="").text().encode(): (400, "Type your name"),
        b"{}": (400, "made by something else"),
        b"\xff[": (400, "no JSON"),
        b"[" * 50_000: (400, "no JSON"),
        done.text().encode() + b" " * MOST_HANDED: (413, "too large"),
    }
    for body, (code, word) in refused.items():
        status, said = room.send("results", body, **cookie)
        assert status == code, said
        assert word in said
    for path in ("class/results", "class/results/1"):
        for held in ("", cookie["Cookie"], "canasta-presenter=wrong", f"canasta-presenter={room.secret}"):
            answer = room.ask(path, Cookie=held)
            assert answer.status == 403
            assert "Ann" not in answer.text
    assert room.send("results?until=9999999999", method="DELETE", **cookie)[0] == 403
    shows = {"Cookie": room.presenter}
    sheets = json.loads(room.ask("class/results", **shows).text)["sheets"]
    assert [each["label"] for each in sheets] == ["Ben", "Ann"]
    one = room.ask(f"class/results/{sheets[1]['id']}", **shows)
    assert read_results(json.loads(one.text)["file"]) == done
    assert room.ask("class/results/999999999", **shows).status == 404
    for until in ("", "?until=now", "?until=1e9", "?until=-1"):
        assert room.send(f"results{until}", method="DELETE", **shows)[0] == 400
    assert room.send(f"results?until={sheets[1]['given']}", method="DELETE", **shows)[0] == 200
    assert [each.label for each in Handed(room.store).sheets()] == ["Ben"]


def test_results_from_elsewhere_or_in_vain(room: Class) -> None:
    """The page of another site neither hands in nor deletes; what cannot be kept is not said to be."""
    Handed(room.store).forget(math.inf)
    body = Results(read_plan(PLAN), "Ann", ()).text().encode()
    for method, path in (("POST", "results"), ("DELETE", "results?until=9999999999")):
        request = urllib.request.Request(f"{room.server.url}class/{path}", body, method=method)
        for name, value in (("Origin", "http://elsewhere.example"), ("Cookie", room.presenter)):
            request.add_header(name, value)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20)
        assert refused.value.code == 403
        refused.value.close()
    other = sqlite3.connect(room.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    status, said = room.send("results", body)
    other.execute("ROLLBACK")
    other.close()
    assert (status, said) == (503, "Not handed in yet; this page tries again by itself.")
    assert Handed(room.store).sheets() == []


# -- in browsers ------------------------------------------------------------------------------------------------------


def sound(tab: Page) -> None:
    """What axe says of a page, light and dark, and that nothing is wider than it."""
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        found = Axe().run(tab).response["violations"]
        assert [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found] == []
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_class_is_asked(room: Class, devices: Callable[..., Page], watched: Callable[..., Watched]) -> None:
    """From the presenter's try to the answer: two vote, one changes his mind, the tally is seen live, and what comes
    after the reveal does not count."""
    seen = watched()
    shows = seen.page
    shows.goto(f"{room.server.url}{PRESENT}?secret={room.secret}")
    assert shows.url == room.server.url + PRESENT
    expect(shows.locator("[data-card]:visible").first).to_be_visible()
    learners = [devices(), devices()]
    for learner in learners:
        learner.goto(room.server.url + "class/")
        expect(learner.get_by_text("Nothing is asked just now.")).to_be_visible()

    # What the presenter tries on the table may be asked about, or what he types.
    shows.get_by_role("button", name="Draw from the stock").click()
    shows.locator(".cnv [data-do=last]").click()
    expect(shows.locator(".cnv-about")).to_have_text("North: Draw from the stock")
    shows.locator(".cnv [data-do=another]").click()
    shows.locator("[data-reveal]").click()
    expect(shows.locator(".cnt-status")).to_contain_text("meld if you like")
    shows.locator(".cnv input[data-do=play]").fill("meld KK9")
    shows.keyboard.press("Enter")
    expect(shows.locator(".cnv-about")).to_have_text("North: Meld K K 9")
    shows.locator(".cnv [data-do=ask]").click()
    expect(shows.locator(".cnv-where b")).to_have_text(room.server.url + "class/")
    first, second = (learner.get_by_role("radio") for learner in learners)
    expect(first.first).to_be_visible()
    expect(learners[1].locator(".canasta-about")).to_have_text("North: Meld K K 9")

    first.nth(0).check()
    second.nth(0).focus()
    learners[1].keyboard.press("Space")
    for learner in learners:
        expect(learner.locator("#canasta-kept")).to_contain_text("Your answer is kept")
    expect(shows.locator(".cnv-answered")).to_have_text("2 have answered")
    expect(shows.locator(".cnv-count")).to_have_count(0)
    shows.locator(".cnv [data-do=open]").click()
    expect(shows.locator(".cnv-count").first).to_have_text("2")
    second.nth(2).check()
    expect(shows.locator(".cnv-count").first).to_have_text("1")
    expect(shows.locator(".cnv-count").nth(2)).to_have_text("1")
    learners[0].reload()
    expect(first.nth(0)).to_be_checked()
    for learner in learners:
        sound(learner)

    # A device that has not heard of the reveal.
    learners[1].route("**/class/state", lambda route: route.abort())
    shows.locator(".cnv [data-do=reveal]").click()
    expect(shows.locator(".cnv-options .is-right")).to_contain_text("the answer")
    expect(shows.locator(".cnv-why")).to_be_visible()
    expect(learners[0].locator(".canasta-answer")).to_be_visible()
    expect(learners[0].locator(".canasta-own")).to_contain_text("You answered: Legal.")
    expect(learners[1].locator("#canasta-lost")).to_be_visible()
    second.nth(1).check()
    expect(learners[1].locator("#canasta-kept")).to_contain_text("too late")
    learners[1].unroute("**/class/state")
    expect(learners[1].locator(".canasta-answer")).to_be_visible()
    expect(learners[1].locator("#canasta-lost")).to_be_hidden()
    expect(shows.locator(".cnv-count").nth(2)).to_have_text("1")
    assert sum(room.store.tally(1 if (found := room.store.asked()) is None else found.id).values()) == 2
    for tab in (shows, *learners):
        sound(tab)

    # Another question, and none.
    shows.locator(".cnv [data-do=another]").click()
    expect(learners[0].get_by_text("Nothing is asked just now.")).to_be_visible()
    shows.locator(".cnv [data-do=sure]").click()
    shows.locator(".cnv [data-do=yes]").click()
    expect(shows.locator(".cnv input[data-do=play]")).to_be_visible()
    assert seen.errors == []
    assert seen.outside == []


def test_two_tabs_have_one_answer(room: Class, devices: Callable[..., Page]) -> None:
    """What is answered in one tab of a browser is seen in its others, and by no other browser."""
    room.store.ask(LINE, "take K2", CHOICES)
    first, foreign = devices(), devices()
    second = first.context.new_page()
    for tab in (first, second, foreign):
        tab.goto(room.server.url + "class/")
    first.get_by_role("radio").nth(0).check()
    expect(second.get_by_role("radio").nth(0)).to_be_checked()
    second.get_by_role("radio").nth(1).check()
    expect(first.get_by_role("radio").nth(1)).to_be_checked()
    expect(first.locator("#canasta-kept")).to_contain_text("Your answer is kept")
    expect(foreign.locator("input:checked")).to_have_count(0)


def test_what_could_not_be_kept(room: Class, devices: Callable[..., Page]) -> None:
    """An answer that did not reach the server, or that it could not keep, is sent again by itself, also by a page that
    was loaded again; until then the page says that it is not kept."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    learner = devices()
    learner.goto(room.server.url + "class/")
    kept = learner.locator("#canasta-kept")
    learner.route("**/class/vote", lambda route: route.abort())
    learner.get_by_role("radio").nth(1).check()
    expect(kept).to_contain_text("not kept yet")
    learner.reload()
    expect(learner.get_by_role("radio").nth(1)).to_be_checked()
    expect(kept).to_contain_text("not kept yet")
    assert room.store.tally(poll) == {}
    learner.unroute("**/class/vote")
    expect(kept).to_contain_text("Your answer is kept")
    other = sqlite3.connect(room.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    learner.get_by_role("radio").nth(2).check()
    expect(kept).to_contain_text("not kept yet")
    other.execute("ROLLBACK")
    other.close()
    expect(kept).to_contain_text("Your answer is kept")
    assert room.store.tally(poll) == {CHOICES[2]: 1}


def test_from_right_to_left(room: Class, devices: Callable[..., Page]) -> None:
    """In a language that is written from right to left so is the page, no wider than a phone; where there is room, it
    has the wide picture."""
    room.store.ask(LINE, "take K2", CHOICES)
    learner = devices()
    learner.context.add_cookies([{"name": "canasta-language", "value": "he", "url": room.server.url}])
    learner.goto(room.server.url + "class/")
    expect(learner.get_by_role("heading")).to_have_text("Huki o lo, velama?")
    expect(learner.locator("html")).to_have_attribute("dir", "rtl")
    expect(learner.locator("label").first).to_have_text("Huki")
    sound(learner)
    source = "document.querySelector('main img').currentSrc"
    assert learner.evaluate(source).endswith("narrow.svg")
    box, dot = (learner.locator(part).first.bounding_box() for part in ("label", "label input"))
    assert box is not None
    assert dot is not None
    assert dot["x"] > box["x"] + box["width"] / 2
    wide = devices(viewport={"width": 1280, "height": 800})
    wide.goto(room.server.url + "class/")
    expect(wide.get_by_role("img")).to_be_visible()
    assert wide.evaluate(source).endswith("wide.svg")


def test_it_looks_as_a_learner_likes_it(room: Class, devices: Callable[..., Page]) -> None:
    """Size and colours that were set on a lesson hold here too, whatever the device says."""
    room.store.ask(LINE, "take K2", CHOICES)
    learner = devices(color_scheme="light")
    learner.goto(room.server.url + "class/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light, size = learner.evaluate(paper), "parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"
    normal = learner.evaluate(size)
    looks = json.dumps({"colours": "dark", "size": "largest"})
    learner.evaluate("looks => localStorage.setItem('canasta-page', looks)", looks)
    learner.reload()
    expect(learner.get_by_role("radio").first).to_be_visible()
    assert learner.evaluate(paper) != light
    assert learner.evaluate(size) == pytest.approx(1.5 * normal)
    found = Axe().run(learner).response["violations"]
    assert [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found] == []
    assert learner.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_lesson_leads_there(room: Class, page: Pages) -> None:
    """While something is asked a link stands in the bar of a lesson; when nothing is, it does not."""
    tab = page()
    tab.goto(room.server.url + "voila/render/index.ipynb")
    link = tab.get_by_role("banner").get_by_role("link", name="Your teacher asks")
    expect(tab.locator("main h1")).to_be_visible()
    expect(link).to_have_count(0)
    room.store.ask(LINE, "take K2", CHOICES)
    time.sleep(0.6)
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(link).to_be_visible()
    found = Axe().run(tab).response["violations"]
    assert [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found] == []
    link.click()
    expect(tab.locator(".canasta-about")).to_have_text("North: Take the pile with K 2")
    assert tab.url == room.server.url + "class/"


def test_a_class_hands_in(room: Class, devices: Callable[..., Page]) -> None:
    """Two learners hand in with one press, one after a while without a server; whoever presents reads both, refuses
    what was changed, and deletes them."""
    handed = Handed(room.store)
    handed.forget(math.inf)
    learners = {name: devices() for name in ("Ann", "Ben")}
    for name, learner in learners.items():
        learner.goto(f"{room.server.url}voila/render/practice.ipynb?assignment={PLAN}")
        learner.locator("[data-do=accept]").click()
        learner.locator(".cnq input").first.check()
        learner.get_by_role("button", name="Answer", exact=True).click()
        expect(learner.locator(".cnr-report h2")).to_be_visible()  # the first box is right, and the task the only one
        learner.locator("[data-do=hand]").click()
        expect(learner.locator(".cnr-problem")).to_contain_text("Type your name first")
        learner.locator("input[name=label]").fill(name)
    cut = learners["Ben"]
    cut.route("**/class/results", lambda route: route.abort())
    for learner in learners.values():
        learner.locator("[data-do=hand]").click()
    expect(learners["Ann"].locator(".cnr-said")).to_have_text("Handed in. Your teacher can read it.")
    expect(cut.locator(".cnr-said")).to_contain_text("Not handed in yet")
    assert [each.label for each in handed.sheets()] == ["Ann"]
    cut.unroute("**/class/results")
    cut.reload()  # what was under way is sent by the page that is opened next
    expect(cut.locator(".cnr-said")).to_have_text("Handed in. Your teacher can read it.")
    learners["Ann"].locator("[data-do=hand]").click()
    expect(learners["Ann"].locator(".cnr-said")).to_contain_text("in place of what you had handed in")
    for learner in learners.values():
        sound(learner)

    results = "voila/render/class-results.ipynb"
    cut.goto(room.server.url + results)
    expect(cut.locator(".cng-handed")).to_contain_text("presenter's page")
    expect(cut.locator("[data-do=read]")).to_have_count(0)
    shows = devices(viewport={"width": 1280, "height": 800})
    shows.goto(f"{room.server.url}{PRESENT}?secret={room.secret}")
    with shows.expect_popup() as opened:
        shows.get_by_role("link", name="Results of the class").click()
    reads = opened.value
    assert reads.url == room.server.url + results
    with sqlite3.connect(room.file) as database:
        database.execute("UPDATE canasta_results SET file = replace(file, 'Ben', 'Bea') WHERE label = 'Ben'")
    database.close()
    reads.get_by_role("button", name="Read what was handed in (2)").click()
    expect(reads.locator(".cng tbody th")).to_have_text(["Ann"])
    expect(reads.locator(".cng-refused li")).to_contain_text("Ben")
    expect(reads.locator(".cng-refused li")).to_contain_text("checksum")
    expect(reads.locator(".cng-handed")).to_contain_text("All of it has been read.")
    sound(reads)
    reads.locator("[data-do=sure]").click()
    assert len(handed.sheets()) == 2
    sound(reads)
    reads.locator("[data-do=yes]").click()
    expect(reads.locator(".cng-handed")).to_contain_text("Nothing has been handed in.")
    assert handed.sheets() == []
    expect(reads.locator(".cng tbody th")).to_have_text(["Ann"])  # what was read stays as long as the page
