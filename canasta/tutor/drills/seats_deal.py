"""Unit 17: who sits, deals and cuts where, and what the cards turned at the deal do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from canasta.cards import KIND, read_cards
from canasta.clauses import BOOK
from canasta.filling import render
from canasta.position import Position
from canasta.profile import PROFILES, SEATS
from canasta.seats import SeatDraw, draw_for_seats, read_seat_draw
from canasta.tutor.compared import Tables
from canasta.tutor.drills.contract import Draft, Facts, Generator, Knobs
from canasta.tutor.drills.scenes import RANKS, elsewhere, fillers, here, scene, tables
from canasta.tutor.drills.taking import MELD, PAIR, WILD, takes
from canasta.tutor.hints import Hints
from canasta.tutor.questions import Ask, Count, Judge, Option, Which
from canasta.words import N_, _, card_name, listed, seat_name

DRAW, DEALS, NEXT, CUT, PARTNERS = "draw", "deals", "next", "cut", "partners"
TOPICS = (DRAW, DEALS, NEXT, CUT, PARTNERS)
OFTEN = (12, 5, 1, 1, 1)  # how often each is asked: of the last there are few
DRAWN = (*RANKS, "2", "b")  # ranks that are drawn for seats
JOKER, ALL = "*", "shdc"
SUITS = {"b": "sc"}  # of a card whose letter tells half of it
TURNED = ("", "2", "*", "r", "b")
PLACES = (N_("the first"), N_("the second"), N_("the third"), N_("the fourth"), N_("the fifth"), N_("the sixth"))
AMONG = ("freeze.natural-pair", "take.pair", "take.one-and-wild", "meld.same-rank")


def _sample(random: Random, knobs: Knobs) -> Facts | None:
    hard = int(knobs["hard"])
    players = random.choice({1: (4,), 2: (2, 3, 4, 6), 3: (4, 6)}[hard])
    top, own, theirs, drawn, low = random.sample(RANKS, 5)
    facts: Facts = {
        "profile": str(knobs["profile"]),
        "topic": random.choices(TOPICS, OFTEN)[0],
        "wrong": 1 + hard,
        "players": players,
        "seat": random.randrange(players),
        "drawn": _draws(random, 6, hard),
        "upcards": "".join(random.choices("*2rb", k=random.randint(0, 1 + hard))) + fillers(random, 3),
        "how": random.choice((PAIR, WILD, WILD, MELD)),
        "top": top,
        "turned": random.choice(TURNED),
        "stays": low,
        "above": fillers(random, random.randint(1, 2 * hard), without=top),
        "naturals": random.choice((1, 1, 2)),
        "wilds": random.choice(("2", "2", "*", "")),
        "meld": int(random.random() < 0.3),
        "rest": fillers(random, 3 * hard, without=top),
        "sides": own + theirs + drawn,
        "mix": random.randrange(10**6),
    }
    return facts


def _draws(random: Random, n: int, hard: int) -> str:
    """Cards that are drawn for seats; the harder, the more alike they are."""
    ranks = random.sample(DRAWN, max(2, 7 - hard))
    cards = []
    for _draw in range(n):
        rank = random.choice(ranks)
        cards.append(JOKER if random.random() < 0.04 else rank + random.choice(SUITS.get(rank, ALL)))
    return " ".join(cards)


def _draft(facts: Facts, kind: str) -> Draft | None:
    match kind:
        case Which.kind:
            topics = {NEXT: _next, CUT: _cut, PARTNERS: _partners}
            return topics.get(str(facts["topic"]), _seats)(facts)
        case Count.kind:
            return _upcards(facts)
    return _take(facts, kind)


# -- who sits where ----------------------------------------------------------------------------------------------------


def _bare(facts: Facts) -> Position:
    """A table on which nothing lies yet."""
    return Position(profile=PROFILES[str(facts["profile"])])


def _point(position: Position) -> tuple[str, ...]:
    return () if position == Position() else ("stock",)


def _asked(facts: Facts, say: str, hints: Hints, ask: Ask, options: dict[str, str]) -> Draft | None:
    """A question on who does what. The clause's own value must be one of the options."""
    which = Which((ask,), tuple(Option(value, text) for value, text in options.items()))
    position = _bare(facts)
    if any(which.faults(position)):
        return None
    clauses = tuple(dict.fromkeys((ask.clause, "seats.draw" if " seats" in f" {ask.line}" else "deal.rotation")))
    return Draft(position, here(str(facts["profile"]), say), hints._replace(point=_point(position)), which, clauses)


def _seats(facts: Facts) -> Draft | None:
    players, deals = int(facts["players"]), facts["topic"] == DEALS
    cards = str(facts["drawn"]).split()[:players]
    try:
        found = _drawn(facts, cards)
    except ValueError:
        return None  # more of one card than the packs hold
    random = Random(int(facts["mix"]))
    # What would come of it if two cards were taken for one another is what one may think of.
    others = [_swapped(cards, *random.sample(range(players), 2)) for _try in range(6)]
    if found.again:
        others += [_counted(cards), *(_counted(other) for other in others)]
        random.shuffle(others)
    again = sorted(random.sample(range(1, players + 1), 2))
    texts = {str(found): _seating(str(found), deals)}
    for value in (f"redraw {again[0]} {again[1]}", *(str(_drawn(facts, other)) for other in others)):
        text = _seating(value, deals)
        if text not in texts.values() and len(texts) <= int(facts["wrong"]):
            texts[value] = text
    names = "; ".join(card.name for each in cards for card in read_cards(each))
    say = N_("{n} players draw for seats, in this order: {cards}. What now?")
    if deals:
        say = N_("{n} players draw for seats, in this order: {cards}. Who deals first?")
    hints = Hints(
        _("Does any draw not count, or are two of them alike in everything? If not, the highest come first."),
        (),
        _("Look at the ranks, and where those are equal, at the suits."),
        _("From the highest down, what is the order of the suits?"),
        _("Spades, hearts, diamonds, clubs."),
    )
    ask = Ask("seats.redraw" if found.again else "seats.draw", f"seats {' '.join(cards)} {_table(facts)}")
    return _asked(facts, render(say, {"n": players, "cards": names}), hints, ask, dict(sorted(texts.items())))


def _drawn(facts: Facts, cards: list[str]) -> SeatDraw:
    """What a draw comes to. Raises ValueError for one that no spread pack can give."""
    read = read_seat_draw(f"seats {' '.join(cards)} {_table(facts)}")
    return draw_for_seats(read.draws, read.profile)


def _counted(cards: list[str]) -> list[str]:
    """The same as if every draw counted: a joker for a low card, and equal cards for others of their rank."""
    found: list[str] = []
    for card in cards:
        ranks = [
            card,
            *(f"{rank}{suit}" for rank in (card[0], *RANKS) for suit in SUITS.get(rank, ALL) if rank != JOKER),
        ]
        found.append(next(each for each in ranks if each != JOKER and each not in found))
    return found


def _swapped(cards: list[str], one: int, two: int) -> list[str]:
    places = {one: two, two: one}
    return [cards[places.get(at, at)] for at in range(len(cards))]


def _table(facts: Facts) -> str:
    """The table that is asked; who is whose partner is the same at all, so that one will do."""
    return f"{'classic' if facts['topic'] == DRAW else facts['profile']}/{facts['players']}"


def _seating(value: str, deals: bool) -> str:
    """What a draw comes to, in words: who plays first and with whom, or who ``deals`` first."""
    if value.startswith("redraw"):
        again = [_(PLACES[int(player) - 1]) for player in value.split()[1:]]
        message = N_("{players} draw again.") if len(again) > 1 else N_("{players} draws again.")
        return render(message, {"players": listed(again)})
    parts = dict(part.split("=") for part in value.split() if "=" in part)
    if deals:
        dealer = parts["deal"]
        if not dealer.isdecimal():
            return _("Any of them: the table chooses.")
        return render(N_("{player} deals."), {"player": _(PLACES[int(dealer) - 1])})
    first = parts["first"]
    side = next(side.split("+") for side in parts["sides"].split("/") if first in side.split("+"))
    mates = [_(PLACES[int(player) - 1]) for player in side if player != first]
    values = {"first": _(PLACES[int(first) - 1]), "mates": listed(mates) if mates else ""}
    return render(N_("{first} plays first, with {mates}.") if mates else N_("{first} plays first, alone."), values)


def _names(facts: Facts) -> tuple[str, ...]:
    return SEATS[int(facts["players"])]


def _line(facts: Facts, *, dealer: int | None = None) -> str:
    """The line of a deal that is about to begin, with the seat in turn or the dealer."""
    names = _names(facts)
    if dealer is None:
        return f". - - . {names[int(facts['seat'])]}.draw {_table(facts)}"
    return f". - - . {names[(dealer + 1) % len(names)]}.draw deal={names[dealer]} {_table(facts)}"


def _next(facts: Facts) -> Draft | None:
    names, seat = _names(facts), int(facts["seat"])
    hints = Hints(
        _("Which way does the deal pass?"),
        (),
        _("It goes as the turns go."),
        _("Do turns pass to the left or to the right?"),
        _("To the left: clockwise."),
    )
    say = render(
        N_("{n} play, and {seat:seat} has dealt. Who deals the next deal?"), {"seat": names[seat], "n": len(names)}
    )
    ask = Ask("deal.rotation", _line(facts, dealer=seat))
    return _asked(facts, say, hints, ask, {name: seat_name(name) for name in names})


def _cut(facts: Facts) -> Draft | None:
    names, seat = _names(facts), int(facts["seat"])
    around = [names[(seat + step) % len(names)] for step in range(1, len(names) + 1)]
    options = {}
    for cuts in dict.fromkeys((around[0], around[-2])):
        values = {"dealer": names[seat], "cuts": cuts}
        options[f"{' '.join(around)} shuffle, {cuts} cuts"] = render(
            N_("Anyone may shuffle, {dealer:seat} last; {cuts:seat} cuts."), values
        )
        options[f"{names[seat]} shuffle, {cuts} cuts"] = render(
            N_("{dealer:seat} alone shuffles; {cuts:seat} cuts."), values
        )
    say = render(
        N_("{n} play, and {seat:seat} deals. Who shuffles, and who cuts?"), {"n": len(names), "seat": names[seat]}
    )
    hints = Hints(
        _("Tables differ in both. Who may shuffle here, and on which side of the dealer does one cut?"),
        (),
        _("The neighbours of the dealer, left and right."),
        _("Who sits at the dealer's left?"),
        render(N_("{next:seat}."), {"next": around[0]}),
    )
    return _asked(facts, say, hints, Ask("deal.shuffle-cut", _line(facts, dealer=seat)), options)


def _partners(facts: Facts) -> Draft | None:
    names, seat = _names(facts), int(facts["seat"])
    players = len(names)
    steps: list[tuple[int, ...]] = [(step,) for step in range(1, min(players, 4))]
    if players > len(steps) + 1:
        steps = [(1, 5), (2, 4), (3,), (1, 2)]
    options = {"none": _("Nobody: each plays alone.")}
    for each in steps:
        mates = [names[(seat + step) % players] for step in each]
        options[" ".join(mates)] = listed(list(map(seat_name, mates))) + "."
    say = render(N_("{n} play. Who are {seat:seat}'s partners?"), {"n": players, "seat": names[seat]})
    hints = Hints(
        _("How many play, and how many sides are there?"),
        (),
        _("Partners never sit side by side."),
        _("Do so many players play alone, or on two sides?"),
        _("On two sides, and turns pass from one side to the other.") if players > 3 else _("Each plays alone."),
    )
    return _asked(facts, say, hints, Ask("seats.opposite", _line(facts)), options)


# -- the cards turned at the deal --------------------------------------------------------------------------------------


def _upcards(facts: Facts) -> Draft | None:
    cards = str(facts["upcards"])
    position = _bare(facts)
    names = listed([card_name(KIND[letter]) for letter in cards])
    say = N_("The hands are dealt. From the stock come, in this order: {cards}. How many cards are turned?")
    count = Count((Ask("deal.upcard", f". - - {cards}?20 N.draw {facts['profile']}"),))
    hints = Hints(
        _("Some cards cannot stay on top when play begins."),
        _point(position),
        _("Another is turned on each card that cannot stay, and the one that can is the last."),
        _("Can a wild card stay on top?"),
        _("No: another card is turned on it. Ask the same of threes, at this table."),
    )
    told = here(str(facts["profile"]), render(say, {"cards": names}))
    return Draft(position, told, hints, count, ("deal.upcard", "deal.upcard-freeze"))


def _take(facts: Facts, kind: str) -> Draft | None:
    top, wilds, profile = str(facts["top"]), str(facts["wilds"]), str(facts["profile"])
    turned = str(facts["turned"]) + str(facts["stays"])
    own, theirs, drawn = list(str(facts["sides"]))
    naturals = top * int(facts["naturals"])
    # How many lie there that were turned, at this table.
    upcards = BOOK["deal.upcard"].value(PROFILES[profile], [KIND[letter] for letter in turned])
    position = scene(
        naturals + wilds + str(facts["rest"]),
        own=(own * 3, *([top * 3] if facts["meld"] else ())),
        theirs=(theirs * 3,),
        pile=turned + str(facts["above"]) + top,
        stock=f"{drawn}?40",
        turn=f"N.draw upcards={upcards}",
        profile=profile,
    )
    action = takes(top, len(naturals), wilds, meld=bool(facts["meld"])).get(str(facts["how"]))
    if action is None:
        return None
    what = {"kind": KIND[turned[0]]}
    told = _("At the deal one card was turned, and stayed.")
    if facts["turned"]:
        told = render(
            N_("At the deal a card was turned that could not stay: {kind:rank}. It lies at the bottom."), what
        )
    hints = Hints(
        _("What was turned at the deal may freeze the pile, and tables differ in which cards do."),
        ("pile", naturals + wilds),
        _("The very bottom of the heap, and what might take it."),
        _("Does the card at the bottom freeze the pile at this table?"),
        _("No, it does not.") if position.freezing_index() is None else _("Yes, until somebody takes the pile."),
    )
    about = ("deal.upcard-freeze", "freeze.natural-pair")
    if kind == Judge.kind:
        return Draft(
            position, here(profile, f"{told} {_('May you take the pile like this?')}"), hints, Judge(action, AMONG)
        )
    task = Tables(action, tables(position.profile.players))
    agreed = len(task.answer(position))
    if not agreed or (agreed == len(PROFILES) and int(facts["mix"]) % 3):
        return None
    return Draft(
        position, f"{told} {_('At which of these tables may you take the pile like this?')}", hints, task, about
    )


def _near(facts: Facts) -> Iterator[Facts]:
    for turned in TURNED:
        if turned != facts["turned"]:
            yield {**facts, "turned": turned}
    for naturals in (1, 2):
        if naturals != facts["naturals"]:
            yield {**facts, "naturals": naturals}
    cards = str(facts["upcards"])
    for at in range(len(cards) - 1):
        for letter in ("b", "r", RANKS[0]):
            if letter != cards[at]:
                yield {**facts, "upcards": cards[:at] + letter + cards[at + 1 :]}
    drawn = str(facts["drawn"]).split()
    for at in range(int(facts["players"])):
        for suit in SUITS.get(drawn[at][0], ALL) if drawn[at] != JOKER else ():
            if suit != drawn[at][1:]:
                yield {**facts, "drawn": " ".join((*drawn[:at], drawn[at][0] + suit, *drawn[at + 1 :]))}
        yield {**facts, "drawn": " ".join((*drawn[:at], JOKER, *drawn[at + 1 :]))}
    yield {**facts, "seat": (int(facts["seat"]) + 1) % int(facts["players"])}
    yield from elsewhere(facts)


SEATS_DEAL = Generator(
    "seats-deal",
    unit="17-seats-and-numbers",
    title=N_("Seats and the deal"),
    clauses=("seats.draw", "seats.redraw", "seats.opposite", "deal.rotation", "deal.upcard", "deal.upcard-freeze"),
    beside=("take.pair", "take.one-and-wild"),
    kinds=(Which.kind, Count.kind, Judge.kind, Tables.kind),
    sample=_sample,
    draft=_draft,
    near=_near,
)
