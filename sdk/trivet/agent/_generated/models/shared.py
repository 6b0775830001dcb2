# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import Unknown, array, decode_unknown, encode_unknown, has_form

__all__ = [
    "AisdkApi",
    "CacheUsage",
    "EventEnvelope",
    "EventFrame",
    "McpLocalConfig",
    "McpOauthConfig",
    "McpRemoteConfig",
    "McpServerConfig",
    "ModelInUse",
    "NativeApi",
    "PermissionRule",
    "Problem",
    "ProviderApi",
    "ProviderRequest",
    "RECORDS",
    "RuntimeContext",
    "decode_aisdk_api",
    "decode_cache_usage",
    "decode_event_envelope",
    "decode_event_frame",
    "decode_mcp_local_config",
    "decode_mcp_oauth_config",
    "decode_mcp_remote_config",
    "decode_mcp_server_config",
    "decode_model_in_use",
    "decode_native_api",
    "decode_permission_rule",
    "decode_problem",
    "decode_provider_api",
    "decode_provider_request",
    "decode_runtime_context",
    "encode_aisdk_api",
    "encode_cache_usage",
    "encode_event_envelope",
    "encode_event_frame",
    "encode_mcp_local_config",
    "encode_mcp_oauth_config",
    "encode_mcp_remote_config",
    "encode_mcp_server_config",
    "encode_model_in_use",
    "encode_native_api",
    "encode_permission_rule",
    "encode_problem",
    "encode_provider_api",
    "encode_provider_request",
    "encode_runtime_context",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class AisdkApi(Record):
    """An API that is called through a package of the AI SDK."""

    wire_names_ = {"type": "type", "id": "id", "package": "package", "url": "url", "settings": "settings"}
    secret_ = frozenset({"settings"})
    tags_ = {"type": ("aisdk",)}

    type: Literal["aisdk"] | str
    """The type of API."""

    id: str | None = None
    """The id of the model in this API, if it is the API of one model."""

    package: str | None = None
    """The name of the package."""

    url: str | None = None
    """The URL of the API."""

    settings: dict[str, Any] | None = None
    """The settings of the package; may contain keys."""


@define(kw_only=True, eq=False, repr=False)
class CacheUsage(Record):
    """The number of tokens, or their price, by use of the provider's cache."""

    wire_names_ = {"read": "read", "write": "write"}

    read: float | None = None
    """Tokens read from the cache."""

    write: float | None = None
    """Tokens written to the cache."""


@define(kw_only=True, eq=False, repr=False)
class EventEnvelope(Record):
    """The envelope of every event."""

    wire_names_ = {"id": "id", "time": "time", "context": "context"}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""


@define(kw_only=True, eq=False, repr=False)
class EventFrame(Record):
    """One frame of the event stream."""

    wire_names_ = {"data": "data"}

    data: str | None = None
    """One event as JSON."""


@define(kw_only=True, eq=False, repr=False)
class McpLocalConfig(Record):
    """The configuration of a tool-protocol server that runs as a local process."""

    wire_names_ = {
        "type": "type",
        "command": "command",
        "arguments": "arguments",
        "environment": "environment",
        "cwd": "cwd",
        "enabled": "enabled",
        "timeout": "timeout",
    }
    secret_ = frozenset({"environment"})
    tags_ = {"type": ("local",)}

    type: Literal["local"] | str
    """The type of server."""

    command: str
    """The program to run."""

    arguments: list[str] | None = None
    """The arguments of the program."""

    environment: dict[str, str] | None = None
    """Environment variables; may contain keys."""

    cwd: str | None = None
    """The working directory."""

    enabled: bool | None = None
    """Whether it is enabled."""

    timeout: int | None = None
    """The timeout of a request in milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class McpOauthConfig(Record):
    """The OAuth configuration of a tool-protocol server."""

    wire_names_ = {
        "clientId": "client_id",
        "clientSecret": "client_secret",
        "scope": "scope",
        "callbackPort": "callback_port",
        "redirectUri": "redirect_uri",
    }
    secret_ = frozenset({"client_secret"})

    client_id: str | None = None
    """The client id."""

    client_secret: str | None = None
    """The client secret."""

    scope: str | None = None
    """The requested scope."""

    callback_port: int | None = None
    """The local port that receives the callback."""

    redirect_uri: str | None = None
    """The redirect URI."""


@define(kw_only=True, eq=False, repr=False)
class McpRemoteConfig(Record):
    """The configuration of a tool-protocol server that is reached over the network."""

    wire_names_ = {
        "type": "type",
        "url": "url",
        "headers": "headers",
        "oauth": "oauth",
        "enabled": "enabled",
        "timeout": "timeout",
    }
    secret_ = frozenset({"headers"})
    tags_ = {"type": ("remote",)}

    type: Literal["remote"] | str
    """The type of server."""

    url: str
    """The URL of the server."""

    headers: dict[str, str] | None = None
    """Headers to send; may contain keys."""

    oauth: bool | McpOauthConfig | None = None
    """Whether the server uses OAuth, or the configuration of OAuth."""

    enabled: bool | None = None
    """Whether it is enabled."""

    timeout: int | None = None
    """The timeout of a request in milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class ModelInUse(Record):
    """A reference to a model in an answer."""

    wire_names_ = {"providerID": "provider_id", "modelID": "model_id", "id": "id", "variant": "variant"}

    provider_id: str | None = None
    """The id of the provider."""

    model_id: str | None = None
    """The id of the model; the observed server calls it `id`."""

    id: str | None = None
    """The id of the model, if the server calls it `id`."""

    variant: str | None = None
    """The variant of the model, for instance an effort, if one is selected."""


@define(kw_only=True, eq=False, repr=False)
class NativeApi(Record):
    """An API that the server calls directly."""

    wire_names_ = {"type": "type", "id": "id", "url": "url", "settings": "settings"}
    secret_ = frozenset({"settings"})
    tags_ = {"type": ("native",)}

    type: Literal["native"] | str
    """The type of API."""

    id: str | None = None
    """The id of the model in this API, if it is the API of one model."""

    url: str | None = None
    """The URL of the API."""

    settings: dict[str, Any] | None = None
    """The settings of the API; may contain keys."""


@define(kw_only=True, eq=False, repr=False)
class PermissionRule(Record):
    """A rule that allows or denies an action of an agent on a resource, or asks the user."""

    wire_names_ = {"action": "action", "resource": "resource", "effect": "effect"}

    action: str | None = None
    """The action, for instance edit; may contain wildcards."""

    resource: str | None = None
    """The resource; may contain wildcards."""

    effect: Literal["allow", "deny", "ask"] | str | None = None
    """Whether to allow the action, deny it or ask the user."""


@define(kw_only=True, eq=False, repr=False)
class Problem(Record):
    """The body of an error."""

    wire_names_ = {
        "_tag": "field_tag",
        "message": "message",
        "kind": "kind",
        "field": "field",
        "resource": "resource",
        "accountID": "account_id",
        "modelID": "model_id",
        "projectID": "project_id",
        "providerID": "provider_id",
        "ptyID": "pty_id",
        "requestID": "request_id",
        "sessionID": "session_id",
        "workspaceID": "workspace_id",
        "name": "name",
        "path": "path",
        "uri": "uri",
        "ref": "ref",
    }

    field_tag: str | None = None
    """The type of error, for instance SessionNotFoundError."""

    message: str | None = None
    """The error message."""

    kind: str | None = None
    """The kind of input that is invalid, for instance Query or Payload."""

    field: str | None = None
    """The name of the invalid input."""

    resource: str | None = None
    """The resource in conflict."""

    account_id: str | None = None
    """The id of the account."""

    model_id: str | None = None
    """The id of the model."""

    project_id: str | None = None
    """The id of the project."""

    provider_id: str | None = None
    """The id of the provider."""

    pty_id: str | None = None
    """The id of the pseudo-terminal."""

    request_id: str | None = None
    """The id of the permission or question request."""

    session_id: str | None = None
    """The id of the session."""

    workspace_id: str | None = None
    """The id of the workspace."""

    name: str | None = None
    """The name of the tool-protocol server or its prompt."""

    path: str | None = None
    """The path of the file or directory."""

    uri: str | None = None
    """The URI of the resource."""

    ref: str | None = None
    """A reference to find the error in the server's log."""


@define(kw_only=True, eq=False, repr=False)
class ProviderRequest(Record):
    """What is added to requests to a provider."""

    wire_names_ = {"headers": "headers", "body": "body", "variant": "variant"}
    secret_ = frozenset({"headers"})

    headers: dict[str, str] | None = None
    """Headers by name; may contain keys."""

    body: dict[str, Any] | None = None
    """Fields of the request body by name."""

    variant: str | None = None
    """The variant of the model that this applies to."""


@define(kw_only=True, eq=False, repr=False)
class RuntimeContext(Record):
    """A directory, optionally of a workspace, that an operation or a session works in."""

    wire_names_ = {"directory": "directory", "workspaceID": "workspace_id"}

    directory: str
    """The directory."""

    workspace_id: str | None = None
    """The id of the workspace, if there is one."""


McpServerConfig: TypeAlias = McpLocalConfig | McpRemoteConfig | Unknown
"""The configuration of a tool-protocol server: a local process or a remote server."""


ProviderApi: TypeAlias = AisdkApi | NativeApi | Unknown
"""The API that a provider or one of its models is called through."""


def decode_aisdk_api(d: dict[str, Any]) -> AisdkApi:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AisdkApi)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.id = d["id"]
            o.package = d["package"]
            o.url = d["url"]
            o.settings = d["settings"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d["type"]
    o.id = d.get("id")
    o.package = d.get("package")
    o.url = d.get("url")
    o.settings = d.get("settings")
    o.source_ = None if len(d) == 1 + ("id" in d) + ("package" in d) + ("url" in d) + ("settings" in d) else d
    return o


def encode_aisdk_api(o: AisdkApi) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.id is not None:
        d["id"] = o.id
    if o.package is not None:
        d["package"] = o.package
    if o.url is not None:
        d["url"] = o.url
    if o.settings is not None:
        d["settings"] = o.settings
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_cache_usage(d: dict[str, Any]) -> CacheUsage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CacheUsage)
    o.read = d.get("read")
    o.write = d.get("write")
    o.source_ = None if len(d) == 0 + ("read" in d) + ("write" in d) else d
    return o


def encode_cache_usage(o: CacheUsage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.read is not None:
        d["read"] = o.read
    if o.write is not None:
        d["write"] = o.write
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_event_envelope(d: dict[str, Any]) -> EventEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(EventEnvelope)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.source_ = None if len(d) == 1 + ("time" in d) + ("context" in d) else d
    return o


def encode_event_envelope(o: EventEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_event_frame(d: dict[str, Any]) -> EventFrame:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(EventFrame)
    o.data = d.get("data")
    o.source_ = None if len(d) == 0 + ("data" in d) else d
    return o


def encode_event_frame(o: EventFrame) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.data is not None:
        d["data"] = o.data
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_local_config(d: dict[str, Any]) -> McpLocalConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpLocalConfig)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.command = d["command"]
            o.arguments = None if (v := d["arguments"]) is None else array(v)
            o.environment = d["environment"]
            o.cwd = d["cwd"]
            o.enabled = d["enabled"]
            o.timeout = d["timeout"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d["type"]
    o.command = d["command"]
    o.arguments = None if (v := d.get("arguments")) is None else array(v)
    o.environment = d.get("environment")
    o.cwd = d.get("cwd")
    o.enabled = d.get("enabled")
    o.timeout = d.get("timeout")
    o.source_ = (
        None
        if len(d) == 2 + ("arguments" in d) + ("environment" in d) + ("cwd" in d) + ("enabled" in d) + ("timeout" in d)
        else d
    )
    return o


def encode_mcp_local_config(o: McpLocalConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "command": o.command,
    }
    if o.arguments is not None:
        d["arguments"] = o.arguments
    if o.environment is not None:
        d["environment"] = o.environment
    if o.cwd is not None:
        d["cwd"] = o.cwd
    if o.enabled is not None:
        d["enabled"] = o.enabled
    if o.timeout is not None:
        d["timeout"] = o.timeout
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_oauth_config(d: dict[str, Any]) -> McpOauthConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpOauthConfig)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.client_id = d["clientId"]
            o.client_secret = d["clientSecret"]
            o.scope = d["scope"]
            o.callback_port = d["callbackPort"]
            o.redirect_uri = d["redirectUri"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.client_id = d.get("clientId")
    o.client_secret = d.get("clientSecret")
    o.scope = d.get("scope")
    o.callback_port = d.get("callbackPort")
    o.redirect_uri = d.get("redirectUri")
    o.source_ = (
        None
        if len(d)
        == 0 + ("clientId" in d) + ("clientSecret" in d) + ("scope" in d) + ("callbackPort" in d) + ("redirectUri" in d)
        else d
    )
    return o


def encode_mcp_oauth_config(o: McpOauthConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.client_id is not None:
        d["clientId"] = o.client_id
    if o.client_secret is not None:
        d["clientSecret"] = o.client_secret
    if o.scope is not None:
        d["scope"] = o.scope
    if o.callback_port is not None:
        d["callbackPort"] = o.callback_port
    if o.redirect_uri is not None:
        d["redirectUri"] = o.redirect_uri
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_remote_config(d: dict[str, Any]) -> McpRemoteConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpRemoteConfig)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.url = d["url"]
            o.headers = d["headers"]
            o.oauth = None if (v := d["oauth"]) is None else (decode_mcp_oauth_config(v) if has_form(v, dict) else v)
            o.enabled = d["enabled"]
            o.timeout = d["timeout"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d["type"]
    o.url = d["url"]
    o.headers = d.get("headers")
    o.oauth = None if (v := d.get("oauth")) is None else (decode_mcp_oauth_config(v) if has_form(v, dict) else v)
    o.enabled = d.get("enabled")
    o.timeout = d.get("timeout")
    o.source_ = None if len(d) == 2 + ("headers" in d) + ("oauth" in d) + ("enabled" in d) + ("timeout" in d) else d
    return o


def encode_mcp_remote_config(o: McpRemoteConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "url": o.url,
    }
    if o.headers is not None:
        d["headers"] = o.headers
    if o.oauth is not None:
        d["oauth"] = encode_mcp_oauth_config(o.oauth) if isinstance(o.oauth, McpOauthConfig) else o.oauth
    if o.enabled is not None:
        d["enabled"] = o.enabled
    if o.timeout is not None:
        d["timeout"] = o.timeout
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_in_use(d: dict[str, Any]) -> ModelInUse:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelInUse)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.provider_id = d["providerID"]
            o.model_id = d["modelID"]
            o.id = d["id"]
            o.variant = d["variant"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.provider_id = d.get("providerID")
    o.model_id = d.get("modelID")
    o.id = d.get("id")
    o.variant = d.get("variant")
    o.source_ = None if len(d) == 0 + ("providerID" in d) + ("modelID" in d) + ("id" in d) + ("variant" in d) else d
    return o


def encode_model_in_use(o: ModelInUse) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.provider_id is not None:
        d["providerID"] = o.provider_id
    if o.model_id is not None:
        d["modelID"] = o.model_id
    if o.id is not None:
        d["id"] = o.id
    if o.variant is not None:
        d["variant"] = o.variant
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_native_api(d: dict[str, Any]) -> NativeApi:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NativeApi)
    o.type = d["type"]
    o.id = d.get("id")
    o.url = d.get("url")
    o.settings = d.get("settings")
    o.source_ = None if len(d) == 1 + ("id" in d) + ("url" in d) + ("settings" in d) else d
    return o


def encode_native_api(o: NativeApi) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.id is not None:
        d["id"] = o.id
    if o.url is not None:
        d["url"] = o.url
    if o.settings is not None:
        d["settings"] = o.settings
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_rule(d: dict[str, Any]) -> PermissionRule:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionRule)
    o.action = d.get("action")
    o.resource = d.get("resource")
    o.effect = d.get("effect")
    o.source_ = None if len(d) == 0 + ("action" in d) + ("resource" in d) + ("effect" in d) else d
    return o


def encode_permission_rule(o: PermissionRule) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.action is not None:
        d["action"] = o.action
    if o.resource is not None:
        d["resource"] = o.resource
    if o.effect is not None:
        d["effect"] = o.effect
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_problem(d: dict[str, Any]) -> Problem:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Problem)
    if len(d) == 17:  # most often all that may be there is, and nothing else
        try:
            o.field_tag = d["_tag"]
            o.message = d["message"]
            o.kind = d["kind"]
            o.field = d["field"]
            o.resource = d["resource"]
            o.account_id = d["accountID"]
            o.model_id = d["modelID"]
            o.project_id = d["projectID"]
            o.provider_id = d["providerID"]
            o.pty_id = d["ptyID"]
            o.request_id = d["requestID"]
            o.session_id = d["sessionID"]
            o.workspace_id = d["workspaceID"]
            o.name = d["name"]
            o.path = d["path"]
            o.uri = d["uri"]
            o.ref = d["ref"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.field_tag = d.get("_tag")
    o.message = d.get("message")
    o.kind = d.get("kind")
    o.field = d.get("field")
    o.resource = d.get("resource")
    o.account_id = d.get("accountID")
    o.model_id = d.get("modelID")
    o.project_id = d.get("projectID")
    o.provider_id = d.get("providerID")
    o.pty_id = d.get("ptyID")
    o.request_id = d.get("requestID")
    o.session_id = d.get("sessionID")
    o.workspace_id = d.get("workspaceID")
    o.name = d.get("name")
    o.path = d.get("path")
    o.uri = d.get("uri")
    o.ref = d.get("ref")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("_tag" in d)
        + ("message" in d)
        + ("kind" in d)
        + ("field" in d)
        + ("resource" in d)
        + ("accountID" in d)
        + ("modelID" in d)
        + ("projectID" in d)
        + ("providerID" in d)
        + ("ptyID" in d)
        + ("requestID" in d)
        + ("sessionID" in d)
        + ("workspaceID" in d)
        + ("name" in d)
        + ("path" in d)
        + ("uri" in d)
        + ("ref" in d)
        else d
    )
    return o


def encode_problem(o: Problem) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.field_tag is not None:
        d["_tag"] = o.field_tag
    if o.message is not None:
        d["message"] = o.message
    if o.kind is not None:
        d["kind"] = o.kind
    if o.field is not None:
        d["field"] = o.field
    if o.resource is not None:
        d["resource"] = o.resource
    if o.account_id is not None:
        d["accountID"] = o.account_id
    if o.model_id is not None:
        d["modelID"] = o.model_id
    if o.project_id is not None:
        d["projectID"] = o.project_id
    if o.provider_id is not None:
        d["providerID"] = o.provider_id
    if o.pty_id is not None:
        d["ptyID"] = o.pty_id
    if o.request_id is not None:
        d["requestID"] = o.request_id
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.workspace_id is not None:
        d["workspaceID"] = o.workspace_id
    if o.name is not None:
        d["name"] = o.name
    if o.path is not None:
        d["path"] = o.path
    if o.uri is not None:
        d["uri"] = o.uri
    if o.ref is not None:
        d["ref"] = o.ref
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_provider_request(d: dict[str, Any]) -> ProviderRequest:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProviderRequest)
    o.headers = d.get("headers")
    o.body = d.get("body")
    o.variant = d.get("variant")
    o.source_ = None if len(d) == 0 + ("headers" in d) + ("body" in d) + ("variant" in d) else d
    return o


def encode_provider_request(o: ProviderRequest) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.headers is not None:
        d["headers"] = o.headers
    if o.body is not None:
        d["body"] = o.body
    if o.variant is not None:
        d["variant"] = o.variant
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_runtime_context(d: dict[str, Any]) -> RuntimeContext:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RuntimeContext)
    o.directory = d["directory"]
    o.workspace_id = d.get("workspaceID")
    o.source_ = None if len(d) == 1 + ("workspaceID" in d) else d
    return o


def encode_runtime_context(o: RuntimeContext) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "directory": o.directory,
    }
    if o.workspace_id is not None:
        d["workspaceID"] = o.workspace_id
    if o.source_ is not None:
        d |= extra(o)
    return d


_decode_mcp_server_config: dict[object, Callable[[dict[str, Any]], McpServerConfig]] = {
    "local": decode_mcp_local_config,
    "remote": decode_mcp_remote_config,
}
_encode_mcp_server_config: dict[type, Callable[[Any], dict[str, Any]]] = {
    McpLocalConfig: encode_mcp_local_config,
    McpRemoteConfig: encode_mcp_remote_config,
    Unknown: encode_unknown,
}


def decode_mcp_server_config(d: dict[str, Any]) -> McpServerConfig:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_mcp_server_config.get(d.get("type"), decode_unknown)(d)


def encode_mcp_server_config(o: McpServerConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_mcp_server_config[type(o)](o)


_decode_provider_api: dict[object, Callable[[dict[str, Any]], ProviderApi]] = {
    "aisdk": decode_aisdk_api,
    "native": decode_native_api,
}
_encode_provider_api: dict[type, Callable[[Any], dict[str, Any]]] = {
    AisdkApi: encode_aisdk_api,
    NativeApi: encode_native_api,
    Unknown: encode_unknown,
}


def decode_provider_api(d: dict[str, Any]) -> ProviderApi:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_provider_api.get(d.get("type"), decode_unknown)(d)


def encode_provider_api(o: ProviderApi) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_provider_api[type(o)](o)


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    AisdkApi: (decode_aisdk_api, encode_aisdk_api),
    CacheUsage: (decode_cache_usage, encode_cache_usage),
    EventEnvelope: (decode_event_envelope, encode_event_envelope),
    EventFrame: (decode_event_frame, encode_event_frame),
    McpLocalConfig: (decode_mcp_local_config, encode_mcp_local_config),
    McpOauthConfig: (decode_mcp_oauth_config, encode_mcp_oauth_config),
    McpRemoteConfig: (decode_mcp_remote_config, encode_mcp_remote_config),
    ModelInUse: (decode_model_in_use, encode_model_in_use),
    NativeApi: (decode_native_api, encode_native_api),
    PermissionRule: (decode_permission_rule, encode_permission_rule),
    Problem: (decode_problem, encode_problem),
    ProviderRequest: (decode_provider_request, encode_provider_request),
    RuntimeContext: (decode_runtime_context, encode_runtime_context),
}
"""From each record to the functions that read and write its wire form."""
