"""Runs `trivet bus …` in this process against a stub in this process, on the stub's clock: nothing waits."""

from __future__ import annotations

from tests.sdk.cli.console import Done, run_here
from trivet import BusClient
from trivet.cli.settings.client import CLIENT_SOURCE
from trivet.cli.settings.resolve import ServiceSettings
from trivet_stubs import BusStub

__all__ = ["run_on"]


def run_on(stub: BusStub, *arguments: str) -> Done:
    """Run `trivet bus` with these arguments."""

    def client(settings: ServiceSettings) -> BusClient:
        assert settings.service == "bus"
        transport = stub.transport()
        return BusClient(base_url="http://bus.test", transport=transport, clock=stub.clock, **stub.client_credentials())

    before = CLIENT_SOURCE.set(CLIENT_SOURCE.get()._replace(connect=client))
    try:
        return run_here("bus", *arguments)
    finally:
        CLIENT_SOURCE.reset(before)
