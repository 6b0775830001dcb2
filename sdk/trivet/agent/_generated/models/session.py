# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeAlias

from ...._core.decoders import Unknown, array, decode_unknown, new, optional_array
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, Tags, decode_rest, or_null
from .shared import (
    CacheUsage,
    ModelInUse,
    PermissionRule,
    RuntimeContext,
    decode_cache_usage,
    decode_model_in_use,
    decode_permission_rule,
    decode_runtime_context,
)

__all__ = [
    "AgentSwitchedMessage", "AssistantMessage", "CompactionMessage", "Cursor", "ErrorInfo", "FileDiff",
    "FileDiffsEnvelope", "Message", "MessagePage", "MessageSnapshot", "MessageTime", "MessagesEnvelope",
    "ModelReference", "ModelSwitchedMessage", "Part", "Prompt", "PromptAgent", "PromptFile", "PromptInput",
    "PromptSource", "ReasoningPart", "RevertState", "Session", "SessionCreate", "SessionEnvelope",
    "SessionInputAdmitted", "SessionInputAdmittedEnvelope", "SessionPage", "SessionTime", "SessionUpdate",
    "ShellMessage", "SyntheticMessage", "SystemMessage", "TextPart", "Todo", "TodosEnvelope", "TokenUsage",
    "ToolCompleted", "ToolContent", "ToolFailed", "ToolPart", "ToolPending", "ToolProvider", "ToolRunning",
    "ToolState", "ToolTime", "UnknownToolState", "UserMessage",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AgentSwitchedMessage(Record):
    """A switch to another agent. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "agent": "agent",
    }
    __tags__: ClassVar[Tags] = {"type": ("agent-switched",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["agent-switched"]
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    agent: str | None = None
    """The name of the agent."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AssistantMessage(Record):
    """A message by the agent: text, reasoning and tool calls of one step.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {
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
    __tags__: ClassVar[Tags] = {"type": ("assistant",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["assistant"]
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CompactionMessage(Record):
    """A compaction of the conversation. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "reason": "reason",
        "summary": "summary",
        "recent": "recent",
    }
    __tags__: ClassVar[Tags] = {"type": ("compaction",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["compaction"]
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Cursor(Record):
    """The cursors of the pages before and after a page; opaque texts.

    Returned by `session.list` and `session.message.list`.
    """

    __wire_names__: ClassVar[Names] = {"previous": "previous", "next": "next"}

    previous: str | None = None
    """The cursor of the previous page; null if there is none."""

    next: str | None = None
    """The cursor of the next page; null if there is none. An empty page is the last one."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ErrorInfo(Record):
    """An error of a turn. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {"type": "type", "message": "message"}

    type: str | None = None
    """The type of error, for instance unknown."""

    message: str | None = None
    """The error message."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileDiff(Record):
    """The changes of one file in a session. Returned by `event.subscribe`, `session.create` and 4 more."""

    __wire_names__: ClassVar[Names] = {
        "path": "path",
        "status": "status",
        "additions": "additions",
        "deletions": "deletions",
        "patch": "patch",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"path"})

    path: str
    """The path."""

    status: Literal["added", "modified", "deleted"] | str | None = None
    """How the file changed."""

    additions: int | None = None
    """The number of added lines."""

    deletions: int | None = None
    """The number of deleted lines."""

    patch: str | None = None
    """The diff in unified format."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileDiffsEnvelope(Record):
    """The files that a session changed. Returned by `session.diff`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: list[FileDiff]
    """The changed files."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePage(Record):
    """A page of messages. Returned by `session.message.list`."""

    __wire_names__: ClassVar[Names] = {"data": "data", "cursor": "cursor"}

    data: list[Message]
    """The messages."""

    cursor: Cursor | None = None
    """The cursors of the neighbouring pages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageSnapshot(Record):
    """Snapshots of the files before and after a step.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"start": "start", "end": "end", "files": "files"}

    start: str | None = None
    """The id of the snapshot before."""

    end: str | None = None
    """The id of the snapshot after."""

    files: list[str] = Factory(lambda: list[str]())
    """The files that changed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageTime(Record):
    """The times of a message or a part, in Unix milliseconds.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"created": "created", "completed": "completed"}

    created: float | None = None
    """When it was created."""

    completed: float | None = None
    """When it was completed; missing until then."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagesEnvelope(Record):
    """Messages of a session. Returned by `session.context`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: list[Message]
    """The messages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelReference(Record):
    """A reference to a model in a request. Taken by `session.create`."""

    __wire_names__: ClassVar[Names] = {"providerID": "provider_id", "modelID": "model_id", "variant": "variant"}

    provider_id: str
    """The id of the provider."""

    model_id: str
    """The id of the model."""

    variant: str | None = None
    """The variant of the model, for instance an effort."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelSwitchedMessage(Record):
    """A switch to another model. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "model": "model",
    }
    __tags__: ClassVar[Tags] = {"type": ("model-switched",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["model-switched"]
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    model: ModelInUse | None = None
    """The model."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Prompt(Record):
    """A prompt: text for an agent, optionally with files.

    Returned by `event.subscribe` and `session.prompt`.
    """

    __wire_names__: ClassVar[Names] = {"text": "text", "files": "files", "agents": "agents"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"text"})

    text: str
    """The text."""

    files: list[PromptFile] | None = None
    """Attached files."""

    agents: list[PromptAgent] | None = None
    """Agents that the text mentions."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptAgent(Record):
    """An agent that a prompt mentions. Returned by `event.subscribe`, `session.context` and 2 more."""

    __wire_names__: ClassVar[Names] = {"name": "name", "source": "source"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name of the agent."""

    source: PromptSource | None = None
    """Where the text mentions it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptFile(Record):
    """A file attached to a prompt. Returned by `event.subscribe`, `session.context` and 2 more."""

    __wire_names__: ClassVar[Names] = {
        "uri": "uri",
        "mime": "mime",
        "name": "name",
        "description": "description",
        "source": "source",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"uri"})

    uri: str
    """The URI of the file, or its content as a data URI."""

    mime: str | None = None
    """The media type; the server determines it."""

    name: str | None = None
    """The name."""

    description: str | None = None
    """A description."""

    source: PromptSource | None = None
    """Where the text mentions it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptInput(Record):
    """The form that sends a prompt to a session. Taken by `session.prompt`."""

    __wire_names__: ClassVar[Names] = {"prompt": "prompt", "delivery": "delivery"}

    prompt: Prompt
    """The prompt for the agent."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether the prompt interrupts the running turn or waits until it has ended (assumed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptSource(Record):
    """A range in the text of a prompt. Returned by `event.subscribe`, `session.context` and 2 more."""

    __wire_names__: ClassVar[Names] = {"start": "start", "end": "end", "text": "text"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"start", "end", "text"})

    start: float
    """The position of the start."""

    end: float
    """The position of the end."""

    text: str
    """The text of the range."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ReasoningPart(Record):
    """A part with the reasoning of the agent. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "type": "type",
        "id": "id",
        "text": "text",
        "providerMetadata": "provider_metadata",
        "time": "time",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "text"})
    __tags__: ClassVar[Tags] = {"type": ("reasoning",)}

    type: Literal["reasoning"]
    """The type of part."""

    id: str
    """The id."""

    text: str
    """The text so far."""

    provider_metadata: dict[str, Any] | None = None
    """Metadata from the provider."""

    time: MessageTime | None = None
    """When it was created and completed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RevertState(Record):
    """The state of a session that is reverted to an earlier message.

    Returned by `event.subscribe`, `session.create` and 3 more.
    """

    __wire_names__: ClassVar[Names] = {
        "messageID": "message_id",
        "partID": "part_id",
        "snapshot": "snapshot",
        "diff": "diff",
        "files": "files",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"message_id"})

    message_id: str
    """The id of the message to which the session is reverted."""

    part_id: str | None = None
    """The id of the part of that message."""

    snapshot: str | None = None
    """The id of the snapshot of the files."""

    diff: str | None = None
    """The reverted changes of files, as text."""

    files: list[FileDiff] = Factory(lambda: list[FileDiff]())
    """The reverted changes by file."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Session(Record):
    """A conversation with an agent, pinned to a runtime context.

    Returned by `event.subscribe`, `session.create` and 3 more.
    """

    __wire_names__: ClassVar[Names] = {
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionCreate(Record):
    """The form that creates a session. Taken by `session.create`."""

    __wire_names__: ClassVar[Names] = {"title": "title", "agent": "agent", "model": "model", "permission": "permission"}

    title: str | None = None
    """The title; generated by default (assumed)."""

    agent: str | None = None
    """The name of the agent; the default agent by default (assumed)."""

    model: ModelReference | None = None
    """The model to use; the model of the agent by default (assumed)."""

    permission: list[PermissionRule] | None = None
    """The permission rules of the session."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionEnvelope(Record):
    """A session. Returned by `session.create`, `session.get` and 1 more."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: Session
    """The session."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionInputAdmitted(Record):
    """A prompt that was admitted to a session. Returned by `session.prompt`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "sessionID": "session_id",
        "prompt": "prompt",
        "delivery": "delivery",
        "admittedSeq": "admitted_seq",
        "promotedSeq": "promoted_seq",
        "timeCreated": "time_created",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "session_id"})

    id: str
    """The id of the user message, with the prefix `msg_`."""

    session_id: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionInputAdmittedEnvelope(Record):
    """An admitted prompt. Returned by `session.prompt`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: SessionInputAdmitted
    """The prompt as the session admitted it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionPage(Record):
    """A page of sessions. Returned by `session.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data", "cursor": "cursor"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the server sends it."""

    data: list[Session]
    """The sessions."""

    cursor: Cursor | None = None
    """The cursors of the neighbouring pages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionTime(Record):
    """The times of a session's events, in Unix milliseconds.

    Returned by `event.subscribe`, `session.create` and 3 more.
    """

    __wire_names__: ClassVar[Names] = {"created": "created", "updated": "updated", "archived": "archived"}

    created: float | None = None
    """When it was created."""

    updated: float | None = None
    """When it last changed."""

    archived: float | None = None
    """When it was archived, if it was."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionUpdate(Record):
    """The form that updates a session; fields left out do not change (assumed). Taken by `session.update`."""

    __wire_names__: ClassVar[Names] = {"title": "title", "archived": "archived", "permission": "permission"}

    title: str | None = None
    """The new title."""

    archived: float | None = None
    """When the session was archived (assumed: in Unix milliseconds)."""

    permission: list[PermissionRule] | None = None
    """The new permission rules."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ShellMessage(Record):
    """A shell command that the user ran. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "callID": "call_id",
        "command": "command",
        "output": "output",
    }
    __tags__: ClassVar[Tags] = {"type": ("shell",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["shell"]
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SyntheticMessage(Record):
    """A message that the server created on behalf of the user.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "sessionID": "session_id",
        "text": "text",
    }
    __tags__: ClassVar[Tags] = {"type": ("synthetic",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["synthetic"]
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    session_id: str | None = None
    """The id of the session."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SystemMessage(Record):
    """A message by the system to the agent. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "text": "text",
    }
    __tags__: ClassVar[Tags] = {"type": ("system",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["system"]
    """The type of message."""

    time: MessageTime | None = None
    """When it was created and completed."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TextPart(Record):
    """A part with text. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {"type": "type", "id": "id", "text": "text"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "text"})
    __tags__: ClassVar[Tags] = {"type": ("text",)}

    type: Literal["text"]
    """The type of part."""

    id: str
    """The id."""

    text: str
    """The text so far."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Todo(Record):
    """A todo of an agent. Returned by `event.subscribe` and `session.todo`."""

    __wire_names__: ClassVar[Names] = {"content": "content", "status": "status", "priority": "priority"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"content"})

    content: str
    """The text."""

    status: str | None = None
    """The status, for instance pending, in_progress or completed."""

    priority: str | None = None
    """The priority, for instance high, medium or low."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TodosEnvelope(Record):
    """The todos of a session. Returned by `session.todo`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: list[Todo]
    """The todos."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TokenUsage(Record):
    """The number of tokens used. Returned by `event.subscribe`, `session.context` and 5 more."""

    __wire_names__: ClassVar[Names] = {"input": "input", "output": "output", "reasoning": "reasoning", "cache": "cache"}

    input: float | None = None
    """Tokens sent to the model."""

    output: float | None = None
    """Tokens generated by the model."""

    reasoning: float | None = None
    """Tokens generated for reasoning."""

    cache: CacheUsage | None = None
    """Tokens read from and written to the cache of the provider."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolCompleted(Record):
    """A completed tool call. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "status": "status",
        "input": "input",
        "attachments": "attachments",
        "content": "content",
        "outputPaths": "output_paths",
        "structured": "structured",
        "result": "result",
    }
    __tags__: ClassVar[Tags] = {"status": ("completed",)}

    status: Literal["completed"]
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolContent(Record):
    """Content in the output of a tool for the model.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"type": "type", "text": "text"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"type"})

    type: str
    """The type of content, for instance text or file."""

    text: str | None = None
    """The text, if it is text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolFailed(Record):
    """A failed tool call. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "status": "status",
        "input": "input",
        "content": "content",
        "structured": "structured",
        "error": "error",
        "result": "result",
    }
    __tags__: ClassVar[Tags] = {"status": ("error",)}

    status: Literal["error"]
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolPart(Record):
    """A part with a tool call. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "type": "type",
        "id": "id",
        "name": "name",
        "provider": "provider",
        "state": "state",
        "time": "time",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "name", "state"})
    __tags__: ClassVar[Tags] = {"type": ("tool",)}

    type: Literal["tool"]
    """The type of part."""

    id: str
    """The id, which is also the id of the call."""

    name: str
    """The name of the tool."""

    provider: ToolProvider | None = None
    """Metadata of the call from the provider."""

    state: ToolState
    """The state of the call."""

    time: ToolTime | None = None
    """The times of its events."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolPending(Record):
    """A tool call whose input the model is still generating.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"status": "status", "input": "input"}
    __tags__: ClassVar[Tags] = {"status": ("pending",)}

    status: Literal["pending"]
    """The state."""

    input: str | None = None
    """The input so far, as JSON text that may be incomplete."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolProvider(Record):
    """Metadata of a tool call from the provider.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {
        "executed": "executed",
        "metadata": "metadata",
        "resultMetadata": "result_metadata",
    }

    executed: bool | None = None
    """Whether the provider ran the tool itself."""

    metadata: dict[str, Any] | None = None
    """Metadata of the call."""

    result_metadata: dict[str, Any] | None = None
    """Metadata of the result."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolRunning(Record):
    """A running tool call. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "status": "status",
        "input": "input",
        "structured": "structured",
        "content": "content",
    }
    __tags__: ClassVar[Tags] = {"status": ("running",)}

    status: Literal["running"]
    """The state."""

    input: dict[str, Any] | None = None
    """The input."""

    structured: dict[str, Any] | None = None
    """The structured output so far."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """The output for the model so far."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolTime(Record):
    """The times of a tool call's events, in Unix milliseconds.

    Returned by `event.subscribe`, `session.context` and 1 more.
    """

    __wire_names__: ClassVar[Names] = {"created": "created", "ran": "ran", "completed": "completed", "pruned": "pruned"}

    created: float | None = None
    """When it was created."""

    ran: float | None = None
    """When it started to run; missing until then."""

    completed: float | None = None
    """When it was completed; missing until then."""

    pruned: float | None = None
    """When its output was removed from the context, if it was."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class UserMessage(Record):
    """A message by the user. Returned by `event.subscribe`, `session.context` and 1 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "type": "type",
        "time": "time",
        "metadata": "metadata",
        "text": "text",
        "files": "files",
        "agents": "agents",
    }
    __tags__: ClassVar[Tags] = {"type": ("user",)}

    id: str
    """The id, with the prefix `msg_`."""

    type: Literal["user"]
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class UnknownToolState(Unknown):
    """A variant of `ToolState` that the contract does not name, kept whole. Returned by `event.subscribe`,
    `session.context` and 1 more.
    """

    __tag_name__: ClassVar[str] = "status"

    status: ClassVar[Literal["unknown"]] = "unknown"
    """The tag that no variant of the contract has."""


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


ToolState: TypeAlias = ToolPending | ToolRunning | ToolCompleted | ToolFailed | UnknownToolState
"""The state of a tool call: pending, running, completed or failed."""


def decode_agent_switched_message(d: dict[str, Any]) -> AgentSwitchedMessage:
    o = new(AgentSwitchedMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = free_form(d.get("metadata"))
    o.agent = d.get("agent")
    o.__source__ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("agent" in d) else d
    return o


def decode_assistant_message(d: dict[str, Any]) -> AssistantMessage:
    o = new(AssistantMessage)
    try:
        if len(d) == 12:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = free_form(d["metadata"])
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_in_use(v)
            o.content = v if (v := d["content"]) == [] else optional_array(v, decode_part)
            o.snapshot = None if (v := d["snapshot"]) is None else decode_message_snapshot(v)
            o.finish = d["finish"]
            o.cost = d["cost"]
            o.tokens = None if (v := d["tokens"]) is None else decode_token_usage(v)
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.type = d["type"]
        o.time = None if (v := d.get("time")) is None else decode_message_time(v)
        o.metadata = free_form(d.get("metadata"))
        o.agent = d.get("agent")
        o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
        o.content = optional_array(d.get("content"), decode_part)
        o.snapshot = None if (v := d.get("snapshot")) is None else decode_message_snapshot(v)
        o.finish = d.get("finish")
        o.cost = d.get("cost")
        o.tokens = None if (v := d.get("tokens")) is None else decode_token_usage(v)
        o.error = None if (v := d.get("error")) is None else decode_error_info(v)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "time": or_null(decode_message_time),
                "metadata": free_form,
                "model": or_null(decode_model_in_use),
                "content": lambda v: optional_array(v, decode_part),
                "snapshot": or_null(decode_message_snapshot),
                "tokens": or_null(decode_token_usage),
                "error": or_null(decode_error_info),
            },
        )
    o.__source__ = (
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


def decode_compaction_message(d: dict[str, Any]) -> CompactionMessage:
    o = new(CompactionMessage)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = free_form(d["metadata"])
            o.reason = d["reason"]
            o.summary = d["summary"]
            o.recent = d["recent"]
            o.__source__ = None
            return o
        o.id = d["id"]
        o.type = d["type"]
        o.time = None if (v := d.get("time")) is None else decode_message_time(v)
        o.metadata = free_form(d.get("metadata"))
        o.reason = d.get("reason")
        o.summary = d.get("summary")
        o.recent = d.get("recent")
    except KeyError:
        return decode_rest(o, d, {"time": or_null(decode_message_time), "metadata": free_form})
    o.__source__ = (
        None
        if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("reason" in d) + ("summary" in d) + ("recent" in d)
        else d
    )
    return o


def decode_cursor(d: dict[str, Any]) -> Cursor:
    o = new(Cursor)
    o.previous = d.get("previous")
    o.next = d.get("next")
    o.__source__ = None if len(d) == ("previous" in d) + ("next" in d) else d
    return o


def decode_error_info(d: dict[str, Any]) -> ErrorInfo:
    o = new(ErrorInfo)
    o.type = d.get("type")
    o.message = d.get("message")
    o.__source__ = None if len(d) == ("type" in d) + ("message" in d) else d
    return o


def decode_file_diff(d: dict[str, Any]) -> FileDiff:
    o = new(FileDiff)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.path = d["path"]
            o.status = d["status"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.patch = d["patch"]
            o.__source__ = None
            return o
        o.path = d["path"]
        o.status = d.get("status")
        o.additions = d.get("additions")
        o.deletions = d.get("deletions")
        o.patch = d.get("patch")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None if len(d) == 1 + ("status" in d) + ("additions" in d) + ("deletions" in d) + ("patch" in d) else d
    )
    return o


def decode_file_diffs_envelope(d: dict[str, Any]) -> FileDiffsEnvelope:
    o = new(FileDiffsEnvelope)
    o.data = array(d["data"], decode_file_diff)
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_message_page(d: dict[str, Any]) -> MessagePage:
    o = new(MessagePage)
    o.data = array(d["data"], decode_message)
    o.cursor = None if (v := d.get("cursor")) is None else decode_cursor(v)
    o.__source__ = None if len(d) == 1 + ("cursor" in d) else d
    return o


def decode_message_snapshot(d: dict[str, Any]) -> MessageSnapshot:
    o = new(MessageSnapshot)
    o.start = d.get("start")
    o.end = d.get("end")
    o.files = optional_array(d.get("files"))
    o.__source__ = None if len(d) == ("start" in d) + ("end" in d) + ("files" in d) else d
    return o


def decode_message_time(d: dict[str, Any]) -> MessageTime:
    o = new(MessageTime)
    o.created = d.get("created")
    o.completed = d.get("completed")
    o.__source__ = None if len(d) == ("created" in d) + ("completed" in d) else d
    return o


def decode_messages_envelope(d: dict[str, Any]) -> MessagesEnvelope:
    o = new(MessagesEnvelope)
    o.data = array(d["data"], decode_message)
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_model_reference(d: dict[str, Any]) -> ModelReference:
    o = new(ModelReference)
    o.provider_id = d["providerID"]
    o.model_id = d["modelID"]
    o.variant = d.get("variant")
    o.__source__ = None if len(d) == 2 + ("variant" in d) else d
    return o


def decode_model_switched_message(d: dict[str, Any]) -> ModelSwitchedMessage:
    o = new(ModelSwitchedMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = free_form(d.get("metadata"))
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.__source__ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("model" in d) else d
    return o


def decode_prompt(d: dict[str, Any]) -> Prompt:
    o = new(Prompt)
    try:
        o.text = d["text"]
        o.files = None if (v := d.get("files")) is None else array(v, decode_prompt_file)
        o.agents = None if (v := d.get("agents")) is None else array(v, decode_prompt_agent)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "files": lambda v: None if v is None else array(v, decode_prompt_file),
                "agents": lambda v: None if v is None else array(v, decode_prompt_agent),
            },
        )
    o.__source__ = None if len(d) == 1 + ("files" in d) + ("agents" in d) else d
    return o


def decode_prompt_agent(d: dict[str, Any]) -> PromptAgent:
    o = new(PromptAgent)
    try:
        o.name = d["name"]
        o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    except KeyError:
        return decode_rest(o, d, {"source": or_null(decode_prompt_source)})
    o.__source__ = None if len(d) == 1 + ("source" in d) else d
    return o


def decode_prompt_file(d: dict[str, Any]) -> PromptFile:
    o = new(PromptFile)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.uri = d["uri"]
            o.mime = d["mime"]
            o.name = d["name"]
            o.description = d["description"]
            o.source = None if (v := d["source"]) is None else decode_prompt_source(v)
            o.__source__ = None
            return o
        o.uri = d["uri"]
        o.mime = d.get("mime")
        o.name = d.get("name")
        o.description = d.get("description")
        o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    except KeyError:
        return decode_rest(o, d, {"source": or_null(decode_prompt_source)})
    o.__source__ = None if len(d) == 1 + ("mime" in d) + ("name" in d) + ("description" in d) + ("source" in d) else d
    return o


def decode_prompt_input(d: dict[str, Any]) -> PromptInput:
    o = new(PromptInput)
    o.prompt = decode_prompt(d["prompt"])
    o.delivery = d.get("delivery")
    o.__source__ = None if len(d) == 1 + ("delivery" in d) else d
    return o


def decode_prompt_source(d: dict[str, Any]) -> PromptSource:
    o = new(PromptSource)
    try:
        o.start = d["start"]
        o.end = d["end"]
        o.text = d["text"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 3 else d
    return o


def decode_reasoning_part(d: dict[str, Any]) -> ReasoningPart:
    o = new(ReasoningPart)
    try:
        o.type = d["type"]
        o.id = d["id"]
        o.text = d["text"]
        o.provider_metadata = free_form(d.get("providerMetadata"))
        o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    except KeyError:
        return decode_rest(o, d, {"provider_metadata": free_form, "time": or_null(decode_message_time)})
    o.__source__ = None if len(d) == 3 + ("providerMetadata" in d) + ("time" in d) else d
    return o


def decode_revert_state(d: dict[str, Any]) -> RevertState:
    o = new(RevertState)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.message_id = d["messageID"]
            o.part_id = d["partID"]
            o.snapshot = d["snapshot"]
            o.diff = d["diff"]
            o.files = v if (v := d["files"]) == [] else optional_array(v, decode_file_diff)
            o.__source__ = None
            return o
        o.message_id = d["messageID"]
        o.part_id = d.get("partID")
        o.snapshot = d.get("snapshot")
        o.diff = d.get("diff")
        o.files = optional_array(d.get("files"), decode_file_diff)
    except KeyError:
        return decode_rest(o, d, {"files": lambda v: optional_array(v, decode_file_diff)})
    o.__source__ = None if len(d) == 1 + ("partID" in d) + ("snapshot" in d) + ("diff" in d) + ("files" in d) else d
    return o


def decode_session(d: dict[str, Any]) -> Session:
    o = new(Session)
    try:
        if len(d) == 12:  # usually all optional fields are there, and no unknown one
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
            o.__source__ = None
            return o
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
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "model": or_null(decode_model_in_use),
                "tokens": or_null(decode_token_usage),
                "time": or_null(decode_session_time),
                "location": or_null(decode_runtime_context),
                "revert": or_null(decode_revert_state),
            },
        )
    o.__source__ = (
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


def decode_session_create(d: dict[str, Any]) -> SessionCreate:
    o = new(SessionCreate)
    try:
        if len(d) == 4:  # usually all optional fields are there, and no unknown one
            o.title = d["title"]
            o.agent = d["agent"]
            o.model = None if (v := d["model"]) is None else decode_model_reference(v)
            o.permission = None if (v := d["permission"]) is None else array(v, decode_permission_rule)
            o.__source__ = None
            return o
        o.title = d.get("title")
        o.agent = d.get("agent")
        o.model = None if (v := d.get("model")) is None else decode_model_reference(v)
        o.permission = None if (v := d.get("permission")) is None else array(v, decode_permission_rule)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "model": or_null(decode_model_reference),
                "permission": lambda v: None if v is None else array(v, decode_permission_rule),
            },
        )
    o.__source__ = None if len(d) == ("title" in d) + ("agent" in d) + ("model" in d) + ("permission" in d) else d
    return o


def decode_session_envelope(d: dict[str, Any]) -> SessionEnvelope:
    o = new(SessionEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_session(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_session_input_admitted(d: dict[str, Any]) -> SessionInputAdmitted:
    o = new(SessionInputAdmitted)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.session_id = d["sessionID"]
            o.prompt = None if (v := d["prompt"]) is None else decode_prompt(v)
            o.delivery = d["delivery"]
            o.admitted_seq = d["admittedSeq"]
            o.promoted_seq = d["promotedSeq"]
            o.time_created = d["timeCreated"]
            o.__source__ = None
            return o
        o.id = d["id"]
        o.session_id = d["sessionID"]
        o.prompt = None if (v := d.get("prompt")) is None else decode_prompt(v)
        o.delivery = d.get("delivery")
        o.admitted_seq = d.get("admittedSeq")
        o.promoted_seq = d.get("promotedSeq")
        o.time_created = d.get("timeCreated")
    except KeyError:
        return decode_rest(o, d, {"prompt": or_null(decode_prompt)})
    o.__source__ = (
        None
        if len(d)
        == 2 + ("prompt" in d) + ("delivery" in d) + ("admittedSeq" in d) + ("promotedSeq" in d) + ("timeCreated" in d)
        else d
    )
    return o


def decode_session_input_admitted_envelope(d: dict[str, Any]) -> SessionInputAdmittedEnvelope:
    o = new(SessionInputAdmittedEnvelope)
    o.data = decode_session_input_admitted(d["data"])
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_session_page(d: dict[str, Any]) -> SessionPage:
    o = new(SessionPage)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_session)
    o.cursor = None if (v := d.get("cursor")) is None else decode_cursor(v)
    o.__source__ = None if len(d) == 1 + ("location" in d) + ("cursor" in d) else d
    return o


def decode_session_time(d: dict[str, Any]) -> SessionTime:
    o = new(SessionTime)
    o.created = d.get("created")
    o.updated = d.get("updated")
    o.archived = d.get("archived")
    o.__source__ = None if len(d) == ("created" in d) + ("updated" in d) + ("archived" in d) else d
    return o


def decode_session_update(d: dict[str, Any]) -> SessionUpdate:
    o = new(SessionUpdate)
    o.title = d.get("title")
    o.archived = d.get("archived")
    o.permission = None if (v := d.get("permission")) is None else array(v, decode_permission_rule)
    o.__source__ = None if len(d) == ("title" in d) + ("archived" in d) + ("permission" in d) else d
    return o


def decode_shell_message(d: dict[str, Any]) -> ShellMessage:
    o = new(ShellMessage)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = free_form(d["metadata"])
            o.call_id = d["callID"]
            o.command = d["command"]
            o.output = d["output"]
            o.__source__ = None
            return o
        o.id = d["id"]
        o.type = d["type"]
        o.time = None if (v := d.get("time")) is None else decode_message_time(v)
        o.metadata = free_form(d.get("metadata"))
        o.call_id = d.get("callID")
        o.command = d.get("command")
        o.output = d.get("output")
    except KeyError:
        return decode_rest(o, d, {"time": or_null(decode_message_time), "metadata": free_form})
    o.__source__ = (
        None
        if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("callID" in d) + ("command" in d) + ("output" in d)
        else d
    )
    return o


def decode_synthetic_message(d: dict[str, Any]) -> SyntheticMessage:
    o = new(SyntheticMessage)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = free_form(d["metadata"])
            o.session_id = d["sessionID"]
            o.text = d["text"]
            o.__source__ = None
            return o
        o.id = d["id"]
        o.type = d["type"]
        o.time = None if (v := d.get("time")) is None else decode_message_time(v)
        o.metadata = free_form(d.get("metadata"))
        o.session_id = d.get("sessionID")
        o.text = d.get("text")
    except KeyError:
        return decode_rest(o, d, {"time": or_null(decode_message_time), "metadata": free_form})
    o.__source__ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("sessionID" in d) + ("text" in d) else d
    return o


def decode_system_message(d: dict[str, Any]) -> SystemMessage:
    o = new(SystemMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = free_form(d.get("metadata"))
    o.text = d.get("text")
    o.__source__ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("text" in d) else d
    return o


def decode_text_part(d: dict[str, Any]) -> TextPart:
    o = new(TextPart)
    try:
        o.type = d["type"]
        o.id = d["id"]
        o.text = d["text"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 3 else d
    return o


def decode_todo(d: dict[str, Any]) -> Todo:
    o = new(Todo)
    try:
        o.content = d["content"]
        o.status = d.get("status")
        o.priority = d.get("priority")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("status" in d) + ("priority" in d) else d
    return o


def decode_todos_envelope(d: dict[str, Any]) -> TodosEnvelope:
    o = new(TodosEnvelope)
    o.data = array(d["data"], decode_todo)
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_token_usage(d: dict[str, Any]) -> TokenUsage:
    o = new(TokenUsage)
    try:
        if len(d) == 4:  # usually all optional fields are there, and no unknown one
            o.input = d["input"]
            o.output = d["output"]
            o.reasoning = d["reasoning"]
            o.cache = None if (v := d["cache"]) is None else decode_cache_usage(v)
            o.__source__ = None
            return o
        o.input = d.get("input")
        o.output = d.get("output")
        o.reasoning = d.get("reasoning")
        o.cache = None if (v := d.get("cache")) is None else decode_cache_usage(v)
    except KeyError:
        return decode_rest(o, d, {"cache": or_null(decode_cache_usage)})
    o.__source__ = None if len(d) == ("input" in d) + ("output" in d) + ("reasoning" in d) + ("cache" in d) else d
    return o


def decode_tool_completed(d: dict[str, Any]) -> ToolCompleted:
    o = new(ToolCompleted)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.status = d["status"]
            o.input = free_form(d["input"])
            o.attachments = v if (v := d["attachments"]) == [] else optional_array(v, decode_prompt_file)
            o.content = v if (v := d["content"]) == [] else optional_array(v, decode_tool_content)
            o.output_paths = optional_array(d["outputPaths"])
            o.structured = free_form(d["structured"])
            o.result = free_form(d["result"])
            o.__source__ = None
            return o
        o.status = d["status"]
        o.input = free_form(d.get("input"))
        o.attachments = optional_array(d.get("attachments"), decode_prompt_file)
        o.content = optional_array(d.get("content"), decode_tool_content)
        o.output_paths = optional_array(d.get("outputPaths"))
        o.structured = free_form(d.get("structured"))
        o.result = free_form(d.get("result"))
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "input": free_form,
                "attachments": lambda v: optional_array(v, decode_prompt_file),
                "content": lambda v: optional_array(v, decode_tool_content),
                "output_paths": optional_array,
                "structured": free_form,
                "result": free_form,
            },
        )
    o.__source__ = (
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


def decode_tool_content(d: dict[str, Any]) -> ToolContent:
    o = new(ToolContent)
    try:
        o.type = d["type"]
        o.text = d.get("text")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("text" in d) else d
    return o


def decode_tool_failed(d: dict[str, Any]) -> ToolFailed:
    o = new(ToolFailed)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.status = d["status"]
            o.input = free_form(d["input"])
            o.content = v if (v := d["content"]) == [] else optional_array(v, decode_tool_content)
            o.structured = free_form(d["structured"])
            o.error = None if (v := d["error"]) is None else decode_error_info(v)
            o.result = free_form(d["result"])
            o.__source__ = None
            return o
        o.status = d["status"]
        o.input = free_form(d.get("input"))
        o.content = optional_array(d.get("content"), decode_tool_content)
        o.structured = free_form(d.get("structured"))
        o.error = None if (v := d.get("error")) is None else decode_error_info(v)
        o.result = free_form(d.get("result"))
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "input": free_form,
                "content": lambda v: optional_array(v, decode_tool_content),
                "structured": free_form,
                "error": or_null(decode_error_info),
                "result": free_form,
            },
        )
    o.__source__ = (
        None
        if len(d) == 1 + ("input" in d) + ("content" in d) + ("structured" in d) + ("error" in d) + ("result" in d)
        else d
    )
    return o


def decode_tool_part(d: dict[str, Any]) -> ToolPart:
    o = new(ToolPart)
    try:
        o.type = d["type"]
        o.id = d["id"]
        o.name = d["name"]
        o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
        o.state = decode_tool_state(d["state"])
        o.time = None if (v := d.get("time")) is None else decode_tool_time(v)
    except KeyError:
        return decode_rest(
            o,
            d,
            {"provider": or_null(decode_tool_provider), "state": decode_tool_state, "time": or_null(decode_tool_time)},
        )
    o.__source__ = None if len(d) == 4 + ("provider" in d) + ("time" in d) else d
    return o


def decode_tool_pending(d: dict[str, Any]) -> ToolPending:
    o = new(ToolPending)
    o.status = d["status"]
    o.input = d.get("input")
    o.__source__ = None if len(d) == 1 + ("input" in d) else d
    return o


def decode_tool_provider(d: dict[str, Any]) -> ToolProvider:
    o = new(ToolProvider)
    o.executed = d.get("executed")
    o.metadata = free_form(d.get("metadata"))
    o.result_metadata = free_form(d.get("resultMetadata"))
    o.__source__ = None if len(d) == ("executed" in d) + ("metadata" in d) + ("resultMetadata" in d) else d
    return o


def decode_tool_running(d: dict[str, Any]) -> ToolRunning:
    o = new(ToolRunning)
    o.status = d["status"]
    o.input = free_form(d.get("input"))
    o.structured = free_form(d.get("structured"))
    o.content = optional_array(d.get("content"), decode_tool_content)
    o.__source__ = None if len(d) == 1 + ("input" in d) + ("structured" in d) + ("content" in d) else d
    return o


def decode_tool_time(d: dict[str, Any]) -> ToolTime:
    o = new(ToolTime)
    try:
        if len(d) == 4:  # usually all optional fields are there, and no unknown one
            o.created = d["created"]
            o.ran = d["ran"]
            o.completed = d["completed"]
            o.pruned = d["pruned"]
            o.__source__ = None
            return o
        o.created = d.get("created")
        o.ran = d.get("ran")
        o.completed = d.get("completed")
        o.pruned = d.get("pruned")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == ("created" in d) + ("ran" in d) + ("completed" in d) + ("pruned" in d) else d
    return o


def decode_user_message(d: dict[str, Any]) -> UserMessage:
    o = new(UserMessage)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.type = d["type"]
            o.time = None if (v := d["time"]) is None else decode_message_time(v)
            o.metadata = free_form(d["metadata"])
            o.text = d["text"]
            o.files = v if (v := d["files"]) == [] else optional_array(v, decode_prompt_file)
            o.agents = v if (v := d["agents"]) == [] else optional_array(v, decode_prompt_agent)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.type = d["type"]
        o.time = None if (v := d.get("time")) is None else decode_message_time(v)
        o.metadata = free_form(d.get("metadata"))
        o.text = d.get("text")
        o.files = optional_array(d.get("files"), decode_prompt_file)
        o.agents = optional_array(d.get("agents"), decode_prompt_agent)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "time": or_null(decode_message_time),
                "metadata": free_form,
                "files": lambda v: optional_array(v, decode_prompt_file),
                "agents": lambda v: optional_array(v, decode_prompt_agent),
            },
        )
    o.__source__ = (
        None
        if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("text" in d) + ("files" in d) + ("agents" in d)
        else d
    )
    return o


def decode_unknown_tool_state(d: dict[str, Any]) -> UnknownToolState:
    return UnknownToolState(data=free_form(d))


_message: dict[object, Callable[[dict[str, Any]], Message]] = {
    "user": decode_user_message,
    "assistant": decode_assistant_message,
    "system": decode_system_message,
    "synthetic": decode_synthetic_message,
    "shell": decode_shell_message,
    "compaction": decode_compaction_message,
    "agent-switched": decode_agent_switched_message,
    "model-switched": decode_model_switched_message,
}


def decode_message(d: dict[str, Any]) -> Message:
    """Decode a variant by its 'type'; a variant of an unknown kind becomes an `Unknown`."""
    return _message.get(d.get("type"), decode_unknown)(d)


_part: dict[object, Callable[[dict[str, Any]], Part]] = {
    "text": decode_text_part,
    "reasoning": decode_reasoning_part,
    "tool": decode_tool_part,
}


def decode_part(d: dict[str, Any]) -> Part:
    """Decode a variant by its 'type'; a variant of an unknown kind becomes an `Unknown`."""
    return _part.get(d.get("type"), decode_unknown)(d)


_tool_state: dict[object, Callable[[dict[str, Any]], ToolState]] = {
    "pending": decode_tool_pending,
    "running": decode_tool_running,
    "completed": decode_tool_completed,
    "error": decode_tool_failed,
}


def decode_tool_state(d: dict[str, Any]) -> ToolState:
    """Decode a variant by its 'status'; a variant of an unknown kind becomes an `UnknownToolState`."""
    return _tool_state.get(d.get("status"), decode_unknown_tool_state)(d)
