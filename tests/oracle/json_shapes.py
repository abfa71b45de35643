"""Holds what a command printed against the JSON Schema that the package has of it (`oracle/schemas/output.json`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import click
from jsonschema import Draft202012Validator

from oracle.cli import main

DRY_RUN = "ask --dry-run"


@cache
def shapes() -> dict[str, Any]:
    """Every shape and what they share, by name."""
    told = json.loads((resources.files("oracle") / "schemas" / "output.json").read_text("utf-8"))
    Draft202012Validator.check_schema(told)
    definitions: dict[str, Any] = told["$defs"]
    return definitions


@cache
def validator(name: str) -> Draft202012Validator:
    """The check of one shape."""
    return Draft202012Validator({"$ref": "#/$defs/" + name.replace(" ", "%20"), "$defs": shapes()})


def promised(arguments: Sequence[str], document: object) -> None:
    """Fail where a document is not of the shape that its command promises."""
    name = command_of(arguments)
    if name == "ask" and "--dry-run" in arguments:
        name = DRY_RUN
    faults = [f"{list(error.absolute_path)}: {error.message}" for error in validator(name).iter_errors(document)]
    assert faults == [], f"oracle {name}"


def command_of(arguments: Sequence[str]) -> str:
    """The command of a command line: `ingest add`."""
    path: list[str] = []
    group: click.Command | None = main
    for word in arguments:
        if isinstance(group, click.Group):
            context = click.Context(group)
            if word in group.list_commands(context):
                path.append(word)
                group = group.get_command(context, word)
    return " ".join(path)
