"""The ways in which a program ends by itself, and the wait for an effect of its end."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable


def end_program(way: str) -> None:
    """End this program in a way; return for any other."""
    match way:
        case "exception":
            raise RuntimeError("the program fails")
        case "sys.exit":
            sys.exit(5)
        case "os._exit":
            os._exit(5)
        case "crash":
            os.abort()


def eventually(condition: Callable[[], object], seconds: float) -> bool:
    """Whether a condition becomes true in time."""
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            return False
        time.sleep(0.02)
    return True
