"""The machine that the configuration describes, if it describes one. Wiring only: connects to nothing yet."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from oracle.config import SSH_PORT, Config
from vm.errors import VmUsage
from vm.hosts import Passphrase, SshHost, nobody
from vm.ssh_config import Way, look_up

if TYPE_CHECKING:
    from vm.machine import Machine


def connect(config: Config, passphrase: Passphrase = nobody) -> Machine | None:
    """The machine, `None` when none is configured. Raises `VmUsage` for one that cannot be reached as described.

    `passphrase` asks a person for that of a key file, if there is somebody to ask.
    """
    if config.vm.transport == "none":
        return None
    if config.vm.transport == "local":
        from vm.local import local_machine

        return local_machine(os.environ, config.deadlines)
    host = ssh_host(config, passphrase)
    with _without_invoke():
        from vm.ssh import ssh_machine

    return ssh_machine(host, config.deadlines)


def ssh_host(config: Config, passphrase: Passphrase = nobody) -> SshHost:
    """Where to connect and as whom: what our configuration says, then the user's own of SSH where that is asked for.

    No key is looked for: those that are named are used, and the agent's where it is asked for.
    """
    vm = config.vm
    if not vm.host:
        raise VmUsage("no_host")
    way = way_to(config, vm.host)
    if not (vm.key or way.keys or vm.agent):
        raise VmUsage("no_key", file=config.file)
    return hosts(config, way, passphrase)[-1]


def hosts(config: Config, way: Way, passphrase: Passphrase = nobody) -> tuple[SshHost, ...]:
    """Every host of a way, in the order in which they are reached: each through those before it."""
    own = (Path(config.vm.key).expanduser(),) if config.vm.key else ()
    line: tuple[SshHost, ...] = ()
    for hop in (*way.via, replace(way, keys=own or way.keys)):
        line = (*line, replace(_host(config, hop, hop.keys or own or way.keys, passphrase), via=line))
    return line


def way_to(config: Config, name: str) -> Way:
    """How a host is reached, by its name or the alias that it has in the user's own configuration of SSH."""
    vm = config.vm
    home = Path.home()
    file = home / ".ssh" / "config" if vm.ssh_config == "true" else Path(vm.ssh_config).expanduser()
    way = look_up(file, name, home) if vm.ssh_config else Way(name)
    port = way.port if vm.port == SSH_PORT and way.port else vm.port
    return replace(way, user=vm.user or way.user, port=port)


def places(config: Config) -> tuple[str, ...]:
    """Every name of a machine on the way, of a login there and of a file of a key: what nobody else need know."""
    vm = config.vm
    way = way_to(config, vm.host) if vm.transport == "ssh" and vm.host else Way("")
    hops = (name for hop in (*way.via, way) for name in (hop.host, hop.user, *map(str, hop.keys)))
    return tuple(dict.fromkeys(str(name) for name in (vm.host, vm.user, vm.key, *hops) if name))


@contextmanager
def _without_invoke() -> Iterator[None]:
    """Load paramiko without what it runs the commands of `Match exec` with, as where that is missing.

    Nobody here has it read a configuration (ADR 43), and that library takes as long to load as all of paramiko.
    """
    if "invoke" in sys.modules:
        yield
        return
    sys.modules["invoke"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["invoke"]


def _host(config: Config, way: Way, keys: tuple[Path, ...], passphrase: Passphrase) -> SshHost:
    return SshHost(
        host=way.host,
        user=way.user or getpass.getuser(),
        port=way.port or SSH_PORT,
        key=keys[0] if keys else None,
        known_hosts=config.known_hosts,
        connect_timeout=config.deadlines.connect,
        more_keys=keys[1:],
        agent=config.vm.agent,
        passphrase=passphrase,
    )
