"""The profiles of the settings file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs.windows
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows, get_win_folder_from_env_vars

from tests.sdk.cli.console import run_here
from trivet.cli.chat.as_user_audit_log import default_log
from trivet.cli.failures import UsageError
from trivet.cli.settings.profiles import config_path, credential_name, is_chosen, near, read_profiles, variable

Write = Callable[[str], Path]


def test_file_that_does_not_exist_has_no_profiles(settings_file: Write) -> None:
    assert read_profiles().names == []


def test_profile_has_a_table_for_each_service(settings_file: Write) -> None:
    settings_file('\ufeff[work.chat]\nbase_url = "https://c.test"\n[work.agent]\nuser = "me"\ndirectory = "/d"\n')
    profiles = read_profiles()
    assert profiles.table("work", "chat") == {"base_url": "https://c.test"}
    assert profiles.table("work", "bus") is None
    assert profiles.problems() == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[work.chat]\nbase_ulr = 'x'", "[work.chat]: there is no key 'base_ulr'; did you mean 'base_url'?"),
        ("[work.caht]\nbase_url = 'x'", "[work.caht]: 'caht' is not a service; did you mean 'chat'?"),
        ("[work.chat]\ntimeout = '3'", "[work.chat]: timeout must be seconds, more than 0 and at most 4,000,000"),
        ("[work.chat]\ntimeout = inf", "[work.chat]: timeout must be seconds, more than 0 and at most 4,000,000"),
        ("[work.chat]\ndeadline = 4000001", "[work.chat]: deadline must be seconds, more than 0 and at most 4,000,000"),
        ("[work.chat]\nmax_retries = true", "[work.chat]: max_retries must be a whole number, 0 or more"),
        ("[work.chat]\noutput = 'xml'", "[work.chat]: output must be one of table, json, ndjson, csv, yaml"),
        ("[work.chat]\nuser = 'me'", "[work.chat]: there is no key 'user'"),
        ("[work.chat]\ntoken = 's3cret-value'", "[work.chat]: 'token' would be a secret in a file; name where it is: "),
        (
            "[work.chat]\ntoken_env = 'A'\ntoken_file = 'b'",
            "token_env and token_file name two places of one credential",
        ),
        ("[work]\nchat = 3", "[work.chat] must be a table"),
        ("work = 3", "'work' stands outside of the tables"),
    ],
)
def test_misspelt_key_or_wrong_value_is_named(settings_file: Write, text: str, message: str) -> None:
    path = settings_file(text)
    profiles = read_profiles()
    with pytest.raises(UsageError) as caught:
        profiles.table("work", "chat")
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    assert "s3cret" not in str(caught.value)
    assert profiles.problems() == [str(caught.value)]


def test_unknown_profile_is_named_with_the_near_one(settings_file: Write) -> None:
    path = settings_file("[work.chat]\n[home.chat]\n")
    with pytest.raises(UsageError) as caught:
        read_profiles().table("wrk", "chat")
    assert str(caught.value) == f"there is no profile 'wrk' in {path}: did you mean 'work'?"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("[work.chat]".encode("utf-16"), "is not in UTF-8"),
        ("[work.chat]\noutput = 'caf\xe9'".encode("latin-1"), "is not in UTF-8"),
        (b"[work.chat\n", "is not TOML: "),
        (b"a = " + b"[" * 50_000, "is not TOML: "),
        (b"#" * 1_000_001, "is larger than a megabyte"),
    ],
)
def test_file_that_is_not_toml_is_named(settings_file: Write, raw: bytes, message: str) -> None:
    path = settings_file("")
    path.write_bytes(raw)
    with pytest.raises(UsageError, match=message) as caught:
        read_profiles()
    assert str(path) in str(caught.value)


def test_chosen_file_has_to_be_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVET_CONFIG", str(tmp_path))
    with pytest.raises(UsageError, match="cannot be read: Is a directory"):
        read_profiles()
    monkeypatch.setenv("TRIVET_CONFIG", str(tmp_path / "none.toml"))
    with pytest.raises(UsageError, match=r"TRIVET_CONFIG names .*none\.toml, which does not exist"):
        read_profiles()


def test_variables_have_the_names_of_the_clients() -> None:
    assert variable("bus", credential_name("bus")) == "TRIVET_BUS_ACCOUNT_KEY"
    assert variable("chat", credential_name("chat")) == "TRIVET_CHAT_TOKEN"


def test_nearest_name_is_suggested_or_all_are_listed() -> None:
    assert near("wrk", ["work", "home"]) == "did you mean 'work'?"
    assert near("x", ["work", "home"]) == "known: work, home"
    assert near("x", []) == "known: none"


def test_variable_names_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVET_CONFIG", "~/other.toml")
    assert config_path() == Path.home() / "other.toml"
    assert is_chosen()


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        (Unix, {"XDG_CONFIG_HOME": "/xdg"}, "/xdg/trivet/config.toml"),
        (Unix, {"XDG_CONFIG_HOME": "relative"}, "~/.config/trivet/config.toml"),
        (Unix, {}, "~/.config/trivet/config.toml"),
        (MacOS, {}, "~/Library/Application Support/trivet/config.toml"),
        (Windows, {"APPDATA": "/roaming"}, "/roaming/trivet/config.toml"),
    ],
)
def test_settings_file_is_in_the_folder_of_the_guide(
    monkeypatch: pytest.MonkeyPatch, platform: type, environment: dict[str, str], expected: str
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(platformdirs, "PlatformDirs", platform)
    monkeypatch.setattr(platformdirs.windows, "get_win_folder", get_win_folder_from_env_vars)  # Windows' own, elsewhere
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert config_path() == Path(expected).expanduser()
    assert not is_chosen()


@pytest.fixture
def without_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without an entry in passwd, as in many containers, and without HOME."""
    pwd = pytest.importorskip("pwd")

    def unknown(_: int) -> None:
        raise KeyError("getpwuid(): uid not found")

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TRIVET_CONFIG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("without_home")
def test_user_without_a_home_folder_has_no_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_profiles().names == []
    with pytest.raises(UsageError, match=r"^there is no home folder .* set HOME, or name the file in TRIVET_CONFIG"):
        config_path()
    monkeypatch.setenv("TRIVET_CONFIG", "~/trivet.toml")
    with pytest.raises(UsageError, match=r"^TRIVET_CONFIG names ~/trivet\.toml, which does not exist"):
        read_profiles()


@pytest.mark.usefixtures("without_home")
def test_user_without_a_home_folder_needs_a_file_for_the_audit_log() -> None:
    with pytest.raises(UsageError, match="name a file"):
        default_log()


@pytest.mark.usefixtures("without_home")
def test_command_of_a_user_without_a_home_folder_runs(monkeypatch: pytest.MonkeyPatch, bus_server: Any) -> None:
    env = {"TRIVET_BUS_BASE_URL": bus_server.url, "TRIVET_BUS_ACCOUNT_KEY": bus_server.stub.account_key}
    monkeypatch.setattr("tests.sdk.cli.console.environment", lambda more: {**more})
    result = run_here("bus", "stops", "list", "--limit", "1", "-o", "json", env=env)
    assert (result.status, result.err, len(json.loads(result.out))) == (0, "", 1)
