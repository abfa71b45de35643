"""A shelf: a home of the test's own with fake tools around it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.settings import Settings
from tests.ingest.shelf import Shelf


@pytest.fixture
def shelf(home: Path, tmp_path: Path) -> Shelf:
    """An empty home, two embedding models, no PDF tool."""
    return Shelf(Settings(home, models=("a", "b")), tmp_path)
