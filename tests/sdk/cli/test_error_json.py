"""`--error-format json`: one line of JSON about an error, also by environment and profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of
from tests.wrong_rows import wrong_rows

KEYS = ["error", "message", "operation", "status", "code", "request_id", "retryable", "hint", "exit_status"]
JSON = ("--error-format", "json")


def error_of(err: str) -> dict[str, Any]:
    record = json.loads(err.splitlines()[-1])
    assert list(record) == KEYS
    return {name: value for name, value in record.items() if value is not None}


def test_error_of_the_service_has_its_code_and_request(chat_server: Any) -> None:
    env = {**env_of("chat", chat_server), "TRIVET_CHAT_TOKEN": "wrong"}
    done = run_here("chat", "admin", "users", "list", *JSON, env=env)
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert error_of(done.err) | {"request_id": "", "hint": ""} == {
        "error": "AuthenticationError",
        "message": error_of(done.err)["message"],
        "operation": "admin.users.list",
        "status": 401,
        "code": "AUTHENTICATION_ERROR",
        "request_id": "",
        "retryable": False,
        "hint": "",
        "exit_status": 1,
    }
    assert error_of(done.err)["request_id"] in error_of(done.err)["message"]
    assert "--token-file FILE gives another" in error_of(done.err)["hint"]
    assert "wrong" not in done.err


def test_retryable_is_true_only_if_a_second_call_can_do_no_harm(
    chat_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No pause between two attempts takes time.
    monkeypatch.setattr("trivet._core.settings.SystemClock", lambda: chat_server.stub.clock)
    read, change = "conversations.list", "conversations.create"
    env, faults = env_of("chat", chat_server), chat_server.stub.faults
    lines = {read: ["conversations", "list"], change: ["conversations", "create", "--title", "Talk"]}
    rows: list[tuple[str, dict[str, Any], bool]] = [
        (read, {"status": 503}, True),
        (read, {"status": 500}, True),
        (read, {"status": 429}, True),
        (read, {"status": 404}, False),
        (read, {"drop": True}, True),
        (change, {"status": 503}, False),
        (change, {"status": 429}, True),
        (change, {"drop": True}, False),
    ]
    with wrong_rows() as row:
        for operation, fault, retryable in rows:
            with row((operation, fault)):
                faults.add(operation, times=3, headers={"Retry-After": "0"}, **fault)
                done = run_here("chat", *lines[operation], *JSON, env=env)
                faults.clear()
                assert error_of(done.err)["retryable"] is retryable, done.err
        for words in (lines[read], lines[change], ["request", "POST", "/x"]):
            with row(words):
                done = run_here("chat", *words, *JSON, "--base-url", "http://127.0.0.1:1", env=env)
                assert (error_of(done.err)["error"], error_of(done.err)["retryable"]) == ("APIConnectionError", True)


@pytest.mark.parametrize(
    "words",
    [
        ["bus", "stops", "lst"],
        ["bus", "stops", "list", "--skip", "x"],
        ["bus", "stops", "list", "--skip", "-1"],
        ["bus", "stops", "list", "--query", "["],
        ["bus", "stops", "list", "--profile", "missing"],
        ["bus", "near"],
    ],
)
def test_wrong_usage_is_an_error_of_status_2(words: list[str]) -> None:
    done = run_here(*words, "--error-format=json", env={"TRIVET_BUS_ACCOUNT_KEY": "k"})
    error = error_of(done.err)
    assert (done.status, error["exit_status"], error["error"], error["retryable"]) == (2, 2, "UsageError", False)


def test_option_then_profile_then_environment_choose_the_format(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("[default.bus]\nerror_format = 'json'\n[people.bus]\nerror_format = 'text'\n")
    line, json_env = ("bus", "stops", "lst"), {"TRIVET_ERROR_FORMAT": "json"}
    settings, damaged = {"TRIVET_CONFIG": str(path)}, {"TRIVET_CONFIG": str(tmp_path / "none.toml")}
    rows: list[tuple[list[str], dict[str, str], bool]] = [
        ([], {}, False),
        ([*JSON], {}, True),
        ([], json_env, True),
        (["--error-format", "text"], json_env, False),
        ([], settings, True),
        ([], {**settings, "TRIVET_ERROR_FORMAT": "text"}, False),
        (["--profile", "people"], {**settings, **json_env}, False),
        (["--profile=people"], settings, False),
        ([], {**damaged, **json_env}, True),
        ([*JSON], damaged, True),
    ]
    with wrong_rows() as row:
        for options, env, is_json in rows:
            with row((options, env)):
                assert run_here(*line, *options, env=env).err.startswith("{") is is_json
    unknown = run_here("bus", "route", "2", env={"TRIVET_ERROR_FORMAT": "xml"})
    assert (unknown.status, unknown.err) == (2, "trivet: TRIVET_ERROR_FORMAT: 'xml' is not one of text, json\n")
    shown = json.loads(run_here("config", "show", env=settings).out)
    assert {"service": "bus", "setting": "error_format", "value": "json", "source": f"[default.bus] of {path}"} in shown


def test_error_without_a_call_and_a_command_within_a_command(chat_server: Any, tmp_path: Path) -> None:
    env = {**env_of("chat", chat_server), "XDG_STATE_HOME": str(tmp_path)}
    words = ["as", "bob@example.com", *JSON, "--", "conversations", "get", "00000000-0000-4000-8000-00000000dead"]
    assert error_of(run_here("chat", *words, env=env).err)["status"] == 404
    assert error_of(run_here("completion", "tcsh", env={"TRIVET_ERROR_FORMAT": "json"}).err)["exit_status"] == 2
