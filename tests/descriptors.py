"""Which files this process holds open."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path


def open_files(folder: Path) -> int:
    """Files of a folder that this process holds open."""
    count = 0
    for link in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # another thread closed it meanwhile
            count += str(folder) in str(link.readlink())
    return count


def soon_closed(folder: Path) -> bool:
    """Whether nothing of a folder is open any more; Chroma's own threads close a moment after we are told."""
    for _ in range(100):
        if open_files(folder) == 0:
            return True
        time.sleep(0.05)
    return False
