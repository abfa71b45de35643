"""What a scripted model finds in our user message."""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.scripted_model import Asked


def message(asked: Asked) -> dict[str, Any]:
    """The JSON of our user message, as the model receives it."""
    found = json.JSONDecoder().raw_decode(asked.text[asked.text.index('{\n"question"') :])[0]
    assert isinstance(found, dict)
    return found


def offered(asked: Asked) -> str:
    """The path of the view that it offers."""
    return str(message(asked)["view"]["path"])
