"""The control API without a client of ours, in process and on a port."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from trivet_stubs import Control, Stub
from trivet_stubs.serving.in_process import Transport

Steer = Callable[[Stub], httpx.Client]


@pytest.fixture
def steer() -> Iterator[Steer]:
    """Makes a client of the control API of a stub, in process."""
    with ExitStack() as stack:

        def client(stub: Stub, *hosts: str) -> httpx.Client:
            transport = Transport(Control(hosts=hosts).around(stub), stub.closing, stub.background)
            options: dict[str, Any] = {"base_url": "http://127.0.0.1/_trivet/", "timeout": 10.0}
            return stack.enter_context(httpx.Client(transport=transport, **options))

        yield client


@pytest.fixture(params=["in process", "port"])
def any_steer(request: pytest.FixtureRequest, steer: Steer) -> Iterator[Steer]:
    """Makes a client of the control API of a stub, in process and on a port."""
    if request.param == "in process":
        yield steer
        return
    with ExitStack() as stack:

        def client(stub: Stub) -> httpx.Client:
            served = stack.enter_context(stub.serve(control=Control()))
            return stack.enter_context(httpx.Client(base_url=f"{served.url}/_trivet/", trust_env=False, timeout=10.0))

        yield client
