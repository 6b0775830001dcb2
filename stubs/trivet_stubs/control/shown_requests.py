"""The requests of a stub as the control API shows them: without credentials, in a list or as a live stream."""

import asyncio
import json
from collections.abc import Callable, Iterable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from trivet_stubs.kernel.disconnection import ConnectionWatch
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.notify import Broadcast, Reader
from trivet_stubs.kernel.secrets import (
    HIDDEN,
    header_secrets,
    hide,
    is_list_of_secrets,
    is_secret_header,
    is_secret_name,
)
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.validation import is_list, is_object, nests_deeper

_STREAM_HEADERS = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_HEARTBEAT_EVERY = 15.0

MAX_TEXT = 10_000
MAX_BODY = 256 * 1024
_MAX_DEPTH = 100
_SHORTEST = 4
"""Shorter credentials are hidden in their headers only."""


def shown_request(request: LoggedRequest, secret_headers: Iterable[str] = ()) -> JsonObject:
    """Return a request as JSON values, without its credentials.

    >>> shown_request(stub.requests[-1])["operation"]
    'stops.list'

    Args:
        request: The request.
        secret_headers: Further headers that hold credentials, in lower case.
    """
    hidden = {name for name in request.headers if is_secret_header(name)}.union(secret_headers)
    secrets = [secret for name in hidden & request.headers.keys() for secret in _credentials(name, request)]
    query = [(name, HIDDEN if is_secret_name(name) else value) for name, value in request.query]
    return {
        "number": request.number,
        "operation": request.operation,
        "method": request.method,
        "path": _without(request.path, secrets),
        "query": [[name, _without(value, secrets)] for name, value in query],
        "headers": {
            name: HIDDEN if name in hidden else _without(value, secrets) for name, value in request.headers.items()
        },
        "body": _without(_body(request.body), secrets)[:MAX_TEXT],
        "body_bytes": len(request.body),
        "status": request.status,
        "rule": request.rule,
        "fault": request.fault,
        "problem": None if request.problem is None else _without(request.problem, secrets)[:MAX_TEXT],
    }


class LiveRequests(Response):
    """A stream with an event for each answered request, and an event `changed` for each change of the stub.

    It ends when the client disconnects, when the stub closes, or when the client is so slow that events were lost.
    """

    def __init__(self, state: StubState, changes: Broadcast[str], show: Callable[[LoggedRequest], JsonObject]) -> None:
        super().__init__()
        self._state = state
        self._changes = changes
        self._show = show

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events. The reader is registered before the headers are sent, so that it misses no later event."""
        reader = Reader(self._event)
        with self._state.requests.answered.reading(reader), self._changes.reading(reader):
            async with ConnectionWatch(receive, self._state.closing) as watch:
                await send({"type": "http.response.start", "status": 200, "headers": list(_STREAM_HEADERS)})
                await send({"type": "http.response.body", "body": b": open\n\n", "more_body": True})
                with reader.notifier.listen() as notified:
                    await self._write(reader, watch, notified, send)

    async def _write(self, reader: Reader[bytes], watch: ConnectionWatch, notified: asyncio.Event, send: Send) -> None:
        while not reader.lost:
            notified.clear()
            event = reader.take()
            if event is None:
                if await watch.wait(notified, _HEARTBEAT_EVERY):
                    continue
                event = b": heartbeat\n\n"
            await send({"type": "http.response.body", "body": event, "more_body": True})
            await asyncio.sleep(0)  # lets the task run that notices a disconnect
            watch.check()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _event(self, news: LoggedRequest | str) -> bytes:
        if isinstance(news, str):
            return b'event: changed\ndata: {"what":%s}\n\n' % dumps(news)
        return b"id: %d\ndata: %s\n\n" % (news.number, dumps(self._show(news)))


def _body(raw: bytes) -> str:
    """Return the text of a body; in JSON, the values of secret fields are hidden."""
    if len(raw) > MAX_BODY:
        return f"({len(raw)} bytes, too many to be shown)"
    try:
        value: Any = loads(raw)
    except ValueError:
        return raw.decode("utf-8", "replace")
    if nests_deeper(value, _MAX_DEPTH):
        return f"(nested deeper than {_MAX_DEPTH}, not shown)"
    if not _has_secret(value):
        return raw.decode("utf-8", "replace")
    # `json` writes NaN as it was sent, so that the secrets of a body with it are hidden, too.
    return json.dumps(_hide(value), ensure_ascii=False, separators=(",", ":"))


def _has_secret(value: Any) -> bool:
    if is_object(value):
        return any(_is_secret(name, member) or _has_secret(member) for name, member in value.items())
    return is_list(value) and any(map(_has_secret, value))


def _is_secret(name: str, value: Any) -> bool:
    return is_secret_name(name) or is_list_of_secrets(name, value)


def _hide(value: Any) -> Any:
    if is_object(value):
        return {name: _hidden(member) if _is_secret(name, member) else _hide(member) for name, member in value.items()}
    return list(map(_hide, value)) if is_list(value) else value


def _hidden(value: Any) -> Any:
    """Return the text for a secret value; an object, such as a credential, keeps its type."""
    if is_object(value):
        return {name: member if name == "type" else HIDDEN for name, member in value.items()}
    return HIDDEN


def _credentials(name: str, request: LoggedRequest) -> Iterable[str]:
    return (secret for secret in header_secrets(name, request.headers[name]) if len(secret) >= _SHORTEST)


def _without(text: str, secrets: Iterable[str]) -> str:
    return hide(text, dict.fromkeys(secrets, HIDDEN))
