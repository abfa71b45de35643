"""Our own known_hosts: who is trusted, how it is written, how a key is shown."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path

import pytest

from tests.sshd import make_key
from vm.known_hosts import HostKey, trust, trusted

KEY = HostKey("vm.example", 22, "ssh-ed25519", b"one key")
OTHER = HostKey("vm.example", 2222, "ssh-ed25519", b"another key")


def test_a_file_that_is_not_there_trusts_nobody(tmp_path: Path) -> None:
    """No file, no trust, no error."""
    assert trusted(tmp_path / "none", "vm.example", 22) == ()


def test_a_trusted_key_is_found_under_its_host_and_port_only(tmp_path: Path) -> None:
    """The same host on another port is another place."""
    file = tmp_path / "new" / "known_hosts"
    trust(file, KEY)
    trust(file, OTHER)
    assert trusted(file, "vm.example", 22) == (KEY,)
    assert trusted(file, "vm.example", 2222) == (OTHER,)
    assert trusted(file, "vm.example", 23) == ()
    assert file.stat().st_mode & 0o777 == 0o600


def test_trusting_again_replaces_the_key_and_leaves_the_others(tmp_path: Path) -> None:
    """One key a place; a person's comment and other hosts stay."""
    file = tmp_path / "known_hosts"
    file.write_text("# mine\nother.example ssh-rsa AAAA\n")
    trust(file, KEY)
    newer = HostKey(KEY.host, KEY.port, "ssh-rsa", b"a newer key")
    trust(file, newer)
    assert trusted(file, KEY.host, KEY.port) == (newer,)
    assert file.read_text().splitlines() == ["# mine", "other.example ssh-rsa AAAA", newer.line]
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("line", ["vm.example", "vm.example ssh-rsa", "vm.example ssh-rsa !!!", "|1|x|y ssh-rsa AAAA"])
def test_a_line_that_is_no_key_is_passed_over(tmp_path: Path, line: str) -> None:
    """It trusts nobody."""
    file = tmp_path / "known_hosts"
    file.write_text(line + "\n")
    assert trusted(file, "vm.example", 22) == ()


def test_names_that_were_hashed_are_known_and_can_be_trusted_anew(tmp_path: Path) -> None:
    """`ssh-keygen -H` hides the names of hosts; the machine stays trusted, and a new key replaces the old one."""
    file = tmp_path / "known_hosts"
    real = make_key(tmp_path / "key").with_suffix(".pub").read_text().split()
    for port in (22, 2222):
        trust(file, HostKey(KEY.host, port, real[0], base64.b64decode(real[1])))
    subprocess.run(("ssh-keygen", "-q", "-H", "-f", str(file)), capture_output=True, check=True)
    assert KEY.host not in file.read_text()
    assert [key.kind for port in (22, 2222, 23) for key in trusted(file, KEY.host, port)] == [real[0], real[0]]
    trust(file, KEY)
    assert trusted(file, KEY.host, 22) == (KEY,)
    assert len(trusted(file, KEY.host, 2222)) == 1


@pytest.mark.parametrize("named", ["vm.example", "*"])
def test_a_key_that_is_revoked_is_not_trusted_until_a_person_trusts_it_again(tmp_path: Path, named: str) -> None:
    """A line that revokes it outweighs the one that names it."""
    file = tmp_path / "known_hosts"
    file.write_text(f"{KEY.line}\n@revoked {named} {KEY.line.split(None, 1)[1]}\n{OTHER.line}\n")
    assert trusted(file, KEY.host, 22) == ()
    assert trusted(file, OTHER.host, 2222) == (OTHER,)
    trust(file, KEY)
    assert trusted(file, KEY.host, 22) == (KEY,)


def test_a_fingerprint_is_the_one_that_openssh_prints(tmp_path: Path) -> None:
    """So that a person can compare the two by eye."""
    key = make_key(tmp_path / "key")
    kind, blob = Path(f"{key}.pub").read_text().split()[:2]
    printed = subprocess.run(("ssh-keygen", "-lf", f"{key}.pub"), capture_output=True, text=True, check=True).stdout
    assert HostKey("h", 22, kind, base64.b64decode(blob)).fingerprint == printed.split()[1]
