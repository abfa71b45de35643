"""A whole home switched to another embedding model and back, while two searchers ask all along.

    python -m tests.bench.switching HOME QUESTIONS.jsonl [--rulebooks DIR] [--model hash]

Works on HOME itself: give it a copy. Prints the figures of the questions before, under the other model and after, what
was embedded, and what the searchers met: one in this process, one in a process of its own, both configured for the
models of before. Ends with 1 when a page was read, a search was not answered, or the figures after are not the same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn

from ingest import workshop
from ingest.embedders import open_embedder
from ingest.errors import IngestError
from ingest.library import Library
from ingest.reembedding import plan, reembed
from ingest.settings import Settings
from oracle.config import load
from oracle.contracts import Question
from oracle.evaluate import Shelf, ask_all, declared_orders
from oracle.find import find
from oracle.profile import Profile
from oracle.questions import Item, read_questions
from oracle.scoring import report

FIGURES = ("hit@1", "hit@5", "mrr", "recall@12")


@dataclass
class Searcher:
    """Asks one question after the other until it is told to stop; counts what it met."""

    settings: Settings
    questions: Sequence[Question]
    answered: int = 0
    exact: int = 0
    failed: int = 0
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._open = cache(partial(open_embedder, providers=self.settings.providers))
        with Library.open(self.settings, self._open) as library:  # what a first question loads is not the switch's
            find(library, self.questions[0], Profile())

    def run(self, stop: Callable[[], bool]) -> None:
        """Ask, opening the library anew for every twentieth question."""
        while not stop():
            with Library.open(self.settings, self._open) as library:
                for question in self.questions[self.answered % 100 :][:20]:
                    self._ask(library, question)

    def _ask(self, library: Library, question: Question) -> None:
        began = time.perf_counter()
        try:
            _, _, evidence = find(library, question, Profile())
        except IngestError:
            self.failed += 1
            return
        self.answered += 1
        self.exact += any("degraded" in note.key for note in evidence.degraded)
        self.failed += not evidence.passages
        self.seconds.append(time.perf_counter() - began)

    def told(self) -> dict[str, object]:
        """What it met; `exact` searches were answered from the cache while a collection was written."""
        facts = {name: getattr(self, name) for name in ("answered", "failed", "exact")}
        ms = [round(1000 * seconds) for seconds in sorted(self.seconds)[:: max(1, len(self.seconds) // 20)]]
        return {**facts, "median_ms": ms[len(ms) // 2], "p95_ms": ms[-2], "slowest_ms": round(1000 * max(self.seconds))}


def figures(settings: Settings, shelf: Shelf, items: Sequence[Item]) -> tuple[dict[str, Any], str]:
    """The totals, and everything that was measured but for the time that it took."""
    with Library.open(settings) as library:
        scored = list(zip(items, ask_all(library, shelf, items, Profile()), strict=True))
    record = report(scored)
    rows = [{k: v for k, v in row.items() if "ms" not in k} for row in record["rows"]]  # type: ignore[attr-defined]
    page: Any = record["page"]
    return {name: round(page[name], 4) for name in FIGURES}, json.dumps(rows, sort_keys=True, default=str)


def refuse(*_: object) -> NoReturn:
    """Reading a page is what must not happen."""
    raise AssertionError("a page was read")


def main() -> int:
    """Switch, switch back, compare."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("home", type=Path)
    arguments.add_argument("questions", type=Path)
    arguments.add_argument("--rulebooks", type=Path, default=Path("rulebooks"))
    arguments.add_argument("--model", default="hash")
    arguments.add_argument("--search-only", action="store_true", help="What the second process runs, until it is told.")
    given = arguments.parse_args()
    items = list(read_questions(given.questions))
    shelf = Shelf.of((item.asked for item in items), declared_orders(given.rulebooks))
    settings = load({"ORACLE_HOME": str(given.home)}).settings
    questions = [Question(item.asked.text, shelf.stack(item.asked)) for item in items]
    if given.search_only:
        return _second(Searcher(settings, questions))
    before, rows = figures(settings, shelf, items)
    _say("before", before)
    met: list[dict[str, Any]] = []
    with searching(Searcher(settings, questions), met):
        other = _switch(settings, (given.model,))
        _say(f"by {given.model}", figures(other, shelf, items)[0])
        _switch(settings, settings.models)
    for where, one in zip(("this process", "another process"), met, strict=True):
        _say(f"searcher in {where}", one)
    after, again = figures(settings, shelf, items)
    _say("after", after)
    _say("the same, question by question", rows == again)
    return 0 if rows == again and not any(one["failed"] for one in met) else 1


def _switch(settings: Settings, models: tuple[str, ...]) -> Settings:
    tools = replace(workshop.real(settings), read=refuse)
    wanted = plan(settings, models, tools)
    for work in wanted.works:
        _say(f"{work.model}: texts, tokens, known", (work.texts, work.tokens, work.known))
    began = time.perf_counter()
    done = reembed(settings, models, lambda step: None, tools)
    _say(f"switched to {','.join(models)}", f"{done} in {time.perf_counter() - began:.1f} s")
    return replace(settings, models=models)


@contextmanager
def searching(searcher: Searcher, met: list[dict[str, Any]]) -> Iterator[None]:
    """Two searchers while the block lasts; what they met is told at its end."""
    command = [sys.executable, "-m", "tests.bench.switching", *sys.argv[1:], "--search-only"]
    ended = threading.Event()
    thread = threading.Thread(target=searcher.run, args=(ended.is_set,))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        other.stdout.readline()
        thread.start()
        yield
        ended.set()
        thread.join()
        out, _ = other.communicate("stop\n")
    met += [searcher.told(), json.loads(out)]


def _second(searcher: Searcher) -> int:
    _say("ready", len(searcher.questions))
    stop = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.readline(), stop.set()), daemon=True).start()
    searcher.run(stop.is_set)
    sys.stdout.write(json.dumps(searcher.told()))
    return 0


def _say(what: str, found: object) -> None:
    sys.stdout.write(f"{what}: {found}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
