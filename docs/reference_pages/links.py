"""Links from names in the text of a page to their entries in the reference."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from trivet._generated.names import SERVICES

from .discovery import documented_names
from .operations import operations

__all__ = ["target_of"]


@cache
def _targets() -> dict[str, list[str]]:
    """Map each name, with and without its module, to the entries of the reference that it can mean."""
    targets: dict[str, list[str]] = defaultdict(list)
    for public in documented_names():
        targets[public.path].append(public.path)
        if public.name[0].isupper() or "_" in public.name:  # `run` and `check` may be ordinary words
            targets[public.name].append(public.path)
    for service in SERVICES:
        for path, _, _ in operations(service.capitalize()):
            targets[path].append(f"trivet.{service.capitalize()}Client.{path}")
    return targets


def target_of(text: str, page: str) -> str | None:
    """Return the path of the public name that a text means, if it is unique; a page prefers names of its own service.

    >>> target_of("BusStop", "guide")
    'trivet.bus.BusStop'
    """
    paths = _targets().get(re.sub(r"\(.*\)$", "", text), [])
    services = [name for name in SERVICES if page.startswith((f"reference/{name}", name))]
    if len(paths) > 1 and services:
        paths = [path for path in paths if path.startswith(f"trivet.{services[0]}.")]
    return paths[0] if len(paths) == 1 else None
