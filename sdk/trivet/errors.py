"""The errors that trivet raises.

They form one tree::

    TrivetError                          the client is closed, a URL cannot be sent, ...
    ├── InvalidArgumentError             an argument breaks a rule; nothing was sent (also a ValueError)
    └── APIError                         a call failed (also: bus.MonthNotAvailableError)
        ├── APIConnectionError           no complete answer: the connection failed or was cut
        │   ├── APITimeoutError          a timeout or the deadline passed
        │   └── StreamError              the body broke off, or does not match its headers
        ├── DecodeError                  2xx with a body that does not match the contract
        └── APIStatusError               any other status
            ├── BadRequestError            400
            ├── AuthenticationError        401
            ├── PermissionDeniedError      403
            ├── NotFoundError              404
            ├── ConflictError              409
            ├── UnprocessableEntityError   422
            ├── RateLimitError             429, and the bus service's quota fault, which is a 500
            └── InternalServerError        5xx

Errors can be pickled and copied. Their repr is their message alone, because bodies and headers may be large or private.
No part of an error shows a secret. A message shows at most 1,000 characters of a server's text, with control characters
escaped: `\\n`, `\\x1b`, `\\u202e`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ._text import printable, request_id_of, short_repr

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


class TrivetError(Exception):
    """The base class of every error that trivet raises.

    It is raised directly where no subclass fits, for instance by a call of a closed client.

        except TrivetError as error:
            print(error)
    """

    __module__ = "trivet"

    def __repr__(self) -> str:
        # The arguments hold whole bodies and headers, and a repr may be logged.
        return f"{type(self).__name__}({str(self)!r})"


class InvalidArgumentError(TrivetError, ValueError):
    """An argument breaks a rule of the contract; nothing was sent.

    Raised by every method that checks its arguments, and by the constructors of clients:

    >>> client.stops.list(skip=-1)
    InvalidArgumentError: skip must be a whole number not below 0, got -1

    Attributes:
        argument: The argument's name.
        rule: The rule that it breaks, such as `a whole number not below 0`.
        value_repr: The repr of the value, cut to 80 characters; for a secret, the name of its type.
    """

    __module__ = "trivet"

    def __init__(self, argument: str, rule: str, value: object) -> None:
        value_repr = short_repr(value)
        super().__init__(argument, rule, value_repr)
        self.argument = argument
        self.rule = rule
        self.value_repr: str = value_repr

    def __str__(self) -> str:
        return f"{self.argument} must be {self.rule}, got {self.value_repr}"


class APIError(TrivetError):
    """A call failed: the base class of connection, decoding and status errors.

        except APIError as error:
            print(error.operation, "failed:", error)

    Attributes:
        operation: The operation's name, which is its path on the client: `conversations.get`.
        hint: A note of the client at the end of the message: why it did not retry, or where to look; mostly empty.
    """

    __module__ = "trivet"

    operation: str
    hint: str = ""

    def _with_hint(self, text: str) -> str:
        return f"{text}; {self.hint}" if self.hint else text


class APIConnectionError(APIError):
    """No complete answer arrived: the connection failed, was cut or timed out.

    Raised once the retries that the call allows are used up. A call that changes something may have taken effect if
    `sent` is true:

        except APIConnectionError as error:
            if error.sent:
                ...  # check whether the conversation was created

    Attributes:
        reason: Why the connection failed.
        sent: False when the request certainly did not reach the service.
        server: The host and the port of the request, and the source of its URL, such as `127.0.0.1:4096, from
            TRIVET_AGENT_BASE_URL`; empty if no request was made, or the proxy has not connected to the server.
        proxy: The host and the port of the proxy between client and server, and its source, such as
            `proxy.example:3128, from HTTPS_PROXY`; empty without one.
    """

    __module__ = "trivet"

    server: str = ""
    proxy: str = ""

    def __init__(self, operation: str, reason: str, sent: bool = True) -> None:
        reason = printable(reason, 100_000)  # cut to its final length later, once its secrets are removed
        super().__init__(operation, reason, sent)
        self.operation = operation
        self.reason = reason
        self.sent = sent

    def __str__(self) -> str:
        proxy = f"the proxy {self.proxy}" if self.proxy else ""
        place = f"{self.server}, through {proxy}" if self.server and proxy else self.server or proxy
        return self._with_hint(f"{self.operation}: {self.reason}{f' ({place})' if place else ''}")


class APITimeoutError(APIConnectionError):
    """A timeout or the deadline passed before the answer was complete.

    Raised by calls of a client with a `timeout` or `deadline`:

    >>> client.with_options(deadline=2).arrivals.get("83139")
    APITimeoutError: arrivals.get: no answer within the deadline of 2 s
    """

    __module__ = "trivet"


class StreamError(APIConnectionError):
    """A body broke off after its headers had arrived, or did not match them.

    Raised while a list, an export, a download or a stream of events is read:

        except StreamError as error:
            print(error.reason)
    """

    __module__ = "trivet"


class DecodeError(APIError):
    """The service answered with a success status, but the body does not match the contract.

    Raised by every method that decodes an answer. The error holds the answer:

        except DecodeError as error:
            print(error.reason, error.body[:200])

    Attributes:
        status: The HTTP status, 200 to 299.
        headers: The answer's headers.
        body: The first 100 kB of the body as it was received, with secrets replaced by `***`.
        reason: Where the body departs from the contract.
        body_length: The length of the whole body in bytes, after decompression; None if it was not read to its end.
    """

    __module__ = "trivet"

    def __init__(
        self,
        operation: str,
        status: int,
        headers: Mapping[str, str],
        body: bytes,
        reason: str,
        body_length: int | None = None,
    ) -> None:
        reason = printable(reason)
        super().__init__(operation, status, headers, body, reason, body_length)
        self.operation = operation
        self.status = status
        self.headers = headers
        self.body = body
        self.reason = reason
        self.body_length = body_length

    def __str__(self) -> str:
        return self._with_hint(f"{self.operation}: {self.status}, but {self.reason}")


class APIStatusError(APIError):
    """The service answered with an error status.

    Raised once the retries that the call allows are used up; for the statuses of the tree above, as a subclass:

        except APIStatusError as error:
            print(error.status, error.code, error.message)

    Attributes:
        status: The HTTP status.
        code: The service's own error code, if the body has one.
        message: The service's own message, or the start of a body without one.
        request_id: The service's identifier of the request, if it sent one.
        headers: The answer's headers.
        body: The first 100 kB of the body as it was received, with secrets replaced by `***`.
        body_length: The length of the whole body in bytes, after decompression; None if it was not read to its end.
    """

    __module__ = "trivet"

    def __init__(
        self,
        operation: str,
        status: int,
        headers: Mapping[str, str],
        body: bytes,
        code: str | None = None,
        message: str = "",
        body_length: int | None = None,
    ) -> None:
        code, message = code and printable(code, 200), printable(message)
        super().__init__(operation, status, headers, body, code, message, body_length)
        self.operation = operation
        self.status = status
        self.headers = headers
        self.body = body
        self.code = code
        self.message = message
        self.body_length = body_length
        self.request_id: str | None = request_id_of(headers)

    def __str__(self) -> str:
        parts = (f"{self.operation}: {self.status}", self.code, self.message)
        request = f" (request {self.request_id})" if self.request_id else ""
        return self._with_hint(" ".join(part for part in parts if part) + request)


class BadRequestError(APIStatusError):
    """400: the service refuses an input that the client accepts.

    >>> client.conversations.create(title=title)
    """

    __module__ = "trivet"


class AuthenticationError(APIStatusError):
    """401: the credentials are missing or wrong. The bus service also sends it during outages.

    >>> BusClient(account_key="wrong").arrivals.get("83139")
    """

    __module__ = "trivet"


class PermissionDeniedError(APIStatusError):
    """403: the user may not do this.

    >>> client.admin.users.list().all()  # without an administrator's token
    """

    __module__ = "trivet"


class NotFoundError(APIStatusError):
    """404: the requested object does not exist, or the user may not see it.

    >>> client.conversations.delete(conversation_id)  # deleted before
    """

    __module__ = "trivet"


class ConflictError(APIStatusError):
    """409: the state of the service does not allow this now.

    >>> agent.session.prompt(session_id, prompt=prompt)  # while another prompt is being answered
    """

    __module__ = "trivet"


class UnprocessableEntityError(APIStatusError):
    """422: an input is well-formed, but the service refuses its value.

    >>> client.conversations.messages.create(conversation_id, content=text)
    """

    __module__ = "trivet"


class RateLimitError(APIStatusError):
    """429, or the bus service's quota fault: too many calls.

    Raised once the retries are used up. They obey `Retry-After` up to a minute:

        except RateLimitError as error:
            print("try again after", error.headers.get("retry-after"))
    """

    __module__ = "trivet"


class InternalServerError(APIStatusError):
    """5xx: the service failed.

    >>> client.routes.list().all()
    """

    __module__ = "trivet"
