"""The process of an installed server, its log, and the processes that the server and its agent start.

The server starts each command of the agent in a session of its own, which outlives the server. So all processes are
found that descend from the server or carry its password in their environment, and their process groups are ended.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from ..._core.public import exported_from
from ..._text import printable
from ...errors import InvalidArgumentError, TrivetError
from .._opencode.table import VERSION
from .log_secrets import log_secrets, redact_log

LAST_LINES = 20
"""The number of lines of the log that an error keeps."""

LONGEST_TAIL = 20_000
"""The most bytes of the log that are read for an error."""

_LISTENING = re.compile(rb"listening on (http://\S+)\s")
_STYLE = re.compile(r"\x1b\[[0-9;]*m")


@exported_from("trivet.agent.opencode")
class ServerStartError(TrivetError):
    """The installed server could not be started, or did not answer in time; it does not run any more.

        except ServerStartError as error:
            print(error.reason, error.log, sep="\n")

    Attributes:
        reason: Why it does not run, or how to install it.
        log: The last lines of its output, without secrets; empty if there were none.
    """

    def __init__(self, reason: str, log: str = "") -> None:
        super().__init__(reason, log)
        self.reason = reason
        self.log = log

    def __str__(self) -> str:
        last = f"; its log ends with: {' | '.join(self.log.splitlines()[-3:])}" if self.log else ""
        return f"opencode.serve: {self.reason}{last}"


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
        self._process: subprocess.Popen[bytes] | None = None
        self._log_start = 0
        self._groups: set[int] = set()

    @property
    def pid(self) -> int | None:
        """The process id of the server; None before the start."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the server, without a shell.

        Raises:
            ServerStartError: It is not installed, or could not be started.
        """
        program = shutil.which(self._program, path=self._environment.get("PATH"))
        if program is None:
            install = f"npm install --global opencode-ai@{VERSION}"
            reason = f"the program {self._program} was not found; install it with `{install}`, or pass `program`"
            raise ServerStartError(reason)
        options = ["serve", "--hostname", "127.0.0.1", "--port", str(self._port), "--print-logs"]
        try:
            with self._open_log() as log:
                self._process = subprocess.Popen(
                    [Path(program).absolute(), *options],  # a relative path has another meaning in `cwd`
                    cwd=self._directory,
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    # Ctrl-C in a terminal goes to a whole group: the client is to end first, then the server.
                    start_new_session=True,
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
        except (OSError, ValueError) as error:
            failure = f"{printable(program)} could not be started: {error}"
        else:
            return
        raise ServerStartError(redact_log(failure, self._secrets))  # out here, because the error's frames hold `env`

    def _open_log(self) -> IO[bytes]:
        """Open the log for appending. Only the user may read it, because it shows what the agent does."""
        if self._given_log is None:
            file, name = tempfile.mkstemp(prefix="opencode-", suffix=".log")
            self.log = Path(name)
        else:
            file = os.open(self._given_log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self.log = self._given_log
        log = os.fdopen(file, "ab")
        self._log_start = log.tell()
        return log

    def url(self) -> str | None:
        """Return the URL where the server listens, which its log contains; None if it does not listen yet."""
        match = _LISTENING.search(self._read_log())
        return None if match is None else match[1].decode("ascii", "replace")

    def check(self) -> None:
        """Check that the server has not ended.

        Raises:
            ServerStartError: It has ended.
        """
        status = None if self._process is None else self._process.poll()
        if status is not None:
            raise self.error(f"the server ended with the status {status} before it answered")

    def error(self, reason: str) -> ServerStartError:
        """Make an error with the end of the log, without secrets."""
        log = self._read_log()
        text = _STYLE.sub("", log[-LONGEST_TAIL:].decode("utf-8", "replace"))
        if len(log) > LONGEST_TAIL:
            text = text.partition("\n")[2]  # a line that was cut may begin inside a secret
        lines = [printable(line) for line in redact_log(text, self._secrets).splitlines() if line.strip()]
        return ServerStartError(redact_log(printable(reason), self._secrets), "\n".join(lines[-LAST_LINES:]))

    def _read_log(self) -> bytes:
        if self.log is None:
            return b""
        with suppress(OSError), self.log.open("rb") as log:
            log.seek(self._log_start)
            return log.read()
        return b""

    def terminate(self) -> None:
        """Ask the server and all processes below it to end; on Windows, end them."""
        if self._process is None:
            return
        if sys.platform == "win32":
            command = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
            with suppress(OSError):
                subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
            return
        self._signal("SIGTERM")

    def has_ended(self) -> bool:
        """Whether the server and all processes below it have ended."""
        return self._process is None or (self._process.poll() is not None and not self._living_groups())

    def kill(self) -> None:
        """End all processes that are left, and remove the log if it is a temporary file."""
        if self._process is not None:
            if sys.platform != "win32":
                self._signal("SIGKILL")
            if self._process.poll() is None:
                self._process.kill()
            self._process.wait()
        if self._given_log is None and self.log is not None:
            with suppress(OSError):  # on Windows, a process that is about to end may have it open
                self.log.unlink()

    def _signal(self, name: str) -> None:
        """Send a signal to the process groups."""
        if sys.platform != "win32":
            import signal  # noqa: PLC0415  its names differ between platforms

            for group in self._living_groups():
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(group, signal.Signals[name])

    def _living_groups(self) -> set[int]:
        """Return the process groups of the server and of the processes below it that have not ended."""
        if self._process is None or sys.platform == "win32":
            return set()
        processes = [*_processes(f"OPENCODE_SERVER_PASSWORD={self.password}".encode())]
        family = {self._process.pid}
        size = 0
        while len(family) > size:
            size = len(family)
            members = (process for process in processes if process.marked or process.parent in family)
            family |= {process.pid for process in members}
        # A process whose parent has ended belongs to no family any more: then its group is known from an earlier look.
        self._groups |= {process.group for process in processes if process.pid in family} - {os.getpgrp()}
        return self._groups & {process.group for process in processes}


def _json(config: Mapping[str, object]) -> str | None:
    """Return a configuration as JSON; None if it is not JSON: the error's frames hold its secrets, and end here."""
    try:
        return json.dumps({**config})
    except (TypeError, ValueError, RecursionError):
        return None


class _Process(NamedTuple):
    """A process of this machine.

    Attributes:
        pid: Its id.
        parent: The id of its parent.
        group: The id of its process group.
        marked: Whether its environment contains the mark; only Linux shows environments.
    """

    pid: int
    parent: int
    group: int
    marked: bool = False


def _processes(mark: bytes) -> Iterator[_Process]:
    """Yield the processes that have not ended; a process that has ended may still wait for its parent to notice."""
    if Path("/proc/self/stat").exists():
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError, ValueError):  # it has ended meanwhile
                state, parent, group = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
                if state not in "ZX":
                    yield _Process(int(folder.name), int(parent), int(group), _is_marked(folder / "environ", mark))
        return
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,pgid=,stat="], capture_output=True, text=True, check=False)
    for line in listed.stdout.splitlines():
        pid, parent, group, state = line.split()[:4]
        if not state.startswith("Z"):
            yield _Process(int(pid), int(parent), int(group))


def _is_marked(environ: Path, mark: bytes) -> bool:
    with suppress(OSError):  # of another user
        return mark in environ.read_bytes().split(b"\0")
    return False
