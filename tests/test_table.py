"""The table's Python side: it shows nothing hidden, phrases tries, plays what is legal, and survives any message."""

from __future__ import annotations

import json
from typing import Any

import pytest
from canasta_widgets.answers import finding
from canasta_widgets.phrases import in_words
from canasta_widgets.propose import candidates
from canasta_widgets.table import Table
from canasta_widgets.walk import checked
from hypothesis import given
from strategies import actions, positions

from canasta import BOOK, PROFILES, Action, Card, IllegalAction, Position, Profile, judge, would_be_legal_if

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"


class Heard(Table):
    """A table whose messages to the browser are kept."""

    def __init__(self, position: Position | str, **options: Any) -> None:
        self.said: list[dict[str, Any]] = []
        super().__init__(position, **options)

    def send(self, content: Any, buffers: Any = None) -> None:
        """Keep what would go to the browser."""
        self.said.append(content)

    def hear(self, message: Any) -> None:
        """What the browser would send."""
        self._heard(self, message, None)

    def select(
        self, cards: list[str], target: str = "", *, laid: Any = (), serial: int | None = None, n: int = 1
    ) -> dict[str, Any] | None:
        """Select cards and give back the answer, None if there is none."""
        before = len(self.said)
        serial = self.zones["serial"] if serial is None else serial
        laid = list(laid) if isinstance(laid, tuple) else laid
        self.hear({"kind": "select", "n": n, "serial": serial, "cards": cards, "laid": laid, "target": target})
        return self.said[-1] if len(self.said) > before else None


@pytest.mark.parametrize(
    ("cards", "target", "wanted"),
    [
        ("KsKhKd", "", ["meld KsKhKd"]),
        ("K", "", ["discard K", "meld K"]),
        ("K7", "", ["meld K7", "meld K 7"]),
        ("2", "", ["meld Q:2", "meld 7:2", "meld 2"]),
        ("KK762", "", ["meld KK2 7 6", "meld KK 72 6", "meld KK 7 62"]),
        ("7", "meld-0-7", ["meld 7"]),
        ("K", "meld-1-13", ["meld K@E:K"]),
        ("2*", "meld-0-12", ["meld Q:2*"]),
        ("", "stock", ["draw"]),
        ("", "pile", ["take 9:"]),
        ("76", "pile", ["take 9: 7 6"]),
        ("4", "pile", ["discard 4", "take 9: 4"]),
        ("77", "", ["meld 77", "meld +77"]),
    ],
)
def test_selections_become_tries(cards: str, target: str, wanted: list[str]) -> None:
    """A selection is phrased as what the learner may mean, the never-right tries included."""
    position = Position.parse(LINE)
    held = [Card(*parts) for parts in _cards(cards)]
    found = [str(action) for action in candidates(position, held, target)]
    assert [text for text in wanted if text in found] == wanted


def _cards(text: str) -> list[tuple[int, str]]:
    from canasta.cards import read_cards

    return [(card.kind, card.suit) for card in read_cards(text)]


def test_preview_is_the_judges() -> None:
    """Each candidate says what the judge would say, legal ones first, and the selection is counted."""
    table = Heard(LINE)
    answer = table.select(["hand-0", "hand-1", "hand-2"])
    assert answer is not None
    assert answer["count"] == "Selected: 3 cards, 30 points"
    flags = [option["legal"] for option in answer["options"]]
    assert flags == sorted(flags, reverse=True)
    for option in answer["options"]:
        assert option["legal"] == judge(table.position, Action.parse(option["text"])).legal
    assert answer["options"][0]["text"] == "meld KsKhKd"


OPENING = "KKK77625QQ4 - 97Q ?40 N.play"


def test_melds_put_together_are_one_action() -> None:
    """Melds set aside and the chosen cards become one action, with the running total against the minimum."""
    table = Heard(OPENING)
    held = [card["words"] for card in table.zones["hand"]]
    kings = [f"hand-{at}" for at, words in enumerate(held) if words == "king"]
    queens = [f"hand-{at}" for at, words in enumerate(held) if words in ("queen", "deuce")]
    answer = table.select(queens, laid=[kings])
    assert answer is not None
    assert [option["text"] for option in answer["options"] if option["legal"]] == ["meld KKK QQ2"]
    assert answer["count"] == "Selected: 6 cards, 70 points"
    assert answer["total"] == "The melds count 70 points; with a score of 0 the minimum is 50."
    alone = table.select([], laid=[kings])
    assert alone is not None
    best = alone["options"][0]
    assert (best["text"], best["legal"]) == ("meld KKK", False)
    assert "30 points" in alone["total"]


def test_the_pile_is_taken_with_melds_put_together() -> None:
    """Of melds set aside the one of the top card's rank holds it, and the others are laid with it."""
    table = Heard(OPENING.replace("N.play", "N.draw"))
    held = [card["words"] for card in table.zones["hand"]]
    kings, queens = ([f"hand-{at}" for at, words in enumerate(held) if words == name] for name in ("king", "queen"))
    answer = table.select([], "pile", laid=[kings, queens])
    assert answer is not None
    assert [(option["text"], option["legal"]) for option in answer["options"]] == [("take QQ KKK", True)]


@pytest.mark.parametrize(
    "laid", [None, "hand-0", ["hand-0"], [["hand-0"], ["hand-0"]], [["hand-99"]], [[None]], [["hand-4"]], {"a": 1}]
)
def test_melds_that_are_none_are_dropped(laid: Any) -> None:
    """Melds that name a card twice, or one that is not held, or are no lists, get no answer."""
    assert Heard(OPENING).select(["hand-4"], laid=laid) is None


def test_no_preview_tells_nothing() -> None:
    """Where a task wants to be tried, candidates do not say whether they are legal."""
    answer = Heard(LINE, preview=False).select(["hand-0", "hand-3"])
    assert answer is not None
    assert answer["options"]
    assert all(option["legal"] is None and not option["says"] for option in answer["options"])
    assert not answer["total"]


def test_stale_selections_are_dropped() -> None:
    """A selection that belongs to an earlier position gets no answer."""
    table = Heard(LINE)
    old = table.zones["serial"]
    table.commit("meld KKK")
    assert table.select(["hand-0"], serial=old) is None
    assert table.select(["hand-0"]) is not None


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "commit",
        7,
        {},
        {"kind": None},
        {"kind": "commit"},
        {"kind": "commit", "text": None},
        {"kind": "commit", "text": ["draw"]},
        {"kind": "commit", "text": "x" * 100_000},
        {"kind": "commit", "text": "\x00\ud800"},
        {"kind": "select"},
        {"kind": "select", "serial": 1, "cards": None},
        {"kind": "select", "serial": 1, "cards": ["hand-99"]},
        {"kind": "select", "serial": 1, "cards": [None]},
        {"kind": "select", "serial": 1, "cards": [{}]},
        {"kind": "select", "serial": 1, "cards": ["hand-0"] * 1000},
        {"kind": "select", "serial": 1, "cards": [], "target": "meld-9-9"},
        {"kind": "select", "serial": 1, "cards": [], "target": ["pile"]},
        {"kind": "select", "serial": [], "cards": []},
        {"kind": "undo"},
        {"kind": "eval", "code": "1"},
    ],
    ids=repr,
)
def test_malformed_messages_change_nothing(message: Any) -> None:
    """Whatever comes over the wire, nothing fails and the position stays."""
    table = Heard(LINE)
    table.hear(message)
    assert table.position == Position.parse(LINE)


def test_legal_try_is_played() -> None:
    """A legal commit moves the cards, with the suits that were chosen, and tells what followed."""
    steps = []
    table = Table(LINE, on_step=steps.append)
    verdict = table.commit("meld KsKhKd")
    assert verdict
    assert [step.after for step in steps] == [table.position]
    assert "KsKhKd" in str(table.position)
    assert table.verdict["legal"]
    assert table.verdict["sentence"]
    assert len(table.zones["hand"]) == 5


def test_refused_try_keeps_the_position() -> None:
    """A refused commit changes nothing, and shows clause, law, source and what would be legal."""
    heard = []
    table = Table(LINE, on_refused=heard.append)
    assert not table.commit("meld K76")
    assert table.position == Position.parse(LINE)
    assert [verdict.legal for verdict in heard] == [False]
    lead = table.verdict["lead"]
    assert lead["clause"] == "meld.same-rank"
    assert lead["law"]
    assert lead["source"]
    assert table.verdict["near"]
    assert all(judge(table.position, Action.parse(near["text"])) for near in table.verdict["near"])


def test_unreadable_try_is_a_plain_sentence() -> None:
    """Words that cannot be read say which part, without a traceback or a change."""
    table = Table(LINE)
    assert table.commit("mild KKK") is None
    assert "'mild'" in table.verdict["sentence"]
    assert table.position == Position.parse(LINE)


def test_undo_takes_back_one_play_of_the_turn() -> None:
    """Practice may take plays back one by one up to the discard; where it is no practice there is no undo."""
    table = Table(LINE)
    table.commit("meld KKK")
    table.commit("meld 7")
    table.undo()
    assert str(table.position).startswith("7642* KsKhKd")
    table.undo()
    assert table.position == Position.parse(LINE)
    assert not table.can_undo
    table.commit("discard 4")
    assert not table.can_undo
    table.undo()
    assert table.position.seat == 1
    strict = Table(LINE, practice=False)
    strict.commit("meld KKK")
    strict.undo()
    assert strict.position != Position.parse(LINE)
    assert not strict.can_undo


@pytest.mark.parametrize("profile", PROFILES.values(), ids=str)
def test_undo_is_the_profiles(profile: Profile) -> None:
    """Whether practice may undo is the word of the rule book for the profile in force, and differs between profiles."""
    table = Table(Position.parse(LINE)._replace(profile=profile))
    table.commit("meld KKK")
    assert table.can_undo == BOOK["meld.final"].value(profile)
    assert {BOOK["meld.final"].value(each) for each in PROFILES.values()} == {True, False}


ASKING = "4449/?11/Q8/?11 7777777 Q ?72 N.play"


def test_the_partner_is_asked_and_answers() -> None:
    """The question is offered, then both answers and nothing else; the table says whose answer is due, and binds."""
    table = Heard(ASKING)
    assert table.zones["question"] == "Ask: may I go out?"
    table.commit("ask")
    status = table.zones["status"]
    assert (status["turn"], status["phase"]) == ("South is asked", "May North go out?")
    assert status["prompt"] == "An answer is due: may North go out? Answer for South."
    assert not table.zones["question"]
    for cards in ([], ["hand-0"]):
        answer = table.select(cards)
        assert answer is not None
        assert [option["text"] for option in answer["options"]] == ["answer yes", "answer no"]
        assert [option["label"] for option in answer["options"]] == ["Answer: yes", "Answer: no"]
    table.commit("discard 9")
    assert table.verdict["lead"]["clause"] == "out.ask-info"
    table.commit("answer no")
    (event,) = table.verdict["events"]
    assert event == {
        "text": "The answer is no: North does not go out in this turn.",
        "clause": "out.ask-binding",
    }
    table.commit("meld 444")
    assert "out.ask-binding" in {each["clause"] for each in table.verdict["findings"] if not each["holds"]}
    table.undo()
    assert table.position.phase == "answer"


def test_the_hand_of_who_is_asked() -> None:
    """A table that follows the play opens the partner's hand while his answer is due, and then the asker's again."""
    table = Table(ASKING)
    table.look(None)
    table.commit("ask")
    assert table.seat == 2
    assert [card["sign"] for card in table.zones["hand"]] == ["Q", "8"]
    assert table.zones["status"]["turn"] == "You are asked"
    assert table.zones["status"]["prompt"] == "An answer is due: may North go out?"
    table.commit("answer yes")
    assert table.seat == 0


@pytest.mark.parametrize(
    "line", ["4449 7777777 Q . N.over", "4449 7777777 Q . N.play classic/2", "K4/K9 - Q ?9 E.draw"]
)
def test_nobody_to_ask(line: str) -> None:
    """The question is offered only to a player in turn who has a partner, while the deal goes on."""
    assert not Table(line, seat=0).zones["question"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("say stock", "63 cards left in the stock."),
        ("say hand E", "East holds 11 cards."),
        ("say minimum E", "The minimum of East's side is 50 points."),
        ("say pile", "North looks through the pile. From bottom to top: queen."),
    ],
)
def test_what_is_asked_of_the_table_is_answered(words: str, said: str) -> None:
    """A question of the table has its answer in the panel; nothing is played, and there is nothing to undo."""
    steps = []
    table = Table("4449/?11/?11/?11 7777777 Q ?63 N.draw first", on_step=steps.append)
    assert table.commit(words)
    assert table.verdict["sentence"] == said
    assert (steps, table.steps, table.can_undo) == ([], [], False)


def test_what_would_make_it_legal_is_found_when_asked() -> None:
    """The changes that would turn a refusal are the engine's, three at most; of anything else there are none."""
    table = Heard("K24 444 42K")
    table.hear({"kind": "why"})
    assert table.said[-1] == {"kind": "why", "n": None, "texts": [], "opens": False}
    table.commit("take K2")
    assert "if" not in table.verdict
    table.hear({"kind": "why"})
    found = would_be_legal_if(table.position, Action.parse("take K2"))
    assert found
    texts = [each.text for each in found[:3]]
    assert table.said[-1] == {"kind": "why", "n": table.verdict["n"], "texts": texts, "opens": False}
    for words in ("mild", "draw"):
        table.commit(words)
        table.hear({"kind": "why"})
        assert table.said[-1]["texts"] == []


def test_the_same_refusal_twice_is_told_twice() -> None:
    """A try that is refused again changes what the browser is told, so that it is shown and read out again."""
    table = Table(LINE)
    table.commit("meld K76")
    before = table.verdict
    table.commit("meld K76")
    assert table.verdict != before
    assert {**table.verdict, "n": 0} == {**before, "n": 0}


def test_pointing_finds_each_card_once() -> None:
    """Pointing at cards of the hand gives each its own place, and keeps its words."""
    table = Table(LINE)
    ids = table.choose([Card(13), Card(13), Card(7), Card(9)])
    assert ids == ["hand-0", "hand-1", "hand-3"]
    table.mark(ids, "Look at these.")
    assert table.marks == {"places": ids, "words": "Look at these."}


def test_every_legal_play_can_be_listed() -> None:
    """The list of plays is the engine's, each with words, under a heading with the count of its kind."""
    table = Heard("KK24 444 42K")
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert table.said[-1]["title"] == "4 legal plays"
    assert [group["title"] for group in table.said[-1]["groups"]] == [
        "Draw: 1 way",
        "Take the pile: 2 ways",
        "Ask your partner: 1 way",
    ]
    listed = [play for group in table.said[-1]["groups"] for play in group["plays"]]
    assert [play["text"] for play in listed] == ["draw", "take KK", "take KK2", "ask"]
    assert listed[1]["label"] == "Take the pile with K K"


def test_plain_text_is_the_line() -> None:
    """Where no browser runs, the table is its line."""
    bundle = Table(LINE)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"].startswith("Table('KsKhKd")


def test_only_plain_data_goes_out() -> None:
    """Zones and verdicts are plain JSON."""
    table = Table(LINE)
    table.commit("meld K76")
    assert json.loads(json.dumps(table.zones)) == table.zones
    assert json.loads(json.dumps(table.verdict)) == table.verdict


def test_impossible_position_is_shown_and_not_played() -> None:
    """A position that cannot exist is drawn with what is wrong with it, and no message or typed line plays in it."""
    table = Heard("KKKKKKKKKK4 444/KK22 9")
    assert table.zones["problems"] == ["Too many kings: 12, and 2 packs hold 8. (pack.cards)"]
    assert len(table.zones["hand"]) == 11
    for cards in ([], ["hand-0"]):
        answer = table.select(cards)
        assert answer is not None
        assert answer["options"] == []
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert table.said[-1]["groups"] == []
    assert table.commit("draw") is None
    assert table.verdict["sentence"] == "This position cannot exist, so nothing can be played in it."
    assert (table.steps, table.zones["question"]) == ([], "")
    table.reset(LINE)
    assert table.zones["problems"] == []
    assert table.commit("meld KKK")


def test_hands_lie_open_only_where_python_says() -> None:
    """For a demonstration all hands can lie open, or some; nothing that the browser sends opens one."""
    line = "KKQ4/AA94/88/7777 QQQ/AAAA 9 ."
    table = Table(line)
    assert ["cards" in other for other in table.zones["others"]] == [False] * 3
    table.set_state({"open_hands": True, "zones": {}})
    assert ["cards" in other for other in table.zones["others"]] == [False] * 3
    table.show_hands([2, 9])
    assert ["cards" in other for other in table.zones["others"]] == [False, True, False]
    assert all("cards" in other for other in Table(line, open_hands=True).zones["others"])


def test_what_came_this_turn_is_marked() -> None:
    """Cards that came to the hand since its turn began are new, until the turn is over."""
    table = Table("KK24/AA94 444/AAAA 9K KQ?9")
    table.commit("draw")
    assert [card["words"] for card in table.zones["hand"] if "new" in card] == ["king, new this turn"]
    assert [card["id"] for card in table.zones["hand"] if "new" in card] == ["hand-2"]
    table.undo()
    table.commit("take KK")
    assert [card["words"] for card in table.zones["hand"] if "new" in card] == ["nine, new this turn"]
    assert [meld["new"] for meld in table.zones["sides"][1]["melds"]] == [True, False]
    table.commit("discard 9")
    assert not any("new" in card for card in table.zones["hand"])
    table = Table("KKK24/AA94 444/AAAA 9 KQ?9")
    table.commit("draw")
    table.commit("meld KKK")
    assert [card["sign"] for card in table.zones["hand"] if "new" in card] == ["K"]


@pytest.mark.parametrize("line", ["KX4", "K4 222", ""])
def test_unusable_line_is_a_plain_sentence(line: str) -> None:
    """A line that is no position, or an impossible one, is refused in one plain sentence."""
    with pytest.raises(ValueError, match="This position cannot be shown"):
        checked(line)


@given(positions(), actions())
def test_every_try_has_words(position: Position, action: Action) -> None:
    """Whatever a learner tries, and whatever the judge says of it, the table can put in words."""
    assert in_words(action)
    assert all(finding(each)["group"] for each in judge(position, action).findings)


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("say stock", "Ask or say: the number of cards in the stock"),
        ("say score E", "Ask or say: the score (East)"),
        ("say sixth K", "Ask or say: a card turned crosswise (kings)"),
        ("S: say advice", "Ask or say: advice"),
        ("ask", "Ask: may I go out?"),
        ("S: answer yes", "Answer: yes"),
        ("answer if", "Answer if"),
    ],
)
def test_remarks_have_words(words: str, label: str) -> None:
    """What is said, asked or answered reads as what it is about."""
    assert in_words(Action.parse(words)) == label


DEAL = "KK4/QQ47/JJ4/TT4 - 9 . N.play"


@pytest.mark.parametrize("words", ["discard Q", "discard K", "draw", "ask", "meld QQQ", "answer yes", "lay r"])
def test_who_is_not_in_turn_tries_out_of_turn(words: str) -> None:
    """At a fixed seat every try is that seat's; while another is to act, turn and clause are all that is said."""
    table = Heard(DEAL, seat=1)
    assert table.commit(words) is not None
    assert not table.verdict["legal"]
    assert table.verdict["lead"]["clause"] in ("turn.order", "out.ask")
    assert table.verdict["near"] == []
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert table.said[-1]["groups"] == []
    answer = table.select(["hand-0"])
    assert answer is not None
    assert answer["options"] == []
    assert table.position == Position.parse(DEAL)


@pytest.mark.parametrize("words", ["discard K", "discard 9", "draw", "ask", "meld KKK"])
def test_nobody_plays_a_hand_that_lies_face_down(words: str) -> None:
    """In the name of who is to act nothing is judged or played from another seat, whatever he holds."""
    table = Table(DEAL, seat=1)
    assert table.commit(f"N: {words}") is None
    assert table.verdict["sentence"].startswith("The cards of North lie face down here")
    assert table.position == Position.parse(DEAL)
    assert table.kept["tries"] == []


def test_what_may_be_said_out_of_turn_is_the_seats_own() -> None:
    """A seat that is not in turn speaks for itself: the partner may remind, and his own last card he may tell."""
    table = Table(DEAL, seat=2)
    assert table.commit("say red-three")
    assert table.verdict["sentence"] == "South reminds the partner of red threes."
    assert not table.commit("say stock")


def test_open_hands_are_played_for_whoever_is_to_act() -> None:
    """In a demonstration with all hands open the words are those of the player in turn, whichever seat is in front."""
    table = Heard(DEAL, seat=1, open_hands=True)
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert "discard K" in {play["text"] for group in table.said[-1]["groups"] for play in group["plays"]}
    assert table.commit("discard K")
    assert table.commit("E: draw")
    assert table.position.seat == 1


def test_other_hands_are_played_by_the_computer() -> None:
    """What Python plays for a hand that lies face down is shown and told, and is no try of the seat shown."""
    table = Table("KsKh/?11/?11/?11 - 9sThQc ?70 E.draw", seat=0)
    table.play_for(Action.parse("draw"))
    step = table.play_for(Action.parse("discard Ac"))
    assert step.after == table.position
    assert table.zones["pile"]["count"] == 4
    assert "East discards the ace" in table.verdict["told"]
    assert table.kept["tries"] == []
    assert not table.can_undo
    with pytest.raises(IllegalAction):
        table.play_for(Action.parse("discard K"))


def test_a_table_that_follows_plays_for_all() -> None:
    """A table that shows whoever is to act acts for each in his turn."""
    table = Table(DEAL)
    table.look(None)
    assert table.commit("discard K")
    assert table.seat == 1
    assert table.commit("draw")
    assert table.commit("discard Q")
    assert table.seat == 2


def test_what_is_hidden_and_cannot_be_is_not_told() -> None:
    """Where cards that lie face down make a position impossible, that is said without saying which."""
    table = Table("KK4/KKKKKKKKK - 9", seat=0)
    assert table.zones["problems"] == ["What lies face down cannot be as it is."]
    assert table.commit("draw") is None
    assert Table("KK4/KKKKKKKKK - 9", seat=0, open_hands=True).zones["problems"] != table.zones["problems"]


@pytest.mark.parametrize("seat", [-1, 4, True, "N", 1.0])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    """Nobody can look from a seat that is not there: a sentence says which there are, and the table stays."""
    with pytest.raises(ValueError, match=f"There is no seat {seat}; they are 0 to 3"):
        Table(LINE, seat=seat)
    table = Table(LINE, seat=1)
    for ask in (lambda: table.look(seat), lambda: table.reset("K4", seat=seat)):
        with pytest.raises(ValueError, match="There is no seat"):
            ask()
    assert (table.seat, table.follow, table.position) == (1, False, Position.parse(LINE))


def test_a_whole_large_hand_can_be_chosen() -> None:
    """Chosen all together, many wild cards of a large hand are shared out in the first few ways and not in billions."""
    table = Heard("445566778899JJQQKKAA2222222**** - K . N.play")
    answer = table.select([card["id"] for card in table.zones["hand"]])
    assert answer is not None
    melds = [option["text"] for option in answer["options"] if option["verb"] == "meld"]
    assert len(melds) > 3
    assert len(set(melds)) == len(melds)
