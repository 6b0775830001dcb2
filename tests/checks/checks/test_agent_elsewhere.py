"""The checks of the agent service raise no false alarm on servers that keep the contract in another way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.checks.checks.agent_records import records
from tests.checks.checks.agent_trial import try_rules
from trivet_stubs import AgentStub
from trivet_stubs.agent import AgentObserved

pytestmark = pytest.mark.long

Answer = tuple[Message, bytes]
RECORD = re.compile("/api/(auth|pty|session|workspace)/[a-z]{3}_[0-9]+")


class AnswerMiddleware:
    """Passes the whole answer of each request but the event stream through a function."""

    def __init__(self, app: ASGIApp, change: Any) -> None:
        self._app = app
        self._change = change

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] == "/api/event":
            await self._app(scope, receive, send)
            return
        messages: list[Message] = []

        async def hold(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, hold)
        start, body = self._change(scope, (messages[0], b"".join(message.get("body", b"") for message in messages[1:])))
        kept = [pair for pair in start["headers"] if pair[0] != b"content-length"]
        await send({**start, "headers": [*kept, (b"content-length", str(len(body)).encode())]})
        await send({"type": "http.response.body", "body": body})


def otherwise(_scope: Scope, answer: Answer) -> Answer:
    """Answers without an envelope unless it says where, with more fields, long paths, other errors and successes."""
    start, body = answer
    if start["status"] >= 400:
        return {**start, "status": start["status"]}, b"no"
    if start["status"] == 204:
        return {**start, "status": 200, "headers": [(b"content-type", b"application/json")]}, b"true"
    if not body.startswith(b"{"):
        return answer
    document = json.loads(body)
    data = document["data"]
    for record in data if isinstance(data, list) else [data]:
        record["more"] = {"than": ["the contract", "names"]}
        for name in ("path", "file"):
            if name in record:
                record[name] = f"/home/dev/lighthouse/{record[name]}"
    return start, json.dumps(data if document.keys() == {"data"} else document).encode()


class Late:
    """Shows each write one read later, and a new record by its id only when it is asked for again; see `otherwise`."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, Answer]] = {}
        self._writes = 0

    def __call__(self, scope: Scope, answer: Answer) -> Answer:
        return otherwise(scope, self._late(scope, answer))

    def _late(self, scope: Scope, answer: Answer) -> Answer:
        if scope["method"] != "GET":
            self._writes += scope["path"] not in ("/api/fs/search", "/api/fs/grep")
            return answer
        url = f"{scope['path']}?{scope['query_string'].decode()} {dict(scope['headers']).get(b'authorization')!r}"
        first: Answer = answer
        if RECORD.fullmatch(scope["path"]):
            first = ({"type": "http.response.start", "status": 404, "headers": []}, b"")
        writes, before = self._seen.get(url, (-1, first))
        self._seen[url] = (self._writes, answer)
        return before if writes < self._writes else answer


@pytest.fixture
def stub() -> Iterator[AgentStub]:
    """A stub that asks for credentials, and does all that was observed of servers and the contract leaves open."""
    names = ("bare_unauthorized", "html_elsewhere", "lost_requests", "no_idle_events", "parent_ids")
    observed = AgentObserved(**dict.fromkeys(names, True))
    with AgentStub(credentials=("dev", "pass:word"), observed=observed) as stub:
        stub.null_at_end = True
        yield stub


def test_server_with_other_answers_that_shows_writes_later_breaks_no_rule(stub: AgentStub) -> None:
    stub.app.add_middleware(AnswerMiddleware, change=Late())
    before = records(stub)
    result = try_rules(stub)
    verdicts = [verdict for verdict in result.verdicts if verdict.kind == "rule"]
    assert {verdict.id: verdict.reason for verdict in verdicts if verdict.outcome == "broken"} == {}
    assert {verdict.id for verdict in verdicts if verdict.outcome == "not tried"} == {
        "agent.requests.three-operations-are-open",
        "agent.sessions.wait-is-503-as-observed",
    }
    assert (records(stub), list(result.left)) == (before, [])
    assert not [verdict for verdict in result.verdicts if verdict.fails]


class TurnEndsAtReply:
    """Shows no more of a session after a reply than before it: the agent says nothing further."""

    def __init__(self) -> None:
        self._before: Answer | None = None
        self.replied = False

    def __call__(self, scope: Scope, answer: Answer) -> Answer:
        self.replied |= scope["path"].endswith("/reply")
        if scope["path"].endswith("/message"):
            self._before = self._before if self.replied and self._before else answer
            return self._before
        return answer


@pytest.mark.parametrize(
    "rule", ["agent.questions.reply-answers-the-question", "agent.permissions.reply-answers-the-request"]
)
def test_contract_does_not_say_that_a_turn_goes_on_after_a_reply(stub: AgentStub, rule: str) -> None:
    ends = TurnEndsAtReply()
    stub.app.add_middleware(AnswerMiddleware, change=ends)

    result = try_rules(stub, [rule])

    assert [verdict.outcome for verdict in result.verdicts if verdict.kind == "rule"] == ["holds"]
    assert ends.replied
