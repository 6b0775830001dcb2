"""The file of a network: the records of the three lists as the service sent them, and the time of the request."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar, cast

import orjson

from ..._core.files import write_whole
from ..._core.json_reading import loads
from ..._core.json_writing import has_nan
from ..._core.record import Record
from ..._core.wire_encoder import encode
from ...errors import InvalidArgumentError
from .._generated.models import (
    BusRoute,
    BusService,
    BusStop,
    decode_bus_route,
    decode_bus_service,
    decode_bus_stop,
)

KIND = "trivet.bus.network"
VERSION = 1

RecordT = TypeVar("RecordT", bound=Record)
Lists = tuple[list[BusService], list[BusRoute], list[BusStop]]


def write_lists(
    path: Path,
    fetched_at: datetime,
    services: Sequence[BusService],
    routes: Sequence[BusRoute],
    stops: Sequence[BusStop],
) -> None:
    """Write the lists to a file; on an error an existing file is unchanged.

    Raises:
        OSError: The file cannot be written.
    """
    content = {
        "kind": KIND,
        "version": VERSION,
        "fetched_at": fetched_at.isoformat(),
        "services": [encode(service) for service in services],
        "routes": [encode(route) for route in routes],
        "stops": [encode(stop) for stop in stops],
    }
    body = json.dumps(content).encode() if has_nan(content) else orjson.dumps(content)  # orjson would write null
    write_whole(path, lambda file: file.write(body), overwrite=True)


def read_lists(path: Path) -> tuple[datetime, Lists]:
    """Read the lists in a file, and the time at which they were fetched.

    Raises:
        InvalidArgumentError: The file is not the file of a network.
        OSError: The file cannot be read.
    """
    body = path.read_bytes()
    try:
        content = cast("dict[str, Any]", loads(body))
        fetched_at = datetime.fromisoformat(content["fetched_at"])
        lists = (
            _decoded(content["services"], decode_bus_service),
            _decoded(content["routes"], decode_bus_route),
            _decoded(content["stops"], decode_bus_stop),
        )
        is_ours = (content["kind"], content["version"]) == (KIND, VERSION) and fetched_at.tzinfo is not None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _refused(path) from error
    if not is_ours:
        raise _refused(path)
    return fetched_at, lists


def _refused(path: Path) -> InvalidArgumentError:
    return InvalidArgumentError("path", f"the file of a network, as `save` of version {VERSION} writes it", str(path))


def _decoded(rows: Any, decode: Callable[[dict[str, Any]], RecordT]) -> list[RecordT]:
    return [decode(row) for row in rows]
