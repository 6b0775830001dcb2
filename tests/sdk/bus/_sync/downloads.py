# Derived from tests/sdk/bus/_async/downloads.py by `python -m codegen`; do not edit.
"""Helpers for tests of downloads."""

from trivet_stubs import BusStub

FILES = "/files/"
KEY = "stub-key"


def fetched(stub: BusStub) -> list[dict[str, str]]:
    """The headers of the requests to the file host."""
    return [entry.headers for entry in stub.requests if entry.path.startswith(FILES)]


def links(stub: BusStub) -> int:
    return stub.requests.count("passenger_volume.by_stop") + stub.requests.count("passenger_volume.by_trip")
