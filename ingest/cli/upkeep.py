"""`ingest reindex` and `verify`: keep what is published sound."""

from __future__ import annotations

import click

from ingest.errors import NoIndex
from ingest.settings import IngestContext

STALE = 5


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def reindex(context: IngestContext, as_json: bool) -> int:
    """Make again what an older version made, and write again vectors that were lost."""
    from ingest import pipeline
    from ingest.batch import worst
    from ingest.cli.progress import Meter
    from ingest.cli.report import Report

    if not context.settings.database.is_file():
        raise NoIndex("store.nothing_published")
    report = Report(context, as_json)
    with Meter(context.say) as meter:
        results = pipeline.reindex(context.settings, meter)
    for result in results:
        report.hear(result)
    report.end()
    return worst(result.exit for result in results)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def verify(context: IngestContext, as_json: bool) -> int:
    """Check that everything published is whole and current. Changes nothing."""
    from ingest.store.verify import verify as find

    findings = find(context.settings)
    said = [(finding.kind, context.say(finding.note.key, **finding.note.facts)) for finding in findings]
    if as_json:
        context.screen.emit_json({"findings": [{"kind": kind, "detail": text} for kind, text in said]})
    else:
        for _, text in said:
            context.screen.emit(text)
        key = "ingest.cli.findings" if said else "ingest.cli.no_findings"
        context.screen.narrate_line(context.say(key, count=len(said)))
    return STALE if any(kind != "leftover" for kind, _ in said) else 0
