# Derived from sdk/trivet/chat/_generated/_async/client.py by `python -m codegen`; do not edit.
"""The client of the Chat Conversation and Administration Service."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...._core.auth import Bearer
from ...._core.clock import Clock
from ...._core.operation_group import OperationGroup
from ...._core.public import exported_from
from ...._core.settings import ApiInfo, Settings
from ...._core.timeouts import Timeout
from ...._core.traceback_locals import hide_arguments
from ...._sync.client import observation
from ...._sync.connection import Connection
from ...._sync.http.environment import Certificate, ConnectionSettings, Verify
from ...._sync.http.transports import Transport
from ..._impersonation._sync.client import ActingClient
from . import resources

__all__ = ["ChatClient"]

SECRETS = (
    "access_token", "share_token",
)  # fmt: skip
API_INFO = ApiInfo("chat", None, {}, SECRETS)


@exported_from("trivet")
class ChatClient(ActingClient):
    """A typed client of the Chat Conversation and Administration Service, revision 1.

    >>> with ChatClient(token="…", base_url="https://example.org") as client:
    ...     client.conversations.get("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001")

    Attributes:
        admin: groups `conversations`, `ratings`, `users`.
        conversations: `archive`, `create`, `delete`, `get`, `list`, `open_shared`, `shared_with_me`, `update`;
            groups `messages`, `shares`.
    """

    admin: OperationGroup[resources.Admin] = OperationGroup(resources.Admin)
    conversations: OperationGroup[resources.Conversations] = OperationGroup(resources.Conversations)

    @hide_arguments
    def __init__(
        self,
        *,
        token: str | Callable[[], str] | None = None,
        base_url: str | None = None,
        timeout: Timeout = 30.0,
        deadline: float | None = None,
        max_retries: int = 2,
        max_body: int | None = None,
        max_values: int = 500_000,
        max_in_flight: int | None = None,
        max_per_second: float | None = None,
        max_connections: int = 100,
        max_streams: int | None = None,
        headers: Mapping[str, str] | None = None,
        verify: Verify = True,
        cert: Certificate | None = None,
        proxy: str | None = None,
        transport: Transport | None = None,
        clock: Clock | None = None,
        observers: Sequence[observation.Observer] | None = None,
        strict: bool = False,
    ) -> None:
        """Check the settings; the first call connects.

        Args:
            token: The access token, or a callable that fetches one when the first call needs it, and again after a 401. By
                default, `TRIVET_CHAT_TOKEN` from the environment, or no credentials, which some calls do not need.
            base_url: The URL of the service, with its prefix; by default, `TRIVET_CHAT_BASE_URL` from the
                environment.
            timeout: Seconds for connecting, for sending, and for each wait for data, None for no limit; or an `httpx.Timeout`.
            deadline: Seconds for a whole call, to the last byte of its answer; None for no limit.
            max_retries: How often a failed call is sent again, if it is retryable.
            max_body: The most bytes of an answer to hold in memory, after decompression; by default, 8 MB, or 64 MB for
                answers that embed whole files, diffs or conversations.
            max_values: The most values in the JSON of an answer: objects, arrays, texts, numbers. They are counted before
                they are parsed, because a few bytes become an object of a hundred.
            max_in_flight: The most requests in flight at once; None for no limit. `with_options` says which ones count.
            max_per_second: The most requests to send in a second, at even intervals; None for no limit.
            max_connections: The most connections to one host for calls; further calls wait for one, up to `timeout`.
            max_streams: The most additional connections, for streams and long waits; None for no limit.
            headers: Headers to send with every request.
            verify: Whether to verify certificates; or a CA file, a folder of them, or an `ssl.SSLContext`.
            cert: A client certificate for the service: `file`, `(file, key)` or `(file, key, password)`.
            proxy: The URL of an HTTP or SOCKS proxy for every request, instead of those of the environment.
            transport: A transport to send the requests, instead of this client's own connections; the client closes it.
            clock: The source of the time; by default, the machine's clock.
            observers: Objects of subclasses of `trivet.observe.Observer`, which are notified of calls and attempts.
            strict: Check the type of every value in every answer, which takes several times as long.

        Raises:
            InvalidArgumentError: An argument cannot be used, or a required one is missing here and in the environment.
        """
        auth = Bearer(token, argument="token", variable="TRIVET_CHAT_TOKEN")
        settings = Settings(
            API_INFO, auth, base_url=base_url, timeout=timeout, deadline=deadline,
            max_retries=max_retries, max_body=max_body, max_values=max_values, max_in_flight=max_in_flight,
            max_per_second=max_per_second, headers=headers, clock=clock, observers=observers, strict=strict,
        )  # fmt: skip
        connections = ConnectionSettings(max_connections=max_connections, max_streams=max_streams, verify=verify, cert=cert, proxy=proxy)  # fmt: skip
        super().__init__(Connection(settings, connections, transport))
