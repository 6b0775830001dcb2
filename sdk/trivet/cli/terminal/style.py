"""The styles of text on a terminal, and whether a stream gets them."""

from __future__ import annotations

import os
from typing import Any

__all__ = ["BLUE", "BOLD", "DIM", "GREEN", "MAGENTA", "RESET", "is_terminal", "styled", "uses_styles"]

BOLD, DIM, GREEN, BLUE, MAGENTA, RESET = (f"\x1b[{each}m" for each in ("1", "2", "32", "34", "35", "0"))


def is_terminal(stream: Any) -> bool:
    """Whether a stream is a terminal; one that is closed or absent is none."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def uses_styles(stream: Any) -> bool:
    """Whether a stream gets styles: a terminal does, unless NO_COLOR, CLICOLOR=0 or TERM=dumb say no.

    >>> uses_styles(sys.stdout)
    False

    With FORCE_COLOR or CLICOLOR_FORCE what is no terminal gets them, too; NO_COLOR comes before both. A variable that
    is empty counts as not set, as https://no-color.org says.
    """
    given = os.environ.get
    if given("NO_COLOR"):
        return False
    if any(given(each, "0") not in ("", "0") for each in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return is_terminal(stream) and given("CLICOLOR") != "0" and given("TERM") != "dumb"


def styled(text: str, style: str, *, styles: bool) -> str:
    """Return text with a style, or as it is."""
    return f"{style}{text}{RESET}" if styles and text else text
