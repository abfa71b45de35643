"""Each change of what is said to a model shows as a diff of a golden file.

`GOLDEN=write pytest tests/oracle/test_prompt_goldens.py` writes them anew.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import jinja2
import pytest

from oracle.prompt import rendered
from tests.golden import agrees
from tests.oracle.prompt_cases import CASES
from tests.tools import ROOT

PROMPTS = ROOT / "oracle" / "prompts"
REVIEWED = ROOT / "tests" / "golden" / "prompt"
Steps = set[tuple[int, int]]


@pytest.mark.parametrize("name", CASES)
def test_what_is_said_is_what_was_reviewed(name: str) -> None:
    """System texts, messages with and without each of their parts, requests for a repair and for a rewrite."""
    agrees(f"prompt/{name}", CASES[name]())


def test_no_reviewed_file_is_of_something_that_is_not_said() -> None:
    """A file without a case would be believed and never compared."""
    assert {file.name for file in REVIEWED.iterdir()} == set(CASES)


def test_every_branch_of_every_template_stands_in_a_golden_file() -> None:
    """Each body of an `if` or a `for` is written in some file, and each `if` is passed over in some other."""
    steps = _steps_of_all_cases()
    for file in sorted(PROMPTS.glob("*.j2")):
        assert file.name in steps, f"{file.name} has no golden file"
        missing = [line for line, taken in _branches(file.name) if not taken(steps[file.name])]
        assert not missing, f"{file.name}: no golden file has, or none lacks, what stands in lines {missing}"


def _steps_of_all_cases() -> dict[str, Steps]:
    """By template: from which line of its compiled code to which it went for a text that stands in a golden file."""
    reviewed = {case() for case in CASES.values()}
    steps: dict[str, Steps] = {}
    taken: Steps = set()
    last: dict[FrameType, int] = {}

    def trace(frame: FrameType, event: str, result: Any) -> Any:
        if frame.f_code is rendered.__code__:
            if event == "call":
                taken.clear()
            elif event == "return" and result in reviewed:
                steps.setdefault(frame.f_locals["template"], set()).update(taken)
            return trace
        if not frame.f_code.co_filename.endswith(".j2"):
            return None
        if event == "line":
            taken.add((last.get(frame, 0), frame.f_lineno))
            last[frame] = frame.f_lineno
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for case in CASES.values():
            case()
    finally:
        sys.settrace(before)
    return steps


class _Branch:
    """One way that a template may take: into a body, or past it."""

    def __init__(self, head: int, body: int, *, inside: bool) -> None:
        self._head, self._body, self._inside = head, body, inside

    def __call__(self, steps: Steps) -> bool:
        return any((to == self._body) is self._inside for start, to in steps if start == self._head)


def _branches(name: str) -> Iterator[tuple[int, _Branch]]:
    """Each way of a template, with its line there."""
    environment = jinja2.Environment(trim_blocks=True, undefined=jinja2.StrictUndefined, autoescape=False)
    environment.filters["json"] = str
    source = (PROMPTS / name).read_text("utf-8")
    compiled = environment.compile(source, name, name, raw=True)
    lines = environment.from_string(source)
    for node in ast.walk(ast.parse(compiled)):
        if isinstance(node, ast.If | ast.For) and not isinstance(getattr(node, "test", None), ast.Constant):
            body = node.body[0].lineno
            line = lines.get_corresponding_lineno(body)
            yield line, _Branch(node.lineno, body, inside=True)
            if isinstance(node, ast.If):
                yield line, _Branch(node.lineno, body, inside=False)
