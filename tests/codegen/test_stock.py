"""The requests of our client and of openapi-python-client's, for the same arguments, must be equal."""

import importlib
import inspect
import json
from datetime import date, datetime
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints
from uuid import UUID

import httpx
import pytest

from codegen.read.ir import Operation, Service, Type
from trivet import APIStatusError
from trivet_stubs import Clock

from .conftest import credentials
from .samples import samples


class Recorder(httpx.BaseTransport):
    """Keeps the last request, and answers with an error."""

    request: httpx.Request

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.request = request
        return httpx.Response(418)


def ask_stock(stock: ModuleType, operation: Operation, sample: dict[str, Any], recorder: Recorder) -> None:
    (path,) = Path(stock.__path__[0], "api").glob(f"*/{operation.id.replace('.', '_')}.py")
    module = importlib.import_module(f"{stock.__name__}.api.{path.parent.name}.{path.stem}")
    client = importlib.import_module(f"{stock.__name__}.client").Client(
        base_url="http://service.test/prefix", httpx_args={"transport": recorder}
    )
    hints = get_type_hints(module.sync_detailed)
    places = {parameter.wire: parameter.place for parameter in operation.parameters}
    body = {wire: value for wire, value in sample.items() if places[wire] == "body"}
    arguments: dict[str, Any] = {"client": client}
    if "body" in hints:
        (kind,) = [
            candidate for candidate in get_args(hints["body"]) or [hints["body"]] if hasattr(candidate, "from_dict")
        ]
        arguments["body"] = kind.from_dict(body)
    for parameter in operation.parameters:
        if parameter.place != "body" and parameter.wire in sample:
            (name,) = [hint for hint in hints if hint.strip("_") == parameter.name.strip("_")]
            arguments[name] = plain(sample[parameter.wire], hints[name])
    # Omitted arguments must not be sent, but the stock client would send their defaults.
    unset = importlib.import_module(f"{stock.__name__}.types").UNSET
    left_out = {name: unset for name, hint in hints.items() if name not in arguments and "Unset" in str(hint)}
    module.sync_detailed(**arguments, **left_out)


def plain(value: Any, hint: Any) -> Any:
    """Convert a wire value into an argument of the stock client."""
    for kind, make in [(UUID, UUID), (datetime, datetime.fromisoformat), (date, date.fromisoformat)]:
        if kind in (hint, *get_args(hint)):
            return make(value)
    return value


def ask_ours(service: Service, operation: Operation, sample: dict[str, Any], recorder: Recorder) -> None:
    package = importlib.import_module(f"trivet.{service.name}")
    client = getattr(package, f"{service.name.capitalize()}Client")
    names = importlib.import_module(f"trivet.{service.name}._generated.names").MODULES
    modules = sorted({module for module in names.values() if module.startswith(".models")})
    models: dict[str, Any] = {}
    for module in modules:
        models |= vars(importlib.import_module(f"trivet.{service.name}._generated{module}"))
    inputs = [parameter for parameter in operation.parameters if parameter.wire in sample]
    arguments = {
        parameter.name: decoded(parameter.type.without_null(), sample[parameter.wire], models) for parameter in inputs
    }
    if operation.by_hand:
        recorder.request = unsent(service, operation, arguments)
        return
    options: dict[str, Any] = {**credentials(service), "transport": recorder, "max_retries": 0, "clock": Clock()}
    with client(base_url="http://service.test/prefix", **options) as opened:
        method = attrgetter(operation.id)(opened)
        with pytest.raises(APIStatusError, match="418"):
            method(**arguments).page() if operation.paging else method(**arguments)


def unsent(service: Service, operation: Operation, arguments: dict[str, Any]) -> httpx.Request:
    """Return the request of an operation with a hand-written method, made from its generated call."""
    calls = importlib.import_module(f"trivet.{service.name}._generated.calls")
    function = getattr(calls, operation.id.replace(".", "_"))
    arguments = {"accept": next(iter(operation.media), None), **arguments}
    call = function(**{name: arguments.get(name) for name in inspect.signature(function).parameters})
    return httpx.Request(call.method, f"http://service.test/prefix{call.target()}", json=call.body)


def decoded(kind: Type, value: Any, models: dict[str, Any]) -> Any:
    """Convert a wire value into an argument of our client."""
    if value is None:
        return None
    if kind.kind == "anyof":
        forms = {"record": dict, "union": dict, "list": list}
        kind = next((part for part in kind.of if isinstance(value, forms.get(part.kind, ()))), kind)
    if kind.kind == "list":
        return [decoded(kind.of[0], item, models) for item in value]
    if kind.kind == "map":
        return {key: decoded(kind.of[0], item, models) for key, item in value.items()}
    if kind.kind == "datetime":
        return datetime.fromisoformat(value)
    if kind.kind in ("record", "union"):
        decoders = {name.replace("_", ""): function for name, function in models.items() if name.startswith("decode_")}
        return decoders[f"decode{kind.name.lower()}"](value)
    return value


def comparable(request: httpx.Request, operation: Operation) -> dict[str, Any]:
    """Return the parts of a request that must be equal: all of it, except for the spelling of a space."""
    headers = [parameter.wire for parameter in operation.parameters if parameter.place == "header"]
    path, mark, query = request.url.raw_path.partition(b"?")
    return {
        "method": request.method,
        # httpx below 0.28 writes a space in a query as %20; a plus itself is %2B in every version.
        "target": path + mark + query.replace(b"%20", b"+"),
        "headers": [request.headers.get(name) for name in ("content-type", *headers)],
        "body": json.loads(request.content) if request.content else None,
    }


def test_each_input_is_in_a_sample(service: Service):
    for operation in service.operations:
        asked = {wire for sample in samples(operation) for wire in sample}
        assert asked == {parameter.wire for parameter in operation.parameters}, operation.id


@pytest.mark.long
def test_sync_and_async_clients_send_the_same(service: Service, stock: ModuleType):
    for operation in service.operations:
        for sample in samples(operation):
            ours, theirs = Recorder(), Recorder()
            ask_stock(stock, operation, sample, theirs)
            ask_ours(service, operation, sample, ours)
            assert comparable(ours.request, operation) == comparable(theirs.request, operation), (operation.id, sample)
