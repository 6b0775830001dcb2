"""Errors whose tracebacks keep no secrets.

An exception keeps the frames that it has passed, and they keep their local variables: credentials, URLs, headers and
bodies. Tools that report errors, Sentry and rich among them, show these variables. So errors leave the SDK with the
variables of its frames cleared; the lines of the traceback stay.

Without that, 848 of 900 calls that fail in the network tests (`error_bodies`, docs/hardening.md) would show a secret.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from types import FrameType
from typing import ParamSpec, TypeVar

__all__ = ["clear_locals", "hide_arguments"]

P = ParamSpec("P")
T = TypeVar("T")

_RESUMABLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_CLEARED = frozenset({"aiohttp", "anyio", "h11", "h2", "httpcore", "httpx", "httpx_aiohttp", "socksio", "trivet"})


def clear_locals(error: BaseException) -> None:
    """Clear the local variables of the frames that have ended with this error, its causes and contexts.

    The frames of other packages, such as a transport or a function of the user, are left alone.

        except BaseException as error:
            clear_locals(error)
            raise
    """
    pending: list[BaseException | None] = [error]
    seen: set[int] = set()
    while pending:
        exception = pending.pop()
        if exception is None or id(exception) in seen:
            continue
        seen.add(id(exception))
        pending += (exception.__cause__, exception.__context__)
        trace = exception.__traceback__
        while trace is not None:
            frame, trace = trace.tb_frame, trace.tb_next
            if str(frame.f_globals.get("__name__")).partition(".")[0] in _CLEARED and not _is_suspended(frame):
                try:
                    frame.clear()
                except RuntimeError:  # the frame is still running
                    continue


def _is_suspended(frame: FrameType) -> bool:
    """Whether this is the frame of a coroutine or generator that caught the error, keeps it, and will resume.

    From Python 3.13 on, `clear` raises a RuntimeError for it; before, `clear` closes the coroutine.
    """
    if sys.version_info >= (3, 13) or not frame.f_code.co_flags & _RESUMABLE:
        return False
    import dis  # noqa: PLC0415  only errors need it

    waiting = (dis.opmap["YIELD_VALUE"], dis.opmap["RETURN_GENERATOR"])
    return frame.f_lasti < 0 or frame.f_code.co_code[frame.f_lasti] in waiting


def hide_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function whose errors keep no argument in their frames."""

    @wraps(function)
    def hidden(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except BaseException as error:
            del args, kwargs
            clear_locals(error)
            raise

    return hidden
