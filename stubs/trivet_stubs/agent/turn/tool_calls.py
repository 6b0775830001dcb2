"""Calls of the tools of registered servers, each in a thread with an event loop of its own."""

import asyncio
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from trivet_stubs.agent.records import Runtime
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.kernel.optional_dependencies import HOW_TO_INSTALL
from trivet_stubs.kernel.spec import JsonObject

if TYPE_CHECKING:
    from trivet_stubs.serving.tool_client import ToolResult

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""The hosts whose tools are called: a stub leaves no machine."""

NOT_INSTALLED = f"the tools of a server are called by mcp, which is not installed: {HOW_TO_INSTALL}".replace(
    "[stubs]", "[stubs,tools]"
)


def server_of(runtime: Runtime, tool: str) -> tuple[str, JsonObject] | None:
    """Return the name and the configuration of the registered server that offers a tool on loopback.

    A model knows the tool `lookup` of the server `shop` as `shop_lookup`.
    """
    servers: JsonObject = runtime.config.get("mcp", {})
    for name in sorted(servers, key=len, reverse=True):
        config: JsonObject = servers[name]
        url = str(config.get("url", ""))
        is_here = config["type"] == "remote" and urlsplit(url).hostname in LOOPBACK
        if is_here and tool.startswith(f"{name}_"):
            return name, config
    return None


class ServedCall:
    """A call of a tool, which goes on in a daemon thread until it has ended, is cancelled, or the stub is closed."""

    def __init__(
        self,
        config: JsonObject,
        name: str,
        arguments: JsonObject,
        ended: Callable[[str, bool, list[JsonObject]], object],
        closing: MultiLoopEvent,
    ) -> None:
        """Begin the call.

        Args:
            config: The configuration of the server.
            name: The tool, as its server knows it.
            arguments: The arguments.
            ended: Called by the thread with the output, whether the call has failed, and the attachments.
            closing: Set when the stub is closed.
        """
        self._config = config
        self._name = name
        self._arguments = arguments
        self._ended = ended
        self._closing = closing
        self._cancelled = MultiLoopEvent()
        threading.Thread(target=self._run, name="trivet-stub-tool", daemon=True).start()

    def cancel(self) -> None:
        """Give the call up; a call that has ended stays as it is."""
        self._cancelled.set()

    def _run(self) -> None:
        try:
            result = asyncio.run(self._call())
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("mcp", "httpx2"):
                raise
            self._ended(NOT_INSTALLED, True, [])
        except Exception as error:  # the server of tools may be gone, or answer anything
            self._ended(f"the server of tools failed: {_cause(error)}", True, [])
        else:
            if result is not None:
                self._ended(*result)

    async def _call(self) -> "ToolResult | None":
        from trivet_stubs.serving.tool_client import call_tool  # noqa: PLC0415

        call = asyncio.create_task(call_tool(self._config, self._name, self._arguments))
        ends = [asyncio.create_task(event.wait()) for event in (self._cancelled, self._closing)]
        try:
            await asyncio.wait([call, *ends], return_when=asyncio.FIRST_COMPLETED)
            return call.result() if call.done() else None
        finally:
            for task in (call, *ends):
                task.cancel()
            await asyncio.gather(call, *ends, return_exceptions=True)


def _cause(error: BaseException) -> str:
    """Return the first cause, which is in a group where the client has several tasks."""
    cause: Any = error
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return f"{type(cause).__name__}: {cause}"  # pyright: ignore[reportUnknownArgumentType]
