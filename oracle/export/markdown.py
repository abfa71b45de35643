"""Answers as Markdown, and one answer as plain text for the clipboard.

Pure. Owns the layout of both. What a book, a model or a player wrote is text in Markdown too: it can neither become a
heading, nor a link, nor HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from oracle.display import clean
from oracle.export.entry import Cited, Entry
from oracle.texts import Texts

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~$&])")
_LINE_START = re.compile(r"^(\s*(?:\d{1,9}(?=[.)]))?)([#>+=.)-])", re.MULTILINE)
_ADDRESS = re.compile(r"://|(?<=[wW]{3})\.|@")

Escape = Callable[[str], str]


def markdown(entries: Iterable[Entry], say: Texts, title: str) -> str:
    """All answers, oldest first, under one title."""
    parts = [f"# {escaped(title)}", *("\n\n".join(_entry(each, say)) for each in entries)]
    return "\n\n".join(parts) + "\n"


def plain(entry: Entry, say: Texts) -> str:
    """One answer with its citations, as it is pasted into a chat."""
    answer = "\n".join(filter(None, [entry.verdict, entry.text]))
    cited = "\n".join(_cited(each, say, clean) for each in entry.cited)
    passages = "\n\n".join(f"{where}\n{text}" for where, text in entry.passages)
    return clean("\n\n".join(filter(None, [entry.question, answer, cited, passages])))


def _entry(entry: Entry, say: Texts) -> Iterator[str]:
    star = " ★" if entry.starred else ""
    yield f"## {escaped(_line(entry.question))}{star}"
    yield f"*{escaped(f'{_line(entry.game)} · {entry.at}')}*"
    if entry.verdict:
        yield f"**{escaped(entry.verdict)}**"
    if entry.lines:
        lines = enumerate(entry.text.splitlines())
        yield "\n\n".join(f"**{escaped(line)}**" if n in entry.headings else escaped(line) for n, line in lines)
    if entry.cited:
        yield "\n".join(f"- {_cited(each, say, escaped)}" for each in entry.cited)
    for where, text in entry.passages:
        quoted = "\n".join(f"> {escaped(line)}  " for line in text.splitlines())
        yield f"**{escaped(_line(where))}**\n\n{quoted}"
    if entry.state:
        yield f"*{escaped(entry.state)}*"
    if entry.notes:
        yield "\n".join(f"- ⚠ {escaped(_line(note))}" for note in entry.notes)


def _cited(cited: Cited, say: Texts, escape: Escape) -> str:
    mark = "✓" if cited.verified else "·"
    quote = say("export.quote", quote=cited.quote) if cited.quote else ""
    meant = f"\n  {escape(say('ask.gloss', text=cited.gloss))}" if cited.gloss else ""
    return f"{escape(f'[{cited.n}]')} {mark} {escape(_line(cited.where))}{escape(quote)}{meant}"


def _line(text: str) -> str:
    return clean(text, one_line=True)


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    plain = _SPECIAL.sub(r"\\\1", clean(text))
    return _ADDRESS.sub(lambda found: "".join(f"\\{c}" for c in found[0]), _LINE_START.sub(r"\1\\\2", plain))
