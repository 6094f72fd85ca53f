"""Results of an assignment: whole or damaged, told plainly."""

from __future__ import annotations

import json

import pytest

from canasta.tutor.drills.plan import read_plan
from canasta.tutor.progress import Entry, ProgressError
from canasta.tutor.results import Results, read_results

DONE = Results(
    read_plan("frozen-pile; seed=monday; count=2"),
    "Zoë",
    (Entry("09-frozen-pile", "frozen-pile", "1", "drill", seed="monday.0.0", stars=3, at="2026-01-31T18:05:00Z"),),
)


def changed(**parts: object) -> str:
    """The file with some of its parts written over."""
    return json.dumps({**json.loads(DONE.text()), **parts})


def test_written_and_read() -> None:
    """What is written reads the same, whatever the blanks and the order of its names."""
    data = json.loads(DONE.text())
    assert read_results(DONE.text()) == DONE
    assert read_results(json.dumps(dict(reversed(data.items())))) == DONE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This is no file of results: it is no JSON"),
        ("[" * 100_000, "This is no file of results: it is no JSON"),
        ("[]", "This is no file of results: it was made by something else."),
        ('{"format": "canasta-tutor progress"}', "This is no file of results: it was made by something else."),
        (changed(version=2), "A newer version of the tutor made this file (format 2; known is 1)."),
        (changed(label="Ann"), "This file of results is damaged: its checksum does not fit."),
        (changed(entries=[]), "This file of results is damaged: its checksum does not fit."),
        (changed(checksum=None), "This file of results is damaged: its checksum does not fit."),
        (
            DONE.text().replace('"stars": 3', '"stars": 2'),
            "This file of results is damaged: its checksum does not fit.",
        ),
        ("x" * 6_000_000, "This file is too large"),
    ],
)
def test_what_is_no_whole_file(text: str, said: str) -> None:
    """A file that is damaged, foreign, newer or too large is refused with a sentence that says so."""
    with pytest.raises(ProgressError) as fault:
        read_results(text)
    assert str(fault.value).startswith(said)


def test_a_checksum_is_no_seal() -> None:
    """What was written by hand with a checksum that fits is still looked through, part by part."""
    from canasta.tutor.results import _checksum

    for parts in ({"assignment": "poker; seed=1"}, {"assignment": 3}, {"label": 3}, {"entries": 5}, {"entries": [{}]}):
        data = {name: value for name, value in json.loads(changed(**parts)).items() if name != "checksum"}
        with pytest.raises(ProgressError):
            read_results(json.dumps({**data, "checksum": _checksum(data)}))
