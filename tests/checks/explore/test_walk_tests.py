"""Walks in a test suite of one's own, and by the command: the failing walk is the text of the failure."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from trivet_checks import check_walk
from trivet_checks.checks import budget
from trivet_checks.commands.check import add
from trivet_checks.mutants.changes import change_answer, do_nothing
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply

CHECKS = typer.Typer()
CHECKS.callback()(lambda: None)
add(CHECKS)
CALLERS = {"ADMIN": "admin", "USER": "alice", "OTHER": "bob"}
REVOKED: list[dict[str, Any]] = [
    {"caller": "user", "operation": "conversations.create", "body": {"title": "trivet-check-$run shared"}},
    {
        "caller": "user",
        "operation": "conversations.shares.create",
        "path": ["$conversation.1"],
        "body": {"generate_link": False, "shared_with": "$user.other", "permission": "view"},
    },
    {"caller": "user", "operation": "conversations.shares.delete", "path": ["$conversation.1", "$share.2"]},
    {"caller": "user", "operation": "conversations.shares.list", "path": ["$conversation.1"]},
]
SUITE = """
from trivet_checks import walk_tests

options = {"base_url_fixture": "url", "walks": 8}
test_walks = walk_tests("chat", **options)
test_of_other_rules = walk_tests("chat", ids=["chat.ratings.*"], **options)
test_nowhere = walk_tests("chat", base_url="http://127.0.0.1:9", timeout=0.5)
"""
CONFTEST = """
import pytest

@pytest.fixture
def url():
    return "{url}"
"""


class NothingRevoked:
    """Answers that a share is revoked, which stays."""

    @operation("conversations.shares.delete")
    def revoke(self, request: ContractRequest) -> Reply:
        return Reply(headers={"content-type": "application/json"})


@pytest.fixture(autouse=True)
def late_writes_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a read that differs as it is: the stubs show each write at once."""
    monkeypatch.setattr(budget, "LEAST", 0.0)


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatStub]:
    with ChatStub() as stub:
        for name, user in CALLERS.items():
            monkeypatch.setenv(f"TRIVET_CHAT_{name}_TOKEN", stub.token(user))
        yield stub


def explore(url: str, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(CHECKS, ["check", "chat", "--base-url", url, "--explore", *options])
    return result.exit_code, result.output


def test_a_right_server_is_left_with_status_0(stub: ChatStub) -> None:
    with stub.serve() as served:
        status, output = explore(served.url, "--allow-writes", "--walks", "1", "--steps", "30", "--seed", "3")
    assert status == 0
    assert "all removed" in output
    assert "The server's choices:" in output


def test_walks_without_writes_and_of_other_services_are_status_2(stub: ChatStub) -> None:
    with stub.serve() as served:
        for options, words in (
            ([], "add --allow-writes"),
            (["--allow-writes", "--walks", "0"], "--walks: 0 is less than 1"),
            (["--allow-writes", "--steps", "0"], "--steps: 0 is less than 1"),
        ):
            status, output = explore(served.url, *options)
            assert (status, words in output) == (2, True)
        assert not stub.requests
        command = ["check", "parcel", "--base-url", served.url, "--explore", "--allow-writes"]
        assert CliRunner().invoke(CHECKS, command).exit_code == 2


def test_a_finding_is_status_1_in_every_report_and_a_departure_explains_it(stub: ChatStub, tmp_path: Path) -> None:
    do_nothing(stub, "conversations.shares.delete", status=204)
    rule, files = "chat.shares.revoked-opens-nothing", [tmp_path / name for name in ("r.json", "r.xml", "r.html")]
    options = ["--allow-writes", "--walks", "8", "--select", rule]
    names = ("--json", "--junit", "--html")
    written = [word for name, file in zip(names, files, strict=True) for word in (name, str(file))]
    departures = tmp_path / "known.toml"
    departures.write_text(f'[[departure]]\nid = "{rule}"\npart = "*"\nseen = "*"\nreason = "Ticket 4711."\n')
    with stub.serve() as served:
        status, output = explore(served.url, *options, *written)
        known, _ = explore(served.url, *options, "--departures", str(departures))
    assert (status, known) == (1, 0)
    assert "Step:    4. " in output
    [finding] = [one for one in json.loads(files[0].read_bytes())["findings"] if one["id"] == rule]
    assert finding["parts"][0]["walk"]["lines"][0].startswith("1. ")
    assert all("DELETE /conversations/" in file.read_text("utf-8") for file in files[1:])


def test_the_walk_of_a_report_is_a_test_of_its_own(stub: ChatStub) -> None:
    with stub.serve() as served:
        check_walk("chat", REVOKED, base_url=served.url)
        stub.override(NothingRevoked())
        with pytest.raises(AssertionError, match=r"step 4, conversations\.shares\.list: items has the share of step 2"):
            check_walk("chat", REVOKED, base_url=served.url)
        with pytest.raises(ValueError, match="row 1 has no operation"):
            check_walk("chat", [{"caller": "user", "operation": "chairs.list"}], base_url=served.url)
    assert not [row for row in stub.records.conversations.values() if "trivet-check" in str(row.title)]


@pytest.mark.long
def test_walk_tests_fail_with_the_walk(stub: ChatStub, tmp_path: Path) -> None:
    do_nothing(stub, "conversations.shares.delete", status=204)
    (tmp_path / "test_walks.py").write_text(SUITE, "utf-8")
    with stub.serve() as served:
        (tmp_path / "conftest.py").write_text(CONFTEST.format(url=served.url), "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", str(tmp_path)]
        ended = subprocess.run(command, capture_output=True, text=True, env=os.environ.copy(), check=False)
    assert "2 failed, 1 passed" in ended.stdout
    assert "1. " in ended.stdout
    assert "GET /conversations/shared/{the link of step 2}" in ended.stdout
    assert "http://127.0.0.1:9 does not answer" in ended.stdout


MISSED: list[dict[str, Any]] = [
    {
        "caller": "user",
        "operation": "session.create",
        "query": {"directory": "$directory"},
        "body": {
            "title": "trivet-check-$run",
            "permission": [{"action": "*", "resource": "*", "effect": "deny"}],
        },
    },
    {"caller": "user", "operation": "session.list", "query": {"directory": "$directory", "search": "$run"}},
]


class NoSessions:
    """Answers that there is no session."""

    @operation("session.list")
    def sessions(self, request: ContractRequest) -> dict[str, Any]:
        return {"data": [], "cursor": {"previous": None, "next": None}}


def test_the_walk_of_an_agent_server_is_a_test_of_its_own() -> None:
    directory = "/home/dev/lighthouse"
    with AgentStub() as stub, stub.serve() as served:
        check_walk("agent", MISSED, base_url=served.url, directory=directory)
        stub.override(NoSessions())
        with pytest.raises(AssertionError, match="data has no such record, and by the model the session of step 1"):
            check_walk("agent", MISSED, base_url=served.url, directory=directory)
        assert not stub.sessions


def test_an_agent_server_is_explored_by_the_command() -> None:
    with AgentStub() as stub, stub.serve() as served:
        command = ["check", "agent", "--base-url", served.url, "--explore", "--allow-writes", "--walks", "1"]
        result = CliRunner().invoke(CHECKS, [*command, "--directory", "/home/dev/lighthouse"])
        refused = CliRunner().invoke(CHECKS, command)
    assert (result.exit_code, refused.exit_code) == (0, 2)
    assert "agent.list: the default runtime is in: `/home/dev/orchard`" in result.output
    assert "add --directory" in refused.output


def test_walk_tests_of_an_agent_server_pass(tmp_path: Path) -> None:
    (tmp_path / "test_walks.py").write_text(
        "from trivet_checks import walk_tests\n"
        'test_walks = walk_tests("agent", base_url_fixture="url", directory="/home/dev/lighthouse", walks=1)\n',
        "utf-8",
    )
    with AgentStub() as stub, stub.serve() as served:
        (tmp_path / "conftest.py").write_text(CONFTEST.format(url=served.url), "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", str(tmp_path)]
        ended = subprocess.run(command, capture_output=True, text=True, env=os.environ.copy(), check=False)
    assert "1 passed" in ended.stdout


def test_walks_of_the_bus_service_only_read_and_need_no_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    with BusStub() as bus, bus.serve() as served:
        monkeypatch.setenv("TRIVET_BUS_USER_TOKEN", bus.account_key)
        command = ["check", "bus", "--base-url", served.url, "--explore", "--walks", "1"]
        result = CliRunner().invoke(CHECKS, command)
        assert {request.method for request in bus.requests} <= {"GET", "HEAD"}
    assert result.exit_code == 0, result.output
    assert "routes.list: records of a page: " in result.output


def test_two_answers_of_a_bus_server_are_compared_by_a_test_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[dict[str, Any]] = [
        {"caller": "user", "operation": "stops.list"},
        {"caller": "user", "operation": "stops.list", "query": {"$skip": 1}},
    ]
    with BusStub() as bus, bus.serve() as served:
        monkeypatch.setenv("TRIVET_BUS_USER_TOKEN", bus.account_key)
        check_walk("bus", steps, base_url=served.url)
    with BusStub() as bus:
        change_answer(bus, "stops.list", lambda page: {**page, "value": page["value"][::-1]})
        with bus.serve() as served, pytest.raises(AssertionError, match=r"step 2, stops\.list: record \d+ of the list"):
            check_walk("bus", steps, base_url=served.url)


def test_prompts_are_sent_by_permission_alone() -> None:
    with AgentStub() as stub, stub.serve() as served:
        command = ["check", "agent", "--base-url", served.url, "--explore", "--allow-writes", "--walks", "1"]
        command += ["--directory", "/home/dev/lighthouse"]
        result = CliRunner().invoke(CHECKS, [*command, "--allow-prompts", "--max-prompts", "3"])
        sent = [
            request.operation for request in stub.requests if request.operation in ("session.prompt", "session.compact")
        ]
        none = CliRunner().invoke(CHECKS, [*command, "--allow-prompts", "--max-prompts", "0"])
        other = CliRunner().invoke(CHECKS, [*command[:4], "--allow-writes", "--allow-prompts"])
    assert (result.exit_code, none.exit_code, other.exit_code) == (0, 2, 2)
    assert 0 < len(sent) <= 3
    assert "--max-prompts: 0 is less than 1" in none.output
    assert "--allow-prompts: only walks of the agent service" in other.output
