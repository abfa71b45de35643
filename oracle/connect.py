"""The machine that the configuration describes, if it describes one. Wiring only: connects to nothing yet."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import TYPE_CHECKING

from oracle.config import Config
from vm.errors import VmUsage

if TYPE_CHECKING:
    from vm.machine import Machine
    from vm.ssh import SshHost


def connect(config: Config) -> Machine | None:
    """The machine, `None` when none is configured. Raises `VmUsage` for one that cannot be reached as described."""
    if config.vm.transport == "none":
        return None
    if config.vm.transport == "local":
        from vm.local import local_machine

        return local_machine(os.environ)
    host = ssh_host(config)
    from vm.ssh import ssh_machine

    return ssh_machine(host)


def ssh_host(config: Config) -> SshHost:
    """Where to connect and as whom. The key is the one that the configuration names: none is looked for."""
    vm = config.vm
    if not vm.host:
        raise VmUsage("no_host", file=config.file)
    if not vm.key:
        raise VmUsage("no_key", file=config.file)
    from vm.ssh import SshHost

    return SshHost(vm.host, vm.user or getpass.getuser(), vm.port, Path(vm.key).expanduser(), config.known_hosts)
