"""The messages of an agent whose steps have not ended, with their parts: the server sends each message as it grows."""

from __future__ import annotations

from typing import Any, TypeAlias

from ..._core.decoders import has_form

__all__ = ["LIMIT", "OpenMessages", "Wire"]

Wire: TypeAlias = dict[str, Any]

LIMIT = 1000
"""The most messages that are open at once; the oldest is dropped, whose end the client then fetches."""


class OpenMessages:
    """Assembles the snapshots of messages and parts that the contract's events carry."""

    def __init__(self, limit: int = LIMIT) -> None:
        """Keep at most `limit` messages."""
        self._limit = limit
        self._messages: dict[str, Wire] = {}
        self._parts: dict[str, dict[str, Wire]] = {}

    def __len__(self) -> int:
        return len(self._messages)

    def begin(self, message: Wire) -> Wire:
        """Open a message without parts, and return its snapshot."""
        if len(self._messages) >= self._limit:
            oldest = next(iter(self._messages))
            del self._messages[oldest], self._parts[oldest]
        self._messages[message["id"]] = message
        self._parts[message["id"]] = {}
        return {**message, "content": []}

    def put(self, message_id: str, part: Wire) -> Wire:
        """Take a part, with the fields that an earlier snapshot of it has and this one lacks; return it."""
        parts = self._parts.get(message_id)
        if parts is None:  # its beginning was missed
            return part
        before = parts.get(part["id"], {})
        for name in ("provider", "time"):
            if name in before:
                part[name] = {**before[name], **part.get(name, {})}
        parts[part["id"]] = part
        return part

    def part(self, message_id: str, part_id: str) -> Wire:
        """Return what is known of a part."""
        return self._parts.get(message_id, {}).get(part_id, {})

    def append(self, message_id: str, part_id: str, delta: str) -> None:
        """Take a delta of a part's text, which the snapshot of a step that fails has to contain."""
        part = self.part(message_id, part_id)
        if part and has_form(delta, str):  # what the server sends is not checked before
            part.setdefault("deltas", []).append(delta)

    def end(self, message_id: str, **fields: Any) -> Wire | None:
        """Close a message, and return its last snapshot; None where its beginning was missed."""
        message = self._messages.pop(message_id, None)
        parts = self._parts.pop(message_id, {})
        if message is None:
            return None
        completed = fields.pop("completed", None)
        time = {**message.get("time", {}), **({} if completed is None else {"completed": completed})}
        return {**message, "content": [_whole(each) for each in parts.values()], **fields, "time": time}


def _whole(part: Wire) -> Wire:
    """Return a part whose text holds the deltas since its last snapshot."""
    if "deltas" not in part:
        return part
    before = part["text"] if has_form(part.get("text"), str) else ""
    return {**{k: v for k, v in part.items() if k != "deltas"}, "text": before + "".join(part["deltas"])}
