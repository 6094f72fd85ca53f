"""Which rule is the rule? One play in one position, and what each named table says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import traitlets

from canasta import Position, compare, reasons
from canasta.compare import Comparison, Row
from canasta.filling import fill
from canasta.words import N_, _
from canasta_widgets import typed
from canasta_widgets.answers import rules
from canasta_widgets.host import unanswered
from canasta_widgets.phrases import by_whom
from canasta_widgets.picture import pictured
from canasta_widgets.shown import Column, Shown, joined
from canasta_widgets.table import EMPTY, Table
from canasta_widgets.walk import checked

LONGEST = 1000  # characters of what is typed; all cards with their suits are far fewer


class Example(NamedTuple):
    """A position and a play on which the tables do not agree."""

    title: str
    line: str
    play: str


EXAMPLES = (
    Example(N_("More wild cards than natural ones"), "KsJs9h9d2s2d*7c4h QQQ/888 7h8dJd N.play", "meld 992*2"),
    Example(N_("A black three was thrown on the pile"), "KsQcTd9s7h2d4c JJJJ/888 7s6cbsJd9hKh ?40 N.draw", "take K2"),
    Example(
        N_("A red three was turned at the deal"),
        "KsQcTd9s7h2d4c JJJJ/888 rh7s6cJd9hKh ?40 N.draw upcards=2",
        "take K2",
    ),
    Example(
        N_("A black three was turned at the deal"),
        "KsQcTd9s7h2d4c JJJJ/888 bs7s6cJd9hKh ?40 N.draw upcards=2",
        "take K2",
    ),
    Example(N_("Asking before the draw"), "8s9d9c 7777777,888,KKK/QQQ 9h ?30 N.draw", "ask"),
    Example(N_("A meld after the black threes"), "Qh 7777777,QQQ,bsbcbs/KKK 6d ?30 N.play new=b", "meld Q"),
    Example(
        N_("A house that ends the deal with the stock"),
        "9s9dJhTc6s4h AAAA,5555555/QQQQQ22,KKK 6c8d8hJs9c - N.draw classic+stock_gone=ends",
        "take 99",
    ),
)


class Comparing(Shown):
    """What stands above the table: a position and a play to type, and what each named table says of them."""

    _esm = joined("dom.js", "there.js", "compare.js")
    _css = joined("lesson.css", "compare.css")

    view = traitlets.Dict().tag(sync=True)
    examples = traitlets.List().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)


class Compare(Column):
    """A position and a play of the learner's choice, such as ``Compare("KK24 444 42K", "take KK")``.

    Every named table for as many players says whether it allows the play, by which clause, and which rule, exchanged
    alone, makes the difference; the position's own table too, where a house has rules of its own. Without a position
    the first example is shown. ``examples`` are offered to choose from. What is typed and cannot be read is answered by
    a plain sentence, and what was found before stays.
    """

    def __init__(self, position: str = "", play: str = "", *, examples: Sequence[Example] = EXAMPLES) -> None:
        self.found: Comparison | None = None
        self._asked = 0
        self._position = Position.parse(EMPTY)  # that was compared last
        offered = [{"title": _(each.title), "line": each.line, "play": each.play} for each in examples]
        self.panel = Comparing(words=_texts(), examples=offered)
        self.table = Table(EMPTY)
        self.table.still = True
        self.table.layout.display = "none"
        self.panel.on_msg(self._heard)
        super().__init__([self.panel, self.table])
        self.add_class("canasta-lesson")
        if examples and not (position or play):
            position, play = examples[0].line, examples[0].play
        self.ask(position, play)

    def ask(self, line: str, play: str) -> None:
        """Compare the tables on a position's line and a play in words."""
        problem = ""
        try:
            position = checked(line)
            action = typed.asked(play)
        except ValueError as fault:
            problem = str(fault)
        else:
            # What the player himself may see, as everywhere: whether he may do it depends on nothing else.
            self.found, self._position = compare(position.seen_by(position.seat), action), position
            self.table.layout.display = None
            self.table.reset(position)
        self._asked += 1
        self.panel.view = {"n": self._asked, "line": line, "play": play, "problem": problem, **self._answer()}

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        if self.found is None:
            return bundle
        return pictured(
            bundle, self.table.picture(f"{by_whom(self._position, self.found.action)}. {_said(self.found)}")
        )

    # -- what is shown ----------------------------------------------------------------------------------------------

    def _answer(self) -> dict[str, Any]:
        """What was found last; nothing is there before anything was."""
        found = self.found
        if found is None:
            return {"about": "", "said": "", "rows": [], "rules": [], "note": ""}
        return {
            "about": by_whom(self._position, found.action),
            "said": _said(found),
            "rows": [_row(row, row.profile == self._position.profile) for row in found.rows],
            "rules": rules(found),
            "note": _note(found),
        }

    # -- what the browser says --------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "compare", "line": str(line), "play": str(play)}:
                self.ask(line[:LONGEST], play[:LONGEST])


def _row(row: Row, own: bool) -> dict[str, Any]:
    """One table's answer, with the clause that decides there and the others that object."""
    told = {"table": str(row.profile), "own": own, "legal": row.legal, "word": _word(row)}
    if row.verdict is None:
        return told | {"says": " ".join(map(str, row.problems)), "clause": "", "law": "", "also": []}
    lead = row.verdict.lead or next(iter(reasons(row.verdict)), None)
    if lead is None:
        return told | {"says": "", "clause": "", "law": "", "also": []}
    also = [id for id in row.refusing if id != lead.clause]
    return told | {"says": lead.fact, "clause": lead.clause, "law": lead.law, "also": also}


def _word(row: Row) -> str:
    if row.legal is None:
        return _("cannot exist there")
    return _("legal") if row.legal else _("refused")


def _said(found: Comparison) -> str:
    """Every table's answer in a sentence or two."""
    return " ".join(
        fill(N_("{table}: {answer}."), {"table": str(row.profile), "answer": _word(row)}) for row in found.rows
    )


def _note(found: Comparison) -> str:
    """What is to be said beside the rows: that the tables agree, or that no rule alone makes the difference."""
    if found.agree:
        return _("Every table on which this can lie says the same.")
    if not found.parameters:
        return _("No rule makes the difference alone; several do together.")
    return ""


def _texts() -> dict[str, str]:
    """The words that the browser shows."""
    return {
        "title": _("What each table says"),
        "example": _("An example"),
        "own": _("Your own"),
        "line": _("The position"),
        "play": _("The play"),
        "ask": _("Compare the tables"),
        "here": _("this table"),
        "law": _("The rule"),
        "also": _("Besides"),
        "decides": _("The rule that decides"),
        "lost": _("No answer. {help}").format(help=unanswered()),
    }
