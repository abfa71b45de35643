"""How an exchange speaks. Owns nothing: whoever shows an exchange says it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from oracle.texts import Texts


@dataclass(frozen=True)
class Manner:
    """In which language, whether Claude is there, whether booklets must be named, where details are written."""

    say: Texts
    connected: bool
    booklet: bool
    log: Path
