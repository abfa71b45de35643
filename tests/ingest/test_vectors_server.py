"""A Chroma server by URL instead of files of the home: a real one, on loopback."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.errors import CannotWrite
from tests.ingest.shelf import NEW, OLD, Shelf

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`chroma run`, and its address once it listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = Path(sys.executable).with_name("chroma")
    command = [str(program), "run", "--path", str(tmp_path / "server"), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path) as process:
        try:
            wait_for(port)
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def wait_for(port: int) -> None:
    """Until somebody listens there."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("the server never listened")


def test_vectors_live_on_a_server(shelf: Shelf, server: tuple[subprocess.Popen[bytes], str]) -> None:
    """Published, replaced, verified and searched there; when it goes away exact search answers, and says so."""
    process, address = server
    shelf.settings = replace(shelf.settings, chroma_url=address)
    shelf.add(OLD)
    shelf.add(NEW)
    assert shelf.verify() == ()
    assert not shelf.settings.vectors.exists()
    with shelf.library() as library:
        scope = library.scope("tafl")
        before = library.dense(scope, "a", "the king", 3)
        assert before.degraded == ()
        process.kill()
        process.wait()
        after = library.dense(scope, "a", "the king", 3)
    assert [hit.score for hit in after.hits] == pytest.approx([hit.score for hit in before.hits], abs=1e-4)
    assert [note.key for note in after.degraded] == ["ingest.store.degraded_failed"]
    with pytest.raises(CannotWrite) as caught:
        shelf.add(OLD)
    assert caught.value.key == "ingest.store.vectors_failed"
    assert len(shelf.texts()) == 4
