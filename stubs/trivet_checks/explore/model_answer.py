"""The model's answer to a step: that of a stub in process."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.request import path_of, query_pairs
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.stub import Stub


@dataclass(frozen=True)
class ModelAnswer:
    """The model's answer to a step."""

    status: int
    body: bytes
    rule: str
    """The rule by which it refuses; empty if it does not."""

    @property
    def ok(self) -> bool:
        """Whether it is a success."""
        return self.status < 300

    @cached_property
    def json(self) -> Any:
        """The body, decoded; None for another body."""
        return loads(self.body) if self.body[:1] in (b"{", b"[") else None


def ask(
    stub: Stub,
    client: HttpClient,
    operation: str,
    path: tuple[Any, ...],
    query: Mapping[str, Any],
    body: Json | None,
    headers: Mapping[str, str],
) -> ModelAnswer:
    """Send a request to the model, whose time is the real one, but never goes back.

    >>> ask(stub, client, "conversations.list", (), {"limit": 1}, None, {"authorization": "Bearer …"}).status
    200
    """
    now = datetime.now(UTC)
    if now > stub.clock.now():
        stub.clock.set(now)
    described = stub.contract.operations[operation]
    answer = client.send(
        described.method,
        path_of(described, path),
        query=list(query_pairs(query)),
        headers={**headers, **({} if body is None else {"content-type": "application/json"})},
        body=None if body is None else dumps(body),
    )
    rule = stub.requests[-1].rule if answer.status >= 400 else None
    return ModelAnswer(answer.status, answer.body, rule or "")
