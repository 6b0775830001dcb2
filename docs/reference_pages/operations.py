"""The operations of a client by their paths, such as `stops.list`, in both APIs."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import trivet

from .members import Member, members

__all__ = ["operations"]

_SETTINGS = {"Bus": {"account_key": "key"}, "Chat": {"token": "token"}, "Agent": {}}


def operations(service: str) -> Iterator[tuple[str, Member, Member]]:
    """Yield each path with the methods of the two APIs; a client connects with its first call, and here is none."""
    settings: dict[str, Any] = {"base_url": "http://service.test", **_SETTINGS.get(service, {})}
    clients = [getattr(trivet, f"{prefix}{service}Client")(**settings) for prefix in ("", "Async")]
    yield from _below("", *clients)


def _below(path: str, sync: Any, twin: Any) -> Iterator[tuple[str, Member, Member]]:
    for name, value in vars(sync).items():
        if name.startswith("_") or not hasattr(type(value), "_open"):
            continue
        other = getattr(twin, name)
        inner = f"{path}{name}."
        others = {each.name: each for each in members(type(other))}
        for each in members(type(value)):
            if each.kind == "method" and inspect.ismethod(getattr(value, each.name, None)):
                yield inner + each.name, each, others[each.name]
        yield from _below(inner, value, other)
