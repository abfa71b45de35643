"""What is said to Claude: a constant per answer language, and one JSON message with everything else.

Owns the wording (in `oracle/prompts`) and the escaping of data.
Chooses neither passages nor page.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, replace

from ingest.contracts import Booklet, Passage
from ingest.geometry import holds
from ingest.icons.placeholders import placeholder
from oracle import templates
from oracle.contested import Contest
from oracle.contracts import Difference, Evidence, Prompt, Question, Turn, Understood, Verdict, View
from oracle.dispute.grammar import DECIDED, NOTHING, UNDECIDED, decided_line, reading_label
from oracle.grammar import CHECKED, MARKER, MIN_QUOTE, SILENCE, UNPROVEN, verdict_line
from oracle.precedence import precedence
from oracle.room import Sent, sent
from oracle.talks import Thread

VIEW_PATH = "{view_path}"
"""Replaced in a message by the view's path on the machine that runs Claude."""

_LANGUAGES = {"en": ("English", "“", "”"), "fr": ("French", "« ", " »")}
LANGUAGES = tuple(_LANGUAGES)
_TURNS = 4


def answer_language(asked: str | None, understood: Understood) -> str:
    """The language to answer in: the one asked for, else the question's, else the booklets'."""
    wanted = (asked, understood.language, *understood.book_languages)
    return next((language for language in wanted if language in _LANGUAGES), "en")


def system_text(language: str) -> str:
    """The constant that `--append-system-prompt` carries for answers in this language."""
    return _system("system.j2", language)


def dispute_text(language: str) -> str:
    """The same for both readings of a question."""
    return _system(
        "dispute.j2",
        language,
        first=reading_label(1),
        second=reading_label(2),
        decided=DECIDED,
        nothing=NOTHING,
        decided_first=decided_line(1),
        decided_second=decided_line(2),
        undecided=UNDECIDED,
    )


def _system(template: str, language: str, **labels: str) -> str:
    name, opening, closing = _LANGUAGES[language]
    return rendered(
        template,
        language=name,
        opening=opening.strip(),
        closing=closing.strip(),
        says=verdict_line(Verdict.SAYS),
        implies=verdict_line(Verdict.IMPLIES),
        silent=SILENCE,
        checked=CHECKED,
        min_quote=MIN_QUOTE,
        **labels,
    )


def compose(
    question: Question,
    understood: Understood,
    stack: Sequence[Booklet],
    evidence: Evidence,
    view: View | None,
) -> Prompt:
    """The whole prompt of one question, with as many passages as fit; `[[1]]` is the first of the evidence."""
    room = question.room if question.budget is None else question.budget
    pieces = sent([ranked.passage for ranked in evidence.passages], room)
    cited = tuple(piece.passage for piece in pieces)
    evidence = evidence.first(len(cited))
    language = answer_language(question.answer_language, understood)
    thread = thread_of(question)
    data: dict[str, object] = {
        "question": understood.text,
        "standalone": understood.standalone,
        "language": language,
        "conversation": [turn(each) for each in thread.told],
        "heard": False,
        "contested": _contested(question.contest),
        "game": question.stack.game,
        "stack": [_booklet(booklet) for booklet in stack],
        "icons": _icons(cited),
        "passages": [passage_facts(n, piece, evidence.amended_by(piece.passage)) for n, piece in enumerate(pieces, 1)],
        "differences": [_difference(each, evidence) for each in evidence.differences],
        "view": view and _view(view, cited),
    }
    if question.contest:
        return Prompt(dispute_text(language), rendered("message.j2", **data), cited, view)
    following = rendered("message.j2", **{**data, "conversation": [], "heard": True})
    thread = replace(thread, message=following)
    return Prompt(system_text(language), rendered("message.j2", **data), cited, view, thread=thread)


def thread_of(question: Question) -> Thread:
    """Where a question stands in its conversation. What was said at another table is not gone on from."""
    place = json.dumps([question.conversation, *astuple(replace(question.stack, notes=()))])
    return Thread(place, question.history[-_TURNS:], question.text)


def with_view_path(message: str, path: str) -> str:
    """The message with the place where the view really lies."""
    return message.replace(VIEW_PATH, _json(path)[1:-1])


def turn(said: Turn) -> dict[str, str]:
    """An earlier exchange, without its markers: they numbered other passages."""
    answer = MARKER.sub("", said.answer).replace(UNPROVEN, "")
    return {"question": said.question, "answer": " ".join(answer.split())}


def rendered(template: str, **data: object) -> str:
    """A template of `oracle/prompts` with its data; `json` is the filter that escapes a piece of it."""
    return templates.prompt(f"prompts/{template}", {"json": _json}).render(**data)


def _contested(contest: Contest | None) -> str | None:
    """The answer that somebody does not accept; `None` where none was given."""
    return turn(Turn("", contest.answer))["answer"] if contest and contest.answer else None


def _booklet(booklet: Booklet) -> dict[str, object]:
    return {
        "name": booklet.ref.booklet,
        "title": booklet.title,
        "kind": booklet.kind,
        "precedence": precedence(booklet.kind),
    }


def passage_facts(n: int, piece: Sent, amended: Sequence[int] = ()) -> dict[str, object]:
    """What a template may say of a passage; `amended` are the numbers of those that it corrects or explains."""
    passage = piece.passage
    return {
        "n": n,
        "booklet": passage.ref.booklet,
        "title": passage.booklet_title,
        "kind": passage.kind,
        "precedence": precedence(passage.kind),
        "page": passage.ref.page if passage.on_paper else None,
        "printed": passage.printed,
        "section": list(passage.section_path),
        "type": passage.type,
        "text_source": passage.source,
        "amends": list(amended),
        "cut": piece.cut,
        "text": piece.text,
    }


def _difference(difference: Difference, evidence: Evidence) -> dict[str, object]:
    return {
        "passages": [evidence.number(difference.one), evidence.number(difference.other)],
        "says": [difference.one_says, difference.other_says],
        "wins": evidence.number(difference.wins) if difference.wins else None,
    }


def _icons(cited: Sequence[Passage]) -> list[dict[str, str]]:
    """The icons in the passages that their booklet names, each once."""
    named = ((passage.ref.booklet, icon, name) for passage in cited for icon, name in passage.icons)
    return [
        {"icon": placeholder(icon), "booklet": booklet, "name": name} for booklet, icon, name in dict.fromkeys(named)
    ]


def _view(view: View, cited: Sequence[Passage]) -> dict[str, object]:
    return {
        "booklet": view.ref.booklet,
        "page": view.ref.page,
        "shows": "a region of the page" if view.box else "the whole page",
        "title": view.title,
        "passages": [n for n, passage in enumerate(cited, 1) if passage.ref == view.ref and _is_shown(passage, view)],
    }


def _is_shown(passage: Passage, view: View) -> bool:
    """Whether some of a passage of the page stands in what is shown of it; one of which no place is known may."""
    return view.box is None or not passage.boxes or any(holds(view.box, box) for box in passage.boxes)


def _json(value: object) -> str:
    """JSON of a piece of data. It can hold no placeholder of ours, whatever it says, nor half a character."""
    whole = json.dumps(value, ensure_ascii=False).encode(errors="backslashreplace").decode()
    return whole.replace(VIEW_PATH, "\\u007b" + VIEW_PATH[1:])
