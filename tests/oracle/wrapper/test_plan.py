"""What setting up changes on the machine, decided before anything is; and that its programs run on old machines."""

from __future__ import annotations

import ast

import pytest

from oracle.wrapper.install import OLDEST
from oracle.wrapper.plan import KEYS, Places, There, key_line, plan_setup, plan_undo
from tests.tools import ROOT
from vm.errors import VmUsage

PUBLIC = "ecdsa-sha2-nistp256 AAAAE2VjZHNh"
EMPTY = There("/home/me", "/usr/bin/python3")


def after(there: There, changes: tuple[object, ...]) -> There:
    """The machine once these changes are made."""
    files = {**there.files, **{change.name: change.after for change in changes}}
    return There(there.home, there.python, files)


def test_the_keys_line_comes_last_and_goes_first() -> None:
    """At no moment does the key open something that is not guarded."""
    done = plan_setup(EMPTY, PUBLIC, b"guard", b"{}")
    assert [change.name for change in done][-1] == KEYS
    assert next(change.name for change in plan_undo(after(EMPTY, done), PUBLIC)) == KEYS


@pytest.mark.parametrize("keys", [None, b"", b"ssh-rsa AAAA me", b"# a\r\n\n ssh-rsa AAAA\r\n", b"\xff\xfe\n"])
def test_undoing_gives_back_what_was_there(keys: bytes | None) -> None:
    """No file, an empty one, one without an end of line, one of another system, one that is no text."""
    before = There(EMPTY.home, EMPTY.python, {KEYS: keys})
    done = after(before, plan_setup(before, PUBLIC, b"guard", b"{}"))
    assert plan_setup(done, PUBLIC, b"guard", b"{}") == ()
    undone = after(done, plan_undo(done, PUBLIC))
    assert {name: content for name, content in undone.files.items() if content is not None} == (
        {} if keys is None else {KEYS: keys}
    )


def test_a_line_of_ours_that_was_weakened_is_put_right() -> None:
    """The key stands in one line, which begins with `restrict`."""
    before = There(EMPTY.home, EMPTY.python, {KEYS: f"{PUBLIC} mine\nssh-rsa BBBB other\n".encode()})
    content = after(before, plan_setup(before, PUBLIC, b"guard", b"{}")).files[KEYS] or b""
    assert content == key_line(EMPTY, PUBLIC) + b"\nssh-rsa BBBB other\n"
    assert content.startswith(b'restrict,command="/usr/bin/python3 -I /home/me/')


def test_two_computers_share_nothing_on_the_machine() -> None:
    """Each key has a folder of its own, so that one can be undone without the other."""
    other = PUBLIC + "B"
    both = after(EMPTY, plan_setup(EMPTY, PUBLIC, b"guard", b"{}"))
    both = after(both, plan_setup(both, other, b"guard", b"{}"))
    left = after(both, plan_undo(both, PUBLIC))
    assert left.files[Places(other).guard] == b"guard"
    assert left.files[KEYS] == key_line(EMPTY, other) + b"\n"


@pytest.mark.parametrize("home", ['/home/a"b', "/home/a b", "/home/$(id)", "/home/a\nb", "/home/é"])
def test_a_place_that_cannot_be_quoted_safely_is_refused(home: str) -> None:
    """A quotation mark in it would end the forced command."""
    with pytest.raises(VmUsage):
        plan_setup(There(home, EMPTY.python), PUBLIC, b"guard", b"{}")


@pytest.mark.parametrize("name", ["guard", "there"])
def test_what_runs_there_is_by_itself_and_speaks_old_python(name: str) -> None:
    """Standard library only, in the grammar of the oldest Python that setting up accepts."""
    tree = ast.parse((ROOT / "oracle" / "wrapper" / f"{name}.py").read_text("utf-8"), feature_version=OLDEST)
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not [module for module in imported if str(module).split(".")[0] in ("oracle", "vm", "ingest", "paramiko")]
