"""The server of tools, asked by a client of the Model Context Protocol over loopback."""

import asyncio
import threading
from contextvars import copy_context

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from trivet.agent._tools.functions import tool_forms
from trivet.agent._tools.ledger import CallLedger, RunningCall
from trivet.agent._tools.results import ToolImage
from trivet.agent._tools.runner import REFUSED, ToolRules, ToolRunner
from trivet.agent._tools.server import ToolServer
from trivet.agent._tools.turns import Claim, ToolTurn


def lookup(order: int) -> dict:
    """Find an order."""
    return {"order": order, "thread": threading.current_thread().name}


def draw() -> ToolImage:
    return ToolImage(b"png")


class Turn:
    observed = None


@pytest.fixture
def ledger():
    return CallLedger()


@pytest.fixture
def server(ledger):
    async def claim(name, arguments):
        call = ledger.claim(name, arguments)
        return None if call is None else Claim(ToolTurn(Turn(), lambda: None), call)

    forms = tool_forms([lookup, draw])
    runner = ToolRunner(forms, ToolRules(claim=claim), copy_context())
    server = ToolServer(forms.values(), runner.call)
    yield server
    server.close()


async def ask(server, *calls):
    """Return the tools, and the results of calls."""
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {server.token}"}) as http:
        async with Client(streamable_http_client(server.url, http_client=http)) as client:
            return await client.list_tools(), [await client.call_tool(*call) for call in calls]


async def test_client_lists_and_calls_functions_once_for_each_running_call(server, ledger):
    ledger.begin(RunningCall("ses_1", "call_1"), "lookup", {"order": 7})
    ledger.begin(RunningCall("ses_1", "call_2"), "draw", {})
    listed, results = await ask(server, ("lookup", {"order": 7}), ("lookup", {"order": 7}), ("draw", {}))
    assert {tool.name: tool.input_schema["required"] for tool in listed.tools} == {"lookup": ["order"], "draw": []}
    first, second, image = results
    assert (first.content[0].text, first.is_error) == ('{"order": 7, "thread": "trivet-detached"}', False)
    assert (second.content[0].text, second.is_error) == (REFUSED, True)
    assert (image.content[0].data, image.content[0].mime_type) == ("cG5n", "image/png")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer \u00e9".encode()}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
    ],
)
async def test_request_without_the_token_or_of_another_host_is_refused(server, headers, status):
    right = {"Authorization": f"Bearer {server.token}"} if status != 401 else {}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    async with httpx.AsyncClient() as http:
        answer = await http.post(server.url, json=body, headers={**right, **headers})
    assert answer.status_code == status


async def test_closed_server_has_neither_thread_nor_port(server):
    await ask(server)
    await asyncio.to_thread(server.close)
    assert "trivet-tools" not in {thread.name for thread in threading.enumerate()}
    async with httpx.AsyncClient() as http:
        with pytest.raises(httpx.ConnectError):
            await http.get(server.url)
