"""The terminal of a command: styles, questions, progress, and stdout as the target of its output."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
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


def pager_command() -> str | None:
    """Return the pager of the user: TRIVET_PAGER, PAGER, or else less; None if it is empty, `cat`, or not installed.

    >>> pager_command()
    'less'
    """
    chosen = next((os.environ[name] for name in ("TRIVET_PAGER", "PAGER") if name in os.environ), "less").strip()
    program = chosen.partition(" ")[0]
    is_installed = bool(program) and shutil.which(program) is not None
    return chosen if is_installed and program != "cat" and os.environ.get("TERM") != "dumb" else None


class Pager:
    """A text stream that shows its text by a pager once it is longer than the screen, and otherwise by itself.

    >>> pager = Pager(sys.stdout, "less", lines=24)

    Less gets the options that git gives it: it ends by itself at the end of a short text, and leaves it on the screen.
    """

    def __init__(self, stream: Any, command: str, *, lines: int) -> None:
        self._stream = stream
        self._command = command
        self._lines = lines
        self._held: list[str] = []
        self._process: subprocess.Popen[str] | None = None

    def write(self, text: str) -> None:
        """Write text.

        Raises:
            BrokenPipeError: The user has left the pager.
        """
        self._held.append(text)
        if self._process is None and sum(held.count("\n") for held in self._held) >= self._lines:
            self._stream.flush()
            self._process = subprocess.Popen(
                self._command,
                shell=True,  # as git does: the variable may hold options
                stdin=subprocess.PIPE,
                encoding="utf-8",
                errors="backslashreplace",
                env={"LESS": "FRX", "LV": "-c", **os.environ},
            )
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write("".join(self._held))
            self._held.clear()

    def flush(self) -> None:
        """Show what the pager has not got yet; text that may fit on the screen is held until `close`."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.flush()

    def close(self) -> None:
        """Wait until the user leaves the pager, or show a short text."""
        if self._process is None:
            self._stream.write("".join(self._held))
            self._stream.flush()
            return
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):  # the user has left it already
                self._process.stdin.close()
        while self._process.returncode is None:
            with suppress(KeyboardInterrupt):  # it is for the pager
                self._process.wait()


class Target:
    """The standard output of one run.

    >>> Target(on_terminal=False, raw=False).write("text")

    Args:
        paged: Whether a text that is longer than the screen of a terminal goes through the user's pager.

    Attributes:
        on_terminal: Whether it is a terminal.
        raw: Whether text is written without escapes.
        live: Whether each text is flushed, so that none stays in the buffer.
    """

    def __init__(self, *, on_terminal: bool, raw: bool, live: bool = False, paged: bool = False) -> None:
        self.on_terminal = on_terminal
        self.raw = raw
        self.live = live
        self._stream: Any = sys.stdout
        self._notes: list[str] = []
        self._noted: set[str] = set()
        self._pager: Pager | None = None
        command = pager_command() if paged and on_terminal and not live else None
        if command is not None:
            self._pager = Pager(sys.stdout, command, lines=shutil.get_terminal_size((80, 24)).lines)

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
        (self._stream if self._pager is None else self._pager).write(text)
        if self.live:
            self._stream.flush()

    def flush(self) -> None:
        """Write the buffer."""
        (self._stream if self._pager is None else self._pager).flush()

    def close(self) -> None:
        """Write the buffer, and what was noted while the pager had the terminal, after the pager."""
        if self._pager is None:
            self.flush()
            return
        pager, self._pager = self._pager, None
        pager.close()
        for text in self._notes:
            self.note(text)

    def note_once(self, text: str) -> None:
        """Write a line to stderr, unless it was written before."""
        if text not in self._noted:
            self._noted.add(text)
            self.note(text)

    def note(self, text: str) -> None:
        """Write a line to stderr."""
        if self._pager is not None:
            self._notes.append(text)
        elif sys.stderr is not None:
            self.flush()
            sys.stderr.write(f"{visible(text)}\n")
            sys.stderr.flush()
