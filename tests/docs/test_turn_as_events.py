"""The web application of the examples: a turn as server-sent events, which ends with its browser."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import httpx
import pytest
import uvicorn

from examples.turn_as_events import application
from trivet import AsyncAgentClient
from trivet_stubs import AgentStub
from trivet_stubs.agent import AgentObserved, Fail, Hold, Text

LONGEST = 30.0
"""Seconds after which something has failed that takes milliseconds."""


@contextlib.contextmanager
def served(stub: AgentStub) -> Iterator[str]:
    """Serve the application on a free port, with a client of the stub, and yield its URL."""
    client = AsyncAgentClient(base_url="http://agent.test", transport=stub.async_transport())
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(application(client), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(LONGEST)
            assert not thread.is_alive()


@pytest.fixture
def stub() -> Iterator[AgentStub]:
    with AgentStub(observed=AgentObserved(interrupts=True)) as stub:
        yield stub


def read(url: str) -> list[str]:
    answer = httpx.get(f"{url}/turn", params={"prompt": "Which fruit is here?"}, timeout=LONGEST, trust_env=False)
    assert answer.headers["content-type"].startswith("text/event-stream")
    return answer.text.split("\n\n")


def test_turn_is_passed_on_to_its_end(stub: AgentStub) -> None:
    stub.script(Text("Apples ", "and pears."))
    with served(stub) as url:
        *texts, end, rest = read(url)
    assert "".join(text.removeprefix("data: ").strip('"') for text in texts) == "Apples and pears."
    assert (end, rest) == ('event: end\ndata: "finished"', "")
    assert stub.requests.count("session.prompt") == 1


def test_agent_is_stopped_when_the_browser_leaves(stub: AgentStub) -> None:
    stub.script(Text("Apples "), Hold(), Text("and pears."))
    with served(stub) as url:
        options = {"params": {"prompt": "Which fruit is here?"}, "timeout": LONGEST}
        with httpx.Client(trust_env=False) as browser, browser.stream("GET", f"{url}/turn", **options) as answer:
            assert next(answer.iter_text()) == 'data: "Apples "\n\n'
        end = time.monotonic() + LONGEST
        while not stopped(stub) and time.monotonic() < end:
            time.sleep(0.01)
        assert stopped(stub)
        [session_id] = stub.state.sessions
        with pytest.raises(ValueError, match="is not at a Hold"):  # an agent that still worked would go on now
            stub.resume(session_id)
        with httpx.Client(transport=stub.transport(), base_url="http://agent.test") as reader:
            messages = reader.get(f"/api/session/{session_id}/message")
        assert "Apples " in messages.text
        assert "and pears." not in messages.text


def stopped(stub: AgentStub) -> bool:
    return any(request.path.endswith("/interrupt") and request.status == 204 for request in stub.requests)


def test_error_of_the_service_is_an_event(stub: AgentStub) -> None:
    stub.script(Fail("The key is wrong.", "ProviderAuthError"))
    with served(stub) as url:
        *_, end, _ = read(url)
    assert end.startswith('event: end\ndata: "failed"')
    stub.faults.add("session.create", status=400)
    with served(stub) as url:
        assert read(url)[0].startswith("event: error\ndata: ")
