"""One question and everything that came of it: passages, streaming answer, verified answer, state.

Owns the worker thread in which the pipeline runs, and its cancelling. Events of the pipeline arrive as messages in
the widget's own queue, so they keep their order and the thread never waits for the screen.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Markdown, Static
from textual.worker import Worker, WorkerState

from ingest.errors import IngestError
from oracle.app import phrase
from oracle.app.apart import apart
from oracle.app.widgets.answer_text import AnswerText
from oracle.app.widgets.citations import Place
from oracle.app.widgets.folding import Foldable
from oracle.app.widgets.manner import Manner, words_of
from oracle.app.widgets.pacing import PacedStream
from oracle.app.widgets.passages import passage_parts
from oracle.contracts import (
    Answer,
    Delta,
    Event,
    Evidence,
    Found,
    Listener,
    LookedAt,
    Question,
    Repairing,
    Restarted,
    Understood,
    Verdict,
    Verified,
    Waiting,
)
from oracle.dispute.stream import stream_for
from oracle.errors import OracleError
from oracle.icons import names_in, shown_answer, shown_evidence
from oracle.stream import Stream, verdict_words
from vm.errors import VmError

Run = Callable[[Question, Listener, threading.Event], Answer]
FULL = 900
_log = logging.getLogger(__name__)


class Exchange(Foldable):
    """Runs one question when mounted and shows what comes."""

    @dataclass
    class Heard(Message):
        """The pipeline said something."""

        event: Event

    @dataclass
    class Listed(Message):
        """There are pages to lead to; `cited` = by the answer, else as found."""

        exchange: Exchange
        places: tuple[Place, ...]
        cited: bool

    @dataclass
    class Streaming(Message):
        """The answer has begun to come."""

        exchange: Exchange

    @dataclass
    class Ended(Message):
        """Nothing more will come. `answer` is `None` when it was cancelled or broke."""

        exchange: Exchange
        question: Question
        answer: Answer | None
        seconds: float

    @dataclass
    class Cited(Message):
        """A citation in the answer was clicked."""

        exchange: Exchange
        place: Place

    def __init__(self, question: Question, run: Run, manner: Manner) -> None:
        super().__init__("exchange")
        self._question, self._run, self._manner = question, run, manner
        self._cancel = threading.Event()
        self._started = time.monotonic()
        self._words = manner.say
        self._draft = Stream(self._words)
        self._stream: PacedStream | None = None
        self._evidence: Evidence | None = None
        self._places: tuple[Place, ...] = ()
        self._waits: Callable[[], str] | None = None
        self._understood: Understood | None = None
        self._answer: Answer | None = None
        self._error: BaseException | None = None
        self._repairing = self.ended = False

    def compose(self) -> ComposeResult:
        """Everything in the order in which it is read: a book that is silent is said above what is nearest in it.

        Empty parts take no room.
        """
        yield Static(phrase.asked(self._manner.say, self._question), classes="question")
        yield Static(Content.styled(self._manner.say("app.found.searching"), "dim italic"), classes="found")
        yield Static(classes="notice")
        yield Static(classes="verdict")
        yield AnswerText()
        yield Static(classes="state")
        yield Vertical(classes="passages")
        yield Static(classes="struck")

    def on_mount(self) -> None:
        """Ask, in a thread."""
        self._started = time.monotonic()
        for name in ("notice", "verdict", "struck", "state"):
            self._fill(name, Content(""))
        self.run_worker(apart(self._ask), name="ask", group="ask", exit_on_error=False)

    def _ask(self) -> Answer:
        return self._run(self._question, self._relay, self._cancel)

    def _relay(self, event: Event) -> None:
        self.post_message(self.Heard(event))

    def on_unmount(self) -> None:
        """Leaving the app ends the question there too."""
        self._cancel.set()

    async def cancel(self) -> None:
        """Stop: the pipeline is told, and what it still says is not heard; an answer that was checked before stands."""
        if self.ended:
            return
        self._cancel.set()
        await self._silence()
        if self._repairing:
            return
        self._notice(self._manner.cancelled())
        self._end(None)

    # --- what is heard ---------------------------------------------------------------------------

    async def on_exchange_heard(self, message: Heard) -> None:
        """Show what the pipeline said, unless the player has turned away from it."""
        message.stop()
        if self.ended:
            return
        match message.event:
            case Found(understood, evidence):
                self._words = words_of(self._question, understood)
                await self._show_found(understood, evidence)
            case Delta(text):
                self._write(text)
            case Restarted():
                await self._restart()
            case Repairing():
                self._repairing = True
                await self._restart()
                self.query_one(".passages").display = True
                self._under_way("app.found.repairing")
            case Waiting():
                self._under_way("app.found.waiting")
            case LookedAt(ref):
                self._under_way("app.found.looking", page=phrase.page_label(self._manner.say, ref.page, None))

    async def _show_found(self, understood: Understood, evidence: Evidence) -> None:
        say = self._manner.say
        self._understood, self._evidence = understood, shown_evidence(evidence, say("ask.icon"))
        evidence = self._evidence.first(self._question.read)
        self._fill("found", phrase.found_head(say, understood, evidence, booklet=self._manner.booklet))
        await self._show_passages(evidence, phrase.excerpt)
        if self._manner.connected and self._question.model:
            self._under_way("app.dispute.arguing" if self._question.contest else "app.found.reading")
        self._list_passages(evidence)

    def _under_way(self, key: str, **facts: str) -> None:
        self._waits = partial(self._manner.say, key, **facts)
        self._notice(Content.styled(self._waits(), "dim italic"))

    async def _show_passages(self, evidence: Evidence, cut: Callable[[str], str]) -> None:
        box = self.query_one(".passages")
        await box.remove_children()
        await box.mount_all(passage_parts(self._manner.say, evidence, cut, booklet=self._manner.booklet))

    def _list_passages(self, evidence: Evidence) -> None:
        self._places = self._manner.found(evidence)
        self.post_message(self.Listed(self, self._places, cited=False))

    def _write(self, text: str) -> None:
        if self._stream is None:
            passages = self._evidence.passages if self._evidence else ()
            icons = names_in(ranked.passage for ranked in passages)
            self._draft = stream_for(self._words, icons, disputed=self._question.contest is not None)
            self._stream = PacedStream(self.query_one(Markdown))
            self.post_message(self.Streaming(self))
        self._stream.write(phrase.unlinked(self._show_verdict(self._draft.feed(text))))

    def _show_verdict(self, piece: str) -> str:
        """The verdict goes to its own line as soon as it is known; what is left of the piece is returned."""
        if piece and not self.query_one(".verdict").display:
            self._notice(Content(""))
            self.query_one(".passages").display = False
            verdict = next((v for v in Verdict if piece.startswith(verdict_words(self._words, v))), None)
            if verdict is not None:
                self._fill("verdict", phrase.verdict(self._words, verdict))
                return piece[len(verdict_words(self._words, verdict)) :].lstrip()
        return piece

    async def _restart(self) -> None:
        await self._silence()
        self._fill("verdict", Content(""))
        await self.query_one(Markdown).update("")

    async def _silence(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            await stream.stop()

    # --- the end ---------------------------------------------------------------------------------

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """The pipeline returned, or broke."""
        event.stop()
        if self.ended:
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            await self._finish(event.worker.result)
        elif event.state is WorkerState.ERROR and event.worker.error is not None:
            await self._break(event.worker.error)

    async def _finish(self, answer: Answer) -> None:
        await self._silence()
        self._answer = answer
        self._words = words_of(answer.question, answer.understood)  # of one that is read again nothing was heard before
        shown = self._shown(answer)
        if self._evidence is None and shown.gate.open:
            await self._show_found(shown.understood, shown.evidence)
        if _stands(shown):
            await self._show_answer(shown)
        else:
            await self._show_passages_as_answer(shown)
        self._conclude(shown)
        self._end(answer)

    def _shown(self, answer: Answer) -> Answer:
        """The answer as it stands on the screen: its icons named, no more passages than are read."""
        answer = shown_answer(answer, self._words("ask.icon"))
        return replace(answer, evidence=answer.evidence.first(self._question.read))

    def _conclude(self, answer: Answer) -> None:
        """The lines under an answer, or under the passages that stand for one."""
        contested, language = self._question.contest is not None, self._words.language
        under = self._manner.under(answer, language, self.seconds(answer), contested=contested)
        self._notice(Content(""))
        self._fill("state" if _stands(answer) else "notice", under)
        self._fill("struck", phrase.struck(self._manner.say, answer.verified.struck if answer.verified else ()))

    async def _show_answer(self, answer: Answer) -> None:
        verified = answer.verified
        assert verified is not None
        if verified.citations:
            await self.query_one(".passages").remove_children()
        self.query_one(".passages").display = not verified.citations
        self._fill("verdict", phrase.ruled(self._words, verified))
        await self.query_one(Markdown).update(phrase.said_markdown(self._words, verified))
        if verified.citations:
            self._places = self._cited(answer)
            self.post_message(self.Listed(self, self._places, cited=True))

    def _cited(self, answer: Answer) -> tuple[Place, ...]:
        assert answer.verified is not None
        seen = answer.page_read
        view = answer.prompt.view if answer.prompt else None
        region = view.box if view and view.ref == seen else None
        return self._manner.cited(answer.verified, answer.evidence, seen, region, self._words.language)

    async def _show_passages_as_answer(self, answer: Answer) -> None:
        say = self._manner.say
        await self._restart()
        self.query_one(".passages").display = True
        if answer.gate.reason is not None:
            self._fill("found", Content(phrase.told(say, answer.gate.reason)))
            self.query_one(".passages").display = False
        else:
            await self._show_passages(answer.evidence, partial(phrase.body, limit=FULL))

    async def _break(self, error: BaseException) -> None:
        if not isinstance(error, IngestError | VmError | OracleError):
            _log.error("the pipeline broke", exc_info=error)
        self._error = error
        await self._restart()
        self.query_one(".passages").display = True
        if self._evidence is None:
            self._fill("found", Content(""))
        self._notice(self._manner.broken(error))
        self._end(None)

    async def retell(self) -> None:
        """Say the program's own words again, in the language of now; what the model and the books say stays."""
        shown = self._shown(self._answer) if self._answer is not None else None
        if self._evidence is not None:
            self._places = self._manner.found(self._read)
        if shown is not None and _stands(shown) and shown.verified and shown.verified.citations:
            self._places = self._cited(shown)
        if not self.put_off("retell", partial(self._retell_parts, shown)):
            await self._retell_parts(shown)

    async def _retell_parts(self, shown: Answer | None) -> None:
        if self._understood is not None:
            found = phrase.found_head(self._manner.say, self._understood, self._read, booklet=self._manner.booklet)
            self._fill("found", found)
            if self.query_one(".passages").display:
                await self._show_passages(self._read, phrase.excerpt)
        if shown is not None:
            if not _stands(shown):
                await self._show_passages_as_answer(shown)
            self._conclude(shown)
        elif self._error is not None:
            self._notice(self._manner.broken(self._error))
        elif self.ended:
            self._notice(self._manner.cancelled())
        elif self._waits is not None and self.query_one(".notice").display:
            self._notice(Content.styled(self._waits(), "dim italic"))

    @property
    def _read(self) -> Evidence:
        """The passages that are shown: as many as Claude reads."""
        assert self._evidence is not None
        return self._evidence.first(self._question.read)

    @property
    def at_rest(self) -> bool:
        """Whether nothing more will come, and nobody works with it."""
        return self.ended and not self.has_class("-chosen") and super().at_rest

    @property
    def answer(self) -> Answer | None:
        """What came of the question, if anything did."""
        return self._answer

    @property
    def carried(self) -> tuple[Evidence | None, Verified | None]:
        """What was found, and what was made of it."""
        return self._evidence, self._answer.verified if self._answer is not None else None

    @property
    def listed(self) -> tuple[tuple[Place, ...], bool]:
        """The pages that it leads to, and whether an answer cites them."""
        verified = self._answer.verified if self._answer is not None else None
        return self._places, bool(verified and verified.citations and not verified.withheld)

    def _end(self, answer: Answer | None) -> None:
        self.ended = True
        if answer is None and self._evidence is None:
            self._fill("found", Content(""))  # nobody looks any more
        self.post_message(self.Ended(self, self._question, answer, self.seconds(answer)))

    def seconds(self, answer: Answer | None) -> float:
        """How long it took: as the pipeline measured it, else as we did."""
        measured = answer.ms.get("total") if answer is not None else None
        return measured / 1000 if measured is not None else time.monotonic() - self._started

    def on_markdown_link_clicked(self, event: Markdown.LinkClicked) -> None:
        """Only our own citations lead anywhere; no other link is followed."""
        event.stop()
        scheme, _, number = event.href.partition(":")
        if scheme == "cite" and number.isascii() and number.isdigit():
            place = next((place for place in self._places if place.n == int(number)), None)
            if place is not None:
                self.post_message(self.Cited(self, place))

    def _fill(self, name: str, content: Content) -> None:
        part = self.query_one(f".{name}", Static)
        part.update(content)
        part.display = bool(content)

    def _notice(self, content: Content) -> None:
        self._fill("notice", content)


def _stands(answer: Answer) -> bool:
    """Whether there is an answer that may be shown, not passages alone."""
    return answer.verified is not None and not answer.verified.withheld
