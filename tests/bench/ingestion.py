"""CPU of a whole ingestion against its floor: `pdftoppm` of the same pages at 300 DPI to PPM, in the same run.

    python -m tests.bench.ingestion FILE.pdf [FILE.pdf …]

Prints seconds of CPU a page (our processes and all that they started), the ratio to the floor, and what a
second `add` of the same file costs. Gates nothing: the figures go into the notes of whoever changes reading.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ORACLE = (sys.executable, "-c", "from oracle.cli import run; run()")


def cpu(command: tuple[str, ...]) -> tuple[float, float]:
    """CPU seconds of a command with everything it waited for, and its wall seconds."""
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return spent, time.perf_counter() - start


def pages_of(file: Path) -> int:
    """Pages as poppler counts them."""
    info = subprocess.run(["pdfinfo", file], check=True, capture_output=True, text=True).stdout
    return next(int(line.split()[1]) for line in info.splitlines() if line.startswith("Pages:"))


def measure(file: Path, folder: Path) -> str:
    """One line of figures for one file."""
    pages = pages_of(file)
    floor, _ = cpu(("pdftoppm", "-r", "300", str(file), str(folder / "floor")))
    for image in folder.glob("floor*"):
        image.unlink()
    add = (*ORACLE, "--home", str(folder / "home"), "ingest", "add", str(file), "-g", "bench")
    first, wall = cpu(add)
    again, _ = cpu(add)
    return (
        f"{file.name}: {pages} pages · {first / pages:.2f} CPU s a page ({wall / pages:.2f} s wall) · "
        f"{first / floor:.1f}× pdftoppm ({floor / pages:.2f}) · again: {again:.1f} s, {again / first:.1%} of the first"
    )


def main(files: list[str]) -> None:
    """Measure each file in a home of its own."""
    for name in files:
        with tempfile.TemporaryDirectory() as folder:
            sys.stdout.write(measure(Path(name), Path(folder)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
