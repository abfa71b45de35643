"""The passphrase of a key: typed on a real terminal, shown nowhere; said where there is no terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sshd import Sshd
from vm.known_hosts import trust

PHRASE = "correct horse"


@pytest.fixture
def locked(home: Path, sshd: Sshd) -> Path:
    """A home that names the right key, behind a passphrase; the host is trusted."""
    home.mkdir()
    key = home / "locked"
    key.write_bytes(sshd.key.read_bytes())
    key.chmod(0o600)
    subprocess.run(("ssh-keygen", "-q", "-p", "-P", "", "-N", PHRASE, "-f", key), check=True, capture_output=True)
    (home / "config.toml").write_text(
        f'[vm]\ntransport = "ssh"\nhost = "127.0.0.1"\nport = {sshd.port}\nuser = "{sshd.user}"\nkey = "{key}"\n'
    )
    trust(home / "known_hosts", sshd.host_key)
    return home


def on_a_terminal(home: Path, *typed: str) -> str:
    """What `oracle vm doctor` shows on a terminal where somebody types."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["ORACLE_HOME"] = str(home)
        os.execv(sys.executable, (sys.executable, "-c", "from oracle.cli import run; run(['vm', 'doctor'])"))
    shown, left = b"", list(typed)
    deadline = time.monotonic() + 60
    try:
        while time.monotonic() < deadline and (piece := os.read(terminal, 4096)):
            shown += piece
            if left and piece.rstrip().endswith(b":"):
                os.write(terminal, left.pop(0).encode() + b"\n")
    except OSError:
        pass  # the end of a terminal
    os.close(terminal)
    os.waitpid(pid, 0)
    return shown.decode()


def test_it_is_typed_on_the_terminal_and_not_shown(locked: Path) -> None:
    """A wrong one is asked again; the right one opens the key."""
    shown = on_a_terminal(locked, "wrong", PHRASE)
    assert "✓ host" in shown
    assert shown.count("locked:") == 2
    assert PHRASE not in shown and "wrong" not in shown


def test_nothing_of_it_is_kept(locked: Path) -> None:
    """No file of our home holds it afterwards, and the key's own file is as before."""
    before = (locked / "locked").read_bytes()
    on_a_terminal(locked, PHRASE)
    assert (locked / "locked").read_bytes() == before
    assert not [path for path in locked.rglob("*") if path.is_file() and PHRASE.encode() in path.read_bytes()]


def test_without_a_terminal_it_is_an_error_that_names_the_agent(locked: Path) -> None:
    """A pipe is nobody to ask."""
    done = subprocess.run(
        (sys.executable, "-c", "from oracle.cli import run; run(['vm', 'doctor'])"),
        env={**os.environ, "ORACLE_HOME": str(locked)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
    )
    assert done.returncode == 6
    assert "ssh-add" in done.stdout
