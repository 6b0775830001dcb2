"""The owner's ends of the pipes to the supervisor of a server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..._core.clock import monotonic

SUPERVISOR = Path(__file__).with_name("supervisor.py")

MAIN = "import sys; sys.path.append(sys.argv[1]); from supervisor import main; main()"
"""The program of the supervisor. A script would be compiled at each start; a module has its compiled form in a file."""

STEP = 0.005
"""Seconds between two looks at a pipe for whose end a thread waits."""

UNSUPERVISED = (
    "opencode.serve: sys.executable is not a Python interpreter, so there is no supervisor: if this program is killed, "
    "its server and the commands of the agent live on"
)


class Supervision:
    """A supervisor that was started, seen from its owner. The end of this process ends it and its server.

    >>> supervision = Supervision(job, log=None)
    >>> [*supervision.reports()]
    [{'pid': 4711}]

    Attributes:
        ended: Whether the supervisor, and with it the server, has ended.
        words: What it has printed besides its reports, such as the traceback of an interpreter that does not start.
    """

    def __init__(self, job: dict[str, Any], log: int | None) -> None:
        """Start a supervisor.

        Args:
            job: Its job.
            log: The descriptor of the log, which the supervisor inherits; None if the job has the name of a file.

        Raises:
            OSError: It could not be started.
        """
        self.ended: bool = False
        self.words: str = ""
        self._rest = b""
        self._process: subprocess.Popen[bytes] | None = None
        interpreter = _interpreter()
        if interpreter is None:
            warnings.warn(UNSUPERVISED, RuntimeWarning, stacklevel=2)
            if log is not None:
                job = {**job, "log": os.dup(log)}  # the thread closes it
            self._control, self._report_end = _supervised_by_thread()
        else:
            self._process = subprocess.Popen(
                [interpreter, "-I", "-S", "-c", MAIN, SUPERVISOR.parent],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                bufsize=0,
                pass_fds=() if log is None else (log,),
                # Ctrl-C in a terminal goes to a whole group: the client is to end first, then the server.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._control, self._report_end = self._process.stdin.fileno(), self._process.stdout.fileno()
        if sys.platform != "win32":
            os.set_blocking(self._report_end, False)
        _open.add(self)
        self._send(json.dumps(job))

    @property
    def status(self) -> int | None:
        """The exit status of a supervisor that has ended; None if it is a thread."""
        return None if self._process is None else self._process.wait()

    def ask_for_tail(self) -> None:
        """Ask for a report with the end of the server's output."""
        self._send("tail")

    def stop(self) -> None:
        """Ask the server and all processes below it to end."""
        self._send("stop")

    def reports(self) -> Iterator[dict[str, Any]]:
        """Yield the reports that have arrived, without waiting for more."""
        while not self.ended and (chunk := _read_now(self._report_end)) is not None:
            self.ended = not chunk
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            for line in lines:
                try:
                    report: dict[str, Any] = json.loads(line)
                except ValueError:
                    self.words += f"{line.decode('utf-8', 'replace')}\n"
                else:
                    yield report

    def wait(self) -> None:
        """Wait a moment for a report."""
        time.sleep(STEP)

    def close(self, seconds: float) -> None:
        """Kill the server and all processes below it, and wait for their end, at most for some seconds."""
        self._send("kill")
        end = monotonic() + seconds
        while not self.ended and monotonic() < end:
            if not [*self.reports()]:
                self.wait()
        self._close_pipes()
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)

    def disown(self) -> None:
        """Leave the supervisor to the parent, in a child that was forked: only the parent's end ends the server."""
        self._close_pipes()
        if self._process is not None:
            self._process.returncode = 0  # it is no child of this process

    def _close_pipes(self) -> None:
        self.ended = True
        _open.discard(self)
        for file, name in ((self._control, "stdin"), (self._report_end, "stdout")):
            with suppress(OSError):
                if self._process is None:
                    os.close(file)
                else:
                    getattr(self._process, name).close()

    def _send(self, line: str) -> None:
        data = f"{line}\n".encode("ascii")
        with suppress(OSError):  # the supervisor has ended, and its reports say why
            while data and not self.ended:
                data = data[os.write(self._control, data) :]


_open: weakref.WeakSet[Supervision] = weakref.WeakSet()
"""The supervisors of this process."""


def _disown_all() -> None:
    for supervision in [*_open]:
        supervision.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)


def _interpreter() -> str | None:
    """Return the interpreter for a supervisor.

    In a frozen program, and where another program has embedded Python, `sys.executable` would start that again.
    """
    is_python = re.match("(?i)(python|pypy|graalpy)", Path(sys.executable or "").name)
    return sys.executable if is_python and not hasattr(sys, "frozen") and SUPERVISOR.is_file() else None


def _supervised_by_thread() -> tuple[int, int]:
    """Start a thread in the place of a supervisor, and return the ends of its pipes."""
    from .supervisor import Supervisor  # noqa: PLC0415  # few programs need it

    control, own_control = os.pipe()
    own_report_end, report_end = os.pipe()

    def supervise() -> None:
        try:
            Supervisor(control, report_end, alone=False).run()
        finally:
            os.close(report_end)

    threading.Thread(target=supervise, daemon=True, name="trivet-supervisor").start()
    return own_control, own_report_end


def _read_now(file: int) -> bytes | None:
    """Return the bytes that a pipe has; no bytes at its end, and None if there are none now."""
    try:
        if sys.platform == "win32":
            import _winapi  # noqa: PLC0415
            import msvcrt  # noqa: PLC0415

            if not _winapi.PeekNamedPipe(msvcrt.get_osfhandle(file), 0)[0]:
                return None
        return os.read(file, 65536)
    except BlockingIOError:
        return None
    except OSError:
        return b""
