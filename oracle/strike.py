"""What no answer may carry, whoever wrote it: control codes, HTML, Markdown links and images, URLs.

Pure. Owns removing them and saying so. Knows nothing of books, markers or quotations: a caller who does spares the
URLs that a book may have printed, and strikes them later where it has not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import unescape

from oracle.contracts import Struck, StruckKind
from oracle.display import clean

_TERMINAL = re.compile(
    "\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?"  # OSC: titles, links, clipboard
    "|\x1b[PX^_][^\x1b]*(?:\x1b\\\\)?"  # DCS, SOS, PM, APC
    "|[\x1b\x9b]\\[?[0-?]*[ -/]*[@-~]"  # CSI and short escapes
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_ESCAPED = re.compile(r"\\(?=[\\`*_{}\[\]()#+.!|<>~\"'“”«»-])")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ACTIVE = re.compile(r"<(script|style|iframe|svg|object)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_IMAGE = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?")
_LINK = re.compile(r"(?<!\[)\[([^\[\]]+)\](?:\([^)]*\)|\[[^\[\]]+\](?!\]))")
_DEFINITION = re.compile(r"^[ \t]*\[[^\[\]]+\]:[ \t]*\S+.*$", re.MULTILINE)
_AUTOLINK = re.compile(r"<[a-zA-Z][a-zA-Z0-9+.-]*:[^<>\s]*>")
_TAG = re.compile(r"</?[a-zA-Z!?][^<>]*>")
_ENDINGS = "com|org|net|info|biz|edu|gov|io|app|dev|gg|ly|xyz|site|online|shop|example"
_HOST = r"(?<![\w@.-])(?:[\w-]{1,63}\.){1,8}"
_STARTS = (
    r"\b[a-z][a-z0-9+.-]{1,20}:[/\\]{2}|\bwww\.|\b(?:mailto|javascript|vbscript|file|tel|sms):(?=\S)|\bdata:[a-z]+/"
    rf"|{_HOST}(?:(?:{_ENDINGS})(?![\w-])|[a-z]{{2,24}}/(?=\w))|[\w.+-]{{1,64}}@(?=[\w-]+\.[a-z])"
)
_URL = re.compile(rf"(?:{_STARTS})(?:[^\s<>«»“”\"\])]*[^\s<>«»“”\"\]).,;:!?])?", re.IGNORECASE)
"""What a terminal or a screen may turn into a link: a scheme, a mailbox, a bare host under a usual ending."""


Spared = Callable[[str], Iterable[range]]
"""Where in a text URLs may stay."""


def strike(text: str, spared: Spared = lambda text: ()) -> tuple[str, tuple[Struck, ...]]:
    """`text` without what could steer a terminal, a screen or a reader, and the list of what went.

    URLs inside what is `spared` stay; everything else goes there too.
    """
    struck: list[Struck] = []
    text, before = text.replace("\r\n", "\n"), None
    while text != before:  # what is removed may have kept two halves of something apart
        before, text = text, _once(text, struck, spared)
    return text, tuple(struck)


def strike_urls(text: str, spared: Spared) -> tuple[str, tuple[Struck, ...]]:
    """`text` without the URLs outside of what is `spared`."""
    struck: list[Struck] = []
    before = None
    while text != before:
        before, text = text, _without_urls(text, struck, spared)
    return text, tuple(struck)


def urls(text: str) -> list[str]:
    """The URLs in a text."""
    return [match[0] for match in _URL.finditer(text)]


def _once(text: str, struck: list[Struck], spared: Spared) -> str:
    text = _ESCAPED.sub("", _ENTITY.sub(lambda match: unescape(match[0]), text))
    text = _remove(text, _TERMINAL, "control", struck)
    text = _unseen(text, struck)
    for pattern in (_COMMENT, _ACTIVE, _IMAGE):
        text = _remove(text, pattern, "markup", struck)
    text = _remove(text, _LINK, "markup", struck, keep=lambda match: match[1])
    text = _remove(text, _DEFINITION, "markup", struck)
    text = _remove(text, _AUTOLINK, "url", struck)
    text = _remove(text, _TAG, "markup", struck)
    return _without_urls(text, struck, spared)


def _without_urls(text: str, struck: list[Struck], spared: Spared) -> str:
    kept = tuple(spared(text))

    def gone(match: re.Match[str]) -> str:
        if any(match.start() >= span.start and match.end() <= span.stop for span in kept):
            return match[0]
        struck.append(Struck("url", visible(match[0])))
        return ""

    return _URL.sub(gone, text)


def _nothing(match: re.Match[str]) -> str:
    return ""


def _remove(
    text: str,
    pattern: re.Pattern[str],
    kind: StruckKind,
    struck: list[Struck],
    keep: Callable[[re.Match[str]], str] = _nothing,
) -> str:
    def gone(match: re.Match[str]) -> str:
        struck.append(Struck(kind, visible(match[0])))
        return keep(match)

    return pattern.sub(gone, text)


def _unseen(text: str, struck: list[Struck]) -> str:
    """Code points that may not be shown; soft hyphens are the books' own and go without a word."""
    shown = clean(text.replace("\u00ad", ""))
    lost = [character for character in text if character != "\u00ad" and not clean(character)]
    if lost:
        struck.append(Struck("control", visible("".join(lost))))
    return shown


def visible(text: str) -> str:
    """A struck piece made safe to show: one line, hostile code points as their numbers, links not clickable."""
    safe = "".join(c if clean(c) else f"<U+{ord(c):04X}>" for c in text.replace("\n", " "))
    safe = re.sub(r"(?i)\b(h)tt(ps?)://", r"\1xx\2://", safe)
    return safe if len(safe) <= 200 else safe[:199] + "…"
