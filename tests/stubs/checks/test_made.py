"""The records that a run makes, and their removal."""

import pytest

from trivet_stubs.checks import Broken
from trivet_stubs.checks.made import Made


def test_newest_record_is_removed_first():
    removed = []
    records = Made()
    for name in ("first", "second"):
        records.add(name, lambda name=name: not removed.append(name))
    records.remove_all()
    assert removed == ["second", "first"]
    assert records.left == []
    assert records.listed == ["first", "second"]


@pytest.mark.parametrize("error", [Broken("no"), KeyError("no"), RuntimeError("no")])
def test_record_that_cannot_be_removed_is_tried_once_more_at_the_end(error):
    tries = []

    def refuse():
        tries.append(error)
        raise error

    records = Made()
    records.add("stuck", refuse)
    records.add("gone", lambda: True)
    for _ in range(5):
        records.remove_all()
    assert (len(tries), records.left) == (1, ["stuck"])
    records.remove_all(again=True)
    assert (len(tries), records.left) == (2, ["stuck"])


def test_interruption_leaves_the_record_listed_and_the_next_try_removes_it():
    def interrupted():
        if not tries:
            tries.append(1)
            raise KeyboardInterrupt
        return True

    tries = []
    records = Made()
    records.add("record", interrupted)
    with pytest.raises(KeyboardInterrupt):
        records.remove_all()
    assert records.left == ["record"]
    records.remove_all()
    assert records.left == []


def test_records_that_are_set_aside_stay_until_they_are_taken_back():
    removed = []
    records = Made()
    records.add("watched", lambda: not removed.append("watched"), ["c1"])
    records.set_aside("chat.a")
    records.add("other", lambda: not removed.append("other"), ["c2"])
    assert (records.left, records.ids) == (["watched", "other"], {"c1", "c2"})
    records.remove_all()
    assert (removed, records.left, records.ids) == (["other"], ["watched"], {"c1"})
    records.take_back("chat.a")
    records.remove_all()
    assert (removed, records.left) == (["other", "watched"], [])


def test_records_that_are_set_aside_are_removed_at_the_end():
    records = Made()
    records.add("watched", lambda: True)
    records.set_aside("chat.a")
    records.remove_all(again=True)
    assert records.left == []


def test_nothing_is_tried_when_it_is_not_worth_trying():
    records = Made(worth_trying=lambda: False)
    records.add("record", lambda: pytest.fail("was tried"))
    records.remove_all(again=True)
    assert records.left == ["record"]


def test_unsure_request_below_a_removed_record_went_with_it():
    records = Made()
    records.add("conversation c1", lambda: True, ["c1"])
    records.add("conversation c2", lambda: False, ["c2"])
    for path in ("http://x/conversations/c1/messages", "http://x/conversations/c2/messages", "http://x/conversations"):
        records.add_unsure(f"POST {path}", path)
    records.remove_all(again=True)
    assert records.unsure == ["POST http://x/conversations/c2/messages", "POST http://x/conversations"]
