"""ASGI middleware that adds the date of the stub's clock and the service's extra headers to every answer."""

from email.utils import formatdate
from functools import lru_cache

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.connection import lose
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.state import StubState


class ResponseHeadersMiddleware:
    """Adds headers that an answer does not have yet: a fault may have set them otherwise."""

    def __init__(self, app: ASGIApp, *, state: StubState, hooks: Hooks) -> None:
        self._app = app
        self._state = state
        self._hooks = hooks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to the head of its answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        extra = self._hooks.extra_headers(Request(scope))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: list[tuple[bytes, bytes]] = list(message["headers"])
                present = {name for name, _ in headers}
                if b"date" not in present:
                    headers.append((b"date", _http_date(int(self._state.clock.now().timestamp()))))
                for name, value in extra.items():
                    raw_name = name.lower().encode("latin-1")
                    if raw_name not in present:
                        headers.append((raw_name, value.encode("latin-1")))
                message["headers"] = headers
                if message["status"] >= 500 and self._state.observed.closing_500:
                    lose(scope)
            await send(message)

        await self._app(scope, receive, send_with_headers)


@lru_cache(maxsize=1)  # many answers are given within a second, or on a clock that stands still
def _http_date(seconds: int) -> bytes:
    return formatdate(seconds, usegmt=True).encode()
