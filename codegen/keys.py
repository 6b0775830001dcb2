"""The keys that OpenAPI has no word for: those of spec/README.md, and no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from .conventions import DocumentError

__all__ = ["check"]

_ANYWHERE: dict[str, type] = {
    "x-assumed": str,
    "x-assumed-placement": str,
    "x-assumed-required": list,
    "x-secret": bool,
}
_OPERATION: dict[str, type] = {
    "x-assumed": str,
    "x-bare": str,
    "x-by-hand": bool,
    "x-context": str,
    "x-open": bool,
    "x-paging": dict,
    "x-safe": bool,
    "x-value": str,
}
_ANSWER: dict[str, type] = {"x-assumed": str, "x-stands-for": dict}
_PAGING: dict[str, type] = {"style": str, "offset": str, "items": str, "total": str, "key": list}
_CURSOR: dict[str, type] = {"style": str, "cursor": str, "items": str, "next": str, "key": list, "first": list}
_VALUES = {"x-context": ("request", "server", "session"), "x-open": (True,)}
_STANDS_FOR: dict[str, type] = {"code": str, "status": int}
_PARTS = {"x-paging": _PAGING, "x-stands-for": _STANDS_FOR}
_OPTIONAL = {"first", "total"}

# What stands in these has names of the service's own, which may begin with anything.
_NAMED = frozenset(
    {"content", "headers", "links", "mapping", "parameters", "properties", "requestBodies", "responses"}
    | {"schemas", "securitySchemes"}
)
# What stands in these is data.
_DATA = frozenset({"const", "default", "enum", "example", "examples"})


def check(document: dict[str, Any]) -> None:
    """Refuse a key of ours that is misspelt, out of place or given what it does not take: it would be lost in silence.

    Raises:
        DocumentError: With the place and the key.
    """
    _walk(document, ())


def _walk(node: Any, path: tuple[str, ...], named: bool = False) -> None:
    if isinstance(node, list):
        for each in cast("Iterable[Any]", node):
            _walk(each, (*path, ""))
    if not isinstance(node, dict):
        return
    known = {} if named else _known(path)
    for key, value in cast("dict[str, Any]", node).items():
        if not named and key.startswith("x-"):
            _take(" ".join(filter(None, path)) or "the document", key, value, known)
        elif named or key not in _DATA:
            _walk(value, (*path, key), not named and key in _NAMED)


def _known(path: tuple[str, ...]) -> dict[str, type]:
    if len(path) == 3 and path[0] == "paths":
        return _OPERATION
    if path[-2:-1] == ("responses",):
        return _ANSWER
    return _ANYWHERE


def _take(where: str, key: str, value: Any, known: dict[str, type]) -> None:
    if key not in known:
        raise DocumentError(f"{where}: {key} means nothing here")
    _fit(f"{where}: {key}", value, known[key])
    if value not in _VALUES.get(key, (value,)):
        raise DocumentError(f"{where}: {key} must be one of {', '.join(map(str, _VALUES[key]))}, and is {value!r}")
    parts = _CURSOR if key == "x-paging" and value.get("style") == "cursor" else _PARTS.get(key, {})
    optional = _OPTIONAL & parts.keys()
    if wrong := sorted((value.keys() ^ parts.keys()) - optional if parts else ()):
        raise DocumentError(f"{where}: {key} must say {', '.join(parts)}: see {', '.join(wrong)}")
    for part, kind in parts.items():
        if part in value:
            _fit(f"{where}: {key}: {part}", value[part], kind)


def _fit(where: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind) or value == []:
        raise DocumentError(f"{where} cannot be {value!r}")
