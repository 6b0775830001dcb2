"""Server-sent events, bytes in and events out (WHATWG HTML, 9.2.6)."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ..errors import APIConnectionError

__all__ = ["LONGEST", "EventParser", "Gap", "ServerSentEvent", "TooLongError"]

LONGEST = 16_000_000
"""So many bytes of one event are kept."""


class TooLongError(Exception):
    """An event, or a line of one, has no end within reach."""


ServerSentEvent: TypeAlias = tuple[bytes, str, str]
"""One event as it was framed: its data, its type, which is `message` where none is given, and the stream's latest id.

The data are the lines, joined by line feeds, in UTF-8, as far as the server kept to it.
"""


class Gap(NamedTuple):
    """Where one stream ended and another began, with whatever was sent in between lost.

    Attributes:
        cause: What broke the earlier one; None where the service ended it.
        attempts: How often a connection was asked for until there was one.
    """

    cause: APIConnectionError | None
    attempts: int


class EventParser:
    """Cuts a stream into its events; what is not complete at its end is no event.

    Attributes:
        retry: The milliseconds that the server wants to be left alone before a reconnection, if it said so.
    """

    __slots__ = ("_after_return", "_begun", "_data", "_id", "_limit", "_rest", "_size", "_type", "retry")

    def __init__(self, limit: int = LONGEST) -> None:
        """Begin a stream; of one event at most so many bytes are kept."""
        self.retry: int | None = None
        self._limit = limit
        self._begun = False
        self._after_return = False
        self._rest = bytearray()
        self._data: list[bytes] = []
        self._size = 0
        self._type = ""
        self._id = ""

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """Give the events that are complete with these bytes.

        Raises:
            TooLongError: One that is not complete is longer than the limit; the stream is of no more use.
        """
        if self._after_return and chunk:  # a line end may be cut in two
            self._after_return = False
            chunk = chunk.removeprefix(b"\n")
        end = 1 + max(chunk.rfind(b"\n"), chunk.rfind(b"\r"))
        self._after_return = self._after_return or chunk.endswith(b"\r")
        if not end:
            self._rest += chunk
            self._check(self._size + len(self._rest))
            return []
        # Not the text's splitlines, which knows line ends that JSON has inside its strings.
        whole = chunk[:end]
        if self._rest:
            whole = bytes(self._rest + whole)
            self._rest.clear()
        lines = whole.splitlines()
        self._rest += chunk[end:]
        if not self._begun:
            self._begun = True
            lines[0] = lines[0].removeprefix(b"\xef\xbb\xbf")
        found: list[ServerSentEvent] = []
        data, size = self._data, self._size
        for line in lines:
            if line.startswith(b"data: "):  # as every other line does
                data.append(line[6:])
                size += len(line)
            elif line:
                self._field(line)
                size += len(line)
            else:
                if data:
                    found.append((b"\n".join(data), self._type or "message", self._id))
                    data.clear()
                self._type = ""
                size = 0
        self._size = size
        self._check(size + len(self._rest))
        return found

    def _field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._type = value.decode("utf-8", "replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif name == b"retry" and value.isdigit() and len(value) < 10:
            self.retry = int(value)

    def _check(self, size: int) -> None:
        if size > self._limit:
            raise TooLongError(f"an event of more than {self._limit} bytes")
