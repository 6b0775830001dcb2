"""The checks behind a gateway that fails now and then, and on servers that lack an operation."""

from functools import cache

import httpx
import pytest

from tests.other_make.gateway import Gateway
from tests.other_make.records import KEYS
from tests.other_make.trials import judge_chat
from trivet_checks import Result
from trivet_stubs.kernel.contract import load

CONTRACT = load("chat")
SHARES = ("chat.shares.*", "chat.access.*")


def operation_of(request: httpx.Request) -> str:
    operation = CONTRACT.routes.match(request.method, request.url.path).operation
    return "" if operation is None else operation.id


def outcomes(result: Result) -> dict[str, str]:
    return {verdict.id: verdict.outcome for verdict in result.verdicts}


@cache
def of_the_server(only: tuple[str, ...] = ()) -> dict[str, str]:
    """The outcomes without anything around the server."""
    return outcomes(judge_chat(only=only))


@pytest.mark.matrix
@pytest.mark.parametrize("seed", [0, 1])
def test_gateway_that_fails_now_and_then_changes_no_verdict(seed: int) -> None:
    gateways: list[Gateway] = []

    def around(server: httpx.AsyncBaseTransport) -> Gateway:
        gateways.append(Gateway(server, seed=seed))
        return gateways[0]

    result = judge_chat(around=around)

    assert outcomes(result) == of_the_server()
    assert (result.stopped, result.left) == ("", [])
    [gateway] = gateways
    assert gateway.failures.total() > 40
    assert {failure.split()[1] for failure in gateway.failures} == {"before", "after"}
    assert {failure.split()[0] for failure in gateway.failures} == {"502", "503", "504", "page", "closes"}


class Without(httpx.AsyncBaseTransport):
    """A transport to a server that refuses one operation, whatever the request is."""

    def __init__(self, server: httpx.AsyncBaseTransport, operation: str) -> None:
        self._server = server
        self._operation = operation

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if operation_of(request) == self._operation:
            return httpx.Response(422, json={"detail": "another route is before it"})
        return await self._server.handle_async_request(request)


class WithPages(httpx.AsyncBaseTransport):
    """A transport to a server that answers some operations with its web page, as if they had no route."""

    def __init__(self, server: httpx.AsyncBaseTransport, *operations: str) -> None:
        self._server = server
        self._operations = operations

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if operation_of(request) in self._operations:
            return httpx.Response(200, headers={"content-type": "text/html"}, text="<h1>Chat</h1>")
        return await self._server.handle_async_request(request)


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("operation", "rule"),
    [
        ("conversations.messages.list", "chat.messages.list-is-oldest-first"),
        ("admin.ratings.export", "chat.admin-ratings.export-is-an-attachment"),
        ("admin.ratings.summary", "chat.admin-ratings.summary-days-are-1-to-365"),
    ],
)
def test_web_page_in_the_place_of_an_operation_accuses_it_once(operation: str, rule: str) -> None:
    result = judge_chat(around=lambda server: WithPages(server, operation))

    verdicts = {verdict.id: verdict for verdict in result.verdicts}
    assert [verdict.id for verdict in verdicts.values() if verdict.fails] == [f"{operation}: answer"]
    assert verdicts[f"{operation}: answer"].reason.startswith("it is answered with a web page with 200, and ")
    assert (verdicts[rule].outcome, verdicts[rule].needs) == ("not tried", operation)
    assert result.stopped == ""


ACCUSED = (
    "conversations.shared_with_me",
    "conversations.shares.delete",
    "conversations.messages.list",
)


@pytest.mark.matrix
@pytest.mark.parametrize("operation", ACCUSED)
def test_operation_that_never_succeeds_is_accused_once_and_its_rules_are_not_tried(operation: str) -> None:
    whole = of_the_server()
    result = judge_chat(around=lambda server: Without(server, operation))

    verdicts = {verdict.id: verdict for verdict in result.verdicts if verdict.outcome != whole.get(verdict.id)}
    accused = [id for id, verdict in verdicts.items() if verdict.outcome == "broken"]
    assert accused in ([f"{operation}: answer"], [f"{operation}: missing"], [])
    assert next(verdict.outcome for verdict in result.verdicts if verdict.id.startswith(f"{operation}: ")) == "broken"
    untried = [verdict for verdict in verdicts.values() if verdict.outcome == "not tried" and verdict.kind == "rule"]
    assert untried
    assert [verdict.id for verdict in untried if operation not in verdict.reason + verdict.needs] == []


@pytest.mark.long
def test_rule_about_refusals_by_a_missing_operation_does_not_hold() -> None:
    result = judge_chat(only=("chat.conversations.*",), around=lambda server: Without(server, "conversations.archive"))

    [verdict] = [verdict for verdict in result.verdicts if verdict.id == "chat.conversations.only-the-owner-archives"]
    assert (verdict.outcome, verdict.needs) == ("not tried", "conversations.archive")


@pytest.mark.long
@pytest.mark.parametrize("operation", ["conversations.shares.list", "conversations.shares.create"])
def test_gateway_that_fails_for_one_operation_accuses_it_once(operation: str) -> None:
    def around(server: httpx.AsyncBaseTransport) -> Gateway:
        return Gateway(server, share=0.0, fails=lambda request, _number: operation_of(request) == operation)

    result = judge_chat(only=SHARES, around=around)

    changed = {verdict.id: verdict.outcome for verdict in result.verdicts}.items() - of_the_server(SHARES).items()
    assert [id for id, outcome in changed if outcome == "broken"] == [f"{operation}: answer"]
    assert result.stopped == ""
    assert result.of("holds")


@pytest.mark.matrix
@pytest.mark.parametrize("last", [200, 400])
def test_gateway_without_a_server_ends_the_run_with_the_verdicts_until_then(last: int) -> None:
    whole = of_the_server()
    result = judge_chat(around=lambda server: Gateway(server, share=0.0, fails=lambda _request, number: number > last))

    assert result.stopped.startswith("the server has stopped answering: ")
    verdicts = [verdict for verdict in result.verdicts if verdict.kind == "rule" and verdict.reason != result.stopped]
    assert len(verdicts) > 10
    assert {verdict.id: verdict.outcome for verdict in verdicts} == {
        verdict.id: whole[verdict.id] for verdict in verdicts
    }


class LosesOne(httpx.AsyncBaseTransport):
    """A transport that loses the first answer of an operation, before or after the server has got the request."""

    def __init__(self, server: httpx.AsyncBaseTransport, operation: str, *, after: bool) -> None:
        self._server = server
        self._operation = operation
        self._after = after
        self._lost = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        loses = (
            operation_of(request) == self._operation
            and not self._lost
            and KEYS["admin"] in request.headers.get("authorization", "")
        )
        if loses and not self._after:
            self._lost = True
            return httpx.Response(502)
        response = await self._server.handle_async_request(request)
        if loses and response.is_success:
            self._lost = True
            await response.aclose()
            return httpx.Response(502)
        return response


OF_THE_SPARE_USER = ("chat.users.deletion-is-hard", "chat.access.token-of-a-deleted-user-is-401")


@pytest.mark.long
@pytest.mark.parametrize("after", [False, True])
def test_deletion_that_cannot_be_repeated_is_looked_at_when_its_answer_is_lost(after: bool) -> None:
    result = judge_chat(
        only=OF_THE_SPARE_USER, around=lambda server: LosesOne(server, "admin.users.delete", after=after)
    )

    assert outcomes(result) == {
        "chat.access.token-of-a-deleted-user-is-401": "holds",
        "chat.users.deletion-is-hard": "not tried" if after else "holds",
    }
    [verdict] = [verdict for verdict in result.verdicts if verdict.id == "chat.users.deletion-is-hard"]
    parts = {part.name: part.outcome for part in verdict.parts}
    assert parts == {"the answer": "not tried" if after else "holds", "the effect": "holds"}
    assert (result.stopped, result.left) == ("", [])
