"""The figures of an evaluation as people read them. Pure: owns the layout of the table, not what is measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

FIGURES: Final = ("hit@1", "hit@3", "hit@5", "recall@12", "mrr")
_LONGEST: Final = 70


def table(figures: Mapping[str, Any], asked: Mapping[str, str]) -> list[str]:
    """The lines to print. `asked` are the questions by their ids."""
    lines = [f"{'':32}{'n':>5}" + "".join(f"{name:>11}" for name in FIGURES), _line("page", figures["page"])]
    lines.append(f"{'95 %':37}" + "".join(f"{low:>6.2f}–{high:.2f}" for low, high in figures["intervals"].values()))
    lines.append(_line("section", figures["section"]))
    for group in ("by_language", "by_category", "by_game"):
        lines += ["", *(_line(name or "–", values) for name, values in figures[group].items())]
    lines += ["", *_rates(figures)]
    if "rewrites" in figures:
        lines += _rewrite_lines(figures["rewrites"])
    if "answers" in figures:
        lines += ["", *_answer_lines(figures["answers"])]
    if "reading" in figures:
        lines += ["", *_reading_lines(figures["reading"])]
    if "compare" in figures:
        lines += ["", *_compared_lines(figures["compare"], asked)]
    return lines


def share(part: float, whole: float) -> str:
    """A part of a whole, with both."""
    return f"{part / whole:.3f} ({part:.0f} of {whole:.0f})" if whole else "– (0)"


def _rates(figures: Mapping[str, Any]) -> Iterator[str]:
    for kind, counts in figures["zones"].items():
        whole = sum(counts.values())
        yield f"{kind}: " + ", ".join(f"{zone} {share(n, whole)}" for zone, n in counts.items())
    seen = figures["visual"]
    yield (
        f"visual: offered when needed {share(seen['offered'], seen['needed'])},"
        f" the right page {share(seen['right_page'], seen['needed'])},"
        f" offered needlessly {share(seen['offered_needlessly'], seen['others'])}"
    )
    right = figures["cross"]
    yield f"cross: right booklet first {share(right['right_booklet_first'] * right['n'], right['n'])}"
    spent = figures["latency_ms"]
    yield f"latency: p50 {spent['p50']:.0f} ms, p95 {spent['p95']:.0f} ms"


def _compared_lines(told: Mapping[str, Any], asked: Mapping[str, str]) -> Iterator[str]:
    yield "compared with the earlier run, on the questions of each:"
    for name, (old, new) in told["page"].items():
        yield f"  {name:11}{old:.3f} → {new:.3f}  {new - old:+.3f}"
    for way in ("better", "worse"):
        yield f"{way}: {len(told[way])}"
        for one in told[way]:
            text = asked.get(one["id"], "")
            cut = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
            yield f"  {one['before'] or '–':>3} → {one['now'] or '–':<3} {one['id']}  {cut}"
    for way, what in (("only_before", "asked before alone"), ("only_now", "asked now alone")):
        if told[way]:
            yield f"{what}: {len(told[way])}"


def _rewrite_lines(figures: Mapping[str, Any]) -> list[str]:
    unusable = figures["unusable"]
    return [f"rewrites: {figures['used']} used", *(f"  unusable: {name}" for name in unusable)]


def _answer_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    yield f"answers: {figures['n']}, withheld {figures['withheld']}, without a verdict {figures['no_verdict']}"
    for kind, counts in figures["verdicts"].items():
        whole = sum(counts.values())
        yield f"  {kind}: " + ", ".join(f"{verdict} {share(n, whole)}" for verdict, n in counts.items())
    yield f"  cited a gold page: {share(figures['cited_gold'], figures['answerable'])}"
    yield f"  sentences that nothing verified carries: {share(figures['unverified'], figures['statements'])}"
    struck = ", ".join(f"{kind} {n}" for kind, n in figures["struck"].items())
    yield f"  struck: {struck or 'nothing'}"
    read, others = figures["read_when_needed"], figures["n"] - figures["needed"]
    yield (
        f"  looked at the page when needed: {share(read, figures['needed'])},"
        f" needlessly: {share(figures['read_needlessly'], others)}"
    )


def _reading_lines(figures: Mapping[str, Any]) -> list[str]:
    names = ("contained", "one_chunk", "table_rows", "ocr_words")
    shares = ", ".join(f"{name} {figures[name]:.3f}" for name in names if figures[name] is not None)
    missing = [f"  {m['id']}  {m['file']} p. {m['page']}: {m['quote'][:70]}" for m in figures["missing"]]
    return [f"reading: {figures['n']} quotes, {shares}", *missing]


def _line(name: str, values: Mapping[str, float]) -> str:
    cells = "".join(f"{values[figure]:>11.3f}" if figure in values else f"{'':11}" for figure in FIGURES)
    return f"{name:32}{values['n']:>5.0f}{cells}".rstrip()
