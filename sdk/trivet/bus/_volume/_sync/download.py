# Derived from sdk/trivet/bus/_volume/_async/download.py by `python -m codegen`; do not edit.
"""Files of passenger volume: the link, the transfer and the rows."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal, overload
from urllib.parse import urlsplit

from ...._core import check
from ...._core.call import Call
from ...._sync.client import Resource
from ...._sync.download import Download, Progress
from ....errors import DecodeError
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated.models import PassengerVolumeLink
    from ..rows import StopVolume, TripVolume
    from ..volume_file import VolumeFile

__all__ = ["PassengerVolumeFiles"]


class PassengerVolumeFiles(Resource):
    """Fetching a month's file."""

    @overload
    def download(
        self,
        kind: Literal["by_stop"],
        *,
        date: str | None = None,
        path: str | os.PathLike[str] | None = None,
        progress: Progress | None = None,
    ) -> VolumeFile[StopVolume]: ...

    @overload
    def download(
        self,
        kind: Literal["by_trip"],
        *,
        date: str | None = None,
        path: str | os.PathLike[str] | None = None,
        progress: Progress | None = None,
    ) -> VolumeFile[TripVolume]: ...

    def download(
        self,
        kind: Literal["by_stop", "by_trip"],
        *,
        date: str | None = None,
        path: str | os.PathLike[str] | None = None,
        progress: Progress | None = None,
    ) -> VolumeFile[StopVolume] | VolumeFile[TripVolume]:
        """Fetch a month's file of passenger volume to disk.

        The file has its final name only when it is whole. A transfer that breaks is resumed, by this call as often as
        the client retries, or by the next call with the same path: what came so far waits beside it as `….part`. A
        link that has expired is renewed once. The host of the file never sees the AccountKey.

        Args:
            kind: `by_stop` for tap-ins and tap-outs, `by_trip` for trips from origin to destination stop.
            date: The month as YYYYMM, one of the last three; without it, the latest month.
            path: The file to write, or a folder that exists; without it, the service's file name in this folder.
            progress: Called with the bytes on disk, and the size of the whole or None, after every piece.

        Returns:
            The file, whose `rows()` reads it row by row.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.
            APIConnectionError: A host was not reached, or the transfer broke more often than the client retries.
            APIStatusError: A host refused.
            DecodeError: What came is not a zip with one CSV file in it; nothing of it is kept.
            OSError: The file cannot be written; what came is kept.

        Contract: Resources, Passenger volume link record; Limits, Download link lifetime.
        """
        check.choice("kind", kind, ("by_stop", "by_trip"))
        from .. import rows as volume  # noqa: PLC0415  csv and zipfile, only for who downloads
        from .. import volume_file  # noqa: PLC0415  as above

        link = self._link(kind, date)
        transfer = Download(
            self._connection,
            "passenger_volume.download",
            link=link,
            path=lambda url: _path(path, url, kind),
            check=volume.problem,
            progress=progress,
        )
        final, head = transfer.run()
        if kind == "by_stop":
            return volume_file.VolumeFile(final, head, volume.read_stop_volumes)
        return volume_file.VolumeFile(final, head, volume.read_trip_volumes)

    def _link(self, kind: str, date: str | None) -> Callable[[], str]:
        make = calls.passenger_volume_by_stop if kind == "by_stop" else calls.passenger_volume_by_trip
        connection = self._connection
        call: Call[list[PassengerVolumeLink]] = make(
            date=date, accept="application/json", clock=connection.settings.clock
        )

        def link() -> str:
            answer = connection.exchange(call)
            if not answer.value:
                raise DecodeError(call.operation, answer.status, answer.headers, b"", "there is no file for the month")
            return answer.value[0].link

        return link


def _path(given: str | os.PathLike[str] | None, url: str, kind: str) -> Path:
    path = Path() if given is None else Path(given)
    if not path.is_dir():
        return path
    # The name comes from the service: it must not lead out of the folder.
    name = PurePosixPath(urlsplit(url).path).name
    return path / (name if re.fullmatch(r"\w[\w.-]*\.zip", name, re.ASCII) else f"passenger_volume_{kind}.zip")
