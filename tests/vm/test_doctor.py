"""What a check-up of a machine says."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sshd import free_port
from vm.doctor import examine, key_file
from vm.machine import Machine
from vm.ssh import SshHost, ssh_machine


def test_a_good_machine_passes_every_check(machine: Machine) -> None:
    """Host, folder, space, clock: all of them, in that order; how long connecting took is known."""
    found = examine(machine)
    assert found.connect_ms is not None
    assert [(check.name, check.ok) for check in found.checks] == [
        ("host", True),
        ("folder", True),
        ("space", True),
        ("clock", True),
    ]


def test_a_wrong_clock_is_said(machine: Machine) -> None:
    """Ten minutes apart is too much."""
    clock = examine(machine, now=lambda: time.time() + 600).checks[-1]
    assert (clock.ok, clock.key) == (False, "vm.check.clock_off")


def test_what_cannot_be_reached_fails_once(ssh_host: SshHost) -> None:
    """The rest of the checks would say the same thing again."""
    machine = ssh_machine(replace(ssh_host, port=free_port()))
    found = examine(machine)
    assert [(check.name, check.ok, check.key) for check in found.checks] == [("host", False, "vm.refused")]


@pytest.mark.parametrize(("mode", "ok"), [(0o600, True), (0o400, True), (0o640, False), (0o604, False)])
def test_a_key_that_others_can_read_is_said(tmp_path: Path, mode: int, ok: bool) -> None:
    """A private key is its owner's alone."""
    file = tmp_path / "key"
    file.write_text("key")
    file.chmod(mode)
    assert key_file(file).ok is ok


def test_a_key_that_is_not_there_is_said(tmp_path: Path) -> None:
    """With the file's name."""
    assert key_file(tmp_path / "none").key == "vm.key_unreadable"
