"""What finding costs in a library of thousands of games, against floors that are measured in the same run.

    python -m tests.bench.finding [--home DIR] [--small] [--profile]

`DIR` keeps the synthetic home (about 2 GB, some minutes to make) for the next run. Floors: a bare FTS5 query of each
lexical index that the search asks, and an exact numpy scan of the scope by each model. Prints one figure a line, with
what issue 4 wants of it; gates nothing.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.contracts import Scope
from ingest.embedders import open_embedder
from ingest.library import Library
from ingest.settings import Settings
from ingest.store import catalogue
from ingest.store.dense import load_matrix
from ingest.store.lexical import CHANNELS, Channel, match_query
from ingest.store.lexical_files import Lexicon
from oracle.contracts import Evidence, Question, Stack
from oracle.find import find
from oracle.profile import Profile
from oracle.retrieve import retrieve
from oracle.understand import understand
from tests.bench.library import SMALL, Floats, Language, Plan, Ready, build, home_settings, slug

ORACLE = (sys.executable, "-c", "from oracle.cli import run; run()")
MODELS = ("minilm", "use")
DEPTH = 60
ROUNDS = 30
WARMING = 30
ASKERS = 20
EACH = 10
ENGLISH = (
    "How many cards may I draw at the end of my turn?",
    "Can I trade with another player when it is not my turn?",
    "What happens when the deck is empty?",
    "Who wins if two players have the same number of points?",
)


@dataclass(frozen=True)
class Bench:
    """A home that is filled, and what is known of it."""

    settings: Settings
    plan: Plan
    language: Language

    def library(self, *, real: bool = False) -> Library:
        """The home; unless `real`, with models whose questions cost nothing."""
        ready = {model: Ready(self.language, model) for model in MODELS}
        return Library.open(self.settings, None if real else ready.__getitem__)  # type: ignore[arg-type]

    def questions(self, game: int, count: int) -> list[str]:
        """Questions in the words of a game: eight of them, some common and some rare."""
        chance = np.random.default_rng((1, game))
        return [self.language.said(row) + "?" for row in self.language.text(chance, count, 8)]

    def sizes(self) -> Iterator[int]:
        """The games of an exact size, smallest first."""
        return reversed(range(len(self.plan.exact)))


@dataclass(frozen=True)
class Floor:
    """Bare queries of one scope: SQLite and numpy with nothing around them."""

    lexicon: sqlite3.Connection
    scope: Scope
    matrices: dict[str, Floats]

    def fts5(self, words: Sequence[str], channels: Sequence[Channel] = CHANNELS) -> None:
        """The best rows by each index."""
        span = (self.scope.revisions[0].first_row, self.scope.revisions[-1].last_row)
        for channel in channels:
            query = match_query(channel, words, self.scope.languages)
            sql = f"SELECT rowid FROM {channel} WHERE {channel} MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rank LIMIT ?"
            self.lexicon.execute(sql, (query, *span, DEPTH)).fetchall()

    def scan(self, vectors: dict[str, Floats]) -> list[np.ndarray]:
        """The best rows by each model, exactly."""
        return [self.best(model, vector) for model, vector in vectors.items()]

    def best(self, model: str, vector: Floats) -> np.ndarray:
        """The best rows by one model, exactly."""
        scores = self.matrices[model] @ vector
        limit = min(DEPTH, len(scores))
        top = np.argpartition(-scores, limit - 1)[:limit]
        return top[np.argsort(-scores[top])] + self.scope.revisions[0].first_row


def scoped(bench: Bench, say: Callable[[str], None], *, profile: bool) -> None:
    """Scoped search by size of the scope, and how many of the exact neighbours it hears."""
    with bench.library() as library, closing(catalogue.open_reader(bench.settings.database)) as connection:
        for game in bench.sizes():
            scope = library.scope(slug(game))
            identities = {model.name: model.identity for model in library.dense_models()}
            matrices = {
                model: np.concatenate([load_matrix(connection, one, identity) for one in scope.revisions])
                for model, identity in identities.items()
            }
            with closing(sqlite3.connect(Lexicon(bench.settings.lexicons).file(scope.game))) as lexicon:
                _scoped(bench, library, Floor(lexicon, scope, matrices), game, say)
            if profile:
                _profile(bench, library, game)


def _scoped(bench: Bench, library: Library, floor: Floor, game: int, say: Callable[[str], None]) -> None:
    spent: dict[str, list[float]] = {name: [] for name in ("search", "channels", "fts5", "one", "scan")}
    questions = bench.questions(game, ROUNDS + WARMING)
    heard = wanted = 0
    for turn, text in enumerate(questions):
        words = text.rstrip("?").split()
        vectors = {model: Ready(bench.language, model).query(text.rstrip("?")) for model in MODELS}
        times = {
            "search": worked(search, library, game, text),
            "channels": worked(channels, library, floor.scope, text),
            "fts5": worked(floor.fts5, words),
            "one": worked(floor.fts5, words, CHANNELS[1:2]),
            "scan": worked(floor.scan, vectors),
        }
        if turn >= len(questions) - ROUNDS:
            for name, ms in times.items():
                spent[name].append(ms)
        for model in MODELS:
            exact = set(map(int, floor.best(model, vectors[model])))
            wanted += len(exact)
            found = library.dense(floor.scope, model, text.rstrip("?"), DEPTH)
            assert not found.degraded, found.degraded
            heard += len(exact & {hit.row for hit in found.hits})
    middles = {name: statistics.median(times) for name, times in spent.items()}
    bare, heard_in, whole = middles["fts5"] + middles["scan"], middles["channels"], middles["search"]
    say(
        f"scoped search, {floor.scope.size:,} chunks, ms of CPU: FTS5 {middles['fts5']:.2f} (content alone"
        f" {middles['one']:.2f}) + exact scan {middles['scan']:.2f} = {bare:.2f};"
        f" all channels {heard_in:.2f}, {heard_in / bare:.2f}x (wanted <= 3);"
        f" the whole of finding {whole:.2f}, {whole / bare:.2f}x; dense recall@{DEPTH} {heard / wanted:.4f}"
    )


def _profile(bench: Bench, library: Library, game: int) -> None:
    watch = cProfile.Profile()
    for text in bench.questions(game, ROUNDS):
        watch.runcall(search, library, game, text)
    pstats.Stats(watch, stream=sys.stdout).sort_stats("tottime").print_stats(22)


def cold(bench: Bench, say: Callable[[str], None]) -> None:
    """One `oracle search` in a process of its own."""
    for game in (len(bench.plan.exact) - 1, 0):
        command = (*ORACLE, "--home", str(bench.settings.home), "search", "-g", slug(game), ENGLISH[0])
        before = os.times()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        say(f"cold `oracle search`, {bench.plan.exact[game]:,} chunks: {spent:.2f} s of CPU (wanted <= 2.0)")


def everything(bench: Bench, say: Callable[[str], None]) -> None:
    """Memory and descriptors of one process that asked every game with collections."""
    script = "from tests.bench.finding import ask_all; ask_all()"
    small = ["--small"] if bench.plan is SMALL else []
    command = [sys.executable, "-c", script, "--home", str(bench.settings.home), *small]
    say(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())


def ask_all() -> None:
    """Ask every game with collections once, with the real models, and print what that takes."""
    bench, _ = _arguments()
    games, started = bench.plan.real_games(), time.perf_counter()
    with bench.library(real=True) as library:
        for game in games:
            evidence = search(library, game, ENGLISH[game % len(ENGLISH)])
            assert not evidence.degraded, evidence.degraded
        spent = (time.perf_counter() - started) / len(games) * 1000
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        now = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
        files = len(list(Path("/proc/self/fd").iterdir()))
    sys.stdout.write(
        f"after {len(games)} games were asked once ({spent:.0f} ms each): {now:,.0f} MB resident, {peak:,.0f} at most"
        f" (wanted <= 2,048), {files} descriptors (wanted <= 600)\n"
    )


def embedding(say: Callable[[str], None]) -> None:
    """What the vector of a question costs by each model, once it is loaded."""
    for name in MODELS:
        model = open_embedder(name)
        model.query("once")
        spent = [worked(model.query, text) for text in ENGLISH * 5]
        say(f"embedding of a question, {name}: {middle(spent):.1f} ms of CPU")


def askers(bench: Bench, say: Callable[[str], None]) -> None:
    """Many threads on one library, each with games of its own, embedding included."""
    games = bench.plan.real_games()
    with bench.library(real=True) as library:
        search(library, games[0], ENGLISH[0])

        def ask(number: int) -> list[float]:
            chosen = [games[(number + ASKERS * turn) % len(games)] for turn in range(EACH)]
            return [timed(search, library, game, ENGLISH[game % 4]) for game in chosen]

        started = time.perf_counter()
        with ThreadPoolExecutor(ASKERS) as pool:
            spent = sorted(ms for times in pool.map(ask, range(ASKERS)) for ms in times)
        rate = len(spent) / (time.perf_counter() - started)
    say(
        f"{ASKERS} concurrent askers, no error: {rate:.0f} questions a second,"
        f" p50 {middle(spent):.0f} ms, p95 {p95(spent):.0f} ms"
    )


def whole_question(bench: Bench, say: Callable[[str], None]) -> None:
    """From a question to its passages on a book of 20 pages, its embedding included."""
    game = len(bench.plan.exact) - 1
    with bench.library(real=True) as library:
        for text in ENGLISH:
            search(library, game, text)
        spent = [timed(search, library, game, f"{ENGLISH[n % 4]} {n}") for n in range(ROUNDS * 2)]
    say(
        f"question to passages, a book of 20 pages: p50 {middle(spent):.1f} ms, p95 {p95(spent):.1f} ms (wanted <= 150)"
    )


def timed(call: Callable[..., object], *given: object) -> float:
    """Milliseconds of a call on the wall."""
    started = time.perf_counter()
    call(*given)
    return (time.perf_counter() - started) * 1000


def worked(call: Callable[..., object], *given: object) -> float:
    """Milliseconds that the processor worked for a call, all threads together."""
    started = time.process_time()
    call(*given)
    return (time.process_time() - started) * 1000


def channels(library: Library, scope: Scope, text: str) -> None:
    """Every channel heard, fused, and its passages read."""
    retrieve(
        library,
        scope,
        Question(text, Stack(scope.game)),
        understand(Question(text, Stack(scope.game)), ("en",)),
        Profile(),
    )


def search(library: Library, game: int, text: str) -> Evidence:
    """The passages of a question to one game."""
    return find(library, Question(text, Stack(slug(game))), Profile())[2]


def middle(times: Sequence[float]) -> float:
    """The median."""
    return statistics.median(times)


def p95(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[-(-95 * len(times) // 100) - 1]


def measure(bench: Bench, say: Callable[[str], None], *, profile: bool = False) -> None:
    """Every figure, in one run."""
    if not bench.settings.database.is_file():
        started = time.perf_counter()
        for _ in build(bench.settings, bench.plan, bench.language):
            pass
        say(f"made {bench.plan.chunks:,} chunks in {bench.plan.games:,} games in {time.perf_counter() - started:.0f} s")
    scoped(bench, say, profile=profile)
    cold(bench, say)
    everything(bench, say)
    embedding(say)
    askers(bench, say)
    whole_question(bench, say)


def _arguments() -> tuple[Bench, argparse.Namespace]:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.finding", description=__doc__)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    home = given.home or Path(tempfile.gettempdir()) / ("oracle-finding-small" if given.small else "oracle-finding")
    plan = SMALL if given.small else Plan()
    return Bench(home_settings(home, MODELS), plan, Language(MODELS)), given


def main() -> None:
    """Make the home if need be, and measure."""
    bench, given = _arguments()

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    measure(bench, say, profile=given.profile)


if __name__ == "__main__":
    main()
