"""Server-sent events, cut out of the bytes of a stream as they pass."""

from collections.abc import Iterator

from trivet_stubs.proxy.capture import Unjudged

MAX_EVENT = 1024 * 1024


class EventCutter:
    """Cuts the data of events out of a stream, piece by piece.

    cutter = EventCutter()
    list(cutter.feed(b"data: {}"))          # []
    list(cutter.feed(b"\\n\\ndata: {}\\n\\n"))  # [b"{}", b"{}"]
    """

    def __init__(self, limit: int = MAX_EVENT) -> None:
        self._limit = limit
        self._line = bytearray()
        self._data: list[bytes] = []
        self._size = 0
        self._after_return = False
        self._first = True

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The data of each event that this piece ends.

        Raises:
            Unjudged: An event is larger than the bound.
        """
        # Lines end with \\n, \\r\\n or \\r; a piece may begin with the second half of an end.
        if self._after_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        if chunk:
            self._after_return = chunk.endswith(b"\r")
        *lines, rest = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for each in lines:
            self._line += each
            line, self._line = bytes(self._line), bytearray()
            yield from self._take(line)
        self._line += rest
        if len(self._line) + self._size > self._limit:
            raise Unjudged(f"an event has more than {self._limit} bytes")

    def _take(self, line: bytes) -> Iterator[bytes]:
        if self._first:
            line = line.removeprefix(b"\xef\xbb\xbf")
            self._first = False
        if not line:
            if self._data:
                yield b"\n".join(self._data)
            self._data.clear()
            self._size = 0
            return
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
            self._size += len(value) + 1
            if self._size > self._limit:
                raise Unjudged(f"an event has more than {self._limit} bytes")
