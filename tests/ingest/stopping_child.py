"""Run as a program: add a source and stand still at a stage, until somebody kills it.

`python -m tests.ingest.stopping_child HOME FOLDER TEXTFILE STAGE DONE`
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from ingest.settings import Progress, Settings
from tests.ingest.shelf import Shelf


def main(home: str, folder: str, text: str, stage: str, done: str) -> None:
    """Say `stopped` on standard output when the stage is reached."""

    def stop(progress: Progress) -> None:
        if progress.stage == f"ingest.stage.{stage}" and progress.done == int(done):
            sys.stdout.write("stopped\n")
            sys.stdout.flush()
            threading.Event().wait()

    shelf = Shelf(Settings(Path(home), models=("a", "b")), Path(folder))
    shelf.add(Path(text).read_text("utf-8"), progress=stop)


if __name__ == "__main__":
    main(*sys.argv[1:])
