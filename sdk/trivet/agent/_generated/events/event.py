# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The union of all events of the Agent Server; importing it loads every group of events."""

from __future__ import annotations

from typing import TypeAlias

from ...._core.decoders import Unknown
from . import message, other, permission, pty, question, session, session_next, tui, workspace

__all__ = ["Event"]

Event: TypeAlias = (
    message.MessagePartDeltaEvent
    | other.CatalogUpdatedEvent
    | other.CommandExecutedEvent
    | other.FileEditedEvent
    | other.FileWatcherUpdatedEvent
    | other.GlobalDisposedEvent
    | other.InstallationUpdateAvailableEvent
    | other.InstallationUpdatedEvent
    | other.IntegrationConnectionUpdatedEvent
    | other.IntegrationUpdatedEvent
    | other.LspUpdatedEvent
    | other.McpBrowserOpenFailedEvent
    | other.McpToolsChangedEvent
    | message.MessagePartRemovedEvent
    | message.MessagePartUpdatedEvent
    | message.MessageRemovedEvent
    | message.MessageUpdatedEvent
    | other.ModelsDevRefreshedEvent
    | permission.PermissionAskedEvent
    | permission.PermissionRepliedEvent
    | permission.PermissionV2AskedEvent
    | permission.PermissionV2RepliedEvent
    | other.PluginAddedEvent
    | other.ProjectDirectoriesUpdatedEvent
    | other.ProjectUpdatedEvent
    | pty.PtyCreatedEvent
    | pty.PtyDeletedEvent
    | pty.PtyExitedEvent
    | pty.PtyUpdatedEvent
    | question.QuestionAskedEvent
    | question.QuestionRejectedEvent
    | question.QuestionRepliedEvent
    | question.QuestionV2AskedEvent
    | question.QuestionV2RejectedEvent
    | question.QuestionV2RepliedEvent
    | other.ReferenceUpdatedEvent
    | other.ServerConnectedEvent
    | session.SessionCompactedEvent
    | session.SessionCreatedEvent
    | session.SessionDeletedEvent
    | session.SessionDiffEvent
    | session.SessionErrorEvent
    | session.SessionIdleEvent
    | session_next.SessionNextAgentSwitchedEvent
    | session_next.SessionNextCompactionDeltaEvent
    | session_next.SessionNextCompactionEndedEvent
    | session_next.SessionNextCompactionStartedEvent
    | session_next.SessionNextContextUpdatedEvent
    | session_next.SessionNextModelSwitchedEvent
    | session_next.SessionNextMovedEvent
    | session_next.SessionNextPromptAdmittedEvent
    | session_next.SessionNextPromptedEvent
    | session_next.SessionNextReasoningDeltaEvent
    | session_next.SessionNextReasoningEndedEvent
    | session_next.SessionNextReasoningStartedEvent
    | session_next.SessionNextRetriedEvent
    | session_next.SessionNextRevertClearedEvent
    | session_next.SessionNextRevertCommittedEvent
    | session_next.SessionNextRevertStagedEvent
    | session_next.SessionNextShellEndedEvent
    | session_next.SessionNextShellStartedEvent
    | session_next.SessionNextStepEndedEvent
    | session_next.SessionNextStepFailedEvent
    | session_next.SessionNextStepStartedEvent
    | session_next.SessionNextSyntheticEvent
    | session_next.SessionNextTextDeltaEvent
    | session_next.SessionNextTextEndedEvent
    | session_next.SessionNextTextStartedEvent
    | session_next.SessionNextToolCalledEvent
    | session_next.SessionNextToolFailedEvent
    | session_next.SessionNextToolInputDeltaEvent
    | session_next.SessionNextToolInputEndedEvent
    | session_next.SessionNextToolInputStartedEvent
    | session_next.SessionNextToolProgressEvent
    | session_next.SessionNextToolSuccessEvent
    | session.SessionStatusEvent
    | session.SessionUpdatedEvent
    | other.TodoUpdatedEvent
    | tui.TuiCommandExecuteEvent
    | tui.TuiPromptAppendEvent
    | tui.TuiSessionSelectEvent
    | tui.TuiToastShowEvent
    | other.VcsBranchUpdatedEvent
    | workspace.WorkspaceFailedEvent
    | workspace.WorkspaceReadyEvent
    | workspace.WorkspaceStatusEvent
    | other.WorktreeFailedEvent
    | other.WorktreeReadyEvent
    | Unknown
)
"""An event of a runtime context, of one of many types."""
