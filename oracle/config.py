"""The configuration: flag > environment (`ORACLE_…`) > the user's config.toml > default.

Owns every key, its type and its default. Never reads a file of the current directory. Everything below
the front ends receives a `Config`; nothing else looks at the environment.
"""

from __future__ import annotations

import locale
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from ingest.embedders.providers import Provider
from ingest.settings import Settings
from oracle import providers
from oracle.contracts import ROOM
from oracle.errors import ConfigError
from oracle.outcomes import FILE as OUTCOMES
from oracle.outcomes import Outcomes
from oracle.prior import Prior
from oracle.profile import PROFILES, Profile
from oracle.rerank import Rerank, from_folder
from vm.deadlines import Deadlines

APP = "rules-oracle"
SSH_PORT = 22
TRANSPORTS = ("none", "ssh", "local")
REWRITES = ("auto", "never")
IMAGES = ("auto", "off", "half", "sixel", "kitty")
REPAIRS = ("one", "never")
BUDGETS = (256, 100_000)
"""The least is a passage, whatever it is; the most is far above what makes answers better."""

TABLES = ("claude.env", "retrieval.weights", providers.TABLE)
KEYS = (
    "lang",
    "vm.transport",
    "vm.host",
    "vm.user",
    "vm.port",
    "vm.key",
    "vm.agent",
    "vm.ssh_config",
    "claude.command",
    "claude.model",
    "claude.rewrite",
    "claude.repair",
    "claude.budget",
    "deadlines.connect",
    "deadlines.idle",
    "embedding.models",
    "embedding.chroma_url",
    "retrieval.profile",
    "retrieval.reranker",
    "retrieval.rerank_first",
    "retrieval.rerank_least",
    "retrieval.outcomes",
    "app.images",
    "ocr.languages",
    "ingest.workers",
)
_NUMBERS = frozenset({"vm.port", "claude.budget", "ingest.workers", "retrieval.rerank_first"})
_FLAGS = frozenset({"retrieval.outcomes", "vm.agent", "vm.ssh_config"})
_SHORTEST, _LONGEST = 0.1, 3600
_REALS = frozenset({"retrieval.rerank_least", "deadlines.connect", "deadlines.idle"})
_LISTS = frozenset({"embedding.models", "ocr.languages"})
_Value = TypeVar("_Value", str, float)


@dataclass(frozen=True)
class VmConfig:
    """Where Claude Code runs. `none` = passages only.

    `agent`: the keys of the SSH agent may be used. `ssh_config`: the user's own configuration of SSH says how a host is
    reached: a path, `true` for the usual place, empty for not at all.
    """

    transport: Literal["none", "ssh", "local"] = "none"
    host: str = ""
    user: str = ""
    port: int = SSH_PORT
    key: str = ""
    agent: bool = False
    ssh_config: str = ""


@dataclass(frozen=True)
class ClaudeConfig:
    """How Claude Code is started. `env` is all that reaches it besides PATH and HOME.

    `rewrite`: whether it may put a question into the book's words where that is likely to pay. `repair`: how often it
    is asked to write an answer again of which a quotation, a number or a name failed. `budget`: tokens of passages that
    it is sent with a question.
    """

    command: str = "claude"
    model: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    rewrite: Literal["auto", "never"] = "auto"
    repair: Literal["one", "never"] = "one"
    budget: int = ROOM


@dataclass(frozen=True)
class Config:
    """Everything a front end needs to build the parts of the pipeline."""

    home: Path
    file: Path
    lang: str
    vm: VmConfig = VmConfig()
    claude: ClaudeConfig = ClaudeConfig()
    deadlines: Deadlines = field(default_factory=Deadlines)
    models: tuple[str, ...] = ("minilm", "use")
    chroma_url: str | None = None
    providers: tuple[Provider, ...] = ()
    profile_name: str = "default"
    weights: Mapping[str, float] = field(default_factory=dict)
    reranker: str = ""
    rerank_first: int = 24
    rerank_least: float | None = None
    outcomes: bool = False
    images: str = "auto"
    ocr_languages: tuple[str, ...] = ("fra", "eng")
    workers: int = 2
    lang_said: bool = False  # or `lang` was taken from the locale

    @property
    def settings(self) -> Settings:
        """What `ingest` is told."""
        return Settings(self.home, self.models, self.ocr_languages, self.chroma_url, self.workers, self.providers)

    @property
    def profile(self) -> Profile:
        """How much each channel counts: the profile that is named, with the weights that the configuration changes."""
        profile = Profile.from_weights(self.weights, self.rerank, PROFILES[self.profile_name])
        return replace(profile, prior=Prior(Outcomes(self.home / OUTCOMES)) if self.outcomes else None)

    @property
    def rerank(self) -> Rerank | None:
        """What puts the first passages in order once more, where a model for it is named."""
        return from_folder(self.reranker, self.rerank_first, self.rerank_least)

    @property
    def known_hosts(self) -> Path:
        """Our own, never the user's `~/.ssh/known_hosts`."""
        return self.home / "known_hosts"


def load(environ: Mapping[str, str], *, home: Path | None = None, lang: str | None = None) -> Config:
    """The configuration for this process. Raises `ConfigError` naming the file and the key."""
    place, file = _places(environ, home)
    return _build(_Reader(file, _read(file), environ), place, file, lang)


def check(file: Path, table: Mapping[str, Any]) -> None:
    """Raise `ConfigError` when `table`, as the content of `file`, would be refused."""
    environ: dict[str, str] = {}
    _build(_Reader(file, dict(table), environ), file.parent, file, None)


def checked_key(file: Path, name: str) -> tuple[str, ...]:
    """The parts of a dotted key. Raises `ConfigError` when no such key exists."""
    if name not in KEYS and not name.startswith(tuple(f"{key}." for key in TABLES)):
        raise ConfigError("config.no_such_key", name=name, file=file, known=", ".join((*KEYS, *TABLES)))
    table = next((key for key in TABLES if name.startswith(f"{key}.")), None)
    if table == providers.TABLE:
        return tuple(name.split("."))
    return (*table.split("."), name[len(table) + 1 :]) if table else tuple(name.split("."))


def variable(name: str) -> str:
    """The variable of the environment that overrides a key."""
    return "ORACLE_" + name.upper().replace(".", "_")


def typed(name: str, value: str) -> object:
    """`value` as the type that key `name` has in the file."""
    if name in _NUMBERS and value.isdecimal():
        return int(value)
    if name in _FLAGS and value in ("true", "false"):
        return value == "true"
    if name in _LISTS:
        return [word.strip() for word in value.split(",") if word.strip()]
    if name.startswith(f"{providers.TABLE}."):
        return providers.typed(name.rpartition(".")[2], value)
    if name in _REALS or name.startswith("retrieval.weights."):
        try:
            return float(value)
        except ValueError:
            return value
    return value


def shown(config: Config) -> dict[str, object]:
    """The configuration in force by dotted key, with the values of `claude.env` hidden."""
    return {
        "home": str(config.home),
        "lang": config.lang,
        "vm.transport": config.vm.transport,
        "vm.host": config.vm.host,
        "vm.user": config.vm.user,
        "vm.port": config.vm.port,
        "vm.key": config.vm.key,
        "vm.agent": config.vm.agent,
        "vm.ssh_config": config.vm.ssh_config,
        "claude.command": config.claude.command,
        "claude.model": config.claude.model,
        "claude.rewrite": config.claude.rewrite,
        "claude.repair": config.claude.repair,
        "claude.budget": config.claude.budget,
        "claude.env": dict.fromkeys(config.claude.env, "…"),
        "deadlines.connect": config.deadlines.connect,
        "deadlines.idle": config.deadlines.idle,
        "embedding.models": list(config.models),
        "embedding.chroma_url": config.chroma_url,
        "embedding.providers": providers.shown(config.providers),
        "retrieval.profile": config.profile_name,
        "retrieval.weights": dict(config.weights),
        "retrieval.reranker": config.reranker,
        "retrieval.rerank_first": config.rerank_first,
        "retrieval.rerank_least": config.rerank_least,
        "retrieval.outcomes": config.outcomes,
        "app.images": config.images,
        "ocr.languages": list(config.ocr_languages),
        "ingest.workers": config.workers,
    }


def _build(reader: _Reader, place: Path, file: Path, lang: str | None) -> Config:
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
        lang=lang or reader.one_of("lang", reader.default_language(), ("en", "fr")),
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
        ocr_languages=reader.words("ocr.languages", ("fra", "eng")),
        workers=reader.integer("ingest.workers", 2, 1, 64),
        lang_said=bool(lang or reader.text("lang", "")),
    )


def _places(environ: Mapping[str, str], home: Path | None) -> tuple[Path, Path]:
    if home is None and environ.get("ORACLE_HOME"):
        home = Path(environ["ORACLE_HOME"])
    if home is not None:
        place = home.expanduser().absolute()
        return place, place / "config.toml"
    import platformdirs

    return platformdirs.user_data_path(APP), platformdirs.user_config_path(APP) / "config.toml"


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


class _Reader:
    """Looks a dotted key up in the environment, then in the file, and checks its type."""

    def __init__(self, file: Path, table: dict[str, Any], environ: Mapping[str, str]) -> None:
        self._file, self._table, self._environ = file, table, environ

    def _find(self, key: str) -> object:
        if variable(key) in self._environ:
            return self._environ[variable(key)]
        node: object = self._table
        for part in key.split("."):
            node = node.get(part) if isinstance(node, dict) else None
        return node

    def providers(self) -> tuple[Provider, ...]:
        return providers.read(self._find(providers.TABLE), self._environ, self._bad)

    def default_language(self) -> str:
        return locale_language(self._environ)

    def _bad(self, key: str, value: object, wanted: str) -> ConfigError:
        return ConfigError("config.bad_value", file=self._file, name=key, value=value, wanted=wanted)

    def text(self, key: str, default: str) -> str:
        value = self._find(key)
        if value is not None and not isinstance(value, str):
            raise self._bad(key, value, "text")
        return default if value is None else value

    def one_of(self, key: str, default: str, allowed: tuple[str, ...]) -> str:
        value = self.text(key, default)
        if value not in allowed:
            raise self._bad(key, value, " | ".join(allowed))
        return value

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        value = self._find(key)
        try:
            number = default if value is None else int(cast("str | int", value))
        except (TypeError, ValueError):
            raise self._bad(key, value, f"{low}–{high}") from None
        if isinstance(value, bool) or not low <= number <= high:
            raise self._bad(key, value, f"{low}–{high}")
        return number

    def real(self, key: str) -> float | None:
        value = self._find(key)
        if value is None or value == "":
            return None
        try:
            number = float(cast("str | float", value))
        except (TypeError, ValueError):
            raise self._bad(key, value, "a number") from None
        if isinstance(value, bool) or not math.isfinite(number):
            raise self._bad(key, value, "a number")
        return number

    def seconds(self, key: str, default: float) -> float:
        value = self.real(key)
        if value is not None and not _SHORTEST <= value <= _LONGEST:
            raise self._bad(key, value, f"{_SHORTEST}–{_LONGEST} s")
        return default if value is None else value

    def flag(self, key: str) -> bool:
        value = self._find(key)
        known = {None: False, True: True, False: False, "true": True, "false": False}
        if isinstance(value, list | dict) or value not in known:
            raise self._bad(key, value, "true | false")
        return known[value]

    def flag_or_text(self, key: str) -> str:
        value = self._find(key)
        if isinstance(value, bool):
            return "true" if value else ""
        text = self.text(key, "")
        return "" if text == "false" else text

    def words(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self._find(key)
        if isinstance(value, str):
            value = [word.strip() for word in value.split(",") if word.strip()]
        if value is None:
            return default
        if not isinstance(value, list) or not value or not all(isinstance(word, str) for word in value):
            raise self._bad(key, value, '["…", "…"]')
        return tuple(value)

    def table(self, key: str, kind: type[_Value]) -> dict[str, _Value]:
        value = self._find(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self._bad(key, value, "a table")
        try:
            return {str(name): kind(item) for name, item in value.items()}
        except (TypeError, ValueError):
            raise self._bad(key, value, kind.__name__) from None
