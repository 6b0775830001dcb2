"""The operations of a client by their paths, such as `stops.list`, in both APIs."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import trivet

from .members import Member, members

__all__ = ["operations"]

_CREDENTIALS = ("account_key", "token")


def operations(service: str) -> Iterator[tuple[str, Member, Member]]:
    """Yield each path with its sync and async methods; the clients connect to nothing, because no call is made."""
    classes = [getattr(trivet, f"{prefix}{service}Client") for prefix in ("", "Async")]
    arguments = inspect.signature(classes[0]).parameters
    settings = {name: "secret" for name in _CREDENTIALS if name in arguments}
    yield from _below("", *(client(base_url="http://service.test", **settings) for client in classes))


def _below(path: str, sync: Any, twin: Any) -> Iterator[tuple[str, Member, Member]]:
    for name, value in vars(sync).items():
        if name.startswith("_") or not hasattr(type(value), "_open"):
            continue
        other = getattr(twin, name)
        inner = f"{path}{name}."
        others = {member.name: member for member in members(type(other))}
        for member in members(type(value)):
            if member.kind == "method" and inspect.ismethod(getattr(value, member.name, None)):
                yield inner + member.name, member, others[member.name]
        yield from _below(inner, value, other)
