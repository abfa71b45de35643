"""`[embedding.providers.NAME]`: what may stand there, where keys come from, and that they are shown nowhere."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from ingest.embedders.providers import Provider, Secret
from oracle.cli.config import write
from oracle.config import load, shown
from oracle.errors import ConfigError
from oracle.providers import KEYS
from oracle.texts import Texts
from tests.tools import ROOT

KEY = "sk-SeCrEt-42"


def provider(home: Path, name: str, text: str = "", environ: Mapping[str, str] | None = None) -> Provider:
    """A provider of the configuration `text`."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(text)
    config = load(environ or {}, home=home)
    assert config.settings.providers == config.providers
    return next(one for one in config.providers if one.name == name)


def test_known_providers_need_no_table(home: Path) -> None:
    """Voyage and OpenAI want the key of their own variable, Ollama none."""
    environ = {"VOYAGE_API_KEY": KEY, "OPENAI_API_KEY": ""}
    assert provider(home, "voyage", environ=environ).key == Secret(KEY)
    assert provider(home, "openai", environ=environ).key is None
    assert provider(home, "openai", environ=environ).key_env == "OPENAI_API_KEY"
    assert provider(home, "ollama", environ=environ).key_env == ""


def test_a_providers_own_key_goes_to_nobody_else(home: Path) -> None:
    """At another address the key of OpenAI is not sent, unless it is named."""
    environ = {"OPENAI_API_KEY": KEY, "MINE": "other"}
    text = '[embedding.providers.openai]\nurl = "http://127.0.0.1:8000/v1"\n'
    assert provider(home, "openai", text, environ).key is None
    assert provider(home, "openai", text + 'key_env = "MINE"\n', environ).key == Secret("other")
    assert provider(home, "openai", text + 'key_env = "OPENAI_API_KEY"\n', environ).key == Secret(KEY)
    own = '[embedding.providers.openai]\nurl = "https://api.openai.com/v1/"\n'
    assert provider(home, "openai", own, environ).key == Secret(KEY)


def test_a_table_of_ones_own_is_an_openai_compatible_server(home: Path) -> None:
    """vLLM, TEI and llama.cpp speak like OpenAI; any other kind is named."""
    text = '[embedding.providers.tei]\nurl = "http://127.0.0.1:8080/v1"\ndimension = 384\nlanguages = ["fr", "en"]\n'
    found = provider(home, "tei", text, {"OPENAI_API_KEY": KEY})
    assert (found.kind, found.dimension, found.languages, found.key, found.key_env) == (
        "openai", 384, ("fr", "en"), None, "",
    )  # fmt: skip
    assert provider(home, "gpu", '[embedding.providers.gpu]\nkind = "ollama"\n').kind == "ollama"


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_every_key_is_explained(name: str) -> None:
    """The table of the README names them all, and no other."""
    rows = [line for line in (ROOT / name).read_text("utf-8").splitlines() if line.startswith("| `")][1:]
    assert sorted(re.findall(r"`([a-z_]+)`", " ".join(row.split("|")[1] for row in rows))) == sorted(KEYS)


def test_every_key_can_be_set_on_the_command_line(home: Path) -> None:
    """Each with the type that the file wants."""
    file = home / "config.toml"
    for name, value in {
        "kind": "openai", "url": "http://127.0.0.1:8080/v1", "key_env": "TEI_KEY", "keyring": "true", "label": "mine",
        "dimension": "1024", "languages": "fr,en", "query_prefix": "Q: ", "passage_prefix": "", "max_tokens": "8192",
        "batch": "16", "batch_tokens": "9000", "timeout": "90", "query_timeout": "1.5",
        "ca_file": "/x", "plain_key": "true",
    }.items():  # fmt: skip
        write(file, f"embedding.providers.tei.{name}", value)
    assert next(p for p in load({"TEI_KEY": KEY}, home=home).providers if p.name == "tei") == Provider(
        "tei", "openai", "http://127.0.0.1:8080/v1", Secret(KEY), "TEI_KEY", True, 1024, ("fr", "en"), "Q: ", "", 8192,
        16, 9000, "mine", 90.0, 1.5, "/x", True,
    )  # fmt: skip


def test_the_configuration_is_shown_without_keys(home: Path) -> None:
    """That there is one is told, and in which variable."""
    provider(home, "voyage", '[embedding.providers.voyage]\nkey_env = "MINE"\n')
    record = shown(load({"MINE": KEY}, home=home))
    assert record["embedding.providers"] == {"voyage": {"key_env": "MINE", "key": "…"}}
    assert KEY not in json.dumps(record) + repr(load({"MINE": KEY}, home=home))


@pytest.mark.parametrize(
    "text",
    [
        f'key = "{KEY}"', f'key_env = "{KEY}"', f'api_key = "{KEY}"', 'kind = "telnet"', "dimension = 0",
        "dimension = true", 'dimension = "8"', "languages = []", 'languages = "fr"', "timeout = 0",
        "query_timeout = nan", "url = 7", "keyring = 1", "batch = 99999", "colour = 1",
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_and_no_key_is_repeated(home: Path, text: str) -> None:
    """A key that was put in the file is not printed either; the error names the file and the setting."""
    with pytest.raises(ConfigError) as caught:
        provider(home, "voyage", f"[embedding.providers.voyage]\n{text}\n")
    error = caught.value
    assert str(error.facts["name"]).startswith("embedding.providers.voyage.")
    for language in ("en", "fr"):
        assert KEY not in Texts(language)(error.key, **error.facts)
    with pytest.raises(ConfigError):
        write(home / "config.toml", "embedding.providers.voyage.key", KEY)


@pytest.mark.parametrize(
    "text", ["[embedding]\nproviders = 1", '[embedding.providers]\nx = "y"', '[embedding.providers."Bad Ñ"]']
)
def test_what_is_no_table_of_providers_is_refused(home: Path, text: str) -> None:
    """Names are short and plain: they stand before a colon."""
    with pytest.raises(ConfigError):
        provider(home, "x", text)
