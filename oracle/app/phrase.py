"""What the app says, as plain text with styles beside it: never markup, so that no book can restyle it.

Pure. Owns the sentences about passages, citations, answers and errors; every text of a book, a model or a
player passes through `clean` here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from textual.content import Content

from ingest.contracts import BookletKind, Note, PageRef, Passage
from ingest.errors import IngestError
from oracle.contracts import (
    Answer,
    Citation,
    Evidence,
    Question,
    Struck,
    StruckKind,
    Understood,
    Verdict,
    Verified,
    Zone,
)
from oracle.display import clean
from oracle.dispute.shown import parts, ruling
from oracle.errors import OracleError
from oracle.grammar import MARKER, UNPROVEN
from oracle.precedence import amending
from oracle.rewrite.shown import also_searched
from oracle.standing import flawless
from oracle.stream import verdict_words
from oracle.texts import Texts
from vm.errors import VmError

Say = Texts
EXCERPT = 240
TITLE = 28
"""Letters of a title where it shares its line with others."""

WRAPPED = 200
"""And where lines wrap: all of it, unless somebody made it to fill the screen."""

SHORT = 160
"""And of a translation that stands beside the page it is of."""

PAGES = 5
_JOINT = re.compile(r"(?<=[\w:/])[.:@/](?=[\w/])")
_QUOTATIONS: tuple[StruckKind, ...] = ("quote", "number")
_CLAIMS: tuple[StruckKind, ...] = ("said_number", "said_name", "said_negation")


def at_home(file: object) -> str:
    """A path as people write it: their own folder is `~`. It fits a phone, and a shell opens it."""
    path, home = Path(str(file)), Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def told(say: Say, key: str, **facts: object) -> str:
    """The text under `key`, or the key itself where a part has no words for it: the app goes on."""
    try:
        return say(key, **facts)
    except (KeyError, IndexError, ValueError):
        return clean(f"{key} {dict(facts)}" if facts else key, one_line=True)


def note(say: Say, what: Note) -> str:
    """Something that was degraded, as a sentence."""
    return told(say, what.key, **what.facts)


def failure(say: Say, error: BaseException, log: Path) -> Content:
    """An error as a sentence, and below it the command to type."""
    if isinstance(error, IngestError | VmError | OracleError):
        message, hint = told(say, error.key, **error.facts), _hint(say, error)
    else:
        what = f"{type(error).__name__}: {error}"[:300]
        message, hint = say("app.failure.unknown", what=what), say("app.failure.unknown_hint", log=log)
    parts = [Content.styled("⚠ ", "$text-error"), Content(clean(message))]
    if hint:
        parts += [Content("\n"), Content.styled(say("app.failure.hint", hint=clean(hint)), "bold")]
    return Content.assemble(*parts)


def _hint(say: Say, error: IngestError | VmError | OracleError) -> str | None:
    try:
        return say.hint(error.key, **error.facts)
    except (KeyError, IndexError, ValueError):
        return None


def asked(say: Say, question: Question, *, at: str = "", starred: bool = False) -> Content:
    """A question: whether both readings are wanted, when it was asked before, whether its answer is a favourite."""
    tag = say("app.dispute.tag") if question.contest else ""
    return Content.assemble(
        question.text,
        (f"  {tag}" if tag else "", "not bold $text-warning"),
        (f"  {at}" if at else "", "not bold dim"),
        ("  ★" if starred else "", "$text-warning"),
    )


# --- pages and passages ------------------------------------------------------------------------------


def page_label(say: Say, page: int, printed: str | None) -> str:
    """`p. 4`, with the printed number where it differs."""
    if printed and printed != str(page):
        return say("app.page.printed", page=page, printed=printed)
    return say("app.page.short", page=page)


def kind_label(say: Say, kind: BookletKind) -> str:
    """What a booklet is to its game."""
    return say(f"app.kind.{kind}")


def where(say: Say, passage: Passage, page: PageRef, *, booklet: bool, title: int = WRAPPED) -> str:
    """The place of a passage in few words; its booklet too when there are several, of its title so many letters."""
    label = page_label(say, page.page, passage.printed if page == passage.ref else None)
    if not passage.on_paper:
        label = heading_label(say, passage)
    if not booklet and label:
        return label
    kind = kind_label(say, passage.kind)
    return " · ".join(filter(None, [label, f"{excerpt(passage.booklet_title, title)} ({kind})"]))


def heading_label(say: Say, passage: Passage) -> str:
    """The heading above a passage that stands on no paper; empty where there is none but the title of its booklet."""
    heading = passage.section_path[-1] if passage.section_path else passage.booklet_title
    return say("app.page.section", section=excerpt(heading, TITLE)) if heading != passage.booklet_title else ""


def excerpt(text: str, limit: int = EXCERPT) -> str:
    """The beginning of a text on one line, cut at a word."""
    line = clean(text, one_line=True)
    return line if len(line) <= limit else line[:limit].rsplit(" ", 1)[0] + " …"


def body(text: str, limit: int) -> str:
    """A text with its lines, without the empty ones, cut at a word."""
    lines = "\n".join(filter(None, (" ".join(line.split()) for line in clean(text).splitlines())))
    return lines if len(lines) <= limit else lines[:limit].rsplit(" ", 1)[0] + " …"


def section(passage: Passage) -> str:
    """The last headings above a passage; the title of its booklet says nothing more."""
    path = [heading for heading in passage.section_path if heading != passage.booklet_title]
    return clean(" › ".join(path[-2:]), one_line=True)


def passage_head(say: Say, n: int, evidence: Evidence, *, booklet: bool, title: int = WRAPPED) -> Content:
    """The line above a passage: its number, its page, its section, and which passages it amends."""
    passage = evidence.passages[n - 1].passage
    amended = ", ".join(map(str, evidence.amended_by(passage)))
    heading = section(passage) if passage.on_paper else ""
    return Content.assemble(
        (f"{n}  ", "dim"),
        (where(say, passage, passage.ref, booklet=booklet, title=title), "bold $text-accent"),
        (f"  {heading}" if heading else "", "italic"),
        (f"  {say(amending(passage), passages=amended)}" if amended else "", "$text-warning"),
    )


def differences(say: Say, evidence: Evidence) -> tuple[Content, ...]:
    """What two booklets say of the same, side by side, each under the number of its passage."""
    lines = []
    for each in evidence.differences:
        one, other = (evidence.number(key) for key in (each.one, each.other))
        wins = say("ask.wins", n=evidence.number(each.wins)) if each.wins else say("ask.neither_wins")
        lines.append(
            say(
                "ask.differ",
                one=_numbered(say, evidence, one),
                one_says=excerpt(each.one_says),
                other=_numbered(say, evidence, other),
                other_says=excerpt(each.other_says),
                wins=wins,
            )
        )
    return tuple(Content.styled(line, "$text-warning") for line in lines)


def _numbered(say: Say, evidence: Evidence, n: int) -> str:
    passage = evidence.passages[n - 1].passage
    return f"[{n}] {where(say, passage, passage.ref, booklet=True)}"


def found(say: Say, evidence: Evidence, *, booklet: bool) -> str:
    """`3 passages · p. 4, p. 7`: what came back at once, in its order."""
    number = len(evidence.passages)
    if not number:
        return say("app.found.nothing")
    passages = [ranked.passage for ranked in evidence.passages]
    places = dict.fromkeys((passage.ref.owner, _short(say, passage)) for passage in passages)
    shown = [(owner, label) for owner, label in places if label]
    titles = {passage.ref.owner: passage.booklet_title for passage in passages}
    owners = dict.fromkeys(owner for owner, _ in shown[:PAGES])
    groups = [
        ", ".join(label for whose, label in shown[:PAGES] if whose == owner)
        + (f" ({excerpt(titles[owner], TITLE)})" if booklet else "")
        for owner in owners
    ]
    pages = ", ".join(groups) + ("…" if len(shown) > PAGES else "")
    return say("app.found.one", pages=pages) if number == 1 else say("app.found.many", n=number, pages=pages)


def _short(say: Say, passage: Passage) -> str:
    return say("app.page.short", page=passage.ref.page) if passage.on_paper else heading_label(say, passage)


def found_head(say: Say, understood: Understood, evidence: Evidence, *, booklet: bool) -> Content:
    """What came back, and what was searched for beside the question."""
    number, dot, pages = found(say, evidence, booklet=booklet).partition(" · ")
    lines = [Content.assemble((number, "bold"), dot, pages)]
    if also := also_searched(understood, say):
        lines.append(Content.styled(clean(also, one_line=True), "dim"))
    return Content("\n").join(lines)


def caution(say: Say, zone: Zone) -> str:
    """What to say when it is not clear that the book speaks of the question; empty when nothing says so."""
    return "" if zone is Zone.NORMAL else say(f"app.found.{zone}")


def citation_line(say: Say, citation: Citation, *, booklet: bool, title: int = TITLE, gloss: str = "") -> Content:
    """One row of the list: number, proof, place, then the words; what they mean, if they are foreign, under them."""
    heading = section(citation.passage)
    words = f"« {excerpt(citation.quote)} »" if citation.quote else heading or excerpt(citation.passage.text)
    proof = ("✓ ", "$text-success") if citation.verified else ("· ", "dim")
    place = where(say, citation.passage, citation.page, booklet=booklet, title=title)
    line = Content.assemble((f"[{citation.n}] ", "bold"), proof, (place, "bold $text-accent"), f"  {words}")
    return Content.assemble(line, "\n      ", translation(say, gloss)) if gloss else line


def translation(say: Say, gloss: str) -> Content:
    """What a quotation means in the language of the answer; that it is none of the book's words comes first."""
    return Content.styled(say("app.cites.gloss", text=excerpt(gloss, SHORT)), "italic $text-muted")


def passage_line(say: Say, n: int, evidence: Evidence, *, booklet: bool, title: int = TITLE) -> Content:
    """One row of the list for a passage that no answer cites."""
    head = passage_head(say, n, evidence, booklet=booklet, title=title)
    text = evidence.passages[n - 1].passage.text
    return Content.assemble(head, f"  {excerpt(text)}")


def picture_line(
    say: Say, evidence: Evidence, page: PageRef, *, booklet: bool, seen: bool, title: int = TITLE
) -> Content:
    """The row that leads to the picture worth a look, or looked at."""
    passage = next((ranked.passage for ranked in evidence.passages if ranked.passage.ref == page), None)
    place = where(say, passage, page, booklet=booklet, title=title) if passage else page_label(say, page.page, None)
    words = say("app.cites.picture_seen") if seen else say("app.cites.picture")
    return Content.assemble(("▣  ", "$text-warning"), (place, "bold $text-accent"), f"  {words}")


# --- answers -----------------------------------------------------------------------------------------


def answer_markdown(text: str) -> str:
    """Verified text with its markers as links that only this app follows."""
    return MARKER.sub(r"[\[\1\]](cite:\1)", unlinked(clean(text))).replace("\n", "\n\n")


def unlinked(text: str) -> str:
    """Text for the screen's Markdown in which no address becomes a link, whoever wrote it."""
    return _JOINT.sub(r"\\\g<0>", text)


def said_markdown(words: Say, checked: Verified) -> str:
    """An answer's words; of a dispute each part under its heading."""
    if checked.dispute is None:
        return answer_markdown(checked.text)
    told = parts(checked.dispute, words)
    return "\n\n".join(f"**{unlinked(each.heading)}** {answer_markdown(each.text)}".strip() for each in told)


def ruled(words: Say, checked: Verified) -> Content:
    """How far the book carries the answer, or which reading it decides for, as a heading in the answer's language."""
    if checked.dispute is None:
        return verdict(words, checked.verdict)
    style = "$text-success" if checked.dispute.holds is not None else "$text-warning"
    return Content.styled(ruling(checked, words), f"bold {style}")


def verdict(words: Say, ruled: Verdict | None) -> Content:
    """How far the book carries the answer, as a heading in the answer's language."""
    style = "$text-success" if ruled in (Verdict.SAYS, Verdict.IMPLIES) else "$text-warning"
    return Content.styled(verdict_words(words, ruled), f"bold {style}")


def state(say: Say, answer: Answer, seconds: float, *, connected: bool) -> Content:
    """The line under an answer: time, quotes, the page looked at, and what was not as it should be."""
    parts = [say("app.state.seconds", seconds=f"{seconds:.1f}".replace(".", "," if say.language == "fr" else "."))]
    good = True
    if answer.verified is not None:
        quotes = [citation for citation in answer.verified.citations if citation.quote]
        sure = sum(citation.verified for citation in quotes)
        failed = Counter(struck.kind for struck in answer.verified.struck)
        bad = {
            "quotes_bad": sum(failed[kind] for kind in _QUOTATIONS) + len(quotes) - sure,
            "claims_bad": sum(failed[kind] for kind in _CLAIMS),
            "pieces_bad": sum(n for kind, n in failed.items() if kind not in (*_QUOTATIONS, *_CLAIMS)),
        }
        parts.append(_counted(say, "quotes", sure))
        parts += [_counted(say, key, n) for key, n in bad.items() if n]
        parts += [say("app.state.repaired")] if answer.repaired else []
        parts.append(_looked(say, answer))
        good = flawless(answer.verified)
    elif not connected or answer.completion is None:
        parts.append(say("app.state.passages"))
        parts += [_look(say, answer)] if answer.evidence.page_to_read else []
    mark = ("✓ ", "$text-success") if good and answer.failure is None else ("⚠ ", "$text-warning")
    return Content.assemble(mark, " · ".join(parts))


def _counted(say: Say, key: str, n: int) -> str:
    if n == 0 and key == "quotes":
        return say("app.state.quotes_none")
    return say(f"app.state.{key}_one") if n == 1 else say(f"app.state.{key}", n=n)


def _looked(say: Say, answer: Answer) -> str:
    page = answer.page_read
    if page is None:
        return say("app.state.not_looked")
    return say("app.state.looked", page=page_label(say, page.page, _printed(answer, page)))


def _look(say: Say, answer: Answer) -> str:
    page = answer.evidence.page_to_read
    assert page is not None
    return say("app.state.look", page=page_label(say, page.page, _printed(answer, page)))


def _printed(answer: Answer, page: PageRef) -> str | None:
    passages = (ranked.passage for ranked in answer.evidence.passages)
    return next((passage.printed for passage in passages if passage.ref == page), None)


def degraded(say: Say, answer: Answer) -> tuple[str, ...]:
    """Every note of the way, once."""
    notes = (*answer.evidence.degraded, *answer.degraded, *(answer.completion.notes if answer.completion else ()))
    lines = [note(say, item) for item in notes]
    if answer.verified is not None and UNPROVEN in answer.verified.text:
        lines.append(say("app.state.unproven"))
    return tuple(dict.fromkeys(lines))


def struck(say: Say, pieces: Iterable[Struck]) -> Content:
    """What was removed from the answer, crossed out, with the reason."""
    rows = [Content.assemble("\n  ", *_struck(say, piece)) for piece in pieces]
    return Content.assemble((say("ask.struck"), "$text-warning"), *rows) if rows else Content("")


def _struck(say: Say, piece: Struck) -> tuple[tuple[str, str], ...]:
    if not piece.text:
        return ((say("ask.struck_kind.no_verdict"), "italic"),)
    return ((excerpt(piece.text, 160), "strike dim"), (f" — {say(f'ask.struck_kind.{piece.kind}')}", "italic"))
