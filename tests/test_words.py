"""Every text that the engine makes goes through gettext: in a language that nobody speaks no English word is left."""

from __future__ import annotations

import ast
import gettext
import inspect
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from examples import ALL
from pseudo import ACCENTED, CLOSE, OPEN, PLAIN, Pseudo, pseudo, spoken

from canasta import (
    BOOK,
    CLASSIC,
    PROFILES,
    Action,
    ImpossiblePosition,
    NotationError,
    Position,
    Profile,
    actions,
    cards,
    compare,
    deal,
    explain,
    judge,
    legal,
    notation,
    play,
    problems,
    seats,
    would_be_legal_if,
)
from canasta import profile as profiles
from canasta.__main__ import main
from canasta.actions import TOPICS, VERBS
from canasta.cards import SUITS
from canasta.clauses.register import law
from canasta.filling import render
from canasta.notation import FLAGS
from canasta.position import PHASES
from canasta.profile import PARAMETERS, SEATS
from canasta.seats import END, WORD, read_seat_draw
from canasta.why import LENGTHS
from canasta.words import use_language

# What is no language: words of the notation, ids, and where the book cites.
NOTATION = {
    *VERBS,
    *TOPICS,
    WORD,
    END.strip("@"),
    *FLAGS,
    *PHASES,
    *PARAMETERS,
    *PROFILES,
    *(seat for seats in SEATS.values() for seat in seats),
    *(word for field in PARAMETERS.values() for word in field.metadata.get("choices", ())),
    *("yes", "no", "if"),
    *SUITS,
}
_CARDS = re.compile(r"(?:[*?2-9TJQKArb][shdc]?)+")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9*?_-]*")
_CITED = sorted({clause.id for clause in BOOK} | {clause.source for clause in BOOK}, key=len, reverse=True)


def escaped(text: str, *quoted: str) -> list[str]:
    """The plain words in a text that are no notation; ``quoted`` are pieces that a user wrote."""
    for piece in (*sorted(quoted, key=len, reverse=True), *_CITED):
        text = text.replace(piece, " ")
    return [word for word in _WORD.findall(text) if word not in NOTATION and not _CARDS.fullmatch(word)]


@pytest.fixture(autouse=True)
def foreign() -> Iterator[None]:
    """Everything in this file is read in the language that nobody speaks."""
    with spoken(Pseudo()):
        yield


def tries() -> list[tuple[Position, Action]]:
    """Every example of the book that tries something."""
    pairs = (example.text.split(" | ") for example in ALL if example.kind != "gives")
    return [(Position.parse(line), Action.parse(words)) for line, words in pairs]


def test_the_language_keeps_placeholders() -> None:
    """Letters change and fields stay, with their specs."""
    assert pseudo("{n:cards} left of {most}") == f"{OPEN}{{n:cards}} ļèƒţ òƒ {{most}}{CLOSE}"
    assert len(PLAIN) == len(ACCENTED) == len(set(ACCENTED)) == 52
    assert escaped("Plain words, KK2 and meld.threes") == ["Plain", "words", "and"]
    assert escaped(render("There is {n:cards}: {lays}", {"n": 2, "lays": "KK2"})) == []


@pytest.mark.parametrize("id", BOOK.ids())
def test_laws(id: str) -> None:
    """The law of every clause is translated in every profile, and in every wording for house rules."""
    clause = BOOK[id]
    for profile in (*PROFILES.values(), CLASSIC.for_players(6), *worded(id)):
        said = law(clause, profile)
        assert said.startswith(OPEN)
        assert escaped(said) == []


def worded(id: str) -> list[Profile]:
    """A table for each wording of a clause's law."""
    found = []
    for key in BOOK[id].wordings:
        profile = CLASSIC
        for part in key.split("+"):
            name, equals, value = part.partition("=")
            number = {"meld_limit": "7"}.get(name, "yes")
            if name == "packs":
                profile = CLASSIC.for_players(6)
                assert profile.shown(name) == value
            else:
                profile = Profile.parse(f"{profile}+{name}={value if equals else number}".replace("++", "+"))
        found.append(profile)
    return found


def test_wordings_are_other_words() -> None:
    """Each wording for a house rule is what its table reads, and no other wording hides it."""
    read = 0
    for clause in BOOK:
        laws = [law(clause, profile) for profile in worded(clause.id)]
        assert len({*laws, pseudo(clause.law)}) == len(laws) + 1, clause.id
        read += len(laws)
    assert read > 20


def test_findings_and_verdicts() -> None:
    """What is found in every example of the book is translated, and so is the verdict."""
    facts = 0
    for position, action in tries():
        verdict = judge(position, action)
        for finding in verdict.findings:
            assert escaped(finding.fact) == [], finding
            facts += 1
        assert escaped(str(verdict)) == []
    assert facts > 1000


def test_explanations_in_three_lengths() -> None:
    """Explanations, counterfactuals and comparisons are translated."""
    answers = 0
    for position, action in tries():
        verdict = judge(position, action)
        for length in LENGTHS:
            assert escaped(explain(position, verdict, length)) == []
        for each in would_be_legal_if(position, action):
            assert each.text.startswith(OPEN)
            assert escaped(each.text) == []
            answers += 1
        assert escaped(compare(position, action).text) == []
    assert answers > 150


@pytest.mark.parametrize("profile", ["classic", "spruce/2", "pagat/6", "classic/3"])
def test_events_of_a_deal(profile: str) -> None:
    """What happens in random deals is told in the language."""
    told = set()
    for seed in range(6):
        choose = random.Random(seed)
        position = deal(seed, Profile.parse(profile))
        while position.phase != "over" and (actions := legal(position)):
            laying = [action for action in actions if action.verb not in ("draw", "discard")]
            step = play(position, choose.choice(laying or actions))
            for event in step.events:
                assert event.text.startswith(OPEN)
                assert escaped(event.text) == []
                told.add(event.clause)
            position = step.after
    assert {"turn.order", "turn.draw-first", "red-three.drawn"} <= told


IMPOSSIBLE = [
    "KKKKKKKKK4 444,222 Q",
    "K4 444,44K Q",
    "K4 rrr Q",
    "K4/?11/?11/?11 444 Q ?60",
    "KsKsKs4 444 Q",
    "K4 K222 Q",
    "K4 444,44 Q",
    "K4 KKK! Q",
    "K4 bbb Q",
    "rr/K4 - Q",
    "K4 - rQ N.draw upcards=0",
    "K4 444 Q . N.draw took",
    "K4 444 Q . N.answer classic/2",
    "-/K4 444 Q",
    "K4 - Q . N.play melded=N",
    "K4 444 Q . N.play new=7",
    "K4 444 Q . N.play out=N",
]


@pytest.mark.parametrize("line", IMPOSSIBLE)
def test_problems(line: str) -> None:
    """What is wrong with a position is said in the language."""
    try:
        problems = Position.parse(line).problems()
    except ImpossiblePosition as fault:
        problems = list(fault.problems)
    assert problems
    for problem in problems:
        assert str(problem).startswith(OPEN)
        assert escaped(str(problem)) == []


def test_every_problem_is_among_them() -> None:
    """The positions above have every problem there is a message for."""

    def messages(line: str) -> set[str]:
        try:
            return {problem.message for problem in Position.parse(line).problems()}
        except ImpossiblePosition as fault:
            return {problem.message for problem in fault.problems}

    met = set().union(*map(messages, IMPOSSIBLE))
    elsewhere = {message for message in messages_of(notation) if message.startswith(NO_NOTATION)}
    assert met == messages_of(problems) | elsewhere


# Text that cannot be read, one for each message; each with what reads it.
UNREADABLE = [
    (Position.parse, ""),
    (Position.parse, "K4 N.play new=7 x"),
    (Position.parse, "K4 first"),
    (Position.parse, "K4 - Q . . ."),
    (Position.parse, "N.play"),
    (Position.parse, "K4/K4/K4/K4/K4"),
    (Position.parse, "K4 -/-/-"),
    (Position.parse, "K4?200 - ?1"),
    (Position.parse, "?150K - Q"),
    (Position.parse, f"{'K' * 180}"),
    (Position.parse, "K4//Q"),
    (Position.parse, "K?4?5"),
    (Position.parse, "K4?900"),
    (Position.parse, "K4 - Q ?9?9"),
    (Position.parse, "K4 444,,555"),
    (Position.parse, "K4 444;K"),
    (Position.parse, "K4 - Q . N.play 5:5:5"),
    (Position.parse, "K4 - Q . X.play"),
    (Position.parse, "K4 - Q . N.play deal=X"),
    (Position.parse, "K4 - Q . N.play first first"),
    (Position.parse, "K4 - Q . N.play wrong"),
    (Position.parse, "K4 - Q . N.play first=3"),
    (Position.parse, "K4 - Q . N.play ans"),
    (Position.parse, "K4 - Q . N.play new=*"),
    (Position.parse, "K4 - Q . N.play ans=maybe"),
    (Position.parse, "K4 - Q . N.play upcards=9"),
    (Position.parse, "K2x4"),
    (Position.parse, "*s4"),
    (Position.parse, "rs4"),
    (Position.parse, "K4 - Kx"),
    (Action.parse, "mild"),
    (Action.parse, ""),
    (Action.parse, "meld"),
    (Action.parse, "meld " + "K " * 61),
    (Action.parse, "meld " + "K" * 61),
    (Action.parse, "move Q:2"),
    (Action.parse, "answer perhaps"),
    (Action.parse, "ask me"),
    (Action.parse, "lay"),
    (Action.parse, "meld +"),
    (Action.parse, "meld X:2"),
    (Action.parse, "meld K@Z:2"),
    (Action.parse, "discard x"),
    (Action.parse, "say nothing"),
    (Action.parse, "say stock E"),
    (Action.parse, "say hand"),
    (Action.parse, "say sixth"),
    (Action.parse, "say sixth r"),
    (Action.parse, "say hand Z"),
    (read_seat_draw, "Ks Qh"),
    (read_seat_draw, "seats KsQh 4d"),
    (read_seat_draw, "seats Ks"),
    (read_seat_draw, "seats Ks Qh classic/3"),
    (read_seat_draw, "seats K Qh"),
    (read_seat_draw, "seats Ks Ks Ks"),
    (read_seat_draw, "seats Ks+Qs+Js+Ts+9s+8s+7s Qh"),
    (Profile.parse, "clasic"),
    (Profile.parse, "classic/5"),
    (Profile.parse, "classic+canasta_out=2"),
    (Profile.parse, "classic+xyzzy=2"),
    (Profile.parse, "classic+draws=1+draws=2"),
    (Profile.parse, "classic+draws=many"),
    (Profile.parse, "classic+draws=9"),
    (Profile.parse, "classic+ask=never"),
    (Profile.parse, "classic+upcard_freezes=K"),
    (Profile.parse, "classic+minimums=50,90"),
    (Profile.parse, "classic+red_threes=100"),
]


@pytest.mark.parametrize(("parse", "text"), UNREADABLE, ids=[f"{text[:40]!r}" for _, text in UNREADABLE])
def test_what_cannot_be_read(parse: object, text: str) -> None:
    """What is wrong with a text is said in the language; only the text itself is quoted."""
    with pytest.raises(NotationError) as fault:
        parse(text)  # type: ignore[operator]
    said = str(fault.value)
    assert OPEN in said
    words = [*re.split(r"[\s/+=,.:@]", text), *text, fault.value.part]
    assert escaped(said, *map(repr, words), *(word for word in text.split() if len(word) > 1), *EXAMPLES) == []


def test_every_unreadable_text_is_among_them() -> None:
    """The texts above meet every message of what reads positions, actions, cards and profiles."""
    met = {getattr(fault, "message", "") for fault in map(_fault, UNREADABLE)}
    modules = (notation, actions, cards, profiles)
    marked = {text for module in (*modules, seats) for text in messages_of(module)}
    said = {text for text in marked if not text.startswith(NO_NOTATION)}
    assert said - met == set()
    assert len(met) > 40


# Marked in the same files and said of no text: problems of a position, and values of a profile made in Python.
NO_NOTATION = ("{meld} cannot be", "Two melds of", "{value", "{name}: ", "{name!r} is no", "players: ", "{card} of")


def messages_of(module: object) -> set[str]:
    """The messages that a module marks."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return {call.args[0].value for call in calls if call.func.id in ("N_", "_")}  # type: ignore[attr-defined,misc]


def _fault(case: tuple[Any, str]) -> Exception | None:
    try:
        case[0](case[1])
    except NotationError as fault:
        return fault
    return None


# Pieces of notation that messages give as an example.
EXAMPLES = ("N.play", "9K?49|4", "?11", "K4?9", "444,KK2", ";rr", "new=7K", "KKK", "Q:2 8:2", "K@E:", "?n")


def test_shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What the shell prints is translated, but for notation."""
    lines = ["KK24 444 42K", "K24 444 42K", "KKKKKKKKK4 444,222 Q", "mild"]
    commands = [
        ("judge", "KK24 444 42K", "take KK"),
        ("judge", "K24 444 42K", "take K2"),
        ("judge", "K24 444 42K", "take K2", "--length", "short"),
        ("judge", "KKKKKKKKK4 444,222 Q", "draw"),
        ("judge", "K24 444 Q", "mild"),
        ("judge", "K24"),
        ("legal", "KK24 444 42K"),
        ("play", "KK24 444 42K", "take KK", "discard 9"),
        ("compare", "6*45 KKK/QQQ b6", "take 6*"),
        ("compare", "K4", "draw", "--profile", "classic/2"),
        ("clause", "freeze.natural-pairs"),
        ("clause", "meld.threes", "--profile", "clasic"),
    ]
    for command in commands:
        main(command)
        out, err = capsys.readouterr()
        assert out + err
        assert escaped(out + err, "clasic", "freeze.natural-pairs", *lines) == [], command
    for id in BOOK.ids():
        main(["clause", id])
        shown = capsys.readouterr().out
        # A value is notation, as positions are; the rest is said in the language.
        assert escaped("\n".join(line for line in shown.splitlines() if not line.startswith("      ="))) == []


# -- plurals -----------------------------------------------------------------


class Three(gettext.NullTranslations):
    """A language with a form for one, one for two to four, and one for more."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        form = "one" if n == 1 else "few" if 2 <= n <= 4 else "many"
        return f"{{n}} {form} <{msgid2}>" if "{n}" in msgid2 else f"{form} <{msgid2}>"


NOUNS = (
    "cards naturals wilds points canastas melds steps stars different threes decks "
    "jokers deuces red_threes black_threes"
)


@pytest.mark.parametrize("noun", NOUNS.split())
def test_counted_nouns_have_the_forms_of_the_language(noun: str) -> None:
    """Every counted noun asks the language for its form, for each number anew."""
    with spoken(Three()):
        said = [render(f"{{n:{noun}}}", {"n": n}) for n in (1, 2, 5, 1000)]
    assert [text.split(" <")[0] for text in said] == ["1 one", "2 few", "5 many", "1,000 many"]


def test_names_of_cards_have_the_forms_of_the_language() -> None:
    """So does the name of every kind of card."""
    from canasta.words import card_name

    with spoken(Three()):
        for kind in range(16):
            assert [card_name(kind, n).split(" <")[0] for n in (1, 3, 9)] == ["one", "few", "many"]


def test_english_comes_back() -> None:
    """A language can be chosen again; one that is not there falls back to English."""
    use_language("xx")
    assert render("{n:cards}", {"n": 2}) == "2 cards"
