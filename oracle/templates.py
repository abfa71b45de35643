"""Templates of the package: the prompts as text, the pages that people keep as HTML.

The only module that imports jinja2. Owns how data is escaped in each kind: in HTML always and by the engine, in prompts
by the filter that is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import jinja2

Filters = Mapping[str, Callable[..., Any]]


def prompt(name: str, filters: Filters) -> jinja2.Template:
    """A template of JSON and text: its data is escaped by `filters`, never as HTML."""
    return _template(name, tuple(filters.items()), html=False)


def page(name: str, filters: Filters) -> jinja2.Template:
    """A template of an HTML page: whatever it is given is text."""
    return _template(name, tuple(filters.items()), html=True)


@cache
def _template(name: str, filters: tuple[tuple[str, Callable[..., Any]], ...], *, html: bool) -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("oracle", ""),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=html,
        autoescape=html,
    )
    environment.filters.update(filters)
    return environment.get_template(name)
