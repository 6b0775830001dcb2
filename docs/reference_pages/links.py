"""What a name in the text of a page links to."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from .discovery import documented_names
from .operations import operations

__all__ = ["target_of"]


@cache
def _targets() -> dict[str, list[str]]:
    """From each name, with and without its module, to the names in the reference that it can mean."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in documented_names():
        found[each.path].append(each.path)
        if each.name[0].isupper() or "_" in each.name:  # `run` and `check` are words, too
            found[each.name].append(each.path)
    for service in ("Bus", "Chat", "Agent"):
        for path, _, _ in operations(service):
            found[path].append(f"trivet.{service}Client.{path}")
    return found


def target_of(text: str, page: str) -> str | None:
    """Return the path of the one public name that a text means on a page; on a page of a service, its own name first.

    >>> target_of("BusStop", "guide")
    'trivet.bus.BusStop'
    """
    found = _targets().get(re.sub(r"\(.*\)$", "", text), [])
    services = [each for each in ("bus", "chat", "agent") if page.startswith((f"reference/{each}", each))]
    if len(found) > 1 and services:
        found = [each for each in found if each.startswith(f"trivet.{services[0]}.")]
    return found[0] if len(found) == 1 else None
