"""Opens the archives that office documents are, and the XML in them, as files from anywhere must be opened.

Refuses paths that leave the archive, members and sums that are too large for what they say, and XML that declares
anything (entities, DTD). The only module that imports `defusedxml` and `zipfile`. Runs inside a limited worker.
"""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from ingest.inputs.content import Kind, Refused

_MOST_MEMBERS: Final = 10_000
_LARGEST: Final = 50_000_000
_MOST_UNFOLDED: Final = 500_000_000
_STEEPEST: Final = 200
_SMALL: Final = 1_000_000
_MAIN: Final[tuple[tuple[str, Kind], ...]] = (
    ("word/document.xml", "word"),
    ("ppt/presentation.xml", "slides"),
    ("xl/workbook.xml", "workbook"),
)
_OPEN_DOCUMENT: Final[tuple[tuple[bytes, Kind], ...]] = (
    (b"application/vnd.oasis.opendocument.text", "other_word"),
    (b"application/vnd.oasis.opendocument.presentation", "other_slides"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "other_workbook"),
)
_OFFICE_LINK: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


class Package:
    """An archive whose members may be read. `related(part)` are the targets of a part's links inside it, by id."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._names = {info.filename for info in archive.infolist()}

    def __contains__(self, name: str) -> bool:
        return name in self._names

    @property
    def names(self) -> frozenset[str]:
        """All members."""
        return frozenset(self._names)

    def read(self, name: str) -> bytes:
        """The bytes of a member."""
        return self._archive.read(name)

    def xml(self, name: str) -> Element:
        """The XML of a member."""
        return hardened(self.read(name))

    def xml_if(self, name: str) -> Element | None:
        """The same, `None` where there is no such member."""
        return self.xml(name) if name in self else None

    def related(self, part: str) -> dict[str, str]:
        """What a part links to inside the archive, by the link's id; nothing outside is ever followed."""
        folder, name = posixpath.split(part)
        links = self.xml_if(f"{folder}/_rels/{name}.rels")
        found = {}
        for link in links if links is not None else ():
            if link.get("TargetMode") != "External":
                target = link.get("Target", "")
                path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
                found[link.get("Id", "")] = path
        return found


def link(element: Element, name: str = "id") -> str:
    """The id of the link that an element names."""
    return element.get(_OFFICE_LINK + name, "")


def hardened(data: bytes) -> Element:
    """XML that declares nothing. Raises `Refused` for anything else."""
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except (DefusedXmlException, ParseError, ValueError, LookupError) as error:
        raise Refused("document_damaged") from error
    return root


@contextmanager
def opened(source: Path) -> Iterator[Package]:
    """The archive, found harmless. Raises `Refused` with the reason."""
    try:
        with zipfile.ZipFile(source) as archive:
            _check(archive, source.stat().st_size)
            yield Package(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError) as error:
        raise Refused("document_damaged") from error


def _check(archive: zipfile.ZipFile, size: int) -> None:
    members = archive.infolist()
    if len(members) > _MOST_MEMBERS:
        raise Refused("document_bomb")
    for member in members:
        if _leaves(member.filename):
            raise Refused("archive_leaves")
        if member.file_size > _LARGEST:
            raise Refused("document_bomb")
        if member.file_size > max(_SMALL, _STEEPEST * member.compress_size):
            raise Refused("document_bomb")
    if sum(member.file_size for member in members) > min(_MOST_UNFOLDED, max(_SMALL, _STEEPEST * size)):
        raise Refused("document_bomb")


def _leaves(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or "\0" in name


def kind_of(source: Path) -> tuple[Kind, int]:
    """What document an archive is, and how many pages it is known to have. Raises `Refused` when it is none."""
    with opened(source) as package:
        for name, kind in _MAIN:
            if name in package:
                package.xml(name)
                slides = sum(n.startswith("ppt/slides/slide") for n in package.names) if kind == "slides" else 1
                return kind, max(1, slides)
        said = package.read("mimetype") if "mimetype" in package else b""
        for mark, kind in _OPEN_DOCUMENT:
            if said.startswith(mark):
                package.xml("content.xml")
                return kind, 1
    raise Refused("archive")
