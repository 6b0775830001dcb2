"""A real chat backend that is already running: its URL and tokens, its database, and its process, which tests kill."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from attrs import define

PATIENCE = 60.0
"""The seconds that a server may take to start."""


@define
class Backend:
    """A chat backend on PostgreSQL.

    Attributes:
        base_url: The URL of its API.
        admin_token: The token of an administrator.
        user_token: The token of a user.
        dsn: The connection string of its database, for `psql`.
        pid: The process of the server.
    """

    base_url: str
    admin_token: str
    user_token: str
    dsn: str
    pid: int

    @classmethod
    def of_file(cls, path: Path) -> Backend:
        """Return the backend that a shell script describes with lines such as `export CHAT_BASE_URL=…`."""
        words = (shlex.split(line) for line in path.read_text().splitlines())
        values = dict(assignment.split("=", 1) for _, assignment in words)
        return cls(
            values["CHAT_BASE_URL"],
            values["CHAT_ADMIN_TOKEN"],
            values["CHAT_USER_TOKEN"],
            values["CHAT_PG_DSN"],
            int(values["CHAT_SERVER_PID"]),
        )

    def sql(self, statement: str) -> list[list[str]]:
        """Run a statement in the database, and return the rows."""
        command = ["psql", self.dsn, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-A", "-t", "-F", "\t", "-c", statement]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
        return [line.split("\t") for line in answer.stdout.splitlines()]

    def kill(self) -> Restart:
        """Kill the server, and return what is needed to start it again."""
        process = Path("/proc") / str(self.pid)
        arguments = process.joinpath("cmdline").read_bytes().rstrip(b"\0").split(b"\0")
        variables = process.joinpath("environ").read_bytes().rstrip(b"\0").split(b"\0")
        environment = dict(variable.split(b"=", 1) for variable in variables)
        folder = process.joinpath("cwd").readlink()
        os.kill(self.pid, signal.SIGKILL)
        return Restart(self, arguments, environment, folder)


@define
class Restart:
    """The command of a server that was killed."""

    backend: Backend
    arguments: list[bytes]
    environment: dict[bytes, bytes]
    folder: Path

    def run(self) -> subprocess.Popen[bytes]:
        """Start the server again on the same port, and wait until it answers."""
        server = subprocess.Popen(
            self.arguments,
            env=self.environment,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.backend.pid = server.pid
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end or server.poll() is not None:
                raise TimeoutError("the server did not start again")
            time.sleep(0.1)
        return server

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.backend.base_url}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
