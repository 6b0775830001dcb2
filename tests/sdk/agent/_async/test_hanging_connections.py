"""Connections of a stream that do not come about: each attempt ends with the timeout, not with the idle timeout."""

from collections.abc import Callable

import pytest

from tests.sdk.network.raw_server import Conversation, Good, RawServer, head
from trivet import APITimeoutError, AsyncAgentClient
from trivet.agent import Reconnected, ServerConnectedEvent
from trivet_stubs.kernel.clock import Clock

EVENT = b'data: {"id": "evt_1", "type": "server.connected", "payload": {}}\n\n'


def stream(talk: Conversation) -> None:
    talk.send(talk.answer(body=EVENT, length=-1))


def no_answer(talk: Conversation) -> None:
    talk.hold()


def head_in_drips(talk: Conversation) -> None:
    talk.send(b"HTTP/1.1 200 OK\r\n")
    talk.drip_without_end(b"x-a: b\r\n")


def interim_answers(talk: Conversation) -> None:
    talk.drip_without_end(head("103 Early Hints") + b"\r\n")


def refusal_in_drips(talk: Conversation) -> None:
    talk.send(talk.answer(status="503 Busy", body=b"", length=100_000))
    talk.drip_without_end(b"a")


def wrong_media_type_in_drips(talk: Conversation) -> None:
    talk.send(talk.answer(status="502 Bad Gateway", body=b"", length=-1, media_type="text/html"))
    talk.drip_without_end(b"<p>")


HANGS = [no_answer, head_in_drips, interim_answers, refusal_in_drips, wrong_media_type_in_drips]


@pytest.mark.parametrize("idle_timeout", [45, None])
async def test_reconnection_that_hangs_ends_with_the_timeout(idle_timeout):
    hangs: list[Callable[[Conversation], None]] = []

    def behave(talk: Conversation) -> None:
        talk.read_request()
        (hangs.pop(0) if hangs else stream)(talk)

    with RawServer(behave, lambda *_: Good(200, "text/event-stream", b"")) as server:
        async with (
            AsyncAgentClient(base_url=server.url, timeout=0.2, clock=Clock()) as agent,
            agent.event.subscribe(idle_timeout=idle_timeout) as events,
        ):
            assert isinstance(await anext(events), ServerConnectedEvent)
            before = len(server.conversations)
            hangs += HANGS
            gap = await anext(events)
            assert isinstance(gap, Reconnected)
            assert gap.attempts == len(server.conversations) - before > len(HANGS)
            assert hangs == []
            assert isinstance(await anext(events), ServerConnectedEvent)
        assert server.open_after() == 0
        hung = server.conversations[before : before + len(HANGS)]
        assert [talk.closed for talk in hung] == [True] * len(HANGS), "the server has ended some of them"


async def test_first_connection_that_hangs_raises_at_the_timeout():
    def behave(talk: Conversation) -> None:
        talk.read_request()
        talk.hold()

    with RawServer(behave, lambda *_: Good(200, "text/event-stream", b"")) as server:
        async with AsyncAgentClient(base_url=server.url, timeout=0.1, max_retries=1, clock=Clock()) as agent:
            with pytest.raises(APITimeoutError):
                await agent.event.subscribe(idle_timeout=None).__aenter__()
        assert len(server.arrivals) == 2
        assert server.open_after() == 0


async def test_shorter_deadline_ends_a_reconnection_first(agent_server, caplog):
    stub = agent_server.stub
    async with (
        AsyncAgentClient(base_url=agent_server.url, clock=stub.clock, timeout=20, deadline=0.25) as agent,
        agent.event.subscribe(idle_timeout=None) as events,
    ):
        await anext(events)
        stub.faults.add("event.subscribe", hang=True)
        stub.events.cut()
        with caplog.at_level("DEBUG", "trivet"):
            gap = await anext(events)
        assert (type(gap), gap.attempts) == (Reconnected, 2)
        assert "event.subscribe: attempt 2: no answer within the deadline of 0.25 s; again in" in caplog.text


async def test_log_names_the_timeout_of_a_reconnection(agent_server, caplog):
    stub = agent_server.stub
    async with (
        AsyncAgentClient(base_url=agent_server.url, clock=stub.clock, timeout=0.25) as agent,
        agent.event.subscribe(idle_timeout=None) as events,
    ):
        await anext(events)
        stub.faults.add("event.subscribe", hang=True)
        stub.events.cut()
        with caplog.at_level("DEBUG", "trivet"):
            assert (await anext(events)).attempts == 2
        assert "attempt 2: no answer within the timeout of 0.25 s; again in" in caplog.text
