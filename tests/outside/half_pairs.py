"""Answers that are cut within an emoji, as a server written in JavaScript cuts a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import httpx

HALF = "HALF-OF-A-PAIR"
"""Stands in a text of a stub where an answer is to be cut."""


def cut(body: bytes) -> dict[str, Any]:
    """Return a body with the escape of half a surrogate pair in place of `HALF`, as the arguments of a fault."""
    assert HALF.encode() in body
    return {"status": 200, "body": body.replace(HALF.encode(), rb"\ud83d"), "content_type": "application/json"}


class Cuts(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport that cuts every answer of another one."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer: httpx.Response = self._inner.handle_request(request)
        return self._cut(answer, answer.read())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer: httpx.Response = await self._inner.handle_async_request(request)
        return self._cut(answer, await answer.aread())

    def _cut(self, answer: httpx.Response, body: bytes) -> httpx.Response:
        content = body.replace(HALF.encode(), rb"\ud83d")
        return httpx.Response(answer.status_code, content=content, headers={"content-type": "application/json"})


def texts_of(messages: Iterable[Any]) -> list[str]:
    """Return the texts in the answers of an agent."""
    return [part.text for message in messages for part in getattr(message, "content", ()) if part.type == "text"]
