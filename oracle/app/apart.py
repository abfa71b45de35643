"""Work in threads that the app never waits for when it is left.

Textual's own thread workers run in asyncio's executor, which is joined at exit: a model that is still loading
would hold the prompt back for seconds. These threads are daemons; who awaits them may leave.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

NAME = "oracle-app"
_Result = TypeVar("_Result")


def apart(work: Callable[[], _Result]) -> Callable[[], Any]:
    """`work` as Textual's `run_worker` takes it."""

    async def run() -> _Result:
        return await _result_of(work)

    return run


async def _result_of(work: Callable[[], _Result]) -> _Result:
    """What `work` returns or raises in a thread of its own; when nobody waits any more, its end is dropped."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[_Result] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: _Result | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = context.run(work)
        except BaseException as raised:  # noqa: BLE001 - carried to the coroutine that waits for it
            error = raised
        with suppress(RuntimeError):  # the loop is closed: the app is gone
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name=NAME, daemon=True).start()
    return await future


def finished(within: float) -> bool:
    """Whether all such threads have ended, waiting for them `within` seconds at most."""
    deadline = time.monotonic() + within
    threads = [thread for thread in threading.enumerate() if thread.name == NAME]
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    return not any(thread.is_alive() for thread in threads)
