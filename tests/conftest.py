"""Tests that are coroutines run in an event loop of their own, for half a minute at most."""

import asyncio
import inspect

import pytest
from hypothesis import settings

settings.register_profile("trivet", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("trivet")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a coroutine test."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}

    async def run() -> None:
        async with asyncio.timeout(30):
            await test(**arguments)

    asyncio.run(run())
    return True
