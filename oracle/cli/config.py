"""`oracle config path|show|set`: the user's own config.toml.

Owns writing one key without losing the file's comments. What the keys mean stands in `oracle.config`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oracle import config as configuration
from oracle.cli.output import emit_json, emit_whole, narrate_line
from oracle.cli.state import State
from oracle.errors import CannotWrite, ConfigError

if TYPE_CHECKING:
    import tomlkit


@click.group()
def config() -> None:
    """Show or change the configuration."""


_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@config.command()
@_json_option
@click.pass_obj
def path(state: State, as_json: bool) -> None:
    """Print where the configuration file is."""
    if as_json:
        emit_json({"file": str(state.config.file), "exists": state.config.file.is_file()})
    else:
        emit_whole(f"{state.config.file}\n")


@config.command()
@_json_option
@click.pass_obj
def show(state: State, as_json: bool) -> None:
    """Print the configuration in force, secrets hidden."""
    if state.refused:
        raise state.refused
    record = configuration.shown(state.config)
    if as_json:
        emit_json({"file": str(state.config.file), "config": record})
    else:
        for name, value in _lines(record):
            emit_whole(f"{name} = {value}".rstrip() + "\n")


def _lines(record: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Each setting as `config set` takes it, a table by its entries."""
    for name, value in record.items():
        if isinstance(value, Mapping) and value:
            yield from _lines({f"{name}.{entry}": each for entry, each in value.items()})
        else:
            yield name, _written(value)


def _written(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case list():
            return ", ".join(map(str, value))
        case None | Mapping():
            return ""
    return str(value)


@config.command("set")
@click.argument("name")
@click.argument("value")
@_json_option
@click.pass_obj
def set_(state: State, name: str, value: str, as_json: bool) -> None:
    """Set NAME to VALUE, for example `vm.transport local` or `claude.env.ANTHROPIC_BASE_URL …`."""
    write(state.config.file, name, value)
    if as_json:
        shown = None if configuration.is_secret(name) else configuration.typed(name, value)
        emit_json({"file": str(state.config.file), "name": name, "value": shown})
        return
    narrate_line(state.say("config.written", name=name, file=state.config.file))


def write(file: Path, name: str, value: str) -> None:
    """Set one dotted key in `file`, whole or not at all; refuse what `oracle.config` would refuse."""
    import tomlkit

    document = _parsed(file)
    before = document.unwrap()
    table: tomlkit.container.Container | tomlkit.items.Table = document
    *parents, last = configuration.checked_key(file, name)
    for parent in parents:
        table = table.setdefault(parent, tomlkit.table())
        if not isinstance(table, Mapping):
            raise ConfigError("config.bad_value", file=file, name=parent, value=table, wanted="a table")
    table[last] = configuration.typed(name, value)
    _check(file, before, document.unwrap(), _alone((*parents, last), table[last]))
    try:
        _replace(file, tomlkit.dumps(document))
    except OSError as error:
        raise CannotWrite("config.not_written", file=file, why=error.strerror or error) from error


def _parsed(file: Path) -> tomlkit.TOMLDocument:
    import tomlkit

    try:
        return tomlkit.parse(file.read_text("utf-8") if file.exists() else "")
    except ValueError as error:
        raise ConfigError("config.unreadable", file=file, why=error) from error


def _check(file: Path, before: Mapping[str, Any], after: Mapping[str, Any], alone: Mapping[str, Any]) -> None:
    """Refuse what `oracle.config` refuses; of several wrong values one may be mended, the others stay told."""
    configuration.check(file, alone if _is_refused(file, before) else after)


def _is_refused(file: Path, table: Mapping[str, Any]) -> bool:
    try:
        configuration.check(file, table)
    except ConfigError:
        return True
    return False


def _alone(parts: Sequence[str], value: object) -> Mapping[str, Any]:
    return {parts[0]: _alone(parts[1:], value) if parts[1:] else value}


def _replace(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=".config-")
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    Path(temporary).replace(file)
