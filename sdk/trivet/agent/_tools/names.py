"""The names of servers of tools, and of their tools for a model: `trivet_lookup` is the tool `lookup` of `trivet`."""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ..._core.settings import Settings
from .._generated.models import McpServer
from .._turns.permissions import PermissionRules

PREFIX = "trivet"
"""The name of the first server of tools of a directory; the next ones have a number, too."""

MOST_SERVERS = 1000
"""The most servers of tools of a directory."""

REUSABLE = frozenset({"disabled", "failed"})
"""The statuses of servers whose names are free where the agent server can disconnect one."""

_OWN = re.compile(rf"{PREFIX}\d*")
_lock = threading.Lock()
_reserved: set[tuple[Any, ...]] = set()

Place = tuple[Any, ...]
"""A directory of an agent server."""


def place_of(settings: Settings) -> Place:
    """Return the directory of a client, in which servers of tools have names."""
    return (settings.base_url, *settings.context)


def status_of(server: McpServer) -> str | None:
    """Return the status of a server; None where the agent server sends none."""
    status: Any = getattr(getattr(server, "status", None), "status", None)
    return status if isinstance(status, str) else None


def names_of(servers: Iterable[McpServer]) -> dict[str, str | None]:
    """Return the statuses of the servers of tools of any program, by their names."""
    by_name: dict[str, str | None] = {}
    for server in servers:
        name: Any = getattr(server, "name", None)
        if isinstance(name, str) and _OWN.fullmatch(name):
            by_name[name] = status_of(server)
    return by_name


def reserve(place: Place, listed: Mapping[str, str | None], taken: Collection[str], *, reuses: bool) -> str | None:
    """Reserve a name that no other handle of this process has in a directory; None where there is none.

    Args:
        place: The directory.
        listed: The statuses of the servers that the agent server lists.
        taken: Names that the agent server has refused.
        reuses: Whether the name of a server that was disconnected is free.
    """
    with _lock:
        for number in range(1, MOST_SERVERS + 1):
            name = PREFIX if number == 1 else f"{PREFIX}{number}"
            is_free = name not in listed or (reuses and listed[name] in REUSABLE)
            if is_free and name not in taken and (*place, name) not in _reserved:
                _reserved.add((*place, name))
                return name
    return None


def release(place: Place, name: str) -> None:
    """Let other handles of this process have a name."""
    with _lock:
        _reserved.discard((*place, name))


def reserved(place: Place) -> list[str]:
    """Return the names that the handles of this process have in a directory."""
    with _lock:
        return sorted(str(entry[-1]) for entry in _reserved if entry[:-1] == place)


def in_model(server: str, tool: str) -> str:
    """Return the name by which a model knows a tool.

    >>> in_model("trivet", "lookup")
    'trivet_lookup'
    """
    return f"{server}_{tool}"


def translated(names: Iterable[str], server: str, own: Collection[str]) -> list[str]:
    """Return names of tools, the handle's own ones as the model knows them.

    >>> translated(["bash", "lookup"], "trivet", {"lookup"})
    ['bash', 'trivet_lookup']
    """
    return [in_model(server, name) if name in own else name for name in names]


def translated_rules(rules: PermissionRules, server: str, own: Collection[str]) -> PermissionRules:
    """Return rules in which the names of a handle's tools stand for the ones that the agent server asks with."""

    def patterns(pairs: Sequence[tuple[str, str]]) -> list[str]:
        return [f"{in_model(server, tool) if tool in own else tool}:{resource}" for tool, resource in pairs]

    return PermissionRules(
        allow=patterns(rules.allow),
        always=patterns(rules.always),
        deny=patterns(rules.deny),
        ask=patterns(rules.ask),
        otherwise=rules.otherwise,
    )


def translated_wire(rules: Iterable[Any], server: str, own: Collection[str]) -> list[Any]:
    """Return the rules of a session, as they are sent, with the handle's tools as the agent server knows them."""
    return [{**rule, "action": translated([rule["action"]], server, own)[0]} for rule in rules]


def without_others(places: Iterable[Settings], without: Collection[str] | None) -> Collection[str] | None:
    """Return the tools that a prompt takes away, with the tools of this process's other handles in the directory."""
    others = sorted({f"{name}_*" for settings in places for name in reserved(place_of(settings))})
    return [*(without or ()), *others] if others and not isinstance(without, str) else without


def switches(others: Iterable[str], given: Mapping[str, bool], own: str | None = None) -> dict[str, bool]:
    """Return the tools of a prompt, which takes the tools of other handles away.

    Args:
        others: The names of the other servers of tools.
        given: The tools that the prompt takes away, or leaves.
        own: The name of the handle's own server, where an earlier prompt may have taken its tools away.
    """
    taken = {f"{name}_*": False for name in sorted(others)}
    left = {} if own is None else {f"{own}_*": True}
    return {**taken, **left, **given}
