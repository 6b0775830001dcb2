"""The connection of a client: it sends calls, with credentials, retries and a deadline, and raises their errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from .._concurrency.deadline import async_deadline
from .._concurrency.event_loop import async_check_event_loop
from .._concurrency.functions import async_resolve
from .._concurrency.locks import AsyncNonReentrantLock
from .._core.answer import Answer, Head, Headers
from .._core.auth import Auth, ImpersonationScope, token_subject
from .._core.call import Call
from .._core.call_deadline import CallEnd
from .._core.content_coding import codings_of
from .._core.lazy_imports import lazy, load
from .._core.request import NOTHING_ADDED, USER_AGENT, Outgoing, Request, encode_headers
from .._core.retry import Attempts, RetryBudget, RetryDecision, log_attempt
from .._core.secrets import link_secrets
from .._core.settings import Settings, server_of
from .._core.traceback_locals import clear_locals, forget_frames, forget_interrupted
from .._core.unset import UNSET, Unset
from ..errors import APIConnectionError, APIError, APIStatusError, APITimeoutError, DecodeError, TrivetError
from .http.environment import ConnectionSettings
from .http.response import AsyncResponse, UnreadableBodyError
from .http.transports import AsyncTransport, AsyncTransports
from .limits import AsyncLimits

if TYPE_CHECKING:
    from .._core import answer_decoder, redirects, scheme_hints, status_errors
    from .._core import observation as observations
else:
    answer_decoder = lazy("trivet._core.answer_decoder")
    observations = lazy("trivet._core.observation")
    redirects = lazy("trivet._core.redirects")
    scheme_hints = lazy("trivet._core.scheme_hints")
    status_errors = lazy("trivet._core.status_errors")

T = TypeVar("T")

ERROR_MODULES = (
    *(f"trivet._core.{name}" for name in ("answer_decoder", "redaction", "redirects", "scheme_hints", "status_errors")),
    *(f"encodings.{name}" for name in ("utf_16_be", "utf_16_le", "utf_32_be", "utf_32_le")),
)
"""The modules that the errors of a call need. The first request loads them: where a call fails because the process can
open no more files, they cannot be imported."""

NO_HEAD = Head(0, Headers())
"""The head of an answer that did not arrive."""

UNREPEATABLE = "its body was read, and cannot be read again"
"""Why a call is not sent again whose body is an iterator, or a file that cannot be read from its start."""

LINK = "from a link of the service"
"""The source of the URL of a file."""

NO_CREDENTIALS: Mapping[str, str] = {}
"""The credentials of a public call."""

AnswerListener: TypeAlias = Callable[[str, Answer[Any] | None], object]
"""Called with the operation and the answer of each call; with None before a call whose body is streamed is sent."""

CloseListener: TypeAlias = Callable[[], Callable[[], Awaitable[object]]]
"""Called when the client is closed; returns a function that waits until the last requests have been sent."""

Decode: TypeAlias = Callable[[Call[T], Settings, Head, bytes, CallEnd], Answer[T]]
"""Makes the answer of a call from the body of its response."""


class AsyncConnection:
    """Everything between a call and its answer: credentials, connections, retries, limits, errors.

    Copies share the connections, the retry budget, the limits, and the streams that several readers share.
    """

    def __init__(self, settings: Settings, connections: ConnectionSettings, transport: AsyncTransport | None) -> None:
        self.settings = settings
        self._transports = AsyncTransports(transport, connections, settings.base_url)
        self._credentials = AsyncCredentials(settings.auth)
        self._budget = RetryBudget()
        self._limits = AsyncLimits.of(settings)
        self.shared_streams: dict[object, dict[Any, Any]] = {}
        self.shared_values: dict[str, Any] = {}
        self.close_listeners: set[CloseListener] = set()
        self._scope: ImpersonationScope | None = None
        self._answer_listener: AnswerListener | None = None
        self._logs_attempts = True

    def _evolve(self, **changes: Any) -> AsyncConnection:
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__ | changes)
        return copy

    @property
    def custom_transport(self) -> AsyncTransport | None:
        """The transport that the user has passed, which may offer more than the contract; None for trivet's own."""
        return self._transports.custom

    def with_settings(self, settings: Settings) -> AsyncConnection:
        """Return a copy with other settings; it shares a limit unless the settings change it."""
        return self._evolve(settings=settings, _limits=AsyncLimits.of(settings, self._limits))

    def with_answer_listener(self, listener: AnswerListener) -> AsyncConnection:
        """Return a copy that passes each answer to a function."""
        return self._evolve(_answer_listener=listener)

    def without_retries(self) -> AsyncConnection:
        """Return a copy for a caller that repeats calls itself, and logs why."""
        return self._evolve(settings=self.settings.evolve(max_retries=0), _logs_attempts=False)

    def impersonated(self, auth: Auth, scope: ImpersonationScope) -> AsyncConnection:
        """Return a copy with the credentials of another user, which can be used until its scope ends."""
        self.settings.secrets.add(self.settings.auth.secrets())  # of the administrator
        settings, credentials = self.settings.evolve(auth=auth), AsyncCredentials(auth)
        return self._evolve(settings=settings, _credentials=credentials, _scope=scope, _answer_listener=None)

    def attempts(self, *, retryable: bool) -> Attempts:
        """Begin the attempts of one call."""
        return Attempts(self.settings.max_retries, retryable=retryable, budget=self._budget)

    async def exchange(
        self,
        call: Call[T],
        *,
        read_timeout: float | Unset | None = UNSET,
        deadline: float | CallEnd | Unset | None = UNSET,
        long_lived: bool = False,
        decode: Decode[T] | None = None,
    ) -> Answer[T]:
        """Send a call and read its answer.

        Args:
            call: The call.
            read_timeout: Seconds for each wait for data, instead of the client's timeout.
            deadline: Seconds for the whole call, instead of the client's deadline; or the end of a call that this one
                is a part of.
            long_lived: Whether it waits until the service has done work; then its connection does not count as one for
                calls.
            decode: Makes the answer of the body, instead of `answer_decoder.decode_answer`.

        Raises:
            APIConnectionError: No complete answer arrived, after the retries that the call allows.
            APIStatusError: The service answered with an error status.
            DecodeError: The body does not match the contract.
        """
        settings = self.settings
        read_timeout = settings.timeouts.read if isinstance(read_timeout, Unset) else read_timeout
        limit = settings.deadline if isinstance(deadline, Unset) else deadline
        end = limit if isinstance(limit, CallEnd) else CallEnd(call.operation, limit, settings.clock)
        observation = self.observe(call.operation, call.method, call.url_template) if settings.observers else None
        body = b""
        try:
            request = Request(call, settings, read_timeout, whole=True, long_lived=long_lived)
            response, body = await self._send(request, end, observation)
            answer = (decode or answer_decoder.decode_answer)(call, settings, response, body, end)
        except BaseException as error:
            body = b""
            clear_locals(error)
            if observation is not None:
                observation.end_call(error)
            raise
        if observation is not None:
            observation.end_call(value_kind=_kind(answer))
        if self._answer_listener is not None:
            self._answer_listener(call.operation, answer)
        return answer

    async def stream(
        self, call: Call[Any], read_timeout: float | None, *, endless: bool = False, end: CallEnd | None = None
    ) -> AsyncResponse:
        """Send a call and return the response with its body unread; the caller closes it.

        Args:
            call: The call.
            read_timeout: Seconds for each wait for more of the body; None for no limit.
            endless: Whether the body continues until client or server closes it; then `end` applies only to the head.
            end: The end of the call, instead of the client's deadline.

        Raises:
            APIConnectionError: No answer arrived, after the retries that the call allows.
            APIStatusError: The service answered with an error status.
            DecodeError: The answer is of another media type than the contract states.
        """
        settings = self.settings
        if self._answer_listener is not None:
            self._answer_listener(call.operation, None)
        end = CallEnd(call.operation, settings.deadline, settings.clock) if end is None else end
        observation = self.observe(call.operation, call.method, call.url_template) if settings.observers else None
        try:
            head_timeout = (
                settings.timeouts.read if endless else read_timeout
            )  # events may be rare, but the head must come
            request = Request(call, settings, head_timeout, whole=False, long_lived=True)
            response, _ = await self._send(request, end, observation)
            await self._check_streamed(call, response)
        except BaseException as error:
            clear_locals(error)
            if observation is not None:
                observation.end_call(error)
            raise
        response.observation = observation
        if endless:
            end.remove()
        response.secrets = answer_decoder.all_secrets(call, settings, response)  # for errors while its body is read
        response.server = settings.server
        response.proxy = partial(self._transports.proxy_name, settings.base_url)
        response.set_read_timeout(read_timeout)
        return response

    async def _check_streamed(self, call: Call[Any], response: AsyncResponse) -> None:
        """Raise the error for a body that cannot be read as it arrives."""
        if not answer_decoder.is_expected_media_type(call, response):
            start = await response.start()
            raise answer_decoder.media_type_error(call, self.settings, response, start, whole=response.is_whole)
        if codings_of(response.headers.get("content-encoding", "")):  # it might decompress to any size
            await response.aclose()
            why = "the body is compressed, which was not requested"
            raise answer_decoder.decode_error(call, self.settings, response, b"", why, whole=False)

    def begin_calls(self, operation: str) -> None:
        """Refuse `with_response` for a method that sends more than one call, before it sends any.

        Raises:
            TypeError: The method was called by `with_response`.
        """
        if self._answer_listener is not None:
            self._answer_listener(operation, None)

    async def fetch(
        self,
        operation: str,
        url: str,
        headers: Mapping[str, str],
        end: CallEnd,
        observation: observations.Observation | None,
    ) -> AsyncResponse:
        """Request a file from another host, without credentials; the caller reads and closes the response."""
        if self._answer_listener is not None:
            self._answer_listener(operation, None)
        async_check_event_loop()
        raw = encode_headers({"user-agent": USER_AGENT, "accept-encoding": "identity", **headers})
        timeouts, limits, register = self.settings.timeouts, self._limits, self.settings.secrets
        register.add(link_secrets(url))
        outgoing = Outgoing(operation, "GET", url, raw, None, timeouts, timeouts.read, end, None, register)

        async def send() -> AsyncResponse:
            if observation is not None:
                observation.begin_attempt(url)  # the headers of observers are not sent to another host
            return await self._transports.send(outgoing)

        try:
            async with async_deadline(end.left(), end.error):
                if limits is None:
                    response = await send()
                else:
                    async with limits.slot(end.left, end.error):
                        response = await send()
        except BaseException as error:
            if isinstance(error, APIConnectionError):
                status_errors.hide_secrets(error, register.texts() + link_secrets(url) + outgoing.secrets)
                self._locate(error, url, server_of(url, LINK))
            url = ""
            forget_interrupted(error)
            clear_locals(error)
            raise
        if response.status < 300:
            self._budget.record_success()
        response.secrets += register.texts() + link_secrets(url)
        if observation is not None:
            observation.accept(response, response.secrets)
        response.server = server_of(url, LINK)
        response.proxy = partial(self._transports.proxy_name, url)
        return response

    def observe(self, operation: str, method: str, url_template: str | None) -> observations.Observation | None:
        """Notify the observers of the start of a call; None without observers."""
        settings = self.settings
        if settings.observers is None:
            return None
        service = settings.api_info.name
        return settings.observers.begin_call(service, operation, method, url_template, settings.clock.monotonic)

    @property
    def token_subject(self) -> str | None:
        """The claim `sub` of the token that was sent last; None before the first call, or if the token is not a JWT."""
        return self._credentials.subject

    async def aclose(self) -> None:
        """Close every connection, also those that copies opened; of an impersonated client, only end the scope."""
        if self._scope is None:
            try:
                for wait in [notify() for notify in [*self.close_listeners]]:
                    await wait()
            finally:
                await self._transports.aclose()
        else:
            self._scope.end()

    def check_scope(self, call: Call[Any]) -> None:
        """Raise TrivetError if the scope has ended, before a call is sent or more of its answer is read."""
        if self._scope is not None:
            self._scope.check(call.operation, self.settings.clock.now())

    async def _send(
        self, request: Request, end: CallEnd, observation: observations.Observation | None
    ) -> tuple[AsyncResponse, bytes]:
        """Send a request until it succeeds, as often as that is allowed."""
        async_check_event_loop()
        load(*ERROR_MODULES)
        settings, call, limits = self.settings, request.call, self._limits
        clock, operation = settings.clock, call.operation
        attempts = self.attempts(retryable=call.retryable)
        refused: Mapping[str, str] | None = None

        def timed_out() -> APITimeoutError:
            error = end.error()
            self._locate(error, settings.base_url, settings.server)
            self._log(operation, error.reason, attempts.give_up("the deadline has passed"))
            return error

        async with async_deadline(end.left(), timed_out):
            while True:
                self.check_scope(call)
                credentials = NO_CREDENTIALS if call.public else await self._credentials.headers(refused)
                if end.has_passed():
                    raise timed_out()
                if limits is None:
                    outcome = await self._attempt(request, credentials, end, observation)
                else:
                    async with limits.slot(end.left, timed_out):
                        outcome = await self._attempt(request, credentials, end, observation)
                if observation is not None:
                    observation.end_attempt(outcome if isinstance(outcome, APIError) else None)
                if isinstance(outcome, APIConnectionError):
                    decision = attempts.give_up(UNREPEATABLE)
                    if request.can_be_sent:
                        decision = attempts.after_failure(sent=outcome.sent, left=end.left())
                    self._log(operation, outcome.reason, decision)
                    if decision.wait is None:
                        base_url, source = settings.base_url, settings.base_url_source
                        outcome.hint = decision.hint or scheme_hints.connection_hint(outcome, base_url, source)
                        try:
                            raise outcome
                        finally:
                            del outcome  # its traceback refers to this frame: a reference cycle
                    forget_frames(outcome)
                elif isinstance(outcome, DecodeError):
                    raise outcome
                else:
                    response, body = outcome
                    if 200 <= response.status < 300:
                        self._budget.record_success()
                        return outcome
                    # The token may have expired, so a new one is fetched, once.
                    renewable = settings.auth.source is not None and credentials and request.can_be_sent
                    if response.status == 401 and refused is None and renewable:
                        refused = credentials
                        self._log(operation, 401, attempts.again_at_once())
                        continue
                    status = settings.api_info.effective_status(response.status, status_errors.problem(body).code)
                    decision = attempts.give_up(UNREPEATABLE)
                    if request.can_be_sent:
                        decision = attempts.after_status(status, response.headers, clock.now, left=end.left())
                    self._log(operation, response.status, decision)
                    if decision.wait is None:  # redirects end here, too: another host would get the credentials
                        raise self._refusal(call, response, body, decision)
                await clock.asleep(decision.wait)

    async def _attempt(
        self,
        request: Request,
        credentials: Mapping[str, str],
        end: CallEnd,
        observation: observations.Observation | None,
    ) -> tuple[AsyncResponse, bytes] | APIConnectionError | DecodeError:
        """Send a request once, and read as much of its answer as is needed.

        Failures are returned, and raised by the caller if they are final: raised in the handlers below, they would keep
        the handled exceptions as their contexts, and with them unredacted bodies.
        """
        settings, call, response = self.settings, request.call, None
        auth = None if call.public else settings.auth.httpx_auth
        added = NOTHING_ADDED if observation is None else observation.begin_attempt(settings.base_url)
        outgoing = request.outgoing(credentials, end, settings.timeouts, auth, added)
        try:
            max_body = call.max_body if settings.max_body is None else settings.max_body
            response = await self._transports.send(outgoing, max_body if request.whole else None)
            if observation is not None:
                observation.accept(response, answer_decoder.all_secrets(call, settings, response))
            if not request.whole:
                return response, b"" if 200 <= response.status < 300 else await response.start()
            return response, await response.read(max_body)
        except UnreadableBodyError as error:
            read_by_flow = Answer(None, error.status, Headers(), b"", None, outgoing.secrets)
            head, start = (read_by_flow, b"") if response is None else (response, error.start)
            return answer_decoder.decode_error(call, settings, head, start, error.reason, whole=False)
        except APIConnectionError as error:
            status_errors.hide_secrets(error, answer_decoder.all_secrets(call, settings, NO_HEAD) + outgoing.secrets)
            self._locate(error, settings.base_url, settings.server)
            return error
        except BaseException as error:
            forget_interrupted(error)
            raise

    def _locate(self, error: APIConnectionError, url: str, server: str) -> None:
        """Name the server and the proxy of a request that has failed; only the proxy, if the failure is the proxy's."""
        if not error.proxy:
            error.server, error.proxy = server, self._transports.proxy_name(url)

    def _refusal(
        self, call: Call[Any], response: AsyncResponse, body: bytes, decision: RetryDecision
    ) -> APIStatusError:
        secrets = answer_decoder.all_secrets(call, self.settings, response)
        error = status_errors.status_error(
            self.settings, call.operation, response, body, secrets, whole=response.is_whole
        )
        settings, status = self.settings, response.status
        base_url, source = settings.base_url, settings.base_url_source
        if status in redirects.STATUSES:
            location = response.headers.get("location")
            error.hint = redirects.redirect_hint(location, base_url, source, call, secrets)
        elif status == 400:
            error.hint = scheme_hints.refusal_hint(status, body, base_url, source) or decision.hint
        elif status_errors.is_foreign(status, body):
            error.hint = status_errors.base_url_hint(settings.base_url, call)
        else:
            proxy = self._transports.proxy_name(settings.base_url) if status in status_errors.OF_PROXIES else ""
            error.hint = "; ".join(filter(None, (status_errors.proxy_hint(status, proxy), decision.hint)))
        return error

    def _log(self, operation: str, failure: object, decision: RetryDecision) -> None:
        if self._logs_attempts:
            log_attempt(operation, failure, decision)

    def __getstate__(self) -> tuple[Settings, ConnectionSettings, AsyncTransport | None]:
        # The connections are left out: a client from a pickle opens its own.
        if self._scope is not None:
            raise TypeError("a client that acts as another user cannot leave its block")
        return self.settings, self._transports.settings, self._transports.custom

    def __setstate__(self, state: tuple[Settings, ConnectionSettings, AsyncTransport | None]) -> None:
        self.__dict__.update(AsyncConnection(*state).__dict__)


class AsyncCredentials:
    """The credentials of a client and its copies, with the token that was fetched last."""

    def __init__(self, auth: Auth) -> None:
        self._auth = auth
        self._lock = AsyncNonReentrantLock()
        self._sent: Mapping[str, str] | None = None

    @property
    def subject(self) -> str | None:
        """The claim `sub` of the latest token; None if it is not a JWT, or no call has needed it yet."""
        return None if self._sent is None else token_subject(self._sent.get("authorization", ""))

    async def headers(self, refused: Mapping[str, str] | None = None) -> Mapping[str, str]:
        """Return the headers that carry the credentials.

        Args:
            refused: The headers that the service has refused. A new token is fetched, once for all calls that sent
                these headers; without a function that fetches tokens, the same headers are returned.
        """
        source, sent = self._auth.source, self._sent
        if sent is not None and (sent is not refused or source is None):
            return sent
        if source is None:
            self._sent = _lower(self._auth.headers())
            return self._sent
        reentered = TrivetError("the function that fetches a token must not call the client that needs the token")
        async with self._lock.hold(reentered):
            if self._sent is None or self._sent is refused:  # otherwise another call has fetched a token meanwhile
                self._auth.accept(await async_resolve(source()))
                self._sent = _lower(self._auth.headers())
            return self._sent


def _kind(answer: Answer[Any]) -> str | None:
    """Return the name of the class of a value, or of the record that it is taken from."""
    value = answer.value if answer.record is None else answer.record
    return None if value is None else type(value).__name__


def _lower(headers: Mapping[str, str]) -> Mapping[str, str]:
    return {name.lower(): value for name, value in headers.items()}
