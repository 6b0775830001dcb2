# Derived from sdk/trivet/agent/_generated/_async/client.py by `python -m codegen`; do not edit.
"""The client of the Agent Server."""

from __future__ import annotations

from collections.abc import Mapping

from ...._core.auth import Basic, Bearer, choose_auth
from ...._core.clock import Clock
from ...._core.frames import hide_arguments
from ...._core.settings import ApiInfo, Settings
from ...._sync.connection import Connection
from ...._sync.http.transports import HttpxAuth, Transport
from ..._contexts._sync.client import ContextClient
from . import resources

__all__ = ["AgentClient"]

SECRETS = (
    "access", "apiKey", "authorizationUrl", "clientSecret", "code", "env", "environment", "headers", "key",
    "oauthState", "refresh", "responseHeaders", "settings", "url",
)  # fmt: skip
API_INFO = ApiInfo("agent", "http://127.0.0.1:4096", {}, SECRETS)


class AgentClient(ContextClient):
    """A typed client of the Agent Server, revision 2.

    >>> with AgentClient() as client:
    ...     client.agent.list()
    """

    __module__ = "trivet"

    @hide_arguments
    def __init__(
        self,
        *,
        auth: Basic | Bearer | HttpxAuth | None = None,
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
        transport: Transport | None = None,
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
        chosen = choose_auth("agent", auth, HttpxAuth)
        settings = Settings(
            API_INFO, chosen, base_url=base_url, timeout=timeout, deadline=deadline,
            max_retries=max_retries, max_body=max_body, max_in_flight=max_in_flight, max_per_second=max_per_second,
            max_connections=max_connections, max_streams=max_streams, headers=headers, clock=clock, strict=strict,
        )  # fmt: skip
        super().__init__(Connection(settings, transport))

    def _open(self, connection: Connection) -> None:
        super()._open(connection)
        self.agent: resources.Agent = resources.Agent(connection)
        self.auth: resources.Auth = resources.Auth(connection)
        self.catalog: resources.Catalog = resources.Catalog(connection)
        self.command: resources.Command = resources.Command(connection)
        self.config: resources.Config = resources.Config(connection)
        self.event: resources.Event = resources.Event(connection)
        self.formatter: resources.Formatter = resources.Formatter(connection)
        self.fs: resources.Fs = resources.Fs(connection)
        self.lsp: resources.Lsp = resources.Lsp(connection)
        self.mcp: resources.Mcp = resources.Mcp(connection)
        self.permission: resources.Permission = resources.Permission(connection)
        self.project: resources.Project = resources.Project(connection)
        self.provider: resources.Provider = resources.Provider(connection)
        self.pty: resources.Pty = resources.Pty(connection)
        self.question: resources.Question = resources.Question(connection)
        self.session: resources.Session = resources.Session(connection)
        self.skill: resources.Skill = resources.Skill(connection)
        self.vcs: resources.Vcs = resources.Vcs(connection)
        self.workspace: resources.Workspace = resources.Workspace(connection)
