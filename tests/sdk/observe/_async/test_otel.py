"""Spans, the header traceparent and the histogram of OpenTelemetry, on the transports of each API."""

from contextlib import suppress

import httpx
import pytest

from trivet import AsyncAgentClient, AsyncBusClient, AsyncChatClient, NotFoundError, TrivetError
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.agent import Text, Tool

KEY = "stub-key"


def client(stub, url, telemetry, **options):
    return AsyncBusClient(account_key=KEY, base_url=url, clock=stub.clock, observers=[telemetry.observer], **options)


@pytest.mark.parametrize("transport", [None, httpx.AsyncHTTPTransport])
async def test_call_and_attempt_are_spans_and_the_attempt_is_sent(telemetry, transport):
    with BusStub() as stub, stub.serve() as server:
        port = int(server.url.split(":")[2].partition("/")[0])
        async with client(stub, server.url, telemetry, transport=transport and transport()) as bus:
            await bus.stops.list(skip=500).page()
    attempt, call = telemetry.spans()
    request = {"http.request.method": "GET", "url.template": "/BusStops"}
    where = {"server.address": "127.0.0.1", "server.port": port}
    assert (call.name, call.kind.name, call.parent) == ("stops.list", "CLIENT", None)
    assert dict(call.attributes) == {"trivet.service": "bus", **request, "http.response.status_code": 200}
    assert (attempt.name, attempt.kind.name) == ("GET /BusStops", "CLIENT")
    assert dict(attempt.attributes) == {**request, **where, "http.response.status_code": 200}
    assert attempt.parent.span_id == call.context.span_id
    assert stub.requests[-1].headers["traceparent"] == telemetry.traceparent(attempt)
    [point] = telemetry.points("http.client.request.duration")
    assert point.count == 1
    assert dict(point.attributes) == {**request, **where, "http.response.status_code": 200}
    assert point.explicit_bounds == (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)


async def test_call_is_a_child_of_the_current_span(telemetry):
    with BusStub(page_size=5) as stub:
        async with client(stub, "http://bus.test", telemetry, transport=stub.async_transport()) as bus:
            with telemetry.tracer.start_as_current_span("job") as job:
                await bus.stops.list(prefetch=4).all()
    pages = [span for span in telemetry.spans() if span.name == "stops.list"]
    assert len(pages) > 4
    assert {span.parent.span_id for span in pages} == {job.context.span_id}


async def test_each_retry_is_a_span_with_its_number(telemetry):
    with BusStub() as stub:
        stub.faults.add("arrivals.get", status=503, times=2)
        async with client(stub, "http://bus.test", telemetry, transport=stub.async_transport()) as bus:
            await bus.arrivals.get("83139")
    *attempts, call = telemetry.spans()
    assert [span.attributes.get("http.request.resend_count") for span in attempts] == [None, 1, 2]
    assert [span.attributes.get("error.type") for span in attempts] == ["503", "503", None]
    assert [span.status.status_code.name for span in attempts] == ["ERROR", "ERROR", "UNSET"]
    assert (call.attributes["http.request.resend_count"], call.status.status_code.name) == (2, "UNSET")
    sent = [request.headers["traceparent"] for request in stub.requests]
    assert sent == [telemetry.traceparent(span) for span in attempts]
    points = telemetry.points("http.client.request.duration")
    assert {(point.attributes.get("error.type"), point.count) for point in points} == {("503", 2), (None, 1)}


async def test_error_status_is_the_error_type_of_the_call(telemetry):
    with ChatStub() as stub:
        async with AsyncChatClient(
            base_url="http://chat.test", transport=stub.async_transport(), observers=[telemetry.observer]
        ) as chat:
            with pytest.raises(NotFoundError):
                await chat.conversations.open_shared("t0ken-of-the-share")
    attempt, call = telemetry.spans()
    assert [(span.attributes["error.type"], span.status.status_code.name) for span in (attempt, call)] == [
        ("404", "ERROR")
    ] * 2
    assert attempt.name == "GET /conversations/shared/{token}"
    assert "t0ken" not in "".join(span.to_json() for span in (attempt, call))


async def test_connection_that_fails_is_an_error_without_a_status(telemetry):
    def refuse(request):
        raise httpx.ConnectError("refused")

    with BusStub() as stub:
        transport = httpx.MockTransport(refuse)
        async with client(stub, "http://bus.test", telemetry, transport=transport, max_retries=0) as bus:
            with suppress(TrivetError):
                await bus.arrivals.get("83139")
    for span in telemetry.spans():
        assert span.attributes["error.type"] == "trivet.APIConnectionError"
        assert "http.response.status_code" not in span.attributes


async def test_span_of_a_stream_ends_with_the_stream(telemetry):
    with AgentStub() as stub:
        async with AsyncAgentClient(
            base_url="http://agent.test", transport=stub.async_transport(), observers=[telemetry.observer]
        ) as agent:
            async with agent.event.subscribe() as events:
                await anext(events)
                assert telemetry.spans() == []
    attempt, call = telemetry.spans()
    assert (attempt.name, call.name) == ("GET /api/event", "event.subscribe")
    assert [span.status.status_code.name for span in (attempt, call)] == ["UNSET", "UNSET"]


async def test_download_sends_no_traceparent_to_the_host_of_the_file(telemetry, tmp_path):
    with BusStub() as stub:
        stub.file_base_url = "http://files.test"
        async with client(stub, "http://bus.test", telemetry, transport=stub.async_transport()) as bus:
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    transfer = next(span for span in telemetry.spans() if span.attributes.get("server.address") == "files.test")
    assert (transfer.name, "url.template" in transfer.attributes) == ("GET", False)
    sent = {entry.headers["host"]: "traceparent" in entry.headers for entry in stub.requests}
    assert sent == {"bus.test": True, "files.test": False}


async def test_turn_is_a_span_by_the_genai_conventions(telemetry):
    with AgentStub() as stub:
        stub.script(Tool("bash"), Text("One two."))
        options = {"transport": stub.async_transport(), "clock": stub.clock, "observers": [telemetry.observer]}
        async with AsyncAgentClient(base_url="http://agent.test", **options) as agent:
            session = await agent.session.create()
            await agent.session.turn(session.id, "Count, please.").run()
    [span] = [span for span in telemetry.spans() if span.name.startswith("invoke_agent")]
    assert (span.name, span.kind.name) == ("invoke_agent build", "CLIENT")
    assert dict(span.attributes) == {
        "trivet.service": "agent",
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.conversation.id": session.id,
        "gen_ai.agent.name": "build",
        "gen_ai.provider.name": "stub",
        "gen_ai.request.model": "stub-1",
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.usage.input_tokens": 2,
        "gen_ai.usage.output_tokens": 2,
        "trivet.turn.status": "finished",
        "trivet.turn.cost": 15e-6,
        "trivet.turn.tools.bash": 1,
    }


def lookup(order: int) -> int:
    return 1 // order


async def test_call_of_a_function_is_a_span_below_its_turn(telemetry):
    pytest.importorskip("mcp", reason="it needs newer versions than the oldest of others")
    with AgentStub() as stub:
        stub.script(Tool("trivet_lookup", {"order": 1}), Tool("trivet_lookup", {"order": 0}), Text("Done."))
        options = {"transport": stub.async_transport(), "clock": stub.clock, "observers": [telemetry.observer]}
        async with AsyncAgentClient(base_url="http://agent.test", **options) as agent:
            outcome = await agent.run("Look.", tools=[lookup])
    [turn] = [span for span in telemetry.spans() if span.name.startswith("invoke_agent")]
    first, second = [span for span in telemetry.spans() if span.name == "execute_tool lookup"]
    assert [span.parent.span_id for span in (first, second)] == [turn.context.span_id] * 2
    attributes = dict(first.attributes)
    assert attributes.pop("gen_ai.tool.call.id").startswith("prt_")
    assert attributes == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "lookup",
        "gen_ai.conversation.id": outcome.session_id,
        "trivet.tool.status": "completed",
    }
    assert (second.attributes["error.type"], second.status.status_code.name) == ("ZeroDivisionError", "ERROR")
