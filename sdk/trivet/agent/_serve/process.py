"""The process of an installed server, and its log."""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ..._core.clock import monotonic
from ..._text import printable
from ...errors import InvalidArgumentError
from .._opencode.table import VERSION
from .errors import ServerEndedError, ServerStartError
from .log_secrets import log_secrets, redact_log
from .supervision import Supervision

LAST_LINES = 20
"""The number of lines of the log that an error keeps."""

ANSWER = 1.0
"""Seconds for the answer of a supervisor, which has it ready."""

CLOSE = 2.0
"""Seconds for the end of processes that are killed; after that, their supervisor goes on alone."""

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


class ServerProcess:
    """A server that listens on this machine only, for clients that have its password.

    Attributes:
        password: The password of the user `opencode`.
        log: The file of its output; None before the start.
    """

    def __init__(
        self,
        directory: str | os.PathLike[str],
        port: int,
        config: Mapping[str, object] | None,
        env: Mapping[str, str] | None,
        program: str | os.PathLike[str],
        log: str | os.PathLike[str] | None,
    ) -> None:
        """Start nothing yet.

        Raises:
            InvalidArgumentError: The configuration is not JSON.
        """
        self.password: str = secrets.token_urlsafe(32)
        self.log: Path | None = None
        self._directory = os.fspath(directory)
        self._port = port
        self._program = os.fspath(program)
        self._given_log = None if log is None else Path(log)
        self._environment = {**os.environ, **(env or {})}
        self._environment |= {"OPENCODE_SERVER_USERNAME": "opencode", "OPENCODE_SERVER_PASSWORD": self.password}
        if config is not None:
            content = _json(config)
            if content is None:
                raise InvalidArgumentError("config", "a mapping of JSON values", type(config).__name__)
            self._environment["OPENCODE_CONFIG_CONTENT"] = content
        self._secrets = log_secrets(self._environment)
        self._lock = threading.Lock()
        self._supervision: Supervision | None = None
        self._reports: dict[str, Any] = {}
        self._closing = False

    @property
    def pid(self) -> int | None:
        """The process id of the server; None before the start."""
        return self._read_reports().get("pid")

    def start(self, grace: float) -> None:
        """Let a supervisor start the server, without a shell; `check` raises the error of a start that fails.

        Args:
            grace: Seconds that the server and the processes below it have to end by themselves.

        Raises:
            ServerStartError: It is not installed, or there is no supervisor.
        """
        program = shutil.which(self._program, path=self._environment.get("PATH"))
        if program is None:
            install = f"npm install --global opencode-ai@{VERSION}"
            reason = f"the program {self._program} was not found; install it with `{install}`, or pass `program`"
            raise ServerStartError(reason)
        if failure := self._start(program, grace):
            raise ServerStartError(redact_log(self._not_started(failure), self._secrets))

    def _start(self, program: str, grace: float) -> str:
        """Start the supervisor; return why it could not be started. The job has secrets, and no error holds it."""
        options = ["serve", "--hostname", "127.0.0.1", "--port", str(self._port), "--print-logs"]
        try:
            # A relative path has another meaning in the directory of the server.
            command = [_wire(Path(program).absolute()), *options]
            environment = {_wire(name): _wire(value) for name, value in self._environment.items()}
            directory = _wire(self._directory)
            with self._open_log() as log:
                job = {
                    "command": command,
                    "directory": directory,
                    "environment": environment,
                    "log": log.fileno() if sys.platform != "win32" else str(self.log),
                    "temporary": str(self.log) if self._given_log is None else None,
                    "grace": grace,
                }
                self._supervision = Supervision(job, log.fileno() if sys.platform != "win32" else None)
        except (OSError, ValueError, TypeError) as error:
            if self._supervision is None and self._given_log is None and self.log is not None:
                self.log.unlink()
            return str(error)
        return ""

    def _open_log(self) -> IO[bytes]:
        """Open the log for appending. Only the user may read it, because it shows what the agent does."""
        if self._given_log is None:
            file, name = tempfile.mkstemp(prefix="opencode-", suffix=".log")
            self.log = Path(name)
        else:
            file = _open_given(self._given_log)
            self.log = self._given_log
        return os.fdopen(file, "wb", 0)

    def url(self) -> str | None:
        """Return the URL where the server itself listens, which it has printed; None if it does not listen yet."""
        return self._read_reports().get("url")

    def check(self) -> None:
        """Check that the server has started and has not ended.

        Raises:
            ServerStartError: It could not be started, or it has ended.
        """
        reports = self._read_reports()
        if "error" in reports:
            raise self.error(self._not_started(reports["error"]))
        if "exit" in reports:
            raise self.error(f"the server ended{_with_status(reports['exit'])} before it answered")
        if self._supervision is not None and self._supervision.ended:
            words = " ".join(self._supervision.words.split())
            raise self.error(f"the supervisor of the server ended{_with_status(self._supervision.status)}: {words}")

    def _not_started(self, failure: str) -> str:
        return f"{printable(self._program)} could not be started: {printable(failure)}"

    def ended(self) -> ServerEndedError | None:
        """Return the error of a server that has ended, although its owner has not ended it."""
        reports = self._read_reports()
        if self._closing or "exit" not in reports:
            return None
        return ServerEndedError(reports["exit"], self._last_lines())

    def error(self, reason: str) -> ServerStartError:
        """Make an error with the end of the server's output, without secrets."""
        return ServerStartError(redact_log(printable(reason), self._secrets), self._last_lines())

    def _last_lines(self) -> str:
        reports = self._read_reports()
        if self._supervision is not None and "exit" not in reports:
            reports.pop("tail", None)
            self._supervision.ask_for_tail()
            end = monotonic() + ANSWER
            while "tail" not in reports and not self._supervision.ended and monotonic() < end:
                self._supervision.wait()
                self._read_reports()
        text = _STYLE.sub("", reports.get("tail", ""))
        lines = [printable(line) for line in redact_log(text, self._secrets).splitlines() if line.strip()]
        return "\n".join(lines[-LAST_LINES:])

    def _read_reports(self) -> dict[str, Any]:
        """Return all reports, those included that have arrived now."""
        with self._lock:
            if self._supervision is not None:
                for report in self._supervision.reports():
                    self._reports.update(report)
        return self._reports

    def terminate(self) -> None:
        """Ask the server and all processes below it to end; on Windows, end them."""
        self._closing = True
        if self._supervision is not None:
            self._supervision.stop()

    def has_ended(self) -> bool:
        """Whether the server and all processes below it have ended, and the log is removed if it is temporary."""
        self._read_reports()
        return self._supervision is None or self._supervision.ended

    def kill(self) -> None:
        """End all processes that are left, and wait for that for a moment."""
        if self._supervision is not None:
            with self._lock:
                self._supervision.close(CLOSE)


def _wire(text: str | os.PathLike[str]) -> str:
    """Return a text of the system in a form that JSON holds, and that does not depend on the locale."""
    return os.fsencode(text).decode("latin-1")


def _with_status(status: int | None) -> str:
    return "" if status is None else f" with the status {status}"


def _open_given(log: Path) -> int:
    """Open a file, or a pipe, which may not have a reader yet: its reader finds what was written before."""
    is_pipe = False
    with suppress(OSError):
        is_pipe = stat.S_ISFIFO(log.stat().st_mode)
    if sys.platform == "win32" or not is_pipe:
        return os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        file = os.open(log, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        file = os.open(log, os.O_RDWR | os.O_NONBLOCK)  # which needs no reader
    os.set_blocking(file, True)
    return file


def _json(config: Mapping[str, object]) -> str | None:
    """Return a configuration as JSON; None if it is not JSON: the error's frames hold its secrets, and end here."""
    try:
        return json.dumps({**config})
    except (TypeError, ValueError, RecursionError):
        return None
