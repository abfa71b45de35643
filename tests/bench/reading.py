"""What reading costs: CPU a page against `pdftoppm` of the same pages, OCR, memory, and what two workers gain.

    python -m tests.bench.reading FILE.pdf [FILE.pdf …] [--every N]

One run over each file (every Nth page): the pages one by one in one worker (CPU of the worker and of all that it
started, from the kernel's own counts; CPU of each Tesseract call from a shim that stands before it on PATH); what
understanding them takes in this process; the floor, `pdftoppm` at 300 DPI to PPM files, over the pages that needed no
OCR, once page by page as we call it and once in one go; then the whole book with one worker and with two, for wall time
and for the largest sum of resident memory of all our processes. Prints figures and gates nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from ingest.assemble import assemble
from ingest.gate import inspect
from ingest.page.sheet import PageJob, Sheet
from ingest.page.workers import Crew
from ingest.reading import ReadOptions, read_source

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Cost:
    """One page: CPU seconds of all, of those in Tesseract, and how many times Tesseract ran."""

    number: int
    cpu: float
    ocr: float
    calls: int


@contextmanager
def watched_tesseract(folder: Path) -> Iterator[Path]:
    """A shim before Tesseract on PATH that writes the CPU seconds of each call to a log."""
    real = shutil.which("tesseract")
    if real is None:
        sys.exit("tesseract is not installed")
    log, shim = folder / "tesseract.log", folder / "bin" / "tesseract"
    log.touch()
    shim.parent.mkdir()
    shim.write_text(
        f'#!/bin/bash\nTIMEFORMAT="%3U %3S"\n{{ time "{real}" "$@" 2>&3 3>&-; }} 3>&2 2>>"{log}"\n', encoding="utf-8"
    )
    shim.chmod(0o755)
    path = os.environ["PATH"]
    os.environ["PATH"] = f"{shim.parent}{os.pathsep}{path}"
    try:
        yield log
    finally:
        os.environ["PATH"] = path


def calls(log: Path) -> list[float]:
    """CPU seconds of each Tesseract call so far."""
    lines = (line.split() for line in log.read_text("ascii").splitlines())
    return [float(line[0]) + float(line[1]) for line in lines if len(line) == 2]


def spent(pid: int) -> float:
    """CPU seconds of a process and of the children it waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS


def descendants(pid: int) -> set[int]:
    """A process and all below it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text("ascii", errors="replace").rpartition(") ")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = {pid}, [pid]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found.update(below)
        waiting += below
    return found


def resident(pids: set[int]) -> int:
    """Resident bytes of these processes together; shared pages count once for each."""
    total = 0
    for pid in pids:
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * _PAGE_BYTES
        except (FileNotFoundError, ProcessLookupError):
            continue
    return total


class Peak:
    """The largest sum of resident memory of this process and all below it, while it runs."""

    def __init__(self) -> None:
        self.bytes = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.1):
            self.bytes = max(self.bytes, resident(descendants(os.getpid())))


def page_costs(source: Path, numbers: Sequence[int], into: Path, log: Path) -> list[Cost]:
    """Each page read alone, one after the other, in one worker."""
    for name in ("pages", "thumbs", "images"):
        (into / name).mkdir(exist_ok=True)
    costs: list[Cost] = []
    sheets: list[Sheet] = []
    with Crew() as crew:
        inspect(source, crew)
        for number in numbers:
            before, made = worker_seconds(), len(calls(log))
            own = time.process_time()
            sheets.append(crew.page(PageJob(str(source), number, str(into), "auto", ("eng",))))
            own = time.process_time() - own
            ocr = calls(log)[made:]
            costs.append(Cost(number, own + worker_seconds() - before, sum(ocr), len(ocr)))
    own = time.process_time()
    assemble(sheets, ())
    shared = (time.process_time() - own) / len(sheets)
    return [replace(cost, cpu=cost.cpu + shared) for cost in costs]


def worker_seconds() -> float:
    """CPU of every process below this one, and of what they waited for."""
    mine = os.getpid()
    below = [pid for pid in descendants(mine) if pid != mine]
    gone = os.times()
    return sum(spent(pid) for pid in below if Path(f"/proc/{pid}").exists()) + gone.children_user + gone.children_system


def runs(numbers: Sequence[int]) -> list[list[int]]:
    """Pages that follow each other, together."""
    grouped = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    return [[number for _, number in run] for _, run in grouped]


def floor(source: Path, calls: Sequence[Sequence[int]], folder: Path) -> float:
    """CPU seconds of `pdftoppm` at 300 DPI to PPM files, one call for each run of pages."""
    total = 0.0
    for pages in calls:
        before = os.times()
        subprocess.run(
            ["pdftoppm", "-r", "300", "-f", str(pages[0]), "-l", str(pages[-1]), str(source), str(folder / "floor")],
            check=True,
            capture_output=True,
        )
        after = os.times()
        total += after.children_user + after.children_system - before.children_user - before.children_system
        for image in folder.glob("floor*"):
            image.unlink()
    return total


def whole(source: Path, workers: int, folder: Path) -> tuple[float, int]:
    """Wall seconds and peak of resident bytes of reading the whole book."""
    into = folder / f"whole{workers}"
    into.mkdir()
    start = time.perf_counter()
    with Peak() as peak:
        read_source(source, into, ReadOptions(workers=workers), lambda _: None)
    seconds = time.perf_counter() - start
    shutil.rmtree(into)
    return seconds, peak.bytes


def measure(source: Path, every: int, folder: Path) -> str:
    """The figures of one file."""
    pages = inspect(source).pages
    numbers = list(range(1, pages + 1, every))
    with watched_tesseract(folder) as log:
        costs = page_costs(source, numbers, folder, log)
    plain = [cost for cost in costs if not cost.calls]
    looked = [cost for cost in costs if cost.calls]
    lines = [f"{source.name}: {pages} pages, {len(costs)} of them measured"]
    if plain:
        numbers = [cost.number for cost in plain]
        single, joined = floor(source, [[n] for n in numbers], folder), floor(source, runs(numbers), folder)
        mine = sum(cost.cpu for cost in plain)
        lines.append(
            f"  without OCR: {len(plain)} pages, {mine / len(plain):.3f} CPU s a page = {mine / single:.2f}× pdftoppm "
            f"page by page ({single / len(plain):.3f}), {mine / joined:.2f}× in one go ({joined / len(plain):.3f})"
        )
    if looked:
        ocr = [cost.ocr for cost in looked]
        lines.append(
            f"  OCR: {len(looked)} pages ({len(looked) / len(costs):.0%}), {statistics.fmean(ocr):.2f} CPU s in "
            f"Tesseract a page that used it, most {max(ocr):.2f}; {sum(s > 4 for s in ocr)} above 4; with all else "
            f"{statistics.fmean(cost.cpu for cost in looked):.2f}"
        )
    alone, _ = whole(source, 1, folder)
    paired, memory = whole(source, 2, folder)
    lines.append(f"  whole book: {alone:.1f} s with one worker, {paired:.1f} s with two: {alone / paired:.2f}× as fast")
    lines.append(f"  resident memory of all processes, largest sum: {memory / 1e6:.0f} MB")
    return "\n".join(lines)


def main() -> None:
    """Measure each file."""
    asked = argparse.ArgumentParser()
    asked.add_argument("files", nargs="+", type=Path)
    asked.add_argument("--every", type=int, default=1, metavar="N", help="measure every Nth page one by one")
    given = asked.parse_args()
    for source in given.files:
        with tempfile.TemporaryDirectory() as folder:
            sys.stdout.write(measure(source.resolve(), given.every, Path(folder)) + "\n")


if __name__ == "__main__":
    main()
