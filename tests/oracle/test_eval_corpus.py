from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracle.commands import oracle

GAMES = {"petit-jdr-universel", "stagiaires"}


@pytest.mark.slow
@pytest.mark.corpus
def test_the_small_books_of_the_corpus_are_found_in(corpus: Path, tmp_path: Path) -> None:
    """Real rulebooks, the real models, every step: the page that settles it is among the first five."""
    lines = (corpus / "questions" / "dev-open.jsonl").read_text("utf-8").splitlines()
    chosen = [line for line in lines if json.loads(line)["game"] in GAMES]
    (tmp_path / "q.jsonl").write_text("\n".join(chosen), "utf-8")
    ran = oracle(
        "eval", str(tmp_path / "q.jsonl"), "--rulebooks", str(corpus / "rulebooks"), "--home", str(tmp_path / "h"),
        "--json",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    figures = ran.json
    assert figures["questions"] == len(chosen)
    assert figures["page"]["hit@5"] >= 0.85
    assert figures["page"]["mrr"] >= 0.68
    assert figures["zones"]["answerable"]["abstain"] <= 0.05 * figures["page"]["n"]
