import asyncio
import inspect
import threading

import pytest

from tests.sdk.exposure import exposed
from trivet._concurrency.functions import (
    async_hide_arguments,
    async_resolve,
    async_run_blocking,
    hide_arguments,
    resolve,
    run_blocking,
)


async def give(value: int) -> int:
    return value


def test_async_resolve_awaits_an_awaitable():
    async def run() -> int:
        return await async_resolve(give(7))

    assert asyncio.run(run()) == 7


def test_async_resolve_returns_a_plain_value():
    async def run() -> int:
        return await async_resolve(7)

    assert asyncio.run(run()) == 7


def test_resolve_returns_a_plain_value():
    assert resolve(7) == 7


def test_resolve_of_a_coroutine_closes_it_and_raises():
    coroutine = give(7)
    with pytest.raises(TypeError, match="a sync client cannot await"):
        resolve(coroutine)
    assert coroutine.cr_frame is None


def fail() -> None:
    raise ValueError("broken")


def test_other_tasks_run_while_a_function_blocks():
    async def run() -> str:
        done = threading.Event()
        asyncio.get_running_loop().call_soon(done.set)
        return await async_run_blocking(lambda: "free" if done.wait(30) else "blocked")

    assert asyncio.run(run()) == "free"


def test_function_runs_in_the_calling_thread():
    assert run_blocking(threading.get_ident) == threading.get_ident()


def test_error_of_a_function_is_raised():
    with pytest.raises(ValueError, match="broken"):
        asyncio.run(async_run_blocking(fail))
    with pytest.raises(ValueError, match="broken"):
        run_blocking(fail)


SECRET = "s3cret of mine"


async def test_error_of_a_coroutine_keeps_no_argument():
    @async_hide_arguments
    async def call(token: str) -> int:
        return len(token) // 0

    with pytest.raises(ZeroDivisionError) as caught:
        await call(SECRET)
    assert not exposed(caught.value, SECRET)


async def test_coroutine_returns_its_value():
    @async_hide_arguments
    async def call(token: str, *, more: int) -> int:
        return len(token) + more

    assert await call(SECRET, more=1) == len(SECRET) + 1
    assert call.__name__ == "call"


def test_wrong_argument_of_a_coroutine_function_raises_at_the_call():
    @async_hide_arguments
    async def call(token: str, more: int = 1, *, code: str, last: int = 2) -> tuple[object, ...]:
        return (token, more, code, last)

    for arguments, keywords in (((), {"code": ""}), ((SECRET,), {}), ((SECRET,), {"code": "", "other": SECRET})):
        with pytest.raises(TypeError, match=r"call\(\) (missing|got an unexpected)") as caught:
            call(*arguments, **keywords)
        assert not exposed(caught.value, SECRET)
    assert inspect.iscoroutinefunction(call)
    assert list(inspect.signature(call).parameters) == ["token", "more", "code", "last"]


async def test_coroutine_function_keeps_its_defaults():
    @async_hide_arguments
    async def call(token: str, more: int = 1, *, code: str = "c", last: int = 2) -> tuple[object, ...]:
        return (token, more, code, last)

    assert await call("t") == ("t", 1, "c", 2)
    assert await call("t", 5, last=6) == ("t", 5, "c", 6)


def test_function_that_does_not_name_all_parameters_raises():
    async def call(token: str, **more: object) -> None: ...

    with pytest.raises(TypeError, match="does not name all of its parameters"):
        async_hide_arguments(call)


def test_error_of_a_function_keeps_no_argument():
    @hide_arguments
    def call(token: str) -> int:
        return len(token) // 0

    with pytest.raises(ZeroDivisionError) as caught:
        call(SECRET)
    assert not exposed(caught.value, SECRET)
