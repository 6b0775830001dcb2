"""Connections that a client keeps between two calls, while the server closes them or sends more bytes."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.sdk.network.behaviours import BEHAVIOURS
from tests.sdk.network.operations import OPERATIONS
from tests.sdk.network.raw_server import MOST_CONNECTIONS, RawServer
from trivet import AsyncBusClient, BusClient

UNASKED = [
    "sends_the_next_answer_unasked",
    "sends_the_next_answer_unasked_in_chunks",
    "sends_bytes_after_the_body",
    "sends_half_of_the_next_answer",
]
STOP = "83139"


@pytest.mark.parametrize("name", UNASKED)
def test_bytes_after_an_answer_are_not_the_next_answer(name):
    with RawServer(BEHAVIOURS[name].run, OPERATIONS["arrivals.get"].good) as server:
        with BusClient(account_key="k", base_url=server.url, max_retries=0, deadline=20) as bus:
            assert [bus.arrivals.get(STOP).bus_stop_code for _ in range(2)] == [STOP] * 2


@pytest.mark.parametrize("name", UNASKED)
async def test_bytes_after_an_answer_are_not_the_next_answer_in_tasks(name):
    with RawServer(BEHAVIOURS[name].run, OPERATIONS["arrivals.get"].good) as server:
        async with AsyncBusClient(account_key="k", base_url=server.url, max_retries=0, deadline=20) as bus:
            assert [(await bus.arrivals.get(STOP)).bus_stop_code for _ in range(2)] == [STOP] * 2


@pytest.fixture
def eager_threads():
    """Switch between threads as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("eager_threads")
def test_threads_share_connections_that_the_server_closes():
    calls = MOST_CONNECTIONS // 2
    with RawServer(BEHAVIOURS["closes_after_answering"].run, OPERATIONS["arrivals.get"].good) as server:
        with BusClient(account_key="k", base_url=server.url, deadline=20) as bus, ThreadPoolExecutor(16) as threads:
            codes = list(threads.map(lambda _: bus.arrivals.get(STOP).bus_stop_code, range(calls)))
        assert server.open_after() == 0
    assert codes == [STOP] * calls
