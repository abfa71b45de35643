"""The built wheel holds what the packages need to run: code, templates, styles, texts, patterns and schemas."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.tools import ROOT


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    """Nothing works from the checkout that is missing after an installation; nothing of the tests comes along."""
    source = tmp_path / "source"
    for package in ("ingest", "vm", "oracle"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = "from setuptools.build_meta import build_wheel; import sys; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(tmp_path)], cwd=source, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    needed = {
        path.relative_to(source).as_posix()
        for package in ("ingest", "vm", "oracle")
        for path in (source / package).rglob("*")
        if path.is_file() and path.suffix != ".md"
    }
    assert held == needed
