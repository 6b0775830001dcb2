"""Rules that reply to permissions by their tools and resources."""

import pytest

from trivet import InvalidArgumentError
from trivet.agent import PermissionRequest, PermissionRules

RULES = PermissionRules(
    allow=["read", "bash:git *", "write:*.md"],
    always="bash:git status",
    deny=["bash:git push*", "fetch"],
    ask="write:x*",
)


def request(action, *resources):
    return PermissionRequest(id="per_1", session_id="s", action=action, resources=[*resources])


@pytest.mark.parametrize(
    ("action", "resources", "reply"),
    [
        ("read", [], "once"),
        ("read", ["a.txt", "b.txt"], "once"),
        ("bash", ["git log"], "once"),
        ("bash", ["git status"], "always"),
        ("bash", ["git status", "git log"], "once"),
        ("bash", ["git log", "git push -f"], "reject"),
        ("bash", ["git log", "make"], None),
        ("bash", [], None),
        ("fetch", [], "reject"),
        ("write", ["x.md"], None),
        ("write", ["y.md"], "once"),
        (None, ["git log"], None),
    ],
)
def test_strictest_rule_of_all_resources_decides(action, resources, reply):
    assert RULES.decide(request(action, *resources)) == reply


def test_request_without_resources_is_decided_by_its_tool():
    bare = PermissionRequest(id="per_1", session_id="s", action="read")
    assert RULES.decide(bare) == "once"


@pytest.mark.parametrize("pattern", ["", ":git *", "bash:"])
def test_pattern_without_a_tool_or_resource_is_refused(pattern):
    with pytest.raises(InvalidArgumentError, match="pattern"):
        PermissionRules(allow=[pattern])


def test_rules_of_a_session_have_the_same_order_of_precedence():
    rules = PermissionRules(
        allow=["read", "bash:git *"], always="grep", ask="bash:git push*", deny=["bash:rm *"], otherwise="reject"
    )
    assert [(rule.action, rule.resource, rule.effect) for rule in rules.session_rules()] == [
        ("read", "*", "allow"),
        ("bash", "git *", "allow"),
        ("grep", "*", "allow"),
        ("bash", "git push*", "ask"),
        ("bash", "rm *", "deny"),
    ]
