"""The operations of a client by their paths, such as `stops.list`, in both APIs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import trivet

from .members import Member, members

__all__ = ["commands", "operations"]

_CREDENTIALS = ("account_key", "token")
_TABLE = Path(__file__).parents[1] / "operations.md"
_SERVICE = re.compile(r"^The client is `(\w+)`\.$(.*?)(?=^## |\Z)", re.M | re.S)
_ROW = re.compile(r"^\| `[A-Z]+ \S+` \| `([\w.]+)\(.*?\)` \| `(trivet .+)` \|$", re.M)


@cache
def commands() -> Mapping[str, str]:
    """Return the command of each operation by its path, such as `BusClient.stops.list`, from the page of operations."""
    return {
        f"{service[1]}.{path}": command
        for service in _SERVICE.finditer(_TABLE.read_text("utf-8"))
        for path, command in _ROW.findall(service[2])
    }


def operations(service: str) -> Iterator[tuple[str, Member, Member]]:
    """Yield each path with its sync and async methods; the clients connect to nothing, because no call is made."""
    classes = [getattr(trivet, f"{prefix}{service}Client") for prefix in ("", "Async")]
    arguments = inspect.signature(classes[0]).parameters
    settings = {name: "secret" for name in _CREDENTIALS if name in arguments}
    yield from _below("", *(client(base_url="http://service.test", **settings) for client in classes))


def _below(path: str, sync: Any, twin: Any) -> Iterator[tuple[str, Member, Member]]:
    for name in sync.__groups__:
        value: Any = getattr(sync, name)
        other: Any = getattr(twin, name)
        inner = f"{path}{name}."
        others = {member.name: member for member in members(type(other))}
        for member in members(type(value)):
            if member.kind == "method" and inspect.ismethod(getattr(value, member.name, None)):
                yield inner + member.name, member, others[member.name]
        yield from _below(inner, value, other)
