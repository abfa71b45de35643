"""The sample rulebooks that lie beside the program where it runs from its source, and reading them in.

Owns where they are and the program that reads them: `oracle ingest sync`, in a process of its own, so that nothing
heavy is loaded beside the screen and it can be stopped.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from oracle.config import Config

PROGRAM = "from oracle.cli import run; run()"


def samples_folder(beside: Path = Path(__file__).parents[2]) -> Path | None:
    """The folder of the samples, where it is there: an installed package has none."""
    folder = beside / "rulebooks"
    return folder if any(folder.glob("*/game.toml")) else None


@dataclass(frozen=True)
class Reading:
    """Reads a folder of games into the library of `config`."""

    config: Config
    folder: Path
    program: tuple[str, ...] = (sys.executable, "-c", PROGRAM)

    @property
    def argv(self) -> tuple[str, ...]:
        """The command. The home is named only where the configuration lies in it: naming it moves that too."""
        home = ("--home", str(self.config.home)) if self.config.file.parent == self.config.home else ()
        return (*self.program, "--lang", self.config.lang, *home, "ingest", "sync", str(self.folder))

    def run(self, hear: Callable[[str], None], stop: threading.Event) -> int:
        """Read, and tell each line that is said; the exit code. Called from a thread; `stop` ends it early."""
        with subprocess.Popen(
            self.argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            ender = threading.Thread(target=_end, args=(process, stop), daemon=True)
            ender.start()
            assert process.stdout
            for line in process.stdout:
                hear(line.rstrip())
            return process.wait()


def _end(process: subprocess.Popen[str], stop: threading.Event) -> None:
    while process.poll() is None:
        if stop.wait(0.2):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)  # its own processes too
            return
