# Derived from sdk/trivet/_async/connection.py by `python -m codegen`; do not edit.
"""Sending a call: credentials, retries, the deadline, and the error of an answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .._concurrency.deadline import deadline
from .._core.answer import Answer, Head
from .._core.auth import Auth
from .._core.call import Call
from .._core.call_end import CallEnd
from .._core.error_body import problem, status_error
from .._core.impersonation import ImpersonationScope
from .._core.lazy import lazy
from .._core.redact import redact
from .._core.request import USER_AGENT, Outgoing, Request, encode_headers
from .._core.retry import Attempts, RetryDecision
from .._core.settings import Settings
from .._core.unset import UNSET, Unset
from ..errors import APIConnectionError, APIStatusError
from .credentials import Credentials
from .http.response import Response, UnreadableBodyError
from .http.transports import Transport, Transports

if TYPE_CHECKING:
    from .._core import codec
else:
    codec = lazy("trivet._core.codec")

__all__ = ["Connection", "Observer"]

T = TypeVar("T")

logger = logging.getLogger("trivet")

NO_CREDENTIALS: Mapping[str, str] = {}
"""The credentials of a public call."""

Observer: TypeAlias = Callable[[str, Answer[Any] | None], object]
"""Called with the operation and the answer of each call; with None before a call whose body is streamed is sent."""


class Connection:
    """Everything between a call and its answer: credentials, connections, retries, errors.

    Copies share the connections.
    """

    def __init__(self, settings: Settings, transport: Transport | None = None) -> None:
        self._set(settings, Transports(transport), Credentials(settings.auth), None, None)

    @classmethod
    def _copy(cls, *parts: Any) -> Connection:
        copy = object.__new__(cls)
        copy._set(*parts)
        return copy

    def _set(
        self,
        settings: Settings,
        transports: Transports,
        credentials: Credentials,
        scope: ImpersonationScope | None,
        observer: Observer | None,
    ) -> None:
        self.settings = settings
        self._transports = transports
        self._credentials = credentials
        self._scope = scope
        self._observer = observer

    def with_settings(self, settings: Settings) -> Connection:
        """Return a copy with other settings."""
        return self._copy(settings, self._transports, self._credentials, self._scope, self._observer)

    def with_observer(self, observer: Observer) -> Connection:
        """Return a copy that passes each answer to a function."""
        return self._copy(self.settings, self._transports, self._credentials, self._scope, observer)

    def impersonated(self, auth: Auth, scope: ImpersonationScope) -> Connection:
        """Return a copy with another user's credentials, which ends with its scope."""
        return self._copy(self.settings.evolve(auth=auth), self._transports, Credentials(auth), scope, None)

    def exchange(
        self,
        call: Call[T],
        *,
        read_timeout: float | Unset | None = UNSET,
        deadline: float | CallEnd | Unset | None = UNSET,
    ) -> Answer[T]:
        """Send a call and read its answer.

        Args:
            call: The call.
            read_timeout: Seconds for each wait for data, instead of the client's timeout.
            deadline: Seconds for the whole call, instead of the client's deadline; or the end of a larger one.

        Raises:
            APIConnectionError: No whole answer arrived, after the retries that the call allows.
            APIStatusError: The service answered with an error status.
            DecodeError: The body does not match the contract.
        """
        settings = self.settings
        read_timeout = settings.timeout if isinstance(read_timeout, Unset) else read_timeout
        limit = settings.deadline if isinstance(deadline, Unset) else deadline
        end = limit if isinstance(limit, CallEnd) else CallEnd(call.operation, limit, settings.clock)
        response, body = self._send(Request(call, settings, read_timeout, whole=True), end)
        answer = codec.decode_answer(call, settings, response, body)
        if self._observer is not None:
            self._observer(call.operation, answer)
        return answer

    def stream(self, call: Call[Any], read_timeout: float | None, *, endless: bool = False) -> Response:
        """Send a call and leave the body of its answer unread; the caller closes it.

        Args:
            call: The call.
            read_timeout: Seconds for each wait for data; None for no limit.
            endless: Whether the body goes on until one side closes it, so that the deadline holds for its head alone.

        Raises:
            APIConnectionError: No answer arrived, after the retries that the call allows.
            APIStatusError: The service answered with an error status.
            DecodeError: The answer is of another media type than the contract states.
        """
        settings = self.settings
        if self._observer is not None:
            self._observer(call.operation, None)
        end = CallEnd(call.operation, settings.deadline, settings.clock)
        response, _ = self._send(Request(call, settings, read_timeout, whole=False), end)
        if not codec.is_expected_media_type(call, response):
            raise codec.media_type_error(call, settings, response, response.start())
        if response.headers.get("content-encoding", "identity") != "identity":  # its unpacked size is not known
            response.close()
            raise codec.decode_error(call, settings, response, b"", "the body is packed, which was not asked for")
        if endless:
            end.remove()
        response.set_read_timeout(read_timeout)
        return response

    def fetch(self, operation: str, url: str, headers: Mapping[str, str], end: CallEnd) -> Response:
        """Request a file of another host without credentials; the caller reads and closes the response.

        Raises:
            APIConnectionError: No answer arrived.
        """
        if self._observer is not None:
            self._observer(operation, None)
        raw = encode_headers({"user-agent": USER_AGENT, "accept-encoding": "identity", **headers})
        timeout = self.settings.timeout
        with deadline(end.left(), end.error):
            return self._transports.open(Outgoing(operation, "GET", url, raw, None, timeout, timeout, end, None))

    def close(self) -> None:
        """Close every connection, those of the copies too; the connection of a scope only ends its scope."""
        if self._scope is None:
            self._transports.close()
        else:
            self._scope.end()

    def check_scope(self, call: Call[Any]) -> None:
        """Raise TrivetError after the scope has ended, for a call or for reading more of its answer.

        Raises:
            TrivetError: The scope has ended.
        """
        if self._scope is not None:
            self._scope.check(call.operation, self.settings.clock.now())

    def _send(self, request: Request, end: CallEnd) -> tuple[Response, bytes]:
        """Send a request, again where that is allowed, until it succeeds."""
        settings, call = self.settings, request.call
        clock, operation = settings.clock, call.operation
        attempts = Attempts(settings.max_retries, retryable=call.retryable)
        refused: Mapping[str, str] | None = None
        with deadline(end.left(), end.error):
            while True:
                self.check_scope(call)
                credentials = NO_CREDENTIALS if call.public else self._credentials.headers(refused)
                if end.has_passed():
                    raise end.error()
                try:
                    response, body = self._send_once(request, credentials, end)
                except APIConnectionError as error:
                    wait = self._wait(operation, error.reason, attempts.after_failure(sent=error.sent), end)
                    if wait is None:
                        raise
                else:
                    if response.status < 300:
                        return response, body
                    if response.status == 401 and refused is None and settings.auth.source is not None and credentials:
                        refused = credentials
                        logger.info("%s: 401; again with another token", operation)
                        continue
                    status = settings.api_info.effective_status(response.status, problem(body).code)
                    decision = attempts.after_status(status, response.headers, clock.now)
                    wait = self._wait(operation, response.status, decision, end)
                    if wait is None:  # a redirect too, which would take the credentials to another place
                        raise self.status_error(operation, response, body, call.secrets)
                clock.sleep(wait)

    def _send_once(self, request: Request, credentials: Mapping[str, str], end: CallEnd) -> tuple[Response, bytes]:
        """Send a request, and read its answer as far as it is needed.

        Raises:
            APIConnectionError: No whole answer arrived.
            DecodeError: The body is too long, or packed in a way that was not asked for.
        """
        settings, call = self.settings, request.call
        auth = None if call.public else settings.auth.httpx_auth
        response = self._transports.open(request.outgoing(credentials, end, settings.timeout, auth))
        if not request.whole:
            return response, response.start() if response.status >= 300 else b""
        unreadable: UnreadableBodyError
        try:
            return response, response.read(settings.max_body)
        except UnreadableBodyError as error:
            unreadable = error
        raise codec.decode_error(call, settings, response, unreadable.start, unreadable.reason)

    def _wait(self, operation: str, failure: object, decision: RetryDecision, end: CallEnd) -> float | None:
        """Return the seconds until the next attempt, None for no more attempts, and log which and why."""
        wait, reason = decision.wait, decision.reason
        left = end.left()
        if wait is not None and left is not None and wait >= left:
            wait, reason = None, "the deadline would pass first"
        if wait is None:
            logger.debug("%s: %s; not retried: %s", operation, failure, reason)
        else:
            logger.info("%s: %s; again in %.1f s", operation, failure, wait)
        return wait

    def status_error(self, operation: str, head: Head, body: bytes, secrets: tuple[str, ...] = ()) -> APIStatusError:
        """Make the error of an answer with an error status, without the credentials and secrets that it may echo."""
        settings = self.settings
        secrets += settings.auth.secrets() + head.secrets
        hidden = redact(body, secrets)
        code, message = problem(hidden)
        kind = status_error(settings.api_info.effective_status(head.status, code))
        return kind(operation, head.status, head.headers.without(secrets), hidden, code, message)

    def __getstate__(self) -> tuple[Settings, Transport | None]:
        # A pickled client opens connections of its own.
        if self._scope is not None:
            raise TypeError("a client that acts as another user cannot leave its block")
        return self.settings, self._transports.given

    def __setstate__(self, state: tuple[Settings, Transport | None]) -> None:
        settings, transport = state
        self._set(settings, Transports(transport), Credentials(settings.auth), None, None)
