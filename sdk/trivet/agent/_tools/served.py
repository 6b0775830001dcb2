"""The tools of one handle while they are served: their server, the calls that may run, and the end of both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

from ..._core.extras import how_to_install
from ..._core.redaction import redact_text
from ..._core.settings import Settings
from .names import PREFIX, in_model
from .options import ToolOptions, parts_of
from .runner import ToolRules, ToolRunner
from .turns import Claim, ToolTurn, ToolTurns, TurnOfTools

if TYPE_CHECKING:
    from .server import ToolServer

CLAIM = 10.0
"""Seconds in which the event about a call has to arrive: the call itself comes over another connection."""


class ServedTools:
    """The tools of one handle: a server, and the turns whose calls it runs.

    Attributes:
        name: The name of the server in its directory.
        options: The tools, and how they run.
    """

    def __init__(self, options: ToolOptions, settings: Settings, program: asyncio.AbstractEventLoop | None) -> None:
        """Serve nothing yet.

        Args:
            options: The tools.
            settings: The settings of the client, with its secrets and observers.
            program: The event loop of the program, in which async functions run; None without one.
        """
        self.name: str = PREFIX
        self.options = options
        self._settings = settings
        self._program = program
        self._context = copy_context()
        self._turns = ToolTurns()
        self._server: ToolServer | None = None
        self._runner: ToolRunner | None = None
        self._changed: asyncio.Event | None = None
        self._closed = False

    def start(self) -> None:
        """Start the server.

        Raises:
            ModuleNotFoundError: The extra `tools` is not installed.
            TrivetError: The server cannot listen, or was not ready in time.
        """
        try:
            from .server import ToolServer  # noqa: PLC0415  it imports mcp and uvicorn
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] not in ("mcp", "mcp_types", "uvicorn"):
                raise
            message = f"tools= needs mcp and uvicorn: {how_to_install('tools')}"
            raise ModuleNotFoundError(message, name=error.name) from None
        options, settings, register = self.options, self._settings, self._settings.secrets
        observers = settings.observers
        rules = ToolRules(
            parallel=options.parallel,
            timeout=options.timeout,
            claim=self._claim,
            hide=lambda text: redact_text(text, register.texts(), register.names),
            before=options.before,
            in_model=lambda tool: in_model(self.name, tool),
            notify=None if observers is None else observers.notify,
            monotonic=settings.clock.monotonic,
            on_error=options.on_error,
            on_foreign=options.on_foreign,
        )
        self._changed = asyncio.Event()
        self._runner = ToolRunner(options.forms, rules, self._context, self._program)
        parts = None if options.url is None else parts_of(options.url)
        self._server = ToolServer(
            options.forms.values(),
            self._runner.call,
            port=0 if parts is None else parts.port or 0,
            host=None if parts is None else parts.netloc,
        )
        register.add((self._server.token,))
        if self._closed:  # the task that waits for this thread was cancelled
            self.close()

    @property
    def config(self) -> dict[str, Any]:
        """The URL and the headers with which the agent server reaches the tools."""
        assert self._server is not None  # it was started
        url = self._server.url if self.options.url is None else parts_of(self.options.url).geturl()
        return {"url": url, "headers": {"Authorization": f"Bearer {self._server.token}"}}

    def begin(self, turn: TurnOfTools) -> ToolTurn:
        """Let the calls of a turn run, as its events show them."""
        owner = ToolTurn(turn, self._wake)
        self._turns.add(owner)
        return owner

    def end(self, owner: ToolTurn) -> None:
        """Refuse all calls of a turn, and give up those that run."""
        self._turns.remove(owner)
        self._wake()
        runner = self._runner
        if runner is not None:
            self._in_loop(lambda: runner.cancel(owner))

    def refuse(self) -> None:
        """Refuse all calls from now on, and give up those that run."""
        self._turns.close()
        self._wake()
        if self._runner is not None:
            self._in_loop(self._runner.cancel)

    def close(self) -> None:
        """End the server with its thread, also one that is being started."""
        self._closed = True
        server, self._server = self._server, None
        if server is not None:
            server.close()

    async def _claim(self, tool: str, arguments: Any) -> Claim | None:
        """Take the running call of a turn that a call belongs to, as soon as an event shows it."""
        assert self._changed is not None  # it was started
        changed, name = self._changed, in_model(self.name, tool)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLAIM):
                while self._turns:
                    changed.clear()
                    if (claim := self._turns.claim(name, arguments)) is not None:
                        return claim
                    if not self._turns:
                        break
                    await changed.wait()
        return None

    def _wake(self) -> None:
        if self._changed is not None:
            self._in_loop(self._changed.set)

    def _in_loop(self, function: Callable[[], object]) -> None:
        if self._server is not None:
            with suppress(RuntimeError):  # the loop is closed
                self._server.loop.call_soon_threadsafe(function)
