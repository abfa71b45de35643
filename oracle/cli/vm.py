"""`oracle vm`: trust a machine, set it up, check it, and bring page views to it ahead of the questions."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ingest.cli.asking import agreed
from ingest.cli.known import games as known_games
from oracle.cli.checks import check_json, print_check
from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.passphrase import on_the_terminal
from oracle.cli.state import State
from oracle.cli.vm_setup import setup
from oracle.config import Config
from oracle.config import shown as shown_config
from oracle.texts import Texts

if TYPE_CHECKING:
    from vm.hosts import SshHost
    from vm.known_hosts import HostKey

HIGHEST_PORT = 65_535


@click.group()
def vm() -> None:
    """The machine that runs Claude Code: trust it, set it up, check it, bring it page views."""


vm.add_command(setup)


@vm.command()
@click.argument("host", required=False)
@click.option("--port", type=click.IntRange(1, HIGHEST_PORT), help="SSH port (default: vm.port of the configuration).")
@click.option("--key", help="Private key to log in with; remembered as vm.key.")
@click.option("--fingerprint", help="Trust the key only if its SHA-256 fingerprint is this one; asks nothing.")
@click.option("--yes", is_flag=True, help="Trust the key that is shown, without asking.")
@click.option("--json", "as_json", is_flag=True, help="Print {schema, hosts, settings}.")
@click.pass_obj
def trust(
    state: State, host: str | None, port: int | None, key: str | None, fingerprint: str | None, yes: bool, as_json: bool
) -> None:
    """Show the key of [USER@]HOST (default: vm.host) and remember it as the right one, and HOST as the machine.

    Nothing is sent to a machine that is not trusted, and nothing but this command makes one trusted. Where the way
    leads through other hosts (vm.ssh_config), each of them is shown and remembered first.
    """
    from oracle.connect import hosts, way_to
    from vm.errors import VmUsage
    from vm.known_hosts import place

    config, say = state.config, state.say
    host, port = _with_port(host, port)
    user, _, where = (host or config.vm.host).rpartition("@")
    if not where:
        raise VmUsage("no_host")
    _check_key(key)
    said = replace(config.vm, user=user or config.vm.user, port=port or config.vm.port, key=key or config.vm.key)
    asked = replace(config, vm=said)
    *hops, last = hosts(asked, way_to(asked, where), on_the_terminal(say))
    tell = narrate_line if as_json else emit
    trusted = []
    for hop in hops:
        narrate_line(say("vm.trust.hop", place=place(hop.host, hop.port), host=where))
        trusted.append(_trust(hop, None, yes, say, tell))
    trusted.append(_trust(last, fingerprint, yes, say, tell))
    kept = _keep_the_way(config, say, _way(host, port, key))
    narrate_line(say("vm.trust.check" if config.vm.transport == "ssh" else "vm.trust.choose"))
    if as_json:
        emit_json({"hosts": trusted, "settings": kept})


def _with_port(host: str | None, port: int | None) -> tuple[str | None, int | None]:
    """`HOST:PORT` taken apart, as people write it; an address of IPv6 holds more than one colon and stays whole."""
    name, colon, number = (host or "").partition(":")
    if colon and number.isascii() and number.isdigit() and 1 <= int(number) <= HIGHEST_PORT:
        return name, port or int(number)
    return host, port


def _check_key(key: str | None) -> None:
    """A key that is named is there: a slip of the finger is said now, not when the first question fails."""
    from vm.errors import VmUsage

    if key and not (file := Path(key).expanduser()).is_file():
        raise VmUsage("key_unreadable", file=file, why=os.strerror(errno.ENOENT))


def _trust(
    host: SshHost, fingerprint: str | None, yes: bool, say: Texts, tell: Callable[[str], None]
) -> dict[str, object]:
    """Show the key of a host and remember it, if it is the one with that fingerprint or a person agrees."""
    from vm.errors import Untrusted
    from vm.known_hosts import trust as remember
    from vm.known_hosts import trusted
    from vm.ssh import fetch_host_key

    shown = fetch_host_key(host.host, host.port, host.connect_timeout, host.via)
    known = trusted(host.known_hosts, shown.host, shown.port)
    _show(shown, known, say, tell)
    told = {"host": shown.host, "port": shown.port, "kind": shown.kind, "fingerprint": shown.fingerprint}
    if fingerprint is not None and fingerprint != shown.fingerprint:
        raise Untrusted("trust.mismatch", place=shown.place, shown=shown.fingerprint, wanted=fingerprint)
    if known == (shown,):
        narrate_line(say("vm.trust.already"))
        return {**told, "new": False}
    if fingerprint is None and not yes and not _agreed(say):
        raise Untrusted("trust.not_trusted")
    remember(host.known_hosts, shown)
    narrate_line(say("vm.trust.done", file=host.known_hosts))
    return {**told, "new": True}


def _way(host: str | None, port: int | None, key: str | None) -> dict[str, str]:
    """What was said of the machine, by the key of the configuration that holds it."""
    user, _, name = (host or "").rpartition("@")
    said = {"vm.host": name, "vm.user": user, "vm.port": str(port or ""), "vm.key": key or ""}
    return {setting: value for setting, value in said.items() if value}


def _keep_the_way(config: Config, say: Texts, way: Mapping[str, str]) -> Mapping[str, str]:
    """Remember how to reach the machine, so that trusting it and choosing SSH is all there is to type."""
    from oracle.cli.config import write

    held = shown_config(config)
    changed = {setting: value for setting, value in way.items() if str(held[setting]) != value}
    for setting, value in changed.items():
        write(config.file, setting, value)
    if changed:
        narrate_line(say("config.written", name=", ".join(changed), file=config.file))
    return changed


def _show(key: HostKey, known: tuple[HostKey, ...], say: Texts, tell: Callable[[str], None]) -> None:
    tell(say("vm.trust.fingerprint", place=key.place, kind=key.kind, fingerprint=key.fingerprint))
    for other in known:
        if other != key:
            narrate_line(say("vm.trust.changed", fingerprint=other.fingerprint))
    narrate_line(say("vm.trust.compare"))


def _agreed(say: Texts) -> bool:
    """A person's yes. The end of the input is a no."""
    try:
        return agreed(say("vm.trust.ask"), say)
    except click.Abort:
        return False


@vm.command()
@click.option("--live", is_flag=True, help="Also ask one tiny question, and say what it cost.")
@click.option("--json", "as_json", is_flag=True, help="Print {schema, checks: [{name, ok, detail, hint}]}.")
@click.pass_obj
def doctor(state: State, live: bool, as_json: bool) -> int:
    """Check the machine: key, host, wrapper, folder, space, clock, Claude Code, its guard, its login, how fast it is.

    Free: nothing is asked of the service without --live. Exit code 0 when all is well, 6 when something is not.
    """
    from oracle.claude.checkup import check_machine

    checks = check_machine(state.config, on_the_terminal(state.say), live=live)
    if as_json:
        emit_json({"checks": [check_json(check, state.say) for check in checks]})
    else:
        for check in checks:
            print_check(check, state.say)
    return 0 if all(check.ok for check in checks) else 6


@vm.command()
@click.option(
    "-g",
    "--game",
    "games",
    multiple=True,
    shell_complete=known_games,
    help="Only this game; may be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="Print {schema, sent, present, bytes_sent, no_image}.")
@click.pass_obj
def sync(state: State, games: tuple[str, ...], as_json: bool) -> None:
    """Bring the views of all pages to the machine, so that hardly a question waits for one.

    Of sheets too large to be read whole, their panels too. Only what is missing there is sent; every copy is verified
    after.
    """
    from ingest.cli.progress import Meter
    from ingest.library import Library
    from oracle.connect import connect
    from oracle.prefetch import prefetch
    from vm.errors import VmUsage

    machine = connect(state.config, on_the_terminal(state.say))
    if machine is None:
        raise VmUsage("none")
    try:
        with Library.open(state.config.settings) as library, Meter(state.say) as meter:
            meter.begin(machine.name)
            chosen = [library.game(name) for name in games] or library.games()
            pages = [page for game in chosen for book in game.booklets for page in library.booklet_pages(book.ref)]
            done = prefetch(pages, state.config.home / "views", machine, meter)
    finally:
        machine.close()
    if as_json:
        emit_json(
            {
                "sent": done.sent,
                "present": done.present,
                "bytes_sent": done.bytes_sent,
                "no_image": [str(ref) for ref in done.no_image],
            }
        )
        return
    emit(state.say("vm.sync.done", sent=done.sent, present=done.present, mb=round(done.bytes_sent / 1e6, 1)))
    if done.no_image:
        narrate_line(state.say("vm.sync.no_image", pages=", ".join(map(str, done.no_image))))
