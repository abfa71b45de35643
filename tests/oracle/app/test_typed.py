"""What is pasted is text, whatever it holds; a bad byte is a bad letter."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste

from oracle.app.typed import BEGIN, END, Typed
from tests.terminal import Terminal

HOSTILE = "who\x1b[A \x1b\x11quit\x1b[200~ \x11\x9b31m\x1b]52;c;eA==\x07 \x1b\x1b[A\u202e wins\x7f\x00 \x1b"


def said(*pieces: bytes) -> list[str]:
    """The keys and pastes that Textual makes of it."""
    parser, typed, heard = XTermParser(), Typed(), []
    for piece in pieces:
        for event in parser.feed(read) if (read := typed.read(piece)) else ():
            heard.append(
                f"paste {event.text}" if isinstance(event, Paste) else event.key if isinstance(event, Key) else "?"
            )
    return heard


@pytest.mark.parametrize("cut", [1, 3, 7, 1000])
def test_a_paste_is_one_text_without_control_characters(cut: int) -> None:
    """However it comes in pieces: no key, no sequence, and what is typed after it are keys again."""
    sent = f"a{BEGIN}{HOSTILE}{END}\x1b[Ab".encode()
    heard = said(*(sent[at : at + cut] for at in range(0, len(sent), cut)))
    assert heard == ["a", "paste who[A quit[200~ 31m]52;c;eA== [A wins ", "up", "b"]


def test_an_escape_alone_is_not_held_back() -> None:
    """Outside of a paste every character goes on as it comes; the next paste is one again."""
    typed = Typed()
    assert [typed.read(each) for each in (b"\x1b", b"[20", b"0~x\x1b[2", b"01~")] == ["\x1b", "[20", "0~x", END]
    assert typed.read(b"\x1b[200~\x1b\x1b[201~q") == f"{BEGIN}{END}q"


def test_a_byte_that_is_no_utf_8_is_a_letter() -> None:
    """A lone byte of C1, or one that a letter was cut from, does not end the reading."""
    typed = Typed()
    assert typed.read(b"\x9ba") == "\ufffda"
    assert [typed.read(b"\xc3"), typed.read(b"\xa9")] == ["", "é"]


@pytest.mark.slow
def test_the_real_program_takes_a_hostile_paste_as_text(tmp_path: Path) -> None:
    """It does not quit, nothing is asked, and the words stand in the box; nor does a bad byte end it."""
    terminal = Terminal("app", home=tmp_path / "home")
    terminal.wait_for("ingest add")
    terminal.type(f"\x1b[200~{HOSTILE}\r\nsecond\x1b[201~")
    terminal.wait_for("wins")
    terminal.wait_for("second")
    terminal.type(b"\x9b\xff")
    terminal.type("zq")
    terminal.wait_for("zq")
    terminal.type("\x11")
    assert terminal.leave() == 0
