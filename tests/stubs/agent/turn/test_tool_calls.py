"""Calls of the tools of registered servers: a real server of tools on loopback, called as any agent server does."""

import asyncio
import threading

import pytest

from tests.stubs.agent.helpers import data, refusal
from trivet.agent._tools.functions import tool_forms
from trivet.agent._tools.results import ToolImage, ToolReply
from trivet.agent._tools.server import ToolServer
from trivet_stubs.agent import Finish, Text, Tool

WAIT = 10


def lookup(order: int) -> str: ...


class Shop:
    """A server of tools that notes its calls."""

    def __init__(self):
        self.calls = []
        self.began = threading.Event()
        self.reply = ToolReply("paid")
        self.server = ToolServer(tool_forms([lookup]).values(), self.answer)

    async def answer(self, name, arguments):
        self.calls.append((name, arguments))
        self.began.set()
        return self.reply if isinstance(self.reply, ToolReply) else await self.reply()

    def config(self, **changes):
        headers = {"Authorization": f"Bearer {self.server.token}"}
        return {"type": "remote", "url": self.server.url, "headers": headers, "oauth": False, **changes}


@pytest.fixture
def shop():
    shop = Shop()
    yield shop
    shop.server.close()


def register(http, config, name="shop"):
    answer = http.post("/api/mcp/server", json={"name": name, "config": config})
    assert answer.status_code == 200, answer.text
    return data(answer)


def run(http, stub, *steps, **prompt):
    """Play a script, wait for its end, and return the calls of tools."""
    session = data(http.post("/api/session"))
    stub.script(*steps)
    http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}, **prompt})
    assert http.post(f"/api/session/{session['id']}/wait").status_code == 204
    messages = data(http.get(f"/api/session/{session['id']}/message", params={"order": "asc"}))
    return [part for message in messages for part in message.get("content", ()) if part["type"] == "tool"]


def test_tool_of_a_registered_server_is_called_with_its_arguments(any_http, agent_stub, shop):
    assert register(any_http, shop.config())["status"] == {"status": "connected"}
    steps = (Tool("shop_lookup", {"order": 7}, output="dropped"), Finish("tool-calls"), Text("Done."))
    [part] = run(any_http, agent_stub, *steps)
    assert shop.calls == [("lookup", {"order": 7})]
    assert (part["state"]["status"], part["state"]["content"]) == ("completed", [{"type": "text", "text": "paid"}])


def test_failed_call_and_image_are_in_the_state_of_the_call(http, agent_stub, shop):
    register(http, shop.config())
    shop.reply = ToolReply("no such order", failed=True)
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}))
    assert (part["state"]["status"], part["state"]["error"]["message"]) == ("error", "no such order")
    shop.reply = ToolReply(ToolImage(b"png"))
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}))
    assert part["state"]["attachments"] == [{"mime": "image/png", "uri": "data:image/png;base64,cG5n"}]


def test_tools_of_other_servers_are_played_as_the_script_says(http, agent_stub, shop):
    register(http, {"type": "remote", "url": "https://maps.example.org/mcp"}, "maps")
    [maps, none] = run(http, agent_stub, Tool("maps_find", output="there"), Tool("shop_lookup", output="scripted"))
    assert [part["state"]["content"][0]["text"] for part in (maps, none)] == ["there", "scripted"]
    assert shop.calls == []


def test_server_that_is_gone_or_refuses_fails_the_call(http, agent_stub, shop):
    register(http, shop.config(headers={}))
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}))
    assert part["state"]["status"] == "error"
    assert part["state"]["error"]["message"].startswith("the server of tools failed: ")
    shop.server.close()
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}))
    assert part["state"]["status"] == "error"


@pytest.mark.trivet(unknown_requests="ignore")
def test_disconnected_server_has_no_tools_and_its_name_is_free(http, agent_stub, shop):
    register(http, shop.config())
    path = "/api/mcp/server/shop/disconnect"
    assert refusal(http.post(path))[:2] == (404, "RouteNotFoundError")
    assert http.post("/api/mcp/server", json={"name": "shop", "config": shop.config()}).status_code == 409
    agent_stub.observed.disconnects = True
    assert agent_stub.transport().agent_extensions["disconnect"] == "POST /api/mcp/server/{name}/disconnect"
    assert http.post(path).status_code == 200
    assert refusal(http.post("/api/mcp/server/other/disconnect"))[0] == 404
    [server] = [server for server in data(http.get("/api/mcp/server")) if server["name"] == "shop"]
    assert server["status"] == {"status": "disabled"}
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}))
    assert part["state"]["error"]["message"] == "The agent has no tool shop_lookup"
    register(http, shop.config())
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}))
    assert part["state"]["status"] == "completed"


def test_tools_that_a_prompt_takes_away_by_a_pattern_are_not_called(http, agent_stub, shop):
    agent_stub.observed.prompt_options = True
    register(http, shop.config())
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}), tools={"shop_*": False})
    assert part["state"]["error"]["message"] == "The agent has no tool shop_lookup"
    [part] = run(http, agent_stub, Tool("shop_lookup", {"order": 7}), tools={"shop_*": False, "shop_lookup": True})
    assert part["state"]["status"] == "completed"


def test_interrupted_turn_gives_its_call_up(http, agent_stub, shop):
    given_up = threading.Event()

    async def hang():
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()

    shop.reply = hang
    register(http, shop.config())
    session = data(http.post("/api/session"))
    agent_stub.script(Tool("shop_lookup", {"order": 7}))
    http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": "Go."}})
    assert shop.began.wait(WAIT)
    agent_stub.interrupt(session["id"])
    assert http.post(f"/api/session/{session['id']}/wait").status_code == 204
    messages = data(http.get(f"/api/session/{session['id']}/message", params={"order": "asc"}))
    assert messages[-1]["finish"] == "aborted"
    assert messages[-1]["content"][0]["state"]["status"] == "error"
    shop.server.close()
    assert given_up.wait(WAIT)
