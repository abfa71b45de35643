"""The JSON Schemas of the corpus: that they are schemas, that what we write is so, that what is not is found."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ingest.contracts import Block, Icon, Line, Link, OutlineEntry, Page, PagePart, Picture, Table
from ingest.store.schema_check import Shapes, named, schema
from tests.ingest.shelf import CORE, OLD, Shelf, tree

NAMES = ("manifest", "doc_nav", "chunks", "reading", "page")


def folder(shelf: Shelf) -> Path:
    """Where the current revision is."""
    with shelf.library() as library:
        return library.booklet(CORE).folder


@pytest.mark.parametrize("name", NAMES)
def test_each_schema_is_one(name: str) -> None:
    """By the rules of JSON Schema 2020-12."""
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$schema"].endswith("2020-12/schema")


def test_what_is_published_is_as_the_schemas_say(shelf: Shelf) -> None:
    """Every JSON file has a schema, and keeps to it."""
    shelf.add(OLD + "\n\na | b")
    root = folder(shelf)
    files = [name for name in tree(root) if name.endswith(".json")]
    assert {named(name) for name in files} == set(NAMES)
    shapes = Shapes()
    assert [fault for name in files for fault in shapes.faults(name, json.loads((root / name).read_text()))] == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("chunks.json", lambda record: record["chunks"][0].update(type="poem")),
        ("chunks.json", lambda record: record["chunks"][0]["placement"].update(boxes=[[1, 2, 3]])),
        ("doc_nav.json", lambda record: record["children"][0].pop("summary")),
        ("manifest.json", lambda record: record.update(kind="novel")),
        ("pages/p0001.json", lambda record: record.update(quality=7)),
        ("reading.json", lambda record: record.update(extra=1)),
    ],
)
def test_verify_names_a_file_that_is_not_as_its_schema_says(shelf: Shelf, name: str, change: object) -> None:
    """And where in it."""
    shelf.add(OLD)
    file = folder(shelf) / name
    record = json.loads(file.read_text())
    change(record)  # type: ignore[operator]
    fault = next(Shapes().faults(name, record))
    assert fault.startswith("$")
    file.write_text(json.dumps(record))
    found = [one.note for one in shelf.verify() if one.note.key == "ingest.verify.damaged_shape"]
    # a changed manifest is no longer the catalogue's: nothing that it says is looked at
    assert [note.facts["file"] for note in found] == ([] if name == "manifest.json" else [name])


def test_no_field_is_left_out_of_the_schemas() -> None:
    """Who adds a field to a record says in the schema what it is."""
    page, defs = schema("page")["properties"], schema("page")["$defs"]
    told = {
        Page: page,
        Block: defs["block"]["properties"],
        Line: defs["line"]["properties"],
        Table: page["tables"]["items"]["properties"],
        Picture: page["pictures"]["items"]["properties"],
        PagePart: page["parts"]["items"]["properties"],
        Icon: schema("reading")["properties"]["icons"]["items"]["properties"],
        OutlineEntry: schema("reading")["properties"]["outline"]["items"]["properties"],
        Link: schema("chunks")["$defs"]["link"]["properties"],
    }
    for record, properties in told.items():
        assert set(properties) - {"format"} == {field.name for field in fields(record)}, record
