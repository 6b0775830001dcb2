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
from .printable import printable
from .redact import redact, redact_text

__all__ = ["Problem", "problem", "status_class"]

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
"""The most characters of a body without a message that stand for one."""

READ = 100_000
"""The most bytes or characters that are searched for secrets, of which far fewer are shown."""

LONGEST_CODE = 200
"""The most characters of a code."""

Wire: TypeAlias = "dict[str, Wire] | list[Wire] | str | float | None"


class Problem(NamedTuple):
    """The service's own error code and message."""

    code: str | None
    message: str


def status_class(status: int) -> type[APIStatusError]:
    """Return the class of error for a status."""
    return _ERRORS.get(status) or (InternalServerError if status >= 500 else APIStatusError)


def problem(body: bytes, secrets: tuple[str, ...] = ()) -> Problem:
    """Read an error body: JSON of several forms, HTML, text or nothing.

    Both are fit for a message: without the secrets, which are removed before anything is cut, on one line, and short.
    """
    try:
        code, message = _read(json.loads(body))
    except (ValueError, RecursionError):
        code, message = None, ""
    if code:
        code = printable(redact_text(code[:READ], secrets), LONGEST_CODE)
    if message:
        return Problem(code, printable(redact_text(message[:READ], secrets)))
    text = redact(body[:READ], secrets).decode("utf-8", "replace")
    return Problem(code, printable(" ".join(text.split()), SHOWN))


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
    return value if isinstance(value, str) else ""
