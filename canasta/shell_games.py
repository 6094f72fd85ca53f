"""Deals and games from a shell: score, replay, simulate."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from pathlib import Path

from canasta.errors import NotationError
from canasta.filling import render
from canasta.game import side_names
from canasta.house import profile_of
from canasta.log import Log, replay
from canasta.score import deal_totals, score_deal
from canasta.shell import LEGAL, REFUSED, position_of, show
from canasta.words import N_, _


def score(options: argparse.Namespace) -> int:
    """Score a deal that is over."""
    position = position_of(options.position)
    lines, names = score_deal(position), side_names(position.profile)
    totals = deal_totals(lines, position.profile.sides)
    if options.json:
        told = [{"clause": line.clause, "side": line.side, "points": line.points, "text": line.text} for line in lines]
        show({"lines": told, "score": totals})
        return LEGAL
    for side, name in enumerate(names):
        show(f"{name}: {totals[side]:,}")
        for line in lines:
            if line.side == side:
                show(f"  {line.points:+,}  {line.text} [{line.clause}]")
    return LEGAL


def replay_log(options: argparse.Namespace) -> int:
    """Play a log."""
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise NotationError(f"replay: {options.file}: {fault}", part=options.file) from None
    played = replay(Log.parse(text))
    refused = played.refused
    if options.json:
        show(
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
            show(render(N_("score {deal}, total {total}"), values))
        show(refused.text if refused else render(N_("{n:actions} played."), {"n": len(played.steps)}))
        show(str(played.position))
    return LEGAL if refused is None else REFUSED


def simulate_deals(options: argparse.Namespace) -> int:
    """Play deals at random."""
    from concurrent.futures import ProcessPoolExecutor
    from contextlib import nullcontext
    from functools import partial

    from canasta.simulate import random_deal, simulate

    play_one = partial(random_deal, profile=profile_of(options.profile))
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
    show(found if options.json else summary.format(**found))
    return LEGAL


def _number(text: str, name: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not int(text):
        message = N_("{name}: {text!r} is not a number from 1 to {most}")
        raise NotationError(message, part=text, name=name, text=text, most=999999999)
    return int(text)
