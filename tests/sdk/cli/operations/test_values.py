"""Results that are one value, in this process and in a terminal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sdk.cli.console import in_terminal, run_here
from tests.sdk.cli.operations.calls import env_of
from trivet.cli.invocation import Invocation
from trivet.cli.operations.table import load
from trivet.cli.operations.values import columns


def test_one_record_is_an_object_and_no_array_in_json(chat_server: Any) -> None:
    user = chat_server.stub.user_id("bob")
    done = run_here("chat", "admin", "users", "get", user, env=env_of("chat", chat_server))
    assert json.loads(done.out)["id"] == user


def test_whole_list_is_an_array_without_paging_options(agent_server: Any) -> None:
    done = run_here("agent", "project", "list", env=env_of("agent", agent_server))
    assert [each["id"] for each in json.loads(done.out)] == ["prj_000001", "prj_000002"]
    refused = run_here("agent", "project", "list", "--limit", "1", env=env_of("agent", agent_server))
    assert (refused.status, refused.out) == (2, "")


def test_operation_without_an_answer_prints_nothing(chat_server: Any) -> None:
    user = chat_server.stub.user_id("bob")
    done = run_here("chat", "admin", "users", "delete", user, env=env_of("chat", chat_server))
    assert done == (0, "", "")
    assert chat_server.stub.requests.count("admin.users.delete") == 1


def test_text_goes_out_as_it_is_in_a_pipe_and_with_escapes_on_a_terminal(
    agent_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+\x1b[31mred\n"
    env = env_of("agent", agent_server)
    body = json.dumps({"patch": patch})
    assert run_here("agent", "vcs", "patch", "--body", "-", env=env, stdin=body).status == 0
    diff = ("agent", "vcs", "diff", "--format", "patch")
    assert "+\x1b[31mred\n" in run_here(*diff, env=env).out
    monkeypatch.setattr(Invocation, "on_terminal", True)
    shown = run_here(*diff, env=env).out
    assert "+\\x1b[31mred\n" in shown
    assert "\x1b" not in shown


def test_list_on_a_terminal_is_a_table_that_fits(chat_server: Any) -> None:
    with in_terminal("chat", "admin", "users", "list", env=env_of("chat", chat_server), size=(80, 24)) as terminal:
        assert terminal.wait() == 0
    lines = terminal.text.splitlines()
    assert lines[0].split()[:2] == ["id", "email"]
    assert max(len(each) for each in lines if not each.startswith("trivet: ")) <= 80


def test_columns_leave_out_records_and_secrets() -> None:
    found = {each.name: each.right for each in columns(load("chat").operations["admin", "users", "list"])}
    assert found["email"] is False
    assert found["conversation_count"] is True
    shares = [each.name for each in columns(load("chat").operations["conversations", "shares", "list"])]
    assert "share_token" not in shares
