"""Checks the corpus's JSON files against the schemas of `ingest/schemas`. The only module that imports jsonschema.

Owns which schema describes which file. Reads no corpus; what a file must mean beyond its shape is others'.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from importlib.resources import files
from typing import Any, Final

_SCHEMAS: Final = {
    "manifest.json": "manifest",
    "doc_nav.json": "doc_nav",
    "chunks.json": "chunks",
    "reading.json": "reading",
    "pages/p*.json": "page",
}


def schema(name: str) -> dict[str, Any]:
    """One of our schemas (JSON Schema 2020-12) by name: manifest, doc_nav, chunks, reading or page."""
    text = files("ingest").joinpath(f"schemas/{name}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


class Shapes:
    """The schemas, each made ready once. `named` tells the schema of a file by its path in the corpus."""

    def __init__(self) -> None:
        from jsonschema import Draft202012Validator

        self._ready = {name: Draft202012Validator(schema(name)) for name in _SCHEMAS.values()}

    def faults(self, file: str, record: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with a file, each with the place in it; nothing for files that no schema describes."""
        name = named(file)
        if name is not None:
            for error in self._ready[name].iter_errors(record):
                yield f"{error.json_path}: {error.message[:200]}"


def named(file: str) -> str | None:
    """The schema that describes a file of the corpus, by its path in a revision's folder."""
    return next((name for pattern, name in _SCHEMAS.items() if fnmatch(file, pattern)), None)
