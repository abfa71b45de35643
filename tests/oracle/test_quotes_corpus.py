"""Quotations of real rulebooks, true and altered; the figures are printed with `-s`."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from oracle.quotes import fold, holds

pytestmark = pytest.mark.corpus
_NEGATIONS = {
    " not ": " ",
    " cannot ": " can ",
    " never ": " always ",
    " pas ": " ",
    " ne ": " ",
    " jamais ": " toujours ",
}


def pages(corpus: Path) -> Iterator[str]:
    """At most 25 pages of each book that have text."""
    for file in sorted((corpus / "rulebooks").rglob("*.pdf")):
        if "_derived" in file.parts:
            continue
        with pymupdf.open(file) as book:
            for number in range(0, len(book), max(1, len(book) // 25)):
                text = str(book[number].get_text())
                if len(text) > 600:
                    yield text


def sentences(text: str) -> list[str]:
    found = (" ".join(sentence.split()) for sentence in re.split(r"(?<=[.!?])\s+", text))
    return [sentence for sentence in found if 40 < len(sentence) < 250]


def other_number(sentence: str, chance: random.Random) -> str | None:
    digits = list(re.finditer(r"\d", sentence))
    if not digits:
        return None
    at = chance.choice(digits)
    return f"{sentence[: at.start()]}{(int(at[0]) + chance.randint(1, 9)) % 10}{sentence[at.end() :]}"


def other_word(sentence: str, text: str, chance: random.Random) -> str | None:
    words = sentence.split()
    at, word = chance.randrange(len(words)), chance.choice(re.findall(r"[^\W\d_]{3,}", text))
    if fold(words[at]) == fold(word):
        return None
    return " ".join([*words[:at], word, *words[at + 1 :]])


def without_negation(sentence: str) -> str | None:
    found = next((old for old in _NEGATIONS if old in sentence), None)
    return sentence.replace(found, _NEGATIONS[found], 1) if found else None


def test_altered_sentences_of_real_rulebooks_are_refused_and_true_ones_are_not(corpus: Path) -> None:
    """No changed number and no changed negation is accepted, at most 1 % of changed words; true ones are found."""
    chance = random.Random(4)
    seen: dict[str, list[bool]] = {"true": [], "number": [], "negation": [], "word": []}
    for text in pages(corpus):
        page, plain = fold(text), " ".join(text.split())
        for sentence in chance.sample(known := sentences(text), min(14, len(known))):
            altered = {
                "true": sentence,
                "number": other_number(sentence, chance),
                "negation": without_negation(sentence),
                "word": other_word(sentence, text, chance),
            }
            for kind, quote in altered.items():
                if quote and (kind == "true" or quote.rstrip(" .?!") not in plain):  # else it stands there too
                    seen[kind].append(holds(page, quote))
    print({kind: f"{sum(held)} of {len(held)} accepted" for kind, held in seen.items()})  # noqa: T201 - figures
    assert sum(map(len, seen.values())) - len(seen["true"]) > 1000
    assert not any(seen["number"]) and not any(seen["negation"])
    assert sum(seen["word"]) <= 0.01 * len(seen["word"])
    assert sum(seen["true"]) >= 0.99 * len(seen["true"])


def test_gold_quotations_stand_on_their_pages(corpus: Path) -> None:
    """What a person copied from a page is found on it, where the page has its text at all."""
    held = []
    files = {file.name: file for file in (corpus / "rulebooks").rglob("*.pdf")}
    for line in (corpus / "questions" / "dev-open.jsonl").read_text("utf-8").splitlines():
        for gold in json.loads(line)["gold"]:
            file, quote = files.get(Path(gold["file"]).name), gold.get("quote") or "["
            if file is None or quote.startswith("["):
                continue
            with pymupdf.open(file) as book:
                held.append(holds(fold(str(book[gold["page"] - 1].get_text())), quote))
    print(f"gold quotations: {sum(held)} of {len(held)} found")  # noqa: T201 - figures
    assert sum(held) >= 0.97 * len(held)
