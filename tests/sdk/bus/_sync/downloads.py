# Derived from tests/sdk/bus/_async/downloads.py by `python -m codegen`; do not edit.
"""Helpers for tests of downloads."""

import io
from zipfile import ZipFile

from trivet_stubs import BusStub

FILES = "/files/"
KEY = "stub-key"


def fetched(stub: BusStub) -> list[dict[str, str]]:
    """The headers of the requests to the file host."""
    return [entry.headers for entry in stub.requests if entry.path.startswith(FILES)]


def links(stub: BusStub) -> int:
    return stub.requests.count("passenger_volume.by_stop") + stub.requests.count("passenger_volume.by_trip")


def link_to(stub: BusStub, name: str) -> None:
    """Give the next link a hostile file name; the file host serves a zip of one row at the link."""
    rows = "YEAR_MONTH,DAY_TYPE,TIME_PER_HOUR,PT_TYPE,PT_CODE,TOTAL_TAP_IN_VOLUME,TOTAL_TAP_OUT_VOLUME\r\n"
    content = io.BytesIO()
    with ZipFile(content, "w") as archive:
        archive.writestr("volume.csv", rows + "2025-05,WEEKDAY,7,BUS,01012,3,4\r\n")
    link = f"http://files.test/files/{name}"
    stub.faults.add("passenger_volume.by_stop", body={"value": [{"Link": link}]})
    stub.faults.add(FILES, body=content.getvalue(), status=200, content_type="application/zip")
