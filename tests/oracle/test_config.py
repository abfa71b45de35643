"""Configuration: precedence, types, and writing one key."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle import config
from oracle.cli.config import write
from oracle.errors import ConfigError
from tests.oracle.commands import oracle
from vm.deadlines import Deadlines


def load(home: Path, **environ: str) -> config.Config:
    return config.load({"LC_ALL": "C.UTF-8", **environ}, home=home)


def test_defaults_need_no_file(tmp_path: Path) -> None:
    """A fresh machine has a configuration: passages only, English, both embedded models."""
    found = load(tmp_path)
    assert (found.vm.transport, found.lang, found.models) == ("none", "en", ("minilm", "use"))
    assert found.file == tmp_path / "config.toml"
    assert (found.claude.rewrite, found.claude.repair) == ("auto", "one")
    assert load(tmp_path, ORACLE_CLAUDE_REPAIR="never").claude.repair == "never"


def test_environment_beats_file_and_flag_beats_environment(tmp_path: Path) -> None:
    """Flag > environment > file > default."""
    (tmp_path / "config.toml").write_text('lang = "fr"\n[vm]\nhost = "file"\nport = 2200\n')
    found = load(tmp_path, ORACLE_VM_HOST="environment")
    assert (found.vm.host, found.vm.port, found.lang) == ("environment", 2200, "fr")
    assert config.load({}, home=tmp_path, lang="en").lang == "en"


def test_a_file_in_the_current_directory_is_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A config.toml of somebody else's folder cannot redirect the oracle."""
    (tmp_path / "config.toml").write_text('[vm]\nhost = "evil"\n')
    monkeypatch.chdir(tmp_path)
    assert load(tmp_path / "home").vm.host == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[vm]\nport = 70000\n", "vm.port"),
        ("[vm]\nport = true\n", "vm.port"),
        ('[vm]\ntransport = "telnet"\n', "vm.transport"),
        ("[embedding]\nmodels = []\n", "embedding.models"),
        ('lang = "de"\n', "lang"),
        ("[deadlines]\nidle = 0\n", "deadlines.idle"),
        ('[deadlines]\nconnect = "soon"\n', "deadlines.connect"),
        ('[claude]\nrepair = "twice"\n', "claude.repair"),
        ('[retrieval.weights]\ncontent = "much"\n', "retrieval.weights"),
    ],
)
def test_a_bad_value_names_its_key_and_its_file(tmp_path: Path, text: str, name: str) -> None:
    """Nothing impossible is silently replaced by a default."""
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert caught.value.facts["name"] == name
    assert caught.value.facts["file"] == tmp_path / "config.toml"


def test_a_broken_file_is_an_error(tmp_path: Path) -> None:
    """A file that is not TOML is refused, not ignored."""
    (tmp_path / "config.toml").write_text("lang = ")
    with pytest.raises(ConfigError):
        load(tmp_path)


def test_setting_a_key_keeps_the_comments(tmp_path: Path) -> None:
    """`oracle config set` changes one value and nothing else of the user's file."""
    file = tmp_path / "config.toml"
    file.write_text('# mine\nlang = "en"  # keep\n')
    write(file, "vm.transport", "local")
    write(file, "claude.env.ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    write(file, "ocr.languages", "fra, eng")
    assert file.read_text().startswith('# mine\nlang = "en"  # keep\n')
    found = load(tmp_path)
    assert found.vm.transport == "local"
    assert found.claude.env == {"ANTHROPIC_BASE_URL": "http://127.0.0.1:1"}
    assert found.ocr_languages == ("fra", "eng")


@pytest.mark.parametrize(("name", "value"), [("vm.port", "x"), ("vm.colour", "red"), ("lang", "de")])
def test_setting_nonsense_writes_nothing(tmp_path: Path, name: str, value: str) -> None:
    """A refused value leaves the file as it was."""
    file = tmp_path / "config.toml"
    file.write_text('lang = "fr"\n')
    with pytest.raises(ConfigError):
        write(file, name, value)
    assert file.read_text() == 'lang = "fr"\n'
    assert [entry.name for entry in tmp_path.iterdir()] == ["config.toml"]


@pytest.mark.parametrize(
    ("text", "agent", "file"),
    [
        ("", False, ""),
        ("agent = true\nssh_config = true", True, "true"),
        ('agent = false\nssh_config = "~/other"', False, "~/other"),
        ('ssh_config = "false"', False, ""),
        ("ssh_config = false", False, ""),
    ],
)
def test_agent_and_ssh_configuration_are_off_unless_asked_for(
    tmp_path: Path, text: str, agent: bool, file: str
) -> None:
    """`vm.agent` is yes or no; `vm.ssh_config` is yes, no or a path."""
    (tmp_path / "config.toml").write_text(f"[vm]\n{text}\n")
    found = load(tmp_path).vm
    assert (found.agent, found.ssh_config) == (agent, file)


def test_waiting_can_be_shortened_and_lengthened(tmp_path: Path) -> None:
    """Seconds, by file or environment; what is not set is as the release has it."""
    (tmp_path / "config.toml").write_text("[deadlines]\nconnect = 2.5\n")
    found = load(tmp_path, ORACLE_DEADLINES_IDLE="300").deadlines
    assert (found.connect, found.idle, found.step) == (2.5, 300, Deadlines.step)


def test_settings_are_shown_as_they_are_set(tmp_path: Path) -> None:
    """`config set` takes every line of `config show`; secrets are hidden."""
    write(tmp_path / "config.toml", "claude.env.TOKEN", "s3cret")
    lines = dict(
        line.split(" =", 1) for line in oracle("--home", str(tmp_path), "config", "show").out.splitlines() if line
    )
    assert (lines["vm.agent"], lines["ocr.languages"], lines["vm.host"]) == (" false", " fra, eng", "")
    assert lines["claude.env.TOKEN"] == " …"
    for name in set(lines) - {"home", "claude.env", "claude.env.TOKEN", "embedding.providers", "retrieval.weights"}:
        if value := lines[name].strip():
            write(tmp_path / "config.toml", name, value)
    assert load(tmp_path).ocr_languages == ("fra", "eng")


def test_a_mistyped_setting_is_told_with_the_one_that_is_meant(tmp_path: Path) -> None:
    """Not with all thirty."""
    with pytest.raises(ConfigError) as caught:
        write(tmp_path / "config.toml", "vm.prot", "22")
    assert (caught.value.key, caught.value.facts["near"]) == ("config.near_key", "vm.port")


def test_a_configuration_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A file where its folder should be: exit code 9, no traceback."""
    (tmp_path / "file").write_text("")
    ran = oracle("--home", str(tmp_path / "file" / "home"), "config", "set", "lang", "fr")
    assert (ran.code, "Traceback" in ran.err, "--home" in ran.err) == (9, False, True)


def test_what_the_file_calls_by_a_wrong_name_is_told_and_ignored(tmp_path: Path) -> None:
    """On standard error, with what was meant; tables of names of one's own are not looked into."""
    (tmp_path / "config.toml").write_text(
        'colour = 1\n[vm]\nprot = 2222\n[claude.env]\nANY = "x"\n[embedding.providers.mine]\nurl = "http://127.0.0.1/"\n'
        "dimension = 3\n[games]\nbest = 1\n"
    )
    assert load(tmp_path).ignored == ("colour", "vm.prot", "games")
    ran = oracle("--home", str(tmp_path), "config", "path")
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'config.toml'}\n")
    assert ran.err.count("is ignored") == 3
    assert "“vm.prot”; it is ignored. Did you mean “vm.port”?" in ran.err


def test_what_is_taken_out_goes_where_documents_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the home where that was named; anywhere that the configuration says, `~` and names of nobody included."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "Papiers"))
    assert config.load({}).exports_folder == tmp_path / "Papiers" / "rules-oracle"
    assert load(tmp_path).exports_folder == tmp_path / "exports"
    for said, folder in (("~/a", tmp_path / "a"), ("b/c", tmp_path / "b" / "c"), ("/d", Path("/d"))):
        assert load(tmp_path, ORACLE_APP_EXPORTS=said).exports_folder == folder
    assert load(tmp_path, ORACLE_APP_EXPORTS="~nobody-at-all/x").exports_folder.name == "x"
    assert load(Path("~nobody-at-all")).home.name == "~nobody-at-all"


def test_wrong_values_are_mended_by_the_command_that_the_error_names(tmp_path: Path) -> None:
    """One by one, though each alone keeps every other command from running; the place of the file is told too."""
    file = tmp_path / "config.toml"
    file.write_text('lang = "de"\n[claude]\nbudget = "x"\n')
    home = ("--home", str(tmp_path))
    assert oracle(*home, "games").code == oracle(*home, "config", "show").code == 2
    assert oracle(*home, "config", "path").out == f"{file}\n"
    assert oracle(*home, "config", "set", "claude.budget", "7").code == 2
    assert oracle(*home, "config", "set", "lang", "xx").code == 2
    assert oracle(*home, "config", "set", "lang", "en").code == 0
    assert oracle(*home, "config", "set", "claude.budget", "3000").code == 0
    assert oracle(*home, "config", "show").code == 0


def test_a_file_that_is_no_toml_is_told_and_left(tmp_path: Path) -> None:
    """Nothing can be written into it; where it is can be asked."""
    file = tmp_path / "config.toml"
    file.write_text("lang = \n")
    ran = oracle("--home", str(tmp_path), "config", "set", "lang", "fr")
    assert (ran.code, "Traceback" in ran.err, f"mv {file}" in ran.err) == (2, False, True)
    assert file.read_text() == "lang = \n"
    file.write_text("vm = 3\n")
    ran = oracle("--home", str(tmp_path), "config", "set", "vm.port", "22")
    assert (ran.code, "Traceback" in ran.err, f"edit {file}" in ran.err) == (2, False, True)
    file.write_text("lang = \n")
    assert oracle("--home", str(tmp_path), "config", "path").code == 0


def test_a_wrong_value_of_the_environment_is_not_blamed_on_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable is named, and how to be rid of it."""
    monkeypatch.setenv("ORACLE_VM_PORT", "abc")
    ran = oracle("--home", str(tmp_path), "games")
    assert (ran.code, "ORACLE_VM_PORT is abc" in ran.err, "unset ORACLE_VM_PORT" in ran.err) == (2, True, True)
    assert "config.toml" not in ran.err
