"""The rule book from a shell: judge, list and play positions, and read clauses.

Exit status: 0 legal, 1 refused, 2 text that cannot be read, 3 a position that cannot exist.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence
from itertools import chain
from typing import Any, TextIO

from canasta.actions import Action
from canasta.compare import compare, tables
from canasta.errors import IllegalAction, ImpossiblePosition, NotationError
from canasta.house import profile_of
from canasta.judge import Verdict, judge
from canasta.lister import legal, questions
from canasta.play import Step, play
from canasta.profile import CLASSIC
from canasta.shell import IMPOSSIBLE, LEGAL, REFUSED, UNREADABLE, position_of, show
from canasta.shell_book import clause, profile
from canasta.shell_games import replay_log, score, simulate_deals
from canasta.why import LENGTHS, SOURCE, explain, would_be_legal_if
from canasta.words import N_, _


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
    command("score", _("score a deal that is over, line by line"), score, "position")
    replayed = command("replay", _("play a log, up to its end or to the first line that cannot be"), replay_log)
    replayed.add_argument("file", metavar="FILE", help=_("a log, or - to read it from the standard input"))
    shown = command("clause", _("show a clause of the rule book"), clause)
    shown.add_argument("id", nargs="?", metavar="ID", help=_("a clause's id; without one, all ids"))
    shown.add_argument("--profile", default=str(CLASSIC), help=_("whose numbers to show (%(default)s)"))
    random = command("simulate", _("play deals at random and sum them up"), simulate_deals)
    random.add_argument("deals", metavar="N", help=_("how many deals"))
    random.add_argument("--profile", default=str(CLASSIC), help=_("whose rules to play by (%(default)s)"))
    random.add_argument(
        "--jobs", default="1", metavar="K", help=_("how many processes play, one a processor at most (%(default)s)")
    )
    table = command("profile", _("show every parameter of a profile"), profile)
    table.add_argument(
        "profile",
        nargs="?",
        default=str(CLASSIC),
        metavar="PROFILE",
        help=_("a profile, such as pagat/2 or classic+canastas_out=2, or a .toml file (%(default)s)"),
    )
    table.add_argument("--toml", action="store_true", help=_("print it as a TOML file"))
    return parser


def _judge(options: argparse.Namespace) -> int:
    if options.batch:
        return _batch(sys.stdin, sys.stdout)
    if options.position is None or options.action is None:
        missing = N_("judge needs a position and an action, each in quotes")
        raise NotationError(missing, part=options.position or "")
    position, action = position_of(options.position), Action.parse(options.action)
    verdict = judge(position, action)
    if options.json:
        changes = [each.as_json() for each in would_be_legal_if(position, action)]
        show({**verdict.as_json(), "legal_if": changes, "text": explain(position, verdict, options.length)})
    else:
        show(explain(position, verdict, options.length))
    return LEGAL if verdict else REFUSED


def _compare(options: argparse.Namespace) -> int:
    position, action = position_of(options.position), Action.parse(options.action)
    profiles = [profile_of(text) for text in options.profile]
    if profiles and any(profile.players != position.profile.players for profile in profiles):
        message = N_("profile: all are for {n} players, as the position is")
        raise NotationError(message, part=" ".join(options.profile), n=position.profile.players)
    others = [profile for profile in profiles if profile not in tables(position.profile)]
    comparison = compare(position, action, (*tables(position.profile), *others))
    show(comparison.as_json() if options.json else comparison.text)
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
        verdict = judge(position_of(asked["position"]), Action.parse(asked["action"]))
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
    position = position_of(options.position)
    found = chain(legal(position), questions(position))
    if options.json:
        # Written as they are found: a large hand has very many ways to open.
        print("[", end="")
        for number, action in enumerate(found):
            print(", " * (number > 0) + json.dumps(str(action)), end="")
        print("]")
    else:
        # One by one, as they are found: a large hand has very many ways to open.
        for action in found:
            show(str(action))
    return LEGAL


def _play(options: argparse.Namespace) -> int:
    position = position_of(options.position)
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
        show(
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
            show(f"{step.verdict.action}")
            for event in step.events:
                show(f"  {event.text} [{event.clause}]")
        if refused is not None:
            show(explain(position, refused, SOURCE))
        show(str(position))
    return LEGAL if refused is None else REFUSED


def _unreadable(fault: NotationError) -> dict[str, Any]:
    return {"legal": None, "error": "unreadable", "part": fault.part, "message": str(fault)}


def _impossible(fault: ImpossiblePosition) -> dict[str, Any]:
    problems = [{"clause": problem.clause, "text": str(problem)} for problem in fault.problems]
    return {"legal": None, "error": "impossible", "problems": problems}


def _complain(options: argparse.Namespace, status: int, as_json: dict[str, Any], text: str) -> int:
    if options.json:
        show(as_json)
    else:
        print(text, file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
