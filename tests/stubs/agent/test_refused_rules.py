"""The rules by which the agent stub refuses; the request log names the rule of each refusal."""

import pytest

from tests.stubs.tried_rules import rules_named
from trivet_stubs import rules
from trivet_stubs.agent import AgentObserved

REFUSED = [rule for rule in rules("agent").values() if rule.refused]
STRICTER = AgentObserved(no_wait=True)


@pytest.mark.rule("agent.requests.ids-are-not-empty", "agent.limits.limit-is-a-number")
@pytest.mark.rule("agent.limits.order-is-asc-or-desc", "agent.workspaces.create-registers-one")
@pytest.mark.rule("agent.workspaces.warp-says-whether-to-copy-changes", "agent.mcp.config-is-local-or-remote")
@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.id)
def test_refusal_names_the_rule_that_is_broken(rule):
    assert rule.id in rules_named(rule) or rule.id in rules_named(rule, STRICTER)
