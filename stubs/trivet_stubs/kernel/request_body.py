"""The body of a request, read as a whole within a bound."""

from typing import Final, Literal

from starlette.types import Receive

TOO_LARGE: Final = "too large"
# A client that reads no answer while it sends needs its body read, or it never sees the refusal.
_MAX_DROPPED = 16 * 1024 * 1024


async def read_body(receive: Receive, limit: int) -> bytes | Literal["too large"] | None:
    """The body of a request; None when the client disconnects before its end."""
    message = await receive()
    if message["type"] == "http.request" and not message.get("more_body", False):
        body: bytes = message.get("body", b"")
        return body if len(body) <= limit else TOO_LARGE
    chunks: list[bytes] = []
    size = 0
    while message["type"] == "http.request":
        chunk: bytes = message.get("body", b"")
        size += len(chunk)
        if size <= limit:
            chunks.append(chunk)
        else:
            chunks.clear()
        if not message.get("more_body", False) or size > limit + _MAX_DROPPED:
            return b"".join(chunks) if size <= limit else TOO_LARGE
        message = await receive()
    return None
