"""`ingest reembed`: have the whole home searched by other embedding models, without reading a page again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ingest.cli.asking import insist
from ingest.errors import NoIndex, UsageError
from ingest.settings import IngestContext

if TYPE_CHECKING:
    from ingest.reembedding import Plan, Reembedded

MODELS = "embedding.models"


@click.command()
@click.option(
    "--model",
    "names",
    metavar="NAME[,NAME…]",
    required=True,
    help="minilm, use, a folder, a model of the hub that fastembed knows, or PROVIDER:MODEL; several with commas.",
)
@click.option("--dry-run", is_flag=True, help="Say how much it would be; write nothing.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def reembed(context: IngestContext, names: str, dry_run: bool, yes: bool, as_json: bool) -> int:
    """Embed everything by other models, and search by them from then on.

    It says first how much that is. No page is read again, searches are answered all along, and what was interrupted
    goes on where it stopped. Going back costs nothing until `oracle ingest prune`.
    """
    from ingest import reembedding
    from ingest.cli.progress import Meter

    if not context.settings.database.is_file():
        raise NoIndex("store.nothing_published")
    models = reembedding.chosen(names)
    plan = reembedding.plan(context.settings, models)
    _tell(context, plan)
    if dry_run:
        _emit(context, models, plan, None, as_json, in_force=False)
        return 0
    if not yes:
        _ask(context, plan, ",".join(models))
    with Meter(context.say) as meter:
        meter.begin(context.say("ingest.cli.reembed_subject"))
        done = reembedding.reembed(context.settings, models, meter)
    in_force = context.configure(MODELS, ",".join(models))
    _emit(context, models, plan, done, as_json, in_force=in_force)
    return 0


def _tell(context: IngestContext, plan: Plan) -> None:
    say, tell = context.say, context.screen.narrate_line
    tell(say("ingest.cli.reembed_home", count=plan.texts))
    for work in plan.works:
        tell(say("ingest.cli.reembed_work", model=work.model, count=work.texts, tokens=work.tokens, known=work.known))
        if work.long:
            tell(say("ingest.cli.reembed_long", model=work.model, count=work.long))
        if work.away and work.texts:
            tell(say("ingest.cli.reembed_away", model=work.model))
    if not plan.switches:
        tell(say("ingest.cli.reembed_again"))


def _ask(context: IngestContext, plan: Plan, models: str) -> None:
    """Ask on a terminal. Elsewhere only what stays on this machine is done without being told to."""
    if sys.stdin.isatty():
        if any(work.texts for work in plan.works):
            insist(context.say("ingest.cli.reembed_really"), context.say)
    elif any(work.away and work.texts for work in plan.works):
        raise UsageError("models.ask_first", models=models)


def _emit(
    context: IngestContext,
    models: tuple[str, ...],
    plan: Plan,
    done: Reembedded | None,
    as_json: bool,
    *,
    in_force: bool,
) -> None:
    shown = ",".join(models)
    if as_json:
        context.screen.emit_json(_json(models, plan, done, in_force))
    elif done is not None:
        facts = {"count": done.booklets, "embedded": done.embedded, "reused": done.reused}
        context.screen.emit(context.say("ingest.cli.reembedded", models=shown, **facts))
    if done is not None:
        key = "ingest.cli.reembed_configured" if in_force else "ingest.cli.reembed_pinned"
        context.screen.narrate_line(context.say(key, models=shown))


def _json(models: tuple[str, ...], plan: Plan, done: Reembedded | None, in_force: bool) -> dict[str, object]:
    works = [
        {"model": w.model, "texts": w.texts, "tokens": w.tokens, "known": w.known, "long": w.long, "away": w.away}
        for w in plan.works
    ]
    record: dict[str, object] = {"models": list(models), "booklets": plan.booklets, "texts": plan.texts, "work": works}
    if done is None:
        return {**record, "dry_run": True}
    return {**record, "embedded": done.embedded, "reused": done.reused, "in_force": in_force}
