# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server; all records of a group are loaded together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._core.lazy_imports import lazy_exports
from ..tables import RECORDS

if TYPE_CHECKING:
    from .agent import *
    from .agent import decode_agents_envelope as decode_agents_envelope
    from .auth import *
    from .auth import decode_account_envelope as decode_account_envelope
    from .auth import decode_accounts_answer as decode_accounts_answer
    from .catalog import *
    from .catalog import decode_catalog_model_envelope as decode_catalog_model_envelope
    from .catalog import decode_catalog_models_envelope as decode_catalog_models_envelope
    from .command import *
    from .command import decode_commands_envelope as decode_commands_envelope
    from .config import *
    from .config import decode_config_envelope as decode_config_envelope
    from .formatter import *
    from .formatter import decode_formatter_statuses_envelope as decode_formatter_statuses_envelope
    from .fs import *
    from .fs import decode_file_content_envelope as decode_file_content_envelope
    from .fs import decode_file_system_entries_envelope as decode_file_system_entries_envelope
    from .fs import decode_grep_matches_envelope as decode_grep_matches_envelope
    from .lsp import *
    from .lsp import decode_lsp_statuses_envelope as decode_lsp_statuses_envelope
    from .mcp import *
    from .mcp import decode_mcp_authorization_envelope as decode_mcp_authorization_envelope
    from .mcp import decode_mcp_prompts_envelope as decode_mcp_prompts_envelope
    from .mcp import decode_mcp_resource_contents_envelope as decode_mcp_resource_contents_envelope
    from .mcp import decode_mcp_resources_envelope as decode_mcp_resources_envelope
    from .mcp import decode_mcp_server_envelope as decode_mcp_server_envelope
    from .mcp import decode_mcp_servers_envelope as decode_mcp_servers_envelope
    from .mcp import decode_rendered_prompt_envelope as decode_rendered_prompt_envelope
    from .permission import *
    from .permission import decode_permission_requests_envelope as decode_permission_requests_envelope
    from .project import *
    from .project import decode_project_envelope as decode_project_envelope
    from .project import decode_projects_envelope as decode_projects_envelope
    from .provider import *
    from .provider import decode_providers_envelope as decode_providers_envelope
    from .pty import *
    from .pty import decode_pty_envelope as decode_pty_envelope
    from .pty import decode_ptys_envelope as decode_ptys_envelope
    from .question import *
    from .question import decode_question_requests_envelope as decode_question_requests_envelope
    from .session import *
    from .session import decode_file_diffs_envelope as decode_file_diffs_envelope
    from .session import decode_message_page as decode_message_page
    from .session import decode_messages_envelope as decode_messages_envelope
    from .session import decode_session_envelope as decode_session_envelope
    from .session import decode_session_input_admitted_envelope as decode_session_input_admitted_envelope
    from .session import decode_session_page as decode_session_page
    from .session import decode_todos_envelope as decode_todos_envelope
    from .shared import *
    from .skill import *
    from .skill import decode_skills_envelope as decode_skills_envelope
    from .vcs import *
    from .vcs import decode_vcs_applied_envelope as decode_vcs_applied_envelope
    from .vcs import decode_vcs_file_diffs_envelope as decode_vcs_file_diffs_envelope
    from .vcs import decode_vcs_file_statuses_envelope as decode_vcs_file_statuses_envelope
    from .vcs import decode_vcs_info_envelope as decode_vcs_info_envelope
    from .workspace import *
    from .workspace import decode_workspace_envelope as decode_workspace_envelope
    from .workspace import decode_workspace_statuses_envelope as decode_workspace_statuses_envelope
    from .workspace import decode_workspaces_envelope as decode_workspaces_envelope
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            **{
                name: module.removeprefix(".models")
                for name, module in RECORDS.items()
                if module.startswith(".models.")
            },
            "decode_agents_envelope": ".agent",
            "decode_account_envelope": ".auth",
            "decode_accounts_answer": ".auth",
            "decode_catalog_model_envelope": ".catalog",
            "decode_catalog_models_envelope": ".catalog",
            "decode_commands_envelope": ".command",
            "decode_config_envelope": ".config",
            "decode_formatter_statuses_envelope": ".formatter",
            "decode_file_content_envelope": ".fs",
            "decode_file_system_entries_envelope": ".fs",
            "decode_grep_matches_envelope": ".fs",
            "decode_lsp_statuses_envelope": ".lsp",
            "decode_mcp_authorization_envelope": ".mcp",
            "decode_mcp_prompts_envelope": ".mcp",
            "decode_mcp_resource_contents_envelope": ".mcp",
            "decode_mcp_resources_envelope": ".mcp",
            "decode_mcp_server_envelope": ".mcp",
            "decode_mcp_servers_envelope": ".mcp",
            "decode_rendered_prompt_envelope": ".mcp",
            "decode_permission_requests_envelope": ".permission",
            "decode_project_envelope": ".project",
            "decode_projects_envelope": ".project",
            "decode_providers_envelope": ".provider",
            "decode_pty_envelope": ".pty",
            "decode_ptys_envelope": ".pty",
            "decode_question_requests_envelope": ".question",
            "decode_file_diffs_envelope": ".session",
            "decode_message_page": ".session",
            "decode_messages_envelope": ".session",
            "decode_session_envelope": ".session",
            "decode_session_input_admitted_envelope": ".session",
            "decode_session_page": ".session",
            "decode_todos_envelope": ".session",
            "decode_skills_envelope": ".skill",
            "decode_vcs_applied_envelope": ".vcs",
            "decode_vcs_file_diffs_envelope": ".vcs",
            "decode_vcs_file_statuses_envelope": ".vcs",
            "decode_vcs_info_envelope": ".vcs",
            "decode_workspace_envelope": ".workspace",
            "decode_workspace_statuses_envelope": ".workspace",
            "decode_workspaces_envelope": ".workspace",
        },
    )
