"""What `oracle ask` prints when a rewrite found more than the question did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oracle.cli.printing import Printer
from oracle.contracts import Found
from oracle.texts import Texts
from tests.fakes.table import evidence, found


def rewritten(what: Found) -> Found:
    """The same, heard again with a rewrite."""
    return replace(what, understood=replace(what.understood, rewrites=("discarding on a seven",)))


def test_what_was_shown_before_is_only_named_in_its_new_place(capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers that the answer cites are those of the last list; a text is printed once."""
    printer = Printer(Texts("en"), None)
    printer.hear(found(what=evidence("Half go.", "You trade.")))
    capsys.readouterr()
    both = evidence("You win at ten.", "You trade.", "Half go.")
    moved = replace(both, passages=(both.passages[2], both.passages[1]))
    printer.hear(rewritten(found(what=moved)))
    out = capsys.readouterr().out
    assert out.startswith("Also searched for: discarding on a seven\n2 passages found")
    assert "[1] Rules of play (core rules), p. 3 (printed 5) · The turn > The robber\n    Half go.\n" in out
    assert "[2] Rules of play (core rules), p. 2 (printed 4) · The turn > The robber (as above)\n" in out
    assert "You trade." not in out


def test_the_same_passages_are_not_listed_again(capsys: pytest.CaptureFixture[str]) -> None:
    """One line says what was also searched for, and that nothing moved; in French too."""
    for language, line in (
        ("en", "Also searched for: discarding on a seven: the same passages, in the same order\n\n"),
        ("fr", "Cherché aussi : discarding on a seven : les mêmes passages, dans le même ordre\n\n"),
    ):
        printer = Printer(Texts(language), None)
        printer.hear(found())
        capsys.readouterr()
        printer.hear(rewritten(found()))
        assert capsys.readouterr().out == line
