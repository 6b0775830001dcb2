"""The orchard's spec, changed in one place."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from codegen.customizations import Customizations
from codegen.read import document
from codegen.write.render import render

from .conftest import CUSTOMIZATIONS

Spec = dict[str, Any]


def generated(spec: Spec, customizations: Customizations = CUSTOMIZATIONS) -> dict[str, str]:
    return render(document.service("orchard", spec), customizations)


def assert_refused(spec: Spec, change: Callable[[Spec], object], message: str) -> None:
    """Change the spec, and assert that reading it raises an error with this message."""
    change(spec)
    with pytest.raises(document.DocumentError) as caught:
        document.service("orchard", spec)
    assert re.search(message, str(caught.value), re.DOTALL)


def operation(spec: Spec, identity: str) -> Any:
    operations = (operation for item in spec["paths"].values() for operation in item.values())
    return next(operation for operation in operations if operation["operationId"] == identity)


def schema(spec: Spec, name: str) -> Any:
    return spec["components"]["schemas"][name]


def put(target: Callable[[Spec], Any], key: Any, value: Any) -> Callable[[Spec], None]:
    """Set one key somewhere in the spec."""

    def change(spec: Spec) -> None:
        target(spec)[key] = value

    return change


def at(*steps: Any) -> Callable[[Spec], Any]:
    """Return a function that finds a place in the spec; the first step may be an operationId or a schema's name."""

    def place(spec: Spec) -> Any:
        first, *rest = steps
        node = spec[first] if first in spec else schema(spec, first) if first[0].isupper() else operation(spec, first)
        for step in rest:
            node = node[step]
        return node

    return place


def query(**parameter: Any) -> dict[str, Any]:
    return {"in": "query", "schema": {"type": "string"}, **parameter}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


JSON = ("content", "application/json")
OK = ("responses", "200", *JSON)
UPDATE = ("trees.update", "requestBody", *JSON, "schema")
CONTENTS = {"application/json": {"schema": ref("Weather")}, "text/csv": {"schema": {"type": "string"}}}
