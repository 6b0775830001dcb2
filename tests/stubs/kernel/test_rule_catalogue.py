"""Rules by name: how Python gets them, and which of them a refusal applies."""

import dataclasses

import httpx
import pytest

import trivet_stubs
from trivet_stubs import ChatStub, Rule, rules
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import load, rule_of


def limit(keyword: str) -> Refusal:
    return Refusal.argument("limit", "is wrong", place=("query", "limit"), keyword=keyword)


def test_rules_of_a_service_are_found_by_their_ids():
    rule = rules("chat")["chat.shares.only-the-sharer-revokes"]

    assert isinstance(rule, Rule)
    assert (rule.sentence, rule.basis) == ("Only the user who made a share can revoke it.", "stated")
    assert (rule.operations, rule.refused, rule.why) == (("conversations.shares.delete",), True, "")
    assert all("caller is the sharer" in quote for quote in rule.quotes)
    assert {rule.basis for rule in rules("bus").values()} == {"stated", "assumed", "observed"}
    assert all(rule.id == name and rule.operations for name, rule in rules("agent").items())
    assert {"Rule", "rules"} <= set(dir(trivet_stubs))


def test_rules_of_an_unknown_service_raise_and_name_those_there_are():
    with pytest.raises(ValueError, match="service: 'tram' has no rules; the services are agent, bus, chat"):
        rules("tram")
    assert load("tram") == {}


def test_rules_cannot_be_changed():
    bus_rules = rules("bus")
    with pytest.raises(TypeError):
        bus_rules["bus.x.y"] = bus_rules["bus.paging.skip-is-at-least-0"]  # type: ignore[index]
    with pytest.raises(dataclasses.FrozenInstanceError):
        bus_rules["bus.paging.skip-is-at-least-0"].refused = False  # type: ignore[misc]
    assert rules("bus") is bus_rules


@pytest.mark.parametrize(
    ("refusal", "operation", "rule"),
    [
        (limit("maximum"), "conversations.list", "chat.paging.limit-is-1-to-100"),
        (limit("maximum"), "conversations.messages.list", "chat.paging.messages-limit-is-1-to-500"),
        (limit("unevaluatedProperties"), "conversations.get", "chat.requests.unknown-inputs-are-422"),
        (limit("pattern"), "conversations.get", "chat.requests.what-the-contract-forbids-is-422"),
        (Refusal(404, "route", "no route"), None, "chat.requests.only-these-routes-and-methods"),
        (Refusal(405, "method", "no method"), None, "chat.requests.only-these-routes-and-methods"),
        (Refusal(404, "absent", "none", rule="chat.a.b"), "conversations.get", "chat.a.b"),
        (Refusal(404, "absent", "none"), "conversations.get", None),
        (Refusal.stub_bug("wrong"), "conversations.get", None),
    ],
)
def test_rule_of_a_refusal_is_its_own_or_that_of_the_input(refusal: Refusal, operation: str | None, rule: str | None):
    assert rule_of("chat", refusal, operation) == rule


def test_refusal_of_a_service_without_rules_has_none():
    assert rule_of("tram", limit("maximum"), "stops.list") is None


def test_body_above_the_bound_names_no_rule_of_the_contract(chat_stub: ChatStub):
    chat_stub.max_body = 10
    with httpx.Client(transport=chat_stub.transport(), base_url="http://chat.test") as client:
        assert client.post("/conversations", content=b"x" * 11).status_code == 413
    assert chat_stub.requests[-1].rule is None
