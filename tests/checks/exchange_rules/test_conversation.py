"""The rules of a service that the exchanges of a conversation show."""

from typing import Any

import pytest

from trivet_checks.exchange_rules.conversation import JudgedConversation, rules_of
from trivet_checks.exchanges.exchange import Exchange
from trivet_stubs import rules
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.contract import load

ID = "00000000-0000-4000-8000-000000000001"
HOSTILE: list[Any] = [
    None,
    [],
    {},
    5,
    "x",
    {"items": [{}], "total": -1},
    {"items": 5},
    {"data": [{"id": []}]},
    {"value": [{}]},
]


def exchange(operation: str, status: int = 200, answer: Any = None, **more: Any) -> Exchange:
    headers = {"content-type": "application/json"}
    sent = {"authorization": "Bearer x", "accountkey": "x"}
    arguments = {"conversation_id": ID}
    usual: dict[str, Any] = {"request_headers": sent, "headers": headers, "arguments": arguments, "fault": ""}
    return Exchange(operation=operation, status=status, answer=answer, **{**usual, **more})


def faults(conversation: JudgedConversation, *exchanges: Exchange) -> list[str]:
    looks = (conversation.add(passed, "x") for passed in exchanges)
    return [shown.rule for shown_by_one in looks for shown in shown_by_one if shown.fault]


@pytest.mark.parametrize("service", SERVICES)
def test_each_rule_is_one_of_the_catalogue_and_each_operation_one_of_the_contract(service: str) -> None:
    known = rules_of(service)
    operations = {*load(service).operations, ""}

    assert {rule.rule for rule in known} <= {*rules(service)}
    assert {operation for rule in known for operation in rule.operations} <= operations
    assert len({rule.rule for rule in known}) > 30 or service not in ("agent", "bus", "chat"), "a new service has none"


@pytest.mark.parametrize("service", SERVICES)
def test_answer_of_any_form_raises_nothing(service: str) -> None:
    conversation = JudgedConversation(service)
    for operation in load(service).operations:
        for answer in HOSTILE:
            faults(conversation, exchange(operation, answer=answer), exchange(operation, 404, answer))


def test_deleted_conversation_that_is_answered_after_a_while_is_a_fault() -> None:
    conversation = JudgedConversation("chat")
    deleted = exchange("conversations.delete", 204, answered=10.0)
    soon, late = (exchange("conversations.get", answer={"id": ID, "messages": []}, began=at) for at in (11.0, 14.0))

    assert faults(conversation, deleted, soon) == []
    assert faults(conversation, late) == ["chat.conversations.delete-takes-the-messages"]


def test_read_that_began_before_a_deletion_ended_shows_nothing() -> None:
    conversation = JudgedConversation("chat")
    deleted = exchange("conversations.delete", 204, began=5.0, answered=30.0)

    read = exchange("conversations.get", answer={"id": ID, "messages": []}, began=20.0)
    assert faults(conversation, deleted, read) == []


def test_what_one_caller_has_deleted_says_nothing_to_another() -> None:
    conversation = JudgedConversation("chat")
    faults(conversation, exchange("conversations.delete", 204))
    read = exchange("conversations.get", answer={"id": ID, "messages": []}, began=100.0)

    assert [shown for shown in conversation.add(read, "another") if shown.fault] == []


def test_rule_that_an_exchange_does_not_show_is_not_tried() -> None:
    shown = {look.rule for look in JudgedConversation("chat").add(exchange("conversations.get", 404), "x")}

    assert "chat.conversations.get-embeds-messages" not in shown


def test_read_of_the_agent_service_may_be_wrapped_or_not_and_answers_what_it_names() -> None:
    conversation = JudgedConversation("agent")
    arguments = {"sessionID": "ses_1"}
    for listed in ({"data": [{"id": "x"}]}, [{"id": "x"}]):
        assert faults(conversation, exchange("agent.list", answer=listed)) == []
    for record in ({"data": {"id": "ses_1"}}, {"id": "ses_1"}):
        assert faults(conversation, exchange("session.get", answer=record, arguments=arguments)) == []

    named = "agent.requests.reads-answer-what-they-name"
    assert faults(conversation, exchange("agent.list", answer="x")) == [named]
    for record in ({"data": {"id": "ses_2"}}, {"id": "ses_2"}, {"data": {}}):
        assert named in faults(conversation, exchange("session.get", answer=record, arguments=arguments))


def test_deletion_with_a_body_that_is_null_has_a_body() -> None:
    conversation = JudgedConversation("chat")

    assert faults(conversation, exchange("conversations.delete", 204, size=4)) == [
        "chat.conversations.delete-takes-the-messages"
    ]
