"""What the current revision of a booklet can give to the next one: pages, chunks, or everything.

Owns finding it and linking its pictures. What is damaged gives nothing.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ingest.contracts import Booklet, BookletKind, BookletRef, Page, Reading
from ingest.settings import Settings
from ingest.sources import file_digest
from ingest.store import catalogue, catalogue_read
from ingest.store.catalogue_read import Published
from ingest.store.corpus_files import MANIFEST, is_whole
from ingest.store.fingerprint import AddOrder, Recipe, recipe_from


@dataclass(frozen=True)
class Known:
    """The current revision of a booklet and what it was made from.

    `whole`: its manifest stands on the disk as it was published. `cached`: all its vectors are in the cache.
    """

    published: Published
    recipe: Recipe
    whole: bool
    cached: bool
    game_title: str

    @property
    def booklet(self) -> Booklet:
        """As readers see it."""
        return self.published.booklet

    def order(self) -> AddOrder:
        """The order that would make it again."""
        recipe = self.recipe
        return AddOrder(
            ref=self.booklet.ref,
            title=recipe.title,
            kind=BookletKind(recipe.kind),
            languages=recipe.languages,
            ocr=recipe.ocr,
            amends=recipe.amends,
            order=recipe.order,
            game_title=self.game_title,
        )


def known_revision(settings: Settings, ref: BookletRef) -> Known | None:
    """What is published of a booklet, if anything."""
    if not settings.database.is_file():
        return None
    with catalogue.translated(settings.database):
        connection = catalogue.open_reader(settings.database)
        try:
            published = catalogue_read.published_one(connection, settings.books, ref)
            return None if published is None else _known(connection, published)
        finally:
            connection.close()


def is_sound(known: Known) -> bool:
    """Whether every file of a revision is as it was published, so that it may be given to the next one."""
    return known.whole and is_whole(known.booklet.folder)


def link_pictures(old: Path, new: Path, reading: Reading) -> None:
    """Give the pictures of one revision to another: hard links, or copies where there are none."""
    for name in sorted({name for page in reading.pages for name in _pictures(page)}):
        target = new / name
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(old / name, target)
        except OSError:  # another file system, or one without hard links
            shutil.copyfile(old / name, target)


def _known(connection: sqlite3.Connection, published: Published) -> Known:
    ref, folder = published.booklet.ref, published.booklet.folder
    digest = catalogue_read.manifest_digest(connection, published.id)
    return Known(
        published,
        recipe_from(catalogue_read.recipe(connection, published.id)),
        (folder / MANIFEST).is_file() and file_digest(folder / MANIFEST) == digest,
        catalogue_read.all_cached(connection, published.id),
        catalogue_read.game_title(connection, ref.game) or ref.game,
    )


def _pictures(page: Page) -> Iterable[str]:
    yield from (name for name in (page.image, page.thumb) if name is not None)
    yield from (picture.file for picture in page.pictures if picture.file is not None)
