"""The client that calls the tools of a registered server by the Model Context Protocol, as any agent server does.

It is imported with the first call of such a tool, because only then `mcp` is needed, which the extra `tools` has.
"""

from typing import Any, NamedTuple

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from trivet_stubs.kernel.spec import JsonObject


class ToolResult(NamedTuple):
    """The result of a call.

    Attributes:
        text: The texts, one after the other.
        failed: Whether the call has failed.
        attachments: The images, as files with data URLs.
    """

    text: str
    failed: bool
    attachments: list[JsonObject]


async def call_tool(config: JsonObject, name: str, arguments: JsonObject) -> ToolResult:
    """Call a tool once, over a connection of its own.

    Args:
        config: The configuration of the server, with its URL and its headers.
        name: The tool, as its server knows it.
        arguments: The arguments.
    """
    async with (
        httpx2.AsyncClient(headers=config.get("headers", {}), timeout=None, trust_env=False) as http,
        Client(streamable_http_client(config["url"], http_client=http)) as client,
    ):
        result = await client.call_tool(name, arguments)
    contents: list[Any] = list(result.content)
    texts = [content.text for content in contents if content.type == "text"]
    images = [
        {"mime": content.mime_type, "uri": f"data:{content.mime_type};base64,{content.data}"}
        for content in contents
        if content.type == "image"
    ]
    return ToolResult("\n".join(texts), bool(result.is_error), images)
