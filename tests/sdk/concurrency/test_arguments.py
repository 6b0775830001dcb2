import inspect

import pytest

from tests.sdk.exposure import exposed
from trivet._concurrency.arguments import async_hide_arguments, hide_arguments

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


def test_function_that_names_not_all_of_its_parameters_raises():
    async def call(token: str, **more: object) -> None: ...

    with pytest.raises(TypeError, match="names not all of its parameters"):
        async_hide_arguments(call)


def test_error_of_a_function_keeps_no_argument():
    @hide_arguments
    def call(token: str) -> int:
        return len(token) // 0

    with pytest.raises(ZeroDivisionError) as caught:
        call(SECRET)
    assert not exposed(caught.value, SECRET)
