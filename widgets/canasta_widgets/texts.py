"""The words that the table shows in the browser."""

from __future__ import annotations

from canasta.words import _
from canasta_widgets.host import unanswered


def texts() -> dict[str, str]:
    """The words that the browser shows."""
    return {
        "hand": _("Your hand"),
        "stock": _("Stock"),
        "pile": _("Discard pile"),
        "do": _("What would you like to do?"),
        "pick": _("Choose cards, then what to do with them."),
        "command": _("Or type it, for example: meld KKK"),
        "try": _("Try it"),
        "says": _("Ask or say"),
        "choose": _("Choose …"),
        "say": _("Say it"),
        "undo": _("Undo"),
        "aside": _("Set aside as one meld"),
        "laid": _("Laid together"),
        "takeup": _("Take up again"),
        "all": _("Show every legal play"),
        "law": _("The rule"),
        "source": _("Source"),
        "checks": _("Everything that was looked at"),
        "looks": _("How the table looks"),
        "size": _("Cards"),
        "size.small": _("Small"),
        "size.medium": _("Medium"),
        "size.large": _("Large"),
        "colours": _("Suits"),
        "colours.two": _("Two colours"),
        "colours.four": _("Four colours"),
        "projector": _("For a class"),
        "projector.off": _("Off"),
        "projector.on": _("On a projector"),
        "length": _("How much is told"),
        "length.short": _("Short"),
        "length.full": _("Full"),
        "length.source": _("With sources"),
        "tables": _("What other tables say"),
        "agree": _("Every named table says the same."),
        "here": _("this table"),
        "nowhere": _("cannot exist"),
        "lost": _(
            "No answer from the rule book. What lies here stays, and what you played is kept. If none comes: {help}"
        ).format(help=unanswered()),
        "found": _("The rule book answers again."),
        "kept": _("What you tried here before is kept."),
        "goon": _("Go on where you stopped"),
        "anew": _("Begin anew"),
        "impossible": _("This position cannot exist"),
        "decides": _("The rule that decides"),
        "decide": _("Legal, or not?"),
        "reveal": _("Reveal"),
        "show": _("Show it"),
        "untried": _("Nobody tells beforehand here: try it, and the rule book answers."),
        "nothing": _("Choose cards or a place first, then ask why."),
        "near": _("Legal would be"),
        "if": _("What would make it legal"),
        "never": _("No change of one fact, or of two, would."),
        "wait": _("Looking …"),
        "legal": _("legal"),
        "refused": _("refused"),
        "ok": _("holds"),
        "objects": _("objects"),
        "ask": _("Ask the rule book"),
        "then": _("Then"),
        "others": _("The other players"),
        "plays": _("Legal plays"),
        "keys": _(
            "Keys: arrows move, space chooses, Enter does the first, S draws, T takes the pile, M melds, G sets a meld "
            "aside, D discards, ? asks why, H helps, W tells what is on the table, C what you can do, L what happened, "
            "A asks your partner, U takes back, Escape lets go."
        ),
        "table": _("What is on the table"),
        "can": _("What can I do"),
        "past": _("What happened"),
        "words": _("The table in words"),
        "find": _("Only those with, such as KK"),
    }
