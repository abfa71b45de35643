"""Where the configuration comes from: the places of the file, and every setting with its default and what it may be."""

from __future__ import annotations

import locale
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, cast

from oracle.config.keys import ignored
from oracle.config.parts import SSH_PORT, ClaudeConfig, Config, VmConfig
from oracle.config.reader import Reader
from oracle.contracts import ROOM
from oracle.errors import ConfigError
from oracle.profile import PROFILES
from vm.deadlines import Deadlines

APP = "rules-oracle"
HOME = "ORACLE_HOME"
TRANSPORTS = ("none", "ssh", "local")
REWRITES = ("auto", "never")
IMAGES = ("auto", "off", "half", "sixel", "kitty")
REPAIRS = ("one", "never")
BUDGETS = (256, 100_000)
"""The least is a passage, whatever it is; the most is far above what makes answers better."""


def load(
    environ: Mapping[str, str], *, home: Path | None = None, lang: str | None = None, reads_file: bool = True
) -> Config:
    """The configuration for this process, or what it would be without a file. Raises `ConfigError` naming the key."""
    place, file = _places(environ, home)
    table = _read(file) if reads_file else {}
    built = _build(Reader(file, table, environ), place, file, lang, locale_language(environ))
    by = "--home" if home is not None else HOME if environ.get(HOME) else ""
    exports = built.exports or (None if by else _documents())
    return replace(built, ignored=ignored(table), home_named_by=by, exports=exports)


def check(file: Path, table: Mapping[str, Any]) -> None:
    """Raise `ConfigError` when `table`, as the content of `file`, would be refused."""
    _build(Reader(file, dict(table), {}), file.parent, file, None, "en")


def _build(reader: Reader, place: Path, file: Path, lang: str | None, spoken: str) -> Config:
    vm = VmConfig(
        transport=cast('Literal["none", "ssh", "local"]', reader.one_of("vm.transport", "none", TRANSPORTS)),
        host=reader.text("vm.host", ""),
        user=reader.text("vm.user", ""),
        port=reader.integer("vm.port", SSH_PORT, 1, 65535),
        key=reader.text("vm.key", ""),
        agent=reader.flag("vm.agent"),
        ssh_config=reader.flag_or_text("vm.ssh_config"),
    )
    claude = ClaudeConfig(
        command=reader.text("claude.command", "claude"),
        model=reader.text("claude.model", ""),
        env=reader.table("claude.env", str),
        rewrite=cast('Literal["auto", "never"]', reader.one_of("claude.rewrite", "auto", REWRITES)),
        repair=cast('Literal["one", "never"]', reader.one_of("claude.repair", "one", REPAIRS)),
        budget=reader.integer("claude.budget", ROOM, *BUDGETS),
    )
    return Config(
        home=place,
        file=file,
        lang=lang or reader.one_of("lang", spoken, ("en", "fr")),
        vm=vm,
        claude=claude,
        deadlines=Deadlines(
            connect=reader.seconds("deadlines.connect", Deadlines.connect),
            idle=reader.seconds("deadlines.idle", Deadlines.idle),
        ),
        models=reader.words("embedding.models", ("minilm", "use")),
        chroma_url=reader.text("embedding.chroma_url", "") or None,
        providers=reader.providers(),
        profile_name=reader.one_of("retrieval.profile", "default", tuple(PROFILES)),
        weights=reader.table("retrieval.weights", float),
        reranker=reader.text("retrieval.reranker", ""),
        rerank_first=reader.integer("retrieval.rerank_first", 24, 2, 200),
        rerank_least=reader.real("retrieval.rerank_least"),
        outcomes=reader.flag("retrieval.outcomes"),
        images=reader.one_of("app.images", "auto", IMAGES),
        exports=Path.home() / _expanded(Path(exports)) if (exports := reader.text("app.exports", "")) else None,
        keys=reader.keys(),
        ocr_languages=reader.words("ocr.languages", ("fra", "eng")),
        workers=reader.integer("ingest.workers", 2, 1, 64),
        lang_said=bool(lang or reader.text("lang", "")),
    )


def _places(environ: Mapping[str, str], home: Path | None) -> tuple[Path, Path]:
    if home is None and environ.get(HOME):
        home = Path(environ[HOME])
    if home is not None:
        place = _expanded(home).absolute()
        return place, place / "config.toml"
    import platformdirs

    return platformdirs.user_data_path(APP), platformdirs.user_config_path(APP) / "config.toml"


def _documents() -> Path:
    """Where players look for what they have written; where a home is named, all stays below that."""
    import platformdirs

    return platformdirs.user_documents_path() / APP


def _expanded(path: Path) -> Path:
    """`~` as the own folder; nobody's folder is a name like another."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise ConfigError("config.unreadable", file=file, why=error) from error


def locale_language(environ: Mapping[str, str]) -> str:
    """`fr` where the locale is French, else `en`."""
    name = next((environ[v] for v in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(v)), "")
    return "fr" if (name or locale.getlocale()[0] or "").lower().startswith("fr") else "en"
