"""ASGI middleware that reads a request as a whole, within bounds, matches it with the contract and logs it."""

from typing import Final, Literal

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.logged_request import LoggedRequest
from trivet_stubs.kernel.parameters import query_pairs
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.routing import MATCH_KEY, stub_path
from trivet_stubs.kernel.state import StubState

LOGGED_KEY = "trivet_stubs.logged"
"""Where a scope holds its `LoggedRequest`."""

_TOO_LARGE: Final = "too large"
# A client that reads no answer while it sends needs its body read, or it never sees the refusal.
_MAX_DROPPED = 16 * 1024 * 1024


class RequestLogMiddleware:
    """Logs a request before anything answers it, and the status of its answer as soon as there is one.

    A body that is larger than the stub's `max_body` is dropped, and another app refuses the request.
    """

    def __init__(self, app: ASGIApp, *, state: StubState, too_large: ASGIApp) -> None:
        self._app = app
        self._state = state
        self._too_large = too_large
        self._log = state.requests
        self._table = state.contract.routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Log a request and pass it on; one whose client disconnects before its end is not a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        found = scope[MATCH_KEY] = self._table.match(scope["method"], stub_path(scope))
        body, app = await _read(receive, self._state.max_body), self._app
        if body is None:
            return
        if isinstance(body, str):
            body, app = b"", self._too_large
        logged = scope[LOGGED_KEY] = LoggedRequest(
            operation=found.operation_id,
            method=scope["method"],
            path=found.path,
            query=_query(scope["query_string"]),
            headers=_headers(scope["headers"]),
            body=body,
        )
        self._log.add(logged)
        replayed = False

        async def replay() -> Message:
            nonlocal replayed
            if replayed:
                return await receive()
            replayed = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send_and_log(message: Message) -> None:
            if message["type"] == "http.response.start":
                logged.status = message["status"]
            await send(message)

        await app(scope, replay, send_and_log)


async def _read(receive: Receive, limit: int) -> bytes | Literal["too large"] | None:
    """The body of a request; None when the client disconnects before its end."""
    message = await receive()
    if message["type"] == "http.request" and not message.get("more_body", False):
        body: bytes = message.get("body", b"")
        return body if len(body) <= limit else _TOO_LARGE
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
            return b"".join(chunks) if size <= limit else _TOO_LARGE
        message = await receive()
    return None


def _query(query_string: bytes) -> list[tuple[str, str]]:
    try:
        return query_pairs(query_string)
    except Refusal:
        return []


def _headers(raw: list[tuple[bytes, bytes]]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
