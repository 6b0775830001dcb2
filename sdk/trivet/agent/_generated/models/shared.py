# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeAlias

from ...._core.decoders import Unknown, array, decode_unknown, has_form, new
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, Tags, decode_rest, or_null

__all__ = [
    "AisdkApi", "CacheUsage", "EventEnvelope", "EventFrame", "McpLocalConfig", "McpOauthConfig", "McpRemoteConfig",
    "McpServerConfig", "ModelInUse", "NativeApi", "PermissionRule", "Problem", "ProviderApi", "ProviderRequest",
    "RuntimeContext",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AisdkApi(Record):
    """An API that is called through a package of the AI SDK.

    Returned by `catalog.model.get`, `catalog.model.list` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {
        "type": "type",
        "id": "id",
        "package": "package",
        "url": "url",
        "settings": "settings",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"settings"})
    __tags__: ClassVar[Tags] = {"type": ("aisdk",)}

    type: Literal["aisdk"]
    """The type of API."""

    id: str | None = None
    """The id of the model in this API, if it is the API of one model."""

    package: str | None = None
    """The name of the package."""

    url: str | None = None
    """The URL of the API."""

    settings: dict[str, Any] | None = None
    """The settings of the package; may contain keys."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CacheUsage(Record):
    """The number of tokens, or their price, by use of the provider's cache.

    Returned by `catalog.model.get`, `catalog.model.list` and 7 more.
    """

    __wire_names__: ClassVar[Names] = {"read": "read", "write": "write"}

    read: float | None = None
    """Tokens read from the cache."""

    write: float | None = None
    """Tokens written to the cache."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class EventEnvelope(Record):
    """The envelope of every event. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"id": "id", "time": "time", "context": "context"}

    id: str
    """The id. It has the prefix `evt_`, and a repeated event has the same id (observed)."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class EventFrame(Record):
    """One frame of the event stream. In the frames of `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"data"})

    data: str
    """One event as JSON."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpLocalConfig(Record):
    """The configuration of a tool-protocol server that runs as a local process.

    Returned by `config.get` and `config.update`.
    """

    __wire_names__: ClassVar[Names] = {
        "type": "type",
        "command": "command",
        "arguments": "arguments",
        "environment": "environment",
        "cwd": "cwd",
        "enabled": "enabled",
        "timeout": "timeout",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"environment"})
    __tags__: ClassVar[Tags] = {"type": ("local",)}

    type: Literal["local"]
    """The type of server."""

    command: str
    """The program to run."""

    arguments: list[str] | None = None
    """The arguments of the program."""

    environment: dict[str, str] | None = None
    """Environment variables."""

    cwd: str | None = None
    """The working directory."""

    enabled: bool | None = None
    """Whether it is enabled."""

    timeout: int | None = None
    """The timeout of a request in milliseconds."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpOauthConfig(Record):
    """The OAuth configuration of a tool-protocol server. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "clientId": "client_id",
        "clientSecret": "client_secret",
        "scope": "scope",
        "callbackPort": "callback_port",
        "redirectUri": "redirect_uri",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"client_secret"})

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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpRemoteConfig(Record):
    """The configuration of a tool-protocol server that is reached over the network.

    Returned by `config.get` and `config.update`.
    """

    __wire_names__: ClassVar[Names] = {
        "type": "type",
        "url": "url",
        "headers": "headers",
        "oauth": "oauth",
        "enabled": "enabled",
        "timeout": "timeout",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"headers"})
    __tags__: ClassVar[Tags] = {"type": ("remote",)}

    type: Literal["remote"]
    """The type of server."""

    url: str
    """The URL of the server."""

    headers: dict[str, str] | None = None
    """Headers to send."""

    oauth: bool | McpOauthConfig | None = None
    """Whether the server uses OAuth, or the configuration of OAuth."""

    enabled: bool | None = None
    """Whether it is enabled."""

    timeout: int | None = None
    """The timeout of a request in milliseconds."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelInUse(Record):
    """A reference to a model in an answer. Returned by `agent.list`, `command.list` and 7 more."""

    __wire_names__: ClassVar[Names] = {
        "providerID": "provider_id",
        "modelID": "model_id",
        "id": "id",
        "variant": "variant",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"provider_id"})

    provider_id: str
    """The id of the provider."""

    model_id: str | None = None
    """The id of the model; the observed server calls it `id`."""

    id: str | None = None
    """The id of the model, if the server calls it `id`."""

    variant: str | None = None
    """The variant of the model, for instance an effort, if one is selected."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NativeApi(Record):
    """An API that the server calls directly.

    Returned by `catalog.model.get`, `catalog.model.list` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"type": "type", "id": "id", "url": "url", "settings": "settings"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"settings"})
    __tags__: ClassVar[Tags] = {"type": ("native",)}

    type: Literal["native"]
    """The type of API."""

    id: str | None = None
    """The id of the model in this API, if it is the API of one model."""

    url: str | None = None
    """The URL of the API."""

    settings: dict[str, Any] | None = None
    """The settings of the API; may contain keys."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionRule(Record):
    """A rule that allows or denies an action of an agent on a resource, or asks the user.

    Returned by `agent.list`.
    """

    __wire_names__: ClassVar[Names] = {"action": "action", "resource": "resource", "effect": "effect"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"action", "resource", "effect"})

    action: str
    """The action, for instance edit; may contain wildcards."""

    resource: str
    """The resource; may contain wildcards."""

    effect: Literal["allow", "deny", "ask"] | str
    """Whether to allow the action, deny it or ask the user."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Problem(Record):
    """The body of an error. In the body of an error answer of `agent.list`, `auth.activate` and 65 more."""

    __wire_names__: ClassVar[Names] = {
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
    __assumed__: ClassVar[frozenset[str]] = frozenset({"field_tag", "message"})

    field_tag: str
    """The type of error, for instance SessionNotFoundError."""

    message: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProviderRequest(Record):
    """What is added to requests to a provider. Returned by `agent.list`, `catalog.model.get` and 2 more."""

    __wire_names__: ClassVar[Names] = {"headers": "headers", "body": "body", "variant": "variant"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"headers"})

    headers: dict[str, str] | None = None
    """Headers by name; may contain keys."""

    body: dict[str, Any] | None = None
    """Fields of the request body by name."""

    variant: str | None = None
    """The variant of the model that this applies to."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RuntimeContext(Record):
    """A directory, optionally of a workspace, that an operation or a session works in.

    Returned by `agent.list`, `command.list` and 33 more.
    """

    __wire_names__: ClassVar[Names] = {"directory": "directory", "workspaceID": "workspace_id"}

    directory: str
    """The directory."""

    workspace_id: str | None = None
    """The id of the workspace, if there is one."""


McpServerConfig: TypeAlias = McpLocalConfig | McpRemoteConfig | Unknown
"""The configuration of a tool-protocol server: a local process or a remote server."""


ProviderApi: TypeAlias = AisdkApi | NativeApi | Unknown
"""The API that a provider or one of its models is called through."""


def decode_aisdk_api(d: dict[str, Any]) -> AisdkApi:
    o = new(AisdkApi)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.type = d["type"]
            o.id = d["id"]
            o.package = d["package"]
            o.url = d["url"]
            o.settings = free_form(d["settings"])
            o.__source__ = None
            return o
        o.type = d["type"]
        o.id = d.get("id")
        o.package = d.get("package")
        o.url = d.get("url")
        o.settings = free_form(d.get("settings"))
    except KeyError:
        return decode_rest(o, d, {"settings": free_form})
    o.__source__ = None if len(d) == 1 + ("id" in d) + ("package" in d) + ("url" in d) + ("settings" in d) else d
    return o


def decode_cache_usage(d: dict[str, Any]) -> CacheUsage:
    o = new(CacheUsage)
    o.read = d.get("read")
    o.write = d.get("write")
    o.__source__ = None if len(d) == ("read" in d) + ("write" in d) else d
    return o


def decode_event_envelope(d: dict[str, Any]) -> EventEnvelope:
    o = new(EventEnvelope)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.__source__ = None if len(d) == 1 + ("time" in d) + ("context" in d) else d
    return o


def decode_event_frame(d: dict[str, Any]) -> EventFrame:
    o = new(EventFrame)
    try:
        o.data = d["data"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_mcp_local_config(d: dict[str, Any]) -> McpLocalConfig:
    o = new(McpLocalConfig)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.type = d["type"]
            o.command = d["command"]
            o.arguments = None if (v := d["arguments"]) is None else array(v)
            o.environment = d["environment"]
            o.cwd = d["cwd"]
            o.enabled = d["enabled"]
            o.timeout = d["timeout"]
            o.__source__ = None
            return o
        o.type = d["type"]
        o.command = d["command"]
        o.arguments = None if (v := d.get("arguments")) is None else array(v)
        o.environment = d.get("environment")
        o.cwd = d.get("cwd")
        o.enabled = d.get("enabled")
        o.timeout = d.get("timeout")
    except KeyError:
        return decode_rest(o, d, {"arguments": or_null(array)})
    o.__source__ = (
        None
        if len(d) == 2 + ("arguments" in d) + ("environment" in d) + ("cwd" in d) + ("enabled" in d) + ("timeout" in d)
        else d
    )
    return o


def decode_mcp_oauth_config(d: dict[str, Any]) -> McpOauthConfig:
    o = new(McpOauthConfig)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.client_id = d["clientId"]
            o.client_secret = d["clientSecret"]
            o.scope = d["scope"]
            o.callback_port = d["callbackPort"]
            o.redirect_uri = d["redirectUri"]
            o.__source__ = None
            return o
        o.client_id = d.get("clientId")
        o.client_secret = d.get("clientSecret")
        o.scope = d.get("scope")
        o.callback_port = d.get("callbackPort")
        o.redirect_uri = d.get("redirectUri")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d)
        == ("clientId" in d) + ("clientSecret" in d) + ("scope" in d) + ("callbackPort" in d) + ("redirectUri" in d)
        else d
    )
    return o


def decode_mcp_remote_config(d: dict[str, Any]) -> McpRemoteConfig:
    o = new(McpRemoteConfig)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.type = d["type"]
            o.url = d["url"]
            o.headers = d["headers"]
            o.oauth = None if (v := d["oauth"]) is None else (decode_mcp_oauth_config(v) if has_form(v, dict) else v)
            o.enabled = d["enabled"]
            o.timeout = d["timeout"]
            o.__source__ = None
            return o
        o.type = d["type"]
        o.url = d["url"]
        o.headers = d.get("headers")
        o.oauth = None if (v := d.get("oauth")) is None else (decode_mcp_oauth_config(v) if has_form(v, dict) else v)
        o.enabled = d.get("enabled")
        o.timeout = d.get("timeout")
    except KeyError:
        return decode_rest(
            o, d, {"oauth": lambda v: None if v is None else (decode_mcp_oauth_config(v) if has_form(v, dict) else v)}
        )
    o.__source__ = None if len(d) == 2 + ("headers" in d) + ("oauth" in d) + ("enabled" in d) + ("timeout" in d) else d
    return o


def decode_model_in_use(d: dict[str, Any]) -> ModelInUse:
    o = new(ModelInUse)
    try:
        o.provider_id = d["providerID"]
        o.model_id = d.get("modelID")
        o.id = d.get("id")
        o.variant = d.get("variant")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("modelID" in d) + ("id" in d) + ("variant" in d) else d
    return o


def decode_native_api(d: dict[str, Any]) -> NativeApi:
    o = new(NativeApi)
    o.type = d["type"]
    o.id = d.get("id")
    o.url = d.get("url")
    o.settings = free_form(d.get("settings"))
    o.__source__ = None if len(d) == 1 + ("id" in d) + ("url" in d) + ("settings" in d) else d
    return o


def decode_permission_rule(d: dict[str, Any]) -> PermissionRule:
    o = new(PermissionRule)
    try:
        o.action = d["action"]
        o.resource = d["resource"]
        o.effect = d["effect"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 3 else d
    return o


def decode_problem(d: dict[str, Any]) -> Problem:
    o = new(Problem)
    try:
        if len(d) == 17:  # usually all optional fields are there, and no unknown one
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
            o.__source__ = None
            return o
        o.field_tag = d["_tag"]
        o.message = d["message"]
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
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d)
        == 2
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


def decode_provider_request(d: dict[str, Any]) -> ProviderRequest:
    o = new(ProviderRequest)
    o.headers = d.get("headers")
    o.body = free_form(d.get("body"))
    o.variant = d.get("variant")
    o.__source__ = None if len(d) == ("headers" in d) + ("body" in d) + ("variant" in d) else d
    return o


def decode_runtime_context(d: dict[str, Any]) -> RuntimeContext:
    o = new(RuntimeContext)
    o.directory = d["directory"]
    o.workspace_id = d.get("workspaceID")
    o.__source__ = None if len(d) == 1 + ("workspaceID" in d) else d
    return o


_mcp_server_config: dict[object, Callable[[dict[str, Any]], McpServerConfig]] = {
    "local": decode_mcp_local_config,
    "remote": decode_mcp_remote_config,
}


def decode_mcp_server_config(d: dict[str, Any]) -> McpServerConfig:
    """Decode a variant by its 'type'; a variant of an unknown kind becomes an `Unknown`."""
    return _mcp_server_config.get(d.get("type"), decode_unknown)(d)


_provider_api: dict[object, Callable[[dict[str, Any]], ProviderApi]] = {
    "aisdk": decode_aisdk_api,
    "native": decode_native_api,
}


def decode_provider_api(d: dict[str, Any]) -> ProviderApi:
    """Decode a variant by its 'type'; a variant of an unknown kind becomes an `Unknown`."""
    return _provider_api.get(d.get("type"), decode_unknown)(d)
