"""A class hands in what it has done, and whoever presents reads it."""

from __future__ import annotations

import json
import math
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import replace

import pytest
from canasta_widgets.serve.handed import Handed
from classes import PRESENT, Class, cookie_of, sound
from disks import held
from playwright.sync_api import Page, expect

from canasta.tutor.drills.plan import read_plan
from canasta.tutor.results import MOST_HANDED, Results, read_results

PLAN = "wild-cards; seed=b; count=1"  # a question with boxes to tick


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
    kept = room.presenter.partition("=")[0]
    for path in ("class/results", "class/results/1"):
        for own in ("", cookie["Cookie"], f"{kept}=wrong", f"{kept}={room.secret}"):
            answer = room.ask(path, Cookie=own)
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
    with held(room.file):
        status, said = room.send("results", body)
    assert (status, said) == (503, "Not handed in yet; this page tries again by itself.")
    assert Handed(room.store).sheets() == []


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
