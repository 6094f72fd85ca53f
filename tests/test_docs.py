"""What lies in docs/: fresh, with links that lead somewhere, and every clause of the rules accounted for."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import pytest

from canasta import BOOK, PROFILES
from canasta.clauses.chapters import CHAPTERS, chapter_of
from canasta.clauses.unmodelled import NOT_MODELLED
from canasta.examples import answer, at_table, examples
from canasta.profile import CLASSIC, PARAMETERS
from canasta.tutor.goals import CONDITIONS
from canasta.tutor.levels import read_unit
from canasta.tutor.questions import KEYS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make", DOCS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = _generator()
PAGES: dict[str, str] = make.pages()
PICTURES: dict[str, str] = make.pictures()
WRITTEN = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
BY_HAND = {"teachers.md", "teaching.md", "deploy.md"}  # pages that the generator does not write
IDS = [line for line in (Path(__file__).parent / "clause_ids.txt").read_text().split("\n") if line and line[0] != "#"]

# Clauses still to be written; the test fails as soon as one of them is in the book, so that the list can only shrink.


def test_every_clause_is_in_the_book_or_has_a_reason() -> None:
    """Each id of the rules is written down, or listed as not modelled with its reason, or known to be missing."""
    assert len(IDS) == len(set(IDS)) == 95
    assert [id for id in IDS if id not in BOOK and id not in NOT_MODELLED] == []
    assert not [id for id in NOT_MODELLED if id in BOOK or id not in IDS]
    assert all(reason.endswith(".") for reason in NOT_MODELLED.values())
    assert [id for id in BOOK.ids() if id not in IDS] == ["cards.held"]


@pytest.mark.parametrize("name", sorted(PAGES | PICTURES))
def test_file_is_fresh(name: str) -> None:
    """A committed page or picture is what the generator writes."""
    assert (DOCS / name).read_text("utf-8") == (PAGES | PICTURES)[name], "run `make docs`"


def test_the_picture_shows_much() -> None:
    """The table that the README shows has both kinds of canasta, red threes, and a pile that is frozen."""
    assert [name for name in PICTURES if name.endswith(".svg")] == list(PICTURES) == ["table.svg"]
    for said in ("natural canasta", "mixed canasta", "2 red threes", "frozen", "1,855"):
        assert said in PICTURES["table.svg"]


def test_no_page_is_left_over() -> None:
    """Every page in docs/ is written by the generator, one for each profile among them, but for the guide by hand."""
    assert set(PAGES) | BY_HAND == WRITTEN
    assert {f"profiles/{base}.md" for base in PROFILES} < WRITTEN


def test_check_from_a_shell() -> None:
    """``--check`` in another process, with other hashes, finds nothing stale: the order is always the same."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "widgets")]),
    }
    done = subprocess.run([sys.executable, DOCS / "make.py", "--check"], check=False, env=environment)
    assert done.returncode == 0


def test_check_names_stale_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page that is missing or changed is named, by ``--check`` without a touch; writing makes it good."""
    monkeypatch.setattr(make, "DOCS", tmp_path)
    assert make.main(["--check"]) == 1
    assert list(tmp_path.iterdir()) == []
    assert make.main([]) == 0
    (tmp_path / "rules.md").write_text("changed")
    capsys.readouterr()
    assert make.main(["--check"]) == 1
    assert capsys.readouterr().out == "rules.md: stale; run `make docs`\n"
    assert make.main([]) == make.main(["--check"]) == 0


def _headings(text: str) -> list[str]:
    return [line.lstrip("#").strip() for line in text.split("\n") if line.startswith("#")]


@pytest.mark.parametrize("name", sorted(PAGES))
def test_links_resolve(name: str) -> None:
    """Every link leads to a page that is there, and to a heading on it."""
    links = re.findall(r"\]\(([^)]*)\)", PAGES[name])
    assert links or name == "profiles/classic.md"
    for link in links:
        target, _, anchor = link.partition("#")
        path = ((DOCS / name).parent / target).resolve() if target else DOCS / name
        assert path.is_file(), link
        anchors = [make.slug(heading) for heading in _headings(path.read_text("utf-8"))]
        assert not anchor or anchors.count(anchor) == 1, link


def test_each_clause_is_a_heading_once() -> None:
    """The rules have one heading for each clause, under the section of its first word, in the order of the book."""
    headings = _headings(PAGES["rules.md"])
    ids = [heading for heading in headings if heading in BOOK]
    ordered = sorted(BOOK.ids(), key=lambda id: list(CHAPTERS).index(chapter_of(id)))
    assert ids == ordered
    titles = [CHAPTERS[name] for name in CHAPTERS if any(chapter_of(id) == name for id in ids)]
    assert [heading for heading in headings[1:] if heading not in BOOK] == titles + ["Not modelled"] * bool(
        NOT_MODELLED
    )


@pytest.mark.parametrize("name", sorted(PAGES))
def test_markdown_is_clean(name: str) -> None:
    """No placeholder is left, no line ends in blanks, and every row of a table has the cells of its head."""
    assert not re.search(r"[{}]", PAGES[name])
    width = 0
    for line in PAGES[name].split("\n"):
        assert line == line.rstrip()
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert cells == width or 0 in (cells, width), line
        width = cells


def test_rules_say_law_source_and_answers() -> None:
    """A clause's entry has its law with numbers, its source in words, provenance, parameters and computed answers."""
    entry = PAGES["rules.md"].partition("### meld.wild-limit\n")[2].partition("\n#")[0]
    for line in (
        "A meld holds at most 3 wild cards.",
        "- Provenance: `classic` stated, `spruce` inferred, `pagat` reported.",
        "- Parameters: `wild_limit`.",
        "| `9992222K4 KKK Q . N.play` | `meld 9992222` | refused "
        "| The meld would hold 4 wild cards; at most 3 are allowed. |",
        "| `44477 KKK Q . N.play` | `meld 444` | legal | the clause does not apply |",
    ):
        assert f"\n{line}\n" in entry
    assert "- Source: the classic text, section “Melding”, paragraph 1; inferred: " in entry
    concealed = PAGES["rules.md"].partition("### canasta.concealed\n")[2].partition("\n#")[0]
    law = "A canasta laid down whole from the hand, or with the pile's top card alone, earns 100 points more."
    assert f"\nIn `spruce`: {law}\n" in concealed


@pytest.mark.parametrize("base", PROFILES)
def test_profile_page_lists_what_differs(base: str) -> None:
    """A profile's page has each parameter that differs from classic, and each clause that decides otherwise."""
    page = PAGES[f"profiles/{base}.md"]
    rows = re.findall(r"^\| `(\w+)` \|", page.partition("\n## Other")[0].partition("\n## Examples")[0], re.M)
    profile = PROFILES[base]
    assert rows == [n for n in PARAMETERS if profile == CLASSIC or getattr(profile, n) != getattr(CLASSIC, n)]
    changed = {
        clause.id
        for clause in BOOK
        for example in examples(clause)
        if answer(example).says != answer(example, change=at_table(profile)).says
    }
    assert bool(changed) == (profile != CLASSIC)
    assert changed <= set(re.findall(r"^\| \[([a-z.-]+)\]", page, re.M))


def test_the_guide_for_teachers_is_true() -> None:
    """The task that the guide shows is a good one, and its lists of goals and kinds of question are complete."""
    guide = (DOCS / "teachers.md").read_text("utf-8")
    task = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)[0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "guide.toml"
        path.write_text(task, "utf-8")
        assert read_unit(path).faults == ()
    listed = guide.partition("Goals:")[2].partition("## ")[0]
    goals = {goal.partition(":")[0] for goal in re.findall(r"`([a-z_]+(?::[^`]*)?)`", listed)}
    assert set(CONDITIONS) <= goals
    assert all(f'"{kind}"' in guide for kind in KEYS)
    assert all(f"canasta-tutor {command}" in guide for command in ("copy", "serve", "check", "lab"))
