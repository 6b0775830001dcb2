"""The services of the command."""

from argparse import Namespace

import pytest

from trivet_stubs.commands.services import SERVED


def test_chat_names_the_callers_of_a_check():
    stub, variables = SERVED["chat"].create(Namespace(seed="small", users=0))
    assert variables["TOKEN"] == variables["ADMIN_TOKEN"] == stub.admin_token
    assert variables["USER_TOKEN"] == stub.token("alice")
    assert variables["OTHER_TOKEN"] == stub.token("bob")


def test_empty_chat_has_an_administrator_alone():
    _, variables = SERVED["chat"].create(Namespace(seed="empty", users=0))
    assert list(variables) == ["TOKEN"]


def test_token_and_password_at_once_raise():
    with pytest.raises(ValueError, match="one of them is enough"):
        SERVED["agent"].create(Namespace(token="t", password="p", username="u"))


@pytest.mark.parametrize(
    ("service", "given", "token"),
    [
        ("bus", {"data": None, "page_size": 500, "account_key": "k"}, "k"),
        ("agent", {"token": "t", "password": None}, "t"),
        ("agent", {"token": None, "password": "p", "username": "u"}, "u:p"),
    ],
)
def test_stub_names_the_caller_of_a_check(service, given, token):
    _, variables = SERVED[service].create(Namespace(**given))
    assert variables["USER_TOKEN"] == token
