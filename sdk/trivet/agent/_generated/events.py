# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import Factory, define

from ..._core.record import Record, extra
from ..._core.wire import Unknown, array, decode_unknown, encode_unknown
from .models.permission import PermissionRequest, decode_permission_request, encode_permission_request
from .models.project import Project, decode_project, encode_project
from .models.pty import Pty, decode_pty, encode_pty
from .models.question import QuestionRequest, decode_question_request, encode_question_request
from .models.session import (
    ErrorInfo,
    Message,
    Part,
    Prompt,
    RevertState,
    Session,
    Todo,
    TokenUsage,
    ToolContent,
    ToolProvider,
    decode_error_info,
    decode_message,
    decode_part,
    decode_prompt,
    decode_revert_state,
    decode_session,
    decode_todo,
    decode_token_usage,
    decode_tool_content,
    decode_tool_provider,
    encode_error_info,
    encode_message,
    encode_part,
    encode_prompt,
    encode_revert_state,
    encode_session,
    encode_todo,
    encode_token_usage,
    encode_tool_content,
    encode_tool_provider,
)
from .models.shared import (
    ModelInUse,
    RuntimeContext,
    decode_model_in_use,
    decode_runtime_context,
    encode_model_in_use,
    encode_runtime_context,
)
from .models.workspace import WorkspaceStatus, decode_workspace_status, encode_workspace_status

__all__ = [
    "CatalogUpdatedEvent",
    "CommandExecuted",
    "CommandExecutedEvent",
    "Event",
    "FailedNotice",
    "FileEdited",
    "FileEditedEvent",
    "FileWatched",
    "FileWatcherUpdatedEvent",
    "GlobalDisposedEvent",
    "InstallationUpdateAvailableEvent",
    "InstallationUpdated",
    "InstallationUpdatedEvent",
    "IntegrationConnectionUpdated",
    "IntegrationConnectionUpdatedEvent",
    "IntegrationUpdatedEvent",
    "LspUpdatedEvent",
    "McpBrowserOpenFailed",
    "McpBrowserOpenFailedEvent",
    "McpToolsChanged",
    "McpToolsChangedEvent",
    "MessagePartDelta",
    "MessagePartDeltaEvent",
    "MessagePartRemoved",
    "MessagePartRemovedEvent",
    "MessagePartUpdated",
    "MessagePartUpdatedEvent",
    "MessageRemoved",
    "MessageRemovedEvent",
    "MessageUpdated",
    "MessageUpdatedEvent",
    "ModelsDevRefreshedEvent",
    "NamedError",
    "NamedErrorData",
    "NextAgentSwitched",
    "NextCompactionDelta",
    "NextCompactionEnded",
    "NextCompactionStarted",
    "NextModelSwitched",
    "NextMoved",
    "NextPrompted",
    "NextReasoningDelta",
    "NextReasoningEnded",
    "NextReasoningStarted",
    "NextRetried",
    "NextRevertCleared",
    "NextRevertCommitted",
    "NextRevertStaged",
    "NextShellEnded",
    "NextShellStarted",
    "NextStepEnded",
    "NextStepFailed",
    "NextStepStarted",
    "NextText",
    "NextTextDelta",
    "NextTextEnded",
    "NextTextStarted",
    "NextToolCalled",
    "NextToolFailed",
    "NextToolInputDelta",
    "NextToolInputEnded",
    "NextToolInputStarted",
    "NextToolProgress",
    "NextToolSuccess",
    "PermissionAskedEvent",
    "PermissionReplied",
    "PermissionRepliedEvent",
    "PermissionV2AskedEvent",
    "PermissionV2RepliedEvent",
    "PluginAdded",
    "PluginAddedEvent",
    "ProjectDirectoriesUpdated",
    "ProjectDirectoriesUpdatedEvent",
    "ProjectUpdatedEvent",
    "PtyChanged",
    "PtyCreatedEvent",
    "PtyDeleted",
    "PtyDeletedEvent",
    "PtyExited",
    "PtyExitedEvent",
    "PtyUpdatedEvent",
    "QuestionAskedEvent",
    "QuestionRejected",
    "QuestionRejectedEvent",
    "QuestionReplied",
    "QuestionRepliedEvent",
    "QuestionV2AskedEvent",
    "QuestionV2RejectedEvent",
    "QuestionV2RepliedEvent",
    "RECORDS",
    "ReadyNotice",
    "ReferenceUpdatedEvent",
    "RetryAction",
    "ServerConnectedEvent",
    "SessionBusy",
    "SessionChanged",
    "SessionCompactedEvent",
    "SessionCreatedEvent",
    "SessionDeletedEvent",
    "SessionDiffEvent",
    "SessionDiffed",
    "SessionErrorEvent",
    "SessionFailed",
    "SessionIdle",
    "SessionIdleEvent",
    "SessionNamed",
    "SessionNextAgentSwitchedEvent",
    "SessionNextCompactionDeltaEvent",
    "SessionNextCompactionEndedEvent",
    "SessionNextCompactionStartedEvent",
    "SessionNextContextUpdatedEvent",
    "SessionNextModelSwitchedEvent",
    "SessionNextMovedEvent",
    "SessionNextPromptAdmittedEvent",
    "SessionNextPromptedEvent",
    "SessionNextReasoningDeltaEvent",
    "SessionNextReasoningEndedEvent",
    "SessionNextReasoningStartedEvent",
    "SessionNextRetriedEvent",
    "SessionNextRevertClearedEvent",
    "SessionNextRevertCommittedEvent",
    "SessionNextRevertStagedEvent",
    "SessionNextShellEndedEvent",
    "SessionNextShellStartedEvent",
    "SessionNextStepEndedEvent",
    "SessionNextStepFailedEvent",
    "SessionNextStepStartedEvent",
    "SessionNextSyntheticEvent",
    "SessionNextTextDeltaEvent",
    "SessionNextTextEndedEvent",
    "SessionNextTextStartedEvent",
    "SessionNextToolCalledEvent",
    "SessionNextToolFailedEvent",
    "SessionNextToolInputDeltaEvent",
    "SessionNextToolInputEndedEvent",
    "SessionNextToolInputStartedEvent",
    "SessionNextToolProgressEvent",
    "SessionNextToolSuccessEvent",
    "SessionRetry",
    "SessionStatus",
    "SessionStatusChanged",
    "SessionStatusEvent",
    "SessionUpdatedEvent",
    "SnapshotFileDiff",
    "TodoUpdatedEvent",
    "TodosUpdated",
    "TuiCommandExecuteEvent",
    "TuiCommandExecuted",
    "TuiPromptAppendEvent",
    "TuiPromptAppended",
    "TuiSessionSelectEvent",
    "TuiToastShowEvent",
    "TuiToastShown",
    "VcsBranchUpdated",
    "VcsBranchUpdatedEvent",
    "WorkspaceFailedEvent",
    "WorkspaceReadyEvent",
    "WorkspaceStatusEvent",
    "WorktreeFailedEvent",
    "WorktreeReadyEvent",
    "decode_catalog_updated_event",
    "decode_command_executed",
    "decode_command_executed_event",
    "decode_event",
    "decode_failed_notice",
    "decode_file_edited",
    "decode_file_edited_event",
    "decode_file_watched",
    "decode_file_watcher_updated_event",
    "decode_global_disposed_event",
    "decode_installation_update_available_event",
    "decode_installation_updated",
    "decode_installation_updated_event",
    "decode_integration_connection_updated",
    "decode_integration_connection_updated_event",
    "decode_integration_updated_event",
    "decode_lsp_updated_event",
    "decode_mcp_browser_open_failed",
    "decode_mcp_browser_open_failed_event",
    "decode_mcp_tools_changed",
    "decode_mcp_tools_changed_event",
    "decode_message_part_delta",
    "decode_message_part_delta_event",
    "decode_message_part_removed",
    "decode_message_part_removed_event",
    "decode_message_part_updated",
    "decode_message_part_updated_event",
    "decode_message_removed",
    "decode_message_removed_event",
    "decode_message_updated",
    "decode_message_updated_event",
    "decode_models_dev_refreshed_event",
    "decode_named_error",
    "decode_named_error_data",
    "decode_next_agent_switched",
    "decode_next_compaction_delta",
    "decode_next_compaction_ended",
    "decode_next_compaction_started",
    "decode_next_model_switched",
    "decode_next_moved",
    "decode_next_prompted",
    "decode_next_reasoning_delta",
    "decode_next_reasoning_ended",
    "decode_next_reasoning_started",
    "decode_next_retried",
    "decode_next_revert_cleared",
    "decode_next_revert_committed",
    "decode_next_revert_staged",
    "decode_next_shell_ended",
    "decode_next_shell_started",
    "decode_next_step_ended",
    "decode_next_step_failed",
    "decode_next_step_started",
    "decode_next_text",
    "decode_next_text_delta",
    "decode_next_text_ended",
    "decode_next_text_started",
    "decode_next_tool_called",
    "decode_next_tool_failed",
    "decode_next_tool_input_delta",
    "decode_next_tool_input_ended",
    "decode_next_tool_input_started",
    "decode_next_tool_progress",
    "decode_next_tool_success",
    "decode_permission_asked_event",
    "decode_permission_replied",
    "decode_permission_replied_event",
    "decode_permission_v2_asked_event",
    "decode_permission_v2_replied_event",
    "decode_plugin_added",
    "decode_plugin_added_event",
    "decode_project_directories_updated",
    "decode_project_directories_updated_event",
    "decode_project_updated_event",
    "decode_pty_changed",
    "decode_pty_created_event",
    "decode_pty_deleted",
    "decode_pty_deleted_event",
    "decode_pty_exited",
    "decode_pty_exited_event",
    "decode_pty_updated_event",
    "decode_question_asked_event",
    "decode_question_rejected",
    "decode_question_rejected_event",
    "decode_question_replied",
    "decode_question_replied_event",
    "decode_question_v2_asked_event",
    "decode_question_v2_rejected_event",
    "decode_question_v2_replied_event",
    "decode_ready_notice",
    "decode_reference_updated_event",
    "decode_retry_action",
    "decode_server_connected_event",
    "decode_session_busy",
    "decode_session_changed",
    "decode_session_compacted_event",
    "decode_session_created_event",
    "decode_session_deleted_event",
    "decode_session_diff_event",
    "decode_session_diffed",
    "decode_session_error_event",
    "decode_session_failed",
    "decode_session_idle",
    "decode_session_idle_event",
    "decode_session_named",
    "decode_session_next_agent_switched_event",
    "decode_session_next_compaction_delta_event",
    "decode_session_next_compaction_ended_event",
    "decode_session_next_compaction_started_event",
    "decode_session_next_context_updated_event",
    "decode_session_next_model_switched_event",
    "decode_session_next_moved_event",
    "decode_session_next_prompt_admitted_event",
    "decode_session_next_prompted_event",
    "decode_session_next_reasoning_delta_event",
    "decode_session_next_reasoning_ended_event",
    "decode_session_next_reasoning_started_event",
    "decode_session_next_retried_event",
    "decode_session_next_revert_cleared_event",
    "decode_session_next_revert_committed_event",
    "decode_session_next_revert_staged_event",
    "decode_session_next_shell_ended_event",
    "decode_session_next_shell_started_event",
    "decode_session_next_step_ended_event",
    "decode_session_next_step_failed_event",
    "decode_session_next_step_started_event",
    "decode_session_next_synthetic_event",
    "decode_session_next_text_delta_event",
    "decode_session_next_text_ended_event",
    "decode_session_next_text_started_event",
    "decode_session_next_tool_called_event",
    "decode_session_next_tool_failed_event",
    "decode_session_next_tool_input_delta_event",
    "decode_session_next_tool_input_ended_event",
    "decode_session_next_tool_input_started_event",
    "decode_session_next_tool_progress_event",
    "decode_session_next_tool_success_event",
    "decode_session_retry",
    "decode_session_status",
    "decode_session_status_changed",
    "decode_session_status_event",
    "decode_session_updated_event",
    "decode_snapshot_file_diff",
    "decode_todo_updated_event",
    "decode_todos_updated",
    "decode_tui_command_execute_event",
    "decode_tui_command_executed",
    "decode_tui_prompt_append_event",
    "decode_tui_prompt_appended",
    "decode_tui_session_select_event",
    "decode_tui_toast_show_event",
    "decode_tui_toast_shown",
    "decode_vcs_branch_updated",
    "decode_vcs_branch_updated_event",
    "decode_workspace_failed_event",
    "decode_workspace_ready_event",
    "decode_workspace_status_event",
    "decode_worktree_failed_event",
    "decode_worktree_ready_event",
    "encode_catalog_updated_event",
    "encode_command_executed",
    "encode_command_executed_event",
    "encode_event",
    "encode_failed_notice",
    "encode_file_edited",
    "encode_file_edited_event",
    "encode_file_watched",
    "encode_file_watcher_updated_event",
    "encode_global_disposed_event",
    "encode_installation_update_available_event",
    "encode_installation_updated",
    "encode_installation_updated_event",
    "encode_integration_connection_updated",
    "encode_integration_connection_updated_event",
    "encode_integration_updated_event",
    "encode_lsp_updated_event",
    "encode_mcp_browser_open_failed",
    "encode_mcp_browser_open_failed_event",
    "encode_mcp_tools_changed",
    "encode_mcp_tools_changed_event",
    "encode_message_part_delta",
    "encode_message_part_delta_event",
    "encode_message_part_removed",
    "encode_message_part_removed_event",
    "encode_message_part_updated",
    "encode_message_part_updated_event",
    "encode_message_removed",
    "encode_message_removed_event",
    "encode_message_updated",
    "encode_message_updated_event",
    "encode_models_dev_refreshed_event",
    "encode_named_error",
    "encode_named_error_data",
    "encode_next_agent_switched",
    "encode_next_compaction_delta",
    "encode_next_compaction_ended",
    "encode_next_compaction_started",
    "encode_next_model_switched",
    "encode_next_moved",
    "encode_next_prompted",
    "encode_next_reasoning_delta",
    "encode_next_reasoning_ended",
    "encode_next_reasoning_started",
    "encode_next_retried",
    "encode_next_revert_cleared",
    "encode_next_revert_committed",
    "encode_next_revert_staged",
    "encode_next_shell_ended",
    "encode_next_shell_started",
    "encode_next_step_ended",
    "encode_next_step_failed",
    "encode_next_step_started",
    "encode_next_text",
    "encode_next_text_delta",
    "encode_next_text_ended",
    "encode_next_text_started",
    "encode_next_tool_called",
    "encode_next_tool_failed",
    "encode_next_tool_input_delta",
    "encode_next_tool_input_ended",
    "encode_next_tool_input_started",
    "encode_next_tool_progress",
    "encode_next_tool_success",
    "encode_permission_asked_event",
    "encode_permission_replied",
    "encode_permission_replied_event",
    "encode_permission_v2_asked_event",
    "encode_permission_v2_replied_event",
    "encode_plugin_added",
    "encode_plugin_added_event",
    "encode_project_directories_updated",
    "encode_project_directories_updated_event",
    "encode_project_updated_event",
    "encode_pty_changed",
    "encode_pty_created_event",
    "encode_pty_deleted",
    "encode_pty_deleted_event",
    "encode_pty_exited",
    "encode_pty_exited_event",
    "encode_pty_updated_event",
    "encode_question_asked_event",
    "encode_question_rejected",
    "encode_question_rejected_event",
    "encode_question_replied",
    "encode_question_replied_event",
    "encode_question_v2_asked_event",
    "encode_question_v2_rejected_event",
    "encode_question_v2_replied_event",
    "encode_ready_notice",
    "encode_reference_updated_event",
    "encode_retry_action",
    "encode_server_connected_event",
    "encode_session_busy",
    "encode_session_changed",
    "encode_session_compacted_event",
    "encode_session_created_event",
    "encode_session_deleted_event",
    "encode_session_diff_event",
    "encode_session_diffed",
    "encode_session_error_event",
    "encode_session_failed",
    "encode_session_idle",
    "encode_session_idle_event",
    "encode_session_named",
    "encode_session_next_agent_switched_event",
    "encode_session_next_compaction_delta_event",
    "encode_session_next_compaction_ended_event",
    "encode_session_next_compaction_started_event",
    "encode_session_next_context_updated_event",
    "encode_session_next_model_switched_event",
    "encode_session_next_moved_event",
    "encode_session_next_prompt_admitted_event",
    "encode_session_next_prompted_event",
    "encode_session_next_reasoning_delta_event",
    "encode_session_next_reasoning_ended_event",
    "encode_session_next_reasoning_started_event",
    "encode_session_next_retried_event",
    "encode_session_next_revert_cleared_event",
    "encode_session_next_revert_committed_event",
    "encode_session_next_revert_staged_event",
    "encode_session_next_shell_ended_event",
    "encode_session_next_shell_started_event",
    "encode_session_next_step_ended_event",
    "encode_session_next_step_failed_event",
    "encode_session_next_step_started_event",
    "encode_session_next_synthetic_event",
    "encode_session_next_text_delta_event",
    "encode_session_next_text_ended_event",
    "encode_session_next_text_started_event",
    "encode_session_next_tool_called_event",
    "encode_session_next_tool_failed_event",
    "encode_session_next_tool_input_delta_event",
    "encode_session_next_tool_input_ended_event",
    "encode_session_next_tool_input_started_event",
    "encode_session_next_tool_progress_event",
    "encode_session_next_tool_success_event",
    "encode_session_retry",
    "encode_session_status",
    "encode_session_status_changed",
    "encode_session_status_event",
    "encode_session_updated_event",
    "encode_snapshot_file_diff",
    "encode_todo_updated_event",
    "encode_todos_updated",
    "encode_tui_command_execute_event",
    "encode_tui_command_executed",
    "encode_tui_prompt_append_event",
    "encode_tui_prompt_appended",
    "encode_tui_session_select_event",
    "encode_tui_toast_show_event",
    "encode_tui_toast_shown",
    "encode_vcs_branch_updated",
    "encode_vcs_branch_updated_event",
    "encode_workspace_failed_event",
    "encode_workspace_ready_event",
    "encode_workspace_status_event",
    "encode_worktree_failed_event",
    "encode_worktree_ready_event",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class CatalogUpdatedEvent(Record):
    """The event catalog.updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("catalog.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["catalog.updated"] | str
    """The type of event."""

    payload: dict[str, Any]
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class CommandExecuted(Record):
    """A command that was executed."""

    wire_names_ = {"name": "name", "sessionID": "session_id", "arguments": "arguments", "messageID": "message_id"}

    name: str | None = None
    """The name of the command."""

    session_id: str | None = None
    """The id of the session."""

    arguments: str | None = None
    """The arguments."""

    message_id: str | None = None
    """The id of the resulting message."""


@define(kw_only=True, eq=False, repr=False)
class CommandExecutedEvent(Record):
    """The event command.executed: a command that was executed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("command.executed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["command.executed"] | str
    """The type of event."""

    payload: CommandExecuted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class FailedNotice(Record):
    """A workspace or worktree that could not be created."""

    wire_names_ = {"message": "message"}

    message: str | None = None
    """The error message."""


@define(kw_only=True, eq=False, repr=False)
class FileEdited(Record):
    """A file that an agent edited."""

    wire_names_ = {"file": "file"}

    file: str | None = None
    """The path."""


@define(kw_only=True, eq=False, repr=False)
class FileEditedEvent(Record):
    """The event file.edited: a file that an agent edited."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("file.edited",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["file.edited"] | str
    """The type of event."""

    payload: FileEdited
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class FileWatched(Record):
    """A change of a file that the file watcher observed."""

    wire_names_ = {"file": "file", "event": "event"}

    file: str | None = None
    """The path."""

    event: Literal["add", "change", "unlink"] | str | None = None
    """How the file changed."""


@define(kw_only=True, eq=False, repr=False)
class FileWatcherUpdatedEvent(Record):
    """The event file.watcher.updated: a change of a file that the file watcher observed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("file.watcher.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["file.watcher.updated"] | str
    """The type of event."""

    payload: FileWatched
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class GlobalDisposedEvent(Record):
    """The event global.disposed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("global.disposed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["global.disposed"] | str
    """The type of event."""

    payload: dict[str, Any]
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class InstallationUpdateAvailableEvent(Record):
    """The event installation.update-available: a newer version of the server is available."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("installation.update-available",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["installation.update-available"] | str
    """The type of event."""

    payload: InstallationUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class InstallationUpdated(Record):
    """A version of the server."""

    wire_names_ = {"version": "version"}

    version: str | None = None
    """The version."""


@define(kw_only=True, eq=False, repr=False)
class InstallationUpdatedEvent(Record):
    """The event installation.updated: the server was updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("installation.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["installation.updated"] | str
    """The type of event."""

    payload: InstallationUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class IntegrationConnectionUpdated(Record):
    """An integration whose connection changed."""

    wire_names_ = {"integrationID": "integration_id"}

    integration_id: str | None = None
    """The id of the integration."""


@define(kw_only=True, eq=False, repr=False)
class IntegrationConnectionUpdatedEvent(Record):
    """The event integration.connection.updated: an integration whose connection changed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("integration.connection.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["integration.connection.updated"] | str
    """The type of event."""

    payload: IntegrationConnectionUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class IntegrationUpdatedEvent(Record):
    """The event integration.updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("integration.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["integration.updated"] | str
    """The type of event."""

    payload: dict[str, Any]
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class LspUpdatedEvent(Record):
    """The event lsp.updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("lsp.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["lsp.updated"] | str
    """The type of event."""

    payload: dict[str, Any]
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class McpBrowserOpenFailed(Record):
    """A browser that could not be opened for an authorization."""

    wire_names_ = {"mcpName": "mcp_name", "url": "url"}
    secret_ = frozenset({"url"})

    mcp_name: str | None = None
    """The name of the tool-protocol server."""

    url: str | None = None
    """The URL to open; it contains the state."""


@define(kw_only=True, eq=False, repr=False)
class McpBrowserOpenFailedEvent(Record):
    """The event mcp.browser.open.failed: a browser that could not be opened for an authorization."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("mcp.browser.open.failed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["mcp.browser.open.failed"] | str
    """The type of event."""

    payload: McpBrowserOpenFailed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class McpToolsChanged(Record):
    """A tool-protocol server whose tools changed."""

    wire_names_ = {"server": "server"}

    server: str | None = None
    """The name of the server."""


@define(kw_only=True, eq=False, repr=False)
class McpToolsChangedEvent(Record):
    """The event mcp.tools.changed: a tool-protocol server whose tools changed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("mcp.tools.changed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["mcp.tools.changed"] | str
    """The type of event."""

    payload: McpToolsChanged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class MessagePartDelta(Record):
    """The payload of message.part.delta: text to append to a field of a part."""

    wire_names_ = {
        "sessionID": "session_id",
        "messageID": "message_id",
        "partID": "part_id",
        "field": "field",
        "delta": "delta",
    }

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    part_id: str
    """The id of the part."""

    field: str
    """The name of the field to extend, for instance text."""

    delta: str
    """The text to append."""


@define(kw_only=True, eq=False, repr=False)
class MessagePartDeltaEvent(Record):
    """The event message.part.delta: text to append to a field of a part."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("message.part.delta",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["message.part.delta"] | str
    """The type of event."""

    payload: MessagePartDelta
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class MessagePartRemoved(Record):
    """A part of a message that was removed."""

    wire_names_ = {"sessionID": "session_id", "messageID": "message_id", "partID": "part_id"}

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    part_id: str | None = None
    """The id of the part."""


@define(kw_only=True, eq=False, repr=False)
class MessagePartRemovedEvent(Record):
    """The event message.part.removed: a part of a message that was removed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("message.part.removed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["message.part.removed"] | str
    """The type of event."""

    payload: MessagePartRemoved
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class MessagePartUpdated(Record):
    """A part of a message that was created or updated."""

    wire_names_ = {"sessionID": "session_id", "messageID": "message_id", "part": "part", "time": "time"}

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message of the part; the observed server sends it inside the part."""

    part: Part | None = None
    """The part."""

    time: float | None = None
    """When it happened, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class MessagePartUpdatedEvent(Record):
    """The event message.part.updated: a part of a message that was created or updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("message.part.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["message.part.updated"] | str
    """The type of event."""

    payload: MessagePartUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class MessageRemoved(Record):
    """A message that was removed."""

    wire_names_ = {"sessionID": "session_id", "messageID": "message_id"}

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""


@define(kw_only=True, eq=False, repr=False)
class MessageRemovedEvent(Record):
    """The event message.removed: a message that was removed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("message.removed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["message.removed"] | str
    """The type of event."""

    payload: MessageRemoved
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class MessageUpdated(Record):
    """A message that was created or updated."""

    wire_names_ = {"sessionID": "session_id", "info": "info"}

    session_id: str | None = None
    """The id of the session."""

    info: Message | None = None
    """The message."""


@define(kw_only=True, eq=False, repr=False)
class MessageUpdatedEvent(Record):
    """The event message.updated: a message that was created or updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("message.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["message.updated"] | str
    """The type of event."""

    payload: MessageUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class ModelsDevRefreshedEvent(Record):
    """The event models-dev.refreshed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("models-dev.refreshed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["models-dev.refreshed"] | str
    """The type of event."""

    payload: dict[str, Any]
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class NamedError(Record):
    """An error of a session."""

    wire_names_ = {"name": "name", "data": "data"}

    name: str | None = None
    """The name of the error, for instance ProviderAuthError, MessageAbortedError or ContextOverflowError."""

    data: NamedErrorData | None = None
    """Details of the error."""


@define(kw_only=True, eq=False, repr=False)
class NamedErrorData(Record):
    """Details of an error of a session, as far as there are any."""

    wire_names_ = {
        "message": "message",
        "providerID": "provider_id",
        "statusCode": "status_code",
        "isRetryable": "is_retryable",
        "responseHeaders": "response_headers",
        "responseBody": "response_body",
        "metadata": "metadata",
        "retries": "retries",
        "ref": "ref",
    }
    secret_ = frozenset({"response_headers"})

    message: str | None = None
    """The error message."""

    provider_id: str | None = None
    """The id of the provider."""

    status_code: int | None = None
    """The HTTP status of the provider's response."""

    is_retryable: bool | None = None
    """Whether the request can be retried."""

    response_headers: dict[str, str] | None = None
    """The headers of the provider's response."""

    response_body: str | None = None
    """The body of the provider's response."""

    metadata: dict[str, str] | None = None
    """Metadata of any kind."""

    retries: int | None = None
    """The number of retries."""

    ref: str | None = None
    """A reference to find the error in the server's log."""


@define(kw_only=True, eq=False, repr=False)
class NextAgentSwitched(Record):
    """A switch to another agent."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "messageID": "message_id", "agent": "agent"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    agent: str | None = None
    """The name of the agent."""


@define(kw_only=True, eq=False, repr=False)
class NextCompactionDelta(Record):
    """Text to append to the summary of a compaction."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "messageID": "message_id", "text": "text"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class NextCompactionEnded(Record):
    """A compaction that ended."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "reason": "reason",
        "text": "text",
        "recent": "recent",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    reason: Literal["auto", "manual"] | str | None = None
    """Whether the server (auto) or the user (manual) initiated it."""

    text: str | None = None
    """The summary."""

    recent: str | None = None
    """The most recent part of the conversation, unchanged."""


@define(kw_only=True, eq=False, repr=False)
class NextCompactionStarted(Record):
    """A compaction that started."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "messageID": "message_id", "reason": "reason"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    reason: Literal["auto", "manual"] | str | None = None
    """Whether the server (auto) or the user (manual) initiated it."""


@define(kw_only=True, eq=False, repr=False)
class NextModelSwitched(Record):
    """A switch to another model."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "messageID": "message_id", "model": "model"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    model: ModelInUse | None = None
    """The model."""


@define(kw_only=True, eq=False, repr=False)
class NextMoved(Record):
    """A session that moved to another runtime context."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "location": "location",
        "subdirectory": "subdirectory",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    location: RuntimeContext | None = None
    """The new runtime context."""

    subdirectory: str | None = None
    """The directory below it."""


@define(kw_only=True, eq=False, repr=False)
class NextPrompted(Record):
    """A prompt that was admitted or passed to the agent."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "prompt": "prompt",
        "delivery": "delivery",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    prompt: Prompt | None = None
    """The prompt."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether it interrupts the running turn or waits; the observed server sends steer and queue."""


@define(kw_only=True, eq=False, repr=False)
class NextReasoningDelta(Record):
    """Text to append to a reasoning of the agent."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "reasoningID": "reasoning_id",
        "delta": "delta",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    reasoning_id: str | None = None
    """The id of the part."""

    delta: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class NextReasoningEnded(Record):
    """A reasoning of the agent that ended."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "reasoningID": "reasoning_id",
        "text": "text",
        "providerMetadata": "provider_metadata",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    reasoning_id: str | None = None
    """The id of the part."""

    text: str | None = None
    """The whole text."""

    provider_metadata: dict[str, Any] | None = None
    """Metadata from the provider."""


@define(kw_only=True, eq=False, repr=False)
class NextReasoningStarted(Record):
    """A reasoning of the agent that started."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "reasoningID": "reasoning_id",
        "providerMetadata": "provider_metadata",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    reasoning_id: str | None = None
    """The id of the part."""

    provider_metadata: dict[str, Any] | None = None
    """Metadata from the provider."""


@define(kw_only=True, eq=False, repr=False)
class NextRetried(Record):
    """A step of the agent that is retried."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "attempt": "attempt", "error": "error"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    attempt: float | None = None
    """The number of the attempt."""

    error: ErrorInfo | None = None
    """The error."""


@define(kw_only=True, eq=False, repr=False)
class NextRevertCleared(Record):
    """A revert of a session that was cleared."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""


@define(kw_only=True, eq=False, repr=False)
class NextRevertCommitted(Record):
    """A revert of a session that was committed."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "messageID": "message_id"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""


@define(kw_only=True, eq=False, repr=False)
class NextRevertStaged(Record):
    """A revert of a session that was staged."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "revert": "revert"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    revert: RevertState | None = None
    """The state of the revert."""


@define(kw_only=True, eq=False, repr=False)
class NextShellEnded(Record):
    """A shell command of the user that ended."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "callID": "call_id", "output": "output"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    call_id: str | None = None
    """The id of the call."""

    output: str | None = None
    """The output."""


@define(kw_only=True, eq=False, repr=False)
class NextShellStarted(Record):
    """A shell command of the user that started."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "callID": "call_id",
        "command": "command",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    call_id: str | None = None
    """The id of the call."""

    command: str | None = None
    """The command line."""


@define(kw_only=True, eq=False, repr=False)
class NextStepEnded(Record):
    """A step of the agent that ended."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "finish": "finish",
        "cost": "cost",
        "tokens": "tokens",
        "snapshot": "snapshot",
        "files": "files",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    finish: str | None = None
    """The reason why the model stopped."""

    cost: float | None = None
    """The cost in US dollars."""

    tokens: TokenUsage | None = None
    """The number of tokens used."""

    snapshot: str | None = None
    """The id of the snapshot of the files."""

    files: list[str] = Factory(lambda: list[str]())
    """The files that changed."""


@define(kw_only=True, eq=False, repr=False)
class NextStepFailed(Record):
    """A step of the agent that failed."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "error": "error",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    error: ErrorInfo | None = None
    """The error."""


@define(kw_only=True, eq=False, repr=False)
class NextStepStarted(Record):
    """A step of the agent that started."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "agent": "agent",
        "model": "model",
        "snapshot": "snapshot",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    agent: str | None = None
    """The name of the agent."""

    model: ModelInUse | None = None
    """The model."""

    snapshot: str | None = None
    """The id of the snapshot of the files."""


@define(kw_only=True, eq=False, repr=False)
class NextText(Record):
    """Text that was added to a session."""

    wire_names_ = {"timestamp": "timestamp", "sessionID": "session_id", "messageID": "message_id", "text": "text"}

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    message_id: str | None = None
    """The id of the message."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class NextTextDelta(Record):
    """Text to append to a text of the agent."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "textID": "text_id",
        "delta": "delta",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    text_id: str | None = None
    """The id of the part."""

    delta: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class NextTextEnded(Record):
    """A text of the agent that ended."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "textID": "text_id",
        "text": "text",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    text_id: str | None = None
    """The id of the part."""

    text: str | None = None
    """The whole text."""


@define(kw_only=True, eq=False, repr=False)
class NextTextStarted(Record):
    """A text of the agent that started."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "textID": "text_id",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    text_id: str | None = None
    """The id of the part."""


@define(kw_only=True, eq=False, repr=False)
class NextToolCalled(Record):
    """A running tool call."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "tool": "tool",
        "input": "input",
        "provider": "provider",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str | None = None
    """The id of the call."""

    tool: str | None = None
    """The name of the tool."""

    input: dict[str, Any] | None = None
    """The input."""

    provider: ToolProvider | None = None
    """Metadata of the call from the provider."""


@define(kw_only=True, eq=False, repr=False)
class NextToolFailed(Record):
    """A failed tool call."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "error": "error",
        "result": "result",
        "provider": "provider",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str | None = None
    """The id of the call."""

    error: ErrorInfo | None = None
    """The error."""

    result: Any = None
    """The output of the provider, if it ran the tool itself."""

    provider: ToolProvider | None = None
    """Metadata of the call from the provider."""


@define(kw_only=True, eq=False, repr=False)
class NextToolInputDelta(Record):
    """JSON text to append to the input of a tool call."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "delta": "delta",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str | None = None
    """The id of the call."""

    delta: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class NextToolInputEnded(Record):
    """The complete input of a tool call."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "text": "text",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str | None = None
    """The id of the call."""

    text: str | None = None
    """The input, as JSON text."""


@define(kw_only=True, eq=False, repr=False)
class NextToolInputStarted(Record):
    """A tool call whose input started."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "name": "name",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str | None = None
    """The id of the call."""

    name: str | None = None
    """The name of the tool."""


@define(kw_only=True, eq=False, repr=False)
class NextToolProgress(Record):
    """The output of a running tool call so far."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "structured": "structured",
        "content": "content",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str | None = None
    """The id of the call."""

    structured: dict[str, Any] | None = None
    """The structured output so far."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """The output for the model so far."""


@define(kw_only=True, eq=False, repr=False)
class NextToolSuccess(Record):
    """A completed tool call."""

    wire_names_ = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "structured": "structured",
        "content": "content",
        "outputPaths": "output_paths",
        "result": "result",
        "provider": "provider",
    }

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str | None = None
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str | None = None
    """The id of the call."""

    structured: dict[str, Any] | None = None
    """The structured output."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """The output for the model."""

    output_paths: list[str] = Factory(lambda: list[str]())
    """The paths of files with the output, if it was too long."""

    result: Any = None
    """The output of the provider, if it ran the tool itself."""

    provider: ToolProvider | None = None
    """Metadata of the call from the provider."""


@define(kw_only=True, eq=False, repr=False)
class PermissionAskedEvent(Record):
    """The event permission.asked: a request of an agent for permission."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("permission.asked",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["permission.asked"] | str
    """The type of event."""

    payload: PermissionRequest
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PermissionReplied(Record):
    """A reply to a permission request."""

    wire_names_ = {"sessionID": "session_id", "requestID": "request_id", "reply": "reply"}

    session_id: str | None = None
    """The id of the session."""

    request_id: str | None = None
    """The id of the request."""

    reply: Literal["once", "always", "reject"] | str | None = None
    """The reply."""


@define(kw_only=True, eq=False, repr=False)
class PermissionRepliedEvent(Record):
    """The event permission.replied: a reply to a permission request."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("permission.replied",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["permission.replied"] | str
    """The type of event."""

    payload: PermissionReplied
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PermissionV2AskedEvent(Record):
    """The event permission.v2.asked: a request of an agent for permission."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("permission.v2.asked",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["permission.v2.asked"] | str
    """The type of event."""

    payload: PermissionRequest
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PermissionV2RepliedEvent(Record):
    """The event permission.v2.replied: a reply to a permission request."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("permission.v2.replied",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["permission.v2.replied"] | str
    """The type of event."""

    payload: PermissionReplied
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PluginAdded(Record):
    """A plugin that was added."""

    wire_names_ = {"id": "id"}

    id: str | None = None
    """The id of the plugin."""


@define(kw_only=True, eq=False, repr=False)
class PluginAddedEvent(Record):
    """The event plugin.added: a plugin that was added."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("plugin.added",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["plugin.added"] | str
    """The type of event."""

    payload: PluginAdded
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class ProjectDirectoriesUpdated(Record):
    """A project whose directories changed."""

    wire_names_ = {"projectID": "project_id"}

    project_id: str | None = None
    """The id of the project."""


@define(kw_only=True, eq=False, repr=False)
class ProjectDirectoriesUpdatedEvent(Record):
    """The event project.directories.updated: a project whose directories changed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("project.directories.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["project.directories.updated"] | str
    """The type of event."""

    payload: ProjectDirectoriesUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class ProjectUpdatedEvent(Record):
    """The event project.updated: a project was updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("project.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["project.updated"] | str
    """The type of event."""

    payload: Project
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PtyChanged(Record):
    """A pseudo-terminal that was created or updated."""

    wire_names_ = {"info": "info"}

    info: Pty | None = None
    """The pseudo-terminal."""


@define(kw_only=True, eq=False, repr=False)
class PtyCreatedEvent(Record):
    """The event pty.created: a pseudo-terminal was created."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("pty.created",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["pty.created"] | str
    """The type of event."""

    payload: PtyChanged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PtyDeleted(Record):
    """A pseudo-terminal that was deleted."""

    wire_names_ = {"id": "id"}

    id: str | None = None
    """The id of the pseudo-terminal."""


@define(kw_only=True, eq=False, repr=False)
class PtyDeletedEvent(Record):
    """The event pty.deleted: a pseudo-terminal that was deleted."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("pty.deleted",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["pty.deleted"] | str
    """The type of event."""

    payload: PtyDeleted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PtyExited(Record):
    """A pseudo-terminal whose process exited."""

    wire_names_ = {"id": "id", "exitCode": "exit_code"}

    id: str | None = None
    """The id of the pseudo-terminal."""

    exit_code: int | None = None
    """The exit code."""


@define(kw_only=True, eq=False, repr=False)
class PtyExitedEvent(Record):
    """The event pty.exited: a pseudo-terminal whose process exited."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("pty.exited",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["pty.exited"] | str
    """The type of event."""

    payload: PtyExited
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class PtyUpdatedEvent(Record):
    """The event pty.updated: a pseudo-terminal was updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("pty.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["pty.updated"] | str
    """The type of event."""

    payload: PtyChanged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class QuestionAskedEvent(Record):
    """The event question.asked: a group of questions of an agent to the user."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("question.asked",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["question.asked"] | str
    """The type of event."""

    payload: QuestionRequest
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class QuestionRejected(Record):
    """A group of questions that the user rejected."""

    wire_names_ = {"sessionID": "session_id", "requestID": "request_id"}

    session_id: str | None = None
    """The id of the session."""

    request_id: str | None = None
    """The id of the request."""


@define(kw_only=True, eq=False, repr=False)
class QuestionRejectedEvent(Record):
    """The event question.rejected: a group of questions that the user rejected."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("question.rejected",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["question.rejected"] | str
    """The type of event."""

    payload: QuestionRejected
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class QuestionReplied(Record):
    """A reply to a group of questions."""

    wire_names_ = {"sessionID": "session_id", "requestID": "request_id", "answers": "answers"}

    session_id: str | None = None
    """The id of the session."""

    request_id: str | None = None
    """The id of the request."""

    answers: list[list[str]] = Factory(lambda: list[list[str]]())
    """For each question, the labels of the chosen options or the user's own text."""


@define(kw_only=True, eq=False, repr=False)
class QuestionRepliedEvent(Record):
    """The event question.replied: a reply to a group of questions."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("question.replied",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["question.replied"] | str
    """The type of event."""

    payload: QuestionReplied
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class QuestionV2AskedEvent(Record):
    """The event question.v2.asked: a group of questions of an agent to the user."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("question.v2.asked",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["question.v2.asked"] | str
    """The type of event."""

    payload: QuestionRequest
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class QuestionV2RejectedEvent(Record):
    """The event question.v2.rejected: a group of questions that the user rejected."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("question.v2.rejected",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["question.v2.rejected"] | str
    """The type of event."""

    payload: QuestionRejected
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class QuestionV2RepliedEvent(Record):
    """The event question.v2.replied: a reply to a group of questions."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("question.v2.replied",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["question.v2.replied"] | str
    """The type of event."""

    payload: QuestionReplied
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class ReadyNotice(Record):
    """A workspace or worktree that is ready."""

    wire_names_ = {"name": "name", "branch": "branch"}

    name: str | None = None
    """The name."""

    branch: str | None = None
    """The current branch."""


@define(kw_only=True, eq=False, repr=False)
class ReferenceUpdatedEvent(Record):
    """The event reference.updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("reference.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["reference.updated"] | str
    """The type of event."""

    payload: dict[str, Any]
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class RetryAction(Record):
    """What the user can do about a failing provider."""

    wire_names_ = {
        "reason": "reason",
        "provider": "provider",
        "title": "title",
        "message": "message",
        "label": "label",
        "link": "link",
    }

    reason: str | None = None
    """The reason."""

    provider: str | None = None
    """The name of the provider."""

    title: str | None = None
    """The title."""

    message: str | None = None
    """The message."""

    label: str | None = None
    """The label of the button."""

    link: str | None = None
    """The URL of the link."""


@define(kw_only=True, eq=False, repr=False)
class ServerConnectedEvent(Record):
    """The event server.connected: the stream is open."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("server.connected",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["server.connected"] | str
    """The type of event."""

    payload: dict[str, Any]
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionBusy(Record):
    """The status of a session whose agent is working."""

    wire_names_ = {"type": "type"}
    tags_ = {"type": ("busy",)}

    type: Literal["busy"] | str
    """The type of status."""


@define(kw_only=True, eq=False, repr=False)
class SessionChanged(Record):
    """A session that was created, updated or deleted."""

    wire_names_ = {"sessionID": "session_id", "info": "info"}

    session_id: str | None = None
    """The id of the session."""

    info: Session | None = None
    """The session, in its last state if it was deleted."""


@define(kw_only=True, eq=False, repr=False)
class SessionCompactedEvent(Record):
    """The event session.compacted: the conversation of a session was compacted."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.compacted",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.compacted"] | str
    """The type of event."""

    payload: SessionNamed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionCreatedEvent(Record):
    """The event session.created: a session was created."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.created",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.created"] | str
    """The type of event."""

    payload: SessionChanged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionDeletedEvent(Record):
    """The event session.deleted: a session was deleted."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.deleted",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.deleted"] | str
    """The type of event."""

    payload: SessionChanged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionDiffEvent(Record):
    """The event session.diff: the files that a session changed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.diff",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.diff"] | str
    """The type of event."""

    payload: SessionDiffed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionDiffed(Record):
    """The files that a session changed."""

    wire_names_ = {"sessionID": "session_id", "diff": "diff"}

    session_id: str | None = None
    """The id of the session."""

    diff: list[SnapshotFileDiff] = Factory(lambda: list[SnapshotFileDiff]())
    """The changed files."""


@define(kw_only=True, eq=False, repr=False)
class SessionErrorEvent(Record):
    """The event session.error: an error, in a session or outside of any."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.error",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.error"] | str
    """The type of event."""

    payload: SessionFailed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionFailed(Record):
    """An error, in a session or outside of any."""

    wire_names_ = {"sessionID": "session_id", "error": "error"}

    session_id: str | None = None
    """The id of the session, if the error happened in one."""

    error: NamedError | None = None
    """The error."""


@define(kw_only=True, eq=False, repr=False)
class SessionIdle(Record):
    """The status of a session whose agent has finished."""

    wire_names_ = {"type": "type"}
    tags_ = {"type": ("idle",)}

    type: Literal["idle"] | str
    """The type of status."""


@define(kw_only=True, eq=False, repr=False)
class SessionIdleEvent(Record):
    """The event session.idle: the agent has finished in this session."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.idle",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.idle"] | str
    """The type of event."""

    payload: SessionNamed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNamed(Record):
    """A reference to a session."""

    wire_names_ = {"sessionID": "session_id"}

    session_id: str | None = None
    """The id of the session."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextAgentSwitchedEvent(Record):
    """The event session.next.agent.switched: a switch to another agent."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.agent.switched",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.agent.switched"] | str
    """The type of event."""

    payload: NextAgentSwitched
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextCompactionDeltaEvent(Record):
    """The event session.next.compaction.delta: text to append to the summary of a compaction."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.compaction.delta",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.compaction.delta"] | str
    """The type of event."""

    payload: NextCompactionDelta
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextCompactionEndedEvent(Record):
    """The event session.next.compaction.ended: a compaction that ended."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.compaction.ended",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.compaction.ended"] | str
    """The type of event."""

    payload: NextCompactionEnded
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextCompactionStartedEvent(Record):
    """The event session.next.compaction.started: a compaction that started."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.compaction.started",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.compaction.started"] | str
    """The type of event."""

    payload: NextCompactionStarted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextContextUpdatedEvent(Record):
    """The event session.next.context.updated: text was added to the context of a session."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.context.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.context.updated"] | str
    """The type of event."""

    payload: NextText
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextModelSwitchedEvent(Record):
    """The event session.next.model.switched: a switch to another model."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.model.switched",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.model.switched"] | str
    """The type of event."""

    payload: NextModelSwitched
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextMovedEvent(Record):
    """The event session.next.moved: a session that moved to another runtime context."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.moved",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.moved"] | str
    """The type of event."""

    payload: NextMoved
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextPromptAdmittedEvent(Record):
    """The event session.next.prompt.admitted: a prompt was admitted to a session."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.prompt.admitted",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.prompt.admitted"] | str
    """The type of event."""

    payload: NextPrompted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextPromptedEvent(Record):
    """The event session.next.prompted: a prompt was passed to the agent."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.prompted",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.prompted"] | str
    """The type of event."""

    payload: NextPrompted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextReasoningDeltaEvent(Record):
    """The event session.next.reasoning.delta: text to append to a reasoning of the agent."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.reasoning.delta",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.reasoning.delta"] | str
    """The type of event."""

    payload: NextReasoningDelta
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextReasoningEndedEvent(Record):
    """The event session.next.reasoning.ended: a reasoning of the agent that ended."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.reasoning.ended",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.reasoning.ended"] | str
    """The type of event."""

    payload: NextReasoningEnded
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextReasoningStartedEvent(Record):
    """The event session.next.reasoning.started: a reasoning of the agent that started."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.reasoning.started",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.reasoning.started"] | str
    """The type of event."""

    payload: NextReasoningStarted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextRetriedEvent(Record):
    """The event session.next.retried: a step of the agent that is retried."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.retried",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.retried"] | str
    """The type of event."""

    payload: NextRetried
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextRevertClearedEvent(Record):
    """The event session.next.revert.cleared: a revert of a session that was cleared."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.revert.cleared",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.revert.cleared"] | str
    """The type of event."""

    payload: NextRevertCleared
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextRevertCommittedEvent(Record):
    """The event session.next.revert.committed: a revert of a session that was committed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.revert.committed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.revert.committed"] | str
    """The type of event."""

    payload: NextRevertCommitted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextRevertStagedEvent(Record):
    """The event session.next.revert.staged: a revert of a session that was staged."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.revert.staged",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.revert.staged"] | str
    """The type of event."""

    payload: NextRevertStaged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextShellEndedEvent(Record):
    """The event session.next.shell.ended: a shell command of the user that ended."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.shell.ended",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.shell.ended"] | str
    """The type of event."""

    payload: NextShellEnded
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextShellStartedEvent(Record):
    """The event session.next.shell.started: a shell command of the user that started."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.shell.started",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.shell.started"] | str
    """The type of event."""

    payload: NextShellStarted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextStepEndedEvent(Record):
    """The event session.next.step.ended: a step of the agent that ended."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.step.ended",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.step.ended"] | str
    """The type of event."""

    payload: NextStepEnded
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextStepFailedEvent(Record):
    """The event session.next.step.failed: a step of the agent that failed."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.step.failed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.step.failed"] | str
    """The type of event."""

    payload: NextStepFailed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextStepStartedEvent(Record):
    """The event session.next.step.started: a step of the agent that started."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.step.started",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.step.started"] | str
    """The type of event."""

    payload: NextStepStarted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextSyntheticEvent(Record):
    """The event session.next.synthetic: text was added to a session on behalf of the user."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.synthetic",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.synthetic"] | str
    """The type of event."""

    payload: NextText
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextTextDeltaEvent(Record):
    """The event session.next.text.delta: text to append to a text of the agent."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.text.delta",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.text.delta"] | str
    """The type of event."""

    payload: NextTextDelta
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextTextEndedEvent(Record):
    """The event session.next.text.ended: a text of the agent that ended."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.text.ended",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.text.ended"] | str
    """The type of event."""

    payload: NextTextEnded
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextTextStartedEvent(Record):
    """The event session.next.text.started: a text of the agent that started."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.text.started",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.text.started"] | str
    """The type of event."""

    payload: NextTextStarted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextToolCalledEvent(Record):
    """The event session.next.tool.called: a running tool call."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.tool.called",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.tool.called"] | str
    """The type of event."""

    payload: NextToolCalled
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextToolFailedEvent(Record):
    """The event session.next.tool.failed: a failed tool call."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.tool.failed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.tool.failed"] | str
    """The type of event."""

    payload: NextToolFailed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextToolInputDeltaEvent(Record):
    """The event session.next.tool.input.delta: JSON text to append to the input of a tool call."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.tool.input.delta",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.tool.input.delta"] | str
    """The type of event."""

    payload: NextToolInputDelta
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextToolInputEndedEvent(Record):
    """The event session.next.tool.input.ended: the complete input of a tool call."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.tool.input.ended",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.tool.input.ended"] | str
    """The type of event."""

    payload: NextToolInputEnded
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextToolInputStartedEvent(Record):
    """The event session.next.tool.input.started: a tool call whose input started."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.tool.input.started",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.tool.input.started"] | str
    """The type of event."""

    payload: NextToolInputStarted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextToolProgressEvent(Record):
    """The event session.next.tool.progress: the output of a running tool call so far."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.tool.progress",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.tool.progress"] | str
    """The type of event."""

    payload: NextToolProgress
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionNextToolSuccessEvent(Record):
    """The event session.next.tool.success: a completed tool call."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.next.tool.success",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.next.tool.success"] | str
    """The type of event."""

    payload: NextToolSuccess
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionRetry(Record):
    """The status of a session whose provider failed and is retried."""

    wire_names_ = {"type": "type", "attempt": "attempt", "message": "message", "action": "action", "next": "next"}
    tags_ = {"type": ("retry",)}

    type: Literal["retry"] | str
    """The type of status."""

    attempt: int | None = None
    """The number of the attempt."""

    message: str | None = None
    """The error message."""

    action: RetryAction | None = None
    """What the user can do about the failure."""

    next: float | None = None
    """When the next attempt starts, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class SessionStatusChanged(Record):
    """The new status of a session."""

    wire_names_ = {"sessionID": "session_id", "status": "status"}

    session_id: str | None = None
    """The id of the session."""

    status: SessionStatus | None = None
    """The status."""


@define(kw_only=True, eq=False, repr=False)
class SessionStatusEvent(Record):
    """The event session.status: a session is busy, idle or retrying."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.status",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.status"] | str
    """The type of event."""

    payload: SessionStatusChanged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SessionUpdatedEvent(Record):
    """The event session.updated: a session was updated."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("session.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["session.updated"] | str
    """The type of event."""

    payload: SessionChanged
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class SnapshotFileDiff(Record):
    """The diff of one file between two snapshots."""

    wire_names_ = {
        "file": "file",
        "patch": "patch",
        "additions": "additions",
        "deletions": "deletions",
        "status": "status",
    }

    file: str | None = None
    """The path."""

    patch: str | None = None
    """The diff in unified format."""

    additions: float | None = None
    """The number of added lines."""

    deletions: float | None = None
    """The number of deleted lines."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """How the file changed."""


@define(kw_only=True, eq=False, repr=False)
class TodoUpdatedEvent(Record):
    """The event todo.updated: the updated todos of a session."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("todo.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["todo.updated"] | str
    """The type of event."""

    payload: TodosUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class TodosUpdated(Record):
    """The updated todos of a session."""

    wire_names_ = {"sessionID": "session_id", "todos": "todos"}

    session_id: str | None = None
    """The id of the session."""

    todos: list[Todo] = Factory(lambda: list[Todo]())
    """The todos."""


@define(kw_only=True, eq=False, repr=False)
class TuiCommandExecuteEvent(Record):
    """The event tui.command.execute: a command for the terminal interface."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("tui.command.execute",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["tui.command.execute"] | str
    """The type of event."""

    payload: TuiCommandExecuted
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class TuiCommandExecuted(Record):
    """A command for the terminal interface."""

    wire_names_ = {"command": "command"}

    command: str | None = None
    """The command, for instance session.new."""


@define(kw_only=True, eq=False, repr=False)
class TuiPromptAppendEvent(Record):
    """The event tui.prompt.append: text to append to the prompt of the terminal interface."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("tui.prompt.append",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["tui.prompt.append"] | str
    """The type of event."""

    payload: TuiPromptAppended
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class TuiPromptAppended(Record):
    """Text to append to the prompt of the terminal interface."""

    wire_names_ = {"text": "text"}

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class TuiSessionSelectEvent(Record):
    """The event tui.session.select: a session to show in the terminal interface."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("tui.session.select",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["tui.session.select"] | str
    """The type of event."""

    payload: SessionNamed
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class TuiToastShowEvent(Record):
    """The event tui.toast.show: a notification for the terminal interface."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("tui.toast.show",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["tui.toast.show"] | str
    """The type of event."""

    payload: TuiToastShown
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class TuiToastShown(Record):
    """A notification for the terminal interface."""

    wire_names_ = {"title": "title", "message": "message", "variant": "variant", "duration": "duration"}

    title: str | None = None
    """The title."""

    message: str | None = None
    """The text."""

    variant: Literal["info", "success", "warning", "error"] | str | None = None
    """The variant of the notification."""

    duration: int | None = None
    """The duration in milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class VcsBranchUpdated(Record):
    """The new branch of the directory."""

    wire_names_ = {"branch": "branch"}

    branch: str | None = None
    """The branch, if there is one."""


@define(kw_only=True, eq=False, repr=False)
class VcsBranchUpdatedEvent(Record):
    """The event vcs.branch.updated: the new branch of the directory."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("vcs.branch.updated",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["vcs.branch.updated"] | str
    """The type of event."""

    payload: VcsBranchUpdated
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceFailedEvent(Record):
    """The event workspace.failed: a workspace could not be created."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("workspace.failed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["workspace.failed"] | str
    """The type of event."""

    payload: FailedNotice
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceReadyEvent(Record):
    """The event workspace.ready: a workspace is ready."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("workspace.ready",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["workspace.ready"] | str
    """The type of event."""

    payload: ReadyNotice
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceStatusEvent(Record):
    """The event workspace.status: the connection status of a workspace."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("workspace.status",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["workspace.status"] | str
    """The type of event."""

    payload: WorkspaceStatus
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class WorktreeFailedEvent(Record):
    """The event worktree.failed: a worktree could not be created."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("worktree.failed",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["worktree.failed"] | str
    """The type of event."""

    payload: FailedNotice
    """The payload."""


@define(kw_only=True, eq=False, repr=False)
class WorktreeReadyEvent(Record):
    """The event worktree.ready: a worktree is ready."""

    wire_names_ = {"id": "id", "time": "time", "context": "context", "type": "type", "payload": "payload"}
    tags_ = {"type": ("worktree.ready",)}

    id: str
    """The id, with the prefix `evt_`; a repeated event has the same id."""

    time: float | None = None
    """When it happened (assumed: in Unix milliseconds), if the server sends it."""

    context: RuntimeContext | None = None
    """The runtime context of the event, if the server sends it."""

    type: Literal["worktree.ready"] | str
    """The type of event."""

    payload: ReadyNotice
    """The payload."""


Event: TypeAlias = (
    MessagePartDeltaEvent
    | CatalogUpdatedEvent
    | CommandExecutedEvent
    | FileEditedEvent
    | FileWatcherUpdatedEvent
    | GlobalDisposedEvent
    | InstallationUpdateAvailableEvent
    | InstallationUpdatedEvent
    | IntegrationConnectionUpdatedEvent
    | IntegrationUpdatedEvent
    | LspUpdatedEvent
    | McpBrowserOpenFailedEvent
    | McpToolsChangedEvent
    | MessagePartRemovedEvent
    | MessagePartUpdatedEvent
    | MessageRemovedEvent
    | MessageUpdatedEvent
    | ModelsDevRefreshedEvent
    | PermissionAskedEvent
    | PermissionRepliedEvent
    | PermissionV2AskedEvent
    | PermissionV2RepliedEvent
    | PluginAddedEvent
    | ProjectDirectoriesUpdatedEvent
    | ProjectUpdatedEvent
    | PtyCreatedEvent
    | PtyDeletedEvent
    | PtyExitedEvent
    | PtyUpdatedEvent
    | QuestionAskedEvent
    | QuestionRejectedEvent
    | QuestionRepliedEvent
    | QuestionV2AskedEvent
    | QuestionV2RejectedEvent
    | QuestionV2RepliedEvent
    | ReferenceUpdatedEvent
    | ServerConnectedEvent
    | SessionCompactedEvent
    | SessionCreatedEvent
    | SessionDeletedEvent
    | SessionDiffEvent
    | SessionErrorEvent
    | SessionIdleEvent
    | SessionNextAgentSwitchedEvent
    | SessionNextCompactionDeltaEvent
    | SessionNextCompactionEndedEvent
    | SessionNextCompactionStartedEvent
    | SessionNextContextUpdatedEvent
    | SessionNextModelSwitchedEvent
    | SessionNextMovedEvent
    | SessionNextPromptAdmittedEvent
    | SessionNextPromptedEvent
    | SessionNextReasoningDeltaEvent
    | SessionNextReasoningEndedEvent
    | SessionNextReasoningStartedEvent
    | SessionNextRetriedEvent
    | SessionNextRevertClearedEvent
    | SessionNextRevertCommittedEvent
    | SessionNextRevertStagedEvent
    | SessionNextShellEndedEvent
    | SessionNextShellStartedEvent
    | SessionNextStepEndedEvent
    | SessionNextStepFailedEvent
    | SessionNextStepStartedEvent
    | SessionNextSyntheticEvent
    | SessionNextTextDeltaEvent
    | SessionNextTextEndedEvent
    | SessionNextTextStartedEvent
    | SessionNextToolCalledEvent
    | SessionNextToolFailedEvent
    | SessionNextToolInputDeltaEvent
    | SessionNextToolInputEndedEvent
    | SessionNextToolInputStartedEvent
    | SessionNextToolProgressEvent
    | SessionNextToolSuccessEvent
    | SessionStatusEvent
    | SessionUpdatedEvent
    | TodoUpdatedEvent
    | TuiCommandExecuteEvent
    | TuiPromptAppendEvent
    | TuiSessionSelectEvent
    | TuiToastShowEvent
    | VcsBranchUpdatedEvent
    | WorkspaceFailedEvent
    | WorkspaceReadyEvent
    | WorkspaceStatusEvent
    | WorktreeFailedEvent
    | WorktreeReadyEvent
    | Unknown
)
"""An event of a runtime context, of one of many types."""


SessionStatus: TypeAlias = SessionIdle | SessionBusy | SessionRetry | Unknown
"""The status of a session: idle, busy or retrying."""


def decode_catalog_updated_event(d: dict[str, Any]) -> CatalogUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CatalogUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = d["payload"]
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_catalog_updated_event(o: CatalogUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": o.payload,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_command_executed(d: dict[str, Any]) -> CommandExecuted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CommandExecuted)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.name = d["name"]
            o.session_id = d["sessionID"]
            o.arguments = d["arguments"]
            o.message_id = d["messageID"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.name = d.get("name")
    o.session_id = d.get("sessionID")
    o.arguments = d.get("arguments")
    o.message_id = d.get("messageID")
    o.source_ = (
        None if len(d) == 0 + ("name" in d) + ("sessionID" in d) + ("arguments" in d) + ("messageID" in d) else d
    )
    return o


def encode_command_executed(o: CommandExecuted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.arguments is not None:
        d["arguments"] = o.arguments
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_command_executed_event(d: dict[str, Any]) -> CommandExecutedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(CommandExecutedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_command_executed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_command_executed_event(o: CommandExecutedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_command_executed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_failed_notice(d: dict[str, Any]) -> FailedNotice:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FailedNotice)
    o.message = d.get("message")
    o.source_ = None if len(d) == 0 + ("message" in d) else d
    return o


def encode_failed_notice(o: FailedNotice) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.message is not None:
        d["message"] = o.message
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_edited(d: dict[str, Any]) -> FileEdited:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileEdited)
    o.file = d.get("file")
    o.source_ = None if len(d) == 0 + ("file" in d) else d
    return o


def encode_file_edited(o: FileEdited) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.file is not None:
        d["file"] = o.file
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_edited_event(d: dict[str, Any]) -> FileEditedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileEditedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_file_edited(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_file_edited_event(o: FileEditedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_file_edited(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_watched(d: dict[str, Any]) -> FileWatched:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileWatched)
    o.file = d.get("file")
    o.event = d.get("event")
    o.source_ = None if len(d) == 0 + ("file" in d) + ("event" in d) else d
    return o


def encode_file_watched(o: FileWatched) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.file is not None:
        d["file"] = o.file
    if o.event is not None:
        d["event"] = o.event
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_watcher_updated_event(d: dict[str, Any]) -> FileWatcherUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileWatcherUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_file_watched(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_file_watcher_updated_event(o: FileWatcherUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_file_watched(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_global_disposed_event(d: dict[str, Any]) -> GlobalDisposedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GlobalDisposedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = d["payload"]
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_global_disposed_event(o: GlobalDisposedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": o.payload,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_installation_update_available_event(d: dict[str, Any]) -> InstallationUpdateAvailableEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(InstallationUpdateAvailableEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_installation_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_installation_update_available_event(o: InstallationUpdateAvailableEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_installation_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_installation_updated(d: dict[str, Any]) -> InstallationUpdated:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(InstallationUpdated)
    o.version = d.get("version")
    o.source_ = None if len(d) == 0 + ("version" in d) else d
    return o


def encode_installation_updated(o: InstallationUpdated) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.version is not None:
        d["version"] = o.version
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_installation_updated_event(d: dict[str, Any]) -> InstallationUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(InstallationUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_installation_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_installation_updated_event(o: InstallationUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_installation_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_integration_connection_updated(d: dict[str, Any]) -> IntegrationConnectionUpdated:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(IntegrationConnectionUpdated)
    o.integration_id = d.get("integrationID")
    o.source_ = None if len(d) == 0 + ("integrationID" in d) else d
    return o


def encode_integration_connection_updated(o: IntegrationConnectionUpdated) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.integration_id is not None:
        d["integrationID"] = o.integration_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_integration_connection_updated_event(d: dict[str, Any]) -> IntegrationConnectionUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(IntegrationConnectionUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_integration_connection_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_integration_connection_updated_event(o: IntegrationConnectionUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_integration_connection_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_integration_updated_event(d: dict[str, Any]) -> IntegrationUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(IntegrationUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = d["payload"]
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_integration_updated_event(o: IntegrationUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": o.payload,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_lsp_updated_event(d: dict[str, Any]) -> LspUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(LspUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = d["payload"]
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_lsp_updated_event(o: LspUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": o.payload,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_browser_open_failed(d: dict[str, Any]) -> McpBrowserOpenFailed:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpBrowserOpenFailed)
    o.mcp_name = d.get("mcpName")
    o.url = d.get("url")
    o.source_ = None if len(d) == 0 + ("mcpName" in d) + ("url" in d) else d
    return o


def encode_mcp_browser_open_failed(o: McpBrowserOpenFailed) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.mcp_name is not None:
        d["mcpName"] = o.mcp_name
    if o.url is not None:
        d["url"] = o.url
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_browser_open_failed_event(d: dict[str, Any]) -> McpBrowserOpenFailedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpBrowserOpenFailedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_mcp_browser_open_failed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_mcp_browser_open_failed_event(o: McpBrowserOpenFailedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_mcp_browser_open_failed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_tools_changed(d: dict[str, Any]) -> McpToolsChanged:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpToolsChanged)
    o.server = d.get("server")
    o.source_ = None if len(d) == 0 + ("server" in d) else d
    return o


def encode_mcp_tools_changed(o: McpToolsChanged) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.server is not None:
        d["server"] = o.server
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_mcp_tools_changed_event(d: dict[str, Any]) -> McpToolsChangedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(McpToolsChangedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_mcp_tools_changed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_mcp_tools_changed_event(o: McpToolsChangedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_mcp_tools_changed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_part_delta(d: dict[str, Any]) -> MessagePartDelta:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagePartDelta)
    o.session_id = d["sessionID"]
    o.message_id = d["messageID"]
    o.part_id = d["partID"]
    o.field = d["field"]
    o.delta = d["delta"]
    o.source_ = None if len(d) == 5 else d
    return o


def encode_message_part_delta(o: MessagePartDelta) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "sessionID": o.session_id,
        "messageID": o.message_id,
        "partID": o.part_id,
        "field": o.field,
        "delta": o.delta,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_part_delta_event(d: dict[str, Any]) -> MessagePartDeltaEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagePartDeltaEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_message_part_delta(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_message_part_delta_event(o: MessagePartDeltaEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_message_part_delta(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_part_removed(d: dict[str, Any]) -> MessagePartRemoved:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagePartRemoved)
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.part_id = d.get("partID")
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("messageID" in d) + ("partID" in d) else d
    return o


def encode_message_part_removed(o: MessagePartRemoved) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.part_id is not None:
        d["partID"] = o.part_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_part_removed_event(d: dict[str, Any]) -> MessagePartRemovedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagePartRemovedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_message_part_removed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_message_part_removed_event(o: MessagePartRemovedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_message_part_removed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_part_updated(d: dict[str, Any]) -> MessagePartUpdated:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagePartUpdated)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.part = None if (v := d["part"]) is None else decode_part(v)
            o.time = d["time"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.part = None if (v := d.get("part")) is None else decode_part(v)
    o.time = d.get("time")
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("messageID" in d) + ("part" in d) + ("time" in d) else d
    return o


def encode_message_part_updated(o: MessagePartUpdated) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.part is not None:
        d["part"] = encode_part(o.part)
    if o.time is not None:
        d["time"] = o.time
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_part_updated_event(d: dict[str, Any]) -> MessagePartUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessagePartUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_message_part_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_message_part_updated_event(o: MessagePartUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_message_part_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_removed(d: dict[str, Any]) -> MessageRemoved:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageRemoved)
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("messageID" in d) else d
    return o


def encode_message_removed(o: MessageRemoved) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_removed_event(d: dict[str, Any]) -> MessageRemovedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageRemovedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_message_removed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_message_removed_event(o: MessageRemovedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_message_removed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_updated(d: dict[str, Any]) -> MessageUpdated:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageUpdated)
    o.session_id = d.get("sessionID")
    o.info = None if (v := d.get("info")) is None else decode_message(v)
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("info" in d) else d
    return o


def encode_message_updated(o: MessageUpdated) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.info is not None:
        d["info"] = encode_message(o.info)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_updated_event(d: dict[str, Any]) -> MessageUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_message_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_message_updated_event(o: MessageUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_message_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_models_dev_refreshed_event(d: dict[str, Any]) -> ModelsDevRefreshedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ModelsDevRefreshedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = d["payload"]
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_models_dev_refreshed_event(o: ModelsDevRefreshedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": o.payload,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_named_error(d: dict[str, Any]) -> NamedError:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NamedError)
    o.name = d.get("name")
    o.data = None if (v := d.get("data")) is None else decode_named_error_data(v)
    o.source_ = None if len(d) == 0 + ("name" in d) + ("data" in d) else d
    return o


def encode_named_error(o: NamedError) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.data is not None:
        d["data"] = encode_named_error_data(o.data)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_named_error_data(d: dict[str, Any]) -> NamedErrorData:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NamedErrorData)
    if len(d) == 9:  # most often all that may be there is, and nothing else
        try:
            o.message = d["message"]
            o.provider_id = d["providerID"]
            o.status_code = d["statusCode"]
            o.is_retryable = d["isRetryable"]
            o.response_headers = d["responseHeaders"]
            o.response_body = d["responseBody"]
            o.metadata = d["metadata"]
            o.retries = d["retries"]
            o.ref = d["ref"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.message = d.get("message")
    o.provider_id = d.get("providerID")
    o.status_code = d.get("statusCode")
    o.is_retryable = d.get("isRetryable")
    o.response_headers = d.get("responseHeaders")
    o.response_body = d.get("responseBody")
    o.metadata = d.get("metadata")
    o.retries = d.get("retries")
    o.ref = d.get("ref")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("message" in d)
        + ("providerID" in d)
        + ("statusCode" in d)
        + ("isRetryable" in d)
        + ("responseHeaders" in d)
        + ("responseBody" in d)
        + ("metadata" in d)
        + ("retries" in d)
        + ("ref" in d)
        else d
    )
    return o


def encode_named_error_data(o: NamedErrorData) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.message is not None:
        d["message"] = o.message
    if o.provider_id is not None:
        d["providerID"] = o.provider_id
    if o.status_code is not None:
        d["statusCode"] = o.status_code
    if o.is_retryable is not None:
        d["isRetryable"] = o.is_retryable
    if o.response_headers is not None:
        d["responseHeaders"] = o.response_headers
    if o.response_body is not None:
        d["responseBody"] = o.response_body
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.retries is not None:
        d["retries"] = o.retries
    if o.ref is not None:
        d["ref"] = o.ref
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_agent_switched(d: dict[str, Any]) -> NextAgentSwitched:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextAgentSwitched)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.agent = d["agent"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.agent = d.get("agent")
    o.source_ = (
        None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) + ("agent" in d) else d
    )
    return o


def encode_next_agent_switched(o: NextAgentSwitched) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.agent is not None:
        d["agent"] = o.agent
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_compaction_delta(d: dict[str, Any]) -> NextCompactionDelta:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextCompactionDelta)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.text = d["text"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.text = d.get("text")
    o.source_ = (
        None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) + ("text" in d) else d
    )
    return o


def encode_next_compaction_delta(o: NextCompactionDelta) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_compaction_ended(d: dict[str, Any]) -> NextCompactionEnded:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextCompactionEnded)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.reason = d["reason"]
            o.text = d["text"]
            o.recent = d["recent"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.reason = d.get("reason")
    o.text = d.get("text")
    o.recent = d.get("recent")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("messageID" in d)
        + ("reason" in d)
        + ("text" in d)
        + ("recent" in d)
        else d
    )
    return o


def encode_next_compaction_ended(o: NextCompactionEnded) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.reason is not None:
        d["reason"] = o.reason
    if o.text is not None:
        d["text"] = o.text
    if o.recent is not None:
        d["recent"] = o.recent
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_compaction_started(d: dict[str, Any]) -> NextCompactionStarted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextCompactionStarted)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.reason = d["reason"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.reason = d.get("reason")
    o.source_ = (
        None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) + ("reason" in d) else d
    )
    return o


def encode_next_compaction_started(o: NextCompactionStarted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.reason is not None:
        d["reason"] = o.reason
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_model_switched(d: dict[str, Any]) -> NextModelSwitched:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextModelSwitched)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.source_ = (
        None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) + ("model" in d) else d
    )
    return o


def encode_next_model_switched(o: NextModelSwitched) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_moved(d: dict[str, Any]) -> NextMoved:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextMoved)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.location = None if (v := d["location"]) is None else decode_runtime_context(v)
            o.subdirectory = d["subdirectory"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.subdirectory = d.get("subdirectory")
    o.source_ = (
        None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("location" in d) + ("subdirectory" in d) else d
    )
    return o


def encode_next_moved(o: NextMoved) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.subdirectory is not None:
        d["subdirectory"] = o.subdirectory
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_prompted(d: dict[str, Any]) -> NextPrompted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextPrompted)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.prompt = None if (v := d["prompt"]) is None else decode_prompt(v)
            o.delivery = d["delivery"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.prompt = None if (v := d.get("prompt")) is None else decode_prompt(v)
    o.delivery = d.get("delivery")
    o.source_ = (
        None
        if len(d)
        == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) + ("prompt" in d) + ("delivery" in d)
        else d
    )
    return o


def encode_next_prompted(o: NextPrompted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.prompt is not None:
        d["prompt"] = encode_prompt(o.prompt)
    if o.delivery is not None:
        d["delivery"] = o.delivery
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_reasoning_delta(d: dict[str, Any]) -> NextReasoningDelta:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextReasoningDelta)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.reasoning_id = d["reasoningID"]
            o.delta = d["delta"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.reasoning_id = d.get("reasoningID")
    o.delta = d.get("delta")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("reasoningID" in d)
        + ("delta" in d)
        else d
    )
    return o


def encode_next_reasoning_delta(o: NextReasoningDelta) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.reasoning_id is not None:
        d["reasoningID"] = o.reasoning_id
    if o.delta is not None:
        d["delta"] = o.delta
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_reasoning_ended(d: dict[str, Any]) -> NextReasoningEnded:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextReasoningEnded)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.reasoning_id = d["reasoningID"]
            o.text = d["text"]
            o.provider_metadata = d["providerMetadata"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.reasoning_id = d.get("reasoningID")
    o.text = d.get("text")
    o.provider_metadata = d.get("providerMetadata")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("reasoningID" in d)
        + ("text" in d)
        + ("providerMetadata" in d)
        else d
    )
    return o


def encode_next_reasoning_ended(o: NextReasoningEnded) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.reasoning_id is not None:
        d["reasoningID"] = o.reasoning_id
    if o.text is not None:
        d["text"] = o.text
    if o.provider_metadata is not None:
        d["providerMetadata"] = o.provider_metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_reasoning_started(d: dict[str, Any]) -> NextReasoningStarted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextReasoningStarted)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.reasoning_id = d["reasoningID"]
            o.provider_metadata = d["providerMetadata"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.reasoning_id = d.get("reasoningID")
    o.provider_metadata = d.get("providerMetadata")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("reasoningID" in d)
        + ("providerMetadata" in d)
        else d
    )
    return o


def encode_next_reasoning_started(o: NextReasoningStarted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.reasoning_id is not None:
        d["reasoningID"] = o.reasoning_id
    if o.provider_metadata is not None:
        d["providerMetadata"] = o.provider_metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_retried(d: dict[str, Any]) -> NextRetried:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextRetried)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.attempt = d["attempt"]
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.attempt = d.get("attempt")
    o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    o.source_ = None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("attempt" in d) + ("error" in d) else d
    return o


def encode_next_retried(o: NextRetried) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.attempt is not None:
        d["attempt"] = o.attempt
    if o.error is not None:
        d["error"] = encode_error_info(o.error)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_revert_cleared(d: dict[str, Any]) -> NextRevertCleared:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextRevertCleared)
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.source_ = None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) else d
    return o


def encode_next_revert_cleared(o: NextRevertCleared) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_revert_committed(d: dict[str, Any]) -> NextRevertCommitted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextRevertCommitted)
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.source_ = None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) else d
    return o


def encode_next_revert_committed(o: NextRevertCommitted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_revert_staged(d: dict[str, Any]) -> NextRevertStaged:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextRevertStaged)
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.revert = None if (v := d.get("revert")) is None else decode_revert_state(v)
    o.source_ = None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("revert" in d) else d
    return o


def encode_next_revert_staged(o: NextRevertStaged) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.revert is not None:
        d["revert"] = encode_revert_state(o.revert)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_shell_ended(d: dict[str, Any]) -> NextShellEnded:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextShellEnded)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.call_id = d["callID"]
            o.output = d["output"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.call_id = d.get("callID")
    o.output = d.get("output")
    o.source_ = None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("callID" in d) + ("output" in d) else d
    return o


def encode_next_shell_ended(o: NextShellEnded) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.output is not None:
        d["output"] = o.output
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_shell_started(d: dict[str, Any]) -> NextShellStarted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextShellStarted)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.call_id = d["callID"]
            o.command = d["command"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.call_id = d.get("callID")
    o.command = d.get("command")
    o.source_ = (
        None
        if len(d)
        == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) + ("callID" in d) + ("command" in d)
        else d
    )
    return o


def encode_next_shell_started(o: NextShellStarted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.command is not None:
        d["command"] = o.command
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_step_ended(d: dict[str, Any]) -> NextStepEnded:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextStepEnded)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.finish = d["finish"]
            o.cost = d["cost"]
            o.tokens = None if (v := d["tokens"]) is None else decode_token_usage(v)
            o.snapshot = d["snapshot"]
            o.files = [] if (v := d["files"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.finish = d.get("finish")
    o.cost = d.get("cost")
    o.tokens = None if (v := d.get("tokens")) is None else decode_token_usage(v)
    o.snapshot = d.get("snapshot")
    o.files = [] if (v := d.get("files")) is None else array(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("finish" in d)
        + ("cost" in d)
        + ("tokens" in d)
        + ("snapshot" in d)
        + ("files" in d)
        else d
    )
    return o


def encode_next_step_ended(o: NextStepEnded) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "files": o.files,
    }
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.finish is not None:
        d["finish"] = o.finish
    if o.cost is not None:
        d["cost"] = o.cost
    if o.tokens is not None:
        d["tokens"] = encode_token_usage(o.tokens)
    if o.snapshot is not None:
        d["snapshot"] = o.snapshot
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_step_failed(d: dict[str, Any]) -> NextStepFailed:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextStepFailed)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    o.source_ = (
        None
        if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("assistantMessageID" in d) + ("error" in d)
        else d
    )
    return o


def encode_next_step_failed(o: NextStepFailed) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.error is not None:
        d["error"] = encode_error_info(o.error)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_step_started(d: dict[str, Any]) -> NextStepStarted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextStepStarted)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.snapshot = d["snapshot"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.agent = d.get("agent")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.snapshot = d.get("snapshot")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("agent" in d)
        + ("model" in d)
        + ("snapshot" in d)
        else d
    )
    return o


def encode_next_step_started(o: NextStepStarted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.agent is not None:
        d["agent"] = o.agent
    if o.model is not None:
        d["model"] = encode_model_in_use(o.model)
    if o.snapshot is not None:
        d["snapshot"] = o.snapshot
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_text(d: dict[str, Any]) -> NextText:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextText)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.text = d["text"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.message_id = d.get("messageID")
    o.text = d.get("text")
    o.source_ = (
        None if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("messageID" in d) + ("text" in d) else d
    )
    return o


def encode_next_text(o: NextText) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_text_delta(d: dict[str, Any]) -> NextTextDelta:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextTextDelta)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.text_id = d["textID"]
            o.delta = d["delta"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.text_id = d.get("textID")
    o.delta = d.get("delta")
    o.source_ = (
        None
        if len(d)
        == 0 + ("timestamp" in d) + ("sessionID" in d) + ("assistantMessageID" in d) + ("textID" in d) + ("delta" in d)
        else d
    )
    return o


def encode_next_text_delta(o: NextTextDelta) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.text_id is not None:
        d["textID"] = o.text_id
    if o.delta is not None:
        d["delta"] = o.delta
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_text_ended(d: dict[str, Any]) -> NextTextEnded:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextTextEnded)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.text_id = d["textID"]
            o.text = d["text"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.text_id = d.get("textID")
    o.text = d.get("text")
    o.source_ = (
        None
        if len(d)
        == 0 + ("timestamp" in d) + ("sessionID" in d) + ("assistantMessageID" in d) + ("textID" in d) + ("text" in d)
        else d
    )
    return o


def encode_next_text_ended(o: NextTextEnded) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.text_id is not None:
        d["textID"] = o.text_id
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_text_started(d: dict[str, Any]) -> NextTextStarted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextTextStarted)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.text_id = d["textID"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.text_id = d.get("textID")
    o.source_ = (
        None
        if len(d) == 0 + ("timestamp" in d) + ("sessionID" in d) + ("assistantMessageID" in d) + ("textID" in d)
        else d
    )
    return o


def encode_next_text_started(o: NextTextStarted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.text_id is not None:
        d["textID"] = o.text_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_tool_called(d: dict[str, Any]) -> NextToolCalled:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextToolCalled)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.tool = d["tool"]
            o.input = d["input"]
            o.provider = None if (v := d["provider"]) is None else decode_tool_provider(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.call_id = d.get("callID")
    o.tool = d.get("tool")
    o.input = d.get("input")
    o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("callID" in d)
        + ("tool" in d)
        + ("input" in d)
        + ("provider" in d)
        else d
    )
    return o


def encode_next_tool_called(o: NextToolCalled) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.tool is not None:
        d["tool"] = o.tool
    if o.input is not None:
        d["input"] = o.input
    if o.provider is not None:
        d["provider"] = encode_tool_provider(o.provider)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_tool_failed(d: dict[str, Any]) -> NextToolFailed:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextToolFailed)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.result = d["result"]
            o.provider = None if (v := d["provider"]) is None else decode_tool_provider(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.call_id = d.get("callID")
    o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    o.result = d.get("result")
    o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("callID" in d)
        + ("error" in d)
        + ("result" in d)
        + ("provider" in d)
        else d
    )
    return o


def encode_next_tool_failed(o: NextToolFailed) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.error is not None:
        d["error"] = encode_error_info(o.error)
    if o.result is not None:
        d["result"] = o.result
    if o.provider is not None:
        d["provider"] = encode_tool_provider(o.provider)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_tool_input_delta(d: dict[str, Any]) -> NextToolInputDelta:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextToolInputDelta)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.delta = d["delta"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.call_id = d.get("callID")
    o.delta = d.get("delta")
    o.source_ = (
        None
        if len(d)
        == 0 + ("timestamp" in d) + ("sessionID" in d) + ("assistantMessageID" in d) + ("callID" in d) + ("delta" in d)
        else d
    )
    return o


def encode_next_tool_input_delta(o: NextToolInputDelta) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.delta is not None:
        d["delta"] = o.delta
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_tool_input_ended(d: dict[str, Any]) -> NextToolInputEnded:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextToolInputEnded)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.text = d["text"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.call_id = d.get("callID")
    o.text = d.get("text")
    o.source_ = (
        None
        if len(d)
        == 0 + ("timestamp" in d) + ("sessionID" in d) + ("assistantMessageID" in d) + ("callID" in d) + ("text" in d)
        else d
    )
    return o


def encode_next_tool_input_ended(o: NextToolInputEnded) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_tool_input_started(d: dict[str, Any]) -> NextToolInputStarted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextToolInputStarted)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.name = d["name"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.call_id = d.get("callID")
    o.name = d.get("name")
    o.source_ = (
        None
        if len(d)
        == 0 + ("timestamp" in d) + ("sessionID" in d) + ("assistantMessageID" in d) + ("callID" in d) + ("name" in d)
        else d
    )
    return o


def encode_next_tool_input_started(o: NextToolInputStarted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.name is not None:
        d["name"] = o.name
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_tool_progress(d: dict[str, Any]) -> NextToolProgress:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextToolProgress)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.structured = d["structured"]
            o.content = [] if (v := d["content"]) is None else [decode_tool_content(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.call_id = d.get("callID")
    o.structured = d.get("structured")
    o.content = [] if (v := d.get("content")) is None else [decode_tool_content(each) for each in array(v)]
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("callID" in d)
        + ("structured" in d)
        + ("content" in d)
        else d
    )
    return o


def encode_next_tool_progress(o: NextToolProgress) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "content": [encode_tool_content(each) for each in o.content],
    }
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.structured is not None:
        d["structured"] = o.structured
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_next_tool_success(d: dict[str, Any]) -> NextToolSuccess:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(NextToolSuccess)
    if len(d) == 9:  # most often all that may be there is, and nothing else
        try:
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.structured = d["structured"]
            o.content = [] if (v := d["content"]) is None else [decode_tool_content(each) for each in array(v)]
            o.output_paths = [] if (v := d["outputPaths"]) is None else array(v)
            o.result = d["result"]
            o.provider = None if (v := d["provider"]) is None else decode_tool_provider(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.timestamp = d.get("timestamp")
    o.session_id = d.get("sessionID")
    o.assistant_message_id = d.get("assistantMessageID")
    o.call_id = d.get("callID")
    o.structured = d.get("structured")
    o.content = [] if (v := d.get("content")) is None else [decode_tool_content(each) for each in array(v)]
    o.output_paths = [] if (v := d.get("outputPaths")) is None else array(v)
    o.result = d.get("result")
    o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("timestamp" in d)
        + ("sessionID" in d)
        + ("assistantMessageID" in d)
        + ("callID" in d)
        + ("structured" in d)
        + ("content" in d)
        + ("outputPaths" in d)
        + ("result" in d)
        + ("provider" in d)
        else d
    )
    return o


def encode_next_tool_success(o: NextToolSuccess) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "content": [encode_tool_content(each) for each in o.content],
        "outputPaths": o.output_paths,
    }
    if o.timestamp is not None:
        d["timestamp"] = o.timestamp
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.assistant_message_id is not None:
        d["assistantMessageID"] = o.assistant_message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.structured is not None:
        d["structured"] = o.structured
    if o.result is not None:
        d["result"] = o.result
    if o.provider is not None:
        d["provider"] = encode_tool_provider(o.provider)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_asked_event(d: dict[str, Any]) -> PermissionAskedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionAskedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_permission_request(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_permission_asked_event(o: PermissionAskedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_permission_request(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_replied(d: dict[str, Any]) -> PermissionReplied:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionReplied)
    o.session_id = d.get("sessionID")
    o.request_id = d.get("requestID")
    o.reply = d.get("reply")
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("requestID" in d) + ("reply" in d) else d
    return o


def encode_permission_replied(o: PermissionReplied) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.request_id is not None:
        d["requestID"] = o.request_id
    if o.reply is not None:
        d["reply"] = o.reply
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_replied_event(d: dict[str, Any]) -> PermissionRepliedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionRepliedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_permission_replied(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_permission_replied_event(o: PermissionRepliedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_permission_replied(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_v2_asked_event(d: dict[str, Any]) -> PermissionV2AskedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionV2AskedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_permission_request(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_permission_v2_asked_event(o: PermissionV2AskedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_permission_request(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_v2_replied_event(d: dict[str, Any]) -> PermissionV2RepliedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionV2RepliedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_permission_replied(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_permission_v2_replied_event(o: PermissionV2RepliedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_permission_replied(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_plugin_added(d: dict[str, Any]) -> PluginAdded:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PluginAdded)
    o.id = d.get("id")
    o.source_ = None if len(d) == 0 + ("id" in d) else d
    return o


def encode_plugin_added(o: PluginAdded) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_plugin_added_event(d: dict[str, Any]) -> PluginAddedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PluginAddedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_plugin_added(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_plugin_added_event(o: PluginAddedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_plugin_added(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_directories_updated(d: dict[str, Any]) -> ProjectDirectoriesUpdated:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectDirectoriesUpdated)
    o.project_id = d.get("projectID")
    o.source_ = None if len(d) == 0 + ("projectID" in d) else d
    return o


def encode_project_directories_updated(o: ProjectDirectoriesUpdated) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.project_id is not None:
        d["projectID"] = o.project_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_directories_updated_event(d: dict[str, Any]) -> ProjectDirectoriesUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectDirectoriesUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_project_directories_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_project_directories_updated_event(o: ProjectDirectoriesUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_project_directories_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_updated_event(d: dict[str, Any]) -> ProjectUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_project(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_project_updated_event(o: ProjectUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_project(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_changed(d: dict[str, Any]) -> PtyChanged:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyChanged)
    o.info = None if (v := d.get("info")) is None else decode_pty(v)
    o.source_ = None if len(d) == 0 + ("info" in d) else d
    return o


def encode_pty_changed(o: PtyChanged) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.info is not None:
        d["info"] = encode_pty(o.info)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_created_event(d: dict[str, Any]) -> PtyCreatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyCreatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_pty_changed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_pty_created_event(o: PtyCreatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_pty_changed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_deleted(d: dict[str, Any]) -> PtyDeleted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyDeleted)
    o.id = d.get("id")
    o.source_ = None if len(d) == 0 + ("id" in d) else d
    return o


def encode_pty_deleted(o: PtyDeleted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_deleted_event(d: dict[str, Any]) -> PtyDeletedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyDeletedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_pty_deleted(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_pty_deleted_event(o: PtyDeletedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_pty_deleted(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_exited(d: dict[str, Any]) -> PtyExited:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyExited)
    o.id = d.get("id")
    o.exit_code = d.get("exitCode")
    o.source_ = None if len(d) == 0 + ("id" in d) + ("exitCode" in d) else d
    return o


def encode_pty_exited(o: PtyExited) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.exit_code is not None:
        d["exitCode"] = o.exit_code
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_exited_event(d: dict[str, Any]) -> PtyExitedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyExitedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_pty_exited(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_pty_exited_event(o: PtyExitedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_pty_exited(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_updated_event(d: dict[str, Any]) -> PtyUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_pty_changed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_pty_updated_event(o: PtyUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_pty_changed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_asked_event(d: dict[str, Any]) -> QuestionAskedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionAskedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_question_request(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_question_asked_event(o: QuestionAskedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_question_request(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_rejected(d: dict[str, Any]) -> QuestionRejected:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionRejected)
    o.session_id = d.get("sessionID")
    o.request_id = d.get("requestID")
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("requestID" in d) else d
    return o


def encode_question_rejected(o: QuestionRejected) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.request_id is not None:
        d["requestID"] = o.request_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_rejected_event(d: dict[str, Any]) -> QuestionRejectedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionRejectedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_question_rejected(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_question_rejected_event(o: QuestionRejectedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_question_rejected(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_replied(d: dict[str, Any]) -> QuestionReplied:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionReplied)
    o.session_id = d.get("sessionID")
    o.request_id = d.get("requestID")
    o.answers = [] if (v := d.get("answers")) is None else [array(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("requestID" in d) + ("answers" in d) else d
    return o


def encode_question_replied(o: QuestionReplied) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "answers": o.answers,
    }
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.request_id is not None:
        d["requestID"] = o.request_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_replied_event(d: dict[str, Any]) -> QuestionRepliedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionRepliedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_question_replied(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_question_replied_event(o: QuestionRepliedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_question_replied(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_v2_asked_event(d: dict[str, Any]) -> QuestionV2AskedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionV2AskedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_question_request(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_question_v2_asked_event(o: QuestionV2AskedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_question_request(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_v2_rejected_event(d: dict[str, Any]) -> QuestionV2RejectedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionV2RejectedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_question_rejected(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_question_v2_rejected_event(o: QuestionV2RejectedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_question_rejected(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_question_v2_replied_event(d: dict[str, Any]) -> QuestionV2RepliedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(QuestionV2RepliedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_question_replied(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_question_v2_replied_event(o: QuestionV2RepliedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_question_replied(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_ready_notice(d: dict[str, Any]) -> ReadyNotice:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ReadyNotice)
    o.name = d.get("name")
    o.branch = d.get("branch")
    o.source_ = None if len(d) == 0 + ("name" in d) + ("branch" in d) else d
    return o


def encode_ready_notice(o: ReadyNotice) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.branch is not None:
        d["branch"] = o.branch
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_reference_updated_event(d: dict[str, Any]) -> ReferenceUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ReferenceUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = d["payload"]
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_reference_updated_event(o: ReferenceUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": o.payload,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_retry_action(d: dict[str, Any]) -> RetryAction:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RetryAction)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.reason = d["reason"]
            o.provider = d["provider"]
            o.title = d["title"]
            o.message = d["message"]
            o.label = d["label"]
            o.link = d["link"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.reason = d.get("reason")
    o.provider = d.get("provider")
    o.title = d.get("title")
    o.message = d.get("message")
    o.label = d.get("label")
    o.link = d.get("link")
    o.source_ = (
        None
        if len(d)
        == 0 + ("reason" in d) + ("provider" in d) + ("title" in d) + ("message" in d) + ("label" in d) + ("link" in d)
        else d
    )
    return o


def encode_retry_action(o: RetryAction) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.reason is not None:
        d["reason"] = o.reason
    if o.provider is not None:
        d["provider"] = o.provider
    if o.title is not None:
        d["title"] = o.title
    if o.message is not None:
        d["message"] = o.message
    if o.label is not None:
        d["label"] = o.label
    if o.link is not None:
        d["link"] = o.link
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_server_connected_event(d: dict[str, Any]) -> ServerConnectedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ServerConnectedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = d["payload"]
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_server_connected_event(o: ServerConnectedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": o.payload,
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_busy(d: dict[str, Any]) -> SessionBusy:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionBusy)
    o.type = d["type"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_session_busy(o: SessionBusy) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_changed(d: dict[str, Any]) -> SessionChanged:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionChanged)
    o.session_id = d.get("sessionID")
    o.info = None if (v := d.get("info")) is None else decode_session(v)
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("info" in d) else d
    return o


def encode_session_changed(o: SessionChanged) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.info is not None:
        d["info"] = encode_session(o.info)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_compacted_event(d: dict[str, Any]) -> SessionCompactedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionCompactedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_named(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_compacted_event(o: SessionCompactedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_named(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_created_event(d: dict[str, Any]) -> SessionCreatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionCreatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_changed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_created_event(o: SessionCreatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_changed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_deleted_event(d: dict[str, Any]) -> SessionDeletedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionDeletedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_changed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_deleted_event(o: SessionDeletedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_changed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_diff_event(d: dict[str, Any]) -> SessionDiffEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionDiffEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_diffed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_diff_event(o: SessionDiffEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_diffed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_diffed(d: dict[str, Any]) -> SessionDiffed:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionDiffed)
    o.session_id = d.get("sessionID")
    o.diff = [] if (v := d.get("diff")) is None else [decode_snapshot_file_diff(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("diff" in d) else d
    return o


def encode_session_diffed(o: SessionDiffed) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "diff": [encode_snapshot_file_diff(each) for each in o.diff],
    }
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_error_event(d: dict[str, Any]) -> SessionErrorEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionErrorEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_failed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_error_event(o: SessionErrorEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_failed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_failed(d: dict[str, Any]) -> SessionFailed:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionFailed)
    o.session_id = d.get("sessionID")
    o.error = None if (v := d.get("error")) is None else decode_named_error(v)
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("error" in d) else d
    return o


def encode_session_failed(o: SessionFailed) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.error is not None:
        d["error"] = encode_named_error(o.error)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_idle(d: dict[str, Any]) -> SessionIdle:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionIdle)
    o.type = d["type"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_session_idle(o: SessionIdle) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_idle_event(d: dict[str, Any]) -> SessionIdleEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionIdleEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_named(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_idle_event(o: SessionIdleEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_named(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_named(d: dict[str, Any]) -> SessionNamed:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNamed)
    o.session_id = d.get("sessionID")
    o.source_ = None if len(d) == 0 + ("sessionID" in d) else d
    return o


def encode_session_named(o: SessionNamed) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_agent_switched_event(d: dict[str, Any]) -> SessionNextAgentSwitchedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextAgentSwitchedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_agent_switched(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_agent_switched_event(o: SessionNextAgentSwitchedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_agent_switched(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_compaction_delta_event(d: dict[str, Any]) -> SessionNextCompactionDeltaEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextCompactionDeltaEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_compaction_delta(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_compaction_delta_event(o: SessionNextCompactionDeltaEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_compaction_delta(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_compaction_ended_event(d: dict[str, Any]) -> SessionNextCompactionEndedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextCompactionEndedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_compaction_ended(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_compaction_ended_event(o: SessionNextCompactionEndedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_compaction_ended(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_compaction_started_event(d: dict[str, Any]) -> SessionNextCompactionStartedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextCompactionStartedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_compaction_started(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_compaction_started_event(o: SessionNextCompactionStartedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_compaction_started(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_context_updated_event(d: dict[str, Any]) -> SessionNextContextUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextContextUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_text(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_context_updated_event(o: SessionNextContextUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_text(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_model_switched_event(d: dict[str, Any]) -> SessionNextModelSwitchedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextModelSwitchedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_model_switched(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_model_switched_event(o: SessionNextModelSwitchedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_model_switched(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_moved_event(d: dict[str, Any]) -> SessionNextMovedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextMovedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_moved(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_moved_event(o: SessionNextMovedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_moved(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_prompt_admitted_event(d: dict[str, Any]) -> SessionNextPromptAdmittedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextPromptAdmittedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_prompted(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_prompt_admitted_event(o: SessionNextPromptAdmittedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_prompted(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_prompted_event(d: dict[str, Any]) -> SessionNextPromptedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextPromptedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_prompted(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_prompted_event(o: SessionNextPromptedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_prompted(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_reasoning_delta_event(d: dict[str, Any]) -> SessionNextReasoningDeltaEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextReasoningDeltaEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_reasoning_delta(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_reasoning_delta_event(o: SessionNextReasoningDeltaEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_reasoning_delta(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_reasoning_ended_event(d: dict[str, Any]) -> SessionNextReasoningEndedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextReasoningEndedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_reasoning_ended(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_reasoning_ended_event(o: SessionNextReasoningEndedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_reasoning_ended(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_reasoning_started_event(d: dict[str, Any]) -> SessionNextReasoningStartedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextReasoningStartedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_reasoning_started(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_reasoning_started_event(o: SessionNextReasoningStartedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_reasoning_started(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_retried_event(d: dict[str, Any]) -> SessionNextRetriedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextRetriedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_retried(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_retried_event(o: SessionNextRetriedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_retried(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_revert_cleared_event(d: dict[str, Any]) -> SessionNextRevertClearedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextRevertClearedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_revert_cleared(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_revert_cleared_event(o: SessionNextRevertClearedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_revert_cleared(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_revert_committed_event(d: dict[str, Any]) -> SessionNextRevertCommittedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextRevertCommittedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_revert_committed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_revert_committed_event(o: SessionNextRevertCommittedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_revert_committed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_revert_staged_event(d: dict[str, Any]) -> SessionNextRevertStagedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextRevertStagedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_revert_staged(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_revert_staged_event(o: SessionNextRevertStagedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_revert_staged(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_shell_ended_event(d: dict[str, Any]) -> SessionNextShellEndedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextShellEndedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_shell_ended(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_shell_ended_event(o: SessionNextShellEndedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_shell_ended(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_shell_started_event(d: dict[str, Any]) -> SessionNextShellStartedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextShellStartedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_shell_started(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_shell_started_event(o: SessionNextShellStartedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_shell_started(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_step_ended_event(d: dict[str, Any]) -> SessionNextStepEndedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextStepEndedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_step_ended(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_step_ended_event(o: SessionNextStepEndedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_step_ended(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_step_failed_event(d: dict[str, Any]) -> SessionNextStepFailedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextStepFailedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_step_failed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_step_failed_event(o: SessionNextStepFailedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_step_failed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_step_started_event(d: dict[str, Any]) -> SessionNextStepStartedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextStepStartedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_step_started(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_step_started_event(o: SessionNextStepStartedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_step_started(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_synthetic_event(d: dict[str, Any]) -> SessionNextSyntheticEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextSyntheticEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_text(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_synthetic_event(o: SessionNextSyntheticEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_text(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_text_delta_event(d: dict[str, Any]) -> SessionNextTextDeltaEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextTextDeltaEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_text_delta(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_text_delta_event(o: SessionNextTextDeltaEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_text_delta(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_text_ended_event(d: dict[str, Any]) -> SessionNextTextEndedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextTextEndedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_text_ended(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_text_ended_event(o: SessionNextTextEndedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_text_ended(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_text_started_event(d: dict[str, Any]) -> SessionNextTextStartedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextTextStartedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_text_started(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_text_started_event(o: SessionNextTextStartedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_text_started(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_tool_called_event(d: dict[str, Any]) -> SessionNextToolCalledEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextToolCalledEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_tool_called(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_tool_called_event(o: SessionNextToolCalledEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_tool_called(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_tool_failed_event(d: dict[str, Any]) -> SessionNextToolFailedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextToolFailedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_tool_failed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_tool_failed_event(o: SessionNextToolFailedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_tool_failed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_tool_input_delta_event(d: dict[str, Any]) -> SessionNextToolInputDeltaEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextToolInputDeltaEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_tool_input_delta(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_tool_input_delta_event(o: SessionNextToolInputDeltaEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_tool_input_delta(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_tool_input_ended_event(d: dict[str, Any]) -> SessionNextToolInputEndedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextToolInputEndedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_tool_input_ended(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_tool_input_ended_event(o: SessionNextToolInputEndedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_tool_input_ended(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_tool_input_started_event(d: dict[str, Any]) -> SessionNextToolInputStartedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextToolInputStartedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_tool_input_started(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_tool_input_started_event(o: SessionNextToolInputStartedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_tool_input_started(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_tool_progress_event(d: dict[str, Any]) -> SessionNextToolProgressEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextToolProgressEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_tool_progress(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_tool_progress_event(o: SessionNextToolProgressEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_tool_progress(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_next_tool_success_event(d: dict[str, Any]) -> SessionNextToolSuccessEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionNextToolSuccessEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_next_tool_success(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_next_tool_success_event(o: SessionNextToolSuccessEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_next_tool_success(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_retry(d: dict[str, Any]) -> SessionRetry:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionRetry)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.attempt = d["attempt"]
            o.message = d["message"]
            o.action = None if (v := d["action"]) is None else decode_retry_action(v)
            o.next = d["next"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d["type"]
    o.attempt = d.get("attempt")
    o.message = d.get("message")
    o.action = None if (v := d.get("action")) is None else decode_retry_action(v)
    o.next = d.get("next")
    o.source_ = None if len(d) == 1 + ("attempt" in d) + ("message" in d) + ("action" in d) + ("next" in d) else d
    return o


def encode_session_retry(o: SessionRetry) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.attempt is not None:
        d["attempt"] = o.attempt
    if o.message is not None:
        d["message"] = o.message
    if o.action is not None:
        d["action"] = encode_retry_action(o.action)
    if o.next is not None:
        d["next"] = o.next
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_status_changed(d: dict[str, Any]) -> SessionStatusChanged:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionStatusChanged)
    o.session_id = d.get("sessionID")
    o.status = None if (v := d.get("status")) is None else decode_session_status(v)
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("status" in d) else d
    return o


def encode_session_status_changed(o: SessionStatusChanged) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.status is not None:
        d["status"] = encode_session_status(o.status)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_status_event(d: dict[str, Any]) -> SessionStatusEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionStatusEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_status_changed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_status_event(o: SessionStatusEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_status_changed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_session_updated_event(d: dict[str, Any]) -> SessionUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SessionUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_changed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_session_updated_event(o: SessionUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_changed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_snapshot_file_diff(d: dict[str, Any]) -> SnapshotFileDiff:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SnapshotFileDiff)
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
    o.file = d.get("file")
    o.patch = d.get("patch")
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.status = d.get("status")
    o.source_ = (
        None
        if len(d) == 0 + ("file" in d) + ("patch" in d) + ("additions" in d) + ("deletions" in d) + ("status" in d)
        else d
    )
    return o


def encode_snapshot_file_diff(o: SnapshotFileDiff) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.file is not None:
        d["file"] = o.file
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


def decode_todo_updated_event(d: dict[str, Any]) -> TodoUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TodoUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_todos_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_todo_updated_event(o: TodoUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_todos_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_todos_updated(d: dict[str, Any]) -> TodosUpdated:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TodosUpdated)
    o.session_id = d.get("sessionID")
    o.todos = [] if (v := d.get("todos")) is None else [decode_todo(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("sessionID" in d) + ("todos" in d) else d
    return o


def encode_todos_updated(o: TodosUpdated) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "todos": [encode_todo(each) for each in o.todos],
    }
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tui_command_execute_event(d: dict[str, Any]) -> TuiCommandExecuteEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TuiCommandExecuteEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_tui_command_executed(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_tui_command_execute_event(o: TuiCommandExecuteEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_tui_command_executed(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tui_command_executed(d: dict[str, Any]) -> TuiCommandExecuted:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TuiCommandExecuted)
    o.command = d.get("command")
    o.source_ = None if len(d) == 0 + ("command" in d) else d
    return o


def encode_tui_command_executed(o: TuiCommandExecuted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.command is not None:
        d["command"] = o.command
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tui_prompt_append_event(d: dict[str, Any]) -> TuiPromptAppendEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TuiPromptAppendEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_tui_prompt_appended(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_tui_prompt_append_event(o: TuiPromptAppendEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_tui_prompt_appended(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tui_prompt_appended(d: dict[str, Any]) -> TuiPromptAppended:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TuiPromptAppended)
    o.text = d.get("text")
    o.source_ = None if len(d) == 0 + ("text" in d) else d
    return o


def encode_tui_prompt_appended(o: TuiPromptAppended) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tui_session_select_event(d: dict[str, Any]) -> TuiSessionSelectEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TuiSessionSelectEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_session_named(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_tui_session_select_event(o: TuiSessionSelectEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_session_named(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tui_toast_show_event(d: dict[str, Any]) -> TuiToastShowEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TuiToastShowEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_tui_toast_shown(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_tui_toast_show_event(o: TuiToastShowEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_tui_toast_shown(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tui_toast_shown(d: dict[str, Any]) -> TuiToastShown:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(TuiToastShown)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.title = d["title"]
            o.message = d["message"]
            o.variant = d["variant"]
            o.duration = d["duration"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.title = d.get("title")
    o.message = d.get("message")
    o.variant = d.get("variant")
    o.duration = d.get("duration")
    o.source_ = None if len(d) == 0 + ("title" in d) + ("message" in d) + ("variant" in d) + ("duration" in d) else d
    return o


def encode_tui_toast_shown(o: TuiToastShown) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.title is not None:
        d["title"] = o.title
    if o.message is not None:
        d["message"] = o.message
    if o.variant is not None:
        d["variant"] = o.variant
    if o.duration is not None:
        d["duration"] = o.duration
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_branch_updated(d: dict[str, Any]) -> VcsBranchUpdated:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsBranchUpdated)
    o.branch = d.get("branch")
    o.source_ = None if len(d) == 0 + ("branch" in d) else d
    return o


def encode_vcs_branch_updated(o: VcsBranchUpdated) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.branch is not None:
        d["branch"] = o.branch
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_branch_updated_event(d: dict[str, Any]) -> VcsBranchUpdatedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsBranchUpdatedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_vcs_branch_updated(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_vcs_branch_updated_event(o: VcsBranchUpdatedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_vcs_branch_updated(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_failed_event(d: dict[str, Any]) -> WorkspaceFailedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceFailedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_failed_notice(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_workspace_failed_event(o: WorkspaceFailedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_failed_notice(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_ready_event(d: dict[str, Any]) -> WorkspaceReadyEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceReadyEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_ready_notice(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_workspace_ready_event(o: WorkspaceReadyEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_ready_notice(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_status_event(d: dict[str, Any]) -> WorkspaceStatusEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceStatusEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_workspace_status(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_workspace_status_event(o: WorkspaceStatusEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_workspace_status(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_worktree_failed_event(d: dict[str, Any]) -> WorktreeFailedEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorktreeFailedEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_failed_notice(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_worktree_failed_event(o: WorktreeFailedEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_failed_notice(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_worktree_ready_event(d: dict[str, Any]) -> WorktreeReadyEvent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorktreeReadyEvent)
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = decode_ready_notice(d["payload"])
    o.source_ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o


def encode_worktree_ready_event(o: WorktreeReadyEvent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "type": o.type,
        "payload": encode_ready_notice(o.payload),
    }
    if o.time is not None:
        d["time"] = o.time
    if o.context is not None:
        d["context"] = encode_runtime_context(o.context)
    if o.source_ is not None:
        d |= extra(o)
    return d


_decode_event: dict[object, Callable[[dict[str, Any]], Event]] = {
    "message.part.delta": decode_message_part_delta_event,
    "catalog.updated": decode_catalog_updated_event,
    "command.executed": decode_command_executed_event,
    "file.edited": decode_file_edited_event,
    "file.watcher.updated": decode_file_watcher_updated_event,
    "global.disposed": decode_global_disposed_event,
    "installation.update-available": decode_installation_update_available_event,
    "installation.updated": decode_installation_updated_event,
    "integration.connection.updated": decode_integration_connection_updated_event,
    "integration.updated": decode_integration_updated_event,
    "lsp.updated": decode_lsp_updated_event,
    "mcp.browser.open.failed": decode_mcp_browser_open_failed_event,
    "mcp.tools.changed": decode_mcp_tools_changed_event,
    "message.part.removed": decode_message_part_removed_event,
    "message.part.updated": decode_message_part_updated_event,
    "message.removed": decode_message_removed_event,
    "message.updated": decode_message_updated_event,
    "models-dev.refreshed": decode_models_dev_refreshed_event,
    "permission.asked": decode_permission_asked_event,
    "permission.replied": decode_permission_replied_event,
    "permission.v2.asked": decode_permission_v2_asked_event,
    "permission.v2.replied": decode_permission_v2_replied_event,
    "plugin.added": decode_plugin_added_event,
    "project.directories.updated": decode_project_directories_updated_event,
    "project.updated": decode_project_updated_event,
    "pty.created": decode_pty_created_event,
    "pty.deleted": decode_pty_deleted_event,
    "pty.exited": decode_pty_exited_event,
    "pty.updated": decode_pty_updated_event,
    "question.asked": decode_question_asked_event,
    "question.rejected": decode_question_rejected_event,
    "question.replied": decode_question_replied_event,
    "question.v2.asked": decode_question_v2_asked_event,
    "question.v2.rejected": decode_question_v2_rejected_event,
    "question.v2.replied": decode_question_v2_replied_event,
    "reference.updated": decode_reference_updated_event,
    "server.connected": decode_server_connected_event,
    "session.compacted": decode_session_compacted_event,
    "session.created": decode_session_created_event,
    "session.deleted": decode_session_deleted_event,
    "session.diff": decode_session_diff_event,
    "session.error": decode_session_error_event,
    "session.idle": decode_session_idle_event,
    "session.next.agent.switched": decode_session_next_agent_switched_event,
    "session.next.compaction.delta": decode_session_next_compaction_delta_event,
    "session.next.compaction.ended": decode_session_next_compaction_ended_event,
    "session.next.compaction.started": decode_session_next_compaction_started_event,
    "session.next.context.updated": decode_session_next_context_updated_event,
    "session.next.model.switched": decode_session_next_model_switched_event,
    "session.next.moved": decode_session_next_moved_event,
    "session.next.prompt.admitted": decode_session_next_prompt_admitted_event,
    "session.next.prompted": decode_session_next_prompted_event,
    "session.next.reasoning.delta": decode_session_next_reasoning_delta_event,
    "session.next.reasoning.ended": decode_session_next_reasoning_ended_event,
    "session.next.reasoning.started": decode_session_next_reasoning_started_event,
    "session.next.retried": decode_session_next_retried_event,
    "session.next.revert.cleared": decode_session_next_revert_cleared_event,
    "session.next.revert.committed": decode_session_next_revert_committed_event,
    "session.next.revert.staged": decode_session_next_revert_staged_event,
    "session.next.shell.ended": decode_session_next_shell_ended_event,
    "session.next.shell.started": decode_session_next_shell_started_event,
    "session.next.step.ended": decode_session_next_step_ended_event,
    "session.next.step.failed": decode_session_next_step_failed_event,
    "session.next.step.started": decode_session_next_step_started_event,
    "session.next.synthetic": decode_session_next_synthetic_event,
    "session.next.text.delta": decode_session_next_text_delta_event,
    "session.next.text.ended": decode_session_next_text_ended_event,
    "session.next.text.started": decode_session_next_text_started_event,
    "session.next.tool.called": decode_session_next_tool_called_event,
    "session.next.tool.failed": decode_session_next_tool_failed_event,
    "session.next.tool.input.delta": decode_session_next_tool_input_delta_event,
    "session.next.tool.input.ended": decode_session_next_tool_input_ended_event,
    "session.next.tool.input.started": decode_session_next_tool_input_started_event,
    "session.next.tool.progress": decode_session_next_tool_progress_event,
    "session.next.tool.success": decode_session_next_tool_success_event,
    "session.status": decode_session_status_event,
    "session.updated": decode_session_updated_event,
    "todo.updated": decode_todo_updated_event,
    "tui.command.execute": decode_tui_command_execute_event,
    "tui.prompt.append": decode_tui_prompt_append_event,
    "tui.session.select": decode_tui_session_select_event,
    "tui.toast.show": decode_tui_toast_show_event,
    "vcs.branch.updated": decode_vcs_branch_updated_event,
    "workspace.failed": decode_workspace_failed_event,
    "workspace.ready": decode_workspace_ready_event,
    "workspace.status": decode_workspace_status_event,
    "worktree.failed": decode_worktree_failed_event,
    "worktree.ready": decode_worktree_ready_event,
}
_encode_event: dict[type, Callable[[Any], dict[str, Any]]] = {
    CatalogUpdatedEvent: encode_catalog_updated_event,
    CommandExecutedEvent: encode_command_executed_event,
    FileEditedEvent: encode_file_edited_event,
    FileWatcherUpdatedEvent: encode_file_watcher_updated_event,
    GlobalDisposedEvent: encode_global_disposed_event,
    InstallationUpdateAvailableEvent: encode_installation_update_available_event,
    InstallationUpdatedEvent: encode_installation_updated_event,
    IntegrationConnectionUpdatedEvent: encode_integration_connection_updated_event,
    IntegrationUpdatedEvent: encode_integration_updated_event,
    LspUpdatedEvent: encode_lsp_updated_event,
    McpBrowserOpenFailedEvent: encode_mcp_browser_open_failed_event,
    McpToolsChangedEvent: encode_mcp_tools_changed_event,
    MessagePartDeltaEvent: encode_message_part_delta_event,
    MessagePartRemovedEvent: encode_message_part_removed_event,
    MessagePartUpdatedEvent: encode_message_part_updated_event,
    MessageRemovedEvent: encode_message_removed_event,
    MessageUpdatedEvent: encode_message_updated_event,
    ModelsDevRefreshedEvent: encode_models_dev_refreshed_event,
    PermissionAskedEvent: encode_permission_asked_event,
    PermissionRepliedEvent: encode_permission_replied_event,
    PermissionV2AskedEvent: encode_permission_v2_asked_event,
    PermissionV2RepliedEvent: encode_permission_v2_replied_event,
    PluginAddedEvent: encode_plugin_added_event,
    ProjectDirectoriesUpdatedEvent: encode_project_directories_updated_event,
    ProjectUpdatedEvent: encode_project_updated_event,
    PtyCreatedEvent: encode_pty_created_event,
    PtyDeletedEvent: encode_pty_deleted_event,
    PtyExitedEvent: encode_pty_exited_event,
    PtyUpdatedEvent: encode_pty_updated_event,
    QuestionAskedEvent: encode_question_asked_event,
    QuestionRejectedEvent: encode_question_rejected_event,
    QuestionRepliedEvent: encode_question_replied_event,
    QuestionV2AskedEvent: encode_question_v2_asked_event,
    QuestionV2RejectedEvent: encode_question_v2_rejected_event,
    QuestionV2RepliedEvent: encode_question_v2_replied_event,
    ReferenceUpdatedEvent: encode_reference_updated_event,
    ServerConnectedEvent: encode_server_connected_event,
    SessionCompactedEvent: encode_session_compacted_event,
    SessionCreatedEvent: encode_session_created_event,
    SessionDeletedEvent: encode_session_deleted_event,
    SessionDiffEvent: encode_session_diff_event,
    SessionErrorEvent: encode_session_error_event,
    SessionIdleEvent: encode_session_idle_event,
    SessionNextAgentSwitchedEvent: encode_session_next_agent_switched_event,
    SessionNextCompactionDeltaEvent: encode_session_next_compaction_delta_event,
    SessionNextCompactionEndedEvent: encode_session_next_compaction_ended_event,
    SessionNextCompactionStartedEvent: encode_session_next_compaction_started_event,
    SessionNextContextUpdatedEvent: encode_session_next_context_updated_event,
    SessionNextModelSwitchedEvent: encode_session_next_model_switched_event,
    SessionNextMovedEvent: encode_session_next_moved_event,
    SessionNextPromptAdmittedEvent: encode_session_next_prompt_admitted_event,
    SessionNextPromptedEvent: encode_session_next_prompted_event,
    SessionNextReasoningDeltaEvent: encode_session_next_reasoning_delta_event,
    SessionNextReasoningEndedEvent: encode_session_next_reasoning_ended_event,
    SessionNextReasoningStartedEvent: encode_session_next_reasoning_started_event,
    SessionNextRetriedEvent: encode_session_next_retried_event,
    SessionNextRevertClearedEvent: encode_session_next_revert_cleared_event,
    SessionNextRevertCommittedEvent: encode_session_next_revert_committed_event,
    SessionNextRevertStagedEvent: encode_session_next_revert_staged_event,
    SessionNextShellEndedEvent: encode_session_next_shell_ended_event,
    SessionNextShellStartedEvent: encode_session_next_shell_started_event,
    SessionNextStepEndedEvent: encode_session_next_step_ended_event,
    SessionNextStepFailedEvent: encode_session_next_step_failed_event,
    SessionNextStepStartedEvent: encode_session_next_step_started_event,
    SessionNextSyntheticEvent: encode_session_next_synthetic_event,
    SessionNextTextDeltaEvent: encode_session_next_text_delta_event,
    SessionNextTextEndedEvent: encode_session_next_text_ended_event,
    SessionNextTextStartedEvent: encode_session_next_text_started_event,
    SessionNextToolCalledEvent: encode_session_next_tool_called_event,
    SessionNextToolFailedEvent: encode_session_next_tool_failed_event,
    SessionNextToolInputDeltaEvent: encode_session_next_tool_input_delta_event,
    SessionNextToolInputEndedEvent: encode_session_next_tool_input_ended_event,
    SessionNextToolInputStartedEvent: encode_session_next_tool_input_started_event,
    SessionNextToolProgressEvent: encode_session_next_tool_progress_event,
    SessionNextToolSuccessEvent: encode_session_next_tool_success_event,
    SessionStatusEvent: encode_session_status_event,
    SessionUpdatedEvent: encode_session_updated_event,
    TodoUpdatedEvent: encode_todo_updated_event,
    TuiCommandExecuteEvent: encode_tui_command_execute_event,
    TuiPromptAppendEvent: encode_tui_prompt_append_event,
    TuiSessionSelectEvent: encode_tui_session_select_event,
    TuiToastShowEvent: encode_tui_toast_show_event,
    VcsBranchUpdatedEvent: encode_vcs_branch_updated_event,
    WorkspaceFailedEvent: encode_workspace_failed_event,
    WorkspaceReadyEvent: encode_workspace_ready_event,
    WorkspaceStatusEvent: encode_workspace_status_event,
    WorktreeFailedEvent: encode_worktree_failed_event,
    WorktreeReadyEvent: encode_worktree_ready_event,
    Unknown: encode_unknown,
}


def decode_event(d: dict[str, Any]) -> Event:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_event.get(d.get("type"), decode_unknown)(d)


def encode_event(o: Event) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_event[type(o)](o)


_decode_session_status: dict[object, Callable[[dict[str, Any]], SessionStatus]] = {
    "idle": decode_session_idle,
    "busy": decode_session_busy,
    "retry": decode_session_retry,
}
_encode_session_status: dict[type, Callable[[Any], dict[str, Any]]] = {
    SessionBusy: encode_session_busy,
    SessionIdle: encode_session_idle,
    SessionRetry: encode_session_retry,
    Unknown: encode_unknown,
}


def decode_session_status(d: dict[str, Any]) -> SessionStatus:
    """Make the record that 'type' tells; one of another kind becomes an `Unknown`."""
    return _decode_session_status.get(d.get("type"), decode_unknown)(d)


def encode_session_status(o: SessionStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    return _encode_session_status[type(o)](o)


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    CatalogUpdatedEvent: (decode_catalog_updated_event, encode_catalog_updated_event),
    CommandExecuted: (decode_command_executed, encode_command_executed),
    CommandExecutedEvent: (decode_command_executed_event, encode_command_executed_event),
    FailedNotice: (decode_failed_notice, encode_failed_notice),
    FileEdited: (decode_file_edited, encode_file_edited),
    FileEditedEvent: (decode_file_edited_event, encode_file_edited_event),
    FileWatched: (decode_file_watched, encode_file_watched),
    FileWatcherUpdatedEvent: (decode_file_watcher_updated_event, encode_file_watcher_updated_event),
    GlobalDisposedEvent: (decode_global_disposed_event, encode_global_disposed_event),
    InstallationUpdateAvailableEvent: (
        decode_installation_update_available_event,
        encode_installation_update_available_event,
    ),
    InstallationUpdated: (decode_installation_updated, encode_installation_updated),
    InstallationUpdatedEvent: (decode_installation_updated_event, encode_installation_updated_event),
    IntegrationConnectionUpdated: (decode_integration_connection_updated, encode_integration_connection_updated),
    IntegrationConnectionUpdatedEvent: (
        decode_integration_connection_updated_event,
        encode_integration_connection_updated_event,
    ),
    IntegrationUpdatedEvent: (decode_integration_updated_event, encode_integration_updated_event),
    LspUpdatedEvent: (decode_lsp_updated_event, encode_lsp_updated_event),
    McpBrowserOpenFailed: (decode_mcp_browser_open_failed, encode_mcp_browser_open_failed),
    McpBrowserOpenFailedEvent: (decode_mcp_browser_open_failed_event, encode_mcp_browser_open_failed_event),
    McpToolsChanged: (decode_mcp_tools_changed, encode_mcp_tools_changed),
    McpToolsChangedEvent: (decode_mcp_tools_changed_event, encode_mcp_tools_changed_event),
    MessagePartDelta: (decode_message_part_delta, encode_message_part_delta),
    MessagePartDeltaEvent: (decode_message_part_delta_event, encode_message_part_delta_event),
    MessagePartRemoved: (decode_message_part_removed, encode_message_part_removed),
    MessagePartRemovedEvent: (decode_message_part_removed_event, encode_message_part_removed_event),
    MessagePartUpdated: (decode_message_part_updated, encode_message_part_updated),
    MessagePartUpdatedEvent: (decode_message_part_updated_event, encode_message_part_updated_event),
    MessageRemoved: (decode_message_removed, encode_message_removed),
    MessageRemovedEvent: (decode_message_removed_event, encode_message_removed_event),
    MessageUpdated: (decode_message_updated, encode_message_updated),
    MessageUpdatedEvent: (decode_message_updated_event, encode_message_updated_event),
    ModelsDevRefreshedEvent: (decode_models_dev_refreshed_event, encode_models_dev_refreshed_event),
    NamedError: (decode_named_error, encode_named_error),
    NamedErrorData: (decode_named_error_data, encode_named_error_data),
    NextAgentSwitched: (decode_next_agent_switched, encode_next_agent_switched),
    NextCompactionDelta: (decode_next_compaction_delta, encode_next_compaction_delta),
    NextCompactionEnded: (decode_next_compaction_ended, encode_next_compaction_ended),
    NextCompactionStarted: (decode_next_compaction_started, encode_next_compaction_started),
    NextModelSwitched: (decode_next_model_switched, encode_next_model_switched),
    NextMoved: (decode_next_moved, encode_next_moved),
    NextPrompted: (decode_next_prompted, encode_next_prompted),
    NextReasoningDelta: (decode_next_reasoning_delta, encode_next_reasoning_delta),
    NextReasoningEnded: (decode_next_reasoning_ended, encode_next_reasoning_ended),
    NextReasoningStarted: (decode_next_reasoning_started, encode_next_reasoning_started),
    NextRetried: (decode_next_retried, encode_next_retried),
    NextRevertCleared: (decode_next_revert_cleared, encode_next_revert_cleared),
    NextRevertCommitted: (decode_next_revert_committed, encode_next_revert_committed),
    NextRevertStaged: (decode_next_revert_staged, encode_next_revert_staged),
    NextShellEnded: (decode_next_shell_ended, encode_next_shell_ended),
    NextShellStarted: (decode_next_shell_started, encode_next_shell_started),
    NextStepEnded: (decode_next_step_ended, encode_next_step_ended),
    NextStepFailed: (decode_next_step_failed, encode_next_step_failed),
    NextStepStarted: (decode_next_step_started, encode_next_step_started),
    NextText: (decode_next_text, encode_next_text),
    NextTextDelta: (decode_next_text_delta, encode_next_text_delta),
    NextTextEnded: (decode_next_text_ended, encode_next_text_ended),
    NextTextStarted: (decode_next_text_started, encode_next_text_started),
    NextToolCalled: (decode_next_tool_called, encode_next_tool_called),
    NextToolFailed: (decode_next_tool_failed, encode_next_tool_failed),
    NextToolInputDelta: (decode_next_tool_input_delta, encode_next_tool_input_delta),
    NextToolInputEnded: (decode_next_tool_input_ended, encode_next_tool_input_ended),
    NextToolInputStarted: (decode_next_tool_input_started, encode_next_tool_input_started),
    NextToolProgress: (decode_next_tool_progress, encode_next_tool_progress),
    NextToolSuccess: (decode_next_tool_success, encode_next_tool_success),
    PermissionAskedEvent: (decode_permission_asked_event, encode_permission_asked_event),
    PermissionReplied: (decode_permission_replied, encode_permission_replied),
    PermissionRepliedEvent: (decode_permission_replied_event, encode_permission_replied_event),
    PermissionV2AskedEvent: (decode_permission_v2_asked_event, encode_permission_v2_asked_event),
    PermissionV2RepliedEvent: (decode_permission_v2_replied_event, encode_permission_v2_replied_event),
    PluginAdded: (decode_plugin_added, encode_plugin_added),
    PluginAddedEvent: (decode_plugin_added_event, encode_plugin_added_event),
    ProjectDirectoriesUpdated: (decode_project_directories_updated, encode_project_directories_updated),
    ProjectDirectoriesUpdatedEvent: (
        decode_project_directories_updated_event,
        encode_project_directories_updated_event,
    ),
    ProjectUpdatedEvent: (decode_project_updated_event, encode_project_updated_event),
    PtyChanged: (decode_pty_changed, encode_pty_changed),
    PtyCreatedEvent: (decode_pty_created_event, encode_pty_created_event),
    PtyDeleted: (decode_pty_deleted, encode_pty_deleted),
    PtyDeletedEvent: (decode_pty_deleted_event, encode_pty_deleted_event),
    PtyExited: (decode_pty_exited, encode_pty_exited),
    PtyExitedEvent: (decode_pty_exited_event, encode_pty_exited_event),
    PtyUpdatedEvent: (decode_pty_updated_event, encode_pty_updated_event),
    QuestionAskedEvent: (decode_question_asked_event, encode_question_asked_event),
    QuestionRejected: (decode_question_rejected, encode_question_rejected),
    QuestionRejectedEvent: (decode_question_rejected_event, encode_question_rejected_event),
    QuestionReplied: (decode_question_replied, encode_question_replied),
    QuestionRepliedEvent: (decode_question_replied_event, encode_question_replied_event),
    QuestionV2AskedEvent: (decode_question_v2_asked_event, encode_question_v2_asked_event),
    QuestionV2RejectedEvent: (decode_question_v2_rejected_event, encode_question_v2_rejected_event),
    QuestionV2RepliedEvent: (decode_question_v2_replied_event, encode_question_v2_replied_event),
    ReadyNotice: (decode_ready_notice, encode_ready_notice),
    ReferenceUpdatedEvent: (decode_reference_updated_event, encode_reference_updated_event),
    RetryAction: (decode_retry_action, encode_retry_action),
    ServerConnectedEvent: (decode_server_connected_event, encode_server_connected_event),
    SessionBusy: (decode_session_busy, encode_session_busy),
    SessionChanged: (decode_session_changed, encode_session_changed),
    SessionCompactedEvent: (decode_session_compacted_event, encode_session_compacted_event),
    SessionCreatedEvent: (decode_session_created_event, encode_session_created_event),
    SessionDeletedEvent: (decode_session_deleted_event, encode_session_deleted_event),
    SessionDiffEvent: (decode_session_diff_event, encode_session_diff_event),
    SessionDiffed: (decode_session_diffed, encode_session_diffed),
    SessionErrorEvent: (decode_session_error_event, encode_session_error_event),
    SessionFailed: (decode_session_failed, encode_session_failed),
    SessionIdle: (decode_session_idle, encode_session_idle),
    SessionIdleEvent: (decode_session_idle_event, encode_session_idle_event),
    SessionNamed: (decode_session_named, encode_session_named),
    SessionNextAgentSwitchedEvent: (decode_session_next_agent_switched_event, encode_session_next_agent_switched_event),
    SessionNextCompactionDeltaEvent: (
        decode_session_next_compaction_delta_event,
        encode_session_next_compaction_delta_event,
    ),
    SessionNextCompactionEndedEvent: (
        decode_session_next_compaction_ended_event,
        encode_session_next_compaction_ended_event,
    ),
    SessionNextCompactionStartedEvent: (
        decode_session_next_compaction_started_event,
        encode_session_next_compaction_started_event,
    ),
    SessionNextContextUpdatedEvent: (
        decode_session_next_context_updated_event,
        encode_session_next_context_updated_event,
    ),
    SessionNextModelSwitchedEvent: (decode_session_next_model_switched_event, encode_session_next_model_switched_event),
    SessionNextMovedEvent: (decode_session_next_moved_event, encode_session_next_moved_event),
    SessionNextPromptAdmittedEvent: (
        decode_session_next_prompt_admitted_event,
        encode_session_next_prompt_admitted_event,
    ),
    SessionNextPromptedEvent: (decode_session_next_prompted_event, encode_session_next_prompted_event),
    SessionNextReasoningDeltaEvent: (
        decode_session_next_reasoning_delta_event,
        encode_session_next_reasoning_delta_event,
    ),
    SessionNextReasoningEndedEvent: (
        decode_session_next_reasoning_ended_event,
        encode_session_next_reasoning_ended_event,
    ),
    SessionNextReasoningStartedEvent: (
        decode_session_next_reasoning_started_event,
        encode_session_next_reasoning_started_event,
    ),
    SessionNextRetriedEvent: (decode_session_next_retried_event, encode_session_next_retried_event),
    SessionNextRevertClearedEvent: (decode_session_next_revert_cleared_event, encode_session_next_revert_cleared_event),
    SessionNextRevertCommittedEvent: (
        decode_session_next_revert_committed_event,
        encode_session_next_revert_committed_event,
    ),
    SessionNextRevertStagedEvent: (decode_session_next_revert_staged_event, encode_session_next_revert_staged_event),
    SessionNextShellEndedEvent: (decode_session_next_shell_ended_event, encode_session_next_shell_ended_event),
    SessionNextShellStartedEvent: (decode_session_next_shell_started_event, encode_session_next_shell_started_event),
    SessionNextStepEndedEvent: (decode_session_next_step_ended_event, encode_session_next_step_ended_event),
    SessionNextStepFailedEvent: (decode_session_next_step_failed_event, encode_session_next_step_failed_event),
    SessionNextStepStartedEvent: (decode_session_next_step_started_event, encode_session_next_step_started_event),
    SessionNextSyntheticEvent: (decode_session_next_synthetic_event, encode_session_next_synthetic_event),
    SessionNextTextDeltaEvent: (decode_session_next_text_delta_event, encode_session_next_text_delta_event),
    SessionNextTextEndedEvent: (decode_session_next_text_ended_event, encode_session_next_text_ended_event),
    SessionNextTextStartedEvent: (decode_session_next_text_started_event, encode_session_next_text_started_event),
    SessionNextToolCalledEvent: (decode_session_next_tool_called_event, encode_session_next_tool_called_event),
    SessionNextToolFailedEvent: (decode_session_next_tool_failed_event, encode_session_next_tool_failed_event),
    SessionNextToolInputDeltaEvent: (
        decode_session_next_tool_input_delta_event,
        encode_session_next_tool_input_delta_event,
    ),
    SessionNextToolInputEndedEvent: (
        decode_session_next_tool_input_ended_event,
        encode_session_next_tool_input_ended_event,
    ),
    SessionNextToolInputStartedEvent: (
        decode_session_next_tool_input_started_event,
        encode_session_next_tool_input_started_event,
    ),
    SessionNextToolProgressEvent: (decode_session_next_tool_progress_event, encode_session_next_tool_progress_event),
    SessionNextToolSuccessEvent: (decode_session_next_tool_success_event, encode_session_next_tool_success_event),
    SessionRetry: (decode_session_retry, encode_session_retry),
    SessionStatusChanged: (decode_session_status_changed, encode_session_status_changed),
    SessionStatusEvent: (decode_session_status_event, encode_session_status_event),
    SessionUpdatedEvent: (decode_session_updated_event, encode_session_updated_event),
    SnapshotFileDiff: (decode_snapshot_file_diff, encode_snapshot_file_diff),
    TodoUpdatedEvent: (decode_todo_updated_event, encode_todo_updated_event),
    TodosUpdated: (decode_todos_updated, encode_todos_updated),
    TuiCommandExecuteEvent: (decode_tui_command_execute_event, encode_tui_command_execute_event),
    TuiCommandExecuted: (decode_tui_command_executed, encode_tui_command_executed),
    TuiPromptAppendEvent: (decode_tui_prompt_append_event, encode_tui_prompt_append_event),
    TuiPromptAppended: (decode_tui_prompt_appended, encode_tui_prompt_appended),
    TuiSessionSelectEvent: (decode_tui_session_select_event, encode_tui_session_select_event),
    TuiToastShowEvent: (decode_tui_toast_show_event, encode_tui_toast_show_event),
    TuiToastShown: (decode_tui_toast_shown, encode_tui_toast_shown),
    VcsBranchUpdated: (decode_vcs_branch_updated, encode_vcs_branch_updated),
    VcsBranchUpdatedEvent: (decode_vcs_branch_updated_event, encode_vcs_branch_updated_event),
    WorkspaceFailedEvent: (decode_workspace_failed_event, encode_workspace_failed_event),
    WorkspaceReadyEvent: (decode_workspace_ready_event, encode_workspace_ready_event),
    WorkspaceStatusEvent: (decode_workspace_status_event, encode_workspace_status_event),
    WorktreeFailedEvent: (decode_worktree_failed_event, encode_worktree_failed_event),
    WorktreeReadyEvent: (decode_worktree_ready_event, encode_worktree_ready_event),
}
"""From each record to the functions that read and write its wire form."""
