"""Changes of a stub from outside its rules: middleware that alters the requests or the answers of one operation."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.routing import stub_path
from trivet_stubs.stub import Stub

Apply = Callable[[ASGIApp, Scope, Receive, Send], Awaitable[None]]


class OperationMiddleware:
    """Passes the requests of one operation to a function that wraps the application; others pass through."""

    def __init__(self, app: ASGIApp, *, stub: Stub, operation: str | None, apply: Apply) -> None:
        self._app = app
        self._stub = stub
        self._operation = operation
        self._apply = apply

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Apply the function to a request of the operation."""
        if scope["type"] == "http":
            route = self._stub.contract.routes.match(scope["method"], stub_path(scope))
            if route.operation_id == self._operation:
                await self._apply(self._app, scope, receive, send)
                return
        await self._app(scope, receive, send)


def around(stub: Stub, operation: str | None, apply: Apply) -> None:
    """Pass the requests of an operation to a function; with None, the requests without an operation."""
    stub.app.add_middleware(OperationMiddleware, stub=stub, operation=operation, apply=apply)


@dataclass(slots=True)
class HeldAnswer:
    """An answer of a stub that is about to be sent, and may be changed."""

    status: int
    headers: dict[str, str]
    """The headers by their names in lower case."""
    body: bytes


def change_reply(stub: Stub, operation: str | None, change: Callable[[HeldAnswer], None]) -> None:
    """Change every answer of an operation, including refusals; with None, the answers to requests without operation."""

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        messages: list[Message] = []

        async def hold(message: Message) -> None:
            messages.append(message)

        await app(scope, receive, hold)
        headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        answer = HeldAnswer(
            messages[0]["status"], headers, b"".join(message.get("body", b"") for message in messages[1:])
        )
        change(answer)
        answer.headers["content-length"] = str(len(answer.body))
        raw = [(name.encode(), value.encode()) for name, value in answer.headers.items()]
        await send({**messages[0], "status": answer.status, "headers": raw})
        await send({"type": "http.response.body", "body": answer.body})

    around(stub, operation, apply)


def change_answer(stub: Stub, operation: str, change: Callable[[Any], Any], *, status: int | None = None) -> None:
    """Change the JSON of each success of an operation, and its status if one is given.

    >>> change_answer(stub, "conversations.list", lambda page: {**page, "total": len(page["items"])})
    """

    def apply(answer: HeldAnswer) -> None:
        if 200 <= answer.status < 300:
            answer.body = dumps(change(loads(answer.body))) if answer.body else b""
            answer.status = status or answer.status

    change_reply(stub, operation, apply)


def change_status(stub: Stub, operation: str | None, statuses: Mapping[int, int]) -> None:
    """Answer an operation with other statuses, including its refusals'.

    >>> change_status(stub, "conversations.get", {404: 403})
    """

    def apply(answer: HeldAnswer) -> None:
        answer.status = statuses.get(answer.status, answer.status)

    change_reply(stub, operation, apply)


def do_nothing(stub: Stub, operation: str, *, status: int, json: Any = None) -> None:
    """Answer an operation without doing anything.

    >>> do_nothing(stub, "conversations.delete", status=204)
    """

    async def apply(_app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {} if json is None else {"content-type": "application/json"}
        body = b"" if json is None else dumps(json)
        await Response(body, status, headers)(scope, receive, send)

    around(stub, operation, apply)


def change_headers(stub: Stub, operation: str, headers: dict[str, str]) -> None:
    """Replace headers of the requests of an operation, for instance by the credentials of another caller.

    >>> change_headers(stub, "admin.users.list", {"authorization": f"Bearer {stub.admin_token}"})
    """
    raw = {name.lower().encode(): value.encode() for name, value in headers.items()}

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        kept = [pair for pair in scope["headers"] if pair[0] not in raw]
        await app({**scope, "headers": [*kept, *raw.items()]}, receive, send)

    around(stub, operation, apply)


def refuse(stub: Stub, operation: str, when: Callable[[Request], bool], *, status: int = 422) -> None:
    """Refuse some requests of an operation, by their query and headers.

    >>> refuse(stub, "admin.users.list", lambda request: "search" not in request.query_params)
    """

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        refused = when(Request(scope))
        await (Response(b"{}", status, media_type="application/json") if refused else app)(scope, receive, send)

    around(stub, operation, apply)


def change_query(stub: Stub, operation: str, change: Callable[[bytes], bytes]) -> None:
    """Change the query string of the requests of an operation, before the stub checks it."""

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "query_string": change(scope["query_string"])}, receive, send)

    around(stub, operation, apply)


def change_body(stub: Stub, operation: str, change: Callable[[Any], Any]) -> None:
    """Change the JSON in the body of the requests of an operation, before the stub checks it.

    >>> change_body(stub, "conversations.update", lambda body: {})
    """

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        parts: list[bytes] = []
        message: Message = {"more_body": True}
        while message.get("more_body"):
            message = await receive()
            parts.append(message.get("body", b""))
        sent = b"".join(parts)
        body = dumps(change(loads(sent))) if sent else sent
        kept = [pair for pair in scope["headers"] if pair[0] != b"content-length"]
        headers = [*kept, (b"content-length", str(len(body)).encode())]
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def changed() -> Message:
            return waiting.pop() if waiting else await receive()

        await app({**scope, "headers": headers}, changed, send)

    around(stub, operation, apply)


def answer_if(stub: Stub, operation: str, condition: Callable[[bytes], bool], *, status: int, json: Any = None) -> None:
    """Answer an operation without doing anything where its query string fulfils a condition.

    >>> answer_if(stub, "project.list", lambda query: b"directory=" in query, status=200, json={"data": []})
    """

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        if not condition(scope["query_string"]):
            await app(scope, receive, send)
            return
        headers = {} if json is None else {"content-type": "application/json"}
        await Response(b"" if json is None else dumps(json), status, headers)(scope, receive, send)

    around(stub, operation, apply)


class ScopeMiddleware:
    """Changes the scope of every request."""

    def __init__(self, app: ASGIApp, *, change: Callable[[Scope], Scope]) -> None:
        self._app = app
        self._change = change

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its scope changed."""
        await self._app(self._change(scope) if scope["type"] == "http" else scope, receive, send)


def change_route(stub: Stub, of: tuple[str, str], to: tuple[str, str]) -> None:
    """Answer one method and path as another one.

    >>> change_route(stub, ("POST", "/BusStops"), ("GET", "/BusStops"))
    """

    def change(scope: Scope) -> Scope:
        if (scope["method"], scope["path"]) != of:
            return scope
        method, path = to
        return {**scope, "method": method, "path": path, "raw_path": path.encode()}

    stub.app.add_middleware(ScopeMiddleware, change=change)
