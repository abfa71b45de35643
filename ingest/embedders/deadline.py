"""A call that takes no longer than it may, whatever it waits for: a name server, a slow answer, a dialogue."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, call: Callable[[], T]) -> T:
    """What `call` gives, or raises. Raises `TimeoutError` when it takes longer: it is then left to itself."""
    ended: Future[T] = Future()
    threading.Thread(target=_run, args=(call, ended), daemon=True).start()
    return ended.result(max(0.0, seconds))


def _run(call: Callable[[], T], ended: Future[T]) -> None:
    try:
        result = call()
    except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
        ended.set_exception(error)
    else:
        ended.set_result(result)
