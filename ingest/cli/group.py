"""The commands of `oracle ingest`, together. Imported by nothing but what mounts them: it imports them all."""

from __future__ import annotations

import click

from ingest.cli.add import add
from ingest.cli.icons import icons
from ingest.cli.pages import show
from ingest.cli.reembed import reembed
from ingest.cli.revisions import prune, restore, revisions, status
from ingest.cli.shelf import list_, remove
from ingest.cli.sync import sync
from ingest.cli.title import title
from ingest.cli.upkeep import reindex, verify


@click.group()
def ingest() -> None:
    """Put rulebooks on the shelf, look at them, take them off."""


for command in (
    add, sync, list_, show, icons, title, status, revisions, restore, prune, remove, reindex, reembed, verify,
):  # fmt: skip
    ingest.add_command(command)
