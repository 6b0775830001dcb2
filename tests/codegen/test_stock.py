"""The requests of our client and of openapi-python-client's, for the same arguments, must be equal."""

import importlib
import inspect
import json
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints
from uuid import UUID

import httpx
import pytest

from codegen.read.ir import Operation, Service, Type
from trivet import APIStatusError
from trivet.bus import recent_months

from .agent_samples import SAMPLES as AGENT
from .conftest import credentials

MONTH = recent_months(datetime.now(UTC))[1]
TREE = "0190b0c0-0000-7000-8000-00000000000a"
APPLE = {"kind": "apple", "colour": "red"}
PEAR = {"kind": "conference", "ripe": None}
BRANCH = {"length": 1.5, "branches": [{"length": 2.0}], "cutAt": None, "new": [1]}

# For each operation, the inputs of some calls as wire values.
SAMPLES: dict[str, dict[str, list[dict[str, Any]]]] = {
    "agent": AGENT,
    "bus": {
        "arrivals.get": [{"BusStopCode": "01012"}, {"BusStopCode": "a b&c=ü/+", "ServiceNo": "10e"}],
        "passenger_volume.by_stop": [{}, {"Date": MONTH}],
        "passenger_volume.by_trip": [{}, {"Date": MONTH}],
        "planned_routes.list": [{}, {"$skip": 0}],
        "routes.list": [{}, {"$skip": 500}],
        "services.list": [{}, {"$skip": 1, "ServiceNo": "NR7"}],
        "stops.list": [{}, {"$skip": 1, "BusStopCode": "01012"}],
    },
    "chat": {
        "admin.conversations.export": [{}],
        "admin.conversations.list": [{}, {"skip": 0, "limit": 100, "include_archived": False, "search": "a b&c=ü/+"}],
        "admin.ratings.export": [{}, {"export_format": "json", "rating_filter": -1, "with_comments_only": True}],
        "admin.ratings.list": [{}, {"skip": 1, "limit": 1, "rating_filter": 0, "with_comments_only": False}],
        "admin.ratings.summary": [{}, {"days": 365}],
        "admin.users.delete": [{"user_id": TREE}],
        "admin.users.get": [{"user_id": TREE}],
        "admin.users.impersonate": [{"user_id": TREE}],
        "admin.users.list": [{}, {"skip": 3, "limit": 500, "search": "@x.example"}],
        "admin.users.update": [
            {"user_id": TREE},
            {"user_id": TREE, "role": "admin", "is_active": False, "is_app_admin": True},
        ],
        "conversations.archive": [{"conversation_id": TREE}],
        "conversations.create": [{}, {"title": None}, {"title": "ü"}],
        "conversations.delete": [{"conversation_id": TREE}],
        "conversations.get": [{"conversation_id": TREE}],
        "conversations.list": [{}, {"skip": 1, "limit": 2, "include_archived": True}],
        "conversations.messages.create": [
            {"conversation_id": TREE, "role": "user", "content": "c"},
            {
                "conversation_id": TREE,
                "role": "assistant",
                "content": "",
                "thinking": None,
                "model_name": "m",
                "tokens_used": 0,
            },
        ],
        "conversations.messages.list": [
            {"conversation_id": TREE},
            {"conversation_id": TREE, "skip": 1, "limit": 500},
        ],
        "conversations.messages.rate": [
            {"conversation_id": TREE, "message_id": TREE, "rating": -1},
            {"conversation_id": TREE, "message_id": TREE, "rating": 1, "comment": None},
            {"conversation_id": TREE, "message_id": TREE, "rating": 1, "comment": "because"},
        ],
        "conversations.messages.unrate": [{"conversation_id": TREE, "message_id": TREE}],
        "conversations.open_shared": [{"token": "t"}, {"token": "a/b c?d#e%f&ü"}],
        "conversations.shared_with_me": [{}, {"skip": 1, "limit": 2}],
        "conversations.shares.create": [
            {"conversation_id": TREE},
            {"conversation_id": TREE, "shared_with": TREE, "permission": "edit", "generate_link": False},
        ],
        "conversations.shares.delete": [{"conversation_id": TREE, "share_id": TREE}],
        "conversations.shares.list": [{"conversation_id": TREE}],
        "conversations.update": [
            {"conversation_id": TREE},
            {"conversation_id": TREE, "title": None},
            {"conversation_id": TREE, "title": "t", "is_archived": True},
        ],
    },
    "orchard": {
        "keys.create": [
            {"credential": {"type": "oauth", "refresh": "r", "expires": 1}, "token": "t"},
            {
                "credential": {"type": "api", "key": "k", "metadata": {"a": "b"}},
                "token": "t",
                "spare": TREE,
                "from": "1",
                "body": "2",
                "type": "4",
                "list": [1, 2],
                "sessionID": "5",
                "odata.metadata": "6",
                "anything": {"x": [None]},
            },
        ],
        "harvests.crates.list": [{"harvest_id": "h/1"}, {"harvest_id": "h", "after": "a+b"}],
        "harvests.list": [{}, {"after": "a b"}],
        "news.follow": [{}],
        "notes.find": [{"directory": "d"}],
        "reports.yearly": [{"season": "spring"}],
        "rows.get": [{"number": 7}],
        "trees.fell": [{"tree_id": TREE}],
        "trees.find": [
            {"crops": []},
            {"crops": [APPLE, PEAR], "branches": [BRANCH], "byName": {"b": BRANCH}, "height": "tall"},
            {"crops": [], "height": 1.5, "perhaps": [APPLE, None], "either": "b"},
            {"crops": [], "either": BRANCH},
        ],
        "trees.fruits.get": [{"tree_id": TREE, "fruit": "f"}, {"tree_id": TREE, "fruit": "a/b c?d#e%f&ü"}],
        "trees.get": [{"tree_id": TREE}],
        "trees.list": [
            {},
            {
                "skip": 3,
                "limit": 1,
                "include_felled": False,
                "sort": 'by "name"',
                "search": "a&b+c ü",
                "label": ["x", "y"],
                "shade": "half",
                "rows": 2,
                "owner": TREE,
                "on": "yes",
            },
            {"include_felled": True, "plantedSince": "2024-05-01T10:00:00.000001+08:00"},
        ],
        "trees.open": [{"link": TREE}],
        "trees.plant": [
            {"plot": "p", "species": "Malus", "crop": APPLE},
            {
                "plot": "p q",
                "species": "Malus",
                "crop": PEAR,
                "note": None,
                "plantedAt": "2024-05-01T10:00:00+00:00",
                "branches": [BRANCH],
                "labels": {"a": "b"},
                "extras": {"c": [1, {"d": None}]},
                "best": BRANCH,
                "free": 3,
            },
        ],
        "trees.update": [
            {"tree_id": TREE},
            {"tree_id": TREE, "nickname": None, "felledAt": None, "mood": None, "crop": None, "branch": None},
            {"tree_id": TREE, "side": None, "bark": None, "gardener": None, "stake": None, "depth": None},
            {
                "tree_id": TREE,
                "nickname": "n",
                "height": 2,
                "felled": False,
                "felledAt": "2024-05-01T10:00:00+00:00",
                "health": "poor",
                "mood": "it's",
                "crop": APPLE,
                "branch": BRANCH,
                "visits": ["2024-05-01T10:00:00+00:00"],
                "labels": {},
                "side": "it's south",
                "bark": "rough",
                "gardener": TREE,
                "stake": TREE,
                "depth": 1.5,
            },
        ],
        "weather.now": [{}],
    },
}


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
    for kind, make in [(UUID, UUID), (datetime, datetime.fromisoformat)]:
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
    options: dict[str, Any] = {**credentials(service), "transport": recorder, "max_retries": 0}
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


def comparable(request: httpx.Request) -> dict[str, Any]:
    """Return the parts of a request that must be equal: all of it, except for the spelling of a space."""
    path, mark, query = request.url.raw_path.partition(b"?")
    return {
        "method": request.method,
        # httpx below 0.28 writes a space in a query as %20; a plus itself is %2B in every version.
        "target": path + mark + query.replace(b"%20", b"+"),
        "type": request.headers.get("content-type"),
        "body": json.loads(request.content) if request.content else None,
    }


def test_every_operation_has_a_sample(service: Service):
    assert set(SAMPLES[service.name]) == {operation.id for operation in service.operations}
    for operation in service.operations:
        asked = {wire for sample in SAMPLES[service.name][operation.id] for wire in sample}
        assert asked == {parameter.wire for parameter in operation.parameters}, operation.id


@pytest.mark.long
def test_sync_and_async_clients_send_the_same(service: Service, stock: ModuleType):
    for operation in service.operations:
        for sample in SAMPLES[service.name][operation.id]:
            ours, theirs = Recorder(), Recorder()
            ask_stock(stock, operation, sample, theirs)
            ask_ours(service, operation, sample, ours)
            assert comparable(ours.request) == comparable(theirs.request), (operation.id, sample)
