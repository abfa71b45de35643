"""`oracle eval`: asks a file of questions of a shelf of rulebooks, and says how well retrieval found the gold pages.

Owns flags, narration and the table for people. What is asked stands in `oracle.evaluate`, what is measured in
`oracle.scoring`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.state import State

if TYPE_CHECKING:
    from ingest.contracts import AddResult
    from ingest.settings import Settings
    from ingest.store.fingerprint import AddOrder
    from oracle.evaluate import Shelf
    from oracle.questions import Item

_FIGURES = ("hit@1", "hit@3", "hit@5", "recall@12", "mrr")


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
    as_json: bool,
) -> None:
    """Measure retrieval on QUESTIONS (one JSON object a line, with gold pages). No model is asked."""
    from ingest.library import Library
    from oracle.comparison import compared, intervals
    from oracle.elsewhere import prompts, read_rewrites, write_prompts
    from oracle.evaluate import Shelf, ask_all, declared_orders, read_page
    from oracle.fidelity import look, reading_report
    from oracle.questions import read_questions
    from oracle.scoring import report

    everything, old = read_questions(questions), _report(compare)
    chosen = [item for item in everything if half in (None, item.half)]
    wrote = read_rewrites(rewrites, {item.asked.id for item in everything}) if rewrites else None
    shelf = Shelf.of((item.asked for item in everything), declared_orders(rulebooks))
    settings = replace(state.config.settings, home=(home or state.config.home / "eval").absolute())
    _fill(state, shelf, chosen, rulebooks, settings)
    with Library.open(settings) as library:
        if rewrite_prompts:
            n = write_prompts(rewrite_prompts, prompts(library, shelf, chosen))
            narrate_line(state.say("eval.prompts_written", n=n, file=rewrite_prompts))
        profile = state.config.profile
        outcomes = ask_all(library, shelf, chosen, profile, wrote.phrases if wrote else None)
        scored = list(zip(chosen, outcomes, strict=True))
        figures = {**report(scored), "intervals": intervals(scored)}
        if wrote is not None:
            figures["rewrites"] = wrote.figures
        if old is not None:
            figures["compare"] = compared(old, figures)
        if reading:
            found = look(chosen, lambda item, quote: read_page(library, shelf, item, quote))
            figures["reading"] = reading_report(found)
    if as_json:
        emit_json(figures)
    else:
        emit("\n".join(_table(figures)))


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


def _table(figures: Mapping[str, Any]) -> list[str]:
    lines = [f"{'':32}{'n':>5}" + "".join(f"{name:>11}" for name in _FIGURES), _line("page", figures["page"])]
    lines.append(f"{'95 %':37}" + "".join(f"{low:>6.2f}–{high:.2f}" for low, high in figures["intervals"].values()))
    for group in ("by_language", "by_category", "by_game"):
        lines += ["", *(_line(name or "–", values) for name, values in figures[group].items())]
    zones, seen, spent = figures["zones"], figures["visual"], figures["latency_ms"]
    lines += ["", *(f"{kind}: " + ", ".join(f"{n} {zone}" for zone, n in zones[kind].items()) for kind in zones)]
    lines.append("visual: " + ", ".join(f"{name} {n}" for name, n in seen.items()))
    lines.append(f"latency: p50 {spent['p50']:.0f} ms, p95 {spent['p95']:.0f} ms")
    if "rewrites" in figures:
        lines += _rewrite_lines(figures["rewrites"])
    if "reading" in figures:
        lines += ["", *_reading_lines(figures["reading"])]
    if "compare" in figures:
        lines += ["", *_compared_lines(figures["compare"])]
    return lines


def _compared_lines(told: Mapping[str, Any]) -> list[str]:
    figures = ", ".join(f"{name} {old:.3f} → {new:.3f}" for name, (old, new) in told["page"].items())
    moved = [
        f"  {sign} {one['id']}: {one['before'] or '–'} → {one['now'] or '–'}"
        for sign, way in (("+", "better"), ("-", "worse"))
        for one in told[way]
    ]
    return [f"compared: {figures}", *moved]


def _rewrite_lines(figures: Mapping[str, Any]) -> list[str]:
    unusable = figures["unusable"]
    return [f"rewrites: {figures['used']} used", *(f"  unusable: {name}" for name in unusable)]


def _reading_lines(figures: Mapping[str, Any]) -> list[str]:
    names = ("contained", "one_chunk", "table_rows", "ocr_words")
    shares = ", ".join(f"{name} {figures[name]:.3f}" for name in names if figures[name] is not None)
    missing = [f"  {m['id']}  {m['file']} p. {m['page']}: {m['quote'][:70]}" for m in figures["missing"]]
    return [f"reading: {figures['n']} quotes, {shares}", *missing]


def _line(name: str, values: Mapping[str, float]) -> str:
    return f"{name:32}{values['n']:>5.0f}" + "".join(f"{values[figure]:>11.3f}" for figure in _FIGURES)
