"""The activity of a turn by the events of its sessions, without I/O."""

from datetime import UTC, datetime

import pytest

from tests.sdk.agent.turns.records import permission, question
from trivet._core.converter import structure
from trivet.agent import PermissionRequest, Session, SessionCreatedEvent, ToolPart
from trivet.agent._generated import events as e
from trivet.agent._turns.activity import MOST_CHILDREN, TreeActivity
from trivet.agent._turns.unanswered import UnansweredRequestError, describe


@pytest.fixture
def tree():
    return TreeActivity("s")


def created(id_, title="Below"):
    info = Session(id=id_, parent_id="s", title=title)
    return SessionCreatedEvent(id="", type="session.created", payload=e.SessionChanged(session_id=id_, info=info))


def status(id_, value):
    return e.SessionStatusEvent(
        id="", type="session.status", payload=e.SessionStatusChanged(session_id=id_, status=value)
    )


def busy(id_):
    return status(id_, e.SessionBusy(type="busy"))


def retry(id_, **fields):
    return status(id_, e.SessionRetry(type="retry", **fields))


def tool(id_, name="bash", state="running", **time):
    wire = {"status": state, "input": "" if state == "pending" else {}, "structured": {}, "content": []}
    part = {"type": "tool", "id": id_, "name": name, "state": wire, **({"time": time} if time else {})}
    return structure(part, ToolPart)


def part_event(session_id, part):
    payload = e.MessagePartUpdated(session_id=session_id, message_id="m", part=part)
    return e.MessagePartUpdatedEvent(id="", type="message.part.updated", payload=payload)


def test_request_comes_before_a_provider_a_child_and_a_tool(tree):
    for event in (created("c"), busy("c"), retry("s", attempt=1)):
        tree.receive(event)
    now = tree.now([permission(), question()], [tool("t")])
    assert (now.kind, now.request) == ("request", permission())
    now = tree.now([], [tool("t")])
    assert (now.kind, now.session_id, now.attempt) == ("retrying", "s", 1)
    tree.receive(busy("s"))
    now = tree.now([], [tool("t")])
    assert (now.kind, now.session_id, now.title) == ("child", "c", "Below")
    tree.receive(status("c", e.SessionIdle(type="idle")))
    assert tree.now([], [tool("t")]).kind == "tool"
    assert tree.now([], []).kind == "working"


def test_child_that_was_created_and_does_nothing_is_not_the_activity(tree):
    tree.receive(created("c"))
    assert tree.now([], []).kind == "working"


def test_tool_of_a_child_is_its_latest_one_that_runs(tree):
    tree.receive(busy("c"))
    for part in (tool("a", "read"), tool("b", "bash", ran=1000), tool("b2", state="pending")):
        tree.receive(part_event("c", part))
    now = tree.now([], [])
    assert (now.tool, now.since) == ("bash", datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC))
    tree.receive(part_event("c", tool("b", state="completed")))
    assert tree.now([], []).tool == "read"
    tree.receive(status("c", e.SessionIdle(type="idle")))
    tree.receive(part_event("c", tool("a", state="completed")))
    assert tree.now([], []).kind == "working", "an event after the idle one starts no work"


@pytest.mark.parametrize("attempts", [(1, 2, 3), (None, None, None)])
def test_attempts_are_those_of_the_server_or_are_counted(tree, attempts):
    seen = [tree.receive(retry("s", attempt=attempt, message="no", next=2500)) for attempt in attempts]
    assert [(now.attempt, now.message) for now in seen] == [(1, "no"), (2, "no"), (3, "no")]
    assert str(seen[0]) == 'the provider refuses "no"; attempt 1 follows at 00:00:02 UTC'


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), 10**30, "soon", None])
def test_time_out_of_every_range_is_unknown(tree, odd):
    assert tree.receive(retry("s", attempt=1, next=odd)).next_at is None


def test_missed_events_make_the_activity_unknown(tree):
    for event in (busy("c"), retry("s", attempt=1)):
        tree.receive(event)
    tree.miss()
    assert tree.now([], []).kind == "working"


def test_number_of_children_is_bounded(tree):
    for number in range(MOST_CHILDREN + 10):
        tree.receive(busy(f"c{number}"))
    assert tree.now([], []).session_id == "c10"


def test_words_of_a_server_are_one_printable_line():
    request = PermissionRequest(id="per_1", session_id="s", action="bash", resources=["ls\n", "\x1b[2J" + "x" * 500])
    words = describe(request)
    assert words.startswith(r"the permission per_1 (bash: ls\n, \x1b[2Jxxx")
    assert len(words) < 250
    assert "\\x1b" in str(UnansweredRequestError(request))
