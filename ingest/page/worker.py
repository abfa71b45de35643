"""The process that opens hostile files: `python -m ingest.page.worker`, one JSON order a line, one JSON answer a line.

Owns the limits of DESIGN §4: a page that passes them kills this process and nothing else. It sends back plain
JSON and is started anew for the next page.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

_MEMORY: Final = 1_500 * 1024 * 1024
_FILE: Final = 200 * 1024 * 1024
_CPU: Final = 20
_CPU_PROFILE: Final = 30
_CPU_DOCUMENT: Final = 40
_CPU_OFFICE: Final = 120
_MEMORY_OFFICE: Final = 6 * 1024 * 1024 * 1024


def _limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def _limit_cpu(seconds: int) -> None:
    """Give the next order its own CPU time; programs that it starts get no more than that either."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)


def _profile(order: Mapping[str, Any]) -> bytes:
    from ingest.page import pdf, sheet

    _limit_cpu(_CPU_PROFILE)
    return sheet.dump(pdf.profile(Path(order["source"]), int(order["most_pages"])))


def _samples(order: Mapping[str, Any]) -> bytes:
    from ingest.page import pdf

    _limit_cpu(_CPU)
    return json.dumps({"samples": pdf.samples(Path(order["source"]))}).encode("ascii")


def _poppler_pages(order: Mapping[str, Any]) -> bytes:
    from ingest.page import raster

    return json.dumps({"pages": raster.page_count(Path(order["source"]))}).encode("ascii")


def _ocr_languages(_: Mapping[str, Any]) -> bytes:
    from ingest.page import tesseract

    try:
        found: list[str] | None = list(tesseract.languages())
    except FileNotFoundError:
        found = None
    return json.dumps({"languages": found}).encode("ascii")


def _page(order: Mapping[str, Any]) -> bytes:
    from ingest.page import page_job, sheet

    _limit_cpu(_CPU)
    return sheet.dump(page_job.read_page(sheet.PageJob.load(order["job"])))


def _survey(order: Mapping[str, Any]) -> bytes:
    from ingest.inputs import photos
    from ingest.page import sheet

    _limit_cpu(_CPU_PROFILE)
    return sheet.dump(photos.survey(Path(order["source"]), int(order["most_pages"])))


def _package(order: Mapping[str, Any]) -> bytes:
    from ingest.inputs import content, package

    _limit_cpu(_CPU)
    try:
        kind, pages = package.kind_of(Path(order["source"]))
    except content.Refused as refused:
        return json.dumps({"failure": refused.reason}).encode("ascii")
    return json.dumps({"kind": kind, "pages": pages}).encode("ascii")


def _document(order: Mapping[str, Any]) -> bytes:
    from ingest.inputs import document

    _limit_cpu(_CPU_DOCUMENT)
    return document.read_document(Path(order["source"]), order["kind"], Path(order["into"]))


def _convert(order: Mapping[str, Any]) -> bytes:
    """LibreOffice maps far more memory than it uses."""
    from ingest.inputs import office

    _limit(resource.RLIMIT_AS, _MEMORY_OFFICE)
    _limit_cpu(_CPU_OFFICE)
    source, target = Path(order["source"]), Path(order["target"])
    done = office.convert(source, target, str(order["form"]), float(order["seconds"]))
    return json.dumps({"done": done}).encode("ascii")


_ORDERS: Final[Mapping[str, Callable[[Mapping[str, Any]], bytes]]] = {
    "profile": _profile,
    "samples": _samples,
    "poppler_pages": _poppler_pages,
    "ocr_languages": _ocr_languages,
    "page": _page,
    "survey": _survey,
    "package": _package,
    "document": _document,
    "convert": _convert,
}


# PyMuPDF 2 imports these two for its own models of page layout when it is imported itself: a second of CPU and
# 100 MB a worker, for what we never call. `None` is Python's way to say that a module must not be found.
_NOT_WANTED: Final = ("pymupdf.layout", "pymupdf4llm")


def main() -> None:
    """Answer orders until standard input ends."""
    sys.modules.update(dict.fromkeys(_NOT_WANTED))  # type: ignore[arg-type]
    _limit(resource.RLIMIT_AS, _MEMORY)
    _limit(resource.RLIMIT_FSIZE, _FILE)
    _limit(resource.RLIMIT_CORE, 0)
    os.environ["OMP_THREAD_LIMIT"] = "1"
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not speak on the line of answers
    for line in sys.stdin.buffer:
        order = json.loads(line)
        answers.write(_ORDERS[order["do"]](order) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
