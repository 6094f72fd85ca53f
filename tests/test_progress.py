"""Progress: entries are only added, stars never fall, and no file, level or clock takes away what was done."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_levels import GOOD, SECOND

from canasta.tutor import progress
from canasta.tutor.levels import Unit, read_unit
from canasta.tutor.progress import CHECKS, FORMAT, Entry, Progress, ProgressError, read, read_entries, read_good

ENTRY = Entry("09-trial", "lay-sevens", "1f3a5c7e", "try", stars=2, seconds=40, at="2026-01-31T18:05:00Z")
MISS = replace(ENTRY, stars=0, wrong=2, hint=1, findings=("meld.same-rank", "meld.threes"), at="2026-01-31T18:01:00Z")
DEALT = replace(ENTRY, item="drill", seed="7", knobs=(("naturals", 2), ("profile", "classic")))


def unit(tmp_path: Path, text: str = GOOD + SECOND) -> Unit:
    """A unit of two levels."""
    path = tmp_path / "09-trial.toml"
    path.write_text(text, "utf-8")
    return read_unit(path)


def file(*entries: Any, **head: Any) -> str:
    """A file of progress with these entries, good or not."""
    values = [entry.as_json() if isinstance(entry, Entry) else entry for entry in entries]
    return json.dumps({"format": FORMAT, "version": 1, "label": "", "entries": values, **head})


def test_stars_are_the_best_and_never_fall() -> None:
    """Each item has the most stars that any entry gave it; one that was given up has none."""
    worse, better = replace(ENTRY, stars=1, at="2026-02-01T00:00:00Z"), replace(ENTRY, stars=3)
    for entries in itertools.permutations([ENTRY, MISS, worse, better]):
        assert Progress(entries).stars("09-trial") == {"lay-sevens": 3}
    assert Progress((MISS,)).stars("09-trial") == {}
    assert Progress((ENTRY,)).stars("elsewhere") == {}


def test_what_is_done_and_what_comes_next(tmp_path: Path) -> None:
    """Units count stars and items; next is the first open item of the first unit that has one."""
    two = unit(tmp_path)
    other = replace(two, name="10-other")
    assert Progress().next([two, other]) == (two, two.good()[0])
    some = Progress((ENTRY,))
    assert some.earned(two) == (2, 6, 1, 2)
    assert not some.earned(two).whole
    assert some.next([two, other]) == (two, two.good()[1])
    whole = some.merged([replace(ENTRY, item="another", stars=3)])
    assert whole.earned(two) == (5, 6, 2, 2)
    assert whole.earned(two).whole
    assert whole.next([two, other]) == (other, other.good()[0])
    assert whole.next([two]) is None
    assert Progress().next([]) is None


def test_wrong_tries_are_counted_by_clause() -> None:
    """Each wrong try counts for the clause that it met, whatever became of the item."""
    met = Progress((MISS, replace(MISS, item="another", findings=("meld.threes",)), ENTRY)).met()
    assert met == {"meld.same-rank": 1, "meld.threes": 2}


def test_a_changed_level_keeps_its_stars_and_is_known(tmp_path: Path) -> None:
    """What an item asks makes its version: with other cards it is another one; its stars stay, and the change is seen.
    Another title or hint asks for nothing else."""
    before = unit(tmp_path)
    done = Progress((replace(ENTRY, version=before.good()[0].version),))
    assert done.changed(before) == set()
    reworded = GOOD.replace("Look at the ranks.", "Look well.").replace('title = "Sevens"', 'title = "Lay them"')
    assert done.changed(unit(tmp_path, reworded + SECOND)) == set()
    after = unit(tmp_path, GOOD.replace("777KQ54", "777KQ55") + SECOND)
    assert after.good()[0].version != before.good()[0].version
    assert after.good()[1].version == before.good()[1].version
    assert done.earned(after) == done.earned(before) == (2, 6, 1, 2)
    assert done.changed(after) == {"lay-sevens"}
    assert done.merged([replace(ENTRY, version=after.good()[0].version)]).changed(after) == set()


def test_versions_differ() -> None:
    """No two items of ours ask the same, so no two have the same version."""
    from test_levels import ITEMS

    versions = [item.version for item in ITEMS]
    assert all(len(version) == 8 for version in versions)
    assert len(set(versions)) == len(versions) > 10


def test_an_inserted_moved_or_removed_level_disturbs_nothing(tmp_path: Path) -> None:
    """Items are known by their id: the stars of the others are what they were."""
    done = Progress((ENTRY, replace(ENTRY, item="another", stars=3)))
    new = SECOND.replace("another", "quite-new")
    inserted = unit(tmp_path, GOOD + new + SECOND)
    assert done.earned(inserted) == (5, 9, 2, 3)
    assert done.next([inserted]) == (inserted, inserted.good()[1])
    moved = unit(tmp_path, 'title = "Trial"\n' + SECOND + GOOD.replace('title = "Trial"\n', ""))
    assert done.earned(moved) == (5, 6, 2, 2)
    removed = unit(tmp_path, GOOD)
    assert done.earned(removed) == (2, 3, 1, 1)
    assert done.next([removed]) is None
    assert done.earned(unit(tmp_path)) == (5, 6, 2, 2)


def test_a_broken_level_does_not_count(tmp_path: Path) -> None:
    """What cannot be played is neither next nor missing, and its stars are back once it is mended."""
    done = Progress((ENTRY,))
    broken = unit(tmp_path, GOOD.replace("777KQ54", "777KX54") + SECOND)
    assert done.earned(broken) == (0, 3, 0, 1)
    assert done.next([broken]) == (broken, broken.good()[0])
    assert done.earned(unit(tmp_path)) == (2, 6, 1, 2)


entries = st.builds(
    lambda item, stars, minute: replace(ENTRY, item=item, stars=stars, at=f"2026-01-31T18:{minute:02}:00Z"),
    st.sampled_from(["a", "b", "c"]),
    st.integers(0, 3),
    st.integers(0, 59),
)


@given(st.lists(entries), st.lists(entries), st.lists(entries))
def test_merging(one: list[Entry], two: list[Entry], three: list[Entry]) -> None:
    """Every entry is there once, in the order of time; the order of merging does not matter, and nothing gets worse."""
    merged = Progress().merged(one).merged(two).merged(three)
    assert merged == Progress().merged(three).merged(one).merged(two).merged(two)
    assert set(merged.entries) == {*one, *two, *three}
    assert len(merged.entries) == len(set(merged.entries))
    assert [entry.at for entry in merged.entries] == sorted(entry.at for entry in merged.entries)
    for part in (one, two, three):
        stars = Progress(tuple(part)).stars("09-trial")
        assert all(merged.stars("09-trial")[item] >= n for item, n in stars.items())


def test_a_clock_that_went_back_loses_nothing() -> None:
    """An entry that claims to be older than the last, or from long ago, is kept and counts."""
    early = replace(ENTRY, stars=3, at="1999-12-31T23:59:59Z")
    merged = Progress((ENTRY,)).merged([early])
    assert set(merged.entries) == {ENTRY, early}
    assert merged.stars("09-trial") == {"lay-sevens": 3}


def test_now_is_a_time_of_an_entry() -> None:
    """The time is given as entries have it, to the second and in UTC."""
    assert CHECKS["at"](progress.now())


def test_a_file_is_read_as_it_was_written() -> None:
    """All fields come back, in whatever language the label is, and a file is JSON with a name of its own."""
    kept = Progress((MISS, ENTRY, DEALT), "Zoë 李 דנה")
    text = kept.text()
    assert read(text) == Progress(label=kept.label).merged(kept.entries)
    assert read(Progress().text()) == Progress()
    data = json.loads(text)
    assert (data["format"], data["version"], data["label"]) == (FORMAT, 1, "Zoë 李 דנה")
    assert data["entries"][0] == {
        "unit": "09-trial",
        "item": "lay-sevens",
        "version": "1f3a5c7e",
        "part": "try",
        "seed": "",
        "knobs": {},
        "findings": ["meld.same-rank", "meld.threes"],
        "wrong": 2,
        "hint": 1,
        "stars": 0,
        "seconds": 40,
        "at": "2026-01-31T18:01:00Z",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is no JSON"),
        ("stars: 3", "it is no JSON"),
        (Progress((ENTRY,)).text()[:-20], "damaged"),
        ("[" * 100_000, "it is no JSON"),
        ("[]", "made by something else"),
        ('{"cells": [], "nbformat": 4}', "made by something else"),
        (file(format="canasta-tutor log"), "made by something else"),
        (file(version="1"), "version is no number"),
        (file(version=True), "version is no number"),
        (
            file(ENTRY, version=2),
            "newer version of the tutor made this file (format 2; known is 1). Nothing was changed.",
        ),
        (file(entries={}), "no list of entries"),
        (file(ENTRY, {}, ENTRY), "Entry 2 cannot be read: its unit is wrong."),
        (file(ENTRY, ENTRY, [ENTRY.item]), "Entry 3 cannot be read: it is no entry."),
        (" " * (progress.MOST_BYTES + 1), "too large"),
        (file(*[{}] * (progress.MOST_ENTRIES + 1)), "20,001 entries are more than can be kept, which is 20,000"),
    ],
    ids=range(15),
)
def test_what_is_no_progress_is_said_plainly(text: str, said: str) -> None:
    """A foreign, damaged, newer or huge file is refused with one sentence."""
    with pytest.raises(ProgressError) as refused:
        read(text)
    assert said in str(refused.value)
    assert str(refused.value).endswith(".")


BAD = [
    None,
    -1,
    10**9,
    1.5,
    True,
    "x" * 101,
    "a\nb",
    "\ud800",
    [None],
    {"a": []},
    [["a"]],
    {"a" * 101: 1},
    "2026-01-31",
]


@pytest.mark.parametrize("field", CHECKS)
def test_every_field_is_checked(field: str) -> None:
    """An entry in which one field is missing or does not fit is named by number and field; the others are read."""
    good = {name: value for name, value in ENTRY.as_json().items() if name != field}
    tried = 0
    for value in [*BAD, "missing"]:
        entry = {**good, field: value} if value != "missing" else good
        if value != "missing" and CHECKS[field](value):
            continue
        tried += 1
        found = read_good(file(MISS, entry, ENTRY))
        assert found.progress.entries == (MISS, ENTRY)
        assert found.left_out == (f"Entry 2 cannot be read: its {field} is wrong.",)
    assert tried > 8


def test_good_entries_of_a_faulty_file_are_kept() -> None:
    """What can be read is read, and each that cannot is named; what a newer field means is not guessed."""
    found = read_good(file(ENTRY, 3, {**ENTRY.as_json(), "mood": "good"}, MISS, label="a\nb\0"))
    assert found.progress == Progress((MISS, ENTRY))
    assert found.left_out == (
        "Entry 2 cannot be read: it is no entry.",
        "Entry 3 cannot be read: its mood is wrong.",
    )
    assert progress.left_out(found.left_out).startswith("2 entries were left out. Entry 2")
    assert progress.left_out(()) == ""


def test_more_than_can_be_kept_is_refused() -> None:
    """Neither a merge nor a list of entries goes beyond the bound, and what was there stays."""
    many = [replace(ENTRY, seconds=n) for n in range(progress.MOST_ENTRIES)]
    full = Progress().merged(many)
    assert len(full.text().encode()) < progress.MOST_BYTES
    assert full.merged(many) == full
    with pytest.raises(ProgressError, match="Nothing was changed"):
        full.merged([MISS])
    with pytest.raises(ProgressError, match="more than can be kept"):
        read_entries([None] * (progress.MOST_ENTRIES + 1))


def test_labels() -> None:
    """A label is a short line; blanks around it and the way its letters are written make no other learner."""
    assert progress.read_label("  Anna \t Maria\n") == "Anna Maria"
    assert progress.read_label("Zoe\u0308") == "Zoë"
    assert progress.read_label("") == progress.read_label("   ") == ""
    for bad in (None, 7, ["Anna"], "x" * 41, "a\0b", "\u202eanna", "\ud800"):
        with pytest.raises(ProgressError):
            progress.read_label(bad)
