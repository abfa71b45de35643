"""`oracle export`: answers taken out of the record, as Markdown or as one HTML file with the places of the book inside.

Owns flags: which answers, and where they go. What stands in them is `oracle.export`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ingest.errors import IngestError
from oracle.cli.output import STDOUT, emit_json, emit_whole, narrate_line
from oracle.cli.state import State
from oracle.errors import UsageError
from oracle.texts import Texts

if TYPE_CHECKING:
    from ingest.library import Library
    from oracle.export.entry import Entry
    from oracle.record import Run, Runs


@dataclass(frozen=True)
class Chosen:
    """The answers that were asked for, oldest first, and the title that they go under."""

    runs: Sequence[Run]
    title: str


@click.command()
@click.argument("id", required=False)
@click.option(
    "--evening", is_flag=True, help="The last evening: all questions with no pause of six hours between them."
)
@click.option("--conversation", metavar="ID", help="The whole conversation in which the answer ID stands.")
@click.option("--starred", is_flag=True, help="All favourite answers.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="Write one HTML file that needs nothing else, with the places of the book as pictures.",
)
@click.option(
    "--md",
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="Write a Markdown file; - is standard output, as without any of these.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="Write a file of the kind that its name ends in: .html or .md.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def export(
    state: State,
    id: str | None,
    evening: bool,
    conversation: str | None,
    starred: bool,
    html: Path | None,
    md: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Take an answer out, or an evening: the last answer, or the answer ID of `oracle log`.

    Each citation is looked up in the booklets as they are today; what no longer stands there is said.
    """
    if sum(map(bool, (id, evening, conversation, starred))) > 1:
        raise UsageError("export.one_choice")
    html, md = _by_name(html, md, output)
    if [as_json, md == STDOUT, html == STDOUT].count(True) > 1:
        raise UsageError("export.one_output")
    record = _record(state)
    chosen = _chosen(record, id, evening, conversation, starred, state)
    with _books(state) as books:
        if as_json:
            emit_json({"answers": [_json(each) for each in _entries(chosen, record, books, state.say)]})
        if md is not None or not (as_json or html):
            _as_markdown(chosen, record, books, md or STDOUT, state.say)
        if html is not None:
            _as_html(chosen, record, books, html, state.say)


def _by_name(html: Path | None, md: Path | None, output: Path | None) -> tuple[Path | None, Path | None]:
    if output is None:
        return html, md
    if output == STDOUT or output.suffix.lower() in (".md", ".markdown"):
        return html, md or output
    if output.suffix.lower() in (".html", ".htm"):
        return html or output, md
    raise UsageError("export.which_kind", file=output)


def _record(state: State) -> Runs:
    from oracle.record import FILE, Runs

    return Runs(state.config.home / FILE)


def _chosen(
    record: Runs, name: str | None, evening: bool, conversation: str | None, starred: bool, state: State
) -> Chosen:
    from oracle import history

    say = state.say
    if starred:
        found = record.newest(_EVERY, starred=True)[::-1]
        if not found:
            raise UsageError("export.no_star")
        return Chosen(found, say("export.title_starred"))
    if conversation:
        whole = record.conversation(record.named(conversation), whole=True)
        return Chosen(whole, say("export.title_conversation", game=whole[0].game))
    newest = (record.named(name),) if name else record.newest(_EVERY if evening else 1)
    if not newest:
        raise UsageError("export.nothing")
    if evening:
        runs = history.evening(newest)
        return Chosen(runs, say("export.title_evening", day=runs[0].at[:10]))
    return Chosen(newest, say("export.title_one"))


_EVERY = 1_000
"""Answers in one file at most."""


@contextmanager
def _books(state: State) -> Iterator[Library | None]:
    """The library; where there is none, what was kept of the answers is enough."""
    from ingest.library import Library

    try:
        library = Library.open(state.config.settings)
    except IngestError as error:
        narrate_line(state.say(error.key, **error.facts))
        yield None
        return
    with library:
        yield library


def _titles(library: Library | None) -> Mapping[str, str]:
    return {game.slug: game.title for game in library.games()} if library else {}


def _entries(chosen: Chosen, record: Runs, books: Library | None, say: Texts) -> Sequence[Entry]:
    from oracle.export.gather import gathered

    return gathered(chosen.runs, record, books, _titles(books), say)


def _as_markdown(chosen: Chosen, record: Runs, books: Library | None, file: Path, say: Texts) -> None:
    from oracle.export.markdown import markdown

    entries = _entries(chosen, record, books, say)
    _put(file, lambda: markdown(entries, say, chosen.title), say)


def _as_html(chosen: Chosen, record: Runs, books: Library | None, file: Path, say: Texts) -> None:
    from oracle.export.gather import Pictures, gathered
    from oracle.export.html import html

    pictures = Pictures(books)
    entries = gathered(chosen.runs, record, books, _titles(books), say, pictures)
    note = say("export.left_out", count=pictures.left_out) if pictures.left_out else ""
    _put(file, lambda: html(entries, say, chosen.title, note), say)


def _put(file: Path, made: Callable[[], str], say: Texts) -> None:
    from oracle.export.files import write

    if file == STDOUT:
        emit_whole(made())
    else:
        narrate_line(say("export.written", file=write(file, made())))


def _json(entry: Entry) -> dict[str, object]:
    """One answer for programs."""
    return {
        "id": entry.id,
        "at": entry.at,
        "game": entry.game,
        "question": entry.question,
        "verdict": entry.verdict,
        "answer": entry.text,
        "citations": [
            {"n": each.n, "where": each.where, "quote": each.quote, "verified": each.verified} for each in entry.cited
        ],
        "passages": [{"where": where, "text": text} for where, text in entry.passages],
        "notes": list(entry.notes),
        "starred": entry.starred,
    }
