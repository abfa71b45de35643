"""What the real program writes to a terminal, byte for byte, over books, names and questions made to steer it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ingest.contracts import BookletKind, BookletRef
from ingest.library import Library
from ingest.pipeline import add
from ingest.settings import Settings
from ingest.store.fingerprint import AddOrder
from tests.terminal import Terminal
from tests.tools import missing

OWN = re.compile(
    r"\x1b\[[0-9;:]*m"  # colours
    r"|\x1b\[\d*;?\d*H"  # the cursor's place
    r"|\x1b\[\?(?:7|25|1000|1003|1004|1006|1015|1016|1049|2004|2026|2048)[hl]"  # screen, mouse, paste, focus, resize
    r"|\x1b\[\?(?:2026|2048)\$p|\x1b\[[<>]\d*u"  # what the terminal can do; its keyboard
    r"|\x1b\[\d*[ABCDGJK]"  # a progress line drawn anew
    r"|\x1b\]22;[a-z-]*\x07"  # the mouse's shape
)
"""What Textual and our progress lines write. The one OSC is the mouse's: nothing copies, names a window or links."""

FOREIGN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # C0 but tab and line ends, DEL, C1
    "\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"  # bidi, invisible, tags
)
NASTY = (
    "[red]seven[/] \x1b]52;c;ZXZpbA==\x07 \x1b]0;pwned\x07 \x1b]8;;file:///etc/passwd\x1b\\click\x1b]8;;\x1b\\ \x1b[2J "
    "\x9b31m \x9d0;c1\x9c \x90q\x9c \u202eevil\u202c \u2067x\u2069 \u200b \U000e0041 \x08\x08 $(touch x) `id`"
)
ALL = """
import json, sys
from oracle.cli import run
for arguments in json.loads(sys.argv[1]):
    try:
        run(arguments)
    except SystemExit:
        pass
print("all done")
"""


def foreign(seen: bytes) -> list[str]:
    """What stands in the bytes that the program would not write by itself, each with what is around it."""
    text = OWN.sub("", seen.decode("utf-8"))  # strict: a lone byte of C1 is no UTF-8
    return [repr(text[max(0, at.start() - 30) : at.end() + 30]) for at in FOREIGN.finditer(text)]


def commands(home: Path, question: str) -> Iterator[Sequence[str]]:
    """Everything that prints what was found, what it is called or what was asked."""
    with Library.open(Settings(home, models=("hash",))) as library:
        booklets = [booklet.ref for game in library.games() for booklet in game.booklets]
    for ref in booklets:
        yield "show", f"{ref.game}/{ref.booklet}:1"
    yield "show", f"{booklets[0].game}/{booklets[0].booklet}:1", "--quote", question
    game = booklets[0].game
    for asked in (question, "click [bold] quit the game with the dice"):
        yield "search", "-g", game, "--", asked
        yield "ask", "-g", game, "--no-model", "--", asked
    yield "search", "-g", question, "x"
    yield "show", question
    yield ("games",)
    yield ("log",)
    yield "ingest", "list"


def printed(home: Path, question: str) -> bytes:
    """What all commands write to a terminal, in one process."""
    given = json.dumps([list(each) for each in commands(home, question)])
    terminal = Terminal(given, home=home, code=ALL)
    terminal.wait_for("all done", within=120)
    assert terminal.leave() == 0
    return terminal.seen


def played(home: Path, question: str, words: str) -> bytes:
    """What the app writes: NASTY is pasted, then `question` brings `words`, pages and every list are looked at."""
    terminal = Terminal("app", home=home)
    terminal.wait_for("passages only")
    for asked in (NASTY, question):
        terminal.type(f"\x1b[200~{asked}\x1b[201~")
        terminal.read(0.5)
        terminal.type("\r")
        terminal.wait_for("passages only", since=len(terminal.seen))
    terminal.wait_for(words, within=20)
    for keys in ("\x1b[1;5B", "\r", "n", "p", "v", "z", "z", "\x1b", "\x07", "\x1b", "\x12", "\x1b", "\x10", "\x1b"):
        terminal.type(keys)
        terminal.read(0.4)
    terminal.type("\x11")
    assert terminal.leave() == 0
    return terminal.seen


def table(home: Path) -> None:
    """Have the hash provider configured."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text('[embedding]\nmodels = ["hash"]\n')


@pytest.fixture
def nasty_home(home: Path, tmp_path: Path) -> Path:
    """A home whose one book, its name and its title are made to steer a terminal."""
    table(home)
    book = tmp_path / "seven\x1b]0;pwn\x07\u202e\x9b31m.md"
    book.write_text(f"# Dice {NASTY}\n\nOn a seven, discard half of the cards. {NASTY}\n\n- {NASTY}\n")
    order = AddOrder(BookletRef("nasty", "core"), f"Core {NASTY}", BookletKind.CORE, languages=("en",))
    add(book, order, Settings(home, models=("hash",)))
    return home


def test_a_steering_sequence_would_be_seen() -> None:
    """The capture is not blind: each kind of byte is noticed, and what Textual writes is not."""
    for hostile in (
        "\x1b]52;c;eA==\x07",
        "\x1b]8;;x\x1b\\",
        "\x9b31m",
        "\u202e",
        "\u2067",
        "\U000e0041",
        "\x08",
        "\x07",
    ):
        assert foreign(f"\x1b[1mx{hostile}y".encode())
    assert not foreign(b"\x1b[?1049h\x1b[?25l\x1b[38;2;1;2;3mx\x1b[0m\x1b[3;4H\x1b[?2026$p\x1b[<u\r\n")
    with pytest.raises(UnicodeDecodeError):
        foreign(b"\x9b31m")


@pytest.mark.slow
def test_commands_write_nothing_of_a_book_to_the_terminal_but_text(nasty_home: Path) -> None:
    """Pages, passages, names, questions and errors: no OSC, no C1, no bidi byte on a terminal."""
    seen = printed(nasty_home, NASTY)
    assert b"discard half" in seen
    assert foreign(seen) == []


@pytest.mark.slow
def test_the_app_writes_nothing_of_a_book_to_the_terminal_but_text(nasty_home: Path) -> None:
    """The question is pasted, the page opened as text and as picture, the lists looked at."""
    assert foreign(played(nasty_home, "On a seven, how many cards do I discard?", "discard half")) == []


@pytest.mark.slow
def test_the_hostile_books_of_the_corpus_write_nothing_but_text(corpus: Path, home: Path, tmp_path: Path) -> None:
    """e08 to e13 and every hostile name: read in a terminal, shown by each command, played with in the app."""
    generator, out = corpus / "broken" / "generate.py", tmp_path / "broken"
    if not generator.exists():
        missing(str(generator))
    subprocess.run([sys.executable, str(generator), str(out)], check=True, capture_output=True, timeout=120)
    files = [file for file in sorted(out.iterdir()) if re.match(rb"e08|e09|e1[0-3]|-?g\d\d", os.fsencode(file.name))]
    assert len(files) >= 20
    table(home)
    reading = Terminal("ingest", "add", "-g", "nasty", "--", *map(str, files), home=home)
    reading.leave(within=300)
    assert foreign(reading.seen) == []
    assert foreign(printed(home, NASTY)) == []
    assert foreign(played(home, "What does it say about RED and click?", "RED")) == []
