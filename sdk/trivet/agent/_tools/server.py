"""The server of tools: it offers the functions of one handle by the Model Context Protocol, over HTTP on loopback.

This is the one file that imports `mcp` and uvicorn, which the extra `tools` has; only a program with tools imports it.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable
from itertools import count
from typing import Any

import mcp_types as types
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings

from ...errors import TrivetError
from .functions import ToolForm
from .results import ToolImage, ToolReply

HOST = "127.0.0.1"
START = 10.0
"""Seconds in which the server has to be ready, and has to end."""

PULSE = 5.0
"""Seconds between two reports of progress: without any, the installable agent server gives a call up after a while."""

Answer = Callable[[str, Any], Awaitable[ToolReply]]


class _Server(uvicorn.Server):
    """uvicorn's server, which sets an event once it is ready."""

    def __init__(self, config: uvicorn.Config, ready: threading.Event) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready.set()


class ToolServer:
    """Serves tools in a daemon thread with an event loop of its own, until it is closed.

    Attributes:
        url: The URL for the agent server.
        token: The bearer token without which each request is refused.
        loop: The event loop of the thread.
    """

    def __init__(self, forms: Iterable[ToolForm], answer: Answer, *, port: int = 0, host: str | None = None) -> None:
        """Listen on loopback, and serve.

        Args:
            forms: The tools.
            answer: Answers a call, in the loop of the server.
            port: The port; 0 for a free one.
            host: A further host, with its port, by which the agent server may call this one.

        Raises:
            TrivetError: The server cannot listen on the port, or was not ready in time.
        """
        self.token = secrets.token_urlsafe(32)
        self.loop = asyncio.new_event_loop()
        self._answer = answer
        self._listed = [
            types.Tool(name=form.name, description=form.description or None, input_schema=form.schema) for form in forms
        ]
        try:
            self._socket = socket.create_server((HOST, port))
        except OSError as error:
            self.loop.close()
            where = f"the port {port} of {HOST}" if port else HOST
            raise TrivetError(f"session.start: the server of tools cannot listen on {where}: {error}") from error
        port = self._socket.getsockname()[1]
        self.url = f"http://{HOST}:{port}/mcp"
        self._ready = threading.Event()
        self._server = _Server(
            uvicorn.Config(
                self._application([f"{HOST}:{port}", *([host] if host else [])]),
                log_config=None,
                access_log=False,
                ws="none",
                timeout_graceful_shutdown=1,
            ),
            self._ready,
        )
        self._thread = threading.Thread(target=self._run, name="trivet-tools", daemon=True)
        self._thread.start()
        if not self._ready.wait(START) or not self._thread.is_alive():
            self.close()
            raise TrivetError("session.start: the server of tools was not ready in time")

    def close(self) -> None:
        """Refuse all further requests, and end the thread."""
        self._server.should_exit = True
        self._thread.join(START)
        self._socket.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._server.serve(sockets=[self._socket]))
        finally:
            self._ready.set()
            if tasks := asyncio.all_tasks(self.loop):  # calls whose functions go on
                for task in tasks:
                    task.cancel()
                self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self.loop.close()

    def _application(self, hosts: list[str]) -> Any:
        server: Any = Server("trivet", on_list_tools=self._list, on_call_tool=self._call)
        security = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[])
        inner: Any = server.streamable_http_app(transport_security=security, max_request_body_size=2_000_000)
        expected = f"Bearer {self.token}".encode()

        async def application(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "lifespan":
                given = dict(scope["headers"]).get(b"authorization", b"")
                if not hmac.compare_digest(given, expected):
                    await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"0")]})
                    await send({"type": "http.response.body", "body": b""})
                    return
            await inner(scope, receive, send)

        return application

    async def _list(self, _: Any, __: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._listed)

    async def _call(self, context: Any, parameters: types.CallToolRequestParams) -> types.CallToolResult:
        pulse = asyncio.create_task(self._report_progress(context.session))
        try:
            reply = await self._answer(parameters.name, parameters.arguments or {})
        finally:
            pulse.cancel()
        content: Any
        if isinstance(reply.content, ToolImage):
            data = base64.b64encode(reply.content.content).decode()
            content = types.ImageContent(type="image", data=data, mime_type=reply.content.media_type)
        else:
            content = types.TextContent(type="text", text=reply.content)
        return types.CallToolResult(content=[content], is_error=reply.failed)

    async def _report_progress(self, session: Any) -> None:
        """Tell the agent server again and again that the call goes on; otherwise it gives up a slow one."""
        for number in count(1):
            await asyncio.sleep(PULSE)
            await session.report_progress(number)
