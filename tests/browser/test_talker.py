"""A learner without a browser has what a browser has: the same table, verdicts, and the goodbye."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from loops import ran
from pages import process_of, ready
from playwright.sync_api import Page
from servers import Server
from talker import LESSON, Fault, Talker


def test_same_first_table(voila: Server, page: Callable[..., Page]) -> None:
    """The first table has the cards and the task that a browser shows, with nothing said wrong."""
    tab = page()
    tab.goto(voila.url + LESSON)
    ready(tab)
    cards = tab.locator("[data-card]").evaluate_all("all => all.map((node) => node.dataset.card)")
    task = tab.locator("main").inner_text()

    async def talk() -> tuple[dict, dict]:
        async with Talker(voila.url) as learner:
            await learner.open()
            (table,), (guide,) = learner.find("zones"), learner.find("made")
            assert learner.errors == []
            return learner.models[table], learner.models[guide]

    table, guide = ran(talk())
    assert len(cards) > 5
    assert [card["id"] for card in table["zones"]["hand"]] == cards
    assert guide["view"]["task"] in task


def test_a_try_has_its_own_verdict(voila: Server) -> None:
    """Each try hears its own verdict, also when two are under way; what no page may send is never answered."""

    async def talk() -> None:
        async with Talker(voila.url) as learner:
            await learner.open()
            (table,) = learner.find("zones")
            refused = learner.send(
                "comm_msg",
                {"comm_id": table, "data": {"method": "custom", "content": {"kind": "commit", "text": "meld KQJ"}}},
            )
            legal = await learner.ask(table, {"kind": "commit", "text": "meld 777"})
            for answer, wanted in ((refused, False), (legal, True)):
                verdict, seconds = (await learner.heard(answer)).after(table, "verdict") or ({}, 0)
                assert verdict["legal"] is wanted
                assert 0 < seconds < 60
            assert learner.models[table]["verdict"]["legal"] is True
            with pytest.raises(Fault, match="no answer"):
                await learner.heard(learner.send("execute_request", {"code": "1"}), 1)
            assert learner.errors == []

    ran(talk())


def test_ways_to_go(voila: Server) -> None:
    """Who says goodbye ends his kernel; who is out of reach leaves it, and neither is an error of the server."""

    async def talk() -> list[tuple[int, int]]:
        gone = []
        for way in ("leave", "drop"):
            learner = Talker(voila.url)
            await learner.open()
            if way == "leave":
                assert await learner.leave() == 204
            else:
                learner.drop()
            assert learner.errors == []
            status = voila.ask(f"api/kernels/{learner.kernel}").status
            later = Talker(voila.url)
            later.kernel = learner.kernel
            gone.append((status, await later.leave()))  # nothing stays here
        return gone

    assert ran(talk()) == [(404, 404), (200, 204)]


def test_what_fails_is_said(voila: Server) -> None:
    """A kernel that dies gives no answer, a foreign page gets no line, and a page that is not there says so."""

    async def talk() -> None:
        async with Talker(voila.url) as learner:
            await learner.open()
            process_of(voila, learner.kernel).kill()
            with pytest.raises(Fault):
                await learner.ask(learner.find("zones")[0], {"kind": "there"}, 3)
        async with Talker(voila.url, origin="http://elsewhere.example") as stranger:
            await stranger.load()
            with pytest.raises(Fault, match="refused") as refusal:
                await stranger.connect()
            assert refusal.value.status == 403
            stranger.origin = stranger.host  # its kernel ends all the same
        async with Talker(voila.url) as lost:
            with pytest.raises(Fault) as refusal:
                await lost.load("voila/render/no-such-page.ipynb")
            assert refusal.value.status == 404

    ran(talk())
