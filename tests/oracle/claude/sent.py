"""What a scripted model finds in our user message."""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.scripted_model import Asked

_BEGIN = '{\n"question"'


def message(asked: Asked) -> dict[str, Any]:
    """The JSON of our user message, as the model receives it."""
    return _from(asked.text, asked.text.index(_BEGIN))


def latest(asked: Asked) -> dict[str, Any]:
    """That of the newest, where a process was told more than one."""
    return _from(asked.text, asked.text.rindex(_BEGIN))


def _from(text: str, start: int) -> dict[str, Any]:
    found = json.JSONDecoder().raw_decode(text[start:])[0]
    assert isinstance(found, dict)
    return found


def offered(asked: Asked) -> str:
    """The path of the view that it offers."""
    return str(message(asked)["view"]["path"])
