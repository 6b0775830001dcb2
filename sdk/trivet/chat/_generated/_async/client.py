# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The client of the Chat Conversation and Administration Service."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from ...._async.connection import AsyncConnection
from ...._async.http.transports import AsyncTransport
from ...._core.auth import Bearer
from ...._core.clock import Clock
from ...._core.frames import hide_arguments
from ...._core.settings import ApiInfo, Settings
from ..._impersonation._async.client import AsyncActingClient
from . import resources

__all__ = ["AsyncChatClient"]

SECRETS = (
    "access_token", "share_token",
)  # fmt: skip
API_INFO = ApiInfo("chat", None, {}, SECRETS)


class AsyncChatClient(AsyncActingClient):
    """A typed client of the Chat Conversation and Administration Service, revision 1.

    >>> async with AsyncChatClient(token="…", base_url="https://example.org") as client:
    ...     await client.conversations.get("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")
    """

    __module__ = "trivet"

    @hide_arguments
    def __init__(
        self,
        *,
        token: str | Callable[[], Awaitable[str]] | None = None,
        base_url: str | None = None,
        timeout: float | None = 30.0,
        deadline: float | None = None,
        max_retries: int = 2,
        max_body: int = 64_000_000,
        max_in_flight: int | None = None,
        max_per_second: float | None = None,
        max_connections: int = 100,
        max_streams: int | None = None,
        headers: Mapping[str, str] | None = None,
        transport: AsyncTransport | None = None,
        clock: Clock | None = None,
        strict: bool = False,
    ) -> None:
        """Check the settings; the first call connects.

        Args:
            token: The access token, or what fetches one: called when the first call needs it, and again after a 401. Without
                it, `TRIVET_CHAT_TOKEN` of the environment, or no credentials, which some calls do not need.
            base_url: Where the service is mounted, with its prefix; without it, `TRIVET_CHAT_BASE_URL` of the
                environment.
            timeout: Seconds for each of connecting, sending, and each wait for more of the answer; None for no limit.
            deadline: Seconds for a whole call, to the last byte of its answer; None for no limit.
            max_retries: How often a failed call is sent again, where it is retryable.
            max_body: The most bytes of an answer that is held in memory, unpacked.
            max_in_flight: How many requests may be in flight at once; None for no limit. `with_options` says what counts.
            max_per_second: How many requests may be sent a second, at even intervals; None for no limit.
            max_connections: How many connections to one host calls may use at once; further ones wait, up to `timeout`.
            max_streams: How many more streams and waits for the service's work may use; None for no limit.
            headers: Headers to send with every request.
            transport: What sends the requests instead of connections of this client's own; the client closes it.
            clock: Where the time comes from; without it, the machine's own clock.
            strict: Check every type of every answer, which takes several times as long.

        Raises:
            InvalidArgumentError: An argument cannot be used, or one that is needed is nowhere.
        """
        auth = Bearer(token, argument="token", variable="TRIVET_CHAT_TOKEN")
        settings = Settings(
            API_INFO, auth, base_url=base_url, timeout=timeout, deadline=deadline,
            max_retries=max_retries, max_body=max_body, max_in_flight=max_in_flight, max_per_second=max_per_second,
            max_connections=max_connections, max_streams=max_streams, headers=headers, clock=clock, strict=strict,
        )  # fmt: skip
        super().__init__(AsyncConnection(settings, transport))

    def _open(self, connection: AsyncConnection) -> None:
        super()._open(connection)
        self.admin: resources.AsyncAdmin = resources.AsyncAdmin(connection)
        self.conversations: resources.AsyncConversations = resources.AsyncConversations(connection)
