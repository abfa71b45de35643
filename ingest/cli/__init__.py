"""`oracle ingest`: put rulebooks on the shelf, look at them, take them off.

Owns the commands' options and reports. Every module here is light: what is heavy is imported inside the functions
that need it. Writes only through the `Screen` of its context; the program that mounts the group turns errors into
sentences and exit codes.
"""

from __future__ import annotations

import click

from ingest.cli.add import add
from ingest.cli.icons import icons
from ingest.cli.pages import show
from ingest.cli.reembed import reembed
from ingest.cli.revisions import prune, restore, revisions, status
from ingest.cli.shelf import list_, remove
from ingest.cli.sync import sync
from ingest.cli.upkeep import reindex, verify


@click.group()
def ingest() -> None:
    """Put rulebooks on the shelf, look at them, take them off."""


for command in (
    add, sync, list_, show, icons, status, revisions, restore, prune, remove, reindex, reembed, verify,
):  # fmt: skip
    ingest.add_command(command)
