"""Models of a provider, asked over real HTTP on loopback: what goes there, what may come back, and what may not."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from email.utils import formatdate
from pathlib import Path

import httpx
import numpy as np
import pytest

from ingest.embedders import embedder_info, open_embedder
from ingest.embedders.http import Clock, Http, Patience
from ingest.embedders.providers import DEFAULTS, Provider, Secret
from ingest.embedders.remote import REST, Remote, open_remote
from ingest.errors import MissingTool, UsageError
from oracle.texts import Texts
from tests.provider_server import DIMENSION, ProviderServer, Step, provider_server, self_signed, vector

KEY = "pa-SeCrEt-0123456789"
TEXTS = ["a king", "a cab", "", "dice \ud800", "b" * 40]


@dataclass
class Watch:
    """Time that passes only when somebody waits; `history` holds how long they did."""

    now: float = 1_000_000.0
    history: list[float] = field(default_factory=list)

    def clock(self) -> Clock:
        """As the code under test takes it."""
        return Clock(lambda: self.now, lambda: self.now, self.sleep)

    def sleep(self, seconds: float) -> None:
        """Wait."""
        self.history.append(seconds)
        self.now += seconds


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with provider_server() as running:
        yield running


def provider(server: ProviderServer, kind: str = "voyage", **more: object) -> Provider:
    """A provider of the configuration, served by `server`."""
    default = {"url": server.url, "dimension": server.dimension, "key_env": "THE_KEY", "key": Secret(KEY), **more}
    return replace(DEFAULTS[kind], **default)  # type: ignore[arg-type]


def opened(server: ProviderServer, kind: str = "voyage", watch: Watch | None = None, **more: object) -> Remote:
    """A model of it."""
    known = [provider(server, kind, **more)]
    return open_remote(f"{kind}:some-model", known, (watch or Watch()).clock())


def failure(call: Callable[[], object]) -> MissingTool:
    """The error that a call ends in; its sentences, in both languages, hold all that they need and never the key."""
    with pytest.raises(MissingTool) as caught:
        call()
    error = caught.value
    for say in (Texts("en"), Texts("fr")):
        assert KEY not in say(error.key, **error.facts) + str(say.hint(error.key, **error.facts)) + repr(error)
    assert error.exit_code == 3
    return error


def unit(text: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    row = np.array(vector(text))
    return row / np.linalg.norm(row)


# --- what is asked --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "path", "question", "passage"),
    [
        ("voyage", "/v1/embeddings", {"input_type": "query"}, {"input_type": "document"}),
        ("openai", "/v1/embeddings", {"encoding_format": "float"}, {"encoding_format": "float"}),
        ("ollama", "/v1/api/embed", {}, {}),
    ],
)
def test_each_provider_is_asked_in_its_own_words(
    server: ProviderServer, kind: str, path: str, question: dict[str, str], passage: dict[str, str]
) -> None:
    """Path, model, key and role are where the provider looks for them; rows come back in order and of length 1."""
    model = opened(server, kind)
    rows = model.passages(TEXTS)
    assert np.allclose(rows[0], unit("a king")) and np.allclose(rows[4], unit("b" * 40))
    assert rows.shape == (5, DIMENSION) and rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert np.allclose(model.query("a cab"), unit("a cab"))
    first, second = server.history
    assert first.path == path
    assert first.headers["Authorization"] == f"Bearer {KEY}"
    assert {k: v for k, v in first.body.items() if k not in ("model", "input")} == passage
    assert {k: v for k, v in second.body.items() if k not in ("model", "input")} == question
    assert first.body["model"] == "some-model"
    assert "" not in first.body["input"]


def test_no_text_asks_nobody(server: ProviderServer) -> None:
    """An empty list is answered here."""
    assert opened(server).passages([]).shape == (0, DIMENSION)
    assert server.history == []


def test_prefixes_stand_before_question_and_passage(server: ProviderServer) -> None:
    """The family's own by its name, or those of the configuration; each makes an identity of its own."""
    known = [provider(server, "ollama")]
    nomic = open_remote("ollama:nomic-embed-text:v1.5", known)
    nomic.query("king")
    nomic.passages(["king"])
    own = opened(server, "ollama", query_prefix="Q: ", passage_prefix="P: ")
    own.query("king")
    own.passages(["king"])
    assert server.texts == ["search_query: king", "search_document: king", "Q: king", "P: king"]
    plain = opened(server, "ollama", query_prefix="", passage_prefix="")
    assert len({own.info.identity, plain.info.identity}) == 2


def test_batches_keep_to_the_limits_in_number_and_in_tokens(server: ProviderServer) -> None:
    """No request holds more texts, or more tokens, than the provider takes; the order holds over all of them."""
    texts = [chr(ord("a") + n % 8) * (1 + n) for n in range(10)]
    assert np.allclose(opened(server, batch=3).passages(texts), [unit(text) for text in texts])
    assert [len(asked.body["input"]) for asked in server.history] == [3, 3, 3, 1]
    server.history.clear()
    opened(server, batch_tokens=20).passages(["x" * 30, "y" * 21, "z" * 900, "w"])
    assert [len(asked.body["input"]) for asked in server.history] == [2, 1, 1]


def test_a_server_that_takes_fewer_at_a_time_gets_fewer(server: ProviderServer) -> None:
    """413 halves the batch, and it stays halved; one text that is too much is an error."""
    server.script = [Step(413), Step(413)]
    model = opened(server, batch=8)
    assert model.passages([*"abcdefgh"]).shape == (8, DIMENSION)
    assert [len(asked.body["input"]) for asked in server.history] == [8, 4, 2, 2, 2, 2]
    server.script = [Step(413), Step(413)]
    assert failure(lambda: model.passages(["a", "b"])).facts["status"] == 413


@pytest.mark.parametrize(
    ("model", "dimension", "asked"),
    [
        ("openai:text-embedding-3-small", None, {}),
        ("openai:text-embedding-3-small", 8, {"dimensions": 8}),
        ("voyage:voyage-3.5-lite", 8, {"output_dimension": 8}),
        ("openai:BAAI/bge-m3x", 8, {}),
    ],
)
def test_a_shorter_vector_is_asked_for_only_where_it_is_one(
    server: ProviderServer, model: str, dimension: int | None, asked: dict[str, int]
) -> None:
    """Servers refuse to be asked for the dimension that they give anyway."""
    server.dimension = dimension or 1536
    kind = model.partition(":")[0]
    open_remote(model, [provider(server, kind, dimension=dimension)]).query("a")
    body = server.history[0].body
    assert {name: value for name, value in body.items() if "dimension" in name} == asked


# --- what may come back ------------------------------------------------------------------------------


def test_rows_go_where_their_index_says(server: ProviderServer) -> None:
    """A server may answer in any order."""

    def shuffled(texts: object) -> object:
        answer = server.well("/v1/embeddings", list(texts))  # type: ignore[call-overload]
        answer["data"].reverse()  # type: ignore[index]
        return answer

    server.script = [Step(body=shuffled)]
    assert np.allclose(opened(server).passages(TEXTS[:2]), [unit("a king"), unit("a cab")])


BAD = {
    "short": b'{"data": [{"index": 0, "embedding": [1, 2, 3, 4, 5, 6, 7, 8]}]}',
    "index twice": b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}',
    "index beyond": b'{"data": [{"index": 0, "embedding": [1]}, {"index": 7, "embedding": [1]}]}',
    "no data": b'{"nothing": 1}',
    "a list": b"[[1, 2], [3, 4]]",
    "not JSON": b"<html>welcome to the hotel</html>",
    "half of it": b'{"data": [{"index": 0, "embedd',
    "deep": b"[" * 100_000,
    "NaN": b'{"embeddings": [[NaN, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]]}',
    "infinite": b'{"embeddings": [[1e999, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]]}',
    "huge": b'{"embeddings": [[' + b"9" * 400 + b", 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]]}",
    "zero": b'{"embeddings": [[0, 0, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1]]}',
    "words": b'{"embeddings": [["1", 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]]}',
    "no vector": b'{"data": [{"index": 0, "embedding": null}, {"index": 1}]}',
    "too large": b'{"data": "' + b"x" * 3_000_000 + b'"}',
}


@pytest.mark.parametrize("what", BAD)
def test_an_answer_that_is_no_vectors_is_refused(server: ProviderServer, what: str) -> None:
    """Nothing of it is kept, and nothing is asked twice: the server would answer the same."""
    server.script = [Step(body=BAD[what])]
    assert failure(lambda: opened(server).passages(["a", "b"])).key == "ingest.models.provider_malformed"
    assert len(server.history) == 1


def test_another_dimension_than_declared_is_said_with_the_one_found(server: ProviderServer) -> None:
    """The command to type names it."""
    error = failure(lambda: opened(server, dimension=16).passages(["a"]))
    assert error.key == "ingest.models.provider_dimension"
    assert (error.facts["found"], error.facts["wanted"]) == (8, 16)
    assert str(Texts("en").hint(error.key, **error.facts)).endswith("voyage.dimension 8")


# --- failures ------------------------------------------------------------------------------------------


def test_a_busy_server_is_asked_again_when_it_says(server: ProviderServer) -> None:
    """`Retry-After` in seconds and as a date, then our own pace; nothing is lost."""
    watch = Watch()
    date = formatdate(watch.now + 30, usegmt=True)
    server.script = [Step(429, {"Retry-After": "7"}), Step(503, {"Retry-After": date}), Step(500), Step(429)]
    assert np.allclose(opened(server, watch=watch).passages(["a"]), unit("a"))
    assert watch.history[0] == 7
    assert watch.history[1] == pytest.approx(30 - 7, abs=1.1)
    assert all(0.5 <= wait <= 12.1 for wait in watch.history[2:])


@pytest.mark.parametrize("asked", ["86400", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_server_that_asks_for_hours_is_not_waited_for(server: ProviderServer, asked: str) -> None:
    """The error says how long it wanted."""
    watch = Watch()
    server.script = [Step(429, {"Retry-After": asked})]
    error = failure(lambda: opened(server, watch=watch).passages(["a"]))
    assert error.key == "ingest.models.provider_busy"
    assert watch.history == []
    assert int(str(error.facts["seconds"])) >= 86400


@pytest.mark.parametrize("asked", ["soon", "-5", "", "1.5e3", "Thu, 99 Foo 2026"])
def test_a_retry_after_that_nobody_understands_is_our_own_pace(server: ProviderServer, asked: str) -> None:
    """It neither fails nor hurries."""
    watch = Watch()
    server.script = [Step(429, {"Retry-After": asked})]
    opened(server, watch=watch).passages(["a"])
    assert 0.5 <= watch.history[0] <= 0.75


def test_a_server_that_keeps_failing_ends_in_an_error(server: ProviderServer) -> None:
    """After six tries, with longer and longer pauses."""
    watch = Watch()
    server.script = [Step(502)] * 9
    assert failure(lambda: opened(server, watch=watch).passages(["a"])).facts["status"] == 502
    assert len(server.history) == 6
    assert watch.history == sorted(watch.history)


@pytest.mark.parametrize(("status", "key"), [(401, "refused_key"), (403, "refused_key"), (400, "said"), (404, "said")])
def test_a_refusal_is_final(server: ProviderServer, status: int, key: str) -> None:
    """A wrong key or model does not become right; of a key, what the server says is not repeated."""
    server.script = [Step(status, body=b'{"error": {"message": "no model \\u001b[31m for ' + KEY.encode() + b'"}}')]
    if key == "said":
        server.script = [Step(status, body=b'{"error": {"message": "no such model"}}')]
    error = failure(lambda: opened(server).passages(["a"]))
    assert error.key == f"ingest.models.provider_{key}"
    assert len(server.history) == 1
    assert error.facts.get("why", "no such model") == "no such model"


def test_no_credit_is_no_busy_server(server: ProviderServer) -> None:
    """OpenAI says both with 429."""
    server.script = [Step(429, body=b'{"error": {"message": "pay", "code": "insufficient_quota"}}')]
    assert failure(lambda: opened(server, "openai").passages(["a"])).key == "ingest.models.provider_said"
    assert len(server.history) == 1


def test_a_redirect_to_another_host_is_not_followed(server: ProviderServer) -> None:
    """Neither texts nor key go there; another port is another host, and so is plain http for https."""
    with provider_server() as other:
        for status in (301, 302, 303, 307, 308):
            server.script = [Step(status, {"Location": f"{other.url}/embeddings"})]
            assert failure(lambda: opened(server).passages(["a"])).key == "ingest.models.provider_moved"
        assert other.history == []


@pytest.mark.parametrize("location", ["/v1/elsewhere", "ftp://127.0.0.1/", "//evil.example/x", "", "http://["])
def test_only_the_same_server_may_send_us_on(server: ProviderServer, location: str) -> None:
    """307 keeps the question; an endless or senseless way ends in an error."""
    server.script = [Step(307, {"Location": location})]
    if location == "/v1/elsewhere":
        assert np.allclose(opened(server).passages(["a"]), unit("a"))
        assert server.history[1].path == location
        server.script = [Step(308, {"Location": location})] * 9
    assert "provider_" in failure(lambda: opened(server).passages(["a"])).key


def test_nobody_there_is_said(server: ProviderServer) -> None:
    """A refused connection is tried again, then named with the address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    watch = Watch()
    error = failure(lambda: opened(server, watch=watch, url=url).passages(["a"]))
    assert (error.key, error.facts["url"]) == ("ingest.models.provider_unreachable", url)
    assert len(watch.history) == 5


@pytest.mark.parametrize(
    "url", ["https://exa mple.org/v1", "https://-.invalid/v1", "https://xn--a.invalid/", "https://h:99999"]
)
def test_an_address_that_the_library_refuses_is_an_error_of_ours(server: ProviderServer, url: str) -> None:
    """Whichever of the two finds it out."""
    with pytest.raises((MissingTool, UsageError)) as caught:
        opened(server, url=url, query_timeout=1.0).query("a")
    assert caught.value.key in ("ingest.models.provider_unreachable", "ingest.models.provider_url")


def test_a_name_that_does_not_exist_is_said(server: ProviderServer) -> None:
    """No traceback of a resolver."""
    model = opened(server, url="https://no-such-host.invalid/v1", query_timeout=2.0)
    assert failure(lambda: model.query("a")).key == "ingest.models.provider_unreachable"


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    """Nothing is sent, and nothing tried again, unless the configuration names its authority."""
    with provider_server(self_signed(tmp_path)) as server:
        watch = Watch()
        assert failure(lambda: opened(server, watch=watch).passages(["a"])).key == "ingest.models.provider_certificate"
        assert (server.history, watch.history) == ([], [])
        trusted = opened(server, ca_file=str(tmp_path / "server.pem"))
        assert np.allclose(trusted.passages(["a"]), unit("a"))
        error = failure(lambda: opened(server, ca_file="/nowhere.pem").passages(["a"]))
        assert error.key == "ingest.models.provider_unreachable"


# --- questions ------------------------------------------------------------------------------------------


def test_a_question_is_not_kept_waiting(server: ProviderServer) -> None:
    """A slow provider costs a question no more than its own deadline, whatever it sends meanwhile."""
    server.script = [Step(slow=5)]
    model = opened(server, query_timeout=0.3)
    began = time.monotonic()
    assert failure(lambda: model.query("a")).key == "ingest.models.provider_unreachable"
    assert time.monotonic() - began < 2


def test_a_provider_that_drips_is_not_waited_for() -> None:
    """Each byte comes in time, the answer never does."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_drip, args=(listener,), daemon=True).start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        known = [Provider("ollama", "ollama", url, dimension=8, query_timeout=0.4)]
        began = time.monotonic()
        assert failure(lambda: open_remote("ollama:m", known).query("a")).key == "ingest.models.provider_unreachable"
        assert time.monotonic() - began < 2


def _drip(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection:
        for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"z" * 100:
            try:
                connection.sendall(bytes([byte]))
            except OSError:
                return
            time.sleep(0.05)


def test_after_a_failure_the_next_questions_do_without(server: ProviderServer) -> None:
    """The provider rests for a while, then it is asked again."""
    watch = Watch()
    server.script = [Step(500), Step(500)]
    model = opened(server, watch=watch)
    first = failure(lambda: model.query("a"))
    asked = len(server.history)
    again = failure(lambda: model.query("a"))
    assert (again.key, again.facts) == (first.key, first.facts)
    assert len(server.history) == asked
    assert failure(lambda: model.passages(["a"])).key == first.key
    watch.now += REST + 1
    assert np.allclose(model.query("a"), unit("a"))
    assert np.allclose(model.passages(["a"]), unit("a"))


# --- keys and addresses ---------------------------------------------------------------------------------


def test_a_key_is_never_shown(server: ProviderServer, caplog: pytest.LogCaptureFixture) -> None:
    """Not in what a provider prints as, not in an identity, not in a log."""
    caplog.set_level(logging.DEBUG)
    known = provider(server)
    open_remote("voyage:m", [known]).query("a king")
    assert KEY not in repr(known) + str(known) + f"{known.key}" + str(embedder_info("voyage:m", [known]))
    assert KEY not in caplog.text
    assert "a king" not in caplog.text


@pytest.mark.parametrize("key", ["has space", "newline\nX-Evil: 1", "clé", "\x00"])
def test_what_cannot_be_a_key_is_not_sent(server: ProviderServer, key: str) -> None:
    """It is said where it stands, and not what it is."""
    error = failure(lambda: opened(server, key=Secret(key)).passages(["a"]))
    assert (error.key, error.facts["place"]) == ("ingest.models.provider_bad_key", "THE_KEY")
    assert key not in str(error)
    assert server.history == []


def test_a_key_that_is_missing_is_said_before_anything_is_sent(server: ProviderServer) -> None:
    """The variable to set is named."""
    error = failure(lambda: opened(server, key=None).query("a"))
    assert (error.key, error.facts["variable"]) == ("ingest.models.provider_no_key", "THE_KEY")
    assert server.history == []


def test_a_server_that_wants_no_key_gets_none(server: ProviderServer) -> None:
    """As local servers are."""
    opened(server, "ollama", key=None, key_env="").query("a")
    assert "Authorization" not in server.history[0].headers


@pytest.mark.parametrize(
    "url", ["", "ftp://host/", "file:///etc/passwd", "https://", "https://me:word@host/", "https://h/?k=1", "http://h:x/",
            "http://[::1", "/v1"]
)  # fmt: skip
def test_only_plain_addresses_are_asked(url: str) -> None:
    """HTTP and HTTPS, without a password in them: configuration, exit code 2."""
    with pytest.raises(UsageError) as caught:
        embedder_info("voyage:m", [replace(DEFAULTS["voyage"], url=url, dimension=8)])
    assert caught.value.key == "ingest.models.provider_url"


@pytest.mark.parametrize(
    ("url", "fine"),
    [
        ("http://192.168.1.9:8000/v1", False),
        ("http://localhost.evil.example/v1", False),
        ("http://localhost:8000/v1", True),
        ("http://[::1]:8000", True),
        ("http://127.0.0.9/", True),
        ("https://example.org/v1", True),
    ],
)
def test_a_key_does_not_cross_the_network_in_clear(url: str, fine: bool) -> None:
    """Unless that is asked for; a server without a key may stand anywhere."""
    known = replace(DEFAULTS["openai"], url=url, dimension=8)
    if not fine:
        with pytest.raises(UsageError) as caught:
            embedder_info("openai:m", [known])
        assert caught.value.key == "ingest.models.provider_plain_key"
    for allowed in (replace(known, plain_key=True), replace(known, key_env=""), *([known] if fine else [])):
        assert embedder_info("openai:m", [allowed]).dimension == 8


def test_no_proxy_stands_between_this_machine_and_itself(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy of the environment is for other machines; one that makes no sense is an error of ours."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "nonsense://x")
    assert np.allclose(opened(server).query("a"), unit("a"))
    error = failure(lambda: opened(server, url="https://192.0.2.1/v1").query("a"))
    assert error.key == "ingest.models.provider_unreachable"


# --- names and identities -------------------------------------------------------------------------------


def test_an_identity_names_provider_model_and_dimension_and_no_host() -> None:
    """The same model behind another address is the same, unless a label tells them apart."""
    here = replace(DEFAULTS["openai"], url="http://127.0.0.1:1", dimension=8, key_env="")
    there = replace(here, url="https://example.org/v1")
    identities = {embedder_info("openai:m", [one]).identity for one in (here, there)}
    assert identities == {"openai/m/8/l2"}
    assert embedder_info("openai:m", [replace(here, label="mine")]).identity == "openai/m@mine/8/l2"
    assert embedder_info("openai:m", [replace(here, dimension=9)]).identity == "openai/m/9/l2"
    assert embedder_info("voyage:voyage-3.5-lite").identity == "voyage/voyage-3.5-lite/1024/typed-l2"


def test_a_provider_of_ones_own_serves_models_under_its_name(server: ProviderServer) -> None:
    """Two servers of the same kind have two names."""
    known = [replace(provider(server, "openai"), name="tei")]
    model = open_embedder("tei:BAAI/bge-m3", providers=known)
    assert model.info.name == "tei:BAAI/bge-m3"
    model.query("a")
    assert server.history[0].body["model"] == "BAAI/bge-m3"


@pytest.mark.parametrize("name", ["nobody:model", "voyage:", ":model", "openai:a-model-that-nobody-knows"])
def test_a_name_that_says_too_little_is_an_error_of_ours(name: str) -> None:
    """Exit code 2, and what to type."""
    for function in (embedder_info, open_embedder):
        with pytest.raises(UsageError):
            function(name)


def test_fastembed_may_be_said(tmp_path: Path) -> None:
    """Before a folder or the name of a model of the hub."""
    assert embedder_info("fastembed:BAAI/bge-small-en-v1.5") == embedder_info("BAAI/bge-small-en-v1.5")
    with pytest.raises(MissingTool):
        embedder_info(f"fastembed:{tmp_path}")


# --- the library -----------------------------------------------------------------------------------------


class Broken(httpx.BaseTransport):
    """Raises what it is told to."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        raise self.error


def errors(kind: type[Exception]) -> list[type[Exception]]:
    return [kind, *(found for child in kind.__subclasses__() for found in errors(child))]


@pytest.mark.parametrize(
    "kind", [k for root in (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) for k in errors(root)]
)
def test_every_error_of_the_library_becomes_ours(kind: type[Exception]) -> None:
    """None of httpx's exceptions leaves the module that owns it."""
    error = kind.__new__(kind)
    Exception.__init__(error, KEY)
    http = Http(Provider("ollama", "ollama", "http://127.0.0.1:1"), Watch().clock(), Broken(error))
    failure(lambda: http.post("/x", {}, 10, Patience(2)))


def test_only_questions_of_ours_import_the_library() -> None:
    """Naming a model of a provider, as every search does, costs no HTTP library before it is asked."""
    import subprocess
    import sys

    code = "import sys, ingest.settings, oracle.config; assert not {'httpx', 'numpy', 'keyring'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
