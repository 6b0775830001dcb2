"""A clock on which each reading is later, and OpenTelemetry in memory."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from trivet.observe import otel


class Clock:
    """A clock on which each reading is a quarter of a second later, and waits take no time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 3, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        self.seconds += 0.25
        return self.seconds

    def sleep(self, seconds: float, /) -> None:
        pass

    async def asleep(self, seconds: float, /) -> None:
        pass


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Telemetry:
    """An observer, and the spans and measurements that it makes."""

    def __init__(self) -> None:
        self._exporter, self._reader = InMemorySpanExporter(), InMemoryMetricReader()
        self._tracers, self._meters = TracerProvider(), MeterProvider([self._reader])
        self._tracers.add_span_processor(SimpleSpanProcessor(self._exporter))
        self.tracer = self._tracers.get_tracer("test")
        self.observer = otel(tracer_provider=self._tracers, meter_provider=self._meters)

    def spans(self) -> list[ReadableSpan]:
        """The spans that have ended, in the order of their ends."""
        return list(self._exporter.get_finished_spans())

    def points(self, metric: str) -> list[Any]:
        """The points of a metric, one for each set of attributes."""
        data: Any = self._reader.get_metrics_data()
        metrics = [entry for scope in data.resource_metrics[0].scope_metrics for entry in scope.metrics]
        return [point for entry in metrics if entry.name == metric for point in entry.data.data_points]

    @staticmethod
    def traceparent(span: ReadableSpan) -> str:
        """The header that propagates a span (https://www.w3.org/TR/trace-context/), whose last part are its flags."""
        context: Any = span.context
        return f"00-{context.trace_id:032x}-{context.span_id:016x}-{context.trace_flags:02x}"

    def shutdown(self) -> None:
        self._tracers.shutdown()
        self._meters.shutdown()


@pytest.fixture
def telemetry() -> Iterator[Telemetry]:
    telemetry = Telemetry()
    yield telemetry
    telemetry.shutdown()
