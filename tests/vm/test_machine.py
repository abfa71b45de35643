"""Both ways to a machine do the same: this machine, and one behind a real sshd."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.swallowing import Line
from tests.sshd import Sshd
from vm.contracts import Process, Program
from vm.deadlines import Deadlines
from vm.errors import Unreachable, VmUsage
from vm.hosts import SshHost
from vm.known_hosts import trust
from vm.local import local_machine
from vm.machine import Machine, no_word
from vm.ssh import ssh_machine


@pytest.fixture(params=["local", "ssh"])
def any_machine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Machine]:
    """The machine under test; the local one has a home of the test's own."""
    if request.param == "ssh":
        yield request.getfixturevalue("machine")
        return
    home = tmp_path / "local-home"
    home.mkdir()
    machine = local_machine({"PATH": os.environ["PATH"], "HOME": str(home)})
    yield machine
    machine.close()


@pytest.fixture
def a_file(tmp_path: Path) -> tuple[Path, str]:
    """A file that no store has yet, and its digest."""
    file = tmp_path / "view.png"
    file.write_bytes(os.urandom(300_000))
    return file, hashlib.sha256(file.read_bytes()).hexdigest()


def lines(process: Process, count: int) -> list[str]:
    """The next lines of a process."""
    coming = process.lines(idle=5, total=10)
    return [next(coming).decode() for _ in range(count)]


def running(mark: str) -> bool:
    """Whether a process with `mark` in its command line runs."""
    listed = subprocess.run(("ps", "-eo", "args"), capture_output=True, text=True, check=True).stdout
    return any(mark in line for line in listed.splitlines())


def gone_within(mark: str, seconds: float) -> bool:
    """Whether it ends within that time."""
    deadline = time.monotonic() + seconds
    while running(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not running(mark)


def sleeper() -> tuple[str, ...]:
    """A program that sleeps long enough to be caught, under a name of its own."""
    return ("sh", "-c", "echo ready; sleep 600; :", uuid.uuid4().hex)


def test_a_short_command_gives_output_and_status(any_machine: Machine) -> None:
    """Bytes in, bytes out, and the status it ended with."""
    done = any_machine.run(("sh", "-c", "cat; echo oops >&2; exit 3"), stdin=b"\x00\xff data")
    assert (done.status, done.stdout, done.stderr) == (3, b"\x00\xff data", b"oops\n")


def test_a_missing_program_is_status_127(any_machine: Machine) -> None:
    """As a shell says it, for a short command and for a watched one."""
    assert any_machine.run(("no-such-program",)).status == 127
    process = any_machine.start(Program(("no-such-program",)))
    assert list(process.lines(idle=5, total=5)) == []
    assert process.wait(5) == 127
    process.close()


def test_a_program_may_be_named_from_the_home_there(any_machine: Machine) -> None:
    """`~/` is the other side's home; a tilde in an argument is a tilde."""
    home = any_machine.run(("sh", "-c", 'printf "#!/bin/sh\\necho \\$1" >~/mine; chmod +x ~/mine'))
    assert home.status == 0
    process = any_machine.start(Program(("~/mine", "~/not")))
    assert list(process.lines(idle=5, total=5)) == [b"~/not"]
    process.close()


def test_a_program_gets_its_environment_and_no_other(any_machine: Machine) -> None:
    """PATH, HOME and what it is given, byte for byte; nothing of our environment or of the login's."""
    given = {"ORACLE_TEST": "a 'b' $(id) `id` \\ é€", "IFS": "x"}
    process = any_machine.start(Program(("env", "-0"), given))
    found = b"\n".join(process.lines(idle=5, total=5)).decode()
    names = {entry.partition("=")[0] for entry in found.split("\0") if entry}
    assert "ORACLE_TEST=" + given["ORACLE_TEST"] in found.split("\0")
    assert names == {"PATH", "HOME", "ORACLE_TEST", "IFS"}
    process.close()


def test_a_secret_stands_in_no_command_line(any_machine: Machine) -> None:
    """While the program runs, no process of the machine shows its environment's values as arguments."""
    secret = uuid.uuid4().hex
    process = any_machine.start(Program(sleeper(), {"KEY": secret}))
    assert lines(process, 1) == ["ready"]
    assert not running(secret)
    process.close()


def test_a_program_runs_in_an_empty_private_folder_that_goes_with_it(any_machine: Machine) -> None:
    """Nothing to read there, nobody else to read it, nothing left of it."""
    process = any_machine.start(Program(("sh", "-c", "pwd; ls -A | wc -l; stat -c %a .; cat")))
    folder, entries, mode = lines(process, 3)
    assert (entries.strip(), mode) == ("0", "700")
    process.close()
    assert not Path(folder).exists()
    assert not Path(folder).parent.exists()


def test_a_conversation_goes_both_ways(any_machine: Machine) -> None:
    """Megabytes in a line each way, in order."""
    process = any_machine.start(Program(("cat",)))
    big = os.urandom(2_000_000).hex().encode()
    for line in (b"one", big, b"two"):
        process.send(line + b"\n")
    coming = process.lines(idle=5, total=20)
    assert [next(coming) for _ in range(3)] == [b"one", big, b"two"]
    process.close()


def test_closing_ends_the_program_within_a_second(any_machine: Machine) -> None:
    """And all that it started."""
    argv = sleeper()
    process = any_machine.start(Program(argv))
    assert lines(process, 1) == ["ready"]
    started = time.monotonic()
    process.close()
    assert gone_within(argv[-1], 1)
    assert time.monotonic() - started < 1


def test_a_program_that_will_not_end_is_killed(any_machine: Machine) -> None:
    """One that ignores the signal to end has a second more."""
    mark = uuid.uuid4().hex
    process = any_machine.start(Program(("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done", mark)))
    assert lines(process, 1) == ["ready"]
    process.close()
    assert gone_within(mark, 3)


def test_a_program_that_ends_by_itself_is_noticed_at_once(any_machine: Machine) -> None:
    """The end of its output comes though our side still holds its input."""
    process = any_machine.start(Program(("sh", "-c", "echo bye; exit 5")))
    started = time.monotonic()
    assert list(process.lines(idle=5, total=5)) == [b"bye"]
    assert process.wait(5) == 5
    assert time.monotonic() - started < 2
    process.close()


def test_a_file_is_sent_once(any_machine: Machine, a_file: tuple[Path, str]) -> None:
    """The second time nothing is sent: the source may even be gone."""
    file, digest = a_file
    stored = any_machine.put(file, digest, ".png")
    assert Path(stored).read_bytes() == file.read_bytes()
    assert Path(stored).stat().st_mode & 0o777 == 0o400
    file.unlink()
    assert any_machine.put(file, digest, ".png") == stored
    assert f"{digest}.png" in any_machine.stored()


def test_a_damaged_copy_is_sent_again(any_machine: Machine, a_file: tuple[Path, str]) -> None:
    """A stored file whose content is not its name's is replaced."""
    file, digest = a_file
    stored = Path(any_machine.put(file, digest, ".png"))
    stored.chmod(0o600)
    stored.write_bytes(b"something else")
    assert f"{digest}.png" not in any_machine.stored()
    assert Path(any_machine.put(file, digest, ".png")).read_bytes() == file.read_bytes()


@pytest.mark.parametrize("into", ["file", "folder", "nothing"])
def test_a_link_in_place_of_a_stored_file_is_not_followed(
    any_machine: Machine, a_file: tuple[Path, str], tmp_path: Path, into: str
) -> None:
    """It is replaced by the file: nothing is written or offered where it leads."""
    file, digest = a_file
    stored = Path(any_machine.put(file, digest, ".png"))
    target = tmp_path / "target"
    target.mkdir() if into == "folder" else target.write_bytes(file.read_bytes()) if into == "file" else None
    stored.unlink()
    stored.symlink_to(target)
    again = Path(any_machine.put(file, digest, ".png"))
    assert again == stored and stored.is_file() and not stored.is_symlink()
    assert not target.exists() or target.is_file() or not list(target.iterdir())


@pytest.mark.parametrize("folder", ["store", "offers"])
def test_a_link_in_place_of_a_folder_of_ours_is_not_followed(
    any_machine: Machine, a_file: tuple[Path, str], tmp_path: Path, folder: str
) -> None:
    """It is taken away, and a folder stands there again; where it led nothing is written or removed."""
    file, digest = a_file
    ours = Path(any_machine.put(file, digest, ".png")).parent.parent / folder
    offered = Path(any_machine.offer(any_machine.put(file, digest, ".png"), "page.png"))
    any_machine.withdraw(str(offered))
    elsewhere = tmp_path / "elsewhere"
    shutil.move(ours, elsewhere)
    before = sorted(elsewhere.rglob("*"))
    ours.symlink_to(elsewhere)
    path = Path(any_machine.offer(any_machine.put(file, digest, ".png"), "page.png"))
    assert path.read_bytes() == file.read_bytes()
    assert ours.is_dir() and not ours.is_symlink()
    assert sorted(elsewhere.rglob("*")) == before


@pytest.mark.parametrize("how", ["written", "link", "folder"])
def test_what_was_altered_since_it_was_stored_is_offered_to_nobody(
    any_machine: Machine, a_file: tuple[Path, str], how: str, tmp_path: Path
) -> None:
    """It is looked at again when it is offered, and sent again by the next that needs it."""
    file, digest = a_file
    stored = Path(any_machine.put(file, digest, ".png"))
    stored.chmod(0o600)
    if how == "written":
        stored.write_bytes(b"another picture")
    else:
        stored.unlink()
        stored.mkdir() if how == "folder" else stored.symlink_to(file)
    with pytest.raises(Unreachable) as caught:
        any_machine.offer(str(stored), "page.png")
    assert caught.value.key == "vm.cannot_store"
    path = Path(any_machine.offer(any_machine.put(file, digest, ".png"), "page.png"))
    assert path.read_bytes() == file.read_bytes()


def test_a_file_that_is_not_what_it_is_said_to_be_is_not_stored(any_machine: Machine, a_file: tuple[Path, str]) -> None:
    """The digest is verified there, after the copy, and nothing of a failed copy is left."""
    file, _ = a_file
    wrong = hashlib.sha256(os.urandom(8)).hexdigest()
    with pytest.raises(Unreachable) as caught:
        any_machine.put(file, wrong, ".png")
    assert caught.value.key == "vm.damaged"
    assert not any(name.startswith((wrong, ".up")) for name in any_machine.stored())


def test_an_offer_is_alone_in_a_folder_of_its_own(any_machine: Machine, a_file: tuple[Path, str]) -> None:
    """Each offer has a fresh private folder; one that was withdrawn goes with the next offer."""
    file, digest = a_file
    stored = any_machine.put(file, digest, ".png")
    first, second = (Path(any_machine.offer(stored, "page.png")) for _ in range(2))
    assert first.parent != second.parent
    assert [entry.name for entry in first.parent.iterdir()] == ["page.png"]
    assert first.parent.stat().st_mode & 0o777 == 0o700
    assert first.read_bytes() == file.read_bytes()
    any_machine.withdraw(str(first))
    third = Path(any_machine.offer(stored, "page.png"))
    assert not first.parent.exists()
    assert second.exists() and third.exists()
    assert Path(stored).exists()


def test_closing_takes_offers_away(any_machine: Machine, a_file: tuple[Path, str]) -> None:
    """What was offered is gone with the connection, withdrawn or not."""
    file, digest = a_file
    stored = any_machine.put(file, digest, ".png")
    withdrawn, offered = (Path(any_machine.offer(stored, "page.png")) for _ in range(2))
    any_machine.withdraw(str(withdrawn))
    any_machine.close()
    assert not withdrawn.parent.exists() and not offered.parent.exists()


@pytest.mark.parametrize("name", ["../x.png", "a/b.png", "", "a\nb", ".hidden"])
def test_a_name_that_leaves_the_folder_is_refused(any_machine: Machine, name: str) -> None:
    """Before anything is asked of the machine."""
    with pytest.raises(VmUsage):
        any_machine.offer("/stored", name)
    with pytest.raises(VmUsage):
        any_machine.put(Path("/nowhere"), name, ".png")


def test_a_greeting_without_an_end_of_line_hides_nothing(
    machine: Machine, sshd: Sshd, a_file: tuple[Path, str]
) -> None:
    """A start-up file that sets the title of a terminal writes before we do (bash reads one, other shells do not)."""
    greeting = sshd.folder / "home" / ".bashrc"
    greeting.write_text("printf '\\033]0;title\\007'\n")
    try:
        stored = machine.put(*a_file, ".png")
        assert machine.offer(stored, "page.png").endswith("/page.png")
        assert Path(stored).name in machine.stored()
        assert machine.facts()["folder"]
    finally:
        greeting.unlink()


def test_a_shell_that_ends_without_a_word_is_said_to() -> None:
    """No sentence ends in a colon: what may have kept it from speaking is named."""
    assert [no_word("there", why).key for why in ("No space left", "")] == ["vm.cannot_store", "vm.shell_mute"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, a_file: tuple[Path, str]) -> None:
    """A home that is a file stands for a disk that takes nothing more."""
    home = tmp_path / "file"
    home.write_text("no folder")
    machine = local_machine({"PATH": os.environ["PATH"], "HOME": str(home)})
    with pytest.raises(Unreachable) as caught:
        machine.put(*a_file, ".png")
    assert caught.value.key == "vm.cannot_store"
    machine.close()


def test_a_program_that_hears_nothing_more_ends(sshd: Sshd, ssh_host: SshHost) -> None:
    """As long as its beat comes it runs; once the line swallows everything it ends, though nobody closed anything."""
    with closing(Line(sshd.port)) as line:
        trust(ssh_host.known_hosts, replace(sshd.host_key, port=line.port))
        machine = ssh_machine(replace(ssh_host, port=line.port), Deadlines(orphan=2))
        mark = sleeper()
        process = machine.start(Program(mark, {}, b"\n"))
        assert lines(process, 1) == ["ready"]
        assert not gone_within(mark[-1], 4.5)
        line.swallow()
        assert gone_within(mark[-1], 5)
        machine.close()


def test_a_program_without_a_beat_is_left_alone(any_machine: Machine) -> None:
    """It gets nothing that it was not sent."""
    process = any_machine.start(Program(("sh", "-c", 'echo "[$ORACLE_PATIENCE]"; cat')))
    process.send(b"one\n")
    assert lines(process, 2) == ["[]", "one"]
    process.close()
