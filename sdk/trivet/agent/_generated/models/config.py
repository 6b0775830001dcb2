# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, has_form, map_of, new
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import McpServerConfig, RuntimeContext, decode_mcp_server_config, decode_runtime_context

__all__ = [
    "AgentConfig", "CommandConfig", "CompactionConfig", "Config", "ConfigEnvelope", "ConfigUpdate",
    "EnterpriseConfig", "ExperimentalConfig", "FormatterConfig", "LspConfig", "ModalitiesConfig", "ModelConfig",
    "ModelLimitConfig", "ModelPrice", "ModelSourceConfig", "ProviderConfig", "ProviderOptions", "ServerConfig",
    "SkillsConfig", "ToolOutputConfig", "WatcherConfig",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AgentConfig(Record):
    """The configuration of an agent. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "model": "model",
        "variant": "variant",
        "temperature": "temperature",
        "top_p": "top_p",
        "prompt": "prompt",
        "tools": "tools",
        "disable": "disable",
        "description": "description",
        "mode": "mode",
        "hidden": "hidden",
        "options": "options",
        "color": "color",
        "steps": "steps",
        "maxSteps": "max_steps",
        "permission": "permission",
    }

    model: str | None = None
    """The model of the agent, as provider/model."""

    variant: str | None = None
    """The variant of the model."""

    temperature: float | None = None
    """The sampling temperature."""

    top_p: float | None = None
    """The top-p value of nucleus sampling."""

    prompt: str | None = None
    """The system prompt."""

    tools: dict[str, bool] | None = None
    """Whether the agent may use a tool, by name."""

    disable: bool | None = None
    """Whether it is disabled."""

    description: str | None = None
    """A description."""

    mode: Literal["subagent", "primary", "all"] | str | None = None
    """Whether users call the agent (primary), other agents do (subagent), or both (all)."""

    hidden: bool | None = None
    """Whether the agent is hidden from users."""

    options: dict[str, Any] | None = None
    """Further options for the provider."""

    color: str | None = None
    """The color in a user interface, as a hex code or a name such as primary."""

    steps: int | None = None
    """The maximum number of steps in one turn."""

    max_steps: int | None = None
    """The same under an older name."""

    permission: (
        Literal["allow", "deny", "ask"] | str | dict[str, Literal["allow", "deny", "ask"] | str | dict[str, str]] | None
    ) = None
    """The permissions of the agent."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CommandConfig(Record):
    """The configuration of a command. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "template": "template",
        "description": "description",
        "agent": "agent",
        "model": "model",
        "variant": "variant",
        "subtask": "subtask",
    }

    template: str | None = None
    """The prompt template."""

    description: str | None = None
    """A description."""

    agent: str | None = None
    """The name of the agent that runs it."""

    model: str | None = None
    """The model that runs it, as provider/model."""

    variant: str | None = None
    """The variant of the model."""

    subtask: bool | None = None
    """Whether it runs in its own session."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CompactionConfig(Record):
    """When and how conversations are compacted. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "auto": "auto",
        "prune": "prune",
        "tail_turns": "tail_turns",
        "preserve_recent_tokens": "preserve_recent_tokens",
        "reserved": "reserved",
    }

    auto: bool | None = None
    """Whether conversations are compacted automatically."""

    prune: bool | None = None
    """Whether to remove old outputs of tools."""

    tail_turns: int | None = None
    """The number of most recent turns to keep."""

    preserve_recent_tokens: int | None = None
    """The number of most recent tokens to keep."""

    reserved: int | None = None
    """The number of tokens to reserve."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Config(Record):
    """The configuration of a runtime context. Unknown fields are kept.

    Returned by `config.get` and `config.update`.
    """

    __wire_names__: ClassVar[Names] = {
        "$schema": "schema",
        "shell": "shell",
        "logLevel": "log_level",
        "server": "server",
        "command": "command",
        "skills": "skills",
        "references": "references",
        "reference": "reference",
        "watcher": "watcher",
        "snapshot": "snapshot",
        "plugin": "plugin",
        "share": "share",
        "autoshare": "autoshare",
        "autoupdate": "autoupdate",
        "disabled_providers": "disabled_providers",
        "enabled_providers": "enabled_providers",
        "model": "model",
        "small_model": "small_model",
        "default_agent": "default_agent",
        "subagent_depth": "subagent_depth",
        "username": "username",
        "mode": "mode",
        "agent": "agent",
        "provider": "provider",
        "mcp": "mcp",
        "formatter": "formatter",
        "lsp": "lsp",
        "instructions": "instructions",
        "layout": "layout",
        "permission": "permission",
        "tools": "tools",
        "attachment": "attachment",
        "enterprise": "enterprise",
        "tool_output": "tool_output",
        "compaction": "compaction",
        "experimental": "experimental",
    }

    schema: str | None = None
    """The URL of the JSON schema of the file."""

    shell: str | None = None
    """The shell that runs commands."""

    log_level: str | None = None
    """The log level."""

    server: ServerConfig | None = None
    """The address at which the server listens."""

    command: dict[str, CommandConfig] | None = None
    """Commands by name."""

    skills: SkillsConfig | None = None
    """Where to find skills."""

    references: dict[str, Any] | None = None
    """References by name, each a text, a git repository or a local directory."""

    reference: dict[str, Any] | None = None
    """The same under an older name."""

    watcher: WatcherConfig | None = None
    """The files that the file watcher ignores."""

    snapshot: bool | None = None
    """Whether to take snapshots of files, so that changes can be reverted."""

    plugin: list[str | list[Any]] | None = None
    """Plugins, each a name or a name with options."""

    share: Literal["manual", "auto", "disabled"] | str | None = None
    """Whether sessions are shared manually, automatically or never."""

    autoshare: bool | None = None
    """Whether sessions are shared automatically; superseded by `share`."""

    autoupdate: bool | str | None = None
    """Whether to install updates automatically, or `notify` to be notified only."""

    disabled_providers: list[str] | None = None
    """Disabled providers."""

    enabled_providers: list[str] | None = None
    """Enabled providers; all others are disabled."""

    model: str | None = None
    """The default model, as provider/model."""

    small_model: str | None = None
    """The model for small tasks, as provider/model."""

    default_agent: str | None = None
    """The default agent of new sessions."""

    subagent_depth: int | None = None
    """How deeply agents may call other agents."""

    username: str | None = None
    """The name of the user."""

    mode: dict[str, AgentConfig] | None = None
    """Agents by name, under an older name of the field."""

    agent: dict[str, AgentConfig] | None = None
    """Agents by name."""

    provider: dict[str, ProviderConfig] | None = None
    """Providers by id."""

    mcp: dict[str, McpServerConfig] | None = None
    """Tool-protocol servers by name."""

    formatter: bool | dict[str, FormatterConfig] | None = None
    """Whether to format files, or formatters by name."""

    lsp: bool | dict[str, LspConfig] | None = None
    """Whether to use language servers, or language servers by name."""

    instructions: list[str] | None = None
    """Paths of files with instructions."""

    layout: Literal["auto", "stretch"] | str | None = None
    """The layout of the terminal interface."""

    permission: (
        Literal["allow", "deny", "ask"] | str | dict[str, Literal["allow", "deny", "ask"] | str | dict[str, str]] | None
    ) = None
    """The permissions of agents."""

    tools: dict[str, bool] | None = None
    """Whether a tool is enabled, by name."""

    attachment: dict[str, Any] | None = None
    """How attachments are handled."""

    enterprise: EnterpriseConfig | None = None
    """The server of an enterprise."""

    tool_output: ToolOutputConfig | None = None
    """How much output of a tool is kept."""

    compaction: CompactionConfig | None = None
    """When and how conversations are compacted."""

    experimental: ExperimentalConfig | None = None
    """Experimental settings."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ConfigEnvelope(Record):
    """The configuration of a runtime context. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: Config
    """The configuration."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ConfigUpdate(Record):
    """The form that updates the configuration. Taken by `config.update`."""

    __wire_names__: ClassVar[Names] = {"config": "config"}

    config: Config
    """The fields to change."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class EnterpriseConfig(Record):
    """The server of an enterprise. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {"url": "url"}

    url: str | None = None
    """The URL of the server."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ExperimentalConfig(Record):
    """Experimental settings. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "disable_paste_summary": "disable_paste_summary",
        "batch_tool": "batch_tool",
        "openTelemetry": "open_telemetry",
        "primary_tools": "primary_tools",
        "continue_loop_on_deny": "continue_loop_on_deny",
        "mcp_timeout": "mcp_timeout",
        "policies": "policies",
    }

    disable_paste_summary: bool | None = None
    """Whether to show long pasted text in full."""

    batch_tool: bool | None = None
    """Whether to enable the tool that calls several tools."""

    open_telemetry: bool | None = None
    """Whether to send OpenTelemetry traces."""

    primary_tools: list[str] | None = None
    """Tools that only primary agents may use."""

    continue_loop_on_deny: bool | None = None
    """Whether the agent continues if a permission is denied."""

    mcp_timeout: int | None = None
    """The timeout of tool-protocol servers in milliseconds."""

    policies: list[dict[str, Any]] | None = None
    """Policies, of which no example was observed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FormatterConfig(Record):
    """The configuration of a formatter. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "disabled": "disabled",
        "command": "command",
        "environment": "environment",
        "extensions": "extensions",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"environment"})

    disabled: bool | None = None
    """Whether it is disabled."""

    command: list[str] | None = None
    """The command line."""

    environment: dict[str, str] | None = None
    """Environment variables; may contain keys."""

    extensions: list[str] | None = None
    """The file extensions that it formats."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class LspConfig(Record):
    """The configuration of a language server. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "disabled": "disabled",
        "command": "command",
        "extensions": "extensions",
        "env": "env",
        "initialization": "initialization",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"env"})

    disabled: bool | None = None
    """Whether it is disabled."""

    command: list[str] | None = None
    """The command line."""

    extensions: list[str] | None = None
    """The file extensions that it handles."""

    env: dict[str, str] | None = None
    """Environment variables; may contain keys."""

    initialization: dict[str, Any] | None = None
    """The initialization options."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModalitiesConfig(Record):
    """The types of input and output of a model: text, audio, image, video, pdf.

    Returned by `config.get` and `config.update`.
    """

    __wire_names__: ClassVar[Names] = {"input": "input", "output": "output"}

    input: list[str] | None = None
    """The types of input."""

    output: list[str] | None = None
    """The types of output."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelConfig(Record):
    """The configuration of a model. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "name": "name",
        "family": "family",
        "release_date": "release_date",
        "attachment": "attachment",
        "reasoning": "reasoning",
        "temperature": "temperature",
        "tool_call": "tool_call",
        "interleaved": "interleaved",
        "cost": "cost",
        "limit": "limit",
        "modalities": "modalities",
        "experimental": "experimental",
        "status": "status",
        "provider": "provider",
        "options": "options",
        "headers": "headers",
        "variants": "variants",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"headers"})

    id: str | None = None
    """The id of the model at the provider."""

    name: str | None = None
    """The name."""

    family: str | None = None
    """The model family."""

    release_date: str | None = None
    """When the model was released."""

    attachment: bool | None = None
    """Whether the model accepts files."""

    reasoning: bool | None = None
    """Whether the model reasons."""

    temperature: bool | None = None
    """Whether the temperature can be set."""

    tool_call: bool | None = None
    """Whether the model can call tools."""

    interleaved: bool | str | dict[str, Any] | None = None
    """Whether the model reasons between tool calls, or the field that contains the reasoning, as text or as
    `field`.
    """

    cost: ModelPrice | None = None
    """The prices."""

    limit: ModelLimitConfig | None = None
    """The token limits of the model."""

    modalities: ModalitiesConfig | None = None
    """The types of input and output."""

    experimental: bool | None = None
    """Whether the model is experimental."""

    status: Literal["alpha", "beta", "deprecated", "active"] | str | None = None
    """The maturity of the model."""

    provider: ModelSourceConfig | None = None
    """How the model is called, if that differs from the provider."""

    options: dict[str, Any] | None = None
    """Further options for the provider."""

    headers: dict[str, str] | None = None
    """Headers to send; may contain keys."""

    variants: dict[str, Any] | None = None
    """Variants by name, each an object."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelLimitConfig(Record):
    """The token limits of a model. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {"context": "context", "input": "input", "output": "output"}

    context: float | None = None
    """The maximum number of tokens of a conversation."""

    input: float | None = None
    """The maximum number of input tokens, if it is lower."""

    output: float | None = None
    """The maximum number of output tokens."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelPrice(Record):
    """The price of a model in US dollars per million tokens. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "input": "input",
        "output": "output",
        "cache_read": "cache_read",
        "cache_write": "cache_write",
        "context_over_200k": "context_over_200k",
    }

    input: float | None = None
    """The price of a million input tokens."""

    output: float | None = None
    """The price of a million output tokens."""

    cache_read: float | None = None
    """The price of a million tokens read from the cache."""

    cache_write: float | None = None
    """The price of a million tokens written to the cache."""

    context_over_200k: dict[str, Any] | None = None
    """The same four prices for a context of more than 200,000 tokens."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelSourceConfig(Record):
    """How one model of a provider is called. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {"npm": "npm", "api": "api"}

    npm: str | None = None
    """The npm package that calls the API."""

    api: str | None = None
    """The URL of the API."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProviderConfig(Record):
    """The configuration of a provider. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "api": "api",
        "name": "name",
        "env": "env",
        "id": "id",
        "npm": "npm",
        "whitelist": "whitelist",
        "blacklist": "blacklist",
        "options": "options",
        "models": "models",
    }

    api: str | None = None
    """The URL of the API."""

    name: str | None = None
    """The name."""

    env: list[str] | None = None
    """The environment variables that contain the key."""

    id: str | None = None
    """The id."""

    npm: str | None = None
    """The npm package that calls the API."""

    whitelist: list[str] | None = None
    """Models to offer; all others are hidden."""

    blacklist: list[str] | None = None
    """Models to hide."""

    options: ProviderOptions | None = None
    """The options of the package."""

    models: dict[str, ModelConfig] | None = None
    """Models by id."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProviderOptions(Record):
    """The options of the package that calls a provider. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "apiKey": "api_key",
        "baseURL": "base_url",
        "enterpriseUrl": "enterprise_url",
        "setCacheKey": "set_cache_key",
        "timeout": "timeout",
        "headerTimeout": "header_timeout",
        "chunkTimeout": "chunk_timeout",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"api_key"})

    api_key: str | None = None
    """The API key."""

    base_url: str | None = None
    """The base URL of the API."""

    enterprise_url: str | None = None
    """The URL of the enterprise's API."""

    set_cache_key: bool | None = None
    """Whether to send a cache key."""

    timeout: int | bool | None = None
    """The timeout of a request in milliseconds; false for no limit."""

    header_timeout: int | bool | None = None
    """The timeout until the response headers in milliseconds; false for no limit."""

    chunk_timeout: int | bool | None = None
    """The timeout between chunks of a response in milliseconds; false for no limit."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ServerConfig(Record):
    """The address at which the server listens. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {
        "port": "port",
        "hostname": "hostname",
        "mdns": "mdns",
        "mdnsDomain": "mdns_domain",
        "cors": "cors",
    }

    port: int | None = None
    """The port."""

    hostname: str | None = None
    """The host."""

    mdns: bool | None = None
    """Whether the server announces itself by mDNS."""

    mdns_domain: str | None = None
    """The domain name for mDNS."""

    cors: list[str] | None = None
    """The allowed origins of cross-origin requests."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SkillsConfig(Record):
    """Where to find skills. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {"paths": "paths", "urls": "urls"}

    paths: list[str] | None = None
    """Directories that contain skills."""

    urls: list[str] | None = None
    """URLs of skills."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolOutputConfig(Record):
    """How much output of a tool is kept. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {"max_lines": "max_lines", "max_bytes": "max_bytes"}

    max_lines: int | None = None
    """The maximum number of lines."""

    max_bytes: int | None = None
    """The maximum number of bytes."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WatcherConfig(Record):
    """The files that the file watcher ignores. Returned by `config.get` and `config.update`."""

    __wire_names__: ClassVar[Names] = {"ignore": "ignore"}

    ignore: list[str] | None = None
    """Glob patterns of paths to ignore."""


def decode_agent_config(d: dict[str, Any]) -> AgentConfig:
    o = new(AgentConfig)
    try:
        if len(d) == 15:  # usually all optional fields are there, and no unknown one
            o.model = d["model"]
            o.variant = d["variant"]
            o.temperature = d["temperature"]
            o.top_p = d["top_p"]
            o.prompt = d["prompt"]
            o.tools = d["tools"]
            o.disable = d["disable"]
            o.description = d["description"]
            o.mode = d["mode"]
            o.hidden = d["hidden"]
            o.options = free_form(d["options"])
            o.color = d["color"]
            o.steps = d["steps"]
            o.max_steps = d["maxSteps"]
            o.permission = d["permission"]
            o.__source__ = None
            return o
        o.model = d.get("model")
        o.variant = d.get("variant")
        o.temperature = d.get("temperature")
        o.top_p = d.get("top_p")
        o.prompt = d.get("prompt")
        o.tools = d.get("tools")
        o.disable = d.get("disable")
        o.description = d.get("description")
        o.mode = d.get("mode")
        o.hidden = d.get("hidden")
        o.options = free_form(d.get("options"))
        o.color = d.get("color")
        o.steps = d.get("steps")
        o.max_steps = d.get("maxSteps")
        o.permission = d.get("permission")
    except KeyError:
        return decode_rest(o, d, {"options": free_form})
    o.__source__ = (
        None
        if len(d)
        == ("model" in d)
        + ("variant" in d)
        + ("temperature" in d)
        + ("top_p" in d)
        + ("prompt" in d)
        + ("tools" in d)
        + ("disable" in d)
        + ("description" in d)
        + ("mode" in d)
        + ("hidden" in d)
        + ("options" in d)
        + ("color" in d)
        + ("steps" in d)
        + ("maxSteps" in d)
        + ("permission" in d)
        else d
    )
    return o


def decode_command_config(d: dict[str, Any]) -> CommandConfig:
    o = new(CommandConfig)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.template = d["template"]
            o.description = d["description"]
            o.agent = d["agent"]
            o.model = d["model"]
            o.variant = d["variant"]
            o.subtask = d["subtask"]
            o.__source__ = None
            return o
        o.template = d.get("template")
        o.description = d.get("description")
        o.agent = d.get("agent")
        o.model = d.get("model")
        o.variant = d.get("variant")
        o.subtask = d.get("subtask")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d)
        == ("template" in d)
        + ("description" in d)
        + ("agent" in d)
        + ("model" in d)
        + ("variant" in d)
        + ("subtask" in d)
        else d
    )
    return o


def decode_compaction_config(d: dict[str, Any]) -> CompactionConfig:
    o = new(CompactionConfig)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.auto = d["auto"]
            o.prune = d["prune"]
            o.tail_turns = d["tail_turns"]
            o.preserve_recent_tokens = d["preserve_recent_tokens"]
            o.reserved = d["reserved"]
            o.__source__ = None
            return o
        o.auto = d.get("auto")
        o.prune = d.get("prune")
        o.tail_turns = d.get("tail_turns")
        o.preserve_recent_tokens = d.get("preserve_recent_tokens")
        o.reserved = d.get("reserved")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d)
        == ("auto" in d) + ("prune" in d) + ("tail_turns" in d) + ("preserve_recent_tokens" in d) + ("reserved" in d)
        else d
    )
    return o


def decode_config(d: dict[str, Any]) -> Config:
    o = new(Config)
    try:
        if len(d) == 36:  # usually all optional fields are there, and no unknown one
            o.schema = d["$schema"]
            o.shell = d["shell"]
            o.log_level = d["logLevel"]
            o.server = None if (v := d["server"]) is None else decode_server_config(v)
            o.command = None if (v := d["command"]) is None else map_of(v, decode_command_config)
            o.skills = None if (v := d["skills"]) is None else decode_skills_config(v)
            o.references = free_form(d["references"])
            o.reference = free_form(d["reference"])
            o.watcher = None if (v := d["watcher"]) is None else decode_watcher_config(v)
            o.snapshot = d["snapshot"]
            o.plugin = (
                None
                if (v := d["plugin"]) is None
                else array(v, lambda item: free_form(array(item)) if has_form(item, list) else item)
            )
            o.share = d["share"]
            o.autoshare = d["autoshare"]
            o.autoupdate = d["autoupdate"]
            o.disabled_providers = None if (v := d["disabled_providers"]) is None else array(v)
            o.enabled_providers = None if (v := d["enabled_providers"]) is None else array(v)
            o.model = d["model"]
            o.small_model = d["small_model"]
            o.default_agent = d["default_agent"]
            o.subagent_depth = d["subagent_depth"]
            o.username = d["username"]
            o.mode = None if (v := d["mode"]) is None else map_of(v, decode_agent_config)
            o.agent = None if (v := d["agent"]) is None else map_of(v, decode_agent_config)
            o.provider = None if (v := d["provider"]) is None else map_of(v, decode_provider_config)
            o.mcp = None if (v := d["mcp"]) is None else map_of(v, decode_mcp_server_config)
            o.formatter = (
                None
                if (v := d["formatter"]) is None
                else (map_of(v, decode_formatter_config) if has_form(v, dict) else v)
            )
            o.lsp = None if (v := d["lsp"]) is None else (map_of(v, decode_lsp_config) if has_form(v, dict) else v)
            o.instructions = None if (v := d["instructions"]) is None else array(v)
            o.layout = d["layout"]
            o.permission = d["permission"]
            o.tools = d["tools"]
            o.attachment = free_form(d["attachment"])
            o.enterprise = None if (v := d["enterprise"]) is None else decode_enterprise_config(v)
            o.tool_output = None if (v := d["tool_output"]) is None else decode_tool_output_config(v)
            o.compaction = None if (v := d["compaction"]) is None else decode_compaction_config(v)
            o.experimental = None if (v := d["experimental"]) is None else decode_experimental_config(v)
            o.__source__ = None
            return o
        o.schema = d.get("$schema")
        o.shell = d.get("shell")
        o.log_level = d.get("logLevel")
        o.server = None if (v := d.get("server")) is None else decode_server_config(v)
        o.command = None if (v := d.get("command")) is None else map_of(v, decode_command_config)
        o.skills = None if (v := d.get("skills")) is None else decode_skills_config(v)
        o.references = free_form(d.get("references"))
        o.reference = free_form(d.get("reference"))
        o.watcher = None if (v := d.get("watcher")) is None else decode_watcher_config(v)
        o.snapshot = d.get("snapshot")
        o.plugin = (
            None
            if (v := d.get("plugin")) is None
            else array(v, lambda item: free_form(array(item)) if has_form(item, list) else item)
        )
        o.share = d.get("share")
        o.autoshare = d.get("autoshare")
        o.autoupdate = d.get("autoupdate")
        o.disabled_providers = None if (v := d.get("disabled_providers")) is None else array(v)
        o.enabled_providers = None if (v := d.get("enabled_providers")) is None else array(v)
        o.model = d.get("model")
        o.small_model = d.get("small_model")
        o.default_agent = d.get("default_agent")
        o.subagent_depth = d.get("subagent_depth")
        o.username = d.get("username")
        o.mode = None if (v := d.get("mode")) is None else map_of(v, decode_agent_config)
        o.agent = None if (v := d.get("agent")) is None else map_of(v, decode_agent_config)
        o.provider = None if (v := d.get("provider")) is None else map_of(v, decode_provider_config)
        o.mcp = None if (v := d.get("mcp")) is None else map_of(v, decode_mcp_server_config)
        o.formatter = (
            None
            if (v := d.get("formatter")) is None
            else (map_of(v, decode_formatter_config) if has_form(v, dict) else v)
        )
        o.lsp = None if (v := d.get("lsp")) is None else (map_of(v, decode_lsp_config) if has_form(v, dict) else v)
        o.instructions = None if (v := d.get("instructions")) is None else array(v)
        o.layout = d.get("layout")
        o.permission = d.get("permission")
        o.tools = d.get("tools")
        o.attachment = free_form(d.get("attachment"))
        o.enterprise = None if (v := d.get("enterprise")) is None else decode_enterprise_config(v)
        o.tool_output = None if (v := d.get("tool_output")) is None else decode_tool_output_config(v)
        o.compaction = None if (v := d.get("compaction")) is None else decode_compaction_config(v)
        o.experimental = None if (v := d.get("experimental")) is None else decode_experimental_config(v)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "server": or_null(decode_server_config),
                "command": lambda v: None if v is None else map_of(v, decode_command_config),
                "skills": or_null(decode_skills_config),
                "references": free_form,
                "reference": free_form,
                "watcher": or_null(decode_watcher_config),
                "plugin": lambda v: (
                    None
                    if v is None
                    else array(v, lambda item: free_form(array(item)) if has_form(item, list) else item)
                ),
                "disabled_providers": or_null(array),
                "enabled_providers": or_null(array),
                "mode": lambda v: None if v is None else map_of(v, decode_agent_config),
                "agent": lambda v: None if v is None else map_of(v, decode_agent_config),
                "provider": lambda v: None if v is None else map_of(v, decode_provider_config),
                "mcp": lambda v: None if v is None else map_of(v, decode_mcp_server_config),
                "formatter": lambda v: (
                    None if v is None else (map_of(v, decode_formatter_config) if has_form(v, dict) else v)
                ),
                "lsp": lambda v: None if v is None else (map_of(v, decode_lsp_config) if has_form(v, dict) else v),
                "instructions": or_null(array),
                "attachment": free_form,
                "enterprise": or_null(decode_enterprise_config),
                "tool_output": or_null(decode_tool_output_config),
                "compaction": or_null(decode_compaction_config),
                "experimental": or_null(decode_experimental_config),
            },
        )
    o.__source__ = (
        None
        if len(d)
        == ("$schema" in d)
        + ("shell" in d)
        + ("logLevel" in d)
        + ("server" in d)
        + ("command" in d)
        + ("skills" in d)
        + ("references" in d)
        + ("reference" in d)
        + ("watcher" in d)
        + ("snapshot" in d)
        + ("plugin" in d)
        + ("share" in d)
        + ("autoshare" in d)
        + ("autoupdate" in d)
        + ("disabled_providers" in d)
        + ("enabled_providers" in d)
        + ("model" in d)
        + ("small_model" in d)
        + ("default_agent" in d)
        + ("subagent_depth" in d)
        + ("username" in d)
        + ("mode" in d)
        + ("agent" in d)
        + ("provider" in d)
        + ("mcp" in d)
        + ("formatter" in d)
        + ("lsp" in d)
        + ("instructions" in d)
        + ("layout" in d)
        + ("permission" in d)
        + ("tools" in d)
        + ("attachment" in d)
        + ("enterprise" in d)
        + ("tool_output" in d)
        + ("compaction" in d)
        + ("experimental" in d)
        else d
    )
    return o


def decode_config_envelope(d: dict[str, Any]) -> ConfigEnvelope:
    o = new(ConfigEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_config(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_config_update(d: dict[str, Any]) -> ConfigUpdate:
    o = new(ConfigUpdate)
    o.config = decode_config(d["config"])
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_enterprise_config(d: dict[str, Any]) -> EnterpriseConfig:
    o = new(EnterpriseConfig)
    o.url = d.get("url")
    o.__source__ = None if len(d) == ("url" in d) else d
    return o


def decode_experimental_config(d: dict[str, Any]) -> ExperimentalConfig:
    o = new(ExperimentalConfig)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.disable_paste_summary = d["disable_paste_summary"]
            o.batch_tool = d["batch_tool"]
            o.open_telemetry = d["openTelemetry"]
            o.primary_tools = None if (v := d["primary_tools"]) is None else array(v)
            o.continue_loop_on_deny = d["continue_loop_on_deny"]
            o.mcp_timeout = d["mcp_timeout"]
            o.policies = None if (v := d["policies"]) is None else free_form(array(v))
            o.__source__ = None
            return o
        o.disable_paste_summary = d.get("disable_paste_summary")
        o.batch_tool = d.get("batch_tool")
        o.open_telemetry = d.get("openTelemetry")
        o.primary_tools = None if (v := d.get("primary_tools")) is None else array(v)
        o.continue_loop_on_deny = d.get("continue_loop_on_deny")
        o.mcp_timeout = d.get("mcp_timeout")
        o.policies = None if (v := d.get("policies")) is None else free_form(array(v))
    except KeyError:
        return decode_rest(
            o, d, {"primary_tools": or_null(array), "policies": lambda v: None if v is None else free_form(array(v))}
        )
    o.__source__ = (
        None
        if len(d)
        == ("disable_paste_summary" in d)
        + ("batch_tool" in d)
        + ("openTelemetry" in d)
        + ("primary_tools" in d)
        + ("continue_loop_on_deny" in d)
        + ("mcp_timeout" in d)
        + ("policies" in d)
        else d
    )
    return o


def decode_formatter_config(d: dict[str, Any]) -> FormatterConfig:
    o = new(FormatterConfig)
    try:
        if len(d) == 4:  # usually all optional fields are there, and no unknown one
            o.disabled = d["disabled"]
            o.command = None if (v := d["command"]) is None else array(v)
            o.environment = d["environment"]
            o.extensions = None if (v := d["extensions"]) is None else array(v)
            o.__source__ = None
            return o
        o.disabled = d.get("disabled")
        o.command = None if (v := d.get("command")) is None else array(v)
        o.environment = d.get("environment")
        o.extensions = None if (v := d.get("extensions")) is None else array(v)
    except KeyError:
        return decode_rest(o, d, {"command": or_null(array), "extensions": or_null(array)})
    o.__source__ = (
        None if len(d) == ("disabled" in d) + ("command" in d) + ("environment" in d) + ("extensions" in d) else d
    )
    return o


def decode_lsp_config(d: dict[str, Any]) -> LspConfig:
    o = new(LspConfig)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.disabled = d["disabled"]
            o.command = None if (v := d["command"]) is None else array(v)
            o.extensions = None if (v := d["extensions"]) is None else array(v)
            o.env = d["env"]
            o.initialization = free_form(d["initialization"])
            o.__source__ = None
            return o
        o.disabled = d.get("disabled")
        o.command = None if (v := d.get("command")) is None else array(v)
        o.extensions = None if (v := d.get("extensions")) is None else array(v)
        o.env = d.get("env")
        o.initialization = free_form(d.get("initialization"))
    except KeyError:
        return decode_rest(o, d, {"command": or_null(array), "extensions": or_null(array), "initialization": free_form})
    o.__source__ = (
        None
        if len(d) == ("disabled" in d) + ("command" in d) + ("extensions" in d) + ("env" in d) + ("initialization" in d)
        else d
    )
    return o


def decode_modalities_config(d: dict[str, Any]) -> ModalitiesConfig:
    o = new(ModalitiesConfig)
    o.input = None if (v := d.get("input")) is None else array(v)
    o.output = None if (v := d.get("output")) is None else array(v)
    o.__source__ = None if len(d) == ("input" in d) + ("output" in d) else d
    return o


def decode_model_config(d: dict[str, Any]) -> ModelConfig:
    o = new(ModelConfig)
    try:
        if len(d) == 18:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.name = d["name"]
            o.family = d["family"]
            o.release_date = d["release_date"]
            o.attachment = d["attachment"]
            o.reasoning = d["reasoning"]
            o.temperature = d["temperature"]
            o.tool_call = d["tool_call"]
            o.interleaved = None if (v := d["interleaved"]) is None else (free_form(v) if has_form(v, dict) else v)
            o.cost = None if (v := d["cost"]) is None else decode_model_price(v)
            o.limit = None if (v := d["limit"]) is None else decode_model_limit_config(v)
            o.modalities = None if (v := d["modalities"]) is None else decode_modalities_config(v)
            o.experimental = d["experimental"]
            o.status = d["status"]
            o.provider = None if (v := d["provider"]) is None else decode_model_source_config(v)
            o.options = free_form(d["options"])
            o.headers = d["headers"]
            o.variants = free_form(d["variants"])
            o.__source__ = None
            return o
        o.id = d.get("id")
        o.name = d.get("name")
        o.family = d.get("family")
        o.release_date = d.get("release_date")
        o.attachment = d.get("attachment")
        o.reasoning = d.get("reasoning")
        o.temperature = d.get("temperature")
        o.tool_call = d.get("tool_call")
        o.interleaved = None if (v := d.get("interleaved")) is None else (free_form(v) if has_form(v, dict) else v)
        o.cost = None if (v := d.get("cost")) is None else decode_model_price(v)
        o.limit = None if (v := d.get("limit")) is None else decode_model_limit_config(v)
        o.modalities = None if (v := d.get("modalities")) is None else decode_modalities_config(v)
        o.experimental = d.get("experimental")
        o.status = d.get("status")
        o.provider = None if (v := d.get("provider")) is None else decode_model_source_config(v)
        o.options = free_form(d.get("options"))
        o.headers = d.get("headers")
        o.variants = free_form(d.get("variants"))
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "interleaved": lambda v: None if v is None else (free_form(v) if has_form(v, dict) else v),
                "cost": or_null(decode_model_price),
                "limit": or_null(decode_model_limit_config),
                "modalities": or_null(decode_modalities_config),
                "provider": or_null(decode_model_source_config),
                "options": free_form,
                "variants": free_form,
            },
        )
    o.__source__ = (
        None
        if len(d)
        == ("id" in d)
        + ("name" in d)
        + ("family" in d)
        + ("release_date" in d)
        + ("attachment" in d)
        + ("reasoning" in d)
        + ("temperature" in d)
        + ("tool_call" in d)
        + ("interleaved" in d)
        + ("cost" in d)
        + ("limit" in d)
        + ("modalities" in d)
        + ("experimental" in d)
        + ("status" in d)
        + ("provider" in d)
        + ("options" in d)
        + ("headers" in d)
        + ("variants" in d)
        else d
    )
    return o


def decode_model_limit_config(d: dict[str, Any]) -> ModelLimitConfig:
    o = new(ModelLimitConfig)
    o.context = d.get("context")
    o.input = d.get("input")
    o.output = d.get("output")
    o.__source__ = None if len(d) == ("context" in d) + ("input" in d) + ("output" in d) else d
    return o


def decode_model_price(d: dict[str, Any]) -> ModelPrice:
    o = new(ModelPrice)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.input = d["input"]
            o.output = d["output"]
            o.cache_read = d["cache_read"]
            o.cache_write = d["cache_write"]
            o.context_over_200k = free_form(d["context_over_200k"])
            o.__source__ = None
            return o
        o.input = d.get("input")
        o.output = d.get("output")
        o.cache_read = d.get("cache_read")
        o.cache_write = d.get("cache_write")
        o.context_over_200k = free_form(d.get("context_over_200k"))
    except KeyError:
        return decode_rest(o, d, {"context_over_200k": free_form})
    o.__source__ = (
        None
        if len(d)
        == ("input" in d) + ("output" in d) + ("cache_read" in d) + ("cache_write" in d) + ("context_over_200k" in d)
        else d
    )
    return o


def decode_model_source_config(d: dict[str, Any]) -> ModelSourceConfig:
    o = new(ModelSourceConfig)
    o.npm = d.get("npm")
    o.api = d.get("api")
    o.__source__ = None if len(d) == ("npm" in d) + ("api" in d) else d
    return o


def decode_provider_config(d: dict[str, Any]) -> ProviderConfig:
    o = new(ProviderConfig)
    try:
        if len(d) == 9:  # usually all optional fields are there, and no unknown one
            o.api = d["api"]
            o.name = d["name"]
            o.env = None if (v := d["env"]) is None else array(v)
            o.id = d["id"]
            o.npm = d["npm"]
            o.whitelist = None if (v := d["whitelist"]) is None else array(v)
            o.blacklist = None if (v := d["blacklist"]) is None else array(v)
            o.options = None if (v := d["options"]) is None else decode_provider_options(v)
            o.models = None if (v := d["models"]) is None else map_of(v, decode_model_config)
            o.__source__ = None
            return o
        o.api = d.get("api")
        o.name = d.get("name")
        o.env = None if (v := d.get("env")) is None else array(v)
        o.id = d.get("id")
        o.npm = d.get("npm")
        o.whitelist = None if (v := d.get("whitelist")) is None else array(v)
        o.blacklist = None if (v := d.get("blacklist")) is None else array(v)
        o.options = None if (v := d.get("options")) is None else decode_provider_options(v)
        o.models = None if (v := d.get("models")) is None else map_of(v, decode_model_config)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "env": or_null(array),
                "whitelist": or_null(array),
                "blacklist": or_null(array),
                "options": or_null(decode_provider_options),
                "models": lambda v: None if v is None else map_of(v, decode_model_config),
            },
        )
    o.__source__ = (
        None
        if len(d)
        == ("api" in d)
        + ("name" in d)
        + ("env" in d)
        + ("id" in d)
        + ("npm" in d)
        + ("whitelist" in d)
        + ("blacklist" in d)
        + ("options" in d)
        + ("models" in d)
        else d
    )
    return o


def decode_provider_options(d: dict[str, Any]) -> ProviderOptions:
    o = new(ProviderOptions)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.api_key = d["apiKey"]
            o.base_url = d["baseURL"]
            o.enterprise_url = d["enterpriseUrl"]
            o.set_cache_key = d["setCacheKey"]
            o.timeout = d["timeout"]
            o.header_timeout = d["headerTimeout"]
            o.chunk_timeout = d["chunkTimeout"]
            o.__source__ = None
            return o
        o.api_key = d.get("apiKey")
        o.base_url = d.get("baseURL")
        o.enterprise_url = d.get("enterpriseUrl")
        o.set_cache_key = d.get("setCacheKey")
        o.timeout = d.get("timeout")
        o.header_timeout = d.get("headerTimeout")
        o.chunk_timeout = d.get("chunkTimeout")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d)
        == ("apiKey" in d)
        + ("baseURL" in d)
        + ("enterpriseUrl" in d)
        + ("setCacheKey" in d)
        + ("timeout" in d)
        + ("headerTimeout" in d)
        + ("chunkTimeout" in d)
        else d
    )
    return o


def decode_server_config(d: dict[str, Any]) -> ServerConfig:
    o = new(ServerConfig)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.port = d["port"]
            o.hostname = d["hostname"]
            o.mdns = d["mdns"]
            o.mdns_domain = d["mdnsDomain"]
            o.cors = None if (v := d["cors"]) is None else array(v)
            o.__source__ = None
            return o
        o.port = d.get("port")
        o.hostname = d.get("hostname")
        o.mdns = d.get("mdns")
        o.mdns_domain = d.get("mdnsDomain")
        o.cors = None if (v := d.get("cors")) is None else array(v)
    except KeyError:
        return decode_rest(o, d, {"cors": or_null(array)})
    o.__source__ = (
        None if len(d) == ("port" in d) + ("hostname" in d) + ("mdns" in d) + ("mdnsDomain" in d) + ("cors" in d) else d
    )
    return o


def decode_skills_config(d: dict[str, Any]) -> SkillsConfig:
    o = new(SkillsConfig)
    o.paths = None if (v := d.get("paths")) is None else array(v)
    o.urls = None if (v := d.get("urls")) is None else array(v)
    o.__source__ = None if len(d) == ("paths" in d) + ("urls" in d) else d
    return o


def decode_tool_output_config(d: dict[str, Any]) -> ToolOutputConfig:
    o = new(ToolOutputConfig)
    o.max_lines = d.get("max_lines")
    o.max_bytes = d.get("max_bytes")
    o.__source__ = None if len(d) == ("max_lines" in d) + ("max_bytes" in d) else d
    return o


def decode_watcher_config(d: dict[str, Any]) -> WatcherConfig:
    o = new(WatcherConfig)
    o.ignore = None if (v := d.get("ignore")) is None else array(v)
    o.__source__ = None if len(d) == ("ignore" in d) else d
    return o
