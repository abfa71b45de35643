"""The other ways in which a question can be read: what somebody may have hidden in it.

Owns undoing disguises: look-alike letters, invisible characters, letters spaced out, digits for letters, Base64 and
other codes. Decides nothing: the gate looks at every reading, and an honest question is searched as it was typed.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from oracle.words import fold

_PAIRS: Final = (
    "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw вb нh тt мm кk гr зz пn иn лl дd бb ёe йn ӏl ԍg ոn օo աu "
    "αa βb γy δd εe ζz ηn ιi κk μm νv οo πn ρp σo ςs τt υu χx ωw ɑa ɡg ıi ℓl ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl "
    "ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz"
)
_ALIKE: Final = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})
"""Letters of other alphabets that look like ours."""

_JOINED: Final = str.maketrans({"œ": "oe", "æ": "ae"})
_LEET: Final = str.maketrans("0134578@$!|€+", "oieastbasilet")
_UNSEEN: Final = frozenset({"Cf", "Co", "Cn"})
_GAP: Final = r"[ ._*\-|/\\]"
_WIDE: Final = rf"{_GAP}{{2,}}"
_SPACED = re.compile(rf"(?<![^\W_])(?:[^\W\d_]{_GAP}{{1,3}}){{4,}}[^\W\d_](?![^\W_])")
_LONG = re.compile(r"[^\W\d_]{16,}")
_MIXED = re.compile(r"(?=\S*[a-z])(?=\S*[0-9@$!|€+])\S{3,64}")
_CODED = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re.compile(r"(?:(?:0x|\\x)?[0-9a-fA-F]{2}[ ,:]?){10,}")
_READABLE = re.compile(r"[A-Za-zÀ-ÿ']{2,}(?:[ ,.:!?]+[A-Za-zÀ-ÿ']+)+")
_TOLD = re.compile(r"instructions?|prompt|your|rules|tes consignes|tes regles|bombe?s?\b")
_RUN = re.compile(r"([^\w\s])\1{6,}")
_APOSTROPHE = re.compile(r"(?<=\w)[’‘`´ʼ](?=\w)")


def plainly(text: str) -> str:
    """Lower case without accents or invisible characters, one space between words, ". " for a new line."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) not in _UNSEEN)
    seen = _RUN.sub(lambda run: run[1] * 6, seen)
    ours = _APOSTROPHE.sub("'", fold(re.sub(r"\w+", lambda word: _in_our_letters(word[0]), seen)).translate(_JOINED))
    return ". ".join(line for line in (" ".join(line.split()) for line in ours.splitlines()) if line)


def readings(text: str) -> Iterator[str]:
    """The question as typed, then what it says without its disguises; each once, none empty."""
    plain = plainly(text)
    seen = {""}
    for reading in (plain, plainly(_joined(text)), _without_leet(plain), *decoded(text), *_turned(plain)):
        if reading not in seen:
            seen.add(reading)
            yield reading


def squeezed(text: str) -> str:
    """The letters of what was spaced out, and of what is too long to be a word; empty where nothing is."""
    plain = _without_leet(plainly(text))
    return "".join(re.sub(r"[\W_]", "", run) for run in (*_SPACED.findall(plain), *_LONG.findall(plain)))


def decoded(text: str) -> Iterator[str]:
    """What stands in Base64 or in hexadecimal, where it is words."""
    for run in _CODED.findall(text):
        yield from _words_of(_from_base64(run))
    for run in _HEX.findall(text):
        yield from _words_of(bytes.fromhex(re.sub(r"0x|\\x|[ ,:]", "", run)))


def _words_of(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if text.isprintable() and _READABLE.search(text):
        yield plainly(text)


def _from_base64(run: str) -> bytes:
    padded = run.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(padded + "=" * (-len(padded) % 4))
    except binascii.Error:
        return b""


def _in_our_letters(word: str) -> str:
    """A word in which every foreign letter looks like one of ours; any other word as it is."""
    ours = word.lower().translate(_ALIKE)
    disguised = not word.isascii() and ours != word.lower()
    return ours if disguised and all(_is_latin(c) for c in ours if c.isalpha()) else word


def _is_latin(character: str) -> bool:
    return character.isascii() or unicodedata.name(character, "").startswith("LATIN")


def _joined(text: str) -> str:
    """Spaced letters put together; a wider gap was a space between words."""
    return _SPACED.sub(lambda run: " ".join(re.sub(_GAP, "", word) for word in re.split(_WIDE, run[0])), text)


def _without_leet(plain: str) -> str:
    return _MIXED.sub(lambda word: word[0].rstrip("!").translate(_LEET) + "!" * word[0].endswith("!"), plain)


def _turned(plain: str) -> Iterator[str]:
    """ROT13 and backwards, where that has words of an order: no language reads like another one turned round."""
    for turned in (codecs.encode(plain, "rot13"), plain[::-1]):
        if _TOLD.search(turned):
            yield turned
