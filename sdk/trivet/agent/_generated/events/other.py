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
from ...._core.record import Names, Record, Tags, decode_rest
from ..models.project import Project, decode_project
from ..models.session import Todo, decode_todo
from ..models.shared import EventEnvelope
from .shared import FailedNotice, ReadyNotice, decode_failed_notice, decode_ready_notice

__all__ = [
    "CatalogUpdatedEvent", "CommandExecuted", "CommandExecutedEvent", "FileEdited", "FileEditedEvent",
    "FileWatched", "FileWatcherUpdatedEvent", "GlobalDisposedEvent", "InstallationUpdateAvailableEvent",
    "InstallationUpdated", "InstallationUpdatedEvent", "IntegrationConnectionUpdated",
    "IntegrationConnectionUpdatedEvent", "IntegrationUpdatedEvent", "LspUpdatedEvent", "McpBrowserOpenFailed",
    "McpBrowserOpenFailedEvent", "McpToolsChanged", "McpToolsChangedEvent", "ModelsDevRefreshedEvent",
    "PluginAdded", "PluginAddedEvent", "ProjectDirectoriesUpdated", "ProjectDirectoriesUpdatedEvent",
    "ProjectUpdatedEvent", "ReferenceUpdatedEvent", "ServerConnectedEvent", "TodoUpdatedEvent", "TodosUpdated",
    "VcsBranchUpdated", "VcsBranchUpdatedEvent", "WorktreeFailedEvent", "WorktreeReadyEvent",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CatalogUpdatedEvent(EventEnvelope):
    """The event catalog.updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("catalog.updated",)}

    type: Literal["catalog.updated"]

    payload: dict[str, Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CommandExecuted(Record):
    """A command that was executed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "name": "name",
        "sessionID": "session_id",
        "arguments": "arguments",
        "messageID": "message_id",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name of the command."""

    session_id: str | None = None
    """The id of the session."""

    arguments: str | None = None
    """The arguments."""

    message_id: str | None = None
    """The id of the resulting message."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class CommandExecutedEvent(EventEnvelope):
    """The event command.executed: a command that was executed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("command.executed",)}

    type: Literal["command.executed"]

    payload: CommandExecuted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileEdited(Record):
    """A file that an agent edited. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"file": "file"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"file"})

    file: str
    """The path."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileEditedEvent(EventEnvelope):
    """The event file.edited: a file that an agent edited. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("file.edited",)}

    type: Literal["file.edited"]

    payload: FileEdited


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileWatched(Record):
    """A change of a file that the file watcher observed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"file": "file", "event": "event"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"file"})

    file: str
    """The path."""

    event: Literal["add", "change", "unlink"] | str | None = None
    """How the file changed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileWatcherUpdatedEvent(EventEnvelope):
    """The event file.watcher.updated: a change of a file that the file watcher observed.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("file.watcher.updated",)}

    type: Literal["file.watcher.updated"]

    payload: FileWatched


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GlobalDisposedEvent(EventEnvelope):
    """The event global.disposed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("global.disposed",)}

    type: Literal["global.disposed"]

    payload: dict[str, Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class InstallationUpdateAvailableEvent(EventEnvelope):
    """The event installation.update-available: a newer version of the server is available.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("installation.update-available",)}

    type: Literal["installation.update-available"]

    payload: InstallationUpdated


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class InstallationUpdated(Record):
    """A version of the server. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"version": "version"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"version"})

    version: str
    """The version."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class InstallationUpdatedEvent(EventEnvelope):
    """The event installation.updated: the server was updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("installation.updated",)}

    type: Literal["installation.updated"]

    payload: InstallationUpdated


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class IntegrationConnectionUpdated(Record):
    """An integration whose connection changed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"integrationID": "integration_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"integration_id"})

    integration_id: str
    """The id of the integration."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class IntegrationConnectionUpdatedEvent(EventEnvelope):
    """The event integration.connection.updated: an integration whose connection changed.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("integration.connection.updated",)}

    type: Literal["integration.connection.updated"]

    payload: IntegrationConnectionUpdated


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class IntegrationUpdatedEvent(EventEnvelope):
    """The event integration.updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("integration.updated",)}

    type: Literal["integration.updated"]

    payload: dict[str, Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class LspUpdatedEvent(EventEnvelope):
    """The event lsp.updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("lsp.updated",)}

    type: Literal["lsp.updated"]

    payload: dict[str, Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpBrowserOpenFailed(Record):
    """A browser that could not be opened for an authorization. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"mcpName": "mcp_name", "url": "url"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"url"})
    __assumed__: ClassVar[frozenset[str]] = frozenset({"mcp_name"})

    mcp_name: str
    """The name of the tool-protocol server."""

    url: str | None = None
    """The URL to open; it contains the state."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpBrowserOpenFailedEvent(EventEnvelope):
    """The event mcp.browser.open.failed: a browser that could not be opened for an authorization.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("mcp.browser.open.failed",)}

    type: Literal["mcp.browser.open.failed"]

    payload: McpBrowserOpenFailed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpToolsChanged(Record):
    """A tool-protocol server whose tools changed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"server": "server"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"server"})

    server: str
    """The name of the server."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class McpToolsChangedEvent(EventEnvelope):
    """The event mcp.tools.changed: a tool-protocol server whose tools changed.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("mcp.tools.changed",)}

    type: Literal["mcp.tools.changed"]

    payload: McpToolsChanged


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ModelsDevRefreshedEvent(EventEnvelope):
    """The event models-dev.refreshed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("models-dev.refreshed",)}

    type: Literal["models-dev.refreshed"]

    payload: dict[str, Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PluginAdded(Record):
    """A plugin that was added. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"id": "id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id of the plugin."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PluginAddedEvent(EventEnvelope):
    """The event plugin.added: a plugin that was added. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("plugin.added",)}

    type: Literal["plugin.added"]

    payload: PluginAdded


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectDirectoriesUpdated(Record):
    """A project whose directories changed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"projectID": "project_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"project_id"})

    project_id: str
    """The id of the project."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectDirectoriesUpdatedEvent(EventEnvelope):
    """The event project.directories.updated: a project whose directories changed.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("project.directories.updated",)}

    type: Literal["project.directories.updated"]

    payload: ProjectDirectoriesUpdated


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectUpdatedEvent(EventEnvelope):
    """The event project.updated: a project was updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("project.updated",)}

    type: Literal["project.updated"]

    payload: Project


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ReferenceUpdatedEvent(EventEnvelope):
    """The event reference.updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("reference.updated",)}

    type: Literal["reference.updated"]

    payload: dict[str, Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ServerConnectedEvent(EventEnvelope):
    """The event server.connected: the stream is open. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("server.connected",)}

    type: Literal["server.connected"]

    payload: dict[str, Any]


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TodoUpdatedEvent(EventEnvelope):
    """The event todo.updated: the updated todos of a session. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("todo.updated",)}

    type: Literal["todo.updated"]

    payload: TodosUpdated


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class TodosUpdated(Record):
    """The updated todos of a session. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "todos": "todos"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    session_id: str
    """The id of the session."""

    todos: list[Todo] = Factory(lambda: list[Todo]())
    """The todos."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsBranchUpdated(Record):
    """The new branch of the directory. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"branch": "branch"}

    branch: str | None = None
    """The branch, if there is one."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsBranchUpdatedEvent(EventEnvelope):
    """The event vcs.branch.updated: the new branch of the directory. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("vcs.branch.updated",)}

    type: Literal["vcs.branch.updated"]

    payload: VcsBranchUpdated


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorktreeFailedEvent(EventEnvelope):
    """The event worktree.failed: a worktree could not be created. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("worktree.failed",)}

    type: Literal["worktree.failed"]

    payload: FailedNotice


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorktreeReadyEvent(EventEnvelope):
    """The event worktree.ready: a worktree is ready. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("worktree.ready",)}

    type: Literal["worktree.ready"]

    payload: ReadyNotice


def decode_command_executed(d: dict[str, Any]) -> CommandExecuted:
    o = new(CommandExecuted)
    try:
        o.name = d["name"]
        o.session_id = d.get("sessionID")
        o.arguments = d.get("arguments")
        o.message_id = d.get("messageID")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("sessionID" in d) + ("arguments" in d) + ("messageID" in d) else d
    return o


def decode_file_edited(d: dict[str, Any]) -> FileEdited:
    o = new(FileEdited)
    try:
        o.file = d["file"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_file_watched(d: dict[str, Any]) -> FileWatched:
    o = new(FileWatched)
    try:
        o.file = d["file"]
        o.event = d.get("event")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("event" in d) else d
    return o


def decode_installation_updated(d: dict[str, Any]) -> InstallationUpdated:
    o = new(InstallationUpdated)
    try:
        o.version = d["version"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_integration_connection_updated(d: dict[str, Any]) -> IntegrationConnectionUpdated:
    o = new(IntegrationConnectionUpdated)
    try:
        o.integration_id = d["integrationID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_mcp_browser_open_failed(d: dict[str, Any]) -> McpBrowserOpenFailed:
    o = new(McpBrowserOpenFailed)
    try:
        o.mcp_name = d["mcpName"]
        o.url = d.get("url")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("url" in d) else d
    return o


def decode_mcp_tools_changed(d: dict[str, Any]) -> McpToolsChanged:
    o = new(McpToolsChanged)
    try:
        o.server = d["server"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_plugin_added(d: dict[str, Any]) -> PluginAdded:
    o = new(PluginAdded)
    try:
        o.id = d["id"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_project_directories_updated(d: dict[str, Any]) -> ProjectDirectoriesUpdated:
    o = new(ProjectDirectoriesUpdated)
    try:
        o.project_id = d["projectID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_todos_updated(d: dict[str, Any]) -> TodosUpdated:
    o = new(TodosUpdated)
    try:
        o.session_id = d["sessionID"]
        o.todos = optional_array(d.get("todos"), decode_todo)
    except KeyError:
        return decode_rest(o, d, {"todos": lambda v: optional_array(v, decode_todo)})
    o.__source__ = None if len(d) == 1 + ("todos" in d) else d
    return o


def decode_vcs_branch_updated(d: dict[str, Any]) -> VcsBranchUpdated:
    o = new(VcsBranchUpdated)
    o.branch = d.get("branch")
    o.__source__ = None if len(d) == ("branch" in d) else d
    return o


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "catalog.updated": (CatalogUpdatedEvent, free_form),
    "command.executed": (CommandExecutedEvent, decode_command_executed),
    "file.edited": (FileEditedEvent, decode_file_edited),
    "file.watcher.updated": (FileWatcherUpdatedEvent, decode_file_watched),
    "global.disposed": (GlobalDisposedEvent, free_form),
    "installation.update-available": (InstallationUpdateAvailableEvent, decode_installation_updated),
    "installation.updated": (InstallationUpdatedEvent, decode_installation_updated),
    "integration.connection.updated": (IntegrationConnectionUpdatedEvent, decode_integration_connection_updated),
    "integration.updated": (IntegrationUpdatedEvent, free_form),
    "lsp.updated": (LspUpdatedEvent, free_form),
    "mcp.browser.open.failed": (McpBrowserOpenFailedEvent, decode_mcp_browser_open_failed),
    "mcp.tools.changed": (McpToolsChangedEvent, decode_mcp_tools_changed),
    "models-dev.refreshed": (ModelsDevRefreshedEvent, free_form),
    "plugin.added": (PluginAddedEvent, decode_plugin_added),
    "project.directories.updated": (ProjectDirectoriesUpdatedEvent, decode_project_directories_updated),
    "project.updated": (ProjectUpdatedEvent, decode_project),
    "reference.updated": (ReferenceUpdatedEvent, free_form),
    "server.connected": (ServerConnectedEvent, free_form),
    "todo.updated": (TodoUpdatedEvent, decode_todos_updated),
    "vcs.branch.updated": (VcsBranchUpdatedEvent, decode_vcs_branch_updated),
    "worktree.failed": (WorktreeFailedEvent, decode_failed_notice),
    "worktree.ready": (WorktreeReadyEvent, decode_ready_notice),
}
"""From each kind of event to its class and the decoder of its payload."""
