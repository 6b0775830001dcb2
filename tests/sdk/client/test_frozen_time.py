"""Waits in tests that freeze the time: pauses, limits and deadlines pass by the clock that freezegun cannot stop."""

import subprocess
import sys

import pytest

from trivet import APITimeoutError, BusClient, ChatClient
from trivet.chat.bulk import Bulk
from trivet_stubs import BusStub, ChatStub


@pytest.fixture
def frozen(monkeypatch):
    """Stop `time.monotonic`, as freezegun does."""
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)


@pytest.fixture
def stub():
    with BusStub(page_size=5) as stub, stub.serve() as served:
        stub.url = served.url
        yield stub


def client_of(stub, **options):
    return BusClient(account_key=stub.account_key, base_url=stub.url, **options)


def test_rate_passes_while_the_time_is_frozen(stub, frozen):
    with client_of(stub, max_per_second=500) as bus:
        assert len(bus.stops.list().all()) == 18


def test_slot_is_waited_for_while_the_time_is_frozen(stub, frozen):
    with client_of(stub, max_in_flight=1, deadline=20) as bus:
        assert len(bus.stops.list(prefetch=4).all()) == 18


def test_deadline_passes_while_the_time_is_frozen(stub, frozen):
    stub.faults.add("stops.list", hang=True, times=None)
    with (
        client_of(stub, deadline=0.05, timeout=None) as bus,
        pytest.raises(APITimeoutError, match=r"deadline of 0\.05 s"),
    ):
        bus.stops.list().page()


def test_slot_is_not_waited_for_beyond_the_deadline_while_the_time_is_frozen(stub, frozen):
    stub.faults.add("stops.list", hang=True, times=None)
    with client_of(stub, max_in_flight=1, timeout=None, max_retries=0) as bus:
        pages = bus.stops.list(prefetch=2).pages()
        with pytest.raises(APITimeoutError, match="deadline"):
            next(bus.with_options(deadline=0.05).stops.list(prefetch=2).pages())
        pages.close()


def test_rate_of_a_bulk_job_passes_while_the_time_is_frozen(frozen):
    with (
        ChatStub() as stub,
        stub.serve() as served,
        ChatClient(token=stub.admin_token, base_url=served.url) as chat,
    ):
        report = Bulk(chat, rate=200, concurrency=2).update_users(chat.admin.users.list(), is_app_admin=True)
    assert report.counts == {"done": 5, "skipped": 2}


PROGRAM = """
import asyncio
from freezegun import freeze_time
from trivet import AsyncBusClient, BusClient
from trivet_stubs import BusStub

async def run(url):
    async with AsyncBusClient(account_key="stub-key", base_url=url, max_per_second=100) as bus:
        return await bus.stops.list().all()

with BusStub(page_size=5) as stub, stub.serve() as served, freeze_time("2025-06-16", real_asyncio=True):
    stub.faults.add("stops.list", status=503, headers={"Retry-After": "Mon, 16 Jun 2025 00:00:01 GMT"})
    stub.faults.add("stops.list", delay=0.01)
    with BusClient(account_key="stub-key", base_url=served.url, max_per_second=100) as bus:
        print(len(bus.stops.list(prefetch=2).all()))
    print(len(asyncio.run(run(served.url))))
"""


@pytest.mark.long
def test_clients_in_both_apis_end_under_freezegun():
    pytest.importorskip("freezegun")
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=60)
    assert (result.stdout, result.stderr, result.returncode) == ("18\n18\n", "", 0)
