"""What an answer says in its own words beside a quotation in another language: a translation, and proof of nothing.

Pure. Owns which words those are. They were checked as an answer's own words are; no screen shows them as the book's.
"""

from __future__ import annotations

import re

from ingest.languages import UNKNOWN
from oracle import quotes
from oracle.contracts import Citation, Verified
from oracle.grammar import GAP, MARKER, UNPROVEN, marker
from oracle.sentences import lines
from oracle.tongue import tongue

_ENDS = " \t:;,.–—-()=≈"
_LEADS = re.compile(
    r"(?:^|[;,:.–—])[^;,:.–—]{0,60}?\b(?:dit|disent|précise|précisent|indique|indiquent|énonce|stipule|says?|states?|reads?|"
    r"specif(?:y|ies)|tells?)(?: que| ceci| cela| bien| aussi| that| so| us)?$",
    re.IGNORECASE,
)
"""What only leads to a quotation and says nothing of it: "the rules say"."""

FEWEST = 2
"""With fewer words nothing was translated: a "Yes:" before a quotation says nothing of it."""


def gloss(checked: Verified, cited: Citation, language: str) -> str:
    """The words that lead to a quotation, else those after it, none of them quoted; empty where the book speaks so."""
    if not cited.quote or cited.passage.language in (UNKNOWN, language):
        return ""
    wanted = quotes.needle(cited.quote)
    for sentence in (sentence for line in lines(_model_text(checked)) for sentence in line):
        found = list(quotes.spans(sentence))
        at = next((n for n, each in enumerate(found) if quotes.needle(each.inner) == wanted), None)
        if at is not None and marker(cited.n) in sentence:
            edges = [0, *(edge for each in found for edge in (each.start, each.end)), len(sentence)]
            around = (_own_words(sentence[edges[n] : edges[n + 1]]) for n in (2 * at, 2 * at + 2))
            if meant := next((said for said in around if _translates(said, cited)), ""):
                return meant
    return ""


def _model_text(checked: Verified) -> str:
    """The model's own text: the headings of a dispute are ours, and translate nothing."""
    told = checked.dispute
    if told is None:
        return checked.text
    return "\n".join([told.deciding, told.table, *(text for each in told.readings for text in (each.claim, each.why))])


def _translates(said: str, cited: Citation) -> bool:
    """Whether words can be a translation: some, and not in the book's own language."""
    return len(said.split()) >= FEWEST and tongue(said) != cited.passage.language


def _own_words(piece: str) -> str:
    plain = MARKER.sub("", piece).replace(UNPROVEN, "").replace(GAP, "…")
    return _LEADS.sub("", " ".join(plain.split()).strip(_ENDS)).strip(_ENDS)
