"""The loading of a network: from a file that is young enough, or from the service."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import InvalidArgumentError
from ..network import Network

if TYPE_CHECKING:
    from ..._generated._async.client import AsyncBusClient

__all__ = ["async_load_network"]


async def async_load_network(
    client: AsyncBusClient,
    path: str | os.PathLike[str] | None = None,
    *,
    max_age: timedelta | None = None,
    prefetch: int = 8,
) -> Network:
    """Return all services, routes and stops: from a file if it is young enough, else from the service.

    >>> network = await async_load_network(client, "network.json", max_age=timedelta(days=7))
    >>> [ride.service_no for ride in network.rides("54009", "28301")]

    What was fetched is written to the file as a whole; the file that was there stays until then. If the service cannot
    be reached, an older file is still good for `Network.open`.

    Args:
        client: The client; its clock says how old the file is.
        path: The file; without it, nothing is kept.
        max_age: How old the file may be; None for any age. A file whose time lies in the future is fetched again.
        prefetch: How many pages of a list may be in flight at once.

    Raises:
        InvalidArgumentError: The file holds something else, or an argument breaks a rule.
        APIError: The service could not be reached, refused, or gave a body that does not fit.
        OSError: The file cannot be read or written.
    """
    _check_age(max_age)
    now = client.clock.now()
    file = None if path is None else Path(path)
    if file is not None and file.exists():
        kept = Network.open(file)
        if max_age is None or timedelta() <= now - kept.fetched_at <= max_age:
            return kept
    services = await client.services.list(prefetch=prefetch).all()
    rows = await client.routes.list(prefetch=prefetch).all()
    stops = await client.stops.list(prefetch=prefetch).all()
    network = Network(services, rows, stops, now)
    if file is not None:
        network.save(file)
    return network


def _check_age(max_age: object) -> None:
    if max_age is not None and not (isinstance(max_age, timedelta) and max_age >= timedelta()):
        raise InvalidArgumentError("max_age", "a timedelta of zero or more", max_age)
