"""The rules by which the chat stub refuses; the request log names the rule of each refusal."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.stubs.chat.helpers import OPERATIONS, Op
from tests.stubs.tried_rules import rules_named
from trivet_stubs import Rule, rules
from trivet_stubs.chat import ChatObserved

REFUSED = [rule for rule in rules("chat").values() if rule.refused]


STRICTER = ChatObserved(missing_user_500=True, owner_only_rating=True, title_limit=True)


def wrong_examples(rule: Rule) -> Iterator[tuple[Op, dict[str, Any]]]:
    """Yield examples of a rule's operations, each with a value or a body that the rule forbids."""
    for op in (op for op in OPERATIONS if op.id in rule.operations):
        for place, _, name in (where.partition(".") for where in rule.inputs):
            if place == "query" and not rule.keywords:
                yield op, {"params": {name: "none"}}
            elif place == "body" and op.body is None:
                yield op, {"json": {}}


@pytest.mark.trivet(unknown_requests="ignore")
@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.id)
def test_refusal_names_the_rule_that_is_broken(rule, chat_stub, ask):
    for op, wrong in wrong_examples(rule):
        assert ask(op, **wrong).status_code == 422
    named = {*chat_stub.requests.rules_exercised()} | rules_named(rule)
    assert rule.id in named or rule.id in rules_named(rule, STRICTER)


def test_answered_request_and_a_fault_name_no_rule(chat_stub, alice):
    chat_stub.faults.add(status=503, times=1)

    assert [alice.get("/conversations").status_code for _ in range(2)] == [503, 200]
    assert [request.rule for request in chat_stub.requests] == [None, None]
    assert chat_stub.requests.rules_exercised() == {}
