"""Observers, which are notified of the calls of a client and of their attempts: for logs, traces and metrics.

>>> from trivet.observe import logs
>>> client = BusClient(account_key="…", observers=[logs()])

Observers of your own are subclasses of `Observer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from .._core.observation import ObservedAttempt as ObservedAttempt
    from .._core.observation import ObservedCall as ObservedCall
    from .._core.observation import ObservedToolCall as ObservedToolCall
    from .._core.observation import ObservedTurn as ObservedTurn
    from .._core.observation import Observer as Observer
    from ._logs import logs as logs
    from ._otel import otel as otel
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "ObservedAttempt": ".._core.observation",
            "ObservedCall": ".._core.observation",
            "ObservedToolCall": ".._core.observation",
            "ObservedTurn": ".._core.observation",
            "Observer": ".._core.observation",
            "logs": "._logs",
            "otel": "._otel",
        },
    )
