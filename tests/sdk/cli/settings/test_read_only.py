"""`read_only` of a profile and TRIVET_READ_ONLY: nothing that changes data is sent, by whichever command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.laws.specs import document
from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of
from tests.wrong_rows import wrong_rows
from trivet.cli.operations.table import load

CHANGING = (
    ("chat", "users deactivate bob@example.com --yes"),
    ("chat", "users undo done.journal"),
    ("chat", "leavers bob@example.com --yes"),
    ("chat", "as bob@example.com -- conversations list"),
    ("chat", "request DELETE /conversations/1"),
    ("chat", "request POST /conversations"),
    ("chat", "request PUT /conversations/1"),
    ("agent", "run hello"),
    ("agent", "watch --answer"),
)
READING = (
    ("chat", "users deactivate bob@example.com --dry-run"),
    ("chat", "admin users list --all"),
    ("chat", "request GET /admin/users"),
    ("agent", "fs search --search-query x"),
    ("agent", "session list"),
    ("agent", "watch --once"),
)


@pytest.fixture
def servers(agent_server: Any, chat_server: Any) -> dict[str, Any]:
    return {"agent": agent_server, "chat": chat_server}


def test_recipe_or_request_that_changes_data_is_refused(
    servers: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("done.journal").touch()
    with wrong_rows() as row:
        for service, line in CHANGING:
            with row(line):
                env = {**env_of(service, servers[service]), "TRIVET_READ_ONLY": "yes"}
                result = run_here(service, *line.split(), env=env)
                assert (result.status, result.out) == (2, "")
                assert "as it may change data, and TRIVET_READ_ONLY allows reading only" in result.err
                assert len(servers[service].stub.requests) == 0


def test_command_that_reads_is_sent(servers: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with wrong_rows() as row:
        for service, line in READING:
            with row(line):
                env = {**env_of(service, servers[service]), "TRIVET_READ_ONLY": "1"}
                before = len(servers[service].stub.requests)
                result = run_here(service, *line.split(), env=env)
                assert (result.status, "reading only" in result.err) == (0, False), result.err
                assert len(servers[service].stub.requests) > before


def test_key_of_the_profile_refuses_with_the_table_that_has_it(chat_server: Any, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[default.chat]\nread_only = true\n[work.chat]\nread_only = false\n")
    env = {**env_of("chat", chat_server), "TRIVET_CONFIG": str(config)}
    words = ("chat", "conversations", "create", "--title", "New")
    refused = run_here(*words, env=env)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == (
        f"trivet: conversations.create: not sent, as it may change data, and [default.chat] of {config} allows reading "
        "only\n"
    )
    assert run_here(*words, "--profile", "work", env={**env, "TRIVET_READ_ONLY": "1"}).status == 2
    assert len(chat_server.stub.requests) == 0
    assert run_here(*words, "--profile", "work", env={**env, "TRIVET_READ_ONLY": "0"}).status == 0
    shown = run_here("config", "show", "-o", "csv", env=env).out
    assert "chat,read_only,True" in shown or "chat,read_only,true" in shown


def test_value_that_is_not_clear_is_refused(tmp_path: Path) -> None:
    result = run_here("chat", "conversations", "list", env={"TRIVET_READ_ONLY": "ture"})
    assert (result.status, "TRIVET_READ_ONLY must be one of 1, on, true, yes, 0" in result.err) == (2, True)
    config = tmp_path / "config.toml"
    config.write_text('[default.chat]\nread_only = "no"\n')
    result = run_here("chat", "conversations", "list", env={"TRIVET_CONFIG": str(config)})
    assert (result.status, "read_only must be true or false" in result.err) == (2, True)


@pytest.mark.parametrize("service", ["agent", "bus", "chat"])
def test_spec_says_which_operations_change_data(service: str) -> None:
    stated = {
        operation["operationId"]: method != "get" and not operation.get("x-retryable", False)
        for path in document(service)["paths"].values()
        for method, operation in path.items()
    }
    assert {operation.id: operation.changes for operation in load(service).operations.values()} == stated
