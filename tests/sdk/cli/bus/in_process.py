"""Runs `trivet bus …` in this process against a stub in this process, on the stub's clock: nothing waits."""

from __future__ import annotations

from unittest import mock

from tests.sdk.cli.console import Done, run_here
from trivet import BusClient
from trivet.cli.settings.resolve import ServiceSettings
from trivet_stubs import BusStub

__all__ = ["run_on"]


def run_on(stub: BusStub, *arguments: str) -> Done:
    """Run `trivet bus` with these arguments."""

    def client(settings: ServiceSettings) -> BusClient:
        assert settings.service == "bus"
        transport = stub.transport()
        return BusClient(base_url="http://bus.test", transport=transport, clock=stub.clock, **stub.client_credentials())

    with mock.patch("trivet.cli.invocation.client_of", client):
        return run_here("bus", *arguments)
