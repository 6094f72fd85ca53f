"""What stands above the table where a game is played: who sits where, what is due, the score, and the log."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qs

import traitlets

from canasta.errors import NotationError
from canasta.filling import render
from canasta.game import side_names
from canasta.position import Position
from canasta.profile import PROFILES, SEATS, SHAPES
from canasta.tutor.sitting import PERSON, SITTERS, YOU, Setup, Sitting
from canasta.words import N_, _, seat_name
from canasta_widgets.rail import MOST_TEXT
from canasta_widgets.shown import Shown, joined

# How long each play of the others takes, in milliseconds; None waits for a press.
PACES: Final[dict[str, int | None]] = {"quick": 350, "calm": 1100, "slow": 2400, "hand": None}
LONGEST = 2000  # characters of an address
PARTS = ("setup", "desk")

Data = dict[str, Any]


class Desk(Shown):
    """The settings of a game before it begins, and then what leads through it. It only draws and says what was pressed.

    ``pace`` is how the others play, one of ``PACES``.
    """

    _esm = joined("dom.js", "there.js", "beside.js", "logfile.js", *(f"play/{part}.js" for part in PARTS))
    _css = joined("lesson.css", "play/play.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    paces = traitlets.Dict().tag(sync=True)
    most = traitlets.Int(MOST_TEXT).tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)  # the setup, and what was played in this deal
    past = traitlets.List().tag(sync=True)  # what was played in the deals before
    opened = traitlets.Unicode().tag(sync=True)  # the log that it goes on from, if any
    pace = traitlets.Enum(tuple(PACES), default_value="calm").tag(sync=True)

    settable = frozenset({"pace"})


class Strip(Shown):
    """The scores and minimums of all sides, in one line that stays in view."""

    _esm = joined("dom.js", "play/strip.js")
    _css = joined("lesson.css", "play/strip.css")

    view = traitlets.Dict().tag(sync=True)


def scores(sitting: Sitting) -> Data:
    """What the strip shows: each side with its score, and what it still needs to open, or will in the next deal."""
    position, profile = sitting.position, sitting.setup.profile
    scored = sitting.over and bool(sitting.game.sheets)
    totals = sitting.game.totals if scored else position.scores
    rows = []
    for side, name in enumerate(side_names(profile)):
        seats = [at for at in range(profile.players) if profile.side_of(at) == side]
        rows.append(
            {
                "name": name,
                "score": f"{totals[side]:,}",
                "need": _next_need(sitting, side) if scored else _need(position, side),
                "own": any(map(sitting.setup.at_screen, seats)),
            }
        )
    return {"title": _("Score and first meld"), "rows": rows}


def _need(position: Position, side: int) -> str:
    if not position.has_melded(side):
        return render(N_("first meld {minimum}"), {"minimum": position.minimum(side)})
    canastas = position.canastas(side)
    return render(N_("{n:canastas}"), {"n": canastas}) if canastas else _("has melded")


def _next_need(sitting: Sitting, side: int) -> str:
    game = sitting.game
    if game.over:
        if game.winner is None:
            return _("a tie") if game.totals[side] == max(game.totals) else ""
        return _("has won") if game.winner == side else ""
    return render(N_("next first meld {minimum}"), {"minimum": game.minimums[side]})


def sitter_name(sitter: str) -> str:
    """Who sits there, in words."""
    return {
        YOU: _("You"),
        PERSON: _("A second person here"),
        "random": _("Computer: plays by chance"),
        "club": _("Computer: club player"),
        "expert": _("Computer: expert"),
    }[sitter]


def player_name(sitter: str) -> str:
    """What the table calls a player of the computer; "" for somebody at this screen."""
    return {"random": _("by chance"), "club": _("club player"), "expert": _("expert")}.get(sitter, "")


def choices(setup: Setup, problem: str) -> Data:
    """What the form shows: what can be chosen, what is chosen, and what is wrong with it."""
    profile = setup.profile
    house = str(profile).partition("+")
    return {
        "bases": [{"value": name, "label": base_name(name)} for name in PROFILES],
        "players": list(SHAPES),
        "seats": {str(players): [seat_name(name) for name in names] for players, names in SEATS.items()},
        "sitters": [{"value": sitter, "label": sitter_name(sitter)} for sitter in SITTERS],
        "values": {
            **setup.as_json(),
            "base": profile.base,
            "players": profile.players,
            "house": house[1] + house[2],
        },
        "problem": problem,
    }


def base_name(base: str) -> str:
    """A named way to play, as a learner chooses it."""
    return {
        "classic": _("Classic"),
        "spruce": _("The Spruce's article"),
        "pagat": _("Classic, as pagat.com has it"),
    }[base]


def read_form(form: Data) -> Setup:
    """The setup that the form was filled in to. Raises NotationError naming the faulty part."""
    values = {name: form[name] for name in ("sitters", "lays", "draws", "says", "practice") if name in form}
    texts = {name: form.get(name) or "" for name in ("base", "house", "seed", "position")}
    if not all(isinstance(text, str) and len(text) <= LONGEST for text in texts.values()):
        raise NotationError(N_("The form holds what is no text of a line."), part="form")
    house = texts["house"].replace(" ", "").strip("+")
    profile = f"{texts['base'] or 'classic'}/{form.get('players', 4)}" + (f"+{house}" if house else "")
    return Setup.read(
        {**values, "profile": profile, "seed": texts["seed"].strip(), "position": texts["position"].strip()}
    )


def read_address(search: str) -> Setup | None:
    """The setup that an address asks for, as ``?position=…``, ``?seed=7&profile=pagat/2&sitters=you,club``; None if it
    asks for nothing. Raises NotationError naming the faulty part.
    """
    asked = {name: values[-1] for name, values in parse_qs(search[:LONGEST].removeprefix("?")).items()}
    found: Data = {name: asked[name].strip() for name in ("position", "seed", "profile") if name in asked}
    if "sitters" in asked:
        found["sitters"] = [each.strip() for each in asked["sitters"].split(",")]
    return Setup.read(found) if found else None


def deal_name(sitting: Sitting) -> str:
    """Which deal of which game this is."""
    setup = sitting.setup
    values = {"deal": len(sitting.deals), "seed": setup.seed, "profile": str(setup.profile)}
    message = N_("Deal {deal}, {profile}, seed {seed}") if sitting.seeded else N_("Deal {deal}, {profile}")
    return render(message, values)


def curtain(setup: Setup, seat: int) -> Data:
    """What hides the table until the next person sits before it."""
    values = {"seat": setup.profile.seat_names[seat]}
    return {
        "text": render(N_("The next hand is {seat:seat}'s. Let nobody else look."), values),
        "open": render(N_("Show {seat:seat}'s cards"), values),
    }


def texts() -> dict[str, str]:
    """The words that the browser shows."""
    return {
        "title": _("Play a deal"),
        "profile": _("Rules"),
        "players": _("Players"),
        "seats": _("Who sits where"),
        "more": _("More: a seed, a position, what goes by itself"),
        "seed": _("Seed: the same one deals the same cards (empty for new ones)"),
        "position": _("Begin from a position, as a line (empty for a deal)"),
        "house": _("House rules, such as canastas_out=2"),
        "lays": _("Red threes are laid by themselves"),
        "draws": _("A card is drawn by itself where nothing else is legal"),
        "says": _("The computer's players say at once why, which tells of their cards"),
        "practice": _("Practice: a play of your turn may be taken back"),
        "begin": _("Play"),
        "kept": _("A game that you began here is kept."),
        "resume": _("Go on with it"),
        "forget": _("Forget it"),
        "pace": _("The others play"),
        "pace.quick": _("quickly"),
        "pace.calm": _("calmly"),
        "pace.slow": _("slowly"),
        "pace.hand": _("when I say so"),
        "go": _("Next play"),
        "pause": _("Pause"),
        "on": _("Go on"),
        "next": _("Next deal"),
        "walk": _("Step through the deal"),
        "away": _("Put it away"),
        "new": _("Another game"),
        "again": _("Begin again"),
        "log": _("The log"),
        "text": _("The log, to keep or to open: position: or deal:, then one action a line"),
        "open": _("Take it up"),
        "file": _("Open a file"),
        "copy": _("Copy"),
        "copied": _("Copied."),
        "download": _("Download"),
        "big": _("This file is too large for a log; it may have {kb} kB.").format(kb=MOST_TEXT // 1000),
    }
