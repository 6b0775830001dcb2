"""The control API as an ASGI app around a stub."""

import re
from collections.abc import Collection
from typing import Any
from urllib.parse import parse_qsl

import orjson
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from trivet_stubs.control.endpoints.clock import ClockEndpoints
from trivet_stubs.control.endpoints.contract import ContractEndpoints
from trivet_stubs.control.endpoints.data import DataEndpoints
from trivet_stubs.control.endpoints.faults import FaultEndpoints
from trivet_stubs.control.endpoints.requests import RequestEndpoints
from trivet_stubs.control.endpoints.settings import SettingEndpoints
from trivet_stubs.control.guard import refused
from trivet_stubs.control.page import page_file
from trivet_stubs.control.request import ControlRefusal, ControlRequest, Endpoint
from trivet_stubs.control.steerable import Steerable
from trivet_stubs.kernel.messages import TOO_LARGE, read_body
from trivet_stubs.kernel.notify import Broadcast
from trivet_stubs.kernel.validation import check, is_object, nests_deeper

PREFIX = "/_trivet"
MAX_BODY = 16 * 1024 * 1024
_MAX_DEPTH = 100

_HEADERS = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class ControlApp:
    """Answers what is below `/_trivet/`, if the caller may; all other requests are the stub's.

    The stub does not see these requests: it neither logs nor delays nor counts them, and no fault is for them.
    """

    def __init__(self, stub: Steerable, hosts: Collection[str] = ()) -> None:
        self._stub = stub
        self._hosts = tuple(each.lower() for each in hosts)
        self._changes: Broadcast[str] = Broadcast()
        self.routes: dict[tuple[str, str], Endpoint] = {
            **ClockEndpoints(stub).routes(),
            **ContractEndpoints(stub).routes(),
            **DataEndpoints(stub).routes(),
            **FaultEndpoints(stub).routes(),
            **RequestEndpoints(stub, self._changes).routes(),
            **SettingEndpoints(stub).routes(),
        }
        """What is answered, by method and path."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        path: str = scope.get("path", "")
        if scope["type"] != "http" or not (path == PREFIX or path.startswith(f"{PREFIX}/")):
            await self._stub(scope, receive, send)
            return
        response: ASGIApp
        try:
            response = await self._answer(scope, receive, path.removeprefix(PREFIX))
        except ControlRefusal as refusal:
            response = _json({"error": refusal.sentence}, refusal.status)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, path: str) -> ASGIApp:
        sentence = refused(scope, self._hosts)
        if sentence is not None:
            raise ControlRefusal(403, sentence)
        method: str = scope["method"]
        if method == "GET" and (file := page_file(path)) is not None:
            return file
        endpoint, argument = self._find(method, path.removeprefix("/"))
        body = await read_body(receive, MAX_BODY)
        if body == TOO_LARGE:
            raise ControlRefusal(413, f"body: has more than {MAX_BODY} bytes")
        if body is None:
            raise ControlRefusal(400, "body: the client left before its end")
        query = _query(endpoint, scope["query_string"])
        request = ControlRequest(argument=argument, query=query, body=_body(endpoint, body))
        try:
            with self._stub.state.lock:
                found = endpoint.answer(request)
        except ControlRefusal:
            raise
        except ValueError as error:
            raise ControlRefusal(400, str(error)) from error
        except Exception as error:
            raise ControlRefusal(500, f"STUB BUG: {type(error).__name__}: {error}") from error
        if endpoint.changes:
            self._changes.publish(endpoint.changes)
        return _json(found) if is_object(found) else found

    def _find(self, method: str, path: str) -> tuple[Endpoint, str]:
        folder, _, argument = path.rpartition("/")
        for name, given in ((path, ""), (f"{folder}/*", argument)):
            allowed = [each for each, known in self.routes if known == name]
            if (method, name) in self.routes:
                return self.routes[method, name], given
            if allowed:
                raise ControlRefusal(405, f"method: {method} is not allowed here; allowed: {', '.join(allowed)}")
        known = sorted({name for _, name in self.routes})
        raise ControlRefusal(404, f"path: there is no {path[:100]!r} below {PREFIX}/; there are {', '.join(known)}")


def _query(endpoint: Endpoint, raw: bytes) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        pairs = parse_qsl(raw.decode("latin-1"), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        raise ControlRefusal(400, "query: has more than 20 parameters") from None
    for name, value in pairs:
        if name not in endpoint.query:
            known = ", ".join(endpoint.query) or "none"
            raise ControlRefusal(400, f"{name[:100]}: is not a parameter here; there are {known}")
        found[name] = value
    return found


def _body(endpoint: Endpoint, raw: bytes) -> dict[str, Any]:
    if endpoint.schema is None:
        return {}
    try:
        value: Any = orjson.loads(raw or b"{}")
        check(endpoint.schema, value)
    except orjson.JSONDecodeError as error:
        raise ControlRefusal(400, f"body: is not JSON: {error}") from None
    except ValueError as error:
        raise ControlRefusal(400, _printable(str(error))) from None
    if nests_deeper(value, _MAX_DEPTH):
        raise ControlRefusal(400, f"body: nests deeper than {_MAX_DEPTH}")
    return {name: _whole(each) for name, each in value.items()}


def _whole(value: Any) -> Any:
    """A number without a fraction as an int, which it is for a JSON schema."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def _printable(sentence: str) -> str:
    return re.sub(r"[^ -~]", lambda found: f"\\u{ord(found[0]):04x}", sentence[:1000])


def _json(value: Any, status: int = 200) -> Response:
    headers = {**_HEADERS, "connection": "close"} if status == 413 else _HEADERS
    return Response(orjson.dumps(value), status, headers)
