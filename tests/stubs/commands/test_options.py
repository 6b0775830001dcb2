"""The options for the limits of a port."""

import argparse
import dataclasses
from argparse import Namespace

import pytest

from trivet_stubs.commands.options import SERVED, add_limits, limits_of
from trivet_stubs.serving.limits import Limits


def test_every_limit_has_an_option_with_its_default():
    parser = argparse.ArgumentParser()
    assert {option.dest for option in add_limits(parser)} == {option.name for option in dataclasses.fields(Limits)}
    assert limits_of(parser.parse_args([])) == Limits()


def test_limit_of_nothing_raises():
    parser = argparse.ArgumentParser()
    add_limits(parser)
    with pytest.raises(ValueError, match="connections: 0 is not greater than 0"):
        limits_of(parser.parse_args(["--connections=0"]))


def test_chat_names_the_callers_of_a_check():
    stub, variables = SERVED["chat"].create(Namespace(clock=None, seed="small", users=0))
    assert variables["TOKEN"] == variables["ADMIN_TOKEN"] == stub.admin_token
    assert variables["USER_TOKEN"] == stub.token("alice")
    assert variables["OTHER_TOKEN"] == stub.token("bob")


def test_empty_chat_has_an_administrator_alone():
    _, variables = SERVED["chat"].create(Namespace(clock=None, seed="empty", users=0))
    assert list(variables) == ["TOKEN"]


def test_token_and_password_at_once_raise():
    with pytest.raises(ValueError, match="use one of them"):
        SERVED["agent"].create(Namespace(clock=None, token="t", password="p", username="u"))


@pytest.mark.parametrize(
    ("service", "options", "token"),
    [
        ("bus", {"data": None, "page_size": 500, "account_key": "k"}, "k"),
        ("agent", {"token": "t", "password": None}, "t"),
        ("agent", {"token": None, "password": "p", "username": "u"}, "u:p"),
    ],
)
def test_stub_names_the_caller_of_a_check(service, options, token):
    _, variables = SERVED[service].create(Namespace(clock=None, **options))
    assert variables["USER_TOKEN"] == token
