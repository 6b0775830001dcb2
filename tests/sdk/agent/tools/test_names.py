"""The names of servers of tools, and of their tools for a model."""

import pytest

from trivet.agent import PermissionRules
from trivet.agent._tools import names


@pytest.fixture
def place():
    place = ("http://agent.test", ("directory", "/test_names"))
    yield place
    for name in names.reserved(place):
        names.release(place, name)


def test_name_is_reserved_once_and_free_after_its_release(place):
    taken = [names.reserve(place, {}, (), reuses=True) for _ in range(3)]
    assert taken == ["trivet", "trivet2", "trivet3"] == names.reserved(place)
    assert names.reserve((*place, "other"), {}, (), reuses=True) == "trivet"
    names.release((*place, "other"), "trivet")
    names.release(place, "trivet2")
    assert names.reserve(place, {}, (), reuses=True) == "trivet2"


@pytest.mark.parametrize(
    ("status", "reuses", "name"),
    [
        ("disabled", True, "trivet"),
        ("failed", True, "trivet"),
        ("connected", True, "trivet2"),
        ("disabled", False, "trivet2"),
    ],
)
def test_listed_name_is_free_if_its_server_was_disconnected(place, status, reuses, name):
    assert names.reserve(place, {"trivet": status}, (), reuses=reuses) == name


def test_refused_names_are_left_out(place):
    assert names.reserve(place, {}, {"trivet"}, reuses=True) == "trivet2"


def test_rules_have_the_names_that_the_server_asks_with():
    rules = PermissionRules(allow=["lookup:7"], always=["read"], deny=["pay"], ask=["bash:git *"], otherwise="reject")
    assert names.translated_rules(rules, "trivet2", {"lookup", "pay"}) == PermissionRules(
        allow=["trivet2_lookup:7"], always=["read"], deny=["trivet2_pay"], ask=["bash:git *"], otherwise="reject"
    )


def test_prompt_takes_other_tools_away_unless_it_leaves_a_few_alone():
    assert names.switches(["trivet2"], {"bash": False}) == {"trivet2_*": False, "bash": False}
    assert names.switches(["trivet2"], {}, "trivet") == {"trivet2_*": False, "trivet_*": True}
