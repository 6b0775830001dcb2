"""The observations of the tests with the real server: what each operation of the adapter was seen to do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

__all__ = ["observations", "observes"]

TestT = TypeVar("TestT", bound=Callable[..., Any])
SCENARIOS = ("operations", "scenarios")
"""The modules with tests of operations, in both APIs."""


def observes(operation: str, effect: str) -> Callable[[TestT], TestT]:
    """Mark a test that looks at the effect of an operation.

    Args:
        operation: The name of the operation.
        effect: The effect, for the documentation.
    """

    def mark(test: TestT) -> TestT:
        test.__dict__.setdefault("observed", []).append((operation, effect))
        return test

    return mark


def observations(api: str) -> Mapping[str, list[str]]:
    """Return the effects of each operation in the tests of one API, `_async` or `_sync`."""
    effects: defaultdict[str, list[str]] = defaultdict(list)
    for name in SCENARIOS:
        module: ModuleType = import_module(f"tests.real.{api}.{name}")
        for test in vars(module).values():
            for operation, effect in getattr(test, "observed", ()):
                effects[operation].append(effect)
    return effects
