"""The stream of events: those of one context, as the contract has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from orjson import dumps

from ..._core.decoders import has_form
from ..._core.sse import EventParser
from .event_kinds import KINDS, Translated
from .open_messages import OpenMessages, Wire
from .rule import object_of

__all__ = ["HEARTBEAT", "OpencodeEvents"]

LOCATION = ("directory", "workspaceID")
"""The fields of a location that are a runtime context."""

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
        framed = [frame for data in self._parser.feed(chunk) for frame in self._frames(data)]
        return b"".join(framed) or HEARTBEAT

    def _frames(self, data: bytes) -> Iterator[bytes]:
        wire = object_of(data)
        if wire is None:  # the client says what is wrong with it
            yield _unchanged(data)
            return
        payload: Any = wire.get("data")
        fields: Wire = payload if has_form(payload, dict) else {}
        location = _location(wire, fields)
        if has_form(location, dict) and any(location.get(name) != self._context.get(name) for name in LOCATION):
            return
        envelope: Wire = {"context": self._context}
        if has_form(fields.get("timestamp"), (int, float)):
            envelope["time"] = fields["timestamp"]
        for number, (kind, translated) in enumerate(self._translate(str(wire.get("type")), fields)):
            # Several events may stand for one, and a client drops an id that it has seen.
            id_ = f"{wire['id']}.{number}" if number and "id" in wire else wire.get("id")
            try:
                framed = dumps({"id": id_, "type": kind, **envelope, "payload": translated})
            except TypeError:  # nested more deeply than orjson writes, which reads more
                yield _unchanged(data)
                return
            yield b"data: " + framed + b"\n\n"

    def _translate(self, kind: str, fields: Wire) -> Translated:
        translate = KINDS.get(kind)
        if translate is not None:
            try:
                return translate(fields, self._messages)
            except (KeyError, TypeError, AttributeError):  # a field is missing, or of another form
                pass
        return [(kind, fields)]


def _unchanged(data: bytes) -> bytes:
    return b"data: " + data.replace(b"\n", b"\ndata: ") + b"\n\n"


def _location(wire: Wire, fields: Wire) -> Any:
    """Return where an event belongs: a session that it carries is in its own place, whichever place changed it."""
    info: Any = fields.get("info")
    return info if has_form(info, dict) and "directory" in info else wire.get("location")
