"""Takes the pictures of the READMEs: `python -m tests.screenshots [FOLDER]`.

Reads the sample rulebooks into a home of its own, opens the app on them as `oracle` does, and asks: the pipeline, the
verification and Claude Code are the real ones, what Claude Code is told by its service is scripted (`scenes`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from textual.widgets import Input

from oracle.app.app import OracleApp
from oracle.config import load
from tests.fakes.scripted_model import Asked, ScriptedModel, Step, Use
from tests.fakes.table import FakeLibrary, FakeParts, ScriptedAsk
from tests.oracle.app.stage import Stage
from tests.screenshots.draw import NoFont, png
from tests.screenshots.scenes import LARGEST, SCENES, Scene
from tests.tools import ROOT, claude_cli

FOLDER = ROOT / ".screenshots"
_QUOTED = re.compile(r"([“«])(.*?)([”»])")


def main() -> None:
    """Take them all, or those that are named."""
    reader = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    reader.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="where the pictures go")
    reader.add_argument("--home", type=Path, help="a home that holds the samples already")
    reader.add_argument("--only", default="", help="pictures whose name begins so")
    asked = reader.parse_args()
    asked.folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, closing(ScriptedModel()) as model:
        home = asked.home or Path(place) / "home"
        if not asked.home:
            _read_samples(home)
        (home / "config.toml").write_text(_configuration(model, Path(place)))
        for scene in SCENES:
            if scene.file.startswith(asked.only):
                try:
                    print(_take(scene, home, model, asked.folder))  # noqa: T201 - the script's own report
                except NoFont as error:
                    raise SystemExit(f"Missing: {error}") from error


def _read_samples(home: Path) -> None:
    program = (sys.executable, "-c", "from oracle.cli import run; run()")
    argv = (*program, "--home", str(home), "ingest", "sync", str(ROOT / "rulebooks"))
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)


def _configuration(model: ScriptedModel, place: Path) -> str:
    """Claude Code on this machine, which asks the scripted service."""
    (place / "claude-home").mkdir(mode=0o700)
    env = {"HOME": str(place / "claude-home"), "ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": "dummy"}
    values = "\n".join(f"{name} = {json.dumps(value)}" for name, value in env.items())
    command = f'command = {json.dumps(str(claude_cli()))}\nrewrite = "never"'
    return f'[vm]\ntransport = "local"\n[claude]\n{command}\n[claude.env]\n{values}\n'


def _take(scene: Scene, home: Path, model: ScriptedModel, folder: Path) -> str:
    model.play(partial(_look_or_say, scene), partial(_say, scene))
    app = OracleApp(load({}, home=home, lang=scene.lang), game=scene.game)
    svg = asyncio.run(_played(app, scene, home))
    app.session.close()
    file = folder / scene.file
    png(svg, scene.size).save(file, optimize=True)
    size = file.stat().st_size
    assert size <= LARGEST, f"{file}: {size} bytes"
    return f"{file}  {size // 1000} kB"


async def _played(app: OracleApp, scene: Scene, home: Path) -> str:
    """The screen at the end of a scene."""
    async with app.run_test(size=scene.size) as pilot:
        stage = Stage(app, pilot, FakeParts(FakeLibrary(home)), ScriptedAsk(()))
        app.screen.query_one("#ask", Input).cursor_blink = False
        while app.session.game is None:
            await pilot.pause(0.05)
        await stage.settle()
        if scene.question:
            await stage.question(scene.question)
        for key in scene.keys:
            await stage.press(key)
            await stage.settle()
        return app.export_screenshot()


def _look_or_say(scene: Scene, asked: Asked) -> Step:
    """Looks at the page that is offered, as it was told to; else answers at once."""
    if _newest(asked)["view"] is None:
        return _say(scene, asked)
    return Step(tools=(Use("Read", {"file_path": _newest(asked)["view"]["path"]}),))


def _say(scene: Scene, asked: Asked) -> Step:
    told = _newest(asked)
    return Step(_marked(scene.argued if "contested" in told else scene.said, told["passages"]))


def _newest(asked: Asked) -> dict[str, Any]:
    """The JSON of the newest message of a talk."""
    found: dict[str, Any] = json.JSONDecoder().raw_decode(asked.text[asked.text.rindex('{\n"question"') :])[0]
    return found


def _marked(said: str, sent: list[dict[str, Any]]) -> str:
    """The words, each quotation followed by the marker of the first passage that holds it."""
    passages = [(item["n"], _even(item["text"])) for item in sent]

    def with_marker(quoted: re.Match[str]) -> str:
        wanted = _even(quoted[2])
        n = next((n for n, text in passages if wanted in text), None)
        assert n is not None, f"no passage holds: {quoted[2]}"
        return f"{quoted[0]} [[{n}]]"

    return _QUOTED.sub(with_marker, said)


def _even(text: str) -> str:
    return " ".join(text.replace("’", "'").split())


if __name__ == "__main__":
    main()
