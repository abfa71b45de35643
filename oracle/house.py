"""House rules: what a table has ruled where the book does not, dated, kept by game, on or off.

Owns the file that keeps them and the booklet that is made of those that are on. They are never mixed with the book:
they are a booklet of their own kind. Publishing it is `oracle.house_shelf`'s.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import ClassVar

from ingest.contracts import BookletKind, Game, is_slug
from oracle.display import clean
from oracle.errors import OracleError, UsageError

SCHEMA = 1
BOOKLET = "house-rules"
FILE = f"{BOOKLET}.md"
LONGEST = 2_000
_MARKUP = re.compile(r"([!-/:-@\[-`{-~])")
"""Every ASCII mark: with a backslash before it, CommonMark reads it as itself."""


class NotKept(OracleError):
    """The file of house rules cannot be read or written. Nothing of it is lost: it stays as it is."""

    exit_code: ClassVar[int] = 9


@dataclass(frozen=True)
class HouseRule:
    """One ruling. `n` is its number in its game, never given again; `day` is when it was made (ISO 8601)."""

    n: int
    day: str
    text: str
    on: bool = True


class House:
    """The house rules of one home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "house"

    def rules(self, game: str) -> tuple[HouseRule, ...]:
        """Those of a game, as they were made. Raises `NotKept` for a file that holds something else."""
        file = self._file(game)
        try:
            record = json.loads(file.read_text("utf-8"))
            return tuple(_rule(each) for each in record["rules"])
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise NotKept("house.not_readable", file=file, why=error) from error

    def games(self) -> tuple[str, ...]:
        """Games that have some."""
        return tuple(sorted(file.stem for file in self._folder.glob("*.json") if is_slug(file.stem)))

    def add(self, game: str, text: str, day: date) -> HouseRule:
        """Keep a new one, on. Raises `UsageError` for one that says nothing or too much, and `NotKept`."""
        said = clean(text, one_line=True).strip()
        if not said:
            raise UsageError("house.empty")
        if len(said) > LONGEST:
            raise UsageError("house.too_long", most=LONGEST)
        rules = self.rules(game)
        rule = HouseRule(max((each.n for each in rules), default=0) + 1, day.isoformat(), said)
        self._write(game, (*rules, rule))
        return rule

    def switch(self, game: str, on: bool, n: int | None = None) -> tuple[HouseRule, ...]:
        """Put one on the table or take it off, or all. Raises `UsageError` where there is none of that number."""
        rules = self._with(game, n)
        changed = tuple(replace(each, on=on) if n in (None, each.n) else each for each in rules)
        self._write(game, changed)
        return changed

    def remove(self, game: str, n: int) -> None:
        """Forget one. Its number is not given again while a later one stands. Raises `UsageError`."""
        self._write(game, tuple(each for each in self._with(game, n) if each.n != n))

    def _with(self, game: str, n: int | None) -> tuple[HouseRule, ...]:
        rules = self.rules(game)
        if not rules or (n is not None and n not in [each.n for each in rules]):
            raise UsageError("house.no_such", game=game, n="" if n is None else n)
        return rules

    def _file(self, game: str) -> Path:
        assert is_slug(game)
        return self._folder / f"{game}.json"

    def _write(self, game: str, rules: Sequence[HouseRule]) -> None:
        file = self._file(game)
        new = file.with_suffix(".new")
        record = {"schema": SCHEMA, "rules": [asdict(each) for each in rules]}
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            new.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
            new.replace(file)
        except OSError as error:
            raise NotKept("house.not_written", file=file, why=error.strerror or error) from error


def today() -> date:
    """The day on the player's own clock."""
    return datetime.now(UTC).astimezone().date()


def check_free(game: Game) -> None:
    """Raise `UsageError` where the name of the booklet is another booklet's."""
    taken = next((each for each in game.booklets if each.ref.booklet == BOOKLET), None)
    if taken and not (taken.kind is BookletKind.HOUSE and taken.source_file == FILE):
        raise UsageError("house.name_taken", name=taken.ref)


def booklet_text(rules: Sequence[HouseRule], title: str, heading: Callable[[HouseRule], str]) -> str:
    """The rules that are on as Markdown, each under its own heading; what a player wrote is text, never markup."""
    parts = [f"## {plain(heading(rule))}\n\n{plain(rule.text)}\n" for rule in rules if rule.on]
    return "\n".join([f"# {plain(title)}\n", *parts])


def plain(text: str) -> str:
    """Text as Markdown that says just that."""
    return _MARKUP.sub(r"\\\1", text)


def _rule(record: dict[str, object]) -> HouseRule:
    n, day, text, on = (record[name] for name in ("n", "day", "text", "on"))
    if not (type(n) is int and n > 0 and isinstance(day, str) and isinstance(text, str) and isinstance(on, bool)):
        raise ValueError("a rule is not as it was written")
    return HouseRule(n, clean(day, one_line=True), clean(text, one_line=True), on)
