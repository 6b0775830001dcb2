"""Costs of a small GET that are the same in every run: calls of our functions, memory kept, requests, modules."""

import gc
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType

import httpx
import pytest

from trivet import BusClient
from trivet_stubs import BusStub

CALLS_OF_A_GET = 68
"""The most calls of trivet's functions for one GET; a new helper in the path of a request adds one or two."""

MODULES_OF_A_CLIENT = 79
"""The most modules of trivet that importing and making a client may load; each takes a fifth of a millisecond."""


@pytest.fixture
def client():
    body = b'{"odata.metadata": "", "BusStopCode": "54009", "Services": []}'
    headers = {"content-type": "application/json"}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, content=body))
    with BusClient(account_key="k", base_url="http://bus.test", transport=transport) as bus:
        bus.arrivals.get("54009")  # imports the modules for an answer, and fills the caches
        yield bus


def own_calls(work: Callable[[], object]) -> Counter[str]:
    """Count the calls of trivet's functions, including generated ones."""
    calls: Counter[str] = Counter()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and str(frame.f_globals.get("__name__", "")).startswith("trivet."):
            calls[f"{frame.f_globals['__name__']}.{frame.f_code.co_name}"] += 1

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def test_calls_of_a_get_are_bounded(client):
    calls = own_calls(lambda: client.arrivals.get("54009"))
    assert calls.total() <= CALLS_OF_A_GET, calls.most_common()


def test_call_without_observers_calls_nothing_of_them(client):
    calls = own_calls(lambda: client.arrivals.get("54009"))
    assert not {name for name in calls if "observ" in name}, calls


def test_client_without_observers_loads_nothing_of_them():
    code = "import sys; from trivet import BusClient; BusClient(account_key='k'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    assert not {name for name in done.stdout.split() if "observ" in name}


def test_get_keeps_no_memory(client):
    def blocks() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    for _ in range(50):
        client.arrivals.get("54009")
    before = blocks()
    for _ in range(500):
        client.arrivals.get("54009")
    assert blocks() - before < 50  # less than one block in ten requests


def test_list_sends_one_request_a_page_and_no_more():
    with BusStub(page_size=3) as stub:
        with BusClient(account_key=stub.account_key, base_url="http://bus.test", transport=stub.transport()) as bus:
            stops = bus.stops.list().all()
        assert stub.requests.count("stops.list") == len(stub.requests) == len(stops) // 3 + 1


def test_client_loads_few_modules():
    code = "import sys; from trivet import BusClient; BusClient(account_key='k'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    ours = [module for module in done.stdout.split() if module.startswith("trivet")]
    assert len(ours) <= MODULES_OF_A_CLIENT, ours
