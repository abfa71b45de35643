"""From a question to its evidence: gate → understand → retrieve → judge → choose the page.

Owns the order of these steps and nothing of what they do.
"""

from __future__ import annotations

from dataclasses import replace

from ingest.contracts import Passage, Scope
from oracle.amending import amend
from oracle.contracts import SHOWN, Evidence, GateResult, Question, Ranked, Stack, Understood, Zone
from oracle.differing import counterparts, differences
from oracle.gate import check
from oracle.index import Index
from oracle.judge import judge
from oracle.profile import Profile
from oracle.remembered import Remembered
from oracle.retrieve import cut, retrieve
from oracle.seeing import choose_page
from oracle.stopwatch import Stopwatch
from oracle.understand import understand


def find(
    index: Index,
    question: Question,
    profile: Profile,
    rewrites: tuple[str, ...] = (),
    memory: Remembered | None = None,
    watch: Stopwatch | None = None,
) -> tuple[Understood, GateResult, Evidence]:
    """What the stack holds for a question, and for what a model wrote beside it.

    Where the gate is closed nothing is searched, and what `memory` has is not searched again.
    `watch` measures the steps.
    """
    watch = watch or Stopwatch()
    scope = open_stack(index, question.stack)
    with watch.step("gate"):
        gate = check(question.text)
    with watch.step("understand"):
        understood = replace(understand(question, scope.languages), rewrites=rewrites)
    if not gate.open:
        return understood, gate, Evidence((), Zone.ABSTAIN, None)
    key = memory.key(scope, question, rewrites, profile) if memory else ""
    evidence = memory.recall(key) if memory else None
    if evidence is None:
        evidence = _search(index, scope, question, understood, profile, watch)
        if memory:
            memory.keep(key, evidence)
    if profile.prior:
        evidence = profile.prior(scope.game, evidence)
    return understood, gate, replace(evidence, degraded=(*question.stack.notes, *evidence.degraded))


def _search(
    index: Index, scope: Scope, question: Question, understood: Understood, profile: Profile, watch: Stopwatch
) -> Evidence:
    with watch.step("channels"):
        found = retrieve(index, scope, question, understood, profile)
    with watch.step("judge"):
        zone = judge(understood, found.heard, found.ranked)
    with watch.step("page"):
        page = choose_page(index, understood, found.ranked) if question.image == "auto" else None
    with watch.step("amend"):
        ranked, amendments = amend(index, scope, understood, found.ranked)
        places = question.limit or SHOWN
        brought = counterparts(index, scope, understood, ranked[:places])
        kept = cut(_with(ranked, brought, places), question)
    keys = {item.passage.key for item in kept}
    beside = tuple(each for each in amendments if {each.rule, each.by} <= keys)
    parting = differences(understood, kept[:places])
    return Evidence(kept, zone, page, found.notes, amendments=beside, differences=parting)


def _with(ranked: tuple[Ranked, ...], brought: tuple[Passage, ...], places: int) -> tuple[Ranked, ...]:
    """What was brought along takes the last of the places that are read; what stood there comes after it."""
    if places <= 2 * len(brought):
        return ranked
    rows = {passage.row for passage in brought}
    first, later = ranked[: places - len(brought)], ranked[places - len(brought) :]
    beside = (Ranked(passage, 0.0, {}) for passage in brought)
    return (*first, *beside, *(item for item in later if item.passage.row not in rows))


def no_weaker(before: Evidence, after: Evidence) -> Evidence:
    """The evidence of a search that heard more: what is found besides can make it no weaker."""
    return replace(after, zone=min(before.zone, after.zone, key=list(Zone).index))


def open_stack(index: Index, stack: Stack) -> Scope:
    """The scope of tonight's stack. Raises `UsageError` for a game or a booklet that is not there."""
    return index.scope(
        stack.game,
        booklets=stack.booklets,
        exclude=stack.exclude,
        exclude_sections=stack.exclude_sections,
        types=stack.types,
        expansions=stack.expansions,
    )
