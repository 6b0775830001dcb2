# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record of its wire form, which is trusted to fit.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import Factory, define

from ...._core.record import Record
from ...._core.wire import array
from .shared import McpServerConfig, RuntimeContext, decode_mcp_server_config, decode_runtime_context

__all__ = [
    "McpAuthorization",
    "McpAuthorizationEnvelope",
    "McpOauthCallback",
    "McpPrompt",
    "McpPromptArgument",
    "McpPromptMessage",
    "McpPromptRender",
    "McpPromptsEnvelope",
    "McpResource",
    "McpResourceContent",
    "McpResourceContents",
    "McpResourceContentsEnvelope",
    "McpResourcesEnvelope",
    "McpServer",
    "McpServerCreate",
    "McpServerEnvelope",
    "McpServersEnvelope",
    "McpStatus",
    "RenderedPrompt",
    "RenderedPromptEnvelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpAuthorization(Record):
    """Where the user goes on to authorize a tool-protocol server. Given by `mcp.server.oauth.start`."""

    wire_names_ = {"authorizationUrl": "authorization_url", "oauthState": "oauth_state"}
    secret_ = frozenset({"authorization_url", "oauth_state"})

    authorization_url: str | None = None
    """The page to open in a browser; it holds the state."""

    oauth_state: str | None = None
    """The state that the browser brings back."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpAuthorizationEnvelope(Record):
    """The `McpAuthorizationEnvelope` object of the contract. Given by `mcp.server.oauth.start`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: McpAuthorization
    """Where the user goes on."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpOauthCallback(Record):
    """The `McpOauthCallback` object of the contract. Taken by `mcp.server.oauth.callback`."""

    wire_names_ = {"code": "code"}
    secret_ = frozenset({"code"})

    code: str
    """The code that the authorization server gave."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPrompt(Record):
    """A prompt that a tool-protocol server offers. Given by `mcp.prompt.list`."""

    wire_names_ = {"server": "server", "name": "name", "description": "description", "arguments": "arguments"}

    server: str
    """The server."""

    name: str
    """The name of the prompt."""

    description: str | None = None
    """What it is for."""

    arguments: list[McpPromptArgument] = Factory(lambda: list[McpPromptArgument]())
    """What it takes."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptArgument(Record):
    """An argument of a prompt. Given by `mcp.prompt.list`."""

    wire_names_ = {"name": "name", "description": "description", "required": "required"}

    name: str
    """Its name."""

    description: str | None = None
    """What it means."""

    required: bool | None = None
    """Whether it must be given."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptMessage(Record):
    """A message of a rendered prompt. Given by `mcp.prompt.render`."""

    wire_names_ = {"role": "role", "content": "content"}

    role: str
    """Who speaks, for instance user or assistant."""

    content: Any = None
    """What is said, as the server gives it: an object with a type."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptRender(Record):
    """The `McpPromptRender` object of the contract. Taken by `mcp.prompt.render`."""

    wire_names_ = {"server": "server", "name": "name", "arguments": "arguments"}

    server: str
    """The name of the server that offers the prompt."""

    name: str
    """The name of the prompt."""

    arguments: dict[str, str] | None = None
    """Its arguments by name."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpPromptsEnvelope(Record):
    """The `McpPromptsEnvelope` object of the contract. Given by `mcp.prompt.list`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[McpPrompt]
    """The prompts."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResource(Record):
    """A resource that a tool-protocol server offers. Given by `mcp.resource.list`."""

    wire_names_ = {
        "server": "server",
        "name": "name",
        "uri": "uri",
        "description": "description",
        "mimeType": "mime_type",
    }

    server: str
    """The server."""

    name: str | None = None
    """Its name."""

    uri: str
    """Its URI."""

    description: str | None = None
    """What it is."""

    mime_type: str | None = None
    """Its media type."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourceContent(Record):
    """One part of a resource, as text or as bytes. Given by `mcp.resource.read`."""

    wire_names_ = {"uri": "uri", "mimeType": "mime_type", "text": "text", "blob": "blob"}

    uri: str
    """Its URI."""

    mime_type: str | None = None
    """Its media type."""

    text: str | None = None
    """Its text, where it is text."""

    blob: str | None = None
    """Its bytes in base64, where it is not."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourceContents(Record):
    """What a resource holds. Given by `mcp.resource.read`."""

    wire_names_ = {"contents": "contents"}

    contents: list[McpResourceContent] = Factory(lambda: list[McpResourceContent]())
    """Its parts."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourceContentsEnvelope(Record):
    """The `McpResourceContentsEnvelope` object of the contract. Given by `mcp.resource.read`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: McpResourceContents
    """What the resource holds."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpResourcesEnvelope(Record):
    """The `McpResourcesEnvelope` object of the contract. Given by `mcp.resource.list`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[McpResource]
    """The resources."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServer(Record):
    """A tool-protocol server of the runtime context.

    Given by `mcp.server.create`, `mcp.server.list` and 1 more.
    """

    wire_names_ = {"name": "name", "status": "status"}

    name: str
    """Its name."""

    status: McpStatus | None = None
    """How it is."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServerCreate(Record):
    """The `McpServerCreate` object of the contract. Taken by `mcp.server.create`."""

    wire_names_ = {"name": "name", "config": "config"}

    name: str
    """What to call the server."""

    config: McpServerConfig
    """How to reach it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServerEnvelope(Record):
    """The `McpServerEnvelope` object of the contract.

    Given by `mcp.server.create` and `mcp.server.oauth.callback`.
    """

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: McpServer
    """The server."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpServersEnvelope(Record):
    """The `McpServersEnvelope` object of the contract. Given by `mcp.server.list`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[McpServer]
    """The servers."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpStatus(Record):
    """How a tool-protocol server is, and whether it needs authorization.

    Given by `mcp.server.create`, `mcp.server.list` and 1 more.
    """

    wire_names_ = {"status": "status", "error": "error"}

    status: Literal["connected", "disabled", "failed", "needs_auth", "needs_client_registration"] | str
    """The state of the connection."""

    error: str | None = None
    """What went wrong, where it failed or needs a client to be registered."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RenderedPrompt(Record):
    """A prompt with its arguments filled in. Given by `mcp.prompt.render`."""

    wire_names_ = {"description": "description", "messages": "messages"}

    description: str | None = None
    """What it is for."""

    messages: list[McpPromptMessage] = Factory(lambda: list[McpPromptMessage]())
    """Its messages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RenderedPromptEnvelope(Record):
    """The `RenderedPromptEnvelope` object of the contract. Given by `mcp.prompt.render`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: RenderedPrompt
    """The rendered prompt."""


def decode_mcp_authorization(d: dict[str, Any]) -> McpAuthorization:
    o = _new(McpAuthorization)
    o.authorization_url = d.get("authorizationUrl")
    o.oauth_state = d.get("oauthState")
    o.source_ = None if len(d) == 0 + ("authorizationUrl" in d) + ("oauthState" in d) else d
    return o


def decode_mcp_authorization_envelope(d: dict[str, Any]) -> McpAuthorizationEnvelope:
    o = _new(McpAuthorizationEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_authorization(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_oauth_callback(d: dict[str, Any]) -> McpOauthCallback:
    o = _new(McpOauthCallback)
    o.code = d["code"]
    o.source_ = None if len(d) == 1 else d
    return o


def decode_mcp_prompt(d: dict[str, Any]) -> McpPrompt:
    o = _new(McpPrompt)
    o.server = d["server"]
    o.name = d["name"]
    o.description = d.get("description")
    o.arguments = [] if (v := d.get("arguments")) is None else [decode_mcp_prompt_argument(each) for each in array(v)]
    o.source_ = None if len(d) == 2 + ("description" in d) + ("arguments" in d) else d
    return o


def decode_mcp_prompt_argument(d: dict[str, Any]) -> McpPromptArgument:
    o = _new(McpPromptArgument)
    o.name = d["name"]
    o.description = d.get("description")
    o.required = d.get("required")
    o.source_ = None if len(d) == 1 + ("description" in d) + ("required" in d) else d
    return o


def decode_mcp_prompt_message(d: dict[str, Any]) -> McpPromptMessage:
    o = _new(McpPromptMessage)
    o.role = d["role"]
    o.content = d.get("content")
    o.source_ = None if len(d) == 1 + ("content" in d) else d
    return o


def decode_mcp_prompt_render(d: dict[str, Any]) -> McpPromptRender:
    o = _new(McpPromptRender)
    o.server = d["server"]
    o.name = d["name"]
    o.arguments = d.get("arguments")
    o.source_ = None if len(d) == 2 + ("arguments" in d) else d
    return o


def decode_mcp_prompts_envelope(d: dict[str, Any]) -> McpPromptsEnvelope:
    o = _new(McpPromptsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_mcp_prompt(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_resource(d: dict[str, Any]) -> McpResource:
    o = _new(McpResource)
    o.server = d["server"]
    o.name = d.get("name")
    o.uri = d["uri"]
    o.description = d.get("description")
    o.mime_type = d.get("mimeType")
    o.source_ = None if len(d) == 2 + ("name" in d) + ("description" in d) + ("mimeType" in d) else d
    return o


def decode_mcp_resource_content(d: dict[str, Any]) -> McpResourceContent:
    o = _new(McpResourceContent)
    o.uri = d["uri"]
    o.mime_type = d.get("mimeType")
    o.text = d.get("text")
    o.blob = d.get("blob")
    o.source_ = None if len(d) == 1 + ("mimeType" in d) + ("text" in d) + ("blob" in d) else d
    return o


def decode_mcp_resource_contents(d: dict[str, Any]) -> McpResourceContents:
    o = _new(McpResourceContents)
    o.contents = [] if (v := d.get("contents")) is None else [decode_mcp_resource_content(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("contents" in d) else d
    return o


def decode_mcp_resource_contents_envelope(d: dict[str, Any]) -> McpResourceContentsEnvelope:
    o = _new(McpResourceContentsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_resource_contents(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_resources_envelope(d: dict[str, Any]) -> McpResourcesEnvelope:
    o = _new(McpResourcesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_mcp_resource(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_server(d: dict[str, Any]) -> McpServer:
    o = _new(McpServer)
    o.name = d["name"]
    o.status = None if (v := d.get("status")) is None else decode_mcp_status(v)
    o.source_ = None if len(d) == 1 + ("status" in d) else d
    return o


def decode_mcp_server_create(d: dict[str, Any]) -> McpServerCreate:
    o = _new(McpServerCreate)
    o.name = d["name"]
    o.config = decode_mcp_server_config(d["config"])
    o.source_ = None if len(d) == 2 else d
    return o


def decode_mcp_server_envelope(d: dict[str, Any]) -> McpServerEnvelope:
    o = _new(McpServerEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_server(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_servers_envelope(d: dict[str, Any]) -> McpServersEnvelope:
    o = _new(McpServersEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_mcp_server(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_mcp_status(d: dict[str, Any]) -> McpStatus:
    o = _new(McpStatus)
    o.status = d["status"]
    o.error = d.get("error")
    o.source_ = None if len(d) == 1 + ("error" in d) else d
    return o


def decode_rendered_prompt(d: dict[str, Any]) -> RenderedPrompt:
    o = _new(RenderedPrompt)
    o.description = d.get("description")
    o.messages = [] if (v := d.get("messages")) is None else [decode_mcp_prompt_message(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("description" in d) + ("messages" in d) else d
    return o


def decode_rendered_prompt_envelope(d: dict[str, Any]) -> RenderedPromptEnvelope:
    o = _new(RenderedPromptEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_rendered_prompt(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o
