"""The frames that a traceback keeps, and the local variables in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

__all__ = ["clear_locals", "hide_arguments"]

P = ParamSpec("P")
T = TypeVar("T")

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
            if str(frame.f_globals.get("__name__")).partition(".")[0] in _CLEARED:
                try:
                    frame.clear()
                except RuntimeError:  # it still runs
                    continue


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
