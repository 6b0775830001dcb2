"""The order in which lists and transcripts are fetched."""

from trivet.agent._store.context_state import LISTS, FetchQueue


def always(key):
    return True


def never(key):
    return False


def test_queue_begins_with_the_lists():
    assert FetchQueue().first(never) == LISTS


def test_keys_are_fetched_in_the_order_they_were_added():
    queue = FetchQueue()
    for key in ("b", "a", "b"):
        queue.add(key)
    keys = []
    while (key := queue.first(always)) is not None:
        keys.append(key)
        queue.discard(key)
    assert keys == [LISTS, "b", "a"]


def test_queue_contains_its_keys_until_they_are_discarded():
    queue = FetchQueue()
    assert LISTS in queue
    queue.discard(LISTS)
    assert LISTS not in queue


def test_first_does_not_remove_the_key():
    queue = FetchQueue()
    assert queue.first(always) == queue.first(always) == LISTS


def test_key_no_longer_due_is_removed():
    queue = FetchQueue()
    queue.discard(LISTS)
    queue.add("a")
    assert queue.first(never) is None
    assert queue.first(always) is None


def test_deferred_key_is_returned_only_without_another():
    queue = FetchQueue()
    queue.add("a")
    assert queue.first(always, {LISTS}) == "a"
    assert queue.first(always, {LISTS, "a"}) == LISTS


def test_reset_leaves_the_lists_alone():
    queue = FetchQueue()
    queue.discard(LISTS)
    queue.add("a")
    queue.reset()
    assert queue.first(always) == LISTS
    queue.discard(LISTS)
    assert queue.first(always) is None


def test_discarding_an_absent_key_changes_nothing():
    queue = FetchQueue()
    queue.discard("a")
    assert queue.first(always) == LISTS
