"""What of a configuration is never written down."""

from __future__ import annotations

from pathlib import Path

from oracle.config import load
from oracle.hide import HIDDEN
from oracle.parts import hidden


def test_the_names_behind_an_alias_are_hidden_with_it(home: Path, tmp_path: Path) -> None:
    """Hosts, logins and files of keys of every hop, as the user's own configuration of SSH gives them."""
    file = tmp_path / "ssh_config"
    file.write_text(
        "Host gate\n HostName gate.example.org\n User keeper\n"
        "Host den\n HostName 192.0.2.7\n User bear\n IdentityFile ~/.ssh/honey\n ProxyJump gate\n"
    )
    home.mkdir()
    (home / "config.toml").write_text(
        f'[vm]\ntransport = "ssh"\nhost = "den"\nssh_config = "{file}"\n[claude.env]\nANTHROPIC_API_KEY = "plums"\n'
    )
    hide = hidden(load({"ORACLE_HOME": str(home)}))
    said = hide.said("bear@192.0.2.7 (den) through keeper@gate.example.org with plums")
    assert said == f"{HIDDEN}@{HIDDEN} ({HIDDEN}) through {HIDDEN}@{HIDDEN} with {HIDDEN}"
    assert hide.text("May the bear leave its den?") == "May the bear leave its den?"


def test_without_a_machine_only_keys_are_hidden(home: Path) -> None:
    """No host is configured, so none can be named."""
    config = load({"ORACLE_HOME": str(home), "VOYAGE_API_KEY": "pa-plums-and-pears"})
    assert hidden(config).places == ()
