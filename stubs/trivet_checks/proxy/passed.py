"""One request and its answer as they pass through the proxy, with bounded copies of their bodies."""

import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trivet_checks.exchanges.exchange import media_type_of
from trivet_checks.exchanges.request import pairs_of
from trivet_checks.proxy.not_judged import CODING, MEMORY, PART, SIZE
from trivet_stubs.kernel import content_coding
from trivet_stubs.kernel.content_coding import BrokenCoding as BrokenCoding
from trivet_stubs.kernel.content_coding import NotUnpacked

EVENT_STREAM = "text/event-stream"

Ending = Literal[
    "complete",
    "client left",  # the client closed its connection before the end of the exchange
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
    """A body cannot be judged; the message gives the reason."""

    def __init__(self, message: str, kind: str = PART) -> None:
        super().__init__(message)
        self.kind = kind
        """The kind of the reason, which `not_judged` lists."""


class Room:
    """The number of bytes that all copies together may have, for any thread."""

    def __init__(self, limit: int = MAX_ROOM) -> None:
        self._left = limit
        self._lock = threading.Lock()

    def take(self, size: int) -> bool:
        """Reserve a number of bytes; return whether there is room for them."""
        with self._lock:
            if size > self._left:
                return False
            self._left -= size
            return True

    def give_back(self, size: int) -> None:
        """Give reserved bytes back."""
        with self._lock:
            self._left += size


class Capture:
    """A copy of a body. A body above the limit passes all the same, but no copy of it is kept.

    Args:
        limit: The number of bytes that the copy may have.
        room: The room that all copies share; by default, a room of its own.
    """

    def __init__(self, limit: int = MAX_CAPTURED, room: Room | None = None) -> None:
        self.size: int = 0
        """How many bytes have passed."""
        self._limit = limit
        self._room = room or Room()
        self._chunks: list[bytes] = []
        self._held = 0
        self._lost = ""
        self._kind = SIZE

    def add(self, chunk: bytes) -> None:
        """Copy a chunk of the body."""
        self.size += len(chunk)
        if self._lost:
            return
        if self.size > self._limit:
            self._lost = f"the body has more than {self._limit} bytes"
        elif not self._room.take(len(chunk)):
            self._lost, self._kind = "too many bytes passed at once", MEMORY
        if self._lost:
            self.release()
        else:
            self._chunks.append(chunk)
            self._held += len(chunk)

    def release(self) -> None:
        """Drop the copy, and give its bytes back."""
        self._chunks.clear()
        self._room.give_back(self._held)
        self._held = 0
        if not self._lost:
            self._lost, self._kind = "too many exchanges wait to be judged", MEMORY

    def content(self, coding: str = "", limit: int = MAX_UNPACKED) -> bytes:
        """Return the body, unpacked.

        Raises:
            Unjudged: There is no copy, the body is too large, or its coding is unknown.
            BrokenCoding: The body is not packed in its coding.
        """
        if self._lost and self.size:
            raise Unjudged(self._lost, self._kind)
        return unpack(b"".join(self._chunks), coding, limit)


@dataclass(slots=True, kw_only=True, eq=False)
class Passed:
    """One exchange; its repr leaves out every field that may hold a secret."""

    method: str
    path: str = field(repr=False)
    """The path as the client sent it, percent-encoded."""
    query: bytes = field(repr=False)
    request_headers: Mapping[str, str] = field(repr=False)
    request_body: Capture = field(default_factory=Capture, repr=False)
    request_complete: bool = False
    """Whether the whole body of the request passed."""
    status: int | None = None
    """The status of the answer; None until the answer begins."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    body: Capture = field(default_factory=Capture, repr=False)
    ending: Ending = "proxy ended"
    reason: str = field(default="", repr=False)
    """Why an answer is missing or broken off."""
    alone: bool = True
    """Whether no write of another request was under way meanwhile."""
    began: float = 0.0
    """When the request came, in seconds of a clock that never goes back."""
    answered: float = 0.0
    """When the head of the answer came, before the client got it."""

    @property
    def media_type(self) -> str:
        """The media type of the answer, without its parameters; empty without a `content-type`."""
        return media_type_of(self.headers)

    @property
    def coding(self) -> str:
        """The `content-encoding` of the answer."""
        return self.headers.get("content-encoding", "")

    def release(self) -> None:
        """Drop the copies of the bodies."""
        self.request_body.release()
        self.body.release()

    def pairs(self) -> list[tuple[str, str]]:
        """Return the names and values of the query; an empty list if it cannot be read."""
        return pairs_of(self.query)


def unpack(body: bytes, coding: str, limit: int = MAX_UNPACKED) -> bytes:
    """Unpack a body, up to a limit.

    Args:
        body: The body as it passed.
        coding: The value of its `content-encoding`.
        limit: The number of bytes that the unpacked body may have.

    Raises:
        Unjudged: The body is too large, or its coding is unknown.
        BrokenCoding: The body is not packed in its coding.
    """
    try:
        return content_coding.unpack(body, coding, limit)
    except NotUnpacked as error:
        raise Unjudged(str(error), SIZE if error.kind == "size" else CODING) from None


class Unpacker:
    """Unpacks a stream chunk by chunk, each chunk up to a limit.

    Raises:
        Unjudged: The coding of the stream is unknown.
    """

    def __init__(self, coding: str, limit: int = MAX_UNPACKED) -> None:
        name = coding.strip().lower()
        if name not in ("", "identity", "gzip", "x-gzip"):
            raise Unjudged(f"the content-encoding {name[:40]!r} is not unpacked in a stream", CODING)
        self._member = zlib.decompressobj(_GZIP) if "gzip" in name else None
        self._limit = limit

    def feed(self, chunk: bytes) -> bytes:
        """Return the unpacked bytes of a chunk.

        Raises:
            Unjudged: The unpacked chunk is larger than the limit.
            BrokenCoding: The stream is not packed in its coding.
        """
        if self._member is None:
            return chunk
        try:
            unpacked = self._member.decompress(chunk, self._limit)
        except zlib.error as error:
            raise BrokenCoding(f"the stream is not packed as gzip: {error}") from None
        if self._member.unconsumed_tail:
            raise Unjudged(f"a chunk of the stream unpacks to more than {self._limit} bytes", SIZE)
        return unpacked
