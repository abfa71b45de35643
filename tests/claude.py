"""The real Claude Code CLI against a scripted service: fixtures for whoever asks it something.

`claude_config` starts the real CLI with a home of the test's own and no key but a dummy, pointed at
`scripted_model`. `a_view` is a picture that may be looked at.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
from PIL import Image

from ingest.contracts import PageRef
from oracle.claude.client import Claude
from oracle.config import ClaudeConfig
from oracle.contracts import View
from tests.fakes.scripted_model import ScriptedModel
from tests.tools import claude_cli
from vm.machine import Machine


@pytest.fixture
def claude_config(scripted_model: ScriptedModel, tmp_path: Path) -> ClaudeConfig:
    """The real CLI, alone with the scripted service."""
    home = tmp_path / "claude-home"
    home.mkdir(mode=0o700)
    return ClaudeConfig(
        command=str(claude_cli()),
        env={"HOME": str(home), "ANTHROPIC_BASE_URL": scripted_model.url, "ANTHROPIC_API_KEY": "dummy"},
    )


@pytest.fixture
def claude(machine: Machine, claude_config: ClaudeConfig) -> Claude:
    """The real CLI behind a real sshd."""
    return Claude(machine, claude_config)


@pytest.fixture
def a_view(tmp_path: Path) -> View:
    """A page as a PNG, different in each test so that no store has it yet."""
    file = tmp_path / "page-0004.png"
    noise = random.Random(str(tmp_path)).randbytes(300 * 420)
    Image.frombytes("L", (300, 420), noise).resize((600, 840)).save(file)
    return View(PageRef("hex", "base", 4), file, hashlib.sha256(file.read_bytes()).hexdigest())
