"""Documents as servers send them, parsed in the core, in the kernel of the stubs, and through each transport."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from tests.outside.table import Row, rows
from trivet import AgentClient, AiohttpTransport, AsyncAgentClient, DecodeError
from trivet._core.json_reading import loads_exactly
from trivet_stubs import AgentStub
from trivet_stubs.kernel import json_text
from trivet_stubs.serving.port import Served

DOCUMENTS = rows("json")


def assert_read(row: Row, value: Any) -> None:
    """Compare as text: NaN equals nothing, and 1 equals 1.0."""
    assert json.dumps(value) == json.dumps(row.fields["value"])
    json.dumps(value, ensure_ascii=False).encode()  # no half of a surrogate pair is left


def assert_parsed(row: Row, parse: Callable[[bytes], Any]) -> None:
    if "value" in row.fields:
        assert_read(row, parse(row.body))
        return
    with pytest.raises(ValueError, match=r".") as caught:
        parse(row.body)
    assert row.fields["error"] in str(caught.value)
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)


@pytest.mark.parametrize("row", DOCUMENTS, ids=str)
def test_core_reads_what_json_reads(row: Row) -> None:
    assert_parsed(row, loads_exactly)


@pytest.mark.parametrize("row", DOCUMENTS, ids=str)
def test_kernel_of_stubs_reads_what_json_reads(row: Row) -> None:
    assert_parsed(row, json_text.loads)


NAMES = b'{"%b": ' % (b"name" * 2500) * 100
"""A document begins with a hundred objects in one another, by long names."""


@pytest.mark.parametrize("parse", [loads_exactly, json_text.loads])
def test_path_of_an_integer_of_too_many_digits_takes_little_memory(parse: Callable[[bytes], Any]) -> None:
    body = NAMES + b"[" + b"0, " * 500 + b"1" * 5000 + b"]" + b"}" * 100
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"an integer has more than 4300 digits: \$\.name"):
            parse(body)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20 * len(body)


def assert_answered(row: Row, caught: DecodeError | None, value: Any) -> None:
    if caught is None:
        assert_read(row, value)
    else:
        assert row.fields.get("error", "no error") in str(caught)


def send_all(stub: AgentStub) -> None:
    """Let each call of an operation be answered by the next document."""
    for row in DOCUMENTS:
        stub.faults.add("project.list", status=200, body=row.body, content_type="application/json")


def read_all(agent: AgentClient) -> None:
    for row in DOCUMENTS:
        value, caught = None, None
        try:
            value = agent.request("GET", "/api/project").value
        except DecodeError as error:
            caught = error
        assert_answered(row, caught, value)


async def async_read_all(agent: AsyncAgentClient) -> None:
    for row in DOCUMENTS:
        value, caught = None, None
        try:
            value = (await agent.request("GET", "/api/project")).value
        except DecodeError as error:
            caught = error
        assert_answered(row, caught, value)


def test_sync_client_reads_all_documents_in_process(agent_stub: AgentStub, agent_client: AgentClient) -> None:
    send_all(agent_stub)
    read_all(agent_client)


def test_sync_client_reads_all_documents_on_a_port(agent_server: Served[AgentStub]) -> None:
    send_all(agent_server.stub)
    with AgentClient(base_url=agent_server.url) as agent:
        read_all(agent)


async def test_async_client_reads_all_documents_in_process(
    agent_stub: AgentStub, async_agent_client: AsyncAgentClient
) -> None:
    send_all(agent_stub)
    async with async_agent_client as agent:
        await async_read_all(agent)


async def test_async_client_reads_all_documents_on_a_port(agent_server: Served[AgentStub]) -> None:
    send_all(agent_server.stub)
    async with AsyncAgentClient(base_url=agent_server.url) as agent:
        await async_read_all(agent)


async def test_async_client_reads_all_documents_over_aiohttp(agent_server: Served[AgentStub]) -> None:
    send_all(agent_server.stub)
    async with AsyncAgentClient(base_url=agent_server.url, transport=AiohttpTransport()) as agent:
        await async_read_all(agent)
