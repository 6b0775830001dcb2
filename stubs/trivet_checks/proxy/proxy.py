"""The proxy on a port, composed of its application, its judge and its recording."""

from collections.abc import Collection
from math import inf
from pathlib import Path
from typing import Self

from trivet_checks.exchange_rules.memory import SETTLE
from trivet_checks.exchanges.gate import Gate
from trivet_checks.exchanges.shapes import Shapes
from trivet_checks.proxy.application import ProxyApplication
from trivet_checks.proxy.judge import Judge
from trivet_checks.proxy.observer_thread import Observer
from trivet_checks.proxy.patience import Patience
from trivet_checks.proxy.recorder import Recording
from trivet_checks.proxy.result import Tally, TrafficResult
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.serving.limits import Limits
from trivet_stubs.serving.port import Served, serve
from trivet_stubs.serving.upstream import Transport, Upstream


class Proxy:
    """A port that passes requests on to a server of a service, and compares the traffic with the contract.

        with Proxy("chat", "http://127.0.0.1:8000") as proxy:
            run_my_client(base_url=proxy.url)
        assert proxy.result.exit_status() == 0

    Every byte of a body passes unchanged, as soon as it arrives; a copy of it is judged.

    Args:
        service: The service: `bus`, `chat` or `agent`.
        upstream: The URL of the server, with the prefix of its paths.
        record: An empty or a new folder for a recording of the traffic, without secrets.
        host: The address to listen on.
        port: The port; 0 picks a free one.
        hosts: Further host names of the port, such as the name of its container. A request under another name gets a
            421, because it may be of a foreign web page, and does not reach the server; addresses and `localhost` need
            no name.
        limits: How many connections the port has, and how long it waits for clients.
        patience: How long it waits for the server.
        keep_host: Whether the server gets the `host` header of the client, so that links in its answers lead to the
            proxy; by default, it gets the host of its URL.
        transport: An async transport of httpx in place of the network, such as `stub.async_transport()`.
        settle: The seconds within which the server may show its writes late; a read that began earlier accuses it of
            nothing. With 0, it stores what it answers, and the next read has to show it.

    Raises:
        ValueError: An argument cannot be used.
    """

    __module__ = "trivet_checks"

    def __init__(
        self,
        service: str,
        upstream: str,
        *,
        record: Path | str | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        hosts: Collection[str] = (),
        limits: Limits | None = None,
        patience: Patience | None = None,
        keep_host: bool = False,
        transport: Transport | None = None,
        settle: float = SETTLE,
    ) -> None:
        if service not in SERVICES:
            raise ValueError(f"service: {service!r} is not one of {', '.join(SERVICES)}")
        if not 0 <= settle < inf:
            raise ValueError(f"settle: {settle} is not a number of seconds")
        self._upstream = Upstream(upstream, transport=transport)
        shapes = Shapes(service)
        gate = Gate(shapes.contract)
        self._tally = Tally(service, self._upstream.url)
        judge = Judge(shapes, self._tally, gate, settle)
        self._recording = None if record is None else Recording(Path(record), service, gate)
        self._observer = Observer(judge, self._tally, self._recording)
        app = ProxyApplication(self._upstream, self._observer, patience=patience, keep_host=keep_host)
        self._served: Served[ProxyApplication] = serve(
            app, host=host, port=port, limits=limits, hosts=(*hosts, self._upstream.host.decode("ascii"))
        )
        self._url = ""

    def __enter__(self) -> Self:
        self._served.__enter__()
        self._url = self._served.url
        try:
            self._observer.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        self._served.__exit__()
        self._observer.close()
        recording, self._recording = self._recording, None
        if recording is not None:
            self._tally.result.problems += recording.finish()
            self._tally.result.recorded = dict(recording.counts)

    @property
    def url(self) -> str:
        """The base URL for clients.

        >>> ChatClient(base_url=proxy.url, token="…")
        """
        return self._url

    @property
    def result(self) -> TrafficResult:
        """The traffic so far, and its faults.

        >>> proxy.result.findings
        []
        """
        self._observer.settle()
        return self._tally.result
