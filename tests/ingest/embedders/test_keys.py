"""Keys of providers: from a variable, or from the keyring where the configuration says so."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

import keyring
import keyring.backend
import keyring.errors
import pytest

from ingest.embedders.keys import key_of
from ingest.embedders.providers import DEFAULTS, Secret
from ingest.errors import MissingTool

VOYAGE = DEFAULTS["voyage"]


class Ring(keyring.backend.KeyringBackend):  # type: ignore[misc]
    """A keyring in memory; `locked` = it refuses to open."""

    priority = 1  # type: ignore[assignment]

    def __init__(self, kept: dict[tuple[str, str], str], locked: bool = False) -> None:
        super().__init__()
        self.kept, self.locked = kept, locked
        self.history: list[tuple[str, str]] = []

    def get_password(self, service: str, username: str) -> str | None:
        self.history.append((service, username))
        if self.locked:
            raise keyring.errors.KeyringLocked("a secret")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError

    def delete_password(self, service: str, username: str) -> None:
        raise NotImplementedError


@pytest.fixture
def ring() -> Iterator[Ring]:
    before = keyring.get_keyring()
    made = Ring({("rules-oracle", "voyage"): "pa-from-the-ring\n"})
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_the_keyring_is_asked_only_where_the_configuration_says_so(ring: Ring) -> None:
    """It may open a dialogue; the variable, where it is set, comes first."""
    with pytest.raises(MissingTool):
        key_of(VOYAGE)
    assert key_of(replace(VOYAGE, keyring=True, key=Secret("pa-env"))) == Secret("pa-env")
    assert ring.history == []
    assert key_of(replace(VOYAGE, keyring=True)) == Secret("pa-from-the-ring")
    assert ring.history == [("rules-oracle", "voyage")]


@pytest.mark.parametrize("locked", [False, True])
def test_a_keyring_without_the_key_is_an_error_of_ours(ring: Ring, locked: bool) -> None:
    """Empty or locked: exit code 3, and nothing that the keyring said."""
    ring.kept, ring.locked = {}, locked
    with pytest.raises(MissingTool) as caught:
        key_of(replace(VOYAGE, keyring=True))
    assert caught.value.key == ("ingest.models.no_keyring" if locked else "ingest.models.provider_no_key")
    assert "a secret" not in str(caught.value)


def test_the_keyring_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its library is not installed, the error says what to install."""
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(MissingTool) as caught:
        key_of(replace(VOYAGE, keyring=True))
    assert caught.value.key == "ingest.models.no_keyring"
    assert "rules-oracle[keyring]" in str(caught.value.facts["why"])
