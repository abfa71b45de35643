"""Answers that were made elsewhere: what would be sent for each question written out, and the answers verified.

Owns both forms and the figures. An answer goes through the same verification as a model's; that a page was looked at
counts only where it is the page that was offered.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from ingest.contracts import PageRef
from oracle.checking import check
from oracle.config import ClaudeConfig
from oracle.contracts import ROOM, Answer, Completion, Prompt, Verdict, Verified
from oracle.errors import UsageError
from oracle.evaluate import Rewritten, Shelf, question_of
from oracle.lines import read_by_id, text_of
from oracle.parts import Parts
from oracle.questions import FilePage, Item
from oracle.rehearsal import rehearse, to_send

Document = Callable[[Mapping[str, object]], str]


@dataclass(frozen=True)
class Look:
    """What the answerer looked at: nothing, the picture that was offered, or the page that it names."""

    at_all: bool
    name: str = ""
    page: int | None = None

    def is_at(self, ref: PageRef, file: str) -> bool:
        """Whether it is at this page of this file, by the name of its booklet or of its file."""
        names = ("", ref.booklet, str(ref.owner), file, Path(file).name, Path(file).stem)
        return self.at_all and self.page in (None, ref.page) and self.name in names


@dataclass(frozen=True)
class Given:
    """One answer that was made elsewhere."""

    text: str
    look: Look


@dataclass(frozen=True)
class Judged:
    """An answer after verification. `carried` are the pages of the citations that stand."""

    item: Item
    verified: Verified
    carried: frozenset[FilePage]
    look: Look
    proven: frozenset[int]

    @property
    def cites_gold(self) -> bool:
        """Whether it stands on a page that settles the question."""
        return bool(self.carried & self.item.gold.pages)

    @property
    def unverified(self) -> int:
        """Its sentences that no citation that stands carries."""
        return sum(not self.proven.intersection(each.citations) for each in self.verified.statements)


def rehearsed(
    parts: Parts, shelf: Shelf, items: Iterable[Item], rewrites: Rewritten | None = None, room: int = ROOM
) -> Iterator[tuple[Item, Answer]]:
    """Each question as `oracle ask` would put it to Claude, with what was written beside it and `room` for passages."""
    for item in items:
        question = replace(question_of(shelf, item.asked), limit=None, room=room)
        yield item, rehearse(question, parts, (rewrites or {}).get(item.asked.id, ()))


def write_prompts(
    folder: Path, asked: Iterable[tuple[Item, Answer]], parts: Parts, config: ClaudeConfig, document: Document
) -> int:
    """For each question `ID.json`, as `oracle ask --dry-run --json` prints it, and its view as `ID.png` beside it.

    How many there are. Raises `UsageError` where they cannot be written.
    """
    written = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for item, answer in asked:
            name = quote(item.asked.id, safe=" ")
            record = to_send(_with_view_beside(answer, folder.absolute() / f"{name}.png"), parts, config)
            (folder / f"{name}.json").write_text(document(record), "utf-8", errors="replace")
            written += 1
    except OSError as error:
        raise UsageError("eval.prompts_not_written", folder=folder, why=error.strerror or error) from error
    return written


def _with_view_beside(answer: Answer, file: Path) -> Answer:
    """The same with its view as this file."""
    if answer.prompt is None or answer.prompt.view is None:
        return answer
    shutil.copyfile(answer.prompt.view.file, file)
    view = replace(answer.prompt.view, file=file)
    return replace(answer, prompt=replace(answer.prompt, view=view))


def read_answers(file: Path, known: Collection[str]) -> Mapping[str, Given]:
    """The answers by question. Raises `UsageError` for a bad line and for an id that no question has."""
    return read_by_id(file, known, "answer", lambda record: Given(text_of(record), look_of(record.get("read_page"))))


def look_of(told: object) -> Look:
    """What `read_page` says: true or false, a page, `[file, page]`, `"booklet:page"` or `{booklet, page}`."""
    match told:
        case None | False | "":
            return Look(at_all=False)
        case True:
            return Look(at_all=True)
        case int(page) | [int(page)]:
            return _page("", page)
        case (
            [str(name), int(page)] | {"booklet": str(name), "page": int(page)} | {"file": str(name), "page": int(page)}
        ):
            return _page(name, page)
        case {"page": int(page)}:
            return _page("", page)
        case str(text) if text.lower().endswith(".png"):  # the picture itself, by its file
            return Look(at_all=True)
        case str(text) if text.rpartition(":")[2].isdecimal():
            return _page(text.rpartition(":")[0], int(text.rpartition(":")[2]))
    raise ValueError("read_page")


def _page(name: str, page: int) -> Look:
    if page < 1:
        raise ValueError("read_page")
    return Look(True, name, page)


def judged(parts: Parts, shelf: Shelf, item: Item, answer: Answer, given: Given) -> Judged:
    """One answer, verified as if Claude had just given it; nobody is told what failed."""
    prompt = answer.prompt or Prompt("", "", ())
    ref = prompt.view.ref if prompt.view else None
    seen = ref is not None and given.look.is_at(ref, shelf.file_page(item.asked, ref)[0])
    done = Completion(given.text, model="", image_sent=seen, refused=(), tokens={}, ms={})
    ended = check(replace(answer, prompt=prompt), done, parts.library)
    assert ended.verified is not None
    standing = [citation for citation in ended.verified.citations if citation.stands(ended.page_read)]
    pages = frozenset(shelf.file_page(item.asked, citation.page) for citation in standing)
    return Judged(item, ended.verified, pages, given.look, frozenset(citation.n for citation in standing))


def report(answers: Sequence[Judged]) -> dict[str, object]:
    """The figures of all answers, as `oracle eval --json` prints them under `answers`."""
    answerable = [one for one in answers if one.item.gold.pages]
    visual = [one for one in answers if one.item.gold.visual]
    others = [one for one in answers if not one.item.gold.visual]
    return {
        "n": len(answers),
        "verdicts": {
            "answerable": _verdicts(answerable),
            "unanswerable": _verdicts(one for one in answers if not one.item.gold.pages),
        },
        "no_verdict": sum(one.verified.verdict is None for one in answers),
        "answerable": len(answerable),
        "cited_gold": sum(one.cites_gold for one in answerable),
        "statements": sum(len(one.verified.statements) for one in answers),
        "unverified": sum(one.unverified for one in answers),
        "struck": dict(sorted(Counter(piece.kind for one in answers for piece in one.verified.struck).items())),
        "withheld": sum(one.verified.withheld for one in answers),
        "needed": len(visual),
        "read_when_needed": sum(one.look.at_all for one in visual),
        "read_needlessly": sum(one.look.at_all for one in others),
        "rows": [_row(one) for one in answers],
    }


def _verdicts(answers: Iterable[Judged]) -> dict[str, int]:
    counts = Counter(one.verified.verdict for one in answers)
    return {str(verdict): counts[verdict] for verdict in Verdict}


def _row(one: Judged) -> dict[str, object]:
    return {
        "id": one.item.asked.id,
        "verdict": one.verified.verdict,
        "cited": sorted(list(page) for page in one.carried),
        "cited_gold": one.cites_gold,
        "statements": len(one.verified.statements),
        "unverified": one.unverified,
        "struck": [{"kind": piece.kind, "text": piece.text} for piece in one.verified.struck],
        "withheld": one.verified.withheld,
        "read": one.look.at_all,
    }
