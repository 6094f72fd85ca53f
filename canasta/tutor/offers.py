"""Rules to choose from, when a class is asked whether an action is legal and why: likely ones, that are not it."""

from __future__ import annotations

from canasta.actions import Action
from canasta.clauses import BOOK
from canasta.judge import judge
from canasta.position import Position
from canasta.tutor.finders import FINDERS
from canasta.why import reasons

USUAL = 3  # that are offered beside the answer, unless the teacher chooses
MOST = 8  # from which he may choose


def offers(position: Position, action: Action) -> tuple[str, ...]:
    """Clauses that might be taken for what refuses an action and are not, the likeliest first.

    None of them objects. First come those that our own questions offer beside the clause that decides, then what was
    looked at and holds, of its own kind before others.
    """
    verdict = judge(position, action)
    deciding = [verdict.lead] if verdict.lead else reasons(verdict)
    decide = [finding.clause for finding in deciding]
    groups = [finding.group for finding in deciding]
    # A clause may decide where its neighbours have nothing to say: of a first meld that does not touch the pile.
    near = {finding.clause for finding in verdict.findings} | {clause.id for clause in BOOK if clause.group in groups}
    beside = [clause for finder in FINDERS.values() if {*finder.clauses} & {*decide} for clause in finder.among]
    likely = [clause for clause in beside if clause in near]
    held = [finding for finding in verdict.findings if finding.holds]
    held.sort(key=lambda finding: (finding.group not in groups, finding.group == "turn"))
    likely += [finding.clause for finding in held]
    likely += [clause.id for clause in BOOK if clause.group in groups]
    objecting = {finding.clause for finding in verdict.refusals}
    return tuple(clause for clause in dict.fromkeys(likely) if clause not in objecting)[:MOST]
