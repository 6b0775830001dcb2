"""The loading of a network: from a file that is young enough, or from the service."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import aclosing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ....errors import InvalidArgumentError
from ..network import Network

if TYPE_CHECKING:
    from ...._async.pager import AsyncPager
    from ..._generated._async.client import AsyncBusClient

__all__ = ["async_load_network"]

T = TypeVar("T")

REPORTED_EVERY = 250
"""After how many records progress is reported: half a page as the service has them."""


async def async_load_network(
    client: AsyncBusClient,
    path: str | os.PathLike[str] | None = None,
    *,
    max_age: timedelta | None = None,
    prefetch: int = 8,
    progress: Callable[[int], object] | None = None,
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
        progress: Called with the number of records that have arrived so far; the public service has some 31,000. An
            exception that it raises ends the fetching.

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
    services = await _all(client.services.list(prefetch=prefetch), 0, progress)
    rows = await _all(client.routes.list(prefetch=prefetch), len(services), progress)
    stops = await _all(client.stops.list(prefetch=prefetch), len(services) + len(rows), progress)
    network = Network(services, rows, stops, now)
    if file is not None:
        network.save(file)
    return network


async def _all(pager: AsyncPager[T, Any], before: int, progress: Callable[[int], object] | None) -> list[T]:
    """Return the records of a list, and report how many there are by then with those of the lists before it."""
    if progress is None:
        return await pager.all()
    found = list[T]()
    async with aclosing(pager.__aiter__()) as records:  # `progress` may raise, and pages are in flight
        async for each in records:
            found.append(each)
            if len(found) % REPORTED_EVERY == 0:
                progress(before + len(found))
    progress(before + len(found))
    return found


def _check_age(max_age: object) -> None:
    if max_age is not None and not (isinstance(max_age, timedelta) and max_age >= timedelta()):
        raise InvalidArgumentError("max_age", "a timedelta of zero or more", max_age)
