"""The public names that may wait for a server, derived from the packages that export them."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

__all__ = ["WITHOUT_WAITS", "public_waits"]

PACKAGES = (
    "trivet",
    "trivet.agent",
    "trivet.agent.opencode",
    "trivet.bus",
    "trivet.chat",
    "trivet.chat.bulk",
    "trivet.data",
)
PROTOCOL = ("__iter__", "__next__", "__enter__")

WITHOUT_WAITS = {
    "Client.at": "a copy",
    "Client.context_key": "a text",
    "ContextView.session": "what is known already",
    "Store.__iter__": "the contexts that it follows",
    "Store.unfollow": "ends jobs, without waiting for them",
    "EventStream.__enter__": "as of Events, its only subclass",
    "EventStream.close": "as of Events, its only subclass",
    "Events.__iter__": "itself",
    "EventStream.__iter__": "itself",
    "Turn.__iter__": "itself",
    "TurnSteps.__iter__": "itself",
    "Watch.__iter__": "itself",
    "Watch.__enter__": "itself",
    "Watch.close": "ends without a request",
    "Changes.__iter__": "itself",
    "Changes.__enter__": "itself",
    "Changes.close": "ends without a request",
    "Server.__enter__": "waits for the program that it starts, as `serve`",
    "Transport.close": "closes connections",
    "Transport.proxy_name": "a text",
    "Transport.handle_request": "a transport of httpx, which the clients call",
    "schema_of": "no records",
    "AdminConversations.export": "an Export, whose methods wait",
    "AdminRatings.export": "an Export, whose methods wait",
    "Arrivals.watch": "an ArrivalWatch, whose methods wait",
}
"""Public names that do not wait by themselves, with the reason or with their result."""


def public_waits() -> set[str]:
    """Return the names of functions and methods of the sync API that are written by hand and may wait.

    Generated methods send one call, or return a pager: the command of each operation is interrupted, too.
    """
    return {name for package in PACKAGES for name in _of_package(importlib.import_module(package))}


def _of_package(package: ModuleType) -> Iterator[str]:
    for name in getattr(package, "__all__", None) or dir(package):
        exported: Any = getattr(package, name)
        if name.startswith(("_", "async_")) or "Async" in name:
            continue
        if inspect.isclass(exported) and name.endswith("Client"):
            yield from _of_client(name.removesuffix("Client").lower(), exported)
        elif inspect.isclass(exported) and any("/_sync/" in _source(method) for method in vars(exported).values()):
            yield from (f"{name}.{method}" for method in _methods(exported))
        elif "/_sync/" in _source(exported) or "/data/" in _source(exported):
            yield name


def _of_client(service: str, client: Any) -> Iterator[str]:
    yield from (f"Client.{method}" for method in _methods(client))
    resources = importlib.import_module(f"trivet.{service}._generated._sync.resources")
    for name, group in inspect.getmembers(resources, inspect.isclass):
        if any("/_generated/" in _source(method) for method in vars(group).values()):
            by_hand = (method for method in _methods(group) if "/_generated/" not in _source(getattr(group, method)))
            yield from (f"{name}.{method}" for method in by_hand)


def _methods(kind: Any) -> Iterator[str]:
    for name in dir(kind):
        if (name in PROTOCOL or not name.startswith("_")) and "/trivet/" in _source(getattr(kind, name)):
            yield name


def _source(function: Any) -> str:
    """Return the file of a function, with slashes, or an empty text for anything else."""
    function = inspect.unwrap(function) if callable(function) else None
    return function.__code__.co_filename.replace("\\", "/") if inspect.isfunction(function) else ""
