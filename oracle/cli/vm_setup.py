"""`oracle vm setup`: a key that can only ask questions, made here and let in there; everything shown before it is done.

Owns what is shown and the order on this side. What changes on the machine is `oracle.wrapper`'s.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import click

from ingest.cli.asking import agreed
from oracle.cli.output import emit, emit_json, emit_whole, narrate_line
from oracle.cli.passphrase import on_the_terminal
from oracle.cli.state import State
from oracle.config import Config
from oracle.texts import Texts

if TYPE_CHECKING:
    from oracle.wrapper.install import Remembered
    from oracle.wrapper.plan import Change
    from vm.machine import Machine

KEY, MEMORY = "vm_key", "vm_setup.json"


@dataclass(frozen=True)
class Way:
    """What was said on the command line. For programs, what people are shown is narration."""

    login: str | None
    dry_run: bool
    yes: bool
    as_json: bool

    def show(self, text: str) -> None:
        """Lines for people."""
        (narrate_line if self.as_json else emit)(text)

    def show_whole(self, text: str) -> None:
        """The same, as they are."""
        if self.as_json:
            narrate_line(text)
        else:
            emit_whole(text + "\n")


@dataclass(frozen=True)
class Ended:
    """What became of it: what was written, or would be."""

    state: Literal["done", "undone", "nothing", "shown", "left"]
    changes: Sequence[Change] = ()


@click.command()
@click.option(
    "--key", "login", help="Private key that opens a shell there (default: the one used before, else vm.key)."
)
@click.option("--dry-run", is_flag=True, help="Show everything that would be written, whole; write nothing.")
@click.option("--yes", is_flag=True, help="Do what is shown, without asking.")
@click.option("--undo", is_flag=True, help="Take everything away again, here and there.")
@click.option("--json", "as_json", is_flag=True, help="Print {schema, machine, key, state, changes}.")
@click.pass_obj
def setup(state: State, login: str | None, dry_run: bool, yes: bool, undo: bool, as_json: bool) -> None:
    """Make a key that can only ask questions, and a wrapper on the machine that holds it to that.

    Needs a key that opens a shell there, this once; no sudo. Other lines of authorized_keys stay as they are. Doing it
    again changes nothing, or brings an older wrapper up to date.
    """
    from oracle.wrapper.install import Remembered

    way = Way(login, dry_run, yes, as_json)
    memory = Remembered(state.config.home / MEMORY)
    machine = _machine(_as_before(state.config, way, memory), state.say)
    try:
        ended = (_undo if undo else _setup)(state, machine, way, memory)
    finally:
        machine.close()
    if as_json:
        key = str(state.config.home / KEY)
        changes = [_change_json(each) for each in ended.changes]
        emit_json({"machine": machine.name, "key": key, "state": ended.state, "changes": changes})


def _change_json(change: Change) -> dict[str, object]:
    text = None if change.after is None else change.after.decode("utf-8", "replace")
    return {"file": f"~/{change.name}", "change": "remove" if text is None else "write", "text": text}


def _setup(state: State, machine: Machine, way: Way, memory: Remembered) -> Ended:
    from oracle.wrapper.allowed import allowed_file, expected_digest, guard_file
    from oracle.wrapper.install import carry_out, look, prove
    from oracle.wrapper.plan import plan_setup, plan_undo
    from vm.errors import VmError
    from vm.keys import keep_key, new_key, public_line

    config, say = state.config, state.say
    file = config.home / KEY
    private, public = (None, public_line(file)) if file.exists() else new_key()
    changes = plan_setup(look(machine, public), public, guard_file(), allowed_file(config.claude))
    if not changes and private is None and config.vm.key == str(file):
        narrate_line(say("vm.setup.nothing", name=machine.name))
        return Ended("nothing")
    if private:
        way.show_whole(say("vm.setup.new_key", file=file, public=public))
    way.show(say("vm.setup.set_key", file=file))
    if not _agreed(changes, machine, way, say):
        return Ended("shown" if way.dry_run else "left", changes)
    config.home.mkdir(parents=True, exist_ok=True, mode=0o700)
    if private:
        keep_key(file, private)
    login = memory.login if config.vm.key == str(file) else config.vm.key
    memory.keep(way.login or login or "")
    carry_out(machine, changes)
    guarded = _machine(replace(config, vm=replace(config.vm, key=str(file))), say)
    try:
        prove(guarded, expected_digest(config.claude))
    except VmError:
        carry_out(machine, plan_undo(look(machine, public), public))
        raise
    finally:
        guarded.close()
    _set_key(config, str(file), say)
    narrate_line(say("vm.setup.done", name=machine.name))
    return Ended("done", changes)


def _undo(state: State, machine: Machine, way: Way, memory: Remembered) -> Ended:
    from oracle.wrapper.install import carry_out, look
    from oracle.wrapper.plan import plan_undo
    from vm.keys import public_line

    config, say = state.config, state.say
    file = config.home / KEY
    if not file.exists():
        narrate_line(say("vm.setup.not_there"))
        return Ended("nothing")
    public = public_line(file)
    changes = plan_undo(look(machine, public), public)
    way.show(say("vm.setup.drop_key", file=file))
    if not _agreed(changes, machine, way, say):
        return Ended("shown" if way.dry_run else "left", changes)
    carry_out(machine, changes)
    if config.vm.key == str(file):
        _set_key(config, memory.login or "", say)
    file.unlink()
    memory.forget()
    narrate_line(say("vm.setup.undone", name=machine.name))
    return Ended("undone", changes)


def _as_before(config: Config, way: Way, memory: Remembered) -> Config:
    """The configuration with a key that opens a shell: the one named, else the one in use before there was another."""
    ours = config.vm.key == str(config.home / KEY)
    key = way.login or (memory.login if ours else config.vm.key) or ""
    return replace(config, vm=replace(config.vm, key=key))


def _machine(config: Config, say: Texts) -> Machine:
    from oracle.connect import ssh_host
    from vm.ssh import ssh_machine

    return ssh_machine(ssh_host(config, on_the_terminal(say)))


def _agreed(changes: Sequence[Change], machine: Machine, way: Way, say: Texts) -> bool:
    """Everything shown, then a person's yes."""
    from oracle.wrapper.plan import KEYS

    for change in changes:
        key = "vm.setup.remove" if change.after is None else "vm.setup.write"
        size = len(change.after or b"")
        way.show(say(key, name=machine.name, file=f"~/{change.name}", size=size))
        if way.dry_run or change.name == KEYS:
            way.show_whole(_difference(change))
    if way.dry_run:
        narrate_line(say("vm.setup.dry"))
        return False
    if not way.yes:
        narrate_line(say("vm.setup.whole"))
    if way.yes or _yes(say):
        return True
    narrate_line(say("vm.setup.left"))
    return False


def _yes(say: Texts) -> bool:
    try:
        return agreed(say("vm.setup.ask"), say)
    except click.Abort:
        return False


def _difference(change: Change) -> str:
    """What goes and what comes, line by line, nothing around it."""
    before, after = ((text or b"").decode("utf-8", "replace").splitlines() for text in (change.before, change.after))
    lines = difflib.unified_diff(before, after, lineterm="", n=0)
    return "\n".join(f"  {line}" for line in lines if not line.startswith(("---", "+++", "@@")))


def _set_key(config: Config, key: str, say: Texts) -> None:
    from oracle.cli.config import write

    if config.vm.key != key:
        write(config.file, "vm.key", key)
        narrate_line(say("config.written", name="vm.key", file=config.file))
