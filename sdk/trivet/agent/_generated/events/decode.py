# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The decoder of events: one function for their common fields, and a table of kinds that is filled as events arrive."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...._core.decoders import decode_unknown, new
from ..models.shared import EventEnvelope, decode_runtime_context

if TYPE_CHECKING:
    from .event import Event

__all__ = ["decode_event"]

_KINDS = {
    "message": ("message.part.delta message.part.removed message.part.updated message.removed message.updated "),
    "other": (
        "catalog.updated command.executed file.edited file.watcher.updated global.disposed "
        "installation.update-available installation.updated integration.connection.updated "
        "integration.updated lsp.updated mcp.browser.open.failed mcp.tools.changed models-dev.refreshed "
        "plugin.added project.directories.updated project.updated reference.updated server.connected "
        "todo.updated vcs.branch.updated worktree.failed worktree.ready "
    ),
    "permission": ("permission.asked permission.replied permission.v2.asked permission.v2.replied "),
    "pty": ("pty.created pty.deleted pty.exited pty.updated "),
    "question": (
        "question.asked question.rejected question.replied question.v2.asked question.v2.rejected question.v2.replied "
    ),
    "session": (
        "session.compacted session.created session.deleted session.diff session.error session.idle "
        "session.status session.updated "
    ),
    "session_next": (
        "session.next.agent.switched session.next.compaction.delta session.next.compaction.ended "
        "session.next.compaction.started session.next.context.updated session.next.model.switched "
        "session.next.moved session.next.prompt.admitted session.next.prompted "
        "session.next.reasoning.delta session.next.reasoning.ended session.next.reasoning.started "
        "session.next.retried session.next.revert.cleared session.next.revert.committed "
        "session.next.revert.staged session.next.shell.ended session.next.shell.started "
        "session.next.step.ended session.next.step.failed session.next.step.started "
        "session.next.synthetic session.next.text.delta session.next.text.ended session.next.text.started "
        "session.next.tool.called session.next.tool.failed session.next.tool.input.delta "
        "session.next.tool.input.ended session.next.tool.input.started session.next.tool.progress "
        "session.next.tool.success "
    ),
    "tui": ("tui.command.execute tui.prompt.append tui.session.select tui.toast.show "),
    "workspace": ("workspace.failed workspace.ready workspace.status "),
}
_modules = {kind: f".{group}" for group, kinds in _KINDS.items() for kind in kinds.split()}
_loaded: dict[object, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {}


def decode_event(d: dict[str, Any]) -> Event:
    """Decode an event by its 'type', loading its group first; an event of an unknown kind becomes an `Unknown`."""
    kind = d.get("type")
    try:
        record, payload = _loaded[kind]
    except KeyError:
        if kind not in _modules:
            return decode_unknown(d)
        _loaded.update(import_module(_modules[kind], __package__).EVENTS)
        record, payload = _loaded[kind]
    event: Event = decode_envelope(record, payload, d)
    return event


def decode_envelope(record: Any, payload: Callable[[dict[str, Any]], Any], d: dict[str, Any]) -> Any:
    """Decode an event into a class, with the decoder of its payload."""
    o = new(record)
    try:
        if len(d) == 5:  # usually all fields are there, and no unknown one
            o.id = d["id"]
            o.time = d["time"]
            o.context = None if (v := d["context"]) is None else decode_runtime_context(v)
            o.type = d["type"]
            o.payload = payload(d["payload"])
            o.__source__ = None
            return o
    except KeyError:
        pass  # a field is missing, or the payload is invalid and fails again below
    o.id = d["id"]
    o.time = d.get("time")
    o.context = None if (v := d.get("context")) is None else decode_runtime_context(v)
    o.type = d["type"]
    o.payload = payload(d["payload"])
    o.__source__ = None if len(d) == 3 + ("time" in d) + ("context" in d) else d
    return o
