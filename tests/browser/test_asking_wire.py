"""A class is asked, over the wire: what its server says, to whom, and what it does not take."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from classes import BASE, CHOICES, LINE, PRESENT, Class, cookie_of
from disks import held

from canasta import BOOK


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
    kept = room.presenter.partition("=")[0]
    for cookie in ("", "wrong", room.secret):
        assert room.ask(PRESENT, Cookie=f"{kept}={cookie}").status == 403
    admitted = room.ask(f"{PRESENT}?secret={room.secret}")
    assert (admitted.status, admitted.headers["Location"]) == (302, BASE + PRESENT)
    assert admitted.headers["Referrer-Policy"] == "no-referrer"
    given = room.cookies(f"{PRESENT}?secret={room.secret}")
    assert re.search(rf"canasta-presenter-[\w-]+=\w+; HttpOnly; Path={BASE}; SameSite=Lax", given)
    assert room.secret not in given
    assert "present.ipynb" not in room.ask("voila/render/index.ipynb").text


def test_the_database_is_held(room: Class) -> None:
    """While another program holds the database an answer is not said to be kept, and the server says so plainly."""
    poll = room.store.ask(LINE, "take K2", CHOICES).id
    cookie = cookie_of(room)
    with held(room.file):
        status, said = room.vote({"poll": poll, "choice": "legal"}, cookie)
    assert (status, said) == (503, "Your answer is not kept yet; this page tries again by itself.")
    assert room.store.tally(poll) == {}
    assert room.vote({"poll": poll, "choice": "legal"}, cookie)[0] == 200
