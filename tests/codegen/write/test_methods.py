"""The methods that are generated: one for each operation, alike in both clients, with their inputs documented.

That law 4 holds, methods by hand and all, `tests/laws/test_reachable.py` shows.
"""

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from codegen.read.ir import Operation, Service

from ..conftest import credentials


def client(service: Service, prefix: str) -> Any:
    package = importlib.import_module(f"trivet.{service.name}")
    made = getattr(package, f"{prefix}{service.name.capitalize()}Client")
    return made(**credentials(service), base_url="http://x")


def operations(group: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What generated classes define, by its path on the client; what is by hand lies in their bases."""
    for name, value in vars(group).items():
        if not name.startswith("_"):
            yield from operations(value, f"{path}{name}.")
    for name, value in vars(type(group)).items():
        if path and not name.startswith("_"):
            yield path + name, getattr(group, name) if callable(value) else value


def generated(service: Service) -> list[Operation]:
    return [each for each in service.operations if not each.by_hand]


@pytest.mark.parametrize("prefix", ["Async", ""])
def test_each_operation_is_one_method(service: Service, prefix: str):
    reachable = [path for path, _ in operations(client(service, prefix))]
    assert sorted(reachable) == [each.id for each in generated(service)]


def test_sync_and_async_methods_have_the_same_signature(service: Service):
    ours, theirs = dict(operations(client(service, "Async"))), dict(operations(client(service, "")))
    for path, method in ours.items():
        one, other = inspect.signature(method), inspect.signature(theirs[path])
        assert one.parameters == other.parameters, path
        assert one.return_annotation.removeprefix("Async") == other.return_annotation, path


def test_identity_is_positional_and_the_rest_keyword_only(service: Service):
    methods = dict(operations(client(service, "Async")))
    for operation in generated(service):
        identity = {each.name for each in operation.parameters if each.required and each.place != "body"}
        for parameter in inspect.signature(methods[operation.id]).parameters.values():
            assert (parameter.kind is parameter.KEYWORD_ONLY) == (parameter.name not in identity)


def test_no_method_takes_variable_arguments(service: Service):
    for path, method in operations(client(service, "Async")):
        for parameter in inspect.signature(method).parameters.values():
            assert parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL), path


def test_docstring_of_a_method_lists_its_inputs(service: Service):
    methods = dict(operations(client(service, "Async")))
    for operation in generated(service):
        doc = inspect.getdoc(methods[operation.id]) or ""
        assert doc.splitlines()[0].startswith(operation.summary[:20])
        assert f"`{operation.method} {operation.path}`" in doc
        for parameter in operation.parameters:
            assert f"    {parameter.name}: " in doc
