"""The lexical indexes: a file a game, made again when lost, moved out of a catalogue of an older version."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from ingest.contracts import ChannelHits
from ingest.store import catalogue
from ingest.store.lexical import CHANNELS, TOKENIZER, Channel
from ingest.store.lexical_files import OPEN_AT_MOST, Lexicon
from tests.descriptors import open_files, soon_closed
from tests.ingest.shelf import NEW, OLD, Shelf


def heard(shelf: Shelf, channel: Channel = "content", game: str = "tafl") -> ChannelHits:
    """What a channel finds for a word of the book."""
    with shelf.library() as library:
        return library.lexical(library.scope(game), channel, ["throne", "setup"], 5)


def into_the_catalogue(shelf: Shelf, game: str = "tafl") -> None:
    """Put the indexes of a game where version 1 and 2 kept them."""
    lexicon = Lexicon(shelf.settings.lexicons)
    with (
        closing(sqlite3.connect(lexicon.file(game))) as source,
        closing(catalogue.open_writer(shelf.settings.database)) as target,
    ):
        for channel in CHANNELS:
            table = f'"lex_{channel}_{game}"'
            target.execute(f"CREATE VIRTUAL TABLE {table} USING fts5 (text, tokenize = '{TOKENIZER}')")
            rows = source.execute(f"SELECT rowid, text FROM {channel}").fetchall()
            target.executemany(f"INSERT INTO {table} (rowid, text) VALUES (?, ?)", rows)
    lexicon.drop(game)


def tables(shelf: Shelf) -> int:
    """How many tables of indexes the catalogue holds."""
    with closing(sqlite3.connect(shelf.settings.database)) as database:
        found: int = database.execute("SELECT count(*) FROM sqlite_master WHERE name LIKE 'lex_%'").fetchone()[0]
        return found


def test_the_catalogue_holds_no_index_however_many_games(shelf: Shelf) -> None:
    """Its schema is read before the first query of every process: it must not grow with the library."""
    shelf.add(OLD)
    shelf.add(OLD, game="goose")
    assert tables(shelf) == 0
    assert Lexicon(shelf.settings.lexicons).games() == ("goose", "tafl")


def test_indexes_of_an_older_version_answer_and_are_moved_by_the_next_writer(shelf: Shelf) -> None:
    """Same rows and scores before and after; nothing of them stays in the catalogue."""
    shelf.add(OLD)
    before = {channel: heard(shelf, channel) for channel in CHANNELS}
    into_the_catalogue(shelf)
    assert {channel: heard(shelf, channel) for channel in CHANNELS} == before
    assert not shelf.add(OLD).changed
    assert tables(shelf) == 0
    assert {channel: heard(shelf, channel) for channel in CHANNELS} == before
    assert shelf.verify() == ()


@pytest.mark.parametrize("content", [None, b"", b"no database at all, but long enough to look like one" * 50])
def test_a_lost_index_is_said_and_made_again(shelf: Shelf, content: bytes | None) -> None:
    """Other channels answer, the note names the command, and after it all is as before."""
    shelf.add(OLD)
    before = heard(shelf)
    file = Lexicon(shelf.settings.lexicons).file("tafl")
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    lost = heard(shelf)
    assert (lost.hits, [note.key for note in lost.degraded]) == ((), ["ingest.store.degraded_lexical"])
    assert [finding.note.key for finding in shelf.verify()] == ["ingest.verify.damaged_lexicon"]
    shelf.reindex()
    assert heard(shelf) == before
    assert shelf.verify() == ()


def test_rows_that_a_killed_publication_left_are_found_and_cleared(shelf: Shelf) -> None:
    """They are written before the catalogue names them; until then nobody finds them."""
    shelf.add(OLD)
    lexicon = Lexicon(shelf.settings.lexicons)
    lexicon.put("tafl", {channel: [(1000, "throne")] for channel in CHANNELS})
    assert 1000 not in {hit.row for hit in heard(shelf).hits}
    assert [finding.note.key for finding in shelf.verify()] == ["ingest.verify.leftover_lexicon"]


def test_a_thread_keeps_few_files_open(shelf: Shelf) -> None:
    """However many games it asks; a closed library keeps none."""
    games = [f"game-{n}" for n in range(OPEN_AT_MOST + 3)]
    for game in games:
        shelf.add(OLD if game != "game-0" else NEW, game=game)
    with shelf.library() as library:
        for game in games:
            assert library.lexical(library.scope(game), "content", ["throne"], 5).hits
        assert open_files(shelf.settings.lexicons) == OPEN_AT_MOST
    assert soon_closed(shelf.settings.lexicons)
