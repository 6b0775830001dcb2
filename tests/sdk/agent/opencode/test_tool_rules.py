"""The rules that take tools away from an agent, and keep the rules about the others."""

from trivet.agent._opencode.tool_rules import has_tools, rules_before, tool_rules


def rule(tool, action, pattern="*"):
    return {"permission": tool, "pattern": pattern, "action": action}


KEPT = rule("StructuredOutput", "allow")


def test_tools_without_are_denied():
    assert tool_rules({"bash": False, "edit": False}, []) == [rule("bash", "deny"), rule("edit", "deny")]


def test_other_tools_are_denied_and_the_rest_decided_as_before():
    before = [rule("*", "allow"), rule("bash", "ask"), rule("bash", "deny", "git push*"), rule("edit", "deny")]
    assert tool_rules({"*": False, "bash": True, "edit": True}, before) == [
        rule("*", "deny"),
        rule("bash", "ask"),
        rule("bash", "allow"),
        rule("bash", "ask"),
        rule("bash", "deny", "git push*"),
        rule("edit", "ask"),
        rule("edit", "allow"),
        rule("edit", "deny"),
        KEPT,
    ]


def test_pattern_of_tools_keeps_the_rules_about_each():
    assert tool_rules({"*": False, "shop_*": True}, [rule("shop_pay", "deny"), rule("bash", "allow")]) == [
        rule("*", "deny"),
        rule("shop_*", "ask"),
        rule("shop_pay", "deny"),
        KEPT,
    ]


def test_no_tool_but_the_one_that_answers_by_a_schema_may_stay():
    assert tool_rules({"*": False}, [rule("*", "allow")]) == [rule("*", "deny"), KEPT]


def test_rules_of_a_session_are_without_the_added_ones():
    rules = [rule("edit", "deny"), rule("*", "deny"), KEPT, rule("read", "ask")]
    notes = {"tools": {"*": False}, "first_rule": 1, "last_rule": 3}
    session = {"permission": rules, "metadata": {"trivet": notes}}
    assert rules_before(session) == [rules[0], rules[3]]
    assert has_tools(session, {"*": False})
    assert not has_tools(session, {"bash": False})
    assert rules_before({"permission": rules}) == rules
    assert rules_before({}) == []
