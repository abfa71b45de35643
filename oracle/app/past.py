"""What was asked before, as the app shows it, marks it and takes it out.

Owns the reads and writes of the record that the screens need; all but `text` may take a moment and are called from
threads. Knows no widget.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from ingest.contracts import Game
from oracle.contracts import Answer
from oracle.display import clean
from oracle.record import FILE, Run, Runs
from oracle.retrace import Books, Retraced
from oracle.texts import Texts

LISTED = 100
STAR = "★"
_STARS = frozenset({STAR, "*"})
_NAMED = re.compile(r"[^a-z0-9]+")

Which = Literal["answer", "evening"]
Form = Literal["md", "html"]


@dataclass(frozen=True)
class Export:
    """What is to be taken out, and as what."""

    which: Which
    form: Form


class Past:
    """The record of a home, and the folder that exports go into."""

    def __init__(self, home: Path, exports: Path) -> None:
        self._exports = exports
        self._runs = Runs(home / FILE)

    def look(self, typed: str) -> Sequence[Run]:
        """The newest runs in which all words typed stand; a star among them asks for favourites.

        Raises `NotReadable`.
        """
        words = typed.split()
        starred = any(word in _STARS for word in words)
        return self._runs.newest(LISTED, words=" ".join(word for word in words if word not in _STARS), starred=starred)

    def star(self, run: str, *, given: bool) -> None:
        """Mark a run as a favourite or withdraw the mark. Raises `NotRecorded`."""
        self._runs.star(run, given=given)

    def again(self, run: Run, books: Books) -> Answer:
        """An earlier answer, its citations where they stand today; its question's history is what was said before it.

        Raises `NotReadable`, and what reading the library raises.
        """
        from oracle.export.gather import again
        from oracle.history import turns

        before = self._runs.conversation(run)[:-1]
        answer = again(run, self._runs, books).answer
        question = replace(answer.question, text=asked(run), history=turns(before), conversation=run.conversation)
        return replace(answer, question=question)

    def write(self, wanted: Export, run: str, books: Books, games: Sequence[Game], say: Texts) -> Path:
        """Write an export; the file. Raises `NotReadable`, `NotWritten` and `UsageError`."""
        from oracle import history
        from oracle.export.files import keep
        from oracle.export.gather import Pictures, gathered
        from oracle.export.html import html
        from oracle.export.markdown import markdown

        evening = wanted.which == "evening"
        runs = history.evening(self._runs.newest(LISTED)) if evening else (self._runs.named(run),)
        first = runs[0]
        day = first.at[:10]
        title = say("export.title_evening", day=day) if evening else say("export.title_one")
        name = f"{day}-{say('app.export.evening_file')}" if evening else f"{day}-{_slug(first.question)}-{first.short}"
        pictures = Pictures(books if wanted.form == "html" else None)
        entries = gathered(runs, self._runs, books, _titles(games), say, pictures)
        left_out = say("export.left_out", count=pictures.left_out) if pictures.left_out else ""
        text = html(entries, say, title, left_out) if wanted.form == "html" else markdown(entries, say, title)
        return keep(self._exports, f"{name}.{wanted.form}", text)

    def text(self, answer: Answer, games: Sequence[Game], say: Texts) -> str:
        """An answer with its citations, to be pasted somewhere. Of passages as many as were read."""
        from oracle.export.entry import entry
        from oracle.export.markdown import plain

        question = answer.question
        said = answer.verified.text if answer.verified else ""
        now = datetime.now(UTC).isoformat()
        run = Run(answer.run, question.conversation, now, question.stack.game, question.text, said, 0)
        seen = replace(answer, evidence=answer.evidence.first(question.read))
        return plain(entry(run, Retraced(seen), _titles(games).get(run.game, run.game), say), say)


def asked(run: Run) -> str:
    """The question of a run, on one line, without what could steer a terminal."""
    return clean(run.question, one_line=True)


def _titles(games: Sequence[Game]) -> Mapping[str, str]:
    return {game.slug: game.title for game in games}


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode("ascii")
    return _NAMED.sub("-", plain)[:40].strip("-") or "answer"
