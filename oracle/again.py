"""What is written of an answer so that it can be shown again, and the answer made of what was written.

Pure. Owns that form: what the player read, with the words and the boxes that each citation stands on. Whether these
still stand in a booklet is `oracle.retrace`'s question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from string import Formatter
from typing import Any, get_args

from ingest.contracts import BookletKind, BookletRef, ChunkType, Note, PageRef, Passage, TextSource
from oracle.contested import Carried, Contest, Dispute, Reading
from oracle.contracts import (
    Answer,
    Citation,
    Completion,
    Evidence,
    GateResult,
    Question,
    Ranked,
    Repair,
    Stack,
    Statement,
    Struck,
    StruckKind,
    Understood,
    Verdict,
    Verified,
    Zone,
)
from oracle.texts import catalogue

Facts = Mapping[str, Any]
Revisions = Mapping[BookletRef, str]

_PLAIN = ("row", "ordinal", "chunk_id", "text", "printed", "booklet_title", "source_file", "language", "tokens")


@dataclass(frozen=True)
class Told:
    """What a record holds of a question and its answer: what was written at the end, and of each step.

    `kept` is what `kept` below made; empty where an earlier release wrote the record.
    """

    game: str
    question: str
    answer: str
    conversation: str
    ms: int | None
    steps: Mapping[str, Facts]
    kept: Facts
    run: str


def kept(answer: Answer, revisions: Revisions) -> Facts:
    """What is written beside the steps: the citations of an answer that stands, else the passages that were read.

    `revisions` says which one of each booklet it was.
    """
    checked = answer.verified
    stands = checked is not None and not checked.withheld and checked.citations
    cited = [each.passage for each in checked.citations] if checked and stands else []
    read = [] if stands else [each.passage for each in answer.evidence.first(answer.question.read).passages]
    owners = dict.fromkeys(passage.ref.owner for passage in (*cited, *read))
    return {
        "verified": _checked_facts(checked) if checked else None,
        "passages": [_passage_facts(passage) for passage in read],
        "page_read": _ref_facts(answer.page_read),
        "repaired": answer.repaired,
        "revisions": {str(owner): revisions[owner] for owner in owners if owner in revisions},
    }


def _checked_facts(checked: Verified) -> Facts:
    return {
        "verdict": checked.verdict,
        "statements": [[each.text, each.citations] for each in checked.statements],
        "struck": [[each.kind, each.text] for each in checked.struck],
        "withheld": checked.withheld,
        "dispute": checked.dispute and asdict(checked.dispute),
        "citations": [_citation_facts(each) for each in checked.citations],
    }


def _citation_facts(citation: Citation) -> Facts:
    return {
        "n": citation.n,
        "page": _ref_facts(citation.page),
        "quote": citation.quote,
        "verified": citation.verified,
        "as_read": citation.as_read,
        "passage": _passage_facts(citation.passage),
    }


def _passage_facts(passage: Passage) -> Facts:
    return {
        **{name: getattr(passage, name) for name in _PLAIN},
        "ref": _ref_facts(passage.ref),
        "type": passage.type,
        "source": passage.source,
        "kind": passage.kind,
        "section_path": passage.section_path,
        "boxes": passage.boxes,
        "on_paper": passage.on_paper,
        "icons": passage.icons,
    }


def _ref_facts(ref: PageRef | None) -> Sequence[object] | None:
    return [ref.game, ref.booklet, ref.page] if ref else None


# --- and back ----------------------------------------------------------------------------------------


def answer_again(told: Told) -> Answer:
    """The answer as the player read it. What cannot be read of it is left out; what went wrong then is a note."""
    understood, facts = told.steps.get("understand", {}), told.kept
    gate = told.steps.get("gate", {}).get("reason")
    language = str(understood.get("language") or "en")
    books = tuple(map(str, understood.get("book_languages") or ()))
    asked = told.steps.get("asked", {}).get("answer_language")
    verified, contest = _verified(told), _contest(told)
    passages = [] if gate else list(_each(facts.get("passages"), _passage))
    cited = [citation.passage for citation in verified.citations] if verified else []
    evidence = Evidence(tuple(Ranked(each, 0.0, {}) for each in dict.fromkeys([*cited, *passages])), Zone.NORMAL, None)
    return Answer(
        Question(
            told.question,
            Stack(told.game),
            conversation=told.conversation,
            answer_language=asked if isinstance(asked, str) else None,
            contest=contest,
        ),
        Understood(told.question, told.question, language, books, rewrites=_rewrites(told, contest)),
        GateResult(gate if gate in catalogue("en") else None),
        evidence,
        verified,
        page_read=_ref(facts.get("page_read")),
        completion=Completion(told.answer, "", False, (), {}, {}) if verified else None,
        repair=Repair("", verified, used=True) if verified and facts.get("repaired") else None,
        degraded=tuple(_notes(told.steps)),
        ms={} if told.ms is None else {"total": told.ms},
        run=told.run,
    )


def _verified(told: Told) -> Verified | None:
    """The answer as it was checked. An earlier release wrote only its words and its verdict."""
    facts = told.kept.get("verified")
    if not isinstance(facts, Mapping):
        before = told.steps.get("verify", {})
        return (
            Verified(_verdict(before.get("verdict")), told.answer, (), (), (), withheld=False) if told.answer else None
        )
    return Verified(
        _verdict(facts.get("verdict")),
        told.answer,
        tuple(Statement(str(text), tuple(cited)) for text, cited in facts.get("statements") or ()),
        tuple(_each(facts.get("citations"), _citation)),
        tuple(Struck(kind, str(text)) for kind, text in facts.get("struck") or () if kind in get_args(StruckKind)),
        bool(facts.get("withheld")),
        _dispute(facts.get("dispute")),
    )


def _dispute(facts: object) -> Dispute | None:
    """Both readings; `None` where it was no dispute, or cannot be read: its words stand in the answer all the same."""
    match facts:
        case {"readings": [one, other], "deciding": str(deciding), "holds": 0 | 1 | None as holds, "table": str(table)}:
            sides = _each([one, other], _reading)
            return Dispute((sides[0], sides[1]), deciding, holds, table) if len(sides) == 2 else None
    return None


def _reading(facts: Facts) -> Reading:
    if facts["carried"] not in get_args(Carried):
        raise ValueError("carried")
    return Reading(str(facts["claim"]), str(facts["why"]), facts["carried"])


def _contest(told: Told) -> Contest | None:
    facts = told.steps.get("asked", {}).get("contest")
    if not isinstance(facts, Mapping):
        return None
    rewrites = facts.get("rewrites")
    return Contest(str(facts.get("answer") or ""), tuple(map(str, rewrites)) if isinstance(rewrites, list) else None)


def _rewrites(told: Told, contest: Contest | None) -> tuple[str, ...]:
    """What was written beside the question then, by a model of its own or for the answer that is contested."""
    added = told.steps.get("find_again", {}).get("added")
    return tuple(map(str, added)) if isinstance(added, list) else (contest and contest.rewrites) or ()


def _verdict(value: object) -> Verdict | None:
    return next((each for each in Verdict if each == value), None)


def _each(rows: object, read: Any) -> list[Any]:
    """What can be read of a list: a row that another release wrote otherwise is left out."""
    found = []
    for row in rows if isinstance(rows, list) else ():
        try:
            found.append(read(row))
        except (KeyError, TypeError, ValueError):
            continue
    return found


def _citation(facts: Facts) -> Citation:
    page = _ref(facts["page"])
    if page is None:
        raise ValueError("page")
    passage = _passage(facts["passage"])
    return Citation(int(facts["n"]), passage, page, facts["quote"], bool(facts["verified"]), facts["as_read"])


def _passage(facts: Facts) -> Passage:
    ref = _ref(facts["ref"])
    if ref is None:
        raise ValueError("ref")
    given = {name: facts[name] for name in _PLAIN}
    return Passage(
        ref=ref,
        type=ChunkType(facts["type"]),
        source=TextSource(facts["source"]),
        kind=BookletKind(facts["kind"]),
        section_path=tuple(map(str, facts["section_path"])),
        boxes=tuple((float(x0), float(y0), float(x1), float(y1)) for x0, y0, x1, y1 in facts["boxes"]),
        on_paper=bool(facts["on_paper"]),
        icons=tuple((str(icon), str(name)) for icon, name in facts["icons"]),
        **given,
    )


def _ref(facts: object) -> PageRef | None:
    match facts:
        case [str(game), str(booklet), int(page)]:
            return PageRef(game, booklet, page)
    return None


def _notes(steps: Mapping[str, Facts]) -> list[Note]:
    """What did not go as it should then: why no answer came, and what was degraded."""
    failed = steps.get("failure")
    said = [*([failed] if failed else []), *(steps.get("notes", {}).get("notes") or ())]
    return [note for each in said if isinstance(each, Mapping) and (note := _note(each))]


def _note(said: Facts) -> Note | None:
    """A note whose words are known; what was not kept of its facts is a dash."""
    key, facts = str(said.get("key")), said.get("facts") or {}
    text = catalogue("en").get(key)
    if text is None:
        return None
    needed = (name for _, name, _, _ in Formatter().parse(text) if name)
    return Note(key, {**dict.fromkeys(needed, "–"), **facts})


def revisions_of(facts: Facts) -> Revisions:
    """Which revision of each booklet the player was shown, where that was written."""
    told = facts.get("revisions")
    found = {}
    for name, revision in told.items() if isinstance(told, Mapping) else ():
        game, _, booklet = str(name).partition("/")
        try:
            found[BookletRef(game, booklet)] = str(revision)
        except ValueError:
            continue
    return found
