"""A class behind a password: nothing is to be had without it, a phone comes in with it, a wrong one is told so."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress

import psutil
import pytest
from desks import Watched
from loops import ran
from pages import objections, ready
from playwright.sync_api import expect
from servers import ROOT, Answer, Server, serving
from talker import Fault, Talker

HOME, LESSON = "voila/render/index.ipynb", "voila/render/02-melds.ipynb"
PASSWORD = "rote Drei é3"
BASE = "/school/"
SIGN_IN = "enter"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A small class behind a password and below a base path."""
    folder = tmp_path_factory.mktemp("school")
    lessons = folder / "lessons"
    (lessons / "levels").mkdir(parents=True)
    for name in ("index.ipynb", "02-melds.ipynb", "present.ipynb", "levels/02-melds.toml"):
        (lessons / name).write_bytes((ROOT / "lessons" / name).read_bytes())
    told = {"CANASTA_CLASS_PASSWORD": PASSWORD, "HOME": str(folder)}
    arguments = ("--learners", "1", "--lessons", str(lessons))
    with serving(folder / "log.txt", *arguments, verb="class", base_url=BASE, **told) as server:
        yield server


def types(server: Server, password: str, *, onward: str = "", **headers: str) -> Answer:
    """Send the form; redirects are not followed."""
    body = urllib.parse.urlencode({"password": password, "next": onward}).encode()
    request = urllib.request.Request(server.url + SIGN_IN, data=body, headers=headers)

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_arguments: object) -> None:
            return None

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay)
    try:
        with opener.open(request, timeout=20) as answer:
            return Answer(answer.status, dict(answer.headers), answer.read().decode())
    except urllib.error.HTTPError as answer:
        with answer:
            return Answer(answer.code, dict(answer.headers), answer.read().decode())


@pytest.mark.parametrize(
    "path",
    [
        "",
        HOME,
        LESSON,
        "voila/render/nowhere.ipynb",
        "voila/static/voila.js",
        "voila/labextensions/x.js",
        "voila/tree",
        "class/",
        "class/state",
        "class/table/1/wide.svg",
        "nowhere",
    ],
)
def test_nothing_without_it(school: Server, path: str) -> None:
    """Every address leads to the page that asks, which says nothing of what is behind it, and back afterwards."""
    answer = school.ask(path)
    assert answer.status == 302
    assert answer.headers["Location"] == f"{BASE}{SIGN_IN}?next={BASE}{path}"
    assert answer.text == ""
    forged = school.ask(path, Cookie=f"canasta-class-127-0-0-1-{school.url.split(':')[2].split('/')[0]}=learner")
    assert forged.status == 302


def test_no_line_without_it(school: Server) -> None:
    """No line, no kernel and no goodbye for who has not typed it, even if he knows the kernel."""

    async def talk() -> None:
        async with Talker(school.url) as learner, Talker(school.url) as visitor:
            signed = types(school, PASSWORD).headers["Set-Cookie"].split(";")[0].partition("=")
            learner.cookies[signed[0]] = signed[2]
            await learner.open(LESSON)
            visitor.kernel, visitor.base = learner.kernel, learner.base
            with pytest.raises(Fault) as fault:
                await visitor.connect()
            assert fault.value.status == 403
            for path in (f"api/kernels/{learner.kernel}", "api/kernels/0-0-0-0-0"):
                assert (await visitor.request(path)).code == 403
            assert (await visitor.request(f"voila/api/shutdown/{learner.kernel}", method="POST")).code == 403
            assert (await visitor.request("class/vote", method="POST", body="{}")).code == 403
            assert (await learner.request(f"api/kernels/{learner.kernel}")).code == 200
            visitor.kernel = ""

    ran(talk())


@pytest.mark.parametrize(
    ("onward", "leads"),
    [
        (BASE + LESSON, BASE + LESSON),
        ("", BASE),
        ("//evil.example/x", BASE),
        ("https://evil.example/", BASE),
        ("/other/", BASE),
        (BASE + "\\evil.example", BASE),
        (BASE + "x\r\nSet-Cookie: a=b", BASE),
        (BASE + "x" * 2000, BASE),
    ],
)
def test_onward(school: Server, onward: str, leads: str) -> None:
    """After the right password one goes on to the page one asked for, if that is one of this server's."""
    answer = types(school, f" {PASSWORD} ", onward=onward)
    assert answer.status == 303
    cookie = answer.headers["Set-Cookie"]
    looks = answer.headers["Location"].removeprefix(BASE)
    assert looks.startswith(SIGN_IN)
    led = school.ask(looks, Cookie=cookie.split(";")[0])
    assert (led.status, led.headers["Location"]) == (302, leads)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert f"Path={BASE}" in cookie
    assert school.ask(LESSON, Cookie=cookie.split(";")[0]).status == 200


def test_a_browser_without_cookies(school: Server) -> None:
    """Who typed the right password in a browser that keeps no cookie is told so, and not that it was wrong."""
    answer = school.ask(types(school, PASSWORD, onward=BASE + LESSON).headers["Location"].removeprefix(BASE))
    assert answer.status == 200
    assert "keeps no cookie" in answer.text
    assert f'value="{BASE}{LESSON}"' in answer.text
    assert "keeps no cookie" not in school.ask(f"{SIGN_IN}?next={BASE}{LESSON}").text


@pytest.mark.parametrize("word", ["", "wrong", PASSWORD.upper(), PASSWORD[:-1], PASSWORD + "x", "\0", "é" * 5000])
def test_wrong(school: Server, word: str) -> None:
    """Any other word is refused, and sets no cookie."""
    answer = types(school, word)
    assert answer.status == 403
    assert "Set-Cookie" not in answer.headers
    assert 'role="alert"' in answer.text


def test_from_elsewhere(school: Server) -> None:
    """A form on a foreign page signs nobody in."""
    assert types(school, PASSWORD, Origin="http://evil.example").status == 403
    assert types(school, PASSWORD, **{"Sec-Fetch-Site": "cross-site"}).status == 403


def test_by_hand(school: Server, watched: Callable[..., Watched]) -> None:
    """On a phone, by keyboard: the field has the focus, a wrong word is told and can be typed again, then one is in."""
    seen = watched(fresh=True, viewport={"width": 360, "height": 640})
    tab = seen.page
    tab.goto(school.url + LESSON)
    field = tab.get_by_label("Password")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("type", "password")
    tab.keyboard.type("wrong")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("alert")).to_contain_text("not the password")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    assert objections(tab) == []
    assert "jupyter" not in tab.content().lower()
    tab.keyboard.type(PASSWORD)
    tab.keyboard.press("Enter")
    ready(tab)
    assert tab.url == school.url + LESSON
    assert seen.outside == []


def test_kernels_do_not_know_it(school: Server) -> None:
    """The password is in the environment of no kernel."""
    found = []
    for child in psutil.Process(school.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # one that ends just now, a zombie among them, has no environment left
            found.append(json.dumps(child.environ(), ensure_ascii=False))
    assert found
    assert not any(PASSWORD in each for each in found)


def test_who_presents(school: Server) -> None:
    """The address that was printed at the start needs no password and opens the lessons too; no other secret does."""
    presents = re.search(r"voila/render/present\.ipynb\?secret=\S+", school.log.read_text())
    assert presents
    assert school.ask(presents[0][:-1]).status == 302
    assert SIGN_IN in school.ask(presents[0][:-1]).headers["Location"]

    async def talk() -> None:
        async with Talker(school.url) as teacher:
            answer = await teacher.request(presents[0])
            assert answer.code == 302
            assert answer.headers["Location"] == f"{BASE}voila/render/present.ipynb"
            await teacher.open("voila/render/present.ipynb")
            assert teacher.models
            assert (await teacher.request("class/")).code == 200

    ran(talk())


def test_a_full_room(school: Server) -> None:
    """Beyond the room's measure a page is refused in plain words; who is in plays on."""

    async def talk() -> None:
        async with Talker(school.url) as learner:
            signed = types(school, PASSWORD).headers["Set-Cookie"].split(";")[0].partition("=")
            learner.cookies[signed[0]] = signed[2]
            codes = []
            for _ in range(40):
                answer = await learner.request(HOME)
                codes.append(answer.code)
                if answer.code != 200:
                    break
            assert codes[-1] == 503
            assert answer.headers["Retry-After"] == "60"
            text = answer.body.decode()
            assert "All seats are taken." in text
            assert 'href="">Try again</a>' in text
            assert "jupyter" not in text.lower()
            assert (await learner.request("class/")).code == 200

    ran(talk())
