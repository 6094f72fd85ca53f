"""A sitting: who plays a game from where, what goes by itself, and the game so far. It knows no screen.

>>> from canasta.tutor.sitting import Setup, Sitting
>>> sitting = Sitting(Setup(sitters=("you", "club", "club", "club"), seed="7"))
>>> sitting.flows() or sitting.position.seat  # nothing goes by itself: it is yours to draw or take
Action.parse('draw')
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from canasta import cards as c
from canasta.actions import DRAW, LAY, PASS, Action
from canasta.cards import ONE, UNSEEN
from canasta.deal import deal, next_dealer
from canasta.errors import ImpossiblePosition, NotationError
from canasta.filling import fill
from canasta.game import SEED, Game, new_game, sheet_of
from canasta.judge import judge
from canasta.lister import legal
from canasta.log import ACTION, Log, record
from canasta.play import Step, play
from canasta.position import OVER, Position
from canasta.problems import Problem, all_cards
from canasta.profile import CLASSIC, SEATS, Profile
from canasta.score import scorable
from canasta.tutor.bots import BOTS, Choice
from canasta.tutor.bots.dealt import dealt
from canasta.words import N_

YOU, PERSON = "you", "person"
SITTERS = (YOU, PERSON, *BOTS)
USUAL = "club"  # who sits where nobody is named
MOST_DEALS = 60  # of a game that is taken up; one to the highest target has far fewer
MOST_ACTIONS = 2000  # of a deal
UNDECIDED = N_("Could not decide, so this was played by chance.")


@dataclass(frozen=True)
class Setup:
    """How a game is played.

    ``sitters`` are by seat, each one of ``SITTERS``; "you" and "person" sit at this screen. ``seed`` makes the deals;
    ``position`` is the line to begin from, "" for a deal, and then its profile holds. ``lays``: red threes are laid by
    themselves, ``draws``: so is a card drawn where nothing else is legal, for those at this screen. ``says``: the bots
    say at once why they play, which tells of their cards; else once the deal is over. ``practice``: plays of one's turn
    may be taken back, as far as the profile allows.

    Raises NotationError naming what is wrong.
    """

    profile: Profile = CLASSIC
    sitters: tuple[str, ...] = (YOU,)
    seed: str = ""
    position: str = ""
    lays: bool = True
    draws: bool = True
    says: bool = False
    practice: bool = True

    def __post_init__(self) -> None:
        for sitter in self.sitters:
            if sitter not in SITTERS:
                message = N_("{sitter!r} is nobody who can sit there; there are {known}")
                raise NotationError(message, part=str(sitter), sitter=sitter, known=", ".join(SITTERS))
        if self.seed and (not SEED.fullmatch(self.seed) or "#" in self.seed):
            message = N_("seed: {seed!r} is not one line of at most 80 plain characters, without #")
            raise NotationError(message, part=self.seed, seed=self.seed)
        players = self.profile.players
        object.__setattr__(self, "sitters", (*self.sitters, *[USUAL] * players)[:players])

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Setup:
        """A setup from plain data, as ``as_json`` writes it; what is left out takes its default.

        Raises NotationError naming the faulty part.
        """
        values: dict[str, Any] = {}
        for field in dataclasses.fields(cls):
            if field.name not in data:
                continue
            value = data[field.name]
            wanted = {"sitters": list, "bool": bool}.get(
                field.name if field.name == "sitters" else str(field.type), str
            )
            if not isinstance(value, wanted):
                message = N_("{name}: {value!r} is no value for it")
                raise NotationError(message, part=field.name, name=field.name, value=value)
            values[field.name] = value
        if "profile" in values:
            values["profile"] = Profile.parse(values["profile"])
        if "sitters" in values:
            values["sitters"] = tuple(map(str, values["sitters"][: max(SEATS)]))
        return cls(**values)

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {**dataclasses.asdict(self), "profile": str(self.profile), "sitters": list(self.sitters)}

    def at_screen(self, seat: int) -> bool:
        """Whether somebody at this screen plays a seat."""
        return self.sitters[seat] in (YOU, PERSON)


class Sitting:
    """A game that is being played: its setup, its deals with their steps, and what is due.

    ``setup`` is as given, with the position's profile where it begins from one. ``note`` says what was dealt by chance
    because the line did not state it. Raises NotationError or ImpossiblePosition for a position that cannot be read,
    cannot exist, or that nobody can play from, saying why.
    """

    def __init__(self, setup: Setup) -> None:
        self.note = ""
        if setup.position:
            said = Position.parse(setup.position).check()
            start = playable(said, setup.seed)
            if start != said:
                self.note = fill(N_("Cards that the line does not name were dealt by chance."), {})
            setup = dataclasses.replace(setup, profile=start.profile, sitters=_for_position(setup.sitters, start))
            game = Game(start.profile, setup.seed, start.dealer)
        else:
            game = new_game(setup.seed, setup.profile)
            start = game.next_deal()
        self.setup = setup
        self._begin(game, [start])

    def _begin(self, game: Game, starts: list[Position]) -> None:
        self.game = game
        self.starts = starts
        self.deals: list[list[Step]] = [[] for _ in starts]
        self.reasons: list[dict[int, str]] = [{} for _ in starts]  # of a deal's steps, by their number
        self.seeded = not self.setup.position
        self.before = self.given = 0  # of a log that was taken up: its deals before the last, and the last one's steps

    @property
    def steps(self) -> list[Step]:
        """The steps of the deal that is played."""
        return self.deals[-1]

    @property
    def position(self) -> Position:
        """Where the deal stands."""
        return self.steps[-1].after if self.steps else self.starts[-1]

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.position.phase == OVER

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores by side, those of the deals that are over."""
        return self.game.totals if self.game.sheets else self.starts[0].scores

    @property
    def ends(self) -> list[Position]:
        """The last position of each deal that is over."""
        return [steps[-1].after for steps in self.deals if steps and steps[-1].after.phase == OVER]

    def flows(self) -> Action | None:
        """What goes by itself for somebody at this screen: laying red threes, or a draw where nothing else is legal."""
        position, setup = self.position, self.setup
        if position.phase == OVER or not setup.at_screen(position.acting):
            return None
        plays = legal(position.seen_by(position.acting))
        if not plays:
            return None
        if plays[0].verb == LAY:
            return max(plays, key=lambda play: c.size(play.cards)) if setup.lays else None
        return plays[0] if setup.draws and len(plays) == 1 and plays[0].verb in (DRAW, PASS) else None

    def choice(self) -> Choice | None:
        """What the bot that is to act plays, and why; None where somebody at this screen is, or the deal is over.

        One that fails, or chooses what is not legal, plays by chance.
        """
        position = self.position
        if position.phase == OVER or self.setup.at_screen(position.acting):
            return None
        view = position.seen_by(position.acting)
        try:
            choice = BOTS[self.setup.sitters[position.acting]](view)
            if judge(view, choice.action) and choice.reason:
                return choice
        except Exception:  # a player's fault must not end the learner's game
            pass
        plays = legal(view)
        return Choice(plays[int(Random(str(view)).random() * len(plays))], UNDECIDED)

    def add(self, step: Step, reason: str = "") -> None:
        """Go on with a step that was played from where the deal stands; ``reason`` is why, for the log."""
        self.steps.append(step)
        if reason:
            self.reasons[-1][len(self.steps)] = reason
        if scorable(step.after):
            self.game = dataclasses.replace(self.game, sheets=(*self.game.sheets, sheet_of(step.after)))

    def take_back(self) -> None:
        """Take the last step of a deal that is not over back."""
        self.reasons[-1].pop(len(self.steps), None)
        self.steps.pop()

    def next_deal(self) -> Position:
        """Deal the next deal. Raises ImpossiblePosition if this one has no score yet, or the game is over."""
        if self.game.over:
            raise ImpossiblePosition([Problem("score.game", N_("The game is over; no other deal follows."))])
        if not scorable(self.position):
            raise ImpossiblePosition(
                [Problem("score.sheet", N_("This deal has no score yet, on which the next goes on."))]
            )
        number = len(self.starts) - self.before + 1
        dealer = next_dealer(self.position)
        start = deal(f"{self.setup.seed}/{number}", self.setup.profile, dealer=dealer, scores=self.game.totals)
        self.starts.append(start)
        self.deals.append([])
        self.reasons.append({})
        return start

    def log(self) -> Log | None:
        """The log of all that was played, None if nothing was. Once a deal is over it has the bots' reasons."""
        steps = [step for played in self.deals for step in played]
        if not steps:
            return None
        log = record(steps, self.setup.seed if self.seeded else None)
        return Log(tuple(self._commented(log)))

    def _commented(self, log: Log) -> Iterator[Any]:
        said = [
            reasons.get(number, "") if played and played[-1].after.phase == OVER else ""
            for played, reasons in zip(self.deals, self.reasons)
            for number in range(1, len(played) + 1)
        ]
        reasons = iter(said)
        for entry in log.entries:
            reason = next(reasons) if entry.name == ACTION else ""
            yield entry._replace(comment=f"# {reason}") if reason else entry

    @property
    def played(self) -> list[str]:
        """What was played of this deal, in words; of one that was taken up from a log, what was played since."""
        return self._words(len(self.deals) - 1)

    @property
    def past(self) -> list[list[str]]:
        """The same of the deals before this one, as ``resume`` takes them."""
        return [self._words(number) for number in range(self.before, len(self.deals) - 1)]

    def _words(self, number: int) -> list[str]:
        given = self.given if number == self.before else 0
        return [str(step.verdict.action) for step in self.deals[number][given:]]

    def resume(self, deals: Sequence[Sequence[str]]) -> bool:
        """Play again what was played before, each deal's actions in their words; whether all of it went.

        The first goes on with the deal that lies there. It stops at the first action that cannot be read or is refused;
        what came before stays played.
        """
        for number, actions in enumerate(deals[:MOST_DEALS]):
            if number and (not self.over or self.game.over):
                return False
            if number:
                self.next_deal()
            for text in actions[:MOST_ACTIONS]:
                try:
                    step = play(self.position, Action.parse(text))
                except ValueError:
                    return False
                self.add(step)
        return True

    def take_up(self, starts: Sequence[Position], deals: Sequence[Sequence[Step]], reasons: Iterable[str] = ()) -> None:
        """Go on where a log ends: ``starts`` and ``deals`` are its deals, ``reasons`` the comments on their steps.

        Raises ImpossiblePosition if the last deal is not over and not every card of it is known.
        """
        first = starts[0]
        last = starts[-1]
        self.setup = dataclasses.replace(
            self.setup,
            profile=last.profile,
            sitters=_for_position(self.setup.sitters, deals[-1][-1].after if deals[-1] else last),
            position="",
        )
        self._begin(Game(first.profile, self.setup.seed, first.dealer), [first])
        self.seeded = False
        said = iter(reasons)
        for number, (start, steps) in enumerate(zip(starts, deals, strict=True)):
            if number:
                self.starts.append(start)
                self.deals.append([])
                self.reasons.append({})
            for step in steps:
                self.add(step, next(said, ""))
        self.before, self.given = len(starts) - 1, len(self.steps)
        if not self.over:
            _all_known(self.position)


def playable(position: Position, seed: str = "") -> Position:
    """A position in which every card is known, so that it can be played on: what is unseen or unstated is dealt.

    The same seed deals the same. A hand that is not stated gets as many cards as are dealt to a player, or fewer where
    that many are not left. Raises ImpossiblePosition, saying why, where nobody can play.
    """
    if position.phase == OVER:
        raise ImpossiblePosition([Problem("out.ends-deal", N_("The deal is over here; nobody can play on."))])
    full = _dealt_out(position, seed)
    if not legal(full.seen_by(full.acting)):
        message = N_("No play is legal here for {seat:seat}.")
        raise ImpossiblePosition([Problem("discard.one", message, {"seat": full.profile.seat_names[full.acting]})])
    return full


def _all_known(position: Position) -> None:
    if None in position.hands or position.stock is None or all_cards(position)[UNSEEN]:
        message = N_("Not every card of the last deal is known, so it cannot be played on.")
        raise ImpossiblePosition([Problem("pack.cards", message)])


def _dealt_out(position: Position, seed: str) -> Position:
    known = sum(all_cards(position))
    left = 54 * position.profile.packs - known
    hands = list(position.hands)
    unstated = [seat for seat, hand in enumerate(hands) if hand is None]
    if position.stock is None:
        each = min(position.profile.dealt, left // (len(unstated) + 1))
        stock: bytes | None = bytes([UNSEEN]) * (left - each * len(unstated))
        sizes = [each] * len(unstated)
    else:
        stock = position.stock
        sizes = [(left + at) // len(unstated) for at in range(len(unstated))] if unstated else []
    if unstated and min(sizes) < 1:
        message = N_("No card is left for {seat:seat}, whose hand is not stated.")
        raise ImpossiblePosition([Problem("pack.cards", message, {"seat": position.profile.seat_names[unstated[0]]})])
    for seat, size in zip(unstated, sizes):
        hands[seat] = size * ONE[UNSEEN]
    stated = position._replace(hands=tuple(hands), stock=stock).check()
    try:
        return dealt(stated, Random(f"dealt {seed} {position}").random).check()
    except ImpossiblePosition:
        raise
    except ValueError as fault:
        raise ImpossiblePosition([Problem("pack.cards", N_("{why}."), {"why": fault})]) from None


def _for_position(sitters: tuple[str, ...], position: Position) -> tuple[str, ...]:
    """Who sits where when play begins in a position: whoever learns alone gets the hand that is to act."""
    players = position.profile.players
    seated = [*sitters, *[USUAL] * players][:players]
    if YOU in seated and PERSON not in seated and seated.count(YOU) == 1 and position.phase != OVER:
        at = seated.index(YOU)
        seated[at], seated[position.acting] = seated[position.acting], seated[at]
    return tuple(seated)
