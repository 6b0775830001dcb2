"""The types of the public API: mypy and pyright check this file, and pytest runs its tests."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, TypedDict, assert_type

import httpx
from attrs import frozen

import trivet
from trivet import (
    AgentClient,
    Answer,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
    Basic,
    Bearer,
    BusClient,
    ChatClient,
    NotFoundError,
    Page,
    TrivetError,
    Unset,
)
from trivet.agent import (
    Agent,
    AgentStep,
    ApiCredential,
    AsyncContextView,
    AsyncEvents,
    AsyncSessionHandle,
    AsyncStore,
    AsyncTurn,
    ContextView,
    Event,
    FileDiff,
    Message,
    Part,
    PermissionRequest,
    PlannedRun,
    Reconnected,
    RunOutcome,
    RunOutcomes,
    Session,
    SessionHandle,
    SessionStatus,
    SessionView,
    Store,
    ToolStep,
    Turn,
    TurnOutcome,
    TurnStep,
    VcsFileDiff,
)
from trivet.bus import (
    ArrivalBus,
    Arrivals,
    BusStop,
    FrequencyRange,
    PassengerVolumeLink,
    Position,
    Route,
    RouteStop,
    StopVolume,
    TripVolume,
    VolumeFile,
    join_routes,
    recent_months,
)
from trivet.chat import (
    AdminRating,
    AsyncExport,
    Conversation,
    ConversationWithMessages,
    ExportedConversation,
    MessageRating,
    Saved,
    Share,
    SharedConversation,
)
from trivet.chat.bulk import AsyncBulk, Bulk, Outcome, Progress, Report, Row
from trivet.observe import ObservedAttempt, ObservedCall, Observer, logs, otel


def test_sync(bus_client: BusClient) -> None:
    assert_type(bus_client.arrivals.get("54009"), Arrivals)
    assert_type(bus_client.stops.list().all(), list[BusStop])
    assert_type(bus_client.stops.list().page(), Page[BusStop])
    assert_type(bus_client.passenger_volume.by_stop(), list[PassengerVolumeLink])
    assert_type(bus_client.with_response(bus_client.arrivals.get, "54009"), Answer[Arrivals])
    assert_type(bus_client.request("GET", "/BusStops", query={"$skip": 3}), Answer[Any])
    for stop in bus_client.stops.list():
        assert_type(stop, BusStop)


def test_submodules_are_attributes_of_the_package(bus_client: BusClient) -> None:
    """Submodules that a type checker accepts after `import trivet` exist at run time."""
    assert_type(trivet.bus.BusStop, type[BusStop])
    assert_type(trivet.bus.VolumeFile[trivet.bus.StopVolume], type[VolumeFile[StopVolume]])
    assert_type(trivet.chat.Conversation, type[Conversation])
    assert_type(trivet.chat.bulk.Bulk, type[Bulk])
    agent = AgentClient(transport=trivet.agent.opencode.Transport())
    assert_type(agent, AgentClient)
    assert_type(trivet.chat.bulk.Report(rows=()).counts, dict[Outcome, int])
    assert_type(trivet.agent.Session, type[Session])
    assert_type(trivet.errors.NotFoundError, type[NotFoundError])
    assert_type(trivet.NotFoundError, type[NotFoundError])
    assert_type(trivet.UNSET, Unset)
    for stop in bus_client.stops.list():
        assert_type(stop, trivet.bus.BusStop)
        assert isinstance(stop, trivet.bus.BusStop)


class Errors(Observer):
    """An observer whose methods have the types of the base class."""

    def on_attempt_start(self, attempt: ObservedAttempt) -> dict[str, str]:
        assert_type(attempt.call.info, dict[Any, Any])
        return {"x-attempt": str(attempt.number)}

    def on_call_end(self, call: ObservedCall) -> None:
        assert_type(call.error, TrivetError | None)
        assert_type(call.seconds, float)


def test_observers(bus_client: BusClient) -> None:
    observed = bus_client.with_options(observers=[Errors(), logs("DEBUG"), otel()])
    answer = observed.with_response(observed.arrivals.get, "54009")
    assert_type(answer.elapsed, timedelta)
    assert_type(answer.request_id, str | None)
    assert_type(observed.stops.list().page().head.request_id, str | None)


def test_bus_values(bus_client: BusClient) -> None:
    now = datetime.now(UTC)
    for service in bus_client.arrivals.get("54009").services:
        assert_type(service.buses, tuple[ArrivalBus, ...])
        assert_type(service.next_bus.eta, datetime | None)
        assert_type(service.next_bus.minutes(now), int | None)
        assert_type(service.next_bus.position, Position | None)
    [stop] = bus_client.stops.list(bus_stop_code="28301")
    assert_type(stop.position, Position)
    assert_type(stop.position.distance_to(Position(1.3, 103.8)), float)
    row = bus_client.routes.list().page()[0]
    assert_type(row.last_bus(date(2025, 6, 16)), datetime | None)
    for service_record in bus_client.services.list():
        assert_type(service_record.frequency("am_peak"), FrequencyRange | None)
    joined = join_routes(bus_client.services.list(), bus_client.routes.list(), bus_client.stops.list())
    assert_type(joined, list[Route])
    assert_type(joined[0].stops, list[RouteStop])
    assert_type(recent_months(now), tuple[str, str, str, str])


def report_row(row: Row, settled: int, total: int) -> None:
    assert_type(row.outcome, Outcome)
    print(row.id, settled, total)


def bulk_progress(chat: ChatClient) -> None:
    progress: Progress = report_row
    assert_type(Bulk(chat, progress=progress).report, Report)
    Bulk(chat, progress=lambda row: None)  # type: ignore[misc, arg-type]  # pyright: ignore[reportArgumentType]
    Bulk(AsyncChatClient())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Bulk(AgentClient())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def chat_sync(chat: ChatClient) -> None:
    assert_type(chat.conversations.list().all(), list[Conversation])
    assert_type(chat.conversations.list().complete(), list[Conversation])
    assert_type(chat.conversations.get("id"), ConversationWithMessages)
    assert_type(chat.conversations.shares.list("id"), list[Share])
    assert_type(chat.conversations.open_shared("token"), SharedConversation)
    rated = chat.with_response(chat.conversations.messages.rate, "id", "id", rating=1, comment="good")
    assert_type(rated, Answer[MessageRating])
    assert_type(chat.conversations.delete("id"), None)
    for row in chat.admin.ratings.export(format="csv"):
        assert_type(row, dict[str, str])
    for rating in chat.admin.ratings.export():
        assert_type(rating, AdminRating)
    assert_type(chat.admin.conversations.export().save(), Saved)
    with chat.acting_as("id") as user:
        assert_type(user, ChatClient)
    assert_type(Bulk(chat).update_users(["id"], is_active=False), Report)


async def chat_awaited(chat: AsyncChatClient) -> None:
    assert_type(await chat.conversations.list().all(), list[Conversation])
    assert_type(chat.admin.conversations.export(), AsyncExport[ExportedConversation])
    async for rating in chat.admin.ratings.export(format="json"):
        assert_type(rating, AdminRating)
    async with chat.acting_as("id") as user:
        assert_type(user, AsyncChatClient)
    assert_type(await AsyncBulk(chat).delete_users(["id"], confirm=1), Report)


def agent_sync(agent: AgentClient) -> None:
    here = agent.at(directory="/d", workspace="wrk_1")
    assert_type(here, AgentClient)
    assert_type(here.agent.list(), list[Agent])
    assert_type(here.session.list().all(), list[Session])
    assert_type(here.session.list().page(), Page[Session, str | None])
    assert_type(here.session.list().position, str | None)
    assert_type(agent.session.message.list("ses_1").all(), list[Message])
    assert_type(here.vcs.diff(mode="default"), list[VcsFileDiff])
    assert_type(here.vcs.diff(format="patch"), str)
    assert_type(here.with_response(here.session.create, title="t"), Answer[Session])
    with here.event.subscribe() as events:
        for event in events:
            assert_type(event, Event | Reconnected)
    with here.session.turn("ses_1", "Go.", on_permission=lambda _: "once", on_question=lambda _: None) as turn:
        for text in turn:
            assert_type(text, str)
        for step in turn.steps():
            assert_type(step, TurnStep)
            if step.type == "tool":
                assert_type(step, ToolStep)
    assert_type(turn.messages, list[Message])
    assert_type(turn.outcome, TurnOutcome)
    assert_type(here.session.turn("ses_1", "Go.").run(), list[Message])
    with Store(agent) as store:
        assert_type(store.follow(), ContextView)
        assert_type(store.follow(roots=True, search="x"), ContextView)
        assert_type(store.follow().sessions, list[SessionView])
        for now in store["local:/d"].changes():
            assert_type(now.session, Session)
    AgentClient(auth=Basic("me", "p"))
    AgentClient(auth=Bearer(lambda: "token"))
    AgentClient(auth=httpx.DigestAuth("me", "p"))


@frozen
class Verdict:
    right: bool


class Labels(TypedDict):
    kind: str


def number_of(step: AgentStep) -> None:
    assert_type(step.number, int)


def agent_handles(agent: AgentClient) -> None:
    with agent.session.start(directory="/d", on_permission=lambda _: "once", model="acme/large") as session:
        assert_type(session, SessionHandle)
        assert_type(session.id, str)
        assert_type(session.run("Go.").text, str)
        outcome = session.run("Go.", output=Verdict, max_steps=3, on_step=number_of, only_tools=["read"])
        assert_type(outcome, TurnOutcome[Verdict])
        assert_type(outcome.output, Verdict)
        assert_type(outcome.output.right, bool)
        assert_type(session.turn("Go.", output=Labels), Turn[Labels])
        assert_type(session.messages().all(), list[Message])
        assert_type(session.diff(), list[FileDiff])
        assert_type(session.fork(at=session.messages().all()[0]), SessionHandle)
    assert_type(agent.run("Go.", output=Labels).output["kind"], str)
    assert_type(agent.session.turn("ses_1", "Go.", output=Verdict).outcome.output, Verdict)
    assert_type(agent.session.resume("ses_1"), SessionHandle)
    outcomes = agent.run_all(["Go.", PlannedRun("Go.", directory="/d", output=Verdict)], at_once=2)
    assert_type(outcomes, RunOutcomes)
    assert_type(outcomes[0], RunOutcome)


async def agent_handles_awaited(agent: AsyncAgentClient) -> None:
    session = await agent.session.start(directory="/d", on_permission=permit)
    assert_type(session, AsyncSessionHandle)
    assert_type((await session.run("Go.", output=Verdict)).output, Verdict)
    assert_type(session.turn("Go.", output=Verdict), AsyncTurn[Verdict])
    async with agent.session.resume("ses_1") as other:
        assert_type(other, AsyncSessionHandle)
    assert_type(await other.fork(), AsyncSessionHandle)
    assert_type((await agent.run("Go.", output=Labels)).output, Labels)


def handles_refused(agent: AgentClient) -> None:
    agent.session.start("/d")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    agent.run("Go.", on_permission=lambda _: "never")  # type: ignore[arg-type, return-value]  # pyright: ignore[reportArgumentType]
    assert agent.run("Go.", output=Verdict).output.wrong  # type: ignore[attr-defined]  # pyright: ignore


async def permit(request: PermissionRequest) -> Literal["once", "reject"]:
    return "once" if request.action == "read" else "reject"


async def agent_awaited(agent: AsyncAgentClient) -> None:
    here = agent.at(directory="/d")
    assert_type(here, AsyncAgentClient)
    assert_type(await here.session.list().all(), list[Session])
    assert_type(await here.vcs.diff(format="patch"), str)
    assert_type(here.event.subscribe(), AsyncEvents)
    async with here.session.turn("ses_1", "Go.", on_permission=permit) as turn:
        async for text in turn:
            assert_type(text, str)
        async for step in turn.steps():
            assert_type(step, TurnStep)
    async with here.event.subscribe() as events:
        async for event in events:
            assert_type(event, Event | Reconnected)
    async with AsyncStore(agent) as store:
        view = await store.follow(directory="/d")
        assert_type(view, AsyncContextView)
        assert_type(store[view.key], AsyncContextView)
        async for now in view.watch("ses_1"):
            assert_type(now, SessionView)
            assert_type(now.messages, tuple[Message, ...])
            assert_type(now.status, SessionStatus | None)


def union_refused(part: Part) -> None:
    if part.type == "txt":  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
        pass
    part.type = "text"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    ApiCredential(type="apikey", key="k")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def agent_refused(agent: AgentClient) -> None:
    agent.session.turn("ses_1", "Go.", on_permission=lambda _: "never")  # type: ignore[arg-type, return-value]  # pyright: ignore[reportArgumentType]
    agent.session.get("ses_1", directory="/d")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    agent.session.list(workspace="wrk_1")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    agent.session.list(prefetch=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    agent.at("/d")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    AgentClient(auth=("me", "p"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


async def fetched() -> str:
    return "token"


def tokens() -> None:
    AsyncChatClient(token=fetched)
    ChatClient(token=lambda: "token")
    ChatClient(token=fetched)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    AsyncChatClient(token=lambda: "token")  # type: ignore[arg-type, return-value]  # pyright: ignore[reportArgumentType]


def chat_refused(chat: ChatClient) -> None:
    chat.conversations.messages.rate("id", "id", rating=0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    chat.conversations.messages.rate("id", "id")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    chat.admin.ratings.export(format="xml")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    chat.admin.users.update("id", is_active="no")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def refused(bus: BusClient, async_bus: AsyncBusClient) -> None:
    """Each line is an error for both checkers, and so is an unused ignore."""
    bus.arrivals.get(54009)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bus.arrivals.get("54009", "23")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.request("GET")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.request("GET", "/x", params={})  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.request("POST", "/x", content="text")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bus.stops.list(bus_stop="54009")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.with_response(bus.arrivals.get, stop="54009")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.stops.list(accept="text/csv")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bus.passenger_volume.download("by_month")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    async_bus.with_response(async_bus.stops.list)  # type: ignore[arg-type, unused-coroutine]  # pyright: ignore


async def awaited(bus: AsyncBusClient) -> None:
    assert_type(await bus.arrivals.get("54009"), Arrivals)
    assert_type(await bus.stops.list().all(), list[BusStop])
    assert_type(await bus.with_response(bus.arrivals.get, "54009"), Answer[Arrivals])
    assert_type(await bus.request("POST", "/x", json={"a": [1, None]}, retryable=True), Answer[Any])
    assert_type(await bus.passenger_volume.download("by_stop"), VolumeFile[StopVolume])
    assert_type(await bus.passenger_volume.download("by_trip"), VolumeFile[TripVolume])
    async for stop in bus.stops.list():
        assert_type(stop, BusStop)


def timeouts(bus: BusClient, chat: ChatClient) -> None:
    several = httpx.Timeout(5, connect=1)
    BusClient(timeout=several)
    bus.with_options(timeout=several)
    chat.admin.conversations.export(timeout=several)
    BusClient(timeout="5")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def groups(bus: BusClient, stop: BusStop) -> None:
    assert_type(bus.arrivals.get("54009"), Arrivals)
    assert_type(BusClient.arrivals.get(bus.arrivals, "54009"), Arrivals)
    group: type[object] = AsyncChatClient.conversations.messages
    print(group)
    print(bus.arrival)  # type: ignore[attr-defined]  # pyright: ignore
    for _ in stop:  # type: ignore[attr-defined]  # pyright: ignore
        pass
