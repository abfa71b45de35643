"""The README tells the truth: every command and picture that it shows exists, and every option has help."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from oracle.cli import main
from tests.screenshots.scenes import LARGEST, SCENES
from tests.tools import ROOT


def shown_commands() -> list[str]:
    pattern = re.compile(r"^(?:\.venv/bin/)?(oracle(?: .*)?)$", re.MULTILINE)
    texts = (ROOT / name for name in ("README.md", "README.fr.md"))
    return sorted({match.split("#")[0].strip() for text in texts for match in pattern.findall(text.read_text("utf-8"))})


def walk(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from walk(child, (*path, name))


@pytest.mark.parametrize("line", shown_commands())
def test_every_command_of_the_readme_exists_with_its_options(line: str) -> None:
    """A reader can type what the README shows."""
    words = shlex.split(line.replace("…", "x"))[1:]
    command: click.Command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        child = command.get_command(click.Context(command), words.pop(0))
        assert child is not None, line
        command = child
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word)} <= known


def test_every_command_and_option_has_help() -> None:
    """`--help` explains everything."""
    silent = []
    for path, command in walk(main):
        if not command.help:
            silent.append(" ".join(path))
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.help:
                silent.append(f"{' '.join(path)} {parameter.opts[0]}")
    assert silent == []


@pytest.mark.parametrize(("readme", "lang"), [("README.md", "en"), ("README.fr.md", "fr")])
def test_every_picture_of_the_readme_is_one_that_make_screenshots_takes(readme: str, lang: str) -> None:
    """Of screens in the reader's language, small, each told in words too."""
    text = (ROOT / readme).read_text("utf-8")
    shown = re.findall(r"!\[.{20,}?\]\(([^)]+)\)", text) + re.findall(r'<img src="([^"]+)"[^>]* alt="[^"]{20,}">', text)
    assert sorted(shown) == sorted(f".screenshots/{scene.file}" for scene in SCENES if scene.lang == lang)
    for file in (ROOT / name for name in shown):
        assert file.read_bytes().startswith(b"\x89PNG") and file.stat().st_size <= LARGEST, file
