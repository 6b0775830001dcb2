"""The heads of requests as clients send them: the four forms of a target, empty lines, and the spelling of headers.

uvicorn knows one form of a target, cuts a question mark without a query, and writes names in lower case. A port accepts
the absolute form as RFC 9112, section 3.2.2, demands, and an empty line before a request (section 2.2). It refuses by
name a target that has no path: it has an answer, in place of a connection that is closed without a word.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import h11
import orjson
from starlette.types import ASGIApp, Receive, Scope, Send

HEAD = "trivet.head"
"""The key of the `Head` of a request in the state of its scope."""

_ABSOLUTE = re.compile(rb"(?i)([a-z][a-z0-9+.-]*)://([^/?#]*)(.*)", re.DOTALL)
_HTTP = (b"http", b"https")
_BLANK = b"\r\n"
_NOT_IMPLEMENTED = 501


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of a request as it was sent."""

    target: bytes = field(repr=False)
    """The path and the query of the target; `/` for a target that is refused."""
    headers: list[tuple[bytes, bytes]] = field(repr=False)
    """The headers in their order, with the names as the client spells them; the host comes from an absolute target."""
    authority: bytes | None = None
    """The host and the port in a target of the absolute form; None in another form."""
    problem: str = ""
    """Why the target is refused, in a sentence."""
    status: int = 400
    """The status of the refusal."""


def head_of(method: bytes, target: bytes, headers: list[tuple[bytes, bytes]]) -> Head:
    """Return the head of a request.

    >>> head_of(b"GET", b"http://stub/a?b", []).target
    b'/a?b'
    """
    authority = None
    problem, status = "", 400
    absolute = _ABSOLUTE.fullmatch(target)
    if method == b"CONNECT":
        problem, status = "CONNECT opens no tunnel here: use the URL of this port, and no http_proxy", _NOT_IMPLEMENTED
    elif absolute is not None:
        scheme, authority, target = absolute[1], absolute[2], absolute[3]
        target = target if target.startswith(b"/") else b"/" + target
        if scheme.lower() not in _HTTP or not authority or b"@" in authority:
            problem = "an absolute one begins with http:// and a host, without a user"
    elif target == b"*":
        problem = "* means no path, and this port answers paths alone"
    elif not target.startswith(b"/"):
        problem = "begins without a slash"
    if not problem and b"#" in target:
        problem = "has a fragment (#), which clients keep to themselves"
    if problem:
        return Head(target=b"/", headers=headers, problem=f"target: {problem}", status=status)
    if authority is not None:
        headers = [(b"Host", authority), *(pair for pair in headers if pair[0].lower() != b"host")]
    return Head(target=target, headers=headers, authority=authority)


class HeadReader(h11.Connection):
    """The connection of a server, which notes each head before uvicorn reads it.

    Args:
        note: Is called with each head.
        most: The number of bytes that a head may have.
    """

    def __init__(self, note: Callable[[Head], None], most: int | None = None) -> None:
        super().__init__(h11.SERVER, **({} if most is None else {"max_incomplete_event_size": most}))
        self._note = note

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; a request has the path of its target alone, and the host that its target names."""
        if self.their_state is h11.IDLE and not self._is_past_empty_lines():
            return h11.NEED_DATA
        event = super().next_event()
        if not isinstance(event, h11.Request):
            return event
        head = head_of(event.method, event.target, list(event.headers.raw_items()))
        self._note(head)
        if head.target == event.target and head.authority is None:
            return event
        return h11.Request(
            method=event.method, target=head.target, headers=head.headers, http_version=event.http_version
        )

    def _is_past_empty_lines(self) -> bool:
        """Drop empty lines before a request; return whether something else follows."""
        waiting = self.trailing_data[0]
        text = waiting.lstrip(_BLANK)
        if len(text) < len(waiting):
            # h11 has no public way to drop them, and takes an empty line for the end of a head.
            buffer: Any = self._receive_buffer
            buffer.maybe_extract_at_most(len(waiting) - len(text))
        return bool(text) or not waiting


class RefusedTargets:
    """An ASGI app that answers a request whose target is refused with the reason, and passes all others on.

    >>> app = RefusedTargets(stub)

    Args:
        app: The application.
        note: Is called with the reason of each refusal.
    """

    def __init__(self, app: ASGIApp, note: Callable[[str], None] | None = None) -> None:
        self._app = app
        self._note = note

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as an ASGI app."""
        head = cast(Head | None, scope.get("state", {}).get(HEAD))
        if head is None or not head.problem:
            await self._app(scope, receive, send)
            return
        if self._note is not None:
            self._note(head.problem)
        await refuse(send, head.status, head.problem)


async def refuse(send: Send, status: int, sentence: str) -> None:
    """Answer a request with an error, and close the connection: its body has not been read."""
    content = orjson.dumps({"error": sentence})
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(content)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
