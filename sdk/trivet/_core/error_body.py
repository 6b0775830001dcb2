"""The code and message of an error body, in the forms that the services and gateways use, and the error of a status."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from ..errors import (
    APIStatusError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    InternalServerError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    UnprocessableEntityError,
)

__all__ = ["Problem", "problem", "status_error"]

_ERRORS: Mapping[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}

SHOWN = 200

Wire: TypeAlias = "dict[str, Wire] | list[Wire] | str | float | None"


class Problem(NamedTuple):
    """The service's own error code and message."""

    code: str | None
    message: str


def status_error(status: int) -> type[APIStatusError]:
    """Return the class of error for a status."""
    return _ERRORS.get(status) or (InternalServerError if status >= 500 else APIStatusError)


def problem(body: bytes) -> Problem:
    """Read an error body: JSON of several forms, HTML, text or nothing."""
    try:
        found = _read(json.loads(body))
    except (ValueError, RecursionError):
        found = Problem(None, "")
    return found if found.message else Problem(found.code, _start(body.decode("utf-8", "replace")))


def _read(data: Wire) -> Problem:
    if isinstance(data, str):
        return Problem(None, _text(data))
    if isinstance(data, list):
        return Problem(None, "; ".join(filter(None, (_read(each).message for each in data))))
    if not isinstance(data, dict):
        return Problem(None, "")
    fault, inner, message = data.get("fault"), data.get("data"), _text(data.get("message"))
    if isinstance(fault, dict):  # the bus service's gateway
        detail = fault.get("detail")
        code = _text(detail.get("errorcode")) if isinstance(detail, dict) else ""
        return Problem(code or None, _text(fault.get("faultstring")))
    if "_tag" in data:
        return Problem(_text(data["_tag"]) or None, message)
    if "name" in data and isinstance(inner, dict):
        return Problem(_text(data["name"]) or None, _text(inner.get("message")))
    if "msg" in data:  # one item of a framework's list of invalid inputs
        where = data.get("loc")
        path = ".".join(map(str, where)) + ": " if isinstance(where, list) else ""
        return Problem(None, _text(path) + _text(data["msg"]))
    for key in ("error", "detail"):
        if key in data:
            return _read(data[key])
    return Problem(_text(data.get("code")) or None, message)


def _text(value: Wire) -> str:
    # JSON can contain half a surrogate pair, which cannot be printed.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _start(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 3] + "..."
