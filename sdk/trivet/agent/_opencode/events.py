"""The server's stream of events in the form of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from ..._core.decoders import has_form
from ..._core.sse import EventParser
from . import answers, messages
from .messages import Wire
from .rule import dumps, object_of

HEARTBEAT = b":\n\n"
"""The translation of a chunk without events: a comment is a sign of life."""

MOST_OPEN = 1000
"""The most messages that are assembled at once. The end of an older one is left out, and the client fetches it."""

Translated: TypeAlias = list[tuple[str, Wire]]
"""The kinds and payloads of the contract's events, in order."""


class OpencodeEvents:
    """Translates a stream: bytes in, bytes out, an event as soon as it is complete."""

    def __init__(self, location: Mapping[str, str]) -> None:
        """Translate the events of one location, which the server's stream is limited to."""
        self._context = dict(location)
        self._parser = EventParser()
        self._messages = OpenMessages()

    def feed(self, chunk: bytes) -> bytes:
        """Return the translation of a chunk.

        Raises:
            TooLongError: An event is too long.
        """
        framed = [frame for data in self._parser.feed(chunk) for frame in self._frames(data)]
        return b"".join(framed) or HEARTBEAT

    def _frames(self, data: bytes) -> Iterator[bytes]:
        wire = object_of(data, keep_halves=True)
        if wire is None:  # the client raises the error
            yield _unchanged(data)
            return
        properties: Any = wire.get("properties")
        fields: Wire = properties if has_form(properties, dict) else {}
        envelope: Wire = {"context": self._context}
        if has_form(fields.get("time"), (int, float)):
            envelope["time"] = fields["time"]
        for number, (kind, payload) in enumerate(self._translate(str(wire.get("type")), fields)):
            # One event may become several, and a client drops an id that it has seen.
            id_ = f"{wire['id']}.{number}" if number and "id" in wire else wire.get("id")
            try:
                framed = dumps({"id": id_, "type": kind, **envelope, "payload": payload})
            except TypeError:  # nested too deeply
                yield _unchanged(data)
                return
            yield b"data: " + framed + b"\n\n"

    def _translate(self, kind: str, fields: Wire) -> Translated:
        translate = _KINDS.get(kind)
        if translate is not None:
            try:
                return translate(kind, fields, self._messages)
            except (KeyError, TypeError, AttributeError):  # a field is missing, or of another form
                pass
        return [(kind, fields)]


class OpenMessages:
    """The messages that still grow, with their parts: the contract's events carry whole messages.

    Only a message whose beginning was seen is assembled, because the events do not repeat earlier parts. The client
    fetches the others.
    """

    def __init__(self, limit: int = MOST_OPEN) -> None:
        """Keep at most `limit` messages."""
        self._limit = limit
        self._records: dict[str, Wire] = {}
        self._parts: dict[str, dict[str, Wire]] = {}

    def __len__(self) -> int:
        return len(self._records)

    def replace(self, record: Wire) -> Wire | None:
        """Take the record of a message, and return the message as it is now, as `message` does.

        A message is forgotten once it is complete.
        """
        id_: str = record["id"]
        if id_ not in self._records:
            if _has_grown(record):
                return None
            if len(self._records) >= self._limit:
                self.forget(next(iter(self._records)))
            self._parts[id_] = {}
        self._records[id_] = record
        current = self.message(id_)
        if _is_complete(record):
            self.forget(id_)
        return current

    def replace_part(self, part: Wire) -> None:
        """Take a part of a message."""
        parts = self._parts.get(part["messageID"])
        if parts is not None:
            parts[part["id"]] = part

    def append(self, message_id: str, part_id: str, delta: Any) -> None:
        """Take a delta of a part's text, which a message that is cut off has to contain."""
        part = self._parts.get(message_id, {}).get(part_id)
        if part is not None and has_form(delta, str):
            part.setdefault("deltas", []).append(delta)

    def remove_part(self, message_id: str, part_id: str) -> str:
        """Remove a part, and return its id in the contract."""
        part = self._parts.get(message_id, {}).pop(part_id, {})
        return str(part.get("callID", part_id))

    def is_by_agent(self, message_id: str) -> bool | None:
        """Whether a message is an answer of the agent; None if its beginning is unknown."""
        record = self._records.get(message_id)
        return None if record is None else record.get("role") == "assistant" and record.get("summary") is not True

    def message(self, id_: str) -> Wire | None:
        """Return a message as it is now; None if its beginning is unknown, or it is a prompt without parts."""
        record, parts = self._records.get(id_), self._parts.get(id_, {})
        if record is None or (record["role"] == "user" and not parts):
            return None
        return messages.message(record, map(_with_deltas, parts.values()))

    def forget(self, id_: str) -> None:
        """Forget a message."""
        self._records.pop(id_, None)
        self._parts.pop(id_, None)


def _has_grown(record: Wire) -> bool:
    """Whether a record is a later version, so that parts may have been sent before it."""
    return _is_complete(record) or "finish" in record or "error" in record


def _is_complete(record: Wire) -> bool:
    """Whether no parts follow. The record of a prompt gets a summary of the changes once its parts have been sent."""
    return "summary" in record if record["role"] == "user" else "completed" in record["time"]


def _with_deltas(part: Wire) -> Wire:
    """Return a part whose text holds the deltas since its last snapshot."""
    if "deltas" not in part:
        return part
    whole = {name: value for name, value in part.items() if name != "deltas"}
    return {**whole, "text": part.get("text", "") + "".join(part["deltas"])}


def _message_updated(kind: str, fields: Wire, open_messages: OpenMessages) -> Translated:
    message = open_messages.replace(fields["info"])
    return [] if message is None else [(kind, {"sessionID": fields["sessionID"], "info": message})]


def _part_updated(kind: str, fields: Wire, open_messages: OpenMessages) -> Translated:
    part = fields["part"]
    message_id: str = part["messageID"]
    open_messages.replace_part(part)
    session: Wire = {"sessionID": fields["sessionID"]}
    if open_messages.is_by_agent(message_id) is False:
        # In the contract only answers have parts; other messages are sent as they are now.
        message = open_messages.message(message_id)
        return [] if message is None else [("message.updated", {**session, "info": message})]
    converted = messages.part(part)
    return [] if converted is None else [(kind, {**session, "messageID": message_id, "part": converted})]


def _part_delta(kind: str, fields: Wire, open_messages: OpenMessages) -> Translated:
    open_messages.append(fields["messageID"], fields["partID"], fields["delta"])
    return [] if open_messages.is_by_agent(fields["messageID"]) is False else [(kind, fields)]


def _part_removed(kind: str, fields: Wire, open_messages: OpenMessages) -> Translated:
    return [(kind, {**fields, "partID": open_messages.remove_part(fields["messageID"], fields["partID"])})]


def _message_removed(kind: str, fields: Wire, open_messages: OpenMessages) -> Translated:
    open_messages.forget(fields["messageID"])
    return [(kind, fields)]


def _session(kind: str, fields: Wire, _: OpenMessages) -> Translated:
    return [(kind, {**fields, "info": answers.session(fields["info"])})]


def _permission_asked(kind: str, fields: Wire, _: OpenMessages) -> Translated:
    return [(kind, answers.permission(fields))]


_KINDS: Mapping[str, Callable[[str, Wire, OpenMessages], Translated]] = {
    "message.updated": _message_updated,
    "message.removed": _message_removed,
    "message.part.updated": _part_updated,
    "message.part.delta": _part_delta,
    "message.part.removed": _part_removed,
    "permission.asked": _permission_asked,
    "session.created": _session,
    "session.updated": _session,
    "session.deleted": _session,
}
"""The kinds whose payload differs from the contract's; the others are passed on unchanged."""


def _unchanged(data: bytes) -> bytes:
    return b"data: " + data.replace(b"\n", b"\ndata: ") + b"\n\n"
