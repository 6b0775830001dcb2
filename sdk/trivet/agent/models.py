# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import Factory, define

from .._core.record import Record, extra
from .._core.wire import Unknown, array, decode_unknown, encode_unknown, has_form

__all__ = [
    "Account",
    "AccountCreate",
    "AccountEnvelope",
    "AccountUpdate",
    "AccountsAnswer",
    "Agent",
    "AgentConfig",
    "AgentSwitchedMessage",
    "AgentsEnvelope",
    "AisdkApi",
    "ApiCredential",
    "AssistantMessage",
    "CacheUsage",
    "CatalogModel",
    "CatalogModelEnvelope",
    "CatalogModelsEnvelope",
    "Command",
    "CommandConfig",
    "CommandsEnvelope",
    "CompactionConfig",
    "CompactionMessage",
    "Config",
    "ConfigEnvelope",
    "ConfigUpdate",
    "CostTier",
    "Credential",
    "Cursor",
    "EnterpriseConfig",
    "ErrorInfo",
    "EventEnvelope",
    "EventFrame",
    "ExperimentalConfig",
    "FileContent",
    "FileContentEnvelope",
    "FileDiff",
    "FileDiffsEnvelope",
    "FilePatch",
    "FileSystemEntriesEnvelope",
    "FileSystemEntry",
    "FormatterConfig",
    "FormatterStatus",
    "FormatterStatusesEnvelope",
    "GrepInput",
    "GrepMatch",
    "GrepMatchesEnvelope",
    "GrepSubmatch",
    "LspConfig",
    "LspStatus",
    "LspStatusesEnvelope",
    "McpAuthorization",
    "McpAuthorizationEnvelope",
    "McpLocalConfig",
    "McpOauthCallback",
    "McpOauthConfig",
    "McpPrompt",
    "McpPromptArgument",
    "McpPromptMessage",
    "McpPromptRender",
    "McpPromptsEnvelope",
    "McpRemoteConfig",
    "McpResource",
    "McpResourceContent",
    "McpResourceContents",
    "McpResourceContentsEnvelope",
    "McpResourcesEnvelope",
    "McpServer",
    "McpServerConfig",
    "McpServerCreate",
    "McpServerEnvelope",
    "McpServersEnvelope",
    "McpStatus",
    "Message",
    "MessagePage",
    "MessageSnapshot",
    "MessageTime",
    "MessagesEnvelope",
    "ModalitiesConfig",
    "ModelCapabilities",
    "ModelConfig",
    "ModelCost",
    "ModelInUse",
    "ModelLimit",
    "ModelLimitConfig",
    "ModelPrice",
    "ModelReference",
    "ModelSourceConfig",
    "ModelSwitchedMessage",
    "ModelTime",
    "ModelVariant",
    "NativeApi",
    "OauthCredential",
    "Part",
    "PatchHunk",
    "PermissionReplyInput",
    "PermissionRequest",
    "PermissionRequestsEnvelope",
    "PermissionRule",
    "PermissionSource",
    "Problem",
    "Project",
    "ProjectCommand",
    "ProjectEnvelope",
    "ProjectIcon",
    "ProjectTime",
    "ProjectUpdate",
    "ProjectsEnvelope",
    "Prompt",
    "PromptAgent",
    "PromptFile",
    "PromptInput",
    "PromptSource",
    "Provider",
    "ProviderApi",
    "ProviderConfig",
    "ProviderOptions",
    "ProviderRequest",
    "ProvidersEnvelope",
    "Pty",
    "PtyCreate",
    "PtyEnvelope",
    "PtySize",
    "PtyUpdate",
    "PtysEnvelope",
    "Question",
    "QuestionOption",
    "QuestionReplyInput",
    "QuestionRequest",
    "QuestionRequestsEnvelope",
    "QuestionResponse",
    "QuestionTool",
    "RECORDS",
    "ReasoningPart",
    "RenderedPrompt",
    "RenderedPromptEnvelope",
    "RevertState",
    "RuntimeContext",
    "SearchInput",
    "ServerConfig",
    "Session",
    "SessionCreate",
    "SessionEnvelope",
    "SessionInputAdmitted",
    "SessionInputAdmittedEnvelope",
    "SessionPage",
    "SessionTime",
    "SessionUpdate",
    "ShellMessage",
    "Skill",
    "SkillsConfig",
    "SkillsEnvelope",
    "SyntheticMessage",
    "SystemMessage",
    "TextPart",
    "Todo",
    "TodosEnvelope",
    "TokenUsage",
    "ToolCompleted",
    "ToolContent",
    "ToolFailed",
    "ToolOutputConfig",
    "ToolPart",
    "ToolPending",
    "ToolProvider",
    "ToolRunning",
    "ToolState",
    "ToolTime",
    "UserMessage",
    "VcsApplied",
    "VcsAppliedEnvelope",
    "VcsFileDiff",
    "VcsFileDiffsEnvelope",
    "VcsFileStatus",
    "VcsFileStatusesEnvelope",
    "VcsInfo",
    "VcsInfoEnvelope",
    "VcsPatchInput",
    "WatcherConfig",
    "Workspace",
    "WorkspaceCreate",
    "WorkspaceEnvelope",
    "WorkspaceStatus",
    "WorkspaceStatusesEnvelope",
    "WorkspaceUpdate",
    "WorkspaceWarp",
    "WorkspacesEnvelope",
    "decode_account",
    "decode_account_create",
    "decode_account_envelope",
    "decode_account_update",
    "decode_accounts_answer",
    "decode_agent",
    "decode_agent_config",
    "decode_agent_switched_message",
    "decode_agents_envelope",
    "decode_aisdk_api",
    "decode_api_credential",
    "decode_assistant_message",
    "decode_cache_usage",
    "decode_catalog_model",
    "decode_catalog_model_envelope",
    "decode_catalog_models_envelope",
    "decode_command",
    "decode_command_config",
    "decode_commands_envelope",
    "decode_compaction_config",
    "decode_compaction_message",
    "decode_config",
    "decode_config_envelope",
    "decode_config_update",
    "decode_cost_tier",
    "decode_credential",
    "decode_cursor",
    "decode_enterprise_config",
    "decode_error_info",
    "decode_event_envelope",
    "decode_event_frame",
    "decode_experimental_config",
    "decode_file_content",
    "decode_file_content_envelope",
    "decode_file_diff",
    "decode_file_diffs_envelope",
    "decode_file_patch",
    "decode_file_system_entries_envelope",
    "decode_file_system_entry",
    "decode_formatter_config",
    "decode_formatter_status",
    "decode_formatter_statuses_envelope",
    "decode_grep_input",
    "decode_grep_match",
    "decode_grep_matches_envelope",
    "decode_grep_submatch",
    "decode_lsp_config",
    "decode_lsp_status",
    "decode_lsp_statuses_envelope",
    "decode_mcp_authorization",
    "decode_mcp_authorization_envelope",
    "decode_mcp_local_config",
    "decode_mcp_oauth_callback",
    "decode_mcp_oauth_config",
    "decode_mcp_prompt",
    "decode_mcp_prompt_argument",
    "decode_mcp_prompt_message",
    "decode_mcp_prompt_render",
    "decode_mcp_prompts_envelope",
    "decode_mcp_remote_config",
    "decode_mcp_resource",
    "decode_mcp_resource_content",
    "decode_mcp_resource_contents",
    "decode_mcp_resource_contents_envelope",
    "decode_mcp_resources_envelope",
    "decode_mcp_server",
    "decode_mcp_server_config",
    "decode_mcp_server_create",
    "decode_mcp_server_envelope",
    "decode_mcp_servers_envelope",
    "decode_mcp_status",
    "decode_message",
    "decode_message_page",
    "decode_message_snapshot",
    "decode_message_time",
    "decode_messages_envelope",
    "decode_modalities_config",
    "decode_model_capabilities",
    "decode_model_config",
    "decode_model_cost",
    "decode_model_in_use",
    "decode_model_limit",
    "decode_model_limit_config",
    "decode_model_price",
    "decode_model_reference",
    "decode_model_source_config",
    "decode_model_switched_message",
    "decode_model_time",
    "decode_model_variant",
    "decode_native_api",
    "decode_oauth_credential",
    "decode_part",
    "decode_patch_hunk",
    "decode_permission_reply_input",
    "decode_permission_request",
    "decode_permission_requests_envelope",
    "decode_permission_rule",
    "decode_permission_source",
    "decode_problem",
    "decode_project",
    "decode_project_command",
    "decode_project_envelope",
    "decode_project_icon",
    "decode_project_time",
    "decode_project_update",
    "decode_projects_envelope",
    "decode_prompt",
    "decode_prompt_agent",
    "decode_prompt_file",
    "decode_prompt_input",
    "decode_prompt_source",
    "decode_provider",
    "decode_provider_api",
    "decode_provider_config",
    "decode_provider_options",
    "decode_provider_request",
    "decode_providers_envelope",
    "decode_pty",
    "decode_pty_create",
    "decode_pty_envelope",
    "decode_pty_size",
    "decode_pty_update",
    "decode_ptys_envelope",
    "decode_question",
    "decode_question_option",
    "decode_question_reply_input",
    "decode_question_request",
    "decode_question_requests_envelope",
    "decode_question_response",
    "decode_question_tool",
    "decode_reasoning_part",
    "decode_rendered_prompt",
    "decode_rendered_prompt_envelope",
    "decode_revert_state",
    "decode_runtime_context",
    "decode_search_input",
    "decode_server_config",
    "decode_session",
    "decode_session_create",
    "decode_session_envelope",
    "decode_session_input_admitted",
    "decode_session_input_admitted_envelope",
    "decode_session_page",
    "decode_session_time",
    "decode_session_update",
    "decode_shell_message",
    "decode_skill",
    "decode_skills_config",
    "decode_skills_envelope",
    "decode_synthetic_message",
    "decode_system_message",
    "decode_text_part",
    "decode_todo",
    "decode_todos_envelope",
    "decode_token_usage",
    "decode_tool_completed",
    "decode_tool_content",
    "decode_tool_failed",
    "decode_tool_output_config",
    "decode_tool_part",
    "decode_tool_pending",
    "decode_tool_provider",
    "decode_tool_running",
    "decode_tool_state",
    "decode_tool_time",
    "decode_user_message",
    "decode_vcs_applied",
    "decode_vcs_applied_envelope",
    "decode_vcs_file_diff",
    "decode_vcs_file_diffs_envelope",
    "decode_vcs_file_status",
    "decode_vcs_file_statuses_envelope",
    "decode_vcs_info",
    "decode_vcs_info_envelope",
    "decode_vcs_patch_input",
    "decode_watcher_config",
    "decode_workspace",
    "decode_workspace_create",
    "decode_workspace_envelope",
    "decode_workspace_status",
    "decode_workspace_statuses_envelope",
    "decode_workspace_update",
    "decode_workspace_warp",
    "decode_workspaces_envelope",
    "encode_account",
    "encode_account_create",
    "encode_account_envelope",
    "encode_account_update",
    "encode_accounts_answer",
    "encode_agent",
    "encode_agent_config",
    "encode_agent_switched_message",
    "encode_agents_envelope",
    "encode_aisdk_api",
    "encode_api_credential",
    "encode_assistant_message",
    "encode_cache_usage",
    "encode_catalog_model",
    "encode_catalog_model_envelope",
    "encode_catalog_models_envelope",
    "encode_command",
    "encode_command_config",
    "encode_commands_envelope",
    "encode_compaction_config",
    "encode_compaction_message",
    "encode_config",
    "encode_config_envelope",
    "encode_config_update",
    "encode_cost_tier",
    "encode_credential",
    "encode_cursor",
    "encode_enterprise_config",
    "encode_error_info",
    "encode_event_envelope",
    "encode_event_frame",
    "encode_experimental_config",
    "encode_file_content",
    "encode_file_content_envelope",
    "encode_file_diff",
    "encode_file_diffs_envelope",
    "encode_file_patch",
    "encode_file_system_entries_envelope",
    "encode_file_system_entry",
    "encode_formatter_config",
    "encode_formatter_status",
    "encode_formatter_statuses_envelope",
    "encode_grep_input",
    "encode_grep_match",
    "encode_grep_matches_envelope",
    "encode_grep_submatch",
    "encode_lsp_config",
    "encode_lsp_status",
    "encode_lsp_statuses_envelope",
    "encode_mcp_authorization",
    "encode_mcp_authorization_envelope",
    "encode_mcp_local_config",
    "encode_mcp_oauth_callback",
    "encode_mcp_oauth_config",
    "encode_mcp_prompt",
    "encode_mcp_prompt_argument",
    "encode_mcp_prompt_message",
    "encode_mcp_prompt_render",
    "encode_mcp_prompts_envelope",
    "encode_mcp_remote_config",
    "encode_mcp_resource",
    "encode_mcp_resource_content",
    "encode_mcp_resource_contents",
    "encode_mcp_resource_contents_envelope",
    "encode_mcp_resources_envelope",
    "encode_mcp_server",
    "encode_mcp_server_config",
    "encode_mcp_server_create",
    "encode_mcp_server_envelope",
    "encode_mcp_servers_envelope",
    "encode_mcp_status",
    "encode_message",
    "encode_message_page",
    "encode_message_snapshot",
    "encode_message_time",
    "encode_messages_envelope",
    "encode_modalities_config",
    "encode_model_capabilities",
    "encode_model_config",
    "encode_model_cost",
    "encode_model_in_use",
    "encode_model_limit",
    "encode_model_limit_config",
    "encode_model_price",
    "encode_model_reference",
    "encode_model_source_config",
    "encode_model_switched_message",
    "encode_model_time",
    "encode_model_variant",
    "encode_native_api",
    "encode_oauth_credential",
    "encode_part",
    "encode_patch_hunk",
    "encode_permission_reply_input",
    "encode_permission_request",
    "encode_permission_requests_envelope",
    "encode_permission_rule",
    "encode_permission_source",
    "encode_problem",
    "encode_project",
    "encode_project_command",
    "encode_project_envelope",
    "encode_project_icon",
    "encode_project_time",
    "encode_project_update",
    "encode_projects_envelope",
    "encode_prompt",
    "encode_prompt_agent",
    "encode_prompt_file",
    "encode_prompt_input",
    "encode_prompt_source",
    "encode_provider",
    "encode_provider_api",
    "encode_provider_config",
    "encode_provider_options",
    "encode_provider_request",
    "encode_providers_envelope",
    "encode_pty",
    "encode_pty_create",
    "encode_pty_envelope",
    "encode_pty_size",
    "encode_pty_update",
    "encode_ptys_envelope",
    "encode_question",
    "encode_question_option",
    "encode_question_reply_input",
    "encode_question_request",
    "encode_question_requests_envelope",
    "encode_question_response",
    "encode_question_tool",
    "encode_reasoning_part",
    "encode_rendered_prompt",
    "encode_rendered_prompt_envelope",
    "encode_revert_state",
    "encode_runtime_context",
    "encode_search_input",
    "encode_server_config",
    "encode_session",
    "encode_session_create",
    "encode_session_envelope",
    "encode_session_input_admitted",
    "encode_session_input_admitted_envelope",
    "encode_session_page",
    "encode_session_time",
    "encode_session_update",
    "encode_shell_message",
    "encode_skill",
    "encode_skills_config",
    "encode_skills_envelope",
    "encode_synthetic_message",
    "encode_system_message",
    "encode_text_part",
    "encode_todo",
    "encode_todos_envelope",
    "encode_token_usage",
    "encode_tool_completed",
    "encode_tool_content",
    "encode_tool_failed",
    "encode_tool_output_config",
    "encode_tool_part",
    "encode_tool_pending",
    "encode_tool_provider",
    "encode_tool_running",
    "encode_tool_state",
    "encode_tool_time",
    "encode_user_message",
    "encode_vcs_applied",
    "encode_vcs_applied_envelope",
    "encode_vcs_file_diff",
    "encode_vcs_file_diffs_envelope",
    "encode_vcs_file_status",
    "encode_vcs_file_statuses_envelope",
    "encode_vcs_info",
    "encode_vcs_info_envelope",
    "encode_vcs_patch_input",
    "encode_watcher_config",
    "encode_workspace",
    "encode_workspace_create",
    "encode_workspace_envelope",
    "encode_workspace_status",
    "encode_workspace_statuses_envelope",
    "encode_workspace_update",
    "encode_workspace_warp",
    "encode_workspaces_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Account(Record):
    """An account for a service, without its secrets."""

    wire_names_ = {
        "id": "id",
        "serviceID": "service_id",
        "type": "type",
        "description": "description",
        "active": "active",
    }

    id: str
    """Its id."""

    service_id: str
    """The service that it is for."""

    type: Literal["oauth", "api"] | str | None = None
    """The kind of its credential."""

    description: str | None = None
    """What it is called, if it has a description."""

    active: bool | None = None
    """Whether it is the active account of its service."""


@define(kw_only=True, eq=False, repr=False)
class AccountCreate(Record):
    """The `AccountCreate` object of the contract."""

    wire_names_ = {
        "serviceID": "service_id",
        "credential": "credential",
        "description": "description",
        "active": "active",
    }

    service_id: str
    """The service that the account is for."""

    credential: Credential
    """What proves who the caller is."""

    description: str | None = None
    """What to call it."""

    active: bool | None = None
    """Whether it becomes the active account of its service."""


@define(kw_only=True, eq=False, repr=False)
class AccountEnvelope(Record):
    """The `AccountEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: Account
    """The account."""


@define(kw_only=True, eq=False, repr=False)
class AccountUpdate(Record):
    """The `AccountUpdate` object of the contract."""

    wire_names_ = {"description": "description", "credential": "credential"}

    description: str | None = None
    """The new description."""

    credential: Credential | None = None
    """The new credential, in place of the old."""


@define(kw_only=True, eq=False, repr=False)
class AccountsAnswer(Record):
    """The saved accounts, and which of them are active."""

    wire_names_ = {"data": "data", "active": "active"}

    data: list[Account]
    """The accounts."""

    active: dict[str, str]
    """The id of the active account, by the id of the service."""


@define(kw_only=True, eq=False, repr=False)
class Agent(Record):
    """An agent that a session can use."""

    wire_names_ = {
        "id": "id",
        "model": "model",
        "request": "request",
        "system": "system",
        "description": "description",
        "mode": "mode",
        "hidden": "hidden",
        "color": "color",
        "steps": "steps",
        "permissions": "permissions",
    }

    id: str
    """Its id."""

    model: ModelInUse | None = None
    """The model it uses, if it has one of its own."""

    request: ProviderRequest | None = None
    """What it adds to requests to the provider."""

    system: str | None = None
    """Its system prompt."""

    description: str | None = None
    """What it is for."""

    mode: Literal["subagent", "primary", "all"] | str | None = None
    """Whether a user talks to it, other agents do, or both."""

    hidden: bool | None = None
    """Whether it is left out of lists that users see."""

    color: str | None = None
    """Its colour, as a hex code or a name."""

    steps: int | None = None
    """How many steps it may take in one turn."""

    permissions: list[PermissionRule] = Factory(lambda: list[PermissionRule]())
    """What it may do."""


@define(kw_only=True, eq=False, repr=False)
class AgentConfig(Record):
    """An agent as it is configured."""

    wire_names_ = {
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
    """The model it uses, as provider/model."""

    variant: str | None = None
    """The variant of the model."""

    temperature: float | None = None
    """How freely the model chooses its words."""

    top_p: float | None = None
    """From how much of the likeliest words it chooses."""

    prompt: str | None = None
    """Its system prompt."""

    tools: dict[str, bool] | None = None
    """Whether it may use a tool, by its name."""

    disable: bool | None = None
    """Whether it is switched off."""

    description: str | None = None
    """What it is for."""

    mode: Literal["subagent", "primary", "all"] | str | None = None
    """Whether a user talks to it, other agents do, or both."""

    hidden: bool | None = None
    """Whether it is left out of lists that users see."""

    options: dict[str, Any] | None = None
    """What else is given to the provider."""

    color: str | None = None
    """Its colour, as a hex code or a name such as primary."""

    steps: int | None = None
    """How many steps it may take in one turn."""

    max_steps: int | None = None
    """The same under an older name."""

    permission: (
        Literal["allow", "deny", "ask"] | str | dict[str, Literal["allow", "deny", "ask"] | str | dict[str, str]] | None
    ) = None
    """What it may do."""


@define(kw_only=True, eq=False, repr=False)
class AgentSwitchedMessage(Record):
    """Where another agent took over."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "agent": "agent"}
    tags_ = {"type": ("agent-switched",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["agent-switched"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    agent: str | None = None
    """The agent."""


@define(kw_only=True, eq=False, repr=False)
class AgentsEnvelope(Record):
    """The `AgentsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[Agent]
    """The agents."""


@define(kw_only=True, eq=False, repr=False)
class AisdkApi(Record):
    """A provider that is spoken to through a package."""

    wire_names_ = {"type": "type", "id": "id", "package": "package", "url": "url", "settings": "settings"}
    secret_ = frozenset({"settings"})
    tags_ = {"type": ("aisdk",)}

    type: Literal["aisdk"] | str
    """The kind of interface."""

    id: str | None = None
    """What the model is called there, where this is the interface of one model."""

    package: str | None = None
    """The package."""

    url: str | None = None
    """Where it is."""

    settings: dict[str, Any] | None = None
    """What the package is given; may hold keys."""


@define(kw_only=True, eq=False, repr=False)
class ApiCredential(Record):
    """A key of a service's interface."""

    wire_names_ = {"type": "type", "key": "key", "metadata": "metadata"}
    secret_ = frozenset({"key"})
    tags_ = {"type": ("api",)}

    type: Literal["api"] | str
    """The kind of credential."""

    key: str
    """The key."""

    metadata: dict[str, str] | None = None
    """What else the service needs."""


@define(kw_only=True, eq=False, repr=False)
class AssistantMessage(Record):
    """What the agent said and did in one step."""

    wire_names_ = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "agent": "agent",
        "model": "model",
        "content": "content",
        "snapshot": "snapshot",
        "finish": "finish",
        "cost": "cost",
        "tokens": "tokens",
        "error": "error",
    }
    tags_ = {"type": ("assistant",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["assistant"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    agent: str | None = None
    """The agent."""

    model: ModelInUse | None = None
    """The model that was used."""

    content: list[Part] = Factory(lambda: list[Part]())
    """Its parts, in order."""

    snapshot: MessageSnapshot | None = None
    """The state of the files before and after."""

    finish: str | None = None
    """Why the model stopped."""

    cost: float | None = None
    """What it cost, in US dollars."""

    tokens: TokenUsage | None = None
    """How many tokens it used."""

    error: ErrorInfo | None = None
    """What went wrong, if something did."""


@define(kw_only=True, eq=False, repr=False)
class CacheUsage(Record):
    """How many tokens went through the provider's cache."""

    wire_names_ = {"read": "read", "write": "write"}

    read: float | None = None
    """Tokens that were read from it."""

    write: float | None = None
    """Tokens that were written to it."""


@define(kw_only=True, eq=False, repr=False)
class CatalogModel(Record):
    """A model of the catalog."""

    wire_names_ = {
        "id": "id",
        "providerID": "provider_id",
        "family": "family",
        "name": "name",
        "api": "api",
        "capabilities": "capabilities",
        "request": "request",
        "variants": "variants",
        "time": "time",
        "cost": "cost",
        "status": "status",
        "enabled": "enabled",
        "limit": "limit",
    }

    id: str
    """Its id, which may hold a slash."""

    provider_id: str
    """Its provider."""

    family: str | None = None
    """The family it is of."""

    name: str | None = None
    """Its name."""

    api: ProviderApi | None = None
    """How it is spoken to."""

    capabilities: ModelCapabilities | None = None
    """What it can do."""

    request: ProviderRequest | None = None
    """What is added to requests for it."""

    variants: list[ModelVariant] = Factory(lambda: list[ModelVariant]())
    """Its variants."""

    time: ModelTime | None = None
    """When it came out."""

    cost: list[ModelCost] = Factory(lambda: list[ModelCost]())
    """What it costs, tier by tier."""

    status: Literal["alpha", "beta", "deprecated", "active"] | str | None = None
    """How mature it is."""

    enabled: bool | None = None
    """Whether it can be used."""

    limit: ModelLimit | None = None
    """How much it takes and gives."""


@define(kw_only=True, eq=False, repr=False)
class CatalogModelEnvelope(Record):
    """The `CatalogModelEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: CatalogModel
    """The model."""


@define(kw_only=True, eq=False, repr=False)
class CatalogModelsEnvelope(Record):
    """The `CatalogModelsEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: list[CatalogModel]
    """The models."""


@define(kw_only=True, eq=False, repr=False)
class Command(Record):
    """A command, which stands for a prompt."""

    wire_names_ = {
        "name": "name",
        "template": "template",
        "description": "description",
        "agent": "agent",
        "model": "model",
        "subtask": "subtask",
    }

    name: str
    """Its name."""

    template: str | None = None
    """The prompt it stands for."""

    description: str | None = None
    """What it does."""

    agent: str | None = None
    """The agent it is given to."""

    model: ModelInUse | None = None
    """The model it is given to."""

    subtask: bool | None = None
    """Whether it runs in a session of its own."""


@define(kw_only=True, eq=False, repr=False)
class CommandConfig(Record):
    """A command as it is configured."""

    wire_names_ = {
        "template": "template",
        "description": "description",
        "agent": "agent",
        "model": "model",
        "variant": "variant",
        "subtask": "subtask",
    }

    template: str | None = None
    """The prompt it stands for."""

    description: str | None = None
    """What it does."""

    agent: str | None = None
    """The agent it is given to."""

    model: str | None = None
    """The model it is given to, as provider/model."""

    variant: str | None = None
    """The variant of the model."""

    subtask: bool | None = None
    """Whether it runs in a session of its own."""


@define(kw_only=True, eq=False, repr=False)
class CommandsEnvelope(Record):
    """The `CommandsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[Command]
    """The commands."""


@define(kw_only=True, eq=False, repr=False)
class CompactionConfig(Record):
    """When conversations are compacted."""

    wire_names_ = {
        "auto": "auto",
        "prune": "prune",
        "tail_turns": "tail_turns",
        "preserve_recent_tokens": "preserve_recent_tokens",
        "reserved": "reserved",
    }

    auto: bool | None = None
    """Whether that happens by itself."""

    prune: bool | None = None
    """Whether old outputs of tools are left out."""

    tail_turns: int | None = None
    """How many of the latest turns are kept."""

    preserve_recent_tokens: int | None = None
    """How many of the latest tokens are kept."""

    reserved: int | None = None
    """How many tokens are kept free."""


@define(kw_only=True, eq=False, repr=False)
class CompactionMessage(Record):
    """Where the conversation was compacted."""

    wire_names_ = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "reason": "reason",
        "summary": "summary",
        "recent": "recent",
    }
    tags_ = {"type": ("compaction",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["compaction"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    reason: Literal["auto", "manual"] | str | None = None
    """Whether the server or the user wanted it."""

    summary: str | None = None
    """What went before, in short."""

    recent: str | None = None
    """The latest of it, as it was."""


@define(kw_only=True, eq=False, repr=False)
class Config(Record):
    """The configuration of a runtime context. What the contract does not name is kept as it is."""

    wire_names_ = {
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
    """The JSON schema that the file says it follows."""

    shell: str | None = None
    """The shell that commands are run with."""

    log_level: str | None = None
    """How much is logged."""

    server: ServerConfig | None = None
    """Where the server listens."""

    command: dict[str, CommandConfig] | None = None
    """Commands by name."""

    skills: SkillsConfig | None = None
    """Where skills are found."""

    references: dict[str, Any] | None = None
    """References by name, each a text, a git repository or a local directory."""

    reference: dict[str, Any] | None = None
    """The same under an older name."""

    watcher: WatcherConfig | None = None
    """What the file watcher leaves out."""

    snapshot: bool | None = None
    """Whether the state of files is kept, so that it can be taken back."""

    plugin: list[str | list[Any]] | None = None
    """Plugins, each a name, or a name with its options."""

    share: Literal["manual", "auto", "disabled"] | str | None = None
    """Whether sessions are shared."""

    autoshare: bool | None = None
    """Whether sessions are shared by themselves; superseded by `share`."""

    autoupdate: bool | str | None = None
    """Whether updates are installed, or `notify` to be told only."""

    disabled_providers: list[str] | None = None
    """Providers that are switched off."""

    enabled_providers: list[str] | None = None
    """Providers that are switched on, and no others."""

    model: str | None = None
    """The default model, as provider/model."""

    small_model: str | None = None
    """The model for small tasks, as provider/model."""

    default_agent: str | None = None
    """The agent of new sessions."""

    subagent_depth: int | None = None
    """How deep agents may call agents."""

    username: str | None = None
    """What the user is called."""

    mode: dict[str, AgentConfig] | None = None
    """Agents by name, under an older name."""

    agent: dict[str, AgentConfig] | None = None
    """Agents by name."""

    provider: dict[str, ProviderConfig] | None = None
    """Providers by id."""

    mcp: dict[str, McpServerConfig] | None = None
    """Tool-protocol servers by name."""

    formatter: bool | dict[str, FormatterConfig] | None = None
    """Whether files are formatted, or formatters by name."""

    lsp: bool | dict[str, LspConfig] | None = None
    """Whether language servers are used, or language servers by name."""

    instructions: list[str] | None = None
    """Files of instructions."""

    layout: Literal["auto", "stretch"] | str | None = None
    """How the terminal interface is laid out."""

    permission: (
        Literal["allow", "deny", "ask"] | str | dict[str, Literal["allow", "deny", "ask"] | str | dict[str, str]] | None
    ) = None
    """What agents may do."""

    tools: dict[str, bool] | None = None
    """Whether a tool may be used, by its name."""

    attachment: dict[str, Any] | None = None
    """How attachments are treated."""

    enterprise: EnterpriseConfig | None = None
    """The server of the enterprise."""

    tool_output: ToolOutputConfig | None = None
    """How much of a tool's output is kept."""

    compaction: CompactionConfig | None = None
    """When conversations are compacted."""

    experimental: ExperimentalConfig | None = None
    """What may go away again."""


@define(kw_only=True, eq=False, repr=False)
class ConfigEnvelope(Record):
    """The `ConfigEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: Config
    """The configuration."""


@define(kw_only=True, eq=False, repr=False)
class ConfigUpdate(Record):
    """The `ConfigUpdate` object of the contract."""

    wire_names_ = {"config": "config"}

    config: Config
    """What to change."""


@define(kw_only=True, eq=False, repr=False)
class CostTier(Record):
    """From where on a price counts."""

    wire_names_ = {"type": "type", "size": "size"}

    type: str | None = None
    """What is measured, for instance context."""

    size: int | None = None
    """The number of tokens from which on it counts."""


@define(kw_only=True, eq=False, repr=False)
class Cursor(Record):
    """Where the pages before and after this one begin; opaque."""

    wire_names_ = {"previous": "previous", "next": "next"}

    previous: str | None = None
    """The cursor of the page before, if there is one."""

    next: str | None = None
    """The cursor of the page after; it may lead to an empty page, and then there is no more."""


@define(kw_only=True, eq=False, repr=False)
class EnterpriseConfig(Record):
    """The server of the enterprise."""

    wire_names_ = {"url": "url"}

    url: str | None = None
    """Where it is."""


@define(kw_only=True, eq=False, repr=False)
class ErrorInfo(Record):
    """What went wrong in a turn."""

    wire_names_ = {"type": "type", "message": "message"}

    type: str | None = None
    """The kind of error, for instance unknown."""

    message: str | None = None
    """What went wrong."""


@define(kw_only=True, eq=False, repr=False)
class EventEnvelope(Record):
    """What every event says beside its payload."""

    wire_names_ = {"id": "id", "time": "time", "context": "context"}

    id: str
    """Its id, with the prefix `evt_`; what comes twice has the same."""

    time: float | None = None
    """When, in Unix milliseconds. Not required, because the server observed leaves it out."""

    context: RuntimeContext | None = None
    """Where. Not required, because the server observed leaves it out."""


@define(kw_only=True, eq=False, repr=False)
class EventFrame(Record):
    """One frame of the stream."""

    wire_names_ = {"data": "data"}

    data: str
    """One event as JSON."""


@define(kw_only=True, eq=False, repr=False)
class ExperimentalConfig(Record):
    """What may go away again."""

    wire_names_ = {
        "disable_paste_summary": "disable_paste_summary",
        "batch_tool": "batch_tool",
        "openTelemetry": "open_telemetry",
        "primary_tools": "primary_tools",
        "continue_loop_on_deny": "continue_loop_on_deny",
        "mcp_timeout": "mcp_timeout",
        "policies": "policies",
    }

    disable_paste_summary: bool | None = None
    """Whether long pasted text is shown in full."""

    batch_tool: bool | None = None
    """Whether there is a tool that calls several."""

    open_telemetry: bool | None = None
    """Whether traces are sent."""

    primary_tools: list[str] | None = None
    """Tools that only primary agents may use."""

    continue_loop_on_deny: bool | None = None
    """Whether the agent goes on when a permission is refused."""

    mcp_timeout: int | None = None
    """For how many milliseconds a tool-protocol server is awaited."""

    policies: list[dict[str, Any]] | None = None
    """Policies, which were not seen."""


@define(kw_only=True, eq=False, repr=False)
class FileContent(Record):
    """A file that was read."""

    wire_names_ = {
        "type": "type",
        "content": "content",
        "diff": "diff",
        "patch": "patch",
        "encoding": "encoding",
        "mimeType": "mime_type",
    }

    type: Literal["text", "binary"] | str | None = None
    """What it holds."""

    content: str | None = None
    """Its text, or its bytes as `encoding` says."""

    diff: str | None = None
    """How it differs from the last commit, as text."""

    patch: FilePatch | None = None
    """The same, line by line."""

    encoding: Literal["base64"] | str | None = None
    """How the bytes are written, where it is not text."""

    mime_type: str | None = None
    """Its media type."""


@define(kw_only=True, eq=False, repr=False)
class FileContentEnvelope(Record):
    """The `FileContentEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: FileContent
    """The file."""


@define(kw_only=True, eq=False, repr=False)
class FileDiff(Record):
    """How a session changed a file."""

    wire_names_ = {
        "path": "path",
        "status": "status",
        "additions": "additions",
        "deletions": "deletions",
        "patch": "patch",
    }

    path: str
    """Its path."""

    status: Literal["added", "modified", "deleted"] | str | None = None
    """What happened to it."""

    additions: int | None = None
    """How many lines were added."""

    deletions: int | None = None
    """How many lines were deleted."""

    patch: str | None = None
    """The difference, as a unified diff."""


@define(kw_only=True, eq=False, repr=False)
class FileDiffsEnvelope(Record):
    """The `FileDiffsEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: list[FileDiff]
    """The changed files."""


@define(kw_only=True, eq=False, repr=False)
class FilePatch(Record):
    """How a file differs from the last commit."""

    wire_names_ = {
        "oldFileName": "old_file_name",
        "newFileName": "new_file_name",
        "oldHeader": "old_header",
        "newHeader": "new_header",
        "hunks": "hunks",
        "index": "index",
    }

    old_file_name: str | None = None
    """The path before."""

    new_file_name: str | None = None
    """The path after."""

    old_header: str | None = None
    """What the patch says of the file before."""

    new_header: str | None = None
    """What the patch says of the file after."""

    hunks: list[PatchHunk] = Factory(lambda: list[PatchHunk]())
    """The places that differ."""

    index: str | None = None
    """The index line of the patch."""


@define(kw_only=True, eq=False, repr=False)
class FileSystemEntriesEnvelope(Record):
    """The `FileSystemEntriesEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[FileSystemEntry]
    """The entries."""


@define(kw_only=True, eq=False, repr=False)
class FileSystemEntry(Record):
    """A file or a directory."""

    wire_names_ = {"path": "path", "type": "type"}

    path: str
    """Its path, relative to the directory of the runtime context."""

    type: Literal["file", "directory"] | str | None = None
    """What it is."""


@define(kw_only=True, eq=False, repr=False)
class FormatterConfig(Record):
    """A formatter as it is configured."""

    wire_names_ = {
        "disabled": "disabled",
        "command": "command",
        "environment": "environment",
        "extensions": "extensions",
    }
    secret_ = frozenset({"environment"})

    disabled: bool | None = None
    """Whether it is switched off."""

    command: list[str] | None = None
    """What is run."""

    environment: dict[str, str] | None = None
    """Its environment variables; may hold keys."""

    extensions: list[str] | None = None
    """The extensions of the files that it formats."""


@define(kw_only=True, eq=False, repr=False)
class FormatterStatus(Record):
    """A formatter."""

    wire_names_ = {"name": "name", "extensions": "extensions", "enabled": "enabled"}

    name: str
    """Its name."""

    extensions: list[str] = Factory(lambda: list[str]())
    """The extensions of the files that it formats."""

    enabled: bool | None = None
    """Whether it is in use."""


@define(kw_only=True, eq=False, repr=False)
class FormatterStatusesEnvelope(Record):
    """The `FormatterStatusesEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[FormatterStatus]
    """The formatters."""


@define(kw_only=True, eq=False, repr=False)
class GrepInput(Record):
    """The `GrepInput` object of the contract."""

    wire_names_ = {"pattern": "pattern", "include": "include", "limit": "limit"}

    pattern: str
    """The regular expression to look for."""

    include: str | None = None
    """Only files whose path fits this glob."""

    limit: float | None = None
    """How many matches at most."""


@define(kw_only=True, eq=False, repr=False)
class GrepMatch(Record):
    """A line that matches."""

    wire_names_ = {"path": "path", "line": "line", "text": "text", "submatches": "submatches"}

    path: str
    """The file, relative to the directory of the runtime context."""

    line: int | None = None
    """The number of the line, from 1 on."""

    text: str | None = None
    """The line."""

    submatches: list[GrepSubmatch] = Factory(lambda: list[GrepSubmatch]())
    """What in it matches."""


@define(kw_only=True, eq=False, repr=False)
class GrepMatchesEnvelope(Record):
    """The `GrepMatchesEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[GrepMatch]
    """The lines that match."""


@define(kw_only=True, eq=False, repr=False)
class GrepSubmatch(Record):
    """What in a line matches."""

    wire_names_ = {"text": "text", "start": "start", "end": "end"}

    text: str | None = None
    """The text that matches."""

    start: int | None = None
    """Where it begins in the line."""

    end: int | None = None
    """Where it ends."""


@define(kw_only=True, eq=False, repr=False)
class LspConfig(Record):
    """A language server as it is configured."""

    wire_names_ = {
        "disabled": "disabled",
        "command": "command",
        "extensions": "extensions",
        "env": "env",
        "initialization": "initialization",
    }
    secret_ = frozenset({"env"})

    disabled: bool | None = None
    """Whether it is switched off."""

    command: list[str] | None = None
    """What is run."""

    extensions: list[str] | None = None
    """The extensions of the files that it is for."""

    env: dict[str, str] | None = None
    """Its environment variables; may hold keys."""

    initialization: dict[str, Any] | None = None
    """What it is told at the start."""


@define(kw_only=True, eq=False, repr=False)
class LspStatus(Record):
    """A language server."""

    wire_names_ = {"id": "id", "name": "name", "root": "root", "status": "status"}

    id: str
    """Its id."""

    name: str | None = None
    """Its name."""

    root: str | None = None
    """The directory it works in."""

    status: Literal["connected", "error"] | str | None = None
    """How it is."""


@define(kw_only=True, eq=False, repr=False)
class LspStatusesEnvelope(Record):
    """The `LspStatusesEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[LspStatus]
    """The language servers."""


@define(kw_only=True, eq=False, repr=False)
class McpAuthorization(Record):
    """Where the user goes on to authorize a tool-protocol server."""

    wire_names_ = {"authorizationUrl": "authorization_url", "oauthState": "oauth_state"}
    secret_ = frozenset({"authorization_url", "oauth_state"})

    authorization_url: str | None = None
    """The page to open in a browser; it holds the state."""

    oauth_state: str | None = None
    """The state that the browser brings back."""


@define(kw_only=True, eq=False, repr=False)
class McpAuthorizationEnvelope(Record):
    """The `McpAuthorizationEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: McpAuthorization
    """Where the user goes on."""


@define(kw_only=True, eq=False, repr=False)
class McpLocalConfig(Record):
    """A tool-protocol server that is run as a process."""

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
    """The kind of server."""

    command: str
    """The program."""

    arguments: list[str] | None = None
    """Its arguments."""

    environment: dict[str, str] | None = None
    """Its environment variables; may hold keys."""

    cwd: str | None = None
    """Where it is run."""

    enabled: bool | None = None
    """Whether it is in use."""

    timeout: int | None = None
    """For how many milliseconds an answer is awaited."""


@define(kw_only=True, eq=False, repr=False)
class McpOauthCallback(Record):
    """The `McpOauthCallback` object of the contract."""

    wire_names_ = {"code": "code"}
    secret_ = frozenset({"code"})

    code: str
    """The code that the authorization server gave."""


@define(kw_only=True, eq=False, repr=False)
class McpOauthConfig(Record):
    """How a tool-protocol server is authorized by OAuth."""

    wire_names_ = {
        "clientId": "client_id",
        "clientSecret": "client_secret",
        "scope": "scope",
        "callbackPort": "callback_port",
        "redirectUri": "redirect_uri",
    }
    secret_ = frozenset({"client_secret"})

    client_id: str | None = None
    """The client's id."""

    client_secret: str | None = None
    """The client's secret."""

    scope: str | None = None
    """What is asked for."""

    callback_port: int | None = None
    """The local port that the browser comes back to."""

    redirect_uri: str | None = None
    """Where the browser comes back to."""


@define(kw_only=True, eq=False, repr=False)
class McpPrompt(Record):
    """A prompt that a tool-protocol server offers."""

    wire_names_ = {"server": "server", "name": "name", "description": "description", "arguments": "arguments"}

    server: str
    """The server."""

    name: str
    """The name of the prompt."""

    description: str | None = None
    """What it is for."""

    arguments: list[McpPromptArgument] = Factory(lambda: list[McpPromptArgument]())
    """What it takes."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptArgument(Record):
    """An argument of a prompt."""

    wire_names_ = {"name": "name", "description": "description", "required": "required"}

    name: str
    """Its name."""

    description: str | None = None
    """What it means."""

    required: bool | None = None
    """Whether it must be given."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptMessage(Record):
    """A message of a rendered prompt."""

    wire_names_ = {"role": "role", "content": "content"}

    role: str
    """Who speaks, for instance user or assistant."""

    content: Any = None
    """What is said, as the server gives it: an object with a type."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptRender(Record):
    """The `McpPromptRender` object of the contract."""

    wire_names_ = {"server": "server", "name": "name", "arguments": "arguments"}

    server: str
    """The name of the server that offers the prompt."""

    name: str
    """The name of the prompt."""

    arguments: dict[str, str] | None = None
    """Its arguments by name."""


@define(kw_only=True, eq=False, repr=False)
class McpPromptsEnvelope(Record):
    """The `McpPromptsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[McpPrompt]
    """The prompts."""


@define(kw_only=True, eq=False, repr=False)
class McpRemoteConfig(Record):
    """A tool-protocol server that is reached over the network."""

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
    """The kind of server."""

    url: str
    """Where it is."""

    headers: dict[str, str] | None = None
    """Headers to send; may hold keys."""

    oauth: bool | McpOauthConfig | None = None
    """Whether it is authorized by OAuth, or how."""

    enabled: bool | None = None
    """Whether it is in use."""

    timeout: int | None = None
    """For how many milliseconds an answer is awaited."""


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


@define(kw_only=True, eq=False, repr=False)
class McpResourceContent(Record):
    """One part of a resource, as text or as bytes."""

    wire_names_ = {"uri": "uri", "mimeType": "mime_type", "text": "text", "blob": "blob"}

    uri: str
    """Its URI."""

    mime_type: str | None = None
    """Its media type."""

    text: str | None = None
    """Its text, where it is text."""

    blob: str | None = None
    """Its bytes in base64, where it is not."""


@define(kw_only=True, eq=False, repr=False)
class McpResourceContents(Record):
    """What a resource holds."""

    wire_names_ = {"contents": "contents"}

    contents: list[McpResourceContent] = Factory(lambda: list[McpResourceContent]())
    """Its parts."""


@define(kw_only=True, eq=False, repr=False)
class McpResourceContentsEnvelope(Record):
    """The `McpResourceContentsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: McpResourceContents
    """What the resource holds."""


@define(kw_only=True, eq=False, repr=False)
class McpResourcesEnvelope(Record):
    """The `McpResourcesEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[McpResource]
    """The resources."""


@define(kw_only=True, eq=False, repr=False)
class McpServer(Record):
    """A tool-protocol server of the runtime context."""

    wire_names_ = {"name": "name", "status": "status"}

    name: str
    """Its name."""

    status: McpStatus | None = None
    """How it is."""


@define(kw_only=True, eq=False, repr=False)
class McpServerCreate(Record):
    """The `McpServerCreate` object of the contract."""

    wire_names_ = {"name": "name", "config": "config"}

    name: str
    """What to call the server."""

    config: McpServerConfig
    """How to reach it."""


@define(kw_only=True, eq=False, repr=False)
class McpServerEnvelope(Record):
    """The `McpServerEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: McpServer
    """The server."""


@define(kw_only=True, eq=False, repr=False)
class McpServersEnvelope(Record):
    """The `McpServersEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[McpServer]
    """The servers."""


@define(kw_only=True, eq=False, repr=False)
class McpStatus(Record):
    """How a tool-protocol server is, and whether it needs authorization."""

    wire_names_ = {"status": "status", "error": "error"}

    status: Literal["connected", "disabled", "failed", "needs_auth", "needs_client_registration"] | str
    """The state of the connection."""

    error: str | None = None
    """What went wrong, where it failed or needs a client to be registered."""


@define(kw_only=True, eq=False, repr=False)
class MessagePage(Record):
    """A page of messages."""

    wire_names_ = {"data": "data", "cursor": "cursor"}

    data: list[Message]
    """The messages."""

    cursor: Cursor | None = None
    """Where to go on."""


@define(kw_only=True, eq=False, repr=False)
class MessageSnapshot(Record):
    """The state of the files before and after a step."""

    wire_names_ = {"start": "start", "end": "end", "files": "files"}

    start: str | None = None
    """The snapshot before."""

    end: str | None = None
    """The snapshot after."""

    files: list[str] = Factory(lambda: list[str]())
    """The files that changed."""


@define(kw_only=True, eq=False, repr=False)
class MessageTime(Record):
    """When a message or a part was begun and done, in Unix milliseconds."""

    wire_names_ = {"created": "created", "completed": "completed"}

    created: float | None = None
    """When it was begun."""

    completed: float | None = None
    """When it was done, once it was."""


@define(kw_only=True, eq=False, repr=False)
class MessagesEnvelope(Record):
    """The `MessagesEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: list[Message]
    """The messages."""


@define(kw_only=True, eq=False, repr=False)
class ModalitiesConfig(Record):
    """The kinds of content a model takes and gives: text, audio, image, video, pdf."""

    wire_names_ = {"input": "input", "output": "output"}

    input: list[str] | None = None
    """The kinds it takes."""

    output: list[str] | None = None
    """The kinds it gives."""


@define(kw_only=True, eq=False, repr=False)
class ModelCapabilities(Record):
    """What a model can do."""

    wire_names_ = {"tools": "tools", "input": "input", "output": "output"}

    tools: bool | None = None
    """Whether it calls tools."""

    input: list[str] = Factory(lambda: list[str]())
    """The kinds of content it takes, such as text or image."""

    output: list[str] = Factory(lambda: list[str]())
    """The kinds of content it gives."""


@define(kw_only=True, eq=False, repr=False)
class ModelConfig(Record):
    """A model as it is configured."""

    wire_names_ = {
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
    secret_ = frozenset({"headers"})

    id: str | None = None
    """What the provider calls it."""

    name: str | None = None
    """Its name."""

    family: str | None = None
    """The family it is of."""

    release_date: str | None = None
    """When it came out."""

    attachment: bool | None = None
    """Whether it takes files."""

    reasoning: bool | None = None
    """Whether it thinks first."""

    temperature: bool | None = None
    """Whether its temperature can be set."""

    tool_call: bool | None = None
    """Whether it calls tools."""

    interleaved: bool | str | dict[str, Any] | None = None
    """Whether it thinks between tool calls, or the field that its thoughts come in, by itself or as `field`."""

    cost: ModelPrice | None = None
    """What it costs."""

    limit: ModelLimitConfig | None = None
    """How much it takes and gives."""

    modalities: ModalitiesConfig | None = None
    """The kinds of content it takes and gives."""

    experimental: bool | None = None
    """Whether it may go away again."""

    status: Literal["alpha", "beta", "deprecated", "active"] | str | None = None
    """How mature it is."""

    provider: ModelSourceConfig | None = None
    """How it is spoken to, where it differs from the provider's others."""

    options: dict[str, Any] | None = None
    """What else is given to the provider."""

    headers: dict[str, str] | None = None
    """Headers to send; may hold keys."""

    variants: dict[str, Any] | None = None
    """Its variants by name, each an object."""


@define(kw_only=True, eq=False, repr=False)
class ModelCost(Record):
    """What a model costs, in US dollars a million tokens."""

    wire_names_ = {"tier": "tier", "input": "input", "output": "output", "cache": "cache"}

    tier: CostTier | None = None
    """From where on this price counts; without it, from the start."""

    input: float | None = None
    """What a million tokens sent cost."""

    output: float | None = None
    """What a million tokens given cost."""

    cache: CacheUsage | None = None
    """What a million tokens cost that are read from or written to the cache."""


@define(kw_only=True, eq=False, repr=False)
class ModelInUse(Record):
    """A model, as the server names it."""

    wire_names_ = {"providerID": "provider_id", "modelID": "model_id", "id": "id", "variant": "variant"}

    provider_id: str
    """Its provider."""

    model_id: str | None = None
    """The model. Not required, because the server observed calls it id."""

    id: str | None = None
    """The model, where the server calls it so."""

    variant: str | None = None
    """The variant of it, such as an effort, if one is chosen."""


@define(kw_only=True, eq=False, repr=False)
class ModelLimit(Record):
    """How many tokens a model takes and gives."""

    wire_names_ = {"context": "context", "input": "input", "output": "output"}

    context: int | None = None
    """Tokens of a whole conversation."""

    input: int | None = None
    """Tokens it takes, where that is less."""

    output: int | None = None
    """Tokens it gives."""


@define(kw_only=True, eq=False, repr=False)
class ModelLimitConfig(Record):
    """How many tokens a model takes and gives."""

    wire_names_ = {"context": "context", "input": "input", "output": "output"}

    context: float | None = None
    """Tokens of a whole conversation."""

    input: float | None = None
    """Tokens it takes, where that is less."""

    output: float | None = None
    """Tokens it gives."""


@define(kw_only=True, eq=False, repr=False)
class ModelPrice(Record):
    """What a model costs, in US dollars a million tokens."""

    wire_names_ = {
        "input": "input",
        "output": "output",
        "cache_read": "cache_read",
        "cache_write": "cache_write",
        "context_over_200k": "context_over_200k",
    }

    input: float | None = None
    """What a million tokens sent cost."""

    output: float | None = None
    """What a million tokens given cost."""

    cache_read: float | None = None
    """What a million tokens read from the cache cost."""

    cache_write: float | None = None
    """What a million tokens written to the cache cost."""

    context_over_200k: dict[str, Any] | None = None
    """The same four prices in a context of more than 200,000 tokens."""


@define(kw_only=True, eq=False, repr=False)
class ModelReference(Record):
    """A model, as a caller names it."""

    wire_names_ = {"providerID": "provider_id", "modelID": "model_id", "variant": "variant"}

    provider_id: str
    """Its provider."""

    model_id: str
    """The model."""

    variant: str | None = None
    """The variant of it, such as an effort."""


@define(kw_only=True, eq=False, repr=False)
class ModelSourceConfig(Record):
    """How one model is spoken to."""

    wire_names_ = {"npm": "npm", "api": "api"}

    npm: str | None = None
    """The package that speaks to it."""

    api: str | None = None
    """Where its interface is."""


@define(kw_only=True, eq=False, repr=False)
class ModelSwitchedMessage(Record):
    """Where another model took over."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "model": "model"}
    tags_ = {"type": ("model-switched",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["model-switched"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    model: ModelInUse | None = None
    """The model."""


@define(kw_only=True, eq=False, repr=False)
class ModelTime(Record):
    """When a model came out."""

    wire_names_ = {"released": "released"}

    released: float | None = None
    """When, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class ModelVariant(Record):
    """A variant of a model: the same one, asked in another way."""

    wire_names_ = {"id": "id", "headers": "headers", "body": "body"}
    secret_ = frozenset({"headers"})

    id: str
    """Its id."""

    headers: dict[str, str] | None = None
    """Headers by name; may hold keys."""

    body: dict[str, Any] | None = None
    """Fields of the body by name."""


@define(kw_only=True, eq=False, repr=False)
class NativeApi(Record):
    """A provider that is spoken to directly."""

    wire_names_ = {"type": "type", "id": "id", "url": "url", "settings": "settings"}
    secret_ = frozenset({"settings"})
    tags_ = {"type": ("native",)}

    type: Literal["native"] | str
    """The kind of interface."""

    id: str | None = None
    """What the model is called there, where this is the interface of one model."""

    url: str | None = None
    """Where it is."""

    settings: dict[str, Any] | None = None
    """How it is spoken to; may hold keys."""


@define(kw_only=True, eq=False, repr=False)
class OauthCredential(Record):
    """The tokens of an OAuth authorization."""

    wire_names_ = {"type": "type", "refresh": "refresh", "access": "access", "expires": "expires"}
    secret_ = frozenset({"refresh", "access"})
    tags_ = {"type": ("oauth",)}

    type: Literal["oauth"] | str
    """The kind of credential."""

    refresh: str
    """The refresh token."""

    access: str
    """The access token."""

    expires: float
    """When the access token expires (taken as Unix milliseconds)."""


@define(kw_only=True, eq=False, repr=False)
class PatchHunk(Record):
    """One place where a file differs."""

    wire_names_ = {
        "oldStart": "old_start",
        "oldLines": "old_lines",
        "newStart": "new_start",
        "newLines": "new_lines",
        "lines": "lines",
    }

    old_start: int | None = None
    """The first line before."""

    old_lines: int | None = None
    """How many lines before."""

    new_start: int | None = None
    """The first line after."""

    new_lines: int | None = None
    """How many lines after."""

    lines: list[str] = Factory(lambda: list[str]())
    """The lines, each behind a blank, a plus or a minus."""


@define(kw_only=True, eq=False, repr=False)
class PermissionReplyInput(Record):
    """The `PermissionReplyInput` object of the contract."""

    wire_names_ = {"response": "response"}

    response: Literal["once", "always", "reject"] | str
    """The reply."""


@define(kw_only=True, eq=False, repr=False)
class PermissionRequest(Record):
    """Something that an agent asks permission for."""

    wire_names_ = {
        "id": "id",
        "sessionID": "session_id",
        "action": "action",
        "resources": "resources",
        "save": "save",
        "metadata": "metadata",
        "source": "source",
    }

    id: str
    """Its id, with the prefix `per_`."""

    session_id: str
    """The session that asks."""

    action: str | None = None
    """What it wants to do."""

    resources: list[str] = Factory(lambda: list[str]())
    """What it wants to do it to."""

    save: list[str] | None = None
    """What the reply `always` would allow from then on."""

    metadata: dict[str, Any] | None = None
    """What else there is to know."""

    source: PermissionSource | None = None
    """What asks."""


@define(kw_only=True, eq=False, repr=False)
class PermissionRequestsEnvelope(Record):
    """The `PermissionRequestsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[PermissionRequest]
    """The requests."""


@define(kw_only=True, eq=False, repr=False)
class PermissionRule(Record):
    """What an agent may do to what."""

    wire_names_ = {"action": "action", "resource": "resource", "effect": "effect"}

    action: str
    """What it wants to do, for instance edit; may hold wildcards."""

    resource: str
    """What it wants to do it to; may hold wildcards."""

    effect: Literal["allow", "deny", "ask"] | str
    """Whether it may, may not, or has to ask."""


@define(kw_only=True, eq=False, repr=False)
class PermissionSource(Record):
    """The tool call that asks for permission."""

    wire_names_ = {"type": "type", "messageID": "message_id", "callID": "call_id"}

    type: str
    """What asks, for instance tool."""

    message_id: str | None = None
    """The message of the call."""

    call_id: str | None = None
    """The call."""


@define(kw_only=True, eq=False, repr=False)
class Problem(Record):
    """What the server refused, or where it failed."""

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

    field_tag: str
    """The kind of error, for instance SessionNotFoundError."""

    message: str
    """What went wrong."""

    kind: str | None = None
    """The kind of input that was refused, for instance Query or Payload."""

    field: str | None = None
    """The input that was refused."""

    resource: str | None = None
    """What there is a conflict about."""

    account_id: str | None = None
    """The account that it is about."""

    model_id: str | None = None
    """The model that it is about."""

    project_id: str | None = None
    """The project that it is about."""

    provider_id: str | None = None
    """The provider that it is about."""

    pty_id: str | None = None
    """The pseudo-terminal that it is about."""

    request_id: str | None = None
    """The permission or question request that it is about."""

    session_id: str | None = None
    """The session that it is about."""

    workspace_id: str | None = None
    """The workspace that it is about."""

    name: str | None = None
    """The tool-protocol server, or its prompt, that it is about."""

    path: str | None = None
    """The file or directory that it is about."""

    uri: str | None = None
    """The resource that it is about."""

    ref: str | None = None
    """What to look for in the server's log."""


@define(kw_only=True, eq=False, repr=False)
class Project(Record):
    """A project that the server knows."""

    wire_names_ = {
        "id": "id",
        "worktree": "worktree",
        "vcs": "vcs",
        "name": "name",
        "icon": "icon",
        "commands": "commands",
        "time": "time",
        "sandboxes": "sandboxes",
    }

    id: str
    """Its id."""

    worktree: str | None = None
    """Its directory."""

    vcs: Literal["git"] | str | None = None
    """Its version control, if it has one."""

    name: str | None = None
    """Its name."""

    icon: ProjectIcon | None = None
    """Its icon."""

    commands: list[ProjectCommand] = Factory(lambda: list[ProjectCommand]())
    """Its commands."""

    time: ProjectTime | None = None
    """When things happened to it."""

    sandboxes: list[str] = Factory(lambda: list[str]())
    """The directories of its sandboxes."""


@define(kw_only=True, eq=False, repr=False)
class ProjectCommand(Record):
    """A command of a project."""

    wire_names_ = {"name": "name", "command": "command"}

    name: str
    """Its name."""

    command: str
    """What is run."""


@define(kw_only=True, eq=False, repr=False)
class ProjectEnvelope(Record):
    """The `ProjectEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: Project
    """The project."""


@define(kw_only=True, eq=False, repr=False)
class ProjectIcon(Record):
    """The icon of a project."""

    wire_names_ = {"url": "url", "override": "override", "color": "color"}

    url: str | None = None
    """Where the picture is, or the picture itself."""

    override: str | None = None
    """What is shown in its place."""

    color: str | None = None
    """Its colour."""


@define(kw_only=True, eq=False, repr=False)
class ProjectTime(Record):
    """When things happened to a project, in Unix milliseconds."""

    wire_names_ = {"created": "created", "updated": "updated", "initialized": "initialized"}

    created: float | None = None
    """When the server first saw it."""

    updated: float | None = None
    """When it last changed."""

    initialized: float | None = None
    """When it was set up, if it was."""


@define(kw_only=True, eq=False, repr=False)
class ProjectUpdate(Record):
    """The `ProjectUpdate` object of the contract."""

    wire_names_ = {"name": "name", "icon": "icon", "commands": "commands"}

    name: str | None = None
    """The new name."""

    icon: ProjectIcon | None = None
    """The new icon."""

    commands: list[ProjectCommand] | None = None
    """The new commands, in place of the old."""


@define(kw_only=True, eq=False, repr=False)
class ProjectsEnvelope(Record):
    """The `ProjectsEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: list[Project]
    """The projects."""


@define(kw_only=True, eq=False, repr=False)
class Prompt(Record):
    """What is said to the agent."""

    wire_names_ = {"text": "text", "files": "files", "agents": "agents"}

    text: str
    """The text."""

    files: list[PromptFile] | None = None
    """Files that come with it."""

    agents: list[PromptAgent] | None = None
    """Agents that the text names."""


@define(kw_only=True, eq=False, repr=False)
class PromptAgent(Record):
    """An agent that a prompt names."""

    wire_names_ = {"name": "name", "source": "source"}

    name: str
    """The agent."""

    source: PromptSource | None = None
    """Where the text names it."""


@define(kw_only=True, eq=False, repr=False)
class PromptFile(Record):
    """A file that comes with a prompt."""

    wire_names_ = {"uri": "uri", "mime": "mime", "name": "name", "description": "description", "source": "source"}

    uri: str
    """Where it is, or its content as a data URI."""

    mime: str | None = None
    """Its media type; the server finds it out and tells."""

    name: str | None = None
    """Its name."""

    description: str | None = None
    """What it is."""

    source: PromptSource | None = None
    """Where the text names it."""


@define(kw_only=True, eq=False, repr=False)
class PromptInput(Record):
    """The `PromptInput` object of the contract."""

    wire_names_ = {"prompt": "prompt", "delivery": "delivery"}

    prompt: Prompt
    """What to say to the agent."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether it breaks into the running turn, or waits until that is done."""


@define(kw_only=True, eq=False, repr=False)
class PromptSource(Record):
    """A place in the text of a prompt."""

    wire_names_ = {"start": "start", "end": "end", "text": "text"}

    start: float
    """Where it begins."""

    end: float
    """Where it ends."""

    text: str
    """What stands there."""


@define(kw_only=True, eq=False, repr=False)
class Provider(Record):
    """A provider of models."""

    wire_names_ = {
        "id": "id",
        "integrationID": "integration_id",
        "name": "name",
        "disabled": "disabled",
        "api": "api",
        "request": "request",
    }

    id: str
    """Its id."""

    integration_id: str | None = None
    """The integration that it gets its credentials from."""

    name: str | None = None
    """Its name."""

    disabled: bool | None = None
    """Whether it is switched off."""

    api: ProviderApi | None = None
    """How it is spoken to."""

    request: ProviderRequest | None = None
    """What is added to requests to it."""


@define(kw_only=True, eq=False, repr=False)
class ProviderConfig(Record):
    """A provider as it is configured."""

    wire_names_ = {
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
    """Where its interface is."""

    name: str | None = None
    """Its name."""

    env: list[str] | None = None
    """The environment variables that hold its key."""

    id: str | None = None
    """Its id."""

    npm: str | None = None
    """The package that speaks to it."""

    whitelist: list[str] | None = None
    """Its models that are offered, and no others."""

    blacklist: list[str] | None = None
    """Its models that are not offered."""

    options: ProviderOptions | None = None
    """What the package is given."""

    models: dict[str, ModelConfig] | None = None
    """Its models by id."""


@define(kw_only=True, eq=False, repr=False)
class ProviderOptions(Record):
    """What the package that speaks to a provider is given."""

    wire_names_ = {
        "apiKey": "api_key",
        "baseURL": "base_url",
        "enterpriseUrl": "enterprise_url",
        "setCacheKey": "set_cache_key",
        "timeout": "timeout",
        "headerTimeout": "header_timeout",
        "chunkTimeout": "chunk_timeout",
    }
    secret_ = frozenset({"api_key"})

    api_key: str | None = None
    """The key."""

    base_url: str | None = None
    """Where the interface is."""

    enterprise_url: str | None = None
    """Where the interface of the enterprise is."""

    set_cache_key: bool | None = None
    """Whether a cache key is sent."""

    timeout: int | bool | None = None
    """For how many milliseconds an answer is awaited; false for no limit."""

    header_timeout: int | bool | None = None
    """For how many milliseconds its headers are awaited; false for no limit."""

    chunk_timeout: int | bool | None = None
    """For how many milliseconds more of it is awaited; false for no limit."""


@define(kw_only=True, eq=False, repr=False)
class ProviderRequest(Record):
    """What is added to requests to a provider."""

    wire_names_ = {"headers": "headers", "body": "body", "variant": "variant"}
    secret_ = frozenset({"headers"})

    headers: dict[str, str] | None = None
    """Headers by name; may hold keys."""

    body: dict[str, Any] | None = None
    """Fields of the body by name."""

    variant: str | None = None
    """The variant of the model that this is of."""


@define(kw_only=True, eq=False, repr=False)
class ProvidersEnvelope(Record):
    """The `ProvidersEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[Provider]
    """The providers."""


@define(kw_only=True, eq=False, repr=False)
class Pty(Record):
    """A pseudo-terminal."""

    wire_names_ = {
        "id": "id",
        "title": "title",
        "command": "command",
        "args": "args",
        "cwd": "cwd",
        "status": "status",
        "pid": "pid",
        "exitCode": "exit_code",
    }

    id: str
    """Its id, with the prefix `pty_`."""

    title: str | None = None
    """Its title."""

    command: str | None = None
    """What runs in it."""

    args: list[str] = Factory(lambda: list[str]())
    """The arguments of that."""

    cwd: str | None = None
    """Where that runs."""

    status: Literal["running", "exited"] | str | None = None
    """Whether it still runs."""

    pid: int | None = None
    """The id of the process."""

    exit_code: int | None = None
    """How it ended, once it has."""


@define(kw_only=True, eq=False, repr=False)
class PtyCreate(Record):
    """The `PtyCreate` object of the contract."""

    wire_names_ = {"command": "command", "cwd": "cwd", "shell": "shell"}

    command: str | None = None
    """What to run; without it, a shell."""

    cwd: str | None = None
    """Where to run it; without it, in the directory of the runtime context."""

    shell: str | None = None
    """The shell to run it with."""


@define(kw_only=True, eq=False, repr=False)
class PtyEnvelope(Record):
    """The `PtyEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: Pty
    """The pseudo-terminal."""


@define(kw_only=True, eq=False, repr=False)
class PtySize(Record):
    """The size of a pseudo-terminal."""

    wire_names_ = {"columns": "columns", "rows": "rows"}

    columns: float
    """How many characters a line."""

    rows: float
    """How many lines."""


@define(kw_only=True, eq=False, repr=False)
class PtyUpdate(Record):
    """The `PtyUpdate` object of the contract."""

    wire_names_ = {"title": "title", "size": "size"}

    title: str | None = None
    """The new title."""

    size: PtySize | None = None
    """The new size."""


@define(kw_only=True, eq=False, repr=False)
class PtysEnvelope(Record):
    """The `PtysEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[Pty]
    """The pseudo-terminals."""


@define(kw_only=True, eq=False, repr=False)
class Question(Record):
    """One question with what can be chosen."""

    wire_names_ = {
        "question": "question",
        "header": "header",
        "options": "options",
        "multiple": "multiple",
        "custom": "custom",
    }

    question: str
    """The question."""

    header: str | None = None
    """A short name for it."""

    options: list[QuestionOption] = Factory(lambda: list[QuestionOption]())
    """What can be chosen."""

    multiple: bool | None = None
    """Whether more than one may be chosen."""

    custom: bool | None = None
    """Whether the user may write an answer of their own."""


@define(kw_only=True, eq=False, repr=False)
class QuestionOption(Record):
    """Something that can be chosen."""

    wire_names_ = {"label": "label", "description": "description"}

    label: str
    """What it is called, and what the answer says."""

    description: str | None = None
    """What it means."""


@define(kw_only=True, eq=False, repr=False)
class QuestionReplyInput(Record):
    """The `QuestionReplyInput` object of the contract."""

    wire_names_ = {"response": "response"}

    response: QuestionResponse
    """The reply."""


@define(kw_only=True, eq=False, repr=False)
class QuestionRequest(Record):
    """Questions that an agent asks the user together."""

    wire_names_ = {"id": "id", "sessionID": "session_id", "questions": "questions", "tool": "tool"}

    id: str
    """Its id, with the prefix `que_`."""

    session_id: str
    """The session that asks."""

    questions: list[Question] = Factory(lambda: list[Question]())
    """The questions."""

    tool: QuestionTool | None = None
    """The tool call that asks."""


@define(kw_only=True, eq=False, repr=False)
class QuestionRequestsEnvelope(Record):
    """The `QuestionRequestsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[QuestionRequest]
    """The requests."""


@define(kw_only=True, eq=False, repr=False)
class QuestionResponse(Record):
    """What the user answers."""

    wire_names_ = {"answers": "answers"}

    answers: list[list[str]]
    """For each question the labels that were chosen, or text of the user's own."""


@define(kw_only=True, eq=False, repr=False)
class QuestionTool(Record):
    """The tool call that asks."""

    wire_names_ = {"messageID": "message_id", "callID": "call_id"}

    message_id: str | None = None
    """The message of the call."""

    call_id: str | None = None
    """The call."""


@define(kw_only=True, eq=False, repr=False)
class ReasoningPart(Record):
    """What the agent thought."""

    wire_names_ = {"type": "type", "id": "id", "text": "text", "providerMetadata": "provider_metadata", "time": "time"}
    tags_ = {"type": ("reasoning",)}

    type: Literal["reasoning"] | str
    """The kind of part."""

    id: str
    """Its id."""

    text: str | None = None
    """The text, so far."""

    provider_metadata: dict[str, Any] | None = None
    """What the provider says of it."""

    time: MessageTime | None = None
    """When it was begun and done."""


@define(kw_only=True, eq=False, repr=False)
class RenderedPrompt(Record):
    """A prompt with its arguments filled in."""

    wire_names_ = {"description": "description", "messages": "messages"}

    description: str | None = None
    """What it is for."""

    messages: list[McpPromptMessage] = Factory(lambda: list[McpPromptMessage]())
    """Its messages."""


@define(kw_only=True, eq=False, repr=False)
class RenderedPromptEnvelope(Record):
    """The `RenderedPromptEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: RenderedPrompt
    """The rendered prompt."""


@define(kw_only=True, eq=False, repr=False)
class RevertState(Record):
    """How far a session is taken back."""

    wire_names_ = {
        "messageID": "message_id",
        "partID": "part_id",
        "snapshot": "snapshot",
        "diff": "diff",
        "files": "files",
    }

    message_id: str
    """The message that it is taken back to."""

    part_id: str | None = None
    """The part of it."""

    snapshot: str | None = None
    """The snapshot of the files."""

    diff: str | None = None
    """What is taken back in files, as text."""

    files: list[FileDiff] = Factory(lambda: list[FileDiff]())
    """The same, file by file."""


@define(kw_only=True, eq=False, repr=False)
class RuntimeContext(Record):
    """Where a call or a session works: a directory, and maybe a workspace."""

    wire_names_ = {"directory": "directory", "workspaceID": "workspace_id"}

    directory: str
    """The directory."""

    workspace_id: str | None = None
    """The workspace, if there is one."""


@define(kw_only=True, eq=False, repr=False)
class SearchInput(Record):
    """The `SearchInput` object of the contract."""

    wire_names_ = {"query": "query", "type": "type", "limit": "limit"}

    query: str
    """What the name is to resemble."""

    type: Literal["file", "directory"] | str | None = None
    """Only files, or only directories."""

    limit: float | None = None
    """How many entries at most."""


@define(kw_only=True, eq=False, repr=False)
class ServerConfig(Record):
    """Where the server listens."""

    wire_names_ = {"port": "port", "hostname": "hostname", "mdns": "mdns", "mdnsDomain": "mdns_domain", "cors": "cors"}

    port: int | None = None
    """The port."""

    hostname: str | None = None
    """The host."""

    mdns: bool | None = None
    """Whether it makes itself known in the local network."""

    mdns_domain: str | None = None
    """The name it does so by."""

    cors: list[str] | None = None
    """The origins that browsers may call from."""


@define(kw_only=True, eq=False, repr=False)
class Session(Record):
    """A conversation with an agent, pinned to a runtime context."""

    wire_names_ = {
        "id": "id",
        "parentID": "parent_id",
        "projectID": "project_id",
        "agent": "agent",
        "model": "model",
        "cost": "cost",
        "tokens": "tokens",
        "time": "time",
        "title": "title",
        "location": "location",
        "subpath": "subpath",
        "revert": "revert",
    }

    id: str
    """Its id, with the prefix `ses_`."""

    parent_id: str | None = None
    """The session that it was begun from, if it was."""

    project_id: str | None = None
    """The project it belongs to."""

    agent: str | None = None
    """The agent that is talked to."""

    model: ModelInUse | None = None
    """The model that is used."""

    cost: float | None = None
    """What it cost so far, in US dollars."""

    tokens: TokenUsage | None = None
    """How many tokens it used so far."""

    time: SessionTime | None = None
    """When things happened to it."""

    title: str | None = None
    """Its title."""

    location: RuntimeContext | None = None
    """The runtime context that it is pinned to."""

    subpath: str | None = None
    """Where below the project's directory it works."""

    revert: RevertState | None = None
    """How far it is taken back, if it is."""


@define(kw_only=True, eq=False, repr=False)
class SessionCreate(Record):
    """The `SessionCreate` object of the contract."""

    wire_names_ = {"title": "title", "agent": "agent", "model": "model", "permission": "permission"}

    title: str | None = None
    """Its title; without it, the agent finds one."""

    agent: str | None = None
    """The agent to talk to; without it, the default one."""

    model: ModelReference | None = None
    """The model to use; without it, the agent's own."""

    permission: list[PermissionRule] | None = None
    """What the agent may do in this session."""


@define(kw_only=True, eq=False, repr=False)
class SessionEnvelope(Record):
    """The `SessionEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: Session
    """The session."""


@define(kw_only=True, eq=False, repr=False)
class SessionInputAdmitted(Record):
    """A prompt that was admitted to a session."""

    wire_names_ = {
        "id": "id",
        "sessionID": "session_id",
        "prompt": "prompt",
        "delivery": "delivery",
        "admittedSeq": "admitted_seq",
        "promotedSeq": "promoted_seq",
        "timeCreated": "time_created",
    }

    id: str
    """The id of the user message, with the prefix `msg_`."""

    session_id: str
    """The session."""

    prompt: Prompt | None = None
    """What was said."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether it breaks into the running turn or waits; the server observed says steer and queue."""

    admitted_seq: int | None = None
    """Its place among what was admitted."""

    promoted_seq: int | None = None
    """Its place among what was given to the agent, once it was."""

    time_created: float | None = None
    """When it was admitted, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class SessionInputAdmittedEnvelope(Record):
    """The `SessionInputAdmittedEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: SessionInputAdmitted
    """What was admitted."""


@define(kw_only=True, eq=False, repr=False)
class SessionPage(Record):
    """A page of sessions."""

    wire_names_ = {"location": "location", "data": "data", "cursor": "cursor"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the server tells."""

    data: list[Session]
    """The sessions."""

    cursor: Cursor | None = None
    """Where to go on."""


@define(kw_only=True, eq=False, repr=False)
class SessionTime(Record):
    """When things happened to a session, in Unix milliseconds."""

    wire_names_ = {"created": "created", "updated": "updated", "archived": "archived"}

    created: float | None = None
    """When it was begun."""

    updated: float | None = None
    """When it last changed."""

    archived: float | None = None
    """When it was archived, if it was."""


@define(kw_only=True, eq=False, repr=False)
class SessionUpdate(Record):
    """The `SessionUpdate` object of the contract."""

    wire_names_ = {"title": "title", "archived": "archived", "permission": "permission"}

    title: str | None = None
    """The new title."""

    archived: float | None = None
    """When it was archived (taken as Unix milliseconds)."""

    permission: list[PermissionRule] | None = None
    """What the agent may do from now on, in place of the old rules."""


@define(kw_only=True, eq=False, repr=False)
class ShellMessage(Record):
    """A shell command that the user ran."""

    wire_names_ = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "callID": "call_id",
        "command": "command",
        "output": "output",
    }
    tags_ = {"type": ("shell",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["shell"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    call_id: str | None = None
    """The id of the call."""

    command: str | None = None
    """What was run."""

    output: str | None = None
    """What it printed."""


@define(kw_only=True, eq=False, repr=False)
class Skill(Record):
    """A skill: instructions that an agent reads when it needs them."""

    wire_names_ = {
        "name": "name",
        "description": "description",
        "slash": "slash",
        "location": "location",
        "content": "content",
    }

    name: str
    """Its name."""

    description: str | None = None
    """When it is of use."""

    slash: bool | None = None
    """Whether it is offered as a slash command."""

    location: str | None = None
    """Where it was found."""

    content: str | None = None
    """Its text."""


@define(kw_only=True, eq=False, repr=False)
class SkillsConfig(Record):
    """Where skills are found."""

    wire_names_ = {"paths": "paths", "urls": "urls"}

    paths: list[str] | None = None
    """Directories."""

    urls: list[str] | None = None
    """Addresses."""


@define(kw_only=True, eq=False, repr=False)
class SkillsEnvelope(Record):
    """The `SkillsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[Skill]
    """The skills."""


@define(kw_only=True, eq=False, repr=False)
class SyntheticMessage(Record):
    """What the server said in the user's place."""

    wire_names_ = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "sessionID": "session_id",
        "text": "text",
    }
    tags_ = {"type": ("synthetic",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["synthetic"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    session_id: str | None = None
    """The session."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class SystemMessage(Record):
    """What the agent was told by the system."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "text": "text"}
    tags_ = {"type": ("system",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["system"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class TextPart(Record):
    """What the agent said."""

    wire_names_ = {"type": "type", "id": "id", "text": "text"}
    tags_ = {"type": ("text",)}

    type: Literal["text"] | str
    """The kind of part."""

    id: str
    """Its id."""

    text: str | None = None
    """The text, so far."""


@define(kw_only=True, eq=False, repr=False)
class Todo(Record):
    """Something that the agent means to do."""

    wire_names_ = {"content": "content", "status": "status", "priority": "priority"}

    content: str
    """What."""

    status: str | None = None
    """How far it is, for instance pending, in_progress or completed."""

    priority: str | None = None
    """How much it matters, for instance high, medium or low."""


@define(kw_only=True, eq=False, repr=False)
class TodosEnvelope(Record):
    """The `TodosEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: list[Todo]
    """The todos."""


@define(kw_only=True, eq=False, repr=False)
class TokenUsage(Record):
    """How many tokens were used."""

    wire_names_ = {"input": "input", "output": "output", "reasoning": "reasoning", "cache": "cache"}

    input: float | None = None
    """Tokens that were sent to the model."""

    output: float | None = None
    """Tokens that the model gave."""

    reasoning: float | None = None
    """Tokens that it thought with."""

    cache: CacheUsage | None = None
    """Tokens that went through the provider's cache."""


@define(kw_only=True, eq=False, repr=False)
class ToolCompleted(Record):
    """A tool call that is done."""

    wire_names_ = {
        "status": "status",
        "input": "input",
        "attachments": "attachments",
        "content": "content",
        "outputPaths": "output_paths",
        "structured": "structured",
        "result": "result",
    }
    tags_ = {"status": ("completed",)}

    status: Literal["completed"] | str
    """How far it is."""

    input: dict[str, Any] | None = None
    """Its input."""

    attachments: list[PromptFile] = Factory(lambda: list[PromptFile]())
    """Files that it gave."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """What it gave, for the model."""

    output_paths: list[str] = Factory(lambda: list[str]())
    """The files that its output is in, where it was too long."""

    structured: dict[str, Any] | None = None
    """What it gave, for programs."""

    result: Any = None
    """What the provider gave, where it ran the tool itself."""


@define(kw_only=True, eq=False, repr=False)
class ToolContent(Record):
    """Something that a tool gave for the model."""

    wire_names_ = {"type": "type", "text": "text"}

    type: str
    """The kind of content, for instance text or file."""

    text: str | None = None
    """The text, where it is text."""


@define(kw_only=True, eq=False, repr=False)
class ToolFailed(Record):
    """A tool call that went wrong."""

    wire_names_ = {
        "status": "status",
        "input": "input",
        "content": "content",
        "structured": "structured",
        "error": "error",
        "result": "result",
    }
    tags_ = {"status": ("error",)}

    status: Literal["error"] | str
    """How far it is."""

    input: dict[str, Any] | None = None
    """Its input."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """What it gave, for the model."""

    structured: dict[str, Any] | None = None
    """What it gave, for programs."""

    error: ErrorInfo | None = None
    """What went wrong."""

    result: Any = None
    """What the provider gave, where it ran the tool itself."""


@define(kw_only=True, eq=False, repr=False)
class ToolOutputConfig(Record):
    """How much of a tool's output is kept."""

    wire_names_ = {"max_lines": "max_lines", "max_bytes": "max_bytes"}

    max_lines: int | None = None
    """Lines at most."""

    max_bytes: int | None = None
    """Bytes at most."""


@define(kw_only=True, eq=False, repr=False)
class ToolPart(Record):
    """A tool that the agent called."""

    wire_names_ = {"type": "type", "id": "id", "name": "name", "provider": "provider", "state": "state", "time": "time"}
    tags_ = {"type": ("tool",)}

    type: Literal["tool"] | str
    """The kind of part."""

    id: str
    """Its id, which is that of the call."""

    name: str | None = None
    """The tool."""

    provider: ToolProvider | None = None
    """What the provider says of the call."""

    state: ToolState | None = None
    """How far the call is."""

    time: ToolTime | None = None
    """When things happened to it."""


@define(kw_only=True, eq=False, repr=False)
class ToolPending(Record):
    """A tool call that the model is still writing."""

    wire_names_ = {"status": "status", "input": "input"}
    tags_ = {"status": ("pending",)}

    status: Literal["pending"] | str
    """How far it is."""

    input: str | None = None
    """Its input so far, as JSON text that may be unfinished."""


@define(kw_only=True, eq=False, repr=False)
class ToolProvider(Record):
    """What the provider says of a tool call."""

    wire_names_ = {"executed": "executed", "metadata": "metadata", "resultMetadata": "result_metadata"}

    executed: bool | None = None
    """Whether the provider ran it itself."""

    metadata: dict[str, Any] | None = None
    """What it says of the call."""

    result_metadata: dict[str, Any] | None = None
    """What it says of the result."""


@define(kw_only=True, eq=False, repr=False)
class ToolRunning(Record):
    """A tool call that runs."""

    wire_names_ = {"status": "status", "input": "input", "structured": "structured", "content": "content"}
    tags_ = {"status": ("running",)}

    status: Literal["running"] | str
    """How far it is."""

    input: dict[str, Any] | None = None
    """Its input."""

    structured: dict[str, Any] | None = None
    """What it gave so far, for programs."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """What it gave so far, for the model."""


@define(kw_only=True, eq=False, repr=False)
class ToolTime(Record):
    """When things happened to a tool call, in Unix milliseconds."""

    wire_names_ = {"created": "created", "ran": "ran", "completed": "completed", "pruned": "pruned"}

    created: float | None = None
    """When it was begun."""

    ran: float | None = None
    """When it was run, once it was."""

    completed: float | None = None
    """When it was done, once it was."""

    pruned: float | None = None
    """When its output was left out of the context, if it was."""


@define(kw_only=True, eq=False, repr=False)
class UserMessage(Record):
    """What the user said."""

    wire_names_ = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "text": "text",
        "files": "files",
        "agents": "agents",
    }
    tags_ = {"type": ("user",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["user"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    text: str | None = None
    """The text."""

    files: list[PromptFile] = Factory(lambda: list[PromptFile]())
    """Files that came with it."""

    agents: list[PromptAgent] = Factory(lambda: list[PromptAgent]())
    """Agents that the text names."""


@define(kw_only=True, eq=False, repr=False)
class VcsApplied(Record):
    """Whether a patch was applied."""

    wire_names_ = {"applied": "applied"}

    applied: bool | None = None
    """Whether it was."""


@define(kw_only=True, eq=False, repr=False)
class VcsAppliedEnvelope(Record):
    """The `VcsAppliedEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: VcsApplied
    """Whether it was applied."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileDiff(Record):
    """How a file of the runtime directory differs."""

    wire_names_ = {
        "file": "file",
        "patch": "patch",
        "additions": "additions",
        "deletions": "deletions",
        "status": "status",
    }

    file: str
    """Its path."""

    patch: str | None = None
    """The difference, as a unified diff."""

    additions: float | None = None
    """How many lines were added."""

    deletions: float | None = None
    """How many lines were deleted."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """What happened to it."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileDiffsEnvelope(Record):
    """The `VcsFileDiffsEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[VcsFileDiff]
    """The diff of each file."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileStatus(Record):
    """A changed file."""

    wire_names_ = {"file": "file", "additions": "additions", "deletions": "deletions", "status": "status"}

    file: str
    """Its path."""

    additions: float | None = None
    """How many lines were added."""

    deletions: float | None = None
    """How many lines were deleted."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """What happened to it."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileStatusesEnvelope(Record):
    """The `VcsFileStatusesEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[VcsFileStatus]
    """The changed files."""


@define(kw_only=True, eq=False, repr=False)
class VcsInfo(Record):
    """What version control says of a directory."""

    wire_names_ = {"branch": "branch", "default_branch": "default_branch"}

    branch: str | None = None
    """The current branch."""

    default_branch: str | None = None
    """The default branch."""


@define(kw_only=True, eq=False, repr=False)
class VcsInfoEnvelope(Record):
    """The `VcsInfoEnvelope` object of the contract."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: VcsInfo
    """The version-control metadata."""


@define(kw_only=True, eq=False, repr=False)
class VcsPatchInput(Record):
    """The `VcsPatchInput` object of the contract."""

    wire_names_ = {"patch": "patch"}

    patch: str
    """The patch, as a unified diff."""


@define(kw_only=True, eq=False, repr=False)
class WatcherConfig(Record):
    """What the file watcher leaves out."""

    wire_names_ = {"ignore": "ignore"}

    ignore: list[str] | None = None
    """Globs of paths."""


@define(kw_only=True, eq=False, repr=False)
class Workspace(Record):
    """A workspace."""

    wire_names_ = {
        "id": "id",
        "type": "type",
        "name": "name",
        "branch": "branch",
        "directory": "directory",
        "extra": "extra",
        "projectID": "project_id",
        "timeUsed": "time_used",
        "archived": "archived",
        "metadata": "metadata",
    }

    id: str
    """Its id, with the prefix `wrk_`."""

    type: str | None = None
    """The kind of workspace."""

    name: str | None = None
    """Its name."""

    branch: str | None = None
    """The branch it is on."""

    directory: str | None = None
    """Where it is."""

    extra: Any = None
    """What its adapter keeps."""

    project_id: str | None = None
    """The project it belongs to."""

    time_used: float | str | None = None
    """When it was last used, in Unix milliseconds; NaN and Infinity come as text."""

    archived: bool | None = None
    """Whether it is archived."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceCreate(Record):
    """The `WorkspaceCreate` object of the contract."""

    wire_names_ = {
        "projectID": "project_id",
        "name": "name",
        "directory": "directory",
        "type": "type",
        "metadata": "metadata",
    }

    project_id: str | None = None
    """The project it belongs to."""

    name: str | None = None
    """What to call it."""

    directory: str | None = None
    """Where it is."""

    type: str
    """The kind of workspace, such as the adapter that runs it."""

    metadata: dict[str, Any] | None = None
    """What else to keep about it."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceEnvelope(Record):
    """The `WorkspaceEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: Workspace
    """The workspace."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceStatus(Record):
    """How a workspace is."""

    wire_names_ = {"workspaceID": "workspace_id", "status": "status"}

    workspace_id: str
    """The workspace."""

    status: Literal["connected", "connecting", "disconnected", "error"] | str | None = None
    """The state of its connection."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceStatusesEnvelope(Record):
    """The `WorkspaceStatusesEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: list[WorkspaceStatus]
    """The status of each workspace."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceUpdate(Record):
    """The `WorkspaceUpdate` object of the contract."""

    wire_names_ = {"name": "name", "metadata": "metadata", "archived": "archived"}

    name: str | None = None
    """The new name."""

    metadata: dict[str, Any] | None = None
    """What else to keep about it, in place of the old."""

    archived: bool | None = None
    """Whether it is archived."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceWarp(Record):
    """The `WorkspaceWarp` object of the contract."""

    wire_names_ = {"workspaceID": "workspace_id", "sessionID": "session_id", "copyChanges": "copy_changes"}

    workspace_id: str | None = None
    """The workspace to move into; without it, out of the one that it is in."""

    session_id: str
    """The session to move."""

    copy_changes: bool
    """Whether its uncommitted changes move along."""


@define(kw_only=True, eq=False, repr=False)
class WorkspacesEnvelope(Record):
    """The `WorkspacesEnvelope` object of the contract."""

    wire_names_ = {"data": "data"}

    data: list[Workspace]
    """The workspaces."""


Credential: TypeAlias = OauthCredential | ApiCredential | Unknown
"""What proves to a service who the caller is."""


McpServerConfig: TypeAlias = McpLocalConfig | McpRemoteConfig | Unknown
"""How to reach a tool-protocol server."""


Message: TypeAlias = (
    UserMessage
    | AssistantMessage
    | SystemMessage
    | SyntheticMessage
    | ShellMessage
    | CompactionMessage
    | AgentSwitchedMessage
    | ModelSwitchedMessage
    | Unknown
)
"""A message of a session."""


Part: TypeAlias = TextPart | ReasoningPart | ToolPart | Unknown
"""A part of what an agent said; its id is the partID of events."""


ProviderApi: TypeAlias = AisdkApi | NativeApi | Unknown
"""How a provider or a model of it is spoken to."""


ToolState: TypeAlias = ToolPending | ToolRunning | ToolCompleted | ToolFailed | Unknown
"""How far a tool call is."""


def decode_account(d: dict[str, Any]) -> Account:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Account)
    o.id = d["id"]
    o.service_id = d["serviceID"]
    o.type = d.get("type")
    o.description = d.get("description")
    o.active = d.get("active")
    o.source_ = None if len(d) == 2 + ("type" in d) + ("description" in d) + ("active" in d) else d
    return o


def encode_account(o: Account) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "serviceID": o.service_id,
    }
    if o.type is not None:
        d["type"] = o.type
    if o.description is not None:
        d["description"] = o.description
    if o.active is not None:
        d["active"] = o.active
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_account_create(d: dict[str, Any]) -> AccountCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountCreate)
    o.service_id = d["serviceID"]
    o.credential = decode_credential(d["credential"])
    o.description = d.get("description")
    o.active = d.get("active")
    o.source_ = None if len(d) == 2 + ("description" in d) + ("active" in d) else d
    return o


def encode_account_create(o: AccountCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "serviceID": o.service_id,
        "credential": encode_credential(o.credential),
    }
    if o.description is not None:
        d["description"] = o.description
    if o.active is not None:
        d["active"] = o.active
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_account_envelope(d: dict[str, Any]) -> AccountEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountEnvelope)
    o.data = decode_account(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_account_envelope(o: AccountEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_account(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_account_update(d: dict[str, Any]) -> AccountUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountUpdate)
    o.description = d.get("description")
    o.credential = None if (v := d.get("credential")) is None else decode_credential(v)
    o.source_ = None if len(d) == 0 + ("description" in d) + ("credential" in d) else d
    return o


def encode_account_update(o: AccountUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.description is not None:
        d["description"] = o.description
    if o.credential is not None:
        d["credential"] = encode_credential(o.credential)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_accounts_answer(d: dict[str, Any]) -> AccountsAnswer:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AccountsAnswer)
    o.data = [decode_account(each) for each in array(d["data"])]
    o.active = d["active"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_accounts_answer(o: AccountsAnswer) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_account(each) for each in o.data],
        "active": o.active,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_agent(d: dict[str, Any]) -> Agent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Agent)
    if len(d) == 10:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.system = d["system"]
            o.description = d["description"]
            o.mode = d["mode"]
            o.hidden = d["hidden"]
            o.color = d["color"]
            o.steps = d["steps"]
            o.permissions = (
                [] if (v := d["permissions"]) is None else [decode_permission_rule(each) for each in array(v)]
            )
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
    o.system = d.get("system")
    o.description = d.get("description")
    o.mode = d.get("mode")
    o.hidden = d.get("hidden")
    o.color = d.get("color")
    o.steps = d.get("steps")
    o.permissions = [] if (v := d.get("permissions")) is None else [decode_permission_rule(each) for each in array(v)]
    o.source_ = (
        None
        if len(d)
        == 1
        + ("model" in d)
        + ("request" in d)
        + ("system" in d)
        + ("description" in d)
        + ("mode" in d)
        + ("hidden" in d)
        + ("color" in d)
        + ("steps" in d)
        + ("permissions" in d)
        else d
    )
    return o


def encode_agent(o: Agent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "permissions": [encode_permission_rule(each) for each in o.permissions],
    }
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.request is not None:
        d["request"] = encode_provider_request(o.request)
    if o.system is not None:
        d["system"] = o.system
    if o.description is not None:
        d["description"] = o.description
    if o.mode is not None:
        d["mode"] = o.mode
    if o.hidden is not None:
        d["hidden"] = o.hidden
    if o.color is not None:
        d["color"] = o.color
    if o.steps is not None:
        d["steps"] = o.steps
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_agent_config(d: dict[str, Any]) -> AgentConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AgentConfig)
    if len(d) == 15:  # most often all that may be there is, and nothing else
        try:
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
            o.options = d["options"]
            o.color = d["color"]
            o.steps = d["steps"]
            o.max_steps = d["maxSteps"]
            o.permission = d["permission"]
            o.source_ = None
            return o
        except KeyError:
            pass
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
    o.options = d.get("options")
    o.color = d.get("color")
    o.steps = d.get("steps")
    o.max_steps = d.get("maxSteps")
    o.permission = d.get("permission")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("model" in d)
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


def encode_agent_config(o: AgentConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.model is not None:
        d["model"] = o.model
    if o.variant is not None:
        d["variant"] = o.variant
    if o.temperature is not None:
        d["temperature"] = o.temperature
    if o.top_p is not None:
        d["top_p"] = o.top_p
    if o.prompt is not None:
        d["prompt"] = o.prompt
    if o.tools is not None:
        d["tools"] = o.tools
    if o.disable is not None:
        d["disable"] = o.disable
    if o.description is not None:
        d["description"] = o.description
    if o.mode is not None:
        d["mode"] = o.mode
    if o.hidden is not None:
        d["hidden"] = o.hidden
    if o.options is not None:
        d["options"] = o.options
    if o.color is not None:
        d["color"] = o.color
    if o.steps is not None:
        d["steps"] = o.steps
    if o.max_steps is not None:
        d["maxSteps"] = o.max_steps
    if o.permission is not None:
        d["permission"] = o.permission
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_agent_switched_message(d: dict[str, Any]) -> AgentSwitchedMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AgentSwitchedMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.agent = d.get("agent")
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("agent" in d) else d
    return o


def encode_agent_switched_message(o: AgentSwitchedMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.agent is not None:
        d["agent"] = o.agent
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_agents_envelope(d: dict[str, Any]) -> AgentsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AgentsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_agent(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_agents_envelope(o: AgentsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_agent(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


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


def decode_api_credential(d: dict[str, Any]) -> ApiCredential:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ApiCredential)
    o.type = d["type"]
    o.key = d["key"]
    o.metadata = d.get("metadata")
    o.source_ = None if len(d) == 2 + ("metadata" in d) else d
    return o


def encode_api_credential(o: ApiCredential) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "key": o.key,
    }
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_assistant_message(d: dict[str, Any]) -> AssistantMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AssistantMessage)
    if len(d) == 12:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = d["metadata"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.content = [] if (v := d["content"]) is None else [decode_part(each) for each in array(v)]
            o.snapshot = None if (v := d["snapshot"]) is None else decode_message_snapshot(v)
            o.finish = d["finish"]
            o.cost = d["cost"]
            o.tokens = None if (v := d["tokens"]) is None else decode_token_usage(v)
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.agent = d.get("agent")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.content = [] if (v := d.get("content")) is None else [decode_part(each) for each in array(v)]
    o.snapshot = None if (v := d.get("snapshot")) is None else decode_message_snapshot(v)
    o.finish = d.get("finish")
    o.cost = d.get("cost")
    o.tokens = None if (v := d.get("tokens")) is None else decode_token_usage(v)
    o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    o.source_ = (
        None
        if len(d)
        == 2
        + ("time" in d)
        + ("metadata" in d)
        + ("agent" in d)
        + ("model" in d)
        + ("content" in d)
        + ("snapshot" in d)
        + ("finish" in d)
        + ("cost" in d)
        + ("tokens" in d)
        + ("error" in d)
        else d
    )
    return o


def encode_assistant_message(o: AssistantMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "content": [encode_part(each) for each in o.content],
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.agent is not None:
        d["agent"] = o.agent
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.snapshot is not None:
        d["snapshot"] = encode_message_snapshot(o.snapshot)
    if o.finish is not None:
        d["finish"] = o.finish
    if o.cost is not None:
        d["cost"] = o.cost
    if o.tokens is not None:
        d["tokens"] = encode_token_usage(o.tokens)
    if o.error is not None:
        d["error"] = encode_error_info(o.error)
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


def decode_catalog_model(d: dict[str, Any]) -> CatalogModel:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CatalogModel)
    if len(d) == 13:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.provider_id = d["providerID"]
            o.family = d["family"]
            o.name = d["name"]
            o.api = None if (v := d["api"]) is None else decode_provider_api(v)
            o.capabilities = None if (v := d["capabilities"]) is None else decode_model_capabilities(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.variants = [] if (v := d["variants"]) is None else [decode_model_variant(each) for each in array(v)]
            o.time = None if (v := d["time"]) is None else decode_model_time(v)
            o.cost = [] if (v := d["cost"]) is None else [decode_model_cost(each) for each in array(v)]
            o.status = d["status"]
            o.enabled = d["enabled"]
            o.limit = None if (v := d["limit"]) is None else decode_model_limit(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.provider_id = d["providerID"]
    o.family = d.get("family")
    o.name = d.get("name")
    o.api = None if (v := d.get("api")) is None else decode_provider_api(v)
    o.capabilities = None if (v := d.get("capabilities")) is None else decode_model_capabilities(v)
    o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
    o.variants = [] if (v := d.get("variants")) is None else [decode_model_variant(each) for each in array(v)]
    o.time = None if (v := d.get("time")) is None else decode_model_time(v)
    o.cost = [] if (v := d.get("cost")) is None else [decode_model_cost(each) for each in array(v)]
    o.status = d.get("status")
    o.enabled = d.get("enabled")
    o.limit = None if (v := d.get("limit")) is None else decode_model_limit(v)
    o.source_ = (
        None
        if len(d)
        == 2
        + ("family" in d)
        + ("name" in d)
        + ("api" in d)
        + ("capabilities" in d)
        + ("request" in d)
        + ("variants" in d)
        + ("time" in d)
        + ("cost" in d)
        + ("status" in d)
        + ("enabled" in d)
        + ("limit" in d)
        else d
    )
    return o


def encode_catalog_model(o: CatalogModel) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "providerID": o.provider_id,
        "variants": [encode_model_variant(each) for each in o.variants],
        "cost": [encode_model_cost(each) for each in o.cost],
    }
    if o.family is not None:
        d["family"] = o.family
    if o.name is not None:
        d["name"] = o.name
    if o.api is not None:
        d["api"] = encode_provider_api(o.api)
    if o.capabilities is not None:
        d["capabilities"] = encode_model_capabilities(o.capabilities)
    if o.request is not None:
        d["request"] = encode_provider_request(o.request)
    if o.time is not None:
        d["time"] = encode_model_time(o.time)
    if o.status is not None:
        d["status"] = o.status
    if o.enabled is not None:
        d["enabled"] = o.enabled
    if o.limit is not None:
        d["limit"] = encode_model_limit(o.limit)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_catalog_model_envelope(d: dict[str, Any]) -> CatalogModelEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CatalogModelEnvelope)
    o.data = decode_catalog_model(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_catalog_model_envelope(o: CatalogModelEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_catalog_model(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_catalog_models_envelope(d: dict[str, Any]) -> CatalogModelsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CatalogModelsEnvelope)
    o.data = [decode_catalog_model(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_catalog_models_envelope(o: CatalogModelsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_catalog_model(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_command(d: dict[str, Any]) -> Command:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Command)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.name = d["name"]
            o.template = d["template"]
            o.description = d["description"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.subtask = d["subtask"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.name = d["name"]
    o.template = d.get("template")
    o.description = d.get("description")
    o.agent = d.get("agent")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.subtask = d.get("subtask")
    o.source_ = (
        None
        if len(d) == 1 + ("template" in d) + ("description" in d) + ("agent" in d) + ("model" in d) + ("subtask" in d)
        else d
    )
    return o


def encode_command(o: Command) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
    }
    if o.template is not None:
        d["template"] = o.template
    if o.description is not None:
        d["description"] = o.description
    if o.agent is not None:
        d["agent"] = o.agent
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.subtask is not None:
        d["subtask"] = o.subtask
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_command_config(d: dict[str, Any]) -> CommandConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CommandConfig)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.template = d["template"]
            o.description = d["description"]
            o.agent = d["agent"]
            o.model = d["model"]
            o.variant = d["variant"]
            o.subtask = d["subtask"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.template = d.get("template")
    o.description = d.get("description")
    o.agent = d.get("agent")
    o.model = d.get("model")
    o.variant = d.get("variant")
    o.subtask = d.get("subtask")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("template" in d)
        + ("description" in d)
        + ("agent" in d)
        + ("model" in d)
        + ("variant" in d)
        + ("subtask" in d)
        else d
    )
    return o


def encode_command_config(o: CommandConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.template is not None:
        d["template"] = o.template
    if o.description is not None:
        d["description"] = o.description
    if o.agent is not None:
        d["agent"] = o.agent
    if o.model is not None:
        d["model"] = o.model
    if o.variant is not None:
        d["variant"] = o.variant
    if o.subtask is not None:
        d["subtask"] = o.subtask
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_commands_envelope(d: dict[str, Any]) -> CommandsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CommandsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_command(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_commands_envelope(o: CommandsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_command(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_compaction_config(d: dict[str, Any]) -> CompactionConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CompactionConfig)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.auto = d["auto"]
            o.prune = d["prune"]
            o.tail_turns = d["tail_turns"]
            o.preserve_recent_tokens = d["preserve_recent_tokens"]
            o.reserved = d["reserved"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.auto = d.get("auto")
    o.prune = d.get("prune")
    o.tail_turns = d.get("tail_turns")
    o.preserve_recent_tokens = d.get("preserve_recent_tokens")
    o.reserved = d.get("reserved")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("auto" in d)
        + ("prune" in d)
        + ("tail_turns" in d)
        + ("preserve_recent_tokens" in d)
        + ("reserved" in d)
        else d
    )
    return o


def encode_compaction_config(o: CompactionConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.auto is not None:
        d["auto"] = o.auto
    if o.prune is not None:
        d["prune"] = o.prune
    if o.tail_turns is not None:
        d["tail_turns"] = o.tail_turns
    if o.preserve_recent_tokens is not None:
        d["preserve_recent_tokens"] = o.preserve_recent_tokens
    if o.reserved is not None:
        d["reserved"] = o.reserved
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_compaction_message(d: dict[str, Any]) -> CompactionMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CompactionMessage)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = d["metadata"]
            o.reason = d["reason"]
            o.summary = d["summary"]
            o.recent = d["recent"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.reason = d.get("reason")
    o.summary = d.get("summary")
    o.recent = d.get("recent")
    o.source_ = (
        None
        if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("reason" in d) + ("summary" in d) + ("recent" in d)
        else d
    )
    return o


def encode_compaction_message(o: CompactionMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.reason is not None:
        d["reason"] = o.reason
    if o.summary is not None:
        d["summary"] = o.summary
    if o.recent is not None:
        d["recent"] = o.recent
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_config(d: dict[str, Any]) -> Config:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Config)
    if len(d) == 36:  # most often all that may be there is, and nothing else
        try:
            o.schema = d["$schema"]
            o.shell = d["shell"]
            o.log_level = d["logLevel"]
            o.server = None if (v := d["server"]) is None else decode_server_config(v)
            o.command = (
                None if (v := d["command"]) is None else {key: decode_command_config(each) for key, each in v.items()}
            )
            o.skills = None if (v := d["skills"]) is None else decode_skills_config(v)
            o.references = d["references"]
            o.reference = d["reference"]
            o.watcher = None if (v := d["watcher"]) is None else decode_watcher_config(v)
            o.snapshot = d["snapshot"]
            o.plugin = (
                None
                if (v := d["plugin"]) is None
                else [(array(each) if has_form(each, list) else each) for each in array(v)]
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
            o.mode = None if (v := d["mode"]) is None else {key: decode_agent_config(each) for key, each in v.items()}
            o.agent = None if (v := d["agent"]) is None else {key: decode_agent_config(each) for key, each in v.items()}
            o.provider = (
                None if (v := d["provider"]) is None else {key: decode_provider_config(each) for key, each in v.items()}
            )
            o.mcp = (
                None if (v := d["mcp"]) is None else {key: decode_mcp_server_config(each) for key, each in v.items()}
            )
            o.formatter = (
                None
                if (v := d["formatter"]) is None
                else ({key: decode_formatter_config(each) for key, each in v.items()} if has_form(v, dict) else v)
            )
            o.lsp = (
                None
                if (v := d["lsp"]) is None
                else ({key: decode_lsp_config(each) for key, each in v.items()} if has_form(v, dict) else v)
            )
            o.instructions = None if (v := d["instructions"]) is None else array(v)
            o.layout = d["layout"]
            o.permission = d["permission"]
            o.tools = d["tools"]
            o.attachment = d["attachment"]
            o.enterprise = None if (v := d["enterprise"]) is None else decode_enterprise_config(v)
            o.tool_output = None if (v := d["tool_output"]) is None else decode_tool_output_config(v)
            o.compaction = None if (v := d["compaction"]) is None else decode_compaction_config(v)
            o.experimental = None if (v := d["experimental"]) is None else decode_experimental_config(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.schema = d.get("$schema")
    o.shell = d.get("shell")
    o.log_level = d.get("logLevel")
    o.server = None if (v := d.get("server")) is None else decode_server_config(v)
    o.command = (
        None if (v := d.get("command")) is None else {key: decode_command_config(each) for key, each in v.items()}
    )
    o.skills = None if (v := d.get("skills")) is None else decode_skills_config(v)
    o.references = d.get("references")
    o.reference = d.get("reference")
    o.watcher = None if (v := d.get("watcher")) is None else decode_watcher_config(v)
    o.snapshot = d.get("snapshot")
    o.plugin = (
        None
        if (v := d.get("plugin")) is None
        else [(array(each) if has_form(each, list) else each) for each in array(v)]
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
    o.mode = None if (v := d.get("mode")) is None else {key: decode_agent_config(each) for key, each in v.items()}
    o.agent = None if (v := d.get("agent")) is None else {key: decode_agent_config(each) for key, each in v.items()}
    o.provider = (
        None if (v := d.get("provider")) is None else {key: decode_provider_config(each) for key, each in v.items()}
    )
    o.mcp = None if (v := d.get("mcp")) is None else {key: decode_mcp_server_config(each) for key, each in v.items()}
    o.formatter = (
        None
        if (v := d.get("formatter")) is None
        else ({key: decode_formatter_config(each) for key, each in v.items()} if has_form(v, dict) else v)
    )
    o.lsp = (
        None
        if (v := d.get("lsp")) is None
        else ({key: decode_lsp_config(each) for key, each in v.items()} if has_form(v, dict) else v)
    )
    o.instructions = None if (v := d.get("instructions")) is None else array(v)
    o.layout = d.get("layout")
    o.permission = d.get("permission")
    o.tools = d.get("tools")
    o.attachment = d.get("attachment")
    o.enterprise = None if (v := d.get("enterprise")) is None else decode_enterprise_config(v)
    o.tool_output = None if (v := d.get("tool_output")) is None else decode_tool_output_config(v)
    o.compaction = None if (v := d.get("compaction")) is None else decode_compaction_config(v)
    o.experimental = None if (v := d.get("experimental")) is None else decode_experimental_config(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("$schema" in d)
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


def encode_config(o: Config) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.schema is not None:
        d["$schema"] = o.schema
    if o.shell is not None:
        d["shell"] = o.shell
    if o.log_level is not None:
        d["logLevel"] = o.log_level
    if o.server is not None:
        d["server"] = encode_server_config(o.server)
    if o.command is not None:
        d["command"] = {key: encode_command_config(each) for key, each in o.command.items()}
    if o.skills is not None:
        d["skills"] = encode_skills_config(o.skills)
    if o.references is not None:
        d["references"] = o.references
    if o.reference is not None:
        d["reference"] = o.reference
    if o.watcher is not None:
        d["watcher"] = encode_watcher_config(o.watcher)
    if o.snapshot is not None:
        d["snapshot"] = o.snapshot
    if o.plugin is not None:
        d["plugin"] = o.plugin
    if o.share is not None:
        d["share"] = o.share
    if o.autoshare is not None:
        d["autoshare"] = o.autoshare
    if o.autoupdate is not None:
        d["autoupdate"] = o.autoupdate
    if o.disabled_providers is not None:
        d["disabled_providers"] = o.disabled_providers
    if o.enabled_providers is not None:
        d["enabled_providers"] = o.enabled_providers
    if o.model is not None:
        d["model"] = o.model
    if o.small_model is not None:
        d["small_model"] = o.small_model
    if o.default_agent is not None:
        d["default_agent"] = o.default_agent
    if o.subagent_depth is not None:
        d["subagent_depth"] = o.subagent_depth
    if o.username is not None:
        d["username"] = o.username
    if o.mode is not None:
        d["mode"] = {key: encode_agent_config(each) for key, each in o.mode.items()}
    if o.agent is not None:
        d["agent"] = {key: encode_agent_config(each) for key, each in o.agent.items()}
    if o.provider is not None:
        d["provider"] = {key: encode_provider_config(each) for key, each in o.provider.items()}
    if o.mcp is not None:
        d["mcp"] = {key: encode_mcp_server_config(each) for key, each in o.mcp.items()}
    if o.formatter is not None:
        d["formatter"] = (
            {key: encode_formatter_config(each) for key, each in o.formatter.items()}
            if isinstance(o.formatter, dict)
            else o.formatter
        )
    if o.lsp is not None:
        d["lsp"] = {key: encode_lsp_config(each) for key, each in o.lsp.items()} if isinstance(o.lsp, dict) else o.lsp
    if o.instructions is not None:
        d["instructions"] = o.instructions
    if o.layout is not None:
        d["layout"] = o.layout
    if o.permission is not None:
        d["permission"] = o.permission
    if o.tools is not None:
        d["tools"] = o.tools
    if o.attachment is not None:
        d["attachment"] = o.attachment
    if o.enterprise is not None:
        d["enterprise"] = encode_enterprise_config(o.enterprise)
    if o.tool_output is not None:
        d["tool_output"] = encode_tool_output_config(o.tool_output)
    if o.compaction is not None:
        d["compaction"] = encode_compaction_config(o.compaction)
    if o.experimental is not None:
        d["experimental"] = encode_experimental_config(o.experimental)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_config_envelope(d: dict[str, Any]) -> ConfigEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ConfigEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_config(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_config_envelope(o: ConfigEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_config(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_config_update(d: dict[str, Any]) -> ConfigUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ConfigUpdate)
    o.config = decode_config(d["config"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_config_update(o: ConfigUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "config": encode_config(o.config),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_cost_tier(d: dict[str, Any]) -> CostTier:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CostTier)
    o.type = d.get("type")
    o.size = d.get("size")
    o.source_ = None if len(d) == 0 + ("type" in d) + ("size" in d) else d
    return o


def encode_cost_tier(o: CostTier) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
    if o.size is not None:
        d["size"] = o.size
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_cursor(d: dict[str, Any]) -> Cursor:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Cursor)
    o.previous = d.get("previous")
    o.next = d.get("next")
    o.source_ = None if len(d) == 0 + ("previous" in d) + ("next" in d) else d
    return o


def encode_cursor(o: Cursor) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.previous is not None:
        d["previous"] = o.previous
    if o.next is not None:
        d["next"] = o.next
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_enterprise_config(d: dict[str, Any]) -> EnterpriseConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(EnterpriseConfig)
    o.url = d.get("url")
    o.source_ = None if len(d) == 0 + ("url" in d) else d
    return o


def encode_enterprise_config(o: EnterpriseConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.url is not None:
        d["url"] = o.url
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_error_info(d: dict[str, Any]) -> ErrorInfo:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ErrorInfo)
    o.type = d.get("type")
    o.message = d.get("message")
    o.source_ = None if len(d) == 0 + ("type" in d) + ("message" in d) else d
    return o


def encode_error_info(o: ErrorInfo) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
    if o.message is not None:
        d["message"] = o.message
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
    o.data = d["data"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_event_frame(o: EventFrame) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": o.data,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_experimental_config(d: dict[str, Any]) -> ExperimentalConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ExperimentalConfig)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.disable_paste_summary = d["disable_paste_summary"]
            o.batch_tool = d["batch_tool"]
            o.open_telemetry = d["openTelemetry"]
            o.primary_tools = None if (v := d["primary_tools"]) is None else array(v)
            o.continue_loop_on_deny = d["continue_loop_on_deny"]
            o.mcp_timeout = d["mcp_timeout"]
            o.policies = None if (v := d["policies"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.disable_paste_summary = d.get("disable_paste_summary")
    o.batch_tool = d.get("batch_tool")
    o.open_telemetry = d.get("openTelemetry")
    o.primary_tools = None if (v := d.get("primary_tools")) is None else array(v)
    o.continue_loop_on_deny = d.get("continue_loop_on_deny")
    o.mcp_timeout = d.get("mcp_timeout")
    o.policies = None if (v := d.get("policies")) is None else array(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("disable_paste_summary" in d)
        + ("batch_tool" in d)
        + ("openTelemetry" in d)
        + ("primary_tools" in d)
        + ("continue_loop_on_deny" in d)
        + ("mcp_timeout" in d)
        + ("policies" in d)
        else d
    )
    return o


def encode_experimental_config(o: ExperimentalConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.disable_paste_summary is not None:
        d["disable_paste_summary"] = o.disable_paste_summary
    if o.batch_tool is not None:
        d["batch_tool"] = o.batch_tool
    if o.open_telemetry is not None:
        d["openTelemetry"] = o.open_telemetry
    if o.primary_tools is not None:
        d["primary_tools"] = o.primary_tools
    if o.continue_loop_on_deny is not None:
        d["continue_loop_on_deny"] = o.continue_loop_on_deny
    if o.mcp_timeout is not None:
        d["mcp_timeout"] = o.mcp_timeout
    if o.policies is not None:
        d["policies"] = o.policies
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_content(d: dict[str, Any]) -> FileContent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileContent)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.content = d["content"]
            o.diff = d["diff"]
            o.patch = None if (v := d["patch"]) is None else decode_file_patch(v)
            o.encoding = d["encoding"]
            o.mime_type = d["mimeType"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d.get("type")
    o.content = d.get("content")
    o.diff = d.get("diff")
    o.patch = None if (v := d.get("patch")) is None else decode_file_patch(v)
    o.encoding = d.get("encoding")
    o.mime_type = d.get("mimeType")
    o.source_ = (
        None
        if len(d)
        == 0 + ("type" in d) + ("content" in d) + ("diff" in d) + ("patch" in d) + ("encoding" in d) + ("mimeType" in d)
        else d
    )
    return o


def encode_file_content(o: FileContent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
    if o.content is not None:
        d["content"] = o.content
    if o.diff is not None:
        d["diff"] = o.diff
    if o.patch is not None:
        d["patch"] = encode_file_patch(o.patch)
    if o.encoding is not None:
        d["encoding"] = o.encoding
    if o.mime_type is not None:
        d["mimeType"] = o.mime_type
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_content_envelope(d: dict[str, Any]) -> FileContentEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileContentEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_file_content(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_file_content_envelope(o: FileContentEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_file_content(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_diff(d: dict[str, Any]) -> FileDiff:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileDiff)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.path = d["path"]
            o.status = d["status"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.patch = d["patch"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.path = d["path"]
    o.status = d.get("status")
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.patch = d.get("patch")
    o.source_ = None if len(d) == 1 + ("status" in d) + ("additions" in d) + ("deletions" in d) + ("patch" in d) else d
    return o


def encode_file_diff(o: FileDiff) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "path": o.path,
    }
    if o.status is not None:
        d["status"] = o.status
    if o.additions is not None:
        d["additions"] = o.additions
    if o.deletions is not None:
        d["deletions"] = o.deletions
    if o.patch is not None:
        d["patch"] = o.patch
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_diffs_envelope(d: dict[str, Any]) -> FileDiffsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileDiffsEnvelope)
    o.data = [decode_file_diff(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_file_diffs_envelope(o: FileDiffsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_file_diff(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_patch(d: dict[str, Any]) -> FilePatch:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FilePatch)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.old_file_name = d["oldFileName"]
            o.new_file_name = d["newFileName"]
            o.old_header = d["oldHeader"]
            o.new_header = d["newHeader"]
            o.hunks = [] if (v := d["hunks"]) is None else [decode_patch_hunk(each) for each in array(v)]
            o.index = d["index"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.old_file_name = d.get("oldFileName")
    o.new_file_name = d.get("newFileName")
    o.old_header = d.get("oldHeader")
    o.new_header = d.get("newHeader")
    o.hunks = [] if (v := d.get("hunks")) is None else [decode_patch_hunk(each) for each in array(v)]
    o.index = d.get("index")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("oldFileName" in d)
        + ("newFileName" in d)
        + ("oldHeader" in d)
        + ("newHeader" in d)
        + ("hunks" in d)
        + ("index" in d)
        else d
    )
    return o


def encode_file_patch(o: FilePatch) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "hunks": [encode_patch_hunk(each) for each in o.hunks],
    }
    if o.old_file_name is not None:
        d["oldFileName"] = o.old_file_name
    if o.new_file_name is not None:
        d["newFileName"] = o.new_file_name
    if o.old_header is not None:
        d["oldHeader"] = o.old_header
    if o.new_header is not None:
        d["newHeader"] = o.new_header
    if o.index is not None:
        d["index"] = o.index
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_system_entries_envelope(d: dict[str, Any]) -> FileSystemEntriesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileSystemEntriesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_file_system_entry(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_file_system_entries_envelope(o: FileSystemEntriesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_file_system_entry(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_system_entry(d: dict[str, Any]) -> FileSystemEntry:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileSystemEntry)
    o.path = d["path"]
    o.type = d.get("type")
    o.source_ = None if len(d) == 1 + ("type" in d) else d
    return o


def encode_file_system_entry(o: FileSystemEntry) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "path": o.path,
    }
    if o.type is not None:
        d["type"] = o.type
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_formatter_config(d: dict[str, Any]) -> FormatterConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FormatterConfig)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.disabled = d["disabled"]
            o.command = None if (v := d["command"]) is None else array(v)
            o.environment = d["environment"]
            o.extensions = None if (v := d["extensions"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.disabled = d.get("disabled")
    o.command = None if (v := d.get("command")) is None else array(v)
    o.environment = d.get("environment")
    o.extensions = None if (v := d.get("extensions")) is None else array(v)
    o.source_ = (
        None if len(d) == 0 + ("disabled" in d) + ("command" in d) + ("environment" in d) + ("extensions" in d) else d
    )
    return o


def encode_formatter_config(o: FormatterConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.disabled is not None:
        d["disabled"] = o.disabled
    if o.command is not None:
        d["command"] = o.command
    if o.environment is not None:
        d["environment"] = o.environment
    if o.extensions is not None:
        d["extensions"] = o.extensions
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_formatter_status(d: dict[str, Any]) -> FormatterStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FormatterStatus)
    o.name = d["name"]
    o.extensions = [] if (v := d.get("extensions")) is None else array(v)
    o.enabled = d.get("enabled")
    o.source_ = None if len(d) == 1 + ("extensions" in d) + ("enabled" in d) else d
    return o


def encode_formatter_status(o: FormatterStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
        "extensions": o.extensions,
    }
    if o.enabled is not None:
        d["enabled"] = o.enabled
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_formatter_statuses_envelope(d: dict[str, Any]) -> FormatterStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FormatterStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_formatter_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_formatter_statuses_envelope(o: FormatterStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_formatter_status(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_input(d: dict[str, Any]) -> GrepInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepInput)
    o.pattern = d["pattern"]
    o.include = d.get("include")
    o.limit = d.get("limit")
    o.source_ = None if len(d) == 1 + ("include" in d) + ("limit" in d) else d
    return o


def encode_grep_input(o: GrepInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "pattern": o.pattern,
    }
    if o.include is not None:
        d["include"] = o.include
    if o.limit is not None:
        d["limit"] = o.limit
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_match(d: dict[str, Any]) -> GrepMatch:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepMatch)
    o.path = d["path"]
    o.line = d.get("line")
    o.text = d.get("text")
    o.submatches = [] if (v := d.get("submatches")) is None else [decode_grep_submatch(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("line" in d) + ("text" in d) + ("submatches" in d) else d
    return o


def encode_grep_match(o: GrepMatch) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "path": o.path,
        "submatches": [encode_grep_submatch(each) for each in o.submatches],
    }
    if o.line is not None:
        d["line"] = o.line
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_matches_envelope(d: dict[str, Any]) -> GrepMatchesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepMatchesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_grep_match(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_grep_matches_envelope(o: GrepMatchesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_grep_match(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_submatch(d: dict[str, Any]) -> GrepSubmatch:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepSubmatch)
    o.text = d.get("text")
    o.start = d.get("start")
    o.end = d.get("end")
    o.source_ = None if len(d) == 0 + ("text" in d) + ("start" in d) + ("end" in d) else d
    return o


def encode_grep_submatch(o: GrepSubmatch) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.text is not None:
        d["text"] = o.text
    if o.start is not None:
        d["start"] = o.start
    if o.end is not None:
        d["end"] = o.end
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_lsp_config(d: dict[str, Any]) -> LspConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(LspConfig)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.disabled = d["disabled"]
            o.command = None if (v := d["command"]) is None else array(v)
            o.extensions = None if (v := d["extensions"]) is None else array(v)
            o.env = d["env"]
            o.initialization = d["initialization"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.disabled = d.get("disabled")
    o.command = None if (v := d.get("command")) is None else array(v)
    o.extensions = None if (v := d.get("extensions")) is None else array(v)
    o.env = d.get("env")
    o.initialization = d.get("initialization")
    o.source_ = (
        None
        if len(d)
        == 0 + ("disabled" in d) + ("command" in d) + ("extensions" in d) + ("env" in d) + ("initialization" in d)
        else d
    )
    return o


def encode_lsp_config(o: LspConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.disabled is not None:
        d["disabled"] = o.disabled
    if o.command is not None:
        d["command"] = o.command
    if o.extensions is not None:
        d["extensions"] = o.extensions
    if o.env is not None:
        d["env"] = o.env
    if o.initialization is not None:
        d["initialization"] = o.initialization
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_lsp_status(d: dict[str, Any]) -> LspStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(LspStatus)
    o.id = d["id"]
    o.name = d.get("name")
    o.root = d.get("root")
    o.status = d.get("status")
    o.source_ = None if len(d) == 1 + ("name" in d) + ("root" in d) + ("status" in d) else d
    return o


def encode_lsp_status(o: LspStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.name is not None:
        d["name"] = o.name
    if o.root is not None:
        d["root"] = o.root
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_lsp_statuses_envelope(d: dict[str, Any]) -> LspStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(LspStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_lsp_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_lsp_statuses_envelope(o: LspStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_lsp_status(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


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


def decode_mcp_prompt(d: dict[str, Any]) -> McpPrompt:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpPrompt)
    o.server = d["server"]
    o.name = d["name"]
    o.description = d.get("description")
    o.arguments = [] if (v := d.get("arguments")) is None else [decode_mcp_prompt_argument(each) for each in array(v)]
    o.source_ = None if len(d) == 2 + ("description" in d) + ("arguments" in d) else d
    return o


def encode_mcp_prompt(o: McpPrompt) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "server": o.server,
        "name": o.name,
        "arguments": [encode_mcp_prompt_argument(each) for each in o.arguments],
    }
    if o.description is not None:
        d["description"] = o.description
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_prompt_argument(d: dict[str, Any]) -> McpPromptArgument:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpPromptArgument)
    o.name = d["name"]
    o.description = d.get("description")
    o.required = d.get("required")
    o.source_ = None if len(d) == 1 + ("description" in d) + ("required" in d) else d
    return o


def encode_mcp_prompt_argument(o: McpPromptArgument) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
    }
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
    o.role = d["role"]
    o.content = d.get("content")
    o.source_ = None if len(d) == 1 + ("content" in d) else d
    return o


def encode_mcp_prompt_message(o: McpPromptMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "role": o.role,
    }
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


def decode_mcp_resource(d: dict[str, Any]) -> McpResource:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpResource)
    o.server = d["server"]
    o.name = d.get("name")
    o.uri = d["uri"]
    o.description = d.get("description")
    o.mime_type = d.get("mimeType")
    o.source_ = None if len(d) == 2 + ("name" in d) + ("description" in d) + ("mimeType" in d) else d
    return o


def encode_mcp_resource(o: McpResource) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "server": o.server,
        "uri": o.uri,
    }
    if o.name is not None:
        d["name"] = o.name
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
    o.uri = d["uri"]
    o.mime_type = d.get("mimeType")
    o.text = d.get("text")
    o.blob = d.get("blob")
    o.source_ = None if len(d) == 1 + ("mimeType" in d) + ("text" in d) + ("blob" in d) else d
    return o


def encode_mcp_resource_content(o: McpResourceContent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "uri": o.uri,
    }
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
    o.name = d["name"]
    o.status = None if (v := d.get("status")) is None else decode_mcp_status(v)
    o.source_ = None if len(d) == 1 + ("status" in d) else d
    return o


def encode_mcp_server(o: McpServer) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
    }
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
    o.status = d["status"]
    o.error = d.get("error")
    o.source_ = None if len(d) == 1 + ("error" in d) else d
    return o


def encode_mcp_status(o: McpStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "status": o.status,
    }
    if o.error is not None:
        d["error"] = o.error
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_page(d: dict[str, Any]) -> MessagePage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagePage)
    o.data = [decode_message(each) for each in array(d["data"])]
    o.cursor = None if (v := d.get("cursor")) is None else decode_cursor(v)
    o.source_ = None if len(d) == 1 + ("cursor" in d) else d
    return o


def encode_message_page(o: MessagePage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_message(each) for each in o.data],
    }
    if o.cursor is not None:
        d["cursor"] = encode_cursor(o.cursor)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_snapshot(d: dict[str, Any]) -> MessageSnapshot:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageSnapshot)
    o.start = d.get("start")
    o.end = d.get("end")
    o.files = [] if (v := d.get("files")) is None else array(v)
    o.source_ = None if len(d) == 0 + ("start" in d) + ("end" in d) + ("files" in d) else d
    return o


def encode_message_snapshot(o: MessageSnapshot) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "files": o.files,
    }
    if o.start is not None:
        d["start"] = o.start
    if o.end is not None:
        d["end"] = o.end
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_time(d: dict[str, Any]) -> MessageTime:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageTime)
    o.created = d.get("created")
    o.completed = d.get("completed")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("completed" in d) else d
    return o


def encode_message_time(o: MessageTime) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.created is not None:
        d["created"] = o.created
    if o.completed is not None:
        d["completed"] = o.completed
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_messages_envelope(d: dict[str, Any]) -> MessagesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagesEnvelope)
    o.data = [decode_message(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_messages_envelope(o: MessagesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_message(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_modalities_config(d: dict[str, Any]) -> ModalitiesConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModalitiesConfig)
    o.input = None if (v := d.get("input")) is None else array(v)
    o.output = None if (v := d.get("output")) is None else array(v)
    o.source_ = None if len(d) == 0 + ("input" in d) + ("output" in d) else d
    return o


def encode_modalities_config(o: ModalitiesConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_capabilities(d: dict[str, Any]) -> ModelCapabilities:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelCapabilities)
    o.tools = d.get("tools")
    o.input = [] if (v := d.get("input")) is None else array(v)
    o.output = [] if (v := d.get("output")) is None else array(v)
    o.source_ = None if len(d) == 0 + ("tools" in d) + ("input" in d) + ("output" in d) else d
    return o


def encode_model_capabilities(o: ModelCapabilities) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "input": o.input,
        "output": o.output,
    }
    if o.tools is not None:
        d["tools"] = o.tools
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_config(d: dict[str, Any]) -> ModelConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelConfig)
    if len(d) == 18:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.name = d["name"]
            o.family = d["family"]
            o.release_date = d["release_date"]
            o.attachment = d["attachment"]
            o.reasoning = d["reasoning"]
            o.temperature = d["temperature"]
            o.tool_call = d["tool_call"]
            o.interleaved = d["interleaved"]
            o.cost = None if (v := d["cost"]) is None else decode_model_price(v)
            o.limit = None if (v := d["limit"]) is None else decode_model_limit_config(v)
            o.modalities = None if (v := d["modalities"]) is None else decode_modalities_config(v)
            o.experimental = d["experimental"]
            o.status = d["status"]
            o.provider = None if (v := d["provider"]) is None else decode_model_source_config(v)
            o.options = d["options"]
            o.headers = d["headers"]
            o.variants = d["variants"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.name = d.get("name")
    o.family = d.get("family")
    o.release_date = d.get("release_date")
    o.attachment = d.get("attachment")
    o.reasoning = d.get("reasoning")
    o.temperature = d.get("temperature")
    o.tool_call = d.get("tool_call")
    o.interleaved = d.get("interleaved")
    o.cost = None if (v := d.get("cost")) is None else decode_model_price(v)
    o.limit = None if (v := d.get("limit")) is None else decode_model_limit_config(v)
    o.modalities = None if (v := d.get("modalities")) is None else decode_modalities_config(v)
    o.experimental = d.get("experimental")
    o.status = d.get("status")
    o.provider = None if (v := d.get("provider")) is None else decode_model_source_config(v)
    o.options = d.get("options")
    o.headers = d.get("headers")
    o.variants = d.get("variants")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
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


def encode_model_config(o: ModelConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.name is not None:
        d["name"] = o.name
    if o.family is not None:
        d["family"] = o.family
    if o.release_date is not None:
        d["release_date"] = o.release_date
    if o.attachment is not None:
        d["attachment"] = o.attachment
    if o.reasoning is not None:
        d["reasoning"] = o.reasoning
    if o.temperature is not None:
        d["temperature"] = o.temperature
    if o.tool_call is not None:
        d["tool_call"] = o.tool_call
    if o.interleaved is not None:
        d["interleaved"] = o.interleaved
    if o.cost is not None:
        d["cost"] = encode_model_price(o.cost)
    if o.limit is not None:
        d["limit"] = encode_model_limit_config(o.limit)
    if o.modalities is not None:
        d["modalities"] = encode_modalities_config(o.modalities)
    if o.experimental is not None:
        d["experimental"] = o.experimental
    if o.status is not None:
        d["status"] = o.status
    if o.provider is not None:
        d["provider"] = encode_model_source_config(o.provider)
    if o.options is not None:
        d["options"] = o.options
    if o.headers is not None:
        d["headers"] = o.headers
    if o.variants is not None:
        d["variants"] = o.variants
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_cost(d: dict[str, Any]) -> ModelCost:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelCost)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.tier = None if (v := d["tier"]) is None else decode_cost_tier(v)
            o.input = d["input"]
            o.output = d["output"]
            o.cache = None if (v := d["cache"]) is None else decode_cache_usage(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.tier = None if (v := d.get("tier")) is None else decode_cost_tier(v)
    o.input = d.get("input")
    o.output = d.get("output")
    o.cache = None if (v := d.get("cache")) is None else decode_cache_usage(v)
    o.source_ = None if len(d) == 0 + ("tier" in d) + ("input" in d) + ("output" in d) + ("cache" in d) else d
    return o


def encode_model_cost(o: ModelCost) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.tier is not None:
        d["tier"] = encode_cost_tier(o.tier)
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.cache is not None:
        d["cache"] = encode_cache_usage(o.cache)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_in_use(d: dict[str, Any]) -> ModelInUse:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelInUse)
    o.provider_id = d["providerID"]
    o.model_id = d.get("modelID")
    o.id = d.get("id")
    o.variant = d.get("variant")
    o.source_ = None if len(d) == 1 + ("modelID" in d) + ("id" in d) + ("variant" in d) else d
    return o


def encode_model_in_use(o: ModelInUse) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "providerID": o.provider_id,
    }
    if o.model_id is not None:
        d["modelID"] = o.model_id
    if o.id is not None:
        d["id"] = o.id
    if o.variant is not None:
        d["variant"] = o.variant
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_limit(d: dict[str, Any]) -> ModelLimit:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelLimit)
    o.context = d.get("context")
    o.input = d.get("input")
    o.output = d.get("output")
    o.source_ = None if len(d) == 0 + ("context" in d) + ("input" in d) + ("output" in d) else d
    return o


def encode_model_limit(o: ModelLimit) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.context is not None:
        d["context"] = o.context
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_limit_config(d: dict[str, Any]) -> ModelLimitConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelLimitConfig)
    o.context = d.get("context")
    o.input = d.get("input")
    o.output = d.get("output")
    o.source_ = None if len(d) == 0 + ("context" in d) + ("input" in d) + ("output" in d) else d
    return o


def encode_model_limit_config(o: ModelLimitConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.context is not None:
        d["context"] = o.context
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_price(d: dict[str, Any]) -> ModelPrice:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelPrice)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.input = d["input"]
            o.output = d["output"]
            o.cache_read = d["cache_read"]
            o.cache_write = d["cache_write"]
            o.context_over_200k = d["context_over_200k"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.input = d.get("input")
    o.output = d.get("output")
    o.cache_read = d.get("cache_read")
    o.cache_write = d.get("cache_write")
    o.context_over_200k = d.get("context_over_200k")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("input" in d)
        + ("output" in d)
        + ("cache_read" in d)
        + ("cache_write" in d)
        + ("context_over_200k" in d)
        else d
    )
    return o


def encode_model_price(o: ModelPrice) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.cache_read is not None:
        d["cache_read"] = o.cache_read
    if o.cache_write is not None:
        d["cache_write"] = o.cache_write
    if o.context_over_200k is not None:
        d["context_over_200k"] = o.context_over_200k
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_reference(d: dict[str, Any]) -> ModelReference:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelReference)
    o.provider_id = d["providerID"]
    o.model_id = d["modelID"]
    o.variant = d.get("variant")
    o.source_ = None if len(d) == 2 + ("variant" in d) else d
    return o


def encode_model_reference(o: ModelReference) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "providerID": o.provider_id,
        "modelID": o.model_id,
    }
    if o.variant is not None:
        d["variant"] = o.variant
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_source_config(d: dict[str, Any]) -> ModelSourceConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelSourceConfig)
    o.npm = d.get("npm")
    o.api = d.get("api")
    o.source_ = None if len(d) == 0 + ("npm" in d) + ("api" in d) else d
    return o


def encode_model_source_config(o: ModelSourceConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.npm is not None:
        d["npm"] = o.npm
    if o.api is not None:
        d["api"] = o.api
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_switched_message(d: dict[str, Any]) -> ModelSwitchedMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelSwitchedMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("model" in d) else d
    return o


def encode_model_switched_message(o: ModelSwitchedMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_time(d: dict[str, Any]) -> ModelTime:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelTime)
    o.released = d.get("released")
    o.source_ = None if len(d) == 0 + ("released" in d) else d
    return o


def encode_model_time(o: ModelTime) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.released is not None:
        d["released"] = o.released
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_model_variant(d: dict[str, Any]) -> ModelVariant:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelVariant)
    o.id = d["id"]
    o.headers = d.get("headers")
    o.body = d.get("body")
    o.source_ = None if len(d) == 1 + ("headers" in d) + ("body" in d) else d
    return o


def encode_model_variant(o: ModelVariant) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.headers is not None:
        d["headers"] = o.headers
    if o.body is not None:
        d["body"] = o.body
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


def decode_oauth_credential(d: dict[str, Any]) -> OauthCredential:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(OauthCredential)
    o.type = d["type"]
    o.refresh = d["refresh"]
    o.access = d["access"]
    o.expires = d["expires"]
    o.source_ = None if len(d) == 4 else d
    return o


def encode_oauth_credential(o: OauthCredential) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "refresh": o.refresh,
        "access": o.access,
        "expires": o.expires,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_patch_hunk(d: dict[str, Any]) -> PatchHunk:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PatchHunk)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.old_start = d["oldStart"]
            o.old_lines = d["oldLines"]
            o.new_start = d["newStart"]
            o.new_lines = d["newLines"]
            o.lines = [] if (v := d["lines"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.old_start = d.get("oldStart")
    o.old_lines = d.get("oldLines")
    o.new_start = d.get("newStart")
    o.new_lines = d.get("newLines")
    o.lines = [] if (v := d.get("lines")) is None else array(v)
    o.source_ = (
        None
        if len(d) == 0 + ("oldStart" in d) + ("oldLines" in d) + ("newStart" in d) + ("newLines" in d) + ("lines" in d)
        else d
    )
    return o


def encode_patch_hunk(o: PatchHunk) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "lines": o.lines,
    }
    if o.old_start is not None:
        d["oldStart"] = o.old_start
    if o.old_lines is not None:
        d["oldLines"] = o.old_lines
    if o.new_start is not None:
        d["newStart"] = o.new_start
    if o.new_lines is not None:
        d["newLines"] = o.new_lines
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_reply_input(d: dict[str, Any]) -> PermissionReplyInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionReplyInput)
    o.response = d["response"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_permission_reply_input(o: PermissionReplyInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "response": o.response,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_request(d: dict[str, Any]) -> PermissionRequest:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionRequest)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.session_id = d["sessionID"]
            o.action = d["action"]
            o.resources = [] if (v := d["resources"]) is None else array(v)
            o.save = None if (v := d["save"]) is None else array(v)
            o.metadata = d["metadata"]
            o.source = None if (v := d["source"]) is None else decode_permission_source(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.session_id = d["sessionID"]
    o.action = d.get("action")
    o.resources = [] if (v := d.get("resources")) is None else array(v)
    o.save = None if (v := d.get("save")) is None else array(v)
    o.metadata = d.get("metadata")
    o.source = None if (v := d.get("source")) is None else decode_permission_source(v)
    o.source_ = (
        None
        if len(d) == 2 + ("action" in d) + ("resources" in d) + ("save" in d) + ("metadata" in d) + ("source" in d)
        else d
    )
    return o


def encode_permission_request(o: PermissionRequest) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "sessionID": o.session_id,
        "resources": o.resources,
    }
    if o.action is not None:
        d["action"] = o.action
    if o.save is not None:
        d["save"] = o.save
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source is not None:
        d["source"] = encode_permission_source(o.source)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_requests_envelope(d: dict[str, Any]) -> PermissionRequestsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionRequestsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_permission_request(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_permission_requests_envelope(o: PermissionRequestsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_permission_request(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_rule(d: dict[str, Any]) -> PermissionRule:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionRule)
    o.action = d["action"]
    o.resource = d["resource"]
    o.effect = d["effect"]
    o.source_ = None if len(d) == 3 else d
    return o


def encode_permission_rule(o: PermissionRule) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "action": o.action,
        "resource": o.resource,
        "effect": o.effect,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_source(d: dict[str, Any]) -> PermissionSource:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionSource)
    o.type = d["type"]
    o.message_id = d.get("messageID")
    o.call_id = d.get("callID")
    o.source_ = None if len(d) == 1 + ("messageID" in d) + ("callID" in d) else d
    return o


def encode_permission_source(o: PermissionSource) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
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
    o.source_ = (
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


def encode_problem(o: Problem) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "_tag": o.field_tag,
        "message": o.message,
    }
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


def decode_project(d: dict[str, Any]) -> Project:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Project)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.worktree = d["worktree"]
            o.vcs = d["vcs"]
            o.name = d["name"]
            o.icon = None if (v := d["icon"]) is None else decode_project_icon(v)
            o.commands = [] if (v := d["commands"]) is None else [decode_project_command(each) for each in array(v)]
            o.time = None if (v := d["time"]) is None else decode_project_time(v)
            o.sandboxes = [] if (v := d["sandboxes"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.worktree = d.get("worktree")
    o.vcs = d.get("vcs")
    o.name = d.get("name")
    o.icon = None if (v := d.get("icon")) is None else decode_project_icon(v)
    o.commands = [] if (v := d.get("commands")) is None else [decode_project_command(each) for each in array(v)]
    o.time = None if (v := d.get("time")) is None else decode_project_time(v)
    o.sandboxes = [] if (v := d.get("sandboxes")) is None else array(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("worktree" in d)
        + ("vcs" in d)
        + ("name" in d)
        + ("icon" in d)
        + ("commands" in d)
        + ("time" in d)
        + ("sandboxes" in d)
        else d
    )
    return o


def encode_project(o: Project) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "commands": [encode_project_command(each) for each in o.commands],
        "sandboxes": o.sandboxes,
    }
    if o.worktree is not None:
        d["worktree"] = o.worktree
    if o.vcs is not None:
        d["vcs"] = o.vcs
    if o.name is not None:
        d["name"] = o.name
    if o.icon is not None:
        d["icon"] = encode_project_icon(o.icon)
    if o.time is not None:
        d["time"] = encode_project_time(o.time)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_command(d: dict[str, Any]) -> ProjectCommand:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectCommand)
    o.name = d["name"]
    o.command = d["command"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_project_command(o: ProjectCommand) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
        "command": o.command,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_envelope(d: dict[str, Any]) -> ProjectEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectEnvelope)
    o.data = decode_project(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_project_envelope(o: ProjectEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_project(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_icon(d: dict[str, Any]) -> ProjectIcon:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectIcon)
    o.url = d.get("url")
    o.override = d.get("override")
    o.color = d.get("color")
    o.source_ = None if len(d) == 0 + ("url" in d) + ("override" in d) + ("color" in d) else d
    return o


def encode_project_icon(o: ProjectIcon) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.url is not None:
        d["url"] = o.url
    if o.override is not None:
        d["override"] = o.override
    if o.color is not None:
        d["color"] = o.color
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_time(d: dict[str, Any]) -> ProjectTime:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectTime)
    o.created = d.get("created")
    o.updated = d.get("updated")
    o.initialized = d.get("initialized")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("updated" in d) + ("initialized" in d) else d
    return o


def encode_project_time(o: ProjectTime) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.created is not None:
        d["created"] = o.created
    if o.updated is not None:
        d["updated"] = o.updated
    if o.initialized is not None:
        d["initialized"] = o.initialized
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_update(d: dict[str, Any]) -> ProjectUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectUpdate)
    o.name = d.get("name")
    o.icon = None if (v := d.get("icon")) is None else decode_project_icon(v)
    o.commands = None if (v := d.get("commands")) is None else [decode_project_command(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("name" in d) + ("icon" in d) + ("commands" in d) else d
    return o


def encode_project_update(o: ProjectUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.icon is not None:
        d["icon"] = encode_project_icon(o.icon)
    if o.commands is not None:
        d["commands"] = [encode_project_command(each) for each in o.commands]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_projects_envelope(d: dict[str, Any]) -> ProjectsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectsEnvelope)
    o.data = [decode_project(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_projects_envelope(o: ProjectsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_project(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_prompt(d: dict[str, Any]) -> Prompt:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Prompt)
    o.text = d["text"]
    o.files = None if (v := d.get("files")) is None else [decode_prompt_file(each) for each in array(v)]
    o.agents = None if (v := d.get("agents")) is None else [decode_prompt_agent(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("files" in d) + ("agents" in d) else d
    return o


def encode_prompt(o: Prompt) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "text": o.text,
    }
    if o.files is not None:
        d["files"] = [encode_prompt_file(each) for each in o.files]
    if o.agents is not None:
        d["agents"] = [encode_prompt_agent(each) for each in o.agents]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_prompt_agent(d: dict[str, Any]) -> PromptAgent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PromptAgent)
    o.name = d["name"]
    o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    o.source_ = None if len(d) == 1 + ("source" in d) else d
    return o


def encode_prompt_agent(o: PromptAgent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
    }
    if o.source is not None:
        d["source"] = encode_prompt_source(o.source)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_prompt_file(d: dict[str, Any]) -> PromptFile:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PromptFile)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.uri = d["uri"]
            o.mime = d["mime"]
            o.name = d["name"]
            o.description = d["description"]
            o.source = None if (v := d["source"]) is None else decode_prompt_source(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.uri = d["uri"]
    o.mime = d.get("mime")
    o.name = d.get("name")
    o.description = d.get("description")
    o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    o.source_ = None if len(d) == 1 + ("mime" in d) + ("name" in d) + ("description" in d) + ("source" in d) else d
    return o


def encode_prompt_file(o: PromptFile) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "uri": o.uri,
    }
    if o.mime is not None:
        d["mime"] = o.mime
    if o.name is not None:
        d["name"] = o.name
    if o.description is not None:
        d["description"] = o.description
    if o.source is not None:
        d["source"] = encode_prompt_source(o.source)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_prompt_input(d: dict[str, Any]) -> PromptInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PromptInput)
    o.prompt = decode_prompt(d["prompt"])
    o.delivery = d.get("delivery")
    o.source_ = None if len(d) == 1 + ("delivery" in d) else d
    return o


def encode_prompt_input(o: PromptInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "prompt": encode_prompt(o.prompt),
    }
    if o.delivery is not None:
        d["delivery"] = o.delivery
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_prompt_source(d: dict[str, Any]) -> PromptSource:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PromptSource)
    o.start = d["start"]
    o.end = d["end"]
    o.text = d["text"]
    o.source_ = None if len(d) == 3 else d
    return o


def encode_prompt_source(o: PromptSource) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "start": o.start,
        "end": o.end,
        "text": o.text,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_provider(d: dict[str, Any]) -> Provider:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Provider)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.integration_id = d["integrationID"]
            o.name = d["name"]
            o.disabled = d["disabled"]
            o.api = None if (v := d["api"]) is None else decode_provider_api(v)
            o.request = None if (v := d["request"]) is None else decode_provider_request(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.integration_id = d.get("integrationID")
    o.name = d.get("name")
    o.disabled = d.get("disabled")
    o.api = None if (v := d.get("api")) is None else decode_provider_api(v)
    o.request = None if (v := d.get("request")) is None else decode_provider_request(v)
    o.source_ = (
        None
        if len(d) == 1 + ("integrationID" in d) + ("name" in d) + ("disabled" in d) + ("api" in d) + ("request" in d)
        else d
    )
    return o


def encode_provider(o: Provider) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.integration_id is not None:
        d["integrationID"] = o.integration_id
    if o.name is not None:
        d["name"] = o.name
    if o.disabled is not None:
        d["disabled"] = o.disabled
    if o.api is not None:
        d["api"] = encode_provider_api(o.api)
    if o.request is not None:
        d["request"] = encode_provider_request(o.request)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_provider_config(d: dict[str, Any]) -> ProviderConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProviderConfig)
    if len(d) == 9:  # most often all that may be there is, and nothing else
        try:
            o.api = d["api"]
            o.name = d["name"]
            o.env = None if (v := d["env"]) is None else array(v)
            o.id = d["id"]
            o.npm = d["npm"]
            o.whitelist = None if (v := d["whitelist"]) is None else array(v)
            o.blacklist = None if (v := d["blacklist"]) is None else array(v)
            o.options = None if (v := d["options"]) is None else decode_provider_options(v)
            o.models = (
                None if (v := d["models"]) is None else {key: decode_model_config(each) for key, each in v.items()}
            )
            o.source_ = None
            return o
        except KeyError:
            pass
    o.api = d.get("api")
    o.name = d.get("name")
    o.env = None if (v := d.get("env")) is None else array(v)
    o.id = d.get("id")
    o.npm = d.get("npm")
    o.whitelist = None if (v := d.get("whitelist")) is None else array(v)
    o.blacklist = None if (v := d.get("blacklist")) is None else array(v)
    o.options = None if (v := d.get("options")) is None else decode_provider_options(v)
    o.models = None if (v := d.get("models")) is None else {key: decode_model_config(each) for key, each in v.items()}
    o.source_ = (
        None
        if len(d)
        == 0
        + ("api" in d)
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


def encode_provider_config(o: ProviderConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.api is not None:
        d["api"] = o.api
    if o.name is not None:
        d["name"] = o.name
    if o.env is not None:
        d["env"] = o.env
    if o.id is not None:
        d["id"] = o.id
    if o.npm is not None:
        d["npm"] = o.npm
    if o.whitelist is not None:
        d["whitelist"] = o.whitelist
    if o.blacklist is not None:
        d["blacklist"] = o.blacklist
    if o.options is not None:
        d["options"] = encode_provider_options(o.options)
    if o.models is not None:
        d["models"] = {key: encode_model_config(each) for key, each in o.models.items()}
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_provider_options(d: dict[str, Any]) -> ProviderOptions:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProviderOptions)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.api_key = d["apiKey"]
            o.base_url = d["baseURL"]
            o.enterprise_url = d["enterpriseUrl"]
            o.set_cache_key = d["setCacheKey"]
            o.timeout = d["timeout"]
            o.header_timeout = d["headerTimeout"]
            o.chunk_timeout = d["chunkTimeout"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.api_key = d.get("apiKey")
    o.base_url = d.get("baseURL")
    o.enterprise_url = d.get("enterpriseUrl")
    o.set_cache_key = d.get("setCacheKey")
    o.timeout = d.get("timeout")
    o.header_timeout = d.get("headerTimeout")
    o.chunk_timeout = d.get("chunkTimeout")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("apiKey" in d)
        + ("baseURL" in d)
        + ("enterpriseUrl" in d)
        + ("setCacheKey" in d)
        + ("timeout" in d)
        + ("headerTimeout" in d)
        + ("chunkTimeout" in d)
        else d
    )
    return o


def encode_provider_options(o: ProviderOptions) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.api_key is not None:
        d["apiKey"] = o.api_key
    if o.base_url is not None:
        d["baseURL"] = o.base_url
    if o.enterprise_url is not None:
        d["enterpriseUrl"] = o.enterprise_url
    if o.set_cache_key is not None:
        d["setCacheKey"] = o.set_cache_key
    if o.timeout is not None:
        d["timeout"] = o.timeout
    if o.header_timeout is not None:
        d["headerTimeout"] = o.header_timeout
    if o.chunk_timeout is not None:
        d["chunkTimeout"] = o.chunk_timeout
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


def decode_providers_envelope(d: dict[str, Any]) -> ProvidersEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProvidersEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_provider(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_providers_envelope(o: ProvidersEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_provider(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty(d: dict[str, Any]) -> Pty:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Pty)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.title = d["title"]
            o.command = d["command"]
            o.args = [] if (v := d["args"]) is None else array(v)
            o.cwd = d["cwd"]
            o.status = d["status"]
            o.pid = d["pid"]
            o.exit_code = d["exitCode"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.title = d.get("title")
    o.command = d.get("command")
    o.args = [] if (v := d.get("args")) is None else array(v)
    o.cwd = d.get("cwd")
    o.status = d.get("status")
    o.pid = d.get("pid")
    o.exit_code = d.get("exitCode")
    o.source_ = (
        None
        if len(d)
        == 1
        + ("title" in d)
        + ("command" in d)
        + ("args" in d)
        + ("cwd" in d)
        + ("status" in d)
        + ("pid" in d)
        + ("exitCode" in d)
        else d
    )
    return o


def encode_pty(o: Pty) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "args": o.args,
    }
    if o.title is not None:
        d["title"] = o.title
    if o.command is not None:
        d["command"] = o.command
    if o.cwd is not None:
        d["cwd"] = o.cwd
    if o.status is not None:
        d["status"] = o.status
    if o.pid is not None:
        d["pid"] = o.pid
    if o.exit_code is not None:
        d["exitCode"] = o.exit_code
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_create(d: dict[str, Any]) -> PtyCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyCreate)
    o.command = d.get("command")
    o.cwd = d.get("cwd")
    o.shell = d.get("shell")
    o.source_ = None if len(d) == 0 + ("command" in d) + ("cwd" in d) + ("shell" in d) else d
    return o


def encode_pty_create(o: PtyCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.command is not None:
        d["command"] = o.command
    if o.cwd is not None:
        d["cwd"] = o.cwd
    if o.shell is not None:
        d["shell"] = o.shell
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_envelope(d: dict[str, Any]) -> PtyEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_pty(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_pty_envelope(o: PtyEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_pty(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_size(d: dict[str, Any]) -> PtySize:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtySize)
    o.columns = d["columns"]
    o.rows = d["rows"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_pty_size(o: PtySize) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "columns": o.columns,
        "rows": o.rows,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_update(d: dict[str, Any]) -> PtyUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyUpdate)
    o.title = d.get("title")
    o.size = None if (v := d.get("size")) is None else decode_pty_size(v)
    o.source_ = None if len(d) == 0 + ("title" in d) + ("size" in d) else d
    return o


def encode_pty_update(o: PtyUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.title is not None:
        d["title"] = o.title
    if o.size is not None:
        d["size"] = encode_pty_size(o.size)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_ptys_envelope(d: dict[str, Any]) -> PtysEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtysEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_pty(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_ptys_envelope(o: PtysEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_pty(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question(d: dict[str, Any]) -> Question:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Question)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.question = d["question"]
            o.header = d["header"]
            o.options = [] if (v := d["options"]) is None else [decode_question_option(each) for each in array(v)]
            o.multiple = d["multiple"]
            o.custom = d["custom"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.question = d["question"]
    o.header = d.get("header")
    o.options = [] if (v := d.get("options")) is None else [decode_question_option(each) for each in array(v)]
    o.multiple = d.get("multiple")
    o.custom = d.get("custom")
    o.source_ = None if len(d) == 1 + ("header" in d) + ("options" in d) + ("multiple" in d) + ("custom" in d) else d
    return o


def encode_question(o: Question) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "question": o.question,
        "options": [encode_question_option(each) for each in o.options],
    }
    if o.header is not None:
        d["header"] = o.header
    if o.multiple is not None:
        d["multiple"] = o.multiple
    if o.custom is not None:
        d["custom"] = o.custom
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_option(d: dict[str, Any]) -> QuestionOption:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionOption)
    o.label = d["label"]
    o.description = d.get("description")
    o.source_ = None if len(d) == 1 + ("description" in d) else d
    return o


def encode_question_option(o: QuestionOption) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "label": o.label,
    }
    if o.description is not None:
        d["description"] = o.description
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_reply_input(d: dict[str, Any]) -> QuestionReplyInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionReplyInput)
    o.response = decode_question_response(d["response"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_question_reply_input(o: QuestionReplyInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "response": encode_question_response(o.response),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_request(d: dict[str, Any]) -> QuestionRequest:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionRequest)
    o.id = d["id"]
    o.session_id = d["sessionID"]
    o.questions = [] if (v := d.get("questions")) is None else [decode_question(each) for each in array(v)]
    o.tool = None if (v := d.get("tool")) is None else decode_question_tool(v)
    o.source_ = None if len(d) == 2 + ("questions" in d) + ("tool" in d) else d
    return o


def encode_question_request(o: QuestionRequest) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "sessionID": o.session_id,
        "questions": [encode_question(each) for each in o.questions],
    }
    if o.tool is not None:
        d["tool"] = encode_question_tool(o.tool)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_requests_envelope(d: dict[str, Any]) -> QuestionRequestsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionRequestsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_question_request(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_question_requests_envelope(o: QuestionRequestsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_question_request(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_response(d: dict[str, Any]) -> QuestionResponse:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionResponse)
    o.answers = [array(each) for each in array(d["answers"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_question_response(o: QuestionResponse) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "answers": o.answers,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_tool(d: dict[str, Any]) -> QuestionTool:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionTool)
    o.message_id = d.get("messageID")
    o.call_id = d.get("callID")
    o.source_ = None if len(d) == 0 + ("messageID" in d) + ("callID" in d) else d
    return o


def encode_question_tool(o: QuestionTool) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_reasoning_part(d: dict[str, Any]) -> ReasoningPart:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ReasoningPart)
    o.type = d["type"]
    o.id = d["id"]
    o.text = d.get("text")
    o.provider_metadata = d.get("providerMetadata")
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.source_ = None if len(d) == 2 + ("text" in d) + ("providerMetadata" in d) + ("time" in d) else d
    return o


def encode_reasoning_part(o: ReasoningPart) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "id": o.id,
    }
    if o.text is not None:
        d["text"] = o.text
    if o.provider_metadata is not None:
        d["providerMetadata"] = o.provider_metadata
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
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


def decode_revert_state(d: dict[str, Any]) -> RevertState:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RevertState)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.message_id = d["messageID"]
            o.part_id = d["partID"]
            o.snapshot = d["snapshot"]
            o.diff = d["diff"]
            o.files = [] if (v := d["files"]) is None else [decode_file_diff(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.message_id = d["messageID"]
    o.part_id = d.get("partID")
    o.snapshot = d.get("snapshot")
    o.diff = d.get("diff")
    o.files = [] if (v := d.get("files")) is None else [decode_file_diff(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("partID" in d) + ("snapshot" in d) + ("diff" in d) + ("files" in d) else d
    return o


def encode_revert_state(o: RevertState) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "messageID": o.message_id,
        "files": [encode_file_diff(each) for each in o.files],
    }
    if o.part_id is not None:
        d["partID"] = o.part_id
    if o.snapshot is not None:
        d["snapshot"] = o.snapshot
    if o.diff is not None:
        d["diff"] = o.diff
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


def decode_search_input(d: dict[str, Any]) -> SearchInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SearchInput)
    o.query = d["query"]
    o.type = d.get("type")
    o.limit = d.get("limit")
    o.source_ = None if len(d) == 1 + ("type" in d) + ("limit" in d) else d
    return o


def encode_search_input(o: SearchInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "query": o.query,
    }
    if o.type is not None:
        d["type"] = o.type
    if o.limit is not None:
        d["limit"] = o.limit
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_server_config(d: dict[str, Any]) -> ServerConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ServerConfig)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.port = d["port"]
            o.hostname = d["hostname"]
            o.mdns = d["mdns"]
            o.mdns_domain = d["mdnsDomain"]
            o.cors = None if (v := d["cors"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.port = d.get("port")
    o.hostname = d.get("hostname")
    o.mdns = d.get("mdns")
    o.mdns_domain = d.get("mdnsDomain")
    o.cors = None if (v := d.get("cors")) is None else array(v)
    o.source_ = (
        None
        if len(d) == 0 + ("port" in d) + ("hostname" in d) + ("mdns" in d) + ("mdnsDomain" in d) + ("cors" in d)
        else d
    )
    return o


def encode_server_config(o: ServerConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.port is not None:
        d["port"] = o.port
    if o.hostname is not None:
        d["hostname"] = o.hostname
    if o.mdns is not None:
        d["mdns"] = o.mdns
    if o.mdns_domain is not None:
        d["mdnsDomain"] = o.mdns_domain
    if o.cors is not None:
        d["cors"] = o.cors
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session(d: dict[str, Any]) -> Session:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Session)
    if len(d) == 12:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.parent_id = d["parentID"]
            o.project_id = d["projectID"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.cost = d["cost"]
            o.tokens = None if (v := d["tokens"]) is None else decode_token_usage(v)
            o.time = None if (v := d["time"]) is None else decode_session_time(v)
            o.title = d["title"]
            o.location = None if (v := d["location"]) is None else decode_runtime_context(v)
            o.subpath = d["subpath"]
            o.revert = None if (v := d["revert"]) is None else decode_revert_state(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.parent_id = d.get("parentID")
    o.project_id = d.get("projectID")
    o.agent = d.get("agent")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.cost = d.get("cost")
    o.tokens = None if (v := d.get("tokens")) is None else decode_token_usage(v)
    o.time = None if (v := d.get("time")) is None else decode_session_time(v)
    o.title = d.get("title")
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.subpath = d.get("subpath")
    o.revert = None if (v := d.get("revert")) is None else decode_revert_state(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("parentID" in d)
        + ("projectID" in d)
        + ("agent" in d)
        + ("model" in d)
        + ("cost" in d)
        + ("tokens" in d)
        + ("time" in d)
        + ("title" in d)
        + ("location" in d)
        + ("subpath" in d)
        + ("revert" in d)
        else d
    )
    return o


def encode_session(o: Session) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.parent_id is not None:
        d["parentID"] = o.parent_id
    if o.project_id is not None:
        d["projectID"] = o.project_id
    if o.agent is not None:
        d["agent"] = o.agent
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.cost is not None:
        d["cost"] = o.cost
    if o.tokens is not None:
        d["tokens"] = encode_token_usage(o.tokens)
    if o.time is not None:
        d["time"] = encode_session_time(o.time)
    if o.title is not None:
        d["title"] = o.title
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.subpath is not None:
        d["subpath"] = o.subpath
    if o.revert is not None:
        d["revert"] = encode_revert_state(o.revert)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_create(d: dict[str, Any]) -> SessionCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionCreate)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.title = d["title"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_reference(v)
            o.permission = (
                None if (v := d["permission"]) is None else [decode_permission_rule(each) for each in array(v)]
            )
            o.source_ = None
            return o
        except KeyError:
            pass
    o.title = d.get("title")
    o.agent = d.get("agent")
    o.model = None if (v := d.get("model")) is None else decode_model_reference(v)
    o.permission = None if (v := d.get("permission")) is None else [decode_permission_rule(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("title" in d) + ("agent" in d) + ("model" in d) + ("permission" in d) else d
    return o


def encode_session_create(o: SessionCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.title is not None:
        d["title"] = o.title
    if o.agent is not None:
        d["agent"] = o.agent
    if o.model is not None:
        d["model"] = encode_model_reference(o.model)
    if o.permission is not None:
        d["permission"] = [encode_permission_rule(each) for each in o.permission]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_envelope(d: dict[str, Any]) -> SessionEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_session(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_session_envelope(o: SessionEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_session(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_input_admitted(d: dict[str, Any]) -> SessionInputAdmitted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionInputAdmitted)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.session_id = d["sessionID"]
            o.prompt = None if (v := d["prompt"]) is None else decode_prompt(v)
            o.delivery = d["delivery"]
            o.admitted_seq = d["admittedSeq"]
            o.promoted_seq = d["promotedSeq"]
            o.time_created = d["timeCreated"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.session_id = d["sessionID"]
    o.prompt = None if (v := d.get("prompt")) is None else decode_prompt(v)
    o.delivery = d.get("delivery")
    o.admitted_seq = d.get("admittedSeq")
    o.promoted_seq = d.get("promotedSeq")
    o.time_created = d.get("timeCreated")
    o.source_ = (
        None
        if len(d)
        == 2 + ("prompt" in d) + ("delivery" in d) + ("admittedSeq" in d) + ("promotedSeq" in d) + ("timeCreated" in d)
        else d
    )
    return o


def encode_session_input_admitted(o: SessionInputAdmitted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "sessionID": o.session_id,
    }
    if o.prompt is not None:
        d["prompt"] = encode_prompt(o.prompt)
    if o.delivery is not None:
        d["delivery"] = o.delivery
    if o.admitted_seq is not None:
        d["admittedSeq"] = o.admitted_seq
    if o.promoted_seq is not None:
        d["promotedSeq"] = o.promoted_seq
    if o.time_created is not None:
        d["timeCreated"] = o.time_created
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_input_admitted_envelope(d: dict[str, Any]) -> SessionInputAdmittedEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionInputAdmittedEnvelope)
    o.data = decode_session_input_admitted(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_session_input_admitted_envelope(o: SessionInputAdmittedEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_session_input_admitted(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_page(d: dict[str, Any]) -> SessionPage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionPage)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_session(each) for each in array(d["data"])]
    o.cursor = None if (v := d.get("cursor")) is None else decode_cursor(v)
    o.source_ = None if len(d) == 1 + ("location" in d) + ("cursor" in d) else d
    return o


def encode_session_page(o: SessionPage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_session(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.cursor is not None:
        d["cursor"] = encode_cursor(o.cursor)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_time(d: dict[str, Any]) -> SessionTime:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionTime)
    o.created = d.get("created")
    o.updated = d.get("updated")
    o.archived = d.get("archived")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("updated" in d) + ("archived" in d) else d
    return o


def encode_session_time(o: SessionTime) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.created is not None:
        d["created"] = o.created
    if o.updated is not None:
        d["updated"] = o.updated
    if o.archived is not None:
        d["archived"] = o.archived
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_update(d: dict[str, Any]) -> SessionUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionUpdate)
    o.title = d.get("title")
    o.archived = d.get("archived")
    o.permission = None if (v := d.get("permission")) is None else [decode_permission_rule(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("title" in d) + ("archived" in d) + ("permission" in d) else d
    return o


def encode_session_update(o: SessionUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.title is not None:
        d["title"] = o.title
    if o.archived is not None:
        d["archived"] = o.archived
    if o.permission is not None:
        d["permission"] = [encode_permission_rule(each) for each in o.permission]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_shell_message(d: dict[str, Any]) -> ShellMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ShellMessage)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = d["metadata"]
            o.call_id = d["callID"]
            o.command = d["command"]
            o.output = d["output"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.call_id = d.get("callID")
    o.command = d.get("command")
    o.output = d.get("output")
    o.source_ = (
        None
        if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("callID" in d) + ("command" in d) + ("output" in d)
        else d
    )
    return o


def encode_shell_message(o: ShellMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.command is not None:
        d["command"] = o.command
    if o.output is not None:
        d["output"] = o.output
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_skill(d: dict[str, Any]) -> Skill:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Skill)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.name = d["name"]
            o.description = d["description"]
            o.slash = d["slash"]
            o.location = d["location"]
            o.content = d["content"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.name = d["name"]
    o.description = d.get("description")
    o.slash = d.get("slash")
    o.location = d.get("location")
    o.content = d.get("content")
    o.source_ = (
        None if len(d) == 1 + ("description" in d) + ("slash" in d) + ("location" in d) + ("content" in d) else d
    )
    return o


def encode_skill(o: Skill) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
    }
    if o.description is not None:
        d["description"] = o.description
    if o.slash is not None:
        d["slash"] = o.slash
    if o.location is not None:
        d["location"] = o.location
    if o.content is not None:
        d["content"] = o.content
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_skills_config(d: dict[str, Any]) -> SkillsConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SkillsConfig)
    o.paths = None if (v := d.get("paths")) is None else array(v)
    o.urls = None if (v := d.get("urls")) is None else array(v)
    o.source_ = None if len(d) == 0 + ("paths" in d) + ("urls" in d) else d
    return o


def encode_skills_config(o: SkillsConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.paths is not None:
        d["paths"] = o.paths
    if o.urls is not None:
        d["urls"] = o.urls
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_skills_envelope(d: dict[str, Any]) -> SkillsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SkillsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_skill(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_skills_envelope(o: SkillsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_skill(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_synthetic_message(d: dict[str, Any]) -> SyntheticMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SyntheticMessage)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = d["metadata"]
            o.session_id = d["sessionID"]
            o.text = d["text"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.session_id = d.get("sessionID")
    o.text = d.get("text")
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("sessionID" in d) + ("text" in d) else d
    return o


def encode_synthetic_message(o: SyntheticMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_system_message(d: dict[str, Any]) -> SystemMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SystemMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.text = d.get("text")
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("text" in d) else d
    return o


def encode_system_message(o: SystemMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_text_part(d: dict[str, Any]) -> TextPart:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TextPart)
    o.type = d["type"]
    o.id = d["id"]
    o.text = d.get("text")
    o.source_ = None if len(d) == 2 + ("text" in d) else d
    return o


def encode_text_part(o: TextPart) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "id": o.id,
    }
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_todo(d: dict[str, Any]) -> Todo:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Todo)
    o.content = d["content"]
    o.status = d.get("status")
    o.priority = d.get("priority")
    o.source_ = None if len(d) == 1 + ("status" in d) + ("priority" in d) else d
    return o


def encode_todo(o: Todo) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "content": o.content,
    }
    if o.status is not None:
        d["status"] = o.status
    if o.priority is not None:
        d["priority"] = o.priority
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_todos_envelope(d: dict[str, Any]) -> TodosEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TodosEnvelope)
    o.data = [decode_todo(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_todos_envelope(o: TodosEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_todo(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_token_usage(d: dict[str, Any]) -> TokenUsage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TokenUsage)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.input = d["input"]
            o.output = d["output"]
            o.reasoning = d["reasoning"]
            o.cache = None if (v := d["cache"]) is None else decode_cache_usage(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.input = d.get("input")
    o.output = d.get("output")
    o.reasoning = d.get("reasoning")
    o.cache = None if (v := d.get("cache")) is None else decode_cache_usage(v)
    o.source_ = None if len(d) == 0 + ("input" in d) + ("output" in d) + ("reasoning" in d) + ("cache" in d) else d
    return o


def encode_token_usage(o: TokenUsage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.input is not None:
        d["input"] = o.input
    if o.output is not None:
        d["output"] = o.output
    if o.reasoning is not None:
        d["reasoning"] = o.reasoning
    if o.cache is not None:
        d["cache"] = encode_cache_usage(o.cache)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_completed(d: dict[str, Any]) -> ToolCompleted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolCompleted)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.status = d["status"]
            o.input = d["input"]
            o.attachments = [] if (v := d["attachments"]) is None else [decode_prompt_file(each) for each in array(v)]
            o.content = [] if (v := d["content"]) is None else [decode_tool_content(each) for each in array(v)]
            o.output_paths = [] if (v := d["outputPaths"]) is None else array(v)
            o.structured = d["structured"]
            o.result = d["result"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.status = d["status"]
    o.input = d.get("input")
    o.attachments = [] if (v := d.get("attachments")) is None else [decode_prompt_file(each) for each in array(v)]
    o.content = [] if (v := d.get("content")) is None else [decode_tool_content(each) for each in array(v)]
    o.output_paths = [] if (v := d.get("outputPaths")) is None else array(v)
    o.structured = d.get("structured")
    o.result = d.get("result")
    o.source_ = (
        None
        if len(d)
        == 1
        + ("input" in d)
        + ("attachments" in d)
        + ("content" in d)
        + ("outputPaths" in d)
        + ("structured" in d)
        + ("result" in d)
        else d
    )
    return o


def encode_tool_completed(o: ToolCompleted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "status": o.status,
        "attachments": [encode_prompt_file(each) for each in o.attachments],
        "content": [encode_tool_content(each) for each in o.content],
        "outputPaths": o.output_paths,
    }
    if o.input is not None:
        d["input"] = o.input
    if o.structured is not None:
        d["structured"] = o.structured
    if o.result is not None:
        d["result"] = o.result
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_content(d: dict[str, Any]) -> ToolContent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolContent)
    o.type = d["type"]
    o.text = d.get("text")
    o.source_ = None if len(d) == 1 + ("text" in d) else d
    return o


def encode_tool_content(o: ToolContent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_failed(d: dict[str, Any]) -> ToolFailed:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolFailed)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.status = d["status"]
            o.input = d["input"]
            o.content = [] if (v := d["content"]) is None else [decode_tool_content(each) for each in array(v)]
            o.structured = d["structured"]
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.result = d["result"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.status = d["status"]
    o.input = d.get("input")
    o.content = [] if (v := d.get("content")) is None else [decode_tool_content(each) for each in array(v)]
    o.structured = d.get("structured")
    o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    o.result = d.get("result")
    o.source_ = (
        None
        if len(d) == 1 + ("input" in d) + ("content" in d) + ("structured" in d) + ("error" in d) + ("result" in d)
        else d
    )
    return o


def encode_tool_failed(o: ToolFailed) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "status": o.status,
        "content": [encode_tool_content(each) for each in o.content],
    }
    if o.input is not None:
        d["input"] = o.input
    if o.structured is not None:
        d["structured"] = o.structured
    if o.error is not None:
        d["error"] = encode_error_info(o.error)
    if o.result is not None:
        d["result"] = o.result
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_output_config(d: dict[str, Any]) -> ToolOutputConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolOutputConfig)
    o.max_lines = d.get("max_lines")
    o.max_bytes = d.get("max_bytes")
    o.source_ = None if len(d) == 0 + ("max_lines" in d) + ("max_bytes" in d) else d
    return o


def encode_tool_output_config(o: ToolOutputConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.max_lines is not None:
        d["max_lines"] = o.max_lines
    if o.max_bytes is not None:
        d["max_bytes"] = o.max_bytes
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_part(d: dict[str, Any]) -> ToolPart:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolPart)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.id = d["id"]
            o.name = d["name"]
            o.provider = None if (v := d["provider"]) is None else decode_tool_provider(v)
            o.state = None if (v := d["state"]) is None else decode_tool_state(v)
            o.time = None if (v := d["time"]) is None else decode_tool_time(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d["type"]
    o.id = d["id"]
    o.name = d.get("name")
    o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    o.state = None if (v := d.get("state")) is None else decode_tool_state(v)
    o.time = None if (v := d.get("time")) is None else decode_tool_time(v)
    o.source_ = None if len(d) == 2 + ("name" in d) + ("provider" in d) + ("state" in d) + ("time" in d) else d
    return o


def encode_tool_part(o: ToolPart) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
        "id": o.id,
    }
    if o.name is not None:
        d["name"] = o.name
    if o.provider is not None:
        d["provider"] = encode_tool_provider(o.provider)
    if o.state is not None:
        d["state"] = encode_tool_state(o.state)
    if o.time is not None:
        d["time"] = encode_tool_time(o.time)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_pending(d: dict[str, Any]) -> ToolPending:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolPending)
    o.status = d["status"]
    o.input = d.get("input")
    o.source_ = None if len(d) == 1 + ("input" in d) else d
    return o


def encode_tool_pending(o: ToolPending) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "status": o.status,
    }
    if o.input is not None:
        d["input"] = o.input
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_provider(d: dict[str, Any]) -> ToolProvider:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolProvider)
    o.executed = d.get("executed")
    o.metadata = d.get("metadata")
    o.result_metadata = d.get("resultMetadata")
    o.source_ = None if len(d) == 0 + ("executed" in d) + ("metadata" in d) + ("resultMetadata" in d) else d
    return o


def encode_tool_provider(o: ToolProvider) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.executed is not None:
        d["executed"] = o.executed
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.result_metadata is not None:
        d["resultMetadata"] = o.result_metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_running(d: dict[str, Any]) -> ToolRunning:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolRunning)
    o.status = d["status"]
    o.input = d.get("input")
    o.structured = d.get("structured")
    o.content = [] if (v := d.get("content")) is None else [decode_tool_content(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("input" in d) + ("structured" in d) + ("content" in d) else d
    return o


def encode_tool_running(o: ToolRunning) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "status": o.status,
        "content": [encode_tool_content(each) for each in o.content],
    }
    if o.input is not None:
        d["input"] = o.input
    if o.structured is not None:
        d["structured"] = o.structured
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_time(d: dict[str, Any]) -> ToolTime:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolTime)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.created = d["created"]
            o.ran = d["ran"]
            o.completed = d["completed"]
            o.pruned = d["pruned"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.created = d.get("created")
    o.ran = d.get("ran")
    o.completed = d.get("completed")
    o.pruned = d.get("pruned")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("ran" in d) + ("completed" in d) + ("pruned" in d) else d
    return o


def encode_tool_time(o: ToolTime) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.created is not None:
        d["created"] = o.created
    if o.ran is not None:
        d["ran"] = o.ran
    if o.completed is not None:
        d["completed"] = o.completed
    if o.pruned is not None:
        d["pruned"] = o.pruned
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_user_message(d: dict[str, Any]) -> UserMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(UserMessage)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = d["metadata"]
            o.text = d["text"]
            o.files = [] if (v := d["files"]) is None else [decode_prompt_file(each) for each in array(v)]
            o.agents = [] if (v := d["agents"]) is None else [decode_prompt_agent(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.text = d.get("text")
    o.files = [] if (v := d.get("files")) is None else [decode_prompt_file(each) for each in array(v)]
    o.agents = [] if (v := d.get("agents")) is None else [decode_prompt_agent(each) for each in array(v)]
    o.source_ = (
        None
        if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("text" in d) + ("files" in d) + ("agents" in d)
        else d
    )
    return o


def encode_user_message(o: UserMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "files": [encode_prompt_file(each) for each in o.files],
        "agents": [encode_prompt_agent(each) for each in o.agents],
    }
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_applied(d: dict[str, Any]) -> VcsApplied:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsApplied)
    o.applied = d.get("applied")
    o.source_ = None if len(d) == 0 + ("applied" in d) else d
    return o


def encode_vcs_applied(o: VcsApplied) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.applied is not None:
        d["applied"] = o.applied
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_applied_envelope(d: dict[str, Any]) -> VcsAppliedEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsAppliedEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_vcs_applied(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_applied_envelope(o: VcsAppliedEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_vcs_applied(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_diff(d: dict[str, Any]) -> VcsFileDiff:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileDiff)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.file = d["file"]
            o.patch = d["patch"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.status = d["status"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.file = d["file"]
    o.patch = d.get("patch")
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.status = d.get("status")
    o.source_ = None if len(d) == 1 + ("patch" in d) + ("additions" in d) + ("deletions" in d) + ("status" in d) else d
    return o


def encode_vcs_file_diff(o: VcsFileDiff) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "file": o.file,
    }
    if o.patch is not None:
        d["patch"] = o.patch
    if o.additions is not None:
        d["additions"] = o.additions
    if o.deletions is not None:
        d["deletions"] = o.deletions
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_diffs_envelope(d: dict[str, Any]) -> VcsFileDiffsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileDiffsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_vcs_file_diff(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_file_diffs_envelope(o: VcsFileDiffsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_vcs_file_diff(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_status(d: dict[str, Any]) -> VcsFileStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileStatus)
    o.file = d["file"]
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.status = d.get("status")
    o.source_ = None if len(d) == 1 + ("additions" in d) + ("deletions" in d) + ("status" in d) else d
    return o


def encode_vcs_file_status(o: VcsFileStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "file": o.file,
    }
    if o.additions is not None:
        d["additions"] = o.additions
    if o.deletions is not None:
        d["deletions"] = o.deletions
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_statuses_envelope(d: dict[str, Any]) -> VcsFileStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_vcs_file_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_file_statuses_envelope(o: VcsFileStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_vcs_file_status(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_info(d: dict[str, Any]) -> VcsInfo:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsInfo)
    o.branch = d.get("branch")
    o.default_branch = d.get("default_branch")
    o.source_ = None if len(d) == 0 + ("branch" in d) + ("default_branch" in d) else d
    return o


def encode_vcs_info(o: VcsInfo) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.branch is not None:
        d["branch"] = o.branch
    if o.default_branch is not None:
        d["default_branch"] = o.default_branch
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_info_envelope(d: dict[str, Any]) -> VcsInfoEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsInfoEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_vcs_info(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_info_envelope(o: VcsInfoEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_vcs_info(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_patch_input(d: dict[str, Any]) -> VcsPatchInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsPatchInput)
    o.patch = d["patch"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_vcs_patch_input(o: VcsPatchInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "patch": o.patch,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_watcher_config(d: dict[str, Any]) -> WatcherConfig:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WatcherConfig)
    o.ignore = None if (v := d.get("ignore")) is None else array(v)
    o.source_ = None if len(d) == 0 + ("ignore" in d) else d
    return o


def encode_watcher_config(o: WatcherConfig) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.ignore is not None:
        d["ignore"] = o.ignore
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace(d: dict[str, Any]) -> Workspace:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Workspace)
    if len(d) == 10:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.type = d["type"]
            o.name = d["name"]
            o.branch = d["branch"]
            o.directory = d["directory"]
            o.extra = d["extra"]
            o.project_id = d["projectID"]
            o.time_used = d["timeUsed"]
            o.archived = d["archived"]
            o.metadata = d["metadata"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.type = d.get("type")
    o.name = d.get("name")
    o.branch = d.get("branch")
    o.directory = d.get("directory")
    o.extra = d.get("extra")
    o.project_id = d.get("projectID")
    o.time_used = d.get("timeUsed")
    o.archived = d.get("archived")
    o.metadata = d.get("metadata")
    o.source_ = (
        None
        if len(d)
        == 1
        + ("type" in d)
        + ("name" in d)
        + ("branch" in d)
        + ("directory" in d)
        + ("extra" in d)
        + ("projectID" in d)
        + ("timeUsed" in d)
        + ("archived" in d)
        + ("metadata" in d)
        else d
    )
    return o


def encode_workspace(o: Workspace) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.type is not None:
        d["type"] = o.type
    if o.name is not None:
        d["name"] = o.name
    if o.branch is not None:
        d["branch"] = o.branch
    if o.directory is not None:
        d["directory"] = o.directory
    if o.extra is not None:
        d["extra"] = o.extra
    if o.project_id is not None:
        d["projectID"] = o.project_id
    if o.time_used is not None:
        d["timeUsed"] = o.time_used
    if o.archived is not None:
        d["archived"] = o.archived
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_create(d: dict[str, Any]) -> WorkspaceCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceCreate)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.project_id = d["projectID"]
            o.name = d["name"]
            o.directory = d["directory"]
            o.type = d["type"]
            o.metadata = d["metadata"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.project_id = d.get("projectID")
    o.name = d.get("name")
    o.directory = d.get("directory")
    o.type = d["type"]
    o.metadata = d.get("metadata")
    o.source_ = None if len(d) == 1 + ("projectID" in d) + ("name" in d) + ("directory" in d) + ("metadata" in d) else d
    return o


def encode_workspace_create(o: WorkspaceCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.project_id is not None:
        d["projectID"] = o.project_id
    if o.name is not None:
        d["name"] = o.name
    if o.directory is not None:
        d["directory"] = o.directory
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_envelope(d: dict[str, Any]) -> WorkspaceEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceEnvelope)
    o.data = decode_workspace(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_workspace_envelope(o: WorkspaceEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_workspace(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_status(d: dict[str, Any]) -> WorkspaceStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceStatus)
    o.workspace_id = d["workspaceID"]
    o.status = d.get("status")
    o.source_ = None if len(d) == 1 + ("status" in d) else d
    return o


def encode_workspace_status(o: WorkspaceStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "workspaceID": o.workspace_id,
    }
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_statuses_envelope(d: dict[str, Any]) -> WorkspaceStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceStatusesEnvelope)
    o.data = [decode_workspace_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_workspace_statuses_envelope(o: WorkspaceStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_workspace_status(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_update(d: dict[str, Any]) -> WorkspaceUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceUpdate)
    o.name = d.get("name")
    o.metadata = d.get("metadata")
    o.archived = d.get("archived")
    o.source_ = None if len(d) == 0 + ("name" in d) + ("metadata" in d) + ("archived" in d) else d
    return o


def encode_workspace_update(o: WorkspaceUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.archived is not None:
        d["archived"] = o.archived
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_warp(d: dict[str, Any]) -> WorkspaceWarp:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceWarp)
    o.workspace_id = d.get("workspaceID")
    o.session_id = d["sessionID"]
    o.copy_changes = d["copyChanges"]
    o.source_ = None if len(d) == 2 + ("workspaceID" in d) else d
    return o


def encode_workspace_warp(o: WorkspaceWarp) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "sessionID": o.session_id,
        "copyChanges": o.copy_changes,
    }
    if o.workspace_id is not None:
        d["workspaceID"] = o.workspace_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspaces_envelope(d: dict[str, Any]) -> WorkspacesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspacesEnvelope)
    o.data = [decode_workspace(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_workspaces_envelope(o: WorkspacesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_workspace(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


_decode_credential: dict[object, Callable[[dict[str, Any]], Credential]] = {
    "oauth": decode_oauth_credential,
    "api": decode_api_credential,
}
_encode_credential: dict[type, Callable[[Any], dict[str, Any]]] = {
    ApiCredential: encode_api_credential,
    OauthCredential: encode_oauth_credential,
    Unknown: encode_unknown,
}


def decode_credential(d: dict[str, Any]) -> Credential:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_credential.get(d.get("type"), decode_unknown)(d)


def encode_credential(o: Credential) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_credential[type(o)](o)


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


_decode_message: dict[object, Callable[[dict[str, Any]], Message]] = {
    "user": decode_user_message,
    "assistant": decode_assistant_message,
    "system": decode_system_message,
    "synthetic": decode_synthetic_message,
    "shell": decode_shell_message,
    "compaction": decode_compaction_message,
    "agent-switched": decode_agent_switched_message,
    "model-switched": decode_model_switched_message,
}
_encode_message: dict[type, Callable[[Any], dict[str, Any]]] = {
    AgentSwitchedMessage: encode_agent_switched_message,
    AssistantMessage: encode_assistant_message,
    CompactionMessage: encode_compaction_message,
    ModelSwitchedMessage: encode_model_switched_message,
    ShellMessage: encode_shell_message,
    SyntheticMessage: encode_synthetic_message,
    SystemMessage: encode_system_message,
    UserMessage: encode_user_message,
    Unknown: encode_unknown,
}


def decode_message(d: dict[str, Any]) -> Message:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_message.get(d.get("type"), decode_unknown)(d)


def encode_message(o: Message) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_message[type(o)](o)


_decode_part: dict[object, Callable[[dict[str, Any]], Part]] = {
    "text": decode_text_part,
    "reasoning": decode_reasoning_part,
    "tool": decode_tool_part,
}
_encode_part: dict[type, Callable[[Any], dict[str, Any]]] = {
    ReasoningPart: encode_reasoning_part,
    TextPart: encode_text_part,
    ToolPart: encode_tool_part,
    Unknown: encode_unknown,
}


def decode_part(d: dict[str, Any]) -> Part:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_part.get(d.get("type"), decode_unknown)(d)


def encode_part(o: Part) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_part[type(o)](o)


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


_decode_tool_state: dict[object, Callable[[dict[str, Any]], ToolState]] = {
    "pending": decode_tool_pending,
    "running": decode_tool_running,
    "completed": decode_tool_completed,
    "error": decode_tool_failed,
}
_encode_tool_state: dict[type, Callable[[Any], dict[str, Any]]] = {
    ToolCompleted: encode_tool_completed,
    ToolFailed: encode_tool_failed,
    ToolPending: encode_tool_pending,
    ToolRunning: encode_tool_running,
    Unknown: encode_unknown,
}


def decode_tool_state(d: dict[str, Any]) -> ToolState:
    """Make the record that 'status' tells; one of another kind becomes an `Unknown`."""
    return _decode_tool_state.get(d.get("status"), decode_unknown)(d)


def encode_tool_state(o: ToolState) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_tool_state[type(o)](o)


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Account: (decode_account, encode_account),
    AccountCreate: (decode_account_create, encode_account_create),
    AccountEnvelope: (decode_account_envelope, encode_account_envelope),
    AccountUpdate: (decode_account_update, encode_account_update),
    AccountsAnswer: (decode_accounts_answer, encode_accounts_answer),
    Agent: (decode_agent, encode_agent),
    AgentConfig: (decode_agent_config, encode_agent_config),
    AgentSwitchedMessage: (decode_agent_switched_message, encode_agent_switched_message),
    AgentsEnvelope: (decode_agents_envelope, encode_agents_envelope),
    AisdkApi: (decode_aisdk_api, encode_aisdk_api),
    ApiCredential: (decode_api_credential, encode_api_credential),
    AssistantMessage: (decode_assistant_message, encode_assistant_message),
    CacheUsage: (decode_cache_usage, encode_cache_usage),
    CatalogModel: (decode_catalog_model, encode_catalog_model),
    CatalogModelEnvelope: (decode_catalog_model_envelope, encode_catalog_model_envelope),
    CatalogModelsEnvelope: (decode_catalog_models_envelope, encode_catalog_models_envelope),
    Command: (decode_command, encode_command),
    CommandConfig: (decode_command_config, encode_command_config),
    CommandsEnvelope: (decode_commands_envelope, encode_commands_envelope),
    CompactionConfig: (decode_compaction_config, encode_compaction_config),
    CompactionMessage: (decode_compaction_message, encode_compaction_message),
    Config: (decode_config, encode_config),
    ConfigEnvelope: (decode_config_envelope, encode_config_envelope),
    ConfigUpdate: (decode_config_update, encode_config_update),
    CostTier: (decode_cost_tier, encode_cost_tier),
    Cursor: (decode_cursor, encode_cursor),
    EnterpriseConfig: (decode_enterprise_config, encode_enterprise_config),
    ErrorInfo: (decode_error_info, encode_error_info),
    EventEnvelope: (decode_event_envelope, encode_event_envelope),
    EventFrame: (decode_event_frame, encode_event_frame),
    ExperimentalConfig: (decode_experimental_config, encode_experimental_config),
    FileContent: (decode_file_content, encode_file_content),
    FileContentEnvelope: (decode_file_content_envelope, encode_file_content_envelope),
    FileDiff: (decode_file_diff, encode_file_diff),
    FileDiffsEnvelope: (decode_file_diffs_envelope, encode_file_diffs_envelope),
    FilePatch: (decode_file_patch, encode_file_patch),
    FileSystemEntriesEnvelope: (decode_file_system_entries_envelope, encode_file_system_entries_envelope),
    FileSystemEntry: (decode_file_system_entry, encode_file_system_entry),
    FormatterConfig: (decode_formatter_config, encode_formatter_config),
    FormatterStatus: (decode_formatter_status, encode_formatter_status),
    FormatterStatusesEnvelope: (decode_formatter_statuses_envelope, encode_formatter_statuses_envelope),
    GrepInput: (decode_grep_input, encode_grep_input),
    GrepMatch: (decode_grep_match, encode_grep_match),
    GrepMatchesEnvelope: (decode_grep_matches_envelope, encode_grep_matches_envelope),
    GrepSubmatch: (decode_grep_submatch, encode_grep_submatch),
    LspConfig: (decode_lsp_config, encode_lsp_config),
    LspStatus: (decode_lsp_status, encode_lsp_status),
    LspStatusesEnvelope: (decode_lsp_statuses_envelope, encode_lsp_statuses_envelope),
    McpAuthorization: (decode_mcp_authorization, encode_mcp_authorization),
    McpAuthorizationEnvelope: (decode_mcp_authorization_envelope, encode_mcp_authorization_envelope),
    McpLocalConfig: (decode_mcp_local_config, encode_mcp_local_config),
    McpOauthCallback: (decode_mcp_oauth_callback, encode_mcp_oauth_callback),
    McpOauthConfig: (decode_mcp_oauth_config, encode_mcp_oauth_config),
    McpPrompt: (decode_mcp_prompt, encode_mcp_prompt),
    McpPromptArgument: (decode_mcp_prompt_argument, encode_mcp_prompt_argument),
    McpPromptMessage: (decode_mcp_prompt_message, encode_mcp_prompt_message),
    McpPromptRender: (decode_mcp_prompt_render, encode_mcp_prompt_render),
    McpPromptsEnvelope: (decode_mcp_prompts_envelope, encode_mcp_prompts_envelope),
    McpRemoteConfig: (decode_mcp_remote_config, encode_mcp_remote_config),
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
    MessagePage: (decode_message_page, encode_message_page),
    MessageSnapshot: (decode_message_snapshot, encode_message_snapshot),
    MessageTime: (decode_message_time, encode_message_time),
    MessagesEnvelope: (decode_messages_envelope, encode_messages_envelope),
    ModalitiesConfig: (decode_modalities_config, encode_modalities_config),
    ModelCapabilities: (decode_model_capabilities, encode_model_capabilities),
    ModelConfig: (decode_model_config, encode_model_config),
    ModelCost: (decode_model_cost, encode_model_cost),
    ModelInUse: (decode_model_in_use, encode_model_in_use),
    ModelLimit: (decode_model_limit, encode_model_limit),
    ModelLimitConfig: (decode_model_limit_config, encode_model_limit_config),
    ModelPrice: (decode_model_price, encode_model_price),
    ModelReference: (decode_model_reference, encode_model_reference),
    ModelSourceConfig: (decode_model_source_config, encode_model_source_config),
    ModelSwitchedMessage: (decode_model_switched_message, encode_model_switched_message),
    ModelTime: (decode_model_time, encode_model_time),
    ModelVariant: (decode_model_variant, encode_model_variant),
    NativeApi: (decode_native_api, encode_native_api),
    OauthCredential: (decode_oauth_credential, encode_oauth_credential),
    PatchHunk: (decode_patch_hunk, encode_patch_hunk),
    PermissionReplyInput: (decode_permission_reply_input, encode_permission_reply_input),
    PermissionRequest: (decode_permission_request, encode_permission_request),
    PermissionRequestsEnvelope: (decode_permission_requests_envelope, encode_permission_requests_envelope),
    PermissionRule: (decode_permission_rule, encode_permission_rule),
    PermissionSource: (decode_permission_source, encode_permission_source),
    Problem: (decode_problem, encode_problem),
    Project: (decode_project, encode_project),
    ProjectCommand: (decode_project_command, encode_project_command),
    ProjectEnvelope: (decode_project_envelope, encode_project_envelope),
    ProjectIcon: (decode_project_icon, encode_project_icon),
    ProjectTime: (decode_project_time, encode_project_time),
    ProjectUpdate: (decode_project_update, encode_project_update),
    ProjectsEnvelope: (decode_projects_envelope, encode_projects_envelope),
    Prompt: (decode_prompt, encode_prompt),
    PromptAgent: (decode_prompt_agent, encode_prompt_agent),
    PromptFile: (decode_prompt_file, encode_prompt_file),
    PromptInput: (decode_prompt_input, encode_prompt_input),
    PromptSource: (decode_prompt_source, encode_prompt_source),
    Provider: (decode_provider, encode_provider),
    ProviderConfig: (decode_provider_config, encode_provider_config),
    ProviderOptions: (decode_provider_options, encode_provider_options),
    ProviderRequest: (decode_provider_request, encode_provider_request),
    ProvidersEnvelope: (decode_providers_envelope, encode_providers_envelope),
    Pty: (decode_pty, encode_pty),
    PtyCreate: (decode_pty_create, encode_pty_create),
    PtyEnvelope: (decode_pty_envelope, encode_pty_envelope),
    PtySize: (decode_pty_size, encode_pty_size),
    PtyUpdate: (decode_pty_update, encode_pty_update),
    PtysEnvelope: (decode_ptys_envelope, encode_ptys_envelope),
    Question: (decode_question, encode_question),
    QuestionOption: (decode_question_option, encode_question_option),
    QuestionReplyInput: (decode_question_reply_input, encode_question_reply_input),
    QuestionRequest: (decode_question_request, encode_question_request),
    QuestionRequestsEnvelope: (decode_question_requests_envelope, encode_question_requests_envelope),
    QuestionResponse: (decode_question_response, encode_question_response),
    QuestionTool: (decode_question_tool, encode_question_tool),
    ReasoningPart: (decode_reasoning_part, encode_reasoning_part),
    RenderedPrompt: (decode_rendered_prompt, encode_rendered_prompt),
    RenderedPromptEnvelope: (decode_rendered_prompt_envelope, encode_rendered_prompt_envelope),
    RevertState: (decode_revert_state, encode_revert_state),
    RuntimeContext: (decode_runtime_context, encode_runtime_context),
    SearchInput: (decode_search_input, encode_search_input),
    ServerConfig: (decode_server_config, encode_server_config),
    Session: (decode_session, encode_session),
    SessionCreate: (decode_session_create, encode_session_create),
    SessionEnvelope: (decode_session_envelope, encode_session_envelope),
    SessionInputAdmitted: (decode_session_input_admitted, encode_session_input_admitted),
    SessionInputAdmittedEnvelope: (decode_session_input_admitted_envelope, encode_session_input_admitted_envelope),
    SessionPage: (decode_session_page, encode_session_page),
    SessionTime: (decode_session_time, encode_session_time),
    SessionUpdate: (decode_session_update, encode_session_update),
    ShellMessage: (decode_shell_message, encode_shell_message),
    Skill: (decode_skill, encode_skill),
    SkillsConfig: (decode_skills_config, encode_skills_config),
    SkillsEnvelope: (decode_skills_envelope, encode_skills_envelope),
    SyntheticMessage: (decode_synthetic_message, encode_synthetic_message),
    SystemMessage: (decode_system_message, encode_system_message),
    TextPart: (decode_text_part, encode_text_part),
    Todo: (decode_todo, encode_todo),
    TodosEnvelope: (decode_todos_envelope, encode_todos_envelope),
    TokenUsage: (decode_token_usage, encode_token_usage),
    ToolCompleted: (decode_tool_completed, encode_tool_completed),
    ToolContent: (decode_tool_content, encode_tool_content),
    ToolFailed: (decode_tool_failed, encode_tool_failed),
    ToolOutputConfig: (decode_tool_output_config, encode_tool_output_config),
    ToolPart: (decode_tool_part, encode_tool_part),
    ToolPending: (decode_tool_pending, encode_tool_pending),
    ToolProvider: (decode_tool_provider, encode_tool_provider),
    ToolRunning: (decode_tool_running, encode_tool_running),
    ToolTime: (decode_tool_time, encode_tool_time),
    UserMessage: (decode_user_message, encode_user_message),
    VcsApplied: (decode_vcs_applied, encode_vcs_applied),
    VcsAppliedEnvelope: (decode_vcs_applied_envelope, encode_vcs_applied_envelope),
    VcsFileDiff: (decode_vcs_file_diff, encode_vcs_file_diff),
    VcsFileDiffsEnvelope: (decode_vcs_file_diffs_envelope, encode_vcs_file_diffs_envelope),
    VcsFileStatus: (decode_vcs_file_status, encode_vcs_file_status),
    VcsFileStatusesEnvelope: (decode_vcs_file_statuses_envelope, encode_vcs_file_statuses_envelope),
    VcsInfo: (decode_vcs_info, encode_vcs_info),
    VcsInfoEnvelope: (decode_vcs_info_envelope, encode_vcs_info_envelope),
    VcsPatchInput: (decode_vcs_patch_input, encode_vcs_patch_input),
    WatcherConfig: (decode_watcher_config, encode_watcher_config),
    Workspace: (decode_workspace, encode_workspace),
    WorkspaceCreate: (decode_workspace_create, encode_workspace_create),
    WorkspaceEnvelope: (decode_workspace_envelope, encode_workspace_envelope),
    WorkspaceStatus: (decode_workspace_status, encode_workspace_status),
    WorkspaceStatusesEnvelope: (decode_workspace_statuses_envelope, encode_workspace_statuses_envelope),
    WorkspaceUpdate: (decode_workspace_update, encode_workspace_update),
    WorkspaceWarp: (decode_workspace_warp, encode_workspace_warp),
    WorkspacesEnvelope: (decode_workspaces_envelope, encode_workspaces_envelope),
}
"""From each record to the functions that read and write its wire form."""
