"""`oracle search`: the passages that speak of a question, and nothing else.

Owns flags and what is printed. Finding is `oracle.find`; the layout is that of `oracle.answers`.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.scope import Searched, read_question, say_table, scope_options
from oracle.cli.state import State

if TYPE_CHECKING:
    from oracle.contracts import Evidence

_WIDEST = 100


@click.command()
@scope_options
@click.option("--draft", is_flag=True, help="Search drafts too: for whoever loads rulebooks.")
@click.option("--no-cache", is_flag=True, help="Search again, whatever was found before.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.argument("question")
@click.pass_obj
def search(state: State, question: str, searched: Searched, draft: bool, no_cache: bool, as_json: bool) -> None:
    """Find the passages that settle QUESTION in the booklets on the table; ask no model.

    QUESTION may be `-`: it is then read from standard input.
    """
    from ingest.library import ANSWERING, WITH_DRAFTS, Library
    from oracle.answers import notes_text, passages_text
    from oracle.contracts import Question
    from oracle.find import find
    from oracle.icons import shown_evidence
    from oracle.remembered import FILE, Remembered
    from oracle.shapes import search_json
    from oracle.tonight import Tonight

    text, tonight = read_question(question), Tonight(state.config.home)
    statuses = WITH_DRAFTS if draft else ANSWERING
    with Library.open(state.config.settings, statuses=statuses, remembers=True) as library:
        stack = searched.stack(library, tonight)
        asked = Question(text, stack, limit=searched.limit, budget=searched.budget)
        asked = replace(asked, limit=asked.read)
        memory = None if no_cache else Remembered(state.config.home / FILE, library)
        understood, gate, evidence = find(library, asked, state.config.profile, memory=memory)
    _shown(state, evidence)
    say_table(stack, tonight, state.say)
    notes = notes_text(evidence.degraded, state.say)
    for note in notes:
        narrate_line(state.say("find.degraded", what=note))
    if as_json:
        emit_json(search_json(asked, understood, gate, evidence, notes))
        return
    if gate.reason:
        emit(state.say(gate.reason))
        return
    evidence = shown_evidence(evidence, state.say("ask.icon"))
    emit(passages_text(evidence, state.say, min(_WIDEST, shutil.get_terminal_size().columns)))
    if evidence.page_to_read:
        ref = evidence.page_to_read
        emit("\n" + state.say("find.look", booklet=ref.booklet, page=ref.page))


def _shown(state: State, evidence: Evidence) -> None:
    """Keep which passages were shown; that they could not be kept is no reason to show none."""
    from oracle.outcomes import FILE, Kind, NotKept, Outcomes, Place

    with suppress(NotKept):
        Outcomes(state.config.home / FILE).add(Kind.SHOWN, (Place.of(r.passage) for r in evidence.passages))
