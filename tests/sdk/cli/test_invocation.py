"""One run of a command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.console import run_here
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format, Options


def test_records_and_values_of_a_server_are_shown(probe: Path, chat_server: Any) -> None:
    env = {"TRIVET_CHAT_BASE_URL": chat_server.url, "TRIVET_CHAT_TOKEN": chat_server.stub.admin_token}
    listed = run_here("probe-chat", "users", "--fields", "email", env=env)
    assert [each["email"] for each in json.loads(listed.out)].count("alice@example.com") == 1
    assert run_here("probe-chat", "none", env=env) == (0, "[]\n", "")
    assert run_here("probe-chat", "none", "-o", "table", env=env) == (0, "", "trivet: no records\n")
    made = json.loads(run_here("probe-chat", "token", env=env).out)
    table = run_here("probe-chat", "token", "-o", "table", env=env).out
    assert len(made["access_token"]) > 8
    assert ["access_token", "***"] in [each.split() for each in table.splitlines()]


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


def test_debug_names_the_settings_and_logs_the_requests(probe: Path, chat_server: Any) -> None:
    env = {"TRIVET_CHAT_BASE_URL": chat_server.url, "TRIVET_CHAT_TOKEN": chat_server.stub.admin_token}
    chat_server.stub.faults.add("admin.users.list", status=503, headers={"Retry-After": "0"})
    lines = run_here("probe-chat", "none", "--debug", env=env).err.splitlines()
    assert lines == [
        f"trivet: chat: base_url {chat_server.url} (from TRIVET_CHAT_BASE_URL), token from TRIVET_CHAT_TOKEN",
        "trivet: admin.users.list: 503",
        "trivet: admin.users.list: attempt 1: 503; again in 0.0 s",
        "trivet: admin.users.list: 200",
    ]


def test_agent_works_in_the_directory_of_the_profile(probe: Path, agent_server: Any, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f'[dev.agent]\nbase_url = "{agent_server.url}"\ndirectory = "/src/orchard"\n')
    done = run_here("probe-agent", "--profile", "dev", env={"TRIVET_CONFIG": str(path)})
    assert done.status == 0, done.err
    assert agent_server.stub.requests[-1].query == [("directory", "/src/orchard")]
