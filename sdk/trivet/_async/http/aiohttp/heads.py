# Async only: aiohttp has no sync form.
"""Heads of responses that aiohttp's parser refuses, although RFC 9112 gives them a meaning.

The parser takes bytes after a 204 or a 304 for the next response, and refuses two equal `Content-Length`, one next to
chunks, and a response after an informational one that says `close`. h11, which the default transport uses, reads them.
So a head that was refused is read a second time, without what the parser does not know. Heads that it accepts, which
are nearly all, cost nothing but a reference to their bytes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import HttpProcessingError

LONGEST = 131_072
"""The most bytes of a head that is read a second time."""

_BODILESS = (204, 304)
"""The statuses of responses that end with their heads (RFC 9112, 6.3)."""

_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})(?!\d)")
_END = re.compile(rb"\r?\n\r?\n")
_LINE = re.compile(rb"\r?\n")
_BARE_RETURN = re.compile(rb"\r[^\n]")


class Readable(NamedTuple):
    """A response that the parser can read.

    Attributes:
        data: The bytes for the parser.
        closing: Whether the end of the response is in doubt for others, so that the connection is not used again.
    """

    data: bytes
    closing: bool


class IncompleteHeadError(Exception):
    """The head has not arrived completely."""


def readable(data: bytes, *, bodiless: bool, interim: bool = False) -> Readable | None:
    r"""Return a refused response as the parser can read it; None if it is to be refused.

    >>> readable(b"HTTP/1.1 204 No Content\r\n\r\nhello", bodiless=False).data
    b'HTTP/1.1 204 No Content\r\n\r\n'

    Args:
        data: The bytes of the response so far, with informational responses before it.
        bodiless: Whether the response is one to HEAD, which ends with its head.
        interim: Whether the parser has read an informational response before, so that it may accept the same bytes.

    Raises:
        IncompleteHeadError: A decision needs more of the head.
    """
    start, before, can_be_accepted = 0, b"", interim
    while True:
        status = _STATUS.match(data, start)
        if status is None:
            if interim and len(data) < start + 12 and b"HTTP/1.1 ".startswith(data[start : start + 9]):
                raise IncompleteHeadError
            return None
        end = _END.search(data, start)
        if end is None:
            if (interim or b"content-length" in data[start:].lower()) and not _BARE_RETURN.search(data, start):
                raise IncompleteHeadError
            return None
        code = int(status[1])
        if not 100 <= code < 200 or code == 101:
            break
        before += _lasting(data[start : end.end()])
        start = end.end()
        interim = True
    rest = data[end.end() :]
    original = lines = _LINE.split(data[start : end.start()])
    lengths = [length.strip(b" \t") for value in _values(lines, b"content-length") for length in value.split(b",")]
    if len(set(lengths)) > 1:
        return None
    chunked = bool(_values(lines, b"transfer-encoding"))
    if chunked and lengths:
        lines = _without_lengths(lines)  # the chunks are what counts
    elif len(lengths) > 1:
        lines = [*_without_lengths(lines), b"Content-Length: " + lengths[0]]
    superfluous = rest if bodiless or code in _BODILESS else b""
    changed = lines is not original or before != data[:start] or superfluous
    if not (changed or can_be_accepted):
        return None
    repaired = before + b"\r\n".join(lines) + b"\r\n\r\n" + (b"" if superfluous else rest)
    return Readable(repaired, closing=bool(superfluous or (chunked and lengths)))


def after_heads(data: bytes, count: int) -> bytes:
    """Return the bytes after some informational responses: the start of the next head may have come with them."""
    for _ in range(count):
        data = data.lstrip(b"\r\n")
        end = _END.search(data)
        data = b"" if end is None else data[end.end() :]
    return data


def _lasting(interim: bytes) -> bytes:
    """Return an informational response that does not end its connection: the final one follows (RFC 9110, 15.2)."""
    status, *lines = _LINE.split(interim)
    kept = [line for line in lines if line.partition(b":")[0].lower() != b"connection"]
    return interim if kept == lines and status[7:8] == b"1" else b"\r\n".join([b"HTTP/1.1" + status[8:], *kept])


def _values(lines: list[bytes], name: bytes) -> list[bytes]:
    return [value for key, _, value in (line.partition(b":") for line in lines[1:]) if key.lower() == name]


def _without_lengths(lines: list[bytes]) -> list[bytes]:
    return [line for line in lines if line.partition(b":")[0].lower() != b"content-length"]


class RepairingHandler(ResponseHandler):
    """A connection that reads a refused head a second time, as far as `readable` has an answer."""

    def set_response_params(self, **params: Any) -> None:
        """Prepare for the next response."""
        super().set_response_params(**params)
        bodiless = bool(params.get("skip_payload"))
        self._parser: Any = _HeadParser(self._parser, bodiless, partial(self._begin_again, params), self._read_body)

    def _begin_again(self, params: dict[str, Any], *, closing: bool) -> Any:
        """Return a new parser for the same response."""
        super().set_response_params(**params)
        if closing:
            self.force_close()
        return self._parser

    def _read_body(self, parser: Any) -> None:
        """Use aiohttp's parser alone, once the head has been read."""
        self._parser = parser


def repairing(loop: asyncio.AbstractEventLoop) -> Any:
    """Return what makes the connections of an event loop; aiohttp's type for it has the one class of aiohttp."""
    return partial(RepairingHandler, loop=loop)


class _HeadParser:
    """A parser of aiohttp, up to the end of the head."""

    __slots__ = ("_begin_again", "_bodiless", "_chunks", "_interim", "_parser", "_read_body", "_refusal")

    def __init__(
        self, parser: Any, bodiless: bool, begin_again: Callable[..., Any], read_body: Callable[[Any], None]
    ) -> None:
        self._parser = parser
        self._bodiless = bodiless
        self._begin_again = begin_again
        self._read_body = read_body
        self._chunks: list[bytes] = []
        self._interim = False
        self._refusal: HttpProcessingError | None = None

    def feed_data(self, data: bytes) -> tuple[Any, bool, bytes]:
        """Return the responses whose heads have arrived."""
        self._chunks.append(data)
        if self._refusal is None:
            try:
                messages, upgraded, tail = self._parser.feed_data(data)
            except HttpProcessingError as error:
                self._refusal = error.with_traceback(None)
            else:
                if messages:
                    if messages[-1][0].code >= 200:
                        self._read_body(self._parser)
                    else:
                        self._interim = True
                        self._chunks = [after_heads(b"".join(self._chunks), len(messages))]
                return messages, upgraded, tail
        raw = b"".join(self._chunks)
        try:
            repaired = readable(raw, bodiless=self._bodiless, interim=self._interim)
        except IncompleteHeadError:
            if len(raw) < LONGEST:
                return (), False, b""
            repaired = None
        if repaired is None:
            refusal, self._refusal = self._refusal, None
            raise refusal
        responses: tuple[Any, bool, bytes] = self._begin_again(closing=repaired.closing).feed_data(repaired.data)
        return responses

    def feed_eof(self) -> Any:
        """End the response with its connection."""
        return self._parser.feed_eof()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parser, name)
