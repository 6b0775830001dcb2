"""The changes of sessions that a table counts, and the views that they leave."""

import pytest

from trivet.agent import PermissionRequest, QuestionRequest, Session, SessionBusy, Todo
from trivet.agent._store.sessions import MOST_REMOVED, SessionTable
from trivet.agent._store.transcript import Transcript

BUSY = SessionBusy(type="busy")


@pytest.fixture
def table():
    """A table of two sessions; the first has a request."""
    table = SessionTable()
    for session_id in "ab":
        table.put(Session(id=session_id))
    table.add_request(PermissionRequest(id="per_1", session_id="a"))
    table.add_request(QuestionRequest(id="que_1", session_id="a"))
    return table


def test_sessions_are_in_the_order_they_were_added(table):
    table.put(Session(id="a", title="Later"))
    assert list(table) == ["a", "b"]
    assert "a" in table
    assert "c" not in table


def test_only_a_difference_counts_as_a_change(table):
    before = table.revision
    assert not table.put(Session(id="a"))
    assert not table.set_status("a", None)
    assert not table.remove("c")
    assert not table.remove_request("a", "per_2")
    assert table.revision == before


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.put(Session(id="a", title="Later")),
        lambda table: table.set_status("a", BUSY),
        lambda table: table.add_request(QuestionRequest(id="que_2", session_id="a")),
        lambda table: table.remove_request("a", "que_1"),
        lambda table: table.mark_changed("a"),
        lambda table: table.set_todos("a", [Todo(content="Look")]),
    ],
)
def test_change_raises_revision_of_its_session(table, change):
    before = table.revision
    assert change(table)
    assert table.revision == table.revision_of("a") == before + 1
    assert table.changed_since(before) == ["a"]
    assert table.changed_since(before + 1) == []
    assert table.changed_since(-1) is None


def test_todos_are_kept_until_they_are_forgotten_or_their_session_is_gone(table):
    assert table.view("a", None).todos is None
    table.set_todos("a", [Todo(content="Look")])
    table.set_todos("b", [])
    assert not table.set_todos("a", None), "an odd event changes nothing"
    table.replace([Session(id="a")], [], [])
    assert table.view("a", None).todos == (Todo(content="Look"),)
    before = table.revision
    table.forget_statuses()
    assert table.view("a", None).todos is None
    assert table.revision > before


def test_changes_are_in_their_order_and_count_removed_sessions():
    table = SessionTable()
    for session_id in "abc":
        table.put(Session(id=session_id))
    before = table.revision
    table.set_status("c", BUSY)
    table.remove("b")
    table.set_status("a", BUSY)
    table.set_status("c", None)
    assert table.changed_since(before) == ["b", "a", "c"]
    table.put(Session(id="b"))
    assert table.changed_since(before) == ["a", "c", "b"]


def test_number_of_removed_sessions_that_are_kept_is_bounded():
    table = SessionTable()
    table.put(Session(id="a"))
    for number in range(5 * MOST_REMOVED):
        table.put(Session(id=f"ses_{number}"))
        table.remove(f"ses_{number}")
    assert len(table._revisions) <= MOST_REMOVED + 3
    assert table.changed_since(1) is None
    assert table.changed_since(table.revision - 1) == [f"ses_{5 * MOST_REMOVED - 1}"]
    assert table.revision_of("a") == 1


def test_request_that_changes_its_session_leaves_the_former_one(table):
    table.add_request(PermissionRequest(id="per_1", session_id="b"))
    assert (table.view("a", None).permissions, len(table.view("b", None).permissions)) == ((), 1)


def test_removed_session_loses_its_status_and_requests(table):
    table.set_status("a", BUSY)
    before = table.revision
    assert table.remove("a")
    assert (table.revision, table.revision_of("a")) == (before + 1, 0)
    table.put(Session(id="a"))
    view = table.view("a", None)
    assert (view.status, view.permissions, view.questions) == (None, (), ())


def test_forgotten_statuses_change_their_sessions_alone(table):
    table.set_status("a", BUSY)
    before = table.revision
    table.forget_statuses()
    assert table.status("a") is None
    assert table.changed_since(before) == ["a"]


def test_replace_keeps_statuses_and_revisions_and_replays_changes(table):
    table.set_status("b", BUSY)
    before = table.revision
    sessions = [Session(id="b"), Session(id="c"), Session(id=5)]
    table.replace(sessions, [QuestionRequest(id=[], session_id="b")], [lambda: table.put(Session(id="d"))])
    assert list(table) == ["b", "c", "d"]
    assert (table.status("b"), table.view("b", None).questions) == (BUSY, ())
    assert table.revision == before


def test_view_without_transcript_holds_no_messages(table):
    transcript = Transcript()
    assert not table.view("a", None).loaded
    assert not table.view("a", transcript).loaded
    transcript.finish(transcript.begin(), [])
    view = table.view("a", transcript)
    assert (view.loaded, view.messages) == (True, ())
    assert [request.id for request in (*view.permissions, *view.questions)] == ["per_1", "que_1"]
    assert table.view("c", transcript) is None


def test_number_of_removed_sessions_that_are_kept_grows_with_the_sessions():
    table = SessionTable()
    for number in range(MOST_REMOVED):
        table.put(Session(id=f"here_{number}"))
    before = table.revision
    gone = [f"gone_{number}" for number in range(3 * MOST_REMOVED // 2)]
    for session_id in gone:
        table.put(Session(id=session_id))
        table.remove(session_id)
    assert table.changed_since(before) == gone
