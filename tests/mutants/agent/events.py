"""Mutants of the event stream."""

from collections.abc import Callable
from typing import Any

from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub
from trivet_stubs.agent.context import Context
from trivet_stubs.kernel.spec import JsonObject

_DELTA = "message.part.delta"


def change_events(stub: AgentStub, change: Callable[[JsonObject], JsonObject]) -> None:
    """Change every event that the stub publishes, after its check against the contract."""
    checked: Callable[..., JsonObject] = vars(type(stub.events))["_checked"]

    def changed(*arguments: object) -> JsonObject:
        return change(checked(stub.events, *arguments))

    vars(stub.events)["_checked"] = changed


def change_deltas(stub: AgentStub, change: Callable[[JsonObject], JsonObject]) -> None:
    """Change the payload of every delta."""

    def changed(event: JsonObject) -> JsonObject:
        return {**event, "payload": change(event["payload"])} if event["type"] == _DELTA else event

    change_events(stub, changed)


@mutant("agent.events.one-stream-a-context", shown_by="one")
def events_of_all_contexts_are_sent(stub: AgentStub) -> None:
    """Every stream has the events of every context."""
    send: Callable[..., Any] = vars(type(stub.events))["_put"]

    def put(piece: object, _context: Context | None) -> None:
        send(stub.events, piece, None)

    vars(stub.events)["_put"] = put


@mutant("agent.events.one-stream-a-context", shown_by="one")
def workspace_gets_the_events_of_the_directory_above(stub: AgentStub) -> None:
    """The stream of a workspace has the events of the directory above it, too."""
    send: Callable[..., Any] = vars(type(stub.events))["_put"]

    def put(piece: object, context: Context | None) -> None:
        send(stub.events, piece, context)
        for workspace in stub.workspaces.values():
            if context is not None and workspace.directory.startswith(f"{context.directory}/"):
                send(stub.events, piece, Context(workspace.directory, workspace.id))

    vars(stub.events)["_put"] = put


@mutant("agent.events.one-envelope", shown_by="one")
def event_has_no_time(stub: AgentStub) -> None:
    """Events are sent without their time."""
    change_events(stub, lambda event: {name: event[name] for name in event if name != "time"})


@mutant("agent.events.one-envelope", shown_by="one")
def payload_is_called_data(stub: AgentStub) -> None:
    """The payload of events has another name."""
    change_events(stub, lambda event: {"data" if name == "payload" else name: event[name] for name in event})


@mutant("agent.events.time-is-in-milliseconds", shown_by="one")
def time_is_in_seconds(stub: AgentStub) -> None:
    """The time of events is in seconds."""
    change_events(stub, lambda event: {**event, "time": event["time"] // 1000})


@mutant("agent.events.first-is-server-connected", shown_by="one")
def first_event_has_another_type(stub: AgentStub) -> None:
    """A stream begins with an event of another type."""
    change_events(
        stub, lambda event: {**event, "type": "server.ready"} if event["type"] == "server.connected" else event
    )


@mutant("agent.events.delta-appends-to-the-field-it-names", shown_by="two")
def delta_is_of_a_removed_part(stub: AgentStub) -> None:
    """Deltas name a part that is not in its message."""
    change_deltas(stub, lambda payload: {**payload, "partID": "prt_removed"})


@mutant("agent.events.delta-appends-to-the-field-it-names", shown_by="two")
def delta_holds_another_text(stub: AgentStub) -> None:
    """Deltas do not make up the text of their part."""
    change_deltas(stub, lambda payload: {**payload, "delta": payload["delta"] + "!"})


@mutant("agent.events.delta-appends-to-the-field-it-names", shown_by="one")
def delta_names_no_field(stub: AgentStub) -> None:
    """Deltas do not say which field they extend."""
    change_deltas(stub, lambda payload: {name: payload[name] for name in payload if name != "field"})
