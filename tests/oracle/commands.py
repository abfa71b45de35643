"""The `oracle` command run in this process, as a shell would see it."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

import pytest

from oracle.cli import run
from tests.oracle.json_shapes import promised


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str
    arguments: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        """Standard output as the JSON document that it must be, of the shape that the package promises."""
        document = json.loads(self.out)
        promised(self.arguments, document)
        return document


def oracle(*arguments: str) -> Ran:
    """Run `oracle ARGUMENTS`."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        run(arguments)
    code = ended.value.code
    return Ran(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue(), arguments)
