"""The commands `trivet config …`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sdk.cli.console import Done, run_here
from tests.sdk.exposure import exposed
from trivet.cli.settings.commands import use_keyring, with_keyring
from trivet.cli.settings.profiles import read_profiles

Write = Callable[[str], Path]
SECRET = 's3cret/With+Signs=&"'


def config(path: Path, *arguments: str, stdin: str = "", **env: str) -> Done:
    result = run_here("config", *arguments, env={"TRIVET_CONFIG": str(path), **env}, stdin=stdin)
    assert exposed(Exception(), SECRET, also=result.out + result.err) == []
    return result


def test_path_is_printed(settings_file: Write) -> None:
    path = settings_file("")
    assert config(path, "path") == (0, f"{path}\n", "")


def test_settings_are_shown_with_their_sources_and_no_secret(settings_file: Write) -> None:
    path = settings_file('[work.chat]\nbase_url = "https://w.test"\ntoken_env = "WORK"\n[work.agent]\nuser = "me"\n')
    env = {"WORK": SECRET, "TRIVET_AGENT_PASSWORD": SECRET, "TRIVET_BUS_BASE_URL": "http://b.test"}
    result = config(path, "show", "--profile", "work", "-o", "json", **env)
    assert (result.status, result.err) == (0, "")
    rows = [tuple(row.values()) for row in json.loads(result.out) if row["service"] in ("agent", "bus", "chat")]
    assert rows == [
        ("agent", "user", "", ""),
        ("agent", "password", "***", "TRIVET_AGENT_PASSWORD"),
        ("bus", "base_url", "http://b.test", "TRIVET_BUS_BASE_URL"),
        ("bus", "account_key", None, "nowhere"),
        ("chat", "base_url", "https://w.test", f"[work.chat] of {path}"),
        ("chat", "token", "***", "WORK"),
    ]
    assert config(path, "show", "--profile", "wrk").err == (
        f"trivet: there is no profile 'wrk' in {path}: did you mean 'work'?\n"
    )


def test_password_in_a_base_url_is_not_shown(settings_file: Write) -> None:
    path = settings_file("")
    url = "http://me:s3cret-word@c.test/api"
    result = config(path, "show", TRIVET_CHAT_BASE_URL=url)
    used = run_here("chat", "conversations", "list", "--debug", env={"TRIVET_CHAT_BASE_URL": url})
    assert (result.status, used.status) == (0, 2)
    assert '"http://..."' in result.out
    assert "s3cret-word" not in result.out + result.err + used.out + used.err


def test_check_names_every_problem(settings_file: Write) -> None:
    path = settings_file("[a.chat]\nbase_ulr = 1\ntimeout = 0\n[b.bus]\noutput = 'table'\n")
    result = config(path, "check")
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 2)
    path = settings_file("[a.chat]\ntoken_env = 'NOT_SET'\n[b.bus]\ntoken_env = 'SET'\n")
    result = config(path, "check", SET=SECRET)
    assert (result.status, result.err) == (1, f"[a.chat] of {path} takes the token from NOT_SET, which is not set\n")
    assert config(path, "check", SET=SECRET, NOT_SET=SECRET) == (0, "", f"{path}: 2 profiles, all can be used\n")


def test_token_is_kept_used_and_forgotten(settings_file: Write, keyring_entries: dict[tuple[str, str], str]) -> None:
    path = settings_file('[work.chat]\nbase_url = "https://w.test" # mine\n')
    result = config(path, "set-token", "chat", "--profile", "work", stdin=f"{SECRET}\n")
    assert result == (0, "", f"kept in the keyring for [work.chat], and [work.chat] of {path} says so\n")
    assert keyring_entries == {("trivet", "work.chat"): SECRET}
    assert path.read_text() == '[work.chat]\ntoken_keyring = true\nbase_url = "https://w.test" # mine\n'
    assert config(path, "check").status == 0
    assert config(path, "forget-token", "chat", "--profile", "work").status == 0
    assert config(path, "forget-token", "chat", "--profile", "work") == (
        2, "", "trivet: the keyring has nothing for [work.chat]\n",
    )  # fmt: skip


def test_settings_file_keeps_the_line_ends_of_windows(
    settings_file: Write, keyring_entries: dict[tuple[str, str], str]
) -> None:
    path = settings_file("")
    path.write_bytes(b"# mine\r\n[work.chat]\r\ntimeout = 5\r\n")
    for profile in ("work", "other"):
        assert config(path, "set-token", "chat", "--profile", profile, stdin=SECRET).status == 0
    assert path.read_bytes() == (
        b"# mine\r\n[work.chat]\r\ntoken_keyring = true\r\ntimeout = 5\r\n\r\n[other.chat]\r\ntoken_keyring = true\r\n"
    )


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (("chat", "--profile", "a.b"), SECRET, "--profile: 'a.b' is not a name"),
        (("chat", "--profile", "work"), "", "stdin has no token: it is empty"),
        (("bus", "--profile", "work"), SECRET, "[work.bus] of {path} has token_env: remove it first"),
    ],
)
def test_token_that_cannot_be_kept_changes_nothing(
    settings_file: Write,
    keyring_entries: dict[tuple[str, str], str],
    arguments: tuple[str, ...],
    stdin: str,
    message: str,
) -> None:
    path = settings_file("[work.bus]\ntoken_env = 'KEY'\n")
    result = config(path, "set-token", *arguments, stdin=stdin)
    assert (result.status, result.out) == (2, "")
    assert message.format(path=path) in result.err
    assert (keyring_entries, path.read_text()) == ({}, "[work.bus]\ntoken_env = 'KEY'\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[home.bus]\ntimeout = 3",
        "# mine\n[work.chat] # here\nbase_url = 'x'\n\n[work.bus]\n",
        "[ work . chat ]\nbase_url = 'x'\n",
        "[work.agent]\nuser = '[work.chat]'\n",
    ],
)
def test_rest_of_the_file_stays(text: str) -> None:
    changed = with_keyring(text, "work", "chat")
    assert changed is not None
    before, after = tomllib.loads(text), tomllib.loads(changed)
    assert after["work"]["chat"].pop("token_keyring") is True
    before.setdefault("work", {}).setdefault("chat", {})
    assert after == before
    assert all(line in changed for line in text.splitlines())


@pytest.mark.parametrize("text", ["work = {chat = {}}\n", "['work'.chat]\n", 'a = """\n[work.chat]\n"""\n'])
def test_file_of_an_unusual_form_is_not_touched(text: str) -> None:
    assert with_keyring(text, "work", "chat") is None


def test_new_file_is_for_the_user_alone(settings_file: Write) -> None:
    text = use_keyring(None, "default", "bus")
    path = read_profiles().path
    assert text == f", and [default.bus] of {path} says so"
    assert path.stat().st_mode & 0o077 == 0
    assert use_keyring(read_profiles(), "default", "bus") == ""
    path.write_text("default = {bus = {}}\n")
    assert use_keyring(read_profiles(), "default", "bus").startswith("; write `token_keyring = true` below")
    assert path.read_text() == "default = {bus = {}}\n"
