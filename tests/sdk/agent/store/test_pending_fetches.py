"""Fetches of a session that become invalid while they run."""

import pytest

from trivet.agent import Reconnected
from trivet.agent._store.context_state import ContextState


@pytest.fixture
def state():
    return ContextState()


def test_new_fetch_is_valid(state):
    fetch = state.track_fetch("a")
    assert (fetch.session_id, fetch.valid) == ("a", True)


def test_session_that_leaves_invalidates_all_of_its_fetches(state):
    one, two, other = state.track_fetch("a"), state.track_fetch("a"), state.track_fetch("b")
    state.remove("a")
    assert [fetch.valid for fetch in (one, two, other)] == [False, False, True]
    state.remove("c")
    assert [fetch.valid for fetch in (one, two, other)] == [False, False, True]


def test_missed_events_invalidate_every_fetch(state):
    fetches = [state.track_fetch("a"), state.track_fetch("b")]
    state.apply(Reconnected(None, 1))
    assert [fetch.valid for fetch in fetches] == [False, False]


def test_fetch_after_an_invalid_one_is_valid(state):
    first = state.track_fetch("a")
    state.remove("a")
    assert state.track_fetch("a").valid
    assert not first.valid


def test_dropped_fetch_is_not_kept(state):
    state.track_fetch("a")
    assert len(state._pending) == 0
