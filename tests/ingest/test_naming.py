"""Names suggested by files, however hostile the file's name is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts import is_slug
from ingest.errors import UsageError
from ingest.naming import checked_game, checked_ref, is_text, shown, slug_from, slug_of, title_of


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Rules of Play.pdf", "rules-of-play"),
        ("Règles_du_jeu v2.1.pdf", "regles-du-jeu-v2-1"),
        ("L'Œuf & la bæche.md", "l-oeuf-la-baeche"),
        ("-leading-dash.pdf", "leading-dash"),
        ("..hidden..pdf", "hidden"),
        ("a" * 200 + ".pdf", "a" * 64),
        ("$(reboot);'\"`.pdf", "reboot"),
    ],
)
def test_a_file_suggests_a_slug(name: str, slug: str) -> None:
    """Accents fall, everything else becomes a hyphen."""
    assert slug_of(Path(name)) == slug


@given(st.binary(min_size=1, max_size=80).filter(lambda b: b"/" not in b and b"\0" not in b))
def test_any_bytes_make_a_slug_and_a_title_that_can_be_shown(raw: bytes) -> None:
    """Whatever a disk holds: a valid slug, the same each time, and text without control characters."""
    file = Path(os.fsdecode(raw))
    assert is_slug(slug_of(file))
    assert slug_of(file) == slug_of(file)
    assert title_of(file).isprintable()
    assert title_of(file)
    assert shown(file).isprintable()
    shown(file).encode("utf-8")


def test_names_without_a_letter_of_ours_do_not_collide() -> None:
    """Two Chinese names are two booklets."""
    assert slug_from("規則") != slug_from("擴充")


def test_a_title_is_the_name_made_readable() -> None:
    """Underscores are spaces; outer hyphens go."""
    assert title_of(Path("-regles_du_jeu-.pdf")) == "regles du jeu"


def test_bytes_that_are_no_text_and_what_steers_a_terminal_are_shown_escaped() -> None:
    """A name is told apart from another one, and obeyed by no terminal."""
    assert shown(os.fsdecode(b"r\xe9gles.pdf")) == r"r\xe9gles.pdf"
    assert shown("a\x1b[31m\u202eb") == r"a\x1b[31m\u202eb"
    assert (slug_of(Path(os.fsdecode(b"r\xe9gles.pdf"))), title_of(Path(os.fsdecode(b"r\xe9gles.pdf")))) == (
        "regles",
        "régles",
    )
    assert not is_text(Path(os.fsdecode(b"r\xe9gles.pdf")))
    assert is_text(Path("règles.pdf"))


@pytest.mark.parametrize("name", ["../../x", "", "A", "a/b", "-x", "x" * 65, "a b", "\ud800"])
def test_what_is_no_slug_names_no_game(name: str) -> None:
    """Exit code 2, with a name that would do."""
    with pytest.raises(UsageError) as caught:
        checked_game(name)
    assert caught.value.exit_code == 2
    assert is_slug(str(caught.value.facts["instead"]))
    with pytest.raises(UsageError):
        checked_ref("fine", name)
