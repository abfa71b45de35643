"""Does a question lean on what was said before: "and with five?", "can I use it twice?", "cette carte, on la garde ?".

Pure, French and English. Owns the signs of leaning and of standing alone; knows no talk and no topic
(`oracle.understand`). A question that says enough is left alone: a topic put beside it would pollute it.
"""

from __future__ import annotations

import re
from typing import Final

from oracle.words import content_words, fold

LITTLE = 3
"""Up to so many words that carry something, a question that points elsewhere has not said what it is about."""

SOME = 6
"""Up to so many, one that points elsewhere before it names anything has not either."""

MORE = 8
"""Up to so many, one that opens as a sequel has not."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})")


_NEW = _any(
    r"(?:an?other|new|next|different|unrelated|one (?:more|last)|last|quick) (?:question|thing|topic)\b",
    r"something else\b|by the way\b",
    r"(?:une |encore une |petite )?(?:autre|nouvelle|derniere) (?:question|chose)\b",
    r"(?:rien|sans rapport|aucun rapport)(?: a voir)?\b|au fait\b|a propos\b|question suivante\b|changement de sujet\b",
)
_FILLER = re.compile(
    r"(?:ok(?:ay)?|oh|ah|oui|yes|yeah|no(?!t)|nope|non|well|hmm+|right|great|cool|thanks|thank you|merci|d'accord|bon|"
    r"ben|bien|euh|super|parfait|wait|attends?|hein)\b[\s,.!:;…-]*"
)
_SO = re.compile(r"(?:so|donc|alors|du coup)\b[\s,:]*(?!that\b|que\b)")
_SEQUEL = re.compile(
    r"(?:and|but|or|what (?:if|about)|how about|same|also|otherwise|else|except|unless|even if|then|in that case|"
    r"et|mais|ou|meme (?:si|chose|question|regle|pour|avec|en|quand)|pareil|idem|sauf|sinon|aussi|si c'est|"
    r"dans ce cas)\b[\s,:]*"
)
_WHERE = re.compile(r"ou (?:est|sont|se|peut|doit|on|je|va|vont|met|mets|pose|place|faut|est-ce|trouve|commence)\b")
_AT = _any(
    r"(?:with|without|for|during|at|in|on|before|after|from|per|only|even|not|against|until|always|twice|every)\b",
    r"(?:avec|sans|pour|pendant|en|a|au|aux|dans|chez|contre|meme|seulement|uniquement|sur|apres|avant|des|par)\b",
    r"(?:jusqu'|toujours\b|deux fois\b|chaque\b)",
)

_ASKING: Final = {
    "en": "how|what|when|where|which|who|whom|whose|why|do|does|did|can|could|may|might|must|should|shall|will|would|"
    "is|are|was|were|am|has|have|had|don't|doesn't|can't|isn't|aren't",
    "fr": "combien|comment|quand|quel|quelle|quels|quelles|qui|que|quoi|pourquoi|est-ce|qu'est-ce|peut|peux|peuvent|"
    "doit|dois|doivent|faut|peut-on|doit-on|puis-je|dois-je",
}
_SAYING: Final = {
    "en": "i|we|you|he|she|they|it|there|i'm|i've|we're",
    "fr": r"est|sont|c'est|ai|ont|va|vas|vont|vais|je|j'\w+|tu|il|elle|on|nous|vous|ils|elles|y",
}
_CLAUSE: Final = {name: re.compile(rf"\b(?:{_ASKING[name]}|{_SAYING[name]})\b") for name in _ASKING}
_ASKS: Final = re.compile(rf"(?:{'|'.join(_ASKING.values())})\b")

# Pronouns that stand for nothing, and those whose noun comes after: "il faut", "is it allowed to", "ça marche comment,
# les enchères".
_IDLE = _any(
    r"(?:s')?il (?:n'?)?(?:y (?:a|avait|aura)|(?:me |te |nous |vous |lui )?(?:faut|reste|suffit|arrive)|vaut|s'agit)\b",
    r"(?:il est|est-il) (?:possible|permis|interdit|obligatoire|necessaire|autorise)\b",
    r"(?:faut|peut|doit|reste-t|y a-t|se passe-t|arrive-t|suffit)-il\b",
    r"ca (?:se )?\w+(?: quoi| comment| combien)?,? (?:si|quand|lorsque|de|d'|qu')",
    r"(?:(?:is|are) there|there (?:is|are)|how does it work|(?:is|was) it (?:my|your|our))\b",
    r"(?:is|was) it (?:\w+ ){1,2}(?:to|if|when|that|for)\b",
    r"does it (?:take|cost|matter|count|mean|hurt|make)(?: \w+){0,3} (?:to|if|when)\b",
    r"(?:what|how) (?:much |long |many \w+ )?does it (?:take|cost|mean)\b",
    r"(?:ca|il|elle|ils|elles)\b[^?.!]*?(?:,| (?:comment|combien|quoi|quand|ou)) ?"
    r"(?:l'|(?:le|la|les|un|une|des|mon|ma|mes)\b)",
    r"(?:this|that) (?:game|turn|round|time|way|book|rulebook|rules?)\b",
    r"(?:ce|cet|cette|ces) (?:jeu|tour|partie|manche|fois|livret|regles?|cas)\b",
)
_THING = _any(
    r"(?:it|this|those|these|them|ca|cela|celui|celle|ceux|celles|la-dedans|dedans|dessus|lequel|laquelle|lesquels)\b",
    r"(?:(?:this|that|which|another|other|each|first|second|last|only|every) ones?|ones)\b",
    r"(?:je|tu|on|nous|vous|j'|il|elle|ils|elles) (?:ne |n')?(?:l'|(?:le|la|les|lui|leur|y|en)\b)",
    r"(?:peut|peux|puis-je|peut-on|doit|dois|doit-on|faut|va|vais|dois-je) (?:l'|(?:le|la|les|lui|leur|en|y) )"
    r"\w+(?:er|ir|re)\b",
    r"(?:cet|cette|ces) \w+",
    r"(?<!-)ce (?!qu|que|qui|sont|n'|soit)\w+",
)
_THAT = re.compile(r"(\w+)?[ ,]*\bthat\b(?! (?:the|an?|i|you|we|they|he|she|my)\b)(\s*[?.!,]|\s*$)?")
_SOMEBODY = _any(r"(?:its|they|their|he|she|him|his|her|il|ils|elle|elles|lui|leur)\b")
_DEMONSTRATED = re.compile(r"(?<!-)\b(?:this|that|these|those|ce|cet|cette|ces) (\w{3,})")
_SENTENCES = re.compile(r"[.!?;:]\s+\w")


def leans(text: str, language: str) -> bool:
    """Whether a question says too little alone."""
    own, plain = len(content_words(text, language)), _bare(text)
    if _NEW.match(plain):
        return False
    if own == 0:
        return True
    if sequel := _sequel(text, plain):
        stands = own >= LITTLE and _ASKS.match(plain[sequel.end() :]) and _pointer(plain, language) is None
        return own <= MORE and not stands
    if not _is_clause(plain, language):
        return own <= LITTLE + 2 if _AT.match(plain) else own <= LITTLE and plain.endswith("?")
    if _concludes(text) and own <= LITTLE and not _ASKS.match(plain):
        return True
    return _points_elsewhere(plain, language, own)


def demonstrated(text: str, language: str) -> tuple[str, ...]:
    """The nouns that a question points at: "that card", "cette phase"."""
    nouns = (match[1] for match in _DEMONSTRATED.finditer(_IDLE.sub(" ", _bare(text))))
    return tuple(noun for noun in nouns if content_words(noun, language))


def _points_elsewhere(plain: str, language: str, own: int) -> bool:
    """Whether it speaks of something that it does not name.

    It may say more around what it points at before it names anything; a text of several sentences has mostly said it.
    """
    at = _pointer(plain, language)
    if at is None or _SENTENCES.search(plain):
        return False
    before = content_words(_IDLE.sub(" ", plain)[:at], language)
    return own <= (LITTLE if before else SOME)


def _bare(text: str) -> str:
    """Folded, without what opens a sentence and says nothing."""
    plain = fold(text.strip()).replace("’", "'")
    while (found := _FILLER.match(plain) or _SO.match(plain)) and found.end() < len(plain):
        plain = plain[found.end() :]
    return plain


def _concludes(text: str) -> bool:
    """Whether it opens with "so"."""
    plain = fold(text.strip()).replace("’", "'")
    while found := _FILLER.match(plain):
        plain = plain[found.end() :]
    return _SO.match(plain) is not None


def _sequel(text: str, plain: str) -> re.Match[str] | None:
    """How it opens as a sequel; "où" is no "ou", with its accent or without."""
    if _WHERE.match(plain) or text.lstrip().lower().startswith("où"):
        return None
    return _SEQUEL.match(plain)


def _is_clause(plain: str, language: str) -> bool:
    wanted = [language] if language in _CLAUSE else list(_CLAUSE)
    return any(_CLAUSE[name].search(plain) for name in wanted)


def _pointer(plain: str, language: str) -> int | None:
    """Where the first word stands that means something said before.

    Who "they" are may stand in the question; "that" after a noun is no pointer, unless nothing follows it.
    """
    text = _IDLE.sub(" ", plain)
    found = [match.start() for match in _THING.finditer(text)]
    found += [m.start() for m in _THAT.finditer(text) if m[2] is not None or not content_words(m[1] or "", language)]
    found += [m.start() for m in _SOMEBODY.finditer(text) if not content_words(text[: m.start()], language)]
    return min(found, default=None)
