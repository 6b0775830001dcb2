"""Servers of another make use the freedoms of their contracts: no stated rule is broken, and no verdict is lost."""

from collections.abc import Callable, Mapping

import pytest
from starlette.applications import Starlette

from tests.matrix import begun_by_ci
from tests.other_make.bus_server import KEY, bus_server
from tests.other_make.chat_server import chat_server
from tests.other_make.choices import Choices, drawn
from tests.other_make.freedoms import JUDGES, judged
from tests.other_make.records import KEYS
from tests.other_make.trials import failing, judge_bus
from trivet_stubs.kernel.freedom_catalogue import freedoms
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport

SAMPLE = {
    "bus": [
        {"unknown-stop": "not-found"},
        {"past-the-end": "not-found"},
        {"filter-without-match": "not-found"},
        {"default-month": "oldest", "link-form": "opaque"},
    ],
    "chat": [
        {"message-form": "text"},
        {"message-form": "unknown"},
        {"message-author": "hidden", "writes-show": "later"},
        {"message-author": "not-taken"},
        {"refusal-of-inputs": "failure", "unrate-unrated": "done"},
        {"share-inputs": "required", "permission-values": "read-and-write", "share-token": "url"},
    ],
    "agent": [
        {"cursor-with-filters": "held", "cursor-place": "field"},
        {"pattern-syntax": "literal", "search-by": "name", "file-answer": "text"},
        {"times-of-records": "whole-seconds"},
    ],
}
"""Choices of which the checks once accused a server; `nox -s freedoms` tries all of them."""


def _chat_answers(method: str, path: str, content_type: str = "application/json") -> Callable[[dict[str, str]], int]:
    def send(chosen: dict[str, str]) -> int:
        headers = {"authorization": f"Bearer {KEYS['admin']}", "content-type": content_type}
        return _status(chat_server(choices=Choices("chat", chosen)), method, path, headers)

    return send


def _bus_answers(path: str, accept: str) -> Callable[[dict[str, str]], int]:
    def send(chosen: dict[str, str]) -> int:
        headers = {"AccountKey": KEY, "accept": accept}
        return _status(bus_server(choices=Choices("bus", chosen)), "GET", path, headers)

    return send


def _status(server: Starlette, method: str, path: str, headers: dict[str, str]) -> int:
    with HttpClient("http://server.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        body = b'{"title": "A trip"}' if method == "POST" else None
        return client.send(method, path, headers=headers, body=body).status


UNASKED: Mapping[str, Mapping[str, Callable[[dict[str, str]], int]]] = {
    "bus": {"unknown-accept": _bus_answers("/BusStops", "text/csv")},
    "chat": {
        "beyond-the-end": _chat_answers("GET", "/conversations?skip=1000"),
        "export-formats": _chat_answers("GET", "/admin/ratings/export?export_format=xml"),
        "json-parameters": _chat_answers("POST", "/conversations", "application/json; charset=utf-8"),
    },
    "agent": {},
}
"""The freedoms that no check asks for, so that none can accuse a server of them: a request whose answers they tell."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("service", "chosen"),
    [pytest.param(service, chosen, id=str(chosen)) for service, sample in SAMPLE.items() for chosen in sample],
)
def test_server_that_uses_a_freedom_gets_every_verdict(service: str, chosen: dict[str, str]) -> None:
    assert judged(service, chosen) == []


@pytest.mark.parametrize("service", SAMPLE)
@pytest.mark.parametrize("seed", begun_by_ci([1, 2]))
def test_server_that_uses_all_freedoms_at_once_breaks_no_stated_rule(service: str, seed: int) -> None:
    assert judged(service, drawn(service, seed)) == []


@pytest.mark.long
@pytest.mark.parametrize("service", SAMPLE)
def test_server_of_another_make_uses_every_freedom(service: str) -> None:
    asked: set[str] = set()
    for chosen in ({}, drawn(service, 3)):
        choices = Choices(service, chosen)
        JUDGES[service](choices)
        asked |= choices.asked
    beyond = freedoms(service).keys() - asked

    assert beyond == UNASKED[service].keys()
    for freedom, send in UNASKED[service].items():
        seen = {send({freedom: choice}) for choice in freedoms(service)[freedom].choices}
        assert len(seen) == len(freedoms(service)[freedom].choices), freedom


@pytest.mark.long
def test_404_for_an_unknown_stop_accuses_no_rule_of_the_bus_service() -> None:
    rules = ["bus.arrivals.*", "bus.requests.*", "bus.access.*"]

    assert failing(judge_bus(only=rules, choices=Choices("bus", {"unknown-stop": "not-found"}))) == {}


def test_choice_that_a_freedom_does_not_have_is_refused() -> None:
    with pytest.raises(AssertionError, match="unknown-stop has no choice perhaps"):
        Choices("bus", {"unknown-stop": "perhaps"})
