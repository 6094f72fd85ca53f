"""Verdicts in full: what would make a refused try legal is judged, tables are compared, explanations say it all."""

from __future__ import annotations

import json

import pytest
from examples import ALL

from canasta import (
    BOOK,
    PROFILES,
    Action,
    Position,
    Profile,
    compare,
    explain,
    judge,
    play,
    reasons,
    would_be_legal_if,
)
from canasta.__main__ import main
from canasta.actions import SPOKEN
from canasta.facts import GROUPS
from canasta.why import LENGTHS, REASONS, TELLING

REFUSED = [example for example in ALL if example.kind == "no"]

# group, position, action, how the first answer reads
FIRST = [
    ("say", "K4/Q4 - Q ?9", "E: say stock", "if East were in turn."),
    ("say", "K4 - 4Q", "say pile", "if it were your first turn."),
    ("out", "4449 7777777 Q . N.answer drew", "discard 9", "if your partner had said no."),
    ("out", "4 7777777,444 Q . N.play classic+ask=required", "discard 4", "if your partner had said yes."),
    ("turn", "K4/44/55/66 444 Q . N.over", "draw", "if the deal were not over."),
    ("turn", "K4/Q4 - Q", "E: draw", "if East were in turn."),
    ("turn", "K4/Q4 - Q . N.play", "E: discard 4", "if East were in turn and had drawn."),
    ("turn", "rK4 - Q ?9 N.draw first", "draw", "if you had laid 1 red three first."),
    ("turn", "KKK4 444 Q", "meld KKK", "if you had drawn first."),
    ("turn", "K4 - Q . N.play", "draw", "if you had not drawn yet."),
    ("turn", "K44 777,KKK 4K - N.draw", "draw", "if the stock were not gone."),
    ("turn", "rrK4 - Q ?9", "lay rrr", "if you held one more red three."),
    ("hand", "KK456 444 Q . N.play", "meld KKK", "if you held one more king."),
    ("hand", "KsKhKd4 444 Q . N.play", "discard Kc", "if you named no suits, as in discard K."),
    ("hand", "K44 - Q . N.play", "discard 44", "if you put down one four fewer: discard 4."),
    ("hand", "K4 - Q . N.play", "discard 7", "if you held one more seven."),
    ("hand", "K4 KKK Q . N.play", "discard K:K", "if the card came from your hand: discard K."),
    ("pile", "K24 444 42K", "take K2", "if the pile were not frozen."),
    ("pile", "AK*4444 - 4K", "take K*", "if your side had melded."),
    ("pile", "KK4 444 K*", "take KK", "if one of the kings lay on the joker."),
    ("pile", "KK4 444 4r", "take KK", "if the top card were one of the kings."),
    ("pile", "J44 444 4J", "take J:", "if your side had a meld of jacks."),
    ("pile", "Q44 444 4Q", "take Q", "if your side had a meld of queens."),
    ("pile", "QQ4 444 47Q", "pick QQ", "if you took the whole pile: take QQ."),
    ("pile", "QQ7 444 477Q", "take QQ 777", "if you also held 77."),
    ("pile", "4 KKK K", "take K:", "if you held one more card."),
    ("meld", "K44 777/KKK Q . N.play", "meld K@E:K", "if the meld were your side's: meld K."),
    ("meld", "77744 777 Q . N.play", "meld +777", "if the cards lay in one meld: meld 777."),
    ("meld", "4567K KKK Q . N.play", "meld 456", "if the cards laid together were all sixes: meld 666."),
    ("meld", "99922*2K4 KKK Q . N.play", "meld 999222*", "if you put down one joker fewer: meld 999222."),
    ("meld", "42277 KKK Q . N.play", "meld 422", "if your side had a meld of fours."),
    ("meld", "2K44 66*2 Q . N.play spruce", "meld 6:2", "if you held one more six and laid it too: meld 62."),
    (
        "meld",
        "7K4 7777777 Q . N.play classic+meld_limit=7",
        "meld 7",
        "if the rules were those of classic, spruce and pagat.",
    ),
    ("initial", "KKK44 - Q . N.play", "meld KKK", "if your side had melded."),
    ("initial", "88A44 - AA8", "take 88", "if your side had melded."),
    ("out", "4 777 Q . N.play", "discard 4", "if your side had a canasta."),
    ("out", "4 7777777 Q . N.play classic/2", "discard 4", "if your side had one more canasta."),
    ("out", "K555 KKKKK Q . N.play", "meld 555", "if your side had a canasta."),
    ("out", "bb* 7777777 Q . N.play", "meld bb*", "if you held one more black three and laid it in place of a joker"),
    ("out", "bbbK9 7777777 Q . N.play", "meld bbb", "if you held one card fewer."),
    ("out", "bb 7777777 Q . N.play", "meld bb", "if you held one more black three and laid it too: meld bbb."),
    ("out", "444 7777777 Q . N.play classic+discard_to_go_out=yes", "meld 444", "if you held one more card."),
    ("out", "444 7777777 Q . N.play ans=no", "meld 444", "if your partner had not said no."),
]

# What else is said of a try, not as the first thing.
ALSO = [
    ("K24 444 42K", "take K2", "if you held one more king and laid it too: take KK2."),
    ("KKK44 - Q . N.play", "meld KKK", "if your side's score were below 0, where the minimum is 15."),
    ("AAA44 - Q . N.play 1500:0", "meld AAA", "if your side's score were below 1,500, where the minimum is 50."),
    ("AAA44 - Q . N.play 1500:0", "meld AAA", "if you held one more wild card and laid it too, a joker: meld AAA*."),
    ("AAA2**4 - Q . N.play 3000:0", "meld AAA2", "if you laid one more joker: meld AAA2*."),
    ("6*4 444 b6", "take 6*", "if the rules were those of pagat."),
    ("6*4 444 b56 N.draw upcards=2", "take 6*", "if the rules were those of spruce and pagat."),
    (
        "2K4 7777777 Q . N.play classic+wild_on_natural=no",
        "meld 7:2",
        "if the rules were those of classic, spruce and pagat.",
    ),
    ("2K44 QQ222 Q . N.play", "meld Q:2", "if this table let a meld hold 4 wild cards."),
    ("4 7777777 Q . N.play classic/2", "discard 4", "if this table asked for one canasta fewer."),
]

# Where two facts are needed, and where nothing helps.
PAIRS = [
    ("KK4 444 Q . N.play", "meld KKK", "if you held one more king and your side had a canasta."),
]
NOTHING = [
    ("K4 KKK2 Q . N.play", "back K"),
    ("K4 QQQ2,888 Q . N.play", "move Q:2 8:2"),
    ("rrr44 KKK Q . N.play", "meld rrr"),
]


def texts(position: str, action: str) -> list[str]:
    """What would make a try legal, in words."""
    return [each.text for each in would_be_legal_if(Position.parse(position), Action.parse(action))]


@pytest.mark.parametrize(("group", "position", "action", "words"), FIRST, ids=lambda part: str(part))
def test_first_answer(group: str, position: str, action: str, words: str) -> None:
    """The first thing said to make a try legal is the simple one, for every kind of trouble."""
    assert Position.parse(position).problems() == []
    verdict = judge(Position.parse(position), Action.parse(action))
    assert group in [finding.group for finding in verdict.refusals]
    assert texts(position, action)[0].startswith(f"It would be legal {words}")


def test_every_kind_of_trouble_is_tried() -> None:
    """The cases above cover all groups of findings."""
    assert {case[0] for case in FIRST} == set(GROUPS.values())


@pytest.mark.parametrize(("position", "action", "words"), [*ALSO, *PAIRS], ids=lambda part: str(part))
def test_further_answers(position: str, action: str, words: str) -> None:
    """Other facts that would make it legal are said too."""
    assert f"It would be legal {words}" in texts(position, action)


@pytest.mark.parametrize(("position", "action"), NOTHING, ids=lambda part: str(part))
def test_what_is_never_right_has_no_answer(position: str, action: str) -> None:
    """Where no fact would help, none is made up."""
    assert texts(position, action) == []


@pytest.mark.parametrize("example", REFUSED, ids=lambda example: f"{example.clause}: {example.text}")
def test_every_answer_is_legal_and_can_be_opened(example: object) -> None:
    """What is said to be legal is so, in a position that can exist and whose text reads back."""
    line, _, words = example.text.partition(" | ")  # type: ignore[attr-defined]
    position, action = Position.parse(line), Action.parse(words)
    refusing = [finding.clause for finding in judge(position, action).refusals]
    for each in would_be_legal_if(position, action):
        assert each.position.problems() == []
        assert judge(each.position, each.action).legal, each.text
        told = each.as_json()
        assert Position.parse(told["position"]) == each.position
        assert Action.parse(told["action"]) == each.action
        assert set(told["clauses"]) == set(refusing)
        assert (each.position, each.action) != (position.seen_by(position.seat), action)


def test_nearly_every_refusal_has_an_answer() -> None:
    """Of the book's refusals few are left without a word on what would help, and a legal try needs none."""
    # Of what is only said, most is never right, whatever the position.
    played = [example for example in REFUSED if Action.parse(example.text.split(" | ")[1]).verb not in SPOKEN]
    answered = [bool(texts(*example.text.split(" | "))) for example in played]
    assert sum(answered) > 0.85 * len(answered) > 70
    assert texts("KK24 444 42K", "take KK") == []


def test_answers_tell_nothing_unseen() -> None:
    """What other players hold does not change what is said."""
    one = "K24/KKQQQ555/4466/7788 444 42K ?60"
    other = "K24/99988877/TT66/5566 444 42K ?60"
    assert texts(one, "take K2") == texts(other, "take K2") != []
    for each in would_be_legal_if(Position.parse(one), Action.parse("take K2")):
        assert "KKQQQ" not in str(each.position)


def test_whole_pack_stays_whole() -> None:
    """With every card accounted for, a changed position still holds the packs."""
    line = "KKK4/?11/?11/?11 444 42K ?65 N.play"
    position = Position.parse(line)
    assert position.problems() == []
    found = would_be_legal_if(position, Action.parse("meld KKK K"))
    assert found
    assert all(each.position.problems() == [] and each.position.stock is not None for each in found)


# -- tables compared ---------------------------------------------------------

# Disputed cases as they were collected: position, action, what each table says, and what makes the difference.
DISPUTED = [
    (
        "D03",
        "Q24 444 bQ N.draw upcards=2",
        "take Q2",
        {"classic": False, "spruce": True, "pagat": True},
        {"upcard_freezes"},
    ),
    (
        "D04",
        "92445 444 r9 N.draw upcards=2",
        "take 92",
        {"classic": False, "spruce": True, "pagat": False},
        {"upcard_freezes"},
    ),
    ("M06", "*45 QQQQQ22* K N.play", "meld Q:*", {"classic": False, "spruce": False, "pagat": False}, set()),
    ("C09", "JJJJ222*45 QQQ A N.play", "meld JJJJ222*", {"classic": False, "spruce": False, "pagat": False}, set()),
    (
        "I10",
        "AA4567 - KA",
        "take AA",
        {"classic": True, "spruce": True, "pagat": True, "classic+top_card_counts=no": False},
        {"top_card_counts"},
    ),
    ("F04", "6*45 KKK/QQQ b6", "take 6*", {"classic": False, "spruce": False, "pagat": True}, {"black_three_freezes"}),
    (
        "T12",
        "46 5555555 45",
        "take 5:",
        {"classic": True, "spruce": True, "pagat": True, "classic+take_onto_canasta=no": False},
        {"take_onto_canasta"},
    ),
    ("T13", "6245 66662** 46", "take 62", {"classic": False, "spruce": False, "pagat": False}, set()),
    ("B02", "bb* 7777777 Q N.play", "meld bb*", {"classic": False, "spruce": False, "pagat": False}, set()),
    ("G09", "2 7777777 Q N.play", "discard 2", {"classic": True, "spruce": True, "pagat": True}, set()),
    (
        "V07",
        "5/?13/?13 7777777 Q N.play classic/3",
        "discard 5",
        {"classic/3": True, "spruce/3": True, "pagat/3": True, "classic/3+canastas_out=2": False},
        {"canastas_out"},
    ),
    (
        "majority",
        "99222K4 KKK Q N.play",
        "meld 99222",
        {"classic": True, "spruce": False, "pagat": True},
        {"wild_majority"},
    ),
    (
        "last",
        "7 7777777,bbb Q N.play new=b",
        "meld 7",
        {"classic": True, "spruce": False, "pagat": True},
        {"black_threes"},
    ),
]


@pytest.mark.parametrize(
    ("position", "action", "legal", "parameters"), [case[1:] for case in DISPUTED], ids=[case[0] for case in DISPUTED]
)
def test_disputed_cases(position: str, action: str, legal: dict[str, bool], parameters: set[str]) -> None:
    """Tables that dispute a case are told apart, and by the rule in which they differ."""
    found = compare(Position.parse(position), Action.parse(action), map(Profile.parse, legal))
    assert {str(row.profile): row.legal for row in found.rows} == legal
    assert {each.name for each in found.parameters} == parameters
    assert found.agree == (len(set(legal.values())) == 1)
    assert bool(found.clauses) == (not found.agree)
    assert json.loads(json.dumps(found.as_json()))["agree"] == found.agree


def test_a_difference_says_where_each_value_comes_from() -> None:
    """A rule that makes the difference has each table's value and its provenance."""
    found = compare(Position.parse("6*45 KKK/QQQ b6"), Action.parse("take 6*"))
    (rule,) = found.parameters
    assert [tuple(map(str, each)) for each in rule.settings] == [
        ("classic", "yes", "stated"),
        ("spruce", "yes", "inherited"),
        ("pagat", "no", "reported"),
    ]
    assert {each.name for each in found.clauses} == {"freeze.natural-pair", "freeze.until-taken"}
    assert [each.value for each in found.clauses[0].settings] == ["objects", "objects", "is silent"]
    assert "pagat: legal" in found.text


def test_a_table_where_the_position_cannot_exist_says_so() -> None:
    """Cards that could not lie there at another table are no verdict there."""
    found = compare(Position.parse("245 99222 Q N.play"), Action.parse("discard 4"))
    assert {str(row.profile): row.legal for row in found.rows} == {"classic": True, "spruce": None, "pagat": True}
    assert found.agree
    assert "spruce: the position cannot exist: The meld 99222" in found.text
    assert found.as_json()["tables"][1]["problems"][0]["clause"] == "meld.wild-majority"


def test_own_house_comes_first_and_numbers_must_fit() -> None:
    """A house's own profile stands before the named ones; a table for other numbers of players is refused."""
    position = Position.parse("K4 - Q N.play pagat/2+canastas_out=1")
    found = compare(position, Action.parse("discard 4"))
    assert [str(row.profile) for row in found.rows] == ["pagat/2+canastas_out=1", "classic/2", "spruce/2", "pagat/2"]
    with pytest.raises(ValueError, match="is for 4 players; the position has 2"):
        compare(position, Action.parse("discard 4"), PROFILES.values())


# -- why it is legal ----------------------------------------------------------

LEGAL = [
    ("K4 - Q", "draw", "Nothing has been drawn yet in this turn; drawing may come next."),
    ("K4567 - Q . N.play", "discard K", "One card goes from the hand to the pile."),
    (
        "K9 - Q . N.play",
        "discard K",
        "One card goes from the hand to the pile. "
        "1 card would be left; your side has 0 canastas of 1 needed to go out.",
    ),
    (
        "4 7777777 Q . N.play",
        "discard 4",
        "The last card would go; your side has 1 canasta of 1 needed. North goes out without asking, as he may.",
    ),
    (
        "KK24 444 42K",
        "take KK",
        "The pile is frozen; you show 2 natural cards to match the king. 3 cards of one rank, kings.",
    ),
    (
        "KK24 444 4K",
        "take KK",
        "You show 2 natural cards that match the king. 3 cards of one rank, kings.",
    ),
    (
        "K24 444 4K",
        "take K2",
        "You show 1 natural card and 1 wild card for the king. 2 natural cards of kings with 1 wild card.",
    ),
    (
        "44477 KKK Q . N.play",
        "meld 444",
        "3 cards of one rank, fours. The side has melded: 15 points need reach no minimum.",
    ),
    ("745 KKK 4K", "take K:", "The king joins your side's meld. 4 cards of one rank, kings."),
    (
        "QQAA24 - 4Q",
        "take QQ AA2",
        "Your side has not melded, so the pile is frozen against it; you show 2 natural cards and need two. "
        "The melds count 90 points; with a score of 0 the minimum is 50.",
    ),
    (
        "AA*94 - Q . N.play",
        "meld AA*",
        "The melds count 90 points; with a score of 0 the minimum is 50. 2 natural cards of aces with 1 wild card.",
    ),
    (
        "K294 KKK Q . N.play",
        "meld K2",
        "The cards join your side's meld of 3 cards. 4 natural cards of kings with 1 wild card.",
    ),
    ("rK4 - Q ?9 N.draw", "lay r", "1 red three laid face up."),
]


@pytest.mark.parametrize(("position", "action", "words"), LEGAL, ids=[f"{case[0]} | {case[1]}" for case in LEGAL])
def test_reasons_are_the_telling_ones(position: str, action: str, words: str) -> None:
    """Of all that was looked at, one or two findings say what allowed it, and nothing that is told as an event."""
    step = play(Position.parse(position), Action.parse(action))
    assert " ".join(each.fact for each in reasons(step.verdict, [event.clause for event in step.events])) == words


def test_reasons_are_findings_of_the_book() -> None:
    """What tells most is named by clauses that the book has; a refused action has no reasons, a legal one always."""
    assert {id for row in TELLING for id in row} <= set(BOOK.ids())
    assert reasons(judge(Position.parse("K24 444 42K"), Action.parse("take K2"))) == ()
    allowed = [example.text.split(" | ") for example in ALL if example.kind == "yes"]
    verdicts = [judge(Position.parse(line), Action.parse(words)) for line, words in allowed]
    legal = [verdict for verdict in verdicts if verdict]
    assert len(legal) > 50
    assert all(1 <= len(reasons(verdict, BOOK.ids())) <= len(reasons(verdict)) <= REASONS for verdict in legal)


# -- explained ---------------------------------------------------------------


@pytest.mark.parametrize("example", [example for example in ALL if example.kind in ("yes", "no")], ids=lambda e: e.text)
def test_explanations_grow(example: object) -> None:
    """A short explanation is a line; a full one has every fact; one with sources has every law, clause and source."""
    line, _, words = example.text.partition(" | ")  # type: ignore[attr-defined]
    position, action = Position.parse(line), Action.parse(words)
    verdict = judge(position, action)
    short, full, source = (explain(position, verdict, length) for length in LENGTHS)
    assert "\n" not in short
    assert verdict.legal or verdict.refusals[0].fact in short
    for finding in verdict.findings:
        assert finding.fact in full
        assert f"{finding.law} [{finding.clause}; {finding.source}" in source
    assert set(full.splitlines()) <= set(source.splitlines())


def test_explanation_in_full() -> None:
    """Refusals come under their title, then what holds, what would be legal, and what would make it legal."""
    position = Position.parse("AK*4444 - 4K")
    lines = explain(position, judge(position, Action.parse("take K*")), "full").splitlines()
    assert lines[:3] == [
        "take K*: refused",
        "  Discard pile",
        "    - Your side has not melded, so the pile is frozen against it; you show 1 natural card and need two.",
    ]
    at = lines.index("  What holds")
    assert all(line.startswith("    - ") for line in lines[2:at])
    assert lines[at + 1].startswith("    + ")
    assert "  Legal would be: draw" in lines
    assert "  It would be legal if your side had melded." in lines[lines.index("  Legal would be: draw") :]


def test_explanation_names_the_tables_that_differ() -> None:
    """With sources, the other tables are heard, and the rule in which they differ."""
    position = Position.parse("6*45 KKK/QQQ b6")
    said = explain(position, judge(position, Action.parse("take 6*")), "source")
    assert "    pagat: legal\n" in said
    assert "black_three_freezes: classic yes (stated), spruce yes (inherited), pagat no (reported)" in said
    with pytest.raises(ValueError, match="'long' is not one of short, full, source"):
        explain(position, judge(position, Action.parse("draw")), "long")


def test_groups_are_in_the_order_of_hearing() -> None:
    """A verdict's groups hold all its findings, in the order of the book's groups."""
    order = list(dict.fromkeys(GROUPS.values()))
    several = 0
    for example in REFUSED:
        line, _, words = example.text.partition(" | ")
        verdict = judge(Position.parse(line), Action.parse(words))
        groups = verdict.groups()
        assert list(groups) == [group for group in order if group in groups]
        assert tuple(each for findings in groups.values() for each in findings) == verdict.findings
        assert all(each.group == group for group, findings in groups.items() for each in findings)
        several += len(groups) > 1
    assert several > 50


# -- from a shell ------------------------------------------------------------


def test_judge_in_three_lengths(capsys: pytest.CaptureFixture[str]) -> None:
    """The shell says as much as it is asked to."""
    said = []
    for length in LENGTHS:
        assert main(["judge", "K24 444 42K", "take K2", "--length", length]) == 1
        said.append(capsys.readouterr().out)
    assert said[0] == "take K2 is refused: The pile is frozen; you show 1 natural card to match the king.\n"
    assert len(said[0]) < len(said[1]) < len(said[2])
    assert main(["judge", "K24 444 42K", "take K2", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["legal_if"][0]["text"] == "It would be legal if the pile were not frozen."
    assert told["text"].startswith("take K2: refused")


def test_compare_from_a_shell(capsys: pytest.CaptureFixture[str]) -> None:
    """The shell compares tables, in words and in JSON; the status is that of the position's own table."""
    assert main(["compare", "6*45 KKK/QQQ b6", "take 6*"]) == 1
    assert "pagat: legal" in capsys.readouterr().out
    assert (
        main(["compare", "6*45 KKK/QQQ b6 N.draw pagat", "take 6*", "--profile", "pagat+take_ways=pair", "--json"]) == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert [(each["profile"], each["legal"]) for each in told["tables"]] == [
        ("classic", False),
        ("spruce", False),
        ("pagat", True),
        ("pagat+take_ways=pair", False),
    ]
    assert set(told["parameters"]) == {"black_three_freezes", "take_ways"}
    assert main(["compare", "K4", "draw", "--profile", "classic/2"]) == 2
    assert "classic/2" not in capsys.readouterr().out
