"""The command `request`: requests that no operation of the contract describes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of
from trivet.cli.failures import UsageError
from trivet.cli.operations.request_command import query_of


def test_answer_is_printed_as_json(bus_server: Any) -> None:
    result = run_here("bus", "request", "get", "/BusStops", "--param", "$skip=2", env=env_of("bus", bus_server))
    assert (result.status, result.err) == (0, "")
    assert json.loads(result.out)["value"]
    assert dict(bus_server.stub.requests[-1].query) == {"$skip": "2"}


def test_body_from_stdin_is_sent_with_the_credentials(chat_server: Any) -> None:
    body = '{"title": "From a request"}'
    env = env_of("chat", chat_server)
    result = run_here("chat", "request", "POST", "/conversations", "--body", "-", env=env, stdin=body)
    assert json.loads(result.out)["title"] == "From a request"


def test_context_of_an_agent_is_sent_with_the_request(agent_server: Any) -> None:
    env = env_of("agent", agent_server)
    result = run_here("agent", "request", "GET", "/api/vcs", "--directory", "/home/dev/orchard", env=env)
    assert result.status == 0
    assert dict(agent_server.stub.requests[-1].query) == {"directory": "/home/dev/orchard"}
    assert run_here("chat", "request", "GET", "/x", "--directory", "/d").status == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("GET", "/x", "--param", "month"), "--param: 'month' is not NAME=VALUE"),
        (("POST", "/x", "--body", "-", "--content", "-"), "--body and --content exclude each other"),
        (("POST", "/x", "--body", "-"), "--body is not JSON"),
        (("GET", "http://elsewhere.test/x"), "PATH must be"),
        (("GE T", "/x"), "METHOD must be"),
    ],
)
def test_request_that_cannot_be_sent_is_refused(chat_server: Any, words: tuple[str, ...], message: str) -> None:
    result = run_here("chat", "request", *words, env=env_of("chat", chat_server), stdin="{")
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert len(chat_server.stub.requests) == 0


def test_query_keeps_repeated_names_and_equals_signs() -> None:
    assert query_of(["a=1", "a=2", "b=x=y", "c="]) == {"a": ["1", "2"], "b": ["x=y"], "c": [""]}
    with pytest.raises(UsageError):
        query_of(["=1"])
