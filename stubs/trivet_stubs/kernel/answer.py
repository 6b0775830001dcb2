"""A whole answer, as an ASGI app."""

from collections.abc import Mapping

from starlette.types import Receive, Scope, Send

_WITHOUT_BODY = (204, 304)


class Answer:
    """The answer to an operation: a status, headers and a body that are ready, and nothing else to set.

    await Answer(200, {"content-type": "application/json"}, b"{}")(scope, receive, send)
    """

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes = b"") -> None:
        self._status = status
        self._headers = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers.items()]
        if status not in _WITHOUT_BODY:
            self._headers.append((b"content-length", b"%d" % len(body)))
        self._body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": self._body})
