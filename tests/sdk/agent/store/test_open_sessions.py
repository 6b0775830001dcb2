"""How long the messages of a session are kept, and the order in which lists and messages are fetched."""

import pytest

from trivet.agent import Reconnected, RuntimeContext, Session
from trivet.agent._store.context_state import LISTS, ContextState

HERE = RuntimeContext(directory="/d")


@pytest.fixture
def state():
    """The state of a context with three sessions."""
    state = ContextState()
    fetch_lists(state, "abc")
    return state


def fetch_lists(state, ids):
    state.finish_lists(state.begin_lists(), HERE, [Session(id=id_) for id_ in ids], [])


def fetch_messages(state, session_id):
    return state.finish_messages(session_id, state.begin_messages(session_id), [])


def loaded(state):
    return [view.session.id for view in state.views() if view.loaded]


def test_session_opened_twice_has_one_transcript(state):
    opened = state.open("a")
    assert state.open("a") is opened
    assert state.open("b") is not opened


def test_transcript_closed_as_often_as_opened_is_dropped(state):
    opened = state.open("a")
    state.open("a")
    assert fetch_messages(state, "a")
    state.close("a", opened)
    assert loaded(state) == ["a"]
    before = state.table.revision
    state.close("a", opened)
    assert loaded(state) == []
    assert state.table.changed_since(before) == ["a"]


def test_closing_the_transcript_of_a_session_that_has_left_keeps_the_next_one(state):
    before = state.open("a")
    state.remove("a")
    fetch_lists(state, "abc")
    after = state.open("a")
    state.close("a", before)
    assert not state.is_gone("a", after)


def test_closing_twice_changes_nothing(state):
    opened = state.open("a")
    state.close("a", opened)
    before = state.table.revision
    state.close("a", opened)
    assert state.table.revision == before


def test_new_lists_drop_the_transcripts_of_sessions_that_they_lack(state):
    opened = {session_id: state.open(session_id) for session_id in "abc"}
    fetch_lists(state, "b")
    fetch_lists(state, "abc")
    assert [session_id for session_id in "abc" if not state.is_gone(session_id, opened[session_id])] == ["b"]


def test_lists_are_fetched_first():
    assert ContextState().next_fetch() == LISTS


def test_messages_are_fetched_in_the_order_of_their_sessions(state):
    for session_id in ("b", "a", "b"):
        state.open(session_id)
    keys = []
    while (key := state.next_fetch()) is not None:
        keys.append(key)
        state.begin_messages(key)
    assert keys == ["b", "a"]


def test_next_fetch_stays_the_same_until_it_begins(state):
    state.open("a")
    assert state.next_fetch() == state.next_fetch() == "a"
    state.begin_messages("a")
    assert state.next_fetch() is None


def test_messages_of_a_session_closed_meanwhile_are_not_fetched(state):
    state.close("a", state.open("a"))
    assert state.next_fetch() is None
    for session_id in "ba":
        state.open(session_id)
    assert state.next_fetch() == "b", "the first time does not count any more"


def test_messages_of_an_abandoned_session_are_not_fetched(state):
    state.abandoned.append(("b", state.open("b")))
    assert state.next_fetch() is None


def test_deferred_fetch_is_next_only_without_another(state):
    state.open("a")
    state.fail_fetch(LISTS)
    assert state.stale
    assert state.next_fetch({"a"}) == LISTS
    assert state.next_fetch({LISTS}) == "a"
    assert state.next_fetch({LISTS, "a"}) == "a"


def test_missed_events_make_lists_and_then_open_sessions_due(state):
    state.open("a")
    assert fetch_messages(state, "a")
    state.apply(Reconnected(None, 1))
    assert state.next_fetch() == LISTS
    state.begin_lists()
    assert state.next_fetch() == "a"


def test_messages_of_an_unknown_session_are_ignored(state):
    assert not fetch_messages(state, "unknown")
    assert state.next_fetch() is None
