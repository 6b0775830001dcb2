# Derived from sdk/trivet/bus/_volume/_async/download.py by `python -m codegen`; do not edit.
"""The download of a passenger volume file: its link, the transfer, and a typed result."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal, overload
from urllib.parse import urlsplit

from ...._core import check
from ...._core.call import Call
from ...._core.call_deadline import CallEnd
from ...._core.lazy_imports import lazy
from ...._core.traceback_locals import forget_frames, hide_arguments
from ...._sync.client import Resource
from ....errors import APIError, APIStatusError, BadRequestError, NotFoundError
from ..._generated import calls

if TYPE_CHECKING:
    from ...._core import files
    from ...._sync import download as transfers
    from ..._generated import models as m
    from .. import months, rows, volume_file
else:
    # Only a download needs these modules; loading them with the client would take a fifth of its own time.
    transfers = lazy("trivet._sync.download")
    files = lazy("trivet._core.files")
    months = lazy("trivet.bus._volume.months")
    m = lazy("trivet.bus._generated.models")
    rows = lazy("trivet.bus._volume.rows")
    volume_file = lazy("trivet.bus._volume.volume_file")


class PassengerVolumeFiles(Resource):
    """The download of a month's passenger volume file: `bus.passenger_volume.download("by_stop")`."""

    @overload
    def download(
        self,
        kind: Literal["by_stop"],
        *,
        date: str | None = None,
        path: str | os.PathLike[str] | None = None,
        overwrite: bool = False,
        progress: files.TransferProgress | None = None,
        max_bytes: int | None = None,
    ) -> volume_file.VolumeFile[rows.StopVolume]: ...

    @overload
    def download(
        self,
        kind: Literal["by_trip"],
        *,
        date: str | None = None,
        path: str | os.PathLike[str] | None = None,
        overwrite: bool = False,
        progress: files.TransferProgress | None = None,
        max_bytes: int | None = None,
    ) -> volume_file.VolumeFile[rows.TripVolume]: ...

    @hide_arguments
    def download(
        self,
        kind: Literal["by_stop", "by_trip"],
        *,
        date: str | None = None,
        path: str | os.PathLike[str] | None = None,
        overwrite: bool = False,
        progress: files.TransferProgress | None = None,
        max_bytes: int | None = None,
    ) -> volume_file.VolumeFile[rows.StopVolume] | volume_file.VolumeFile[rows.TripVolume]:
        """Download a month's passenger volume file to disk.

        >>> file = bus.passenger_volume.download("by_stop", date="202504")
        >>> sum(row.total_tap_in_volume for row in file.rows())

        The file gets its final name when it is complete. An interrupted transfer is resumed: by this call, as often as
        the client retries, or by the next call with the same path. Until then the data is kept as `….trivet-part`. An
        expired link is renewed once. The AccountKey is never sent to the host of the file.

        Args:
            kind: `by_stop` for tap-ins and tap-outs, `by_trip` for trips from origin to destination stop.
            date: The month as YYYYMM, one of the last three that are published; the latest if omitted.
            path: The file to write, replacing an existing one; or an existing folder, in which the file gets the
                service's name and never replaces a file. If omitted, the current folder.
            overwrite: Whether to replace a file in the folder that has the service's name.
            progress: Called after every chunk with the number of bytes on disk and the total size, or None.
            max_bytes: The most bytes of the file; None for no limit.

        Returns:
            The file; `rows()` iterates over its rows.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIConnectionError: A host could not be reached, or the transfer failed more often than the client retries.
            APIStatusError: A host refused the request.
            MonthNotAvailableError: The service has no file for the month; the error names months that have one.
            DecodeError: The downloaded file is not a zip with one CSV file in it, or is longer than `max_bytes`; the
                file is deleted.
            FileExistsError: The folder has a file of the service's name, and `overwrite` is not set.
            OSError: The file cannot be written; the data received so far is kept.

        Contract: Resources, Passenger volume link record; Limits, Download link lifetime.
        """
        check.choice("kind", kind, ("by_stop", "by_trip"))
        check.boolean("overwrite", overwrite)
        check.size("max_bytes", max_bytes)
        link = self._link(kind, date)
        target = Path() if path is None else Path(path)
        named = not target.is_dir()
        transfer = transfers.Download(
            self._connection,
            "passenger_volume.download",
            link=link,
            path=lambda url: target if named else target / _service_name(url, kind),
            overwrite=overwrite or named,
            check=rows.problem,
            progress=progress,
            max_bytes=max_bytes,
        )
        final, head = transfer.run()
        if kind == "by_stop":
            return volume_file.VolumeFile(final, head, rows.read_stop_volumes)
        return volume_file.VolumeFile(final, head, rows.read_trip_volumes)

    def _link(self, kind: str, date: str | None) -> Callable[[CallEnd], str]:
        make_call = calls.passenger_volume_by_stop if kind == "by_stop" else calls.passenger_volume_by_trip
        connection = self._connection
        clock = connection.settings.clock

        def call(month: str | None) -> Call[list[m.PassengerVolumeLink]]:
            return make_call(date=month, accept="application/json", clock=clock)

        first = call(date)

        def link(end: CallEnd) -> str:
            refused: APIStatusError | None = None
            try:
                answer = connection.exchange(first, deadline=end)
                if answer.value:
                    return answer.value[0].link
            except (BadRequestError, NotFoundError) as error:
                refused = error
            # No link, or a refusal, may mean that the month is not published; the other months show whether it does.
            possible = [month for month in months.recent_months(clock.now()) if month != date]
            available, hint = self._available([(month, call(month)) for month in possible], end)
            if refused is not None and not available:  # refused for another reason than the month
                raise refused
            unavailable = months.MonthNotAvailableError("passenger_volume.download", date, available)
            unavailable.hint = hint
            if refused is not None:
                forget_frames(refused)
            raise unavailable

        return link

    def _available(
        self, months: Sequence[tuple[str, Call[list[m.PassengerVolumeLink]]]], end: CallEnd
    ) -> tuple[tuple[str, ...], str]:
        """Return the months that have a file, and the reason if some could not be checked; otherwise an empty text."""
        available: list[str] = []
        for month, call in months:
            try:
                if (self._connection.exchange(call, deadline=end)).value:
                    available.append(month)
            except (BadRequestError, NotFoundError) as error:
                forget_frames(error)
            except APIError as error:
                forget_frames(error)
                return tuple(available), f"other months could not be checked: {error}"
        return tuple(available), ""


def _service_name(url: str, kind: str) -> str:
    """Return the file name in a link, which the service chooses, or a default if the name could leave the folder."""
    name = PurePosixPath(urlsplit(url).path).name
    return name if name.endswith(".zip") and files.is_safe_name(name) else f"passenger_volume_{kind}.zip"
