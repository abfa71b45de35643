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
    assert [hook.decide("Read", {"file_path": VIEW}, call) for call in ("a", "b", "c")] == [True, False, False]
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
        ("Read", {"file_path": VIEW, "pages": 1}),
        ("Read", {"file_path": VIEW, "pages": "/etc/passwd"}),
        ("Read", {"file_path": VIEW, "offset": "1"}),
        ("Read", {"file_path": VIEW, "limit": True}),
        ("Read", {}),
        ("Read", []),
        ("", {"file_path": VIEW}),
        ("tool_use Read", {"file_path": VIEW}),
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
    assert not hook.may(tool, given, "first")
    assert not hook.decide(tool, given, "first")
    assert hook.decide("Read", {"file_path": VIEW}, "second")


def test_without_a_view_nothing_may_be_read() -> None:
    """Not even a path that is no path."""
    assert not OneRead(None).decide("Read", {"file_path": None}, "a")


def test_a_call_is_listed_once_however_often_it_was_told() -> None:
    """The stream shows a call and the hook is asked about it: one call."""
    hook = OneRead(VIEW)
    hook.may("Bash", {"command": "ls"}, "a")
    hook.decide("Bash", {"command": "ls"}, "a")
    assert hook.refused == ("Bash(ls)",)


@given(st.lists(st.tuples(st.sampled_from(["Read", "Bash"]), st.sampled_from([VIEW, "/etc/passwd"]))))
def test_whatever_is_tried_at_most_one_call_is_granted(tries: list[tuple[str, str]]) -> None:
    """And that one is a Read of the view."""
    hook = OneRead(VIEW)
    granted = [
        (tool, path) for number, (tool, path) in enumerate(tries) if hook.decide(tool, {"file_path": path}, str(number))
    ]
    assert granted == [("Read", VIEW)] * (("Read", VIEW) in tries)
    assert len(hook.refused) == len(tries) - len(granted)


def test_a_call_that_comes_twice_is_two_calls() -> None:
    """The service names calls: the same name for two of them gets no second yes, in the stream or from the hook."""
    hook = OneRead(VIEW)
    seen = [hook.may("Read", {"file_path": VIEW}, "a") for _ in range(2)]
    asked = [hook.decide("Read", {"file_path": VIEW}, "a") for _ in range(2)]
    assert (seen, asked) == ([True, False], [True, False])


def test_an_excerpt_of_the_view_is_the_view() -> None:
    """What a Read may carry besides changes nothing of a picture."""
    assert OneRead(VIEW).may("Read", {"file_path": VIEW, "offset": 0, "limit": 2000}, "a")
    assert all(OneRead(VIEW).may("Read", {"file_path": VIEW, "pages": pages}, "a") for pages in ("", "1", "1-2, 4"))


def test_a_call_is_shown_short_on_one_line_and_clean() -> None:
    """What the model wrote can neither steer a terminal nor fill it."""
    hook = OneRead(VIEW)
    hook.may("Ba\x1b]0;x\x07sh", {"command": "a\n\u202eb" + "x" * 10_000}, "a")
    hook.may("", None, "b")
    shown = hook.refused
    assert shown[0].startswith("Ba]0;xsh(a b") and len(shown[0]) < 230
    assert shown[1] == "?(null)"
