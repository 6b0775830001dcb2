"""One run of a command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.console import Done, run_here
from tests.sdk.exposure import SPELLINGS, exposed
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format, Options
from trivet_stubs import Clock


def test_records_and_values_of_a_server_are_shown(probe: Path, chat_server: Any) -> None:
    env = {"TRIVET_CHAT_BASE_URL": chat_server.url, "TRIVET_CHAT_TOKEN": chat_server.stub.admin_token}
    listed = run_here("probe-chat", "users", "--fields", "email", env=env)
    assert [row["email"] for row in json.loads(listed.out)].count("alice@example.com") == 1
    assert run_here("probe-chat", "none", env=env) == (0, "[]\n", "")
    assert run_here("probe-chat", "none", "-o", "table", env=env) == (0, "", "trivet: no records\n")
    token = json.loads(run_here("probe-chat", "token", env=env).out)
    table = run_here("probe-chat", "token", "-o", "table", env=env).out
    assert len(token["access_token"]) > 8
    assert ["access_token", "***"] in [row.split() for row in table.splitlines()]


def test_format_of_the_profile_is_used_unless_an_option_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[default.bus]\noutput = 'csv'\n")
    monkeypatch.setenv("TRIVET_CONFIG", str(path))
    assert Invocation("bus", Options()).options.output is Format.CSV
    assert Invocation("bus", Options(output=Format.YAML)).options.output is Format.YAML
    with pytest.raises(UsageError, match="there is no profile 'x'"):
        Invocation("bus", Options(profile="x"))


def test_debug_names_the_settings_and_logs_the_requests(
    probe: Path, chat_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivet._core.settings.SystemClock", Clock)  # a pause takes no time
    env = {"TRIVET_CHAT_BASE_URL": chat_server.url, "TRIVET_CHAT_TOKEN": chat_server.stub.admin_token}
    chat_server.stub.faults.add("admin.users.list", status=503, headers={"Retry-After": "7"})
    lines = run_here("probe-chat", "none", "--debug", env=env).err.splitlines()
    assert lines == [
        f"trivet: chat: base_url {chat_server.url} (from TRIVET_CHAT_BASE_URL), token from TRIVET_CHAT_TOKEN",
        "trivet: admin.users.list: 503",
        "trivet: admin.users.list: attempt 1: 503; again in 7.0 s",
        "trivet: admin.users.list: 200",
    ]


def test_agent_works_in_the_directory_of_the_profile(probe: Path, agent_server: Any, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f'[dev.agent]\nbase_url = "{agent_server.url}"\ndirectory = "/src/orchard"\n')
    result = run_here("probe-agent", "--profile", "dev", env={"TRIVET_CONFIG": str(path)})
    assert result.status == 0, result.err
    assert agent_server.stub.requests[-1].query == [("directory", "/src/orchard")]


SECRET = "k3y/With+Signs=%&"
CONFIG: list[Path] = []
AT = "(from TRIVET_CHAT_BASE_URL)"


@pytest.fixture(autouse=True, scope="module")
def without_retries(tmp_path_factory: pytest.TempPathFactory) -> None:
    CONFIG.append(tmp_path_factory.mktemp("config") / "config.toml")
    CONFIG[-1].write_text("[default.chat]\nmax_retries = 0\n")


def users(server: Any, *arguments: str, token: str = "") -> Done:
    env = {"TRIVET_CHAT_BASE_URL": server.url, "TRIVET_CHAT_TOKEN": token or server.stub.admin_token}
    env["TRIVET_CONFIG"] = str(CONFIG[-1])
    return run_here("probe-chat", "users", "--timeout", "5", *arguments, env=env)


@pytest.mark.parametrize(
    ("fault", "hint"),
    [
        (
            {"status": 401},
            f"the token from TRIVET_CHAT_TOKEN was sent to URL {AT}; is it this server's, and still valid?",
        ),
        ({"status": 403}, "the account may not do this: use the token of one that may, for example an administrator's"),
        ({"status": 500}, "the service failed; try again later"),
        ({"status": 429, "headers": {"Retry-After": "9999"}}, "try again later"),
        (
            {"status": 200, "body": {"items": 3}},
            f"does the base URL URL {AT} belong to a chat service? `trivet check chat",
        ),
        ({"cut_after": 9}, "the connection broke off; the output so far is not complete"),
    ],
)
def test_error_has_a_hint(probe: Path, chat_server: Any, fault: dict[str, Any], hint: str) -> None:
    chat_server.stub.faults.add("admin.users.list", times=None, **fault)
    result = users(chat_server)
    assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
    assert hint in result.err.replace(chat_server.url, "URL")


def test_server_that_is_slow_or_unreachable_is_named(probe: Path, chat_server: Any) -> None:
    chat_server.stub.faults.add("admin.users.list", times=None, hang=True)
    result = users(chat_server, "--timeout", "0.05")
    assert result.status == 1
    assert "--timeout S waits longer" in result.err
    away = users(chat_server, "--base-url", "http://127.0.0.1:1")
    assert away.err.endswith(
        " (127.0.0.1:1, from --base-url); does a server run there? `trivet stub chat` starts one for trials\n"
    )
    work = chat_server.url.removeprefix("http://")
    assert f" ({work}, from TRIVET_CHAT_BASE_URL); the server is slow" in result.err


def test_dead_proxy_is_named_with_no_proxy(probe: Path, closed_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trivet._core.settings.SystemClock", Clock)
    host = closed_url.removeprefix("http://")
    env = {
        "TRIVET_CHAT_BASE_URL": "https://chat.test",
        "TRIVET_CHAT_TOKEN": "t",
        "HTTPS_PROXY": f"http://me:pa55word@{host}",
    }
    result = run_here("probe-chat", "users", env=env)
    assert result.status == 1
    assert result.err.endswith(
        f" (the proxy {host}, from HTTPS_PROXY); does the proxy run, and may it connect there? "
        "NO_PROXY lists the hosts that are reached without it\n"
    )
    assert "pa55word" not in result.err


def test_unreachable_server_of_a_profile_is_named(
    probe: Path, tmp_path: Path, closed_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivet._core.settings.SystemClock", Clock)  # no pause between attempts takes time
    config = tmp_path / "config.toml"
    config.write_text(f'[work.chat]\nbase_url = "{closed_url}"\n')
    env = {"TRIVET_CONFIG": str(config), "TRIVET_CHAT_TOKEN": "t"}
    result = run_here("probe-chat", "users", "--profile", "work", env=env)
    host = closed_url.removeprefix("http://")
    assert (result.status, f"({host}, from [work.chat] of {config}); does a server run there?" in result.err) == (
        1,
        True,
    )


def test_credential_that_is_missing_or_wrong_is_named_and_not_shown(probe: Path, chat_server: Any) -> None:
    result = users(chat_server, token="two words")
    assert (result.status, "it comes from TRIVET_CHAT_TOKEN" in result.err, "two words" in result.err) == (
        2,
        True,
        False,
    )
    result = run_here("probe-chat", "users", env={"TRIVET_CHAT_BASE_URL": chat_server.url})
    assert result.status == 2
    assert result.err.endswith(
        "there is no token: set TRIVET_CHAT_TOKEN, give --token-file FILE (- is stdin), or keep it in the keyring with "
        "`trivet config set-token chat`\n"
    )


def test_no_output_shows_the_token_in_any_spelling(probe: Path, chat_server: Any) -> None:
    echo = json.dumps({"detail": [spelling(SECRET).decode("latin-1") for spelling in SPELLINGS.values()]})
    for fault in ({"status": 401}, {"status": 500}, {"status": 200}):
        chat_server.stub.faults.clear()
        chat_server.stub.faults.add(
            "admin.users.list", times=None, body=echo, headers={"X-Request-Id": SECRET}, **fault
        )
        result = users(chat_server, "--debug", token=SECRET)
        assert result.status == 1
        assert "Traceback" in result.err
        assert exposed(Exception(), SECRET, also=result.err + result.out) == []
