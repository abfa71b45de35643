"""Mounts the commands of the `ingest` package, which receive only what concerns them."""

from __future__ import annotations

import click

from ingest.cli.group import ingest as commands


@click.pass_context
def _enter(context: click.Context) -> None:
    context.obj = context.obj.ingest


ingest = click.Group("ingest", commands=commands.commands, help=commands.help, callback=_enter)
