"""The sessions of a turn and their expenses, by events and by what was fetched."""

import pytest

from tests.sdk.agent.turns.records import answer, message_event
from trivet.agent import (
    MessageTime,
    MessageUpdated,
    MessageUpdatedEvent,
    Session,
    SessionChanged,
    SessionCreatedEvent,
    SessionUpdatedEvent,
    TokenUsage,
)
from trivet.agent._turns.tree import SessionTree


def session(id, parent=None, cost=None):
    return Session(id=id, parent_id=parent, cost=cost)


def created(id, parent):
    return SessionCreatedEvent(
        id="", type="session.created", payload=SessionChanged(session_id=id, info=session(id, parent))
    )


def updated(id, parent, cost=None):
    payload = SessionChanged(session_id=id, info=session(id, parent, cost))
    return SessionUpdatedEvent(id="", type="session.updated", payload=payload)


def step(id="msg_2", cost=0.5, tokens=10, at=5):
    return answer(id=id, cost=cost, tokens=TokenUsage(input=tokens), time=MessageTime(created=at))


def spends(session_id, message):
    payload = MessageUpdated(session_id=session_id, info=message)
    return MessageUpdatedEvent(id="", type="message.updated", payload=payload)


def costs(tree, since=None, until=None):
    below = tree.expenses_below(since, until)
    return {id_: sum(expense.reported for expense in expenses) for id_, expenses in below.items()}


@pytest.fixture
def tree():
    tree = SessionTree("s")
    for event in (created("a", "s"), created("b", "a"), created("x", None), created("y", "x")):
        tree.receive(event)
    return tree


def test_tree_has_the_sessions_below_its_own(tree):
    assert [name for name in "sabxy" if tree.includes(name)] == ["s", "a", "b"]
    assert not tree.includes(None)
    assert tree.below == ["a", "b"]


def test_parents_in_a_circle_are_not_followed_for_ever(tree):
    tree.receive(created("c", "d"))
    tree.receive(created("d", "c"))
    assert not tree.includes("c")


def test_latest_state_of_each_message_counts(tree):
    assert tree.receive(spends("a", step(cost=0, tokens=0)))
    for cost in (0.5, 0.5):
        assert tree.receive(spends("a", step(cost=cost)))
    assert tree.receive(spends("b", step(cost=0.25)))
    assert not tree.receive(spends("y", step()))
    assert tree.receive(message_event(step("msg_9")))
    assert costs(tree) == {"a": 0.5, "b": 0.25}
    assert list(tree.own()) == ["msg_9"]


def test_fetched_messages_take_back_nothing(tree):
    tree.receive(spends("a", step(cost=0.5)))
    tree.put("a", [step(cost=0, tokens=0), step("msg_3")])
    assert costs(tree) == {"a": 1.0}


def test_messages_count_while_the_agent_answers(tree):
    for at in range(4):
        tree.receive(spends("a", step(f"msg_{at}", cost=1, at=at)))
    tree.receive(spends("a", answer(id="msg_8", cost=10)))
    assert [costs(tree, *window)["a"] for window in ((None, None), (1, None), (1, 3), (None, 3))] == [14, 13, 12, 13]
    assert "b" not in costs(tree)


def test_cost_of_a_session_shows_that_messages_are_missing(tree):
    tree.receive(updated("a", "s", 0.0))
    tree.receive(spends("a", step(cost=0.1)))
    tree.receive(spends("a", step("msg_3", cost=0.2)))
    tree.receive(updated("a", "s", 0.1 + 0.2))
    assert not tree.outdated
    tree.receive(updated("a", "s", 0.5))
    assert tree.outdated
    assert tree.take_missing()[:2] == (False, {"a"})
    assert not tree.outdated
    tree.put("a", [step("msg_4", cost=0.2)])
    tree.receive(updated("a", "s", 0.5))
    assert not tree.outdated


def test_session_that_worked_before_is_not_missing_what_it_cost_then(tree):
    tree.receive(updated("old", "s", 7.0))
    assert tree.includes("old")
    tree.receive(spends("old", step(cost=1.0)))
    tree.receive(updated("old", "s", 8.0))
    assert not tree.outdated


def test_gap_makes_every_session_outdated_until_it_was_fetched(tree):
    tree.miss()
    missing = tree.take_missing()
    assert missing[:2] == (True, {"a", "b"})
    tree.restore(missing)
    missing = tree.take_missing()
    assert missing[:2] == (True, {"a", "b"})
    tree.close_gaps(missing)
    assert not tree.outdated
    assert tree.take_missing(every=True)[:2] == (False, {"a", "b"})


def test_sessions_are_missing_until_the_fetched_ones_were_added():
    tree = SessionTree("s")
    tree.miss()
    first = tree.take_missing()
    assert tree.take_missing(every=True)[:2] == (True, set()), "another thread has not fetched them yet"
    tree.miss()
    tree.close_gaps(first)
    assert tree.outdated, "there was another gap meanwhile"
    tree.close_gaps(tree.take_missing())
    assert not tree.outdated


def test_session_of_any_form_is_ignored(tree):
    incomplete = Session(id=5)
    tree.add(incomplete)
    tree.receive(SessionUpdatedEvent(id="", type="session.updated", payload=SessionChanged(session_id="a")))
    tree.receive(spends("a", None))
    tree.receive(updated("a", "s", "much"))
    assert tree.below == ["a", "b"]
