"""Sessions and requests: events that arrive while the lists are fetched, and events of other contexts."""

import pytest

from tests.sdk.agent.store.simulation import typed
from trivet.agent import PermissionRequest, QuestionRequest, Reconnected, RuntimeContext, Session, SessionBusy
from trivet.agent._store.context_state import ContextState
from trivet.agent._store.sessions import SessionFilter

HERE, ELSEWHERE = {"directory": "/d"}, {"directory": "/d", "workspaceID": "wrk_1"}


def event(kind, context=HERE, **payload):
    return typed({"id": "e", "type": kind, "context": context, "payload": {"sessionID": "a", **payload}})


def session(id_, **fields):
    return {"id": id_, **fields}


def changed(kind, id_, context=HERE, **fields):
    return event(f"session.{kind}", context, sessionID=id_, info=session(id_, **fields))


@pytest.fixture
def state():
    """The state of a context with two sessions and a question of the first."""
    state = ContextState()
    fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")])
    return state


def fetch(state, ids, requests=(), meanwhile=()):
    recording = state.begin_lists()
    for change in meanwhile:
        state.apply(change)
    here = RuntimeContext(directory="/d")
    return state.finish_lists(recording, here, [Session(id=id_) for id_ in ids], requests)


def apply(state, change):
    """Apply an event; return the ids of the sessions that it has changed."""
    before = state.table.revision
    state.apply(change)
    return state.table.changed_since(before)


def ids_of(state):
    return [view.session.id for view in state.views()]


@pytest.mark.parametrize("older", [True, False])
def test_changes_during_a_fetch_of_lists_count_once(state, older):
    meanwhile = [
        changed("created", "c", title="New"),
        changed("deleted", "b"),
        event("question.replied", requestID="que_1"),
        event("permission.v2.asked", id="per_1", action="bash"),
    ]
    if older:
        fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")], meanwhile)
    else:
        fetch(state, ["a", "c"], [PermissionRequest(id="per_1", session_id="a")], meanwhile)
    assert ids_of(state) == ["a", "c"]
    assert state.view("c").session.title == "New"
    assert ([permission.id for permission in state.view("a").permissions], state.view("a").questions) == (["per_1"], ())


def test_adopted_session_survives_older_list(state):
    recording = state.begin_lists()
    pending = state.track_fetch("c")
    assert state.adopt(Session(id="c"))
    assert pending.valid
    state.finish_lists(recording, None, [Session(id="a")], [])
    assert ids_of(state) == ["a", "c"]


def test_new_list_replaces_the_sessions_and_drops_the_todos_of_others(state):
    state.apply(event("todo.updated", todos=[{"content": "Look"}]))
    fetch(state, ["b", "c"])
    assert ids_of(state) == ["b", "c"]
    assert state.view("a") is None
    fetch(state, ["a"])
    assert state.view("a").todos is None


@pytest.mark.parametrize(
    "leaves",
    [
        changed("updated", "a", location=ELSEWHERE),
        changed("updated", "a", directory="/d", workspaceID="wrk_1"),
        changed("updated", "a", ELSEWHERE),
        changed("deleted", "a"),
        event("session.next.moved", timestamp=1, location=ELSEWHERE),
    ],
)
def test_session_that_leaves_loses_its_requests_and_todos(state, leaves):
    assert apply(state, event("todo.updated", todos=[{"content": "Look"}])) == ["a"]
    assert apply(state, leaves) == ["a"]
    assert ids_of(state) == ["b"]
    state.apply(changed("created", "a"))
    assert (state.view("a").questions, state.view("a").todos) == ((), None)


@pytest.mark.parametrize(
    "ignored",
    [
        changed("created", "c", ELSEWHERE),
        changed("created", "c", location=ELSEWHERE),
        event("permission.asked", ELSEWHERE, id="per_1", action="bash"),
        event("question.asked", None, sessionID="c", id="que_2", questions=[]),
        event("session.status", sessionID="c", status={"type": "busy"}),
        event("message.updated", info={"id": "msg_1", "type": "user"}),
        event("of.tomorrow"),
        typed({"id": "e", "type": "session.updated", "payload": {"sessionID": [], "info": None}}),
        event("session.updated", info={"id": ["a"]}),
        event("session.created", info={"id": {}}),
        event("permission.asked", id=["per_1"], action="bash"),
        event("permission.v2.asked", id=["per_1"], action="bash"),
        event("question.asked", id={}, questions=[]),
        event("question.replied", requestID=["que_1"]),
        event("session.next.moved", timestamp=1, location=HERE),
    ],
)
def test_events_of_elsewhere_or_of_a_wrong_form_change_nothing(state, ignored):
    before = state.views()
    assert apply(state, ignored) == []
    assert state.views() == before


def test_request_without_context_belongs_to_its_session(state):
    assert apply(state, event("permission.asked", None, id="per_1", action="bash")) == ["a"]
    assert [permission.id for permission in state.view("a").permissions] == ["per_1"]


def test_event_that_repeats_the_state_changes_nothing(state):
    busy = event("session.status", status={"type": "busy"})
    assert apply(state, busy) == ["a"]
    assert apply(state, busy) == []
    assert fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")])
    seen = state.table.revision
    assert fetch(state, ["a", "b"], [QuestionRequest(id="que_1", session_id="a")], [changed("created", "b")])
    assert state.table.revision == seen


def test_list_begun_before_another_is_outdated(state):
    recording = state.begin_lists()
    fetch(state, ["a"])
    assert not state.finish_lists(recording, None, [], [])
    assert ids_of(state) == ["a"]


def test_opened_session_that_leaves_and_returns_is_gone(state):
    opened = state.open("a")
    assert not state.is_gone("a", opened)
    state.apply(changed("deleted", "a"))
    state.apply(changed("created", "a"))
    assert state.has_changed("a", opened, since=state.table.revision)
    again = state.open("a")
    state.close("a", opened)
    assert not state.is_gone("a", again)


def test_status_that_arrives_before_its_session_is_kept(state):
    fetch(state, ["a", "c"], meanwhile=[event("session.status", sessionID="c", status={"type": "busy"})])
    assert isinstance(state.view("c").status, SessionBusy)


def test_adopted_session_is_replaced_by_list_begun_earlier(state):
    recording = state.begin_lists()
    state.adopt(Session(id="c", title="Old"))
    state.finish_lists(recording, None, [Session(id="c", title="New")], [])
    assert state.view("c").session.title == "New"


@pytest.mark.parametrize(
    "leaves",
    [
        changed("deleted", "c"),
        event("session.next.moved", sessionID="c", timestamp=1, location=ELSEWHERE),
        Reconnected(None, 1),
    ],
)
def test_pending_fetch_of_session_that_leaves_is_invalid(state, leaves):
    other, pending = state.track_fetch("d"), state.track_fetch("c")
    state.apply(leaves)
    assert not pending.valid
    assert other.valid != isinstance(leaves, Reconnected)


@pytest.mark.parametrize("listed", [True, False])
def test_session_that_moves_here_makes_the_lists_due(state, listed):
    moved = event("session.next.moved", sessionID="c", timestamp=1, location=HERE)
    fetch(state, ["a", "c"] if listed else ["a"], meanwhile=[moved])
    assert state.next_fetch() == (None if listed else "")
    fetch(state, ["a"])
    assert state.next_fetch() is None
    state.apply(moved)
    assert state.next_fetch() == ""


def test_session_that_moves_away_during_fetch_is_removed(state):
    away = event("session.next.moved", sessionID="b", timestamp=1, location=ELSEWHERE)
    fetch(state, ["a", "b"], meanwhile=[away])
    assert ids_of(state) == ["a"]


def test_failed_fetch_is_due_after_all_others(state):
    state.open("a")
    state.open("b")
    assert state.next_fetch() == "a"
    recording = state.begin_messages("a")
    assert state.next_fetch() == "b"
    state.fail_fetch("a")
    assert not state.is_awaited("a", recording)
    assert (state.next_fetch(), state.next_fetch({"b"}), state.next_fetch({"a", "b"})) == ("b", "a", "b")


def test_records_without_a_text_id_are_left_out(state):
    state.finish_lists(
        state.begin_lists(), None, [Session(id=["a"]), Session(id="b")], [QuestionRequest(id={}, session_id="b")]
    )
    assert ids_of(state) == ["b"]
    assert state.view("b").questions == ()


def test_view_of_a_path_has_the_sessions_below_it_alone():
    state = ContextState(SessionFilter(path="src"))
    fetch(state, ["a"])
    for id_, directory in (("b", "/d/src/app"), ("c", "/d/other")):
        state.apply(changed("created", id_, location={"directory": directory}))
    assert ids_of(state) == ["a", "b"]


def test_context_of_the_stream_stays_known_if_a_later_event_does_not_name_it():
    state = ContextState()
    for context in (HERE, {}):
        state.apply(typed({"id": "e", "type": "server.connected", "context": context, "payload": {}}))
        assert state.stream_context == RuntimeContext(directory="/d")
    state.apply(typed({"id": "e", "type": "server.connected", "payload": {}}))
    assert state.stream_context == RuntimeContext(directory="/d")
