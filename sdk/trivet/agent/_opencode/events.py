"""The stream of events: those of one context, as the contract has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from orjson import dumps, loads

from ..._core.sse import EventParser
from .event_kinds import KINDS, Translated
from .open_messages import OpenMessages, Wire

__all__ = ["HEARTBEAT", "OpencodeEvents"]

HEARTBEAT = b":\n\n"
"""What a chunk without events becomes: a comment is a sign of life."""


class OpencodeEvents:
    """Translates a stream: bytes in, bytes out, an event as soon as it is complete."""

    def __init__(self, location: Mapping[str, str]) -> None:
        """Translate the events of one location, as the server has it, and those that have none."""
        self._context = dict(location)
        self._parser = EventParser()
        self._messages = OpenMessages()

    def feed(self, chunk: bytes) -> bytes:
        """Return what a chunk becomes.

        Raises:
            TooLongError: An event is too long.
        """
        framed = [frame for data, _, _ in self._parser.feed(chunk) for frame in self._frames(data)]
        return b"".join(framed) or HEARTBEAT

    def _frames(self, data: bytes) -> Iterator[bytes]:
        try:
            wire: Any = loads(data)
        except ValueError:
            wire = None
        if not isinstance(wire, dict):  # the client says what is wrong with it
            yield b"data: " + data.replace(b"\n", b"\ndata: ") + b"\n\n"
            return
        location = wire.get("location")
        if isinstance(location, dict) and not self._is_here(location):
            return
        for number, (kind, payload) in enumerate(self._translate(wire)):
            event: Wire = {"id": wire.get("id"), "type": kind, "payload": payload, "context": self._context}
            if number:  # several events stand for one; a client drops an id that it has seen
                event["id"] = f"{event['id']}.{number}"
            if isinstance(payload, dict) and isinstance(payload.get("timestamp"), int | float):
                event["time"] = payload["timestamp"]
            yield b"data: " + dumps(event) + b"\n\n"

    def _is_here(self, location: Mapping[str, Any]) -> bool:
        return (location.get("directory"), location.get("workspaceID")) == (
            self._context.get("directory"),
            self._context.get("workspaceID"),
        )

    def _translate(self, wire: Wire) -> Translated:
        kind, data = wire.get("type"), wire.get("data")
        translate = KINDS.get(kind) if isinstance(kind, str) else None
        if translate is not None and isinstance(data, dict):
            try:
                return translate(data, self._messages)
            except (KeyError, TypeError, AttributeError):  # a field is missing, or of another form
                pass
        return [(kind or "", data)]
