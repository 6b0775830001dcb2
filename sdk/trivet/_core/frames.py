"""The frames that a traceback keeps, and the local variables in them."""

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
    """Clear the local variables of the frames that have ended with an error: credentials, URLs, headers and bodies.

    Tools that report errors, Sentry and rich among them, show the local variables of each frame. The lines of the
    traceback stay. Frames of other packages, a transport or a function of the user's, are left alone.

        except BaseException as error:
            clear_locals(error)
            raise
    """
    pending: list[BaseException | None] = [error]
    seen: set[int] = set()
    while pending:
        each = pending.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        pending += (each.__cause__, each.__context__)
        trace = each.__traceback__
        while trace is not None:
            frame, trace = trace.tb_frame, trace.tb_next
            if str(frame.f_globals.get("__name__")).partition(".")[0] in _CLEARED and not _is_suspended(frame):
                try:
                    frame.clear()
                except RuntimeError:  # it still runs
                    continue


def _is_suspended(frame: FrameType) -> bool:
    """Whether a coroutine or generator waits in this frame: it has caught the error, keeps it, and goes on later.

    From Python 3.13 on, `clear` raises a RuntimeError then; before, it closes the coroutine.
    """
    if sys.version_info >= (3, 13) or not frame.f_code.co_flags & _RESUMABLE:
        return False
    import dis  # noqa: PLC0415  only errors need it

    waiting = (dis.opmap["YIELD_VALUE"], dis.opmap["RETURN_GENERATOR"])
    return frame.f_lasti < 0 or frame.f_code.co_code[frame.f_lasti] in waiting


def hide_arguments(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function whose errors keep none of its arguments in their frames."""

    @wraps(function)
    def hidden(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except BaseException as error:
            del args, kwargs
            clear_locals(error)
            raise

    return hidden
