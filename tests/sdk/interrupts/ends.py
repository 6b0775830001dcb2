"""The ways in which a program ends by itself."""

from __future__ import annotations

import os
import sys


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
