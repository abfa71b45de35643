"""What a key that was made for the oracle can do on the machine: ask questions, show page pictures. Nothing else.

Runs there, by itself, as the forced command of that key: standard library only, Python 3.7 and later. Beside it lies
`allowed.json`, the closed list that it was installed with. Owns what passes in either direction: a command line that
is not on the list is refused; of what is sent to a program on it, every line is checked and written anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

REFUSED = 126
LONGEST = 16 << 20
LARGEST = 64 << 20
_ORDERS = 64 << 10
_PIECE = 1 << 16
_EARLY = 4096
_PNG = b"\x89PNG\r\n\x1a\n"
_PICTURE = re.compile(rb"[0-9a-f]{64}\.png\n")
_OFFER = re.compile(r"/[A-Za-z0-9]{6,12}/[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.png")
_HARMLESS = {"file_path", "offset", "limit"}


class Refused(Exception):
    """Something that is not on the list."""


def digest(data: bytes) -> str:
    """How a command line or a line stands on the list."""
    return hashlib.sha256(data).hexdigest()


class Allowed:
    """The closed list: command lines and lines by digest, and variables whose value is free, by pattern."""

    def __init__(self, table: dict[str, Any]) -> None:
        self._commands: dict[str, str] = table["commands"]
        self._lines: dict[str, list[str]] = table["lines"]
        self._free: dict[str, str] = table["free"]

    def kind(self, command: bytes) -> str:
        """What a command line does. Raises `Refused` for one that is not on the list."""
        found = self._commands.get(digest(command))
        if found is None:
            raise Refused("this command is not on the list")
        return found

    def constant(self, kind: str, line: bytes) -> bool:
        """Whether a line is one that a program of this kind may be sent as it is."""
        return digest(line) in self._lines.get(kind, ())

    def variable(self, kind: str, line: bytes) -> bool:
        """Whether a line of the environment is a constant, or sets what may be set freely."""
        name, _, value = line.decode("utf-8", "replace").rstrip("\n").partition("=")
        free = self._free.get(name)
        return self.constant(kind, line) or (free is not None and re.fullmatch(free, value) is not None)


class Dialogue:
    """What passes between the other side and one Claude Code. `offers` is the folder of pictures that it may show."""

    def __init__(self, allowed: Allowed, kind: str, offers: str) -> None:
        self._allowed, self._kind, self._offers = allowed, kind, offers
        self._asked: dict[str, bool] = {}
        self._looked = False
        self._lock = threading.Lock()

    def heard(self, line: bytes) -> None:
        """Remember what Claude Code asks, and whether a yes would do no harm."""
        if b'"control_request"' not in line[:_EARLY]:
            return
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return
        if isinstance(record, dict) and record.get("type") == "control_request":
            with self._lock:
                self._asked[str(record.get("request_id"))] = self._harmless(record.get("request"))

    def _harmless(self, request: Any) -> bool:
        """Whether it asks our hook for a Read of a picture that lies in a folder of offers."""
        if self._kind != "look" or not isinstance(request, dict) or request.get("subtype") != "hook_callback":
            return False
        given = request.get("input")
        if not isinstance(given, dict) or given.get("tool_name") != "Read":
            return False
        wanted = given.get("tool_input")
        if not isinstance(wanted, dict) or not _HARMLESS.issuperset(wanted):
            return False
        return self._is_offer(wanted.get("file_path"))

    def _is_offer(self, path: Any) -> bool:
        if not isinstance(path, str) or not path.startswith(self._offers):
            return False
        if not _OFFER.fullmatch(path[len(self._offers) :]):
            return False
        try:
            return stat.S_ISREG(os.lstat(path).st_mode)
        except OSError:
            return False

    def passes(self, line: bytes) -> bytes:
        """A line for Claude Code, written anew from what was understood of it. Raises `Refused`."""
        if line == b"\n" or self._allowed.constant(self._kind, line):
            return line
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            raise Refused("not a line of the protocol") from None
        if isinstance(record, dict) and record.get("type") == "user":
            return _written(_question(record))
        if isinstance(record, dict) and record.get("type") == "control_response":
            return _written({"type": "control_response", "response": self._answer(record.get("response"))})
        raise Refused("not a question and not an answer")

    def _answer(self, given: Any) -> dict[str, object]:
        """An answer to something that was asked: a no as it came, a yes to one harmless Read."""
        if not isinstance(given, dict):
            raise Refused("not an answer")
        number = str(given.get("request_id"))
        with self._lock:
            if number not in self._asked:
                raise Refused("nobody asked that")
            harmless = self._asked.pop(number)
        if given.get("subtype") == "error":
            return {"subtype": "error", "request_id": number, "error": str(given.get("error"))}
        told = given.get("response")
        return {"subtype": "success", "request_id": number, "response": self._decided(told, harmless)}

    def _decided(self, told: Any, harmless: bool) -> dict[str, object]:
        if isinstance(told, dict) and told.get("behavior") == "deny":
            return {"behavior": "deny", "message": str(told.get("message"))}
        said = told.get("hookSpecificOutput") if isinstance(told, dict) else None
        said = said if isinstance(said, dict) else {}
        decision = said.get("permissionDecision")
        if decision == "allow" and harmless and not self._looked:
            self._looked = True
        elif decision != "deny":
            raise Refused("that may not be allowed")
        return {
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": decision,
                "permissionDecisionReason": str(said.get("permissionDecisionReason")),
            }
        }


def _question(record: dict[str, Any]) -> dict[str, object]:
    """A user's message of plain text, in which nothing is expanded."""
    message = record.get("message")
    text = message.get("content") if isinstance(message, dict) else None
    if record.get("client_composed") is not True or not isinstance(text, str):
        raise Refused("not a question")
    return {
        "type": "user",
        "client_composed": True,
        "parent_tool_use_id": None,
        "session_id": "default",
        "message": {"role": "user", "content": text},
    }


def _written(record: dict[str, object]) -> bytes:
    return json.dumps(record).encode("ascii") + b"\n"


def _lines(source: IO[bytes]) -> Any:
    """Lines of the other side, whole ones only and none too long."""
    while True:
        line = source.readline(LONGEST)
        if not line:
            return
        if not line.endswith(b"\n"):
            raise Refused("a line too long, or cut")
        yield line


def feed_claude(source: IO[bytes], target: IO[bytes], dialogue: Dialogue, allowed: Allowed, kind: str) -> None:
    """The environment, an empty line, then the dialogue."""
    coming = _lines(source)
    for line in coming:
        if line != b"\n" and not allowed.variable(kind, line):
            raise Refused("this variable is not on the list")
        target.write(line)
        if line == b"\n":
            break
    target.flush()
    for line in coming:
        target.write(dialogue.passes(line))
        target.flush()


def feed_picture(source: IO[bytes], target: IO[bytes]) -> None:
    """A picture's name, which is its digest, then the picture: a PNG, of a bounded size."""
    name = source.readline(_EARLY)
    if not _PICTURE.fullmatch(name):
        raise Refused("not the name of a picture")
    target.write(name)
    target.flush()
    first = source.read(len(_PNG))
    if first and first != _PNG:
        raise Refused("not a picture")
    target.write(first)
    room = LARGEST
    while True:
        piece = source.read(_PIECE)
        if not piece:
            return
        room -= len(piece)
        if room < 0:
            raise Refused("too large a picture")
        target.write(piece)


def feed_orders(source: IO[bytes], target: IO[bytes]) -> None:
    """A few lines, which the script on the list checks itself."""
    orders = source.read(_ORDERS + 1)
    if len(orders) > _ORDERS:
        raise Refused("too many orders")
    target.write(orders)


def listen(source: IO[bytes], dialogue: Dialogue) -> None:
    """What Claude Code says goes out as it comes, once we know what it asks."""
    rest = b""
    while True:
        chunk = os.read(source.fileno(), _PIECE)
        if not chunk:
            return
        first, newline, last = chunk.rpartition(b"\n")
        if newline:
            for line in (rest + first).split(b"\n"):
                dialogue.heard(line)
            rest = last
        else:
            rest += chunk
        _put(chunk)


def _put(chunk: bytes) -> None:
    view = memoryview(chunk)
    while view:
        view = view[os.write(1, view) :]


def own_digest(folder: Path) -> str:
    """What stands for this guard and its list."""
    return digest((folder / "guard.py").read_bytes() + (folder / "allowed.json").read_bytes())


def refuse(why: object) -> None:
    """Say so, and end at once."""
    sys.stderr.write(f"rules-oracle: refused: {why}\n")
    sys.stderr.flush()
    os._exit(REFUSED)


def serve(folder: Path, command: bytes, home: str) -> int:
    """Run one command of the list; its status."""
    allowed = Allowed(json.loads((folder / "allowed.json").read_text("utf-8")))
    kind = allowed.kind(command)
    asks = kind in ("ask", "look")
    if kind == "facts":
        _put(f"\nwrapper {own_digest(folder)}\n".encode())
    child = subprocess.Popen(
        ["/bin/sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE if asks else None
    )
    dialogue = Dialogue(allowed, kind, home + "/.cache/rules-oracle/offers")
    assert child.stdin is not None
    threading.Thread(target=_feed, args=(child.stdin, dialogue, allowed, kind), daemon=True).start()
    if child.stdout is not None:
        listen(child.stdout, dialogue)
    return child.wait()


def _feed(target: IO[bytes], dialogue: Dialogue, allowed: Allowed, kind: str) -> None:
    source = sys.stdin.buffer
    try:
        if kind in ("ask", "look"):
            feed_claude(source, target, dialogue, allowed, kind)
        elif kind == "put":
            feed_picture(source, target)
        elif kind == "offer":
            feed_orders(source, target)
    except Refused as why:
        refuse(why)
    except (OSError, ValueError):
        pass  # it has ended, and its status says how
    finally:
        with contextlib.suppress(OSError):
            target.close()  # the end of its input ends the program


def main() -> None:
    """Serve the command that the other side asked for."""
    folder = Path(__file__).resolve().parent
    try:
        status = serve(folder, os.environb.get(b"SSH_ORIGINAL_COMMAND", b""), os.environ["HOME"])
    except Refused as why:
        refuse(why)
    except OSError:
        status = REFUSED  # the other side is gone
    else:
        os._exit(status if status >= 0 else 128 - status)
    os._exit(status)


if __name__ == "__main__":
    main()
