"""Questions as the browser shows them: what is asked, how it is answered, and the answer in words."""

from __future__ import annotations

from typing import Any

from canasta import BOOK
from canasta.clauses.register import law
from canasta.filling import render
from canasta.game import side_names
from canasta.profile import Profile
from canasta.tutor.allowed import Allowed
from canasta.tutor.broken import Broken
from canasta.tutor.compared import Tables
from canasta.tutor.levels import Question
from canasta.tutor.marking import Marked
from canasta.tutor.planted import Error
from canasta.tutor.questions import LEGAL, Choose, Count, Judge, Order, Sheet, Which
from canasta.words import N_, _, ended, listed
from canasta_widgets.phrases import in_words

Form = dict[str, Any]


def form(question: Question) -> Form:
    """How a question is answered: by one of some options, by several, a number, an order, or the lines of a sheet.

    Nothing in it tells the answer.
    """
    task, position = question.task, question.position
    match task:
        case Judge():
            options = [_option(choice, judgement(choice, position.profile)) for choice in task.choices(position)]
            return {"how": "one", "about": in_words(task.action), "options": options}
        case Allowed():
            laws = [_option(choice, law(BOOK[choice], position.profile)) for choice in task.choices(position)]
            return {"how": "one", "about": in_words(task.action), "options": laws}
        case Which():
            return {"how": "one", "about": "", "options": [_option(each.value, _(each.say)) for each in task.options]}
        case Choose():
            options = [_option(at, in_words(action)) for at, action in enumerate(task.tries)]
            return {"how": "many", "about": "", "options": options}
        case Order():
            return {"how": "order", "about": "", "options": _mixed(question, task)}
        case Broken():
            return {"how": "one", "about": "", "options": [_option(at, each) for at, each in enumerate(_log(task))]}
        case Count():
            return {"how": "number", "about": "", "options": []}
        case Sheet():
            names = side_names(position.profile)
            lines = [_option(at, f"{names[line.side]}: {line.text}") for at, line in enumerate(task.lines(position))]
            return {"how": "sheet", "about": "", "options": lines}
        case Tables():
            tables = [_option(at, str(profile)) for at, profile in enumerate(task.tables)]
            return {"how": "many", "about": in_words(task.action), "options": tables}
        case Error():
            return {
                "how": "one",
                "about": "",
                "options": [_option(*line) for line in enumerate(_sheet(question, task))],
            }


def said(marked: Marked) -> str:
    """What is told of an answer, with the action it is about; if it is about several, each on a line of its own."""
    if marked.parts:
        return "\n" + "\n".join(map(said, marked.parts))
    if marked.action is None:
        return marked.text
    return _("{action}: {found}").format(action=in_words(marked.action).rstrip("?"), found=marked.text)


def shown(question: Question) -> str:
    """The right answer in words, for the last hint."""
    task, position = question.task, question.position
    match task:
        case Judge():
            found = judgement(task.answer(position), position.profile)
        case Allowed():
            found = law(BOOK[task.answer(position)], position.profile)
        case Which():
            found = next(_(each.say) for each in task.options if each.value == task.answer(position))
        case Choose():
            found = listed([in_words(task.tries[at]) for at in task.answer(position)])
        case Order():
            found = "; ".join(in_words(task.actions[at]) for at in task.answer(position))
        case Broken():
            found = _log(task)[task.answer(position)]
        case Count():
            found = str(task.answer(position))
        case Sheet():
            lines = task.lines(position)
            found = "; ".join(f"{line.text}: {line.points}" for line in lines)
        case Tables():
            found = listed([str(task.tables[at]) for at in task.answer(position)])
        case Error():
            found = _sheet(question, task)[task.answer(position)]
    return render(N_("The answer: {answer} Now give it yourself."), {"answer": ended(found)})


def _sheet(question: Question, task: Error) -> list[str]:
    """The lines of the score as they are shown."""
    position = question.position
    names = side_names(position.profile)
    lines = zip(task.lines(position), task.shown(position), strict=True)
    return [f"{names[line.side]}: {line.text}: {points:,}" for line, points in lines]


def _option(value: Any, label: str) -> dict[str, Any]:
    return {"value": value, "label": label}


def judgement(choice: str, profile: Profile) -> str:
    """What one chooses where it is asked whether an action is legal: that it is, or a rule that refuses it."""
    if choice == LEGAL:
        return _("Legal")
    return _("Refused: {law}").format(law=law(BOOK[choice], profile))


def _log(task: Broken) -> list[str]:
    """The steps in words, each with its number."""
    # TRANSLATORS: a step of a turn with its number, "2. Draw from the stock"
    return [_("{n}. {step}").format(n=at, step=in_words(action)) for at, action in enumerate(task.steps, 1)]


def _mixed(question: Question, task: Order) -> list[dict[str, Any]]:
    """The steps in an order that tells nothing: by their words, turned round if that could be played."""
    options = [_option(at, in_words(action)) for at, action in enumerate(task.actions)]
    options.sort(key=lambda option: option["label"])
    marked = task.mark(question.position, [option["value"] for option in options])
    return options[::-1] if marked is not None and marked.right else options
