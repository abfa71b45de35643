"""What of the user's own SSH configuration is honoured, read as `ssh -G` reads it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.tools import program
from vm.errors import VmUsage
from vm.ssh_config import Way, look_up

CONFIG = """
# a comment
Include more.conf missing.conf
Host table  tavern
    HostName=vm.example   # not part of it
    User alice
    Port 2200
    IdentityFile ~/.ssh/id_table
    IdentityFile "~/keys/with space"
    ForwardAgent yes
    StrictHostKeyChecking no
Host *.inn !bad.inn
    HostName %h.example.org
    ProxyJump bob@gate:2222
host gate
    hostname gate.example
    User carol
    IdentityFile %d/keys/%r-%h
Host far
    HostName far.example
    ProxyJump gate,second
Host nested
    ProxyJump far
Host straight
    ProxyJump none
Host *
    Port 22000
    User everybody
Match host table
    User matched
Match all
    ConnectTimeout 3
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with such a configuration."""
    folder = tmp_path / ".ssh"
    folder.mkdir()
    (folder / "config").write_text(CONFIG)
    (folder / "more.conf").write_text("Host included\n  HostName included.example\n  User dave\n")
    return tmp_path


def found(home: Path, name: str) -> Way:
    return look_up(home / ".ssh" / "config", name, home)


def test_an_alias_gives_host_user_port_and_keys(home: Path) -> None:
    """The first value wins, keys add up; what is said of trust and of the agent is passed over."""
    keys = (home / ".ssh/id_table", home / "keys/with space")
    assert found(home, "table") == Way("vm.example", "alice", 2200, keys)


def test_jumps_are_hosts_with_entries_of_their_own(home: Path) -> None:
    """What a jump says itself (user, port) wins over the entry of its name, which gives the rest."""
    gate = Way("gate.example", "bob", 2222, (home / "keys/carol-gate.example",))
    assert found(home, "x.inn") == Way("x.inn.example.org", "everybody", 22000, (), (gate,))
    assert found(home, "bad.inn") == Way("bad.inn", "everybody", 22000)


def test_jumps_come_in_order_and_the_first_may_have_its_own(home: Path) -> None:
    """`a,b` is first a, then b; a host that is reached by a jump brings it along."""
    assert [hop.host for hop in found(home, "far").via] == ["gate.example", "second"]
    assert [hop.host for hop in found(home, "nested").via] == ["gate.example", "second", "far.example"]
    assert found(home, "straight").via == ()


@pytest.mark.parametrize("name", ["table", "tavern", "x.inn", "bad.inn", "gate", "far", "included", "else", "straight"])
def test_openssh_understands_the_same(home: Path, name: str) -> None:
    """Host, user and port as `ssh -G` prints them, and as many keys; it runs with a home of its own."""
    file = home / ".ssh" / "config"
    mine = (
        file.read_text().replace("more.conf", str(home / ".ssh" / "more.conf")).replace("Match host table", "Match all")
    )
    file.write_text(mine.replace("User matched", ""))
    told = subprocess.run(
        (str(program("ssh")), "-G", "-F", str(file), name), capture_output=True, text=True, check=True
    ).stdout
    theirs = dict(line.split(" ", 1) for line in told.splitlines() if " " in line)
    way = found(home, name)
    assert (way.host, way.user, str(way.port)) == (theirs["hostname"], theirs["user"], theirs["port"])
    assert theirs.get("proxyjump", "none") == "none" if not way.via else theirs["proxyjump"]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Host a\n ProxyCommand nc %h %p\n", "vm.ssh_config_command"),
        ("Host a\n ProxyJump b\nHost b\n ProxyJump a\n", "vm.ssh_config_loop"),
        ("Include config\n", "vm.ssh_config_loop"),
        ("Host a\n Port many\n", "vm.ssh_config_bad"),
        ("Host a\n HostName %Z\n", "vm.ssh_config_bad"),
        ('Host a\n IdentityFile "open\n', "vm.ssh_config_bad"),
        ("Host a\n ProxyJump a b:c:d\n", "vm.ssh_config_bad"),
    ],
)
def test_what_would_lead_elsewhere_is_an_error(home: Path, text: str, key: str) -> None:
    """Never a direct connection where another way was meant."""
    (home / ".ssh" / "config").write_text(text)
    with pytest.raises(VmUsage) as caught:
        found(home, "a")
    assert caught.value.key == key


def test_a_configuration_that_is_not_there_is_said(tmp_path: Path) -> None:
    """It was asked for."""
    with pytest.raises(VmUsage) as caught:
        look_up(tmp_path / "none", "a", tmp_path)
    assert caught.value.key == "vm.ssh_config_unreadable"
