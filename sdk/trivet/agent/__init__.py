# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The Agent Server: its clients, its records, and what is worth having on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy import door

if TYPE_CHECKING:
    from ._async.client import AsyncAgentClient as AsyncAgentClient
    from ._async.event import AsyncEvents as AsyncEvents
    from ._async.store import AsyncStore as AsyncStore
    from ._async.view import AsyncContextView as AsyncContextView
    from ._sync.client import AgentClient as AgentClient
    from ._sync.event import Events as Events
    from ._sync.store import Store as Store
    from ._sync.view import ContextView as ContextView
    from .context import context_key as context_key
    from .converter import converter as converter
    from .events import CatalogUpdatedEvent as CatalogUpdatedEvent
    from .events import CommandExecuted as CommandExecuted
    from .events import CommandExecutedEvent as CommandExecutedEvent
    from .events import Event as Event
    from .events import FailedNotice as FailedNotice
    from .events import FileEdited as FileEdited
    from .events import FileEditedEvent as FileEditedEvent
    from .events import FileWatched as FileWatched
    from .events import FileWatcherUpdatedEvent as FileWatcherUpdatedEvent
    from .events import GlobalDisposedEvent as GlobalDisposedEvent
    from .events import InstallationUpdateAvailableEvent as InstallationUpdateAvailableEvent
    from .events import InstallationUpdated as InstallationUpdated
    from .events import InstallationUpdatedEvent as InstallationUpdatedEvent
    from .events import IntegrationConnectionUpdated as IntegrationConnectionUpdated
    from .events import IntegrationConnectionUpdatedEvent as IntegrationConnectionUpdatedEvent
    from .events import IntegrationUpdatedEvent as IntegrationUpdatedEvent
    from .events import LspUpdatedEvent as LspUpdatedEvent
    from .events import McpBrowserOpenFailed as McpBrowserOpenFailed
    from .events import McpBrowserOpenFailedEvent as McpBrowserOpenFailedEvent
    from .events import McpToolsChanged as McpToolsChanged
    from .events import McpToolsChangedEvent as McpToolsChangedEvent
    from .events import MessagePartDelta as MessagePartDelta
    from .events import MessagePartDeltaEvent as MessagePartDeltaEvent
    from .events import MessagePartRemoved as MessagePartRemoved
    from .events import MessagePartRemovedEvent as MessagePartRemovedEvent
    from .events import MessagePartUpdated as MessagePartUpdated
    from .events import MessagePartUpdatedEvent as MessagePartUpdatedEvent
    from .events import MessageRemoved as MessageRemoved
    from .events import MessageRemovedEvent as MessageRemovedEvent
    from .events import MessageUpdated as MessageUpdated
    from .events import MessageUpdatedEvent as MessageUpdatedEvent
    from .events import ModelsDevRefreshedEvent as ModelsDevRefreshedEvent
    from .events import NamedError as NamedError
    from .events import NamedErrorData as NamedErrorData
    from .events import NextAgentSwitched as NextAgentSwitched
    from .events import NextCompactionDelta as NextCompactionDelta
    from .events import NextCompactionEnded as NextCompactionEnded
    from .events import NextCompactionStarted as NextCompactionStarted
    from .events import NextModelSwitched as NextModelSwitched
    from .events import NextMoved as NextMoved
    from .events import NextPrompted as NextPrompted
    from .events import NextReasoningDelta as NextReasoningDelta
    from .events import NextReasoningEnded as NextReasoningEnded
    from .events import NextReasoningStarted as NextReasoningStarted
    from .events import NextRetried as NextRetried
    from .events import NextRevertCleared as NextRevertCleared
    from .events import NextRevertCommitted as NextRevertCommitted
    from .events import NextRevertStaged as NextRevertStaged
    from .events import NextShellEnded as NextShellEnded
    from .events import NextShellStarted as NextShellStarted
    from .events import NextStepEnded as NextStepEnded
    from .events import NextStepFailed as NextStepFailed
    from .events import NextStepStarted as NextStepStarted
    from .events import NextText as NextText
    from .events import NextTextDelta as NextTextDelta
    from .events import NextTextEnded as NextTextEnded
    from .events import NextTextStarted as NextTextStarted
    from .events import NextToolCalled as NextToolCalled
    from .events import NextToolFailed as NextToolFailed
    from .events import NextToolInputDelta as NextToolInputDelta
    from .events import NextToolInputEnded as NextToolInputEnded
    from .events import NextToolInputStarted as NextToolInputStarted
    from .events import NextToolProgress as NextToolProgress
    from .events import NextToolSuccess as NextToolSuccess
    from .events import PermissionAskedEvent as PermissionAskedEvent
    from .events import PermissionReplied as PermissionReplied
    from .events import PermissionRepliedEvent as PermissionRepliedEvent
    from .events import PermissionV2AskedEvent as PermissionV2AskedEvent
    from .events import PermissionV2RepliedEvent as PermissionV2RepliedEvent
    from .events import PluginAdded as PluginAdded
    from .events import PluginAddedEvent as PluginAddedEvent
    from .events import ProjectDirectoriesUpdated as ProjectDirectoriesUpdated
    from .events import ProjectDirectoriesUpdatedEvent as ProjectDirectoriesUpdatedEvent
    from .events import ProjectUpdatedEvent as ProjectUpdatedEvent
    from .events import PtyChanged as PtyChanged
    from .events import PtyCreatedEvent as PtyCreatedEvent
    from .events import PtyDeleted as PtyDeleted
    from .events import PtyDeletedEvent as PtyDeletedEvent
    from .events import PtyExited as PtyExited
    from .events import PtyExitedEvent as PtyExitedEvent
    from .events import PtyUpdatedEvent as PtyUpdatedEvent
    from .events import QuestionAskedEvent as QuestionAskedEvent
    from .events import QuestionRejected as QuestionRejected
    from .events import QuestionRejectedEvent as QuestionRejectedEvent
    from .events import QuestionReplied as QuestionReplied
    from .events import QuestionRepliedEvent as QuestionRepliedEvent
    from .events import QuestionV2AskedEvent as QuestionV2AskedEvent
    from .events import QuestionV2RejectedEvent as QuestionV2RejectedEvent
    from .events import QuestionV2RepliedEvent as QuestionV2RepliedEvent
    from .events import ReadyNotice as ReadyNotice
    from .events import ReferenceUpdatedEvent as ReferenceUpdatedEvent
    from .events import RetryAction as RetryAction
    from .events import ServerConnectedEvent as ServerConnectedEvent
    from .events import SessionBusy as SessionBusy
    from .events import SessionChanged as SessionChanged
    from .events import SessionCompactedEvent as SessionCompactedEvent
    from .events import SessionCreatedEvent as SessionCreatedEvent
    from .events import SessionDeletedEvent as SessionDeletedEvent
    from .events import SessionDiffed as SessionDiffed
    from .events import SessionDiffEvent as SessionDiffEvent
    from .events import SessionErrorEvent as SessionErrorEvent
    from .events import SessionFailed as SessionFailed
    from .events import SessionIdle as SessionIdle
    from .events import SessionIdleEvent as SessionIdleEvent
    from .events import SessionNamed as SessionNamed
    from .events import SessionNextAgentSwitchedEvent as SessionNextAgentSwitchedEvent
    from .events import SessionNextCompactionDeltaEvent as SessionNextCompactionDeltaEvent
    from .events import SessionNextCompactionEndedEvent as SessionNextCompactionEndedEvent
    from .events import SessionNextCompactionStartedEvent as SessionNextCompactionStartedEvent
    from .events import SessionNextContextUpdatedEvent as SessionNextContextUpdatedEvent
    from .events import SessionNextModelSwitchedEvent as SessionNextModelSwitchedEvent
    from .events import SessionNextMovedEvent as SessionNextMovedEvent
    from .events import SessionNextPromptAdmittedEvent as SessionNextPromptAdmittedEvent
    from .events import SessionNextPromptedEvent as SessionNextPromptedEvent
    from .events import SessionNextReasoningDeltaEvent as SessionNextReasoningDeltaEvent
    from .events import SessionNextReasoningEndedEvent as SessionNextReasoningEndedEvent
    from .events import SessionNextReasoningStartedEvent as SessionNextReasoningStartedEvent
    from .events import SessionNextRetriedEvent as SessionNextRetriedEvent
    from .events import SessionNextRevertClearedEvent as SessionNextRevertClearedEvent
    from .events import SessionNextRevertCommittedEvent as SessionNextRevertCommittedEvent
    from .events import SessionNextRevertStagedEvent as SessionNextRevertStagedEvent
    from .events import SessionNextShellEndedEvent as SessionNextShellEndedEvent
    from .events import SessionNextShellStartedEvent as SessionNextShellStartedEvent
    from .events import SessionNextStepEndedEvent as SessionNextStepEndedEvent
    from .events import SessionNextStepFailedEvent as SessionNextStepFailedEvent
    from .events import SessionNextStepStartedEvent as SessionNextStepStartedEvent
    from .events import SessionNextSyntheticEvent as SessionNextSyntheticEvent
    from .events import SessionNextTextDeltaEvent as SessionNextTextDeltaEvent
    from .events import SessionNextTextEndedEvent as SessionNextTextEndedEvent
    from .events import SessionNextTextStartedEvent as SessionNextTextStartedEvent
    from .events import SessionNextToolCalledEvent as SessionNextToolCalledEvent
    from .events import SessionNextToolFailedEvent as SessionNextToolFailedEvent
    from .events import SessionNextToolInputDeltaEvent as SessionNextToolInputDeltaEvent
    from .events import SessionNextToolInputEndedEvent as SessionNextToolInputEndedEvent
    from .events import SessionNextToolInputStartedEvent as SessionNextToolInputStartedEvent
    from .events import SessionNextToolProgressEvent as SessionNextToolProgressEvent
    from .events import SessionNextToolSuccessEvent as SessionNextToolSuccessEvent
    from .events import SessionRetry as SessionRetry
    from .events import SessionStatus as SessionStatus
    from .events import SessionStatusChanged as SessionStatusChanged
    from .events import SessionStatusEvent as SessionStatusEvent
    from .events import SessionUpdatedEvent as SessionUpdatedEvent
    from .events import SnapshotFileDiff as SnapshotFileDiff
    from .events import TodosUpdated as TodosUpdated
    from .events import TodoUpdatedEvent as TodoUpdatedEvent
    from .events import TuiCommandExecuted as TuiCommandExecuted
    from .events import TuiCommandExecuteEvent as TuiCommandExecuteEvent
    from .events import TuiPromptAppended as TuiPromptAppended
    from .events import TuiPromptAppendEvent as TuiPromptAppendEvent
    from .events import TuiSessionSelectEvent as TuiSessionSelectEvent
    from .events import TuiToastShowEvent as TuiToastShowEvent
    from .events import TuiToastShown as TuiToastShown
    from .events import VcsBranchUpdated as VcsBranchUpdated
    from .events import VcsBranchUpdatedEvent as VcsBranchUpdatedEvent
    from .events import WorkspaceFailedEvent as WorkspaceFailedEvent
    from .events import WorkspaceReadyEvent as WorkspaceReadyEvent
    from .events import WorkspaceStatusEvent as WorkspaceStatusEvent
    from .events import WorktreeFailedEvent as WorktreeFailedEvent
    from .events import WorktreeReadyEvent as WorktreeReadyEvent
    from .models import Account as Account
    from .models import AccountCreate as AccountCreate
    from .models import AccountEnvelope as AccountEnvelope
    from .models import AccountsAnswer as AccountsAnswer
    from .models import AccountUpdate as AccountUpdate
    from .models import Agent as Agent
    from .models import AgentConfig as AgentConfig
    from .models import AgentsEnvelope as AgentsEnvelope
    from .models import AgentSwitchedMessage as AgentSwitchedMessage
    from .models import AisdkApi as AisdkApi
    from .models import ApiCredential as ApiCredential
    from .models import AssistantMessage as AssistantMessage
    from .models import CacheUsage as CacheUsage
    from .models import CatalogModel as CatalogModel
    from .models import CatalogModelEnvelope as CatalogModelEnvelope
    from .models import CatalogModelsEnvelope as CatalogModelsEnvelope
    from .models import Command as Command
    from .models import CommandConfig as CommandConfig
    from .models import CommandsEnvelope as CommandsEnvelope
    from .models import CompactionConfig as CompactionConfig
    from .models import CompactionMessage as CompactionMessage
    from .models import Config as Config
    from .models import ConfigEnvelope as ConfigEnvelope
    from .models import ConfigUpdate as ConfigUpdate
    from .models import CostTier as CostTier
    from .models import Credential as Credential
    from .models import Cursor as Cursor
    from .models import EnterpriseConfig as EnterpriseConfig
    from .models import ErrorInfo as ErrorInfo
    from .models import EventEnvelope as EventEnvelope
    from .models import EventFrame as EventFrame
    from .models import ExperimentalConfig as ExperimentalConfig
    from .models import FileContent as FileContent
    from .models import FileContentEnvelope as FileContentEnvelope
    from .models import FileDiff as FileDiff
    from .models import FileDiffsEnvelope as FileDiffsEnvelope
    from .models import FilePatch as FilePatch
    from .models import FileSystemEntriesEnvelope as FileSystemEntriesEnvelope
    from .models import FileSystemEntry as FileSystemEntry
    from .models import FormatterConfig as FormatterConfig
    from .models import FormatterStatus as FormatterStatus
    from .models import FormatterStatusesEnvelope as FormatterStatusesEnvelope
    from .models import GrepInput as GrepInput
    from .models import GrepMatch as GrepMatch
    from .models import GrepMatchesEnvelope as GrepMatchesEnvelope
    from .models import GrepSubmatch as GrepSubmatch
    from .models import LspConfig as LspConfig
    from .models import LspStatus as LspStatus
    from .models import LspStatusesEnvelope as LspStatusesEnvelope
    from .models import McpAuthorization as McpAuthorization
    from .models import McpAuthorizationEnvelope as McpAuthorizationEnvelope
    from .models import McpLocalConfig as McpLocalConfig
    from .models import McpOauthCallback as McpOauthCallback
    from .models import McpOauthConfig as McpOauthConfig
    from .models import McpPrompt as McpPrompt
    from .models import McpPromptArgument as McpPromptArgument
    from .models import McpPromptMessage as McpPromptMessage
    from .models import McpPromptRender as McpPromptRender
    from .models import McpPromptsEnvelope as McpPromptsEnvelope
    from .models import McpRemoteConfig as McpRemoteConfig
    from .models import McpResource as McpResource
    from .models import McpResourceContent as McpResourceContent
    from .models import McpResourceContents as McpResourceContents
    from .models import McpResourceContentsEnvelope as McpResourceContentsEnvelope
    from .models import McpResourcesEnvelope as McpResourcesEnvelope
    from .models import McpServer as McpServer
    from .models import McpServerConfig as McpServerConfig
    from .models import McpServerCreate as McpServerCreate
    from .models import McpServerEnvelope as McpServerEnvelope
    from .models import McpServersEnvelope as McpServersEnvelope
    from .models import McpStatus as McpStatus
    from .models import Message as Message
    from .models import MessagePage as MessagePage
    from .models import MessagesEnvelope as MessagesEnvelope
    from .models import MessageSnapshot as MessageSnapshot
    from .models import MessageTime as MessageTime
    from .models import ModalitiesConfig as ModalitiesConfig
    from .models import ModelCapabilities as ModelCapabilities
    from .models import ModelConfig as ModelConfig
    from .models import ModelCost as ModelCost
    from .models import ModelInUse as ModelInUse
    from .models import ModelLimit as ModelLimit
    from .models import ModelLimitConfig as ModelLimitConfig
    from .models import ModelPrice as ModelPrice
    from .models import ModelReference as ModelReference
    from .models import ModelSourceConfig as ModelSourceConfig
    from .models import ModelSwitchedMessage as ModelSwitchedMessage
    from .models import ModelTime as ModelTime
    from .models import ModelVariant as ModelVariant
    from .models import NativeApi as NativeApi
    from .models import OauthCredential as OauthCredential
    from .models import Part as Part
    from .models import PatchHunk as PatchHunk
    from .models import PermissionReplyInput as PermissionReplyInput
    from .models import PermissionRequest as PermissionRequest
    from .models import PermissionRequestsEnvelope as PermissionRequestsEnvelope
    from .models import PermissionRule as PermissionRule
    from .models import PermissionSource as PermissionSource
    from .models import Problem as Problem
    from .models import Project as Project
    from .models import ProjectCommand as ProjectCommand
    from .models import ProjectEnvelope as ProjectEnvelope
    from .models import ProjectIcon as ProjectIcon
    from .models import ProjectsEnvelope as ProjectsEnvelope
    from .models import ProjectTime as ProjectTime
    from .models import ProjectUpdate as ProjectUpdate
    from .models import Prompt as Prompt
    from .models import PromptAgent as PromptAgent
    from .models import PromptFile as PromptFile
    from .models import PromptInput as PromptInput
    from .models import PromptSource as PromptSource
    from .models import Provider as Provider
    from .models import ProviderApi as ProviderApi
    from .models import ProviderConfig as ProviderConfig
    from .models import ProviderOptions as ProviderOptions
    from .models import ProviderRequest as ProviderRequest
    from .models import ProvidersEnvelope as ProvidersEnvelope
    from .models import Pty as Pty
    from .models import PtyCreate as PtyCreate
    from .models import PtyEnvelope as PtyEnvelope
    from .models import PtysEnvelope as PtysEnvelope
    from .models import PtySize as PtySize
    from .models import PtyUpdate as PtyUpdate
    from .models import Question as Question
    from .models import QuestionOption as QuestionOption
    from .models import QuestionReplyInput as QuestionReplyInput
    from .models import QuestionRequest as QuestionRequest
    from .models import QuestionRequestsEnvelope as QuestionRequestsEnvelope
    from .models import QuestionResponse as QuestionResponse
    from .models import QuestionTool as QuestionTool
    from .models import ReasoningPart as ReasoningPart
    from .models import RenderedPrompt as RenderedPrompt
    from .models import RenderedPromptEnvelope as RenderedPromptEnvelope
    from .models import RevertState as RevertState
    from .models import RuntimeContext as RuntimeContext
    from .models import SearchInput as SearchInput
    from .models import ServerConfig as ServerConfig
    from .models import Session as Session
    from .models import SessionCreate as SessionCreate
    from .models import SessionEnvelope as SessionEnvelope
    from .models import SessionInputAdmitted as SessionInputAdmitted
    from .models import SessionInputAdmittedEnvelope as SessionInputAdmittedEnvelope
    from .models import SessionPage as SessionPage
    from .models import SessionTime as SessionTime
    from .models import SessionUpdate as SessionUpdate
    from .models import ShellMessage as ShellMessage
    from .models import Skill as Skill
    from .models import SkillsConfig as SkillsConfig
    from .models import SkillsEnvelope as SkillsEnvelope
    from .models import SyntheticMessage as SyntheticMessage
    from .models import SystemMessage as SystemMessage
    from .models import TextPart as TextPart
    from .models import Todo as Todo
    from .models import TodosEnvelope as TodosEnvelope
    from .models import TokenUsage as TokenUsage
    from .models import ToolCompleted as ToolCompleted
    from .models import ToolContent as ToolContent
    from .models import ToolFailed as ToolFailed
    from .models import ToolOutputConfig as ToolOutputConfig
    from .models import ToolPart as ToolPart
    from .models import ToolPending as ToolPending
    from .models import ToolProvider as ToolProvider
    from .models import ToolRunning as ToolRunning
    from .models import ToolState as ToolState
    from .models import ToolTime as ToolTime
    from .models import UserMessage as UserMessage
    from .models import VcsApplied as VcsApplied
    from .models import VcsAppliedEnvelope as VcsAppliedEnvelope
    from .models import VcsFileDiff as VcsFileDiff
    from .models import VcsFileDiffsEnvelope as VcsFileDiffsEnvelope
    from .models import VcsFileStatus as VcsFileStatus
    from .models import VcsFileStatusesEnvelope as VcsFileStatusesEnvelope
    from .models import VcsInfo as VcsInfo
    from .models import VcsInfoEnvelope as VcsInfoEnvelope
    from .models import VcsPatchInput as VcsPatchInput
    from .models import WatcherConfig as WatcherConfig
    from .models import Workspace as Workspace
    from .models import WorkspaceCreate as WorkspaceCreate
    from .models import WorkspaceEnvelope as WorkspaceEnvelope
    from .models import WorkspacesEnvelope as WorkspacesEnvelope
    from .models import WorkspaceStatus as WorkspaceStatus
    from .models import WorkspaceStatusesEnvelope as WorkspaceStatusesEnvelope
    from .models import WorkspaceUpdate as WorkspaceUpdate
    from .models import WorkspaceWarp as WorkspaceWarp
    from .reconnected import Reconnected as Reconnected
    from .session_view import SessionView as SessionView

__all__ = [
    "Account",
    "AccountCreate",
    "AccountEnvelope",
    "AccountUpdate",
    "AccountsAnswer",
    "Agent",
    "AgentClient",
    "AgentConfig",
    "AgentSwitchedMessage",
    "AgentsEnvelope",
    "AisdkApi",
    "ApiCredential",
    "AssistantMessage",
    "AsyncAgentClient",
    "AsyncContextView",
    "AsyncEvents",
    "AsyncStore",
    "CacheUsage",
    "CatalogModel",
    "CatalogModelEnvelope",
    "CatalogModelsEnvelope",
    "CatalogUpdatedEvent",
    "Command",
    "CommandConfig",
    "CommandExecuted",
    "CommandExecutedEvent",
    "CommandsEnvelope",
    "CompactionConfig",
    "CompactionMessage",
    "Config",
    "ConfigEnvelope",
    "ConfigUpdate",
    "ContextView",
    "CostTier",
    "Credential",
    "Cursor",
    "EnterpriseConfig",
    "ErrorInfo",
    "Event",
    "EventEnvelope",
    "EventFrame",
    "Events",
    "ExperimentalConfig",
    "FailedNotice",
    "FileContent",
    "FileContentEnvelope",
    "FileDiff",
    "FileDiffsEnvelope",
    "FileEdited",
    "FileEditedEvent",
    "FilePatch",
    "FileSystemEntriesEnvelope",
    "FileSystemEntry",
    "FileWatched",
    "FileWatcherUpdatedEvent",
    "FormatterConfig",
    "FormatterStatus",
    "FormatterStatusesEnvelope",
    "GlobalDisposedEvent",
    "GrepInput",
    "GrepMatch",
    "GrepMatchesEnvelope",
    "GrepSubmatch",
    "InstallationUpdateAvailableEvent",
    "InstallationUpdated",
    "InstallationUpdatedEvent",
    "IntegrationConnectionUpdated",
    "IntegrationConnectionUpdatedEvent",
    "IntegrationUpdatedEvent",
    "LspConfig",
    "LspStatus",
    "LspStatusesEnvelope",
    "LspUpdatedEvent",
    "McpAuthorization",
    "McpAuthorizationEnvelope",
    "McpBrowserOpenFailed",
    "McpBrowserOpenFailedEvent",
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
    "McpToolsChanged",
    "McpToolsChangedEvent",
    "Message",
    "MessagePage",
    "MessagePartDelta",
    "MessagePartDeltaEvent",
    "MessagePartRemoved",
    "MessagePartRemovedEvent",
    "MessagePartUpdated",
    "MessagePartUpdatedEvent",
    "MessageRemoved",
    "MessageRemovedEvent",
    "MessageSnapshot",
    "MessageTime",
    "MessageUpdated",
    "MessageUpdatedEvent",
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
    "ModelsDevRefreshedEvent",
    "NamedError",
    "NamedErrorData",
    "NativeApi",
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
    "OauthCredential",
    "Part",
    "PatchHunk",
    "PermissionAskedEvent",
    "PermissionReplied",
    "PermissionRepliedEvent",
    "PermissionReplyInput",
    "PermissionRequest",
    "PermissionRequestsEnvelope",
    "PermissionRule",
    "PermissionSource",
    "PermissionV2AskedEvent",
    "PermissionV2RepliedEvent",
    "PluginAdded",
    "PluginAddedEvent",
    "Problem",
    "Project",
    "ProjectCommand",
    "ProjectDirectoriesUpdated",
    "ProjectDirectoriesUpdatedEvent",
    "ProjectEnvelope",
    "ProjectIcon",
    "ProjectTime",
    "ProjectUpdate",
    "ProjectUpdatedEvent",
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
    "PtyChanged",
    "PtyCreate",
    "PtyCreatedEvent",
    "PtyDeleted",
    "PtyDeletedEvent",
    "PtyEnvelope",
    "PtyExited",
    "PtyExitedEvent",
    "PtySize",
    "PtyUpdate",
    "PtyUpdatedEvent",
    "PtysEnvelope",
    "Question",
    "QuestionAskedEvent",
    "QuestionOption",
    "QuestionRejected",
    "QuestionRejectedEvent",
    "QuestionReplied",
    "QuestionRepliedEvent",
    "QuestionReplyInput",
    "QuestionRequest",
    "QuestionRequestsEnvelope",
    "QuestionResponse",
    "QuestionTool",
    "QuestionV2AskedEvent",
    "QuestionV2RejectedEvent",
    "QuestionV2RepliedEvent",
    "ReadyNotice",
    "ReasoningPart",
    "Reconnected",
    "ReferenceUpdatedEvent",
    "RenderedPrompt",
    "RenderedPromptEnvelope",
    "RetryAction",
    "RevertState",
    "RuntimeContext",
    "SearchInput",
    "ServerConfig",
    "ServerConnectedEvent",
    "Session",
    "SessionBusy",
    "SessionChanged",
    "SessionCompactedEvent",
    "SessionCreate",
    "SessionCreatedEvent",
    "SessionDeletedEvent",
    "SessionDiffEvent",
    "SessionDiffed",
    "SessionEnvelope",
    "SessionErrorEvent",
    "SessionFailed",
    "SessionIdle",
    "SessionIdleEvent",
    "SessionInputAdmitted",
    "SessionInputAdmittedEnvelope",
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
    "SessionPage",
    "SessionRetry",
    "SessionStatus",
    "SessionStatusChanged",
    "SessionStatusEvent",
    "SessionTime",
    "SessionUpdate",
    "SessionUpdatedEvent",
    "SessionView",
    "ShellMessage",
    "Skill",
    "SkillsConfig",
    "SkillsEnvelope",
    "SnapshotFileDiff",
    "Store",
    "SyntheticMessage",
    "SystemMessage",
    "TextPart",
    "Todo",
    "TodoUpdatedEvent",
    "TodosEnvelope",
    "TodosUpdated",
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
    "TuiCommandExecuteEvent",
    "TuiCommandExecuted",
    "TuiPromptAppendEvent",
    "TuiPromptAppended",
    "TuiSessionSelectEvent",
    "TuiToastShowEvent",
    "TuiToastShown",
    "UserMessage",
    "VcsApplied",
    "VcsAppliedEnvelope",
    "VcsBranchUpdated",
    "VcsBranchUpdatedEvent",
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
    "WorkspaceFailedEvent",
    "WorkspaceReadyEvent",
    "WorkspaceStatus",
    "WorkspaceStatusEvent",
    "WorkspaceStatusesEnvelope",
    "WorkspaceUpdate",
    "WorkspaceWarp",
    "WorkspacesEnvelope",
    "WorktreeFailedEvent",
    "WorktreeReadyEvent",
    "context_key",
    "converter",
]

__getattr__, __dir__ = door(
    __name__,
    {
        "Account": ".models",
        "AccountCreate": ".models",
        "AccountEnvelope": ".models",
        "AccountUpdate": ".models",
        "AccountsAnswer": ".models",
        "Agent": ".models",
        "AgentClient": "._sync.client",
        "AgentConfig": ".models",
        "AgentSwitchedMessage": ".models",
        "AgentsEnvelope": ".models",
        "AisdkApi": ".models",
        "ApiCredential": ".models",
        "AssistantMessage": ".models",
        "AsyncAgentClient": "._async.client",
        "AsyncContextView": "._async.view",
        "AsyncEvents": "._async.event",
        "AsyncStore": "._async.store",
        "CacheUsage": ".models",
        "CatalogModel": ".models",
        "CatalogModelEnvelope": ".models",
        "CatalogModelsEnvelope": ".models",
        "CatalogUpdatedEvent": ".events",
        "Command": ".models",
        "CommandConfig": ".models",
        "CommandExecuted": ".events",
        "CommandExecutedEvent": ".events",
        "CommandsEnvelope": ".models",
        "CompactionConfig": ".models",
        "CompactionMessage": ".models",
        "Config": ".models",
        "ConfigEnvelope": ".models",
        "ConfigUpdate": ".models",
        "ContextView": "._sync.view",
        "CostTier": ".models",
        "Credential": ".models",
        "Cursor": ".models",
        "EnterpriseConfig": ".models",
        "ErrorInfo": ".models",
        "Event": ".events",
        "EventEnvelope": ".models",
        "EventFrame": ".models",
        "Events": "._sync.event",
        "ExperimentalConfig": ".models",
        "FailedNotice": ".events",
        "FileContent": ".models",
        "FileContentEnvelope": ".models",
        "FileDiff": ".models",
        "FileDiffsEnvelope": ".models",
        "FileEdited": ".events",
        "FileEditedEvent": ".events",
        "FilePatch": ".models",
        "FileSystemEntriesEnvelope": ".models",
        "FileSystemEntry": ".models",
        "FileWatched": ".events",
        "FileWatcherUpdatedEvent": ".events",
        "FormatterConfig": ".models",
        "FormatterStatus": ".models",
        "FormatterStatusesEnvelope": ".models",
        "GlobalDisposedEvent": ".events",
        "GrepInput": ".models",
        "GrepMatch": ".models",
        "GrepMatchesEnvelope": ".models",
        "GrepSubmatch": ".models",
        "InstallationUpdateAvailableEvent": ".events",
        "InstallationUpdated": ".events",
        "InstallationUpdatedEvent": ".events",
        "IntegrationConnectionUpdated": ".events",
        "IntegrationConnectionUpdatedEvent": ".events",
        "IntegrationUpdatedEvent": ".events",
        "LspConfig": ".models",
        "LspStatus": ".models",
        "LspStatusesEnvelope": ".models",
        "LspUpdatedEvent": ".events",
        "McpAuthorization": ".models",
        "McpAuthorizationEnvelope": ".models",
        "McpBrowserOpenFailed": ".events",
        "McpBrowserOpenFailedEvent": ".events",
        "McpLocalConfig": ".models",
        "McpOauthCallback": ".models",
        "McpOauthConfig": ".models",
        "McpPrompt": ".models",
        "McpPromptArgument": ".models",
        "McpPromptMessage": ".models",
        "McpPromptRender": ".models",
        "McpPromptsEnvelope": ".models",
        "McpRemoteConfig": ".models",
        "McpResource": ".models",
        "McpResourceContent": ".models",
        "McpResourceContents": ".models",
        "McpResourceContentsEnvelope": ".models",
        "McpResourcesEnvelope": ".models",
        "McpServer": ".models",
        "McpServerConfig": ".models",
        "McpServerCreate": ".models",
        "McpServerEnvelope": ".models",
        "McpServersEnvelope": ".models",
        "McpStatus": ".models",
        "McpToolsChanged": ".events",
        "McpToolsChangedEvent": ".events",
        "Message": ".models",
        "MessagePage": ".models",
        "MessagePartDelta": ".events",
        "MessagePartDeltaEvent": ".events",
        "MessagePartRemoved": ".events",
        "MessagePartRemovedEvent": ".events",
        "MessagePartUpdated": ".events",
        "MessagePartUpdatedEvent": ".events",
        "MessageRemoved": ".events",
        "MessageRemovedEvent": ".events",
        "MessageSnapshot": ".models",
        "MessageTime": ".models",
        "MessageUpdated": ".events",
        "MessageUpdatedEvent": ".events",
        "MessagesEnvelope": ".models",
        "ModalitiesConfig": ".models",
        "ModelCapabilities": ".models",
        "ModelConfig": ".models",
        "ModelCost": ".models",
        "ModelInUse": ".models",
        "ModelLimit": ".models",
        "ModelLimitConfig": ".models",
        "ModelPrice": ".models",
        "ModelReference": ".models",
        "ModelSourceConfig": ".models",
        "ModelSwitchedMessage": ".models",
        "ModelTime": ".models",
        "ModelVariant": ".models",
        "ModelsDevRefreshedEvent": ".events",
        "NamedError": ".events",
        "NamedErrorData": ".events",
        "NativeApi": ".models",
        "NextAgentSwitched": ".events",
        "NextCompactionDelta": ".events",
        "NextCompactionEnded": ".events",
        "NextCompactionStarted": ".events",
        "NextModelSwitched": ".events",
        "NextMoved": ".events",
        "NextPrompted": ".events",
        "NextReasoningDelta": ".events",
        "NextReasoningEnded": ".events",
        "NextReasoningStarted": ".events",
        "NextRetried": ".events",
        "NextRevertCleared": ".events",
        "NextRevertCommitted": ".events",
        "NextRevertStaged": ".events",
        "NextShellEnded": ".events",
        "NextShellStarted": ".events",
        "NextStepEnded": ".events",
        "NextStepFailed": ".events",
        "NextStepStarted": ".events",
        "NextText": ".events",
        "NextTextDelta": ".events",
        "NextTextEnded": ".events",
        "NextTextStarted": ".events",
        "NextToolCalled": ".events",
        "NextToolFailed": ".events",
        "NextToolInputDelta": ".events",
        "NextToolInputEnded": ".events",
        "NextToolInputStarted": ".events",
        "NextToolProgress": ".events",
        "NextToolSuccess": ".events",
        "OauthCredential": ".models",
        "Part": ".models",
        "PatchHunk": ".models",
        "PermissionAskedEvent": ".events",
        "PermissionReplied": ".events",
        "PermissionRepliedEvent": ".events",
        "PermissionReplyInput": ".models",
        "PermissionRequest": ".models",
        "PermissionRequestsEnvelope": ".models",
        "PermissionRule": ".models",
        "PermissionSource": ".models",
        "PermissionV2AskedEvent": ".events",
        "PermissionV2RepliedEvent": ".events",
        "PluginAdded": ".events",
        "PluginAddedEvent": ".events",
        "Problem": ".models",
        "Project": ".models",
        "ProjectCommand": ".models",
        "ProjectDirectoriesUpdated": ".events",
        "ProjectDirectoriesUpdatedEvent": ".events",
        "ProjectEnvelope": ".models",
        "ProjectIcon": ".models",
        "ProjectTime": ".models",
        "ProjectUpdate": ".models",
        "ProjectUpdatedEvent": ".events",
        "ProjectsEnvelope": ".models",
        "Prompt": ".models",
        "PromptAgent": ".models",
        "PromptFile": ".models",
        "PromptInput": ".models",
        "PromptSource": ".models",
        "Provider": ".models",
        "ProviderApi": ".models",
        "ProviderConfig": ".models",
        "ProviderOptions": ".models",
        "ProviderRequest": ".models",
        "ProvidersEnvelope": ".models",
        "Pty": ".models",
        "PtyChanged": ".events",
        "PtyCreate": ".models",
        "PtyCreatedEvent": ".events",
        "PtyDeleted": ".events",
        "PtyDeletedEvent": ".events",
        "PtyEnvelope": ".models",
        "PtyExited": ".events",
        "PtyExitedEvent": ".events",
        "PtySize": ".models",
        "PtyUpdate": ".models",
        "PtyUpdatedEvent": ".events",
        "PtysEnvelope": ".models",
        "Question": ".models",
        "QuestionAskedEvent": ".events",
        "QuestionOption": ".models",
        "QuestionRejected": ".events",
        "QuestionRejectedEvent": ".events",
        "QuestionReplied": ".events",
        "QuestionRepliedEvent": ".events",
        "QuestionReplyInput": ".models",
        "QuestionRequest": ".models",
        "QuestionRequestsEnvelope": ".models",
        "QuestionResponse": ".models",
        "QuestionTool": ".models",
        "QuestionV2AskedEvent": ".events",
        "QuestionV2RejectedEvent": ".events",
        "QuestionV2RepliedEvent": ".events",
        "ReadyNotice": ".events",
        "ReasoningPart": ".models",
        "Reconnected": ".reconnected",
        "ReferenceUpdatedEvent": ".events",
        "RenderedPrompt": ".models",
        "RenderedPromptEnvelope": ".models",
        "RetryAction": ".events",
        "RevertState": ".models",
        "RuntimeContext": ".models",
        "SearchInput": ".models",
        "ServerConfig": ".models",
        "ServerConnectedEvent": ".events",
        "Session": ".models",
        "SessionBusy": ".events",
        "SessionChanged": ".events",
        "SessionCompactedEvent": ".events",
        "SessionCreate": ".models",
        "SessionCreatedEvent": ".events",
        "SessionDeletedEvent": ".events",
        "SessionDiffEvent": ".events",
        "SessionDiffed": ".events",
        "SessionEnvelope": ".models",
        "SessionErrorEvent": ".events",
        "SessionFailed": ".events",
        "SessionIdle": ".events",
        "SessionIdleEvent": ".events",
        "SessionInputAdmitted": ".models",
        "SessionInputAdmittedEnvelope": ".models",
        "SessionNamed": ".events",
        "SessionNextAgentSwitchedEvent": ".events",
        "SessionNextCompactionDeltaEvent": ".events",
        "SessionNextCompactionEndedEvent": ".events",
        "SessionNextCompactionStartedEvent": ".events",
        "SessionNextContextUpdatedEvent": ".events",
        "SessionNextModelSwitchedEvent": ".events",
        "SessionNextMovedEvent": ".events",
        "SessionNextPromptAdmittedEvent": ".events",
        "SessionNextPromptedEvent": ".events",
        "SessionNextReasoningDeltaEvent": ".events",
        "SessionNextReasoningEndedEvent": ".events",
        "SessionNextReasoningStartedEvent": ".events",
        "SessionNextRetriedEvent": ".events",
        "SessionNextRevertClearedEvent": ".events",
        "SessionNextRevertCommittedEvent": ".events",
        "SessionNextRevertStagedEvent": ".events",
        "SessionNextShellEndedEvent": ".events",
        "SessionNextShellStartedEvent": ".events",
        "SessionNextStepEndedEvent": ".events",
        "SessionNextStepFailedEvent": ".events",
        "SessionNextStepStartedEvent": ".events",
        "SessionNextSyntheticEvent": ".events",
        "SessionNextTextDeltaEvent": ".events",
        "SessionNextTextEndedEvent": ".events",
        "SessionNextTextStartedEvent": ".events",
        "SessionNextToolCalledEvent": ".events",
        "SessionNextToolFailedEvent": ".events",
        "SessionNextToolInputDeltaEvent": ".events",
        "SessionNextToolInputEndedEvent": ".events",
        "SessionNextToolInputStartedEvent": ".events",
        "SessionNextToolProgressEvent": ".events",
        "SessionNextToolSuccessEvent": ".events",
        "SessionPage": ".models",
        "SessionRetry": ".events",
        "SessionStatus": ".events",
        "SessionStatusChanged": ".events",
        "SessionStatusEvent": ".events",
        "SessionTime": ".models",
        "SessionUpdate": ".models",
        "SessionUpdatedEvent": ".events",
        "SessionView": ".session_view",
        "ShellMessage": ".models",
        "Skill": ".models",
        "SkillsConfig": ".models",
        "SkillsEnvelope": ".models",
        "SnapshotFileDiff": ".events",
        "Store": "._sync.store",
        "SyntheticMessage": ".models",
        "SystemMessage": ".models",
        "TextPart": ".models",
        "Todo": ".models",
        "TodoUpdatedEvent": ".events",
        "TodosEnvelope": ".models",
        "TodosUpdated": ".events",
        "TokenUsage": ".models",
        "ToolCompleted": ".models",
        "ToolContent": ".models",
        "ToolFailed": ".models",
        "ToolOutputConfig": ".models",
        "ToolPart": ".models",
        "ToolPending": ".models",
        "ToolProvider": ".models",
        "ToolRunning": ".models",
        "ToolState": ".models",
        "ToolTime": ".models",
        "TuiCommandExecuteEvent": ".events",
        "TuiCommandExecuted": ".events",
        "TuiPromptAppendEvent": ".events",
        "TuiPromptAppended": ".events",
        "TuiSessionSelectEvent": ".events",
        "TuiToastShowEvent": ".events",
        "TuiToastShown": ".events",
        "UserMessage": ".models",
        "VcsApplied": ".models",
        "VcsAppliedEnvelope": ".models",
        "VcsBranchUpdated": ".events",
        "VcsBranchUpdatedEvent": ".events",
        "VcsFileDiff": ".models",
        "VcsFileDiffsEnvelope": ".models",
        "VcsFileStatus": ".models",
        "VcsFileStatusesEnvelope": ".models",
        "VcsInfo": ".models",
        "VcsInfoEnvelope": ".models",
        "VcsPatchInput": ".models",
        "WatcherConfig": ".models",
        "Workspace": ".models",
        "WorkspaceCreate": ".models",
        "WorkspaceEnvelope": ".models",
        "WorkspaceFailedEvent": ".events",
        "WorkspaceReadyEvent": ".events",
        "WorkspaceStatus": ".models",
        "WorkspaceStatusEvent": ".events",
        "WorkspaceStatusesEnvelope": ".models",
        "WorkspaceUpdate": ".models",
        "WorkspaceWarp": ".models",
        "WorkspacesEnvelope": ".models",
        "WorktreeFailedEvent": ".events",
        "WorktreeReadyEvent": ".events",
        "context_key": ".context",
        "converter": ".converter",
    },
)
