"""The tools of a handle on the agent server: they are registered, switched on in prompts, and disconnected."""

from __future__ import annotations

import weakref
from collections.abc import Collection
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from ...._async.connection import AsyncConnection
from ...._concurrency.event_loop import async_program_loop
from ...._concurrency.functions import async_run_blocking
from ...._core.call import Call, no_value
from ...._core.call_deadline import CallEnd
from ...._text import printable
from ....errors import APIError, ConflictError, InvalidArgumentError, TrivetError
from ..._generated import calls
from ..._generated import models as m
from ..._turns.extensions import extensions_of, request_of
from ..._turns.permissions import PermissionRules
from .. import names
from ..options import ToolOptions
from ..served import ServedTools
from ..turns import ToolTurn, TurnOfTools

CONNECTED = 20.0
"""Seconds in which the agent server has to list the server of tools as connected: the installable one takes .7 s."""

TIMEOUT = 20_000
"""Milliseconds in which a server of tools has to answer, or to report the progress of a call."""

LOOK = 0.25
"""Seconds between two looks at the list."""

LAST_SECONDS = 5.0
"""Seconds that the agent server has to disconnect a server of tools."""

WAITS = frozenset({None, "connecting", "pending"})
"""The statuses of a server that is neither connected nor refused yet."""


class AsyncHandleTools:
    """The tools of one handle, from their registration to their disconnection.

    Attributes:
        served: The tools, and the turns whose calls they run.
    """

    def __init__(self, connection: AsyncConnection, options: ToolOptions, *, session_is_new: bool) -> None:
        """Check whether the agent server can reach the tools.

        Args:
            connection: The connection of the client, bound to the directory of the session.
            options: The tools.
            session_is_new: Whether no earlier prompt of the session may have taken the tools away.

        Raises:
            InvalidArgumentError: The agent server cannot reach loopback of this machine.
        """
        transport = connection.custom_transport
        check_reach(connection.settings.base_url, options, is_here=getattr(transport, "reaches_loopback", False))
        self._connection = connection
        self._extensions = extensions_of(transport)
        self._session_is_new = session_is_new
        self._release: Any = None
        self._registered = False
        self.served: ServedTools = ServedTools(options, connection.settings, async_program_loop())

    async def open(self) -> None:
        """Serve the tools, and register their server with the agent server.

        Raises:
            ModuleNotFoundError: The extra `tools` is not installed.
            TrivetError: The tools cannot be served, or the agent server is not connected to them.
            APIError: The agent server could not be reached, or refused.
        """
        try:
            await async_run_blocking(self.served.start)
            await self._register()
        except BaseException:
            await self.close()
            raise

    async def _register(self) -> None:
        """Add the server of tools with a name that no other one has, and wait until it is connected."""
        taken: set[str] = set()
        while not self._registered:
            listed = names.names_of((await self._connection.exchange(calls.mcp_server_list())).value)
            place = names.place_of(self._connection.settings)
            reuses = self._extensions.disconnect is not None
            name = names.reserve(place, listed, taken, reuses=reuses)
            if name is None:
                raise TrivetError(f"session.start: the directory has {names.MOST_SERVERS} servers of tools already")
            self._release = weakref.finalize(self, names.release, place, name)
            self.served.name = name
            config = m.McpRemoteConfig(type="remote", oauth=False, **self.served.config)
            if reuses:  # of a program that was killed, the installable server takes its default, a minute, to notice it
                config.timeout = TIMEOUT
            self._registered = True
            try:
                answer = await self._connection.exchange(calls.mcp_server_create(name=name, config=config))
            except ConflictError:  # another program was first
                self._registered = False
                self._release()
                taken.add(name)
            else:
                await self._wait_until_connected(answer.value)

    async def _wait_until_connected(self, server: m.McpServer) -> None:
        clock = self._connection.settings.clock
        end = CallEnd("session.start", CONNECTED, clock)
        while (status := names.status_of(server)) != "connected":
            if status not in WAITS or end.has_passed():
                raise self._failure(status, getattr(server.status, "error", None))
            await clock.asleep(LOOK)
            listed = (await self._connection.exchange(calls.mcp_server_list())).value
            server = next((other for other in listed if other.name == self.served.name), server)

    def _failure(self, status: str | None, cause: object) -> TrivetError:
        options, url = self.served.options, self.served.config["url"]
        why = printable(str(status)) if cause is None else f"{printable(str(status))}: {printable(str(cause))}"
        hint = "" if options.url else "; a server in a container needs tools_url="
        return TrivetError(
            f"session.start: the agent server is not connected to the tools {options.names} of the server "
            f"{self.served.name} at {url}: {why}{hint}"
        )

    def in_model(self, names_or_rules: Any) -> Any:
        """Return names of tools, or rules, with the handle's tools as the model knows them; other values unchanged."""
        own, server = self.served.options.forms, self.served.name
        if isinstance(names_or_rules, PermissionRules):
            return names.translated_rules(names_or_rules, server, own)
        if names_or_rules is None or isinstance(names_or_rules, str) or not isinstance(names_or_rules, Collection):
            return names_or_rules
        listed: list[Any] = [*names_or_rules]
        return names.translated(listed, server, own)

    async def prompt(self, prompt: Call[Any]) -> Call[Any]:
        """Return the call of a prompt that takes the tools of other handles away, where the server can do that."""
        key = self._extensions.tools
        if key is None or prompt.body is None:
            return prompt
        given: dict[str, bool] = prompt.body.get(key) or {}
        if given.get("*") is False:
            return prompt
        listed = names.names_of((await self._connection.exchange(calls.mcp_server_list())).value)
        own = self.served.name
        tools = names.switches([name for name in listed if name != own], given, None if self._session_is_new else own)
        return prompt.evolve(body={**prompt.body, key: tools}) if tools else prompt

    def begin(self, turn: TurnOfTools) -> ToolTurn:
        """Let the calls of a turn run."""
        return self.served.begin(turn)

    def end(self, owner: ToolTurn) -> None:
        """Refuse and give up the calls of a turn."""
        self.served.end(owner)

    async def close(self) -> None:
        """Refuse all calls, disconnect the server of tools, and end it; a second call does nothing."""
        registered, self._registered = self._registered, False
        self.served.refuse()
        try:
            if registered and self._extensions.disconnect is not None:
                await self._disconnect(self._extensions.disconnect)
        finally:
            await async_run_blocking(self.served.close)
            if self._release is not None:
                self._release()

    async def _disconnect(self, extension: str) -> None:
        call = Call(
            "mcp.server.disconnect",
            **request_of(extension, self.served.name),
            record=None,
            decode=None,
            extract=no_value,
            accept="*/*",
            retryable=True,
            context=True,
        )
        with suppress(APIError):
            await self._connection.exchange(
                call, deadline=CallEnd("session.start", LAST_SECONDS, self._connection.settings.clock)
            )


def check_reach(base_url: str, options: ToolOptions, *, is_here: bool) -> None:
    """Check whether an agent server can reach loopback of this machine, as far as its URL says.

    Raises:
        InvalidArgumentError: It is on another host, and no `tools_url` is given.
    """
    host = urlsplit(base_url).hostname or ""
    try:
        is_loopback = ip_address(host).is_loopback
    except ValueError:
        is_loopback = host == "localhost" or host.endswith(".localhost")
    if not (is_loopback or is_here or options.url is not None):
        rule = f"given with tools_url= for a server on another host: {host} cannot call {options.names} on loopback"
        raise InvalidArgumentError("tools", rule, [*options.forms])
