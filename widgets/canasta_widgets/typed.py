"""The action that somebody typed: in the notation, or in the words in which pages show an action."""

from __future__ import annotations

import re
from collections.abc import Iterator

from canasta import Action, NotationError
from canasta.actions import ALL_SEATS, ANSWER, REPLIES, SAY, TOPICS, VERBS
from canasta.cards import BLACK_THREE, CARD_LETTERS, LETTERS, NATURALS, SUITS, WILDS
from canasta.words import _, card_name, seat_name
from canasta_widgets.faces import RANK_SIGNS
from canasta_widgets.phrases import OTHERS, colours, in_words, places, verbs

# What stands for a card's letter on a page, and on a keyboard that was not shifted.
SIGNS = {letter: letter for letter in LETTERS} | {letter.lower(): letter for letter in "KQJTA"}
SIGNS |= {sign: letter for letter, sign in RANK_SIGNS.items() if letter not in "rb?"}
WILD = {LETTERS[kind] for kind in WILDS}
SINGLE = re.compile(f"[{re.escape(CARD_LETTERS)}][{SUITS}]?")
PLUS = re.compile(r"\s+\+\s+|(?<=\w)\+(?=\w)")
CARD = re.compile(f"({'|'.join(map(re.escape, SIGNS))})([{SUITS}]?)")


def asked(text: str) -> Action:
    """The action that is asked about. Raises ValueError with one plain sentence where there is none."""
    if not text.strip():
        raise ValueError(_("There is no play to ask about; write one such as: take KK"))
    try:
        return read(text)
    except NotationError as fault:
        raise ValueError(_("This play cannot be read: {why}").format(why=fault)) from None


def read(text: str) -> Action:
    """The action of these words, e.g. of "meld KK2", "Meld K K 2" or "North: draw".

    Raises NotationError naming the faulty part where they are neither the notation nor what pages show.
    """
    plain = _plain(text)
    pairs = set(VERBS).isdisjoint(text.split()[:2])
    try:
        action = Action.parse(plain)
    except NotationError:
        if found := _shown(plain, pairs):
            return found
        raise
    single = sum(lay.naturals + lay.wilds == 1 for lay in action.lays)
    return (_shown(plain, pairs) if single > 1 else None) or action


def _plain(text: str) -> str:
    """The same with a seat's name as its letters, and a verb of the notation without capitals."""
    who, colon, rest = text.partition(":")
    seats = {_folded(name): seat for seat in ALL_SEATS for name in (seat, seat_name(seat))}
    seat = seats.get(_folded(who), "") if colon else ""
    if seat:
        text = rest
    verb = next(iter(text.split()), "")
    if verb.casefold() in VERBS:
        text = text.replace(verb, verb.casefold(), 1)
    return f"{seat}:{text}" if seat and text[:1].isspace() else f"{seat}: {text}" if seat else text


def _shown(text: str, pairs: bool) -> Action | None:
    """The action that a page shows in these words, more or less; None if there is no such."""
    words = " ".join(text.split()).rstrip(".")
    seat, colon, rest = words.partition(": ")
    words, before = (rest, f"{seat}: ") if colon and seat in ALL_SEATS else (words, "")
    folded = _folded(words)
    if found := next((each for each in _spoken() if _folded(in_words(each)) == folded), None):
        return found._replace(seat=seat if before else "")
    for head, verb in sorted(_heads().items(), key=lambda each: -len(each[0])):
        if folded == head or folded.startswith(f"{head} "):
            try:
                return Action.parse(f"{before}{verb} {_lays(words[len(head) :], pairs)}")
            except NotationError:
                continue
    return None


def _heads() -> dict[str, str]:
    """How the words of an action begin, and the verb that it is."""
    shown = {_folded(words.replace("{what}", "")): verb for verb, words in verbs().items()}
    return {**shown, **{verb: verb for verb in VERBS}}


def _spoken() -> Iterator[Action]:
    """All that can be said by words alone."""
    for reply in REPLIES:
        yield Action(ANSWER, reply=reply)
    for topic in TOPICS:
        for about in ("", *ALL_SEATS, *(LETTERS[rank] for rank in (*NATURALS, BLACK_THREE))):
            try:
                yield Action.parse(f"{SAY} {topic} {about}")
            except NotationError:
                continue


def _lays(words: str, pairs: bool) -> str:
    """What is laid in the notation, from "with K K", "K K 2 + 7 7 7" or "2 onto your kings"."""
    start, _what, end = _("with {cards}").partition("{cards}")
    words = words.strip()
    if _folded(words).startswith(_folded(start) + " "):
        words = words[len(start) :].removesuffix(end)
    return " ".join(_lay(piece.strip(), pairs) for piece in PLUS.split(words))


def _lay(piece: str, pairs: bool) -> str:
    """One lay in the notation, or several; what pages do not show stays as it is."""
    cards, place = piece, ""
    if (own := _("{cards} as a meld of its own").format(cards="").lower()) and piece.lower().endswith(own):
        cards, place = piece[: -len(own)], "+"
    else:
        for words, letter in _homes().items():
            if _folded(piece).endswith(words):
                cards, place = piece[: -len(words)].strip(), f"{letter}:"
                break
    for kind, words in colours().items():
        cards = re.sub(
            re.escape(words).replace(re.escape("{cards}"), "(3(?: 3)*)"),
            lambda found, letter=LETTERS[kind]: found[1].replace("3", letter),
            cards,
        )
    each = [_letters(word) for word in cards.split()]
    return place + ("".join(each) if place else " ".join(_joined(each, pairs)))


def _joined(words: list[str], pairs: bool) -> list[str]:
    """Single cards of one rank that stand side by side, with wild cards among them, as one lay.

    Nobody puts the same rank down twice with one card each. One natural card and wild ones are one lay with ``pairs``,
    as pages show it: in the notation, "meld K 2", they are two.
    """
    runs: list[list[str]] = []
    for word in words:
        together = [*runs[-1], word] if runs else [word]
        if runs and all(map(SINGLE.fullmatch, together)) and len({each[0] for each in together} - WILD) < 2:
            runs[-1] = together
        else:
            runs.append([word])
    lays: list[str] = []
    for run in runs:
        naturals = sum(each[0] not in WILD for each in run)
        lays += run if naturals == 1 and not pairs else ["".join(run)]
    return lays


def _homes() -> dict[str, str]:
    """Which meld cards go to or come from, in words, and the letter of its rank; whose it is must be the player's."""
    templates = [words for (_form, whose), words in places().items() if whose != OTHERS]
    templates.append(_("{cards} as {rank}").replace("{cards}", "").strip())
    return {
        _folded(words.format(rank=card_name(rank, 2))): LETTERS[rank]
        for words in templates
        for rank in (*NATURALS, BLACK_THREE)
    }


def _letters(word: str) -> str:
    """Cards as the notation has them, and the rank of their meld before them; any other word as it is."""
    if not re.fullmatch(f"(?:{CARD.pattern})+|{CARD.pattern}:(?:{CARD.pattern})*", word):
        return word
    return CARD.sub(lambda card: SIGNS[card[1]] + card[2], word)


def _folded(text: str) -> str:
    return text.casefold().strip()
