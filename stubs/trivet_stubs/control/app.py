"""The control API as an ASGI app around a stub: its requests, its refusals, and the files of its console page."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from trivet_stubs.control.endpoints import (
    ClockEndpoints,
    ContractEndpoints,
    ControlRefusal,
    ControlRequest,
    DataEndpoints,
    Endpoint,
    FaultEndpoints,
    RequestEndpoints,
    SettingEndpoints,
    Steerable,
)
from trivet_stubs.control.guard import refused
from trivet_stubs.control.verification import VerificationEndpoints
from trivet_stubs.kernel.json_text import NotFiniteError, dumps, loads
from trivet_stubs.kernel.messages import TOO_LARGE, read_body
from trivet_stubs.kernel.notify import Broadcast
from trivet_stubs.kernel.validation import check, is_object, nests_deeper
from trivet_stubs.serving.hosts import check_hosts

PREFIX = "/_trivet"
_MAX_DEPTH = 100

_HEADERS = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
}

_CONSOLE_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_CONSOLE = files("trivet_stubs").joinpath("control", "console")
_CONSOLE_HEADERS = {
    # The page shows text of records, so that scripts and styles are allowed from the console's own files alone.
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The control API of a served stub: it answers below `/_trivet/`, and passes all other requests on to the stub.

        with ChatStub() as stub, stub.serve(control=Control()) as served:
            httpx.post(f"{served.url}/_trivet/faults", json={"operation": "conversations.list", "status": 503})

    Programs of the same machine may use it, and among web pages only its own console.
    """

    __module__ = "trivet_stubs"

    hosts: tuple[str, ...] = ()
    """Further host names of the stub, with or without a port, such as `stub` or `stub:8080`. A request to one of them
    may come from another machine."""

    def __post_init__(self) -> None:
        check_hosts(self.hosts)

    def around(self, stub: Steerable, /, app: ASGIApp | None = None) -> ASGIApp:
        """Put the control API around a stub, and make the current state of the stub its start.

        >>> app = Control().around(ChatStub())

        Args:
            stub: The stub.
            app: The application that answers all other requests; by default, the stub itself.
        """
        stub.steering.remember()
        return ControlApp(stub, self.hosts, app)


class ControlApp:
    """Answers requests below `/_trivet/`, if the caller is allowed; passes all other requests on to the stub.

    The stub does not see the requests to the control API: it neither logs nor delays nor counts them, and its faults do
    not affect them.
    """

    def __init__(self, stub: Steerable, hosts: Collection[str] = (), app: ASGIApp | None = None) -> None:
        self._stub = stub
        self._app = app or stub
        self._hosts = tuple(host.lower() for host in hosts)
        self._changes: Broadcast[str] = Broadcast()
        requests = RequestEndpoints(stub, self._changes)
        self.routes: dict[tuple[str, str], Endpoint] = {
            **ClockEndpoints(stub).routes(),
            **ContractEndpoints(stub).routes(),
            **DataEndpoints(stub).routes(),
            **FaultEndpoints(stub).routes(),
            **requests.routes(),
            **SettingEndpoints(stub).routes(),
            **VerificationEndpoints(stub, requests.show).routes(),
        }
        """The endpoints by method and path."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        path: str = scope.get("path", "")
        if scope["type"] != "http" or not (path == PREFIX or path.startswith(f"{PREFIX}/")):
            await self._app(scope, receive, send)
            return
        response: ASGIApp
        try:
            response = await self._answer(scope, receive, path.removeprefix(PREFIX))
        except ControlRefusal as refusal:
            response = _json({"error": refusal.sentence, **refusal.details}, refusal.status)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, path: str) -> ASGIApp:
        sentence = refused(scope, self._hosts)
        if sentence is not None:
            raise ControlRefusal(403, sentence)
        method: str = scope["method"]
        if method == "GET" and (file := page_file(path)) is not None:
            return file
        endpoint, argument = self._find(method, path.removeprefix("/"))
        body = await read_body(receive, endpoint.max_body)
        if body == TOO_LARGE:
            raise ControlRefusal(413, f"body: has more than {endpoint.max_body} bytes")
        if body is None:
            raise ControlRefusal(400, "body: the client disconnected before its end")
        query = _query(endpoint, scope["query_string"])
        request = ControlRequest(argument=argument, query=query, body=_body(endpoint, body))
        try:
            with self._stub.state.lock:
                answer = endpoint.answer(request)
        except ControlRefusal:
            raise
        except ValueError as error:
            raise ControlRefusal(400, str(error)) from error
        except Exception as error:
            raise ControlRefusal(500, f"STUB BUG: {type(error).__name__}: {error}") from error
        if endpoint.changes:
            self._changes.publish(endpoint.changes)
        return _json(answer) if is_object(answer) else answer

    def _find(self, method: str, path: str) -> tuple[Endpoint, str]:
        folder, _, argument = path.rpartition("/")
        for name, rest in ((path, ""), (f"{folder}/*", argument)):
            allowed = [verb for verb, known in self.routes if known == name]
            if (method, name) in self.routes:
                return self.routes[method, name], rest
            if allowed:
                raise ControlRefusal(405, f"method: {method} is not allowed here; allowed: {', '.join(allowed)}")
        known = sorted({name for _, name in self.routes})
        raise ControlRefusal(404, f"path: {path[:100]!r} does not exist below {PREFIX}/; there are {', '.join(known)}")


def page_file(path: str) -> Response | None:
    """Return the file of the console for a path below `/_trivet`; None for another path.

    >>> page_file("/").status_code
    200
    """
    if path == "":
        return RedirectResponse("/_trivet/", 307)
    name = "index.html" if path == "/" else path.removeprefix("/console/")
    if path == "/index.html" or name not in _contents():
        return None
    return Response(
        _contents()[name], headers={**_CONSOLE_HEADERS, "content-type": _CONSOLE_TYPES[name.rpartition(".")[2]]}
    )


def _query(endpoint: Endpoint, raw: bytes) -> dict[str, str]:
    parameters: dict[str, str] = {}
    try:
        pairs = parse_qsl(raw.decode("latin-1"), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        raise ControlRefusal(400, "query: has more than 20 parameters") from None
    for name, value in pairs:
        if name not in endpoint.query:
            known = f"the parameters are {', '.join(endpoint.query)}" if endpoint.query else "there are no parameters"
            raise ControlRefusal(400, f"{name[:100]}: is not a parameter here; {known}")
        parameters[name] = value
    return parameters


def _body(endpoint: Endpoint, raw: bytes) -> dict[str, Any]:
    if endpoint.schema is None:
        return {}
    try:
        value: Any = loads(raw or b"{}", finite=True, keep_halves=endpoint.keeps_halves)
    except NotFiniteError as error:
        raise ControlRefusal(400, _printable(str(error))) from None
    except ValueError as error:
        raise ControlRefusal(400, f"body: is not JSON: {error}") from None
    try:
        check(endpoint.schema, value)
    except ValueError as error:
        raise ControlRefusal(400, _printable(str(error))) from None
    if nests_deeper(value, _MAX_DEPTH):
        raise ControlRefusal(400, f"body: is nested deeper than {_MAX_DEPTH}")
    return {name: _whole(member) for name, member in value.items()}


def _whole(value: Any) -> Any:
    """Return a float without a fraction as an int, because a JSON schema counts it among the integers."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def _printable(sentence: str) -> str:
    return re.sub(r"[^ -~]", lambda match: f"\\u{ord(match[0]):04x}", sentence[:1000])


def _json(value: Any, status: int = 200) -> Response:
    # The rest of a body that is too large has not been read, so that the connection cannot serve another request.
    headers = {**_HEADERS, "connection": "close"} if status == 413 else _HEADERS
    return Response(dumps(value, keep_halves=True), status, headers)


@cache
def _contents() -> dict[str, bytes]:
    """Return the files of the console by their names; only these are served, for any path."""
    served = (file for file in _CONSOLE.iterdir() if file.name.rpartition(".")[2] in _CONSOLE_TYPES)
    return {file.name: file.read_bytes() for file in served}
