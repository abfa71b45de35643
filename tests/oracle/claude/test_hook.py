"""One Read of the offered view, once; everything else is refused and remembered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.claude.hook import OneRead

VIEW = "/home/vm/.cache/rules-oracle/offers/abc/page.png"


def test_the_view_may_be_read_once() -> None:
    """The second time, and the third at the same moment, are refused."""
    hook = OneRead(VIEW)
    assert [hook.decide("Read", {"file_path": VIEW}, call)[0] for call in ("a", "b", "c")] == [True, False, False]
    assert hook.granted == "a"
    assert hook.refused == (f"Read({VIEW})", f"Read({VIEW})")


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Read", {"file_path": "/etc/passwd"}),
        ("Read", {"file_path": VIEW + "/../other.png"}),
        ("Read", {"file_path": VIEW.upper()}),
        ("Read", {"file_path": VIEW + "\0"}),
        ("Read", {"file_path": [VIEW]}),
        ("Read", {"path": VIEW}),
        ("Read", {"file_path": VIEW, "then": "rm -rf /"}),
        ("Read", VIEW),
        ("Read", None),
        ("read", {"file_path": VIEW}),
        ("Write", {"file_path": VIEW}),
        ("Bash", {"command": f"cat {VIEW}"}),
    ],
)
def test_anything_else_is_refused_and_uses_nothing_up(tool: str, given: object) -> None:
    """A refused try leaves the one Read where it was."""
    hook = OneRead(VIEW)
    assert not hook.decide(tool, given, "first")[0]
    assert hook.decide("Read", {"file_path": VIEW}, "second")[0]


def test_without_a_view_nothing_may_be_read() -> None:
    """Not even a path that is no path."""
    assert not OneRead(None).decide("Read", {"file_path": None}, "a")[0]


def test_a_call_is_listed_once_however_often_it_was_told() -> None:
    """The stream shows a call and the hook is asked about it: one call."""
    hook = OneRead(VIEW)
    hook.saw("Bash", {"command": "ls"}, "a")
    hook.decide("Bash", {"command": "ls"}, "a")
    assert hook.refused == ("Bash(ls)",)


@given(st.lists(st.tuples(st.sampled_from(["Read", "Bash"]), st.sampled_from([VIEW, "/etc/passwd"]))))
def test_whatever_is_tried_at_most_one_call_is_granted(tries: list[tuple[str, str]]) -> None:
    """And that one is a Read of the view."""
    hook = OneRead(VIEW)
    granted = [
        (tool, path)
        for number, (tool, path) in enumerate(tries)
        if hook.decide(tool, {"file_path": path}, str(number))[0]
    ]
    assert granted == [("Read", VIEW)] * (("Read", VIEW) in tries)
    assert len(hook.refused) == len(tries) - len(granted)
