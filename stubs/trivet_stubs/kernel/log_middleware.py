"""ASGI middleware that reads a request as a whole, within bounds, matches it with the contract and logs it."""

from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.logged_request import LoggedRequest
from trivet_stubs.kernel.parameters import query_pairs
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.request_body import read_body
from trivet_stubs.kernel.routing import MATCH_KEY, stub_path
from trivet_stubs.kernel.state import StubState

LOGGED_KEY = "trivet_stubs.logged"
"""Where a scope holds its `LoggedRequest`."""


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
        body, app = await read_body(receive, self._state.max_body), self._app
        if body is None:
            return
        if isinstance(body, str):
            body, app = b"", self._too_large
        logged = scope[LOGGED_KEY] = LoggedRequest(
            operation=found.operation_id,
            method=scope["method"],
            path=found.path,
            query=_query(scope["query_string"]) if scope["query_string"] else [],
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

        def send_and_log(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                logged.status = message["status"]
                self._log.report(logged)
            return send(message)

        try:
            await app(scope, replay, send_and_log)
        finally:
            self._log.report(logged)


def _query(query_string: bytes) -> list[tuple[str, str]]:
    try:
        return query_pairs(query_string)
    except Refusal:
        return []


def _headers(raw: list[tuple[bytes, bytes]]) -> dict[str, str]:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in raw}
    if len(headers) == len(raw):
        return headers
    headers.clear()  # a name is there several times, which means a list
    for raw_name, raw_value in raw:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
