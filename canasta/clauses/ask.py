"""Asking one's partner: may I go out? Who may ask, when, who answers, and what the answer means."""

from __future__ import annotations

from canasta.clauses.register import clause
from canasta.facts import AskFacts
from canasta.profile import Profile
from canasta.words import N_

REPLIES = ("yes", "no")
WHILE_OPEN = ("answer", "say")  # what may be done before the partner has answered


@clause(
    "out.ask-late",
    law=N_("A player asks {ask_when:asked_before}."),
    fact=N_("{seat:seat} has {origin:has_begun} and melded in this turn: it is too late to ask."),
    source="classic: Permission to go out, 1",
    no=(
        "449 7777777,4444 Q . N.play new=4 | ask",
        "449 7777777,4444 Q . N.play added | ask",
        "449 7777777,4444 - . N.play took added | ask",
        "449 7777777,4444 Q . N.play new=4 pagat | ask",
        "449 7777777,4444 - . N.play took added more pagat | ask",
    ),
    silent=(
        "449 7777777,4444 Q . N.play | ask",
        "449 7777777,4444 - . N.play took added pagat | ask",
        "449 7777777,4444 Q . N.play new=4 | discard 9",
    ),
)
def late(profile: Profile, asking: AskFacts) -> bool | None:
    if not asking.asks:
        return None
    if asking.origin == "took":
        return False if profile.ask_when != "after" or asking.more else None
    return False if asking.melded else None


@clause(
    "out.ask",
    law=N_(
        "A player who sees that he is able to go out may, {ask_when:ask_when}, ask his partner once a turn whether he "
        "may; the partner answers yes or no, nothing else."
    ),
    fact=N_("{seat:seat} {verb:asks}."),
    objection=N_("{trouble:asking}{risk:risk}{gap:gap}."),
    source="classic: Permission to go out, 1; ruling: only if it is certain, so that a yes can be kept",
    yes=(
        "4449 7777777 Q . N.play | ask",
        "444 7777777 Q ?9 | ask",
        "77 77777 KQ7 ?9 | ask",
        "7 77777 77 ?9 | ask",
        "4449 7777777 Q . N.play drew pagat | ask",
        "4449 7777777 - . N.play took new=7 pagat | ask",
        "4449 7777777 Q . N.answer drew | answer yes",
        "4449 7777777 Q . N.answer drew | S: answer no",
        "4449 7777777 Q ?9 N.answer classic/6 | SE: answer yes",
        "54 7777777,55555 5 - | ask",
        "444 7777777 Q ?1 N.draw classic+draws=2 | ask",
    ),
    no=(
        "4459 7777777 Q . N.play | ask",
        "444 777 Q . N.play | ask",
        "4449 7777777 Q ?9 | ask",
        "44 7777777 Q ?9 | ask",
        "444 7777777 Q ?2 N.draw classic+draws=2 | ask",
        "444 7777777 Q - | ask",
        "4449 7777777 Q . N.play ans=no | ask",
        "4449 7777777 Q . N.play ans=yes | ask",
        "4449 7777777,KKKKKKK Q . N.play classic/2 | ask",
        "4449 7777777 Q . N.play classic/3 | ask",
        "444 7777777 Q ?9 N.draw pagat | ask",
        "4 7777777 - . N.play took new=7 pagat | ask",
        "?4 7777777 Q . N.play | ask",
        "4449 7777777 Q . N.answer drew | answer if",
        "4449 7777777 Q . N.answer drew | E: answer yes",
        "4449 7777777 Q . N.answer drew | N: answer yes",
        "4449 7777777 Q ?9 N.answer classic/6 | SW: answer yes",
        "4449 7777777 Q . N.play | answer yes",
    ),
    silent=(
        "4449 7777777 Q . N.play | discard 9",
        "K4/4449 7777777 Q . N.play | E: ask",
        "4449 7777777 Q . N.answer drew | ask",
    ),
)
def ask(profile: Profile, asking: AskFacts) -> bool | None:
    if asking.verb == "answer":
        return asking.phase == "answer" and asking.seat == asking.partner and asking.reply in REPLIES
    if not asking.asks:
        return None
    early = profile.ask_when == "after" and not asking.origin
    return False if asking.trouble or early else asking.certain


@clause(
    "out.ask-info",
    law=N_(
        "Before he answers, the partner may ask for what a player in turn may ask for; until then nothing else is done."
    ),
    fact=N_("{in_turn:seat} has asked, and the partner has not answered yet."),
    source="classic: Permission to go out, 2; classic: Information, 1",
    no=(
        "4449 7777777 Q . N.answer drew | discard 9",
        "4449 7777777 Q ?9 N.answer | draw",
        "4449/Q4 7777777 Q . N.answer drew | E: draw",
        "4449 7777777 Q . N.answer drew | ask",
    ),
    silent=("4449 7777777 Q . N.answer drew | answer yes", "4449 7777777 Q . N.play | ask"),
)
def info(profile: Profile, asking: AskFacts) -> bool | None:
    return False if asking.phase == "answer" and asking.verb not in WHILE_OPEN else None


@clause(
    "out.ask-binding",
    law=N_(
        "The answer binds: after a yes he goes out in this turn, after a no his side counts as lacking the canastas "
        "needed until the turn ends."
    ),
    fact=N_("The partner said yes, and {seat:seat} can still go out."),
    objection=N_("The partner said {answer:bound}{risk:risk}."),
    source="classic: Permission to go out, 2; ruling: the yes lapses only if the stock ends the deal",
    yes=(
        "4449 7777777 Q . N.play ans=yes | meld 444",
        "9 7777777,444 Q . N.play new=4 ans=yes | discard 9",
        "444 7777777 Q ?9 N.draw ans=yes | draw",
        "444 7777777 Q r N.draw ans=yes | draw",
        "7 77777 77 ?9 N.draw ans=yes | take 7",
        "77K 77777 KQK7 ?9 N.draw ans=yes | take 77",
    ),
    no=(
        "4449 7777777 Q . N.play ans=yes | discard 9",
        "2499 7777777,444 Q . N.play ans=yes | meld 7:2",
        "2499 7777777,444 Q . N.play ans=yes | discard 2",
        "7 77777 77 ?9 N.draw ans=yes | draw",
        "44 7777777,55555 5 - N.draw ans=yes | draw",
        "9 7777777,444 Q . N.play new=4 ans=no | discard 9",
        "4449 7777777 Q . N.play ans=no | meld 444",
        "bbb9 7777777 Q . N.play ans=no | meld bbb",
        "777777744444 - Q . N.play ans=no 3200:0 | meld 7777777 44444",
        "K555 KKKKKK Q . N.play ans=no | meld 555",
    ),
    silent=(
        "4449 7777777 Q . N.play | discard 9",
        "4449 7777777 Q . N.play ans=no | discard 9",
        "4449 7777777 Q . N.play ans=no | discard 4",
        "K555 KKKKK Q . N.play ans=no | meld 555",
        "r449 7777777 Q ?9 N.draw first ans=yes | lay r",
    ),
)
def binding(profile: Profile, asking: AskFacts) -> bool | None:
    if asking.phase not in ("draw", "play") or asking.verb in ("ask", "answer"):
        return None
    if asking.answer == "yes":
        return asking.certain
    return False if asking.answer == "no" and asking.hindered else None


@clause(
    "out.ask-optional",
    law=N_("A player who has a partner {ask:ask_first} before he goes out."),
    fact=N_("{seat:seat} goes out without asking, as he may."),
    objection=N_("{partner:seat} has not been asked; without a yes {seat:seat} cannot get so low."),
    source="classic: Permission to go out, 2",
    yes=("4 7777777 Q . N.play | discard 4", "444 7777777 Q . N.play | meld 444"),
    no=(
        "4 7777777,444 Q . N.play classic+ask=required | discard 4",
        "4449 7777777 Q . N.play classic+ask=required | meld 444",
    ),
    silent=(
        "4 7777777 Q . N.play ans=yes | discard 4",
        "4 7777777 Q . N.play ans=yes classic+ask=required | discard 4",
        "4 7777777 Q . N.play ans=no | discard 4",
        "4 777 Q . N.play | discard 4",
        "4 7777777 Q . N.play classic/3+ask=required | discard 4",
        "4449 7777777 Q . N.play classic+ask=required | discard 9",
    ),
)
def optional(profile: Profile, asking: AskFacts) -> bool | None:
    if asking.answer or asking.verb in ("ask", "answer"):
        return None
    if asking.hindered:
        return False
    return True if asking.goes_out else None
