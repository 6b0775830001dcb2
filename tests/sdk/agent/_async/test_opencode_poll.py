"""The adapter's poll for busy sessions, which all waits of a client share."""

import threading

import httpx
import pytest

from trivet import APITimeoutError, AsyncAgentClient
from trivet._concurrency.background import AsyncBackgroundRunner
from trivet.agent import opencode
from trivet_stubs import Clock

WAITS = 20


class Sessions:
    """A server whose sessions are busy until it has been asked a number of times.

    Attributes:
        polls: The number of requests for the busy sessions.
    """

    def __init__(self, busy, *, timeouts=0):
        self.polls = 0
        self._busy = busy
        self._timeouts = timeouts
        self._lock = threading.Lock()

    def __call__(self, request):
        if request.url.path != "/session/status":
            return httpx.Response(200, json=[] if request.url.path.endswith("/message") else self._session(request))
        with self._lock:
            self.polls += 1
            if self.polls <= self._timeouts:
                raise httpx.ReadTimeout("no answer")
            busy = self.polls <= self._busy
        return httpx.Response(200, json={f"ses_{n}": {"type": "busy"} for n in range(WAITS)} if busy else {})

    def _session(self, request):
        return {"id": request.url.path.rpartition("/")[2], "directory": "/home/dev/orchard"}


async def run_waits(sessions, count):
    """Wait for sessions at the same time, and return the errors of the waits, None for those that have succeeded."""
    runner, errors = AsyncBackgroundRunner(), []
    transport = opencode.AsyncTransport(httpx.MockTransport(sessions))
    async with AsyncAgentClient(transport=transport, base_url="http://opencode.test", max_retries=0) as agent:

        def job(number):
            async def wait():
                error = None
                try:
                    await agent.session.wait(f"ses_{number}", deadline=60)
                except APITimeoutError as timeout:
                    error = timeout
                with runner:
                    errors.append(error)
                    runner.notify()

            return wait

        for number in range(count):
            runner.start(job(number))
        await runner.wait_for(lambda: len(errors) == count, 60)
        await runner.aclose()
    return errors


@pytest.fixture
def quick_looks(monkeypatch):
    """Let the looks at the busy sessions follow each other more quickly, in real time."""
    monkeypatch.setattr("trivet.agent._opencode.conversation.LOOK", 0.1)


@pytest.mark.usefixtures("quick_looks")
async def test_waits_of_a_client_share_one_poll():
    sessions = Sessions(busy=3)
    assert await run_waits(sessions, WAITS) == [None] * WAITS
    assert 4 <= sessions.polls < WAITS


@pytest.mark.usefixtures("quick_looks")
async def test_poll_that_times_out_for_one_wait_goes_on_for_the_others():
    sessions = Sessions(busy=0, timeouts=1)
    errors = await run_waits(sessions, 3)
    assert sorted(type(error).__name__ for error in errors) == ["APITimeoutError", "NoneType", "NoneType"]


@pytest.mark.parametrize("directory", [None, "/home/dev/lighthouse"])
async def test_single_wait_polls_until_the_session_is_idle(directory):
    sessions, clock = Sessions(busy=1), Clock()
    transport = opencode.AsyncTransport(httpx.MockTransport(sessions))
    async with AsyncAgentClient(transport=transport, base_url="http://opencode.test", clock=clock) as agent:
        await (agent if directory is None else agent.at(directory=directory)).session.wait("ses_0", deadline=60)
    assert (sessions.polls, clock.monotonic()) == (2, pytest.approx(0.25))


async def test_wait_outlasts_the_timeout_as_long_as_its_polls_are_answered():
    sessions, clock = Sessions(busy=200), Clock()
    transport = opencode.AsyncTransport(httpx.MockTransport(sessions))
    options = {"timeout": 10, "max_retries": 0, "clock": clock}
    async with AsyncAgentClient(transport=transport, base_url="http://opencode.test", **options) as agent:
        await agent.request("POST", "/api/session/ses_0/wait")
    assert sessions.polls == 201
    assert clock.monotonic() == pytest.approx(50)
