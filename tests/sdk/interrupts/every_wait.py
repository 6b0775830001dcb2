"""Every program and every command is interrupted at each of its waits, by SIGINT and by SIGTERM.

`nox -s interrupts` runs this file, which pytest does not collect by itself. The first run of a program in which no
answer is missing any more is the last one.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.interrupts._async.scenarios import SCENARIOS
from tests.sdk.interrupts.commands import RECIPE_WORDS, operation_words, operations
from tests.sdk.interrupts.runner import SECRET, Ended, end_command, end_program, served
from tests.sdk.interrupts.silent_relay import Part
from trivet import AgentClient, Bearer, BusClient, ChatClient

MOST = 12
"""The most waits of a program that are interrupted; further ones are like those before."""

PARTS: tuple[Part, ...] = ("nothing", "begun", "pauses")
CLIENTS: dict[str, Any] = {"bus": BusClient, "chat": ChatClient, "agent": AgentClient}


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("api", ["sync", "async"])
def test_program_ends_while_the_server_is_silent(api: str, name: str, part: Part, by: signal.Signals) -> None:
    if SCENARIOS[name].only_pauses and part != "pauses":
        pytest.skip("another program waits for the server")
    for number in range(1, MOST + 1):
        ended = end_program(api, name, number, part, by)
        assert ended.faults == (), f"wait {number}: {ended.err}"
        if not ended.silent:
            assert ended.status == 0, f"wait {number}: {ended.err}"
            return
        assert ended.status in ((-signal.SIGINT, 1) if by == signal.SIGINT else (143,)), f"wait {number}: {ended.err}"
        if SCENARIOS[name].only_pauses:
            return


def ends_as_interrupted(ended: Ended, words: list[str]) -> None:
    assert ended.faults == (), ended.err
    if ended.silent:
        assert ended.status == 130, (words, ended.err)
        assert "Traceback" not in ended.err


@pytest.mark.parametrize("part", ["nothing", "begun"])
@pytest.mark.parametrize("command", operations())
def test_command_of_an_operation_ends_while_the_server_is_silent(command: str, part: Part, tmp_path: Path) -> None:
    service, operation = operations()[command]
    with served(service, 1, part) as server:
        credentials: dict[str, Any] = (
            {"auth": Bearer(SECRET)} if service == "agent" else server.stub.client_credentials()
        )
        with CLIENTS[service](transport=server.stub.transport(), base_url=server.url, **credentials) as client:
            words = operation_words(service, operation, client, server.stub, tmp_path)
        ended = end_command(server, words, tmp_path)
    assert ended.silent or part == "begun", ended.err
    ends_as_interrupted(ended, words)


@pytest.mark.parametrize("part", ["nothing", "begun"])
@pytest.mark.parametrize("command", RECIPE_WORDS)
def test_recipe_ends_while_the_server_is_silent(command: str, part: Part, tmp_path: Path) -> None:
    words = [*command.split(), *RECIPE_WORDS[command]]
    service = next((word for word in words if word in CLIENTS), "bus")
    for number in range(1, MOST + 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        with served(service, number, part) as server:
            ended = end_command(server, words, folder)
        ends_as_interrupted(ended, words)
        if not ended.silent:
            return
