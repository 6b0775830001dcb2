"""Faults that records show over time, where a test through the command would take too long."""

from dataclasses import replace
from email.utils import formatdate

import pytest

from trivet_checks.exchange_rules.conversation import JudgedConversation
from trivet_checks.exchanges.exchange import Exchange

ID = "00000000-0000-4000-8000-000000000001"
RULES = ("chat.conversations.update-sets-title-and-archived", "chat.admin-ratings.summary-counts-and-averages")
DATE = "2026-03-01T12:00:00Z"


def exchange(operation: str, *, at: float, sent: object = None, days: str = "", **answer: object) -> Exchange:
    """A successful exchange at a second."""
    return Exchange(
        operation=operation,
        status=200,
        method="GET" if operation.endswith(("list", "get", "summary")) else "PATCH",
        headers={"date": formatdate(1_772_366_400 + at, usegmt=True)},  # 2026-03-01, 12:00
        arguments={"conversation_id": ID, "user_id": ID, "message_id": ID},
        query={"days": days} if days else {},
        sent=sent,
        fault="",
        answer=answer,
        began=at,
        answered=at,
    )


def faults(conversation: JudgedConversation, *exchanges: Exchange) -> list[str]:
    """The faults against the two rules that these tests are about."""
    shown = [shown for each in exchanges for shown in conversation.add(each, "caller")]
    return [each.fault for each in shown if each.fault and each.rule in RULES]


def update(at: float, *, archived: bool) -> list[Exchange]:
    """A conversation that is read twice as archived, and an update of its title, which answers whether it is."""
    return [
        exchange("conversations.get", at=at, id=ID, title="Old", is_archived=True, messages=[]),
        exchange("conversations.get", at=at + 1, id=ID, title="Old", is_archived=True, messages=[]),
        exchange("conversations.update", at=at + 4, sent={"title": "Old"}, id=ID, title="Old", is_archived=archived),
    ]


def test_update_that_changes_another_field_is_named_the_second_time() -> None:
    conversation = JudgedConversation("chat")

    assert faults(conversation, *update(0, archived=False)) == []
    [fault] = faults(conversation, *update(10, archived=False))
    assert fault == "an update that does not send is_archived changes it to False, each time"


@pytest.mark.parametrize("kept_first", [False, True])
def test_update_that_left_the_field_once_shows_that_another_caller_changed_it(kept_first: bool) -> None:
    conversation = JudgedConversation("chat")
    kept, changed = update(0, archived=True), [*update(10, archived=False), *update(20, archived=False)]

    named = faults(conversation, *(kept if kept_first else update(0, archived=False)), *changed)
    assert bool(named) is not kept_first


def test_update_beside_another_write_and_after_a_lost_one_shows_nothing() -> None:
    conversation = JudgedConversation("chat")
    read, _, changed = update(0, archived=False)
    for at in (0, 10, 20):
        beside = replace(changed, alone=False, began=at + 4.0, answered=at + 4.0)
        assert faults(conversation, replace(read, began=at, answered=at), beside) == []
    for at in (30, 40, 50):
        assert faults(conversation, replace(read, began=at, answered=at)) == []
        conversation.lose()
        assert faults(conversation, replace(changed, began=at + 4.0, answered=at + 4.0)) == []


def ratings(at: float, *ids: str, created: str = DATE) -> Exchange:
    items = [{"id": each, "rating": 1, "message_id": each, "user_id": each, "created_at": created} for each in ids]
    return exchange("admin.ratings.list", at=at, items=items, total=len(items))


def summary(at: float, total: int, days: str = "30") -> Exchange:
    return exchange("admin.ratings.summary", at=at, days=days, total_ratings=total)


def test_summary_with_fewer_ratings_than_before_and_after_it_is_named_at_once() -> None:
    [fault] = faults(JudgedConversation("chat"), ratings(0, "a", "b"), summary(1, 1), ratings(2, "a", "b"))

    assert fault == "the summary has 1 ratings, and before and after it there were 2"


def test_summary_with_more_ratings_is_named_the_second_time() -> None:
    conversation = JudgedConversation("chat")

    assert faults(conversation, ratings(0, "a"), summary(1, 2), ratings(2, "a")) == []
    assert len(faults(conversation, summary(3, 2), ratings(4, "a"))) == 1


@pytest.mark.parametrize(
    "exchanges",
    [
        [ratings(0, "a"), summary(1, 2), ratings(2, "a", "b")],
        [ratings(0, "a", "b"), summary(1, 1), ratings(2, "a")],
        [
            ratings(0, "a", created="2026-01-01T12:00:00Z"),
            summary(1, 0),
            ratings(2, "a", created="2026-01-01T12:00:00Z"),
        ],
        [
            ratings(0, "a"),
            summary(1, 2),
            ratings(2, "a"),
            summary(3, 1),
            ratings(4, "a"),
            summary(5, 2),
            ratings(6, "a"),
        ],
    ],
    ids=["one has come", "one has gone", "older than the days", "once in a while"],
)
def test_summary_that_another_caller_explains_is_not_named(exchanges: list[Exchange]) -> None:
    assert faults(JudgedConversation("chat"), *exchanges) == []
