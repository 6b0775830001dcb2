"""Errors for answers with an error status, without the secrets that a server may repeat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from .._text import printable
from ..errors import (
    APIConnectionError,
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
from .answer import Head
from .call import Call
from .json_reading import loads
from .redaction import redact, redact_text

if TYPE_CHECKING:
    from .settings import Settings

_ERRORS: Mapping[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}

LONGEST_MESSAGE = 200
"""The most characters of a body that take the place of a message, if it has none."""

LONGEST_CODE = 200
"""The most characters of a code."""

LONGEST_URL = 300
"""The most characters of a URL in a hint."""

OF_PROXIES = frozenset({407, 502, 503, 504})
"""The statuses that a proxy sends by itself."""

# The JSON messages of frameworks and gateways for a path or a method that they do not know.
_UNKNOWN_PATH = frozenset({"", "not found", "404 not found", "method not allowed", "405 method not allowed"})

Wire: TypeAlias = "dict[str, Wire] | list[Wire] | str | float | None"


class Problem(NamedTuple):
    """The service's own error code and message."""

    code: str | None
    message: str


def status_error(
    settings: Settings, operation: str, head: Head, body: bytes, secrets: tuple[str, ...], *, whole: bool
) -> APIStatusError:
    """Make the error for an answer with an error status.

    Args:
        settings: The settings of the client, whose credentials the answer may repeat.
        operation: The operation's name.
        head: The status and headers.
        body: The body.
        secrets: Further texts that the answer may repeat.
        whole: Whether the body was read to its end.
    """
    register = settings.secrets
    secrets += register.texts() + head.secrets
    code, message = problem(body, secrets, register.names)
    kind = status_class(settings.api_info.effective_status(head.status, code))
    return kind(
        operation,
        head.status,
        head.headers.without(secrets),
        redact(body, secrets, register.names),
        code,
        message,
        len(body) if whole else None,
    )


def status_class(status: int) -> type[APIStatusError]:
    """Return the class of error for a status."""
    return _ERRORS.get(status) or (InternalServerError if status >= 500 else APIStatusError)


def hide_secrets(error: APIConnectionError, secrets: tuple[str, ...]) -> None:
    """Remove secrets from the reason of a connection error, which may quote what a server sent instead of a head."""
    error.reason = printable(redact_text(error.reason, secrets))
    error.args = (error.operation, error.reason, error.sent)


def problem(body: bytes, secrets: tuple[str, ...] = (), names: Sequence[str] = ()) -> Problem:
    """Read the code and message of an error body: JSON of several forms, HTML, text or nothing.

    Both are fit for a message: on one line, short, and without the secrets, which are removed before anything is cut.

    Args:
        body: The body.
        secrets: The secrets.
        names: Names of JSON fields whose values are secret.
    """
    try:
        code, message = _read(loads(body), names)
    except (ValueError, RecursionError):
        code, message = None, ""
    if code:
        code = printable(redact_text(code, secrets, names), LONGEST_CODE)
    if message:
        return Problem(code, printable(redact_text(message, secrets, names)))
    text = redact(body, secrets, names).decode("utf-8", "replace")
    return Problem(code, printable(" ".join(text.split()), LONGEST_MESSAGE))


def _read(data: Wire, secret: Sequence[str]) -> Problem:
    """Read the code and message, except from the fields whose names are secret."""
    if isinstance(data, str):
        return Problem(None, _text(data))
    if isinstance(data, list):
        return Problem(None, "; ".join(filter(None, (_read(entry, secret).message for entry in data))))
    if not isinstance(data, dict):
        return Problem(None, "")
    data = {name: field for name, field in data.items() if name not in secret}
    fault, inner, message = data.get("fault"), data.get("data"), _text(data.get("message"))
    if isinstance(fault, dict):  # the form of the bus service's gateway
        detail = fault.get("detail")
        code = _text(detail.get("errorcode")) if isinstance(detail, dict) else ""
        return Problem(code or None, _text(fault.get("faultstring")))
    if "_tag" in data:  # the two forms of the agent service
        return Problem(_text(data["_tag"]) or None, message)
    if "name" in data and isinstance(inner, dict):
        return Problem(_text(data["name"]) or None, _text(inner.get("message")))
    if "msg" in data:  # an entry of a framework's list of invalid inputs
        where = data.get("loc")
        path = ".".join(map(str, where)) + ": " if isinstance(where, list) else ""
        return Problem(None, _text(path) + _text(data["msg"]))
    for key in ("error", "detail"):
        if key in data:
            return _read(data[key], secret)
    return Problem(_text(data.get("code")) or None, message)


def _text(value: Wire) -> str:
    return value if isinstance(value, str) else ""


def is_foreign(status: int, body: bytes) -> bool:
    """Whether a gateway or framework has refused an unknown path, rather than the service an object that is not there.

    The service names the missing object in JSON.
    """
    if status not in (404, 405):
        return False
    try:
        data: Any = loads(body)
    except ValueError:
        return True
    if not isinstance(data, dict):
        return True
    code, message = problem(body)
    keys = {"detail", "error", "message", "fault"} & set(cast("dict[str, Any]", data))
    return code is None and (not keys or message.lower().strip(" .!") in _UNKNOWN_PATH)


def base_url_hint(base_url: str, call: Call[Any]) -> str:
    """Return a hint to check the base URL, with the URL of the call, but without its query or secret arguments."""
    url = base_url + call.shown_path
    url = url if len(url) <= LONGEST_URL else f"{url[:LONGEST_URL]}..."
    return f"{call.method} {url} does not seem to be a URL of the service: check base_url, which includes the prefix"


def proxy_hint(status: int, proxy: str) -> str:
    """Return a hint for a status that may be one of the proxy; an empty text without a proxy.

    Args:
        status: One of `OF_PROXIES`.
        proxy: The host, the port and the source of the proxy.
    """
    if not proxy:
        return ""
    if status == 407:
        return f"the proxy {proxy}, asks for credentials: write them into its URL, as in http://user:password@host:3128"
    return f"the request went through the proxy {proxy}, which may have answered"


def web_page_hint(body: bytes) -> str:
    """Return a hint if a web page is the one of a known server that has another contract; else an empty text."""
    if b"<title>OpenCode</title>" not in body:
        return ""
    return "this is opencode, which needs its adapter: transport=opencode.Transport(), or --adapter opencode"
