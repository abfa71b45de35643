"""The configuration of a home that leads to a program behind an sshd: for tests and benchmarks."""

from __future__ import annotations

import json

from oracle.config import ClaudeConfig
from tests.sshd import Sshd


def configuration(sshd: Sshd, claude: ClaudeConfig) -> str:
    """A config.toml that leads to that program behind that sshd."""
    values = "\n".join(f"{name} = {json.dumps(value)}" for name, value in claude.env.items())
    return f"""
[embedding]
models = ["hash"]
[vm]
transport = "ssh"
host = "127.0.0.1"
port = {sshd.port}
user = {json.dumps(sshd.user)}
key = {json.dumps(str(sshd.key))}
[claude]
command = {json.dumps(claude.command)}
[claude.env]
{values}
"""
