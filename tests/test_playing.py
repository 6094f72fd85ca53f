"""A game on the page: the choice of it, what goes by itself, the curtain, the log, and what the browser may say."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest
from canasta_widgets import desk
from canasta_widgets.desk import PACES, read_address, read_form
from canasta_widgets.playing import Playing
from canasta_widgets.rail import MOST_TEXT

from canasta import IllegalAction, NotationError, Position
from canasta.position import OVER
from canasta.tutor.bots import club
from canasta.tutor.sitting import SITTERS, YOU, Setup

OPEN = "KKJ65/?11/?11/?11 - 4 . N.draw first"
HIDDEN = ("layout", "_esm", "_css", "tooltip", "tabbable")


def hear(playing: Playing, **message: Any) -> None:
    """What the browser would send to the desk."""
    playing._heard(playing.desk, message, None)


def form(**changes: Any) -> dict[str, Any]:
    """The form as it is filled in at first, with some changes."""
    return {"base": "classic", "players": 4, "sitters": ["you"], "seed": "7", "position": "", "house": ""} | changes


def go_on(playing: Playing) -> bool:
    """One thing as a page and a learner would do it; whether there was anything to do."""
    view = playing.desk.view
    if view["stage"] == "curtain":
        hear(playing, kind="show")
    elif view["waits"]:
        hear(playing, kind="go", n=view["n"])
    elif view["stage"] == "play":
        position = playing.table.position
        assert playing.table.seat == position.acting
        assert playing.table.commit(str(club(position.seen_by(position.acting)).action))
    else:
        return False
    return True


def to_the_end(playing: Playing) -> None:
    """Play a deal to its end."""
    for _each in range(3000):
        if not go_on(playing):
            return
    raise AssertionError("the deal does not end")


def test_a_learner_plays_a_game_to_its_end() -> None:
    """Deal after deal, a game begun from the form ends with a winner, its sheet cited line by line."""
    playing = Playing()
    hear(playing, kind="begin", form=form(house="target=1500"))
    for deals in range(1, 30):
        to_the_end(playing)
        view = playing.desk.view
        assert view["stage"] == "over"
        rows = playing.sheet.view["rows"]
        assert sum(row["label"].startswith("Deal ") for row in rows) == deals
        assert all(row["clause"] and row["law"] for row in rows if row["part"])
        if not view["can"]["next"]:
            break
        hear(playing, kind="next")
        assert playing.desk.view["stage"] == "play"
        assert playing.sheet.view == {}
    assert deals > 1
    assert playing.sitting is not None
    assert playing.sitting.game.over
    assert any(row["need"] == "has won" for row in playing.strip.view["rows"])
    before = playing.desk.view
    hear(playing, kind="next")
    assert playing.desk.view == before


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("base", ["classic", "spruce", "pagat"])
def test_a_deal_in_every_shape(base: str, players: int) -> None:
    """In every profile, for every number of players, a deal is played to its end with two people at the screen."""
    playing = Playing()
    hear(playing, kind="begin", form=form(base=base, players=players, sitters=["you", "person", "random", "club"]))
    to_the_end(playing)
    assert playing.desk.view["stage"] == "over"
    assert playing.table.position.phase == OVER
    assert len(playing.strip.view["rows"]) == playing.table.position.profile.sides


def test_one_person_may_hold_several_hands() -> None:
    """Who sits in several seats sees all his hands, and the table turns to the one that is to act without a curtain."""
    playing = Playing(sitters=(YOU, YOU, YOU, YOU), seed="7", begin=True)
    seen = set()
    for _each in range(40):
        assert playing.desk.view["stage"] == "play"
        seen.add(playing.table.seat)
        go_on(playing)
    assert seen == {0, 1, 2, 3}


def test_what_is_due_of_the_others_is_not_told() -> None:
    """While the others play by themselves only what they do is told, and what is due as soon as it is one's turn."""
    playing = Playing(seed="7", begin=True)
    heard = []
    while not (heard and playing.table.position.seat == 0):
        assert go_on(playing)
        if playing.table.position.seat:
            heard.append(playing.table.verdict["told"])
    assert len(heard) >= 6
    assert not any("then discard" in told or "draw, or take" in told for told in heard[1:])
    assert "Your turn: draw" in playing.table.verdict["told"]


def test_bots_alone_lie_open() -> None:
    """Where nobody at this screen plays, all hands lie open from the start."""
    playing = Playing(sitters=("club", "random", "club", "random"), seed="7", begin=True)
    assert playing.table.open_hands is True
    to_the_end(playing)
    assert playing.desk.view["stage"] == "over"


def test_hands_open_when_the_deal_is_over() -> None:
    """The others' cards lie face down as long as the deal goes on, and open at its end."""
    playing = Playing(seed="7", begin=True)
    assert playing.table.open_hands == {0}
    to_the_end(playing)
    assert playing.table.open_hands is True
    hear(playing, kind="next")
    assert playing.table.open_hands == {0}


def traffic(playing: Playing) -> str:
    """All that the browser is shown."""
    widgets = (playing.desk, playing.strip, playing.coach, playing.table, playing.sheet, playing.review)
    state = [{name: value for name, value in each.get_state().items() if name not in HIDDEN} for each in widgets]
    return json.dumps(state, sort_keys=True)


@pytest.mark.parametrize("says", [False, True])
def test_nothing_of_the_others_reaches_the_browser(says: bool) -> None:
    """Up to where another player acts, deals that differ only in unseen cards are shown word for word alike."""
    shown = set()
    hands = set()
    for seed in ("11111", "22222", "33333"):
        playing = Playing(position=OPEN, seed=seed, says=says, draws=False, coach="always", begin=True)
        told = [traffic(playing)]
        playing.table.commit("meld KK")
        told.append(traffic(playing))
        shown.add("".join(told).replace(seed, "seed"))
        assert playing.sitting is not None
        hands.add(playing.sitting.position.hands)
    assert len(hands) == 3
    assert len(shown) == 1


def test_reasons_are_said_at_once_only_where_that_is_set() -> None:
    """A computer's player says why it played where the learner wants it so, and else not before the deal is over."""
    for says in (False, True):
        playing = Playing(seed="7", says=says, begin=True)
        said = []
        for _each in range(60):
            go_on(playing)
            assert playing.sitting is not None
            if playing.sitting.steps and playing.sitting.steps[-1].before.seat != 0 and not playing.sitting.over:
                said.append(playing.desk.view["said"])
        assert len(said) > 10
        assert all(said) if says else not any(said)


def test_a_play_of_one_s_turn_is_taken_back_in_practice() -> None:
    """Undo takes the learner's play back, from the log too, and nothing flows until he plays; else it is not there."""
    playing = Playing(seed="7", begin=True)
    hear(playing, kind="go", n=playing.desk.view["n"])  # the draw that flows
    assert [str(step.verdict.action) for step in playing.table.steps] == ["draw"]
    assert playing.table.can_undo
    playing.table.undo()
    assert playing.sitting is not None
    assert playing.sitting.steps == playing.table.steps == []
    assert playing.desk.view["waits"] == 0
    assert playing.desk.kept["actions"] == []
    assert playing.table.commit("draw")
    assert not Playing(seed="7", practice=False, begin=True).table.can_undo
    strict = Playing(seed="7", practice=False, begin=True)
    hear(strict, kind="go", n=strict.desk.view["n"])
    assert strict.table.steps
    assert not strict.table.can_undo


def test_a_stale_tick_plays_nothing() -> None:
    """What a page sends late, for what has gone on since, changes nothing."""
    playing = Playing(seed="7", begin=True)
    stale = playing.desk.view["n"]
    hear(playing, kind="go", n=stale)
    at = playing.table.position
    hear(playing, kind="go", n=stale)
    assert playing.table.position == at


def test_a_learner_out_of_turn_is_refused() -> None:
    """While another is to act a try is refused under turn.order, and the game goes on."""
    playing = Playing(position="KKJ65/?11/?11/?11 - 4 . E.draw", sitters=("you", "club", "person", "club"), begin=True)
    while playing.desk.view["stage"] == "curtain" or playing.table.position.acting != 1:
        go_on(playing)
    playing.table.look(0)
    verdict = playing.table.commit("draw")
    assert verdict is not None
    assert verdict.lead is not None
    assert verdict.lead.clause == "turn.order"


def test_a_computer_s_partner_answers_at_once() -> None:
    """A learner who asks his partner of the computer has the answer before anything else can be done."""
    playing = Playing(position="KKK4 7777777 J . N.play", begin=True)
    assert playing.table.commit("ask")
    assert playing.table.position.phase == "play"
    assert playing.table.position.answer in ("yes", "no")
    assert playing.sitting is not None
    assert playing.sitting.position == playing.table.position


def test_what_is_kept_brings_the_game_back() -> None:
    """On a new page the game goes on from what the browser kept, with the same cards and scores."""
    playing = Playing(seed="7", begin=True)
    to_the_end(playing)
    deals = [playing.desk.kept["actions"]]
    hear(playing, kind="next")
    assert playing.desk.past == deals
    for _each in range(30):
        go_on(playing)
    kept = json.loads(json.dumps({**playing.desk.kept, "log": playing.desk.opened}))
    again = Playing()
    hear(again, kind="resume", setup=kept["setup"], deals=[*playing.desk.past, kept["actions"]], log=kept["log"])
    assert (again.desk.past, again.desk.kept) == (playing.desk.past, playing.desk.kept)
    assert again.sitting is not None
    assert playing.sitting is not None
    assert again.sitting.position == playing.sitting.position
    assert again.sitting.totals == playing.sitting.totals
    assert again.strip.view == playing.strip.view


def test_a_game_from_a_log_is_kept_too() -> None:
    """A game that was taken up from a log is brought back by that log and what was played since."""
    first = Playing(seed="7", begin=True)
    for _each in range(25):
        go_on(first)
    assert first.sitting is not None
    text = str(first.sitting.log())
    second = Playing()
    hear(second, kind="load", text=text)
    assert second.sitting is not None
    assert second.sitting.position == first.sitting.position
    for _each in range(12):
        go_on(second)
    kept = second.desk.kept
    third = Playing()
    hear(third, kind="resume", setup=kept["setup"], deals=[kept["actions"]], log=second.desk.opened)
    assert third.sitting is not None
    assert third.sitting.position == second.sitting.position


def test_a_kept_game_that_does_not_go_any_more_says_so() -> None:
    """Where what was kept is refused the game goes on from there, and that is said."""
    playing = Playing()
    hear(playing, kind="resume", setup=Setup(seed="7").as_json(), deals=[["draw", "discard r"]], log="")
    assert playing.table.position.phase == "play"
    assert "only up to here" in playing.desk.view["fault"]


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"setup": "classic", "deals": [[]], "log": ""},
        {"setup": {}, "deals": [["draw"], None], "log": ""},
        {"setup": {}, "deals": {"0": "draw"}, "log": ""},
        {"setup": {}, "deals": [["draw"]], "log": 1},
    ],
)
def test_what_was_kept_otherwise_is_said_to_be_unreadable(kept: dict[str, Any]) -> None:
    """What another version kept, or anybody wrote there, is no game, and pressing the button says so."""
    playing = Playing()
    hear(playing, kind="resume", **kept)
    assert playing.sitting is None
    assert "cannot be read" in playing.desk.view["fault"]


def test_the_log_is_kept_and_taken_up() -> None:
    """The log that is asked for names the seed, and taking it up leads to where the game stands."""
    playing = Playing(seed="7", begin=True)
    to_the_end(playing)
    sent: list[dict[str, Any]] = []
    playing.desk.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    hear(playing, kind="log")
    text = sent[-1]["text"]
    assert "seed: 7" in text
    assert text.count("# ") > 20
    again = Playing()
    hear(again, kind="load", text=text)
    assert again.desk.view["stage"] == "over"
    assert again.sheet.view["rows"] == playing.sheet.view["rows"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("discard r", ("Line 8", "discard r")),
        ("sing", ("Line 8", "'sing'")),
        ("take ZZ", ("Line 8", "Z")),
    ],
)
def test_a_faulty_line_is_named_and_what_came_before_is_shown(line: str, said: tuple[str, str]) -> None:
    """Of a log with a faulty line all before it is on the table, and the line and its words are said."""
    log = f"profile: classic\nseed: 7\ndeal:\ndraw\nmeld JJJ*\ndiscard K\ndraw\n{line}\ndraw\n"
    playing = Playing()
    hear(playing, kind="load", text=log)
    fault = playing.desk.view["fault"]
    assert said[0].lower() in fault.lower()
    assert said[1] in fault
    assert len(playing.table.steps) == 4
    assert playing.desk.view["stage"] in ("play", "curtain")


def test_a_refused_line_names_its_clause() -> None:
    """A refused line of a log is said with its action and the clause that refuses it."""
    playing = Playing()
    hear(playing, kind="load", text="seed: 7\ndeal:\ndraw\ntake KK\n")
    fault = playing.desk.view["fault"]
    assert "take KK" in fault
    assert "[" in fault
    assert fault.rstrip("].").rpartition("[")[2].count(".") >= 1


@pytest.mark.parametrize("text", ["", "sing", "title: x", "a" * (MOST_TEXT + 1), "position: KKKKKKKKK - 4\ndraw"])
def test_a_text_that_is_no_log_changes_nothing(text: str) -> None:
    """What is no log at all is said, and the game that lies there stays."""
    playing = Playing(seed="7", begin=True)
    hear(playing, kind="go", n=playing.desk.view["n"])
    before = playing.table.position
    hear(playing, kind="load", text=text)
    assert playing.desk.view["fault"]
    assert playing.table.position == before


def test_a_log_with_unknown_cards_can_be_stepped_through() -> None:
    """A log that nobody can play on is opened step by step at its end, and why it is not played on is said."""
    playing = Playing()
    hear(playing, kind="load", text="position: KKJ65/?11/?11/?11 - 4 . N.draw\ndraw J\ndiscard 5\n")
    assert "Not every card" in playing.desk.view["fault"]
    assert playing.stepper is not None
    assert playing.stepper.at == 2
    assert playing.stepper in playing.children
    hear(playing, kind="begin", form=form())
    assert playing.stepper is None
    assert len(playing.children) == 6


def test_stepping_through_the_deal() -> None:
    """Once a deal is over it opens step by step with the computer's reasons, and can be put away again."""
    playing = Playing(seed="7", begin=True)
    hear(playing, kind="walk")
    assert playing.stepper is None
    to_the_end(playing)
    hear(playing, kind="walk", at=2)
    assert playing.stepper is not None
    assert playing.stepper.at == 2
    assert any(note["kind"] == "comment" for stop in range(12) for note in _notes(playing, stop))
    hear(playing, kind="away")
    assert playing.stepper is None
    hear(playing, kind="next")
    to_the_end(playing)
    hear(playing, kind="walk", at=3)
    assert playing.stepper is not None
    assert playing.stepper.walk.stops[playing.stepper.at].deal == 2
    assert playing.stepper.walk.stops[playing.stepper.at].number == 3


def _notes(playing: Playing, stop: int) -> list[dict[str, str]]:
    assert playing.stepper is not None
    playing.stepper.go_to(stop)
    return list(playing.stepper.rail.view["notes"])


@pytest.mark.parametrize(
    ("search", "seated", "phase"),
    [
        ("?position=KK24%20444%2042K", ("you", "club", "club", "club"), "draw"),
        ("?seed=7&sitters=club,you,expert", ("club", "you", "expert", "club"), "draw"),
        ("?profile=pagat/2&seed=1", ("you", "club"), "draw"),
    ],
)
def test_an_address_begins_a_game(search: str, seated: tuple[str, ...], phase: str) -> None:
    """A link with a position, a seed or a profile begins that game as soon as the page has come."""
    playing = Playing()
    hear(playing, kind="arrived", search=search)
    assert playing.sitting is not None
    assert playing.sitting.setup.sitters == seated
    assert playing.table.position.phase == phase
    before = playing.sitting
    hear(playing, kind="arrived", search="?seed=8")
    assert playing.sitting is before


@pytest.mark.parametrize(
    ("search", "said"),
    [
        ("?position=-/KKK4%2077777772/QQQ%20-%20N.over", "The deal is over here; nobody can play on."),
        ("?position=XX", "'X'"),
        ("?profile=bridge", "'bridge'"),
        ("?sitters=cat", "'cat'"),
        ("?seed=%00", "seed"),
    ],
)
def test_an_address_that_leads_nowhere_says_why(search: str, said: str) -> None:
    """A link that cannot be played shows the choice of a game, with what is wrong with the link."""
    playing = Playing()
    hear(playing, kind="arrived", search=search)
    assert playing.desk.view["stage"] == "setup"
    assert said in playing.desk.view["setup"]["problem"]


def test_an_address_that_asks_for_nothing() -> None:
    """Other parts of an address are none of ours."""
    assert read_address("") is None
    assert read_address("?token=class&utm=1") is None


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"players": 5}, "5"),
        ({"players": "x"}, "x"),
        ({"base": "bridge"}, "bridge"),
        ({"house": "canasta_out=2"}, "canasta_out"),
        ({"house": "dealt=90"}, "dealt"),
        ({"position": "ZZ"}, "Z"),
        ({"seed": 3}, "form"),
        ({"sitters": ["cat"]}, "cat"),
        ({"seed": "a\nb"}, "a\nb"),
    ],
)
def test_a_form_that_is_wrong_stays_and_says_why(changes: dict[str, Any], part: str) -> None:
    """What is wrong with the form is said above its button, and nothing begins."""
    playing = Playing()
    hear(playing, kind="begin", form=form(**changes))
    assert playing.desk.view["stage"] == "setup"
    problem = playing.desk.view["setup"]["problem"]
    assert part in problem or part in problem.lower() or repr(part)[1:-1] in problem


def test_house_rules_of_the_form() -> None:
    """House rules are read with or without plus signs, on the chosen rules and number of players."""
    setup = read_form(form(base="pagat", players=2, house=" canastas_out=1 + dealt=13 "))
    assert str(setup.profile) == "pagat/2+dealt=13+canastas_out=1"
    assert read_form(form(house="+canastas_out=2")).profile.canastas_out == 2
    with pytest.raises(NotationError):
        read_form(form(house="+" * 3 + "x"))


def test_a_tie_is_said() -> None:
    """A game that ends with the same score for both sides has no winner, and the strip says what it is."""
    playing = Playing(
        position="4/55/./. 7777777/4444444 J . N.play 5000:5000 classic+equal_totals=tie", seed="5", begin=True
    )
    assert playing.sitting is not None
    rows = desk.scores(playing.sitting)["rows"]
    assert [row["need"] for row in rows] == ["1 canasta", "1 canasta"]
    assert playing.table.commit("discard 4")
    sheet = playing.sitting.game.sheets[-1]
    tied = sheet._replace(totals=(6000, 6000))
    playing.sitting.game = dataclasses.replace(playing.sitting.game, sheets=(tied,))
    assert playing.sitting.game.over
    assert [row["need"] for row in desk.scores(playing.sitting)["rows"]] == ["a tie", "a tie"]


def test_leaving_a_game() -> None:
    """Another game can be chosen at any time; the choice shows what was chosen last."""
    playing = Playing()
    hear(playing, kind="begin", form=form(base="pagat", players=2, sitters=["club", "you"]))
    hear(playing, kind="new")
    view = playing.desk.view
    assert view["stage"] == "setup"
    assert view["setup"]["values"]["base"] == "pagat"
    assert view["setup"]["values"]["sitters"] == ["club", "you"]
    assert playing.table.layout.display == "none"
    assert playing.strip.view == {}


def test_messages_that_do_not_fit_are_dropped() -> None:
    """Whatever a page sends, nothing is raised, and a message of the wrong shape changes nothing."""
    playing = Playing(seed="7", begin=True)
    at = playing.table.position
    chance = random.Random(1)
    junk: list[Any] = [
        None,
        1,
        "x",
        [],
        {},
        {"kind": 1},
        {"kind": "go"},
        {"kind": "go", "n": "1"},
        {"kind": "walk", "at": -1},
    ]
    junk += [{"kind": "load"}, {"kind": "load", "text": 7}, {"kind": "begin", "form": 1}, {"kind": "arrived"}]
    junk += [{"kind": "resume", "setup": {}, "deals": [[1]]}, {"kind": "show"}, {"kind": "away"}, {"kind": "next"}]
    chance.shuffle(junk)
    for message in junk:
        playing._heard(playing.desk, message, None)
    assert playing.table.position == at
    fresh = Playing()
    hear(fresh, kind="resume", setup={"profile": "bridge"}, deals=[], log="")
    assert "bridge" in fresh.desk.view["fault"]
    hear(fresh, kind="begin", form={"sitters": 1})
    assert fresh.desk.view["setup"]["problem"]


def test_the_browser_sets_the_pace_alone() -> None:
    """Of the desk's traits the browser can set the pace, and that only to one there is."""
    playing = Playing()
    playing.desk.set_state({"pace": "slow", "view": {}, "kept": {}})
    assert playing.desk.pace == "slow"
    assert playing.desk.view
    playing.desk.set_state({"pace": "never"})
    assert playing.desk.pace == "slow"
    assert set(PACES) == {"quick", "calm", "slow", "hand"}


def test_the_desk_plays_nothing_illegal() -> None:
    """What is played for a hand goes through the rule book like any other play."""
    playing = Playing(seed="7", begin=True)
    from canasta import Action

    with pytest.raises(IllegalAction):
        playing.table.play_for(Action.parse("discard K"))


def test_settings_of_a_cell() -> None:
    """A notebook's cell may name a position, a profile and a seed as values of their own."""
    playing = Playing(position=Position.parse("KK24 444 42K"), seed=7, sitters=["club", "you"])
    assert playing.setup.seed == "7"
    assert playing.setup.position == "KK42 444 42K"
    assert playing.setup.sitters[:2] == ("club", "you")
    with pytest.raises(NotationError):
        Playing(sitters=["cat"])
    assert set(SITTERS) >= {"you", "person", "random", "club", "expert"}
