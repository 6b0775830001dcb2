# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The public names of the Agent Server that are generated, and the module of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._async.client import AsyncAgentClient as AsyncAgentClient
    from ._sync.client import AgentClient as AgentClient
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
    from .models.agent import Agent as Agent
    from .models.agent import AgentsEnvelope as AgentsEnvelope
    from .models.auth import Account as Account
    from .models.auth import AccountCreate as AccountCreate
    from .models.auth import AccountEnvelope as AccountEnvelope
    from .models.auth import AccountsAnswer as AccountsAnswer
    from .models.auth import AccountUpdate as AccountUpdate
    from .models.auth import ApiCredential as ApiCredential
    from .models.auth import Credential as Credential
    from .models.auth import OauthCredential as OauthCredential
    from .models.catalog import CatalogModel as CatalogModel
    from .models.catalog import CatalogModelEnvelope as CatalogModelEnvelope
    from .models.catalog import CatalogModelsEnvelope as CatalogModelsEnvelope
    from .models.catalog import CostTier as CostTier
    from .models.catalog import ModelCapabilities as ModelCapabilities
    from .models.catalog import ModelCost as ModelCost
    from .models.catalog import ModelLimit as ModelLimit
    from .models.catalog import ModelTime as ModelTime
    from .models.catalog import ModelVariant as ModelVariant
    from .models.command import Command as Command
    from .models.command import CommandsEnvelope as CommandsEnvelope
    from .models.config import AgentConfig as AgentConfig
    from .models.config import CommandConfig as CommandConfig
    from .models.config import CompactionConfig as CompactionConfig
    from .models.config import Config as Config
    from .models.config import ConfigEnvelope as ConfigEnvelope
    from .models.config import ConfigUpdate as ConfigUpdate
    from .models.config import EnterpriseConfig as EnterpriseConfig
    from .models.config import ExperimentalConfig as ExperimentalConfig
    from .models.config import FormatterConfig as FormatterConfig
    from .models.config import LspConfig as LspConfig
    from .models.config import ModalitiesConfig as ModalitiesConfig
    from .models.config import ModelConfig as ModelConfig
    from .models.config import ModelLimitConfig as ModelLimitConfig
    from .models.config import ModelPrice as ModelPrice
    from .models.config import ModelSourceConfig as ModelSourceConfig
    from .models.config import ProviderConfig as ProviderConfig
    from .models.config import ProviderOptions as ProviderOptions
    from .models.config import ServerConfig as ServerConfig
    from .models.config import SkillsConfig as SkillsConfig
    from .models.config import ToolOutputConfig as ToolOutputConfig
    from .models.config import WatcherConfig as WatcherConfig
    from .models.formatter import FormatterStatus as FormatterStatus
    from .models.formatter import FormatterStatusesEnvelope as FormatterStatusesEnvelope
    from .models.fs import FileContent as FileContent
    from .models.fs import FileContentEnvelope as FileContentEnvelope
    from .models.fs import FilePatch as FilePatch
    from .models.fs import FileSystemEntriesEnvelope as FileSystemEntriesEnvelope
    from .models.fs import FileSystemEntry as FileSystemEntry
    from .models.fs import GrepInput as GrepInput
    from .models.fs import GrepMatch as GrepMatch
    from .models.fs import GrepMatchesEnvelope as GrepMatchesEnvelope
    from .models.fs import GrepSubmatch as GrepSubmatch
    from .models.fs import PatchHunk as PatchHunk
    from .models.fs import SearchInput as SearchInput
    from .models.lsp import LspStatus as LspStatus
    from .models.lsp import LspStatusesEnvelope as LspStatusesEnvelope
    from .models.mcp import McpAuthorization as McpAuthorization
    from .models.mcp import McpAuthorizationEnvelope as McpAuthorizationEnvelope
    from .models.mcp import McpOauthCallback as McpOauthCallback
    from .models.mcp import McpPrompt as McpPrompt
    from .models.mcp import McpPromptArgument as McpPromptArgument
    from .models.mcp import McpPromptMessage as McpPromptMessage
    from .models.mcp import McpPromptRender as McpPromptRender
    from .models.mcp import McpPromptsEnvelope as McpPromptsEnvelope
    from .models.mcp import McpResource as McpResource
    from .models.mcp import McpResourceContent as McpResourceContent
    from .models.mcp import McpResourceContents as McpResourceContents
    from .models.mcp import McpResourceContentsEnvelope as McpResourceContentsEnvelope
    from .models.mcp import McpResourcesEnvelope as McpResourcesEnvelope
    from .models.mcp import McpServer as McpServer
    from .models.mcp import McpServerCreate as McpServerCreate
    from .models.mcp import McpServerEnvelope as McpServerEnvelope
    from .models.mcp import McpServersEnvelope as McpServersEnvelope
    from .models.mcp import McpStatus as McpStatus
    from .models.mcp import RenderedPrompt as RenderedPrompt
    from .models.mcp import RenderedPromptEnvelope as RenderedPromptEnvelope
    from .models.permission import PermissionReplyInput as PermissionReplyInput
    from .models.permission import PermissionRequest as PermissionRequest
    from .models.permission import PermissionRequestsEnvelope as PermissionRequestsEnvelope
    from .models.permission import PermissionSource as PermissionSource
    from .models.project import Project as Project
    from .models.project import ProjectCommand as ProjectCommand
    from .models.project import ProjectEnvelope as ProjectEnvelope
    from .models.project import ProjectIcon as ProjectIcon
    from .models.project import ProjectsEnvelope as ProjectsEnvelope
    from .models.project import ProjectTime as ProjectTime
    from .models.project import ProjectUpdate as ProjectUpdate
    from .models.provider import Provider as Provider
    from .models.provider import ProvidersEnvelope as ProvidersEnvelope
    from .models.pty import Pty as Pty
    from .models.pty import PtyCreate as PtyCreate
    from .models.pty import PtyEnvelope as PtyEnvelope
    from .models.pty import PtysEnvelope as PtysEnvelope
    from .models.pty import PtySize as PtySize
    from .models.pty import PtyUpdate as PtyUpdate
    from .models.question import Question as Question
    from .models.question import QuestionOption as QuestionOption
    from .models.question import QuestionReplyInput as QuestionReplyInput
    from .models.question import QuestionRequest as QuestionRequest
    from .models.question import QuestionRequestsEnvelope as QuestionRequestsEnvelope
    from .models.question import QuestionResponse as QuestionResponse
    from .models.question import QuestionTool as QuestionTool
    from .models.session import AgentSwitchedMessage as AgentSwitchedMessage
    from .models.session import AssistantMessage as AssistantMessage
    from .models.session import CompactionMessage as CompactionMessage
    from .models.session import Cursor as Cursor
    from .models.session import ErrorInfo as ErrorInfo
    from .models.session import FileDiff as FileDiff
    from .models.session import FileDiffsEnvelope as FileDiffsEnvelope
    from .models.session import Message as Message
    from .models.session import MessagePage as MessagePage
    from .models.session import MessagesEnvelope as MessagesEnvelope
    from .models.session import MessageSnapshot as MessageSnapshot
    from .models.session import MessageTime as MessageTime
    from .models.session import ModelReference as ModelReference
    from .models.session import ModelSwitchedMessage as ModelSwitchedMessage
    from .models.session import Part as Part
    from .models.session import Prompt as Prompt
    from .models.session import PromptAgent as PromptAgent
    from .models.session import PromptFile as PromptFile
    from .models.session import PromptInput as PromptInput
    from .models.session import PromptSource as PromptSource
    from .models.session import ReasoningPart as ReasoningPart
    from .models.session import RevertState as RevertState
    from .models.session import Session as Session
    from .models.session import SessionCreate as SessionCreate
    from .models.session import SessionEnvelope as SessionEnvelope
    from .models.session import SessionInputAdmitted as SessionInputAdmitted
    from .models.session import SessionInputAdmittedEnvelope as SessionInputAdmittedEnvelope
    from .models.session import SessionPage as SessionPage
    from .models.session import SessionTime as SessionTime
    from .models.session import SessionUpdate as SessionUpdate
    from .models.session import ShellMessage as ShellMessage
    from .models.session import SyntheticMessage as SyntheticMessage
    from .models.session import SystemMessage as SystemMessage
    from .models.session import TextPart as TextPart
    from .models.session import Todo as Todo
    from .models.session import TodosEnvelope as TodosEnvelope
    from .models.session import TokenUsage as TokenUsage
    from .models.session import ToolCompleted as ToolCompleted
    from .models.session import ToolContent as ToolContent
    from .models.session import ToolFailed as ToolFailed
    from .models.session import ToolPart as ToolPart
    from .models.session import ToolPending as ToolPending
    from .models.session import ToolProvider as ToolProvider
    from .models.session import ToolRunning as ToolRunning
    from .models.session import ToolState as ToolState
    from .models.session import ToolTime as ToolTime
    from .models.session import UserMessage as UserMessage
    from .models.shared import AisdkApi as AisdkApi
    from .models.shared import CacheUsage as CacheUsage
    from .models.shared import EventEnvelope as EventEnvelope
    from .models.shared import EventFrame as EventFrame
    from .models.shared import McpLocalConfig as McpLocalConfig
    from .models.shared import McpOauthConfig as McpOauthConfig
    from .models.shared import McpRemoteConfig as McpRemoteConfig
    from .models.shared import McpServerConfig as McpServerConfig
    from .models.shared import ModelInUse as ModelInUse
    from .models.shared import NativeApi as NativeApi
    from .models.shared import PermissionRule as PermissionRule
    from .models.shared import Problem as Problem
    from .models.shared import ProviderApi as ProviderApi
    from .models.shared import ProviderRequest as ProviderRequest
    from .models.shared import RuntimeContext as RuntimeContext
    from .models.skill import Skill as Skill
    from .models.skill import SkillsEnvelope as SkillsEnvelope
    from .models.vcs import VcsApplied as VcsApplied
    from .models.vcs import VcsAppliedEnvelope as VcsAppliedEnvelope
    from .models.vcs import VcsFileDiff as VcsFileDiff
    from .models.vcs import VcsFileDiffsEnvelope as VcsFileDiffsEnvelope
    from .models.vcs import VcsFileStatus as VcsFileStatus
    from .models.vcs import VcsFileStatusesEnvelope as VcsFileStatusesEnvelope
    from .models.vcs import VcsInfo as VcsInfo
    from .models.vcs import VcsInfoEnvelope as VcsInfoEnvelope
    from .models.vcs import VcsPatchInput as VcsPatchInput
    from .models.workspace import Workspace as Workspace
    from .models.workspace import WorkspaceCreate as WorkspaceCreate
    from .models.workspace import WorkspaceEnvelope as WorkspaceEnvelope
    from .models.workspace import WorkspacesEnvelope as WorkspacesEnvelope
    from .models.workspace import WorkspaceStatus as WorkspaceStatus
    from .models.workspace import WorkspaceStatusesEnvelope as WorkspaceStatusesEnvelope
    from .models.workspace import WorkspaceUpdate as WorkspaceUpdate
    from .models.workspace import WorkspaceWarp as WorkspaceWarp

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
    "CostTier",
    "Credential",
    "Cursor",
    "EnterpriseConfig",
    "ErrorInfo",
    "Event",
    "EventEnvelope",
    "EventFrame",
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
    "ShellMessage",
    "Skill",
    "SkillsConfig",
    "SkillsEnvelope",
    "SnapshotFileDiff",
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
    "converter",
]

MODULES: Mapping[str, str] = {
    "Account": ".models.auth",
    "AccountCreate": ".models.auth",
    "AccountEnvelope": ".models.auth",
    "AccountUpdate": ".models.auth",
    "AccountsAnswer": ".models.auth",
    "Agent": ".models.agent",
    "AgentClient": "._sync.client",
    "AgentConfig": ".models.config",
    "AgentSwitchedMessage": ".models.session",
    "AgentsEnvelope": ".models.agent",
    "AisdkApi": ".models.shared",
    "ApiCredential": ".models.auth",
    "AssistantMessage": ".models.session",
    "AsyncAgentClient": "._async.client",
    "CacheUsage": ".models.shared",
    "CatalogModel": ".models.catalog",
    "CatalogModelEnvelope": ".models.catalog",
    "CatalogModelsEnvelope": ".models.catalog",
    "CatalogUpdatedEvent": ".events",
    "Command": ".models.command",
    "CommandConfig": ".models.config",
    "CommandExecuted": ".events",
    "CommandExecutedEvent": ".events",
    "CommandsEnvelope": ".models.command",
    "CompactionConfig": ".models.config",
    "CompactionMessage": ".models.session",
    "Config": ".models.config",
    "ConfigEnvelope": ".models.config",
    "ConfigUpdate": ".models.config",
    "CostTier": ".models.catalog",
    "Credential": ".models.auth",
    "Cursor": ".models.session",
    "EnterpriseConfig": ".models.config",
    "ErrorInfo": ".models.session",
    "Event": ".events",
    "EventEnvelope": ".models.shared",
    "EventFrame": ".models.shared",
    "ExperimentalConfig": ".models.config",
    "FailedNotice": ".events",
    "FileContent": ".models.fs",
    "FileContentEnvelope": ".models.fs",
    "FileDiff": ".models.session",
    "FileDiffsEnvelope": ".models.session",
    "FileEdited": ".events",
    "FileEditedEvent": ".events",
    "FilePatch": ".models.fs",
    "FileSystemEntriesEnvelope": ".models.fs",
    "FileSystemEntry": ".models.fs",
    "FileWatched": ".events",
    "FileWatcherUpdatedEvent": ".events",
    "FormatterConfig": ".models.config",
    "FormatterStatus": ".models.formatter",
    "FormatterStatusesEnvelope": ".models.formatter",
    "GlobalDisposedEvent": ".events",
    "GrepInput": ".models.fs",
    "GrepMatch": ".models.fs",
    "GrepMatchesEnvelope": ".models.fs",
    "GrepSubmatch": ".models.fs",
    "InstallationUpdateAvailableEvent": ".events",
    "InstallationUpdated": ".events",
    "InstallationUpdatedEvent": ".events",
    "IntegrationConnectionUpdated": ".events",
    "IntegrationConnectionUpdatedEvent": ".events",
    "IntegrationUpdatedEvent": ".events",
    "LspConfig": ".models.config",
    "LspStatus": ".models.lsp",
    "LspStatusesEnvelope": ".models.lsp",
    "LspUpdatedEvent": ".events",
    "McpAuthorization": ".models.mcp",
    "McpAuthorizationEnvelope": ".models.mcp",
    "McpBrowserOpenFailed": ".events",
    "McpBrowserOpenFailedEvent": ".events",
    "McpLocalConfig": ".models.shared",
    "McpOauthCallback": ".models.mcp",
    "McpOauthConfig": ".models.shared",
    "McpPrompt": ".models.mcp",
    "McpPromptArgument": ".models.mcp",
    "McpPromptMessage": ".models.mcp",
    "McpPromptRender": ".models.mcp",
    "McpPromptsEnvelope": ".models.mcp",
    "McpRemoteConfig": ".models.shared",
    "McpResource": ".models.mcp",
    "McpResourceContent": ".models.mcp",
    "McpResourceContents": ".models.mcp",
    "McpResourceContentsEnvelope": ".models.mcp",
    "McpResourcesEnvelope": ".models.mcp",
    "McpServer": ".models.mcp",
    "McpServerConfig": ".models.shared",
    "McpServerCreate": ".models.mcp",
    "McpServerEnvelope": ".models.mcp",
    "McpServersEnvelope": ".models.mcp",
    "McpStatus": ".models.mcp",
    "McpToolsChanged": ".events",
    "McpToolsChangedEvent": ".events",
    "Message": ".models.session",
    "MessagePage": ".models.session",
    "MessagePartDelta": ".events",
    "MessagePartDeltaEvent": ".events",
    "MessagePartRemoved": ".events",
    "MessagePartRemovedEvent": ".events",
    "MessagePartUpdated": ".events",
    "MessagePartUpdatedEvent": ".events",
    "MessageRemoved": ".events",
    "MessageRemovedEvent": ".events",
    "MessageSnapshot": ".models.session",
    "MessageTime": ".models.session",
    "MessageUpdated": ".events",
    "MessageUpdatedEvent": ".events",
    "MessagesEnvelope": ".models.session",
    "ModalitiesConfig": ".models.config",
    "ModelCapabilities": ".models.catalog",
    "ModelConfig": ".models.config",
    "ModelCost": ".models.catalog",
    "ModelInUse": ".models.shared",
    "ModelLimit": ".models.catalog",
    "ModelLimitConfig": ".models.config",
    "ModelPrice": ".models.config",
    "ModelReference": ".models.session",
    "ModelSourceConfig": ".models.config",
    "ModelSwitchedMessage": ".models.session",
    "ModelTime": ".models.catalog",
    "ModelVariant": ".models.catalog",
    "ModelsDevRefreshedEvent": ".events",
    "NamedError": ".events",
    "NamedErrorData": ".events",
    "NativeApi": ".models.shared",
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
    "OauthCredential": ".models.auth",
    "Part": ".models.session",
    "PatchHunk": ".models.fs",
    "PermissionAskedEvent": ".events",
    "PermissionReplied": ".events",
    "PermissionRepliedEvent": ".events",
    "PermissionReplyInput": ".models.permission",
    "PermissionRequest": ".models.permission",
    "PermissionRequestsEnvelope": ".models.permission",
    "PermissionRule": ".models.shared",
    "PermissionSource": ".models.permission",
    "PermissionV2AskedEvent": ".events",
    "PermissionV2RepliedEvent": ".events",
    "PluginAdded": ".events",
    "PluginAddedEvent": ".events",
    "Problem": ".models.shared",
    "Project": ".models.project",
    "ProjectCommand": ".models.project",
    "ProjectDirectoriesUpdated": ".events",
    "ProjectDirectoriesUpdatedEvent": ".events",
    "ProjectEnvelope": ".models.project",
    "ProjectIcon": ".models.project",
    "ProjectTime": ".models.project",
    "ProjectUpdate": ".models.project",
    "ProjectUpdatedEvent": ".events",
    "ProjectsEnvelope": ".models.project",
    "Prompt": ".models.session",
    "PromptAgent": ".models.session",
    "PromptFile": ".models.session",
    "PromptInput": ".models.session",
    "PromptSource": ".models.session",
    "Provider": ".models.provider",
    "ProviderApi": ".models.shared",
    "ProviderConfig": ".models.config",
    "ProviderOptions": ".models.config",
    "ProviderRequest": ".models.shared",
    "ProvidersEnvelope": ".models.provider",
    "Pty": ".models.pty",
    "PtyChanged": ".events",
    "PtyCreate": ".models.pty",
    "PtyCreatedEvent": ".events",
    "PtyDeleted": ".events",
    "PtyDeletedEvent": ".events",
    "PtyEnvelope": ".models.pty",
    "PtyExited": ".events",
    "PtyExitedEvent": ".events",
    "PtySize": ".models.pty",
    "PtyUpdate": ".models.pty",
    "PtyUpdatedEvent": ".events",
    "PtysEnvelope": ".models.pty",
    "Question": ".models.question",
    "QuestionAskedEvent": ".events",
    "QuestionOption": ".models.question",
    "QuestionRejected": ".events",
    "QuestionRejectedEvent": ".events",
    "QuestionReplied": ".events",
    "QuestionRepliedEvent": ".events",
    "QuestionReplyInput": ".models.question",
    "QuestionRequest": ".models.question",
    "QuestionRequestsEnvelope": ".models.question",
    "QuestionResponse": ".models.question",
    "QuestionTool": ".models.question",
    "QuestionV2AskedEvent": ".events",
    "QuestionV2RejectedEvent": ".events",
    "QuestionV2RepliedEvent": ".events",
    "ReadyNotice": ".events",
    "ReasoningPart": ".models.session",
    "ReferenceUpdatedEvent": ".events",
    "RenderedPrompt": ".models.mcp",
    "RenderedPromptEnvelope": ".models.mcp",
    "RetryAction": ".events",
    "RevertState": ".models.session",
    "RuntimeContext": ".models.shared",
    "SearchInput": ".models.fs",
    "ServerConfig": ".models.config",
    "ServerConnectedEvent": ".events",
    "Session": ".models.session",
    "SessionBusy": ".events",
    "SessionChanged": ".events",
    "SessionCompactedEvent": ".events",
    "SessionCreate": ".models.session",
    "SessionCreatedEvent": ".events",
    "SessionDeletedEvent": ".events",
    "SessionDiffEvent": ".events",
    "SessionDiffed": ".events",
    "SessionEnvelope": ".models.session",
    "SessionErrorEvent": ".events",
    "SessionFailed": ".events",
    "SessionIdle": ".events",
    "SessionIdleEvent": ".events",
    "SessionInputAdmitted": ".models.session",
    "SessionInputAdmittedEnvelope": ".models.session",
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
    "SessionPage": ".models.session",
    "SessionRetry": ".events",
    "SessionStatus": ".events",
    "SessionStatusChanged": ".events",
    "SessionStatusEvent": ".events",
    "SessionTime": ".models.session",
    "SessionUpdate": ".models.session",
    "SessionUpdatedEvent": ".events",
    "ShellMessage": ".models.session",
    "Skill": ".models.skill",
    "SkillsConfig": ".models.config",
    "SkillsEnvelope": ".models.skill",
    "SnapshotFileDiff": ".events",
    "SyntheticMessage": ".models.session",
    "SystemMessage": ".models.session",
    "TextPart": ".models.session",
    "Todo": ".models.session",
    "TodoUpdatedEvent": ".events",
    "TodosEnvelope": ".models.session",
    "TodosUpdated": ".events",
    "TokenUsage": ".models.session",
    "ToolCompleted": ".models.session",
    "ToolContent": ".models.session",
    "ToolFailed": ".models.session",
    "ToolOutputConfig": ".models.config",
    "ToolPart": ".models.session",
    "ToolPending": ".models.session",
    "ToolProvider": ".models.session",
    "ToolRunning": ".models.session",
    "ToolState": ".models.session",
    "ToolTime": ".models.session",
    "TuiCommandExecuteEvent": ".events",
    "TuiCommandExecuted": ".events",
    "TuiPromptAppendEvent": ".events",
    "TuiPromptAppended": ".events",
    "TuiSessionSelectEvent": ".events",
    "TuiToastShowEvent": ".events",
    "TuiToastShown": ".events",
    "UserMessage": ".models.session",
    "VcsApplied": ".models.vcs",
    "VcsAppliedEnvelope": ".models.vcs",
    "VcsBranchUpdated": ".events",
    "VcsBranchUpdatedEvent": ".events",
    "VcsFileDiff": ".models.vcs",
    "VcsFileDiffsEnvelope": ".models.vcs",
    "VcsFileStatus": ".models.vcs",
    "VcsFileStatusesEnvelope": ".models.vcs",
    "VcsInfo": ".models.vcs",
    "VcsInfoEnvelope": ".models.vcs",
    "VcsPatchInput": ".models.vcs",
    "WatcherConfig": ".models.config",
    "Workspace": ".models.workspace",
    "WorkspaceCreate": ".models.workspace",
    "WorkspaceEnvelope": ".models.workspace",
    "WorkspaceFailedEvent": ".events",
    "WorkspaceReadyEvent": ".events",
    "WorkspaceStatus": ".models.workspace",
    "WorkspaceStatusEvent": ".events",
    "WorkspaceStatusesEnvelope": ".models.workspace",
    "WorkspaceUpdate": ".models.workspace",
    "WorkspaceWarp": ".models.workspace",
    "WorkspacesEnvelope": ".models.workspace",
    "WorktreeFailedEvent": ".events",
    "WorktreeReadyEvent": ".events",
    "converter": ".converter",
}
"""From each name to its module, relative to this package."""
