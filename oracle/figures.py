"""The figures of an evaluation as people read them. Pure: owns the layout of the table, not what is measured.

The words come from `oracle/texts`, the names of measures are the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from oracle.texts import Texts

FIGURES: Final = ("hit@1", "hit@3", "hit@5", "recall@12", "mrr")
_LONGEST: Final = 70


def table(figures: Mapping[str, Any], asked: Mapping[str, str], say: Texts) -> list[str]:
    """The lines to print. `asked` are the questions by their ids."""
    lines = [f"{'':32}{'n':>5}" + "".join(f"{name:>11}" for name in FIGURES)]
    lines.append(_line(say("figures.page"), figures["page"]))
    spans = "".join(f"{low:>6.2f}–{high:.2f}" for low, high in figures["intervals"].values())
    lines.append(f"{say('figures.interval'):37}{spans}")
    lines.append(_line(say("figures.section"), figures["section"]))
    for group in ("by_language", "by_category", "by_game"):
        lines += ["", *(_line(name or "–", values) for name, values in figures[group].items())]
    lines += ["", *_rates(figures, say)]
    if "rewrites" in figures:
        lines += _rewrite_lines(figures["rewrites"], say)
    if "answers" in figures:
        lines += ["", *_answer_lines(figures["answers"], say)]
    if "reading" in figures:
        lines += ["", *_reading_lines(figures["reading"], say)]
    if "compare" in figures:
        lines += ["", *_compared_lines(figures["compare"], asked, say)]
    return lines


def share(part: float, whole: float, say: Texts) -> str:
    """A part of a whole, with both."""
    if not whole:
        return say("figures.no_share")
    return say("figures.share", share=f"{part / whole:.3f}", part=f"{part:.0f}", whole=f"{whole:.0f}")


def _rates(figures: Mapping[str, Any], say: Texts) -> Iterator[str]:
    for kind, counts in figures["zones"].items():
        yield _counts(kind, counts, say)
    seen, right, spent = figures["visual"], figures["cross"], figures["latency_ms"]
    yield say(
        "figures.offered",
        offered=share(seen["offered"], seen["needed"], say),
        right=share(seen["right_page"], seen["needed"], say),
        needlessly=share(seen["offered_needlessly"], seen["others"], say),
    )
    yield say("figures.cross", share=share(right["right_booklet_first"] * right["n"], right["n"], say))
    yield say("figures.latency", **{name: f"{spent[name]:.0f}" for name in ("p50", "p95")})


def _counts(kind: str, counts: Mapping[str, int], say: Texts) -> str:
    """`answerable: normal 0.737 (109 of 148), …`, of zones or of verdicts."""
    whole = sum(counts.values())
    told = ", ".join(f"{say(f'figures.{name}')} {share(n, whole, say)}" for name, n in counts.items())
    return say("figures.counts", name=say(f"figures.{kind}"), counts=told)


def _compared_lines(told: Mapping[str, Any], asked: Mapping[str, str], say: Texts) -> Iterator[str]:
    yield say("figures.compared")
    for name, (old, new) in told["page"].items():
        yield f"  {name:11}{old:.3f} → {new:.3f}  {new - old:+.3f}"
    for way in ("better", "worse"):
        yield say(f"figures.{way}", n=len(told[way]))
        for one in told[way]:
            text = asked.get(one["id"], "")
            cut = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
            yield f"  {one['before'] or '–':>3} → {one['now'] or '–':<3} {one['id']}  {cut}"
    for way in ("only_before", "only_now"):
        if told[way]:
            yield say(f"figures.{way}", n=len(told[way]))


def _rewrite_lines(figures: Mapping[str, Any], say: Texts) -> list[str]:
    unusable = figures["unusable"]
    return [
        say("figures.rewrites", n=figures["used"]),
        *(_indented(say("figures.unusable", id=name)) for name in unusable),
    ]


def _answer_lines(figures: Mapping[str, Any], say: Texts) -> Iterator[str]:
    yield say("figures.answers", **{name: figures[name] for name in ("n", "withheld", "no_verdict")})
    yield from (_indented(_counts(kind, counts, say)) for kind, counts in figures["verdicts"].items())
    yield _indented(say("figures.cited_gold", share=share(figures["cited_gold"], figures["answerable"], say)))
    yield _indented(say("figures.unverified", share=share(figures["unverified"], figures["statements"], say)))
    struck = ", ".join(f"{say(f'figures.struck_kind.{kind}')} {n}" for kind, n in figures["struck"].items())
    yield _indented(say("figures.struck", what=struck or say("figures.nothing")))
    looked = share(figures["read_when_needed"], figures["needed"], say)
    needlessly = share(figures["read_needlessly"], figures["n"] - figures["needed"], say)
    yield _indented(say("figures.looked", share=looked, needlessly=needlessly))


def _reading_lines(figures: Mapping[str, Any], say: Texts) -> list[str]:
    names = ("contained", "one_chunk", "table_rows", "ocr_words")
    told = (f"{say(f'figures.{name}')} {figures[name]:.3f}" for name in names if figures[name] is not None)
    missing = (_indented(say("figures.missing", **{**m, "quote": m["quote"][:70]})) for m in figures["missing"])
    return [say("figures.reading", n=figures["n"], shares=", ".join(told)), *missing]


def _indented(line: str) -> str:
    return f"  {line}"


def _line(name: str, values: Mapping[str, float]) -> str:
    cells = "".join(f"{values[figure]:>11.3f}" if figure in values else f"{'':11}" for figure in FIGURES)
    return f"{name:32}{values['n']:>5.0f}{cells}".rstrip()
