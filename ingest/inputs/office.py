"""Turns office documents into PDF, and old ones into new ones, with LibreOffice.

The only module that runs `soffice`, inside a limited worker. It runs with a profile of its own that is thrown away: no
macro, no link followed, no proxy that answers; without a network at all where the system lets a process give it up.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

_ON_MACOS: Final = "/Applications/LibreOffice.app/Contents/MacOS"
_NAMES: Final = ("soffice", "libreoffice")
SETTINGS: Final = (
    ("org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("org.openoffice.Office.Calc/Content/Update", "Link", "1"),
    ("org.openoffice.Inet/Settings", "ooInetProxyType", "1"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
)
_ITEM: Final = '<item oor:path="/{}"><prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>'
_PROFILE: Final = (
    '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">{}</oor:items>'
)
SHEETS: Final = 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}'
_ALONE: Final = ("unshare", "--user", "--net", "--")


def program() -> str | None:
    """LibreOffice on this machine, `None` where there is none."""
    path = os.pathsep.join((os.environ.get("PATH", ""), _ON_MACOS))
    return next((found for name in _NAMES if (found := shutil.which(name, path=path))), None)


def convert(source: Path, target: Path, form: str, seconds: float) -> bool:
    """Write `source` as `target`; whether it could be done.

    `form` is LibreOffice's name of what to write: `pdf`, `docx`, or `SHEETS`, a PDF with each sheet on one page.
    """
    office = program()
    if office is None:
        return False
    with tempfile.TemporaryDirectory(prefix="oracle-office-") as scratch:
        place = Path(scratch)
        _write_profile(place / "profile")
        given = place / f"source{source.suffix.lower()}"
        shutil.copyfile(source, given)
        command = build_command(office, given, place, form)
        if _can_be_alone():
            command = [*_ALONE, *command]
        if not _done(command, place, seconds):
            return False
        made = place / "out" / f"source.{form.partition(':')[0]}"
        if not made.is_file() or made.stat().st_size == 0:
            return False
        shutil.move(made, target)
    return True


def build_command(office: str, source: Path, place: Path, form: str) -> list[str]:
    """What is run. Pure."""
    return [
        office,
        f"-env:UserInstallation={(place / 'profile').as_uri()}",
        "--headless",
        "--norestore",
        "--nolockcheck",
        "--nodefault",
        "--convert-to",
        form,
        "--outdir",
        str(place / "out"),
        str(source),
    ]


def _write_profile(folder: Path) -> None:
    (folder / "user").mkdir(parents=True)
    items = "".join(_ITEM.format(path, name, value) for path, name, value in SETTINGS)
    (folder / "user" / "registrymodifications.xcu").write_text(_PROFILE.format(items), "utf-8")


def _done(command: list[str], place: Path, seconds: float) -> bool:
    """Whether it ended well in time. It stays in the worker's process group: whoever ends that ends all of it."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(place), "LC_ALL": "C.UTF-8", "TMPDIR": str(place)}
    try:
        done = subprocess.run(command, capture_output=True, env=environment, cwd=place, timeout=seconds, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _can_be_alone() -> bool:
    """Whether this system lets a process give up its network."""
    if shutil.which(_ALONE[0]) is None:
        return False
    try:
        return subprocess.run([*_ALONE, "true"], capture_output=True, timeout=5, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False
