"""`oracle vm setup`: shown before it is done, done once, undone to the byte; against a real sshd."""

from __future__ import annotations

import io
import json
import sys
from contextlib import closing
from pathlib import Path

import pytest

from oracle.cli.vm_setup import KEY
from oracle.config import load
from tests.guarded import Guarded
from tests.oracle.commands import oracle
from vm.errors import Rejected
from vm.ssh import ssh_machine


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_dry_run_shows_every_file_and_writes_none(plain: Guarded) -> None:
    """The key, each file whole, the line; nothing is new on either side."""
    before = tree(plain.there), tree(plain.home)
    ran = oracle("vm", "setup", "--dry-run")
    assert ran.code == 0
    for shown in ("vm_key", "guard.py", "allowed.json", ".ssh/authorized_keys", 'restrict,command="', "class Dialogue"):
        assert shown in ran.out
    assert (tree(plain.there), tree(plain.home)) == before


def test_what_setting_up_does_is_told_to_programs(plain: Guarded) -> None:
    """Each file whole, shown, written and taken away; the document is alone on standard output."""
    shown = oracle("vm", "setup", "--dry-run", "--json").json
    assert shown["state"] == "shown" and "class Dialogue" in shown["changes"][0]["text"]
    done = oracle("vm", "setup", "--yes", "--json")
    assert (done.json["state"], len(done.json["changes"])) == ("done", len(shown["changes"]))
    assert 'restrict,command="' in done.err
    assert oracle("vm", "setup", "--yes", "--json").json["state"] == "nothing"
    undone = oracle("vm", "setup", "--undo", "--yes", "--json").json
    assert undone["state"] == "undone" and "remove" in {each["change"] for each in undone["changes"]}


def test_without_a_yes_nothing_is_written(plain: Guarded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Just Enter is a no; what would be done was shown."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    before = tree(plain.there), tree(plain.home)
    ran = oracle("vm", "setup")
    assert 'restrict,command="' in ran.out
    assert (tree(plain.there), tree(plain.home)) == before


def test_twice_is_once(guarded: Guarded) -> None:
    """The second time nothing is left to do, on either side."""
    before = tree(guarded.there), tree(guarded.home)
    ran = oracle("vm", "setup", "--yes")
    assert (ran.code, ran.out) == (0, "")
    assert (tree(guarded.there), tree(guarded.home)) == before


@pytest.mark.parametrize("ending", ["", "\n", "\n# the end", "\r\nssh-rsa AAAA windows\r\n\n\n"])
def test_undo_gives_back_every_byte(plain: Guarded, ending: str) -> None:
    """Other lines, comments and odd ends of authorized_keys are as before, and so are both folders."""
    plain.keys.write_bytes(plain.keys.read_bytes().rstrip(b"\n") + ending.encode())
    plain.keys.chmod(0o640)
    before = tree(plain.there), tree(plain.home)
    assert oracle("vm", "setup", "--yes").code == 0
    assert plain.keys.read_bytes().endswith(before[0][".ssh/authorized_keys"])
    assert plain.keys.stat().st_mode & 0o777 == 0o640
    assert oracle("vm", "setup", "--undo", "--yes").code == 0
    assert (tree(plain.there), tree(plain.home)) == before
    assert not (plain.there / ".local").exists()


def test_a_shell_that_greets_and_says_goodbye_is_set_up_like_any(plain: Guarded) -> None:
    """What a start-up file of the account prints is no part of a report (bash reads one, other shells do not)."""
    (plain.there / ".bashrc").write_text("trap 'echo bye' EXIT\nprintf 'Welcome, 3 updates'\n")
    before = tree(plain.there)
    assert oracle("vm", "setup", "--yes").code == 0
    assert oracle("vm", "setup", "--undo", "--yes").code == 0
    assert tree(plain.there) == before


def test_lines_that_others_add_later_survive_the_undo(guarded: Guarded) -> None:
    """Only our line goes."""
    ours, rest = guarded.keys.read_bytes().split(b"\n", 1)
    guarded.keys.write_bytes(b"# before\n" + ours + b"\n# between\n" + rest)
    assert oracle("vm", "setup", "--undo", "--yes").code == 0
    assert guarded.keys.read_bytes() == b"# before\n# between\n" + rest


def test_afterwards_the_key_for_questions_is_the_one_in_use(guarded: Guarded) -> None:
    """It is its owner's alone; the key that opens a shell is remembered for the next setup, and comes back."""
    file = guarded.home / KEY
    assert load({}, home=guarded.home).vm.key == str(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert oracle("vm", "setup", "--undo", "--yes").code == 0
    assert load({}, home=guarded.home).vm.key == str(guarded.sshd.key)
    assert not file.exists()


def test_another_configuration_brings_the_list_up_to_date(guarded: Guarded) -> None:
    """A program of another name is refused until setup ran again, which changes the list alone."""
    assert oracle("config", "set", "claude.env.DISABLE_TELEMETRY", "0").code == 0
    before = tree(guarded.there)
    ran = oracle("vm", "setup", "--yes")
    assert ran.code == 0
    after = tree(guarded.there)
    assert [Path(name).name for name in after if after[name] != before.get(name)] == ["allowed.json"]


def test_the_key_for_questions_cannot_set_up(guarded: Guarded) -> None:
    """It opens no shell; the error names the option that helps."""
    assert oracle("config", "set", "claude.model", "x").code == 0
    ran = oracle("vm", "setup", "--yes", "--key", str(guarded.home / KEY))
    assert ran.code == 6
    assert "oracle vm setup --key" in ran.err


def test_a_linked_authorized_keys_is_left_alone(plain: Guarded) -> None:
    """Replacing it whole would cut the link."""
    real = plain.keys.rename(plain.keys.with_name("real"))
    plain.keys.symlink_to(real)
    ran = oracle("vm", "setup", "--yes")
    assert ran.code == 2
    assert plain.keys.is_symlink()
    assert not (plain.home / KEY).exists()


def test_what_does_not_work_is_put_back(plain: Guarded) -> None:
    """A machine whose sshd reads its keys elsewhere: everything there is as before, and the key in use too."""
    elsewhere = plain.there / "elsewhere"
    file = plain.sshd.folder / "sshd_config"
    elsewhere.write_bytes(plain.keys.read_bytes())
    elsewhere.chmod(0o600)
    file.write_text(file.read_text().replace(str(plain.keys), str(elsewhere)))
    plain.sshd.reload()
    before = tree(plain.there)
    ran = oracle("vm", "setup", "--yes")
    assert ran.code == 6
    assert tree(plain.there) == before
    assert load({}, home=plain.home).vm.key == str(plain.sshd.key)


def test_doctor_knows_a_wrapper_and_one_that_is_out_of_date(guarded: Guarded) -> None:
    """Guarded, every check passes with the key for questions; another configuration is said, with what to type."""
    told = checks()
    assert [name for name, check in told.items() if not check["ok"] or check["hint"]] == []
    assert oracle("config", "set", "claude.env.DISABLE_TELEMETRY", "0").code == 0
    told = checks()
    assert [name for name, check in told.items() if not check["ok"]] == ["wrapper", "claude"]
    assert told["wrapper"]["hint"] == told["claude"]["hint"] == "oracle vm setup"


def test_a_wrapper_that_knows_less_than_this_release_is_told_apart_from_none(guarded: Guarded) -> None:
    """It refuses even to be examined, and to keep a page: said as what it is, each time with what to type."""
    (file,) = guarded.there.rglob("allowed.json")
    older = json.loads(file.read_bytes())
    older["commands"] = {digest: kind for digest, kind in older["commands"].items() if kind in ("ask", "look")}
    file.write_text(json.dumps(older))
    told = checks()
    assert [name for name, check in told.items() if not check["ok"]] == ["wrapper"]
    assert told["wrapper"]["hint"] == "oracle vm setup"
    with closing(ssh_machine(guarded.host)) as machine, pytest.raises(Rejected, match="not_on_the_list"):
        machine.stored()


def checks() -> dict[str, dict[str, object]]:
    """What the doctor says, by name."""
    return {check["name"]: check for check in oracle("vm", "doctor", "--json").json["checks"]}
