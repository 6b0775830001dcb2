"""Server-sent events in the bytes of a stream: where each begins and ends, its data, and a cut after some of them."""

from collections.abc import Iterator
from dataclasses import dataclass

MAX_EVENT = 1024 * 1024


class EventTooLarge(Exception):
    """An event has more bytes than the bound allows."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines of a stream up to an empty one: an event, or comments such as a heartbeat."""

    raw: bytes
    """All bytes of it, the empty line included."""
    data: bytes | None
    """The data of the event; None for a frame without data, which is not an event."""
    id: bytes | None


class EventCutter:
    """Cuts a stream into frames, piece by piece.

    cutter = EventCutter()
    list(cutter.feed(b"data: {}"))          # []
    list(cutter.feed(b"\\n\\ndata: {}\\n\\n"))  # two frames with the data b"{}"

    Args:
        limit: How many bytes a frame may have; None for any number.
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
        """The frames that end in this piece.

        Raises:
            EventTooLarge: A frame is larger than the bound.
        """
        chunk, self._held = self._held + chunk, b""
        if chunk.endswith(b"\r"):  # the next piece may begin with the other half of this end of a line
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
    """Passes the bytes of an event stream on until it has to be cut.

    >>> cut = EventCut(1)
    >>> cut.feed(b"data: 1\\n\\ndata: 2\\n\\n")
    (b'data: 1\\n\\n', True)

    Comments, such as heartbeats, are not counted, and pass.
    """

    def __init__(self, events: int, *, mid_frame: bool = False) -> None:
        self._left = events
        self._mid_frame = mid_frame
        self._cutter = EventCutter(limit=None)

    def feed(self, chunk: bytes) -> tuple[bytes, bool]:
        """Take bytes of the stream; return those to send, and whether to cut after them."""
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
