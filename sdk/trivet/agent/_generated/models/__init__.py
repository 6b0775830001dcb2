# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, each loaded with those of its group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._core.lazy import lazy_exports

if TYPE_CHECKING:
    from .agent import Agent as Agent
    from .agent import AgentsEnvelope as AgentsEnvelope
    from .agent import decode_agent as decode_agent
    from .agent import decode_agents_envelope as decode_agents_envelope
    from .agent import encode_agent as encode_agent
    from .agent import encode_agents_envelope as encode_agents_envelope
    from .auth import Account as Account
    from .auth import AccountCreate as AccountCreate
    from .auth import AccountEnvelope as AccountEnvelope
    from .auth import AccountsAnswer as AccountsAnswer
    from .auth import AccountUpdate as AccountUpdate
    from .auth import ApiCredential as ApiCredential
    from .auth import Credential as Credential
    from .auth import OauthCredential as OauthCredential
    from .auth import decode_account as decode_account
    from .auth import decode_account_create as decode_account_create
    from .auth import decode_account_envelope as decode_account_envelope
    from .auth import decode_account_update as decode_account_update
    from .auth import decode_accounts_answer as decode_accounts_answer
    from .auth import decode_api_credential as decode_api_credential
    from .auth import decode_credential as decode_credential
    from .auth import decode_oauth_credential as decode_oauth_credential
    from .auth import encode_account as encode_account
    from .auth import encode_account_create as encode_account_create
    from .auth import encode_account_envelope as encode_account_envelope
    from .auth import encode_account_update as encode_account_update
    from .auth import encode_accounts_answer as encode_accounts_answer
    from .auth import encode_api_credential as encode_api_credential
    from .auth import encode_credential as encode_credential
    from .auth import encode_oauth_credential as encode_oauth_credential
    from .catalog import CatalogModel as CatalogModel
    from .catalog import CatalogModelEnvelope as CatalogModelEnvelope
    from .catalog import CatalogModelsEnvelope as CatalogModelsEnvelope
    from .catalog import CostTier as CostTier
    from .catalog import ModelCapabilities as ModelCapabilities
    from .catalog import ModelCost as ModelCost
    from .catalog import ModelLimit as ModelLimit
    from .catalog import ModelTime as ModelTime
    from .catalog import ModelVariant as ModelVariant
    from .catalog import decode_catalog_model as decode_catalog_model
    from .catalog import decode_catalog_model_envelope as decode_catalog_model_envelope
    from .catalog import decode_catalog_models_envelope as decode_catalog_models_envelope
    from .catalog import decode_cost_tier as decode_cost_tier
    from .catalog import decode_model_capabilities as decode_model_capabilities
    from .catalog import decode_model_cost as decode_model_cost
    from .catalog import decode_model_limit as decode_model_limit
    from .catalog import decode_model_time as decode_model_time
    from .catalog import decode_model_variant as decode_model_variant
    from .catalog import encode_catalog_model as encode_catalog_model
    from .catalog import encode_catalog_model_envelope as encode_catalog_model_envelope
    from .catalog import encode_catalog_models_envelope as encode_catalog_models_envelope
    from .catalog import encode_cost_tier as encode_cost_tier
    from .catalog import encode_model_capabilities as encode_model_capabilities
    from .catalog import encode_model_cost as encode_model_cost
    from .catalog import encode_model_limit as encode_model_limit
    from .catalog import encode_model_time as encode_model_time
    from .catalog import encode_model_variant as encode_model_variant
    from .coders import RECORDS as RECORDS
    from .command import Command as Command
    from .command import CommandsEnvelope as CommandsEnvelope
    from .command import decode_command as decode_command
    from .command import decode_commands_envelope as decode_commands_envelope
    from .command import encode_command as encode_command
    from .command import encode_commands_envelope as encode_commands_envelope
    from .config import AgentConfig as AgentConfig
    from .config import CommandConfig as CommandConfig
    from .config import CompactionConfig as CompactionConfig
    from .config import Config as Config
    from .config import ConfigEnvelope as ConfigEnvelope
    from .config import ConfigUpdate as ConfigUpdate
    from .config import EnterpriseConfig as EnterpriseConfig
    from .config import ExperimentalConfig as ExperimentalConfig
    from .config import FormatterConfig as FormatterConfig
    from .config import LspConfig as LspConfig
    from .config import ModalitiesConfig as ModalitiesConfig
    from .config import ModelConfig as ModelConfig
    from .config import ModelLimitConfig as ModelLimitConfig
    from .config import ModelPrice as ModelPrice
    from .config import ModelSourceConfig as ModelSourceConfig
    from .config import ProviderConfig as ProviderConfig
    from .config import ProviderOptions as ProviderOptions
    from .config import ServerConfig as ServerConfig
    from .config import SkillsConfig as SkillsConfig
    from .config import ToolOutputConfig as ToolOutputConfig
    from .config import WatcherConfig as WatcherConfig
    from .config import decode_agent_config as decode_agent_config
    from .config import decode_command_config as decode_command_config
    from .config import decode_compaction_config as decode_compaction_config
    from .config import decode_config as decode_config
    from .config import decode_config_envelope as decode_config_envelope
    from .config import decode_config_update as decode_config_update
    from .config import decode_enterprise_config as decode_enterprise_config
    from .config import decode_experimental_config as decode_experimental_config
    from .config import decode_formatter_config as decode_formatter_config
    from .config import decode_lsp_config as decode_lsp_config
    from .config import decode_modalities_config as decode_modalities_config
    from .config import decode_model_config as decode_model_config
    from .config import decode_model_limit_config as decode_model_limit_config
    from .config import decode_model_price as decode_model_price
    from .config import decode_model_source_config as decode_model_source_config
    from .config import decode_provider_config as decode_provider_config
    from .config import decode_provider_options as decode_provider_options
    from .config import decode_server_config as decode_server_config
    from .config import decode_skills_config as decode_skills_config
    from .config import decode_tool_output_config as decode_tool_output_config
    from .config import decode_watcher_config as decode_watcher_config
    from .config import encode_agent_config as encode_agent_config
    from .config import encode_command_config as encode_command_config
    from .config import encode_compaction_config as encode_compaction_config
    from .config import encode_config as encode_config
    from .config import encode_config_envelope as encode_config_envelope
    from .config import encode_config_update as encode_config_update
    from .config import encode_enterprise_config as encode_enterprise_config
    from .config import encode_experimental_config as encode_experimental_config
    from .config import encode_formatter_config as encode_formatter_config
    from .config import encode_lsp_config as encode_lsp_config
    from .config import encode_modalities_config as encode_modalities_config
    from .config import encode_model_config as encode_model_config
    from .config import encode_model_limit_config as encode_model_limit_config
    from .config import encode_model_price as encode_model_price
    from .config import encode_model_source_config as encode_model_source_config
    from .config import encode_provider_config as encode_provider_config
    from .config import encode_provider_options as encode_provider_options
    from .config import encode_server_config as encode_server_config
    from .config import encode_skills_config as encode_skills_config
    from .config import encode_tool_output_config as encode_tool_output_config
    from .config import encode_watcher_config as encode_watcher_config
    from .formatter import FormatterStatus as FormatterStatus
    from .formatter import FormatterStatusesEnvelope as FormatterStatusesEnvelope
    from .formatter import decode_formatter_status as decode_formatter_status
    from .formatter import decode_formatter_statuses_envelope as decode_formatter_statuses_envelope
    from .formatter import encode_formatter_status as encode_formatter_status
    from .formatter import encode_formatter_statuses_envelope as encode_formatter_statuses_envelope
    from .fs import FileContent as FileContent
    from .fs import FileContentEnvelope as FileContentEnvelope
    from .fs import FilePatch as FilePatch
    from .fs import FileSystemEntriesEnvelope as FileSystemEntriesEnvelope
    from .fs import FileSystemEntry as FileSystemEntry
    from .fs import GrepInput as GrepInput
    from .fs import GrepMatch as GrepMatch
    from .fs import GrepMatchesEnvelope as GrepMatchesEnvelope
    from .fs import GrepSubmatch as GrepSubmatch
    from .fs import PatchHunk as PatchHunk
    from .fs import SearchInput as SearchInput
    from .fs import decode_file_content as decode_file_content
    from .fs import decode_file_content_envelope as decode_file_content_envelope
    from .fs import decode_file_patch as decode_file_patch
    from .fs import decode_file_system_entries_envelope as decode_file_system_entries_envelope
    from .fs import decode_file_system_entry as decode_file_system_entry
    from .fs import decode_grep_input as decode_grep_input
    from .fs import decode_grep_match as decode_grep_match
    from .fs import decode_grep_matches_envelope as decode_grep_matches_envelope
    from .fs import decode_grep_submatch as decode_grep_submatch
    from .fs import decode_patch_hunk as decode_patch_hunk
    from .fs import decode_search_input as decode_search_input
    from .fs import encode_file_content as encode_file_content
    from .fs import encode_file_content_envelope as encode_file_content_envelope
    from .fs import encode_file_patch as encode_file_patch
    from .fs import encode_file_system_entries_envelope as encode_file_system_entries_envelope
    from .fs import encode_file_system_entry as encode_file_system_entry
    from .fs import encode_grep_input as encode_grep_input
    from .fs import encode_grep_match as encode_grep_match
    from .fs import encode_grep_matches_envelope as encode_grep_matches_envelope
    from .fs import encode_grep_submatch as encode_grep_submatch
    from .fs import encode_patch_hunk as encode_patch_hunk
    from .fs import encode_search_input as encode_search_input
    from .lsp import LspStatus as LspStatus
    from .lsp import LspStatusesEnvelope as LspStatusesEnvelope
    from .lsp import decode_lsp_status as decode_lsp_status
    from .lsp import decode_lsp_statuses_envelope as decode_lsp_statuses_envelope
    from .lsp import encode_lsp_status as encode_lsp_status
    from .lsp import encode_lsp_statuses_envelope as encode_lsp_statuses_envelope
    from .mcp import McpAuthorization as McpAuthorization
    from .mcp import McpAuthorizationEnvelope as McpAuthorizationEnvelope
    from .mcp import McpOauthCallback as McpOauthCallback
    from .mcp import McpPrompt as McpPrompt
    from .mcp import McpPromptArgument as McpPromptArgument
    from .mcp import McpPromptMessage as McpPromptMessage
    from .mcp import McpPromptRender as McpPromptRender
    from .mcp import McpPromptsEnvelope as McpPromptsEnvelope
    from .mcp import McpResource as McpResource
    from .mcp import McpResourceContent as McpResourceContent
    from .mcp import McpResourceContents as McpResourceContents
    from .mcp import McpResourceContentsEnvelope as McpResourceContentsEnvelope
    from .mcp import McpResourcesEnvelope as McpResourcesEnvelope
    from .mcp import McpServer as McpServer
    from .mcp import McpServerCreate as McpServerCreate
    from .mcp import McpServerEnvelope as McpServerEnvelope
    from .mcp import McpServersEnvelope as McpServersEnvelope
    from .mcp import McpStatus as McpStatus
    from .mcp import RenderedPrompt as RenderedPrompt
    from .mcp import RenderedPromptEnvelope as RenderedPromptEnvelope
    from .mcp import decode_mcp_authorization as decode_mcp_authorization
    from .mcp import decode_mcp_authorization_envelope as decode_mcp_authorization_envelope
    from .mcp import decode_mcp_oauth_callback as decode_mcp_oauth_callback
    from .mcp import decode_mcp_prompt as decode_mcp_prompt
    from .mcp import decode_mcp_prompt_argument as decode_mcp_prompt_argument
    from .mcp import decode_mcp_prompt_message as decode_mcp_prompt_message
    from .mcp import decode_mcp_prompt_render as decode_mcp_prompt_render
    from .mcp import decode_mcp_prompts_envelope as decode_mcp_prompts_envelope
    from .mcp import decode_mcp_resource as decode_mcp_resource
    from .mcp import decode_mcp_resource_content as decode_mcp_resource_content
    from .mcp import decode_mcp_resource_contents as decode_mcp_resource_contents
    from .mcp import decode_mcp_resource_contents_envelope as decode_mcp_resource_contents_envelope
    from .mcp import decode_mcp_resources_envelope as decode_mcp_resources_envelope
    from .mcp import decode_mcp_server as decode_mcp_server
    from .mcp import decode_mcp_server_create as decode_mcp_server_create
    from .mcp import decode_mcp_server_envelope as decode_mcp_server_envelope
    from .mcp import decode_mcp_servers_envelope as decode_mcp_servers_envelope
    from .mcp import decode_mcp_status as decode_mcp_status
    from .mcp import decode_rendered_prompt as decode_rendered_prompt
    from .mcp import decode_rendered_prompt_envelope as decode_rendered_prompt_envelope
    from .mcp import encode_mcp_authorization as encode_mcp_authorization
    from .mcp import encode_mcp_authorization_envelope as encode_mcp_authorization_envelope
    from .mcp import encode_mcp_oauth_callback as encode_mcp_oauth_callback
    from .mcp import encode_mcp_prompt as encode_mcp_prompt
    from .mcp import encode_mcp_prompt_argument as encode_mcp_prompt_argument
    from .mcp import encode_mcp_prompt_message as encode_mcp_prompt_message
    from .mcp import encode_mcp_prompt_render as encode_mcp_prompt_render
    from .mcp import encode_mcp_prompts_envelope as encode_mcp_prompts_envelope
    from .mcp import encode_mcp_resource as encode_mcp_resource
    from .mcp import encode_mcp_resource_content as encode_mcp_resource_content
    from .mcp import encode_mcp_resource_contents as encode_mcp_resource_contents
    from .mcp import encode_mcp_resource_contents_envelope as encode_mcp_resource_contents_envelope
    from .mcp import encode_mcp_resources_envelope as encode_mcp_resources_envelope
    from .mcp import encode_mcp_server as encode_mcp_server
    from .mcp import encode_mcp_server_create as encode_mcp_server_create
    from .mcp import encode_mcp_server_envelope as encode_mcp_server_envelope
    from .mcp import encode_mcp_servers_envelope as encode_mcp_servers_envelope
    from .mcp import encode_mcp_status as encode_mcp_status
    from .mcp import encode_rendered_prompt as encode_rendered_prompt
    from .mcp import encode_rendered_prompt_envelope as encode_rendered_prompt_envelope
    from .permission import PermissionReplyInput as PermissionReplyInput
    from .permission import PermissionRequest as PermissionRequest
    from .permission import PermissionRequestsEnvelope as PermissionRequestsEnvelope
    from .permission import PermissionSource as PermissionSource
    from .permission import decode_permission_reply_input as decode_permission_reply_input
    from .permission import decode_permission_request as decode_permission_request
    from .permission import decode_permission_requests_envelope as decode_permission_requests_envelope
    from .permission import decode_permission_source as decode_permission_source
    from .permission import encode_permission_reply_input as encode_permission_reply_input
    from .permission import encode_permission_request as encode_permission_request
    from .permission import encode_permission_requests_envelope as encode_permission_requests_envelope
    from .permission import encode_permission_source as encode_permission_source
    from .project import Project as Project
    from .project import ProjectCommand as ProjectCommand
    from .project import ProjectEnvelope as ProjectEnvelope
    from .project import ProjectIcon as ProjectIcon
    from .project import ProjectsEnvelope as ProjectsEnvelope
    from .project import ProjectTime as ProjectTime
    from .project import ProjectUpdate as ProjectUpdate
    from .project import decode_project as decode_project
    from .project import decode_project_command as decode_project_command
    from .project import decode_project_envelope as decode_project_envelope
    from .project import decode_project_icon as decode_project_icon
    from .project import decode_project_time as decode_project_time
    from .project import decode_project_update as decode_project_update
    from .project import decode_projects_envelope as decode_projects_envelope
    from .project import encode_project as encode_project
    from .project import encode_project_command as encode_project_command
    from .project import encode_project_envelope as encode_project_envelope
    from .project import encode_project_icon as encode_project_icon
    from .project import encode_project_time as encode_project_time
    from .project import encode_project_update as encode_project_update
    from .project import encode_projects_envelope as encode_projects_envelope
    from .provider import Provider as Provider
    from .provider import ProvidersEnvelope as ProvidersEnvelope
    from .provider import decode_provider as decode_provider
    from .provider import decode_providers_envelope as decode_providers_envelope
    from .provider import encode_provider as encode_provider
    from .provider import encode_providers_envelope as encode_providers_envelope
    from .pty import Pty as Pty
    from .pty import PtyCreate as PtyCreate
    from .pty import PtyEnvelope as PtyEnvelope
    from .pty import PtysEnvelope as PtysEnvelope
    from .pty import PtySize as PtySize
    from .pty import PtyUpdate as PtyUpdate
    from .pty import decode_pty as decode_pty
    from .pty import decode_pty_create as decode_pty_create
    from .pty import decode_pty_envelope as decode_pty_envelope
    from .pty import decode_pty_size as decode_pty_size
    from .pty import decode_pty_update as decode_pty_update
    from .pty import decode_ptys_envelope as decode_ptys_envelope
    from .pty import encode_pty as encode_pty
    from .pty import encode_pty_create as encode_pty_create
    from .pty import encode_pty_envelope as encode_pty_envelope
    from .pty import encode_pty_size as encode_pty_size
    from .pty import encode_pty_update as encode_pty_update
    from .pty import encode_ptys_envelope as encode_ptys_envelope
    from .question import Question as Question
    from .question import QuestionOption as QuestionOption
    from .question import QuestionReplyInput as QuestionReplyInput
    from .question import QuestionRequest as QuestionRequest
    from .question import QuestionRequestsEnvelope as QuestionRequestsEnvelope
    from .question import QuestionResponse as QuestionResponse
    from .question import QuestionTool as QuestionTool
    from .question import decode_question as decode_question
    from .question import decode_question_option as decode_question_option
    from .question import decode_question_reply_input as decode_question_reply_input
    from .question import decode_question_request as decode_question_request
    from .question import decode_question_requests_envelope as decode_question_requests_envelope
    from .question import decode_question_response as decode_question_response
    from .question import decode_question_tool as decode_question_tool
    from .question import encode_question as encode_question
    from .question import encode_question_option as encode_question_option
    from .question import encode_question_reply_input as encode_question_reply_input
    from .question import encode_question_request as encode_question_request
    from .question import encode_question_requests_envelope as encode_question_requests_envelope
    from .question import encode_question_response as encode_question_response
    from .question import encode_question_tool as encode_question_tool
    from .session import AgentSwitchedMessage as AgentSwitchedMessage
    from .session import AssistantMessage as AssistantMessage
    from .session import CompactionMessage as CompactionMessage
    from .session import Cursor as Cursor
    from .session import ErrorInfo as ErrorInfo
    from .session import FileDiff as FileDiff
    from .session import FileDiffsEnvelope as FileDiffsEnvelope
    from .session import Message as Message
    from .session import MessagePage as MessagePage
    from .session import MessagesEnvelope as MessagesEnvelope
    from .session import MessageSnapshot as MessageSnapshot
    from .session import MessageTime as MessageTime
    from .session import ModelReference as ModelReference
    from .session import ModelSwitchedMessage as ModelSwitchedMessage
    from .session import Part as Part
    from .session import Prompt as Prompt
    from .session import PromptAgent as PromptAgent
    from .session import PromptFile as PromptFile
    from .session import PromptInput as PromptInput
    from .session import PromptSource as PromptSource
    from .session import ReasoningPart as ReasoningPart
    from .session import RevertState as RevertState
    from .session import Session as Session
    from .session import SessionCreate as SessionCreate
    from .session import SessionEnvelope as SessionEnvelope
    from .session import SessionInputAdmitted as SessionInputAdmitted
    from .session import SessionInputAdmittedEnvelope as SessionInputAdmittedEnvelope
    from .session import SessionPage as SessionPage
    from .session import SessionTime as SessionTime
    from .session import SessionUpdate as SessionUpdate
    from .session import ShellMessage as ShellMessage
    from .session import SyntheticMessage as SyntheticMessage
    from .session import SystemMessage as SystemMessage
    from .session import TextPart as TextPart
    from .session import Todo as Todo
    from .session import TodosEnvelope as TodosEnvelope
    from .session import TokenUsage as TokenUsage
    from .session import ToolCompleted as ToolCompleted
    from .session import ToolContent as ToolContent
    from .session import ToolFailed as ToolFailed
    from .session import ToolPart as ToolPart
    from .session import ToolPending as ToolPending
    from .session import ToolProvider as ToolProvider
    from .session import ToolRunning as ToolRunning
    from .session import ToolState as ToolState
    from .session import ToolTime as ToolTime
    from .session import UserMessage as UserMessage
    from .session import decode_agent_switched_message as decode_agent_switched_message
    from .session import decode_assistant_message as decode_assistant_message
    from .session import decode_compaction_message as decode_compaction_message
    from .session import decode_cursor as decode_cursor
    from .session import decode_error_info as decode_error_info
    from .session import decode_file_diff as decode_file_diff
    from .session import decode_file_diffs_envelope as decode_file_diffs_envelope
    from .session import decode_message as decode_message
    from .session import decode_message_page as decode_message_page
    from .session import decode_message_snapshot as decode_message_snapshot
    from .session import decode_message_time as decode_message_time
    from .session import decode_messages_envelope as decode_messages_envelope
    from .session import decode_model_reference as decode_model_reference
    from .session import decode_model_switched_message as decode_model_switched_message
    from .session import decode_part as decode_part
    from .session import decode_prompt as decode_prompt
    from .session import decode_prompt_agent as decode_prompt_agent
    from .session import decode_prompt_file as decode_prompt_file
    from .session import decode_prompt_input as decode_prompt_input
    from .session import decode_prompt_source as decode_prompt_source
    from .session import decode_reasoning_part as decode_reasoning_part
    from .session import decode_revert_state as decode_revert_state
    from .session import decode_session as decode_session
    from .session import decode_session_create as decode_session_create
    from .session import decode_session_envelope as decode_session_envelope
    from .session import decode_session_input_admitted as decode_session_input_admitted
    from .session import decode_session_input_admitted_envelope as decode_session_input_admitted_envelope
    from .session import decode_session_page as decode_session_page
    from .session import decode_session_time as decode_session_time
    from .session import decode_session_update as decode_session_update
    from .session import decode_shell_message as decode_shell_message
    from .session import decode_synthetic_message as decode_synthetic_message
    from .session import decode_system_message as decode_system_message
    from .session import decode_text_part as decode_text_part
    from .session import decode_todo as decode_todo
    from .session import decode_todos_envelope as decode_todos_envelope
    from .session import decode_token_usage as decode_token_usage
    from .session import decode_tool_completed as decode_tool_completed
    from .session import decode_tool_content as decode_tool_content
    from .session import decode_tool_failed as decode_tool_failed
    from .session import decode_tool_part as decode_tool_part
    from .session import decode_tool_pending as decode_tool_pending
    from .session import decode_tool_provider as decode_tool_provider
    from .session import decode_tool_running as decode_tool_running
    from .session import decode_tool_state as decode_tool_state
    from .session import decode_tool_time as decode_tool_time
    from .session import decode_user_message as decode_user_message
    from .session import encode_agent_switched_message as encode_agent_switched_message
    from .session import encode_assistant_message as encode_assistant_message
    from .session import encode_compaction_message as encode_compaction_message
    from .session import encode_cursor as encode_cursor
    from .session import encode_error_info as encode_error_info
    from .session import encode_file_diff as encode_file_diff
    from .session import encode_file_diffs_envelope as encode_file_diffs_envelope
    from .session import encode_message as encode_message
    from .session import encode_message_page as encode_message_page
    from .session import encode_message_snapshot as encode_message_snapshot
    from .session import encode_message_time as encode_message_time
    from .session import encode_messages_envelope as encode_messages_envelope
    from .session import encode_model_reference as encode_model_reference
    from .session import encode_model_switched_message as encode_model_switched_message
    from .session import encode_part as encode_part
    from .session import encode_prompt as encode_prompt
    from .session import encode_prompt_agent as encode_prompt_agent
    from .session import encode_prompt_file as encode_prompt_file
    from .session import encode_prompt_input as encode_prompt_input
    from .session import encode_prompt_source as encode_prompt_source
    from .session import encode_reasoning_part as encode_reasoning_part
    from .session import encode_revert_state as encode_revert_state
    from .session import encode_session as encode_session
    from .session import encode_session_create as encode_session_create
    from .session import encode_session_envelope as encode_session_envelope
    from .session import encode_session_input_admitted as encode_session_input_admitted
    from .session import encode_session_input_admitted_envelope as encode_session_input_admitted_envelope
    from .session import encode_session_page as encode_session_page
    from .session import encode_session_time as encode_session_time
    from .session import encode_session_update as encode_session_update
    from .session import encode_shell_message as encode_shell_message
    from .session import encode_synthetic_message as encode_synthetic_message
    from .session import encode_system_message as encode_system_message
    from .session import encode_text_part as encode_text_part
    from .session import encode_todo as encode_todo
    from .session import encode_todos_envelope as encode_todos_envelope
    from .session import encode_token_usage as encode_token_usage
    from .session import encode_tool_completed as encode_tool_completed
    from .session import encode_tool_content as encode_tool_content
    from .session import encode_tool_failed as encode_tool_failed
    from .session import encode_tool_part as encode_tool_part
    from .session import encode_tool_pending as encode_tool_pending
    from .session import encode_tool_provider as encode_tool_provider
    from .session import encode_tool_running as encode_tool_running
    from .session import encode_tool_state as encode_tool_state
    from .session import encode_tool_time as encode_tool_time
    from .session import encode_user_message as encode_user_message
    from .shared import AisdkApi as AisdkApi
    from .shared import CacheUsage as CacheUsage
    from .shared import EventEnvelope as EventEnvelope
    from .shared import EventFrame as EventFrame
    from .shared import McpLocalConfig as McpLocalConfig
    from .shared import McpOauthConfig as McpOauthConfig
    from .shared import McpRemoteConfig as McpRemoteConfig
    from .shared import McpServerConfig as McpServerConfig
    from .shared import ModelInUse as ModelInUse
    from .shared import NativeApi as NativeApi
    from .shared import PermissionRule as PermissionRule
    from .shared import Problem as Problem
    from .shared import ProviderApi as ProviderApi
    from .shared import ProviderRequest as ProviderRequest
    from .shared import RuntimeContext as RuntimeContext
    from .shared import decode_aisdk_api as decode_aisdk_api
    from .shared import decode_cache_usage as decode_cache_usage
    from .shared import decode_event_envelope as decode_event_envelope
    from .shared import decode_event_frame as decode_event_frame
    from .shared import decode_mcp_local_config as decode_mcp_local_config
    from .shared import decode_mcp_oauth_config as decode_mcp_oauth_config
    from .shared import decode_mcp_remote_config as decode_mcp_remote_config
    from .shared import decode_mcp_server_config as decode_mcp_server_config
    from .shared import decode_model_in_use as decode_model_in_use
    from .shared import decode_native_api as decode_native_api
    from .shared import decode_permission_rule as decode_permission_rule
    from .shared import decode_problem as decode_problem
    from .shared import decode_provider_api as decode_provider_api
    from .shared import decode_provider_request as decode_provider_request
    from .shared import decode_runtime_context as decode_runtime_context
    from .shared import encode_aisdk_api as encode_aisdk_api
    from .shared import encode_cache_usage as encode_cache_usage
    from .shared import encode_event_envelope as encode_event_envelope
    from .shared import encode_event_frame as encode_event_frame
    from .shared import encode_mcp_local_config as encode_mcp_local_config
    from .shared import encode_mcp_oauth_config as encode_mcp_oauth_config
    from .shared import encode_mcp_remote_config as encode_mcp_remote_config
    from .shared import encode_mcp_server_config as encode_mcp_server_config
    from .shared import encode_model_in_use as encode_model_in_use
    from .shared import encode_native_api as encode_native_api
    from .shared import encode_permission_rule as encode_permission_rule
    from .shared import encode_problem as encode_problem
    from .shared import encode_provider_api as encode_provider_api
    from .shared import encode_provider_request as encode_provider_request
    from .shared import encode_runtime_context as encode_runtime_context
    from .skill import Skill as Skill
    from .skill import SkillsEnvelope as SkillsEnvelope
    from .skill import decode_skill as decode_skill
    from .skill import decode_skills_envelope as decode_skills_envelope
    from .skill import encode_skill as encode_skill
    from .skill import encode_skills_envelope as encode_skills_envelope
    from .vcs import VcsApplied as VcsApplied
    from .vcs import VcsAppliedEnvelope as VcsAppliedEnvelope
    from .vcs import VcsFileDiff as VcsFileDiff
    from .vcs import VcsFileDiffsEnvelope as VcsFileDiffsEnvelope
    from .vcs import VcsFileStatus as VcsFileStatus
    from .vcs import VcsFileStatusesEnvelope as VcsFileStatusesEnvelope
    from .vcs import VcsInfo as VcsInfo
    from .vcs import VcsInfoEnvelope as VcsInfoEnvelope
    from .vcs import VcsPatchInput as VcsPatchInput
    from .vcs import decode_vcs_applied as decode_vcs_applied
    from .vcs import decode_vcs_applied_envelope as decode_vcs_applied_envelope
    from .vcs import decode_vcs_file_diff as decode_vcs_file_diff
    from .vcs import decode_vcs_file_diffs_envelope as decode_vcs_file_diffs_envelope
    from .vcs import decode_vcs_file_status as decode_vcs_file_status
    from .vcs import decode_vcs_file_statuses_envelope as decode_vcs_file_statuses_envelope
    from .vcs import decode_vcs_info as decode_vcs_info
    from .vcs import decode_vcs_info_envelope as decode_vcs_info_envelope
    from .vcs import decode_vcs_patch_input as decode_vcs_patch_input
    from .vcs import encode_vcs_applied as encode_vcs_applied
    from .vcs import encode_vcs_applied_envelope as encode_vcs_applied_envelope
    from .vcs import encode_vcs_file_diff as encode_vcs_file_diff
    from .vcs import encode_vcs_file_diffs_envelope as encode_vcs_file_diffs_envelope
    from .vcs import encode_vcs_file_status as encode_vcs_file_status
    from .vcs import encode_vcs_file_statuses_envelope as encode_vcs_file_statuses_envelope
    from .vcs import encode_vcs_info as encode_vcs_info
    from .vcs import encode_vcs_info_envelope as encode_vcs_info_envelope
    from .vcs import encode_vcs_patch_input as encode_vcs_patch_input
    from .workspace import Workspace as Workspace
    from .workspace import WorkspaceCreate as WorkspaceCreate
    from .workspace import WorkspaceEnvelope as WorkspaceEnvelope
    from .workspace import WorkspacesEnvelope as WorkspacesEnvelope
    from .workspace import WorkspaceStatus as WorkspaceStatus
    from .workspace import WorkspaceStatusesEnvelope as WorkspaceStatusesEnvelope
    from .workspace import WorkspaceUpdate as WorkspaceUpdate
    from .workspace import WorkspaceWarp as WorkspaceWarp
    from .workspace import decode_workspace as decode_workspace
    from .workspace import decode_workspace_create as decode_workspace_create
    from .workspace import decode_workspace_envelope as decode_workspace_envelope
    from .workspace import decode_workspace_status as decode_workspace_status
    from .workspace import decode_workspace_statuses_envelope as decode_workspace_statuses_envelope
    from .workspace import decode_workspace_update as decode_workspace_update
    from .workspace import decode_workspace_warp as decode_workspace_warp
    from .workspace import decode_workspaces_envelope as decode_workspaces_envelope
    from .workspace import encode_workspace as encode_workspace
    from .workspace import encode_workspace_create as encode_workspace_create
    from .workspace import encode_workspace_envelope as encode_workspace_envelope
    from .workspace import encode_workspace_status as encode_workspace_status
    from .workspace import encode_workspace_statuses_envelope as encode_workspace_statuses_envelope
    from .workspace import encode_workspace_update as encode_workspace_update
    from .workspace import encode_workspace_warp as encode_workspace_warp
    from .workspace import encode_workspaces_envelope as encode_workspaces_envelope

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

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "Account": ".auth",
        "AccountCreate": ".auth",
        "AccountEnvelope": ".auth",
        "AccountUpdate": ".auth",
        "AccountsAnswer": ".auth",
        "Agent": ".agent",
        "AgentConfig": ".config",
        "AgentSwitchedMessage": ".session",
        "AgentsEnvelope": ".agent",
        "AisdkApi": ".shared",
        "ApiCredential": ".auth",
        "AssistantMessage": ".session",
        "CacheUsage": ".shared",
        "CatalogModel": ".catalog",
        "CatalogModelEnvelope": ".catalog",
        "CatalogModelsEnvelope": ".catalog",
        "Command": ".command",
        "CommandConfig": ".config",
        "CommandsEnvelope": ".command",
        "CompactionConfig": ".config",
        "CompactionMessage": ".session",
        "Config": ".config",
        "ConfigEnvelope": ".config",
        "ConfigUpdate": ".config",
        "CostTier": ".catalog",
        "Credential": ".auth",
        "Cursor": ".session",
        "EnterpriseConfig": ".config",
        "ErrorInfo": ".session",
        "EventEnvelope": ".shared",
        "EventFrame": ".shared",
        "ExperimentalConfig": ".config",
        "FileContent": ".fs",
        "FileContentEnvelope": ".fs",
        "FileDiff": ".session",
        "FileDiffsEnvelope": ".session",
        "FilePatch": ".fs",
        "FileSystemEntriesEnvelope": ".fs",
        "FileSystemEntry": ".fs",
        "FormatterConfig": ".config",
        "FormatterStatus": ".formatter",
        "FormatterStatusesEnvelope": ".formatter",
        "GrepInput": ".fs",
        "GrepMatch": ".fs",
        "GrepMatchesEnvelope": ".fs",
        "GrepSubmatch": ".fs",
        "LspConfig": ".config",
        "LspStatus": ".lsp",
        "LspStatusesEnvelope": ".lsp",
        "McpAuthorization": ".mcp",
        "McpAuthorizationEnvelope": ".mcp",
        "McpLocalConfig": ".shared",
        "McpOauthCallback": ".mcp",
        "McpOauthConfig": ".shared",
        "McpPrompt": ".mcp",
        "McpPromptArgument": ".mcp",
        "McpPromptMessage": ".mcp",
        "McpPromptRender": ".mcp",
        "McpPromptsEnvelope": ".mcp",
        "McpRemoteConfig": ".shared",
        "McpResource": ".mcp",
        "McpResourceContent": ".mcp",
        "McpResourceContents": ".mcp",
        "McpResourceContentsEnvelope": ".mcp",
        "McpResourcesEnvelope": ".mcp",
        "McpServer": ".mcp",
        "McpServerConfig": ".shared",
        "McpServerCreate": ".mcp",
        "McpServerEnvelope": ".mcp",
        "McpServersEnvelope": ".mcp",
        "McpStatus": ".mcp",
        "Message": ".session",
        "MessagePage": ".session",
        "MessageSnapshot": ".session",
        "MessageTime": ".session",
        "MessagesEnvelope": ".session",
        "ModalitiesConfig": ".config",
        "ModelCapabilities": ".catalog",
        "ModelConfig": ".config",
        "ModelCost": ".catalog",
        "ModelInUse": ".shared",
        "ModelLimit": ".catalog",
        "ModelLimitConfig": ".config",
        "ModelPrice": ".config",
        "ModelReference": ".session",
        "ModelSourceConfig": ".config",
        "ModelSwitchedMessage": ".session",
        "ModelTime": ".catalog",
        "ModelVariant": ".catalog",
        "NativeApi": ".shared",
        "OauthCredential": ".auth",
        "Part": ".session",
        "PatchHunk": ".fs",
        "PermissionReplyInput": ".permission",
        "PermissionRequest": ".permission",
        "PermissionRequestsEnvelope": ".permission",
        "PermissionRule": ".shared",
        "PermissionSource": ".permission",
        "Problem": ".shared",
        "Project": ".project",
        "ProjectCommand": ".project",
        "ProjectEnvelope": ".project",
        "ProjectIcon": ".project",
        "ProjectTime": ".project",
        "ProjectUpdate": ".project",
        "ProjectsEnvelope": ".project",
        "Prompt": ".session",
        "PromptAgent": ".session",
        "PromptFile": ".session",
        "PromptInput": ".session",
        "PromptSource": ".session",
        "Provider": ".provider",
        "ProviderApi": ".shared",
        "ProviderConfig": ".config",
        "ProviderOptions": ".config",
        "ProviderRequest": ".shared",
        "ProvidersEnvelope": ".provider",
        "Pty": ".pty",
        "PtyCreate": ".pty",
        "PtyEnvelope": ".pty",
        "PtySize": ".pty",
        "PtyUpdate": ".pty",
        "PtysEnvelope": ".pty",
        "Question": ".question",
        "QuestionOption": ".question",
        "QuestionReplyInput": ".question",
        "QuestionRequest": ".question",
        "QuestionRequestsEnvelope": ".question",
        "QuestionResponse": ".question",
        "QuestionTool": ".question",
        "RECORDS": ".coders",
        "ReasoningPart": ".session",
        "RenderedPrompt": ".mcp",
        "RenderedPromptEnvelope": ".mcp",
        "RevertState": ".session",
        "RuntimeContext": ".shared",
        "SearchInput": ".fs",
        "ServerConfig": ".config",
        "Session": ".session",
        "SessionCreate": ".session",
        "SessionEnvelope": ".session",
        "SessionInputAdmitted": ".session",
        "SessionInputAdmittedEnvelope": ".session",
        "SessionPage": ".session",
        "SessionTime": ".session",
        "SessionUpdate": ".session",
        "ShellMessage": ".session",
        "Skill": ".skill",
        "SkillsConfig": ".config",
        "SkillsEnvelope": ".skill",
        "SyntheticMessage": ".session",
        "SystemMessage": ".session",
        "TextPart": ".session",
        "Todo": ".session",
        "TodosEnvelope": ".session",
        "TokenUsage": ".session",
        "ToolCompleted": ".session",
        "ToolContent": ".session",
        "ToolFailed": ".session",
        "ToolOutputConfig": ".config",
        "ToolPart": ".session",
        "ToolPending": ".session",
        "ToolProvider": ".session",
        "ToolRunning": ".session",
        "ToolState": ".session",
        "ToolTime": ".session",
        "UserMessage": ".session",
        "VcsApplied": ".vcs",
        "VcsAppliedEnvelope": ".vcs",
        "VcsFileDiff": ".vcs",
        "VcsFileDiffsEnvelope": ".vcs",
        "VcsFileStatus": ".vcs",
        "VcsFileStatusesEnvelope": ".vcs",
        "VcsInfo": ".vcs",
        "VcsInfoEnvelope": ".vcs",
        "VcsPatchInput": ".vcs",
        "WatcherConfig": ".config",
        "Workspace": ".workspace",
        "WorkspaceCreate": ".workspace",
        "WorkspaceEnvelope": ".workspace",
        "WorkspaceStatus": ".workspace",
        "WorkspaceStatusesEnvelope": ".workspace",
        "WorkspaceUpdate": ".workspace",
        "WorkspaceWarp": ".workspace",
        "WorkspacesEnvelope": ".workspace",
        "decode_account": ".auth",
        "decode_account_create": ".auth",
        "decode_account_envelope": ".auth",
        "decode_account_update": ".auth",
        "decode_accounts_answer": ".auth",
        "decode_agent": ".agent",
        "decode_agent_config": ".config",
        "decode_agent_switched_message": ".session",
        "decode_agents_envelope": ".agent",
        "decode_aisdk_api": ".shared",
        "decode_api_credential": ".auth",
        "decode_assistant_message": ".session",
        "decode_cache_usage": ".shared",
        "decode_catalog_model": ".catalog",
        "decode_catalog_model_envelope": ".catalog",
        "decode_catalog_models_envelope": ".catalog",
        "decode_command": ".command",
        "decode_command_config": ".config",
        "decode_commands_envelope": ".command",
        "decode_compaction_config": ".config",
        "decode_compaction_message": ".session",
        "decode_config": ".config",
        "decode_config_envelope": ".config",
        "decode_config_update": ".config",
        "decode_cost_tier": ".catalog",
        "decode_credential": ".auth",
        "decode_cursor": ".session",
        "decode_enterprise_config": ".config",
        "decode_error_info": ".session",
        "decode_event_envelope": ".shared",
        "decode_event_frame": ".shared",
        "decode_experimental_config": ".config",
        "decode_file_content": ".fs",
        "decode_file_content_envelope": ".fs",
        "decode_file_diff": ".session",
        "decode_file_diffs_envelope": ".session",
        "decode_file_patch": ".fs",
        "decode_file_system_entries_envelope": ".fs",
        "decode_file_system_entry": ".fs",
        "decode_formatter_config": ".config",
        "decode_formatter_status": ".formatter",
        "decode_formatter_statuses_envelope": ".formatter",
        "decode_grep_input": ".fs",
        "decode_grep_match": ".fs",
        "decode_grep_matches_envelope": ".fs",
        "decode_grep_submatch": ".fs",
        "decode_lsp_config": ".config",
        "decode_lsp_status": ".lsp",
        "decode_lsp_statuses_envelope": ".lsp",
        "decode_mcp_authorization": ".mcp",
        "decode_mcp_authorization_envelope": ".mcp",
        "decode_mcp_local_config": ".shared",
        "decode_mcp_oauth_callback": ".mcp",
        "decode_mcp_oauth_config": ".shared",
        "decode_mcp_prompt": ".mcp",
        "decode_mcp_prompt_argument": ".mcp",
        "decode_mcp_prompt_message": ".mcp",
        "decode_mcp_prompt_render": ".mcp",
        "decode_mcp_prompts_envelope": ".mcp",
        "decode_mcp_remote_config": ".shared",
        "decode_mcp_resource": ".mcp",
        "decode_mcp_resource_content": ".mcp",
        "decode_mcp_resource_contents": ".mcp",
        "decode_mcp_resource_contents_envelope": ".mcp",
        "decode_mcp_resources_envelope": ".mcp",
        "decode_mcp_server": ".mcp",
        "decode_mcp_server_config": ".shared",
        "decode_mcp_server_create": ".mcp",
        "decode_mcp_server_envelope": ".mcp",
        "decode_mcp_servers_envelope": ".mcp",
        "decode_mcp_status": ".mcp",
        "decode_message": ".session",
        "decode_message_page": ".session",
        "decode_message_snapshot": ".session",
        "decode_message_time": ".session",
        "decode_messages_envelope": ".session",
        "decode_modalities_config": ".config",
        "decode_model_capabilities": ".catalog",
        "decode_model_config": ".config",
        "decode_model_cost": ".catalog",
        "decode_model_in_use": ".shared",
        "decode_model_limit": ".catalog",
        "decode_model_limit_config": ".config",
        "decode_model_price": ".config",
        "decode_model_reference": ".session",
        "decode_model_source_config": ".config",
        "decode_model_switched_message": ".session",
        "decode_model_time": ".catalog",
        "decode_model_variant": ".catalog",
        "decode_native_api": ".shared",
        "decode_oauth_credential": ".auth",
        "decode_part": ".session",
        "decode_patch_hunk": ".fs",
        "decode_permission_reply_input": ".permission",
        "decode_permission_request": ".permission",
        "decode_permission_requests_envelope": ".permission",
        "decode_permission_rule": ".shared",
        "decode_permission_source": ".permission",
        "decode_problem": ".shared",
        "decode_project": ".project",
        "decode_project_command": ".project",
        "decode_project_envelope": ".project",
        "decode_project_icon": ".project",
        "decode_project_time": ".project",
        "decode_project_update": ".project",
        "decode_projects_envelope": ".project",
        "decode_prompt": ".session",
        "decode_prompt_agent": ".session",
        "decode_prompt_file": ".session",
        "decode_prompt_input": ".session",
        "decode_prompt_source": ".session",
        "decode_provider": ".provider",
        "decode_provider_api": ".shared",
        "decode_provider_config": ".config",
        "decode_provider_options": ".config",
        "decode_provider_request": ".shared",
        "decode_providers_envelope": ".provider",
        "decode_pty": ".pty",
        "decode_pty_create": ".pty",
        "decode_pty_envelope": ".pty",
        "decode_pty_size": ".pty",
        "decode_pty_update": ".pty",
        "decode_ptys_envelope": ".pty",
        "decode_question": ".question",
        "decode_question_option": ".question",
        "decode_question_reply_input": ".question",
        "decode_question_request": ".question",
        "decode_question_requests_envelope": ".question",
        "decode_question_response": ".question",
        "decode_question_tool": ".question",
        "decode_reasoning_part": ".session",
        "decode_rendered_prompt": ".mcp",
        "decode_rendered_prompt_envelope": ".mcp",
        "decode_revert_state": ".session",
        "decode_runtime_context": ".shared",
        "decode_search_input": ".fs",
        "decode_server_config": ".config",
        "decode_session": ".session",
        "decode_session_create": ".session",
        "decode_session_envelope": ".session",
        "decode_session_input_admitted": ".session",
        "decode_session_input_admitted_envelope": ".session",
        "decode_session_page": ".session",
        "decode_session_time": ".session",
        "decode_session_update": ".session",
        "decode_shell_message": ".session",
        "decode_skill": ".skill",
        "decode_skills_config": ".config",
        "decode_skills_envelope": ".skill",
        "decode_synthetic_message": ".session",
        "decode_system_message": ".session",
        "decode_text_part": ".session",
        "decode_todo": ".session",
        "decode_todos_envelope": ".session",
        "decode_token_usage": ".session",
        "decode_tool_completed": ".session",
        "decode_tool_content": ".session",
        "decode_tool_failed": ".session",
        "decode_tool_output_config": ".config",
        "decode_tool_part": ".session",
        "decode_tool_pending": ".session",
        "decode_tool_provider": ".session",
        "decode_tool_running": ".session",
        "decode_tool_state": ".session",
        "decode_tool_time": ".session",
        "decode_user_message": ".session",
        "decode_vcs_applied": ".vcs",
        "decode_vcs_applied_envelope": ".vcs",
        "decode_vcs_file_diff": ".vcs",
        "decode_vcs_file_diffs_envelope": ".vcs",
        "decode_vcs_file_status": ".vcs",
        "decode_vcs_file_statuses_envelope": ".vcs",
        "decode_vcs_info": ".vcs",
        "decode_vcs_info_envelope": ".vcs",
        "decode_vcs_patch_input": ".vcs",
        "decode_watcher_config": ".config",
        "decode_workspace": ".workspace",
        "decode_workspace_create": ".workspace",
        "decode_workspace_envelope": ".workspace",
        "decode_workspace_status": ".workspace",
        "decode_workspace_statuses_envelope": ".workspace",
        "decode_workspace_update": ".workspace",
        "decode_workspace_warp": ".workspace",
        "decode_workspaces_envelope": ".workspace",
        "encode_account": ".auth",
        "encode_account_create": ".auth",
        "encode_account_envelope": ".auth",
        "encode_account_update": ".auth",
        "encode_accounts_answer": ".auth",
        "encode_agent": ".agent",
        "encode_agent_config": ".config",
        "encode_agent_switched_message": ".session",
        "encode_agents_envelope": ".agent",
        "encode_aisdk_api": ".shared",
        "encode_api_credential": ".auth",
        "encode_assistant_message": ".session",
        "encode_cache_usage": ".shared",
        "encode_catalog_model": ".catalog",
        "encode_catalog_model_envelope": ".catalog",
        "encode_catalog_models_envelope": ".catalog",
        "encode_command": ".command",
        "encode_command_config": ".config",
        "encode_commands_envelope": ".command",
        "encode_compaction_config": ".config",
        "encode_compaction_message": ".session",
        "encode_config": ".config",
        "encode_config_envelope": ".config",
        "encode_config_update": ".config",
        "encode_cost_tier": ".catalog",
        "encode_credential": ".auth",
        "encode_cursor": ".session",
        "encode_enterprise_config": ".config",
        "encode_error_info": ".session",
        "encode_event_envelope": ".shared",
        "encode_event_frame": ".shared",
        "encode_experimental_config": ".config",
        "encode_file_content": ".fs",
        "encode_file_content_envelope": ".fs",
        "encode_file_diff": ".session",
        "encode_file_diffs_envelope": ".session",
        "encode_file_patch": ".fs",
        "encode_file_system_entries_envelope": ".fs",
        "encode_file_system_entry": ".fs",
        "encode_formatter_config": ".config",
        "encode_formatter_status": ".formatter",
        "encode_formatter_statuses_envelope": ".formatter",
        "encode_grep_input": ".fs",
        "encode_grep_match": ".fs",
        "encode_grep_matches_envelope": ".fs",
        "encode_grep_submatch": ".fs",
        "encode_lsp_config": ".config",
        "encode_lsp_status": ".lsp",
        "encode_lsp_statuses_envelope": ".lsp",
        "encode_mcp_authorization": ".mcp",
        "encode_mcp_authorization_envelope": ".mcp",
        "encode_mcp_local_config": ".shared",
        "encode_mcp_oauth_callback": ".mcp",
        "encode_mcp_oauth_config": ".shared",
        "encode_mcp_prompt": ".mcp",
        "encode_mcp_prompt_argument": ".mcp",
        "encode_mcp_prompt_message": ".mcp",
        "encode_mcp_prompt_render": ".mcp",
        "encode_mcp_prompts_envelope": ".mcp",
        "encode_mcp_remote_config": ".shared",
        "encode_mcp_resource": ".mcp",
        "encode_mcp_resource_content": ".mcp",
        "encode_mcp_resource_contents": ".mcp",
        "encode_mcp_resource_contents_envelope": ".mcp",
        "encode_mcp_resources_envelope": ".mcp",
        "encode_mcp_server": ".mcp",
        "encode_mcp_server_config": ".shared",
        "encode_mcp_server_create": ".mcp",
        "encode_mcp_server_envelope": ".mcp",
        "encode_mcp_servers_envelope": ".mcp",
        "encode_mcp_status": ".mcp",
        "encode_message": ".session",
        "encode_message_page": ".session",
        "encode_message_snapshot": ".session",
        "encode_message_time": ".session",
        "encode_messages_envelope": ".session",
        "encode_modalities_config": ".config",
        "encode_model_capabilities": ".catalog",
        "encode_model_config": ".config",
        "encode_model_cost": ".catalog",
        "encode_model_in_use": ".shared",
        "encode_model_limit": ".catalog",
        "encode_model_limit_config": ".config",
        "encode_model_price": ".config",
        "encode_model_reference": ".session",
        "encode_model_source_config": ".config",
        "encode_model_switched_message": ".session",
        "encode_model_time": ".catalog",
        "encode_model_variant": ".catalog",
        "encode_native_api": ".shared",
        "encode_oauth_credential": ".auth",
        "encode_part": ".session",
        "encode_patch_hunk": ".fs",
        "encode_permission_reply_input": ".permission",
        "encode_permission_request": ".permission",
        "encode_permission_requests_envelope": ".permission",
        "encode_permission_rule": ".shared",
        "encode_permission_source": ".permission",
        "encode_problem": ".shared",
        "encode_project": ".project",
        "encode_project_command": ".project",
        "encode_project_envelope": ".project",
        "encode_project_icon": ".project",
        "encode_project_time": ".project",
        "encode_project_update": ".project",
        "encode_projects_envelope": ".project",
        "encode_prompt": ".session",
        "encode_prompt_agent": ".session",
        "encode_prompt_file": ".session",
        "encode_prompt_input": ".session",
        "encode_prompt_source": ".session",
        "encode_provider": ".provider",
        "encode_provider_api": ".shared",
        "encode_provider_config": ".config",
        "encode_provider_options": ".config",
        "encode_provider_request": ".shared",
        "encode_providers_envelope": ".provider",
        "encode_pty": ".pty",
        "encode_pty_create": ".pty",
        "encode_pty_envelope": ".pty",
        "encode_pty_size": ".pty",
        "encode_pty_update": ".pty",
        "encode_ptys_envelope": ".pty",
        "encode_question": ".question",
        "encode_question_option": ".question",
        "encode_question_reply_input": ".question",
        "encode_question_request": ".question",
        "encode_question_requests_envelope": ".question",
        "encode_question_response": ".question",
        "encode_question_tool": ".question",
        "encode_reasoning_part": ".session",
        "encode_rendered_prompt": ".mcp",
        "encode_rendered_prompt_envelope": ".mcp",
        "encode_revert_state": ".session",
        "encode_runtime_context": ".shared",
        "encode_search_input": ".fs",
        "encode_server_config": ".config",
        "encode_session": ".session",
        "encode_session_create": ".session",
        "encode_session_envelope": ".session",
        "encode_session_input_admitted": ".session",
        "encode_session_input_admitted_envelope": ".session",
        "encode_session_page": ".session",
        "encode_session_time": ".session",
        "encode_session_update": ".session",
        "encode_shell_message": ".session",
        "encode_skill": ".skill",
        "encode_skills_config": ".config",
        "encode_skills_envelope": ".skill",
        "encode_synthetic_message": ".session",
        "encode_system_message": ".session",
        "encode_text_part": ".session",
        "encode_todo": ".session",
        "encode_todos_envelope": ".session",
        "encode_token_usage": ".session",
        "encode_tool_completed": ".session",
        "encode_tool_content": ".session",
        "encode_tool_failed": ".session",
        "encode_tool_output_config": ".config",
        "encode_tool_part": ".session",
        "encode_tool_pending": ".session",
        "encode_tool_provider": ".session",
        "encode_tool_running": ".session",
        "encode_tool_state": ".session",
        "encode_tool_time": ".session",
        "encode_user_message": ".session",
        "encode_vcs_applied": ".vcs",
        "encode_vcs_applied_envelope": ".vcs",
        "encode_vcs_file_diff": ".vcs",
        "encode_vcs_file_diffs_envelope": ".vcs",
        "encode_vcs_file_status": ".vcs",
        "encode_vcs_file_statuses_envelope": ".vcs",
        "encode_vcs_info": ".vcs",
        "encode_vcs_info_envelope": ".vcs",
        "encode_vcs_patch_input": ".vcs",
        "encode_watcher_config": ".config",
        "encode_workspace": ".workspace",
        "encode_workspace_create": ".workspace",
        "encode_workspace_envelope": ".workspace",
        "encode_workspace_status": ".workspace",
        "encode_workspace_statuses_envelope": ".workspace",
        "encode_workspace_update": ".workspace",
        "encode_workspace_warp": ".workspace",
        "encode_workspaces_envelope": ".workspace",
    },
)
