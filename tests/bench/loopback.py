"""Everything that a question goes through, on loopback: sshd, scripted service, real CLI, and a small real library.

Owns what is measured against: the same constant command by the system's own `ssh`, its stdin prepared. Measures
nothing.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pymupdf
from PIL import Image

from ingest.contracts import BookletKind, BookletRef
from ingest.pipeline import add
from ingest.settings import Settings
from ingest.store.fingerprint import AddOrder
from oracle.claude import protocol
from oracle.claude.argv import build_argv, build_env
from oracle.config import ClaudeConfig, Config, load
from oracle.contracts import Prompt
from tests.builders import tiny_pdf
from tests.connection import configuration
from tests.fakes.scripted_model import ScriptedModel
from tests.sshd import Sshd, start_sshd, stop_sshd
from tests.tools import ROOT, claude_cli, program
from vm import shell
from vm.known_hosts import trust

GAME = "gates"
A4 = (595, 842)
PAGES = (
    "Setup\nEach player takes seven coins and one pawn of the same colour.",
    "Turn\nOn your turn, roll two dice and move your pawn that many spaces.\nIf you roll a seven, pay two coins.",
    "The board\nThe red icon marks a closed gate: no pawn may pass it.",
    "The map\nThe blue anchor marks a harbour: ships may land there.",
)
DICE = "How many dice do I roll on my turn?"
AGAIN = "May I roll the two dice again?"
COINS = "How many coins does each player take?"
ICON = "What does the red icon on the board mean?"
ANCHOR = "What does the blue anchor on the map mean?"
"""Its page image, 300 pixels an inch, has 9 MB."""


@dataclass(frozen=True)
class Loopback:
    """The whole way. `home` is an oracle's home whose configuration leads to it."""

    home: Path
    sshd: Sshd
    model: ScriptedModel
    claude_env: Mapping[str, str]

    @property
    def environ(self) -> dict[str, str]:
        """What a process of ours is started with."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return {**kept, "ORACLE_HOME": str(self.home), "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}

    @property
    def config(self) -> Config:
        """The configuration as the program reads it."""
        return load({"ORACLE_HOME": str(self.home)})

    @property
    def claude(self) -> ClaudeConfig:
        """How the CLI is started."""
        return self.config.claude

    def forget_views(self) -> None:
        """No view is cut here and none is there."""
        shutil.rmtree(self.home / "views", ignore_errors=True)
        shutil.rmtree(self.sshd.folder / "home" / ".cache", ignore_errors=True)

    def ssh(self, prompt: Prompt) -> tuple[tuple[str, ...], bytes]:
        """The same command by the system's client, and the bytes that it is to be given at once."""
        view = prompt.view is not None
        script = shell.command(shell.WATCHED, build_argv(self.claude, system=prompt.system, view=view))
        options = (
            "StrictHostKeyChecking=yes",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            f"UserKnownHostsFile={self.home / 'openssh_known_hosts'}",
        )
        argv = (
            *("ssh", "-T", "-F", "none", "-i", str(self.sshd.key), "-p", str(self.sshd.port)),
            *(word for option in options for word in ("-o", option)),
            *(f"{self.sshd.user}@127.0.0.1", script),
        )
        lines = (shell.env_block(build_env(self.claude)), protocol.initialize(view), protocol.user(prompt.message))
        return argv, b"".join(lines)


@contextmanager
def loopback(place: Path) -> Iterator[Loopback]:
    """All of it, in a folder of its own, until the end of the block."""
    program("ssh")
    sshd = start_sshd(place / "sshd")
    try:
        with closing(ScriptedModel()) as model:
            home, cli_home = place / "home", place / "claude-home"
            cli_home.mkdir(mode=0o700)
            env = {"HOME": str(cli_home), "ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": "dummy"}
            publish(home, place)
            trust(home / "known_hosts", sshd.host_key)
            shown = (sshd.folder / "host_key.pub").read_text()
            (home / "openssh_known_hosts").write_text(f"[127.0.0.1]:{sshd.port} {shown}")
            (home / "config.toml").write_text(configuration(sshd, ClaudeConfig(str(claude_cli()), env=env)))
            yield Loopback(home, sshd, model, env)
    finally:
        stop_sshd(sshd)


def publish(home: Path, place: Path) -> None:
    """A booklet of four pages: one with a small picture, one whose page image has 9 MB."""
    file = tiny_pdf(place / "core.pdf", PAGES, size=A4)
    with pymupdf.open(file) as document:
        document[2].insert_image((50, 150, 370, 390), stream=_png(Image.effect_noise((100, 75), 20)))
        document[3].insert_image((40, 150, 460, 675), stream=_png(_noise(1400, 1750)))
        document.saveIncr()
    order = AddOrder(BookletRef(GAME, "core"), "Core", BookletKind.CORE, languages=("en",))
    add(file, order, Settings(home, models=("hash",)))


def _noise(width: int, height: int) -> Image.Image:
    """Colours that compress badly, as those of a photograph do."""
    return Image.merge("RGB", [Image.effect_noise((width, height), 25) for _ in range(3)])


def _png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def run_oracle(where: Loopback, *arguments: str) -> subprocess.Popen[bytes]:
    """`oracle ARGUMENTS` as a process, its standard output to be read."""
    argv = (sys.executable, "-c", "from oracle.cli import run; run()", *arguments)
    return subprocess.Popen(argv, env=where.environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
