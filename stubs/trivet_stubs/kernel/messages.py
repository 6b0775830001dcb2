"""A request as the log has it and as a handler takes it, and the reply that a handler may return."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.requests import Request
from starlette.types import Receive, Scope

from trivet_stubs.kernel.operation import Operation

_REQUEST_KEY = "trivet_stubs.request"

TOO_LARGE: Final = "too large"
# A client that reads no answer while it sends needs its body read, or it never sees the refusal.
_MAX_DROPPED = 16 * 1024 * 1024


@dataclass(slots=True, kw_only=True, eq=False)
class LoggedRequest:
    """One request; its repr leaves out all that may hold a secret.

    >>> print(stub.requests[-1].path)
    /BusStops
    """

    __module__ = "trivet_stubs"

    operation: str | None
    method: str
    path: str
    query: list[tuple[str, str]] = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    """The whole body; empty when it was refused as too large."""
    status: int | None = None
    """The status of the answer; None as long as there is none."""
    rule: str | None = None
    """The id of the rule by which the request was refused; None when it was not, or when a fault answered it.

    >>> stub.requests[-1].rule
    'chat.shares.only-the-sharer-revokes'
    """
    unknown: bool = False
    """Whether it was refused because it means no operation of the contract: an unknown path, or another method."""
    problem: str | None = field(default=None, repr=False)
    """Why the request was refused, in a sentence; None when it was not."""
    fault: int | None = None
    """The id of the fault that has struck the request; None when none has."""
    number: int = 0
    """The number of the request, from 1 up: its place in the order of arrival."""
    reported: bool = False
    """Whether the readers of `RequestLog.answered` have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRequest:
    """A request that the contract allows: its inputs, decoded and checked."""

    operation: Operation
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    headers: Mapping[str, Any]
    body: Any
    logged: LoggedRequest
    """The request as the log has it, with all its headers."""
    scope: Scope
    """The request as the server has it."""
    receive: Receive

    @property
    def http_request(self) -> Request:
        """The request as Starlette has it; most handlers need none, so it is made at its first use."""
        request: Request | None = self.scope.get(_REQUEST_KEY)
        if request is None:
            request = self.scope[_REQUEST_KEY] = Request(self.scope, self.receive)
        return request


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer other than the ordinary one: another status, or headers of its own.

    >>> Reply({"rating": 1}, status=201)
    """

    value: object = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


async def read_body(receive: Receive, limit: int) -> bytes | Literal["too large"] | None:
    """The body of a request; None when the client disconnects before its end."""
    message = await receive()
    if message["type"] == "http.request" and not message.get("more_body", False):
        body: bytes = message.get("body", b"")
        return body if len(body) <= limit else TOO_LARGE
    chunks: list[bytes] = []
    size = 0
    while message["type"] == "http.request":
        chunk: bytes = message.get("body", b"")
        size += len(chunk)
        if size <= limit:
            chunks.append(chunk)
        else:
            chunks.clear()
        if not message.get("more_body", False) or size > limit + _MAX_DROPPED:
            return b"".join(chunks) if size <= limit else TOO_LARGE
        message = await receive()
    return None
