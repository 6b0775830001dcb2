# Generated from spec/bus.yaml by `python -m codegen`; do not edit.
"""The client of the Bus Transport Data Service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...._async.client import AsyncClient, observation
from ...._async.connection import AsyncConnection
from ...._async.http.environment import Certificate, ConnectionSettings, Verify
from ...._async.http.transports import AsyncTransport
from ...._core.auth import ApiKey
from ...._core.clock import Clock
from ...._core.operation_group import OperationGroup
from ...._core.public import exported_from
from ...._core.settings import ApiInfo, Settings, from_environment
from ...._core.timeouts import Timeout
from ...._core.traceback_locals import hide_arguments
from . import resources

__all__ = ["AsyncBusClient"]

SECRETS = ("Link",)
API_INFO = ApiInfo(
    "bus",
    "https://datamall2.mytransport.sg/ltaodataservice",
    {(500, "policies.ratelimit.QuotaViolation"): 429},
    SECRETS,
)


@exported_from("trivet")
class AsyncBusClient(AsyncClient):
    """A typed client of the Bus Transport Data Service, revision 6.8.

    >>> async with AsyncBusClient(account_key="…") as client:
    ...     await client.arrivals.get("28009")

    Attributes:
        arrivals: `get`, `watch`.
        passenger_volume: `by_stop`, `by_trip`, `download`.
        planned_routes: `list`.
        routes: `list`. List the bus routes stop by stop, one record for each stop of each direction (observed).
        services: `list`. List the bus services in operation, one record per direction (observed).
        stops: `list`. List the bus stops with their location.
    """

    arrivals: OperationGroup[resources.AsyncArrivals] = OperationGroup(resources.AsyncArrivals)
    passenger_volume: OperationGroup[resources.AsyncPassengerVolume] = OperationGroup(resources.AsyncPassengerVolume)
    planned_routes: OperationGroup[resources.AsyncPlannedRoutes] = OperationGroup(resources.AsyncPlannedRoutes)
    routes: OperationGroup[resources.AsyncRoutes] = OperationGroup(resources.AsyncRoutes)
    services: OperationGroup[resources.AsyncServices] = OperationGroup(resources.AsyncServices)
    stops: OperationGroup[resources.AsyncStops] = OperationGroup(resources.AsyncStops)

    @hide_arguments
    def __init__(
        self,
        *,
        account_key: str | None = None,
        base_url: str | None = None,
        timeout: Timeout = 30.0,
        deadline: float | None = None,
        max_retries: int = 2,
        max_body: int | None = None,
        max_values: int = 500_000,
        max_in_flight: int | None = None,
        max_per_second: float | None = None,
        max_connections: int = 100,
        max_streams: int | None = None,
        headers: Mapping[str, str] | None = None,
        verify: Verify = True,
        cert: Certificate | None = None,
        proxy: str | None = None,
        transport: AsyncTransport | None = None,
        clock: Clock | None = None,
        observers: Sequence[observation.Observer] | None = None,
        strict: bool = False,
    ) -> None:
        """Check the settings; the first call connects.

        Args:
            account_key: The API key; by default, `TRIVET_BUS_ACCOUNT_KEY` from the environment.
            base_url: The URL of the service, with its prefix; by default, `TRIVET_BUS_BASE_URL` from the
                environment, or `https://datamall2.mytransport.sg/ltaodataservice`.
            timeout: Seconds for connecting, for sending, and for each wait for data, None for no limit; or an `httpx.Timeout`.
            deadline: Seconds for a whole call, to the last byte of its answer; None for no limit.
            max_retries: How often a failed call is sent again, if it is retryable.
            max_body: The most bytes of an answer to hold in memory, after decompression; by default, 8 MB.
            max_values: The most values in the JSON of an answer: objects, arrays, texts, numbers. They are counted before
                they are parsed, because a few bytes become an object of a hundred.
            max_in_flight: The most requests in flight at once; None for no limit. `with_options` says which ones count.
            max_per_second: The most requests to send in a second, at even intervals; None for no limit.
            max_connections: The most connections to one host for calls; further calls wait for one, up to `timeout`.
            max_streams: The most additional connections, for streams and long waits; None for no limit.
            headers: Headers to send with every request.
            verify: Whether to verify certificates; or a CA file, a folder of them, or an `ssl.SSLContext`.
            cert: A client certificate for the service: `file`, `(file, key)` or `(file, key, password)`.
            proxy: The URL of an HTTP or SOCKS proxy for every request, instead of those of the environment.
            transport: A transport to send the requests, instead of this client's own connections; the client closes it.
            clock: The source of the time; by default, the machine's clock.
            observers: Objects of subclasses of `trivet.observe.Observer`, which are notified of calls and attempts.
            strict: Check the type of every value in every answer, which takes several times as long.

        Raises:
            InvalidArgumentError: An argument cannot be used, or a required one is missing here and in the environment.
        """
        auth = ApiKey("AccountKey", from_environment("bus", "account_key", account_key), argument="account_key")
        settings = Settings(
            API_INFO, auth, base_url=base_url, timeout=timeout, deadline=deadline,
            max_retries=max_retries, max_body=max_body, max_values=max_values, max_in_flight=max_in_flight,
            max_per_second=max_per_second, headers=headers, clock=clock, observers=observers, strict=strict,
        )  # fmt: skip
        connections = ConnectionSettings(max_connections=max_connections, max_streams=max_streams, verify=verify, cert=cert, proxy=proxy)  # fmt: skip
        super().__init__(AsyncConnection(settings, connections, transport))
