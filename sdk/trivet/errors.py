"""Everything trivet raises, one small tree under `TrivetError`."""

from __future__ import annotations

from collections.abc import Mapping

from ._core.public import exported_from

__all__ = [
    "APIConnectionError",
    "APIError",
    "APIStatusError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "DecodeError",
    "InternalServerError",
    "InvalidArgumentError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "StreamError",
    "TrivetError",
    "UnprocessableEntityError",
]


@exported_from("trivet")
class TrivetError(Exception):
    """The root: catch it to catch everything trivet raises on purpose."""

    def __repr__(self) -> str:
        # The arguments hold whole bodies and headers, and a repr lands in logs.
        return f"{type(self).__name__}({str(self)!r})"


class _Shown(str):
    """The repr of a value, and its own repr too, so that an error reads the same after a pickle."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@exported_from("trivet")
class InvalidArgumentError(TrivetError, ValueError):
    """An argument breaks a rule of the contract; nothing was sent.

    Attributes:
        argument: The argument's name.
        rule: What it must be.
    """

    def __init__(self, argument: str, rule: str, value: object) -> None:
        """Name the argument and its rule beside the value that broke it."""
        shown = repr(value)
        # The value itself is not kept: it may be large, and it may not pickle.
        super().__init__(argument, rule, _Shown(shown if len(shown) <= 80 else shown[:77] + "..."))
        self.argument = argument
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.argument} must be {self.rule}, got {self.args[2]}"


@exported_from("trivet")
class APIError(TrivetError):
    """Something went wrong between this client and the service.

    Attributes:
        operation: The operation's name, which is its path on the client.
    """

    operation: str


@exported_from("trivet")
class APIConnectionError(APIError):
    """No whole answer arrived: the connection failed, was cut or timed out.

    Attributes:
        sent: False when the request certainly never reached the service.
    """

    sent: bool

    def __init__(self, operation: str, message: str, sent: bool = True) -> None:
        """Say what happened to which operation, and whether the request may have arrived."""
        super().__init__(operation, message, sent)
        self.operation = operation
        self.sent = sent

    def __str__(self) -> str:
        return f"{self.operation}: {self.args[1]}"


@exported_from("trivet")
class APITimeoutError(APIConnectionError):
    """A timeout or the deadline passed before the answer was complete."""


@exported_from("trivet")
class StreamError(APIConnectionError):
    """A body broke off, or did not match what was promised, after its headers had come."""


@exported_from("trivet")
class DecodeError(APIError):
    """The service said success, but its body is not what the contract promises.

    Attributes:
        status: The HTTP status, 200 to 299.
        headers: The answer's headers.
        body: The whole body as it came, credentials blanked out.
    """

    def __init__(self, operation: str, status: int, headers: Mapping[str, str], body: bytes, reason: str) -> None:
        """Hold the answer and say where it departs from the contract."""
        super().__init__(operation, status, headers, body, reason)
        self.operation = operation
        self.status = status
        self.headers = headers
        self.body = body

    def __str__(self) -> str:
        return f"{self.operation}: {self.status}, but {self.args[4]}"


@exported_from("trivet")
class APIStatusError(APIError):
    """The service answered with an error status.

    Attributes:
        status: The HTTP status.
        code: The service's own code, if its body has one.
        message: The service's own message, or the start of a body that has none.
        request_id: The service's identifier of the request, if it gave one.
        headers: The answer's headers.
        body: The whole body as it came, credentials blanked out.
    """

    def __init__(
        self,
        operation: str,
        status: int,
        headers: Mapping[str, str],
        body: bytes,
        code: str | None = None,
        message: str = "",
    ) -> None:
        """Hold the answer and what could be read from it."""
        super().__init__(operation, status, headers, body, code, message)
        self.operation = operation
        self.status = status
        self.headers = headers
        self.body = body
        self.code = code
        self.message = message
        self.request_id = headers.get("x-request-id")

    def __str__(self) -> str:
        parts = [f"{self.operation}: {self.status}"]
        parts += [self.code] if self.code else []
        parts += [self.message] if self.message else []
        return " ".join(parts) + (f" (request {self.request_id})" if self.request_id else "")


@exported_from("trivet")
class BadRequestError(APIStatusError):
    """400: the service refuses an input."""


@exported_from("trivet")
class AuthenticationError(APIStatusError):
    """401: the credentials are missing or wrong; the bus service says so during outages too."""


@exported_from("trivet")
class PermissionDeniedError(APIStatusError):
    """403: the caller may not do this."""


@exported_from("trivet")
class NotFoundError(APIStatusError):
    """404: there is no such thing, or the caller may not see it."""


@exported_from("trivet")
class ConflictError(APIStatusError):
    """409: the state of the service does not allow this now."""


@exported_from("trivet")
class UnprocessableEntityError(APIStatusError):
    """422: an input is well formed and still refused."""


@exported_from("trivet")
class RateLimitError(APIStatusError):
    """429, or the bus service's quota fault: too many calls."""


@exported_from("trivet")
class InternalServerError(APIStatusError):
    """5xx: the service failed."""


_STATUSES: Mapping[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
}


def status_error(status: int) -> type[APIStatusError]:
    """The class of error that a status stands for."""
    return _STATUSES.get(status) or (InternalServerError if status >= 500 else APIStatusError)
