"""The key of a provider: from the variable that the configuration names, or from the keyring where it says so.

Owns asking the keyring; the only importer of `keyring`, which is an extra of the package. A key is given to whoever
sends it, and to nobody else.
"""

from __future__ import annotations

from ingest.embedders.deadline import within
from ingest.embedders.providers import SERVICE, Provider, Secret
from ingest.errors import MissingTool

PATIENCE = 30.0
"""A keyring may ask for its own password first."""


def key_of(provider: Provider) -> Secret | None:
    """The key; `None` where none is wanted. Raises `MissingTool` where one is, and cannot be had or cannot be one."""
    found = provider.key or (_from_keyring(provider) if provider.keyring else None)
    if found is None and (provider.key_env or provider.keyring):
        raise MissingTool("models.provider_no_key", provider=provider.name, variable=provider.key_env or "…_API_KEY")
    if found is not None and not (found.value.isascii() and found.value.isprintable() and " " not in found.value):
        raise MissingTool("models.provider_bad_key", provider=provider.name, place=place_of(provider))
    return found


def place_of(provider: Provider) -> str:
    """Where its key is kept, for an error to name."""
    return provider.key_env if provider.key or not provider.keyring else f"keyring ({SERVICE})"


def _from_keyring(provider: Provider) -> Secret | None:
    try:
        import keyring

        value = within(PATIENCE, lambda: keyring.get_password(SERVICE, provider.name))
    except ImportError as error:
        raise MissingTool("models.no_keyring", provider=provider.name, why="rules-oracle[keyring]") from error
    except Exception as error:  # what its back ends let out has no end
        raise MissingTool("models.no_keyring", provider=provider.name, why=type(error).__name__) from error
    return Secret(value.strip()) if value and value.strip() else None
