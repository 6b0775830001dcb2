# Derived from sdk/trivet/agent/_serve/_async/server.py by `python -m codegen`; do not edit.
"""An installed server for the time of a `with` block."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from ...._core import check
from ...._core.auth import Basic
from ...._core.clock import SystemClock
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.traceback_locals import NOTHING, clear_locals, hide_arguments
from ....errors import APIConnectionError, APIStatusError, TrivetError
from ..._opencode._sync.transport import Transport
from ..errors import ServerEndedError
from ..process import ServerProcess

if TYPE_CHECKING:
    from ...._sync.http import connections
    from ..._generated._sync import client as clients
else:
    connections = lazy("trivet._sync.http.connections")
    clients = lazy("trivet.agent._generated._sync.client")

__all__ = ["Server", "serve"]

POLL = 0.02
"""Seconds between two looks at a server that starts or ends."""

ATTEMPT = 5.0
"""Seconds for one request to a server that starts, because it may accept a connection and never answer."""

GRACE = 2.0
"""Seconds that the server and the processes below it have to end by themselves."""

LAST = 1.0
"""Seconds for the end of those that were killed then."""


def serve(
    directory: str | os.PathLike[str] = ".",
    *,
    port: int = 0,
    config: Mapping[str, object] | None = None,
    env: Mapping[str, str] | None = None,
    program: str | os.PathLike[str] = "opencode",
    log: str | os.PathLike[str] | None = None,
    start_timeout: float = 60.0,
) -> Server:
    """Run `opencode serve`, which must be installed, for the time of a `with` block that gets a client of it.

    >>> with opencode.serve("/home/dev/orchard", config={"permission": {"edit": "deny"}}) as agent:
    ...     session = agent.session.create()
    ...     messages = agent.session.turn(session.id, "What is here?").run()

    The server listens on 127.0.0.1, and requires a random password, which the client has. At the end of the block, and
    if the start fails, the client is closed, and the server ends with all processes below it, those of the agent's
    commands included. They also end within seconds of this program, if it is killed or crashes: a small process, which
    the documentation describes, waits for that. The server uses the user's credentials for model providers, and its own
    files in the user's home. If it dies within the block, calls, turns and streams raise a `ServerEndedError`.

    Args:
        directory: The directory of the server, which is the context of the client's calls.
        port: The port; 0 lets the server choose a free one.
        config: Settings that take precedence over those in the files `opencode.json`.
        env: Environment variables for the server, in addition to those of this process.
        program: The program, a name or a path.
        log: A file, or a pipe, to which the output of the server is appended. By default, it goes to a temporary file,
            which is removed at the end of the block.
        start_timeout: Seconds until the first answer.

    Raises:
        InvalidArgumentError: An argument cannot be used; nothing was started.

    Warns:
        RuntimeWarning: `sys.executable` is not a Python interpreter: if this program is killed, the server lives on.
    """
    check.integer("port", port, minimum=0, maximum=65535)
    check.seconds("start_timeout", start_timeout)
    try:
        return Server(ServerProcess(directory, port, config, env, program, log), start_timeout)
    except BaseException as error:
        config = env = NOTHING
        clear_locals(error)
        raise


@exported_from("trivet.agent.opencode")
class Server:
    """A server that runs as long as its `with` block, which gets a client; `serve` makes it.

    >>> server = opencode.serve(".")
    >>> with server as agent:
    ...     print(server.url, server.pid, server.log, agent.agent.list())
    """

    def __init__(self, process: ServerProcess, start_timeout: float) -> None:
        self._process = process
        self._start_timeout = start_timeout
        self._clock = SystemClock()
        self._client: clients.AgentClient | None = None
        self._url = ""
        self._entered = False

    @property
    def url(self) -> str:
        """The URL of the server; empty until it listens."""
        return self._url

    @property
    def password(self) -> str:
        """The password of the user `opencode`, for other clients."""
        return self._process.password

    @property
    def pid(self) -> int | None:
        """The process id of the server; None before the start."""
        return self._process.pid

    @property
    def log(self) -> Path | None:
        """The file with the output of the server; None before the start."""
        return self._process.log

    @hide_arguments
    def __enter__(self) -> clients.AgentClient:
        """Start the server, and wait for its first answer.

        Raises:
            ServerStartError: It is not installed, has ended, refuses its configuration, or does not answer in time.
        """
        if self._entered:
            raise TrivetError("opencode.serve: a server is started once; call `serve` again for another one")
        self._entered = True
        try:
            self._process.start(GRACE)
            end = self._clock.monotonic() + self._start_timeout
            self._url = self._wait_for_url(end)
            self._client = clients.AgentClient(
                base_url=self._url,
                auth=Basic("opencode", self.password),
                transport=Transport(connections.direct_transport(self._url, self._process.ended)),
            )
            self._wait_for_answer(self._client, end)
        except BaseException:
            self.close()
            raise
        return self._client

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the client, and end the server with all processes below it; closing twice is allowed."""
        try:
            if self._client is not None:
                self._client.close()
        finally:
            try:
                self._process.terminate()
                self._wait_until_ended()
            finally:  # also if the user interrupts the wait
                self._process.kill()

    def _wait_until_ended(self) -> None:
        end = self._clock.monotonic() + GRACE + LAST
        while not self._process.has_ended() and self._clock.monotonic() < end:
            self._clock.sleep(POLL)

    def _wait_for_url(self, end: float) -> str:
        while (url := self._process.url()) is None:
            self._process.check()
            self._pause(end)
        return url

    def _wait_for_answer(self, client: clients.AgentClient, end: float) -> None:
        """Wait for an answer about the directory: without one, the configuration may be wrong."""
        while True:
            left = max(min(ATTEMPT, end - self._clock.monotonic()), POLL)
            try:
                client.with_options(max_retries=0, deadline=left).request("GET", "/config")
            except APIStatusError as error:
                raise self._process.error(f"the server refuses to work: {error}") from None
            except (APIConnectionError, ServerEndedError):
                self._process.check()
            else:
                return
            self._pause(end)

    def _pause(self, end: float) -> None:
        if self._clock.monotonic() >= end:
            raise self._process.error(f"the server does not answer within {self._start_timeout:g} s")
        self._clock.sleep(POLL)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._url!r})"
