# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import (
    McpServerConfig,
    RuntimeContext,
    decode_mcp_server_config,
    decode_runtime_context,
    encode_mcp_server_config,
    encode_runtime_context,
)

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
    "RECORDS",
    "RenderedPrompt",
    "RenderedPromptEnvelope",
    "decode_mcp_authorization",
    "decode_mcp_authorization_envelope",
    "decode_mcp_oauth_callback",
    "decode_mcp_prompt",
    "decode_mcp_prompt_argument",
    "decode_mcp_prompt_message",
    "decode_mcp_prompt_render",
    "decode_mcp_prompts_envelope",
    "decode_mcp_resource",
    "decode_mcp_resource_content",
    "decode_mcp_resource_contents",
    "decode_mcp_resource_contents_envelope",
    "decode_mcp_resources_envelope",
    "decode_mcp_server",
    "decode_mcp_server_create",
    "decode_mcp_server_envelope",
    "decode_mcp_servers_envelope",
    "decode_mcp_status",
    "decode_rendered_prompt",
    "decode_rendered_prompt_envelope",
    "encode_mcp_authorization",
    "encode_mcp_authorization_envelope",
    "encode_mcp_oauth_callback",
    "encode_mcp_prompt",
    "encode_mcp_prompt_argument",
    "encode_mcp_prompt_message",
    "encode_mcp_prompt_render",
    "encode_mcp_prompts_envelope",
    "encode_mcp_resource",
    "encode_mcp_resource_content",
    "encode_mcp_resource_contents",
    "encode_mcp_resource_contents_envelope",
    "encode_mcp_resources_envelope",
    "encode_mcp_server",
    "encode_mcp_server_create",
    "encode_mcp_server_envelope",
    "encode_mcp_servers_envelope",
    "encode_mcp_status",
    "encode_rendered_prompt",
    "encode_rendered_prompt_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class McpAuthorization(Record):
    """The start of an OAuth authorization of a tool-protocol server."""

    wire_names_ = {"authorizationUrl": "authorization_url", "oauthState": "oauth_state"}
    secret_ = frozenset({"authorization_url", "oauth_state"})

    authorization_url: str | None = None
    """The URL to open in a browser; it contains the state."""

    oauth_state: str | None = None
    """The state that the callback has to return."""


@define(kw_only=True, eq=False, repr=False)
class McpAuthorizationEnvelope(Record):
    """The start of an OAuth authorization."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: McpAuthorization
    """Where the user authorizes the server."""


@define(kw_only=True, eq=False, repr=False)
class McpOauthCallback(Record):
    """The form that completes an OAuth authorization."""

    wire_names_ = {"code": "code"}
    secret_ = frozenset({"code"})

    code: str
    """The code that the authorization server issued."""


@define(kw_only=True, eq=False, repr=False)
class McpPrompt(Record):
    """A prompt that a tool-protocol server offers."""

    wire_names_ = {"server": "server", "name": "name", "description": "description", "arguments": "arguments"}

    server: str | None = None
    """The name of the server."""

    name: str | None = None
    """The name of the prompt."""

    description: str | None = None
    """A description."""

    arguments: list[McpPromptArgument] = Factory(lambda: list[McpPromptArgument]())
    """The arguments that the prompt takes."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptArgument(Record):
    """An argument of a prompt."""

    wire_names_ = {"name": "name", "description": "description", "required": "required"}

    name: str | None = None
    """The name."""

    description: str | None = None
    """A description."""

    required: bool | None = None
    """Whether the argument is required."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptMessage(Record):
    """A message of a rendered prompt."""

    wire_names_ = {"role": "role", "content": "content"}

    role: str | None = None
    """The role of the author, for instance user or assistant."""

    content: Any = None
    """The content as the tool-protocol server sends it: an object with a type."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptRender(Record):
    """The form that renders a prompt."""

    wire_names_ = {"server": "server", "name": "name", "arguments": "arguments"}

    server: str
    """The name of the server that offers the prompt."""

    name: str
    """The name of the prompt."""

    arguments: dict[str, str] | None = None
    """The arguments of the prompt by name."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptsEnvelope(Record):
    """The prompts of tool-protocol servers."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[McpPrompt]
    """The prompts."""


@define(kw_only=True, eq=False, repr=False)
class McpResource(Record):
    """A resource that a tool-protocol server offers."""

    wire_names_ = {
        "server": "server",
        "name": "name",
        "uri": "uri",
        "description": "description",
        "mimeType": "mime_type",
    }

    server: str | None = None
    """The name of the server."""

    name: str | None = None
    """The name."""

    uri: str | None = None
    """The URI."""

    description: str | None = None
    """A description."""

    mime_type: str | None = None
    """The media type."""


@define(kw_only=True, eq=False, repr=False)
class McpResourceContent(Record):
    """One part of the contents of a resource, as text or as bytes."""

    wire_names_ = {"uri": "uri", "mimeType": "mime_type", "text": "text", "blob": "blob"}

    uri: str | None = None
    """The URI."""

    mime_type: str | None = None
    """The media type."""

    text: str | None = None
    """The text, if it is text."""

    blob: str | None = None
    """The bytes in base64, if it is binary."""


@define(kw_only=True, eq=False, repr=False)
class McpResourceContents(Record):
    """The contents of a resource."""

    wire_names_ = {"contents": "contents"}

    contents: list[McpResourceContent] = Factory(lambda: list[McpResourceContent]())
    """The parts."""


@define(kw_only=True, eq=False, repr=False)
class McpResourceContentsEnvelope(Record):
    """The contents of a resource."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: McpResourceContents
    """The contents of the resource."""


@define(kw_only=True, eq=False, repr=False)
class McpResourcesEnvelope(Record):
    """The resources of tool-protocol servers."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[McpResource]
    """The resources."""


@define(kw_only=True, eq=False, repr=False)
class McpServer(Record):
    """A tool-protocol server of a runtime context."""

    wire_names_ = {"name": "name", "status": "status"}

    name: str | None = None
    """The name."""

    status: McpStatus | None = None
    """The status."""


@define(kw_only=True, eq=False, repr=False)
class McpServerCreate(Record):
    """The form that adds a tool-protocol server."""

    wire_names_ = {"name": "name", "config": "config"}

    name: str
    """The name of the server."""

    config: McpServerConfig
    """How the server is run or reached."""


@define(kw_only=True, eq=False, repr=False)
class McpServerEnvelope(Record):
    """A tool-protocol server."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: McpServer
    """The server."""


@define(kw_only=True, eq=False, repr=False)
class McpServersEnvelope(Record):
    """The tool-protocol servers of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[McpServer]
    """The servers."""


@define(kw_only=True, eq=False, repr=False)
class McpStatus(Record):
    """The status of a tool-protocol server, including whether it needs authorization."""

    wire_names_ = {"status": "status", "error": "error"}

    status: Literal["connected", "disabled", "failed", "needs_auth", "needs_client_registration"] | str | None = None
    """The state of the connection."""

    error: str | None = None
    """The error message, if the connection failed or a client has to be registered."""


@define(kw_only=True, eq=False, repr=False)
class RenderedPrompt(Record):
    """A prompt with its arguments filled in."""

    wire_names_ = {"description": "description", "messages": "messages"}

    description: str | None = None
    """A description."""

    messages: list[McpPromptMessage] = Factory(lambda: list[McpPromptMessage]())
    """The messages."""


@define(kw_only=True, eq=False, repr=False)
class RenderedPromptEnvelope(Record):
    """A rendered prompt."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: RenderedPrompt
    """The rendered prompt."""


def decode_mcp_authorization(d: dict[str, Any]) -> McpAuthorization:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpAuthorization)
    o.authorization_url = d.get("authorizationUrl")
    o.oauth_state = d.get("oauthState")
    o.source_ = None if len(d) == 0 + ("authorizationUrl" in d) + ("oauthState" in d) else d
    return o


def encode_mcp_authorization(o: McpAuthorization) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.authorization_url is not None:
        d["authorizationUrl"] = o.authorization_url
    if o.oauth_state is not None:
        d["oauthState"] = o.oauth_state
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_authorization_envelope(d: dict[str, Any]) -> McpAuthorizationEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpAuthorizationEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_authorization(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_mcp_authorization_envelope(o: McpAuthorizationEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_mcp_authorization(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_oauth_callback(d: dict[str, Any]) -> McpOauthCallback:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpOauthCallback)
    o.code = d["code"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_mcp_oauth_callback(o: McpOauthCallback) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "code": o.code,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_prompt(d: dict[str, Any]) -> McpPrompt:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpPrompt)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.server = d["server"]
            o.name = d["name"]
            o.description = d["description"]
            o.arguments = (
                [] if (v := d["arguments"]) is None else [decode_mcp_prompt_argument(each) for each in array(v)]
            )
            o.source_ = None
            return o
        except KeyError:
            pass
    o.server = d.get("server")
    o.name = d.get("name")
    o.description = d.get("description")
    o.arguments = [] if (v := d.get("arguments")) is None else [decode_mcp_prompt_argument(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("server" in d) + ("name" in d) + ("description" in d) + ("arguments" in d) else d
    return o


def encode_mcp_prompt(o: McpPrompt) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "arguments": [encode_mcp_prompt_argument(each) for each in o.arguments],
    }
    if o.server is not None:
        d["server"] = o.server
    if o.name is not None:
        d["name"] = o.name
    if o.description is not None:
        d["description"] = o.description
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_prompt_argument(d: dict[str, Any]) -> McpPromptArgument:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpPromptArgument)
    o.name = d.get("name")
    o.description = d.get("description")
    o.required = d.get("required")
    o.source_ = None if len(d) == 0 + ("name" in d) + ("description" in d) + ("required" in d) else d
    return o


def encode_mcp_prompt_argument(o: McpPromptArgument) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.description is not None:
        d["description"] = o.description
    if o.required is not None:
        d["required"] = o.required
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_prompt_message(d: dict[str, Any]) -> McpPromptMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpPromptMessage)
    o.role = d.get("role")
    o.content = d.get("content")
    o.source_ = None if len(d) == 0 + ("role" in d) + ("content" in d) else d
    return o


def encode_mcp_prompt_message(o: McpPromptMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.role is not None:
        d["role"] = o.role
    if o.content is not None:
        d["content"] = o.content
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_prompt_render(d: dict[str, Any]) -> McpPromptRender:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpPromptRender)
    o.server = d["server"]
    o.name = d["name"]
    o.arguments = d.get("arguments")
    o.source_ = None if len(d) == 2 + ("arguments" in d) else d
    return o


def encode_mcp_prompt_render(o: McpPromptRender) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "server": o.server,
        "name": o.name,
    }
    if o.arguments is not None:
        d["arguments"] = o.arguments
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_prompts_envelope(d: dict[str, Any]) -> McpPromptsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpPromptsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_mcp_prompt(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_mcp_prompts_envelope(o: McpPromptsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_mcp_prompt(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_resource(d: dict[str, Any]) -> McpResource:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpResource)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.server = d["server"]
            o.name = d["name"]
            o.uri = d["uri"]
            o.description = d["description"]
            o.mime_type = d["mimeType"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.server = d.get("server")
    o.name = d.get("name")
    o.uri = d.get("uri")
    o.description = d.get("description")
    o.mime_type = d.get("mimeType")
    o.source_ = (
        None
        if len(d) == 0 + ("server" in d) + ("name" in d) + ("uri" in d) + ("description" in d) + ("mimeType" in d)
        else d
    )
    return o


def encode_mcp_resource(o: McpResource) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.server is not None:
        d["server"] = o.server
    if o.name is not None:
        d["name"] = o.name
    if o.uri is not None:
        d["uri"] = o.uri
    if o.description is not None:
        d["description"] = o.description
    if o.mime_type is not None:
        d["mimeType"] = o.mime_type
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_resource_content(d: dict[str, Any]) -> McpResourceContent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpResourceContent)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.uri = d["uri"]
            o.mime_type = d["mimeType"]
            o.text = d["text"]
            o.blob = d["blob"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.uri = d.get("uri")
    o.mime_type = d.get("mimeType")
    o.text = d.get("text")
    o.blob = d.get("blob")
    o.source_ = None if len(d) == 0 + ("uri" in d) + ("mimeType" in d) + ("text" in d) + ("blob" in d) else d
    return o


def encode_mcp_resource_content(o: McpResourceContent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.uri is not None:
        d["uri"] = o.uri
    if o.mime_type is not None:
        d["mimeType"] = o.mime_type
    if o.text is not None:
        d["text"] = o.text
    if o.blob is not None:
        d["blob"] = o.blob
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_resource_contents(d: dict[str, Any]) -> McpResourceContents:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpResourceContents)
    o.contents = [] if (v := d.get("contents")) is None else [decode_mcp_resource_content(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("contents" in d) else d
    return o


def encode_mcp_resource_contents(o: McpResourceContents) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "contents": [encode_mcp_resource_content(each) for each in o.contents],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_resource_contents_envelope(d: dict[str, Any]) -> McpResourceContentsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpResourceContentsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_resource_contents(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_mcp_resource_contents_envelope(o: McpResourceContentsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_mcp_resource_contents(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_resources_envelope(d: dict[str, Any]) -> McpResourcesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpResourcesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_mcp_resource(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_mcp_resources_envelope(o: McpResourcesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_mcp_resource(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_server(d: dict[str, Any]) -> McpServer:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpServer)
    o.name = d.get("name")
    o.status = None if (v := d.get("status")) is None else decode_mcp_status(v)
    o.source_ = None if len(d) == 0 + ("name" in d) + ("status" in d) else d
    return o


def encode_mcp_server(o: McpServer) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.status is not None:
        d["status"] = encode_mcp_status(o.status)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_server_create(d: dict[str, Any]) -> McpServerCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpServerCreate)
    o.name = d["name"]
    o.config = decode_mcp_server_config(d["config"])
    o.source_ = None if len(d) == 2 else d
    return o


def encode_mcp_server_create(o: McpServerCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
        "config": encode_mcp_server_config(o.config),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_server_envelope(d: dict[str, Any]) -> McpServerEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpServerEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_mcp_server(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_mcp_server_envelope(o: McpServerEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_mcp_server(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_servers_envelope(d: dict[str, Any]) -> McpServersEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpServersEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_mcp_server(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_mcp_servers_envelope(o: McpServersEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_mcp_server(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_status(d: dict[str, Any]) -> McpStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpStatus)
    o.status = d.get("status")
    o.error = d.get("error")
    o.source_ = None if len(d) == 0 + ("status" in d) + ("error" in d) else d
    return o


def encode_mcp_status(o: McpStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.status is not None:
        d["status"] = o.status
    if o.error is not None:
        d["error"] = o.error
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_rendered_prompt(d: dict[str, Any]) -> RenderedPrompt:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RenderedPrompt)
    o.description = d.get("description")
    o.messages = [] if (v := d.get("messages")) is None else [decode_mcp_prompt_message(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("description" in d) + ("messages" in d) else d
    return o


def encode_rendered_prompt(o: RenderedPrompt) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "messages": [encode_mcp_prompt_message(each) for each in o.messages],
    }
    if o.description is not None:
        d["description"] = o.description
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_rendered_prompt_envelope(d: dict[str, Any]) -> RenderedPromptEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RenderedPromptEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_rendered_prompt(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_rendered_prompt_envelope(o: RenderedPromptEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_rendered_prompt(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    McpAuthorization: (decode_mcp_authorization, encode_mcp_authorization),
    McpAuthorizationEnvelope: (decode_mcp_authorization_envelope, encode_mcp_authorization_envelope),
    McpOauthCallback: (decode_mcp_oauth_callback, encode_mcp_oauth_callback),
    McpPrompt: (decode_mcp_prompt, encode_mcp_prompt),
    McpPromptArgument: (decode_mcp_prompt_argument, encode_mcp_prompt_argument),
    McpPromptMessage: (decode_mcp_prompt_message, encode_mcp_prompt_message),
    McpPromptRender: (decode_mcp_prompt_render, encode_mcp_prompt_render),
    McpPromptsEnvelope: (decode_mcp_prompts_envelope, encode_mcp_prompts_envelope),
    McpResource: (decode_mcp_resource, encode_mcp_resource),
    McpResourceContent: (decode_mcp_resource_content, encode_mcp_resource_content),
    McpResourceContents: (decode_mcp_resource_contents, encode_mcp_resource_contents),
    McpResourceContentsEnvelope: (decode_mcp_resource_contents_envelope, encode_mcp_resource_contents_envelope),
    McpResourcesEnvelope: (decode_mcp_resources_envelope, encode_mcp_resources_envelope),
    McpServer: (decode_mcp_server, encode_mcp_server),
    McpServerCreate: (decode_mcp_server_create, encode_mcp_server_create),
    McpServerEnvelope: (decode_mcp_server_envelope, encode_mcp_server_envelope),
    McpServersEnvelope: (decode_mcp_servers_envelope, encode_mcp_servers_envelope),
    McpStatus: (decode_mcp_status, encode_mcp_status),
    RenderedPrompt: (decode_rendered_prompt, encode_rendered_prompt),
    RenderedPromptEnvelope: (decode_rendered_prompt_envelope, encode_rendered_prompt_envelope),
}
"""From each record to the functions that read and write its wire form."""
