from __future__ import annotations

import json
from dataclasses import replace

from oracle.contracts import Question, Ranked, Stack
from oracle.find import find
from oracle.profile import Profile
from oracle.shapes import passage_json, search_json
from tests.fakes.library import FakeLibrary, page

PASSAGE = {
    "key", "document_id", "chunk_id", "source_file", "booklet", "page", "printed_page", "section_path", "type", "text",
    "text_source", "score", "channels", "boxes", "kind", "booklet_title",
}  # fmt: skip
SEARCH = {
    "game", "question", "language", "zone", "page_to_read", "evidence_text", "answer_text", "passages", "gate",
    "degraded", "stack", "cached", "topic_words", "rewrites", "amendments", "differences",
}  # fmt: skip


def test_a_search_has_the_documented_shape() -> None:
    """Scripts rely on these names; the key leads to game, booklet and page."""
    library = FakeLibrary(
        {"core": ("en", [page("The icon of a skull means death.", pictures=1, picture_share=0.5, printed="7")])}
    )
    question = Question("What does the skull icon mean?", Stack("go"))
    record = search_json(question, *find(library, question, Profile()), degraded=["slow"])
    assert set(record) == SEARCH
    (passage,) = record["passages"]  # type: ignore[misc]
    assert set(passage) == PASSAGE
    assert (passage["key"], passage["document_id"], passage["printed_page"]) == ("go/core:1#0", "go/core", "7")
    assert record["page_to_read"] == {"booklet": "core", "page": 1}
    assert record["answer_text"] == ""
    assert record["evidence_text"] == "[Core, p. 1 (7)]\nThe icon of a skull means death."
    assert json.loads(json.dumps(record))["degraded"] == ["slow"]


def test_a_passage_that_is_on_no_paper_has_no_page() -> None:
    """A text file is cited by its headings; its key still leads to the passage."""
    found = FakeLibrary({"faq": ("en", [page("Roll once.")])}).passages([0])[0]
    on_paper, bare = (passage_json(Ranked(replace(found, on_paper=paper), 1.0, {})) for paper in (True, False))
    assert (on_paper["page"], bare["page"]) == (1, None)
    assert on_paper["key"] == bare["key"] == "go/faq:1#0"
