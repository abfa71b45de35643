"""A model that calls what it was not given, in a question about text and in one about a picture."""

from __future__ import annotations

from collections.abc import Callable

from oracle.grammar import VERDICT_LABEL
from tests.fakes.scripted_model import Asked, Step, Use
from tests.oracle.claude.hostile.behaviour import LOOK, Behaviour, Call, Places, calling, read

NEVER = Step(f"{VERDICT_LABEL} says\nIt is never asked for this.")


def _text(name: str, tried: str, tool: str, given: object, *, quick: bool = False) -> Behaviour:
    """A question about text, in which any call at all is one too many."""
    return Behaviour(
        f"text-{name}",
        f"no tool is on offer: {tried}",
        lambda places: (Step("", (Use(tool, _filled(given, places)),)), NEVER),
        calls=(0, 1),
        most=1,
        quick=quick,
    )


def _filled(given: object, places: Places) -> object:
    if isinstance(given, dict):
        return {name: _filled(value, places) for name, value in given.items()}
    if isinstance(given, list):
        return [_filled(value, places) for value in given]
    if isinstance(given, str):
        return given.replace("<written>", str(places.written)).replace("<secret>", str(places.secret))
    return given


TEXTS = (
    _text("bash", "Bash that writes a file", "Bash", {"command": "touch <written>/bash"}, quick=True),
    _text("bash-cat", "Bash that reads a secret", "Bash", {"command": "cat <secret>", "run_in_background": True}),
    _text("write", "Write", "Write", {"file_path": "<written>/write", "content": "x"}),
    _text("edit", "Edit of a secret", "Edit", {"file_path": "<secret>", "old_string": "a", "new_string": "b"}),
    _text("notebook", "NotebookEdit", "NotebookEdit", {"notebook_path": "<written>/x.ipynb", "new_source": "x"}),
    _text("webfetch", "WebFetch", "WebFetch", {"url": "http://127.0.0.1:9/", "prompt": "x"}),
    _text("websearch", "WebSearch", "WebSearch", {"query": "x"}),
    _text("grep", "Grep through a secret", "Grep", {"pattern": ".", "path": "<secret>", "output_mode": "content"}),
    _text("glob", "Glob of the root", "Glob", {"pattern": "/**/*"}),
    _text("task", "Task, an agent with tools of its own", "Task", {"subagent_type": "general-purpose", "prompt": "x"}),
    _text("agent", "Agent", "Agent", {"subagent_type": "claude", "description": "x", "prompt": "cat <secret>"}),
    _text("skill", "Skill", "Skill", {"skill": "evil"}),
    _text("search", "ToolSearch for more tools", "ToolSearch", {"query": "select:Bash,Read"}),
    _text("mcp", "a tool of an MCP server", "mcp__evil__run", {"command": "touch <written>/mcp"}),
    _text(
        "mcp-resource", "a resource of an MCP server", "ReadMcpResourceTool", {"server": "x", "uri": "file://<secret>"}
    ),
    _text("read", "Read of a secret", "Read", {"file_path": "<secret>"}, quick=True),
    _text("unknown", "a tool that does not exist", "Teleport", {}),
    _text("no-name", "a tool without a name", "", {"file_path": "<secret>"}),
    _text("escapes", "a name that steers a terminal", "Ba\x1b]0;own\x07sh\u202e", {"command": "\x1b[2J"}),
    _text("giant", "an argument of a megabyte", "Bash", {"command": "x" * 1_000_000}),
    _text("nested", "an argument nested a thousand deep", "Bash", {"command": "[" * 1000}),
    Behaviour(
        "text-many",
        "no tool is on offer: twelve calls at once",
        lambda places: (
            Step("", tuple(Use("Bash", {"command": f"touch {places.written}/{n}"}) for n in range(12))),
            NEVER,
        ),
        calls=(0, 1),
        most=1,
    ),
    Behaviour(
        "text-late",
        "no tool is on offer: a call after a true answer",
        lambda places: (
            Step(f"{VERDICT_LABEL} says\n“On your turn, roll two dice” [[1]].", (Use("Bash", {"command": "ls"}),)),
            NEVER,
        ),
        calls=(0, 1),
        most=1,
        unsaid=("roll two dice” [1]",),
    ),
)


def _look(
    name: str, tried: str, *steps: tuple[Call, ...], calls: tuple[int, int], images: int = 0, quick: bool = False
) -> Behaviour:
    """A question about a picture; each step is the calls of one message."""
    return Behaviour(
        f"look-{name}",
        tried,
        lambda places: (*(calling(*step) for step in steps), NEVER),
        question=LOOK,
        calls=calls,
        images=images,
        quick=quick,
    )


def _bash(path: str) -> Use:
    return Use("Bash", {"command": f"cat {path}"})


def _twin(path: str) -> Use:
    return Use("Read", {"file_path": path}, id="toolu_twin")


LOOKS = (
    _look("bash-first", "Bash in place of the Read", (_bash,), calls=(0, 1)),
    _look(
        "write-first",
        "Write over the page",
        (lambda path: Use("Write", {"file_path": path, "content": "x"}),),
        calls=(0, 1),
    ),
    _look("bash-after", "the Read, then Bash", (read,), (_bash,), calls=(1, 1), images=1),
    _look("read-bash", "the Read and Bash at once", (read, _bash), calls=(1, 1)),
    _look("bash-read", "Bash and the Read at once", (_bash, read), calls=(0, 1)),
    _look("twice-at-once", "the page twice at once", (read, read), calls=(1, 1), quick=True),
    _look("five-at-once", "the page five times at once", (read,) * 5, calls=(1, 1)),
    _look("twins", "the page twice at once, both calls of one name", (_twin, _twin), calls=(1, 1)),
    _look("again", "the page again in the next turn", (read,), (read,), calls=(1, 1), images=1, quick=True),
    _look("again-same-name", "the page again, the call named as before", (_twin,), (_twin,), calls=(1, 1), images=1),
    _look(
        "read-then-task",
        "the Read, then an agent that reads on",
        (read,),
        (lambda path: Use("Task", {"prompt": path}),),
        calls=(1, 1),
        images=1,
    ),
)
FALSE = f"{VERDICT_LABEL} says\n“The red icon marks a closed gate” [[1]]. “Red always wins the game at once” [[1]]."
STOPPED = "tried what it may not do"


def _other(places: Places) -> Call:
    return lambda path: read(str(places.picture))


def _late(name: str, tried: str, then: Callable[[Places], Call]) -> Behaviour:
    """The turn after an answer that failed its check: the first answer stands, and what was tried then is said."""
    return Behaviour(
        f"repair-{name}",
        tried,
        lambda places: (calling(read), Step(FALSE), calling(then(places)), NEVER),
        question=LOOK,
        code=0,
        key="",
        calls=(1, 1),
        images=1,
        most=4,  # a call of a tool that is not on offer asks nobody: the next request may be out before ours
        shown=(STOPPED,),
        unsaid=("Red always wins",),
    )


LATER = (
    _late("picture", "a second picture in the turn that repairs", _other),
    _late("again", "the same picture in the turn that repairs", lambda places: read),
    _late("bash", "Bash in the turn that repairs", lambda places: _bash),
    Behaviour(
        "rewrite-bash",
        "Bash in the turn that puts the question into the book's words",
        lambda places: (_rewriting(Step("", (Use("Bash", {"command": f"touch {places.written}/x"}),))), NEVER),
        question="Combien de dés est-ce que je lance à mon tour ?",
        rewrite=True,
        code=0,
        key="",
        calls=(0, 0),
        most=2,
        shown=(STOPPED,),
    ),
)


def _rewriting(step: Step) -> Callable[[Asked], Step]:
    """That step for the turn that rewrites, a true answer for the one that answers."""
    answer = Step(f"{VERDICT_LABEL} says\n“On your turn, roll two dice” [[1]].")
    return lambda asked: answer if '"passages"' in asked.text else step


ALL = (*TEXTS, *LOOKS, *LATER)
