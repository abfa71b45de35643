"""What an ingestion ends with: one line a file and a total, or JSON. Owns the shape of the results."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.batch import Doing, Wanted, run, worst
from ingest.cli.progress import Meter
from ingest.contracts import AddResult, Note, PageStatus
from ingest.naming import shown
from ingest.settings import IngestContext, Say
from ingest.sources import called


@dataclass
class Report:
    """Collects results, telling each when it comes, and the whole at the end."""

    context: IngestContext
    as_json: bool
    dry_run: bool = False
    draft: bool = False
    results: list[AddResult] = field(default_factory=list)
    _began: float = field(default_factory=time.monotonic)

    def follow(self, wanted: Sequence[Wanted], doing: Doing, meter: Meter) -> int:
        """Do all that is wanted; the exit code. What was done before an interruption is reported too."""
        try:
            for result in run(self._announced(wanted, meter), doing):
                meter.clear()
                self.hear(result)
        except KeyboardInterrupt:
            meter.clear()
            self.context.screen.narrate_line(self.context.say("ingest.cli.again"))
            raise
        finally:
            meter.clear()
            self.end()
        return worst(result.exit for result in self.results)

    def hear(self, result: AddResult) -> None:
        """One more result: what went wrong, or may, is told now."""
        self.results.append(result)
        say, screen = self.context.say, self.context.screen
        for note in result.warnings:
            screen.narrate_line(say("ingest.cli.about", name=result.file, what=say(note.key, **note.facts)))
        if result.error is not None:
            screen.narrate_line(say("ingest.cli.about", name=result.file, what=_sentence(result.error, say)))
            hint = say.hint(result.error.key, **result.error.facts)
            if hint:
                screen.narrate_line(f"  → {hint}")
        elif not self.as_json:
            screen.emit(_line(result, say, dry_run=self.dry_run))

    def end(self) -> None:
        """The JSON document, or the total for people."""
        if self.as_json:
            results = [result_json(result, self.context.say) for result in self.results]
            self.context.screen.emit_json(
                {"dry_run": True, "results": results} if self.dry_run else {"results": results}
            )
        elif len(self.results) > 1 or any(result.error is None for result in self.results):
            self.context.screen.narrate_line(self._total(time.monotonic() - self._began))
            self._say_next()

    def _say_next(self) -> None:
        """How to ask about the game that something was added to, for whoever did this for the first time."""
        added = {result.game for result in self.results if result.changed and result.error is None}
        if len(added) == 1 and not (self.dry_run or self.draft):
            self.context.screen.narrate_line(self.context.say("ingest.cli.next", game=added.pop()))

    def _announced(self, wanted: Sequence[Wanted], meter: Meter) -> Iterator[Wanted]:
        for one in wanted:
            meter.begin(shown(called(one.source)))
            yield one

    def _total(self, seconds: float) -> str:
        failed = sum(result.error is not None for result in self.results)
        changed = sum(result.changed for result in self.results)
        return self.context.say(
            "ingest.cli.planned_total" if self.dry_run else "ingest.cli.total",
            changed=changed,
            unchanged=len(self.results) - changed - failed,
            failed=failed,
            read=sum(sum(result.pages.values()) for result in self.results),
            embedded=sum(result.embedded for result in self.results),
            reused=sum(result.reused for result in self.results),
            seconds=f"{seconds:.1f}".replace(".", self.context.say("ingest.cli.point")),
        )


def result_json(result: AddResult, say: Say) -> dict[str, object]:
    """One result as `add`, `sync` and `reindex` print it."""
    return {
        "file": result.file,
        "game": result.game,
        "booklet": result.booklet,
        "revision": result.revision,
        "changed": result.changed,
        "pages": {str(status): result.pages.get(status, 0) for status in PageStatus},
        "unreadable_pages": list(result.unreadable_pages),
        "embedded": result.embedded,
        "reused": result.reused,
        "warnings": [_sentence(note, say) for note in result.warnings],
        "error": None if result.error is None else _sentence(result.error, say),
        "exit": result.exit,
    }


def _sentence(note: Note, say: Say) -> str:
    return say(note.key, **note.facts)


def _line(result: AddResult, say: Say, *, dry_run: bool) -> str:
    place = f"{result.game}/{result.booklet}"
    if not result.changed:
        return say("ingest.cli.unchanged", name=result.file, place=place)
    if dry_run:
        return say("ingest.cli.planned", name=result.file, place=place)
    line = say(
        "ingest.cli.published",
        name=result.file,
        place=place,
        pages=sum(result.pages.values()),
        embedded=result.embedded,
        reused=result.reused,
        **{str(status): result.pages.get(status, 0) for status in PageStatus},
    )
    if result.unreadable_pages:
        line += "\n" + say("ingest.cli.unreadable", pages=", ".join(map(str, result.unreadable_pages)))
    return line
