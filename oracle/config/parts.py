"""What a front end is told of its configuration: plain values, each with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from ingest.embedders.providers import Provider
from ingest.settings import Settings
from oracle.contracts import ROOM
from oracle.outcomes import FILE as OUTCOMES
from oracle.outcomes import Outcomes
from oracle.prior import Prior
from oracle.profile import PROFILES, Profile
from oracle.rerank import Rerank, from_folder
from vm.deadlines import Deadlines

SSH_PORT = 22


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
    keys: Mapping[str, str] = field(default_factory=dict)
    ocr_languages: tuple[str, ...] = ("fra", "eng")
    workers: int = 2
    ignored: tuple[str, ...] = ()  # names in the file that are no setting
    lang_said: bool = False  # or `lang` was taken from the locale
    exports: Path | None = None  # where the app writes what is taken out; `None` = below the home
    home_named_by: str = ""  # the option or the variable, else `home` is the usual place

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
    def exports_folder(self) -> Path:
        """Where the app writes answers, evenings and cheat sheets."""
        return self.exports or self.home / "exports"

    @property
    def known_hosts(self) -> Path:
        """Our own, never the user's `~/.ssh/known_hosts`."""
        return self.home / "known_hosts"
