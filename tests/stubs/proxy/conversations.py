"""Conversations that pass through the proxy in process: those of the checks, with a stub, a mutant or another server."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

import httpx

from trivet_stubs.checks.shapes import Shapes
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.proxy.application import ProxyApplication
from trivet_stubs.proxy.judge import Judge
from trivet_stubs.proxy.observer_thread import Observer
from trivet_stubs.proxy.result import Tally, TrafficResult
from trivet_stubs.proxy.secrets import Secrets
from trivet_stubs.serving.in_process import AsyncTransport
from trivet_stubs.serving.upstream import Upstream


@contextmanager
def proxied(
    service: str, server: httpx.AsyncBaseTransport, monotonic: Callable[[], float]
) -> Generator[tuple[httpx.AsyncBaseTransport, TrafficResult], None, None]:
    """Yield a transport to a proxy before a server, and its result, which is complete at the end."""
    url = f"http://{service}.test"
    tally, shapes = Tally(service, url), Shapes(service)
    observer = Observer(Judge(shapes, tally, Secrets(shapes.contract)), tally, None)
    observer.start()
    try:
        yield (
            AsyncTransport(
                ProxyApplication(Upstream(url, transport=server), observer, monotonic=monotonic), MultiLoopEvent()
            ),
            tally.result,
        )
        observer.settle()
    finally:
        observer.close()


def broken_rules(result: TrafficResult) -> set[str]:
    """The rules that the server broke."""
    return {finding.verdict.id for finding in result.of("server") if finding.verdict.kind == "rule"}
