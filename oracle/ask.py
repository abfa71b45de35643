"""One question from the player's words to a verified answer. The only pipeline: the CLI and the app call it.

Owns the order of the steps, and what is said when one of them could not do its part. The steps do not
know each other; each is a function of its own module.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from ingest.contracts import BookletRef, Note, PageFacts, PageRef
from ingest.errors import IngestError
from oracle import ahead
from oracle.checking import check, proven, wanted_page
from oracle.contracts import Answer, Found, Listener, Question, View
from oracle.errors import Cancelled, ClaudeError
from oracle.find import find, no_weaker, open_stack
from oracle.listening import Listening
from oracle.mending import repaired, to_repair
from oracle.outcomes import NotKept
from oracle.parts import Parts, Shelf
from oracle.prompt import compose
from oracle.record import NotRecorded
from oracle.region import Region, choose_region
from oracle.rewrite.beside import Beside
from oracle.stopwatch import Stopwatch
from oracle.things import Asked
from oracle.view import make_view
from vm.errors import VmError


def ask(question: Question, parts: Parts, hear: Listener, cancel: threading.Event) -> Answer:
    """Answer a question. Raises what finding raises; what goes wrong after that is in the answer.

    `hear` is told what is found at once, then Claude's unverified words as they come.
    """
    watch = Stopwatch()
    heard = Listening(hear, lambda: watch.now)
    put = _foreseen(question, parts)
    rewriter = None if question.contest and question.contest.rewrites is not None else parts.rewriter
    with Beside(parts.library, question, rewriter) as beside:
        answer = look_up(question, parts, watch)
        if answer.gate.open:
            heard(Found(answer.understood, answer.evidence))
        if beside.wanted(answer.evidence):
            with _recorded_if_stopped(answer, parts, watch, heard):
                answer = search_again(answer, beside, parts, watch, cancel)
    if answer.understood.rewrites:
        heard(Found(answer.understood, answer.evidence))
    if answer.evidence.passages:
        answer = prepare(answer, parts, watch)
    put()
    if answer.prompt and question.model and parts.claude:
        try:
            answer = converse(answer, parts, watch, heard, cancel)
        except (VmError, ClaudeError) as error:
            answer = replace(answer, failure=error)
    return _recorded(_timed(_unargued(answer), watch, heard), parts)


def _unargued(answer: Answer) -> Answer:
    """Where nobody argued the readings that were wanted, that is said: passages alone are no ruling."""
    if answer.question.contest is None or answer.verified or not answer.gate.open:
        return answer
    return replace(answer, degraded=(*answer.degraded, Note("dispute.unargued")))


def _foreseen(question: Question, parts: Parts) -> Callable[[], object]:
    """Claude starts beside finding, where there is one to start; what is returned says that the question is put."""
    if parts.ahead is None:
        return lambda: None
    return ahead.beside(question, parts.ahead, lambda: open_stack(parts.library, question.stack).languages)


@contextmanager
def _recorded_if_stopped(answer: Answer, parts: Parts, watch: Stopwatch, heard: Listening) -> Iterator[None]:
    """A question that the player stops with Control-C is recorded as it was then, and stopped."""
    try:
        yield
    except KeyboardInterrupt:
        _recorded(_timed(replace(answer, failure=Cancelled("claude.cancelled")), watch, heard), parts)
        raise


def _timed(answer: Answer, watch: Stopwatch, heard: Listening) -> Answer:
    return replace(answer, ms={**answer.ms, **watch.ms}, began=watch.began, heard=heard.so_far)


def look_up(question: Question, parts: Parts, watch: Stopwatch, rewrites: tuple[str, ...] = ()) -> Answer:
    """The passages, and nothing else yet."""
    before = (question.contest and question.contest.rewrites) or ()
    with watch.step("find_again" if rewrites else "find"):
        inner = None if rewrites else watch  # the steps of the second search are not told apart
        beside = rewrites or before
        understood, gate, evidence = find(parts.library, question, parts.profile, beside, parts.memory, inner)
    return Answer(question, understood, gate, evidence, degraded=evidence.degraded)


def search_again(answer: Answer, beside: Beside, parts: Parts, watch: Stopwatch, cancel: threading.Event) -> Answer:
    """What is found with the question's rewrite beside it, where one came; else the answer as it is."""
    with watch.step("rewrite"):
        outcome = beside.outcome(cancel)
    if outcome.rewrite and outcome.rewrite.phrases:
        alone = answer.evidence
        answer = look_up(answer.question, parts, watch, outcome.rewrite.phrases)
        answer = replace(answer, evidence=no_weaker(alone, answer.evidence))
    notes = (outcome.note,) if outcome.note else ()
    return replace(answer, rewrite=outcome.rewrite, degraded=(*answer.degraded, *notes))


def prepare(answer: Answer, parts: Parts, watch: Stopwatch) -> Answer:
    """The prompt and the one view, ready to be sent; a player without a model is shown the view. Asks nobody."""
    with watch.step("prompt"):
        view, notes = _view(answer, parts)
        booklets = [revision.booklet for revision in open_stack(parts.library, answer.question.stack).revisions]
        prompt = compose(answer.question, answer.understood, booklets, answer.evidence, view)
    return replace(answer, prompt=prompt, degraded=(*answer.degraded, *notes))


def converse(asked: Answer, parts: Parts, watch: Stopwatch, heard: Listening, cancel: threading.Event) -> Answer:
    """Claude's answer as it was checked, written once more where something failed that can be mended."""
    assert asked.prompt and parts.claude
    question = asked.question
    with ExitStack() as held:
        with _recorded_if_stopped(asked, parts, watch, heard), watch.step("claude"):
            talking = parts.claude.talk(asked.prompt, heard, timeout=question.timeout, cancel=cancel)
            talk = held.enter_context(talking)
            done = talk.answer()
        with watch.step("verify"):
            answer = check(asked, done, parts.library)
        request = to_repair(answer) if parts.repairs else None
        if request:
            with _recorded_if_stopped(answer, parts, watch, heard), watch.step("repair"):
                answer = repaired(asked, answer, request, talk, parts.library, heard)
        if proven(answer) and answer.verified:
            talk.keep(answer.verified.text)
    return answer


def _view(answer: Answer, parts: Parts) -> tuple[View | None, tuple[Note, ...]]:
    ref = wanted_page(answer)
    if ref is None:
        return None, ()
    try:
        facts = parts.library.page_facts([ref])[0]
        view = make_view(facts, _region(answer, facts, parts.library), parts.views)
    except (IngestError, OSError) as error:
        why = error.facts.get("why", error) if isinstance(error, IngestError) else error.strerror or error
        return None, (Note("ask.bad_page_image", {**_place(answer, ref), "why": why}),)
    return view, () if view else (Note("ask.no_page_image", _place(answer, ref)),)


def _place(answer: Answer, ref: PageRef) -> dict[str, object]:
    """A page as players call it: the title of its booklet, and its number."""
    found = (ranked.passage for ranked in answer.evidence.passages)
    title = next((passage.booklet_title for passage in found if passage.ref.owner == ref.owner), ref.booklet)
    return {"booklet": title, "page": ref.page}


def _region(answer: Answer, facts: PageFacts, library: Shelf) -> Region:
    """What of the page is shown. Where it cannot be opened again, by the places of its passages alone."""
    try:
        page = library.page(facts.ref)
    except IngestError:
        page = None
    asked = Asked.of(answer.understood.standalone, answer.understood.language)
    passages = [ranked.passage for ranked in answer.evidence.first(answer.question.read).passages]
    return choose_region(facts, page, passages, asked)


def _recorded(answer: Answer, parts: Parts) -> Answer:
    try:
        run = parts.runs.save(answer, _revisions(answer, parts.library))
        answer = replace(answer, run=run)
        if parts.outcomes:
            parts.outcomes.of_answer(answer, run)
    except (NotRecorded, NotKept) as error:
        return replace(answer, degraded=(*answer.degraded, Note(error.key, error.facts)))
    return answer


def _revisions(answer: Answer, library: Shelf) -> Mapping[BookletRef, str]:
    """Which revision of each booklet the player was shown."""
    if not answer.evidence.passages:
        return {}
    try:
        stack = open_stack(library, answer.question.stack)
    except IngestError:  # taken off the shelf meanwhile: then it is looked for when the answer is shown again
        return {}
    return {each.booklet.ref: each.booklet.revision for each in stack.revisions}
