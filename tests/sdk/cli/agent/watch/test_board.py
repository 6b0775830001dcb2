"""The state of a dashboard, its changes, and the threads that follow directories."""

import time

import pytest

from tests.sdk.cli.agent.agents import client_of
from trivet.agent import (
    AssistantMessage,
    ErrorInfo,
    MessageTime,
    PermissionRequest,
    Prompt,
    Session,
    SessionBusy,
    SessionRetry,
    SessionTime,
    SessionView,
    Store,
    Todo,
    UserMessage,
)
from trivet.cli.agent.watch import board
from trivet.cli.agent.watch.board import (
    DirectoryState,
    Follower,
    SessionDetails,
    SessionRow,
    changes,
    is_unfinished,
    make_row,
    ordered,
)
from trivet_stubs.agent import Hold, Todos, Tool

PERMISSION = PermissionRequest(id="per_1", session_id="a", action="bash", resources=["ls"])


def view(id_="a", status=None, permissions=(), **fields):
    session = Session(id=id_, title="T", time=SessionTime(updated=1_750_032_000_000))
    return SessionView(session, status, (), False, permissions, (), **fields)


@pytest.mark.parametrize(
    ("session_view", "fetched", "status", "todos"),
    [
        (view(), None, None, None),
        (view(), SessionDetails([Todo(content="x")], at_work=True), "busy?", "0/1"),
        (view(status=SessionBusy(type="busy")), SessionDetails([], at_work=False), "busy", None),
        (view(permissions=(PERMISSION,), status=SessionBusy(type="busy")), None, "waits", None),
        (view(todos=()), SessionDetails([Todo(content="x")], at_work=False), None, None),
        (view(todos=(Todo(content="x", status="completed"),)), None, None, "1/1"),
    ],
)
def test_row_has_the_newest_known_details(session_view, fetched, status, todos):
    row = make_row(session_view, fetched)
    assert (row.status, row.todos) == (status, todos)


def test_retry_has_its_reason():
    assert make_row(view(status=SessionRetry(type="retry", attempt=1, message="quota")), None).note == "quota"


def test_message_of_the_agent_without_an_end_is_unfinished():
    assert is_unfinished(AssistantMessage(type="assistant", id="m"))
    assert is_unfinished(AssistantMessage(type="assistant", id="m", time=MessageTime(created=1)))
    assert not is_unfinished(AssistantMessage(type="assistant", id="m", finish="stop"))
    assert not is_unfinished(AssistantMessage(type="assistant", id="m", time=MessageTime(completed=1)))
    assert not is_unfinished(AssistantMessage(type="assistant", id="m", error=ErrorInfo(type="x")))
    assert not is_unfinished(UserMessage(type="user", id="m", text=""))


def row(id_, status=None, updated=0.0):
    return SessionRow(id_, "T", status, updated, False, None, (PERMISSION,) if status == "waits" else ())


def test_waiting_sessions_come_first_then_busy_ones_then_the_latest():
    rows = [row("old", None, 1), row("new", "idle", 2), row("works", "busy"), row("asks", "waits")]
    assert [row.id for row in ordered(rows)] == ["asks", "works", "new", "old"]


def test_only_changes_are_reported():
    before = [DirectoryState("/a", "live", "", {"x": row("x"), "y": row("y")}), DirectoryState("/b", "live")]
    now = [DirectoryState("/a", "live", "", {"x": row("x", "waits")}), DirectoryState("/b", "failed", "no")]
    events = list(changes(before, now))
    assert [(event["type"], event.get("id")) for event in events] == [
        ("session", "x"),
        ("gone", "y"),
        ("connection", None),
    ]
    assert events[0]["waiting"] == [
        {
            "kind": "permission",
            "id": "per_1",
            "what": "bash: ls",
            "command": "trivet agent permission reply per_1 --response once --directory /a",
        }
    ]
    assert events[2] == {"type": "connection", "directory": "/b", "state": "failed", "error": "no"}
    assert list(changes(now, now)) == []


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(board, "FETCH_EVERY", 0.01)
    monkeypatch.setattr(board, "AGAIN", 0.01)


def until(condition):
    """Wait until a condition is true; only a hang takes half a minute."""
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.fixture
def followed(agent_stub):
    with client_of(agent_stub) as client:
        store = Store(client)
        follower = Follower(client, store, "/home/dev/orchard", archived=False)
        yield agent_stub, client.at(directory="/home/dev/orchard"), follower
        follower.close()
        store.close()


def test_details_that_lists_lack_are_fetched(followed):
    stub, client, follower = followed
    stub.script(Todos(["Look"]), Hold())
    session = client.session.create(title="T")
    client.session.prompt(session.id, prompt=Prompt(text="Go."))
    client.session.update(client.session.create().id, archived=5)
    assert follower.state().connection == "starting"
    follower.start()
    until(lambda: follower.state().rows and follower.state().rows[session.id].status == "busy?")
    state = follower.state()
    assert (state.directory, state.connection, list(state.rows)) == ("/home/dev/orchard", "live", [session.id])
    assert state.rows[session.id].todos == "0/1"


def test_directory_that_fails_is_followed_again(followed):
    stub, _, follower = followed
    stub.faults.add("session.list", status=403, times=2)
    follower.start()
    assert follower.tried.wait(30)
    until(lambda: follower.state().connection == "live")
    stub.faults.add("event.subscribe", status=403)
    stub.events.cut()
    until(lambda: stub.requests.count("event.subscribe") >= 4 and follower.state().connection == "live")
    assert stub.requests.count("session.list") >= 4


def test_state_of_a_failed_directory_has_the_message(followed):
    stub, _, follower = followed
    stub.faults.add("session.list", status=403, times=None, body="not yours")
    follower.start()
    assert follower.tried.wait(30)
    until(lambda: follower.state().connection == "failed")
    assert "403" in follower.state().error
    assert "not yours" in follower.state().error


def test_request_waits_until_its_agent_is_stopped_also_after_the_next_prompt(followed):
    stub, client, follower = followed
    stub.observed.open_requests = True
    session = client.session.create(title="T")
    follower.start()
    until(lambda: follower.state().connection == "live" and follower.state().rows)

    def waiting():
        return [request.id for request in follower.state().rows[session.id].requests]

    for number in range(1, 3):
        stub.script(Tool("bash", {}, asks="bash"))
        client.session.prompt(session.id, prompt=Prompt(text="Go."))
        until(lambda: waiting() == [f"per_00000{number}"])  # noqa: B023
        assert follower.state().rows[session.id].status == "waits"
        stub.interrupt(session.id)
        # The end of the message may be known before the event of the status arrives.
        until(lambda: follower.state().rows[session.id].status == "idle")
        assert not waiting()
    assert len(client.permission.list()) == 2


def test_gap_in_the_events_hides_no_request_that_waits_and_shows_no_other(followed):
    stub, client, follower = followed
    stub.observed.open_requests = True
    sessions = [client.session.create() for _ in range(2)]
    for session in sessions:
        stub.script(Tool("bash", {}, asks="bash"))
        client.session.prompt(session.id, prompt=Prompt(text="Go."))
    stub.interrupt(sessions[0].id)
    follower.start()
    until(lambda: [row.id for row in follower.state().rows.values() if row.requests] == [sessions[1].id])
    stub.events.cut()
    stub.interrupt(sessions[1].id)
    stub.script(Tool("bash", {}, asks="bash"))
    client.session.prompt(sessions[0].id, prompt=Prompt(text="Go."))
    until(lambda: [row.id for row in follower.state().rows.values() if row.requests] == [sessions[0].id])
    assert [request.id for request in follower.state().rows[sessions[0].id].requests] == ["per_000003"]


def test_request_is_shown_where_the_messages_cannot_be_fetched(followed):
    stub, client, follower = followed
    stub.script(Tool("bash", {}, asks="bash"))
    session = client.session.create()
    client.session.prompt(session.id, prompt=Prompt(text="Go."))
    stub.faults.add("session.message.list", status=403, times=None)
    follower.start()
    until(lambda: follower.state().rows and follower.state().rows[session.id].requests)
