# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The client of the Agent Server."""

from __future__ import annotations

from collections.abc import Mapping

from ...._async.connection import AsyncConnection
from ...._async.http.transports import AsyncHttpxAuth, AsyncTransport
from ...._core.auth import Basic, Bearer, choose_auth
from ...._core.clock import Clock
from ...._core.frames import hide_arguments
from ...._core.settings import ApiInfo, Settings
from ..._contexts._async.client import AsyncContextClient
from . import resources

__all__ = ["AsyncAgentClient"]

SECRETS = (
    "access", "apiKey", "authorizationUrl", "clientSecret", "code", "env", "environment", "headers", "key",
    "oauthState", "refresh", "responseHeaders", "settings", "url",
)  # fmt: skip
API_INFO = ApiInfo("agent", "http://127.0.0.1:4096", {}, SECRETS)


class AsyncAgentClient(AsyncContextClient):
    """A typed client of the Agent Server, revision 2.

    >>> async with AsyncAgentClient() as client:
    ...     await client.agent.list()
    """

    __module__ = "trivet"

    @hide_arguments
    def __init__(
        self,
        *,
        auth: Basic | Bearer | AsyncHttpxAuth | None = None,
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
            auth: The credentials: a `Basic` with a user's name and password, a `Bearer` with a token or what fetches one, or
                an `httpx.Auth`, of whose secrets errors leave out what it writes as headers or a query. Without it,
                `TRIVET_AGENT_USERNAME` and `TRIVET_AGENT_PASSWORD` of the environment, or
                `TRIVET_AGENT_TOKEN`, or no credentials.
            base_url: Where the service is mounted, with its prefix; without it, `TRIVET_AGENT_BASE_URL` of the
                environment, or `http://127.0.0.1:4096`.
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
        chosen = choose_auth("agent", auth, AsyncHttpxAuth)
        settings = Settings(
            API_INFO, chosen, base_url=base_url, timeout=timeout, deadline=deadline,
            max_retries=max_retries, max_body=max_body, max_in_flight=max_in_flight, max_per_second=max_per_second,
            max_connections=max_connections, max_streams=max_streams, headers=headers, clock=clock, strict=strict,
        )  # fmt: skip
        super().__init__(AsyncConnection(settings, transport))

    def _open(self, connection: AsyncConnection) -> None:
        super()._open(connection)
        self.agent: resources.AsyncAgent = resources.AsyncAgent(connection)
        self.auth: resources.AsyncAuth = resources.AsyncAuth(connection)
        self.catalog: resources.AsyncCatalog = resources.AsyncCatalog(connection)
        self.command: resources.AsyncCommand = resources.AsyncCommand(connection)
        self.config: resources.AsyncConfig = resources.AsyncConfig(connection)
        self.event: resources.AsyncEvent = resources.AsyncEvent(connection)
        self.formatter: resources.AsyncFormatter = resources.AsyncFormatter(connection)
        self.fs: resources.AsyncFs = resources.AsyncFs(connection)
        self.lsp: resources.AsyncLsp = resources.AsyncLsp(connection)
        self.mcp: resources.AsyncMcp = resources.AsyncMcp(connection)
        self.permission: resources.AsyncPermission = resources.AsyncPermission(connection)
        self.project: resources.AsyncProject = resources.AsyncProject(connection)
        self.provider: resources.AsyncProvider = resources.AsyncProvider(connection)
        self.pty: resources.AsyncPty = resources.AsyncPty(connection)
        self.question: resources.AsyncQuestion = resources.AsyncQuestion(connection)
        self.session: resources.AsyncSession = resources.AsyncSession(connection)
        self.skill: resources.AsyncSkill = resources.AsyncSkill(connection)
        self.vcs: resources.AsyncVcs = resources.AsyncVcs(connection)
        self.workspace: resources.AsyncWorkspace = resources.AsyncWorkspace(connection)
