"""The two sides of a fault: a small library here, and a machine of its own behind a real sshd."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.scripted_model import ScriptedModel
from tests.oracle.commands import oracle
from tests.oracle.faults.scene import DICE, Scene
from tests.sshd import Sshd, start_sshd, stop_sshd


@pytest.fixture(scope="module")
def own_sshd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sshd]:
    """An sshd of this table's own: what runs behind it is ours."""
    sshd = start_sshd(tmp_path_factory.mktemp("faults-sshd"))
    yield sshd
    stop_sshd(sshd)


@pytest.fixture(scope="module")
def warm(gates: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is imported late is imported now, and counts for no fault. The home that all share stays as it is."""
    own = tmp_path_factory.mktemp("faults-warm") / "home"
    shutil.copytree(gates, own)
    assert oracle("--home", str(own), "ask", "-g", "gates", "--no-model", DICE[-1]).code == 0


@pytest.fixture
def scene(warm: None, gates_home: Path, own_sshd: Sshd, tmp_path: Path, scripted_model: ScriptedModel) -> Scene:
    """The library, the machine and the service of one row."""
    (tmp_path / "tmp").mkdir()
    return Scene(gates_home, tmp_path, own_sshd, scripted_model)
