# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import McpServerConfig, RuntimeContext, decode_mcp_server_config, decode_runtime_context

__all__ = [
    "McpAuthorization", "McpAuthorizationEnvelope", "McpOauthCallback", "McpPrompt", "McpPromptArgument",
    "McpPromptMessage", "McpPromptRender", "McpPromptsEnvelope", "McpResource", "McpResourceContent",
    "McpResourceContents", "McpResourceContentsEnvelope", "McpResourcesEnvelope", "McpServer", "McpServerCreate",
    "McpServerEnvelope", "McpServersEnvelope", "McpStatus", "RenderedPrompt", "RenderedPromptEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpAuthorization(Record):
    """The start of an OAuth authorization of a tool-protocol server. Returned by `mcp.server.oauth.start`."""

    __wire_names__: ClassVar[Names] = {"authorizationUrl": "authorization_url", "oauthState": "oauth_state"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"authorization_url", "oauth_state"})

    authorization_url: str | None = None
    """The URL to open in a browser; it contains the state."""

    oauth_state: str | None = None
    """The state that the callback has to return."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpAuthorizationEnvelope(Record):
    """The start of an OAuth authorization. Returned by `mcp.server.oauth.start`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: McpAuthorization
    """Where the user authorizes the server."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpOauthCallback(Record):
    """The form that completes an OAuth authorization. Taken by `mcp.server.oauth.callback`."""

    __wire_names__: ClassVar[Names] = {"code": "code"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"code"})

    code: str
    """The code that the authorization server issued."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPrompt(Record):
    """A prompt that a tool-protocol server offers. Returned by `mcp.prompt.list`."""

    __wire_names__: ClassVar[Names] = {
        "server": "server",
        "name": "name",
        "description": "description",
        "arguments": "arguments",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"server", "name"})

    server: str
    """The name of the server."""

    name: str
    """The name of the prompt."""

    description: str | None = None
    """A description."""

    arguments: list[McpPromptArgument] = Factory(lambda: list[McpPromptArgument]())
    """The arguments that the prompt takes."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptArgument(Record):
    """An argument of a prompt. Returned by `mcp.prompt.list`."""

    __wire_names__: ClassVar[Names] = {"name": "name", "description": "description", "required": "required"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name."""

    description: str | None = None
    """A description."""

    required: bool | None = None
    """Whether the argument is required."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptMessage(Record):
    """A message of a rendered prompt. Returned by `mcp.prompt.render`."""

    __wire_names__: ClassVar[Names] = {"role": "role", "content": "content"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"role"})

    role: str
    """The role of the author, for instance user or assistant."""

    content: Any = None
    """The content as the tool-protocol server sends it: an object with a type."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptRender(Record):
    """The form that renders a prompt. Taken by `mcp.prompt.render`."""

    __wire_names__: ClassVar[Names] = {"server": "server", "name": "name", "arguments": "arguments"}

    server: str
    """The name of the server that offers the prompt."""

    name: str
    """The name of the prompt."""

    arguments: dict[str, str] | None = None
    """The arguments of the prompt by name."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptsEnvelope(Record):
    """The prompts of tool-protocol servers. Returned by `mcp.prompt.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[McpPrompt]
    """The prompts."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResource(Record):
    """A resource that a tool-protocol server offers. Returned by `mcp.resource.list`."""

    __wire_names__: ClassVar[Names] = {
        "server": "server",
        "name": "name",
        "uri": "uri",
        "description": "description",
        "mimeType": "mime_type",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"server", "uri"})

    server: str
    """The name of the server."""

    name: str | None = None
    """The name."""

    uri: str
    """The URI."""

    description: str | None = None
    """A description."""

    mime_type: str | None = None
    """The media type."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourceContent(Record):
    """One part of the contents of a resource, as text or as bytes. Returned by `mcp.resource.read`."""

    __wire_names__: ClassVar[Names] = {"uri": "uri", "mimeType": "mime_type", "text": "text", "blob": "blob"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"uri"})

    uri: str
    """The URI."""

    mime_type: str | None = None
    """The media type."""

    text: str | None = None
    """The text, if it is text."""

    blob: str | None = None
    """The bytes in base64, if it is binary."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourceContents(Record):
    """The contents of a resource. Returned by `mcp.resource.read`."""

    __wire_names__: ClassVar[Names] = {"contents": "contents"}

    contents: list[McpResourceContent] = Factory(lambda: list[McpResourceContent]())
    """The parts."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourceContentsEnvelope(Record):
    """The contents of a resource. Returned by `mcp.resource.read`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: McpResourceContents
    """The contents of the resource."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourcesEnvelope(Record):
    """The resources of tool-protocol servers. Returned by `mcp.resource.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[McpResource]
    """The resources."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServer(Record):
    """A tool-protocol server of a runtime context.

    Returned by `mcp.server.create`, `mcp.server.list` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"name": "name", "status": "status"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name."""

    status: McpStatus | None = None
    """The status."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServerCreate(Record):
    """The form that adds a tool-protocol server. Taken by `mcp.server.create`."""

    __wire_names__: ClassVar[Names] = {"name": "name", "config": "config"}

    name: str
    """The name of the server."""

    config: McpServerConfig
    """How the server is run or reached."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServerEnvelope(Record):
    """A tool-protocol server. Returned by `mcp.server.create` and `mcp.server.oauth.callback`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: McpServer
    """The server."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServersEnvelope(Record):
    """The tool-protocol servers of a runtime context. Returned by `mcp.server.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[McpServer]
    """The servers."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpStatus(Record):
    """The status of a tool-protocol server, including whether it needs authorization.

    Returned by `mcp.server.create`, `mcp.server.list` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"status": "status", "error": "error"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"status"})

    status: Literal["connected", "disabled", "failed", "needs_auth", "needs_client_registration"] | str
    """The state of the connection."""

    error: str | None = None
    """The error message, if the connection failed or a client has to be registered."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RenderedPrompt(Record):
    """A prompt with its arguments filled in. Returned by `mcp.prompt.render`."""

    __wire_names__: ClassVar[Names] = {"description": "description", "messages": "messages"}

    description: str | None = None
    """A description."""

    messages: list[McpPromptMessage] = Factory(lambda: list[McpPromptMessage]())
    """The messages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RenderedPromptEnvelope(Record):
    """A rendered prompt. Returned by `mcp.prompt.render`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: RenderedPrompt
    """The rendered prompt."""


def decode_mcp_authorization(d: dict[str, Any]) -> McpAuthorization:
    o = new(McpAuthorization)
    o.authorization_url = d.get("authorizationUrl")
    o.oauth_state = d.get("oauthState")
    o.__source__ = None if len(d) == ("authorizationUrl" in d) + ("oauthState" in d) else d
    return o


def decode_mcp_authorization_envelope(d: dict[str, Any]) -> McpAuthorizationEnvelope:
    o = new(McpAuthorizationEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_authorization(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_oauth_callback(d: dict[str, Any]) -> McpOauthCallback:
    o = new(McpOauthCallback)
    o.code = d["code"]
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_mcp_prompt(d: dict[str, Any]) -> McpPrompt:
    o = new(McpPrompt)
    try:
        o.server = d["server"]
        o.name = d["name"]
        o.description = d.get("description")
        o.arguments = optional_array(d.get("arguments"), decode_mcp_prompt_argument)
    except KeyError:
        return decode_rest(o, d, {"arguments": lambda v: optional_array(v, decode_mcp_prompt_argument)})
    o.__source__ = None if len(d) == 2 + ("description" in d) + ("arguments" in d) else d
    return o


def decode_mcp_prompt_argument(d: dict[str, Any]) -> McpPromptArgument:
    o = new(McpPromptArgument)
    try:
        o.name = d["name"]
        o.description = d.get("description")
        o.required = d.get("required")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("description" in d) + ("required" in d) else d
    return o


def decode_mcp_prompt_message(d: dict[str, Any]) -> McpPromptMessage:
    o = new(McpPromptMessage)
    try:
        o.role = d["role"]
        o.content = free_form(d.get("content"))
    except KeyError:
        return decode_rest(o, d, {"content": free_form})
    o.__source__ = None if len(d) == 1 + ("content" in d) else d
    return o


def decode_mcp_prompt_render(d: dict[str, Any]) -> McpPromptRender:
    o = new(McpPromptRender)
    o.server = d["server"]
    o.name = d["name"]
    o.arguments = d.get("arguments")
    o.__source__ = None if len(d) == 2 + ("arguments" in d) else d
    return o


def decode_mcp_prompts_envelope(d: dict[str, Any]) -> McpPromptsEnvelope:
    o = new(McpPromptsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_mcp_prompt)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_resource(d: dict[str, Any]) -> McpResource:
    o = new(McpResource)
    try:
        o.server = d["server"]
        o.name = d.get("name")
        o.uri = d["uri"]
        o.description = d.get("description")
        o.mime_type = d.get("mimeType")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("name" in d) + ("description" in d) + ("mimeType" in d) else d
    return o


def decode_mcp_resource_content(d: dict[str, Any]) -> McpResourceContent:
    o = new(McpResourceContent)
    try:
        o.uri = d["uri"]
        o.mime_type = d.get("mimeType")
        o.text = d.get("text")
        o.blob = d.get("blob")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("mimeType" in d) + ("text" in d) + ("blob" in d) else d
    return o


def decode_mcp_resource_contents(d: dict[str, Any]) -> McpResourceContents:
    o = new(McpResourceContents)
    o.contents = optional_array(d.get("contents"), decode_mcp_resource_content)
    o.__source__ = None if len(d) == ("contents" in d) else d
    return o


def decode_mcp_resource_contents_envelope(d: dict[str, Any]) -> McpResourceContentsEnvelope:
    o = new(McpResourceContentsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_resource_contents(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_resources_envelope(d: dict[str, Any]) -> McpResourcesEnvelope:
    o = new(McpResourcesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_mcp_resource)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_server(d: dict[str, Any]) -> McpServer:
    o = new(McpServer)
    try:
        o.name = d["name"]
        o.status = None if (v := d.get("status")) is None else decode_mcp_status(v)
    except KeyError:
        return decode_rest(o, d, {"status": or_null(decode_mcp_status)})
    o.__source__ = None if len(d) == 1 + ("status" in d) else d
    return o


def decode_mcp_server_create(d: dict[str, Any]) -> McpServerCreate:
    o = new(McpServerCreate)
    o.name = d["name"]
    o.config = decode_mcp_server_config(d["config"])
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_mcp_server_envelope(d: dict[str, Any]) -> McpServerEnvelope:
    o = new(McpServerEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_server(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_servers_envelope(d: dict[str, Any]) -> McpServersEnvelope:
    o = new(McpServersEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_mcp_server)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_status(d: dict[str, Any]) -> McpStatus:
    o = new(McpStatus)
    try:
        o.status = d["status"]
        o.error = d.get("error")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("error" in d) else d
    return o


def decode_rendered_prompt(d: dict[str, Any]) -> RenderedPrompt:
    o = new(RenderedPrompt)
    o.description = d.get("description")
    o.messages = optional_array(d.get("messages"), decode_mcp_prompt_message)
    o.__source__ = None if len(d) == ("description" in d) + ("messages" in d) else d
    return o


def decode_rendered_prompt_envelope(d: dict[str, Any]) -> RenderedPromptEnvelope:
    o = new(RenderedPromptEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_rendered_prompt(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
