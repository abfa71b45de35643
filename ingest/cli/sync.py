"""`ingest sync DIR`: make what is published what a tree of games holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ingest.contracts import BookletRef
from ingest.settings import IngestContext


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--prune", is_flag=True, help="Remove booklets of these games that DIR no longer holds.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; write nothing.")
@click.option("--force", is_flag=True, help="Read and publish everything again.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def sync(context: IngestContext, folder: Path, prune: bool, dry_run: bool, force: bool, as_json: bool) -> int:
    """Publish the games in DIR: one folder a game, with its game.toml.

    What has not changed is left alone, and nothing is removed without --prune.
    """
    from ingest.batch import adding, planning
    from ingest.cli.progress import Meter
    from ingest.cli.report import Report
    from ingest.cli.shelf import published_booklets
    from ingest.sync import plan_sync, scan

    plan = plan_sync(scan(folder), published_booklets(context.settings), force=force)
    with Meter(context.say) as meter:
        doing = planning(context.settings) if dry_run else adding(context.settings, meter)
        code = Report(context, as_json, dry_run).follow(plan.wanted, doing, meter)
    _clear_away(context, plan.strays, remove=prune and not dry_run and code in (0, 10))
    return code


def _clear_away(context: IngestContext, strays: Sequence[BookletRef], *, remove: bool) -> None:
    """Remove strays when told to (and when everything else went well), else name them."""
    for ref in strays:
        if remove:
            from ingest import pipeline

            pipeline.remove(ref, context.settings)
        key = "ingest.cli.removed" if remove else "ingest.cli.stray"
        context.screen.narrate_line(context.say(key, name=ref))
