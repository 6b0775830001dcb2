"""ASGI middleware that reads a request as a whole, matches it with the contract and logs it."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.parameters import query_pairs
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.request_log import LoggedRequest, RequestLog
from trivet_stubs.kernel.routing import MATCH_KEY, RouteTable, stub_path

LOGGED_KEY = "trivet_stubs.logged"
"""Where a scope holds its `LoggedRequest`."""


class RequestLogMiddleware:
    """Logs a request before anything answers it, and the status of its answer as soon as there is one."""

    def __init__(self, app: ASGIApp, *, log: RequestLog, table: RouteTable) -> None:
        self._app = app
        self._log = log
        self._table = table

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Log a request and pass it on; one whose client disconnects before its end is not a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        found = scope[MATCH_KEY] = self._table.match(scope["method"], stub_path(scope))
        body = await _read(receive)
        if body is None:
            return
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

        await self._app(scope, replay, send_and_log)


async def _read(receive: Receive) -> bytes | None:
    message = await receive()
    if message["type"] == "http.request" and not message.get("more_body", False):
        body: bytes = message.get("body", b"")
        return body
    chunks: list[bytes] = []
    while message["type"] == "http.request":
        chunks.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(chunks)
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
