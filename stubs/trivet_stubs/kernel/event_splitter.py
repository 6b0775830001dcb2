"""Server-sent events in the bytes of a stream: a splitter into frames, and a cut after a number of events."""

from collections.abc import Iterator
from dataclasses import dataclass

MAX_EVENT = 1024 * 1024


class EventTooLarge(Exception):
    """An event has more bytes than the limit."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines of a stream up to an empty line: an event, or comments such as a heartbeat."""

    raw: bytes
    """All bytes of the frame, the empty line included."""
    data: bytes | None
    """The data of the event; None for a frame without data, which is not an event."""
    id: bytes | None


class EventCutter:
    """Splits a stream into frames, chunk by chunk.

    cutter = EventCutter()
    list(cutter.feed(b"data: {}"))          # []
    list(cutter.feed(b"\\n\\ndata: {}\\n\\n"))  # two frames with the data b"{}"

    Args:
        limit: The number of bytes that a frame may have; None for any number.
    """

    def __init__(self, limit: int | None = MAX_EVENT) -> None:
        self._limit = limit
        self._held = b""
        self._raw = bytearray()
        self._line = bytearray()
        self._data: list[bytes] = []
        self._id: bytes | None = None
        self._first = True

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        """Yield the frames that end in this chunk.

        Raises:
            EventTooLarge: A frame has more bytes than the limit.
        """
        chunk, self._held = self._held + chunk, b""
        if chunk.endswith(b"\r"):  # the next chunk may begin with the line feed of the same line end
            chunk, self._held = chunk[:-1], b"\r"
        for piece in chunk.splitlines(keepends=True):
            self._raw += piece
            if self._limit is not None and len(self._raw) > self._limit:
                raise EventTooLarge(f"an event has more than {self._limit} bytes")
            text = piece.rstrip(b"\r\n")
            self._line += text
            if len(text) < len(piece):
                line, self._line = bytes(self._line), bytearray()
                yield from self._take(line)

    def _take(self, line: bytes) -> Iterator[Frame]:
        if self._first:
            line, self._first = line.removeprefix(b"\xef\xbb\xbf"), False
        if not line:
            yield Frame(bytes(self._raw), b"\n".join(self._data) if self._data else None, self._id)
            self._raw, self._data, self._id = bytearray(), [], None
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
        elif name == b"id":
            self._id = value.removeprefix(b" ")


class EventCut:
    """Passes on the bytes of an event stream until the place of the cut.

    >>> cut = EventCut(1)
    >>> cut.feed(b"data: 1\\n\\ndata: 2\\n\\n")
    (b'data: 1\\n\\n', True)

    Comments, such as heartbeats, pass and are not counted.

    Args:
        events: The number of events before the cut.
        mid_frame: Whether to cut in the middle of the next event.
    """

    def __init__(self, events: int, *, mid_frame: bool = False) -> None:
        self._left = events
        self._mid_frame = mid_frame
        self._cutter = EventCutter(limit=None)

    def feed(self, chunk: bytes) -> tuple[bytes, bool]:
        """Return the bytes of a chunk to send, and whether to cut the connection after them."""
        passed = b""
        if self._left == 0 and not self._mid_frame:
            return passed, True
        for frame in self._cutter.feed(chunk):
            if frame.data is not None:
                if self._left == 0:
                    return passed + frame.raw[: len(frame.raw) // 2], True
                self._left -= 1
            passed += frame.raw
            if self._left == 0 and not self._mid_frame:
                return passed, True
        return passed, False
