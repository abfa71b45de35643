"""The constant scripts: what stands in the command line, and what is read as data."""

from __future__ import annotations

import shlex
import subprocess

import pytest

from vm import shell
from vm.errors import VmUsage

HOSTILE = ("plain", "two words", "it's", '"quoted"', "$(id)", "`id`", "new\nline", "é€漢", "", "-n", "*", "\\n")


def test_arguments_reach_the_program_byte_for_byte() -> None:
    """Quotes, newlines, substitutions and globs in an argument mean nothing to the shells in between."""
    program = ("printf", "%s\\0", *HOSTILE)
    done = subprocess.run(("sh", "-c", shell.command(shell.SHORT, program)), capture_output=True, check=True)
    assert done.stdout.decode().split("\0")[:-1] == list(HOSTILE)


def test_the_command_line_is_the_same_whatever_the_environment_holds() -> None:
    """Only script and argv make it; a key of the service is on the standard input, one line."""
    words = shlex.split(shell.command(shell.WATCHED, ("claude", "-p")))
    assert words[-3:] == ["oracle", "claude", "-p"]
    assert shell.env_block({"ANTHROPIC_API_KEY": "s3cret"}) == b"ANTHROPIC_API_KEY=s3cret\n\n"


@pytest.mark.parametrize("name", ["", "1A", "A-B", "A B", "A=B", "A\n", "é"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    """What a shell could not export is an error of the configuration, before anything is started."""
    with pytest.raises(VmUsage):
        shell.env_block({name: "x"})


@pytest.mark.parametrize("value", ["two\nlines", "nul\0"])
def test_a_value_that_a_line_cannot_carry_is_refused(value: str) -> None:
    """A newline would smuggle a second variable in."""
    with pytest.raises(VmUsage):
        shell.env_block({"A": value})
