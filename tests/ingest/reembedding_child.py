"""Run as a program: embed a home by model `c` and stand still at a stage, until somebody kills it.

`python -m tests.ingest.reembedding_child HOME STAGE DONE`
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from ingest.reembedding import reembed
from ingest.settings import Progress, Settings
from tests.fakes.workshop import FakeTools


def main(home: str, stage: str, done: str) -> None:
    """Say `stopped` on standard output when the stage is reached."""

    def stop(progress: Progress) -> None:
        if progress.stage == f"ingest.stage.{stage}" and progress.done == int(done):
            sys.stdout.write("stopped\n")
            sys.stdout.flush()
            threading.Event().wait()

    reembed(Settings(Path(home), models=("a", "b")), ("c",), stop, FakeTools().workshop())


if __name__ == "__main__":
    main(*sys.argv[1:])
