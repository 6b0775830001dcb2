"""The state of a dashboard, and what changes in it."""

import pytest

from trivet.agent import (
    AssistantMessage,
    ErrorInfo,
    MessageTime,
    PermissionRequest,
    Session,
    SessionBusy,
    SessionRetry,
    SessionTime,
    SessionView,
    Todo,
    UserMessage,
)
from trivet.cli.agent.watch.board import Fetched, Place, Row, changes, is_unfinished, make_row, ordered

PERMISSION = PermissionRequest(id="per_1", session_id="a", action="bash", resources=["ls"])


def view(id_="a", status=None, permissions=(), **given):
    session = Session(id=id_, title="T", time=SessionTime(updated=1_750_032_000_000))
    return SessionView(session, status, (), False, permissions, (), **given)


@pytest.mark.parametrize(
    ("seen", "fetched", "status", "todos"),
    [
        (view(), None, None, None),
        (view(), Fetched([Todo(content="x")], at_work=True), "busy?", "0/1"),
        (view(status=SessionBusy(type="busy")), Fetched([], at_work=False), "busy", None),
        (view(permissions=(PERMISSION,), status=SessionBusy(type="busy")), None, "waits", None),
        (view(todos=()), Fetched([Todo(content="x")], at_work=False), None, None),
        (view(todos=(Todo(content="x", status="completed"),)), None, None, "1/1"),
    ],
)
def test_row_has_the_newest_that_is_known(seen, fetched, status, todos):
    row = make_row(seen, fetched)
    assert (row.status, row.todos) == (status, todos)


def test_retry_has_its_reason():
    assert make_row(view(status=SessionRetry(type="retry", attempt=1, message="quota")), None).note == "quota"


def test_unfinished_message_is_one_of_the_agent_without_an_end():
    assert is_unfinished(AssistantMessage(type="assistant", id="m"))
    assert is_unfinished(AssistantMessage(type="assistant", id="m", time=MessageTime(created=1)))
    assert not is_unfinished(AssistantMessage(type="assistant", id="m", finish="stop"))
    assert not is_unfinished(AssistantMessage(type="assistant", id="m", time=MessageTime(completed=1)))
    assert not is_unfinished(AssistantMessage(type="assistant", id="m", error=ErrorInfo(type="x")))
    assert not is_unfinished(UserMessage(type="user", id="m", text=""))


def row(id_, status=None, updated=0.0):
    return Row(id_, "T", status, updated, False, None, (PERMISSION,) if status == "waits" else ())


def test_what_waits_comes_first_then_what_works_then_the_latest():
    rows = [row("old", None, 1), row("new", "idle", 2), row("works", "busy"), row("asks", "waits")]
    assert [each.id for each in ordered(rows)] == ["asks", "works", "new", "old"]


def test_only_changes_are_reported():
    before = [Place("/a", "live", "", {"x": row("x"), "y": row("y")}), Place("/b", "live")]
    now = [Place("/a", "live", "", {"x": row("x", "waits")}), Place("/b", "failed", "no")]
    found = list(changes(before, now))
    assert [(each["type"], each.get("id")) for each in found] == [
        ("session", "x"),
        ("gone", "y"),
        ("connection", None),
    ]
    assert found[0]["waiting"] == [
        {
            "kind": "permission",
            "id": "per_1",
            "what": "bash: ls",
            "command": "trivet agent permission reply per_1 --response once --directory /a",
        }
    ]
    assert found[2] == {"type": "connection", "directory": "/b", "state": "failed", "error": "no"}
    assert list(changes(now, now)) == []
