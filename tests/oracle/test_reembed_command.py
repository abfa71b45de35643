"""`oracle ingest reembed` and searching by a provider, as a shell sees them: real index, real HTTP on loopback."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle.texts import Texts
from tests.oracle.commands import oracle
from tests.provider_server import ProviderServer, Step, provider_server

KEY = "sk-SeCrEt-7"
RULES = "# Rules\n\nThe king stands on the throne.\n"
FAQ = "# Questions\n\nDoes the king win at the edge of the board? Yes.\n"


@pytest.fixture
def served(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ProviderServer]:
    """A home embedded by `hash`, and a provider `tei` in the configuration that wants a key."""
    home.mkdir()
    with provider_server() as server:
        (home / "config.toml").write_text(
            '# mine\nlang = "en"\n[embedding]\nmodels = ["hash"]\n[embedding.providers.tei]\n'
            f'url = "{server.url}"\ndimension = {server.dimension}\nkey_env = "TEI_KEY"\nquery_timeout = 0.5\n'
        )
        monkeypatch.setenv("TEI_KEY", KEY)
        for name, text in (("core", RULES), ("faq", FAQ)):
            (tmp_path / f"{name}.md").write_text(text)
            assert oracle("ingest", "add", str(tmp_path / f"{name}.md"), "-g", "tafl", "-b", name).code == 0
        yield server


def channels(*arguments: str) -> set[str]:
    """The channels that found something."""
    ran = oracle("search", "-g", "tafl", "Where does the king stand?", "--json", *arguments)
    assert ran.code == 0, ran.err
    return {name for passage in ran.json["passages"] for name in passage["channels"]}


def test_a_home_moves_to_a_provider_and_back(served: ProviderServer, home: Path) -> None:
    """It says how much first, embeds each text once, and the configuration follows; going back asks nobody."""
    ran = oracle("ingest", "reembed", "--model", "tei:BAAI/bge-m3", "--json")
    assert ran.code == 0, ran.err
    record = ran.json
    assert (record["embedded"], record["reused"], record["in_force"]) == (2, 0, True)
    assert record["work"][0]["texts"] == 2 and record["work"][0]["tokens"] > 10
    assert ran.err.index("texts to embed: 2") < ran.err.index("Wrote")
    assert len(served.texts) == 2
    assert (
        (home / "config.toml").read_text().startswith('# mine\nlang = "en"\n[embedding]\nmodels = ["tei:BAAI/bge-m3"]')
    )
    assert "dense:tei:BAAI/bge-m3" in channels()
    assert served.history[-1].headers["Authorization"] == f"Bearer {KEY}"
    assert oracle("ingest", "verify").code == 0
    asked = len(served.history)
    assert oracle("ingest", "reembed", "--model", "hash").code == 0
    assert len(served.history) == asked
    assert "dense:hash" in channels()


def test_a_trial_writes_nothing(served: ProviderServer, home: Path) -> None:
    """It tells how much it would be, and asks the provider nothing."""
    before = (home / "config.toml").read_text()
    ran = oracle("ingest", "reembed", "--model", "tei:m", "--dry-run", "--json")
    assert (ran.code, ran.json["dry_run"], ran.json["work"][0]["texts"]) == (0, True, 2)
    assert (served.history, (home / "config.toml").read_text()) == ([], before)


def test_the_environment_that_overrides_the_file_is_named(
    served: ProviderServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise nothing would seem to have changed."""
    monkeypatch.setenv("ORACLE_EMBEDDING_MODELS", "hash")
    ran = oracle("ingest", "reembed", "--model", "tei:m", "--yes")
    assert ran.code == 0
    assert "ORACLE_EMBEDDING_MODELS" in ran.err


def test_texts_do_not_leave_this_machine_unasked(served: ProviderServer, home: Path) -> None:
    """Where nobody can be asked, `--yes` must be typed."""
    address = 'url = "https://192.0.2.1/v1"\n'
    text = (home / "config.toml").read_text()
    (home / "config.toml").write_text(text.replace(f'url = "{served.url}"\n', address))
    ran = oracle("ingest", "reembed", "--model", "tei:m")
    assert ran.code == 2
    assert "--model tei:m --yes" in ran.err


def test_a_provider_that_fails_leaves_everything_as_it_was(served: ProviderServer, home: Path) -> None:
    """A wrong key: exit code 3, the old model answers, the configuration is what it was."""
    before = (home / "config.toml").read_text()
    served.script = [Step(401, body=b'{"error": "no"}')]
    ran = oracle("ingest", "reembed", "--model", "tei:m")
    assert ran.code == 3
    assert "TEI_KEY" in ran.err and KEY not in ran.err
    assert (home / "config.toml").read_text() == before
    assert "dense:hash" in channels()


def test_while_the_provider_is_down_the_other_channels_answer(served: ProviderServer, home: Path) -> None:
    """Searching says so, within the deadline of a question, and `doctor` names it; nothing holds the key."""
    assert oracle("ingest", "reembed", "--model", "tei:m,hash").code == 0
    for step in ([Step(slow=2)] * 2, [Step(500)] * 2, [Step(429, {"Retry-After": "3600"})], [Step(body=b"[]")]):
        served.script = list(step)
        began = time.monotonic()
        ran = oracle("search", "-g", "tafl", "Where does the king stand?", "--json")
        assert ran.code == 0
        assert "throne" in ran.json["passages"][0]["text"]
        assert "“tei”" in ran.err
        assert {name for p in ran.json["passages"] for name in p["channels"]} >= {"content", "dense:hash"}
        assert KEY not in ran.out + ran.err
        assert time.monotonic() - began < 8
    served.script = [Step(401)]
    doctor = oracle("doctor", "--json")
    assert doctor.code == 3
    assert any("TEI_KEY" in check["detail"] and not check["ok"] for check in doctor.json["checks"])
    assert KEY not in doctor.out + oracle("config", "show", "--json").out
    assert not any(KEY.encode() in file.read_bytes() for file in home.rglob("*") if file.is_file())


@pytest.mark.parametrize(
    ("model", "code", "said"),
    [("", 2, "models.none_named"), ("nobody:m", 2, "models.unknown_provider"), ("/nowhere", 3, "models.bad_folder")],
)
def test_a_model_that_cannot_be_had_changes_nothing(
    served: ProviderServer, home: Path, model: str, code: int, said: str
) -> None:
    """The error comes before anything is embedded."""
    before = (home / "config.toml").read_text()
    ran = oracle("ingest", "reembed", "--model", model)
    assert ran.code == code
    assert Texts("en")(f"ingest.{said}", model=model, known="", folder=model, why="")[:20] in ran.err
    assert (home / "config.toml").read_text() == before


def test_without_a_game_there_is_nothing_to_embed() -> None:
    """Exit code 5, as for any command that needs one."""
    assert oracle("ingest", "reembed", "--model", "hash").code == 5


def test_json_is_one_document(served: ProviderServer) -> None:
    """With its schema number."""
    assert "schema" in json.loads(oracle("ingest", "reembed", "--model", "hash", "--json").out)
