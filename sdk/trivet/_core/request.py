"""Requests: a call encoded with the settings of its client, and each attempt to send it, with credentials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._version import __version__
from .call import JSON, Call
from .call_deadline import CallEnd
from .lazy_imports import lazy
from .secrets import CREDENTIAL_HEADERS, SecretRegister, header_secrets
from .settings import Settings
from .timeouts import Timeouts

if TYPE_CHECKING:
    from . import json_writing, upload
else:
    upload = lazy("trivet._core.upload")
    json_writing = lazy("trivet._core.json_writing")

USER_AGENT = f"trivet/{__version__}"

NOTHING_ADDED: Mapping[str, str] = {}
"""The headers of a client without observers."""

LONG_LIVED = "trivet.long_lived"
"""The request extension (of httpx) that says whether the request is long-lived."""

SECRETS = "trivet.secrets"
"""The request extension (of httpx) that holds a function, which a transport calls with the secrets that it sends."""


class Request:
    """A call with the settings of its client, ready to be sent.

    Attributes:
        call: The call.
        url: The URL with its query.
        headers: The headers, without those that carry the client's credentials.
        content: The encoded body, one that is read while it is sent, or None.
        read_timeout: Seconds for each wait for data; None for no limit.
        whole: Whether the body of the answer is read at once; otherwise it is streamed.
        long_lived: Whether it may hold its connection for long: a stream, or a wait until the service has done work.
        register: The secrets of the client.
    """

    __slots__ = ("call", "content", "headers", "long_lived", "read_timeout", "register", "url", "whole")

    def __init__(
        self,
        call: Call[Any],
        settings: Settings,
        read_timeout: float | None,
        *,
        whole: bool,
        long_lived: bool = False,
    ) -> None:
        """Encode a call.

        Raises:
            InvalidArgumentError: An argument cannot be written as JSON.
        """
        encoding = "gzip, deflate" if whole else "identity"
        headers = {"accept-encoding": encoding, "user-agent": USER_AGENT, **settings.headers, "accept": call.accept}
        if not whole:
            headers["accept-encoding"] = encoding  # not the user's: a compressed stream cannot be read as it arrives
        if call.public:
            headers = {name: value for name, value in headers.items() if name not in CREDENTIAL_HEADERS}
        content: bytes | upload.Upload | None = None
        if call.encoded is not None:
            content = call.encoded.content
            headers["content-type"] = call.encoded.media_type
            length = getattr(call.encoded, "length", None)
            if length is not None:  # otherwise it is sent in chunks
                headers["content-length"] = str(length)
        elif call.body is not None:
            content = json_writing.encode_body(call.body)
            headers["content-type"] = JSON
        self.call = call
        self.url = settings.base_url + call.target(settings.context)
        self.headers = headers
        self.content = content
        self.read_timeout = read_timeout
        self.whole = whole
        self.long_lived = long_lived
        self.register = settings.secrets

    @property
    def can_be_sent(self) -> bool:
        """Whether its body can be read, possibly again."""
        return self.content is None or isinstance(self.content, bytes) or self.content.can_be_sent

    def outgoing(
        self,
        credentials: Mapping[str, str],
        end: CallEnd,
        timeouts: Timeouts,
        auth: Any,
        added: Mapping[str, str] = NOTHING_ADDED,
    ) -> Outgoing:
        """Return one attempt to send this request.

        Args:
            credentials: The headers that carry the credentials.
            end: The end of the call.
            timeouts: The seconds for connecting, sending and waiting for a connection.
            auth: The `httpx.Auth` whose auth flow sends the request, or None.
            added: The headers of observers, which replace no others.
        """
        call = self.call
        headers = encode_headers({**added, **self.headers, **credentials})
        outgoing = Outgoing(
            call.operation,
            call.method,
            self.url,
            headers,
            self.content,
            timeouts,
            self.read_timeout,
            end,
            auth,
            self.register,
            long_lived=self.long_lived,
            cacheable_url=call.cacheable_url and not call.secrets,
        )
        if added:
            outgoing.add_secrets(header_secrets(added))
        return outgoing


class Outgoing:
    """One attempt to send a request, with its credentials; its repr shows none of them.

    Attributes:
        operation: The operation's name.
        method: The HTTP method.
        url: The URL with its query.
        headers: The headers as they are sent.
        content: The encoded body, or None.
        timeouts: The seconds for connecting, sending and waiting for a connection.
        read_timeout: Seconds for each wait for data; None for no limit.
        end: The end of the call.
        auth: The `httpx.Auth` whose auth flow sends the request, or None.
        long_lived: Whether it may hold its connection for long.
        cacheable_url: Whether the parsed URL may be kept for the next request to it, because it holds no secret.
        register: The secrets of the client.
        secrets: Secrets that became known while this attempt was sent, such as the credentials of a proxy; the register
            has them, too, but only the latest.
    """

    __slots__ = (
        "auth",
        "cacheable_url",
        "content",
        "end",
        "headers",
        "long_lived",
        "method",
        "operation",
        "read_timeout",
        "register",
        "secrets",
        "timeouts",
        "url",
    )

    def __init__(
        self,
        operation: str,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | upload.Upload | None,
        timeouts: Timeouts,
        read_timeout: float | None,
        end: CallEnd,
        auth: Any,
        register: SecretRegister,
        *,
        long_lived: bool = False,
        cacheable_url: bool = False,
    ) -> None:
        self.operation: str = operation
        self.method: str = method
        self.url: str = url
        self.headers: list[tuple[bytes, bytes]] = headers
        self.content: bytes | upload.Upload | None = content
        self.timeouts: Timeouts = timeouts
        self.read_timeout: float | None = read_timeout
        self.end: CallEnd = end
        self.auth: Any = auth
        self.long_lived: bool = long_lived
        self.cacheable_url: bool = cacheable_url
        self.register: SecretRegister = register
        self.secrets: tuple[str, ...] = ()

    def add_secrets(self, secrets: tuple[str, ...]) -> None:
        """Add secrets that a transport or an auth flow sends, for the errors of this attempt and of the client."""
        self.secrets += secrets
        self.register.add(secrets)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.operation!r})"


def encode_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as bytes, which saves httpx from encoding them."""
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers.items()]
