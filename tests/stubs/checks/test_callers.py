"""Callers from environment variables."""

from dataclasses import replace

import pytest

from trivet_stubs.checks import suite
from trivet_stubs.checks.callers import credentials_of
from trivet_stubs.checks.credentials import default_variable

CHAT = suite("chat")


def test_named_variable_comes_before_the_default_and_a_missing_caller_is_left_out():
    environment = {"MINE": "mine-0123", "TRIVET_CHAT_USER_TOKEN": "user-0123", "TRIVET_CHAT_OTHER_TOKEN": "other-0123"}
    found = credentials_of(CHAT, {"user": "MINE"}, environment)
    assert {name: each.shown for name, each in found.items() if each} == {
        "user": "Bearer $MINE",
        "other": "Bearer $TRIVET_CHAT_OTHER_TOKEN",
    }
    assert found["user"] is not None
    assert found["user"].value == "Bearer mine-0123"
    assert default_variable("agent", "admin") == "TRIVET_AGENT_ADMIN_TOKEN"


def test_user_whom_the_run_deletes_has_to_be_named():
    environment = {"TRIVET_CHAT_SPARE_TOKEN": "spare-0123"}
    assert credentials_of(CHAT, {}, environment) == {}
    assert list(credentials_of(CHAT, {"spare": "TRIVET_CHAT_SPARE_TOKEN"}, environment)) == ["spare"]


def test_user_without_a_token_is_there_where_a_server_may_ask_for_none():
    optional = replace(CHAT, optional_callers=True)
    assert credentials_of(optional, {}, {}) == {"user": None}
    assert credentials_of(CHAT, {}, {"TRIVET_CHAT_USER_TOKEN": "  "}) == {}


@pytest.mark.parametrize(
    ("named", "value", "message"),
    [
        ({"root": "MINE"}, "x", "'root' is none of admin, user, other, spare"),
        ({"user": "MINE"}, None, "the environment variable MINE of user is not set"),
        ({"user": "MINE"}, " ", "the environment variable MINE of user is not set"),
        ({"user": "s3cretToken"}, None, "variable <name not shown> of user is not set"),
        ({"user": "MINE"}, "s3cret\x1b[31m", "characters that no header may have"),
        ({"user": "MINE"}, "s3cret\nx: y", "characters that no header may have"),
        ({"user": "MINE"}, "s3cr\u00e9t", "characters that no header may have"),
    ],
)
def test_caller_that_cannot_be_used_is_refused_without_its_token(named, value, message):
    environment = {} if value is None else {"MINE": value}
    with pytest.raises(ValueError, match=message) as caught:
        credentials_of(CHAT, named, environment)
    assert "s3cr" not in str(caught.value)
