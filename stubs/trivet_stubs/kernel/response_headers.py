"""ASGI middleware that adds the date of the stub's clock and the service's extra headers to every answer."""

from collections.abc import Awaitable
from datetime import datetime
from email.utils import formatdate
from functools import lru_cache

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet_stubs.kernel.connection import lose
from trivet_stubs.kernel.hooks import Hooks
from trivet_stubs.kernel.log_middleware import LOGGED_KEY
from trivet_stubs.kernel.state import StubState


class ResponseHeadersMiddleware:
    """Adds headers that an answer does not have yet: a fault may have set them otherwise."""

    def __init__(self, app: ASGIApp, *, state: StubState, hooks: Hooks) -> None:
        self._app = app
        self._state = state
        self._hooks = hooks
        self._dated: tuple[datetime | None, bytes] = (None, b"")

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass a request on, and add to the head of its answer."""
        if scope["type"] != "http":
            return self._app(scope, receive, send)
        extra = self._hooks.extra_headers(scope[LOGGED_KEY])

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                headers: list[tuple[bytes, bytes]] = list(message["headers"])
                present = dict(headers)
                if b"date" not in present:
                    headers.append((b"date", self._date()))
                for name, value in extra.items():
                    raw_name = name.lower().encode("latin-1")
                    if raw_name not in present:
                        headers.append((raw_name, value.encode("latin-1")))
                message["headers"] = headers
                if message["status"] >= 500 and self._state.observed.closing_500:
                    lose(scope)
            return send(message)

        return self._app(scope, receive, send_with_headers)

    def _date(self) -> bytes:
        now = self._state.clock.now()
        then, date = self._dated
        if now is not then:  # a clock that stands still returns the same object
            date = _http_date(int(now.timestamp()))
            self._dated = (now, date)
        return date


@lru_cache(maxsize=1)  # many answers are given within a second
def _http_date(seconds: int) -> bytes:
    return formatdate(seconds, usegmt=True).encode()
