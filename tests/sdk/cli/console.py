"""Runs the command: as a script of its own process, in this process, or in a pseudo-terminal."""

from __future__ import annotations

import contextlib
import io
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple
from unittest import mock

from trivet.cli.main import main

__all__ = ["Done", "Terminal", "in_terminal", "run_here", "run_script"]

LONGEST = 60.0
"""Seconds after which a run has failed: only a hang takes as long."""


class Done(NamedTuple):
    """The result of a run: its exit status and its output."""

    status: int
    out: str
    err: str


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment without the settings of trivet, with the variables of a test."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("TRIVET_", "NO_COLOR"))}
    return {**inherited, "COLUMNS": "100", "PAGER": "cat", "TRIVET_CONFIG": os.devnull, **env}


def run_script(*arguments: str, env: Mapping[str, str] | None = None, stdin: str = "") -> Done:
    """Run the command in a process of its own, as users do; it takes half a second, so only if a process is needed."""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-m", "trivet", *arguments],
        input=stdin,
        env=environment(env or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    return Done(result.returncode, result.stdout, result.stderr)


def run_here(*arguments: str, env: Mapping[str, str] | None = None, stdin: str = "") -> Done:
    """Run the command in this process, which takes milliseconds."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, environment(env or {}), clear=True),
        mock.patch.object(sys, "argv", ["trivet", *arguments]),
        mock.patch.object(sys, "stdin", io.StringIO(stdin)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            status = main()
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
    return Done(status, out.getvalue(), err.getvalue())


class Terminal:
    """A command in a pseudo-terminal.

    Attributes:
        output: Everything that it has written so far, with its control sequences.
    """

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process = process
        self.output = ""
        self._descriptor = descriptor

    @property
    def text(self) -> str:
        """The output without control sequences."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\r", "", self.output)

    def read_until(self, pattern: str) -> str:
        """Read until the text matches a pattern; return it."""
        end = time.monotonic() + LONGEST
        while not re.search(pattern, self.text):
            left = end - time.monotonic()
            assert left > 0, f"{pattern!r} does not appear in:\n{self.text}"
            if not self._read(left):
                raise AssertionError(f"the command ended without {pattern!r}:\n{self.text}")
        return self.text

    def type(self, text: str) -> None:
        """Type text; a newline is the enter key."""
        os.write(self._descriptor, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        os.write(self._descriptor, b"\x03")

    def hang_up(self) -> None:
        """Close the terminal, as a window or a connection is closed."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def wait(self) -> int:
        """Read to the end; return the exit status."""
        while self._read(LONGEST):
            pass
        return self.process.wait(LONGEST)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._descriptor], [], [], seconds)[0]:
            raise AssertionError(f"the command writes nothing more, and does not end:\n{self.text}")
        try:
            data = os.read(self._descriptor, 65536)
        except OSError:  # EIO: the other side is closed
            return False
        self.output += data.decode("utf-8", "replace")
        return bool(data)


@contextlib.contextmanager
def in_terminal(
    *arguments: str,
    env: Mapping[str, str] | None = None,
    size: tuple[int, int] = (100, 40),
    command: Sequence[str] | None = None,
) -> Generator[Terminal]:
    """Run the command, or another one, in a pseudo-terminal of this size, columns and lines; POSIX alone has them."""
    import fcntl  # noqa: PLC0415  # Windows lacks these modules
    import pty  # noqa: PLC0415
    import struct  # noqa: PLC0415
    import termios  # noqa: PLC0415

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    variables = {"TERM": "xterm-256color", **(env or {})}
    process = subprocess.Popen(
        command or [sys.executable, "-m", "trivet", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={name: value for name, value in environment(variables).items() if name not in ("COLUMNS", "LINES")},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # so that Ctrl-C is a signal
    )
    os.close(theirs)
    terminal = Terminal(process, ours)
    try:
        yield terminal
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        terminal.hang_up()
