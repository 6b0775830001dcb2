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


def test_error_of_a_function_keeps_no_argument():
    @hide_arguments
    def call(token: str) -> int:
        return len(token) // 0

    with pytest.raises(ZeroDivisionError) as caught:
        call(SECRET)
    assert not exposed(caught.value, SECRET)
