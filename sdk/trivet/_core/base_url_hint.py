"""What an error adds when something else than the service seems to have answered: a wrong prefix is the usual cause."""

from __future__ import annotations

import json
from typing import Any, cast

from .call import Call
from .error_body import problem

__all__ = ["base_url_hint", "is_foreign"]

SHOWN = 300
"""Characters of a URL in a hint."""

# What frameworks and gateways answer to a path or a method that they do not know, in JSON.
_PHRASES = frozenset({"", "not found", "404 not found", "method not allowed", "405 method not allowed"})


def is_foreign(status: int, body: bytes) -> bool:
    """Whether a refusal is that of a gateway or a framework, which do not know the path, rather than the service's own.

    The service's own says in JSON what was not found.
    """
    if status not in (404, 405):
        return False
    try:
        data: Any = json.loads(body)
    except (ValueError, RecursionError):
        return True
    if not isinstance(data, dict):
        return True
    found = problem(body)
    keys = {"detail", "error", "message", "fault"} & set(cast("dict[str, Any]", data))
    return found.code is None and (not keys or found.message.lower().strip(" .!") in _PHRASES)


def base_url_hint(base_url: str, call: Call[Any]) -> str:
    """Return where a call went, without its query and without an argument that is a secret, and what to check."""
    url = base_url + call.shown_path
    url = url if len(url) <= SHOWN else f"{url[:SHOWN]}..."
    return f"{call.method} {url} does not seem to be a URL of the service: check base_url, which includes the prefix"
