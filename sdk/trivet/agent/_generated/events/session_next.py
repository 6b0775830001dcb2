# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from ...._core.decoders import new, optional_array
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, Tags, decode_rest, or_null
from ..models.session import (
    ErrorInfo,
    Prompt,
    RevertState,
    TokenUsage,
    ToolContent,
    ToolProvider,
    decode_error_info,
    decode_prompt,
    decode_revert_state,
    decode_token_usage,
    decode_tool_content,
    decode_tool_provider,
)
from ..models.shared import (
    EventEnvelope,
    ModelInUse,
    RuntimeContext,
    decode_model_in_use,
    decode_runtime_context,
)

__all__ = [
    "NextAgentSwitched", "NextCompactionDelta", "NextCompactionEnded", "NextCompactionStarted", "NextModelSwitched",
    "NextMoved", "NextPrompted", "NextReasoningDelta", "NextReasoningEnded", "NextReasoningStarted", "NextRetried",
    "NextRevertCleared", "NextRevertCommitted", "NextRevertStaged", "NextShellEnded", "NextShellStarted",
    "NextStepEnded", "NextStepFailed", "NextStepStarted", "NextText", "NextTextDelta", "NextTextEnded",
    "NextTextStarted", "NextToolCalled", "NextToolFailed", "NextToolInputDelta", "NextToolInputEnded",
    "NextToolInputStarted", "NextToolProgress", "NextToolSuccess", "SessionNextAgentSwitchedEvent",
    "SessionNextCompactionDeltaEvent", "SessionNextCompactionEndedEvent", "SessionNextCompactionStartedEvent",
    "SessionNextContextUpdatedEvent", "SessionNextModelSwitchedEvent", "SessionNextMovedEvent",
    "SessionNextPromptAdmittedEvent", "SessionNextPromptedEvent", "SessionNextReasoningDeltaEvent",
    "SessionNextReasoningEndedEvent", "SessionNextReasoningStartedEvent", "SessionNextRetriedEvent",
    "SessionNextRevertClearedEvent", "SessionNextRevertCommittedEvent", "SessionNextRevertStagedEvent",
    "SessionNextShellEndedEvent", "SessionNextShellStartedEvent", "SessionNextStepEndedEvent",
    "SessionNextStepFailedEvent", "SessionNextStepStartedEvent", "SessionNextSyntheticEvent",
    "SessionNextTextDeltaEvent", "SessionNextTextEndedEvent", "SessionNextTextStartedEvent",
    "SessionNextToolCalledEvent", "SessionNextToolFailedEvent", "SessionNextToolInputDeltaEvent",
    "SessionNextToolInputEndedEvent", "SessionNextToolInputStartedEvent", "SessionNextToolProgressEvent",
    "SessionNextToolSuccessEvent",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextAgentSwitched(Record):
    """A switch to another agent. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "agent": "agent",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    agent: str | None = None
    """The name of the agent."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextCompactionDelta(Record):
    """Text to append to the summary of a compaction. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "text": "text",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextCompactionEnded(Record):
    """A compaction that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "reason": "reason",
        "text": "text",
        "recent": "recent",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    reason: Literal["auto", "manual"] | str | None = None
    """Whether the server (auto) or the user (manual) initiated it."""

    text: str | None = None
    """The summary."""

    recent: str | None = None
    """The most recent part of the conversation, unchanged."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextCompactionStarted(Record):
    """A compaction that started. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "reason": "reason",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    reason: Literal["auto", "manual"] | str | None = None
    """Whether the server (auto) or the user (manual) initiated it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextModelSwitched(Record):
    """A switch to another model. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "model": "model",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    model: ModelInUse | None = None
    """The model."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextMoved(Record):
    """A session that moved to another runtime context. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "location": "location",
        "subdirectory": "subdirectory",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    location: RuntimeContext | None = None
    """The new runtime context."""

    subdirectory: str | None = None
    """The directory below it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextPrompted(Record):
    """A prompt that was admitted or passed to the agent. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "prompt": "prompt",
        "delivery": "delivery",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    prompt: Prompt | None = None
    """The prompt."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether it interrupts the running turn or waits; the observed server sends steer and queue."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextReasoningDelta(Record):
    """Text to append to a reasoning of the agent. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "reasoningID": "reasoning_id",
        "delta": "delta",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "reasoning_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    reasoning_id: str
    """The id of the part."""

    delta: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextReasoningEnded(Record):
    """A reasoning of the agent that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "reasoningID": "reasoning_id",
        "text": "text",
        "providerMetadata": "provider_metadata",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "reasoning_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    reasoning_id: str
    """The id of the part."""

    text: str | None = None
    """The whole text."""

    provider_metadata: dict[str, Any] | None = None
    """Metadata from the provider."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextReasoningStarted(Record):
    """A reasoning of the agent that started. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "reasoningID": "reasoning_id",
        "providerMetadata": "provider_metadata",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "reasoning_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    reasoning_id: str
    """The id of the part."""

    provider_metadata: dict[str, Any] | None = None
    """Metadata from the provider."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextRetried(Record):
    """A step of the agent that is retried. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "attempt": "attempt",
        "error": "error",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    attempt: float | None = None
    """The number of the attempt."""

    error: ErrorInfo | None = None
    """The error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextRevertCleared(Record):
    """A revert of a session that was cleared. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"timestamp": "timestamp", "sessionID": "session_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextRevertCommitted(Record):
    """A revert of a session that was committed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"timestamp": "timestamp", "sessionID": "session_id", "messageID": "message_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextRevertStaged(Record):
    """A revert of a session that was staged. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"timestamp": "timestamp", "sessionID": "session_id", "revert": "revert"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    revert: RevertState | None = None
    """The state of the revert."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextShellEnded(Record):
    """A shell command of the user that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "callID": "call_id",
        "output": "output",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    call_id: str
    """The id of the call."""

    output: str | None = None
    """The output."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextShellStarted(Record):
    """A shell command of the user that started. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "callID": "call_id",
        "command": "command",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    call_id: str | None = None
    """The id of the call."""

    command: str | None = None
    """The command line."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextStepEnded(Record):
    """A step of the agent that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "finish": "finish",
        "cost": "cost",
        "tokens": "tokens",
        "snapshot": "snapshot",
        "files": "files",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextStepFailed(Record):
    """A step of the agent that failed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "error": "error",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    error: ErrorInfo | None = None
    """The error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextStepStarted(Record):
    """A step of the agent that started. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "agent": "agent",
        "model": "model",
        "snapshot": "snapshot",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    agent: str | None = None
    """The name of the agent."""

    model: ModelInUse | None = None
    """The model."""

    snapshot: str | None = None
    """The id of the snapshot of the files."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextText(Record):
    """Text that was added to a session. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "messageID": "message_id",
        "text": "text",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextTextDelta(Record):
    """Text to append to a text of the agent. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "textID": "text_id",
        "delta": "delta",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "text_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    text_id: str
    """The id of the part."""

    delta: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextTextEnded(Record):
    """A text of the agent that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "textID": "text_id",
        "text": "text",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "text_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    text_id: str
    """The id of the part."""

    text: str | None = None
    """The whole text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextTextStarted(Record):
    """A text of the agent that started. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "textID": "text_id",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "text_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    text_id: str
    """The id of the part."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextToolCalled(Record):
    """A running tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "tool": "tool",
        "input": "input",
        "provider": "provider",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str
    """The id of the call."""

    tool: str | None = None
    """The name of the tool."""

    input: dict[str, Any] | None = None
    """The input."""

    provider: ToolProvider | None = None
    """Metadata of the call from the provider."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextToolFailed(Record):
    """A failed tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "error": "error",
        "result": "result",
        "provider": "provider",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str
    """The id of the call."""

    error: ErrorInfo | None = None
    """The error."""

    result: Any = None
    """The output of the provider, if it ran the tool itself."""

    provider: ToolProvider | None = None
    """Metadata of the call from the provider."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextToolInputDelta(Record):
    """JSON text to append to the input of a tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "delta": "delta",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str
    """The id of the call."""

    delta: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextToolInputEnded(Record):
    """The complete input of a tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "text": "text",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str
    """The id of the call."""

    text: str | None = None
    """The input, as JSON text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextToolInputStarted(Record):
    """A tool call whose input started. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "name": "name",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str
    """The id of the call."""

    name: str | None = None
    """The name of the tool."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextToolProgress(Record):
    """The output of a running tool call so far. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "timestamp": "timestamp",
        "sessionID": "session_id",
        "assistantMessageID": "assistant_message_id",
        "callID": "call_id",
        "structured": "structured",
        "content": "content",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str
    """The id of the call."""

    structured: dict[str, Any] | None = None
    """The structured output so far."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """The output for the model so far."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NextToolSuccess(Record):
    """A completed tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
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
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "call_id"})

    timestamp: float | None = None
    """When it happened, in Unix milliseconds."""

    session_id: str
    """The id of the session."""

    assistant_message_id: str | None = None
    """The id of the message that the agent is writing."""

    call_id: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextAgentSwitchedEvent(EventEnvelope):
    """The event session.next.agent.switched: a switch to another agent. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.agent.switched",)}

    type: Literal["session.next.agent.switched"]

    payload: NextAgentSwitched


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextCompactionDeltaEvent(EventEnvelope):
    """The event session.next.compaction.delta: text to append to the summary of a compaction.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.compaction.delta",)}

    type: Literal["session.next.compaction.delta"]

    payload: NextCompactionDelta


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextCompactionEndedEvent(EventEnvelope):
    """The event session.next.compaction.ended: a compaction that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.compaction.ended",)}

    type: Literal["session.next.compaction.ended"]

    payload: NextCompactionEnded


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextCompactionStartedEvent(EventEnvelope):
    """The event session.next.compaction.started: a compaction that started. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.compaction.started",)}

    type: Literal["session.next.compaction.started"]

    payload: NextCompactionStarted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextContextUpdatedEvent(EventEnvelope):
    """The event session.next.context.updated: text was added to the context of a session.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.context.updated",)}

    type: Literal["session.next.context.updated"]

    payload: NextText


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextModelSwitchedEvent(EventEnvelope):
    """The event session.next.model.switched: a switch to another model. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.model.switched",)}

    type: Literal["session.next.model.switched"]

    payload: NextModelSwitched


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextMovedEvent(EventEnvelope):
    """The event session.next.moved: a session that moved to another runtime context.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.moved",)}

    type: Literal["session.next.moved"]

    payload: NextMoved


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextPromptAdmittedEvent(EventEnvelope):
    """The event session.next.prompt.admitted: a prompt was admitted to a session.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.prompt.admitted",)}

    type: Literal["session.next.prompt.admitted"]

    payload: NextPrompted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextPromptedEvent(EventEnvelope):
    """The event session.next.prompted: a prompt was passed to the agent. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.prompted",)}

    type: Literal["session.next.prompted"]

    payload: NextPrompted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextReasoningDeltaEvent(EventEnvelope):
    """The event session.next.reasoning.delta: text to append to a reasoning of the agent.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.reasoning.delta",)}

    type: Literal["session.next.reasoning.delta"]

    payload: NextReasoningDelta


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextReasoningEndedEvent(EventEnvelope):
    """The event session.next.reasoning.ended: a reasoning of the agent that ended.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.reasoning.ended",)}

    type: Literal["session.next.reasoning.ended"]

    payload: NextReasoningEnded


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextReasoningStartedEvent(EventEnvelope):
    """The event session.next.reasoning.started: a reasoning of the agent that started.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.reasoning.started",)}

    type: Literal["session.next.reasoning.started"]

    payload: NextReasoningStarted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextRetriedEvent(EventEnvelope):
    """The event session.next.retried: a step of the agent that is retried. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.retried",)}

    type: Literal["session.next.retried"]

    payload: NextRetried


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextRevertClearedEvent(EventEnvelope):
    """The event session.next.revert.cleared: a revert of a session that was cleared.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.revert.cleared",)}

    type: Literal["session.next.revert.cleared"]

    payload: NextRevertCleared


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextRevertCommittedEvent(EventEnvelope):
    """The event session.next.revert.committed: a revert of a session that was committed.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.revert.committed",)}

    type: Literal["session.next.revert.committed"]

    payload: NextRevertCommitted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextRevertStagedEvent(EventEnvelope):
    """The event session.next.revert.staged: a revert of a session that was staged.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.revert.staged",)}

    type: Literal["session.next.revert.staged"]

    payload: NextRevertStaged


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextShellEndedEvent(EventEnvelope):
    """The event session.next.shell.ended: a shell command of the user that ended.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.shell.ended",)}

    type: Literal["session.next.shell.ended"]

    payload: NextShellEnded


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextShellStartedEvent(EventEnvelope):
    """The event session.next.shell.started: a shell command of the user that started.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.shell.started",)}

    type: Literal["session.next.shell.started"]

    payload: NextShellStarted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextStepEndedEvent(EventEnvelope):
    """The event session.next.step.ended: a step of the agent that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.step.ended",)}

    type: Literal["session.next.step.ended"]

    payload: NextStepEnded


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextStepFailedEvent(EventEnvelope):
    """The event session.next.step.failed: a step of the agent that failed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.step.failed",)}

    type: Literal["session.next.step.failed"]

    payload: NextStepFailed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextStepStartedEvent(EventEnvelope):
    """The event session.next.step.started: a step of the agent that started.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.step.started",)}

    type: Literal["session.next.step.started"]

    payload: NextStepStarted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextSyntheticEvent(EventEnvelope):
    """The event session.next.synthetic: text was added to a session on behalf of the user.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.synthetic",)}

    type: Literal["session.next.synthetic"]

    payload: NextText


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextTextDeltaEvent(EventEnvelope):
    """The event session.next.text.delta: text to append to a text of the agent.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.text.delta",)}

    type: Literal["session.next.text.delta"]

    payload: NextTextDelta


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextTextEndedEvent(EventEnvelope):
    """The event session.next.text.ended: a text of the agent that ended. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.text.ended",)}

    type: Literal["session.next.text.ended"]

    payload: NextTextEnded


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextTextStartedEvent(EventEnvelope):
    """The event session.next.text.started: a text of the agent that started.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.text.started",)}

    type: Literal["session.next.text.started"]

    payload: NextTextStarted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextToolCalledEvent(EventEnvelope):
    """The event session.next.tool.called: a running tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.tool.called",)}

    type: Literal["session.next.tool.called"]

    payload: NextToolCalled


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextToolFailedEvent(EventEnvelope):
    """The event session.next.tool.failed: a failed tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.tool.failed",)}

    type: Literal["session.next.tool.failed"]

    payload: NextToolFailed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextToolInputDeltaEvent(EventEnvelope):
    """The event session.next.tool.input.delta: JSON text to append to the input of a tool call.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.tool.input.delta",)}

    type: Literal["session.next.tool.input.delta"]

    payload: NextToolInputDelta


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextToolInputEndedEvent(EventEnvelope):
    """The event session.next.tool.input.ended: the complete input of a tool call.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.tool.input.ended",)}

    type: Literal["session.next.tool.input.ended"]

    payload: NextToolInputEnded


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextToolInputStartedEvent(EventEnvelope):
    """The event session.next.tool.input.started: a tool call whose input started.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.tool.input.started",)}

    type: Literal["session.next.tool.input.started"]

    payload: NextToolInputStarted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextToolProgressEvent(EventEnvelope):
    """The event session.next.tool.progress: the output of a running tool call so far.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.tool.progress",)}

    type: Literal["session.next.tool.progress"]

    payload: NextToolProgress


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNextToolSuccessEvent(EventEnvelope):
    """The event session.next.tool.success: a completed tool call. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.next.tool.success",)}

    type: Literal["session.next.tool.success"]

    payload: NextToolSuccess


def decode_next_agent_switched(d: dict[str, Any]) -> NextAgentSwitched:
    o = new(NextAgentSwitched)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.agent = d.get("agent")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("agent" in d) else d
    return o


def decode_next_compaction_delta(d: dict[str, Any]) -> NextCompactionDelta:
    o = new(NextCompactionDelta)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.text = d.get("text")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("text" in d) else d
    return o


def decode_next_compaction_ended(d: dict[str, Any]) -> NextCompactionEnded:
    o = new(NextCompactionEnded)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.message_id = d["messageID"]
            o.reason = d["reason"]
            o.text = d["text"]
            o.recent = d["recent"]
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.reason = d.get("reason")
        o.text = d.get("text")
        o.recent = d.get("recent")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("reason" in d) + ("text" in d) + ("recent" in d) else d
    return o


def decode_next_compaction_started(d: dict[str, Any]) -> NextCompactionStarted:
    o = new(NextCompactionStarted)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.reason = d.get("reason")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("reason" in d) else d
    return o


def decode_next_model_switched(d: dict[str, Any]) -> NextModelSwitched:
    o = new(NextModelSwitched)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    except KeyError:
        return decode_rest(o, d, {"model": or_null(decode_model_in_use)})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("model" in d) else d
    return o


def decode_next_moved(d: dict[str, Any]) -> NextMoved:
    o = new(NextMoved)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
        o.subdirectory = d.get("subdirectory")
    except KeyError:
        return decode_rest(o, d, {"location": or_null(decode_runtime_context)})
    o.__source__ = None if len(d) == 1 + ("timestamp" in d) + ("location" in d) + ("subdirectory" in d) else d
    return o


def decode_next_prompted(d: dict[str, Any]) -> NextPrompted:
    o = new(NextPrompted)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.prompt = None if (v := d.get("prompt")) is None else decode_prompt(v)
        o.delivery = d.get("delivery")
    except KeyError:
        return decode_rest(o, d, {"prompt": or_null(decode_prompt)})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("prompt" in d) + ("delivery" in d) else d
    return o


def decode_next_reasoning_delta(d: dict[str, Any]) -> NextReasoningDelta:
    o = new(NextReasoningDelta)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.reasoning_id = d["reasoningID"]
        o.delta = d.get("delta")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("delta" in d) else d
    return o


def decode_next_reasoning_ended(d: dict[str, Any]) -> NextReasoningEnded:
    o = new(NextReasoningEnded)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.reasoning_id = d["reasoningID"]
            o.text = d["text"]
            o.provider_metadata = free_form(d["providerMetadata"])
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.reasoning_id = d["reasoningID"]
        o.text = d.get("text")
        o.provider_metadata = free_form(d.get("providerMetadata"))
    except KeyError:
        return decode_rest(o, d, {"provider_metadata": free_form})
    o.__source__ = (
        None
        if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("text" in d) + ("providerMetadata" in d)
        else d
    )
    return o


def decode_next_reasoning_started(d: dict[str, Any]) -> NextReasoningStarted:
    o = new(NextReasoningStarted)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.reasoning_id = d["reasoningID"]
        o.provider_metadata = free_form(d.get("providerMetadata"))
    except KeyError:
        return decode_rest(o, d, {"provider_metadata": free_form})
    o.__source__ = (
        None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("providerMetadata" in d) else d
    )
    return o


def decode_next_retried(d: dict[str, Any]) -> NextRetried:
    o = new(NextRetried)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.attempt = d.get("attempt")
        o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    except KeyError:
        return decode_rest(o, d, {"error": or_null(decode_error_info)})
    o.__source__ = None if len(d) == 1 + ("timestamp" in d) + ("attempt" in d) + ("error" in d) else d
    return o


def decode_next_revert_cleared(d: dict[str, Any]) -> NextRevertCleared:
    o = new(NextRevertCleared)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("timestamp" in d) else d
    return o


def decode_next_revert_committed(d: dict[str, Any]) -> NextRevertCommitted:
    o = new(NextRevertCommitted)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) else d
    return o


def decode_next_revert_staged(d: dict[str, Any]) -> NextRevertStaged:
    o = new(NextRevertStaged)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.revert = None if (v := d.get("revert")) is None else decode_revert_state(v)
    except KeyError:
        return decode_rest(o, d, {"revert": or_null(decode_revert_state)})
    o.__source__ = None if len(d) == 1 + ("timestamp" in d) + ("revert" in d) else d
    return o


def decode_next_shell_ended(d: dict[str, Any]) -> NextShellEnded:
    o = new(NextShellEnded)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.call_id = d["callID"]
        o.output = d.get("output")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("output" in d) else d
    return o


def decode_next_shell_started(d: dict[str, Any]) -> NextShellStarted:
    o = new(NextShellStarted)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.call_id = d.get("callID")
        o.command = d.get("command")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("callID" in d) + ("command" in d) else d
    return o


def decode_next_step_ended(d: dict[str, Any]) -> NextStepEnded:
    o = new(NextStepEnded)
    try:
        if len(d) == 8:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.finish = d["finish"]
            o.cost = d["cost"]
            o.tokens = None if (v := d["tokens"]) is None else decode_token_usage(v)
            o.snapshot = d["snapshot"]
            o.files = optional_array(d["files"])
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.finish = d.get("finish")
        o.cost = d.get("cost")
        o.tokens = None if (v := d.get("tokens")) is None else decode_token_usage(v)
        o.snapshot = d.get("snapshot")
        o.files = optional_array(d.get("files"))
    except KeyError:
        return decode_rest(o, d, {"tokens": or_null(decode_token_usage), "files": optional_array})
    o.__source__ = (
        None
        if len(d)
        == 1
        + ("timestamp" in d)
        + ("assistantMessageID" in d)
        + ("finish" in d)
        + ("cost" in d)
        + ("tokens" in d)
        + ("snapshot" in d)
        + ("files" in d)
        else d
    )
    return o


def decode_next_step_failed(d: dict[str, Any]) -> NextStepFailed:
    o = new(NextStepFailed)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    except KeyError:
        return decode_rest(o, d, {"error": or_null(decode_error_info)})
    o.__source__ = None if len(d) == 1 + ("timestamp" in d) + ("assistantMessageID" in d) + ("error" in d) else d
    return o


def decode_next_step_started(d: dict[str, Any]) -> NextStepStarted:
    o = new(NextStepStarted)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.snapshot = d["snapshot"]
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.agent = d.get("agent")
        o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
        o.snapshot = d.get("snapshot")
    except KeyError:
        return decode_rest(o, d, {"model": or_null(decode_model_in_use)})
    o.__source__ = (
        None
        if len(d)
        == 1 + ("timestamp" in d) + ("assistantMessageID" in d) + ("agent" in d) + ("model" in d) + ("snapshot" in d)
        else d
    )
    return o


def decode_next_text(d: dict[str, Any]) -> NextText:
    o = new(NextText)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.text = d.get("text")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("text" in d) else d
    return o


def decode_next_text_delta(d: dict[str, Any]) -> NextTextDelta:
    o = new(NextTextDelta)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.text_id = d["textID"]
        o.delta = d.get("delta")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("delta" in d) else d
    return o


def decode_next_text_ended(d: dict[str, Any]) -> NextTextEnded:
    o = new(NextTextEnded)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.text_id = d["textID"]
        o.text = d.get("text")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("text" in d) else d
    return o


def decode_next_text_started(d: dict[str, Any]) -> NextTextStarted:
    o = new(NextTextStarted)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.text_id = d["textID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) else d
    return o


def decode_next_tool_called(d: dict[str, Any]) -> NextToolCalled:
    o = new(NextToolCalled)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.tool = d["tool"]
            o.input = free_form(d["input"])
            o.provider = None if (v := d["provider"]) is None else decode_tool_provider(v)
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.call_id = d["callID"]
        o.tool = d.get("tool")
        o.input = free_form(d.get("input"))
        o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    except KeyError:
        return decode_rest(o, d, {"input": free_form, "provider": or_null(decode_tool_provider)})
    o.__source__ = (
        None
        if len(d)
        == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("tool" in d) + ("input" in d) + ("provider" in d)
        else d
    )
    return o


def decode_next_tool_failed(d: dict[str, Any]) -> NextToolFailed:
    o = new(NextToolFailed)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.result = free_form(d["result"])
            o.provider = None if (v := d["provider"]) is None else decode_tool_provider(v)
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.call_id = d["callID"]
        o.error = None if (v := d.get("error")) is None else decode_error_info(v)
        o.result = free_form(d.get("result"))
        o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    except KeyError:
        return decode_rest(
            o, d, {"error": or_null(decode_error_info), "result": free_form, "provider": or_null(decode_tool_provider)}
        )
    o.__source__ = (
        None
        if len(d)
        == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("error" in d) + ("result" in d) + ("provider" in d)
        else d
    )
    return o


def decode_next_tool_input_delta(d: dict[str, Any]) -> NextToolInputDelta:
    o = new(NextToolInputDelta)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.call_id = d["callID"]
        o.delta = d.get("delta")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("delta" in d) else d
    return o


def decode_next_tool_input_ended(d: dict[str, Any]) -> NextToolInputEnded:
    o = new(NextToolInputEnded)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.call_id = d["callID"]
        o.text = d.get("text")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("text" in d) else d
    return o


def decode_next_tool_input_started(d: dict[str, Any]) -> NextToolInputStarted:
    o = new(NextToolInputStarted)
    try:
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.call_id = d["callID"]
        o.name = d.get("name")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("name" in d) else d
    return o


def decode_next_tool_progress(d: dict[str, Any]) -> NextToolProgress:
    o = new(NextToolProgress)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.structured = free_form(d["structured"])
            o.content = v if (v := d["content"]) == [] else optional_array(v, decode_tool_content)
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.call_id = d["callID"]
        o.structured = free_form(d.get("structured"))
        o.content = optional_array(d.get("content"), decode_tool_content)
    except KeyError:
        return decode_rest(o, d, {"structured": free_form, "content": lambda v: optional_array(v, decode_tool_content)})
    o.__source__ = (
        None
        if len(d) == 2 + ("timestamp" in d) + ("assistantMessageID" in d) + ("structured" in d) + ("content" in d)
        else d
    )
    return o


def decode_next_tool_success(d: dict[str, Any]) -> NextToolSuccess:
    o = new(NextToolSuccess)
    try:
        if len(d) == 9:  # usually all optional fields are there, and no unknown one
            o.timestamp = d["timestamp"]
            o.session_id = d["sessionID"]
            o.assistant_message_id = d["assistantMessageID"]
            o.call_id = d["callID"]
            o.structured = free_form(d["structured"])
            o.content = v if (v := d["content"]) == [] else optional_array(v, decode_tool_content)
            o.output_paths = optional_array(d["outputPaths"])
            o.result = free_form(d["result"])
            o.provider = None if (v := d["provider"]) is None else decode_tool_provider(v)
            o.__source__ = None
            return o
        o.timestamp = d.get("timestamp")
        o.session_id = d["sessionID"]
        o.assistant_message_id = d.get("assistantMessageID")
        o.call_id = d["callID"]
        o.structured = free_form(d.get("structured"))
        o.content = optional_array(d.get("content"), decode_tool_content)
        o.output_paths = optional_array(d.get("outputPaths"))
        o.result = free_form(d.get("result"))
        o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "structured": free_form,
                "content": lambda v: optional_array(v, decode_tool_content),
                "output_paths": optional_array,
                "result": free_form,
                "provider": or_null(decode_tool_provider),
            },
        )
    o.__source__ = (
        None
        if len(d)
        == 2
        + ("timestamp" in d)
        + ("assistantMessageID" in d)
        + ("structured" in d)
        + ("content" in d)
        + ("outputPaths" in d)
        + ("result" in d)
        + ("provider" in d)
        else d
    )
    return o


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "session.next.agent.switched": (SessionNextAgentSwitchedEvent, decode_next_agent_switched),
    "session.next.compaction.delta": (SessionNextCompactionDeltaEvent, decode_next_compaction_delta),
    "session.next.compaction.ended": (SessionNextCompactionEndedEvent, decode_next_compaction_ended),
    "session.next.compaction.started": (SessionNextCompactionStartedEvent, decode_next_compaction_started),
    "session.next.context.updated": (SessionNextContextUpdatedEvent, decode_next_text),
    "session.next.model.switched": (SessionNextModelSwitchedEvent, decode_next_model_switched),
    "session.next.moved": (SessionNextMovedEvent, decode_next_moved),
    "session.next.prompt.admitted": (SessionNextPromptAdmittedEvent, decode_next_prompted),
    "session.next.prompted": (SessionNextPromptedEvent, decode_next_prompted),
    "session.next.reasoning.delta": (SessionNextReasoningDeltaEvent, decode_next_reasoning_delta),
    "session.next.reasoning.ended": (SessionNextReasoningEndedEvent, decode_next_reasoning_ended),
    "session.next.reasoning.started": (SessionNextReasoningStartedEvent, decode_next_reasoning_started),
    "session.next.retried": (SessionNextRetriedEvent, decode_next_retried),
    "session.next.revert.cleared": (SessionNextRevertClearedEvent, decode_next_revert_cleared),
    "session.next.revert.committed": (SessionNextRevertCommittedEvent, decode_next_revert_committed),
    "session.next.revert.staged": (SessionNextRevertStagedEvent, decode_next_revert_staged),
    "session.next.shell.ended": (SessionNextShellEndedEvent, decode_next_shell_ended),
    "session.next.shell.started": (SessionNextShellStartedEvent, decode_next_shell_started),
    "session.next.step.ended": (SessionNextStepEndedEvent, decode_next_step_ended),
    "session.next.step.failed": (SessionNextStepFailedEvent, decode_next_step_failed),
    "session.next.step.started": (SessionNextStepStartedEvent, decode_next_step_started),
    "session.next.synthetic": (SessionNextSyntheticEvent, decode_next_text),
    "session.next.text.delta": (SessionNextTextDeltaEvent, decode_next_text_delta),
    "session.next.text.ended": (SessionNextTextEndedEvent, decode_next_text_ended),
    "session.next.text.started": (SessionNextTextStartedEvent, decode_next_text_started),
    "session.next.tool.called": (SessionNextToolCalledEvent, decode_next_tool_called),
    "session.next.tool.failed": (SessionNextToolFailedEvent, decode_next_tool_failed),
    "session.next.tool.input.delta": (SessionNextToolInputDeltaEvent, decode_next_tool_input_delta),
    "session.next.tool.input.ended": (SessionNextToolInputEndedEvent, decode_next_tool_input_ended),
    "session.next.tool.input.started": (SessionNextToolInputStartedEvent, decode_next_tool_input_started),
    "session.next.tool.progress": (SessionNextToolProgressEvent, decode_next_tool_progress),
    "session.next.tool.success": (SessionNextToolSuccessEvent, decode_next_tool_success),
}
"""From each kind of event to its class and the decoder of its payload."""
