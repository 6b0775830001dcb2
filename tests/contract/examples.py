"""The calls that the examples of the specs make, as requests, and as arguments of a client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson

import trivet
from codegen.read.examples import ExampleCall, calls
from tests.contract.preparations import prepare
from tests.laws.specs import document
from trivet.cli.operations.inputs import of_json
from trivet.cli.operations.table import kebab, load
from trivet_stubs import AgentStub, BusStub, ChatStub

__all__ = [
    "CREDENTIALS",
    "SERVICES",
    "STUBS",
    "Request",
    "arguments_of",
    "calls_of",
    "client_of",
    "operation_ids",
    "prepared",
    "prepared_call",
    "request_of",
    "requests_of",
]

SERVICES = ("agent", "bus", "chat")

STUBS: Mapping[str, Any] = {"agent": AgentStub, "bus": BusStub, "chat": ChatStub}

STREAMS = ("event.subscribe",)
"""The operations whose answers do not end."""

Arguments = tuple[tuple[object, ...], dict[str, object]]

USERS = {"user": "alice", "admin": "admin"}
"""The users of the chat stub by the names of callers."""

CREDENTIALS: dict[str, Callable[[Any, str], dict[str, str]]] = {
    "agent": lambda stub, caller: {},
    "bus": lambda stub, caller: {"account_key": stub.account_key},
    "chat": lambda stub, caller: {"token": stub.token(USERS[caller])},
}
"""For each service, the credentials of a caller as arguments of a client."""

_HEADERS = {"account_key": ("AccountKey", ""), "token": ("Authorization", "Bearer ")}
"""The header of each argument, and the text before its value."""


class Request(NamedTuple):
    """A request of an operation, in one piece for a plain client, and in parts for a generated one."""

    operation: str
    method: str
    template: str
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    body: Any
    headers: Mapping[str, str]

    @property
    def target(self) -> str:
        """The path and the query, encoded."""
        path = self.template
        for name, value in self.path.items():
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        query = "&".join(f"{quote(name, safe='')}={quote(_text(value), safe='')}" for name, value in self.query.items())
        return f"{path}?{query}" if query else path

    @property
    def content(self) -> bytes | None:
        """The body as bytes of JSON; None if there is none."""
        return None if self.body is None else orjson.dumps(self.body)


@cache
def operation_ids(service: str) -> tuple[str, ...]:
    """Return the operations of a service, from the contract of its stub, which is read faster than the spec."""
    contract = orjson.loads(files("trivet_stubs").joinpath(f"contracts/{service}.json").read_bytes())
    return tuple(operation["operationId"] for item in contract["paths"].values() for operation in item.values())


@cache
def _places(service: str) -> dict[str, tuple[str, str]]:
    """Return the path and the method of each operation."""
    paths = document(service)["paths"].items()
    return {operation["operationId"]: (path, method) for path, item in paths for method, operation in item.items()}


@cache
def calls_of(service: str, operation: str) -> tuple[ExampleCall, ...]:
    """Return the calls that the examples of an operation make; the docs show the first."""
    path, method = _places(service)[operation]
    return tuple(calls(document(service), path, method))


def filled(call: ExampleCall, inputs: Mapping[str, Any]) -> ExampleCall:
    """Return a call with other values of some of its inputs, by their names."""
    parts = [call.path, call.query, call.body] if isinstance(call.body, dict) else [call.path, call.query, {}]
    path, query, body = [{name: inputs.get(name, value) for name, value in part.items()} for part in parts]
    return ExampleCall(call.key, call.caller, path, query, body if isinstance(call.body, dict) else call.body)


def request_of(service: str, operation: str, call: ExampleCall, stub: Any) -> Request:
    """Return a call as a request with the credentials of its caller."""
    path, method = _places(service)[operation]
    is_public = document(service)["paths"][path][method].get("security") == []
    credentials = {} if is_public else CREDENTIALS[service](stub, call.caller)
    headers = {_HEADERS[name][0]: _HEADERS[name][1] + value for name, value in credentials.items()}
    headers |= {} if call.body is None else {"Content-Type": "application/json"}
    return Request(operation, method.upper(), path, call.path, call.query, call.body, headers)


def arguments_of(service: str, operation: str, call: ExampleCall) -> Arguments:
    """Return the arguments of a client's method for a call."""
    entry = load(service).operations[tuple(kebab(name) for name in operation.split("."))]
    values = {name: value for (_, name), value in call.inputs().items()}
    positional, keywords = list[object](), dict[str, object]()
    for input_ in entry.inputs:
        if input_.wire not in values:
            continue
        value = values[input_.wire]
        if input_.shape is not None and value is not None:
            value = of_json(input_.option, value, input_.shape, service)
        elif input_.kind == "datetime":
            value = datetime.fromisoformat(value)
        if input_.place == "identity":
            positional.append(value)
        else:
            keywords[input_.name] = value
    return tuple(positional), keywords


def client_of(service: str, stub: Any, caller: str = "admin") -> Any:
    """Return a client of a stub in process, with the credentials of a caller."""
    options = {"base_url": f"http://{service}.test", "transport": stub.transport(), "clock": stub.clock}
    return getattr(trivet, f"{service.capitalize()}Client")(**options, **CREDENTIALS[service](stub, caller))


def prepared(service: str, operation: str, client: Any, stub: Any, key: str | None = None) -> Arguments:
    """Create the records of a call, and return its arguments; without a key, it is the first example."""
    return arguments_of(service, operation, prepared_call(service, operation, client, stub, key))


def prepared_call(service: str, operation: str, client: Any, stub: Any, key: str | None = None) -> ExampleCall:
    """Create the records of a call, and return it with their ids."""
    listed = calls_of(service, operation)
    call = next(call for call in listed if key in (None, call.key))
    return filled(call, prepare(service, operation, call.path, client, stub))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def requests_of(service: str, stub: Any) -> list[Request]:
    """Create the records of every example, and return the requests without streams; deletions come last."""
    made = list[Request]()
    for operation in operation_ids(service):
        for call in () if operation in STREAMS else calls_of(service, operation):
            with client_of(service, stub, call.caller) as client:
                real = prepared_call(service, operation, client, stub, call.key)
            made.append(request_of(service, operation, real, stub))
    stub.requests.clear()
    return sorted(made, key=lambda request: request.method == "DELETE")
