"""What errata and FAQ change of the rules on a sheet, found as they are found for a question.

Owns which entry of a sheet of errata is meant. What amends what is `oracle.amending`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ingest.contracts import BookletKind, Passage, Scope
from oracle.amending import Entry, amend, entries
from oracle.contracts import Ranked, Understood
from oracle.index import Index
from oracle.likeness import words_of
from oracle.sheets import words
from oracle.sheets.contracts import Unit
from oracle.sheets.cut import blocks, rows, units
from oracle.sheets.words import Near

_SHARED = 0.34
"""A third of an entry's words stand in the rule that it changes, at least."""


def changes(index: Index, scope: Scope, asked: Understood, rules: Iterable[Passage]) -> tuple[Unit, ...]:
    """The entries of errata that change these rules, each once, with the key of its rule."""
    found: dict[tuple[str, str], Unit] = {}
    for rule in rules:
        ranked, pairs = amend(index, scope, asked, [Ranked(rule, 1.0, {})])
        by_key = {item.passage.key: item.passage for item in ranked}
        for pair in pairs:
            by = by_key.get(pair.by)
            if by is not None and pair.rule == rule.key and by.kind is BookletKind.ERRATA:
                for unit in _entries(by, rule):
                    before = found.get((by.key, unit.text), unit)
                    found[by.key, unit.text] = replace(before, amends=(*before.amends, rule.key))
    return _tables(sorted(found.values(), key=lambda unit: (unit.passage.row, _place(unit))))


def _place(unit: Unit) -> int:
    """Where an entry stands in its passage."""
    return unit.passage.text.find(unit.text.split("\n")[-1])


def _tables(entries: Sequence[Unit]) -> tuple[Unit, ...]:
    """The entries of a table under its heads, which are printed once."""
    joined: list[Unit] = []
    for unit in entries:
        last = joined[-1] if joined else None
        if last and unit.how == "table" and last.passage == unit.passage:
            row = unit.text.split("\n")[-1]
            amends = tuple(dict.fromkeys((*last.amends, *unit.amends)))
            joined[-1] = replace(last, text=f"{last.text}\n{row}", amends=amends)
        else:
            joined.append(unit)
    return tuple(joined)


def _entries(by: Passage, rule: Passage) -> Iterator[Unit]:
    told, shown = entries(by), _lines(by)
    if len(told) != len(shown):
        yield from shown
        return
    for entry, unit in zip(told, shown, strict=True):
        if _is_of(entry, rule):
            yield unit


def _is_of(entry: Entry, rule: Passage) -> bool:
    said = words_of("\n".join((*rule.section_path, rule.text)), rule.language)
    named = entry.names(rule)
    return named is not False and len(entry.words & said) >= _SHARED * len(entry.words) * (0.5 if named else 1)


def _lines(by: Passage) -> Sequence[Unit]:
    """The entries as they are printed: of a table each row, with the heads of its columns."""
    found = [unit for block in blocks([by]) for unit in units(block, Near(words.MAIN))]
    if len(found) != 1 or found[0].how != "table":
        return found
    head, *others = rows(found[0].text)
    return [replace(found[0], text=" | ".join(head) + "\n" + " | ".join(row)) for row in others]
