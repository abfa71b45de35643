"""The figures that the READMEs name, from the last runs of `oracle eval --json`: what `make figures` does.

    python -m tests.bench.figures [--samples REPORT.json] [--open REPORT.json]

Puts what of each report is shown into `tests/bench/figures.json` and writes both READMEs from that file. A report that
is not given stays as it was.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from ingest.versions import CHUNKER_VERSION, INDEX_VERSION, READER_VERSION

ROOT = Path(__file__).parent.parent.parent
FILE = Path(__file__).with_name("figures.json")
READMES = {"en": ROOT / "README.md", "fr": ROOT / "README.fr.md"}
BEGIN, END = "<!-- figures: written by `make figures` -->", "<!-- end of figures -->"
SETS = ("samples", "open")
_SHOWN = ("questions", "page", "intervals", "section", "by_language", "zones", "visual", "cross", "made_with")
_BLOCK = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
_WORDS = {
    "en": {
        "head": ("questions", "n", "hit@1", "hit@5", "MRR (95 %)", "recall@12", "section hit@5"),
        "samples": "on the sample rulebooks",
        "open": "on {games} other games, from a leaflet to 403 pages",
        "visual": "page to look at: offered when needed {offered}, the right one {right}, needlessly {needless}",
        "silent": "questions with an answer for which the oracle says that it found nothing: {abstain}",
        "of": "{part} of {whole}",
        "point": ".",
        "colon": ":",
        "then": ";",
        "made": "Release {release}, reader {reader}, chunker {chunker}, index {index}; no model was asked.",
    },
    "fr": {
        "head": ("questions", "n", "hit@1", "hit@5", "MRR (95 %)", "rappel@12", "section hit@5"),
        "samples": "sur les livrets d’exemple",
        "open": "sur {games} autres jeux, du feuillet aux 403 pages",
        "visual": "page à regarder offerte à raison : {offered} ; la bonne : {right} ; offerte à tort : {needless}",
        "silent": "questions auxquelles un livret répond et dont l’oracle dit n’avoir rien trouvé : {abstain}",
        "of": "{part} sur {whole}",
        "point": ",",
        "colon": " :",
        "then": " ;",
        "made": "Version {release}, lecture {reader}, découpage {chunker}, index {index} ; sans interroger Claude.",
    },
}


def versions() -> dict[str, str]:
    """What figures are made with, as this tree has it."""
    release = metadata.version("rules-oracle")
    return {"release": release, "reader": READER_VERSION, "chunker": CHUNKER_VERSION, "index": INDEX_VERSION}


def shown(report: Mapping[str, Any]) -> dict[str, Any]:
    """What of a report is kept."""
    return {"games": len(report["by_game"]), **{name: report[name] for name in _SHOWN}}


def block(figures: Mapping[str, Any], language: str) -> str:
    """What stands between the markers of a README."""
    words = _WORDS[language]
    names = [name for name in SETS if name in figures]
    lines = [_row(words["head"]), _row(["---"] * len(words["head"]))]
    titles = {name: str(words[name]).format(games=figures[name]["games"]) for name in names}
    lines += [_row([titles[name], *_cells(str(words["point"]), figures[name])]) for name in names]
    notes = [f"- {titles[name]}{words['colon']} {_notes(words, figures[name])}" for name in names]
    made = str(words["made"]).format(**figures[names[0]]["made_with"])
    return "\n".join([BEGIN, *lines, "", *notes, "", made, END])


def _cells(point: str, report: Mapping[str, Any]) -> list[str]:
    page, (low, high) = report["page"], report["intervals"]["mrr"]
    cells = [
        str(page["n"]),
        f"{page['hit@1']:.2f}",
        f"{page['hit@5']:.2f}",
        f"{page['mrr']:.2f} ({low:.2f}–{high:.2f})",
        f"{page['recall@12']:.2f}",
        f"{report['section']['hit@5']:.2f}",
    ]
    return [cell.replace(".", point) for cell in cells]


def _notes(words: Mapping[str, Any], report: Mapping[str, Any]) -> str:
    seen, answerable = report["visual"], report["zones"]["answerable"]
    of = str(words["of"])
    visual = str(words["visual"]).format(
        offered=of.format(part=seen["offered"], whole=seen["needed"]),
        right=of.format(part=seen["right_page"], whole=seen["needed"]),
        needless=of.format(part=seen["offered_needlessly"], whole=seen["others"]),
    )
    whole = sum(answerable.values())
    return f"{visual}{words['then']} " + str(words["silent"]).format(
        abstain=of.format(part=answerable["abstain"], whole=whole)
    )


def _row(cells: Any) -> str:
    return "| " + " | ".join(cells) + " |"


def put(text: str, figures: Mapping[str, Any], language: str) -> str:
    """A README with the figures in it."""
    return _BLOCK.sub(lambda _: block(figures, language), text)


def main() -> None:
    """Take over the reports that are given, and write the READMEs."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.figures", description=__doc__)
    for name in SETS:
        parser.add_argument(f"--{name}", type=Path, metavar="REPORT.json")
    given = vars(parser.parse_args())
    figures = json.loads(FILE.read_text("utf-8")) if FILE.is_file() else {}
    for name in SETS:
        if given[name]:
            figures[name] = shown(json.loads(given[name].read_text("utf-8")))
    FILE.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for language, file in READMES.items():
        file.write_text(put(file.read_text("utf-8"), figures, language), "utf-8")


if __name__ == "__main__":
    main()
