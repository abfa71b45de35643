"""What was asked and how it went, as people read it and as programs read it.

Pure. Owns the layout of the list of runs and of one run's timeline, and their JSON; the words come from `oracle/texts`.
What a step holds that is not known here (another release wrote it) is shown as it is.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from string import Formatter
from typing import get_args

from oracle.contracts import StruckKind
from oracle.grammar import MARKER
from oracle.record import Run
from oracle.steps import ASKED, Facts, Step
from oracle.texts import Texts, catalogue

OUTCOMES = ("says", "implies", "silent", "no_verdict", "withheld", "failed", "stopped", "passages", "nothing", "gate")
_STOPPED = 130
_AT, _TOOK, _LABEL, _NARROWEST = 9, 9, 12, 30


def outcome(run: Run) -> str:
    """How a run ended, in one word of `OUTCOMES`."""
    checked = _checked(run)
    if run.facts("gate").get("reason"):
        return "gate"
    if run.exit == _STOPPED:
        return "stopped"
    if checked:
        return "withheld" if checked.get("withheld") else str(checked.get("verdict") or "no_verdict")
    if run.facts("failure"):
        return "failed"
    return "passages" if run.facts("find").get("passages") else "nothing"


def _checked(run: Run) -> Facts:
    """The verification of the answer that was shown."""
    mended = run.facts("repair")
    return mended.get("verified") or {} if mended.get("used") else run.facts("verify")


def usd(run: Run) -> float | None:
    """What a run cost, as the service said; `None` where it said nothing."""
    spent = [run.facts(step).get("usd") for step in ("rewrite", "claude", "repair")]
    known = [cost for cost in spent if isinstance(cost, int | float)]
    return round(sum(known), 6) if known else None


# --- for people --------------------------------------------------------------------------------------


_READABLE = 24
"""So much of a question has to be seen."""


def list_lines(runs: Iterable[Run], say: Texts, width: int) -> list[str]:
    """A run a line: its name, when, the game, how it ended, how long it took and the question; narrow, two lines."""
    return [_list_line(run, say, width) for run in runs]


def _list_line(run: Run, say: Texts, width: int) -> str:
    ended, took = say(f"log.outcome.{outcome(run)}"), _took(run.ms)
    star = "★" if run.starred else " "
    head = f"{run.short:8}{star} {_local(run.at)[:16]}  {run.game:<14.14}  {ended:<10}  {took:>8}  "
    if width - len(head) >= _READABLE:
        return head + textwrap.shorten(run.question, width - len(head), placeholder=" …")
    told = textwrap.shorten(f"{ended} · {run.question}", width - 2, placeholder=" …")
    return f"{run.short:8}{star} {_local(run.at)[:16]}  {run.game:<.{max(8, width - 28)}}\n  {told}"


def run_text(run: Run, say: Texts, width: int) -> str:
    """One run: its head, the question, what was done when and for how long, and the answer that stood."""
    cost = usd(run)
    head = [run.id, _local(run.at), run.game, say(f"log.outcome.{outcome(run)}"), _took(run.ms)]
    head += [f"${cost:.4f}"] if cost is not None else []
    rows = [_columns(say("log.at"), say("log.took"), "").rstrip()]
    rows += [line for row in _rows(run, say) for line in _row_lines(row, say, width)]
    answer = MARKER.sub(r"[\1]", run.answer)
    parts = [" · ".join(filter(None, head)), textwrap.fill(run.question, width), "\n".join(rows), answer]
    return "\n\n".join(filter(None, parts))


@dataclass(frozen=True)
class _Row:
    """A line of the timeline. `label` names a text of `log.step`, or a step that has none."""

    at: int | None
    took: int | None
    label: str
    what: str


def _rows(run: Run, say: Texts) -> list[_Row]:
    """All that happened, in its order: what was heard of Claude stands under Claude."""
    return [row for step in run.steps for row in _step_rows(step, say)]


def _step_rows(step: Step, say: Texts) -> Iterator[_Row]:
    tell = _TOLD.get(step.name, _plain)
    yield _Row(step.at, None if step.name == ASKED else step.ms, step.name, tell(step.facts, say))
    for at, what, detail in step.facts.get("events") or () if step.name in _SPOKEN else ():
        yield _Row(at, None, str(what), say("log.pieces", count=int(detail)) if what == "last_words" else str(detail))


def _row_lines(row: _Row, say: Texts, width: int) -> list[str]:
    label = say(f"log.step.{row.label}") if row.label in _LABELLED else row.label
    head = _columns("" if row.at is None else f"{row.at} ms", _took(row.took), label)
    indent, wide = " " * len(head), max(width, len(head) + _NARROWEST)
    return textwrap.wrap(row.what, wide, initial_indent=head, subsequent_indent=indent) or [head.rstrip()]


def _columns(at: str, took: str, label: str) -> str:
    return f"{at:>{_AT}} {took:>{_TOOK}}  {label:<{_LABEL}}  "


def _asked(facts: Facts, say: Texts) -> str:
    booklets = ", ".join(facts.get("booklets") or ()) or say("log.every_booklet")
    left = ", ".join([*(facts.get("exclude") or ()), *(facts.get("exclude_sections") or ())])
    without = say("log.without", what=left) if left else ""
    before = say("log.turns_before", count=facts["turns_before"]) if facts.get("turns_before") else ""
    both = say("log.both_readings") if facts.get("contest") else ""
    known = facts.get("machine") not in (None, "", "none")
    machine = say("log.machine", machine=facts["machine"]) if known else say("log.no_machine")
    return _joined(
        both, booklets, without, before, machine, facts.get("release") and f"rules-oracle {facts['release']}"
    )


def _gate(facts: Facts, say: Texts) -> str:
    return say("log.closed", reason=facts["reason"]) if facts.get("reason") else say("log.open")


def _understood(facts: Facts, say: Texts) -> str:
    books = ", ".join(facts.get("book_languages") or ())
    standalone = facts.get("standalone") if facts.get("changed", True) else ""
    return _joined(f"{facts.get('language')} → {books}" if books else facts.get("language"), standalone)


def _found(facts: Facts, say: Texts) -> str:
    passages: Mapping[str, Mapping[str, int]] = facts.get("passages") or {}
    channels: dict[str, int] = {}
    for ranks in passages.values():
        for name in ranks:
            channels[name] = channels.get(name, 0) + 1
    pages = ", ".join(dict.fromkeys(key.split("#")[0].split("/")[-1] for key in passages))
    cached = say("log.cached") if facts.get("cached") else ""
    counts = ", ".join(f"{name} {n}" for name, n in channels.items())
    return _joined(say("log.found", count=len(passages), zone=facts.get("zone")), cached, counts, pages)


def _rewrite(facts: Facts, say: Texts) -> str:
    phrases = " · ".join(facts.get("phrases") or ()) or say("log.no_phrases")
    return _joined(phrases, *_spent(facts, say))


def _page(facts: Facts, say: Texts) -> str:
    if not facts.get("chosen"):
        return say("log.no_page")
    offered = facts.get("offered")
    region = say("log.region" if offered.get("box") else "log.whole_page") if offered else say("log.not_offered")
    looked = say("log.was_looked_at") if facts.get("looked_at") else say("log.not_looked_at")
    return _joined(facts["chosen"], region, looked)


def _prompt(facts: Facts, say: Texts) -> str:
    size = say("log.prompt", characters=facts.get("characters", 0), passages=facts.get("passages", "?"))
    return _joined(size, say("log.with_view") if facts.get("view") else "")


def _claude(facts: Facts, say: Texts) -> str:
    denied = facts.get("refused") or facts.get("denied") or ()
    told = [say("log.image_sent") if facts.get("image_sent") else "", *_spent(facts, say)]
    return _joined(facts.get("model"), *told, say("log.refused", what=", ".join(denied)) if denied else "")


def _spent(facts: Facts, say: Texts) -> Sequence[str]:
    tokens = ", ".join(f"{name} {n}" for name, n in (facts.get("tokens") or {}).items() if n)
    cost, process = facts.get("usd"), facts.get("process")
    return (
        say("log.tokens", tokens=tokens) if tokens else "",
        "" if cost is None else f"${cost:.4f}",
        say(f"log.process.{process}") if process in ("ahead", "warm") else "",
    )


def _verified(facts: Facts, say: Texts) -> str:
    citations = facts.get("citations") or ()
    struck = [f"{_kind(kind, say)}: {text}" for kind, text in facts.get("struck") or ()]
    return _joined(
        _ruling(facts.get("dispute"), say) or say(f"log.outcome.{facts.get('verdict') or 'no_verdict'}"),
        say("log.withheld") if facts.get("withheld") else "",
        say("log.verified", n=sum(bool(verified) for *_, verified in citations), citations=len(citations)),
        say("log.unproven", count=facts["unproven"]) if facts.get("unproven") else "",
        say("log.struck", what="; ".join(struck)) if struck else "",
    )


def _ruling(dispute: object, say: Texts) -> str:
    """Which reading the book decided for; empty where no dispute was written."""
    match dispute:
        case {"holds": 0 | 1 as holds}:
            return say("log.reading_holds", n=holds + 1)
        case {"holds": None}:
            return say("log.unsettled")
    return ""


def _kind(kind: str, say: Texts) -> str:
    return say(f"ask.struck_kind.{kind}") if kind in get_args(StruckKind) else kind


def _repair(facts: Facts, say: Texts) -> str:
    checked, failed = facts.get("verified"), facts.get("failure")
    used = say("log.repair_used" if facts.get("used") else "log.repair_not_used")
    came = [facts.get("model"), *_spent(facts, say), _verified(checked, say)] if checked else []
    return _joined(used, *came, _sentence(failed, say) if failed else "")


def _failure(facts: Facts, say: Texts) -> str:
    return _sentence(facts, say)


def _notes(facts: Facts, say: Texts) -> str:
    return " · ".join(_sentence(note, say) for note in facts.get("notes") or ())


def _again(facts: Facts, say: Texts) -> str:
    return ""


def _sentence(said: Facts, say: Texts) -> str:
    """An error or a note in words, with what was kept of its facts."""
    key, facts = str(said.get("key")), said.get("facts") or {}
    text = catalogue(say.language).get(key)
    if text is None:
        return _joined(key, *(f"{name} {value}" for name, value in facts.items()))
    needed = (name for _, name, _, _ in Formatter().parse(text) if name)
    return say(key, **{**dict.fromkeys(needed, "–"), **facts})


def _plain(facts: Facts, say: Texts) -> str:
    return json.dumps(facts, ensure_ascii=False)


def _joined(*parts: object) -> str:
    return " · ".join(str(part) for part in parts if part)


_TOLD: Mapping[str, Callable[[Facts, Texts], str]] = {
    ASKED: _asked,
    "gate": _gate,
    "understand": _understood,
    "find": _found,
    "rewrite": _rewrite,
    "find_again": _again,
    "page": _page,
    "prompt": _prompt,
    "claude": _claude,
    "verify": _verified,
    "repair": _repair,
    "failure": _failure,
    "notes": _notes,
}
_EVENTS = ("waiting", "first_words", "last_words", "restarted", "looked_at", "allowed", "denied", "repairing")
_SPOKEN = ("claude", "repair")
_LABELLED = frozenset({*_TOLD, *_EVENTS})


def _took(ms: int | None) -> str:
    return "" if ms is None else f"{ms} ms" if ms < 1000 else f"{ms / 1000:.1f} s"


def _local(at: str) -> str:
    """When it was, on the player's own clock."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return at


# --- for programs ------------------------------------------------------------------------------------


def run_json(run: Run) -> dict[str, object]:
    """A run of `oracle log --json`."""
    return {
        "id": run.id,
        "at": run.at,
        "conversation": run.conversation,
        "game": run.game,
        "question": run.question,
        "answer": run.answer,
        "outcome": outcome(run),
        "exit": run.exit,
        "ms": run.ms,
        "usd": usd(run),
        "starred": run.starred,
    }


def timeline_json(run: Run) -> dict[str, object]:
    """What `oracle log show ID --json` prints: the run, and every step with all that was written of it."""
    steps = [{"name": step.name, "at": step.at, "ms": step.ms, "facts": step.facts} for step in run.steps]
    return {**run_json(run), "steps": steps}
