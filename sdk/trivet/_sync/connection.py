# Derived from sdk/trivet/_async/connection.py by `python -m codegen`; do not edit.
"""Sending calls: credentials, retries, the deadline, and what an answer means."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .._concurrency.deadline import deadline
from .._core.answer import Answer, Head
from .._core.auth import Auth
from .._core.call import JSON, Call
from .._core.clock import Clock
from .._core.error_body import problem
from .._core.impersonation import ImpersonationScope
from .._core.lazy import lazy
from .._core.redact import redact
from .._core.retry import Attempts
from .._core.settings import Settings
from .._core.unset import UNSET, Unset
from .._version import __version__
from ..errors import APIConnectionError, APIStatusError, APITimeoutError, TrivetError, status_error
from .credentials import Credentials
from .http.pools import Pools, Transport
from .http.response import Response

if TYPE_CHECKING:
    from .._core import codec
else:
    codec = lazy("trivet._core.codec")

__all__ = ["Connection", "Recorder"]

T = TypeVar("T")

logger = logging.getLogger("trivet")

USER_AGENT = f"trivet/{__version__}"

CREDENTIALS = frozenset({"authorization", "cookie", "proxy-authorization"})

NONE: Mapping[str, str] = {}
"""The credentials of a call that needs none."""


class Connection:
    """Everything between a call and its answer: credentials, connections, retries, errors.

    Copies made by `with_settings` and `impersonated` share the connections.
    """

    def __init__(self, settings: Settings, transport: Transport | None = None) -> None:
        """Open nothing yet."""
        self._share(settings, Pools(transport), Credentials(settings.auth), None)

    def _share(
        self, settings: Settings, pools: Pools, credentials: Credentials, scope: ImpersonationScope | None
    ) -> None:
        self.settings = settings
        self._pools = pools
        self._credentials = credentials
        self._scope = scope
        self._headers = {"accept-encoding": "gzip, deflate", "user-agent": USER_AGENT, **settings.headers}

    def with_settings(self, settings: Settings) -> Connection:
        """Make a copy with other settings over the same connections."""
        copy = object.__new__(Connection)
        copy._share(settings, self._pools, self._credentials, self._scope)
        return copy

    def impersonated(self, auth: Auth, scope: ImpersonationScope) -> Connection:
        """Make a copy for another caller over the same connections, which closes when its scope ends."""
        copy = object.__new__(Connection)
        copy._share(self.settings.with_auth(auth), self._pools, Credentials(auth), scope)
        return copy

    def exchange(
        self, call: Call[T], *, read_timeout: float | Unset | None = UNSET, deadline: float | Unset | None = UNSET
    ) -> Answer[T]:
        """Send a call and read its answer.

        Args:
            call: What to send.
            read_timeout: Seconds for each wait for more of the answer, in place of the client's timeout.
            deadline: Seconds for all of it, in place of the client's.

        Raises:
            APIConnectionError: No whole answer came, after the retries that the call allows.
            APIStatusError: The service said no.
            DecodeError: It said yes, with a body that is not what the contract promises.
        """
        headers = self._headers_of(call)
        read_timeout = self.settings.timeout if isinstance(read_timeout, Unset) else read_timeout
        limit = self.settings.deadline if isinstance(deadline, Unset) else deadline
        response, body = self._attempts(call, headers, read_timeout, limit, whole=True)
        return codec.decode_answer(call, self.settings, response, body)

    def stream(self, call: Call[Any], read_timeout: float | None) -> Response:
        """Send a call and leave the body of its answer unread; the caller closes it.

        Args:
            call: What to send.
            read_timeout: Seconds for each wait for more of the answer; None for no limit.

        Raises:
            APIConnectionError: No answer came, after the retries that the call allows.
            APIStatusError: The service said no.
            DecodeError: It said yes, in another media type than the contract promises.
        """
        headers = {**self._headers_of(call), "accept-encoding": "identity"}
        response, _ = self._attempts(call, headers, read_timeout, self.settings.deadline, whole=False)
        if not codec.is_expected_media_type(call, response):
            raise codec.media_type_error(call, self.settings, response, response.start())
        if response.headers.get("content-encoding", "identity") != "identity":  # of a size that nobody knows
            response.close()
            raise codec.decode_error(call, self.settings, response, b"", "the body is packed, which was not asked for")
        response.set_read_timeout(read_timeout)
        return response

    def _headers_of(self, call: Call[Any]) -> dict[str, str]:
        """The client's headers for a call; one that needs no credentials gets none by this way either."""
        headers = {**self._headers, "accept": call.accept}
        return {name: value for name, value in headers.items() if name not in CREDENTIALS} if call.public else headers

    def fetch(self, operation: str, url: str, headers: Mapping[str, str]) -> Response:
        """Get another host's file, unread, with no credentials; the caller closes what comes, whatever its status.

        Raises:
            APIConnectionError: No answer came.
        """
        raw = _encode({"user-agent": USER_AGENT, "accept-encoding": "identity", **headers})
        limit, timeout = self.settings.deadline, self.settings.timeout
        with deadline(limit, _late(operation, limit)):
            return self._pools.open(operation, "GET", url, raw, None, timeout, timeout)

    def close(self) -> None:
        """Close every connection, those of the copies too; one that is lent only ends itself."""
        if self._scope is None:
            self._pools.close()
        else:
            self._scope.end()

    def check_scope(self, call: Call[Any]) -> None:
        """Refuse a call, or more of its answer, where a scope is over.

        Raises:
            TrivetError: It is.
        """
        if self._scope is not None:
            self._scope.check(call.operation, self.settings.clock.now())

    def _attempts(
        self, call: Call[Any], headers: dict[str, str], read_timeout: float | None, limit: float | None, *, whole: bool
    ) -> tuple[Response, bytes]:
        """Send a call until it succeeds; of an answer that is not wanted whole, the body stays unread."""
        settings, operation = self.settings, call.operation
        url = settings.base_url + call.target(settings.context)
        httpx_auth = None if call.public else settings.auth.httpx_auth
        content = None
        if call.body is not None:
            try:
                content = codec.dumps(call.body)
            except TypeError as error:
                raise TrivetError(f"{operation}: an argument cannot be written as JSON: {error}") from error
            headers["content-type"] = JSON
        late = _late(operation, limit)
        end = None if limit is None else settings.clock.monotonic() + limit
        attempts = Attempts(settings.max_retries, retryable=call.retryable)
        refused: Mapping[str, str] | None = None
        with deadline(limit, late):
            while True:
                self.check_scope(call)
                sent = NONE if call.public else self._credentials.headers(refused)
                left = None if end is None else end - settings.clock.monotonic()
                if left is not None and left <= 0:
                    raise late()
                raw = _encode({**headers, **sent})
                limits = _least(settings.timeout, left), _least(read_timeout, left)
                try:
                    response = self._pools.open(operation, call.method, url, raw, content, *limits, httpx_auth)
                    body = _body(response, whole=whole)
                except APIConnectionError as error:
                    wait = _before(end, settings.clock, attempts.after_failure(sent=error.sent))
                    if wait is None:
                        raise
                    logger.info("%s: %s; again in %.1f s", operation, error.args[1], wait)
                else:
                    if response.status < 300:
                        return response, body
                    if response.status == 401 and refused is None and settings.auth.source is not None and sent:
                        refused = sent
                        logger.info("%s: 401; again with another token", operation)
                        continue
                    status = settings.api_info.effective_status(response.status, problem(body).code)
                    asked = attempts.after_status(status, response.headers, settings.clock.now)
                    wait = _before(end, settings.clock, asked)
                    if wait is None:  # so with a redirect, which would take the credentials with it
                        raise self.refusal(operation, response, body, call.secrets)
                    logger.info("%s: %s; again in %.1f s", operation, response.status, wait)
                settings.clock.sleep(wait)

    def refusal(self, operation: str, head: Head, body: bytes, secrets: tuple[str, ...] = ()) -> APIStatusError:
        """Make the error of an answer that is no success, without the credentials and secrets that it may echo."""
        settings = self.settings
        secrets += settings.auth.secrets() + head.secrets
        hidden = redact(body, secrets)
        code, message = problem(hidden)
        kind = status_error(settings.api_info.effective_status(head.status, code))
        return kind(operation, head.status, head.headers.without(secrets), hidden, code, message)

    def __getstate__(self) -> tuple[Settings, Transport | None]:
        # Connections do not travel; a pickled client opens its own.
        if self._scope is not None:
            raise TypeError("a client that acts as another user does not leave its block")
        return self.settings, self._pools.given

    def __setstate__(self, state: tuple[Settings, Transport | None]) -> None:
        settings, transport = state
        self._share(settings, Pools(transport), Credentials(settings.auth), None)


class Recorder(Connection):
    """A connection that remembers the answer of the last call that went through it."""

    def __init__(self, connection: Connection) -> None:
        """Send through the connections of another one."""
        self._share(connection.settings, connection._pools, connection._credentials, connection._scope)
        self.last: Answer[Any] | None = None

    def exchange(
        self, call: Call[T], *, read_timeout: float | Unset | None = UNSET, deadline: float | Unset | None = UNSET
    ) -> Answer[T]:
        """Send a call and remember its answer."""
        answer = super().exchange(call, read_timeout=read_timeout, deadline=deadline)
        self.last = answer
        return answer

    def stream(self, call: Call[Any], read_timeout: float | None) -> Response:
        """Refuse: what is read as it comes carries its own head."""
        raise TypeError(f"{call.operation} gives a stream, which carries its own head")

    def fetch(self, operation: str, url: str, headers: Mapping[str, str]) -> Response:
        """Refuse: a file comes from another host than the link that was asked for."""
        raise TypeError(f"{operation} sends more than one call: its result carries its own head")


def _body(response: Response, *, whole: bool) -> bytes:
    """What is read before it is known what to make of an answer."""
    if whole:
        return response.read()
    return response.start() if response.status >= 300 else b""


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
