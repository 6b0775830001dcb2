"""The event stream of a runtime context. A check causes events by making sessions, and reads up to its own."""

from collections import defaultdict
from contextlib import ExitStack, suppress

from trivet_checks.checks.agent.service import Agent, Where, listed
from trivet_checks.checks.agent.turns import answered, conversation, say
from trivet_checks.checks.event_stream import Event, Listener
from trivet_checks.checks.suite import check
from trivet_checks.exchange_rules.agent import envelope
from trivet_checks.exchanges.evidence import Broken, NotTried
from trivet_stubs.kernel.json_text import without_halves

_DELTA = "message.part.delta"
_NAMED = ("sessionID", "messageID", "partID", "field", "delta")


@check("agent.events.one-stream-a-context")
def stream_has_the_events_of_its_context(agent: Agent) -> None:
    """A new session of a context is on its stream, and on no other: two directories, a workspace and its directory.

    So are the events of a turn, of which a server may have streams of another kind.
    """
    folder = agent.folder("workspace")
    inside = agent.inside(agent.workspace(folder))
    contexts = [agent.here, agent.elsewhere, {"directory": f"{agent.directory}/{folder}"}, inside]
    with ExitStack() as stack:
        listeners = [stack.enter_context(agent.listening(where)) for where in contexts]
        sessions = {at: agent.session("here", contexts[at])["id"] for at in (0, 3)}
        turn = ""
        with suppress(Broken, NotTried):  # without a model there is no turn
            turn = conversation(agent)
            answered(agent, turn, say(agent.target.prefix))
        for listener, where in zip(listeners, contexts, strict=True):
            _read_to_a_mark(agent, listener, where)
        for at, listener in enumerate(listeners):
            if at in sessions and listener.first(sessions[at]) is None:
                listener.broken("an event of the context is not on its stream")
            others = [session for other, session in (*sessions.items(), (0, turn)) if session and other != at]
            for session in others:
                if (event := listener.first(session)) is not None:
                    listener.broken("an event is on the stream of another context", event)


@check("agent.events.one-envelope")
def every_event_has_the_envelope(agent: Agent) -> None:
    """Every event has an id, a type, a time, a context and a payload."""
    with agent.listening(agent.here) as listener:
        _read_to_a_mark(agent, listener, agent.here)
    for event in listener.events:
        if missing := [name for name, holds in envelope(event.value).items() if not holds]:
            listener.broken(f"an event of the type {event.kind} has no proper {' and '.join(missing)}", event)


@check("agent.events.time-is-in-milliseconds")
def time_of_an_event_is_in_milliseconds(agent: Agent) -> None:
    """The time of an event lies between the years 2001 and 2286, in milliseconds."""
    with agent.listening(agent.here) as listener:
        _read_to_a_mark(agent, listener, agent.here)
    timed = [event for event in listener.events if "time" in event.value]
    if not timed:
        raise NotTried("no event has a time")
    for event in timed:
        if not 10**12 <= event.value["time"] < 10**13:
            listener.broken(f"the time of an event is {event.value['time']}", event)


@check("agent.events.first-is-server-connected")
def first_event_is_server_connected(agent: Agent) -> None:
    """The first event of a stream has the type `server.connected`."""
    with agent.listening(agent.somewhere) as listener:
        first = listener.until(lambda _event: True)
    if first.kind != "server.connected":
        listener.broken(f"the first event of a stream is {first.kind}", first)


@check("agent.events.delta-appends-to-the-field-it-names")
def deltas_are_appended_to_the_field_that_they_name(agent: Agent) -> None:
    """The deltas of a turn name parts of its messages, and make up the ends of the fields that they name."""
    session = conversation(agent)
    with agent.listening(agent.here) as listener:
        answer = answered(agent, session, say(agent.target.prefix))
        _read_to_a_mark(agent, listener, agent.here)
    deltas = [delta for delta in listener.events if delta.kind == _DELTA and delta.payload("sessionID") == session]
    if not deltas:
        raise NotTried("the agent has answered without a delta")
    parts = {(message.get("id"), part.get("id")): part for message in answer for part in listed(message, "content")}
    for delta in deltas:
        if not all(isinstance(delta.payload(name), str) for name in _NAMED):
            listener.broken("a delta does not have all of its fields", delta)
        if (delta.payload("messageID"), delta.payload("partID")) not in parts:
            listener.broken("a delta names a part that is not there", delta)
    for (message, part, name), text in _appended(deltas).items():
        final = parts[message, part].get(name)
        if not isinstance(final, str) or not final.rstrip().endswith(text.rstrip()):
            listener.broken(f"the deltas of {name} do not make up the end of that field", deltas[-1])


def _read_to_a_mark(agent: Agent, listener: Listener, where: Where) -> None:
    """Read the events of a context up to one of a session that is made now: those before it have arrived."""
    mark = agent.session("mark", where)["id"]
    listener.until(lambda event: event.mentions(mark))


def _appended(deltas: list[Event]) -> dict[tuple[str, str, str], str]:
    """The deltas of each field of a part, one after the other, which may split surrogate pairs."""
    texts: dict[tuple[str, str, str], str] = defaultdict(str)
    for event in deltas:
        _, message, part, name, delta = (event.payload(name) for name in _NAMED)
        texts[message, part, name] += delta
    return {key: without_halves(text) for key, text in texts.items()}
