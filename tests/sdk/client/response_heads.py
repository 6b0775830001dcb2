"""Responses whose end is stated twice, or although they have no body; and a server that sends them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.sdk.client.raw_servers import serving
from tests.sdk.network.raw_server import Conversation, RawServer, head

__all__ = ["BODILESS", "CONFLICTING", "DOUBTFUL", "REUSABLE", "STATED", "VALUES", "json_head", "pieces", "sending"]

JSON = "content-type: application/json"
CHUNKED = "transfer-encoding: chunked"
CHUNKS = b"2\r\n{}\r\n0\r\n\r\n"
OTHER = head("200 OK", JSON, "content-length: 11") + b'"not asked"'
NO_CONTENT = "204 No Content"


def json_head(*fields: str) -> bytes:
    return head("200 OK", JSON, *fields)


REUSABLE = {
    "nothing stated": head(NO_CONTENT),
    "a length of zero": head(NO_CONTENT, "content-length: 0"),
    "two lengths of zero": head(NO_CONTENT, "content-length: 0", "content-length: 0"),
    "after a continue": head("100 Continue") + head(NO_CONTENT),
}
"""Responses with the status 204, after which the connection can be used again."""

DOUBTFUL = {
    "a length": head(NO_CONTENT, "content-length: 5"),
    "a length and a body": head(NO_CONTENT, "content-length: 5") + b"hello",
    "two lengths and a body": head(NO_CONTENT, "content-length: 5", "content-length: 5") + b"hello",
    "chunks that do not come": head(NO_CONTENT, CHUNKED),
    "chunks": head(NO_CONTENT, CHUNKED) + CHUNKS,
    "no chunk": head(NO_CONTENT, CHUNKED) + b"0\r\n\r\n",
    "a length and chunks": head(NO_CONTENT, CHUNKED, "content-length: 5") + CHUNKS,
    "a body that is not stated": head(NO_CONTENT) + b"hello",
    "a body of JSON": head(NO_CONTENT, JSON, "content-length: 4") + b"null",
    "a body that is a response": head(NO_CONTENT, f"content-length: {len(OTHER)}") + OTHER,
    "a response that is not stated": head(NO_CONTENT) + OTHER,
    "a body after early hints": head("103 Early Hints", "link: </x>") + head(NO_CONTENT, CHUNKED) + CHUNKS,
}
"""Responses with the status 204, after which bytes of a body may follow."""

STATED = {name: data for name, data in DOUBTFUL.items() if "not stated" not in name}
"""Those whose heads say so: of the others, only bytes that have arrived are known."""

VALUES = {
    "two lengths": (json_head("content-length: 2", "content-length: 2") + b"{}", True),
    "a list of two": (json_head("content-length: 2, 2") + b"{}", True),
    "a list and one": (json_head("content-length: 2,2", "Content-Length:\t2") + b"{}", True),
    "after an interim that closes": (
        head("103 Early Hints", "connection: close") + json_head("content-length: 2") + b"{}",
        None,
    ),
    "chunks after a length": (json_head("content-length: 2", CHUNKED) + CHUNKS, False),
    "chunks before another length": (json_head(CHUNKED, "content-length: 9, 9") + CHUNKS, False),
}
"""Responses with the value {}, and whether their connection is used again; None where both are right."""

CONFLICTING = {
    "two lengths": json_head("content-length: 2", "content-length: 3") + b"{}",
    "a list": json_head("content-length: 2, 3") + b"{}",
    "two spellings": json_head("content-length: 2", "content-length: 02") + b"{}",
    "one is empty": json_head("content-length: 2", "content-length:") + b"{}",
    "two lengths next to chunks": json_head(CHUNKED, "content-length: 2", "content-length: 3") + CHUNKS,
    "two lengths of no content": head(NO_CONTENT, "content-length: 0", "content-length: 5"),
}
"""Responses whose end is not known."""

BODILESS = {
    "a length": "content-length: 5",
    "chunks": CHUNKED,
    "two lengths": "content-length: 5\r\ncontent-length: 5",
}
"""Headers of a response with the status 304, or to HEAD, before bytes that it must not have."""


def pieces(data: bytes) -> list[bytes]:
    """Return each byte of a response, to be sent by itself."""
    return [data[at : at + 1] for at in range(len(data))]


@contextmanager
def sending(*data: bytes) -> Iterator[RawServer]:
    """Send these bytes in answer to the first request, and JSON with the path of the request to the others."""

    def answer(talk: Conversation) -> None:
        for request in talk.requests():
            if len(talk.server.arrivals) == 1:
                talk.send(*data)
            else:
                body = f'"{request.target}"'.encode()
                talk.send(json_head(f"content-length: {len(body)}") + body)

    with serving(answer) as server:
        yield server
