# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The client of the Agent Server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...._async.client import observation
from ...._async.connection import AsyncConnection
from ...._async.http.environment import Certificate, ConnectionSettings, Verify
from ...._async.http.transports import AsyncHttpxAuth, AsyncTransport
from ...._core.auth import Basic, Bearer, choose_auth
from ...._core.clock import Clock
from ...._core.operation_group import OperationGroup
from ...._core.public import exported_from
from ...._core.settings import ApiInfo, Settings
from ...._core.timeouts import Timeout
from ...._core.traceback_locals import hide_arguments
from ..._handles._async.client import AsyncHandleClient
from . import resources

__all__ = ["AsyncAgentClient"]

SECRETS = (
    "access", "apiKey", "authorizationUrl", "clientSecret", "code", "env", "environment", "headers", "key",
    "oauthState", "refresh", "responseHeaders", "settings", "url",
)  # fmt: skip
API_INFO = ApiInfo("agent", "http://127.0.0.1:4096", {}, SECRETS)


@exported_from("trivet")
class AsyncAgentClient(AsyncHandleClient):
    """A typed client of the Agent Server, revision 2.

    >>> async with AsyncAgentClient() as client:
    ...     await client.agent.list()

    Attributes:
        agent: `list`. List the available agents of the runtime context.
        auth: `activate`, `create`, `delete`, `get`, `list`, `update`.
        catalog: group `model`.
        command: `list`. List the commands of this runtime context.
        config: `get`, `update`.
        event: `subscribe`. Subscribe to the events of the runtime context, a stream of server-sent events.
        formatter: `status`. List the formatters of the runtime context with their status.
        fs: `file`, `grep`, `search`, `tree`.
        lsp: `status`. List the language servers of the runtime context with their status.
        mcp: groups `prompt`, `resource`, `server`.
        permission: `list`, `reply`.
        project: `get`, `list`, `update`.
        provider: `list`. List the model providers of the runtime context.
        pty: `create`, `delete`, `get`, `list`, `update`.
        question: `list`, `reject`, `reply`.
        session: `attach`, `compact`, `context`, `create`, `delete`, `diff`, `get`, `list`, `prompt`, `resume`,
            `start`, `todo`, `turn`, `update`, `wait`; group `message`.
        skill: `list`. List the skills of this runtime context.
        vcs: `diff`, `get`, `patch`, `status`.
        workspace: `create`, `delete`, `get`, `list`, `status`, `sync`, `update`, `warp`.
    """

    agent: OperationGroup[resources.AsyncAgent] = OperationGroup(resources.AsyncAgent)
    auth: OperationGroup[resources.AsyncAuth] = OperationGroup(resources.AsyncAuth)
    catalog: OperationGroup[resources.AsyncCatalog] = OperationGroup(resources.AsyncCatalog)
    command: OperationGroup[resources.AsyncCommand] = OperationGroup(resources.AsyncCommand)
    config: OperationGroup[resources.AsyncConfig] = OperationGroup(resources.AsyncConfig)
    event: OperationGroup[resources.AsyncEvent] = OperationGroup(resources.AsyncEvent)
    formatter: OperationGroup[resources.AsyncFormatter] = OperationGroup(resources.AsyncFormatter)
    fs: OperationGroup[resources.AsyncFs] = OperationGroup(resources.AsyncFs)
    lsp: OperationGroup[resources.AsyncLsp] = OperationGroup(resources.AsyncLsp)
    mcp: OperationGroup[resources.AsyncMcp] = OperationGroup(resources.AsyncMcp)
    permission: OperationGroup[resources.AsyncPermission] = OperationGroup(resources.AsyncPermission)
    project: OperationGroup[resources.AsyncProject] = OperationGroup(resources.AsyncProject)
    provider: OperationGroup[resources.AsyncProvider] = OperationGroup(resources.AsyncProvider)
    pty: OperationGroup[resources.AsyncPty] = OperationGroup(resources.AsyncPty)
    question: OperationGroup[resources.AsyncQuestion] = OperationGroup(resources.AsyncQuestion)
    session: OperationGroup[resources.AsyncSession] = OperationGroup(resources.AsyncSession)
    skill: OperationGroup[resources.AsyncSkill] = OperationGroup(resources.AsyncSkill)
    vcs: OperationGroup[resources.AsyncVcs] = OperationGroup(resources.AsyncVcs)
    workspace: OperationGroup[resources.AsyncWorkspace] = OperationGroup(resources.AsyncWorkspace)

    @hide_arguments
    def __init__(
        self,
        *,
        auth: Basic | Bearer | AsyncHttpxAuth | None = None,
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
        transport: AsyncTransport | None = None,
        clock: Clock | None = None,
        observers: Sequence[observation.Observer] | None = None,
        strict: bool = False,
    ) -> None:
        """Check the settings; the first call connects.

        Args:
            auth: The credentials: a `Basic` with a user name and a password, a `Bearer` with a token or a callable that
                fetches one, or an `Auth` of httpx or httpx2; errors never show the headers and the query that it writes.
                By default, `TRIVET_AGENT_USERNAME` and `TRIVET_AGENT_PASSWORD` from the environment, or
                `TRIVET_AGENT_TOKEN`, or no credentials.
            base_url: The URL of the service, with its prefix; by default, `TRIVET_AGENT_BASE_URL` from the
                environment, or `http://127.0.0.1:4096`.
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
        chosen = choose_auth("agent", auth)
        settings = Settings(
            API_INFO, chosen, base_url=base_url, timeout=timeout, deadline=deadline,
            max_retries=max_retries, max_body=max_body, max_values=max_values, max_in_flight=max_in_flight,
            max_per_second=max_per_second, headers=headers, clock=clock, observers=observers, strict=strict,
        )  # fmt: skip
        connections = ConnectionSettings(max_connections=max_connections, max_streams=max_streams, verify=verify, cert=cert, proxy=proxy)  # fmt: skip
        super().__init__(AsyncConnection(settings, connections, transport))
