"""Whether an answer is that of the runtime context that the client asked for."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import Any

from .printable import short_repr
from .public import exported_from

__all__ = ["IgnoredContextWarning", "other_context"]

_FIELDS = {"directory": "directory", "workspace": "workspace_id"}
"""From the query parameters of a context to the fields of the location in an answer."""


@exported_from("trivet.agent")
class IgnoredContextWarning(UserWarning):
    """A server has answered for another runtime context than the one that the client is bound to.

    It may not know the query parameters `directory` and `workspace`, and then acts in a context of its own. A client
    with `strict=True` raises a `DecodeError`:

    >>> client = AgentClient(strict=True).at(directory="/home/dev/orchard")
    """


def other_context(asked: Iterable[tuple[str, str]], record: Any) -> str:
    """Return how the context of a decoded answer differs from the one asked for; empty where it does not.

    An answer that names no context is taken to be in the one asked for. The location of a session that was created
    counts where the answer has none around it. Directories are compared without regard to the kind of their slashes,
    one at the end, and dots.
    """
    location = getattr(record, "location", None)
    if location is None:
        location = getattr(getattr(record, "data", None), "location", None)
    if location is None:
        return ""
    for name, value in asked:
        found = getattr(location, _FIELDS.get(name, ""), None)
        if found is None and name == "workspace":
            found = ""
        if isinstance(found, str) and _plain(found) != _plain(value):
            shown = short_repr(found) if found else "none"
            return f"the server answers for another context: {name} is {shown}, not {short_repr(value)}"
    return ""


def _plain(text: str) -> str:
    return posixpath.normpath(text.replace("\\", "/"))
