"""The decisions of an adapter, without I/O.

An adapter lets a client talk to a server with another contract. It translates each request of the client into a flow: a
generator that yields the requests to the server, is sent their answers, and returns the answer for the client.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from .call import JSON


class WireRequest(NamedTuple):
    """A request without its headers, which the adapter does not change.

    Attributes:
        method: The HTTP method.
        target: The path and the query, percent-encoded.
        content: The body; empty for none.
        media_type: The media type of the body.
        optional: Whether the flow goes on if no response arrives: then an answer with the status 0 is sent. Only such a
            request may follow one that changes something, because the failure of another would look like a call that
            was not sent, and the call be repeated.
        shared: Seconds for a request that many flows repeat, such as a poll: in this time it is sent once for all of
            them. A flow gets the answer to a request that was sent after it asked.
    """

    method: str
    target: str
    content: bytes = b""
    media_type: str = JSON
    optional: bool = False
    shared: float | None = None


class WireAnswer(NamedTuple):
    """An answer with its whole body, decompressed.

    Attributes:
        status: The HTTP status.
        media_type: The `Content-Type` header.
        body: The body.
        headers: The headers, by their names in lower case.
    """

    status: int
    media_type: str = ""
    body: bytes = b""
    headers: Mapping[str, str] = MappingProxyType({})


class Pause(NamedTuple):
    """A wait before the next request; it ends early with the call.

    Attributes:
        seconds: How long to wait.
    """

    seconds: float


class EventTranslator(Protocol):
    """Translates a stream of server-sent events chunk by chunk."""

    def feed(self, chunk: bytes) -> bytes:
        """Return the translation of a chunk. It is never empty, because each chunk is a sign of life.

        Raises:
            TooLongError: An event is too long.
        """
        ...


class Forward(NamedTuple):
    """The last request of a flow, whose answer the client gets as it arrives.

    Attributes:
        request: The request.
        events: Makes the translator of its events; None if the answer is passed on unchanged.
    """

    request: WireRequest
    events: Callable[[], EventTranslator] | None = None


Flow: TypeAlias = Generator[WireRequest | Pause, WireAnswer, Forward | WireAnswer]
"""The requests and pauses before the answer for the client. After a pause, an answer with the status 0 is sent."""


class Translation(Protocol):
    """The decisions of an adapter, which keeps no state between two requests."""

    def flow(self, request: WireRequest) -> Flow:
        """Begin the flow for a request of the client.

        Raises:
            APIError: The server has no equivalent of this request; nothing was sent.
        """
        ...
