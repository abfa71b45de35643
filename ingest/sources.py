"""What a booklet is read from: one file, or several that are one booklet, in the order given.

Owns its digest, the endings of its names and how it is called. Opens nothing but to hash it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ingest.clean import clean_text
from ingest.naming import shown

Source = Path | tuple[Path, ...]

OFFICE: Final = frozenset(
    {".docx", ".doc", ".odt", ".rtf", ".pptx", ".ppt", ".odp", ".xlsx", ".xls", ".ods", ".docm", ".pptm", ".xlsm"}
)
PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".heic"})
_BLOCK: Final = 1 << 20
_NAMED: Final = 3


def files_of(source: Source) -> tuple[Path, ...]:
    """Its files, in order."""
    return (source,) if isinstance(source, Path) else source


def file_digest(file: Path) -> str:
    """SHA-256 of a file's bytes."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def digest_of(source: Source) -> str:
    """The digest of one file; of several that of their digests and endings, in order."""
    files = files_of(source)
    if len(files) == 1:
        return file_digest(files[0])
    parts = "\n".join(f"{file_digest(file)}{file.suffix.lower()}" for file in files)
    return hashlib.sha256(parts.encode("utf-8", "surrogateescape")).hexdigest()


def suffix_of(source: Source) -> str:
    """The ending of its name; of several files each ending once."""
    return "+".join(dict.fromkeys(file.suffix.lower() for file in files_of(source)))


def is_office(suffix: str) -> bool:
    """Whether a source with such an ending may be an office document."""
    return bool(OFFICE & set(suffix.split("+")))


def staged_name(number: int, files: Sequence[Path]) -> str:
    """What file `number` (from 0) of a source is called in its revision: `source.pdf`, `source.002.jpg`."""
    suffix = files[number].suffix.lower()
    return f"source{suffix}" if len(files) == 1 else f"source.{number + 1:03d}{suffix}"


def called(source: Source) -> str:
    """Its name, on one line, without bytes or characters that would steer a terminal."""
    names = [clean_text(os.fsencode(file.name).decode("utf-8", "replace")) or "source" for file in files_of(source)]
    return ", ".join(names) if len(names) <= _NAMED else f"{names[0]} … {names[-1]} ({len(names)})"


def reported(source: Source) -> str:
    """How a report names it: the path of one file, the names of several."""
    return shown(source) if isinstance(source, Path) else shown(called(source))
