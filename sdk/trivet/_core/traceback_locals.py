"""Errors whose tracebacks keep no secrets.

An exception keeps the frames that it has passed, and they keep their local variables: credentials, URLs, headers and
bodies. Tools that report errors, Sentry and rich among them, show these variables. So errors leave the SDK with the
variables of its frames cleared; the lines of the traceback stay.

Without that, 848 of 900 calls that fail in the network tests (`error_bodies`, docs/hardening.md) would show a secret.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import wraps
from types import FrameType, FunctionType
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

NOTHING: Any = None
"""What replaces the locals of a frame that is still running, before `clear_locals` clears those that have ended."""

_RESUMABLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
# At the interpreter's exit, which closes the iterators that modules hold, nothing can be imported any more.
_WAITING = frozenset(dis.opmap.get(name) for name in ("YIELD_VALUE", "RETURN_GENERATOR"))
_CLIENTS = {"aiohttp", "anyio", "h11", "h2", "httpcore", "httpcore2", "httpx", "httpx2", "httpx_aiohttp", "socksio"}
# A signal may arrive while one of these writes a request, encodes a credential or reads an answer.
_STANDARD_LIBRARY = {"asyncio", "base64", "codecs", "encodings", "json", "ssl", "urllib"}
_CLEARED = frozenset({"trivet", *_CLIENTS, *_STANDARD_LIBRARY})


def clear_locals(error: BaseException) -> None:
    """Clear the local variables of the frames that have ended with this error, its causes and contexts.

    The frames of other packages, such as a transport or a function of the user, are left alone. Those of the standard
    library that hold requests, credentials or answers are cleared, too. The frame that calls it is still running: it
    drops the variables that hold a part of an answer by itself. Every call, iterator and block that raises to the user
    ends like this, or is decorated with `hide_arguments`, which costs an item of an iterator too much:

        except BaseException as error:
            page = item = NOTHING
            clear_locals(error)
            raise
    """
    for exception in _chain(error):
        trace = exception.__traceback__
        while trace is not None:
            frame, trace = trace.tb_frame, trace.tb_next
            if str(frame.f_globals.get("__name__")).partition(".")[0] in _CLEARED and not _is_suspended(frame):
                try:
                    frame.clear()
                except RuntimeError:  # the frame is still running
                    continue


def forget_frames(error: BaseException) -> None:
    """Remove the frames of an error that trivet has handled: it repeats the call, or records the failure.

    Observers and records may keep such an error, and it keeps the frames of its callers, which run on: later they hold
    the credentials and the answer of the next attempt.
    """
    for exception in _chain(error):
        exception.__traceback__ = None


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, its causes and its contexts."""
    pending: list[BaseException | None] = [error]
    seen: set[int] = set()
    while pending:
        exception = pending.pop()
        if exception is not None and id(exception) not in seen:
            seen.add(id(exception))
            pending += (exception.__cause__, exception.__context__)
            yield exception


def forget_interrupted(error: BaseException) -> None:
    """Remove the failure that was being handled when a cancellation or an interrupt arrived.

    A connection is closed while the failure of its answer is handled, and the secrets are removed from that failure
    only afterwards. A cancellation in between would show them, as its context keeps the failure.
    """
    if not isinstance(error, Exception):
        error.__context__ = None


def _is_suspended(frame: FrameType) -> bool:
    """Whether this is the frame of a coroutine or generator that caught the error, keeps it, and will resume.

    From Python 3.13 on, `clear` raises a RuntimeError for it; before, `clear` closes the coroutine.
    """
    if sys.version_info >= (3, 13) or not frame.f_code.co_flags & _RESUMABLE:
        return False
    return frame.f_lasti < 0 or frame.f_code.co_code[frame.f_lasti] in _WAITING


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

    It is `hide_arguments` for a coroutine function: the arguments are kept until it is awaited.

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
