# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The public names of the records of the Agent Server, and the module of each, without importing it."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["RECORDS"]

_NAMES = {
    ".events.event": ("Event "),
    ".events.message": (
        "MessagePartDelta MessagePartDeltaEvent MessagePartRemoved MessagePartRemovedEvent "
        "MessagePartUpdated MessagePartUpdatedEvent MessageRemoved MessageRemovedEvent MessageUpdated "
        "MessageUpdatedEvent "
    ),
    ".events.other": (
        "CatalogUpdatedEvent CommandExecuted CommandExecutedEvent FileEdited FileEditedEvent FileWatched "
        "FileWatcherUpdatedEvent GlobalDisposedEvent InstallationUpdateAvailableEvent InstallationUpdated "
        "InstallationUpdatedEvent IntegrationConnectionUpdated IntegrationConnectionUpdatedEvent "
        "IntegrationUpdatedEvent LspUpdatedEvent McpBrowserOpenFailed McpBrowserOpenFailedEvent "
        "McpToolsChanged McpToolsChangedEvent ModelsDevRefreshedEvent PluginAdded PluginAddedEvent "
        "ProjectDirectoriesUpdated ProjectDirectoriesUpdatedEvent ProjectUpdatedEvent "
        "ReferenceUpdatedEvent ServerConnectedEvent TodoUpdatedEvent TodosUpdated VcsBranchUpdated "
        "VcsBranchUpdatedEvent WorktreeFailedEvent WorktreeReadyEvent "
    ),
    ".events.permission": (
        "PermissionAskedEvent PermissionReplied PermissionRepliedEvent PermissionV2AskedEvent PermissionV2RepliedEvent "
    ),
    ".events.pty": ("PtyChanged PtyCreatedEvent PtyDeleted PtyDeletedEvent PtyExited PtyExitedEvent PtyUpdatedEvent "),
    ".events.question": (
        "QuestionAskedEvent QuestionRejected QuestionRejectedEvent QuestionReplied QuestionRepliedEvent "
        "QuestionV2AskedEvent QuestionV2RejectedEvent QuestionV2RepliedEvent "
    ),
    ".events.session": (
        "NamedError NamedErrorData RetryAction SessionBusy SessionChanged SessionCompactedEvent "
        "SessionCreatedEvent SessionDeletedEvent SessionDiffEvent SessionDiffed SessionErrorEvent "
        "SessionFailed SessionIdle SessionIdleEvent SessionRetry SessionStatus SessionStatusChanged "
        "SessionStatusEvent SessionUpdatedEvent SnapshotFileDiff "
    ),
    ".events.session_next": (
        "NextAgentSwitched NextCompactionDelta NextCompactionEnded NextCompactionStarted "
        "NextModelSwitched NextMoved NextPrompted NextReasoningDelta NextReasoningEnded "
        "NextReasoningStarted NextRetried NextRevertCleared NextRevertCommitted NextRevertStaged "
        "NextShellEnded NextShellStarted NextStepEnded NextStepFailed NextStepStarted NextText "
        "NextTextDelta NextTextEnded NextTextStarted NextToolCalled NextToolFailed NextToolInputDelta "
        "NextToolInputEnded NextToolInputStarted NextToolProgress NextToolSuccess "
        "SessionNextAgentSwitchedEvent SessionNextCompactionDeltaEvent SessionNextCompactionEndedEvent "
        "SessionNextCompactionStartedEvent SessionNextContextUpdatedEvent SessionNextModelSwitchedEvent "
        "SessionNextMovedEvent SessionNextPromptAdmittedEvent SessionNextPromptedEvent "
        "SessionNextReasoningDeltaEvent SessionNextReasoningEndedEvent SessionNextReasoningStartedEvent "
        "SessionNextRetriedEvent SessionNextRevertClearedEvent SessionNextRevertCommittedEvent "
        "SessionNextRevertStagedEvent SessionNextShellEndedEvent SessionNextShellStartedEvent "
        "SessionNextStepEndedEvent SessionNextStepFailedEvent SessionNextStepStartedEvent "
        "SessionNextSyntheticEvent SessionNextTextDeltaEvent SessionNextTextEndedEvent "
        "SessionNextTextStartedEvent SessionNextToolCalledEvent SessionNextToolFailedEvent "
        "SessionNextToolInputDeltaEvent SessionNextToolInputEndedEvent SessionNextToolInputStartedEvent "
        "SessionNextToolProgressEvent SessionNextToolSuccessEvent "
    ),
    ".events.shared": ("FailedNotice ReadyNotice SessionNamed "),
    ".events.tui": (
        "TuiCommandExecuteEvent TuiCommandExecuted TuiPromptAppendEvent TuiPromptAppended "
        "TuiSessionSelectEvent TuiToastShowEvent TuiToastShown "
    ),
    ".events.workspace": ("WorkspaceFailedEvent WorkspaceReadyEvent WorkspaceStatusEvent "),
    ".models.agent": ("Agent AgentsEnvelope "),
    ".models.auth": (
        "Account AccountCreate AccountEnvelope AccountUpdate AccountsAnswer ApiCredential Credential OauthCredential "
    ),
    ".models.catalog": (
        "CatalogModel CatalogModelEnvelope CatalogModelsEnvelope CostTier ModelCapabilities ModelCost "
        "ModelLimit ModelTime ModelVariant "
    ),
    ".models.command": ("Command CommandsEnvelope "),
    ".models.config": (
        "AgentConfig CommandConfig CompactionConfig Config ConfigEnvelope ConfigUpdate EnterpriseConfig "
        "ExperimentalConfig FormatterConfig LspConfig ModalitiesConfig ModelConfig ModelLimitConfig "
        "ModelPrice ModelSourceConfig ProviderConfig ProviderOptions ServerConfig SkillsConfig "
        "ToolOutputConfig WatcherConfig "
    ),
    ".models.formatter": ("FormatterStatus FormatterStatusesEnvelope "),
    ".models.fs": (
        "FileContent FileContentEnvelope FilePatch FileSystemEntriesEnvelope FileSystemEntry GrepInput "
        "GrepMatch GrepMatchesEnvelope GrepSubmatch PatchHunk SearchInput "
    ),
    ".models.lsp": ("LspStatus LspStatusesEnvelope "),
    ".models.mcp": (
        "McpAuthorization McpAuthorizationEnvelope McpOauthCallback McpPrompt McpPromptArgument "
        "McpPromptMessage McpPromptRender McpPromptsEnvelope McpResource McpResourceContent "
        "McpResourceContents McpResourceContentsEnvelope McpResourcesEnvelope McpServer McpServerCreate "
        "McpServerEnvelope McpServersEnvelope McpStatus RenderedPrompt RenderedPromptEnvelope "
    ),
    ".models.permission": ("PermissionReplyInput PermissionRequest PermissionRequestsEnvelope PermissionSource "),
    ".models.project": (
        "Project ProjectCommand ProjectEnvelope ProjectIcon ProjectTime ProjectUpdate ProjectsEnvelope "
    ),
    ".models.provider": ("Provider ProvidersEnvelope "),
    ".models.pty": ("Pty PtyCreate PtyEnvelope PtySize PtyUpdate PtysEnvelope "),
    ".models.question": (
        "Question QuestionOption QuestionReplyInput QuestionRequest QuestionRequestsEnvelope "
        "QuestionResponse QuestionTool "
    ),
    ".models.session": (
        "AgentSwitchedMessage AssistantMessage CompactionMessage Cursor ErrorInfo FileDiff "
        "FileDiffsEnvelope Message MessagePage MessageSnapshot MessageTime MessagesEnvelope "
        "ModelReference ModelSwitchedMessage Part Prompt PromptAgent PromptFile PromptInput PromptSource "
        "ReasoningPart RevertState Session SessionCreate SessionEnvelope SessionInputAdmitted "
        "SessionInputAdmittedEnvelope SessionPage SessionTime SessionUpdate ShellMessage SyntheticMessage "
        "SystemMessage TextPart Todo TodosEnvelope TokenUsage ToolCompleted ToolContent ToolFailed "
        "ToolPart ToolPending ToolProvider ToolRunning ToolState ToolTime UnknownToolState UserMessage "
    ),
    ".models.shared": (
        "AisdkApi CacheUsage EventEnvelope EventFrame McpLocalConfig McpOauthConfig McpRemoteConfig "
        "McpServerConfig ModelInUse NativeApi PermissionRule Problem ProviderApi ProviderRequest "
        "RuntimeContext "
    ),
    ".models.skill": ("Skill SkillsEnvelope "),
    ".models.vcs": (
        "VcsApplied VcsAppliedEnvelope VcsFileDiff VcsFileDiffsEnvelope VcsFileStatus "
        "VcsFileStatusesEnvelope VcsInfo VcsInfoEnvelope VcsPatchInput "
    ),
    ".models.workspace": (
        "Workspace WorkspaceCreate WorkspaceEnvelope WorkspaceStatus WorkspaceStatusesEnvelope "
        "WorkspaceUpdate WorkspaceWarp WorkspacesEnvelope "
    ),
}

RECORDS: Mapping[str, str] = {name: module for module, names in _NAMES.items() for name in names.split()}
"""From each name to its module, relative to this package."""
