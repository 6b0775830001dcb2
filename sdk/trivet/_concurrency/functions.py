"""Calls of functions that may block or return an awaitable, and methods that keep their arguments out of tracebacks.

Tasks: an awaitable result is awaited, and a function that may block runs in a thread.
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


P = ParamSpec("P")
T = TypeVar("T")


async def async_resolve(value: Awaitable[T] | T) -> T:
    """Return a value, or the result of an awaitable."""
    untyped: Any = value
    resolved: T = await untyped if hasattr(value, "__await__") else untyped
    return resolved


def resolve(value: T) -> T:
    """Return a value.

    Raises:
        TypeError: The value is an awaitable.
    """
    if hasattr(value, "__await__"):
        close = getattr(value, "close", None)
        if close is not None:  # otherwise Python would warn that the coroutine was never awaited
            close()
        raise TypeError("a sync client cannot await the result of an async function")
    return value


async def async_run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function that runs in a worker thread, so that it does not block the event loop.

    If the task is cancelled, the thread continues, and its result is dropped.
    """
    import asyncio  # noqa: PLC0415  as in `event_loop`

    return await asyncio.to_thread(function)


def run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function, which may block this thread."""
    return function()


# The wrapper is compiled with the parameters of the function, so that a call with a wrong argument raises at once: with
# `*args, **kwargs`, it would raise only when it is awaited. (A plain function that checks its arguments and returns a
# coroutine cannot be marked as a coroutine function before Python 3.12.)
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
    """Return a coroutine function with the same parameters that removes them from the traceback of an error.

    It does for coroutine functions what `hide_arguments` (`trivet._core.frames`) does for other functions.

    Raises:
        TypeError: The function has `*args` or `**kwargs`.
    """
    method = cast("FunctionType", function)
    code = method.__code__
    if code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        raise TypeError(f"{method.__qualname__} does not name all of its parameters")
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    positional, keywords = parameters[: code.co_argcount], parameters[code.co_argcount :]
    source = _SOURCE.format(
        parameters=", ".join([*positional, *(["*", *keywords] if keywords else [])]),
        arguments=", ".join([*positional, *(f"{keyword}={keyword}" for keyword in keywords)]),
        names=", ".join(parameters),
    )
    # With the name of this module, so that `clear_locals` clears its frames.
    namespace: dict[str, Any] = {"__name__": __name__, "_function": function, "_clear_locals": clear_locals}
    exec(compile(source, f"<arguments of {method.__qualname__}>", "exec"), namespace)  # as attrs makes its methods
    hidden: Any = namespace["hidden"]
    hidden.__defaults__, hidden.__kwdefaults__ = method.__defaults__, method.__kwdefaults__
    return cast("Callable[P, Coroutine[Any, Any, T]]", wraps(function)(hidden))
