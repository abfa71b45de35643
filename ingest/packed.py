"""Keeps the records of a long book in little room, to be gone through as often as needed.

Owns how they are kept: the first ones as they are, the others packed in memory. Nothing of it leaves this process,
so that no file is left behind and nobody else can write what is unpacked.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, MutableMapping
from typing import Final, TypeVar

LOOSE: Final = 100
_FAST: Final = 1

T = TypeVar("T")


class Packed(MutableMapping[int, T]):
    """Records by number, in the order of their numbers. Each look at a packed one makes it anew."""

    def __init__(self, loose: int = LOOSE) -> None:
        self._most = loose
        self._loose: dict[int, T] = {}
        self._packed: dict[int, bytes] = {}

    def __setitem__(self, number: int, record: T) -> None:
        self._packed.pop(number, None)
        if number in self._loose or len(self._loose) < self._most:
            self._loose[number] = record
        else:
            self._packed[number] = zlib.compress(pickle.dumps(record, pickle.HIGHEST_PROTOCOL), _FAST)

    def __getitem__(self, number: int) -> T:
        if number in self._loose:
            return self._loose[number]
        record: T = pickle.loads(zlib.decompress(self._packed[number]))
        return record

    def __delitem__(self, number: int) -> None:
        del (self._loose if number in self._loose else self._packed)[number]

    def __iter__(self) -> Iterator[int]:
        return iter(sorted((*self._loose, *self._packed)))

    def __len__(self) -> int:
        return len(self._loose) + len(self._packed)


class Again(Collection[T]):
    """What a function yields, made anew each time somebody goes through it; nothing of it is kept."""

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return iter(self._make())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, one: object) -> bool:
        return any(one == other for other in self)
