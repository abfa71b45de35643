"""Limited processes that read pages, seen from the safe side.

Owns starting them, their wall clock, and starting the next one when a page has killed one. A plain `subprocess`
with its own interpreter: it is safe under the threads of an application. It knows no PDF.
"""

from __future__ import annotations

import json
import os
import queue
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from ingest.contracts import Note, Page
from ingest.inputs.content import Kind
from ingest.page.sheet import PageJob, Profile, Sheet, load_profile, load_sheet
from ingest.store.page_files import page_from

_WALL: Final = 60.0
_ROOT: Final = Path(__file__).resolve().parents[2]
_WALL_OFFICE: Final = 180.0
_REUSE: Final = 200
_CHUNK: Final = 1 << 16


class WorkerDied(Exception):
    """The process ended or ran out of time; `reason` is a key below `ingest.failure`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Worker:
    """One limited process. Not safe to share between threads: a `Crew` lends it to one at a time."""

    def __init__(self, wall: float = _WALL) -> None:
        self._wall = wall
        self._served = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ingest.page.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={**os.environ, "OMP_THREAD_LIMIT": "1", "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )

    def ask(self, order: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one order.

        Raises:
            WorkerDied: the process passed a limit or crashed; it is gone and must not be asked again.
        """
        assert self._process.stdin is not None
        self._served += 1
        try:
            self._process.stdin.write(json.dumps(order).encode("ascii") + b"\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            self.kill()
            raise WorkerDied("crashed") from error
        answer: dict[str, Any] = json.loads(self._line())
        return answer

    def _line(self) -> bytes:
        assert self._process.stdout is not None
        deadline = time.monotonic() + self._wall
        out = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not out.endswith(b"\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    self.kill()
                    raise WorkerDied("timeout")
                part = os.read(self._process.stdout.fileno(), _CHUNK)
                if not part:
                    raise WorkerDied(self._why_dead())
                out += part
        return bytes(out)

    def _why_dead(self) -> str:
        code = self._process.wait()
        self.kill()
        return "limits" if code in {-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXFSZ} else "crashed"

    @property
    def tired(self) -> bool:
        """Whether it has served enough: libraries leak, so a process is not kept for a whole book."""
        return self._served >= _REUSE

    def kill(self) -> None:
        """End the process and every program that it started."""
        self.end()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with _ignoring_broken_pipe():
                    pipe.close()
        self._process.wait()

    def end(self) -> None:
        """The same from another thread: whoever waits for an answer sees the end of it, and tidies up.

        A pipe that is closed under a thread that waits for it would never wake that thread.
        """
        if self._process.poll() is None or self._group_alive():
            with _ignoring_missing_process():
                os.killpg(self._process.pid, signal.SIGKILL)

    def _group_alive(self) -> bool:
        try:
            os.killpg(self._process.pid, 0)
        except (ProcessLookupError, PermissionError):
            return False
        return True


@contextmanager
def _ignoring_broken_pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        return


@contextmanager
def _ignoring_missing_process() -> Iterator[None]:
    try:
        yield
    except ProcessLookupError:
        return


class Crew:
    """As many workers as are asked at the same time, each reused. Safe from any thread."""

    def __init__(self, wall: float = _WALL, office_wall: float = _WALL_OFFICE) -> None:
        self._wall, self._office_wall = wall, office_wall
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self._all: set[Worker] = set()
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def profile(self, source: Path, most_pages: int) -> Profile:
        """The profile of a PDF; a file that kills its reader is damaged."""
        try:
            answer = self._ask({"do": "profile", "source": str(source), "most_pages": most_pages})
        except WorkerDied:
            return Profile(0, failure="damaged")
        return load_profile(answer)

    def survey(self, source: Path, most_pages: int) -> Profile:
        """How many pages a picture file holds; one that kills its reader is too large."""
        try:
            return load_profile(self._ask({"do": "survey", "source": str(source), "most_pages": most_pages}))
        except WorkerDied:
            return Profile(0, failure="picture_too_large")

    def package(self, source: Path) -> tuple[Kind | None, str, int]:
        """What document an archive is, `None` with the reason where it is none that is read; its pages if known."""
        try:
            answer = self._ask({"do": "package", "source": str(source)})
        except WorkerDied:
            return None, "document_bomb", 0
        return answer.get("kind"), str(answer.get("failure", "")), int(answer.get("pages", 0))

    def document(self, source: Path, kind: Kind, into: Path) -> tuple[tuple[Page, ...], tuple[Note, ...]] | str:
        """The pages of a document that has no paper, and what was left out of it; or why it cannot be read."""
        try:
            answer = self._ask({"do": "document", "source": str(source), "kind": kind, "into": str(into)})
        except WorkerDied:
            return "document_bomb"
        if "failure" in answer:
            return str(answer["failure"])
        notes = (Note(str(note["key"]), dict(note["facts"])) for note in answer["notes"])
        return tuple(map(page_from, answer["pages"])), tuple(notes)

    def convert(self, source: Path, target: Path, form: str) -> bool:
        """Whether LibreOffice could write `source` as `target`; whatever it left running is ended."""
        worker = Worker(self._office_wall)
        with self._lock:
            self._all.add(worker)
        order = {"do": "convert", "source": str(source), "target": str(target), "form": form}
        try:
            return bool(worker.ask({**order, "seconds": 0.9 * self._office_wall})["done"])
        except WorkerDied:
            return False
        finally:
            self._drop(worker)

    def samples(self, source: Path) -> tuple[str, ...]:
        """The text of a few pages, none where one of them kills its reader."""
        try:
            return tuple(map(str, self._ask({"do": "samples", "source": str(source)})["samples"]))
        except WorkerDied:
            return ()

    def poppler_pages(self, source: Path) -> int | None:
        """How many pages poppler finds, `None` when it refuses the file."""
        try:
            pages = self._ask({"do": "poppler_pages", "source": str(source)})["pages"]
        except WorkerDied:
            return None
        return None if pages is None else int(pages)

    def ocr_languages(self) -> tuple[str, ...] | None:
        """The languages of Tesseract, `None` where it is not installed."""
        try:
            found = self._ask({"do": "ocr_languages"})["languages"]
        except WorkerDied:
            return None
        return None if found is None else tuple(map(str, found))

    def page(self, job: PageJob) -> Sheet:
        """The sheet of a page; a page that kills its worker is unreadable, and says so."""
        try:
            return load_sheet(self._ask({"do": "page", "job": asdict(job)}))
        except WorkerDied as death:
            return Sheet(job.number, 0.0, 0.0, failure=death.reason)

    def _ask(self, order: Mapping[str, Any]) -> dict[str, Any]:
        worker = self._take()
        try:
            answer = worker.ask(order)
        except BaseException:
            self._drop(worker)
            raise
        if worker.tired:
            self._drop(worker)
        else:
            self._idle.put(worker)
        return answer

    def _take(self) -> Worker:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            worker = Worker(self._wall)
            with self._lock:
                self._all.add(worker)
            return worker

    def _drop(self, worker: Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.kill()

    def close(self) -> None:
        """End every worker, also those that are at work."""
        with self._lock:
            workers, self._all = self._all, set()
        for worker in workers:
            worker.end()
        while not self._idle.empty():
            self._idle.get_nowait().kill()
