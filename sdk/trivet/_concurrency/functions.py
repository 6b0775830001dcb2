"""Functions of the user and of the SDK, called in the same way by tasks and threads.

Tasks: a result that can be awaited is awaited; a function that computes for a while runs in a thread; the error of a
coroutine function comes when it is awaited, and for a wrong argument when it is called.
Threads: the function is called.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

from .._core.frames import clear_locals, hide_arguments

__all__ = ["async_hide_arguments", "async_resolve", "async_run_blocking", "hide_arguments", "resolve", "run_blocking"]


T = TypeVar("T")


async def async_resolve(value: Awaitable[T] | T) -> T:
    """Return a value, or the result of an awaitable."""
    given: Any = value
    resolved: T = await given if hasattr(value, "__await__") else given
    return resolved


def resolve(value: T) -> T:
    """Return a value.

    Raises:
        TypeError: It is an awaitable.
    """
    if hasattr(value, "__await__"):
        close = getattr(value, "close", None)
        if close is not None:  # otherwise Python warns of a coroutine that was never awaited
            close()
        raise TypeError("a client that is not async cannot wait for what an async function gives")
    return value


async def async_run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function; if the task is cancelled, its thread runs to the end, unread."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    return await asyncio.to_thread(function)


def run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function."""
    return function()


P = ParamSpec("P")

# With `*args, **kwargs`, a wrong argument would raise only when it is awaited; and before Python 3.12, a plain function
# cannot be marked as a coroutine function.
_SOURCE = """
async def hidden({parameters}):
    try:
        return await _function({arguments})
    except BaseException as _error:
        del {names}
        _clear_locals(_error)
        raise
"""


def async_hide_arguments(function: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Return a coroutine function of the same parameters, whose errors keep no argument in their frames.

    Raises:
        TypeError: The function takes any arguments, by `*args` or `**kwargs`, or none.
    """
    given = cast("FunctionType", function)
    code = given.__code__
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        raise TypeError(f"{given.__qualname__} names not all of its parameters")
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    positional, keywords = named[: code.co_argcount], named[code.co_argcount :]
    source = _SOURCE.format(
        parameters=", ".join([*positional, *(["*", *keywords] if keywords else [])]),
        arguments=", ".join([*positional, *(f"{each}={each}" for each in keywords)]),
        names=", ".join(named),
    )
    # Of this module, so that `clear_locals` knows its frames.
    namespace: dict[str, Any] = {"__name__": __name__, "_function": function, "_clear_locals": clear_locals}
    exec(compile(source, f"<arguments of {given.__qualname__}>", "exec"), namespace)  # as attrs makes its methods
    hidden: Any = namespace["hidden"]
    hidden.__defaults__, hidden.__kwdefaults__ = given.__defaults__, given.__kwdefaults__
    return cast("Callable[P, Coroutine[Any, Any, T]]", wraps(function)(hidden))
