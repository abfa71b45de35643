"""The configuration: flag > environment (`ORACLE_…`) > the user's config.toml > default.

Owns every key, its type and its default. Never reads a file of the current directory. Everything below
the front ends receives a `Config`; nothing else looks at the environment.
"""

from oracle.config.keys import KEYS, TABLES, checked_key, is_secret, nearest, shown, typed, variable
from oracle.config.loading import APP, BUDGETS, IMAGES, REPAIRS, REWRITES, TRANSPORTS, check, load, locale_language
from oracle.config.parts import SSH_PORT, ClaudeConfig, Config, VmConfig

__all__ = [
    "APP",
    "BUDGETS",
    "IMAGES",
    "KEYS",
    "REPAIRS",
    "REWRITES",
    "SSH_PORT",
    "TABLES",
    "TRANSPORTS",
    "ClaudeConfig",
    "Config",
    "VmConfig",
    "check",
    "checked_key",
    "is_secret",
    "load",
    "locale_language",
    "nearest",
    "shown",
    "typed",
    "variable",
]
