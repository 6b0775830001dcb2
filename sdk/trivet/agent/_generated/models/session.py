# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import Unknown, array, decode_unknown, encode_unknown
from .shared import (
    CacheUsage,
    ModelInUse,
    PermissionRule,
    RuntimeContext,
    decode_cache_usage,
    decode_model_in_use,
    decode_permission_rule,
    decode_runtime_context,
    encode_cache_usage,
    encode_model_in_use,
    encode_permission_rule,
    encode_runtime_context,
)

__all__ = [
    "AgentSwitchedMessage",
    "AssistantMessage",
    "CompactionMessage",
    "Cursor",
    "ErrorInfo",
    "FileDiff",
    "FileDiffsEnvelope",
    "Message",
    "MessagePage",
    "MessageSnapshot",
    "MessageTime",
    "MessagesEnvelope",
    "ModelReference",
    "ModelSwitchedMessage",
    "Part",
    "Prompt",
    "PromptAgent",
    "PromptFile",
    "PromptInput",
    "PromptSource",
    "RECORDS",
    "ReasoningPart",
    "RevertState",
    "Session",
    "SessionCreate",
    "SessionEnvelope",
    "SessionInputAdmitted",
    "SessionInputAdmittedEnvelope",
    "SessionPage",
    "SessionTime",
    "SessionUpdate",
    "ShellMessage",
    "SyntheticMessage",
    "SystemMessage",
    "TextPart",
    "Todo",
    "TodosEnvelope",
    "TokenUsage",
    "ToolCompleted",
    "ToolContent",
    "ToolFailed",
    "ToolPart",
    "ToolPending",
    "ToolProvider",
    "ToolRunning",
    "ToolState",
    "ToolTime",
    "UserMessage",
    "decode_agent_switched_message",
    "decode_assistant_message",
    "decode_compaction_message",
    "decode_cursor",
    "decode_error_info",
    "decode_file_diff",
    "decode_file_diffs_envelope",
    "decode_message",
    "decode_message_page",
    "decode_message_snapshot",
    "decode_message_time",
    "decode_messages_envelope",
    "decode_model_reference",
    "decode_model_switched_message",
    "decode_part",
    "decode_prompt",
    "decode_prompt_agent",
    "decode_prompt_file",
    "decode_prompt_input",
    "decode_prompt_source",
    "decode_reasoning_part",
    "decode_revert_state",
    "decode_session",
    "decode_session_create",
    "decode_session_envelope",
    "decode_session_input_admitted",
    "decode_session_input_admitted_envelope",
    "decode_session_page",
    "decode_session_time",
    "decode_session_update",
    "decode_shell_message",
    "decode_synthetic_message",
    "decode_system_message",
    "decode_text_part",
    "decode_todo",
    "decode_todos_envelope",
    "decode_token_usage",
    "decode_tool_completed",
    "decode_tool_content",
    "decode_tool_failed",
    "decode_tool_part",
    "decode_tool_pending",
    "decode_tool_provider",
    "decode_tool_running",
    "decode_tool_state",
    "decode_tool_time",
    "decode_user_message",
    "encode_agent_switched_message",
    "encode_assistant_message",
    "encode_compaction_message",
    "encode_cursor",
    "encode_error_info",
    "encode_file_diff",
    "encode_file_diffs_envelope",
    "encode_message",
    "encode_message_page",
    "encode_message_snapshot",
    "encode_message_time",
    "encode_messages_envelope",
    "encode_model_reference",
    "encode_model_switched_message",
    "encode_part",
    "encode_prompt",
    "encode_prompt_agent",
    "encode_prompt_file",
    "encode_prompt_input",
    "encode_prompt_source",
    "encode_reasoning_part",
    "encode_revert_state",
    "encode_session",
    "encode_session_create",
    "encode_session_envelope",
    "encode_session_input_admitted",
    "encode_session_input_admitted_envelope",
    "encode_session_page",
    "encode_session_time",
    "encode_session_update",
    "encode_shell_message",
    "encode_synthetic_message",
    "encode_system_message",
    "encode_text_part",
    "encode_todo",
    "encode_todos_envelope",
    "encode_token_usage",
    "encode_tool_completed",
    "encode_tool_content",
    "encode_tool_failed",
    "encode_tool_part",
    "encode_tool_pending",
    "encode_tool_provider",
    "encode_tool_running",
    "encode_tool_state",
    "encode_tool_time",
    "encode_user_message",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class AgentSwitchedMessage(Record):
    """A switch to another agent."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "agent": "agent"}
    tags_ = {"type": ("agent-switched",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["agent-switched"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    agent: str | None = None
    """The name of the agent."""


@define(kw_only=True, eq=False, repr=False)
class AssistantMessage(Record):
    """A message by the agent: text, reasoning and tool calls of one step."""

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
    """The id, with the prefix `msg_`."""

    type: Literal["assistant"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    agent: str | None = None
    """The name of the agent."""

    model: ModelInUse | None = None
    """The model that generated it."""

    content: list[Part] = Factory(lambda: list[Part]())
    """The parts in order."""

    snapshot: MessageSnapshot | None = None
    """Snapshots of the files before and after the step."""

    finish: str | None = None
    """The reason why the model stopped."""

    cost: float | None = None
    """The cost in US dollars."""

    tokens: TokenUsage | None = None
    """The number of tokens used."""

    error: ErrorInfo | None = None
    """The error, if there was one."""


@define(kw_only=True, eq=False, repr=False)
class CompactionMessage(Record):
    """A compaction of the conversation."""

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
    """The id, with the prefix `msg_`."""

    type: Literal["compaction"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    reason: Literal["auto", "manual"] | str | None = None
    """Whether the server (auto) or the user (manual) initiated it."""

    summary: str | None = None
    """A summary of the conversation before."""

    recent: str | None = None
    """The most recent part of the conversation, unchanged."""


@define(kw_only=True, eq=False, repr=False)
class Cursor(Record):
    """The cursors of the pages before and after a page; opaque texts."""

    wire_names_ = {"previous": "previous", "next": "next"}

    previous: str | None = None
    """The cursor of the previous page; null if there is none."""

    next: str | None = None
    """The cursor of the next page; null if there is none. An empty page is the last one."""


@define(kw_only=True, eq=False, repr=False)
class ErrorInfo(Record):
    """An error of a turn."""

    wire_names_ = {"type": "type", "message": "message"}

    type: str | None = None
    """The type of error, for instance unknown."""

    message: str | None = None
    """The error message."""


@define(kw_only=True, eq=False, repr=False)
class FileDiff(Record):
    """The changes of one file in a session."""

    wire_names_ = {
        "path": "path",
        "status": "status",
        "additions": "additions",
        "deletions": "deletions",
        "patch": "patch",
    }

    path: str | None = None
    """The path."""

    status: Literal["added", "modified", "deleted"] | str | None = None
    """How the file changed."""

    additions: int | None = None
    """The number of added lines."""

    deletions: int | None = None
    """The number of deleted lines."""

    patch: str | None = None
    """The diff in unified format."""


@define(kw_only=True, eq=False, repr=False)
class FileDiffsEnvelope(Record):
    """The files that a session changed."""

    wire_names_ = {"data": "data"}

    data: list[FileDiff]
    """The changed files."""


@define(kw_only=True, eq=False, repr=False)
class MessagePage(Record):
    """A page of messages."""

    wire_names_ = {"data": "data", "cursor": "cursor"}

    data: list[Message]
    """The messages."""

    cursor: Cursor | None = None
    """The cursors of the neighbouring pages."""


@define(kw_only=True, eq=False, repr=False)
class MessageSnapshot(Record):
    """Snapshots of the files before and after a step."""

    wire_names_ = {"start": "start", "end": "end", "files": "files"}

    start: str | None = None
    """The id of the snapshot before."""

    end: str | None = None
    """The id of the snapshot after."""

    files: list[str] = Factory(lambda: list[str]())
    """The files that changed."""


@define(kw_only=True, eq=False, repr=False)
class MessageTime(Record):
    """The times of a message or a part, in Unix milliseconds."""

    wire_names_ = {"created": "created", "completed": "completed"}

    created: float | None = None
    """When it was created."""

    completed: float | None = None
    """When it was completed; missing until then."""


@define(kw_only=True, eq=False, repr=False)
class MessagesEnvelope(Record):
    """Messages of a session."""

    wire_names_ = {"data": "data"}

    data: list[Message]
    """The messages."""


@define(kw_only=True, eq=False, repr=False)
class ModelReference(Record):
    """A reference to a model in a request."""

    wire_names_ = {"providerID": "provider_id", "modelID": "model_id", "variant": "variant"}

    provider_id: str
    """The id of the provider."""

    model_id: str
    """The id of the model."""

    variant: str | None = None
    """The variant of the model, for instance an effort."""


@define(kw_only=True, eq=False, repr=False)
class ModelSwitchedMessage(Record):
    """A switch to another model."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "model": "model"}
    tags_ = {"type": ("model-switched",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["model-switched"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    model: ModelInUse | None = None
    """The model."""


@define(kw_only=True, eq=False, repr=False)
class Prompt(Record):
    """A prompt: text for an agent, optionally with files."""

    wire_names_ = {"text": "text", "files": "files", "agents": "agents"}

    text: str | None = None
    """The text."""

    files: list[PromptFile] | None = None
    """Attached files."""

    agents: list[PromptAgent] | None = None
    """Agents that the text mentions."""


@define(kw_only=True, eq=False, repr=False)
class PromptAgent(Record):
    """An agent that a prompt mentions."""

    wire_names_ = {"name": "name", "source": "source"}

    name: str | None = None
    """The name of the agent."""

    source: PromptSource | None = None
    """Where the text mentions it."""


@define(kw_only=True, eq=False, repr=False)
class PromptFile(Record):
    """A file attached to a prompt."""

    wire_names_ = {"uri": "uri", "mime": "mime", "name": "name", "description": "description", "source": "source"}

    uri: str | None = None
    """The URI of the file, or its content as a data URI."""

    mime: str | None = None
    """The media type; the server determines it."""

    name: str | None = None
    """The name."""

    description: str | None = None
    """A description."""

    source: PromptSource | None = None
    """Where the text mentions it."""


@define(kw_only=True, eq=False, repr=False)
class PromptInput(Record):
    """The form that sends a prompt to a session."""

    wire_names_ = {"prompt": "prompt", "delivery": "delivery"}

    prompt: Prompt
    """The prompt for the agent."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether the prompt interrupts the running turn or waits until it has ended."""


@define(kw_only=True, eq=False, repr=False)
class PromptSource(Record):
    """A range in the text of a prompt."""

    wire_names_ = {"start": "start", "end": "end", "text": "text"}

    start: float | None = None
    """The position of the start."""

    end: float | None = None
    """The position of the end."""

    text: str | None = None
    """The text of the range."""


@define(kw_only=True, eq=False, repr=False)
class ReasoningPart(Record):
    """A part with the reasoning of the agent."""

    wire_names_ = {"type": "type", "id": "id", "text": "text", "providerMetadata": "provider_metadata", "time": "time"}
    tags_ = {"type": ("reasoning",)}

    type: Literal["reasoning"] | str
    """The type of part."""

    id: str | None = None
    """The id."""

    text: str | None = None
    """The text so far."""

    provider_metadata: dict[str, Any] | None = None
    """Metadata from the provider."""

    time: MessageTime | None = None
    """When it was created and completed."""


@define(kw_only=True, eq=False, repr=False)
class RevertState(Record):
    """The state of a session that is reverted to an earlier message."""

    wire_names_ = {
        "messageID": "message_id",
        "partID": "part_id",
        "snapshot": "snapshot",
        "diff": "diff",
        "files": "files",
    }

    message_id: str | None = None
    """The id of the message to which the session is reverted."""

    part_id: str | None = None
    """The id of the part of that message."""

    snapshot: str | None = None
    """The id of the snapshot of the files."""

    diff: str | None = None
    """The reverted changes of files, as text."""

    files: list[FileDiff] = Factory(lambda: list[FileDiff]())
    """The reverted changes by file."""


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
    """The id, with the prefix `ses_`."""

    parent_id: str | None = None
    """The id of the parent session, if there is one."""

    project_id: str | None = None
    """The id of its project."""

    agent: str | None = None
    """The name of the agent."""

    model: ModelInUse | None = None
    """The model in use."""

    cost: float | None = None
    """The cost so far in US dollars."""

    tokens: TokenUsage | None = None
    """The number of tokens used so far."""

    time: SessionTime | None = None
    """The times of its events."""

    title: str | None = None
    """The title."""

    location: RuntimeContext | None = None
    """The runtime context that the session is pinned to."""

    subpath: str | None = None
    """The path of its working directory below the directory of the project."""

    revert: RevertState | None = None
    """The state of a revert, if there is one."""


@define(kw_only=True, eq=False, repr=False)
class SessionCreate(Record):
    """The form that creates a session."""

    wire_names_ = {"title": "title", "agent": "agent", "model": "model", "permission": "permission"}

    title: str | None = None
    """The title; generated by default."""

    agent: str | None = None
    """The name of the agent; the default agent by default."""

    model: ModelReference | None = None
    """The model to use; the model of the agent by default."""

    permission: list[PermissionRule] | None = None
    """The permission rules of the session."""


@define(kw_only=True, eq=False, repr=False)
class SessionEnvelope(Record):
    """A session."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

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

    id: str | None = None
    """The id of the user message, with the prefix `msg_`."""

    session_id: str | None = None
    """The id of the session."""

    prompt: Prompt | None = None
    """The prompt."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether it interrupts the running turn or waits; the observed server sends steer and queue."""

    admitted_seq: int | None = None
    """The sequence number among the admitted prompts."""

    promoted_seq: int | None = None
    """The sequence number among the prompts passed to the agent, once it was."""

    time_created: float | None = None
    """When it was admitted, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False)
class SessionInputAdmittedEnvelope(Record):
    """An admitted prompt."""

    wire_names_ = {"data": "data"}

    data: SessionInputAdmitted
    """The prompt as the session admitted it."""


@define(kw_only=True, eq=False, repr=False)
class SessionPage(Record):
    """A page of sessions."""

    wire_names_ = {"location": "location", "data": "data", "cursor": "cursor"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the server sends it."""

    data: list[Session]
    """The sessions."""

    cursor: Cursor | None = None
    """The cursors of the neighbouring pages."""


@define(kw_only=True, eq=False, repr=False)
class SessionTime(Record):
    """The times of a session's events, in Unix milliseconds."""

    wire_names_ = {"created": "created", "updated": "updated", "archived": "archived"}

    created: float | None = None
    """When it was created."""

    updated: float | None = None
    """When it last changed."""

    archived: float | None = None
    """When it was archived, if it was."""


@define(kw_only=True, eq=False, repr=False)
class SessionUpdate(Record):
    """The form that updates a session; fields that are left out do not change."""

    wire_names_ = {"title": "title", "archived": "archived", "permission": "permission"}

    title: str | None = None
    """The new title."""

    archived: float | None = None
    """When the session was archived (assumed: in Unix milliseconds)."""

    permission: list[PermissionRule] | None = None
    """The new permission rules, which replace the old ones."""


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
    """The id, with the prefix `msg_`."""

    type: Literal["shell"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    call_id: str | None = None
    """The id of the call."""

    command: str | None = None
    """The command line."""

    output: str | None = None
    """The output."""


@define(kw_only=True, eq=False, repr=False)
class SyntheticMessage(Record):
    """A message that the server created on behalf of the user."""

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
    """The id, with the prefix `msg_`."""

    type: Literal["synthetic"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    session_id: str | None = None
    """The id of the session."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class SystemMessage(Record):
    """A message by the system to the agent."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "text": "text"}
    tags_ = {"type": ("system",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["system"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False)
class TextPart(Record):
    """A part with text."""

    wire_names_ = {"type": "type", "id": "id", "text": "text"}
    tags_ = {"type": ("text",)}

    type: Literal["text"] | str
    """The type of part."""

    id: str | None = None
    """The id."""

    text: str | None = None
    """The text so far."""


@define(kw_only=True, eq=False, repr=False)
class Todo(Record):
    """A todo of an agent."""

    wire_names_ = {"content": "content", "status": "status", "priority": "priority"}

    content: str | None = None
    """The text."""

    status: str | None = None
    """The status, for instance pending, in_progress or completed."""

    priority: str | None = None
    """The priority, for instance high, medium or low."""


@define(kw_only=True, eq=False, repr=False)
class TodosEnvelope(Record):
    """The todos of a session."""

    wire_names_ = {"data": "data"}

    data: list[Todo]
    """The todos."""


@define(kw_only=True, eq=False, repr=False)
class TokenUsage(Record):
    """The number of tokens used."""

    wire_names_ = {"input": "input", "output": "output", "reasoning": "reasoning", "cache": "cache"}

    input: float | None = None
    """Tokens sent to the model."""

    output: float | None = None
    """Tokens generated by the model."""

    reasoning: float | None = None
    """Tokens generated for reasoning."""

    cache: CacheUsage | None = None
    """Tokens read from and written to the cache of the provider."""


@define(kw_only=True, eq=False, repr=False)
class ToolCompleted(Record):
    """A completed tool call."""

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
    """The state."""

    input: dict[str, Any] | None = None
    """The input."""

    attachments: list[PromptFile] = Factory(lambda: list[PromptFile]())
    """Files in the output."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """The output for the model."""

    output_paths: list[str] = Factory(lambda: list[str]())
    """The paths of files with the output, if it was too long."""

    structured: dict[str, Any] | None = None
    """The structured output."""

    result: Any = None
    """The output of the provider, if it ran the tool itself."""


@define(kw_only=True, eq=False, repr=False)
class ToolContent(Record):
    """Content in the output of a tool for the model."""

    wire_names_ = {"type": "type", "text": "text"}

    type: str | None = None
    """The type of content, for instance text or file."""

    text: str | None = None
    """The text, if it is text."""


@define(kw_only=True, eq=False, repr=False)
class ToolFailed(Record):
    """A failed tool call."""

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
    """The state."""

    input: dict[str, Any] | None = None
    """The input."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """The output for the model."""

    structured: dict[str, Any] | None = None
    """The structured output."""

    error: ErrorInfo | None = None
    """The error."""

    result: Any = None
    """The output of the provider, if it ran the tool itself."""


@define(kw_only=True, eq=False, repr=False)
class ToolPart(Record):
    """A part with a tool call."""

    wire_names_ = {"type": "type", "id": "id", "name": "name", "provider": "provider", "state": "state", "time": "time"}
    tags_ = {"type": ("tool",)}

    type: Literal["tool"] | str
    """The type of part."""

    id: str | None = None
    """The id, which is also the id of the call."""

    name: str | None = None
    """The name of the tool."""

    provider: ToolProvider | None = None
    """Metadata of the call from the provider."""

    state: ToolState | None = None
    """The state of the call."""

    time: ToolTime | None = None
    """The times of its events."""


@define(kw_only=True, eq=False, repr=False)
class ToolPending(Record):
    """A tool call whose input the model is still generating."""

    wire_names_ = {"status": "status", "input": "input"}
    tags_ = {"status": ("pending",)}

    status: Literal["pending"] | str
    """The state."""

    input: str | None = None
    """The input so far, as JSON text that may be incomplete."""


@define(kw_only=True, eq=False, repr=False)
class ToolProvider(Record):
    """Metadata of a tool call from the provider."""

    wire_names_ = {"executed": "executed", "metadata": "metadata", "resultMetadata": "result_metadata"}

    executed: bool | None = None
    """Whether the provider ran the tool itself."""

    metadata: dict[str, Any] | None = None
    """Metadata of the call."""

    result_metadata: dict[str, Any] | None = None
    """Metadata of the result."""


@define(kw_only=True, eq=False, repr=False)
class ToolRunning(Record):
    """A running tool call."""

    wire_names_ = {"status": "status", "input": "input", "structured": "structured", "content": "content"}
    tags_ = {"status": ("running",)}

    status: Literal["running"] | str
    """The state."""

    input: dict[str, Any] | None = None
    """The input."""

    structured: dict[str, Any] | None = None
    """The structured output so far."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """The output for the model so far."""


@define(kw_only=True, eq=False, repr=False)
class ToolTime(Record):
    """The times of a tool call's events, in Unix milliseconds."""

    wire_names_ = {"created": "created", "ran": "ran", "completed": "completed", "pruned": "pruned"}

    created: float | None = None
    """When it was created."""

    ran: float | None = None
    """When it started to run; missing until then."""

    completed: float | None = None
    """When it was completed; missing until then."""

    pruned: float | None = None
    """When its output was removed from the context, if it was."""


@define(kw_only=True, eq=False, repr=False)
class UserMessage(Record):
    """A message by the user."""

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
    """The id, with the prefix `msg_`."""

    type: Literal["user"] | str
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    text: str | None = None
    """The text."""

    files: list[PromptFile] = Factory(lambda: list[PromptFile]())
    """Attached files."""

    agents: list[PromptAgent] = Factory(lambda: list[PromptAgent]())
    """Agents that the text mentions."""


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
"""A message of a session, of one of several types."""


Part: TypeAlias = TextPart | ReasoningPart | ToolPart | Unknown
"""A part of a message by an agent; its id is the `partID` of events."""


ToolState: TypeAlias = ToolPending | ToolRunning | ToolCompleted | ToolFailed | Unknown
"""The state of a tool call: pending, running, completed or failed."""


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
    o.path = d.get("path")
    o.status = d.get("status")
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.patch = d.get("patch")
    o.source_ = (
        None
        if len(d) == 0 + ("path" in d) + ("status" in d) + ("additions" in d) + ("deletions" in d) + ("patch" in d)
        else d
    )
    return o


def encode_file_diff(o: FileDiff) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.path is not None:
        d["path"] = o.path
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


def decode_prompt(d: dict[str, Any]) -> Prompt:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Prompt)
    o.text = d.get("text")
    o.files = None if (v := d.get("files")) is None else [decode_prompt_file(each) for each in array(v)]
    o.agents = None if (v := d.get("agents")) is None else [decode_prompt_agent(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("text" in d) + ("files" in d) + ("agents" in d) else d
    return o


def encode_prompt(o: Prompt) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.text is not None:
        d["text"] = o.text
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
    o.name = d.get("name")
    o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    o.source_ = None if len(d) == 0 + ("name" in d) + ("source" in d) else d
    return o


def encode_prompt_agent(o: PromptAgent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
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
    o.uri = d.get("uri")
    o.mime = d.get("mime")
    o.name = d.get("name")
    o.description = d.get("description")
    o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    o.source_ = (
        None
        if len(d) == 0 + ("uri" in d) + ("mime" in d) + ("name" in d) + ("description" in d) + ("source" in d)
        else d
    )
    return o


def encode_prompt_file(o: PromptFile) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.uri is not None:
        d["uri"] = o.uri
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
    o.start = d.get("start")
    o.end = d.get("end")
    o.text = d.get("text")
    o.source_ = None if len(d) == 0 + ("start" in d) + ("end" in d) + ("text" in d) else d
    return o


def encode_prompt_source(o: PromptSource) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.start is not None:
        d["start"] = o.start
    if o.end is not None:
        d["end"] = o.end
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_reasoning_part(d: dict[str, Any]) -> ReasoningPart:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ReasoningPart)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.id = d["id"]
            o.text = d["text"]
            o.provider_metadata = d["providerMetadata"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d["type"]
    o.id = d.get("id")
    o.text = d.get("text")
    o.provider_metadata = d.get("providerMetadata")
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.source_ = None if len(d) == 1 + ("id" in d) + ("text" in d) + ("providerMetadata" in d) + ("time" in d) else d
    return o


def encode_reasoning_part(o: ReasoningPart) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.id is not None:
        d["id"] = o.id
    if o.text is not None:
        d["text"] = o.text
    if o.provider_metadata is not None:
        d["providerMetadata"] = o.provider_metadata
    if o.time is not None:
        d["time"] = encode_message_time(o.time)
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
    o.message_id = d.get("messageID")
    o.part_id = d.get("partID")
    o.snapshot = d.get("snapshot")
    o.diff = d.get("diff")
    o.files = [] if (v := d.get("files")) is None else [decode_file_diff(each) for each in array(v)]
    o.source_ = (
        None
        if len(d) == 0 + ("messageID" in d) + ("partID" in d) + ("snapshot" in d) + ("diff" in d) + ("files" in d)
        else d
    )
    return o


def encode_revert_state(o: RevertState) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "files": [encode_file_diff(each) for each in o.files],
    }
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.part_id is not None:
        d["partID"] = o.part_id
    if o.snapshot is not None:
        d["snapshot"] = o.snapshot
    if o.diff is not None:
        d["diff"] = o.diff
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
    o.id = d.get("id")
    o.session_id = d.get("sessionID")
    o.prompt = None if (v := d.get("prompt")) is None else decode_prompt(v)
    o.delivery = d.get("delivery")
    o.admitted_seq = d.get("admittedSeq")
    o.promoted_seq = d.get("promotedSeq")
    o.time_created = d.get("timeCreated")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("sessionID" in d)
        + ("prompt" in d)
        + ("delivery" in d)
        + ("admittedSeq" in d)
        + ("promotedSeq" in d)
        + ("timeCreated" in d)
        else d
    )
    return o


def encode_session_input_admitted(o: SessionInputAdmitted) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.session_id is not None:
        d["sessionID"] = o.session_id
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
    o.id = d.get("id")
    o.text = d.get("text")
    o.source_ = None if len(d) == 1 + ("id" in d) + ("text" in d) else d
    return o


def encode_text_part(o: TextPart) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.id is not None:
        d["id"] = o.id
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_todo(d: dict[str, Any]) -> Todo:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Todo)
    o.content = d.get("content")
    o.status = d.get("status")
    o.priority = d.get("priority")
    o.source_ = None if len(d) == 0 + ("content" in d) + ("status" in d) + ("priority" in d) else d
    return o


def encode_todo(o: Todo) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.content is not None:
        d["content"] = o.content
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
    o.type = d.get("type")
    o.text = d.get("text")
    o.source_ = None if len(d) == 0 + ("type" in d) + ("text" in d) else d
    return o


def encode_tool_content(o: ToolContent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
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
    o.id = d.get("id")
    o.name = d.get("name")
    o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    o.state = None if (v := d.get("state")) is None else decode_tool_state(v)
    o.time = None if (v := d.get("time")) is None else decode_tool_time(v)
    o.source_ = (
        None if len(d) == 1 + ("id" in d) + ("name" in d) + ("provider" in d) + ("state" in d) + ("time" in d) else d
    )
    return o


def encode_tool_part(o: ToolPart) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.id is not None:
        d["id"] = o.id
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
    AgentSwitchedMessage: (decode_agent_switched_message, encode_agent_switched_message),
    AssistantMessage: (decode_assistant_message, encode_assistant_message),
    CompactionMessage: (decode_compaction_message, encode_compaction_message),
    Cursor: (decode_cursor, encode_cursor),
    ErrorInfo: (decode_error_info, encode_error_info),
    FileDiff: (decode_file_diff, encode_file_diff),
    FileDiffsEnvelope: (decode_file_diffs_envelope, encode_file_diffs_envelope),
    MessagePage: (decode_message_page, encode_message_page),
    MessageSnapshot: (decode_message_snapshot, encode_message_snapshot),
    MessageTime: (decode_message_time, encode_message_time),
    MessagesEnvelope: (decode_messages_envelope, encode_messages_envelope),
    ModelReference: (decode_model_reference, encode_model_reference),
    ModelSwitchedMessage: (decode_model_switched_message, encode_model_switched_message),
    Prompt: (decode_prompt, encode_prompt),
    PromptAgent: (decode_prompt_agent, encode_prompt_agent),
    PromptFile: (decode_prompt_file, encode_prompt_file),
    PromptInput: (decode_prompt_input, encode_prompt_input),
    PromptSource: (decode_prompt_source, encode_prompt_source),
    ReasoningPart: (decode_reasoning_part, encode_reasoning_part),
    RevertState: (decode_revert_state, encode_revert_state),
    Session: (decode_session, encode_session),
    SessionCreate: (decode_session_create, encode_session_create),
    SessionEnvelope: (decode_session_envelope, encode_session_envelope),
    SessionInputAdmitted: (decode_session_input_admitted, encode_session_input_admitted),
    SessionInputAdmittedEnvelope: (decode_session_input_admitted_envelope, encode_session_input_admitted_envelope),
    SessionPage: (decode_session_page, encode_session_page),
    SessionTime: (decode_session_time, encode_session_time),
    SessionUpdate: (decode_session_update, encode_session_update),
    ShellMessage: (decode_shell_message, encode_shell_message),
    SyntheticMessage: (decode_synthetic_message, encode_synthetic_message),
    SystemMessage: (decode_system_message, encode_system_message),
    TextPart: (decode_text_part, encode_text_part),
    Todo: (decode_todo, encode_todo),
    TodosEnvelope: (decode_todos_envelope, encode_todos_envelope),
    TokenUsage: (decode_token_usage, encode_token_usage),
    ToolCompleted: (decode_tool_completed, encode_tool_completed),
    ToolContent: (decode_tool_content, encode_tool_content),
    ToolFailed: (decode_tool_failed, encode_tool_failed),
    ToolPart: (decode_tool_part, encode_tool_part),
    ToolPending: (decode_tool_pending, encode_tool_pending),
    ToolProvider: (decode_tool_provider, encode_tool_provider),
    ToolRunning: (decode_tool_running, encode_tool_running),
    ToolTime: (decode_tool_time, encode_tool_time),
    UserMessage: (decode_user_message, encode_user_message),
}
"""From each record to the functions that read and write its wire form."""
