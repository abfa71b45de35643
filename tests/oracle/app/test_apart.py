from __future__ import annotations

import asyncio
import threading
import time

import pytest

from oracle.app.apart import apart, finished


def test_what_the_work_returns_or_raises_comes_back() -> None:
    """The coroutine ends as the thread does."""

    def broken() -> None:
        raise LookupError("gone")

    async def run() -> tuple[int, int]:
        with pytest.raises(LookupError):
            await apart(broken)()
        return await apart(threading.get_ident)(), threading.get_ident()

    there, here = asyncio.run(run())
    assert there != here
    assert finished(within=5)


def test_nobody_waits_for_work_that_is_left() -> None:
    """Cancelling and closing the loop take no time while the work goes on; its end disturbs nobody."""
    go = threading.Event()

    async def run() -> None:
        task = asyncio.ensure_future(apart(go.wait)())
        await asyncio.sleep(0)
        task.cancel()

    begun = time.monotonic()
    asyncio.run(run())
    assert time.monotonic() - begun < 5
    assert not finished(within=0)
    go.set()
    assert finished(within=5)
