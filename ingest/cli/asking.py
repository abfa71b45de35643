"""A yes or a no of a person at the terminal, in the language that they read. Owns which words are which."""

from __future__ import annotations

import click

from ingest.settings import Say

_YES = frozenset({"y", "yes", "o", "oui"})
_NO = frozenset({"", "n", "no", "non"})


def agreed(question: str, say: Say) -> bool:
    """Whether a person says yes, in French or in English; Enter alone is a no, another word is asked again.

    Raises `click.Abort` where the input ends.
    """
    while True:
        line = f"{question} {say('ingest.cli.yes_no')}"
        word = click.prompt(line, default="", show_default=False, err=True).strip().casefold()
        if word in _YES or word in _NO:
            return word in _YES
        click.echo(say("ingest.cli.yes_or_no"), err=True)


def insist(question: str, say: Say) -> None:
    """Go on only with a person's yes. Raises `click.Abort` without it."""
    if not agreed(question, say):
        raise click.Abort
