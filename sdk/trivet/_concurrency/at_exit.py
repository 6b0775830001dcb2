"""Work to leave when the interpreter exits, although its block was not left.

Threads: a block in a daemon thread, or one that was entered by hand, is left by a function of `atexit`.
Tasks: the end of `asyncio.run` cancels them, which leaves their blocks; at the exit there is no event loop any more.
"""

from __future__ import annotations

import atexit
import os
import weakref
from contextlib import suppress
from typing import Protocol


class Leavable(Protocol):
    """Work that can be left by any thread."""

    def leave_at_exit(self) -> None:
        """Leave the work, unless it has ended."""
        ...


_begun: weakref.WeakKeyDictionary[Leavable, int] = weakref.WeakKeyDictionary()
"""The work that has begun, with the process that has."""


def async_leave_at_exit(work: object) -> None:
    """Do nothing for a task."""


def leave_at_exit(work: Leavable) -> None:
    """Leave work when the interpreter exits, but not at the exit of a child that was forked."""
    _begun[work] = os.getpid()


@atexit.register
def _leave_all() -> None:
    for work, process in [*_begun.items()]:
        if process == os.getpid():
            with suppress(Exception):  # the interpreter exits all the same
                work.leave_at_exit()
