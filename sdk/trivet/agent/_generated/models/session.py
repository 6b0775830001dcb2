# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record of its wire form, which is trusted to fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from attrs import Factory, define

from ...._core.incomplete import decode_rest
from ...._core.record import Record
from ...._core.wire import Unknown, array, decode_unknown
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
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AgentSwitchedMessage(Record):
    """Where another agent took over. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "agent": "agent"}
    tags_ = {"type": ("agent-switched",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["agent-switched"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    agent: str | None = None
    """The agent."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AssistantMessage(Record):
    """What the agent said and did in one step. Given by `event.subscribe`, `session.context` and 1 more."""

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
    """Its id, with the prefix `msg_`."""

    type: Literal["assistant"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    agent: str | None = None
    """The agent."""

    model: ModelInUse | None = None
    """The model that was used."""

    content: list[Part] = Factory(lambda: list[Part]())
    """Its parts, in order."""

    snapshot: MessageSnapshot | None = None
    """The state of the files before and after."""

    finish: str | None = None
    """Why the model stopped."""

    cost: float | None = None
    """What it cost, in US dollars."""

    tokens: TokenUsage | None = None
    """How many tokens it used."""

    error: ErrorInfo | None = None
    """What went wrong, if something did."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CompactionMessage(Record):
    """Where the conversation was compacted. Given by `event.subscribe`, `session.context` and 1 more."""

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
    """Its id, with the prefix `msg_`."""

    type: Literal["compaction"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    reason: Literal["auto", "manual"] | str | None = None
    """Whether the server or the user wanted it."""

    summary: str | None = None
    """What went before, in short."""

    recent: str | None = None
    """The latest of it, as it was."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Cursor(Record):
    """Where the pages before and after this one begin; opaque.

    Given by `session.list` and `session.message.list`.
    """

    wire_names_ = {"previous": "previous", "next": "next"}

    previous: str | None = None
    """The cursor of the page before, if there is one."""

    next: str | None = None
    """The cursor of the page after; it may lead to an empty page, and then there is no more."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ErrorInfo(Record):
    """What went wrong in a turn. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"type": "type", "message": "message"}

    type: str | None = None
    """The kind of error, for instance unknown."""

    message: str | None = None
    """What went wrong."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileDiff(Record):
    """How a session changed a file. Given by `event.subscribe`, `session.create` and 4 more."""

    wire_names_ = {
        "path": "path",
        "status": "status",
        "additions": "additions",
        "deletions": "deletions",
        "patch": "patch",
    }

    path: str
    """Its path."""

    status: Literal["added", "modified", "deleted"] | str | None = None
    """What happened to it."""

    additions: int | None = None
    """How many lines were added."""

    deletions: int | None = None
    """How many lines were deleted."""

    patch: str | None = None
    """The difference, as a unified diff."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileDiffsEnvelope(Record):
    """The `FileDiffsEnvelope` object of the contract. Given by `session.diff`."""

    wire_names_ = {"data": "data"}

    data: list[FileDiff]
    """The changed files."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePage(Record):
    """A page of messages. Given by `session.message.list`."""

    wire_names_ = {"data": "data", "cursor": "cursor"}

    data: list[Message]
    """The messages."""

    cursor: Cursor | None = None
    """Where to go on."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageSnapshot(Record):
    """The state of the files before and after a step.

    Given by `event.subscribe`, `session.context` and 1 more.
    """

    wire_names_ = {"start": "start", "end": "end", "files": "files"}

    start: str | None = None
    """The snapshot before."""

    end: str | None = None
    """The snapshot after."""

    files: list[str] = Factory(lambda: list[str]())
    """The files that changed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageTime(Record):
    """When a message or a part was begun and done, in Unix milliseconds.

    Given by `event.subscribe`, `session.context` and 1 more.
    """

    wire_names_ = {"created": "created", "completed": "completed"}

    created: float | None = None
    """When it was begun."""

    completed: float | None = None
    """When it was done, once it was."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagesEnvelope(Record):
    """The `MessagesEnvelope` object of the contract. Given by `session.context`."""

    wire_names_ = {"data": "data"}

    data: list[Message]
    """The messages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelReference(Record):
    """A model, as a caller names it. Taken by `session.create`."""

    wire_names_ = {"providerID": "provider_id", "modelID": "model_id", "variant": "variant"}

    provider_id: str
    """Its provider."""

    model_id: str
    """The model."""

    variant: str | None = None
    """The variant of it, such as an effort."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelSwitchedMessage(Record):
    """Where another model took over. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "model": "model"}
    tags_ = {"type": ("model-switched",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["model-switched"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    model: ModelInUse | None = None
    """The model."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Prompt(Record):
    """What is said to the agent. Given by `event.subscribe` and `session.prompt`."""

    wire_names_ = {"text": "text", "files": "files", "agents": "agents"}

    text: str
    """The text."""

    files: list[PromptFile] | None = None
    """Files that come with it."""

    agents: list[PromptAgent] | None = None
    """Agents that the text names."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptAgent(Record):
    """An agent that a prompt names. Given by `event.subscribe`, `session.context` and 2 more."""

    wire_names_ = {"name": "name", "source": "source"}

    name: str
    """The agent."""

    source: PromptSource | None = None
    """Where the text names it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptFile(Record):
    """A file that comes with a prompt. Given by `event.subscribe`, `session.context` and 2 more."""

    wire_names_ = {"uri": "uri", "mime": "mime", "name": "name", "description": "description", "source": "source"}

    uri: str
    """Where it is, or its content as a data URI."""

    mime: str | None = None
    """Its media type; the server finds it out and tells."""

    name: str | None = None
    """Its name."""

    description: str | None = None
    """What it is."""

    source: PromptSource | None = None
    """Where the text names it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptInput(Record):
    """The `PromptInput` object of the contract. Taken by `session.prompt`."""

    wire_names_ = {"prompt": "prompt", "delivery": "delivery"}

    prompt: Prompt
    """What to say to the agent."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether it breaks into the running turn, or waits until that is done."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PromptSource(Record):
    """A place in the text of a prompt. Given by `event.subscribe`, `session.context` and 2 more."""

    wire_names_ = {"start": "start", "end": "end", "text": "text"}

    start: float
    """Where it begins."""

    end: float
    """Where it ends."""

    text: str
    """What stands there."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ReasoningPart(Record):
    """What the agent thought. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"type": "type", "id": "id", "text": "text", "providerMetadata": "provider_metadata", "time": "time"}
    tags_ = {"type": ("reasoning",)}

    type: Literal["reasoning"] | str
    """The kind of part."""

    id: str
    """Its id."""

    text: str | None = None
    """The text, so far."""

    provider_metadata: dict[str, Any] | None = None
    """What the provider says of it."""

    time: MessageTime | None = None
    """When it was begun and done."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RevertState(Record):
    """How far a session is taken back. Given by `event.subscribe`, `session.create` and 3 more."""

    wire_names_ = {
        "messageID": "message_id",
        "partID": "part_id",
        "snapshot": "snapshot",
        "diff": "diff",
        "files": "files",
    }

    message_id: str
    """The message that it is taken back to."""

    part_id: str | None = None
    """The part of it."""

    snapshot: str | None = None
    """The snapshot of the files."""

    diff: str | None = None
    """What is taken back in files, as text."""

    files: list[FileDiff] = Factory(lambda: list[FileDiff]())
    """The same, file by file."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Session(Record):
    """A conversation with an agent, pinned to a runtime context.

    Given by `event.subscribe`, `session.create` and 3 more.
    """

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
    """Its id, with the prefix `ses_`."""

    parent_id: str | None = None
    """The session that it was begun from, if it was."""

    project_id: str | None = None
    """The project it belongs to."""

    agent: str | None = None
    """The agent that is talked to."""

    model: ModelInUse | None = None
    """The model that is used."""

    cost: float | None = None
    """What it cost so far, in US dollars."""

    tokens: TokenUsage | None = None
    """How many tokens it used so far."""

    time: SessionTime | None = None
    """When things happened to it."""

    title: str | None = None
    """Its title."""

    location: RuntimeContext | None = None
    """The runtime context that it is pinned to."""

    subpath: str | None = None
    """Where below the project's directory it works."""

    revert: RevertState | None = None
    """How far it is taken back, if it is."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionCreate(Record):
    """The `SessionCreate` object of the contract. Taken by `session.create`."""

    wire_names_ = {"title": "title", "agent": "agent", "model": "model", "permission": "permission"}

    title: str | None = None
    """Its title; without it, the agent finds one."""

    agent: str | None = None
    """The agent to talk to; without it, the default one."""

    model: ModelReference | None = None
    """The model to use; without it, the agent's own."""

    permission: list[PermissionRule] | None = None
    """What the agent may do in this session."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionEnvelope(Record):
    """The `SessionEnvelope` object of the contract. Given by `session.create`, `session.get` and 1 more."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: Session
    """The session."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionInputAdmitted(Record):
    """A prompt that was admitted to a session. Given by `session.prompt`."""

    wire_names_ = {
        "id": "id",
        "sessionID": "session_id",
        "prompt": "prompt",
        "delivery": "delivery",
        "admittedSeq": "admitted_seq",
        "promotedSeq": "promoted_seq",
        "timeCreated": "time_created",
    }

    id: str
    """The id of the user message, with the prefix `msg_`."""

    session_id: str
    """The session."""

    prompt: Prompt | None = None
    """What was said."""

    delivery: Literal["immediate", "deferred"] | str | None = None
    """Whether it breaks into the running turn or waits; the server observed says steer and queue."""

    admitted_seq: int | None = None
    """Its place among what was admitted."""

    promoted_seq: int | None = None
    """Its place among what was given to the agent, once it was."""

    time_created: float | None = None
    """When it was admitted, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionInputAdmittedEnvelope(Record):
    """The `SessionInputAdmittedEnvelope` object of the contract. Given by `session.prompt`."""

    wire_names_ = {"data": "data"}

    data: SessionInputAdmitted
    """What was admitted."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionPage(Record):
    """A page of sessions. Given by `session.list`."""

    wire_names_ = {"location": "location", "data": "data", "cursor": "cursor"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the server tells."""

    data: list[Session]
    """The sessions."""

    cursor: Cursor | None = None
    """Where to go on."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionTime(Record):
    """When things happened to a session, in Unix milliseconds.

    Given by `event.subscribe`, `session.create` and 3 more.
    """

    wire_names_ = {"created": "created", "updated": "updated", "archived": "archived"}

    created: float | None = None
    """When it was begun."""

    updated: float | None = None
    """When it last changed."""

    archived: float | None = None
    """When it was archived, if it was."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionUpdate(Record):
    """The `SessionUpdate` object of the contract. Taken by `session.update`."""

    wire_names_ = {"title": "title", "archived": "archived", "permission": "permission"}

    title: str | None = None
    """The new title."""

    archived: float | None = None
    """When it was archived (taken as Unix milliseconds)."""

    permission: list[PermissionRule] | None = None
    """What the agent may do from now on, in place of the old rules."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ShellMessage(Record):
    """A shell command that the user ran. Given by `event.subscribe`, `session.context` and 1 more."""

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
    """Its id, with the prefix `msg_`."""

    type: Literal["shell"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    call_id: str | None = None
    """The id of the call."""

    command: str | None = None
    """What was run."""

    output: str | None = None
    """What it printed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SyntheticMessage(Record):
    """What the server said in the user's place. Given by `event.subscribe`, `session.context` and 1 more."""

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
    """Its id, with the prefix `msg_`."""

    type: Literal["synthetic"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    session_id: str | None = None
    """The session."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SystemMessage(Record):
    """What the agent was told by the system. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"id": "id", "type": "type", "time": "time", "metadata": "metadata", "text": "text"}
    tags_ = {"type": ("system",)}

    id: str
    """Its id, with the prefix `msg_`."""

    type: Literal["system"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    text: str | None = None
    """The text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TextPart(Record):
    """What the agent said. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"type": "type", "id": "id", "text": "text"}
    tags_ = {"type": ("text",)}

    type: Literal["text"] | str
    """The kind of part."""

    id: str
    """Its id."""

    text: str | None = None
    """The text, so far."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Todo(Record):
    """Something that the agent means to do. Given by `event.subscribe` and `session.todo`."""

    wire_names_ = {"content": "content", "status": "status", "priority": "priority"}

    content: str
    """What."""

    status: str | None = None
    """How far it is, for instance pending, in_progress or completed."""

    priority: str | None = None
    """How much it matters, for instance high, medium or low."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TodosEnvelope(Record):
    """The `TodosEnvelope` object of the contract. Given by `session.todo`."""

    wire_names_ = {"data": "data"}

    data: list[Todo]
    """The todos."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TokenUsage(Record):
    """How many tokens were used. Given by `event.subscribe`, `session.context` and 5 more."""

    wire_names_ = {"input": "input", "output": "output", "reasoning": "reasoning", "cache": "cache"}

    input: float | None = None
    """Tokens that were sent to the model."""

    output: float | None = None
    """Tokens that the model gave."""

    reasoning: float | None = None
    """Tokens that it thought with."""

    cache: CacheUsage | None = None
    """Tokens that went through the provider's cache."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolCompleted(Record):
    """A tool call that is done. Given by `event.subscribe`, `session.context` and 1 more."""

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
    """How far it is."""

    input: dict[str, Any] | None = None
    """Its input."""

    attachments: list[PromptFile] = Factory(lambda: list[PromptFile]())
    """Files that it gave."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """What it gave, for the model."""

    output_paths: list[str] = Factory(lambda: list[str]())
    """The files that its output is in, where it was too long."""

    structured: dict[str, Any] | None = None
    """What it gave, for programs."""

    result: Any = None
    """What the provider gave, where it ran the tool itself."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolContent(Record):
    """Something that a tool gave for the model. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"type": "type", "text": "text"}

    type: str
    """The kind of content, for instance text or file."""

    text: str | None = None
    """The text, where it is text."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolFailed(Record):
    """A tool call that went wrong. Given by `event.subscribe`, `session.context` and 1 more."""

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
    """How far it is."""

    input: dict[str, Any] | None = None
    """Its input."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """What it gave, for the model."""

    structured: dict[str, Any] | None = None
    """What it gave, for programs."""

    error: ErrorInfo | None = None
    """What went wrong."""

    result: Any = None
    """What the provider gave, where it ran the tool itself."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolPart(Record):
    """A tool that the agent called. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"type": "type", "id": "id", "name": "name", "provider": "provider", "state": "state", "time": "time"}
    tags_ = {"type": ("tool",)}

    type: Literal["tool"] | str
    """The kind of part."""

    id: str
    """Its id, which is that of the call."""

    name: str | None = None
    """The tool."""

    provider: ToolProvider | None = None
    """What the provider says of the call."""

    state: ToolState | None = None
    """How far the call is."""

    time: ToolTime | None = None
    """When things happened to it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolPending(Record):
    """A tool call that the model is still writing.

    Given by `event.subscribe`, `session.context` and 1 more.
    """

    wire_names_ = {"status": "status", "input": "input"}
    tags_ = {"status": ("pending",)}

    status: Literal["pending"] | str
    """How far it is."""

    input: str | None = None
    """Its input so far, as JSON text that may be unfinished."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolProvider(Record):
    """What the provider says of a tool call. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"executed": "executed", "metadata": "metadata", "resultMetadata": "result_metadata"}

    executed: bool | None = None
    """Whether the provider ran it itself."""

    metadata: dict[str, Any] | None = None
    """What it says of the call."""

    result_metadata: dict[str, Any] | None = None
    """What it says of the result."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolRunning(Record):
    """A tool call that runs. Given by `event.subscribe`, `session.context` and 1 more."""

    wire_names_ = {"status": "status", "input": "input", "structured": "structured", "content": "content"}
    tags_ = {"status": ("running",)}

    status: Literal["running"] | str
    """How far it is."""

    input: dict[str, Any] | None = None
    """Its input."""

    structured: dict[str, Any] | None = None
    """What it gave so far, for programs."""

    content: list[ToolContent] = Factory(lambda: list[ToolContent]())
    """What it gave so far, for the model."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolTime(Record):
    """When things happened to a tool call, in Unix milliseconds.

    Given by `event.subscribe`, `session.context` and 1 more.
    """

    wire_names_ = {"created": "created", "ran": "ran", "completed": "completed", "pruned": "pruned"}

    created: float | None = None
    """When it was begun."""

    ran: float | None = None
    """When it was run, once it was."""

    completed: float | None = None
    """When it was done, once it was."""

    pruned: float | None = None
    """When its output was left out of the context, if it was."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class UserMessage(Record):
    """What the user said. Given by `event.subscribe`, `session.context` and 1 more."""

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
    """Its id, with the prefix `msg_`."""

    type: Literal["user"] | str
    """The kind of message."""

    time: MessageTime | None = None
    """When it was written."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""

    text: str | None = None
    """The text."""

    files: list[PromptFile] = Factory(lambda: list[PromptFile]())
    """Files that came with it."""

    agents: list[PromptAgent] = Factory(lambda: list[PromptAgent]())
    """Agents that the text names."""


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
"""A message of a session."""


Part: TypeAlias = TextPart | ReasoningPart | ToolPart | Unknown
"""A part of what an agent said; its id is the partID of events."""


ToolState: TypeAlias = ToolPending | ToolRunning | ToolCompleted | ToolFailed | Unknown
"""How far a tool call is."""


def decode_agent_switched_message(d: dict[str, Any]) -> AgentSwitchedMessage:
    o = _new(AgentSwitchedMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.agent = d.get("agent")
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("agent" in d) else d
    return o


def decode_assistant_message(d: dict[str, Any]) -> AssistantMessage:
    o = _new(AssistantMessage)
    if len(d) == 12:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(
                o,
                d,
                {
                    "time": lambda v: None if v is None else decode_message_time(v),
                    "model": lambda v: None if v is None else decode_model_in_use(v),
                    "content": lambda v: [] if v is None else [decode_part(each) for each in array(v)],
                    "snapshot": lambda v: None if v is None else decode_message_snapshot(v),
                    "tokens": lambda v: None if v is None else decode_token_usage(v),
                    "error": lambda v: None if v is None else decode_error_info(v),
                },
            )
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


def decode_compaction_message(d: dict[str, Any]) -> CompactionMessage:
    o = _new(CompactionMessage)
    if len(d) == 7:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(o, d, {"time": lambda v: None if v is None else decode_message_time(v)})
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


def decode_cursor(d: dict[str, Any]) -> Cursor:
    o = _new(Cursor)
    o.previous = d.get("previous")
    o.next = d.get("next")
    o.source_ = None if len(d) == 0 + ("previous" in d) + ("next" in d) else d
    return o


def decode_error_info(d: dict[str, Any]) -> ErrorInfo:
    o = _new(ErrorInfo)
    o.type = d.get("type")
    o.message = d.get("message")
    o.source_ = None if len(d) == 0 + ("type" in d) + ("message" in d) else d
    return o


def decode_file_diff(d: dict[str, Any]) -> FileDiff:
    o = _new(FileDiff)
    if len(d) == 5:  # most often all optional fields are there, and no unknown one
        try:
            o.path = d["path"]
            o.status = d["status"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.patch = d["patch"]
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(o, d, {})
    o.path = d["path"]
    o.status = d.get("status")
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.patch = d.get("patch")
    o.source_ = None if len(d) == 1 + ("status" in d) + ("additions" in d) + ("deletions" in d) + ("patch" in d) else d
    return o


def decode_file_diffs_envelope(d: dict[str, Any]) -> FileDiffsEnvelope:
    o = _new(FileDiffsEnvelope)
    o.data = [decode_file_diff(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def decode_message_page(d: dict[str, Any]) -> MessagePage:
    o = _new(MessagePage)
    o.data = [decode_message(each) for each in array(d["data"])]
    o.cursor = None if (v := d.get("cursor")) is None else decode_cursor(v)
    o.source_ = None if len(d) == 1 + ("cursor" in d) else d
    return o


def decode_message_snapshot(d: dict[str, Any]) -> MessageSnapshot:
    o = _new(MessageSnapshot)
    o.start = d.get("start")
    o.end = d.get("end")
    o.files = [] if (v := d.get("files")) is None else array(v)
    o.source_ = None if len(d) == 0 + ("start" in d) + ("end" in d) + ("files" in d) else d
    return o


def decode_message_time(d: dict[str, Any]) -> MessageTime:
    o = _new(MessageTime)
    o.created = d.get("created")
    o.completed = d.get("completed")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("completed" in d) else d
    return o


def decode_messages_envelope(d: dict[str, Any]) -> MessagesEnvelope:
    o = _new(MessagesEnvelope)
    o.data = [decode_message(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def decode_model_reference(d: dict[str, Any]) -> ModelReference:
    o = _new(ModelReference)
    o.provider_id = d["providerID"]
    o.model_id = d["modelID"]
    o.variant = d.get("variant")
    o.source_ = None if len(d) == 2 + ("variant" in d) else d
    return o


def decode_model_switched_message(d: dict[str, Any]) -> ModelSwitchedMessage:
    o = _new(ModelSwitchedMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.model = None if (v := d.get("model")) is None else decode_model_in_use(v)
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("model" in d) else d
    return o


def decode_prompt(d: dict[str, Any]) -> Prompt:
    o = _new(Prompt)
    o.text = d["text"]
    o.files = None if (v := d.get("files")) is None else [decode_prompt_file(each) for each in array(v)]
    o.agents = None if (v := d.get("agents")) is None else [decode_prompt_agent(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("files" in d) + ("agents" in d) else d
    return o


def decode_prompt_agent(d: dict[str, Any]) -> PromptAgent:
    o = _new(PromptAgent)
    o.name = d["name"]
    o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    o.source_ = None if len(d) == 1 + ("source" in d) else d
    return o


def decode_prompt_file(d: dict[str, Any]) -> PromptFile:
    o = _new(PromptFile)
    if len(d) == 5:  # most often all optional fields are there, and no unknown one
        try:
            o.uri = d["uri"]
            o.mime = d["mime"]
            o.name = d["name"]
            o.description = d["description"]
            o.source = None if (v := d["source"]) is None else decode_prompt_source(v)
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(o, d, {"source": lambda v: None if v is None else decode_prompt_source(v)})
    o.uri = d["uri"]
    o.mime = d.get("mime")
    o.name = d.get("name")
    o.description = d.get("description")
    o.source = None if (v := d.get("source")) is None else decode_prompt_source(v)
    o.source_ = None if len(d) == 1 + ("mime" in d) + ("name" in d) + ("description" in d) + ("source" in d) else d
    return o


def decode_prompt_input(d: dict[str, Any]) -> PromptInput:
    o = _new(PromptInput)
    o.prompt = decode_prompt(d["prompt"])
    o.delivery = d.get("delivery")
    o.source_ = None if len(d) == 1 + ("delivery" in d) else d
    return o


def decode_prompt_source(d: dict[str, Any]) -> PromptSource:
    o = _new(PromptSource)
    o.start = d["start"]
    o.end = d["end"]
    o.text = d["text"]
    o.source_ = None if len(d) == 3 else d
    return o


def decode_reasoning_part(d: dict[str, Any]) -> ReasoningPart:
    o = _new(ReasoningPart)
    o.type = d["type"]
    o.id = d["id"]
    o.text = d.get("text")
    o.provider_metadata = d.get("providerMetadata")
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.source_ = None if len(d) == 2 + ("text" in d) + ("providerMetadata" in d) + ("time" in d) else d
    return o


def decode_revert_state(d: dict[str, Any]) -> RevertState:
    o = _new(RevertState)
    if len(d) == 5:  # most often all optional fields are there, and no unknown one
        try:
            o.message_id = d["messageID"]
            o.part_id = d["partID"]
            o.snapshot = d["snapshot"]
            o.diff = d["diff"]
            o.files = [] if (v := d["files"]) is None else [decode_file_diff(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(
                o, d, {"files": lambda v: [] if v is None else [decode_file_diff(each) for each in array(v)]}
            )
    o.message_id = d["messageID"]
    o.part_id = d.get("partID")
    o.snapshot = d.get("snapshot")
    o.diff = d.get("diff")
    o.files = [] if (v := d.get("files")) is None else [decode_file_diff(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("partID" in d) + ("snapshot" in d) + ("diff" in d) + ("files" in d) else d
    return o


def decode_session(d: dict[str, Any]) -> Session:
    o = _new(Session)
    if len(d) == 12:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(
                o,
                d,
                {
                    "model": lambda v: None if v is None else decode_model_in_use(v),
                    "tokens": lambda v: None if v is None else decode_token_usage(v),
                    "time": lambda v: None if v is None else decode_session_time(v),
                    "location": lambda v: None if v is None else decode_runtime_context(v),
                    "revert": lambda v: None if v is None else decode_revert_state(v),
                },
            )
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


def decode_session_create(d: dict[str, Any]) -> SessionCreate:
    o = _new(SessionCreate)
    if len(d) == 4:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(
                o,
                d,
                {
                    "model": lambda v: None if v is None else decode_model_reference(v),
                    "permission": lambda v: None if v is None else [decode_permission_rule(each) for each in array(v)],
                },
            )
    o.title = d.get("title")
    o.agent = d.get("agent")
    o.model = None if (v := d.get("model")) is None else decode_model_reference(v)
    o.permission = None if (v := d.get("permission")) is None else [decode_permission_rule(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("title" in d) + ("agent" in d) + ("model" in d) + ("permission" in d) else d
    return o


def decode_session_envelope(d: dict[str, Any]) -> SessionEnvelope:
    o = _new(SessionEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_session(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_session_input_admitted(d: dict[str, Any]) -> SessionInputAdmitted:
    o = _new(SessionInputAdmitted)
    if len(d) == 7:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(o, d, {"prompt": lambda v: None if v is None else decode_prompt(v)})
    o.id = d["id"]
    o.session_id = d["sessionID"]
    o.prompt = None if (v := d.get("prompt")) is None else decode_prompt(v)
    o.delivery = d.get("delivery")
    o.admitted_seq = d.get("admittedSeq")
    o.promoted_seq = d.get("promotedSeq")
    o.time_created = d.get("timeCreated")
    o.source_ = (
        None
        if len(d)
        == 2 + ("prompt" in d) + ("delivery" in d) + ("admittedSeq" in d) + ("promotedSeq" in d) + ("timeCreated" in d)
        else d
    )
    return o


def decode_session_input_admitted_envelope(d: dict[str, Any]) -> SessionInputAdmittedEnvelope:
    o = _new(SessionInputAdmittedEnvelope)
    o.data = decode_session_input_admitted(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def decode_session_page(d: dict[str, Any]) -> SessionPage:
    o = _new(SessionPage)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_session(each) for each in array(d["data"])]
    o.cursor = None if (v := d.get("cursor")) is None else decode_cursor(v)
    o.source_ = None if len(d) == 1 + ("location" in d) + ("cursor" in d) else d
    return o


def decode_session_time(d: dict[str, Any]) -> SessionTime:
    o = _new(SessionTime)
    o.created = d.get("created")
    o.updated = d.get("updated")
    o.archived = d.get("archived")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("updated" in d) + ("archived" in d) else d
    return o


def decode_session_update(d: dict[str, Any]) -> SessionUpdate:
    o = _new(SessionUpdate)
    o.title = d.get("title")
    o.archived = d.get("archived")
    o.permission = None if (v := d.get("permission")) is None else [decode_permission_rule(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("title" in d) + ("archived" in d) + ("permission" in d) else d
    return o


def decode_shell_message(d: dict[str, Any]) -> ShellMessage:
    o = _new(ShellMessage)
    if len(d) == 7:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(o, d, {"time": lambda v: None if v is None else decode_message_time(v)})
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


def decode_synthetic_message(d: dict[str, Any]) -> SyntheticMessage:
    o = _new(SyntheticMessage)
    if len(d) == 6:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(o, d, {"time": lambda v: None if v is None else decode_message_time(v)})
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.session_id = d.get("sessionID")
    o.text = d.get("text")
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("sessionID" in d) + ("text" in d) else d
    return o


def decode_system_message(d: dict[str, Any]) -> SystemMessage:
    o = _new(SystemMessage)
    o.id = d["id"]
    o.type = d["type"]
    o.time = None if (v := d.get("time")) is None else decode_message_time(v)
    o.metadata = d.get("metadata")
    o.text = d.get("text")
    o.source_ = None if len(d) == 2 + ("time" in d) + ("metadata" in d) + ("text" in d) else d
    return o


def decode_text_part(d: dict[str, Any]) -> TextPart:
    o = _new(TextPart)
    o.type = d["type"]
    o.id = d["id"]
    o.text = d.get("text")
    o.source_ = None if len(d) == 2 + ("text" in d) else d
    return o


def decode_todo(d: dict[str, Any]) -> Todo:
    o = _new(Todo)
    o.content = d["content"]
    o.status = d.get("status")
    o.priority = d.get("priority")
    o.source_ = None if len(d) == 1 + ("status" in d) + ("priority" in d) else d
    return o


def decode_todos_envelope(d: dict[str, Any]) -> TodosEnvelope:
    o = _new(TodosEnvelope)
    o.data = [decode_todo(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def decode_token_usage(d: dict[str, Any]) -> TokenUsage:
    o = _new(TokenUsage)
    if len(d) == 4:  # most often all optional fields are there, and no unknown one
        try:
            o.input = d["input"]
            o.output = d["output"]
            o.reasoning = d["reasoning"]
            o.cache = None if (v := d["cache"]) is None else decode_cache_usage(v)
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(o, d, {"cache": lambda v: None if v is None else decode_cache_usage(v)})
    o.input = d.get("input")
    o.output = d.get("output")
    o.reasoning = d.get("reasoning")
    o.cache = None if (v := d.get("cache")) is None else decode_cache_usage(v)
    o.source_ = None if len(d) == 0 + ("input" in d) + ("output" in d) + ("reasoning" in d) + ("cache" in d) else d
    return o


def decode_tool_completed(d: dict[str, Any]) -> ToolCompleted:
    o = _new(ToolCompleted)
    if len(d) == 7:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(
                o,
                d,
                {
                    "attachments": lambda v: [] if v is None else [decode_prompt_file(each) for each in array(v)],
                    "content": lambda v: [] if v is None else [decode_tool_content(each) for each in array(v)],
                    "output_paths": lambda v: [] if v is None else array(v),
                },
            )
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


def decode_tool_content(d: dict[str, Any]) -> ToolContent:
    o = _new(ToolContent)
    o.type = d["type"]
    o.text = d.get("text")
    o.source_ = None if len(d) == 1 + ("text" in d) else d
    return o


def decode_tool_failed(d: dict[str, Any]) -> ToolFailed:
    o = _new(ToolFailed)
    if len(d) == 6:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(
                o,
                d,
                {
                    "content": lambda v: [] if v is None else [decode_tool_content(each) for each in array(v)],
                    "error": lambda v: None if v is None else decode_error_info(v),
                },
            )
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


def decode_tool_part(d: dict[str, Any]) -> ToolPart:
    o = _new(ToolPart)
    if len(d) == 6:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(
                o,
                d,
                {
                    "provider": lambda v: None if v is None else decode_tool_provider(v),
                    "state": lambda v: None if v is None else decode_tool_state(v),
                    "time": lambda v: None if v is None else decode_tool_time(v),
                },
            )
    o.type = d["type"]
    o.id = d["id"]
    o.name = d.get("name")
    o.provider = None if (v := d.get("provider")) is None else decode_tool_provider(v)
    o.state = None if (v := d.get("state")) is None else decode_tool_state(v)
    o.time = None if (v := d.get("time")) is None else decode_tool_time(v)
    o.source_ = None if len(d) == 2 + ("name" in d) + ("provider" in d) + ("state" in d) + ("time" in d) else d
    return o


def decode_tool_pending(d: dict[str, Any]) -> ToolPending:
    o = _new(ToolPending)
    o.status = d["status"]
    o.input = d.get("input")
    o.source_ = None if len(d) == 1 + ("input" in d) else d
    return o


def decode_tool_provider(d: dict[str, Any]) -> ToolProvider:
    o = _new(ToolProvider)
    o.executed = d.get("executed")
    o.metadata = d.get("metadata")
    o.result_metadata = d.get("resultMetadata")
    o.source_ = None if len(d) == 0 + ("executed" in d) + ("metadata" in d) + ("resultMetadata" in d) else d
    return o


def decode_tool_running(d: dict[str, Any]) -> ToolRunning:
    o = _new(ToolRunning)
    o.status = d["status"]
    o.input = d.get("input")
    o.structured = d.get("structured")
    o.content = [] if (v := d.get("content")) is None else [decode_tool_content(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("input" in d) + ("structured" in d) + ("content" in d) else d
    return o


def decode_tool_time(d: dict[str, Any]) -> ToolTime:
    o = _new(ToolTime)
    if len(d) == 4:  # most often all optional fields are there, and no unknown one
        try:
            o.created = d["created"]
            o.ran = d["ran"]
            o.completed = d["completed"]
            o.pruned = d["pruned"]
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(o, d, {})
    o.created = d.get("created")
    o.ran = d.get("ran")
    o.completed = d.get("completed")
    o.pruned = d.get("pruned")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("ran" in d) + ("completed" in d) + ("pruned" in d) else d
    return o


def decode_user_message(d: dict[str, Any]) -> UserMessage:
    o = _new(UserMessage)
    if len(d) == 7:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(
                o,
                d,
                {
                    "time": lambda v: None if v is None else decode_message_time(v),
                    "files": lambda v: [] if v is None else [decode_prompt_file(each) for each in array(v)],
                    "agents": lambda v: [] if v is None else [decode_prompt_agent(each) for each in array(v)],
                },
            )
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
    """Make the record that 'type' names; one of another kind becomes an `Unknown`."""
    return _message.get(d.get("type"), decode_unknown)(d)


_part: dict[object, Callable[[dict[str, Any]], Part]] = {
    "text": decode_text_part,
    "reasoning": decode_reasoning_part,
    "tool": decode_tool_part,
}


def decode_part(d: dict[str, Any]) -> Part:
    """Make the record that 'type' names; one of another kind becomes an `Unknown`."""
    return _part.get(d.get("type"), decode_unknown)(d)


_tool_state: dict[object, Callable[[dict[str, Any]], ToolState]] = {
    "pending": decode_tool_pending,
    "running": decode_tool_running,
    "completed": decode_tool_completed,
    "error": decode_tool_failed,
}


def decode_tool_state(d: dict[str, Any]) -> ToolState:
    """Make the record that 'status' names; one of another kind becomes an `Unknown`."""
    return _tool_state.get(d.get("status"), decode_unknown)(d)
