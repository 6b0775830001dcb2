"""Functions with secrets among their arguments, which their errors do not keep.

Tasks: the error of a coroutine function comes when it is awaited.
Threads: the error comes when the function is called.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from .._core.frames import clear_locals, hide_arguments

__all__ = ["async_hide_arguments", "hide_arguments"]

P = ParamSpec("P")
T = TypeVar("T")


def async_hide_arguments(function: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Return a coroutine function whose errors keep none of its arguments in their frames."""

    @wraps(function)
    async def hidden(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await function(*args, **kwargs)
        except BaseException as error:
            del args, kwargs
            clear_locals(error)
            raise

    return hidden
