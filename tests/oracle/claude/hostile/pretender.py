"""A program in the place of Claude Code. Standard library only; runs by itself on the machine.

Greets as the real one does, waits for the question, then says what the file named by SCENARIO tells it to, and stays.
"""

import base64
import json
import os
import sys
from pathlib import Path

READY = {"hook_on_failure_supported": True, "claude_code_version": "0"}


def say(data):
    """Write a line."""
    sys.stdout.buffer.write(data + b"\n")


def played(step, view):
    """The lines of a step."""
    if isinstance(step, str):
        yield step.encode("utf-8", "replace")
    elif "bytes" in step:
        yield bytes.fromhex(step["bytes"])
    elif "repeat" in step:
        yield from [json.dumps(step["say"]).encode()] * step["repeat"]
    else:
        text = json.dumps(step).replace("{view}", json.dumps(view)[1:-1])
        yield (text.replace("{picture}", picture(view)) if "{picture}" in text else text).encode()


def picture(view):
    """The view as it stands in the stream."""
    return base64.b64encode(Path(view).read_bytes()).decode()


def offered(question):
    """The path that the question offers, if it offers one."""
    text = json.loads(question)["message"]["content"]
    end = text.find('/page.png"')
    return text[text.rindex('"', 0, end) + 1 : end] + "/page.png" if end > 0 else ""


def heard():
    """The next line that says something: an empty one means nothing."""
    line = "\n"
    while line == "\n":
        line = sys.stdin.readline()
    return line


def main():
    """Greet, listen, play."""
    heard()
    response = {"subtype": "success", "request_id": "oracle-initialize", "response": READY}
    say(json.dumps({"type": "control_response", "response": response}).encode())
    sys.stdout.flush()
    view = offered(heard())
    for step in json.loads(Path(os.environ["SCENARIO"]).read_text("utf-8")):
        if isinstance(step, dict) and step.get("wait"):
            sys.stdout.flush()
            heard()
            continue
        for line in played(step, view):
            say(line)
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
