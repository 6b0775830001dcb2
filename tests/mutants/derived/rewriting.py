"""Middleware of derived mutants: it changes answers, and adds headers, parameters and properties to requests."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qsl, urlencode

import orjson
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_checks.mutants.changes import around
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.stub import Stub


def rewrite_json(stub: Stub, operation: str, change: Callable[[int, Any], Any]) -> None:
    """Change the JSON of each success of an operation by its status and value; other media types pass unbuffered."""

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        messages: list[Message] = []
        passing = False

        async def rewritten(message: Message) -> None:
            nonlocal passing
            if message["type"] == "http.response.start":
                passing = not _is_json_success(message)
            if passing:
                await send(message)
                return
            messages.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                await _send_changed(messages, change, send)

        await app(scope, receive, rewritten)

    around(stub, operation, apply)


def add_header(stub: Stub, operation: str, name: str, value: str) -> None:
    """Give a request a header that it lacks."""
    raw = name.lower().encode()

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        if not any(key == raw for key, _ in headers):
            headers = [*headers, (raw, value.encode())]
        await app({**scope, "headers": headers}, receive, send)

    around(stub, operation, apply)


def add_parameter(stub: Stub, operation: str, name: str, value: str) -> None:
    """Give a query a parameter that it lacks."""

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if name not in dict(pairs):
            scope = {**scope, "query_string": urlencode([*pairs, (name, value)]).encode()}
        await app(scope, receive, send)

    around(stub, operation, apply)


def add_property(stub: Stub, operation: str, path: Iterable[str], value: object) -> None:
    """Give a body a property that it lacks."""
    *holders, name = path

    async def apply(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        try:
            document = holder = orjson.loads(body)
            for key in holders:
                holder = holder[key]
            holder.setdefault(name, value)
            body = orjson.dumps(document)
        except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError):
            pass  # the stub refuses such a body
        sent = False

        async def replay() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        await app(scope, replay, send)

    around(stub, operation, apply)


def _is_json_success(start: Message) -> bool:
    content_type: str = dict(start["headers"]).get(b"content-type", b"").decode("latin-1")
    return 200 <= int(start["status"]) < 300 and content_type.partition(";")[0].strip().lower() == JSON


async def _send_changed(messages: list[Message], change: Callable[[int, Any], Any], send: Send) -> None:
    start = messages[0]
    body = b"".join(message.get("body", b"") for message in messages[1:])
    if body:
        body = orjson.dumps(change(start["status"], orjson.loads(body)))
    headers = [pair for pair in start["headers"] if pair[0] != b"content-length"]
    await send({**start, "headers": [*headers, (b"content-length", str(len(body)).encode())]})
    await send({"type": "http.response.body", "body": body})
