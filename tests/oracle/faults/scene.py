"""Where faults are produced: a small library here, a machine behind a real sshd, and who answers on it.

Drives the product from outside, by the `oracle` command, and looks on the machine from outside too: at its processes
and its files.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from oracle.cli import run
from oracle.grammar import VERDICT_LABEL
from tests.fakes import cli
from tests.fakes.scripted_model import ScriptedModel, Step
from tests.fakes.swallowing import Line
from tests.oracle.commands import Ran
from tests.sshd import Sshd
from tests.tools import claude_cli
from vm.known_hosts import HostKey, trust

SPOKEN = "Two dice are rolled by"
ANSWER = f"{VERDICT_LABEL} says\n{SPOKEN} whose turn it is: “On your turn, roll two dice and move your pawn” [[1]]."
DICE = ("-b", "core", "How many dice do I roll on my turn?")
ICON = ("-b", "core", "What does the red icon on the board mean?")
STORY = (
    *("-b", "core"),
    "Everybody at our table is waiting for me because I have rolled that number again, the one right after six, "
    "so how much is it going to cost me?",
)


@dataclass(frozen=True)
class Setting:
    """A configuration: the way to the machine, who answers there, and how long anything is waited for."""

    port: int
    key: Path
    command: str
    env: Mapping[str, str] = field(default_factory=dict)
    connect: float = 10
    idle: float = 60
    rewrite: str = "never"
    trusted: HostKey | None = None


@dataclass
class Scene:
    """The two sides. `model` is the service that the real Claude Code asks."""

    home: Path
    folder: Path
    sshd: Sshd
    model: ScriptedModel
    lines: list[Line] = field(default_factory=list)

    @property
    def spoke(self) -> Path:
        """A file that is there once the answer has begun on the machine."""
        return self.folder / "spoke"

    @property
    def there(self) -> Path:
        """The home on the machine."""
        return self.sshd.folder / "home"

    @property
    def temporary(self) -> Path:
        """Where programs on the machine have their folders."""
        return self.folder / "tmp"

    def fake(self, behaviour: str = "whole", **more: object) -> Setting:
        """The program in place of Claude Code, behind the sshd."""
        program = self.folder / behaviour
        if not program.exists():
            program.write_text(f"#!/bin/sh\nexec {sys.executable} -S -E {cli.__file__} {behaviour} '{ANSWER}' \"$@\"\n")
            program.chmod(0o755)
        return self._setting(str(program), {"SPOKE": str(self.spoke)}, more)

    def real(self, *steps: Step, retries: int = 0, **more: object) -> Setting:
        """The real Claude Code, and what its service answers."""
        self.model.play(*[step if step.status != 200 else self._telling(step) for step in steps or (Step(ANSWER),)])
        (self.folder / "claude-home").mkdir(exist_ok=True)
        env = {
            "HOME": str(self.folder / "claude-home"),
            "ANTHROPIC_BASE_URL": self.model.url,
            "ANTHROPIC_API_KEY": "dummy",
            "CLAUDE_CODE_MAX_RETRIES": str(retries),
        }
        return self._setting(str(claude_cli()), env, more)

    def _telling(self, step: Step) -> Callable[[object], Step]:
        def tell(asked: object) -> Step:
            self.spoke.touch()
            return step

        return tell

    def _setting(self, command: str, env: Mapping[str, str], more: Mapping[str, object]) -> Setting:
        changed = dict(more)
        given = changed.pop("env", {})
        assert isinstance(given, Mapping)
        place = {"TMPDIR": str(self.temporary), "FAULT_MARK": str(self.folder)}
        way = {"port": self.sshd.port, "key": self.sshd.key, "trusted": self.sshd.host_key}
        return Setting(**{**way, "command": command, "env": {**env, **place, **given}, **changed})  # type: ignore[arg-type]

    def configure(self, setting: Setting) -> None:
        """Write it down as a player would, our own known_hosts apart."""
        env = "\n".join(f"{name} = {json.dumps(value)}" for name, value in setting.env.items())
        (self.home / "config.toml").write_text(
            f'[embedding]\nmodels = ["hash"]\n[vm]\ntransport = "ssh"\nhost = "127.0.0.1"\nport = {setting.port}\n'
            f"user = {json.dumps(self.sshd.user)}\nkey = {json.dumps(str(setting.key))}\n"
            f"[deadlines]\nconnect = {setting.connect}\nidle = {setting.idle}\n"
            f'[claude]\ncommand = {json.dumps(setting.command)}\nrewrite = "{setting.rewrite}"\n[claude.env]\n{env}\n'
        )
        (self.home / "known_hosts").unlink(missing_ok=True)
        if setting.trusted:
            trust(self.home / "known_hosts", replace(setting.trusted, port=setting.port))

    # --- asking --------------------------------------------------------------------------------------

    def ask(
        self,
        *words: str,
        language: str = "en",
        meanwhile: Callable[[], None] | None = None,
        home: Path | None = None,
    ) -> Ran:
        """`oracle ask` in this process; `meanwhile` happens once the answer has begun."""
        self.spoke.unlink(missing_ok=True)
        out, err = io.StringIO(), io.StringIO()
        shown = (lambda: True) if "--json" in words else (lambda: SPOKEN in out.getvalue())
        with (
            self._beside(meanwhile, shown),
            redirect_stdout(out),
            redirect_stderr(err),
            pytest.raises(SystemExit) as end,
        ):
            run(("--home", str(home or self.home), "--lang", language, "ask", "-g", "gates", *words))
        code = end.value.code
        return Ran(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue(), ("ask", *words))

    def ask_and_interrupt(self, *words: str, language: str = "en") -> tuple[Ran, float]:
        """`oracle ask` in a process of its own, stopped by Control-C in mid-answer; how long it took to end."""
        self.spoke.unlink(missing_ok=True)
        command = ("--lang", language, "ask", "-g", "gates", *words)
        process = subprocess.Popen(
            (sys.executable, "-c", "from oracle.cli import run; run()", *command),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        heard = b""
        if "--json" in words:
            assert comes_true(self.spoke.exists, 20)
            time.sleep(0.3)
        while "--json" not in words and SPOKEN.encode() not in heard:
            piece = os.read(process.stdout.fileno(), 1 << 16)
            assert piece, (heard, process.communicate())
            heard += piece
        process.send_signal(signal.SIGINT)
        since = time.monotonic()
        out, err = process.communicate(timeout=30)
        return Ran(process.returncode, (heard + out).decode(), err.decode(), command), time.monotonic() - since

    @contextmanager
    def _beside(self, meanwhile: Callable[[], None] | None, shown: Callable[[], bool]) -> Iterator[None]:
        """Do something in mid-answer, in a thread of its own."""
        if meanwhile is None:
            yield
            return
        over = threading.Event()

        def act() -> None:
            while not (self.spoke.exists() and shown()):
                if over.wait(0.02):
                    return
            time.sleep(0.1)
            meanwhile()

        acting = threading.Thread(target=act)
        acting.start()
        try:
            yield
        finally:
            over.set()
            acting.join()

    # --- the machine, seen from outside --------------------------------------------------------------

    def running(self) -> list[str]:
        """Command lines of the processes there that are ours: started through the sshd, or given our environment."""
        ours = {f"HOME={self.there}".encode(), f"FAULT_MARK={self.folder}".encode()}
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if ours & set((process / "environ").read_bytes().split(b"\0")):
                    found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        return [line for line in found if line]

    def kill_claude(self) -> None:
        """As the kernel does when memory runs out."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                marked = f"FAULT_MARK={self.folder}".encode() in (process / "environ").read_bytes()
                if marked and b"--input-format" in words and not words[0].endswith(b"sh"):
                    os.kill(int(process.name), signal.SIGKILL)

    def freeze(self) -> None:
        """Stop the sshd of every connection: the lines stay, and nothing comes."""
        for pid in self.sshd.sessions():
            os.kill(pid, signal.SIGSTOP)

    def left(self) -> list[Path]:
        """What lies there of ours: folders that programs ran in, and views on offer."""
        return [*self.temporary.glob("rules-oracle*"), *(self.there / ".cache/rules-oracle/offers").glob("*")]


def comes_true(true: Callable[[], bool], seconds: float) -> bool:
    """Whether it is so within that time."""
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


@contextmanager
def full_disk(place: Path, size: str = "64k", files: int = 100, holding: Path | None = None) -> Iterator[None]:
    """A tiny disk in that place, full to the last byte, with room for so many files. Needs root.

    `holding`: a folder whose content lies there too.
    """
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ("mount", "-t", "tmpfs", "-o", f"size={size},nr_inodes={files},mode=700", "tmpfs", str(place)), check=True
    )
    try:
        if holding:
            shutil.copytree(holding, place, dirs_exist_ok=True)
        with suppress(OSError), (place / "filling").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        yield
    finally:
        subprocess.run(("umount", "-l", str(place)), check=True)
