# Derived from sdk/trivet/_async/connection.py by `python -m codegen`; do not edit.
"""Sending calls: credentials, retries, the deadline, and what an answer means."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .._ahead import deadline
from .._core.answer import Answer, Head
from .._core.call import JSON, Call
from .._core.clock import Clock
from .._core.lazy import lazy
from .._core.problem import problem
from .._core.redact import redact
from .._core.retry import Attempts
from .._core.settings import Settings
from .._version import __version__
from ..errors import APIConnectionError, APIStatusError, APITimeoutError, status_error
from .transport import Pools, Response, Transport

if TYPE_CHECKING:
    from .._core import codec
else:
    codec = lazy("trivet._core.codec")

__all__ = ["Connection", "Recorder"]

T = TypeVar("T")

logger = logging.getLogger("trivet")

USER_AGENT = f"trivet/{__version__}"


class Connection:
    """Everything between a call and its answer: credentials, connections, retries, errors.

    Copies made by `with_settings` share the connections.
    """

    def __init__(self, settings: Settings, transport: Transport | None = None) -> None:
        """Open nothing yet."""
        self._share(settings, Pools(transport))

    def _share(self, settings: Settings, pools: Pools) -> None:
        self.settings = settings
        self._pools = pools
        self._headers = _encode(
            {
                "accept-encoding": "gzip, deflate",
                "user-agent": USER_AGENT,
                **settings.headers,
                **{name.lower(): value for name, value in settings.auth.headers().items()},
            }
        )

    def with_settings(self, settings: Settings) -> Connection:
        """Make a copy with other settings over the same connections."""
        copy = object.__new__(Connection)
        copy._share(settings, self._pools)
        return copy

    def exchange(self, call: Call[T]) -> Answer[T]:
        """Send a call and read its answer.

        Raises:
            APIConnectionError: No whole answer came, after the retries that the call allows.
            APIStatusError: The service said no.
            DecodeError: It said yes, with a body that is not what the contract promises.
        """
        settings = self.settings
        url = settings.base_url + call.target()
        headers = [*self._headers, (b"accept", call.accept.encode())]
        content = None
        if call.body is not None:
            content = codec.dumps(call.body)
            headers.append((b"content-type", JSON.encode()))
        response, body = self._attempts(call.operation, call.method, url, headers, content, safe=call.safe)
        if response.status >= 300:  # a redirect would take the credentials with it
            raise self.refusal(call.operation, response, body)
        return codec.read(call, settings, response, body)

    def fetch(self, operation: str, url: str, headers: Mapping[str, str]) -> Response:
        """Get another host's file, unread, with no credentials; the caller closes what comes, whatever its status.

        Raises:
            APIConnectionError: No answer came.
        """
        raw = _encode({"user-agent": USER_AGENT, "accept-encoding": "identity", **headers})
        limit = self.settings.deadline
        with deadline(limit, _late(operation, limit)):
            return self._pools.open(operation, "GET", url, raw, None, self.settings.timeout)

    def close(self) -> None:
        """Close every connection, those of the copies too."""
        self._pools.close()

    def _attempts(
        self,
        operation: str,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | None,
        *,
        safe: bool,
    ) -> tuple[Response, bytes]:
        settings = self.settings
        late = _late(operation, settings.deadline)
        end = None if settings.deadline is None else settings.clock.monotonic() + settings.deadline
        attempts = Attempts(settings.max_retries, safe=safe)
        with deadline(settings.deadline, late):
            while True:
                left = None if end is None else end - settings.clock.monotonic()
                if left is not None and left <= 0:
                    raise late()
                timeout = _least(settings.timeout, left)
                try:
                    response = self._pools.open(operation, method, url, headers, content, timeout)
                    body = response.read()
                except APIConnectionError as error:
                    wait = _before(end, settings.clock, attempts.after_failure(sent=error.sent))
                    if wait is None:
                        raise
                    logger.info("%s: %s; again in %.1f s", operation, error.args[1], wait)
                else:
                    if response.status < 400:
                        return response, body
                    status = settings.profile.meant(response.status, problem(body).code)
                    asked = attempts.after_status(status, response.headers, settings.clock.now)
                    wait = _before(end, settings.clock, asked)
                    if wait is None:
                        return response, body
                    logger.info("%s: %s; again in %.1f s", operation, response.status, wait)
                settings.clock.sleep(wait)

    def refusal(self, operation: str, head: Head, body: bytes) -> APIStatusError:
        """Make the error of an answer that is no success."""
        settings = self.settings
        hidden = redact(body, settings.auth.secrets())
        code, message = problem(hidden)
        kind = status_error(settings.profile.meant(head.status, code))
        return kind(operation, head.status, head.headers, hidden, code, message)

    def __getstate__(self) -> tuple[Settings, Transport | None]:
        # Connections do not travel; a pickled client opens its own.
        return self.settings, self._pools.given

    def __setstate__(self, state: tuple[Settings, Transport | None]) -> None:
        self._share(state[0], Pools(state[1]))


class Recorder(Connection):
    """A connection that remembers the answer of the last call that went through it."""

    def __init__(self, connection: Connection) -> None:
        """Send through the connections of another one."""
        self._share(connection.settings, connection._pools)
        self.last: Answer[Any] | None = None

    def exchange(self, call: Call[T]) -> Answer[T]:
        """Send a call and remember its answer."""
        answer = super().exchange(call)
        self.last = answer
        return answer

    def fetch(self, operation: str, url: str, headers: Mapping[str, str]) -> Response:
        """Refuse: a file comes from another host than the link that was asked for."""
        raise TypeError(f"{operation} sends more than one call: its result carries its own head")


def _encode(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()]


def _least(timeout: float | None, left: float | None) -> float | None:
    if timeout is None or left is None:
        return left if timeout is None else timeout
    return min(timeout, left)


def _before(end: float | None, clock: Clock, wait: float | None) -> float | None:
    """The wait, unless it would last beyond the end."""
    return None if wait is None or (end is not None and clock.monotonic() + wait >= end) else wait


def _late(operation: str, limit: float | None) -> Callable[[], APITimeoutError]:
    return lambda: APITimeoutError(operation, f"no answer within the deadline of {limit} s")
