"""`oracle eval`: asks a file of questions of a shelf of rulebooks, and says how well retrieval found the gold pages.

Owns flags and narration. What is asked stands in `oracle.evaluate`, what is measured in `oracle.scoring` and
`oracle.sections`, the table for people in `oracle.figures`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oracle.cli.output import document, emit, emit_json, narrate_line
from oracle.cli.state import State

if TYPE_CHECKING:
    from ingest.contracts import AddResult
    from ingest.library import Library
    from ingest.settings import Settings
    from ingest.store.fingerprint import AddOrder
    from oracle.answered import Given
    from oracle.evaluate import Shelf
    from oracle.questions import Item


@click.command("eval")
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--rulebooks",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder that the questions' files are named from.",
)
@click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the index to fill and use again (default: eval/ in the home of the index).",
)
@click.option("--half", type=click.Choice(["work", "check"]), help="Only this half of the questions.")
@click.option(
    "--compare",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="OLD.json",
    help="Say what moved since an earlier run (what --json printed).",
)
@click.option("--reading", is_flag=True, help="Measure too how faithfully the gold quotes were read.")
@click.option(
    "--rewrite-prompts",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write for each question what a model would be sent to put it into the book's words, as JSON lines.",
)
@click.option(
    "--rewrites",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Search beside each question for what a model answered: JSON lines with id and text.",
)
@click.option(
    "--prompts",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write for each question what Claude would be sent, as ask --dry-run --json prints it, its picture beside it.",
)
@click.option(
    "--answers",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Verify what was answered to those prompts: JSON lines with id, text and read_page.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def evaluate(
    state: State,
    questions: Path,
    rulebooks: Path,
    home: Path | None,
    half: str | None,
    compare: Path | None,
    reading: bool,
    rewrite_prompts: Path | None,
    rewrites: Path | None,
    prompts: Path | None,
    answers: Path | None,
    as_json: bool,
) -> None:
    """Measure retrieval on QUESTIONS (one JSON object a line, with gold pages). No model is asked."""
    from ingest.library import Library
    from oracle import elsewhere
    from oracle.answered import read_answers
    from oracle.comparison import compared, intervals
    from oracle.evaluate import Shelf, ask_all, declared_orders, gold_sections, made_with, read_page
    from oracle.fidelity import look, reading_report
    from oracle.figures import table
    from oracle.questions import read_questions
    from oracle.scoring import report
    from oracle.sections import section_figures

    everything, old = read_questions(questions), _report(compare)
    chosen = [item for item in everything if half in (None, item.half)]
    known = {item.asked.id for item in everything}
    wrote = elsewhere.read_rewrites(rewrites, known) if rewrites else None
    given = read_answers(answers, known) if answers else None
    shelf = Shelf.of((item.asked for item in everything), declared_orders(rulebooks))
    settings = replace(state.config.settings, home=(home or state.config.home / "eval").absolute())
    _fill(state, shelf, chosen, rulebooks, settings)
    with Library.open(settings) as library:
        if rewrite_prompts:
            n = elsewhere.write_prompts(rewrite_prompts, elsewhere.prompts(library, shelf, chosen))
            narrate_line(state.say("eval.prompts_written", n=n, file=rewrite_prompts))
        profile = state.config.profile
        outcomes = ask_all(library, shelf, chosen, profile, wrote.phrases if wrote else None)
        scored = list(zip(chosen, outcomes, strict=True))
        sections = [
            (gold_sections(library, shelf, item) if item.gold.pages else frozenset(), outcome.sections)
            for item, outcome in scored
        ]
        figures = {
            **report(scored),
            "intervals": intervals(scored),
            "section": section_figures(sections),
            "made_with": made_with(library),
        }
        if wrote is not None:
            figures["rewrites"] = wrote.figures
        if prompts or given is not None:
            asked = _Asked(state, library, shelf, chosen, wrote.phrases if wrote else {})
            figures |= _answers(asked, settings.home, prompts, given)
        if old is not None:
            figures["compare"] = compared(old, figures)
        if reading:
            found = look(chosen, lambda item, quote: read_page(library, shelf, item, quote))
            figures["reading"] = reading_report(found)
    if as_json:
        emit_json(figures)
    else:
        emit("\n".join(table(figures, {item.asked.id: item.asked.text for item in chosen}, state.say)))


@dataclass(frozen=True)
class _Asked:
    """What is asked of which shelf."""

    state: State
    library: Library
    shelf: Shelf
    items: list[Item]
    rewrites: Mapping[str, tuple[str, ...]]


def _answers(asked: _Asked, home: Path, folder: Path | None, given: Mapping[str, Given] | None) -> dict[str, object]:
    """Write what would be sent, and measure what was answered to it."""
    from oracle.answered import judged, rehearsed, report, write_prompts
    from oracle.parts import Parts
    from oracle.record import FILE, Runs

    config, say = asked.state.config, asked.state.say
    parts = Parts(asked.library, config.profile, None, home / "views", Runs(home / FILE))
    if folder:
        every = rehearsed(parts, asked.shelf, asked.items, asked.rewrites, config.claude.budget)
        n = write_prompts(folder, every, parts, config.claude, document)
        narrate_line(say("eval.questions_written", n=n, folder=folder))
    if given is None:
        return {}
    answered = [item for item in asked.items if item.asked.id in given]
    pairs = rehearsed(parts, asked.shelf, answered, asked.rewrites, config.claude.budget)
    return {"answers": report([judged(parts, asked.shelf, i, a, given[i.asked.id]) for i, a in pairs])}


def _report(file: Path | None) -> dict[str, Any] | None:
    from oracle.errors import UsageError

    if file is None:
        return None
    try:
        report = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError("eval.not_a_report", why=error) from error
    if not isinstance(report, dict):
        raise UsageError("eval.not_a_report", why=type(report).__name__)
    return report


def _fill(state: State, shelf: Shelf, chosen: list[Item], rulebooks: Path, settings: Settings) -> None:
    from ingest.cli.progress import Meter
    from ingest.pipeline import add
    from oracle.evaluate import fill

    with Meter(state.say) as meter:

        def put(source: Path, order: AddOrder) -> AddResult:
            meter.begin(str(order.ref))
            return add(source, order, settings, meter)

        for result in fill(shelf, [item.asked for item in chosen], rulebooks, put):
            meter.clear()
            _tell(state, result)


def _tell(state: State, result: AddResult) -> None:
    name = f"{result.game}/{result.booklet}"
    pages = sum(result.pages.values())
    key = "eval.read" if result.changed else "eval.kept"
    narrate_line(state.say(key, name=name, pages=pages, embedded=result.embedded))
    for note in (*result.warnings, *([result.error] if result.error else [])):
        narrate_line("  " + state.say(note.key, **note.facts))
