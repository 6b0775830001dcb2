"""Permission rules."""

import pytest

from trivet_stubs.agent.rules import decide


def rule(action, resource, effect):
    return {"action": action, "resource": resource, "effect": effect}


def test_action_without_a_rule_is_left_to_the_user():
    assert decide([], "bash", ["ls"]) == "ask"
    assert decide([rule("edit", "*", "allow")], "bash", ["ls"]) == "ask"


@pytest.mark.parametrize("effect", ["allow", "deny", "ask"])
def test_last_matching_rule_decides(effect):
    assert decide([rule("*", "*", "allow"), rule("ba*", "l*", effect), rule("bash", "rm", "deny")], "bash", ["ls"]) == (
        effect
    )


def test_patterns_are_case_sensitive():
    assert decide([rule("BASH", "*", "allow")], "bash", ["ls"]) == "ask"


@pytest.mark.parametrize(
    ("resources", "decision"),
    [(["a"], "allow"), (["b"], "deny"), (["c"], "ask"), (["a", "b", "c"], "deny"), (["a", "c"], "ask"), ([], "ask")],
)
def test_one_resource_denies_and_all_allow(resources, decision):
    assert decide([rule("*", "a", "allow"), rule("*", "b", "deny")], "bash", resources) == decision
