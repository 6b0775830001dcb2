"""The checks of a service, and the choice among them."""

import pytest

from trivet_checks import Broken, Check, Selection, check, suite
from trivet_checks.checks.suite import in_order
from trivet_stubs import rules

RULE = rules("chat")["chat.shares.only-the-sharer-revokes"]
OTHER = "chat.shares.revoked-opens-nothing"


@pytest.mark.parametrize(
    ("selection", "selected"),
    [
        (Selection(), True),
        (Selection(ids=["chat.users.*", "chat.shares.*"]), True),
        (Selection(ids=["chat.users.*"]), False),
        (Selection(operations=["conversations.shares.*"]), True),
        (Selection(ids=["chat.shares.*"], operations=["admin.*"]), False),
        (Selection(sections=[RULE.section]), True),
        (Selection(sections=["No such heading"]), False),
    ],
)
def test_rule_is_selected_by_every_kind_that_is_given(selection, selected):
    assert (RULE in selection) is selected


def test_operations_are_judged_unless_rules_are_selected_by_id_or_section():
    assert Selection().has_operation("stops.list")
    assert Selection(operations=["stops.*"]).has_operation("stops.list")
    assert not Selection(operations=["routes.*"]).has_operation("stops.list")
    assert not Selection(ids=["bus.*"]).has_operation("stops.list")


def test_pattern_that_selects_nothing_is_unknown():
    selection = Selection(ids=["chat.*", "bus.*"], operations=["admin.*", "stops.*"], sections=[RULE.section, "None"])
    assert selection.unknown("chat", ["admin.users.list"]) == ["bus.*", "stops.*", "None"]


@pytest.mark.parametrize("service", ["report", "../chat", "nothing", "", "pytest"])
def test_service_without_checks_is_refused(service):
    with pytest.raises(ValueError, match="has no checks"):
        suite(service)


def test_credentials_show_the_name_of_the_variable():
    credentials = suite("chat").credentials("s3cret-value", "USER_TOKEN")
    assert (credentials.header, credentials.value) == ("authorization", "Bearer s3cret-value")
    assert credentials.shown == "Bearer $USER_TOKEN"
    assert "s3cret" not in repr(credentials)


def test_checks_come_in_the_order_of_the_rules():
    ordered = in_order("chat", [check(OTHER)(id), check(RULE.id)(id)])
    assert list(ordered) == [rule for rule in rules("chat") if rule in (OTHER, RULE.id)]


@pytest.mark.parametrize(
    ("rules", "message"),
    [(["chat.no.rule"], "not a rule of the chat service"), ([OTHER, OTHER], "has two checks")],
)
def test_check_without_a_rule_and_second_check_of_one_are_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        in_order("chat", [check(rule)(print) for rule in rules])


def test_decorator_makes_a_check_that_calls_its_function():
    @check("chat.shares.revoked-opens-nothing")
    def fails(service):
        raise Broken(service)

    assert isinstance(fails, Check)
    assert str(fails) == "chat.shares.revoked-opens-nothing"
    with pytest.raises(Broken, match="the service"):
        fails("the service")
