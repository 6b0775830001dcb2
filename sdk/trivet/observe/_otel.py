"""An observer that makes OpenTelemetry spans and metrics; requires the extra `otel`.

The names of attributes are those of the semantic conventions for HTTP clients, except `trivet.service`. The required
`url.full` is left out, because a URL may be a secret.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .._core.extras import how_to_install
from .._core.lazy_imports import lazy
from .._core.observation import ObservedAttempt, ObservedCall, ObservedToolCall, ObservedTurn, Observer
from .._version import __version__
from ..errors import APIStatusError

if TYPE_CHECKING:
    from opentelemetry import metrics, trace
else:
    metrics = lazy("opentelemetry.metrics")
    trace = lazy("opentelemetry.trace")

BOUNDARIES = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)
"""The boundaries of the histogram's buckets in seconds, as the conventions advise."""


def otel(
    *, tracer_provider: trace.TracerProvider | None = None, meter_provider: metrics.MeterProvider | None = None
) -> Observer:
    """Return an observer that makes a span for each call, a child span for each attempt, and a histogram of durations.

    >>> client = BusClient(account_key="…", observers=[otel()])

    The span of a call has the name of its operation, and is a child of the current span. The span of an attempt carries
    the attributes of an HTTP request, and its context is sent with the request, as the propagator that is installed
    writes it: by default the header `traceparent`. The histogram is `http.client.request.duration`, in seconds, with a
    measurement for each attempt.

    Args:
        tracer_provider: The provider of the tracer; by default, the global one.
        meter_provider: The provider of the meter; by default, the global one.

    Raises:
        ModuleNotFoundError: opentelemetry-api is not installed; the message says how to install it.
    """
    return _Telemetry(tracer_provider, meter_provider)


def _import(name: str) -> Any:
    try:
        return importlib.import_module(f"opentelemetry.{name}")
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] != "opentelemetry":
            raise
        message = f"trivet.observe.otel needs opentelemetry-api: {how_to_install('otel')}"
        raise ModuleNotFoundError(message, name=error.name) from None


class _Telemetry(Observer):
    def __init__(
        self, tracer_provider: trace.TracerProvider | None, meter_provider: metrics.MeterProvider | None
    ) -> None:
        self._trace = _import("trace")
        self._propagate = _import("propagate")
        self._providers = (tracer_provider, meter_provider)
        self._tracer = self._trace.get_tracer("trivet", __version__, tracer_provider)
        self._durations = (
            _import("metrics")
            .get_meter("trivet", __version__, meter_provider)
            .create_histogram(
                "http.client.request.duration",
                unit="s",
                description="Duration of HTTP client requests.",
                explicit_bucket_boundaries_advisory=BOUNDARIES,
            )
        )

    def on_call_start(self, call: ObservedCall) -> None:
        """Start the span of a call."""
        attributes = {"trivet.service": call.service, **_request_attributes(call)}
        call.info[self] = self._tracer.start_span(
            call.operation, kind=self._trace.SpanKind.CLIENT, attributes=attributes
        )

    def on_attempt_start(self, attempt: ObservedAttempt) -> dict[str, str]:
        """Start the span of an attempt, and return the headers that propagate its context."""
        call = attempt.call
        attributes = {**_request_attributes(call), **_server_attributes(attempt)}
        if attempt.number > 1:
            attributes["http.request.resend_count"] = attempt.number - 1
        parent = self._trace.set_span_in_context(call.info[self])
        name = f"{call.method} {call.url_template}" if call.url_template else call.method
        span = self._tracer.start_span(name, parent, self._trace.SpanKind.CLIENT, attributes)
        attempt.info[self] = span
        headers: dict[str, str] = {}
        self._propagate.inject(headers, self._trace.set_span_in_context(span, parent))
        return headers

    def on_attempt_end(self, attempt: ObservedAttempt) -> None:
        """End the span of an attempt, and record its duration."""
        attributes: dict[str, str | int] = {}
        if attempt.status is not None:
            attributes["http.response.status_code"] = attempt.status
        if attempt.error_type is not None:
            attributes["error.type"] = attempt.error_type
        elif attempt.status is not None and attempt.status >= 400:
            attributes["error.type"] = str(attempt.status)
        span: trace.Span = attempt.info[self]
        self._end(span, attributes)
        attributes |= _request_attributes(attempt.call) | _server_attributes(attempt)
        self._durations.record(attempt.seconds, attributes, self._trace.set_span_in_context(span))

    def on_call_end(self, call: ObservedCall) -> None:
        """End the span of a call."""
        attributes: dict[str, str | int] = {}
        if call.retries:
            attributes["http.request.resend_count"] = call.retries
        if call.status is not None:
            attributes["http.response.status_code"] = call.status
        if isinstance(call.error, APIStatusError):
            attributes["error.type"] = str(call.error.status)
        elif call.error_type is not None:
            attributes["error.type"] = call.error_type
        self._end(call.info[self], attributes)

    def on_turn_start(self, turn: ObservedTurn) -> None:
        """Start the span of a turn."""
        attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": turn.session_id}
        turn.info[self] = self._tracer.start_span(
            "invoke_agent", kind=self._trace.SpanKind.CLIENT, attributes={"trivet.service": turn.service, **attributes}
        )

    def on_turn_end(self, turn: ObservedTurn) -> None:
        """End the span of a turn."""
        known: dict[str, Any] = {
            "gen_ai.agent.name": turn.agent,
            "gen_ai.provider.name": turn.provider,
            "gen_ai.request.model": turn.model,
            "gen_ai.response.finish_reasons": turn.finish_reason and [turn.finish_reason],
            "gen_ai.usage.input_tokens": turn.input_tokens,
            "gen_ai.usage.output_tokens": turn.output_tokens,
            "trivet.turn.status": turn.status,
            "trivet.turn.cost": turn.cost,
            "error.type": turn.error_type,
            **{f"trivet.turn.tools.{tool}": calls for tool, calls in turn.tools.items()},
        }
        span: trace.Span = turn.info[self]
        if turn.agent is not None:
            span.update_name(f"invoke_agent {turn.agent}")
        self._end(span, {name: value for name, value in known.items() if value is not None})

    def on_tool_start(self, call: ObservedToolCall) -> None:
        """Start the span of a call of a function, below the span of its turn."""
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": call.tool,
            "gen_ai.tool.call.id": call.call_id,
            "gen_ai.conversation.id": call.session_id,
        }
        turn = None if call.turn is None else call.turn.info.get(self)
        parent = None if turn is None else self._trace.set_span_in_context(turn)
        kind = self._trace.SpanKind.INTERNAL
        call.info[self] = self._tracer.start_span(f"execute_tool {call.tool}", parent, kind, attributes)

    def on_tool_end(self, call: ObservedToolCall) -> None:
        """End the span of a call of a function."""
        attributes: dict[str, str | int] = {"trivet.tool.status": call.status or "failed"}
        if call.error_type is not None or call.status in (None, "failed"):
            attributes["error.type"] = call.error_type or "tool"
        self._end(call.info[self], attributes)

    def _end(self, span: trace.Span, attributes: dict[str, str | int]) -> None:
        span.set_attributes(attributes)
        if "error.type" in attributes:
            span.set_status(self._trace.StatusCode.ERROR)
        span.end()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._providers != (None, None):
            raise TypeError("an observer with a provider of its own cannot be pickled: a provider belongs to a process")
        return type(self), (None, None)


def _request_attributes(call: ObservedCall) -> dict[str, str | int]:
    attributes: dict[str, str | int] = {"http.request.method": call.method}
    if call.url_template is not None:
        attributes["url.template"] = call.url_template
    return attributes


def _server_attributes(attempt: ObservedAttempt) -> dict[str, str | int]:
    return {"server.address": attempt.server_address, "server.port": attempt.server_port}
