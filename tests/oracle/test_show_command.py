from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from oracle.viewer import Viewer, system_viewer
from tests.oracle.commands import oracle
from tests.terminal import Terminal

TURN = "roll two dice and move your pawn"
PLACE = "gates/core:2"
EVERYWHERE = pytest.mark.usefixtures("gates_home")


@EVERYWHERE
def test_a_page_is_printed_with_what_it_is_and_the_quote_between_marks() -> None:
    """The booklet, its kind, the page and how many there are; then its text, and the quote as each language quotes."""
    ran = oracle("show", PLACE, "--quote", TURN)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == "Core (core rules), p. 2 / 3"
    assert f"On your turn, “{TURN}” that many spaces." in " ".join(ran.out.split())
    ran = oracle("--lang", "fr", "show", PLACE, "--quote", TURN)
    assert f"«\u00a0{TURN}\u00a0»" in ran.out
    assert "\x1b" not in ran.out


@EVERYWHERE
def test_a_quote_that_stands_elsewhere_is_said_with_its_page() -> None:
    """The page is shown all the same, nothing is marked; exit 8, and the command for the right page is told."""
    ran = oracle("show", "gates/core:1", "--quote", TURN)
    assert ran.code == 8
    assert "seven coins" in ran.out
    assert "“" not in ran.out
    assert "not stand on page 1" in ran.err
    assert f"→ oracle show gates/core:2 --quote '{TURN}'" in ran.err
    nowhere = oracle("show", PLACE, "--quote", "a dragon guards the gate").err
    assert "on no other page" in nowhere and '→ oracle search -g gates "…"' in nowhere


@EVERYWHERE
def test_a_part_of_a_quote_is_marked_and_said_to_be_a_part() -> None:
    """One sentence of two stands there."""
    ran = oracle("show", PLACE, "--quote", f"On your turn, {TURN} that many spaces. Then a dragon takes it all.")
    assert (ran.code, "part of the quote" in ran.err) == (8, True)
    assert "“On your turn" in ran.out


@EVERYWHERE
def test_json_has_the_text_the_quote_and_its_boxes(tmp_path: Path) -> None:
    """One document; the extents are places in its text, the boxes stand on the page."""
    record = oracle("show", PLACE, "--quote", TURN, "--png", str(tmp_path / "p.png"), "--json").json
    assert list(record) == [
        "schema", "game", "booklet", "booklet_title", "kind", "revision", "page", "printed_page", "pages",
        "text_source", "width", "height", "text", "quote", "image", "png",
    ]  # fmt: skip
    ((start, end),) = record["quote"]["extents"]
    assert " ".join(record["text"][start:end].split()) == TURN
    assert record["quote"]["found"] == "yes"
    assert all(0 <= x0 < x1 <= record["width"] and y0 < y1 for x0, y0, x1, y1 in record["quote"]["boxes"])
    assert Path(record["png"]).is_file()
    assert oracle("show", PLACE, "--json").json["quote"] is None
    lost = oracle("show", "gates/core:1", "--quote", TURN, "--json")
    assert (lost.code, lost.json["quote"]["found"], lost.json["quote"]["elsewhere"]) == (8, "no", [2])


@EVERYWHERE
def test_the_picture_has_the_quote_in_yellow_and_a_crop_is_smaller(tmp_path: Path) -> None:
    """`--png` writes the page, with `--crop` what stands around the quote; both hold yellow, the plain page none."""
    yellow = {}
    for name, flags in (("page", ("--quote", TURN)), ("crop", ("--quote", TURN, "--crop")), ("plain", ())):
        ran = oracle("show", PLACE, *flags, "--png", str(tmp_path / f"{name}.png"))
        assert (ran.code, f"{name}.png" in ran.err) == (0, True)
        with Image.open(tmp_path / f"{name}.png") as image:
            blue = image.convert("RGB").resize((90, 120)).getchannel("B").tobytes()
            yellow[name] = (image.height, any(80 < level < 130 for level in blue))
    assert [yellow[name][1] for name in ("page", "crop", "plain")] == [True, True, False]
    assert yellow["crop"][0] < yellow["page"][0] <= 2000


@EVERYWHERE
def test_only_a_png_is_written_over(tmp_path: Path) -> None:
    """A rulebook that is named by mistake stays as it is; a picture is made anew; no half file is left."""
    (tmp_path / "rules.pdf").write_text("%PDF")
    ran = oracle("show", PLACE, "--png", str(tmp_path / "rules.pdf"))
    assert (ran.code, ran.out, (tmp_path / "rules.pdf").read_text()) == (2, "", "%PDF")
    assert "--png" in ran.err
    for _ in range(2):
        assert oracle("show", PLACE, "--png", str(tmp_path / "p.png")).code == 0
    assert oracle("show", PLACE, "--png", str(tmp_path / "no" / "p.png")).code == 9
    assert sorted(file.name for file in tmp_path.iterdir() if file.is_file()) == ["p.png", "rules.pdf"]


@EVERYWHERE
def test_without_a_viewer_open_says_where_the_picture_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No display, or SSH: nothing is started, and the path is there to be copied."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    ran = oracle("show", PLACE, "--quote", TURN, "--open")
    file = home / "shown" / "gates-core-p2.png"
    assert (ran.code, str(file) in ran.err, file.is_file()) == (0, True, True)


def test_where_there_is_a_viewer(tmp_path: Path) -> None:
    """A display and no SSH, or a Mac at hand; else there is none."""
    for name in ("xdg-open", "open"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    path = {"PATH": str(tmp_path)}
    assert system_viewer({**path, "DISPLAY": ":0"}, "linux") == Viewer(str(tmp_path / "xdg-open"))
    assert system_viewer({**path, "WAYLAND_DISPLAY": "w"}, "linux") == Viewer(str(tmp_path / "xdg-open"))
    assert system_viewer(path, "darwin") == Viewer(str(tmp_path / "open"))
    assert system_viewer(path, "linux") is None
    assert system_viewer({**path, "DISPLAY": ":0", "SSH_CONNECTION": "1"}, "linux") is None
    assert system_viewer({"PATH": "", "DISPLAY": ":0"}, "linux") is None
    assert not Viewer(str(tmp_path / "gone")).show(tmp_path)


@EVERYWHERE
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gates/core",), "oracle show gates/core:1"),
        (("gates/core:9",), "3"),
        (("gates/cor:1",), "core"),
        (("somewhere",), "GAME/BOOKLET:PAGE"),
        (("gates/core/2",), "GAME/BOOKLET:PAGE"),
        (("gates:2",), "oracle show gates/core:2"),
        (("Gates",), "oracle show gates/core:1"),
        ((PLACE, "--crop"), "--png"),
    ],
)
def test_a_place_that_is_not_there_is_a_usage_error(arguments: tuple[str, ...], said: str) -> None:
    """Exit 2, nothing on standard output, and what to type."""
    ran = oracle("show", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@EVERYWHERE
def test_on_a_terminal_the_quote_stands_out(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bold and reversed, in no colour; plain where NO_COLOR asks for it."""
    for no_color, sequences in (("", {b"\x1b[1;7m", b"\x1b[0m"}), ("1", set())):
        monkeypatch.setenv("NO_COLOR", no_color)
        terminal = Terminal("show", PLACE, "--quote", TURN, home=home)
        terminal.wait_for("pay two coins")
        terminal.leave()
        assert set(re.findall(rb"\x1b[^a-zA-Z]*[a-zA-Z]", terminal.seen)) == sequences


@EVERYWHERE
def test_the_picture_goes_to_standard_output_alone() -> None:
    """`--png - > page.png` is a whole PNG; with JSON or a viewer beside it there is nothing to print it between."""
    ran = subprocess.run(
        [sys.executable, "-c", "from oracle.cli import run; run()", "show", PLACE, "--quote", TURN, "--png", "-"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    with Image.open(io.BytesIO(ran.stdout)) as image:
        image.load()
        assert image.format == "PNG"
    assert oracle("show", PLACE, "--png", "-", "--json").code == 2
    assert oracle("show", PLACE, "--png", "-", "--open").code == 2
