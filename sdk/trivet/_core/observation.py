"""Observers of calls, what they see of a call and of its attempts, and how a client notifies them."""

from __future__ import annotations

import inspect
import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ..errors import InvalidArgumentError, TrivetError
from . import check
from .call import host_and_port
from .public import exported_from
from .redaction import redact_text
from .secrets import CREDENTIAL_HEADERS
from .traceback_locals import clear_locals

logger = logging.getLogger("trivet")

_METHODS = (
    *("on_call_start", "on_attempt_start", "on_attempt_end", "on_call_end"),
    *("on_turn_start", "on_turn_end", "on_tool_start", "on_tool_end"),
)


@exported_from("trivet.observe")
class ObservedCall:
    """A call of a client as its observers see it: without arguments, URLs, credentials and bodies.

    Each page of a list is a call. The call of a stream or an export ends when its body ends or is closed, and each new
    connection of a stream is another call. A download is one call, whose attempts transfer the file; the request for
    its link is a call of its own.

    Attributes:
        service: The service: `agent`, `bus` or `chat`.
        operation: The operation's name, which is its path on the client: `stops.list`. For `client.request`, the method
            and the path, with `...` for segments that may be ids or tokens.
        method: The HTTP method.
        url_template: The path below `base_url`, with the names of its arguments in braces: `/api/session/{sessionID}`.
            None for a download, whose file is on another host.
        info: A dict in which observers keep what belongs to the call, such as a span. Use the observer as the key.
        status: From here on, known at the end. The status of the answer to the last attempt; None if none arrived.
        request_id: The service's identifier of the last request, if it sent one.
        value_kind: The name of the class of the record that was decoded, such as `Arrivals`; for a call without a
            record the class of its value, `stream` for a stream or an export, `file` for a download. None without a
            value, and for a call that failed.
        error: The error that the call raises, in which secrets are replaced; None if it raises none, or an exception
            that is not trivet's.
        error_type: The name of the class of the exception, with its module: `trivet.APITimeoutError`, or
            `asyncio.exceptions.CancelledError` for a call that was cancelled; None if the call succeeded.
        retries: How many attempts followed the first one.
        seconds: The duration of the call, with retries, the waits before them and decoding.
    """

    __slots__ = (
        "error",
        "error_type",
        "info",
        "method",
        "operation",
        "request_id",
        "retries",
        "seconds",
        "service",
        "status",
        "url_template",
        "value_kind",
    )

    def __init__(self, service: str, operation: str, method: str, url_template: str | None) -> None:
        self.service: str = service
        self.operation: str = operation
        self.method: str = method
        self.url_template: str | None = url_template
        self.info: dict[Any, Any] = {}
        self.status: int | None = None
        self.request_id: str | None = None
        self.value_kind: str | None = None
        self.error: TrivetError | None = None
        self.error_type: str | None = None
        self.retries: int = 0
        self.seconds: float = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.service!r}, {self.operation!r})"


@exported_from("trivet.observe")
class ObservedAttempt:
    """One request of a call, and its answer.

    Attributes:
        call: The call.
        number: The number of the attempt; the first is 1.
        server_address: The host that the request is sent to.
        server_port: Its port.
        info: A dict in which observers keep what belongs to the attempt. Use the observer as the key.
        status: From here on, known at the end. The status of the answer; None if no answer arrived.
        request_id: The service's identifier of the request, if it sent one.
        error: The error of an attempt without a complete and readable answer, in which secrets are replaced; None if
            there is one, also with an error status.
        error_type: The name of the class of the exception, as in `ObservedCall`.
        bytes: How many bytes of the body arrived, before decompression.
        seconds: The duration of the attempt, to the last byte of the body, or until it was closed.
    """

    __slots__ = (
        "bytes",
        "call",
        "error",
        "error_type",
        "info",
        "number",
        "request_id",
        "seconds",
        "server_address",
        "server_port",
        "status",
    )

    def __init__(self, call: ObservedCall, number: int, server_address: str, server_port: int) -> None:
        self.call: ObservedCall = call
        self.number: int = number
        self.server_address: str = server_address
        self.server_port: int = server_port
        self.info: dict[Any, Any] = {}
        self.status: int | None = None
        self.request_id: str | None = None
        self.error: TrivetError | None = None
        self.error_type: str | None = None
        self.bytes: int = 0
        self.seconds: float = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.call.operation!r}, {self.number})"


@exported_from("trivet.observe")
class ObservedTurn:
    """A turn of an agent as its observers see it: without the prompt, the answer, and the arguments of tools.

    Its calls are observed as calls of their own. A turn begins before its prompt is sent, and ends with its block.

    Attributes:
        service: The service: `agent`.
        session_id: The session.
        info: A dict in which observers keep what belongs to the turn, such as a span. Use the observer as the key.
        status: From here on, known at the end. How the turn has ended: `finished`, `failed`, `interrupted`,
            `over_budget` or `detached`.
        agent: The name of the agent; None if its messages do not name it.
        provider: The id of the model's provider; None if it is unknown.
        model: The id of the model; None if it is unknown.
        finish_reason: Why the model stopped, in the service's words; None if the service does not say.
        input_tokens: The tokens that were sent to models, in the sessions below, too; None if the service counts none.
        output_tokens: The tokens that models have generated there; None if the service counts none.
        cost: Their cost in US dollars; None if it is unknown.
        tools: How often each tool was called, by its name.
        error_type: The type of the error that ended the turn, in the service's words; None if there is none.
        seconds: The duration of the turn.
    """

    __slots__ = (
        "agent",
        "cost",
        "error_type",
        "finish_reason",
        "info",
        "input_tokens",
        "model",
        "output_tokens",
        "provider",
        "seconds",
        "service",
        "session_id",
        "status",
        "tools",
    )

    def __init__(self, service: str, session_id: str) -> None:
        self.service: str = service
        self.session_id: str = session_id
        self.info: dict[Any, Any] = {}
        self.status: str | None = None
        self.agent: str | None = None
        self.provider: str | None = None
        self.model: str | None = None
        self.finish_reason: str | None = None
        self.input_tokens: float | None = None
        self.output_tokens: float | None = None
        self.cost: float | None = None
        self.tools: dict[str, int] = {}
        self.error_type: str | None = None
        self.seconds: float = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.session_id!r})"


@exported_from("trivet.observe")
class ObservedToolCall:
    """A call of a function of `tools=` as observers see it: without its arguments and its result.

    Calls that no turn shows, and that are refused, are not observed.

    Attributes:
        session_id: The session whose agent calls: the turn's own, or one below it.
        call_id: The call, by which the message of the agent has it.
        tool: The name of the tool.
        turn: The turn; None if its client has no observers.
        info: A dict in which observers keep what belongs to the call, such as a span. Use the observer as the key.
        status: From here on, known at the end. How the call has ended: `completed`; `failed`, for the model, too;
            `refused`, because its arguments do not fit or `before_tool` denies it; or `stopped`, by `StopTurn`.
        error_type: The name of the class of the function's exception; None if it has raised none.
        seconds: The duration of the call, the wait for other calls included.
    """

    __slots__ = ("call_id", "error_type", "info", "seconds", "session_id", "status", "tool", "turn")

    def __init__(self, session_id: str, call_id: str, tool: str, turn: ObservedTurn | None = None) -> None:
        self.session_id: str = session_id
        self.call_id: str = call_id
        self.tool: str = tool
        self.turn: ObservedTurn | None = turn
        self.info: dict[Any, Any] = {}
        self.status: str | None = None
        self.error_type: str | None = None
        self.seconds: float = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.tool!r}, {self.call_id!r})"


@exported_from("trivet.observe")
class Observer:
    """The base class of observers: override the methods that you need.

        class SlowCalls(Observer):
            def on_call_end(self, call: ObservedCall) -> None:
                if call.seconds > 1:
                    print(f"{call.operation} took {call.seconds:.1f} s")

        client = BusClient(account_key="…", observers=[SlowCalls()])

    One observer serves sync and async clients. Its methods are plain functions, which the task or thread of the call
    runs, so they should return at once. Several threads may call them at the same time: pages that are fetched ahead
    come from threads of their own in a sync client, and a stream may end in another thread than it began in.

    An observer does not change the outcome of a call. The first exception that it raises is logged as a warning, with
    its traceback, to the logger `trivet`; later ones are dropped. Only exceptions that are not an `Exception`, such as
    KeyboardInterrupt, leave the call.
    """

    def on_call_start(self, call: ObservedCall) -> None:
        """Handle the start of a call, before its first request.

        >>> def on_call_start(self, call):
        ...     call.info[self] = self.tracer.start_span(call.operation)
        """

    def on_attempt_start(self, attempt: ObservedAttempt) -> Mapping[str, str] | None:
        """Handle the start of an attempt, and return headers to add to its request, or None.

        >>> def on_attempt_start(self, attempt):
        ...     return {"x-request-id": uuid4().hex}

        Headers that the request has already, those of the client's `headers` among them, stay as they are. Credentials
        (`Authorization`, `Cookie`, `Proxy-Authorization`) and the headers that each call sets by itself are refused,
        which counts as an exception of the observer. No headers are added to the requests of a download, which go to
        another host. Errors do not show the values, except those of `traceparent` and `x-request-id`.
        """

    def on_attempt_end(self, attempt: ObservedAttempt) -> None:
        """Handle the end of an attempt.

        >>> def on_attempt_end(self, attempt):
        ...     self.received += attempt.bytes
        """

    def on_call_end(self, call: ObservedCall) -> None:
        """Handle the end of a call: its value was decoded, its stream has ended, or it raises an error.

        >>> def on_call_end(self, call):
        ...     print(call.operation, call.status, call.error_type)
        """

    def on_turn_start(self, turn: ObservedTurn) -> None:
        """Handle the start of a turn, before its prompt is sent.

        >>> def on_turn_start(self, turn):
        ...     turn.info[self] = self.tracer.start_span("invoke_agent")
        """

    def on_turn_end(self, turn: ObservedTurn) -> None:
        """Handle the end of a turn.

        >>> def on_turn_end(self, turn):
        ...     print(turn.status, turn.output_tokens, turn.cost, turn.tools)
        """

    def on_tool_start(self, call: ObservedToolCall) -> None:
        """Handle the start of a call of a function of `tools=`, in the thread of the server of tools.

        >>> def on_tool_start(self, call):
        ...     call.info[self] = self.tracer.start_span(f"execute_tool {call.tool}")
        """

    def on_tool_end(self, call: ObservedToolCall) -> None:
        """Handle the end of a call of a function of `tools=`.

        >>> def on_tool_end(self, call):
        ...     print(call.tool, call.status, call.seconds)
        """


class Observers:
    """The observers of a client and its copies."""

    __slots__ = ("_failed", "_observers")

    def __init__(self, observers: tuple[Observer, ...]) -> None:
        self._observers = observers
        self._failed: set[int] = set()

    @classmethod
    def of(cls, observers: Any) -> Observers | None:
        """Check the argument of a client; None stands for no observers.

        Raises:
            InvalidArgumentError: It is not a list of observers.
        """
        if isinstance(observers, Observers):
            return observers
        entries: Sequence[Any] = observers
        if not isinstance(observers, Sequence) or isinstance(observers, str):
            raise InvalidArgumentError("observers", "a list of observers", type(observers).__name__)
        for observer in entries:
            if not isinstance(observer, Observer):
                raise InvalidArgumentError("observers", "objects of subclasses of trivet.observe.Observer", observer)
            for name in _METHODS:
                if inspect.iscoroutinefunction(getattr(observer, name)):
                    raise InvalidArgumentError("observers", f"observers whose {name} is a plain function", observer)
        return cls(tuple(entries)) if entries else None

    def begin_call(
        self,
        service: str,
        operation: str,
        method: str,
        url_template: str | None,
        monotonic: Callable[[], float],
    ) -> Observation:
        """Notify the observers of the start of a call, and return what notifies them of the rest."""
        call = ObservedCall(service, operation, method, url_template)
        observation = Observation(self, call, monotonic)
        self.notify("on_call_start", call)
        return observation

    def notify(
        self, method: str, subject: ObservedCall | ObservedAttempt | ObservedTurn | ObservedToolCall
    ) -> dict[str, str]:
        """Call a method of each observer, and return the headers that the methods return."""
        headers: dict[str, str] = {}
        handled = sys.exception()
        for number, observer in enumerate(self._observers):
            try:
                returned = getattr(observer, method)(subject)
                if method == "on_attempt_start" and returned is not None:
                    headers.update(check.headers(f"the result of {method}", returned, refused=CREDENTIAL_HEADERS))
            except Exception as failure:
                if number not in self._failed:
                    self._failed.add(number)
                    _forget(failure, handled)
                    text = "%s of the observer %s failed; its next failures are not logged"
                    logger.warning(text, method, type(observer).__qualname__, exc_info=True)
        return headers

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._observers,)


class ObservedResponse(Protocol):
    """What an observation reads from a response."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        ...

    @property
    def request_id(self) -> str | None:
        """The service's identifier of the request."""
        ...

    @property
    def received(self) -> int:
        """How many bytes of the body have arrived."""
        ...

    @property
    def is_closed(self) -> bool:
        """Whether the response was closed."""
        ...


class Observation:
    """One call, with the observers that are notified of its attempts and of its end."""

    __slots__ = ("_attempt", "_attempt_begun", "_begun", "_call", "_count", "_monotonic", "_observers", "_response")

    def __init__(self, observers: Observers, call: ObservedCall, monotonic: Callable[[], float]) -> None:
        self._observers = observers
        self._monotonic = monotonic
        self._call: ObservedCall | None = call
        self._attempt: ObservedAttempt | None = None
        self._response: ObservedResponse | None = None
        self._count = 0
        self._begun = self._attempt_begun = monotonic()

    def begin_attempt(self, url: str) -> dict[str, str]:
        """Notify the observers of an attempt, and return the headers that they add to its request.

        Args:
            url: The URL of the host; observers see its host and port.
        """
        call = self._call
        assert call is not None  # a call that has ended sends nothing
        host, port = host_and_port(url) or ("", 0)
        self._count += 1
        call.retries, call.status, call.request_id = self._count - 1, None, None
        self._attempt = ObservedAttempt(call, self._count, host.strip("[]"), port)
        self._attempt_begun = self._monotonic()
        return self._observers.notify("on_attempt_start", self._attempt)

    def accept(self, response: ObservedResponse, secrets: tuple[str, ...]) -> None:
        """Record the head of an answer; the attempt then ends with its body.

        Args:
            response: The response, from which the number of bytes is read at the end.
            secrets: Texts that the server may repeat and that observers must not see.
        """
        call, attempt, self._response = self._call, self._attempt, response
        if call is not None and attempt is not None:
            request_id = response.request_id
            call.status = attempt.status = response.status
            call.request_id = attempt.request_id = request_id and redact_text(request_id, secrets)

    def end_attempt(self, error: BaseException | None = None) -> None:
        """Notify the observers of the end of an attempt, unless its answer is still being read.

        Args:
            error: The error of an attempt without a complete answer.
        """
        if self._response is None or self._response.is_closed:
            self._end_attempt(error)

    def end_call(self, error: BaseException | None = None, value_kind: str | None = None) -> None:
        """Notify the observers of the end of the call, first of the end of an open attempt. Ending twice has no effect.

        Args:
            error: The exception that the call raises.
            value_kind: The kind of its value.
        """
        call, self._call = self._call, None
        if call is None:
            return
        self._end_attempt(error)
        call.error, call.error_type = _failure(error)
        call.value_kind = value_kind if error is None else None
        call.seconds = self._monotonic() - self._begun
        self._observers.notify("on_call_end", call)

    def _end_attempt(self, error: BaseException | None) -> None:
        attempt, self._attempt = self._attempt, None
        response, self._response = self._response, None
        if attempt is None:
            return
        attempt.error, attempt.error_type = _failure(error)
        attempt.bytes = 0 if response is None else response.received
        attempt.seconds = self._monotonic() - self._attempt_begun
        self._observers.notify("on_attempt_end", attempt)


def _forget(failure: BaseException, handled: BaseException | None) -> None:
    """Remove the exception that ended a call from the contexts of an observer's, which are logged with it."""
    while failure.__context__ is not None and failure.__context__ is not handled:
        failure = failure.__context__
    failure.__context__ = None


def _failure(error: BaseException | None) -> tuple[TrivetError | None, str | None]:
    """Return what observers see of an exception: one that is not trivet's may hold a URL, so only its class."""
    if error is None:
        return None, None
    clear_locals(error)  # an observer may pass it to a tool that shows the variables of its frames
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    return error if isinstance(error, TrivetError) else None, name
