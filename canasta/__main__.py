"""The rule book from a shell: judge, list and play positions, and read clauses.

Exit status: 0 legal, 1 refused, 2 text that cannot be read, 3 a position that cannot exist.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from canasta.actions import Action
from canasta.clauses import BOOK
from canasta.clauses.register import Clause, law, origin
from canasta.clauses.sources import citations
from canasta.compare import compare, tables
from canasta.errors import IllegalAction, ImpossiblePosition, NotationError
from canasta.examples import answer, at_table, examples
from canasta.game import side_names
from canasta.house import profile_of, write_profile
from canasta.judge import Verdict, judge
from canasta.lister import legal, questions
from canasta.log import Log, replay
from canasta.meanings import MEANINGS, values_in_use
from canasta.play import Step, play
from canasta.position import Position
from canasta.profile import CLASSIC, PARAMETERS, PROFILES, Profile, value_text
from canasta.score import deal_totals, score_deal
from canasta.why import LENGTHS, SOURCE, explain, would_be_legal_if
from canasta.words import N_, _, provenance_name, render

LEGAL, REFUSED, UNREADABLE, IMPOSSIBLE = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the return value is the exit status."""
    # What cannot be read is shown as it came, not turned into an error of its own.
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except NotationError as fault:
        return _complain(options, UNREADABLE, _unreadable(fault), str(fault))
    except ImpossiblePosition as fault:
        lines = [_("This position cannot exist:"), *(f"  {problem}" for problem in fault.problems)]
        return _complain(options, IMPOSSIBLE, _impossible(fault), "\n".join(lines))
    except BrokenPipeError:
        # Whoever read our output has seen enough, as `head` does.
        sys.stderr.close()
        return LEGAL


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m canasta", description=_("Ask the rule book of canasta."))
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, help: str, run: Any, *words: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help)
        for word in words:
            added.add_argument(word.lower(), metavar=word.upper())
        added.add_argument("--json", action="store_true", help=_("print JSON"))
        added.set_defaults(run=run)
        return added

    asked = command("judge", _("say whether an action is legal, and why"), _judge)
    asked.add_argument("position", nargs="?", metavar="POSITION", help=_("a position's line, such as 'KK24 444 42K'"))
    asked.add_argument("action", nargs="?", metavar="ACTION", help=_("an action's words, such as 'take KK'"))
    asked.add_argument(
        "--batch", action="store_true", help=_("read JSON lines with position and action, write verdicts")
    )
    asked.add_argument("--length", choices=LENGTHS, default=SOURCE, help=_("how much to say (%(default)s)"))
    compared = command("compare", _("say what other tables make of an action"), _compare, "position", "action")
    compared.add_argument("--profile", action="append", default=[], help=_("one more table, such as a house's"))
    command("legal", _("list every legal play"), _legal, "position")
    played = command("play", _("play actions one after another"), _play, "position")
    played.add_argument("actions", nargs="+", metavar="ACTION")
    command("score", _("score a deal that is over, line by line"), _score, "position")
    replayed = command("replay", _("play a log, up to its end or to the first line that cannot be"), _replay)
    replayed.add_argument("file", metavar="FILE", help=_("a log, or - to read it from the standard input"))
    clause = command("clause", _("show a clause of the rule book"), _clause)
    clause.add_argument("id", nargs="?", metavar="ID", help=_("a clause's id; without one, all ids"))
    clause.add_argument("--profile", default=str(CLASSIC), help=_("whose numbers to show (%(default)s)"))
    random = command("simulate", _("play deals at random and sum them up"), _simulate)
    random.add_argument("deals", metavar="N", help=_("how many deals"))
    random.add_argument("--profile", default=str(CLASSIC), help=_("whose rules to play by (%(default)s)"))
    random.add_argument(
        "--jobs", default="1", metavar="K", help=_("how many processes play, one a processor at most (%(default)s)")
    )
    profile = command("profile", _("show every parameter of a profile"), _profile)
    profile.add_argument(
        "profile",
        nargs="?",
        default=str(CLASSIC),
        metavar="PROFILE",
        help=_("a profile, such as pagat/2 or classic+canastas_out=2, or a .toml file (%(default)s)"),
    )
    profile.add_argument("--toml", action="store_true", help=_("print it as a TOML file"))
    return parser


def _position(text: str) -> Position:
    return Position.parse(text).check()


def _print(value: Any) -> None:
    print(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _judge(options: argparse.Namespace) -> int:
    if options.batch:
        return _batch(sys.stdin, sys.stdout)
    if options.position is None or options.action is None:
        missing = N_("judge needs a position and an action, each in quotes")
        raise NotationError(missing, part=options.position or "")
    position, action = _position(options.position), Action.parse(options.action)
    verdict = judge(position, action)
    if options.json:
        changes = [each.as_json() for each in would_be_legal_if(position, action)]
        _print({**verdict.as_json(), "legal_if": changes, "text": explain(position, verdict, options.length)})
    else:
        _print(explain(position, verdict, options.length))
    return LEGAL if verdict else REFUSED


def _compare(options: argparse.Namespace) -> int:
    position, action = _position(options.position), Action.parse(options.action)
    profiles = [Profile.parse(text) for text in options.profile]
    if profiles and any(profile.players != position.profile.players for profile in profiles):
        message = N_("profile: all are for {n} players, as the position is")
        raise NotationError(message, part=" ".join(options.profile), n=position.profile.players)
    others = [profile for profile in profiles if profile not in tables(position.profile)]
    comparison = compare(position, action, (*tables(position.profile), *others))
    _print(comparison.as_json() if options.json else comparison.text)
    return LEGAL if judge(position, action) else REFUSED


def _batch(lines: TextIO, out: TextIO) -> int:
    """One verdict a line, whatever the line holds; a bad line says what is wrong with it and the rest goes on."""
    worst = LEGAL
    for line in lines:
        if not line.strip():
            continue
        status, answer = _one_of_batch(line)
        worst = max(worst, status)
        out.write(json.dumps(answer) + "\n")
    return worst


def _one_of_batch(line: str) -> tuple[int, dict[str, Any]]:
    try:
        asked = json.loads(line)
        if not isinstance(asked, dict):
            raise NotationError(N_("a line holds an object with position and action"), part=line.strip()[:40])
        for name in ("position", "action"):
            if not isinstance(asked.get(name), str):
                raise NotationError(N_("the line has no text under {name!r}"), part=name, name=name)
        verdict = judge(_position(asked["position"]), Action.parse(asked["action"]))
    except NotationError as fault:
        return UNREADABLE, _unreadable(fault)
    except ImpossiblePosition as fault:
        return IMPOSSIBLE, _impossible(fault)
    except (ValueError, RecursionError) as fault:
        return UNREADABLE, {
            "legal": None,
            "error": "unreadable",
            "part": line.strip()[:40],
            "message": _("no JSON: {fault}").format(fault=fault),
        }
    return (LEGAL if verdict else REFUSED), verdict.as_json()


def _legal(options: argparse.Namespace) -> int:
    position = _position(options.position)
    found = chain(legal(position), questions(position))
    if options.json:
        _print([str(action) for action in found])
    else:
        # One by one, as they are found: a large hand has very many ways to open.
        for action in found:
            _print(str(action))
    return LEGAL


def _play(options: argparse.Namespace) -> int:
    position = _position(options.position)
    actions = [Action.parse(text) for text in options.actions]
    steps: list[Step] = []
    refused: Verdict | None = None
    for action in actions:
        try:
            steps.append(play(position, action))
        except IllegalAction as fault:
            refused = fault.verdict
            break
        position = steps[-1].after
    if options.json:
        _print(
            {
                "legal": refused is None,
                "steps": [
                    {
                        "action": str(step.verdict.action),
                        "events": [{"clause": event.clause, "text": event.text} for event in step.events],
                        "position": str(step.after),
                    }
                    for step in steps
                ],
                "position": str(position),
                "refused": refused.as_json() if refused is not None else None,
            }
        )
    else:
        for step in steps:
            _print(f"{step.verdict.action}")
            for event in step.events:
                _print(f"  {event.text} [{event.clause}]")
        if refused is not None:
            _print(explain(position, refused, SOURCE))
        _print(str(position))
    return LEGAL if refused is None else REFUSED


def _score(options: argparse.Namespace) -> int:
    position = _position(options.position)
    lines, names = score_deal(position), side_names(position.profile)
    totals = deal_totals(lines, position.profile.sides)
    if options.json:
        told = [{"clause": line.clause, "side": line.side, "points": line.points, "text": line.text} for line in lines]
        _print({"lines": told, "score": totals})
        return LEGAL
    for side, name in enumerate(names):
        _print(f"{name}: {totals[side]:,}")
        for line in lines:
            if line.side == side:
                _print(f"  {line.points:+,}  {line.text} [{line.clause}]")
    return LEGAL


def _replay(options: argparse.Namespace) -> int:
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise NotationError(f"replay: {options.file}: {fault}", part=options.file) from None
    played = replay(Log.parse(text))
    refused = played.refused
    if options.json:
        _print(
            {
                "steps": len(played.steps),
                "scores": [{"score": sheet.deal, "total": sheet.totals} for sheet in played.sheets],
                "position": str(played.position),
                "refused": refused and {"line": refused.line, "clause": refused.clause, "text": refused.text},
            }
        )
    else:
        for sheet in played.sheets:
            values = {"deal": ":".join(map(str, sheet.deal)), "total": ":".join(map(str, sheet.totals))}
            _print(render(N_("score {deal}, total {total}"), values))
        _print(refused.text if refused else render(N_("{n:actions} played."), {"n": len(played.steps)}))
        _print(str(played.position))
    return LEGAL if refused is None else REFUSED


def _clause(options: argparse.Namespace) -> int:
    if options.id is None:
        _print(BOOK.ids() if options.json else "\n".join(BOOK.ids()))
        return LEGAL
    profile = profile_of(options.profile)
    if options.id not in BOOK:
        try:
            BOOK[options.id]
        except KeyError as fault:
            raise NotationError(N_("clause: {fault}"), part=options.id, fault=fault.args[0]) from None
    _print(_as_json(BOOK[options.id], profile) if options.json else "\n".join(_as_text(BOOK[options.id], profile)))
    return LEGAL


def _as_json(clause: Clause, profile: Profile) -> dict[str, Any]:
    asked = [(example, answer(example, change=at_table(profile))) for example in examples(clause)]
    return {
        "clause": clause.id,
        "law": law(clause, profile),
        "source": clause.source,
        "group": clause.group,
        "provenance": {str(table): origin(clause, table) for table in _tables(profile)},
        "parameters": {name: getattr(profile, name) for name in clause.parameters},
        "examples": [
            {
                "kind": example.kind,
                "position": str(found.position or example.line),
                "action": str(found.action) if found.action else None,
                "legal": None if found.verdict is None else found.verdict.legal,
                "value": found.says if found.verdict is None else None,
                "fact": found.fact,
                "decides": found.decides or None,
            }
            for example, found in asked
        ],
    }


def _as_text(clause: Clause, profile: Profile) -> Iterator[str]:
    yield clause.id
    yield f"  {law(clause, profile)}"
    yield from (f"  {place}" for place in citations(clause.source))
    yield "  " + ", ".join(f"{table} {provenance_name(origin(clause, table))}" for table in _tables(profile))
    for name in clause.parameters:
        yield f"  {name} = {value_text(getattr(profile, name))}: {_(MEANINGS[name])}"
    for example in examples(clause):
        found = answer(example, change=at_table(profile))
        yield f"  {found.position or example.line}" + (f" | {found.action}" if found.action else "")
        told = f": {found.fact}" if found.fact else ""
        yield f"      {found.word}{told}" + (f" [{found.decides}]" if found.decides not in ("", clause.id) else "")


def _tables(profile: Profile) -> list[Profile]:
    """The named profiles, and with them the one that was asked for."""
    return [*PROFILES.values(), *[profile] * (profile not in PROFILES.values())]


def _profile(options: argparse.Namespace) -> int:
    profile = profile_of(options.profile)
    if options.toml:
        print(write_profile(profile), end="")
        return LEGAL
    _print(_profile_as_json(profile) if options.json else "\n".join(_profile_as_text(profile)))
    return LEGAL


def _profile_as_json(profile: Profile) -> dict[str, Any]:
    return {
        "profile": str(profile),
        "base": profile.base,
        "players": profile.players,
        "parameters": [
            {
                "name": name,
                "value": getattr(profile, name),
                "provenance": profile.provenance(name),
                "meaning": _(MEANINGS[name]),
                "in_use": values_in_use(name),
            }
            for name in PARAMETERS
        ],
    }


def _profile_as_text(profile: Profile) -> Iterator[str]:
    yield str(profile)
    for name in PARAMETERS:
        value = getattr(profile, name)
        yield f"  {name} = {value_text(value)} ({provenance_name(profile.provenance(name))})"
        yield f"      {_(MEANINGS[name])}"
        if others := [value_text(other) for other in values_in_use(name) if other != value]:
            yield "      " + _("Also in use: {values}").format(values="; ".join(others))


def _simulate(options: argparse.Namespace) -> int:
    from concurrent.futures import ProcessPoolExecutor
    from contextlib import nullcontext
    from functools import partial

    from canasta.simulate import random_deal, simulate

    play_one = partial(random_deal, profile=Profile.parse(options.profile))
    deals = _number(options.deals, "deals")
    jobs = min(_number(options.jobs, "jobs"), os.cpu_count() or 1)
    actions = gone_out = 0
    begun = time.perf_counter()
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as executor:
        for record in simulate(range(deals), play_one, executor=executor):
            actions += record.actions
            gone_out += record.out != ""
    found = {
        "deals": deals,
        "gone_out": gone_out / deals,
        "decisions": actions / deals,
        "deals_per_second": deals / (time.perf_counter() - begun),
    }
    summary = _(
        "{deals} deals; a player went out in {gone_out:.1%}; {decisions:.1f} decisions a deal; "
        "{deals_per_second:,.1f} deals a second"
    )
    _print(found if options.json else summary.format(**found))
    return LEGAL


def _number(text: str, name: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not int(text):
        message = N_("{name}: {text!r} is not a number from 1 to {most}")
        raise NotationError(message, part=text, name=name, text=text, most=999999999)
    return int(text)


def _unreadable(fault: NotationError) -> dict[str, Any]:
    return {"legal": None, "error": "unreadable", "part": fault.part, "message": str(fault)}


def _impossible(fault: ImpossiblePosition) -> dict[str, Any]:
    problems = [{"clause": problem.clause, "text": str(problem)} for problem in fault.problems]
    return {"legal": None, "error": "impossible", "problems": problems}


def _complain(options: argparse.Namespace, status: int, as_json: dict[str, Any], text: str) -> int:
    if options.json:
        _print(as_json)
    else:
        print(text, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
