# Derived from sdk/trivet/bus/_network/_async/load.py by `python -m codegen`; do not edit.
"""Loading a network: from a file that is recent enough, or from the service."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from ...._core.traceback_locals import hide_arguments
from ...._sync.pager import Pager
from ....errors import InvalidArgumentError
from ..._generated._sync.client import BusClient
from ..network import Network

T = TypeVar("T")

REPORTED_EVERY = 250
"""The number of records between two reports of progress: half a page of the service."""


@hide_arguments
def load_network(
    client: BusClient,
    path: str | os.PathLike[str] | None = None,
    *,
    max_age: timedelta | None = None,
    prefetch: int = 8,
    progress: Callable[[int], object] | None = None,
) -> Network:
    """Return all services, routes and stops, from a file if it is recent enough, else from the service.

    >>> network = load_network(client, "network.json", max_age=timedelta(days=7))
    >>> [ride.service_no for ride in network.rides("54009", "28301")]

    Fetched lists replace the file once they are complete. If the service cannot be reached, the file is unchanged, and
    `Network.open` reads it.

    Args:
        client: The client; the age of the file is measured with its clock.
        path: The file; without it, the network is not saved.
        max_age: The greatest age of the file; None for any age. A file with a time in the future is replaced.
        prefetch: How many pages of a list may be in flight at once.
        progress: Called with the number of records received so far; the public service has some 31,000. If it raises an
            exception, the function raises it too.

    Raises:
        InvalidArgumentError: The file is not the file of a network, or an argument breaks a rule.
        APIError: The service could not be reached, refused the call, or sent a body that cannot be decoded.
        OSError: The file cannot be read or written.
    """
    _check_age(max_age)
    now = client.clock.now()
    file = None if path is None else Path(path)
    if file is not None and file.exists():
        kept = Network.open(file)
        if max_age is None or timedelta() <= now - kept.fetched_at <= max_age:
            return kept
    services = _all(client.services.list(prefetch=prefetch), 0, progress)
    rows = _all(client.routes.list(prefetch=prefetch), len(services), progress)
    stops = _all(client.stops.list(prefetch=prefetch), len(services) + len(rows), progress)
    network = Network(services, rows, stops, now)
    if file is not None:
        network.save(file)
    return network


def _all(pager: Pager[T, Any], before: int, progress: Callable[[int], object] | None) -> list[T]:
    """Return the records of a list; `progress` gets their number, added to the records of the lists before it."""
    if progress is None:
        return pager.all()
    loaded = list[T]()
    with closing(pager.__iter__()) as records:  # closes the pages in flight if `progress` raises
        for record in records:
            loaded.append(record)
            if len(loaded) % REPORTED_EVERY == 0:
                progress(before + len(loaded))
    progress(before + len(loaded))
    return loaded


def _check_age(max_age: object) -> None:
    if max_age is not None and not (isinstance(max_age, timedelta) and max_age >= timedelta()):
        raise InvalidArgumentError("max_age", "a timedelta of zero or more", max_age)
