"""Versions of what this package does to a source; part of every revision's fingerprint.

Raise `READER_VERSION` when the same file would read differently, `CHUNKER_VERSION` when the same reading
would be cut differently, `INDEX_VERSION` when the same chunks would be indexed by other words: then nothing is read or
embedded again.
"""

from __future__ import annotations

from typing import Final

READER_VERSION: Final = "3"
CHUNKER_VERSION: Final = "3"
INDEX_VERSION: Final = "2"
