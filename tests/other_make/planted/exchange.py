"""One request to a server and its answer, in process; a fault rewrites both."""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from attrs import evolve, frozen

from tests.other_make.planted.operations import Operation

Message = MutableMapping[str, Any]
App = Callable[[Any, Any, Any], Awaitable[None]]
MISSING: Any = object()
"""A body or a field that is not there."""
TURNS = 200
"""How often the loop runs before a request counts as one that waits."""


@frozen
class Exchange:
    """A request: its operation and its inputs."""

    operation: Operation
    path: dict[str, str]
    query: dict[str, str]
    headers: tuple[tuple[str, str], ...]
    body: Any = MISSING
    raw: bytes = b""
    """The body as it was sent, if it is not JSON."""

    def value(self, where: str, name: str) -> Any:
        """An input, or `MISSING`."""
        if where == "body":
            return self.body.get(name, MISSING) if isinstance(self.body, dict) else MISSING
        return (self.path if where == "path" else self.query).get(name, MISSING)

    def with_value(self, where: str, name: str, value: Any) -> "Exchange":
        """The same request with another input, or without it if the value is `MISSING`."""
        if where == "body":
            body = {} if self.body is MISSING else self.body
            if not isinstance(body, dict):
                return self
            rest = {key: one for key, one in body.items() if key != name}
            return evolve(self, body=rest if value is MISSING else {**rest, name: value})
        values = {key: one for key, one in (self.path if where == "path" else self.query).items() if key != name}
        if value is not MISSING:
            values[name] = value if isinstance(value, str) else json.dumps(value)
        return evolve(self, path=values) if where == "path" else evolve(self, query=values)

    def with_headers(self, headers: dict[str, str]) -> "Exchange":
        """The same request of a caller with these credentials."""
        kept = [pair for pair in self.headers if pair[0] not in ("authorization", "accountkey")]
        return evolve(self, headers=(*kept, *((name.lower(), value) for name, value in headers.items())))

    def scope(self) -> Message:
        path = self.operation.path
        for name, value in self.path.items():
            path = path.replace("{" + name + "}", value)
        content = self.content()
        headers = [(name, value) for name, value in self.headers if name != "content-length"]
        headers.append(("content-length", str(len(content))))
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self.operation.method,
            "scheme": "http",
            "path": path,
            "raw_path": quote(path).encode(),
            "root_path": "",
            "query_string": urlencode(self.query).encode(),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
            "server": ("other.test", 80),
            "client": ("127.0.0.1", 1),
        }

    def content(self) -> bytes:
        return self.raw if self.body is MISSING else json.dumps(self.body).encode()


def read(operation: Operation, path: dict[str, str], scope: Message, content: bytes) -> Exchange:
    """The exchange of an ASGI request."""
    query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
    headers = tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in scope["headers"])
    try:
        body = json.loads(content) if content else MISSING
    except ValueError:
        body = MISSING
    return Exchange(operation, path, query, headers, body, content)


@frozen
class Answer:
    """An answer, read whole."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    content: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        """Its JSON, or `MISSING`."""
        media_type = dict(self.headers).get(b"content-type", b"")
        if b"json" not in media_type or not self.is_success:
            return MISSING
        return json.loads(self.content)

    def with_json(self, value: Any) -> "Answer":
        return self.with_content(json.dumps(value, separators=(",", ":")).encode())

    def with_content(self, content: bytes) -> "Answer":
        headers = [pair for pair in self.headers if pair[0] != b"content-length"]
        return evolve(self, content=content, headers=(*headers, (b"content-length", str(len(content)).encode())))

    async def send(self, send: Callable[[Message], Awaitable[None]]) -> None:
        headers = [pair for pair in self.headers if self.content or pair[0] != b"content-length"]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.content})


async def ask(app: App, exchange: Exchange) -> Answer:
    """The answer of an ASGI application, which is read to its end."""
    content, sent = exchange.content(), False
    start: Message = {}
    chunks: list[bytes] = []

    async def receive() -> Message:
        nonlocal sent
        if sent:
            await asyncio.Event().wait()
        sent = True
        return {"type": "http.request", "body": content, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            chunks.append(message.get("body", b""))

    await app(exchange.scope(), receive, send)
    return Answer(start["status"], tuple(start["headers"]), b"".join(chunks))


async def ask_without_waiting(app: App, exchange: Exchange) -> Answer | None:
    """The answer, or None if it needs something that nothing in the loop brings about."""
    if not exchange.operation.may_wait:
        return await ask(app, exchange)
    task = asyncio.ensure_future(ask(app, exchange))
    for _ in range(TURNS):
        await asyncio.sleep(0)
        if task.done():
            return task.result()
    task.cancel()
    return None
