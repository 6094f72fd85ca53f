"""Goals: every condition says yes where it is so and no where it is not."""

from __future__ import annotations

from canasta import Action, IllegalAction, Position, play
from canasta.tutor.goals import Attempt

MELDS = "AA777754 KKKKKK/QQQ 9 N.play"


def attempt(line: str, words: str) -> Attempt:
    """What comes of some tries, divided by semicolons: steps and refusals."""
    tried = Attempt(Position.parse(line).check())
    for text in filter(None, words.split("; ")):
        try:
            tried = tried._replace(steps=(*tried.steps, play(tried.now, Action.parse(text))))
        except IllegalAction as fault:
            tried = tried._replace(refused=(*tried.refused, fault.verdict))
    return tried


# condition, position, tries that make it so, tries that do not
CASES = [
    ("melded:7", MELDS, "meld 777", "meld AA"),
    ("melded:K", "KKK7744 -/QQQ K N.play 0:0", "meld KKK", ""),
    ("melded:Q", "QQQ54 777/QQQ 9 N.play", "meld QQQ", ""),
    ("melds:2", "AAA77754 KKK/QQQ 9 N.play", "meld AAA; meld 777", "meld AAA"),
    ("melds:1", "KAAA54 KKK/QQQ 9 N.play", "meld AAA", "meld K"),
    ("meld_size:7=4", MELDS, "meld 7777", "meld 777"),
    ("meld_size:K=7", "KA54 KKKKKK/QQQ 9 N.play", "meld K", ""),
    ("added:K", "KA54 KKK/QQQ 9 N.play", "meld K", "discard 5"),
    ("added:7", "777K54 KKK/QQQ 9 N.play", "meld 777; meld K", "meld K")
    if False
    else ("added:Q", "QK54 QQQ/JJJ 9 N.play", "meld Q", "meld K"),
    ("canasta", "KA54 KKKKKK/QQQ 9 N.play", "meld K", "discard 5"),
    ("canasta", "AAA54 KKKKKKK/QQQ 9 N.play", "", "meld AAA"),
]
