"""What a run makes, and how it is removed."""

import pytest

from trivet_stubs.checks import Broken
from trivet_stubs.checks.made import Made


def test_newest_record_is_removed_first():
    removed = []
    made = Made()
    for name in ("first", "second"):
        made.add(name, lambda name=name: not removed.append(name))
    made.remove_all()
    assert removed == ["second", "first"]
    assert made.left == []
    assert made.listed == ["first", "second"]


@pytest.mark.parametrize("error", [Broken("no"), KeyError("no"), RuntimeError("no")])
def test_record_that_cannot_be_removed_is_tried_once_more_at_the_end(error):
    tries = []

    def refuse():
        tries.append(error)
        raise error

    made = Made()
    made.add("stuck", refuse)
    made.add("gone", lambda: True)
    for _ in range(5):
        made.remove_all()
    assert (len(tries), made.left) == (1, ["stuck"])
    made.remove_all(again=True)
    assert (len(tries), made.left) == (2, ["stuck"])


def test_interruption_leaves_the_record_listed_and_the_next_try_removes_it():
    def interrupted():
        if not tries:
            tries.append(1)
            raise KeyboardInterrupt
        return True

    tries = []
    made = Made()
    made.add("record", interrupted)
    with pytest.raises(KeyboardInterrupt):
        made.remove_all()
    assert made.left == ["record"]
    made.remove_all()
    assert made.left == []


def test_records_that_are_set_aside_stay_until_they_are_taken_back():
    removed = []
    made = Made()
    made.add("watched", lambda: not removed.append("watched"), ["c1"])
    made.set_aside("chat.a")
    made.add("other", lambda: not removed.append("other"), ["c2"])
    assert (made.left, made.ids) == (["watched", "other"], {"c1", "c2"})
    made.remove_all()
    assert (removed, made.left, made.ids) == (["other"], ["watched"], {"c1"})
    made.take_back("chat.a")
    made.remove_all()
    assert (removed, made.left) == (["other", "watched"], [])


def test_records_that_are_set_aside_are_removed_at_the_end():
    made = Made()
    made.add("watched", lambda: True)
    made.set_aside("chat.a")
    made.remove_all(again=True)
    assert made.left == []


def test_nothing_is_tried_when_it_is_not_worth_trying():
    made = Made(worth_trying=lambda: False)
    made.add("record", lambda: pytest.fail("was tried"))
    made.remove_all(again=True)
    assert made.left == ["record"]


def test_unsure_request_below_a_removed_record_went_with_it():
    made = Made()
    made.add("conversation c1", lambda: True, ["c1"])
    made.add("conversation c2", lambda: False, ["c2"])
    for path in ("http://x/conversations/c1/messages", "http://x/conversations/c2/messages", "http://x/conversations"):
        made.add_unsure(f"POST {path}", path)
    made.remove_all(again=True)
    assert made.unsure == ["POST http://x/conversations/c2/messages", "POST http://x/conversations"]
