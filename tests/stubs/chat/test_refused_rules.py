"""The rules by which the chat stub refuses; the request log names the rule of each refusal."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.stubs.chat.helpers import OPERATIONS, Op
from trivet_checks.mutants.trial import new_stub, target_of, try_on
from trivet_stubs import Rule, rules
from trivet_stubs.chat import ChatObserved

EXAMPLES = OPERATIONS
REFUSED = [rule for rule in rules("chat").values() if rule.refused]


STRICTER = ChatObserved(missing_user_500=True, owner_only_rating=True, title_limit=True)


def named_by_its_check(rule: Rule, observed: ChatObserved) -> set[str]:
    """Return the rules that a stub names while the check of a rule tries it."""
    with new_stub("chat") as stub, target_of(stub) as target:
        stub.observed = observed
        try_on(target, stub, [rule.id])
        return {*stub.requests.rules_exercised()}


def wrong_examples(rule: Rule) -> Iterator[tuple[Op, dict[str, Any]]]:
    """Yield examples of a rule's operations, each with a value or a body that the rule forbids."""
    for op in (op for op in EXAMPLES if op.id in rule.operations):
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
    named = {*chat_stub.requests.rules_exercised()} | named_by_its_check(rule, ChatObserved())
    assert rule.id in named or rule.id in named_by_its_check(rule, STRICTER)


def test_answered_request_and_a_fault_name_no_rule(chat_stub, alice):
    chat_stub.faults.add(status=503, times=1)

    assert [alice.get("/conversations").status_code for _ in range(2)] == [503, 200]
    assert [request.rule for request in chat_stub.requests] == [None, None]
    assert chat_stub.requests.rules_exercised() == {}
