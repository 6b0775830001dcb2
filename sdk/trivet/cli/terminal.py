"""The terminal of a command: styles, questions, progress, and stdout as the target of its output."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Generator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Protocol

from trivet._text import printable
from trivet.cli.failures import UsageError
from trivet.cli.text import visible

BOLD, GREEN, BLUE, _RESET = (f"\x1b[{code}m" for code in ("1", "32", "34", "0"))
_REFRESHES = 8
"""How many times a second a progress bar is drawn, however often it advances."""
_BYTES = "B"


def is_terminal(stream: Any) -> bool:
    """Return whether a stream is a terminal; False if it is closed or absent."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):
        return False


def uses_styles(stream: Any) -> bool:
    """Return whether text gets styles: on a terminal, unless NO_COLOR, CLICOLOR=0 or TERM=dumb forbids them.

    >>> uses_styles(sys.stdout)
    False

    With FORCE_COLOR or CLICOLOR_FORCE, a file or a pipe gets styles as well; NO_COLOR comes before both. A variable
    that is empty counts as not set, as https://no-color.org says.
    """
    value_of = os.environ.get
    if value_of("NO_COLOR"):
        return False
    if any(value_of(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return is_terminal(stream) and value_of("CLICOLOR") != "0" and value_of("TERM") != "dumb"


def styled(text: str, style: str, *, styles: bool) -> str:
    """Return text with a style, or as it is."""
    return f"{style}{text}{_RESET}" if styles and text else text


def confirm_count(count: int, effect: str, *, yes: bool) -> bool:
    """Ask the user to type the number of the records that will be changed.

    >>> confirm_count(12, "accounts will be deleted", yes=False)
    True

    Args:
        count: The number of records.
        effect: The end of a sentence that begins with the number, such as `accounts will be deleted`.
        yes: Whether `--yes` answers the question.

    Returns:
        Whether the number was typed.

    Raises:
        UsageError: The user cannot be asked, because stdin is not a terminal.
    """
    if yes:
        return True
    if not is_terminal(sys.stdin):
        raise UsageError(f"{count} {effect}: confirm it with --yes, as stdin is not a terminal")
    sys.stderr.write(f"{count} {printable(effect)}. Type {count} to continue: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() == str(count)


def confirm(question: str, *, yes: bool) -> bool:
    """Ask the user a question, to which `y` or `yes` is the only consent.

    >>> confirm("Delete a conversation and its messages. Continue?", yes=False)
    True

    Args:
        question: The question, after what will happen.
        yes: Whether `--yes` answers it.

    Raises:
        UsageError: The user cannot be asked, because stdin is not a terminal.
    """
    if yes:
        return True
    if not is_terminal(sys.stdin):
        raise UsageError(f"{question.rpartition('. ')[0]}: confirm it with --yes, as stdin is not a terminal")
    sys.stderr.write(f"{printable(question)} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


class Advance(Protocol):
    """The function with which a command advances its progress bar."""

    def __call__(self, done: float, total: float | None = None, note: str = "", /) -> None:
        """Show the amount that is done, the total, and a note of a few words."""


@contextmanager
def progress(title: str, *, unit: str = "") -> Generator[Advance]:
    """Show a bar with rate and time left while the block runs; nothing if stderr is not a terminal.

    >>> with progress("Downloading", unit="B") as advance:
    ...     advance(1024, 4096)

    The bar disappears when the block ends, so that only the report of the command stays.

    Args:
        title: The words before the bar.
        unit: `B` for bytes, otherwise a noun in the plural, such as `users`.
    """
    if not is_terminal(sys.stderr):
        yield lambda done, total=None, note="", /: None
        return
    from rich.console import Console  # noqa: PLC0415  # only a terminal needs it
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        TextColumn("{task.fields[rate]}", markup=False),
        TimeRemainingColumn(compact=True),
    )
    bar = Progress(
        *columns,
        console=Console(stderr=True, markup=False, highlight=False, emoji=False),
        refresh_per_second=_REFRESHES,
        transient=True,
        redirect_stdout=is_terminal(sys.stdout),  # otherwise a result in a pipe would become part of the terminal
    )
    with bar:
        task = bar.add_task(printable(title), total=None, rate="")

        def advance(done: float, total: float | None = None, note: str = "", /) -> None:
            speed = bar.tasks[0].speed
            words = printable(f"{title} {note}".strip(), 60)
            bar.update(task, completed=done, total=total, description=words, rate=rate_text(done, total, speed, unit))

        yield advance


def rate_text(done: float, total: float | None, speed: float | None, unit: str) -> str:
    """Return the amount that is done, the total and the speed.

    >>> rate_text(120, 400, 12.4, "users")
    '120/400 users, 12/s'
    """
    if unit == _BYTES:
        of = "" if total is None else f"/{_bytes(total)}"
        return f"{_bytes(done)}{of}" + ("" if speed is None else f", {_bytes(speed)}/s")
    of = "" if total is None else f"/{total:,.0f}"
    text = f"{done:,.0f}{of} {unit}".rstrip()
    return text if speed is None else f"{text}, {speed:,.0f}/s" if speed >= 10 else f"{text}, {speed:.1f}/s"


def _bytes(count: float) -> str:
    for name in ("B", "kB", "MB", "GB"):
        if count < 1000 or name == "GB":
            break
        count /= 1000
    return f"{count:.0f} {name}" if name == "B" or count >= 100 else f"{count:.1f} {name}"


class Target:
    """The standard output of one run.

    >>> Target(on_terminal=False, raw=False).write("text")

    Attributes:
        on_terminal: Whether it is a terminal.
        raw: Whether text is written without escapes.
        live: Whether each text is flushed, so that none stays in the buffer.
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
        """The columns of the terminal; None if stdout is not one, and lines may have any length."""
        return max(shutil.get_terminal_size((80, 24)).columns, 1) if self.on_terminal else None

    def visible(self, text: str) -> str:
        """Return text with escapes for characters that a terminal would act upon, unless it is raw."""
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
        """Write a line to stderr."""
        if sys.stderr is not None:
            self.flush()
            sys.stderr.write(f"{visible(text)}\n")
            sys.stderr.flush()
