# Derived from sdk/trivet/agent/_turns/_async/retry_reports.py by `python -m codegen`; do not edit.
"""The reports to `on_provider_retry`, one after the other, in the background."""

from __future__ import annotations

from contextvars import copy_context
from functools import partial

from ...._concurrency.background import BackgroundRunner
from ...._concurrency.functions import resolve
from ...._core.traceback_locals import clear_locals
from ..activity import TurnActivity
from ..state import TurnState


class RetryReports:
    """Calls the function of a turn each time that the provider is asked again, in the context of the turn's caller."""

    def __init__(self, state: TurnState, background: BackgroundRunner) -> None:
        """Call nothing yet."""
        self._state = state
        self._background = background
        self._context = copy_context()
        self._running = False

    def start(self) -> None:
        """Start to report the new attempts, unless a job is at it."""
        with self._background:
            if self._state.retries and not self._running and not self._state.ended:
                self._running = True
                self._background.start(self._run)

    def _run(self) -> None:
        try:
            while (retry := self._next()) is not None:
                self._background.run_unless(lambda: self._state.ended, partial(self._report, retry))
        except (Exception, KeyboardInterrupt, SystemExit) as error:
            retry = None
            clear_locals(error)
            with self._background:
                self._running = False
                self._state.fail_report(error)
        self._background.notify()

    def _next(self) -> TurnActivity | None:
        with self._background:
            self._running = bool(self._state.retries) and not self._state.ended
            return self._state.retries.popleft() if self._running else None

    def _report(self, retry: TurnActivity) -> None:
        resolve(self._context.copy().run(self._state.options.on_provider_retry, retry))
