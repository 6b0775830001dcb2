"""The specs, read without the generator, so that its faults cannot hide.

Tests read a spec when they run. If a module read one when it is imported, each worker of pytest-xdist would read it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from tests.laws.tree import ROOT

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C is ten times as fast; PyYAML has none on some platforms."""


@cache
def document(service: str) -> Any:
    """Return the spec of a service."""
    return yaml.load((ROOT / "spec" / f"{service}.yaml").read_text("utf-8"), LOADER)


def operations(service: str) -> list[Any]:
    """Return the operations of a service."""
    return [operation for path in document(service)["paths"].values() for operation in path.values()]


def operation_ids(service: str) -> list[str]:
    """Return the ids of the operations of a service, which are the paths of their methods."""
    return [operation["operationId"] for operation in operations(service)]
