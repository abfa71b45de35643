"""What a worker process carries with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from ingest.page.pdf import extract
from tests.builders import tiny_pdf

ROOT = Path(__file__).resolve().parents[2]
SEEN = """
import json, sys
from ingest.page import worker
sys.modules.update(dict.fromkeys(worker._NOT_WANTED))
import ingest.page.page_job
print(json.dumps([name for name in ("onnxruntime", "networkx", "pandas") if name in sys.modules]))
"""


def test_a_worker_has_no_layout_model() -> None:
    """PyMuPDF imports one with itself where it can: a second of CPU and 100 MB for each worker."""
    ran = subprocess.run([sys.executable, "-c", SEEN], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_a_file_that_changed_is_opened_again(tmp_path: Path) -> None:
    """The PDF of the last page stays open, under its name and the time of its last change."""
    source = tiny_pdf(tmp_path / "a.pdf", ["one"])
    assert [span.text for span in extract(source, 1).sheet.spans] == ["one"]
    tiny_pdf(source, ["two", "three"])
    os.utime(source, ns=(1, 1))
    assert [span.text for span in extract(source, 2).sheet.spans] == ["three"]
