"""The rule book from a shell: words and JSON, and an exit status for each kind of answer."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from canasta import BOOK
from canasta.__main__ import main
from canasta.clauses.sources import citations
from canasta.examples import answer, examples


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of one command."""
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_legal_action(capsys: pytest.CaptureFixture[str]) -> None:
    """A legal action is said to be legal, with status 0."""
    status, out, _ = run(capsys, "judge", "KK24 444 42K", "take KK")
    assert status == 0
    assert out.startswith("take KK: legal\n")


def test_refused_action_says_why_and_what_would_be_legal(capsys: pytest.CaptureFixture[str]) -> None:
    """A refusal has status 1, names its clause and source, and says what would be legal."""
    status, out, _ = run(capsys, "judge", "K24 444 42K", "take K2")
    assert status == 1
    assert "freeze.natural-pair; classic: Unfreezing the pile, 1" in out
    assert "Legal would be: draw" in out


def test_verdict_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON has legal, and findings with clause, holds and fact."""
    status, out, _ = run(capsys, "judge", "K24 444 42K", "take K2", "--json")
    verdict = json.loads(out)
    assert (status, verdict["legal"], verdict["action"]) == (1, False, "take K2")
    assert {"clause", "holds", "fact"} <= set(verdict["findings"][0])
    assert "freeze.natural-pair" in [each["clause"] for each in verdict["findings"] if not each["holds"]]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("judge", "K2x4", "draw"), "x"),
        (("judge", "K24", "mild KKK"), "mild"),
        (("legal", "K24 444 Q . N.play ans=perhaps"), "perhaps"),
        (("play", "K24 444 Q", "draw", "mild"), "mild"),
        (("clause", "freeze.natural-pairs"), "freeze.natural-pairs"),
        (("clause", "meld.threes", "--profile", "clasic"), "clasic"),
        (("judge", "K24"), "K24"),
        (("simulate", "0"), "0"),
        (("simulate", "3", "--jobs", "two"), "two"),
        (("simulate", "3", "--profile", "clasic"), "clasic"),
    ],
)
def test_unreadable_text_names_its_part(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], part: str
) -> None:
    """Text that cannot be read has status 2 and names the faulty part, in words and in JSON."""
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert part in err or arguments == ("judge", "K24")
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (2, "")
    assert json.loads(out)["part"] == part


def test_impossible_position_lists_all_problems(capsys: pytest.CaptureFixture[str]) -> None:
    """A position that cannot exist has status 3, and every problem stands on a line with its clause."""
    status, _, err = run(capsys, "judge", "KKKKKKKKK4 444,222 Q", "draw")
    assert status == 3
    assert err.count("\n  ") == 2
    assert "(pack.cards)" in err
    assert "(meld.no-wild-meld)" in err
    status, out, _ = run(capsys, "legal", "KKKKKKKKK4 444,222 Q", "--json")
    assert status == 3
    assert [each["clause"] for each in json.loads(out)["problems"]] == ["meld.no-wild-meld", "pack.cards"]


def test_legal_lists_every_play(capsys: pytest.CaptureFixture[str]) -> None:
    """The list of legal plays is the engine's, one a line or as JSON."""
    assert run(capsys, "legal", "KK24 444 42K")[1].split("\n")[:-1] == ["draw", "take KK", "take KK2", "ask"]
    assert json.loads(run(capsys, "legal", "KK24 444 42K", "--json")[1]) == ["draw", "take KK", "take KK2", "ask"]


def test_play_stops_at_the_first_refusal(capsys: pytest.CaptureFixture[str]) -> None:
    """Playing tells what followed, and a refusal keeps what was played before it."""
    status, out, _ = run(capsys, "play", "KK24 444 42K", "take KK", "discard 4")
    assert status == 0
    assert out.rstrip().endswith("422 KKK,444 4 . E.draw melded=N")
    status, out, _ = run(capsys, "play", "KK24 444 42K", "take KK", "discard 9", "discard 4", "--json")
    told = json.loads(out)
    assert status == 1
    assert [step["action"] for step in told["steps"]] == ["take KK"]
    assert told["position"] == told["steps"][-1]["position"]
    assert told["refused"]["action"] == "discard 9"


@pytest.mark.parametrize("id", BOOK.ids())
def test_every_clause_can_be_shown(capsys: pytest.CaptureFixture[str], id: str) -> None:
    """Each clause shows its law, its sources in words, and its examples with what the engine answers."""
    status, out, _ = run(capsys, "clause", id)
    assert status == 0
    assert all(f"  {place}\n" in out for place in citations(BOOK[id].source))
    asked = [(example, answer(example)) for example in examples(BOOK[id])]
    for example, found in asked:
        assert (
            f"  {found.position or example.line}{f' | {found.action}' if found.action else ''}\n      {found.word}"
            in out
        )
        assert found.fact in out
    shown = json.loads(run(capsys, "clause", id, "--json", "--profile", "spruce/2")[1])
    assert shown["clause"] == id
    assert shown["law"]
    assert set(shown["provenance"]) == {"classic", "spruce", "pagat", "spruce/2"}
    assert len(shown["examples"]) == len(asked)


def test_clause_is_answered_at_the_table_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Examples are asked in the profile that is named, and another clause that decides there is named too."""
    out = run(capsys, "clause", "meld.wild-limit", "--profile", "spruce")[1]
    assert "  classic stated, spruce inferred, pagat reported\n" in out
    assert "  wild_limit = 3: How many wild cards a meld holds at most.\n" in out
    assert (
        "spruce | meld 99222\n      refused: 2 natural cards of nines with 3 wild cards. [meld.wild-majority]\n" in out
    )
    assert "      refused: The meld would hold 4 wild cards; at most 3 are allowed.\n" in out


def test_clause_without_an_id_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Asked for no clause in particular, the book names all."""
    assert run(capsys, "clause")[1].split() == BOOK.ids()


def test_simulate_sums_deals_up(capsys: pytest.CaptureFixture[str]) -> None:
    """The summary counts the deals, and is the same but for its speed however many processes play."""
    status, out, _ = run(capsys, "simulate", "4")
    assert status == 0
    assert out.startswith("4 deals; a player went out in ")
    sums = [json.loads(run(capsys, "simulate", "20", "--jobs", jobs, "--json")[1]) for jobs in "12"]
    assert all(each.pop("deals_per_second") > 0 for each in sums)
    assert sums[0] == sums[1]
    assert (sums[0]["deals"], sums[0]["decisions"] > 20, 0 < sums[0]["gone_out"] < 1) == (20, True, True)


def test_batch_answers_every_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch writes one verdict a line, says what is wrong with a bad line, and goes on after it."""
    lines = [
        '{"position": "KK24 444 42K", "action": "take KK"}',
        '{"position": "K24 444 42K", "action": "take K2"}',
        "no json",
        "[1, 2]",
        '{"position": 7, "action": "draw"}',
        '{"position": "K2x", "action": "draw"}',
        '{"position": "KK 222", "action": "draw"}',
        "[" * 5000,
        "",
        '{"position": "KK24 444 42K", "action": "draw"}',
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    status, out, _ = run(capsys, "judge", "--batch")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 3
    assert [each["legal"] for each in answers] == [True, False, None, None, None, None, None, None, True]
    assert [each.get("error") for each in answers[2:8]] == ["unreadable"] * 4 + ["impossible", "unreadable"]


def test_module_runs() -> None:
    """`python -m canasta` is that same command."""
    command = [sys.executable, "-m", "canasta", "judge", "KK24 444 42K", "take KK"]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0


def test_score_of_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """A deal that is over is scored line by line, each with its clause; JSON has the same numbers."""
    line = "-/44/5*/66 7777777/;r Q . N.over out=N"
    status, out, _ = run(capsys, "score", line)
    assert (status, out.splitlines()[0]) == (0, "We: 580")
    assert "  +500  Natural canasta of sevens [canasta.natural]" in out
    _, out, _ = run(capsys, "score", line, "--json")
    told = json.loads(out)
    assert told["score"] == [580, -120]
    assert sum(each["points"] for each in told["lines"] if each["side"] == 0) == 580


def test_score_of_a_deal_that_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """A deal that is not over has no score, with status 3."""
    status, _, err = run(capsys, "score", "K4/44/55/66")
    assert status == 3
    assert "The deal is not over" in err


def test_replay_of_a_log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A log is played to its end, or to the line that is refused, with status 1."""
    log = tmp_path / "small.log"
    log.write_text("position: K5/44/55/66 KKKKKK Q . N.play\nmeld K\ndiscard 5\n", "utf-8")
    status, out, _ = run(capsys, "replay", str(log))
    assert (status, out.splitlines()[:2]) == (0, ["Score 660:-20, total 660:-20", "2 actions played."])
    log.write_text("position: K5/44/55/66 KKKKK Q . N.play\nmeld K\ndiscard 5\n", "utf-8")
    status, out, _ = run(capsys, "replay", str(log), "--json")
    told = json.loads(out)
    assert (status, told["steps"], told["refused"]["line"]) == (1, 0, 2)
    assert told["refused"]["clause"] in told["refused"]["text"]


def test_replay_of_what_is_no_log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file that is not there, or holds no log, is unreadable, with status 2."""
    assert run(capsys, "replay", str(tmp_path / "none.log"))[0] == 2
    (tmp_path / "bad.log").write_bytes(b"\xff\xfe")
    assert run(capsys, "replay", str(tmp_path / "bad.log"))[0] == 2
