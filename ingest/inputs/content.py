"""Says by its first bytes what a file is; its name only settles what bytes leave open. Pure.

A name may say that a text is Markdown. A text or a web page under the name of another kind of file is a failed
download, not a rulebook.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final, Literal

# What is `other_…` only LibreOffice opens.
Kind = Literal[
    "pdf", "photo", "text", "markdown", "html", "word", "slides", "workbook", "other_word", "other_slides",
    "other_workbook",
]  # fmt: skip
Guess = Literal["pdf", "photo", "package", "office", "html", "markdown", "text"]

HEAD: Final = 4096
_PDF_HEAD: Final = 1024
_MARKDOWN: Final = frozenset({".md", ".markdown", ".mdown"})
_TEXT: Final = frozenset({".txt", ".text", ""})
_HTML: Final = frozenset({".html", ".htm", ".xhtml", ".xht"})
_PHOTO: Final = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*")
_OLD_STREAMS: Final[tuple[tuple[bytes, Kind], ...]] = (
    ("WordDocument".encode("utf-16-le"), "other_word"),
    ("PowerPoint Document".encode("utf-16-le"), "other_slides"),
    ("Workbook".encode("utf-16-le"), "other_workbook"),
    ("Book".encode("utf-16-le"), "other_workbook"),
)
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURE_BRANDS: Final = (b"ftypavif", b"ftypjxl", b"ftypjp2")
_HEIF_BRANDS: Final = (b"ftyphe", b"ftypmif1", b"ftypmsf1")
_OTHER_PICTURES: Final = (b"GIF8", b"BM", b"8BPS", b"\x00\x00\x00\x0cjP  ", b"\xff\x0a")
_MARKUP: Final = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype\s+html|<html|<head|<body)", re.I | re.S
)


class Refused(Exception):
    """What a file is, when it cannot be read; `reason` is a key below `ingest.reading`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def guess(head: bytes, name: str) -> Guess:
    """What the first bytes of a file, and where they leave it open its name, say that it is.

    Raises:
        Refused: it is something that cannot be read.
    """
    if b"%PDF-" in head[:_PDF_HEAD]:
        return "pdf"
    if head.startswith(_PHOTO) or (head.startswith(b"RIFF") and head[8:12] == b"WEBP"):
        return "photo"
    if head.startswith(b"PK\x03\x04"):
        return "package"
    if head.startswith((_OLE, rb"{\rtf")):
        return "office"
    if head[4:].startswith(_HEIF_BRANDS):
        raise Refused("heic")
    if head[4:].startswith(_PICTURE_BRANDS) or (head.startswith(_OTHER_PICTURES) and b"\0" in head):
        raise Refused("other_picture")
    return _by_name(bool(_MARKUP.match(head)), PurePath(name).suffix.lower())


def _by_name(markup: bool, suffix: str) -> Guess:
    if markup and suffix in _HTML | _TEXT:
        return "html"
    if markup and suffix not in _MARKDOWN:
        raise Refused("html")
    if suffix in _HTML:
        return "html"
    if suffix in _MARKDOWN:
        return "markdown"
    if suffix in _TEXT:
        return "text"
    raise Refused("unknown")


def old_kind(data: bytes) -> Kind:
    """What an older office file is, by the streams that it holds. Raises `Refused` when it is none, or is locked."""
    if not data.startswith(_OLE):
        return "other_word"  # RTF
    if _ENCRYPTED in data:
        raise Refused("document_locked")
    for stream, kind in _OLD_STREAMS:
        if stream in data:
            return kind
    raise Refused("unknown")


def decoded(data: bytes) -> str:
    """A text in UTF-8, UTF-16 with its mark, or Windows' Latin alphabet. Raises `Refused` when it is no text."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if "\0" in text:
        raise Refused("unknown")
    return text
