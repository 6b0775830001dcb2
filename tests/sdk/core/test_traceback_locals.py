"""Local variables in the frames of a traceback."""

import builtins
import inspect
import traceback
from types import FunctionType

import pytest

from tests.sdk.exposure import exposed
from trivet import Basic, BusClient, ChatClient, InvalidArgumentError
from trivet._core.traceback_locals import async_hide_arguments, clear_locals, hide_arguments

SECRET = "s3cret of mine"


def fails_in_trivet(clear: bool) -> BaseException:
    def call() -> None:
        local = "s3cret of mine"
        raise ValueError(len(local))

    call = FunctionType(call.__code__, {"__name__": "trivet.some", "__builtins__": builtins})
    try:
        call()
    except ValueError as error:
        if clear:
            clear_locals(error)
        return error
    raise AssertionError


def locals_of(error: BaseException) -> str:
    return "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())


@pytest.mark.parametrize("clear", [False, True])
def test_locals_of_frames_of_this_package_are_cleared(clear: bool):
    error = fails_in_trivet(clear)
    assert (SECRET in locals_of(error)) is not clear
    assert "raise ValueError(len(local))" in locals_of(error)


def test_locals_of_causes_and_contexts_are_cleared():
    outer, cause, context = KeyError(), fails_in_trivet(False), fails_in_trivet(False)
    outer.__cause__, outer.__context__ = cause, context
    context.__context__ = outer  # a circle
    clear_locals(outer)
    assert SECRET not in locals_of(cause) + locals_of(context)


def test_locals_of_other_frames_are_kept():
    def users_own() -> None:
        kept = "kept"
        raise ValueError(kept)

    with pytest.raises(ValueError, match="kept") as caught:
        users_own()
    clear_locals(caught.value)
    assert "kept = 'kept'" in locals_of(caught.value)


def test_function_that_hides_its_arguments_keeps_its_signature():
    @hide_arguments
    def add(a: int, *, b: int = 1) -> int:
        """Add."""
        return a + b

    assert add(1, b=2) == 3
    assert (add.__name__, add.__doc__, str(inspect.signature(add))) == ("add", "Add.", "(a: int, *, b: int = 1) -> int")


@pytest.mark.parametrize(
    "make",
    [
        lambda secret: BusClient(account_key=secret),
        lambda secret: ChatClient(token=secret, base_url="http://chat.test"),
        lambda secret: BusClient(account_key="k", headers={"x-a": f"{secret}\n"}),
        lambda secret: BusClient(account_key="k3y-of-mine", headers={"x-a": secret}, timeout=-1),
        lambda secret: Basic("me", f"{secret}\n"),
    ],
)
def test_error_of_a_constructor_keeps_no_secret(make):
    with pytest.raises(InvalidArgumentError) as caught:
        make(SECRET)
    assert not exposed(caught.value, SECRET)


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
