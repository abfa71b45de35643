from __future__ import annotations

import pytest

from oracle.hide import HIDDEN, Hide, secret_values

KEY = "sk-ant-api03-" + "x9" * 20


@pytest.mark.parametrize(
    "secret",
    [
        KEY,
        "Bearer abcdef0123456789abcdef",
        "ghp_" + "a1" * 15,
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----",
        "MY_SERVICE_TOKEN=hunter2",
    ],
)
def test_what_looks_like_a_secret_is_hidden_wherever_it_stands(secret: str) -> None:
    """In a sentence, in a list, as a name; what stands around it stays."""
    assert Hide().text(f"before {secret} after") == f"before {HIDDEN} after"
    told = Hide().data({"why": [f"before {secret}"], secret: 1})
    assert told == {"why": [f"before {HIDDEN}"], HIDDEN: 1}


@pytest.mark.parametrize(
    "text", ["Each token = 2 points.", "KEY: red gate", "Basic-risk-assessment, pages 10-12", "May I sk-ip a turn?"]
)
def test_what_a_rulebook_says_is_no_secret(text: str) -> None:
    """Words that only resemble one stay."""
    assert Hide().text(text) == text


def test_what_the_configuration_knows_as_secret_is_hidden_whatever_it_looks_like() -> None:
    """By its name, or because it could stand in no sentence; an ordinary word or figure is not."""
    env = {"ANTHROPIC_API_KEY": "plum", "ANTHROPIC_BASE_URL": "http://10.0.0.7:80/", "EFFORT": "medium", "RETRIES": "2"}
    assert secret_values(env) == ("plum", "http://10.0.0.7:80/")
    assert Hide(secret_values(env)).text("plum at http://10.0.0.7:80/, medium 2") == f"{HIDDEN} at {HIDDEN}, medium 2"


def test_a_place_is_hidden_in_what_programs_say_alone() -> None:
    """A machine may be called as a piece of a game: the question about it stays whole."""
    hide = Hide(places=("castle", ""))
    assert hide.text("Can the castle move?") == "Can the castle move?"
    assert hide.said("castle: port 22, castles") == f"{HIDDEN}: port 22, castles"


def test_what_cannot_be_written_is_replaced() -> None:
    """Half of a character, as a model's JSON may hold one."""
    assert Hide().text("a\ud800b") == "a?b"
