"""Where output goes: stdout, and what it is."""

from __future__ import annotations

import shutil
import sys
from functools import cached_property
from typing import Any

from trivet.cli.output.escapes import visible
from trivet.cli.terminal.style import uses_styles

__all__ = ["Target"]


class Target:
    """The standard output of one run.

    >>> Target(on_terminal=False, raw=False).write("text")

    Attributes:
        on_terminal: Whether it is a terminal.
        raw: Whether text is written without escapes.
        live: Whether nothing stays in the buffer.
    """

    def __init__(self, *, on_terminal: bool, raw: bool, live: bool = False) -> None:
        self.on_terminal = on_terminal
        self.raw = raw
        self.live = live
        self._stream: Any = sys.stdout

    @cached_property
    def styled(self) -> bool:
        """Whether text gets styles, such as a bold head."""
        return uses_styles(self._stream)

    @cached_property
    def width(self) -> int | None:
        """The columns of the terminal; None where there is none, and lines may be as long as they are."""
        return max(shutil.get_terminal_size((80, 24)).columns, 1) if self.on_terminal else None

    def visible(self, text: str) -> str:
        """Return text with escapes for what a terminal would act upon, unless it is to be raw."""
        return text if self.raw else visible(text)

    def write(self, text: str) -> None:
        """Write text; it may stay in the buffer."""
        self._stream.write(text)
        if self.live:
            self._stream.flush()

    def flush(self) -> None:
        """Write the buffer."""
        self._stream.flush()

    def note(self, text: str) -> None:
        """Write a line for people to stderr."""
        if sys.stderr is not None:
            self.flush()
            sys.stderr.write(f"{visible(text)}\n")
            sys.stderr.flush()
