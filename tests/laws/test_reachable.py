"""Law 4: every operation is reachable by exactly one method, in both APIs, with the same signature.

The tests read the operations from the specs themselves, not through the generator, and the methods from the clients
that users import, whether they are generated or written by hand.
"""

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import Any, get_overloads

import pytest

import trivet
from tests.laws.specs import operation_ids
from tests.laws.tree import SERVICES
from trivet._async.client import AsyncClient, AsyncResource
from trivet._sync.client import Client, Resource

COMMON = {AsyncClient, AsyncResource, Client, Resource, object}
"""Bases of every client and group; their methods are not operations."""

# Hand-written methods that are not operations: they send more than one call, or extend one.
ON_TOP = {
    "agent": {
        *("at", "context_key", "run", "run_all"),
        *("session.attach", "session.resume", "session.start", "session.turn"),
    },
    "bus": {"arrivals.watch", "passenger_volume.download"},
    "chat": {"acting_as", "acting"},
}


@cache
def client(service: str, prefix: str) -> Any:
    client_class = getattr(trivet, f"{prefix}{service.capitalize()}Client")
    settings = {"token": "t", "account_key": "k", "base_url": "http://service.test"}
    return client_class(
        **{name: value for name, value in settings.items() if name in inspect.signature(client_class).parameters}
    )


def groups(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a client and the groups of operations in it, each with its path."""
    yield path, node
    for name in node.__groups__:
        yield from groups(getattr(node, name), f"{path}{name}.")


def members(service: str, prefix: str) -> Iterator[tuple[str, type]]:
    """Yield the path of each public member of a client and its groups, with the class that defines it."""
    for path, node in groups(client(service, prefix)):
        for kind in set(type(node).__mro__) - COMMON:
            for name in vars(kind):
                if not name.startswith("_") and name not in node.__groups__:
                    yield path + name, kind


def method(service: str, prefix: str, identity: str) -> Any:
    node = client(service, prefix)
    for step in identity.split("."):
        node = getattr(node, step)
    return node


def without_api(annotation: object) -> str:
    """Return an annotation without the differences between the APIs: names with the prefix Async, and awaitables."""
    text = re.sub(r"\bAsyncGenerator\[(.+), None\]", r"Generator[\1, None, None]", str(annotation))
    text = re.sub(r"\bAsync(?=[A-Z])", "", text)
    return re.sub(r"\bAwaitable\[(\w+)\]", r"\1", text)


def signature(function: Any) -> list[tuple[Any, ...]]:
    described = inspect.signature(function)
    inputs = [
        (parameter.name, parameter.kind, parameter.default, without_api(parameter.annotation))
        for parameter in described.parameters.values()
    ]
    return [*inputs, ("return", without_api(described.return_annotation))]


def overloads(bound: Any) -> list[list[tuple[Any, ...]]]:
    return [signature(overload) for overload in get_overloads(bound.__func__)]


@pytest.mark.parametrize("prefix", ["Async", ""], ids=["async", "sync"])
@pytest.mark.parametrize("service", SERVICES)
def test_operation_is_exactly_one_method(service: str, prefix: str) -> None:
    homes: dict[str, list[type]] = defaultdict(list)
    for path, kind in members(service, prefix):
        homes[path].append(kind)
    # The first of several classes hides the others.
    assert {identity: homes[identity] for identity in operation_ids(service) if len(homes[identity]) != 1} == {}
    functions = {
        identity: getattr(method(service, prefix, identity), "__func__", None) for identity in operation_ids(service)
    }
    assert [identity for identity, function in functions.items() if not isinstance(function, FunctionType)] == []


@pytest.mark.parametrize("prefix", ["Async", ""], ids=["async", "sync"])
@pytest.mark.parametrize("service", SERVICES)
def test_client_has_no_method_without_operation(service: str, prefix: str) -> None:
    identities = operation_ids(service)
    assert len(identities) == len(set(identities)) > 0
    assert {path for path, _ in members(service, prefix)} - set(identities) == ON_TOP.get(service, set())


@pytest.mark.parametrize("prefix", ["Async", ""], ids=["async", "sync"])
@pytest.mark.parametrize("service", SERVICES)
def test_group_never_has_the_name_of_a_method(service: str, prefix: str) -> None:
    for path, node in groups(client(service, prefix)):
        named = {name for kind in type(node).__mro__ for name, value in vars(kind).items() if callable(value)}
        assert not [f"{path}{name}" for name in node.__groups__ if name in named]


@pytest.mark.parametrize("service", SERVICES)
def test_both_apis_have_the_same_signatures(service: str) -> None:
    pairs = {
        identity: (method(service, "Async", identity), method(service, "", identity))
        for identity in operation_ids(service)
    }
    different = {
        identity: f"{inspect.signature(ours)} and {inspect.signature(theirs)}"
        for identity, (ours, theirs) in pairs.items()
        if signature(ours) != signature(theirs) or overloads(ours) != overloads(theirs)
    }
    assert different == {}
    assert [identity for identity, (ours, _) in pairs.items() if not inspect.getdoc(ours)] == []
    # The async method is a coroutine function, or returns an async iterable; the sync method is neither.
    neither_or_both = [
        identity
        for identity, (ours, _) in pairs.items()
        if inspect.iscoroutinefunction(ours) == str(inspect.signature(ours).return_annotation).startswith("Async")
    ]
    assert neither_or_both == []
    asynchronous = [
        identity
        for identity, (_, theirs) in pairs.items()
        if inspect.iscoroutinefunction(theirs) or "Async" in str(inspect.signature(theirs))
    ]
    assert asynchronous == []


@pytest.mark.parametrize("service", SERVICES)
def test_both_clients_take_the_same_arguments(service: str) -> None:
    assert signature(type(client(service, "Async"))) == signature(type(client(service, "")))
    for path in ON_TOP.get(service, set()):
        ours, theirs = (getattr(method(service, prefix, path), "__func__", None) for prefix in ("Async", ""))
        assert (ours is None) == (theirs is None)
        assert ours is None or signature(ours) == signature(theirs)


@pytest.mark.parametrize("service", SERVICES)
def test_only_identity_is_positional(service: str) -> None:
    wrong = [
        f"{identity}({parameter})"
        for identity in operation_ids(service)
        for parameter in inspect.signature(method(service, "Async", identity)).parameters.values()
        if parameter.kind != parameter.KEYWORD_ONLY
        and (parameter.kind != parameter.POSITIONAL_OR_KEYWORD or parameter.default is not parameter.empty)
    ]
    assert wrong == []


@pytest.mark.parametrize("prefix", ["", "Async"])
def test_help_of_a_client_names_every_group_and_its_methods(prefix: str) -> None:
    wrong = []
    for service in SERVICES:
        for path, node in groups(client(service, prefix)):
            lines = dict(re.findall(r"^ {4}(\w+): ((?:.+|\n {8}.+)+)$", inspect.getdoc(type(node)) or "", re.M))
            inner = {name: getattr(node, name) for name in node.__groups__}
            wrong += [f"{service} {path}{name}" for name in lines.keys() ^ inner.keys()]
            for name in lines.keys() & inner.keys():
                public = {attribute for attribute in dir(inner[name]) if not attribute.startswith("_")}
                if public != {*re.findall(r"`(\w+)`", lines[name])}:
                    wrong.append(f"{service} {path}{name}: {lines[name]}")
    assert wrong == []
