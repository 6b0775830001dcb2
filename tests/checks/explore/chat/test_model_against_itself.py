"""The model against itself: on a port, restored while the walks go on, and by both typed clients."""

import asyncio
import json
from collections.abc import Mapping
from operator import attrgetter
from typing import Any, cast

import httpx
import pytest

import trivet
from tests.checks.explore.chat.explorations import USERS, explore_stub, explored
from trivet_checks import Result, judge, suite
from trivet_stubs import ChatStub, Clock
from trivet_stubs.kernel.messages import LoggedRequest

EXPORTS = ("admin.conversations.export", "admin.ratings.export")


def callers_of(stub: ChatStub) -> Mapping[str, Any]:
    return {name: suite("chat").credentials(stub.token(who), f"{name.upper()}_TOKEN") for name, who in USERS.items()}


def is_right(result: Result) -> bool:
    complete = not (result.of("broken") or result.stopped or result.left or result.notes)
    return complete and judge(result, fail_on=["assumed", "observed"]).exit_status == 0


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_stub_on_a_port_does_not_differ_from_the_model(seed: int) -> None:
    with ChatStub() as stub, stub.serve() as served:
        result = explored(httpx.AsyncHTTPTransport(), callers_of(stub), Clock(), url=served.url, seed=seed, steps=40)
    assert is_right(result)


class Restoring(httpx.AsyncBaseTransport):
    """A transport to a stub that is saved and restored, as by `--state`, after every few requests."""

    def __init__(self, stub: ChatStub, every: int) -> None:
        self.stubs = [stub]
        self._every = every
        self._requests = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._requests += 1
        if self._requests % self._every == 0:
            state = json.loads(json.dumps(self.stubs[-1].steering.state()))
            self.stubs.append(ChatStub(seed="empty"))
            self.stubs[-1].steering.load(state)
        response: httpx.Response = await self.stubs[-1].async_transport().handle_async_request(request)
        await response.aread()
        return response


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_stub_that_is_restored_does_not_differ_from_a_fresh_one(seed: int) -> None:
    with ChatStub() as stub:
        transport = Restoring(stub, every=25)
        result = explored(transport, callers_of(stub), Clock(), seed=seed, steps=40)
    assert len(transport.stubs) > 5
    assert is_right(result)


def called(client: Any, request: LoggedRequest, stub: ChatStub) -> Any:
    """Call the method of a request with its inputs; the result may still have to be sent or awaited."""
    assert request.operation is not None
    described = stub.contract.operations[request.operation]
    names = described.path.split("/")
    sent = request.path.split("/")
    segments = [value for name, value in zip(names, sent, strict=True) if name.startswith("{")]
    query: dict[str, Any] = {name: _read(value) for name, value in request.query}
    body: dict[str, Any] = json.loads(request.body) if request.body else {}
    return attrgetter(request.operation)(client)(*segments, **query, **body)


def _read(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 9 else text


def _plain(value: Any) -> Any:
    if not isinstance(value, trivet.Page):
        return value
    page = cast(trivet.Page[Any, Any], value)
    return [*page], page.total, page.next


def _failed(error: Exception) -> Any:
    return type(error).__name__, getattr(error, "status", None)


def by_sync_client(requests: list[LoggedRequest], tokens: list[str]) -> list[Any]:
    outcomes: list[Any] = []
    with ChatStub() as stub:
        for request, token in zip(requests, tokens, strict=True):
            options: Any = {"transport": stub.transport(), "max_retries": 0}
            with trivet.ChatClient(token=token, base_url="http://chat.test", **options) as client:
                try:
                    value = called(client, request, stub)
                    outcomes.append(_plain(value.page() if hasattr(value, "page") else value))
                except (trivet.TrivetError, TypeError) as error:
                    outcomes.append(_failed(error))
    return outcomes


async def by_async_client(requests: list[LoggedRequest], tokens: list[str]) -> list[Any]:
    outcomes: list[Any] = []
    with ChatStub() as stub:
        for request, token in zip(requests, tokens, strict=True):
            options: Any = {"transport": stub.async_transport(), "max_retries": 0}
            async with trivet.AsyncChatClient(token=token, base_url="http://chat.test", **options) as client:
                try:
                    value = called(client, request, stub)
                    outcomes.append(_plain(await (value.page() if hasattr(value, "page") else value)))
                except (trivet.TrivetError, TypeError) as error:
                    outcomes.append(_failed(error))
    return outcomes


def test_the_steps_of_a_walk_have_the_same_outcomes_by_both_clients() -> None:
    with ChatStub() as stub:
        explore_stub(stub, seed=1)
        log = [
            (request, request.headers["authorization"].removeprefix("Bearer "))
            for request in stub.requests
            if request.operation not in (None, *EXPORTS) and "authorization" in request.headers
        ]
    requests, tokens = [request for request, _ in log], [token for _, token in log]
    sync, concurrent = by_sync_client(requests, tokens), asyncio.run(by_async_client(requests, tokens))
    assert len(sync) > 150
    assert sync == concurrent
    failed = [isinstance(outcome, tuple) and isinstance(outcome[0], str) for outcome in sync]
    assert failed == [(request.status or 0) >= 400 for request in requests]
