"""How well quotations are told from what only resembles them: real sentences, true and altered, through `verify`.

    python -m tests.bench.proof CORPUS [--seed N]

CORPUS holds `rulebooks`; the samples of this repository are read beside it. Each page is one passage of a request, each
sentence is quoted as a careful person copies it and with one word, one number or one negation changed, in one piece and
in fragments, from a text layer and as if OCR had read it. Prints figures; `tests/oracle/proof/test_alterations.py`
asserts them.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf

from ingest.clean import clean_text, restore_ligatures
from ingest.contracts import Passage, TextSource
from oracle.contracts import Verdict
from oracle.grammar import verdict_line
from oracle.quotes import fold
from oracle.verify import verify
from tests.oracle.records import passage

SAMPLES = Path(__file__).parent.parent.parent / "rulebooks"
PAGES = 25
A_PAGE = 14
TRUE = ("true", "typeset", "fragments")
_NUMBERS = (
    "two three four five six seven eight nine ten twelve".split(),  # noqa: SIM905 - a list of words reads best so
    "deux trois quatre cinq six sept huit neuf dix douze".split(),  # noqa: SIM905
)
_WITHOUT = (
    ("not", ""), ("cannot", "can"), ("never", "always"), ("no", "a"), ("without", "with"), ("don't", "do"),
    ("pas", ""), ("ne", ""), ("n'", ""), ("jamais", "toujours"), ("aucun", "un"), ("aucune", "une"), ("sans", "avec"),
)  # fmt: skip
_WITH = (
    (("may", "can", "must", "is", "are", "will", "does", "do", "should", "has", "have"), "not"),
    (("peut", "peuvent", "doit", "doivent", "est", "sont", "pouvez", "devez", "a", "ont", "faut"), "pas"),
)  # fmt: skip
Change = Callable[[str, str, random.Random], "str | None"]


@dataclass
class Seen:
    """How many of a kind were accepted, and some of those on the wrong side."""

    tried: int = 0
    accepted: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, accepted: bool, quote: str, wanted: bool) -> None:
        """Count one quotation."""
        self.tried += 1
        self.accepted += accepted
        if accepted is not wanted:
            self.wrong.append(quote)


def pages(folders: Sequence[Path]) -> Iterator[str]:
    """At most 25 pages of each book that have text."""
    for file in sorted(file for folder in folders for file in folder.rglob("*.pdf")):
        if "_derived" in file.parts:
            continue
        with pymupdf.open(file) as book:
            for number in range(0, len(book), max(1, len(book) // PAGES)):
                lines = str(book[number].get_text()).split("\n")
                text = "\n".join(clean_text(restore_ligatures(line)) for line in lines)
                if len(text) > 600:
                    yield text


def sentences(text: str) -> list[str]:
    """Whole sentences of a page, on one line each; what runs over a heading or a bullet is none."""
    runs = (run for run in re.split(r"(?<=[.!?])\s+", text) if not re.search(r"\n\s*[^\W\d_a-zà-ÿœ]|[•■|]", run))
    found = (" ".join(run.split()) for run in runs)
    prose = (sentence for sentence in found if 40 < len(sentence) < 250 and len(sentence.split()) > 5)
    return [sentence for sentence in prose if not re.search('[«»“”"]', sentence)]


def true(sentence: str, text: str, chance: random.Random) -> str | None:
    """The sentence as it stands."""
    return sentence


def typeset(sentence: str, text: str, chance: random.Random) -> str | None:
    """The sentence as somebody else types it: apostrophes, hyphens, spaces, ligatures, line breaks, its full stop."""
    changed = sentence.replace("’", "'") if "’" in sentence else sentence.replace("'", "’")
    for written, typed in (("œ", "oe"), (" - ", " – "), ("\u00a0", " "), ("ﬁ", "fi"), ("ﬂ", "fl")):
        changed = changed.replace(written, typed)
    changed = re.sub(r"\b[ÀÉ](?![A-ZÀ-Ö])", lambda capital: "A" if capital[0] == "À" else "E", changed)
    changed = re.sub(r"(?<=\w) (?=[:;!?])", chance.choice(["", "\u00a0"]), changed)
    words = changed.rstrip(" .").split(" ")
    at = chance.randrange(1, len(words))
    return " ".join(words[:at]) + "\n" + " ".join(words[at:])


def fragments(sentence: str, text: str, chance: random.Random) -> str | None:
    """The sentence without something said by the way: what stands in brackets, or one adjective's worth of words."""
    aside = re.search(r" \([^()\d]{4,60}\)(?= )", sentence)
    spans = (
        [aside.span()] if aside else [m.span() for m in re.finditer(r"(?<=[^\W\d]) [^\W\d]{5,}(?= [^\W\d])", sentence)]
    )
    spans = [span for span in spans if span[0] > 15 and span[1] < len(sentence) - 15 and _plain(sentence[slice(*span)])]
    if not spans:
        return None
    start, end = chance.choice(spans)
    return f"{sentence[:start]} {chance.choice(['…', '[…]', '[...]', '(…)', '...'])} {sentence[end:].strip()}"


def _plain(gap: str) -> bool:
    """By a rule of its own: nothing in it that a careful person would mind leaving out."""
    return not re.search(
        r"(?i)\b(?:no[tn]?|never|cannot|nobody|only|unless|except|if|when|after|before|until|while|without|may|must|should|all|"
        r"more|less|other|another|double|twice|least|most|pas|jamais|rien|sans|sauf|seulement|lorsque?|quand|avant|après|"
        r"mais|aucune?|tou(?:te?)?s?|chaque|autres?|moins|plus|sinon|either|every|instead|rather|which|would|could|will|"
        r"although|though|peut|peuvent|doit|doivent|moitié|alors|pendant|nothing|neither|otherwise|provided|whenever|"
        r"however|maximum|minimum|fewer|might|shall|hardly|three|seven|eight|quatre|trois|condition|personne|pouvez|"
        r"devez|uniquement|nulle|tandis|cependant|toutefois|autrement|excepté|hormis|third|fourth|fifth|sixth|"
        r"eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|onze|douze|treize|quinze|seize|vingt|trente|"
        r"quarante|cinquante|soixante|mille|\w+ième|\w+teen|seventh|eighth|ninth|tenth|whether|jusque?)\b",
        gap,
    )


def number(sentence: str, text: str, chance: random.Random) -> str | None:
    """Another digit, or another number in words."""
    spelled = [m for row in _NUMBERS for m in re.finditer(rf"(?i)\b(?:{'|'.join(row)})\b", sentence)]
    found = [*re.finditer(r"\d", sentence), *spelled]
    if not found:
        return None
    at = chance.choice(found)
    if at[0].isdigit():
        other = str((int(at[0]) + chance.randint(1, 9)) % 10)
    else:
        row = next(row for row in _NUMBERS if at[0].lower() in row)
        other = chance.choice([word for word in row if word != at[0].lower()])
    return sentence[: at.start()] + other + sentence[at.end() :]


def number_lost(sentence: str, text: str, chance: random.Random) -> str | None:
    """A number left out between two fragments."""
    found = [m for m in re.finditer(r"(?<= )\d+ ", sentence) if m.start() > 20 and m.end() < len(sentence) - 20]
    if not found:
        return None
    at = chance.choice(found)
    return f"{sentence[: at.start()]}… {sentence[at.end() :]}"


def negation_removed(sentence: str, text: str, chance: random.Random) -> str | None:
    """One negation less, wherever it stands."""
    plain = sentence.replace("’", "'")
    found = [(m, new) for old, new in _WITHOUT for m in _words_like(old, plain)]
    if not found:
        return None
    at, new = chance.choice(found)
    changed = " ".join(f"{sentence[: at.start()]}{new}{sentence[at.end() :]}".split())
    return changed[:1].upper() + changed[1:]


def negation_lost(sentence: str, text: str, chance: random.Random) -> str | None:
    """A negation left out between two fragments."""
    plain = sentence.replace("’", "'")
    found = [m for old, _ in _WITHOUT for m in _words_like(old, plain) if m.start() > 8 and m.end() < len(sentence) - 8]
    if not found:
        return None
    at = chance.choice(found)
    return f"{sentence[: at.start()].rstrip()} … {sentence[at.end() :].lstrip()}"


def _words_like(old: str, plain: str) -> Iterator[re.Match[str]]:
    whole = "" if old.endswith("'") else r"(?![-\w])"
    return re.finditer(rf"(?i)(?<![\w'-]){re.escape(old)}{whole}", plain)


def negation_added(sentence: str, text: str, chance: random.Random) -> str | None:
    """A "not" or a "pas" behind a verb."""
    found = [(m, no) for verbs, no in _WITH for m in re.finditer(rf"(?<= )(?:{'|'.join(verbs)})(?= )", sentence)]
    if not found:
        return None
    at, no = chance.choice(found)
    return f"{sentence[: at.end()]} {no}{sentence[at.end() :]}"


def word(sentence: str, text: str, chance: random.Random) -> str | None:
    """Another word of the same page in place of one."""
    words = sentence.split()
    at, other = chance.randrange(len(words)), chance.choice(re.findall(r"[^\W\d_]{3,}", text))
    return None if fold(words[at]) == fold(other) else " ".join([*words[:at], other, *words[at + 1 :]])


def ending(sentence: str, text: str, chance: random.Random) -> str | None:
    """Another ending of one word: singular for plural, one tense for another."""
    words = sentence.split()
    places = [n for n, each in enumerate(words) if len(each) > 3 and each.isalpha()]
    if not places:
        return None
    at = chance.choice(places)
    changed = words[at][:-1] if words[at][-1] in "sdréet" else words[at] + "s"
    return " ".join([*words[:at], changed, *words[at + 1 :]])


def left_out(sentence: str, text: str, chance: random.Random) -> str | None:
    """One word left out, with no sign of it."""
    words = sentence.split()
    at = chance.choice([n for n, each in enumerate(words) if n and re.search(r"\w", each)])
    return " ".join([*words[:at], *words[at + 1 :]])


CHANGES: Mapping[str, Change] = {
    "true": true,
    "typeset": typeset,
    "fragments": fragments,
    "number": number,
    "number lost in …": number_lost,
    "negation removed": negation_removed,
    "negation lost in …": negation_lost,
    "negation added": negation_added,
    "word": word,
    "ending": ending,
    "word left out": left_out,
}


OWN: Mapping[str, Change] = {
    "said: true": true,
    "said: number": number,
    "said: negation removed": negation_removed,
    "said: negation added": negation_added,
}


def measured(texts: Iterable[str], seed: int = 4, source: TextSource = TextSource.LAYER) -> dict[str, Seen]:
    """What is accepted of each kind of quotation."""
    chance, seen = random.Random(seed), {kind: Seen() for kind in CHANGES}
    for text in texts:
        known = sentences(text)
        page = fold(text)
        made = [
            (kind, quote)
            for sentence in chance.sample(known, min(A_PAGE, len(known)))
            for kind, change in CHANGES.items()
            if (quote := change(sentence, text, chance)) and (kind in TRUE or not _there(quote, page))
        ]
        for (kind, quote), held in zip(made, accepted([quote for _, quote in made], text, source), strict=True):
            seen[kind].add(held, quote, kind in TRUE)
    return seen


def measured_own(texts: Iterable[str], seed: int = 4) -> dict[str, Seen]:
    """What is let stand of sentences that the model says in its own words, which are nearly the book's."""
    chance, seen = random.Random(seed), {kind: Seen() for kind in OWN}
    for text in texts:
        known = sentences(text)
        for sentence in chance.sample(known, min(A_PAGE, len(known))):
            page = (passage(" ".join(chance.sample(known, min(5, len(known)))) + f"\n{sentence}"),)
            for kind, change in OWN.items():
                if (said := change(sentence, text, chance)) and (said == sentence or fold(said) != fold(sentence)):
                    verified = verify(f"{verdict_line(Verdict.SAYS)}\n{said} [[1]]", page, lambda _: ())
                    kinds = {piece.kind for piece in verified.struck}
                    seen[kind].add(not kinds & {"said_number", "said_name", "said_negation"}, said, said == sentence)
    return seen


def _there(quote: str, page: str) -> bool:
    """Whether an altered sentence stands on the page all the same, between two ends of sentences."""
    at = page.find(fold(quote).strip(" .!?"))
    return at >= 0 and (at == 0 or page[:at].rstrip()[-1:] in ".!?:;")


def accepted(quoted: Sequence[str], text: str, source: TextSource) -> list[bool]:
    """Which of these quotations verification lets stand as words of a page with this text."""
    page: Passage = passage(text, source=source)
    lines = [verdict_line(Verdict.SAYS), *(f"It reads “{quote}” [[1]]." for quote in quoted)]
    verified = verify("\n".join(lines), (page,), lambda _: (text,))
    assert len(verified.statements) == len(quoted)
    return ["“" in statement.text for statement in verified.statements]


def report(seen: Mapping[str, Seen]) -> str:
    """A line a kind."""
    return "\n".join(
        f"{kind:24} {each.accepted:5} of {each.tried:5} accepted  {each.accepted / max(1, each.tried):7.2%}"
        for kind, each in seen.items()
    )


def main() -> None:
    """Print the figures, and what is on the wrong side."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.proof", description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--seed", type=int, default=4)
    given = parser.parse_args()
    texts = list(pages([given.corpus / "rulebooks", SAMPLES]))
    for source in (TextSource.LAYER, TextSource.OCR):
        _print(source, measured(texts, given.seed, source))
    _print("own words", measured_own(texts, given.seed))


def _print(title: str, seen: Mapping[str, Seen]) -> None:
    print(f"\n{title}\n{report(seen)}")  # noqa: T201 - figures
    for kind, each in seen.items():
        for quote in each.wrong[:12]:
            print(f"  {kind}: {quote!r}", file=sys.stderr)  # noqa: T201 - figures


if __name__ == "__main__":
    main()
