"""What would be sent to Claude for a question, as programs read it. Sends nothing.

Owns that `oracle ask --dry-run` and `oracle eval --prompts` say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from oracle.answers import prompt_json
from oracle.ask import look_up, prepare
from oracle.claude.argv import build_argv
from oracle.config import ClaudeConfig
from oracle.contracts import Answer, Prompt, Question
from oracle.find import no_weaker
from oracle.parts import Parts
from oracle.rewrite.beside import to_rewrite
from oracle.stopwatch import Stopwatch


def rehearse(question: Question, parts: Parts, rewrites: tuple[str, ...] = ()) -> Answer:
    """The question up to where Claude would be asked; where nothing would be sent it has no prompt.

    `rewrites` are what was written beside it elsewhere.
    """
    answer = look_up(question, parts, Stopwatch())
    if rewrites and answer.gate.open:
        alone, answer = answer.evidence, look_up(question, parts, Stopwatch(), rewrites)
        answer = replace(answer, evidence=no_weaker(alone, answer.evidence))
    return prepare(answer, parts, Stopwatch()) if answer.evidence.passages else answer


def to_send(answer: Answer, parts: Parts, config: ClaudeConfig) -> Mapping[str, object]:
    """What would be sent for a question that was rehearsed, and for its rewrite."""
    rewrite = to_rewrite(answer.question, answer, parts.library) if config.rewrite == "auto" else None
    return {**_sent(answer.prompt, config), "rewrite": _sent(rewrite, config) if rewrite else None}


def _sent(prompt: Prompt | None, config: ClaudeConfig) -> dict[str, object]:
    if prompt is None:
        return prompt_json(None, ())
    argv = build_argv(config, system=prompt.system, view=prompt.view is not None, brief=prompt.brief)
    return prompt_json(prompt, argv)
