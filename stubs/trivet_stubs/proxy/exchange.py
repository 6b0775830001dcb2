"""One request and its answer as they pass through the proxy, with bounded copies of their bodies."""

import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trivet_stubs.kernel.operation import query_pairs
from trivet_stubs.kernel.refusal import Refusal

EVENT_STREAM = "text/event-stream"

Ending = Literal[
    "complete",
    "client left",  # the client closed its connection before the end
    "broken off",  # the upstream closed its connection before the end, or was silent for too long
    "no answer",  # the upstream sent no head of an answer
    "unreachable",  # no connection to the upstream was made
    "proxy ended",
]

MAX_CAPTURED = 8 * 1024 * 1024
MAX_UNPACKED = 32 * 1024 * 1024
MAX_ROOM = 256 * 1024 * 1024

_GZIP = 16 + zlib.MAX_WBITS


class Unjudged(Exception):
    """A body is not judged; the message says why."""


class BrokenCoding(Exception):
    """A body is not packed as its header says."""


class Room:
    """How many bytes all copies may take at once; from any thread."""

    def __init__(self, limit: int = MAX_ROOM) -> None:
        self._left = limit
        self._lock = threading.Lock()

    def take(self, size: int) -> bool:
        """Take so many bytes, if there is room for them."""
        with self._lock:
            if size > self._left:
                return False
            self._left -= size
            return True

    def give_back(self, size: int) -> None:
        """Give bytes back that were taken."""
        with self._lock:
            self._left += size


class Capture:
    """A copy of a body, up to a bound; what is longer passes all the same, and is not kept at all.

    Args:
        limit: How many bytes it may have.
        room: What all copies share; without it, a room of its own.
    """

    def __init__(self, limit: int = MAX_CAPTURED, room: Room | None = None) -> None:
        self.size: int = 0
        """How many bytes have passed."""
        self._limit = limit
        self._room = room or Room()
        self._chunks: list[bytes] = []
        self._held = 0
        self._lost = ""

    def add(self, chunk: bytes) -> None:
        """Copy a piece of the body."""
        self.size += len(chunk)
        if self._lost:
            return
        if self.size > self._limit:
            self._lost = f"the body has more than {self._limit} bytes"
        elif not self._room.take(len(chunk)):
            self._lost = "too much passed at once"
        if self._lost:
            self.release()
        else:
            self._chunks.append(chunk)
            self._held += len(chunk)

    def release(self) -> None:
        """Forget the copy."""
        self._chunks.clear()
        self._room.give_back(self._held)
        self._held = 0
        self._lost = self._lost or "too much waits to be judged"

    def content(self, coding: str = "", limit: int = MAX_UNPACKED) -> bytes:
        """The body, unpacked.

        Raises:
            Unjudged: It is too large, or packed in a way that is not known here.
            BrokenCoding: It is not packed as the header says.
        """
        if self._lost:
            raise Unjudged(self._lost)
        return unpack(b"".join(self._chunks), coding, limit)


@dataclass(slots=True, kw_only=True, eq=False)
class Passed:
    """One exchange; its repr leaves out all that may hold a secret."""

    method: str
    path: str = field(repr=False)
    """The path as the client wrote it, percent-encoded."""
    query: bytes = field(repr=False)
    request_headers: Mapping[str, str] = field(repr=False)
    request_body: Capture = field(default_factory=Capture, repr=False)
    request_complete: bool = False
    """Whether the whole body of the request passed."""
    status: int | None = None
    """The status of the answer; None as long as there is none."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    body: Capture = field(default_factory=Capture, repr=False)
    ending: Ending = "proxy ended"
    reason: str = field(default="", repr=False)
    """Why an answer is missing or broken off."""

    @property
    def media_type(self) -> str:
        """The media type of the answer without its parameters; empty if it names none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def coding(self) -> str:
        """How the body of the answer is packed."""
        return self.headers.get("content-encoding", "")

    def release(self) -> None:
        """Forget the bodies."""
        self.request_body.release()
        self.body.release()

    def pairs(self) -> list[tuple[str, str]]:
        """The names and values of the query; none if it cannot be read."""
        try:
            return query_pairs(self.query)
        except Refusal:
            return []


def unpack(body: bytes, coding: str, limit: int = MAX_UNPACKED) -> bytes:
    """Unpack a body, up to a bound.

    Args:
        body: The body as it passed.
        coding: The value of its `content-encoding`.
        limit: How many bytes it may have then.

    Raises:
        Unjudged: It is too large, or packed in a way that is not known here.
        BrokenCoding: It is not packed as the header says.
    """
    name = coding.strip().lower()
    if name in ("", "identity") or not body:
        return body
    if name not in ("gzip", "x-gzip", "deflate"):
        raise Unjudged(f"the content-encoding {name[:40]!r} is not unpacked")
    try:
        if name == "deflate":
            return _inflate(body, zlib.MAX_WBITS if body[0] & 15 == 8 else -zlib.MAX_WBITS, limit)
        return _inflate(body, _GZIP, limit)
    except zlib.error as error:
        raise BrokenCoding(f"the body is not packed as {name}: {error}") from None


def _inflate(body: bytes, bits: int, limit: int) -> bytes:
    parts: list[bytes] = []
    left = limit
    while body:
        member = zlib.decompressobj(bits)
        parts.append(member.decompress(body, left + 1))
        left -= len(parts[-1])
        if left < 0 or member.unconsumed_tail:
            raise Unjudged(f"the body unpacks to more than {limit} bytes")
        if not member.eof:
            raise zlib.error("it ends too early")
        body = member.unused_data.lstrip(b"\0")
    return b"".join(parts)


class Unpacker:
    """Unpacks a stream piece by piece, each piece up to a bound.

    Raises:
        Unjudged: It is packed in a way that is not known here.
    """

    def __init__(self, coding: str, limit: int = MAX_UNPACKED) -> None:
        name = coding.strip().lower()
        if name not in ("", "identity", "gzip", "x-gzip"):
            raise Unjudged(f"the content-encoding {name[:40]!r} is not unpacked in a stream")
        self._member = zlib.decompressobj(_GZIP) if "gzip" in name else None
        self._limit = limit

    def feed(self, chunk: bytes) -> bytes:
        """What a piece unpacks to.

        Raises:
            Unjudged: It is more than the bound.
            BrokenCoding: The stream is not packed as its header says.
        """
        if self._member is None:
            return chunk
        try:
            found = self._member.decompress(chunk, self._limit)
        except zlib.error as error:
            raise BrokenCoding(f"the stream is not packed as gzip: {error}") from None
        if self._member.unconsumed_tail:
            raise Unjudged(f"a piece of the stream unpacks to more than {self._limit} bytes")
        return found
