"""Rewrites that are made elsewhere: the prompts of a file of questions written out, and the answers read back.

Owns what both hold, one JSON object a line. The answers go through the same parser as a model's.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from oracle.errors import UsageError
from oracle.evaluate import Shelf, question_of
from oracle.index import Index
from oracle.lines import read_by_id, text_of
from oracle.questions import Item
from oracle.rewrite.beside import prompt_of
from oracle.rewrite.grammar import parse


@dataclass(frozen=True)
class Rewrites:
    """Phrases by question; `unusable` are the ids whose text was no rewrite."""

    phrases: Mapping[str, tuple[str, ...]]
    unusable: tuple[str, ...] = ()

    @property
    def figures(self) -> dict[str, object]:
        """What `oracle eval --json` says of them."""
        return {"used": len(self.phrases), "unusable": list(self.unusable)}


def prompts(index: Index, shelf: Shelf, items: Iterable[Item]) -> Iterator[dict[str, object]]:
    """For each question exactly what would be sent, as the Messages API takes it."""
    for item in items:
        prompt = prompt_of(index, question_of(shelf, item.asked))
        messages = [{"role": "user", "content": prompt.message}]
        yield {"id": item.asked.id, "system_prompt": prompt.system, "messages": messages}


def write_prompts(file: Path, lines: Iterable[Mapping[str, object]]) -> int:
    """Write them, whole or not at all; how many there are. Raises `UsageError` where they cannot be written."""
    text = [json.dumps(line) for line in lines]
    try:
        file.write_text("".join(f"{line}\n" for line in text), "utf-8")
    except OSError as error:
        raise UsageError("eval.not_written", file=file, why=error.strerror or error) from error
    return len(text)


def read_rewrites(file: Path, known: Collection[str]) -> Rewrites:
    """What was written for each question. Raises `UsageError` for a bad line and for an id that no question has."""
    parsed = read_by_id(file, known, "rewrite", lambda record: parse(text_of(record)))
    used = {name: phrases for name, phrases in parsed.items() if phrases}
    return Rewrites(used, tuple(name for name in parsed if name not in used))
