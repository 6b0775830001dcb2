"""A transport to a stub that echoes a secret in every text, and spoils one of its answers with it.

    transport = HostileTransport(stub, secret, spoil=garbled, at=2)
    AsyncBusClient(base_url="http://bus.test", transport=transport, account_key=secret)

The answers before the spoiled one hold the secret in their free texts, as those of a server do that stores what it was
sent: so what an iterator has read, and still holds when it fails, holds the secret, too.
"""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx

from trivet_stubs import Stub

__all__ = ["DECODED", "RETRIED", "SPOILS", "HostileTransport", "Spoil"]

Spoil = Callable[["Answer", str], "Answer"]

FREE_TEXTS = {"comment", "content", "Description", "full_name", "message_content", "RoadName", "text", "title"}
"""Fields of the services whose text is anything."""


class Answer:
    """The parts of an answer: its head, and the chunks of its body, the last of which may be an exception."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], *body: bytes | Exception) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def whole(self) -> bytes:
        """The bytes of the body."""
        return b"".join(chunk for chunk in self.body if isinstance(chunk, bytes))


def refused(answer: Answer, secret: str) -> Answer:
    """Refuse the call, with the secret in headers and body."""
    return Answer(400, [*_json(secret)], json.dumps({"message": f"bad {secret}", "code": secret}).encode())


def unavailable(answer: Answer, secret: str) -> Answer:
    """Refuse the call as a gateway does."""
    return Answer(503, [(b"content-type", b"text/html"), (b"x-echo", secret.encode())], f"<b>{secret}".encode())


def garbled(answer: Answer, secret: str) -> Answer:
    """Send something else than the media type states."""
    return Answer(answer.status, answer.headers, f"{secret} is not JSON, nor a zip, nor CSV".encode())


def distorted(answer: Answer, secret: str) -> Answer:
    """Send JSON of the right shape with values of wrong types."""
    try:
        value = json.loads(answer.whole)
    except ValueError:
        return garbled(answer, secret)
    return Answer(answer.status, answer.headers, json.dumps(_distorted(value, secret)).encode())


def distorted_at_the_end(answer: Answer, secret: str) -> Answer:
    """Spoil only the last record of a list, after the iterator has read the others."""
    if answer.whole.startswith(b"PK"):
        return Answer(answer.status, answer.headers, _with_bad_line(answer.whole, secret))
    try:
        value = json.loads(answer.whole)
    except ValueError:
        return cut(answer, secret)
    for records in value.values() if isinstance(value, dict) else ():
        if isinstance(records, list) and records:
            records[-1] = _distorted(records[-1], secret)
    return Answer(answer.status, answer.headers, json.dumps(value).encode())


def cut(answer: Answer, secret: str) -> Answer:
    """Break off in the middle; the error of the connection shows the bytes that came instead."""
    middle = len(answer.whole) // 2 + 1
    return Answer(answer.status, answer.headers, answer.whole[:middle], _broken(secret))


def no_answer(answer: Answer, secret: str) -> Answer:
    """Send no head."""
    return Answer(0, [], _broken(secret))


SPOILS: list[Spoil] = [refused, unavailable, garbled, distorted, distorted_at_the_end, cut, no_answer]

DECODED = [garbled, distorted, distorted_at_the_end]
"""Those that a strict client may read in another way than a lax one."""

RETRIED = [refused, unavailable, cut, no_answer]
"""Those after which a call is sent again, or a row fails and the next one is sent."""

FRAMES = (
    "{secret} is no JSON",
    '["{secret}"]',
    '{"id": "evt_bad", "type": "session.created", "properties": "{secret}"}',
)
"""The data of events that cannot be read, or do not fit their kind."""
MANY = 40
"""More events that cannot be read than a turn or a view bears."""


class HostileTransport(httpx.AsyncBaseTransport, httpx.BaseTransport):
    """Passes requests to a stub in process, and spoils one of its answers.

    Attributes:
        count: The number of requests so far.
    """

    def __init__(self, stub: Stub, secret: str, *, spoil: Spoil, at: int) -> None:
        """Spoil an answer.

        Args:
            stub: The stub.
            secret: The text that all answers echo.
            spoil: Makes the answer that the client gets.
            at: The number of that answer, from 1; 0 spoils none.
        """
        self._transport, self._async_transport = stub.transport(), stub.async_transport()
        self._secret = secret
        self._spoil = spoil
        self._at = at
        self._lock = threading.Lock()
        self.count = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        spoils = self._begin()
        response = self._transport.handle_request(request)
        if _is_stream(response):
            assert isinstance(response.stream, httpx.SyncByteStream)
            return _response(response, _Events(response.stream, self._frames() if spoils else []))
        answer = self._answer(response, response.read(), spoils=spoils)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer.body))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request."""
        spoils = self._begin()
        response = await self._async_transport.handle_async_request(request)
        if _is_stream(response):
            assert isinstance(response.stream, httpx.AsyncByteStream)
            return _response(response, _AsyncEvents(response.stream, self._frames() if spoils else []))
        answer = self._answer(response, await response.aread(), spoils=spoils)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer.body))

    def _begin(self) -> bool:
        with self._lock:
            self.count += 1
            return self.count == self._at

    def _answer(self, response: httpx.Response, body: bytes, *, spoils: bool) -> Answer:
        headers = [(name, value) for name, value in response.headers.raw if name.lower() != b"content-length"]
        answer = Answer(response.status_code, headers, _with_echo(body, self._secret))
        if spoils:
            answer = self._spoil(answer, self._secret)
        if answer.status == 0:
            [broken] = answer.body
            assert isinstance(broken, Exception)
            raise broken
        return answer

    def _frames(self) -> list[bytes | Exception]:
        if self._spoil is no_answer:
            return [_broken(self._secret)]
        frames = [f"data: {frame.replace('{secret}', self._secret)}\n\n".encode() for frame in FRAMES * MANY]
        return [*frames, _broken(self._secret)] if self._spoil is cut else [*frames]


class _Body(httpx.AsyncByteStream, httpx.SyncByteStream):
    def __init__(self, chunks: tuple[bytes | Exception, ...]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            if isinstance(chunk, Exception):
                raise chunk
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


class _Events(httpx.SyncByteStream):
    """The chunks of a stream; after the first, others are inserted."""

    def __init__(self, stream: httpx.SyncByteStream, inserted: list[bytes | Exception]) -> None:
        self._stream = stream
        self._inserted = inserted

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            yield chunk
            yield from _Body(tuple(self._inserted))
            self._inserted = []

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


class _AsyncEvents(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream, inserted: list[bytes | Exception]) -> None:
        self._stream = stream
        self._inserted = inserted

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            yield chunk
            for inserted in _Body(tuple(self._inserted)):
                yield inserted
            self._inserted = []

    async def aclose(self) -> None:
        """Close the stream."""
        await self._stream.aclose()


def _is_stream(response: httpx.Response) -> bool:
    return response.headers.get("content-type", "").startswith("text/event-stream")


def _response(response: httpx.Response, stream: Any) -> httpx.Response:
    return httpx.Response(response.status_code, headers=response.headers.raw, stream=stream)


def _json(secret: str) -> list[tuple[bytes, bytes]]:
    return [(b"content-type", b"application/json"), (b"x-request-id", secret.encode()), (b"location", secret.encode())]


def _broken(secret: str) -> Exception:
    return httpx.RemoteProtocolError(f"illegal chunk header: bytearray(b'{secret}')")


def _with_bad_line(body: bytes, secret: str) -> bytes:
    """Return a volume file with a line that echoes the secret, and one that is not valid."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        [name] = archive.namelist()
        lines = archive.read(name).decode().splitlines()
    cells = lines[-1].split(",")
    lines += [",".join(secret if cell.isdigit() and len(cell) == 5 else cell for cell in cells), f"{secret},1"]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, "\n".join(lines))
    return packed.getvalue()


def _with_echo(body: bytes, secret: str) -> bytes:
    try:
        value = json.loads(body)
    except ValueError:
        return body
    return json.dumps(_echoing(value, secret)).encode()


def _echoing(value: Any, secret: str) -> Any:
    match value:
        case dict():
            texts = {key: f"{text} {secret}" for key, text in value.items() if key in FREE_TEXTS and type(text) is str}
            return {key: _echoing(part, secret) for key, part in value.items()} | texts
        case list():
            return [_echoing(part, secret) for part in value]
        case _:
            return value


def _distorted(value: Any, secret: str) -> Any:
    match value:
        case dict():
            return {key: _distorted(part, secret) for key, part in value.items()}
        case list():
            return [_distorted(part, secret) for part in value]
        case _:
            return {"echo": [secret]}
