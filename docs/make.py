"""Writes the pages and the picture of docs/: ``python docs/make.py``; with ``--check`` it only says what is stale.

Every law, number and answer is asked of the engine; only titles and the sentences between them are typed here.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from canasta_widgets.picture import picture

from canasta import BOOK, CLASSIC, PROFILES, Clause, Position, Profile
from canasta.clauses.chapters import CHAPTERS, chapter_of
from canasta.clauses.register import law, origin
from canasta.clauses.sources import citations
from canasta.clauses.unmodelled import NOT_MODELLED
from canasta.examples import Answer, Example, answer, at_table, examples
from canasta.meanings import MEANINGS, values_in_use
from canasta.profile import PARAMETERS, SHAPES, value_text

DOCS = Path(__file__).parent
NOTICE = "<!-- Written by docs/make.py from the rule book; run `make docs` after a change there. -->"
RULES = "../rules.md"  # from a profile's page
UNTOUCHED = "the clause does not apply"

NOTES = {
    "classic": "The full four-player game as the classic text tells it.",
    "spruce": "The article of The Spruce, which stops after the concealed canasta; where it is silent it takes "
    "the classic clause.",
    "pagat": "The classic game as the card rules of pagat.com describe it, known here from reports of that text.",
}

# A table with a bit of everything: canastas of both kinds, red threes, and a pile that a deuce freezes.
TABLE = (
    "AsAhKcKhQs9d9c6h2d*b/?11/?8/?10 7s7h7d7c7h7d7s,QsQhQcQd2s*,5s5h5d;rr/TsThTcTd2c2h*,JsJcJdJh,KsKdKh;r "
    "6s2hAc9s4d ?30 N.draw 1855:1420"
)


def pages() -> dict[str, str]:
    """Every page's text by its path below docs/."""
    made = {"README.md": _index(), "rules.md": _rules()}
    return made | {f"profiles/{base}.md": _profile(profile) for base, profile in PROFILES.items()}


def pictures() -> dict[str, str]:
    """Every picture's text by its path below docs/."""
    return {"table.svg": picture(Position.parse(TABLE).check(), 0) + "\n"}


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _index() -> str:
    lines = ["# The rules, written by the engine", ""]
    lines += [
        "These pages are written from the rule book in `canasta/clauses`, and each answer in them is the engine's own.",
        "",
        f"- [The rules](rules.md): {len(BOOK)} clauses with their sources and examples.",
    ]
    lines += [f"- [The profile {base}](profiles/{base}.md): {NOTES[base]}" for base in PROFILES]
    lines += ["", "A house that plays otherwise writes down what differs:", "", "```toml"]
    lines += ['base = "classic"', "players = 2", "canastas_out = 1", "```", ""]
    lines += ["`python -m canasta profile house.toml` then shows every parameter of its game.", ""]
    lines += [
        "[Teaching a class](teaching.md): the class in five minutes, questions, assignments, and what is kept of whom."
    ]
    lines += ["", "[For teachers](teachers.md): how to write a lesson of one's own."]
    lines += ["", "[Serving the lessons](deploy.md): a laptop, a school server, JupyterHub, Binder."]
    return _page(lines)


def _rules() -> str:
    lines = ["# The rules of canasta", ""]
    lines += [
        "Each clause stands here once: its law with the numbers of the classic profile, where it comes from, and "
        "examples with what the engine answers. Where another profile reads otherwise, that wording follows; what "
        "else differs stands on the pages of the profiles: " + ", ".join(map(_link, PROFILES)) + ".",
        "",
        "*Stated* means that the profile's text says it, *reported* that the text is known from reports, *inherited* "
        "that the classic clause is taken over, *inferred* that it follows from a stated clause, and *ruling* that the "
        "texts are silent and play needs an answer.",
        "",
        "A position is a line: the hands, what lies on the table, the discard pile from bottom to top, the stock, "
        "whose turn it is, the scores, the profile. `*` is a joker, `r` a red three, `b` a black three, `T` a ten, "
        "`-` nothing, `.` not stated, `?9` nine cards unseen. `/` parts players and sides, `,` melds, and red threes "
        "follow `;`. Fields left out at the end take defaults: the first player is to draw, four play, no side has "
        "points.",
        "",
    ]
    clauses: dict[str, list[Clause]] = {name: [] for name in CHAPTERS}
    for clause in BOOK:
        clauses[chapter_of(clause.id)].append(clause)
    clauses = {name: found for name, found in clauses.items() if found}
    lines += [f"- [{CHAPTERS[name]}](#{slug(CHAPTERS[name])})" for name in clauses]
    lines += ["- [Not modelled](#not-modelled)"] * bool(NOT_MODELLED)
    for name, found in clauses.items():
        lines += ["", f"## {CHAPTERS[name]}"]
        for clause in found:
            lines += ["", *_clause(clause)]
    if NOT_MODELLED:
        lines += ["", "## Not modelled", "", "Clauses of the texts that the engine leaves out, and why.", ""]
        lines += _table(["Clause", "Reason"], ([f"`{id}`", _prose(why)] for id, why in NOT_MODELLED.items()))
    return _page(lines)


def _clause(clause: Clause) -> Iterator[str]:
    yield from (f"### {clause.id}", "", _prose(law(clause, CLASSIC)), "")
    for base, profile in PROFILES.items():
        if law(clause, profile) != law(clause, CLASSIC):
            yield from (f"In `{base}`: {_prose(law(clause, profile))}", "")
    origins = ", ".join(f"`{base}` {origin(clause, profile)}" for base, profile in PROFILES.items())
    yield f"- Source: {'; '.join(_prose(str(place)) for place in citations(clause.source))}."
    yield f"- Provenance: {origins}."
    if clause.parameters:
        yield f"- Parameters: {', '.join(f'`{name}`' for name in clause.parameters)}."
    yield ""
    yield from _answers([(example, answer(example)) for example in examples(clause)])


def _answers(asked: list[tuple[Example, Answer]]) -> list[str]:
    """A clause's examples with their answers; columns that would be empty are left out."""
    rows = [
        [_code(each.line), _code(each.words), found.word, _said(each, found, "") or UNTOUCHED * (each.kind == "silent")]
        for each, found in asked
    ]
    return _table(["Position", "Action", "Answer", "Why"], rows)


def _said(example: Example, found: Answer, page: str) -> str:
    """The fact that decides; another clause's with a link to it on the page of the rules."""
    other = found.decides not in ("", example.clause)
    return _prose(found.fact) + (f" ({_to_clause(found.decides, page)})" if other else "")


def _profile(profile: Profile) -> str:
    classic = profile == CLASSIC
    lines = [f"# The profile {profile.base}", "", NOTES[profile.base], ""]
    if not classic:
        lines += [f"What differs from {_link('classic', '')}; everything else is as there.", ""]
    lines += ["## Parameters", ""]
    differing = [name for name in PARAMETERS if classic or getattr(profile, name) != getattr(CLASSIC, name)]
    lines += _table(["Parameter", "Value", "Provenance", "Meaning"], (_parameter(profile, name) for name in differing))
    lines += ["", *_shapes()] if classic else ["", *_changed(profile)]
    return _page(lines)


def _parameter(profile: Profile, name: str) -> list[str]:
    value = getattr(profile, name)
    others = [value_text(other) for other in values_in_use(name) if other != value]
    used = " Also in use: " + "; ".join(map(_code, others)) + "." if others else ""
    return [f"`{name}`", _code(value_text(value)), profile.provenance(name), _prose(MEANINGS[name]) + used]


def _shapes() -> Iterator[str]:
    """What changes with the number of players."""
    yield from ("## Other numbers of players", "")
    yield "Those of two, three and six players are rulings: one article says only how many play, and on which sides."
    yield ""
    names = [name for name in PARAMETERS if any(name in shape for shape in SHAPES.values())]
    shapes = {players: CLASSIC.for_players(players) for players in SHAPES}
    rows = [[f"`{name}`", *(_code(value_text(getattr(each, name))) for each in shapes.values())] for name in names]
    rows.insert(0, ["sides", *(str(each.sides) for each in shapes.values())])
    yield from _table(["Parameter", *(f"{players} players" for players in shapes)], rows)


def _changed(profile: Profile) -> Iterator[str]:
    """The clauses with an example that comes out otherwise than in the classic profile."""
    yield from ("## Examples that come out otherwise", "")
    rows = []
    for clause in BOOK:
        for example in examples(clause):
            before, after = answer(example), answer(example, change=at_table(profile))
            same = (before.word, before.says) == (after.word, after.says)
            if not same and not (after.position and after.position.problems()):
                play = _code(str(after.position or example.line)) + (
                    f"<br>{_code(example.words)}" if example.words else ""
                )
                rows.append([_to_clause(clause.id, RULES), play, _told(example, before), _told(example, after)])
    clauses = len({row[0] for row in rows})
    yield f"Every example of the book was asked in both profiles; those of {clauses} clauses differ."
    yield ""
    yield from _table(["Clause", "Position and action", "`classic`", f"`{profile.base}`"], rows)


def _told(example: Example, found: Answer) -> str:
    said = _said(example, found, RULES)
    return f"{found.word}: {said}" if said else found.word


def _table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    """A table in Markdown, without the columns in which nothing stands."""
    rows = list(rows)
    kept = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    lines = [[heads[at] for at in kept], ["---"] * len(kept), *([row[at] for at in kept] for row in rows)]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _code(text: str) -> str:
    return f"`{text}`".replace("|", r"\|") if text else ""


def _prose(text: str) -> str:
    """Text in which no character means anything to Markdown."""
    return re.sub(r"([*_|<>`\[\]])", r"\\\1", text)


def _link(base: str, folder: str = "profiles/") -> str:
    return f"[{base}]({folder}{base}.md)"


def _to_clause(id: str, page: str) -> str:
    return f"[{id}]({page}#{slug(id)})"


def _page(lines: Iterable[str]) -> str:
    return "\n".join([NOTICE, "", *lines]).rstrip() + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Writes all files, or with ``--check`` names the stale ones and returns 1 if there are any."""
    parser = argparse.ArgumentParser(description="Write the pages of docs/ from the rule book, and their picture.")
    parser.add_argument("--check", action="store_true", help="write nothing; say which files are stale")
    check = parser.parse_args(arguments).check
    stale = []
    for name, text in (pages() | pictures()).items():
        path = DOCS / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if not check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8", newline="\n")
    for name in stale:
        print(f"{name}: {'stale; run `make docs`' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
