"""What every test shares: isolation from the user's machine, and the tools that may be missing on it."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

from tests.tools import missing

# A busy machine is no fault of the code: how long an example takes proves nothing.
hypothesis.settings.register_profile("oracle", deadline=None)
hypothesis.settings.load_profile("oracle")

pytest_plugins = ("tests.fakes.scripted_model", "tests.sshd", "tests.claude", "tests.guarded")


@pytest.fixture(autouse=True)
def _isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the user's configuration, home or language."""
    for name in [name for name in os.environ if name.startswith(("ORACLE_", "ANTHROPIC_", "CLAUDE_"))]:
        if name != "ORACLE_CORPUS":
            monkeypatch.delenv(name)
    monkeypatch.setenv("ORACLE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home that `ORACLE_HOME` names in this test; not made yet."""
    return tmp_path / "home"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The shared corpus of real rulebooks: skips where it is not named, fails where CI lacks it."""
    folder = os.environ.get("ORACLE_CORPUS")
    if not folder or not Path(folder).is_dir():
        missing("the corpus (set ORACLE_CORPUS)")
    return Path(str(folder))


@pytest.fixture(scope="session")
def rulebooks() -> Path:
    """The sample rulebooks of this project."""
    return Path(__file__).parent.parent / "rulebooks"


@pytest.fixture(scope="session")
def samples(rulebooks: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with all the sample rulebooks, as `oracle ingest sync` publishes them with the default models.

    Read once a session: a test that changes it works on a copy.
    """
    from ingest.pipeline import add
    from ingest.settings import Settings
    from ingest.sync import plan_sync, scan

    settings = Settings(tmp_path_factory.mktemp("samples") / "home")
    results = [add(wanted.source, wanted.order, settings) for wanted in plan_sync(scan(rulebooks), ()).wanted]
    assert [result.exit for result in results] == [0] * len(results)
    return settings.home
