"""What stands where the conversation will be: the booklets on the table, or what is missing and what to type.

Pure. Owns these explanations; the sentences about passages and answers are `oracle.app.phrase`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.content import Content

from ingest.contracts import Game
from oracle.app import phrase
from oracle.contracts import Stack
from oracle.display import clean
from oracle.texts import Texts

Say = Texts


def welcome(say: Say, game: Game | None, *, connected: bool, table: Stack | None = None) -> Content:
    """What the screen says before the first question: the booklets on the table, and those left in the box."""
    if game is None:
        return Content.assemble((say("app.name"), "bold $text-accent"), "\n\n", say("app.welcome.choose_first"))
    booklets = Content("")
    for item in game.booklets:
        key = "app.welcome.booklet_one" if item.pages == 1 else "app.welcome.booklet"
        line = say(key, title=item.title, kind=phrase.kind_label(say, item.kind), pages=item.pages)
        left = table is not None and table.booklets and item.ref.booklet not in table.booklets
        off = f" — {say('app.table.off')}" if left else ""
        booklets = booklets.append(Content.styled(f"\n· {line}{off}", "dim" if left else ""))
    for gone in table.notes if table else ():
        booklets = booklets.append(Content.styled(f"\n⚠ {phrase.note(say, gone)}", "$text-warning"))
    return Content.assemble(
        (clean(game.title, one_line=True), "bold $text-accent"),
        booklets,
        f"\n\n{say('app.welcome.ask')}\n",
        (say("app.welcome.example"), "italic"),
        f"\n{say('app.welcome.choose')}",
        ("" if connected else f"\n\n{say('app.welcome.alone.short')}", "$text-warning"),
    )


def how_to_add(say: Say, game: str | None, *, unknown: bool) -> Content:
    """What to type for a game that has no booklet: one that is known, or one that is none yet."""
    lead = say("app.picker.none") if unknown else say("app.picker.empty")
    command = say("app.picker.add", game=game) if game else say("app.welcome.empty.add")
    return Content.assemble((lead, "$text-warning"), f"\n{say('app.picker.add_lead')}\n", (command, "bold"))


def no_books(say: Say, samples: Path | None, home: Callable[[], str | None]) -> Content:
    """How to add a first rulebook, and how to have those that come with the program where they are there.

    `home` has the sentence about a home that somebody named: it may be another one that was meant.
    """
    named = home()
    offered = (
        f"\n\n{say('app.welcome.empty.or_samples')}\n\n  ",
        (f"{say('app.key.name.f7')}  ", "bold $text-accent"),
        (say("app.welcome.empty.samples"), "bold"),
    )
    return Content.assemble(
        (say("app.welcome.empty.title"), "bold $text-accent"),
        (f"\n\n⚠ {clean(named, one_line=True)}" if named else "", "$text-warning"),
        f"\n\n{say('app.welcome.empty.text')}\n\n  ",
        (say("app.welcome.empty.add"), "bold"),
        *(offered if samples else ()),
        f"\n\n{say('app.welcome.empty.retry')}\n{say('app.welcome.doctor')}",
    )


def not_opened(say: Say, error: BaseException, log: Path) -> Content:
    """Why the library cannot be opened, what to type, and who can tell more."""
    again = f"\n\n{say('app.welcome.again')}\n{say('app.welcome.doctor')}"
    return Content.assemble(phrase.failure(say, error, log), again)


def connecting(say: Say, file: Path) -> Content:
    """What to type to connect a Claude, on this machine or on another."""
    local, remote = (_to_type(say(f"app.welcome.alone.{key}")) for key in ("local", "remote"))
    return Content.assemble(
        f"{say('app.welcome.alone.text')}\n\n",
        (local, "bold"),
        f"\n\n{say('app.welcome.alone.trust')}\n\n",
        (remote, "bold"),
        f"\n\n{say('app.welcome.alone.after', file=file)}",
    )


def _to_type(commands: str) -> str:
    return "\n".join(f"  {line}" for line in commands.splitlines())
