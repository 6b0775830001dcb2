"""Fetches that become invalid while they run."""

import pytest

from trivet.agent._store.context_state import PendingFetches


@pytest.fixture
def fetches():
    return PendingFetches()


def test_new_fetch_is_valid(fetches):
    fetch = fetches.track("a")
    assert (fetch.session_id, fetch.valid) == ("a", True)


def test_invalidating_a_session_reaches_all_of_its_fetches(fetches):
    one, two, other = fetches.track("a"), fetches.track("a"), fetches.track("b")
    fetches.invalidate("a")
    assert [fetch.valid for fetch in (one, two, other)] == [False, False, True]


def test_invalidating_without_a_session_reaches_every_fetch(fetches):
    tracked = [fetches.track("a"), fetches.track("b")]
    fetches.invalidate()
    assert [fetch.valid for fetch in tracked] == [False, False]


def test_fetch_after_an_invalid_one_is_valid(fetches):
    first = fetches.track("a")
    fetches.invalidate("a")
    assert fetches.track("a").valid
    assert not first.valid


def test_dropped_fetch_is_not_kept(fetches):
    fetches.track("a")
    assert len(fetches._fetches) == 0
