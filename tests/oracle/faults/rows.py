"""The table: every fault, how it is produced, and what must come of it."""

from __future__ import annotations

import base64
import os
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fakes.scripted_model import Step
from tests.fakes.swallowing import Line, full_port
from tests.oracle.faults.scene import ANSWER, DICE, ICON, STORY, Scene, Setting, full_disk
from tests.sshd import free_port, make_key
from vm.known_hosts import HostKey

Produce = Callable[[Scene], Iterator[Setting]]


@dataclass(frozen=True)
class Row:
    """A fault. `produce` yields the configuration under which it happens; `act` is done in mid-answer.

    `en` and `fr` are pieces of the sentence, `hint` of the command to type; `within` is the deadline in seconds.
    `speaks`: words of an answer came before it.
    """

    name: str
    code: int
    key: str
    within: float
    en: str
    fr: str
    hint: str
    produce: Produce
    act: Callable[[Scene], None] | None = None
    speaks: bool = False
    question: tuple[str, ...] = DICE
    interrupts: bool = False


def fake(behaviour: str, **more: object) -> Produce:
    """The program in place of Claude Code behaves like that."""

    def produce(scene: Scene) -> Iterator[Setting]:
        yield scene.fake(behaviour, **more)

    return produce


def real(*steps: Step, retries: int = 0, **more: object) -> Produce:
    """The service answers the real Claude Code like that."""

    def produce(scene: Scene) -> Iterator[Setting]:
        yield scene.real(*steps, retries=retries, **more)

    return produce


def a_stranger(scene: Scene) -> Iterator[Setting]:
    key = scene.folder / "stranger"
    yield scene.fake(key=key if key.exists() else make_key(key))


def unknown(scene: Scene) -> Iterator[Setting]:
    yield scene.fake(trusted=None)


def other_key(scene: Scene) -> HostKey:
    """A key that the host had before."""
    file = scene.folder / "old_host_key"
    if not file.exists():
        make_key(file)
    kind, blob = Path(f"{file}.pub").read_text().split()[:2]
    return HostKey("127.0.0.1", scene.sshd.port, kind, base64.b64decode(blob))


def changed(scene: Scene) -> Iterator[Setting]:
    yield scene.fake(trusted=other_key(scene))


def mute(scene: Scene) -> Iterator[Setting]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield scene.fake(port=server.getsockname()[1], connect=1)


def nobody(rewrite: str) -> Produce:
    def produce(scene: Scene) -> Iterator[Setting]:
        port, sockets = full_port()
        try:
            yield scene.fake(port=port, connect=1, rewrite=rewrite)
        finally:
            for each in sockets:
                each.close()

    return produce


def swallowed(scene: Scene) -> Iterator[Setting]:
    line = Line(scene.sshd.port)
    scene.lines.append(line)
    try:
        yield scene.fake("half", port=line.port, idle=1.5, connect=1)
    finally:
        line.close()


def needs_root() -> None:
    """Only root mounts a tiny disk."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to mount a tiny disk")


def full(where: Callable[[Scene], Path], setting: Callable[[Scene], Setting], files: int = 100) -> Produce:
    def produce(scene: Scene) -> Iterator[Setting]:
        needs_root()
        with full_disk(where(scene), files=files):
            yield setting(scene)

    return produce


def store(scene: Scene) -> Path:
    return scene.there / ".cache/rules-oracle"


def at(port: Callable[[], int]) -> Produce:
    def produce(scene: Scene) -> Iterator[Setting]:
        yield scene.fake(port=port())

    return produce


LONG = Step(f"{ANSWER}\n" + "And so it goes on. " * 300, pause=0.05)
LIMIT = Step(status=429, error="rate_limit_error", headers={"retry-after": "45"})


def used_up(scene: Scene) -> Iterator[Setting]:
    """A subscription whose share of five hours is used up for another hour and a half."""
    reset = str(int(time.time()) + 5400)
    told = {"reset": reset, "status": "rejected", "representative-claim": "five_hour", "5h-reset": reset}
    headers = {f"anthropic-ratelimit-unified-{name}": value for name, value in told.items()}
    step = Step(status=429, error="rate_limit_error", headers={**headers, "retry-after": "5400"})
    yield scene.real(step, retries=2, env={"ANTHROPIC_API_KEY": "", "CLAUDE_CODE_OAUTH_TOKEN": "sk-ant-oat01-dummy"})


QUICK = (
    Row("port closed", 6, "vm.refused", 1,
        "does not answer on port", "ne répond pas sur le port", "oracle vm doctor", at(free_port)),
    Row("auth refused", 6, "vm.login_refused", 2, "refuses the login", "refuse la connexion", "ssh-copy-id",
        a_stranger),
    Row("unknown key", 6, "vm.unknown_host", 2,
        "is not trusted yet", "n’a pas encore votre confiance", "oracle vm trust", unknown),
    Row("changed key", 6, "vm.changed_host", 2,
        "another key than the one you trusted", "une autre clé que celle", "oracle vm trust", changed),
    Row("mute server", 6, "vm.timed_out", 2.5,
        "did not answer within 1 s", "n’a pas répondu en 1 s", "oracle vm doctor", mute),
    Row("black hole", 6, "vm.timed_out", 2.5,
        "did not answer within 1 s", "n’a pas répondu en 1 s", "oracle vm doctor", nobody("never")),
    Row("black hole, asked twice", 6, "vm.timed_out", 2.5,
        "did not answer within 1 s", "n’a pas répondu en 1 s", "oracle vm doctor", nobody("auto"), question=STORY),
    Row("black hole in mid-answer", 6, "vm.idle", 6,
        "has said nothing for", "se tait depuis", "oracle vm doctor",
        swallowed, act=lambda scene: scene.lines[-1].swallow(), speaks=True),
    Row("cut in mid-answer", 6, "vm.cut", 4, "was cut", "a été coupée", "oracle vm doctor",
        fake("half"), act=lambda scene: scene.sshd.cut(), speaks=True),
    Row("frozen peer", 6, "vm.idle", 6, "has said nothing for", "se tait depuis", "oracle vm doctor",
        fake("half", idle=1.5, connect=1), act=lambda scene: scene.freeze(), speaks=True),
    Row("silent in mid-answer", 7, "claude.silent", 4,
        "silent for too long", "se tait depuis trop longtemps", "--no-model", fake("half", idle=1), speaks=True),
    Row("too slow", 7, "claude.too_slow", 4,
        "did not finish within 2 s", "n’a pas terminé en 2 s", "--timeout",
        fake("half"), speaks=True, question=("--timeout", "2", *DICE)),
    Row("6 MB of stderr", 7, "claude.died", 4, "and that was all", "and that was all", "oracle vm doctor",
        fake("complain"), speaks=True),
    Row("malformed line", 7, "claude.garbled", 4,
        "cannot be understood", "incompréhensible", "oracle vm doctor", fake("garbled"), speaks=True),
    Row("endless line", 6, "vm.line_too_long", 20, "more than 64 MB", "plus de 64 Mo", "",
        fake("endless"), speaks=True),
    Row("claude missing", 7, "claude.missing", 2,
        "not on the machine", "n’est pas sur la machine", "npm install", fake("whole", command="no-such-claude")),
    Row("claude too old", 7, "claude.too_old", 2, "version 2.0.14", "version 2.0.14", "claude update", fake("old")),
    Row("claude without our options", 7, "claude.unknown_option", 2,
        "--safe-mode", "--safe-mode", "claude update", fake("option")),
    Row("max turns", 7, "claude.max_turns", 4, "its 16 turns", "ses 16 tours", "ask more precisely",
        fake("turns"), speaks=True),
    Row("disk full there", 6, "vm.no_folder", 3, "No space left on device", "No space left on device", "df",
        full(lambda scene: scene.temporary, Scene.fake, files=2)),
    Row("disk full there, a view", 6, "vm.cannot_store", 4,
        "cannot keep the page", "ne peut pas garder la page", "oracle vm doctor",
        full(store, Scene.fake), question=ICON),
)  # fmt: skip

REAL = (
    Row("not logged in", 7, "claude.not_logged_in", 8, "is not logged in", "n’est pas connecté", "/login",
        real(env={"ANTHROPIC_API_KEY": ""})),
    Row("401", 7, "claude.not_logged_in", 8, "its key is not accepted", "sa clé n’est pas acceptée", "/login",
        real(Step(status=401, error="authentication_error"), retries=2)),
    Row("403", 7, "claude.forbidden", 8,
        "does not allow this account", "ne permet pas à ce compte", "oracle vm doctor",
        real(Step(status=403, error="permission_error"), retries=2)),
    Row("429, with a wait", 7, "claude.rate_limited_for", 8,
        "it asks to wait", "il demande d’attendre", "try again in", real(LIMIT, retries=2, idle=30)),
    Row("429, share used up", 7, "claude.rate_limited_for", 8,
        "to wait 1 h 30 min", "d’attendre 1 h 30 min", "try again in 1 h 30 min", used_up),
    Row("429", 7, "claude.rate_limited", 8,
        "is reached. API Error: Request rejected (429)", "est atteinte. API Error: Request rejected (429)",
        "--no-model", real(Step("come back later", status=429, error="rate_limit_error"))),
    Row("529", 7, "claude.overloaded", 8, "overloaded", "surchargé", "--no-model",
        real(Step(status=529, error="overloaded_error"))),
    Row("API down", 7, "claude.api_down", 8,
        "got no whole answer from its service", "n’a pas eu de réponse entière", "oracle vm doctor",
        real(env={"ANTHROPIC_BASE_URL": f"http://127.0.0.1:{free_port()}"})),
    Row("API mute", 7, "claude.silent", 12,
        "silent for too long", "se tait depuis trop longtemps", "--no-model", real(Step("never", hang=60), idle=5)),
    Row("refusal", 7, "claude.refused", 8, "declined to answer", "n’a pas voulu répondre", "",
        real(Step(ANSWER, stop="refusal")), speaks=True),
    Row("empty answer", 7, "claude.empty", 8, "empty answer", "réponse vide", "", real(Step(""))),
    Row("out of memory", 7, "claude.killed", 8, "was killed", "a été tué", "free -m",
        real(LONG), act=lambda scene: scene.kill_claude(), speaks=True),
    Row("Control-C", 130, "claude.cancelled", 3, "Interrupted.", "Interrompu.", "",
        real(LONG), speaks=True, interrupts=True),
)  # fmt: skip
