"""A program of `scenarios`, as a process: `python -m tests.sdk.interrupts.program sync items`.

It prints `pause` when a pause begins, and where the exception that ends it shows a secret.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys
from collections.abc import Awaitable
from typing import Any

import trivet
from tests.sdk.exposure import exposed
from tests.sdk.interrupts.registry import Scenario
from tests.sdk.interrupts.silent_relay import SILENCE
from trivet._core.clock import SystemClock


class LongPauses(SystemClock):
    """A clock whose pauses last as long as the silence of the server."""

    def sleep(self, seconds: float, /) -> None:
        """Pause a thread."""
        sys.stdout.write("pause\n")
        sys.stdout.flush()
        super().sleep(SILENCE)

    async def asleep(self, seconds: float, /) -> None:
        """Pause a task."""
        sys.stdout.write("pause\n")
        sys.stdout.flush()
        await super().asleep(SILENCE)


def main(api: str, name: str, *, pauses: bool) -> None:
    """Run a scenario, with clients that wait as long as it takes."""
    scenario: Scenario = importlib.import_module(f"tests.sdk.interrupts._{api}.scenarios").SCENARIOS[name]
    client = getattr(trivet, f"{'Async' if api == 'async' else ''}{scenario.service.title()}Client")

    def connect(**options: Any) -> Any:
        clock = {"clock": LongPauses()} if pauses else {}
        auth = {"auth": trivet.Bearer(os.environ["SECRET"])} if scenario.service == "agent" else {}
        return client(timeout=None, deadline=None, **clock, **auth, **options)

    if api == "async":
        asyncio.run(_cancelled_by_sigterm(scenario.run(connect)))
    else:
        scenario.run(connect)


async def _cancelled_by_sigterm(scenario: Awaitable[None]) -> None:
    """Run a scenario in a task that SIGTERM cancels, as docs/hardening.md advises.

    An exit that is raised between two steps of an event loop loses wake-ups, for which `asyncio.run` waits without end.
    """
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await scenario


def stop(*_: object) -> None:
    """Leave the program as its own handler of SIGTERM does."""
    sys.exit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    signal.signal(signal.SIGTERM, stop)
    try:
        main(sys.argv[1], sys.argv[2], pauses=sys.argv[3:] == ["pauses"])
    except BaseException as error:
        places = exposed(error, os.environ["SECRET"])
        sys.stdout.write("".join(f"secret: {place}\n" for place in places))
        sys.stdout.flush()
        if isinstance(error, asyncio.CancelledError):
            stop()
        raise
