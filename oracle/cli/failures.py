"""Any error → one sentence, one hint, one exit code, on standard error. The only place that does this.

Exit codes: 0 · 2 usage · 3 missing tool · 4 bad rulebook (10 in part) · 5 no index · 6 VM · 7 Claude ·
8 withheld · 9 cannot write · 130 interrupted. An error of no known class is a bug: it is said to be one, and its
traceback is shown.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from typing import TYPE_CHECKING

import click

from ingest.errors import IngestError
from oracle.cli.misuse import explained
from oracle.cli.output import narrate_line
from oracle.display import clean
from oracle.errors import OracleError
from oracle.homes import unfound
from oracle.texts import Texts
from vm.errors import VmError

if TYPE_CHECKING:
    from collections.abc import Mapping

INTERRUPTED = 130
CANNOT_WRITE = 9
BUG = 1
_NOTHING_THERE = frozenset({
    "ingest.store.nothing_published", "ingest.store.no_such_booklet", "log.no_run", "export.nothing", "export.no_star",
    "outcome.no_run",
})  # fmt: skip
"""Where the home is not the one that is meant, that is why."""

_FULL = frozenset({errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EACCES, errno.EBADF})


def sentence(error: BaseException, say: Texts) -> tuple[str, str | None]:
    """The message and the hint for an error of ours."""
    if isinstance(error, IngestError | VmError | OracleError):
        return say(error.key, **error.facts), say.hint(error.key, **error.facts)
    return clean(f"{type(error).__name__}: {error}", one_line=True), None


def narrate(error: BaseException, language: str | None = None) -> int:
    """Tell the user on standard error; return the exit code."""
    say = Texts(language or _language(os.environ))
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, KeyboardInterrupt | click.Abort):
        click.echo(say("errors.interrupted"), err=True)
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - the reader left; nothing more to say
        return 0
    if isinstance(error, click.ClickException):
        message, hint = explained(error, say)
        _tell(clean(message), hint)
        return error.exit_code
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else BUG
    if isinstance(error, OSError) and error.errno in _FULL:
        _tell(_not_written(error, say), None)
        return CANNOT_WRITE
    if isinstance(error, IngestError | VmError | OracleError):
        _tell(*sentence(error, say), _home(say) if error.key in _NOTHING_THERE else None)
        return error.exit_code
    _tell(say("errors.bug", what=f"{type(error).__name__}: {error}"), None)
    click.echo(clean("".join(traceback.format_exception(error))), err=True)
    return BUG


def _not_written(error: OSError, say: Texts) -> str:
    why = error.strerror or ""
    if error.filename:
        return say("errors.cannot_write", path=error.filename, why=why)
    return say("errors.cannot_write_out", why=why)


def _home(say: Texts) -> str | None:
    context = click.get_current_context(silent=True)
    return unfound(context.obj.config, say) if context is not None and context.obj is not None else None


def _tell(message: str, hint: str | None, home: str | None = None) -> None:
    narrate_line(message)
    if home:
        narrate_line(f"  ⚠ {home}")
    if hint:
        narrate_line(f"  → {hint}")


def _language(environ: Mapping[str, str]) -> str:
    context = click.get_current_context(silent=True)
    if context is not None and context.obj is not None:
        return str(context.obj.config.lang)
    if environ.get("ORACLE_LANG"):
        return environ["ORACLE_LANG"]
    from oracle.config import locale_language

    return locale_language(environ)
