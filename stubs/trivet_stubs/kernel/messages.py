"""The messages of a stub: a request in the log, the same request for a handler, and the reply of a handler."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.requests import Request
from starlette.types import Receive, Scope

from trivet_stubs.kernel.content_coding import BrokenCoding, NotUnpacked, unpack
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.refusal import Refusal

_REQUEST_KEY = "trivet_stubs.request"

TOO_LARGE: Final = "too large"
# A client that does not read while it sends sees the refusal of a large body only after the stub has read the body.
_MAX_DROPPED = 16 * 1024 * 1024


@dataclass(slots=True, kw_only=True, eq=False)
class LoggedRequest:
    """One request in the log; its repr leaves out every field that may hold a secret.

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
    """The whole body, unpacked; empty when it was refused as too large, and packed when it could not be unpacked."""
    status: int | None = None
    """The status of the answer; None until the answer begins."""
    rule: str | None = None
    """The id of the rule by which the request was refused; None if it was not refused, or if a fault answered it.

    >>> stub.requests[-1].rule
    'chat.shares.only-the-sharer-revokes'
    """
    unknown: bool = False
    """Whether it was refused because the contract has no such operation: the path is unknown, or the method is."""
    problem: str | None = field(default=None, repr=False)
    """Why the request was refused, in a sentence; None if it was not refused."""
    fault: int | None = None
    """The id of the fault that affected the request; None if no fault did."""
    number: int = 0
    """The number of the request in the order of arrival, from 1."""
    reported: bool = False
    """Whether the request was published to the readers of `RequestLog.answered`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRequest:
    """A request that the contract allows: its inputs, decoded and checked."""

    operation: Operation
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    headers: Mapping[str, Any]
    body: Any
    logged: LoggedRequest
    """The entry of the request in the log, with all its headers."""
    scope: Scope
    """The ASGI scope of the request."""
    receive: Receive

    @property
    def http_request(self) -> Request:
        """The request as a Starlette `Request`, created when first used, because most handlers do not need it."""
        request: Request | None = self.scope.get(_REQUEST_KEY)
        if request is None:
            request = self.scope[_REQUEST_KEY] = Request(self.scope, self.receive)
        return request


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with another status than the operation's ordinary one, or with headers of its own.

    >>> Reply({"rating": 1}, status=201)
    """

    value: object = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def unpacked(body: bytes, coding: str, limit: int) -> bytes | Refusal:
    """Return the body of a request, unpacked, or the refusal of a body that is too large or cannot be unpacked.

    HTTP lets a client pack a body with gzip or deflate. Any other coding is a 415, which names those that are taken.

    >>> unpacked(gzip.compress(b"{}"), "gzip", 1000)
    b'{}'
    """
    try:
        return unpack(body, coding, limit)
    except NotUnpacked as error:
        if error.kind == "size":
            return too_large(limit)
        names = "gzip, deflate"
        return Refusal(
            415, "coding", f"header content-encoding: {error}; {names} are", headers={"accept-encoding": names}
        )
    except BrokenCoding as error:
        return Refusal.argument("body", str(error).removeprefix("the body "), place=("body",))


def too_large(limit: int) -> Refusal:
    """Return the refusal of a body with more bytes than a stub reads."""
    # Some of the body may not have been read, so that the connection cannot serve another request.
    return Refusal(413, "size", f"body: has more than {limit} bytes", headers={"connection": "close"})


async def read_body(receive: Receive, limit: int) -> bytes | Literal["too large"] | None:
    """Return the body of a request, or `TOO_LARGE`; None if the client disconnects before the end of the body."""
    message = await receive()
    # Most bodies arrive in one message, which needs no copy.
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
